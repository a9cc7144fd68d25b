//! `tilewright as`: text to bytecode.

use tilewright::bytecode::{EncodeOptions, encode};

use super::{valid_module, write_result};
use crate::args::AsArgs;
use crate::io::Io;
use crate::{Exit, Outcome, report};

pub(crate) fn run(args: &AsArgs, io: &mut Io<'_>) -> Outcome {
    let (input, _, module) = valid_module(&args.file, &args.input, io)?;
    let options = EncodeOptions { version: args.bytecode_version, ..EncodeOptions::default() };
    match encode(&module, &options) {
        Ok(bytes) => {
            write_result(Some(&args.output), &bytes, io)?;
            Ok(Exit::Success)
        }
        Err(found) => {
            report::diagnostics(&found, input.source(), args.input.diagnostics, io)?;
            report::summary(&found, &input.name, args.input.diagnostics, io)?;
            Ok(Exit::Failure)
        }
    }
}
