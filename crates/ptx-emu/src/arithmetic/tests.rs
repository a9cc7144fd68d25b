//! Kernels against plain formulas and against `numerics`, over every form of the table.

mod conversions;
mod floats;
mod integers;

use numerics::Rounding;
use ptx::spec::{FormId, Shape};
use ptx::{Modifier, Opcode};

use super::testing::next;
use super::{Compute, Kernel, Stored, select};

/// The opcodes of these families.
const FAMILIES: &[Opcode] = &[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Mad,
    Opcode::Mul24,
    Opcode::Mad24,
    Opcode::Sad,
    Opcode::Div,
    Opcode::Rem,
    Opcode::Abs,
    Opcode::Neg,
    Opcode::Min,
    Opcode::Max,
    Opcode::Popc,
    Opcode::Clz,
    Opcode::Bfind,
    Opcode::Fns,
    Opcode::Brev,
    Opcode::Bfe,
    Opcode::Bfi,
    Opcode::Szext,
    Opcode::Bmsk,
    Opcode::Dp4a,
    Opcode::Dp2a,
    Opcode::AddCc,
    Opcode::Addc,
    Opcode::SubCc,
    Opcode::Subc,
    Opcode::Madc,
    Opcode::Testp,
    Opcode::Copysign,
    Opcode::Fma,
    Opcode::Rcp,
    Opcode::Sqrt,
    Opcode::Rsqrt,
    Opcode::Sin,
    Opcode::Cos,
    Opcode::Lg2,
    Opcode::Ex2,
    Opcode::Tanh,
    Opcode::Set,
    Opcode::Setp,
    Opcode::Selp,
    Opcode::Slct,
    Opcode::And,
    Opcode::Or,
    Opcode::Xor,
    Opcode::Not,
    Opcode::Cnot,
    Opcode::Lop3,
    Opcode::Shf,
    Opcode::Shl,
    Opcode::Shr,
    Opcode::Mov,
    Opcode::Prmt,
    Opcode::Cvt,
    Opcode::CvtPack,
    Opcode::Vabsdiff4,
];

/// Every choice of words of a form.
fn choices(form: FormId) -> Vec<Vec<Modifier>> {
    let mut all = vec![Vec::new()];
    for slot in &form.form().slots {
        let mut longer = Vec::new();
        for words in &all {
            if slot.optional {
                longer.push(words.clone());
            }
            longer.extend(slot.modifiers.iter().map(|&word| [words.as_slice(), &[word]].concat()));
        }
        all = longer;
    }
    all
}

/// The widths of registers that a kernel takes and gives, where it says them.
fn widths(kernel: &Kernel) -> Option<(Vec<bool>, bool)> {
    Some(match kernel {
        Kernel::W(_) => (vec![false], false),
        Kernel::WW(_) => (vec![false; 2], false),
        Kernel::WWW(_) => (vec![false; 3], false),
        Kernel::D(_) => (vec![true], true),
        Kernel::DD(_) => (vec![true; 2], true),
        Kernel::DDD(_) => (vec![true; 3], true),
        Kernel::WToD(_) => (vec![false], true),
        Kernel::DToW(_) => (vec![true], false),
        Kernel::WWToD(_) => (vec![false; 2], true),
        Kernel::WWDToD(_) => (vec![false, false, true], true),
        Kernel::DWToD(_) => (vec![true, false], true),
        Kernel::Lanes(_) => return None,
    })
}

#[test]
fn every_form_is_computed_in_registers_of_its_widths() {
    let mut count = 0;
    for &opcode in FAMILIES {
        for form in opcode.forms() {
            for words in choices(form) {
                let placed = form.form().place(&words).expect("the words are those of the form");
                let table = ptx::module::Operand::Immediate(ptx::module::Immediate::Int(0x1b));
                let operands = vec![table; 6].into();
                let found = ptx::module::Instruction { guard: None, form, modifiers: placed, operands };
                let compute = select(&found, Stored::of_types(&found));
                let compute = compute.unwrap_or_else(|| panic!("{opcode} {words:?} is computed"));
                count += 1;
                let (Compute::Map(kernel) | Compute::MapTest(kernel, _)) = compute else { continue };
                let Some((sources, result)) = widths(&kernel) else { continue };
                let wide = |spec: &ptx::spec::OperandSpec| match &spec.shape {
                    Shape::Value(value) => {
                        let of = form.form().operand_type(&found.modifiers, value.of);
                        Some((spec.written, of.expect("a type").bits() == 64))
                    }
                    _ => None,
                };
                let specs: Vec<(bool, bool)> = form.form().operands.iter().filter_map(wide).collect();
                let given: Vec<bool> = specs.iter().filter(|(written, _)| !written).map(|at| at.1).collect();
                // Predicates, and operands that saturation does not look at, come last.
                assert!(given.starts_with(&sources), "{opcode} {words:?} takes {given:?}, not {sources:?}");
                assert_eq!(specs[0], (true, result), "{opcode} {words:?}");
            }
        }
    }
    assert!(count > 4000, "{count} choices of words");
}

/// Samples operands: extremes, and pseudo-random words of any length.
fn sample(state: &mut u64, bits: u32) -> u64 {
    let word = next(state);
    let mask = u64::MAX >> (64 - bits);
    mask & match word & 7 {
        0 => 0,
        1 => mask,
        2 => 1 << (bits - 1),
        3 => (1 << (bits - 1)) - 1,
        4 => next(state) >> (word >> 8 & 63),
        _ => next(state),
    }
}

const MODES: [(&str, Rounding); 4] = [
    ("rn", Rounding::NearestEven),
    ("rz", Rounding::Zero),
    ("rm", Rounding::NegativeInf),
    ("rp", Rounding::PositiveInf),
];
