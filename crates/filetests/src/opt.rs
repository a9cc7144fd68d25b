//! `tests/opt`: modules, each with the `opt` command on top and what it must print. And every valid module, optimised: it
//! stays valid, text and bytecode round-trip, nothing is left to do, and what its `// RUN:` lines print stays the same.

use libtest_mimic::{Failed, Trial};
use tilewright::cuda_tile::Module;
use tilewright::driver::optimize::{Failure, Request, optimize};
use tilewright::text::{Names, PrintOptions, print};

use crate::command::tilewright;
use crate::{expected, files, header, property};
use cli::Exit;

/// Everything that keeps results: clean-up, loops split, and clean-up again.
const PASSES: &str =
    "fixpoint(canonicalize,cse,licm,dce),loop-split{split-threshold=1},fixpoint(canonicalize,cse,licm,dce)";

/// One test a file.
pub fn trials() -> Vec<Trial> {
    let own = files::find("tests/opt", "mlir").into_iter();
    let own = own.map(|path| Trial::test(path.clone(), move || expected::test(&path)));
    let all = property::valid_candidates().into_iter();
    let all = all.map(|path| Trial::test(format!("optimised {path}"), move || optimised(&path)));
    own.chain(all).collect()
}

fn optimised(path: &str) -> Result<(), Failed> {
    let Some((source, mut module)) = property::valid_module(path)? else { return Ok(()) };
    run_passes(&mut module, PASSES)?;
    property::round_trips(&module)?;
    let text = print(&module, &PrintOptions { names: Names::Keep, ..PrintOptions::default() });
    run_passes(&mut module, tilewright::opt::CLEAN_UP)?;
    let again = print(&module, &PrintOptions { names: Names::Keep, ..PrintOptions::default() });
    if text != again {
        return Err(format!("not clean after one run: {}", files::difference(&text, &again)).into());
    }
    for run in header::runs(source.text())? {
        runs_the_same(path, &run.words, &text)?;
    }
    Ok(())
}

fn run_passes(module: &mut Module, passes: &str) -> Result<(), String> {
    let request = Request {
        passes: Some(passes.to_owned()),
        verify_each: true,
        testing_ops: true,
        ..Request::default()
    };
    match optimize(module, &request, &mut |_| {}) {
        Ok(_) => Ok(()),
        Err(Failure::Request(diagnostic, _)) => Err(diagnostic.message),
        Err(Failure::Broken(pass, found)) => Err(format!("{pass}: {}", found[0].message)),
    }
}

/// A run that ends well prints the same; values that are shown by name may be gone, and so may what is undefined.
fn runs_the_same(path: &str, words: &[String], optimised: &str) -> Result<(), Failed> {
    let watches = |word: &String| word.starts_with("--show") || word.starts_with("--sanitize");
    let Some((command, options)) = words.split_first() else { return Ok(()) };
    if command != "run" || options.iter().any(watches) {
        return Ok(());
    }
    let on = |file: &str, stdin: &[u8]| {
        let mut words = vec![command.clone(), file.to_owned()];
        words.extend(options.iter().cloned());
        tilewright(&words, stdin)
    };
    let before = on(&files::root().join(path).to_string_lossy(), b"");
    if before.exit != Exit::Success {
        return Ok(());
    }
    let after = on("-", optimised.as_bytes());
    if after.exit != Exit::Success || before.stdout != after.stdout {
        let difference = files::difference(&before.stdout, &after.stdout);
        return Err(format!("{}: {difference}\n{}\n{optimised}", words.join(" "), after.stderr).into());
    }
    Ok(())
}
