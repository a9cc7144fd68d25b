//! Registers that may be read before they are written, or that depend on such registers where it matters. This is computed from
//! the module, so most kernels have no overhead.

use cranelift_entity::SecondaryMap;
use ptx::Effect;
use ptx::module::{Body, Function, Instruction, Label, Operand, Reg, Statement};
use rustc_hash::{FxHashMap, FxHashSet};

use super::touches::Touches;

/// 64-bit words of sets of registers that the search may keep; kernels that need more are not followed. They take 32 MiB;
/// kernels of compilers need a small part of that.
const MOST_WORDS: usize = 1 << 22;

/// A function as blocks of instructions.
pub(super) struct Flow {
    pub(super) instructions: Vec<(usize, Touches)>,
    blocks: Vec<Block>,
    /// Numbers of the registers that occur.
    numbers: FxHashMap<Reg, usize>,
    /// Those that are written when the function begins.
    given: Vec<Reg>,
}

/// Instructions that follow each other, and the blocks that may follow them.
#[derive(Default)]
struct Block {
    instructions: std::ops::Range<usize>,
    next: Vec<usize>,
}

/// A set of registers, by their numbers.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    fn put(&mut self, number: usize, here: bool) {
        let bit = 1 << (number % 64);
        if here { self.0[number / 64] |= bit } else { self.0[number / 64] &= !bit }
    }

    fn intersect(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(ours, theirs)| *ours &= theirs);
    }
}

impl Flow {
    pub(super) fn of(definition: &Function, body: &Body) -> Flow {
        let mut flow = Flow {
            instructions: Vec::new(),
            blocks: vec![Block::default()],
            numbers: FxHashMap::default(),
            given: definition.register_params.iter().map(|(_, register)| *register).collect(),
        };
        let mut of_label: SecondaryMap<Label, usize> = SecondaryMap::new();
        let mut lists: SecondaryMap<Label, Vec<Label>> = SecondaryMap::new();
        // The labels that each block ends with, and whether it falls through to the next one.
        let mut ends: Vec<(Vec<Label>, bool)> = Vec::new();
        for (index, statement) in body.statements.iter().enumerate() {
            match statement {
                Statement::Label(label) => {
                    flow.close(&mut ends, Vec::new(), true);
                    of_label[*label] = flow.blocks.len() - 1;
                }
                Statement::BranchTargets(label, targets) => lists[*label] = targets.clone(),
                Statement::Instruction(instruction) => {
                    let touches = Touches::of(instruction, body);
                    for register in touches.all() {
                        let number = flow.numbers.len();
                        flow.numbers.entry(register).or_insert(number);
                    }
                    flow.instructions.push((index, touches));
                    if let Some(targets) = leaves(instruction) {
                        flow.close(&mut ends, targets, instruction.guard.is_some());
                    }
                }
                _ => {}
            }
        }
        flow.close(&mut ends, Vec::new(), false);
        flow.blocks.pop();
        let last = flow.blocks.len();
        for (number, (labels, goes_on)) in ends.into_iter().enumerate() {
            let next = &mut flow.blocks[number].next;
            for label in labels {
                match lists[label].is_empty() {
                    true => next.push(of_label[label]),
                    false => next.extend(lists[label].iter().map(|&label| of_label[label])),
                }
            }
            next.extend((goes_on && number + 1 < last).then_some(number + 1));
        }
        flow
    }

    /// Ends the last block and begins another one.
    fn close(&mut self, ends: &mut Vec<(Vec<Label>, bool)>, labels: Vec<Label>, goes_on: bool) {
        let end = self.instructions.len();
        if let Some(block) = self.blocks.last_mut() {
            block.instructions.end = end;
        }
        self.blocks.push(Block { instructions: end..end, next: Vec::new() });
        ends.push((labels, goes_on));
    }

    /// Registers that may be read before they are written, and those that are passed on to them.
    pub(super) fn followed(&self) -> FxHashSet<Reg> {
        let words = self.numbers.len().div_ceil(64);
        let mut followed = FxHashSet::default();
        // Without the search nothing is reported of such a kernel, which is right: the check may miss and must not
        // accuse.
        if words * self.blocks.len() > MOST_WORDS || self.instructions.is_empty() {
            return followed;
        }
        let before = self.written_before(words);
        loop {
            let count = followed.len();
            for (block, set) in self.blocks.iter().zip(&before) {
                let Some(mut set) = set.clone() else { continue };
                for (_, touches) in &self.instructions[block.instructions.clone()] {
                    // A copy into a register that is followed makes its sources matter as well, so the search repeats
                    // until nothing is added.
                    let handed = touches.written().any(|register| followed.contains(&register));
                    let from = touches.sources().filter(|_| handed);
                    let read = touches.used().chain(from);
                    followed.extend(read.filter(|one| !set.has(self.numbers[one])));
                    self.passes(touches, &mut set);
                }
            }
            if followed.len() == count {
                return followed;
            }
        }
    }

    /// The registers that are written on every path to each block; `None` for an unreachable block.
    fn written_before(&self, words: usize) -> Vec<Option<Set>> {
        let mut before: Vec<Option<Set>> = vec![None; self.blocks.len()];
        // Registers that the launch sets are written before the first instruction.
        let mut first = Set(vec![0; words]);
        for number in self.given.iter().filter_map(|register| self.numbers.get(register)) {
            first.put(*number, true);
        }
        before[0] = Some(first);
        let mut left = vec![0];
        while let Some(number) = left.pop() {
            let Some(mut set) = before[number].clone() else { continue };
            let block = &self.blocks[number];
            for (_, touches) in &self.instructions[block.instructions.clone()] {
                self.passes(touches, &mut set);
            }
            for &next in &block.next {
                let mut met = before[next].clone().unwrap_or_else(|| set.clone());
                // Where ways join, a register counts as written only if all of them wrote it. Sets only shrink, so this
                // ends.
                met.intersect(&set);
                if before[next].as_ref() != Some(&met) {
                    before[next] = Some(met);
                    left.push(next);
                }
            }
        }
        before
    }

    /// Updates the set of written registers to what it is after an instruction.
    fn passes(&self, touches: &Touches, set: &mut Set) {
        let written = touches.sources().all(|register| set.has(self.numbers[&register]));
        // Where the guard does not hold, a register stays what it was.
        if touches.guard.is_some() && written {
            return;
        }
        for register in touches.written() {
            set.put(self.numbers[&register], written);
        }
    }
}

/// The labels that an instruction may go to, if it ends a block.
fn leaves(instruction: &Instruction) -> Option<Vec<Label>> {
    let label = |operand: &Operand| match operand {
        Operand::Label(label) => Some(*label),
        _ => None,
    };
    // An instruction that leaves the function has no label.
    let ends = instruction.opcode().effects().any(&[Effect::Jump, Effect::Leave]);
    ends.then(|| instruction.operands.iter().filter_map(label).collect())
}
