//! `tests/cli/mistakes/*.mlir`: mistakes of new users, each answered by one error that names a remedy.

use libtest_mimic::Trial;
use tilewright::driver::input::Input;
use tilewright::driver::load::{LoadOptions, load};

use crate::files;

/// The minimum number of mistakes in the folder.
const MISTAKES: usize = 40;

/// One test for all of them, so that their number is tested too.
pub fn trials() -> Vec<Trial> {
    vec![Trial::test("mistakes have one error and a remedy", || check().map_err(Into::into))]
}

fn check() -> Result<(), String> {
    let paths = files::find("tests/cli/mistakes", "mlir");
    if paths.len() < MISTAKES {
        return Err(format!("{} mistakes are too few", paths.len()));
    }
    let wrong: Vec<String> = paths.iter().filter_map(|path| unanswered(path).err()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn unanswered(path: &str) -> Result<(), String> {
    let text = files::read(path)?;
    let input = Input::from_bytes(path.to_owned(), text.into_bytes()).map_err(|error| error.message)?;
    let loaded = load(&input, &LoadOptions::verified());
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|found| found.is_error()).collect();
    match errors[..] {
        [error] if error.help.is_empty() => Err(format!("{path}: no remedy: {}", error.message)),
        [_] => Ok(()),
        _ => Err(format!("{path}: {} errors", errors.len())),
    }
}
