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
use crate::attributes::{Bound, ExecutionPath, TurnStep};
use crate::instruction::{MatrixInstruction, Numbering};
use crate::layout::MmaWarps;

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
    // `generate-schedule` has the last word.
    boxes: { boxes: attr(K::Flag).optional(), no_boxes: attr(K::of::<NoBoxes>()).optional(), }
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

    /// A kernel: a number of warps work on a tile block, in a number of thread blocks of a cluster. `shared_bytes` is the shared memory that
    /// its buffers and the scratch of its ops take together, once that is allocated (`allocate-shared`).
    ///
    /// `generate-schedule` writes how the kernel runs: `path = universal`, with the `reason` why it has no agents, or `path = agents`.
    /// Then `num_warps` are those of the agent that multiplies; `producer_warps` copy what it reads, `stages` iterations ahead at
    /// most. `registers` are what threads of the two may have, where warpgroups hand registers over. With `sum_stages` sums are in
    /// tensor memory, of a loop at most that many; one warp multiplies then, and `num_warps` take sums from there.
    ///
    /// Ops that move elements through shared memory have `scratch = [offset, bytes]` then: nobody else uses these bytes while the
    /// op runs. With fewer bytes than its tile has, an op moves it in rounds.
    func Func "func" {
        attrs: { sym_name: attr(K::Symbol), num_warps: attr(K::Int), num_ctas: attr(K::Int).or(1),
                 occupancy: attr(K::Int).optional(), num_worker_warps_per_cta: attr(K::Int).optional(), shared_bytes: attr(K::Int).optional(),
                 path: attr(K::of::<ExecutionPath>()).optional(), reason: attr(K::Str).optional(), stages: attr(K::Int).optional(),
                 producer_warps: attr(K::Int).optional(), registers: attr(K::Ints).optional(),
                 sum_stages: attr(K::Int).optional() }
        regions: { body: block() }
        traits: [Isolated, Symbol, Definition]
    }

    /// The slice of a tile, of a buffer or of tensor memory at an index, counted in slices of the result's shape. A slice of
    /// memory is a view of it, one run of its bytes or of its columns.
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

    /// An edge from nothing: the first of a chain of tokens.
    create_mem_token CreateMemToken "create_mem_token" { results: { result: one(C::Token) } traits: [Pure] }

    /// An edge from all of these.
    join_tokens JoinTokens "join_tokens" { operands: { tokens: many(C::Token) } results: { result: one(C::Token) } traits: [Pure] }

    /// The same tile in another layout.
    convert_layout ConvertLayout "convert_layout" {
        operands: { source: one(C::Data) }
        attrs: { scratch: attr(K::Ints).optional() }
        results: { result: one(C::Data) }
        traits: [Pure]
    }

    /// Shared memory of the thread block, at `offset` bytes once that is allocated.
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

    /// A ring of `stages` buffers for an asynchronous pipeline, at `offset` bytes once that is allocated. Its type is that of one.
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

    /// Waits until at most `pending` groups of each thread are in flight, and for all threads of the block: what the others
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

    /// The memory of a pipeline's stages as one buffer, for an agent that has consumed all that is ever handed over. From here on
    /// nobody may write or read a stage: the other agents have left the pipeline, or leave it without a further stage.
    pipeline_reuse PipelineReuse "async.pipeline.reuse" {
        operands: { pipeline: one(C::Handle) }
        results: { result: one(C::Buffer) }
        effects: [E::FIXED]
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
    /// With `multicast` into the buffers of these thread blocks of the cluster, at the same place in each; `by_parts`, each of them
    /// copies as many of the boxes, in the order of their ranks.
    tma_load TmaLoad "async.tiled_tma_load" {
        operands: { tiles: one(C::Memref), buffer: one(C::Buffer), desc: one(C::Handle), index: many(C::Int) }
        attrs: { multicast: attr(K::Ints).optional(), by_parts: attr(K::Flag).optional() }
    }

    /// Begins to copy a buffer into a tile of memory, box by box, or with `mode` to combine it into memory, each element
    /// atomically. What is outside is not written, but for the end of a row: the last unit of 16 bytes of the memory's rows is
    /// written as a whole, with zeros outside, so rows must be a multiple of 16 bytes long. Ended by
    /// [`store_wait`](Opcode::StoreWait).
    tma_store TmaStore "async.tiled_tma_store" {
        operands: { buffer: one(C::Buffer), tiles: one(C::Memref), desc: one(C::Handle), index: many(C::Int) }
        attrs: { mode: attr(K::of::<AtomicRMWMode>()).optional() }
    }

    /// Waits until at most `pending` of the stores that this agent has begun are in flight; with `read` until they have read
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
    /// is in flight until [`dot_wait`](Opcode::DotWait); only a further product may add onto it before.
    async_dot AsyncDot "async.dot" {
        operands: { lhs: one(C::Any), rhs: one(C::Buffer), acc: one(C::Any) }
        attrs: { signed_lhs: attr(K::Flag).optional(), signed_rhs: attr(K::Flag).optional(), fast_acc: attr(K::Flag).optional() }
        results: { result: one(C::Handle) }
    }

    /// Waits for products until at most `pending` of those that this agent has begun are in flight. The last ones may still be:
    /// the result is a tile if `pending` products or more were begun behind its own, in the same block; with `pending = 0` always.
    /// With `late` the ops in front of it stay there in machine code too, and are done while the product runs.
    dot_wait DotWait "async.dot_wait" {
        operands: { acc: one(C::Handle) }
        attrs: { pending: attr(K::Int).or(0), late: attr(K::Flag).optional() }
        results: { result: one(C::Any) }
    }

    /// Warpgroups of an agent begin their products by turns, so that each one computes while products of another run. `open`
    /// gives the first warpgroup its turn, `take` waits for the own one, `pass` gives the next warpgroup its turn, `close` takes
    /// back the turn that is left. Each turn that is taken is passed on.
    turn Turn "async.turn" { attrs: { step: attr(K::of::<TurnStep>()) } }

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

} } });

tile_core::arith_rows!(tile_core::level_family! { tile_core::arith::Arith, arith, of_arith; });
tile_core::control_rows!({ index: Index, scope: [] } tile_core::level_family! {
    tile_core::control::Control, control, of_control;
});
tile_core::tile_rows!({
    token: { } fence_token: { } after: { } ordered: [] listed: [] access: { } boxes: { } alloca: { } dot: { } scratch: { }
} tile_core::level_family! { tile_core::tiles::TileOp, tile_op, of_tile_op; });

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
    };
}

impl Builders for ir::build::Builder<'_, TileAs> {
    fn start(&mut self, opcode: Opcode) -> ir::build::Draft<'_, TileAs> {
        self.draft(opcode as u16)
    }
}

impl MatrixInstruction {
    /// The instruction that a product carries; none until `assign-dot-layouts` has chosen one.
    pub fn of(module: &crate::Module, dot: ir::Op) -> Option<MatrixInstruction> {
        if module.opcode(dot) != Opcode::Dot {
            return None;
        }
        module.get_opt(dot, fields::dot::instruction)
    }
}

impl Bound {
    /// The bound that a ring of a module names.
    pub fn of(module: &crate::Module, ring: ir::Op) -> Bound {
        module.get(ring, fields::create_pipeline::bound)
    }
}

/// How warpgroups divide the sum of a product that `wgmma` or `tcgen05` computes; none for others.
pub fn warpgroups(module: &crate::Module, dot: ir::Op) -> Option<MmaWarps> {
    if module.opcode(dot) != Opcode::Dot {
        return None;
    }
    let &[rows, columns] = module.ints(dot, fields::dot::warpgroups) else { return None };
    let bits = |count: i64| u32::try_from(count).ok().filter(|count| count.is_power_of_two()).map(u32::ilog2);
    Some(MmaWarps { rows: bits(rows)?, columns: bits(columns)? })
}
