//! Blocks that branch into `if` and `loop`.
//!
//! A block that only one way leads to is inside the branch that leads to it; one where ways meet follows the `if` they
//! come from, whose results are its arguments. A loop's header becomes the beginning of a `loop`, ways back to it
//! `continue`, ways out `break`. Where an `if` or a `loop` can be left for several blocks, its first result is the
//! number of the next block, and each of them is inside an `if` that tests for it.
//!
//! Values that a loop defines and something after it uses become results of the loop. A result that a way out does not
//! define is zero there; it is not used then.

mod branches;
mod queries;

use diag::{Diagnostic, Span};
use ir::build::Builder;
use ir::text::{Failed, Parse, code};
use ir::{Block, Op, Region, TypeId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;

use super::emit;
use super::graph::{Edge, End, Graph, Shape};
use crate::ops::{Builders, OPS};

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
}
