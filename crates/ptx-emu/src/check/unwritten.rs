//! Registers and local memory that a thread reads before it has written them.
//!
//! - Which registers that may be is known from the module: those that are not written on every way to a place that reads
//!   them. Only these are followed, so that most kernels cost nothing.
//! - To hand a register on is no use of it: a move or a selection of what was not written makes another register that was
//!   not written. Compilers do so with values that do not matter.
//! - What is passed to functions is not looked at: structs have holes. Nor is what is stored in shared or local memory:
//!   lanes exchange there what is of use to some of them alone.
//!
//! Deliberately absent: that each call of a function has registers of its own, and local memory that was given back.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use ptx::module::{Base, Body, FuncId, Function, Instruction, Label, Module, Operand, Reg, Statement};
use ptx::{Opcode, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use super::races::Touched;
use super::{Checks, Current, Finding};
use crate::check::clock::Actor;
use crate::codes;
use crate::program::Place;

/// Words of sets of registers that the search may keep; kernels that need more are not followed.
const MOST_WORDS: usize = 1 << 22;

/// What the instructions of a module do with registers that may be read before they are written, and how those are called.
#[derive(Debug, Default)]
pub(super) struct Unwritten {
    touches: FxHashMap<Place, Touches>,
    names: FxHashMap<(FuncId, Reg), String>,
    /// Where parameters are read.
    parameters: FxHashSet<Place>,
}

/// What an instruction does with registers.
#[derive(Debug, Default)]
struct Touches {
    guard: Option<Reg>,
    uses: Vec<Reg>,
    /// Registers that it only hands on.
    from: Vec<Reg>,
    writes: Vec<Reg>,
}

/// What a warp has written: lanes of registers, and bytes of local memory by lane and multiple of 64.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    registers: FxHashMap<(FuncId, Reg), u32>,
    local: FxHashMap<(u32, u64), u64>,
}

impl Touches {
    fn of(instruction: &Instruction) -> Touches {
        let mut all = Touches { guard: instruction.guard.map(|guard| guard.register), ..Touches::default() };
        let spec = instruction.spec();
        let opcode = instruction.opcode();
        let Some(bound) = ptx::bind::bind(spec, &instruction.words, &instruction.operands) else {
            return all;
        };
        for (&index, operand) in bound.iter().zip(&instruction.operands) {
            let spec = &spec.operands[index];
            let handed = opcode == Opcode::Mov || opcode == Opcode::Selp && spec.name != "c";
            let into = match operand {
                Operand::Call(call) => {
                    call.returns.iter().for_each(|operand| registers(operand, &mut all.writes));
                    continue;
                }
                _ if spec.written => &mut all.writes,
                _ if opcode == Opcode::St && spec.name == "b" && stays(instruction) => continue,
                _ if handed => &mut all.from,
                _ => &mut all.uses,
            };
            registers(operand, into);
        }
        all
    }

    fn all(&self) -> impl Iterator<Item = Reg> {
        let uses = self.guard.iter().chain(&self.uses);
        uses.chain(&self.from).chain(&self.writes).copied()
    }

    /// The same, of some registers alone; `None` when it has none of them.
    fn only(mut self, followed: &FxHashSet<Reg>) -> Option<Touches> {
        let any = self.all().any(|register| followed.contains(&register));
        self.guard = self.guard.filter(|register| followed.contains(register));
        self.uses.retain(|register| followed.contains(register));
        any.then_some(self)
    }
}

/// Is it about what functions take and return?
fn passes(instruction: &Instruction) -> bool {
    [Word::Param, Word::ParamFunc].iter().any(|&word| instruction.has(word))
}

/// Does a store write what is no result of the kernel?
fn stays(instruction: &Instruction) -> bool {
    let inside = [Word::Shared, Word::SharedCta, Word::SharedCluster, Word::Local];
    passes(instruction) || inside.iter().any(|&word| instruction.has(word))
}

fn registers(operand: &Operand, to: &mut Vec<Reg>) {
    match operand {
        Operand::Register(register) | Operand::Not(register) => to.push(*register),
        Operand::Vector(elements) => elements.iter().for_each(|element| registers(element, to)),
        Operand::Pair(pair) => [&pair.0, &pair.1].into_iter().for_each(|part| registers(part, to)),
        Operand::Address(address) => to.extend(base(address.base)),
        Operand::Tensor(tensor) => {
            to.extend(base(tensor.0.base));
            tensor.1.iter().for_each(|coordinate| registers(coordinate, to));
        }
        Operand::Call(_)
        | Operand::Special(_)
        | Operand::Immediate(_)
        | Operand::Sink
        | Operand::Variable(..)
        | Operand::Function(_)
        | Operand::Label(_) => {}
    }
}

fn base(base: Base) -> Option<Reg> {
    match base {
        Base::Register(register) => Some(register),
        Base::Variable(_) | Base::Zero => None,
    }
}

impl Unwritten {
    pub(super) fn of(module: &Module) -> Unwritten {
        let mut all = Unwritten::default();
        for (function, definition) in module.functions.iter() {
            let Some(body) = &definition.body else { continue };
            let flow = Flow::of(definition, body);
            let followed = flow.followed();
            let names = followed.iter().map(|&register| ((function, register), body.register_name(register)));
            all.names.extend(names);
            for (index, statement) in body.statements.iter().enumerate() {
                let Statement::Instruction(instruction) = statement else { continue };
                if instruction.opcode() == Opcode::Ld && passes(instruction) {
                    all.parameters.insert(Place { function, statement: index as u32 });
                }
            }
            for (statement, touches) in flow.instructions {
                if let Some(touches) = touches.only(&followed) {
                    all.touches.insert(Place { function, statement: statement as u32 }, touches);
                }
            }
        }
        all
    }

    /// Does an instruction have a register that is followed?
    pub(super) fn has(&self, place: Place) -> bool {
        self.touches.contains_key(&place)
    }
}

/// A function as blocks of instructions.
struct Flow {
    instructions: Vec<(usize, Touches)>,
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
    fn of(definition: &Function, body: &Body) -> Flow {
        let mut flow = Flow {
            instructions: Vec::new(),
            blocks: vec![Block::default()],
            numbers: FxHashMap::default(),
            given: definition.register_params.iter().map(|(_, register)| *register).collect(),
        };
        let mut of_label: SecondaryMap<Label, usize> = SecondaryMap::new();
        let mut lists: SecondaryMap<Label, Vec<Label>> = SecondaryMap::new();
        // The labels that each block ends with, and whether it goes on into the next one.
        let mut ends: Vec<(Vec<Label>, bool)> = Vec::new();
        for (index, statement) in body.statements.iter().enumerate() {
            match statement {
                Statement::Label(label) => {
                    flow.close(&mut ends, Vec::new(), true);
                    of_label[*label] = flow.blocks.len() - 1;
                }
                Statement::BranchTargets(label, targets) => lists[*label] = targets.clone(),
                Statement::Instruction(instruction) => {
                    let touches = Touches::of(instruction);
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

    /// Registers that may be read before they are written, and those that are handed on to them.
    fn followed(&self) -> FxHashSet<Reg> {
        let words = self.numbers.len().div_ceil(64);
        let mut followed = FxHashSet::default();
        if words * self.blocks.len() > MOST_WORDS || self.instructions.is_empty() {
            return followed;
        }
        let before = self.written_before(words);
        loop {
            let count = followed.len();
            for (block, set) in self.blocks.iter().zip(&before) {
                let Some(mut set) = set.clone() else { continue };
                for (_, touches) in &self.instructions[block.instructions.clone()] {
                    let handed = touches.writes.iter().any(|register| followed.contains(register));
                    let from: &[Reg] = if handed { &touches.from } else { &[] };
                    let read = touches.guard.iter().chain(&touches.uses).chain(from);
                    let given = |register: &&Reg| self.given.contains(register);
                    followed.extend(read.filter(|one| !set.has(self.numbers[*one]) && !given(one)));
                    self.passes(touches, &mut set);
                }
            }
            if followed.len() == count {
                return followed;
            }
        }
    }

    /// The registers that are written on every way to each block; `None` for one that nothing leads to.
    fn written_before(&self, words: usize) -> Vec<Option<Set>> {
        let mut before: Vec<Option<Set>> = vec![None; self.blocks.len()];
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
                met.intersect(&set);
                if before[next].as_ref() != Some(&met) {
                    before[next] = Some(met);
                    left.push(next);
                }
            }
        }
        before
    }

    /// What is written behind an instruction.
    fn passes(&self, touches: &Touches, set: &mut Set) {
        let written = touches.from.iter().all(|register| set.has(self.numbers[register]));
        if touches.guard.is_some() {
            return;
        }
        for register in &touches.writes {
            set.put(self.numbers[register], written);
        }
    }
}

/// The labels that an instruction may go to, if it ends a block.
fn leaves(instruction: &Instruction) -> Option<Vec<Label>> {
    let label = |operand: &Operand| match operand {
        Operand::Label(label) => Some(*label),
        _ => None,
    };
    match instruction.opcode() {
        Opcode::Bra | Opcode::BrxIdx => Some(instruction.operands.iter().filter_map(label).collect()),
        Opcode::Ret | Opcode::Exit | Opcode::Trap => Some(Vec::new()),
        _ => None,
    }
}

impl Checks {
    /// The current warp executes an instruction: for these lanes, of those that are active.
    pub(super) fn reads_unwritten(&mut self, lanes: u32, active: u32) {
        let place = self.current.place;
        let table = Arc::clone(&self.unwritten);
        let Some(touches) = table.touches.get(&place) else { return };
        let key = |register: Reg| (place.function, register);
        let written = &mut self.warp().written.registers;
        let lanes_of = |register: Reg| match table.names.contains_key(&key(register)) {
            true => written.get(&key(register)).copied().unwrap_or(0),
            false => u32::MAX,
        };
        let missing = |register: Reg, lanes: u32| {
            let missing = lanes & !lanes_of(register);
            (missing != 0).then(|| (register, missing.trailing_zeros()))
        };
        let guard = touches.guard.and_then(|register| missing(register, active));
        let found = guard.or_else(|| touches.uses.iter().find_map(|&register| missing(register, lanes)));
        let handed = touches.from.iter().map(|&register| lanes_of(register)).reduce(|all, one| all | one);
        let handed = handed.unwrap_or(u32::MAX);
        for &register in touches.writes.iter().filter(|&&register| table.names.contains_key(&key(register))) {
            let held = written.entry(key(register)).or_default();
            *held = *held & !lanes | lanes & handed;
        }
        if let Some((register, lane)) = found {
            // One finding is enough.
            written.insert(key(register), u32::MAX);
            let name = &table.names[&key(register)];
            let message = format!("reads register `{name}`, which the thread has not written");
            self.tell_unwritten(message, lane, "a register holds anything until it is written");
        }
    }

    /// A lane of the current warp touches its local memory.
    pub(super) fn touches_local(&mut self, touched: Touched) {
        let Touched { address, size, does, lane, .. } = touched;
        let local = &mut self.warp().written.local;
        let mut missing = false;
        let last = address.saturating_add(size.saturating_sub(1));
        for page in address / 64..=last / 64 {
            let (begin, end) = (address.max(page * 64), last.min(page * 64 + 63));
            let bytes = (u64::MAX >> (63 - (end - begin))) << (begin % 64);
            let held = local.entry((lane, page)).or_default();
            missing |= does.reads() && *held & bytes != bytes;
            *held |= bytes;
        }
        if missing && !self.unwritten.parameters.contains(&self.current.place) {
            let message = format!(
                "reads {} of local memory that the thread has not written",
                launch::address::bytes(size)
            );
            self.tell_unwritten(message, lane, "local memory holds anything until it is written");
        }
    }

    /// A call passes so many bytes to local memory of lanes of a warp.
    pub(crate) fn passes_local(
        &mut self,
        (cluster, rank, warp): (u64, u32, u32),
        lanes: u32,
        at: u32,
        bytes: u32,
    ) {
        let (before, place) = (self.current, self.current.place);
        self.current = Current { cluster, rank, warp, place, ..before };
        for lane in (0..32).filter(|lane| lanes >> lane & 1 == 1) {
            let (address, size, does) = (u64::from(at), u64::from(bytes), super::Does::Write);
            self.touches_local(Touched { space: super::Space::Local, address, size, does, lane });
        }
        self.current = before;
    }

    fn tell_unwritten(&mut self, message: String, lane: u32, note: &str) {
        let Current { cluster, rank, warp, place, .. } = self.current;
        let whose = Actor::new(cluster, 0).cluster();
        let (block, thread) = self.thread(whose, self.warp_index(rank, warp), lane as u8);
        let notes = vec![note.to_owned()];
        self.report(Finding {
            code: codes::UNINITIALIZED,
            message,
            place,
            block,
            thread,
            other: None,
            notes,
        });
    }
}
