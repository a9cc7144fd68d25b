//! Reading attributes in general: what is in dictionaries, in alias definitions and in the generic form.

mod predicates;
mod slots;

use diag::{Diagnostic, Span};
use ir::text::{Failed, Kind, Parse, code};
use ir::{AttrId, StrId};
use numerics::Scalar;

use super::{OpText, Reader, alias, literal, location, symbolic};
use crate::Type;
use crate::attrs::{Attr, EnumKind};

pub(super) use self::predicates::read_predicate;
pub(super) use self::slots::slot_of;

/// A dictionary, whose `{` comes next, into the attributes of an op.
pub(super) fn read_op_dict(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
    let entries = read_entries(r)?;
    let mut rest = Vec::new();
    for (key, value, span) in entries {
        let name = r.module.text(key).into_owned();
        match op.spec.attrs.iter().position(|a| a.name == name) {
            Some(index) => {
                let value = r.module.attrs.get(value).clone();
                op.attrs[index] = slot_of(r, &op.spec.attrs[index], value, span)?;
            }
            None => rest.push((key, value)),
        }
    }
    if !rest.is_empty() {
        let dict = sorted_dict(r, rest);
        op.extra = Some(r.module.attrs.intern(dict));
    }
    Ok(())
}

/// A dictionary, whose `{` comes next.
pub(super) fn read_dict(r: &mut Reader<'_>) -> Parse<Attr> {
    let entries = read_entries(r)?;
    let entries = entries.into_iter().map(|(key, value, _)| (key, value)).collect();
    Ok(sorted_dict(r, entries))
}

/// A dictionary of these entries, whose keys differ.
pub(super) fn sorted_dict(r: &Reader<'_>, mut entries: Vec<(StrId, AttrId)>) -> Attr {
    entries.sort_by(|a, b| r.module.strings.get(a.0).cmp(r.module.strings.get(b.0)));
    Attr::Dict(entries.into())
}

/// The entries between braces, each with the place of its value.
pub(super) fn read_entries(r: &mut Reader<'_>) -> Parse<Vec<(StrId, AttrId, Span)>> {
    r.expect(Kind::BraceOpen, "'{'")?;
    let mut entries: Vec<(StrId, AttrId, Span)> = Vec::new();
    let mut keys: Vec<(StrId, Span)> = Vec::new();
    r.list(Kind::BraceClose, "'}'", |r| {
        let (key, at) = read_key(r)?;
        if let Some(&(_, earlier)) = keys.iter().find(|entry| entry.0 == key) {
            let text = format!("duplicate key '{}' in dictionary attribute", r.module.text(key));
            let error = Diagnostic::error(code::DUPLICATE_KEY, text)
                .at(at, "named again")
                .also(earlier, "named here");
            return Err(r.fail(error));
        }
        keys.push((key, at));
        let (value, span) = if r.eat(Kind::Equal) {
            let start = r.token().start;
            let value = read_value(r)?;
            (value, Span::new(start, r.end()))
        } else {
            (Attr::Unit, at)
        };
        entries.push((key, r.module.attrs.intern(value), span));
        Ok(())
    })?;
    Ok(entries)
}

/// A key of a dictionary: a word or a string.
pub(super) fn read_key(r: &mut Reader<'_>) -> Parse<(StrId, Span)> {
    let token = r.token();
    #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens are no keys")]
    match token.kind {
        Kind::Word => {
            r.bump();
            Ok((r.module.strings.intern_bytes(r.text_of(token.span())), token.span()))
        }
        Kind::Str => {
            let bytes = r.read_string("a name")?;
            Ok((r.module.strings.intern_bytes(&bytes), token.span()))
        }
        _ => Err(r.expected("attribute name")),
    }
}

/// Any attribute.
pub(super) fn read_value(r: &mut Reader<'_>) -> Parse<Attr> {
    r.nested(read_value_inside)
}

fn read_value_inside(r: &mut Reader<'_>) -> Parse<Attr> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens begin no attribute")]
    match r.kind() {
        Kind::Str => {
            let bytes = r.read_string("a string")?;
            Ok(Attr::Str(r.module.strings.intern_bytes(&bytes)))
        }
        Kind::Int | Kind::Hex | Kind::Float | Kind::Minus => read_typed_number(r),
        Kind::BraceOpen => read_dict(r),
        Kind::BracketOpen => read_array(r),
        Kind::Symbol => Ok(Attr::SymbolRef(r.read_symbol()?.0)),
        Kind::Hash => read_hash(r),
        Kind::Bang | Kind::ParenOpen => read_type_value(r),
        Kind::Word => read_word(r),
        _ => Err(r.expected("attribute value")),
    }
}

fn read_type_value(r: &mut Reader<'_>) -> Parse<Attr> {
    let id = if r.kind() == Kind::ParenOpen { read_function_type(r)? } else { super::types::read_type(r)? };
    Ok(Attr::Type(id))
}

fn read_function_type(r: &mut Reader<'_>) -> Parse<ir::TypeId> {
    let list = |r: &mut Reader<'_>| Ok(r.read_type_list()?.into_iter().map(|(id, _)| id).collect::<Vec<_>>());
    let params = list(r)?;
    r.expect(Kind::Arrow, "'->'")?;
    // A single result needs no parentheses.
    let results = if r.kind() == Kind::ParenOpen { list(r)? } else { vec![super::types::read_type(r)?] };
    let clone = |types: Vec<ir::TypeId>| types.into_iter().map(|id| r.module.types.get(id).clone()).collect();
    let function = crate::types::FunctionType { params: clone(params), results: clone(results) };
    Ok(r.module.types.intern(Type::Function(function)))
}

fn read_word(r: &mut Reader<'_>) -> Parse<Attr> {
    match r.text() {
        b"true" | b"false" => Ok(Attr::Bool(super::attrs::read_bool(r)?)),
        b"unit" => {
            r.bump();
            Ok(Attr::Unit)
        }
        b"array" if r.second().kind == Kind::Less => read_dense_array(r),
        b"dense" if r.second().kind == Kind::Less => read_dense(r),
        _ => read_type_value(r),
    }
}

fn read_array(r: &mut Reader<'_>) -> Parse<Attr> {
    r.bump();
    let mut ids = Vec::new();
    r.list(Kind::BracketClose, "']'", |r| {
        let value = read_value(r)?;
        ids.push(r.module.attrs.intern(value));
        Ok(())
    })?;
    Ok(Attr::Array(ids.into()))
}

/// `1 : i32`, `1.0 : f32`; without a type i64 and f64.
fn read_typed_number(r: &mut Reader<'_>) -> Parse<Attr> {
    let start = r.token().start;
    let number = if r.kind() == Kind::Minus { r.second() } else { r.token() };
    // The type after the number determines its format.
    let mut ahead = r.look_ahead();
    if r.kind() == Kind::Minus {
        ahead.next_token();
    }
    let colon = ahead.next_token();
    let ty = if colon.kind == Kind::Colon {
        r.seek(colon.end);
        read_number_type(r)?
    } else if number.kind == Kind::Float {
        Scalar::F64
    } else {
        Scalar::I64
    };
    let end = r.end().max(colon.start);
    r.seek(start);
    let bits = literal::read_number(r, ty)?;
    if colon.kind == Kind::Colon {
        r.consumed_to(end);
    }
    Ok(if ty.is_int() { Attr::Int { ty, bits } } else { Attr::Float { ty, bits } })
}

fn read_number_type(r: &mut Reader<'_>) -> Parse<Scalar> {
    let start = r.token().start;
    #[allow(clippy::wildcard_enum_match_arm, reason = "other types are no numbers")]
    match super::types::read_value(r)? {
        Type::Scalar(scalar) => Ok(scalar),
        other => {
            let span = Span::new(start, r.end());
            let text = format!("expected a number type, but got '{}'", crate::types::Qualified(&other));
            Err(r.error_at(code::ATTRIBUTE, span, text, "is no type of a number"))
        }
    }
}

/// `array<i32: 1, 0>`.
fn read_dense_array(r: &mut Reader<'_>) -> Parse<Attr> {
    r.bump();
    r.expect(Kind::Less, "'<'")?;
    let at = r.token().span();
    let elem = read_number_type(r)?;
    if !matches!(elem, Scalar::I1 | Scalar::I32 | Scalar::I64) {
        return Err(r.error_at(
            code::ATTRIBUTE,
            at,
            "expected an array of i1, i32 or i64",
            "is none of them",
        ));
    }
    let mut bits = Vec::new();
    if r.eat(Kind::Colon) {
        r.list(Kind::Greater, "'>'", |r| {
            bits.push(literal::read_number(r, elem)?);
            Ok(())
        })?;
    } else {
        r.expect(Kind::Greater, "'>'")?;
    }
    #[allow(clippy::wildcard_enum_match_arm, reason = "three types are left, see above")]
    Ok(match elem {
        Scalar::I1 => Attr::Bools(bits.iter().map(|&b| b != 0).collect()),
        Scalar::I32 => Attr::I32s(bits.iter().map(|&b| b as i32).collect()),
        _ => Attr::I64s(bits.iter().map(|&b| b as i64).collect()),
    })
}

/// `dense<..> : !cuda_tile.tile<..>`.
fn read_dense(r: &mut Reader<'_>) -> Parse<Attr> {
    let start = r.bump();
    // The type after the elements determines their format.
    let (ty, at, end) = look_behind_angles(r)?;
    let found = r.module.types.get(ty).clone();
    let Some(elem) = found.as_tile().and_then(|tile| tile.elem().scalar()) else {
        let text = format!("expected a tile of numbers, but got '{}'", crate::types::Qualified(&found));
        return Err(r.error_at(code::ATTRIBUTE, at, text, "cannot hold the elements"));
    };
    r.seek(start.end);
    r.expect(Kind::Less, "'<'")?;
    let literal = literal::read_plain(r, elem, at)?;
    r.expect(Kind::Greater, "'>'")?;
    r.consumed_to(end);
    Ok(Attr::Dense(literal.into_dense(r, ty, at)?))
}

/// The type after `<..> :`, its place and its end.
fn look_behind_angles(r: &mut Reader<'_>) -> Parse<(ir::TypeId, Span, u32)> {
    let open = r.token();
    let mut depth = 0usize;
    loop {
        #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is inside")]
        match r.kind() {
            Kind::Less => depth += 1,
            Kind::Greater => depth = depth.saturating_sub(1),
            Kind::Eof => {
                return Err(r.error_at(code::UNCLOSED, open.span(), "expected '>'", "this is never closed"));
            }
            _ => {}
        }
        r.bump();
        if depth == 0 {
            break;
        }
    }
    r.expect(Kind::Colon, "':' and the type of the elements")?;
    let (ty, at) = r.read_type_at()?;
    Ok((ty, at, r.end()))
}

/// `#cuda_tile.name<..>`, or an alias.
fn read_hash(r: &mut Reader<'_>) -> Parse<Attr> {
    let token = r.token();
    let name = r.name_of(token);
    if name == b"cuda_tile" {
        r.bump();
        return symbolic::read_attr(r);
    }
    let Some(kind) = std::str::from_utf8(name).ok().and_then(|n| n.strip_prefix("cuda_tile.")) else {
        r.bump();
        return alias::find_attr(r, name, token.span());
    };
    if let Some(kind) = EnumKind::ALL.iter().find(|k| k.generic_name() == Some(kind)) {
        r.bump();
        return read_enum(r, *kind);
    }
    match kind {
        "div_by" | "same_elements" | "bounded" => read_predicate(r),
        "padding_value" => {
            r.bump();
            read_padding(r)
        }
        "optimization_hints" => {
            r.bump();
            super::attrs::read_hint_dict(r)
        }
        "di_file" | "di_compile_unit" | "di_subprogram" | "di_lexical_block" => {
            location::read_debug(r).map(Attr::Debug)
        }
        _ => {
            let text = format!("unknown attribute `{kind}` in dialect `cuda_tile`");
            let names = [
                "div_by",
                "same_elements",
                "bounded",
                "rounding",
                "signedness",
                "overflow",
                "di_file",
                "di_loc",
            ];
            let mut error =
                Diagnostic::error(code::ATTRIBUTE, text).at(token.span(), "no attribute has this name");
            if let Some(help) = diag::suggest::did_you_mean(kind, names) {
                error = error.help(help);
            }
            Err(r.fail(error))
        }
    }
}

fn read_enum(r: &mut Reader<'_>, kind: EnumKind) -> Parse<Attr> {
    r.expect(Kind::Less, "'<'")?;
    let slot = super::attrs::read_keyword(r, kind, kind.generic_name().unwrap_or("value"))?;
    r.expect(Kind::Greater, "'>'")?;
    let case = slot.as_small().and_then(|n| u8::try_from(n).ok()).expect("a case of an enumeration is small");
    Ok(Attr::Enum(kind, case))
}

/// Padding values are only allowed in types; as an attribute, their number is kept.
fn read_padding(r: &mut Reader<'_>) -> Parse<Attr> {
    r.expect(Kind::Less, "'<'")?;
    let token = r.expect(Kind::Word, "a padding value")?;
    let word = r.str_of(token.span());
    let case = crate::types::Padding::ALL.iter().position(|p| p.name() == word);
    let Some(case) = case else {
        return Err(r.error_at(
            code::KEYWORD,
            token.span(),
            "invalid padding_value attribute specification",
            "is none",
        ));
    };
    r.expect(Kind::Greater, "'>'")?;
    Ok(Attr::Int { ty: Scalar::I32, bits: case as u64 })
}

fn unknown_predicate(r: &mut Reader<'_>, name: &str, span: Span) -> Failed {
    let text = format!(
        "unknown assume predicate attribute: {name} (expected 'div_by', 'same_elements', or 'bounded')"
    );
    r.error_at(code::ATTRIBUTE, span, text, "no predicate has this name")
}

/// A typed number; `true` and `false` are numbers of type i1.
pub(super) fn as_number(value: Attr) -> Option<Attr> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other attributes are no numbers")]
    match value {
        Attr::Bool(value) => Some(Attr::Int { ty: Scalar::I1, bits: value.into() }),
        number @ (Attr::Int { .. } | Attr::Float { .. }) => Some(number),
        _ => None,
    }
}
