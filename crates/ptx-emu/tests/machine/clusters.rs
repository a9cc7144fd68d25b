//! Clusters: their barrier, and shared memory of each other.

use ptx_emu::Options;

use crate::run::{Shape, kernel, run_with};

#[test]
fn blocks_write_to_each_other() {
    let body = ".shared .b32 word;\nmov.u32 %r1, %cluster_ctarank;\nadd.u32 %r2, %r1, 1;\n\
                mov.u32 %r3, word;\nmapa.shared::cluster.u32 %r4, %r3, 0;\n\
                getctarank.shared::cluster.u32 %r5, %r4;\nbarrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n\
                atom.shared::cluster.add.u32 %r6, [%r4], %r2;\n\
                barrier.cluster.arrive;\nbarrier.cluster.wait;\nld.shared::cluster.b32 %r7, [%r4];\n\
                red.global.add.u32 [%rd1], %r7;\nred.global.add.u32 [%rd1+4], %r5;\n\
                cvta.shared.u64 %rd2, 1024;\nmapa.u64 %rd3, %rd2, %r1;\ngetctarank.u64 %r8, %rd3;\n\
                red.global.add.u32 [%rd1+8], %r8;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;";
    let shape = Shape { grid: 8, block: 1, cluster: Some(4) };
    let (numbers, _) = run_with(&kernel("", body), shape, 3, Options::default()).expect("clean");
    assert_eq!(numbers, [2 * 4 * 10, 0, 2 * 6]);
}

#[test]
fn the_barrier_is_arrived_at_once() {
    let shape = Shape { grid: 2, block: 32, cluster: Some(2) };
    let twice = "barrier.cluster.arrive;\nbarrier.cluster.arrive;";
    let fault = run_with(&kernel("", twice), shape, 1, Options::default()).expect_err("twice");
    assert_eq!(fault.message, "a thread arrives a second time at the barrier of the cluster");
    let never = "barrier.cluster.wait;";
    let fault = run_with(&kernel("", never), shape, 1, Options::default()).expect_err("never");
    assert!(fault.message.contains("has not arrived"), "{fault}");
}

#[test]
fn a_grid_of_clusters_counts_clusters() {
    let body = "mov.u32 %r1, %clusterid.x;\nmov.u32 %r2, %cluster_ctarank;\nmov.u32 %r3, %nclusterid.x;\n\
                mov.u32 %r4, %nctaid.x;\nmov.u32 %r5, %ctaid.x;\nmad.lo.u32 %r6, %r1, 4, %r2;\n\
                mul.wide.u32 %rd2, %r6, 4;\nadd.u64 %rd3, %rd1, %rd2;\nmad.lo.u32 %r7, %r3, 100, %r4;\n\
                mad.lo.u32 %r8, %r7, 100, %r5;\nst.global.b32 [%rd3], %r8;";
    let of_blocks = kernel("", body).replace(".version 8.7", ".version 9.0");
    let of_blocks = of_blocks.replace("out) {", "out) .reqntid 1 .reqnctapercluster 4 {");
    let of_clusters = of_blocks.replace("cluster 4 {", "cluster 4 .blocksareclusters {");
    let expected: Vec<u32> = (0..8).map(|block| (2 * 100 + 8) * 100 + block).collect();
    for (text, grid) in [(of_blocks, 8), (of_clusters, 2)] {
        let shape = Shape { grid, block: 1, cluster: None };
        let (numbers, _) = run_with(&text, shape, 8, Options::default()).expect("clean");
        assert_eq!(numbers, expected);
    }
}
