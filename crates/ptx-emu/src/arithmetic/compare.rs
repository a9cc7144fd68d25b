//! Comparison and selection: set, setp, testp, slct, copysign.

use ptx::module::Instruction;
use ptx::{Field, Modifier, Opcode, Type};

use super::float::{flush32, take};
use super::half::Half;
use super::rows::{LANES, Map1, Map2, map1, map2, mask_of};
use super::{Compute, Kernel, d2, first_type, lanes, w2, w3};

/// A question about each lane.
#[derive(Clone)]
pub(crate) enum Test {
    /// About a row of 32 bits.
    W(Map1<u32, bool>),
    /// About two.
    WW(Map2<u32, u32, bool>),
    /// About the lower and upper halves of two.
    Pair(Map2<u32, u32, bool>, Map2<u32, u32, bool>),
    /// About a row of 64 bits.
    D(Map1<u64, bool>),
    /// About two.
    DD(Map2<u64, u64, bool>),
}

/// The lanes in which a kernel of one row is true.
pub(crate) fn lanes_of1<A>(test: &Map1<A, bool>, a: &[A; LANES]) -> u32 {
    let mut flags = [false; LANES];
    test(a, &mut flags);
    mask_of(&flags)
}

/// The lanes in which a kernel of two rows is true.
pub(crate) fn lanes_of2<A>(test: &Map2<A, A, bool>, a: &[A; LANES], b: &[A; LANES]) -> u32 {
    let mut flags = [false; LANES];
    test(a, b, &mut flags);
    mask_of(&flags)
}

/// How the predicate operand is combined with the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combine {
    /// There is none.
    Alone,
    /// `test & c`
    And,
    /// `test | c`
    Or,
    /// `test ^ c`
    Xor,
}

impl Combine {
    /// The combination of a word.
    pub(super) fn of(word: Modifier) -> Option<Combine> {
        match word {
            Modifier::And => Some(Combine::And),
            Modifier::Or => Some(Combine::Or),
            Modifier::Xor => Some(Combine::Xor),
            _ => None,
        }
    }

    /// The lanes of both together.
    pub(crate) fn apply(self, test: u32, c: u32) -> u32 {
        match self {
            Combine::Alone => test,
            Combine::And => test & c,
            Combine::Or => test | c,
            Combine::Xor => test ^ c,
        }
    }
}

/// The outcomes for which a comparison holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outcomes {
    less: bool,
    equal: bool,
    greater: bool,
    unordered: bool,
}

fn outcomes(word: Modifier) -> Option<Outcomes> {
    let of = |less, equal, greater, unordered| Some(Outcomes { less, equal, greater, unordered });
    match word {
        Modifier::Eq => of(false, true, false, false),
        Modifier::Ne => of(true, false, true, false),
        Modifier::Lt | Modifier::Lo => of(true, false, false, false),
        Modifier::Le | Modifier::Ls => of(true, true, false, false),
        Modifier::Gt | Modifier::Hi => of(false, false, true, false),
        Modifier::Ge | Modifier::Hs => of(false, true, true, false),
        Modifier::Equ => of(false, true, false, true),
        Modifier::Neu => of(true, false, true, true),
        Modifier::Ltu => of(true, false, false, true),
        Modifier::Leu => of(true, true, false, true),
        Modifier::Gtu => of(false, false, true, true),
        Modifier::Geu => of(false, true, true, true),
        Modifier::Num => of(true, true, true, false),
        Modifier::Nan => of(false, false, false, true),
        _ => None,
    }
}

impl Outcomes {
    #[inline(always)]
    fn of<T: PartialOrd>(self, a: T, b: T) -> bool {
        let (less, equal, greater) = (a < b, a == b, a > b);
        (less & self.less)
            | (equal & self.equal)
            | (greater & self.greater)
            | (!(less | equal | greater) & self.unordered)
    }
}

/// The comparison of an instruction of this file that has one.
fn comparison(instruction: &Instruction, of: Type) -> Option<Test> {
    let want = outcomes(instruction.modifier(Field::Cmp)?)?;
    let ftz = instruction.has(Modifier::Ftz);
    let half = |half: Half, shift: u32| {
        let value = move |bits: u32| {
            let bits = bits >> shift & 0xffff;
            // A subnormal f16 is flushed before it is widened, since it would be normal as f32.
            half.widen(if ftz && bits & 0x7c00 == 0 { bits & 0x8000 } else { bits })
        };
        map2(move |a: u32, b: u32| want.of(value(a), value(b)))
    };
    Some(match of {
        Type::F32 if ftz => Test::WW(map2(move |a, b| want.of(take::<true>(a), take::<true>(b)))),
        Type::F32 => Test::WW(map2(move |a, b| want.of(take::<false>(a), take::<false>(b)))),
        Type::F64 => Test::DD(map2(move |a, b| want.of(f64::from_bits(a), f64::from_bits(b)))),
        Type::F16 => Test::WW(half(Half::F16, 0)),
        Type::Bf16 => Test::WW(half(Half::Bf16, 0)),
        Type::F16x2 => Test::Pair(half(Half::F16, 0), half(Half::F16, 16)),
        Type::Bf16x2 => Test::Pair(half(Half::Bf16, 0), half(Half::Bf16, 16)),
        Type::S16 => Test::WW(map2(move |a: u32, b: u32| want.of((a << 16) as i32, (b << 16) as i32))),
        Type::S32 => Test::WW(map2(move |a: u32, b: u32| want.of(a as i32, b as i32))),
        Type::S64 => Test::DD(map2(move |a: u64, b: u64| want.of(a as i64, b as i64))),
        Type::U16 | Type::B16 => Test::WW(map2(move |a: u32, b: u32| want.of(a & 0xffff, b & 0xffff))),
        Type::U32 | Type::B32 => Test::WW(map2(move |a: u32, b: u32| want.of(a, b))),
        Type::U64 | Type::B64 => Test::DD(map2(move |a: u64, b: u64| want.of(a, b))),
        _ => return None,
    })
}

/// The kernel of a comparison, test or selection.
pub(super) fn select(instruction: &Instruction) -> Option<Compute> {
    let combine = match instruction.modifier(Field::Bool) {
        Some(word) => Combine::of(word)?,
        None => Combine::Alone,
    };
    let of = first_type(instruction)?;
    match instruction.opcode() {
        Opcode::Setp => Some(Compute::Test(comparison(instruction, of)?, combine)),
        Opcode::Set => {
            // The last type is that of the operands.
            let mut words = instruction.modifiers.iter().rev().flatten();
            let test = comparison(instruction, words.find_map(|word| Type::named(word.text()))?)?;
            Some(Compute::Set { test, combine, yes: yes(of)? })
        }
        Opcode::Testp => Some(Compute::Test(property(instruction, of)?, Combine::Alone)),
        Opcode::Selp => Some(Compute::Select),
        Opcode::Slct => Some(Compute::Map(by_sign(instruction, of))),
        Opcode::Copysign if of == Type::F64 => Some(Compute::Map(d2(|a, b| a & 1 << 63 | b & !(1 << 63)))),
        Opcode::Copysign => Some(Compute::Map(w2(|a, b| a & 1 << 31 | b & !(1 << 31)))),
        _ => None,
    }
}

/// The result of `set` for a test that holds.
fn yes(of: Type) -> Option<u64> {
    match of {
        Type::U32 | Type::S32 => Some(0xffff_ffff),
        Type::U16 | Type::S16 => Some(0xffff),
        Type::F32 => Some(0x3f80_0000),
        Type::F16 => Some(0x3c00),
        Type::Bf16 => Some(0x3f80),
        Type::F16x2 => Some(0x3c00_3c00),
        Type::Bf16x2 => Some(0x3f80_3f80),
        _ => None,
    }
}

/// The classes of floats that a modifier of `testp` selects, from magnitude, largest subnormal and infinity.
fn has_property(word: Modifier, magnitude: u64, subnormal: u64, infinity: u64) -> bool {
    let is_subnormal = magnitude != 0 && magnitude <= subnormal;
    match word {
        Modifier::Finite => magnitude < infinity,
        Modifier::Infinite => magnitude == infinity,
        Modifier::Number => magnitude <= infinity,
        Modifier::Notanumber => magnitude > infinity,
        // Zeros count as normal.
        Modifier::Normal => magnitude < infinity && !is_subnormal,
        Modifier::Subnormal => is_subnormal,
        _ => false,
    }
}

fn property(instruction: &Instruction, of: Type) -> Option<Test> {
    let word = instruction.modifier(Field::Test)?;
    Some(if of == Type::F64 {
        let (subnormal, infinity) = ((1 << 52) - 1, 0x7ff << 52);
        Test::D(map1(move |a: u64| has_property(word, a & !(1 << 63), subnormal, infinity)))
    } else {
        Test::W(map1(move |a: u32| has_property(word, u64::from(a & 0x7fff_ffff), 0x7f_ffff, 0x7f80_0000)))
    })
}

/// `slct`: the first operand where the third is not negative; NaN chooses the second.
fn by_sign(instruction: &Instruction, of: Type) -> Kernel {
    let float = instruction.modifiers.last() == Some(&Some(Modifier::F32));
    let ftz = instruction.has(Modifier::Ftz);
    let first = move |c: u32| {
        if !float {
            return c as i32 >= 0;
        }
        f32::from_bits(if ftz { flush32(c) } else { c }) >= 0.0
    };
    if of.bits() == 64 {
        return lanes(move |[a, b, c, ..]| if first(c as u32) { a } else { b });
    }
    w3(move |a, b, c| if first(c) { a } else { b })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{instruction, run, test};
    use super::*;

    #[test]
    fn floats_compare_as_their_words_say() {
        let (nan, one, two) = (0x7fff_ffff, 0x3f80_0000, 0x4000_0000);
        for (word, [less, equal, greater, unordered]) in [
            ("eq", [false, true, false, false]),
            ("ne", [true, false, true, false]),
            ("lt", [true, false, false, false]),
            ("le", [true, true, false, false]),
            ("gt", [false, false, true, false]),
            ("ge", [false, true, true, false]),
            ("equ", [false, true, false, true]),
            ("neu", [true, false, true, true]),
            ("ltu", [true, false, false, true]),
            ("leu", [true, true, false, true]),
            ("gtu", [false, false, true, true]),
            ("geu", [false, true, true, true]),
            ("num", [true, true, true, false]),
            ("nan", [false, false, false, true]),
        ] {
            let given = |a, b| test(&format!("setp.{word}.f32"), [a, b]);
            assert_eq!(
                [given(one, two), given(one, one), given(two, one), given(nan, one)],
                [less, equal, greater, unordered]
            );
            let given = |a: u64, b: u64| test(&format!("setp.{word}.bf16"), [a >> 16, b >> 16]);
            assert_eq!(
                [given(one, two), given(one, one), given(two, one), given(nan, one)],
                [less, equal, greater, unordered]
            );
        }
        assert!(test("setp.eq.f32", [0, 0x8000_0000]));
        assert!(!test("setp.eq.f32", [1, 0x8000_0000]));
        assert!(test("setp.eq.ftz.f32", [1, 0x8000_0000]));
        assert!(test("setp.lt.f64", [1 << 63 | 5, 5]));
        assert!(test("setp.eq.ftz.f16", [1, 0x8000]));
    }

    #[test]
    fn integers_compare_by_sign_or_not() {
        assert!(test("setp.lt.s16", [0x8000, 1]));
        assert!(!test("setp.lt.u16", [0x8000, 1]));
        assert!(test("setp.lt.s32", [0xffff_ffff, 0]));
        assert!(test("setp.hi.u32", [0xffff_ffff, 0]));
        assert!(test("setp.lo.u64", [0, u64::MAX]));
        assert!(test("setp.ge.s64", [0, u64::MAX]));
        assert!(test("setp.ne.b16", [1, 2]));
    }

    #[test]
    fn floats_are_classified() {
        for (word, holds) in [
            ("finite", [true, true, true, false, false]),
            ("infinite", [false, false, false, true, false]),
            ("number", [true, true, true, true, false]),
            ("notanumber", [false, false, false, false, true]),
            ("normal", [true, false, true, false, false]),
            ("subnormal", [false, true, false, false, false]),
        ] {
            let singles = [0x8000_0000, 0x8000_0001, 0x3f80_0000, 0xff80_0000, 0x7f80_0001];
            let doubles = [1 << 63, 5, 1 << 62, 0x7ff0 << 48, 0xfff0 << 48 | 1];
            for at in 0..5 {
                assert_eq!(test(&format!("testp.{word}.f32"), [singles[at], 0]), holds[at], "{word} {at}");
                assert_eq!(test(&format!("testp.{word}.f64"), [doubles[at], 0]), holds[at], "{word} {at}");
            }
        }
    }

    #[test]
    fn set_has_its_yes() {
        for (text, wanted) in [
            ("set.eq.u32.b16", 0xffff_ffff),
            ("set.lt.f32.s64", 0x3f80_0000),
            ("set.num.f16.f16", 0x3c00),
            ("set.num.s16.f16", 0xffff),
            ("set.gt.bf16.bf16", 0x3f80),
            ("set.gt.f16x2.f16x2", 0x3c00_3c00),
            ("set.gt.bf16x2.bf16x2", 0x3f80_3f80),
        ] {
            let Some(Compute::Set { yes, .. }) = select(&instruction(text)) else { panic!("{text}") };
            assert_eq!(yes, wanted, "{text}");
        }
    }

    #[test]
    fn signs_choose() {
        assert_eq!(run("slct.u32.s32", &[1, 2, 0]), 1);
        assert_eq!(run("slct.u32.s32", &[1, 2, 0xffff_ffff]), 2);
        assert_eq!(run("slct.b64.f32", &[1, 2, 0x8000_0000]), 1);
        assert_eq!(run("slct.b64.f32", &[1, 2, 0x8000_0001]), 2);
        assert_eq!(run("slct.ftz.b64.f32", &[1, 2, 0x8000_0001]), 1);
        assert_eq!(run("slct.b16.f32", &[1, 2, 0x7fff_ffff]), 2);
        assert_eq!(run("copysign.f32", &[0x8000_0000, 0x3f80_0000]), 0xbf80_0000);
        assert_eq!(run("copysign.f64", &[0, 1 << 63 | 5]), 5);
    }
}
