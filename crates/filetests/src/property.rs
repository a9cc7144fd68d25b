//! Properties of every valid module in `tests/` and `examples/`: text and bytecode round-trip.

use libtest_mimic::{Failed, Trial};
use tilewright::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::equal::same_program;
use tilewright::diag::{Diagnostic, Source, render_short};
use tilewright::driver::input::{Content, Input};
use tilewright::driver::load::{LoadOptions, load};
use tilewright::text::{FormatOptions, Names, ParseOptions, PrintOptions, Style, format, parse, print};
use tilewright::{Version, cuda_tile};

use crate::files;

/// One test a file.
pub fn trials() -> Vec<Trial> {
    let test = |path: String| Trial::test(format!("round trip {path}"), move || test(&path));
    valid_candidates().into_iter().map(test).collect()
}

/// Text files that may hold a valid module.
pub fn valid_candidates() -> Vec<String> {
    ["tests/run", "tests/verify", "tests/parse", "tests/opt", "tests/cli", "examples"]
        .iter()
        .flat_map(|folder| files::find(folder, "mlir"))
        .collect()
}

/// The module of a file, when it is valid without previews of the language.
pub fn valid_module(path: &str) -> Result<Option<(Source, Module)>, String> {
    module_of(path, false)
}

/// The module of a file, when it is valid with all previews of the language.
pub fn valid_preview_module(path: &str) -> Result<Option<(Source, Module)>, String> {
    module_of(path, true)
}

fn module_of(path: &str, preview_simt: bool) -> Result<Option<(Source, Module)>, String> {
    let bytes = std::fs::read(files::root().join(path)).map_err(|error| format!("{path}: {error}"))?;
    let Ok(input) = Input::from_bytes(path.to_owned(), bytes) else { return Ok(None) };
    let loaded = load(&input, &LoadOptions { preview_simt, ..LoadOptions::verified() });
    let Content::Text(source) = input.content else { return Ok(None) };
    Ok(loaded.module.map(|module| (source, module)))
}

fn test(path: &str) -> Result<(), Failed> {
    let Some((source, module)) = valid_preview_module(path)? else { return Ok(()) };
    round_trips(&module)?;
    formats(&source, &module)?;
    Ok(())
}

/// Text in every style and bytecode in every version that can hold the module.
pub fn round_trips(module: &Module) -> Result<(), String> {
    for style in [Style::Canonical, Style::Generic] {
        for names in [Names::Canonical, Names::Keep] {
            text_round_trip(module, style, names)?;
        }
    }
    bytecode_round_trips(module)
}

fn reparse(text: &str, what: &str) -> Result<Module, String> {
    let source = Source::new(what, text);
    let parsed = parse(&source, &ParseOptions::default());
    parsed.module.ok_or_else(|| format!("{what} does not parse: {}", shown(&parsed.diagnostics, &source)))
}

pub(crate) fn shown(found: &[Diagnostic], source: &Source) -> String {
    let errors = found.iter().filter(|d| d.is_error());
    errors.map(|d| render_short(d, Some(source))).collect::<Vec<_>>().join("\n")
}

fn text_round_trip(module: &Module, style: Style, names: Names) -> Result<(), String> {
    let what = format!("{style:?} text with {names:?} names");
    let options = PrintOptions { style, names, ..PrintOptions::default() };
    let text = print(module, &options);
    let again = reparse(&text, &what)?;
    same_program(module, &again).map_err(|difference| format!("{what}: {difference}\n{text}"))?;
    let twice = print(&again, &options);
    if text == twice { Ok(()) } else { Err(format!("{what}: {}", files::difference(&text, &twice))) }
}

fn formats(source: &Source, module: &Module) -> Result<(), String> {
    let options = FormatOptions::default();
    let once = format(source, &options).map_err(|found| format!("fmt: {}", shown(&found, source)))?;
    let again = reparse(&once, "formatted text")?;
    same_program(module, &again).map_err(|difference| format!("fmt: {difference}\n{once}"))?;
    let formatted = Source::new("formatted text", once.as_str());
    let twice =
        format(&formatted, &options).map_err(|found| format!("fmt twice: {}", shown(&found, &formatted)))?;
    if once == twice { Ok(()) } else { Err(format!("fmt twice: {}", files::difference(&once, &twice))) }
}

fn bytecode_round_trips(module: &Module) -> Result<(), String> {
    if uses_extensions(module) {
        let refused = encode(module, &EncodeOptions::default()).is_err();
        return if refused { Ok(()) } else { Err("an extension op was written to bytecode".to_owned()) };
    }
    let lowest = cuda_tile::bytecode::lowest_version(module);
    for version in Version::ALL {
        let options =
            EncodeOptions { version: Some(version), preview_simt: true, ..EncodeOptions::default() };
        match encode(module, &options) {
            Ok(bytes) => decodes_to(module, &bytes, version)?,
            Err(_) if version < lowest => {}
            Err(found) => return Err(format!("bytecode {version}: {}", found[0].message)),
        }
    }
    Ok(())
}

fn decodes_to(module: &Module, bytes: &[u8], version: Version) -> Result<(), String> {
    let options = DecodeOptions { preview_simt: true, ..DecodeOptions::default() };
    let decoded = decode(bytes, &options)
        .map_err(|error| format!("bytecode {version} does not decode: {}", error.message))?;
    same_after_bytecode(module, &decoded.module)
        .map_err(|difference| format!("bytecode {version}: {difference}"))
}

/// Compares what bytecode keeps: it drops the module's name and extra attributes, and puts functions and globals into
/// two tables, so both sides are compared as the disassembler prints them.
fn same_after_bytecode(left: &Module, right: &Module) -> Result<(), String> {
    let options = PrintOptions { style: Style::Disassembler, ..PrintOptions::default() };
    let [left, right] = [left, right].map(|module| {
        let mut module = module.clone();
        let ops: Vec<_> = tilewright::ir::walk::preorder(&module.body, module.root).collect();
        ops.into_iter().for_each(|op| module.body.set_extra(op, None));
        print(&module, &options)
    });
    if left == right { Ok(()) } else { Err(files::difference(&left, &right)) }
}

/// True when an op of the module has no wire code.
pub fn uses_extensions(module: &Module) -> bool {
    tilewright::ir::walk::preorder(&module.body, module.root).any(|op| module.spec(op).code.is_none())
}
