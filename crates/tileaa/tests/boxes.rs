//! Which loads tensor maps can say: a product's operand that they can, and each condition broken once.

use ir::Op;
use ir::walk::preorder;
use tileaa::axis_info::AxisAnalysis;
use tileaa::boxes::{BoxAccess, BoxDim, NoBoxes};
use tileaa::{Module, Opcode, TileAa};

const MEMORY: &str = "memref<?x?xf16, [?, 1]>";
const TILES: &str =
    "block_tile<[64, 32], memref<?x?xf16, [?, 1]>, step = [64, 32], dims = [0, 1], padding = zero>";

/// A load of rows of `k` elements, of which the program promises alignment.
fn program() -> String {
    format!(
        "tileaa.module @m {{
  func @f (%p: ptr, %m: i32, %k: i32, %i: i32) {{
    %base = assume %p <kind = div_by, numbers = [16]> : ptr
    %stride = assume %k <kind = div_by, numbers = [8]> : i32
    %memory = make_memref %base, [%m, %stride], [%stride] : ptr, i32, i32, i32 -> {MEMORY}
    %tiles = block_tile %memory : {MEMORY} -> {TILES}
    %x, %t = tiled_load %tiles, [%i, %i] <latency = 2> : {TILES}, i32, i32 -> tile<64x32xf16>, token
    return
  }}
}}
"
    )
}

fn load(module: &Module) -> Op {
    let mut ops = preorder(&module.body, module.root);
    ops.find(|&op| module.opcode(op) == Opcode::TiledLoad).expect("the program loads")
}

fn found(text: &str) -> Result<BoxAccess, NoBoxes> {
    let module = ir::generic::parse_text::<TileAa>(text);
    assert_eq!(ir::generic::verify(&module), [], "{text}");
    BoxAccess::of(&module, &AxisAnalysis::of(&module), load(&module))
}

/// The program with every `old` replaced by `new` has no boxes, for this reason.
#[track_caller]
fn lacks(changes: &[(&str, &str)], why: NoBoxes) {
    let text = changes.iter().fold(program(), |text, (old, new)| {
        assert!(text.contains(old), "the program has no {old:?}");
        text.replace(old, new)
    });
    assert_eq!(found(&text), Err(why), "{text}");
    assert!(!why.reason().is_empty());
}

#[test]
fn aligned_rows_are_boxes() {
    let access = found(&program()).expect("boxes");
    let unit = BoxDim { extent: None, stride: Some(1), multiple: 2 };
    assert_eq!(access.dims[..], [BoxDim { extent: None, stride: None, multiple: 16 }, unit]);
    assert_eq!(access.elem, numerics::Scalar::F16);
    assert_eq!(access.fill, Some(tileaa::types::Padding::Zero));
    // Nothing outside has a value: zeros are one.
    let text = program().replace(", padding = zero", "");
    assert_eq!(found(&text).expect("boxes").fill, None);
}

#[test]
fn a_program_says_no() {
    lacks(&[("latency = 2", "latency = 2, allow_tma = 0")], NoBoxes::Hint);
    lacks(&[("latency = 2", "ordering = acquire")], NoBoxes::Ordering);
    lacks(&[("latency = 2", "multimem = add")], NoBoxes::Devices);
    lacks(&[("padding = zero", "padding = nan")], NoBoxes::Padding);
}

#[test]
fn alignment_is_promised() {
    lacks(&[("numbers = [16]", "numbers = [8]")], NoBoxes::Base);
    lacks(&[("numbers = [8]", "numbers = [4]")], NoBoxes::Stride);
    lacks(&[("[64, 32], memref", "[64, 4], memref"), ("64x32xf16", "64x4xf16")], NoBoxes::Row);
}

#[test]
fn memory_has_boxes() {
    // No dimension of stride 1.
    lacks(&[("[?, 1]>", "[?, 2]>")], NoBoxes::Contiguous);
    // The contiguous dimension comes first, and rows of the tile follow it.
    let columns = program().replace("[?, 1]>", "[1, ?]>");
    let access = found(&columns).expect("boxes");
    assert_eq!(access.dims[0].stride, Some(1));
    lacks(&[("xf16", "xi4")], NoBoxes::Element);
}

#[test]
fn four_bits_are_copied_two_in_a_byte() {
    let narrow = [("xf16", "xf4E2M1FN"), ("numbers = [8]", "numbers = [32]")];
    let text = narrow.iter().fold(program(), |text, (old, new)| text.replace(old, new));
    let access = found(&text).expect("boxes");
    assert_eq!((access.elem, access.dims[0].multiple), (numerics::Scalar::F4E2M1FN, 16));
    // A stride of 16 elements is 8 bytes.
    lacks(&[narrow[0], ("numbers = [8]", "numbers = [16]")], NoBoxes::Stride);
    // The last element of a row could share its byte with another one.
    lacks(&[narrow[0], narrow[1], ("[%m, %stride], [", "[%m, %k], [")], NoBoxes::Halves);
    // Half a row of a tile has 8 bytes.
    lacks(
        &[narrow[0], narrow[1], ("[64, 32], memref", "[64, 16], memref"), ("64x32xf4", "64x16xf4")],
        NoBoxes::Row,
    );
    assert_eq!(store(&[("f16", "f4E2M1FN"), ("numbers = [8]", "numbers = [32]")]), Err(NoBoxes::Element));
}

#[test]
fn fields_of_a_map_have_ends() {
    lacks(
        &[
            ("memref<?x?xf16", "memref<8589934592x?xf16"),
            ("[%m, %stride], [", "[%stride], ["),
            ("ptr, i32, i32, i32 ->", "ptr, i32, i32 ->"),
        ],
        NoBoxes::Extent,
    );
    lacks(
        &[("[?, 1]>", "[549755813888, 1]>"), ("], [%stride] : ptr, i32, i32, i32", "] : ptr, i32, i32")],
        NoBoxes::FarStride,
    );
    // An extent of 64 bits may be anything, unless the program bounds it.
    lacks(&[("%m: i32", "%m: i64"), ("ptr, i32, i32, i32 ->", "ptr, i64, i32, i32 ->")], NoBoxes::Extent);
}

/// The same program with a store for its load, and whether it has boxes.
#[track_caller]
fn store(changes: &[(&str, &str)]) -> Result<BoxAccess, NoBoxes> {
    let load = "%x, %t = tiled_load %tiles, [%i, %i] <latency = 2>";
    let store = "%x = constant <value = 0x0000> : tile<64x32xf16>\n    %t = tiled_store %x, %tiles, [%i, %i]";
    let text = program().replace(load, store);
    let text = text.replace(
        &format!("{TILES}, i32, i32 -> tile<64x32xf16>, token"),
        &format!("tile<64x32xf16>, {TILES}, i32, i32 -> token"),
    );
    let text = changes.iter().fold(text, |text, (old, new)| {
        assert!(text.contains(old), "the program has no {old:?}");
        text.replace(old, new)
    });
    let module = ir::generic::parse_text::<TileAa>(&text);
    assert_eq!(ir::generic::verify(&module), [], "{text}");
    let op = preorder(&module.body, module.root).find(|&op| module.opcode(op) == Opcode::TiledStore);
    BoxAccess::of(&module, &AxisAnalysis::of(&module), op.expect("the program stores"))
}

#[test]
fn stores_are_boxes_whatever_is_outside() {
    assert!(store(&[]).is_ok());
    assert!(store(&[("padding = zero", "padding = nan")]).is_ok(), "stores pad nothing");
    assert_eq!(store(&[("numbers = [16]", "numbers = [8]")]), Err(NoBoxes::Base));
    assert_eq!(store(&[("[%i, %i] :", "[%i, %i] <allow_tma = 0> :")]), Err(NoBoxes::Hint));
}

#[test]
fn stores_want_rows_of_whole_chunks() {
    // The program promises that 8 divides the stride, and nothing of `%k`.
    assert_eq!(store(&[("[%m, %stride], [", "[%m, %k], [")]), Err(NoBoxes::RowEnd));
    let extent = |number: &str| {
        let of_type = format!("memref<?x{number}xf16");
        store(&[
            ("memref<?x?xf16", &of_type),
            ("[%m, %stride], [", "[%m], ["),
            ("ptr, i32, i32, i32 ->", "ptr, i32, i32 ->"),
        ])
    };
    assert!(extent("72").is_ok());
    assert_eq!(extent("68"), Err(NoBoxes::RowEnd));
    // A load of the same rows is right.
    assert!(found(&program().replace("[%m, %stride], [", "[%m, %k], [")).is_ok());
}
