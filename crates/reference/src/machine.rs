//! State that all tile blocks of a run share, and the view of one operation on it.

use std::rc::Rc;

use cuda_tile::Module;
use ir::{Op, StrId};
use launch::{BlockId, Grid, Output, Trap};
use numerics::Scalar;
use rustc_hash::FxHashMap;

use crate::cause::Case;
use crate::collide;
use crate::fault::{Fault, What};
use crate::memory::{Address, Memory};
use crate::meter::Meter;
use crate::observe::Observer;
use crate::poison::Origins;
use crate::site::site;
use crate::slot::Slot;
use crate::tile::{Bits, Poison, Poisons, Tile, Value};
use crate::watch::Race;

/// Shared state of a run.
pub(crate) struct Machine<'a, 'o> {
    pub(crate) module: &'a Module,
    pub(crate) grid: Grid,
    pub(crate) memory: Memory<'a>,
    pub(crate) origins: Origins,
    pub(crate) meter: Meter,
    pub(crate) globals: FxHashMap<StrId, u64>,
    pub(crate) output: &'o mut dyn Output,
    pub(crate) observer: &'o mut dyn Observer,
    /// True if the run must end at once; long operations poll it from time to time.
    pub(crate) cancelled: &'o dyn Fn() -> bool,
}

impl Machine<'_, '_> {
    /// Bytes that tiles, memory of the run and the sanitizer take.
    pub(crate) fn held(&self) -> u64 {
        let shadow = self.memory.watch.as_ref().map_or(0, |watch| watch.shadow.held());
        self.meter.held().saturating_add(self.memory.held()).saturating_add(shadow)
    }

    /// Makes findings of the races that came up.
    pub(crate) fn settle_races(&mut self) {
        let Some(mut watch) = self.memory.watch.take_if(|watch| !watch.shadow.races.is_empty()) else {
            return;
        };
        let describe = |race: &Race| self.memory.describe(race.element);
        watch.settle(self.module, &describe);
        self.memory.watch = Some(watch);
    }
}

impl Machine<'_, '_> {
    /// Reports a fault that a run can live with.
    ///
    /// # Errors
    /// The fault, when findings are not collected: then it ends the run.
    pub(crate) fn survive(&mut self, fault: Fault, op: Op, block: BlockId) -> Result<(), Fault> {
        let Some(mut watch) = self.memory.watch.take() else { return Err(fault) };
        if let Some((case, origin)) = self.cause(&fault) {
            watch.note(case, (op, origin), self.module, || self.trap(fault, op, block));
        }
        self.memory.watch = Some(watch);
        Ok(())
    }

    /// The case of a fault, and the operation that made the undefined value, if it is that; none if the value was lost
    /// in another fault, with which it was reported.
    fn cause(&self, fault: &Fault) -> Option<(Case, Option<Op>)> {
        match &fault.what {
            What::Case(case, _) => Some((*case, None)),
            What::Poison(poison, _) => {
                let origin = self.origins.origin(*poison);
                origin.case.makes_poison().then_some((origin.case, Some(origin.op)))
            }
        }
    }

    /// The trap of a fault: adds operation, block, coordinates of the element, and where poison was born.
    pub(crate) fn trap(&self, fault: Fault, op: Op, block: BlockId) -> Trap {
        // A `continue` executes on behalf of its loop and blames that.
        let op = fault.op.unwrap_or(op);
        let mnemonic = self.module.spec(op).mnemonic;
        let mut trap = match fault.what {
            What::Case(case, message) => Trap::new(case.code(), format!("`{mnemonic}`: {message}"), block),
            What::Poison(poison, matters) => {
                // The code is that of the op that made the value: its page explains what was undefined, which the use does
                // not know.
                let origin = self.origins.origin(poison);
                let maker = self.module.spec(origin.op).mnemonic;
                let message = format!(
                    "`{mnemonic}`: an undefined value {matters}: {}, made by `{maker}`",
                    origin.case.phrase()
                );
                let mut trap = Trap::new(origin.case.code(), message, block);
                trap.related.push((
                    site(origin.op),
                    format!("{} makes the value undefined here", origin.case.phrase()),
                ));
                trap
            }
        };
        trap.site = Some(site(op));
        trap.notes = fault.notes;
        trap.element = fault.lane.and_then(|lane| coordinates(self.module, op, lane));
        trap
    }
}

/// Coordinates of an element in the largest tile that an operation takes or gives: the one it works through.
fn coordinates(module: &cuda_tile::Module, op: Op, lane: usize) -> Option<Vec<u64>> {
    let operands = module.body.operands(op).iter().copied();
    let tiles = operands.chain(module.body.results(op)).filter_map(|value| module.ty(value).as_tile());
    let shape = tiles.max_by_key(|tile| tile.len())?.shape();
    let mut rest = lane as u64;
    let mut place: Vec<u64> = shape
        .iter()
        .rev()
        .map(|&extent| {
            let coordinate = rest % u64::from(extent);
            rest /= u64::from(extent);
            coordinate
        })
        .collect();
    place.reverse();
    Some(place)
}

/// One execution of one operation.
pub(crate) struct Env<'e, 'a, 'o> {
    pub(crate) machine: &'e mut Machine<'a, 'o>,
    pub(crate) slots: &'e mut [Value],
    pub(crate) op: Op,
    pub(crate) block: BlockId,
    /// Number of the block in the order of their starts.
    pub(crate) number: u32,
}

impl Env<'_, '_, '_> {
    /// The tile in a slot.
    pub(crate) fn tile(&self, slot: Slot) -> &Rc<Tile> {
        self.slots[slot as usize].tile()
    }

    /// The tile in an optional slot, shared.
    pub(crate) fn tile_opt(&self, slot: Option<Slot>) -> Option<Rc<Tile>> {
        slot.map(|slot| self.tile(slot).clone())
    }

    /// Gives a slot its value.
    pub(crate) fn set(&mut self, slot: Slot, value: Value) {
        self.slots[slot as usize] = value;
    }

    /// Gives a slot a tile.
    pub(crate) fn set_tile(&mut self, slot: Slot, bits: Bits, poison: Poisons) {
        let tile = Tile::new(&self.machine.meter, bits, poison);
        self.set(slot, Value::Tile(tile));
    }

    /// Gives a slot a defined rank-0 tile.
    pub(crate) fn set_scalar(&mut self, slot: Slot, bits: u64) {
        self.set_tile(slot, Bits::from_elem(bits, 1), None);
    }

    /// Gives three slots the numbers of three axes.
    pub(crate) fn set_axes(&mut self, slots: &[Slot; 3], axes: [u32; 3]) {
        slots.iter().zip(axes).for_each(|(&slot, axis)| self.set_scalar(slot, axis.into()));
    }

    /// The poison that this operation creates because of `case`.
    pub(crate) fn poison(&mut self, case: Case) -> Poison {
        self.machine.origins.poison(case, self.op)
    }

    /// Reports a fault that the run can live with; an error when findings are not collected.
    pub(crate) fn survive(&mut self, fault: Fault) -> Result<(), Fault> {
        self.machine.survive(fault, self.op, self.block)
    }

    /// Reports a fault, like [`Env::survive`].
    pub(crate) fn tolerate(&mut self, outcome: Result<(), Fault>) -> Result<(), Fault> {
        outcome.or_else(|fault| self.survive(fault))
    }

    /// Reports a fault like [`Env::survive`]; returns what an element is that could not be computed because of it.
    pub(crate) fn lost(&mut self, fault: Fault) -> Result<Poison, Fault> {
        let case = fault.lost_as();
        self.survive(fault)?;
        Ok(self.poison(case))
    }

    /// Reports lanes of a store that collide, like [`Env::survive`].
    pub(crate) fn check_lanes(
        &mut self,
        lanes: impl Iterator<Item = (usize, Address)>,
        value: &Tile,
        elem: Scalar,
    ) -> Result<(), Fault> {
        match collide::find(lanes, value) {
            None => Ok(()),
            Some(collision) => {
                let element = self.machine.memory.describe_at(collision.at(), elem);
                self.survive(collision.fault(&element))
            }
        }
    }

    /// A defined rank-0 operand.
    pub(crate) fn scalar(&self, slot: Slot, matters: &'static str) -> Result<u64, Fault> {
        crate::fault::scalar(self.tile(slot), matters)
    }
}

/// Collects the poison of the elements of a tile that is being computed; holds nothing while all are defined.
pub(crate) struct PoisonBuilder {
    lanes: Poisons,
    len: usize,
}

impl PoisonBuilder {
    pub(crate) fn new(len: usize) -> PoisonBuilder {
        PoisonBuilder { lanes: None, len }
    }

    /// Continues from poison that is already known.
    pub(crate) fn from(lanes: Poisons, len: usize) -> PoisonBuilder {
        PoisonBuilder { lanes, len }
    }

    /// Marks an element, unless it is marked already.
    pub(crate) fn mark(&mut self, lane: usize, poison: Poison) {
        if poison.is_some() {
            let lanes = self.lanes.get_or_insert_with(|| vec![Poison::NONE; self.len].into());
            lanes[lane] = lanes[lane].or(poison);
        }
    }

    pub(crate) fn finish(self) -> Poisons {
        self.lanes
    }
}
