//! Format strings of `print_tko`.

use super::check::{Checked, OpCheck};
use super::codes::FORMAT;
use crate::attrs::Attr;
use crate::ops::fields;

/// The letters that end an expression.
const CONVERSIONS: &[u8] = b"diuoxXeEfFgGaAcsSpn%";

pub(super) fn print(check: &OpCheck<'_, '_>) -> Checked {
    let Some(Attr::Str(id)) = check.attr(fields::print_tko::str) else { return Ok(()) };
    let format = check.module().strings.get(*id);
    let args = check.operands(fields::print_tko::args).len();
    let count = expressions(format);
    check.ensure(count.is_some(), FORMAT, || "found unterminated format expression".to_owned()).map_err(
        |d| {
            Box::new(
                d.help("every `%` starts an expression such as `%d` or `%f`; write `%%` for the sign itself"),
            )
        },
    )?;
    let count = count.unwrap_or(0);
    check
        .ensure(count == args, FORMAT, || {
            format!("incorrect number of operands: expected {count}, found {args}")
        })
        .map_err(|d| Box::new(d.note("each expression of the format string prints one operand")))
}

/// How many expressions a format string has; `None` when the last one has no end.
fn expressions(format: &[u8]) -> Option<usize> {
    let mut count = 0;
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[start + 1..];
        if rest.first() == Some(&b'%') {
            rest = &rest[1..];
            continue;
        }
        let end = rest.iter().position(|byte| CONVERSIONS.contains(byte))?;
        // A percent sign ends an expression and may start the next one.
        rest = &rest[end..];
        count += 1;
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::expressions;

    #[test]
    fn expressions_are_counted_like_the_reference_counts_them() {
        assert_eq!(expressions(b"Hello %i %+-5.2f\n"), Some(2));
        assert_eq!(expressions(b"100%%"), Some(0));
        assert_eq!(expressions(b"%"), None);
        assert_eq!(expressions(b"%5.2"), None);
        assert_eq!(expressions(b"% d %%%d"), Some(2));
        assert_eq!(expressions(b"%5%"), None);
        assert_eq!(expressions(b"%5%d"), Some(2));
        assert_eq!(expressions(b"%5%%d"), Some(1));
        assert_eq!(expressions(b"tile <%, %, %> of <%, %, %> tiles"), Some(6));
    }
}
