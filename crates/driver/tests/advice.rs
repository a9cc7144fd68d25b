//! Advice is the same if only advice is asked for.

use cuda_tile::text::{ParseOptions, parse};
use diag::Source;
use driver::compile::{Options, Program, compile};
use driver::remarks::Remark;

/// Programs that could be faster, or that read as if they could.
const PROGRAMS: [&str; 6] = [
    include_str!("../../../tests/cli/data/advice/copy.mlir"),
    include_str!("../../../tests/cli/data/advice/pipelined_small.mlir"),
    include_str!("../../../tests/cli/data/advice/product.mlir"),
    include_str!("../../../tests/cli/data/advice/product_tf32.mlir"),
    include_str!("../../../tests/cli/data/advice/shallow.mlir"),
    include_str!("../../../tests/cli/data/advice/windows.mlir"),
];

/// The advice on a program for a target; none if it is refused.
fn advice(text: &str, target: &str, advice_only: bool) -> Vec<Remark> {
    let source = Source::new("k.mlir", text);
    let module = parse(&source, &ParseOptions::default()).module.expect("the program reads");
    let target = Some(target.to_owned());
    let options = Options { target, remarks: true, advice_only, ..Options::default() };
    let made = compile(Program::CudaTile(Box::new(module)), &options);
    let remarks = made.map_or_else(|_| Vec::new(), |made| made.remarks);
    remarks.into_iter().filter(Remark::is_advice).collect()
}

#[test]
fn nothing_else_has_a_suggestion() {
    let mut found = 0;
    for text in PROGRAMS {
        for target in ["sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120a"] {
            let all = advice(text, target, false);
            assert_eq!(advice(text, target, true), all, "for {target}: {text}");
            found += all.len();
        }
    }
    assert!(found > 10, "{found} suggestions");
}
