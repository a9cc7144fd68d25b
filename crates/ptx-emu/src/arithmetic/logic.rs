//! Bitwise logic and shifts.

use ptx::module::{Immediate, Instruction, Operand};
use ptx::{Field, Modifier, Opcode, Type};

use super::{Combine, Compute, Kernel, PredicateOp, d1, d2, first_type, int, shift64, w1, w2, w3};

/// The kernel of a logic or shift instruction.
pub(super) fn select(instruction: &Instruction) -> Option<Compute> {
    let of = first_type(instruction)?;
    // Predicates are 32 bits of one mask and not a row of words, so they have operations of their own.
    let predicate = of == Type::Pred;
    let map = Compute::Map;
    Some(match instruction.opcode() {
        Opcode::And if predicate => Compute::Predicate(PredicateOp::And),
        Opcode::Or if predicate => Compute::Predicate(PredicateOp::Or),
        Opcode::Xor if predicate => Compute::Predicate(PredicateOp::Xor),
        Opcode::Not if predicate => Compute::Predicate(PredicateOp::Not),
        Opcode::And => map(bitwise2(of, w2(|a, b| a & b), d2(|a, b| a & b))),
        Opcode::Or => map(bitwise2(of, w2(|a, b| a | b), d2(|a, b| a | b))),
        Opcode::Xor => map(bitwise2(of, w2(|a, b| a ^ b), d2(|a, b| a ^ b))),
        Opcode::Not => map(match of.bits() {
            16 => w1(|a| !a & 0xffff),
            32 => w1(|a| !a),
            _ => d1(|a| !a),
        }),
        Opcode::Cnot => map(match of.bits() {
            64 => d1(|a| u64::from(a == 0)),
            _ => w1(|a| u32::from(a == 0)),
        }),
        Opcode::Shl => map(shift_left(of)),
        Opcode::Shr => map(shift_right(of)),
        Opcode::Shf => map(funnel(instruction)),
        Opcode::Lop3 => lop3(instruction)?,
        _ => return None,
    })
}

fn bitwise2(of: Type, narrow: Kernel, wide: Kernel) -> Kernel {
    if of.bits() == 64 { wide } else { narrow }
}

fn shift_left(of: Type) -> Kernel {
    match of.bits() {
        16 => w2(|a, b| if b < 16 { a << b & 0xffff } else { 0 }),
        32 => w2(|a, b| if b < 32 { a << (b & 31) } else { 0 }),
        _ => shift64(|a, b| if b < 64 { a << (b & 63) } else { 0 }),
    }
}

fn shift_right(of: Type) -> Kernel {
    match of {
        Type::S16 => w2(|a, b| (int::s16(a) >> b.min(15)) as u32 & 0xffff),
        Type::S32 => w2(|a, b| (a as i32 >> b.min(31)) as u32),
        Type::S64 => shift64(|a, b| (a as i64 >> b.min(63)) as u64),
        Type::U16 | Type::B16 => w2(|a, b| if b < 16 { a >> b } else { 0 }),
        Type::U64 | Type::B64 => shift64(|a, b| if b < 64 { a >> (b & 63) } else { 0 }),
        _ => w2(|a, b| if b < 32 { a >> (b & 31) } else { 0 }),
    }
}

/// The words `b:a`, shifted: the result is the upper word for left shifts, and the lower word for right shifts.
fn funnel(instruction: &Instruction) -> Kernel {
    #[inline(always)]
    fn both(a: u32, b: u32) -> u64 {
        u64::from(b) << 32 | u64::from(a)
    }
    #[inline(always)]
    fn left(a: u32, b: u32, n: u32) -> u32 {
        (both(a, b) << n >> 32) as u32
    }
    #[inline(always)]
    fn right(a: u32, b: u32, n: u32) -> u32 {
        (both(a, b) >> n) as u32
    }
    let to_left = instruction.modifier(Field::Side) == Some(Modifier::L);
    let wraps = instruction.modifier(Field::Mode) == Some(Modifier::Wrap);
    match (to_left, wraps) {
        (true, true) => w3(|a, b, n| left(a, b, n & 31)),
        (true, false) => w3(|a, b, n| left(a, b, n.min(32))),
        (false, true) => w3(|a, b, n| right(a, b, n & 31)),
        (false, false) => w3(|a, b, n| right(a, b, n.min(32))),
    }
}

fn lop3(instruction: &Instruction) -> Option<Compute> {
    let &Operand::Immediate(Immediate::Int(table)) = instruction.operands.get(4)? else { return None };
    let kernel = by_table(table as u8);
    Some(match instruction.modifier(Field::Bool) {
        Some(word) => Compute::MapTest(kernel, Combine::of(word)?),
        None => Compute::Map(kernel),
    })
}

/// The function whose result for `a = 1, b = 1, c = 0` is bit 6 of the table, and so on.
fn by_table(table: u8) -> Kernel {
    // The tables of the functions that compilers use most.
    match table {
        0x80 => w3(|a, b, c| a & b & c),
        0xfe => w3(|a, b, c| a | b | c),
        0x96 => w3(|a, b, c| a ^ b ^ c),
        0xf8 => w3(|a, b, c| a | b & c),
        0xea => w3(|a, b, c| a & b | c),
        0xe2 => w3(|a, b, c| a & b | c & !b),
        0xca => w3(|a, b, c| a & b | c & !a),
        _ => {
            // Each bit of the table, spread over a word: the sum of the minterms whose bit is set.
            let of: [u32; 8] = std::array::from_fn(|at| if table >> at & 1 != 0 { !0 } else { 0 });
            w3(move |a, b, c| {
                let on_c = |at: usize| of[at + 1] & c | of[at] & !c;
                let on_b = |at: usize| on_c(at + 2) & b | on_c(at) & !b;
                on_b(4) & a | on_b(0) & !a
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{run, run_table};

    #[test]
    fn every_table_of_lop3() {
        let (a, b, c) = (0xf0f0_aa0fu32, 0xcccc_3c5a, 0xaaaa_1234);
        for table in 0..=255u32 {
            let wanted = (0..32).fold(0, |d, bit| {
                let at = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1;
                d | (table >> at & 1) << bit
            });
            let given = run_table("lop3.b32", table, [a, b, c].map(u64::from));
            assert_eq!(given, u64::from(wanted), "table {table:#x}");
        }
    }

    #[test]
    fn shifts_are_clamped() {
        assert_eq!(run("shl.b16", &[0xffff, 15]), 0x8000);
        assert_eq!(run("shl.b16", &[0xffff, 16]), 0);
        assert_eq!(run("shl.b32", &[1, 31]), 1 << 31);
        assert_eq!(run("shl.b32", &[1, 32]), 0);
        assert_eq!(run("shl.b64", &[1, 63]), 1 << 63);
        assert_eq!(run("shl.b64", &[1, 0xffff_ffff]), 0);
        assert_eq!(run("shr.u32", &[0x8000_0000, 32]), 0);
        assert_eq!(run("shr.s32", &[0x8000_0000, 99]), 0xffff_ffff);
        assert_eq!(run("shr.s16", &[0x8000, 3]), 0xf000);
        assert_eq!(run("shr.b16", &[0x8000, 3]), 0x1000);
        assert_eq!(run("shr.s64", &[1 << 63, 64]), u64::MAX);
        assert_eq!(run("shr.u64", &[1 << 63, 64]), 0);
    }

    #[test]
    fn funnels_shift_two_words() {
        let (a, b) = (0x8765_4321, 0x0fed_cba9);
        assert_eq!(run("shf.l.wrap.b32", &[a, b, 36]), 0xfedc_ba98);
        assert_eq!(run("shf.l.clamp.b32", &[a, b, 36]), a);
        assert_eq!(run("shf.r.wrap.b32", &[a, b, 36]), 0x9876_5432);
        assert_eq!(run("shf.r.clamp.b32", &[a, b, 36]), b);
        assert_eq!(run("shf.r.clamp.b32", &[a, b, 0]), a);
    }

    #[test]
    fn logic_keeps_the_width() {
        assert_eq!(run("not.b16", &[0x00ff]), 0xff00);
        assert_eq!(run("not.b64", &[0]), u64::MAX);
        assert_eq!(run("cnot.b16", &[0]), 1);
        assert_eq!(run("cnot.b64", &[1 << 40]), 0);
        assert_eq!(run("and.b64", &[u64::MAX, 1 << 40]), 1 << 40);
        assert_eq!(run("xor.b16", &[0xffff, 1]), 0xfffe);
        assert_eq!(run("or.b32", &[0xf0, 0x0f]), 0xff);
    }
}
