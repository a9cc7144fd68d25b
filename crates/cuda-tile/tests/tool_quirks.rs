//! Behaviour of the reference tools that the description of format and text does not mention (docs/spec-notes.md).

#[path = "bytecode_example/file.rs"]
mod file;

use cuda_tile::Module;
use cuda_tile::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
use cuda_tile::equal::same_program;
use cuda_tile::text::{ParseOptions, PrintOptions, Style, parse, print};
use diag::Source;
use file::EXAMPLE;
use ir::spec::{V13_3, V13_4};

fn module(text: &str) -> Module {
    let parsed = parse(&Source::new("test.mlir", text), &ParseOptions::default());
    parsed.module.unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics))
}

fn printed(module: &Module, style: Style) -> String {
    print(module, &PrintOptions { style, ..PrintOptions::default() })
}

fn decoded(bytes: &[u8]) -> Module {
    // Tools of 13.5 refuse some of what those of 13.4 let pass.
    decode(bytes, &DecodeOptions { reader: V13_4, ..DecodeOptions::default() })
        .unwrap_or_else(|error| panic!("{error}"))
        .module
}

/// Offset of the function flags in the example.
const FLAGS: usize = 0x13;

#[test]
fn a_private_entry_stays_private() {
    let mut bytes = EXAMPLE;
    bytes[FLAGS] |= 1;
    let private = decoded(&bytes);
    assert!(printed(&private, Style::Disassembler).ends_with("\n} {sym_visibility = \"private\"}\n"));
    for style in [Style::Canonical, Style::Generic] {
        let again = module(&printed(&private, style));
        same_program(&private, &again).unwrap();
        let options = EncodeOptions { version: Some(V13_3), ..EncodeOptions::default() };
        let written = encode(&again, &options).unwrap_or_else(|errors| panic!("{}", errors[0]));
        same_program(&private, &decoded(&written)).unwrap();
    }
    assert!(same_program(&private, &decoded(&EXAMPLE)).is_err());
    let public = module("cuda_tile.module @m { entry @k() { return } {sym_visibility = \"public\"} }");
    let written = encode(&public, &EncodeOptions::default()).unwrap_or_else(|errors| panic!("{}", errors[0]));
    assert!(!printed(&decoded(&written), Style::Canonical).contains("sym_visibility"));
}

#[test]
fn older_files_may_have_unknown_flags() {
    let mut bytes = EXAMPLE;
    bytes[FLAGS] |= 8;
    same_program(&decoded(&bytes), &decoded(&EXAMPLE)).unwrap();
}

#[test]
fn hints_of_all_kinds_survive_text() {
    let text = "cuda_tile.module @m {
  entry @k() optimization_hints=<\"my arch\" = {\"a b\" = 2, arr = [1 : i32, 7, true, \"z\"], f = 1.000000e-01 : f32, g = 5.000000e-01, nested = {q = 5 : i8}}> {
    return
  }
}
";
    let hints = module(text);
    assert_eq!(printed(&hints, Style::Canonical), text);
    same_program(&hints, &module(&printed(&hints, Style::Generic))).unwrap();
    // The disassembler shows neither the quotes nor the type of a number right inside a target.
    assert!(printed(&hints, Style::Disassembler).starts_with(
        "entry @k() optimization_hints=<my arch = {a b = 2, arr = [1 : i32, 7, true, \"z\"], f = 1.000000e-01, g = 5.000000e-01, nested = {q = 5 : i8}}> {\n"
    ));
}

#[test]
fn get_tensor_shape_shows_its_first_type() {
    let text = "cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %s:2 = \"cuda_tile.get_tensor_shape\"(%v) : (!cuda_tile.tensor_view<4x8xf32, strides=[8,1]>) -> (!cuda_tile.tile<i64>, !cuda_tile.tile<i32>)
    return
  }
}
";
    let mixed = module(text);
    assert!(
        printed(&mixed, Style::Disassembler)
            .contains(":2 = get_tensor_shape %tview : tensor_view<4x8xf32, strides=[8,1]> -> tile<i64>\n")
    );
    // Our own text keeps both.
    same_program(&mixed, &module(&printed(&mixed, Style::Canonical))).unwrap();
}

#[test]
fn nothing_prints_as_an_empty_line() {
    assert_eq!(printed(&module("cuda_tile.module @m {}"), Style::Disassembler), "\n");
}

#[test]
fn every_line_of_a_producer_is_a_comment() {
    let text =
        "cuda_tile.module @m attributes {producer = \"one\\0Aentry @x(\\0D!\"} { entry @k() { return } }";
    let items = printed(&module(text), Style::Disassembler);
    assert!(items.starts_with("// Producer: one\n// entry @x(\r// !\nentry @k() {\n"), "{items}");
    // A reader takes the first line for the producer and the others for remarks.
    let first = module("cuda_tile.module @kernels attributes {producer = \"one\"} { entry @k() { return } }");
    same_program(&module(&items), &first).unwrap();
}
