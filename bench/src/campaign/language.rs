//! Large counts: random modules through everything, with every op, type and version counted.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use filetests::engines::externs;
use smith::{BUFFER_ELEMENTS, Options, foci, generate};
use tilewright::Version;
use tilewright::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::equal::same_program;
use tilewright::diag::Source;
use tilewright::driver::run::{Request, execute};
use tilewright::text::{Names, ParseOptions, PrintOptions, Style, parse, print};
use tilewright::verify::{VerifyOptions, verify};

/// Wanted ops of one module: that many combinations of op, type and version come around with each module.
const FOCI: usize = 32;
/// Operations that a run may take. Random loops may run long; a program that takes more is counted and not compared.
const STEPS: u64 = 2_000_000;

/// Counts of the campaign.
#[derive(Default)]
pub struct Count {
    /// Modules made.
    pub modules: u64,
    /// Modules among them with content of the preview `simt`.
    pub previews: u64,
    /// How often each op, type and version was asked for, by name.
    pub combinations: BTreeMap<String, u64>,
    /// Bytecode files written and read back.
    pub files: u64,
    /// Runs that ended well.
    pub completed: u64,
    /// Runs that ended in a trap, by code.
    pub traps: BTreeMap<String, u64>,
    /// The first few failures.
    pub failures: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

/// Sends modules with seeds 0 to `modules` - 1 through verifier, text, bytecode and `reference`.
pub fn language(modules: u64) -> Count {
    let all = foci();
    let start = Instant::now();
    let mut count = Count::default();
    let mut next = vec![0usize; Version::ALL.len()];
    for seed in 0..modules {
        let index = seed as usize % Version::ALL.len();
        let version = Version::ALL[index];
        let here: Vec<_> = all.iter().filter(|focus| focus.2 == version).collect();
        // Combinations come in turn for each version, so that all of them have about the same count.
        let focus = (0..FOCI).map(|offset| here[(next[index] + offset) % here.len()]);
        let focus: Vec<_> = focus.map(|&(opcode, scalar, _)| (opcode, scalar)).collect();
        next[index] = (next[index] + FOCI) % here.len();
        for (opcode, scalar) in &focus {
            *count
                .combinations
                .entry(format!("{} {scalar} {version}", opcode.spec().mnemonic))
                .or_default() += 1;
        }
        // Every other module of the newest version has external functions; only that version has previews.
        let preview = version == Version::LATEST && (seed / Version::ALL.len() as u64).is_multiple_of(2);
        let module = generate(seed, &Options { version, focus, preview, ..Options::default() });
        count.modules += 1;
        count.previews += u64::from(preview);
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
    let rules = VerifyOptions { version, preview_simt: true, ..VerifyOptions::default() };
    if let Some(error) = verify(module, &rules).diagnostics.iter().find(|d| d.is_error()) {
        return Err(format!("verify: {}", error.message));
    }
    for (style, names) in [(Style::Canonical, Names::Canonical), (Style::Generic, Names::Canonical)] {
        let text = print(module, &PrintOptions { style, names, ..PrintOptions::default() });
        let source = Source::new("generated", text.as_str());
        let again = parse(&source, &ParseOptions::default());
        let again = again.module.ok_or_else(|| format!("{style:?}: {}", again.diagnostics[0].message))?;
        same_program(module, &again).map_err(|difference| format!("{style:?}: {difference}"))?;
    }
    for target in Version::ALL.into_iter().filter(|&target| target >= version) {
        let options = EncodeOptions { version: Some(target), preview_simt: true, ..EncodeOptions::default() };
        let bytes =
            encode(module, &options).map_err(|found| format!("encode {target}: {}", found[0].message))?;
        let reading = DecodeOptions { preview_simt: true, ..DecodeOptions::default() };
        let decoded = decode(&bytes, &reading).map_err(|e| format!("decode {target}: {}", e.message))?;
        let again = encode(&decoded.module, &options)
            .map_err(|found| format!("encode again: {}", found[0].message))?;
        // Decoding may drop nothing that encoding would write.
        if bytes != again {
            return Err(format!("bytecode {target} is not the same after a round trip"));
        }
        count.files += 1;
    }
    run(module, version, count)
}

fn run(module: &Module, version: Version, count: &mut Count) -> Result<(), String> {
    let args = smith::arguments(version, BUFFER_ELEMENTS, |_| "ones".to_owned());
    let request = Request { args, steps: Some(STEPS), externs: externs(), ..Request::default() };
    let no_files = |path: &str| Err(format!("{path}: no files here"));
    let mut printed = String::new();
    match execute(module, &request, &no_files, &mut printed) {
        Ok(_) => count.completed += 1,
        // A trap is the program's; anything else is ours.
        Err(error) if error.diagnostic.code.0.starts_with("E05") => {
            *count.traps.entry(error.diagnostic.code.0.to_owned()).or_default() += 1;
        }
        Err(error) => return Err(format!("run: {}", error.diagnostic.message)),
    }
    Ok(())
}

impl Count {
    /// The count in words.
    pub fn report(&self) -> String {
        let fewest = self.combinations.iter().min_by_key(|(_, n)| **n);
        let fewest = fewest.map_or("none".to_owned(), |(name, n)| format!("{n} ({name})"));
        let traps: Vec<String> = self.traps.iter().map(|(code, n)| format!("{code}: {n}")).collect();
        let mut text = format!(
            "modules: {}, of which {} with previews\ncombinations of op, type and version: {}, the rarest {fewest} times\nbytecode files: {}\n\
             runs that ended well: {}\ntraps: {}\nseconds: {:.0}\nfailures: {}\n",
            self.modules,
            self.previews,
            self.combinations.len(),
            self.files,
            self.completed,
            if traps.is_empty() { "none".to_owned() } else { traps.join(", ") },
            self.time.as_secs_f64(),
            self.failures.len(),
        );
        for failure in &self.failures {
            text.push_str(&format!("  {failure}\n"));
        }
        text
    }
}
