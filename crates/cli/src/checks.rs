//! The option `--checks` of `emulate`: which of the emulator's checks are made.

use std::str::FromStr;

use diag::Code;
use diag::suggest::clause;
use tilewright::driver::emulate;

/// Which checks are made, by their codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checks([bool; KINDS.len()]);

const KINDS: [(&str, Code); 10] = [
    ("races", emulate::codes::RACE),
    ("copies", emulate::codes::IN_FLIGHT),
    ("proxies", emulate::codes::PROXY),
    ("uninitialized", emulate::codes::UNINITIALIZED),
    ("lanes", emulate::codes::LANES),
    ("registers", emulate::codes::REGISTER),
    ("ends", emulate::codes::UNFINISHED),
    ("bytes", emulate::codes::TRANSACTIONS),
    ("tensor-fences", emulate::codes::TENSOR_FENCE),
    ("phases", emulate::codes::PHASE),
];

impl FromStr for Checks {
    type Err = String;

    /// `all`, or names; one with a `-` in front is left out.
    fn from_str(text: &str) -> Result<Checks, String> {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        // A list that begins by leaving something out begins with all.
        let mut chosen = [words.first().is_some_and(|word| word.starts_with('-')); KINDS.len()];
        for word in words {
            let (name, on) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
            match KINDS.iter().position(|(known, _)| *known == name) {
                Some(kind) => chosen[kind] = on,
                None if name == "all" => chosen = [on; KINDS.len()],
                None => {
                    let names: Vec<&str> =
                        ["all"].into_iter().chain(KINDS.iter().map(|(name, _)| *name)).collect();
                    let near = clause(name, names.iter().copied());
                    return Err(format!("there is no check `{name}`{near}; write {}", names.join(", ")));
                }
            }
        }
        Ok(Checks(chosen))
    }
}

impl Checks {
    /// Whether a check with this code is made.
    pub(crate) fn has(self, code: Code) -> bool {
        KINDS.iter().zip(self.0).any(|((_, known), on)| on && *known == code)
    }
}
