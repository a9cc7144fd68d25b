//! Known properties of integers: the range of the signed value, and bits that are certainly zero.
//!
//! They come from constants, from the ranges of special registers, from loop bounds, and are propagated through arithmetic that
//! does not wrap. Nothing is cached between queries; each query inspects a bounded number of ops.

use std::cell::RefCell;

use ir::{Op, Value, ValueDef};
use smallvec::SmallVec;
use tile_core::arith::{IntegerOverflow, RoundingMode};

use crate::attrs::SpecialRegister as Special;
use crate::ops::fields;
use crate::{Module, Opcode, Type, constant};

/// The maximum length of a chain of ops in a query.
const DEPTH: u32 = 6;

/// Bounds of the signed reading of an integer, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Range {
    const fn new(low: i128, high: i128) -> Range {
        Range { low, high }
    }

    const fn one(value: i128) -> Range {
        Range { low: value, high: value }
    }

    /// Everything that an integer of the given width can be.
    pub(crate) const fn full(bits: u32) -> Range {
        Range { low: -(1i128 << (bits - 1)), high: (1i128 << (bits - 1)) - 1 }
    }

    pub(crate) const fn is_within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    fn fits(self, bits: u32) -> bool {
        self.is_within(Range::full(bits))
    }

    fn is_natural(self) -> bool {
        self.low >= 0
    }

    /// The smallest range that contains both.
    fn hull(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// Of all pairs of ends under an operation that is monotonic in each of them.
    fn corners(self, other: Range, f: impl Fn(i128, i128) -> i128) -> Range {
        let all = [
            f(self.low, other.low),
            f(self.low, other.high),
            f(self.high, other.low),
            f(self.high, other.high),
        ];
        all.into_iter().map(Range::one).reduce(Range::hull).unwrap_or(Range::one(0))
    }

    /// All numbers of the bits that the largest has.
    fn with_all_bits(self) -> Range {
        Range::new(0, bits_below(self.high))
    }
}

/// The number whose bits are those of `value` and all below them.
fn bits_below(value: i128) -> i128 {
    let used = 128 - value.max(0).leading_zeros();
    (1i128 << used) - 1
}

/// The range of an integer; for other types, all numbers of the given number of bits.
pub(crate) fn range(module: &Module, value: Value) -> Range {
    AxisAnalysis::new(module).range(value, DEPTH)
}

/// Bits that may be set.
pub(crate) fn ones(module: &Module, value: Value) -> u64 {
    AxisAnalysis::new(module).ones(value, DEPTH)
}

/// True if an op of the shared arithmetic has the same result as without a bound on the width, read signed: of its operands'
/// ranges the exact result fits, or it promises so.
pub(crate) fn is_exact(module: &Module, op: Op) -> bool {
    let facts = AxisAnalysis::new(module);
    let Some(exact) = facts.unwrapped(op, DEPTH) else { return false };
    let bits = module.ty(module.body.result(op, 0)).bits();
    exact.fits(bits) || promises(module, op)
}

/// The op has the flag that the signed result does not wrap.
fn promises(module: &Module, op: Op) -> bool {
    #[allow(clippy::wildcard_enum_match_arm, reason = "four ops promise")]
    let field = match module.opcode(op) {
        Opcode::AddI => fields::addi::overflow,
        Opcode::SubI => fields::subi::overflow,
        Opcode::MulI => fields::muli::overflow,
        Opcode::ShlI => fields::shli::overflow,
        _ => return false,
    };
    matches!(module.get(op, field), IntegerOverflow::NoSignedWrap | IntegerOverflow::NoWrap)
}

/// The range of a special register.
fn special(module: &Module, op: Op) -> Range {
    match module.get(op, fields::special::name) {
        Special::TidX => Range::new(0, threads(module, op).map_or(1023, |threads| i128::from(threads) - 1)),
        Special::NTidX => {
            threads(module, op).map_or(Range::new(1, 1024), |threads| Range::one(threads.into()))
        }
        Special::TidY | Special::TidZ => Range::new(0, 1023),
        Special::NTidY | Special::NTidZ => Range::new(1, 1024),
        Special::LaneId => Range::new(0, 31),
        Special::SmId => Range::new(0, (1 << 31) - 1),
        Special::CtaIdY | Special::CtaIdZ => Range::new(0, 65534),
        Special::NCtaIdY | Special::NCtaIdZ => Range::new(1, 65535),
        Special::ClusterIdY | Special::ClusterIdZ => Range::new(0, 65534),
        Special::NClusterIdY | Special::NClusterIdZ => Range::new(1, 65535),
        Special::CtaIdX | Special::ClusterIdX => Range::new(0, (1 << 31) - 2),
        Special::NCtaIdX | Special::NClusterIdX => Range::new(1, (1 << 31) - 1),
        // A cluster has 16 thread blocks at most.
        Special::ClusterCtaRank | Special::ClusterCtaIdX => Range::new(0, 15),
    }
}

/// The threads of a block, from the function around an op.
fn threads(module: &Module, op: Op) -> Option<i64> {
    let mut around = module.body.parent_op(op);
    while let Some(outer) = around {
        if module.opcode(outer) == Opcode::Func {
            return module.int(outer, fields::func::reqntid).filter(|threads| (1..=1024).contains(threads));
        }
        around = module.body.parent_op(outer);
    }
    None
}

/// One query.
struct AxisAnalysis<'m> {
    module: &'m Module,
    /// Ranges that the query has found already, by the value and the length of chain: operands are visited again by what uses
    /// them and for bits.
    ranges: RefCell<SmallVec<[(Value, u32, Range); 8]>>,
}

impl<'m> AxisAnalysis<'m> {
    fn new(module: &'m Module) -> AxisAnalysis<'m> {
        AxisAnalysis { module, ranges: RefCell::default() }
    }
}

impl AxisAnalysis<'_> {
    fn bits(&self, value: Value) -> u32 {
        self.module.ty(value).bits()
    }

    fn range(&self, value: Value, depth: u32) -> Range {
        let full = Range::full(self.bits(value));
        if !matches!(self.module.ty(value), Type::I16 | Type::I32 | Type::I64) {
            return full;
        }
        if let Some(number) = constant::signed(self.module, value) {
            return Range::one(number.into());
        }
        if depth == 0 {
            return full;
        }
        let known = self.ranges.borrow().iter().find(|known| (known.0, known.1) == (value, depth)).copied();
        if let Some((.., range)) = known {
            return range;
        }
        let found = match self.module.body.def(value) {
            ValueDef::Result(op, _) => self.of_op(op, depth - 1),
            ValueDef::Arg(block, 0) => {
                self.module.body.block_op(block).and_then(|op| self.counter(op, depth - 1))
            }
            ValueDef::Arg(..) => None,
        };
        let found = found.filter(|found| found.is_within(full) && found.low <= found.high).unwrap_or(full);
        self.ranges.borrow_mut().push((value, depth, found));
        found
    }

    /// The range of the induction variable of a `for`.
    fn counter(&self, op: Op, depth: u32) -> Option<Range> {
        use fields::for_::{lower, unsigned, upper};
        if self.module.opcode(op) != Opcode::For {
            return None;
        }
        let (first, end) = (
            self.range(self.module.operand(op, lower), depth),
            self.range(self.module.operand(op, upper), depth),
        );
        let agrees = !self.module.flag(op, unsigned) || first.is_natural() && end.is_natural();
        agrees.then(|| Range::new(first.low, first.low.max(end.high - 1)))
    }

    /// The ranges of both operands.
    fn pair(&self, op: Op, depth: u32) -> (Range, Range) {
        let operands = self.module.body.operands(op);
        (self.range(operands[0], depth), self.range(operands[1], depth))
    }

    fn first(&self, op: Op, depth: u32) -> Range {
        self.range(self.module.body.operands(op)[0], depth)
    }

    fn of_op(&self, op: Op, depth: u32) -> Option<Range> {
        let module = self.module;
        #[allow(clippy::wildcard_enum_match_arm, reason = "nothing is known of the results of other ops")]
        match module.opcode(op) {
            Opcode::Special => Some(special(module, op)),
            Opcode::Popc | Opcode::Clz => Some(Range::new(0, 64)),
            Opcode::AddI | Opcode::SubI | Opcode::MulI | Opcode::ShlI => self.unwrapped(op, depth),
            Opcode::MulWide => {
                let (a, b) = self.pair(op, depth);
                let reads = module.flag(op, fields::mulwide::signed) || a.is_natural() && b.is_natural();
                reads.then(|| a.corners(b, |a, b| a * b))
            }
            Opcode::AndI => match self.pair(op, depth) {
                (a, b) if a.is_natural() && b.is_natural() => Some(Range::new(0, a.high.min(b.high))),
                (a, _) if a.is_natural() => Some(Range::new(0, a.high)),
                (_, b) if b.is_natural() => Some(Range::new(0, b.high)),
                _ => None,
            },
            Opcode::OrI | Opcode::XorI => {
                let (a, b) = self.pair(op, depth);
                (a.is_natural() && b.is_natural()).then(|| a.hull(b).with_all_bits())
            }
            Opcode::ShrI => self.shifted_down(op, depth),
            Opcode::ExtI => self.extended(op, depth),
            Opcode::TruncI => Some(self.first(op, depth)),
            Opcode::Select => {
                let operands = module.body.operands(op);
                Some(self.range(operands[1], depth).hull(self.range(operands[2], depth)))
            }
            Opcode::MinI | Opcode::MaxI => self.extremum(op, depth),
            Opcode::DivI => self.quotient(op, depth),
            Opcode::RemI => self.remainder(op, depth),
            _ => None,
        }
    }

    /// The divisor, where it is a positive number.
    fn divisor(&self, op: Op) -> Option<i128> {
        let by = constant::signed(self.module, self.module.body.operands(op)[1])?;
        (by > 0).then_some(by.into())
    }

    fn quotient(&self, op: Op, depth: u32) -> Option<Range> {
        let (by, range) = (self.divisor(op)?, self.first(op, depth));
        if !range.is_natural() && !self.module.flag(op, fields::divi::signed) {
            return None;
        }
        // Toward zero or down; else up to one more.
        let rounding = self.module.get::<RoundingMode>(op, fields::divi::rounding);
        let rounds_up = rounding == RoundingMode::PositiveInf;
        let more = i128::from(rounds_up || !range.is_natural());
        Some(Range::new(range.low.div_euclid(by), range.high.div_euclid(by) + more))
    }

    fn remainder(&self, op: Op, depth: u32) -> Option<Range> {
        let (by, range) = (self.divisor(op)?, self.first(op, depth));
        if range.is_natural() {
            return Some(Range::new(0, range.high.min(by - 1)));
        }
        let low = if self.module.flag(op, fields::remi::signed) { 1 - by } else { 0 };
        Some(Range::new(low, by - 1))
    }

    /// The range of the result without wrapping; none for other ops, and for shifts by unknown amounts.
    fn unwrapped(&self, op: Op, depth: u32) -> Option<Range> {
        #[allow(clippy::wildcard_enum_match_arm, reason = "four ops wrap")]
        let exact = match self.module.opcode(op) {
            Opcode::ShlI => {
                let by = constant::known(self.module, self.module.body.operands(op)[1])?;
                let range = self.first(op, depth);
                if by >= 64 {
                    return None;
                }
                Range::new(range.low << by, range.high << by)
            }
            opcode => {
                let apply: fn(i128, i128) -> i128 = match opcode {
                    Opcode::AddI => |a, b| a + b,
                    Opcode::SubI => |a, b| a - b,
                    Opcode::MulI => |a, b| a * b,
                    _ => return None,
                };
                let (a, b) = self.pair(op, depth);
                a.corners(b, apply)
            }
        };
        let full = Range::full(self.bits(self.module.body.result(op, 0)));
        if promises(self.module, op) {
            return Some(Range::new(exact.low.max(full.low), exact.high.min(full.high)));
        }
        Some(exact)
    }

    fn shifted_down(&self, op: Op, depth: u32) -> Option<Range> {
        let operands = self.module.body.operands(op);
        let bits = self.bits(operands[0]);
        let by = constant::known(self.module, operands[1]).filter(|&by| by < bits.into())?;
        let range = self.range(operands[0], depth);
        if range.is_natural() || self.module.flag(op, fields::shri::signed) {
            return Some(Range::new(range.low >> by, range.high >> by));
        }
        (by > 0).then(|| Range::new(0, (1i128 << (u64::from(bits) - by)) - 1))
    }

    fn extended(&self, op: Op, depth: u32) -> Option<Range> {
        let source = self.module.body.operands(op)[0];
        let signed = self.module.flag(op, fields::exti::signed);
        if *self.module.ty(source) == Type::I1 {
            return Some(if signed { Range::new(-1, 0) } else { Range::new(0, 1) });
        }
        let range = self.range(source, depth);
        if signed || range.is_natural() {
            return Some(range);
        }
        Some(Range::new(0, (1i128 << self.bits(source)) - 1))
    }

    fn extremum(&self, op: Op, depth: u32) -> Option<Range> {
        let is_min = self.module.opcode(op) == Opcode::MinI;
        let signed = self.module.flag(op, if is_min { fields::mini::signed } else { fields::maxi::signed });
        let operands = self.module.body.operands(op);
        let (a, b) = (self.range(operands[0], depth), self.range(operands[1], depth));
        if !(signed || a.is_natural() && b.is_natural()) {
            return None;
        }
        Some(if is_min {
            Range::new(a.low.min(b.low), a.high.min(b.high))
        } else {
            Range::new(a.low.max(b.low), a.high.max(b.high))
        })
    }

    fn ones(&self, value: Value, depth: u32) -> u64 {
        let width = self.bits(value);
        let all = u64::MAX >> (64 - width);
        if let Some(bits) = constant::known(self.module, value) {
            return bits;
        }
        if depth == 0 {
            return all;
        }
        let range = self.range(value, depth);
        let of_range = if range.is_natural() { bits_below(range.high) as u64 } else { all };
        let found = self.module.body.def_op(value).map_or(all, |op| self.ones_of(op, all, depth - 1));
        found & of_range & all
    }

    fn ones_of(&self, op: Op, all: u64, depth: u32) -> u64 {
        let operands = self.module.body.operands(op);
        let of = |index: usize| self.ones(operands[index], depth);
        let by =
            || constant::known(self.module, operands[1]).filter(|&by| by < self.bits(operands[0]).into());
        #[allow(clippy::wildcard_enum_match_arm, reason = "nothing is known of the bits of other ops")]
        match self.module.opcode(op) {
            Opcode::AndI => of(0) & of(1),
            Opcode::OrI | Opcode::XorI => of(0) | of(1),
            Opcode::AddI => match (of(0), of(1)) {
                // Without a common bit there is no carry.
                (a, b) if a & b == 0 => a | b,
                _ => all,
            },
            Opcode::ShlI => by().map_or(all, |by| of(0) << by),
            Opcode::ShrI if !self.module.flag(op, fields::shri::signed) => by().map_or(all, |by| of(0) >> by),
            Opcode::ExtI if !self.module.flag(op, fields::exti::signed) => of(0),
            Opcode::TruncI => of(0),
            Opcode::Select => self.ones(operands[1], depth) | self.ones(operands[2], depth),
            _ => all,
        }
    }
}
