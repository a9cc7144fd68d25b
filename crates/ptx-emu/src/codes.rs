//! Codes of what can go wrong with a launch of PTX.

use diag::{Code, CodeInfo};

/// Something that is not executed.
pub const NOT_EXECUTED: Code = Code("E0830");
/// The launch does not fit the kernel or the machine.
pub const LAUNCH: Code = Code("E0831");
/// An access outside of all memory.
pub const OUT_OF_BOUNDS: Code = Code("E0832");
/// The way out where global memory is what is too small, for people who write PTX.
pub const GUARD: &str = "guard the access with a predicate, `@%p`, or give the launch a larger buffer";
/// The way out where shared memory is what is too small.
pub(crate) const MORE_SHARED: &str =
    "declare as much shared memory as is used, or give it to the launch with `--smem`";
/// Why a store by a tensor map reaches further than the tensor, and the way out.
pub(crate) const WHOLE_UNITS: &str = "a store by a tensor map writes whole units of 16 bytes: zeros after the last element of a row; \
     make the innermost extent a multiple of 16 bytes, or let threads store it";
/// An access at an address that is no multiple of its size.
pub const MISALIGNED: Code = Code("E0833");
/// A write to memory that cannot be written.
pub const READ_ONLY: Code = Code("E0834");
/// A branch or call to where nothing is.
pub const BRANCH: Code = Code("E0835");
/// The stack of calls is used up.
pub const STACK: Code = Code("E0836");
/// A barrier is used wrong.
pub const BARRIER: Code = Code("E0837");
/// Lanes of a warp are not together where they must be.
pub const DIVERGED: Code = Code("E0838");
/// All threads wait.
pub const DEADLOCK: Code = Code("E0839");
/// The step budget is used up.
pub const BUDGET: Code = Code("E0840");
/// The program ended itself.
pub const TRAP: Code = Code("E0841");
/// An mbarrier is used wrong.
pub const MBARRIER: Code = Code("E0850");
/// A tensor map cannot be used.
pub const TENSOR_MAP: Code = Code("E0851");
/// Tensor memory is used wrong.
pub const TENSOR_MEMORY: Code = Code("E0852");
/// An asynchronous copy has operands that it cannot have.
pub const COPY: Code = Code("E0853");
/// An mbarrier expects other bytes than arrive.
pub const TRANSACTIONS: Code = Code("E0854");
/// An operand of a matrix instruction has no meaning.
pub const MATRIX: Code = Code("E0870");
/// Accesses to the same bytes without an order.
pub const RACE: Code = Code("E0880");
/// An access to what is still being copied or multiplied.
pub const IN_FLIGHT: Code = Code("E0881");
/// The asynchronous proxy need not see what it reads.
pub const PROXY: Code = Code("E0882");
/// Shared memory that no thread has written is read.
pub const UNINITIALIZED: Code = Code("E0883");
/// Lanes of a warp touch one place without an order.
pub const LANES: Code = Code("E0884");
/// A register is used on which an asynchronous operation works.
pub const REGISTER: Code = Code("E0885");
/// Asynchronous work is in flight when its block ends.
pub const UNFINISHED: Code = Code("E0886");
/// Tensor memory is used by several warps without its fences.
pub const TENSOR_FENCE: Code = Code("E0887");
/// A wait may miss the phase that it waits for.
pub const PHASE: Code = Code("E0888");

/// Pages of all codes.
pub static CODES: &[CodeInfo] = &[
    CodeInfo {
        code: NOT_EXECUTED,
        title: "something that the emulator does not execute",
        explanation: "The emulator knows the instruction as PTX, but does not execute it. The page of the emulator lists all of them.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: LAUNCH,
        title: "a launch that does not fit",
        explanation: "Grid, block, cluster, shared memory and arguments must be as the kernel demands and as its target allows.",
        wrong: "tilewright emulate k.ptx --entry k --grid 1 --block 100 # .reqntid 128",
        fixed: "tilewright emulate k.ptx --entry k --grid 1 --block 128",
    },
    CodeInfo {
        code: OUT_OF_BOUNDS,
        title: "an access outside of all memory",
        explanation: "A thread reads or writes bytes that belong to no buffer, variable or window. The message names the nearest one and \
                      the distance to it. Hardware may give anything, or end the program.",
        wrong: "ld.global.b32 %r1, [%rd1+4096];",
        fixed: "setp.lt.u32 %p1, %r2, 1024;\n@%p1 ld.global.b32 %r1, [%rd1];",
    },
    CodeInfo {
        code: MISALIGNED,
        title: "an access at an address that is no multiple of its size",
        explanation: "The address of an access must be a multiple of all the bytes that it touches, vectors included.",
        wrong: "ld.global.v2.b32 {%r1, %r2}, [%rd1+4];",
        fixed: "ld.global.b32 %r1, [%rd1+4];\nld.global.b32 %r2, [%rd1+8];",
    },
    CodeInfo {
        code: READ_ONLY,
        title: "a write to memory that cannot be written",
        explanation: "Parameters of the kernel and constant memory are only read.",
        wrong: "cvta.const.u64 %rd1, table;\nst.b32 [%rd1], 0;",
        fixed: "ld.const.b32 %r1, [table];",
    },
    CodeInfo {
        code: BRANCH,
        title: "a branch or call to where nothing is",
        explanation: "The index of `brx.idx` must be smaller than the number of labels in its list, and an \
                      indirect call must call the address of a function that matches the prototype.",
        wrong: "list: .branchtargets a, b;\nbrx.idx 2, list;",
        fixed: "list: .branchtargets a, b;\nbrx.idx 1, list;",
    },
    CodeInfo {
        code: STACK,
        title: "the stack of calls is used up",
        explanation: "A thread may have 1024 calls inside of each other and 512 KiB of local memory, and take 64 KiB with `alloca`. The \
                      functions that a warp is in may take 256 MiB, those of all warps half of the memory that the launch leaves free.",
        wrong: "call f; // inside of f, without an end",
        fixed: "@%p call f;",
    },
    CodeInfo {
        code: BARRIER,
        title: "a barrier is used wrong",
        explanation: "There are 16 barriers in a block. All who come to one in the same round must say the same number of threads, which \
                      is a multiple of 32, and not more may come.",
        wrong: "bar.sync 16;",
        fixed: "bar.sync 15;",
    },
    CodeInfo {
        code: DIVERGED,
        title: "lanes of a warp are not together where they must be",
        explanation: "Instructions with `.aligned`, and `bar.sync`, must be executed by all lanes of a warp together; those with a mask \
                      by all lanes that the mask names, of which the lane itself must be one.",
        wrong: "@%p bar.sync 0; // %p differs within a warp",
        fixed: "bar.sync 0;",
    },
    CodeInfo {
        code: DEADLOCK,
        title: "deadlock",
        explanation: "No thread of the blocks that run can continue: each waits at a barrier or for other \
                      lanes, or polls memory that no thread changes. The notes list the state of each \
                      warp.",
        wrong: "@%p1 bar.sync 0; // the other warp never comes",
        fixed: "bar.sync 0;",
    },
    CodeInfo {
        code: BUDGET,
        title: "the step budget is used up",
        explanation: "The launch exhausted its instruction budget. `--steps` sets a larger one.",
        wrong: "loop: bra loop;",
        fixed: "loop: @%p bra loop;",
    },
    CodeInfo {
        code: TRAP,
        title: "the program ended itself",
        explanation: "A thread executed `trap`, which ends the whole grid.",
        wrong: "trap;",
        fixed: "exit;",
    },
    CodeInfo {
        code: MBARRIER,
        title: "an mbarrier is used wrong",
        explanation: "An mbarrier exists from `mbarrier.init` to `mbarrier.inval`, and must not be overwritten. A \
                      phase accepts as many arrivals as it expects, and less than 1 MiB of expected bytes. \
                      A state can be tested until the phase after its own is complete.",
        wrong: "mbarrier.init.shared.b64 [bar], 1;\nmbarrier.expect_tx.shared.b64 [bar], 1048576;",
        fixed: "mbarrier.init.shared.b64 [bar], 1;\nmbarrier.expect_tx.shared.b64 [bar], 65536;",
    },
    CodeInfo {
        code: TENSOR_MAP,
        title: "a tensor map that cannot be used",
        explanation: "The 128 bytes do not describe a tensor that a copy can use, or its rank or type does not match the instruction. Limits are \
                      those of `cuTensorMapEncodeTiled`: strides are multiples of 16 bytes, a row of the box too and not longer than the \
                      swizzle's span, a box is at most 256 long in each dimension.",
        wrong: "cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes [dst], [map, {x, y, z}], [bar]; // a map of rank 2",
        fixed: "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [dst], [map, {x, y}], [bar];",
    },
    CodeInfo {
        code: TENSOR_MEMORY,
        title: "tensor memory is used wrong",
        explanation: "Columns are taken with `tcgen05.alloc`, a power of two of them from 32 on, and only columns that are taken are reached. A \
                      warp reaches the 32 lanes of its number modulo 4. Descriptors of matrices and instructions must say what exists.",
        wrong: "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [p], 48;",
        fixed: "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [p], 64;",
    },
    CodeInfo {
        code: COPY,
        title: "an asynchronous copy with operands that it cannot have",
        explanation: "A multicast names blocks of the cluster, at least one; the source of `cp.async` is not larger than the copy.",
        wrong: "cp.async.ca.shared.global [dst], [src], 8, 16;",
        fixed: "cp.async.ca.shared.global [dst], [src], 16, 8;",
    },
    CodeInfo {
        code: TRANSACTIONS,
        title: "an mbarrier that expects other bytes than arrive",
        explanation: "A phase of an mbarrier ends when all have arrived and as many bytes have come as were expected, exactly. Copies count \
                      all bytes of their box, also those outside of the tensor. Here a phase never ends, or the mbarrier ends within one.",
        wrong: "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 128;\n\
                cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [src], 256, [bar];",
        fixed: "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 256;\n\
                cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [src], 256, [bar];",
    },
    CodeInfo {
        code: MATRIX,
        title: "an operand of a matrix instruction that has no meaning",
        explanation: "A selector of scales must name a byte and a thread that the shape has; a matrix descriptor must be one of its \
                      machine, the same in all warps that execute the instruction together, and name bytes of the block's shared memory.",
        wrong: "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {..}, %rd1, %rd2, 1, 1, 1, 0, 0; // %rd1 is an address, no descriptor",
        fixed: "// bits 13 to 0 of %rd1 are the address divided by 16",
    },
    CodeInfo {
        code: RACE,
        title: "a race",
        explanation: "Two threads touch the same bytes, at least one of them writes, and nothing says which comes first: no barrier \
                      that both pass, no release by one that the other acquires, and not both accesses are strong. The other access \
                      is named with its line, block and thread. `emulate --checks` finds it in any order of warps that \
                      executes both.",
        wrong: "st.shared.b32 [%r1], %r2;\nld.shared.b32 %r3, [%r4];",
        fixed: "st.shared.b32 [%r1], %r2;\nbar.sync 0;\nld.shared.b32 %r3, [%r4];",
    },
    CodeInfo {
        code: IN_FLIGHT,
        title: "an access to what is still being copied or multiplied",
        explanation: "A copy or a matrix product that runs asynchronously still reads or writes the bytes, as far as the thread can \
                      know: no thread has waited for its group or its barrier, or the one who did has not told this thread by a barrier.",
        wrong: "cp.async.ca.shared.global [%r1], [%rd1], 16;\nld.shared.b32 %r2, [%r1];",
        fixed: "cp.async.ca.shared.global [%r1], [%rd1], 16;\ncp.async.wait_all;\nld.shared.b32 %r2, [%r1];",
    },
    CodeInfo {
        code: PROXY,
        title: "the asynchronous proxy need not see what it reads",
        explanation: "Bulk copies, wgmma and tcgen05 reach memory through the asynchronous proxy. What \
                      threads have written is seen by it only after `fence.proxy.async`, executed by the \
                      threads that wrote, before the barrier after which the work is issued.",
        wrong: "st.shared.b32 [%r1], %r2;\nbar.sync 0;\ncp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;",
        fixed: "st.shared.b32 [%r1], %r2;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n\
                cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;",
    },
    CodeInfo {
        code: UNINITIALIZED,
        title: "uninitialised read of memory",
        explanation: "The contents of shared memory are undefined when a block starts, and so are those of \
                      registers and local memory when a thread starts, and of tensor memory when it is \
                      allocated. The emulator returns zeros; hardware returns old contents. Undefined bits \
                      of registers are tracked through computations and reported where they are used: in an \
                      address, a guard, a mask of lanes, a store to global memory, an operand of a product or copy. To compute with them, \
                      to store them in shared or local memory or to pass them to a function is not reported.",
        wrong: "ld.shared.b32 %r1, [stage];",
        fixed: "st.shared.b32 [stage], 0;\nld.shared.b32 %r1, [stage];",
    },
    CodeInfo {
        code: LANES,
        title: "lanes of a warp touch one place without an order",
        explanation: "Lanes of a warp are threads of their own. When several of them write other values to the same bytes by one store, one \
                      of the values stays, and which one is not defined. When one of them writes what another one reads or writes in \
                      another instruction, `bar.warp.sync` or another barrier must stand between: they need not execute together.",
        wrong: "st.shared.b32 [%r1], %r2;\nld.shared.b32 %r3, [%r4]; // the value of the next lane",
        fixed: "st.shared.b32 [%r1], %r2;\nbar.warp.sync -1;\nld.shared.b32 %r3, [%r4];",
    },
    CodeInfo {
        code: REGISTER,
        title: "a register on which an asynchronous operation works",
        explanation: "Products of wgmma have their accumulators, and A where it is in registers, until a \
                      `wgmma.wait_group` covers the group that `wgmma.commit_group` closed after them; \
                      nothing else is written to the results of `tcgen05.ld` until `tcgen05.wait::ld` or \
                      until they were read. A product needs a `wgmma.fence` after everything that its warps \
                      did to those registers, and one before the first product.",
        wrong: "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;\n\
                add.f32 %f5, %f1, %f2;",
        fixed: "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, 1, 0, 0;\n\
                wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nadd.f32 %f5, %f1, %f2;",
    },
    CodeInfo {
        code: UNFINISHED,
        title: "work is in flight or tensor memory is held when a block ends",
        explanation: "A copy or product that a thread has issued still reads or writes shared memory when \
                      the threads of the block end, and no thread has waited for it. The memory may be given \
                      to another block by then. What is written to global memory need not be waited for: the \
                      end of the grid does that. Tensor memory must be given back before, and a block must \
                      not end while other blocks of its cluster may still reach its shared memory.",
        wrong: "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 256;\ncp.async.bulk.commit_group;\nret;",
        fixed: "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 256;\ncp.async.bulk.commit_group;\n\
                cp.async.bulk.wait_group.read 0;\nret;",
    },
    CodeInfo {
        code: TENSOR_FENCE,
        title: "tensor memory used after a relaxed barrier without its fences",
        explanation: "A barrier or access that is `.relaxed` orders threads, but not their accesses to \
                      tensor memory. A thread whose accesses come first executes \
                      `tcgen05.fence::before_thread_sync` before it (`tcgen05.commit` is such a fence), and \
                      a thread whose accesses follow executes `tcgen05.fence::after_thread_sync` after it. A \
                      barrier that releases and acquires, which is the default, orders accesses to tensor \
                      memory too: those that `tcgen05.wait` or an arrival of `tcgen05.commit` covers.",
        wrong: "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 %p1, [%r1], 0;\n\
                tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r2}, [%r3];",
        fixed: "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 %p1, [%r1], 0;\n\
                tcgen05.fence::after_thread_sync;\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%r2}, [%r3];",
    },
    CodeInfo {
        code: PHASE,
        title: "a thread may miss the phase of an mbarrier that it waits for",
        explanation: "A test by parity only tells the last phase that ended from the one before it. If the next phase can \
                      end before a thread has found that its phase has ended, the thread waits for another phase, \
                      or forever. The thread that completes the next phase must therefore know that all threads that \
                      wait have passed: mostly they arrive at an mbarrier after they have waited, which the others wait for. \
                      `emulate --checks` finds this in any order of warps.",
        wrong: "mbarrier.init.shared.b64 [empty], 3; // four warps wait for a full stage, and then arrive here",
        fixed: "mbarrier.init.shared.b64 [empty], 4;",
    },
];
