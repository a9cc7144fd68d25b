//! Output of a watched compilation: every text reads back at its level as itself, is valid there, and none is left out.

use libtest_mimic::Trial;
use tilewright::CudaTile;
use tilewright::diag::{Diagnostic, Source};
use tilewright::driver::compile::{Options, Program, read, watched};
use tilewright::driver::input::Input;
use tilewright::driver::load::{LoadOptions, load};
use tilewright::driver::optimize::{Nvvm, Passes, TileAa, TileAs};
use tilewright::driver::watch::{CONVERSIONS, Seen, Watch};
use tilewright::ir::generic;

use crate::{files, property};

/// Programs, and targets that they are compiled for.
const PROGRAMS: [(&str, &str); 5] = [
    ("examples/gemm_views.mlir", "sm_80"),
    ("examples/softmax.mlir", "sm_90a"),
    ("examples/scan.mlir", "sm_100a"),
    ("examples/vector_add.mlir", "sm_120a"),
    ("tests/run/matrix/pipeline.mlir", "sm_80"),
];

/// One test a program.
pub fn trials() -> Vec<Trial> {
    let each = PROGRAMS.into_iter().map(|(path, target)| {
        Trial::test(format!("shown between passes {target} {path}"), move || Ok(test(path, target)?))
    });
    each.collect()
}

fn test(path: &str, target: &str) -> Result<(), String> {
    let (_, module) = property::valid_module(path)?.ok_or("it is no valid module")?;
    let options = Options { target: Some(target.to_owned()), ..Options::default() };
    let named = [CONVERSIONS[0], "nvvm", "ptx"].map(str::to_owned).to_vec();
    let watch = Watch { before_all: true, after_all: true, named, time: true };
    let (mut wrong, mut titles, mut steps, mut last) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    let made = watched(Program::CudaTile(Box::new(module)), &options, &watch, &mut |seen| match seen {
        Seen::Module { title, level, text } => {
            wrong.extend(reads_back(&title, level, &text).err());
            titles.push(title);
            last = text;
        }
        Seen::Unchanged(title) => titles.push(title),
        Seen::Times(times) => steps.extend(times.iter().map(|time| time.step)),
    });
    let made = made.map_err(|found| found[0].message.clone())?;
    if let Some(first) = wrong.first() {
        return Err(first.clone());
    }
    if last.as_bytes() != made.bytes {
        return Err("what is shown last is not the result".to_owned());
    }
    let wanted = [passes::<CudaTile>(), passes::<TileAa>(), passes::<Nvvm>()].concat();
    let wanted = wanted.into_iter().chain(CONVERSIONS.map(str::to_owned));
    for pass in wanted {
        for when in ["before", "after"] {
            if !titles.iter().any(|title| title.starts_with(&format!("{when} {pass} "))) {
                return Err(format!("nothing is shown {when} {pass}"));
            }
        }
        if !steps.contains(&pass.as_str()) {
            return Err(format!("{pass} has no time"));
        }
    }
    let left = titles.iter().filter(|title| title.starts_with("level ")).collect::<Vec<_>>();
    if left == ["level 4, nvvm", "level 5, ptx"] { Ok(()) } else { Err(format!("levels shown are {left:?}")) }
}

/// Names of the passes that the clean-up of a level runs.
fn passes<L: Passes>() -> Vec<String> {
    let names = L::passes().iter().map(|pass| pass.name.to_owned());
    names.filter(|name| L::CLEAN_UP.contains(name.as_str())).collect()
}

fn reads_back(title: &str, level: &str, text: &str) -> Result<(), String> {
    let source = Source::new(title, text);
    let again = match level {
        "cuda_tile" => {
            let input = Input::from_bytes(title.to_owned(), text.as_bytes().to_vec());
            let input = input.map_err(|error| format!("{title}: {}", error.message))?;
            let loaded = load(&input, &LoadOptions::verified());
            loaded
                .module
                .map(|module| CudaTile::text(&module))
                .ok_or_else(|| said(title, &loaded.diagnostics, &source))?
        }
        "ptx" => {
            let parsed = tilewright::ptx::parse(&source);
            let found = tilewright::ptx::verify(&parsed.module, &parsed.map);
            if let Some(error) = parsed.diagnostics.iter().chain(&found).find(|found| found.is_error()) {
                return Err(said(title, std::slice::from_ref(error), &source));
            }
            tilewright::ptx::print(&parsed.module)
        }
        _ => match read(&source).map_err(|found| said(title, &found, &source))? {
            Some(Program::TileAa(module)) if level == "tileaa" => generic::print::<TileAa>(&module, false),
            Some(Program::TileAs(module)) if level == "tileas" => generic::print::<TileAs>(&module, false),
            Some(Program::Nvvm(module)) if level == "nvvm" => generic::print::<Nvvm>(&module, false),
            _ => return Err(format!("{title}: is no text of level {level}")),
        },
    };
    if again == text { Ok(()) } else { Err(format!("{title}: {}", files::difference(text, &again))) }
}

fn said(title: &str, found: &[Diagnostic], source: &Source) -> String {
    let first = found.first().map(|found| tilewright::diag::render_short(found, Some(source)));
    format!("{title}: {}", first.unwrap_or_default())
}
