//! Decisions of `generate-schedule`, with their numbers.

use ir::Op;
use ir::walk::preorder;

use super::bytes_in_flight::Flow;
use super::fitting::Found;
use super::operand::picked_rows;
use super::thread_blocks::ctas;
use super::{Plan, Unit, clusters, is_open, plan};
use crate::decisions::Decision;
use crate::ops::fields;
use crate::options::Division;
use crate::transform::functions;
use crate::{Module, Opcode};

fn is_product(module: &Module, op: Op) -> bool {
    matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled)
}

/// The decision for each function that has none yet, with the plan of the given number; none for functions without
/// products that get no agents, since few of them need any.
pub(crate) fn decisions(module: &Module, number: u32, divisions: &[Division]) -> Vec<Decision> {
    let multiplies = |func: Op| preorder(&module.body, func).any(|op| is_product(module, op));
    let open = functions(module).into_iter().filter(|&func| is_open(module, func));
    open.flat_map(|func| match plan(module, func, number) {
        Ok(Plan { flow: Some(flow), .. }) => vec![decision_of_streams(func, &flow)],
        Err(_) if !multiplies(func) => Vec::new(),
        Ok(plan) => {
            let ctas = ctas(module, func);
            let division = of_function(module, func, divisions);
            let mut decisions = vec![with_costs(decision((module, func), &plan, ctas), &plan, division)];
            decisions.extend(clusters::decisions(module, func));
            decisions.extend(picked_loads(module, &plan));
            decisions.extend(plan.stores.decisions());
            decisions
        }
        Err(refusal) => {
            let kept =
                Decision::new(refusal.op, false, "Compiled without warp specialisation", refusal.reason);
            vec![Decision { help: refusal.help, ..kept }]
        }
    })
    .collect()
}

/// The loads whose rows tensor maps pick.
fn picked_loads(module: &Module, plan: &Plan) -> Vec<Decision> {
    let loads = plan.copied.iter().filter_map(|&load| Some((load, picked_rows(module, load)?)));
    let decided = loads.map(|(load, rows)| {
        let what = "The gathered rows are picked by a tensor map";
        let why = "a lane of the warp that copies has the numbers of four rows, and copies these together";
        Decision::new(load, true, what, why).with("Rows", rows)
    });
    decided.collect()
}

fn decision_of_streams(func: Op, flow: &Flow) -> Decision {
    let what = "One warp copies tiles by tensor maps, some iterations ahead, and others compute";
    let why = "threads that load a tile when they need it have too few bytes in flight";
    Decision::new(func, true, what, why)
        .with("Copy", 1)
        .with("Stages", flow.stages)
        .with("BytesOfIteration", flow.bytes)
        .with("BlocksOfMultiprocessor", flow.blocks)
        .with("BytesInFlight", flow.agents)
        .with("BytesInFlightWithoutAgents", flow.universal)
        .with("BytesWanted", flow.wanted)
}

fn decision((module, func): (&Module, Op), plan: &Plan, ctas: u32) -> Decision {
    let resources = &plan.resources;
    if let Some(stages) = resources.sum_stages {
        return decision_of_tensor_memory(func, (plan, stages), ctas);
    }
    let is_unspecialized = resources.producer_warps == 0;
    let why = if is_unspecialized {
        "the path `unspecialized` was requested"
    } else if resources.multipliers > 1 {
        "two warpgroups compute whole tiles by turns: one stores its tile while the other one multiplies"
    } else if Unit::of(module) == Some(Unit::Warps) {
        "each warp loads fragments from shared memory, and holds its part of the sum"
    } else if resources.registers.is_some() {
        "a thread of one warpgroup could not hold its part of the sum; the agent that copies gives registers to the others"
    } else {
        "a thread of one warpgroup holds its part of the sum"
    };
    let what = if is_unspecialized {
        "All warps multiply, and copy by tensor maps some stages ahead"
    } else {
        "Some warps copy by tensor maps, some stages ahead, and others multiply"
    };
    let decision = Decision::new(func, true, what, why).with("Multiply", resources.warps);
    let decision = if is_unspecialized { decision } else { decision.with("Copy", resources.producer_warps) };
    let decision =
        decision.with("Stages", resources.stages).with("BlocksOfMultiprocessor", resources.occupancy);
    let decision =
        if resources.multipliers > 1 { decision.with("ByTurns", resources.multipliers) } else { decision };
    let decision = if ctas > 1 { decision.with("Cluster", ctas) } else { decision };
    match resources.registers {
        Some([multiplies, copies]) => {
            decision.with("RegistersToCopy", copies).with("RegistersToMultiply", multiplies)
        }
        None => decision,
    }
}

/// The choice between a thread block and a cluster for a function, if both were compared.
fn of_function<'d>(module: &Module, func: Op, divisions: &'d [Division]) -> Option<&'d Division> {
    let name = module.string(func, fields::func::sym_name).map(|name| module.text(name))?;
    divisions.iter().find(|division| division.kernel == name)
}

/// The decision for a function whose sums are in tensor memory, in some stages.
fn decision_of_tensor_memory(func: Op, (plan, stages): (&Plan, u32), ctas: u32) -> Decision {
    let resources = &plan.resources;
    let what = if ctas > 1 {
        "One warp of each thread block copies by tensor maps, and one of the first multiplies into the tensor memory of both"
    } else {
        "One warp copies by tensor maps, and one multiplies into tensor memory"
    };
    let why = "other warps read the sums and do everything else";
    let tiles =
        if plan.take_over { "its own, then those of thread blocks that have not started" } else { "its own" };
    let finish = match resources.chains {
        1 => resources.warps.to_string(),
        chains => format!("{chains} x {}", resources.warps),
    };
    let decision = Decision::new(func, true, what, why)
        .with("Tiles", tiles)
        .with("Finish", finish)
        .with("Stages", resources.stages)
        .with("SumStages", stages)
        .with("BlocksOfMultiprocessor", resources.occupancy);
    if ctas > 1 { decision.with("Cluster", ctas) } else { decision }
}

/// The costs of the plan, and why it is no other one.
fn with_costs(decision: Decision, plan: &Plan, division: Option<&Division>) -> Decision {
    let first = division.map_or(1, |division| division.first);
    let decision = match plan.found.as_ref().and_then(|found| Some((found, found.cost(plan.taken)?))) {
        None => decision,
        Some((found, cost)) => {
            let all = found.count() + division.map_or(0, |division| division.others.len());
            let decision = decision
                .with("Plan", format!("{} of {all}", plan.taken + first as usize))
                .with("CyclesOfStep", cost.interval())
                .with("BoundBy", cost.bound().name())
                .with("CyclesOfResources", cost.shown())
                .with("CyclesOfTile", cost.tile)
                .with("StepsOfTile", cost.steps)
                .with("MultiplicationsOfStep", cost.step.multiplications)
                .with("OperandBytesOfStep", cost.step.operands)
                .with("CopiedBytesOfStep", cost.step.copied)
                .with("LoadedBytesOfStep", cost.step.loaded)
                .with("InstructionsOfStep", cost.step.instructions);
            let [next, better] = match found {
                Found::Model(candidates) => candidates.alternatives(plan.taken, first),
                Found::Rules(_) => [None, None],
            };
            let others = [("Next", next), ("Better", better)].into_iter();
            let others = others.filter_map(|(name, plan)| Some((name, plan?)));
            others.fold(decision, |decision, (name, plan)| decision.with(name, plan))
        }
    };
    match division {
        Some(division) => decision.with("OtherDivision", &division.other),
        None => decision,
    }
}
