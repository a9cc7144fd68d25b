//! A corpus of real modules: which path each takes on each target, what computes its matrix products, and why not agents.
//!
//! Clients such as cuTile write the bytecode of the kernels that they compile (`CUDA_TILE_DUMP_BYTECODE=DIR`). `cargo xtask corpus
//! DIR` compiles every different file below a folder for every target, in this process. With `--tileiras` the closed
//! compiler compiles those with products as well, and `nvdisasm` reads its machine code.

mod report;

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use real_tools::Release;
use serde_json::{Value, json};
use tilewright::Module;
use tilewright::driver::compile::{Compiled, Options, Program, compile};
use tilewright::driver::digest::Digest;
use tilewright::driver::remarks::Kind;
use tilewright::ir::walk;

use crate::codegen::machine::{self, Unit};
use crate::store::Store;
use crate::sweep::sides;

pub use report::text;

/// One target of each kind of tensor core.
pub const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];
/// The release of the closed compiler that is compared with.
const CLOSED: Release = Release::V13_5;
/// The ops that multiply matrices.
const PRODUCTS: [&str; 3] = ["mmaf", "mmai", "mmaf_scaled"];
/// The pass that specialises warps, or gives the reason why not.
const SCHEDULES: &str = "generate-schedule";

/// The modules to compile, and the compilers to compare.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The folder with the files.
    pub folder: PathBuf,
    /// The closed compiler compiles modules with products as well.
    pub tileiras: bool,
    /// Where results of the closed compiler are kept.
    pub store: Option<PathBuf>,
}

/// The results of all modules.
#[derive(Default)]
pub struct Corpus {
    /// The digest of each different file, in order.
    digests: Vec<String>,
    /// How many of them have products.
    products: usize,
    /// Files that are not valid modules, with the reasons.
    invalid: Vec<String>,
    /// By target.
    targets: BTreeMap<&'static str, Count>,
}

/// The results of all modules on one target.
#[derive(Default)]
struct Count {
    /// Modules by whether they have agents, and by the unit of their products; none if they have no products.
    ours: BTreeMap<(bool, Option<Unit>), usize>,
    /// Modules with products by the unit that the closed compiler uses.
    theirs: BTreeMap<Unit, usize>,
    /// Modules with products that the closed compiler computes by a faster unit than ours.
    slower: usize,
    /// Why modules with products have no agents, or are refused.
    reasons: BTreeMap<String, usize>,
    refused: usize,
    refused_by_theirs: usize,
}

/// Compiles every different file for every target.
///
/// # Errors
/// The folder, or the file of results, cannot be read or written.
pub fn measure(settings: &Settings) -> io::Result<Corpus> {
    let files = files(&settings.folder)?;
    let mut store = Store::open(settings.store.as_deref())?;
    let folder = std::env::temp_dir().join(format!("tilewright-corpus-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut corpus = Corpus { digests: files.keys().cloned().collect(), ..Corpus::default() };
    for (number, bytes) in files.values().enumerate() {
        let _ = writeln!(io::stderr(), "{} of {}", number + 1, files.len());
        corpus.add(bytes, settings.tileiras, &mut store, &folder);
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(corpus)
}

/// The bytecode files below a folder, by digest.
fn files(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "tileirbc") {
                let bytes = std::fs::read(path)?;
                found.insert(Digest::of(&[&bytes]).text(), bytes);
            }
        }
    }
    Ok(found)
}

impl Corpus {
    fn add(&mut self, bytes: &[u8], tileiras: bool, store: &mut Store, folder: &Path) {
        let module = Module::from_bytecode(bytes).and_then(|module| module.verify().map(|()| module));
        let module = match module {
            Ok(module) => module,
            Err(error) => return self.invalid.push(error.to_string()),
        };
        let ir = module.ir();
        let multiplies = walk::preorder(&ir.body, ir.root).any(|op| PRODUCTS.contains(&ir.spec(op).mnemonic));
        self.products += usize::from(multiplies);
        for target in TARGETS {
            let count = self.targets.entry(target).or_default();
            let ours = count.add(&module, target, multiplies);
            if tileiras && multiplies {
                count.compare(ours, theirs(bytes, target, store, folder));
            }
        }
    }
}

impl Count {
    /// Compiles a module, and returns the unit of its products; none if it is refused.
    fn add(&mut self, module: &Module, target: &str, multiplies: bool) -> Option<Unit> {
        let options = Options { target: Some(target.to_owned()), remarks: true, ..Options::default() };
        let made = match compile(Program::CudaTile(Box::new(module.ir().clone())), &options) {
            Ok(made) => made,
            Err(found) => {
                self.refused += 1;
                *self.reasons.entry(format!("refused: {}", found[0].message)).or_default() += 1;
                return None;
            }
        };
        let (agents, reason) = path(&made);
        let unit = unit(&made);
        *self.ours.entry((agents, multiplies.then_some(unit))).or_default() += 1;
        if let Some(reason) = reason.filter(|_| multiplies) {
            *self.reasons.entry(reason).or_default() += 1;
        }
        Some(unit)
    }

    fn compare(&mut self, ours: Option<Unit>, theirs: Option<Unit>) {
        let Some(theirs) = theirs else {
            self.refused_by_theirs += 1;
            return;
        };
        *self.theirs.entry(theirs).or_default() += 1;
        self.slower += usize::from(ours.is_none_or(|ours| ours > theirs));
    }
}

/// Whether the kernels of a module have agents, and the reasons of `generate-schedule` against them.
fn path(made: &Compiled) -> (bool, Option<String>) {
    let said = || {
        let scheduled =
            |args: &[(_, String)]| args.iter().any(|(name, value)| *name == "Pass" && value == SCHEDULES);
        made.remarks.iter().filter(move |remark| scheduled(&remark.args))
    };
    let agents = said().any(|remark| remark.kind == Kind::Passed);
    let missed = said().find(|remark| remark.kind == Kind::Missed);
    (agents, missed.map(|remark| remark.message.clone()))
}

/// The unit that computes the products of our PTX.
fn unit(made: &Compiled) -> Unit {
    let text = String::from_utf8_lossy(&made.bytes);
    if text.contains("wgmma.mma_async") || text.contains("tcgen05.mma") {
        Unit::AsyncTensorCore
    } else if text.contains("mma.sync") {
        Unit::TensorCore
    } else {
        Unit::Threads
    }
}

/// The unit that computes the products of the closed compiler's machine code; none if it refuses the module.
fn theirs(bytes: &[u8], target: &str, store: &mut Store, folder: &Path) -> Option<Unit> {
    let tool = CLOSED.find("tileiras")?;
    let how = format!("unit {} {target}", CLOSED.number());
    let result = store.result(&how, bytes, || {
        let cubin = folder.join("theirs.cubin");
        let compiled = sides::closed_code(&tool, bytes, target, &cubin, folder).ok();
        let unit = compiled.and_then(|_| machine::unit(&cubin));
        unit.map_or(Value::Null, |unit| json!(unit as u64))
    });
    let units = [Unit::AsyncTensorCore, Unit::TensorCore, Unit::Threads];
    units.into_iter().find(|unit| result.as_u64() == Some(*unit as u64))
}
