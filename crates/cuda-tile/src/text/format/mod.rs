//! Laying out a text: the same tokens in canonical layout.
//!
//! One op a line, two blanks of indentation a region, blanks between tokens as the printer sets them, prefixes dropped
//! where they can be. Numbers, names, aliases and comments stay as they are written. A line is broken for comments that
//! stand inside an op; the rest of such an op is indented by four more blanks. So do the parameters of a signature that
//! is longer than 120 columns, each on its own line. Other lines are never broken. Of several empty lines one stays, of
//! those at the borders of a region none.
//!
//! The layout works on tokens. Parsing tells where ops and regions begin, and judges the outcome: what is returned
//! reads as the same program.

mod rename;
mod signature;
mod spacing;
mod writer;

use diag::{Diagnostic, Source, Span};
use ir::text::{Kind, Layout, Lexer, Token, code};

use self::rename::Renaming;
use self::writer::Writer;
use super::{ParseOptions, file};
use crate::Module;
use crate::equal::same_program;

/// How a text is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    /// How it is read.
    pub parse: ParseOptions,
    /// Values get the names that the reference printers give them.
    pub rename: bool,
}

/// Lays out a text.
///
/// # Errors
/// The syntax errors, or the reason why values cannot be renamed.
pub fn format(source: &Source, options: &FormatOptions) -> Result<String, Vec<Diagnostic>> {
    let (parsed, layout) = file::parse_with_layout(source, &options.parse);
    let Some(module) = parsed.module else { return Err(parsed.diagnostics) };
    let tokens = tokens(source.text(), &options.parse);
    let renaming = match options.rename {
        true => {
            rename::renaming(&module, source.text(), &tokens, &layout).map_err(|at| vec![unnamable(at)])?
        }
        false => Renaming::default(),
    };
    // A prefix is dropped if that does not change the program.
    for short in [true, false] {
        let text = set(source.text(), &tokens, &layout, &renaming, short);
        if reads_as(&text, &options.parse, &module) {
            return Ok(text);
        }
    }
    let text = format!("`{}` cannot be laid out without changing it", source.name());
    Err(vec![
        Diagnostic::error(code::LAYOUT, text).note("this is a fault of Tilewright; the file stays as it is"),
    ])
}

fn unnamable(at: Option<u32>) -> Diagnostic {
    let error = Diagnostic::error(code::LAYOUT, "the values of this text cannot be renamed where it stands")
        .help("lay it out without renaming, or print it with canonical names, which loses comments");
    match at {
        Some(at) => error.at(Span::point(at), "this is not one operation of the program"),
        None => error,
    }
}

fn tokens(text: &str, options: &ParseOptions) -> Vec<Token> {
    let mut lexer = Lexer::new(text.as_bytes(), !options.strict);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next_token();
        if token.kind == Kind::Eof {
            return tokens;
        }
        tokens.push(token);
    }
}

fn set(text: &str, tokens: &[Token], layout: &Layout, renaming: &Renaming, short: bool) -> String {
    let mut writer = Writer::new(text, layout, renaming, short);
    for (index, &token) in tokens.iter().enumerate() {
        writer.token(token, tokens.get(index + 1).copied());
    }
    writer.finish()
}

fn reads_as(text: &str, options: &ParseOptions, module: &Module) -> bool {
    let parsed = super::parse(&Source::new("formatted", text), options);
    parsed.module.is_some_and(|again| same_program(module, &again).is_ok())
}

#[cfg(test)]
mod tests;
