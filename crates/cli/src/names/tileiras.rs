//! `tileiras`: bytecode to machine code.

#![allow(clippy::disallowed_methods, reason = "a front door")]

use diag::{Diagnostic, Source};
use tilewright::driver::artefact::{self, Made};
use tilewright::driver::compat;
use tilewright::driver::compile::{Abi, Emit, Options, Program};
use tilewright::driver::input::reason;
use tilewright::driver::remarks::{Filter, Remark, Wanted, text, yaml};
use tilewright::driver::watch::Watch;
use tilewright::verify::HintMode;

use super::flags::{Parsed, parse};
use super::help::{Help, version};
use super::input::{Bytecode, Rules, read};
use super::options::OPTIONS;
use super::release::Release;
use super::warnings::{self, Places};
use super::{code, ended, messages, preview, remarks};
use crate::commands::compile::watched;
use crate::commands::said::DEFAULT_FILE;
use crate::io::Io;
use crate::{Exit, Outcome, Stop};

const TOOL: &str = "tileiras";

static HELP: Help = Help {
    overview: "tileiras: compiles CUDA Tile IR bytecode to machine code (Tilewright)",
    usage: "tileiras [options] <tile bytecode file>",
    flags: OPTIONS,
};

/// Variables that the closed compiler listens to, and what they come to here.
const VARIABLES: [(&str, &str); 3] = [
    ("TILEIR_ALWAYS_SWIZZLE", "layouts of shared memory are swizzled wherever banks would conflict"),
    ("TILEIR_PREFER_TMA_FOR_LOAD_STORE", "no access goes through tensor maps"),
    ("TILEIR_DELAY_TMA_STORE_WAIT", "no store goes through tensor maps"),
];

pub(super) fn run(words: Vec<String>, release: Release, io: &mut Io<'_>) -> Outcome {
    let parsed = parse(TOOL, OPTIONS, release, words);
    for line in parsed.wrong.iter().chain(&preview::wrong(TOOL, &parsed)) {
        writeln!(io.stderr, "{line}")?;
    }
    // Answered before wrong options end the run, in the order of the closed tool.
    if let Some(question) = parsed.question {
        write!(io.stdout, "{}", answer(question, release))?;
        return Ok(Exit::Success);
    }
    if !parsed.wrong.is_empty() || preview::wrong(TOOL, &parsed).is_some() {
        return ended(code::USAGE);
    }
    let Some(path) = parsed.positional.first().filter(|path| !path.is_empty()) else {
        write!(io.stdout, "{}", HELP.text(release, false))?;
        messages::error("no input file provided", io)?;
        return ended(code::USAGE);
    };
    match read(path) {
        Ok(bytecode) => checked(&parsed, release, path, &bytecode, io),
        Err(why) => {
            messages::error(&why, io)?;
            ended(code::USAGE)
        }
    }
}

fn answer(question: &str, release: Release) -> String {
    match question {
        "version" => version(TOOL, "compiler of CUDA Tile IR", release),
        "list-versions" => release.versions().map(|version| format!("{version}\n")).collect(),
        _ => HELP.text(release, question.ends_with("hidden")),
    }
}

/// The level of optimisation, or which option the closed tool refuses in addition to it.
fn level(parsed: &Parsed) -> Result<u8, String> {
    let level: i64 = parsed.value("opt-level").and_then(|text| text.parse().ok()).unwrap_or(3);
    let Some(level) = u8::try_from(level).ok().filter(|level| *level <= 3) else {
        return Err(format!("invalid optimization level: {level}; it is 0, 1, 2 or 3"));
    };
    if parsed.value("apply-controls").is_some_and(|path| !path.is_empty()) {
        return Err("--apply-controls is not supported on this platform".to_owned());
    }
    if parsed.on("device-debug") && level > 0 {
        return Err("optimized debugging is currently not supported; write -O0, or leave out -g".to_owned());
    }
    Ok(level)
}

/// Looks at the values of options, in the closed tool's order.
fn checked(parsed: &Parsed, release: Release, path: &str, bytecode: &Bytecode, io: &mut Io<'_>) -> Outcome {
    let of = match bytecode.version(release) {
        Ok(version) => version,
        Err(why) => {
            messages::error(&why, io)?;
            messages::help(&bytecode.remedy(release), io)?;
            return ended(code::BYTECODE);
        }
    };
    let Some(target) = parsed.value("gpu-name") else {
        let message = format!(
            "no GPU is named, so the bytecode (of version {of}) is compiled for none; write --gpu-name=sm_90, or another one"
        );
        messages::error(&message, io)?;
        return ended(code::VALUE);
    };
    let level = match level(parsed) {
        Ok(level) => level,
        Err(why) => {
            messages::error(&why, io)?;
            return ended(code::VALUE);
        }
    };
    let wanted = remarks::filter(|name| parsed.value(name));
    let yaml = parsed.value("remark-format") == Some("yaml");
    let file = parsed.value("remarks-output-file").filter(|name| !name.is_empty());
    let file = (yaml && !wanted.is_empty()).then(|| file.unwrap_or(DEFAULT_FILE));
    // Before the work, as a file that cannot be written makes it useless.
    if let Some(file) = file
        && let Err(error) = std::fs::write(file, "")
    {
        let why = reason(&error);
        messages::error(&format!("failed to enable optimization remarks: cannot write '{file}': {why}"), io)?;
        return ended(code::BYTECODE);
    }
    let options = Options {
        target: Some(target.to_owned()),
        emit: Emit::Cubin,
        level,
        abi: Abi::DropIn,
        line_info: parsed.on("lineinfo") || parsed.on("device-debug"),
        memcheck: parsed.value("sanitize").is_some(),
        remarks: !wanted.is_empty(),
        ..Options::default()
    };
    let job = Job { parsed, release, path, options, wanted, file };
    job.compile(bytecode, io)
}

/// A module to compile, and the destinations of messages and output.
struct Job<'a> {
    parsed: &'a Parsed,
    release: Release,
    path: &'a str,
    options: Options,
    wanted: Filter,
    /// Where remarks go as YAML.
    file: Option<&'a str>,
}

impl Job<'_> {
    fn compile(&self, bytecode: &Bytecode, io: &mut Io<'_>) -> Outcome {
        let source = Source::new(self.path, "");
        let hints = match (self.parsed.on("Wunsupported-hints"), self.parsed.on("Werr-hints")) {
            (false, _) => HintMode::Ignore,
            (true, false) => HintMode::Warn,
            (true, true) => HintMode::Error,
        };
        let rules = Rules { release: self.release, preview_simt: preview::simt(self.parsed), hints };
        let Some(mut module) = bytecode.decoded(&source, rules, io)? else { return ended(code::BYTECODE) };
        if let Some(why) = preview::libraries(self.parsed) {
            messages::error(&why, io)?;
            return ended(code::COMPILE);
        }
        // The closed compiler, too, makes a bool of a float by comparing it with zero.
        compat::interpret(&mut module);
        self.warn(io)?;
        let watch = Watch {
            before_all: self.parsed.on("print-before-all"),
            after_all: self.parsed.on("print-after-all"),
            ..Watch::default()
        };
        let places = Places::of(&module);
        // Passes must run to be shown, so the cache is not asked.
        let made = if watch.is_empty() {
            artefact::compile(module, &self.options, io.cache.as_ref())
        } else {
            watched(Program::CudaTile(Box::new(module)), &self.options, &watch, io)?.map(Made::from)
        };
        let made = match made {
            Ok(made) => made,
            Err(found) => return refused(&found, &source, io),
        };
        messages::say(&made.warnings, &source, io)?;
        let warns = self.release.warns_of_registers(self.options.level);
        let warnings = if warns { places.warnings(&made.pressure) } else { Vec::new() };
        self.remark(&made, &warnings, &source, io)?;
        self.write(&made.bytes, io)
    }

    /// Says what is taken and does nothing.
    fn warn(&self, io: &mut Io<'_>) -> Result<(), Stop> {
        for (name, means) in VARIABLES {
            let set = std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
            if set {
                writeln!(io.stderr, "warning: {name} changes nothing: {means}")?;
            }
        }
        Ok(())
    }

    fn remark(&self, made: &Made, warnings: &[Remark], source: &Source, io: &mut Io<'_>) -> Result<(), Stop> {
        let Some(file) = self.file else {
            for warning in warnings {
                write!(io.stderr, "{}", warnings::text(warning, source))?;
            }
            if self.wanted.is_empty() {
                return Ok(());
            }
            let times = self.release.times_of_a_remark();
            let remarks: Vec<Remark> =
                made.remarks.iter().flat_map(|remark| std::iter::repeat_n(remark.clone(), times)).collect();
            write!(io.stdout, "{}", text(&remarks, &self.wanted, source))?;
            return Ok(());
        };
        let mut documents = yaml(warnings, &Filter::every(Wanted::All), source);
        documents.push_str(&yaml(&made.remarks, &self.wanted, source));
        if let Err(error) = std::fs::write(file, documents) {
            writeln!(io.stderr, "warning: remarks cannot be written to '{file}': {}", reason(&error))?;
        }
        Ok(())
    }

    fn write(&self, bytes: &[u8], io: &mut Io<'_>) -> Outcome {
        let path = self.parsed.value("output-file").unwrap_or("elf.o");
        if path == "-" {
            io.stdout.write_all(bytes)?;
            return Ok(Exit::Success);
        }
        match std::fs::write(path, bytes) {
            Ok(()) => Ok(Exit::Success),
            Err(error) => {
                messages::error(&format!("cannot write output file '{path}': {}", reason(&error)), io)?;
                ended(code::VALUE)
            }
        }
    }
}

fn refused(found: &[Diagnostic], source: &Source, io: &mut Io<'_>) -> Outcome {
    messages::say(found, source, io)?;
    messages::error("failed to compile Tile IR program", io)?;
    ended(code::COMPILE)
}
