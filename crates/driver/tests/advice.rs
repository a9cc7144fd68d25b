//! Advice is the same if only advice is asked for.

use std::path::Path;

use cuda_tile::text::{ParseOptions, parse};
use diag::Source;
use driver::compile::{Options, Program, compile};
use driver::remarks::Remark;

/// The remarks about a program for a target, or none if it is refused.
fn remarks(source: &Source, target: &str, advice_only: bool) -> Vec<Remark> {
    let module = parse(source, &ParseOptions::default()).module.expect("the program reads");
    let target = Some(target.to_owned());
    let options = Options { target, remarks: true, advice_only, ..Options::default() };
    compile(Program::CudaTile(Box::new(module)), &options).map_or_else(|_| Vec::new(), |made| made.remarks)
}

#[test]
fn nothing_else_has_a_suggestion() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/data/advice");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let source = Source::new("k.mlir", std::fs::read_to_string(&path).expect("a text"));
        for target in ["sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120a"] {
            let [all, alone] = [false, true].map(|only| {
                let mut remarks = remarks(&source, target, only);
                remarks.retain(Remark::is_advice);
                remarks
            });
            assert_eq!(all, alone, "{} for {target}", path.display());
            found += all.len();
        }
    }
    assert!(found > 10, "{found} suggestions");
}
