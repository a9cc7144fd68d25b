//! Measures of comments: their number, whether they give reasons, and their words.
//!
//! - *Inline comments*: lines of comments that are not documentation, a hundred lines of code.
//! - *A reason*: a block of comment (documentation or not) with one of [`REASONS`].
//! - *Home-made words*: [`HOME_MADE`], in ten thousand words of all comments; a phrase counts where its words follow each other.
//! - *Sentences without a noun*: of documentation, those that begin with one of [`POINTERS`].
//!
//! A word is a run of letters, digits, `_`, and `'`, `-`, `.` between them (`e.g`); case does not matter.

use super::lexed::Comment;

/// Words and phrases that give a reason.
pub(super) const REASONS: &[&str] = &["because", "since", "so that", "otherwise", "e.g", "note"];

/// Words that the project uses with a private meaning.
pub(super) const HOME_MADE: &[&[&str]] = &[
    &["lies", "lie"],
    &["behind"],
    &["so many"],
    &["nobody"],
    &["anew"],
    &["beside"],
    &["under way"],
    &["in front of"],
    &["runs of", "run of a loop"],
];

/// First words that replace a noun.
const POINTERS: &[&str] =
    &["what", "which", "how", "those", "it", "they", "that", "this", "these", "where", "all"];

/// Counts over comments.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) blocks: usize,
    pub(super) with_reason: usize,
    /// Lines of comments other than documentation.
    pub(super) inline_lines: usize,
    pub(super) safety: usize,
    pub(super) words: usize,
    /// As [`HOME_MADE`].
    pub(super) home_made: Vec<usize>,
    pub(super) because: usize,
    pub(super) for_example: usize,
    pub(super) sentences: usize,
    pub(super) without_noun: usize,
    /// Marks of unfinished work, in capital letters.
    pub(super) unfinished: usize,
}

impl Counts {
    pub(super) fn of<'a>(comments: impl IntoIterator<Item = &'a Comment>) -> Counts {
        let mut counts = Counts { home_made: vec![0; HOME_MADE.len()], ..Counts::default() };
        for comment in comments {
            counts.add(comment);
        }
        counts
    }

    fn add(&mut self, comment: &Comment) {
        let words = words(&comment.text);
        self.blocks += 1;
        self.words += words.len();
        self.with_reason += usize::from(REASONS.iter().any(|reason| occurrences(&words, reason) > 0));
        self.because += occurrences(&words, "because");
        self.for_example += occurrences(&words, "e.g");
        self.unfinished += usize::from(["TODO", "FIXME"].iter().any(|mark| comment.text.contains(mark)));
        for (count, forms) in self.home_made.iter_mut().zip(HOME_MADE) {
            *count += forms.iter().map(|form| occurrences(&words, form)).sum::<usize>();
        }
        if comment.doc {
            let sentences = sentences(&comment.text);
            self.sentences += sentences.len();
            self.without_noun += sentences.iter().filter(|first| POINTERS.contains(&first.as_str())).count();
        } else {
            self.inline_lines += (comment.last - comment.first + 1) as usize;
            self.safety += usize::from(comment.text.starts_with("SAFETY"));
        }
    }
}

/// The words of a text, in small letters.
fn words(text: &str) -> Vec<String> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '.' | '_');
    let words = text.split(|c: char| !inside(c)).map(|word| word.trim_matches(['.', '\'', '-', '_']));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// How often a word, or the words of a phrase one after the other, occur.
fn occurrences(words: &[String], phrase: &str) -> usize {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    words.windows(phrase.len()).filter(|window| window.iter().zip(&phrase).all(|(a, b)| a == b)).count()
}

/// The first word of each sentence.
fn sentences(text: &str) -> Vec<String> {
    let text = text.replace('\n', " ");
    text.split(". ").filter_map(|sentence| words(sentence).into_iter().next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(doc: bool, text: &str) -> Comment {
        Comment { doc, first: 3, last: 3 + text.matches('\n').count() as u32, text: text.to_owned() }
    }

    #[test]
    fn words_reasons_and_sentences_are_counted() {
        let counts = Counts::of(&[
            comment(true, "What lies here. It is so\nmany. A noun, e.g. this one."),
            comment(false, "Because it lies behind.\nTODO: so many."),
            comment(false, "SAFETY: as above."),
        ]);
        assert_eq!((counts.blocks, counts.with_reason, counts.inline_lines, counts.safety), (3, 2, 3, 1));
        assert_eq!((counts.sentences, counts.without_noun, counts.unfinished), (4, 3, 1));
        assert_eq!(counts.home_made[..3], [2, 1, 2]);
        assert_eq!((counts.because, counts.for_example), (1, 1));
        assert_eq!(counts.words, 12 + 7 + 3);
    }
}
