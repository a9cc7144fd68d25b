//! Ops that compute each element from the elements at its place.

use cuda_tile::ops::{Opcode, fields};
use cuda_tile::{Dense, Module};
use ir::Op;
use numerics::math::{self, Function};
use numerics::{Scalar, convert, float, int};

use super::modes::Modes;
use crate::constant;

/// Element of the result for the elements of at most three operands; `None` where it is undefined.
type Lane<'m> = Box<dyn Fn([u64; 3]) -> Option<u64> + 'm>;

/// The constant that an element-wise op computes; `None` when an element is undefined or there are too many.
pub(super) fn evaluate(module: &Module, op: Op, operands: &[&Dense]) -> Option<Dense> {
    let result = module.body.ty(module.body.result(op, 0));
    let (target, len) = constant::tile_of(module, result)?;
    let len = if operands.iter().all(|dense| dense.is_splat()) { 1 } else { len };
    if len > constant::MAX_ELEMENTS {
        return None;
    }
    let lane = lane(Modes { module, op }, operands.first()?.elem(), target)?;
    let at = |index: usize| {
        let mut elements = [0; 3];
        elements.iter_mut().zip(operands).for_each(|(element, dense)| *element = dense.bits(index));
        lane(elements)
    };
    let bits: Option<Vec<u64>> = (0..len).map(at).collect();
    constant::make(module, result, &bits?)
}

fn total<'m>(f: impl Fn([u64; 3]) -> u64 + 'm) -> Lane<'m> {
    Box::new(move |operands| Some(f(operands)))
}

fn partial<'m>(f: impl Fn([u64; 3]) -> Option<u64> + 'm) -> Lane<'m> {
    Box::new(f)
}

/// The function of an element-wise op on elements of type `s`, with results of type `target`; `None` for other ops.
fn lane<'m>(m: Modes<'m>, s: Scalar, target: Scalar) -> Option<Lane<'m>> {
    use Opcode::*;
    Some(match m.module.opcode(m.op) {
        AddI | SubI | MulI | MulhiI | AbsI | NegI | DivI | RemI | ShlI | ShrI | MaxI | MinI | CmpI | AndI
        | OrI | XorI => integer(m, s)?,
        AddF | SubF | MulF | DivF | Fma | Sqrt | RemF | AbsF | NegF | Ceil | Floor | MaxF | MinF | CmpF => {
            rounded(m, s)?
        }
        Sin | Cos | Tan | Sinh | Cosh | Tanh | Exp | Exp2 | Log | Log2 | Rsqrt | Pow | Atan2 | FPowI => {
            function(m, s)?
        }
        ExtI | TruncI | FToF | FToI | IToF | Bitcast => conversion(m, s, target)?,
        Select => total(|[c, a, b]| if c != 0 { a } else { b }),
        Alloca
        | Assert
        | Assume
        | AtomicCasTko
        | AtomicRedViewTko
        | AtomicRmwTko
        | Break
        | Broadcast
        | Call
        | Cat
        | Constant
        | Continue
        | Entry
        | ExternElementwise
        | Extract
        | For
        | Func
        | GdcLaunchDependentsTko
        | GdcWaitTko
        | Generate
        | GetGlobal
        | GetIndexSpaceShape
        | GetNumTileBlocks
        | GetTensorShape
        | GetTileBlockId
        | Global
        | If
        | Insert
        | IntToPtr
        | Iota
        | JoinTokens
        | LoadPtrTko
        | LoadViewTko
        | Loop
        | MakeGatherScatterView
        | MakePartitionView
        | MakeStridedView
        | MakeTensorView
        | MakeToken
        | MemoryFenceAliasTko
        | MmaF
        | MmaFScaled
        | MmaI
        | Opcode::Module
        | Offset
        | OptimizationBarrier
        | Pack
        | Permute
        | PrintTko
        | PtrToInt
        | PtrToPtr
        | Reduce
        | Reshape
        | Return
        | Scan
        | StorePtrTko
        | StoreViewTko
        | TestEvolution
        | TestFunc
        | TestNewAttribute
        | Unpack
        | Yield => return None,
    })
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the caller names the ops of each group")]
fn integer<'m>(m: Modes<'m>, s: Scalar) -> Option<Lane<'m>> {
    use fields as f;
    Some(match m.module.opcode(m.op) {
        Opcode::AddI => partial(move |[a, b, _]| int::add(s, a, b).under(m.promise(f::addi::overflow))),
        Opcode::SubI => partial(move |[a, b, _]| int::sub(s, a, b).under(m.promise(f::subi::overflow))),
        Opcode::MulI => partial(move |[a, b, _]| int::mul(s, a, b).under(m.promise(f::muli::overflow))),
        Opcode::NegI => partial(move |[a, ..]| int::neg(s, a).under(m.promise(f::negi::overflow))),
        Opcode::ShlI => partial(move |[a, b, _]| int::shl(s, a, b)?.under(m.promise(f::shli::overflow))),
        Opcode::ShrI => partial(move |[a, b, _]| int::shr(s, a, b, m.signed(f::shri::signedness))),
        Opcode::DivI => partial(move |[a, b, _]| {
            int::div(s, a, b, m.signed(f::divi::signedness), m.rounding(f::divi::rounding))
        }),
        Opcode::RemI => partial(move |[a, b, _]| int::rem(s, a, b, m.signed(f::remi::signedness))),
        Opcode::MulhiI => total(move |[a, b, _]| int::mul_high(s, a, b)),
        Opcode::AbsI => total(move |[a, ..]| int::abs(s, a)),
        Opcode::MaxI => total(move |[a, b, _]| int::max(s, a, b, m.signed(f::maxi::signedness))),
        Opcode::MinI => total(move |[a, b, _]| int::min(s, a, b, m.signed(f::mini::signedness))),
        Opcode::CmpI => {
            let predicate = m.predicate(f::cmpi::comparison_predicate);
            total(move |[a, b, _]| int::compare(s, predicate, a, b, m.signed(f::cmpi::signedness)).into())
        }
        Opcode::AndI => total(|[a, b, _]| a & b),
        Opcode::OrI => total(|[a, b, _]| a | b),
        Opcode::XorI => total(|[a, b, _]| a ^ b),
        _ => return None,
    })
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the caller names the ops of each group")]
fn rounded<'m>(m: Modes<'m>, s: Scalar) -> Option<Lane<'m>> {
    use fields as f;
    let mode = |rounding, flush| (m.rounding(rounding), m.flag(flush));
    Some(match m.module.opcode(m.op) {
        Opcode::AddF => {
            let (rounding, flush) = mode(f::addf::rounding_mode, f::addf::flush_to_zero);
            total(move |[a, b, _]| float::add(s, a, b, rounding, flush))
        }
        Opcode::SubF => {
            let (rounding, flush) = mode(f::subf::rounding_mode, f::subf::flush_to_zero);
            total(move |[a, b, _]| float::sub(s, a, b, rounding, flush))
        }
        Opcode::MulF => {
            let (rounding, flush) = mode(f::mulf::rounding_mode, f::mulf::flush_to_zero);
            total(move |[a, b, _]| float::mul(s, a, b, rounding, flush))
        }
        Opcode::DivF => {
            let (rounding, flush) = mode(f::divf::rounding_mode, f::divf::flush_to_zero);
            total(move |[a, b, _]| float::div(s, a, b, rounding, flush))
        }
        Opcode::Fma => {
            let (rounding, flush) = mode(f::fma::rounding_mode, f::fma::flush_to_zero);
            total(move |[a, b, c]| float::fma(s, a, b, c, rounding, flush))
        }
        Opcode::Sqrt => {
            let (rounding, flush) = mode(f::sqrt::rounding_mode, f::sqrt::flush_to_zero);
            total(move |[a, ..]| float::sqrt(s, a, rounding, flush))
        }
        Opcode::RemF => total(move |[a, b, _]| float::rem(s, a, b)),
        Opcode::AbsF => total(move |[a, ..]| float::abs(s, a)),
        Opcode::NegF => total(move |[a, ..]| float::neg(s, a)),
        Opcode::Ceil => total(move |[a, ..]| float::ceil(s, a)),
        Opcode::Floor => total(move |[a, ..]| float::floor(s, a)),
        Opcode::MaxF => {
            let (rule, flush) = (m.nan_rule(f::maxf::propagate_nan), m.flag(f::maxf::flush_to_zero));
            total(move |[a, b, _]| float::max(s, a, b, rule, flush))
        }
        Opcode::MinF => {
            let (rule, flush) = (m.nan_rule(f::minf::propagate_nan), m.flag(f::minf::flush_to_zero));
            total(move |[a, b, _]| float::min(s, a, b, rule, flush))
        }
        Opcode::CmpF => {
            let predicate = m.predicate(f::cmpf::comparison_predicate);
            let ordered = m.ordered(f::cmpf::comparison_ordering);
            total(move |[a, b, _]| float::compare(s, predicate, ordered, a, b).into())
        }
        _ => return None,
    })
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the caller names the ops of each group")]
fn function<'m>(m: Modes<'m>, s: Scalar) -> Option<Lane<'m>> {
    use fields as f;
    let unary = |function: Function, flush: bool| total(move |[a, ..]| math::unary(function, s, a, flush));
    Some(match m.module.opcode(m.op) {
        Opcode::Sin => unary(Function::Sin, false),
        Opcode::Cos => unary(Function::Cos, false),
        Opcode::Tan => unary(Function::Tan, false),
        Opcode::Sinh => unary(Function::Sinh, false),
        Opcode::Cosh => unary(Function::Cosh, false),
        Opcode::Tanh => unary(Function::Tanh, false),
        Opcode::Exp => unary(Function::Exp, false),
        Opcode::Log => unary(Function::Log, false),
        Opcode::Log2 => unary(Function::Log2, false),
        Opcode::Exp2 => unary(Function::Exp2, m.flag(f::exp2::flush_to_zero)),
        Opcode::Rsqrt => unary(Function::Rsqrt, m.flag(f::rsqrt::flush_to_zero)),
        Opcode::Pow => total(move |[a, b, _]| math::pow(s, a, b)),
        Opcode::Atan2 => total(move |[a, b, _]| math::atan2(s, a, b)),
        Opcode::FPowI => {
            let exponent = m.module.operand(m.op, f::fpowi::exponent);
            let (exponent, _) = constant::tile_of(m.module, m.module.body.ty(exponent))?;
            // Exponents have at most 32 bits.
            total(move |[a, b, _]| math::pow_int(s, a, int::sign_extend(exponent, b) as i32))
        }
        _ => return None,
    })
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the caller names the ops of each group")]
fn conversion<'m>(m: Modes<'m>, s: Scalar, target: Scalar) -> Option<Lane<'m>> {
    use fields as f;
    Some(match m.module.opcode(m.op) {
        Opcode::ExtI => total(move |[a, ..]| int::extend(s, target, a, m.signed(f::exti::signedness))),
        Opcode::TruncI => {
            partial(move |[a, ..]| int::truncate(s, target, a).under(m.promise(f::trunci::overflow)))
        }
        Opcode::FToF => {
            let rounding = m.rounding(f::ftof::rounding_mode);
            total(move |[a, ..]| convert::float_to_float(s, target, a, rounding))
        }
        Opcode::FToI if m.flag(f::ftoi::saturating) => total(move |[a, ..]| {
            convert::float_to_int_saturating(s, target, a, m.signed(f::ftoi::signedness))
        }),
        Opcode::FToI => {
            partial(move |[a, ..]| convert::float_to_int(s, target, a, m.signed(f::ftoi::signedness)))
        }
        Opcode::IToF => {
            let (signed, rounding) = (m.signed(f::itof::signedness), m.rounding(f::itof::rounding_mode));
            total(move |[a, ..]| convert::int_to_float(s, target, a, signed, rounding))
        }
        Opcode::Bitcast => total(|[a, ..]| a),
        _ => return None,
    })
}
