//! Trials of level 3: what agents make of a module of level 2, with the parts that are planned for its kernels.

use ir::build::IntoAttr as _;
use ir::generic::GenericLevel;
use ir::pass::{Pipeline, Unwatched};
use ir::walk::preorder;
use ir::{Field, Op};
use tileaa::mask_padding::padded_loads;
use tileaa::ops::fields::func;
use tileaa::passes::{MASK_PADDING, RAISE_GATHERS, SPLIT_BATCHES};
use tileaa::swap_operands::{self, Instruction};
use tileas::from_tileaa::{Options, convert};
use tileas::transform::{picks_rows, swaps_operands};

/// A module of level 3 whose kernels are all to have agents, with the parts that are planned.
pub(crate) fn probe(module: &tileaa::Module, how: &Options) -> tileas::Module {
    let mut trial = module.clone();
    let all = names(&trial);
    mark(&mut trial, &all);
    if may_have_batches(&trial) {
        run(&mut trial, SPLIT_BATCHES);
        tileaa::passes::clean_up(&mut trial);
    }
    if has_padded_streams(&trial) {
        run(&mut trial, MASK_PADDING);
    }
    if picks_rows(how.capability) {
        run(&mut trial, RAISE_GATHERS);
        tileaa::passes::clean_up(&mut trial);
    }
    if swaps_operands(how.capability) {
        swap_operands::run(&mut trial, Instruction::of_capability(how.capability.into()));
    }
    let is_planned =
        |func: Op| [func::cluster_size, func::chains].iter().any(|&field| trial.int(func, field).is_some());
    if kernels(&trial, &all).into_iter().any(is_planned) {
        run(&mut trial, "split-tile-blocks");
        tileaa::passes::clean_up(&mut trial);
    }
    convert(&trial, how)
}

/// Whether a kernel for agents without products loads tiles in loops that are padded with another value than zero.
pub(crate) fn has_padded_streams(module: &tileaa::Module) -> bool {
    let all = kernels(module, &names(module)).into_iter();
    all.filter(|&func| module.flag(func, func::agents)).any(|func| !padded_loads(module, func).is_empty())
}

/// Whether a module multiplies batches of matrices, which agents compute one at a time.
pub(crate) fn may_have_batches(module: &tileaa::Module) -> bool {
    let is_batch = |op: Op| {
        module.opcode(op) == tileaa::Opcode::Dot
            && module.ty(module.body.result(op, 0)).tile().is_some_and(|tile| tile.shape.len() > 2)
    };
    preorder(&module.body, module.root).any(is_batch)
}

fn run(module: &mut tileaa::Module, pass: &str) {
    let pass = Pipeline::parse(pass, tileaa::passes::PASSES).expect("the pass is there");
    pass.run(module, &mut Unwatched).expect("the pass takes every verified module");
}

/// Marks the kernels of those names.
pub(crate) fn mark(module: &mut tileaa::Module, runs: &[String]) {
    for func in kernels(module, runs) {
        let flag = true.into_attr(module);
        module.set_attr(func, func::agents, flag);
    }
}

/// The kernels of those names.
pub(crate) fn kernels(module: &tileaa::Module, names: &[String]) -> Vec<Op> {
    let all = preorder(&module.body, module.root);
    let all = all.filter(|&op| module.opcode(op) == tileaa::Opcode::Func);
    all.filter(|&func| names.contains(&symbol(module, func))).collect()
}

/// The names of all kernels.
pub(crate) fn names(module: &tileaa::Module) -> Vec<String> {
    let all = preorder(&module.body, module.root);
    all.filter(|&op| module.opcode(op) == tileaa::Opcode::Func).map(|func| symbol(module, func)).collect()
}

pub(crate) fn symbol(module: &tileaa::Module, func: Op) -> String {
    name(module, func, func::sym_name)
}

pub(crate) fn name<L: GenericLevel>(module: &ir::Module<L>, func: Op, field: Field) -> String {
    module.string(func, field).map(|name| module.text(name).into_owned()).unwrap_or_default()
}
