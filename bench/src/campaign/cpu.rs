//! The CPU engine on random programs, against the reference interpreter, under the rules of `filetests::engines`.

use std::time::{Duration, Instant};

use filetests::engines::{Compared, random_case, random_options, sliced};
use smith::{foci, generate};

/// Counts of the campaign.
#[derive(Default)]
pub struct Count {
    /// Modules on one tile block, and on several.
    pub modules: [u64; 2],
    /// Counts of comparisons.
    pub compared: Compared,
    /// The first few failures.
    pub failures: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

/// Compares modules of `modules` seeds from `first` on: each as it comes on one tile block, and once more with whole numbers
/// everywhere on 2 to 8 blocks and 1 to 3 threads.
pub fn cpu(first: u64, modules: u64) -> Count {
    let start = Instant::now();
    let mut count = Count::default();
    let all = foci();
    for seed in first..first + modules {
        let options = random_options(&all, seed);
        let module = generate(seed, &options);
        count.take(0, seed, random_case(&module, options.version, vec![1]).compare());
        count.take(1, seed, sliced(&all, seed));
    }
    count.time = start.elapsed();
    count
}

impl Count {
    fn take(&mut self, kind: usize, seed: u64, compared: Result<Compared, String>) {
        self.modules[kind] += 1;
        match compared {
            Ok(compared) => self.compared += compared,
            Err(error) if self.failures.len() < 20 => {
                let kind = ["one block", "slices"][kind];
                self.failures.push(format!("seed {seed}, {kind}: {error}"));
            }
            Err(_) => {}
        }
    }

    /// The count in words.
    pub fn report(&self) -> String {
        let [plain, sliced] = self.modules;
        let Compared { equal, close, open, undefined } = self.compared;
        let mut text = format!(
            "modules on one tile block: {plain}\nmodules on several, of whole numbers: {sliced}\n\
             elements that were equal: {equal}\nelements that were close: {close}\n\
             elements that engines may disagree about: {open}\n\
             programs that the reference interpreter stopped: {undefined}\nseconds: {:.0}\nfailures: {}\n",
            self.time.as_secs_f64(),
            self.failures.len(),
        );
        for failure in &self.failures {
            text.push_str(&format!("  {failure}\n"));
        }
        text
    }
}
