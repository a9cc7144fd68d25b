//! Registers that the tensor core may still read or write at an instruction.
//!
//! A product puts its sums and its fragment in flight, until a wait for all groups. A wait is a use of every register that may
//! be in flight before it, so that no other value is assigned to such a register. A copy of a sum passes it on: the caller must
//! ensure that both sides become one register, or refuse the program.

use ptx::module::{Body, Immediate, Instruction, Operand, Statement};
use ptx::{Access, Opcode};

use super::blocks::{Block, Places, Set, Touch, has, members, put};
use super::copied;

/// The operations in flight.
#[derive(Clone, PartialEq, Eq)]
struct State {
    sums: Set,
    fragments: Set,
}

/// Makes waits read what may be in flight before them.
pub(super) fn keep(body: &Body, place: &Places, blocks: &[Block], touches: &mut [Touch], registers: usize) {
    let is_product = |instruction: &Instruction| instruction.opcode() == Opcode::WgmmaMmaAsync;
    if !body.instructions().any(is_product) {
        return;
    }
    let nothing = State { sums: vec![0; registers.div_ceil(64)], fragments: vec![0; registers.div_ceil(64)] };
    let mut before = vec![nothing; blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, block) in blocks.iter().enumerate() {
            let mut state = before[at].clone();
            instructions(body, block).for_each(|(_, instruction)| step(instruction, place, &mut state));
            for &next in &block.next {
                changed |= join(&mut before[next], &state);
            }
        }
    }
    for (block, state) in blocks.iter().zip(&mut before) {
        for (at, instruction) in instructions(body, block) {
            if instruction.opcode() == Opcode::WgmmaWaitGroup {
                touches[at].reads.extend(members(&state.sums).chain(members(&state.fragments)));
            }
            step(instruction, place, state);
        }
    }
}

fn instructions<'b>(body: &'b Body, block: &Block) -> impl Iterator<Item = (usize, &'b Instruction)> {
    (block.start..block.end).filter_map(|at| match &body.statements[at] {
        Statement::Instruction(instruction) => Some((at, instruction)),
        _ => None,
    })
}

/// Adds what is in flight on another way; true where that is more.
fn join(state: &mut State, other: &State) -> bool {
    let before = state.clone();
    for (words, more) in [(&mut state.sums, &other.sums), (&mut state.fragments, &other.fragments)] {
        words.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
    }
    *state != before
}

fn step(instruction: &Instruction, place: &Places, state: &mut State) {
    match instruction.opcode() {
        Opcode::WgmmaMmaAsync => instruction.each_register(|register, access| {
            let Some(at) = place[register] else { return };
            match access {
                Access::Write => put(&mut state.sums, at, true),
                Access::Read => put(&mut state.fragments, at, true),
            }
        }),
        Opcode::WgmmaWaitGroup if instruction.operands[..] == [Operand::Immediate(Immediate::Int(0))] => {
            state.sums.fill(0);
            state.fragments.fill(0);
        }
        Opcode::Mov => {
            let both = copied(instruction).and_then(|(to, from)| Some((place[to]?, place[from]?)));
            if let Some((to, from)) = both.filter(|&(_, from)| has(&state.sums, from)) {
                put(&mut state.sums, from, false);
                put(&mut state.sums, to, true);
            }
        }
        _ => {}
    }
}
