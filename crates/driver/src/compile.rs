//! Compilation: from text of any level, or bytecode, to PTX and cubins.
//!
//! The first word of a text determines its level ([`level`]). A [`Program`] is lowered level by level to the requested output;
//! the module of each level can be inspected on the way.

mod finish;
mod options;
mod to_tileas;

use diag::{Diagnostic, Source};
use nvvm::Nvvm;
use tileaa::TileAa;
use tileas::TileAs;
use tileas::from_tileaa::NoRoom;

use crate::metadata::Kernel;
use crate::remarks::{self, Pressure, Remark};
use crate::targets::{self, TARGETS, TargetRow};
use crate::watch::{Recorder, Seen, Shown, Watch};
pub use tileas::attributes::ExecutionPath;

pub use crate::metadata::Abi;

use crate::{codes, limits, path, reach};
pub use options::{Emit, Options};
use to_tileas::tiles_of_threads;

/// What was made.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// Its bytes: text, or machine code.
    pub bytes: Vec<u8>,
    /// What is to be said in any case.
    pub warnings: Vec<Diagnostic>,
    /// What was done and what was not, where that was asked for.
    pub remarks: Vec<Remark>,
    /// Kernels of which more is live than registers hold, where machine code or remarks are wanted.
    pub pressure: Vec<Pressure>,
    /// What each level made on the way: its name and its text, where that was asked for.
    pub levels: Vec<(&'static str, String)>,
    /// How its kernels are launched.
    pub kernels: Vec<Kernel>,
    /// The same as JSON, with their parameters; empty where no PTX was made.
    pub metadata: String,
}

/// A module of a level that compiles.
#[derive(Clone)]
pub enum Program {
    /// Level 1.
    CudaTile(Box<cuda_tile::Module>),
    /// Level 2.
    TileAa(Box<tileaa::Module>),
    /// Level 3.
    TileAs(Box<tileas::Module>),
    /// Level 4.
    Nvvm(Box<nvvm::Module>),
}

impl Program {
    /// Gives ops the lines of the text as their locations, where it says no others.
    pub fn locate(&mut self, source: &Source) {
        match self {
            Program::CudaTile(module) => ir::own_lines::locate(module, source),
            Program::TileAa(module) => ir::own_lines::locate(module, source),
            Program::TileAs(module) => ir::own_lines::locate(module, source),
            Program::Nvvm(module) => ir::own_lines::locate(module, source),
        }
    }
}

/// Which level below the first a text is, by its first word; where names of layouts are defined first, by the word after
/// them.
pub fn level(text: &str) -> Option<&'static str> {
    let passed = |line: &&str| !line.is_empty() && !line.starts_with("//");
    let mut lines = text.lines().map(str::trim).filter(passed);
    let first = lines.next()?;
    let of = |line: &str| ["tileaa", "tileas", "nvvm"].into_iter().find(|name| starts_module(line, name));
    // A definition may go on for several lines.
    of(first).or_else(|| first.starts_with('#').then(|| lines.find_map(of)).flatten())
}

fn starts_module(line: &str, level: &str) -> bool {
    line.strip_prefix(level).is_some_and(|rest| rest.starts_with(".module"))
}

/// A target of the table.
///
/// # Errors
/// When there is none of that name: the list.
pub fn target(name: &str) -> Result<&'static TargetRow, Box<Diagnostic>> {
    targets::named(name).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|row| row.name).collect();
        let error = Diagnostic::error(codes::TARGET, format!("`{name}` is no target"));
        let error = error.note(format!("targets are: {}", known.join(", ")));
        let near = targets::nearest(name).map(|row| format!("did you mean `{}`?", row.name));
        Box::new(error.help(near.unwrap_or_else(|| "`tilewright targets` lists the GPUs".to_owned())))
    })
}

/// Reads and verifies text of level 2, 3 or 4; none when it is text of another kind.
///
/// # Errors
/// What is wrong with it.
pub fn read(source: &Source) -> Result<Option<Program>, Vec<Diagnostic>> {
    Ok(match level(source.text()) {
        Some("tileaa") => Some(Program::TileAa(Box::new(plain::<TileAa>(source)?))),
        Some("tileas") => Some(Program::TileAs(Box::new(plain::<TileAs>(source)?))),
        Some(_) => Some(Program::Nvvm(Box::new(plain::<Nvvm>(source)?))),
        None => None,
    })
}

/// What is wrong with text of level 2, 3 or 4; none when it is text of another kind.
pub fn check(source: &Source) -> Option<Vec<Diagnostic>> {
    match read(source) {
        Ok(program) => program.map(|_| Vec::new()),
        Err(found) => Some(found),
    }
}

fn plain<L: ir::generic::GenericLevel>(source: &Source) -> Result<ir::Module<L>, Vec<Diagnostic>> {
    let parsed = ir::generic::parse::<L>(source);
    let Some(module) = parsed.module else { return Err(parsed.diagnostics) };
    let wrong = ir::generic::verify(&module);
    if wrong.is_empty() { Ok(module) } else { Err(wrong) }
}

/// Compiles a verified module.
///
/// # Errors
/// What cannot be made of it, and why.
pub fn compile(program: Program, options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    watched(program, options, &Watch::default(), &mut |_| {})
}

/// As [`compile`]; what a watch asks for is shown on the way, also when the end is not reached.
///
/// # Errors
/// What cannot be made of it, and why.
pub fn watched(
    program: Program,
    options: &Options,
    watch: &Watch,
    show: &mut dyn FnMut(Seen),
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut recorder = Recorder::new(watch, show);
    let made = by_choice(program, options, &mut recorder);
    recorder.finish();
    made
}

/// Why there is no result.
enum Stop {
    Wrong(Vec<Diagnostic>),
    /// The agents of these kernels do not fit into a thread block.
    NoRoom(Vec<NoRoom>),
}

impl From<Vec<Diagnostic>> for Stop {
    fn from(wrong: Vec<Diagnostic>) -> Stop {
        Stop::Wrong(wrong)
    }
}

/// Compiles kernels without agents where these have no room and the path is left to the compiler: what a kernel needs beside the stages
/// of agents is known when its layouts are. Each turn takes the agents of at least one more kernel, so there are no more turns than kernels
/// and one.
fn by_choice(
    program: Program,
    options: &Options,
    recorder: &mut Recorder<'_>,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut refused = Vec::new();
    loop {
        match lowered(program.clone(), options, &refused, recorder) {
            Ok(compiled) => return Ok(compiled),
            Err(Stop::Wrong(wrong)) => return Err(wrong),
            Err(Stop::NoRoom(more)) => refused.extend(more),
        }
    }
}

/// Lowers a program to the requested output, without agents for the `refused` kernels.
fn lowered(
    program: Program,
    options: &Options,
    refused: &[NoRoom],
    recorder: &mut Recorder<'_>,
) -> Result<Compiled, Stop> {
    let mut compiled = Compiled::default();
    let row = match &options.target {
        Some(name) => Some(target(name).map_err(|why| vec![*why])?),
        None => None,
    };
    let needed = || {
        let error = Diagnostic::error(codes::TARGET, "no target is named");
        vec![error.help("name one, such as `--target sm_90a`; `tilewright targets` lists them")]
    };
    let mut program = program;
    if matches!(program, Program::TileAs(_) | Program::Nvvm(_)) {
        path::is_chosen(options.path)?;
    }
    loop {
        // Text of level 3 may leave it to the compiler where things are in shared memory.
        if let Program::TileAs(module) = &mut program
            && !tileas::shared_memory::all_allocated(module)
        {
            recorder.pass("allocate-shared", &mut **module);
        }
        if let Some(text) = shown(&program, options, &mut compiled) {
            leave(&program, recorder);
            compiled.bytes = text.into_bytes();
            return Ok(compiled);
        }
        program = match program {
            Program::CudaTile(module) => from_language(module, row, options, &mut compiled, recorder)?,
            Program::TileAa(mut module) => {
                let row = row.ok_or_else(needed)?;
                let below = tiles_of_threads(&mut module, (row, refused), options, &mut compiled, recorder)?;
                if options.path.is_none() && options.plan == 0 {
                    let more = limits::agents_without_room(&below, row);
                    if !more.is_empty() {
                        return Err(Stop::NoRoom(more));
                    }
                }
                Program::TileAs(Box::new(below))
            }
            Program::TileAs(module) => threads(&module, row, options, &mut compiled, recorder)?,
            Program::Nvvm(mut module) => {
                if let Some(row) = row {
                    let slot = ir::build::IntoAttr::into_attr(row.ptx, &mut *module);
                    module.set_attr(module.root, nvvm::ops::fields::module::target, slot);
                }
                return Ok(finish::finish(&mut module, row, options, compiled, recorder)?);
            }
        };
    }
}

/// Level 2 of a module of the language.
fn from_language(
    mut module: Box<cuda_tile::Module>,
    row: Option<&'static TargetRow>,
    options: &Options,
    compiled: &mut Compiled,
    recorder: &mut Recorder<'_>,
) -> Result<Program, Vec<Diagnostic>> {
    if let Some(row) = row {
        reach::check(&module, row)?;
        if options.remarks {
            compiled.remarks.extend(remarks::of_types(&module, row));
        }
    }
    recorder.clean_up(&mut *module);
    let lower = |module: &_| tileaa::from_cuda_tile::lower(module, row.map(|row| row.name));
    Ok(Program::TileAa(Box::new(recorder.converted(&*module, lower, Shown::level())?)))
}

/// Shows a result, where that was asked for.
fn leave(program: &Program, recorder: &mut Recorder<'_>) {
    match program {
        Program::CudaTile(module) => recorder.leave(module),
        Program::TileAa(module) => recorder.leave(module),
        Program::TileAs(module) => recorder.leave(module),
        Program::Nvvm(module) => recorder.leave(module),
    }
}

/// From level 3 to level 4, if the hardware can hold it.
fn threads(
    module: &tileas::Module,
    row: Option<&TargetRow>,
    options: &Options,
    compiled: &mut Compiled,
    recorder: &mut Recorder<'_>,
) -> Result<Program, Vec<Diagnostic>> {
    limits::registers(module)?;
    if let Some(row) = row {
        limits::shared(module, row)?;
    }
    let mut lowered = recorder.converted(module, nvvm::from_tileas::lower, Shown::level())?;
    recorder.clean_up(&mut lowered);
    if options.remarks {
        compiled.remarks.extend(remarks::of_tiles(module));
    }
    Ok(Program::Nvvm(Box::new(lowered)))
}

/// The text of a level that is reached, if it is what is wanted; else it is kept.
fn shown(program: &Program, options: &Options, compiled: &mut Compiled) -> Option<String> {
    let (emit, name) = match program {
        Program::CudaTile(_) => return None,
        Program::TileAa(_) => (Emit::TileAa, "tileaa"),
        Program::TileAs(_) => (Emit::TileAs, "tileas"),
        Program::Nvvm(_) => (Emit::Nvvm, "nvvm"),
    };
    let wanted = options.emit == emit;
    if !wanted && !options.keep_levels {
        return None;
    }
    let text = match program {
        Program::CudaTile(_) => return None,
        Program::TileAa(module) => ir::generic::print(module, options.line_info),
        Program::TileAs(module) => ir::generic::print(module, options.line_info),
        Program::Nvvm(module) => ir::generic::print(module, options.line_info),
    };
    if wanted {
        return Some(text);
    }
    compiled.levels.push((name, text));
    None
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const TEXT: &str = "nvvm.module @m <target = \"sm_80\"> {\n  func @k <reqntid = 32> (%x: ptr<global>) {\n    return\n  }\n}\n";

    fn made(target: Option<&str>, emit: Emit) -> Result<Compiled, Vec<Diagnostic>> {
        let options = Options { target: target.map(str::to_owned), emit, ..Options::default() };
        let program = read(&Source::new("k.nvvm", TEXT))?.expect("level 4");
        compile(program, &options)
    }

    #[test]
    fn level_4_becomes_ptx_for_the_target_that_is_asked_for() {
        for (asked, says) in [(None, ".target sm_80\n"), (Some("sm_90"), ".target sm_90a\n")] {
            let text = String::from_utf8(made(asked, Emit::Ptx).expect("it compiles").bytes).expect("text");
            assert!(text.contains(says), "{text}");
        }
        assert_eq!(level("// a comment\n\nnvvm.module @m {"), Some("nvvm"));
        assert_eq!(level("cuda_tile.module @m {"), None);
        assert_eq!(level("#s0 =\n  offset=[1]\ntileas.module @m {"), Some("tileas"));
        assert_eq!(level("#a = loc(unknown)\ncuda_tile.module @m {"), None);
    }

    #[test]
    fn an_unknown_target_gives_the_list() {
        let wrong = made(Some("sm_12"), Emit::Ptx).expect_err("no target");
        assert_eq!(wrong[0].message, "`sm_12` is no target");
        for (name, near) in [("sm_91", "sm_90a"), ("90", "sm_90a"), ("compute_80", "sm_80")] {
            let wrong = target(name).expect_err("no target");
            assert_eq!(wrong.help, [format!("did you mean `{near}`?")], "{name}");
        }
    }

    #[test]
    fn clients_that_know_nothing_are_served_by_the_drop_in_form() {
        let text = "nvvm.module @m <target = \"sm_80\"> {\n  func @k <reqntid = 64, dynamic_shared = 65536> (%x: ptr<global>) {\n\
                    %s = dynamic_shared : ptr<shared>\n%v = ld %s <bits = 32> : ptr<shared> -> i32\n\
                    st %x, [%v] <bits = 32> : ptr<global>, i32\nreturn\n}\n}\n";
        let made = |target: &str, abi, emit| {
            let options = Options { target: Some(target.to_owned()), emit, abi, ..Options::default() };
            let program = read(&Source::new("k.nvvm", text)).expect("it is valid").expect("level 4");
            String::from_utf8(compile(program, &options).expect("it compiles").bytes).expect("text")
        };
        let ptx = made("sm_90a", Abi::DropIn, Emit::Ptx);
        for says in
            [".blocksareclusters", ".reqnctapercluster 1", ".reqntid 64", ".version 9.0", "k$launch[65536]"]
        {
            assert!(ptx.contains(says), "{says}: {ptx}");
        }
        assert!(!ptx.contains(".extern"), "{ptx}");
        let abi = |target, abi| {
            let value: Value = serde_json::from_str(&made(target, abi, Emit::Metadata)).expect("JSON");
            value["kernels"][0]["abi"].clone()
        };
        assert_eq!(abi("sm_90a", Abi::DropIn), "drop-in");
        assert_eq!(abi("sm_90a", Abi::Launcher), "launcher");
        assert_eq!(abi("sm_80", Abi::DropIn), "launcher");
        // Beyond 48 KiB, targets of a family have no static shared memory.
        assert_eq!(abi("sm_107a", Abi::DropIn), "launcher");
    }

    #[test]
    fn metadata_says_how_to_launch() {
        let made = made(None, Emit::Metadata).expect("it compiles");
        let value: Value = serde_json::from_slice(&made.bytes).expect("JSON");
        assert_eq!(value["kernels"][0]["block"], 32);
        assert_eq!(value["kernels"][0]["parameters"][0]["pointer"], true);
    }
}
