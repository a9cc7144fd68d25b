//! Runs all clusters of a launch.
//!
//! Clusters run in their order. When a cluster only waits and polls, or is busy for long, the next one starts, and both
//! have their turns, so that blocks which wait for later blocks end, as long as memory allows, and the limit of resident
//! clusters. Where blocks do not speak with each other through global memory, they run on several threads; results are the
//! same for any number of them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use super::cluster::Running;
use super::thread_states;
use crate::codes;
use crate::fault::Fault;
use crate::launch::{Options, Outcome};
use crate::machine::Machine;
use crate::program::Inst;

/// Rounds without an event after which every thread that polls is taken to poll in vain. It must be longer than a loop that
/// counts its polls and then gives up; a larger number only delays the report of a deadlock.
const HOPELESS: u32 = 4096;

/// Rounds that the only cluster running is busy until the next begins, where blocks speak with each other. Starting
/// another early costs memory and locality, so a cluster that merely computes has time to end.
const COMPUTING_AFTER: u32 = 4096;
/// The same where one that was busy has not ended since. The running ones may all wait for the next cluster, so it starts
/// soon.
const IMPATIENT: u32 = 64;

/// How long the launching thread rests between two calls of [`Attend`] while other threads end their clusters. A person
/// does not see a shorter interval, and the thread costs no time of the others meanwhile.
const REST: Duration = Duration::from_millis(5);

/// A callback during a launch, with the number of clusters that have started and the total.
pub type Attend<'a> = dyn Fn(u64, u64) + 'a;

/// A launch that runs: the machine, and the code that its threads execute.
pub(super) struct Grid<'a> {
    pub(super) machine: Machine<'a>,
    pub(super) code: &'a [Inst],
}

impl Grid<'_> {
    /// Runs all clusters.
    pub(super) fn run(
        &self,
        options: &Options<'_>,
        attend: Option<&Attend<'_>>,
    ) -> Result<Outcome, Box<Fault>> {
        let clusters = self.machine.geometry.clusters().iter().map(|&extent| u64::from(extent)).product();
        let wanted = options.threads.map_or_else(available, usize::from);
        // Clusters that communicate, a seed, checks and counters need one order of events: they run on one thread.
        let alone = self.machine.kernel.communicates
            || options.seed.is_some()
            || self.machine.watch.is_on()
            || self.machine.tally.is_on();
        let most = usize::try_from(clusters).unwrap_or(usize::MAX).min(self.machine.resident);
        let threads = if alone { 1 } else { wanted.min(most).max(1) };
        // The limit of memory is shared by the threads.
        let resident = self.machine.resident / threads;
        let work = Work {
            clusters,
            resident,
            steps: AtomicU64::new(0),
            ended: Mutex::default(),
            others: AtomicUsize::new(threads - 1),
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| {
                    self.work(&work, options, None);
                    work.others.fetch_sub(1, Relaxed);
                });
            }
            self.work(&work, options, attend);
            while let Some(attend) = attend
                && work.others.load(Relaxed) > 0
            {
                attend(clusters, clusters);
                std::thread::park_timeout(REST);
            }
        });
        let mut ended = work.ended.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Output and the fault are those of the first cluster by number, whichever ended first: the same for any number
        // of threads.
        ended.sort_by_key(|ended| ended.0);
        let mut outcome = Outcome { steps: work.steps.into_inner(), printed: String::new() };
        for (_, result) in ended {
            match result {
                Ok(printed) => outcome.printed.push_str(&printed),
                Err(mut fault) => {
                    fault.printed.insert_str(0, &outcome.printed);
                    return Err(fault);
                }
            }
        }
        Ok(outcome)
    }

    /// Runs clusters until there are no more; keeps what they printed, or the fault that ended one.
    fn work(&self, work: &Work, options: &Options<'_>, attend: Option<&Attend<'_>>) {
        let mut running: Vec<Running> = Vec::new();
        // Clusters that have ended lend their memory to the next.
        let mut spare: Option<Running> = None;
        // Rounds since the last cluster began or ended.
        let mut waited = 0;
        loop {
            let hopeless = running.iter().all(|running| running.idle > 0);
            // A cluster may wait for a later one and be busy with that: its threads tell each other what one of them has read.
            let patience = if running.len() > 1 { IMPATIENT } else { COMPUTING_AFTER };
            let busy = self.machine.kernel.communicates && waited > patience;
            waited += 1;
            if (hopeless || busy) && running.len() < work.resident {
                waited = 0;
                running.extend(self.next_cluster(work, options, &mut spare));
                if running.is_empty() {
                    return;
                }
            }
            if let Some(attend) = attend {
                attend(self.machine.next.load(Relaxed).min(work.clusters), work.clusters);
            }
            for at in 0..running.len() {
                let events = running[at].cluster.events;
                if let Err(mut fault) = self.round(&mut running, at, work, options) {
                    fault.printed = std::mem::take(&mut running[at].cluster.printed);
                    self.end(work, running[at].cluster.number, Err(fault));
                    return;
                }
                // Others may wait for what has happened.
                if running.len() > 1 && running[at].cluster.events != events {
                    running.iter_mut().for_each(|running| running.cluster.events += 1);
                }
            }
            for at in (0..running.len()).rev().filter(|&at| running[at].ended()).collect::<Vec<_>>() {
                waited = 0;
                let mut ended = running.remove(at);
                self.machine.watch.tell(|checks| checks.cluster_ended(ended.cluster.number));
                if !ended.cluster.printed.is_empty() {
                    let printed = std::mem::take(&mut ended.cluster.printed);
                    self.end(work, ended.cluster.number, Ok(printed));
                }
                spare = Some(ended);
            }
        }
    }

    /// The next cluster of the grid, if there is one, in the memory of one that has ended.
    fn next_cluster(
        &self,
        work: &Work,
        options: &Options<'_>,
        spare: &mut Option<Running>,
    ) -> Option<Running> {
        let number = self.machine.next.fetch_add(1, Relaxed);
        (number < work.clusters).then(|| match spare.take() {
            Some(mut ended) => {
                ended.again(&self.machine, number, options.seed);
                ended
            }
            None => Running::new(&self.machine, number, options.seed),
        })
    }

    fn round(
        &self,
        running: &mut [Running],
        at: usize,
        work: &Work,
        options: &Options<'_>,
    ) -> Result<(), Box<Fault>> {
        // The budget is shared by threads; each checks it between rounds, so it may be exceeded by a round of each.
        let before = running[at].cluster.steps;
        let done = work.steps.load(Relaxed);
        running[at].round(
            (&self.machine, self.code),
            options.steps.map_or(u64::MAX, |most| most.saturating_sub(done)),
        )?;
        let steps = running[at].cluster.steps - before;
        let all = work.steps.fetch_add(steps, Relaxed) + steps;
        if options.steps.is_some_and(|most| all > most) {
            let message = format!("the budget of {} steps is used up", options.steps.unwrap_or_default());
            return Err(thread_states::with_thread_states(
                self.code,
                &running[at],
                Fault::new(codes::BUDGET, message),
            ));
        }
        if options.cancel.is_some_and(|cancel| cancel.load(Relaxed)) {
            return Err(Fault::new(codes::BUDGET, "the launch was cancelled"));
        }
        // While a cluster may still start, it may be the one that the others wait for.
        let no_more = self.machine.next.load(Relaxed) >= work.clusters || running.len() >= work.resident;
        if no_more && running.iter().all(|running| running.idle > HOPELESS) {
            return Err(thread_states::deadlock((&self.machine, self.code), &running[at]));
        }
        Ok(())
    }
}

/// State that the threads of the host share.
struct Work {
    clusters: u64,
    /// Of them those that may run together in one thread.
    resident: usize,
    steps: AtomicU64,
    ended: Mutex<Vec<Ended>>,
    /// Threads besides the launching one that still have clusters to run.
    others: AtomicUsize,
}

/// A cluster's number, and what it printed or why it ended.
type Ended = (u64, Result<String, Box<Fault>>);

impl Grid<'_> {
    fn end(&self, work: &Work, cluster: u64, result: Result<String, Box<Fault>>) {
        if result.is_err() {
            self.machine.next.store(work.clusters, Relaxed);
        }
        let mut ended = work.ended.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        ended.push((cluster, result));
    }
}

fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
