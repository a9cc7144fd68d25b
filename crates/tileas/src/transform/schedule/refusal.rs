//! Reasons why a kernel has no agents, and their messages.

use ir::Op;

use crate::Module;
use crate::types::Type;

/// Why a kernel has no agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The op that is in the way.
    pub op: Op,
    /// Why, in words that follow a colon.
    pub reason: String,
    /// The plans that were tried, and what each of them lacks.
    pub tried: Vec<String>,
    /// A change of the program with which it gets agents, if one is known.
    pub help: Option<&'static str>,
}

/// Why no plan fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoPlan {
    /// Why, in words that follow a colon.
    pub(crate) reason: String,
    /// The plans that were tried, and what each of them lacks.
    pub(crate) tried: Vec<String>,
}

impl From<String> for NoPlan {
    fn from(reason: String) -> NoPlan {
        NoPlan { reason, tried: Vec::new() }
    }
}

impl Refusal {
    pub(crate) fn new(op: Op, reason: impl Into<String>) -> Refusal {
        Refusal { op, reason: reason.into(), tried: Vec::new(), help: None }
    }

    pub(crate) fn of_plans(op: Op, NoPlan { reason, tried }: NoPlan) -> Refusal {
        Refusal { tried, ..Refusal::new(op, reason) }
    }

    pub(crate) fn help(self, help: &'static str) -> Refusal {
        Refusal { help: Some(help), ..self }
    }
}

/// The name of an op, for a reason.
pub(crate) fn named(module: &Module, op: Op) -> String {
    format!("`{}`", module.opcode(op).spec().mnemonic)
}

/// Whether a value is one number, memory, or tiles of memory: what no warps in particular hold.
pub(crate) fn is_everywhere(ty: &Type) -> bool {
    match ty {
        Type::Tile(tile) => tile.shape().is_empty(),
        Type::Memref(_) | Type::BlockTile(_) => true,
        Type::Buffer(_)
        | Type::Tensor(_)
        | Type::Pending(_)
        | Type::TmaDesc(_)
        | Type::Pipeline(_)
        | Type::Iterator(_)
        | Type::Stage(_)
        | Type::Token => false,
    }
}
