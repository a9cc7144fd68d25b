//! The op table of level 2.

use tile_core::rows::*;

use crate::TileAa;
use crate::attrs::Assumption;

tile_core::control_rows!({ index: Index, scope: [AllocationScope] } tile_core::tile_rows! { {
    // Accesses are ordered by tokens alone.
    token: { token: optional(C::Token) } fence_token: { token: one(C::Token) } after: { result_token: one(C::Token) }
    ordered: [TokenOrdered] listed: [Segmented] access: { } boxes: { }
    // Other tile blocks may access such memory, too.
    alloca: { global: attr(K::Flag).optional() } dot: { } scratch: { }
} tile_core::arith_rows! { ir::generic_ops! {
    level TileAa;

    /// A module: functions and globals.
    module Module "module" {
        attrs: { sym_name: attr(K::Symbol) }
        regions: { body: block() }
        traits: [Isolated, SymbolTable]
    }

    /// A kernel. Its block has the parameters as arguments. Hints of the target, where there are some: how many warps and
    /// thread blocks work on a tile block, and how many thread blocks are to fit on a multiprocessor. `cluster_size` is
    /// how many thread blocks of a cluster are to share a tile block (`plan-clusters`); `num_ctas` is how many do, each with the part
    /// of the tiles that its rank says (`split-tile-blocks`). `slices` is how many parts one thread block is to compute one after the
    /// other (`plan-slices`); once it does, in a loop, the attribute is gone. `chains` is how many parts it is to compute side by side. A kernel with `agents` is left whole by `plan-slices` and
    /// `slice-loops`: warps with roles of their own hold its tiles, which level 3 decides.
    func Func "func" {
        attrs: { sym_name: attr(K::Symbol), num_worker_warps_per_cta: attr(K::Int).optional(),
                 num_cta_in_cga: attr(K::Int).optional(), occupancy: attr(K::Int).optional(),
                 cluster_size: attr(K::Int).optional(), num_ctas: attr(K::Int).optional(),
                 slices: attr(K::Int).optional(), chains: attr(K::Int).optional(),
                 agents: attr(K::Flag).optional() }
        regions: { body: block() }
        traits: [Isolated, Symbol, Definition]
    }

    /// The slice of a tile at an index, counted in slices of the result's shape.
    extract Extract "extract" {
        operands: { source: one(C::Data), indices: many(C::Index) }
        results: { result: one(C::Data) }
        effects: [E::GUARDED]
    }

    /// `destination` with the slice at an index, counted in slices of the source's shape, replaced by `source`.
    insert Insert "insert" {
        operands: { source: one(C::Data), destination: one(C::Data), indices: many(C::Index) }
        results: { result: one(C::Data) }
        effects: [E::GUARDED]
        rules: [SameType(&[destination, result])]
    }

    /// What the program promises of a value: each element divisible by `numbers[0]` (`div_by`, with `every` and `along` of
    /// level 1 after it, and of addresses the bytes from one to the next), between `numbers[0]` and `numbers[1]` (`bounded`; the smallest and the largest 64-bit number mean
    /// no bound), or groups of `numbers[d]` equal elements along each dimension (`same_elements`).
    assume Assume "assume" {
        operands: { source: one(C::Any) }
        attrs: { kind: attr(K::of::<Assumption>()), numbers: attr(K::Ints) }
        results: { result: one(C::Any) }
        effects: [E::GUARDED]
        rules: [SameType(&[source, result])]
    }

    /// An edge from nothing: the first of a chain.
    create_mem_token CreateMemToken "create_mem_token" { results: { result: one(C::Token) } traits: [Pure] }

    /// An edge from all of these.
    join_tokens JoinTokens "join_tokens" { operands: { tokens: many(C::Token) } results: { result: one(C::Token) } traits: [Pure] }

} } });

tile_core::arith_rows!(tile_core::level_family! { tile_core::arith::Arith, arith, of_arith; });
tile_core::control_rows!({ index: Index, scope: [] } tile_core::level_family! {
    tile_core::control::Control, control, of_control;
});
tile_core::tile_rows!({
    token: { } fence_token: { } after: { } ordered: [] listed: [] access: { } boxes: { } alloca: { } dot: { } scratch: { }
} tile_core::level_family! { tile_core::tiles::TileOp, tile_op, of_tile_op; });

/// Whether an op accesses the memory of several devices at once.
pub fn is_multimem(module: &crate::Module, op: ir::Op) -> bool {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops access the memory of one device")]
    match module.opcode(op) {
        Opcode::TiledLoad => module.attr(op, fields::tiled_load::multimem).is_present(),
        Opcode::TiledStore => module.flag(op, fields::tiled_store::multimem),
        Opcode::TiledAtomicRed => module.flag(op, fields::tiled_atomic_red::multimem),
        _ => false,
    }
}
