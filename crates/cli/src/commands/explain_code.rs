//! `tilewright explain-code`: the error-index entry of a diagnostic's code.

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
    // A number alone is an error's.
    let error = format!("E{code:0>4}");
    let number = code.bytes().all(|byte| byte.is_ascii_digit());
    match registry.find(code).or_else(|| registry.find(&error).filter(|_| number)) {
        Some(info) => {
            write!(io.stdout, "{}", wrapped(&info.to_markdown()))?;
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

/// Columns of a page.
const WIDTH: usize = 80;

/// The page with its prose broken into lines; programs stay as they are.
fn wrapped(page: &str) -> String {
    let (mut text, mut program) = (String::new(), false);
    for line in page.lines() {
        program ^= line.starts_with("```");
        if program {
            text.push_str(line);
        } else {
            wrap(line, &mut text);
        }
        text.push('\n');
    }
    text
}

fn wrap(line: &str, text: &mut String) {
    let mut column = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
}
