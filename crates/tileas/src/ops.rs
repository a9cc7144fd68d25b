//! The op table of level 3.
//!
//! Level 3 has the ops of level 2, with layouts in their types, in program order. After `place-barriers`, there are no tokens;
//! barriers order accesses of different threads. Additional ops move tiles between layouts, and use shared memory and
//! asynchronous copies.
//!
//! There are two kinds of pipelines. On the universal path, all warps execute the same code:
//! [`create_pipeline`](Opcode::CreatePipeline) is a ring of buffers, and copies are waited for in groups. With agents,
//! `async.pipeline.*` passes stages between warps by mbarriers, with tensor maps, `wgmma` and tensor memory. `docs/agents.md`
//! documents agents.

use tile_core::rows::*;
use tileaa::boxes::NoBoxes;

use crate::TileAs;
use crate::attributes::{Bound, ExecutionPath, TurnStep, Turns};
use crate::instruction::{BlockScales, MatrixInstruction, Numbering};
use crate::layout::{Input, MmaWarps, RegisterLayout};

tile_core::control_rows!({ index: Index, scope: [AllocationScope] } tile_core::tile_rows! { {
    // Tokens order accesses until `place-barriers` makes program order of them.
    token: { token: optional(C::Token) } fence_token: { token: optional(C::Token) } after: { result_token: optional(C::Token) }
    ordered: [] listed: [Segmented]
    // The axis info of memory: groups of `contiguity[d]` elements along a dimension, which begin at multiples of that number, are
    // adjacent in memory, and all of a group are accessed or none; `divisibility` divides the address of each group's first
    // element; `contiguous_dim` is the dimension along which memory is contiguous, where nothing is known of groups. Accesses of
    // one `alias_class` touch exactly the same memory, element by element.
    access: { contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional(),
              contiguous_dim: attr(K::Int).optional(), alias_class: attr(K::Int).optional(), }
    // Whether a tensor map can say the tile, and if not why: written where the program may become agents. For stores
    // `generate-schedule` has the last word, and says the extents of the slices in which a tile goes through shared memory, if it
    // goes there in slices.
    boxes: { boxes: attr(K::Flag).optional(), no_boxes: attr(K::of::<NoBoxes>()).optional(), slice: attr(K::Ints).optional(), }
    // The address of the memory is kept in shared memory at `offset`, once that is allocated.
    alloca: { offset: attr(K::Int).optional() }
    // How a product is computed, as `assign-dot-layouts` says: by which instruction, how many warps divide rows and columns of the
    // sum, and in which order the instruction sees elements. `slices` is how many parts of the inner dimension go through shared
    // memory one after the other. With `warpgroups`, how many of them divide rows and columns of the sum, it is computed by `wgmma`
    // instead: its operands are to be in shared memory, and only the sum is in fragments.
    dot: { instruction: attr(K::of::<MatrixInstruction>()).optional(), warps: attr(K::Ints).optional(),
           numbering: attr(K::of::<Numbering>()).optional(), slices: attr(K::Int).optional(), warpgroups: attr(K::Ints).optional() }
    // Offset and bytes of the scratch of an op in shared memory, once that is allocated.
    scratch: { scratch: attr(K::Ints).optional() }
} tile_core::arith_rows! { ir::generic_ops! {
    level TileAs;

    /// A module for a target: functions and globals.
    module Module "module" {
        attrs: { sym_name: attr(K::Symbol), target: attr(K::Str).optional() }
        regions: { body: block() }
        traits: [Isolated, SymbolTable]
    }

    /// A kernel: `num_warps` warps compute a tile block, in each thread block of a cluster. `shared_bytes` is the size of
    /// shared memory for buffers and the scratch memory of ops, after allocation (`allocate-shared`).
    ///
    /// `generate-schedule` writes the path of the kernel: `path = universal`, with the `reason` why it has no agents, or `path
    /// = agents`. With agents, `num_warps` is the number of warps of the agent that multiplies; `producer_warps` warps copy its
    /// operands, at most `stages` iterations ahead. `registers` are the registers per thread of the two agents, if warpgroups
    /// reallocate registers. With `sum_stages`, sums are in tensor memory, with at most that number of stages per loop; one
    /// warp then multiplies, and `num_warps` warps read the sums, or, with `chains`, the sums of each of two chains of products. With `take_over`, a thread block continues with tile blocks of
    /// thread blocks that have not started, and cancels their launch. `plan` requests the plan of this number.
    ///
    /// A caller requests `path = unspecialized`: the `num_warps` warps that multiply also copy operands, at most `stages` iterations
    /// ahead; `generate-schedule` adds `stages`, or replaces the path by `universal`. It plans agents for `path = agents` without
    /// `stages` even where the universal path keeps enough bytes in flight. A `reason` without a `path` requests `path = universal`
    /// for that reason.
    ///
    /// After allocation, ops that move elements through shared memory have `scratch = [offset, bytes]`: no other op uses these
    /// bytes while the op runs. If there are fewer bytes than the tile has, the op moves it in rounds.
    func Func "func" {
        attrs: { sym_name: attr(K::Symbol), num_warps: attr(K::Int), num_ctas: attr(K::Int).or(1),
                 occupancy: attr(K::Int).optional(), num_worker_warps_per_cta: attr(K::Int).optional(), shared_bytes: attr(K::Int).optional(),
                 path: attr(K::of::<ExecutionPath>()).optional(), reason: attr(K::Str).optional(), stages: attr(K::Int).optional(),
                 producer_warps: attr(K::Int).optional(), registers: attr(K::Ints).optional(),
                 sum_stages: attr(K::Int).optional(), turns: attr(K::of::<Turns>()).optional(),
                 take_over: attr(K::Flag).optional(), chains: attr(K::Flag).optional(),
                 plan: attr(K::Int).optional() }
        regions: { body: block() }
        traits: [Isolated, Symbol, Definition]
    }

    /// The slice of a tile, of a buffer or of tensor memory at an index, counted in slices of the result's shape. A slice of
    /// memory is a view: a contiguous range of its bytes or of its columns.
    extract_slice ExtractSlice "extract_slice" {
        operands: { source: one(C::Any), indices: many(C::Index) }
        attrs: { scratch: attr(K::Ints).optional() }
        results: { result: one(C::Any) }
        effects: [E::GUARDED]
    }

    /// `destination` with the slice at an index, counted in slices of the source's shape, replaced by `source`.
    insert_slice InsertSlice "insert_slice" {
        operands: { source: one(C::Data), destination: one(C::Data), indices: many(C::Index) }
        attrs: { scratch: attr(K::Ints).optional() }
        results: { result: one(C::Data) }
        effects: [E::GUARDED]
        rules: [SameType(&[destination, result])]
    }

    /// A token without dependences: the first of a chain of tokens.
    create_mem_token CreateMemToken "create_mem_token" { results: { result: one(C::Token) } traits: [Pure] }

    /// A token that depends on all operands.
    join_tokens JoinTokens "join_tokens" { operands: { tokens: many(C::Token) } results: { result: one(C::Token) } traits: [Pure] }

    /// The same tile in another layout.
    convert_layout ConvertLayout "convert_layout" {
        operands: { source: one(C::Data) }
        attrs: { scratch: attr(K::Ints).optional() }
        results: { result: one(C::Data) }
        traits: [Pure]
    }

    /// Shared memory of the thread block, at `offset` bytes after allocation.
    alloc_tensor AllocTensor "alloc_tensor" {
        attrs: { offset: attr(K::Int).optional() }
        results: { result: one(C::Buffer) }
        effects: [E::FIXED]
    }

    /// Writes a tile into a buffer; `offsets` are the coordinates of its first element, one for each dimension of the buffer. A
    /// tile of lower rank covers the last dimensions. With `slice`, which has an index for each dimension, counted in slices of
    /// the buffer's shape, that slice of the tile fills the buffer.
    local_store LocalStore "local_store" {
        operands: { value: one(C::Data), buffer: one(C::Buffer), offsets: many(C::Index) }
        attrs: { slice: attr(K::Ints).optional() }
    }

    /// Reads a tile from a buffer, the inverse of [`local_store`](Opcode::LocalStore).
    local_load LocalLoad "local_load" {
        operands: { buffer: one(C::Buffer), offsets: many(C::Index) }
        results: { result: one(C::Data) }
        effects: [E::FIXED]
    }

    /// The same memory with its two dimensions in the other order: a view, without an instruction.
    transpose_buffer TransposeBuffer "transpose_buffer" {
        operands: { source: one(C::Buffer) }
        results: { result: one(C::Buffer) }
        traits: [Pure]
    }

    /// `result = lhs · rhs + acc` for matrices, or batches of them, in shared memory: element by element. With scales, each
    /// element is first multiplied by the scale of its block along the inner dimension.
    fma_dot FmaDot "fma_dot" {
        operands: { lhs: one(C::Buffer), rhs: one(C::Buffer), acc: one(C::Number), lhs_scale: optional(C::Buffer),
                    rhs_scale: optional(C::Buffer) }
        attrs: { signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional() }
        results: { result: one(C::Number) }
        effects: [E::FIXED]
        traits: [Segmented]
        rules: [SameType(&[acc, result])]
    }

    /// A barrier of all threads of the block: accesses before it are visible after it.
    barrier Barrier "barrier" { }

    /// A ring of `stages` buffers for an asynchronous pipeline, at `offset` bytes after allocation. Its type is that of one
    /// buffer. `bound` is the reason that limits the number of stages.
    create_pipeline CreatePipeline "create_pipeline" {
        attrs: { stages: attr(K::Int), offset: attr(K::Int).optional(), bound: attr(K::of::<Bound>()).or(Bound::Usual as u32) }
        results: { result: one(C::Buffer) }
        effects: [E::FIXED]
    }

    /// The buffer of a stage, for writing: all threads have read its previous contents. It is a view in any shape.
    producer_acquire ProducerAcquire "producer_acquire" {
        operands: { ring: one(C::Buffer), stage: one(C::Index) }
        results: { result: one(C::Buffer) }
        traits: [Pure]
    }

    /// The buffer of a stage, for reading, after [`consumer_wait`](Opcode::ConsumerWait) has waited for its contents.
    consumer_read ConsumerRead "consumer_read" {
        operands: { ring: one(C::Buffer), stage: one(C::Index) }
        results: { result: one(C::Buffer) }
        traits: [Pure]
    }

    /// The stage after a stage; the first one after the last.
    inc_iter IncIter "inc_iter" {
        operands: { stage: one(C::Index) }
        attrs: { stages: attr(K::Int) }
        results: { result: one(C::Index) }
        traits: [Pure]
        rules: [SameType(&[stage, result])]
    }

    /// Starts an asynchronous copy of a tile of memory into a buffer, like [`tiled_load`](Opcode::TiledLoad) and
    /// [`local_store`](Opcode::LocalStore); elements out of bounds become zeros.
    async_tiled_load AsyncTiledLoad "async_tiled_load" {
        operands: { tiles: one(C::Memref), index: many(C::Int), buffer: one(C::Buffer) }
        attrs: { inbounds: attr(K::Ints).optional(), contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// Starts an asynchronous copy of elements at addresses into a buffer, like [`load`](Opcode::Load) and
    /// [`local_store`](Opcode::LocalStore); elements whose mask is false become zeros.
    async_load AsyncLoad "async_load" {
        operands: { source: one(C::Ptr), mask: optional(C::Bool), buffer: one(C::Buffer) }
        attrs: { contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// Commits a group of the copies that this thread has started since the last group.
    producer_commit ProducerCommit "producer_commit" { }

    /// Waits until at most `pending` groups of each thread are in flight, and for all threads of the block: copies of other
    /// threads are complete, and so are their earlier reads. With `fence`, the copies are visible to products of warpgroups,
    /// which read memory through another proxy.
    consumer_wait ConsumerWait "consumer_wait" { attrs: { pending: attr(K::Int), fence: attr(K::Flag).optional() } }

    /// Divides the warps of the thread block among agents, which run concurrently, each in its own [`agent`](Opcode::Agent);
    /// after the switch, all warps continue together. Its body contains only agents. The thread block has at least as many
    /// warps as its agents need, and at least those of the kernel, which are the first ones and hold the tiles outside of
    /// agents.
    ///
    /// Agents exchange values through [pipelines](Opcode::PipelineCreate), which are the only order between them. Barriers
    /// inside an agent synchronise only its warps.
    agent_switch AgentSwitch "async.pipeline.agent_switch" { regions: { body: block() } effects: [E::NONE] }

    /// The code of `num_warps` warps, which follow the warps of the previous agent. They alone hold the tiles inside.
    /// `registers` is the number of registers per thread, a multiple of 8; either all agents of a switch have it, or none.
    /// Agents with `turn` are warpgroups that take turns with each other; `turn` is their number, starting at 0.
    agent Agent "async.pipeline.agent" {
        attrs: { name: attr(K::Str).optional(), num_warps: attr(K::Int), registers: attr(K::Int).optional(),
                 turn: attr(K::Int).optional() }
        regions: { body: block() }
        effects: [E::NONE]
        traits: [AllocationScope]
    }

    /// Ends an agent, a switch, or the body of a write or read, whose results are its operands.
    pipeline_yield PipelineYield "async.pipeline.yield" { operands: { operands: many(C::Any) } effects: [E::YIELD] traits: [Terminator] }

    /// Stages of memory that one agent writes and `consumers` other agents read alternately, each with two mbarriers: one
    /// signals that the stage was written, and one that every consumer has read it. With `turns`, each stage is read by one of
    /// the consumers only. With `cluster`, consumers in all thread blocks of the cluster read the writes of a producer in any
    /// of them. `offset` and `column` are the start of its shared and its tensor memory after allocation.
    ///
    /// The stage of a pipeline `over` another one has the same columns of tensor memory. Threads that have read the other
    /// stage replace its contents: the consumer of the other pipeline is the producer of this one, and the other way
    /// round. Both have one stage.
    pipeline_create PipelineCreate "async.pipeline.create_pipeline" {
        operands: { over: optional(C::Handle) }
        attrs: { consumers: attr(K::Int).or(1), turns: attr(K::Flag).optional(), cluster: attr(K::Flag).optional(),
                 offset: attr(K::Int).optional(), column: attr(K::Int).optional() }
        results: { result: one(C::Handle) }
        effects: [E::FIXED]
    }

    /// The first stage, for the producer or for a consumer, according to the type.
    pipeline_iterator PipelineIterator "async.pipeline.create_iterator" {
        operands: { pipeline: one(C::Handle) }
        results: { result: one(C::Handle) }
        traits: [Pure]
    }

    /// The next stage of an iterator, or the one after a number of `steps` (unsigned); after the last one, the first one in the
    /// next round.
    pipeline_inc PipelineInc "async.pipeline.inc_iter" {
        operands: { iterator: one(C::Handle), steps: optional(C::Index) }
        results: { result: one(C::Handle) }
        traits: [Pure]
        rules: [SameType(&[iterator, result])]
    }

    /// Waits until every consumer has released the stage of an iterator; the stage is then empty.
    pipeline_acquire PipelineAcquire "async.pipeline.producer_acquire" {
        operands: { pipeline: one(C::Handle), iterator: one(C::Handle) }
        results: { stage: one(C::Handle) }
    }

    /// Writes an empty stage: the arguments of the body are its memory, which is only accessible in the body; the operands of
    /// the body's yield are the other results. Copies and products that the body starts may still be in flight afterwards.
    pipeline_write PipelineWrite "async.pipeline.producer_write" {
        operands: { pipeline: one(C::Handle), stage: one(C::Handle) }
        results: { written: one(C::Handle), values: many(C::Any) }
        regions: { body: block() }
        effects: [E::OUTSIDE]
    }

    /// Passes a written stage to the consumers, as soon as all operations that the body of its write started have completed.
    pipeline_commit PipelineCommit "async.pipeline.producer_commit" {
        operands: { pipeline: one(C::Handle), stage: one(C::Handle) }
    }

    /// Waits until the stage of an iterator is full. Each consumer of the pipeline waits separately.
    pipeline_wait PipelineWait "async.pipeline.consumer_wait" {
        operands: { pipeline: one(C::Handle), iterator: one(C::Handle) }
        attrs: { consumer_idx: attr(K::Int).or(0) }
        results: { stage: one(C::Handle) }
    }

    /// Reads a full stage: the arguments of the body are its memory, which is only accessible in the body; the operands of the
    /// body's yield are the other results. Products that the body starts may still be in flight afterwards.
    pipeline_read PipelineRead "async.pipeline.consumer_read" {
        operands: { pipeline: one(C::Handle), stage: one(C::Handle) }
        attrs: { consumer_idx: attr(K::Int).or(0) }
        results: { read: one(C::Handle), values: many(C::Any) }
        regions: { body: block() }
        effects: [E::OUTSIDE]
    }

    /// Returns a stage to the producer, as soon as all operations that the body of its read started have completed.
    pipeline_release PipelineRelease "async.pipeline.consumer_release" {
        operands: { pipeline: one(C::Handle), stage: one(C::Handle) }
        attrs: { consumer_idx: attr(K::Int).or(0) }
    }

    /// The memory of a pipeline's stages as one buffer, for an agent that has consumed all stages. After this op, no agent may
    /// write or read a stage: the other agents have left the pipeline, or leave it without another stage.
    pipeline_reuse PipelineReuse "async.pipeline.reuse" {
        operands: { pipeline: one(C::Handle) }
        results: { result: one(C::Buffer) }
        effects: [E::FIXED]
    }

    /// The tensor map of memory: parameter `tma_idx` of the tensor maps after the kernel's own parameters. The launcher creates
    /// it, so its memory must be described by parameters and constants.
    tma_desc TmaDesc "make_tiled_tma_desc" {
        operands: { memref: one(C::Memref) }
        attrs: { tma_idx: attr(K::Int) }
        results: { result: one(C::Handle) }
        traits: [Pure]
    }

    /// Starts a copy of a tile of memory into the buffer of a stage, box by box; elements out of bounds become zeros. With
    /// `multicast`, it copies into the buffers of these thread blocks of the cluster, at the same offset in each; with
    /// `by_parts`, each of them copies an equal number of the boxes, in the order of their ranks.
    tma_load TmaLoad "async.tiled_tma_load" {
        operands: { tiles: one(C::Memref), buffer: one(C::Buffer), desc: one(C::Handle), index: many(C::Int) }
        attrs: { multicast: attr(K::Ints).optional(), by_parts: attr(K::Flag).optional() }
    }

    /// Starts a copy of a buffer into a tile of memory, box by box, or with `mode` combines it with memory, each element
    /// atomically. Elements out of bounds are not written, except at the end of a row: the last unit of 16 bytes of the
    /// memory's rows is written as a whole, with zeros out of bounds, so rows must be a multiple of 16 bytes long.
    /// With `slice`, an index for each dimension in slices of the buffer's shape, the buffer is that slice of the tile.
    /// [`store_wait`](Opcode::StoreWait) waits for the copy.
    tma_store TmaStore "async.tiled_tma_store" {
        operands: { buffer: one(C::Buffer), tiles: one(C::Memref), desc: one(C::Handle), index: many(C::Int) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()).optional(), slice: attr(K::Ints).optional() }
    }

    /// Waits until at most `pending` of the stores that this agent has started are in flight; with `read`, until they have read
    /// their buffers, which may then be overwritten.
    store_wait StoreWait "async.store_wait" { attrs: { pending: attr(K::Int), read: attr(K::Flag).optional() } }

    /// Starts to cancel the launch of a thread block, or a cluster, that has not started. The answer of 16 bytes is written to the
    /// buffer of a stage: whether a launch was cancelled, and its tile block, which must then be computed by this thread block.
    cancel_launch CancelLaunch "async.cancel_launch" { operands: { buffer: one(C::Buffer) } }

    /// Reads such an answer. If no launch was cancelled, the indices of the tile block are 0.
    cancelled_launch CancelledLaunch "cancelled_launch" {
        operands: { buffer: one(C::Buffer) }
        results: { cancelled: one(C::Bool), x: one(C::Index), y: one(C::Index), z: one(C::Index) }
        effects: [E::FIXED]
    }

    /// Starts a copy of elements at addresses into the buffer of a stage; elements whose mask is false become zeros.
    copy_load CopyLoad "async.load" {
        operands: { source: one(C::Ptr), mask: optional(C::Bool), buffer: one(C::Buffer) }
        attrs: { contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// Starts a copy of a tile of memory into the buffer of a stage, by threads instead of a tensor map; elements out of bounds
    /// become zeros.
    copy_tiled_load CopyTiledLoad "async.tiled_load" {
        operands: { tiles: one(C::Memref), index: many(C::Int), buffer: one(C::Buffer) }
        attrs: { inbounds: attr(K::Ints).optional(), contiguity: attr(K::Ints).optional(), divisibility: attr(K::Int).optional() }
        traits: [Segmented]
    }

    /// A proxy fence: earlier writes of threads to shared memory are visible to later copies and products, which access memory
    /// through another proxy (PTX ISA, "Async proxy").
    mma_fence MmaFence "mma.fence" { }

    /// A tile that products are about to accumulate onto, as a sum in flight: no product has started yet. A loop that leaves its
    /// product in flight carries it.
    dot_begin DotBegin "async.dot_begin" { operands: { acc: one(C::Number) } results: { result: one(C::Handle) } }

    /// Starts `lhs · rhs + acc` by `wgmma`: `rhs`, and `lhs` unless it is a tile, are in buffers with a layout that descriptors
    /// support. The result is in flight until [`dot_wait`](Opcode::DotWait); before that, only another product may accumulate
    /// onto it.
    async_dot AsyncDot "async.dot" {
        operands: { lhs: one(C::Any), rhs: one(C::Buffer), acc: one(C::Any) }
        attrs: { signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional(), fast_acc: attr(K::Flag).optional() }
        results: { result: one(C::Handle) }
    }

    /// Waits until at most `pending` of the products that this agent has started are in flight. The result is a tile if at
    /// least `pending` products were started after its own, in the same block; with `pending = 0` always. With `late`, earlier
    /// ops stay before the wait in machine code too, and execute while the product runs.
    dot_wait DotWait "async.dot_wait" {
        operands: { acc: one(C::Handle) }
        attrs: { pending: attr(K::Int).or(0), late: attr(K::Flag).optional() }
        results: { result: one(C::Any) }
    }

    /// Warpgroups of an agent, or agents with `turn`, start their products by turns, so that each one computes while products of
    /// another run. `open` gives the first warpgroup its turn, `take` waits for this warpgroup's turn, `pass` gives the next
    /// warpgroup its turn, and `close` takes back the remaining turn. Each turn that is taken must be passed on. `of` selects
    /// independent turns of products and of stores.
    turn Turn "async.turn" { attrs: { step: attr(K::of::<TurnStep>()), of: attr(K::of::<Turns>()).or(Turns::Products as u32) } }

    /// Tensor memory of the thread block, at `column` after allocation; freed at the end of the kernel. At `offset` of shared
    /// memory is the mbarrier of products into it.
    tensor_alloc TensorAlloc "tcgen05.alloc" {
        attrs: { column: attr(K::Int).optional(), offset: attr(K::Int).optional() }
        results: { result: one(C::Handle) }
        effects: [E::FIXED]
    }

    /// Reads a tile from tensor memory; each warp reads the lanes that it can access.
    tensor_load TensorLoad "tmem_load" {
        operands: { tensor: one(C::Handle) }
        results: { result: one(C::Data) }
        effects: [E::FIXED]
    }

    /// Writes a tile into tensor memory; each warp writes the lanes that it can access.
    tensor_store TensorStore "tmem_store" { operands: { value: one(C::Data), tensor: one(C::Handle) } }

    /// Executes its body in each warp that holds a true element of `condition`; the other warps skip it. The body accesses
    /// tensor memory, in which each warp has lanes of its own, and computes element by element: no op in it passes elements
    /// between warps, and none waits for other threads.
    warp_if WarpIf "warp_if" {
        operands: { condition: one(C::Bool) }
        regions: { body: block() }
        effects: [E::NONE]
    }

    /// Starts a copy of a buffer into tensor memory. Later products observe it.
    tensor_copy TensorCopy "tcgen05.copy" { operands: { buffer: one(C::Buffer), tensor: one(C::Handle) } }

    /// Starts `acc = lhs · rhs + acc`, or `lhs · rhs` if `accumulate` is false: `acc` is in tensor memory, `rhs` in a buffer,
    /// `lhs` in either. Products of one agent complete in order. With `cta_group = 2`, two thread blocks of a cluster compute
    /// it together: each has its rows of `lhs` and of the sum, and its half of the columns of `rhs`.
    ///
    /// In a kernel without agents, `acc` comes from [`tcgen05.alloc`](Opcode::TensorAlloc), and all warps execute the op as they
    /// execute a barrier: the product takes what they have written before, and is complete after it.
    tensor_dot TensorDot "tcgen05.mma" {
        operands: { lhs: one(C::Any), rhs: one(C::Buffer), acc: one(C::Handle), accumulate: optional(C::Bool) }
        attrs: { cta_group: attr(K::Int).or(1), signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional() }
        traits: [Segmented]
    }

    /// The same, with blocks of `lhs` and `rhs` first multiplied by their scales, which are in tensor memory; the scales of a
    /// column of `rhs` are in a row.
    tensor_dot_scaled TensorDotScaled "tcgen05.block_scaled_mma" {
        operands: { lhs: one(C::Any), rhs: one(C::Buffer), acc: one(C::Handle), lhs_scale: one(C::Handle),
                    rhs_scale: one(C::Handle), accumulate: optional(C::Bool) }
        attrs: { cta_group: attr(K::Int).or(1) }
        traits: [Segmented]
    }

    /// A barrier of all thread blocks of the cluster: accesses before it are visible after it.
    cluster_barrier ClusterBarrier "cluster_barrier" { }

} } });

tile_core::arith_rows!(tile_core::level_family! { tile_core::arith::Arith, arith, of_arith; });
tile_core::control_rows!({ index: Index, scope: [] } tile_core::level_family! {
    tile_core::control::Control, control, of_control;
});
tile_core::tile_rows!({
    token: { } fence_token: { } after: { } ordered: [] listed: [] access: { } boxes: { } alloca: { } dot: { } scratch: { }
} tile_core::level_family! { tile_core::tiles::TileOp, tile_op, of_tile_op; });

/// The ops of agents, as a pattern. The universal path uses products of warpgroups (`async.dot`) alone of them.
#[macro_export]
macro_rules! agent_pattern {
    ($opcode:ident) => {
        $opcode::Agent
            | $opcode::AgentSwitch
            | $opcode::AsyncDot
            | $opcode::CancelLaunch
            | $opcode::CancelledLaunch
            | $opcode::ClusterBarrier
            | $opcode::CopyLoad
            | $opcode::CopyTiledLoad
            | $opcode::DotBegin
            | $opcode::DotWait
            | $opcode::MmaFence
            | $opcode::PipelineAcquire
            | $opcode::PipelineCommit
            | $opcode::PipelineCreate
            | $opcode::PipelineInc
            | $opcode::PipelineIterator
            | $opcode::PipelineRead
            | $opcode::PipelineRelease
            | $opcode::PipelineReuse
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
            | $opcode::Turn
            | $opcode::WarpIf
    };
}

impl Builders for ir::build::Builder<'_, TileAs> {
    fn start(&mut self, opcode: Opcode) -> ir::build::Draft<'_, TileAs> {
        self.draft(opcode as u16)
    }
}

impl MatrixInstruction {
    /// The instruction of a product; none until `assign-dot-layouts` has chosen one.
    pub fn of(module: &crate::Module, dot: ir::Op) -> Option<MatrixInstruction> {
        module.get_opt(dot, choice(module, dot)?.instruction)
    }
}

/// The scales of the blocks of a product; none for products without scales.
pub fn block_scales(module: &crate::Module, dot: ir::Op) -> Option<BlockScales> {
    if module.opcode(dot) != Opcode::DotScaled {
        return None;
    }
    let tile = |field| module.ty(module.operand(dot, field)).tile();
    let (left, scales) = (tile(fields::dot_scaled::lhs)?, tile(fields::dot_scaled::lhs_scale)?);
    let (depth, blocks) = (left.shape().last()?, scales.shape().last()?);
    Some(BlockScales { scalar: scales.elem.scalar()?, block: depth / blocks })
}

/// The fields of a product in which `assign-dot-layouts` writes how an instruction of warps or of warpgroups computes it. Operands and result of
/// `dot_scaled` are the fields of `dot`, followed by the scales.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The instruction.
    pub instruction: ir::Field,
    /// Warps along rows and columns of the sum.
    pub warps: ir::Field,
    /// The order in which the instruction sees elements.
    pub numbering: ir::Field,
    /// Warpgroups along rows and columns of the sum.
    pub warpgroups: ir::Field,
}

/// These fields of a product; none for ops that no such instruction computes.
pub fn choice(module: &crate::Module, dot: ir::Op) -> Option<Choice> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are no products of tiles")]
    match module.opcode(dot) {
        Opcode::Dot => Some(Choice {
            instruction: fields::dot::instruction,
            warps: fields::dot::warps,
            numbering: fields::dot::numbering,
            warpgroups: fields::dot::warpgroups,
        }),
        Opcode::DotScaled => Some(Choice {
            instruction: fields::dot_scaled::instruction,
            warps: fields::dot_scaled::warps,
            numbering: fields::dot_scaled::numbering,
            warpgroups: fields::dot_scaled::warpgroups,
        }),
        _ => None,
    }
}

impl Bound {
    /// The bound in the attribute of a ring.
    pub fn of(module: &crate::Module, ring: ir::Op) -> Bound {
        module.get(ring, fields::create_pipeline::bound)
    }
}

/// Whether `wgmma` computes a product transposed, so that its rows are columns of the tile.
pub fn is_transposed(module: &crate::Module, dot: ir::Op) -> bool {
    let Some(groups) = warpgroups(module, dot) else { return false };
    let sum = module.ty(module.operand(dot, fields::dot::acc)).tile();
    sum.is_some_and(|sum| {
        let turned = RegisterLayout::wgmma_accumulator_transposed(sum.layout.shape(), groups);
        turned.is_some_and(|turned| turned.columns(Input::Lane) == sum.layout.columns(Input::Lane))
    })
}

/// The division of the sum of a product by `wgmma` or `tcgen05` among warpgroups; none for others.
pub fn warpgroups(module: &crate::Module, dot: ir::Op) -> Option<MmaWarps> {
    let &[rows, columns] = module.ints(dot, choice(module, dot)?.warpgroups) else { return None };
    let bits = |count: i64| u32::try_from(count).ok().filter(|count| count.is_power_of_two()).map(u32::ilog2);
    Some(MmaWarps { rows: bits(rows)?, columns: bits(columns)? })
}
