//! Accesses through multicast views: each element of a tile in the copy of every device.

use cuda_tile::attrs::MultimemReductionKind;
use cuda_tile::multimem::{Pairs, combine};
use numerics::Scalar;

use crate::cause::Case;
use crate::fault::Fault;
use crate::machine::{Env, PoisonBuilder};
use crate::memory::{Access, Address};
use crate::slot::Slot;
use crate::steps::atomics::defined;
use crate::steps::pointers::Order;
use crate::steps::views::{Positions, ViewTile};
use crate::tile::{Bits, Poison};
use crate::watch::{Route, Verb};

/// A tile of a multicast view.
pub(crate) struct MulticastTile {
    pub(crate) tile: ViewTile,
    /// Of elements of 16 bits.
    pub(crate) pairs: Option<Pairs>,
}

/// Bytes of a pair of elements.
const PAIR: u64 = 4;

impl MulticastTile {
    /// Finds the elements; checks that those of 16 bits have partners.
    fn positions(&self, env: &mut Env<'_, '_, '_>) -> Result<Positions, Fault> {
        if let Some(pairs) = self.pairs {
            let tensor = env.slots[self.tile.view as usize].tensor().clone();
            // Numbers that do not fit in an i64 are even or odd by their low bits.
            let numbers =
                |all: &[u64]| all.iter().map(|&number| number as i64 & i64::MAX).collect::<Vec<_>>();
            for reason in pairs.broken(&numbers(&tensor.extents), &numbers(&tensor.strides)) {
                let message =
                    format!("{} is accessed in pairs on several devices, but {reason}", tensor.elem);
                env.survive(Fault::new(Case::LONE_ELEMENT, message))?;
            }
            if !tensor.base.is_multiple_of(PAIR) {
                let message = format!(
                    "{} is accessed in pairs on several devices, but the view begins at {:#x}, which is not a multiple of {PAIR}",
                    tensor.elem, tensor.base
                );
                env.survive(Fault::new(Case::MISALIGNED, message))?;
            }
        }
        self.tile.positions(env)
    }
}

/// An access to a tile of a multicast view.
pub(crate) struct Multimem {
    pub(crate) tile: MulticastTile,
    pub(crate) order: Order,
    pub(crate) action: Action,
}

/// What an access does with the copies of each element.
pub(crate) enum Action {
    /// Loads them, combined device after device.
    LoadReduce { padding: Option<u64>, kind: MultimemReductionKind, out: Slot },
    /// Combines a tile into each of them.
    Reduce { value: Slot, kind: MultimemReductionKind },
    /// Overwrites each of them with a tile.
    Store { value: Slot },
}

impl Multimem {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let positions = self.tile.positions(env)?;
        match self.action {
            Action::LoadReduce { padding, kind, out } => {
                self.load_reduce(env, &positions, padding, kind, out)?;
            }
            Action::Reduce { value, kind } => self.reduce(env, &positions, value, kind)?,
            Action::Store { value } => self.store(env, &positions, value)?,
        }
        self.order.end(env);
        Ok(())
    }

    fn load_reduce(
        &self,
        env: &mut Env<'_, '_, '_>,
        positions: &Positions,
        padding: Option<u64>,
        kind: MultimemReductionKind,
        out: Slot,
    ) -> Result<(), Fault> {
        let access = self.order.begin(env, Verb::Load, Route::View, positions.elem());
        let len = positions.len();
        let mut bits = Bits::from_elem(0, len);
        let mut poison = PoisonBuilder::new(len);
        positions.for_each(|lane, address| {
            let loaded = match address {
                Some(address) => reduced(env, &access, address, positions.elem(), kind),
                None => Ok(positions.outside(env, padding)),
            };
            let (value, mark) = match loaded {
                Ok(loaded) => loaded,
                Err(fault) => (0, env.lost(fault.at(lane))?),
            };
            bits[lane] = value;
            poison.mark(lane, mark);
            Ok(())
        })?;
        env.set_tile(out, bits, poison.finish());
        Ok(())
    }

    fn reduce(
        &self,
        env: &mut Env<'_, '_, '_>,
        positions: &Positions,
        value: Slot,
        kind: MultimemReductionKind,
    ) -> Result<(), Fault> {
        let elem = positions.elem();
        let access = self.order.begin(env, Verb::Update, Route::View, elem);
        let value = env.tile(value).clone();
        positions.for_each(|lane, address| {
            let Some(address) = address else { return Ok(()) };
            let memory = &mut env.machine.memory;
            let updated = defined(&value, lane).and_then(|arg| {
                memory.copies(&access, address, elem, true)?.into_iter().try_for_each(|copy| {
                    let f = |old| Some(combine(kind, elem, old, arg));
                    memory.update(&access, copy, elem, f).map(|_| ())
                })
            });
            env.tolerate(updated.map_err(|fault| fault.at(lane)))
        })
    }

    fn store(&self, env: &mut Env<'_, '_, '_>, positions: &Positions, value: Slot) -> Result<(), Fault> {
        let elem = positions.elem();
        let access = self.order.begin(env, Verb::Store, Route::View, elem);
        let value = env.tile(value).clone();
        let mut writing = Vec::new();
        positions.for_each(|lane, address| {
            let Some(address) = address else { return Ok(()) };
            let mark = value.poison_at(lane);
            if mark.is_some() {
                env.survive(Fault::poison(mark, "is stored to memory").at(lane))?;
            }
            if positions.may_collide() {
                writing.push((lane, address));
            }
            let memory = &mut env.machine.memory;
            let copies = memory.copies(&access, address, elem, true);
            let stored = copies.and_then(|copies| {
                copies.into_iter().try_for_each(|copy| memory.store(&access, copy, elem, value.bits[lane]))
            });
            env.tolerate(stored.map_err(|fault| fault.at(lane)))
        })?;
        env.check_lanes(writing.into_iter(), &value, elem)
    }
}

/// The copies of an element, combined device after device.
fn reduced(
    env: &mut Env<'_, '_, '_>,
    access: &Access,
    address: Address,
    elem: Scalar,
    kind: MultimemReductionKind,
) -> Result<(u64, Poison), Fault> {
    let memory = &mut env.machine.memory;
    let mut reduced = None;
    for copy in memory.copies(access, address, elem, false)? {
        let (value, mark) = memory.load(access, copy, elem)?;
        if mark.is_some() {
            return Ok((0, mark));
        }
        reduced = Some(reduced.map_or(value, |so_far| combine(kind, elem, so_far, value)));
    }
    Ok((reduced.expect("a multicast buffer is on one device at least"), Poison::NONE))
}
