//! Matrix products without a matrix instruction: element by element, with both operands in shared memory.
//!
//! The loop runs along k. Operands are row-major, so one access loads several elements along k of a row of the left
//! operand, and several columns of a row of the right one: threads with neighbouring columns read all banks, each once.
//! An element of the sum adds its products in the order of k, independently of how many the loop loads at once.

use ir::{Op, TypeId, Value};
use rustc_hash::FxHashMap;
use tile_core::arith::Arith;
use tileaa::types::Elem;
use tileas::layout::Shape;
use tileas::ops::fields as from;
use tileas::types::{BufferType, Type as FromType};

use super::buffers::buffer_bits;
use super::{Lower, Lowered, elements};
use crate::Type;
use crate::ops::{Builders as _, fields};

/// Bytes that one access moves at most.
const WIDEST_ACCESS: u32 = 16;
/// The maximum number of elements along k per iteration of the loop.
const MAX_DEPTH_AT_ONCE: u32 = 4;
/// The maximum number of products in the body of the loop, if an iteration has several elements.
const MAX_UNROLLED_PRODUCTS: u32 = 256;

/// An operand in shared memory.
struct Operand {
    base: Value,
    shape: Shape,
    elem: Elem,
    signed: bool,
    /// Elements of one access.
    vector: u32,
}

impl Operand {
    fn new(base: Value, ty: &BufferType, signed: bool) -> Operand {
        Operand { base, shape: ty.layout.shape().clone(), elem: ty.elem, signed, vector: 1 }
    }

    /// Elements that an access may move, of a given number.
    fn widest(&self, elements: u32) -> u32 {
        elements.min(WIDEST_ACCESS * 8 / buffer_bits(self.elem)).max(1)
    }
}

/// A product that is being lowered: the op, its operands, and what was read in this iteration of the loop.
struct Product {
    op: Op,
    operands: [Operand; 2],
    /// By operand, row or column, batch, and step along k.
    factors: FxHashMap<(usize, Value, Option<Value>, u32), Value>,
}

impl Lower<'_> {
    pub(super) fn fma_dot(&mut self, op: Op) -> Lowered<()> {
        use from::fma_dot as f;
        let [lhs, rhs, acc] = [f::lhs, f::rhs, f::acc].map(|field| self.from.operand(op, field));
        let layout = self.tile(acc).layout.clone();
        let (FromType::Buffer(a), FromType::Buffer(b)) =
            (self.from.ty(lhs).clone(), self.from.ty(rhs).clone())
        else {
            return Ok(());
        };
        let mut left = Operand::new(self.buffer(lhs), &a, self.from.flag(op, f::signed_lhs));
        let mut right = Operand::new(self.buffer(rhs), &b, self.from.flag(op, f::signed_rhs));
        let rank = layout.shape().rank();
        let depth = left.shape.extent(rank - 1);
        let sums = self.registers(acc);
        let scaled = [f::lhs_scale, f::rhs_scale].iter().any(|&s| self.from.operand_opt(op, s).is_some());
        if !scaled {
            let room = (MAX_UNROLLED_PRODUCTS / sums.len() as u32).max(1);
            let deep = depth.min(MAX_DEPTH_AT_ONCE).min(1 << room.ilog2());
            left.vector = left.widest(deep);
            right.vector = right.widest(layout.contiguous(rank - 1));
        }
        let step = left.vector;
        let rows = self.coordinates(&layout, rank - 2);
        let columns = self.coordinates(&layout, rank - 1);
        let batches = (rank == 3).then(|| self.coordinates(&layout, 0));
        let (block, new) = self.begin_products(&sums, [depth, step]);
        let arguments: Vec<Value> = self.to.body.block_args(block).iter().collect();
        let around = std::mem::replace(&mut self.block, block);
        let (k, mut next) = (arguments[0], arguments[1..].to_vec());
        let mut product = Product { op, operands: [left, right], factors: FxHashMap::default() };
        self.products_of_step(&mut product, (k, step), (&rows, &columns, batches.as_deref()), &mut next);
        self.b().continue_().operands(next).finish();
        self.block = around;
        let results = self.to.body.results(new).iter().collect();
        self.hold(op, 0, results);
        Ok(())
    }

    /// Adds the products of an iteration to the sums.
    fn products_of_step(
        &mut self,
        product: &mut Product,
        (k, step): (Value, u32),
        (rows, columns, batches): (&[Value], &[Value], Option<&[Value]>),
        next: &mut [Value],
    ) {
        let mut first = 0;
        while first < next.len() {
            // Registers of a row stand together, and use what was read of the left operand before more is read.
            let batch = |register: usize| batches.map(|batches| batches[register]);
            let same = |&at: &usize| rows[at] == rows[first] && batch(at) == batch(first);
            let end = (first..next.len()).take_while(same).last().map_or(first, |last| last) + 1;
            for along in 0..step {
                for register in first..end {
                    let (sum, batch) = (next[register], batch(register));
                    let a = self.left_factor(product, (rows[register], k, along), batch, sum);
                    let b = self.right_factor(product, (k, along), (columns, register), batch, sum);
                    next[register] = self.multiply_add(a, b, sum);
                }
            }
            first = end;
        }
    }

    /// A loop along k that carries the sums, and its body.
    fn begin_products(&mut self, sums: &[Value], [depth, step]: [u32; 2]) -> (ir::Block, Op) {
        let types: Vec<TypeId> = sums.iter().map(|&value| self.to.body.ty(value)).collect();
        let (zero, step, end) = (self.i32(0), self.i32(step), self.i32(depth));
        let mut b = self.b();
        let draft = b.for_().lower(zero).upper(end).step(step).inits(sums);
        let new = draft.results(types.as_slice()).finish().op;
        let block = self.to.block(new, fields::for_::body).expect("a loop has a body");
        let i32 = self.to.types.intern(Type::I32);
        let arguments: Vec<TypeId> = std::iter::once(i32).chain(types).collect();
        self.to.body.set_block_args(block, &arguments);
        (block, new)
    }

    /// The element of the left operand in a row, a given number of steps after `k`.
    fn left_factor(
        &mut self,
        product: &mut Product,
        (row, k, along): (Value, Value, u32),
        batch: Option<Value>,
        sum: Value,
    ) -> Value {
        if let Some(&known) = product.factors.get(&(0, row, batch, along)) {
            return known;
        }
        let place = (row, k, 0);
        for (at, value) in self.read_factors(product, 0, place, batch, sum).into_iter().enumerate() {
            product.factors.insert((0, row, batch, at as u32), value);
        }
        product.factors[&(0, row, batch, along)]
    }

    /// The element of the right operand in the column of a register, a given number of steps after `k`.
    fn right_factor(
        &mut self,
        product: &mut Product,
        (k, along): (Value, u32),
        (columns, register): (&[Value], usize),
        batch: Option<Value>,
        sum: Value,
    ) -> Value {
        let key = (1, columns[register], batch, along);
        if let Some(&known) = product.factors.get(&key) {
            return known;
        }
        let vector = product.operands[1].vector as usize;
        let lead = register - register % vector;
        let place = (k, columns[lead], along);
        let values = self.read_factors(product, 1, place, batch, sum);
        for (&column, value) in columns[lead..lead + vector].iter().zip(values) {
            product.factors.insert((1, column, batch, along), value);
        }
        product.factors[&key]
    }

    /// The elements of one access, from a row and a column on and rows further down, as factors of a sum.
    fn read_factors(
        &mut self,
        product: &Product,
        which: usize,
        (row, column, down): (Value, Value, u32),
        batch: Option<Value>,
        sum: Value,
    ) -> Vec<Value> {
        let Operand { base, ref shape, elem, signed, vector } = product.operands[which];
        let address = self.element_address(base, shape, (row, column), batch, elem);
        let bits = buffer_bits(elem);
        let offset = i64::from(down << shape.shift(shape.rank() - 2)) * i64::from(bits / 8);
        let loaded = self.load_words((address, offset), elements::register(elem), bits, vector as usize);
        let mut values = Vec::new();
        for value in loaded {
            let value = match elem.scalar() {
                Some(scalar) if scalar.is_int() => self.widen_int(value, elem, signed),
                Some(scalar) => self.decode(value, scalar),
                None => value,
            };
            let value = self.as_summand(value, sum);
            values.push(match self.scale(product.op, which, shape, batch, row, column) {
                Some(scale) => {
                    let scale = self.as_summand(scale, sum);
                    self.binary(Arith::MulF, value, scale)
                }
                None => value,
            });
        }
        values
    }

    /// Where an element of a row-major buffer is.
    fn element_address(
        &mut self,
        base: Value,
        shape: &Shape,
        (row, column): (Value, Value),
        batch: Option<Value>,
        elem: Elem,
    ) -> Value {
        let row = self.shl(row, shape.shift(shape.rank() - 2));
        let mut offset = self.add(row, column);
        if let Some(batch) = batch {
            let batch = self.shl(batch, shape.shift(0));
            offset = self.add(offset, batch);
        }
        self.advance(base, offset, buffer_bits(elem) / 8)
    }

    /// The scale of an element's block, if there are scales. A block is the given number of elements along the inner
    /// dimension.
    fn scale(
        &mut self,
        op: Op,
        which: usize,
        shape: &Shape,
        batch: Option<Value>,
        row: Value,
        column: Value,
    ) -> Option<Value> {
        let field = [from::fma_dot::lhs_scale, from::fma_dot::rhs_scale][which];
        let scales = self.from.operand_opt(op, field)?;
        let FromType::Buffer(ty) = self.from.ty(scales).clone() else { return None };
        let base = self.buffer(scales);
        let inner = if which == 0 { shape.rank() - 1 } else { shape.rank() - 2 };
        let block = (shape.extent(inner) / ty.layout.shape().extent(inner)).ilog2();
        let (row, column) =
            if which == 0 { (row, self.shr(column, block)) } else { (self.shr(row, block), column) };
        let address = self.element_address(base, ty.layout.shape(), (row, column), batch, ty.elem);
        let value = self.load_element_of(address, ty.elem);
        ty.elem.scalar().map(|scalar| self.decode(value, scalar))
    }

    /// A factor in the type of the sum.
    fn as_summand(&mut self, value: Value, sum: Value) -> Value {
        let (from, to) = (self.type_of(value), self.type_of(sum));
        if from == to {
            return value;
        }
        let id = self.to.types.intern(to);
        if matches!(to, Type::I32 | Type::I64) {
            return self.resize(value, to, true);
        }
        self.b().fp_to_fp().source(value).result(id).finish().value()
    }

    fn multiply_add(&mut self, a: Value, b: Value, sum: Value) -> Value {
        let ty = self.to.body.ty(sum);
        if matches!(self.type_of(sum), Type::I32 | Type::I64) {
            let product = self.mul(a, b);
            return self.binary(Arith::AddI, product, sum);
        }
        self.b().fma().lhs(a).rhs(b).acc(sum).result(ty).finish().value()
    }
}
