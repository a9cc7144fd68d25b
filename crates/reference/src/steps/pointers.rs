//! Memory through tiles of pointers, and scratch memory.

use cuda_tile::attrs::{MemoryOrdering, MemoryScope};
use numerics::Scalar;

use crate::cause::Case;
use crate::collide;
use crate::fault::{Fault, all_defined};
use crate::machine::{Env, PoisonBuilder};
use crate::memory::{Access, Address, Request, size_of};
use crate::slot::Slot;
use crate::tile::{Bits, Tile, Value};
use crate::watch::{Ask, Route, Token, Verb};

/// Ordering and scope of a memory operation, and its tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) ordering: MemoryOrdering,
    pub(crate) scope: Option<MemoryScope>,
    /// The token that it takes.
    pub(crate) after: Option<Slot>,
    /// The token that it gives.
    pub(crate) token: Slot,
}

impl Order {
    /// The operation begins to access elements.
    pub(crate) fn begin(self, env: &mut Env<'_, '_, '_>, verb: Verb, route: Route, elem: Scalar) -> Access {
        let Order { ordering, scope, after, .. } = self;
        if let Some(watch) = &mut env.machine.memory.watch {
            let (op, block, bits) = (env.op, env.number, elem.storage_bits());
            let none = Token::default();
            let token = after.map_or(&none, |slot| env.slots[slot as usize].token());
            watch.shadow.begin(Ask { op, block, verb, ordering, scope, bits, route }, token);
        }
        Access { block: env.block, ordering, scope }
    }

    /// The operation is done: its token gets a value.
    pub(crate) fn end(self, env: &mut Env<'_, '_, '_>) {
        let token = env.machine.memory.watch.as_mut().map(|watch| watch.shadow.finish());
        env.machine.settle_races();
        env.set(self.token, Value::Token(token.unwrap_or_default()));
    }
}

/// Which lanes of a pointer operation touch memory, and where.
pub(crate) struct Lanes<'t> {
    pointers: &'t Tile,
    mask: Option<&'t Tile>,
}

impl<'t> Lanes<'t> {
    /// Checks that the mask is defined; if it is not and the execution continues, its bits are used.
    pub(crate) fn new(
        pointers: &'t Tile,
        mask: Option<&'t Tile>,
        env: &mut Env<'_, '_, '_>,
    ) -> Result<Lanes<'t>, Fault> {
        env.tolerate(mask.map_or(Ok(()), |mask| all_defined(mask, "is used as a mask")))?;
        Ok(Lanes { pointers, mask })
    }

    /// The address of a lane; none when it is masked off.
    #[inline]
    pub(crate) fn address(&self, lane: usize) -> Result<Option<Address>, Fault> {
        if self.mask.is_some_and(|mask| mask.bits[lane] == 0) {
            return Ok(None);
        }
        let poison = self.pointers.poison_at(lane);
        if poison.is_some() {
            return Err(Fault::poison(poison, "is used as an address"));
        }
        Ok(Some(Address::byte(self.pointers.bits[lane])))
    }
}

/// `load_ptr_tko`.
pub(crate) struct LoadPointers {
    pub(crate) source: Slot,
    pub(crate) mask: Option<Slot>,
    pub(crate) padding: Option<Slot>,
    pub(crate) elem: Scalar,
    pub(crate) order: Order,
    pub(crate) out: Slot,
}

impl LoadPointers {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let (pointers, mask) = (env.tile(self.source).clone(), env.tile_opt(self.mask));
        let padding = env.tile_opt(self.padding);
        let lanes = Lanes::new(&pointers, mask.as_deref(), env)?;
        let access = self.order.begin(env, Verb::Load, Route::Pointer, self.elem);
        let len = pointers.bits.len();
        let mut bits = Bits::from_elem(0, len);
        let mut poison = PoisonBuilder::new(len);
        for lane in 0..len {
            // A lane that is masked off never touches memory, so its address may be anything.
            let loaded = match (lanes.address(lane), &padding) {
                (Ok(Some(address)), _) => env.machine.memory.load(&access, address, self.elem),
                (Ok(None), Some(padding)) => Ok((padding.bits[lane], padding.poison_at(lane))),
                (Ok(None), None) => Ok((0, env.poison(Case::MASKED_LOAD))),
                (Err(fault), _) => Err(fault),
            };
            let (value, mark) = match loaded {
                Ok(loaded) => loaded,
                // If findings are collected, the lane continues with reported poison.
                Err(fault) => (0, env.lost(fault.at(lane))?),
            };
            bits[lane] = value;
            poison.mark(lane, mark);
        }
        env.set_tile(self.out, bits, poison.finish());
        self.order.end(env);
        Ok(())
    }
}

/// `store_ptr_tko`.
pub(crate) struct StorePointers {
    pub(crate) destination: Slot,
    pub(crate) value: Slot,
    pub(crate) mask: Option<Slot>,
    pub(crate) elem: Scalar,
    pub(crate) order: Order,
}

impl StorePointers {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let (pointers, mask) = (env.tile(self.destination).clone(), env.tile_opt(self.mask));
        let value = env.tile(self.value).clone();
        let lanes = Lanes::new(&pointers, mask.as_deref(), env)?;
        let access = self.order.begin(env, Verb::Store, Route::Pointer, self.elem);
        // Two lanes that store different values to one element are undefined. Finding such lanes needs all addresses at
        // once; while addresses ascend, which they mostly do, none are equal.
        let mut collisions = collide::Detector::default();
        for lane in 0..pointers.bits.len() {
            let address = match lanes.address(lane) {
                Ok(Some(address)) => address,
                Ok(None) => continue,
                // A lane that faults stores nothing; the others do, as they would on their own.
                Err(fault) => {
                    env.survive(fault.at(lane))?;
                    continue;
                }
            };
            let mark = value.poison_at(lane);
            if mark.is_some() {
                env.survive(Fault::poison(mark, "is stored to memory").at(lane))?;
            }
            collisions.see(address);
            let stored = env.machine.memory.store(&access, address, self.elem, value.bits[lane]);
            env.tolerate(stored.map_err(|fault| fault.at(lane)))?;
        }
        if collisions.is_suspicious() {
            let writing = |lane| lanes.address(lane).ok().flatten().map(|address| (lane, address));
            env.check_lanes((0..pointers.bits.len()).filter_map(writing), &value, self.elem)?;
        }
        self.order.end(env);
        Ok(())
    }
}

/// `alloca`.
pub(crate) struct Alloca {
    pub(crate) count: u64,
    pub(crate) alignment: u64,
    pub(crate) shared: bool,
    pub(crate) elem: Scalar,
    pub(crate) out: Slot,
}

impl Alloca {
    /// Reserves; returns the number of the allocation, to release it with.
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<usize, Fault> {
        // Elements of 4 bits share bytes, two in each.
        let size = match self.elem.storage_bits() {
            4 => Some(self.count.div_ceil(2)),
            _ => self.count.checked_mul(size_of(self.elem)),
        };
        let unwritten = env.poison(Case::UNINITIALISED);
        let request = Request {
            op: env.op,
            name: format!("the alloca of {} x {}", self.count, self.elem),
            // An overflow exceeds every limit and is refused.
            size: size.unwrap_or(u64::MAX),
            alignment: self.alignment.max(1),
            owner: (!self.shared).then_some(env.block),
            unwritten,
        };
        let (index, address) = env.machine.memory.reserve(request)?;
        env.set_scalar(self.out, address);
        Ok(index)
    }
}
