//! The decisions of the pass, as attributes of functions and of their loads and stores.

use ir::Op;
use ir::build::IntoAttr as _;
use ir::generic::Attr;
use ir::walk::preorder;

use super::super::relayout::{Assignment, assign};
use super::super::{default_layout, functions};
use super::resources::Resources;
use super::{has_agents, plan, stores, unspecialized};
use crate::attributes::{ExecutionPath, Turns};
use crate::ops::fields;
use crate::{Module, Opcode};

/// Decides for every function without a decision, with the plan of the given number; true if there was one.
pub(crate) fn run(module: &mut Module, number: u32) -> bool {
    let funcs: Vec<Op> = functions(module).into_iter().filter(|&func| is_open(module, func)).collect();
    for &func in &funcs {
        match plan(module, func, number) {
            Ok(plan) => {
                if plan.flow.is_some() {
                    stores::by_threads(module, func);
                }
                write(module, func, &plan.resources);
                write_turns(module, func, plan.turns);
                if plan.take_over {
                    let slot = true.into_attr(module);
                    module.set_attr(func, fields::func::take_over, slot);
                }
                plan.stores.write(module);
                others_by_threads(module, func, &plan.copied);
            }
            Err(refusal) => {
                let path = ExecutionPath::Universal.into_attr(module);
                module.set_attr(func, fields::func::path, path);
                let reason = refusal.reason.as_str().into_attr(module);
                module.set_attr(func, fields::func::reason, reason);
                stores::by_threads(module, func);
            }
        }
    }
    !funcs.is_empty()
}

/// No map copies the other loads of a function.
fn others_by_threads(module: &mut Module, func: Op, copied: &[Op]) {
    let loads: Vec<Op> = preorder(&module.body, func)
        .filter(|op| module.opcode(*op) == Opcode::TiledLoad && !copied.contains(op))
        .collect();
    for load in loads {
        module.set_attr(load, fields::tiled_load::boxes, ir::AttrSlot::ABSENT);
    }
}

/// Whether a function has no decision yet.
pub(super) fn is_open(module: &Module, func: Op) -> bool {
    let is_planned = module.attr(func, fields::func::stages).is_present();
    let is_open = match module.get_opt(func, fields::func::path) {
        None => true,
        // A caller requests these.
        Some(ExecutionPath::Unspecialized | ExecutionPath::Agents) => !is_planned,
        Some(ExecutionPath::Universal) => false,
    };
    is_open && !has_agents(module, func)
}

fn write_turns(module: &mut Module, func: Op, turns: Option<Turns>) {
    if let Some(turns) = turns {
        let slot = turns.into_attr(module);
        module.set_attr(func, fields::func::turns, slot);
    }
}

fn write(module: &mut Module, func: Op, resources: &Resources) {
    use fields::func as f;
    let is_joined = unspecialized::is_requested(module, func);
    if !is_joined {
        let path = ExecutionPath::Agents.into_attr(module);
        module.set_attr(func, f::path, path);
    }
    let own = (!is_joined).then_some((f::producer_warps, resources.producer_warps));
    let numbers =
        [(f::num_warps, resources.warps), (f::stages, resources.stages), (f::occupancy, resources.occupancy)];
    for (field, number) in numbers.into_iter().chain(own) {
        let slot = i64::from(number).into_attr(module);
        module.set_attr(func, field, slot);
    }
    if resources.chains > 1 {
        let slot = true.into_attr(module);
        module.set_attr(func, f::chains, slot);
    }
    if let Some(stages) = resources.sum_stages {
        let slot = i64::from(stages).into_attr(module);
        module.set_attr(func, f::sum_stages, slot);
    }
    if let Some(registers) = resources.registers {
        let slot = Attr::Ints(registers.map(i64::from).into()).into_attr(module);
        module.set_attr(func, f::registers, slot);
    }
    let bits = resources.warps.ilog2();
    assign(module, func, &Assignment::by_shape(&|shape| default_layout(shape, bits)));
}
