//! Pipelines take what shared memory has left, and say how much that was.

use diag::Source;
use driver::compile::{Emit, ExecutionPath, Options, Program, compile};
use driver::remarks::{Filter, Wanted, text};

/// A product of 128x128 whose loop permutes an operand, `K` deep; `MORE` is done to the operand, `OPERAND`.
const TEXT: &str = "cuda_tile.module @m {
  entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %d: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %dp = assume div_by<16>, %d : tile<ptr<f32>>
    %at = make_tensor_view %ap, shape = [128, 1024], strides = [1024, 1] : tensor_view<128x1024xf16, strides=[1024,1]>
    %bt = make_tensor_view %bp, shape = [128, 1024], strides = [1024, 1] : tensor_view<128x1024xf16, strides=[1024,1]>
    %ct = make_tensor_view %c, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %dt = make_tensor_view %dp, shape = [1024, 128], strides = [128, 1] : tensor_view<1024x128xf32, strides=[128,1]>
    %av = make_partition_view %at : partition_view<tile=(128xK), tensor_view<128x1024xf16, strides=[1024,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(128xK), tensor_view<128x1024xf16, strides=[1024,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %dv = make_partition_view %dt : partition_view<tile=(Kx128), tensor_view<1024x128xf32, strides=[128,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<128x128xf32>) {
      %x, %t0 = load_view_tko weak %av[%zero, %i] : partition_view<tile=(128xK), tensor_view<128x1024xf16, strides=[1024,1]>>, tile<i32> -> tile<128xKxf16>, token
      %y, %t1 = load_view_tko weak %bv[%zero, %i] : partition_view<tile=(128xK), tensor_view<128x1024xf16, strides=[1024,1]>>, tile<i32> -> tile<128xKxf16>, token
      %yt = permute %y [1, 0] : tile<128xKxf16> -> tile<Kx128xf16>
      MORE
      %next = mmaf %x, OPERAND, %so_far : tile<128xKxf16>, tile<Kx128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
";

/// Sums in another type, whose tile goes through scratch to get into the layout of the permuted one.
const MORE: &str = "%wide = ftof %yt : tile<Kx128xf16> -> tile<Kx128xf32>
      %z, %t2 = load_view_tko weak %dv[%i, %zero] : partition_view<tile=(Kx128), tensor_view<1024x128xf32, strides=[128,1]>>, tile<i32> -> tile<Kx128xf32>, token
      %both = addf %wide, %z : tile<Kx128xf32>
      %narrow = ftof %both : tile<Kx128xf32> -> tile<Kx128xf16>";

/// The compiled program, and the remarks about it.
fn made(depth: u32, more: bool, target: &str, emit: Emit) -> (String, String) {
    let (more, operand) = if more { (MORE, "%narrow") } else { ("", "%yt") };
    let program = TEXT.replace("MORE", more).replace("OPERAND", operand);
    let program = program.replace("Kx", &format!("{depth}x")).replace("xK", &format!("x{depth}"));
    let source = Source::new("k.mlir", program);
    let parsed = cuda_tile::text::parse(&source, &cuda_tile::text::ParseOptions::default());
    let module = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    // Agents have pipelines of their own; these are the copies of all warps.
    let path = Some(ExecutionPath::Universal);
    let options =
        Options { target: Some(target.to_owned()), emit, path, remarks: true, ..Options::default() };
    let made = compile(Program::CudaTile(Box::new(module)), &options).expect("it compiles");
    let remarks = text(&made.remarks, &Filter::every(Wanted::All), &source);
    (String::from_utf8(made.bytes).expect("text"), remarks)
}

/// Stages of the rings of the program, and the shared memory that a block asks for.
fn rings(depth: u32, more: bool, target: &str) -> (Vec<String>, u64) {
    let (code, _) = made(depth, more, target, Emit::TileAs);
    let rings = code.lines().filter_map(|line| line.split_once("create_pipeline <"));
    // Where a ring is does not matter here.
    let shape = |rest: &str| {
        let attributes = rest.split_once('>').expect("it ends").0;
        let shape: Vec<&str> =
            attributes.split(", ").filter(|attribute| !attribute.starts_with("offset")).collect();
        shape.join(", ")
    };
    let rings = rings.map(|(_, rest)| shape(rest)).collect();
    let (metadata, _) = made(depth, more, target, Emit::Metadata);
    let value: serde_json::Value = serde_json::from_str(&metadata).expect("JSON");
    (rings, value["kernels"][0]["dynamic_shared"].as_u64().expect("a number"))
}

#[test]
fn permuted_operands_are_copied_ahead_where_they_have_room() {
    assert_eq!(rings(64, false, "sm_80"), (vec!["stages = 3".to_owned(); 2], 3 * 2 * 16384));
    assert_eq!(rings(64, false, "sm_120a"), (vec!["stages = 3".to_owned(); 2], 3 * 2 * 16384));
    let two = "stages = 2, bound = room".to_owned();
    assert_eq!(rings(128, false, "sm_80"), (vec![two; 2], 2 * 2 * 32768));
    // Both do not fit twice: iterations of half the depth have three stages.
    assert_eq!(rings(128, false, "sm_86"), (vec!["stages = 3".to_owned(); 2], 3 * 2 * 16384));
}

#[test]
fn stages_leave_room_for_scratch() {
    assert_eq!(rings(64, true, "sm_80").0, ["stages = 4"]);
    // Scratch has the gap that the ring leaves, so that four stages fit into 99 KiB too.
    for target in ["sm_86", "sm_89", "sm_120a"] {
        let (rings, shared) = rings(64, true, target);
        assert_eq!(rings, ["stages = 4"], "{target}");
        assert!(shared <= 99 << 10, "{target}: {shared}");
    }
}

#[test]
fn remarks_say_why_there_are_not_more_stages() {
    let (_, remarks) = made(128, false, "sm_80", Emit::Ptx);
    for said in ["Stages = 2", "Bound = shared memory has no room for more", "StageBytes = 32768"] {
        assert!(remarks.contains(said), "{remarks}");
    }
    let (_, remarks) = made(64, true, "sm_80", Emit::Ptx);
    assert!(remarks.contains("Bound = as many as is usual for its size"), "{remarks}");
}
