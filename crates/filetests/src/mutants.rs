//! The verifier against the real one: random programs with one thing changed get the same verdict from both.
//!
//! Constants are left out: bytecode has no form for a value that is not of the constant's type, so the real reader stops
//! before its verifier.

use libtest_mimic::{Failed, Trial};
use smith::mutate::{Changed, mutate};
use smith::{Options, Rng, generate};
use tilewright::Version;
use tilewright::bytecode::{EncodeOptions, encode};
use tilewright::cuda_tile::{Module, ops::Opcode};
use tilewright::verify::{VerifyOptions, verify};

use crate::tools;

/// Programs that are changed and given to the real verifier. Each starts a process, so the number bounds the test's time.
const MUTANTS: u64 = 300;

/// One test.
pub fn trials() -> Vec<Trial> {
    let missing = real_tools::Release::V13_5.find("tileirdisasm").is_none();
    let trial = Trial::test("real verifier, mutated programs", compare_all);
    vec![trial.with_ignored_flag(missing && !real_tools::required())]
}

fn compare_all() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("mutant.tileirbc");
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..MUTANTS {
        let Some(module) = mutant(seed) else { continue };
        let options = EncodeOptions { version: Some(Version::LATEST), ..EncodeOptions::default() };
        // A module that cannot be written cannot be compared.
        let Ok(bytes) = encode(&module, &options) else { continue };
        std::fs::write(&path, bytes)?;
        let ours = verify(&module, &VerifyOptions::default());
        let theirs = tools::disassemble(&path, false);
        match (ours.is_ok(), &theirs) {
            (true, Ok(_)) => accepted += 1,
            (false, Err(_)) => refused += 1,
            (true, Err(error)) => return Err(format!("mutant {seed}: only we accept it: {error}").into()),
            (false, Ok(_)) => {
                let first = ours.diagnostics.first().map(ToString::to_string).unwrap_or_default();
                return Err(format!("mutant {seed}: only we refuse it: {first}").into());
            }
        }
    }
    if accepted < 10 || refused < 100 {
        return Err(format!("{accepted} accepted and {refused} refused mutants prove little").into());
    }
    Ok(())
}

fn mutant(seed: u64) -> Option<Module> {
    let mut rng = Rng::new(seed);
    let mut module = generate(rng.bits(), &Options { ops: 24, ..Options::default() });
    let changed = mutate(&mut module, &mut rng)?;
    let (Changed::Result(op) | Changed::Operand(op) | Changed::Attribute(op)) = changed;
    (module.opcode(op) != Opcode::Constant).then_some(module)
}
