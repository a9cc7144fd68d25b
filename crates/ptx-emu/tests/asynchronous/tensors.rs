//! Copies of boxes of tensors.

use ptx_emu::copy::element::ElementType;
use ptx_emu::copy::swizzle::Swizzle;
use ptx_emu::copy::tensor_map::{Interleave, TensorMap, encode};

use crate::{Kernel, bytes, words};

/// A matrix of 30 columns and 12 rows of 16-bit numbers in rows of 64 bytes.
fn matrix(address: u64) -> TensorMap {
    TensorMap {
        address,
        element: ElementType::F16,
        dims: vec![30, 12],
        strides: vec![64],
        box_dims: vec![16, 8],
        element_strides: vec![1, 1],
        swizzle: Swizzle::None,
        interleave: Interleave::None,
        nan_fill: false,
    }
}

const WAIT: &str = "wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra wait;\n";

fn expect(count: usize) -> String {
    format!("mbarrier.init.shared.b64 [bar], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [bar], {count};\n")
}

/// Copies bytes of shared memory from `mem` on to `out`.
fn dump(count: usize) -> String {
    format!(
        "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [mem], {count};\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n"
    )
}

/// The element of a matrix of rows of 64 bytes, zero outside of 30 by 12.
fn element(input: &[u8], x: i64, y: i64) -> [u8; 2] {
    if !(0..30).contains(&x) || !(0..12).contains(&y) {
        return [0; 2];
    }
    let at = (y * 64 + x * 2) as usize;
    [input[at], input[at + 1]]
}

/// `mem` is the first variable, so it follows what the hardware reserves.
const MEM: u32 = 1024;

#[test]
fn boxes_are_loaded_with_every_swizzle_and_edge() {
    let input = bytes(12 * 64);
    for (swizzle, width) in [
        (Swizzle::None, 16),
        (Swizzle::B32, 16),
        (Swizzle::B64, 32),
        (Swizzle::B128, 64),
        (Swizzle::B128Atom32, 64),
        (Swizzle::B128Atom64, 64),
    ] {
        for (x, y) in [(0, 0), (20, 7), (-5, -3), (40, 0)] {
            let (rows, count) = (9, 9 * width * 2);
            let map = |address| {
                encode(&TensorMap { swizzle, box_dims: vec![width as u32, rows], ..matrix(address) })
            };
            let body = [
                &expect(count),
                &format!(
                    "mov.b32 %r1, {x};\nprefetch.tensormap [%rd3];\n\
                     cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd3, {{%r1, {y}}}];\n\
                     cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [mem], [%rd3, {{%r1, {y}}}], [bar];\n"
                ),
                WAIT,
                &dump(2048),
            ];
            let found = Kernel::new(&body.concat()).with_map(&input, 512, &map);
            let mut wanted = vec![0; 2048];
            for (row, column) in (0..rows).flat_map(|row| (0..width as u32).map(move |column| (row, column)))
            {
                let at = swizzle.apply(MEM + (row * width as u32 + column) * 2) - MEM;
                let value = element(&input, x + i64::from(column), y + i64::from(row));
                wanted[at as usize..at as usize + 2].copy_from_slice(&value);
            }
            assert_eq!(found, words(&wanted), "{swizzle:?} {x} {y}");
        }
    }
}

#[test]
fn dimensions_and_element_strides() {
    // A tensor of 5 dimensions: 16 bytes, 3, 2, 2, 2, of which every second of dimension 1 is copied.
    let input = bytes(16 * 3 * 2 * 2 * 2);
    let map = |address| {
        encode(&TensorMap {
            element: ElementType::U8,
            dims: vec![16, 3, 2, 2, 2],
            strides: vec![16, 48, 96, 192],
            box_dims: vec![16, 3, 2, 1, 2],
            element_strides: vec![1, 2, 1, 1, 1],
            ..matrix(address)
        })
    };
    let body = [
        &expect(128),
        "cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes [mem], [%rd3, {0, 0, 0, 1, 0}], [bar];\n",
        WAIT,
        &dump(128),
    ];
    let found = Kernel::new(&body.concat()).with_map(&input, 32, &map);
    let mut wanted = Vec::new();
    for (e, c, b) in
        [0, 1].into_iter().flat_map(|e| [0, 1].map(|c| (e, c))).flat_map(|(e, c)| [0, 2].map(|b| (e, c, b)))
    {
        wanted.extend_from_slice(&input[e * 192 + 96 + c * 48 + b * 16..][..16]);
    }
    assert_eq!(found, words(&wanted));
}

#[test]
fn stores_and_reductions_stay_inside_but_for_the_rest_of_a_unit() {
    // Rows of 14 elements end two elements before the end of 16 bytes: these meet zeros.
    let map = |address: u64| {
        // `out` follows `in` and its gap.
        let out = address + (1 << 20) + 1024;
        encode(&TensorMap {
            element: ElementType::U32,
            dims: vec![14, 6],
            ..matrix(out.next_multiple_of(256))
        })
    };
    let fill: String = (0..128).map(|at| format!("st.shared.b32 [mem+{}], {at};\n", 4 * at)).collect();
    let end = "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;";
    let store: fn(i64, i64) -> i64 = |_, new| new;
    for (copy, combined) in [
        ("cp.async", store),
        ("cp.reduce.async add", |old, new| old + new),
        ("cp.reduce.async min", |old, new| old.min(new)),
    ] {
        let (copy, how) =
            copy.split_once(' ').map_or((copy, String::new()), |(copy, how)| (copy, format!(".{how}")));
        let copy = format!(
            "{copy}.bulk.tensor.2d.global.shared::cta{how}.tile.bulk_group [%rd3, {{4, 2}}], [mem];\n"
        );
        let first: String = (0..96).map(|at| format!("st.global.b32 [%rd2+{}], 30;\n", 4 * at)).collect();
        let found = Kernel::new(&[&fill, &first, &copy, end].concat()).with_map(&[0; 1024], 96, &map);
        for (at, &value) in (0..96_i64).zip(&found) {
            let wanted = match (at % 16, at / 16) {
                (x @ 4..14, y @ 2..) => combined(30, x - 4 + 16 * (y - 2)),
                (14.., 2..) => combined(30, 0),
                _ => 30,
            };
            assert_eq!(i64::from(value), wanted, "{copy} {at}");
        }
    }
}

#[test]
fn rows_are_gathered_and_scattered() {
    let input = bytes(12 * 64);
    let map = |address| encode(&TensorMap { box_dims: vec![16, 1], ..matrix(address) });
    let body = [
        &expect(128),
        "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [mem], [%rd3, {20, 3, 11, 12, 0}], [bar];\n",
        WAIT,
        "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%rd3, {0, 5, 5, 13, 6}], [mem];\n\
         cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nld.global.b32 %r1, [%rd1+384];\n",
        &dump(128),
        "st.global.b32 [%rd2+128], %r1;",
    ];
    let found = Kernel::blackwell(&body.concat()).with_map(&input, 33, &map);
    let mut wanted = Vec::new();
    for y in [3, 11, 12, 0] {
        (20..36).for_each(|x| wanted.extend_from_slice(&element(&input, x, y)));
    }
    let mut wanted = words(&wanted);
    // Row 6 now begins with what was the fourth row of the box.
    wanted.push(wanted[24]);
    assert_eq!(found, wanted);
}

#[test]
fn blocks_of_a_cluster_get_boxes() {
    let input = bytes(12 * 64);
    let body = "mov.b32 %r1, %cluster_ctarank;\nmbarrier.init.shared.b64 [bar], 1;\n\
                mbarrier.arrive.expect_tx.shared.b64 _, [bar], 256;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n\
                setp.ne.u32 %p2, %r1, 1;\nmov.b16 %h1, 5;\n@%p2 bra wait;\n\
                mov.b32 %r3, bar;\nmov.b32 %r4, 0;\nmapa.shared::cluster.u32 %r3, %r3, %r4;\n\
                mbarrier.arrive.expect_tx.shared.b64 _, [bar+8], 256;\n\
                cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [mem], [%rd3, {2, 1}], [bar], %h1;\n\
                cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [mem], [%rd3, {2, 1}], [bar];\n\
                wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra wait;\n\
                mul.wide.u32 %rd4, %r1, 4;\nadd.u64 %rd2, %rd2, %rd4;\nld.shared.b32 %r2, [mem];\nst.global.b32 [%rd2], %r2;\n\
                barrier.cluster.arrive;\nbarrier.cluster.wait;"
        .replace("mbarrier.arrive.expect_tx.shared.b64 _, [bar+8], 256;\n", "");
    let map = |address| encode(&matrix(address));
    let first = u32::from_le_bytes([input[68], input[69], input[70], input[71]]);
    assert_eq!(Kernel::new(&body).cluster(3).with_map(&input, 3, &map), [first; 3]);
}

#[test]
fn a_pair_tells_one_barrier() {
    // Both blocks load for themselves and tell the first one's barrier.
    let body = "mov.b32 %r1, %cluster_ctarank;\nmbarrier.init.shared.b64 [bar], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [bar], 512;\n\
                barrier.cluster.arrive;\nbarrier.cluster.wait;\nmov.b32 %r3, bar;\nand.b32 %r3, %r3, 0xfeffffff;\n\
                cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [mem], [%rd3, {2, 1}], [%r3];\n\
                setp.ne.u32 %p2, %r1, 0;\n@%p2 bra end;\n\
                wait: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra wait;\nst.global.b32 [%rd2], 3;\n\
                end: barrier.cluster.arrive;\nbarrier.cluster.wait;";
    let map = |address| encode(&matrix(address));
    assert_eq!(Kernel::blackwell(body).cluster(2).with_map(&bytes(12 * 64), 1, &map), [3]);
}

#[test]
fn maps_are_made_by_the_device() {
    // Zeros, field by field, published to global memory, used from there.
    let body = [
        "mov.b32 %r50, %laneid;\nmul.wide.u32 %rd9, %r50, 4;\nmov.b64 %rd10, mem;\nadd.u64 %rd10, %rd10, %rd9;\nst.shared.b32 [%rd10], 0;\nbar.warp.sync -1;\n\
         setp.ne.u32 %p3, %r50, 0;\n@%p3 bra made;\n\
         tensormap.replace.tile.global_address.shared::cta.b1024.b64 [mem], %rd1;\n\
         tensormap.replace.tile.rank.shared::cta.b1024.b32 [mem], 1;\n\
         tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [mem], 0, 16;\n\
         tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [mem], 1, 8;\n\
         tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [mem], 0, 30;\n\
         tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [mem], 1, 12;\n\
         tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [mem], 0, 64;\n\
         tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [mem], 0, 1;\n\
         tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [mem], 1, 1;\n\
         tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [mem], 6;\n\
         tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [mem], 0;\n\
         tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [mem], 0;\n\
         tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [mem], 0;\n\
         made: bar.warp.sync -1;\nadd.u64 %rd4, %rd1, 1024;\n\
         tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd4], [mem], 128;\n\
         fence.proxy.tensormap::generic.acquire.gpu [%rd4], 128;\n@%p3 bra wait;\n",
        &expect(256),
        "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [mem], [%rd4, {2, 1}], [bar];\n\
         wait: bar.warp.sync -1;\nagain: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n@!%p1 bra again;\n\
         ld.shared.b32 %r1, [mem];\nst.global.b32 [%rd2], %r1;",
    ];
    let input = bytes(1024 + 128);
    let wanted = u32::from_le_bytes([input[68], input[69], input[70], input[71]]);
    assert_eq!(Kernel::new(&body.concat()).threads(32).run(&input, 1), [wanted]);
}

#[test]
fn what_cannot_be_is_named() {
    let load = |destination: &str, dim: &str, at: &str| {
        format!(
            "mbarrier.init.shared.b64 [bar], 1;\ncp.async.bulk.tensor.{dim}.shared::cta.global.tile.mbarrier::complete_tx::bytes \
             [{destination}], [%rd3, {{{at}}}], [bar];\n"
        )
    };
    let map = |address| encode(&matrix(address));
    let fault = Kernel::new(&load("mem", "3d", "0, 0, 0")).fault_with(&map);
    assert_eq!(fault, "E0851 the tensor map has 2 dimensions, the instruction 3");
    assert!(Kernel::new(&load("mem+64", "2d", "0, 0")).fault_with(&map).starts_with("E0833"));
    let zeros = Kernel::new(&load("mem", "2d", "0, 0")).fault_with(&|_| [0; 128]);
    assert!(zeros.starts_with("E0851"), "{zeros}");
    let far = |address| encode(&TensorMap { dims: vec![30, 100], ..matrix(address) });
    let outside = Kernel::new(&load("mem", "2d", "0, 90")).fault_with(&far);
    assert!(outside.starts_with("E0832 an asynchronous copy reads 32 bytes"), "{outside}");
    let im2col = "cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes [mem], [%rd3, {0, 0, 0}], [bar], {%h1};";
    let refused = Kernel::new(im2col).refused();
    assert!(refused[0].contains("not im2col"), "{refused:?}");
    let minimum =
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group [%rd3, {0, 0}], [mem];";
    assert!(Kernel::new(minimum).fault_with(&map).contains("no reduction inc of f16"));
}
