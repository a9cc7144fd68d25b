//! Tensor memory and products in it.

use crate::Kernel;

/// Takes columns to `%r80`, by warp 0 of the block.
fn taken(columns: u32, group: u32) -> String {
    format!(
        "mov.b32 %r81, %warpid;\nmov.b32 %r82, %tid.x;\nsetp.ne.u32 %p5, %r81, 0;\nsetp.ne.u32 %p6, %r82, 0;\n@%p5 bra taken;\n\
         tcgen05.alloc.cta_group::{group}.sync.aligned.shared::cta.b32 [word], {columns};\n\
         tcgen05.relinquish_alloc_permit.cta_group::{group}.sync.aligned;\n\
         taken: bar.sync 0;\nld.shared.b32 %r80, [word];\nshl.b32 %r83, %r81, 21;\nadd.u32 %r83, %r83, %r80;\n"
    )
}

/// Gives them back.
fn given_back(columns: u32, group: u32) -> String {
    format!(
        "bar.sync 0;\n@%p5 bra given;\ntcgen05.dealloc.cta_group::{group}.sync.aligned.b32 %r80, {columns};\ngiven:\n"
    )
}

/// Stores words of each thread to its own row of `out`.
fn show(registers: &[&str]) -> String {
    let stores: String = registers
        .iter()
        .enumerate()
        .map(|(at, register)| format!("st.global.b32 [%rd5+{}], {register};\n", 4 * at))
        .collect();
    format!("mul.wide.u32 %rd5, %r82, {};\nadd.u64 %rd5, %rd5, %rd2;\n{stores}", 4 * registers.len())
}

#[test]
fn registers_go_through_tensor_memory_in_every_shape() {
    for (shape, offset) in
        [("32x32b.x4", ""), ("16x64b.x4", ""), ("16x128b.x2", ""), ("16x256b.x1", ""), ("16x32bx2.x4", ", 8")]
    {
        for (pack, unpack) in [("", ""), (".pack::16b", ".unpack::16b")] {
            let body = [
                &taken(64, 1),
                "mul.lo.u32 %r1, %r82, 4;\nadd.u32 %r2, %r1, 1;\nadd.u32 %r3, %r1, 2;\nadd.u32 %r4, %r1, 3;\n",
                &format!(
                    "tcgen05.st.sync.aligned.{shape}{unpack}.b32 [%r83]{offset}, {{%r1, %r2, %r3, %r4}};\ntcgen05.wait::st.sync.aligned;\n\
                     tcgen05.ld.sync.aligned.{shape}{pack}.b32 {{%r5, %r6, %r7, %r8}}, [%r83]{offset};\ntcgen05.wait::ld.sync.aligned;\n"
                ),
                &show(&["%r5", "%r6", "%r7", "%r8"]),
                &given_back(64, 1),
            ];
            let found = Kernel::blackwell(&body.concat()).threads(128).run(&[], 512);
            let wanted: Vec<u32> = (0..512).collect();
            assert_eq!(found, wanted, "{shape}{pack}");
        }
    }
}

/// The least or greatest of words, by the words of the instruction.
fn reduced(words: &[u32], form: &str) -> u32 {
    let has = |word: &str| form.split('.').any(|one| one == word);
    let greatest = has("max");
    if !has("f32") {
        // The order of signed numbers is that of unsigned ones with the sign flipped.
        let flip = if has("s32") { 1 << 31 } else { 0 };
        let all = words.iter().map(|word| word ^ flip);
        return if greatest { all.max() } else { all.min() }.expect("some") ^ flip;
    }
    let values = words.iter().map(|&word| f32::from_bits(if has("abs") { word & 0x7fff_ffff } else { word }));
    let numbers: Vec<f32> = values.clone().filter(|value| !value.is_nan()).collect();
    if numbers.is_empty() || has("NaN") && numbers.len() < words.len() {
        return 0x7fff_ffff;
    }
    let order = |a: &&f32, b: &&f32| a.total_cmp(b);
    let found = if greatest { numbers.iter().max_by(order) } else { numbers.iter().min_by(order) };
    found.expect("some").to_bits()
}

#[test]
fn what_is_loaded_is_reduced() {
    let special = [0, 1 << 31, 0x7fc0_0001, 0xff80_0000, 0x3f80_0000, 0xbf80_0001, 0xffc1_2345];
    let mut state = 7_u32;
    let words: Vec<u32> = (0..128)
        .map(|at| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Lane 5 only has NaN.
            if at / 4 == 5 { special[2] } else { *special.get(state as usize >> 28).unwrap_or(&state) }
        })
        .collect();
    let given: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let floats = ["min.f32", "max.f32", "min.abs.f32", "max.abs.f32", "min.NaN.f32", "max.abs.NaN.f32"];
    for form in floats.into_iter().chain(["min.u32", "max.u32", "min.s32", "max.s32", "u32.max"]) {
        for (shape, offset) in [("32x32b.x4", ""), ("16x32bx2.x4", ", 8")] {
            let body = [
                &taken(64, 1),
                "mul.wide.u32 %rd6, %r82, 16;\nadd.u64 %rd6, %rd6, %rd1;\nld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd6];\n",
                &format!(
                    "tcgen05.st.sync.aligned.{shape}.b32 [%r83]{offset}, {{%r1, %r2, %r3, %r4}};\ntcgen05.wait::st.sync.aligned;\n\
                     tcgen05.ld.red.sync.aligned.{shape}.{form} {{%r5, %r6, %r7, %r8}}, %r9, [%r83]{offset};\ntcgen05.wait::ld.sync.aligned;\n"
                ),
                &show(&["%r5", "%r8", "%r9"]),
                &given_back(64, 1),
            ];
            let found = Kernel::ultra(&body.concat()).threads(32).run(&given, 96);
            for (lane, found) in found.chunks(3).enumerate() {
                let loaded = &words[4 * lane..][..4];
                let wanted = [loaded[0], loaded[3], reduced(loaded, form)];
                assert_eq!(found, wanted, "{shape}.{form} of {loaded:x?}");
            }
        }
    }
}

#[test]
fn columns_are_waited_for() {
    // Warp 1 takes all columns that warp 0 gives back.
    let body = "mov.b32 %r1, %warpid;\nsetp.ne.u32 %p1, %r1, 0;\nmov.b32 %r2, 0;\n@%p1 bra second;\n\
                tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [word], 512;\nbar.sync 1, 64;\nld.shared.b32 %r3, [word];\n\
                tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 512;\nbra end;\n\
                second: bar.sync 1, 64;\ntcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [word+4], 256;\n\
                ld.shared.b32 %r3, [word+4];\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 256;\nst.global.b32 [%rd2], 6;\nend:";
    assert_eq!(Kernel::blackwell(body).threads(64).run(&[], 1), [6]);
}

/// Stores 32 bytes of a row of ones of f16 (thread's row) to a tile without a swizzle: 16 bytes a chunk, 8 rows a core matrix.
fn tiles() -> String {
    let ones = "0x3c003c00, 0x3c003c00, 0x3c003c00, 0x3c003c00";
    format!(
        "mul.lo.u32 %r20, %r82, 16;\nmov.b32 %r21, mem;\nadd.u32 %r20, %r20, %r21;\n\
         st.shared.v4.b32 [%r20], {{{ones}}};\nst.shared.v4.b32 [%r20+2048], {{{ones}}};\n\
         st.shared.v4.b32 [%r20+4096], {{{ones}}};\nst.shared.v4.b32 [%r20+6144], {{{ones}}};\n\
         fence.proxy.async.shared::cta;\nbar.sync 0;\n"
    )
}

/// The descriptor of a tile of 128 rows at an offset from `mem`, which is at 1024: LBO 2048, SBO 128, version 1.
fn descriptor(offset: u64) -> u64 {
    ((1024 + offset) >> 4) | (2048 >> 4) << 16 | (128 >> 4) << 32 | 1 << 46
}

/// M = 128, N = 16, f16 in and f32 out.
const IDESC: u32 = 8 << 24 | 2 << 17 | 1 << 4;

const WAIT: &str = "wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra wait;\ntcgen05.fence::after_thread_sync;\n";

#[test]
fn products_are_computed_and_told() {
    let body = [
        &taken(32, 1),
        &tiles(),
        "@%p6 bra issued;\nmbarrier.init.shared.b64 [bar], 1;\nissued: bar.sync 0;\n@%p6 bra wait;\nmov.pred %p2, 0;\nmov.pred %p3, 1;\nmov.b32 %r90, 0;\nmov.b32 %r91, 2;\n",
        &format!(
            "mov.b64 %rd6, {:#x};\nmov.b64 %rd7, {:#x};\nmov.b32 %r30, {IDESC:#x};\n\
             tcgen05.mma.cta_group::1.kind::f16 [%r80], %rd6, %rd7, %r30, %p2;\n\
             tcgen05.mma.cta_group::1.kind::f16 [%r80], %rd6, %rd7, %r30, {{%r91, %r90, %r90, %r90}}, %p3;\n\
             tcgen05.mma.cta_group::1.kind::f16 [%r80], %rd6, %rd7, %r30, %p3, 1;\n\
             tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];\n",
            descriptor(0),
            descriptor(4096)
        ),
        WAIT,
        "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r5, %r6}, [%r83+14];\ntcgen05.wait::ld.sync.aligned;\n",
        &show(&["%r5", "%r6"]),
        &given_back(32, 1),
    ];
    let found = Kernel::blackwell(&body.concat()).threads(128).run(&[], 256);
    for (at, &value) in found.iter().enumerate() {
        // 16, and twice that but in lane 1, then half of it and 16.
        let wanted = if at / 2 == 1 { 24.0 } else { 32.0 };
        assert_eq!(f32::from_bits(value), wanted, "{at}");
    }
}

#[test]
fn rows_are_copied_and_shifted() {
    let body = [
        &taken(32, 1),
        "mul.lo.u32 %r20, %r82, 16;\nmov.b32 %r21, mem;\nadd.u32 %r20, %r20, %r21;\nst.shared.v4.b32 [%r20], {%r82, 1, 2, 3};\n\
         st.shared.v4.b32 [%r20+2048], {%r82, 5, 6, 7};\nfence.proxy.async.shared::cta;\nbar.sync 0;\n\
         @%p6 bra issued;\nmbarrier.init.shared.b64 [bar], 1;\nissued: bar.sync 0;\n@%p6 bra wait;\n",
        &format!(
            "mov.b64 %rd6, {:#x};\ntcgen05.cp.cta_group::1.128x256b [%r80], %rd6;\ntcgen05.cp.cta_group::1.32x128b.warpx4 [%r80+8], %rd6;\n\
             tcgen05.cp.cta_group::1.64x128b.warpx2::02_13 [%r80+12], %rd6;\ntcgen05.cp.cta_group::1.64x128b.warpx2::01_23 [%r80+16], %rd6;\n\
             tcgen05.cp.cta_group::1.128x128b.b8x16.b4x16_p64 [%r80+20], %rd6;\n\
             tcgen05.shift.cta_group::1.down [%r80];\n\
             tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [bar];\n",
            descriptor(0)
        ),
        WAIT,
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r83];\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%r2}, [%r83+8];\n\
         tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r3}, [%r83+12];\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%r4}, [%r83+16];\n\
         tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r5}, [%r83+20];\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%r6}, [%r83+5];\n\
         tcgen05.wait::ld.sync.aligned;\n",
        &show(&["%r1", "%r2", "%r3", "%r4", "%r5", "%r6"]),
        &given_back(32, 1),
    ];
    let found = Kernel::blackwell(&body.concat()).threads(128).run(&[], 128 * 6);
    for (row, values) in (0..).zip(found.chunks(6)) {
        let shifted = if row % 32 == 31 { row } else { row + 1 };
        let nibbles = row & 15 | (row >> 4) << 8;
        assert_eq!(values, [shifted, row % 32, row % 64, row % 32 + row / 64 * 32, nibbles, 5], "{row}");
    }
}

#[test]
fn pairs_of_blocks_compute_together() {
    // M = 256 and N = 32: each block has 128 rows of A and 16 columns of B, all of ones; block 0 issues and tells both.
    let idesc: u32 = 16 << 24 | 4 << 17 | 1 << 4;
    let body = [
        &taken(32, 2),
        &tiles(),
        "mov.b32 %r40, %cluster_ctarank;\n@%p6 bra ready;\nmbarrier.init.shared.b64 [bar], 1;\nready: barrier.cluster.arrive;\nbarrier.cluster.wait;\n\
         setp.ne.or.u32 %p2, %r40, 0, %p6;\n@%p2 bra wait;\nmov.pred %p3, 0;\nmov.b16 %h1, 3;\n",
        &format!(
            "mov.b64 %rd6, {:#x};\nmov.b64 %rd7, {:#x};\nmov.b32 %r30, {idesc:#x};\n\
             tcgen05.mma.cta_group::2.kind::f16 [%r80], %rd6, %rd7, %r30, %p3;\n\
             tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [bar], %h1;\n",
            descriptor(0),
            descriptor(4096)
        ),
        WAIT,
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r5}, [%r83+31];\ntcgen05.wait::ld.sync.aligned;\n\
         shl.b32 %r41, %r40, 7;\nadd.u32 %r82, %r82, %r41;\n",
        &show(&["%r5"]),
        "barrier.cluster.arrive;\nbarrier.cluster.wait;\n",
        &given_back(32, 2),
    ];
    let found = Kernel::blackwell(&body.concat()).threads(128).cluster(2).run(&[], 256);
    assert_eq!(found, [16f32.to_bits(); 256]);
}

#[test]
fn misuse_is_named() {
    let fault = |body: &str| Kernel::blackwell(body).threads(32).fault(&[], 1);
    let alloc = "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [word], %r1;\n";
    assert!(fault(&format!("mov.b32 %r1, 48;\n{alloc}")).starts_with("E0852 48 columns are asked for"));
    let unallocated = fault("mov.b32 %r1, 0;\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%r2}, [%r1];");
    assert!(unallocated.contains("column 0, which is not allocated"), "{unallocated}");
    let lanes = fault(&format!(
        "mov.b32 %r1, 32;\n{alloc}mov.b32 %r1, 0x200000;\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {{%r2}}, [%r1];"
    ));
    assert!(lanes.contains("lane 32, and must have 0"), "{lanes}");
    let descriptor = "mov.b64 %rd6, 0;\nmov.pred %p1, 0;\nmov.b32 %r30, 0x8040010;\n\
                      tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd6, %rd6, %r30, %p1;";
    assert!(fault(descriptor).contains("no descriptor for tcgen05"), "{}", fault(descriptor));
    let idesc = "mov.b64 %rd6, 0x400000000000;\nmov.pred %p1, 0;\nmov.b32 %r30, 0x10;\n\
                 tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd6, %rd6, %r30, %p1;";
    assert!(fault(idesc).contains("an M of 0"), "{}", fault(idesc));
    let pair = "mov.b64 %rd6, 0x400000000000;\ntcgen05.cp.cta_group::2.128x256b [%r1], %rd6;";
    assert!(fault(pair).contains("no other to make a pair with"));
    let mask = "mov.pred %p1, 0;\ntcgen05.mma.ws.cta_group::1.kind::f16 [%r1], %rd6, %rd6, %r30, %p1, %rd7;";
    assert!(Kernel::blackwell(mask).refused()[0].contains("its mask"));
}
