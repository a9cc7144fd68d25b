//! The structured ops: branches, loops, and the choice between several targets.

use ir::text::Parse;
use ir::{Block, Op, TypeId, Value, ValueDef};
use rustc_hash::FxHashSet;

use super::{Choice, Frame, Structurer};
use crate::attrs::{ComparisonPredicate, Signedness};
use crate::ops::{Builders, fields};
use crate::text::desugar::emit;
use crate::text::desugar::graph::End;

impl Structurer<'_, '_> {
    fn result_types(&mut self, targets: &[usize]) -> Vec<TypeId> {
        let mut types = Vec::new();
        if targets.len() > 1 {
            types.push(self.r.state.i32_scalar);
        }
        for &target in targets {
            types.extend(self.types(&self.params(target)));
        }
        types
    }

    fn choice(&self, targets: &[usize], op: Op) -> Choice {
        let mut results = self.r.module.body.results(op).iter();
        let which = if targets.len() > 1 { results.next() } else { None };
        let slots = targets.iter().map(|&target| {
            let count = self.params(target).len();
            (target, results.by_ref().take(count).collect())
        });
        Choice { which, slots: slots.collect() }
    }

    /// `if condition { branch 0 } else { branch 1 }`
    pub(super) fn emit_if(
        &mut self,
        condition: Value,
        targets: &[usize],
        out: Block,
        branch: impl Fn(&mut Self, usize, Block) -> Parse<()>,
    ) -> Parse<Choice> {
        let types = self.result_types(targets);
        let op = self.build(out).if_().condition(condition).results(types).finish().op;
        self.frames.push(Frame::If { targets: targets.to_vec() });
        for (index, field) in [fields::if_::thenRegion, fields::if_::elseRegion].into_iter().enumerate() {
            let region = self.r.module.region(op, field);
            let first = self.r.module.body.region_blocks(region).first().copied();
            let inside = first.unwrap_or_else(|| self.r.module.body.create_block(region, &[]));
            branch(self, index, inside)?;
        }
        self.frames.pop();
        Ok(self.choice(targets, op))
    }

    pub(super) fn emit_loop(
        &mut self,
        header: usize,
        args: &[Value],
        out: Block,
    ) -> Parse<Option<(usize, Vec<Value>)>> {
        let mut exits = self
            .leaving(|block| self.shape.position(block).is_some() && self.shape.in_loop(Some(header), block));
        exits.sort_by_key(|&exit| self.shape.position(exit));
        exits.dedup();
        let exports = self.exports(header);
        let mut types = self.result_types(&exits);
        let carried = types.len();
        types.extend(self.types(&exports));
        let op = self.build(out).loop_().initValues(args).resultValues(types).finish().op;
        let region = self.r.module.region(op, fields::loop_::region);
        let inside = self.r.module.body.region_blocks(region)[0];
        let params = self.types(args);
        self.r.module.body.set_block_args(inside, &params);
        let arguments: Vec<Value> = self.r.module.body.block_args(inside).iter().collect();
        self.frames.push(Frame::Loop { header, exits: exits.clone(), exports: exports.clone() });
        self.flow(header, arguments, inside)?;
        self.frames.pop();
        for (value, result) in exports.into_iter().zip(self.r.module.body.results(op).iter().skip(carried)) {
            self.home.insert(value, header);
            let old = self.now(value);
            self.map.insert(old, result);
        }
        self.current = header;
        let choice = self.choice(&exits, op);
        self.dispatch(exits, choice, out)
    }

    /// Values of a loop that are used after it.
    fn exports(&mut self, header: usize) -> Vec<Value> {
        let (mut found, mut known) = (Vec::new(), FxHashSet::default());
        let outside: Vec<usize> = (0..self.graph.blocks.len())
            .filter(|&b| {
                self.shape.position(b).is_some() && !self.shape.in_loop(Some(header), b) && !self.emitted[b]
            })
            .collect();
        for block in outside {
            for value in self.used_by(block) {
                let Some(home) = self.defining(value) else { continue };
                if self.shape.in_loop(Some(header), home) && known.insert(value) {
                    self.home.insert(value, home);
                    found.push(value);
                }
            }
        }
        found
    }

    fn used_by(&self, block: usize) -> Vec<Value> {
        let body = &self.r.module.body;
        let mut used = Vec::new();
        for op in body.block_ops(self.graph.blocks[block]) {
            for op in ir::walk::preorder(body, op) {
                used.extend_from_slice(body.operands(op));
            }
        }
        let end = &self.graph.ends[block];
        used.extend(end.edges().flat_map(|edge| &edge.args));
        if let End::Branch(condition, ..) = end {
            used.push(*condition);
        }
        used
    }

    /// The block of the graph that defines a value, while its code is not written yet.
    fn defining(&self, value: Value) -> Option<usize> {
        let block = match self.r.module.body.def(value) {
            ValueDef::Result(op, _) => self.r.module.body.parent_block(op)?,
            ValueDef::Arg(block, _) => block,
        };
        self.graph.blocks.iter().position(|&known| known == block)
    }

    /// Continues with one of several blocks.
    pub(super) fn dispatch(
        &mut self,
        mut targets: Vec<usize>,
        mut choice: Choice,
        out: Block,
    ) -> Parse<Option<(usize, Vec<Value>)>> {
        loop {
            match targets.as_slice() {
                [] => {
                    self.dead_end(out)?;
                    return Ok(None);
                }
                &[only] => {
                    let args = choice.values(only).cloned().unwrap_or_default();
                    if self.is_direct(only) || self.is_outer(only) {
                        self.jump(only, args, out)?;
                        return Ok(None);
                    }
                    return Ok(Some((only, args)));
                }
                _ => {}
            }
            let Some(which) = choice.which else { return Ok(None) };
            if let Some(at) = targets.iter().position(|&target| self.is_direct(target)) {
                let target = targets.remove(at);
                let args = choice.values(target).cloned().unwrap_or_default();
                let chosen = self.is_chosen(which, target, out);
                self.emit_if(chosen, &[], out, |s, branch, out| match branch {
                    0 => s.jump(target, args.clone(), out),
                    _ => {
                        s.build(out).yield_().finish();
                        Ok(())
                    }
                })?;
                continue;
            }
            let Some(at) = targets.iter().position(|&target| !self.is_outer(target)) else {
                self.leave(targets[0], choice, out)?;
                return Ok(None);
            };
            let target = targets.remove(at);
            (targets, choice) = self.within_if(target, &targets, which, &choice, out)?;
        }
    }

    /// Places the blocks that `target` dominates in a branch of an `if`; the other branch chooses one of the `others`. Returns
    /// the targets after the `if`, and the choice between them.
    fn within_if(
        &mut self,
        target: usize,
        others: &[usize],
        which: Value,
        choice: &Choice,
        out: Block,
    ) -> Parse<(Vec<usize>, Choice)> {
        let inside = |block: usize| {
            self.shape.position(block).is_some()
                && self.shape.dominates(target, block)
                && self.in_current_loop(block)
        };
        let later = self.leaving(inside);
        let after = self.targets(later.into_iter().chain(others.iter().copied()));
        let chosen = self.is_chosen(which, target, out);
        let current = self.current;
        let next = self.emit_if(chosen, &after, out, |s, branch, out| {
            s.current = current;
            match branch {
                0 => s.flow(target, choice.values(target).cloned().unwrap_or_default(), out),
                _ => {
                    let which = (after.len() > 1).then_some(which);
                    s.leave(after[0], Choice { which, slots: choice.slots.clone() }, out)
                }
            }
        })?;
        self.current = current;
        Ok((after, next))
    }

    fn is_chosen(&mut self, which: Value, target: usize, out: Block) -> Value {
        let flag = self.r.state.bool_scalar;
        let mut b = self.build(out);
        let number = emit::index(&mut b, target as u32);
        let cmp = b.cmpi().comparison_predicate(ComparisonPredicate::Equal).lhs(which).rhs(number);
        cmp.signedness(Signedness::Signed).result(flag).finish().value()
    }
}
