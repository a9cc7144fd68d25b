//! Compiling: from text of any level, or bytecode, to PTX and cubins.
//!
//! Text says by its first word which level it is ([`level`]). A [`Program`] goes down level by level until what is wanted is
//! there; what each level made can be looked at on the way.

use diag::{Diagnostic, Source};
use nvvm::Nvvm;
use serde_json::{Value, json};
use tileaa::TileAa;
use tileas::TileAs;

use crate::targets::{self, TARGETS, TargetRow};
use crate::{codes, ptxas};

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Emit {
    /// Text of level 2.
    TileAa,
    /// Text of level 3.
    TileAs,
    /// Text of level 4.
    Nvvm,
    /// PTX.
    Ptx,
    /// What a launcher must know, as JSON.
    Metadata,
    /// Machine code, by `ptxas`.
    Cubin,
}

/// How it is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it is to run; level 4 keeps the target that it names when none is given.
    pub target: Option<String>,
    /// What is wanted.
    pub emit: Emit,
    /// How much `ptxas` optimises, 0 to 3.
    pub level: u8,
    /// Warps of a thread block.
    pub warps: u32,
    /// Says where instructions come from.
    pub line_info: bool,
}

/// PTX, by four warps, for the target that the program names.
impl Default for Options {
    fn default() -> Options {
        Options { target: None, emit: Emit::Ptx, level: 3, warps: 4, line_info: false }
    }
}

/// What was made.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Its bytes: text, or machine code.
    pub bytes: Vec<u8>,
    /// What is to be said of it.
    pub remarks: Vec<Diagnostic>,
    /// What each level made on the way: its name and its text.
    pub levels: Vec<(&'static str, String)>,
    /// The bytes of shared memory that kernels ask for at launch, by their names.
    pub dynamic_shared: Vec<(String, u32)>,
}

/// A module of a level that compiles.
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

/// Which level below the first a text is, by its first word.
pub fn level(text: &str) -> Option<&'static str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let first = lines.next()?;
    ["tileaa", "tileas", "nvvm"].into_iter().find(|name| first.starts_with(&format!("{name}.module")))
}

/// A target of the table.
///
/// # Errors
/// When there is none of that name: the list.
pub fn target(name: &str) -> Result<&'static TargetRow, Box<Diagnostic>> {
    targets::named(name).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|row| row.name).collect();
        Box::new(
            Diagnostic::error(codes::TARGET, format!("`{name}` is no target"))
                .note(format!("targets are: {}", known.join(", "))),
        )
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

fn plain<L: ir::plain::PlainLevel>(source: &Source) -> Result<ir::Module<L>, Vec<Diagnostic>> {
    let parsed = ir::plain::parse::<L>(source);
    let Some(module) = parsed.module else { return Err(parsed.diagnostics) };
    let wrong = ir::plain::verify(&module);
    if wrong.is_empty() { Ok(module) } else { Err(wrong) }
}

/// Compiles a verified module.
///
/// # Errors
/// What cannot be made of it, and why.
pub fn compile(program: Program, options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    let mut compiled =
        Compiled { bytes: Vec::new(), remarks: Vec::new(), levels: Vec::new(), dynamic_shared: Vec::new() };
    let row = match &options.target {
        Some(name) => Some(target(name).map_err(|why| vec![*why])?),
        None => None,
    };
    let needed = || {
        let error = Diagnostic::error(codes::TARGET, "no target is named");
        vec![error.help("name one, such as `--target sm_90a`")]
    };
    let mut program = program;
    loop {
        if let Some(text) = shown(&program, options, &mut compiled) {
            compiled.bytes = text.into_bytes();
            return Ok(compiled);
        }
        program = match program {
            Program::CudaTile(mut module) => {
                opt::clean_up(&mut module);
                let lowered = tileaa::from_cuda_tile::lower(&module, row.map(|row| row.name))?;
                Program::TileAa(Box::new(lowered))
            }
            Program::TileAa(mut module) => {
                let row = row.ok_or_else(needed)?;
                tileaa::passes::clean_up(&mut module);
                let capability = row.target().map_or(0, |target| target.number.into());
                let options = tileas::from_tileaa::Options {
                    target: row.name.to_owned(),
                    capability,
                    warps: options.warps,
                };
                Program::TileAs(Box::new(tileas::from_tileaa::lower(&module, &options)?))
            }
            Program::TileAs(module) => {
                let mut lowered = nvvm::from_tileas::lower(&module)?;
                nvvm::passes::clean_up(&mut lowered);
                Program::Nvvm(Box::new(lowered))
            }
            Program::Nvvm(mut module) => {
                if let Some(row) = row {
                    let slot = ir::build::IntoAttr::into_attr(row.name, &mut *module);
                    module.set_attr(module.root, nvvm::ops::fields::module::target, slot);
                }
                return finish(&mut module, options, compiled);
            }
        };
    }
}

/// The text of a level that is reached, if it is what is wanted; else it is kept.
fn shown(program: &Program, options: &Options, compiled: &mut Compiled) -> Option<String> {
    let (emit, name, text) = match program {
        Program::CudaTile(_) => return None,
        Program::TileAa(module) => (Emit::TileAa, "tileaa", ir::plain::print(module, options.line_info)),
        Program::TileAs(module) => (Emit::TileAs, "tileas", ir::plain::print(module, options.line_info)),
        Program::Nvvm(module) => (Emit::Nvvm, "nvvm", ir::plain::print(module, options.line_info)),
    };
    if options.emit == emit {
        return Some(text);
    }
    compiled.levels.push((name, text));
    None
}

/// From level 4 to what is wanted below it.
fn finish(
    module: &mut nvvm::Module,
    options: &Options,
    mut compiled: Compiled,
) -> Result<Compiled, Vec<Diagnostic>> {
    nvvm::transform::expand_math(module);
    compiled.dynamic_shared = dynamic_shared(module);
    let ptx = codegen::to_ptx(module, &codegen::Options { line_info: options.line_info })?;
    if options.emit == Emit::Metadata {
        let text =
            serde_json::to_string_pretty(&metadata(&ptx, &compiled.dynamic_shared)).unwrap_or_default();
        compiled.bytes = format!("{text}\n").into_bytes();
        return Ok(compiled);
    }
    let text = ::ptx::print(&ptx);
    if options.emit != Emit::Cubin {
        compiled.bytes = text.into_bytes();
        return Ok(compiled);
    }
    let ptxas = ptxas::find().map_err(|why| vec![*why])?;
    compiled.levels.push(("ptx", text.clone()));
    let source = Source::new("kernel.ptx", text);
    let assembled = ptxas::assemble(&ptxas, &source, &ptx.target.to_string(), options.level)?;
    compiled.bytes = assembled.cubin;
    compiled.remarks = assembled.remarks;
    Ok(compiled)
}

/// Kernels that ask for shared memory at launch, with its bytes.
fn dynamic_shared(module: &nvvm::Module) -> Vec<(String, u32)> {
    use nvvm::ops::fields::{func, module as root};
    let Some(items) = module.block(module.root, root::body) else { return Vec::new() };
    let kernels = module.body.block_ops(items).filter(|&op| module.opcode(op) == nvvm::Opcode::Func);
    let asked = kernels.filter_map(|op| {
        let bytes = u32::try_from(module.int(op, func::dynamic_shared)?).ok()?;
        Some((module.text(module.string(op, func::sym_name)?).into_owned(), bytes))
    });
    asked.collect()
}

/// What a launcher must know of each kernel.
fn metadata(module: &ptx::Module, dynamic_shared: &[(String, u32)]) -> Value {
    use ptx::module::{DirectiveKind, Space};
    let kernels = module.entries().map(|id| {
        let function = &module.functions[id];
        let params = function.params.iter().map(|&param| {
            let variable = &module.variables[param];
            json!({ "type": variable.of.text(), "bytes": variable.of.bytes(), "pointer": variable.pointer.is_some() })
        });
        let number = |kind: DirectiveKind| {
            let directive = function.directives.iter().find(|directive| directive.kind == kind);
            directive.and_then(|directive| directive.values.first().copied())
        };
        json!({
            "name": function.name,
            "parameters": params.collect::<Vec<_>>(),
            "block": number(DirectiveKind::Reqntid),
            "cluster": number(DirectiveKind::Reqnctapercluster),
            "dynamic_shared": dynamic_shared.iter().find(|(name, _)| *name == function.name).map_or(0, |asked| asked.1),
        })
    });
    let shared = module.variables.values().filter(|variable| variable.space == Space::Shared);
    json!({
        "target": module.target.to_string(),
        "shared": shared.filter_map(|variable| variable.size()).sum::<u64>(),
        "kernels": kernels.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "nvvm.module @m <target = \"sm_80\"> {\n  func @k <reqntid = 32> (%x: ptr<global>) {\n    return\n  }\n}\n";

    fn made(target: Option<&str>, emit: Emit) -> Result<Compiled, Vec<Diagnostic>> {
        let options =
            Options { target: target.map(str::to_owned), emit, level: 3, warps: 4, line_info: false };
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
    }

    #[test]
    fn an_unknown_target_gives_the_list() {
        let wrong = made(Some("sm_12"), Emit::Ptx).expect_err("no target");
        assert_eq!(wrong[0].message, "`sm_12` is no target");
    }

    #[test]
    fn metadata_says_how_to_launch() {
        let made = made(None, Emit::Metadata).expect("it compiles");
        let value: Value = serde_json::from_slice(&made.bytes).expect("JSON");
        assert_eq!(value["kernels"][0]["block"], 32);
        assert_eq!(value["kernels"][0]["parameters"][0]["pointer"], true);
    }
}
