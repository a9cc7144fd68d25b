//! Public and generated PTX, judged by the verifier and by `ptxas`.

use std::path::Path;

use filetests::ptx::samples;
use filetests::ptx::wild::{Agreement, judge_all, walk};

/// Versions with targets of the generated texts: old ones, and one of each newer family.
const HEADS: &[(&str, &str)] = &[
    ("3.0", "sm_30"),
    ("4.3", "sm_52"),
    ("5.0", "sm_61"),
    ("6.0", "sm_70"),
    ("6.3", "sm_75"),
    ("7.1", "sm_80"),
    ("9.4", "sm_90a"),
    ("9.4", "sm_100a"),
];

/// The public texts below a folder, if one is given, and `count` generated texts.
///
/// # Errors
/// When a folder cannot be read or written.
pub fn agreement(folder: Option<&Path>, count: usize) -> Result<Agreement, String> {
    let mut agreement = Agreement::default();
    if let Some(folder) = folder {
        walk(folder, |verdicts| agreement.add(verdicts))?;
    }
    judge_all(generated(count), |verdicts| agreement.add(verdicts))?;
    Ok(agreement)
}

/// Instructions of the table, each alone in a text, some with a modifier left out: evenly over the table, the heads in turn.
fn generated(count: usize) -> impl Iterator<Item = (String, String)> {
    let all: Vec<String> =
        samples::all().into_iter().chain(samples::left_out()).map(|sample| sample.text).collect();
    (0..count).filter_map(move |at| {
        let text = all.get(at * all.len() / count)?;
        let (version, target) = HEADS.iter().cycle().skip(at % HEADS.len()).find(|(version, _)| {
            // Without registers of 128 bits the text would only show that they are missing.
            samples::has_b128(version) || !text.contains("%q")
        })?;
        let name = format!("`{text}` for PTX {version} and {target}");
        Some((name, samples::file(version, target, std::iter::once(text.as_str()))))
    })
}
