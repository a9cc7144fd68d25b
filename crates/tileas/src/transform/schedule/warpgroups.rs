//! Warps, stages and registers of two agents on one multiprocessor of Hopper: all that fit, in the order of rules;
//! [`super::warps`] has those of others.
//!
//! One warpgroup multiplies if a thread can hold its part of the sum, next to one warp that copies. Otherwise two
//! warpgroups multiply, and the agent that copies is a whole warpgroup, which gives registers to the others
//! (`setmaxnreg`); or one, if two do not fit. It is also a warpgroup if threads copy gathered rows: as many thread
//! blocks as possible then share a multiprocessor, because each waits longer.
//!
//! `ptxas` requires each instruction to fit into the registers that a thread has at kernel entry, before `setmaxnreg`.
//! The number of thread blocks on a multiprocessor therefore limits the sum in both cases.

use super::demand::{COPYING, Demand, other_warps};
use super::promotion::Promotion;
use super::refusal::NoPlan;
use super::resources::{
    GROUP, Lacking, MOST_BLOCKS, MOST_HANDED, MOST_REGISTERS, REGISTERS, Resources, SPARE_OF_CHAIN,
    shared_of_block,
};

/// Registers of a thread that multiplies, besides its part of the sum: addresses, descriptors, counters, and what the
/// code after the loop needs. `ptxas` takes 22 to 26 for the loop alone.
const SPARE: u32 = 40;
/// Registers of an instruction of `wgmma` besides those of its sum, as `ptxas` counts them.
const SPARE_AT_ENTRY: u32 = 26;
/// Rows of an instruction of `wgmma`.
pub(super) const ROWS: u32 = 64;

/// All combinations of warpgroups, thread blocks and stages that hold the sum and the fewest stages, in the order of
/// rules, and those that do not hold them.
///
/// # Errors
/// Why none does.
pub(super) fn resources(demand: &Demand) -> Result<(Vec<Resources>, Lacking), NoPlan> {
    let rows = demand.fewest_rows;
    if rows < ROWS {
        return Err(format!("its {rows} rows are fewer than the {ROWS} of an instruction of `wgmma`").into());
    }
    let groups = groups(demand)?;
    let usual = if demand.is_persistent { 1 } else { MOST_BLOCKS };
    let most = demand.occupancy.map_or(usual, |blocks| blocks.clamp(1, 32) as u32);
    let least = demand.occupancy.map_or(1, |_| most);
    let by_turns = (demand.has_turns && demand.warps != Some(4)).then_some((1, 2));
    let one = groups.iter().filter(|&&groups| rows >= ROWS * groups).map(|&groups| (groups, 1));
    let usual = one.chain(by_turns).map(|shares| (shares, false));
    let handed = groups.contains(&1).then_some(((1, 1), true));
    let (mut found, mut lacking) = (Vec::new(), Vec::new());
    for (shares, hands_over) in usual.chain(handed) {
        if hands_over && !found.is_empty() {
            break;
        }
        for occupancy in (least..=most).rev() {
            let (resources, lack) = fit(demand, shares, occupancy, hands_over);
            match lack {
                None => found.push(resources),
                Some(lack) => lacking.push((resources, lack)),
            }
        }
    }
    // Many thread blocks come first. With as many, more warpgroups are better: one multiplies while another one waits.
    if demand.copied > 0 {
        found.sort_by_key(|resources| std::cmp::Reverse((resources.occupancy, resources.warps)));
    }
    if !found.is_empty() {
        let fewer = |resources: Resources| {
            let least = if demand.latency.is_some() { resources.stages } else { demand.least_stages };
            (least..=resources.stages).rev().map(move |stages| Resources { stages, ..resources })
        };
        return Ok((found.into_iter().flat_map(fewer).collect(), lacking));
    }
    // With more thread blocks, each lacks more.
    let tried = lacking.iter().filter(|(resources, _)| resources.occupancy == least);
    let tried = tried.map(|(resources, lack)| format!("{}: {lack}", resources.summary())).collect();
    Err(NoPlan { reason: excess(demand), tried })
}

/// Numbers of warpgroups that may multiply, the first choice first.
///
/// # Errors
/// That there are no such agents with the warps that the program asks for.
fn groups(demand: &Demand) -> Result<&'static [u32], NoPlan> {
    match demand.warps {
        // A thread that adds products up itself needs room for both.
        None if demand.promotion.is_some() => Ok(&[2, 1]),
        None => Ok(&[1, 2]),
        Some(4) => Ok(&[1]),
        Some(8) => Ok(&[2]),
        Some(warps) => Err(other_warps(warps)),
    }
}

/// Why no resources hold it.
fn excess(demand: &Demand) -> String {
    let ([rows, columns], bytes, resident) = (demand.shape, demand.stage, demand.resident);
    let beside = if demand.beside_bits > 0 { ", the other tiles of an iteration" } else { "" };
    let staying = if resident > 0 { format!(" beside {resident} that stay") } else { String::new() };
    let blocks = demand
        .occupancy
        .map_or(String::new(), |blocks| format!(" with {blocks} thread blocks on a multiprocessor"));
    format!(
        "agents cannot hold its sum of {rows}x{columns}{beside} and {} of {bytes} bytes{staying}{blocks}",
        demand.fewest()
    )
}

/// The resources for a number of warpgroups of each agent that multiplies and a number of thread blocks, and what
/// they lack. One warp beside one warpgroup copies, or a warpgroup that hands registers over.
fn fit(
    demand: &Demand,
    (groups, multipliers): (u32, u32),
    occupancy: u32,
    hands_over: bool,
) -> (Resources, Option<String>) {
    let bits = u64::from(demand.shape[0]) * u64::from(demand.shape[1]) * u64::from(demand.sum_bits);
    let of_thread =
        |bits: u64| u32::try_from(bits.div_ceil(32) / u64::from(groups * GROUP)).unwrap_or(u32::MAX / 4);
    let (sum, beside) = (of_thread(bits), of_thread(demand.beside_bits));
    let spare = SPARE + if beside > 0 { SPARE_OF_CHAIN } else { 0 };
    let multiplying = groups * multipliers;
    let producer_warps = match demand.is_unspecialized {
        true => 0,
        false if multiplying == 1 && demand.copied == 0 && !hands_over => 1,
        false => 4,
    };
    let threads = multiplying * GROUP + producer_warps * 32;
    let entry = (REGISTERS / (threads * occupancy)).min(MOST_REGISTERS) / 8 * 8;
    let registers = (producer_warps > 1).then(|| {
        // No more than the thread block has at entry: a request for more waits forever.
        let (all, copying) = (entry * threads / GROUP, demand.copying());
        [(all.saturating_sub(copying) / multiplying / 8 * 8).min(MOST_HANDED), copying]
    });
    let own = registers.map_or(entry, |[consumer, _]| consumer);
    let parts = |depth| Promotion::of(sum, demand.shape[0] / (ROWS * groups), depth);
    let promotion = demand.promotion.map(parts);
    let copying = if demand.is_unspecialized { demand.copying() } else { 0 };
    let held = sum + beside + spare + copying + promotion.map_or(0, Promotion::registers);
    let taken = promotion.map_or(sum, |promotion| promotion.part) + SPARE_AT_ENTRY;
    let room = shared_of_block(demand.capability, occupancy);
    let stages = demand.stages(room);
    let lack = if held > own {
        Some(format!("a thread that multiplies needs {held} registers and gets {own}"))
    } else if taken > entry || entry < COPYING {
        Some(format!("an instruction needs {taken} registers, and a thread begins with {entry}"))
    } else if stages.is_none() {
        Some(demand.no_stages(room))
    } else {
        None
    };
    let stages = stages.unwrap_or(demand.least_stages);
    let resources = Resources {
        warps: groups * 4,
        chains: 1,
        multipliers,
        producer_warps,
        stages,
        registers,
        occupancy,
        sum_stages: None,
    };
    (resources, lack)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(demand: &Demand) -> Result<Resources, NoPlan> {
        resources(demand).map(|(found, _)| found[0])
    }

    /// Of a product of f16 on sm_90a, 64 deep, copied by tensor maps.
    fn demand(rows: u32, columns: u32) -> Demand {
        Demand {
            shape: [rows, columns],
            fewest_rows: rows,
            promotion: None,
            sum_bits: 32,
            beside_bits: 0,
            stage: (rows + columns) * 64 * 2,
            resident: 0,
            copied: 0,
            controlled: false,
            warps: None,
            occupancy: None,
            latency: None,
            least_stages: 2,
            capability: 90,
            is_persistent: false,
            has_turns: false,
            is_unspecialized: false,
        }
    }

    fn of(rows: u32, columns: u32) -> Result<Resources, NoPlan> {
        first(&demand(rows, columns))
    }

    #[test]
    fn tiles_of_f16_get_what_their_sums_need() {
        let one = |occupancy, stages| Resources {
            warps: 4,
            multipliers: 1,
            chains: 1,
            producer_warps: 1,
            stages,
            registers: None,
            occupancy,
            sum_stages: None,
        };
        assert_eq!(of(64, 64), Ok(one(4, 3)));
        assert_eq!(of(64, 128), Ok(one(3, 3)));
        assert_eq!(of(128, 64), Ok(one(3, 3)));
        assert_eq!(of(128, 128), Ok(one(2, 3)));
        assert_eq!(of(64, 256), Ok(one(2, 2)));
        let registers = Some([240, 24]);
        let two = Resources {
            warps: 8,
            multipliers: 1,
            chains: 1,
            producer_warps: 4,
            stages: 4,
            registers,
            occupancy: 1,
            sum_stages: None,
        };
        assert_eq!(of(128, 256), Ok(two));
        assert_eq!(of(256, 128), Ok(two));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_numbers() {
        assert!(
            of(256, 256)
                .is_err_and(|why| why.reason.contains("its sum of 256x256 and two stages of 65536 bytes"))
        );
        assert!(of(16, 64).is_err_and(|why| why.reason.contains("its 16 rows are fewer than the 64")));
        let tried = of(256, 256).map_err(|why| why.tried);
        let lacks = "1 thread block of 8 + 4 warps, 3 stages: a thread that multiplies needs 296 registers and gets 240";
        assert_eq!(tried.unwrap_err()[1], lacks);
    }

    #[test]
    fn hints_are_kept_or_refused() {
        let demand = |warps, occupancy, latency| Demand { warps, occupancy, latency, ..demand(128, 128) };
        let found = first(&demand(Some(8), None, Some(1))).expect("two warpgroups hold it");
        assert_eq!((found.warps, found.producer_warps, found.stages), (8, 4, 2));
        assert!(first(&demand(Some(16), None, None)).is_err_and(|why| why.reason.contains("4 or 8 warps")));
        let found = first(&demand(None, Some(1), None)).expect("a multiprocessor of its own");
        assert_eq!((found.occupancy, found.stages), (1, 7));
        assert!(
            first(&demand(None, Some(4), None)).is_err_and(|why| why.reason.contains("with 4 thread blocks"))
        );
    }

    #[test]
    fn threads_that_copy_are_a_warpgroup() {
        let of = |rows, columns, depth, copied, controlled| {
            let stage = (rows + columns) * depth * 2;
            first(&Demand { stage, copied, controlled, ..demand(rows, columns) }).map(|found| {
                (found.warps, found.producer_warps, found.stages, found.registers, found.occupancy)
            })
        };
        assert_eq!(of(64, 64, 32, 64 * 32 * 2, true), Ok((4, 4, 6, Some([80, 48]), 4)));
        // Two warpgroups multiply where no second thread block has room.
        assert_eq!(of(128, 128, 64, 128 * 64 * 2, true), Ok((8, 4, 7, Some([224, 48]), 1)));
        assert_eq!(of(128, 256, 64, 384 * 64 * 2, false), Ok((8, 4, 4, Some([224, 56]), 1)));
        // Values that are loaded to control the copies take registers, too.
        assert_eq!(of(128, 256, 64, 0, true), Ok((8, 4, 4, Some([232, 40]), 1)));
        assert_eq!(of(64, 64, 64, 0, true), Ok((4, 1, 3, None, 4)));
        // Registers are redistributed from those that the thread block has at entry: 80 for each of 384 threads.
        assert_eq!(of(128, 64, 64, 128 * 64 * 2, false), Ok((8, 4, 4, Some([96, 48]), 2)));
    }

    #[test]
    fn one_warpgroup_gets_registers_of_one_that_copies_if_nothing_else_fits() {
        let of = |beside: u64| {
            let beside_bits = beside * 32 * u64::from(GROUP);
            let demand = demand(64, 128);
            first(&Demand { beside_bits, occupancy: Some(2), stage: 16 << 10, resident: 32 << 10, ..demand })
        };
        let found = |beside| of(beside).map(|found| (found.warps, found.producer_warps, found.registers));
        assert_eq!(found(72), Ok((4, 1, None)));
        assert_eq!(found(73), Ok((4, 4, Some([232, 24]))));
        assert_eq!(found(104), Ok((4, 4, Some([232, 24]))));
        assert!(found(105).is_err_and(|why| why.reason.contains("with 2 thread blocks on a multiprocessor")));
    }

    #[test]
    fn warps_that_copy_for_themselves_need_no_others() {
        let found = first(&Demand { is_unspecialized: true, ..demand(128, 256) });
        let found = found.expect("two warpgroups hold it");
        assert_eq!((found.warps, found.producer_warps, found.stages, found.registers), (8, 0, 4, None));
        assert_eq!(found.summary(), "1 thread block of 8 warps, 4 stages");
    }

    #[test]
    fn persistent_programs_have_a_thread_block_for_each_multiprocessor() {
        let demand = |occupancy, warps, has_turns| Demand {
            occupancy,
            warps,
            has_turns,
            is_persistent: true,
            ..demand(128, 128)
        };
        let all = |demand: &Demand| resources(demand).expect("it fits").0;
        assert!(all(&demand(None, None, false)).iter().all(|found| found.occupancy == 1));
        assert!(all(&demand(Some(2), None, false)).iter().all(|found| found.occupancy == 2));
        let turns = Resources {
            chains: 1,
            warps: 4,
            multipliers: 2,
            producer_warps: 4,
            stages: 7,
            registers: Some([240, 24]),
            occupancy: 1,
            sum_stages: None,
        };
        assert!(all(&demand(None, None, true)).contains(&turns));
        assert!(all(&demand(None, Some(8), true)).contains(&turns));
        assert!(all(&demand(None, Some(4), true)).iter().all(|found| found.multipliers == 1));
    }
}
