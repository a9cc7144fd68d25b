//! Tiles of addresses are as good as views: a product by either is the same instructions.

#![allow(clippy::disallowed_methods, reason = "tests read the files of the repository")]

use std::path::Path;

use diag::Source;
use driver::compile::{Emit, ExecutionPath, Options, Program, compile};

fn ptx(kernel: &str, target: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/kernels/codegen").join(kernel);
    let text = std::fs::read_to_string(path).expect("the kernel is there");
    let parsed =
        cuda_tile::text::parse(&Source::new(kernel, text), &cuda_tile::text::ParseOptions::default());
    let module = parsed.module.expect("the program reads");
    // These tests use the path without warp specialisation.
    let path = Some(ExecutionPath::Universal);
    let options = Options { target: Some(target.to_owned()), emit: Emit::Ptx, path, ..Options::default() };
    let made = compile(Program::CudaTile(Box::new(module)), &options).expect("it compiles");
    String::from_utf8(made.bytes).expect("text")
}

/// The instructions of a product on a target.
const PRODUCTS: [(&str, &[&str]); 4] = [
    ("sm_80", &["mma.sync", "ldmatrix"]),
    ("sm_90a", &["wgmma.mma_async"]),
    ("sm_100a", &["tcgen05.mma"]),
    ("sm_120a", &["mma.sync", "ldmatrix"]),
];

#[test]
fn a_product_by_pointers_is_that_by_views() {
    for (target, products) in PRODUCTS {
        let (views, pointers) = (ptx("gemm.mlir", target), ptx("gemm_pointers.mlir", target));
        for instruction in products.iter().chain(&["cp.async.c", "bar.sync", "st.global"]) {
            let [of_views, of_pointers] = [&views, &pointers].map(|code| code.matches(*instruction).count());
            assert_eq!(of_views, of_pointers, "{instruction} on {target}");
            assert!(of_views > 0, "{instruction} on {target}");
        }
        let [of_views, of_pointers] = [&views, &pointers].map(|code| code.lines().count());
        assert!(of_pointers <= of_views, "{of_pointers} lines and {of_views} on {target}");
    }
}
