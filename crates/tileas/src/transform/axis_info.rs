//! Axis info of an access, from the attributes that the conversion from level 2 wrote.

use ir::{Field, Op};

use crate::ops::fields;
use crate::{Module, Opcode};

/// Whether an op accesses the memory of several devices at once.
pub(crate) fn is_multimem(module: &Module, op: Op) -> bool {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops access the memory of one device")]
    match module.opcode(op) {
        Opcode::TiledLoad => module.attr(op, fields::tiled_load::multimem).is_present(),
        Opcode::TiledStore => module.flag(op, fields::tiled_store::multimem),
        Opcode::TiledAtomicRed => module.flag(op, fields::tiled_atomic_red::multimem),
        _ => false,
    }
}

/// Contiguity and alignment of an accessed tile in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AxisInfo {
    /// The dimension along which memory is contiguous, even if the starts of groups are unknown.
    pub(crate) dim: Option<usize>,
    /// Elements of an aligned group along it.
    contiguity: u32,
    /// A power of two that divides the address of each group's first element.
    divisibility: u64,
}

impl AxisInfo {
    /// None for ops other than loads and stores.
    pub(crate) fn of(module: &Module, op: Op) -> Option<AxisInfo> {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops have no axis info")]
        let [contiguity, divisibility, dim]: [Field; 3] = match module.opcode(op) {
            Opcode::Load => {
                use fields::load as f;
                [f::contiguity, f::divisibility, f::contiguous_dim]
            }
            Opcode::Store => {
                use fields::store as f;
                [f::contiguity, f::divisibility, f::contiguous_dim]
            }
            Opcode::TiledLoad => {
                use fields::tiled_load as f;
                [f::contiguity, f::divisibility, f::contiguous_dim]
            }
            Opcode::TiledStore => {
                use fields::tiled_store as f;
                [f::contiguity, f::divisibility, f::contiguous_dim]
            }
            Opcode::TiledAtomicRed => {
                use fields::tiled_atomic_red as f;
                [f::contiguity, f::divisibility, f::contiguous_dim]
            }
            _ => return None,
        };
        let groups = module.ints(op, contiguity);
        let grouped = groups.iter().position(|&elements| elements > 1);
        let dim = grouped.or_else(|| module.int(op, dim).and_then(|dim| usize::try_from(dim).ok()));
        Some(AxisInfo {
            dim,
            contiguity: grouped.map_or(1, |dim| groups[dim].clamp(1, 1 << 30) as u32),
            divisibility: module.int(op, divisibility).unwrap_or(1).max(1).unsigned_abs(),
        })
    }

    /// The dimension and the number of elements of `bytes` that one aligned access of at most `limit` bytes moves.
    pub(crate) fn vector(&self, bytes: u64, limit: u64) -> Option<(usize, u32)> {
        let most = u64::from(self.contiguity).min(self.divisibility.min(limit) / bytes.max(1));
        (most > 1).then(|| self.dim.map(|dim| (dim, 1 << most.ilog2()))).flatten()
    }
}
