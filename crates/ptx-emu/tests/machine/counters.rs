//! Counters of kernels whose counts are known by hand.

use ptx::Opcode;
use ptx_emu::count::{Counted, Path, Product, SharedRequests};
use ptx_emu::{Counters, Options};

use crate::run::{Shape, count, kernel};

const SHARED: &str = ".shared .align 128 .b8 tile[16384];";

/// One warp runs a body: `%r1` is the lane, `%r2` the shared address of `tile`, `%rd1` the buffer's address.
fn warp(body: &str) -> Counters {
    let body = format!("mov.u32 %r1, %tid.x;\nmov.u32 %r2, tile;\n{body}");
    count(&kernel(SHARED, &body), Shape { grid: 1, block: 32, cluster: None }, 8192, Options::default())
}

/// The only instruction of an opcode that touches what is looked for.
fn only(counters: &Counters, touches: impl Fn(&Counted) -> bool) -> &Counted {
    let mut found = counters.instructions.iter().filter(|counted| touches(counted));
    let only = found.next().expect("there is one");
    assert!(found.next().is_none());
    only
}

/// Wavefronts of one access to shared memory, and the fewest: each lane at its number times a stride.
fn shared(instruction: &str, stride: u32) -> (u64, u64) {
    let counters = warp(&format!("mad.lo.u32 %r3, %r1, {stride}, %r2;\n{instruction}"));
    let SharedRequests { requests, wavefronts, least } = counters.shared();
    assert_eq!(requests, 1);
    (wavefronts, least)
}

#[test]
fn conflicts_of_banks() {
    let load = "ld.shared.b32 %r4, [%r3];";
    assert_eq!(shared(load, 4), (1, 1), "each lane has a bank");
    assert_eq!(shared(load, 8), (2, 1));
    assert_eq!(shared(load, 12), (1, 1), "an odd stride");
    assert_eq!(shared(load, 64), (16, 1));
    assert_eq!(shared(load, 128), (32, 1));
    assert_eq!(shared(load, 0), (1, 1), "a broadcast");
    assert_eq!(shared("st.shared.b32 [%r3], %r1;", 128), (32, 1));
    assert_eq!(shared("st.shared.b8 [%r3], %r1;", 1), (1, 1));
    assert_eq!(shared("atom.shared.add.u32 %r4, [%r3], 1;", 0), (32, 1), "atomics are not shared");
    assert_eq!(shared("cvt.u64.u32 %rd5, %r3;\ncvta.shared.u64 %rd5, %rd5;\nld.b32 %r4, [%rd5];", 8), (2, 1));
}

#[test]
fn wide_accesses_are_served_in_parts_of_the_warp() {
    let (pair, four) =
        ("ld.shared.v2.b32 {%r4, %r5}, [%r3];", "ld.shared.v4.b32 {%r4, %r5, %r6, %r7}, [%r3];");
    assert_eq!(shared(pair, 8), (2, 2));
    assert_eq!(shared("ld.shared.b64 %rd5, [%r3];", 16), (4, 2));
    assert_eq!(shared(four, 16), (4, 4));
    assert_eq!(shared(four, 32), (8, 4));
    assert_eq!(shared(four, 144), (4, 4), "rows of 128 bytes, padded by 16");
    assert_eq!(shared(four, 128), (32, 4));
}

#[test]
fn matrices_are_rows_of_16_bytes() {
    let x4 = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r3];";
    assert_eq!(shared(x4, 16), (4, 4));
    assert_eq!(shared(x4, 128), (32, 4));
    assert_eq!(shared("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r3];", 64), (4, 1));
    assert_eq!(shared("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r3], {%r4, %r5};", 32), (4, 2));
    // Row i of the tile is in its 128 bytes at the column that its number swizzles.
    let swizzled = warp(&format!(
        "shl.b32 %r3, %r1, 7;\nadd.u32 %r3, %r3, %r2;\nand.b32 %r8, %r1, 7;\nshl.b32 %r8, %r8, 4;\nxor.b32 %r3, %r3, %r8;\n{x4}"
    ));
    assert_eq!(swizzled.shared().extra(), 0);
}

/// Sectors of one access to global memory, and the fewest: each lane at its number times a stride, and then some.
fn global(instruction: &str, stride: u32, offset: u32) -> (u64, u64) {
    let counters = warp(&format!(
        "mul.wide.u32 %rd5, %r1, {stride};\nadd.u64 %rd5, %rd5, %rd1;\nadd.u64 %rd5, %rd5, {offset};\n{instruction}"
    ));
    let found = counters.global();
    assert_eq!(found.requests, 1);
    (found.sectors, found.least)
}

#[test]
fn sectors_of_global_memory() {
    let load = "ld.global.b32 %r4, [%rd5];";
    assert_eq!(global(load, 4, 0), (4, 4), "coalesced");
    assert_eq!(global(load, 4, 4), (5, 4), "misaligned");
    assert_eq!(global(load, 8, 0), (8, 4), "every other word");
    assert_eq!(global(load, 128, 0), (32, 4), "a column");
    assert_eq!(global(load, 0, 0), (1, 1), "a broadcast");
    assert_eq!(global("ld.global.v4.b32 {%r4, %r5, %r6, %r7}, [%rd5];", 16, 0), (16, 16));
    assert_eq!(global("st.global.v2.b32 [%rd5], {%r1, %r1};", 16, 0), (16, 8));
    assert_eq!(global("red.global.add.u32 [%rd5], 1;", 4, 0), (4, 4));
}

#[test]
fn copies_reach_both_memories() {
    let copy = "mul.wide.u32 %rd5, %r1, 32;\nadd.u64 %rd5, %rd5, %rd1;\nshl.b32 %r3, %r1, 5;\nadd.u32 %r3, %r3, %r2;\n\
                cp.async.ca.shared.global [%r3], [%rd5], 16, 8;\ncp.async.wait_all;";
    for seed in [None, Some(3)] {
        let body = format!("mov.u32 %r1, %tid.x;\nmov.u32 %r2, tile;\n{copy}");
        let options = Options { seed, ..Options::default() };
        let counters =
            count(&kernel(SHARED, &body), Shape { grid: 1, block: 32, cluster: None }, 8192, options);
        let copy = only(&counters, |counted| counted.opcode == Opcode::CpAsync);
        assert_eq!((copy.global.sectors, copy.global.least), (32, 8), "half of the bytes are read");
        assert_eq!((copy.shared.wavefronts, copy.shared.least), (8, 4));
        assert_eq!(counters.bytes(Path::Global).read, 256);
        assert_eq!(counters.bytes(Path::Shared).written, 512);
    }
}

#[test]
fn what_is_issued_and_executed() {
    let counters = warp(
        "setp.lt.u32 %p1, %r1, 8;\n@%p1 add.u32 %r3, %r1, 1;\nmov.pred %p2, 0;\n@%p2 st.global.b32 [%rd1], %r1;\n\
         mov.u32 %r4, 0;\nloop:\nadd.u32 %r4, %r4, 1;\nsetp.ne.u32 %p3, %r4, 5;\n@%p3 bra loop;\nbar.sync 0;",
    );
    let add =
        counters.instructions.iter().find(|counted| counted.opcode == Opcode::Add).expect("it is there");
    assert_eq!((add.issued, add.off, add.threads), (1, 0, 8));
    let store = only(&counters, |counted| counted.opcode == Opcode::St);
    assert_eq!((store.issued, store.off, store.threads, store.executed()), (1, 1, 0, 0));
    assert_eq!(counters.executed(Opcode::Bra), 4, "the last time no lane goes back");
    assert_eq!(counters.executed(Opcode::Ret), 1);
    assert_eq!(counters.sum(|counted| counted.issued), 8 + 15 + 2);
}

#[test]
fn warps_that_wait_at_a_barrier() {
    let text = kernel("", "bar.sync 0;\nbar.sync 0;");
    let counters = count(&text, Shape { grid: 2, block: 128, cluster: None }, 4, Options::default());
    let waits: Vec<_> = counters
        .instructions
        .iter()
        .filter(|counted| counted.opcode == Opcode::BarSync)
        .map(|counted| (counted.issued, counted.waits))
        .collect();
    // The last of the four warps does not wait.
    assert_eq!(waits.iter().map(|(issued, _)| *issued).collect::<Vec<_>>(), [8, 8]);
    assert!(waits.iter().all(|(_, waits)| (6..=8).contains(waits)), "{waits:?}");
}

#[test]
fn products_and_their_bound() {
    let counters = warp(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r10, %r11, %r12, %r13}, {%r1, %r1, %r1, %r1}, {%r1, %r1}, {%r10, %r11, %r12, %r13};",
    );
    assert_eq!(counters.executed(Opcode::Mma), 1);
    assert_eq!(counters.operations(Product::Bf16), 2 * 16 * 8 * 16);
    let bound = counters.bound().expect("the rate is known");
    assert_eq!((bound.products, bound.issue), (1.0, 1.25), "5 instructions, 4 of them in a cycle");
    assert_eq!(bound.share(), 0.8);
}

#[test]
fn bytes_by_path() {
    let counters = warp(
        ".local .b32 number;\nst.local.b32 [number], %r1;\nld.local.b32 %r3, [number];\nst.shared.b32 [%r2], 1;",
    );
    let moved = |path| {
        let moved = counters.bytes(path);
        (moved.read, moved.written)
    };
    assert_eq!(moved(Path::Local), (128, 128));
    assert_eq!(moved(Path::Shared), (0, 128));
    assert_eq!(moved(Path::Constant), (256, 0), "the parameter");
    assert_eq!(moved(Path::Global), (0, 0));
    assert_eq!(counters.declared.registers, [(1, 8), (32, 32), (64, 16)]);
    assert_eq!((counters.declared.shared, counters.declared.threads), (16384, 32));
}

#[test]
fn shared_memory_of_other_blocks() {
    let body = "mov.u32 %r2, tile;\nmov.u32 %r3, %cluster_ctarank;\nxor.b32 %r3, %r3, 1;\n\
                mapa.shared::cluster.u32 %r4, %r2, %r3;\nst.shared::cluster.b32 [%r4], %r3;\n\
                barrier.cluster.arrive;\nbarrier.cluster.wait;\nld.shared.b32 %r5, [%r2];";
    let shape = Shape { grid: 2, block: 32, cluster: Some(2) };
    let counters = count(&kernel(SHARED, body), shape, 4, Options::default());
    assert_eq!(counters.bytes(Path::Cluster).written, 256);
    assert_eq!(counters.bytes(Path::Shared).read, 256);
    assert_eq!(counters.shared().requests, 2);
}

#[test]
fn bulk_copies_are_told_apart() {
    let body = "mov.u32 %r2, tile;\nmov.u32 %r3, 64;\nmov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 0;\n\
                @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 256;\n\
                cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;";
    for seed in [None, Some(1)] {
        let shape = Shape { grid: 1, block: 64, cluster: None };
        let counters = count(&kernel(SHARED, body), shape, 256, Options { seed, ..Options::default() });
        assert_eq!(counters.bytes(Path::BulkShared).read, 256);
        assert_eq!(counters.bytes(Path::BulkGlobal).written, 256);
        assert_eq!(counters.bytes(Path::Global).written, 0);
        let copy = only(&counters, |counted| counted.opcode == Opcode::CpAsyncBulk);
        assert_eq!((copy.issued, copy.off, copy.threads), (2, 1, 1));
    }
}
