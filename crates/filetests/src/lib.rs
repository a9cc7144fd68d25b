//! The files of `tests/`, run: one module per kind of test.
//!
//! | folder | kind | what a file holds |
//! |---|---|---|
//! | `verify/`, `parse/` | [`annotated`] | `// RUN: check`, and `// ERROR: phrase` after each line that must be refused |
//! | `run/`, `examples/` | [`expected`] | `// RUN: run ..` and what it must print |
//! | `opt/` | [`opt`] | `// RUN: opt ..` and the module that it must print |
//! | `tileas/`, `nvvm/`, `llvm/`, `ptx/` | [`levels`] | `// RUN: ..` and the text of a level that it must print |
//! | `agents/` | [`agents`] | `// RUN: emulate ..`, sizes, and what must come out; changes to the PTX that must be found |
//! | everything that runs | [`levels`] | nothing: the text of each level reads back and gives the same PTX |
//! | some of them, between passes | [`watched`] | nothing: what is shown reads back at its level |
//! | random kernels of level 4 | [`threads`] | nothing: passes keep what they write |
//! | everything valid | [`opt`] | nothing: optimised, it must stay valid and run the same |
//! | the same | [`engines`] | nothing: every engine must give the same |
//! | `sanitize/` | [`sanitized`] | `// RUN: run --sanitize ..` and what must be found |
//! | `examples/` | [`examples`] | nothing: plain loops must give the same on random data |
//! | `cli/`, README.md, docs/cli.md and others | [`transcript`] | commands after `$ `, with their output |
//! | the same, each option left out | [`options`] | nothing: something must change |
//! | `ptx/` | [`annotated`], [`ptx`] | `// RUN: check` and `// ERROR: phrase`; PTX of real compilers and real `ptxas` agree |
//! | what Triton and nvcc make of `emulate/corpus` | [`emulated`] | nothing: NumPy's results |
//! | `docs/compiler-tour.md` | [`tour`] | nothing: its blocks are what the compiler says |
//! | `docs/moe-walkthrough.md` | [`walkthrough`] | nothing: it is generated from output of the compiler |
//! | the error index | [`codes`] | nothing: each is raised by some test |
//! | documents | [`links`] | nothing: what they link to is there |
//! | documents and comments | [`phrases`] | nothing: they use terms of the field |
//! | everything valid | [`property`] | nothing: text and bytecode must round-trip |
//! | `hostile/` | [`hostile`] | anything: nothing may panic, hang or run out of memory |
//! | `emulate/` | [`hostile_ptx`] | nothing: the same of damaged kernels in hostile launches |
//! | `closed/` | [`closed`] | command lines of the closed tools: ours must end as they do, and each option must matter |
//! | kernels of cuTile Python | [`cutile`] | nothing: ours compiles them in the place of the closed compiler |
//! | everything valid | [`tools`] | nothing: the real tools must agree |
//! | random programs with one thing changed | [`mutants`] | nothing: the real verifier must agree |
//! | files of 13.5 with bytes changed | [`bytecode_mutants`] | nothing: the real reader must agree |
//! | the seeds' programs | [`seeds`] | nothing: the verdicts of the specification, and `docs/seeds.md` |
//!
//! `BLESS=1` rewrites what can be rewritten; `cargo xtask bless` does it in every crate.

#![allow(clippy::disallowed_methods, reason = "its tests are files")]

pub mod agents;
pub mod annotated;
pub mod branches;
pub mod bytecode_mutants;
pub mod closed;
pub mod codes;
pub mod command;
pub mod cutile;
pub mod emulated;
pub mod engines;
pub mod examples;
pub mod expected;
pub mod files;
mod found;
pub mod header;
pub mod hostile;
pub mod hostile_ptx;
pub mod language_reference;
pub mod levels;
pub mod links;
pub mod mistakes;
pub mod mutants;
pub mod opt;
pub mod options;
pub mod phrases;
pub mod property;
pub mod ptx;
pub mod sanitized;
pub mod seeds;
pub mod threads;
pub mod tidy;
pub mod tools;
pub mod tour;
pub mod transcript;
pub mod walkthrough;
pub mod watched;

use libtest_mimic::Trial;

/// Every test.
pub fn trials() -> Vec<Trial> {
    let mut trials = annotated::trials();
    trials.extend(expected::trials());
    trials.extend(engines::trials());
    trials.extend(agents::trials());
    trials.extend(sanitized::trials());
    trials.extend(examples::trials());
    trials.extend(transcript::trials());
    trials.extend(mistakes::trials());
    trials.extend(opt::trials());
    trials.extend(options::trials());
    trials.extend(levels::trials());
    trials.extend(watched::trials());
    trials.extend(threads::trials());
    trials.extend(property::trials());
    trials.extend(hostile::trials());
    trials.extend(hostile_ptx::trials());
    trials.extend(tools::trials());
    trials.extend(mutants::trials());
    trials.extend(bytecode_mutants::trials());
    trials.extend(seeds::trials());
    trials.extend(branches::trials());
    trials.extend(language_reference::trials());
    trials.extend(links::trials());
    trials.extend(codes::trials());
    trials.extend(ptx::trials());
    trials.extend(emulated::trials());
    trials.extend(tour::trials());
    trials.extend(walkthrough::trials());
    trials.extend(phrases::trials());
    trials.extend(tidy::trials());
    trials
}
