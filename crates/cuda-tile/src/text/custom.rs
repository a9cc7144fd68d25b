//! Irregular pieces of ops without regions.

use diag::{Diagnostic, Span};
use ir::build::IntoAttr;
use ir::spec::{Asm, ValueSpec};
use ir::text::{Failed, Kind, Parse, code};
use ir::{AttrSlot, Field, TypeId};
use smallvec::SmallVec;

use super::{OpText, Reader, literal};
use crate::attrs::{Attr, AttrKind, SymbolVisibility};
use crate::constraint::Constraint;
use crate::ops::fields;
use crate::roles::view_index;
use crate::types::{DYNAMIC, Qualified};
use crate::{CudaTile, Type};

pub(super) fn misplaced_module(r: &mut Reader<'_>, op: &OpText<'_>) -> Failed {
    r.error_at(
        code::MISPLACED,
        op.span,
        "a module may only stand at the top of the file",
        "stands inside another op",
    )
}

/// `%a, %b : T, U`, or nothing; test ops may name results after `->`.
pub(super) fn read_operands_and_types<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    let field = Field::Operand(0);
    // Names of results begin the next op, which is a separate error.
    if r.kind() == Kind::Value && !r.begins_results() {
        r.read_operands(op, field)?;
        r.expect(Kind::Colon, "':' and the types of the operands")?;
        let types = r.read_types()?;
        r.state_operand_types(op, field, &types)?;
    }
    if !op.spec.results.is_empty() && r.eat(Kind::Arrow) {
        let types = r.read_types()?;
        op.results.extend(types.iter().map(|&(ty, _)| (0, ty)));
    }
    Ok(())
}

/// `, %a, %b`
pub(super) fn read_print_args<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    while r.eat(Kind::Comma) {
        if r.kind() != Kind::Value {
            break;
        }
        r.read_operand(op, fields::print_tko::args)?;
    }
    Ok(())
}

/// `: T, U`, when there are arguments.
pub(super) fn read_print_types<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    if op.use_count(fields::print_tko::args) == 0 {
        return Ok(());
    }
    r.expect(Kind::Colon, "':' and the types of the arguments")?;
    let types = r.read_types()?;
    r.state_operand_types(op, fields::print_tko::args, &types)
}

/// `inbounds = [true, false]`, if it comes next.
pub(super) fn read_inbounds(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
    let index = op.spec.attrs.iter().position(|attr| matches!(attr.kind, AttrKind::InBounds));
    super::attrs::read_attr(r, op, index.expect("an op with such text has the attribute"))
}

/// The token of an op, when it has one whose type is listed after those of the indices.
fn listed_token(op: &OpText<'_>) -> Option<Field> {
    let is_token = |operand: &ValueSpec<CudaTile>| matches!(operand.constraint, Constraint::Token);
    let token = Field::Operand(op.spec.operands.iter().position(is_token)? as u8);
    let is_listed = |piece: &Asm<CudaTile>| matches!(piece, Asm::CommaType(field) if *field == token);
    (op.spec.asm.iter().any(is_listed) && op.use_count(token) > 0).then_some(token)
}

/// `, T`, or one type for each index.
pub(super) fn read_index_types<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    let field = view_index(op.spec).expect("an op with such text has indices");
    let count = op.use_count(field);
    let at = r.token().span();
    let token = listed_token(op);
    let mut types: SmallVec<[(TypeId, Span); 4]> = SmallVec::new();
    while r.eat(Kind::Comma) {
        let (ty, span) = r.read_type_at()?;
        match token.filter(|_| *r.module.types.get(ty) == Type::Token) {
            Some(token) => {
                op.state_type(token, ty, span);
                break;
            }
            None => types.push((ty, span)),
        }
    }
    let older = r.str_of(op.span).ends_with("_unordered");
    if older && types.is_empty() && count > 0 && infer_types(r, op, &[field], at) {
        return Ok(());
    }
    if types.is_empty() && count > 0 {
        let text = "index types must be specified when indices are present";
        let error = Diagnostic::error(code::LIST_LENGTH, text)
            .at(at, "the type of the indices is missing")
            .help("write it after the type of the view, for example `, tile<i32>`");
        return Err(r.fail(error));
    }
    if types.len() > 1 && types.len() != count {
        let span = types.iter().map(|t| t.1).reduce(Span::to).unwrap_or(at);
        let text = format!("expected {count} index types, got {}", types.len());
        return Err(r.error_at(
            code::LIST_LENGTH,
            span,
            text,
            "write one type for all indices, or one for each",
        ));
    }
    match types.as_slice() {
        &[(ty, span)] => op.state_type(field, ty, span),
        types => op.state_types(field, types),
    }
    Ok(())
}

/// Takes the types of operands from their definitions, if an older text does not state them; false if that is
/// impossible.
fn infer_types<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>, fields: &[Field], at: diag::Span) -> bool {
    let uses = || fields.iter().flat_map(|&field| op.uses(field));
    let types: Option<SmallVec<[TypeId; 4]>> =
        uses().map(|one| one.value.map(|value| r.module.body.ty(value))).collect();
    let Some(types) = types.filter(|types| !r.strict && types.windows(2).all(|pair| pair[0] == pair[1]))
    else {
        return false;
    };
    let Some(&ty) = types.first() else { return false };
    let standard = format!("`{}` in front", crate::types::Qualified(r.module.types.get(ty)));
    r.note(at, format!("`{}` without the type of its indices or extents", op.spec.mnemonic), standard);
    for &field in fields {
        op.state_type(field, ty, at);
    }
    true
}

/// The operand has the tensor view type inside the result type.
pub(super) fn operand_is_viewed(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
    let at = r.last_type();
    let Some(&(_, ty)) = op.results.first() else { return Ok(()) };
    #[allow(clippy::wildcard_enum_match_arm, reason = "three ops make views, as their rows say")]
    let wanted = match op.spec.results[0].constraint {
        Constraint::StridedView => "strided_view",
        Constraint::GatherScatterView => "gather_scatter_view",
        _ => "partition_view",
    };
    let ty = r.module.types.get(ty);
    let Some(view) = ty.as_view().filter(|view| view.keyword() == wanted) else {
        let text = format!("expected '{wanted}' type, but got '{}'", Qualified(ty));
        let label = format!("`{}` makes a {wanted}", op.spec.mnemonic);
        return Err(r.error_at(code::INVALID_TYPE, at, text, label));
    };
    let tensor = Type::TensorView(view.tensor().clone());
    let tensor = r.module.types.intern(tensor);
    op.state_type(Field::Operand(0), tensor, at);
    Ok(())
}

/// An extent or stride of `make_tensor_view`.
enum Extent {
    Static(i64),
    Dynamic,
}

/// `%p, shape = [%a, 4], strides = [4, 1] : T -> U`, with the type of `%p` before `T` when its pointer attribute is
/// spelled out.
pub(super) fn read_make_tensor_view<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::make_tensor_view::{base, dynamicShape, dynamicStrides, result};
    r.read_operand(op, base)?;
    r.expect(Kind::Comma, "','")?;
    let (shape, shape_at) = read_extents(r, op, "shape", dynamicShape)?;
    r.expect(Kind::Comma, "','")?;
    let (strides, strides_at) = read_extents(r, op, "strides", dynamicStrides)?;
    r.read_optional_dict(op)?;
    r.expect(Kind::Colon, "':'")?;
    let mut ty = r.read_type_at()?;
    let dynamic = op.use_count(dynamicShape) + op.use_count(dynamicStrides) > 0;
    if is_pointer(r.module.types.get(ty.0)) {
        op.state_type(base, ty.0, ty.1);
        r.expect_text(if dynamic { "," } else { "->" })?;
        ty = r.read_type_at()?;
    }
    let older = dynamic
        && matches!(r.module.types.get(ty.0), Type::TensorView(_))
        && r.kind() != Kind::Arrow
        && infer_types(r, op, &[dynamicShape, dynamicStrides], ty.1);
    if dynamic && !older {
        op.state_type(dynamicShape, ty.0, ty.1);
        op.state_type(dynamicStrides, ty.0, ty.1);
        r.expect(Kind::Arrow, "'->' and the tensor_view type")?;
        ty = r.read_type_at()?;
    }
    op.add_result(result, ty.0);
    let found = r.module.types.get(ty.0);
    let Type::TensorView(view) = found.clone() else {
        let text = format!("expected 'tensor_view' type, but got '{}'", Qualified(found));
        return Err(r.error_at(code::INVALID_TYPE, ty.1, text, "`make_tensor_view` makes a tensor_view"));
    };
    check_extents(r, "shape", &shape, shape_at, view.shape(), ty.1)?;
    check_extents(r, "stride", &strides, strides_at, view.strides(), ty.1)
}

fn is_pointer(ty: &Type) -> bool {
    ty.as_tile().is_some_and(|tile| tile.elem().ptr().is_some())
}

type Extents = SmallVec<[(Extent, Span); 4]>;

fn read_extents<'s>(
    r: &mut Reader<'s>,
    op: &mut OpText<'s>,
    word: &str,
    field: Field,
) -> Parse<(Extents, Span)> {
    r.expect_word(word)?;
    r.expect(Kind::Equal, "'='")?;
    let open = r.expect(Kind::BracketOpen, "'['")?;
    let mut extents = Extents::new();
    r.list(Kind::BracketClose, "']'", |r| {
        let start = r.token().start;
        #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens are no extents")]
        let extent = match r.kind() {
            Kind::Value => {
                r.read_operand(op, field)?;
                Extent::Dynamic
            }
            Kind::Int | Kind::Hex | Kind::Minus => Extent::Static(super::types::read_i64(r)?),
            _ => return Err(r.expected("either integer or SSA value")),
        };
        extents.push((extent, Span::new(start, r.end())));
        Ok(())
    })?;
    Ok((extents, Span::new(open.start, r.end())))
}

fn check_extents(
    r: &mut Reader<'_>,
    what: &str,
    given: &Extents,
    at: Span,
    wanted: &[i64],
    ty: Span,
) -> Parse<()> {
    if given.len() != wanted.len() {
        let text = format!(
            "expected {what} declaration to contain {} elements due to tensor_view type, but {} were provided",
            wanted.len(),
            given.len()
        );
        let error = Diagnostic::error(code::LIST_LENGTH, text)
            .at(at, format!("{} given", given.len()))
            .also(ty, format!("{} in the type", wanted.len()));
        return Err(r.fail(error));
    }
    for (i, ((extent, span), &wanted)) in given.iter().zip(wanted).enumerate() {
        let given = match extent {
            Extent::Static(value) => *value,
            Extent::Dynamic => DYNAMIC,
        };
        if given != wanted {
            let show = |d: i64| if d == DYNAMIC { "?".to_owned() } else { d.to_string() };
            let text = format!(
                "input {what} dimension {i} does not match tensor_view type (expected {}, got {})",
                show(wanted),
                show(given)
            );
            let error = Diagnostic::error(code::INVALID_TYPE, text)
                .at(*span, "given here")
                .also(ty, format!("the type says {}", show(wanted)))
                .help("a value goes with `?` in the type, a number with the same number");
            return Err(r.fail(error));
        }
    }
    Ok(())
}

/// `global private constant @name alignment = 8 {..} <i32: 1> : tile<1xi32>`
pub(super) fn read_global<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::global::{alignment, constant, sym_name, symbol_visibility, value};
    for case in SymbolVisibility::ALL {
        if r.eat_word(case.name()) {
            op.set_attr(symbol_visibility, AttrSlot::small(*case as u32));
            break;
        }
    }
    if r.eat_word("constant") {
        op.set_attr(constant, AttrSlot::UNIT);
    }
    let (name, _) = r.read_symbol()?;
    let slot = Attr::Str(name).into_attr(&mut r.module);
    op.set_attr(sym_name, slot);
    if r.kind() == Kind::Colon && !r.strict {
        return read_seed_global(r, op);
    }
    if r.at_word("alignment") {
        r.read_named(op, alignment)?;
    }
    r.read_optional_dict(op)?;
    let literal = literal::read_angled(r)?;
    r.expect(Kind::Colon, "':' and the type of the global")?;
    let (ty, at) = r.read_type_at()?;
    let dense = literal.into_dense(r, ty, at)?;
    let slot = dense.into_attr(&mut r.module);
    op.set_attr(value, slot);
    Ok(())
}

/// `: T = value`, as a chapter of the seeds writes globals.
fn read_seed_global<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    let colon = r.bump();
    let (ty, at) = r.read_type_at()?;
    let found = r.module.types.get(ty).clone();
    let elem = found.as_tile().and_then(|tile| tile.elem().scalar());
    let Some(elem) = elem else {
        let text = format!("expected a tile of numbers, but got '{}'", Qualified(&found));
        return Err(r.error_at(code::INVALID_TYPE, at, text, "a global holds numbers"));
    };
    r.expect(Kind::Equal, "'=' and the elements of the global")?;
    let literal = literal::read_elements(r, elem, at)?;
    let span = Span::new(colon.start, r.end());
    r.note(span, "the type of a global before its value", format!("`<{elem}: ..> : {found}`"));
    let dense = literal.into_dense(r, ty, at)?;
    let slot = dense.into_attr(&mut r.module);
    op.set_attr(fields::global::value, slot);
    Ok(())
}
