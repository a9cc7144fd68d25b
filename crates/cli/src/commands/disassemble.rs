//! `tilewright dis`: bytecode to text.

use tilewright::driver::input::Content;
use tilewright::text::{Names, PrintOptions, Style, print};

use super::{valid_module, write_result};
use crate::args::{DisArgs, DisStyle};
use crate::io::Io;
use crate::{Exit, Outcome, report};

pub(crate) fn run(args: &DisArgs, io: &mut Io<'_>) -> Outcome {
    let (input, _, module) = valid_module(&args.file, &args.input, io)?;
    if matches!(input.content, Content::Text(_)) {
        return Err(report::usage(
            io,
            &format!("`{}` is text, not bytecode", input.name),
            "lay it out with `tilewright fmt`, or make bytecode of it with `tilewright as`",
        ));
    }
    let options = PrintOptions {
        style: match args.style {
            DisStyle::Module => Style::Canonical,
            DisStyle::Tileirdisasm => Style::Disassembler,
        },
        locations: args.locations,
        names: Names::Canonical,
        ..PrintOptions::default()
    };
    write_result(args.output.as_deref(), print(&module, &options).as_bytes(), io)?;
    Ok(Exit::Success)
}
