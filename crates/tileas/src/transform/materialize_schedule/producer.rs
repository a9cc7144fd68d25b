//! Agents that fill stages: the one that loads, and the one that multiplies into tensor memory. They contain the loops
//! and branches around the loads, and the computation of indices, addresses, bounds and conditions.

use ir::build::Builder;
use ir::generic::Attr;
use ir::{AttrSlot, Block, Op, TypeId, Value};
use rustc_hash::FxHashMap;

use super::halves::Half;
use super::places::{Places, again_below, below};
use super::recompute::{Demands, Names, copy_layout, picked_vector};
use super::releases::await_releases;
use super::{Handover, Nest, Operand, Rewrite, SumLoop, Threads, dimensions, stage};
use crate::layout::RegisterLayout;
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::zeros;
use crate::transform::default_layout;
use crate::transform::schedule::operand::Filling;
use crate::transform::schedule::skeleton::places;
use crate::transform::schedule::thread_blocks::PAIR;
use crate::types::{Role, StageState, TileType, Type};
use crate::{Opcode, TileAs};

/// Loads of operands.
pub(super) struct Loads {
    /// The tiles that each operand comes from, in the order of its own dimensions, and how they are halves of those of the program; none
    /// where it comes from addresses.
    pub(super) tiles: Vec<Option<(Value, Option<Half>)>>,
    /// Warps of the agent.
    pub(super) warps: u32,
    /// Pipelines whose last releases this agent waits for: products of tensor cores release them, and no other agent
    /// waits for these.
    pub(super) awaited: Vec<usize>,
}

/// The work of an agent in the loops.
#[derive(Clone, Copy)]
pub(super) enum Work<'a> {
    Load(&'a Loads),
    /// The products of these loops, whose pipelines follow those of the groups.
    Multiply(&'a [SumLoop]),
}

/// Writes the agent in front of its end, `at`: what it does below a block, from the iterators of each pipeline on.
pub(super) fn write(
    rewriter: &mut Rewrite<'_>,
    (block, at): (Block, Op),
    (handovers, mut iterators): (&[Handover], Vec<Value>),
    (nest, work): (&Nest, Work<'_>),
) {
    let warps = match work {
        Work::Load(loads) => loads.warps,
        Work::Multiply(_) => 1,
    };
    let demands = Demands::of(rewriter.module(), nest, warps);
    let (names, around, held) = (Names::default(), Vec::new(), FxHashMap::default());
    let mut write = Write { rewriter, handovers, nest, work, demands, names, around, held };
    write.block(block, at, &mut iterators);
    if let Work::Load(Loads { awaited, .. }) = work {
        for &number in awaited {
            let pipeline = handovers[number].pipeline;
            await_releases(write.rewriter, (at, nest.first()), pipeline, iterators[number]);
        }
    }
}

pub(super) struct Write<'a, 'm> {
    pub(super) rewriter: &'a mut Rewrite<'m>,
    pub(super) handovers: &'a [Handover],
    pub(super) nest: &'a Nest,
    work: Work<'a>,
    /// The layouts in which this agent needs tiles.
    pub(super) demands: Demands,
    /// This agent's values for those of the function.
    pub(super) names: Names,
    /// Each `loop` around, and the pipelines whose iterators it carries.
    pub(super) around: Vec<(Op, Vec<usize>)>,
    /// The memory of groups that stay while loops run, by their numbers.
    pub(super) held: FxHashMap<usize, Vec<Value>>,
}

impl Write<'_, '_> {
    pub(super) fn name(&self, value: Value) -> Value {
        self.names.of(value)
    }

    /// A value that a loop carries, as this agent needs it.
    pub(super) fn carried(&self, value: Value, (loop_, number): (Op, usize)) -> Value {
        self.names.of_tile(value, self.demands.carried(loop_, number))
    }

    /// The ops of a block that this agent needs, in front of `at`; iterators become what they are after them. A group
    /// is loaded where the last of its loads was.
    pub(super) fn block(&mut self, block: Block, at: Op, iterators: &mut [Value]) {
        let nest = self.nest;
        let ops: Vec<Op> = self.rewriter.module().body.block_ops(block).collect();
        let (mut at, mut open) = (at, Vec::new());
        for (place, &op) in ops.iter().enumerate() {
            self.hold((block, &ops[place..]), &mut at, &mut open, iterators);
            if nest.skeleton.ops.contains(op) {
                self.demands.recompute(self.rewriter, (op, at), &mut self.names);
            } else if let Some((known, places)) = self.sum_loop(op) {
                if known.threads == Threads::Exchange {
                    self.multiply_shared(at, (&known, &places), iterators);
                } else {
                    self.multiply(at, (&known, &places), iterators);
                }
            } else if nest.skeleton.kept.contains(op) {
                let pipelines = self.pipelines_below(op);
                #[allow(clippy::wildcard_enum_match_arm, reason = "loops and branches are kept")]
                match self.rewriter.module().opcode(op) {
                    Opcode::For => self.for_(op, &pipelines, (at, iterators)),
                    Opcode::Loop => self.loop_(op, &pipelines, (at, iterators)),
                    _ => self.if_(op, &pipelines, (at, iterators)),
                }
            }
            let Work::Load(_) = self.work else { continue };
            for (number, group) in nest.groups.iter().enumerate() {
                let own = |op: Op| group.operands.iter().any(|&operand| nest.operands[operand].load == op);
                let is_last = || ops.iter().rfind(|&&other| own(other)) == Some(&op);
                if group.block == block && own(op) && is_last() {
                    let iterator = iterators[group.pipeline];
                    iterators[group.pipeline] = self.stage((at, op), number, iterator);
                }
            }
        }
        open.into_iter().rev().for_each(|held| self.let_go(held, iterators));
    }

    /// Whether this agent multiplies.
    pub(super) fn multiplies(&self) -> bool {
        matches!(self.work, Work::Multiply(_))
    }

    /// A loop whose products this agent multiplies, and its pipelines.
    fn sum_loop(&self, op: Op) -> Option<(SumLoop, Places)> {
        let Work::Multiply(loops) = self.work else { return None };
        let number = loops.iter().position(|known| known.loop_ == op)?;
        let places = Places::of(loops, self.nest.pipelines().len()).swap_remove(number);
        Some((loops[number].clone(), places))
    }

    /// The pipelines that this agent uses in the regions of an op.
    pub(super) fn pipelines_below(&self, op: Op) -> Vec<usize> {
        let (module, nest) = (self.rewriter.module(), self.nest);
        let Work::Multiply(loops) = self.work else { return nest.pipelines_below(module, op) };
        let mut found = nest.pipelines_where(module, op, |group| nest.residual(group).is_none());
        let loops = (loops, nest.pipelines().len());
        found.extend(below(module, loops, op));
        found.extend(again_below(module, loops, op));
        found
    }

    /// Writes the stage of a group; the iterator of the next one.
    fn stage(&mut self, (at, like): (Op, Op), group: usize, iterator: Value) -> Value {
        let [empty, written] =
            [StageState::Empty, StageState::Written].map(|state| stage(self.rewriter, state));
        let handover = &self.handovers[self.nest.groups[group].pipeline];
        let next = handover.iterator(self.rewriter, Role::Producer);
        let (pipeline, memory) = (handover.pipeline, &handover.memory);
        let operands = &self.nest.groups[group].operands;
        let copies: Vec<Copy> = operands.iter().map(|&operand| self.copy(operand, (at, like))).collect();
        self.rewriter.build_before(at, like, |b| {
            let empty =
                b.pipeline_acquire().pipeline(pipeline).iterator(iterator).stage(empty).finish().value();
            let write = b.pipeline_write().pipeline(pipeline).stage(empty).written(written).finish().op;
            let block = b.module.block(write, fields::pipeline_write::body).expect("a write has a body");
            b.module.body.set_block_args(block, memory);
            let buffers: Vec<Value> = b.module.body.block_args(block).iter().collect();
            b.inside(block, |b| {
                let zeros = zeros(b, 2);
                for (copy, buffer) in copies.into_iter().zip(buffers) {
                    let rank = b.module.ty(buffer).buffer().map_or(2, |ty| ty.layout.shape().rank());
                    copy.fill(b, (buffer, &zeros[..rank]));
                }
                b.pipeline_yield().finish();
            });
            let written = b.module.body.result(write, 0);
            b.pipeline_commit().pipeline(pipeline).stage(written).finish();
            b.pipeline_inc().iterator(iterator).result(next).finish().value()
        })
    }

    fn loads(&self) -> &Loads {
        match self.work {
            Work::Load(loads) => loads,
            Work::Multiply(_) => unreachable!("an agent that multiplies copies nothing"),
        }
    }

    /// The load of an operand by this agent.
    fn copy(&mut self, number: usize, place: (Op, Op)) -> Copy {
        let Operand { load, order, ref filling, is_halved, .. } = self.nest.operands[number];
        let module = self.rewriter.module();
        let tile = module.ty(module.body.result(load, 0)).tile().expect("a load gives a tile");
        let dims = dimensions(tile.shape().len(), order);
        let mut extents = tile.shape().to_vec();
        if is_halved {
            extents[order[1]] /= PAIR;
        }
        let (elem, loaded): (_, Vec<u32>) = (tile.elem, dims.iter().map(|&dim| extents[dim]).collect());
        let warps = self.loads().warps.ilog2();
        let (Filling::Threads(vector) | Filling::Stores(vector)) = *filling else {
            let shape: Vec<u32> = self.nest.operands[number].buffer.layout.shape().extents().collect();
            let [ty, stored] = [&loaded, &shape].map(|shape| {
                self.rewriter.intern(Type::Tile(TileType::new(elem, default_layout(shape, warps))))
            });
            let source = self.tiles(number, &dims, place);
            if let Some(vector) = picked_vector(self.rewriter.module(), load) {
                let layout = copy_layout(&extents, vector, warps).permute_dims(&dims);
                let ty = self.rewriter.intern(Type::Tile(TileType::new(elem, layout)));
                return Copy { source, ty, stored: ty, rounded: None, known: [AttrSlot::ABSENT; 2] };
            }
            let operand = &self.nest.operands[number];
            let rounded = operand.is_rounded(self.rewriter.module()).then(|| {
                let elem = operand.buffer.elem;
                self.rewriter.intern(Type::Tile(TileType::new(elem, default_layout(&shape, warps))))
            });
            return Copy { source, ty, stored, rounded, known: [AttrSlot::ABSENT; 2] };
        };
        let layout = copy_layout(tile.shape(), vector, warps);
        let ty = TileType::new(elem, layout.permute_dims(&dims));
        let ty = self.rewriter.intern(Type::Tile(ty));
        let source = if self.rewriter.module().opcode(load) == Opcode::Load {
            self.addresses(load, (&layout, &dims))
        } else {
            self.tiles(number, &dims, place)
        };
        if matches!(filling, Filling::Stores(_)) {
            let alone = self.rewriter.intern_attr(Attr::Ints(vec![1; loaded.len()].into()));
            return Copy { source, ty, stored: ty, rounded: None, known: [alone, AttrSlot::ABSENT] };
        }
        let elements = |&dim: &usize| if dim == vector.along { i64::from(vector.elements) } else { 1 };
        let contiguity: Vec<i64> = dims.iter().map(elements).collect();
        let bytes = i64::from(vector.elements * elem.scalar().map_or(64, |scalar| scalar.storage_bits()) / 8);
        let known = [Attr::Ints(contiguity.into()), Attr::Int(bytes)];
        let known = known.map(|attr| self.rewriter.intern_attr(attr));
        Copy { source, ty, stored: ty, rounded: None, known }
    }

    /// Where tiles are loaded from, and which.
    fn tiles(&mut self, number: usize, dims: &[usize], place: (Op, Op)) -> Source {
        use fields::tiled_load as f;
        let module = self.rewriter.module();
        let load = self.nest.operands[number].load;
        let index = module.operands(load, f::index);
        let index = dims.iter().map(|&dim| self.names.of_tile(index[dim], self.demands.picks(load)));
        let mut index: Vec<Value> = index.collect();
        let inbounds = module.ints(load, f::inbounds);
        let inside = (0i64..).zip(dims).filter(|&(_, &dim)| inbounds.contains(&(dim as i64)));
        let inside: Box<[i64]> = inside.map(|(dim, _)| dim).collect();
        let inbounds =
            if inside.is_empty() { AttrSlot::ABSENT } else { self.rewriter.intern_attr(Attr::Ints(inside)) };
        let (tiles, half) =
            self.loads().tiles[number].expect("what is not loaded from addresses is loaded from tiles");
        if let Some(half) = half {
            half.index(self.rewriter, place, &mut index);
        }
        Source::Tiles { tiles: self.name(tiles), index, inbounds }
    }

    /// The addresses and the mask of a load: tiles in a layout, with these dimensions in the order of the operand.
    fn addresses(&mut self, load: Op, (layout, dims): (&RegisterLayout, &[usize])) -> Source {
        let places = places(self.rewriter.module(), load).into_iter();
        let places: Vec<Value> = places.map(|value| self.names.of_tile(value, Some(layout))).collect();
        let is_turned = !dims.is_sorted();
        let mut tiles = places.into_iter().map(|value| {
            let turned = is_turned.then(|| {
                let elem = self.rewriter.module().ty(value).tile().expect("addresses are a tile").elem;
                self.rewriter.intern(Type::Tile(TileType::new(elem, layout.permute_dims(dims))))
            });
            Place { value, turned }
        });
        let source = tiles.next().expect("a load has addresses");
        let mask = tiles.next();
        let order = Attr::Ints(dims.iter().map(|&dim| dim as i64).collect());
        Source::Addresses { source, mask, order: self.rewriter.intern_attr(order) }
    }
}

/// A load of this agent.
struct Copy {
    source: Source,
    ty: TypeId,
    /// The type of the tile without dimensions of one element, as its stage holds it.
    stored: TypeId,
    /// The type of the tile rounded to tf32, if its stage holds that.
    rounded: Option<TypeId>,
    /// Contiguity and divisibility of what threads copy; elements that they load one by one are not contiguous.
    known: [AttrSlot; 2],
}

/// The memory that a load reads.
enum Source {
    Tiles {
        tiles: Value,
        index: Vec<Value>,
        /// Dimensions in which nothing is outside.
        inbounds: AttrSlot,
    },
    Addresses {
        source: Place,
        mask: Option<Place>,
        /// The order of dimensions of tiles that are transposed.
        order: AttrSlot,
    },
}

/// A tile of addresses, or of where they are read.
#[derive(Clone, Copy)]
struct Place {
    value: Value,
    /// Its type transposed, if the operand is.
    turned: Option<TypeId>,
}

impl Place {
    /// The tile in the dimensions of the operand.
    fn of_operand(self, b: &mut Builder<'_, TileAs>, order: AttrSlot) -> Value {
        let Place { value, turned } = self;
        turned.map_or(value, |ty| b.permute().source(value).permutation(order).result(ty).finish().value())
    }
}

impl Copy {
    /// Loads the tile, and stores it in its memory of a stage from the first element on.
    fn fill(self, b: &mut Builder<'_, TileAs>, (buffer, zeros): (Value, &[Value])) {
        let [contiguity, divisibility] = self.known;
        let mut load = match self.source {
            Source::Tiles { tiles, index, inbounds } => {
                let load = b.tiled_load().tiles(tiles).index(index).inbounds(inbounds);
                let load = load.contiguity(contiguity).divisibility(divisibility);
                load.result(self.ty).finish().value()
            }
            Source::Addresses { source, mask, order } => {
                let source = source.of_operand(b, order);
                let mask = mask.map(|mask| mask.of_operand(b, order));
                let other = b.constant().value(Attr::Number(0)).result(self.ty).finish().value();
                let load = b.load().source(source).mask(mask).other(other);
                let load = load.contiguity(contiguity).divisibility(divisibility);
                load.result(self.ty).finish().value()
            }
        };
        if self.ty != self.stored {
            load = b.view().source(load).result(self.stored).finish().value();
        }
        if let Some(rounded) = self.rounded {
            load = b.fp_to_fp().source(load).result(rounded).finish().value();
        }
        b.local_store().value(load).buffer(buffer).offsets(zeros).finish();
    }
}
