//! Integers. Sums and products wrap; operations that LLVM leaves undefined are inline assembly.

use ir::Op;
use nvvm::Type;
use nvvm::ops::fields;
use tile_core::arith::{Arith, ComparisonPredicate as Predicate, RoundingMode};

use super::assembly::Effect;
use super::write::Writer;
use crate::emit::LoweringResult;

impl Writer<'_, '_> {
    /// Arithmetic that LLVM defines everywhere.
    pub(crate) fn integer(&mut self, op: Op, arith: Arith) -> Option<()> {
        let word = match arith {
            Arith::AddI => "add",
            Arith::SubI => "sub",
            Arith::MulI => "mul",
            Arith::AndI => "and",
            Arith::OrI => "or",
            Arith::XorI => "xor",
            _ => return None,
        };
        self.binary(op, word)
    }

    fn binary(&mut self, op: Op, word: &str) -> Option<()> {
        let [lhs, rhs] = self.operands(op);
        let text = format!("{word} {}, {}", self.typed(lhs), self.value(rhs));
        let (value, _) = self.result(op);
        self.define(value, &text);
        Some(())
    }

    /// Quotients and remainders, of a divisor that no dividend has trouble with.
    pub(crate) fn divide(&mut self, op: Op, arith: Arith) -> Option<()> {
        let [_, divisor] = self.operands(op);
        let ty = self.ty(divisor);
        let quotient = arith == Arith::DivI;
        let signed = self.module.flag(op, if quotient { fields::divi::signed } else { fields::remi::signed });
        let bits = self.constant(divisor)? & u64::MAX >> (64 - ty.bits());
        let ones = u64::MAX >> (64 - ty.bits());
        let rounds =
            quotient && self.module.get::<RoundingMode>(op, fields::divi::rounding) != RoundingMode::Zero;
        if ty == Type::I1 || bits == 0 || signed && bits == ones || rounds {
            return None;
        }
        self.binary(
            op,
            match (quotient, signed) {
                (true, true) => "sdiv",
                (true, false) => "udiv",
                (false, true) => "srem",
                (false, false) => "urem",
            },
        )
    }

    /// Shifts by a constant that is less than the width.
    pub(crate) fn shift(&mut self, op: Op, arith: Arith) -> Option<()> {
        let [value, amount] = self.operands(op);
        let bits = self.constant(amount)? & u64::MAX >> (64 - self.ty(amount).bits());
        if self.ty(value) == Type::I1
            || self.ty(value) != self.ty(amount)
            || bits >= self.ty(value).bits().into()
        {
            return None;
        }
        self.binary(
            op,
            match arith {
                Arith::ShlI => "shl",
                _ if self.module.flag(op, fields::shri::signed) => "ashr",
                _ => "lshr",
            },
        )
    }

    pub(crate) fn extremum(&mut self, op: Op, arith: Arith) -> Option<()> {
        let [lhs, rhs] = self.operands(op);
        let smaller = arith == Arith::MinI;
        let signed = self.module.flag(op, if smaller { fields::mini::signed } else { fields::maxi::signed });
        let compare = format!("{}{}", if signed { "s" } else { "u" }, if smaller { "lt" } else { "gt" });
        let (lhs, other) = (self.typed(lhs), self.typed(rhs));
        let condition = self.temp(&format!("icmp {compare} {lhs}, {}", self.value(rhs)));
        let (value, _) = self.result(op);
        self.define(value, &format!("select i1 {condition}, {lhs}, {other}"));
        Some(())
    }

    pub(crate) fn negate(&mut self, op: Op) -> Option<()> {
        let [source] = self.operands(op);
        let text = format!("sub {} 0, {}", self.type_of(source), self.value(source));
        let (value, ty) = self.result(op);
        if ty == Type::I1 {
            return None;
        }
        self.define(value, &text);
        Some(())
    }

    pub(crate) fn absolute(&mut self, op: Op) -> Option<()> {
        let [source] = self.operands(op);
        if self.ty(source) == Type::I1 {
            return None;
        }
        let (ty, text) = (self.type_of(source), self.value(source).to_owned());
        let negative = self.temp(&format!("icmp slt {ty} {text}, 0"));
        let opposite = self.temp(&format!("sub {ty} 0, {text}"));
        let (value, _) = self.result(op);
        self.define(value, &format!("select i1 {negative}, {ty} {opposite}, {ty} {text}"));
        Some(())
    }

    pub(crate) fn extend(&mut self, op: Op) -> Option<()> {
        let [source] = self.operands(op);
        let word = if self.module.flag(op, fields::exti::signed) { "sext" } else { "zext" };
        self.resized(op, source, word);
        Some(())
    }

    pub(crate) fn truncate(&mut self, op: Op) -> Option<()> {
        let [source] = self.operands(op);
        self.resized(op, source, "trunc");
        Some(())
    }

    /// A result that is an operand in another width.
    fn resized(&mut self, op: Op, source: ir::Value, word: &str) {
        let (value, ty) = self.result(op);
        if let Some(bits) = self.constant(source) {
            let (from, to) = (64 - self.ty(source).bits(), 64 - ty.bits());
            let wide =
                if word == "sext" { ((bits << from) as i64 >> from) as u64 } else { bits << from >> from };
            return self.is_constant(value, wide << to >> to);
        }
        if self.ty(source) == ty {
            let same = self.value(source).to_owned();
            return self.is(value, same);
        }
        let text = format!("{word} {} to {}", self.typed(source), self.spelled(ty));
        self.define(value, &text);
    }

    /// A count of bits, as a number of another width.
    fn counted(&mut self, op: Op, count: &str, bits: u32) {
        let (value, ty) = self.result(op);
        match ty.bits() {
            to if to == bits => self.define(value, count),
            to => {
                let count = self.temp(count);
                let word = if to < bits { "trunc" } else { "zext" };
                self.define(value, &format!("{word} i{bits} {count} to i{to}"));
            }
        }
    }

    /// `clz` and `popc`.
    pub(crate) fn count_bits(&mut self, op: Op, name: &str) -> LoweringResult {
        let [source] = self.operands(op);
        let (ty, (_, result)) = (self.ty(source), self.result(op));
        if ty == Type::I1 || result == Type::I1 {
            return self.assembly(op, Effect::None);
        }
        let (spelled, text) = (self.type_of(source), self.value(source).to_owned());
        let name = format!("llvm.{name}.{spelled}");
        let zero = ("i1", "false");
        let operand = (spelled.as_str(), text.as_str());
        let count = match name.starts_with("llvm.ctlz") {
            true => self.call(&name, &spelled, &[operand, zero]),
            false => self.call(&name, &spelled, &[operand]),
        };
        self.counted(op, &count, ty.bits());
        Ok(())
    }

    /// The upper half of a product, `u` or signed.
    pub(crate) fn mul_hi(&mut self, op: Op, signs: &str) -> Option<()> {
        let [lhs, rhs] = self.operands(op);
        let (ty, suffix) = match self.ty(lhs) {
            Type::I32 => ("i32", "i"),
            Type::I64 => ("i64", "ll"),
            _ => return None,
        };
        let suffix = if signs.is_empty() {
            suffix
        } else if suffix == "i" {
            "ui"
        } else {
            "ull"
        };
        let (a, b) = (self.value(lhs).to_owned(), self.value(rhs).to_owned());
        let call = self.call(&format!("llvm.nvvm.mulhi.{suffix}"), ty, &[(ty, &a), (ty, &b)]);
        let (value, _) = self.result(op);
        self.define(value, &call);
        Some(())
    }

    pub(crate) fn mul_hi_signed(&mut self, op: Op) -> LoweringResult {
        match self.mul_hi(op, "") {
            Some(()) => Ok(()),
            None => self.assembly(op, Effect::None),
        }
    }

    pub(crate) fn mul_wide(&mut self, op: Op) -> LoweringResult {
        let [lhs, rhs] = self.operands(op);
        let (bits, (value, wide)) = (self.ty(lhs).bits(), self.result(op));
        if !matches!(bits, 16 | 32) || wide.bits() != 2 * bits {
            return Err("it multiplies 16 or 32 bits to twice as many".to_owned());
        }
        let word = if self.module.flag(op, fields::mulwide::signed) { "sext" } else { "zext" };
        let wide = self.spelled(wide);
        let [a, b] = [lhs, rhs].map(|side| {
            let typed = self.typed(side);
            self.temp(&format!("{word} {typed} to {wide}"))
        });
        self.define(value, &format!("mul {wide} {a}, {b}"));
        Ok(())
    }

    pub(crate) fn compare_integers(&mut self, op: Op) -> Option<()> {
        let [lhs, rhs] = self.operands(op);
        let signs = if self.module.flag(op, fields::cmpi::signed) { "s" } else { "u" };
        let word = match self.module.get(op, fields::cmpi::predicate) {
            Predicate::Equal => "eq".to_owned(),
            Predicate::NotEqual => "ne".to_owned(),
            Predicate::LessThan => format!("{signs}lt"),
            Predicate::LessThanOrEqual => format!("{signs}le"),
            Predicate::GreaterThan => format!("{signs}gt"),
            Predicate::GreaterThanOrEqual => format!("{signs}ge"),
        };
        self.binary_compare(op, &format!("icmp {word}"), lhs, rhs)
    }

    pub(crate) fn binary_compare(
        &mut self,
        op: Op,
        word: &str,
        lhs: ir::Value,
        rhs: ir::Value,
    ) -> Option<()> {
        let text = format!("{word} {}, {}", self.typed(lhs), self.value(rhs));
        let (value, _) = self.result(op);
        self.define(value, &text);
        Some(())
    }

    pub(crate) fn select(&mut self, op: Op) -> Option<()> {
        let [condition, yes, no] = self.operands(op);
        let text = format!("select {}, {}, {}", self.typed(condition), self.typed(yes), self.typed(no));
        let (value, _) = self.result(op);
        self.define(value, &text);
        Some(())
    }
}
