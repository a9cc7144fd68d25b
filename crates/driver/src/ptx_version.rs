//! `--ptx-version MAX`: checks whether a driver that supports PTX versions up to MAX can read the PTX, and reports what needs a
//! newer one.
//!
//! Generated PTX declares the lowest sufficient version, so nothing has to be rewritten: either it fits, or an instruction or
//! the target needs a newer version.

use diag::{Diagnostic, Source};
use ptx::Version;
use ptx::module::Statement;

use crate::codes;

/// Checks that PTX needs no version beyond `most`.
///
/// # Errors
/// An instruction that needs a newer version.
pub fn fits(text: &str, most: Version) -> Result<(), Box<Diagnostic>> {
    let source = Source::new("PTX", text);
    let module = ptx::parse(&source).module;
    if module.version <= most {
        return Ok(());
    }
    let message = format!("the code needs PTX {}, and `--ptx-version` allows {most}", module.version);
    let error = Diagnostic::error(codes::TARGET, message);
    if let Some(since) = module.target.since().filter(|&since| since > most) {
        let why = format!("`{}` is known from PTX {since} on", module.target);
        return Err(Box::new(error.note(why).help("compile for an older target, or allow a newer version")));
    }
    let error = match newest(&module, most) {
        Some((mnemonic, needed)) => error.note(format!("`{mnemonic}` needs PTX {needed}")),
        None => error.note("directives of its kernels need it"),
    };
    Err(Box::new(
        error.help("allow a newer version: the driver that reads it must be of that CUDA release or newer"),
    ))
}

/// The first instruction that needs more than a version, and what it needs.
fn newest(module: &ptx::Module, most: Version) -> Option<(&'static str, Version)> {
    let bodies = module.functions.values().filter_map(|function| function.body.as_ref());
    let mut statements = bodies.flat_map(|body| &body.statements);
    statements.find_map(|statement| {
        let Statement::Instruction(instruction) = statement else { return None };
        let needs = instruction.spec().needs(&instruction.modifiers);
        let needed = needs.map(|needs| needs.version).max()?;
        (needed > most).then(|| (instruction.opcode().mnemonic(), needed))
    })
}
