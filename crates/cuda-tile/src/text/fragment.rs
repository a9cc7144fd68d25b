//! Types and predicates by themselves, for those who build modules.

use ir::text::{Kind, Parse};

use super::{ParseOptions, Reader, State, types, values};
use crate::Type;
use crate::attrs::Attr;
use crate::items::new_module;

/// Reads a type: `tile<4xf32>`.
///
/// # Errors
/// The error, in one sentence.
pub fn parse_type(text: &str) -> Result<Type, String> {
    read(text, "a type", types::read_value)
}

/// Reads a predicate: `div_by<16>`.
///
/// # Errors
/// The error, in one sentence.
pub fn parse_predicate(text: &str) -> Result<Attr, String> {
    read(text, "a predicate", values::read_predicate)
}

fn read<T>(text: &str, what: &str, read: impl FnOnce(&mut Reader<'_>) -> Parse<T>) -> Result<T, String> {
    let mut module = new_module("fragment");
    let options = ParseOptions { strict: true, ..ParseOptions::default() };
    let state = State::new(options, &mut module);
    let mut r = Reader::new(text, module, state, options.strict);
    let found = r.nested(read);
    let goes_on = r.kind() != Kind::Eof;
    let errors = r.sink.finish();
    match (found, errors.iter().find(|found| found.is_error())) {
        (Ok(found), None) if !goes_on => Ok(found),
        (_, Some(error)) => Err(format!("`{text}` is not {what}: {}", error.message)),
        (_, None) => Err(format!("`{text}` is not {what}: something follows it")),
    }
}
