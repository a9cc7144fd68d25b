//! Ops of the specification's examples: functions, which are inlined, and tiles computed from indices.

use cuda_tile::Attr;
use cuda_tile::build::items_block;
use cuda_tile::compute::Compute;
use cuda_tile::ops::{Opcode as Level1, fields};
use cuda_tile::types::Shape;
use ir::{Block, Op, Value};
use numerics::Scalar;

use super::Lowering;
use super::control::{Frame, Role};
use crate::ops::{Builders, fields as new};
use crate::types::Elem;

/// Most ops that a module may have when a call is inlined into it: chains of functions that call twice grow beyond
/// every bound.
const MAX_OPS: usize = 1 << 20;

/// Calls.
impl Lowering<'_> {
    pub(super) fn call(&mut self, op: Op) {
        use fields::experimental_call as old;
        let function =
            self.callee(op, old::callee).expect("the verifier finds every function that is called");
        let body = self.from.block(function, fields::experimental_func::body).expect("a function has a body");
        if self.to.body.op_count() > MAX_OPS {
            if !self.diagnostics.is_empty() {
                // One report is enough, because other kernels have the same reason.
                return self.frames.truncate(1);
            }
            let message = format!("is one of too many calls: inlined, they have more than {MAX_OPS} ops");
            return self.give_up(op, &message, "call the function fewer times, or from inside of a loop");
        }
        let args = self.operands(op, old::args);
        let params: Vec<Value> = self.from.body.block_args(body).iter().collect();
        for (param, arg) in params.into_iter().zip(args) {
            self.values[param] = arg.into();
        }
        let early = self.returns_early(function, body);
        let block = if early { self.loop_around(op) } else { self.current_block() };
        self.enter(body, block, Role::Inlined { call: op, early });
    }

    /// Refuses a function that only the caller can supply. Zeros stand for what it computes, so that the rest of the kernel is
    /// read and all such calls are reported at once; each is once, however often the function that contains it is inlined.
    pub(super) fn extern_elementwise(&mut self, op: Op) {
        if self.outside.insert(op) {
            self.refuse(
                op,
                "calls an external function, so it cannot be compiled",
                "run it on an engine with the external function, or define it with `experimental$func`",
            );
        }
        let ty = self.ty(self.from.body.result(op, 0));
        let zeros = ir::generic::Attr::Number(0);
        let stand_in = self.build().constant().value(zeros).result(ty).finish().value();
        self.set_result(op, stand_in);
    }

    /// Refuses a call of an external function, and with it the rest of the kernel: how its code is called is not documented.
    pub(super) fn extern_call(&mut self, op: Op) {
        let callee = self.from.attr(op, fields::preview_call::callee).as_interned();
        let callee = callee.map(|id| self.from.attrs.get(id));
        let name = if let Some(Attr::Str(name)) = callee { self.from.text(*name) } else { "".into() };
        let message = format!(
            "calls the external function '{name}', which cannot be compiled: its calling convention is not documented"
        );
        if self.outside.insert(op) {
            self.refuse(op, &message, "run it on an engine with the external function: `reference` or `cpu`");
        }
        self.frames.truncate(1);
    }

    fn callee(&self, op: Op, field: ir::Field) -> Option<Op> {
        let symbol = |op: Op, field| {
            let id = self.from.attr(op, field).as_interned()?;
            if let Some(&Attr::Str(id)) = self.from.attrs.try_get(id) { Some(id) } else { None }
        };
        let name = symbol(op, field)?;
        let mut items = self.from.body.block_ops(items_block(self.from));
        items.find(|&item| {
            self.from.opcode(item) == Level1::Func
                && symbol(item, fields::experimental_func::sym_name) == Some(name)
        })
    }

    fn current_block(&self) -> Block {
        self.frames.last().expect("ops are lowered inside of a frame").block
    }

    /// A loop that runs once, for a body with early returns: its results are those of the call.
    fn loop_around(&mut self, op: Op) -> Block {
        let types = self.result_types(op);
        let loop_ = self.build().loop_().results(types).finish().op;
        self.set_results(op, loop_);
        self.to.block(loop_, new::loop_::body).expect("a loop is built with its body")
    }
}

/// Tiles computed from indices.
impl Lowering<'_> {
    pub(super) fn generate(&mut self, op: Op) {
        let body = self.from.block(op, fields::experimental_generate::body).expect("a generate has a body");
        let tile = self.from.ty(self.from.body.result(op, 0)).as_tile().expect("a generate gives a tile");
        let shape: Shape = tile.shape().into();
        if self.is_plain(body) {
            self.all_at_once(op, body, shape)
        } else {
            self.one_by_one(op, body, &shape)
        }
    }

    /// True when the body is arithmetic on single numbers.
    fn is_plain(&self, body: Block) -> bool {
        self.from.body.block_ops(body).all(|op| {
            let single = |value: Value| self.from.ty(value).as_tile().is_some_and(|tile| tile.rank() == 0);
            let values = self.from.body.operands(op).iter().copied().chain(self.from.body.results(op).iter());
            computes_elements(self.from.opcode(op)) && values.into_iter().all(single)
        })
    }

    /// The body on tiles of indices.
    fn all_at_once(&mut self, op: Op, body: Block, shape: Shape) {
        let args: Vec<Value> = self.from.body.block_args(body).iter().collect();
        for (dim, arg) in args.into_iter().enumerate() {
            let index = self.index_tile(&shape, dim);
            self.values[arg] = index.into();
        }
        let (next, block) = (self.from.body.first_op(body), self.current_block());
        self.frames.push(Frame { next, block, role: Role::Lanes { op }, lanes: Some(shape) });
    }

    /// A tile whose elements are their own indices along a dimension.
    fn index_tile(&mut self, shape: &[u32], dim: usize) -> Value {
        let elem = Elem::Scalar(Scalar::I32);
        let mut flat = vec![1; shape.len()];
        flat[dim] = shape[dim];
        let (line, flat) = (self.tile_type(&shape[dim..=dim], elem), self.tile_type(&flat, elem));
        let wide = self.tile_type(shape, elem);
        let range = self.build().make_range().result(line).finish().value();
        let range = self.build().view().source(range).result(flat).finish().value();
        self.build().broadcast().source(range).result(wide).finish().value()
    }

    /// A loop over the elements in row-major order.
    fn one_by_one(&mut self, op: Op, body: Block, shape: &[u32]) {
        let result = self.from.body.result(op, 0);
        let ty = self.ty(result);
        let elem = self.to.types.get(ty).tile().expect("a generate gives a tile").elem;
        let Elem::Scalar(scalar) = elem else {
            let message = "computes addresses one by one, which cannot be compiled";
            return self.give_up(op, message, "compute the offsets and add them to a base address");
        };
        let count: u64 = shape.iter().map(|&extent| u64::from(extent)).product();
        let start = self.splat(shape, scalar, 0);
        let [low, high, step] = [0, count, 1].map(|bits| self.splat(&[], Scalar::I32, bits));
        let mut b = self.build();
        let draft = b.for_().lower(low).upper(high).step(step).inits([start]);
        let loop_ = draft.results([ty]).finish().op;
        let block = self.to.block(loop_, new::for_::body).expect("a loop is built with its body");
        let counter = self.to.body.ty(low);
        self.to.body.set_block_args(block, &[counter, ty]);
        let [number, tile] = [0, 1].map(|n| self.to.body.block_args(block).get(n).expect("just given"));
        self.set_results(op, loop_);
        let index = vec![number];
        let next = self.from.body.first_op(body);
        self.frames.push(Frame { next, block, role: Role::Each { tile, index }, lanes: None });
        let index = self.unravelled(number, shape);
        let args: Vec<Value> = self.from.body.block_args(body).iter().collect();
        for (arg, &value) in args.into_iter().zip(&index) {
            self.values[arg] = value.into();
        }
        self.frames.last_mut().expect("just pushed").role = Role::Each { tile, index };
    }

    /// Indices of an element from its number.
    fn unravelled(&mut self, number: Value, shape: &[u32]) -> Vec<Value> {
        let ty = self.to.body.ty(number);
        let mut indices = Vec::with_capacity(shape.len());
        let mut below = 0;
        for &extent in shape.iter().rev() {
            let [shift, mask] = [below, extent - 1].map(|bits| self.splat(&[], Scalar::I32, bits.into()));
            let shifted = self.build().shri().lhs(number).rhs(shift).result(ty).finish().value();
            indices.push(self.build().andi().lhs(shifted).rhs(mask).result(ty).finish().value());
            below += extent.trailing_zeros();
        }
        indices.reverse();
        indices
    }

    /// Ends the body for one element, which is inserted into the tile.
    pub(super) fn set_element(&mut self, tile: Value, element: Value, index: Vec<Value>) {
        let (ty, rank) = (self.to.body.ty(tile), index.len());
        let elem = self.to.types.get(ty).tile().expect("the carried value is a tile").elem;
        let ones = self.tile_type(&vec![1; rank], elem);
        let element = self.build().view().source(element).result(ones).finish().value();
        let mut b = self.build();
        let draft = b.insert().source(element).destination(tile).indices(index);
        let next = draft.result(ty).finish().value();
        self.build().continue_().operands([next]).finish();
    }
}

/// True for ops that a function may hold which is called for each element.
fn computes_elements(opcode: Level1) -> bool {
    matches!(opcode.spec().compute, Compute::Elementwise(_) | Compute::Constant) || opcode == Level1::Yield
}
