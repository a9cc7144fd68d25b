//! Orders of execution: lanes that part in every way, seeds, threads of the host, blocks that wait for each other.

use std::num::NonZeroUsize;

use ptx_emu::Options;

use crate::run::{Shape, kernel, run_with};

/// The end of a kernel: each thread adds `%r9` to memory and to a product of its own number, so that nothing is lost.
const ADD: &str = "mov.u32 %r20, %tid.x;\nmov.u32 %r21, %ctaid.x;\nmad.lo.u32 %r22, %r21, 64, %r20;\n\
                   mad.lo.u32 %r23, %r22, 977, %r9;\nred.global.add.u32 [%rd1], %r9;\nred.global.xor.b32 [%rd1+4], %r23;";

/// Runs a kernel of 3 blocks of 64 threads, whose results must be the same in every order.
fn in_every_order(body: &str, number: impl Fn(u32) -> u32) {
    let text = kernel("", &format!("mov.u32 %r1, %tid.x;\n{body}\n{ADD}"));
    let sum = (0..192).map(|thread| number(thread % 64)).sum::<u32>();
    let mixed = (0..192).fold(0, |mixed, thread: u32| mixed ^ (thread * 977 + number(thread % 64)));
    let shape = Shape { grid: 3, block: 64, cluster: None };
    for seed in [None, Some(0), Some(1), Some(2), Some(77)] {
        let (numbers, _) =
            run_with(&text, shape, 2, Options { seed, ..Options::default() }).expect("clean in every order");
        assert_eq!(numbers, [sum, mixed], "{seed:?}");
    }
    for threads in 1..4 {
        let threads = NonZeroUsize::new(threads);
        let (numbers, _) =
            run_with(&text, shape, 2, Options { threads, ..Options::default() }).expect("clean");
        assert_eq!(numbers, [sum, mixed], "{threads:?}");
    }
}

#[test]
fn loops_end_when_their_lanes_do() {
    let body = "mov.u32 %r9, 0;\nmov.u32 %r2, 0;\nrem.u32 %r3, %r1, 7;\n\
                outer: mov.u32 %r4, 0;\ninner: add.u32 %r9, %r9, 1;\nadd.u32 %r4, %r4, 1;\n\
                setp.le.u32 %p1, %r4, %r2;\n@%p1 bra inner;\nadd.u32 %r2, %r2, 1;\nsetp.le.u32 %p2, %r2, %r3;\n@%p2 bra outer;\n\
                bar.sync 0;";
    in_every_order(body, |thread| {
        let turns = thread % 7 + 1;
        turns * (turns + 1) / 2
    });
}

#[test]
fn threads_end_early_inside_of_branches() {
    let body = "mov.u32 %r9, 5;\nsetp.ge.u32 %p1, %r1, 40;\n@!%p1 bra low;\nand.b32 %r2, %r1, 3;\n\
                setp.eq.u32 %p2, %r2, 1;\n@%p2 bra out;\nadd.u32 %r9, %r9, 100;\nsetp.eq.u32 %p3, %r2, 2;\n\
                @%p3 bra more;\nbra meet;\nmore: add.u32 %r9, %r9, 1000;\nbra meet;\n\
                low: setp.eq.u32 %p2, %r1, 0;\n@%p2 bra meet;\nadd.u32 %r9, %r9, 7;\nmeet: bar.warp.sync %r10;\nbra all;\n\
                out: mov.u32 %r9, 1;\nall:";
    // The lanes of the second warp that leave by `out` are not at the barrier of the others.
    let masks = "mov.u32 %r10, 0xFFFFFFFF;\nsetp.ge.u32 %p4, %r1, 32;\n@%p4 mov.u32 %r10, 0xDDDDDDFF;\n";
    in_every_order(&format!("{masks}{body}"), |thread| match (thread, thread & 3) {
        (0, _) => 5,
        (..40, _) => 12,
        (_, 1) => 1,
        (_, 2) => 1105,
        _ => 105,
    });
}

#[test]
fn control_flow_without_a_structure() {
    // A loop with two entries: odd lanes enter at `b`.
    let body = "mov.u32 %r9, 0;\nmov.u32 %r2, %r1;\nand.b32 %r3, %r1, 1;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra b;\n\
                a: add.u32 %r9, %r9, 1;\nsetp.lt.u32 %p2, %r2, 10;\n@%p2 bra end;\nsub.u32 %r2, %r2, 10;\n\
                b: add.u32 %r9, %r9, 100;\nsetp.lt.u32 %p3, %r2, 5;\n@%p3 bra end;\nsub.u32 %r2, %r2, 5;\nbra a;\nend:";
    in_every_order(body, |thread| {
        let (mut sum, mut left, mut at_a) = (0, thread, thread % 2 == 0);
        loop {
            let (count, step) = if at_a { (1, 10) } else { (100, 5) };
            sum += count;
            if left < step {
                return sum;
            }
            left -= step;
            at_a = !at_a;
        }
    });
}

#[test]
fn a_block_waits_for_a_later_one() {
    // Each block waits until the next one has raised its flag; the last one does at once.
    let body = "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %nctaid.x;\nadd.u32 %r3, %r1, 1;\nmul.wide.u32 %rd2, %r1, 4;\n\
                add.u64 %rd3, %rd1, %rd2;\nsetp.eq.u32 %p1, %r3, %r2;\n@%p1 bra raise;\n\
                wait: ld.acquire.gpu.global.b32 %r4, [%rd3+4];\nsetp.eq.u32 %p2, %r4, 0;\n@%p2 bra wait;\n\
                raise: st.release.gpu.global.b32 [%rd3], %r3;";
    let shape = Shape { grid: 300, block: 1, cluster: None };
    for seed in [None, Some(5)] {
        let options = Options { seed, ..Options::default() };
        let (numbers, _) = run_with(&kernel("", body), shape, 300, options).expect("ends");
        assert!((1..=300).eq(numbers), "{seed:?}");
    }
}

#[test]
fn waiting_in_vain_is_said_in_every_order() {
    let body = "wait: ld.volatile.global.b32 %r4, [%rd1];\nsetp.eq.u32 %p2, %r4, 0;\n@%p2 bra wait;";
    for seed in [None, Some(5)] {
        let shape = Shape { grid: 2, block: 96, cluster: None };
        let options = Options { seed, ..Options::default() };
        let fault = run_with(&kernel("", body), shape, 1, options).expect_err("nobody writes");
        assert_eq!(fault.code.0, "E0839", "{fault}");
    }
}

#[test]
fn the_budget_is_kept() {
    let count = "mov.u32 %r1, 0;\nloop: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 10000;\n@%p1 bra loop;";
    let shape = Shape { grid: 1, block: 128, cluster: None };
    let all = run_with(&kernel("", count), shape, 1, Options::default()).expect("enough").1.steps;
    let exact = Options { steps: Some(all), ..Options::default() };
    assert_eq!(run_with(&kernel("", count), shape, 1, exact).expect("just enough").1.steps, all);
    let less = Options { steps: Some(all - 1), ..Options::default() };
    assert_eq!(run_with(&kernel("", count), shape, 1, less).expect_err("one too few").code.0, "E0840");
    // Lanes that part and meet without an end use it up too.
    let parting = "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 5;\nloop: @%p1 bra other;\nadd.u32 %r2, %r2, 1;\nbra loop;\n\
                   other: add.u32 %r3, %r3, 1;\nbra loop;";
    let some = Options { steps: Some(100_000), ..Options::default() };
    assert_eq!(run_with(&kernel("", parting), shape, 1, some).expect_err("endless").code.0, "E0840");
}

#[test]
fn what_waits_has_not_happened() {
    // Warp 0 counts, the others wait for it: at a barrier, and at one in memory, which is tried again and again.
    let body = "mov.u32 %r1, %tid.x;\nmov.u32 %r2, bar;\nsetp.ne.u32 %p1, %r1, 0;\nsetp.gt.u32 %p2, %r1, 31;\n\
                @!%p1 mbarrier.init.shared.b64 [%r2], 1;\nbar.sync 0;\nmov.u32 %r3, 0;\n@%p2 bra rest;\n\
                loop: add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p3, %r3, 2000;\n@%p3 bra loop;\n\
                @!%p1 mbarrier.arrive.shared.b64 %rd2, [%r2];\nrest:\n\
                wait: mbarrier.try_wait.parity.shared.b64 %p4, [%r2], 0;\n@!%p4 bra wait;\nbar.sync 0;";
    let text = kernel(".shared .align 8 .b64 bar;", body);
    let shape = Shape { grid: 1, block: 1024, cluster: None };
    let steps = |seed| {
        let options = Options { seed, ..Options::default() };
        run_with(&text, shape, 1, options).expect("it ends").1.steps
    };
    let first = steps(None);
    assert!(first < 2000 * 3 * 32 + 1024 * 20, "{first}");
    // Some retries give up and go around the loop.
    assert!((0..4).all(|seed| steps(Some(seed)) < first + 1024 * 20), "{:?}", steps(Some(0)));
}
