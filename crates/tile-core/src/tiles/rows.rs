//! Rows of ops on tiles and on memory, which levels 2 and 3 share.

/// Hands the rows of tiles and memory to a macro, after what it is given.
///
/// Fields that a level has beyond the shared ones follow these, so that a shared field has the same number on both levels:
/// `token` and `fence_token` are operands and `after` is a result of each op that is ordered, `ordered` their traits, with
/// `listed` where `token` makes a second list of operands; `access` are attributes of loads and stores, `boxes` of `tiled_load`
/// and `tiled_store`, `alloca` of `alloca`, `dot` of `dot`, and `scratch` of ops whose elements may be exchanged through shared
/// memory.
///
/// ```text
/// tile_rows!({
///     token: { token: optional(C::Token) } fence_token: { token: one(C::Token) } after: { result_token: one(C::Token) }
///     ordered: [TokenOrdered] listed: [Segmented] access: { } boxes: { } alloca: { global: attr(K::Flag).optional() } dot: { }
///     scratch: { }
/// } ir::generic_ops! { level L; .. })
/// ```
#[macro_export]
macro_rules! tile_rows {
    (
        {
            token: { $($token:tt)* } fence_token: { $($fence:tt)* } after: { $($after:tt)* }
            ordered: [$($ordered:ident)*] listed: [$($listed:ident)*]
            access: { $($access:tt)* } boxes: { $($boxes:tt)* } alloca: { $($alloca:tt)* } dot: { $($dot:tt)* }
            scratch: { $($scratch:tt)* }
        }
        $($then:ident)::+ ! { $($inner:tt)* } $($more:tt)*
    ) => {
        $($then)::+ ! { $($inner)* $($more)*

            /// Memory of the module: its bytes at the start, aligned.
            global Global "global" {
                attrs: { sym_name: attr(K::Symbol), bytes: attr(K::Bytes), alignment: attr(K::Int), constant: attr(K::Flag).optional() }
                traits: [Symbol, Definition]
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

            /// Two tiles joined along a dimension.
            cat Cat "cat" {
                operands: { lhs: one(C::Data), rhs: one(C::Data) }
                attrs: { dim: attr(K::Int) }
                results: { result: one(C::Data) }
                traits: [Pure]
            }

            /// The bytes of a tile of rank 1, as level 1 packs them.
            pack Pack "pack" { operands: { source: one(C::Number) } results: { result: one(C::Int) } traits: [Pure] }

            /// A tile of rank 1 from its bytes.
            unpack Unpack "unpack" { operands: { source: one(C::Int) } results: { result: one(C::Number) } traits: [Pure] }

            /// `result = lhs · rhs + acc`, over matrices or batches of them.
            dot Dot "dot" {
                operands: { lhs: one(C::Number), rhs: one(C::Number), acc: one(C::Number) }
                attrs: { signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional(), fast_acc: attr(K::Flag).optional(), $($dot)* }
                results: { result: one(C::Number) }
                traits: [Pure]
            }

            /// The same with blocks of `lhs` and `rhs` multiplied by their scales first.
            dot_scaled DotScaled "dot_scaled" {
                operands: { lhs: one(C::Float), rhs: one(C::Float), acc: one(C::Float), lhs_scale: one(C::Float), rhs_scale: one(C::Float) }
                attrs: { $($dot)* }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[acc, result])]
            }

            /// Combines the elements along a dimension, which goes away, by the body: arguments `acc0, element0, acc1, ..` of
            /// rank 0, one yielded value for each operand. `identities` are bits, one for each operand.
            reduce Reduce "reduce" {
                operands: { operands: many(C::Number) }
                attrs: { dim: attr(K::Int), identities: attr(K::Ints), $($scratch)* }
                results: { results: many(C::Number) }
                regions: { body: block() }
                effects: [E::NONE]
            }

            /// The same, keeping what was combined so far at each element; from the last element on when reversed.
            scan Scan "scan" {
                operands: { operands: many(C::Number) }
                attrs: { dim: attr(K::Int), reverse: attr(K::Flag).optional(), identities: attr(K::Ints), $($scratch)* }
                results: { results: many(C::Number) }
                regions: { body: block() }
                effects: [E::NONE]
            }

            /// Memory at `base` with a shape; extents and strides that the type leaves open, in order, read as unsigned
            /// numbers. Extents that do not fit are undefined.
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

            /// Elements at addresses. Where the mask is false, `other`, or nothing that is defined. Elements are in memory as
            /// `numerics::pack` says: tf32 as 32 bits; an element of 4 bits is the low half of the byte at its address. No
            /// truth value is loaded or stored: those of level 1 are bytes here.
            load Load "load" {
                operands: { source: one(C::Ptr), mask: optional(C::Bool), other: optional(C::Data), $($token)* }
                attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                         scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(),
                         allow_tma: attr(K::Int).optional(), $($access)* $($scratch)* }
                results: { result: one(C::Data), $($after)* }
                effects: [E::depends(LOAD, |module, op| load_effects(module, op, fields::load::ordering))]
                traits: [$($ordered,)* Segmented]
            }

            /// Writes elements at addresses where the mask is true.
            store Store "store" {
                operands: { destination: one(C::Ptr), value: one(C::Data), mask: optional(C::Bool), $($token)* }
                attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                         scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(),
                         allow_tma: attr(K::Int).optional(), $($access)* }
                results: { $($after)* }
                traits: [$($ordered,)* Segmented]
            }

            /// A tile of memory; the index is read as unsigned numbers. `inbounds` names the dimensions of the tile in which
            /// nothing is outside. Two elements of 4 bits share a byte, the first in its low half. With `multimem` the addresses
            /// are those of several devices, whose elements are combined.
            tiled_load TiledLoad "tiled_load" {
                operands: { tiles: one(C::Memref), index: many(C::Int), $($token)* }
                attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                         scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(),
                         allow_tma: attr(K::Int).optional(), inbounds: attr(K::Ints).optional(),
                         multimem: attr(K::of::<MultimemReductionKind>()).optional(), $($access)* $($boxes)* $($scratch)* }
                results: { result: one(C::Data), $($after)* }
                effects: [E::depends(LOAD, |module, op| load_effects(module, op, fields::tiled_load::ordering))]
                traits: [$($ordered,)* $($listed,)*]
            }

            /// Writes a tile of memory; what is outside is not written. With `multimem` the memory is that of several devices.
            tiled_store TiledStore "tiled_store" {
                operands: { value: one(C::Data), tiles: one(C::Memref), index: many(C::Int), $($token)* }
                attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                         scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(),
                         allow_tma: attr(K::Int).optional(), inbounds: attr(K::Ints).optional(),
                         multimem: attr(K::Flag).optional(), $($access)* $($boxes)* }
                results: { $($after)* }
                traits: [$($ordered,)* $($listed,)*]
            }

            /// Combines a tile of values into memory, each element atomically. With `multimem` the memory is that of several
            /// devices.
            tiled_atomic_red TiledAtomicRed "tiled_atomic_red" {
                operands: { value: one(C::Number), tiles: one(C::Memref), index: many(C::Int), $($token)* }
                attrs: { mode: attr(K::of::<AtomicRMWMode>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                         scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), inbounds: attr(K::Ints).optional(),
                         multimem: attr(K::Flag).optional(), $($access)* }
                results: { $($after)* }
                traits: [$($ordered,)* $($listed,)*]
            }

            /// Reads, combines and writes each element atomically; gives what was there before.
            atomic_rmw AtomicRmw "atomic_rmw" {
                operands: { pointers: one(C::Ptr), arg: one(C::Number), mask: optional(C::Bool), $($token)* }
                attrs: { mode: attr(K::of::<AtomicRMWMode>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                         scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), $($scratch)* }
                results: { result: one(C::Number), $($after)* }
                traits: [$($ordered,)* Segmented]
            }

            /// Writes `val` where `cmp` is there, atomically; gives what was there before. Floats are compared by their bits.
            atomic_cas AtomicCas "atomic_cas" {
                operands: { pointers: one(C::Ptr), cmp: one(C::Data), val: one(C::Data), mask: optional(C::Bool), $($token)* }
                attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                         scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), $($scratch)* }
                results: { result: one(C::Data), $($after)* }
                traits: [$($ordered,)* Segmented]
            }

            /// Orders accesses of the tile block through one address space against those through another.
            memory_fence MemoryFence "memory_fence" {
                operands: { $($fence)* }
                results: { $($after)* }
                traits: [$($ordered,)*]
            }

            /// Lets the kernels that depend on this one begin.
            gdc_launch_dependents GdcLaunchDependents "gdc_launch_dependents" {
                operands: { $($token)* }
                results: { $($after)* }
                traits: [$($ordered,)*]
            }

            /// Waits for the kernels that this one depends on.
            gdc_wait GdcWait "gdc_wait" {
                operands: { $($token)* }
                results: { $($after)* }
                traits: [$($ordered,)*]
            }

            /// Memory of the tile block, as long as the loop or function around it runs.
            alloca Alloca "alloca" {
                attrs: { bytes: attr(K::Int), alignment: attr(K::Int), $($alloca)* }
                results: { result: one(C::Ptr) }
                effects: [E::FIXED]
            }

            /// Prints values, once for the tile block, in the format of level 1.
            print Print "print" {
                operands: { args: many(C::Data), $($token)* }
                attrs: { format: attr(K::Str), $($scratch)* }
                results: { $($after)* }
                traits: [$($ordered,)* $($listed,)*]
            }

            /// Ends the kernel with a message unless every element is true.
            assert Assert "assert" {
                operands: { condition: one(C::Bool) }
                attrs: { message: attr(K::Str) }
            }
        }
    };
}

crate::tile_rows!({
    token: { } fence_token: { } after: { } ordered: [] listed: [] access: { } boxes: { } alloca: { } dot: { } scratch: { }
} crate::family::define_family! {
    /// An op on tiles or on memory, whatever the level.
    TileOp;
});
crate::tile_rows!({
    token: { } fence_token: { } after: { } ordered: [] listed: [] access: { } boxes: { } alloca: { } dot: { } scratch: { }
} ir::row_fields! {});
