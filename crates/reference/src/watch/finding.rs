//! Findings of the sanitizer.

use cuda_tile::Module;
use ir::Op;
use launch::{BlockId, Schedule, Trap};

use super::fix;
use super::kind::Kind;
use crate::cause::Case;
use crate::site::site_op;

/// Another operation that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The operation.
    pub op: Op,
    /// The tile block that executed it, where that matters.
    pub block: Option<BlockId>,
    /// The event at this location.
    pub text: String,
}

/// Something that a program must not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind.
    pub kind: Kind,
    /// The documented code of the case.
    pub code: &'static str,
    /// One sentence without a full stop.
    pub message: String,
    /// The operation.
    pub op: Option<Op>,
    /// The message at its source location.
    pub text: String,
    /// The tile block that executed it.
    pub block: BlockId,
    /// Coordinates of the element in the operation's tile, if the finding concerns one element.
    pub element: Option<Vec<u64>>,
    /// Other operations that explain it: the other side of a race, where a poison was made.
    pub others: Vec<Other>,
    /// Facts.
    pub notes: Vec<String>,
    /// The suggested change.
    pub fix: Option<String>,
    /// The schedule that shows it.
    pub schedule: Schedule,
}

impl Finding {
    /// The finding that a trap is.
    pub(crate) fn of_trap(trap: Trap, schedule: Schedule, module: &Module) -> Finding {
        let op = trap.site.map(site_op);
        let op = match trap.code == Case::STEP_BUDGET.code() {
            // Which operation took the last step is chance.
            true => op.map(|op| fix::loops_around(module, op).next().unwrap_or(op)),
            false => op,
        };
        let fix = Case::of(trap.code).and_then(|case| {
            let origin = trap.related.first().filter(|_| case.makes_poison());
            fix::of_case(case, origin.map(|&(site, _)| site_op(site)).or(op)?, module)
        });
        let other = |(site, text)| Other { op: site_op(site), block: None, text };
        Finding {
            kind: Kind::of(trap.code).expect("every code of this engine has a kind"),
            code: trap.code,
            message: trap.message,
            op,
            text: String::new(),
            block: trap.block,
            element: trap.element,
            others: trap.related.into_iter().map(other).collect(),
            notes: trap.notes,
            fix,
            schedule,
        }
    }

    /// A softer finding: undefined by the language, but ordered by what compilers do today.
    pub fn is_soft(&self) -> bool {
        self.kind == Kind::Updates
    }
}
