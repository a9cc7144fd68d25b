//! Copies of plain bytes.

use crate::{Kernel, bytes, words};

/// Copies 64 words of shared memory at `mem` to `out`, by one thread.
fn show(count: usize) -> String {
    (0..count)
        .map(|at| format!("ld.shared.b32 %r90, [mem+{}];\nst.global.b32 [%rd2+{}], %r90;\n", 4 * at, 4 * at))
        .collect()
}

/// Waits for phase 0 of the first barrier.
const WAIT: &str = "wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra wait;\n";

/// Expects bytes at the first barrier.
fn expect(count: usize) -> String {
    format!("mbarrier.init.shared.b64 [bar], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [bar], {count};\n")
}

#[test]
fn small_copies_of_each_size_and_source_size() {
    let body = [
        "cp.async.ca.shared.global [mem], [%rd1], 4;\ncp.async.ca.shared.global [mem+8], [%rd1+8], 8;\n\
         cp.async.cg.shared.global.L2::128B [mem+16], [%rd1+16], 16;\ncp.async.commit_group;\n\
         mov.b32 %r1, 6;\nst.shared.v4.b32 [mem+32], {1, 1, 1, 1};\n\
         cp.async.ca.shared.global [mem+32], [%rd1+32], 16, %r1;\ncp.async.commit_group;\n\
         st.shared.v2.b32 [mem+48], {1, 1};\nmov.pred %p1, 1;\nmov.pred %p2, 0;\n\
         cp.async.ca.shared::cta.global [mem+48], [%rd1+48], 8, %p1;\n\
         cp.async.ca.shared::cta.global [mem+56], [%rd1+56], 8, %p2;\n\
         cp.async.wait_group 0;\ncp.async.wait_all;\n",
        &show(16),
    ];
    let input = bytes(64);
    let mut wanted = input.clone();
    wanted[4..8].fill(0);
    wanted[38..56].fill(0);
    assert_eq!(Kernel::new(&body.concat()).run(&input, 16), words(&wanted));
}

#[test]
fn groups_and_barriers_tell_of_small_copies() {
    let body = [
        "mbarrier.init.shared.b64 [bar], 1;\nmbarrier.init.shared.b64 [bar+8], 2;\n\
         cp.async.ca.shared.global [mem], [%rd1], 16;\n\
         cp.async.mbarrier.arrive.shared.b64 [bar];\nmbarrier.arrive.shared.b64 _, [bar];\n",
        WAIT,
        "cp.async.ca.shared.global [mem+16], [%rd1+16], 16;\n\
         cp.async.mbarrier.arrive.noinc.shared.b64 [bar+8];\nmbarrier.arrive.shared.b64 _, [bar+8];\n\
         again: mbarrier.try_wait.parity.shared.b64 %p1, [bar+8], 0;\n@!%p1 bra again;\n\
         cp.async.ca.shared.global [mem+32], [%rd1+32], 16;\ncp.async.commit_group;\n\
         cp.async.ca.shared.global [mem+48], [%rd1+48], 16;\ncp.async.commit_group;\n\
         cp.async.wait_group 1;\nld.shared.b32 %r1, [mem+32];\nst.global.b32 [%rd2+64], %r1;\ncp.async.wait_all;\n",
        &show(16),
    ];
    let input = bytes(64);
    let mut wanted = words(&input);
    wanted.push(wanted[8]);
    assert_eq!(Kernel::new(&body.concat()).run(&input, 17), wanted);
}

#[test]
fn bulk_copies_in_every_direction() {
    let input = bytes(256);
    let load = |dst: &str| {
        let body = [
            &expect(256),
            &format!("cp.async.bulk.{dst}.global.mbarrier::complete_tx::bytes [mem], [%rd1], 256, [bar];\n"),
            WAIT,
            &show(64),
        ];
        Kernel::new(&body.concat())
    };
    assert_eq!(load("shared::cluster").run(&input, 64), words(&input));
    assert_eq!(load("shared::cta").run(&input, 64), words(&input));
    // Through shared memory, and back to global memory.
    let around = [
        &expect(256),
        "cp.async.bulk.prefetch.L2.global [%rd1], 256;\n\
         cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [mem+1024], [%rd1], 256, [bar];\n",
        WAIT,
        "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [mem+1024], 128;\ncp.async.bulk.commit_group;\n\
         cp.async.bulk.global.shared::cta.bulk_group [%rd2+128], [mem+1152], 128;\ncp.async.bulk.commit_group;\n\
         cp.async.bulk.wait_group.read 1;\ncp.async.bulk.wait_group 0;",
    ];
    assert_eq!(Kernel::new(&around.concat()).run(&input, 64), words(&input));
}

#[test]
fn masked_bytes_stay() {
    let body = [
        &expect(32),
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [mem], [%rd1], 32, [bar];\n",
        WAIT,
        "mov.b16 %h1, 0x0ff1;\ncp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd2], [mem], 32, %h1;\n\
         cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;",
    ];
    let input = bytes(32);
    let wanted: Vec<u8> = input
        .iter()
        .enumerate()
        .map(|(at, &byte)| if 0x0ff1 >> (at % 16) & 1 == 1 { byte } else { 0 })
        .collect();
    assert_eq!(Kernel::blackwell(&body.concat()).run(&input, 8), words(&wanted));
}

#[test]
fn blocks_of_a_cluster_get_copies() {
    // Block 0 copies to all three blocks; each tells its own barrier, and shows what it got.
    let body = "mov.b32 %r1, %cluster_ctarank;\nmbarrier.init.shared.b64 [bar], 1;\n\
                mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n\
                setp.ne.u32 %p2, %r1, 0;\nmov.b16 %h1, 7;\n\
                @!%p2 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [mem], [%rd1], 64, [bar], %h1;\n\
                wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra wait;\n\
                mul.wide.u32 %rd4, %r1, 4;\nadd.u64 %rd2, %rd2, %rd4;\nld.shared.b32 %r2, [mem+60];\nst.global.b32 [%rd2], %r2;\n\
                barrier.cluster.arrive;\nbarrier.cluster.wait;";
    let input = bytes(64);
    let last = words(&input)[15];
    assert_eq!(Kernel::new(body).cluster(3).run(&input, 3), [last; 3]);
}

#[test]
fn shared_memory_goes_to_another_block() {
    // Block 1 sends a copy, a reduction, a store and an atomic addition to block 0, all signalled by one barrier.
    let body = "mov.b32 %r1, %cluster_ctarank;\nmbarrier.init.shared.b64 [bar], 1;\n\
                st.shared.v4.b32 [mem], {1, 2, 3, 4};\nst.shared.v4.b32 [mem+16], {10, 20, 30, 40};\n\
                st.shared.v4.b32 [mem+32], {5, 6, 7, 8};\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n\
                setp.eq.u32 %p2, %r1, 0;\n@%p2 bra first;\n\
                mov.b32 %r2, 0;\nmov.b32 %r3, mem;\nmapa.shared::cluster.u32 %r3, %r3, %r2;\nmov.b32 %r4, bar;\n\
                mapa.shared::cluster.u32 %r4, %r4, %r2;\n\
                cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r3], [mem+16], 16, [%r4];\n\
                cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%r3+32], [mem+16], 16, [%r4];\n\
                st.async.mbarrier::complete_tx::bytes.shared::cluster.v2.b32 [%r3+48], {9, 10}, [%r4];\n\
                red.async.relaxed.cluster.mbarrier::complete_tx::bytes.shared::cluster.max.u32 [%r3+16], 17, [%r4];\n\
                bra end;\n\
                first: mbarrier.arrive.expect_tx.shared.b64 _, [bar], 44;\n\
                wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra wait;\n"
        .to_owned()
        + &show(14)
        + "end: barrier.cluster.arrive;\nbarrier.cluster.wait;";
    let wanted = [10, 20, 30, 40, 17, 20, 30, 40, 15, 26, 37, 48, 9, 10];
    assert_eq!(Kernel::new(&body).cluster(2).run(&[], 14), wanted);
}

#[test]
fn every_reduction_into_global_memory() {
    // (instruction's end, there, arriving, result) as 64-bit patterns of one element.
    let cases: [(&str, u64, u64, u64); 15] = [
        ("add.u32", 5, 0xffff_ffff, 4),
        ("add.s32", 5, 7, 12),
        ("add.u64", 1 << 40, 1 << 40, 1 << 41),
        ("add.f32", 0x3f80_0000, 0x4000_0000, 0x4040_0000),
        ("add.f64", 0x3ff0_0000_0000_0000, 0x4000_0000_0000_0000, 0x4008_0000_0000_0000),
        ("add.noftz.f16", 0x3c00, 0x4000, 0x4200),
        ("add.noftz.bf16", 0x3f80, 0x4000, 0x4040),
        ("min.s64", 5, u64::MAX, u64::MAX),
        ("max.u64", 5, 3, 5),
        ("min.f16", 0x3c00, 0xbc00, 0xbc00),
        ("max.bf16", 0x3f80, 0x4000, 0x4000),
        ("inc.u32", 5, 9, 6),
        ("dec.u32", 5, 9, 4),
        ("and.b64", 6, 12, 4),
        ("xor.b32", 6, 12, 10),
    ];
    for (end, there, arriving, result) in cases {
        let body = format!(
            "st.shared.v2.b64 [mem], {{{arriving:#x}, 0}};\nst.global.b64 [%rd2], {there:#x};\n\
             cp.reduce.async.bulk.global.shared::cta.bulk_group.{end} [%rd2], [mem], 16;\n\
             cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;"
        );
        let found = Kernel::new(&body).run(&[], 4);
        let low = u64::from(found[0]) | u64::from(found[1]) << 32;
        let mask = if end.contains("64") { u64::MAX } else { 0xffff };
        assert_eq!(low & mask, result & mask, "{end}");
    }
}

#[test]
fn zeros_are_stored_in_bulk() {
    let body = ["st.shared.v4.b32 [mem], {1, 2, 3, 4};\nst.bulk.weak.shared::cta [mem], 8, 0;\n", &show(4)];
    assert_eq!(Kernel::blackwell(&body.concat()).run(&[], 4), [0, 0, 3, 4]);
}

#[test]
fn operands_are_checked() {
    let fault = |body: &str| Kernel::new(body).fault(&bytes(64), 4);
    assert!(fault("cp.async.ca.shared.global [mem+4], [%rd1], 8;").starts_with("E0833"));
    assert!(fault("mov.b32 %r1, 9;\ncp.async.ca.shared.global [mem], [%rd1], 8, %r1;").starts_with("E0853"));
    let outside = fault("cp.async.ca.shared.global [mem], [%rd1+64], 16;");
    assert!(outside.contains("just past the end of buffer `in`"), "{outside}");
    let bulk = "mov.b32 %r1, 24;\ncp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [mem], [%rd1], %r1, [bar];";
    assert!(fault(bulk).starts_with("E0833"), "{}", fault(bulk));
    let untold = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [mem], [%rd1], 16, [bar];";
    assert!(fault(untold).starts_with("E0850"));
    let mask = "mbarrier.init.shared.b64 [bar], 1;\nmov.b16 %h1, 4;\n\
                cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [mem], [%rd1], 16, [bar], %h1;";
    assert!(fault(mask).contains("names blocks that a cluster of 1 has not"));
}

#[test]
fn clusters_are_cancelled_and_taken() {
    // One block takes the others' work: it counts what it gets.
    let body = "mbarrier.init.shared.b64 [bar], 1;\nmov.b32 %r5, 0;\nmov.b32 %r6, 0;\n\
                next: mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;\n\
                clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [word], [bar];\n\
                wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], %r6;\n@!%p1 bra wait;\n\
                xor.b32 %r6, %r6, 1;\nld.shared.b128 %q1, [word];\n\
                clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %q1;\n@!%p2 bra done;\n\
                clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r2, %r3, _}, %q1;\n\
                clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r4, %q1;\n\
                setp.ne.u32 %p3, %r1, %r4;\n@%p3 trap;\nmul.wide.u32 %rd4, %r1, 4;\nadd.u64 %rd5, %rd2, %rd4;\n\
                atom.global.add.u32 %r7, [%rd5], 1;\nbra next;\n\
                done: mov.b32 %r1, %ctaid.x;\nmul.wide.u32 %rd4, %r1, 4;\nadd.u64 %rd5, %rd2, %rd4;\n\
                atom.global.add.u32 %r7, [%rd5], 1;";
    assert_eq!(Kernel::blackwell(body).blocks(5).run(&[], 5), [1; 5]);
}

#[test]
fn hints_do_nothing() {
    let body = "griddepcontrol.launch_dependents;\ngriddepcontrol.wait;\nsetmaxnreg.inc.sync.aligned.u32 64;\n\
                fence.proxy.async;\nfence.proxy.async.shared::cta;\nst.global.b32 [%rd2], 1;";
    assert_eq!(Kernel::new(body).threads(32).run(&[], 1), [1]);
}
