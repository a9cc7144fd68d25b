//! Marks: numbered prints in a copy of a module, and their meanings.

use cuda_tile::build::items_block;
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::roles::Access;
use cuda_tile::types::{Elem, TileType, ViewKind, ViewType};
use cuda_tile::{Attr, CudaTile, Module, Type};
use ir::build::Builder;
use ir::{Block, Op, Value, ValueDef, walk};
use numerics::Scalar;

use super::Work;
use super::cost::{bytes, has_pure_body, is_access, operations, tile};

/// The prefix of the output of marks, which no text of a program has.
const BEGIN: &str = "\0mark ";

/// The kind of work that is counted when a mark is printed.
pub(super) enum Mark {
    /// The work of a straight-line sequence of operations.
    Run(Work),
    /// An access to memory.
    Access {
        /// The tile that is read or written.
        tile: TileType,
        reads: bool,
        writes: bool,
        lanes: Lanes,
    },
}

/// How many elements of its tile an access reads or writes.
pub(super) enum Lanes {
    All,
    /// As many as the mark prints.
    Printed,
    /// Those that are inside of the tensor: the mark prints indices, then extents of the tensor.
    Inside(Box<ViewType>),
}

impl Mark {
    /// The work, from the numbers that the mark printed after its own.
    pub(super) fn work(&self, numbers: &[u64]) -> Work {
        match self {
            Mark::Run(work) => *work,
            Mark::Access { tile, reads, writes, lanes } => {
                let lanes = match lanes {
                    Lanes::All => tile.len() as u64,
                    Lanes::Printed => numbers.first().copied().unwrap_or(0),
                    Lanes::Inside(view) => inside(view, numbers),
                };
                let bytes = bytes(tile, lanes);
                let (read, written) = (bytes * u64::from(*reads), bytes * u64::from(*writes));
                Work { read, written, ..Work::default() }
            }
        }
    }
}

/// Numbers that a mark prints, its own first; none if the text is the program's.
pub(super) fn read(text: &str) -> Option<Vec<u64>> {
    let numbers = text.strip_prefix(BEGIN)?.split(|c: char| !c.is_ascii_digit());
    Some(numbers.filter_map(|number| number.parse().ok()).collect())
}

/// Elements of a tile that are inside of the tensor.
fn inside(view: &ViewType, numbers: &[u64]) -> u64 {
    let sparse = match view.kind() {
        ViewKind::GatherScatter { sparse_dim } => Some(*sparse_dim as usize),
        ViewKind::Partition { .. } | ViewKind::Strided { .. } => None,
    };
    let (indices, extents) = numbers.split_at(numbers.len().saturating_sub(view.rank()));
    let mut indices = indices.iter().copied();
    let along = |d: usize| {
        let len = view.tile()[d] as u64;
        let extent = extents.get(view.tensor_dim(d)).copied().unwrap_or(u64::MAX);
        if sparse == Some(d) {
            return indices.by_ref().take(len as usize).filter(|&index| index < extent).count() as u64;
        }
        let step = match view.kind() {
            ViewKind::Strided { traversal_strides, .. } => traversal_strides[d] as u64,
            ViewKind::Partition { .. } | ViewKind::GatherScatter { .. } => len,
        };
        let start = indices.next().unwrap_or(0).saturating_mul(step);
        extent.saturating_sub(start).min(len)
    };
    (0..view.rank()).map(along).product()
}

/// Inserts marks into all entries and functions of a module.
pub(super) fn insert(module: &mut Module) -> Vec<Mark> {
    let mut marks = Vec::new();
    let items: Vec<Op> = module.body.block_ops(items_block(module)).collect();
    for item in items {
        for block in blocks(module, item) {
            mark_block(module, block, &mut marks);
        }
    }
    marks
}

/// The blocks that execute one after the other, as opposed to bodies that run for many elements at a time.
fn blocks(module: &Module, item: Op) -> Vec<Block> {
    let ops = walk::preorder(&module.body, item).filter(|&op| !has_pure_body(module.opcode(op)));
    let regions = ops.flat_map(|op| module.body.regions(op));
    let blocks = regions.flat_map(|region| module.body.region_blocks(region).iter().copied());
    blocks.filter(|&block| !is_in_pure_body(module, block)).collect()
}

fn is_in_pure_body(module: &Module, block: Block) -> bool {
    let mut around = module.body.block_op(block);
    while let Some(op) = around {
        if has_pure_body(module.opcode(op)) {
            return true;
        }
        around = module.body.parent_op(op);
    }
    false
}

/// Marks the straight-line sequences of a block: they end after each operation that may leave the block early.
fn mark_block(module: &mut Module, block: Block, marks: &mut Vec<Mark>) {
    let ops: Vec<Op> = module.body.block_ops(block).collect();
    let mut runs: Vec<(Op, Work)> = Vec::new();
    let mut goes_on = false;
    for &op in &ops {
        if !goes_on {
            runs.push((op, Work::default()));
        }
        if let Some((_, work)) = runs.last_mut() {
            work.add(&operations(module, op), 1);
        }
        goes_on = module.body.regions(op).len() == 0;
    }
    for (first, work) in runs.into_iter().filter(|(_, work)| *work != Work::default()) {
        print(&mut Builder::before(module, first), marks, Mark::Run(work), Vec::new());
    }
    for op in ops {
        if is_access(module.opcode(op)) {
            mark_access(module, op, marks);
        }
    }
}

/// Appends a mark, and prints its number and these values.
fn print(builder: &mut Builder<'_, CudaTile>, marks: &mut Vec<Mark>, mark: Mark, args: Vec<Value>) {
    let format = format!("{BEGIN}{}{}", marks.len(), " %u".repeat(args.len()));
    marks.push(mark);
    builder.print_tko().str(format.as_str()).args(args).finish();
}

/// Marks an access: a load by its result, the others by what they store.
fn mark_access(module: &mut Module, op: Op, marks: &mut Vec<Mark>) {
    let Some(access) = Access::of(module.spec(op)) else { return };
    let loaded = access.loaded.map(|field| module.result(op, field));
    let Some(value) = access.stored.map(|field| module.operand(op, field)).or(loaded) else { return };
    let (lanes, args) = lanes(module, op, &access);
    let (reads, writes) = (access.reads(), access.writes());
    let mark = Mark::Access { tile: tile(module, value).clone(), reads, writes, lanes };
    print(&mut Builder::before(module, op), marks, mark, args);
}

/// How many elements an access touches, and what the mark prints for it.
fn lanes(module: &mut Module, op: Op, access: &Access) -> (Lanes, Vec<Value>) {
    let Some(index) = access.index else {
        let mask = access.mask.and_then(|mask| module.operand_opt(op, mask));
        return mask
            .map_or((Lanes::All, Vec::new()), |mask| (Lanes::Printed, vec![count_true(module, op, mask)]));
    };
    let view = module.operand(op, access.at);
    let index = module.operands(op, index).to_vec();
    // A view that comes from elsewhere does not tell its tensor.
    let Some(tensor) = tensor(module, view) else { return (Lanes::All, Vec::new()) };
    let view = module.ty(view).as_view().expect("a view, as verified").clone();
    (Lanes::Inside(view.into()), [index, extents(module, op, tensor)].concat())
}

/// The tensor of a view, if the definition of the view is visible.
fn tensor(module: &Module, view: Value) -> Option<Value> {
    let ValueDef::Result(op, _) = module.body.def(view) else { return None };
    match module.opcode(op) {
        Opcode::MakePartitionView | Opcode::MakeStridedView | Opcode::MakeGatherScatterView => {
            Some(module.body.operands(op)[0])
        }
        _ => None,
    }
}

/// The extents of a tensor, computed before `op`.
fn extents(module: &mut Module, op: Op, tensor: Value) -> Vec<Value> {
    let rank = module.ty(tensor).as_tensor_view().map_or(0, |ty| ty.rank());
    let i64_tile = module.types.intern(Type::scalar_tile(Scalar::I64));
    let mut builder: Builder<'_, CudaTile> = Builder::before(module, op);
    let made = builder.get_tensor_shape().src(tensor).result(vec![i64_tile; rank]).finish().op;
    module.body.results(made).into_iter().collect()
}

/// How many elements of a mask are true, computed before `op`.
fn count_true(module: &mut Module, op: Op, mask: Value) -> Value {
    let mask_type = tile(module, mask).clone();
    let len = mask_type.len() as i64;
    let mut tile_of = |shape: &[i64], scalar| {
        let ty = TileType::new(shape, Elem::Scalar(scalar)).expect("a shape that a tile has, flattened");
        module.types.intern(Type::Tile(ty))
    };
    let (line, numbers) = (tile_of(&[len], Scalar::I1), tile_of(&[len], Scalar::I32));
    let number = tile_of(&[], Scalar::I32);
    let zero = module.attrs.intern(Attr::Int { ty: Scalar::I32, bits: 0 });
    let mut b: Builder<'_, CudaTile> = Builder::before(module, op);
    let flat = b.reshape().source(mask).result(line).finish().value();
    let ones =
        b.exti().from(flat).signedness(cuda_tile::attrs::Signedness::Unsigned).to(numbers).finish().value();
    let identities = Attr::Array(Box::new([zero]));
    let sum = b.reduce().operands(ones).dim(0u64).identities(identities).results(number).finish().op;
    let body = module.block(sum, fields::reduce::body).expect("a reduction has a body");
    module.body.set_block_args(body, &[number, number]);
    let args: Vec<Value> = module.body.block_args(body).iter().collect();
    let mut b: Builder<'_, CudaTile> = Builder::at_end(module, body);
    let next = b.addi().lhs(args[0]).rhs(args[1]).result(number).finish().value();
    b.yield_().operands(next).finish();
    module.body.result(sum, 0)
}
