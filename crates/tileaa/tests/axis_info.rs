//! Axis info holds: random programs of arithmetic on small integers are computed element by element, and every fact is looked at.

use ir::build::Builder;
use ir::generic::Attr;
use ir::{AttrSlot, TypeId, Value};
use numerics::{Predicate, Rounding, Scalar, int};
use tileaa::axis_info::{AxisAnalysis, AxisInfo};
use tileaa::build::{items_block, new_module};
use tileaa::ops::{Builders, fields};
use tileaa::types::{Elem, Type};
use tileaa::{Module, TileAa};

/// Elements of every tile.
const LEN: u32 = 32;

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

/// A program that grows, with what its values are.
struct Program {
    module: Module,
    block: ir::Block,
    known: Vec<(Value, Scalar, Vec<u64>)>,
}

impl Program {
    fn new() -> Program {
        let mut module = new_module("m");
        let items = items_block(&module);
        let func = Builder::<TileAa>::at_end(&mut module, items).func().sym_name("f").finish().op;
        let block = module.block(func, fields::func::body).expect("a function has a body");
        Program { module, block, known: Vec::new() }
    }

    fn ty(&mut self, scalar: Scalar) -> TypeId {
        self.module.types.intern(Type::tile_of(&[LEN], Elem::Scalar(scalar)))
    }

    fn keep(&mut self, value: Value, scalar: Scalar, bits: Vec<u64>) {
        self.known.push((value, scalar, bits));
    }

    fn leaf(&mut self, random: &mut Random, scalar: Scalar) {
        let ty = self.ty(scalar);
        let mut b = Builder::at_end(&mut self.module, self.block);
        if random.below(3) == 0 {
            let value = b.make_range().result(ty).finish().value();
            return self.keep(value, scalar, (0..LEN.into()).map(|i| int::wrap(scalar, i)).collect());
        }
        let bits =
            int::wrap(scalar, [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 100, u64::MAX][random.below(12) as usize]);
        let value = b.constant().value(Attr::Number(bits)).result(ty).finish().value();
        self.keep(value, scalar, vec![bits; LEN as usize]);
    }

    /// One op on known values; none where an element is undefined.
    fn step(&mut self, random: &mut Random) -> Option<()> {
        let pick = |random: &mut Random, count: usize| random.below(count as u64) as usize;
        let (a, s, left) = self.known[pick(random, self.known.len())].clone();
        let same: Vec<_> = self.known.iter().filter(|known| known.1 == s).cloned().collect();
        let (b, _, right) = same[pick(random, same.len())].clone();
        let (which, signed) = (random.below(14), random.below(2) == 1);
        let to = [Scalar::I8, Scalar::I16, Scalar::I32][pick(random, 3)];
        let flag = if signed { AttrSlot::UNIT } else { AttrSlot::ABSENT };
        let predicate = random.below(6);
        let compute = |x: u64, y: u64| -> Option<u64> {
            Some(match which {
                0 | 1 => int::add(s, x, y).bits,
                2 => int::sub(s, x, y).bits,
                3 | 4 => int::mul(s, x, y).bits,
                5 => int::div(s, x, y, signed, Rounding::Zero)?,
                6 => int::rem(s, x, y, signed)?,
                7 => x & y,
                8 => x | y,
                9 => int::shl(s, x, y)?.bits,
                10 => int::shr(s, x, y, signed)?,
                11 => int::min(s, x, y, signed),
                12 if to.bits() > s.bits() => int::extend(s, to, x, signed),
                12 if to.bits() < s.bits() => int::truncate(s, to, x).bits,
                12 => return None,
                _ => int::compare(s, Predicate::from_wire(predicate)?, x, y, signed).into(),
            })
        };
        let bits: Option<Vec<u64>> = left.iter().zip(&right).map(|(&x, &y)| compute(x, y)).collect();
        let bits = bits?;
        let result = match which {
            12 => to,
            13 => Scalar::I1,
            _ => s,
        };
        let ty = self.ty(result);
        let mut at = Builder::at_end(&mut self.module, self.block);
        let value = match which {
            0 | 1 => at.addi().lhs(a).rhs(b).result(ty).finish().value(),
            2 => at.subi().lhs(a).rhs(b).result(ty).finish().value(),
            3 | 4 => at.muli().lhs(a).rhs(b).result(ty).finish().value(),
            5 => at.divi().lhs(a).rhs(b).signed(flag).result(ty).finish().value(),
            6 => at.remi().lhs(a).rhs(b).signed(flag).result(ty).finish().value(),
            7 => at.andi().lhs(a).rhs(b).result(ty).finish().value(),
            8 => at.ori().lhs(a).rhs(b).result(ty).finish().value(),
            9 => at.shli().lhs(a).rhs(b).result(ty).finish().value(),
            10 => at.shri().lhs(a).rhs(b).signed(flag).result(ty).finish().value(),
            11 => at.mini().lhs(a).rhs(b).signed(flag).result(ty).finish().value(),
            12 if to.bits() > s.bits() => at.exti().source(a).signed(flag).result(ty).finish().value(),
            12 => at.trunci().source(a).result(ty).finish().value(),
            _ => {
                let predicate = AttrSlot::small(predicate as u32);
                at.cmpi().lhs(a).rhs(b).predicate(predicate).signed(flag).result(ty).finish().value()
            }
        };
        self.keep(value, result, bits);
        Some(())
    }
}

/// A fact that the elements violate.
fn broken(fact: &AxisInfo, scalar: Scalar, bits: &[u64]) -> Option<String> {
    let run = fact.runs[0];
    let number = |index: usize| int::sign_extend(scalar, bits[index]);
    for (index, &element) in bits.iter().enumerate() {
        let value = number(index);
        if value < fact.range.0 || value > fact.range.1 {
            return Some(format!("element {index} is {value}"));
        }
        let in_run = index % run.len as usize;
        let first = number(index - in_run);
        if in_run == 0 && !element.is_multiple_of(fact.divisor.min(1 << (scalar.bits() - 1))) {
            return Some(format!("element {index} is {value}, which {} does not divide", fact.divisor));
        }
        let wanted = first.wrapping_add(run.step.wrapping_mul(in_run as i64));
        let holds = match fact.wraps {
            true => int::wrap(scalar, wanted as u64) == element,
            false => wanted == value,
        };
        if !holds {
            return Some(format!("element {index} is {value}, not {wanted}"));
        }
    }
    None
}

#[test]
fn facts_hold() {
    let mut random = Random(1);
    for round in 0..3000 {
        let mut program = Program::new();
        for _ in 0..6 {
            let scalar = [Scalar::I8, Scalar::I16, Scalar::I32][random.below(3) as usize];
            program.leaf(&mut random, scalar);
        }
        for _ in 0..10 {
            let _ = program.step(&mut random);
        }
        Builder::at_end(&mut program.module, program.block).return_().finish();
        let facts = AxisAnalysis::of(&program.module);
        for (value, scalar, bits) in &program.known {
            let fact = facts.get(&program.module, *value);
            if let Some(text) = broken(&fact, *scalar, bits) {
                let module = ir::generic::print(&program.module, false);
                let all = tileaa::axis_info::print(&program.module, &facts);
                panic!("round {round}: {text}, but {fact:?} of {bits:?}\n{module}\n{all}");
            }
        }
    }
}
