//! The blocks of a text, and which of the followed registers their statements read and write.

use cranelift_entity::SecondaryMap;
use ptx::module::{Body, Instruction, Label, Operand, Reg, Statement};
use ptx::{Access, Effect, Opcode};
use rustc_hash::FxHashMap;

/// The label that an instruction may jump to.
pub(super) fn target(instruction: &Instruction) -> Option<Label> {
    if instruction.opcode() != Opcode::Bra {
        return None;
    }
    instruction.operands.iter().find_map(|operand| match operand {
        Operand::Label(label) => Some(*label),
        _ => None,
    })
}

/// Reads and writes of the followed registers by a statement, by register number.
#[derive(Default)]
pub(super) struct Touch {
    pub(super) reads: Vec<u32>,
    /// Written in every thread.
    pub(super) writes: Vec<u32>,
    /// Written in some threads.
    pub(super) may_write: Vec<u32>,
}

/// Statements that are executed one after the other, and the blocks that may follow.
pub(super) struct Block {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) next: Vec<usize>,
}

/// A set of followed registers.
pub(super) type Set = Vec<u64>;
/// The place of each register that is followed.
pub(super) type Places = SecondaryMap<Reg, Option<u32>>;

/// Reads and writes of the followed registers by each statement.
pub(super) fn touches(body: &Body, place: &Places) -> Vec<Touch> {
    let mut touches: Vec<Touch> = Vec::with_capacity(body.statements.len());
    for statement in &body.statements {
        let mut touch = Touch::default();
        if let Statement::Instruction(instruction) = statement {
            let product = instruction.opcode() == Opcode::WgmmaMmaAsync;
            instruction.each_register(|register, access| {
                let Some(at) = place[register] else { return };
                if access == Access::Read || product {
                    touch.reads.push(at);
                }
                match (access, instruction.guard) {
                    (Access::Read, _) => {}
                    (Access::Write, None) => touch.writes.push(at),
                    (Access::Write, Some(_)) => touch.may_write.push(at),
                }
            });
        }
        touches.push(touch);
    }
    touches
}

/// The blocks of a text, in its order.
pub(super) fn blocks(body: &Body) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut labels: FxHashMap<Label, usize> = FxHashMap::default();
    let mut jumps: Vec<(usize, Label)> = Vec::new();
    let mut start = 0;
    let count = body.statements.len();
    let close = |blocks: &mut Vec<Block>, start: &mut usize, end: usize, falls: bool| {
        let next = if falls { vec![blocks.len() + 1] } else { Vec::new() };
        blocks.push(Block { start: *start, end, next });
        *start = end;
    };
    for (at, statement) in body.statements.iter().enumerate() {
        match statement {
            Statement::Label(label) => {
                if start < at {
                    close(&mut blocks, &mut start, at, true);
                }
                labels.insert(*label, blocks.len());
            }
            Statement::Instruction(instruction) => {
                let leaves = instruction.opcode().effects().has(Effect::Leave);
                let jump = target(instruction);
                jumps.extend(jump.map(|label| (blocks.len(), label)));
                if leaves || jump.is_some() {
                    close(&mut blocks, &mut start, at + 1, instruction.guard.is_some());
                }
            }
            _ => {}
        }
    }
    if start < count || labels.values().any(|&block| block == blocks.len()) {
        close(&mut blocks, &mut start, count, false);
    }
    for (from, label) in jumps {
        blocks[from].next.extend(labels.get(&label));
    }
    let all = blocks.len();
    blocks.iter_mut().for_each(|block| block.next.retain(|&next| next < all));
    blocks
}

/// The members of a set, in ascending order.
pub(super) fn members(set: &Set) -> impl Iterator<Item = u32> {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let rest = |bits: &u64| Some(bits & (bits - 1)).filter(|&rest| rest != 0);
        let all = std::iter::successors(Some(bits).filter(|&bits| bits != 0), rest);
        all.map(move |bits| 64 * word as u32 + bits.trailing_zeros())
    })
}

/// Whether a register is in a set.
pub(super) fn has(set: &Set, at: u32) -> bool {
    set[at as usize / 64] >> (at % 64) & 1 != 0
}

/// Puts a register into a set, or takes it out.
pub(super) fn put(set: &mut Set, at: u32, is_in: bool) {
    let bit = 1 << (at % 64);
    let word = &mut set[at as usize / 64];
    *word = if is_in { *word | bit } else { *word & !bit };
}
