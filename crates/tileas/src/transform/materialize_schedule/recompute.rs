//! Values that the agent that copies recomputes: scalars, and tiles in the layouts that its copies need.
//!
//! The agents have different warps, and the warps of the function use other layouts. Layouts are therefore derived
//! backwards from the copies: addresses have the layout of the copy, and their inputs have matching layouts
//! ([`Demands`]). A tile that is needed in several layouts is computed in each; this needs no shared memory and no
//! waiting.

use ir::{Op, TypeId, Value, ValueDef};
use rustc_hash::FxHashMap;

use super::{Nest, Rewrite};
use crate::layout::{RegisterLayout, Shape};
use crate::ops::fields;
use crate::transform::blocked::Blocks;
use crate::transform::default_layout;
use crate::transform::relayout::source_layout;
use crate::transform::schedule::copied::Vector;
use crate::transform::schedule::operand::{Filling, picked as picked_dimension};
use crate::transform::schedule::skeleton::{Skeleton, places};
use crate::transform::schedule::stage::PICKED;
use crate::types::{TileType, Type};
use crate::{Module, Opcode};

/// The values of an agent for those of the function: numbers and memory by themselves, tiles in a layout.
#[derive(Default)]
pub(super) struct Names {
    numbers: FxHashMap<Value, Value>,
    tiles: FxHashMap<(Value, RegisterLayout), Value>,
}

impl Names {
    /// A number, or memory.
    pub(super) fn of(&self, value: Value) -> Value {
        self.numbers.get(&value).copied().unwrap_or(value)
    }

    /// The same, or a tile in a layout.
    pub(super) fn of_tile(&self, value: Value, layout: Option<&RegisterLayout>) -> Value {
        let tile = layout.and_then(|layout| self.tiles.get(&(value, layout.clone())));
        tile.copied().unwrap_or_else(|| self.of(value))
    }

    pub(super) fn insert(&mut self, value: Value, layout: Option<&RegisterLayout>, new: Value) {
        match layout {
            Some(layout) => self.tiles.insert((value, layout.clone()), new),
            None => self.numbers.insert(value, new),
        };
    }
}

/// The layouts in which an agent needs tiles of the function.
pub(super) struct Demands {
    /// Of each tile, in the order in which they were found.
    layouts: FxHashMap<Value, Vec<RegisterLayout>>,
    /// Of tiles that loops carry, by their number: one each.
    carried: FxHashMap<(Op, usize), RegisterLayout>,
    /// Of the tiles by which copies pick.
    picks: FxHashMap<Op, RegisterLayout>,
    warps: u32,
}

/// The layout in which some warps copy a tile: neighbours go on where a thread's elements end.
pub(super) fn copy_layout(extents: &[u32], vector: Vector, warp_bits: u32) -> RegisterLayout {
    let shape = Shape::new(extents).expect("extents are powers of two");
    let blocks = Blocks { fastest: vector.along, in_row: vector.elements, halves: false };
    blocks.layout(&shape, warp_bits)
}

/// The rows that a lane picks together by a tensor map; none where a load picks none.
pub(super) fn picked_vector(module: &Module, load: Op) -> Option<Vector> {
    Some(Vector { along: picked_dimension(module, load)?, elements: PICKED })
}

impl Demands {
    /// The values of an agent of some warps that fills the stages of a nest.
    pub(super) fn of(module: &Module, nest: &Nest, warps: u32) -> Demands {
        let (layouts, carried, picks) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let mut demands = Demands { layouts, carried, picks, warps: warps.ilog2() };
        let mut open = demands.of_copies(module, nest);
        for op in nest.skeleton.ops.iter() {
            open.extend(demands.of_numbers(module, op));
        }
        while let Some((value, layout)) = open.pop() {
            demands.need(module, &nest.skeleton, (value, layout), &mut open);
        }
        demands
    }

    /// The layout of a tile that a loop carries.
    pub(super) fn carried(&self, loop_: Op, number: usize) -> Option<&RegisterLayout> {
        self.carried.get(&(loop_, number))
    }

    /// The layout of the numbers of the rows that a load picks.
    pub(super) fn picks(&self, load: Op) -> Option<&RegisterLayout> {
        self.picks.get(&load)
    }

    /// The operands of copies by threads.
    fn of_copies(&mut self, module: &Module, nest: &Nest) -> Vec<(Value, RegisterLayout)> {
        let mut found = Vec::new();
        for operand in &nest.operands {
            let vector = match operand.filling {
                Filling::Threads(vector) | Filling::Stores(vector) => vector,
                Filling::Boxes => match picked_vector(module, operand.load) {
                    Some(vector) => vector,
                    None => continue,
                },
            };
            let tile = module.ty(module.body.result(operand.load, 0)).tile().expect("a load gives a tile");
            let layout = copy_layout(tile.shape(), vector, self.warps);
            let layout = if module.opcode(operand.load) == Opcode::Load {
                layout
            } else if let Some(picked) = picked(module, operand.load, &layout) {
                self.picks.insert(operand.load, picked.clone());
                picked
            } else {
                continue;
            };
            let tiles = places(module, operand.load).into_iter();
            let tiles = tiles.filter(|&value| extents(module, value).is_some());
            found.extend(tiles.map(|value| (value, layout.clone())));
        }
        found
    }

    /// Tiles of which an op makes a number: any layout will do.
    fn of_numbers(&self, module: &Module, op: Op) -> Vec<(Value, RegisterLayout)> {
        let makes_tiles = module.body.results(op).iter().any(|value| extents(module, value).is_some());
        let tiles = module.body.operands(op).iter().filter(|_| !makes_tiles);
        let found =
            tiles.filter_map(|&value| Some((value, default_layout(extents(module, value)?, self.warps))));
        found.collect()
    }

    /// Notes that a tile is needed in a layout, and what it is computed of in which.
    fn need(
        &mut self,
        module: &Module,
        skeleton: &Skeleton,
        (value, layout): (Value, RegisterLayout),
        open: &mut Vec<(Value, RegisterLayout)>,
    ) {
        let known = self.layouts.entry(value).or_default();
        if extents(module, value).is_none() || known.contains(&layout) {
            return;
        }
        known.push(layout.clone());
        let carried = match module.body.def(value) {
            ValueDef::Arg(block, index) => {
                module.body.block_op(block).map(|op| (op, (index as usize).saturating_sub(1)))
            }
            ValueDef::Result(op, index) => (module.opcode(op) == Opcode::For).then_some((op, index as usize)),
        };
        if let Some((loop_, number)) = carried {
            debug_assert!(skeleton.kept.contains(loop_), "tiles come from loops that are kept");
            if let std::collections::hash_map::Entry::Vacant(entry) = self.carried.entry((loop_, number)) {
                entry.insert(layout.clone());
                open.extend(ends(module, loop_, number).map(|value| (value, layout.clone())));
            }
            return;
        }
        let op = module.body.def_op(value).expect("what no block takes is made by an op");
        for (at, &operand) in module.body.operands(op).iter().enumerate() {
            if let Some(layout) = self.operand_layout(module, (op, at), &layout) {
                open.push((operand, layout));
            }
        }
    }

    /// The layout of an operand of an op that gives its result in one; none where it is no tile.
    fn operand_layout(
        &self,
        module: &Module,
        (op, at): (Op, usize),
        result: &RegisterLayout,
    ) -> Option<RegisterLayout> {
        let extents = extents(module, module.body.operands(op)[at])?;
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops have their tiles in one layout")]
        Some(match module.opcode(op) {
            Opcode::View | Opcode::Broadcast | Opcode::Permute => source_layout(module, op, result),
            Opcode::TiledLoad => picked(module, op, result)?,
            // Each thread holds all elements, so that a slice is some of its registers.
            Opcode::ExtractSlice => RegisterLayout::replicated(&Shape::new(extents)?, self.warps),
            _ => {
                debug_assert_eq!(result.shape(), &Shape::new(extents)?, "tiles of one op are alike");
                result.clone()
            }
        })
    }

    /// An op again in front of `at`: once, or for each layout in which its tile is needed.
    pub(super) fn recompute(&self, rewriter: &mut Rewrite<'_>, (op, at): (Op, Op), names: &mut Names) {
        let module = rewriter.module();
        let results: Vec<Value> = module.body.results(op).iter().collect();
        let tile = results.first().copied().filter(|&value| extents(module, value).is_some());
        let takes_tiles = module.body.operands(op).iter().any(|&value| extents(module, value).is_some());
        let Some(tile) = tile else {
            if !takes_tiles {
                rewriter.clone_before(op, at, &mut names.numbers);
                return;
            }
            let operands = self.operands(module, op, None, names);
            let types: Vec<TypeId> = results.iter().map(|&value| module.body.ty(value)).collect();
            let new = rewriter.rebuild_before(at, op, &operands, &types);
            for (at, value) in results.into_iter().enumerate() {
                names.insert(value, None, rewriter.module().body.result(new, at));
            }
            return;
        };
        for layout in self.layouts.get(&tile).into_iter().flatten() {
            let module = rewriter.module();
            let operands = self.operands(module, op, Some(layout), names);
            if module.opcode(op) == Opcode::ConvertLayout {
                names.insert(tile, Some(layout), operands[0]);
                continue;
            }
            let elem = module.ty(tile).tile().expect("a tile").elem;
            let ty = rewriter.intern(Type::Tile(TileType::new(elem, layout.clone())));
            let new = rewriter.rebuild_before(at, op, &operands, &[ty]);
            names.insert(tile, Some(layout), rewriter.module().body.result(new, 0));
        }
    }

    /// The agent's values for the operands of an op.
    fn operands(
        &self,
        module: &Module,
        op: Op,
        result: Option<&RegisterLayout>,
        names: &Names,
    ) -> Vec<Value> {
        let operands = module.body.operands(op).iter().enumerate();
        let named = operands.map(|(at, &value)| {
            let layout = match result {
                Some(result) => self.operand_layout(module, (op, at), result),
                None => extents(module, value).map(|extents| default_layout(extents, self.warps)),
            };
            names.of_tile(value, layout.as_ref())
        });
        named.collect()
    }
}

/// The extents of a tile that is no single number.
fn extents(module: &Module, value: Value) -> Option<&[u32]> {
    module.ty(value).tile().map(|tile| tile.shape()).filter(|shape| !shape.is_empty())
}

/// The initial value of a loop-carried value, and its next value.
fn ends(module: &Module, loop_: Op, number: usize) -> impl Iterator<Item = Value> {
    let init = module.operands(loop_, fields::for_::inits).get(number).copied();
    let body = module.block(loop_, fields::for_::body);
    let last = body.and_then(|body| module.body.last_op(body));
    let next = last.and_then(|last| module.body.operands(last).get(number).copied());
    init.into_iter().chain(next)
}

/// The layout of the numbers by which a load of tiles in a layout picks.
fn picked(module: &Module, load: Op, result: &RegisterLayout) -> Option<RegisterLayout> {
    let tiles = module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile()?;
    let dim = tiles.gather? as usize;
    let others = (0..result.shape().rank()).rev().filter(|&other| other != dim);
    Some(others.fold(result.clone(), |layout, other| layout.project(other)))
}
