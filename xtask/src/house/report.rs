//! The report: rows of a name and a figure in sections, and lists below them; or all of it as JSON.

use serde_json::{Map, Value};

/// The figures, in sections.
#[derive(Default)]
pub(super) struct Report {
    sections: Vec<(&'static str, Vec<Row>)>,
}

/// A figure.
struct Row {
    key: &'static str,
    label: String,
    text: String,
    value: Value,
    list: Vec<String>,
}

impl Report {
    /// Starts a section with a title.
    pub(super) fn section(&mut self, title: &'static str) {
        self.sections.push((title, Vec::new()));
    }

    /// A row, under its key in JSON.
    pub(super) fn row(
        &mut self,
        key: &'static str,
        label: &str,
        text: impl ToString,
        value: impl Into<Value>,
    ) {
        self.list(key, label, text, value, Vec::new());
    }

    /// A row with more lines below it.
    pub(super) fn list(
        &mut self,
        key: &'static str,
        label: &str,
        text: impl ToString,
        value: impl Into<Value>,
        list: Vec<String>,
    ) {
        let row = Row { key, label: label.to_owned(), text: text.to_string(), value: value.into(), list };
        if self.sections.is_empty() {
            self.section("");
        }
        self.sections.last_mut().expect("there is a section").1.push(row);
    }

    pub(super) fn json(&self) -> Value {
        let rows = self.sections.iter().flat_map(|(_, rows)| rows);
        Value::Object(rows.map(|row| (row.key.to_owned(), row.value.clone())).collect::<Map<_, _>>())
    }

    pub(super) fn text(&self) -> String {
        let rows = self.sections.iter().flat_map(|(_, rows)| rows);
        let width = rows.map(|row| row.label.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (title, rows) in &self.sections {
            text.push_str(&format!("{}{title}\n", if text.is_empty() { "" } else { "\n" }));
            for row in rows {
                text.push_str(&format!("  {:width$}  {}\n", row.label, row.text));
                text.extend(row.list.iter().map(|line| format!("    {line}\n")));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_aligned_and_keyed() {
        let mut report = Report::default();
        report.section("Sizes");
        report.row("lines", "lines", 12, 12);
        report.list("cycles", "largest cycle", "2 files", 2, vec!["a.rs".into()]);
        assert_eq!(report.text(), "Sizes\n  lines          12\n  largest cycle  2 files\n    a.rs\n");
        assert_eq!(report.json().to_string(), r#"{"cycles":2,"lines":12}"#);
    }
}
