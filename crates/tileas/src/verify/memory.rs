//! Rules that layouts add to accesses: tiles of an access have equal layouts, and attributes about memory match them.

use ir::Field;
use tile_core::tiles::memory::is_alignment;

use super::{Ask as _, Check, Checked, ensure, layouts};
use crate::ops::fields;

/// Two fields must have the same layout.
fn alike(check: &Check<'_>, one: Field, other: Field) -> Checked {
    if matches!(other, Field::Operand(_)) && check.module.operand_range(check.op, other).is_empty() {
        return Ok(());
    }
    layouts::alike(&[check.tile(one), check.tile(other)])
}

/// The description of memory fits the tile that is accessed.
fn runs(check: &Check<'_>, value: Field, contiguity: Field, divisibility: Field) -> Checked {
    let (rank, groups) = (check.shape(value).len(), check.module.ints(check.op, contiguity));
    let sound = groups.is_empty() || groups.len() == rank && groups.iter().all(|&group| is_alignment(group));
    ensure(sound, || format!("{groups:?} are no groups of a tile of rank {rank}"))?;
    let divisor = check.module.int(check.op, divisibility).unwrap_or(1);
    ensure(is_alignment(divisor), || format!("addresses are divided by powers of two, not by {divisor}"))
}

pub(super) fn load(check: &Check<'_>) -> Checked {
    use fields::load::{contiguity, divisibility, mask, result, source};
    runs(check, result, contiguity, divisibility)?;
    alike(check, source, result)?;
    alike(check, source, mask)
}

pub(super) fn store(check: &Check<'_>) -> Checked {
    use fields::store::{contiguity, destination, divisibility, mask, value};
    runs(check, value, contiguity, divisibility)?;
    alike(check, destination, value)?;
    alike(check, destination, mask)
}

/// Gathered coordinates must be held by the threads that hold their elements.
fn picked(check: &Check<'_>, tiles: Field, index: Field, value: Field) -> Checked {
    let Some(dim) = check.tiles(tiles)?.gather.map(|dim| dim as usize) else { return Ok(()) };
    let Some(&at) = check.module.operands(check.op, index).get(dim) else { return Ok(()) };
    let found = check.module.ty(at).tile().expect("the constraint admits tiles alone");
    let mut wanted = check.tile(value).layout.clone();
    for other in (0..wanted.shape().rank()).rev().filter(|&other| other != dim) {
        wanted = wanted.project(other);
    }
    ensure(found.layout == wanted, || format!("index {dim} must have the layout '{wanted}'"))
}

pub(super) fn tiled_load(check: &Check<'_>) -> Checked {
    use fields::tiled_load::{contiguity, divisibility, index, result, tiles};
    runs(check, result, contiguity, divisibility)?;
    picked(check, tiles, index, result)
}

pub(super) fn tiled_store(check: &Check<'_>) -> Checked {
    use fields::tiled_store::{contiguity, divisibility, index, tiles, value};
    runs(check, value, contiguity, divisibility)?;
    picked(check, tiles, index, value)
}

pub(super) fn tiled_atomic_red(check: &Check<'_>) -> Checked {
    use fields::tiled_atomic_red::{contiguity, divisibility, index, tiles, value};
    runs(check, value, contiguity, divisibility)?;
    picked(check, tiles, index, value)
}

pub(super) fn atomic_rmw(check: &Check<'_>) -> Checked {
    use fields::atomic_rmw::{arg, mask, pointers};
    alike(check, pointers, arg)?;
    alike(check, pointers, mask)
}

pub(super) fn atomic_cas(check: &Check<'_>) -> Checked {
    use fields::atomic_cas::{cmp, mask, pointers};
    alike(check, pointers, cmp)?;
    alike(check, pointers, mask)
}
