//! Reading declarations, implementations and calls of external functions: the preview `simt`.

use ir::build::IntoAttr;
use ir::text::{Kind, Parse};
use ir::{AttrSlot, Field, TypeId};

use super::extension::read_call_signature;
use super::{OpText, Reader, attrs, location, regions, symbolic, values};
use crate::Type;
use crate::attrs::{Attr, PreviewAttr};
use crate::ops::fields;
use crate::types::FunctionType;

fn symbol(r: &mut Reader<'_>) -> Parse<AttrSlot> {
    let (name, _) = r.read_symbol()?;
    Ok(Attr::Str(name).into_attr(&mut r.module))
}

fn preview_array(r: &mut Reader<'_>, items: impl IntoIterator<Item = PreviewAttr>) -> AttrSlot {
    let ids = items.into_iter().map(|item| r.module.attrs.intern(Attr::Preview(Box::new(item)))).collect();
    Attr::Array(ids).into_attr(&mut r.module)
}

/// `extern @name<[N: index]>(%a: T {..}) -> U`
pub(super) fn read_func(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
    use fields::preview_func::{arg_attrs, const_params, function_type, sym_name};
    r.expect_word("extern")?;
    let name = symbol(r)?;
    op.set_attr(sym_name, name);
    let params = symbolic::read_const_params(r)?.unwrap_or_default();
    let params = preview_array(r, params);
    op.set_attr(const_params, params);
    read_signature(r, op, function_type, arg_attrs)?;
    r.read_optional_dict(op)
}

/// `@name<[N: index]> implements @function<[N]> (%a: T {..}) arch = [".."] {..}`
pub(super) fn read_impl(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
    use fields::preview_extern_impl as f;
    let name = symbol(r)?;
    op.set_attr(f::sym_name, name);
    if let Some(params) = symbolic::read_const_params(r)? {
        let params = preview_array(r, params);
        op.set_attr(f::const_params, params);
    }
    r.expect_word("implements")?;
    let implemented = symbol(r)?;
    op.set_attr(f::implements, implemented);
    if let Some(args) = symbolic::read_const_args(r)? {
        let args = preview_array(r, args.into_iter().map(PreviewAttr::Expr));
        op.set_attr(f::const_args, args);
    }
    read_signature(r, op, f::function_type, f::arg_attrs)?;
    loop {
        if r.eat_word("synchronization") {
            r.expect(Kind::Equal, "'='")?;
            let Field::Attr(index) = f::synchronization else { return Ok(()) };
            attrs::read_named(r, op, index.into())?;
        } else if r.eat_word("arch") {
            r.expect(Kind::Equal, "'='")?;
            let Field::Attr(index) = f::arch else { return Ok(()) };
            attrs::read_named(r, op, index.into())?;
        } else if r.eat_word("scratch") {
            let slot = read_scratch(r)?;
            op.set_attr(f::scratch_smem, slot);
        } else {
            return r.read_optional_dict(op);
        }
    }
}

/// `{smem.size = .., smem.alignment = ..}`
fn read_scratch(r: &mut Reader<'_>) -> Parse<AttrSlot> {
    let open = r.expect(Kind::BraceOpen, "'{'")?;
    let (size, alignment) = symbolic::read_scratch(r)?;
    r.expect(Kind::BraceClose, "'}'")?;
    match PreviewAttr::scratch(size, alignment) {
        Ok(scratch) => Ok(scratch.into_attr(&mut r.module)),
        Err(error) => {
            let span = diag::Span::new(open.start, r.end());
            Err(r.error_at(ir::text::code::ATTRIBUTE, span, error.0, "this cannot be"))
        }
    }
}

/// `(%a: T {..}, %b: U) -> V`
fn read_signature(
    r: &mut Reader<'_>,
    op: &mut OpText<'_>,
    function_type: Field,
    arg_attrs: Field,
) -> Parse<()> {
    let (mut params, mut dicts): (Vec<TypeId>, Vec<Attr>) = (Vec::new(), Vec::new());
    r.expect(Kind::ParenOpen, "'(' and the parameters")?;
    r.list(Kind::ParenClose, "')'", |r| {
        params.push(r.read_argument()?.ty);
        let none = Attr::Dict(Box::default());
        dicts.push(if r.kind() == Kind::BraceOpen { values::read_dict(r)? } else { none });
        if r.at_word("loc") {
            location::read_loc(r)?;
        }
        Ok(())
    })?;
    let results = if r.eat(Kind::Arrow) { r.read_type_list()? } else { Default::default() };
    let get = |id: TypeId, r: &Reader<'_>| r.module.types.get(id).clone();
    let function = FunctionType {
        params: params.iter().map(|&id| get(id, r)).collect(),
        results: results.iter().map(|ty| get(ty.0, r)).collect(),
    };
    let function = r.module.types.intern(Type::Function(function));
    let slot = Attr::Type(function).into_attr(&mut r.module);
    op.set_attr(function_type, slot);
    if let Some(dicts) = regions::dict_array(r, dicts) {
        op.set_attr(arg_attrs, dicts);
    }
    Ok(())
}

/// `@f<[3]>(%a, %b) {..} : (T, U) -> V`
pub(super) fn read_call<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::preview_call::{args, callee, const_args, outs};
    let name = symbol(r)?;
    op.set_attr(callee, name);
    let constants = symbolic::read_const_args(r)?.unwrap_or_default();
    let constants = preview_array(r, constants.into_iter().map(PreviewAttr::Expr));
    op.set_attr(const_args, constants);
    read_call_signature(r, op, args, outs)
}
