//! The number of parts that a thread block computes one after the other, such that a part fits into registers.
//!
//! Tiles that far exceed the registers of a thread block would be spilled, and every element of a thread has its own
//! instructions. The cost of a loop over parts is that values without parts are computed in every iteration, for example the
//! other operand of a product. Parts are therefore used only if most of the work is divided among them, and no more than
//! needed.

use ir::Op;
use ir::analysis::Uses;
use ir::walk::preorder;

use super::pressure::Pressure;
use super::{Plan, Refusal, Why, choose, loops, plan};
use crate::axis_info::AxisAnalysis;
use crate::ops::fields;
use crate::{Module, Opcode};

/// Registers of a multiprocessor, of 32 bits.
const REGISTER_FILE: u64 = 65_536;
/// Registers that an instruction can name.
const NAMED: u64 = 255;
/// Warps that have all registers of a multiprocessor together, where the program names no number.
const WARPS: u32 = 8;
/// The largest number of parts: a tile of the largest size that is compiled then fits.
const MOST_PARTS: u32 = 64;

/// The decision for a kernel whose tiles need too many registers.
#[derive(Clone, Debug)]
pub struct Slices {
    /// The kernel.
    pub func: Op,
    /// Registers of a thread for live tiles.
    pub registers: u64,
    /// Registers that a thread can have.
    pub limit: u64,
    /// The number of parts and the registers of a thread for one, or why there is only one part.
    pub plan: Result<(u32, u64), Refusal>,
}

/// Returns the kernels without clusters whose live tiles need more than three quarters of the registers of a thread. With
/// addresses and intermediate values, their registers would be spilled. A thread block may have `shared` bytes of shared memory.
pub fn decide_slices(module: &Module, shared: u64) -> Vec<Slices> {
    let alone = |&func: &Op| {
        use fields::func as f;
        let taken = [f::num_ctas, f::cluster_size, f::slices];
        module.opcode(func) == Opcode::Func
            && !module.flag(func, f::agents)
            && taken.iter().all(|&field| module.int(func, field).is_none())
    };
    let funcs: Vec<Op> = preorder(&module.body, module.root).filter(alone).collect();
    let mut facts = None;
    let mut found = Vec::new();
    for func in funcs {
        let uses = Uses::of(&module.body, func);
        let pressure = Pressure::of(module, &uses, func, shared);
        let (threads, limit) = threads(module, func);
        let of_thread = |bits: u64| bits.div_ceil(32 * threads);
        let registers = of_thread(pressure.bits(None));
        if registers <= limit * 3 / 4 {
            continue;
        }
        let facts = facts.get_or_insert_with(|| AxisAnalysis::of(module));
        let of_part = |parts: u32| {
            let plan = plan(module, facts, func, parts)?;
            let registers = of_thread(pressure.bits(Some((&plan, parts))));
            divides_work(module, func, &plan).map(|()| registers)
        };
        let plan = loops::refusal(module, func).map_or_else(|| least((registers, limit), func, of_part), Err);
        found.push(Slices { func, registers, limit, plan });
    }
    found
}

/// Threads of a thread block, and the registers that each can have.
fn threads(module: &Module, func: Op) -> (u64, u64) {
    let number = |field| module.int(func, field).and_then(|number| u32::try_from(number).ok());
    let blocks = number(fields::func::occupancy).unwrap_or(1).clamp(1, 32);
    let hint =
        number(fields::func::num_worker_warps_per_cta).map(|warps| warps.clamp(1, 32).next_power_of_two());
    let threads = 32 * u64::from(hint.unwrap_or((WARPS / blocks).max(1)));
    (threads, (REGISTER_FILE / threads / u64::from(blocks)).min(NAMED))
}

/// The smallest number of parts of which one needs at most half of the registers; if there is none, the largest number that helps.
fn least(
    (whole, limit): (u64, u64),
    func: Op,
    of_part: impl Fn(u32) -> Result<u64, Refusal>,
) -> Result<(u32, u64), Refusal> {
    let mut chosen = None;
    let mut parts = 2;
    while parts <= MOST_PARTS {
        let before = chosen.map_or(whole, |(_, registers)| registers);
        match of_part(parts) {
            // Halving that only reduces registers to three quarters is not worth another iteration.
            Ok(registers) if registers <= before * 3 / 4 => chosen = Some((parts, registers)),
            Err(refusal) if chosen.is_none() => return Err(refusal),
            Ok(_) | Err(_) => break,
        }
        if chosen.is_some_and(|(_, registers)| registers <= limit.div_ceil(2)) {
            break;
        }
        parts *= 2;
    }
    chosen.ok_or(Refusal { why: Why::Whole, op: func })
}

/// Whether most of the work is along the dimensions that are divided.
fn divides_work(module: &Module, func: Op, plan: &Plan) -> Result<(), Refusal> {
    let (mut all, mut divided) = (0u64, 0u64);
    for (tile, work) in preorder(&module.body, func).filter_map(|op| choose::work(module, op)) {
        all = all.saturating_add(work);
        if plan.dim(tile).is_some() {
            divided = divided.saturating_add(work);
        }
    }
    if divided >= all / 2 { Ok(()) } else { Err(Refusal { why: Why::Whole, op: func }) }
}
