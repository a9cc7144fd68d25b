//! Questions about the blocks and loops that are open.

use ir::{Op, TypeId, Value};

use super::{Frame, Structurer};
use crate::text::desugar::graph::Edge;

impl Structurer<'_, '_> {
    pub(super) fn types(&self, values: &[Value]) -> Vec<TypeId> {
        values.iter().map(|&value| self.r.module.body.ty(value)).collect()
    }

    /// The header of the loop around, its exits and what it exports.
    pub(super) fn innermost(&self) -> Option<(usize, &[usize], &[Value])> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop { header, exits, exports } => Some((*header, &**exits, &**exports)),
            Frame::If { .. } => None,
        })
    }

    pub(super) fn is_direct(&self, target: usize) -> bool {
        self.innermost().is_some_and(|(header, exits, _)| header == target || exits.contains(&target))
    }

    pub(super) fn is_outer(&self, target: usize) -> bool {
        matches!(self.frames.last(), Some(Frame::If { targets }) if targets.contains(&target))
    }

    pub(super) fn in_current_loop(&self, block: usize) -> bool {
        self.shape.in_loop(self.innermost().map(|l| l.0), block)
    }

    pub(super) fn is_inline(&self, from: usize, to: usize) -> bool {
        self.shape.is_only_way(from, to) && self.in_current_loop(to)
    }

    pub(super) fn is_terminator(&self, op: Op) -> bool {
        self.r.module.spec(op).has(ir::spec::Trait::Terminator)
    }

    /// The blocks after an `if`, for the targets of its branches.
    pub(super) fn targets(&self, reached: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut targets: Vec<usize> = reached.filter(|&target| !self.is_direct(target)).collect();
        targets.sort_by_key(|&target| self.shape.position(target));
        targets.dedup();
        targets
    }

    /// The final target of an edge: outside of the blocks inside its branch.
    pub(super) fn reached(&self, from: usize, edge: &Edge) -> Vec<usize> {
        if !self.is_inline(from, edge.to) {
            return vec![edge.to];
        }
        let inside = |block: usize| {
            self.shape.position(block).is_some()
                && self.shape.dominates(edge.to, block)
                && self.in_current_loop(block)
        };
        self.leaving(inside)
    }

    pub(super) fn leaving(&self, inside: impl Fn(usize) -> bool) -> Vec<usize> {
        let members = (0..self.graph.ends.len()).filter(|&block| inside(block));
        members
            .flat_map(|block| self.graph.ends[block].edges().map(|edge| edge.to))
            .filter(|&to| !inside(to))
            .collect()
    }
}
