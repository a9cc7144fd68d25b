//! Read-modify-write: one transaction per element, in the order of the elements.

use cuda_tile::atomics::combine;
use cuda_tile::attrs::AtomicRMWMode;
use numerics::Scalar;

use crate::cause::Case;
use crate::fault::Fault;
use crate::machine::{Env, PoisonBuilder};
use crate::slot::Slot;
use crate::steps::pointers::{Lanes, Order};
use crate::steps::views::ViewTile;
use crate::tile::{Bits, Tile};
use crate::watch::{Route, Verb};

const MATTERS: &str = "takes part in an atomic operation";

pub(crate) fn defined(tile: &Tile, lane: usize) -> Result<u64, Fault> {
    let poison = tile.poison_at(lane);
    if poison.is_some() { Err(Fault::poison(poison, MATTERS)) } else { Ok(tile.bits[lane]) }
}

/// `atomic_rmw_tko`.
pub(crate) struct ReadModifyWrite {
    pub(crate) pointers: Slot,
    pub(crate) arg: Slot,
    pub(crate) mask: Option<Slot>,
    pub(crate) mode: AtomicRMWMode,
    pub(crate) elem: Scalar,
    pub(crate) order: Order,
    pub(crate) out: Slot,
}

impl ReadModifyWrite {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let (pointers, mask) = (env.tile(self.pointers).clone(), env.tile_opt(self.mask));
        let arg = env.tile(self.arg).clone();
        let lanes = Lanes::new(&pointers, mask.as_deref(), env)?;
        let access = self.order.begin(env, Verb::Update, Route::Pointer, self.elem);
        // Lanes are updated one after the other. The language leaves their order open, so any single order is a right
        // one.
        let len = pointers.bits.len();
        let mut bits = Bits::from_elem(0, len);
        let mut poison = PoisonBuilder::new(len);
        for lane in 0..len {
            let result = lanes.address(lane).and_then(|address| match address {
                None => Ok(None),
                Some(address) => {
                    let arg = defined(&arg, lane)?;
                    let f = |old| Some(combine(self.mode, self.elem, old, arg));
                    env.machine.memory.update(&access, address, self.elem, f).map(Some)
                }
            });
            let mark = match result {
                Ok(Some(old)) => {
                    bits[lane] = old;
                    continue;
                }
                // A masked-off lane gives no old value; the program may not depend on it.
                Ok(None) => env.poison(Case::MASKED_ATOMIC),
                Err(fault) => env.lost(fault.at(lane))?,
            };
            poison.mark(lane, mark);
        }
        env.set_tile(self.out, bits, poison.finish());
        self.order.end(env);
        Ok(())
    }
}

/// `atomic_cas_tko`.
pub(crate) struct CompareAndSwap {
    pub(crate) pointers: Slot,
    pub(crate) expected: Slot,
    pub(crate) value: Slot,
    pub(crate) mask: Option<Slot>,
    pub(crate) elem: Scalar,
    pub(crate) order: Order,
    pub(crate) out: Slot,
}

impl CompareAndSwap {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let (pointers, mask) = (env.tile(self.pointers).clone(), env.tile_opt(self.mask));
        let (expected, value) = (env.tile(self.expected).clone(), env.tile(self.value).clone());
        let lanes = Lanes::new(&pointers, mask.as_deref(), env)?;
        let access = self.order.begin(env, Verb::Update, Route::Pointer, self.elem);
        let len = pointers.bits.len();
        // Lanes that are masked off return what they would have compared with.
        let mut bits = expected.bits.clone();
        let mut poison = PoisonBuilder::new(len);
        for lane in 0..len {
            let result = lanes.address(lane).and_then(|address| match address {
                None => Ok(None),
                Some(address) => {
                    let (expected, value) = (defined(&expected, lane)?, defined(&value, lane)?);
                    let f = |old| (old == expected).then_some(value);
                    env.machine.memory.update(&access, address, self.elem, f).map(Some)
                }
            });
            match result {
                Ok(Some(old)) => bits[lane] = old,
                Ok(None) => poison.mark(lane, expected.poison_at(lane)),
                Err(fault) => {
                    let mark = env.lost(fault.at(lane))?;
                    poison.mark(lane, mark);
                }
            }
        }
        env.set_tile(self.out, bits, poison.finish());
        self.order.end(env);
        Ok(())
    }
}

/// `atomic_red_view_tko`.
pub(crate) struct ReduceIntoView {
    pub(crate) tile: ViewTile,
    pub(crate) value: Slot,
    pub(crate) mode: AtomicRMWMode,
    pub(crate) order: Order,
}

impl ReduceIntoView {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let positions = self.tile.positions(env)?;
        let elem = positions.elem();
        let access = self.order.begin(env, Verb::Update, Route::View, elem);
        let value = env.tile(self.value).clone();
        positions.for_each(|lane, address| {
            let Some(address) = address else { return Ok(()) };
            let updated = defined(&value, lane).and_then(|arg| {
                let f = |old| Some(combine(self.mode, elem, old, arg));
                env.machine.memory.update(&access, address, elem, f)
            });
            env.tolerate(updated.map(|_| ()).map_err(|fault| fault.at(lane)))
        })?;
        self.order.end(env);
        Ok(())
    }
}
