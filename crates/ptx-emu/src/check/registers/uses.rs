//! The registers that instructions of a module read, write and work on: only those of asynchronous operations.

use crate::place::Place;
use ptx::module::{Body, Instruction, Module, Operand, Reg, Statement};
use ptx::{Effect, Family, Modifier, Opcode};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A register that is followed, by its number among all of them.
pub(in crate::check) type Followed = u32;

/// Accesses of an instruction to registers that are followed.
#[derive(Debug)]
pub(in crate::check) enum Uses {
    /// It reads and writes them itself.
    Own { reads: Vec<Followed>, writes: Vec<Followed> },
    /// It moves registers that may be accumulators.
    Move { from: Vec<Followed>, to: Vec<Followed> },
    /// `wgmma.mma_async`.
    Multiply { accumulators: Vec<Followed>, factors: Vec<Followed>, shape: Option<Modifier> },
    /// `wgmma.fence`.
    Fence,
    /// `wgmma.commit_group`.
    Commit,
    /// `wgmma.wait_group`.
    Wait(u32),
    /// `tcgen05.ld`.
    Load(Vec<Followed>),
    /// `tcgen05.wait::ld`.
    Loaded,
}

/// Accesses of the instructions of a module to the registers that are followed, and the names of these registers.
pub(in crate::check) fn table(module: &Module) -> (FxHashMap<Place, Uses>, Vec<String>) {
    let (mut table, mut names) = (FxHashMap::default(), Vec::new());
    for (function, body) in
        module.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
    {
        let first = names.len() as u32;
        let followed: FxHashMap<Reg, Followed> = followed(body).into_iter().zip(first..).collect();
        if followed.is_empty() {
            continue;
        }
        names.resize(names.len() + followed.len(), String::new());
        followed.iter().for_each(|(&register, &at)| names[at as usize] = body.register_name(register));
        for (index, instruction) in instructions(body) {
            if let Some(uses) = of(instruction, &followed) {
                table.insert(Place { function, statement: index as u32 }, uses);
            }
        }
    }
    (table, names)
}

fn instructions(body: &Body) -> impl Iterator<Item = (usize, &Instruction)> {
    body.statements.iter().enumerate().filter_map(|(index, statement)| {
        let Statement::Instruction(instruction) = statement else { return None };
        Some((index, instruction))
    })
}

/// Registers that `wgmma` or `tcgen05.ld` work on, and those to which sums of `wgmma` are moved.
fn followed(body: &Body) -> BTreeSet<Reg> {
    let (mut all, mut sums) = (BTreeSet::new(), BTreeSet::new());
    for (_, instruction) in instructions(body) {
        let Some(in_flight) = in_flight(instruction) else { continue };
        if instruction.opcode().family() == Family::Wgmma {
            sums.extend(in_flight.written.iter().copied());
        }
        all.extend(in_flight.written.into_iter().chain(in_flight.read));
    }
    // A sum may be moved several times, in any order of the text, so the moves are applied until nothing is added.
    let moves: Vec<_> = instructions(body).filter_map(|(_, instruction)| moved(instruction)).collect();
    loop {
        let known = sums.len();
        for (from, to) in &moves {
            if from.iter().any(|one| sums.contains(one)) {
                sums.extend(to);
            }
        }
        if sums.len() == known {
            break;
        }
    }
    all.extend(sums);
    all
}

/// Sources and destinations of a `mov`.
fn moved(instruction: &Instruction) -> Option<(Vec<Reg>, Vec<Reg>)> {
    if instruction.opcode() != Opcode::Mov {
        return None;
    }
    let [to, from] = &instruction.operands[..] else { return None };
    Some((registers(from), registers(to)))
}

/// Registers that an asynchronous operation works on after its instruction.
struct OfOperation {
    written: Vec<Reg>,
    /// Those in braces: other operands, such as addresses, are read when the instruction is executed.
    read: Vec<Reg>,
}

/// The registers of an asynchronous operation that writes some; others have theirs read at once.
fn in_flight(instruction: &Instruction) -> Option<OfOperation> {
    let spec = instruction.spec();
    if !instruction.opcode().effects().has(Effect::Async) || !spec.operands.iter().any(|spec| spec.written) {
        return None;
    }
    let bound = ptx::bind::bind(spec, &instruction.modifiers, &instruction.operands)?;
    let mut found = OfOperation { written: Vec::new(), read: Vec::new() };
    for (&index, operand) in bound.iter().zip(&instruction.operands) {
        if spec.operands[index].written {
            found.written.extend(registers(operand));
        } else if matches!(operand, Operand::Vector(_)) {
            // Single registers, such as addresses, are read when the instruction is issued; a fragment, as A of `wgmma`,
            // is read until the operation is complete.
            found.read.extend(registers(operand));
        }
    }
    Some(found)
}

fn registers(operand: &Operand) -> Vec<Reg> {
    match operand {
        Operand::Register(register) | Operand::Not(register) => vec![*register],
        Operand::Vector(elements) => elements.iter().flat_map(registers).collect(),
        Operand::Pair(pair) => [&pair.0, &pair.1].into_iter().flat_map(registers).collect(),
        Operand::Call(call) => call.returns.iter().chain(&call.arguments).flat_map(registers).collect(),
        Operand::Part(part) => registers(&part.of),
        Operand::Special(_)
        | Operand::Immediate(_)
        | Operand::Sink
        | Operand::Address(_)
        | Operand::Texture(_)
        | Operand::Tensor(_)
        | Operand::Variable(..)
        | Operand::Function(_)
        | Operand::Label(_) => Vec::new(),
    }
}

fn of(instruction: &Instruction, followed: &FxHashMap<Reg, Followed>) -> Option<Uses> {
    let known = |all: &[Reg]| -> Vec<_> { all.iter().filter_map(|one| followed.get(one).copied()).collect() };
    if let Some(OfOperation { written, read }) = in_flight(instruction) {
        return Some(match instruction.opcode().family() {
            // The shape matters: only products of one shape may share accumulators without a wait.
            Family::Wgmma => {
                let shape = instruction
                    .modifiers
                    .iter()
                    .flatten()
                    .copied()
                    .find(|modifier| modifier.shape().is_some());
                Uses::Multiply { accumulators: known(&written), factors: known(&read), shape }
            }
            _ => Uses::Load(known(&written)),
        });
    }
    match instruction.opcode() {
        Opcode::WgmmaFence => return Some(Uses::Fence),
        Opcode::WgmmaCommitGroup => return Some(Uses::Commit),
        Opcode::WgmmaWaitGroup => return Some(Uses::Wait(groups_left(instruction))),
        Opcode::Tcgen05WaitLd => return Some(Uses::Loaded),
        _ => {}
    }
    if let Some((from, to)) = moved(instruction) {
        let (from, to) = (known(&from), known(&to));
        return (!from.is_empty() || !to.is_empty()).then_some(Uses::Move { from, to });
    }
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    let spec = instruction.spec();
    let bound = ptx::bind::bind(spec, &instruction.modifiers, &instruction.operands)?;
    for (&index, operand) in bound.iter().zip(&instruction.operands) {
        let to = if spec.operands[index].written { &mut writes } else { &mut reads };
        to.extend(known(&registers(operand)));
    }
    (!reads.is_empty() || !writes.is_empty()).then_some(Uses::Own { reads, writes })
}

/// How many groups `wgmma.wait_group` leaves in flight.
fn groups_left(instruction: &Instruction) -> u32 {
    match instruction.operand("n") {
        Some(Operand::Immediate(ptx::module::Immediate::Int(left))) => *left as u32,
        Some(_) | None => 0,
    }
}
