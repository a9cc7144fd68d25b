//! The verifier: what a module must be so that the rest of the pipeline can take it for granted.
//!
//! Three layers, each only where the one below found nothing wrong with the op:
//! 1. structure ([`ir::verify`]): counts, blocks, terminators, dominance, isolation, where definitions stand;
//! 2. attributes that are there and of their kind, operand and result types, and the rules of the row;
//! 3. the rule of each op, in one exhaustive `match` (`rules`), chapter by chapter.
//!
//! Most ops are verified in one walk (`fast_path`): it checks their structure and, in the same visit, that nothing is
//! wrong with them, without reporting. What is left is then visited in order with everything known of the structure.
//! Of a large module several threads take their share of the walk, if the options say so.
//!
//! One run reports everything: one diagnostic per op and layer, several where operands are wrong one by one. The key
//! phrases are those of the reference tools, because other tools match on them. A module that verifies keeps every
//! `expect` of the levels below.

#![warn(clippy::wildcard_enum_match_arm)]

mod admitting;
mod arith;
mod assume;
mod attributes;
mod cache;
mod check;
mod codes;
mod control;
mod convert;
mod debug;
mod examine;
mod extension;
mod external;
mod fast_path;
mod fields;
mod format;
mod hints;
mod items;
mod matmul;
mod memory;
mod multimem;
mod nest;
mod on_decode;
mod recursion;
mod reduce;
mod rules;
mod scopes;
mod shapes;
mod symbols;
mod versions;
mod views;

#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;

use diag::{Diagnostic, Severity};
use ir::Version;
use ir::verify::{Structure, structure};
use ir::walk::Visit;

use crate::Module;
use crate::ops::Opcode;
use check::{Facts, OpCheck, Row, Session};
use fast_path::FastVerifier;
use nest::Nest;

pub(crate) use cache::Written;
pub use codes::{CODES, HINTS};
pub(crate) use items::unsupported_parameter;
pub(crate) use on_decode::{DecodeVerifier, Rules};
pub(crate) use versions::newer_rule;

/// The minimum number of ops for a thread: verifying them takes about five times as long as starting the thread.
pub const OPS_PER_THREAD: usize = 10_000;

/// The treatment of optimization hints that no compiler knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintMode {
    /// Nothing, as the reference tools do by default.
    #[default]
    Ignore,
    /// Warn.
    Warn,
    /// Refuse them.
    Error,
}

/// How strict to be, and about which language.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// The version whose rules hold; ops, fields and types of later versions are refused.
    pub version: Version,
    /// Admits the ops of test builds, in any version.
    pub testing_ops: bool,
    /// Admits the ops that Tilewright adds to the language.
    pub extensions: bool,
    /// Admits the ops of the preview `simt`.
    pub preview_simt: bool,
    /// The treatment of unknown hints.
    pub hints: HintMode,
    /// The release of the closed tools whose limits of the values of hints hold, in a file of any version.
    pub hint_limits: Version,
    /// At most this number of threads work on a module, each on [`OPS_PER_THREAD`] ops or more. What is found does not
    /// depend on it.
    pub threads: NonZeroUsize,
}

impl Default for VerifyOptions {
    /// The newest version with extensions, without previews and test ops, on one thread; hints are ignored.
    fn default() -> Self {
        VerifyOptions {
            version: Version::LATEST,
            testing_ops: false,
            extensions: true,
            preview_simt: false,
            hints: HintMode::Ignore,
            hint_limits: Version::LATEST,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// The result of verification.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Verified {
    /// Errors and warnings: structure first, then in the order of the program.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verified {
    /// True when there is no error (there may be warnings).
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// Verifies `module` and reports everything that is wrong with it.
///
/// ```
/// use cuda_tile::build::{add_entry, builder_at_end, new_module};
/// use cuda_tile::ops::Builders;
/// use cuda_tile::verify::{VerifyOptions, verify};
///
/// let mut module = new_module("kernels");
/// let (_, body) = add_entry(&mut module, "k", &[]);
/// let empty = verify(&module, &VerifyOptions::default());
/// assert!(empty.diagnostics[0].message.starts_with("'cuda_tile.entry' op expects a non-empty block"));
///
/// builder_at_end(&mut module, body).return_().finish();
/// assert!(verify(&module, &VerifyOptions::default()).is_ok());
/// ```
pub fn verify(module: &Module, options: &VerifyOptions) -> Verified {
    let rows: Vec<Row> = Opcode::ALL.iter().map(|&opcode| Row::of(opcode, options)).collect();
    let facts = Facts::of(module);
    let verifier = || FastVerifier::new(Session::new(module, options, &facts), &rows);
    let mut first = verifier();
    let mut others: Vec<FastVerifier<'_, '_>> = (1..threads(module, options)).map(|_| verifier()).collect();
    let Structure { diagnostics, broken, visits } = structure(module, &mut first, &mut others);
    let FastVerifier { mut session, mut items, .. } = first;
    items.extend(others.into_iter().flat_map(|verifier| verifier.items));
    session.diagnostics = diagnostics;
    symbols::check(&mut session, &items, &broken);
    let mut nest = Nest::new(options.version);
    for visit in visits {
        match visit {
            Visit::Enter(op) => {
                if !broken.contains(op) {
                    let row = &rows[usize::from(module.body.opcode(op))];
                    OpCheck::new(&mut session, &nest, &broken, row, op).run();
                }
                nest.enter(module, op);
            }
            Visit::Leave(op) => nest.leave(module, op),
        }
    }
    Verified { diagnostics: session.diagnostics }
}

/// How many threads are worth their start.
fn threads(module: &Module, options: &VerifyOptions) -> usize {
    options.threads.get().min(module.body.op_count() / OPS_PER_THREAD).max(1)
}
