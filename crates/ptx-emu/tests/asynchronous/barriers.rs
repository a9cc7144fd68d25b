//! mbarriers: every operation, by what it does to phases.

use crate::Kernel;

/// Stores in a word of `out` whether a query is answered with yes: asked several times, since no says nothing.
fn shows(query: &str, at: usize) -> String {
    let ask = format!("{query}\n@%p1 mov.b32 %r90, 1;\n").repeat(12);
    format!("mov.b32 %r90, 0;\n{ask}st.global.b32 [%rd2+{}], %r90;\n", 4 * at)
}

const PARITY_0: &str = "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;";
const PARITY_1: &str = "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 1;";

#[test]
fn phases_end_with_arrivals_and_bytes() {
    let body = [
        "mbarrier.init.shared.b64 [bar], 2;".to_owned(),
        shows(PARITY_0, 0),
        shows(PARITY_1, 1),
        "mbarrier.arrive.shared.b64 %rd4, [bar];\nmbarrier.arrive.expect_tx.shared.b64 %rd5, [bar], 32;"
            .to_owned(),
        shows("mbarrier.test_wait.shared.b64 %p1, [bar], %rd4;", 2),
        "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 16;".to_owned(),
        shows(PARITY_0, 3),
        "mbarrier.complete_tx.shared::cluster.b64 [bar], 16;".to_owned(),
        shows(PARITY_0, 4),
        shows("mbarrier.test_wait.shared.b64 %p1, [bar], %rd5;", 5),
        "mbarrier.expect_tx.shared.b64 [bar], 8;\nmbarrier.arrive.shared.b64 _, [bar], 2;".to_owned(),
        shows(PARITY_1, 6),
        "mbarrier.complete_tx.shared.b64 [bar], 8;".to_owned(),
        shows(PARITY_1, 7),
        "mbarrier.inval.shared.b64 [bar];\nmbarrier.init.shared.b64 [bar], 1;".to_owned(),
        shows("mbarrier.try_wait.parity.shared.b64 %p1, [bar], 1, 100;", 8),
    ];
    assert_eq!(Kernel::new(&body.concat()).run(&[], 9), [0, 1, 0, 0, 1, 1, 0, 1, 1]);
}

#[test]
fn counts_drops_and_tokens() {
    let body = [
        "mbarrier.init.shared.b64 [bar], 5;\n\
         mbarrier.arrive.noComplete.shared.b64 %rd4, [bar], 2;\n\
         mbarrier.pending_count.b64 %r1, %rd4;\nst.global.b32 [%rd2], %r1;\n\
         mbarrier.arrive_drop.noComplete.shared.b64 %rd4, [bar], 1;\n\
         mbarrier.pending_count.b64 %r1, %rd4;\nst.global.b32 [%rd2+4], %r1;\n\
         mbarrier.arrive_drop.shared.b64 %rd4, [bar], 2;\n"
            .to_owned(),
        shows(PARITY_0, 2),
        // Two are left a phase; one expects bytes, and drops itself.
        "mbarrier.arrive.release.cluster.shared.b64 _, [bar];\n\
         mbarrier.arrive_drop.expect_tx.shared.b64 _, [bar], 4;\n\
         mbarrier.complete_tx.shared.b64 [bar], 4;\n"
            .to_owned(),
        shows(PARITY_1, 3),
        "mbarrier.arrive.relaxed.cta.shared.b64 _, [bar];\n".to_owned(),
        shows(PARITY_0, 4),
    ];
    assert_eq!(Kernel::new(&body.concat()).run(&[], 5), [5, 3, 1, 1, 1]);
}

#[test]
fn generic_addresses_will_do() {
    let body = format!(
        "mov.b64 %rd4, bar;\ncvta.shared.u64 %rd4, %rd4;\nmbarrier.init.b64 [%rd4+8], 1;\nmbarrier.arrive.b64 _, [%rd4+8];\n{}",
        shows("mbarrier.try_wait.parity.b64 %p1, [%rd4+8], 0;", 0)
    );
    assert_eq!(Kernel::new(&body).run(&[], 1), [1]);
}

#[test]
fn warps_wait_for_each_other() {
    // Warp 1 stores and arrives; warp 0 waits in a loop and reads.
    let body = "mov.b32 %r1, %warpid;\nmov.b32 %r2, %laneid;\nways: .branchtargets first, second;\n\
                mbarrier.init.shared.b64 [bar], 32;\nbar.sync 0;\nbrx.idx.uni %r1, ways;\n\
                first: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra first;\n\
                ld.shared.b32 %r3, [word];\nst.global.b32 [%rd2], %r3;\nbra end;\n\
                second: st.shared.b32 [word], 77;\nmbarrier.arrive.shared.b64 _, [bar];\nend:";
    assert_eq!(Kernel::new(body).threads(64).run(&[], 1), [77]);
}

#[test]
fn blocks_of_a_cluster_arrive_at_each_other() {
    // Block 1 arrives at block 0's barrier with bytes, and counts them.
    let body = "mov.b32 %r1, %cluster_ctarank;\nways: .branchtargets first, second;\nmov.b32 %r4, bar;\n\
                mov.b32 %r5, 0x1000000;\nbrx.idx.uni %r1, ways;\n\
                first: mbarrier.init.shared.b64 [bar], 3;\nst.shared.b32 [word], 1;\n\
                loop: mbarrier.try_wait.parity.acquire.cluster.shared.b64 %p1, [bar], 0;\n@!%p1 bra loop;\n\
                st.global.b32 [%rd2], 5;\nbra end;\n\
                second: mov.b32 %r6, word;\nsub.u32 %r6, %r6, %r5;\nsub.u32 %r4, %r4, %r5;\n\
                poll: ld.relaxed.cluster.shared::cluster.b32 %r7, [%r6];\nsetp.eq.u32 %p2, %r7, 0;\n@%p2 bra poll;\n\
                mbarrier.arrive.shared::cluster.b64 _, [%r4];\n\
                mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%r4], 64;\n\
                mbarrier.arrive_drop.shared::cluster.b64 _, [%r4], 1;\n\
                mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%r4], 8;\n\
                mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r4], 72;\nend:";
    assert_eq!(Kernel::new(body).cluster(2).run(&[], 1), [5]);
}

#[test]
fn misuse_is_named() {
    let fault = |body: &str| Kernel::new(body).fault(&[], 1);
    assert!(
        fault("mbarrier.arrive.shared.b64 _, [bar];")
            .starts_with("E0850 the mbarrier at shared address 0x8400: no mbarrier")
    );
    let twice = "mbarrier.init.shared.b64 [bar], 1;\nmbarrier.expect_tx.shared.b64 [bar], 4;\n\
                 mbarrier.arrive.shared.b64 _, [bar];\nmbarrier.arrive.shared.b64 _, [bar];";
    assert!(fault(twice).contains("1 arrive, and the phase waits for only 0"), "{}", fault(twice));
    assert!(fault("mov.b32 %r1, 0;\nmbarrier.init.shared.b64 [bar], %r1;").contains("a count of 0"));
    assert!(fault("mov.b32 %r1, bar;\nmbarrier.init.shared.b64 [%r1+4], 1;").starts_with("E0833"));
    let stale = "mbarrier.init.shared.b64 [bar], 1;\nmbarrier.arrive.shared.b64 %rd4, [bar];\n\
                 mbarrier.arrive.shared.b64 _, [bar];\nmbarrier.test_wait.shared.b64 %p1, [bar], %rd4;";
    assert!(fault(stale).contains("neither this phase nor the one before"));
    let never = "mbarrier.init.shared.b64 [bar], 1;\n\
                 wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra wait;";
    assert!(fault(never).starts_with("E0839"), "{}", fault(never));
    assert!(fault("mbarrier.init.b64 [%rd1], 1;").contains("is in global memory"));
}

/// A phase that is complete before the query: how often one `try_wait` or `test_wait` returns true, over seeds.
#[test]
fn a_query_may_say_no_without_having_waited() {
    for query in ["try_wait", "test_wait"] {
        let body = format!(
            "mbarrier.init.shared.b64 [bar], 1;\nmbarrier.arrive.shared.b64 _, [bar];\nmov.b32 %r1, 0;\n\
             mbarrier.{query}.parity.shared.b64 %p1, [bar], 0;\n@%p1 mov.b32 %r1, 1;\nst.global.b32 [%rd2], %r1;"
        );
        let kernel = Kernel::new(&body);
        let answers = |seeds: std::ops::Range<u64>| -> Vec<u32> {
            let of = |seed| kernel.once(&[], 1, &|_| [0; 128], Some(seed)).expect("clean")[0];
            seeds.map(of).collect()
        };
        let all = answers(0..40);
        let yes = all.iter().sum::<u32>();
        assert!((20..40).contains(&yes), "{query}: {yes} of 40");
        assert_eq!(all, answers(0..40), "the same seed answers the same");
        assert_eq!(kernel.once(&[], 1, &|_| [0; 128], None).expect("clean"), [1], "without a seed it waits");
    }
}

/// A thread that tries twice and continues reads bytes that have not arrived, in some orders; a thread that repeats the query
/// until it succeeds never does.
#[test]
fn a_bounded_number_of_tries_is_no_wait() {
    let body = |wait: &str| {
        format!(
            "mbarrier.init.shared.b64 [bar], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;\n\
             cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem], [%rd1], 64, [bar];\n\
             mov.b32 %r1, 0;\nwait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n{wait}\n\
             ld.shared.b32 %r2, [mem];\nst.global.b32 [%rd2], %r2;"
        )
    };
    let bounded =
        body("add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p2, %r1, 2;\n@%p1 bra done;\n@%p2 bra wait;\ndone:");
    let endless = body("@!%p1 bra wait;");
    let results = |body: &str| -> Vec<u32> {
        let kernel = Kernel::new(body);
        let of = |seed| kernel.once(&[7; 64], 1, &|_| [0; 128], Some(seed)).expect("it ends")[0];
        (0..100).map(of).collect()
    };
    assert!(results(&endless).iter().all(|&word| word == 0x0707_0707));
    assert!(results(&bounded).contains(&0), "some order reads too early");
}
