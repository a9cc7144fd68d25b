//! The pages of the codes of reading text.

use diag::CodeInfo;

/// Every code that reading text gives.
pub static CODES: &[CodeInfo] = &[];
