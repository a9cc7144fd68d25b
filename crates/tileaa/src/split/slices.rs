//! The number of parts that a thread block computes one after the other, such that a part fits into registers.
//!
//! Tiles that far exceed the registers of a thread block would be spilled, and every element of a thread has its own
//! instructions. The cost of a loop over parts is that values without parts are computed in every iteration, for example the
//! other operand of a product. Parts are therefore used only if most of the work is divided among them, and no more than
//! needed.

use ir::Op;
use ir::analysis::Uses;
use ir::walk::preorder;

use super::axes::Tile;
use super::pressure::Pressure;
use super::{Plan, Refusal, Why, choose, loops, plan_nested};
use crate::axis_info::AxisAnalysis;
use crate::ops::fields;
use crate::{Module, Opcode};

/// Registers of a multiprocessor, of 32 bits.
const REGISTER_FILE: u64 = 65_536;
/// Registers that an instruction can name.
const NAMED: u64 = 255;
/// Warps that have all registers of a multiprocessor together, where the program names no number.
const WARPS: u32 = 8;
/// Rows of a product that four warps compute together: 16 each, as matrix instructions have, or 64 as one warpgroup.
const ROWS: u32 = 64;
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

/// Returns the kernels without planned clusters whose live tiles need more than three quarters of the registers of a thread. With
/// addresses and intermediate values, their registers would be spilled. A thread block may have `shared` bytes of shared memory.
pub fn decide_slices(module: &Module, shared: u64) -> Vec<Slices> {
    let alone = |&func: &Op| {
        use fields::func as f;
        let taken = [f::cluster_size, f::slices];
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
        if registers <= most_registers(limit) {
            continue;
        }
        let facts = facts.get_or_insert_with(|| AxisAnalysis::of(module));
        let of_part = |parts: u32| {
            let plan = division(module, facts, func, parts)?;
            let registers = of_thread(pressure.bits(Some((&plan, parts))));
            divides_work(module, func, &plan)
                .map(|()| Part { registers, rows: rows(module, func, &plan, parts) })
        };
        let plan = least((registers, limit), func, of_part);
        found.push(Slices { func, registers, limit, plan });
    }
    found
}

/// How the tiles of a kernel are divided if a thread block computes the parts one after the other.
pub(super) fn division(module: &Module, facts: &AxisAnalysis, func: Op, parts: u32) -> Result<Plan, Refusal> {
    let plan = plan_nested(module, facts, func, parts);
    let is_nested = plan.as_ref().is_ok_and(|plan| plan.nested.is_some());
    match loops::refusal(module, func).filter(|_| !is_nested) {
        Some(refusal) => Err(refusal),
        None => plan,
    }
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

/// One of a number of parts.
struct Part {
    /// Registers of a thread for live tiles.
    registers: u64,
    /// The fewest rows of a product whose rows are divided.
    rows: Option<u32>,
}

/// The smallest number of parts of which one needs at most half of the registers; if there is none, the largest number that helps.
/// A part that fits without being half is not halved if its products have the rows of four warps: some would then have none.
fn least(
    (whole, limit): (u64, u64),
    func: Op,
    of_part: impl Fn(u32) -> Result<Part, Refusal>,
) -> Result<(u32, u64), Refusal> {
    let mut chosen = None;
    let mut parts = 2;
    while parts <= MOST_PARTS {
        let before = chosen.map_or(whole, |(_, registers)| registers);
        let rows = match of_part(parts) {
            // Halving that only reduces registers to three quarters is not worth another iteration.
            Ok(Part { registers, rows }) if registers <= before * 3 / 4 => {
                chosen = Some((parts, registers));
                rows
            }
            Err(refusal) if chosen.is_none() => return Err(refusal),
            Ok(_) | Err(_) => break,
        };
        let enough = if rows == Some(ROWS) { most_registers(limit) } else { limit.div_ceil(2) };
        if chosen.is_some_and(|(_, registers)| registers <= enough) {
            break;
        }
        parts *= 2;
    }
    chosen.ok_or(Refusal { why: Why::Whole, op: func })
}

/// The registers of live tiles that leave a thread room for addresses and intermediate values.
fn most_registers(limit: u64) -> u64 {
    limit * 3 / 4
}

/// The fewest rows of a product whose rows are divided into a number of parts.
fn rows(module: &Module, func: Op, plan: &Plan, parts: u32) -> Option<u32> {
    let products = |&op: &Op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled);
    let divided = preorder(&module.body, func).filter(products).filter_map(|dot| {
        let sum = module.body.result(dot, 0);
        let shape = &module.ty(sum).tile()?.shape;
        let row = shape.len().checked_sub(2)?;
        (plan.dim(Tile::Value(sum)) == Some(row)).then(|| shape[row] / parts)
    });
    divided.min()
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
