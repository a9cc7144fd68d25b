//! Pipelines: a fixpoint ends as soon as every pass of it has run without a change since the last change.

use cuda_tile::text::{ParseOptions, parse};
use cuda_tile::{CudaTile, Module};
use diag::Source;
use ir::pass::{Pass, Pipeline, Unmet, Watcher};

/// The passes that ran, and whether they changed the module.
struct Runs(Vec<(&'static str, bool)>);

impl Watcher<CudaTile> for Runs {
    type Stop = Unmet;

    fn before(&mut self, _: &'static Pass<CudaTile>, _: &Module) -> Result<(), Unmet> {
        Ok(())
    }

    fn after(&mut self, pass: &'static Pass<CudaTile>, _: &Module, changed: bool) -> Result<(), Unmet> {
        self.0.push((pass.name, changed));
        Ok(())
    }
}

fn runs(ops: &str) -> Vec<(&'static str, bool)> {
    let text =
        format!("cuda_tile.module @m {{ entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {{ {ops} return }} }}");
    let module = parse(&Source::new("k.mlir", text), &ParseOptions::default()).module;
    let mut runs = Runs(Vec::new());
    let pipeline = Pipeline::parse("fixpoint(canonicalize,cse,dce)", opt::PASSES).expect("passes");
    pipeline.run(&mut module.expect("the program reads"), &mut runs).expect("takes every verified module");
    runs.0
}

#[test]
fn a_fixpoint_ends_after_one_run_of_each_pass_without_a_change() {
    let store =
        |value: &str| format!("%t = store_ptr_tko weak %p, {value} : tile<ptr<i32>>, tile<i32> -> token");
    let unchanged = runs(&store("%x"));
    assert_eq!(unchanged, [("canonicalize", false), ("cse", false), ("dce", false)]);
    // The second sum is the first one, so that their difference is zero.
    let sums = "%a = addi %x, %x : tile<i32>\n%b = addi %x, %x : tile<i32>\n%c = subi %a, %b : tile<i32>\n";
    let merged = runs(&(sums.to_owned() + &store("%c")));
    let first = [("canonicalize", false), ("cse", true), ("dce", false), ("canonicalize", true)];
    assert_eq!(merged[..4], first);
    assert_eq!(merged[4..], [("cse", false), ("dce", false), ("canonicalize", false)]);
}
