//! Barriers of warps, mbarriers, and clusters.

use ir::Field;
use tileas::target::Feature;

use super::{Check, Checked, ensure};
use crate::Type;
use crate::attrs::ArrivalScope;
use crate::ops::fields;
use crate::types::Space;

/// Arrivals of a phase, at most: the counter has 20 bits (PTX ISA, 9.7.13, "mbarrier object").
const ARRIVALS: i64 = (1 << 20) - 1;
/// Registers that a warp may keep or ask for (PTX ISA, 9.7.19, "setmaxnreg").
const BUDGETS: std::ops::RangeInclusive<i64> = 24..=256;

/// An address in one of these spaces.
pub(super) fn lies_in(check: &Check<'_>, field: Field, spaces: &[Space], what: &str) -> Checked {
    let ty = check.ty(field);
    ensure(spaces.iter().any(|&space| ty == Type::Ptr(space)), || {
        let words: Vec<String> = spaces.iter().map(|&space| Type::Ptr(space).to_string()).collect();
        format!("{what} is at {}, not at {ty}", words.join(" or "))
    })
}

/// Operands of a field are i32.
pub(super) fn words(check: &Check<'_>, field: Field, what: &str) -> Checked {
    let wrong = check.types(field).into_iter().find(|&ty| ty != Type::I32);
    wrong.map_or(Ok(()), |ty| Err(format!("{what} is an i32, not {ty}")))
}

pub(super) fn elect(check: &Check<'_>) -> Checked {
    check.needs(Feature::Clusters)
}

pub(super) fn setmaxnreg(check: &Check<'_>) -> Checked {
    check.needs(Feature::RegisterBudgets)?;
    let count = check.int(fields::setmaxnreg::registers).unwrap_or(0);
    ensure(BUDGETS.contains(&count) && count % 8 == 0, || {
        format!(
            "a thread has {} to {} registers, a multiple of 8, not {count}",
            BUDGETS.start(),
            BUDGETS.end()
        )
    })
}

pub(super) fn barrier_arrive(check: &Check<'_>) -> Checked {
    use fields::barrier_arrive::{id, threads};
    super::lanes::named_barrier(check.int(id).unwrap_or(0), check.int(threads))
}

pub(super) fn cluster(check: &Check<'_>) -> Checked {
    check.needs(Feature::Clusters)
}

pub(super) fn mapa(check: &Check<'_>) -> Checked {
    use fields::mapa::{address, block, result};
    check.needs(Feature::Clusters)?;
    lies_in(check, address, &[Space::Shared], "what another thread block has, too,")?;
    lies_in(check, result, &[Space::Cluster], "the memory of another thread block")?;
    words(check, block, "the rank of a thread block")
}

pub(super) fn mbarrier_init(check: &Check<'_>) -> Checked {
    use fields::mbarrier_init::{address, count};
    check.needs(Feature::Mbarriers)?;
    lies_in(check, address, &[Space::Shared], "an mbarrier")?;
    arrivals(check.int(count).unwrap_or(0))
}

fn arrivals(count: i64) -> Checked {
    ensure((1..=ARRIVALS).contains(&count), || format!("a phase has 1 to {ARRIVALS} arrivals, not {count}"))
}

pub(super) fn mbarrier_inval(check: &Check<'_>) -> Checked {
    check.needs(Feature::Mbarriers)?;
    lies_in(check, fields::mbarrier_inval::address, &[Space::Shared], "an mbarrier")
}

pub(super) fn mbarrier_arrive(check: &Check<'_>) -> Checked {
    use fields::mbarrier_arrive::{address, bytes, count, scope};
    check.needs(Feature::Mbarriers)?;
    lies_in(check, address, &[Space::Shared, Space::Cluster], "an mbarrier")?;
    words(check, bytes, "the number of bytes")?;
    let number = check.int(count).unwrap_or(1);
    arrivals(number)?;
    let expects = !check.types(bytes).is_empty();
    ensure(!expects || number == 1, || format!("arrives once where it expects bytes, not {number} times"))?;
    let scoped = check.module.get::<ArrivalScope>(check.op, scope) != ArrivalScope::Default;
    let remote = check.ty(address) == Type::Ptr(Space::Cluster);
    if expects || scoped || remote || number > 1 { check.needs(Feature::Clusters) } else { Ok(()) }
}

pub(super) fn mbarrier_wait(check: &Check<'_>) -> Checked {
    use fields::mbarrier_wait::{address, parity, scope};
    check.needs(Feature::Mbarriers)?;
    lies_in(check, address, &[Space::Shared], "an mbarrier that is waited for")?;
    words(check, parity, "the parity of a phase")?;
    match check.module.get(check.op, scope) {
        ArrivalScope::Default => Ok(()),
        ArrivalScope::Cta | ArrivalScope::Cluster => check.needs(Feature::Clusters),
    }
}

pub(super) fn cp_async_arrive(check: &Check<'_>) -> Checked {
    check.needs(Feature::Mbarriers)?;
    lies_in(check, fields::cp_async_arrive::address, &[Space::Shared], "an mbarrier")
}

pub(super) fn cancel_launch(check: &Check<'_>) -> Checked {
    use fields::cancel_launch::{address, barrier};
    check.needs(Feature::LaunchControl)?;
    lies_in(check, address, &[Space::Shared], "the answer")?;
    lies_in(check, barrier, &[Space::Shared], "an mbarrier")
}

pub(super) fn cancelled_launch(check: &Check<'_>) -> Checked {
    use fields::cancelled_launch as f;
    check.needs(Feature::LaunchControl)?;
    lies_in(check, f::address, &[Space::Shared], "the answer")?;
    let wrong = [f::x, f::y, f::z].into_iter().map(|field| check.ty(field)).find(|&ty| ty != Type::I32);
    wrong.map_or(Ok(()), |ty| Err(format!("the number of a thread block is an i32, not {ty}")))
}
