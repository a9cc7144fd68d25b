//! The pages of the codes: complete, well formed, and their examples do what they say.

use cuda_tile::text::{CODES, ParseOptions, parse};
use diag::{Registry, Source};

/// An example as a file: aliases get a module after them, entries one around them, operations an entry with parameters
/// for the names that they use but do not define.
fn file(example: &str) -> String {
    if example.contains("cuda_tile.module") || example.starts_with("//") {
        return example.to_owned();
    }
    if example.starts_with('#') {
        return format!("{example}\ncuda_tile.module @m {{\n}}\n");
    }
    if example.starts_with("entry") {
        return format!("cuda_tile.module @m {{\n{example}\n}}\n");
    }
    let ty = match example {
        _ if example.contains("slice") => "tile<8xi32>",
        _ if example.contains("f32") => "tile<f32>",
        _ => "tile<i32>",
    };
    let used = |name: &&str| {
        let defined = [" =", ","].iter().any(|end| example.starts_with(&format!("%{name}{end}")))
            || example.contains(&format!("\n%{name} ="));
        example.contains(&format!("%{name}")) && !defined
    };
    let params: Vec<String> =
        ["a", "b", "x", "y"].into_iter().filter(used).map(|name| format!("%{name}: {ty}")).collect();
    format!("cuda_tile.module @m {{ entry @k({}) {{\n{example}\n}} }}\n", params.join(", "))
}

#[test]
fn pages_are_complete() {
    assert_eq!(Registry::new(vec![CODES]).problems(), Vec::<String>::new());
}

#[test]
fn examples_do_what_they_say() {
    let mut checked = 0;
    for info in CODES.iter().filter(|info| !info.wrong.is_empty()) {
        if info.code == ir::text::code::MISPLACED {
            let parsed = parse(&Source::new("t", info.wrong), &ParseOptions::default());
            assert_eq!(parsed.diagnostics[0].code, info.code);
            continue;
        }
        let wrong = parse(&Source::new("t", file(info.wrong)), &ParseOptions::default());
        let codes: Vec<_> = wrong.diagnostics.iter().map(|d| (d.code, &d.message)).collect();
        assert!(codes.iter().any(|c| c.0 == info.code), "{}: wrong example gives {codes:?}", info.code);
        let fixed = parse(&Source::new("t", file(info.fixed)), &ParseOptions::default());
        // Words of the seeds are remarked upon wherever they are turned into standard ops.
        let complaints =
            fixed.diagnostics.iter().filter(|d| d.is_error() || info.code != ir::text::code::DESUGAR);
        let codes: Vec<_> = complaints.map(|d| (d.code, &d.message)).collect();
        assert!(codes.is_empty(), "{}: fixed example gives {codes:?}", info.code);
        checked += 1;
    }
    assert!(checked > 20);
}
