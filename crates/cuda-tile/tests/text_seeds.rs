//! The example programs of the seeds: which of them the parser accepts, in strict and in lenient mode, and the key words
//! of what it says about the others. What the verifier refuses, the parser accepts.

use std::path::PathBuf;

use cuda_tile::text::{ParseOptions, parse};
use diag::Source;

/// Refused in both modes, with the words that must stand in a message.
const REFUSED: [(&str, &str); 11] = [
    (
        "12.3.14-",
        "expects different type than prior uses: '!cuda_tile.tile<f32>' vs '!cuda_tile.tile<2xf32>'",
    ),
    ("12.3.20-", "unknown type: F4E2M1FN"),
    ("12.3.61-", "an operation stands outside a module"),
    ("12.3.62-", "an operation stands outside a module"),
    ("12.3.63-", "an operation stands outside a module"),
    ("12.3.64-", "an operation stands outside a module"),
    ("12.3.65-", "an operation stands outside a module"),
    ("12.3.66-", "an operation stands outside a module"),
    ("12.3.67-", "an operation stands outside a module"),
    ("12.3.73-", "the input holds no module"),
    ("12.3.75-", "the input holds no module"),
];

/// Refused in strict mode alone.
const STRICT: [(&str, &str); 9] = [
    ("12.2.1-", "custom op 'print' is unknown (tried 'cuda_tile.print' as well)"),
    ("12.2.3-", "unknown operation 'cuda_tile.print'"),
    ("12.3.30-", "custom op 'experimental$func' is unknown"),
    ("12.3.70-", "custom op 'experimental$alloca' is unknown"),
    ("12.3.72-", "custom op 'experimental$func' is unknown"),
    ("12.3.74-", "custom op 'experimental$extern_elementwise' is unknown"),
    ("12.3.76-", "unknown operation 'cuda_tile.experimental$generate'"),
    ("12.3.78-", "unknown operation 'cuda_tile.internal$optimization_barrier'"),
    ("2.5-", "custom op 'print' is unknown"),
];

/// Refused in both modes until its op is known.
const UNKNOWN: [(&str, &str); 1] = [("12.3.77-", "experimental$scatter_store")];

fn folder() -> Option<PathBuf> {
    let variable = std::env::var_os("TILEWRIGHT_SEEDS").map(PathBuf::from);
    let named = variable.map(|path| if path.ends_with("examples") { path } else { path.join("examples") });
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/seeds/examples");
    [named, Some(beside)].into_iter().flatten().find(|path| path.is_dir())
}

fn expected(name: &str, strict: bool) -> Option<&'static str> {
    let find =
        |list: &[(&str, &'static str)]| list.iter().find(|(start, _)| name.starts_with(start)).map(|e| e.1);
    find(&REFUSED).or_else(|| find(&UNKNOWN)).or_else(|| if strict { find(&STRICT) } else { None })
}

#[test]
#[allow(clippy::print_stderr, reason = "a skip must be seen")]
fn every_example_parses_as_it_must() {
    let Some(folder) = folder() else {
        eprintln!("skipped: no examples of the seeds; set TILEWRIGHT_SEEDS to their folder");
        return;
    };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 86, "all examples are there");
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::new(name.as_str(), std::fs::read_to_string(&path).unwrap());
        for strict in [false, true] {
            check(&name, &source, strict);
        }
    }
}

fn check(name: &str, source: &Source, strict: bool) {
    let parsed = parse(source, &ParseOptions { strict, testing_ops: false });
    let messages: Vec<&str> = parsed.diagnostics.iter().map(|d| d.message.as_str()).collect();
    match expected(name, strict) {
        None => assert!(parsed.module.is_some(), "{name} strict={strict}: {messages:#?}"),
        Some(words) => {
            assert!(parsed.module.is_none(), "{name} strict={strict} must be refused");
            assert!(messages.iter().any(|m| m.contains(words)), "{name} strict={strict}: {messages:#?}");
        }
    }
}
