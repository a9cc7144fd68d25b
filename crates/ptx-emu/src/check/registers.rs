//! Registers of asynchronous operations: accumulators and operands of `wgmma`, results of `tcgen05.ld`.
//!
//! - From `wgmma.mma_async` until a `wgmma.wait_group` that covers its group, its accumulators must be neither read nor
//!   written, and the registers that hold A must not be written. Another `wgmma.mma_async` of the same shape may use the same
//!   accumulators. (The ISA also forbids reading those of A, which is harmless.)
//! - A `mov` of an accumulator is not a use, but gives it another name, to which the same rules apply. (The ISA allows no
//!   access at all. Compilers move values that are used after `wgmma.wait_group` before it, and `ptxas` treats moves as
//!   renaming.)
//! - A `wgmma.fence` is required between an access to an accumulator, or a write to a register of A, and a `wgmma.mma_async`
//!   that uses it, and before the first `wgmma.mma_async`.
//! - Results of `tcgen05.ld` must not be overwritten before `tcgen05.wait::ld`, unless they were read: a read waits for its
//!   register (PTX ISA 9.7.16.6.4.5), and for nothing else of the load.
//!
//! The registers of an instruction are computed from the module; only registers of these operations are tracked.

use std::collections::BTreeSet;
use std::sync::Arc;

use ptx::module::{Body, Instruction, Module, Operand, Reg, Statement};
use ptx::{Effect, Family, Modifier, Opcode};
use rustc_hash::FxHashMap;

use super::clock::Actor;
use super::{Checks, Current, Finding, Other, Values};
use crate::codes;
use crate::place::Place;

/// A register that is followed, by its number among all of them.
pub(super) type Followed = u32;

/// Accesses of an instruction to registers that are followed.
#[derive(Debug)]
pub(super) enum Uses {
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

/// The registers of a warp that something works on.
#[derive(Clone, Debug, Default)]
pub(super) struct InFlight {
    held: Vec<Option<Held>>,
    /// Those that the warp touched itself since its last fence; true: wrote.
    touched: Vec<Option<(Place, bool)>>,
    fences: u32,
    groups: u32,
}

/// A register that something works on.
#[derive(Clone, Copy, Debug)]
struct Held {
    by: Place,
    work: Work,
    /// Groups that were closed before, and fences.
    group: u32,
    fences: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// It is written, by a product of a shape.
    Accumulator(Option<Modifier>),
    /// An accumulator that is written was moved here.
    Moved,
    /// It is read.
    Factor,
    /// It is loaded.
    Load,
}

/// Accesses of the instructions of a module to the registers that are followed, and the names of these registers.
pub(super) fn table(module: &Module) -> (FxHashMap<Place, Uses>, Vec<String>) {
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

/// The violation at a register.
enum Violation {
    /// It is read or written while something works on it.
    InFlight { does: &'static str, held: Held },
    /// It was touched, and no fence came since.
    Unfenced { since: Place, wrote: bool },
    /// No fence came at all.
    NoFence,
}

impl Checks {
    /// Has an instruction registers that an asynchronous operation works on, or that may be read before they are written?
    pub(crate) fn follows(&self, place: Place) -> bool {
        self.uses.contains_key(&place) || self.uninitialised.has(place) || self.asked.has(place)
    }

    /// A warp is about to execute an instruction of any kind: for these lanes, of those that are active, of those that have
    /// not ended.
    pub(crate) fn executes(
        &mut self,
        (cluster, rank, warp): (u64, u32, u32),
        place: Place,
        [lanes, active, live]: [u32; 3],
        values: Values<'_>,
    ) {
        if self.asked.has(place) {
            self.begin((cluster, rank, warp), [lanes, live], place);
            self.reads_answers(lanes, active, live);
        }
        if self.uninitialised.has(place) {
            self.begin((cluster, rank, warp), [lanes, live], place);
            self.reads_uninitialised(lanes, active, values);
        }
        // With a false guard nothing happens to registers, but reads of the guard were checked above.
        if lanes == 0 {
            return;
        }
        let all = Arc::clone(&self.uses);
        let Some(uses) = all.get(&place) else { return };
        self.begin((cluster, rank, warp), [lanes, live], place);
        let found = self.warp().registers.apply(uses, place);
        if let Some((register, wrong)) = found {
            self.tell_register(register, &wrong);
        }
    }

    fn tell_register(&mut self, register: Followed, wrong: &Violation) {
        let Current { cluster, rank, warp, place, .. } = self.current;
        let whose = Actor::new(cluster, 0).cluster();
        let (block, thread) = self.thread(whose, self.warp_index(rank, warp), 0);
        // The name of the text, which is what the author can search for.
        let name = self.names.get(register as usize).cloned().unwrap_or_default();
        let (message, other, note) = match *wrong {
            Violation::InFlight { does, held } => {
                let what = match held.work {
                    Work::Accumulator(_) => "has it as an accumulator",
                    Work::Moved => "has the register as an accumulator that was moved there",
                    Work::Factor => "has it as a part of A",
                    Work::Load => "loads it",
                };
                let note = match held.work {
                    Work::Load => "`tcgen05.wait::ld`, or a use of what is loaded, comes first",
                    Work::Accumulator(_) | Work::Moved | Work::Factor => {
                        "`wgmma.commit_group` after the product and `wgmma.wait_group` come first"
                    }
                };
                let message =
                    format!("{does} register `{name}`, on which an asynchronous operation still works");
                (message, Some((held.by, what)), note)
            }
            Violation::Unfenced { since, wrote } => {
                let what = if wrote { "writes it" } else { "reads it" };
                let message =
                    format!("works on register `{name}`, which was touched without a `wgmma.fence` since");
                (message, Some((since, what)), "put `wgmma.fence` between, in all four warps")
            }
            Violation::NoFence => {
                let message = "a `wgmma.fence` must come before the first product".to_owned();
                (message, None, "put `wgmma.fence` in front, in all four warps")
            }
        };
        let other = other.map(|(place, what)| Other { place, block, thread, what: what.to_owned() });
        let notes = vec![note.to_owned()];
        self.report(Finding { code: codes::REGISTER, message, place, block, thread, other, notes });
    }
}

/// Where something of a register is kept.
fn place_in<T: Copy>(all: &mut Vec<Option<T>>, register: Followed) -> &mut Option<T> {
    let at = register as usize;
    if all.len() <= at {
        all.resize(at + 1, None);
    }
    &mut all[at]
}

impl InFlight {
    /// Executes an instruction; returns its violation.
    fn apply(&mut self, uses: &Uses, place: Place) -> Option<(Followed, Violation)> {
        match uses {
            Uses::Own { reads, writes } => self.own(reads, writes, place),
            Uses::Move { from, to } => self.moves(from, to, place),
            Uses::Multiply { accumulators, factors, shape } => {
                // Judged before the registers are marked, or the product would conflict with itself.
                let found = self.wrong_product(accumulators, factors, *shape);
                self.hold(accumulators, Work::Accumulator(*shape), place);
                self.hold(factors, Work::Factor, place);
                found
            }
            Uses::Load(registers) => {
                let found = self.own(&[], registers, place);
                self.hold(registers, Work::Load, place);
                found
            }
            Uses::Fence => {
                // A fence orders every access before it, of all registers.
                self.touched.clear();
                self.fences += 1;
                None
            }
            Uses::Commit => {
                self.groups += 1;
                None
            }
            Uses::Wait(left) => {
                // Groups end in the order of their commits: all but the last `left` are done.
                let done = self.groups.saturating_sub(*left);
                self.retain(|held| held.work == Work::Load || held.group >= done);
                None
            }
            Uses::Loaded => {
                self.retain(|held| held.work != Work::Load);
                None
            }
        }
    }

    fn hold(&mut self, registers: &[Followed], work: Work, by: Place) {
        let held = Held { by, work, group: self.groups, fences: self.fences };
        registers.iter().for_each(|&register| *place_in(&mut self.held, register) = Some(held));
    }

    /// Lets those go that are not to stay.
    fn retain(&mut self, stays: impl Fn(&Held) -> bool) {
        for held in &mut self.held {
            *held = held.filter(&stays);
        }
    }

    /// The warp itself reads and writes registers.
    fn own(
        &mut self,
        reads: &[Followed],
        writes: &[Followed],
        place: Place,
    ) -> Option<(Followed, Violation)> {
        let mut found = None;
        for (&register, wrote) in reads.iter().map(|r| (r, false)).chain(writes.iter().map(|r| (r, true))) {
            let there = place_in(&mut self.held, register);
            let held = there.filter(|held| held.work != if wrote { Work::Moved } else { Work::Factor });
            if let Some(held) = held {
                let does = if wrote { "writes" } else { "reads" };
                if wrote || held.work != Work::Load {
                    found = found.or(Some((register, Violation::InFlight { does, held })));
                }
                // One finding is enough, and what was read has been loaded.
                *there = None;
            }
            let touched = place_in(&mut self.touched, register);
            if wrote || !touched.is_some_and(|(_, wrote)| wrote) {
                *touched = Some((place, wrote));
            }
        }
        found
    }

    /// The warp itself moves registers.
    fn moves(&mut self, from: &[Followed], to: &[Followed], place: Place) -> Option<(Followed, Violation)> {
        let sum = |held: &Held| matches!(held.work, Work::Accumulator(_) | Work::Moved);
        let held = from.iter().find_map(|&one| place_in(&mut self.held, one).filter(sum));
        let read = if held.is_some() { &[] } else { from };
        let found = self.own(read, to, place);
        if let Some(held) = held {
            for &one in from {
                place_in(&mut self.touched, one).get_or_insert((place, false));
            }
            to.iter()
                .for_each(|&one| *place_in(&mut self.held, one) = Some(Held { work: Work::Moved, ..held }));
        }
        found
    }

    /// The violation of a product of these registers.
    fn wrong_product(
        &self,
        accumulators: &[Followed],
        factors: &[Followed],
        shape: Option<Modifier>,
    ) -> Option<(Followed, Violation)> {
        if self.fences == 0 {
            return accumulators.first().map(|&register| (register, Violation::NoFence));
        }
        let touched = |register: &Followed| self.touched.get(*register as usize).copied().flatten();
        let held = |register: &Followed| self.held.get(*register as usize).copied().flatten();
        // Sums may stay in flight from one product to the next if shape and fence are the same; anything else needs a
        // wait.
        let of_sum = |register: &Followed| {
            if let Some((since, wrote)) = touched(register) {
                return Some((*register, Violation::Unfenced { since, wrote }));
            }
            let held =
                held(register).filter(|held| held.fences == self.fences || held.work == Work::Moved)?;
            (held.work != Work::Accumulator(shape))
                .then_some((*register, Violation::InFlight { does: "accumulates in", held }))
        };
        // A factor may be read by several products at once, but must not have been written since the last fence.
        let of_factor = |register: &Followed| {
            if let Some((since, true)) = touched(register) {
                return Some((*register, Violation::Unfenced { since, wrote: true }));
            }
            let held = held(register).filter(|held| held.work != Work::Factor)?;
            Some((*register, Violation::InFlight { does: "multiplies with", held }))
        };
        accumulators.iter().find_map(of_sum).or_else(|| factors.iter().find_map(of_factor))
    }
}
