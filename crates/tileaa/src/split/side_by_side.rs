//! Parts of tiles side by side: ops that depend on the number of the part are there once for each part.
//!
//! ```text
//! q = load [tile * 2 + part]             q = load [tile * 2]        q' = load [tile * 2 + 1]
//! s = for i, [zeros] {             =>    s, s' = for i, [zeros, zeros] {
//!   k = load [i]                           k = load [i]
//!   continue [q * k + s]                   continue [q * k + s, q' * k + s']
//! }                                      }
//! ```
//!
//! The ops of the first part are those of the function; their copies follow them directly. Ops that do not depend on
//! the part, such as loads of what both parts use, stay alone. Conditions and bounds never depend on it
//! ([`super`]). A loop or branch has further results for the second part.

use cranelift_entity::EntitySet;
use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value};
use rustc_hash::FxHashMap;

use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, TileAa};

/// Copies for the second part what depends on `part`, the number 0, which an op of the function gives.
pub(super) fn duplicate(module: &mut Module, func: Op, part: Value) {
    let dependent = dependent(module, func, part);
    let ops: Vec<Op> = preorder(&module.body, func).filter(|&op| is_flow(module, op)).collect();
    let zero = module.body.def_op(part).expect("an op gives the number of the part");
    let ty = module.body.ty(part);
    let mut copies = Copies { rw: Rewriter::new(module), dependent, of: FxHashMap::default() };
    let next = copies.rw.module().body.next(zero).expect("a constant does not end its block");
    let one = copies
        .rw
        .build_before(next, zero, |b| b.constant().value(Attr::Number(1)).result(ty).finish().value());
    copies.of.insert(part, one);
    ops.into_iter().filter(|&op| op != func).for_each(|op| copies.op(op));
}

/// Whether an op is executed where control flow comes to it: not in the body of a reduction.
fn is_flow(module: &Module, op: Op) -> bool {
    let parent = module.body.parent_op(op).map(|parent| module.opcode(parent));
    matches!(parent, Some(Opcode::Func | Opcode::For | Opcode::If))
}

/// The values that depend on another one.
fn dependent(module: &Module, func: Op, source: Value) -> EntitySet<Value> {
    let mut found: EntitySet<Value> = EntitySet::new();
    found.insert(source);
    let ops: Vec<Op> = preorder(&module.body, func).filter(|&op| is_flow(module, op)).collect();
    // Values are carried by loops, so this is repeated until no further value is found.
    loop {
        let mut more = false;
        for &op in &ops {
            more |= follow(module, op, &mut found);
        }
        if !more {
            return found;
        }
    }
}

/// Adds the values that an op computes from dependent ones; true if there were more.
fn follow(module: &Module, op: Op, found: &mut EntitySet<Value>) -> bool {
    let body = &module.body;
    let mut more = false;
    #[allow(clippy::wildcard_enum_match_arm, reason = "the results of the other ops depend on all operands")]
    match module.opcode(op) {
        Opcode::For => {
            let block = module.block(op, fields::for_::body).expect("a loop has its body");
            for (at, init) in module.operands(op, fields::for_::inits).iter().enumerate() {
                if found.contains(*init) {
                    more |= carry(module, (op, block), at, found);
                }
            }
        }
        Opcode::If => {}
        Opcode::Continue | Opcode::Yield => {
            let owner = body.parent_op(op).expect("an op of a function stands in one");
            let block = module.block(owner, fields::for_::body);
            for (at, value) in body.operands(op).iter().enumerate() {
                if !found.contains(*value) {
                    continue;
                }
                match block.filter(|_| module.opcode(owner) == Opcode::For) {
                    Some(block) => more |= carry(module, (owner, block), at, found),
                    None => more |= found.insert(body.result(owner, at)),
                }
            }
        }
        _ if body.operands(op).iter().any(|&value| found.contains(value)) => {
            for result in body.results(op) {
                more |= found.insert(result);
            }
        }
        _ => {}
    }
    more
}

/// Adds a value that a loop carries.
fn carry(module: &Module, (loop_, block): (Op, Block), at: usize, found: &mut EntitySet<Value>) -> bool {
    let argument = module.body.block_args(block).get(at + 1).expect("a loop has an argument for each value");
    let is_new = found.insert(argument);
    found.insert(module.body.result(loop_, at)) || is_new
}

struct Copies<'m> {
    rw: Rewriter<'m, TileAa>,
    dependent: EntitySet<Value>,
    /// The values of the second part, by those of the first one.
    of: FxHashMap<Value, Value>,
}

impl Copies<'_> {
    fn op(&mut self, op: Op) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are copied as they are")]
        match self.rw.module().opcode(op) {
            Opcode::For => self.widen_for(op),
            Opcode::If => self.widen_if(op),
            Opcode::Continue | Opcode::Yield => self.widen_end(op),
            _ if self.rw.module().body.operands(op).iter().any(|value| self.of.contains_key(value)) => {
                let next = self.rw.module().body.next(op).expect("it does not end its block");
                self.rw.clone_before(op, next, &mut self.of);
            }
            _ => {}
        }
    }

    /// The same value of the second part.
    fn other(&self, value: Value) -> Value {
        self.of.get(&value).copied().unwrap_or(value)
    }

    /// The numbers of the results of an op that depend on the part.
    fn results(&self, op: Op) -> Vec<usize> {
        let results = self.rw.module().body.results(op).iter().enumerate();
        results.filter(|&(_, value)| self.dependent.contains(value)).map(|(at, _)| at).collect()
    }

    fn widen_for(&mut self, old: Op) {
        use fields::for_ as f;
        let doubled = self.results(old);
        if doubled.is_empty() {
            return;
        }
        let module = self.rw.module();
        let [lower, upper, step] = [f::lower, f::upper, f::step].map(|field| module.operand(old, field));
        let unsigned = module.flag(old, f::unsigned);
        let mut inits = module.operands(old, f::inits).to_vec();
        let others: Vec<Value> = doubled.iter().map(|&at| self.other(inits[at])).collect();
        inits.extend(others);
        let types: Vec<TypeId> = inits.iter().map(|&value| module.body.ty(value)).collect();
        let new = self.rw.build_before(old, old, |b| {
            let loop_ = b.for_().lower(lower).upper(upper).step(step).inits(inits);
            loop_.results(types.as_slice()).unsigned(unsigned).finish().op
        });
        self.take_regions(old, new);
        let body = self.rw.module().block(new, f::body).expect("a loop has its body");
        let arguments: Vec<Value> = self.rw.module().body.block_args(body).iter().collect();
        let mut of_body: Vec<TypeId> =
            arguments.iter().map(|&value| self.rw.module().body.ty(value)).collect();
        of_body.extend(doubled.iter().map(|&at| types[at]));
        let first = self.rw.module().body.first_op(body).expect("a body has its end");
        let fresh: Vec<Value> = self.rw.build_before(first, old, |b| {
            b.module.body.set_block_args(body, &of_body);
            let fresh: Vec<Value> = b.module.body.block_args(body).iter().collect();
            for (&old, &new) in arguments.iter().zip(&fresh) {
                let name = b.module.body.name(old);
                b.module.body.set_name(new, name);
            }
            fresh
        });
        arguments.iter().zip(&fresh).for_each(|(&old, &new)| self.rw.replace_value(old, new));
        for (number, &at) in doubled.iter().enumerate() {
            self.of.insert(fresh[at + 1], fresh[arguments.len() + number]);
        }
        self.take_results(old, new, &doubled);
    }

    fn widen_if(&mut self, old: Op) {
        use fields::if_ as f;
        let doubled = self.results(old);
        if doubled.is_empty() {
            return;
        }
        let module = self.rw.module();
        let condition = module.operand(old, f::condition);
        let results = module.body.results(old);
        let mut types: Vec<TypeId> = results.iter().map(|value| module.body.ty(value)).collect();
        types.extend(doubled.iter().map(|&at| types[at]).collect::<Vec<TypeId>>());
        let new = self
            .rw
            .build_before(old, old, |b| b.if_().condition(condition).results(types.as_slice()).finish().op);
        self.take_regions(old, new);
        self.take_results(old, new, &doubled);
    }

    /// The end of a block gives the values of both parts.
    fn widen_end(&mut self, end: Op) {
        let module = self.rw.module();
        let Some(owner) = module.body.parent_op(end).filter(|&op| module.opcode(op) != Opcode::Func) else {
            return;
        };
        let mut operands = module.body.operands(end).to_vec();
        let more = self.results(owner).into_iter().filter(|&at| at < operands.len());
        let more: Vec<Value> = more.map(|at| self.other(operands[at])).collect();
        operands.extend(more);
        self.rw.set_operands(end, &operands, &[]);
    }

    fn take_regions(&mut self, old: Op, new: Op) {
        for index in 0..self.rw.module().body.regions(old).len() {
            let [from, to] = [old, new].map(|op| self.rw.module().body.region(op, index));
            self.rw.erase_blocks(to);
            self.rw.move_blocks(from, to);
        }
    }

    /// The first results of a widened op are those of the old one, and the others those of the second part.
    fn take_results(&mut self, old: Op, new: Op, doubled: &[usize]) {
        let results: Vec<Value> = self.rw.module().body.results(old).iter().collect();
        let fresh: Vec<Value> = self.rw.module().body.results(new).iter().collect();
        for (&old, &new) in results.iter().zip(&fresh) {
            self.rw.replace_value(old, new);
        }
        for (number, &at) in doubled.iter().enumerate() {
            self.of.insert(fresh[at], fresh[results.len() + number]);
            self.dependent.insert(fresh[at]);
        }
        self.rw.erase(old);
    }
}
