//! The documented cases of undefined behaviour and other traps: E0501 to E0573.

use diag::{Code, CodeInfo};

const fn case(
    code: &'static str,
    title: &'static str,
    explanation: &'static str,
    wrong: &'static str,
    fixed: &'static str,
) -> CodeInfo {
    CodeInfo { code: Code(code), title, explanation, wrong, fixed }
}

/// Every code that a trap of this engine can have.
pub static CODES: &[CodeInfo] = &[
    case(
        "E0501",
        "memory that was reserved but never written",
        "Memory of an `alloca` holds nothing until it is written. Loading it gives undefined elements; they harm nothing \
         until they matter.",
        "%p = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>\n%x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> \
         tile<i32>, token\nprint_tko \"%d\", %x : tile<i32> -> token",
        "%p = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>\n%s = store_ptr_tko weak %p, %zero : tile<ptr<i32>>, \
         tile<i32> -> token\n%x, %t = load_ptr_tko weak %p token=%s : tile<ptr<i32>> -> tile<i32>, token",
    ),
    case(
        "E0502",
        "a masked-off load lane without padding",
        "A lane of `load_ptr_tko` whose mask is false does not touch memory. Without a padding value its element is \
         undefined, which matters as soon as it is stored by a lane that is not masked off, or decides anything else.",
        "%x, %t = load_ptr_tko weak %p, %mask : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token",
        "%x, %t = load_ptr_tko weak %p, %mask, %zeros : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token",
    ),
    case(
        "E0503",
        "an element outside of the tensor, loaded without padding",
        "A tile at the edge of a view may reach beyond the tensor. Elements outside are the view's padding value; without \
         one they are undefined. Summing them, for example along k in a matrix product, makes the sum undefined.",
        "partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>",
        "partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>",
    ),
    case(
        "E0504",
        "the result of a masked-off atomic lane",
        "A lane of `atomic_rmw_tko` whose mask is false accesses no memory, and its result is \
         implementation-defined: a program must not depend on it.",
        "",
        "",
    ),
    case(
        "E0505",
        "a division by zero",
        "`divi` and `remi` by zero are undefined. The element becomes undefined; the run stops where that matters. \
         `select` a divisor that is not zero, or guard the division with `if`.",
        "%q = divi %x, %zero signed : tile<i32>",
        "%safe = select %is_zero, %one, %y : tile<i1>, tile<i32>\n%q = divi %x, %safe signed : tile<i32>",
    ),
    case(
        "E0506",
        "a division of the least integer by -1",
        "The quotient of the least signed integer by -1 is one more than the greatest integer: `divi` is undefined there.",
        "",
        "",
    ),
    case(
        "E0507",
        "a shift by the width of the type or more",
        "`shli` and `shri` are undefined for an amount, read as unsigned, of the number of bits of the type or more.",
        "%x = constant <i32: 32> : tile<i32>\n%y = shli %one, %x : tile<i32>",
        "%x = constant <i32: 31> : tile<i32>\n%y = shli %one, %x : tile<i32>",
    ),
    case(
        "E0508",
        "an overflow that the operation promised not to happen",
        "`overflow<no_signed_wrap>`, `no_unsigned_wrap` and `no_wrap` promise that the result is the mathematical one in \
         that reading. Where it is not, the element is undefined. Without the flag the result wraps.",
        "%y = addi %max, %one overflow<no_signed_wrap> : tile<i32>",
        "%y = addi %max, %one : tile<i32>",
    ),
    case(
        "E0509",
        "a float that the integer type cannot hold",
        "`ftoi` of NaN, of an infinity, or of a number whose integer part the type cannot hold is undefined. \
         `saturating` (13.4) clamps instead and makes NaN zero.",
        "%y = ftoi %x signed : tile<f32> -> tile<i8>",
        "%y = ftoi %x signed saturating : tile<f32> -> tile<i8>",
    ),
    case(
        "E0510",
        "pointer arithmetic that overflows",
        "`offset` multiplies a signed number of elements by their size and adds it to the address, which is unsigned. \
         Neither may overflow 64 bits.",
        "",
        "",
    ),
    case(
        "E0511",
        "an extent that its result type cannot hold",
        "`get_tensor_shape` and `get_index_space_shape` give extents as unsigned numbers of the result type. One that does \
         not fit is undefined; use a wider type.",
        "%n = get_tensor_shape %view : tensor_view<300xf32, strides=[1]> -> tile<i8>",
        "%n = get_tensor_shape %view : tensor_view<300xf32, strides=[1]> -> tile<i32>",
    ),
    case(
        "E0512",
        "a negative block scale",
        "Scales of type f8E4M3FN of `mmaf_scaled` must not be negative; every element of the result that one takes part in \
         is undefined.",
        "",
        "",
    ),
    case(
        "E0513",
        "a pointer into the middle of a byte",
        "Two 4-bit elements share a byte, and a pointer can only name the first of them: an odd offset of a pointer to \
         4-bit elements is undefined. Use a tensor view to reach every element.",
        "",
        "",
    ),
    case(
        "E0520",
        "an access outside of every allocation",
        "Pointer operations do no bounds checking: a lane that is not masked off must point into a buffer, a global or an \
         `alloca`, and so must every element of a tensor view that is touched. The message names the nearest allocation \
         and the distance to it.",
        "%x, %t = load_ptr_tko weak %pointers : tile<128xptr<f32>> -> tile<128xf32>, token",
        "%mask = cmpi less_than %index, %limit, signed : tile<128xi32> -> tile<128xi1>\n%x, %t = load_ptr_tko weak \
         %pointers, %mask, %zeros : tile<128xptr<f32>>, tile<128xi1>, tile<128xf32> -> tile<128xf32>, token",
    ),
    case(
        "E0521",
        "a misaligned access",
        "The address of an element must be a multiple of its size in bytes.",
        "",
        "",
    ),
    case(
        "E0522",
        "an access to memory that was released",
        "Memory of `alloca` is alive until the enclosing block ends: the body of the entry, the branch of \
         an `if`, one iteration of a loop.",
        "",
        "",
    ),
    case(
        "E0523",
        "an access to private memory of another tile block",
        "What `alloca` reserves without `global` belongs to its tile block alone.",
        "",
        "%p = alloca num_elem = 4, alignment = 4 global : tile<ptr<i32>>",
    ),
    case(
        "E0524",
        "a write to a constant global",
        "A `constant` global promises that no kernel writes to it.",
        "global constant @table <i32: [1, 2, 3, 4]> : tile<4xi32>",
        "global @table <i32: [1, 2, 3, 4]> : tile<4xi32>",
    ),
    case(
        "E0525",
        "store lanes that collide",
        "Elements of one store that go to one address race with each other. This engine lets it pass when they write the \
         same value and stops when they do not. Use an atomic operation, or mask all but one of them off.",
        "%t = store_ptr_tko weak %same, %different : tile<4xptr<i32>>, tile<4xi32> -> token",
        "%old, %t = atomic_rmw_tko relaxed device %same, add, %different : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, \
         token",
    ),
    case(
        "E0526",
        "view arithmetic that overflows",
        "The distance of an element of a tensor view from its base, the sum of index times stride, must fit a signed \
         64-bit number, and its address must exist.",
        "",
        "",
    ),
    case(
        "E0527",
        "memory that cannot be reserved",
        "`alloca` traps if it requests more memory than is available. The memory limit of the interpreter can be raised.",
        "",
        "",
    ),
    case(
        "E0528",
        "memory of several devices reached as that of one, or the other way round",
        "A multicast address refers to the same location in the memory of several devices. Only multimem \
         ops may access it; an ordinary access is undefined, and so is a multimem op on memory of one \
         device. Types distinguish them, but `ptr_to_ptr` and `int_to_ptr` can produce wrong types.",
        "",
        "",
    ),
    case(
        "E0529",
        "an element of 16 bits without a partner on several devices",
        "The multimem ops move f16 and bf16 in pairs along the dimension of stride 1. An odd extent there, an odd stride of \
         another dimension or a tile of one element leaves an element without a partner.",
        "",
        "",
    ),
    case(
        "E0530",
        "a false div_by",
        "`assume div_by<D>` promises that every element is divisible by D; with `every E along A` that the first element of \
         each group of E is, and that the others rise by 1 from it (pointers by the size of an element).",
        "",
        "",
    ),
    case(
        "E0531",
        "a false same_elements",
        "`assume same_elements<[..]>` promises that each block of the given extents holds equal elements.",
        "",
        "",
    ),
    case(
        "E0532",
        "a false bounded",
        "`assume bounded<lower, upper>` promises that every element, read as signed, is between the bounds, \
         both inclusive.",
        "",
        "",
    ),
    case(
        "E0533",
        "a false inbounds",
        "`inbounds` (13.4) promises for a dimension that every tile that is accessed is entirely inside of \
         the tensor.",
        "",
        "",
    ),
    case(
        "E0540",
        "a block index out of range",
        "The indices of `extract` and `insert` count blocks of the smaller tile's shape, not elements, and are unsigned. \
         Each must be below the number of blocks along its dimension.",
        "%x = extract %tile[%four] : tile<8xf32> -> tile<4xf32>",
        "%x = extract %tile[%one] : tile<8xf32> -> tile<4xf32>",
    ),
    case(
        "E0541",
        "a view index out of range",
        "An index of a view is unsigned and must be below the number of tiles along its dimension, the one \
         at the edge included. A tile that is entirely outside is not padded: it is undefined to name it.",
        "",
        "",
    ),
    case(
        "E0550",
        "a loop step that is not positive",
        "The step of a `for` must be positive, read as the loop compares: signed, or unsigned with `unsigned`.",
        "",
        "",
    ),
    case(
        "E0551",
        "an induction variable that overflows",
        "The induction variable of a `for` must reach the upper bound without overflow, the last increment included.",
        "",
        "",
    ),
    case(
        "E0560",
        "a failed assertion",
        "`assert` found an element that is false. The run ends there.",
        "",
        "",
    ),
    case(
        "E0561",
        "an exhausted step budget",
        "The run took more steps than it was allowed: one for each execution of an operation, and one more for every 1024 \
         elements of it. A block that waits for something that never happens ends like this.",
        "",
        "",
    ),
    case(
        "E0562",
        "waiting that cannot end",
        "Every tile block that still runs repeats a loop that waits for memory to change, and no block is \
         left that could change it. `run --sanitize` finds this; without it the run goes on until its step \
         budget is used up.",
        "%t9 = loop iter_values(%t = %t0) : token -> token {\n  %f, %t1 = load_ptr_tko acquire device %flag \
         token=%t : tile<ptr<i32>> -> tile<i32>, token\n  ..  // no block stores to %flag\n}",
        "%s = store_ptr_tko release device %flag, %one : tile<ptr<i32>>, tile<i32> -> token  // by another tile block",
    ),
    case(
        "E0563",
        "an external function that fails",
        "A function that the caller of the program supplies says that it cannot go on, or gives results of a wrong size. The run \
         ends there.",
        "",
        "",
    ),
    case(
        "E0570",
        "accesses of a tile block that no token orders",
        "Inside of a tile block there is no program order: two memory operations may happen in any order, or at once, unless \
         a token that the one gives leads to the other. Two such operations touch one element, and one of them writes it. \
         `run --sanitize` finds this.",
        "%s = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token\n%y, %t = load_ptr_tko weak %p : \
         tile<ptr<i32>> -> tile<i32>, token",
        "%s = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token\n%y, %t = load_ptr_tko weak %p token=%s : \
         tile<ptr<i32>> -> tile<i32>, token",
    ),
    case(
        "E0571",
        "a data race between tile blocks",
        "Two tile blocks touch one element, at least one of them writes it, and nothing orders the two: tile blocks run in \
         any order or at the same time. Order comes from a release in one block that an acquire in the other reads, each tied \
         to the data by tokens: store, token, release; acquire, token, load. Accesses that are both `relaxed` or stronger, \
         of one size and in scope of each other, may meet. `run --sanitize` finds this.",
        "%s = store_ptr_tko weak %data, %x : tile<ptr<i32>>, tile<i32> -> token\n%r = store_ptr_tko release device %flag, \
         %one : tile<ptr<i32>>, tile<i32> -> token",
        "%s = store_ptr_tko weak %data, %x : tile<ptr<i32>>, tile<i32> -> token\n%r = store_ptr_tko release device %flag, \
         %one token=%s : tile<ptr<i32>>, tile<i32> -> token",
    ),
    case(
        "E0572",
        "an unordered update of the same element",
        "The program loads a value, computes with it, and stores the result to the same element, but no \
         token leads from the load to the store. The value must exist before it is used, so current \
         compilers behave as intended; the language guarantees it only with the token. `run --sanitize` \
         finds this; `--sanitize=-updates` disables the check.",
        "%x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token\n%y = addf %x, %x : tile<f32>\n%s = \
         store_ptr_tko weak %p, %y : tile<ptr<f32>>, tile<f32> -> token",
        "%x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token\n%y = addf %x, %x : tile<f32>\n%s = \
         store_ptr_tko weak %p, %y token=%t : tile<ptr<f32>>, tile<f32> -> token",
    ),
    case(
        "E0573",
        "aliasing accesses that no fence orders",
        "An access through pointers and one through a view reach the same element, and only tokens order them. The two may \
         go through different engines of the hardware; a `memory_fence_alias_tko` on the chain between them makes the order \
         hold. `run --sanitize=all` finds this; it is not part of the default, because before 13.4 no program could have a \
         fence.",
        "%s = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token\n%y, %t = load_view_tko weak %view[%i] token = \
         %s : ..",
        "%s = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token\n%f = memory_fence_alias_tko %s\n%y, %t = \
         load_view_tko weak %view[%i] token = %f : ..",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause;

    #[test]
    fn every_case_is_documented() {
        let documented: Vec<(&str, &str)> = CODES.iter().map(|info| (info.code.0, info.title)).collect();
        let cases: Vec<(&str, &str)> = cause::TABLE.iter().map(|&(code, phrase, _)| (code, phrase)).collect();
        assert_eq!(documented, cases);
        let overview = include_str!("../../../docs/undefined.md");
        let missing = CODES.iter().filter(|info| !overview.contains(&format!("| {} |", info.code)));
        assert_eq!(missing.map(|info| info.code.0).collect::<Vec<_>>(), Vec::<&str>::new());
    }
}
