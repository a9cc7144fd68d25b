//! Work that runs beside the threads: copies, products in tensor memory, and the arrivals that tell of them.
//!
//! Without a seed a task is performed when it is issued. With one it may be performed at any later time: by chance, when
//! nobody else can go on, or when its thread waits for it, which is the latest that the ISA allows. Tasks of one thread are
//! in no order, but for those that are said to come after the earlier ones of their class.

use std::fmt::Debug;

use rustc_hash::FxHashMap;

use crate::check::{Engine, Issued};
use crate::fault::Fault;
use crate::machine::{Cluster, Context, Machine};
use crate::program::Place;
use crate::random::Random;

/// What is done beside the threads.
pub(crate) trait Task: Debug + Send + Sync {
    /// Does it.
    fn perform(&self, machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>>;
}

/// What a thread can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// `cp.async`.
    Copy,
    /// Bulk copies with bulk groups.
    Bulk,
    /// `tcgen05`: in order.
    Tensor,
    /// Told by an mbarrier alone.
    Told,
}

impl Class {
    /// What its reads and its writes count as for the checks; `None` when a barrier tells of each task.
    const fn engines(self) -> Option<[Engine; 2]> {
        match self {
            Class::Copy => Some([Engine::Copy; 2]),
            Class::Bulk => Some([Engine::BulkRead, Engine::BulkWrite]),
            Class::Tensor => Some([Engine::Matrix; 2]),
            Class::Told => None,
        }
    }
}

/// A thread of the cluster: rank of its block, and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Thread {
    pub(crate) rank: u32,
    pub(crate) number: u32,
}

/// Which tasks a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// All of them.
    All,
    /// Those of all groups but a number of the newest.
    Groups(u32),
}

#[derive(Debug)]
struct Pending {
    task: Box<dyn Task>,
    class: Class,
    thread: Thread,
    at: Place,
    /// Groups of its class and thread that were closed before it.
    group: u32,
    /// It comes after the earlier tasks of its class and thread.
    after: bool,
    /// What the checks know of it.
    issued: Option<Issued>,
}

/// Tasks that are in flight.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    chance: Option<Random>,
    pending: Vec<Pending>,
    groups: FxHashMap<(Class, Thread), u32>,
}

impl Tasks {
    /// No tasks yet; with a seed they may be late.
    pub(crate) fn new(seed: Option<u64>) -> Tasks {
        Tasks { chance: seed.map(Random::new), ..Tasks::default() }
    }
}

impl Tasks {
    /// Does who asks for a phase get no for an answer, whether it is complete or not? By chance, where there is a seed.
    pub(crate) fn refuses(&mut self) -> bool {
        self.chance.as_mut().is_some_and(|chance| chance.below(4) == 0)
    }

    /// Is every task performed when it is issued?
    pub(crate) const fn are_prompt(&self) -> bool {
        self.chance.is_none()
    }
}

impl Context<'_> {
    /// The thread of a lane.
    pub(crate) fn thread_of(&self, lane: u32) -> Thread {
        Thread { rank: self.rank, number: self.warp * 32 + lane }
    }

    /// Issues a task for a lane.
    pub(crate) fn issue(
        &mut self,
        lane: u32,
        class: Class,
        after: bool,
        task: impl Task + 'static,
    ) -> Result<(), Box<Fault>> {
        let thread = self.thread_of(lane);
        let late = self.cluster.tasks.chance.as_mut().is_some_and(|chance| chance.below(4) != 0);
        // What comes after others cannot come before them.
        let waits = after
            && self.cluster.tasks.pending.iter().any(|other| (other.class, other.thread) == (class, thread));
        let tasks = &mut self.cluster.tasks;
        let watch = &self.machine.watch;
        let issued = watch.tell(|checks| checks.issues(lane, class.engines()));
        if !late && !waits {
            let tally = &self.machine.tally;
            watch.tell(|checks| checks.works(issued.as_ref()));
            tally.tell(|counting| counting.works(Some((self.at, thread.rank, class))));
            let performed = task.perform(self.machine, self.cluster);
            watch.tell(|checks| checks.works(None));
            tally.tell(|counting| counting.works(None));
            return performed.map_err(|fault| self.at_lane(fault, lane));
        }
        let group = tasks.groups.get(&(class, thread)).copied().unwrap_or(0);
        tasks.pending.push(Pending {
            task: Box::new(task),
            class,
            thread,
            at: self.at,
            group,
            after,
            issued,
        });
        Ok(())
    }

    /// Closes the groups of tasks of the lanes that execute.
    pub(crate) fn commit(&mut self, class: Class) {
        self.machine
            .watch
            .tell(|checks| checks.commits(class.engines().as_ref().map_or(&[], |all| &all[..])));
        if self.cluster.tasks.chance.is_some() {
            for lane in self.lanes() {
                let thread = self.thread_of(lane);
                *self.cluster.tasks.groups.entry((class, thread)).or_default() += 1;
            }
        }
    }

    /// Has the tasks performed that the lanes wait for which execute.
    pub(crate) fn complete(&mut self, class: Class, until: Until) -> Result<(), Box<Fault>> {
        self.machine.watch.tell(|checks| {
            for engine in class.engines().into_iter().flatten() {
                match until {
                    Until::All => checks.waits_all(engine),
                    Until::Groups(newest) => checks.waits(engine, newest),
                }
            }
        });
        self.perform_all(class, until)
    }

    /// Has all the tasks of the lanes performed, of which nobody knows that they are done.
    pub(crate) fn hurry(&mut self, class: Class) -> Result<(), Box<Fault>> {
        self.perform_all(class, Until::All)
    }

    fn perform_all(&mut self, class: Class, until: Until) -> Result<(), Box<Fault>> {
        for lane in self.lanes() {
            if self.cluster.tasks.pending.is_empty() {
                break;
            }
            self.complete_of(self.thread_of(lane), class, until)?;
        }
        Ok(())
    }

    fn complete_of(&mut self, thread: Thread, class: Class, until: Until) -> Result<(), Box<Fault>> {
        let (machine, cluster) = (self.machine, &mut *self.cluster);
        let closed = cluster.tasks.groups.get(&(class, thread)).copied().unwrap_or(0);
        let awaited = |task: &Pending| {
            (task.class, task.thread) == (class, thread)
                && match until {
                    Until::All => true,
                    Until::Groups(newest) => task.group < closed.saturating_sub(newest),
                }
        };
        while let Some(index) = cluster.tasks.pending.iter().position(awaited) {
            cluster.perform(machine, index)?;
        }
        Ok(())
    }
}

impl Cluster {
    /// Performs some tasks by chance; all of them when nobody can go on without.
    pub(crate) fn settle(&mut self, machine: &Machine<'_>, idle: bool) -> Result<(), Box<Fault>> {
        while idle && !self.tasks.pending.is_empty() {
            self.perform(machine, 0)?;
        }
        let mut index = 0;
        while index < self.tasks.pending.len() {
            if self.tasks.chance.as_mut().is_none_or(|chance| chance.below(8) == 0) {
                self.perform(machine, index)?;
            }
            index += 1;
        }
        Ok(())
    }

    /// Performs a task, those first that it comes after.
    fn perform(&mut self, machine: &Machine<'_>, mut index: usize) -> Result<(), Box<Fault>> {
        let Pending { class, thread, after, .. } = self.tasks.pending[index];
        let same = |other: &Pending| after && (other.class, other.thread) == (class, thread);
        while let Some(first) = self.tasks.pending[..index].iter().position(same) {
            self.perform_one(machine, first)?;
            index -= 1;
        }
        self.perform_one(machine, index)
    }

    fn perform_one(&mut self, machine: &Machine<'_>, index: usize) -> Result<(), Box<Fault>> {
        let Pending { task, thread, at, issued, class, .. } = self.tasks.pending.remove(index);
        self.events += 1;
        machine.watch.tell(|checks| checks.works(issued.as_ref()));
        machine.tally.tell(|counting| counting.works(Some((at, thread.rank, class))));
        let performed = task.perform(machine, self);
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
