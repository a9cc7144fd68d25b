//! Hints change the code, or a remark says why they do not.

use diag::Source;
use driver::compile::{Emit, Options, Program, compile};
use driver::remarks::{Filter, Wanted, text};

/// A loop of products; `HINTS` are those of the kernel, `LOAD` those of its first load.
const TEXT: &str = "cuda_tile.module @m {
  entry @k(%a: tile<ptr<f16>>, %c: tile<ptr<f32>>) HINTS {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %ct = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %av = make_partition_view %at : partition_view<tile=(32x32), tensor_view<64x64xf16, strides=[64,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x32xf32>) {
      %x, %t0 = load_view_tko weak %av[%zero, %i] LOAD : partition_view<tile=(32x32), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x32xf16>, token
      %y, %t1 = load_view_tko weak %av[%i, %zero] : partition_view<tile=(32x32), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] STORE : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
";

/// The compiled program with hints of the kernel, the load and the store, and the remarks about it.
fn made(kernel: &str, load: &str, store: &str, emit: Emit) -> (String, String) {
    let dictionary = |name: &str, hints: &str| match hints {
        "" => String::new(),
        _ => format!("{name}<default = {{{hints}}}>"),
    };
    let program = TEXT
        .replace("HINTS", &dictionary("optimization_hints=", kernel))
        .replace("LOAD", &dictionary("optimization_hints = ", load))
        .replace("STORE", &dictionary("optimization_hints = ", store));
    let source = Source::new("k.mlir", program);
    let parsed = cuda_tile::text::parse(&source, &cuda_tile::text::ParseOptions::default());
    let module = parsed.module.expect("the program reads");
    let options = Options { target: Some("sm_90a".to_owned()), emit, remarks: true, ..Options::default() };
    let made = compile(Program::CudaTile(Box::new(module)), &options).expect("it compiles");
    let remarks = text(&made.remarks, &Filter::every(Wanted::All), &source);
    (String::from_utf8(made.bytes).expect("text"), remarks)
}

#[test]
fn warps_and_occupancy_are_in_the_kernel() {
    let (plain, _) = made("", "", "", Emit::Ptx);
    assert!(plain.contains(".reqntid 128") && !plain.contains(".minnctapersm"), "{plain}");
    let (code, remarks) = made("num_worker_warps_per_cta = 8, occupancy = 2", "", "", Emit::Ptx);
    assert!(code.contains(".reqntid 256") && code.contains(".minnctapersm 2"), "{code}");
    for hint in ["num_worker_warps_per_cta", "occupancy"] {
        assert!(remarks.contains(&format!("Hint = {hint}")), "{remarks}");
    }
    assert!(!remarks.contains("RemarkHintNotHonoured"), "{remarks}");
}

#[test]
fn the_thread_blocks_of_a_cluster_share_a_tile_block() {
    let (plain, _) = made("", "", "", Emit::Ptx);
    assert!(!plain.contains("cluster"), "{plain}");
    let (code, remarks) = made("num_cta_in_cga = 2", "", "", Emit::Ptx);
    for directive in [".version 9.0", ".reqntid 128", ".reqnctapercluster 2", ".blocksareclusters"] {
        assert!(code.contains(directive), "{directive}: {code}");
    }
    assert!(remarks.contains("share a tile block") && remarks.contains("Hint = num_cta_in_cga"), "{remarks}");
    assert!(
        remarks.contains("Tile = tile<32x32xf32>") && remarks.contains("Part = tile<16x32xf32>"),
        "{remarks}"
    );
    let (llvm, _) = made("num_cta_in_cga = 2", "", "", Emit::Llvm);
    let attributes =
        "\"nvvm.blocksareclusters\" \"nvvm.cluster_dim\"=\"2,1,1\" \"nvvm.reqntid\"=\"128,1,1\" {";
    assert!(llvm.contains(attributes), "{llvm}");
    let (metadata, _) = made("num_cta_in_cga = 2", "", "", Emit::Metadata);
    assert!(metadata.contains("\"cluster\": 2"), "{metadata}");
}

#[test]
fn what_the_thread_blocks_of_a_cluster_cannot_share_is_said() {
    // Of 32 rows or columns, tensor cores take no eighth.
    let (code, remarks) = made("num_cta_in_cga = 8", "", "", Emit::Ptx);
    assert!(!code.contains("cluster"), "{code}");
    assert!(remarks.contains("One thread block computes a tile block: tiles have too few"), "{remarks}");
    assert!(remarks.contains("RemarkHintNotHonoured"), "{remarks}");
}

#[test]
fn latency_is_the_length_of_a_pipeline() {
    for (hint, stages) in [("latency = 2", 2), ("latency = 5", 3), ("latency = 9", 4)] {
        let (code, _) = made("", hint, "", Emit::TileAs);
        let (start, bound) = (format!("create_pipeline <stages = {stages}, "), "bound = latency>");
        let is_ring = |line: &str| line.contains(&start) && line.contains(bound);
        assert!(code.lines().any(is_ring), "{hint}: {code}");
        let (_, remarks) = made("", hint, "", Emit::Ptx);
        assert!(remarks.contains(&format!("Stages = {stages}")), "{hint}: {remarks}");
        assert!(!remarks.contains("RemarkHintNotHonoured"), "{remarks}");
    }
    let (_, remarks) = made("", "", "latency = 3", Emit::Ptx);
    assert!(remarks.contains("no op waits for a store"), "{remarks}");
}

#[test]
fn tensor_maps_are_not_made_and_that_is_said() {
    let (_, remarks) = made("", "allow_tma = true", "", Emit::Ptx);
    assert!(remarks.contains("the compiler creates none here"), "{remarks}");
    let (_, remarks) = made("", "allow_tma = false", "", Emit::Ptx);
    assert!(remarks.contains("Hint = allow_tma") && !remarks.contains("RemarkHintNotHonoured"), "{remarks}");
}
