//! Copies of boxes between memory and stages.
//!
//! A copy of a tile is one copy for each of its boxes, which one lane of the agent starts. The start address of a box
//! in shared memory is that of its first element without the swizzle, because hardware swizzles addresses itself.

use ir::build::IntoAttr as _;
use ir::{Block, Op, Value};
use tile_core::arith::{AtomicRMWMode, ComparisonPredicate};
use tileaa::types::{BlockTileType, DYNAMIC};
use tileas::Opcode as From;
use tileas::layout::Shape;
use tileas::ops::fields as from;
use tileas::types::{BufferType, TmaDescType, Type as FromType};

use super::answers::ANSWER;
use crate::Type;
use crate::attrs::{BulkReduction, SpecialRegister};
use crate::from_tileas::{Held, Lower, Lowered};
use crate::ops::{Builders as _, fields};

/// Rows of a copy that picks rows.
pub(super) const PICKED: u32 = 4;
/// The largest coordinate. An index whose first element is beyond it is outside of all memory.
const LAST_COORDINATE: i64 = i32::MAX as i64;

/// A box of a tile: where it begins in shared memory, in bytes from the buffer on, and its first element in the tile.
pub(super) struct Part {
    pub(super) offset: u64,
    pub(super) first: Vec<u32>,
}

impl Lower<'_> {
    /// Bytes of all boxes that a write begins to copy, those outside of the memory too, and of answers that it asks
    /// for.
    pub(super) fn bytes_of_boxes(&mut self, write: Op, body: Block) -> Lowered<u32> {
        let copies =
            ir::walk::preorder(&self.from.body, write).filter(|&op| self.from.opcode(op) == From::TmaLoad);
        let own: Vec<(Op, u32)> = copies
            .filter_map(|op| {
                let buffer = self.from.operand(op, from::tma_load::buffer);
                let is_own = tileas::stage_of(self.from, buffer) == Some(write);
                let FromType::Buffer(ty) = self.from.ty(buffer) else { return None };
                is_own.then(|| (op, (ty.bits() << ty.layout.shape().bits()) / 8))
            })
            .collect();
        let elsewhere = own.iter().find(|&&(op, _)| self.from.body.parent_block(op) != Some(body));
        if let Some(&(op, _)) = elsewhere {
            let text = "begins a copy in a loop or branch of its write; the bytes of a stage are expected before its copies begin, \
                        so copies stand in the body of the write itself";
            return Err(self.refuse(op, text));
        }
        let answers = ir::walk::preorder(&self.from.body, write);
        let answers = answers.filter(|&op| self.from.opcode(op) == From::CancelLaunch).count() as u32;
        Ok(own.iter().map(|&(_, bytes)| bytes).sum::<u32>() + answers * ANSWER)
    }

    /// `async.tiled_tma_load`
    pub(super) fn tma_load(&mut self, op: Op) -> Lowered<()> {
        use from::tma_load as f;
        let blocks = self.from.ints(op, f::multicast).len();
        if blocks > 0 && !self.from.flag(op, f::by_parts) {
            return Err(self.refuse_agents(op));
        }
        let buffer = self.from.operand(op, f::buffer);
        let mut copy = self.boxed(op, [f::tiles, f::buffer, f::desc], f::index)?;
        let mask = (blocks > 0).then(|| self.part_of_rank(&mut copy, blocks as u32));
        let write = tileas::stage_of(self.from, buffer);
        let full = self.filling.iter().find(|&&(filled, _)| Some(filled) == write).map(|&(_, full)| full);
        let (barrier, barrier_offset) = full.expect("a verified copy fills the stage of a write around it");
        if copy.gather.is_some() {
            return self.picked_load(op, copy, (barrier, barrier_offset));
        }
        let leader = self.issuers().leader;
        for part in &copy.parts {
            let coordinates = self.coordinates_of_box(&copy, part);
            let mut b = self.b();
            let load = b
                .bulk_tensor_load()
                .destination(copy.base)
                .barrier(barrier)
                .map(copy.map)
                .coordinates(coordinates)
                .predicate(leader)
                .offset(part.offset as i64)
                .barrier_offset(barrier_offset);
            match mask {
                Some(mask) => load.multicast(mask).finish(),
                None => load.finish(),
            };
        }
        Ok(())
    }

    /// Leaves of a copy the boxes that this thread block of a cluster copies for all of them; gives the mask of these.
    /// Boxes lie at sums of powers of two, so those of a part lie as those of the first do, from another place on.
    fn part_of_rank(&mut self, copy: &mut Boxed, blocks: u32) -> Value {
        let count = copy.parts.len() / blocks as usize;
        let rank = self.special(SpecialRegister::ClusterCtaRank);
        for bit in 0..blocks.ilog2() {
            let next = &copy.parts[count << bit];
            let (offset, first) = (next.offset as u32, next.first.clone());
            let shifted = self.shr(rank, bit);
            let one = self.i32(1);
            let is_set = self.and(shifted, one);
            copy.base = self.advance(copy.base, is_set, offset);
            for (start, first) in copy.starts.iter_mut().zip(first).filter(|&(_, first)| first != 0) {
                let first = self.i32(first);
                let moved = self.mul(is_set, first);
                *start = self.add(*start, moved);
            }
        }
        copy.parts.truncate(count);
        self.i32((1 << blocks) - 1)
    }

    /// `async.tiled_tma_store`: a group of copies of boxes to memory.
    pub(super) fn tma_store(&mut self, op: Op) -> Lowered<()> {
        use from::tma_store as f;
        let mode = AtomicRMWMode::from_slot(self.from.attr(op, f::mode));
        let mut copy = self.boxed(op, [f::tiles, f::buffer, f::desc], f::index)?;
        self.move_to_slice(op, &mut copy);
        let reduction = match mode.map(reduction) {
            None => None,
            Some(Some(how)) => Some(how),
            Some(None) => {
                let text = "combines without sign, and tensor maps of integers have one here; signed and bitwise ones are compiled";
                return Err(self.refuse(op, text));
            }
        };
        let leader = self.issuers().leader;
        let stores = self.where_there_are_elements(self.from.operand(op, f::tiles), leader);
        for part in &copy.parts {
            let coordinates = self.coordinates_of_box(&copy, part);
            let store = self
                .b()
                .bulk_tensor_store()
                .source(copy.base)
                .map(copy.map)
                .coordinates(coordinates)
                .predicate(stores)
                .offset(part.offset as i64)
                .finish()
                .op;
            if let Some(how) = reduction {
                let slot = how.into_attr(&mut self.emitter.to);
                self.to.set_attr(store, fields::bulk_tensor_store::reduction, slot);
            }
        }
        self.b().bulk_commit().predicate(leader).finish();
        Ok(())
    }

    /// Moves the boxes of a store to the slice of the tile that its buffer is.
    fn move_to_slice(&self, op: Op, copy: &mut Boxed) {
        use from::tma_store as f;
        let [tiles, buffer] = [f::tiles, f::buffer].map(|field| self.from.ty(self.from.operand(op, field)));
        let (FromType::BlockTile(tiles), FromType::Buffer(buffer)) = (tiles, buffer) else { return };
        let dims = tileas::copied_dimensions(tiles, buffer);
        let starts = dims.iter().zip(self.from.ints(op, f::slice)).zip(buffer.layout.shape().extents());
        for ((&dim, &at), extent) in starts {
            copy.parts.iter_mut().for_each(|part| part.first[dim] += at as u32 * extent);
        }
    }

    /// A predicate that is false where memory has no elements, too: a tensor map has one at least, which a store would
    /// write.
    fn where_there_are_elements(&mut self, tiles: Value, predicate: Value) -> Value {
        let FromType::BlockTile(ty) = self.from.ty(tiles).clone() else { return predicate };
        let sizes = self.memory(tiles).sizes;
        let dynamic = ty.memref.shape.iter().zip(sizes).filter(|&(&extent, _)| extent == DYNAMIC);
        dynamic.fold(predicate, |holds, (_, size)| {
            let zero = self.i64(0);
            let has_some = self.compare(ComparisonPredicate::NotEqual, false, size, zero);
            self.and(holds, has_some)
        })
    }

    /// `async.store_wait`: one lane has begun the stores of the agent and waits for them; the others wait for it.
    pub(super) fn store_wait(&mut self, op: Op) {
        use from::store_wait as f;
        let pending = self.from.int(op, f::pending).unwrap_or(0);
        let read = self.from.flag(op, f::read);
        self.b().bulk_wait().pending(pending).read(read).finish();
        let block = self.from.body.parent_block(op);
        let is_of_agent = |&block: &Block| {
            self.from.body.block_op(block).is_some_and(|owner| self.from.opcode(owner) == From::Agent)
        };
        let after = block.filter(is_of_agent).map(|block| {
            let after = self.from.body.block_ops(block).skip_while(|&other| other != op).skip(1);
            after.take(2).count()
        });
        // Where nothing but the yield follows, no other thread has to know.
        if after != Some(1) {
            self.barrier();
        }
    }

    /// A copy of a tile as boxes.
    fn boxed(&mut self, op: Op, [tiles, buffer, desc]: [ir::Field; 3], index: ir::Field) -> Lowered<Boxed> {
        let [tiles, buffer, desc] = [tiles, buffer, desc].map(|field| self.from.operand(op, field));
        let (FromType::BlockTile(tiles), FromType::Buffer(ty), FromType::TmaDesc(desc_type)) =
            (self.from.ty(tiles).clone(), self.from.ty(buffer).clone(), self.from.ty(desc).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let Some(order) = tileas::map_dimensions(&tiles.memref) else { return Err(self.refuse_agents(op)) };
        let gather = tiles.gather.map(|dim| dim as usize);
        let Held::Map(map) = self.held[desc] else { panic!("a verified copy has a tensor map") };
        let index = self.from.operands(op, index).to_vec();
        let mut starts = Vec::new();
        for (dim, (&at, &step)) in index.iter().zip(&tiles.step).enumerate() {
            let start = if gather == Some(dim) { self.i32(0) } else { self.first_coordinate(at, step) };
            starts.push(start);
        }
        let parts = parts(&ty, &tiles, &desc_type);
        Ok(Boxed { base: self.buffer(buffer), map, parts, starts, along: tile_dims(&tiles, &order), gather })
    }

    /// The coordinate of the first element of a tile along a dimension. An index has no sign.
    fn first_coordinate(&mut self, index: Value, step: i64) -> Value {
        let counts_tiles = self.counts_tiles(index, step);
        let index = self.single(index);
        if counts_tiles
            && self.type_of(index) == Type::I32
            && let Ok(step) = u32::try_from(step)
        {
            let step = self.i32(step);
            return self.mul(index, step);
        }
        let index = self.resize(index, Type::I64, false);
        let step = self.i64(step);
        let start = self.mul(index, step);
        self.clamped(start)
    }

    /// A number of 64 bits as a coordinate: the last one if it is beyond that.
    pub(super) fn clamped(&mut self, start: Value) -> Value {
        let last = self.i64(LAST_COORDINATE);
        let is_far = self.compare(ComparisonPredicate::GreaterThan, false, start, last);
        let start = self.select(is_far, last, start);
        self.resize(start, Type::I32, false)
    }

    /// Whether an index counts tiles of memory from 0 to their number, in steps at least as large: no tile starts out
    /// of bounds.
    fn counts_tiles(&self, index: Value, step: i64) -> bool {
        let ir::ValueDef::Arg(block, 0) = self.from.body.def(index) else { return false };
        let loop_ = self.from.body.block_op(block).filter(|&op| self.from.opcode(op) == From::For);
        let Some(loop_) = loop_ else { return false };
        let made = |field| self.from.body.def_op(self.from.operand(loop_, field));
        let is_from_zero = made(from::for_::lower)
            .filter(|&op| self.from.opcode(op) == From::Constant)
            .is_some_and(|op| self.from.number(op, from::constant::value) == Some(0));
        let count = made(from::for_::upper).filter(|&op| self.from.opcode(op) == From::GetTileCount);
        let Some(count) = count else { return false };
        let tiles = self.from.operand(count, from::get_tile_count::tiles);
        let FromType::BlockTile(tiles) = self.from.ty(tiles) else { return false };
        let dim = self.from.int(count, from::get_tile_count::dim).unwrap_or(0);
        let counted = usize::try_from(dim).ok().and_then(|dim| tiles.step.get(dim).copied());
        is_from_zero && counted.is_some_and(|counted| counted >= step)
    }

    /// The coordinates of a box in memory, the innermost first. Along dimensions that the tile does not run along they
    /// are 0.
    pub(super) fn coordinates_of_box(&mut self, copy: &Boxed, part: &Part) -> Vec<Value> {
        let mut coordinates = Vec::new();
        for &along in &copy.along {
            let coordinate = match along {
                None => self.i32(0),
                Some(dim) if part.first[dim] == 0 => copy.starts[dim],
                Some(dim) => {
                    let first = self.i32(part.first[dim]);
                    self.add(copy.starts[dim], first)
                }
            };
            coordinates.push(coordinate);
        }
        coordinates
    }
}

/// A copy of a tile as boxes.
pub(super) struct Boxed {
    pub(super) base: Value,
    pub(super) map: Value,
    pub(super) parts: Vec<Part>,
    /// The first coordinate of the tile along each of its dimensions.
    starts: Vec<Value>,
    /// For each dimension of the tensor map, the tile's that runs along it.
    along: Vec<Option<usize>>,
    /// The dimension of the tile along which rows are picked.
    pub(super) gather: Option<usize>,
}

fn tile_dims(tiles: &BlockTileType, order: &[usize]) -> Vec<Option<usize>> {
    let along = |&dim: &usize| tiles.dims.iter().position(|&other| other as usize == dim);
    order.iter().map(along).collect()
}

/// The boxes of a tile, those along the last dimension first.
fn parts(buffer: &BufferType, tiles: &BlockTileType, desc: &TmaDescType) -> Vec<Part> {
    let (shape, offsets) = (buffer.layout.shape(), buffer.layout.offsets());
    let bits = u64::from(buffer.bits());
    let dims = tileas::copied_dimensions(tiles, buffer);
    // Rows that are picked come four at a time.
    let extent = |&at: &usize| match tiles.gather {
        Some(dim) if dim as usize == at => PICKED,
        Some(_) | None => desc.extents[tiles.dims[at] as usize],
    };
    let extents: Vec<u32> = dims.iter().map(extent).collect();
    let counts: Vec<u32> = (0..shape.rank()).map(|dim| shape.extent(dim) / extents[dim]).collect();
    let numbers = Shape::new(&counts).expect("boxes divide tiles, whose extents are powers of two");
    (0..1u64 << numbers.bits())
        .map(|number| {
            let place: Vec<u32> =
                numbers.unpack(number).iter().zip(&extents).map(|(&at, &extent)| at * extent).collect();
            let offset = desc.swizzle.apply(offsets.apply(shape.pack(&place)) * bits / 8);
            let mut first = vec![0; tiles.tile.len()];
            dims.iter().zip(place).for_each(|(&dim, at)| first[dim] = at);
            Part { offset, first }
        })
        .collect()
}

/// The reduction of a store; none if the sign of a tensor map's integers is another.
fn reduction(mode: AtomicRMWMode) -> Option<BulkReduction> {
    match mode {
        AtomicRMWMode::Add | AtomicRMWMode::AddF => Some(BulkReduction::Add),
        AtomicRMWMode::And => Some(BulkReduction::And),
        AtomicRMWMode::Or => Some(BulkReduction::Or),
        AtomicRMWMode::Xor => Some(BulkReduction::Xor),
        AtomicRMWMode::Max => Some(BulkReduction::Max),
        AtomicRMWMode::Min => Some(BulkReduction::Min),
        AtomicRMWMode::UMax | AtomicRMWMode::UMin | AtomicRMWMode::Xchg => None,
    }
}
