//! Axis info as text: one line for each value with known properties.

use std::fmt::Write as _;

use ir::text::namer::{NameRules, Namer, Stem};
use ir::walk::preorder;
use ir::{Block, Op, Value};

use super::{AxisAnalysis, AxisInfo, full};
use crate::types::Type;
use crate::{Module, TileAa};

/// Values without a name of the user are numbered, as in the text of the module.
struct Numbers;

impl NameRules<TileAa> for Numbers {
    fn result(&mut self, _: &Module, _: &mut Namer, _: Op, _: usize) -> Stem {
        Stem::Number
    }

    fn argument(&mut self, _: &Module, _: &mut Namer, _: Block, _: usize) -> Stem {
        Stem::Argument
    }
}

/// The facts of a module, in the order of its values.
///
/// ```text
/// %offsets: runs [64 x 1], divisor 64, range [0, 1073741823]
/// ```
pub fn print(module: &Module, facts: &AxisAnalysis) -> String {
    let namer = Namer::keep(module, module.root, &mut Numbers);
    let mut out = String::new();
    for op in preorder(&module.body, module.root) {
        let results: Vec<Value> = module.body.results(op).iter().collect();
        let blocks = module.body.regions(op).flat_map(|region| module.body.region_blocks(region).to_vec());
        let args: Vec<Value> = blocks.flat_map(|block| module.body.block_args(block)).collect();
        for value in results.into_iter().chain(args) {
            let text = describe(module.ty(value), &facts.get(module, value));
            if !text.is_empty() {
                namer.write(&mut out, value);
                writeln!(out, ": {text}").expect("writing to a string cannot fail");
            }
        }
    }
    out
}

fn describe(ty: &Type, fact: &AxisInfo) -> String {
    if let Some(number) = fact.constant() {
        return format!("is {number}");
    }
    let mut parts = Vec::new();
    if fact.runs.iter().any(|run| run.len > 1) {
        let runs: Vec<String> = fact.runs.iter().map(|run| format!("{} x {}", run.len, run.step)).collect();
        let wraps = if fact.wraps { " that may wrap" } else { "" };
        parts.push(format!("runs [{}]{wraps}", runs.join(", ")));
    }
    if fact.divisor > 1 {
        parts.push(format!("divisor {}", fact.divisor));
    }
    if ty.scalar().is_some() && fact.range != full(ty.scalar()) {
        parts.push(format!("range [{}, {}]", fact.range.0, fact.range.1));
    }
    parts.join(", ")
}
