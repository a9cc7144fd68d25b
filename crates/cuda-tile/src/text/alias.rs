//! Aliases: `#name = attribute` and `!name = type` at the top of a file, usable before they are defined.
//!
//! The first use that needs it makes an index of all definitions; each definition is read once, when it is needed or
//! come by.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use diag::{Diagnostic, Span, suggest};
use ir::text::{Failed, Kind, Lexer, Parse, code};
use ir::{LocId, TypeId};
use rustc_hash::FxHashMap;

use super::{Reader, location, types, values};
use crate::attrs::Attr;

/// The meaning of an alias.
#[derive(Clone)]
enum Meaning {
    Unread,
    /// Being read right now: a use of it inside is a circle.
    Reading,
    Failed,
    Attr(Attr),
    Loc(LocId),
    Type(TypeId),
}

struct Definition {
    /// The name with its sigil.
    name: Span,
    /// First byte after the `=`.
    body: u32,
    /// First byte after the definition, once read.
    end: u32,
    meaning: Meaning,
}

/// All aliases of a file, by sigil and name.
#[derive(Default)]
pub(super) struct Aliases<'s> {
    definitions: FxHashMap<(u8, &'s [u8]), Definition>,
}

fn index(r: &mut Reader<'_>) {
    if r.state.aliases.is_some() {
        return;
    }
    let mut found = Aliases::default();
    let mut repeated = Vec::new();
    let mut lexer = Lexer::new(r.source(), !r.strict);
    let mut depth = 0usize;
    let mut token = lexer.next_token();
    while token.kind != Kind::Eof {
        let next = lexer.next_token();
        match token.kind {
            Kind::BraceOpen => depth += 1,
            Kind::BraceClose => depth = depth.saturating_sub(1),
            Kind::Hash | Kind::Bang if depth == 0 && next.kind == Kind::Equal => {
                let key = (r.source()[token.start as usize], r.name_of(token));
                let definition = Definition {
                    name: token.span(),
                    body: next.end,
                    end: next.end,
                    meaning: Meaning::Unread,
                };
                match found.definitions.get(&key) {
                    Some(first) => repeated.push((token.span(), first.name)),
                    None => {
                        found.definitions.insert(key, definition);
                    }
                }
            }
            _ => {}
        }
        token = next;
    }
    r.state.aliases = Some(found);
    for (again, first) in repeated {
        let name = r.str_of(again).to_owned();
        let error = Diagnostic::error(code::REDEFINED_ALIAS, format!("redefinition of alias '{name}'"))
            .at(again, "defined again")
            .also(first, "first defined here")
            .help("give one of them another name");
        r.fail(error);
    }
}

fn definition<'r, 's>(r: &'r mut Reader<'s>, key: (u8, &'s [u8])) -> Option<&'r mut Definition> {
    r.state.aliases.as_mut().and_then(|aliases| aliases.definitions.get_mut(&key))
}

/// A definition at the top of the file, which comes next.
pub(super) fn read_definition(r: &mut Reader<'_>) -> Parse<()> {
    index(r);
    let token = r.bump();
    let key = (r.source()[token.start as usize], r.name_of(token));
    r.expect(Kind::Equal, "'='")?;
    let first = definition(r, key).is_some_and(|d| d.name == token.span());
    if !first {
        // A repeated name was reported; its definition is only read for its errors.
        return read_meaning(r, key.0).map(|_| ());
    }
    resolve(r, key, token.span())?;
    if let Some(end) = definition(r, key).map(|d| d.end) {
        r.consumed_to(end);
    }
    Ok(())
}

fn read_meaning(r: &mut Reader<'_>, sigil: u8) -> Parse<Meaning> {
    if sigil == b'!' {
        if r.strict
            && r.kind() == Kind::Word
            && r.text() != b"token"
            && r.str_of(r.token().span()).parse::<numerics::Scalar>().is_err()
        {
            return Err(r.expected("a type with its prefix, for example '!cuda_tile.tile<4xf32>'"));
        }
        return types::read_type(r).map(Meaning::Type);
    }
    let is_loc = r.at_word("loc") || r.text() == b"#cuda_tile.di_loc";
    if is_loc { location::read_any(r).map(Meaning::Loc) } else { values::read_value(r).map(Meaning::Attr) }
}

/// The meaning of an alias; reads its definition if that was not done before.
fn resolve<'s>(r: &mut Reader<'s>, key: (u8, &'s [u8]), at: Span) -> Parse<Meaning> {
    index(r);
    let Some(found) = definition(r, key) else { return Err(undefined(r, key, at)) };
    let (name, body) = (found.name, found.body);
    match found.meaning.clone() {
        Meaning::Unread => {}
        Meaning::Failed => return Err(Failed),
        Meaning::Reading => {
            let text = r.str_of(name).to_owned();
            let error = Diagnostic::error(code::ALIAS, format!("alias '{text}' is defined by itself"))
                .at(at, "used here, inside its own definition")
                .also(name, "defined here");
            return Err(r.fail(error));
        }
        known @ (Meaning::Attr(_) | Meaning::Loc(_) | Meaning::Type(_)) => return Ok(known),
    }
    found.meaning = Meaning::Reading;
    let back = r.mark();
    r.seek(body);
    let read = r.nested(|r| read_meaning(r, key.0));
    let body_end = r.end();
    r.restore(back);
    if let Some(found) = definition(r, key) {
        found.end = body_end;
        found.meaning = read.clone().unwrap_or(Meaning::Failed);
    }
    read
}

fn undefined(r: &mut Reader<'_>, key: (u8, &[u8]), at: Span) -> Failed {
    let name = String::from_utf8_lossy(key.1).into_owned();
    let mut known: Vec<String> = Vec::new();
    if let Some(aliases) = &r.state.aliases {
        let names = aliases.definitions.keys().filter(|k| k.0 == key.0);
        known = names.map(|k| String::from_utf8_lossy(k.1).into_owned()).collect();
        known.sort_unstable();
    }
    let dialect = name.contains('.');
    let text = match (key.0, dialect) {
        (b'!', true) => format!("unknown type: {name}"),
        (_, true) => format!("unknown attribute: {name}"),
        (_, false) => format!("undefined symbol alias id '{name}'"),
    };
    let mut error = Diagnostic::error(code::ALIAS, text).at(at, "is not defined in this file");
    match suggest::did_you_mean(&name, known.iter().map(String::as_str)) {
        Some(help) => error = error.help(help),
        None if !dialect => {
            error = error.help(format!("define it at the top of the file: `{}{name} = ..`", key.0 as char))
        }
        None => {}
    }
    r.fail(error)
}

fn other_kind(r: &mut Reader<'_>, at: Span, wanted: &str) -> Failed {
    r.error_at(code::ALIAS, at, format!("expected an alias of {wanted}"), "stands for something else")
}

/// The type that an alias stands for.
pub(super) fn find_type<'s>(r: &mut Reader<'s>, name: &'s [u8], at: Span) -> Parse<TypeId> {
    match resolve(r, (b'!', name), at)? {
        Meaning::Type(id) => Ok(id),
        _ => Err(other_kind(r, at, "a type")),
    }
}

/// The attribute that an alias stands for.
pub(super) fn find_attr<'s>(r: &mut Reader<'s>, name: &'s [u8], at: Span) -> Parse<Attr> {
    match resolve(r, (b'#', name), at)? {
        Meaning::Attr(attr) => Ok(attr),
        _ => Err(other_kind(r, at, "an attribute")),
    }
}

/// The location that an alias stands for.
pub(super) fn find_loc<'s>(r: &mut Reader<'s>, name: &'s [u8], at: Span) -> Parse<LocId> {
    match resolve(r, (b'#', name), at)? {
        Meaning::Loc(id) => Ok(id),
        _ => Err(other_kind(r, at, "a location")),
    }
}
