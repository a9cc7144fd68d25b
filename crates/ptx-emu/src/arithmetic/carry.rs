//! Extended precision: additions and subtractions that pass a carry on.
//!
//! The carry flag `CC.CF` is one bit for each lane, shared by all of them. A subtraction is the addition of the complement:
//! `sub.cc` computes `a + !b + 1` and `subc` computes `a + !b + CF`, so that the flag after a subtraction is 1 where there
//! was no borrow. That decides mixtures such as `sub.cc` before `addc`; `ptxas` compiles them so (`IADD3` and `IADD3.X` on
//! one predicate).

use ptx::module::Instruction;
use ptx::{Modifier, Opcode, Type};

use super::first_type;
use super::int::{high_s32, high_s64, high_u32, high_u64};
use super::rows::{LANES, Row32, Row64};

/// The product of which half is added first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Product {
    None,
    Low,
    High { signed: bool },
}

/// An addition or subtraction with a carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carry {
    product: Product,
    subtracts: bool,
    /// The carry is an operand.
    pub(crate) takes: bool,
    /// The carry is a result.
    pub(crate) gives: bool,
    /// Operands and result have 64 bits.
    pub(crate) wide: bool,
}

/// The computation of an instruction with a carry.
pub(super) fn select(instruction: &Instruction) -> Option<Carry> {
    let of = first_type(instruction)?;
    let opcode = instruction.opcode();
    let half = if instruction.has(Modifier::Hi) {
        Product::High { signed: matches!(of, Type::S32 | Type::S64) }
    } else {
        Product::Low
    };
    let gives_word = instruction.has(Modifier::Cc);
    let (product, subtracts, takes, gives) = match opcode {
        Opcode::AddCc => (Product::None, false, false, true),
        Opcode::SubCc => (Product::None, true, false, true),
        Opcode::Addc => (Product::None, false, true, gives_word),
        Opcode::Subc => (Product::None, true, true, gives_word),
        Opcode::Mad if gives_word => (half, false, false, true),
        Opcode::Madc => (half, false, true, gives_word),
        _ => return None,
    };
    Some(Carry { product, subtracts, takes, gives, wide: of.bits() == 64 })
}

impl Carry {
    /// Operands of the instruction.
    pub(crate) fn operands(&self) -> usize {
        if self.product == Product::None { 2 } else { 3 }
    }

    /// Computes 32-bit lanes; returns the carries out. `c` is only used with three operands.
    pub(crate) fn run32(&self, a: &Row32, b: &Row32, c: &Row32, carries: u32, d: &mut Row32) -> u32 {
        let mut out = 0;
        for lane in 0..LANES {
            let carry = self.carry_in(carries >> lane & 1 != 0);
            let (x, y) = match self.product {
                Product::None => (a[lane], b[lane]),
                Product::Low => (a[lane].wrapping_mul(b[lane]), c[lane]),
                Product::High { signed: false } => (high_u32(a[lane], b[lane]), c[lane]),
                Product::High { signed: true } => (high_s32(a[lane], b[lane]), c[lane]),
            };
            // In the upper halves, so that a carry out of 32 bits is one out of 64.
            let (result, carried) = self.step(u64::from(x) << 32, u64::from(y) << 32, u64::from(carry) << 32);
            d[lane] = (result >> 32) as u32;
            out |= u32::from(carried) << lane;
        }
        out
    }

    /// Computes 64-bit lanes, as [`Carry::run32`].
    pub(crate) fn run64(&self, a: &Row64, b: &Row64, c: &Row64, carries: u32, d: &mut Row64) -> u32 {
        let mut out = 0;
        for lane in 0..LANES {
            let carry = self.carry_in(carries >> lane & 1 != 0);
            let (x, y) = match self.product {
                Product::None => (a[lane], b[lane]),
                Product::Low => (a[lane].wrapping_mul(b[lane]), c[lane]),
                Product::High { signed: false } => (high_u64(a[lane], b[lane]), c[lane]),
                Product::High { signed: true } => (high_s64(a[lane], b[lane]), c[lane]),
            };
            let (result, carried) = self.step(x, y, u64::from(carry));
            d[lane] = result;
            out |= u32::from(carried) << lane;
        }
        out
    }

    /// The number that is added to the lowest bit: the flag, or the one that turns a complement into a negation.
    fn carry_in(&self, flag: bool) -> bool {
        if self.takes { flag } else { self.subtracts }
    }

    /// One lane; values of 32 bits are in the upper half, so that the carry out of both widths is the same.
    fn step(&self, x: u64, y: u64, carry: u64) -> (u64, bool) {
        let y = if self.subtracts { !y } else { y };
        let (sum, first) = x.overflowing_add(y);
        let (sum, second) = sum.overflowing_add(carry);
        (sum, first | second)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::instruction;
    use super::*;

    fn one(text: &str, [a, b, c]: [u64; 3], carry: bool) -> (u64, bool) {
        let carry_in = if carry { 5 } else { 0 };
        let compute = select(&instruction(text)).expect("an instruction with a carry");
        let (row, out) = if compute.wide {
            let mut d = [0; LANES];
            let out = compute.run64(&[a; LANES], &[b; LANES], &[c; LANES], carry_in, &mut d);
            (d[0], out)
        } else {
            let mut d = [0; LANES];
            let out =
                compute.run32(&[a as u32; LANES], &[b as u32; LANES], &[c as u32; LANES], carry_in, &mut d);
            (u64::from(d[0]), out)
        };
        (row, out & 1 != 0)
    }

    #[test]
    fn carries_pass_on() {
        assert_eq!(one("add.cc.u32", [0xffff_ffff, 1, 0], true), (0, true));
        assert_eq!(one("addc.u32", [0xffff_fffe, 1, 0], true), (0, true));
        assert_eq!(one("addc.cc.s64", [u64::MAX, 0, 0], true), (0, true));
        assert_eq!(one("addc.cc.s64", [u64::MAX, 0, 0], false), (u64::MAX, false));
        assert_eq!(one("sub.cc.u32", [0, 1, 0], true), (0xffff_ffff, false), "a borrow clears the flag");
        assert_eq!(one("sub.cc.u32", [1, 1, 0], false), (0, true));
        assert_eq!(one("subc.cc.u32", [1, 1, 0], false), (0xffff_ffff, false));
        assert_eq!(one("subc.cc.u32", [1, 1, 0], true), (0, true));
        assert_eq!(one("subc.u64", [5, 1, 0], false), (3, true));
        assert_eq!(one("subc.u64", [5, 1, 0], true), (4, true));
    }

    #[test]
    fn products_are_added_with_carries() {
        assert_eq!(one("mad.lo.cc.u32", [0xffff_ffff, 2, 2], false), (0, true));
        assert_eq!(one("mad.hi.cc.u32", [0xffff_ffff, 2, 0xffff_ffff], false), (0, true));
        assert_eq!(one("madc.hi.s32", [0xffff_ffff, 2, 0], true), (0, true));
        assert_eq!(one("madc.hi.cc.u64", [u64::MAX, 2, 3], true), (5, false));
        assert_eq!(one("madc.lo.cc.s64", [u64::MAX, 2, 2], true), (1, true));
    }
}
