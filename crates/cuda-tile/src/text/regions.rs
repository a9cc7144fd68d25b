//! Ops with regions: entries, control flow, reductions.

use diag::{Diagnostic, Span};
use ir::build::IntoAttr;
use ir::text::{Argument, Kind, Parse, code};
use ir::{AttrSlot, Field, TypeId};
use smallvec::SmallVec;

use super::{OpText, Reader, attrs, location, values};
use crate::Type;
use crate::attrs::Attr;
use crate::ops::fields;
use crate::types::FunctionType;

type Types = SmallVec<[(TypeId, Span); 4]>;

/// `@name(%a: T) -> U`: symbol, parameters and results of an entry or function.
struct Signature<'s> {
    name: AttrSlot,
    params: Vec<Argument<'s>>,
    results: Types,
    param_dicts: Option<AttrSlot>,
}

impl Signature<'_> {
    fn function_type(&self, r: &mut Reader<'_>) -> AttrSlot {
        let get = |id: TypeId, r: &Reader<'_>| r.module.types.get(id).clone();
        let params = self.params.iter().map(|p| get(p.ty, r)).collect();
        let results = self.results.iter().map(|t| get(t.0, r)).collect();
        let ty = r.module.types.intern(Type::Function(FunctionType { params, results }));
        Attr::Type(ty).into_attr(&mut r.module)
    }
}

fn read_signature<'s>(r: &mut Reader<'s>) -> Parse<Signature<'s>> {
    let (name, _) = r.read_symbol()?;
    let name = Attr::Str(name).into_attr(&mut r.module);
    r.expect(Kind::ParenOpen, "'(' and the parameters")?;
    let mut params: Vec<Argument<'s>> = Vec::new();
    let mut dicts = Vec::new();
    r.list(Kind::ParenClose, "')'", |r| {
        params.push(r.read_argument()?);
        let dict =
            if r.kind() == Kind::BraceOpen { values::read_dict(r)? } else { Attr::Dict(Box::default()) };
        dicts.push(dict);
        if r.at_word("loc") {
            location::read_loc(r)?;
        }
        Ok(())
    })?;
    let results = if r.eat(Kind::Arrow) { r.read_type_list()? } else { Types::new() };
    let param_dicts = dict_array(r, dicts);
    Ok(Signature { name, params, results, param_dicts })
}

/// An array of dictionaries, unless all are empty.
pub(super) fn dict_array(r: &mut Reader<'_>, dicts: Vec<Attr>) -> Option<AttrSlot> {
    if dicts.iter().all(|dict| matches!(dict, Attr::Dict(entries) if entries.is_empty())) {
        return None;
    }
    let ids = dicts.into_iter().map(|dict| r.module.attrs.intern(dict)).collect();
    Some(Attr::Array(ids).into_attr(&mut r.module))
}

/// `entry @name(%a: T) optimization_hints=<..> { .. }`
pub(super) fn read_entry<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::entry::{arg_attrs, function_type, optimization_hints, sym_name};
    let signature = read_signature(r)?;
    let ty = signature.function_type(r);
    op.set_attr(sym_name, signature.name);
    op.set_attr(function_type, ty);
    if let Some(dicts) = signature.param_dicts {
        op.set_attr(arg_attrs, dicts);
    }
    if r.eat_word("optimization_hints") {
        r.expect(Kind::Equal, "'='")?;
        let hints = attrs::read_hints(r)?;
        // Empty hints are not printed, either.
        let empty =
            hints.as_interned().is_some_and(|id| *r.module.attrs.get(id) == Attr::Dict(Box::default()));
        if !empty {
            op.set_attr(optimization_hints, hints);
        }
    }
    let id = r.create(op)?;
    r.read_region(id, 0, &signature.params)?;
    r.read_optional_dict(op)
}

/// `@name(%a: T) -> U { .. }`
pub(super) fn read_func<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::experimental_func::{function_type, sym_name};
    let signature = read_signature(r)?;
    let ty = signature.function_type(r);
    op.set_attr(sym_name, signature.name);
    op.set_attr(function_type, ty);
    let id = r.create(op)?;
    r.read_region(id, 0, &signature.params)?;
    r.read_optional_dict(op)
}

/// `iter_values(%x = %y, ..)`: names of the carried values; their initial values become operands.
fn read_iter_values<'s>(
    r: &mut Reader<'s>,
    op: &mut OpText<'s>,
    field: Field,
) -> Parse<Vec<(&'s [u8], Span)>> {
    let mut names = Vec::new();
    r.expect(Kind::ParenOpen, "'('")?;
    r.list(Kind::ParenClose, "')'", |r| {
        let token = r.expect(Kind::Value, "the name of a carried value")?;
        names.push((r.name_of(token), token.span()));
        r.expect(Kind::Equal, "'=' and the initial value")?;
        r.read_operand(op, field)
    })?;
    Ok(names)
}

fn carried<'s>(names: &[(&'s [u8], Span)], types: &Types) -> Vec<Argument<'s>> {
    names.iter().zip(types).map(|(&(name, span), &(ty, _))| Argument { name, ty, span }).collect()
}

/// As many types as carried values, or an error with these words.
fn check_carried(
    r: &mut Reader<'_>,
    text: &str,
    names: &[(&[u8], Span)],
    types: &Types,
    op: Span,
) -> Parse<()> {
    if names.len() == types.len() {
        return Ok(());
    }
    let names_at = names.iter().map(|n| n.1).reduce(Span::to).unwrap_or(op);
    let types_at = types.iter().map(|t| t.1).reduce(Span::to).unwrap_or(op);
    let error = Diagnostic::error(code::LIST_LENGTH, text)
        .at(types_at, format!("{} type(s)", types.len()))
        .also(names_at, format!("{} value(s)", names.len()))
        .help("write exactly one type for each carried value");
    Err(r.fail(error))
}

/// `for unsigned %i in (%a to %b, step %c) : T iter_values(%x = %y) -> (T) { .. }`
pub(super) fn read_for<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::for_::{initValues, lowerBound, resultValues, step, unsignedCmp, upperBound};
    if r.eat_word("unsigned") {
        op.set_attr(unsignedCmp, AttrSlot::UNIT);
    }
    let token = r.expect(Kind::Value, "the name of the induction variable")?;
    r.expect_word("in")?;
    r.expect(Kind::ParenOpen, "'('")?;
    r.read_operand(op, lowerBound)?;
    r.expect_word("to")?;
    r.read_operand(op, upperBound)?;
    r.expect(Kind::Comma, "','")?;
    r.expect_word("step")?;
    r.read_operand(op, step)?;
    r.expect(Kind::ParenClose, "')'")?;
    r.expect(Kind::Colon, "':' and the type of the induction variable")?;
    let (ty, at) = r.read_type_at()?;
    for field in [lowerBound, upperBound, step] {
        op.state_type(field, ty, at);
    }
    let mut arguments = vec![Argument { name: r.name_of(token), ty, span: token.span() }];
    if r.eat_word("iter_values") {
        let names = read_iter_values(r, op, initValues)?;
        r.expect(Kind::Arrow, "'->' and the types of the carried values")?;
        let types = r.read_type_list()?;
        let text = "mismatch in number of loop-carried values and defined values";
        check_carried(r, text, &names, &types, op.span)?;
        op.state_types(initValues, &types);
        for &(ty, _) in &types {
            op.add_result(resultValues, ty);
        }
        arguments.extend(carried(&names, &types));
    }
    let id = r.create(op)?;
    r.read_region(id, 0, &arguments)?;
    r.read_optional_dict(op)
}

/// `loop iter_values(%x = %y) : T -> T { .. }`
pub(super) fn read_loop<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::loop_::{initValues, resultValues};
    let mut arguments = Vec::new();
    if r.eat_word("iter_values") {
        let names = read_iter_values(r, op, initValues)?;
        r.expect(Kind::Colon, "':' and the types of the carried values")?;
        let types = read_open_types(r)?;
        check_carried(r, "found different number of iter_values and types", &names, &types, op.span)?;
        op.state_types(initValues, &types);
        // Without `->` there are no results, as in printed text, unless there are names for some.
        let results = match r.eat(Kind::Arrow) {
            true => read_open_types(r)?,
            false if op.named > 0 => types.clone(),
            false => Types::new(),
        };
        results.iter().for_each(|&(ty, _)| op.add_result(resultValues, ty));
        arguments = carried(&names, &types);
    } else if r.eat(Kind::Colon) || r.eat(Kind::Arrow) {
        read_open_types(r)?.iter().for_each(|&(ty, _)| op.add_result(resultValues, ty));
    }
    let id = r.create(op)?;
    r.read_region(id, 0, &arguments)?;
    r.read_optional_dict(op)
}

/// Types separated by commas, with parentheses or without.
fn read_open_types(r: &mut Reader<'_>) -> Parse<Types> {
    if r.kind() == Kind::ParenOpen { r.read_type_list() } else { r.read_types() }
}

/// `if %c -> (T) { .. } else { .. }`
pub(super) fn read_if<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::if_::{condition, results};
    r.read_operand(op, condition)?;
    if r.eat(Kind::Arrow) {
        for (ty, _) in r.read_type_list()? {
            op.add_result(results, ty);
        }
    }
    let id = r.create(op)?;
    r.read_region(id, 0, &[])?;
    if r.eat_word("else") {
        r.read_region(id, 1, &[])?;
    }
    r.read_optional_dict(op)
}

/// `reduce %x dim=0 identities=[0 : i32] : T -> U (%a: V, %b: V) { .. }`
pub(super) fn read_reduce<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::reduce::{dim, identities, operands, results};
    r.read_operands(op, operands)?;
    r.read_optional_dict(op)?;
    r.read_named(op, dim)?;
    r.read_named(op, identities)?;
    read_combiner(r, op, operands, results)
}

/// `scan %x dim=0 reverse=false identities=[0 : i32] : T -> T (%a: V, %b: V) { .. }`
pub(super) fn read_scan<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::scan::{dim, identities, operands, results, reverse};
    r.read_operands(op, operands)?;
    r.read_optional_dict(op)?;
    r.read_named(op, dim)?;
    r.read_named(op, reverse)?;
    r.read_named(op, identities)?;
    read_combiner(r, op, operands, results)
}

/// `: T -> U (%a: V, %b: V) { .. }`
fn read_combiner<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>, operands: Field, results: Field) -> Parse<()> {
    r.expect(Kind::Colon, "':' and the types of the operands")?;
    let types = r.read_types()?;
    r.state_operand_types(op, operands, &types)?;
    r.expect(Kind::Arrow, "'->' and the types of the results")?;
    for (ty, _) in r.read_types()? {
        op.add_result(results, ty);
    }
    r.expect(Kind::ParenOpen, "'(' and the arguments of the body")?;
    let mut arguments = Vec::new();
    r.list(Kind::ParenClose, "')'", |r| {
        arguments.push(r.read_argument()?);
        Ok(())
    })?;
    let id = r.create(op)?;
    let errors = r.sink.errors();
    let read = r.read_region(id, 0, &arguments);
    if r.sink.errors() > errors {
        explain_arguments(r, &arguments);
    }
    read
}

/// The body of a reduction has errors, because an argument is not a single element.
fn explain_arguments(r: &mut Reader<'_>, arguments: &[Argument<'_>]) {
    let tile = |r: &Reader<'_>, ty| r.module.types.get(ty).as_tile().cloned();
    for argument in arguments {
        let Some(tile) = tile(r, argument.ty).filter(|tile| tile.rank() > 0) else { continue };
        let elem = tile.elem();
        let text = "the body takes single elements, whatever the shape of the operand";
        let note = Diagnostic::remark(code::TYPE_MISMATCH, text)
            .at(argument.span, format!("has the type '{}'", crate::Type::Tile(tile.clone())))
            .help(format!("its type is `tile<{elem}>`"));
        r.sink.push(note);
    }
}
