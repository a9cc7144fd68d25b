//! `tilewright explain-code`: the page of a diagnostic's code.

use tilewright::driver::codes::registry;

use crate::args::ExplainCodeArgs;
use crate::io::Io;
use crate::{Exit, Outcome, report};

pub(crate) fn run(args: &ExplainCodeArgs, io: &mut Io<'_>) -> Outcome {
    let registry = registry();
    let Some(code) = &args.code else {
        for info in registry.all() {
            writeln!(io.stdout, "{}  {}", info.code, info.title)?;
        }
        return Ok(Exit::Success);
    };
    match registry.find(code) {
        Some(info) => {
            write!(io.stdout, "{}", info.page())?;
            Ok(Exit::Success)
        }
        None => {
            let help = match registry.nearest(code).as_slice() {
                [] => "`tilewright explain-code` without a code lists all".to_owned(),
                near => format!("did you mean {}?", near.join(" or ")),
            };
            Err(report::usage(io, &format!("there is no code `{code}`"), &help))
        }
    }
}
