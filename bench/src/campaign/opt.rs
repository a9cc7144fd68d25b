//! The optimiser on random programs: what it makes is valid, no newer, clean, and computes the same, bit for bit.

use std::time::{Duration, Instant};

use smith::{BUFFER_ELEMENTS, Options, expressions, foci, generate};
use tilewright::bytecode::lowest_version;
use tilewright::cuda_tile::Module;
use tilewright::driver::optimize::{Failure, Request, optimize};
use tilewright::driver::run::{Request as Run, execute};
use tilewright::launch::arg::NamedBuffer;
use tilewright::{Scalar, Version};

/// Wanted ops of one module. Fewer than in `language`, because ops that are wanted leave less room for chains that the
/// optimiser can change.
const FOCI: usize = 8;
/// Operations that a run may take. As in `language`.
const STEPS: u64 = 2_000_000;
/// Everything that keeps results.
const PASSES: &str = "fixpoint(canonicalize,cse,licm,dce),loop-split,fixpoint(canonicalize,cse,licm,dce)";

/// Counts of the campaign.
#[derive(Default)]
pub struct Count {
    /// Modules made, of any ops and of dense expressions.
    pub modules: [u64; 2],
    /// Ops before and after.
    pub ops: [u64; 2],
    /// Programs whose results were compared.
    pub compared: u64,
    /// The first few failures.
    pub failures: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

/// Optimises modules with seeds 0 to `modules` - 1, every other one an expression.
pub fn opt(modules: u64) -> Count {
    let start = Instant::now();
    let mut count = Count::default();
    let all = foci();
    for seed in 0..modules {
        let is_expression = seed % 2 == 1;
        count.modules[usize::from(is_expression)] += 1;
        let (module, version) = if is_expression {
            (expressions::generate(seed, 40), Version::LATEST)
        } else {
            let version = Version::ALL[seed as usize / 2 % Version::ALL.len()];
            let here: Vec<_> = all.iter().filter(|focus| focus.2 == version).collect();
            let first = seed as usize * FOCI;
            let focus = (0..FOCI).map(|offset| here[(first + offset) % here.len()]);
            let focus = focus.map(|&(opcode, scalar, _)| (opcode, scalar)).collect();
            (generate(seed, &Options { version, focus, ..Options::default() }), version)
        };
        if let Err(error) = one(&module, version, &mut count)
            && count.failures.len() < 20
        {
            count.failures.push(format!("seed {seed}, version {version}: {error}"));
        }
    }
    count.time = start.elapsed();
    count
}

fn one(module: &Module, version: Version, count: &mut Count) -> Result<(), String> {
    let mut better = module.clone();
    passes(&mut better, PASSES)?;
    if lowest_version(&better) > lowest_version(module) {
        return Err("needs a newer version than before".to_owned());
    }
    let changes = passes(&mut better.clone(), tilewright::opt::CLEAN_UP)?;
    if changes > 0 {
        return Err("is not clean after one run".to_owned());
    }
    for (module, ops) in [module, &better].into_iter().zip(&mut count.ops) {
        *ops += tilewright::ir::walk::preorder(&module.body, module.root).count() as u64;
    }
    // A program that traps may do anything else instead.
    if let Ok(before) = run(module, version) {
        count.compared += 1;
        let after = run(&better, version).map_err(|error| format!("traps when optimised: {error}"))?;
        if before != after {
            return Err("computes something else".to_owned());
        }
    }
    Ok(())
}

/// Runs passes, verifying after each; how many runs changed something.
fn passes(module: &mut Module, text: &str) -> Result<u32, String> {
    let request = Request { passes: Some(text.to_owned()), verify_each: true, ..Request::default() };
    match optimize(module, &request, &mut |_| {}) {
        Ok(timings) => Ok(timings.iter().map(|timing| timing.changes).sum()),
        Err(Failure::Request(diagnostic, _)) => Err(diagnostic.message),
        Err(Failure::Broken(pass, found)) => Err(format!("{pass}: {}", found[0].message)),
    }
}

fn run(module: &Module, version: Version) -> Result<Vec<NamedBuffer>, String> {
    let args = smith::arguments(version, BUFFER_ELEMENTS, |scalar| fill(scalar).to_owned());
    let request = Run { args, steps: Some(STEPS), ..Run::default() };
    let no_files = |path: &str| Err(format!("{path}: no files here"));
    let results = execute(module, &request, &no_files, &mut String::new());
    results.map(|results| results.bound.buffers).map_err(|failure| failure.diagnostic.message)
}

fn fill(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => "randint(-100,100,seed=1)",
        Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 => "randn(seed=1)",
        Scalar::I1
        | Scalar::I4
        | Scalar::TF32
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => "ones",
    }
}

impl Count {
    /// The count in words.
    pub fn report(&self) -> String {
        let [general, expressions] = self.modules;
        let [before, after] = self.ops;
        let mut text = format!(
            "modules of any ops: {general}\nexpressions: {expressions}\nops before: {before}\nops after: {after}\n\
             programs whose results were compared, bit for bit: {}\nseconds: {:.0}\nfailures: {}\n",
            self.compared,
            self.time.as_secs_f64(),
            self.failures.len(),
        );
        for failure in &self.failures {
            text.push_str(&format!("  {failure}\n"));
        }
        text
    }
}
