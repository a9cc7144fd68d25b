//! Suggestions for unknown names: "did you mean".

use std::fmt::Write as _;

/// Longer words are not compared: a suggestion for them would be noise, and the time stays bounded.
const MAX_LENGTH: usize = 64;
/// The maximum number of suggested names.
const MAX_NAMES: usize = 3;

/// At most three candidates that a typing mistake could have turned into `word`, best first.
///
/// The measure is the Damerau-Levenshtein distance (insert, delete, replace, swap neighbours), at most a third of the
/// word's length, at least one; case does not count. Equal distances keep the candidates' order, so the result is the
/// same on every run.
///
/// ```
/// let names = ["addf", "addi", "iota", "cuda_tile.iota"];
/// assert_eq!(diag::suggest::nearest("iotta", names), ["iota"]);
/// assert_eq!(diag::suggest::nearest("ADDF", names), ["addf", "addi"]);
/// assert!(diag::suggest::nearest("softmax", names).is_empty());
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower: Vec<char> = word.chars().take(MAX_LENGTH + 1).flat_map(char::to_lowercase).collect();
    if lower.is_empty() || lower.len() > MAX_LENGTH {
        return Vec::new();
    }
    let limit = (lower.len() / 3).max(1);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        let Some(distance) = bounded_distance(&lower, candidate, limit) else { continue };
        if !found.iter().any(|&(_, seen)| seen == candidate) {
            found.push((distance, candidate));
        }
    }
    found.sort_by_key(|&(distance, _)| distance);
    found.into_iter().take(MAX_NAMES).map(|(_, candidate)| candidate).collect()
}

/// The nearest names as a remedy (``did you mean `iota` or `itof`?``), if there are any.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let names = nearest(word, candidates);
    let (last, first) = names.split_last()?;
    let mut text = String::from("did you mean ");
    for (index, name) in first.iter().enumerate() {
        let separator = if index + 1 < first.len() { ", " } else { " or " };
        write!(text, "`{name}`{separator}").expect("writing to a string succeeds");
    }
    write!(text, "`{last}`?").expect("writing to a string succeeds");
    Some(text)
}

/// The same for a sentence that goes on with the list of names: ``; did you mean `iota`?``, or nothing.
///
/// ```
/// let names = ["iota", "addf"];
/// let near = diag::suggest::clause("iotta", names);
/// assert_eq!(format!("there is no op `iotta`{near}; the ops are iota, addf").matches("did you mean `iota`?").count(), 1);
/// assert_eq!(diag::suggest::clause("softmax", names), "");
/// ```
pub fn clause<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(word, candidates).map_or_else(String::new, |near| format!("; {near}"))
}

/// The remedy that names the nearest, before one that lists the names: ``did you mean `iota`? the ops are iota, addf``.
///
/// ```
/// let help = diag::suggest::before("iotta", ["iota", "addf"], "the ops are iota, addf");
/// assert_eq!(help, "did you mean `iota`? the ops are iota, addf");
/// ```
pub fn before<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>, listed: &str) -> String {
    did_you_mean(word, candidates).map_or_else(|| listed.to_owned(), |near| format!("{near} {listed}"))
}

fn bounded_distance(word: &[char], candidate: &str, limit: usize) -> Option<usize> {
    let other: Vec<char> = candidate.chars().take(MAX_LENGTH + 1).flat_map(char::to_lowercase).collect();
    if other.len().abs_diff(word.len()) > limit {
        return None;
    }
    Some(distance(word, &other)).filter(|&distance| distance <= limit && distance < word.len().max(2))
}

/// Optimal string alignment: Damerau-Levenshtein where no part is edited twice. Three rows suffice.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (i, &a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in right.iter().enumerate() {
            let mut best = (above[j] + usize::from(a != b)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == right[j - 1] && left[i - 1] == b {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(left: &str, right: &str) -> usize {
        distance(&left.chars().collect::<Vec<_>>(), &right.chars().collect::<Vec<_>>())
    }

    #[test]
    fn known_distances() {
        assert_eq!(plain("", "abc"), 3);
        assert_eq!(plain("kitten", "sitting"), 3);
        assert_eq!(plain("ca", "ac"), 1);
        assert_eq!(plain("smtih", "smith"), 1);
        assert_eq!(plain("flaw", "lawn"), 2);
    }

    #[test]
    fn nearest_is_ordered_and_bounded() {
        let names = ["load_ptr_tko", "load_view_tko", "store_ptr_tko", "store_view_tko"];
        assert_eq!(nearest("load_prt_tko", names), ["load_ptr_tko", "load_view_tko"]);
        assert!(nearest("", names).is_empty());
        assert!(nearest(&"x".repeat(100_000), names).is_empty());
        assert_eq!(nearest("a", ["b", "ab"]), ["b", "ab"]);
    }

    #[test]
    fn the_sentence_lists_all() {
        assert_eq!(did_you_mean("iotta", ["iota"]), Some("did you mean `iota`?".into()));
        assert_eq!(did_you_mean("add", ["addf", "addi"]), Some("did you mean `addf` or `addi`?".into()));
        let three = did_you_mean("mulf", ["mul", "mulx", "muli"]);
        assert_eq!(three, Some("did you mean `mul`, `mulx` or `muli`?".into()));
        assert_eq!(did_you_mean("zzz", ["addf"]), None);
    }
}
