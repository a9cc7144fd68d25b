//! Bits of simultaneously live tiles, before layouts are assigned.
//!
//! Every tile uses registers, except for values that are rematerialised at each use and for tiles that are copied to shared
//! memory for products. They are counted at points where no schedule of instructions can have fewer: at stores, products and
//! loops, where elements move between threads, and at arithmetic of 64 bits that is a call in machine code. Between those, `ptxas` moves loads and arithmetic to their uses, element by
//! element.

use ir::analysis::{LiveRange, LiveRanges, Uses};
use ir::walk::preorder;
use ir::{Op, Value};
use numerics::Scalar;

use super::Plan;
use super::axes::{Tile, is_cheap};
use crate::{Module, Opcode};

/// An event at a point, in order of precedence: the registers of a tile that ends at an op are free for its results.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The live tiles are counted, operands of the op among them.
    Count,
    /// The same, and these bits besides.
    CountWith(u64),
    Free(u64),
    /// The same without operands that end here: a reduction reads one element at a time.
    CountOthers,
    Take(u64),
}

/// The tiles of a function and where they are live.
pub(super) struct Pressure<'m> {
    module: &'m Module,
    uses: &'m Uses,
    ranges: LiveRanges,
    counts: Vec<(u32, Event)>,
    /// Tiles whose elements move between threads, and where.
    moved: Vec<(u32, Value)>,
    /// Bytes of shared memory of a thread block.
    shared: u64,
}

impl<'m> Pressure<'m> {
    pub(super) fn of(module: &'m Module, uses: &'m Uses, func: Op, shared: u64) -> Pressure<'m> {
        let repeats = |op: Op| matches!(module.opcode(op), Opcode::For | Opcode::Loop);
        let ranges = LiveRanges::of(&module.body, func, repeats);
        let counted =
            preorder(&module.body, func).filter_map(|op| Some((ranges.begin(op), counted(module, op)?)));
        let counts = counted.collect();
        let permutes = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Permute);
        let moved = permutes.map(|op| (ranges.begin(op), module.body.result(op, 0))).collect();
        Pressure { module, uses, ranges, counts, moved, shared }
    }

    /// The maximum live bits: of whole tiles, or of one of a number of parts.
    pub(super) fn bits(&self, cut: Option<(&Plan, u32)>) -> u64 {
        let bits_of = |value: Value| {
            let parts = cut.filter(|(plan, _)| plan.dim(Tile::Value(value)).is_some());
            self.bits_of(value) / parts.map_or(1, |(_, parts)| u64::from(parts))
        };
        let mut events = self.counts.clone();
        // In rounds, elements arrive while others have not left.
        let in_rounds = self.moved.iter().map(|&(at, value)| (at, bits_of(value)));
        let in_rounds = in_rounds.filter(|&(_, bits)| bits > 8 * self.shared);
        events.extend(in_rounds.map(|(at, bits)| (at, Event::CountWith(bits))));
        for (value, LiveRange { start, end }) in self.ranges.all() {
            let bits = bits_of(value);
            if bits > 0 && end > start {
                events.extend([(start, Event::Take(bits)), (end, Event::Free(bits))]);
            }
        }
        events.sort_unstable();
        let (mut live, mut most) = (0u64, 0u64);
        for (_, event) in events {
            match event {
                Event::Count | Event::CountOthers => most = most.max(live),
                Event::CountWith(bits) => most = most.max(live + bits),
                Event::Free(bits) => live -= bits,
                Event::Take(bits) => live += bits,
            }
        }
        most
    }

    fn bits_of(&self, value: Value) -> u64 {
        let module = self.module;
        let Some(tile) = module.ty(value).tile().filter(|tile| !tile.shape.is_empty()) else { return 0 };
        let spread = module.body.def_op(value).is_some_and(|op| module.opcode(op) == Opcode::Broadcast);
        if spread || is_cheap(module, value) || self.is_copied(value) {
            return 0;
        }
        tile.elements() * u64::from(tile.elem.scalar().map_or(64, Scalar::storage_bits).max(16))
    }

    /// True for tiles that a loop only loads for products, in whatever shape and order of dimensions: they may be copied to shared
    /// memory asynchronously.
    fn is_copied(&self, value: Value) -> bool {
        let module = self.module;
        let mut value = value;
        let load = loop {
            let Some(op) = module.body.def_op(value) else { return false };
            #[allow(
                clippy::wildcard_enum_match_arm,
                reason = "copies have other shapes and orders, and nothing else"
            )]
            match module.opcode(op) {
                Opcode::Load | Opcode::TiledLoad => break op,
                Opcode::View | Opcode::Permute => value = module.body.operands(op)[0],
                _ => return false,
            }
        };
        let around = module.body.parent_op(load).map(|around| module.opcode(around));
        around == Some(Opcode::For) && self.feeds_products(value)
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "copies feed products and nothing else")]
    fn feeds_products(&self, value: Value) -> bool {
        let module = self.module;
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            for user in self.uses.users(&module.body, value) {
                match module.opcode(user) {
                    Opcode::Dot | Opcode::DotScaled => {}
                    Opcode::View | Opcode::Permute => open.push(module.body.result(user, 0)),
                    _ => return false,
                }
            }
        }
        true
    }
}

/// How an op counts what is live.
fn counted(module: &Module, op: Op) -> Option<Event> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops work element by element")]
    match module.opcode(op) {
        Opcode::Reduce => Some(Event::CountOthers),
        Opcode::Scan
        | Opcode::Dot
        | Opcode::DotScaled
        | Opcode::Permute
        | Opcode::View
        | Opcode::Cat
        | Opcode::Extract
        | Opcode::Insert
        | Opcode::Pack
        | Opcode::Unpack
        | Opcode::For
        | Opcode::Loop
        | Opcode::If
        | Opcode::Continue
        | Opcode::Break
        | Opcode::Yield
        | Opcode::Store
        | Opcode::TiledStore
        | Opcode::TiledAtomicRed
        | Opcode::AtomicRmw
        | Opcode::AtomicCas
        | Opcode::Print => Some(Event::Count),
        _ => is_called(module, op).then_some(Event::Count),
    }
}

/// Whether `ptxas` calls a function for an op: quotients, remainders and roots of 64 bits, and functions that are computed from
/// these. No element is computed past a call, so the operands of all elements are live.
fn is_called(module: &Module, op: Op) -> bool {
    let is_wide = |value: Value| {
        let tile = module.ty(value).tile().filter(|tile| !tile.shape.is_empty());
        tile.is_some_and(|tile| matches!(tile.elem.scalar(), Some(Scalar::F64 | Scalar::I64)))
    };
    matches!(
        module.opcode(op),
        Opcode::DivF
            | Opcode::RemF
            | Opcode::Sqrt
            | Opcode::Rsqrt
            | Opcode::Tanh
            | Opcode::DivI
            | Opcode::RemI
    ) && module.body.results(op).iter().any(is_wide)
}
