//! A launch written down next to its PTX, as `tests/emulate/corpus/launches.py` does.

use serde_json::Value;

use crate::files;

/// A kernel with its arguments and what they must become.
#[derive(Debug)]
pub(super) struct Launch {
    /// The file of PTX.
    pub(super) ptx: String,
    /// Words of `tilewright emulate` after the file.
    pub(super) words: Vec<String>,
    /// Results.
    pub(super) expected: Vec<Expected>,
    /// Lines that are printed, in any order; `None` when it is not known.
    pub(super) printed: Option<Vec<String>>,
}

/// The expected contents of a buffer at the end.
#[derive(Debug)]
pub(super) struct Expected {
    pub(super) name: String,
    /// Its element type.
    pub(super) of: String,
    /// The array, as a path.
    pub(super) file: String,
    pub(super) rtol: f64,
    pub(super) atol: f64,
}

impl Launch {
    /// Reads `NAME.json`, a path from the root.
    pub(super) fn read(path: &str) -> Result<Launch, String> {
        let json: Value = serde_json::from_str(&files::read(path)?).map_err(|error| error.to_string())?;
        let base = path.strip_suffix(".json").ok_or("a launch is a `.json` file")?;
        let folder = files::root().join(base).to_string_lossy().into_owned();
        let own = format!("{base}.ptx");
        let ptx = match files::root().join(&own).is_file() {
            true => own,
            false => format!("{}/kernels.ptx", base.rsplit_once('/').map_or(".", |(folder, _)| folder)),
        };
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let mut words = vec!["--entry".to_owned(), text(&json["entry"])];
        for option in ["grid", "block", "smem", "cluster"] {
            if !json[option].is_null() {
                words.extend([format!("--{option}"), text(&json[option])]);
            }
        }
        for (key, option) in [("buffers", "--buffer"), ("args", "--arg")] {
            for argument in json[key].as_array().into_iter().flatten() {
                words.extend([option.to_owned(), text(argument).replace("=@", &format!("=@{folder}/"))]);
            }
        }
        let expected = json["expected"].as_array().into_iter().flatten().map(|one| Expected {
            name: text(&one["name"]),
            of: text(&one["type"]),
            file: format!("{base}/{}", text(&one["file"])),
            rtol: one["rtol"].as_f64().unwrap_or_default(),
            atol: one["atol"].as_f64().unwrap_or_default(),
        });
        let expected = expected.collect();
        let printed = json["printed"].as_array().map(|lines| lines.iter().map(text).collect());
        Ok(Launch { ptx, words, expected, printed })
    }
}
