//! Predicates of `assume`.

use ir::text::{Kind, Parse, code};

use super::unknown_predicate;
use crate::attrs::Attr;
use crate::text::types::read_i64;
use crate::text::{Reader, alias};

/// An assume predicate, with its prefix or without.
pub(in crate::text) fn read_predicate(r: &mut Reader<'_>) -> Parse<Attr> {
    let token = r.token();
    #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens begin no predicate")]
    let name = match token.kind {
        Kind::Word => r.str_of(token.span()),
        Kind::Hash => std::str::from_utf8(r.name_of(token)).unwrap_or(""),
        _ => {
            return Err(r.expected("an assume predicate: 'div_by<..>', 'same_elements<..>' or 'bounded<..>'"));
        }
    };
    let known = match (token.kind, name.strip_prefix("cuda_tile.")) {
        (_, Some(name)) => name,
        (Kind::Hash, None) => return aliased_predicate(r),
        (_, None) => name,
    };
    r.bump();
    match known {
        "div_by" => read_div_by(r),
        "same_elements" => read_same_elements(r),
        "bounded" => read_bounded(r),
        _ if token.kind == Kind::Hash => Err(r.error_at(
            code::ATTRIBUTE,
            token.span(),
            "expected assume predicate attribute",
            "is an attribute of another kind",
        )),
        _ => Err(unknown_predicate(r, known, token.span())),
    }
}

fn aliased_predicate(r: &mut Reader<'_>) -> Parse<Attr> {
    let token = r.bump();
    let name = r.name_of(token);
    #[allow(clippy::wildcard_enum_match_arm, reason = "other attributes are no predicates")]
    match alias::find_attr(r, name, token.span())? {
        predicate @ (Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. }) => Ok(predicate),
        _ => {
            let text = "expected assume predicate attribute";
            Err(r.error_at(code::ATTRIBUTE, token.span(), text, "stands for an attribute of another kind"))
        }
    }
}

/// `<16, every 4 along 0>`.
fn read_div_by(r: &mut Reader<'_>) -> Parse<Attr> {
    r.expect(Kind::Less, "'<'")?;
    let token = r.token();
    if !matches!(token.kind, Kind::Int | Kind::Hex | Kind::Minus) {
        let text = "failed to parse parameter 'divisor' which is expected to be an integer";
        return Err(r.error_at(code::ATTRIBUTE, token.span(), text, "is no integer"));
    }
    let divisor = read_i64(r)? as u64;
    let (mut every, mut along) = (None, None);
    if r.eat(Kind::Comma) {
        if r.eat_word("every") {
            every = Some(read_i64(r)?);
        }
        if r.eat_word("along") {
            along = Some(read_i64(r)?);
        }
        if every.is_none() && along.is_none() {
            return Err(r.expected("'every'"));
        }
    }
    r.expect(Kind::Greater, "'>'")?;
    Ok(Attr::DivBy { divisor, every, along })
}

/// `<[1, 4, 2]>`.
fn read_same_elements(r: &mut Reader<'_>) -> Parse<Attr> {
    r.expect(Kind::Less, "'<'")?;
    r.expect(Kind::BracketOpen, "'['")?;
    let mut values = Vec::new();
    r.list(Kind::BracketClose, "']'", |r| {
        values.push(read_i64(r)?);
        Ok(())
    })?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(Attr::SameElements(values.into()))
}

/// `<0, ?>`.
fn read_bounded(r: &mut Reader<'_>) -> Parse<Attr> {
    r.expect(Kind::Less, "'<'")?;
    let bound = |r: &mut Reader<'_>| if r.eat(Kind::Question) { Ok(None) } else { read_i64(r).map(Some) };
    let lower = bound(r)?;
    r.expect(Kind::Comma, "','")?;
    let upper = bound(r)?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(Attr::Bounded { lower, upper })
}
