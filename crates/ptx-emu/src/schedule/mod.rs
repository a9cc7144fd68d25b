//! Scheduling: which cluster of a grid and which warp of a cluster runs next, and when no thread can continue.
//!
//! A launch starts here: [`setup`] lays out memory, [`grid`] runs the clusters, on one thread or on several, and [`cluster`]
//! gives the warps of one cluster their quanta. [`thread_states`] reports a launch that ends early.

mod cluster;
mod grid;
mod setup;
mod thread_states;

use ptx::Module;

use crate::check::{Checks, Finding, Watch};
use crate::count::{CountedLaunch, Counters, Counting, Tally};
use crate::fault::Fault;
use crate::launch::{Launch, Options, Outcome};
use crate::machine::Machine;
use crate::program::Program;
use grid::Grid;

pub use grid::Attend;

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
        let watch = Watch::new(Checks::new(module, launch.geometry(&self.kernel)?));
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
        let geometry = launch.geometry(&self.kernel)?;
        let tally = Tally::new(self.code.iter().map(|inst| inst.at), module);
        let outcome = self.launch_watched(launch, options, None, (Watch::default(), tally.clone()))?;
        let counted = tally.tell(Counting::counted).unwrap_or_default();
        Ok(CountedLaunch { outcome, counters: Counters::new(&self.kernel, module, &geometry, counted) })
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
        let machine = Machine::new(&self.kernel, launch, options)?;
        let machine = Machine { watch, tally, followed, perturb: options.perturb, ..machine };
        let mut grid = Grid { machine, code: &self.code };
        let result = grid.run(options, attend);
        // After a fault too: what was stored before it helps to find its cause.
        for (number, (_, buffer)) in launch.buffers.iter_mut().enumerate() {
            grid.machine.global.copy_out(number, buffer.bytes_mut());
        }
        result
    }
}
