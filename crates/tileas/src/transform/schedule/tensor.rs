//! Warps, stages and columns of agents whose sums are in tensor memory, by fixed rules.
//!
//! One warp loads, or four if threads copy scales, and one multiplies. Four warps read sums from tensor memory and do
//! everything else, or eight if four cannot hold the sums. Warps with equal numbers modulo four access the same lanes, so eight warps divide columns, or
//! rows beyond 128.
//!
//! A sum that is computed while the previous one is finished needs its own columns: there are two stages if a loop
//! surrounds the product and enough columns exist. Thread blocks on a multiprocessor share its 512 columns.

use super::demand::Demand;
use super::refusal::NoPlan;
use super::resources::{CHAINS, MOST_REGISTERS, REGISTERS, Resources, counted, shared_of_block};
use super::sum_loop::{SumLoop, Threads, columns_of_all, with_pipelines};

/// Columns of tensor memory of a multiprocessor.
pub(super) const COLUMNS: u32 = 512;
/// Columns that a thread block takes at least.
const LEAST_COLUMNS: u32 = 32;
/// Warps that copy what no tensor map does.
const COPYING: u32 = 4;
/// The warp that multiplies.
const BESIDE: u32 = 1;
/// The same, with the warp that requests tiles.
const BESIDE_OF_TILES: u32 = 2;
/// Warps that finish the sums of a chain.
const GROUP: u32 = 4;
/// Warps that multiply for two chains, and warps that copy: a warpgroup together, so that they hand over registers. One
/// of each works.
const BESIDE_OF_CHAINS: u32 = 2;
/// Registers of a thread that finishes sums where two warpgroups do, and of others: three warpgroups begin with 168 each, which they
/// share. `ptxas` 13.4 takes 201 for attention with `exp2`, and with 208 spills 8 bytes of attention with `exp`.
const REGISTERS_OF_GROUPS: [u32; 2] = [216, 72];
/// Registers of a thread that finishes sums, besides these: addresses, indices, and what is computed of them.
const SPARE: u32 = 40;
/// Thread blocks on a multiprocessor at most, where the program does not say.
const MOST_BLOCKS: u32 = 4;
/// Stages that a thread block keeps where it shares a multiprocessor by choice: with fewer, products wait for copies.
const LEAST_STAGES: u32 = 3;
/// The same, where threads share the loop, and compute while copies arrive.
const LEAST_STAGES_OF_SHARED: u32 = 2;
/// Bytes of shared memory for the barriers of sums, and what aligns them.
pub(crate) const SUM_BARRIERS: u32 = 2 << 10;

/// The resources of the agents of these loops if a thread block takes over the tiles of others; none where sums have no
/// room for two stages, or the program asks for several thread blocks on a multiprocessor.
pub(crate) fn resources_to_take_over(demand: &Demand, loops: &[SumLoop]) -> Option<Resources> {
    let mut repeated = loops.to_vec();
    repeated.iter_mut().for_each(|known| known.is_nested = true);
    let found = resources_beside(demand, &repeated, BESIDE_OF_TILES).ok()?;
    (found.occupancy == 1 && found.sum_stages == Some(2) && found.stages >= LEAST_STAGES).then_some(found)
}

/// The resources of the agents of these loops.
///
/// # Errors
/// Why nothing fits.
pub(crate) fn resources(demand: &Demand, loops: &[SumLoop]) -> Result<Resources, NoPlan> {
    resources_beside(demand, loops, BESIDE)
}

/// The resources of agents for two chains of products; none if these do not fit.
pub(crate) fn resources_of_chains(demand: &Demand, loops: &[SumLoop]) -> Option<Resources> {
    let [registers, _] = REGISTERS_OF_GROUPS;
    let held = loops.iter().map(|known| registers_of_sums(known, GROUP)).max()?;
    let room = shared_of_block(demand.capability, 1).saturating_sub(SUM_BARRIERS);
    let stages = demand.stages(room)?;
    let sum_stages = sum_stages(loops, COLUMNS)?;
    let fits = held + u64::from(SPARE) <= u64::from(registers)
        && has_registers_for_factors(loops, GROUP, registers)
        && demand.copied == 0;
    fits.then_some(Resources {
        multipliers: 1,
        chains: CHAINS,
        warps: GROUP,
        producer_warps: BESIDE_OF_CHAINS,
        stages,
        registers: Some(REGISTERS_OF_GROUPS),
        occupancy: 1,
        sum_stages: Some(sum_stages),
    })
}

fn resources_beside(demand: &Demand, loops: &[SumLoop], beside: u32) -> Result<Resources, NoPlan> {
    let warps: &[u32] = match demand.warps {
        None => &[4, 8],
        Some(4) => &[4],
        Some(8) => &[8],
        Some(warps) => {
            return Err(
                format!("agents read sums with 4 or 8 warps, and the program requests {warps}").into()
            );
        }
    };
    let is_nested = loops.iter().any(|known| known.is_nested);
    let is_shared = loops.iter().any(|known| known.threads != Threads::Absent);
    // Threads that share a loop compute while copies arrive.
    let least_stages = if is_shared { LEAST_STAGES_OF_SHARED } else { LEAST_STAGES };
    // Where sums are finished while the next ones are made, one thread block keeps tensor cores busy by itself.
    let most = if is_nested { 1 } else { MOST_BLOCKS };
    let most = demand.occupancy.map_or(most, |blocks| blocks.clamp(1, 32) as u32);
    let least = demand.occupancy.map_or(1, |_| most);
    for &warps in warps {
        let fit = |blocks: u32| fit(demand, loops, (warps, beside, blocks));
        let is_good = |found: &Resources| {
            let registers = registers_of_thread(warps + found.producer_warps + beside, found.occupancy);
            let is_roomy = found.stages >= least_stages
                && has_registers_for_factors(loops, warps, registers)
                && has_registers_beside(loops, warps, registers);
            demand.occupancy.is_some() || found.occupancy == 1 || is_roomy
        };
        if let Some(found) = (least..=most).rev().filter_map(|blocks| fit(blocks).ok()).find(is_good) {
            return Ok(found);
        }
    }
    let columns = columns_of_all(loops);
    let blocks =
        demand.occupancy.map_or(String::new(), |blocks| format!(", and {blocks} thread blocks share"));
    let reason = format!(
        "agents cannot hold its sums of {columns} columns of the {COLUMNS} that tensor memory has{blocks}, and {} of {} bytes",
        demand.fewest(),
        demand.stage
    );
    // With more thread blocks, each lacks more.
    let tried = warps.iter().filter_map(|&warps| {
        let lack = fit(demand, loops, (warps, beside, least)).err()?;
        Some(format!("{warps} warps that read sums, {}: {lack}", counted(least, "thread block")))
    });
    Err(NoPlan { reason, tried: tried.collect() })
}

/// The resources with these warps that read sums, warps beside them, and thread blocks on a multiprocessor.
///
/// # Errors
/// What they lack.
fn fit(
    demand: &Demand,
    loops: &[SumLoop],
    (warps, beside, occupancy): (u32, u32, u32),
) -> Result<Resources, String> {
    let held = loops.iter().map(|known| registers_of_sums(known, warps)).max().unwrap_or(0);
    let mut producer_warps = if demand.copied > 0 { COPYING } else { 1 };
    let registers = registers_of_thread(warps + producer_warps + beside, occupancy);
    let room = shared_of_block(demand.capability, occupancy).saturating_sub(SUM_BARRIERS);
    let columns = COLUMNS / occupancy;
    let sum_stages = sum_stages(loops, columns).ok_or_else(|| {
        format!("its sums are {} columns, and a thread block gets {columns}", columns_of_all(loops))
    })?;
    let needed = held + u64::from(SPARE);
    if needed > u64::from(registers) {
        return Err(format!("a thread that reads sums needs {needed} registers and gets {registers}"));
    }
    let stages = demand.stages(room).ok_or_else(|| demand.no_stages(room))?;
    // Threads that need a second tile of the size of their sum, and have no room for it, get registers of the agents beside,
    // which then are a warpgroup: warps that are not needed for anything else multiply, and copy.
    let needs_more = loops.iter().any(|known| known.has_tiles_beside);
    let is_tight = needs_more && 2 * held + u64::from(SPARE) > u64::from(registers);
    let hands_over = is_tight && warps == 2 * GROUP && occupancy == 1 && producer_warps == 1;
    if hands_over {
        producer_warps = GROUP - BESIDE_OF_CHAINS - (beside - BESIDE);
    }
    Ok(Resources {
        multipliers: 1,
        chains: 1,
        warps,
        producer_warps,
        stages,
        registers: hands_over.then_some(REGISTERS_OF_GROUPS),
        occupancy,
        sum_stages: Some(sum_stages),
    })
}

/// Registers of a thread if thread blocks of this number of warps share a multiprocessor, as `ptxas` counts: each quarter
/// of a multiprocessor has a quarter of the registers, and of the warps.
fn registers_of_thread(warps: u32, blocks: u32) -> u32 {
    let quarter = (warps * blocks).div_ceil(4);
    (REGISTERS / 4 / (quarter * 32)).min(MOST_REGISTERS) / 8 * 8
}

/// Registers of a thread for sums, if this number of warps finishes them.
fn registers_of_sums(known: &SumLoop, warps: u32) -> u64 {
    known.registers().div_ceil(u64::from(warps * 32))
}

/// Whether a thread that makes factors of sums has registers for these beside half of a sum, so that it spills nothing.
fn has_registers_for_factors(loops: &[SumLoop], warps: u32, registers: u32) -> bool {
    let made = loops.iter().filter(|known| known.threads == Threads::Exchange && known.has_weights());
    made.map(|known| registers_of_sums(known, warps)).all(|held| held + held / 2 <= u64::from(registers))
}

/// Whether a thread has registers for tiles that sums are combined with, as many as for the sums.
fn has_registers_beside(loops: &[SumLoop], warps: u32, registers: u32) -> bool {
    let held = loops.iter().filter(|known| known.has_columns_beside);
    held.map(|known| 2 * registers_of_sums(known, warps) + u64::from(SPARE))
        .all(|held| held <= u64::from(registers))
}

/// Stages of the sums in some columns: two where it pays and fits.
fn sum_stages(loops: &[SumLoop], room: u32) -> Option<u32> {
    let taken = |stages: u32| {
        let columns: u32 = with_pipelines(loops)
            .map(|known| known.columns() * if has_stages(known) { stages } else { 1 })
            .sum();
        columns.max(LEAST_COLUMNS).next_power_of_two()
    };
    let wanted = if loops.iter().any(has_stages) { 2 } else { 1 };
    (1..=wanted).rev().find(|&stages| taken(stages) <= room)
}

/// Whether sums of a loop are finished while the next ones are made.
pub(crate) fn has_stages(known: &SumLoop) -> bool {
    known.is_nested && known.threads == Threads::Absent
}
