//! SARIF 2.1.0, for tools of continuous integration and editors.

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Severity};
use crate::json::record;
use crate::source::Source;

/// The diagnostic as a `result` of a SARIF log; [`sarif_log`] makes a log of results.
pub fn to_sarif(diagnostic: &Diagnostic, source: Option<&Source>) -> Value {
    let found = record(diagnostic, source);
    let level = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note | Severity::Help => "note",
    };
    let mut result = json!({ "ruleId": found.code.0, "level": level, "message": { "text": found.text() } });
    if let Some(file) = &found.file {
        let mut place = json!({ "artifactLocation": { "uri": uri(file) } });
        if let Some(line) = found.line {
            let mut region = json!({ "startLine": line, "startColumn": found.column });
            if let (Some(line), Some(column)) = (found.end_line, found.end_column) {
                region["endLine"] = json!(line);
                region["endColumn"] = json!(column);
            }
            place["region"] = region;
        }
        result["locations"] = json!([{ "physicalLocation": place }]);
    }
    result
}

/// A whole log: the results of a tool and its version.
pub fn sarif_log(tool: &str, version: &str, results: Vec<Value>) -> Value {
    let mut codes: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": tool, "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// A path as a URI reference: reserved bytes are escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~/+@".contains(&byte);
        if plain { out.push(byte.into()) } else { out.push_str(&format!("%{byte:02X}")) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::place::Span;

    #[test]
    fn a_log_has_rules_and_places() {
        let source = Source::new("a b.mlir", "ab\ncd");
        let found = Diagnostic::error(Code("E0001"), "bad").at(Span::new(3, 5), "").note("a fact");
        let results =
            vec![to_sarif(&found, Some(&source)), to_sarif(&Diagnostic::warning(Code("W0001"), "odd"), None)];
        let log = sarif_log("tilewright", "1.0", results);
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"], json!([{ "id": "E0001" }, { "id": "W0001" }]));
        assert_eq!(run["results"][0]["message"]["text"], "bad\na fact");
        let place = &run["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b.mlir");
        assert_eq!(
            place["region"],
            json!({ "startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 3 })
        );
        assert_eq!(run["results"][1]["level"], "warning");
        assert_eq!(run["results"][1].get("locations"), None);
    }
}
