//! Measures the reference interpreter: element operations a second of a few small kernels.
//!
//! `cargo run --release -p tilewright-reference --example speed`

#![allow(clippy::disallowed_methods, reason = "measures")]
#![allow(clippy::print_stdout, reason = "a program for people")]

use std::time::Instant;

use cuda_tile::text::{ParseOptions, parse};
use diag::Source;
use launch::{Argument, Buffer, Grid, Launch, Options};
use numerics::Scalar;
use reference::{NoObserver, Reference};

/// A kernel that repeats `body` on the values `%a` and `%b` of type `ty`.
fn repeated(ty: &str, body: &str) -> String {
    format!(
        "cuda_tile.module @m {{ entry @k(%p: tile<ptr<f32>>) {{
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %n = constant <i32: 100> : tile<i32>
           %a = constant <{elem}: 3> : {ty}
           %b = constant <{elem}: 2> : {ty}
           for %i in (%zero to %n, step %one) : tile<i32> {{ {body} continue }}
           return }} }}",
        elem = ty.trim_end_matches('>').rsplit(['x', '<']).next().unwrap_or("f32")
    )
    .replace("f32: 3", "f32: 3.0")
    .replace("f32: 2", "f32: 2.0")
    .replace("f16: 3", "f16: 3.0")
    .replace("f16: 2", "f16: 2.0")
}

fn main() {
    let kernels = [
        ("addf f32", repeated("tile<64x64xf32>", "%c = addf %a, %b : tile<64x64xf32>")),
        ("addf f16", repeated("tile<64x64xf16>", "%c = addf %a, %b : tile<64x64xf16>")),
        ("fma f32", repeated("tile<64x64xf32>", "%c = fma %a, %b, %a : tile<64x64xf32>")),
        ("addi i32", repeated("tile<64x64xi32>", "%c = addi %a, %b : tile<64x64xi32>")),
        ("divi i32", repeated("tile<64x64xi32>", "%c = divi %a, %b signed : tile<64x64xi32>")),
        (
            "cmpi, select",
            repeated(
                "tile<64x64xi32>",
                "%c = cmpi less_than %a, %b, signed : tile<64x64xi32> -> tile<64x64xi1>
                 %d = select %c, %a, %b : tile<64x64xi1>, tile<64x64xi32>",
            ),
        ),
        ("exp f32", repeated("tile<64x64xf32>", "%c = exp %a : tile<64x64xf32>")),
        ("ftof f32 f16", repeated("tile<64x64xf32>", "%c = ftof %a : tile<64x64xf32> -> tile<64x64xf16>")),
        ("permute", repeated("tile<64x64xf32>", "%c = permute %a [1, 0] : tile<64x64xf32> -> tile<64x64xf32>")),
        (
            "reduce",
            repeated(
                "tile<64x64xf32>",
                "%c = reduce %a dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32>
                 (%x: tile<f32>, %y: tile<f32>) { %s = addf %x, %y : tile<f32> yield %s : tile<f32> }",
            ),
        ),
        (
            "mmaf f16 to f32",
            repeated(
                "tile<64x64xf16>",
                "%c = constant <f32: 0.0> : tile<64x64xf32>
                 %d = mmaf %a, %b, %c : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>",
            ),
        ),
        (
            "view load, store",
            repeated(
                "tile<64x64xf32>",
                "%v = make_tensor_view %p, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
                 %w = make_partition_view %v : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
                 %x, %t = load_view_tko weak %w[%zero, %zero] : partition_view<tile=(64x64), \
                 tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
                 %u = store_view_tko weak %x, %w[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), \
                 tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token",
            ),
        ),
        (
            "pointer load, store",
            repeated(
                "tile<4096xf32>",
                "%q = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
                 %r = broadcast %q : tile<1xptr<f32>> -> tile<4096xptr<f32>>
                 %k = iota : tile<4096xi32>
                 %s = offset %r, %k : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
                 %x, %t = load_ptr_tko weak %s : tile<4096xptr<f32>> -> tile<4096xf32>, token
                 %u = store_ptr_tko weak %s, %x : tile<4096xptr<f32>>, tile<4096xf32> -> token",
            ),
        ),
        ("scalars", repeated("tile<i32>", &"%c = addi %a, %b : tile<i32>\n".repeat(100).replace("%c", "%0"))),
    ];
    for (name, text) in kernels {
        measure(name, &text);
    }
}

fn measure(name: &str, text: &str) {
    let text = unique_names(text);
    let parsed = parse(&Source::new("k.mlir", text), &ParseOptions::default());
    let module = parsed.module.unwrap_or_else(|| panic!("{name}: {:?}", parsed.diagnostics));
    let mut buffer = Buffer::zeroed(Scalar::F32, &[4096]).expect("a small buffer");
    let grid = Grid::new(4, 1, 1).expect("a small grid");
    let args = vec![Argument::Pointer { buffer: 0, offset: 0 }];
    let mut launch = Launch { entry: "k", grid, buffers: vec![buffer.view_mut()], args };
    let mut output = String::new();
    let start = Instant::now();
    let run = Reference::default().run(&module, &mut launch, &mut Options::new(&mut output), &mut NoObserver);
    let statistics = run.unwrap_or_else(|error| panic!("{name}: {error}"));
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name:20} {:8.1} million element operations/s  {:8.2} million operations/s",
        statistics.elements as f64 / seconds / 1e6,
        statistics.operations as f64 / seconds / 1e6
    );
}

/// Replaces each `%0` by a name of its own.
fn unique_names(text: &str) -> String {
    let mut parts = text.split("%0");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        out.push_str(&format!("%n{number}{part}"));
    }
    out
}
