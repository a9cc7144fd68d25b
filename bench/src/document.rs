//! Figures in their document.

use std::io::Write as _;

/// Where figures of generated code are published.
const DOCUMENT: &str = "docs/codegen.md";

/// Writes figures into their document, if it has a place for them.
pub fn update(document: impl FnOnce(&str) -> Option<String>) {
    let old = std::fs::read_to_string(DOCUMENT).unwrap_or_default();
    let written = document(&old).map(|new| std::fs::write(DOCUMENT, new));
    if written.is_none_or(|written| written.is_err()) {
        let _ =
            writeln!(std::io::stderr(), "error: `{DOCUMENT}` has no place for figures, or cannot be written");
    }
}

/// The date, as figures are dated.
pub fn today() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let days = seconds.map_or(0, |seconds| seconds.as_secs() / 86_400) as i64;
    // Civil date of a day number, with years that begin in March.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{}-{month:02}-{day:02}", year + era * 400 + i64::from(month <= 2))
}
