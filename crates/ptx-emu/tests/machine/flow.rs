//! Flow of control, memory, barriers, faults.

use crate::run::{kernel, run};

#[test]
fn lanes_part_and_meet() {
    // Four lanes go four ways, of which two meet early; then all are named by a barrier of the warp and reach one of the block.
    let body = "mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, %r1;\nadd.u32 %r2, %r2, %r2;\nmov.b64 %rd2, 0;\n\
                cvta.to.global.u64 %rd1, %rd1;\nmov.b32 %r3, 0;\nmov.b32 %r4, %lanemask_eq;\n\
                ways: .branchtargets a, b, c, d;\nbrx.idx %r1, ways;\n\
                a: mov.u32 %r5, 10;\nbra meet;\nb: mov.u32 %r5, 20;\nmeet: add.u32 %r5, %r5, 1;\nbra join;\n\
                c: mov.u32 %r5, 30;\nbra join;\nd: ret;\n\
                join: bar.warp.sync 7;\nbarrier.sync.aligned 0;\n\
                .shared .align 4 .b32 words[4];\nst.shared.b32 [words+8], %r5;\nld.shared.b32 %r6, [words+8];\n\
                st.global.b32 [%rd1], %r6;\nst.global.b32 [%rd1+4], %r5;\nst.global.b32 [%rd1+8], %r4;";
    let (numbers, outcome) = run(&kernel("", body), 2, 4, 3).expect("clean");
    assert_eq!(numbers, [30, 30, 4], "the last lane writes last");
    assert_eq!(outcome.steps, 2 * (9 * 4 + 2 + 1 + 2 * 2 + 2 + 1 + 3 * 8));
}

#[test]
fn predicates_hold_lane_by_lane() {
    let body = ".shared .align 4 .b32 word;\nmov.u64 %rd3, word;\ncvta.shared.u64 %rd3, %rd3;\n\
                isspacep.shared %p1, %rd3;\nisspacep.global %p2, %rd3;\n@!%p1 trap;\n@%p2 trap;\nmov.pred %p3, !%p2;\n\
                @%p3 st.b32 [%rd3], 5;\nld.shared.b32 %r1, [word];\nst.global.b32 [%rd1], %r1;";
    let (numbers, _) = run(&kernel("", body), 1, 32, 1).expect("clean");
    assert_eq!(numbers, [5]);
}

#[test]
fn an_access_outside_is_named() {
    let fault = run(&kernel("", "st.global.b32 [%rd1+16], 1;"), 1, 1, 4).expect_err("outside");
    assert_eq!(fault.message, "writes 4 bytes just past the end of buffer `out` (16 bytes)");
    let fault = run(&kernel("", "ld.global.v2.b32 {%r1, %r2}, [%rd1+4];"), 1, 1, 4).expect_err("misaligned");
    assert!(fault.message.contains("no multiple of 8"), "{fault}");
    assert_eq!(fault.thread, Some([0, 0, 0]));
}

#[test]
fn waiting_that_cannot_end_is_said() {
    let body = "mov.b32 %r1, %warpid;\nmov.b32 %r2, 0;\nbar.sync 1, 64;";
    let fault = run(&kernel("", body), 1, 32, 1).expect_err("nobody else comes");
    assert_eq!(fault.code.0, "E0839");
    assert!(fault.parties[0].1.contains("waits at barrier 1"), "{:?}", fault.parties);
}

#[test]
fn endless_loops_use_up_the_budget() {
    let fault = run(&kernel("", "loop: bra loop;"), 1, 32, 1).expect_err("endless");
    assert_eq!(fault.code.0, "E0840");
}

#[test]
fn functions_are_called() {
    let function = ".func (.param .b32 result) twice(.param .b32 number) {\n.reg .b32 %r<4>;\n\
                    ld.param.b32 %r1, [number];\nadd.u32 %r2, %r1, %r1;\nst.param.b32 [result], %r2;\nret;\n}\n";
    let body = "{\n.param .b32 passed;\n.param .b32 given;\nst.param.b32 [passed], 21;\n\
                call.uni (given), twice, (passed);\nld.param.b32 %r1, [given];\n}\nst.global.b32 [%rd1], %r1;";
    let (numbers, outcome) = run(&kernel(function, body), 1, 1, 1).expect("clean");
    assert_eq!(numbers, [42]);
    assert_eq!(outcome.steps, 10);
}
