//! Signatures that are too long for a line: each parameter gets a line of its own.

use crate::ops::OPS;
use crate::roles;

/// Indentation of the rest of an op after a comment inside it, and of the parameters of a long signature, in levels.
pub(super) const CONTINUATION: usize = 2;
/// Columns that a signature may take. Longer lines of the other ops stay whole: their parts have no names to stand
/// under.
const WIDTH: usize = 120;

/// The parameters of an op, while they are set.
pub(super) struct Signature {
    /// The level of indentation of the op.
    indent: usize,
    /// Where a line may be broken, in bytes of the text so far: after the opening parenthesis and after each comma.
    breaks: Vec<usize>,
    /// Where the closing parenthesis is, once it is set.
    close: Option<usize>,
}

impl Signature {
    /// The signature whose opening parenthesis ends at byte `at`, if an op of this name has one.
    pub(super) fn open(name: Option<&str>, at: usize, indent: usize) -> Option<Signature> {
        let spec = OPS.iter().find(|spec| name == Some(spec.mnemonic))?;
        roles::signature(spec).is_some().then(|| Signature { indent, breaks: vec![at], close: None })
    }

    /// A comma between parameters ends at byte `at`.
    pub(super) fn comma(&mut self, at: usize) {
        if self.close.is_none() {
            self.breaks.push(at);
        }
    }

    /// The parenthesis at byte `at` closes the signature, if none has.
    pub(super) fn close(&mut self, at: usize) {
        self.close.get_or_insert(at);
    }

    /// Breaks the lines at the end of a text, if one of them is too long.
    pub(super) fn settle(self, text: &mut String) {
        let Some(close) = self.close else { return };
        let line = text[..self.breaks[0]].rfind('\n').map_or(0, |end| end + 1);
        let fits = text[line..].lines().all(|line| line.chars().count() <= WIDTH);
        if fits || text[self.breaks[0]..close].trim().is_empty() {
            return;
        }
        let rest = text.split_off(close);
        let params = text.split_off(self.breaks[0]);
        let starts = self.breaks.iter().map(|at| at - self.breaks[0]);
        let ends = starts.clone().skip(1).chain([params.len()]);
        for (start, end) in starts.zip(ends) {
            let param = params[start..end].trim_end();
            // A comment at the end of the line before stays there, and has ended that line.
            match param.trim_start_matches(' ') {
                comment if comment.starts_with("//") => text.push_str(param),
                param => {
                    push_line(text, self.indent + CONTINUATION);
                    text.push_str(param.trim_start());
                }
            }
        }
        push_line(text, self.indent);
        text.push_str(&rest);
    }
}

fn push_line(text: &mut String, indent: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", indent));
}
