//! Control flow, reductions and scans: ops with regions, and what ends their blocks.

use cuda_tile::Attr;
use cuda_tile::ops::{Opcode as Level1, fields};
use cuda_tile::types::Shape;
use ir::generic;
use ir::{Block, Field, Op, TypeId, Value};

use super::Lowering;
use crate::ops::{Builders, fields as new};

/// A block of level 1 that is being lowered.
pub(super) struct Frame {
    /// The op to lower next.
    pub(super) next: Option<Op>,
    /// Where its ops go.
    pub(super) block: Block,
    /// The role of the block in its parent.
    pub(super) role: Role,
    /// The extents of tiles that replace single numbers.
    pub(super) lanes: Option<Shape>,
}

/// The role of a block.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// A region of the op that its parent became.
    Region,
    /// The body of a loop.
    Loop,
    /// The body of a kernel.
    Kernel,
    /// The body of a function that the call is replaced by. With `early` it is the body of a loop, which its returns leave.
    Inlined {
        /// The call.
        call: Op,
        /// It returns from inside of branches.
        early: bool,
    },
    /// A body that is computed for all elements of a tile at once.
    Lanes {
        /// The op whose result it yields.
        op: Op,
    },
    /// A body that is computed for one element after the other: it gives element `index` of `tile`.
    Each {
        /// The tile so far.
        tile: Value,
        /// Where the element is.
        index: Vec<Value>,
    },
}

impl Lowering<'_> {
    /// Lowers the block of a region into a block with the given arguments; the frame is worked off before what follows.
    pub(super) fn enter(&mut self, from: Block, to: Block, role: Role) {
        let lanes = self.lanes().cloned();
        let next = self.from.body.first_op(from);
        self.frames.push(Frame { next, block: to, role, lanes });
    }

    /// Works off frames down to a depth.
    pub(super) fn run(&mut self, depth: usize) {
        while self.frames.len() > depth {
            let frame = self.frames.last_mut().expect("there are frames");
            match frame.next {
                Some(op) => {
                    frame.next = self.from.body.next(op);
                    let first = self.to.body.op_count();
                    self.op(op);
                    self.places.propagate(self.from, op, &mut self.to, first);
                }
                None => {
                    self.frames.pop();
                }
            }
        }
    }

    /// Gives the block of a new op the arguments of the old one, in the order `order`.
    fn arguments(&mut self, old: Block, new: Block, order: impl Fn(usize) -> usize) {
        let olds: Vec<Value> = self.from.body.block_args(old).iter().collect();
        let types: Vec<TypeId> = (0..olds.len()).map(|index| self.ty(olds[order(index)])).collect();
        self.to.body.set_block_args(new, &types);
        for (index, arg) in self.to.body.block_args(new).iter().enumerate() {
            self.set(olds[order(index)], arg);
        }
    }

    pub(super) fn result_types(&mut self, op: Op) -> Vec<TypeId> {
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        results.into_iter().map(|value| self.ty(value)).collect()
    }

    fn body(&self, op: Op, region: Field) -> Block {
        self.from.block(op, region).expect("the verifier asks for a body")
    }

    pub(super) fn for_(&mut self, op: Op) {
        use fields::for_ as old;
        let [lower, upper, by] =
            [old::lowerBound, old::upperBound, old::step].map(|field| self.operand(op, field));
        let inits = self.operands(op, old::initValues);
        let types = self.result_types(op);
        let unsigned = self.from.attr(op, old::unsignedCmp);
        let mut b = self.build();
        let mut draft = b.for_().lower(lower).upper(upper).step(by).inits(inits).results(types);
        if unsigned.is_present() {
            draft = draft.unsigned(true);
        }
        let new = draft.finish().op;
        self.set_results(op, new);
        self.loop_body(op, old::region, new, new::for_::body);
    }

    pub(super) fn loop_(&mut self, op: Op) {
        use fields::loop_ as old;
        let inits = self.operands(op, old::initValues);
        let types = self.result_types(op);
        let new = self.build().loop_().inits(inits).results(types).finish().op;
        self.set_results(op, new);
        self.loop_body(op, old::region, new, new::loop_::body);
    }

    fn loop_body(&mut self, op: Op, old: Field, loop_: Op, new: Field) {
        let old = self.body(op, old);
        let new = self.to.block(loop_, new).expect("a loop is built with its body");
        self.arguments(old, new, |index| index);
        self.enter(old, new, Role::Loop);
    }

    pub(super) fn if_(&mut self, op: Op) {
        use fields::if_ as old;
        let condition = self.operand(op, old::condition);
        let types = self.result_types(op);
        let new = self.build().if_().condition(condition).results(types).finish().op;
        self.set_results(op, new);
        // The branch that is entered last is lowered first.
        if let Some(old) = self.from.block(op, old::elseRegion) {
            let region = self.to.region(new, new::if_::otherwise);
            let block = self.to.body.create_block(region, &[]);
            self.enter(old, block, Role::Region);
        }
        let then = self.to.block(new, new::if_::then).expect("an `if` is built with its branch");
        self.enter(self.body(op, old::thenRegion), then, Role::Region);
    }

    pub(super) fn reduce(&mut self, op: Op) {
        use fields::reduce as old;
        let (values, types) = (self.operands(op, old::operands), self.result_types(op));
        let (dim, identities) = (self.int(op, old::dim), self.identities(op, old::identities));
        let mut b = self.build();
        let draft = b.reduce().operands(values).dim(dim).identities(identities);
        let new = draft.results(types).finish().op;
        self.set_results(op, new);
        self.fold_body(op, old::body, new, new::reduce::body);
    }

    pub(super) fn scan(&mut self, op: Op) {
        use fields::scan as old;
        let (values, types) = (self.operands(op, old::operands), self.result_types(op));
        let (dim, identities) = (self.int(op, old::dim), self.identities(op, old::identities));
        let reverse = self.from.flag(op, old::reverse);
        let mut b = self.build();
        let mut draft = b.scan().operands(values).dim(dim).identities(identities).results(types);
        if reverse {
            draft = draft.reverse(true);
        }
        let new = draft.finish().op;
        self.set_results(op, new);
        self.fold_body(op, old::body, new, new::scan::body);
    }

    /// At level 1, the element comes first, then the accumulator.
    fn fold_body(&mut self, op: Op, old: Field, fold: Op, new: Field) {
        let old = self.body(op, old);
        let new = self.to.block(fold, new).expect("a fold is built with its body");
        self.arguments(old, new, |index| index ^ 1);
        self.enter(old, new, Role::Region);
    }

    fn identities(&self, op: Op, field: Field) -> generic::Attr {
        let array = self.from.attr(op, field).as_interned().map(|id| self.from.attrs.get(id));
        let Some(Attr::Array(items)) = array else { return generic::Attr::Ints(Box::default()) };
        let bits = items.iter().map(|&id| {
            let number = self.from.attrs.get(id);
            if let Attr::Int { bits, .. } | Attr::Float { bits, .. } = number { *bits as i64 } else { 0 }
        });
        generic::Attr::Ints(bits.collect())
    }

    fn carried(&mut self, op: Op) -> Vec<Value> {
        let operands: Vec<Value> = self.from.body.operands(op).to_vec();
        operands.into_iter().map(|value| self.value(value)).collect()
    }

    pub(super) fn yield_(&mut self, op: Op) {
        let values = self.carried(op);
        let role = self.frames.last().expect("an op is lowered inside of a frame").role.clone();
        match role {
            Role::Region => {
                self.build().yield_().operands(values).finish();
            }
            Role::Lanes { op } => self.set_result(op, values[0]),
            Role::Each { tile, index } => self.set_element(tile, values[0], index),
            Role::Loop | Role::Kernel | Role::Inlined { .. } => {
                unreachable!("the verifier asks for another end of these")
            }
        }
    }

    pub(super) fn continue_(&mut self, op: Op) {
        let values = self.carried(op);
        self.build().continue_().operands(values).finish();
    }

    pub(super) fn break_(&mut self, op: Op) {
        let values = self.carried(op);
        self.build().break_().operands(values).finish();
    }

    /// The end of the kernel, or of a function that is inlined.
    pub(super) fn return_(&mut self, op: Op) {
        let values = self.carried(op);
        let functions = |role: &Role| matches!(role, Role::Kernel | Role::Inlined { .. });
        let at =
            self.frames.iter().rposition(|frame| functions(&frame.role)).expect("an op is in a function");
        match self.frames[at].role.clone() {
            Role::Inlined { early: true, .. } => {
                if self.frames[at + 1..].iter().any(|frame| matches!(frame.role, Role::Loop)) {
                    self.refuse(
                        op,
                        "returns from inside a loop of a function, which cannot be inlined",
                        "leave the loop with `break` and return after it",
                    );
                }
                self.build().break_().operands(values).finish();
            }
            Role::Inlined { call, early: false } => {
                let outs: Vec<Value> = self.from.body.results(call).iter().collect();
                for (out, value) in outs.into_iter().zip(values) {
                    self.set(out, value);
                }
            }
            Role::Kernel | Role::Region | Role::Loop | Role::Lanes { .. } | Role::Each { .. } => {
                self.build().return_().finish();
            }
        }
    }

    /// True when a function returns from inside of a branch or loop.
    pub(super) fn returns_early(&self, function: Op, body: Block) -> bool {
        let ops = ir::walk::preorder(&self.from.body, function);
        let mut returns = ops.filter(|&op| self.from.opcode(op) == Level1::Return);
        returns.any(|op| self.from.body.parent_block(op) != Some(body))
    }
}
