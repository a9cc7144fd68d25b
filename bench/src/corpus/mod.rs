//! A corpus of real modules: which path each takes on each target, what computes its matrix products, and why not agents.
//!
//! `cargo xtask corpus DIR` compiles every different module below a folder for every target, in this process.
//! `python/tools/corpus.py` collects them, one folder for each source. With `--tileiras` the closed compiler compiles some of those
//! with products as well, and `nvdisasm` reads its machine code.

mod closed;
mod compiled;
mod modules;
mod report;

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::codegen::machine::Unit;

use closed::Closed;
use compiled::Outcome;
use modules::Modules;

pub use report::{document, text};

/// One target of each kind of tensor core.
pub const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];

/// The modules to compile, and the compilers to compare.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The folder with the files.
    pub folder: PathBuf,
    /// The number of modules of each kernel with products that the closed compiler compiles, too.
    pub tileiras: usize,
    /// Where results of the closed compiler are kept.
    pub store: Option<PathBuf>,
}

/// The results of all modules.
pub struct Corpus {
    modules: Modules,
    /// By target.
    targets: BTreeMap<&'static str, Count>,
}

/// The results of all modules on one target.
#[derive(Default)]
struct Count {
    /// Modules by whether they have agents, and by the unit of their products; none if they have no products.
    ours: BTreeMap<(bool, Option<Unit>), usize>,
    /// Why modules have no agents: how many with products, and how many others.
    universal: BTreeMap<String, [usize; 2]>,
    /// Why products are not computed by the fastest unit of the target, with the kernels and how many modules of each.
    slow: BTreeMap<(Unit, String), BTreeMap<String, usize>>,
    /// Modules that are refused, or whose compilation panics.
    refused: Vec<String>,
    closed: Closed,
}

/// Compiles every different module for every target.
///
/// # Errors
/// The folder, or the file of results, cannot be read or written.
pub fn measure(settings: &Settings) -> io::Result<Corpus> {
    let modules = Modules::read(&settings.folder)?;
    let mut comparison = closed::Comparison::new(settings.tileiras, settings.store.as_deref())?;
    let mut targets: BTreeMap<&'static str, Count> = BTreeMap::new();
    for (number, entry) in modules.found.values().enumerate() {
        if number % 100 == 0 {
            let _ = writeln!(io::stderr(), "{number} of {}", modules.found.len());
        }
        let compared = entry.multiplies && comparison.takes(&entry.kernel);
        for target in TARGETS {
            let count = targets.entry(target).or_default();
            let ours = count.add(entry, target);
            if compared {
                count.closed.add(&entry.kernel, ours, comparison.unit(&entry.bytes, target));
            }
        }
    }
    Ok(Corpus { modules, targets })
}

impl Count {
    /// Compiles a module, and returns the unit of its products; none if it is refused.
    fn add(&mut self, entry: &modules::Entry, target: &str) -> Option<Unit> {
        let Outcome { unit, path, slow } = match compiled::outcome(&entry.bytes, target) {
            Ok(outcome) => outcome,
            Err(why) => {
                self.refused.push(format!("`{}`, {}: {why}", entry.kernel, entry.file.display()));
                return None;
            }
        };
        *self.ours.entry((path.is_ok(), entry.multiplies.then_some(unit))).or_default() += 1;
        if let Err(reason) = path {
            self.universal.entry(reason).or_default()[usize::from(!entry.multiplies)] += 1;
        }
        if let Some(why) = slow.filter(|_| entry.multiplies) {
            let kernels = self.slow.entry((unit, why)).or_default();
            *kernels.entry(entry.kernel.clone()).or_default() += 1;
        }
        Some(unit)
    }
}
