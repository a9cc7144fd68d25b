//! Alias analysis: whether two accesses may touch the same memory.
//!
//! An address comes from a *root*: a parameter, a global, memory of the tile block, or anything else, such as a number or a
//! loaded value. Two roots are apart if no program can access the memory of one through the other: globals with different
//! names, memory of the tile block and memory from before it. Parameters may point anywhere. Within one root, tiles at
//! different indices are apart if tiles do not overlap, and so are disjoint ranges of offsets.
//!
//! "Apart" is a proof; all other accesses may alias. Values are compared within one iteration: a value that a loop carries from
//! another iteration is a different value here, since it is an argument.

use cuda_tile::types::DYNAMIC;
use ir::{Op, StrId, Value, ValueDef};

use crate::axis_info::AxisAnalysis;
use crate::ops::{fields, is_multimem};
use crate::semantics::is_weak;
use crate::types::{BlockTileType, Type};
use crate::{Module, Opcode, constant};

/// The maximum length of a chain of visited ops.
const MAX_CHAIN: usize = 64;

/// The origin of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root {
    /// An argument of a kernel.
    Parameter(Value),
    /// A global.
    Global(StrId),
    /// Memory of the tile block.
    Alloca(Op),
    /// A number, or memory, or several of these.
    Other,
}

impl Root {
    /// The root of an address or a tile of addresses, or of memory with a shape.
    fn of(module: &Module, value: Value) -> Root {
        let mut value = value;
        for _ in 0..MAX_CHAIN {
            let ValueDef::Result(op, _) = module.body.def(value) else {
                return if is_parameter(module, value) { Root::Parameter(value) } else { Root::Other };
            };
            #[allow(clippy::wildcard_enum_match_arm, reason = "other ops make addresses of something else")]
            match module.opcode(op) {
                Opcode::GetGlobal => {
                    let name = module.string(op, fields::get_global::name);
                    return name.map_or(Root::Other, Root::Global);
                }
                Opcode::Alloca => return Root::Alloca(op),
                Opcode::AddPtr
                | Opcode::Assume
                | Opcode::BlockTile
                | Opcode::Broadcast
                | Opcode::Extract
                | Opcode::MakeMemref
                | Opcode::Permute
                | Opcode::View => value = module.body.operands(op)[0],
                _ => return Root::Other,
            }
        }
        Root::Other
    }

    /// Whether no address of one leads into the memory of the other.
    fn is_apart(self, other: Root) -> bool {
        match (self, other) {
            (Root::Global(one), Root::Global(two)) => one != two,
            (Root::Alloca(one), Root::Alloca(two)) => one != two,
            (Root::Alloca(_), Root::Parameter(_) | Root::Global(_))
            | (Root::Parameter(_) | Root::Global(_), Root::Alloca(_)) => true,
            // An address that was read from memory may be any address, and so may one that a caller passes.
            (Root::Other, _) | (_, Root::Other) | (Root::Parameter(_), _) | (_, Root::Parameter(_)) => false,
        }
    }
}

/// Whether a value is an argument of a function.
fn is_parameter(module: &Module, value: Value) -> bool {
    let ValueDef::Arg(block, _) = module.body.def(value) else { return false };
    module.body.block_op(block).is_some_and(|op| module.opcode(op) == Opcode::Func)
}

/// The memory of a load or store without synchronisation.
#[derive(Clone, Debug)]
pub struct Access<'m> {
    /// Whether it writes.
    pub writes: bool,
    /// The addresses, or the tiles.
    place: Value,
    /// The index of the tile; none for addresses.
    index: &'m [Value],
    /// The values that are loaded or stored.
    data: Value,
}

impl<'m> Access<'m> {
    /// None for other ops, and for accesses that other threads may wait for.
    pub fn of(module: &'m Module, op: Op) -> Option<Access<'m>> {
        // Memory of several devices is also reached in other ways, of which nothing is known here.
        if is_multimem(module, op) {
            return None;
        }
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops are no plain loads or stores")]
        match module.opcode(op) {
            Opcode::Load => {
                use fields::load as f;
                let (place, data) = (module.operand(op, f::source), module.result(op, f::result));
                is_weak(module, op, f::ordering).then_some(Access { writes: false, place, index: &[], data })
            }
            Opcode::Store => {
                use fields::store as f;
                let (place, data) = (module.operand(op, f::destination), module.operand(op, f::value));
                is_weak(module, op, f::ordering).then_some(Access { writes: true, place, index: &[], data })
            }
            Opcode::TiledLoad => {
                use fields::tiled_load as f;
                let (place, data) = (module.operand(op, f::tiles), module.result(op, f::result));
                let index = module.operands(op, f::index);
                is_weak(module, op, f::ordering).then_some(Access { writes: false, place, index, data })
            }
            Opcode::TiledStore => {
                use fields::tiled_store as f;
                let (place, data) = (module.operand(op, f::tiles), module.operand(op, f::value));
                let index = module.operands(op, f::index);
                is_weak(module, op, f::ordering).then_some(Access { writes: true, place, index, data })
            }
            _ => None,
        }
    }

    /// Whether each element of one has the address of the same element of the other, and no other elements overlap. One of the two
    /// must write: elements of a store do not meet each other.
    pub fn is_same(&self, module: &Module, other: &Access<'_>) -> bool {
        let shape = |access: &Access<'_>| module.ty(access.data).tile().cloned();
        (self.writes || other.writes)
            && self.place == other.place
            && self.index == other.index
            && shape(self) == shape(other)
    }

    /// The memory of an access: the addresses or the tiles, the index of the tile, and the values that go there or come
    /// from there. Two accesses with equal ones, of values of one type, touch the same memory element by element.
    pub fn memory(&self) -> (Value, &'m [Value], Value) {
        (self.place, self.index, self.data)
    }

    /// Whether the two cannot meet.
    pub fn is_apart(&self, module: &Module, facts: &AxisAnalysis, other: &Access<'_>) -> bool {
        Root::of(module, self.place).is_apart(Root::of(module, other.place))
            || self.other_tile(module, other)
            || self.other_offsets(module, facts, other)
    }

    /// Adjacent tiles of one memory.
    fn other_tile(&self, module: &Module, other: &Access<'_>) -> bool {
        let Type::BlockTile(ty) = module.ty(self.place) else { return false };
        if self.place != other.place || ty.gather.is_some() || !spreads(ty) {
            return false;
        }
        let pairs = self.index.iter().zip(other.index).enumerate();
        pairs
            .into_iter()
            .any(|(dim, (&one, &two))| i64::from(ty.tile[dim]) <= ty.step[dim] && differ(module, one, two))
    }

    /// Ranges of bytes after one address.
    fn other_offsets(&self, module: &Module, facts: &AxisAnalysis, other: &Access<'_>) -> bool {
        let (Some(one), Some(two)) = (Bytes::of(module, facts, self), Bytes::of(module, facts, other)) else {
            return false;
        };
        one.base == two.base && (one.end <= two.start || two.end <= one.start)
    }
}

/// Whether different coordinates of memory have different addresses, by what its type says: each stride is beyond what the
/// smaller ones reach.
pub(crate) fn spreads(ty: &BlockTileType) -> bool {
    let mut dims: Vec<(i64, i64)> =
        ty.memref.strides.iter().copied().zip(ty.memref.shape.iter().copied()).collect();
    if let [(stride, _)] = dims[..] {
        return stride != DYNAMIC && stride != 0;
    }
    dims.sort_unstable();
    let mut reach = 1i128;
    dims.into_iter().all(|(stride, extent)| {
        let apart = stride != DYNAMIC && extent != DYNAMIC && i128::from(stride) >= reach;
        reach = reach.saturating_add(i128::from(stride).saturating_mul(i128::from(extent) - 1));
        apart
    })
}

/// A value as another one and a constant.
fn split(module: &Module, value: Value) -> (Option<Value>, u64) {
    if let Some(bits) = constant::splat(module, value) {
        return (None, bits);
    }
    let sum = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::AddI);
    let Some(sum) = sum else { return (Some(value), 0) };
    let operands = module.body.operands(sum);
    match (constant::splat(module, operands[0]), constant::splat(module, operands[1])) {
        (_, Some(bits)) => (Some(operands[0]), bits),
        (Some(bits), None) => (Some(operands[1]), bits),
        (None, None) => (Some(value), 0),
    }
}

/// Whether two indices are never equal. Of wide ones the products with steps may meet all the same.
fn differ(module: &Module, one: Value, two: Value) -> bool {
    let narrow = |value: Value| module.ty(value).scalar().is_some_and(|scalar| scalar.bits() <= 32);
    let ((base, plus), (other, plus_other)) = (split(module, one), split(module, two));
    base == other && plus != plus_other && narrow(one) && narrow(two) && module.ty(one) == module.ty(two)
}

/// Bytes from an address on.
struct Bytes {
    base: Value,
    start: i128,
    end: i128,
}

impl Bytes {
    /// The memory of an access through addresses; none if offsets are not bounded.
    fn of(module: &Module, facts: &AxisAnalysis, access: &Access<'_>) -> Option<Bytes> {
        let tile = module.ty(access.data).tile()?;
        let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
        let mut value = access.place;
        let (mut start, mut end) = (0i128, i128::from(bits.div_ceil(8)));
        for _ in 0..MAX_CHAIN {
            let Some(op) = module.body.def_op(value) else { break };
            #[allow(clippy::wildcard_enum_match_arm, reason = "other ops are where it starts")]
            match module.opcode(op) {
                Opcode::AddPtr => {
                    let bytes = i128::from(module.int(op, fields::addptr::bytes).unwrap_or(1));
                    let offset = facts.get(module, module.operand(op, fields::addptr::offset)).range;
                    start += i128::from(offset.0) * bytes;
                    end += i128::from(offset.1) * bytes;
                }
                Opcode::Assume | Opcode::Broadcast | Opcode::Permute | Opcode::View => {}
                _ => break,
            }
            value = module.body.operands(op)[0];
        }
        // Far ends may come around to the near ones.
        let bounded = start >= -(1 << 62) && end <= 1 << 62;
        (bounded && module.ty(value).tile()?.shape.is_empty()).then_some(Bytes { base: value, start, end })
    }
}
