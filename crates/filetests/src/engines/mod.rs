//! Programs on every engine: `tests/run`, the examples and the seeds' programs, and random ones.
//!
//! The reference interpreter says what is right. What the language fixes must be equal bit for bit (`exactness`): every
//! defined element of every tile, memory, and what is printed. Of mathematical functions the results on equal operands
//! must be within [`ULPS`], those of float products within what the order of their sums may change (`products`); what depends on
//! them is not compared. A program that the reference interpreter stops is
//! undefined: another engine may do anything with it but fail itself.

mod agents;
mod closeness;
mod clusters;
mod compiled;
mod exactness;
mod expected;
mod facts;
mod instrumented;
mod libnvvm;
mod opaque_constants;
mod products;
pub mod random_products;
pub mod recorded;
pub mod targets;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use cpu::{Cpu, Preparation, Prepared};
use libtest_mimic::{Failed, Trial};
use reference::Reference;
use smith::BUFFER_ELEMENTS;
use tilewright::Version;
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::ops::Opcode;
use tilewright::driver::run::Request;
use tilewright::ir::{Op, Value, ValueDef};
use tilewright::launch::arg::{Bound, Param, bind};
use tilewright::launch::{BlockId, Externs, Grid, LaunchError, Options, Output, TileShape};
use tilewright::numerics::{Scalar, convert};

use crate::{files, header};
pub use closeness::ULPS;

use closeness::Closeness;
use exactness::Taint;
use facts::Facts;

/// Steps of a run on the reference interpreter. A program of the tests that needs more has the wrong launch.
const STEPS: u64 = 20_000_000;

/// A program, and how it is launched.
pub struct Case<'m> {
    /// The program.
    pub module: &'m Module,
    /// Its entry.
    pub entry: Op,
    /// Tile blocks.
    pub grid: Grid,
    /// Arguments as on the command line.
    pub args: Vec<String>,
    /// Numbers of threads to run with.
    pub threads: Vec<usize>,
    /// No tile block touches what another one does, so that nothing depends on who comes first.
    pub apart: bool,
}

/// Counts of comparisons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Elements of tiles and memory that were equal.
    pub equal: u64,
    /// Elements of tiles that were close.
    pub close: u64,
    /// Elements that engines may disagree about.
    pub open: u64,
    /// Programs that the reference interpreter stopped.
    pub undefined: u64,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Compared) {
        self.equal += other.equal;
        self.close += other.close;
        self.open += other.open;
        self.undefined += other.undefined;
    }
}

/// The output of each block.
#[derive(Default, PartialEq, Eq, Debug)]
struct Printed(BTreeMap<BlockId, String>);

impl Output for Printed {
    fn print(&mut self, block: BlockId, text: &str) {
        self.0.entry(block).or_default().push_str(text);
    }
}

impl Case<'_> {
    fn entry_name(&self) -> String {
        let entries = tilewright::driver::run::entries(self.module);
        entries.into_iter().find(|entry| entry.op == self.entry).map_or(String::new(), |entry| entry.name)
    }

    fn bind(&self) -> Result<Bound, String> {
        let types = reference::entry_params(self.module, self.entry).map_err(|error| error.to_string())?;
        let names = facts::parameters(self.module, self.entry);
        let name =
            |value: &Value| self.module.body.name(*value).map(|name| self.module.text(name).into_owned());
        let params: Vec<Param> =
            names.iter().zip(types).map(|(value, ty)| Param { name: name(value), ty }).collect();
        let mut read = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
        bind(&self.args, &params, u64::MAX, &mut read).map_err(|error| error.message)
    }

    /// The number of tile blocks that may access the same memory.
    fn contending_blocks(&self) -> u64 {
        if self.apart { 1 } else { self.grid.blocks() }
    }

    /// Runs the program on both engines and compares.
    ///
    /// # Errors
    /// The first difference.
    pub fn compare(&self) -> Result<Compared, String> {
        let name = self.entry_name();
        let mut facts = Facts::new(self.module, self.entry, [0; 3]);
        let mut expected = self.bind()?;
        let mut printed = Printed::default();
        let ran = {
            let mut launch = expected.launch(&name, self.grid);
            let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
            let engine = Reference { externs: externs(), ..Reference::default() };
            engine.run(self.module, &mut launch, &mut options, &mut facts)
        };
        let mut how = Preparation::default();
        how.externs = externs();
        let prepared = match Prepared::new(self.module, &name, &how) {
            Ok(prepared) => prepared,
            // A program that the reference interpreter stops may be refused by the engine.
            Err(error) if ran.is_err() => {
                let _ = error;
                return Ok(Compared { undefined: 1, ..Compared::default() });
            }
            Err(error) => return Err(format!("cpu: {error}")),
        };
        let wanted = match &ran {
            Ok(_) => Wanted {
                case: self,
                taint: Taint::new(self.module, self.entry, &facts, self.contending_blocks()),
                facts: &facts,
                expected: &expected,
                printed: &printed,
            },
            Err(error) => return self.undefined(&prepared, &name, error),
        };
        let mut compared = Compared::default();
        for &threads in &self.threads {
            compared += wanted
                .plain(&prepared, &name, threads)
                .map_err(|error| format!("{threads} threads: {error}"))?;
        }
        compared += wanted.watched(&name, &how)?;
        Ok(compared)
    }

    /// An undefined program must not crash the engine, and traps of the same kind have the same code.
    fn undefined(&self, prepared: &Prepared, name: &str, expected: &LaunchError) -> Result<Compared, String> {
        let compared = Compared { undefined: 1, ..Compared::default() };
        let mut bound = self.bind()?;
        let mut printed = Printed::default();
        let mut options = Options { step_budget: Some(STEPS), ..Options::new(&mut printed) };
        let ran = Cpu::default().watch(prepared, &mut bound.launch(name, self.grid), &mut options, [0; 3]).0;
        match (expected, ran) {
            (LaunchError::Trap(expected), Err(LaunchError::Trap(found)))
                if expected.code == found.code && expected.to_string() != found.to_string() =>
            {
                Err(format!("the trap says {:?} instead of {:?}", found.to_string(), expected.to_string()))
            }
            (LaunchError::Trap(_), _) => Ok(compared),
            (LaunchError::Engine(error), Ok(_)) => Err(format!("the reference interpreter fails: {error}")),
            (LaunchError::Engine(_), Err(_)) => Ok(compared),
        }
    }
}

/// The expected results of a run.
struct Wanted<'w> {
    case: &'w Case<'w>,
    taint: Taint,
    facts: &'w Facts<'w>,
    expected: &'w Bound,
    printed: &'w Printed,
}

impl Wanted<'_> {
    /// Memory and prints of a run as users run it.
    fn plain(&self, prepared: &Prepared, name: &str, threads: usize) -> Result<Compared, String> {
        let mut found = self.case.bind()?;
        let mut printed = Printed::default();
        let mut options = Options { threads: NonZeroUsize::new(threads), ..Options::new(&mut printed) };
        let engine = Cpu::default();
        let ran = engine.watch(prepared, &mut found.launch(name, self.case.grid), &mut options, [0; 3]).0;
        ran.map_err(|error| format!("the reference interpreter ends well, but the CPU engine: {error}"))?;
        if !self.taint.prints(self.case.module, self.case.entry) && printed != *self.printed {
            return Err(format!("prints {:?} instead of {:?}", printed.0, self.printed.0));
        }
        self.memory(&found)
    }

    fn memory(&self, found: &Bound) -> Result<Compared, String> {
        let mut compared = Compared::default();
        for (expected, found) in self.expected.buffers.iter().zip(&found.buffers) {
            let (left, right) = (expected.buffer.view(), found.buffer.view());
            if self.taint.parameter(expected.argument) {
                compared.open += left.len() as u64;
                continue;
            }
            if left.is_empty() || expected.buffer.bytes() == found.buffer.bytes() {
                compared.equal += left.len() as u64;
                continue;
            }
            let differs = (0..left.len()).find(|&index| left.get(index) != right.get(index));
            return Err(format!(
                "element {differs:?} of argument {} is {:x?} instead of {:x?}",
                expected.argument + 1,
                differs.and_then(|index| right.get(index)),
                differs.and_then(|index| left.get(index)),
            ));
        }
        Ok(compared)
    }

    /// Every tile of block 0 of a run that shows all of them.
    fn watched(&self, name: &str, how: &Preparation) -> Result<Compared, String> {
        let module = self.case.module;
        let values = self.facts.watched();
        let prepared =
            Prepared::watching(module, name, how, values).map_err(|error| format!("cpu: {error}"))?;
        let mut found = self.case.bind()?;
        let mut printed = Printed::default();
        let mut options = Options { threads: NonZeroUsize::new(1), ..Options::new(&mut printed) };
        let (ran, seen) =
            Cpu::default().watch(&prepared, &mut found.launch(name, self.case.grid), &mut options, [0; 3]);
        ran.map_err(|error| format!("with values shown: {error}"))?;
        let mut compared = self.memory(&found).map_err(|error| format!("with values shown: {error}"))?;
        for (&value, bits) in values.iter().zip(&seen) {
            compared += self.tile(value, bits.as_deref())?;
        }
        Ok(compared)
    }

    fn tile(&self, value: Value, found: Option<&[u64]>) -> Result<Compared, String> {
        let module = self.case.module;
        let mut compared = Compared::default();
        let (expected, found) = match (self.facts.tile(value), found) {
            (Some(expected), Some(found)) => (expected, found),
            (None, None) => return Ok(compared),
            // Whether a tile is computed at all may depend on what is open.
            (_, _) if self.taint.value(value) => return Ok(compared),
            (expected, _) => {
                let computed = if expected.is_some() { "not computed" } else { "computed all the same" };
                return Err(format!("{} is {computed}", described(module, value)));
            }
        };
        let elem = module.ty(value).as_tile().and_then(|tile| tile.elem().scalar());
        let closeness = Closeness::of(module, &self.taint, self.facts, value);
        for (index, (&want, &got)) in expected.bits.iter().zip(found).enumerate() {
            let undefined = expected.undefined.get(index).copied().unwrap_or(false);
            let close = || elem.is_some_and(|elem| closeness.admits(elem, index, want, got));
            match () {
                () if undefined || matches!(closeness, Closeness::Open) => compared.open += 1,
                () if want == got => compared.equal += 1,
                () if close() => compared.close += 1,
                () => {
                    let what = described(module, value);
                    return Err(format!("element {index} of {what} is {got:#x} instead of {want:#x}"));
                }
            }
        }
        Ok(compared)
    }
}

/// "the result of `addf` (%sum)".
fn described(module: &Module, value: Value) -> String {
    let name = module.body.name(value).map_or(String::new(), |name| format!(" (%{})", module.text(name)));
    match module.body.def(value) {
        ValueDef::Result(op, number) => {
            format!("result {number} of `{}`, {}{name}", module.spec(op).mnemonic, module.ty(value))
        }
        ValueDef::Arg(_, number) => format!("block argument {number}, {}{name}", module.ty(value)),
    }
}

/// The external functions of random modules. A result is the first operand of its type with all elements one place further, or,
/// if there is none, consists of ones: what programs promise about numbers holds for these too.
pub fn externs() -> Externs {
    let mut externs = Externs::default();
    for symbol in smith::EXTERNALS {
        externs.define_tile(symbol, |call| {
            let result = |shape: &TileShape| match call.operands.iter().find(|operand| operand.shape == shape)
            {
                Some(operand) => {
                    let mut bits = operand.bits.to_vec();
                    bits.rotate_right(1);
                    bits
                }
                None if shape.scalar.is_float() => vec![convert::from_f64(shape.scalar, 1.0); shape.len()],
                None => vec![1; shape.len()],
            };
            Ok(call.results.iter().map(result).collect())
        });
    }
    externs
}

/// Options for the random program of a seed: with the newest version, every second one has external functions.
pub fn random_options(all: &[(Opcode, Scalar, Version)], seed: u64) -> smith::Options {
    let (version, focus) = focus(all, seed);
    let turn = seed / Version::ALL.len() as u64;
    let preview = version == Version::LATEST && turn.is_multiple_of(2);
    smith::Options { version, focus, preview, ..smith::Options::default() }
}

/// A case for a random module of `smith`: buffers of ones.
pub fn random_case(module: &Module, version: Version, threads: Vec<usize>) -> Case<'_> {
    let args = smith::arguments(version, BUFFER_ELEMENTS, |_| "ones".to_owned());
    let entry = tilewright::driver::run::entries(module)[0].op;
    Case { module, entry, grid: Grid::ONE, args, threads, apart: true }
}

/// A case for a random module of `smith` that keeps to slices: that number of tile blocks, on small whole numbers.
pub fn sliced_case(
    module: &Module,
    version: Version,
    blocks: u32,
    threads: Vec<usize>,
    seed: u64,
) -> Case<'_> {
    let elements = BUFFER_ELEMENTS * u64::from(blocks);
    let args = smith::arguments(version, elements, |scalar| whole_numbers(scalar, seed));
    let entry = tilewright::driver::run::entries(module)[0].op;
    let grid = Grid::new(blocks, 1, 1).unwrap_or(Grid::ONE);
    Case { module, entry, grid, args, threads, apart: true }
}

/// Numbers that keep the promises of random programs: integers are positive, so that nothing is divided by zero.
fn whole_numbers(scalar: Scalar, seed: u64) -> String {
    match scalar {
        Scalar::I1 | Scalar::F8E8M0FNU => "ones".to_owned(),
        Scalar::FNV8E5M3FNU => format!("randint(1,5,seed={seed})"),
        _ if scalar.is_int() => format!("randint(1,5,seed={seed})"),
        _ => format!("randint(-3,4,seed={seed})"),
    }
}

/// Random programs of one test.
const RANDOM: u64 = 40;

/// One test a program, and some for random ones.
pub fn trials() -> Vec<Trial> {
    let paths = files::find("tests/run", "mlir").into_iter().chain(files::find("examples", "mlir"));
    let files = paths.map(|path| Trial::test(format!("engines {path}"), move || test(&path)));
    let random = (0..8u64).map(|number| {
        let first = number * RANDOM;
        Trial::test(format!("engines random {first}.."), move || Ok(random(first, RANDOM)?))
    });
    files
        .chain(random)
        .chain(targets::trials())
        .chain(targets::random_trials())
        .chain(libnvvm::trials())
        .chain(products::trials())
        .collect()
}

fn random(first: u64, count: u64) -> Result<(), String> {
    let all = smith::foci();
    for seed in first..first + count {
        let options = random_options(&all, seed);
        let version = options.version;
        let module = smith::generate(seed, &options);
        let case = random_case(&module, version, vec![1]);
        case.compare().map_err(|error| format!("seed {seed}, version {version}: {error}"))?;
        // Every other one on several tile blocks as well.
        if seed % 2 == 0 {
            sliced(&all, seed).map_err(|error| format!("seed {seed}, version {version}, slices: {error}"))?;
        }
    }
    Ok(())
}

/// Compares the random program of a seed on several tile blocks and threads, with whole numbers everywhere.
pub fn sliced(all: &[(Opcode, Scalar, Version)], seed: u64) -> Result<Compared, String> {
    let options = smith::Options { slices: true, whole: true, ..random_options(all, seed) };
    let module = smith::generate(seed, &options);
    let blocks = 2 + (seed % 7) as u32;
    sliced_case(&module, options.version, blocks, vec![1, 2, 3], seed).compare()
}

/// The version of a seed, and the ops that its program must have: with ascending seeds all of them come around.
pub fn focus(all: &[(Opcode, Scalar, Version)], seed: u64) -> (Version, Vec<(Opcode, Scalar)>) {
    /// Wanted ops of one program.
    const WANTED: usize = 32;
    let versions = Version::ALL.len() as u64;
    let version = Version::ALL[(seed % versions) as usize];
    let here: Vec<(Opcode, Scalar)> =
        all.iter().filter(|focus| focus.2 == version).map(|&(opcode, scalar, _)| (opcode, scalar)).collect();
    let start = (seed / versions) as usize * WANTED;
    (version, (0..WANTED).map(|offset| here[(start + offset) % here.len()]).collect())
}

fn test(path: &str) -> Result<(), Failed> {
    let Some((_, module)) = crate::property::valid_module(path)? else { return Ok(()) };
    for run in header::runs(&files::read(path)?)? {
        let mut words = vec!["tilewright".to_owned(), run.words[0].clone(), path.to_owned()];
        words.extend(run.words[1..].iter().cloned());
        let Some(request) = cli::run_request(&words) else { continue };
        let case = case(&module, &request)?;
        case.compare().map_err(|error| format!("{}: {error}", run.words.join(" ")))?;
    }
    Ok(())
}

/// The case of a command; the seeds of its schedules and its budget do not count.
fn case<'m>(module: &'m Module, request: &Request) -> Result<Case<'m>, String> {
    let entries = tilewright::driver::run::entries(module);
    let wanted = entries.iter().find(|entry| request.entry.as_ref().is_none_or(|name| *name == entry.name));
    let entry = wanted.ok_or("no such entry")?.op;
    let (grid, args) = (request.grid, request.args.clone());
    Ok(Case { module, entry, grid, args, threads: vec![1, 2, 3], apart: false })
}
