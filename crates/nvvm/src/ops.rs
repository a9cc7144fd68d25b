//! The op table of level 4.
//!
//! In addition to the shared arithmetic: control flow, memory, collective operations, matrices, and approximate functions of
//! the hardware. Section numbers refer to the PTX ISA.

use tile_core::rows::*;

use crate::Nvvm;
use crate::attrs::{
    Approximation, ArrivalScope, BulkReduction, CacheHint, ElementFormat, FenceOrdering, FenceScope,
    GlobalSpace, MapElement, MapField, MmaShape, RegisterAction, ShuffleKind, SpecialRegister, SyncSide,
    VoteKind,
};

tile_core::control_rows!({ index: Int, scope: [] } tile_core::arith_rows! { ir::generic_ops! {
    level Nvvm;

    /// A module for a target: `sm_90a`.
    module Module "module" {
        attrs: { sym_name: attr(K::Symbol), target: attr(K::Str).optional() }
        regions: { body: block() }
        traits: [Isolated, SymbolTable]
    }

    /// A kernel. The arguments of its block are its parameters: addresses in global memory and numbers. A parameter has
    /// `param_bits` in the caller's layout, or the size of its register by default. There are `reqntid` threads per block, all
    /// along x, and `cluster` thread blocks per cluster, all along x; with `blocks_are_clusters`, the grid of a launch counts
    /// clusters. Optional limits are at least `minctas` blocks per multiprocessor and at most `maxreg` registers per thread.
    /// `dynamic_shared` is the size of dynamic shared memory in bytes.
    func Func "func" {
        attrs: { sym_name: attr(K::Symbol), reqntid: attr(K::Int), param_bits: attr(K::Ints).optional(), cluster: attr(K::Int).optional(),
                 blocks_are_clusters: attr(K::Flag).optional(), minctas: attr(K::Int).optional(), maxreg: attr(K::Int).optional(), dynamic_shared: attr(K::Int).optional() }
        regions: { body: block() }
        traits: [Isolated, Symbol, Definition]
    }

    /// Memory of the module. Without bytes it holds zeros (global) or nothing that is defined (shared).
    global Global "global" {
        attrs: { sym_name: attr(K::Symbol), space: attr(K::of::<GlobalSpace>()), size: attr(K::Int),
                 alignment: attr(K::Int), bytes: attr(K::Bytes).optional() }
        traits: [Symbol, Definition]
    }

    /// A number; of a pair or an address, its bits; in each of several registers.
    constant Constant "constant" {
        attrs: { value: attr(K::Number) }
        results: { result: one(C::Any) }
        traits: [Pure, ConstantLike]
    }

    /// Several values of one type as one value of several registers.
    regs Regs "regs" { operands: { parts: many(C::Data) } results: { result: one(C::Handle) } traits: [Pure] }

    /// What one of several registers holds, by its number.
    reg Reg "reg" {
        operands: { source: one(C::Handle) }
        attrs: { index: attr(K::Int) }
        results: { result: one(C::Data) }
        traits: [Pure]
    }

    /// The address of a global.
    address_of AddressOf "address_of" {
        attrs: { name: attr(K::SymbolRef) }
        results: { result: one(C::Ptr) }
        traits: [Pure]
    }

    /// The address of dynamic shared memory.
    dynamic_shared DynamicShared "dynamic_shared" { results: { result: one(C::Ptr) } traits: [Pure] }

    /// An address in a space as a generic one, or back (cvta, 9.7.9).
    cast CastSpace "cast_space" { operands: { source: one(C::Ptr) } results: { result: one(C::Ptr) } traits: [Pure] }

    /// A special register (10).
    special Special "special" {
        attrs: { name: attr(K::of::<SpecialRegister>()) }
        results: { result: one(C::Index) }
        traits: [Pure]
    }

    /// Bits of several values in one, the first lowest; or of one in several (mov with a vector, 9.7.9).
    pack Pack "pack" { operands: { parts: many(C::Data) } results: { result: one(C::Data) } traits: [Pure] }

    /// The parts of a value, the lowest first.
    unpack Unpack "unpack" { operands: { source: one(C::Data) } results: { parts: many(C::Data) } traits: [Pure] }

    /// Bytes of two 32-bit values picked by four nibbles of the selector (prmt, 9.7.7).
    prmt Prmt "prmt" {
        operands: { low: one(C::Int), high: one(C::Int), selector: one(C::Int) }
        results: { result: one(C::Int) }
        traits: [Pure]
    }

    /// Zeros above the highest bit that is set (clz, 9.7.1).
    clz Clz "clz" { operands: { source: one(C::Int) } results: { result: one(C::Int) } traits: [Pure] }

    /// Bits that are set (popc, 9.7.1).
    popc Popc "popc" { operands: { source: one(C::Int) } results: { result: one(C::Int) } traits: [Pure] }

    /// The upper half of the signed product (mul.hi, 9.7.1).
    mulhis MulHiS "mulhis" {
        operands: { lhs: one(C::Int), rhs: one(C::Int) }
        results: { result: one(C::Int) }
        traits: [Pure, Commutative]
        rules: [SameType(&[lhs, rhs, result])]
    }

    /// The product of twice the width (mul.wide, 9.7.1).
    mulwide MulWide "mulwide" {
        operands: { lhs: one(C::Int), rhs: one(C::Int) }
        attrs: { signed: attr(K::Flag).optional() }
        results: { result: one(C::Int) }
        traits: [Pure, Commutative]
        rules: [SameType(&[lhs, rhs])]
    }

    /// What the hardware gives for a function of a float, within the error that the ISA states (9.7.3).
    approx Approx "approx" {
        operands: { source: one(C::Float) }
        attrs: { function: attr(K::of::<Approximation>()), flush_to_zero: attr(K::Flag).optional() }
        results: { result: one(C::Float) }
        traits: [Pure]
        rules: [SameType(&[source, result])]
    }

    /// `lhs / rhs` as the hardware approximates it; `full` over the full range (div, 9.7.3).
    divapprox DivApprox "divapprox" {
        operands: { lhs: one(C::Float), rhs: one(C::Float) }
        attrs: { full: attr(K::Flag).optional(), flush_to_zero: attr(K::Flag).optional() }
        results: { result: one(C::Float) }
        traits: [Pure]
        rules: [SameType(&[lhs, rhs, result])]
    }

    /// Floats rounded to a narrower format: one to `tf32` (held in an f32), two to a pair in an i16 or i32, the first in the
    /// low part (cvt, 9.7.9). Saturates where `saturate` is set.
    narrow Narrow "narrow" {
        operands: { sources: many(C::Float) }
        attrs: { format: attr(K::of::<ElementFormat>()), rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32),
                 saturate: attr(K::Flag).optional() }
        results: { result: one(C::Data) }
        traits: [Pure]
    }

    /// A pair of a narrow format as a pair of binary16 or bfloat16 (cvt, 9.7.9).
    widen Widen "widen" {
        operands: { source: one(C::Int) }
        attrs: { format: attr(K::of::<ElementFormat>()) }
        results: { result: one(C::Float) }
        traits: [Pure]
    }

    /// Reads one value, or a vector of two or four, at an address plus `offset` bytes (ld, 9.7.9). `bits` says how many bits
    /// each has in memory. Without the predicate nothing is read, and `other` is the result: one for each value.
    ld Ld "ld" {
        operands: { address: one(C::Ptr), predicate: optional(C::Bool), other: many(C::Data) }
        attrs: { bits: attr(K::Int), offset: attr(K::Int).or(0), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                 scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), constant: attr(K::Flag).optional(),
                 cache: attr(K::of::<CacheHint>()).or(CacheHint::Default as u32) }
        results: { values: many(C::Data) }
        effects: [E::depends(LOAD, |module, op| load_effects(module, op, fields::ld::ordering))]
        traits: [Segmented]
    }

    /// Writes one value, or a vector of two or four (st, 9.7.9), where the predicate holds.
    st St "st" {
        operands: { address: one(C::Ptr), values: many(C::Data), predicate: optional(C::Bool) }
        attrs: { bits: attr(K::Int), offset: attr(K::Int).or(0), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                 scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), cache: attr(K::of::<CacheHint>()).or(CacheHint::Default as u32) }
        traits: [Segmented]
    }

    /// Reads one value, or two or four, on every device of a multicast address, and combines them (multimem.ld_reduce, 9.7.9).
    /// Without the predicate nothing is read, and `other` is the result: one for each value.
    multimem_ld_reduce MultimemLdReduce "multimem_ld_reduce" {
        operands: { address: one(C::Ptr), predicate: optional(C::Bool), other: many(C::Data) }
        attrs: { reduction: attr(K::of::<MultimemReductionKind>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32),
                 scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        results: { values: many(C::Data) }
        effects: [E::depends(LOAD, |module, op| load_effects(module, op, fields::multimem_ld_reduce::ordering))]
        traits: [Segmented]
    }

    /// Writes one value, or two or four, on every device of a multicast address (multimem.st, 9.7.9), where the predicate holds.
    multimem_st MultimemSt "multimem_st" {
        operands: { address: one(C::Ptr), values: many(C::Data), predicate: optional(C::Bool) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        traits: [Segmented]
    }

    /// Combines one value, or two or four, into the memory of every device of a multicast address, each atomically
    /// (multimem.red, 9.7.9), where the predicate holds.
    multimem_red MultimemRed "multimem_red" {
        operands: { address: one(C::Ptr), values: many(C::Data), predicate: optional(C::Bool) }
        attrs: { reduction: attr(K::of::<MultimemReductionKind>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Relaxed as u32),
                 scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        traits: [Segmented]
    }

    /// Reads, combines and writes atomically; returns the old value (atom, 9.7.13; red if the result is unused). For pairs,
    /// each half is atomic by itself. If the predicate is false, nothing happens, and the result is undefined.
    atom Atom "atom" {
        operands: { address: one(C::Ptr), value: one(C::Data), predicate: optional(C::Bool) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Relaxed as u32),
                 scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        results: { result: one(C::Data) }
    }

    /// Writes `value` if memory contains `compare` (atom.cas, 9.7.13); returns the old value.
    cas Cas "cas" {
        operands: { address: one(C::Ptr), compare: one(C::Data), value: one(C::Data), predicate: optional(C::Bool) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Relaxed as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        results: { result: one(C::Data) }
    }

    /// Orders earlier accesses before later ones (fence, 9.7.13).
    fence Fence "fence" {
        attrs: { ordering: attr(K::of::<FenceOrdering>()).or(FenceOrdering::AcqRel as u32),
                 scope: attr(K::of::<FenceScope>()).or(FenceScope::Device as u32) }
    }

    /// All threads of the block wait for each other, or `threads` of them at barrier `id` (bar.sync, 9.7.13). Aligned.
    barrier Barrier "barrier" { attrs: { id: attr(K::Int).or(0), threads: attr(K::Int).optional() } }

    /// The threads of a warp wait for each other (bar.warp.sync, 9.7.13).
    warp_barrier WarpBarrier "warp_barrier" { }

    /// The value of another lane of the warp, all lanes taking part (shfl.sync, 9.7.9). Aligned.
    shfl Shfl "shfl" {
        operands: { value: one(C::Data), lane: one(C::Int) }
        attrs: { kind: attr(K::of::<ShuffleKind>()), clamp: attr(K::Int).or(31) }
        results: { result: one(C::Data) }
        effects: [E::FIXED]
        rules: [SameType(&[value, result])]
    }

    /// A predicate over all lanes of the warp (vote.sync, 9.7.13). Aligned.
    vote Vote "vote" {
        operands: { source: one(C::Bool) }
        attrs: { kind: attr(K::of::<VoteKind>()) }
        results: { result: one(C::Int) }
        effects: [E::FIXED]
    }

    /// The values of all lanes of the warp, combined (redux.sync, 9.7.13). Aligned.
    redux Redux "redux" {
        operands: { source: one(C::Int) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()) }
        results: { result: one(C::Int) }
        effects: [E::FIXED]
        rules: [SameType(&[source, result])]
    }

    /// `d = a · b + c` over the fragments of a warp (mma.sync, 9.7.15); formats of `a` and `b` where the
    /// registers do not say them. Aligned.
    mma Mma "mma" {
        operands: { a: many(C::Data), b: many(C::Data), c: many(C::Data) }
        attrs: { shape: attr(K::of::<MmaShape>()), a_format: attr(K::of::<ElementFormat>()), b_format: attr(K::of::<ElementFormat>()) }
        results: { d: many(C::Data) }
        effects: [E::FIXED]
        traits: [Segmented]
    }

    /// The same of 16 by 8, with blocks of `a` and `b` multiplied by scales first, of which a row or column has `scales`
    /// (mma.sync with `.block_scale`, 9.7.15). They are adjacent bytes of `a_scale` and `b_scale`, from the byte on and in the lanes of each
    /// quad that the selectors say. Aligned.
    mma_scaled MmaScaled "mma_scaled" {
        operands: { a: many(C::Int), b: many(C::Int), c: many(C::Float), a_scale: one(C::Int), b_scale: one(C::Int) }
        attrs: { shape: attr(K::of::<MmaShape>()), a_format: attr(K::of::<ElementFormat>()), b_format: attr(K::of::<ElementFormat>()),
                 scale_format: attr(K::of::<ElementFormat>()), scales: attr(K::Int),
                 a_byte: attr(K::Int).or(0), a_lanes: attr(K::Int).or(0), b_byte: attr(K::Int).or(0), b_lanes: attr(K::Int).or(0) }
        results: { d: many(C::Float) }
        effects: [E::FIXED]
        traits: [Segmented]
    }

    /// Matrices of 8x8 16-bit elements from shared memory, one register each; with `bytes`, of 16x16 bytes, transposed, two
    /// registers each (ldmatrix, 9.7.15). Aligned.
    ldmatrix LdMatrix "ldmatrix" {
        operands: { address: one(C::Ptr) }
        attrs: { transposed: attr(K::Flag).optional(), bytes: attr(K::Flag).optional(), offset: attr(K::Int).or(0) }
        results: { values: many(C::Int) }
        effects: [E::FIXED]
    }

    /// Matrices of 8x8 16-bit elements to shared memory (stmatrix, 9.7.15). Aligned.
    stmatrix StMatrix "stmatrix" {
        operands: { address: one(C::Ptr), values: many(C::Int) }
        attrs: { transposed: attr(K::Flag).optional(), offset: attr(K::Int).or(0) }
    }

    /// Copies `bytes` from global to shared memory without waiting; the part beyond `size` bytes becomes zeros (cp.async,
    /// 9.7.9).
    cp_async CpAsync "cp_async" {
        operands: { destination: one(C::Ptr), source: one(C::Ptr), size: optional(C::Int), predicate: optional(C::Bool) }
        attrs: { bytes: attr(K::Int), offset: attr(K::Int).or(0), source_offset: attr(K::Int).or(0) }
        traits: [Segmented]
    }

    /// Commits a group of the copies started since the last one (cp.async.commit_group, 9.7.9).
    cp_async_commit CpAsyncCommit "cp_async_commit" { }

    /// Waits until at most `pending` groups are in flight (cp.async.wait_group, 9.7.9).
    cp_async_wait CpAsyncWait "cp_async_wait" { attrs: { pending: attr(K::Int) } }

    /// Arrives at an mbarrier, whose count includes this arrival, when the copies that this thread has started with `cp_async`
    /// have completed (cp.async.mbarrier.arrive.noinc, 9.7.13).
    cp_async_arrive CpAsyncArrive "cp_async_arrive" { operands: { address: one(C::Ptr) } attrs: { offset: attr(K::Int).or(0) } }

    /// True in one lane of the warp, the same one each time; all lanes take part (elect.sync, 9.7.13).
    elect Elect "elect" { results: { result: one(C::Bool) } effects: [E::FIXED] }

    /// Releases registers of the warpgroup, or requests more and waits until they are available (setmaxnreg, 9.7.19). Aligned.
    setmaxnreg SetMaxNReg "setmaxnreg" { attrs: { action: attr(K::of::<RegisterAction>()), registers: attr(K::Int) } }

    /// Counts at barrier `id` of `threads` threads, without waiting for them (bar.arrive, 9.7.13). Aligned.
    barrier_arrive BarrierArrive "barrier_arrive" { attrs: { id: attr(K::Int), threads: attr(K::Int) } }

    /// Counts at the barrier of the cluster; `relaxed` orders no memory (barrier.cluster.arrive, 9.7.13). Aligned.
    cluster_arrive ClusterArrive "cluster_arrive" { attrs: { relaxed: attr(K::Flag).optional() } }

    /// Waits until all threads of the cluster have counted at its barrier (barrier.cluster.wait, 9.7.13). Aligned.
    cluster_wait ClusterWait "cluster_wait" { }

    /// The address of the same place in shared memory of another thread block of the cluster, by its rank (mapa, 9.7.9).
    mapa MapA "mapa" {
        operands: { address: one(C::Ptr), block: one(C::Int) }
        results: { result: one(C::Ptr) }
        traits: [Pure]
    }

    /// Makes an mbarrier of 8 bytes, whose phases end with `count` arrivals and the bytes that were expected (mbarrier.init,
    /// 9.7.13). Where the predicate is false nothing happens; that holds for each op that has one.
    mbarrier_init MbarrierInit "mbarrier_init" {
        operands: { address: one(C::Ptr), predicate: optional(C::Bool) }
        attrs: { count: attr(K::Int), offset: attr(K::Int).or(0) }
        traits: [Segmented]
    }

    /// Ends an mbarrier, whose memory becomes free for other use (mbarrier.inval, 9.7.13).
    mbarrier_inval MbarrierInval "mbarrier_inval" {
        operands: { address: one(C::Ptr), predicate: optional(C::Bool) }
        attrs: { offset: attr(K::Int).or(0) }
        traits: [Segmented]
    }

    /// Arrives at an mbarrier, `count` times, or once and expects that many bytes of copies in its phase (mbarrier.arrive,
    /// 9.7.13). The address may be one of another thread block of the cluster. `scope` says for whom earlier accesses of the
    /// thread are released; without it the instruction's own default holds, which is enough to say "I have read it".
    mbarrier_arrive MbarrierArrive "mbarrier_arrive" {
        operands: { address: one(C::Ptr), bytes: optional(C::Int), predicate: optional(C::Bool) }
        attrs: { count: attr(K::Int).or(1), offset: attr(K::Int).or(0), scope: attr(K::of::<ArrivalScope>()).or(ArrivalScope::Default as u32) }
        traits: [Segmented]
    }

    /// Waits until the phase of an mbarrier that has this parity has ended (mbarrier.try_wait.parity, 9.7.13, again and again).
    /// Before the first phase, one of parity 1 has ended.
    mbarrier_wait MbarrierWait "mbarrier_wait" {
        operands: { address: one(C::Ptr), parity: one(C::Int) }
        attrs: { offset: attr(K::Int).or(0), scope: attr(K::of::<ArrivalScope>()).or(ArrivalScope::Default as u32) }
    }

    /// A tensor map of memory: a parameter after those of the kernel, which the launcher creates (docs/agents.md). Extents, and
    /// strides in elements, start with the innermost dimension, which is contiguous and has no stride. The base is a parameter
    /// of the kernel plus a constant; extents and strides are computed from parameters and constants. `box_shape` contains the
    /// extents of one copy; `swizzle` is 0 or at least the bytes of its innermost extent. Elements out of bounds are read as
    /// zeros, or as NaN.
    tensor_map TensorMap "tensor_map" {
        operands: { base: one(C::Ptr), extents: many(C::Int), strides: many(C::Int) }
        attrs: { element: attr(K::of::<MapElement>()), box_shape: attr(K::Ints), swizzle: attr(K::Int).or(0), nan: attr(K::Flag).optional() }
        results: { result: one(C::Ptr) }
        traits: [Pure, Segmented]
    }

    /// Sets a field of the 128 bytes of a tensor map in shared memory, to a value or to a constant; extents and strides are
    /// selected by their dimension (tensormap.replace, 9.7.9). Strides are in bytes, the rank is one less.
    map_replace MapReplace "map_replace" {
        operands: { address: one(C::Ptr), value: optional(C::Int), predicate: optional(C::Bool) }
        attrs: { field: attr(K::of::<MapField>()), dim: attr(K::Int).optional(), number: attr(K::Int).optional(), offset: attr(K::Int).or(0) }
        traits: [Segmented]
    }

    /// Copies a tensor map from shared to global memory, where all threads of the device that acquire it see it
    /// (tensormap.cp_fenceproxy, 9.7.13). Aligned.
    map_publish MapPublish "map_publish" {
        operands: { destination: one(C::Ptr), source: one(C::Ptr) }
        attrs: { offset: attr(K::Int).or(0), source_offset: attr(K::Int).or(0) }
    }

    /// Makes a published tensor map visible to later copies of this thread (fence.proxy.tensormap::generic, 9.7.13).
    map_acquire MapAcquire "map_acquire" { operands: { map: one(C::Ptr) } }

    /// Prefetches a tensor map (prefetch.tensormap, 9.7.9).
    prefetch_map PrefetchMap "prefetch_map" {
        operands: { map: one(C::Ptr), predicate: optional(C::Bool) }
        traits: [Segmented]
    }

    /// Starts a copy of a box of a tensor map to shared memory, which signals its bytes at an mbarrier on completion
    /// (cp.async.bulk.tensor, 9.7.9). Coordinates of its first element start with the innermost dimension; with `gather` they
    /// are a column and four rows. With `multicast`, it copies to the same offset in each thread block of the mask, and signals
    /// the mbarrier of each. The mbarrier may be one of the other thread block of a pair.
    bulk_tensor_load BulkTensorLoad "bulk_tensor_load" {
        operands: { destination: one(C::Ptr), barrier: one(C::Ptr), map: one(C::Ptr), coordinates: many(C::Int), multicast: optional(C::Int),
                    predicate: optional(C::Bool) }
        attrs: { offset: attr(K::Int).or(0), barrier_offset: attr(K::Int).or(0), gather: attr(K::Flag).optional() }
        traits: [Segmented]
    }

    /// Starts a copy of a box from shared memory to that of a tensor map, or combines it with memory (cp.async.bulk.tensor,
    /// cp.reduce.async.bulk.tensor, 9.7.9).
    bulk_tensor_store BulkTensorStore "bulk_tensor_store" {
        operands: { source: one(C::Ptr), map: one(C::Ptr), coordinates: many(C::Int), predicate: optional(C::Bool) }
        attrs: { offset: attr(K::Int).or(0), reduction: attr(K::of::<BulkReduction>()).optional() }
        traits: [Segmented]
    }

    /// Commits a group of the bulk stores that this thread has started since the last one (cp.async.bulk.commit_group, 9.7.9).
    bulk_commit BulkCommit "bulk_commit" { operands: { predicate: optional(C::Bool) } traits: [Segmented] }

    /// Waits until at most `pending` groups of this thread's bulk stores are in flight, or have still to read shared memory
    /// (cp.async.bulk.wait_group, 9.7.9).
    bulk_wait BulkWait "bulk_wait" {
        operands: { predicate: optional(C::Bool) }
        attrs: { pending: attr(K::Int).or(0), read: attr(K::Flag).optional() }
        traits: [Segmented]
    }

    /// Starts the addition of the product of 64 rows of `a` and `n` columns of `b` to sums (wgmma.mma_async, 9.7.15). `a` is a
    /// fragment in registers or the descriptor of a matrix in shared memory; `b` is a descriptor; the inner extent is 32 bytes.
    /// A matrix whose rows (of `a`) or columns (of `b`) are contiguous is `transpose`d. If `scale_d` is false, the old sums are
    /// ignored. The result is in the registers of `sums`, which must not be used again; registers of `a` that a loop defines
    /// are waited for in the block of the product. Aligned, over the four warps of a warpgroup.
    wgmma Wgmma "wgmma" {
        operands: { a: one(C::Any), b: one(C::Int), sums: one(C::Handle), scale_d: optional(C::Bool) }
        attrs: { n: attr(K::Int), a_format: attr(K::of::<ElementFormat>()), b_format: attr(K::of::<ElementFormat>()), transpose_a: attr(K::Flag).optional(),
                 transpose_b: attr(K::Flag).optional() }
        results: { result: one(C::Handle) }
        traits: [Segmented]
    }

    /// Orders accesses to registers before later products (wgmma.fence, 9.7.15), and passes registers to the tensor core, as
    /// the initial sums. Aligned.
    wgmma_fence WgmmaFence "wgmma_fence" { operands: { sums: many(C::Handle) } results: { results: many(C::Handle) } }

    /// Commits a group of the products started since the last one (wgmma.commit_group, 9.7.15). Aligned.
    wgmma_commit WgmmaCommit "wgmma_commit" { }

    /// Waits until at most `pending` groups of products are in flight (wgmma.wait_group, 9.7.15), and returns sums that none of
    /// these writes as registers. Aligned.
    wgmma_wait WgmmaWait "wgmma_wait" {
        operands: { sums: many(C::Handle) }
        attrs: { pending: attr(K::Int).or(0) }
        results: { results: many(C::Handle) }
    }

    /// Allocates columns of tensor memory for the thread block, after waiting until they are available, and stores the address
    /// of the first one; the thread block cannot allocate more (tcgen05.alloc, tcgen05.relinquish_alloc_permit, 9.7.16).
    /// Aligned, by one warp. In a `pair` of thread blocks, one warp of each allocates the same columns, for products of the pair.
    tmem_alloc TmemAlloc "tmem_alloc" {
        operands: { address: one(C::Ptr) }
        attrs: { columns: attr(K::Int), offset: attr(K::Int).or(0), pair: attr(K::Flag).optional() }
    }

    /// Frees columns of tensor memory, which the thread block must do before it exits (tcgen05.dealloc, 9.7.16). Aligned, by
    /// the warp that allocated them; for a `pair`, by one warp of each thread block.
    tmem_free TmemFree "tmem_free" {
        operands: { tensor: one(C::Int) }
        attrs: { columns: attr(K::Int), pair: attr(K::Flag).optional() }
    }

    /// Orders accesses to tensor memory before a synchronisation of threads, or after one (tcgen05.fence, 9.7.16).
    tmem_fence TmemFence "tmem_fence" { attrs: { side: attr(K::of::<SyncSide>()) } }

    /// Reads consecutive columns of tensor memory, from `column` on, and waits for them: each lane of the warp reads one of the
    /// 32 lanes that start at the address (tcgen05.ld of shape 32x32b, tcgen05.wait::ld, 9.7.16). Aligned.
    tmem_load TmemLoad "tmem_load" {
        operands: { tensor: one(C::Int) }
        attrs: { column: attr(K::Int).or(0) }
        results: { values: many(C::Data) }
        effects: [E::FIXED]
    }

    /// Writes consecutive columns of tensor memory, starting at `column`, and waits until they are written. Each lane of the warp
    /// writes the columns of one of the 32 lanes that start at the address (tcgen05.st of shape 32x32b, tcgen05.wait::st, 9.7.16).
    /// Aligned.
    tmem_store TmemStore "tmem_store" {
        operands: { tensor: one(C::Int), values: many(C::Data) }
        attrs: { column: attr(K::Int).or(0) }
    }

    /// Starts the addition of the product of `m` rows of `a` and `n` columns of `b`, described by shared-memory descriptors, to
    /// sums in tensor memory (tcgen05.mma, 9.7.16). The inner extent is 32 bytes. With 64 rows, the upper half of the columns
    /// is in the upper half of the lanes (tcgen05.mma.ws). Sums are f32, i32 for integers, or f16 with `half_sums`. A matrix
    /// whose rows (of `a`) or columns (of `b`) are contiguous is `transpose`d. If `accumulate` is false, the old sums are
    /// ignored. `a` is a descriptor, or the address of 128 rows in tensor memory, in packed columns. One thread issues it.
    /// The product of a `pair` of thread blocks has `m` rows in each of them: each has its rows of `a`, half of the columns of `b`,
    /// and the sums of its rows, at the same addresses; a thread of the even rank issues it.
    tcgen05_mma TensorMma "tcgen05_mma" {
        operands: { tensor: one(C::Int), a: one(C::Int), b: one(C::Int), accumulate: optional(C::Bool), predicate: optional(C::Bool) }
        attrs: { m: attr(K::Int), n: attr(K::Int), a_format: attr(K::of::<ElementFormat>()), b_format: attr(K::of::<ElementFormat>()),
                 half_sums: attr(K::Flag).optional(), transpose_a: attr(K::Flag).optional(),
                 transpose_b: attr(K::Flag).optional(), pair: attr(K::Flag).optional() }
        traits: [Segmented]
    }

    /// The same of 128 rows of floats of 8 bits, or of 4 bits, two in a byte. Each row of `a` and column of `b` has
    /// `scales` scales, by which equal parts of it are multiplied first (tcgen05.mma of kinds mxf8f6f4, mxf4 and mxf4nvf4,
    /// 9.7.16). Scales are bytes of tensor memory, from byte `a_byte` or `b_byte` of each column on. Sums are f32. One
    /// thread issues it.
    tcgen05_mma_scaled TensorMmaScaled "tcgen05_mma_scaled" {
        operands: { tensor: one(C::Int), a: one(C::Int), b: one(C::Int), a_scale: one(C::Int), b_scale: one(C::Int),
                    accumulate: optional(C::Bool), predicate: optional(C::Bool) }
        attrs: { n: attr(K::Int), a_format: attr(K::of::<ElementFormat>()), b_format: attr(K::of::<ElementFormat>()),
                 a_byte: attr(K::Int).or(0), b_byte: attr(K::Int).or(0),
                 scale_format: attr(K::of::<ElementFormat>()), scales: attr(K::Int).or(1),
                 transpose_a: attr(K::Flag).optional(), transpose_b: attr(K::Flag).optional() }
        traits: [Segmented]
    }

    /// Begins to copy a block of scales from shared memory to four columns of tensor memory, the same to each quarter
    /// of the lanes (tcgen05.cp of shape 32x128b, 9.7.16). `block` describes 32 rows of 16 bytes: four scales of a row,
    /// then those of the row 32 below, and so on. One thread issues it; products that this thread issues later find the
    /// scales.
    tcgen05_copy TensorCopy "tcgen05_copy" {
        operands: { tensor: one(C::Int), block: one(C::Int), predicate: optional(C::Bool) }
        traits: [Segmented]
    }

    /// Arrives at an mbarrier when the products that this thread has started have completed (tcgen05.commit, 9.7.16). With
    /// `multicast`, these are products of a pair of thread blocks, and it arrives at the same offset in each thread block of the
    /// mask.
    tcgen05_commit TensorCommit "tcgen05_commit" {
        operands: { address: one(C::Ptr), multicast: optional(C::Int), predicate: optional(C::Bool) }
        attrs: { offset: attr(K::Int).or(0) }
        traits: [Segmented]
    }

    /// Begins to cancel the launch of a cluster of the grid that has not begun (clusterlaunchcontrol.try_cancel, 9.7.13). The answer of 16
    /// bytes comes to shared memory, and its bytes are counted at an mbarrier; with `multicast`, at the same offset in each thread
    /// block of the cluster.
    cancel_launch CancelLaunch "cancel_launch" {
        operands: { address: one(C::Ptr), barrier: one(C::Ptr), predicate: optional(C::Bool) }
        attrs: { offset: attr(K::Int).or(0), barrier_offset: attr(K::Int).or(0), multicast: attr(K::Flag).optional() }
        traits: [Segmented]
    }

    /// What an answer says: whether a launch was cancelled, and the first thread block of the cluster, zeros where none was
    /// (clusterlaunchcontrol.query_cancel, 9.7.13).
    cancelled_launch CancelledLaunch "cancelled_launch" {
        operands: { address: one(C::Ptr) }
        attrs: { offset: attr(K::Int).or(0) }
        results: { cancelled: one(C::Bool), x: one(C::Int), y: one(C::Int), z: one(C::Int) }
        effects: [E::FIXED]
    }

    /// Lets the kernels that depend on this one begin (griddepcontrol, 9.7.13).
    launch_dependents LaunchDependents "launch_dependents" { }

    /// Waits for the kernels that this one depends on (griddepcontrol, 9.7.13).
    grid_wait GridWait "grid_wait" { }

    /// The given number of bytes of the device's heap, at a multiple of 16; the address is 0 where the heap has none left (the device's
    /// malloc).
    heap_alloc HeapAlloc "heap_alloc" {
        operands: { bytes: one(C::Int) }
        results: { result: one(C::Ptr) }
    }

    /// Gives memory of the heap back; nothing at address 0 (the device's free).
    heap_free HeapFree "heap_free" { operands: { address: one(C::Ptr) } }

    /// Prints by the device's printf.
    printf Printf "printf" { operands: { args: many(C::Data) } attrs: { format: attr(K::Str) } }

    /// Ends the launch with a message (printed by the device's printf, then trap, 9.7.19).
    trap Trap "trap" { attrs: { message: attr(K::Str).optional() } }
} });

tile_core::arith_rows!(tile_core::level_family! { tile_core::arith::Arith, arith, of_arith; });
tile_core::control_rows!({ index: Index, scope: [] } tile_core::level_family! {
    tile_core::control::Control, control, of_control;
});

impl Builders for ir::build::Builder<'_, Nvvm> {
    fn start(&mut self, opcode: Opcode) -> ir::build::Draft<'_, Nvvm> {
        self.draft(opcode as u16)
    }
}
