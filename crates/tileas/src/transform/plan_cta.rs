//! `plan-cta`: the number of warps for a tile block.
//!
//! The register model: a live tile uses registers of every thread, namely its elements divided by the number of
//! threads. Tiles that copies move to shared memory, and values that are rematerialised at each use, need none. If the
//! live tiles do not fit into the registers of four warps, next to addresses and fragments, eight warps are used. More
//! than eight warps do not have more registers in total: a multiprocessor has 64 K, and a thread 255. If several blocks
//! should run on a multiprocessor, this limit is reached with fewer warps.
//!
//! Tiles that do not fit into eight warps either are partly spilled, for any number of warps. Every element of a thread
//! has its own instructions, so sixteen or thirty-two warps are used for such tiles: each executes a half or a quarter
//! of the code, and spills correspondingly less. Programs with products keep eight warps, because each warp loads
//! fragments of both operands.
//!
//! On targets without real support for 8-bit float products, these become f16 products: `ptxas` widens the fragments,
//! which then need twice the registers.
//!
//! The program's hint `num_worker_warps_per_cta` takes precedence.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::build::IntoAttr as _;
use ir::walk::{Visit, preorder, walk};
use ir::{Op, Value};
use numerics::Scalar;

use super::axis_info::AxisInfo;
use super::blocked::default_layout;
use super::functions;
use super::pipeline::may_copy_ahead;
use super::relayout::{Assignment, assign, first_source, is_rematerialised};
use super::schedule::{is_for_agents, is_for_streams};
use crate::decisions::Decision;
use crate::ops::fields;
use crate::{Module, Opcode, target};

/// Registers of a thread that tiles may use; the rest is for addresses and fragments of products.
const TILE_REGISTERS: u64 = 136;
/// The same if fragments are widened before products.
const TILE_REGISTERS_WIDENED: u64 = 120;
/// The same without products: more warps have more accesses in flight, and need no more registers in total.
const TILE_REGISTERS_NO_PRODUCTS: u64 = 96;
/// The number of warps that have all registers of a multiprocessor.
const WARPS_WITH_ALL_REGISTERS: u32 = 8;
/// The maximum registers of a thread for tiles without products before even more warps are used.
const LARGE_TILE_REGISTERS: u64 = 192;
/// The warps of the largest thread block.
const MAX_WARPS: u32 = 32;
/// The most warps that compute beside one that copies ahead, a power of two.
const MAX_WARPS_BESIDE_COPY: u32 = 16;

/// Decides for every function, and gives its tiles their default layouts for that number of warps; true when a number
/// changed.
pub(crate) fn run(module: &mut Module, usual: u32) -> bool {
    let mut changed = false;
    for func in functions(module) {
        // Agents have the warps of their schedule, those that compute from streams the warps that they would have without.
        if is_for_agents(module, func) && !is_for_streams(module, func) {
            continue;
        }
        let hint = module.int(func, fields::func::num_worker_warps_per_cta);
        let warps = match hint {
            Some(warps) => (warps.clamp(1, MAX_WARPS.into()) as u32).next_power_of_two(),
            None => choose(module, func, usual).warps,
        };
        if module.int(func, fields::func::num_warps) == Some(warps.into()) {
            continue;
        }
        let slot = i64::from(warps).into_attr(module);
        module.set_attr(func, fields::func::num_warps, slot);
        let of_shape = |shape: &[u32]| default_layout(shape, warps.ilog2());
        assign(module, func, &Assignment::by_shape(&of_shape));
        changed = true;
    }
    changed
}

/// The decisions of the pass for each function.
pub(crate) fn decisions(module: &Module, usual: u32) -> Vec<Decision> {
    let decide = |func: Op| {
        if let Some(hint) = module.int(func, fields::func::num_worker_warps_per_cta) {
            let warps = (hint.clamp(1, MAX_WARPS.into()) as u32).next_power_of_two();
            let why = "the hint `num_worker_warps_per_cta` sets it";
            return Decision::new(func, true, format!("{warps} warps compute a tile block"), why)
                .with("Warps", warps);
        }
        let Choice { warps, bits, room } = choose(module, func, usual);
        let why = if warps == usual {
            "the live tiles fit in the registers of these warps".to_owned()
        } else {
            format!("of {} warps, live tiles would need more registers than available", warps / 2)
        };
        Decision::new(func, true, format!("{warps} warps compute a tile block"), why)
            .with("Warps", warps)
            .with("TileRegisters", of_thread(bits, warps))
            .with("TileRegistersOfHalfTheWarps", of_thread(bits, (warps / 2).max(1)))
            .with("RoomForTiles", room)
    };
    let funcs = functions(module).into_iter();
    funcs.filter(|&func| !is_for_agents(module, func) || is_for_streams(module, func)).map(decide).collect()
}

/// The registers of a thread for these bits, divided among the given number of warps.
fn of_thread(bits: u64, warps: u32) -> u64 {
    bits.div_ceil(32 * 32 * u64::from(warps))
}

/// The choice for a function.
struct Choice {
    warps: u32,
    /// Bits of the live tiles.
    bits: u64,
    /// Registers of a thread that they may use before there are more warps.
    room: u64,
}

/// The warps for a function: `usual`, or twice as many while the live tiles do not fit, or are too large for any
/// number.
fn choose(module: &Module, func: Op, usual: u32) -> Choice {
    let bits = most_live(module, func);
    let capability = target::capability(module).unwrap_or(0);
    let blocks = module.int(func, fields::func::occupancy).unwrap_or(1).clamp(1, 32) as u32;
    let products = preorder(&module.body, func)
        .filter(|&op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled))
        .map(|op| if is_widened(module, op, capability) { TILE_REGISTERS_WIDENED } else { TILE_REGISTERS });
    let of_products = products.min();
    let room = of_products.unwrap_or(TILE_REGISTERS_NO_PRODUCTS);
    let mut warps = usual;
    while warps < WARPS_WITH_ALL_REGISTERS / blocks && of_thread(bits, warps) > room {
        warps *= 2;
    }
    let most = if is_for_streams(module, func) { MAX_WARPS_BESIDE_COPY } else { MAX_WARPS };
    while of_products.is_none() && warps < most / blocks && of_thread(bits, warps) > LARGE_TILE_REGISTERS {
        warps *= 2;
    }
    Choice { warps, bits, room }
}

/// Whether fragments of bytes go into a product of f16.
fn is_widened(module: &Module, op: Op, capability: u32) -> bool {
    let lhs = module.ty(module.body.operands(op)[0]).tile().and_then(|tile| tile.elem.scalar());
    let f8 = matches!(lhs, Some(Scalar::F8E4M3FN | Scalar::F8E5M2));
    f8 && module.opcode(op) == Opcode::Dot && (90..120).contains(&capability)
}

/// Live ranges of values, as positions of ops in order.
struct LiveRanges {
    starts: SecondaryMap<Value, u32>,
    ends: SecondaryMap<Value, u32>,
    values: Vec<Value>,
}

/// The maximum bits of live tiles.
fn most_live(module: &Module, func: Op) -> u64 {
    let ranges = live_ranges(module, func);
    let loops = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::For);
    let mut ahead = EntitySet::new();
    ahead.extend(loops.filter(|&op| may_copy_ahead(module, op)));
    let mut changes: Vec<(u32, bool, u64)> = Vec::new();
    for &value in &ranges.values {
        let (start, end) = (ranges.starts[value], ranges.ends[value]);
        let bits = bits_of(module, value, &ahead);
        if bits > 0 && end > start {
            changes.extend([(start, true, bits), (end, false, bits)]);
        }
    }
    // A value that ends where another one starts has freed its registers for that.
    changes.sort_unstable();
    let (mut live, mut most) = (0u64, 0u64);
    for (_, starts, bits) in changes {
        live = if starts { live + bits } else { live - bits };
        most = most.max(live);
    }
    most
}

fn live_ranges(module: &Module, func: Op) -> LiveRanges {
    let mut ranges =
        LiveRanges { starts: SecondaryMap::new(), ends: SecondaryMap::new(), values: Vec::new() };
    let mut position = 0u32;
    // Loops around, each with the position where it starts and the values from outside that it uses.
    let mut loops: Vec<(u32, Vec<Value>)> = Vec::new();
    for visit in walk(&module.body, func) {
        position += 1;
        match visit {
            Visit::Enter(op) => {
                for &operand in module.body.operands(op) {
                    // Default layouts are not final, so a conversion between them is no other value.
                    let operand = first_source(module, operand);
                    ranges.ends[operand] = position;
                    for (start, used) in &mut loops {
                        if ranges.starts[operand] < *start {
                            used.push(operand);
                        }
                    }
                }
                if matches!(module.opcode(op), Opcode::For | Opcode::Loop) {
                    loops.push((position, Vec::new()));
                }
                for region in module.body.regions(op) {
                    for &block in module.body.region_blocks(region) {
                        for argument in module.body.block_args(block) {
                            ranges.define(argument, position);
                        }
                    }
                }
            }
            Visit::Leave(op) => {
                if matches!(module.opcode(op), Opcode::For | Opcode::Loop)
                    && let Some((_, used)) = loops.pop()
                {
                    used.into_iter().for_each(|value| ranges.ends[value] = position);
                }
                if module.opcode(op) != Opcode::ConvertLayout {
                    for result in module.body.results(op) {
                        ranges.define(result, position);
                    }
                }
            }
        }
    }
    ranges
}

impl LiveRanges {
    fn define(&mut self, value: Value, position: u32) {
        self.starts[value] = position;
        self.ends[value] = position;
        self.values.push(value);
    }
}

/// Bits of registers of a value, over all threads. `ahead` are the loops whose loads may be prefetched.
fn bits_of(module: &Module, value: Value, ahead: &EntitySet<Op>) -> u64 {
    let Some(tile) = module.ty(value).tile().filter(|tile| !tile.shape().is_empty()) else { return 0 };
    if is_rematerialised(module, value) || is_copied(module, value, ahead) {
        return 0;
    }
    let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits().max(16));
    let elements: u64 = tile.shape().iter().map(|&extent| u64::from(extent)).product();
    elements * u64::from(bits)
}

/// True for loads that may become asynchronous copies to shared memory: those in loops.
fn is_copied(module: &Module, value: Value, ahead: &EntitySet<Op>) -> bool {
    let is_load = |&op: &Op| matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad);
    let load = module.body.def_op(value).filter(is_load);
    let load = load.filter(|&op| module.body.parent_op(op).is_some_and(|around| ahead.contains(around)));
    let vector = load.and_then(|load| AxisInfo::of(module, load)).and_then(|axis| axis.vector(1, 16));
    vector.is_some_and(|(_, elements)| elements >= 4)
}
