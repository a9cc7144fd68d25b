//! The ops that enclose an op, tracked during the walk, so that no rule walks up the tree.

use ir::spec::V13_4;
use ir::{Op, Version};

use crate::ops::Opcode;
use crate::{Module, roles};

/// An enclosing op that is not an `if`.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) op: Op,
    pub(super) opcode: Opcode,
    /// From here to the function there are only `if`s, and loops where the version allows it.
    pub(super) returns: bool,
    /// Innermost op whose body must have no effects.
    pub(super) effect_free: Option<Op>,
    /// The entry or function around.
    pub(super) function: Option<Op>,
}

/// The enclosing ops, outermost first.
pub(super) struct Nest {
    frames: Vec<Frame>,
    version: Version,
}

impl Nest {
    pub(super) fn new(version: Version) -> Nest {
        Nest { frames: Vec::new(), version }
    }

    /// The innermost enclosing op that is not an `if`.
    pub(super) fn innermost(&self) -> Option<Frame> {
        self.frames.last().copied()
    }

    /// The innermost op around whose body must have no effects.
    pub(super) fn effect_free(&self) -> Option<Op> {
        self.frames.last().and_then(|frame| frame.effect_free)
    }

    /// The entry or function around.
    pub(super) fn function(&self) -> Option<Op> {
        self.frames.last().and_then(|frame| frame.function)
    }

    #[inline]
    pub(super) fn enter(&mut self, module: &Module, op: Op) {
        if frames(module, op) {
            self.push(module, op);
        }
    }

    fn push(&mut self, module: &Module, op: Op) {
        let opcode = module.opcode(op);
        let outer = self.innermost();
        let is_function = roles::signature_of_body(module.spec(op)).is_some();
        // `return` stands directly in functions, and since 13.4 in their loops.
        let is_loop = opcode == Opcode::Loop && self.version >= V13_4;
        let returns = is_function || (is_loop && outer.is_some_and(|frame| frame.returns));
        let is_body = matches!(opcode, Opcode::Reduce | Opcode::Scan | Opcode::Generate);
        self.frames.push(Frame {
            op,
            opcode,
            returns,
            effect_free: is_body.then_some(op).or(outer.and_then(|frame| frame.effect_free)),
            function: is_function.then_some(op).or(outer.and_then(|frame| frame.function)),
        });
    }

    pub(super) fn leave(&mut self, module: &Module, op: Op) {
        if frames(module, op) {
            self.frames.pop();
        }
    }
}

fn frames(module: &Module, op: Op) -> bool {
    module.body.get(op).region_count() > 0 && module.opcode(op) != Opcode::If
}
