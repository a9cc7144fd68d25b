//! Forms of older PTX, and video instructions, against plain arithmetic.

use crate::run::{kernel, run};

/// Runs a body that leaves a number of each lane in `%r9`; `%r1` is the lane, `%r2` a mixture of it.
fn lanes(head: (&str, &str), body: &str) -> Vec<u32> {
    let text = format!(
        ".reg .b16 %h<8>; .reg .v4 .b16 %w; .reg .v2 .b32 %v; .reg .u32 %u, %u2;\n\
         mov.u32 %r1, %tid.x;\nmul.lo.u32 %r2, %r1, 0x9E3779B9;\nxor.b32 %r3, %r2, 0x80FF7F01;\n{body}\n\
         mul.wide.u32 %rd5, %r1, 4;\nadd.u64 %rd5, %rd5, %rd1;\nst.global.b32 [%rd5], %r9;"
    );
    let text = kernel("", &text);
    let rest = text.split_once(".address_size").expect("a head").1;
    let (version, target) = head;
    let text = format!(".version {version}\n.target {target}\n.address_size{rest}");
    run(&text, 1, 32, 32).expect("clean").0
}

/// The results of `f` for `%r1`, `%r2` and `%r3` of each lane.
fn expected(f: impl Fn(u32, u32, u32) -> u32) -> Vec<u32> {
    let of = |lane: u32| {
        let mixed = lane.wrapping_mul(0x9E37_79B9);
        f(lane, mixed, mixed ^ 0x80FF_7F01)
    };
    (0..32).map(of).collect()
}

const NEW: (&str, &str) = ("8.7", "sm_90a");
const OLD: (&str, &str) = ("6.3", "sm_75");

/// A byte with its sign.
fn byte(word: u32, at: u32) -> i64 {
    i64::from((word >> (8 * at)) as u8 as i8)
}

/// A half without a sign.
fn half(word: u32, at: u32) -> i64 {
    i64::from((word >> (16 * at)) as u16)
}

#[test]
fn lanes_exchange_without_a_mask() {
    let shuffled = lanes(OLD, "shfl.bfly.b32 %r9|%p1, %r2, 5, 31;");
    assert_eq!(shuffled, expected(|lane, _, _| (lane ^ 5).wrapping_mul(0x9E37_79B9)));
    let voted = lanes(OLD, "setp.lt.u32 %p1, %r1, 3;\nvote.ballot.b32 %r9, %p1;");
    assert_eq!(voted, [7; 32]);
    // Those that execute it together take part.
    let body =
        "setp.lt.u32 %p1, %r1, 8;\nmov.u32 %r9, 0;\nsetp.ne.u32 %p2, %r1, 9;\n@%p1 vote.ballot.b32 %r9, %p2;";
    assert_eq!(lanes(OLD, body), expected(|lane, _, _| if lane < 8 { 0xFF } else { 0 }));
}

#[test]
fn scalar_video_takes_parts() {
    let sum = lanes(NEW, "vadd.s32.s32.u32.sat.max %r9, %r2.b1, %r3.h1, %r1;");
    let by_hand = |lane: u32, a: u32, b: u32| (byte(a, 1) + half(b, 1)).max(i64::from(lane)) as u32;
    assert_eq!(sum, expected(by_hand));
    let merged = lanes(NEW, "vsub.u32.u32.u32.sat %r9.b2, %r2.b0, %r3.b3, %r1;");
    assert_eq!(
        merged,
        expected(|lane, a, b| {
            let difference = i64::from(a & 0xFF) - i64::from(b >> 24);
            lane & 0xFF00_FFFF | (difference.clamp(0, 255) as u32) << 16
        })
    );
    let distance = lanes(NEW, "vabsdiff.u32.s32.s32.add %r9, %r2, %r3, %r1;");
    assert_eq!(distance, expected(|lane, a, b| (a as i32).abs_diff(b as i32).wrapping_add(lane)));
    let shifted = lanes(NEW, "vshr.s32.s32.u32.clamp %r9, %r2, %r3.b0;");
    assert_eq!(shifted, expected(|_, a, b| (i64::from(a as i32) >> (b & 0xFF).min(32)) as u32));
    let wrapped = lanes(NEW, "vshl.u32.u32.u32.wrap %r9, %r2, %r3;");
    assert_eq!(wrapped, expected(|_, a, b| a << (b & 31)));
    let compared = lanes(NEW, "vset.s32.u32.lt.add %r9, %r2.b0, %r3.b0, %r1;");
    assert_eq!(compared, expected(|lane, a, b| lane + u32::from(byte(a, 0) < i64::from(b & 0xFF))));
}

#[test]
fn scalar_video_multiplies() {
    let plain = lanes(NEW, "vmad.s32.s32.s32.sat.shr7 %r9, %r2.h0, -%r3.h1, %r1;");
    let by_hand = |lane: u32, a: u32, b: u32| {
        let product = -(i64::from(a as i16) * i64::from((b >> 16) as i16)) + i64::from(lane);
        (product >> 7).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as u32
    };
    assert_eq!(plain, expected(by_hand));
    let one_more = lanes(NEW, "vmad.u32.u32.u32.po %r9, %r2.b0, %r3.b1, %r1;");
    assert_eq!(one_more, expected(|lane, a, b| (a & 0xFF) * (b >> 8 & 0xFF) + lane + 1));
}

#[test]
fn video_on_lanes_selects_and_merges() {
    let sums = lanes(NEW, "vadd4.s32.s32.s32.sat %r9.b20, %r2, %r3, %r1;");
    let by_hand = |lane: u32, a: u32, b: u32| {
        let sum = |at: u32| ((byte(a, at) + byte(b, at)).clamp(-128, 127) as u32 & 0xFF) << (8 * at);
        lane & 0xFF00_FF00 | sum(0) | sum(2)
    };
    assert_eq!(sums, expected(by_hand));
    // Numbers above 1 are those of the second operand.
    let mixed = lanes(NEW, "vmax2.u32.u32.u32 %r9, %r2.h30, %r3.h12, %r1;");
    let by_hand = |_: u32, a: u32, b: u32| {
        let of = |number: u32| if number < 2 { half(a, number) } else { half(b, number - 2) };
        of(0).max(of(2)) as u32 | (of(3).max(of(1)) as u32) << 16
    };
    assert_eq!(mixed, expected(by_hand));
    let counted = lanes(NEW, "vset4.u32.u32.ne.add %r9, %r2, %r3, %r1;");
    let by_hand =
        |lane: u32, a: u32, b: u32| lane + (0..4).filter(|&at| byte(a, at) != byte(b, at)).count() as u32;
    assert_eq!(counted, expected(by_hand));
    let average = lanes(NEW, "vavrg4.u32.u32.u32 %r9, %r2, %r3, %r1;");
    let by_hand = |_: u32, a: u32, b: u32| {
        let of = |word: u32, at: u32| word >> (8 * at) & 0xFF;
        (0..4).map(|at| (of(a, at) + of(b, at)).div_ceil(2) << (8 * at)).sum()
    };
    assert_eq!(average, expected(by_hand));
}

#[test]
fn vectors_move_as_wholes() {
    // Both are read before any is written.
    let body = "mov.v2.b32 {%r2, %r3}, {%r3, %r2};\nshl.b32 %r9, %r2, 1;\nadd.u32 %r9, %r9, %r3;";
    assert_eq!(lanes(NEW, body), expected(|_, a, b| (b << 1).wrapping_add(a)));
    let body = "cvt.u16.u32 %w.x, %r1;\nmov.v4.u16 %w, {%w.x, 7, %w.x, 9};\nmov.b32 %r9, {%w.z, %w.w};";
    assert_eq!(lanes(NEW, body), expected(|lane, _, _| lane | 9 << 16));
    let body = ".local .align 8 .f32 place[2];\nst.local.b32 [place], %r2;\nst.local.b32 [place+4], %r3;\n\
                ld.local.v2.f32 {%u, %u2}, [place];\nadd.u32 %r9, %u, %u2;";
    assert_eq!(lanes(NEW, body), expected(|_, a, b| a.wrapping_add(b)));
}

#[test]
fn comparisons_of_pairs_are_masks() {
    // 1.0 and -2.0 against -1.0 and a NaN.
    let pairs = "mov.b32 %r2, 0xC0003C00;\nmov.b32 %r3, 0x7E00BC00;\n";
    assert_eq!(lanes(NEW, &format!("{pairs}set.gt.u32.f16x2 %r9, %r2, %r3;")), [0x0000_FFFF; 32]);
    assert_eq!(lanes(NEW, &format!("{pairs}set.gtu.s32.f16x2 %r9, %r2, %r3;")), [0xFFFF_FFFF; 32]);
    // 1.0 and -2.0 against 2.0 and -3.0.
    let pairs = "mov.b32 %r2, 0xC0003F80;\nmov.b32 %r3, 0xC0404000;\n";
    assert_eq!(lanes(NEW, &format!("{pairs}set.gt.u32.bf16x2 %r9, %r2, %r3;")), [0xFFFF_0000; 32]);
}

#[test]
fn narrow_floats_round_to_nearest_even_by_default() {
    // Halfway cases on both sides of the nearest even number: 0x3C04 is 1.00390625.
    let value = |bits: u32| {
        lanes(
            NEW,
            &format!(
                "mov.u32 %r2, {bits};\ncvt.u16.u32 %h1, %r2;\ncvt.bf16.f16 %h2, %h1;\ncvt.u32.u16 %r9, %h2;"
            ),
        )[0]
    };
    assert_eq!(value(0x3C01), 0x3F80);
    assert_eq!(value(0x3C04), 0x3F80, "a tie goes to the even one");
    assert_eq!(value(0x3C0C), 0x3F82, "a tie goes to the even one");
    assert_eq!(value(0x3C05), 0x3F81);
    let back = lanes(
        NEW,
        "mov.u32 %r2, 0x3F81;\ncvt.u16.u32 %h1, %r2;\ncvt.f16.bf16 %h2, %h1;\ncvt.u32.u16 %r9, %h2;",
    );
    assert_eq!(back, [0x3C08; 32]);
}
