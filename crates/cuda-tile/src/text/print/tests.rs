//! Output of the reference printers, with their quirks.

use std::fmt::Write;

use ir::build::Builder;
use ir::{Loc, OpDraft, TypeId, UNKNOWN_LOC, Value};
use numerics::Scalar;

use super::*;
use crate::attrs::{Dense, RoundingMode};
use crate::build::{add_entry, builder_at_end, new_module};
use crate::ops::Builders;
use crate::types::{TileType, Type};

fn float(ty: Scalar, bits: u64) -> String {
    let mut out = String::new();
    float::push_float(&mut out, ty, bits);
    out
}

fn string(bytes: &[u8]) -> String {
    let mut out = String::new();
    literal::push_string(&mut out, bytes);
    out
}

fn tile(module: &mut Module, shape: &[i64], elem: Scalar) -> TypeId {
    let ty = TileType::new(shape, crate::types::Elem::Scalar(elem)).expect("a valid tile type");
    module.types.intern(Type::Tile(ty))
}

fn body(module: &Module, options: PrintOptions) -> String {
    let text = print(module, &PrintOptions { style: Style::Disassembler, ..options });
    text.lines().filter_map(|line| line.strip_prefix("  ")).fold(String::new(), |mut out, line| {
        writeln!(out, "{line}").expect("a string");
        out
    })
}

/// The printed body of an entry that `build` fills.
fn printed(params: &[Scalar], build: impl FnOnce(&mut Builder<'_, CudaTile>, &[Value])) -> String {
    body(&built(params, build), PrintOptions::default())
}

fn built(params: &[Scalar], build: impl FnOnce(&mut Builder<'_, CudaTile>, &[Value])) -> Module {
    let mut module = new_module("kernels");
    let types: Vec<TypeId> = params.iter().map(|&ty| module.types.intern(Type::scalar_tile(ty))).collect();
    let (_, block) = add_entry(&mut module, "k", &types);
    let args: Vec<Value> = module.body.block_args(block).iter().collect();
    build(&mut builder_at_end(&mut module, block), &args);
    module
}

#[test]
fn floats_take_three_tries() {
    let f32s: [(f32, &str); 12] = [
        (1.5, "1.500000e+00"),
        (-0.1, "-1.000000e-01"),
        (1e-5, "9.99999974E-6"),
        (std::f32::consts::LOG2_E, "1.44269502"),
        (16_777_216.0, "0x4B800000"),
        (f32::MIN_POSITIVE, "1.17549435E-38"),
        (f32::MAX, "3.40282347E+38"),
        (1e10, "1.000000e+10"),
        (9_223_372_036_854_775_808.0, "9.22337203E+18"),
        (f32::INFINITY, "0x7F800000"),
        (-0.0, "-0.000000e+00"),
        (f32::from_bits(1), "1.401300e-45"),
    ];
    for (value, text) in f32s {
        assert_eq!(float(Scalar::F32, value.to_bits().into()), text);
    }
    let f64s: [(f64, &str); 5] = [
        (std::f64::consts::E, "2.7182818284590451"),
        (18_446_744_073_709_549_568.0, "1.844674407370955E+19"),
        (f64::from_bits(1), "4.940660e-324"),
        (1.0 / 3.0, "0.33333333333333331"),
        (f64::NAN, "0x7FF8000000000000"),
    ];
    for (value, text) in f64s {
        assert_eq!(float(Scalar::F64, value.to_bits()), text);
    }
    assert_eq!(float(Scalar::F16, 0x7bff), "6.550400e+04");
    assert_eq!(float(Scalar::TF32, 0x3fc00), "0x3FC00");
    assert_eq!(float(Scalar::F8E8M0FNU, 0), "5.877470e-39");
    assert_eq!(float(Scalar::F4E2M1FN, 0xd), "-3.000000e+00");
}

#[test]
fn strings_show_what_is_not_printable_in_hexadecimal() {
    assert_eq!(string(b"a\"b\\c\n\xc3\xa9"), r#""a\22b\\c\0A\C3\A9""#);
}

#[test]
fn constants_are_named_by_their_values() {
    let text = printed(&[], |b, _| {
        for (ty, shape, bits) in [
            (Scalar::I32, &[4][..], &[u64::from(u32::MAX)][..]),
            (Scalar::I1, &[], &[1]),
            (Scalar::I1, &[2], &[0, 1]),
            (Scalar::F32, &[], &[0x4000_0000]),
            (Scalar::F32, &[], &[0xc000_0000]),
            (Scalar::F32, &[], &[0x7fc0_0000]),
            (Scalar::I8, &[2, 1, 2], &[1, 2, 3, 0xfc]),
        ] {
            let id = tile(b.module, shape, ty);
            let data: Vec<u8> =
                bits.iter().flat_map(|b| b.to_le_bytes()[..Dense::elem_size(ty)].to_vec()).collect();
            b.constant().value(Dense::new(id, ty, &data)).result(id).finish();
        }
    });
    assert_eq!(
        text,
        "%cst_-1_i32 = constant <i32: -1> : tile<4xi32>
%true = constant <i1: true> : tile<i1>
%cst_i1 = constant <i1: [false, true]> : tile<2xi1>
%cst_2_f32 = constant <f32: 2.000000e+00> : tile<f32>
%cst_f32 = constant <f32: -2.000000e+00> : tile<f32>
%cst_NaN_f32 = constant <f32: 0x7FC00000> : tile<f32>
%cst_i8 = constant <i8: [[[1, 2]], [[3, -4]]]> : tile<2x1x2xi8>
"
    );
}

#[test]
fn long_constants_are_one_string() {
    let text = printed(&[], |b, _| {
        let id = tile(b.module, &[128], Scalar::I8);
        let data: Vec<u8> = (0..128).collect();
        b.constant().value(Dense::new(id, Scalar::I8, &data)).result(id).finish();
    });
    assert!(text.starts_with("%cst_i8 = constant <i8: \"0x00010203"), "{text}");
    assert!(text.ends_with("7D7E7F\"> : tile<128xi8>\n"), "{text}");
}

#[test]
fn a_rounding_that_is_not_printed_leaves_its_blank() {
    let text = printed(&[Scalar::F32, Scalar::I32], |b, args| {
        let (f, i) = (b.module.body.ty(args[0]), b.module.body.ty(args[1]));
        b.addf().lhs(args[0]).rhs(args[0]).result(f).finish();
        b.addf()
            .lhs(args[0])
            .rhs(args[0])
            .rounding_mode(RoundingMode::Zero)
            .flush_to_zero(true)
            .result(f)
            .finish();
        b.divi().lhs(args[1]).rhs(args[1]).signedness(crate::attrs::Signedness::Signed).result(i).finish();
        b.pow().source(args[0]).exponent(args[0]).result(f).finish();
    });
    assert_eq!(
        text,
        "%0 = addf %arg0, %arg0  : tile<f32>
%1 = addf %arg0, %arg0 rounding<zero> flush_to_zero : tile<f32>
%2 = divi %arg1, %arg1 signed : tile<i32>
%3 = fpowf %arg0, %arg0 : tile<f32>
"
    );
}

#[test]
fn pow_is_spelled_as_its_version_spells_it() {
    let module = built(&[Scalar::F32], |b, args| {
        let f = b.module.body.ty(args[0]);
        b.pow().source(args[0]).exponent(args[0]).result(f).finish();
    });
    let options = PrintOptions { version: ir::spec::V13_3, ..PrintOptions::default() };
    assert_eq!(body(&module, options), "%0 = pow %arg0, %arg0 : tile<f32>\n");
}

#[test]
fn repeats_count_on_and_nested_regions_go_on_from_their_parent() {
    let text = printed(&[Scalar::I32, Scalar::I1], |b, args| {
        let i32_tile = b.module.body.ty(args[0]);
        let id = b.constant().value(Dense::splat(i32_tile, Scalar::I32, 1)).result(i32_tile).finish().value();
        b.constant().value(Dense::splat(i32_tile, Scalar::I32, 1)).result(i32_tile).finish();
        let op = b.if_().condition(args[1]).finish().op;
        let block = b.module.block(op, fields::if_::thenRegion).expect("a block");
        b.inside(block, |b| {
            b.addi().lhs(id).rhs(id).result(i32_tile).finish();
            b.constant().value(Dense::splat(i32_tile, Scalar::I32, 1)).result(i32_tile).finish();
            b.yield_().finish();
        });
        b.addi().lhs(id).rhs(id).result(i32_tile).finish();
        b.return_().finish();
    });
    assert_eq!(
        text,
        "%cst_1_i32 = constant <i32: 1> : tile<i32>
%cst_1_i32_0 = constant <i32: 1> : tile<i32>
if %arg1 {
  %1 = addi %cst_1_i32, %cst_1_i32 : tile<i32>
  %cst_1_i32_1 = constant <i32: 1> : tile<i32>
}
%0 = addi %cst_1_i32, %cst_1_i32 : tile<i32>
return
"
    );
}

#[test]
fn a_module_prints_whole_with_its_producer() {
    let mut module = new_module("a b");
    let slot = ir::build::IntoAttr::into_attr("me \"x\"", &mut module);
    module.set_attr(module.root, fields::module::producer, slot);
    assert_eq!(
        print(&module, &PrintOptions::default()),
        "cuda_tile.module @\"a b\" attributes {producer = \"me \\22x\\22\"} {\n}\n"
    );
    let options = PrintOptions { style: Style::Disassembler, ..PrintOptions::default() };
    assert_eq!(print(&module, &options), "// Producer: me \"x\"\n\n");
}

#[test]
fn locations_are_defined_parts_first() {
    let mut module = built(&[], |b, _| {
        b.return_().finish();
    });
    let file = module.strings.intern_bytes(b"f.py");
    let at = |line| Loc::File { file, line, column: 1, end: None };
    let (callee, caller) = (module.locs.intern(at(7)), module.locs.intern(at(3)));
    let call = module.locs.intern(Loc::CallSite { callee, caller });
    let entry = module.body.first_op(crate::build::items_block(&module)).expect("an entry");
    module.body.set_loc(entry, call);
    let options = PrintOptions { style: Style::Disassembler, locations: true, ..PrintOptions::default() };
    assert_eq!(
        print(&module, &options),
        "entry @k() {
  return loc(#loc2)
} loc(#loc3)
#loc = loc(\"f.py\":7:1)
#loc1 = loc(\"f.py\":3:1)
#loc2 = loc(unknown)
#loc3 = loc(callsite(#loc at #loc1))
"
    );
}

#[test]
fn an_op_that_does_not_fit_its_row_prints_in_the_generic_form() {
    let text = printed(&[Scalar::F32, Scalar::I32], |b, args| {
        let f = b.module.body.ty(args[0]);
        b.addf().lhs(args[0]).rhs(args[1]).result(f).finish();
        let op = b.module.body.create_op(OpDraft {
            opcode: Opcode::Select as u16,
            operands: &[args[0]],
            segments: &[],
            attrs: &[],
            results: &[],
            regions: 1,
            loc: UNKNOWN_LOC,
        });
        let region = b.module.body.region(op, 0);
        b.module.body.create_block(region, &[f]);
        b.module.body.append(b.module.body.def_block(args[0]).expect("a block"), op);
    });
    assert_eq!(
        text,
        "%0 = \"cuda_tile.addf\"(%arg0, %arg1) <{rounding_mode = #cuda_tile.rounding<nearest_even>}> : \
         (!cuda_tile.tile<f32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<f32>
\"cuda_tile.select\"(%arg0) ({
^bb0(%arg2: !cuda_tile.tile<f32>):
}) : (!cuda_tile.tile<f32>) -> ()
"
    );
}

#[test]
fn kept_names_stay_and_new_ones_avoid_them() {
    let mut module = built(&[Scalar::I32], |b, args| {
        let ty = b.module.body.ty(args[0]);
        for _ in 0..4 {
            b.addi().lhs(args[0]).rhs(args[0]).result(ty).finish();
        }
    });
    let entry = module.body.first_op(crate::build::items_block(&module)).expect("an entry");
    let block = module.block(entry, fields::entry::body).expect("a body");
    let ops: Vec<Op> = module.body.block_ops(block).collect();
    for (&op, name) in ops.iter().skip(1).zip(["sum", "0", "sum"]) {
        let id = module.strings.intern_bytes(name.as_bytes());
        let result = module.body.result(op, 0);
        module.body.set_name(result, Some(id));
    }
    let options = PrintOptions { names: Names::Keep, ..PrintOptions::default() };
    let names: Vec<String> =
        body(&module, options).lines().map(|line| line.split(' ').next().unwrap_or("").to_owned()).collect();
    assert_eq!(names, ["%1", "%sum", "%0", "%sum_0"]);
}

#[test]
fn nesting_costs_no_stack() {
    const DEPTH: usize = 1500;
    let module = built(&[Scalar::I1], |b, args| {
        for _ in 0..DEPTH {
            let op = b.if_().condition(args[0]).finish().op;
            let block = b.module.block(op, fields::if_::thenRegion).expect("a block");
            b.move_to_end(block);
        }
    });
    assert_eq!(print(&module, &PrintOptions::default()).matches("if %arg0 {").count(), DEPTH);
}

fn parsed(text: &str) -> Module {
    let source = diag::Source::new("k.mlir", text);
    let parsed = crate::text::parse(&source, &crate::text::ParseOptions::default());
    parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics))
}

fn comes_back(module: &Module, options: &PrintOptions) -> String {
    let text = print(module, options);
    crate::equal::same_program(module, &parsed(&text)).unwrap_or_else(|what| panic!("{what}\n{text}"));
    text
}

#[test]
fn types_that_are_not_written_must_be_the_implied_ones() {
    let module = built(&[Scalar::I32, Scalar::I64], |b, args| {
        let ty = b.module.body.ty(args[0]);
        b.extract().source(args[0]).indices(&args[..0]).result(ty).finish();
        b.memory_fence_alias_tko().token(args[0]).result_token(ty).finish();
        b.return_().finish();
    });
    let text = body(&module, PrintOptions::default());
    assert!(text.starts_with(
        "%0 = extract %arg0[] : tile<i32> -> tile<i32>\n%1 = \"cuda_tile.memory_fence_alias_tko\"(%arg0)"
    ));
}

#[test]
fn padding_that_would_read_as_a_mask_is_named_by_the_generic_form() {
    let text = "cuda_tile.module @m {
  entry @k(%p: tile<ptr<i1>>, %b: tile<i1>) {
    %0:2 = \"cuda_tile.load_ptr_tko\"(%p, %b) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (!cuda_tile.tile<ptr<i1>>, !cuda_tile.tile<i1>) -> (!cuda_tile.tile<i1>, !cuda_tile.token)
    return
  }
}
";
    let module = parsed(text);
    let printed = comes_back(&module, &PrintOptions::default());
    assert!(printed.contains("\"cuda_tile.load_ptr_tko\""), "{printed}");
    assert!(body(&module, PrintOptions::default()).contains("= load_ptr_tko weak %arg0, %arg1 : "));
}

#[test]
fn what_nests_as_deep_as_can_be_read_comes_back() {
    let depth = 190;
    let text = format!(
        "cuda_tile.module @m {{ entry @k(%c: tile<i1>) {{ {} {} }} }}",
        "if %c { ".repeat(depth),
        "}".repeat(depth)
    );
    let module = parsed(&text);
    comes_back(&module, &PrintOptions::default());
    assert_eq!(
        print(&module, &PrintOptions { style: Style::Generic, ..PrintOptions::default() })
            .matches("cuda_tile.if")
            .count(),
        depth
    );
}

#[test]
fn seed_spellings_without_a_standard_form_come_back() {
    let text = "cuda_tile.module @m {
  experimental$func @add(%arg0: tile<f32>, %arg1: tile<f32>) -> tile<f32> {
    %0 = addf %arg0, %arg1  : tile<f32>
    return %0 : tile<f32>
  }
  entry @k(%arg0: tile<f32>) {
    %0 = experimental$call @add(%arg0, %arg0) : (tile<f32>, tile<f32>) -> tile<f32>
    %1 = experimental$generate {
    ^bb0(%arg1: tile<i32>, %arg2: tile<i32>):
      %4 = addi %arg1, %arg2 : tile<i32>
      yield %4 : tile<i32>
    } : tile<16x16xi32>
    %2 = internal$optimization_barrier %1, keep_axis_info : tile<16x16xi32>
    %3 = experimental$extern_elementwise %0 {libname = \"l\", libpath = \"/p\", pure = true, symbol = \"s\"} : (tile<f32>) -> tile<f32>
    return
  }
}
";
    assert_eq!(print(&parsed(text), &PrintOptions::default()), text);
}
