//! Command lines as the closed tools read them.
//!
//! Names follow one dash or two, values follow `=` or are the next word; `--` ends options, and `@FILE` stands for the
//! words of a file. An option that asks a question (`--help`) is answered in place: what follows is not read.

use std::collections::VecDeque;

use diag::suggest::did_you_mean;

use super::release::Release;

/// Files of words that one command line may name: such files may name others. A file that names itself must come to an
/// end.
const RESPONSE_FILES: usize = 16;
/// Most bytes of such a file.
const RESPONSE_BYTES: u64 = 1 << 20;

/// The kind of value that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Nothing: it is answered at once.
    Nothing,
    /// True or false; answered at once where it is true.
    Ask,
    /// True or false; true if no value is given.
    Bool,
    /// Any text.
    Text,
    /// A whole number.
    Number,
    /// One of these words, each with what it means.
    OneOf(&'static [(&'static str, &'static str)]),
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    /// Its name, without dashes.
    pub(crate) name: &'static str,
    /// The option that it is another name of.
    pub(crate) alias: Option<&'static str>,
    /// The kind of its value.
    pub(crate) takes: Takes,
    /// Its value may follow its name at once, as in `-O3`.
    pub(crate) prefix: bool,
    /// `--help` leaves it out.
    pub(crate) hidden: bool,
    /// A summary in one line.
    pub(crate) summary: &'static str,
    /// The first release that has it.
    pub(crate) since: Release,
}

impl Flag {
    /// An option of its own.
    pub(crate) const fn new(name: &'static str, takes: Takes, summary: &'static str) -> Flag {
        Flag { name, alias: None, takes, prefix: false, hidden: false, summary, since: Release::V13_4 }
    }

    /// Another name of an option.
    pub(crate) const fn alias(name: &'static str, of: &'static str, takes: Takes) -> Flag {
        Flag {
            name,
            alias: Some(of),
            takes,
            prefix: false,
            hidden: false,
            summary: "",
            since: Release::V13_4,
        }
    }

    /// The same, which older releases do not have.
    pub(crate) const fn since(self, since: Release) -> Flag {
        Flag { since, ..self }
    }

    /// The same, left out of `--help`.
    pub(crate) const fn hidden(self) -> Flag {
        Flag { hidden: true, ..self }
    }

    /// The same, with values that may follow the name at once.
    pub(crate) const fn prefixed(self) -> Flag {
        Flag { prefix: true, ..self }
    }

    /// The name that the option is known by.
    fn target(&self) -> &'static str {
        self.alias.unwrap_or(self.name)
    }
}

/// A parsed command line.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    /// Options with their values, in order.
    given: Vec<(&'static str, String)>,
    /// The other words.
    pub(crate) positional: Vec<String>,
    /// The errors, one line each.
    pub(crate) wrong: Vec<String>,
    /// The option that is answered at once.
    pub(crate) question: Option<&'static str>,
}

impl Parsed {
    /// The value of an option; the last one counts.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.given.iter().rev().find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    /// True when an option without a value is on.
    pub(crate) fn on(&self, name: &str) -> bool {
        self.value(name) == Some("true")
    }
}

/// Reads the words of a command line for a tool with these options, at most one of whose words is no option.
pub(crate) fn parse(tool: &str, flags: &'static [Flag], release: Release, words: Vec<String>) -> Parsed {
    // An option of a later release is as unknown as any other word.
    let flags: Vec<&'static Flag> = flags.iter().filter(|flag| release >= flag.since).collect();
    let mut parsed = Parsed::default();
    let mut words: VecDeque<String> = expand(words).into();
    let mut options = true;
    while let Some(word) = words.pop_front() {
        // A single dash is the standard input.
        if !options || word.len() < 2 || !word.starts_with('-') {
            parsed.positional.push(word);
        } else if word == "--" {
            options = false;
        } else {
            option(&word, tool, &flags, &mut words, &mut parsed);
            if parsed.question.is_some() {
                return parsed;
            }
        }
    }
    if parsed.positional.len() > 1 {
        parsed.wrong.push(format!(
            "{tool}: Too many positional arguments specified!\n\
             Can specify at most 1 positional arguments: See: {tool} --help"
        ));
    }
    parsed
}

/// One word that begins with a dash; its value may be in the next one.
fn option(
    word: &str,
    tool: &str,
    flags: &[&'static Flag],
    words: &mut VecDeque<String>,
    parsed: &mut Parsed,
) {
    let bare = word.strip_prefix("--").or_else(|| word.strip_prefix('-')).unwrap_or(word);
    let (name, mut value) = match bare.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (bare, None),
    };
    let exact = flags.iter().copied().find(|flag| flag.name == name && !(flag.prefix && value.is_some()));
    let prefixed = || flags.iter().copied().find(|flag| flag.prefix && bare.starts_with(flag.name));
    let Some(flag) = exact.or_else(prefixed) else {
        parsed.wrong.push(unknown(word, name, tool, flags));
        return;
    };
    if exact.is_none() {
        value = Some(bare[flag.name.len()..].to_owned());
    }
    match (flag.takes, value) {
        (Takes::Nothing, None) => parsed.question = Some(flag.target()),
        (Takes::Nothing, Some(value)) => {
            let text =
                format!("{tool}: for the --{name} option: does not allow a value! '{value}' specified.");
            parsed.wrong.push(text);
        }
        (Takes::Ask, None) => parsed.question = Some(flag.target()),
        (Takes::Bool, None) => parsed.given.push((flag.target(), "true".to_owned())),
        (Takes::Ask | Takes::Bool | Takes::Text | Takes::Number | Takes::OneOf(_), Some(value)) => {
            check(flag, value, tool, parsed);
        }
        (Takes::Text | Takes::Number | Takes::OneOf(_), None) => {
            // If a value is attached to the name, the next word is not its value.
            match if flag.prefix { None } else { words.pop_front() } {
                Some(value) => check(flag, value, tool, parsed),
                None => {
                    let dashes = if flag.name.len() == 1 { "-" } else { "--" };
                    parsed
                        .wrong
                        .push(format!("{tool}: for the {dashes}{} option: requires a value!", flag.name));
                }
            }
        }
    }
}

/// Keeps a value that the option takes.
fn check(flag: &Flag, value: String, tool: &str, parsed: &mut Parsed) {
    let name = flag.target();
    let why = match flag.takes {
        Takes::Nothing | Takes::Text => None,
        Takes::Ask | Takes::Bool => match truth(&value) {
            // A question is asked unless its value says no, as the closed tools have it.
            Some(true) if flag.takes == Takes::Ask => {
                parsed.question = Some(name);
                return;
            }
            Some(truth) => {
                parsed.given.push((name, truth.to_string()));
                return;
            }
            None => Some(format!("'{value}' is invalid value for boolean argument! Try 0 or 1")),
        },
        Takes::Number => {
            let number = value.parse::<i32>();
            number.is_err().then(|| format!("'{value}' value invalid for integer argument!"))
        }
        Takes::OneOf(words) => {
            let known = words.iter().any(|(word, _)| *word == value);
            (!known).then(|| {
                let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                format!("Cannot find option named '{value}'! It is one of: {}", names.join(", "))
            })
        }
    };
    match why {
        None => parsed.given.push((name, value)),
        Some(why) => parsed.wrong.push(format!("{tool}: for the --{name} option: {why}")),
    }
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" | "TRUE" | "True" | "1" | "" => Some(true),
        "false" | "FALSE" | "False" | "0" => Some(false),
        _ => None,
    }
}

fn unknown(word: &str, name: &str, tool: &str, flags: &[&Flag]) -> String {
    let mut text = format!("{tool}: Unknown command line argument '{word}'.  Try: '{tool} --help'");
    if let Some(near) = did_you_mean(name, flags.iter().map(|flag| flag.name)) {
        text.push_str(&format!("\n{tool}: {near}"));
    }
    text
}

/// Puts the words of a file in the place of `@FILE`; what is no readable file stays as it is.
#[allow(clippy::disallowed_methods, reason = "reads the files that the command line names")]
fn expand(words: Vec<String>) -> Vec<String> {
    let mut left: VecDeque<String> = words.into();
    let (mut expanded, mut files) = (Vec::new(), 0);
    while let Some(word) = left.pop_front() {
        let path = word.strip_prefix('@').filter(|_| files < RESPONSE_FILES);
        let small = |path: &&str| {
            std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() <= RESPONSE_BYTES)
        };
        match path.filter(small).and_then(|path| std::fs::read_to_string(path).ok()) {
            Some(text) => {
                files += 1;
                for word in split(&text).into_iter().rev() {
                    left.push_front(word);
                }
            }
            None => expanded.push(word),
        }
    }
    expanded
}

/// Words of a file: blanks part them, quotes and backslashes keep blanks.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    static FLAGS: &[Flag] = &[
        Flag::new("help", Takes::Nothing, "help"),
        Flag::new("level", Takes::Number, "a level"),
        Flag::alias("O", "level", Takes::Number).prefixed(),
        Flag::new("file", Takes::Text, "a file"),
        Flag::alias("o", "file", Takes::Text),
        Flag::new("debug", Takes::Bool, "debugging"),
        Flag::new("kind", Takes::OneOf(&[("big", ""), ("small", "")]), "a kind"),
    ];

    fn read(words: &[&str]) -> Parsed {
        parse("tool", FLAGS, Release::V13_5, words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn values_follow_a_sign_a_blank_or_a_letter() {
        let parsed = read(&["-O2", "--file=a", "-o", "-b", "k", "--debug", "-kind=big", "--debug=0"]);
        assert_eq!(parsed.wrong, Vec::<String>::new());
        let values = ["level", "file", "debug", "kind"].map(|name| parsed.value(name).unwrap_or(""));
        assert_eq!(values, ["2", "-b", "false", "big"]);
        assert_eq!(parsed.positional, ["k"]);
    }

    #[test]
    fn mistakes_are_lines() {
        for (words, says) in [
            (&["-O"][..], "for the -O option: requires a value!"),
            (&["-O=2"], "for the --level option: '=2' value invalid for integer argument!"),
            (&["--kind=huge"], "Cannot find option named 'huge'!"),
            (&["--debug=maybe"], "'maybe' is invalid value for boolean argument!"),
            (&["--fiel=x"], "Unknown command line argument '--fiel=x'."),
            (&["--help=1"], "does not allow a value! '1' specified."),
            (&["a", "--", "-b"], "Too many positional arguments specified!"),
        ] {
            let parsed = read(words);
            assert!(parsed.wrong.iter().any(|line| line.contains(says)), "{words:?}: {:?}", parsed.wrong);
        }
    }

    #[test]
    fn a_question_ends_reading() {
        let parsed = read(&["--help", "--bogus"]);
        assert_eq!((parsed.question, parsed.wrong.len()), (Some("help"), 0));
        assert_eq!(read(&["--bogus", "--help"]).wrong.len(), 1);
    }

    #[test]
    fn files_of_words_are_split_like_a_shell_does() {
        assert_eq!(split("a 'b c'\n\"d \\\" e\" f\\ g ''"), ["a", "b c", "d \" e", "f g", ""]);
    }
}
