//! The op table of `cuda_tile`: one row per op, from which enum, text, bytecode, structural checks, builders, reference
//! pages and random generation follow.
//!
//! Wire codes are frozen (a test compares them with `tests/bytecode/opcodes.txt`). Keep the columns by hand.

use ir::spec::{
    Asm::*, Effects, RowEffects, Rule::*, V13_1, V13_2, V13_3, V13_4, V13_5, V250_0, attr, block, many, one,
    optional,
};

use numerics::math::Function;
use numerics::select::{FloatBinary, IntBinary};

use self::Syntax::*;
use crate::attrs::{AttrKind::*, EnumKind, MemoryOrdering, MultimemReductionKind, RoundingMode};
pub use crate::compute::Compute;
use crate::constraint::Constraint::*;
use crate::elementwise::Elementwise as E;
use crate::{CudaTile, effects};

/// Chapters of the language reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Shapes, constants, tiles of indices, modules.
    Core,
    /// Between number types.
    Conversions,
    /// if, for, loop and their terminators.
    ControlFlow,
    /// Accesses through pointers, tokens.
    Memory,
    /// Floats.
    FloatingPoint,
    /// Integers.
    Integer,
    /// Bits.
    Bitwise,
    /// Read-modify-write.
    Atomics,
    /// Tensor views and tiled views.
    Views,
    /// Assumptions and printing.
    Miscellaneous,
    /// Calls of functions outside of the module: the preview `simt`, which later versions need not have.
    Preview,
    /// Spellings of the seeds that have no standard form; they run but are not stored in bytecode.
    Extension,
    /// Ops of test builds.
    Testing,
}

/// Irregular text, written by hand in `text`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `cuda_tile.module @name attributes {..} { .. }`
    Module,
    /// `entry @name(%a: T) optimization_hints=<..> { .. }`
    Entry,
    /// `global private constant @name alignment = 8 <i32: 1> : tile<1xi32>`
    Global,
    /// `for unsigned %i in (%a to %b, step %c) : T iter_values(%x = %y) -> (T) { .. }`
    For,
    /// `if %c -> (T) { .. } else { .. }`
    If,
    /// `loop iter_values(%x = %y) : T -> T { .. }`
    Loop,
    /// `reduce %x dim=0 identities=[0 : i32] : T -> U (%a: V, %b: V) { .. }`
    Reduce,
    /// `scan %x dim=0 reverse=false identities=[0 : i32] : T -> T (%a: V, %b: V) { .. }`
    Scan,
    /// `%a, %b : T, U`, or nothing.
    OperandsAndTypes,
    /// `%p, shape = [%a, 4], strides = [4, 1] : T -> U`
    MakeTensorView,
    /// `, T` or one type for each index.
    IndexTypes,
    /// `inbounds = [true, false]`, or nothing, with the blank in front in either case.
    InBoundsOrBlank,
    /// The operand has the tensor view type inside the result type; nothing is printed.
    OperandIsViewed,
    /// `, %a, %b`
    PrintArgs,
    /// `: T, U`, when there are arguments.
    PrintTypes,
    /// `{ ^bb0(%i: tile<i32>): .. } : T`
    Generate,
    /// `%a, %b {symbol = ".."} : (T, U) -> V`
    ExternElementwise,
    /// `@f(%a, %b) : (T, U) -> V`
    Call,
    /// `@name(%a: T) -> U { .. }`
    Func,
    /// `, keep_axis_info`
    KeepAxisInfo,
    /// `extern @name<[N: index]>(%a: T {..}) -> U`
    ExternFunc,
    /// `@name<[N: index]> implements @function<[N]> (%a: T {..}) arch = [".."] {..}`
    ExternImpl,
    /// `@f<[3]>(%a, %b) {..} : (T, U) -> V`
    ExternCall,
}

const IEEE: &[RoundingMode] =
    &[RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf, RoundingMode::PositiveInf];
const DIVF: &[RoundingMode] = &[
    RoundingMode::NearestEven,
    RoundingMode::Zero,
    RoundingMode::NegativeInf,
    RoundingMode::PositiveInf,
    RoundingMode::Approx,
    RoundingMode::Full,
];
const SQRT: &[RoundingMode] = &[
    RoundingMode::NearestEven,
    RoundingMode::Zero,
    RoundingMode::NegativeInf,
    RoundingMode::PositiveInf,
    RoundingMode::Approx,
];
const DIVI: &[RoundingMode] = &[RoundingMode::Zero, RoundingMode::NegativeInf, RoundingMode::PositiveInf];
const APPROX_FULL: &[RoundingMode] = &[RoundingMode::Approx, RoundingMode::Full];
const FTOF: &[RoundingMode] = &[
    RoundingMode::NearestEven,
    RoundingMode::Zero,
    RoundingMode::NegativeInf,
    RoundingMode::PositiveInf,
    RoundingMode::NearestAway,
];
const TO_INT: &[RoundingMode] = &[RoundingMode::NearestIntToZero];
const NEAREST: &[RoundingMode] = &[RoundingMode::NearestEven];
const LOAD: &[MemoryOrdering] = &[MemoryOrdering::Weak, MemoryOrdering::Relaxed, MemoryOrdering::Acquire];
const STORE: &[MemoryOrdering] = &[MemoryOrdering::Weak, MemoryOrdering::Relaxed, MemoryOrdering::Release];
const ATOMIC: &[MemoryOrdering] =
    &[MemoryOrdering::Relaxed, MemoryOrdering::Acquire, MemoryOrdering::Release, MemoryOrdering::AcqRel];
const REDUCTION: &[MemoryOrdering] = &[MemoryOrdering::Relaxed, MemoryOrdering::Release];
const RELAXED: &[MemoryOrdering] = &[MemoryOrdering::Relaxed];

ir::ops! {
    level CudaTile, others Special;

    /// Element-wise |x|.
    ///
    /// Clears the sign of every element. Exact; NaN in, NaN out.
    absf AbsF "absf" = Some(0x00), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::AbsF(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result]), OneShape]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Element-wise integer |x|.
    ///
    /// Source is read as signed, result as unsigned of the same width, so the most negative value maps to its own
    /// bit pattern (2^(w-1) unsigned).
    absi AbsI "absi" = Some(0x01), V13_1, Integer {
        operands: { source: one(IntTile) }
        attrs:    {}
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::AbsI(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result]), OneShape]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Floating add.
    ///
    /// lhs + rhs rounded once with rounding_mode (nearest_even when omitted in text). flush_to_zero (f32 only)
    /// flushes subnormal inputs and results to a zero of the same sign. f16/bf16 with a mode other than
    /// nearest_even are computed in f32 and then rounded. IEEE NaN/Inf propagation.
    addf AddF "addf" = Some(0x02), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
        attrs:    { rounding_mode: attr(Rounding(IEEE)).or(RoundingMode::NearestEven as u32),
                   flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.float(FloatBinary::Add))]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(rounding_mode), Attr(flush_to_zero), Dict, Lit(":"),
                   Type(&[result, lhs, rhs])]
    }

    /// Integer add.
    ///
    /// lhs + rhs modulo 2^w. Two's-complement wrap-around on overflow unless an overflow flag promises otherwise;
    /// violating the promise is undefined behaviour.
    addi AddI "addi" = Some(0x03), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { overflow: attr(Overflow).or(0) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.int(IntBinary::Add))]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(overflow), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Bitwise and.
    ///
    /// Bitwise AND.
    andi AndI "andi" = Some(0x04), V13_1, Bitwise {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    {}
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::And(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Runtime check.
    ///
    /// For each false element prints the message together with the element index, and flags an error to the host;
    /// the kernel (even the failing block) may keep running. Debug aid with side effects.
    assert Assert "assert" = Some(0x05), V13_1, ControlFlow {
        operands: { condition: one(BoolTile) }
        attrs:    { message: attr(Str) }
        results:  {}
        regions:  {}
        compute:  [Effect]
        effects:  [RowEffects::OUTSIDE]
        traits:   []
        rules:    []
        asm:      [Operand(condition), Lit(","), Attr(message), Dict, Lit(":"), Type(&[condition])]
    }

    /// Attach a fact to a value.
    ///
    /// Returns value unchanged and lets the compiler rely on the predicate. Nothing is checked; a false predicate
    /// is undefined behaviour. Not marked pure. Two nested assumes with one identical predicate fold into one.
    assume Assume "assume" = Some(0x06), V13_1, Miscellaneous {
        operands: { value: one(Any) }
        attrs:    { predicate: attr(Predicate) }
        results:  { result: one(Any) }
        regions:  {}
        compute:  [Alias]
        effects:  [RowEffects::GUARDED]
        traits:   [EffectInTools]
        rules:    [SameType(&[value, result])]
        asm:      [Attr(predicate), Lit(","), Operand(value), Dict, Lit(":"), Type(&[result, value])]
    }

    /// Atomic compare-and-swap.
    ///
    /// Per element, one atomic transaction: old = *p; if old == cmp then *p = val; result = old. Floats compare by
    /// bit pattern (so +0 != -0 and NaN patterns compare equal to themselves). Masked-off lanes touch nothing and
    /// return cmp. Only tokens order it against other tko ops; the scope attribute is mandatory in text and
    /// bytecode.
    atomic_cas_tko AtomicCasTko "atomic_cas_tko" = Some(0x07), V13_1, Atomics {
        operands: { pointers: one(PtrTile), cmp: one(AnyTile), val: one(AnyTile), mask: optional(BoolTile),
                   token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(ATOMIC)), memory_scope: attr(Scope) }
        results:  { result: one(AnyTile), result_token: one(Token) }
        regions:  {}
        compute:  [Atomic]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered, Segmented]
        rules:    [SameShape(&[pointers, cmp, val, result]), SameType(&[cmp, val, result])]
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(pointers), Lit(","), Operand(cmp),
                   Lit(","), Operand(val), CommaOperand(mask), TokenTight(token), Dict, Lit(":"), Type(&[pointers]),
                   Lit(","), Type(&[val, cmp]), CommaType(mask), Lit("->"), Type(&[result]), Lit(","),
                   Type(&[result_token])]
    }

    /// Atomic read-modify-write.
    ///
    /// Per element, one atomic transaction: old = *p; *p = mode(old, arg); result = old. max/min are signed,
    /// umax/umin unsigned. addf rounds to nearest even; today's implementation may flush subnormals and this must
    /// not be relied on. bf16 addf needs sm_90 or newer. A masked-off lane touches nothing and its result is
    /// implementation-defined.
    atomic_rmw_tko AtomicRmwTko "atomic_rmw_tko" = Some(0x08), V13_1, Atomics {
        operands: { pointers: one(PtrTile), arg: one(AnyTile), mask: optional(BoolTile), token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(ATOMIC)), memory_scope: attr(Scope),
                   mode: attr(Keyword(EnumKind::AtomicRMWMode)) }
        results:  { result: one(AnyTile), result_token: one(Token) }
        regions:  {}
        compute:  [Atomic]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered, Segmented]
        rules:    [SameShape(&[pointers, arg, result]), SameType(&[arg, result]), SameShape(&[pointers, arg, mask])]
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(pointers), Lit(","), Attr(mode),
                   Lit(","), Operand(arg), CommaOperand(mask), TokenTight(token), Dict, Lit(":"), Type(&[pointers]),
                   Lit(","), Type(&[arg]), CommaType(mask), Lit("->"), Type(&[result]), Lit(","),
                   Type(&[result_token])]
    }

    /// Reinterpret element bits.
    ///
    /// Same bits, new numeric element type of the same width; shapes equal. Pointers are excluded (use
    /// ptr_to_int/int_to_ptr). For this check tf32 counts as 19 bits, so it cannot be bitcast to i32 or f32.
    bitcast Bitcast "bitcast" = Some(0x09), V13_1, Conversions {
        operands: { source: one(NumberTile) }
        attrs:    {}
        results:  { result: one(NumberTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Copy(op.result()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// Leave the innermost loop.
    ///
    /// Ends the innermost enclosing loop op and makes its operands the loop results. Not allowed inside for (not
    /// even under an if).
    break_ Break "break" = Some(0x0a), V13_1, ControlFlow {
        operands: { operands: many(TileIr) }
        attrs:    {}
        results:  {}
        regions:  {}
        compute:  [Terminator]
        effects:  [RowEffects::JUMP]
        traits:   [Terminator]
        rules:    []
        asm:      [Dict, Custom(OperandsAndTypes)]
    }

    /// Stretch unit dimensions.
    ///
    /// Copies data along dimensions of extent 1. Rank never changes; there is no implicit broadcasting anywhere
    /// else.
    broadcast Broadcast "broadcast" = Some(0x0b), V13_1, Core {
        operands: { source: one(AnyTile) }
        attrs:    {}
        results:  { result: one(AnyTile) }
        regions:  {}
        compute:  [Alias]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameRank(&[source, result]), OneElement]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// Concatenate two tiles.
    ///
    /// result[i] takes lhs where i[dim] < extent(lhs,dim) and rhs shifted otherwise. Because every tile extent is a
    /// power of two the two extents along dim are necessarily equal.
    cat Cat "cat" = Some(0x0c), V13_1, Core {
        operands: { lhs: one(AnyTile), rhs: one(AnyTile) }
        attrs:    { dim: attr(Int { bits: 64 }) }
        results:  { result: one(AnyTile) }
        regions:  {}
        compute:  [Shape]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameRank(&[lhs, rhs, result]), SameElement(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), NamedLoose(dim), Dict, Lit(":"), Type(&[lhs]), Lit(","),
                   Type(&[rhs]), Lit("->"), Type(&[result])]
    }

    /// Round up.
    ///
    /// Smallest integer not below the input, as a float of the same type.
    ceil Ceil "ceil" = Some(0x0d), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Ceil(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Floating compare.
    ///
    /// i1 result. ordered: false when either operand is NaN; unordered: true when either operand is NaN; otherwise
    /// the plain predicate. -0 equals +0.
    cmpf CmpF "cmpf" = Some(0x0e), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
        attrs:    { comparison_predicate: attr(Keyword(EnumKind::ComparisonPredicate)),
                   comparison_ordering: attr(Keyword(EnumKind::ComparisonOrdering)) }
        results:  { result: one(BoolTile) }
        regions:  {}
        compute:  [Elementwise(|op| {
                   E::CompareF { scalar: op.scalar(), predicate: op.predicate(), ordered: op.ordered() }
                   })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs])]
        asm:      [Attr(comparison_predicate), Attr(comparison_ordering), Operand(lhs), Lit(","), Operand(rhs), Dict,
                   Lit(":"), Type(&[lhs, rhs]), Lit("->"), Type(&[result])]
    }

    /// Integer compare.
    ///
    /// i1 result. Signedness matters only for the four inequality predicates but must always be written.
    cmpi CmpI "cmpi" = Some(0x0f), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { comparison_predicate: attr(Keyword(EnumKind::ComparisonPredicate)),
                   signedness: attr(Keyword(EnumKind::Signedness)) }
        results:  { result: one(BoolTile) }
        regions:  {}
        compute:  [Elementwise(|op| {
                   E::CompareI { scalar: op.scalar(), predicate: op.predicate(), signed: op.signed() }
                   })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs])]
        asm:      [Attr(comparison_predicate), Operand(lhs), Lit(","), Operand(rhs), Lit(","), Attr(signedness),
                   Dict, Lit(":"), Type(&[lhs, rhs]), Lit("->"), Type(&[result])]
    }

    /// Literal tile.
    ///
    /// A tile with the given element values; one scalar fills the whole tile.
    constant Constant "constant" = Some(0x10), V13_1, Core {
        operands: {}
        attrs:    { value: attr(Dense) }
        results:  { result: one(NumberTile) }
        regions:  {}
        compute:  [Constant]
        effects:  [RowEffects::NONE]
        traits:   [ConstantLike]
        rules:    []
        asm:      [Attr(value), Lit(":"), Type(&[result]), Dict]
    }

    /// Next iteration.
    ///
    /// Ends the current iteration of the innermost for/loop and supplies the next iteration's carried values (for
    /// the last iteration of a for, the results).
    continue_ Continue "continue" = Some(0x11), V13_1, ControlFlow {
        operands: { operands: many(TileIr) }
        attrs:    {}
        results:  {}
        regions:  {}
        compute:  [Terminator]
        effects:  [RowEffects::JUMP]
        traits:   [Terminator]
        rules:    []
        asm:      [Dict, Custom(OperandsAndTypes)]
    }

    /// Cosine.
    ///
    /// Element-wise cosine. Accuracy follows the full-precision CUDA math library function. For f16 and bf16 the
    /// computation is carried out in f32 and the result rounded to the element type.
    cos Cos "cos" = Some(0x12), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Cos))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Hyperbolic cosine.
    ///
    /// Element-wise hyperbolic cosine. Accuracy follows the full-precision CUDA math library function. For f16 and
    /// bf16 the computation is carried out in f32 and the result rounded to the element type.
    cosh Cosh "cosh" = Some(0x13), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Cosh))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Floating divide.
    ///
    /// IEEE modes give a correctly rounded quotient (f16/bf16 emulated in f32 for every mode). approx: multiply by
    /// approximate reciprocal, at most 2 ulp while |rhs| is in [2^-126, 2^126]; for 2^126 < |rhs| < 2^128 the
    /// answer is 0, or NaN when lhs is infinite. full: scaled full-range approximation, at most 2 ulp everywhere,
    /// not IEEE-compliant. x/0 follows IEEE (Inf or NaN).
    divf DivF "divf" = Some(0x14), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
        attrs:    { rounding_mode: attr(Rounding(DIVF)).or(RoundingMode::NearestEven as u32),
                   flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.float(FloatBinary::Div))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(rounding_mode), Attr(flush_to_zero), Dict, Lit(":"),
                   Type(&[result, lhs, rhs])]
    }

    /// Integer divide.
    ///
    /// Quotient rounded toward zero by default, floor with negative_inf, ceiling with positive_inf. Undefined:
    /// divisor 0, and signed minimum / -1. Not speculatable (no memory effect, but may not be hoisted past a
    /// guard).
    divi DivI "divi" = Some(0x15), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { signedness: attr(Keyword(EnumKind::Signedness)),
                   rounding: attr(Rounding(DIVI)).or(RoundingMode::Zero as u32) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::DivI { scalar: op.scalar(), signed: op.signed(), rounding: op.rounding() })]
        effects:  [RowEffects::depends(Effects::GUARDED, |module, op| effects::division(module, op, signedness))]
        traits:   []
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(signedness), Attr(rounding), Dict, Lit(":"),
                   Type(&[result, lhs, rhs])]
    }

    /// Kernel definition.
    ///
    /// A kernel: launched on a 1-3 dimensional grid, one instance per tile block. Parameters are rank-0 tiles of
    /// numbers or pointers. One block; a missing terminator means return. Names are unique in the module.
    entry Entry "entry" = Some(0x16), V13_1, Core {
        operands: {}
        attrs:    { sym_name: attr(SymbolName), function_type: attr(FunctionType), arg_attrs: attr(Dicts).optional(),
                   res_attrs: attr(Dicts).optional(), optimization_hints: attr(Hints).optional() }
        results:  {}
        regions:  { body: block().ends_in("return") }
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [Isolated, Symbol, Definition]
        rules:    []
        asm:      [Custom(Entry)]
    }

    /// Natural exponential.
    ///
    /// e^x. full (default) is the CUDA math library function (f32, f64; f16/bf16 through f32). approx multiplies by
    /// log2(e) and uses the hardware exp2.
    ///
    /// Since 13.3: rounding_mode added; before that it is implicitly full and not encoded.
    exp Exp "exp" = Some(0x17), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    { rounding_mode: attr(Rounding(APPROX_FULL)).or(RoundingMode::Full as u32).since(V13_3) }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Exp))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Attr(rounding_mode), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Base-2 exponential.
    ///
    /// 2^x. flush_to_zero (f32) flushes subnormal inputs and results keeping the sign. For f16 and bf16 the
    /// computation is carried out in f32 and the result rounded to the element type.
    exp2 Exp2 "exp2" = Some(0x18), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    { flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Exp2))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Attr(flush_to_zero), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Widen integers.
    ///
    /// Sign-extends for signed, zero-extends for unsigned. i1 signed extends true to -1. i4 is allowed on either
    /// side (13.3).
    exti ExtI "exti" = Some(0x25), V13_1, Conversions {
        operands: { from: one(IntOrI4Tile) }
        attrs:    { signedness: attr(Keyword(EnumKind::Signedness)) }
        results:  { to: one(IntOrI4Tile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Extend { from: op.scalar(), to: op.result(), signed: op.signed() })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[from, to])]
        asm:      [Operand(from), Attr(signedness), Dict, Lit(":"), Type(&[from]), Lit("->"), Type(&[to])]
    }

    /// Take one sub-tile.
    ///
    /// Splits source into a grid of result-shaped blocks and returns block number (i0,i1,..): indices count blocks,
    /// not elements, and are unsigned. Out of range is undefined behaviour.
    extract Extract "extract" = Some(0x26), V13_1, Core {
        operands: { source: one(AnyTile), indices: many(I32Scalar) }
        attrs:    {}
        results:  { result: one(AnyTile) }
        regions:  {}
        compute:  [Shape]
        effects:  [RowEffects::GUARDED]
        traits:   [PureInTools]
        rules:    [SameRank(&[source, result])]
        asm:      [Operand(source), Bracketed(indices), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// Round down.
    ///
    /// Largest integer not above the input, as a float of the same type.
    floor Floor "floor" = Some(0x27), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Floor(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Fused multiply-add.
    ///
    /// lhs*rhs+acc with a single final rounding in rounding_mode. Flush and emulation rules as addf.
    fma Fma "fma" = Some(0x28), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile), acc: one(FloatTile) }
        attrs:    { rounding_mode: attr(Rounding(IEEE)).or(RoundingMode::NearestEven as u32),
                   flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Fma { scalar: op.scalar(), rounding: op.rounding(), flush: op.flush() })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs, acc, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Lit(","), Operand(acc), Attr(rounding_mode),
                   Attr(flush_to_zero), Dict, Lit(":"), Type(&[result, lhs, rhs, acc])]
    }

    /// Counted loop.
    ///
    /// Iterates iv = lower, lower+step, ... while iv < upper (signed compare; unsigned compare with 'unsigned').
    /// step must be positive: zero or negative is undefined. Zero iterations return the init values. The body must
    /// end in continue (implicit when there are no carried values); no early exit from for exists.
    ///
    /// Since 13.2: unsignedCmp (flag bit 0) and with it the flags varint.
    for_ For "for" = Some(0x29), V13_1, ControlFlow {
        operands: { lowerBound: one(IntScalar), upperBound: one(IntScalar), step: one(IntScalar),
                   initValues: many(Any) }
        attrs:    { unsignedCmp: attr(Flag).optional().since(V13_2) }
        results:  { resultValues: many(Any) }
        regions:  { region: block().ends_in("continue") }
        compute:  [Region]
        effects:  [RowEffects::GUARDED]
        traits:   [AllocationScope]
        rules:    [SameType(&[lowerBound, upperBound, step]), SameType(&[initValues, resultValues])]
        asm:      [Custom(For)]
    }

    /// Convert between float types.
    ///
    /// Value-preserving conversion rounded as requested. NaN stays NaN where the target has one. Widening is exact.
    /// Because the text default is nearest_even, a conversion to f8E8M0FNU must spell its rounding.
    ///
    /// Since 13.4: wider set of rounding modes per target (see rules); new rounding keyword nearest_away (value 7).
    ftof FToF "ftof" = Some(0x2a), V13_1, Conversions {
        operands: { from: one(AnyFloatTile) }
        attrs:    { rounding_mode: attr(Rounding(FTOF)).or(RoundingMode::NearestEven as u32) }
        results:  { to: one(AnyFloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| {
                   E::FloatToFloat { from: op.scalar(), to: op.result(), rounding: op.rounding() }
                   })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[from, to])]
        asm:      [Operand(from), Attr(rounding_mode), Dict, Lit(":"), Type(&[from]), Lit("->"), Type(&[to])]
    }

    /// Float to integer.
    ///
    /// Truncates toward zero. NaN, infinities and values outside the target range: using the result is undefined
    /// behaviour. 13.4 'saturating' clamps to the target range instead and turns NaN into 0.
    ///
    /// Since 13.4: optional unit attribute saturating (flag bit 0); the flags varint is present only from 13.4 on.
    ftoi FToI "ftoi" = Some(0x2b), V13_1, Conversions {
        operands: { from: one(AnyFloatTile) }
        attrs:    { signedness: attr(Keyword(EnumKind::Signedness)),
                   rounding_mode: attr(Rounding(TO_INT)).or(RoundingMode::NearestIntToZero as u32),
                   saturating: attr(Flag).optional().since(V13_4) }
        results:  { to: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| {
                   E::FloatToInt { from: op.scalar(), to: op.result(), signed: op.signed(), saturating: op.saturating() }
                   })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[from, to])]
        asm:      [Operand(from), Attr(signedness), Attr(rounding_mode), Attr(saturating), Dict, Lit(":"),
                   Type(&[from]), Lit("->"), Type(&[to])]
    }

    /// Address of a global.
    ///
    /// Scalar pointer to element 0 of the global.
    get_global GetGlobal "get_global" = Some(0x2c), V13_1, Core {
        operands: {}
        attrs:    { name: attr(SymbolRef) }
        results:  { result: one(PtrScalar) }
        regions:  {}
        compute:  [Query]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Attr(name), Dict, Lit(":"), Type(&[result])]
    }

    /// Index space extents of a view.
    ///
    /// Number of tiles along each index dimension, edge tiles included: ceil(extent/tile) for a partition,
    /// ceil(extent/traversal_stride) for a strided view, taken through dim_map. Results are read as unsigned; a
    /// dimension that does not fit the chosen element type is undefined behaviour.
    get_index_space_shape GetIndexSpaceShape "get_index_space_shape" = Some(0x2d), V13_1, Views {
        operands: { src: one(TileView) }
        attrs:    {}
        results:  { result: many(IntScalar) }
        regions:  {}
        compute:  [Query]
        effects:  [RowEffects::GUARDED]
        traits:   []
        rules:    []
        asm:      [Operand(src), Dict, Lit(":"), Type(&[src]), Lit("->"), ResultType]
    }

    /// Grid size.
    ///
    /// The i32 extents of the grid; unused axes read 1. Axes are limited to 2^24-1.
    get_num_tile_blocks GetNumTileBlocks "get_num_tile_blocks" = Some(0x2e), V13_1, Core {
        operands: {}
        attrs:    {}
        results:  { gridSize_x: one(I32Scalar), gridSize_y: one(I32Scalar), gridSize_z: one(I32Scalar) }
        regions:  {}
        compute:  [Query]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Dict, Lit(":"), ResultType]
    }

    /// Extents of a tensor_view.
    ///
    /// The extents of the underlying tensor. Results are read as unsigned; a dimension that does not fit the chosen
    /// element type is undefined behaviour.
    get_tensor_shape GetTensorShape "get_tensor_shape" = Some(0x2f), V13_1, Views {
        operands: { src: one(TensorView) }
        attrs:    {}
        results:  { result: many(IntScalar) }
        regions:  {}
        compute:  [Query]
        effects:  [RowEffects::GUARDED]
        traits:   []
        rules:    []
        asm:      [Operand(src), Dict, Lit(":"), Type(&[src]), Lit("->"), ResultType]
    }

    /// Block coordinates.
    ///
    /// The i32 coordinates of this tile block, each in [0, get_num_tile_blocks). Unused grid axes read 0. Grid axes
    /// are limited to 2^24-1. One type is written and applies to all three results.
    get_tile_block_id GetTileBlockId "get_tile_block_id" = Some(0x30), V13_1, Core {
        operands: {}
        attrs:    {}
        results:  { blockId_x: one(I32Scalar), blockId_y: one(I32Scalar), blockId_z: one(I32Scalar) }
        regions:  {}
        compute:  [Query]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Dict, Lit(":"), ResultType]
    }

    /// Static global memory.
    ///
    /// Allocates and initialises a 1-D array at module load, alive as long as the module. public (default) is
    /// reachable from the host and never removed; private is device-only. constant promises no writes during a
    /// kernel. Alignment 0 means natural. Elements are laid out linearly.
    ///
    /// Since 13.3: constant flag and symbol_visibility.
    global Global "global" = Some(0x31), V13_1, Core {
        operands: {}
        attrs:    { sym_name: attr(SymbolName), value: attr(Dense), alignment: attr(Int { bits: 64 }).or(0),
                   constant: attr(Flag).optional().since(V13_3),
                   symbol_visibility: attr(Keyword(EnumKind::SymbolVisibility)).or(0).since(V13_3) }
        results:  {}
        regions:  {}
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [Symbol, Definition]
        rules:    []
        asm:      [Custom(Global)]
    }

    /// Conditional.
    ///
    /// Runs exactly one branch. A branch ends in yield, continue, break or return; a missing terminator means yield
    /// with no operands. A branch that leaves by break/continue/return need not yield the results. Without else and
    /// with a false condition nothing happens.
    if_ If "if" = Some(0x32), V13_1, ControlFlow {
        operands: { condition: one(BoolScalar) }
        attrs:    {}
        results:  { results: many(Any) }
        regions:  { thenRegion: block().ends_in("yield"), elseRegion: block().or_empty().ends_in("yield") }
        compute:  [Region]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Custom(If)]
    }

    /// I64 to pointer.
    ///
    /// Reads the 64-bit integers as unsigned addresses.
    int_to_ptr IntToPtr "int_to_ptr" = Some(0x33), V13_1, Conversions {
        operands: { source: one(I64Tile) }
        attrs:    {}
        results:  { result: one(PtrTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Copy(op.result()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// 0..n-1.
    ///
    /// result[i] = i, unsigned.
    iota Iota "iota" = Some(0x3a), V13_1, Core {
        operands: {}
        attrs:    {}
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Iota]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Dict, Lit(":"), Type(&[result])]
    }

    /// Integer to float.
    ///
    /// Nearest representable value, ties to even. Overflow after rounding gives Inf where the type has one,
    /// otherwise NaN. Signed i1 true is -1.0.
    itof IToF "itof" = Some(0x3b), V13_1, Conversions {
        operands: { from: one(IntTile) }
        attrs:    { signedness: attr(Keyword(EnumKind::Signedness)),
                   rounding_mode: attr(Rounding(NEAREST)).or(RoundingMode::NearestEven as u32) }
        results:  { to: one(AnyFloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| {
                   E::IntToFloat { from: op.scalar(), to: op.result(), signed: op.signed(), rounding: op.rounding() }
                   })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[from, to])]
        asm:      [Operand(from), Attr(signedness), Attr(rounding_mode), Dict, Lit(":"), Type(&[from]), Lit("->"),
                   Type(&[to])]
    }

    /// Merge tokens.
    ///
    /// A token that depends on every operand.
    join_tokens JoinTokens "join_tokens" = Some(0x3c), V13_1, Memory {
        operands: { tokens: many(Token) }
        attrs:    {}
        results:  { result: one(Token) }
        regions:  {}
        compute:  [Tokens]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Operands(tokens), Dict, Lit(":"), Type(&[result])]
    }

    /// Gather through pointers.
    ///
    /// Loads each element through its own pointer. Masked-off lanes do not touch memory and read paddingValue, or
    /// an unspecified value without one. i1 loads a byte: non-zero becomes true. Weak loads assume no concurrent
    /// writer. Ordered against other tko ops only through tokens.
    load_ptr_tko LoadPtrTko "load_ptr_tko" = Some(0x3d), V13_1, Memory {
        operands: { source: one(PtrTile), mask: optional(BoolTile), paddingValue: optional(NumberTile),
                   token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(LOAD)), memory_scope: attr(Scope).optional(),
                   optimization_hints: attr(Hints).optional() }
        results:  { result: one(AnyTile), result_token: one(Token) }
        regions:  {}
        compute:  [Load]
        effects:  [RowEffects::depends(Effects::OUTSIDE, effects::load)]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(source), CommaOperand(mask),
                   CommaOperand(paddingValue), TokenTight(token), Attr(optimization_hints), Dict, Lit(":"),
                   Type(&[source]), CommaType(mask), CommaType(paddingValue), Lit("->"), Type(&[result]), Lit(","),
                   Type(&[result_token])]
    }

    /// Load a tile from a view.
    ///
    /// Loads the tile at the given position of the view's index space; indices are unsigned and must be in the
    /// index space (otherwise undefined). Elements of an edge tile outside the tensor yield the view's padding
    /// value, or unspecified values without one. 13.4 inbounds[i] = true promises that the whole tile is inside the
    /// tensor along that dimension.
    ///
    /// Since 13.4: required attribute inbounds (dense bool array, default all false, omitted from text when all
    /// false).
    load_view_tko LoadViewTko "load_view_tko" = Some(0x3e), V13_1, Views {
        operands: { view: one(TileView), index: many(IntTile), token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(LOAD)), memory_scope: attr(Scope).optional(),
                   optimization_hints: attr(Hints).optional(), inbounds: attr(InBounds).since(V13_4) }
        results:  { tile: one(AnyTile), result_token: one(Token) }
        regions:  {}
        compute:  [Load]
        effects:  [RowEffects::depends(Effects::OUTSIDE, effects::load)]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(view), Bracketed(index),
                   TokenLoose(token), Attr(optimization_hints), Attr(inbounds), KeywordDict, Lit(":"), Type(&[view]),
                   Custom(IndexTypes), Lit("->"), Type(&[tile]), Lit(","), Type(&[result_token])]
    }

    /// Natural logarithm.
    ///
    /// Element-wise natural logarithm. Accuracy follows the full-precision CUDA math library function. For f16 and
    /// bf16 the computation is carried out in f32 and the result rounded to the element type. Negative input gives
    /// NaN, zero gives -Inf.
    log Log "log" = Some(0x3f), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Log))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Base-2 logarithm.
    ///
    /// Element-wise base-2 logarithm. Accuracy follows the full-precision CUDA math library function. For f16 and
    /// bf16 the computation is carried out in f32 and the result rounded to the element type. Negative input gives
    /// NaN, zero gives -Inf.
    log2 Log2 "log2" = Some(0x40), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Log2))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Unbounded loop.
    ///
    /// Repeats its body until break executes (13.4: or return). continue feeds the carried values, break the
    /// results; result types may differ from carried types. A missing terminator means continue with no operands. A
    /// loop without a reachable break never ends (no forward-progress exemption is promised).
    loop_ Loop "loop" = Some(0x41), V13_1, ControlFlow {
        operands: { initValues: many(Any) }
        attrs:    {}
        results:  { resultValues: many(Any) }
        regions:  { region: block().ends_in("continue") }
        compute:  [Region]
        effects:  [RowEffects::ENDLESS]
        traits:   [AllocationScope]
        rules:    []
        asm:      [Custom(Loop)]
    }

    /// Tile a tensor_view.
    ///
    /// Non-overlapping grid of equal tiles over the tensor. The operand type is taken from the result type.
    make_partition_view MakePartitionView "make_partition_view" = Some(0x42), V13_1, Views {
        operands: { tensor_view: one(TensorView) }
        attrs:    {}
        results:  { result: one(PartitionView) }
        regions:  {}
        compute:  [Alias]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Operand(tensor_view), Dict, Lit(":"), Type(&[result]), Custom(OperandIsViewed)]
    }

    /// Describe a tensor in memory.
    ///
    /// Combines a base pointer, extents and strides (in elements) into a tensor_view; extents and strides are
    /// unsigned. Makes no access.
    make_tensor_view MakeTensorView "make_tensor_view" = Some(0x43), V13_1, Views {
        operands: { base: one(PtrScalar), dynamicShape: many(IntScalar), dynamicStrides: many(IntScalar) }
        attrs:    {}
        results:  { result: one(TensorView) }
        regions:  {}
        compute:  [Query]
        effects:  [RowEffects::GUARDED]
        traits:   [Segmented]
        rules:    []
        asm:      [Custom(MakeTensorView)]
    }

    /// Fresh token.
    ///
    /// A token that depends on nothing.
    make_token MakeToken "make_token" = Some(0x44), V13_1, Memory {
        operands: {}
        attrs:    {}
        results:  { result: one(Token) }
        regions:  {}
        compute:  [Tokens]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Dict, Lit(":"), Type(&[result])]
    }

    /// Floating maximum.
    ///
    /// Without propagate_nan: IEEE 754-2019 maximumNumber, i.e. the non-NaN operand wins and only two NaNs give the
    /// canonical NaN. With propagate_nan: IEEE maximum, any NaN gives the canonical NaN. +0.0 ranks above -0.0.
    /// flush_to_zero flushes subnormals keeping the sign. Printed order is flush_to_zero then propagate_nan.
    maxf MaxF "maxf" = Some(0x45), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
        attrs:    { propagate_nan: attr(Flag).optional(), flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::MaxF { scalar: op.scalar(), rule: op.nan_rule(), flush: op.flush() })]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), AnyOrder(&[flush_to_zero, propagate_nan]), Dict, Lit(":"),
                   Type(&[result, lhs, rhs])]
    }

    /// Integer maximum.
    ///
    /// Larger of the two under the chosen signedness.
    maxi MaxI "maxi" = Some(0x46), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { signedness: attr(Keyword(EnumKind::Signedness)) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::MaxI { scalar: op.scalar(), signed: op.signed() })]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(signedness), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Floating minimum.
    ///
    /// Mirror image of maxf: minimumNumber by default, IEEE minimum with propagate_nan, -0.0 ranks below +0.0.
    minf MinF "minf" = Some(0x47), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
        attrs:    { propagate_nan: attr(Flag).optional(), flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::MinF { scalar: op.scalar(), rule: op.nan_rule(), flush: op.flush() })]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), AnyOrder(&[flush_to_zero, propagate_nan]), Dict, Lit(":"),
                   Type(&[result, lhs, rhs])]
    }

    /// Integer minimum.
    ///
    /// Smaller of the two under the chosen signedness.
    mini MinI "mini" = Some(0x48), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { signedness: attr(Keyword(EnumKind::Signedness)) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::MinI { scalar: op.scalar(), signed: op.signed() })]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(signedness), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Floating matrix multiply-accumulate.
    ///
    /// acc + lhs x rhs per batch. Products are formed in at least the input precision and accumulated in the
    /// accumulator type in an unspecified order; no per-step rounding is promised. f32 inputs are true f32, not
    /// tf32. fast_acc permits the reduced-precision native fp8 accumulation of sm_90; without it partial sums are
    /// promoted periodically.
    ///
    /// Since 13.3: fast_acc (flag bit 0) and with it the flags varint.
    mmaf MmaF "mmaf" = Some(0x49), V13_1, FloatingPoint {
        operands: { lhs: one(MmaInputTile), rhs: one(MmaInputTile), acc: one(MmaAccTile) }
        attrs:    { fast_acc: attr(Flag).optional().since(V13_3) }
        results:  { result: one(MmaAccTile) }
        regions:  {}
        compute:  [Product]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[acc, result]), SameRank(&[lhs, rhs, acc]), SameElement(&[lhs, rhs])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Lit(","), Operand(acc), Attr(fast_acc), Dict, Lit(":"),
                   Type(&[lhs]), Lit(","), Type(&[rhs]), Lit(","), Type(&[acc, result])]
    }

    /// Integer matrix multiply-accumulate.
    ///
    /// i8 x i8 into i32; first keyword is the signedness of lhs, second of rhs. Accumulator is signed and wraps.
    mmai MmaI "mmai" = Some(0x4a), V13_1, Integer {
        operands: { lhs: one(MmaIntInputTile), rhs: one(MmaIntInputTile), acc: one(MmaIntAccTile) }
        attrs:    { signedness_lhs: attr(Keyword(EnumKind::Signedness)),
                   signedness_rhs: attr(Keyword(EnumKind::Signedness)) }
        results:  { result: one(MmaIntResultTile) }
        regions:  {}
        compute:  [Product]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[acc, result]), SameRank(&[lhs, rhs, acc]), SameElement(&[lhs, rhs])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Lit(","), Operand(acc), Attr(signedness_lhs),
                   Attr(signedness_rhs), Dict, Lit(":"), Type(&[lhs]), Lit(","), Type(&[rhs]), Lit(","),
                   Type(&[acc, result])]
    }

    /// Compilation unit.
    ///
    /// Holds globals and kernels in any order; one symbol table. Its own name is not stored in bytecode (a reader
    /// names it 'kernels'). producer is free text.
    ///
    /// Since 13.3: producer attribute, stored in bytecode section 7.
    module Module "module" = Some(0x4b), V13_1, Core {
        operands: {}
        attrs:    { sym_name: attr(SymbolName), producer: attr(Str).optional().since(V13_3) }
        results:  {}
        regions:  { body: block().or_empty() }
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [Isolated, Symbol, Definition, SymbolTable]
        rules:    []
        asm:      [Custom(Module)]
    }

    /// Floating multiply.
    ///
    /// lhs * rhs; same rounding, flush and emulation rules as addf. Not contracted with a following addf/subf: the
    /// two roundings stay (only an explicit, opt-in fusion pass makes an fma).
    mulf MulF "mulf" = Some(0x4c), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
        attrs:    { rounding_mode: attr(Rounding(IEEE)).or(RoundingMode::NearestEven as u32),
                   flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.float(FloatBinary::Mul))]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(rounding_mode), Attr(flush_to_zero), Dict, Lit(":"),
                   Type(&[result, lhs, rhs])]
    }

    /// Integer multiply (high half).
    ///
    /// High w bits of the 2w-bit product; operands are always unsigned.
    mulhii MulhiI "mulhii" = Some(0x4d), V13_1, Integer {
        operands: { x: one(IntTile), y: one(IntTile) }
        attrs:    {}
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::MulHigh(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[x, y, result])]
        asm:      [Operand(x), Lit(","), Operand(y), Dict, Lit(":"), Type(&[result, x, y])]
    }

    /// Integer multiply (low half).
    ///
    /// Low w bits of the product. Two's-complement wrap-around on overflow unless an overflow flag promises
    /// otherwise; violating the promise is undefined behaviour.
    muli MulI "muli" = Some(0x4e), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { overflow: attr(Overflow).or(0) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.int(IntBinary::Mul))]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(overflow), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Floating negate.
    ///
    /// Flips the sign bit (also of zeros and NaN).
    negf NegF "negf" = Some(0x4f), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::NegF(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Integer negate.
    ///
    /// Two's-complement negation, signed view; the most negative value maps to itself unless an overflow flag makes
    /// that undefined.
    ///
    /// Since 13.2: overflow added; earlier it is implicitly none and not encoded.
    negi NegI "negi" = Some(0x50), V13_1, Integer {
        operands: { source: one(IntTile) }
        attrs:    { overflow: attr(Overflow).or(0).since(V13_2) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::NegI { scalar: op.scalar(), promise: op.promise() })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Attr(overflow), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Pointer arithmetic.
    ///
    /// result = ptr + offset * size of the pointee in bytes (documented as the storage bit width; the effect is
    /// element-wise stepping). Offset is signed, address unsigned; signed overflow of the product or unsigned
    /// overflow of the sum is undefined.
    offset Offset "offset" = Some(0x51), V13_1, Core {
        operands: { ptr: one(PtrTile), offset: one(IntTile) }
        attrs:    {}
        results:  { result: one(PtrTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Offset { pointee: op.pointee(), offset: op.operand(1) })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[result, ptr]), OneShape]
        asm:      [Operand(ptr), Lit(","), Operand(offset), Dict, Lit(":"), Type(&[ptr]), Lit(","), Type(&[offset]),
                   Lit("->"), Type(&[result])]
    }

    /// Bitwise or.
    ///
    /// Bitwise OR.
    ori OrI "ori" = Some(0x52), V13_1, Bitwise {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    {}
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Or(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Permute dimensions.
    ///
    /// result extent i = source extent permutation[i]; result[j] = source[k] with k[permutation[i]] = j[i].
    permute Permute "permute" = Some(0x53), V13_1, Core {
        operands: { source: one(AnyTile) }
        attrs:    { permutation: attr(I32s) }
        results:  { result: one(AnyTile) }
        regions:  {}
        compute:  [Alias]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameRank(&[source, result]), SameElement(&[source, result])]
        asm:      [Operand(source), Attr(permutation), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// X to the power y.
    ///
    /// source raised to exponent element-wise, following the CUDA math library pow special cases. For f16 and bf16
    /// the computation is carried out in f32 and the result rounded to the element type.
    ///
    /// Since 13.4: the same opcode is spelled 'fpowf' in text; bytecode is unchanged. Accept both spellings, print
    /// 'pow' for <=13.3 and 'fpowf' for 13.4.
    pow Pow "pow" = Some(0x54), V13_1, FloatingPoint {
        operands: { source: one(FloatTile), exponent: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Pow(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[result, source, exponent]), SameRank(&[source, exponent, result])]
        asm:      [Operand(source), Lit(","), Operand(exponent), Dict, Lit(":"), Type(&[result, source, exponent])]
    }

    /// Formatted debug print.
    ///
    /// printf-style output; %% prints a percent sign. One expression per operand; a mismatching conversion gives
    /// undefined output. Prints from concurrent blocks may interleave. Token-ordered only.
    ///
    /// Since 13.2: renamed from 'print' (same opcode) and gained the token operand and the token result; 13.1
    /// bytecode has neither.
    print_tko PrintTko "print_tko" = Some(0x55), V13_1, Miscellaneous {
        operands: { args: many(AnyTile), token: optional(Token).since(V13_2) }
        attrs:    { str: attr(Str) }
        results:  { result_token: one(Token).since(V13_2) }
        regions:  {}
        compute:  [Effect]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(str), Custom(PrintArgs), TokenTight(token), Dict, Custom(PrintTypes), Lit("->"),
                   Type(&[result_token])]
    }

    /// Pointer to i64.
    ///
    /// Produces the 64-bit address, to be read as unsigned.
    ptr_to_int PtrToInt "ptr_to_int" = Some(0x56), V13_1, Conversions {
        operands: { source: one(PtrTile) }
        attrs:    {}
        results:  { result: one(I64Tile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Copy(op.result()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// Change pointee type.
    ///
    /// Same address, other pointee type; no access is made.
    ptr_to_ptr PtrToPtr "ptr_to_ptr" = Some(0x57), V13_1, Conversions {
        operands: { source: one(PtrTile) }
        attrs:    {}
        results:  { result: one(PtrTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Copy(op.result()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// Reduce one dimension.
    ///
    /// Folds each line along dim with the body, N tiles in parallel. Body arguments come in pairs (element,
    /// accumulator) per operand; the combination must be associative and the identity a true identity of it. Order
    /// of combination is unspecified but fixed for a given kernel and device, so results are reproducible there.
    reduce Reduce "reduce" = Some(0x58), V13_1, Core {
        operands: { operands: many(AnyTile) }
        attrs:    { dim: attr(Int { bits: 32 }), identities: attr(Identities) }
        results:  { results: many(AnyTile) }
        regions:  { body: block() }
        compute:  [Fold]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [OneOperandShape]
        asm:      [Custom(Reduce)]
    }

    /// Floating remainder.
    ///
    /// x - trunc(x/y)*y, sign of x, magnitude below |y| (C fmod). y = 0 gives NaN; x infinite gives NaN; finite x
    /// with infinite y gives x; any NaN gives NaN.
    remf RemF "remf" = Some(0x59), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::RemF(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Integer remainder.
    ///
    /// x - trunc(x/y)*y; for signed the sign follows the dividend (remi(-7,3) = -1, remi(7,-3) = 1). Divisor 0 is
    /// undefined behaviour.
    remi RemI "remi" = Some(0x5a), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { signedness: attr(Keyword(EnumKind::Signedness)) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::RemI { scalar: op.scalar(), signed: op.signed() })]
        effects:  [RowEffects::depends(Effects::GUARDED, |module, op| effects::division(module, op, signedness))]
        traits:   [PureInTools]
        rules:    [SameType(&[result, lhs, rhs]), SameShape(&[result, lhs, rhs])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(signedness), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Re-index.
    ///
    /// Keeps row-major element order under a new shape; rank 0 and any all-ones shape are interchangeable.
    reshape Reshape "reshape" = Some(0x5b), V13_1, Core {
        operands: { source: one(AnyTile) }
        attrs:    {}
        results:  { result: one(AnyTile) }
        regions:  {}
        compute:  [Alias]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [OneElement]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// End the kernel.
    ///
    /// Finishes the tile block. Legal at the end of entry or (early exit) at the end of an if branch; up to 13.3
    /// not below a loop, from 13.4 also directly in or under a loop (never under for).
    ///
    /// Since 13.4: parent may also be 'loop'; the parent message then reads: expects parent op to be one of
    /// 'cuda_tile.entry, cuda_tile.if, cuda_tile.loop'.
    return_ Return "return" = Some(0x5c), V13_1, ControlFlow {
        operands: { operands: many(Any) }
        attrs:    {}
        results:  {}
        regions:  {}
        compute:  [Terminator]
        effects:  [RowEffects::RETURN]
        traits:   [Terminator]
        rules:    []
        asm:      [Dict, Custom(OperandsAndTypes)]
    }

    /// Reciprocal square root.
    ///
    /// 1/sqrt(x). -0/+0 give infinities of the matching sign, negatives give NaN. flush_to_zero f32 only. For f16
    /// and bf16 the computation is carried out in f32 and the result rounded to the element type.
    rsqrt Rsqrt "rsqrt" = Some(0x5d), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    { flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Rsqrt))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Attr(flush_to_zero), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Inclusive prefix.
    ///
    /// Inclusive prefix along dim: r[0] = f(identity, x[0]), r[j] = f(r[j-1], x[j]); reverse walks from the last
    /// element. Body pairs are (current element, accumulator). The documentation restricts it to a single operand
    /// although the verifier does not enforce that. Associativity may be exploited; deterministic per kernel and
    /// device.
    scan Scan "scan" = Some(0x5e), V13_1, Core {
        operands: { operands: many(AnyTile) }
        attrs:    { dim: attr(Int { bits: 32 }), reverse: attr(Bool), identities: attr(Identities) }
        results:  { results: many(AnyTile) }
        regions:  { body: block() }
        compute:  [Fold]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [OneOperandShape]
        asm:      [Custom(Scan)]
    }

    /// Element-wise choice.
    ///
    /// cond ? val_if_true : val_if_false per element; all shapes equal (no scalar condition).
    select Select "select" = Some(0x5f), V13_1, Core {
        operands: { cond: one(BoolTile), val_if_true: one(AnyTile), val_if_false: one(AnyTile) }
        attrs:    {}
        results:  { result: one(AnyTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Select(op.result()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[val_if_true, val_if_false, result]),
                   SameShape(&[cond, val_if_true, val_if_false, result])]
        asm:      [Operand(cond), Lit(","), Operand(val_if_true), Lit(","), Operand(val_if_false), Dict, Lit(":"),
                   Type(&[cond]), Lit(","), Type(&[result, val_if_true, val_if_false])]
    }

    /// Shift left.
    ///
    /// Shifts in zeros. rhs is unsigned. An amount of w or more is undefined: the 13.4 compiler treats the result
    /// as poison and deletes dependent stores. Never fold it to a value other code may rely on. Two's-complement
    /// wrap-around on overflow unless an overflow flag promises otherwise; violating the promise is undefined
    /// behaviour.
    shli ShlI "shli" = Some(0x60), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { overflow: attr(Overflow).or(0) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::ShiftLeft { scalar: op.scalar(), promise: op.promise() })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(overflow), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Shift right.
    ///
    /// signed: arithmetic (sign fill), unsigned: logical (zero fill). rhs is always unsigned. An amount of w or
    /// more is undefined (poison in the 13.4 compiler), for both signednesses.
    shri ShrI "shri" = Some(0x61), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { signedness: attr(Keyword(EnumKind::Signedness)) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::ShiftRight { scalar: op.scalar(), signed: op.signed() })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(signedness), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Sine.
    ///
    /// Element-wise sine. Accuracy follows the full-precision CUDA math library function. For f16 and bf16 the
    /// computation is carried out in f32 and the result rounded to the element type.
    sin Sin "sin" = Some(0x62), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Sin))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Hyperbolic sine.
    ///
    /// Element-wise hyperbolic sine. Accuracy follows the full-precision CUDA math library function. For f16 and
    /// bf16 the computation is carried out in f32 and the result rounded to the element type.
    sinh Sinh "sinh" = Some(0x63), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Sinh))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Square root.
    ///
    /// Correctly rounded square root for IEEE modes; approx is the fast hardware approximation. f16/bf16 with modes
    /// other than nearest_even go through f32. Negative input gives NaN; sqrt(-0) = -0.
    sqrt Sqrt "sqrt" = Some(0x64), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    { rounding_mode: attr(Rounding(SQRT)).or(RoundingMode::NearestEven as u32),
                   flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Sqrt { scalar: op.scalar(), rounding: op.rounding(), flush: op.flush() })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Attr(rounding_mode), Attr(flush_to_zero), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Scatter through pointers.
    ///
    /// Stores each unmasked element through its pointer; i1 is stored as a byte 0x00/0x01. Two unmasked lanes
    /// hitting one address race.
    store_ptr_tko StorePtrTko "store_ptr_tko" = Some(0x65), V13_1, Memory {
        operands: { destination: one(PtrTile), value: one(AnyTile), mask: optional(BoolTile), token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(STORE)), memory_scope: attr(Scope).optional(),
                   optimization_hints: attr(Hints).optional() }
        results:  { result_token: one(Token) }
        regions:  {}
        compute:  [Store]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(destination), Lit(","),
                   Operand(value), CommaOperand(mask), TokenTight(token), Attr(optimization_hints), Dict, Lit(":"),
                   Type(&[destination]), Lit(","), Type(&[value]), CommaType(mask), Lit("->"), Type(&[result_token])]
    }

    /// Store a tile to a view.
    ///
    /// Stores the tile; elements falling outside the tensor are dropped. Index rules as load_view_tko.
    ///
    /// Since 13.4: required attribute inbounds, as for load_view_tko.
    store_view_tko StoreViewTko "store_view_tko" = Some(0x66), V13_1, Views {
        operands: { tile: one(AnyTile), view: one(TileView), index: many(IntTile), token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(STORE)), memory_scope: attr(Scope).optional(),
                   optimization_hints: attr(Hints).optional(), inbounds: attr(InBounds).since(V13_4) }
        results:  { result_token: one(Token) }
        regions:  {}
        compute:  [Store]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(tile), Lit(","), Operand(view),
                   Bracketed(index), TokenLoose(token), Attr(optimization_hints), Attr(inbounds), KeywordDict,
                   Lit(":"), Type(&[tile]), Lit(","), Type(&[view]), Custom(IndexTypes), Lit("->"),
                   Type(&[result_token])]
    }

    /// Floating subtract.
    ///
    /// lhs - rhs; same rounding, flush and emulation rules as addf.
    subf SubF "subf" = Some(0x67), V13_1, FloatingPoint {
        operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
        attrs:    { rounding_mode: attr(Rounding(IEEE)).or(RoundingMode::NearestEven as u32),
                   flush_to_zero: attr(Flag).optional() }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.float(FloatBinary::Sub))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(rounding_mode), Attr(flush_to_zero), Dict, Lit(":"),
                   Type(&[result, lhs, rhs])]
    }

    /// Integer subtract.
    ///
    /// lhs - rhs modulo 2^w. Two's-complement wrap-around on overflow unless an overflow flag promises otherwise;
    /// violating the promise is undefined behaviour.
    subi SubI "subi" = Some(0x68), V13_1, Integer {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    { overflow: attr(Overflow).or(0) }
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.int(IntBinary::Sub))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(overflow), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Tangent.
    ///
    /// Element-wise tangent. Accuracy follows the full-precision CUDA math library function. For f16 and bf16 the
    /// computation is carried out in f32 and the result rounded to the element type.
    tan Tan "tan" = Some(0x69), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Tan))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Hyperbolic tangent.
    ///
    /// tanh x. full (default): at most 2 ulp in f32, 1 ulp in f64. approx: hardware tanh, subnormal results are not
    /// flushed. For f16 and bf16 the computation is carried out in f32 and the result rounded to the element type.
    ///
    /// Since 13.2: rounding_mode added; before that implicitly full and not encoded.
    tanh Tanh "tanh" = Some(0x6a), V13_1, FloatingPoint {
        operands: { source: one(FloatTile) }
        attrs:    { rounding_mode: attr(Rounding(APPROX_FULL)).or(RoundingMode::Full as u32).since(V13_2) }
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| op.function(Function::Tanh))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Attr(rounding_mode), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Narrow integers.
    ///
    /// Keeps the low bits. no_signed_wrap: every dropped bit must equal the result's top bit; no_unsigned_wrap:
    /// every dropped bit must be 0; otherwise undefined. To i1 it keeps bit 0 (not a != 0 test).
    trunci TruncI "trunci" = Some(0x6b), V13_1, Conversions {
        operands: { from: one(IntOrI4Tile) }
        attrs:    { overflow: attr(Overflow).or(0) }
        results:  { to: one(IntOrI4Tile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Truncate { from: op.scalar(), to: op.result(), promise: op.promise() })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameShape(&[from, to])]
        asm:      [Operand(from), Attr(overflow), Dict, Lit(":"), Type(&[from]), Lit("->"), Type(&[to])]
    }

    /// Bitwise xor.
    ///
    /// Bitwise XOR; xor with all-true i1 is the NOT idiom.
    xori XorI "xori" = Some(0x6c), V13_1, Bitwise {
        operands: { lhs: one(IntTile), rhs: one(IntTile) }
        attrs:    {}
        results:  { result: one(IntTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Xor(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   [Commutative]
        rules:    [SameType(&[lhs, rhs, result])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Dict, Lit(":"), Type(&[result, lhs, rhs])]
    }

    /// Give values to if/reduce/scan.
    ///
    /// Terminates an if branch, a reduce body or a scan body with the values handed to the parent. Never used for
    /// loops.
    yield_ Yield "yield" = Some(0x6d), V13_1, ControlFlow {
        operands: { operands: many(TileIr) }
        attrs:    {}
        results:  {}
        regions:  {}
        compute:  [Terminator]
        effects:  [RowEffects::YIELD]
        traits:   [Terminator]
        rules:    []
        asm:      [Dict, Custom(OperandsAndTypes)]
    }

    /// Two-argument arc tangent.
    ///
    /// Principal value of the angle whose tangent is x/y: the FIRST operand is the numerator. Quadrant follows both
    /// signs, range [-pi, pi]. For f16 and bf16 the computation is carried out in f32 and the result rounded to the
    /// element type.
    atan2 Atan2 "atan2" = Some(0x6e), V13_2, FloatingPoint {
        operands: { x: one(FloatTile), y: one(FloatTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::Atan2(op.scalar()))]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[x, y, result])]
        asm:      [Operand(x), Lit(","), Operand(y), Dict, Lit(":"), Type(&[result, x, y])]
    }

    /// Tile to bytes.
    ///
    /// Reinterprets a rank-1 tile as bytes, little-endian, sub-byte elements packed low bits first. i1 counts 1
    /// bit, tf32 counts 32 bits. Source may not be an 8-bit type.
    pack Pack "pack" = Some(0x6f), V13_3, Core {
        operands: { source: one(PackableTile) }
        attrs:    {}
        results:  { result: one(I8Tile) }
        regions:  {}
        compute:  [Shape]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameRank(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// Bytes to tile.
    ///
    /// Inverse of pack.
    unpack Unpack "unpack" = Some(0x70), V13_3, Core {
        operands: { source: one(I8Tile) }
        attrs:    {}
        results:  { result: one(PackableTile) }
        regions:  {}
        compute:  [Shape]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameRank(&[source, result])]
        asm:      [Operand(source), Dict, Lit(":"), Type(&[source]), Lit("->"), Type(&[result])]
    }

    /// Scratch memory.
    ///
    /// Reserves num_elem elements (0 allowed) and returns their address, or traps. Private to the current tile
    /// thread unless 'global'. Lives until the enclosing block (entry body, if branch or loop body) ends.
    alloca Alloca "alloca" = Some(0x71), V13_3, Memory {
        operands: {}
        attrs:    { num_elem: attr(Int { bits: 64 }), alignment: attr(Int { bits: 64 }), global: attr(Flag).optional() }
        results:  { result: one(PtrScalar) }
        regions:  {}
        compute:  [Effect]
        effects:  [RowEffects::FIXED]
        traits:   []
        rules:    []
        asm:      [NamedLoose(num_elem), Lit(","), NamedLoose(alignment), Attr(global), Dict, Lit(":"),
                   Type(&[result])]
    }

    /// Block-scaled matrix multiply-accumulate.
    ///
    /// acc + sum over k of (lhs[i,k]*lhs_scale[i,k/V]) * (rhs[k,j]*rhs_scale[k/V,j]) with V = K / scaleK. f8E4M3FN
    /// scales must be non-negative; negative ones give undefined values.
    mmaf_scaled MmaFScaled "mmaf_scaled" = Some(0x72), V13_3, FloatingPoint {
        operands: { lhs: one(ScaledInputTile), rhs: one(ScaledInputTile), acc: one(ScaledAccTile),
                   lhs_scale: one(ScaleTile), rhs_scale: one(ScaleTile) }
        attrs:    {}
        results:  { result: one(ScaledAccTile) }
        regions:  {}
        compute:  [Product]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[acc, result]), SameRank(&[lhs, rhs, acc, lhs_scale, rhs_scale]),
                   SameElement(&[lhs, rhs]), SameElement(&[lhs_scale, rhs_scale])]
        asm:      [Operand(lhs), Lit(","), Operand(rhs), Lit(","), Operand(acc), Lit(","), Operand(lhs_scale),
                   Lit(","), Operand(rhs_scale), Dict, Lit(":"), Type(&[lhs]), Lit(","), Type(&[rhs]), Lit(","),
                   Type(&[acc, result]), Lit(","), Type(&[lhs_scale]), Lit(","), Type(&[rhs_scale])]
    }

    /// Row-gathering view.
    ///
    /// Tiles whose coordinates along sparse_dim are chosen individually by a rank-1 index tile; along the other
    /// dimensions an index is the element at which a tile begins.
    make_gather_scatter_view MakeGatherScatterView "make_gather_scatter_view" = Some(0x73), V13_3, Views {
        operands: { tensor_view: one(TensorView) }
        attrs:    {}
        results:  { result: one(GatherScatterView) }
        regions:  {}
        compute:  [Alias]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Operand(tensor_view), Dict, Lit(":"), Type(&[result]), Custom(OperandIsViewed)]
    }

    /// Overlapping or spaced tiles.
    ///
    /// Like a partition but consecutive tiles start traversal_strides apart, so they may overlap or leave gaps.
    make_strided_view MakeStridedView "make_strided_view" = Some(0x74), V13_3, Views {
        operands: { tensor_view: one(TensorView) }
        attrs:    {}
        results:  { result: one(StridedView) }
        regions:  {}
        compute:  [Alias]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Operand(tensor_view), Dict, Lit(":"), Type(&[result]), Custom(OperandIsViewed)]
    }

    /// Atomic reduction into a view.
    ///
    /// view[index][e] = mode(view[index][e], value[e]) atomically for every element of the tile; no old value is
    /// returned. Indices are unsigned. Elements outside the tensor_view are skipped. Memory scope is required (the
    /// parser lets it be absent, the op then fails to verify).
    ///
    /// Since 13.5: 'inbounds' added.
    atomic_red_view_tko AtomicRedViewTko "atomic_red_view_tko" = Some(0x75), V13_3, Atomics {
        operands: { view: one(TileView), index: many(IntTile), value: one(AnyTile), token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(RELAXED)), memory_scope: attr(Scope),
                   mode: attr(Keyword(EnumKind::AtomicRMWMode)), inbounds: attr(InBounds).since(V13_5) }
        results:  { result_token: one(Token) }
        regions:  {}
        compute:  [Atomic]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(view), Bracketed(index), Lit(","),
                   Attr(mode), Lit(","), Operand(value), TokenLoose(token), Attr(inbounds), KeywordDict, Lit(":"), Type(&[value]),
                   Lit(","), Type(&[view]), Custom(IndexTypes), Lit("->"), Type(&[result_token])]
    }

    /// Replace one sub-tile.
    ///
    /// Copy of destination with block number (i0,i1,..) of source's shape replaced by source; counterpart of
    /// extract. Out-of-range block numbers are undefined behaviour.
    insert Insert "insert" = Some(0x76), V13_4, Core {
        operands: { source: one(AnyTile), destination: one(AnyTile), indices: many(I32Scalar) }
        attrs:    {}
        results:  { result: one(AnyTile) }
        regions:  {}
        compute:  [Shape]
        effects:  [RowEffects::GUARDED]
        traits:   [PureInTools]
        rules:    [SameType(&[destination, result])]
        asm:      [Operand(source), Lit(","), Operand(destination), Bracketed(indices), Dict, Lit(":"),
                   Type(&[source]), Lit(","), Type(&[destination, result])]
    }

    /// Let dependent grids start.
    ///
    /// Programmatic dependent launch: signals that the grids depending on this one may be launched. Token-ordered
    /// side effect.
    gdc_launch_dependents_tko GdcLaunchDependentsTko "gdc_launch_dependents_tko" = Some(0x77), V13_4, ControlFlow {
        operands: { token: optional(Token) }
        attrs:    {}
        results:  { result_token: one(Token) }
        regions:  {}
        compute:  [Tokens]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered]
        rules:    []
        asm:      [TokenLoose(token), Dict, Lit("->"), Type(&[result_token])]
    }

    /// Wait for the prerequisite grids.
    ///
    /// Programmatic dependent launch: blocks until the grids this one depends on have completed and their memory is
    /// visible. Token-ordered side effect.
    gdc_wait_tko GdcWaitTko "gdc_wait_tko" = Some(0x78), V13_4, ControlFlow {
        operands: { token: optional(Token) }
        attrs:    {}
        results:  { result_token: one(Token) }
        regions:  {}
        compute:  [Tokens]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered]
        rules:    []
        asm:      [TokenLoose(token), Dict, Lit("->"), Type(&[result_token])]
    }

    /// Float to an integer power.
    ///
    /// source ** exponent with a signed integer exponent. Result type is the source type.
    fpowi FPowI "fpowi" = Some(0x79), V13_4, FloatingPoint {
        operands: { source: one(FloatTile), exponent: one(ShortIntTile) }
        attrs:    {}
        results:  { result: one(FloatTile) }
        regions:  {}
        compute:  [Elementwise(|op| E::PowI { scalar: op.scalar(), exponent: op.operand(1) })]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    [SameType(&[result, source]), SameShape(&[source, exponent])]
        asm:      [Operand(source), Lit(","), Operand(exponent), Dict, Lit(":"), Type(&[source, result]), Lit(","),
                   Type(&[exponent])]
    }

    /// Order aliasing accesses.
    ///
    /// Takes a token and returns one; accesses ordered before it are ordered with accesses after it even when they
    /// reach the same memory by different kinds of path (pointer against view). Token types are not printed.
    memory_fence_alias_tko MemoryFenceAliasTko "memory_fence_alias_tko" = Some(0x7a), V13_4, Memory {
        operands: { token: one(Token) }
        attrs:    {}
        results:  { result_token: one(Token) }
        regions:  {}
        compute:  [Tokens]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered]
        rules:    []
        asm:      [Operand(token), Dict]
    }

    /// Tile computed from indices (seed spelling).
    ///
    /// result[i0, i1, ..] is what the body yields for the indices (i0, i1, ..), one i32 rank-0 tile per dimension of
    /// the result. The body is pure. Runs, but cannot be stored in bytecode.
    experimental_generate Generate "experimental$generate" = None, V13_1, Extension {
        operands: {}
        attrs:    {}
        results:  { result: one(AnyTile) }
        regions:  { body: block() }
        compute:  [Generate]
        effects:  [RowEffects::NONE]
        traits:   []
        rules:    []
        asm:      [Custom(Generate)]
    }

    /// Element-wise call of a function that the caller supplies (seed spelling).
    ///
    /// result[i] = symbol(args0[i], args1[i], ..). All shapes are equal. Verified; runs only when the caller supplies
    /// the symbol. Cannot be stored in bytecode.
    experimental_extern_elementwise ExternElementwise "experimental$extern_elementwise" = None, V13_1, Extension {
        operands: { args: many(AnyTile) }
        attrs:    { symbol: attr(Str), libname: attr(Str), libpath: attr(Str), pure: attr(Bool) }
        results:  { result: one(AnyTile) }
        regions:  {}
        compute:  [Extern]
        effects:  [RowEffects::depends(Effects::OUTSIDE, |module, op| effects::extern_elementwise(module, op, pure))]
        traits:   []
        rules:    [OneShape]
        asm:      [Custom(ExternElementwise)]
    }

    /// Identity that no pass looks through (seed spelling).
    ///
    /// result = source. With keep_axis_info, facts about contiguity and divisibility survive. Cannot be stored in
    /// bytecode.
    internal_optimization_barrier OptimizationBarrier "internal$optimization_barrier" = None, V13_1, Extension {
        operands: { source: one(Any) }
        attrs:    { keep_axis_info: attr(Flag).optional() }
        results:  { result: one(Any) }
        regions:  {}
        compute:  [Alias]
        effects:  [RowEffects::GUARDED]
        traits:   []
        rules:    [SameType(&[source, result])]
        asm:      [Operand(source), Custom(KeepAxisInfo), Dict, Lit(":"), Type(&[result, source])]
    }

    /// Function that kernels call (seed spelling).
    ///
    /// Its body ends in `return` of the results. Calls are inlined; recursion is refused. Cannot be stored in bytecode.
    experimental_func Func "experimental$func" = None, V13_1, Extension {
        operands: {}
        attrs:    { sym_name: attr(SymbolName), function_type: attr(FunctionType) }
        results:  {}
        regions:  { body: block().ends_in("return") }
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [Isolated, Symbol, Definition]
        rules:    []
        asm:      [Custom(Func)]
    }

    /// Call of an `experimental$func` (seed spelling).
    ///
    /// The results are what the function returns for the operands. Cannot be stored in bytecode.
    experimental_call Call "experimental$call" = None, V13_1, Extension {
        operands: { args: many(Any) }
        attrs:    { callee: attr(SymbolRef) }
        results:  { outs: many(Any) }
        regions:  {}
        compute:  [Effect]
        effects:  [RowEffects::Always(Effects::OUTSIDE.and(Effects::ENDLESS))]
        traits:   []
        rules:    []
        asm:      [Custom(Call)]
    }

    /// Load a tile from a multicast view, reduced over the devices.
    ///
    /// reduced_values[e] is view[index][e] of every member of the multicast object, combined with the reduction, member
    /// after member from the first on; hardware leaves the order open, so float sums may differ in the last bits.
    /// Floats are combined in their own type. min and max read integers as signed, umin and umax as unsigned. Index,
    /// padding and inbounds rules as load_view_tko. Elements of 16 bits are moved in pairs along the dimension of
    /// stride 1: an odd extent or tile there, or another stride that is odd, is undefined.
    multimem_load_reduce_view_tko MultimemLoadReduceViewTko "multimem_load_reduce_view_tko" = Some(0x7b), V13_5, Views {
        operands: { view: one(TileView), index: many(IntTile), token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(LOAD)), memory_scope: attr(Scope).optional(),
                   reduction: attr(Keyword(EnumKind::MultimemReductionKind)).or(MultimemReductionKind::Add as u32),
                   inbounds: attr(InBounds) }
        results:  { reduced_values: one(AnyTile), result_token: one(Token) }
        regions:  {}
        compute:  [Multimem]
        effects:  [RowEffects::depends(Effects::OUTSIDE, effects::load)]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(view), Bracketed(index),
                   TokenLoose(token), Custom(InBoundsOrBlank), KeywordDictWith(&[reduction]), Lit(":"), Type(&[view]),
                   Custom(IndexTypes), CommaType(token), Lit("->"), Type(&[reduced_values]), Lit(","),
                   Type(&[result_token])]
    }

    /// Atomic reduction into a multicast view.
    ///
    /// view[index][e] = view[index][e] combined with tile[e] in the memory of every member of the multicast object,
    /// atomically for each element of each member; no old value is returned. Floats are added in their own type.
    /// Elements outside the tensor_view are skipped. Index and inbounds rules as load_view_tko, pairs of 16 bits as
    /// multimem_load_reduce_view_tko.
    multimem_reduce_view_tko MultimemReduceViewTko "multimem_reduce_view_tko" = Some(0x7c), V13_5, Atomics {
        operands: { view: one(TileView), tile: one(AnyTile), index: many(IntTile), token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(REDUCTION)), memory_scope: attr(Scope),
                   reduction: attr(Keyword(EnumKind::MultimemReductionKind)).or(MultimemReductionKind::Add as u32),
                   inbounds: attr(InBounds) }
        results:  { result_token: one(Token) }
        regions:  {}
        compute:  [Multimem]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(view), Lit(","), Operand(tile),
                   Bracketed(index), TokenLoose(token), Custom(InBoundsOrBlank), KeywordDictWith(&[reduction]), Lit(":"),
                   Type(&[view]), Lit(","), Type(&[tile]), Custom(IndexTypes), CommaType(token), Lit("->"),
                   Type(&[result_token])]
    }

    /// Store a tile to a multicast view.
    ///
    /// Writes the tile to the memory of every member of the multicast object; elements falling outside the tensor are
    /// dropped. Index and inbounds rules as load_view_tko, pairs of 16 bits as multimem_load_reduce_view_tko.
    multimem_store_view_tko MultimemStoreViewTko "multimem_store_view_tko" = Some(0x7d), V13_5, Views {
        operands: { view: one(TileView), tile: one(AnyTile), index: many(IntTile), token: optional(Token) }
        attrs:    { memory_ordering_semantics: attr(Ordering(STORE)), memory_scope: attr(Scope).optional(),
                   inbounds: attr(InBounds) }
        results:  { result_token: one(Token) }
        regions:  {}
        compute:  [Multimem]
        effects:  [RowEffects::OUTSIDE]
        traits:   [TokenOrdered, Segmented]
        rules:    []
        asm:      [Attr(memory_ordering_semantics), Attr(memory_scope), Operand(view), Lit(","), Operand(tile),
                   Bracketed(index), TokenLoose(token), Custom(InBoundsOrBlank), KeywordDict, Lit(":"), Type(&[view]),
                   Lit(","), Type(&[tile]), Custom(IndexTypes), CommaType(token), Lit("->"), Type(&[result_token])]
    }

    /// External function.
    ///
    /// Declares a function that the module does not define: its parameters and results are tiles. The attribute
    /// `cuda_tile.preview$access` of each parameter says whether the function reads it, writes it or both; those that
    /// it writes are the first results, in order. Constant parameters are given by each call. The preview `simt` alone
    /// has it.
    preview_func PreviewFunc "preview$func" = Some(0x4003), V13_5, Preview {
        operands: {}
        attrs:    { sym_name: attr(SymbolName), function_type: attr(FunctionType), arg_attrs: attr(Dicts).optional(),
                   res_attrs: attr(Dicts).optional(), const_params: attr(ConstParams) }
        results:  {}
        regions:  {}
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [Symbol, Definition]
        rules:    []
        asm:      [Custom(ExternFunc)]
    }

    /// Implementation of an external function.
    ///
    /// Says how the threads of a block run an external function: which elements of each tile a thread is given, where
    /// they are kept, which threads run it together, for which targets. The code itself is in a library. Fragments
    /// stand for the arguments and for the results that the function writes; there may be several implementations of
    /// one function. The preview `simt` alone has it.
    preview_extern_impl ExternImpl "preview$extern_impl" = Some(0x4004), V13_5, Preview {
        operands: {}
        attrs:    { sym_name: attr(SymbolName), implements: attr(SymbolRef), const_params: attr(ConstParams).optional(),
                   const_args: attr(Exprs).optional(), function_type: attr(FunctionType),
                   arg_attrs: attr(Dicts).optional(), res_attrs: attr(Dicts).optional(),
                   scratch_smem: attr(Scratch).optional(), config: attr(Dictionary).optional(),
                   arch: attr(Strs).optional(), frontendABI: attr(Dictionary).optional(),
                   synchronization: attr(Keyword(EnumKind::Synchronization)).optional(),
                   provider_score: attr(Int { bits: 64 }).optional() }
        results:  {}
        regions:  {}
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [Symbol, Definition]
        rules:    []
        asm:      [Custom(ExternImpl)]
    }

    /// Call of an external function.
    ///
    /// The results are what the function gives for the operands and the constant arguments: first those that stand for
    /// the parameters that it writes, in order, then the others. The caller of the program supplies the function. The
    /// preview `simt` alone has it.
    preview_call PreviewCall "preview$call" = Some(0x4002), V13_5, Preview {
        operands: { args: many(Any) }
        attrs:    { callee: attr(SymbolRef), const_args: attr(Exprs), arg_attrs: attr(Dicts).optional(),
                   res_attrs: attr(Dicts).optional() }
        results:  { outs: many(Any) }
        regions:  {}
        compute:  [Effect]
        effects:  [RowEffects::Always(Effects::OUTSIDE.and(Effects::ENDLESS))]
        traits:   []
        rules:    []
        asm:      [Custom(ExternCall)]
    }

    /// Attribute of a version that only test builds know.
    ///
    /// No effect. Admitted with `--testing-ops` alone.
    testing_bytecode_test_new_attribute TestNewAttribute "testing$bytecode_test_new_attribute" = Some(0x3000), V250_0, Testing {
        operands: {}
        attrs:    { new_flag: attr(Flag).optional() }
        results:  {}
        regions:  {}
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [PureInTools]
        rules:    []
        asm:      [Attr(new_flag), Dict]
    }

    /// Function of test builds.
    ///
    /// Holds a body that is verified like an entry's but may take and return anything. Admitted with `--testing-ops`
    /// alone.
    testing_func TestFunc "testing$func" = Some(0x3001), V250_0, Testing {
        operands: {}
        attrs:    { sym_name: attr(SymbolName), function_type: attr(FunctionType) }
        results:  {}
        regions:  { body: block().ends_in("return") }
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [Isolated, Symbol, Definition]
        rules:    []
        asm:      [Custom(Func)]
    }

    /// Op that gained fields between versions that only test builds know.
    ///
    /// No effect. Admitted with `--testing-ops` alone.
    testing_bytecode_test_evolution TestEvolution "testing$bytecode_test_evolution" = Some(0x3002), V250_0, Testing {
        operands: { args: many(Any) }
        attrs:    { new_flag: attr(Flag).optional() }
        results:  { outs: many(Any) }
        regions:  {}
        compute:  [Definition]
        effects:  [RowEffects::OUTSIDE]
        traits:   [PureInTools]
        rules:    []
        asm:      [Attr(new_flag), Dict, Custom(OperandsAndTypes)]
    }
}
