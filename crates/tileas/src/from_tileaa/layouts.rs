//! Which layout tiles of a shape have by default.
//!
//! One layout for each shape of a function: the blocked one with which all loads and stores of such tiles together take
//! least, by what is known of their memory ([`Reach`]). So ops between elements need no conversions at all.
//!
//! The model of a cost: an access starts an instruction for each vector of a thread, and each moves the 32-byte sectors that
//! its 32 lanes touch. What stands in a loop counts for more.

use std::collections::BTreeMap;

use ir::walk::preorder;
use ir::{Op, Value};
use rustc_hash::FxHashMap;
use tileaa::Opcode::{For, Load, Loop, Store, TiledLoad, TiledStore};
use tileaa::axis_info::{AxisAnalysis, Reach};
use tileaa::ops::fields::{store, tiled_store};

use crate::layout::{RegisterLayout, Shape};

/// The bytes that one access of a thread moves at most.
const WIDEST: u64 = 16;
/// The bytes of a sector.
const SECTOR: u64 = 32;
/// What an instruction costs, in sectors.
const ISSUE: u64 = 2;
/// How many times as much an access in a loop counts, for each loop around it.
const LOOP: u64 = 8;
/// Loops beyond these count no more.
const DEEPEST: u32 = 4;

/// An access of tiles of a shape.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Bytes of an element; one where elements share bytes.
    bytes: u64,
    /// Two elements share a byte.
    halves: bool,
    reach: Option<Reach>,
    weight: u64,
}

/// A blocked layout: the dimension along which threads follow each other, and the elements that each has in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    fastest: usize,
    in_row: u32,
    /// Two elements share a byte, which is to be one thread's.
    halves: bool,
}

/// The layouts of a function.
#[derive(Default)]
pub(super) struct Layouts {
    warp_bits: u32,
    /// By shape; four in a row along the last dimension where there is none.
    blocks: FxHashMap<Vec<u32>, Blocks>,
}

/// The tile that an op loads or stores.
fn accessed(module: &tileaa::Module, op: Op) -> Option<Value> {
    let opcode = module.opcode(op);
    if matches!(opcode, Load | TiledLoad) {
        module.body.results(op).get(0)
    } else if opcode == Store {
        Some(module.operand(op, store::value))
    } else if opcode == TiledStore {
        Some(module.operand(op, tiled_store::value))
    } else {
        None
    }
}

impl Seen {
    /// What a load or store does to its tile.
    pub(super) fn of(module: &tileaa::Module, facts: &AxisAnalysis, op: Op) -> Option<(Seen, Vec<u32>)> {
        let tile = accessed(module, op).and_then(|value| module.ty(value).tile())?;
        let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
        let around = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
        let loops = around.filter(|&op| matches!(module.opcode(op), For | Loop)).count() as u32;
        let weight = LOOP.pow(loops.min(DEEPEST));
        let seen = Seen {
            bytes: u64::from(bits.div_ceil(8)),
            halves: bits < 8,
            reach: facts.reach(module, op),
            weight,
        };
        Some((seen, tile.shape.to_vec()))
    }

    /// The dimension along which memory is contiguous.
    fn along(&self) -> Option<usize> {
        self.reach.as_ref()?.along
    }

    /// What moving 256 elements costs a warp, when its threads have `in_row` each.
    fn cost(&self, blocks: Blocks) -> u64 {
        let in_row = u64::from(blocks.in_row);
        let along = self.along();
        let vector = self.reach.as_ref().and_then(|reach| reach.vector(self.bytes, WIDEST));
        // Elements of one instruction, and bytes from a lane to the next.
        let (elements, apart) = match along {
            Some(along) if along == blocks.fastest => {
                let most = vector.map_or(1, |(_, elements)| u64::from(elements));
                (most.min(in_row), in_row * self.bytes)
            }
            // Each is on a row of its own.
            Some(_) => (1, SECTOR),
            // Nobody knows where elements are; that they are in a row is a guess, which only breaks ties.
            None => return self.weight * (ISSUE + (in_row * self.bytes).min(SECTOR)) / 4,
        };
        let sectors = apart.min(SECTOR);
        self.weight * (ISSUE + sectors) * 256 / elements / 32
    }
}

impl Layouts {
    /// Looks at what a function reads and writes.
    pub(super) fn of(module: &tileaa::Module, facts: &AxisAnalysis, func: Op, warp_bits: u32) -> Layouts {
        let mut seen: BTreeMap<Vec<u32>, Vec<Seen>> = BTreeMap::new();
        for op in preorder(&module.body, func) {
            if let Some((access, shape)) = Seen::of(module, facts, op)
                && !shape.is_empty()
            {
                seen.entry(shape).or_default().push(access);
            }
        }
        let mut layouts = Layouts { warp_bits, blocks: FxHashMap::default() };
        for (shape, all) in seen {
            let best = layouts.best(&shape, &all);
            layouts.blocks.insert(shape, best);
        }
        layouts
    }

    /// The blocks with which these accesses take least; among equals the widest, and along the last dimension.
    pub(super) fn best(&self, shape: &[u32], all: &[Seen]) -> Blocks {
        let elements: u64 = shape.iter().map(|&extent| u64::from(extent)).product();
        let share = (elements >> (5 + self.warp_bits)).max(1);
        let last = shape.len() - 1;
        let is_along = |dim: usize| all.iter().any(|seen| seen.along() == Some(dim));
        let halves = all.iter().any(|seen| seen.halves);
        let least_bits = u32::from(halves);
        let mut best: Option<(u64, Blocks)> = None;
        for fastest in (0..shape.len()).rev().filter(|&dim| dim == last || is_along(dim)) {
            for bits in (least_bits..5).rev() {
                let blocks = Blocks { fastest, in_row: 1 << bits, halves };
                if u64::from(blocks.in_row) > share.min(shape[fastest].into()) && bits > least_bits {
                    continue;
                }
                let cost = all.iter().map(|seen| seen.cost(blocks)).sum();
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, blocks));
                }
            }
        }
        best.map_or(Blocks { fastest: last, in_row: 1, halves }, |(_, blocks)| blocks)
    }

    /// Binary logarithm of the number of warps.
    pub(super) fn warp_bits(&self) -> u32 {
        self.warp_bits
    }

    /// The layout of a shape.
    pub(super) fn of_shape(&self, extents: &[u32]) -> RegisterLayout {
        let shape = Shape::new(extents).expect("extents are powers of two");
        if extents.is_empty() {
            return RegisterLayout::replicated(&shape, 0);
        }
        let usual = Blocks { fastest: extents.len() - 1, in_row: 4, halves: false };
        let blocks = self.blocks.get(extents).copied().unwrap_or(usual);
        self.blocked(&shape, blocks)
    }

    fn blocked(&self, shape: &Shape, blocks: Blocks) -> RegisterLayout {
        let others = (0..shape.rank()).rev().filter(|&dim| dim != blocks.fastest);
        let order: Vec<usize> = std::iter::once(blocks.fastest).chain(others).collect();
        if blocks.halves {
            return RegisterLayout::coalesced(shape, 4, self.warp_bits, &order, blocks.in_row / 2);
        }
        // Elements of a byte each, so that bytes are elements.
        RegisterLayout::coalesced(shape, 8, self.warp_bits, &order, blocks.in_row)
    }

    /// The layout in which one access takes least, when that makes up for a conversion to the layout of the shape.
    pub(super) fn of_access(&self, seen: &Seen, shape: &[u32]) -> Option<RegisterLayout> {
        let (usual, best) = (self.blocks.get(shape)?, self.best(shape, std::slice::from_ref(seen)));
        // Of 256 elements: a store and a load of each, a few barriers and addresses.
        const CONVERSION: u64 = 64;
        let dearer = seen.cost(*usual) > seen.cost(best) + CONVERSION * seen.weight;
        dearer.then(|| self.blocked(&Shape::new(shape).expect("extents are powers of two"), best))
    }
}
