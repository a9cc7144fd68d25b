//! `tilewright as`: text to bytecode.

use tilewright::bytecode::{EncodeOptions, encode};

use tilewright::driver::input::Content;

use super::{load_with_lines, read, write_result, wrong_kind};
use crate::args::AsArgs;
use crate::io::Io;
use crate::{Exit, Outcome, report};

pub(crate) fn run(args: &AsArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    let input = read(&args.file, form, io)?;
    // Bytecode in and bytecode out is only useful for another version.
    if matches!(input.content, Content::Bytecode(_)) && args.bytecode_version.is_none() {
        let help =
            "print it with `tilewright dis`, or write it for another version with `--bytecode-version`";
        return Err(wrong_kind(&input, help, form, io));
    }
    let mut module = load_with_lines(&input, args.locations, &args.input, io)?;
    if args.locations {
        tilewright::cuda_tile::scopes::add_scopes(&mut module);
    }
    let options = EncodeOptions {
        version: args.bytecode_version,
        testing_ops: args.input.testing_ops,
        preview_simt: args.input.preview_simt(),
        ..EncodeOptions::default()
    };
    match encode(&module, &options) {
        Ok(bytes) => {
            write_result(Some(&args.output), &bytes, form, io)?;
            Ok(Exit::Success)
        }
        Err(found) => {
            report::diagnostics(&found, input.source(), form, io)?;
            report::summary(&found, &input.name, form, io)?;
            Ok(Exit::Failure)
        }
    }
}
