//! Text that occurs more than once.
//!
//! A *repeated run* is eight or more lines of code, one after the other, that stand elsewhere too, in the same file or
//! another one. Lines are compared without comments and blanks, with every literal (string, number, character) and lifetime
//! replaced by `0`, because a table that differs in numbers alone is a copy as well; lines of brackets alone and imports are
//! passed over. The copies of a file are as long as possible, so that a copy of eighty lines is one run; both copies count.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::lexed::{Kind, Lexed};

/// Lines that make a run.
const LINES: usize = 8;

/// The number of repeated runs in each source.
pub(super) fn runs(sources: &[Lexed]) -> Vec<usize> {
    let windows: Vec<Vec<u64>> = sources.iter().map(windows).collect();
    let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
    for hash in windows.iter().flatten() {
        *seen.entry(*hash).or_default() += 1;
    }
    windows.iter().map(|windows| count(windows.iter().map(|hash| seen[hash] > 1))).collect()
}

/// Groups of neighbours.
fn count(repeated: impl Iterator<Item = bool>) -> usize {
    let mut before = false;
    let mut groups = 0;
    for now in repeated {
        groups += usize::from(now && !before);
        before = now;
    }
    groups
}

/// A hash of every [`LINES`] lines.
fn windows(source: &Lexed) -> Vec<u64> {
    let lines = lines(source);
    let hash = |window: &[String]| {
        let mut hasher = DefaultHasher::new();
        window.hash(&mut hasher);
        hasher.finish()
    };
    lines.windows(LINES).map(hash).collect()
}

/// Lines of code, without blanks.
fn lines(source: &Lexed) -> Vec<String> {
    let mut lines: Vec<(u32, String, bool)> = Vec::new();
    let mut import = false;
    for (index, token) in source.tokens.iter().enumerate() {
        let text = match token.kind {
            Kind::Text | Kind::Other => "0",
            Kind::Word | Kind::Mark(_) => source.text(*token),
        };
        // `use<..>` in a type is not an import.
        import |= text == "use" && source.at(index + 1) != "<";
        let words = !matches!(token.kind, Kind::Mark(_)) && !import;
        match lines.last_mut() {
            Some((line, all, has_words)) if *line == token.first => {
                all.push(' ');
                all.push_str(text);
                *has_words = (*has_words || words) && !import;
            }
            _ => lines.push((token.first, text.to_owned(), words)),
        }
        import &= text != ";";
    }
    lines.into_iter().filter(|(_, _, has_words)| *has_words).map(|(_, text, _)| text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_eight_lines_is_one_run_in_each_place() {
        let body: String =
            (0..9).map(|line| format!("    let x{line} = f({line}); // note {line}\n")).collect();
        let other =
            body.replace("    let", "\tlet").replace("// note", "// other").replace("f(3)", "f(\"x\")");
        let a = Lexed::new("a.rs", &format!("use b::c;\nfn a() {{\n{body}}}\n"));
        let b = Lexed::new("b.rs", &format!("fn b() {{\n    g();\n\n{other}}}\n"));
        let short = Lexed::new(
            "c.rs",
            &format!("fn c() {{\n{}}}\n", body.lines().take(7).collect::<Vec<_>>().join("\n")),
        );
        assert_eq!(runs(&[a, b, short]), [1, 1, 0]);
    }

    #[test]
    fn imports_and_brackets_are_passed_over() {
        let source =
            Lexed::new("a.rs", "use a::{\n    b,\n    c,\n};\npub use d;\nfn f() {\n    g(\n    )\n}\n");
        assert_eq!(lines(&source), ["fn f ( ) {", "g ("]);
    }
}
