//! The op table of level 2.

use tile_core::rows::*;

use crate::TileAa;
use crate::attrs::Assumption;

crate::arith_rows!(ir::plain_ops! {
    level TileAa;

    /// A module: functions and globals.
    module Module "module" {
        attrs: { sym_name: attr(K::Symbol) }
        regions: { body: block() }
        traits: [Isolated, SymbolTable]
    }

    /// A kernel. Its block has the parameters as arguments. Hints of the target, where there are some: how many warps and
    /// thread blocks work on a tile block, and how many thread blocks are to fit on a multiprocessor. `num_ctas` thread blocks
    /// of a cluster share a tile block, each with the part of the tiles that its rank says, where that was arranged.
    func Func "func" {
        attrs: { sym_name: attr(K::Symbol), num_worker_warps_per_cta: attr(K::Int).optional(),
                 num_cta_in_cga: attr(K::Int).optional(), occupancy: attr(K::Int).optional(),
                 num_ctas: attr(K::Int).optional() }
        regions: { body: block() }
        traits: [Isolated, Symbol, Definition]
    }

    /// Memory of the module: its bytes at the start, aligned.
    global Global "global" {
        attrs: { sym_name: attr(K::Symbol), bytes: attr(K::Bytes), alignment: attr(K::Int), constant: attr(K::Flag).optional() }
        traits: [Symbol, Definition]
    }

    /// The end of a function.
    return_ Return "return" { effects: [E::RETURN] traits: [Terminator] }

    /// Ends a branch, or the body of a reduction or scan, with its values.
    yield_ Yield "yield" { operands: { operands: many(C::Any) } effects: [E::YIELD] traits: [Terminator] }

    /// Goes on with the next run of the loop around it.
    continue_ Continue "continue" { operands: { operands: many(C::Any) } effects: [E::JUMP] traits: [Terminator] }

    /// Leaves the loop `loop` around it with its results.
    break_ Break "break" { operands: { operands: many(C::Any) } effects: [E::JUMP] traits: [Terminator] }

    /// Runs its body for `i = lower, lower + step, ..` below `upper`. Arguments of the body: `i`, then the carried values.
    for_ For "for" {
        operands: { lower: one(C::Index), upper: one(C::Index), step: one(C::Index), inits: many(C::Any) }
        attrs: { unsigned: attr(K::Flag).optional() }
        results: { results: many(C::Any) }
        regions: { body: block() }
        effects: [E::GUARDED]
        traits: [AllocationScope]
        rules: [SameType(&[lower, upper, step])]
    }

    /// Runs its body until `break`. Arguments of the body: the carried values.
    loop_ Loop "loop" {
        operands: { inits: many(C::Any) }
        results: { results: many(C::Any) }
        regions: { body: block() }
        effects: [E::ENDLESS]
        traits: [AllocationScope]
    }

    /// Runs one of two branches, which yield its results.
    if_ If "if" {
        operands: { condition: one(C::Bool) }
        results: { results: many(C::Any) }
        regions: { then: block(), otherwise: block().or_empty() }
        effects: [E::NONE]
    }

    /// A tile of one number (`value`) or of numbers in row-major order (`values`).
    constant Constant "constant" {
        attrs: { value: attr(K::Number).optional(), values: attr(K::Numbers).optional() }
        results: { result: one(C::Number) }
        traits: [Pure, ConstantLike]
    }

    /// The address of a global.
    get_global GetGlobal "get_global" {
        attrs: { name: attr(K::SymbolRef) }
        results: { result: one(C::Ptr) }
        traits: [Pure]
    }

    /// The index of the tile block along an axis of the grid.
    get_program_id GetProgramId "get_program_id" {
        attrs: { axis: attr(K::Int) }
        results: { result: one(C::Index) }
        traits: [Pure]
    }

    /// The number of tile blocks along an axis of the grid.
    get_num_programs GetNumPrograms "get_num_programs" {
        attrs: { axis: attr(K::Int) }
        results: { result: one(C::Index) }
        traits: [Pure]
    }

    /// The rank of the thread block in its cluster, whose thread blocks share a tile block: from 0 on.
    get_cta_rank GetCtaRank "get_cta_rank" { results: { result: one(C::Index) } traits: [Pure] }

    /// `result[i] = i`, for a tile of rank 1.
    make_range MakeRange "make_range" { results: { result: one(C::Int) } traits: [Pure] }

    /// The same elements in row-major order under another shape.
    view View "view" { operands: { source: one(C::Data) } results: { result: one(C::Data) } traits: [Pure] }

    /// Extents of 1 repeated to those of the result, which has the same rank.
    broadcast Broadcast "broadcast" {
        operands: { source: one(C::Data) }
        results: { result: one(C::Data) }
        traits: [Pure]
        rules: [SameRank(&[source, result])]
    }

    /// `result[i[permutation[0]], ..]`: dimension `d` of the result is dimension `permutation[d]` of the source.
    permute Permute "permute" {
        operands: { source: one(C::Data) }
        attrs: { permutation: attr(K::Ints) }
        results: { result: one(C::Data) }
        traits: [Pure]
    }

    /// Two tiles, one behind the other along a dimension.
    cat Cat "cat" {
        operands: { lhs: one(C::Data), rhs: one(C::Data) }
        attrs: { dim: attr(K::Int) }
        results: { result: one(C::Data) }
        traits: [Pure]
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

    /// The bytes of a tile of rank 1, as level 1 packs them.
    pack Pack "pack" { operands: { source: one(C::Number) } results: { result: one(C::Int) } traits: [Pure] }

    /// A tile of rank 1 from its bytes.
    unpack Unpack "unpack" { operands: { source: one(C::Int) } results: { result: one(C::Number) } traits: [Pure] }

    /// `result = lhs · rhs + acc`, over matrices or batches of them.
    dot Dot "dot" {
        operands: { lhs: one(C::Number), rhs: one(C::Number), acc: one(C::Number) }
        attrs: { signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional(), fast_acc: attr(K::Flag).optional() }
        results: { result: one(C::Number) }
        traits: [Pure]
    }

    /// The same with blocks of `lhs` and `rhs` multiplied by their scales first.
    dot_scaled DotScaled "dot_scaled" {
        operands: { lhs: one(C::Float), rhs: one(C::Float), acc: one(C::Float), lhs_scale: one(C::Float), rhs_scale: one(C::Float) }
        results: { result: one(C::Float) }
        traits: [Pure]
        rules: [SameType(&[acc, result])]
    }

    /// Combines the elements along a dimension, which goes away, by the body: arguments `acc0, element0, acc1, ..` of rank 0,
    /// one yielded value for each operand. `identities` are bits, one for each operand.
    reduce Reduce "reduce" {
        operands: { operands: many(C::Number) }
        attrs: { dim: attr(K::Int), identities: attr(K::Ints) }
        results: { results: many(C::Number) }
        regions: { body: block() }
        effects: [E::NONE]
    }

    /// The same, keeping what was combined so far at each element; from the last element on when reversed.
    scan Scan "scan" {
        operands: { operands: many(C::Number) }
        attrs: { dim: attr(K::Int), reverse: attr(K::Flag).optional(), identities: attr(K::Ints) }
        results: { results: many(C::Number) }
        regions: { body: block() }
        effects: [E::NONE]
    }

    /// What the program promises of a value: each element divisible by `numbers[0]` (`div_by`, with `every` and `along` of
    /// level 1 behind it, and of addresses the bytes from one to the next), between `numbers[0]` and `numbers[1]` (`bounded`; the smallest and the largest 64-bit number mean
    /// no bound), or groups of `numbers[d]` equal elements along each dimension (`same_elements`).
    assume Assume "assume" {
        operands: { source: one(C::Any) }
        attrs: { kind: attr(K::of::<Assumption>()), numbers: attr(K::Ints) }
        results: { result: one(C::Any) }
        effects: [E::GUARDED]
        rules: [SameType(&[source, result])]
    }

    /// Memory at `base` with a shape; extents and strides that the type leaves open, in order, read as unsigned numbers.
    make_memref MakeMemref "make_memref" {
        operands: { base: one(C::Ptr), sizes: many(C::Index), strides: many(C::Index) }
        results: { result: one(C::Memref) }
        effects: [E::GUARDED]
        traits: [Segmented]
    }

    /// Memory cut into tiles.
    block_tile BlockTile "block_tile" { operands: { memref: one(C::Memref) } results: { result: one(C::Memref) } traits: [Pure] }

    /// The extent of memory along a dimension.
    get_size GetSize "get_size" {
        operands: { memref: one(C::Memref) }
        attrs: { dim: attr(K::Int) }
        results: { result: one(C::Index) }
        effects: [E::GUARDED]
    }

    /// The number of tiles along a dimension of the tile: the extent of the memory over the step, rounded up.
    get_tile_count GetTileCount "get_tile_count" {
        operands: { tiles: one(C::Memref) }
        attrs: { dim: attr(K::Int) }
        results: { result: one(C::Index) }
        effects: [E::GUARDED]
    }

    /// An edge from nothing: the first of a chain.
    create_mem_token CreateMemToken "create_mem_token" { results: { result: one(C::Token) } traits: [Pure] }

    /// An edge from all of these.
    join_tokens JoinTokens "join_tokens" { operands: { tokens: many(C::Token) } results: { result: one(C::Token) } traits: [Pure] }

    /// Elements at addresses. Where the mask is false, `other`, or nothing that is defined. Elements lie in memory as
    /// `numerics::pack` says: tf32 as 32 bits; an element of 4 bits is the low half of the byte at its address. No truth
    /// value is loaded or stored: those of level 1 are bytes here.
    load Load "load" {
        operands: { source: one(C::Ptr), mask: optional(C::Bool), other: optional(C::Data), token: optional(C::Token) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(), allow_tma: attr(K::Int).optional() }
        results: { result: one(C::Data), result_token: one(C::Token) }
        effects: [E::depends(LOAD, |module, op| load_effects(module, op, fields::load::ordering))]
        traits: [TokenOrdered, Segmented]
    }

    /// Writes elements at addresses where the mask is true.
    store Store "store" {
        operands: { destination: one(C::Ptr), value: one(C::Data), mask: optional(C::Bool), token: optional(C::Token) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(), allow_tma: attr(K::Int).optional() }
        results: { result_token: one(C::Token) }
        traits: [TokenOrdered, Segmented]
    }

    /// A tile of memory; the index is read as unsigned numbers. `inbounds` names the dimensions of the tile in which
    /// nothing is outside. Elements of 4 bits lie two in a byte, the first in its low half.
    tiled_load TiledLoad "tiled_load" {
        operands: { tiles: one(C::Memref), index: many(C::Int), token: optional(C::Token) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(), allow_tma: attr(K::Int).optional(), inbounds: attr(K::Ints).optional() }
        results: { result: one(C::Data), result_token: one(C::Token) }
        effects: [E::depends(LOAD, |module, op| load_effects(module, op, fields::tiled_load::ordering))]
        traits: [TokenOrdered, Segmented]
    }

    /// Writes a tile of memory; what is outside is not written.
    tiled_store TiledStore "tiled_store" {
        operands: { value: one(C::Data), tiles: one(C::Memref), index: many(C::Int), token: optional(C::Token) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(), allow_tma: attr(K::Int).optional(), inbounds: attr(K::Ints).optional() }
        results: { result_token: one(C::Token) }
        traits: [TokenOrdered, Segmented]
    }

    /// Combines a tile of values into memory, each element atomically.
    tiled_atomic_red TiledAtomicRed "tiled_atomic_red" {
        operands: { value: one(C::Number), tiles: one(C::Memref), index: many(C::Int), token: optional(C::Token) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        results: { result_token: one(C::Token) }
        traits: [TokenOrdered, Segmented]
    }

    /// Reads, combines and writes each element atomically; gives what was there before.
    atomic_rmw AtomicRmw "atomic_rmw" {
        operands: { pointers: one(C::Ptr), arg: one(C::Number), mask: optional(C::Bool), token: optional(C::Token) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        results: { result: one(C::Number), result_token: one(C::Token) }
        traits: [TokenOrdered, Segmented]
    }

    /// Writes `val` where `cmp` is there, atomically; gives what was there before. Floats are compared by their bits.
    atomic_cas AtomicCas "atomic_cas" {
        operands: { pointers: one(C::Ptr), cmp: one(C::Data), val: one(C::Data), mask: optional(C::Bool), token: optional(C::Token) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        results: { result: one(C::Data), result_token: one(C::Token) }
        traits: [TokenOrdered, Segmented]
    }

    /// Orders accesses of the tile block through one address space against those through another.
    memory_fence MemoryFence "memory_fence" {
        operands: { token: one(C::Token) }
        results: { result_token: one(C::Token) }
        traits: [TokenOrdered]
    }

    /// Lets the kernels that depend on this one begin.
    gdc_launch_dependents GdcLaunchDependents "gdc_launch_dependents" {
        operands: { token: optional(C::Token) }
        results: { result_token: one(C::Token) }
        traits: [TokenOrdered]
    }

    /// Waits for the kernels that this one depends on.
    gdc_wait GdcWait "gdc_wait" {
        operands: { token: optional(C::Token) }
        results: { result_token: one(C::Token) }
        traits: [TokenOrdered]
    }

    /// Memory of the tile block, as long as the loop or function around it runs. With `global`, other tile blocks may
    /// access it too.
    alloca Alloca "alloca" {
        attrs: { bytes: attr(K::Int), alignment: attr(K::Int), global: attr(K::Flag).optional() }
        results: { result: one(C::Ptr) }
        effects: [E::FIXED]
    }

    /// Prints values, once for the tile block, in the format of level 1.
    print Print "print" {
        operands: { args: many(C::Data), token: optional(C::Token) }
        attrs: { format: attr(K::Str) }
        results: { result_token: one(C::Token) }
        traits: [TokenOrdered, Segmented]
    }

    /// Ends the kernel with a message unless every element is true.
    assert Assert "assert" {
        operands: { condition: one(C::Bool) }
        attrs: { message: attr(K::Str) }
    }
});

crate::arith_rows!(crate::level_arith! {});
