//! Printing declarations, implementations and calls of external functions: the preview `simt`.

use ir::text::namer::push_decimal;
use ir::{AttrId, Field, Op};

use super::Printer;
use super::attr::function_type;
use crate::attrs::{Attr, PreviewAttr};
use crate::ops::fields;
use crate::types::{FunctionType, Qualified};

impl<'m> Printer<'m> {
    /// Appends ` extern @name<[N: index]>(%arg0: T {..}) -> U `.
    pub(super) fn write_extern_func(&mut self, op: Op) {
        use fields::preview_func::{arg_attrs, const_params, function_type as ty, sym_name};
        self.out.push_str(" extern ");
        self.write_symbol(op, sym_name);
        self.write_const_params(op, const_params, false);
        self.write_parameters(op, ty, arg_attrs);
        // The tools leave a blank where attributes would begin.
        self.write_rest(op, &[]);
        if !self.out.ends_with('}') {
            self.out.push(' ');
        }
    }

    /// Appends ` @name<[N: index]> implements @function<[N]> (%arg0: T {..}) arch = [".."] {..}`.
    pub(super) fn write_extern_impl(&mut self, op: Op) {
        use fields::preview_extern_impl as f;
        let module = self.module;
        self.out.push(' ');
        self.write_symbol(op, f::sym_name);
        self.write_const_params(op, f::const_params, true);
        self.out.push_str(" implements ");
        self.write_symbol(op, f::implements);
        self.write_const_args(op, f::const_args, true);
        self.out.push(' ');
        self.write_parameters(op, f::function_type, f::arg_attrs);
        for (field, name) in [(f::synchronization, "synchronization"), (f::arch, "arch")] {
            if module.attr(op, field).is_present() {
                self.words(&[" ", name, " = "]);
                let Field::Attr(index) = field else { return };
                self.write_generic(module.spec(op).attrs[index as usize].kind, module.attr(op, field));
            }
        }
        if let Some(Attr::Preview(scratch)) = self.attr_of(op, f::scratch_smem)
            && let PreviewAttr::Scratch { .. } = &**scratch
        {
            self.out.push_str(" scratch {");
            self.write_scratch(scratch);
            self.out.push('}');
        }
        self.write_rest(op, &[f::config, f::frontendABI, f::provider_score, f::res_attrs]);
    }

    /// Appends ` @f<[3]>(%a, %b) {..} : (T, U) -> V`.
    pub(super) fn write_extern_call(&mut self, op: Op) {
        use fields::preview_call::{arg_attrs, callee, const_args, res_attrs};
        let body = &self.module.body;
        self.out.push(' ');
        self.write_symbol(op, callee);
        self.write_const_args(op, const_args, false);
        self.out.push('(');
        self.list(body.operands(op), |p, &value| p.namer.write(&mut p.out, value));
        self.out.push(')');
        self.write_rest(op, &[arg_attrs, res_attrs]);
        self.out.push_str(" : (");
        self.list(body.operands(op), |p, &value| p.write_qualified(body.ty(value)));
        self.out.push_str(") -> ");
        let results = body.results(op);
        let bare = results.len() == 1;
        self.out.push_str(if bare { "" } else { "(" });
        self.list(results, |p, value| p.write_qualified(body.ty(value)));
        self.out.push_str(if bare { "" } else { ")" });
    }

    fn attr_of(&self, op: Op, field: Field) -> Option<&'m Attr> {
        Some(self.module.attrs.get(self.module.attr(op, field).as_interned()?))
    }

    fn ids_of(&self, op: Op, field: Field) -> Option<Box<[AttrId]>> {
        match self.attr_of(op, field) {
            Some(Attr::Array(ids)) => Some(ids.clone()),
            _ => None,
        }
    }

    /// Appends `<[N: index]>`; an empty list only if `always`.
    fn write_const_params(&mut self, op: Op, field: Field, always: bool) {
        let Some(ids) = self.ids_of(op, field).filter(|ids| always || !ids.is_empty()) else { return };
        self.out.push_str("<[");
        self.list(ids.iter(), |p, &id| {
            if let Attr::Preview(param) = p.module.attrs.get(id)
                && let PreviewAttr::ConstParam { name, ty } = &**param
            {
                p.out.push_str(&format!("{name}: {}", Qualified(ty)));
            }
        });
        self.out.push_str("]>");
    }

    /// Appends `<[3, f16]>`; an empty list only if `always`.
    fn write_const_args(&mut self, op: Op, field: Field, always: bool) {
        let Some(ids) = self.ids_of(op, field).filter(|ids| always || !ids.is_empty()) else { return };
        self.out.push_str("<[");
        self.list(ids.iter(), |p, &id| {
            if let Attr::Preview(arg) = p.module.attrs.get(id)
                && let PreviewAttr::Expr(expr) = &**arg
            {
                p.out.push_str(&expr.to_string());
            }
        });
        self.out.push_str("]>");
    }

    /// Appends `(%arg0: T {..}) -> U`. Parameters have numbers, because there is no body with names.
    fn write_parameters(&mut self, op: Op, ty: Field, arg_attrs: Field) {
        let dicts = self.ids_of(op, arg_attrs).unwrap_or_default();
        let module = self.module;
        let none = FunctionType { params: Box::default(), results: Box::default() };
        let FunctionType { params, results } = function_type(module, module.attr(op, ty)).unwrap_or(&none);
        self.out.push('(');
        self.list(params.iter().enumerate(), |p, (index, ty)| {
            p.out.push_str("%arg");
            push_decimal(&mut p.out, index as u64);
            p.out.push_str(&format!(": {ty}"));
            if let Some(&dict) = dicts.get(index) {
                p.write_own_dict(dict);
            }
        });
        self.out.push(')');
        match &results[..] {
            [] => {}
            [one] => self.out.push_str(&format!(" -> {one}")),
            several => {
                self.out.push_str(" -> (");
                self.list(several, |p, ty| p.out.push_str(&ty.to_string()));
                self.out.push(')');
            }
        }
    }

    /// Appends ` {name = ..}`: these attributes of the row, if present, and attributes that the row does not have.
    fn write_rest(&mut self, op: Op, fields: &[Field]) {
        let module = self.module;
        let spec = module.spec(op);
        let mut entries: Vec<(&[u8], Rest)> = Vec::new();
        for &field in fields {
            let Field::Attr(index) = field else { continue };
            if module.attr(op, field).is_present() {
                entries.push((spec.attrs[index as usize].name.as_bytes(), Rest::Own(field)));
            }
        }
        if let Some(Attr::Dict(extra)) = module.body.extra(op).map(|id| module.attrs.get(id)) {
            entries
                .extend(extra.iter().map(|&(key, id)| (module.strings.get(key).as_ref(), Rest::Extra(id))));
        }
        if entries.is_empty() {
            return;
        }
        entries.sort_by_key(|entry| entry.0);
        self.out.push_str(" {");
        self.list(entries, |p, (name, value)| match value {
            Rest::Own(field) => {
                p.words(&[&String::from_utf8_lossy(name), " = "]);
                let Field::Attr(index) = field else { return };
                p.write_generic(p.module.spec(op).attrs[index as usize].kind, p.module.attr(op, field));
            }
            Rest::Extra(id) => p.write_named(&[(name, id)]),
        });
        self.out.push('}');
    }
}

/// An attribute after an op.
enum Rest {
    /// One of the row.
    Own(Field),
    /// One that the row does not know.
    Extra(AttrId),
}
