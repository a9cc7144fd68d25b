//! `tilewright dis`: bytecode to text.

use tilewright::driver::input::Content;
use tilewright::text::{Names, PrintOptions, Style, print};

use super::{load_valid, read, write_result, wrong_kind};
use crate::args::{DisArgs, DisStyle, InputArgs};
use crate::io::Io;
use crate::{Exit, Outcome};

pub(crate) fn run(args: &DisArgs, io: &mut Io<'_>) -> Outcome {
    let DisArgs { testing_ops, diagnostics, strict, .. } = *args;
    let preview = args.preview.clone();
    let input = read(&args.file, diagnostics, io)?;
    if matches!(input.content, Content::Text(_)) {
        let help = "lay it out with `tilewright fmt`, or make bytecode of it with `tilewright as`";
        return Err(wrong_kind(&input, help, diagnostics, io));
    }
    let module = load_valid(&input, &InputArgs { strict, testing_ops, preview, diagnostics }, io)?;
    let options = PrintOptions {
        style: match args.style {
            DisStyle::Module => Style::Canonical,
            DisStyle::Tileirdisasm => Style::Disassembler,
        },
        locations: args.locations,
        names: Names::Canonical,
        ..PrintOptions::default()
    };
    let text = print(&module, &options);
    write_result(args.output.as_deref(), text.as_bytes(), diagnostics, io)?;
    Ok(Exit::Success)
}
