//! Warps, stages and registers of agents whose warps multiply separately (`mma.sync`), on consumer Blackwell, by fixed
//! rules.
//!
//! A warp reads fragments of both operands from a stage, so its part of the sum should be large and nearly square: at
//! least 64x32. Eight warps divide a sum that is large enough for this, and four warps a smaller one. Fragments of the
//! next step along the inner dimension are read while those of the current step are multiplied, and both need registers
//! next to the sum.
//!
//! Shared memory is scarce, 100 KB for all thread blocks of a multiprocessor: several thread blocks share it if each
//! keeps three stages.

use ir::Op;

use super::demand::{Demand, other_warps};
use super::refusal::NoPlan;
use super::resources::{
    GROUP, MOST_BLOCKS, MOST_HANDED, MOST_REGISTERS, REGISTERS, Resources, SPARE_OF_CHAIN, counted,
    shared_of_block,
};
use crate::Module;
use crate::ops::fields;

/// Elements of a sum that are worth a warp.
const MIN_ELEMENTS_OF_WARP: u32 = 64 * 32;
/// Registers of a thread that multiplies, besides sum and fragments: addresses, counters, and what the code after the
/// loop needs.
const SPARE: u32 = 24;
/// Stages that a thread block keeps where it shares a multiprocessor by choice.
const LEAST_STAGES: u32 = 3;
/// Parts of a multiprocessor that warps are divided among.
const QUARTERS: u32 = 4;
/// Threads of a warp.
const WARP: u32 = 32;
/// Bytes of the inner dimension that an instruction takes.
const DEPTH: u32 = 32;

/// The resources of agents whose products are computed by warps.
///
/// # Errors
/// Why nothing fits.
pub(super) fn resources(demand: &Demand) -> Result<Resources, NoPlan> {
    let [rows, columns] = demand.shape;
    let warps: &[u32] = match demand.warps {
        None if rows * columns >= 8 * MIN_ELEMENTS_OF_WARP => &[8, 4],
        None => &[4, 8],
        Some(4) => &[4],
        Some(8) => &[8],
        Some(warps) => return Err(other_warps(warps)),
    };
    let most = demand.occupancy.map_or(MOST_BLOCKS, |blocks| blocks.clamp(1, 32) as u32);
    let least = demand.occupancy.map_or(1, |_| most);
    for &warps in warps {
        let is_good = |found: &Resources| {
            demand.occupancy.is_some() || found.occupancy == 1 || found.stages >= LEAST_STAGES
        };
        let fit = |occupancy: u32| fit(demand, warps, occupancy);
        if let Some(found) = (least..=most).rev().filter_map(|occupancy| fit(occupancy).ok()).find(is_good) {
            return Ok(found);
        }
    }
    let blocks = demand
        .occupancy
        .map_or(String::new(), |blocks| format!(" with {blocks} thread blocks on a multiprocessor"));
    let beside = if demand.beside_bits > 0 { ", the other tiles of an iteration" } else { "" };
    let staying = match demand.resident {
        0 => String::new(),
        resident => format!(" beside {resident} that stay"),
    };
    let reason = format!(
        "agents cannot hold its sum of {rows}x{columns}{beside} and {} of {} bytes{staying} in the {} bytes of shared memory that \
         the target has{blocks}",
        demand.fewest(),
        demand.stage,
        shared_of_block(demand.capability, 1)
    );
    // With more thread blocks, each lacks more.
    let tried = warps.iter().filter_map(|&warps| {
        let lack = fit(demand, warps, least).err()?;
        Some(format!("{warps} warps that multiply, {}: {lack}", counted(least, "thread block")))
    });
    Err(NoPlan { reason, tried: tried.collect() })
}

/// The resources with these warps that multiply, and thread blocks on a multiprocessor.
///
/// # Errors
/// What they lack.
fn fit(demand: &Demand, warps: u32, occupancy: u32) -> Result<Resources, String> {
    let producer_warps = if demand.copied == 0 { 1 } else { 4 };
    let needed = needed(demand, warps).unwrap_or(u32::MAX);
    let entry = |producers: u32| at_entry((warps + producers) * occupancy);
    let room = shared_of_block(demand.capability, occupancy);
    let stages = demand.stages(room).ok_or_else(|| demand.no_stages(room))?;
    let found = Resources {
        warps,
        multipliers: 1,
        chains: 1,
        producer_warps,
        stages,
        registers: None,
        occupancy,
        sum_stages: None,
    };
    if needed <= entry(producer_warps) && demand.copying() <= entry(producer_warps) {
        return Ok(found);
    }
    // A whole warpgroup that copies hands its registers to those that multiply.
    let (entry, groups, copying) = (entry(4), warps * WARP / GROUP, demand.copying());
    let all = entry * (groups + 1);
    let registers = (all.saturating_sub(copying) / groups / 8 * 8).min(MOST_HANDED);
    if needed > registers {
        return Err(format!("a thread that multiplies needs {needed} registers and gets {registers}"));
    }
    if copying > entry {
        return Err(format!("a thread that copies needs {copying} registers and begins with {entry}"));
    }
    Ok(Resources { producer_warps: 4, registers: Some([registers, copying]), ..found })
}

/// Registers of a thread at kernel entry, for the warps of a multiprocessor. Each quarter of it has a quarter of the
/// registers, for every fourth warp.
fn at_entry(warps: u32) -> u32 {
    (REGISTERS / QUARTERS / (warps.div_ceil(QUARTERS) * WARP)).min(MOST_REGISTERS) / 8 * 8
}

/// Registers that a thread which multiplies has left in a function with planned agents, beside what its products and the
/// other work of their loop need.
pub(super) fn left_registers(module: &Module, func: Op, demand: &Demand) -> u64 {
    use fields::func as f;
    let number = |field| module.int(func, field).unwrap_or(1).clamp(1, 32) as u32;
    let warps = number(f::num_warps);
    let handed = module.ints(func, f::registers).first().and_then(|&own| u32::try_from(own).ok());
    let own = handed.unwrap_or_else(|| at_entry((warps + number(f::producer_warps)) * number(f::occupancy)));
    let work = if demand.beside_bits > 0 { SPARE_OF_CHAIN } else { 0 };
    needed(demand, warps).map_or(0, |needed| own.saturating_sub(needed.saturating_add(work)).into())
}

/// Registers of a thread that multiplies.
fn needed(demand: &Demand, warps: u32) -> Option<u32> {
    let [rows, columns] = demand.shape.map(u64::from);
    let of_thread = |bits: u64| u32::try_from(bits.div_ceil(32) / u64::from(warps * WARP)).ok();
    let (sum, beside) =
        (of_thread(rows * columns * u64::from(demand.sum_bits))?, of_thread(demand.beside_bits)?);
    // The part of a warp is square at best; fragments of both sides, of this step and the next.
    let part = (rows * columns / u64::from(warps)).max(1).isqrt();
    let fragments = u32::try_from(2 * part * u64::from(DEPTH) / 4 / u64::from(WARP)).ok()?;
    // Registers of a factor are released while the product is computed.
    let fragments = if beside > 0 { fragments } else { 2 * fragments };
    sum.checked_add(beside)?.checked_add(fragments + SPARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of([rows, columns, depth]: [u32; 3], copied: u32) -> Result<Resources, NoPlan> {
        resources(&Demand {
            shape: [rows, columns],
            fewest_rows: rows,
            promotion: None,
            sum_bits: 32,
            beside_bits: 0,
            stage: (rows + columns) * depth * 2,
            resident: 0,
            copied,
            controlled: false,
            warps: None,
            occupancy: None,
            latency: None,
            least_stages: 2,
            capability: 120,
            is_persistent: false,
            has_turns: false,
            is_unspecialized: false,
        })
    }

    #[test]
    fn sums_get_the_warps_that_hold_them_and_the_stages_that_there_is_room_for() {
        let found = |tile, copied| {
            of(tile, copied).map(|found| {
                (found.warps, found.producer_warps, found.stages, found.registers, found.occupancy)
            })
        };
        assert_eq!(found([128, 128, 64], 0), Ok((8, 1, 3, None, 1)));
        assert_eq!(found([128, 256, 64], 0), Ok((8, 4, 2, Some([240, 24]), 1)));
        assert_eq!(found([64, 64, 64], 0), Ok((4, 1, 3, None, 2)));
        assert_eq!(found([128, 128, 64], 128 * 128), Ok((8, 4, 3, None, 1)));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_numbers() {
        let why = "its sum of 256x256 and two stages of 65536 bytes in the 101248 bytes of shared memory";
        assert!(of([256, 256, 64], 0).is_err_and(|found| found.reason.contains(why)));
    }
}
