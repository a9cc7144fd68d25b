//! Accesses through multicast views: each element of a tile in the copy of every device.

use cuda_tile::attrs::MultimemReductionKind;
use cuda_tile::multimem::{Pairs, combine};

use crate::atomics::defined;
use crate::cause::Case;
use crate::fault::Fault;
use crate::machine::{Env, PoisonBuilder};
use crate::memory::{Access, Address};
use crate::pointers::Order;
use crate::program::Slot;
use crate::sanitize::{Route, Verb};
use crate::tile::{Bits, Poison};
use crate::views::{Positions, ViewTile};

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

/// `multimem_load_reduce_view_tko`.
pub(crate) struct LoadReduce {
    pub(crate) tile: MulticastTile,
    pub(crate) padding: Option<u64>,
    pub(crate) kind: MultimemReductionKind,
    pub(crate) order: Order,
    pub(crate) out: Slot,
}

impl LoadReduce {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let positions = self.tile.positions(env)?;
        let access = self.order.begin(env, Verb::Load, Route::View, positions.elem());
        let len = positions.len();
        let mut bits = Bits::from_elem(0, len);
        let mut poison = PoisonBuilder::new(len);
        positions.for_each(|lane, address| {
            let loaded = match address {
                Some(address) => self.reduced(env, &access, address, &positions),
                None => Ok(positions.outside(env, self.padding)),
            };
            let (value, mark) = match loaded {
                Ok(loaded) => loaded,
                Err(fault) => (0, env.lost(fault.at(lane))?),
            };
            bits[lane] = value;
            poison.mark(lane, mark);
            Ok(())
        })?;
        env.set_tile(self.out, bits, poison.finish());
        self.order.end(env);
        Ok(())
    }

    /// The copies of an element, combined device after device.
    fn reduced(
        &self,
        env: &mut Env<'_, '_, '_>,
        access: &Access,
        address: Address,
        positions: &Positions,
    ) -> Result<(u64, Poison), Fault> {
        let (memory, elem) = (&mut env.machine.memory, positions.elem());
        let mut reduced = None;
        for copy in memory.copies(access, address, elem, false)? {
            let (value, mark) = memory.load(access, copy, elem)?;
            if mark.is_some() {
                return Ok((0, mark));
            }
            reduced = Some(reduced.map_or(value, |so_far| combine(self.kind, elem, so_far, value)));
        }
        Ok((reduced.expect("a multicast buffer is on one device at least"), Poison::NONE))
    }
}

/// `multimem_reduce_view_tko`.
pub(crate) struct Reduce {
    pub(crate) tile: MulticastTile,
    pub(crate) value: Slot,
    pub(crate) kind: MultimemReductionKind,
    pub(crate) order: Order,
}

impl Reduce {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let positions = self.tile.positions(env)?;
        let elem = positions.elem();
        let access = self.order.begin(env, Verb::Update, Route::View, elem);
        let value = env.tile(self.value).clone();
        positions.for_each(|lane, address| {
            let Some(address) = address else { return Ok(()) };
            let memory = &mut env.machine.memory;
            let updated = defined(&value, lane).and_then(|arg| {
                memory.copies(&access, address, elem, true)?.into_iter().try_for_each(|copy| {
                    let f = |old| Some(combine(self.kind, elem, old, arg));
                    memory.update(&access, copy, elem, f).map(|_| ())
                })
            });
            env.tolerate(updated.map_err(|fault| fault.at(lane)))
        })?;
        self.order.end(env);
        Ok(())
    }
}

/// `multimem_store_view_tko`.
pub(crate) struct Store {
    pub(crate) tile: MulticastTile,
    pub(crate) value: Slot,
    pub(crate) order: Order,
}

impl Store {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let positions = self.tile.positions(env)?;
        let elem = positions.elem();
        let access = self.order.begin(env, Verb::Store, Route::View, elem);
        let value = env.tile(self.value).clone();
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
        env.check_lanes(writing.into_iter(), &value, elem)?;
        self.order.end(env);
        Ok(())
    }
}
