//! Blocks that branch into `if` and `loop`.
//!
//! A block that only one way leads to is inside the branch that leads to it; one where ways meet follows the
//! `if` they come from, whose results are its arguments. A loop's header becomes the beginning of a `loop`, ways back to
//! it `continue`, ways out `break`. Where an `if` or a `loop` can be left for several blocks, its first result is the
//! number of the next block, and each of them is inside an `if` that tests for it.
//!
//! Values that a loop defines and something after it uses become results of the loop. A result that a way out does not
//! define is zero there; it is not used then.

use diag::{Diagnostic, Span};
use ir::build::Builder;
use ir::text::{Failed, Parse, code};
use ir::{Block, Op, Region, TypeId, Value, ValueDef};
use numerics::Scalar;
use rustc_hash::{FxHashMap, FxHashSet};

use super::emit;
use super::graph::{Edge, End, Graph, Shape};
use crate::attrs::{ComparisonPredicate, Signedness};
use crate::ops::{Builders, OPS, fields};
use crate::text::Reader;
use crate::types::{Elem, TileType};
use crate::{CudaTile, Type};

/// The maximum nesting that is created from branches, including the nesting in the blocks.
const MAX_DEPTH: usize = 100;
/// More blocks than this are not structured: the work and the code may grow with their square.
pub(super) const MAX_BLOCKS: usize = 256;

/// Number of the row of a mnemonic.
pub(super) fn row(mnemonic: &str) -> u16 {
    OPS.iter().position(|spec| spec.mnemonic == mnemonic).expect("implicit terminators have rows") as u16
}

pub(super) fn structure(r: &mut Reader<'_>, region: Region, graph: Graph) -> Parse<()> {
    let at = Span::point(r.end().saturating_sub(1));
    // Each region is walked once for each level of branching regions around it, of which there are few.
    let height = height(r, r.module.body.region_op(region));
    let Some(shape) = Shape::of(&graph) else {
        let error = Diagnostic::error(code::DESUGAR, "the blocks form a loop with several entries")
            .at(at, "at the end of this region")
            .note("such a loop cannot be written with `if` and `loop`")
            .help("let every way into the loop lead through one block");
        return Err(r.fail(error));
    };
    let args: Vec<Value> = r.module.body.block_args(graph.blocks[0]).iter().collect();
    let types: Vec<TypeId> = args.iter().map(|&value| r.module.body.ty(value)).collect();
    r.module.body.clear_region(region);
    let out = r.module.body.create_block(region, &types);
    let new: Vec<Value> = r.module.body.block_args(out).iter().collect();
    for (&old, &new) in args.iter().zip(&new) {
        let name = r.module.body.name(old);
        r.module.body.set_name(new, name);
    }
    let emitted = vec![false; graph.blocks.len()];
    let mut s = Structurer {
        r,
        graph,
        shape,
        map: FxHashMap::default(),
        home: FxHashMap::default(),
        frames: Vec::new(),
        emitted,
        current: 0,
        height,
    };
    s.flow(0, new, out)?;
    s.r.block = Some(out);
    Ok(())
}

/// How deep ops nest below one.
fn height(r: &Reader<'_>, op: Op) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for visit in ir::walk::walk(&r.module.body, op) {
        match visit {
            ir::walk::Visit::Enter(_) => depth += 1,
            ir::walk::Visit::Leave(_) => depth -= 1,
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The construct that contains the code that is being written.
enum Frame {
    Loop { header: usize, exits: Vec<usize>, exports: Vec<Value> },
    If { targets: Vec<usize> },
}

/// The next block, and its arguments.
struct Choice {
    /// Number of the block, when there are several.
    which: Option<Value>,
    slots: Vec<(usize, Vec<Value>)>,
}

impl Choice {
    fn values(&self, target: usize) -> Option<&Vec<Value>> {
        self.slots.iter().find(|slot| slot.0 == target).map(|slot| &slot.1)
    }
}

struct Structurer<'a, 's> {
    r: &'a mut Reader<'s>,
    graph: Graph,
    shape: Shape,
    /// The current names of values.
    map: FxHashMap<Value, Value>,
    /// The block that a value belongs to since a loop exported it.
    home: FxHashMap<Value, usize>,
    frames: Vec<Frame>,
    emitted: Vec<bool>,
    /// The block whose code was written last.
    current: usize,
    /// How deep the code of the blocks nests already.
    height: usize,
}

impl Structurer<'_, '_> {
    fn build(&mut self, out: Block) -> Builder<'_, CudaTile> {
        Builder::at_end(&mut self.r.module, out)
    }

    fn now(&self, mut value: Value) -> Value {
        while let Some(&newer) = self.map.get(&value) {
            value = newer;
        }
        value
    }

    fn all_now(&self, values: &[Value]) -> Vec<Value> {
        values.iter().map(|&value| self.now(value)).collect()
    }

    fn params(&self, block: usize) -> Vec<Value> {
        self.r.module.body.block_args(self.graph.blocks[block]).iter().collect()
    }

    fn types(&self, values: &[Value]) -> Vec<TypeId> {
        values.iter().map(|&value| self.r.module.body.ty(value)).collect()
    }

    /// The header of the loop around, its exits and what it exports.
    fn innermost(&self) -> Option<(usize, &[usize], &[Value])> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop { header, exits, exports } => Some((*header, &**exits, &**exports)),
            Frame::If { .. } => None,
        })
    }

    fn is_direct(&self, target: usize) -> bool {
        self.innermost().is_some_and(|(header, exits, _)| header == target || exits.contains(&target))
    }

    fn is_outer(&self, target: usize) -> bool {
        matches!(self.frames.last(), Some(Frame::If { targets }) if targets.contains(&target))
    }

    fn in_current_loop(&self, block: usize) -> bool {
        self.shape.in_loop(self.innermost().map(|l| l.0), block)
    }

    fn is_inline(&self, from: usize, to: usize) -> bool {
        self.shape.is_only_way(from, to) && self.in_current_loop(to)
    }

    /// The code of a block and of all blocks that are only reachable through it, at the end of `out`.
    fn flow(&mut self, block: usize, args: Vec<Value>, out: Block) -> Parse<()> {
        if self.frames.len() + self.height > MAX_DEPTH {
            let text = format!("the blocks nest deeper than {MAX_DEPTH} levels");
            let at = Span::point(self.r.end().saturating_sub(1));
            return Err(self.r.error_at(code::NESTING, at, text, "at the end of this region"));
        }
        let mut next = Some((block, args));
        while let Some((block, args)) = next.take() {
            let inside = self.innermost().is_some_and(|(header, ..)| header == block);
            next = if self.shape.is_header(block) && !inside {
                self.emit_loop(block, &args, out)?
            } else {
                let params = self.params(block);
                self.map.extend(params.into_iter().zip(args));
                self.emit_block(block, out)?
            };
        }
        Ok(())
    }

    fn emit_block(&mut self, block: usize, out: Block) -> Parse<Option<(usize, Vec<Value>)>> {
        self.move_ops(block, out);
        self.current = block;
        match self.graph.ends[block].clone() {
            End::Exit => {
                if self.r.module.body.last_op(out).is_none_or(|op| !self.is_terminator(op)) {
                    self.dead_end(out)?;
                }
                Ok(None)
            }
            End::Jump(edge) => self.follow(block, &edge, out),
            End::Branch(condition, yes, no) => {
                let condition = self.now(condition);
                let reached = [&yes, &no].map(|edge| self.reached(block, edge));
                let targets = self.targets(reached.into_iter().flatten());
                let edges = [Some(&yes), Some(&no)];
                let choice = self.emit_if(condition, &targets, out, |s, branch, out| {
                    s.current = block;
                    let edge = edges[branch].expect("both branches have an edge");
                    match s.follow(block, edge, out)? {
                        Some((to, args)) => s.flow(to, args, out),
                        None => Ok(()),
                    }
                })?;
                self.dispatch(targets, choice, out)
            }
        }
    }

    fn is_terminator(&self, op: Op) -> bool {
        self.r.module.spec(op).has(ir::spec::Trait::Terminator)
    }

    fn move_ops(&mut self, block: usize, out: Block) {
        self.emitted[block] = true;
        let ops: Vec<Op> = self.r.module.body.block_ops(self.graph.blocks[block]).collect();
        for op in ops {
            self.r.module.body.detach(op);
            self.r.module.body.append(out, op);
            let inside: Vec<Op> = ir::walk::preorder(&self.r.module.body, op).collect();
            for op in inside {
                let operands = self.all_now(self.r.module.body.operands(op));
                self.r.module.body.operands_mut(op).copy_from_slice(&operands);
            }
        }
    }

    /// Continues with a block in place, or jumps to it.
    fn follow(&mut self, from: usize, edge: &Edge, out: Block) -> Parse<Option<(usize, Vec<Value>)>> {
        let args = self.all_now(&edge.args);
        if self.is_inline(from, edge.to) {
            return Ok(Some((edge.to, args)));
        }
        self.jump(edge.to, args, out)?;
        Ok(None)
    }

    /// The blocks after an `if`, for the targets of its branches.
    fn targets(&self, reached: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut targets: Vec<usize> = reached.filter(|&target| !self.is_direct(target)).collect();
        targets.sort_by_key(|&target| self.shape.position(target));
        targets.dedup();
        targets
    }

    /// The final target of an edge: outside of the blocks inside its branch.
    fn reached(&self, from: usize, edge: &Edge) -> Vec<usize> {
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

    fn leaving(&self, inside: impl Fn(usize) -> bool) -> Vec<usize> {
        let members = (0..self.graph.ends.len()).filter(|&block| inside(block));
        members
            .flat_map(|block| self.graph.ends[block].edges().map(|edge| edge.to))
            .filter(|&to| !inside(to))
            .collect()
    }

    /// Ends the code in `out` by a jump to a block that is elsewhere.
    fn jump(&mut self, to: usize, args: Vec<Value>, out: Block) -> Parse<()> {
        let which = self.is_outer(to) || self.innermost().is_some_and(|(header, ..)| header != to);
        let choice = Choice { which: None, slots: vec![(to, args)] };
        if which { self.leave(to, choice, out) } else { self.go_back(choice, out) }
    }

    fn go_back(&mut self, choice: Choice, out: Block) -> Parse<()> {
        let values: Vec<Value> = choice.slots.into_iter().flat_map(|slot| slot.1).collect();
        self.build(out).continue_().operands(values).finish();
        Ok(())
    }

    /// `yield` or `break` with the number of the block, if needed, and its arguments.
    fn leave(&mut self, to: usize, choice: Choice, out: Block) -> Parse<()> {
        let outer = self.is_outer(to);
        let (targets, exports) = match self.frames.last() {
            Some(Frame::If { targets }) if outer => (targets.clone(), Vec::new()),
            _ => self
                .innermost()
                .map(|(_, exits, exports)| (exits.to_vec(), exports.to_vec()))
                .unwrap_or_default(),
        };
        let mut values = Vec::new();
        if targets.len() > 1 {
            let number = choice.which.unwrap_or_else(|| emit::index(&mut self.build(out), to as u32));
            values.push(number);
        }
        for target in targets {
            match choice.values(target) {
                Some(given) => values.extend(given),
                None => {
                    let params = self.params(target);
                    for ty in self.types(&params) {
                        values.push(self.zero(ty, out)?);
                    }
                }
            }
        }
        for value in exports {
            let defined = self.home_of(value).is_some_and(|home| self.shape.dominates(home, self.current));
            let ty = self.r.module.body.ty(value);
            values.push(if defined { self.now(value) } else { self.zero(ty, out)? });
        }
        let mut b = self.build(out);
        if outer {
            b.yield_().operands(values).finish();
        } else {
            b.break_().operands(values).finish();
        }
        Ok(())
    }

    /// The block that defines a value.
    fn home_of(&self, value: Value) -> Option<usize> {
        if let Some(&home) = self.home.get(&value) {
            return Some(home);
        }
        self.home.get(&self.now(value)).copied()
    }

    /// A value that is not used.
    fn zero(&mut self, ty: TypeId, out: Block) -> Parse<Value> {
        let found = self.r.module.types.get(ty).clone();
        match (&found, found.as_tile().map(TileType::elem)) {
            (Type::Token, _) => {
                let token = self.r.state.token;
                Ok(self.build(out).make_token().result(token).finish().value())
            }
            (_, Some(Elem::Scalar(_))) => Ok(emit::splat(&mut self.build(out), ty, 0)),
            (_, Some(Elem::Ptr(_))) => {
                let tile = found.as_tile().and_then(|tile| tile.with_elem(Elem::Scalar(Scalar::I64)).ok());
                let tile = tile.expect("every shape is one of integers");
                let numbers = self.r.module.types.intern(Type::Tile(tile));
                let mut b = self.build(out);
                let zero = emit::splat(&mut b, numbers, 0);
                Ok(b.int_to_ptr().source(zero).result(ty).finish().value())
            }
            _ => Err(self.cannot_carry(&found)),
        }
    }

    fn cannot_carry(&mut self, ty: &Type) -> Failed {
        let at = Span::point(self.r.end().saturating_sub(1));
        let text = format!("blocks pass a '{ty}' on where not every way defines it");
        let error = Diagnostic::error(code::DESUGAR, text)
            .at(at, "at the end of this region")
            .help("make the view in the block that uses it");
        self.r.fail(error)
    }

    /// Nothing gets here, but the code must end.
    fn dead_end(&mut self, out: Block) -> Parse<()> {
        match self.frames.last() {
            None => Ok(()),
            Some(Frame::If { targets }) => match targets.first().copied() {
                Some(target) => self.leave(target, Choice { which: None, slots: Vec::new() }, out),
                None => {
                    self.build(out).yield_().finish();
                    Ok(())
                }
            },
            Some(Frame::Loop { header, .. }) => {
                let params = self.params(*header);
                let mut values = Vec::new();
                for ty in self.types(&params) {
                    values.push(self.zero(ty, out)?);
                }
                self.build(out).continue_().operands(values).finish();
                Ok(())
            }
        }
    }

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
    fn emit_if(
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

    fn emit_loop(&mut self, header: usize, args: &[Value], out: Block) -> Parse<Option<(usize, Vec<Value>)>> {
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
    fn dispatch(
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
            let inside = |block: usize| {
                self.shape.position(block).is_some()
                    && self.shape.dominates(target, block)
                    && self.in_current_loop(block)
            };
            let later = self.leaving(inside);
            let behind = self.targets(later.into_iter().chain(targets.iter().copied()));
            let chosen = self.is_chosen(which, target, out);
            let current = self.current;
            choice = self.emit_if(chosen, &behind, out, |s, branch, out| {
                s.current = current;
                match branch {
                    0 => s.flow(target, choice.values(target).cloned().unwrap_or_default(), out),
                    _ => {
                        let which = (behind.len() > 1).then_some(which);
                        s.leave(behind[0], Choice { which, slots: choice.slots.clone() }, out)
                    }
                }
            })?;
            self.current = current;
            targets = behind;
        }
    }

    fn is_chosen(&mut self, which: Value, target: usize, out: Block) -> Value {
        let flag = self.r.state.bool_scalar;
        let mut b = self.build(out);
        let number = emit::index(&mut b, target as u32);
        let cmp = b.cmpi().comparison_predicate(ComparisonPredicate::Equal).lhs(which).rhs(number);
        cmp.signedness(Signedness::Signed).result(flag).finish().value()
    }
}
