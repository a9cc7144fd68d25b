//! Arithmetic that levels 2 to 4 share: one set of rows, and therefore one meaning, one text format, one folding.
//!
//! At levels 2 and 3, these ops work on tiles element by element, at level 4 on single values. Names, modes and edge cases are
//! those of level 1, whose semantics chapter has the details. [`Arith`] names the ops independently of the level.

pub use cuda_tile::attrs::{
    AtomicRMWMode, ComparisonPredicate, IntegerOverflow, MemoryOrdering, MemoryScope, MultimemReductionKind,
    RoundingMode,
};

/// Hands the rows of shared arithmetic to a macro, after what it is given: `arith_rows!(ir::generic_ops! { level L; .. })`.
#[macro_export]
macro_rules! arith_rows {
    ($($then:ident)::+ ! { $($inner:tt)* } $($more:tt)*) => {
        $($then)::+ ! { $($inner)* $($more)*

            /// `lhs + rhs`, rounded once.
            addf AddF "addf" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32), flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `lhs - rhs`, rounded once.
            subf SubF "subf" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32), flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `lhs * rhs`, rounded once.
            mulf MulF "mulf" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32), flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `lhs / rhs`, rounded once; `approx` and `full` as level 1 has them.
            divf DivF "divf" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32), flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `lhs * rhs + acc`, rounded once.
            fma Fma "fma" {
                operands: { lhs: one(C::Float), rhs: one(C::Float), acc: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32), flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, acc, result])]
            }

            /// The smaller one. A NaN loses against a number unless NaNs propagate; -0 is smaller than +0.
            minf MinF "minf" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                attrs: { propagate_nan: attr(K::Flag).optional(), flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// The larger one. A NaN loses against a number unless NaNs propagate; -0 is smaller than +0.
            maxf MaxF "maxf" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                attrs: { propagate_nan: attr(K::Flag).optional(), flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// Remainder of the division truncated to an integer; has the sign of `lhs`.
            remf RemF "remf" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `lhs` to the power `rhs`.
            pow Pow "pow" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// The angle of the point (`rhs`, `lhs`).
            atan2 Atan2 "atan2" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `source` to an integer power.
            fpowi FPowI "fpowi" {
                operands: { source: one(C::Float), exponent: one(C::Int) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result]), SameShape(&[source, exponent])]
            }

            /// The sign bit flipped.
            negf NegF "negf" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// The sign bit cleared.
            absf AbsF "absf" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Rounded up to an integer.
            ceil Ceil "ceil" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Rounded down to an integer.
            floor Floor "floor" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Square root.
            sqrt Sqrt "sqrt" {
                operands: { source: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32), flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Reciprocal of the square root.
            rsqrt Rsqrt "rsqrt" {
                operands: { source: one(C::Float) }
                attrs: { flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// e to the power `source`.
            exp Exp "exp" {
                operands: { source: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::Full as u32) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// 2 to the power `source`.
            exp2 Exp2 "exp2" {
                operands: { source: one(C::Float) }
                attrs: { flush_to_zero: attr(K::Flag).optional() }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Natural logarithm.
            log Log "log" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Logarithm to base 2.
            log2 Log2 "log2" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Sine of an angle in radians.
            sin Sin "sin" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Cosine of an angle in radians.
            cos Cos "cos" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Tangent of an angle in radians.
            tan Tan "tan" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Hyperbolic sine.
            sinh Sinh "sinh" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Hyperbolic cosine.
            cosh Cosh "cosh" {
                operands: { source: one(C::Float) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Hyperbolic tangent.
            tanh Tanh "tanh" {
                operands: { source: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::Full as u32) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Comparison of floats. `ordered` is false when an operand is NaN, else `unordered`, which is true then.
            cmpf CmpF "cmpf" {
                operands: { lhs: one(C::Float), rhs: one(C::Float) }
                attrs: { predicate: attr(K::of::<ComparisonPredicate>()), ordered: attr(K::Flag).optional() }
                results: { result: one(C::Bool) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs]), SameShape(&[lhs, result])]
            }

            /// Comparison of integers.
            cmpi CmpI "cmpi" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { predicate: attr(K::of::<ComparisonPredicate>()), signed: attr(K::Flag).optional() }
                results: { result: one(C::Bool) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs]), SameShape(&[lhs, result])]
            }

            /// `lhs + rhs` modulo 2^w.
            addi AddI "addi" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { overflow: attr(K::of::<IntegerOverflow>()).or(IntegerOverflow::None as u32) }
                results: { result: one(C::Int) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `lhs - rhs` modulo 2^w.
            subi SubI "subi" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { overflow: attr(K::of::<IntegerOverflow>()).or(IntegerOverflow::None as u32) }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `lhs * rhs` modulo 2^w.
            muli MulI "muli" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { overflow: attr(K::of::<IntegerOverflow>()).or(IntegerOverflow::None as u32) }
                results: { result: one(C::Int) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// The upper half of the unsigned product.
            mulhii MulHiI "mulhii" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                results: { result: one(C::Int) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// Quotient, rounded toward `zero`, `negative_inf` or `positive_inf`. Division by zero is undefined for that element.
            divi DivI "divi" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { signed: attr(K::Flag).optional(), rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::Zero as u32) }
                results: { result: one(C::Int) }
                effects: [E::depends(Effects::GUARDED, division)]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// Remainder of the division that rounds toward zero.
            remi RemI "remi" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { signed: attr(K::Flag).optional() }
                results: { result: one(C::Int) }
                effects: [E::depends(Effects::GUARDED, division)]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// The smaller one.
            mini MinI "mini" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { signed: attr(K::Flag).optional() }
                results: { result: one(C::Int) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// The larger one.
            maxi MaxI "maxi" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { signed: attr(K::Flag).optional() }
                results: { result: one(C::Int) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// Bits shifted up; a shift by the width or more is undefined for that element.
            shli ShlI "shli" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { overflow: attr(K::of::<IntegerOverflow>()).or(IntegerOverflow::None as u32) }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// Bits shifted down, with copies of the sign bit if signed; a shift by the width or more is undefined for that element.
            shri ShrI "shri" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                attrs: { signed: attr(K::Flag).optional() }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// Bitwise and.
            andi AndI "andi" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                results: { result: one(C::Int) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// Bitwise or.
            ori OrI "ori" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                results: { result: one(C::Int) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// Bitwise exclusive or.
            xori XorI "xori" {
                operands: { lhs: one(C::Int), rhs: one(C::Int) }
                results: { result: one(C::Int) }
                traits: [Pure, Commutative]
                rules: [SameType(&[lhs, rhs, result])]
            }

            /// `-source` modulo 2^w.
            negi NegI "negi" {
                operands: { source: one(C::Int) }
                attrs: { overflow: attr(K::of::<IntegerOverflow>()).or(IntegerOverflow::None as u32) }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// Absolute value modulo 2^w.
            absi AbsI "absi" {
                operands: { source: one(C::Int) }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameType(&[source, result])]
            }

            /// `val_if_true` where the condition holds, else `val_if_false`.
            select Select "select" {
                operands: { cond: one(C::Bool), val_if_true: one(C::Data), val_if_false: one(C::Data) }
                results: { result: one(C::Data) }
                traits: [Pure]
                rules: [SameType(&[val_if_true, val_if_false, result]), SameShape(&[cond, result])]
            }

            /// Widened, with copies of the sign bit if signed, else with zeros.
            exti ExtI "exti" {
                operands: { source: one(C::Int) }
                attrs: { signed: attr(K::Flag).optional() }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameShape(&[source, result])]
            }

            /// The low bits.
            trunci TruncI "trunci" {
                operands: { source: one(C::Int) }
                attrs: { overflow: attr(K::of::<IntegerOverflow>()).or(IntegerOverflow::None as u32) }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameShape(&[source, result])]
            }

            /// An integer as a float, rounded.
            itof IToF "itof" {
                operands: { source: one(C::Int) }
                attrs: { signed: attr(K::Flag).optional(), rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameShape(&[source, result])]
            }

            /// A float as an integer: rounded toward zero (`nearest_int_to_zero`), saturated; a NaN becomes 0.
            ftoi FToI "ftoi" {
                operands: { source: one(C::Float) }
                attrs: { signed: attr(K::Flag).optional(), rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestIntToZero as u32) }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameShape(&[source, result])]
            }

            /// A float in another format, rounded. Values beyond the range saturate where the format has no infinity.
            fp_to_fp FpToFp "fp_to_fp" {
                operands: { source: one(C::Float) }
                attrs: { rounding: attr(K::of::<RoundingMode>()).or(RoundingMode::NearestEven as u32) }
                results: { result: one(C::Float) }
                traits: [Pure]
                rules: [SameShape(&[source, result])]
            }

            /// The same bits as another type of the same width.
            bitcast Bitcast "bitcast" {
                operands: { source: one(C::Data) }
                results: { result: one(C::Data) }
                traits: [Pure]
                rules: [SameShape(&[source, result])]
            }

            /// An address as a 64-bit integer.
            ptr_to_int PtrToInt "ptr_to_int" {
                operands: { source: one(C::Ptr) }
                results: { result: one(C::Int) }
                traits: [Pure]
                rules: [SameShape(&[source, result])]
            }

            /// A 64-bit integer as an address.
            int_to_ptr IntToPtr "int_to_ptr" {
                operands: { source: one(C::Int) }
                results: { result: one(C::Ptr) }
                traits: [Pure]
                rules: [SameShape(&[source, result])]
            }

            /// `base + offset * bytes`, where the offset is read as a signed integer.
            addptr AddPtr "addptr" {
                operands: { base: one(C::Ptr), offset: one(C::Int) }
                attrs: { bytes: attr(K::Int) }
                results: { result: one(C::Ptr) }
                traits: [Pure]
                rules: [SameType(&[base, result]), SameShape(&[offset, result])]
            }
        }
    };
}

arith_rows!(crate::family::define_family! {
    /// An op of the shared arithmetic, whatever the level.
    Arith;
});
arith_rows!(ir::row_fields! {});
