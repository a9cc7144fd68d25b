//! Random programs compiled for every target and run by the emulator, and files under its checks in many orders of warps.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use filetests::engines::compiled::{self, Proved};

/// What was counted.
#[derive(Default)]
pub struct Count {
    /// Modules made.
    pub modules: u64,
    /// Modules times targets that do what the reference interpreter does, and that have no meaning.
    pub equal: [u64; 2],
    /// How often each op, type and target was asked for in a program that compiled, by name.
    pub combinations: BTreeMap<String, u64>,
    /// Refusals, by what they say.
    pub refused: BTreeMap<String, u64>,
    /// Runs of files under checks.
    pub checked: u64,
    /// What went wrong, the first few.
    pub failures: Vec<String>,
    /// How many things went wrong.
    pub failed: u64,
    /// How long it took.
    pub time: Duration,
}

/// Compiles modules of so many seeds from `first` on for every target; then checks every file of `tests/run` and `examples` in
/// so many orders of warps.
pub fn compile(first: u64, modules: u64, orders: u64) -> Count {
    let start = Instant::now();
    let mut count = Count::default();
    for seed in first..first + modules {
        let (module, version, focus) = compiled::random_program(seed);
        count.modules += 1;
        for target in compiled::targets() {
            match compiled::prove(&module, version, target) {
                Ok(Proved::Refused(why)) => *count.refused.entry(why).or_default() += 1,
                Ok(proved) => {
                    count.equal[usize::from(proved == Proved::Undefined)] += 1;
                    for (opcode, scalar) in &focus {
                        let name = format!("{} {scalar} {target}", opcode.spec().mnemonic);
                        *count.combinations.entry(name).or_default() += 1;
                    }
                }
                Err(error) => count.fail(format!("seed {seed}, {target}: {error}")),
            }
        }
    }
    if orders > 0 {
        for path in compiled::checked_files() {
            for target in compiled::targets() {
                count.checked += 1;
                if let Err(error) = compiled::check_file(&path, target, orders) {
                    count.fail(format!("{path}: {error}"));
                }
            }
        }
    }
    count.time = start.elapsed();
    count
}

impl Count {
    fn fail(&mut self, what: String) {
        self.failed += 1;
        if self.failures.len() < 20 {
            self.failures.push(what);
        }
    }

    /// The count in words.
    pub fn report(&self) -> String {
        let fewest = self.combinations.iter().min_by_key(|(_, n)| **n);
        let fewest = fewest.map_or("none".to_owned(), |(name, n)| format!("{n} ({name})"));
        let refused: u64 = self.refused.values().sum();
        let mut text = format!(
            "modules: {}, each for {} targets\nthat do what the reference interpreter does: {}\nthat it stopped, or that have a data race: {}\n\
             combinations of op, type and target: {}, the rarest {fewest} times\nrefused: {refused}\n\
             files and targets under checks: {}\nseconds: {:.0}\nfailures: {}\n",
            self.modules,
            compiled::targets().len(),
            self.equal[0],
            self.equal[1],
            self.combinations.len(),
            self.checked,
            self.time.as_secs_f64(),
            self.failed,
        );
        for (why, times) in &self.refused {
            text.push_str(&format!("  refused {times} times: {why}\n"));
        }
        for failure in &self.failures {
            text.push_str(&format!("  {failure}\n"));
        }
        text
    }
}
