//! Atomic changes of memory.

use crate::run::{Shape, kernel, run, run_with};

#[test]
fn lanes_change_memory_one_after_the_other() {
    let body = "atom.global.add.u32 %r1, [%rd1], 1;\nmov.u32 %r2, %laneid;\n@%p0 trap;\n\
                red.global.max.s32 [%rd1+4], %r1;\nred.global.or.b32 [%rd1+8], %r2;\n\
                atom.global.inc.u32 %r3, [%rd1+12], 9;\natom.global.dec.u32 %r3, [%rd1+16], 5;\n\
                atom.global.exch.b32 %r3, [%rd1+20], %r2;\natom.global.min.s32 %r3, [%rd1+24], -3;";
    let (numbers, _) = run(&kernel("", body), 2, 32, 7).expect("clean");
    // Down from 0 it goes to 5 and back to 0 in 6 steps.
    assert_eq!(numbers, [64, 63, 31, 4, 2, 31, -3i32 as u32]);
}

#[test]
fn compare_and_swap_writes_what_was_expected() {
    let body = "mov.u32 %r2, %laneid;\nadd.u32 %r3, %r2, 1;\natom.global.cas.b32 %r1, [%rd1], %r2, %r3;\n\
                mov.b64 %rd2, 5;\n.local .align 16 .b32 part[4];\nst.local.v2.b32 [part], {%r3, %r3};\nld.local.b64 %rd3, [part];\natom.global.cas.b64 %rd4, [%rd1+8], 0, %rd3;\n\
                .reg .b128 %q<3>;\nst.local.b64 [part+8], %rd2;\nld.local.b128 %q1, [part];\natom.global.exch.b128 %q2, [%rd1+16], %q1;\n\
                .reg .b16 %h<3>;\nmov.b16 %h1, 7;\natom.global.cas.b16 %h2, [%rd1+34], 0, %h1;";
    let (numbers, _) = run(&kernel("", body), 1, 32, 9).expect("clean");
    assert_eq!(numbers, [32, 0, 1, 1, 32, 32, 5, 0, 7 << 16]);
}

#[test]
fn floats_are_added() {
    let body = ".reg .f32 %f<4>;\n.reg .f64 %g<4>;\nmov.f32 %f1, 0f3FC00000;\n\
                red.global.add.f32 [%rd1], %f1;\nmov.f64 %g1, 0d3FE0000000000000;\n\
                atom.global.add.f64 %g2, [%rd1+8], %g1;\nmov.b32 %r1, 0x3C004000;\n\
                red.global.add.noftz.f16x2 [%rd1+16], %r1;\nred.global.add.v2.f32 [%rd1+24], {%f1, %f1};\n\
                mov.f32 %f2, 0f00000001;\nred.global.add.f32 [%rd1+4], %f2;\n\
                .shared .f32 word;\nred.shared.add.f32 [word], %f2;\nbar.sync 0;\nld.shared.b32 %r2, [word];\n\
                st.global.b32 [%rd1+20], %r2;";
    let (numbers, _) = run(&kernel("", body), 1, 4, 8).expect("clean");
    let six = 6f32.to_bits();
    let two = 2f64.to_bits();
    assert_eq!(numbers[..2], [six, 0], "subnormal numbers are zeros in global memory");
    assert_eq!(numbers[2..4], [two as u32, (two >> 32) as u32]);
    assert_eq!(numbers[4..], [0x4400_4800, 4, six, six]);
}

#[test]
fn a_lock_goes_from_lane_to_lane() {
    // Each lane takes the lock, counts without an atomic, and gives it back, while the other lanes of its warp try.
    let body = "lock: atom.global.exch.b32 %r1, [%rd1], 1;\nmov.pred %p1, 0;\n\
                brx: .branchtargets taken, busy;\nbrx.idx %r1, brx;\nbusy: bra lock;\n\
                taken: ld.volatile.global.b32 %r2, [%rd1+4];\nadd.u32 %r2, %r2, 1;\nst.volatile.global.b32 [%rd1+4], %r2;\n\
                membar.gl;\natom.global.exch.b32 %r3, [%rd1], 0;";
    for seed in [None, Some(1), Some(2)] {
        let shape = Shape { grid: 3, block: 64, cluster: None };
        let options = ptx_emu::Options { seed, ..ptx_emu::Options::default() };
        let (numbers, _) = run_with(&kernel("", body), shape, 2, options).expect("ends");
        assert_eq!(numbers, [0, 192], "{seed:?}");
    }
}
