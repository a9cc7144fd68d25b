//! The codes of the verifier, documented for `explain-code`: E02xx structure, E03xx meaning.

use diag::{Code, CodeInfo};
use ir::verify::{BLOCKS, COUNT, DOMINANCE, EARLY_TERMINATOR, ISOLATION, MISPLACED, NO_TERMINATOR};

pub(super) const MISSING_ATTRIBUTE: Code = Code("E0207");
pub(super) const ATTRIBUTE: Code = Code("E0208");
pub(super) const SYMBOL: Code = Code("E0210");
pub(super) const NOT_ADMITTED: Code = Code("E0211");
pub(super) const VERSION: Code = Code("E0212");
pub(super) const OPERAND_TYPE: Code = Code("E0301");
pub(super) const RESULT_TYPE: Code = Code("E0302");
pub(super) const AGREE: Code = Code("E0303");
pub(super) const MODIFIER: Code = Code("E0304");
pub(super) const CONVERSION: Code = Code("E0305");
pub(super) const SHAPE: Code = Code("E0306");
pub(super) const CONSTANT: Code = Code("E0307");
pub(super) const PARENT: Code = Code("E0308");
pub(super) const CARRIED: Code = Code("E0309");
pub(super) const ORDERING: Code = Code("E0310");
pub(super) const POINTEE: Code = Code("E0311");
pub(super) const ATOMIC: Code = Code("E0312");
pub(super) const VIEW: Code = Code("E0313");
pub(super) const VIEW_ACCESS: Code = Code("E0314");
pub(super) const MMA_SHAPE: Code = Code("E0315");
pub(super) const MMA_ELEMENT: Code = Code("E0316");
pub(super) const REDUCE: Code = Code("E0317");
pub(super) const REDUCE_BODY: Code = Code("E0318");
pub(super) const PREDICATE: Code = Code("E0319");
pub(super) const ENTRY: Code = Code("E0320");
pub(super) const GLOBAL: Code = Code("E0321");
pub(super) const DEBUG_SCOPE: Code = Code("E0322");
/// An optimization hint that no compiler knows.
pub const HINTS: Code = Code("E0323");
pub(super) const HINT_FORM: Code = Code("E0324");
pub(super) const FORMAT: Code = Code("E0325");
pub(super) const ALLOCA: Code = Code("E0326");
pub(super) const TOKENS: Code = Code("E0327");
pub(super) const BRANCH: Code = Code("E0328");
pub(super) const EXTENSION: Code = Code("E0329");
pub(super) const INDEX_WARNING: Code = Code("E0330");
pub(super) const EXTERNAL: Code = Code("E0331");
pub(super) const PAIRS: Code = Code("E0332");

/// Every code that the verifier reports.
pub static CODES: &[CodeInfo] = &[
    CodeInfo {
        code: COUNT,
        title: "wrong number of operands, results, attributes or regions",
        explanation: "Every op has the operands, results, attributes and regions of its row in the language reference. Text that parses
always has them; files in generic form, bytecode and programs that build modules may not.",
        wrong: r#"%0 = "cuda_tile.addi"(%a) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>"#,
        fixed: r#"%0 = "cuda_tile.addi"(%a, %b) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>"#,
    },
    CodeInfo {
        code: BLOCKS,
        title: "wrong number of blocks in a region",
        explanation: "Control flow is structured: the body of an op is one block. Only the `else` branch and the module may be empty.",
        wrong: r#""cuda_tile.if"(%c) ({}, {}) : (!cuda_tile.tile<i1>) -> ()"#,
        fixed: "if %c { }",
    },
    CodeInfo {
        code: DOMINANCE,
        title: "a value is used where it is not defined",
        explanation: "A value is visible from its definition to the end of the block, and in the regions of the ops in between. What a branch or
loop body computes leaves it only as a result of the `if` or loop.",
        wrong: "if %c {
  %x = iota : tile<8xi32>
}
%y = addi %x, %x : tile<8xi32>",
        fixed: "%x = iota : tile<8xi32>
%y = addi %x, %x : tile<8xi32>",
    },
    CodeInfo {
        code: ISOLATION,
        title: "a value of outside is used in an isolated op",
        explanation: "Kernels and modules see no value from outside; what a kernel needs are its parameters.",
        wrong: "%x = iota : tile<8xi32>
entry @k() {
  %y = addi %x, %x : tile<8xi32>
}",
        fixed: "entry @k() {
  %x = iota : tile<8xi32>
  %y = addi %x, %x : tile<8xi32>
}",
    },
    CodeInfo {
        code: NO_TERMINATOR,
        title: "a block does not end in a terminator",
        explanation: "Every block but the module's ends in `return`, `yield`, `continue` or `break`. In text the parser adds the ones without
operands, except in the bodies of `reduce` and `scan`.",
        wrong: "%r = reduce %x dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
(%a: tile<i32>, %b: tile<i32>) {
  %s = addi %a, %b : tile<i32>
}",
        fixed: "%r = reduce %x dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
(%a: tile<i32>, %b: tile<i32>) {
  %s = addi %a, %b : tile<i32>
  yield %s : tile<i32>
}",
    },
    CodeInfo {
        code: EARLY_TERMINATOR,
        title: "a terminator is followed by other ops",
        explanation: "`return`, `yield`, `continue` and `break` leave the block, so what follows them could never run.",
        wrong: "entry @k() {
  return
  %x = iota : tile<8xi32>
}",
        fixed: "entry @k() {
  %x = iota : tile<8xi32>
  return
}",
    },
    CodeInfo {
        code: MISSING_ATTRIBUTE,
        title: "a required attribute is missing",
        explanation: "The attribute has no default, so it must be given. Text in the pretty form always gives it.",
        wrong: r#"%0 = "cuda_tile.maxi"(%a, %b) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>"#,
        fixed: "%0 = maxi %a, %b signed : tile<i32>",
    },
    CodeInfo {
        code: ATTRIBUTE,
        title: "an attribute holds something else than it should",
        explanation: "The attribute has the wrong kind, or is out of range.",
        wrong: r#"%0 = "cuda_tile.maxi"(%a, %b) <{signedness = "signed"}> : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>"#,
        fixed: "%0 = maxi %a, %b signed : tile<i32>",
    },
    CodeInfo {
        code: MISPLACED,
        title: "an op stands where such ops may not stand",
        explanation: "A module holds kernels and globals and nothing else; kernels and globals stand nowhere else.",
        wrong: "cuda_tile.module @m {
  %x = iota : tile<8xi32>
}",
        fixed: "cuda_tile.module @m {
  entry @k() {
    %x = iota : tile<8xi32>
  }
}",
    },
    CodeInfo {
        code: SYMBOL,
        title: "a symbol is defined twice",
        explanation: "Kernels and globals of a module share one table of names.",
        wrong: "entry @k() { }
entry @k() { }",
        fixed: "entry @k() { }
entry @k2() { }",
    },
    CodeInfo {
        code: NOT_ADMITTED,
        title: "an op that the options do not admit",
        explanation: "Ops of test builds need `--testing-ops`. Ops that Tilewright adds to the language are refused by `--strict`.",
        wrong: "internal$optimization_barrier %x : tile<8xi32>   // with --strict",
        fixed: "",
    },
    CodeInfo {
        code: VERSION,
        title: "something newer than the version asked for",
        explanation: "The op, field or type came with a later version of CUDA Tile IR than the one whose rules were asked for.",
        wrong: "%y = atan2 %a, %b : tile<8xf32>   // with --version=13.1",
        fixed: "%y = atan2 %a, %b : tile<8xf32>   // with --version=13.2",
    },
    CodeInfo {
        code: OPERAND_TYPE,
        title: "an operand has a type that the op does not take",
        explanation: "The message names the types that the op takes. Float ops take f16, bf16, f32 and f64; integer ops i1, i8, i16, i32 and
i64; the narrow float types are for memory, conversions and matrix products.",
        wrong: "%x = iota : tile<8xi32>
%y = sin %x : tile<8xi32>",
        fixed: "%x = iota : tile<8xi32>
%f = itof %x signed : tile<8xi32> -> tile<8xf32>
%y = sin %f : tile<8xf32>",
    },
    CodeInfo {
        code: RESULT_TYPE,
        title: "a result has a type that the op does not give",
        explanation: "The message names the types that the op can give.",
        wrong: "%x = iota : tile<8xf32>",
        fixed: "%x = iota : tile<8xi32>",
    },
    CodeInfo {
        code: AGREE,
        title: "types, shapes or element types that must agree do not",
        explanation: "There is no implicit conversion and no implicit broadcasting: operands and results of an element-wise op have one type.",
        wrong: "%y = select %c, %a, %b : tile<i1>, tile<8xf32>",
        fixed: "%y = select %c, %a, %b : tile<8xi1>, tile<8xf32>",
    },
    CodeInfo {
        code: MODIFIER,
        title: "a rounding mode or modifier that the op does not have",
        explanation: "Each op lists its rounding modes. `flush_to_zero`, `approx` and `full` are for f32 alone.",
        wrong: "%y = sqrt %x rounding<approx> : tile<8xf64>",
        fixed: "%y = sqrt %x : tile<8xf64>",
    },
    CodeInfo {
        code: CONVERSION,
        title: "a conversion between types that do not convert",
        explanation: "`exti` widens, `trunci` narrows, `ftof` changes the type, `bitcast` keeps the width.",
        wrong: "%y = exti %x signed : tile<8xi32> -> tile<8xi16>",
        fixed: "%y = trunci %x : tile<8xi32> -> tile<8xi16>",
    },
    CodeInfo {
        code: SHAPE,
        title: "shapes that do not fit",
        explanation: "The extents of operands and result do not go together as the op needs it. Extents are powers of two; `reshape` keeps the
number of elements, `broadcast` stretches dimensions of extent 1, `extract` and `insert` count blocks.",
        wrong: "%y = broadcast %x : tile<2x8xf32> -> tile<4x8xf32>",
        fixed: "%y = broadcast %x : tile<1x8xf32> -> tile<4x8xf32>",
    },
    CodeInfo {
        code: CONSTANT,
        title: "a constant that does not fit its type",
        explanation: "The value of a constant has the type of its result; the value of a global has one dimension.",
        wrong: "global @g <i32: 7> : tile<i32>",
        fixed: "global @g <i32: [7]> : tile<1xi32>",
    },
    CodeInfo {
        code: PARENT,
        title: "a terminator in an op that it cannot end",
        explanation: "`return` ends a kernel, also from below `if` (and, from 13.4, `loop`). `continue` ends an iteration of `for` or `loop`,
`break` leaves a `loop`; both may stand below `if`. `yield` ends branches and the bodies of `reduce` and `scan`.",
        wrong: "for %i in (%a to %b, step %s) : tile<i32> {
  break
}",
        fixed: "loop {
  break
}",
    },
    CodeInfo {
        code: CARRIED,
        title: "values handed along by control flow do not fit",
        explanation: "What a loop starts with, passes on and returns has one type per value. Views cannot be carried.",
        wrong: "%r = for %i in (%a to %b, step %s) : tile<i32> iter_values(%x = %x0) -> (tile<f32>) {
  continue %i : tile<i32>
}",
        fixed: "%r = for %i in (%a to %b, step %s) : tile<i32> iter_values(%x = %x0) -> (tile<f32>) {
  continue %x : tile<f32>
}",
    },
    CodeInfo {
        code: ORDERING,
        title: "memory ordering and scope do not go together",
        explanation: "A weak access has no scope; every other ordering needs one. Loads may acquire, stores may release, atomics both.",
        wrong: "%v, %t = load_ptr_tko relaxed %p : tile<ptr<f32>> -> tile<f32>, token",
        fixed: "%v, %t = load_ptr_tko relaxed device %p : tile<ptr<f32>> -> tile<f32>, token",
    },
    CodeInfo {
        code: POINTEE,
        title: "pointers and values do not fit",
        explanation: "Each element is read or written through its own pointer: the shapes must be equal, and the pointee must be the element type.",
        wrong: "%v, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<8xf32>, token",
        fixed: "%v, %t = load_ptr_tko weak %p : tile<8xptr<f32>> -> tile<8xf32>, token",
    },
    CodeInfo {
        code: ATOMIC,
        title: "an atomic that does not exist for these types",
        explanation: "Integer modes take i32 and i64, `addf` takes f16 to f64, exchanges take 32 and 64 bits. Views take every mode but `xchg`.",
        wrong: "%o, %t = atomic_rmw_tko relaxed device %p, add, %v : tile<ptr<f32>>, tile<f32> -> tile<f32>, token",
        fixed: "%o, %t = atomic_rmw_tko relaxed device %p, addf, %v : tile<ptr<f32>>, tile<f32> -> tile<f32>, token",
    },
    CodeInfo {
        code: VIEW,
        title: "a view that does not match its tensor view",
        explanation: "The tensor view inside a view type is the type of the operand; dynamic extents and strides are given in
order, in one integer type.",
        wrong: "%n = get_tensor_shape %tv : tensor_view<?x?xf32, strides=[?,1]> -> tile<i32>",
        fixed: "%n, %m = get_tensor_shape %tv : tensor_view<?x?xf32, strides=[?,1]> -> tile<i32>",
    },
    CodeInfo {
        code: VIEW_ACCESS,
        title: "an access that does not fit its view",
        explanation: "A view has one index per dimension, and its tile has the type that the view implies. Indices are rank-0 tiles of one type,
except that the index along `sparse_dim` of a gather/scatter view has one row number per row.",
        wrong: "%t, %k = load_view_tko weak %v[%i] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token",
        fixed: "%t, %k = load_view_tko weak %v[%i, %i] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token",
    },
    CodeInfo {
        code: MMA_SHAPE,
        title: "matrices that do not multiply",
        explanation: "(MxK) x (KxN) + (MxN), with an equal leading batch extent in the rank-3 form. Block scales have the extents of their
matrix, but K divided by the block size.",
        wrong: "%r = mmaf %a, %b, %c : tile<4x8xf16>, tile<4x2xf16>, tile<4x2xf32>",
        fixed: "%r = mmaf %a, %b, %c : tile<4x8xf16>, tile<8x2xf16>, tile<4x2xf32>",
    },
    CodeInfo {
        code: MMA_ELEMENT,
        title: "element types that do not multiply",
        explanation: "f16 and the 8-bit floats accumulate in f16 or f32; bf16, tf32 and f32 in f32; f64 in f64.",
        wrong: "%r = mmaf %a, %b, %c : tile<4x8xbf16>, tile<8x2xbf16>, tile<4x2xf16>",
        fixed: "%r = mmaf %a, %b, %c : tile<4x8xbf16>, tile<8x2xbf16>, tile<4x2xf32>",
    },
    CodeInfo {
        code: REDUCE,
        title: "operands, identities or results of a reduction do not fit",
        explanation: "There is one identity and one result per operand. A reduction drops the dimension, a scan keeps the type.",
        wrong: "%r = reduce %x dim=0 identities=[0.0 : f32] : tile<8x64xf32> -> tile<8xf32> (..) {..}",
        fixed: "%r = reduce %x dim=0 identities=[0.0 : f32] : tile<8x64xf32> -> tile<64xf32> (..) {..}",
    },
    CodeInfo {
        code: REDUCE_BODY,
        title: "the body of a reduction does not fit",
        explanation: "The body combines rank-0 tiles: two arguments (element, accumulator) per operand, one yielded value per operand, and no
effects.",
        wrong: "%r = reduce %x dim=0 identities=[0.0 : f32] : tile<2xf32> -> tile<f32>
(%a: tile<2xf32>, %b: tile<2xf32>) { .. }",
        fixed: "%r = reduce %x dim=0 identities=[0.0 : f32] : tile<2xf32> -> tile<f32>
(%a: tile<f32>, %b: tile<f32>) { .. }",
    },
    CodeInfo {
        code: PREDICATE,
        title: "a predicate that cannot hold of its value",
        explanation: "`div_by` is about integers, pointers and tensor views, `same_elements` about integers and pointers, `bounded` about
integers; dimensions and numbers must fit the value.",
        wrong: "%y = assume div_by<12>, %x : tile<i32>",
        fixed: "%y = assume div_by<4>, %x : tile<i32>",
    },
    CodeInfo {
        code: ENTRY,
        title: "a kernel with a signature that kernels cannot have",
        explanation: "Kernels take rank-0 tiles of numbers and pointers and return nothing.",
        wrong: "entry @k(%x: tile<8xf32>) { }",
        fixed: "entry @k(%x: tile<ptr<f32>>) { }",
    },
    CodeInfo {
        code: GLOBAL,
        title: "a reference to a global that does not exist or has another type",
        explanation: "`get_global` names a `global` of the module and gives a pointer to its element type.",
        wrong: "global @g <i32: [7]> : tile<1xi32>
entry @k() {
  %p = get_global @g : tile<ptr<f32>>
}",
        fixed: "global @g <i32: [7]> : tile<1xi32>
entry @k() {
  %p = get_global @g : tile<ptr<i32>>
}",
    },
    CodeInfo {
        code: DEBUG_SCOPE,
        title: "debug scopes that do not fit",
        explanation: "A kernel with a scope has a subprogram whose linkage name is its symbol. Its ops have that subprogram as scope, directly or
through lexical blocks and call sites, or none. Globals have none.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: HINTS,
        title: "an optimization hint that no compiler knows",
        explanation: "Reported on request only: unknown hints are ignored, numbers out of range are clamped. The message names the target and the key.",
        wrong: "entry @k() optimization_hints=<sm_100 = {occupancy = 64}> { }",
        fixed: "entry @k() optimization_hints=<sm_100 = {occupancy = 2}> { }",
    },
    CodeInfo {
        code: HINT_FORM,
        title: "optimization hints of the wrong form",
        explanation: "Hints are dictionaries, one per target.",
        wrong: "entry @k() optimization_hints=<sm_100 = 4> { }",
        fixed: "entry @k() optimization_hints=<sm_100 = {occupancy = 4}> { }",
    },
    CodeInfo {
        code: FORMAT,
        title: "a format string that does not fit its operands",
        explanation: "Every `%` but `%%` starts an expression that ends in one of the letters d i u o x X e E f F g G a A c s S p n or `%`, and prints one operand.",
        wrong: r#"%t = print_tko "%d %d\n", %x : tile<i32> -> token"#,
        fixed: r#"%t = print_tko "%d\n", %x : tile<i32> -> token"#,
    },
    CodeInfo {
        code: ALLOCA,
        title: "scratch memory that cannot be reserved",
        explanation: "Size and alignment are not negative; the alignment is a power of two and at least the size of an element.",
        wrong: "%p = alloca num_elem = 8, alignment = 2 : tile<ptr<f32>>",
        fixed: "%p = alloca num_elem = 8, alignment = 4 : tile<ptr<f32>>",
    },
    CodeInfo {
        code: TOKENS,
        title: "fewer than two tokens to join",
        explanation: "One token need not be joined; for none there is `make_token`.",
        wrong: "%t = join_tokens %a : token",
        fixed: "%t = join_tokens %a, %b : token",
    },
    CodeInfo {
        code: BRANCH,
        title: "branches that do not give the results of their if",
        explanation: "An `if` with results has both branches, and each yields values of the result types or leaves by `return`, `continue` or
`break`.",
        wrong: "%r = if %c -> (tile<f32>) {
  yield %x : tile<f32>
}",
        fixed: "%r = if %c -> (tile<f32>) {
  yield %x : tile<f32>
} else {
  yield %y : tile<f32>
}",
    },
    CodeInfo {
        code: EXTENSION,
        title: "an op of Tilewright's own used in a way it cannot be",
        explanation: "Arguments of a call must match the parameters, and recursion is not allowed; the body of `experimental$generate` takes one i32
per dimension and yields one element.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: EXTERNAL,
        title: "an external function that is declared, implemented or called in a way it cannot be",
        explanation: "External functions (preview `simt`) take and give tiles; each parameter says by `cuda_tile.preview$access` what the
function does with it, and those that it writes are its first results. Implementations take fragments that together are the
whole tile. Calls give an operand for each parameter and a known constant for each constant parameter.",
        wrong: "%0 = preview$call @f<[(1, 2)]>(%x) : (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<4xi32>",
        fixed: "%0 = preview$call @f<[2]>(%x) : (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<4xi32>",
    },
    CodeInfo {
        code: INDEX_WARNING,
        title: "a block index that is out of range",
        explanation: "A warning. The indices of `extract` and `insert` count blocks of the smaller tile, not elements; a constant index past the
last block is undefined when it is reached.",
        wrong: "%c4 = constant <i32: 4> : tile<i32>
%y = extract %x[%c4] : tile<8xf32> -> tile<2xf32>",
        fixed: "%c3 = constant <i32: 3> : tile<i32>
%y = extract %x[%c3] : tile<8xf32> -> tile<2xf32>",
    },
    CodeInfo {
        code: PAIRS,
        title: "elements of 16 bits without a partner on several devices",
        explanation: "A warning. The multimem ops move f16 and bf16 in pairs along the dimension of stride 1. An odd extent, an odd stride of
another dimension or a tile of one element there leaves an element without a partner. Such an access is undefined, and
the closed compiler removes it without a word.",
        wrong: "%v = make_tensor_view %x, shape = [63], strides = [1] : tile<ptr<f16, <multicast>>> -> tensor_view<63xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>",
        fixed: "%v = make_tensor_view %x, shape = [64], strides = [1] : tile<ptr<f16, <multicast>>> -> tensor_view<64xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>",
    },
];
