//! Codes of programs that cannot be written as PTX.

use diag::{Code, CodeInfo};

/// An op has no code for the target.
pub const NO_CODE: Code = Code("E0941");
/// The target is not known.
pub const TARGET: Code = Code("E0942");
/// The compiler itself went wrong.
pub const INTERNAL: Code = Code("E0943");

/// Pages of all codes.
pub static CODES: &[CodeInfo] = &[
    CodeInfo {
        code: NO_CODE,
        title: "an op of level 4 that has no code for the target",
        explanation: "PTX for this target has no instruction for the op, or not for these types, and it cannot be expanded. The message names the targets that support it, or an alternative.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: TARGET,
        title: "a target that is not known",
        explanation: "The module names no target, or one that is not known.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: INTERNAL,
        title: "an error of the compiler",
        explanation: "The compiler made something that it does not accept itself. Please report it, with the input.",
        wrong: "",
        fixed: "",
    },
];
