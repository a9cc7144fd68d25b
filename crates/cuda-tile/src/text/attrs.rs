//! Reading the attributes of rows, as their kinds spell them.

use diag::{Code, Span, suggest};
use ir::build::IntoAttr;
use ir::text::{Failed, Kind, Parse, code};
use ir::{AttrSlot, StrId};
use numerics::Scalar;

use super::types::{read_i32_list, read_i64};
use super::{OpText, Reader, literal, values};
use crate::attrs::{Attr, AttrKind, EnumKind, IntegerOverflow, MemoryOrdering, MemoryScope, RoundingMode};
use crate::roles::view_index;

/// An attribute that stands without a name in front.
pub(super) fn read_attr(r: &mut Reader<'_>, op: &mut OpText<'_>, index: usize) -> Parse<()> {
    let spec = &op.spec.attrs[index];
    let slot = match spec.kind {
        AttrKind::Flag => r.eat_word(spec.name).then_some(AttrSlot::UNIT),
        AttrKind::Keyword(kind) => Some(read_keyword(r, kind, spec.name)?),
        AttrKind::Rounding(allowed) => read_rounding(r, allowed)?,
        AttrKind::Overflow => read_overflow(r)?,
        AttrKind::Ordering(allowed) => Some(read_ordering(r, op.spec.mnemonic, allowed)?),
        AttrKind::Scope => read_scope(r, op, spec.optional)?,
        AttrKind::Str => Some(read_string(r)?),
        AttrKind::SymbolRef | AttrKind::SymbolName => {
            let (name, _) = r.read_symbol()?;
            Some(Attr::Str(name).into_attr(&mut r.module))
        }
        AttrKind::I32s => Some(read_i32s(r)?),
        AttrKind::InBounds => read_named_if(r, op, index)?,
        AttrKind::Hints => read_named_if(r, op, index)?,
        AttrKind::Dense => {
            r.state.literal = Some(literal::read_angled(r)?);
            None
        }
        AttrKind::Predicate => Some(values::read_predicate(r)?.into_attr(&mut r.module)),
        AttrKind::Bool
        | AttrKind::Int { .. }
        | AttrKind::FunctionType
        | AttrKind::Identities
        | AttrKind::Dicts
        | AttrKind::Dictionary
        | AttrKind::Strs
        | AttrKind::Exprs
        | AttrKind::ConstParams
        | AttrKind::Scratch => return read_named(r, op, index),
    };
    if let Some(slot) = slot {
        op.attrs[index] = slot;
    }
    Ok(())
}

fn read_named_if(r: &mut Reader<'_>, op: &mut OpText<'_>, index: usize) -> Parse<Option<AttrSlot>> {
    if r.eat_word(op.spec.attrs[index].name) {
        r.expect(Kind::Equal, "'='")?;
        read_named(r, op, index)?;
    }
    Ok(None)
}

/// The value of an attribute after its name and `=`.
pub(super) fn read_named(r: &mut Reader<'_>, op: &mut OpText<'_>, index: usize) -> Parse<()> {
    let spec = &op.spec.attrs[index];
    let slot = match spec.kind {
        AttrKind::Bool => read_bool(r)?.into_attr(&mut r.module),
        AttrKind::Int { bits } => read_int(r, bits)?,
        AttrKind::Identities => read_identities(r)?,
        AttrKind::InBounds => read_inbounds(r)?,
        AttrKind::Hints => read_hints(r)?,
        AttrKind::I32s => read_i32s(r)?,
        AttrKind::Str => read_string(r)?,
        AttrKind::Flag
        | AttrKind::Keyword(_)
        | AttrKind::Rounding(_)
        | AttrKind::Overflow
        | AttrKind::Ordering(_)
        | AttrKind::Scope
        | AttrKind::SymbolName
        | AttrKind::SymbolRef
        | AttrKind::FunctionType
        | AttrKind::Dense
        | AttrKind::Predicate
        | AttrKind::Dicts
        | AttrKind::Dictionary
        | AttrKind::Strs
        | AttrKind::Exprs
        | AttrKind::ConstParams
        | AttrKind::Scratch => {
            let start = r.token().start;
            let value = values::read_value(r)?;
            let span = Span::new(start, r.end());
            values::slot_of(r, spec, value, span)?
        }
    };
    op.attrs[index] = slot;
    Ok(())
}

fn read_string(r: &mut Reader<'_>) -> Parse<AttrSlot> {
    let bytes = r.read_string("a string")?;
    let id = r.module.strings.intern_bytes(&bytes);
    Ok(Attr::Str(id).into_attr(&mut r.module))
}

/// `true` or `false`.
pub(super) fn read_bool(r: &mut Reader<'_>) -> Parse<bool> {
    if r.eat_word("true") {
        Ok(true)
    } else if r.eat_word("false") {
        Ok(false)
    } else {
        Err(r.expected("'true' or 'false'"))
    }
}

/// An integer slot: small when it can be, else of the width of the attribute.
pub(super) fn read_int(r: &mut Reader<'_>, bits: u32) -> Parse<AttrSlot> {
    let start = r.token().start;
    let value = read_i64(r)?;
    let span = Span::new(start, r.end());
    if bits == 32 && i32::try_from(value).is_err() {
        return Err(r.error_at(
            code::LITERAL,
            span,
            "integer constant out of range for attribute",
            "does not fit 32 bits",
        ));
    }
    Ok(int_slot(r, bits, value))
}

/// The slot of an integer of the given width.
pub(super) fn int_slot(r: &mut Reader<'_>, bits: u32, value: i64) -> AttrSlot {
    match u32::try_from(value) {
        Ok(small) if small < AttrSlot::SMALL_LIMIT => AttrSlot::small(small),
        Ok(_) | Err(_) => {
            let ty = if bits == 32 { Scalar::I32 } else { Scalar::I64 };
            let bits = value as u64 & (u64::MAX >> (64 - bits));
            Attr::Int { ty, bits }.into_attr(&mut r.module)
        }
    }
}

fn read_i32s(r: &mut Reader<'_>) -> Parse<AttrSlot> {
    let mut ints = Vec::new();
    read_i32_list(r, |value| ints.push(value))?;
    Ok(Attr::I32s(ints.into()).into_attr(&mut r.module))
}

fn read_inbounds(r: &mut Reader<'_>) -> Parse<AttrSlot> {
    r.expect(Kind::BracketOpen, "'['")?;
    let mut flags = Vec::new();
    r.list(Kind::BracketClose, "']'", |r| {
        flags.push(read_bool(r)?);
        Ok(())
    })?;
    Ok(inbounds_slot(r, flags))
}

/// Flags that are all false are the default, which is absent.
pub(super) fn inbounds_slot(r: &mut Reader<'_>, flags: Vec<bool>) -> AttrSlot {
    if flags.contains(&true) { Attr::Bools(flags.into()).into_attr(&mut r.module) } else { AttrSlot::ABSENT }
}

/// `[0 : i32, 0.0 : f32]`.
fn read_identities(r: &mut Reader<'_>) -> Parse<AttrSlot> {
    r.expect(Kind::BracketOpen, "'['")?;
    let mut ids = Vec::new();
    r.list(Kind::BracketClose, "']'", |r| {
        let start = r.token().start;
        let value = values::read_value(r)?;
        let span = Span::new(start, r.end());
        let Some(number) = values::as_number(value) else {
            return Err(r.error_at(
                code::ATTRIBUTE,
                span,
                "expected a typed number",
                "for example `0.0 : f32`",
            ));
        };
        ids.push(r.module.attrs.intern(number));
        Ok(())
    })?;
    Ok(Attr::Array(ids.into()).into_attr(&mut r.module))
}

/// One of `names`, by its position; otherwise an error that quotes them.
fn read_case(
    r: &mut Reader<'_>,
    names: &[&str],
    message: impl FnOnce(&str) -> String,
    codes: Code,
) -> Parse<usize> {
    let token = r.token();
    #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens are no words")]
    let word = match token.kind {
        Kind::Word => r.str_of(token.span()),
        _ => "",
    };
    if let Some(case) = names.iter().position(|&name| name == word) {
        r.bump();
        return Ok(case);
    }
    let found = r.describe(token);
    let mut error = diag::Diagnostic::error(codes, message(word)).at(token.span(), format!("found {found}"));
    if let Some(help) = suggest::did_you_mean(word, names.iter().copied()) {
        error = error.help(help);
    }
    Err(r.fail(error))
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}

/// A bare keyword of an enumeration.
pub(super) fn read_keyword(r: &mut Reader<'_>, kind: EnumKind, field: &str) -> Parse<AttrSlot> {
    // Listed as the reference tools list them.
    let backwards = matches!(kind, EnumKind::Signedness | EnumKind::ComparisonOrdering);
    let listed: Vec<&str> = match backwards {
        true => kind.names().iter().rev().copied().collect(),
        false => kind.names().to_vec(),
    };
    let wanted = if kind == EnumKind::Signedness { "signedness".to_owned() } else { format!("'{field}'") };
    let message = |_: &str| format!("expected {wanted} to be one of: {{{}}}", quoted(&listed));
    let case = read_case(r, kind.names(), message, code::KEYWORD)?;
    Ok(AttrSlot::small(case as u32))
}

fn read_rounding(r: &mut Reader<'_>, allowed: &[RoundingMode]) -> Parse<Option<AttrSlot>> {
    if !r.eat_word("rounding") {
        return Ok(None);
    }
    r.expect(Kind::Less, "'<'")?;
    let names: Vec<&str> = allowed.iter().map(|mode| mode.name()).collect();
    let message =
        |got: &str| format!("expected rounding mode to be one of: {}, got: '{got}'", quoted(&names));
    let case = read_case(r, &names, message, code::KEYWORD)?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(Some(AttrSlot::small(allowed[case] as u32)))
}

fn read_overflow(r: &mut Reader<'_>) -> Parse<Option<AttrSlot>> {
    if !r.eat_word("overflow") {
        return Ok(None);
    }
    r.expect(Kind::Less, "'<'")?;
    let names: Vec<&str> = IntegerOverflow::ALL.iter().map(|o| o.name()).collect();
    let message = |got: &str| format!("expected overflow to be one of: {}, got: '{got}'", quoted(&names));
    let case = read_case(r, &names, message, code::KEYWORD)?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(Some(AttrSlot::small(case as u32)))
}

fn read_ordering(r: &mut Reader<'_>, mnemonic: &str, allowed: &[MemoryOrdering]) -> Parse<AttrSlot> {
    let names: Vec<&str> = MemoryOrdering::ALL.iter().map(|o| o.name()).collect();
    let message = |got: &str| {
        let names = names.join(", ");
        format!(
            "invalid memory_ordering_semantics attribute specification. Got \"{got}\" but expect one of: {names}"
        )
    };
    if r.kind() == Kind::Value {
        // This is the first operand.
        let token = r.token();
        let error = diag::Diagnostic::error(code::KEYWORD, message(""))
            .at(token.span(), format!("found {}", r.describe(token)))
            .help(orderings(mnemonic, allowed));
        return Err(r.fail(error));
    }
    let case = read_case(r, &names, message, code::KEYWORD)?;
    Ok(AttrSlot::small(case as u32))
}

/// The orderings that an op takes, as a remedy.
fn orderings(mnemonic: &str, allowed: &[MemoryOrdering]) -> String {
    let scope = |ordering: MemoryOrdering| if ordering == MemoryOrdering::Weak { "" } else { " device" };
    let ways: Vec<String> =
        allowed.iter().map(|&one| format!("`{mnemonic} {}{} ..`", one.name(), scope(one))).collect();
    let weak = match allowed.contains(&MemoryOrdering::Weak) {
        true => "; `weak` is for memory that no other tile block writes at the same time",
        false => "",
    };
    format!("an ordering comes before the operands: {}{weak}", ways.join(", "))
}

fn read_scope(r: &mut Reader<'_>, op: &OpText<'_>, optional: bool) -> Parse<Option<AttrSlot>> {
    let on_view = view_index(op.spec).is_some();
    if r.kind() != Kind::Word && (optional || on_view) {
        return Ok(None);
    }
    let weak =
        op.attrs.first().and_then(|&slot| MemoryOrdering::from_slot(slot)) == Some(MemoryOrdering::Weak);
    if on_view && weak {
        return Err(scope_of_weak(r));
    }
    let names: Vec<&str> = MemoryScope::ALL.iter().map(|s| s.name()).collect();
    let message = |got: &str| {
        let names = names.join(", ");
        format!("invalid memory_scope attribute specification. Got \"{got}\" but expect one of: {names}")
    };
    let case = read_case(r, &names, message, code::KEYWORD)?;
    Ok(Some(AttrSlot::small(case as u32)))
}

fn scope_of_weak(r: &mut Reader<'_>) -> Failed {
    let token = r.token();
    let word = r.str_of(token.span()).to_owned();
    let text = format!(
        "operation specifies weak memory ordering semantics, but then provides \"{word}\" scope, expected no memory scope."
    );
    r.error_at(code::KEYWORD, token.span(), text, "a weak access has no scope")
}

/// `<sm_90 = {..}, default = {..}>`.
pub(super) fn read_hints(r: &mut Reader<'_>) -> Parse<AttrSlot> {
    let dict = read_hint_dict(r)?;
    Ok(dict.into_attr(&mut r.module))
}

/// The same as an attribute, which the generic form writes after `#cuda_tile.optimization_hints`.
pub(super) fn read_hint_dict(r: &mut Reader<'_>) -> Parse<Attr> {
    r.expect(Kind::Less, "'<'")?;
    let mut entries: Vec<(StrId, ir::AttrId)> = Vec::new();
    r.list(Kind::Greater, "'>'", |r| {
        let (key, at) = values::read_key(r)?;
        if entries.iter().any(|entry| entry.0 == key) {
            let text = format!("duplicate optimization_hints key `{}`", r.module.text(key));
            return Err(r.error_at(code::DUPLICATE_KEY, at, text, "this target was named before"));
        }
        r.expect(Kind::Equal, "'='")?;
        let start = r.token().start;
        let value = values::read_value(r)?;
        let span = Span::new(start, r.end());
        if !matches!(value, Attr::Dict(_)) {
            let text = format!(
                "expected dictionary attribute for optimization_hints entry `{}` got value={}",
                r.module.text(key),
                r.str_of(span)
            );
            return Err(r.error_at(code::ATTRIBUTE, span, text, "is no dictionary `{..}`"));
        }
        entries.push((key, r.module.attrs.intern(value)));
        Ok(())
    })?;
    Ok(values::sorted_dict(r, entries))
}
