//! `// RUN:` lines: the commands on top of a test file, each with the lines that follow it.

/// One `// RUN:` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Words of the command, without `tilewright`.
    pub words: Vec<String>,
    /// Comment lines after it, up to the next command or the end of the header, without `// `.
    pub lines: Vec<String>,
    /// Index of the first of those lines in the file.
    pub first_line: usize,
}

/// The commands of the comment block on top of a file. A command that ends in `\` continues in the next line.
pub fn runs(text: &str) -> Result<Vec<Run>, String> {
    let mut runs: Vec<Run> = Vec::new();
    let mut pending: Option<String> = None;
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = line.strip_prefix("//") else { break };
        let comment = comment.strip_prefix(' ').unwrap_or(comment);
        let command = match pending.take() {
            Some(begun) => Some(format!("{begun} {}", comment.trim())),
            None => comment.strip_prefix("RUN:").map(str::to_owned),
        };
        match command {
            Some(command) => match command.trim_end().strip_suffix('\\') {
                Some(begun) => pending = Some(begun.trim_end().to_owned()),
                None => {
                    runs.push(Run { words: words(&command)?, lines: Vec::new(), first_line: index + 1 });
                }
            },
            None => {
                if let Some(run) = runs.last_mut() {
                    run.lines.push(comment.to_owned());
                }
            }
        }
    }
    Ok(runs)
}

/// Splits a command line at blanks; single and double quotes group.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        None => Ok(words),
        Some(q) => Err(format!("the quote {q} is not closed: {command}")),
    }
}
