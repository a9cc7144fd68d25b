//! Matrix products, reductions and scans.

use cuda_tile::attrs::{Attr, Signedness};
use cuda_tile::ops::{Builders, Opcode, fields};
use ir::{Field, TypeId};
use numerics::Scalar;

use super::{Context, Emitter};

impl Emitter<'_> {
    pub(super) fn mma(&mut self, opcode: Opcode, scalar: Scalar) {
        match opcode {
            Opcode::MmaI => self.mma_int(),
            Opcode::MmaFScaled => self.mma_scaled(scalar),
            _ => self.mma_float(scalar),
        }
    }

    fn mma_float(&mut self, scalar: Scalar) {
        let accumulators: &[Scalar] = match scalar {
            Scalar::F16 | Scalar::F8E4M3FN | Scalar::F8E5M2 => &[Scalar::F32, Scalar::F16],
            Scalar::F64 => &[Scalar::F64],
            _ => &[Scalar::F32],
        };
        let accumulator = self.rng.pick(accumulators);
        let batched = self.rng.one_in(3);
        let shape = |m: i64, n: i64| if batched { vec![2, m, n] } else { vec![m, n] };
        let a = self.number_type(&shape(4, 8), scalar);
        let b = self.number_type(&shape(8, 2), scalar);
        let c = self.number_type(&shape(4, 2), accumulator);
        let (lhs, rhs, acc) = (self.value(a), self.value(b), self.value(c));
        let fast = self.has_13_3() && self.rng.one_in(4);
        let mut builder = self.builder();
        let mut draft = builder.mmaf().lhs(lhs).rhs(rhs).acc(acc).result(c);
        if fast {
            draft = draft.fast_acc(true);
        }
        let op = draft.finish().op;
        self.define(op);
    }

    fn mma_int(&mut self) {
        let (a, b) = (self.number_type(&[4, 8], Scalar::I8), self.number_type(&[8, 2], Scalar::I8));
        let c = self.number_type(&[4, 2], Scalar::I32);
        let (lhs, rhs, acc) = (self.value(a), self.value(b), self.value(c));
        let (left, right) = (self.rng.pick(Signedness::ALL), self.rng.pick(Signedness::ALL));
        let mut builder = self.builder();
        let draft = builder.mmai().lhs(lhs).rhs(rhs).acc(acc).result(c);
        let op = draft.signedness_lhs(left).signedness_rhs(right).finish().op;
        self.define(op);
    }

    fn mma_scaled(&mut self, scalar: Scalar) {
        let scale = match scalar {
            Scalar::F4E2M1FN => self.rng.pick(&[Scalar::F8E8M0FNU, Scalar::F8E4M3FN]),
            _ => Scalar::F8E8M0FNU,
        };
        // Blocks of 32, and of 16 where the scales are f8E4M3FN.
        let block = if scale == Scalar::F8E4M3FN { 16 } else { 32 };
        let k = 2 * block;
        let (a, b) = (self.number_type(&[4, k], scalar), self.number_type(&[k, 2], scalar));
        let c = self.number_type(&[4, 2], Scalar::F32);
        let (sa, sb) = (self.number_type(&[4, 2], scale), self.number_type(&[2, 2], scale));
        let (lhs, rhs, acc) = (self.value(a), self.value(b), self.value(c));
        // Negative scales have no meaning: fresh ones are bit pattern 0x38, which is positive in both formats.
        let one = |ty: TypeId| Attr::Dense(cuda_tile::Dense::splat(ty, scale, 0x38));
        let (sa, sb) = (self.constant_of(sa, one(sa)), self.constant_of(sb, one(sb)));
        let mut builder = self.builder();
        let draft = builder.mmaf_scaled().lhs(lhs).rhs(rhs).acc(acc).lhs_scale(sa).rhs_scale(sb);
        let op = draft.result(c).finish().op;
        self.define(op);
    }

    /// A reduction or scan whose body keeps one of its arguments or adds them: both have identity 0.
    pub(super) fn fold(&mut self, opcode: Opcode, scalar: Scalar) {
        let (operand, scalar_ty) = (self.number_type(&[4, 8], scalar), self.number_type(&[], scalar));
        let dim = self.rng.below(2) as u64;
        let result = match (opcode, dim) {
            (Opcode::Scan, _) => operand,
            (_, 0) => self.number_type(&[8], scalar),
            _ => self.number_type(&[4], scalar),
        };
        let source = self.value(operand);
        let zero = self.module.attrs.intern(zero(scalar));
        let identities = Attr::Array(Box::new([zero]));
        let reverse = self.rng.one_in(2);
        let mut b = self.builder();
        let op = if opcode == Opcode::Scan {
            let draft = b.scan().operands(source).dim(dim).reverse(reverse).identities(identities);
            draft.results(result).finish().op
        } else {
            b.reduce().operands(source).dim(dim).identities(identities).results(result).finish().op
        };
        let body = if opcode == Opcode::Scan { fields::scan::body } else { fields::reduce::body };
        self.fold_body(op, body, scalar, scalar_ty);
        self.define(op);
    }

    fn fold_body(&mut self, op: ir::Op, body: Field, scalar: Scalar, ty: TypeId) {
        let block = self.module.block(op, body).expect("a fold has a body");
        self.module.body.set_block_args(block, &[ty, ty]);
        let mut args = self.module.body.block_args(block).into_iter();
        let (element, accumulator) = (args.next().expect("two"), args.next().expect("two"));
        let outer = std::mem::replace(&mut self.block, block);
        let context = std::mem::replace(&mut self.context, Context::Pure);
        let mark = self.scope.mark();
        let mut b = self.builder();
        let sum = if scalar.is_float() {
            b.addf().lhs(element).rhs(accumulator).result(ty).finish().value()
        } else {
            b.addi().lhs(element).rhs(accumulator).result(ty).finish().value()
        };
        b.yield_().operands(sum).finish();
        self.scope.reset(mark);
        (self.block, self.context) = (outer, context);
    }
}

fn zero(scalar: Scalar) -> Attr {
    if scalar.is_float() { Attr::Float { ty: scalar, bits: 0 } } else { Attr::Int { ty: scalar, bits: 0 } }
}
