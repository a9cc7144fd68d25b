//! Folding of integer arithmetic on known operands, shared by levels 2 to 4.

use ir::Op;
use ir::generic::GenericLevel;
use numerics::{Promise, Scalar, int};

use crate::arith::{Arith, ComparisonPredicate, IntegerOverflow, RoundingMode, fields};

/// The result of an op on known operands, from numbers of one format to those of another; `None` where it is undefined, or
/// of floats, which level 1 has folded.
pub fn evaluate<L: GenericLevel>(
    module: &ir::Module<L>,
    op: Op,
    arith: Arith,
    [s, to]: [Scalar; 2],
    operands: &[u64],
) -> Option<u64> {
    let at = |index: usize| operands.get(index).copied().unwrap_or(0);
    let (a, b) = (at(0), at(1));
    let promise = |field| Promise::from(module.get::<IntegerOverflow>(op, field));
    #[allow(clippy::wildcard_enum_match_arm, reason = "what floats compute, level 1 has folded")]
    match arith {
        Arith::AddI => int::add(s, a, b).under(promise(fields::addi::overflow)),
        Arith::SubI => int::sub(s, a, b).under(promise(fields::subi::overflow)),
        Arith::MulI => int::mul(s, a, b).under(promise(fields::muli::overflow)),
        Arith::MulHiI => Some(int::mul_high(s, a, b)),
        Arith::DivI => {
            let rounding = module.get::<RoundingMode>(op, fields::divi::rounding).into();
            int::div(s, a, b, module.flag(op, fields::divi::signed), rounding)
        }
        Arith::RemI => int::rem(s, a, b, module.flag(op, fields::remi::signed)),
        Arith::MinI => Some(int::min(s, a, b, module.flag(op, fields::mini::signed))),
        Arith::MaxI => Some(int::max(s, a, b, module.flag(op, fields::maxi::signed))),
        Arith::ShlI => int::shl(s, a, b)?.under(promise(fields::shli::overflow)),
        Arith::ShrI => int::shr(s, a, b, module.flag(op, fields::shri::signed)),
        Arith::AndI => Some(a & b),
        Arith::OrI => Some(a | b),
        Arith::XorI => Some(a ^ b),
        Arith::ExtI => Some(int::extend(s, to, a, module.flag(op, fields::exti::signed))),
        Arith::TruncI => int::truncate(s, to, a).under(promise(fields::trunci::overflow)),
        Arith::CmpI => {
            let predicate = module.get::<ComparisonPredicate>(op, fields::cmpi::predicate).into();
            Some(int::compare(s, predicate, a, b, module.flag(op, fields::cmpi::signed)).into())
        }
        Arith::Select => Some(if a != 0 { b } else { at(2) }),
        _ => None,
    }
}
