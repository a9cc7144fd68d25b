//! The model chooses between one thread block and a cluster for a tile block, and a remark says why not the other.

use diag::Source;
use driver::compile::{Emit, Options, Program, compile};
use driver::remarks::{Filter, Wanted, text};

/// A product of f16 into f32 in tiles of 128x128.
const PRODUCT: &str = include_str!("../../../bench/kernels/codegen/gemm.mlir");
/// The same, in a loop over the tiles of a thread block.
const PERSISTENT: &str = include_str!("../../../bench/kernels/codegen/gemm_persistent.mlir");
/// The end of its kernel.
const END: &str = "    return\n";

/// A product in other tiles.
fn product([rows, columns]: [u32; 2]) -> String {
    let text = PRODUCT.replace("128x64", &format!("{rows}x64")).replace("64x128", &format!("64x{columns}"));
    text.replace("128x128", &format!("{rows}x{columns}"))
}

/// A product whose kernel requests a number of thread blocks.
fn requesting(tile: [u32; 2], ctas: u32) -> String {
    let hint = format!("%k: tile<i32>) optimization_hints=<default = {{num_cta_in_cga = {ctas}}}> {{");
    product(tile).replace("%k: tile<i32>) {", &hint)
}

/// The PTX of a program by the plan of a number, and the remarks.
fn made(program: &str, target: &str, plan: u32) -> (String, String) {
    let source = Source::new("k.mlir", program);
    let parsed = cuda_tile::text::parse(&source, &cuda_tile::text::ParseOptions::default());
    let module = parsed.module.expect("the program reads");
    let options = Options {
        target: Some(target.to_owned()),
        emit: Emit::Ptx,
        remarks: true,
        plan,
        ..Options::default()
    };
    let made = compile(Program::CudaTile(Box::new(module)), &options).expect("it compiles");
    let remarks = text(&made.remarks, &Filter::every(Wanted::All), &source);
    (String::from_utf8(made.bytes).expect("text"), remarks)
}

#[track_caller]
fn says(remarks: &str, words: &str) {
    assert!(remarks.contains(words), "{words}: {remarks}");
}

fn is_cluster(code: &str) -> bool {
    code.contains(".reqnctapercluster 2")
}

#[test]
fn a_pair_is_taken_where_it_reads_less_shared_memory() {
    let (code, remarks) = made(&product([256, 128]), "sm_100a", 0);
    assert!(is_cluster(&code) && code.contains(".cta_group::2"), "{code}");
    says(&remarks, "Plan = 1 of 4");
    says(&remarks, "OtherDivision = plan 3, 1 thread block: 22 % more cycles of multiprocessors\n");
    let (code, remarks) = made(&product([256, 128]), "sm_100a", 3);
    assert!(!is_cluster(&code), "{code}");
    says(&remarks, "Plan = 3 of 4");
    says(&remarks, "OtherDivision = plan 1, 2 thread blocks of a cluster: 18 % fewer");
    says(&remarks, "plan 3 was requested");
}

#[test]
fn one_thread_block_is_taken_where_it_reads_as_little() {
    let (code, remarks) = made(&product([128, 256]), "sm_90a", 0);
    assert!(!is_cluster(&code), "{code}");
    says(&remarks, "OtherDivision = plan 4, 2 thread blocks of a cluster: 21 % more");
    let (code, remarks) = made(&product([128, 256]), "sm_90a", 4);
    assert!(is_cluster(&code) && code.contains(".multicast::cluster"), "{code}");
    says(&remarks, "Plan = 4 of 17");
}

#[test]
fn a_cluster_is_taken_where_the_sum_has_no_room() {
    for target in ["sm_90a", "sm_100a"] {
        let (code, remarks) = made(&product([256, 256]), target, 0);
        assert!(is_cluster(&code), "{code}");
        says(&remarks, "OtherDivision = 1 thread block not possible: agents cannot hold its sum");
    }
}

#[test]
fn requests_are_kept_or_a_remark_says_what_is_in_the_way() {
    let (code, remarks) = made(&requesting([256, 128], 2), "sm_90a", 0);
    assert!(is_cluster(&code), "{code}");
    says(&remarks, "8 % fewer cycles of multiprocessors; the program requests 2");
    let (code, _) = made(&requesting([256, 128], 1), "sm_100a", 0);
    assert!(!is_cluster(&code), "{code}");
    let (code, remarks) = made(&requesting([128, 128], 2), "sm_100a", 0);
    assert!(!is_cluster(&code), "{code}");
    says(
        &remarks,
        "One thread block computes a tile block: its warps have roles of their own, and a pair of thread blocks",
    );
    let (code, remarks) = made(&requesting([256, 256], 1), "sm_90a", 0);
    assert!(is_cluster(&code), "{code}");
    says(
        &remarks,
        "The thread blocks of a cluster share a tile block: agents cannot hold its sum of 256x256",
    );
}

#[test]
fn no_cluster_divides_what_synchronises() {
    let count = "    %flag = constant <i32: 1> : tile<i32>\n    %before, %counted = atomic_rmw_tko acq_rel device %n, add, %flag \
                 token=%written : tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n    return\n";
    let text = product([256, 128]).replace(END, count);
    // The counter is a parameter besides.
    let text = text.replace("%n: tile<i32>, %k", "%columns: tile<i32>, %n: tile<ptr<i32>>, %k");
    let text = text.replace("assume div_by<16>, %n : tile<i32>", "assume div_by<16>, %columns : tile<i32>");
    let (code, remarks) = made(&text, "sm_100a", 0);
    assert!(!is_cluster(&code), "{code}");
    says(
        &remarks,
        "2 thread blocks of a cluster not possible: an access synchronises with other tile blocks",
    );
}

#[test]
fn programs_that_count_their_thread_blocks_are_not_divided() {
    let text = PERSISTENT.replace("128x64", "256x64").replace("128x128", "256x128");
    let (code, remarks) = made(&text, "sm_100a", 0);
    assert!(!is_cluster(&code), "{code}");
    says(&remarks, "the program counts its thread blocks");
}
