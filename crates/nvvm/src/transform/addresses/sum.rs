//! Numbers as sums of products: `3 + 16 · a + 4 · b · n`.
//!
//! Sums are in 64-bit arithmetic that wraps, or in 32 bits in spaces with 32-bit addresses. A factor of fewer bits is
//! sign-extended. Narrow sums are only expanded into wider ones if they do not wrap.

use ir::{Op, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ops::fields;
use crate::{Module, Opcode, Type, constant, range};

/// Terms of a sum at most.
const TERMS: usize = 8;
/// The maximum length of a chain of visited ops.
const DEPTH: u32 = 24;

/// Times that an address is moved, at most.
const MOVES: u32 = 64;

/// The factors: at most two values, in order.
pub(super) type Factors = SmallVec<[Value; 2]>;

/// `coefficient · factors[0] · ..`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) factors: Factors,
    pub(super) coefficient: i64,
}

/// A constant and terms, in the order of their factors; no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) constant: i64,
    pub(super) terms: SmallVec<[Term; 4]>,
}

impl Sum {
    fn number(constant: i64) -> Sum {
        Sum { constant, terms: SmallVec::new() }
    }

    fn value(value: Value) -> Sum {
        let factors = SmallVec::from_slice(&[value]);
        Sum { constant: 0, terms: SmallVec::from_iter([Term { factors, coefficient: 1 }]) }
    }

    fn plus(mut self, other: &Sum) -> Sum {
        self.constant = self.constant.wrapping_add(other.constant);
        for term in &other.terms {
            self.add(term.clone());
        }
        self
    }

    fn add(&mut self, term: Term) {
        match self.terms.binary_search_by(|known| known.factors.cmp(&term.factors)) {
            Ok(at) => {
                let sum = self.terms[at].coefficient.wrapping_add(term.coefficient);
                self.terms[at].coefficient = sum;
                if sum == 0 {
                    self.terms.remove(at);
                }
            }
            Err(at) => self.terms.insert(at, term),
        }
    }

    fn times(mut self, number: i64) -> Sum {
        self.constant = self.constant.wrapping_mul(number);
        for term in &mut self.terms {
            term.coefficient = term.coefficient.wrapping_mul(number);
        }
        self.terms.retain(|term| term.coefficient != 0);
        self
    }

    /// The product; none if it has too many terms or factors.
    fn product(&self, other: &Sum) -> Option<Sum> {
        let mut all = Sum::number(self.constant.wrapping_mul(other.constant));
        let constants = [(self, other.constant), (other, self.constant)];
        for (sum, number) in constants {
            let scaled = Sum { constant: 0, terms: sum.terms.clone() }.times(number);
            all = all.plus(&scaled);
        }
        for one in &self.terms {
            for two in &other.terms {
                let mut factors: Factors = one.factors.iter().chain(&two.factors).copied().collect();
                if factors.len() > 2 {
                    return None;
                }
                factors.sort_unstable();
                let coefficient = one.coefficient.wrapping_mul(two.coefficient);
                if coefficient != 0 {
                    all.add(Term { factors, coefficient });
                }
            }
        }
        (all.terms.len() <= TERMS).then_some(all)
    }
}

/// An address: where it starts, and how far on it is in bytes.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub(super) root: Value,
    pub(super) distance: Sum,
}

/// Reads values as sums, each once.
pub(super) struct Sums<'m> {
    module: &'m Module,
    known: FxHashMap<(Value, bool), Sum>,
}

impl<'m> Sums<'m> {
    pub(super) fn new(module: &'m Module) -> Sums<'m> {
        Sums { module, known: FxHashMap::default() }
    }

    /// An address, through everything that moves it.
    pub(super) fn address(&mut self, address: Value) -> Address {
        let wide = self.module.ty(address).bits() == 64;
        let (mut root, mut distance) = (address, Sum::default());
        for _ in 0..MOVES {
            let Some(op) = self.module.body.def_op(root).filter(|&op| self.is(op, Opcode::AddPtr)) else {
                break;
            };
            let offset = self.module.operand(op, fields::addptr::offset);
            let bytes = self.module.int(op, fields::addptr::bytes).unwrap_or(1);
            let moved = self.sum(offset, wide, DEPTH).times(bytes).plus(&distance);
            if moved.terms.len() > TERMS {
                break;
            }
            distance = moved;
            root = self.module.operand(op, fields::addptr::base);
        }
        if !wide {
            distance = narrowed(distance);
        }
        Address { root, distance }
    }

    fn is(&self, op: Op, opcode: Opcode) -> bool {
        self.module.opcode(op) == opcode
    }

    /// The signed reading of an integer, in 64 bits if `wide`, else in 32.
    fn sum(&mut self, value: Value, wide: bool, depth: u32) -> Sum {
        if let Some(number) = constant::signed(self.module, value) {
            return Sum::number(number);
        }
        if let Some(known) = self.known.get(&(value, wide)) {
            return known.clone();
        }
        let found = (depth > 0).then(|| self.module.body.def_op(value)).flatten();
        let found = found.and_then(|op| self.of_op(op, wide, depth - 1));
        let sum = found.filter(|sum| sum.terms.len() <= TERMS).unwrap_or_else(|| Sum::value(value));
        self.known.insert((value, wide), sum.clone());
        sum
    }

    fn of_op(&mut self, op: Op, wide: bool, depth: u32) -> Option<Sum> {
        let module = self.module;
        let operands = module.body.operands(op);
        let bits = module.ty(module.body.result(op, 0)).bits();
        // Modulo the width of addresses, the result is exact; otherwise the narrow op must not wrap.
        let same = bits >= if wide { 64 } else { 32 };
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops are no sums")]
        match module.opcode(op) {
            Opcode::AddI | Opcode::SubI | Opcode::MulI if same || range::is_exact(module, op) => {
                let left = self.sum(operands[0], wide, depth);
                let right = self.sum(operands[1], wide, depth);
                match module.opcode(op) {
                    Opcode::AddI => Some(left.plus(&right)),
                    Opcode::SubI => Some(left.plus(&right.times(-1))),
                    _ => left.product(&right),
                }
            }
            Opcode::ShlI if same || range::is_exact(module, op) => {
                let by = constant::known(module, operands[1]).filter(|&by| by < bits.into())?;
                Some(self.sum(operands[0], wide, depth).times(1i64.wrapping_shl(by as u32)))
            }
            Opcode::OrI | Opcode::XorI => {
                let sets = [operands[0], operands[1]].map(|value| range::ones(module, value));
                // Bits of their own, and none that is a sign.
                let apart = sets[0] & sets[1] == 0 && (sets[0] | sets[1]) >> (bits - 1) == 0;
                let apart = apart || same && sets[0] & sets[1] == 0;
                apart.then(|| {
                    let left = self.sum(operands[0], wide, depth);
                    left.plus(&self.sum(operands[1], wide, depth))
                })
            }
            Opcode::MulWide if self.reads_signed(op) && (bits == 64 || !wide) => {
                let left = self.sum(operands[0], wide, depth);
                left.product(&self.sum(operands[1], wide, depth))
            }
            Opcode::ExtI => self.extended(op, wide, depth),
            // The low half of a number is the same number where only the low half counts.
            Opcode::TruncI if !wide && bits == 32 => Some(self.sum(operands[0], wide, depth)),
            _ => None,
        }
    }

    /// The factors of a product of twice their width are read as signed.
    fn reads_signed(&self, op: Op) -> bool {
        let natural = |&value: &Value| range::range(self.module, value).low >= 0;
        self.module.flag(op, fields::mulwide::signed) || self.module.body.operands(op).iter().all(natural)
    }

    fn extended(&mut self, op: Op, wide: bool, depth: u32) -> Option<Sum> {
        let source = self.module.body.operands(op)[0];
        let ty = *self.module.ty(source);
        if ty == Type::I1 {
            return None;
        }
        let signed = self.module.flag(op, fields::exti::signed);
        let same = signed || !wide && ty.bits() == 32 || range::range(self.module, source).low >= 0;
        same.then(|| self.sum(source, wide, depth))
    }
}

/// A sum whose numbers are read in 32 bits.
fn narrowed(mut sum: Sum) -> Sum {
    sum.constant = i64::from(sum.constant as i32);
    for term in &mut sum.terms {
        term.coefficient = i64::from(term.coefficient as i32);
    }
    sum.terms.retain(|term| term.coefficient != 0);
    sum
}
