//! The op table of level 3.
//!
//! Ops of level 2 stand here with layouts in their types and in the order of the program: tokens are gone, barriers say
//! where threads must see each other's accesses. What is added: movement between layouts, shared memory, copies under way.
//!
//! Pipelines are of two kinds. On the universal path all warps do the same: [`create_pipeline`](Opcode::CreatePipeline) is a
//! ring of buffers, and copies are waited for in groups. Where agents have roles of their own, `async.pipeline.*` hands stages
//! over by mbarriers, and tensor maps, `wgmma` and tensor memory do the work. `docs/agents.md` is about these.

use tile_core::rows::*;

use crate::TileAs;
use crate::transform::Bound;

tile_core::arith_rows!(ir::plain_ops! {
    level TileAs;

    /// A module for a target: functions and globals.
    module Module "module" {
        attrs: { sym_name: attr(K::Symbol), target: attr(K::Str).optional() }
        regions: { body: block() }
        traits: [Isolated, SymbolTable]
    }

    /// A kernel: so many warps work on a tile block, in so many thread blocks of a cluster. `shared_bytes` is what its buffers
    /// and the scratch behind them take, once that is planned; `scratch` is where the scratch starts.
    func Func "func" {
        attrs: { sym_name: attr(K::Symbol), num_warps: attr(K::Int), num_ctas: attr(K::Int).or(1),
                 occupancy: attr(K::Int).optional(), shared_bytes: attr(K::Int).optional(), scratch: attr(K::Int).optional() }
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

    /// The slice of a tile, of a buffer or of tensor memory at an index, counted in slices of the result's shape. A slice of
    /// memory is a view of it, one run of its bytes or of its columns.
    extract_slice ExtractSlice "extract_slice" {
        operands: { source: one(C::Any), indices: many(C::Index) }
        results: { result: one(C::Any) }
        effects: [E::GUARDED]
    }

    /// `destination` with the slice at an index, counted in slices of the source's shape, replaced by `source`.
    insert_slice InsertSlice "insert_slice" {
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

    /// Memory at `base` with a shape; extents and strides that the type leaves open, in order.
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

    /// The number of tiles along a dimension of the tile.
    get_tile_count GetTileCount "get_tile_count" {
        operands: { tiles: one(C::Memref) }
        attrs: { dim: attr(K::Int) }
        results: { result: one(C::Index) }
        effects: [E::GUARDED]
    }

    /// The same tile in another layout.
    convert_layout ConvertLayout "convert_layout" {
        operands: { source: one(C::Data) }
        results: { result: one(C::Data) }
        traits: [Pure]
    }

    /// Shared memory of the thread block, at `offset` bytes once that is planned.
    alloc_tensor AllocTensor "alloc_tensor" {
        attrs: { offset: attr(K::Int).optional() }
        results: { result: one(C::Buffer) }
        effects: [E::FIXED]
    }

    /// Writes a tile into a buffer; `offsets` are those of its first element, one for each dimension of the buffer. A tile of
    /// lower rank runs along the last dimensions. With `slice`, which has an index for each dimension, counted in slices of the
    /// buffer's shape, that slice of the tile fills the buffer.
    local_store LocalStore "local_store" {
        operands: { value: one(C::Data), buffer: one(C::Buffer), offsets: many(C::Index) }
        attrs: { slice: attr(K::Ints).optional() }
    }

    /// Reads a tile from a buffer, as [`local_store`](Opcode::LocalStore) writes it.
    local_load LocalLoad "local_load" {
        operands: { buffer: one(C::Buffer), offsets: many(C::Index) }
        results: { result: one(C::Data) }
        effects: [E::FIXED]
    }

    /// `result = lhs · rhs + acc` over matrices, or batches of them, in shared memory: element by element. With scales, each
    /// element is multiplied by that of its block along the inner dimension first.
    fma_dot FmaDot "fma_dot" {
        operands: { lhs: one(C::Buffer), rhs: one(C::Buffer), acc: one(C::Number), lhs_scale: optional(C::Buffer),
                    rhs_scale: optional(C::Buffer) }
        attrs: { signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional() }
        results: { result: one(C::Number) }
        effects: [E::FIXED]
        traits: [Segmented]
        rules: [SameType(&[acc, result])]
    }

    /// All threads of the block wait for each other; their accesses before it are seen behind it.
    barrier Barrier "barrier" { }

    /// A ring of `stages` buffers for an asynchronous pipeline, at `offset` bytes once that is planned. Its type is that of one.
    /// `bound` says why there are not more of them.
    create_pipeline CreatePipeline "create_pipeline" {
        attrs: { stages: attr(K::Int), offset: attr(K::Int).optional(), bound: attr(K::of::<Bound>()).or(Bound::Usual as u32) }
        results: { result: one(C::Buffer) }
        effects: [E::FIXED]
    }

    /// The buffer of a stage, to be written: everybody has read what was there before. A view of it in any shape.
    producer_acquire ProducerAcquire "producer_acquire" {
        operands: { ring: one(C::Buffer), stage: one(C::Index) }
        results: { result: one(C::Buffer) }
        traits: [Pure]
    }

    /// The buffer of a stage, to be read: [`consumer_wait`](Opcode::ConsumerWait) has waited for what is there.
    consumer_read ConsumerRead "consumer_read" {
        operands: { ring: one(C::Buffer), stage: one(C::Index) }
        results: { result: one(C::Buffer) }
        traits: [Pure]
    }

    /// The stage behind a stage; behind the last one, the first.
    inc_iter IncIter "inc_iter" {
        operands: { stage: one(C::Index) }
        attrs: { stages: attr(K::Int) }
        results: { result: one(C::Index) }
        traits: [Pure]
        rules: [SameType(&[stage, result])]
    }

    /// Begins to copy a tile of memory into a buffer, as [`tiled_load`](Opcode::TiledLoad) and
    /// [`local_store`](Opcode::LocalStore) would; what is outside becomes zeros.
    async_tiled_load AsyncTiledLoad "async_tiled_load" {
        operands: { tiles: one(C::Memref), index: many(C::Int), buffer: one(C::Buffer) }
        attrs: { inbounds: attr(K::Ints).optional(), contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// Begins to copy elements at addresses into a buffer, as [`load`](Opcode::Load) and
    /// [`local_store`](Opcode::LocalStore) would; where the mask is false, zeros.
    async_load AsyncLoad "async_load" {
        operands: { source: one(C::Ptr), mask: optional(C::Bool), buffer: one(C::Buffer) }
        attrs: { contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// Makes a group of the copies that this thread has begun since the last one.
    producer_commit ProducerCommit "producer_commit" { }

    /// Waits until at most `pending` groups of each thread are under way, and for all threads of the block: what the others
    /// have copied is there, and what they read before they have read.
    consumer_wait ConsumerWait "consumer_wait" { attrs: { pending: attr(K::Int) } }

    /// Shares the warps of the thread block out to agents, which run at the same time, each in its own [`agent`](Opcode::Agent);
    /// behind it all go on together. Its body holds agents alone. The thread block has as many warps as its agents need, and at
    /// least those of the kernel, which are the first ones and hold the tiles outside of agents.
    ///
    /// Agents hand values over through [pipelines](Opcode::PipelineCreate): between them there is no order but the one that
    /// stages make. Barriers inside of an agent are those of its warps.
    agent_switch AgentSwitch "async.pipeline.agent_switch" { regions: { body: block() } effects: [E::NONE] }

    /// What `num_warps` warps do, those behind the warps of the agent before. Tiles in it are held by them alone. `registers`
    /// is how many each thread may have, a multiple of 8; all agents of a switch say so, or none.
    agent Agent "async.pipeline.agent" {
        attrs: { name: attr(K::Str).optional(), num_warps: attr(K::Int), registers: attr(K::Int).optional() }
        regions: { body: block() }
        effects: [E::NONE]
        traits: [AllocationScope]
    }

    /// Ends an agent, a switch, or the body of a write or read, whose results are its operands.
    pipeline_yield PipelineYield "async.pipeline.yield" { operands: { operands: many(C::Any) } effects: [E::YIELD] traits: [Terminator] }

    /// Stages of memory which one agent writes and `consumers` others read in turns, each handed over by two mbarriers: one says
    /// that the stage was written, one that every consumer has read it. With `cluster`, consumers in all thread blocks of the
    /// cluster read what a producer in any of them writes. `offset` and `column` are where its shared and its tensor memory
    /// start, once that is planned.
    pipeline_create PipelineCreate "async.pipeline.create_pipeline" {
        attrs: { consumers: attr(K::Int).or(1), cluster: attr(K::Flag).optional(), offset: attr(K::Int).optional(),
                 column: attr(K::Int).optional() }
        results: { result: one(C::Handle) }
        effects: [E::FIXED]
    }

    /// The first stage, for the producer or for a consumer, as the type says.
    pipeline_iterator PipelineIterator "async.pipeline.create_iterator" {
        operands: { pipeline: one(C::Handle) }
        results: { result: one(C::Handle) }
        traits: [Pure]
    }

    /// The stage behind that of an iterator; behind the last one, the first, in the next round.
    pipeline_inc PipelineInc "async.pipeline.inc_iter" {
        operands: { iterator: one(C::Handle) }
        results: { result: one(C::Handle) }
        traits: [Pure]
        rules: [SameType(&[iterator, result])]
    }

    /// Waits until every consumer has released the stage of an iterator, which is empty then.
    pipeline_acquire PipelineAcquire "async.pipeline.producer_acquire" {
        operands: { pipeline: one(C::Handle), iterator: one(C::Handle) }
        results: { stage: one(C::Handle) }
    }

    /// Writes an empty stage: the arguments of the body are its memory, which stays in the body; what the body yields are the
    /// further results. Copies and products that the body begins may go on behind it.
    pipeline_write PipelineWrite "async.pipeline.producer_write" {
        operands: { pipeline: one(C::Handle), stage: one(C::Handle) }
        results: { written: one(C::Handle), values: many(C::Any) }
        regions: { body: block() }
        effects: [E::OUTSIDE]
    }

    /// Hands a written stage to the consumers, as soon as everything has ended that the body of its write has begun.
    pipeline_commit PipelineCommit "async.pipeline.producer_commit" {
        operands: { pipeline: one(C::Handle), stage: one(C::Handle) }
    }

    /// Waits until the stage of an iterator was handed over: it is full then. Each of the pipeline's consumers waits for itself.
    pipeline_wait PipelineWait "async.pipeline.consumer_wait" {
        operands: { pipeline: one(C::Handle), iterator: one(C::Handle) }
        attrs: { consumer_idx: attr(K::Int).or(0) }
        results: { stage: one(C::Handle) }
    }

    /// Reads a full stage: the arguments of the body are its memory, which stays in the body; what the body yields are the
    /// further results. Products that the body begins may go on behind it.
    pipeline_read PipelineRead "async.pipeline.consumer_read" {
        operands: { pipeline: one(C::Handle), stage: one(C::Handle) }
        attrs: { consumer_idx: attr(K::Int).or(0) }
        results: { read: one(C::Handle), values: many(C::Any) }
        regions: { body: block() }
        effects: [E::OUTSIDE]
    }

    /// Gives a stage back to the producer, as soon as everything has ended that the body of its read has begun.
    pipeline_release PipelineRelease "async.pipeline.consumer_release" {
        operands: { pipeline: one(C::Handle), stage: one(C::Handle) }
        attrs: { consumer_idx: attr(K::Int).or(0) }
    }

    /// The tensor map of memory: parameter `tma_idx` of those behind the kernel's own. The launcher fills it, so its memory is made
    /// of parameters and constants.
    tma_desc TmaDesc "make_tiled_tma_desc" {
        operands: { memref: one(C::Memref) }
        attrs: { tma_idx: attr(K::Int) }
        results: { result: one(C::Handle) }
        traits: [Pure]
    }

    /// Begins to copy a tile of memory into the buffer of a stage, box by box; what is outside becomes zeros.
    /// With `multicast` into the buffers of these thread blocks of the cluster, at the same place in each.
    tma_load TmaLoad "async.tiled_tma_load" {
        operands: { tiles: one(C::Memref), buffer: one(C::Buffer), desc: one(C::Handle), index: many(C::Int) }
        attrs: { multicast: attr(K::Ints).optional() }
    }

    /// Begins to copy a buffer into a tile of memory, box by box, or with `mode` to combine it into memory, each element
    /// atomically; what is outside is not written. Ended by [`store_wait`](Opcode::StoreWait).
    tma_store TmaStore "async.tiled_tma_store" {
        operands: { buffer: one(C::Buffer), tiles: one(C::Memref), desc: one(C::Handle), index: many(C::Int) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()).optional() }
    }

    /// Waits until at most `pending` of the stores that this agent has begun are under way; with `read` until they have read
    /// their buffers, which may be written again then.
    store_wait StoreWait "async.store_wait" { attrs: { pending: attr(K::Int), read: attr(K::Flag).optional() } }

    /// Begins to copy elements at addresses into the buffer of a stage; where the mask is false, zeros.
    copy_load CopyLoad "async.load" {
        operands: { source: one(C::Ptr), mask: optional(C::Bool), buffer: one(C::Buffer) }
        attrs: { contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// Begins to copy a tile of memory into the buffer of a stage, by threads instead of a tensor map; what is outside becomes
    /// zeros.
    copy_tiled_load CopyTiledLoad "async.tiled_load" {
        operands: { tiles: one(C::Memref), index: many(C::Int), buffer: one(C::Buffer) }
        attrs: { inbounds: attr(K::Ints).optional(), contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// What threads have written to shared memory so far is seen by the copies and products behind it, which reach memory
    /// another way (PTX ISA, "Async proxy").
    mma_fence MmaFence "mma.fence" { }

    /// Begins `lhs · rhs + acc` by `wgmma`: `rhs`, and `lhs` unless it is a tile, lie in buffers as descriptors say. The result
    /// is under way until [`dot_wait`](Opcode::DotWait); only a further product may add onto it before.
    async_dot AsyncDot "async.dot" {
        operands: { lhs: one(C::Any), rhs: one(C::Buffer), acc: one(C::Any) }
        attrs: { signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional(), fast_acc: attr(K::Flag).optional() }
        results: { result: one(C::Handle) }
    }

    /// Waits for products until at most `pending` of those that this agent has begun are under way. The last ones may still be:
    /// the result is a tile if `pending` products or more were begun behind its own, in the same block; with `pending = 0` always.
    dot_wait DotWait "async.dot_wait" {
        operands: { acc: one(C::Handle) }
        attrs: { pending: attr(K::Int).or(0) }
        results: { result: one(C::Any) }
    }

    /// Tensor memory of the thread block, at `column` once that is planned; freed where the kernel ends.
    tensor_alloc TensorAlloc "tcgen05.alloc" {
        attrs: { column: attr(K::Int).optional() }
        results: { result: one(C::Handle) }
        effects: [E::FIXED]
    }

    /// Reads a tile from tensor memory, each warp the lanes that it reaches.
    tensor_load TensorLoad "tmem_load" {
        operands: { tensor: one(C::Handle) }
        results: { result: one(C::Data) }
        effects: [E::FIXED]
    }

    /// Writes a tile into tensor memory, each warp the lanes that it reaches.
    tensor_store TensorStore "tmem_store" { operands: { value: one(C::Data), tensor: one(C::Handle) } }

    /// Begins to copy a buffer into tensor memory. Products behind it see what it copies.
    tensor_copy TensorCopy "tcgen05.copy" { operands: { buffer: one(C::Buffer), tensor: one(C::Handle) } }

    /// Begins `acc = lhs · rhs + acc`, or `lhs · rhs` where `accumulate` is false: `acc` lies in tensor memory, `rhs` in a buffer,
    /// `lhs` in either. Products of one agent are made in their order. With `cta_group = 2` two thread blocks of a cluster make
    /// it together: each has its rows of `lhs` and of the sum, and its half of the columns of `rhs`.
    tensor_dot TensorDot "tcgen05.mma" {
        operands: { lhs: one(C::Any), rhs: one(C::Buffer), acc: one(C::Handle), accumulate: optional(C::Bool) }
        attrs: { cta_group: attr(K::Int).or(1), signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional() }
        traits: [Segmented]
    }

    /// The same with blocks of `lhs` and `rhs` multiplied by their scales first, which lie in tensor memory, those of a column
    /// of `rhs` in a row.
    tensor_dot_scaled TensorDotScaled "tcgen05.block_scaled_mma" {
        operands: { lhs: one(C::Any), rhs: one(C::Buffer), acc: one(C::Handle), lhs_scale: one(C::Handle),
                    rhs_scale: one(C::Handle), accumulate: optional(C::Bool) }
        attrs: { cta_group: attr(K::Int).or(1) }
        traits: [Segmented]
    }

    /// All thread blocks of the cluster wait for each other; their accesses before it are seen behind it.
    cluster_barrier ClusterBarrier "cluster_barrier" { }

    /// Elements at addresses. Where the mask is false, `other`, or nothing that is defined.
    ///
    /// This op and the next three say what is known of memory: groups of `contiguity[d]` elements along a dimension, which
    /// begin at multiples of that number, lie one behind the other, and all of a group are accessed or none;
    /// `divisibility` divides the address of each group's first element.
    load Load "load" {
        operands: { source: one(C::Ptr), mask: optional(C::Bool), other: optional(C::Data) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(), allow_tma: attr(K::Int).optional(),
                 contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        results: { result: one(C::Data) }
        effects: [E::depends(LOAD, |module, op| load_effects(module, op, fields::load::ordering))]
        traits: [Segmented]
    }

    /// Writes elements at addresses where the mask is true.
    store Store "store" {
        operands: { destination: one(C::Ptr), value: one(C::Data), mask: optional(C::Bool) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(), allow_tma: attr(K::Int).optional(),
                 contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// A tile of memory. `inbounds` names the dimensions of the tile in which nothing is outside.
    tiled_load TiledLoad "tiled_load" {
        operands: { tiles: one(C::Memref), index: many(C::Int) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(), allow_tma: attr(K::Int).optional(), inbounds: attr(K::Ints).optional(),
                 contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        results: { result: one(C::Data) }
        effects: [E::depends(LOAD, |module, op| load_effects(module, op, fields::tiled_load::ordering))]
    }

    /// Writes a tile of memory; what is outside is not written.
    tiled_store TiledStore "tiled_store" {
        operands: { value: one(C::Data), tiles: one(C::Memref), index: many(C::Int) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32), latency: attr(K::Int).optional(), allow_tma: attr(K::Int).optional(), inbounds: attr(K::Ints).optional(),
                 contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
    }

    /// Combines a tile of values into memory, each element atomically.
    tiled_atomic_red TiledAtomicRed "tiled_atomic_red" {
        operands: { value: one(C::Number), tiles: one(C::Memref), index: many(C::Int) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
    }

    /// Reads, combines and writes each element atomically; gives what was there before.
    atomic_rmw AtomicRmw "atomic_rmw" {
        operands: { pointers: one(C::Ptr), arg: one(C::Number), mask: optional(C::Bool) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()), ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        results: { result: one(C::Number) }
        traits: [Segmented]
    }

    /// Writes `val` where `cmp` is there, atomically; gives what was there before. Floats are compared by their bits.
    atomic_cas AtomicCas "atomic_cas" {
        operands: { pointers: one(C::Ptr), cmp: one(C::Data), val: one(C::Data), mask: optional(C::Bool) }
        attrs: { ordering: attr(K::of::<MemoryOrdering>()).or(MemoryOrdering::Weak as u32), scope: attr(K::of::<MemoryScope>()).or(MemoryScope::Device as u32) }
        results: { result: one(C::Data) }
        traits: [Segmented]
    }

    /// Orders accesses of the tile block through one address space against those through another.
    memory_fence MemoryFence "memory_fence" { }

    /// Lets the kernels that depend on this one begin.
    gdc_launch_dependents GdcLaunchDependents "gdc_launch_dependents" { }

    /// Waits for the kernels that this one depends on.
    gdc_wait GdcWait "gdc_wait" { }

    /// Memory of the tile block, as long as the loop or function around it runs.
    alloca Alloca "alloca" {
        attrs: { bytes: attr(K::Int), alignment: attr(K::Int) }
        results: { result: one(C::Ptr) }
        effects: [E::FIXED]
    }

    /// Prints values, once for the tile block, in the format of level 1.
    print Print "print" {
        operands: { args: many(C::Data) }
        attrs: { format: attr(K::Str) }
    }

    /// Ends the kernel with a message unless every element is true.
    assert Assert "assert" {
        operands: { condition: one(C::Bool) }
        attrs: { message: attr(K::Str) }
    }
});

tile_core::arith_rows!(tile_core::level_arith! {});

/// The ops that are for agents, as a pattern: those that the universal path has no use for.
#[macro_export]
macro_rules! agent_pattern {
    ($opcode:ident) => {
        $opcode::Agent
            | $opcode::AgentSwitch
            | $opcode::AsyncDot
            | $opcode::ClusterBarrier
            | $opcode::CopyLoad
            | $opcode::CopyTiledLoad
            | $opcode::DotWait
            | $opcode::MmaFence
            | $opcode::PipelineAcquire
            | $opcode::PipelineCommit
            | $opcode::PipelineCreate
            | $opcode::PipelineInc
            | $opcode::PipelineIterator
            | $opcode::PipelineRead
            | $opcode::PipelineRelease
            | $opcode::PipelineWait
            | $opcode::PipelineWrite
            | $opcode::PipelineYield
            | $opcode::StoreWait
            | $opcode::TensorAlloc
            | $opcode::TensorCopy
            | $opcode::TensorDot
            | $opcode::TensorDotScaled
            | $opcode::TensorLoad
            | $opcode::TensorStore
            | $opcode::TmaDesc
            | $opcode::TmaLoad
            | $opcode::TmaStore
    };
}

impl Opcode {
    /// The op of a name.
    pub fn named(mnemonic: &str) -> Option<Opcode> {
        Opcode::ALL.iter().copied().find(|opcode| opcode.spec().mnemonic == mnemonic)
    }
}

impl Builders for ir::build::Builder<'_, TileAs> {
    fn start(&mut self, opcode: Opcode) -> ir::build::Draft<'_, TileAs> {
        self.draft(opcode as u16)
    }
}
