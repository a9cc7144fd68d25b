//! The table of instructions: one entry per opcode, one row per form.
//!
//! An entry has documentation, mnemonic, section of the PTX ISA, [`Family`], class and [`Effect`]s, which
//! [`crate::columns`] documents. [`crate::spec`] reads its rows and documents their notation. The enum, parser,
//! printer, verifier, builder and `docs/ptx.md` are derived from it, and so are the emulator's selection, race checks
//! and counters.
//!
//! A row has the modifiers, the operands, and the requirements: the first ISA version, then the targets (`sm_80` means
//! this or any later one, `sm_100f` the family, `sm_90a` only this one), and a removal: `<6.4,sm_70` means that it was
//! removed in PTX 6.4 for sm_70 and later. A row without requirements exists in all versions of PTX.

use crate::columns::{ClassColumn, Effect, Effects, Family, InstructionClass};

/// The row of one opcode.
#[derive(Debug)]
pub struct OpRow {
    /// The opcode.
    pub opcode: Opcode,
    /// The mnemonic: `add`, `cp.async.bulk`.
    pub mnemonic: &'static str,
    /// Number of its section in the PTX ISA.
    pub section: &'static str,
    /// Its family.
    pub family: Family,
    /// Its class.
    pub class: ClassColumn,
    /// Its effects other than computing on registers.
    pub effects: Effects,
    /// Lines of documentation.
    pub doc: &'static [&'static str],
    /// Its forms.
    pub forms: &'static [Row],
}

/// One form, as written in the table.
#[derive(Debug)]
pub struct Row {
    /// Modifiers.
    pub modifiers: &'static str,
    /// Operands.
    pub operands: &'static str,
    /// Version and targets.
    pub needs: &'static str,
}

/// Modifiers that several rows choose from.
pub(crate) static CLASSES: &[(&str, &str)] = &[
    ("int", "u16|u32|u64|s16|s32|s64"),
    ("bits", "b16|b32|b64"),
    ("any", "b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"),
    ("narrow", "b8|b16|b32|u8|u16|u32|s8|s16|s32|f32"),
    ("double", "b64|u64|s64|f64"),
    ("select", "b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64"),
    ("rnd", "rn|rz|rm|rp"),
    ("irnd", "rni|rzi|rmi|rpi"),
    ("cmp", "eq|ne|lt|le|gt|ge"),
    ("icmp", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs"),
    ("fcmp", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"),
    ("bool", "and|or|xor"),
    ("ss", "global|shared|local|const|param|shared::cta|shared::cluster|param::entry|param::func"),
    ("stss", "global|shared|local|param|shared::cta|shared::cluster|param::func"),
    ("atomss", "global|shared|shared::cta|shared::cluster"),
    ("shared", "shared|shared::cta"),
    ("scope", "cta|cluster|gpu|sys"),
    ("ldcop", "ca|cg|cs|lu|cv"),
    ("stcop", "wb|cg|cs|wt"),
    ("l1", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"),
    ("l2", "L2::evict_normal|L2::evict_first|L2::evict_last"),
    ("prefetch", "L2::64B|L2::128B|L2::256B"),
    ("f8", "e4m3|e5m2"),
    ("f864", "e4m3|e5m2|e3m2|e2m3|e2m1"),
    ("dim", "1d|2d|3d|4d|5d"),
    ("geom", "1d|2d|3d|a1d|a2d|cube|acube"),
    ("surface", "1d|2d|3d|a1d|a2d"),
    ("outside", "trap|clamp|zero"),
    ("group", "cta_group::1|cta_group::2"),
    ("collector_a", "collector::a::fill|collector::a::use|collector::a::lastuse|collector::a::discard"),
    (
        "collector_b",
        "collector::b0::fill|collector::b0::use|collector::b0::lastuse|collector::b0::discard|collector::b1::fill|collector::b1::use|collector::b1::lastuse|collector::b1::discard|collector::b2::fill|collector::b2::use|collector::b2::lastuse|collector::b2::discard|collector::b3::fill|collector::b3::use|collector::b3::lastuse|collector::b3::discard",
    ),
    ("count128", "x1|x2|x4|x8|x16|x32|x64|x128"),
    ("many128", "x2|x4|x8|x16|x32|x64|x128"),
    ("count64", "x1|x2|x4|x8|x16|x32|x64"),
    ("count32", "x1|x2|x4|x8|x16|x32"),
    (
        "wgmma_f16",
        "m64n8k16|m64n16k16|m64n24k16|m64n32k16|m64n40k16|m64n48k16|m64n56k16|m64n64k16|m64n72k16|m64n80k16|m64n88k16|m64n96k16|m64n104k16|m64n112k16|m64n120k16|m64n128k16|m64n136k16|m64n144k16|m64n152k16|m64n160k16|m64n168k16|m64n176k16|m64n184k16|m64n192k16|m64n200k16|m64n208k16|m64n216k16|m64n224k16|m64n232k16|m64n240k16|m64n248k16|m64n256k16",
    ),
    (
        "wgmma_tf32",
        "m64n8k8|m64n16k8|m64n24k8|m64n32k8|m64n40k8|m64n48k8|m64n56k8|m64n64k8|m64n72k8|m64n80k8|m64n88k8|m64n96k8|m64n104k8|m64n112k8|m64n120k8|m64n128k8|m64n136k8|m64n144k8|m64n152k8|m64n160k8|m64n168k8|m64n176k8|m64n184k8|m64n192k8|m64n200k8|m64n208k8|m64n216k8|m64n224k8|m64n232k8|m64n240k8|m64n248k8|m64n256k8",
    ),
    (
        "wgmma_f8",
        "m64n8k32|m64n16k32|m64n24k32|m64n32k32|m64n40k32|m64n48k32|m64n56k32|m64n64k32|m64n72k32|m64n80k32|m64n88k32|m64n96k32|m64n104k32|m64n112k32|m64n120k32|m64n128k32|m64n136k32|m64n144k32|m64n152k32|m64n160k32|m64n168k32|m64n176k32|m64n184k32|m64n192k32|m64n200k32|m64n208k32|m64n216k32|m64n224k32|m64n232k32|m64n240k32|m64n248k32|m64n256k32",
    ),
    (
        "wgmma_i8",
        "m64n8k32|m64n16k32|m64n24k32|m64n32k32|m64n48k32|m64n64k32|m64n80k32|m64n96k32|m64n112k32|m64n128k32|m64n144k32|m64n160k32|m64n176k32|m64n192k32|m64n208k32|m64n224k32|m64n240k32|m64n256k32",
    ),
    (
        "wgmma_b1",
        "m64n8k256|m64n16k256|m64n24k256|m64n32k256|m64n48k256|m64n64k256|m64n80k256|m64n96k256|m64n112k256|m64n128k256|m64n144k256|m64n160k256|m64n176k256|m64n192k256|m64n208k256|m64n224k256|m64n240k256|m64n256k256",
    ),
];

/// How the column of the class is written.
macro_rules! class {
    (ByType) => {
        ClassColumn::ByType
    };
    (IntegerOrFunction) => {
        ClassColumn::IntegerOrFunction
    };
    ($class:ident) => {
        ClassColumn::Always(InstructionClass::$class)
    };
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $name:ident = $mnemonic:literal, $section:literal, $family:ident, $class:ident,
        [$($effect:ident),*] {
        $($modifiers:literal $operands:literal $($needs:literal)?;)+
    })+) => {
        /// Every instruction by name, in the order of the PTX ISA's chapters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Opcode {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Opcode {
            /// Every opcode.
            pub const ALL: &[Opcode] = &[$(Opcode::$name),+];
        }

        pub(crate) static ROWS: &[OpRow] = &[$(OpRow {
            opcode: Opcode::$name,
            mnemonic: $mnemonic,
            section: $section,
            family: Family::$family,
            class: class!($class),
            effects: Effects::of(&[$(Effect::$effect),*]),
            doc: &[$($doc),+],
            forms: &[$(Row { modifiers: $modifiers, operands: $operands, needs: concat!($($needs)?) }),+],
        }),+];
    };
}

ops! {
    // Integer arithmetic, extended precision, and the float forms of the same mnemonics.

    /// `d = a + b`.
    Add = "add", "9.7.1.1", Arithmetic, ByType, [] {
        ".type=u16|u32|u64|s16|s64" "=d:type, a:type, b:type";
        "{.sat}.s32" "=d:s32, a:s32, b:s32";
        ".type=u16x2|s16x2" "=d:type, a:type, b:type" "8.0 sm_90";
        ".sat.type=u16x2|s16x2" "=d:type, a:type, b:type" "9.2 sm_120f";
        "{.rnd=$rnd}{.ftz}{.sat}.f32" "=d:f32, a:f32, b:f32";
        "{.rnd=$rnd}.f64" "=d:f64, a:f64, b:f64";
        "{.rnd=$rnd}{.ftz}.f32x2" "=d:b64, a:b64, b:b64" "8.6 sm_100";
        "{.rn}{.ftz}{.sat}.type=f16|f16x2" "=d:type, a:type, b:type" "4.2 sm_53";
        "{.rn}.type=bf16|bf16x2" "=d:type, a:type, b:type" "7.8 sm_90";
        "{.rnd=$rnd}{.sat}.f32.atype=f16|bf16" "=d:f32, a:atype, c:f32" "8.6 sm_100";
    }
    /// `d = a - b`.
    Sub = "sub", "9.7.1.2", Arithmetic, ByType, [] {
        ".type=u16|u32|u64|s16|s64" "=d:type, a:type, b:type";
        "{.sat}.s32" "=d:s32, a:s32, b:s32";
        "{.rnd=$rnd}{.ftz}{.sat}.f32" "=d:f32, a:f32, b:f32";
        "{.rnd=$rnd}.f64" "=d:f64, a:f64, b:f64";
        "{.rnd=$rnd}{.ftz}.f32x2" "=d:b64, a:b64, b:b64" "8.6 sm_100";
        "{.rn}{.ftz}{.sat}.type=f16|f16x2" "=d:type, a:type, b:type" "4.2 sm_53";
        "{.rn}.type=bf16|bf16x2" "=d:type, a:type, b:type" "7.8 sm_90";
        "{.rnd=$rnd}{.sat}.f32.atype=f16|bf16" "=d:f32, a:atype, c:f32" "8.6 sm_100";
    }
    /// `d = a * b`: of integers the low half, the high half, or all bits in a register twice as wide.
    Mul = "mul", "9.7.1.3", Arithmetic, ByType, [] {
        ".half=lo|hi.type=$int" "=d:type, a:type, b:type";
        ".wide.type=u16|s16" "=d:b32, a:type, b:type";
        ".wide.type=u32|s32" "=d:b64, a:type, b:type";
        "{.rnd=$rnd}{.ftz}{.sat}.f32" "=d:f32, a:f32, b:f32";
        "{.rnd=$rnd}.f64" "=d:f64, a:f64, b:f64";
        "{.rnd=$rnd}{.ftz}.f32x2" "=d:b64, a:b64, b:b64" "8.6 sm_100";
        "{.rn}{.ftz}{.sat}.type=f16|f16x2" "=d:type, a:type, b:type" "4.2 sm_53";
        "{.rn}.type=bf16|bf16x2" "=d:type, a:type, b:type" "7.8 sm_90";
    }
    /// `d = a * b + c`: of integers the low or high half of the product, or all of it; of floats as `fma`.
    Mad = "mad", "9.7.1.4", Arithmetic, ByType, [] {
        ".half=lo|hi.type=$int" "=d:type, a:type, b:type, c:type";
        ".half=lo|hi.cc.type=u32|s32" "=d:type, a:type, b:type, c:type" "3.0 sm_20";
        ".half=lo|hi.cc.type=u64|s64" "=d:type, a:type, b:type, c:type" "4.3 sm_20";
        ".hi.sat.s32" "=d:s32, a:s32, b:s32, c:s32";
        ".wide.type=u16|s16" "=d:b32, a:type, b:type, c:b32";
        ".wide.type=u32|s32" "=d:b64, a:type, b:type, c:b64";
        ".rnd=$rnd{.ftz}{.sat}.f32" "=d:f32, a:f32, b:f32, c:f32" "2.0 sm_20";
        "{.ftz}{.sat}.f32" "=d:f32, a:f32, b:f32, c:f32" "1.0 <3.2,sm_20";
        ".rnd=$rnd.f64" "=d:f64, a:f64, b:f64, c:f64";
    }
    /// `d = low or high half of the 48-bit product` of two 24-bit integers.
    Mul24 = "mul24", "9.7.1.5", Arithmetic, Integer, [] {
        ".half=lo|hi.type=u32|s32" "=d:type, a:type, b:type";
    }
    /// `mul24` and an addition.
    Mad24 = "mad24", "9.7.1.6", Arithmetic, Integer, [] {
        ".half=lo|hi.type=u32|s32" "=d:type, a:type, b:type, c:type";
        ".hi.sat.s32" "=d:s32, a:s32, b:s32, c:s32";
    }
    /// `d = c + |a - b|`.
    Sad = "sad", "9.7.1.7", Arithmetic, Integer, [] {
        ".type=$int" "=d:type, a:type, b:type, c:type";
    }
    /// `d = a / b`; division of integers by zero is unspecified.
    Div = "div", "9.7.1.8", Arithmetic, IntegerOrFunction, [] {
        ".type=$int" "=d:type, a:type, b:type";
        ".how=approx|full{.ftz}.f32" "=d:f32, a:f32, b:f32";
        ".rnd=$rnd{.ftz}.f32" "=d:f32, a:f32, b:f32" "2.0 sm_20";
        ".rn.f64" "=d:f64, a:f64, b:f64";
        ".rnd=rz|rm|rp.f64" "=d:f64, a:f64, b:f64" "2.0 sm_20";
    }
    /// `d = a - b * (a / b)`, of integers.
    Rem = "rem", "9.7.1.9", Arithmetic, Integer, [] {
        ".type=$int" "=d:type, a:type, b:type";
    }
    /// `d = |a|`.
    Abs = "abs", "9.7.1.10", Arithmetic, ByType, [] {
        ".type=s16|s32|s64" "=d:type, a:type";
        "{.ftz}.f32" "=d:f32, a:f32";
        ".f64" "=d:f64, a:f64";
        "{.ftz}.type=f16|f16x2" "=d:type, a:type" "6.5 sm_53";
        ".type=bf16|bf16x2" "=d:type, a:type" "7.0 sm_80";
    }
    /// `d = -a`.
    Neg = "neg", "9.7.1.11", Arithmetic, ByType, [] {
        ".type=s16|s32|s64" "=d:type, a:type";
        "{.ftz}.f32" "=d:f32, a:f32";
        ".f64" "=d:f64, a:f64";
        "{.ftz}.type=f16|f16x2" "=d:type, a:type" "6.0 sm_53";
        ".type=bf16|bf16x2" "=d:type, a:type" "7.0 sm_80";
    }
    /// The smaller of `a` and `b`. If one is NaN, the result is the other one; with `.NaN`, it is NaN.
    Min = "min", "9.7.1.12", MinMax, ByType, [] {
        ".type=$int" "=d:type, a:type, b:type";
        ".type=u16x2" "=d:type, a:type, b:type" "8.0 sm_90";
        "{.relu}.type=s16x2" "=d:type, a:type, b:type" "8.0 sm_90";
        ".relu.s32" "=d:s32, a:s32, b:s32" "8.0 sm_90";
        "{.ftz}.f32" "=d:f32, a:f32, b:f32";
        "{.ftz}.NaN.f32" "=d:f32, a:f32, b:f32" "7.0 sm_80";
        "{.ftz}{.NaN}.xorsign.abs.f32" "=d:f32, a:f32, b:f32" "7.2 sm_86";
        "{.ftz}{.NaN}{.abs}.f32" "=d:f32, a:f32, b:f32, c:f32" "8.8 sm_100";
        ".f64" "=d:f64, a:f64, b:f64";
        "{.ftz}{.NaN}.type=f16|f16x2" "=d:type, a:type, b:type" "7.0 sm_80";
        "{.ftz}{.NaN}.xorsign.abs.type=f16|f16x2" "=d:type, a:type, b:type" "7.2 sm_86";
        "{.NaN}.type=bf16|bf16x2" "=d:type, a:type, b:type" "7.0 sm_80";
        "{.NaN}.xorsign.abs.type=bf16|bf16x2" "=d:type, a:type, b:type" "7.2 sm_86";
    }
    /// The larger of `a` and `b`. If one is NaN, the result is the other one; with `.NaN`, it is NaN.
    Max = "max", "9.7.1.13", MinMax, ByType, [] {
        ".type=$int" "=d:type, a:type, b:type";
        ".type=u16x2" "=d:type, a:type, b:type" "8.0 sm_90";
        "{.relu}.type=s16x2" "=d:type, a:type, b:type" "8.0 sm_90";
        ".relu.s32" "=d:s32, a:s32, b:s32" "8.0 sm_90";
        "{.ftz}.f32" "=d:f32, a:f32, b:f32";
        "{.ftz}.NaN.f32" "=d:f32, a:f32, b:f32" "7.0 sm_80";
        "{.ftz}{.NaN}.xorsign.abs.f32" "=d:f32, a:f32, b:f32" "7.2 sm_86";
        "{.ftz}{.NaN}{.abs}.f32" "=d:f32, a:f32, b:f32, c:f32" "8.8 sm_100";
        ".f64" "=d:f64, a:f64, b:f64";
        "{.ftz}{.NaN}.type=f16|f16x2" "=d:type, a:type, b:type" "7.0 sm_80";
        "{.ftz}{.NaN}.xorsign.abs.type=f16|f16x2" "=d:type, a:type, b:type" "7.2 sm_86";
        "{.NaN}.type=bf16|bf16x2" "=d:type, a:type, b:type" "7.0 sm_80";
        "{.NaN}.xorsign.abs.type=bf16|bf16x2" "=d:type, a:type, b:type" "7.2 sm_86";
    }
    /// Number of one bits.
    Popc = "popc", "9.7.1.14", BitField, Integer, [] {
        ".type=b32|b64" "=d:u32, a:type" "2.0 sm_20";
    }
    /// Number of leading zero bits.
    Clz = "clz", "9.7.1.15", BitField, Integer, [] {
        ".type=b32|b64" "=d:u32, a:type" "2.0 sm_20";
    }
    /// Position of the most significant bit that is not a sign bit, or all ones.
    Bfind = "bfind", "9.7.1.16", BitField, Integer, [] {
        "{.shiftamt}.type=u32|u64|s32|s64" "=d:u32, a:type" "2.0 sm_20";
    }
    /// Position of the n-th set bit from a base.
    Fns = "fns", "9.7.1.17", BitField, Integer, [] {
        ".b32" "=d:b32, mask:b32, base:b32, offset:s32" "6.0 sm_30";
    }
    /// Bits in reverse order.
    Brev = "brev", "9.7.1.18", BitField, Integer, [] {
        ".type=b32|b64" "=d:type, a:type" "2.0 sm_20";
    }
    /// Bits `b .. b + c` of `a`, zero- or sign-extended.
    Bfe = "bfe", "9.7.1.19", BitField, Integer, [] {
        ".type=u32|u64|s32|s64" "=d:type, a:type, b:u32, c:u32" "2.0 sm_20";
    }
    /// `b` with bits `c .. c + d` replaced by the low bits of `a`.
    Bfi = "bfi", "9.7.1.20", BitField, Integer, [] {
        ".type=b32|b64" "=f:type, a:type, b:type, c:u32, d:u32" "2.0 sm_20";
    }
    /// Sign- or zero-extension from bit `b`.
    Szext = "szext", "9.7.1.21", BitField, Integer, [] {
        ".mode=clamp|wrap.type=u32|s32" "=d:type, a:type, b:u32" "7.6 sm_70";
    }
    /// A mask of `b` ones from bit `a`.
    Bmsk = "bmsk", "9.7.1.22", BitField, Integer, [] {
        ".mode=clamp|wrap.b32" "=d:b32, a:b32, b:b32" "7.6 sm_70";
    }
    /// `d = c + dot product of four bytes`.
    Dp4a = "dp4a", "9.7.1.23", BitField, Integer, [] {
        ".atype=u32|s32.btype=u32|s32" "=d:b32, a:b32, b:b32, c:b32" "5.0 sm_61";
    }
    /// `d = c + dot product of two halves with two bytes`.
    Dp2a = "dp2a", "9.7.1.24", BitField, Integer, [] {
        ".half=lo|hi.atype=u32|s32.btype=u32|s32" "=d:b32, a:b32, b:b32, c:b32" "5.0 sm_61";
    }
    /// `d = a + b`; writes the carry flag.
    AddCc = "add.cc", "9.7.2.1", Carry, Integer, [CarryOut] {
        ".type=u32|s32" "=d:type, a:type, b:type";
        ".type=u64|s64" "=d:type, a:type, b:type" "4.3";
    }
    /// `d = a + b + carry`.
    Addc = "addc", "9.7.2.2", Carry, Integer, [CarryIn] {
        "{.cc}.type=u32|s32|u64|s64" "=d:type, a:type, b:type";
    }
    /// `d = a - b`; writes the borrow flag.
    SubCc = "sub.cc", "9.7.2.3", Carry, Integer, [CarryOut] {
        ".type=u32|s32" "=d:type, a:type, b:type";
        ".type=u64|s64" "=d:type, a:type, b:type" "4.3";
    }
    /// `d = a - b - borrow`.
    Subc = "subc", "9.7.2.4", Carry, Integer, [CarryIn] {
        "{.cc}.type=u32|s32|u64|s64" "=d:type, a:type, b:type";
    }
    /// `d = half of a * b, + c + carry`.
    Madc = "madc", "9.7.2.6", Carry, Integer, [CarryIn] {
        ".half=lo|hi{.cc}.type=u32|s32|u64|s64" "=d:type, a:type, b:type, c:type" "3.0 sm_20";
    }

    // Floating point.

    /// Tests whether `a` is finite, infinite, a number, NaN, normal or subnormal.
    Testp = "testp", "9.7.3.1", Compare, Compare, [] {
        ".test=finite|infinite|number|notanumber|normal|subnormal.type=f32|f64" "=p:pred, a:type" "2.0 sm_20";
    }
    /// `b` with the sign of `a`.
    Copysign = "copysign", "9.7.3.2", Compare, ByType, [] {
        ".type=f32|f64" "=d:type, a:type, b:type" "2.0 sm_20";
    }
    /// `d = a * b + c`, rounded once.
    Fma = "fma", "9.7.3.6", Arithmetic, ByType, [] {
        ".rnd=$rnd{.ftz}{.sat}.f32" "=d:f32, a:f32, b:f32, c:f32" "2.0 sm_20";
        ".rnd=$rnd.f64" "=d:f64, a:f64, b:f64, c:f64";
        ".rnd=$rnd{.ftz}.f32x2" "=d:b64, a:b64, b:b64, c:b64" "8.6 sm_100";
        ".rn{.ftz}{.sat}.type=f16|f16x2" "=d:type, a:type, b:type, c:type" "4.2 sm_53";
        ".rn{.ftz}.relu.type=f16|f16x2" "=d:type, a:type, b:type, c:type" "7.0 sm_80";
        ".rn{.relu}.type=bf16|bf16x2" "=d:type, a:type, b:type, c:type" "7.0 sm_80";
        ".rn.oob{.relu}.type=f16|f16x2|bf16|bf16x2" "=d:type, a:type, b:type, c:type" "8.1 sm_90";
        ".rnd=$rnd{.sat}.f32.atype=f16|bf16" "=d:f32, a:atype, b:atype, c:f32" "8.6 sm_100";
    }
    /// `d = 1 / a`.
    Rcp = "rcp", "9.7.3.13", Arithmetic, Function, [] {
        ".approx{.ftz}.f32" "=d:f32, a:f32";
        ".rnd=$rnd{.ftz}.f32" "=d:f32, a:f32" "2.0 sm_20";
        ".rn.f64" "=d:f64, a:f64";
        ".rnd=rz|rm|rp.f64" "=d:f64, a:f64" "2.1 sm_20";
        ".approx.ftz.f64" "=d:f64, a:f64" "2.1 sm_20";
    }
    /// Square root.
    Sqrt = "sqrt", "9.7.3.15", Arithmetic, Function, [] {
        ".approx{.ftz}.f32" "=d:f32, a:f32";
        ".rnd=$rnd{.ftz}.f32" "=d:f32, a:f32" "2.0 sm_20";
        ".rn.f64" "=d:f64, a:f64";
        ".rnd=rz|rm|rp.f64" "=d:f64, a:f64" "2.0 sm_20";
    }
    /// `d = 1 / sqrt(a)`.
    Rsqrt = "rsqrt", "9.7.3.16", Function, Function, [] {
        ".approx{.ftz}.f32" "=d:f32, a:f32";
        ".approx.f64" "=d:f64, a:f64";
        ".approx.ftz.f64" "=d:f64, a:f64" "4.0 sm_20";
    }
    /// Sine, of radians.
    Sin = "sin", "9.7.3.18", Function, Function, [] {
        ".approx{.ftz}.f32" "=d:f32, a:f32";
    }
    /// Cosine, of radians.
    Cos = "cos", "9.7.3.19", Function, Function, [] {
        ".approx{.ftz}.f32" "=d:f32, a:f32";
    }
    /// Logarithm to base 2.
    Lg2 = "lg2", "9.7.3.20", Function, Function, [] {
        ".approx{.ftz}.f32" "=d:f32, a:f32";
    }
    /// 2 to the power of `a`.
    Ex2 = "ex2", "9.7.3.21", Function, Function, [] {
        ".approx{.ftz}.f32" "=d:f32, a:f32";
        ".approx.type=f16|f16x2" "=d:type, a:type" "7.0 sm_75";
        ".approx.ftz.type=bf16|bf16x2" "=d:type, a:type" "7.8 sm_90";
    }
    /// Hyperbolic tangent.
    Tanh = "tanh", "9.7.3.22", Function, Function, [] {
        ".approx.f32" "=d:f32, a:f32" "7.0 sm_75";
        ".approx.type=f16|f16x2" "=d:type, a:type" "7.0 sm_75";
        ".approx.type=bf16|bf16x2" "=d:type, a:type" "7.8 sm_90";
    }

    // Comparison and selection.

    /// `d = a <op> b`, as all ones or 1.0, or zero.
    Set = "set", "9.7.6.1", Compare, Compare, [] {
        ".cmp=eq|ne.dtype=u32|s32|f32.stype=b16|b32|b64" "=d:dtype, a:stype, b:stype";
        ".cmp=$cmp.dtype=u32|s32|f32.stype=s16|s32|s64" "=d:dtype, a:stype, b:stype";
        ".cmp=$icmp.dtype=u32|s32|f32.stype=u16|u32|u64" "=d:dtype, a:stype, b:stype";
        ".cmp=$fcmp{.ftz}.dtype=u32|s32|f32.stype=f32|f64" "=d:dtype, a:stype, b:stype";
        ".cmp=eq|ne.bool=$bool.dtype=u32|s32|f32.stype=b16|b32|b64" "=d:dtype, a:stype, b:stype, c:pred!";
        ".cmp=$cmp.bool=$bool.dtype=u32|s32|f32.stype=s16|s32|s64" "=d:dtype, a:stype, b:stype, c:pred!";
        ".cmp=$icmp.bool=$bool.dtype=u32|s32|f32.stype=u16|u32|u64" "=d:dtype, a:stype, b:stype, c:pred!";
        ".cmp=$fcmp.bool=$bool{.ftz}.dtype=u32|s32|f32.stype=f32|f64" "=d:dtype, a:stype, b:stype, c:pred!";
        ".cmp=$fcmp{.ftz}.dtype=f16.stype=f16" "=d:dtype, a:stype, b:stype" "4.2 sm_53";
        ".cmp=$fcmp{.ftz}.dtype=u16|s16|u32|s32.stype=f16" "=d:dtype, a:stype, b:stype" "6.5 sm_53";
        ".cmp=$fcmp.bool=$bool{.ftz}.dtype=f16.stype=f16" "=d:dtype, a:stype, b:stype, c:pred!" "4.2 sm_53";
        ".cmp=$fcmp.bool=$bool{.ftz}.dtype=u16|s16|u32|s32.stype=f16" "=d:dtype, a:stype, b:stype, c:pred!" "6.5 sm_53";
        ".cmp=$fcmp{.ftz}.f16x2.f16x2" "=d:f16x2, a:f16x2, b:f16x2" "4.2 sm_53";
        ".cmp=$fcmp{.ftz}.dtype=u32|s32.f16x2" "=d:dtype, a:f16x2, b:f16x2" "6.5 sm_53";
        ".cmp=$fcmp.bool=$bool{.ftz}.dtype=u32|s32.f16x2" "=d:dtype, a:f16x2, b:f16x2, c:pred!" "6.5 sm_53";
        ".cmp=$fcmp.dtype=u32|s32.bf16x2" "=d:dtype, a:bf16x2, b:bf16x2" "7.8 sm_90";
        ".cmp=$fcmp.bool=$bool.dtype=u32|s32.bf16x2" "=d:dtype, a:bf16x2, b:bf16x2, c:pred!" "7.8 sm_90";
        ".cmp=$fcmp.bool=$bool.dtype=bf16|u16|s16|u32|s32.stype=bf16" "=d:dtype, a:stype, b:stype, c:pred!" "7.8 sm_90";
        ".cmp=$fcmp.bool=$bool.bf16x2.bf16x2" "=d:bf16x2, a:bf16x2, b:bf16x2, c:pred!" "7.8 sm_90";
        ".cmp=$fcmp.dtype=bf16|u16|s16|u32|s32.stype=bf16" "=d:dtype, a:stype, b:stype" "7.8 sm_90";
        ".cmp=$fcmp.bf16x2.bf16x2" "=d:bf16x2, a:bf16x2, b:bf16x2" "7.8 sm_90";
        ".cmp=$fcmp.bool=$bool{.ftz}.f16x2.f16x2" "=d:f16x2, a:f16x2, b:f16x2, c:pred!" "4.2 sm_53";
    }
    /// `p = a <op> b`, combined with a predicate if given; `q` is the same of the negated comparison.
    Setp = "setp", "9.7.6.2", Compare, Compare, [] {
        ".cmp=eq|ne.type=b16|b32|b64" "=p:pred_|q, a:type, b:type";
        ".cmp=$cmp.type=s16|s32|s64" "=p:pred_|q, a:type, b:type";
        ".cmp=$icmp.type=u16|u32|u64" "=p:pred_|q, a:type, b:type";
        ".cmp=eq|ne.bool=$bool.type=b16|b32|b64" "=p:pred_|q, a:type, b:type, c:pred!";
        ".cmp=$cmp.bool=$bool.type=s16|s32|s64" "=p:pred_|q, a:type, b:type, c:pred!";
        ".cmp=$icmp.bool=$bool.type=u16|u32|u64" "=p:pred_|q, a:type, b:type, c:pred!";
        ".cmp=$fcmp{.ftz}.type=f32|f64" "=p:pred_|q, a:type, b:type";
        ".cmp=$fcmp.bool=$bool{.ftz}.type=f32|f64" "=p:pred_|q, a:type, b:type, c:pred!";
        ".cmp=$fcmp{.ftz}.type=f16|f16x2" "=p:pred_|q, a:type, b:type" "4.2 sm_53";
        ".cmp=$fcmp.bool=$bool{.ftz}.type=f16|f16x2" "=p:pred_|q, a:type, b:type, c:pred!" "4.2 sm_53";
        ".cmp=$fcmp.type=bf16|bf16x2" "=p:pred_|q, a:type, b:type" "7.8 sm_90";
        ".cmp=$fcmp.bool=$bool.type=bf16|bf16x2" "=p:pred_|q, a:type, b:type, c:pred!" "7.8 sm_90";
    }
    /// `d = c ? a : b`.
    Selp = "selp", "9.7.6.3", Compare, Compare, [] {
        ".type=$select" "=d:type, a:type, b:type, c:pred";
    }
    /// `d = c >= 0 ? a : b`.
    Slct = "slct", "9.7.6.4", Compare, Compare, [] {
        ".type=$select.s32" "=d:type, a:type, b:type, c:s32";
        "{.ftz}.type=$select.f32" "=d:type, a:type, b:type, c:f32";
    }

    // Logic and shift.

    /// Bitwise and.
    And = "and", "9.7.8.1", Logic, Logic, [] {
        ".type=pred|b16|b32|b64" "=d:type, a:type, b:type";
    }
    /// Bitwise or.
    Or = "or", "9.7.8.2", Logic, Logic, [] {
        ".type=pred|b16|b32|b64" "=d:type, a:type, b:type";
    }
    /// Bitwise exclusive or.
    Xor = "xor", "9.7.8.3", Logic, Logic, [] {
        ".type=pred|b16|b32|b64" "=d:type, a:type, b:type";
    }
    /// Bitwise negation.
    Not = "not", "9.7.8.4", Logic, Logic, [] {
        ".type=pred|b16|b32|b64" "=d:type, a:type";
    }
    /// 1 for zero, 0 for everything else.
    Cnot = "cnot", "9.7.8.5", Logic, Logic, [] {
        ".type=$bits" "=d:type, a:type";
    }
    /// A bitwise function of three operands, given by its truth table.
    Lop3 = "lop3", "9.7.8.6", Logic, Logic, [] {
        ".b32" "=d:b32, a:b32, b:b32, c:b32, #lut:0..255" "4.3 sm_50";
        ".bool=or|and.b32" "=d:b32_||p, a:b32, b:b32, c:b32, #lut:0..255, q:pred!" "8.2 sm_70";
    }
    /// Shift of the concatenation of two 32-bit registers (funnel shift).
    Shf = "shf", "9.7.8.7", Logic, Logic, [] {
        ".side=l|r.mode=clamp|wrap.b32" "=d:b32, a:b32, b:b32, c:u32" "3.1 sm_32";
    }
    /// Shift left; amounts beyond the width give 0.
    Shl = "shl", "9.7.8.8", Logic, Logic, [] {
        ".type=$bits" "=d:type, a:type, b:u32";
    }
    /// Shift right, filled with zeros or the sign.
    Shr = "shr", "9.7.8.9", Logic, Logic, [] {
        ".type=b16|b32|b64|u16|u32|u64|s16|s32|s64" "=d:type, a:type, b:u32";
    }

    // Data movement.

    /// Copies a register, a constant, an address or a special register; packs and unpacks vectors.
    Mov = "mov", "9.7.9.3", Move, Move, [] {
        ".pred" "=d:pred, a:pred!";
        ".type=$select" "=d:type, a:type&";
        ".vec=v2.type=$select" "=d:type*vec_, a:type*vec";
        ".vec=v4.type=b16|b32|u16|u32|s16|s32|f32" "=d:type*vec_, a:type*vec";
        ".b16" "=d:b16, a:b8*2";
        ".b32" "=d:b32, a:b8*4";
        ".b32" "=d:b32, a:b16*2";
        ".b64" "=d:b64, a:b16*4";
        ".b64" "=d:b64, a:b32*2";
        ".b16" "=d:b8*2_, a:b16";
        ".b32" "=d:b8*4_, a:b32";
        ".b32" "=d:b16*2_, a:b32";
        ".b64" "=d:b16*4_, a:b64";
        ".b64" "=d:b32*2_, a:b64";
        ".b128" "=d:b128, a:b64*2" "8.3 sm_70";
        ".b128" "=d:b64*2_, a:b128" "8.3 sm_70";
        ".b128" "=d:b128, a:b128" "8.3 sm_70";
    }
    /// Reads a register of another lane of the warp; the older form without a mask.
    Shfl = "shfl", "9.7.9.5", WarpCollective, Lanes, [Lanes] {
        ".mode=up|down|bfly|idx.b32" "=d:b32_|p, a:b32, b:u32, c:u32" "3.0 sm_30 <6.4,sm_70";
    }
    /// Reads a register of another lane of the warp.
    ShflSync = "shfl.sync", "9.7.9.6", WarpCollective, Lanes, [Lanes] {
        ".mode=up|down|bfly|idx.b32" "=d:b32_|p, a:b32, b:u32, c:u32, mask:b32" "6.0 sm_30";
    }
    /// Selects four bytes of two 32-bit registers.
    Prmt = "prmt", "9.7.9.7", BitField, Move, [] {
        ".b32{.mode=f4e|b4e|rc8|ecl|ecr|rc16}" "=d:b32, a:b32, b:b32, c:b32" "2.0 sm_20";
    }
    /// Loads from memory.
    Ld = "ld", "9.7.9.8", Memory, Load, [Read] {
        "{.weak}{.ss=$ss}{.cop=$ldcop}{.prefetch=$prefetch}{.vec=v2|v4}.type=$narrow" "=d:type~*vec_, [a]";
        "{.weak}{.ss=$ss}{.cop=$ldcop}{.prefetch=$prefetch}{.vec=v2}.type=$double" "=d:type~*vec_, [a]";
        "{.weak}{.ss=$ss}{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}{.vec=v2|v4}.type=$narrow" "=d:type~*vec_, [a], policy:b64?L2::cache_hint" "7.4 sm_70";
        "{.weak}{.ss=$ss}{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}{.vec=v2}.type=$double" "=d:type~*vec_, [a], policy:b64?L2::cache_hint" "7.4 sm_70";
        ".volatile{.ss=$atomss}{.prefetch=$prefetch}{.vec=v2|v4}.type=$narrow" "=d:type~*vec_, [a]";
        ".volatile{.ss=$atomss}{.prefetch=$prefetch}{.vec=v2}.type=$double" "=d:type~*vec_, [a]";
        ".volatile.local{.vec=v2|v4}.type=$narrow" "=d:type~*vec_, [a]" "9.1";
        ".volatile.local{.vec=v2}.type=$double" "=d:type~*vec_, [a]" "9.1";
        ".sem=relaxed|acquire.scope=$scope{.ss=$atomss}{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}{.vec=v2|v4}.type=$narrow" "=d:type~*vec_, [a], policy:b64?L2::cache_hint" "6.0 sm_70";
        ".sem=relaxed|acquire.scope=$scope{.ss=$atomss}{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}{.vec=v2}.type=$double" "=d:type~*vec_, [a], policy:b64?L2::cache_hint" "6.0 sm_70";
        ".mmio.relaxed.sys{.ss=global}.type=$any" "=d:type~, [a]" "8.2 sm_70";
        "{.weak}{.ss=global}{.l1=$l1}{.l2=$l2}{.L2::cache_hint}{.prefetch=$prefetch}.v4.type=b64|u64|s64|f64" "=d:type*4_, [a], policy:b64?L2::cache_hint" "8.8 sm_100";
        "{.weak}{.ss=global}{.l1=$l1}{.l2=$l2}{.L2::cache_hint}{.prefetch=$prefetch}.v8.type=b32|u32|s32|f32" "=d:type*8_, [a], policy:b64?L2::cache_hint" "8.8 sm_100";
        "{.weak}{.ss=$ss}{.cop=$ldcop}{.prefetch=$prefetch}.b128" "=d:b128, [a]" "8.3 sm_70";
        "{.weak}{.ss=$ss}{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}.b128" "=d:b128, [a], policy:b64?L2::cache_hint" "8.3 sm_70";
        ".volatile{.ss=$atomss}{.prefetch=$prefetch}.b128" "=d:b128, [a]" "8.3 sm_70";
        ".sem=relaxed|acquire.scope=cta|cluster|gpu{.ss=$atomss}{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}.b128" "=d:b128, [a], policy:b64?L2::cache_hint" "8.3 sm_70";
        ".sem=relaxed|acquire.sys{.ss=$atomss}{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}.b128" "=d:b128, [a], policy:b64?L2::cache_hint" "8.4 sm_70";
        ".global.nc{.cop=ca|cg|cs}{.prefetch=$prefetch}.b128" "=d:b128, [a]" "8.3 sm_70";
        ".global.nc{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}.b128" "=d:b128, [a], policy:b64?L2::cache_hint" "8.3 sm_70";
        ".global.nc{.cop=ca|cg|cs}{.prefetch=$prefetch}{.vec=v2|v4}.type=$narrow" "=d:type~*vec_, [a]" "3.1 sm_32";
        ".global.nc{.cop=ca|cg|cs}{.prefetch=$prefetch}{.vec=v2}.type=$double" "=d:type~*vec_, [a]" "3.1 sm_32";
        ".global.nc{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}{.vec=v2|v4}.type=$narrow" "=d:type~*vec_, [a], policy:b64?L2::cache_hint" "7.4 sm_70";
        ".global.nc{.l1=$l1}{.L2::cache_hint}{.prefetch=$prefetch}{.vec=v2}.type=$double" "=d:type~*vec_, [a], policy:b64?L2::cache_hint" "7.4 sm_70";
        ".global.nc{.l1=$l1}{.l2=$l2}{.L2::cache_hint}{.prefetch=$prefetch}.v4.type=b64|u64|s64|f64" "=d:type*4_, [a], policy:b64?L2::cache_hint" "8.8 sm_100";
        ".global.nc{.l1=$l1}{.l2=$l2}{.L2::cache_hint}{.prefetch=$prefetch}.v8.type=b32|u32|s32|f32" "=d:type*8_, [a], policy:b64?L2::cache_hint" "8.8 sm_100";
    }
    /// Loads from an address that is the same in the whole warp.
    Ldu = "ldu", "9.7.9.10", Memory, Load, [Read] {
        "{.ss=global}{.vec=v2|v4}.type=$narrow" "=d:type~*vec_, [a]" "2.0 sm_20";
        "{.ss=global}{.vec=v2}.type=$double" "=d:type~*vec_, [a]" "2.0 sm_20";
    }
    /// Stores to memory.
    St = "st", "9.7.9.11", Memory, Store, [Write] {
        "{.weak}{.ss=$stss}{.cop=$stcop}{.vec=v2|v4}.type=$narrow" "[a], b:type~*vec";
        "{.weak}{.ss=$stss}{.cop=$stcop}{.vec=v2}.type=$double" "[a], b:type~*vec";
        "{.weak}{.ss=$stss}{.l1=$l1}{.L2::cache_hint}{.vec=v2|v4}.type=$narrow" "[a], b:type~*vec, policy:b64?L2::cache_hint" "7.4 sm_70";
        "{.weak}{.ss=$stss}{.l1=$l1}{.L2::cache_hint}{.vec=v2}.type=$double" "[a], b:type~*vec, policy:b64?L2::cache_hint" "7.4 sm_70";
        ".volatile{.ss=$atomss}{.vec=v2|v4}.type=$narrow" "[a], b:type~*vec";
        ".volatile{.ss=$atomss}{.vec=v2}.type=$double" "[a], b:type~*vec";
        ".volatile.local{.vec=v2|v4}.type=$narrow" "[a], b:type~*vec" "9.1";
        ".volatile.local{.vec=v2}.type=$double" "[a], b:type~*vec" "9.1";
        ".sem=relaxed|release.scope=$scope{.ss=$atomss}{.l1=$l1}{.L2::cache_hint}{.vec=v2|v4}.type=$narrow" "[a], b:type~*vec, policy:b64?L2::cache_hint" "6.0 sm_70";
        ".sem=relaxed|release.scope=$scope{.ss=$atomss}{.l1=$l1}{.L2::cache_hint}{.vec=v2}.type=$double" "[a], b:type~*vec, policy:b64?L2::cache_hint" "6.0 sm_70";
        ".mmio.relaxed.sys{.ss=global}.type=$any" "[a], b:type~" "8.2 sm_70";
        "{.weak}{.ss=global}{.l1=$l1}{.l2=$l2}{.L2::cache_hint}.v4.type=b64|u64|s64|f64" "[a], b:type*4, policy:b64?L2::cache_hint" "8.8 sm_100";
        "{.weak}{.ss=global}{.l1=$l1}{.l2=$l2}{.L2::cache_hint}.v8.type=b32|u32|s32|f32" "[a], b:type*8, policy:b64?L2::cache_hint" "8.8 sm_100";
        "{.weak}{.ss=$stss}{.cop=$stcop}.b128" "[a], b:b128" "8.3 sm_70";
        "{.weak}{.ss=$stss}{.l1=$l1}{.L2::cache_hint}.b128" "[a], b:b128, policy:b64?L2::cache_hint" "8.3 sm_70";
        ".volatile{.ss=$atomss}.b128" "[a], b:b128" "8.3 sm_70";
        ".sem=relaxed|release.scope=cta|cluster|gpu{.ss=$atomss}{.l1=$l1}{.L2::cache_hint}.b128" "[a], b:b128, policy:b64?L2::cache_hint" "8.3 sm_70";
        ".sem=relaxed|release.sys{.ss=$atomss}{.l1=$l1}{.L2::cache_hint}.b128" "[a], b:b128, policy:b64?L2::cache_hint" "8.4 sm_70";
    }
    /// Stores to shared memory of another block of the cluster, and signals an mbarrier there.
    StAsync = "st.async", "9.7.9.12", AsyncCopy, Store, [Write, Async] {
        "{.weak}.mbarrier::complete_tx::bytes{.shared::cluster}{.vec=v2|v4}.type=b32|u32|s32|f32" "[a], b:type*vec, [mbar]" "8.1 sm_90";
        "{.weak}.mbarrier::complete_tx::bytes{.shared::cluster}{.vec=v2}.type=b64|u64|s64|f64" "[a], b:type*vec, [mbar]" "8.1 sm_90";
    }
    /// Sets bytes of shared memory to zero.
    StBulk = "st.bulk", "9.7.9.13", AsyncCopy, Store, [Write] {
        "{.weak}{.shared::cta}" "[a], size:b64, #value:0..0" "8.6 sm_100";
    }
    /// Multi-address loads and reductions, without tensor memory access.
    MultimemLdReduce = "multimem.ld_reduce", "9.7.9.14", Multimem, Load, [Read] {
        "{.sem=weak}{.ss=global}.op=min|max.type=u32|s32|u64|s64" "=d:type, [a]" "8.1 sm_90";
        "{.sem=weak}{.ss=global}.add.type=u32|s32|u64|f64" "=d:type, [a]" "8.1 sm_90";
        "{.sem=weak}{.ss=global}.op=and|or|xor.type=b32|b64" "=d:type, [a]" "8.1 sm_90";
        "{.sem=weak}{.ss=global}.add{.vec=v2|v4}.f32" "=d:f32*vec, [a]" "8.1 sm_90";
        "{.sem=weak}{.ss=global}.op=min|max|add{.vec=v2|v4}.type=f16x2|bf16x2" "=d:type*vec, [a]" "8.1 sm_90";
        "{.sem=weak}{.ss=global}.op=min|max|add.vec=v2|v4|v8.type=f16|bf16" "=d:type*vec, [a]" "8.1 sm_90";
        "{.sem=weak}{.ss=global}.add.acc::f32{.vec=v2|v4}.type=f16x2|bf16x2" "=d:type*vec, [a]" "8.2 sm_90";
        "{.sem=weak}{.ss=global}.add.acc::f32.vec=v2|v4|v8.type=f16|bf16" "=d:type*vec, [a]" "8.2 sm_90";
        ".sem=relaxed|acquire.scope=$scope{.ss=global}.op=min|max.type=u32|s32|u64|s64" "=d:type, [a]" "8.1 sm_90";
        ".sem=relaxed|acquire.scope=$scope{.ss=global}.add.type=u32|s32|u64|f64" "=d:type, [a]" "8.1 sm_90";
        ".sem=relaxed|acquire.scope=$scope{.ss=global}.op=and|or|xor.type=b32|b64" "=d:type, [a]" "8.1 sm_90";
        ".sem=relaxed|acquire.scope=$scope{.ss=global}.add{.vec=v2|v4}.f32" "=d:f32*vec, [a]" "8.1 sm_90";
        ".sem=relaxed|acquire.scope=$scope{.ss=global}.op=min|max|add{.vec=v2|v4}.type=f16x2|bf16x2" "=d:type*vec, [a]" "8.1 sm_90";
        ".sem=relaxed|acquire.scope=$scope{.ss=global}.op=min|max|add.vec=v2|v4|v8.type=f16|bf16" "=d:type*vec, [a]" "8.1 sm_90";
        ".sem=relaxed|acquire.scope=$scope{.ss=global}.add.acc::f32{.vec=v2|v4}.type=f16x2|bf16x2" "=d:type*vec, [a]" "8.2 sm_90";
        ".sem=relaxed|acquire.scope=$scope{.ss=global}.add.acc::f32.vec=v2|v4|v8.type=f16|bf16" "=d:type*vec, [a]" "8.2 sm_90";
    }
    /// Multi-address stores.
    MultimemSt = "multimem.st", "9.7.9.14", Multimem, Store, [Write] {
        "{.sem=weak}{.ss=global}.type=b32|b64|u32|u64|s32|s64|f64" "[a], b:type" "8.1 sm_90";
        "{.sem=weak}{.ss=global}{.vec=v2|v4}.type=f16x2|bf16x2|f32" "[a], b:type*vec" "8.1 sm_90";
        "{.sem=weak}{.ss=global}.vec=v2|v4|v8.type=f16|bf16" "[a], b:type*vec" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}.type=b32|b64|u32|u64|s32|s64|f64" "[a], b:type" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}{.vec=v2|v4}.type=f16x2|bf16x2|f32" "[a], b:type*vec" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}.vec=v2|v4|v8.type=f16|bf16" "[a], b:type*vec" "8.1 sm_90";
    }
    /// Multi-address reductions.
    MultimemRed = "multimem.red", "9.7.9.14", Multimem, Atomic, [Read, Write, Atomic] {
        "{.ss=global}.op=min|max.type=u32|s32|u64|s64" "[a], b:type" "8.1 sm_90";
        "{.ss=global}.add.type=u32|s32|u64|f64" "[a], b:type" "8.1 sm_90";
        "{.ss=global}.op=and|or|xor.type=b32|b64" "[a], b:type" "8.1 sm_90";
        "{.ss=global}.add{.vec=v2|v4}.type=f16x2|bf16x2|f32" "[a], b:type*vec" "8.1 sm_90";
        "{.ss=global}.op=min|max.vec=v2|v4.type=f16x2|bf16x2" "[a], b:type*vec" "8.1 sm_90";
        "{.ss=global}.op=min|max|add.vec=v2|v4|v8.type=f16|bf16" "[a], b:type*vec" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}.op=min|max.type=u32|s32|u64|s64" "[a], b:type" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}.add.type=u32|s32|u64|f64" "[a], b:type" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}.op=and|or|xor.type=b32|b64" "[a], b:type" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}.add{.vec=v2|v4}.type=f16x2|bf16x2|f32" "[a], b:type*vec" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}.op=min|max.vec=v2|v4.type=f16x2|bf16x2" "[a], b:type*vec" "8.1 sm_90";
        ".sem=relaxed|release.scope=$scope{.ss=global}.op=min|max|add.vec=v2|v4|v8.type=f16|bf16" "[a], b:type*vec" "8.1 sm_90";
    }
    /// Prefetches a line of memory into a cache.
    Prefetch = "prefetch", "9.7.9.15", Hint, Other, [State] {
        "{.ss=global|local}.level=L1|L2" "[a]" "2.0 sm_20";
        "{.global}.level=L2::evict_last|L2::evict_normal" "[a]" "7.4 sm_80";
        "{.ss=const|param}.tensormap" "[a]" "8.0 sm_90";
    }
    /// Prefetches a line of uniform memory into a cache.
    Prefetchu = "prefetchu", "9.7.9.15", Hint, Other, [State] {
        ".L1" "[a]" "2.0 sm_20";
    }
    /// Gives lines of memory a priority in the cache.
    Applypriority = "applypriority", "9.7.9.16", Hint, Other, [State] {
        "{.global}.level=L2::evict_normal" "[a], #size:128..128" "7.4 sm_80";
    }
    /// Discards lines of the cache without writing them back.
    Discard = "discard", "9.7.9.17", Hint, Other, [Write] {
        "{.global}.level=L2" "[a], #size:128..128" "7.4 sm_80";
    }
    /// Creates a cache policy for a fraction of the accesses, or for a range of addresses.
    Createpolicy = "createpolicy", "9.7.9.18", Hint, Move, [] {
        ".fractional.primary=L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged{.secondary=L2::evict_first|L2::evict_unchanged}.b64" "=d:b64, ?fraction:f32" "7.4 sm_80";
        ".range{.global}.primary=L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged{.secondary=L2::evict_first|L2::evict_unchanged}.b64" "=d:b64, [a], primary_size:u32, total_size:u32" "7.4 sm_80";
        ".cvt.L2.b64" "=d:b64, a:b64" "7.4 sm_80";
    }
    /// Tests whether an address is in a state space.
    Isspacep = "isspacep", "9.7.9.19", Move, Move, [] {
        ".ss=global|shared|local|const|shared::cta|shared::cluster" "=p:pred, a:b64~" "2.0 sm_20";
        ".ss=param|param::entry" "=p:pred, a:b64~" "7.7 sm_70";
    }
    /// Converts a generic address to one of a state space, or back.
    Cvta = "cvta", "9.7.9.20", Move, Move, [] {
        ".ss=global|shared|local|const|shared::cta|shared::cluster.size=u32|u64" "=d:size, a:size&" "2.0 sm_20";
        ".ss=param|param::entry.size=u32|u64" "=d:size, a:size&" "7.7 sm_70";
        ".to.ss=global|shared|local|const|shared::cta|shared::cluster.size=u32|u64" "=d:size, a:size&" "2.0 sm_20";
        ".to.ss=param|param::entry.size=u32|u64" "=d:size, a:size&" "7.7 sm_70";
    }
    /// Converts between numbers.
    Cvt = "cvt", "9.7.9.21", Convert, Convert, [] {
        "{.sat}.dtype=u8|u16|u32|u64|s8|s16|s32|s64.atype=u8|u16|u32|u64|s8|s16|s32|s64" "=d:dtype~, a:atype~";
        ".rnd=$rnd{.ftz}{.sat}.f32.atype=u8|u16|u32|u64|s8|s16|s32|s64" "=d:f32~, a:atype~";
        ".rnd=$rnd{.sat}.dtype=f16|f64.atype=u8|u16|u32|u64|s8|s16|s32|s64" "=d:dtype~, a:atype~";
        ".rnd=$irnd{.ftz}{.sat}.dtype=u8|u16|u32|u64|s8|s16|s32|s64.f32" "=d:dtype~, a:f32~";
        ".rnd=$irnd{.sat}.dtype=u8|u16|u32|u64|s8|s16|s32|s64.atype=f16|f64" "=d:dtype~, a:atype~";
        "{.rnd=rni|rzi|rmi|rpi}{.ftz}{.sat}.f32.f32" "=d:f32~, a:f32~";
        "{.rnd=rni|rzi|rmi|rpi}{.sat}.f64.f64" "=d:f64, a:f64";
        "{.rnd=rni|rzi|rmi|rpi}{.sat}.f16.f16" "=d:f16~, a:f16~";
        "{.ftz}{.sat}.f32.f16" "=d:f32~, a:f16~";
        "{.sat}.f64.f16" "=d:f64, a:f16~";
        "{.ftz}{.sat}.f64.f32" "=d:f64, a:f32~";
        ".rnd=$rnd{.ftz}{.sat}.f32.f64" "=d:f32~, a:f64";
        ".rnd=$rnd{.sat}.f16.f64" "=d:f16~, a:f64";
        ".rnd=$rnd{.ftz}{.sat}.f16.f32" "=d:f16~, a:f32~";
        ".rnd=rn|rz.relu.f16.f32" "=d:f16~, a:f32~" "7.0 sm_80";
        ".rnd=rn|rz.relu.satfinite.f16.f32" "=d:f16~, a:f32~" "8.1 sm_80";
        ".rnd=rn|rz.satfinite.f16.f32" "=d:f16~, a:f32~" "8.1 sm_70";
        ".rnd=rn|rz.f16x2.f32" "=d:f16x2, a:f32, b:f32" "7.0 sm_80";
        ".rnd=rn|rz{.relu}.f16x2.f32" "=d:f16x2, a:f32, b:f32" "7.0 sm_80";
        ".rnd=rn|rz{.relu}.satfinite.f16x2.f32" "=d:f16x2, a:f32, b:f32" "8.1 sm_80";
        ".rnd=rn|rz{.relu}.bf16.f32" "=d:bf16~, a:f32~" "7.0 sm_80";
        ".rnd=rn|rz{.relu}.satfinite.bf16.f32" "=d:bf16~, a:f32~" "8.1 sm_80";
        ".rnd=rn|rz{.relu}.bf16x2.f32" "=d:bf16x2, a:f32, b:f32" "7.0 sm_80";
        ".rnd=rn|rz{.relu}.satfinite.bf16x2.f32" "=d:bf16x2, a:f32, b:f32" "8.1 sm_80";
        ".rna.tf32.f32" "=d:b32, a:f32" "7.0 sm_80";
        ".rna.satfinite.tf32.f32" "=d:b32, a:f32" "8.1 sm_80";
        ".rnd=rn|rz{.relu}.tf32.f32" "=d:b32, a:f32" "7.8 sm_90";
        ".rnd=rn|rz{.relu}.satfinite.tf32.f32" "=d:b32, a:f32" "8.6 sm_100";
        ".f32.bf16" "=d:f32~, a:bf16~" "7.1 sm_80";
        ".ftz.f32.bf16" "=d:f32~, a:bf16~" "7.8 sm_90";
        ".rnd=$rnd.bf16.atype=u8|u16|u32|u64|s8|s16|s32|s64|f16|f64" "=d:bf16~, a:atype~" "7.8 sm_90";
        ".rnd=$irnd.dtype=u8|u16|u32|u64|s8|s16|s32|s64.bf16" "=d:dtype~, a:bf16~" "7.8 sm_90";
        ".rnd=$irnd.bf16.bf16" "=d:bf16~, a:bf16~" "7.8 sm_90";
        ".f64.bf16" "=d:f64, a:bf16~" "7.8 sm_90";
        ".rnd=$rnd.f16.bf16" "=d:f16~, a:bf16~" "7.8 sm_90";
        ".dtype=f16|bf16.bf16" "=d:dtype~, a:bf16~" "7.8 sm_90";
        ".bf16.f16" "=d:bf16~, a:f16~" "7.8 sm_90";
        ".rn.satfinite{.relu}.dtype=e4m3x2|e5m2x2.f32" "=d:b16, a:f32, b:f32" "8.1 sm_89";
        ".rn.satfinite{.relu}.dtype=e4m3x2|e5m2x2.f32" "=d:b16, a:f32, b:f32" "7.8 sm_90";
        ".rn.satfinite{.relu}.dtype=e4m3x2|e5m2x2.f16x2" "=d:b16, a:f16x2" "8.1 sm_89";
        ".rn.satfinite{.relu}.dtype=e4m3x2|e5m2x2.f16x2" "=d:b16, a:f16x2" "7.8 sm_90";
        ".rn{.relu}.f16x2.atype=e4m3x2|e5m2x2" "=d:f16x2, a:b16" "8.1 sm_89";
        ".rn{.relu}.f16x2.atype=e4m3x2|e5m2x2" "=d:f16x2, a:b16" "7.8 sm_90";
        ".rn.satfinite{.relu}.dtype=e2m3x2|e3m2x2.f32" "=d:b16, a:f32, b:f32" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".rn.satfinite{.relu}.e2m1x2.f32" "=d:b8, a:f32, b:f32" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".rn{.relu}.f16x2.atype=e2m3x2|e3m2x2" "=d:f16x2, a:b16" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".rn{.relu}.f16x2.e2m1x2" "=d:f16x2, a:b8" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".rn.satfinite{.relu}.dtype=e4m3x2|e5m2x2|e2m3x2|e3m2x2.bf16x2" "=d:b16, a:bf16x2" "9.1 sm_100f sm_103f sm_110f sm_120f";
        ".rn.satfinite{.relu}.dtype=e2m3x2|e3m2x2.f16x2" "=d:b16, a:f16x2" "9.1 sm_100f sm_103f sm_110f sm_120f";
        ".rn.satfinite{.relu}.e2m1x2.atype=f16x2|bf16x2" "=d:b8, a:atype" "9.1 sm_100f sm_103f sm_110f sm_120f";
        ".rn{.satfinite}{.relu}.bf16x2.atype=e4m3x2|e5m2x2|e2m3x2|e3m2x2" "=d:bf16x2, a:b16" "9.2 sm_100f sm_103f sm_110f sm_120f";
        ".rn{.satfinite}{.relu}.bf16x2.e2m1x2" "=d:bf16x2, a:b8" "9.2 sm_100f sm_103f sm_110f sm_120f";
        ".rnd=rz|rp{.satfinite}.ue8m0x2.f32" "=d:b16, a:f32, b:f32" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".rnd=rz|rp{.satfinite}.ue8m0x2.bf16x2" "=d:b16, a:bf16x2" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".rn.bf16x2.ue8m0x2" "=d:bf16x2, a:b16" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".rs{.relu}{.satfinite}.dtype=f16x2|bf16x2.f32" "=d:dtype, a:f32, b:f32, bits:b32" "8.7 sm_100a sm_103a";
        ".rs{.relu}.satfinite.dtype=e4m3x4|e5m2x4|e2m3x4|e3m2x4.f32" "=d:b32, a:f32*4, bits:b32" "8.7 sm_100a sm_103a";
        ".rs{.relu}.satfinite.e2m1x4.f32" "=d:b16, a:f32*4, bits:b32" "8.7 sm_100a sm_103a";
    }
    /// Packs two integers with saturation.
    CvtPack = "cvt.pack", "9.7.9.22", Convert, Convert, [] {
        ".sat.dtype=u16|s16.s32" "=d:b32, a:s32, b:s32" "6.5 sm_72";
        ".sat.dtype=u8|s8.s32.b32" "=d:b32, a:s32, b:s32, c:b32" "6.5 sm_72";
        ".sat.dtype=u4|s4|u2|s2.s32.b32" "=d:b32, a:s32, b:s32, c:b32" "6.5 sm_75";
    }
    /// The address of a variable in the shared memory of another block of the cluster.
    Mapa = "mapa", "9.7.9.23", Cluster, Move, [] {
        "{.shared::cluster}.type=u32|u64" "=d:type, a:type&, b:u32" "7.8 sm_90";
    }
    /// Rank of the block that a shared address belongs to.
    Getctarank = "getctarank", "9.7.9.24", Cluster, Move, [] {
        "{.shared::cluster}.type=u32|u64" "=d:u32, a:type&" "7.8 sm_90";
    }

    // Asynchronous copies.

    /// Starts an asynchronous copy of 4, 8 or 16 bytes from global to shared memory.
    CpAsync = "cp.async", "9.7.9.25.3.1", AsyncCopy, Copy, [Read, Write, Async] {
        ".ca.ss=$shared.global{.L2::cache_hint}{.prefetch=$prefetch}" "[dst], [src], #size:4..16, ?src_size:u32, policy:b64?L2::cache_hint" "7.0 sm_80";
        ".cg.ss=$shared.global{.L2::cache_hint}{.prefetch=$prefetch}" "[dst], [src], #size:16..16, ?src_size:u32, policy:b64?L2::cache_hint" "7.0 sm_80";
        ".ca.ss=$shared.global{.L2::cache_hint}{.prefetch=$prefetch}" "[dst], [src], #size:4..16, ignore:pred, policy:b64?L2::cache_hint" "7.5 sm_80";
        ".cg.ss=$shared.global{.L2::cache_hint}{.prefetch=$prefetch}" "[dst], [src], #size:16..16, ignore:pred, policy:b64?L2::cache_hint" "7.5 sm_80";
    }
    /// Commits this thread's copies as a group.
    CpAsyncCommitGroup = "cp.async.commit_group", "9.7.9.25.3.2", AsyncCopy, Copy, [Async] {
        "" "" "7.0 sm_80";
    }
    /// Waits until at most N groups of copies are in flight.
    CpAsyncWaitGroup = "cp.async.wait_group", "9.7.9.25.3.3", AsyncCopy, Copy, [Wait, Async] {
        "" "#n" "7.0 sm_80";
    }
    /// Waits for all copies of this thread.
    CpAsyncWaitAll = "cp.async.wait_all", "9.7.9.25.3.3", AsyncCopy, Copy, [Wait, Async] {
        "" "" "7.0 sm_80";
    }
    /// Starts an asynchronous copy of a range of bytes.
    CpAsyncBulk = "cp.async.bulk", "9.7.9.25.4.1", AsyncCopy, Copy, [Read, Write, Async] {
        ".shared::cluster.global.mbarrier::complete_tx::bytes{.multicast::cluster}{.L2::cache_hint}" "[dst], [src], size:u32, [mbar], mask:b16?multicast::cluster, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".shared::cta.global.mbarrier::complete_tx::bytes{.L2::cache_hint}" "[dst], [src], size:u32, [mbar], policy:b64?L2::cache_hint" "8.6 sm_90";
        ".shared::cluster.shared::cta.mbarrier::complete_tx::bytes" "[dst], [src], size:u32, [mbar]" "8.0 sm_90";
        ".global.shared::cta.bulk_group{.L2::cache_hint}" "[dst], [src], size:u32, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".global.shared::cta.bulk_group{.L2::cache_hint}.cp_mask" "[dst], [src], size:u32, policy:b64?L2::cache_hint, bytes:b16" "8.6 sm_100";
    }
    /// Starts an asynchronous reduction of a range of elements into memory.
    CpReduceAsyncBulk = "cp.reduce.async.bulk", "9.7.9.25.4.2", AsyncCopy, Copy, [Read, Write, Atomic, Async] {
        ".shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op=add|min|max.type=u32|s32" "[dst], [src], size:u32, [mbar]" "8.0 sm_90";
        ".shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op=inc|dec.u32" "[dst], [src], size:u32, [mbar]" "8.0 sm_90";
        ".shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op=and|or|xor.b32" "[dst], [src], size:u32, [mbar]" "8.0 sm_90";
        ".shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u64" "[dst], [src], size:u32, [mbar]" "8.0 sm_90";
        ".global.shared::cta.bulk_group{.L2::cache_hint}.add.type=u32|s32|u64|f32|f64" "[dst], [src], size:u32, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".global.shared::cta.bulk_group{.L2::cache_hint}.op=min|max.type=u32|s32|u64|s64|f16|bf16" "[dst], [src], size:u32, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".global.shared::cta.bulk_group{.L2::cache_hint}.op=inc|dec.u32" "[dst], [src], size:u32, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".global.shared::cta.bulk_group{.L2::cache_hint}.op=and|or|xor.type=b32|b64" "[dst], [src], size:u32, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".global.shared::cta.bulk_group{.L2::cache_hint}.add.noftz.type=f16|bf16" "[dst], [src], size:u32, policy:b64?L2::cache_hint" "8.0 sm_90";
    }
    /// Prefetches a range of bytes into the L2 cache.
    CpAsyncBulkPrefetch = "cp.async.bulk.prefetch", "9.7.9.25.4.3", AsyncCopy, Copy, [State, Async] {
        ".L2.global{.L2::cache_hint}" "[src], size:u32, policy:b64?L2::cache_hint" "8.0 sm_90";
    }
    /// Starts an asynchronous copy of a box of a tensor.
    CpAsyncBulkTensor = "cp.async.bulk.tensor", "9.7.9.27.1.2", TensorCopy, Copy, [Read, Write, Async] {
        ".dim=$dim.shared::cluster.global{.mode=tile}.mbarrier::complete_tx::bytes{.multicast::cluster}{.L2::cache_hint}" "[dst], [map,c*dim], [mbar], mask:b16?multicast::cluster, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".dim=$dim.shared::cta.global{.mode=tile}.mbarrier::complete_tx::bytes{.L2::cache_hint}" "[dst], [map,c*dim], [mbar], policy:b64?L2::cache_hint" "8.6 sm_90";
        ".dim=3d|4d|5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.multicast::cluster}{.L2::cache_hint}" "[dst], [map,c*dim], [mbar], offsets:b16*dim-2, mask:b16?multicast::cluster, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".dim=3d|4d|5d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.L2::cache_hint}" "[dst], [map,c*dim], [mbar], offsets:b16*dim-2, policy:b64?L2::cache_hint" "8.6 sm_90";
        ".dim=$dim.shared::cluster.global{.mode=tile}.mbarrier::complete_tx::bytes{.multicast::cluster}.group=$group{.L2::cache_hint}" "[dst], [map,c*dim], [mbar], mask:b16?multicast::cluster, policy:b64?L2::cache_hint" "8.6 sm_100f sm_103f sm_110f";
        ".dim=$dim.shared::cta.global{.mode=tile}.mbarrier::complete_tx::bytes.group=$group{.L2::cache_hint}" "[dst], [map,c*dim], [mbar], policy:b64?L2::cache_hint" "8.6 sm_100f sm_103f sm_110f";
        ".dim=3d|4d|5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.multicast::cluster}.group=$group{.L2::cache_hint}" "[dst], [map,c*dim], [mbar], offsets:b16*dim-2, mask:b16?multicast::cluster, policy:b64?L2::cache_hint" "8.6 sm_100f sm_103f sm_110f";
        ".dim=3d|4d|5d.shared::cta.global.im2col.mbarrier::complete_tx::bytes.group=$group{.L2::cache_hint}" "[dst], [map,c*dim], [mbar], offsets:b16*dim-2, policy:b64?L2::cache_hint" "8.6 sm_100f sm_103f sm_110f";
        ".2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes{.multicast::cluster}{.group=$group}{.L2::cache_hint}" "[dst], [map,c*5], [mbar], mask:b16?multicast::cluster, policy:b64?L2::cache_hint" "8.6 sm_100f sm_103f sm_110f";
        ".2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes{.L2::cache_hint}" "[dst], [map,c*5], [mbar], policy:b64?L2::cache_hint" "8.6 sm_100";
        ".2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes.group=$group{.L2::cache_hint}" "[dst], [map,c*5], [mbar], policy:b64?L2::cache_hint" "8.6 sm_100f sm_103f sm_110f";
        ".dim=$dim.global.shared::cta{.mode=tile}.bulk_group{.L2::cache_hint}" "[map,c*dim], [src], policy:b64?L2::cache_hint" "8.0 sm_90";
        ".dim=3d|4d|5d.global.shared::cta.im2col_no_offs.bulk_group{.L2::cache_hint}" "[map,c*dim], [src], policy:b64?L2::cache_hint" "8.0 sm_90";
        ".2d.global.shared::cta.tile::scatter4.bulk_group{.L2::cache_hint}" "[map,c*5], [src], policy:b64?L2::cache_hint" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Starts an asynchronous reduction of a box into a tensor.
    CpReduceAsyncBulkTensor = "cp.reduce.async.bulk.tensor", "9.7.9.27.1.3", TensorCopy, Copy, [Read, Write, Atomic, Async] {
        ".dim=$dim.global.shared::cta.op=add|min|max|inc|dec|and|or|xor{.mode=tile}.bulk_group{.L2::cache_hint}" "[map,c*dim], [src], policy:b64?L2::cache_hint" "8.0 sm_90";
        ".dim=3d|4d|5d.global.shared::cta.op=add|min|max|inc|dec|and|or|xor.im2col_no_offs.bulk_group{.L2::cache_hint}" "[map,c*dim], [src], policy:b64?L2::cache_hint" "8.0 sm_90";
    }
    /// Prefetches a box of a tensor into the L2 cache.
    CpAsyncBulkPrefetchTensor = "cp.async.bulk.prefetch.tensor", "9.7.9.27.1.4", TensorCopy, Copy, [State, Async] {
        ".dim=$dim.L2.global{.mode=tile}{.L2::cache_hint}" "[map,c*dim], policy:b64?L2::cache_hint" "8.0 sm_90";
        ".dim=3d|4d|5d.L2.global.im2col{.L2::cache_hint}" "[map,c*dim], offsets:b16*dim-2, policy:b64?L2::cache_hint" "8.0 sm_90";
        ".2d.L2.global.tile::gather4{.L2::cache_hint}" "[map,c*5], policy:b64?L2::cache_hint" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Commits this thread's bulk copies as a group.
    CpAsyncBulkCommitGroup = "cp.async.bulk.commit_group", "9.7.9.27.2.1", AsyncCopy, Copy, [Async] {
        "" "" "8.0 sm_90";
    }
    /// Waits until at most N bulk groups are in flight; with `.read`, until at most N have not read their source.
    CpAsyncBulkWaitGroup = "cp.async.bulk.wait_group", "9.7.9.27.2.2", AsyncCopy, Copy, [Wait, Async] {
        "{.read}" "#n" "8.0 sm_90";
    }
    /// Sets one field of a tensor map.
    TensormapReplace = "tensormap.replace", "9.7.9.28", TensorCopy, Copy, [Write] {
        ".tile.field=global_address{.ss=global|shared::cta}.b1024.b64" "[a], value:b64" "8.3 sm_90a sm_100f sm_103f sm_110f sm_120f";
        ".tile.field=rank{.ss=global|shared::cta}.b1024.b32" "[a], value:b32" "8.3 sm_90a sm_100f sm_103f sm_110f sm_120f";
        ".tile.field=box_dim|global_dim|element_stride{.ss=global|shared::cta}.b1024.b32" "[a], #ord:0..4, value:b32" "8.3 sm_90a sm_100f sm_103f sm_110f sm_120f";
        ".tile.field=global_stride{.ss=global|shared::cta}.b1024.b64" "[a], #ord:0..4, value:b64" "8.3 sm_90a sm_100f sm_103f sm_110f sm_120f";
        ".tile.field=elemtype{.ss=global|shared::cta}.b1024.b32" "[a], #value:0..15" "8.3 sm_90a sm_100f sm_103f sm_110f sm_120f";
        ".tile.field=interleave_layout{.ss=global|shared::cta}.b1024.b32" "[a], #value:0..2" "8.3 sm_90a sm_100f sm_103f sm_110f sm_120f";
        ".tile.field=swizzle_mode{.ss=global|shared::cta}.b1024.b32" "[a], #value:0..4" "8.3 sm_90a sm_100f sm_103f sm_110f sm_120f";
        ".tile.field=swizzle_atomicity{.ss=global|shared::cta}.b1024.b32" "[a], #value:0..3" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".tile.field=fill_mode{.ss=global|shared::cta}.b1024.b32" "[a], #value:0..1" "8.3 sm_90a sm_100f sm_103f sm_110f sm_120f";
    }

    // Textures and surfaces.

    /// Samples a texture.
    Tex = "tex", "9.7.10.3", Texture, Load, [Read] {
        ".geom=1d|2d|3d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32]" "1.0";
        ".geom=1d|2d|3d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32]" "1.0";
        ".geom=a1d|a2d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32]" "2.3 sm_20";
        ".geom=a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32]" "2.3 sm_20";
        ".geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32]" "3.0 sm_20";
        ".geom=1d|2d|3d|a1d|a2d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], offset:s32*geom" "4.3 sm_30";
        ".geom=1d|2d|3d|a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], offset:s32*geom" "4.3 sm_30";
        ".geom=1d|2d|a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], ?offset:s32*geom, compare:f32" "4.3 sm_30";
        ".geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], compare:f32" "4.3 sm_30";
        ".geom=1d|2d|3d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32]" "4.2 sm_53";
        ".geom=1d|2d|3d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32]" "4.2 sm_53";
        ".geom=a1d|a2d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32]" "4.2 sm_53";
        ".geom=a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32]" "4.2 sm_53";
        ".geom=cube|acube.v4.f16.f32" "=d:f16*4_|p, [a,t:f32]" "4.2 sm_53";
        ".geom=1d|2d|3d|a1d|a2d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32], offset:s32*geom" "4.3 sm_53";
        ".geom=1d|2d|3d|a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], offset:s32*geom" "4.3 sm_53";
        ".geom=1d|2d|a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], ?offset:s32*geom, compare:f32" "4.3 sm_53";
        ".geom=cube|acube.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], compare:f32" "4.3 sm_53";
        ".geom=1d|2d|3d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32]" "4.2 sm_53";
        ".geom=1d|2d|3d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32]" "4.2 sm_53";
        ".geom=a1d|a2d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32]" "4.2 sm_53";
        ".geom=a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32]" "4.2 sm_53";
        ".geom=cube|acube.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32]" "4.2 sm_53";
        ".geom=1d|2d|3d|a1d|a2d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32], offset:s32*geom" "4.3 sm_53";
        ".geom=1d|2d|3d|a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], offset:s32*geom" "4.3 sm_53";
        ".geom=1d|2d|a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], ?offset:s32*geom, compare:f32" "4.3 sm_53";
        ".geom=cube|acube.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], compare:f32" "4.3 sm_53";
        ".geom=2dms|a2dms.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32]" "3.2 sm_30";
        ".geom=2dms|a2dms.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], offset:s32*geom" "4.3 sm_30";
        ".base.geom=2dms|a2dms.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32]" "3.2 sm_30";
        ".base.geom=2dms|a2dms.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], offset:s32*geom" "4.3 sm_30";
        ".base.geom=1d|2d|3d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32]" "3.1 sm_20";
        ".base.geom=1d|2d|3d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32]" "3.1 sm_20";
        ".base.geom=a1d|a2d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32]" "3.1 sm_20";
        ".base.geom=a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32]" "3.1 sm_20";
        ".base.geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32]" "3.1 sm_20";
        ".base.geom=1d|2d|3d|a1d|a2d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], offset:s32*geom" "4.3 sm_30";
        ".base.geom=1d|2d|3d|a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], offset:s32*geom" "4.3 sm_30";
        ".base.geom=1d|2d|a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], ?offset:s32*geom, compare:f32" "4.3 sm_30";
        ".base.geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], compare:f32" "4.3 sm_30";
        ".base.geom=1d|2d|3d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32]" "4.2 sm_53";
        ".base.geom=1d|2d|3d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32]" "4.2 sm_53";
        ".base.geom=a1d|a2d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32]" "4.2 sm_53";
        ".base.geom=a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32]" "4.2 sm_53";
        ".base.geom=cube|acube.v4.f16.f32" "=d:f16*4_|p, [a,t:f32]" "4.2 sm_53";
        ".base.geom=1d|2d|3d|a1d|a2d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32], offset:s32*geom" "4.3 sm_53";
        ".base.geom=1d|2d|3d|a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], offset:s32*geom" "4.3 sm_53";
        ".base.geom=1d|2d|a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], ?offset:s32*geom, compare:f32" "4.3 sm_53";
        ".base.geom=cube|acube.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], compare:f32" "4.3 sm_53";
        ".base.geom=1d|2d|3d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32]" "4.2 sm_53";
        ".base.geom=1d|2d|3d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32]" "4.2 sm_53";
        ".base.geom=a1d|a2d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32]" "4.2 sm_53";
        ".base.geom=a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32]" "4.2 sm_53";
        ".base.geom=cube|acube.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32]" "4.2 sm_53";
        ".base.geom=1d|2d|3d|a1d|a2d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32], offset:s32*geom" "4.3 sm_53";
        ".base.geom=1d|2d|3d|a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], offset:s32*geom" "4.3 sm_53";
        ".base.geom=1d|2d|a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], ?offset:s32*geom, compare:f32" "4.3 sm_53";
        ".base.geom=cube|acube.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], compare:f32" "4.3 sm_53";
        ".level.geom=1d|2d|3d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], lod:s32" "3.1 sm_20";
        ".level.geom=1d|2d|3d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], lod:f32" "3.1 sm_20";
        ".level.geom=a1d|a2d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], lod:s32" "3.1 sm_20";
        ".level.geom=a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], lod:f32" "3.1 sm_20";
        ".level.geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], lod:f32" "3.1 sm_20";
        ".level.geom=1d|2d|3d|a1d|a2d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], lod:s32, offset:s32*geom" "4.3 sm_30";
        ".level.geom=1d|2d|3d|a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], lod:f32, offset:s32*geom" "4.3 sm_30";
        ".level.geom=1d|2d|a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], lod:f32, ?offset:s32*geom, compare:f32" "4.3 sm_30";
        ".level.geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], lod:f32, compare:f32" "4.3 sm_30";
        ".level.geom=1d|2d|3d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32], lod:s32" "4.2 sm_53";
        ".level.geom=1d|2d|3d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], lod:f32" "4.2 sm_53";
        ".level.geom=a1d|a2d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32], lod:s32" "4.2 sm_53";
        ".level.geom=a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], lod:f32" "4.2 sm_53";
        ".level.geom=cube|acube.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], lod:f32" "4.2 sm_53";
        ".level.geom=1d|2d|3d|a1d|a2d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32], lod:s32, offset:s32*geom" "4.3 sm_53";
        ".level.geom=1d|2d|3d|a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], lod:f32, offset:s32*geom" "4.3 sm_53";
        ".level.geom=1d|2d|a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], lod:f32, ?offset:s32*geom, compare:f32" "4.3 sm_53";
        ".level.geom=cube|acube.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], lod:f32, compare:f32" "4.3 sm_53";
        ".level.geom=1d|2d|3d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32], lod:s32" "4.2 sm_53";
        ".level.geom=1d|2d|3d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], lod:f32" "4.2 sm_53";
        ".level.geom=a1d|a2d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32], lod:s32" "4.2 sm_53";
        ".level.geom=a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], lod:f32" "4.2 sm_53";
        ".level.geom=cube|acube.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], lod:f32" "4.2 sm_53";
        ".level.geom=1d|2d|3d|a1d|a2d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32], lod:s32, offset:s32*geom" "4.3 sm_53";
        ".level.geom=1d|2d|3d|a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], lod:f32, offset:s32*geom" "4.3 sm_53";
        ".level.geom=1d|2d|a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], lod:f32, ?offset:s32*geom, compare:f32" "4.3 sm_53";
        ".level.geom=cube|acube.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], lod:f32, compare:f32" "4.3 sm_53";
        ".grad.geom=1d|2d|3d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom" "3.1 sm_20";
        ".grad.geom=1d|2d|3d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "3.1 sm_20";
        ".grad.geom=a1d|a2d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom" "3.1 sm_20";
        ".grad.geom=a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "3.1 sm_20";
        ".grad.geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "4.3 sm_20";
        ".grad.geom=1d|2d|3d|a1d|a2d.v4.dtype=u32|s32|f32.s32" "=d:dtype*4_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom, offset:s32*geom" "4.3 sm_30";
        ".grad.geom=1d|2d|3d|a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, offset:s32*geom" "4.3 sm_30";
        ".grad.geom=1d|2d|a1d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, ?offset:s32*geom, compare:f32" "4.3 sm_30";
        ".grad.geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, compare:f32" "4.3 sm_30";
        ".grad.geom=1d|2d|3d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom" "4.2 sm_53";
        ".grad.geom=1d|2d|3d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "4.2 sm_53";
        ".grad.geom=a1d|a2d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom" "4.2 sm_53";
        ".grad.geom=a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "4.2 sm_53";
        ".grad.geom=cube|acube.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "4.3 sm_53";
        ".grad.geom=1d|2d|3d|a1d|a2d.v4.f16.s32" "=d:f16*4_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom, offset:s32*geom" "4.3 sm_53";
        ".grad.geom=1d|2d|3d|a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, offset:s32*geom" "4.3 sm_53";
        ".grad.geom=1d|2d|a1d|a2d.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, ?offset:s32*geom, compare:f32" "4.3 sm_53";
        ".grad.geom=cube|acube.v4.f16.f32" "=d:f16*4_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, compare:f32" "4.3 sm_53";
        ".grad.geom=1d|2d|3d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom" "4.2 sm_53";
        ".grad.geom=1d|2d|3d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "4.2 sm_53";
        ".grad.geom=a1d|a2d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom" "4.2 sm_53";
        ".grad.geom=a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "4.2 sm_53";
        ".grad.geom=cube|acube.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom" "4.3 sm_53";
        ".grad.geom=1d|2d|3d|a1d|a2d.v2.f16x2.s32" "=d:f16x2*2_|p, [a,t:s32], dpdx:f32*geom, dpdy:f32*geom, offset:s32*geom" "4.3 sm_53";
        ".grad.geom=1d|2d|3d|a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, offset:s32*geom" "4.3 sm_53";
        ".grad.geom=1d|2d|a1d|a2d.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, ?offset:s32*geom, compare:f32" "4.3 sm_53";
        ".grad.geom=cube|acube.v2.f16x2.f32" "=d:f16x2*2_|p, [a,t:f32], dpdx:f32*geom, dpdy:f32*geom, compare:f32" "4.3 sm_53";
    }
    /// Gathers one component of four neighbouring texels.
    Tld4 = "tld4", "9.7.10.4", Texture, Load, [Read] {
        ".comp=r|g|b|a.geom=2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32]" "2.2 sm_20";
        ".comp=r|g|b|a.geom=a2d|cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32]" "4.3 sm_20";
        ".comp=r|g|b|a.geom=2d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], offset:s32*geom" "4.3 sm_30";
        ".comp=r|g|b|a.geom=2d|a2d.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], ?offset:s32*geom, compare:f32" "4.3 sm_30";
        ".comp=r|g|b|a.geom=cube|acube.v4.dtype=u32|s32|f32.f32" "=d:dtype*4_|p, [a,t:f32], compare:f32" "4.3 sm_30";
    }
    /// A property of a texture or sampler.
    Txq = "txq", "9.7.10.5", Texture, Move, [State] {
        ".query=width|height|depth|channel_data_type|channel_order|normalized_coords|filter_mode|addr_mode_0|addr_mode_1|addr_mode_2.b32" "=d:b32, [a]" "1.5";
        ".query=array_size|num_mipmap_levels|num_samples.b32" "=d:b32, [a]" "4.1 sm_20";
        ".query=force_unnormalized_coords.b32" "=d:b32, [a]" "3.1 sm_20";
        ".level.query=width|height|depth.b32" "=d:b32, [a], lod:u32" "4.3 sm_30";
    }
    /// Tests whether an address is that of a texture, sampler or surface.
    Istypep = "istypep", "9.7.10.6", Texture, Move, [State] {
        ".what=texref|samplerref|surfref" "=p:pred, a:b64%" "4.0 sm_30";
    }
    /// Loads from a surface.
    Suld = "suld", "9.7.11.1", Texture, Load, [Read] {
        ".b.geom=$surface{.cop=ca|cg|cs|cv}{.vec=v2|v4}.type=b8|b16|b32.mode=$outside" "=d:type~*vec_, [a,t:s32]" "1.5 sm_20";
        ".b.geom=$surface{.cop=ca|cg|cs|cv}{.vec=v2}.type=b64.mode=$outside" "=d:type~*vec_, [a,t:s32]" "1.5 sm_20";
    }
    /// Stores to a surface.
    Sust = "sust", "9.7.11.2", Texture, Store, [Write] {
        ".b.geom=$surface{.cop=wb|cg|cs|wt}{.vec=v2|v4}.type=b8|b16|b32.mode=$outside" "[a,t:s32], b:type~*vec" "1.5 sm_20";
        ".b.geom=$surface{.cop=wb|cg|cs|wt}{.vec=v2}.type=b64.mode=$outside" "[a,t:s32], b:type~*vec" "1.5 sm_20";
        ".p.geom=$surface{.cop=wb|cg|cs|wt}{.vec=v2|v4}.b32.mode=$outside" "[a,t:s32], b:b32*vec" "1.5 sm_20";
    }
    /// Reduces into a surface atomically.
    Sured = "sured", "9.7.11.3", Texture, Atomic, [Read, Write, Atomic] {
        ".b.op=add|min|max.geom=1d|2d|3d.type=u32|s32.mode=$outside" "[a,t:s32], b:type" "2.0 sm_20";
        ".b.op=and|or.geom=1d|2d|3d.b32.mode=$outside" "[a,t:s32], b:b32" "2.0 sm_20";
        ".b.op=add.geom=1d|2d|3d.u64.mode=$outside" "[a,t:s32], b:u64" "2.0 sm_20";
        ".b.op=min|max.geom=1d|2d|3d.type=u64|s64.mode=$outside" "[a,t:s32], b:type" "8.1 sm_50";
        ".p.op=add|min|max|and|or.geom=1d|2d|3d.b32.mode=$outside" "[a,t:s32], b:b32" "2.0 sm_20";
    }
    /// A property of a surface.
    Suq = "suq", "9.7.11.4", Texture, Move, [State] {
        ".query=width|height|depth|channel_data_type|channel_order.b32" "=d:b32, [a]" "1.5";
        ".query=array_size.b32" "=d:b32, [a]" "4.1 sm_20";
        ".query=memory_layout.b32" "=d:b32, [a]" "4.2 sm_20";
    }

    // Control flow.

    /// Continues at a label.
    Bra = "bra", "9.7.12.3", Control, Control, [Jump] {
        "{.uni}" "@target";
    }
    /// Continues at one of the labels of a list.
    BrxIdx = "brx.idx", "9.7.12.4", Control, Control, [Jump] {
        "{.uni}" "index:u32%, @targets" "6.0 sm_30";
    }
    /// Calls a function.
    Call = "call", "9.7.12.5", Control, Control, [Call] {
        "{.uni}" "call";
    }
    /// Returns from a function, or ends the thread of a kernel.
    Ret = "ret", "9.7.12.6", Control, Control, [Leave] {
        "{.uni}" "";
    }
    /// Ends the thread.
    Exit = "exit", "9.7.12.7", Control, Control, [Leave] {
        "" "";
    }

    // Synchronisation.

    /// Arrives at a barrier, and waits for the other threads.
    BarSync = "bar.sync", "9.7.13.1", Barrier, Barrier, [Arrive, Wait] {
        "" "a:u32, ?b:u32";
    }
    /// Arrives at a barrier without waiting.
    BarArrive = "bar.arrive", "9.7.13.1", Barrier, Barrier, [Arrive] {
        "" "a:u32, b:u32" "2.0 sm_20";
    }
    /// Arrives at a barrier, waits, and reduces a predicate of all its threads.
    BarRed = "bar.red", "9.7.13.1", Barrier, Barrier, [Arrive, Wait] {
        ".popc.u32" "=d:u32, a:u32, ?b:u32, c:pred!" "2.0 sm_20";
        ".op=and|or.pred" "=p:pred, a:u32, ?b:u32, c:pred!" "2.0 sm_20";
    }
    /// `bar.sync` with the threads of the block in its name.
    BarCtaSync = "bar.cta.sync", "9.7.13.1", Barrier, Barrier, [Arrive, Wait] {
        "" "a:u32, ?b:u32" "7.8 sm_20";
    }
    /// `bar.arrive` with the threads of the block in its name.
    BarCtaArrive = "bar.cta.arrive", "9.7.13.1", Barrier, Barrier, [Arrive] {
        "" "a:u32, b:u32" "7.8 sm_20";
    }
    /// `bar.red` with the threads of the block in its name.
    BarCtaRed = "bar.cta.red", "9.7.13.1", Barrier, Barrier, [Arrive, Wait] {
        ".popc.u32" "=d:u32, a:u32, ?b:u32, c:pred!" "7.8 sm_20";
        ".op=and|or.pred" "=p:pred, a:u32, ?b:u32, c:pred!" "7.8 sm_20";
    }
    /// Arrives at a barrier, and waits for the other threads, which need not be converged.
    BarrierSync = "barrier.sync", "9.7.13.1", Barrier, Barrier, [Arrive, Wait] {
        "{.aligned}" "a:u32, ?b:u32" "6.0 sm_30";
    }
    /// Arrives at a barrier without waiting; the threads need not be converged.
    BarrierArrive = "barrier.arrive", "9.7.13.1", Barrier, Barrier, [Arrive] {
        "{.aligned}" "a:u32, b:u32" "6.0 sm_30";
    }
    /// `bar.red` for threads that need not be converged.
    BarrierRed = "barrier.red", "9.7.13.1", Barrier, Barrier, [Arrive, Wait] {
        ".popc{.aligned}.u32" "=d:u32, a:u32, ?b:u32, c:pred!" "6.0 sm_30";
        ".op=and|or{.aligned}.pred" "=p:pred, a:u32, ?b:u32, c:pred!" "6.0 sm_30";
    }
    /// `barrier.sync` with the threads of the block in its name.
    BarrierCtaSync = "barrier.cta.sync", "9.7.13.1", Barrier, Barrier, [Arrive, Wait] {
        "{.aligned}" "a:u32, ?b:u32" "7.8 sm_30";
    }
    /// `barrier.arrive` with the threads of the block in its name.
    BarrierCtaArrive = "barrier.cta.arrive", "9.7.13.1", Barrier, Barrier, [Arrive] {
        "{.aligned}" "a:u32, b:u32" "7.8 sm_30";
    }
    /// `barrier.red` with the threads of the block in its name.
    BarrierCtaRed = "barrier.cta.red", "9.7.13.1", Barrier, Barrier, [Arrive, Wait] {
        ".popc{.aligned}.u32" "=d:u32, a:u32, ?b:u32, c:pred!" "7.8 sm_30";
        ".op=and|or{.aligned}.pred" "=p:pred, a:u32, ?b:u32, c:pred!" "7.8 sm_30";
    }
    /// Synchronises lanes of the warp.
    BarWarpSync = "bar.warp.sync", "9.7.13.2", Barrier, Barrier, [Lanes, Fence, Wait] {
        "" "mask:b32" "6.0 sm_30";
    }
    /// Arrives at the barrier of the cluster.
    BarrierClusterArrive = "barrier.cluster.arrive", "9.7.13.3", Cluster, Barrier, [Arrive] {
        "{.aligned}" "" "7.8 sm_90";
        ".release{.aligned}" "" "8.0 sm_90";
        ".relaxed{.aligned}" "" "8.0 sm_90";
    }
    /// Waits at the barrier of the cluster.
    BarrierClusterWait = "barrier.cluster.wait", "9.7.13.3", Cluster, Barrier, [Wait] {
        "{.aligned}" "" "7.8 sm_90";
        ".acquire{.aligned}" "" "8.0 sm_90";
    }
    /// Orders memory accesses; the older form of `fence`.
    Membar = "membar", "9.7.13.4", Barrier, Barrier, [Fence] {
        ".level=cta|gl" "";
        ".sys" "" "2.0 sm_20";
    }
    /// Orders accesses of different proxies; the older form of `fence.proxy`.
    MembarProxy = "membar.proxy", "9.7.13.4", Barrier, Barrier, [ProxyFence] {
        ".alias" "" "7.5 sm_60";
        ".async" "" "8.0 sm_90";
    }
    /// Orders memory accesses.
    Fence = "fence", "9.7.13.4", Barrier, Barrier, [Fence] {
        "{.sem=sc|acq_rel}.scope=$scope" "" "6.0 sm_70";
        ".sem=acquire|release.scope=$scope" "" "8.6 sm_90";
        ".acquire.sync_restrict::shared::cluster.cluster" "" "8.6 sm_90";
        ".release.sync_restrict::shared::cta.cluster" "" "8.6 sm_90";
    }
    /// Makes the initialisation of an mbarrier visible to the cluster.
    FenceMbarrierInit = "fence.mbarrier_init", "9.7.13.4", Barrier, Barrier, [Fence] {
        ".release.cluster" "" "8.0 sm_90";
    }
    /// Orders accesses of different proxies.
    FenceProxy = "fence.proxy", "9.7.13.4", Barrier, Barrier, [ProxyFence] {
        ".alias" "" "7.5 sm_70";
        ".async{.ss=global|shared::cta|shared::cluster}" "" "8.0 sm_90";
        ".tensormap::generic.release.scope=$scope" "" "8.3 sm_90";
        ".tensormap::generic.acquire.scope=$scope" "[a], #size:128..128" "8.3 sm_90";
        ".async::generic.acquire.sync_restrict::shared::cluster.cluster" "" "8.6 sm_90";
        ".async::generic.release.sync_restrict::shared::cta.cluster" "" "8.6 sm_90";
    }
    /// Changes memory atomically, and returns the old value.
    Atom = "atom", "9.7.13.5", Atomic, Atomic, [Read, Write, Atomic] {
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.op=and|or|xor{.L2::cache_hint}.type=b32" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "1.1 sm_11";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.op=and|or|xor{.L2::cache_hint}.type=b64" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "3.1 sm_32";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.exch{.L2::cache_hint}.type=b32" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "1.1 sm_11";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.exch{.L2::cache_hint}.type=b64" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "1.2 sm_12";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=cta|cluster|gpu}{.ss=$atomss}.exch{.L2::cache_hint}.b128" "=d:b128_, [a], b:b128, policy:b64?L2::cache_hint" "8.3 sm_90";
        "{.sem=relaxed|acquire|release|acq_rel}.sys{.ss=$atomss}.exch{.L2::cache_hint}.b128" "=d:b128_, [a], b:b128, policy:b64?L2::cache_hint" "8.4 sm_90";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.cas.type=b32" "=d:type_, [a], b:type, c:type" "1.1 sm_11";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.cas.type=b64" "=d:type_, [a], b:type, c:type" "1.2 sm_12";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.cas.b16" "=d:b16_, [a], b:b16, c:b16" "6.3 sm_70";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=cta|cluster|gpu}{.ss=$atomss}.cas.b128" "=d:b128_, [a], b:b128, c:b128" "8.3 sm_90";
        "{.sem=relaxed|acquire|release|acq_rel}.sys{.ss=$atomss}.cas.b128" "=d:b128_, [a], b:b128, c:b128" "8.4 sm_90";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.add{.L2::cache_hint}.type=u32|s32" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "1.1 sm_11";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.add{.L2::cache_hint}.type=u64" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "1.2 sm_12";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.add{.L2::cache_hint}.type=f32" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "2.0 sm_20";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.add{.L2::cache_hint}.type=f64" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "5.0 sm_60";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.op=inc|dec{.L2::cache_hint}.u32" "=d:u32_, [a], b:u32, policy:b64?L2::cache_hint" "1.4 sm_11";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.op=min|max{.L2::cache_hint}.type=u32|s32" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "1.1 sm_11";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.op=min|max{.L2::cache_hint}.type=u64|s64" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "3.1 sm_32";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.add.noftz{.L2::cache_hint}.type=f16" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "6.3 sm_70";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.add.noftz{.L2::cache_hint}.type=f16x2" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "6.2 sm_60";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=$atomss}.add.noftz{.L2::cache_hint}.type=bf16|bf16x2" "=d:type_, [a], b:type, policy:b64?L2::cache_hint" "7.8 sm_90";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=global}.add{.L2::cache_hint}.vec=v2|v4.f32" "=d:f32*vec_, [a], b:f32*vec, policy:b64?L2::cache_hint" "8.1 sm_90";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=global}.op=add|min|max.noftz{.L2::cache_hint}.vec=v2|v4|v8.type=f16|bf16" "=d:type*vec_, [a], b:type*vec, policy:b64?L2::cache_hint" "8.1 sm_90";
        "{.sem=relaxed|acquire|release|acq_rel}{.scope=$scope}{.ss=global}.op=add|min|max.noftz{.L2::cache_hint}.vec=v2|v4.type=f16x2|bf16x2" "=d:type*vec_, [a], b:type*vec, policy:b64?L2::cache_hint" "8.1 sm_90";
    }
    /// Changes memory atomically.
    Red = "red", "9.7.13.6", Atomic, Atomic, [Read, Write, Atomic] {
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.op=and|or|xor{.L2::cache_hint}.type=b32" "[a], b:type, policy:b64?L2::cache_hint" "1.1 sm_11";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.op=and|or|xor{.L2::cache_hint}.type=b64" "[a], b:type, policy:b64?L2::cache_hint" "3.1 sm_32";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.add{.L2::cache_hint}.type=u32|s32" "[a], b:type, policy:b64?L2::cache_hint" "1.1 sm_11";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.add{.L2::cache_hint}.type=u64" "[a], b:type, policy:b64?L2::cache_hint" "1.2 sm_12";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.add{.L2::cache_hint}.type=f32" "[a], b:type, policy:b64?L2::cache_hint" "2.0 sm_20";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.add{.L2::cache_hint}.type=f64" "[a], b:type, policy:b64?L2::cache_hint" "5.0 sm_60";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.op=inc|dec{.L2::cache_hint}.u32" "[a], b:u32, policy:b64?L2::cache_hint" "1.4 sm_11";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.op=min|max{.L2::cache_hint}.type=u32|s32" "[a], b:type, policy:b64?L2::cache_hint" "1.1 sm_11";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.op=min|max{.L2::cache_hint}.type=u64|s64" "[a], b:type, policy:b64?L2::cache_hint" "3.1 sm_32";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.add.noftz{.L2::cache_hint}.type=f16" "[a], b:type, policy:b64?L2::cache_hint" "6.3 sm_70";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.add.noftz{.L2::cache_hint}.type=f16x2" "[a], b:type, policy:b64?L2::cache_hint" "6.2 sm_60";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=$atomss}.add.noftz{.L2::cache_hint}.type=bf16|bf16x2" "[a], b:type, policy:b64?L2::cache_hint" "7.8 sm_90";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=global}.add{.L2::cache_hint}.vec=v2|v4.f32" "[a], b:f32*vec, policy:b64?L2::cache_hint" "8.1 sm_90";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=global}.op=add|min|max.noftz{.L2::cache_hint}.vec=v2|v4|v8.type=f16|bf16" "[a], b:type*vec, policy:b64?L2::cache_hint" "8.1 sm_90";
        "{.sem=relaxed|release}{.scope=$scope}{.ss=global}.op=add|min|max.noftz{.L2::cache_hint}.vec=v2|v4.type=f16x2|bf16x2" "[a], b:type*vec, policy:b64?L2::cache_hint" "8.1 sm_90";
    }
    /// Reduces into shared memory of another block of the cluster, and signals an mbarrier there.
    RedAsync = "red.async", "9.7.13.7", AsyncCopy, Atomic, [Read, Write, Atomic, Async] {
        ".relaxed.cluster.mbarrier::complete_tx::bytes{.shared::cluster}.op=inc|dec.u32" "[a], b:u32, [mbar]" "8.1 sm_90";
        ".relaxed.cluster.mbarrier::complete_tx::bytes{.shared::cluster}.op=min|max.type=u32|s32" "[a], b:type, [mbar]" "8.1 sm_90";
        ".relaxed.cluster.mbarrier::complete_tx::bytes{.shared::cluster}.op=and|or|xor.b32" "[a], b:b32, [mbar]" "8.1 sm_90";
        ".relaxed.cluster.mbarrier::complete_tx::bytes{.shared::cluster}.add.type=u32|s32|u64" "[a], b:type, [mbar]" "8.1 sm_90";
    }
    /// Reduces a predicate over all lanes, or collects one bit of each; the older form without a mask.
    Vote = "vote", "9.7.13.8", WarpCollective, Lanes, [Lanes] {
        ".mode=all|any|uni.pred" "=d:pred, a:pred!" "1.2 sm_12 <6.4,sm_70";
        ".ballot.b32" "=d:b32, a:pred!" "2.0 sm_20 <6.4,sm_70";
    }
    /// Reduces a predicate over lanes (all, any, uniform), or collects one bit of each.
    VoteSync = "vote.sync", "9.7.13.9", WarpCollective, Lanes, [Lanes] {
        ".mode=all|any|uni.pred" "=d:pred, a:pred!, mask:b32" "6.0 sm_30";
        ".ballot.b32" "=d:b32, a:pred!, mask:b32" "6.0 sm_30";
    }
    /// The lanes that have the same value.
    MatchAnySync = "match.any.sync", "9.7.13.10", WarpCollective, Lanes, [Lanes] {
        ".type=b32|b64" "=d:b32, a:type, mask:b32" "6.0 sm_70";
    }
    /// Tests whether all lanes have the same value.
    MatchAllSync = "match.all.sync", "9.7.13.10", WarpCollective, Lanes, [Lanes] {
        ".type=b32|b64" "=d:b32_|p, a:type, mask:b32" "6.0 sm_70";
    }
    /// The mask of the active lanes.
    Activemask = "activemask", "9.7.13.11", WarpCollective, Lanes, [Lanes, State] {
        ".b32" "=d:b32" "6.2 sm_30";
    }
    /// Reduces a value over lanes.
    ReduxSync = "redux.sync", "9.7.13.12", WarpCollective, Lanes, [Lanes] {
        ".op=add|min|max.type=u32|s32" "=d:type, a:type, mask:b32" "7.0 sm_80";
        ".op=and|or|xor.b32" "=d:b32, a:b32, mask:b32" "7.0 sm_80";
        ".op=min|max{.abs}{.NaN}.f32" "=d:f32, a:f32, mask:b32" "8.6 sm_100f sm_103f";
    }
    /// Waits for the preceding grids, or lets the dependent grids start.
    Griddepcontrol = "griddepcontrol", "9.7.13.13", Launch, Other, [Wait, State] {
        ".action=launch_dependents|wait" "" "7.8 sm_90";
    }
    /// Elects one lane.
    ElectSync = "elect.sync", "9.7.13.14", WarpCollective, Lanes, [Lanes, State] {
        "" "=d:b32_||p, mask:b32" "8.0 sm_90";
    }

    // Asynchronous barriers.

    /// Initialises a barrier that expects N arrivals per phase.
    MbarrierInit = "mbarrier.init", "9.7.13.15.9", Mbarrier, Barrier, [Write] {
        "{.ss=$shared}.b64" "[a], count:u32" "7.0 sm_80";
    }
    /// Invalidates a barrier.
    MbarrierInval = "mbarrier.inval", "9.7.13.15.10", Mbarrier, Barrier, [Write] {
        "{.ss=$shared}.b64" "[a]" "7.0 sm_80";
    }
    /// Increases the expected number of bytes by N.
    MbarrierExpectTx = "mbarrier.expect_tx", "9.7.13.15.11", Mbarrier, Barrier, [Relaxed] {
        "{.ss=shared|shared::cta|shared::cluster}.b64" "[a], tx:u32" "8.0 sm_90";
        ".relaxed.scope=cta|cluster{.ss=shared|shared::cta|shared::cluster}.b64" "[a], tx:u32" "8.0 sm_90";
    }
    /// Decreases the expected number of bytes by N.
    MbarrierCompleteTx = "mbarrier.complete_tx", "9.7.13.15.12", Mbarrier, Barrier, [Relaxed] {
        "{.ss=shared|shared::cta|shared::cluster}.b64" "[a], tx:u32" "8.0 sm_90";
        ".relaxed.scope=cta|cluster{.ss=shared|shared::cta|shared::cluster}.b64" "[a], tx:u32" "8.0 sm_90";
    }
    /// Arrives at a barrier.
    MbarrierArrive = "mbarrier.arrive", "9.7.13.15.13", Mbarrier, Barrier, [Arrive] {
        "{.ss=$shared}.b64" "=state:b64_, [a]" "7.0 sm_80";
        "{.ss=$shared}.b64" "=state:b64_, [a], count:u32" "7.8 sm_90";
        ".release.cta{.ss=$shared}.b64" "=state:b64_, [a]" "8.0 sm_80";
        ".sem=release.scope=cta|cluster{.ss=$shared}.b64" "=state:b64_, [a], ?count:u32" "8.0 sm_90";
        ".shared::cluster.b64" "_, [a], ?count:u32" "8.0 sm_90";
        ".sem=release.scope=cta|cluster.shared::cluster.b64" "_, [a], ?count:u32" "8.0 sm_90";
        ".relaxed.scope=cta|cluster{.ss=$shared}.b64" "=state:b64_, [a], ?count:u32" "8.6 sm_90";
        ".relaxed.scope=cta|cluster.shared::cluster.b64" "_, [a], ?count:u32" "8.6 sm_90";
        ".expect_tx{.ss=$shared}.b64" "=state:b64_, [a], tx:u32" "8.0 sm_90";
        ".expect_tx.sem=release.scope=cta|cluster{.ss=$shared}.b64" "=state:b64_, [a], tx:u32" "8.0 sm_90";
        ".expect_tx.shared::cluster.b64" "_, [a], tx:u32" "8.0 sm_90";
        ".expect_tx.sem=release.scope=cta|cluster.shared::cluster.b64" "_, [a], tx:u32" "8.0 sm_90";
        ".expect_tx.relaxed.scope=cta|cluster{.ss=$shared}.b64" "=state:b64_, [a], tx:u32" "8.6 sm_90";
        ".expect_tx.relaxed.scope=cta|cluster.shared::cluster.b64" "_, [a], tx:u32" "8.6 sm_90";
        ".noComplete{.ss=$shared}.b64" "=state:b64, [a], count:u32" "7.0 sm_80";
        ".noComplete.release.cta{.ss=$shared}.b64" "=state:b64, [a], count:u32" "8.0 sm_80";
    }
    /// Arrives at a barrier, and reduces the expected arrivals of the next phases by one.
    MbarrierArriveDrop = "mbarrier.arrive_drop", "9.7.13.15.14", Mbarrier, Barrier, [Arrive] {
        "{.ss=$shared}.b64" "=state:b64_, [a]" "7.0 sm_80";
        "{.ss=$shared}.b64" "=state:b64_, [a], count:u32" "7.8 sm_90";
        ".release.cta{.ss=$shared}.b64" "=state:b64_, [a]" "8.0 sm_80";
        ".sem=release.scope=cta|cluster{.ss=$shared}.b64" "=state:b64_, [a], ?count:u32" "8.0 sm_90";
        ".shared::cluster.b64" "_, [a], ?count:u32" "8.0 sm_90";
        ".sem=release.scope=cta|cluster.shared::cluster.b64" "_, [a], ?count:u32" "8.0 sm_90";
        ".relaxed.scope=cta|cluster{.ss=$shared}.b64" "=state:b64_, [a], ?count:u32" "8.6 sm_90";
        ".relaxed.scope=cta|cluster.shared::cluster.b64" "_, [a], ?count:u32" "8.6 sm_90";
        ".expect_tx{.ss=$shared}.b64" "=state:b64_, [a], tx:u32" "8.0 sm_90";
        ".expect_tx.sem=release.scope=cta|cluster{.ss=$shared}.b64" "=state:b64_, [a], tx:u32" "8.0 sm_90";
        ".expect_tx.shared::cluster.b64" "_, [a], tx:u32" "8.0 sm_90";
        ".expect_tx.sem=release.scope=cta|cluster.shared::cluster.b64" "_, [a], tx:u32" "8.0 sm_90";
        ".expect_tx.relaxed.scope=cta|cluster{.ss=$shared}.b64" "=state:b64_, [a], tx:u32" "8.6 sm_90";
        ".expect_tx.relaxed.scope=cta|cluster.shared::cluster.b64" "_, [a], tx:u32" "8.6 sm_90";
        ".noComplete{.ss=$shared}.b64" "=state:b64, [a], count:u32" "7.0 sm_80";
        ".noComplete.release.cta{.ss=$shared}.b64" "=state:b64, [a], count:u32" "8.0 sm_80";
    }
    /// Arrives when this thread's copies have completed.
    CpAsyncMbarrierArrive = "cp.async.mbarrier.arrive", "9.7.13.15.15", Mbarrier, Barrier, [Arrive, Async] {
        "{.noinc}{.ss=$shared}.b64" "[a]" "7.0 sm_80";
    }
    /// Tests whether a phase is complete.
    MbarrierTestWait = "mbarrier.test_wait", "9.7.13.15.16", Mbarrier, Barrier, [Wait] {
        "{.ss=$shared}.b64" "=p:pred, [a], state:b64" "7.0 sm_80";
        ".parity{.ss=$shared}.b64" "=p:pred, [a], parity:u32" "7.1 sm_80";
        ".acquire.cta{.ss=$shared}.b64" "=p:pred, [a], state:b64" "8.0 sm_80";
        ".sem=acquire.scope=cta|cluster{.ss=$shared}.b64" "=p:pred, [a], state:b64" "8.0 sm_90";
        ".parity.acquire.cta{.ss=$shared}.b64" "=p:pred, [a], parity:u32" "8.0 sm_80";
        ".parity.sem=acquire.scope=cta|cluster{.ss=$shared}.b64" "=p:pred, [a], parity:u32" "8.0 sm_90";
        ".relaxed.scope=cta|cluster{.ss=$shared}.b64" "=p:pred, [a], state:b64" "8.6 sm_90";
        ".parity.relaxed.scope=cta|cluster{.ss=$shared}.b64" "=p:pred, [a], parity:u32" "8.6 sm_90";
    }
    /// Tests whether a phase is complete, and may wait for a limited time.
    MbarrierTryWait = "mbarrier.try_wait", "9.7.13.15.16", Mbarrier, Barrier, [Wait] {
        "{.ss=$shared}.b64" "=p:pred, [a], state:b64, ?time:u32" "7.8 sm_90";
        ".parity{.ss=$shared}.b64" "=p:pred, [a], parity:u32, ?time:u32" "7.8 sm_90";
        ".sem=acquire.scope=cta|cluster{.ss=$shared}.b64" "=p:pred, [a], state:b64, ?time:u32" "8.0 sm_90";
        ".parity.sem=acquire.scope=cta|cluster{.ss=$shared}.b64" "=p:pred, [a], parity:u32, ?time:u32" "8.0 sm_90";
        ".relaxed.scope=cta|cluster{.ss=$shared}.b64" "=p:pred, [a], state:b64, ?time:u32" "8.6 sm_90";
        ".parity.relaxed.scope=cta|cluster{.ss=$shared}.b64" "=p:pred, [a], parity:u32, ?time:u32" "8.6 sm_90";
    }
    /// The number of arrivals that a phase still expects, from its state.
    MbarrierPendingCount = "mbarrier.pending_count", "9.7.13.15.17", Mbarrier, Barrier, [] {
        ".b64" "=count:u32, state:b64" "7.0 sm_80";
    }
    /// Copies a tensor map, and orders later accesses after the copy.
    TensormapCpFenceproxy = "tensormap.cp_fenceproxy", "9.7.13.16", TensorCopy, Copy, [Read, Write, ProxyFence] {
        ".global.shared::cta.tensormap::generic.release.scope=$scope.sync.aligned" "[dst], [src], #size:128..128" "8.3 sm_90";
    }
    /// Requests to cancel the launch of a cluster that has not started.
    ClusterlaunchcontrolTryCancel = "clusterlaunchcontrol.try_cancel", "9.7.13.17", Launch, Other, [Write, Async, State] {
        ".async{.ss=shared::cta}.mbarrier::complete_tx::bytes.b128" "[a], [mbar]" "8.6 sm_100";
        ".async{.ss=shared::cta}.mbarrier::complete_tx::bytes.multicast::cluster::all.b128" "[a], [mbar]" "8.6 sm_100f sm_103f sm_110f sm_120f";
    }
    /// Reads the response to a cancellation request.
    ClusterlaunchcontrolQueryCancel = "clusterlaunchcontrol.query_cancel", "9.7.13.18", Launch, Other, [] {
        ".is_canceled.pred.b128" "=p:pred, a:b128" "8.6 sm_100";
        ".get_first_ctaid.v4.b32.b128" "=d:b32*4_, a:b128" "8.6 sm_100";
        ".field=get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z.b32.b128" "=d:b32, a:b128" "8.6 sm_100";
    }

    // Matrices of a warp.

    /// Loads a fragment of a matrix (`wmma`).
    WmmaLoadA = "wmma.load.a", "9.7.14.4.3", Wmma, Load, [Read, Lanes] {
        ".sync.aligned.layout=row|col.shape=m16n16k16|m8n32k16|m32n8k16{.ss=global|shared|shared::cta}.f16" "=d:b32*8, [a], ?stride:u32" "6.3 sm_70";
        ".sync.aligned.layout=row|col.shape=m16n16k16{.ss=global|shared|shared::cta}.type=u8|s8" "=d:b32*2, [a], ?stride:u32" "6.3 sm_72";
        ".sync.aligned.layout=row|col.shape=m8n32k16{.ss=global|shared|shared::cta}.type=u8|s8" "=d:b32*1, [a], ?stride:u32" "6.3 sm_72";
        ".sync.aligned.layout=row|col.shape=m32n8k16{.ss=global|shared|shared::cta}.type=u8|s8" "=d:b32*4, [a], ?stride:u32" "6.3 sm_72";
        ".sync.aligned.layout=row|col.shape=m16n16k16{.ss=global|shared|shared::cta}.bf16" "=d:b32*4, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m8n32k16{.ss=global|shared|shared::cta}.bf16" "=d:b32*2, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m32n8k16{.ss=global|shared|shared::cta}.bf16" "=d:b32*8, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m16n16k8{.ss=global|shared|shared::cta}.tf32" "=d:b32*4, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m8n8k4{.ss=global|shared|shared::cta}.f64" "=d:f64*1, [a], ?stride:u32" "7.0 sm_80";
    }
    /// Loads a fragment of a matrix (`wmma`).
    WmmaLoadB = "wmma.load.b", "9.7.14.4.3", Wmma, Load, [Read, Lanes] {
        ".sync.aligned.layout=row|col.shape=m16n16k16|m8n32k16|m32n8k16{.ss=global|shared|shared::cta}.f16" "=d:b32*8, [a], ?stride:u32" "6.3 sm_70";
        ".sync.aligned.layout=row|col.shape=m16n16k16{.ss=global|shared|shared::cta}.type=u8|s8" "=d:b32*2, [a], ?stride:u32" "6.3 sm_72";
        ".sync.aligned.layout=row|col.shape=m8n32k16{.ss=global|shared|shared::cta}.type=u8|s8" "=d:b32*4, [a], ?stride:u32" "6.3 sm_72";
        ".sync.aligned.layout=row|col.shape=m32n8k16{.ss=global|shared|shared::cta}.type=u8|s8" "=d:b32*1, [a], ?stride:u32" "6.3 sm_72";
        ".sync.aligned.layout=row|col.shape=m16n16k16{.ss=global|shared|shared::cta}.bf16" "=d:b32*4, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m8n32k16{.ss=global|shared|shared::cta}.bf16" "=d:b32*8, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m32n8k16{.ss=global|shared|shared::cta}.bf16" "=d:b32*2, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m16n16k8{.ss=global|shared|shared::cta}.tf32" "=d:b32*4, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m8n8k4{.ss=global|shared|shared::cta}.f64" "=d:f64*1, [a], ?stride:u32" "7.0 sm_80";
    }
    /// Loads an accumulator (`wmma`).
    WmmaLoadC = "wmma.load.c", "9.7.14.4.3", Wmma, Load, [Read, Lanes] {
        ".sync.aligned.layout=row|col.shape=m16n16k16|m8n32k16|m32n8k16{.ss=global|shared|shared::cta}.f16" "=d:b32*4, [a], ?stride:u32" "6.3 sm_70";
        ".sync.aligned.layout=row|col.shape=m16n16k16|m8n32k16|m32n8k16{.ss=global|shared|shared::cta}.f32" "=d:f32*8, [a], ?stride:u32" "6.3 sm_70";
        ".sync.aligned.layout=row|col.shape=m16n16k16|m8n32k16|m32n8k16{.ss=global|shared|shared::cta}.s32" "=d:b32*8, [a], ?stride:u32" "6.3 sm_72";
        ".sync.aligned.layout=row|col.shape=m16n16k8{.ss=global|shared|shared::cta}.f32" "=d:f32*8, [a], ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m8n8k4{.ss=global|shared|shared::cta}.f64" "=d:f64*2, [a], ?stride:u32" "7.0 sm_80";
    }
    /// Stores an accumulator (`wmma`).
    WmmaStoreD = "wmma.store.d", "9.7.14.4.4", Wmma, Store, [Write, Lanes] {
        ".sync.aligned.layout=row|col.shape=m16n16k16|m8n32k16|m32n8k16{.ss=global|shared|shared::cta}.f16" "[a], d:b32*4, ?stride:u32" "6.3 sm_70";
        ".sync.aligned.layout=row|col.shape=m16n16k16|m8n32k16|m32n8k16{.ss=global|shared|shared::cta}.f32" "[a], d:f32*8, ?stride:u32" "6.3 sm_70";
        ".sync.aligned.layout=row|col.shape=m16n16k16|m8n32k16|m32n8k16{.ss=global|shared|shared::cta}.s32" "[a], d:b32*8, ?stride:u32" "6.3 sm_72";
        ".sync.aligned.layout=row|col.shape=m16n16k8{.ss=global|shared|shared::cta}.f32" "[a], d:f32*8, ?stride:u32" "7.0 sm_80";
        ".sync.aligned.layout=row|col.shape=m8n8k4{.ss=global|shared|shared::cta}.f64" "[a], d:f64*2, ?stride:u32" "7.0 sm_80";
    }
    /// `d = a * b + c` of fragments (`wmma`).
    WmmaMma = "wmma.mma", "9.7.14.4.5", Wmma, Matrix, [Lanes] {
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m16n16k16|m8n32k16|m32n8k16.f16.f16" "=d:b32*4, a:b32*8, b:b32*8, c:b32*4" "6.3 sm_70";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m16n16k16|m8n32k16|m32n8k16.f32.f16" "=d:f32*8, a:b32*8, b:b32*8, c:b32*4" "6.3 sm_70";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m16n16k16|m8n32k16|m32n8k16.f16.f32" "=d:b32*4, a:b32*8, b:b32*8, c:f32*8" "6.3 sm_70";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m16n16k16|m8n32k16|m32n8k16.f32.f32" "=d:f32*8, a:b32*8, b:b32*8, c:f32*8" "6.3 sm_70";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m16n16k16{.satfinite}.s32.s8.s8.s32" "=d:b32*8, a:b32*2, b:b32*2, c:b32*8" "6.3 sm_72";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m16n16k16{.satfinite}.s32.u8.u8.s32" "=d:b32*8, a:b32*2, b:b32*2, c:b32*8" "6.3 sm_72";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m8n32k16{.satfinite}.s32.s8.s8.s32" "=d:b32*8, a:b32*1, b:b32*4, c:b32*8" "6.3 sm_72";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m8n32k16{.satfinite}.s32.u8.u8.s32" "=d:b32*8, a:b32*1, b:b32*4, c:b32*8" "6.3 sm_72";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m32n8k16{.satfinite}.s32.s8.s8.s32" "=d:b32*8, a:b32*4, b:b32*1, c:b32*8" "6.3 sm_72";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m32n8k16{.satfinite}.s32.u8.u8.s32" "=d:b32*8, a:b32*4, b:b32*1, c:b32*8" "6.3 sm_72";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m16n16k16.f32.bf16.bf16.f32" "=d:f32*8, a:b32*4, b:b32*4, c:f32*8" "7.0 sm_80";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m8n32k16.f32.bf16.bf16.f32" "=d:f32*8, a:b32*2, b:b32*8, c:f32*8" "7.0 sm_80";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m32n8k16.f32.bf16.bf16.f32" "=d:f32*8, a:b32*8, b:b32*2, c:f32*8" "7.0 sm_80";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m16n16k8.f32.tf32.tf32.f32" "=d:f32*8, a:b32*4, b:b32*4, c:f32*8" "7.0 sm_80";
        ".sync.aligned.alayout=row|col.blayout=row|col.shape=m8n8k4{.rnd=$rnd}.f64.f64.f64.f64" "=d:f64*2, a:f64*1, b:f64*1, c:f64*2" "7.0 sm_80";
    }
    /// `d = a * b + c` of matrices that a warp holds in registers.
    Mma = "mma", "9.7.14.5.14", Mma, Matrix, [Lanes] {
        ".sync.aligned.m8n8k4.alayout=row|col.blayout=row|col.f16.f16.f16.f16" "=d:b32*4, a:b32*2, b:b32*2, c:b32*4" "6.4 sm_70";
        ".sync.aligned.m8n8k4.alayout=row|col.blayout=row|col.f32.f16.f16.f16" "=d:f32*8, a:b32*2, b:b32*2, c:b32*4" "6.4 sm_70";
        ".sync.aligned.m8n8k4.alayout=row|col.blayout=row|col.f32.f16.f16.f32" "=d:f32*8, a:b32*2, b:b32*2, c:f32*8" "6.4 sm_70";
        ".sync.aligned.m16n8k8.row.col.f16.f16.f16.f16" "=d:b32*2, a:b32*2, b:b32*1, c:b32*2" "6.5 sm_75";
        ".sync.aligned.m16n8k8.row.col.f32.f16.f16.f32" "=d:f32*4, a:b32*2, b:b32*1, c:f32*4" "6.5 sm_75";
        ".sync.aligned.m16n8k16.row.col.f16.f16.f16.f16" "=d:b32*2, a:b32*4, b:b32*2, c:b32*2" "7.0 sm_80";
        ".sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4" "7.0 sm_80";
        ".sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32" "=d:f32*4, a:b32*2, b:b32*1, c:f32*4" "7.0 sm_80";
        ".sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4" "7.0 sm_80";
        ".sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32" "=d:f32*4, a:b32*2, b:b32*1, c:f32*4" "7.0 sm_80";
        ".sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4" "7.0 sm_80";
        ".sync.aligned.m8n8k4.row.col{.rnd=$rnd}.f64.f64.f64.f64" "=d:f64*2, a:f64*1, b:f64*1, c:f64*2" "7.0 sm_80";
        ".sync.aligned.m16n8k4.row.col{.rnd=$rnd}.f64.f64.f64.f64" "=d:f64*4, a:f64*2, b:f64*1, c:f64*4" "7.8 sm_90";
        ".sync.aligned.m16n8k8.row.col{.rnd=$rnd}.f64.f64.f64.f64" "=d:f64*4, a:f64*4, b:f64*2, c:f64*4" "7.8 sm_90";
        ".sync.aligned.m16n8k16.row.col{.rnd=$rnd}.f64.f64.f64.f64" "=d:f64*4, a:f64*8, b:f64*4, c:f64*4" "7.8 sm_90";
        ".sync.aligned.m8n8k16.row.col{.satfinite}.s32.atype=u8|s8.btype=u8|s8.s32" "=d:b32*2, a:b32*1, b:b32*1, c:b32*2" "6.5 sm_75";
        ".sync.aligned.m16n8k16.row.col{.satfinite}.s32.atype=u8|s8.btype=u8|s8.s32" "=d:b32*4, a:b32*2, b:b32*1, c:b32*4" "7.0 sm_80";
        ".sync.aligned.m16n8k32.row.col{.satfinite}.s32.atype=u8|s8.btype=u8|s8.s32" "=d:b32*4, a:b32*4, b:b32*2, c:b32*4" "7.0 sm_80";
        ".sync.aligned.m8n8k32.row.col{.satfinite}.s32.atype=u4|s4.btype=u4|s4.s32" "=d:b32*2, a:b32*1, b:b32*1, c:b32*2" "6.5 sm_75";
        ".sync.aligned.m16n8k32.row.col{.satfinite}.s32.atype=u4|s4.btype=u4|s4.s32" "=d:b32*4, a:b32*2, b:b32*1, c:b32*4" "7.0 sm_80";
        ".sync.aligned.m16n8k64.row.col{.satfinite}.s32.atype=u4|s4.btype=u4|s4.s32" "=d:b32*4, a:b32*4, b:b32*2, c:b32*4" "7.0 sm_80";
        ".sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc" "=d:b32*2, a:b32*1, b:b32*1, c:b32*2" "7.0 sm_75";
        ".sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc" "=d:b32*2, a:b32*1, b:b32*1, c:b32*2" "7.1 sm_80";
        ".sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc" "=d:b32*4, a:b32*2, b:b32*1, c:b32*4" "7.0 sm_80";
        ".sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc" "=d:b32*4, a:b32*2, b:b32*1, c:b32*4" "7.1 sm_80";
        ".sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc" "=d:b32*4, a:b32*4, b:b32*2, c:b32*4" "7.0 sm_80";
        ".sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc" "=d:b32*4, a:b32*4, b:b32*2, c:b32*4" "7.1 sm_80";
        ".sync.aligned.m16n8k32.row.col.f32.atype=$f8.btype=$f8.f32" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4" "8.4 sm_89";
        ".sync.aligned.m16n8k16.row.col.f32.atype=$f8.btype=$f8.f32" "=d:f32*4, a:b32*2, b:b32*1, c:f32*4" "8.7 sm_89";
        ".sync.aligned.m16n8k32.row.col.f16.atype=$f8.btype=$f8.f16" "=d:b32*2, a:b32*4, b:b32*2, c:b32*2" "8.7 sm_89";
        ".sync.aligned.m16n8k16.row.col.f16.atype=$f8.btype=$f8.f16" "=d:b32*2, a:b32*2, b:b32*1, c:b32*2" "8.7 sm_89";
        ".sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.atype=$f8.btype=$f8.f32" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.atype=$f864.btype=$f864.f32" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4" "8.7 sm_120f";
        ".sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.atype=$f8.btype=$f8.f16" "=d:b32*2, a:b32*4, b:b32*2, c:b32*2" "8.7 sm_100f sm_103f sm_110f sm_120f";
        ".sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.atype=$f864.btype=$f864.f16" "=d:b32*2, a:b32*4, b:b32*2, c:b32*2" "8.7 sm_120f";
        ".sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale{.scale_vec::1X}.f32.atype=$f864.btype=$f864.f32.ue8m0" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4, sa:b32*1, ia:u16*2, sb:b32*1, ib:u16*2" "8.7 sm_120f";
        ".sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale{.scale_vec::2X}.f32.e2m1.e2m1.f32.ue8m0" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4, sa:b32*1, ia:u16*2, sb:b32*1, ib:u16*2" "8.7 sm_120f";
        ".sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4, sa:b32*1, ia:u16*2, sb:b32*1, ib:u16*2" "8.7 sm_120f";
        ".sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4, sa:b32*1, ia:u16*2, sb:b32*1, ib:u16*2" "8.7 sm_120f";
        ".sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0" "=d:f32*4, a:b32*4, b:b32*2, c:f32*4, sa:b32*1, ia:u16*2, sb:b32*1, ib:u16*2" "9.1 sm_120f";
    }
    /// Loads matrices of 8 by 8 or 16 by 16 elements from shared memory.
    Ldmatrix = "ldmatrix", "9.7.14.5.15", MatrixMove, Load, [Read, Lanes] {
        ".sync.aligned.m8n8.num=x1|x2|x4{.trans}{.ss=$shared}.b16" "=d:b32*num, [a]" "6.5 sm_75";
        ".sync.aligned.m16n16.x1.trans{.ss=$shared}.type=b8" "=d:b32*2, [a]" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".sync.aligned.m16n16.x2.trans{.ss=$shared}.type=b8" "=d:b32*4, [a]" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".sync.aligned.m16n16.x1.trans{.ss=$shared}.b8x16.src=b6x16_p32|b4x16_p64" "=d:b32*2, [a]" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".sync.aligned.m16n16.x2.trans{.ss=$shared}.b8x16.src=b6x16_p32|b4x16_p64" "=d:b32*4, [a]" "8.6 sm_100f sm_103f sm_110f sm_120f";
        ".sync.aligned.m8n16.num=x1|x2|x4{.ss=$shared}.b8x16.src=b6x16_p32|b4x16_p64" "=d:b32*num, [a]" "8.6 sm_100f sm_103f sm_110f sm_120f";
    }
    /// Stores matrices of 8 by 8 or 16 by 8 elements to shared memory.
    Stmatrix = "stmatrix", "9.7.14.5.16", MatrixMove, Store, [Write, Lanes] {
        ".sync.aligned.m8n8.num=x1|x2|x4{.trans}{.ss=$shared}.b16" "[a], b:b32*num" "7.8 sm_90";
        ".sync.aligned.m16n8.num=x1|x2|x4.trans{.ss=$shared}.b8" "[a], b:b32*num" "8.6 sm_100f sm_103f sm_110f sm_120f";
    }
    /// Transposes a matrix in registers.
    Movmatrix = "movmatrix", "9.7.14.5.17", MatrixMove, Matrix, [Lanes] {
        ".sync.aligned.m8n8.trans.b16" "=d:b32, a:b32" "7.8 sm_75";
    }

    // Matrices of four warps.

    /// Starts the asynchronous product `d = a * b + d` of matrices in shared memory and registers.
    WgmmaMmaAsync = "wgmma.mma_async", "9.7.15.5.2", Wgmma, Matrix, [Read, Lanes, Async] {
        ".sync.aligned.shape=$wgmma_f16.f32.type=f16.f16" "=d:f32*n/2, a:b64, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1, #trans_a:0..1, #trans_b:0..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f16.f32.type=f16.f16" "=d:f32*n/2, a:b32*4, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1, #trans_b:0..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f16.f16.type=f16.f16" "=d:b32*n/4, a:b64, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1, #trans_a:0..1, #trans_b:0..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f16.f16.type=f16.f16" "=d:b32*n/4, a:b32*4, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1, #trans_b:0..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f16.f32.type=bf16.bf16" "=d:f32*n/2, a:b64, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1, #trans_a:0..1, #trans_b:0..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f16.f32.type=bf16.bf16" "=d:f32*n/2, a:b32*4, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1, #trans_b:0..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_tf32.f32.tf32.tf32" "=d:f32*n/2, a:b64, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_tf32.f32.tf32.tf32" "=d:f32*n/2, a:b32*4, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f8.f32.atype=$f8.btype=$f8" "=d:f32*n/2, a:b64, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f8.f32.atype=$f8.btype=$f8" "=d:f32*n/2, a:b32*4, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f8.f16.atype=$f8.btype=$f8" "=d:b32*n/4, a:b64, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_f8.f16.atype=$f8.btype=$f8" "=d:b32*n/4, a:b32*4, b:b64, scale_d:pred!, #scale_a:-1..1, #scale_b:-1..1" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_i8{.satfinite}.s32.s8.s8" "=d:b32*n/2, a:b64, b:b64, scale_d:pred!" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_i8{.satfinite}.s32.s8.s8" "=d:b32*n/2, a:b32*4, b:b64, scale_d:pred!" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_i8{.satfinite}.s32.u8.u8" "=d:b32*n/2, a:b64, b:b64, scale_d:pred!" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_i8{.satfinite}.s32.u8.u8" "=d:b32*n/2, a:b32*4, b:b64, scale_d:pred!" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_i8{.satfinite}.s32.atype=u8|s8.btype=u8|s8" "=d:b32*n/2, a:b64, b:b64, scale_d:pred!" "8.4 sm_90a";
        ".sync.aligned.shape=$wgmma_i8{.satfinite}.s32.atype=u8|s8.btype=u8|s8" "=d:b32*n/2, a:b32*4, b:b64, scale_d:pred!" "8.4 sm_90a";
        ".sync.aligned.shape=$wgmma_b1.s32.b1.b1.and.popc" "=d:b32*n/2, a:b64, b:b64, scale_d:pred!" "8.0 sm_90a";
        ".sync.aligned.shape=$wgmma_b1.s32.b1.b1.and.popc" "=d:b32*n/2, a:b32*4, b:b64, scale_d:pred!" "8.0 sm_90a";
    }
    /// Orders register accesses before later wgmma operations.
    WgmmaFence = "wgmma.fence", "9.7.15.7.1", Wgmma, Matrix, [Fence, Async] {
        ".sync.aligned" "" "8.0 sm_90a";
    }
    /// Commits wgmma operations as a group.
    WgmmaCommitGroup = "wgmma.commit_group", "9.7.15.7.2", Wgmma, Matrix, [Async] {
        ".sync.aligned" "" "8.0 sm_90a";
    }
    /// Waits until at most N groups of wgmma are in flight.
    WgmmaWaitGroup = "wgmma.wait_group", "9.7.15.7.3", Wgmma, Matrix, [Wait, Async] {
        ".sync.aligned" "#n:0..7" "8.0 sm_90a";
    }

    // Tensor memory.

    /// Allocates columns of tensor memory.
    Tcgen05Alloc = "tcgen05.alloc", "9.7.16.7.1", Tcgen05, TensorMemory, [Write, Wait, State, Tensor] {
        ".group=$group.sync.aligned{.ss=shared::cta}.b32" "[dst], columns:u32" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Frees columns of tensor memory.
    Tcgen05Dealloc = "tcgen05.dealloc", "9.7.16.7.1", Tcgen05, TensorMemory, [State, Tensor] {
        ".group=$group.sync.aligned.b32" "a:b32, columns:u32" "8.6 sm_100f sm_103f sm_110f";
    }
    /// States that this block allocates no more columns of tensor memory.
    Tcgen05RelinquishAllocPermit = "tcgen05.relinquish_alloc_permit", "9.7.16.7.1", Tcgen05, TensorMemory, [State, Tensor] {
        ".group=$group.sync.aligned" "" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Starts an asynchronous load from tensor memory to registers.
    Tcgen05Ld = "tcgen05.ld", "9.7.16.8.3", Tcgen05, TensorMemory, [Read, Lanes, Async, Tensor] {
        ".sync.aligned.32x32b.num=$count128{.pack::16b}.b32" "=d:b32*num, [a]" "8.6 sm_100f sm_103f sm_110f";
        ".sync.aligned.16x64b.num=$count128{.pack::16b}.b32" "=d:b32*num, [a]" "8.6 sm_100f sm_103f sm_110f";
        ".sync.aligned.16x128b.num=$count64{.pack::16b}.b32" "=d:b32*2num, [a]" "8.6 sm_100f sm_103f sm_110f";
        ".sync.aligned.16x256b.num=$count32{.pack::16b}.b32" "=d:b32*4num, [a]" "8.6 sm_100f sm_103f sm_110f";
        ".sync.aligned.16x32bx2.num=$count128{.pack::16b}.b32" "=d:b32*num, [a], #offset" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Starts an asynchronous load from tensor memory, with the minimum or maximum of the elements of each thread.
    Tcgen05LdRed = "tcgen05.ld.red", "9.7.16.8.3", Tcgen05, TensorMemory, [Read, Lanes, Async, Tensor] {
        ".sync.aligned.32x32b.num=$many128.op=min|max{.abs}{.NaN}.f32" "=d:b32*num, =red:f32, [a]" "8.8 sm_103f sm_110f";
        ".sync.aligned.16x32bx2.num=$many128.op=min|max{.abs}{.NaN}.f32" "=d:b32*num, =red:f32, [a], #offset" "8.8 sm_103f sm_110f";
        ".sync.aligned.32x32b.num=$many128.op=min|max.type=u32|s32" "=d:b32*num, =red:type, [a]" "8.8 sm_103f sm_110f";
        ".sync.aligned.16x32bx2.num=$many128.op=min|max.type=u32|s32" "=d:b32*num, =red:type, [a], #offset" "8.8 sm_103f sm_110f";
    }
    /// Starts an asynchronous store from registers to tensor memory.
    Tcgen05St = "tcgen05.st", "9.7.16.8.4", Tcgen05, TensorMemory, [Write, Lanes, Async, Tensor] {
        ".sync.aligned.32x32b.num=$count128{.unpack::16b}.b32" "[a], b:b32*num" "8.6 sm_100f sm_103f sm_110f";
        ".sync.aligned.16x64b.num=$count128{.unpack::16b}.b32" "[a], b:b32*num" "8.6 sm_100f sm_103f sm_110f";
        ".sync.aligned.16x128b.num=$count64{.unpack::16b}.b32" "[a], b:b32*2num" "8.6 sm_100f sm_103f sm_110f";
        ".sync.aligned.16x256b.num=$count32{.unpack::16b}.b32" "[a], b:b32*4num" "8.6 sm_100f sm_103f sm_110f";
        ".sync.aligned.16x32bx2.num=$count128{.unpack::16b}.b32" "[a], #offset, b:b32*num" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Waits for this thread's loads of tensor memory.
    Tcgen05WaitLd = "tcgen05.wait::ld", "9.7.16.8.5", Tcgen05, TensorMemory, [Wait, Async, Tensor] {
        ".sync.aligned" "" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Waits for this thread's stores of tensor memory.
    Tcgen05WaitSt = "tcgen05.wait::st", "9.7.16.8.5", Tcgen05, TensorMemory, [Wait, Async, Tensor] {
        ".sync.aligned" "" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Starts an asynchronous copy from shared to tensor memory.
    Tcgen05Cp = "tcgen05.cp", "9.7.16.9.2", Tcgen05, TensorMemory, [Read, Write, Async, Tensor] {
        ".group=$group.shape=128x256b|4x256b|128x128b" "[a], desc:b64" "8.6 sm_100f sm_103f sm_110f";
        ".group=$group.shape=128x256b|4x256b|128x128b.b8x16.src=b6x16_p32|b4x16_p64" "[a], desc:b64" "8.6 sm_100f sm_103f sm_110f";
        ".group=$group.64x128b.multicast=warpx2::02_13|warpx2::01_23" "[a], desc:b64" "8.6 sm_100f sm_103f sm_110f";
        ".group=$group.64x128b.multicast=warpx2::02_13|warpx2::01_23.b8x16.src=b6x16_p32|b4x16_p64" "[a], desc:b64" "8.6 sm_100f sm_103f sm_110f";
        ".group=$group.32x128b.warpx4" "[a], desc:b64" "8.6 sm_100f sm_103f sm_110f";
        ".group=$group.32x128b.warpx4.b8x16.src=b6x16_p32|b4x16_p64" "[a], desc:b64" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Starts an asynchronous shift of rows of tensor memory by one.
    Tcgen05Shift = "tcgen05.shift", "9.7.16.9.3", Tcgen05, TensorMemory, [Read, Write, Async, Tensor] {
        ".group=$group.down" "[a]" "8.6 sm_100a sm_103a sm_110a";
    }
    /// Starts the asynchronous product `d = a * b + d` of matrices in shared and tensor memory.
    Tcgen05Mma = "tcgen05.mma", "9.7.16.10.9.1", Tcgen05, Matrix, [Read, Write, Async, Tensor] {
        ".cta_group::1.kind=kind::f16|kind::tf32{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, ?lanes:b32*4, enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::1.kind=kind::f16|kind::tf32{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, ?lanes:b32*4, enable:pred!, #scale:0..15" "8.6 sm_100f sm_103f";
        ".cta_group::1.kind=kind::f8f6f4{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, ?lanes:b32*4, enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::1.kind=kind::f16|kind::tf32{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, ?lanes:b32*4, enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::1.kind=kind::f16|kind::tf32{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, ?lanes:b32*4, enable:pred!, #scale:0..15" "8.6 sm_100f sm_103f";
        ".cta_group::1.kind=kind::f8f6f4{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, ?lanes:b32*4, enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::2.kind=kind::f16|kind::tf32{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, ?lanes:b32*8, enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::2.kind=kind::f16|kind::tf32{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, ?lanes:b32*8, enable:pred!, #scale:0..15" "8.6 sm_100f sm_103f";
        ".cta_group::2.kind=kind::f8f6f4{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, ?lanes:b32*8, enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::2.kind=kind::f16|kind::tf32{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, ?lanes:b32*8, enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::2.kind=kind::f16|kind::tf32{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, ?lanes:b32*8, enable:pred!, #scale:0..15" "8.6 sm_100f sm_103f";
        ".cta_group::2.kind=kind::f8f6f4{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, ?lanes:b32*8, enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::1.kind=kind::i8{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, ?lanes:b32*4, enable:pred!" "8.6 sm_100a sm_110a";
        ".cta_group::1.kind=kind::i8{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, ?lanes:b32*4, enable:pred!" "8.6 sm_100a sm_110a";
        ".cta_group::2.kind=kind::i8{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, ?lanes:b32*8, enable:pred!" "8.6 sm_100a sm_110a";
        ".cta_group::2.kind=kind::i8{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, ?lanes:b32*8, enable:pred!" "8.6 sm_100a sm_110a";
        ".group=$group.kind=kind::mxf8f6f4|kind::mxf4.block_scale{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".group=$group.kind=kind::mxf8f6f4|kind::mxf4.block_scale.block32{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.8 sm_100f sm_103f sm_110f";
        ".group=$group.kind=kind::mxf8f6f4|kind::mxf4.block_scale{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.6 sm_100f sm_103f sm_110f";
        ".group=$group.kind=kind::mxf8f6f4|kind::mxf4.block_scale.block32{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.8 sm_100f sm_103f sm_110f";
        ".group=$group.kind=kind::mxf8f6f4.block_scale.scale=scale_vec::1X{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.6 sm_100a sm_103a sm_110a";
        ".group=$group.kind=kind::mxf8f6f4.block_scale.scale=scale_vec::1X{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.6 sm_100a sm_103a sm_110a";
        ".group=$group.kind=kind::mxf4.block_scale.scale=scale_vec::2X{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.6 sm_100a sm_103a sm_110a";
        ".group=$group.kind=kind::mxf4.block_scale.scale=scale_vec::2X{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.6 sm_100a sm_103a sm_110a";
        ".group=$group.kind=kind::mxf4nvf4.block_scale.scale=block16|block32{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.8 sm_100f sm_103f sm_110f";
        ".group=$group.kind=kind::mxf4nvf4.block_scale.scale=block16|block32{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.8 sm_100f sm_103f sm_110f";
        ".group=$group.kind=kind::mxf4nvf4.block_scale.scale=scale_vec::2X|scale_vec::4X{.collector=$collector_a}" "[d], a:b64, b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.7 sm_100a sm_103a sm_110a";
        ".group=$group.kind=kind::mxf4nvf4.block_scale.scale=scale_vec::2X|scale_vec::4X{.collector=$collector_a}" "[d], [a], b:b64, idesc:b32, [sa], [sb], enable:pred!" "8.7 sm_100a sm_103a sm_110a";
    }
    /// `tcgen05.mma` whose B matrix can be kept for several products (weight stationary).
    Tcgen05MmaWs = "tcgen05.mma.ws", "9.7.16.10.9.3", Tcgen05, Matrix, [Read, Write, Async, Tensor] {
        ".cta_group::1.kind=kind::f16|kind::tf32|kind::f8f6f4{.collector=$collector_b}" "[d], a:b64, b:b64, idesc:b32, enable:pred!, ?mask:b64" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::1.kind=kind::f16|kind::tf32|kind::f8f6f4{.collector=$collector_b}" "[d], [a], b:b64, idesc:b32, enable:pred!, ?mask:b64" "8.6 sm_100f sm_103f sm_110f";
        ".cta_group::1.kind=kind::i8{.collector=$collector_b}" "[d], a:b64, b:b64, idesc:b32, enable:pred!, ?mask:b64" "8.6 sm_100a sm_110a";
        ".cta_group::1.kind=kind::i8{.collector=$collector_b}" "[d], [a], b:b64, idesc:b32, enable:pred!, ?mask:b64" "8.6 sm_100a sm_110a";
    }
    /// Orders operations of tcgen05 before a synchronisation of threads.
    Tcgen05FenceBeforeThreadSync = "tcgen05.fence::before_thread_sync", "9.7.16.11.1", Tcgen05, TensorMemory, [Fence, Tensor] {
        "" "" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Orders operations of tcgen05 after a synchronisation of threads.
    Tcgen05FenceAfterThreadSync = "tcgen05.fence::after_thread_sync", "9.7.16.11.1", Tcgen05, TensorMemory, [Fence, Tensor] {
        "" "" "8.6 sm_100f sm_103f sm_110f";
    }
    /// Arrives at a barrier when this thread's operations of tcgen05 have completed.
    Tcgen05Commit = "tcgen05.commit", "9.7.16.12.1", Tcgen05, Matrix, [Arrive, Async] {
        ".group=$group.mbarrier::arrive::one{.shared::cluster}{.multicast::cluster}.b64" "[mbar], mask:b16?multicast::cluster" "8.6 sm_100f sm_103f sm_110f";
    }

    // Stack, video and the rest.

    /// Reads the stack pointer.
    Stacksave = "stacksave", "9.7.17.1", Stack, Other, [State] {
        ".type=u32|u64" "=d:type" "7.3 sm_52";
    }
    /// Sets the stack pointer.
    Stackrestore = "stackrestore", "9.7.17.2", Stack, Other, [State] {
        ".type=u32|u64" "a:type" "7.3 sm_52";
    }
    /// Allocates memory on the stack.
    Alloca = "alloca", "9.7.17.3", Stack, Other, [State] {
        ".type=u32|u64" "=d:type, size:type, ?#align" "7.3 sm_52";
    }
    /// `d = a + b` of parts of registers, and a second operation with `c`.
    Vadd = "vadd", "9.7.18.1.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32, a:u32^, b:u32^" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}.op=add|min|max" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32^, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// `d = a - b` of parts of registers, and a second operation with `c`.
    Vsub = "vsub", "9.7.18.1.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32, a:u32^, b:u32^" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}.op=add|min|max" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32^, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// `d = |a - b|` of parts of registers, and a second operation with `c`.
    Vabsdiff = "vabsdiff", "9.7.18.1.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32, a:u32^, b:u32^" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}.op=add|min|max" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32^, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// The smaller of parts of two registers, and a second operation with `c`.
    Vmin = "vmin", "9.7.18.1.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32, a:u32^, b:u32^" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}.op=add|min|max" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32^, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// The larger of parts of two registers, and a second operation with `c`.
    Vmax = "vmax", "9.7.18.1.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32, a:u32^, b:u32^" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}.op=add|min|max" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}" "=d:u32^, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// Shift left of a part of a register, and a second operation with `c`.
    Vshl = "vshl", "9.7.18.1.2", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.u32{.sat}.mode=clamp|wrap" "=d:u32, a:u32^, b:u32^" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.u32{.sat}.mode=clamp|wrap.op=add|min|max" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.u32{.sat}.mode=clamp|wrap" "=d:u32^, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// Shift right of a part of a register, and a second operation with `c`.
    Vshr = "vshr", "9.7.18.1.2", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.u32{.sat}.mode=clamp|wrap" "=d:u32, a:u32^, b:u32^" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.u32{.sat}.mode=clamp|wrap.op=add|min|max" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.u32{.sat}.mode=clamp|wrap" "=d:u32^, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// `d = a * b + c` of parts of registers, shifted right by 0, 7 or 15.
    Vmad = "vmad", "9.7.18.1.3", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.sat}{.scale=shr7|shr15}" "=d:u32, a:u32^-, b:u32^-, c:u32-" "2.0 sm_20";
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32.po{.sat}{.scale=shr7|shr15}" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// `d = a <op> b` of parts of registers as 1 or 0, and a second operation with `c`.
    Vset = "vset", "9.7.18.1.4", Video, Integer, [] {
        ".atype=u32|s32.btype=u32|s32.cmp=$cmp" "=d:u32, a:u32^, b:u32^" "2.0 sm_20";
        ".atype=u32|s32.btype=u32|s32.cmp=$cmp.op=add|min|max" "=d:u32, a:u32^, b:u32^, c:u32" "2.0 sm_20";
        ".atype=u32|s32.btype=u32|s32.cmp=$cmp" "=d:u32^, a:u32^, b:u32^, c:u32" "2.0 sm_20";
    }
    /// Sums of two halves; with `.add` their sum and `c`.
    Vadd2 = "vadd2", "9.7.18.2.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Differences of two halves; with `.add` their sum and `c`.
    Vsub2 = "vsub2", "9.7.18.2.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Averages of two halves; with `.add` their sum and `c`.
    Vavrg2 = "vavrg2", "9.7.18.2.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Absolute differences of two halves; with `.add` their sum and `c`.
    Vabsdiff2 = "vabsdiff2", "9.7.18.2.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// The smaller of two halves; with `.add` their sum and `c`.
    Vmin2 = "vmin2", "9.7.18.2.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// The larger of two halves; with `.add` their sum and `c`.
    Vmax2 = "vmax2", "9.7.18.2.1", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Comparisons of two halves as 1 or 0; with `.add` their sum and `c`.
    Vset2 = "vset2", "9.7.18.2.2", Video, Integer, [] {
        ".atype=u32|s32.btype=u32|s32.cmp=$cmp{.add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Sums of four bytes; with `.add` their sum and `c`.
    Vadd4 = "vadd4", "9.7.18.2.3", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Differences of four bytes; with `.add` their sum and `c`.
    Vsub4 = "vsub4", "9.7.18.2.3", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Averages of four bytes; with `.add` their sum and `c`.
    Vavrg4 = "vavrg4", "9.7.18.2.3", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Absolute differences of four bytes; with `.add` their sum and `c`.
    Vabsdiff4 = "vabsdiff4", "9.7.18.2.3", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// The smaller of four bytes; with `.add` their sum and `c`.
    Vmin4 = "vmin4", "9.7.18.2.3", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// The larger of four bytes; with `.add` their sum and `c`.
    Vmax4 = "vmax4", "9.7.18.2.3", Video, Integer, [] {
        ".dtype=u32|s32.atype=u32|s32.btype=u32|s32{.mode=sat|add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Comparisons of four bytes as 1 or 0; with `.add` their sum and `c`.
    Vset4 = "vset4", "9.7.18.2.4", Video, Integer, [] {
        ".atype=u32|s32.btype=u32|s32.cmp=$cmp{.add}" "=d:u32^, a:u32^%, b:u32^%, c:u32%" "3.0 sm_30";
    }
    /// Triggers a breakpoint.
    Brkpt = "brkpt", "9.7.19.1", Hint, Other, [State] {
        "" "" "1.4 sm_11";
    }
    /// Sleeps for about N nanoseconds.
    Nanosleep = "nanosleep", "9.7.19.2", Hint, Other, [State] {
        ".u32" "t:u32" "6.2 sm_70";
    }
    /// Triggers an event of the performance monitor.
    Pmevent = "pmevent", "9.7.19.3", Hint, Other, [State] {
        "" "#a:0..15";
        ".mask" "#a:0..65535" "3.0 sm_20";
    }
    /// Aborts the grid.
    Trap = "trap", "9.7.19.4", Control, Control, [Leave] {
        "" "";
    }
    /// Requests or releases registers (warpgroups).
    Setmaxnreg = "setmaxnreg", "9.7.19.5", Launch, Other, [State] {
        ".action=inc|dec.sync.aligned.u32" "#count:24..256" "8.0 sm_90a sm_100f sm_103f sm_110f sm_120f";
    }
}
