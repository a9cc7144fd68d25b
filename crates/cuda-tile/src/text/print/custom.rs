//! Ops with text of their own.

use ir::{AttrId, Block, Field, Op, Value};

use super::Printer;
use super::attr::function_type;
use super::fits::scalar_ptr;
use super::literal::push_symbol;
use crate::attrs::{Attr, AttrKind, SymbolVisibility};
use crate::ops::{Opcode, Syntax, fields};
use crate::roles::view_index;
use crate::types::DYNAMIC;

/// Irregular pieces.
impl Printer<'_> {
    /// Appends an irregular piece; of an op with regions all up to the first of them.
    pub(super) fn write_custom(&mut self, op: Op, piece: Syntax) {
        match piece {
            Syntax::Module => self.write_module(op),
            Syntax::Entry => self.write_entry(op),
            Syntax::Func => self.write_func(op),
            Syntax::ExternFunc => self.write_extern_func(op),
            Syntax::ExternImpl => self.write_extern_impl(op),
            Syntax::ExternCall => self.write_extern_call(op),
            Syntax::Global => self.write_global(op),
            Syntax::For => self.write_for(op),
            Syntax::If => self.write_if(op),
            Syntax::Loop => self.write_loop(op),
            Syntax::Reduce => self.write_fold(op, None),
            Syntax::Scan => self.write_fold(op, Some(fields::scan::reverse)),
            Syntax::OperandsAndTypes => self.write_operands_and_types(op),
            Syntax::MakeTensorView => self.write_tensor_view(op),
            Syntax::IndexTypes => self.write_index_types(op),
            Syntax::InBoundsOrBlank => self.write_inbounds_or_blank(op),
            Syntax::OperandIsViewed => {}
            Syntax::PrintArgs => {
                for &value in self.module.operands(op, fields::print_tko::args) {
                    self.out.push_str(", ");
                    self.namer.write(&mut self.out, value);
                }
            }
            Syntax::PrintTypes => {
                let args = self.module.operands(op, fields::print_tko::args);
                if !args.is_empty() {
                    self.out.push_str(" : ");
                    self.write_types(args);
                }
            }
            Syntax::Generate => self.out.push_str(" {\n"),
            Syntax::ExternElementwise => self.write_extern(op),
            Syntax::Call => self.write_call(op),
            Syntax::KeepAxisInfo => {
                if self.module.flag(op, fields::internal_optimization_barrier::keep_axis_info) {
                    self.out.push_str(", keep_axis_info");
                }
            }
        }
    }

    fn write_operands_and_types(&mut self, op: Op) {
        if !self.module.body.operands(op).is_empty() {
            self.out.push(' ');
            self.write_values(self.module.body.operands(op));
            self.out.push_str(" : ");
            self.write_types(self.module.body.operands(op));
        }
    }

    fn write_inbounds_or_blank(&mut self, op: Op) {
        self.out.push(' ');
        let attrs = self.module.spec(op).attrs.iter().zip(self.module.body.attrs(op));
        let flags = attrs.filter(|(spec, _)| matches!(spec.kind, AttrKind::InBounds)).map(|it| *it.1);
        flags.for_each(|slot| self.write_inbounds(slot, ""));
    }

    /// Appends what is between two regions.
    pub(super) fn between_custom(&mut self, _: Op) {
        self.out.push_str("} else {\n");
    }

    /// Appends what follows the last region.
    pub(super) fn close_custom(&mut self, op: Op) {
        self.out.push('}');
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "a row says where the others have their attributes"
        )]
        match self.module.opcode(op) {
            Opcode::Module => {}
            Opcode::Generate => {
                self.write_extra(op, "");
                self.out.push_str(" : ");
                self.push_type(self.module.body.ty(self.module.body.result(op, 0)));
            }
            _ if self.extra_stands_behind(op) => self.write_extra(op, ""),
            _ => {}
        }
    }

    /// `reduce` and `scan` have their dictionary in front.
    fn extra_stands_behind(&self, op: Op) -> bool {
        !matches!(self.module.opcode(op), Opcode::Reduce | Opcode::Scan)
    }

    fn write_values(&mut self, values: &[Value]) {
        self.list(values, |p, &value| p.namer.write(&mut p.out, value));
    }

    fn write_types(&mut self, values: &[Value]) {
        self.list(values, |p, &value| p.push_type(p.module.body.ty(value)));
    }

    fn write_result_types(&mut self, op: Op) {
        self.list(self.module.body.results(op), |p, value| p.push_type(p.module.body.ty(value)));
    }

    /// Appends `(%a: T, %b: U)`.
    /// Appends `(%a: T {key = 1}, %b: U)`; parameters beyond the dictionaries have none.
    fn write_params(&mut self, block: Option<Block>, dicts: &[AttrId]) {
        self.out.push('(');
        let args = block.map(|block| self.module.body.block_args(block));
        self.list(args.into_iter().flatten().enumerate(), |p, (index, value)| {
            p.namer.write(&mut p.out, value);
            p.out.push_str(": ");
            p.push_type(p.module.body.ty(value));
            if let Some(&dict) = dicts.get(index) {
                p.write_own_dict(dict);
            }
        });
        self.out.push(')');
    }

    pub(super) fn write_symbol(&mut self, op: Op, field: Field) {
        let slot = self.module.attr(op, field).as_interned();
        if let Some(&Attr::Str(name)) = slot.map(|id| self.module.attrs.get(id)) {
            push_symbol(&mut self.out, self.module, name);
        }
    }

    fn write_module(&mut self, op: Op) {
        let module = self.module;
        // The mnemonic is there already; only the module itself needs the prefix.
        let mnemonic = self.mnemonic(op).len();
        self.out.insert_str(self.out.len() - mnemonic, "cuda_tile.");
        self.out.push(' ');
        self.write_symbol(op, fields::module::sym_name);
        let producer = module.attr(op, fields::module::producer).as_interned();
        let mut entries = Vec::new();
        if let Some(Attr::Dict(extra)) = module.body.extra(op).map(|id| module.attrs.get(id)) {
            entries.extend(extra.iter().map(|&(key, value)| (module.strings.get(key).as_ref(), value)));
        }
        entries.extend(producer.map(|id| (b"producer".as_slice(), id)));
        entries.sort_by_key(|(key, _)| *key);
        if !entries.is_empty() {
            self.out.push_str(" attributes {");
            self.write_named(&entries);
            self.out.push('}');
        }
        self.out.push_str(" {\n");
    }

    fn write_entry(&mut self, op: Op) {
        let module = self.module;
        self.out.push(' ');
        self.write_symbol(op, fields::entry::sym_name);
        let dicts = module.attr(op, fields::entry::arg_attrs).as_interned();
        let dicts = match dicts.map(|id| module.attrs.get(id)) {
            Some(Attr::Array(dicts)) => dicts,
            _ => &Box::default(),
        };
        self.write_params(module.block(op, fields::entry::body), dicts);
        let hints = module.attr(op, fields::entry::optimization_hints).as_interned();
        match hints.map(|id| module.attrs.get(id)) {
            Some(Attr::Dict(targets)) if !targets.is_empty() => {
                self.out.push_str(" optimization_hints=");
                self.write_hints(targets);
            }
            _ => {}
        }
        self.out.push_str(" {\n");
    }

    fn write_func(&mut self, op: Op) {
        let module = self.module;
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other function is for tests")]
        let (name, ty, body) = match module.opcode(op) {
            Opcode::Func => {
                use fields::experimental_func as f;
                (f::sym_name, f::function_type, f::body)
            }
            _ => {
                use fields::testing_func as f;
                (f::sym_name, f::function_type, f::body)
            }
        };
        self.out.push(' ');
        self.write_symbol(op, name);
        self.write_params(module.block(op, body), &[]);
        match function_type(module, module.attr(op, ty)).map_or(&[][..], |function| &function.results) {
            [] => {}
            [one] => self.out.push_str(&format!(" -> {one}")),
            several => {
                self.out.push_str(" -> (");
                self.list(several, |p, ty| p.out.push_str(&ty.to_string()));
                self.out.push(')');
            }
        }
        self.out.push_str(" {\n");
    }

    fn write_global(&mut self, op: Op) {
        use fields::global::{alignment, constant, sym_name, symbol_visibility, value};
        let module = self.module;
        // Without a word for the visibility its blank stays.
        self.out.push(' ');
        if SymbolVisibility::from_slot(module.attr(op, symbol_visibility)) == Some(SymbolVisibility::Private)
        {
            self.out.push_str("private ");
        }
        if module.flag(op, constant) {
            self.out.push_str(" constant");
        }
        self.out.push(' ');
        self.write_symbol(op, sym_name);
        if !matches!(module.attr(op, alignment).as_small(), Some(0))
            && module.attr(op, alignment).is_present()
        {
            self.out.push_str(" alignment = ");
            self.write_attr_value(op, alignment);
        }
        self.write_extra(op, "");
        self.out.push(' ');
        self.write_attr_value(op, value);
        let slot = module.attr(op, value).as_interned();
        if let Some(Attr::Dense(dense)) = slot.map(|id| module.attrs.get(id)) {
            self.out.push_str(" : ");
            self.push_type(dense.ty);
        }
    }

    /// Appends ` iter_values(%x = %y)`.
    fn write_carried(&mut self, args: impl Iterator<Item = Value>, inits: &[Value]) {
        self.out.push_str(" iter_values(");
        self.list(args.zip(inits), |p, (arg, &init)| {
            p.namer.write(&mut p.out, arg);
            p.out.push_str(" = ");
            p.namer.write(&mut p.out, init);
        });
        self.out.push(')');
    }

    fn write_for(&mut self, op: Op) {
        let module = self.module;
        let Some(block) = module.block(op, fields::for_::region) else { return };
        let mut args = module.body.block_args(block).iter();
        let (bounds, inits) = module.body.operands(op).split_at(3);
        self.out.push_str(if module.flag(op, fields::for_::unsignedCmp) { " unsigned " } else { " " });
        if let Some(iv) = args.next() {
            self.namer.write(&mut self.out, iv);
        }
        for (lead, &bound) in [" in (", " to ", ", step "].iter().zip(bounds) {
            self.out.push_str(lead);
            self.namer.write(&mut self.out, bound);
        }
        self.out.push_str(") : ");
        self.push_type(module.body.ty(bounds[0]));
        if !inits.is_empty() {
            self.write_carried(args, inits);
            self.out.push_str(" -> (");
            self.write_types(inits);
            self.out.push(')');
        }
        self.out.push_str(" {\n");
    }

    fn write_if(&mut self, op: Op) {
        self.out.push(' ');
        self.write_values(self.module.body.operands(op));
        if !self.module.body.results(op).is_empty() {
            self.out.push_str(" -> (");
            self.write_result_types(op);
            self.out.push(')');
        }
        self.out.push_str(" {\n");
    }

    fn write_loop(&mut self, op: Op) {
        let module = self.module;
        let inits = module.body.operands(op);
        let has_results = !module.body.results(op).is_empty();
        if !inits.is_empty() {
            let block = module.block(op, fields::loop_::region);
            let args = block.map(|block| module.body.block_args(block));
            self.write_carried(args.into_iter().flatten(), inits);
            self.out.push_str(" : ");
            self.write_types(inits);
            self.out.push_str(if has_results { " -> " } else { "" });
        } else if has_results {
            self.out.push_str(" : ");
        }
        self.write_result_types(op);
        self.out.push_str(" {\n");
    }

    /// Appends a `reduce`, or a `scan` when it has a direction.
    fn write_fold(&mut self, op: Op, reverse: Option<Field>) {
        let module = self.module;
        let (dim, identities) = match reverse {
            None => (fields::reduce::dim, fields::reduce::identities),
            Some(_) => (fields::scan::dim, fields::scan::identities),
        };
        self.out.push(' ');
        self.write_values(module.body.operands(op));
        self.write_extra(op, "");
        self.out.push_str(" dim=");
        self.write_attr_value(op, dim);
        if let Some(reverse) = reverse {
            self.out.push_str(" reverse=");
            self.write_attr_value(op, reverse);
        }
        self.out.push_str(" identities=");
        self.write_attr_value(op, identities);
        self.out.push_str(" : ");
        self.write_types(module.body.operands(op));
        self.out.push_str(" -> ");
        self.write_result_types(op);
        self.out.push_str(" \n");
        self.indent(self.depth);
        let region = module.body.regions(op).next();
        self.write_params(region.and_then(|region| module.body.region_blocks(region).first().copied()), &[]);
        self.out.push_str(" {\n");
    }

    fn write_tensor_view(&mut self, op: Op) {
        use fields::make_tensor_view::{base, dynamicShape, dynamicStrides};
        let module = self.module;
        let Some(view) = module.ty(module.body.result(op, 0)).as_tensor_view() else { return };
        self.out.push(' ');
        self.write_values(module.operands(op, base));
        self.out.push_str(", shape = ");
        self.write_dims(view.shape(), module.operands(op, dynamicShape));
        self.out.push_str(", strides = ");
        self.write_dims(view.strides(), module.operands(op, dynamicStrides));
        self.write_extra(op, "");
        self.out.push_str(" : ");
        // The base's type follows from the view's, unless its attribute is spelled out.
        let operands = module.body.operands(op);
        let spelled = scalar_ptr(module.ty(operands[0])).is_some_and(|ptr| ptr.attr.is_some());
        let shown = &operands[usize::from(!spelled)..operands.len().min(2)];
        if !shown.is_empty() {
            self.write_types(shown);
            self.out.push_str(" -> ");
        }
        self.write_result_types(op);
    }

    /// Appends `[%a, 4]`: values where the type leaves a number open.
    fn write_dims(&mut self, dims: &[i64], values: &[Value]) {
        let mut values = values.iter();
        self.out.push('[');
        self.list(dims, |p, &dim| match dim {
            DYNAMIC => values.next().into_iter().for_each(|&value| p.namer.write(&mut p.out, value)),
            known => ir::text::namer::push_signed(&mut p.out, known),
        });
        self.out.push(']');
    }

    /// Appends the one type of all indices, or the type of each where they differ.
    fn write_index_types(&mut self, op: Op) {
        let module = self.module;
        let field = view_index(module.spec(op)).expect("an op with such text has indices");
        let indices = module.operands(op, field);
        let same = indices.windows(2).all(|pair| module.body.ty(pair[0]) == module.body.ty(pair[1]));
        let shown = if same { indices.len().min(1) } else { indices.len() };
        for &index in &indices[..shown] {
            self.out.push_str(", ");
            self.push_type(module.body.ty(index));
        }
    }

    fn write_extern(&mut self, op: Op) {
        use fields::experimental_extern_elementwise as f;
        let module = self.module;
        self.out.push(' ');
        self.write_values(module.body.operands(op));
        self.out.push_str(" {");
        self.list([f::libname, f::libpath, f::pure, f::symbol], |p, field| {
            p.out.push_str(module.spec(op).field_name(field));
            p.out.push_str(" = ");
            p.write_attr_value(op, field);
        });
        self.out.push_str("} : (");
        self.write_types(module.body.operands(op));
        self.out.push_str(") -> ");
        self.write_result_types(op);
    }

    fn write_call(&mut self, op: Op) {
        let module = self.module;
        self.out.push(' ');
        self.write_symbol(op, fields::experimental_call::callee);
        self.out.push('(');
        self.write_values(module.body.operands(op));
        self.out.push(')');
        self.write_extra(op, "");
        self.out.push_str(" : (");
        self.write_types(module.body.operands(op));
        self.out.push_str(") -> ");
        let bare = module.body.results(op).len() == 1;
        self.out.push_str(if bare { "" } else { "(" });
        self.write_result_types(op);
        self.out.push_str(if bare { "" } else { ")" });
    }

    pub(super) fn write_named(&mut self, entries: &[(&[u8], ir::AttrId)]) {
        self.list(entries, |p, &(key, value)| {
            super::literal::push_word(&mut p.out, key);
            p.out.push_str(" = ");
            p.write_any(value, super::attr::Typing::Full);
        });
    }
}
