//! Runs single instructions in tests.

use ptx::module::Instruction;

use super::compare::{lanes_of1, lanes_of2};
use super::rows::LANES;
use super::{Compute, Kernel, Stored, Test, select};

/// An instruction by its mnemonic and modifiers; it has no operands except for constants that its form needs in the fifth place.
pub(super) fn instruction(text: &str) -> Instruction {
    instructions(text, None).into_iter().next().unwrap_or_else(|| panic!("`{text}` is an instruction"))
}

/// Every form that the mnemonic and words fit.
pub(super) fn instructions(text: &str, table: Option<u32>) -> Vec<Instruction> {
    use ptx::module::{Immediate, Operand};
    let mut parts: Vec<&str> = text.split('.').collect();
    let mut words = Vec::new();
    loop {
        let opcode = ptx::Opcode::named(&parts.join("."));
        if let Some(opcode) = opcode {
            let fits = |form: ptx::spec::FormId| {
                let placed = form.form().place(&words).ok()?;
                let constant = table.map(|value| Operand::Immediate(Immediate::Int(i64::from(value))));
                let operands =
                    constant.map(|constant| [const { Operand::Sink }; 4].into_iter().chain([constant]));
                let operands = operands.into_iter().flatten().collect();
                Some(Instruction { guard: None, form, modifiers: placed, operands })
            };
            let mut found: Vec<Instruction> = opcode.forms().filter_map(fits).collect();
            // `cvt.f16.bf16` is not `cvt.bf16.f16` with its words in another order.
            found.sort_by_key(|found| !found.modifiers.iter().flatten().eq(words.iter()));
            if !found.is_empty() {
                return found;
            }
        }
        let Some(last) = parts.pop() else { return Vec::new() };
        words.insert(0, ptx::Modifier::named(last).unwrap_or_else(|| panic!("`{last}` is a word")));
    }
}

/// Values of the operands of one lane.
fn one(kernel: &Kernel, operands: [u64; 5]) -> u64 {
    let [a, b, c, ..] = operands;
    let (wa, wb, wc) = ([a as u32; LANES], [b as u32; LANES], [c as u32; LANES]);
    let (da, db, dc) = ([a; LANES], [b; LANES], [c; LANES]);
    let (mut w, mut d) = ([0u32; LANES], [0u64; LANES]);
    match kernel {
        Kernel::W(f) => f(&wa, &mut w),
        Kernel::WW(f) => f(&wa, &wb, &mut w),
        Kernel::WWW(f) => f(&wa, &wb, &wc, &mut w),
        Kernel::DToW(f) => f(&da, &mut w),
        Kernel::D(f) => return (f(&da, &mut d), d[0]).1,
        Kernel::DD(f) => return (f(&da, &db, &mut d), d[0]).1,
        Kernel::DDD(f) => return (f(&da, &db, &dc, &mut d), d[0]).1,
        Kernel::WToD(f) => return (f(&wa, &mut d), d[0]).1,
        Kernel::WWToD(f) => return (f(&wa, &wb, &mut d), d[0]).1,
        Kernel::WWDToD(f) => return (f(&wa, &wb, &dc, &mut d), d[0]).1,
        Kernel::DWToD(f) => return (f(&da, &wb, &mut d), d[0]).1,
        Kernel::Lanes(f) => return f(operands),
    }
    assert!(w.iter().all(|&lane| lane == w[0]), "every lane is the same");
    u64::from(w[0])
}

fn kernel_of(instruction: &Instruction) -> Option<Kernel> {
    match select(instruction, Stored::of_types(instruction))? {
        Compute::Map(kernel) => Some(kernel),
        Compute::MapTest(kernel, _) => Some(kernel),
        Compute::Approx(approx) => Some(approx.kernel),
        Compute::Carry(_)
        | Compute::Test(..)
        | Compute::Set { .. }
        | Compute::Select
        | Compute::Predicate(_)
        | Compute::Move => None,
    }
}

/// Number of source elements of an instruction.
fn sources(instruction: &Instruction) -> usize {
    let form = instruction.spec();
    let elements = |spec: &ptx::spec::OperandSpec| match &spec.shape {
        ptx::spec::Shape::Value(value) => {
            value.count.and_then(|count| form.operand_count(&instruction.modifiers, count)).unwrap_or(1)
                as usize
        }
        _ => 1,
    };
    form.operands.iter().filter(|spec| !spec.written).map(elements).sum()
}

/// The kernel of an instruction with the given number of source operands.
pub(super) fn kernel(text: &str, operands: usize) -> Kernel {
    let found = instructions(text, None).into_iter().find(|instruction| sources(instruction) == operands);
    let found = found.unwrap_or_else(|| panic!("`{text}` with {operands} operands is an instruction"));
    kernel_of(&found).unwrap_or_else(|| panic!("`{text}` has a kernel"))
}

/// Runs a kernel for one lane.
pub(super) fn apply(kernel: &Kernel, operands: &[u64]) -> u64 {
    let mut all = [0; 5];
    all[..operands.len()].copy_from_slice(operands);
    one(kernel, all)
}

/// The result of an instruction in one lane.
pub(super) fn run(text: &str, operands: &[u64]) -> u64 {
    apply(&kernel(text, operands.len()), operands)
}

/// The result of an instruction with a table of bits as its last operand.
pub(super) fn run_table(text: &str, table: u32, operands: [u64; 3]) -> u64 {
    let found = instructions(text, Some(table)).remove(0);
    apply(&kernel_of(&found).expect("a kernel"), &operands)
}

/// The answer of a comparison or test in one lane.
pub(super) fn test(text: &str, [a, b]: [u64; 2]) -> bool {
    let found = instruction(text);
    let Some(Compute::Test(test, _)) = select(&found, Stored::of_types(&found)) else {
        panic!("`{text}` is a test")
    };
    let (wa, wb) = ([a as u32; LANES], [b as u32; LANES]);
    let mask = match &test {
        Test::W(test) => lanes_of1(test, &wa),
        Test::WW(test) => lanes_of2(test, &wa, &wb),
        Test::Pair(low, _) => lanes_of2(low, &wa, &wb),
        Test::D(test) => lanes_of1(test, &[a; LANES]),
        Test::DD(test) => lanes_of2(test, &[a; LANES], &[b; LANES]),
    };
    assert!(mask == 0 || mask == u32::MAX, "every lane is the same");
    mask != 0
}

/// The next of a sequence of pseudo-random words.
pub(super) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    let word = *state ^ *state >> 33;
    word.wrapping_mul(0xff51_afd7_ed55_8ccd) ^ word >> 29
}
