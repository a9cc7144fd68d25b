//! Results of `mbarrier.test_wait` and `try_wait`: only lanes that have read a true result are ordered after the phase.
//!
//! Either instruction may return false without having waited. A phase is therefore known to be complete only to a lane that has
//! read the predicate and found it true. Until then, the clock to join is stored with the register.

use std::sync::Arc;

use ptx::module::{Body, FuncId, Instruction, Module, Operand, Reg, Statement};
use ptx::{Effect, Family};
use rustc_hash::{FxHashMap, FxHashSet};

use super::access::Reach;
use super::defined::registers;
use super::{Checks, HappensBefore, Ordering, WarpState};
use crate::place::Place;

/// Which instructions write answers to registers, and which read those.
#[derive(Debug, Default)]
pub(super) struct Asked {
    writes: FxHashMap<Place, Reg>,
    reads: FxHashMap<Place, Reads>,
}

/// The registers with answers that an instruction reads.
#[derive(Clone, Debug, Default)]
struct Reads {
    guard: Option<Reg>,
    others: Vec<Reg>,
}

/// An answer that lanes have got and not read.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    lanes: u32,
    knows: Arc<HappensBefore>,
    relaxed: bool,
}

/// Answers that lanes of a warp have got and not read, by the register.
pub(super) type Answers = FxHashMap<(FuncId, Reg), Vec<Answer>>;

impl Asked {
    pub(super) fn of(module: &Module) -> Asked {
        let mut all = Asked::default();
        for (function, definition) in module.functions.iter() {
            if let Some(body) = &definition.body {
                all.add(function, body);
            }
        }
        all
    }

    fn add(&mut self, function: FuncId, body: &Body) {
        let instructions = || {
            body.statements.iter().enumerate().filter_map(|(index, statement)| match statement {
                Statement::Instruction(one) => Some((Place { function, statement: index as u32 }, one)),
                _ => None,
            })
        };
        // The register that gets the answer of a test.
        let asks = |one: &Instruction| {
            let query = one.opcode().family() == Family::Mbarrier && one.opcode().effects().has(Effect::Wait);
            match one.operand("p") {
                Some(Operand::Register(register)) if query => Some(*register),
                _ => None,
            }
        };
        let written: FxHashMap<Place, Reg> =
            instructions().filter_map(|(place, one)| Some((place, asks(one)?))).collect();
        let followed: FxHashSet<Reg> = written.values().copied().collect();
        // Most functions have no such test, and need no second pass.
        if followed.is_empty() {
            return;
        }
        for (place, one) in instructions() {
            let mut others = Vec::new();
            one.operands.iter().for_each(|operand| registers(operand, &mut others));
            // An instruction that overwrites the answer does not read it.
            others.retain(|register| followed.contains(register) && written.get(&place) != Some(register));
            let guard = one.guard.map(|guard| guard.register).filter(|guard| followed.contains(guard));
            if guard.is_some() || !others.is_empty() {
                self.reads.insert(place, Reads { guard, others });
            }
        }
        self.writes.extend(written);
    }

    /// Does an instruction read an answer?
    pub(super) fn has(&self, place: Place) -> bool {
        self.reads.contains_key(&place)
    }
}

impl WarpState {
    /// Lanes have read a register; those that got yes there know what it tells them.
    fn reads_answer(&mut self, key: (FuncId, Reg), lanes: u32, live: u32) {
        let Some(mut answers) = self.answers.remove(&key) else { return };
        for answer in &mut answers {
            let those = answer.lanes & lanes;
            if those != 0 {
                self.told(those, live, &answer.knows, answer.relaxed);
            }
            answer.lanes &= !lanes;
        }
        answers.retain(|answer| answer.lanes != 0);
        if !answers.is_empty() {
            self.answers.insert(key, answers);
        }
    }

    /// Lanes, of those that have not ended, know that a phase is complete.
    pub(super) fn told(&mut self, lanes: u32, live: u32, complete: &HappensBefore, relaxed: bool) {
        if relaxed {
            // The scopes of mbarriers are not followed.
            self.fences.saw(Reach::Block, complete);
            self.learns().join_loosely(complete);
            self.learns().loosely.join(&complete.all);
        } else {
            self.lanes_learn(lanes, live, complete);
        }
    }
}

impl Checks {
    /// Records the answers to lanes of the current warp that asked whether phases are complete, by lane and address.
    pub(crate) fn answers(&mut self, mask: u32, complete: &[(u32, u64)]) {
        let place = self.current.place;
        let table = Arc::clone(&self.asked);
        // An answer that has no register is not read.
        let Some(&register) = table.writes.get(&place) else { return };
        let relaxed = self.current.ordering == Ordering::Relaxed;
        let news: Vec<Answer> =
            complete.iter().filter_map(|&(lanes, at)| self.answer(lanes, at, relaxed)).collect();
        let answers = self.warp().answers.entry((place.function, register)).or_default();
        answers.iter_mut().for_each(|answer| answer.lanes &= !mask);
        answers.retain(|answer| answer.lanes != 0);
        answers.extend(news);
    }

    /// Happens-before state that lanes of the current warp acquire from a complete phase; `None` if they already have all of it.
    fn answer(&mut self, lanes: u32, at: u64, relaxed: bool) -> Option<Answer> {
        let tested = self.tested(lanes);
        let barrier = self.mbarrier(at);
        barrier.is_tested(tested);
        let complete = std::mem::take(&mut barrier.complete);
        let news = relaxed || !self.warp().knows.has(&complete);
        let answer = news.then(|| Answer { lanes, knows: Arc::new(complete.clone()), relaxed });
        self.mbarrier(at).complete = complete;
        answer
    }

    /// The current warp executes an instruction that reads answers: for these lanes, of those that are active.
    pub(super) fn reads_answers(&mut self, lanes: u32, active: u32, live: u32) {
        let place = self.current.place;
        let table = Arc::clone(&self.asked);
        let Some(reads) = table.reads.get(&place) else { return };
        let guard = reads.guard.map(|register| (register, active));
        let others = reads.others.iter().map(|&register| (register, lanes));
        for (register, lanes) in guard.into_iter().chain(others) {
            self.warp().reads_answer((place.function, register), lanes, live);
        }
    }
}
