//! Runs all clusters of a launch.
//!
//! Clusters run in their order. When a cluster only waits and polls, or is busy for long, the next one starts, and both
//! have their turns, so that blocks which wait for later blocks end, as long as not more than [`RESIDENT`] of them wait, or as
//! memory allows. Where blocks do not speak
//! with each other through global memory, they run on several threads; results are the same for any number of them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use ptx::Module;

use crate::check::{Checks, Finding, Watch};
use crate::cluster::Running;
use crate::codes;
use crate::copy::tensor_map::{self, TensorMap};
use crate::count::{CountedLaunch, Counters, Counting, Tally};
use crate::fault::Fault;
use crate::launch::{Launch, MEMORY, Options, Value};
use crate::machine::Machine;
use crate::memory::{Global, SHARED_WINDOW};
use crate::program::{Constant, GlobalVariable, Program};
use crate::thread_states;

/// Clusters that may run together. Clusters that wait for each other make progress only while all of them are resident, but
/// each takes memory for its registers and shared memory.
const RESIDENT: usize = 1024;
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

/// The result of a successful launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Instructions that all threads together executed.
    pub steps: u64,
    /// The output of the program, in the order of blocks.
    pub printed: String,
}

/// The result of a launch with checks.
#[derive(Clone, Debug)]
pub struct Checked {
    /// How it ended.
    pub ended: Result<Outcome, Box<Fault>>,
    /// The findings.
    pub findings: Vec<Finding>,
}

impl Program {
    /// Runs a launch. After a fault, the buffers hold what was written before it.
    ///
    /// # Errors
    /// The launch does not fit, or the program did something that has no meaning.
    pub fn launch(&self, launch: &mut Launch<'_>, options: &Options<'_>) -> Result<Outcome, Box<Fault>> {
        self.launch_attended(launch, options, None)
    }

    /// Runs a launch; `attend` is called from time to time on the launching thread, with the number of clusters that have started
    /// and of all.
    ///
    /// # Errors
    /// As for [`Program::launch`].
    pub fn launch_attended(
        &self,
        launch: &mut Launch<'_>,
        options: &Options<'_>,
        attend: Option<&Attend<'_>>,
    ) -> Result<Outcome, Box<Fault>> {
        self.launch_watched(launch, options, attend, (Watch::default(), Tally::default()))
    }

    /// Runs a launch and watches what its threads do; `module` is the one that the program was prepared from.
    ///
    /// # Errors
    /// The launch does not fit.
    pub fn check(
        &self,
        module: &Module,
        launch: &mut Launch<'_>,
        options: &Options<'_>,
    ) -> Result<Checked, Box<Fault>> {
        self.check_attended(module, launch, options, None)
    }

    /// Runs a launch, watches it, and calls `attend` as [`Program::launch_attended`] does.
    ///
    /// # Errors
    /// The launch does not fit.
    pub fn check_attended(
        &self,
        module: &Module,
        launch: &mut Launch<'_>,
        options: &Options<'_>,
        attend: Option<&Attend<'_>>,
    ) -> Result<Checked, Box<Fault>> {
        let watch = Watch::new(Checks::new(module, launch.geometry(self)?));
        let ended = self.launch_watched(launch, options, attend, (watch.clone(), Tally::default()));
        let findings = watch.tell(Checks::findings).unwrap_or_default();
        Ok(Checked { ended, findings })
    }

    /// Runs a launch and counts what it does; `module` is the one that the program was prepared from.
    ///
    /// # Errors
    /// As for [`Program::launch`].
    pub fn count(
        &self,
        module: &Module,
        launch: &mut Launch<'_>,
        options: &Options<'_>,
    ) -> Result<CountedLaunch, Box<Fault>> {
        let geometry = launch.geometry(self)?;
        let tally = Tally::new(self, module);
        let outcome = self.launch_watched(launch, options, None, (Watch::default(), tally.clone()))?;
        let counted = tally.tell(Counting::counted).unwrap_or_default();
        Ok(CountedLaunch { outcome, counters: Counters::new(self, module, &geometry, counted) })
    }

    fn launch_watched(
        &self,
        launch: &mut Launch<'_>,
        options: &Options<'_>,
        attend: Option<&Attend<'_>>,
        (watch, tally): (Watch, Tally),
    ) -> Result<Outcome, Box<Fault>> {
        let followed = watch.tell(|checks| self.code.iter().map(|inst| checks.follows(inst.at)).collect());
        let followed = followed.filter(|all: &Vec<bool>| all.contains(&true)).unwrap_or_default();
        let machine = Machine::new(self, launch, options)?;
        let mut machine = Machine { watch, tally, followed, perturb: options.perturb, ..machine };
        let result = machine.run(options, attend);
        // After a fault too: what was stored before it helps to find its cause.
        for (number, (_, buffer)) in launch.buffers.iter_mut().enumerate() {
            machine.global.copy_out(number, buffer.bytes_mut());
        }
        result
    }
}

impl<'p> Machine<'p> {
    fn new(
        program: &'p Program,
        launch: &Launch<'_>,
        options: &Options<'_>,
    ) -> Result<Machine<'p>, Box<Fault>> {
        let geometry = launch.geometry(program)?;
        let (resident, calls) = program.resident(launch, &geometry, options.memory.unwrap_or(MEMORY))?;
        let full = || Fault::new(codes::LAUNCH, "the launch needs more addresses than there are");
        let mut global = Global::default();
        let mut addresses = Vec::new();
        // Buffers are allocated first, so that their addresses do not depend on the module's variables.
        for (name, buffer) in &launch.buffers {
            let name = format!("buffer `{name}`");
            let address = match buffer.devices() {
                None => global.allocate_for(name, buffer.bytes()),
                Some(devices) => global.allocate_multicast(&name, buffer.bytes(), devices),
            };
            addresses.push(address.ok_or_else(full)?);
        }
        let mut variables = Vec::new();
        for variable in &program.globals {
            let (size, align) = (variable.size, u64::from(variable.align));
            let name = format!("variable `{}`", variable.name);
            variables.push(global.allocate(name, &variable.bytes, size, align).ok_or_else(full)?);
        }
        let parameters = parameters(program, launch, &addresses)?;
        let mut machine = Machine {
            program,
            geometry,
            global,
            parameters,
            constant: Vec::new(),
            variables,
            heap: Mutex::default(),
            resident: resident.min(RESIDENT),
            calls: AtomicU64::new(calls),
            next: AtomicU64::new(0),
            perturb: None,
            watch: Watch::default(),
            tally: Tally::default(),
            followed: Vec::new(),
        };
        machine.initialize();
        Ok(machine)
    }

    /// Writes the addresses that the first contents of variables hold.
    fn initialize(&mut self) {
        for (variable, &at) in self.program.globals.iter().zip(&self.variables) {
            let mut bytes = variable.bytes.clone();
            self.relocate(variable, &mut bytes);
            if let Some(span) = self.global.at(at, bytes.len() as u64) {
                bytes.iter().enumerate().for_each(|(index, &byte)| span.set_byte(index, byte));
            }
        }
        let mut constant = self.program.constant_memory.bytes.clone();
        self.relocate(&self.program.constant_memory, &mut constant);
        self.constant = constant;
    }

    fn relocate(&self, variable: &GlobalVariable, bytes: &mut [u8]) {
        for relocation in &variable.relocations {
            let address = match relocation.of {
                Constant::Global { variable, offset } => {
                    self.variables[variable as usize].wrapping_add_signed(offset)
                }
                Constant::Shared(offset) => SHARED_WINDOW | u64::from(offset),
                Constant::Bits(bits) => bits,
                Constant::Const(offset) | Constant::Param(offset) => u64::from(offset),
                Constant::Special(_) => 0,
            };
            let (at, size) = (relocation.at as usize, relocation.size as usize);
            bytes[at..at + size].copy_from_slice(&(address >> relocation.shift).to_le_bytes()[..size]);
        }
    }

    fn run(&self, options: &Options<'_>, attend: Option<&Attend<'_>>) -> Result<Outcome, Box<Fault>> {
        let clusters = self.geometry.clusters().iter().map(|&extent| u64::from(extent)).product();
        let wanted = options.threads.map_or_else(available, usize::from);
        // Clusters that communicate, a seed, checks and counters need one order of events: they run on one thread.
        let alone =
            self.program.communicates || options.seed.is_some() || self.watch.is_on() || self.tally.is_on();
        let most = usize::try_from(clusters).unwrap_or(usize::MAX).min(self.resident);
        let threads = if alone { 1 } else { wanted.min(most).max(1) };
        // The limit of memory is shared by the threads.
        let resident = self.resident / threads;
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
            let busy = self.program.communicates && waited > patience;
            waited += 1;
            if (hopeless || busy) && running.len() < work.resident {
                waited = 0;
                running.extend(self.next_cluster(work, options, &mut spare));
                if running.is_empty() {
                    return;
                }
            }
            if let Some(attend) = attend {
                attend(self.next.load(Relaxed).min(work.clusters), work.clusters);
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
                self.watch.tell(|checks| checks.cluster_ended(ended.cluster.number));
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
        let number = self.next.fetch_add(1, Relaxed);
        (number < work.clusters).then(|| match spare.take() {
            Some(mut ended) => {
                ended.again(self, number, options.seed);
                ended
            }
            None => Running::new(self, number, options.seed),
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
        running[at].round(self, options.steps.map_or(u64::MAX, |most| most.saturating_sub(done)))?;
        let steps = running[at].cluster.steps - before;
        let all = work.steps.fetch_add(steps, Relaxed) + steps;
        if options.steps.is_some_and(|most| all > most) {
            let message = format!("the budget of {} steps is used up", options.steps.unwrap_or_default());
            return Err(thread_states::with_thread_states(
                self,
                &running[at],
                Fault::new(codes::BUDGET, message),
            ));
        }
        if options.cancel.is_some_and(|cancel| cancel.load(Relaxed)) {
            return Err(Fault::new(codes::BUDGET, "the launch was cancelled"));
        }
        // While a cluster may still start, it may be the one that the others wait for.
        let no_more = self.next.load(Relaxed) >= work.clusters || running.len() >= work.resident;
        if no_more && running.iter().all(|running| running.idle > HOPELESS) {
            return Err(thread_states::deadlock(self, &running[at]));
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

impl Machine<'_> {
    /// The number of a cluster that has not started and, from now on, never will.
    pub(crate) fn take_cluster(&self) -> Option<u64> {
        let clusters = self.geometry.clusters().iter().map(|&extent| u64::from(extent)).product();
        let take = |next: u64| (next < clusters).then_some(next + 1);
        self.next.fetch_update(Relaxed, Relaxed, take).ok()
    }

    fn end(&self, work: &Work, cluster: u64, result: Result<String, Box<Fault>>) {
        if result.is_err() {
            self.next.store(work.clusters, Relaxed);
        }
        let mut ended = work.ended.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        ended.push((cluster, result));
    }
}

fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The bytes of all parameters.
fn parameters(program: &Program, launch: &Launch<'_>, addresses: &[u64]) -> Result<Vec<u8>, Box<Fault>> {
    let mut bytes = vec![0; program.parameter_bytes as usize];
    let (wanted, given) = (program.parameters.len(), launch.args.len());
    if given != wanted {
        let name = &program.name;
        let message = format!("`{name}` has {wanted} parameters, but the launch gives {given} arguments");
        return Err(Fault::new(codes::LAUNCH, message));
    }
    for (parameter, value) in program.parameters.iter().zip(&launch.args) {
        let address = |buffer: usize, offset: u64| {
            addresses.get(buffer).map(|address| address.wrapping_add(offset)).ok_or_else(|| {
                let message = format!(
                    "parameter `{}` points into buffer {buffer}, which the launch does not have",
                    parameter.name
                );
                Fault::new(codes::LAUNCH, message)
            })
        };
        // Declared here so that the bytes live as long as the slice that is copied below.
        let (pointer, encoded);
        let value: &[u8] = match value {
            Value::Bytes(bytes) => bytes,
            Value::Pointer { buffer, offset } => {
                pointer = address(*buffer, *offset)?.to_le_bytes();
                &pointer
            }
            Value::TensorMap { buffer, offset, map } => {
                let map = TensorMap { address: address(*buffer, *offset)?, ..(**map).clone() };
                if let Err(invalid) = map.check() {
                    let message = format!("the tensor map of parameter `{}`: {invalid}", parameter.name);
                    return Err(Fault::new(codes::LAUNCH, message));
                }
                encoded = tensor_map::encode(&map);
                &encoded
            }
        };
        if value.len() != parameter.size as usize {
            let message = format!(
                "parameter `{}` has {}, but its argument has {}",
                parameter.name,
                launch::address::bytes(u64::from(parameter.size)),
                launch::address::bytes(value.len() as u64)
            );
            return Err(Fault::new(codes::LAUNCH, message));
        }
        bytes[parameter.offset as usize..][..value.len()].copy_from_slice(value);
    }
    Ok(bytes)
}
