//! The scratch memory of an op: shared memory that is only used while the op runs.
//!
//! This is the only place that determines which ops use shared memory, and how many bytes. Level 4 calls the same
//! functions ([`Lines`], [`slice_registers`]) to generate code, and reads the bytes from the attribute `scratch`.

use ir::{Field, Op, Value};
use tile_core::arith::MemoryOrdering;

use super::lines::{Lines, register_bits, scan_groups};
use crate::layout::{Conversion, Input, RegisterLayout};
use crate::ops::fields;
use crate::types::TileType;
use crate::{Module, Opcode};

/// The minimum number of bytes of a round. With fewer there would be thousands of rounds, each with two barriers and
/// its own code; it is better to refuse such a kernel.
const LEAST_ROUND: u64 = 1 << 10;

/// The scratch of an op, and its smaller alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scratch {
    /// Bytes for a single round.
    pub whole: u64,
    parts: Parts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Parts {
    /// A tile can be moved in rounds, each a power of two of bytes.
    Rounds,
    /// Lines can be exchanged for some of the registers of a thread at a time; a scan may do so for several groups of
    /// warps.
    Lines(Vec<Lines>),
}

impl Scratch {
    /// The scratch of an op; none if it needs none.
    pub fn of(module: &Module, op: Op) -> Option<Scratch> {
        let tile = |value: Value| module.ty(value).tile();
        #[allow(clippy::wildcard_enum_match_arm, reason = "no other op goes through shared memory")]
        match module.opcode(op) {
            Opcode::ConvertLayout => {
                let source = tile(module.operand(op, fields::convert_layout::source))?;
                let result = tile(module.body.result(op, 0))?;
                let bits = register_bits(source.elem);
                let moved = Conversion::between(&source.layout, &result.layout, bits);
                matches!(moved, Conversion::Shared(_)).then(|| Scratch::of_tile(source))
            }
            Opcode::ExtractSlice => {
                let source = tile(module.operand(op, fields::extract_slice::source))?;
                let result = tile(module.body.result(op, 0))?;
                let index = known_indices(module, module.operands(op, fields::extract_slice::indices));
                let named = index.and_then(|index| slice_registers(&source.layout, &result.layout, &index));
                named.is_none().then(|| Scratch::of_tile(result))
            }
            Opcode::InsertSlice => {
                let source = tile(module.operand(op, fields::insert_slice::source))?;
                let result = tile(module.body.result(op, 0))?;
                let index = known_indices(module, module.operands(op, fields::insert_slice::indices));
                let named =
                    index.and_then(|index| replaced_registers(&result.layout, &source.layout, &index));
                named.is_none().then(|| Scratch::of_tile(source))
            }
            // One of the threads that hold an element accesses memory, and broadcasts the result to the others.
            Opcode::AtomicRmw | Opcode::AtomicCas => shared_result(module, op),
            // Memory that others may write at the same time is read once, so that all holders continue with the same
            // value.
            Opcode::Load if !is_weak(module, op, fields::load::ordering) => shared_result(module, op),
            Opcode::TiledLoad if !is_weak(module, op, fields::tiled_load::ordering) => {
                shared_result(module, op)
            }
            // The first thread prints, and sees the elements of all others here.
            Opcode::Print => {
                let tiles = module.operands(op, fields::print::args).iter().filter_map(|&value| tile(value));
                let tiles = tiles.filter(|tile| !tile.shape().is_empty()).map(Scratch::of_tile);
                tiles.max_by_key(|scratch| scratch.whole)
            }
            Opcode::Reduce => Scratch::of_lines(Lines::of_reduce(module, op).into_iter().collect()),
            Opcode::Scan => Scratch::of_lines(scan_lines(module, op)),
            _ => None,
        }
    }

    /// A tile as a whole.
    fn of_tile(tile: &TileType) -> Scratch {
        let bytes = u64::from(register_bits(tile.elem) / 8);
        Scratch { whole: bytes << tile.layout.shape().bits().min(40), parts: Parts::Rounds }
    }

    fn of_lines(lines: Vec<Lines>) -> Option<Scratch> {
        let whole = lines.iter().map(|lines| lines.bytes(lines.whole)).max()?;
        Some(Scratch { whole, parts: Parts::Lines(lines) })
    }

    /// The maximum number of bytes that the op can use if `room` bytes are free; none if these are too few.
    pub(crate) fn within(&self, room: u64) -> Option<u64> {
        if room >= self.whole {
            return Some(self.whole);
        }
        match &self.parts {
            Parts::Rounds => (room >= LEAST_ROUND).then(|| 1 << room.ilog2()),
            Parts::Lines(lines) => {
                let used = |lines: &Lines| lines.within(room).map(|(_, bytes)| bytes);
                lines.iter().map(used).try_fold(0, |most, bytes| Some(most.max(bytes?)))
            }
        }
    }
}

fn is_weak(module: &Module, op: Op, ordering: Field) -> bool {
    module.get::<MemoryOrdering>(op, ordering) == MemoryOrdering::Weak
}

/// The scratch for a broadcast from one holder of each element of the result to the others; none if there are no
/// others.
fn shared_result(module: &Module, op: Op) -> Option<Scratch> {
    let tile = module.ty(module.body.result(op, 0)).tile()?;
    let shared = if tile.shape().is_empty() {
        // All threads of the runner hold the one element; even a single warp has 32.
        true
    } else {
        tile.layout.free(Input::Lane) != 0 || tile.layout.free(Input::Warp) != 0
    };
    shared.then(|| Scratch::of_tile(tile))
}

fn scan_lines(module: &Module, op: Op) -> Vec<Lines> {
    let dim = module.int(op, fields::scan::dim).unwrap_or(0) as usize;
    let Some(tile) = module.body.operands(op).first().and_then(|&value| module.ty(value).tile()) else {
        return Vec::new();
    };
    // Without groups level 4 refuses the op.
    let groups = scan_groups(&tile.layout, dim).unwrap_or_default();
    let mut done = 0;
    let mut found = Vec::new();
    for group in &groups {
        match group.input {
            Input::Register => done |= group.mask(),
            Input::Warp => found.push(Lines::of_scan(module, op, group, done)),
            Input::Lane | Input::Cta => {}
        }
    }
    found
}

/// The values of indices, if all are known.
fn known_indices(module: &Module, indices: &[Value]) -> Option<Vec<u32>> {
    let known = |&index: &Value| {
        let op = module.body.def_op(index).filter(|&op| module.opcode(op) == Opcode::Constant)?;
        module.number(op, fields::constant::value).map(|number| number as u32)
    };
    indices.iter().map(known).collect()
}

/// The registers of a tile that are those of a slice, if every thread has its elements of the slice in the same ones:
/// then the slice is an alias, and nothing moves.
pub fn slice_registers(whole: &RegisterLayout, part: &RegisterLayout, index: &[u32]) -> Option<Vec<usize>> {
    let (outer, inner) = (whole.shape(), part.shape());
    let within = |coordinate: u64| outer.pack(&inner.unpack(coordinate));
    let still = [Input::Lane, Input::Warp, Input::Cta].into_iter().all(|input| {
        let placed = part.columns(input).iter().map(|&column| within(column));
        placed.eq(whole.columns(input).iter().copied())
    });
    let counts = (0..inner.rank()).map(|dim| outer.extent(dim) / inner.extent(dim));
    if !still || index.iter().zip(counts).any(|(&at, count)| at >= count) {
        return None;
    }
    let first: Vec<u32> = index.iter().enumerate().map(|(dim, &at)| at << inner.dim_bits(dim)).collect();
    let own = whole.map().restricted(whole.range(Input::Register));
    let first = outer.pack(&first);
    let name = |register: u64| own.solve(within(part.apply(register, 0, 0)) ^ first);
    (0..part.registers()).map(|register| name(register).map(|register| register as usize)).collect()
}

/// Of each register of a tile, the register of a slice that replaces it, if every thread has its elements of the slice
/// in the same ones: then nothing moves.
pub fn replaced_registers(
    whole: &RegisterLayout,
    part: &RegisterLayout,
    index: &[u32],
) -> Option<Vec<Option<usize>>> {
    let places = slice_registers(whole, part, index)?;
    let mut replaced = vec![None; whole.registers() as usize];
    places.into_iter().enumerate().for_each(|(register, place)| replaced[place] = Some(register));
    // An element that several registers hold would be replaced in one of them.
    let own = whole.map().restricted(whole.range(Input::Register));
    let mut elements: Vec<u64> = (0..whole.registers()).map(|register| own.apply(register)).collect();
    elements.sort_unstable();
    elements.windows(2).all(|pair| pair[0] != pair[1]).then_some(replaced)
}

/// The attribute with the scratch of an op: the row's `scratch`, if it has one.
pub(crate) fn scratch_field(opcode: Opcode) -> Option<Field> {
    let at = opcode.spec().attrs.iter().position(|attr| attr.name == "scratch")?;
    Some(Field::Attr(at as u8))
}

/// Offset and bytes of the scratch that an op was given.
pub fn granted(module: &Module, op: Op) -> Option<(u32, u32)> {
    let field = scratch_field(module.opcode(op))?;
    let [offset, bytes] = *module.ints(op, field) else { return None };
    Some((u32::try_from(offset).ok()?, u32::try_from(bytes).ok()?))
}
