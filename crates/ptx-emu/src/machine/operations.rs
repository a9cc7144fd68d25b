//! Asynchronous operations: copies, products in tensor memory, and the arrivals that signal them.
//!
//! Without a seed, an operation is performed when it is issued. With a seed, it may be performed at any later time: at random,
//! when no thread can continue, or when its thread waits for it, which is the latest time that the ISA allows. Operations of
//! one thread are unordered, except for those that the ISA orders after earlier ones of the same completion mechanism.

use std::fmt::Debug;

use rustc_hash::FxHashMap;

use super::{Cluster, Context, Machine};
use crate::check::{Engine, Issued};
use crate::fault::Fault;
use crate::place::Place;
use crate::random::Random;
use crate::sync::Completion;

/// An operation that is performed concurrently with the threads.
pub(crate) trait AsyncOperation: Debug + Send + Sync {
    /// Does it.
    fn perform(&self, machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>>;
}

/// A thread of the cluster: rank of its block, and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Thread {
    pub(crate) rank: u32,
    pub(crate) number: u32,
}

/// Which operations a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// All of them.
    All,
    /// Those of all groups but the given number of the newest.
    Groups(u32),
}

#[derive(Debug)]
struct Pending {
    operation: Box<dyn AsyncOperation>,
    completion: Completion,
    thread: Thread,
    at: Place,
    /// Groups of its kind and thread that were closed before it.
    group: u32,
    /// It is ordered after the earlier operations of its kind and thread.
    after: bool,
    /// Its record in the checks.
    issued: Option<Issued>,
}

/// Operations in flight.
#[derive(Debug, Default)]
pub(crate) struct AsyncOperations {
    chance: Option<Random>,
    pending: Vec<Pending>,
    groups: FxHashMap<(Completion, Thread), u32>,
}

impl AsyncOperations {
    /// No operations yet; with a seed they may be late.
    pub(crate) fn new(seed: Option<u64>) -> AsyncOperations {
        AsyncOperations { chance: seed.map(Random::new), ..AsyncOperations::default() }
    }
}

impl AsyncOperations {
    /// Does a query of a phase fail even if the phase is complete? At random, if there is a seed.
    pub(crate) fn refuses(&mut self) -> bool {
        self.chance.as_mut().is_some_and(|chance| chance.below(4) == 0)
    }

    /// Is every operation performed when it is issued?
    pub(crate) const fn are_prompt(&self) -> bool {
        self.chance.is_none()
    }
}

impl Context<'_> {
    /// The thread of a lane.
    pub(crate) fn thread_of(&self, lane: u32) -> Thread {
        Thread { rank: self.rank, number: self.warp * 32 + lane }
    }

    /// Issues an operation for a lane.
    pub(crate) fn issue(
        &mut self,
        lane: u32,
        completion: Completion,
        after: bool,
        operation: impl AsyncOperation + 'static,
    ) -> Result<(), Box<Fault>> {
        let thread = self.thread_of(lane);
        let late = self.cluster.operations.chance.as_mut().is_some_and(|chance| chance.below(4) != 0);
        // An operation that is ordered after others cannot complete before them.
        let waits = after
            && self
                .cluster
                .operations
                .pending
                .iter()
                .any(|other| (other.completion, other.thread) == (completion, thread));
        let operations = &mut self.cluster.operations;
        let watch = &self.machine.watch;
        let issued = watch.tell(|checks| checks.issues(lane, Engine::of(completion)));
        if !late && !waits {
            let tally = &self.machine.tally;
            watch.tell(|checks| checks.works(issued.as_ref()));
            tally.tell(|counting| counting.works(Some((self.at, thread.rank, completion))));
            let performed = operation.perform(self.machine, self.cluster);
            watch.tell(|checks| checks.works(None));
            tally.tell(|counting| counting.works(None));
            return performed.map_err(|fault| self.at_lane(fault, lane));
        }
        let group = operations.groups.get(&(completion, thread)).copied().unwrap_or(0);
        operations.pending.push(Pending {
            operation: Box::new(operation),
            completion,
            thread,
            at: self.at,
            group,
            after,
            issued,
        });
        Ok(())
    }

    /// Closes the groups of operations of the lanes that execute.
    pub(crate) fn commit(&mut self, completion: Completion) {
        self.machine
            .watch
            .tell(|checks| checks.commits(Engine::of(completion).as_ref().map_or(&[], |all| &all[..])));
        if self.cluster.operations.chance.is_some() {
            for lane in self.lanes() {
                let thread = self.thread_of(lane);
                *self.cluster.operations.groups.entry((completion, thread)).or_default() += 1;
            }
        }
    }

    /// Has the operations performed that the lanes wait for which execute.
    pub(crate) fn complete(&mut self, completion: Completion, until: Until) -> Result<(), Box<Fault>> {
        self.machine.watch.tell(|checks| {
            for engine in Engine::of(completion).into_iter().flatten() {
                match until {
                    Until::All => checks.waits_all(engine),
                    Until::Groups(newest) => checks.waits(engine, newest),
                }
            }
        });
        self.perform_all(completion, until)
    }

    /// Performs all pending operations of the lanes.
    pub(crate) fn hurry(&mut self, completion: Completion) -> Result<(), Box<Fault>> {
        self.perform_all(completion, Until::All)
    }

    fn perform_all(&mut self, completion: Completion, until: Until) -> Result<(), Box<Fault>> {
        for lane in self.lanes() {
            if self.cluster.operations.pending.is_empty() {
                break;
            }
            self.complete_of(self.thread_of(lane), completion, until)?;
        }
        Ok(())
    }

    fn complete_of(
        &mut self,
        thread: Thread,
        completion: Completion,
        until: Until,
    ) -> Result<(), Box<Fault>> {
        let (machine, cluster) = (self.machine, &mut *self.cluster);
        let closed = cluster.operations.groups.get(&(completion, thread)).copied().unwrap_or(0);
        let awaited = |operation: &Pending| {
            (operation.completion, operation.thread) == (completion, thread)
                && match until {
                    Until::All => true,
                    Until::Groups(newest) => operation.group < closed.saturating_sub(newest),
                }
        };
        // The list changes with each operation that is performed, so the search starts again.
        while let Some(index) = cluster.operations.pending.iter().position(awaited) {
            cluster.perform(machine, index)?;
        }
        Ok(())
    }
}

impl Cluster {
    /// Performs some operations by chance; all of them when no thread can continue without.
    pub(crate) fn settle(&mut self, machine: &Machine<'_>, idle: bool) -> Result<(), Box<Fault>> {
        while idle && !self.operations.pending.is_empty() {
            self.perform(machine, 0)?;
        }
        let mut index = 0;
        while index < self.operations.pending.len() {
            if self.operations.chance.as_mut().is_none_or(|chance| chance.below(8) == 0) {
                self.perform(machine, index)?;
            }
            index += 1;
        }
        Ok(())
    }

    /// Performs an operation, after those that it is ordered after.
    fn perform(&mut self, machine: &Machine<'_>, mut index: usize) -> Result<(), Box<Fault>> {
        let Pending { completion, thread, after, .. } = self.operations.pending[index];
        let same = |other: &Pending| after && (other.completion, other.thread) == (completion, thread);
        while let Some(first) = self.operations.pending[..index].iter().position(same) {
            self.perform_one(machine, first)?;
            index -= 1;
        }
        self.perform_one(machine, index)
    }

    fn perform_one(&mut self, machine: &Machine<'_>, index: usize) -> Result<(), Box<Fault>> {
        let Pending { operation, thread, at, issued, completion, .. } = self.operations.pending.remove(index);
        self.events += 1;
        machine.watch.tell(|checks| checks.works(issued.as_ref()));
        machine.tally.tell(|counting| counting.works(Some((at, thread.rank, completion))));
        let performed = operation.perform(machine, self);
        machine.watch.tell(|checks| checks.works(None));
        machine.tally.tell(|counting| counting.works(None));
        performed.map_err(|mut fault| {
            fault.place.get_or_insert(at);
            fault.thread.get_or_insert(machine.geometry.thread(thread.number));
            fault.block = self.blocks[thread.rank as usize].id;
            fault
        })
    }
}
