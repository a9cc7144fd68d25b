//! The observer of a sanitized run: what happened before what, and which accesses race.
//!
//! # Model
//!
//! The interpreter executes a launch as it always does, one operation after the other. Next to memory there is a
//! `shadow::Shadow`, which remembers who touched each element; next to tokens there is their content.
//!
//! - An *event* is one execution of one memory operation in one tile block: (block, column, number), where a column is
//!   an operation and the number counts its executions in that block (`history::Event`). There is no program order
//!   inside of a tile block, so two events of one block are ordered only if tokens order them.
//! - A token holds the set of events that happen before it (`history::Token`, `history::History`). The set of one
//!   block is a few intervals of executions (`events::Events`), those of other blocks are a persistent tree
//!   (`blocks::Blocks`). `join_tokens` is a union; a memory operation gives its input's set and its own event.
//! - A release stores its token's set, and itself, as the *message* of the element that it writes; a read-modify-write
//!   passes the message on, any other write ends it; an acquire that reads the element adds the message to its own set,
//!   if both reach each other by scope (`history::Message`).
//! - A race is two events that touch one element, one of them writing, neither in the set of the other, and not both
//!   non-weak, of one size and in each other's scope (`class::Class`).
//!
//! # Invariants
//!
//! - Sets are closed downwards: what happens before a member is a member. So an access may be forgotten when a later
//!   one that happens after it stands for everything that it can race with (`class::Class::replaces`).
//! - A cell remembers a bounded number of accesses, and sets of events are bounded: long ones hold more than they
//!   should, and those of messages are let go when all of them take too much memory; then everything up to that time is
//!   taken to be among them. When a race could have been lost that way, [`crate::sanitize::Report::missed`] says so. What is reported is
//!   never wrong for that reason.
//! - All of it counts against the memory limit of the engine.
//! - The order of execution decides only what values are read; which of two unordered events ran first does not matter.
//! - While nothing is sanitized, tokens are empty and every access pays one test.

mod blocks;
mod cells;
mod class;
mod dataflow;
mod events;
mod finding;
mod fix;
mod history;
mod kind;
mod links;
mod race;
mod shadow;

use cuda_tile::Module;
use ir::Op;
use launch::{Schedule, Trap};
use rustc_hash::FxHashSet;

use crate::cause::Case;

pub use finding::{Finding, Other};
pub use kind::{Kind, Kinds, UnknownKind};

pub(crate) use cells::Element;
pub(crate) use class::Route;
pub(crate) use history::Token;
pub(crate) use shadow::{Ask, Contact, Race, Shadow, Verb};

/// The state of a stuck block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    /// The latest operation that touched memory, else the one that ends the round.
    pub(crate) op: Op,
    /// The element of its last access.
    pub(crate) element: Option<Element>,
}

/// The observer of a run.
pub(crate) struct Watch {
    pub(crate) shadow: Shadow,
    kinds: Kinds,
    schedule: Schedule,
    pub(crate) found: Vec<Finding>,
    /// Blocks may be waiting for an event that never happens: changes of memory are counted.
    pub(crate) attentive: bool,
    /// Changes of memory.
    pub(crate) changes: u64,
    /// The latest access.
    last: Option<(u32, Wait)>,
    /// The reported faults: the case, the operation, and the origin of the poison.
    known: FxHashSet<(&'static str, Op, Option<Op>)>,
}

impl Watch {
    pub(crate) fn new(kinds: Kinds, schedule: Schedule, limit: u64) -> Watch {
        let shadow = Shadow::new(kinds.has(Kind::Fences), limit);
        Watch {
            shadow,
            kinds,
            schedule,
            found: Vec::new(),
            attentive: false,
            changes: 0,
            last: None,
            known: FxHashSet::default(),
        }
    }

    /// An operation touches an element; true when there is nothing more to know about it.
    #[inline]
    pub(crate) fn touch(&mut self, write: bool, element: Element) -> bool {
        if self.attentive {
            let (block, op) = self.shadow.running();
            self.last = Some((block, Wait { op, element: Some(element) }));
        }
        self.shadow.touch(write, element)
    }

    /// The condition that `block` waits for, if it waits, at the end of a round that `op` ends.
    pub(crate) fn waits(&self, block: u32, op: Op) -> Wait {
        match self.last {
            Some((last, wait)) if last == block => wait,
            Some(_) | None => Wait { op, element: None },
        }
    }

    /// Makes a finding of a fault of `op` that the run survives: the first of its case at this operation. `origin` is
    /// the operation that made the undefined value, if it is the fault.
    pub(crate) fn note(
        &mut self,
        case: Case,
        (op, origin): (Op, Option<Op>),
        module: &Module,
        trap: impl FnOnce() -> Trap,
    ) {
        let code = case.code();
        if Kind::of(code).is_some_and(|kind| self.kinds.has(kind)) && self.known.insert((code, op, origin)) {
            self.found.push(Finding::of_trap(trap(), self.schedule, module));
        }
    }
}
