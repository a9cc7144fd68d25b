//! PTX as it is found outside, and as the table makes it, judged by the verifier and by `ptxas`.

use std::path::Path;

use filetests::ptx::samples;
use filetests::ptx::wild::{Agreement, judge, walk};

/// Versions with targets whose forms make the generated texts: old ones, and one of each newer family.
const HEADS: &[(&str, &str)] = &[
    ("3.0", "sm_30"),
    ("4.3", "sm_52"),
    ("5.0", "sm_61"),
    ("6.0", "sm_70"),
    ("6.3", "sm_75"),
    ("7.1", "sm_80"),
    ("9.4", "compute_90a"),
    ("9.4", "sm_100a"),
];
/// Of all instructions every so many is a text of its own.
const STEP: usize = 23;

/// Every text below a folder.
///
/// # Errors
/// When a folder cannot be read.
pub fn found(folder: &Path) -> Result<Agreement, String> {
    let mut agreement = Agreement::default();
    walk(folder, |verdicts| agreement.add(verdicts))?;
    Ok(agreement)
}

/// Instructions of the table, each alone in a text, some with a modifier left out.
pub fn generated() -> Agreement {
    let mut agreement = Agreement::default();
    let folder = std::env::temp_dir();
    let all: Vec<String> =
        samples::all().into_iter().chain(samples::left_out()).map(|sample| sample.text).collect();
    for (at, (version, target)) in HEADS.iter().enumerate() {
        for text in all
            .iter()
            .skip(at)
            .step_by(STEP)
            .filter(|text| samples::has_b128(version) || !text.contains("%q"))
        {
            let file = samples::file(version, target, std::iter::once(text.as_str()));
            agreement.add(judge(&format!("`{text}` for PTX {version} and {target}"), &file, &folder));
        }
    }
    agreement
}
