//! Lanes that exchange values.

use crate::run::{kernel, run};

/// Runs a body that leaves a number of each lane in `%r9`.
fn lanes(body: &str) -> Vec<u32> {
    let text = format!(
        "mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 100;\n{body}\n.local .b32 number;\nst.local.b32 [number], %r1;\nld.local.u32 %rd5, [number];\n\
         add.u64 %rd5, %rd5, %rd5;\nadd.u64 %rd5, %rd5, %rd5;\nadd.u64 %rd5, %rd5, %rd1;\nst.global.b32 [%rd5], %r9;"
    );
    // The reductions of floats are younger than the rest.
    let text = kernel("", &text).replace("sm_90a", if body.contains(".f32") { "sm_100a" } else { "sm_90a" });
    run(&text, 1, 32, 32).expect("clean").0
}

#[test]
fn shuffles_read_other_lanes() {
    let expected: Vec<u32> = (0..32).map(|lane| 100 + if lane % 8 == 0 { lane } else { lane - 1 }).collect();
    assert_eq!(lanes("shfl.sync.up.b32 %r9, %r2, 1, 6144, -1;"), expected);
    let expected: Vec<u32> = (0..32).map(|lane| 100 + (lane ^ 5)).collect();
    assert_eq!(lanes("shfl.sync.bfly.b32 %r9, %r2, 5, 31, 0xFFFFFFFF;"), expected);
    let expected: Vec<u32> = (0..32).map(|lane| if lane < 28 { 104 + lane } else { 7 }).collect();
    assert_eq!(
        lanes("shfl.sync.down.b32 %r9|%p1, %r2, 4, 31, -1;\n@!%p1 mov.u32 %r9, 7;"),
        expected,
        "the predicate says who reads another lane"
    );
    assert_eq!(lanes("shfl.sync.idx.b32 %r2, %r2, 3, 31, -1;\nmov.u32 %r9, %r2;"), [103; 32]);
}

#[test]
fn votes_and_matches_see_all_lanes() {
    // The branch gives lanes 0 and 1 another predicate and value.
    let part = "mov.pred %p1, 0;\nmov.u32 %r3, 5;\nways: .branchtargets a, a, b, b;\nmov.u32 %r4, %laneid;\n\
                mov.u32 %r5, %lanemask_lt;\nvote.sync.any.pred %p2, 1, -1;\n@!%p2 bra b;\n\
                shfl.sync.up.b32 %r6|%p1, %r4, 2, 0, -1;\na: b:\n";
    assert_eq!(lanes(&format!("{part}vote.sync.ballot.b32 %r9, %p1, -1;")), [0xFFFF_FFFC; 32]);
    assert_eq!(
        lanes(&format!("{part}vote.sync.all.pred %p3, !%p1, -1;\nmov.u32 %r9, 1;\n@%p3 mov.u32 %r9, 2;")),
        [1; 32]
    );
    let matched = lanes(&format!("{part}@!%p1 mov.u32 %r3, 6;\nmatch.any.sync.b32 %r9, %r3, -1;"));
    assert_eq!((matched[0], matched[1], matched[2]), (3, 3, 0xFFFF_FFFC));
    let all = lanes("match.all.sync.b32 %r9|%p1, 4, -1;\n@!%p1 mov.u32 %r9, 1;");
    assert_eq!(all, [u32::MAX; 32]);
    let different = lanes("match.all.sync.b32 %r9|%p1, %r1, -1;\n@!%p1 add.u32 %r9, %r9, 1;");
    assert_eq!(different, [1; 32]);
    assert_eq!(lanes(&format!("{part}mov.u32 %r9, 0;\n@%p1 activemask.b32 %r9;"))[..3], [0, 0, 0xFFFF_FFFC]);
}

#[test]
fn reductions_and_elections() {
    assert_eq!(lanes("redux.sync.add.u32 %r9, %r1, -1;"), [496; 32]);
    assert_eq!(lanes("add.u32 %r3, %r1, -9;\nredux.sync.min.s32 %r9, %r3, -1;"), [-9i32 as u32; 32]);
    assert_eq!(lanes("add.u32 %r3, %r1, -9;\nredux.sync.max.u32 %r9, %r3, -1;"), [u32::MAX; 32]);
    let elected = lanes("elect.sync %r9|%p1, -1;\n@%p1 mov.u32 %r9, 9;");
    assert_eq!((elected[0], elected[1]), (9, 0));
}

#[test]
fn reductions_of_floats_give_one_nan() {
    let one = |what: &str, mask: &str| {
        let body = format!(
            "mov.b32 %r3, 0xbf800000;\nsetp.eq.u32 %p1, %r1, 4;\n@%p1 mov.b32 %r3, 0xffc12345;\n\
             setp.eq.u32 %p1, %r1, 9;\n@%p1 mov.b32 %r3, 0xc0000000;\nmov.b32 %r9, 1;\n\
             mov.b32 %r4, {mask};\nshr.u32 %r5, %r4, %r1;\nand.b32 %r5, %r5, 1;\nsetp.ne.u32 %p1, %r5, 0;\n\
             @%p1 redux.sync.{what}.f32 %r9, %r3, %r4;"
        );
        lanes(&body)[4]
    };
    assert_eq!(one("min", "-1"), 0xc000_0000);
    assert_eq!(one("max", "-1"), 0xbf80_0000);
    assert_eq!(one("max.abs", "-1"), 0x4000_0000);
    assert_eq!(one("min.abs", "-1"), 0x3f80_0000);
    assert_eq!(one("min.NaN", "-1"), 0x7fff_ffff);
    assert_eq!(one("max", "16"), 0x7fff_ffff, "of nothing but a NaN with other bits");
}

#[test]
fn lanes_with_different_masks_are_groups() {
    let body = "mov.u32 %r3, 0xFFFF;\nmov.u32 %r4, %laneid;\nshfl.sync.up.b32 %r5|%p1, %r4, 16, 0, -1;\n\
                @%p1 mov.u32 %r3, 0xFFFF0000;\nredux.sync.add.u32 %r9, %r1, %r3;";
    let sums = lanes(body);
    assert_eq!((sums[0], sums[15], sums[16], sums[31]), (120, 120, 376, 376));
}

#[test]
fn a_lane_outside_of_the_mask_is_not_read() {
    let body = "mov.u32 %r1, %laneid;\nshfl.sync.down.b32 %r2, %r1, 8, 31, 0xFFFF;";
    let fault = run(&kernel("", body), 1, 16, 1).expect_err("lane 8 reads lane 16");
    assert_eq!(fault.message, "lane 8 reads a register of lane 16, which its mask 0x0000ffff does not name");
    let fault =
        run(&kernel("", "vote.sync.ballot.b32 %r2, 1, 1;"), 1, 2, 1).expect_err("lane 1 is not named");
    assert_eq!(fault.message, "lane 1 names the lanes 0x00000001, of which it is none");
}
