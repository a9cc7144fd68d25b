//! Results that are kept in a file, so that a measurement that was stopped continues, and one after a change repeats only what
//! changed.
//!
//! A line for each result: a digest of what was measured, and the result as JSON. What the closed compiler makes depends on the
//! bytecode and the target; what `ptxas` and the emulator make of ours, on the PTX.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use serde_json::{Value, json};
use tilewright::driver::digest::Digest;

/// Results by the digest of what was measured.
pub(crate) struct Store {
    known: BTreeMap<String, Value>,
    file: Option<File>,
}

impl Store {
    /// The results of a file, to which new ones are added; not stored if there is none.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Store> {
        let Some(path) = path else { return Ok(Store { known: BTreeMap::new(), file: None }) };
        let text = if path.exists() { std::fs::read_to_string(path)? } else { String::new() };
        // The last line of a measurement that was stopped may be incomplete.
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let known = lines.filter_map(|line| Some((line["key"].as_str()?.to_owned(), line["result"].clone())));
        let known = known.collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        Ok(Store { known, file: Some(file) })
    }

    /// The result of a measurement of `what` by `how`; `measure` makes it where it is not known.
    pub(crate) fn result(&mut self, how: &str, what: &[u8], measure: impl FnOnce() -> Value) -> Value {
        let key = Digest::of(&[how.as_bytes(), what]).text();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let result = measure();
        if let Some(file) = &mut self.file {
            // A result that cannot be kept is measured again next time.
            let _ = writeln!(file, "{}", json!({ "key": key, "how": how, "result": result }));
        }
        self.known.insert(key, result.clone());
        result
    }
}
