//! What the shared transforms must know of the ops of level 4.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics};
use ir::{Op, Value};
use numerics::int;
use smallvec::SmallVec;

use crate::ops::fields;
use crate::{Module, Nvvm, Opcode, constant, simplify};

/// The answers of level 4.
#[derive(Clone, Copy, Debug)]
pub struct Level4;

impl Semantics<Nvvm> for Level4 {
    fn effects(&self, module: &Module, op: Op) -> Effects {
        effects(module, op)
    }

    fn absorbs(&self, module: &Module, op: Op) -> Effects {
        #[allow(clippy::wildcard_enum_match_arm, reason = "an op without regions absorbs nothing")]
        match module.opcode(op) {
            Opcode::For | Opcode::Loop => Effects::JUMP,
            Opcode::If => Effects::YIELD,
            Opcode::Func => Effects::RETURN,
            _ => Effects::NONE,
        }
    }

    fn regions(&self, module: &Module, op: Op) -> Regions {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops have no regions, or functions")]
        match module.opcode(op) {
            Opcode::For => Regions::Loop { certain: runs(module, op) },
            Opcode::Loop => Regions::Loop { certain: true },
            _ => Regions::Once,
        }
    }

    fn carried(&self, module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
        carried(module, op, index).into_iter().flatten().collect()
    }

    fn simplify(&self, rewriter: &mut Rewriter<'_, Nvvm>, op: Op) -> bool {
        simplify::simplify(rewriter, op)
    }
}

/// Effects of an op, its regions aside.
fn effects(module: &Module, op: Op) -> Effects {
    match module.opcode(op) {
        // A zero divisor is undefined, and a compiler may rely on there being none.
        Opcode::DivI | Opcode::RemI if divides_safely(module, op) => Effects::NONE,
        Opcode::DivI | Opcode::RemI => Effects::GUARDED,
        Opcode::AddressOf
        | Opcode::Approx
        | Opcode::CastSpace
        | Opcode::Clz
        | Opcode::Constant
        | Opcode::DivApprox
        | Opcode::DynamicShared
        | Opcode::MulHiS
        | Opcode::MulWide
        | Opcode::Narrow
        | Opcode::Pack
        | Opcode::Popc
        | Opcode::Prmt
        | Opcode::Special
        | Opcode::Unpack
        | Opcode::Widen
        | arith_but_division!() => Effects::NONE,
        // All lanes of a warp take part where the program says; when nobody looks at what comes out, all of them may stay away.
        Opcode::LdMatrix | Opcode::Mma | Opcode::Redux | Opcode::Shfl | Opcode::Vote => Effects::FIXED,
        // A load that nobody looks at may go, unless it takes part in synchronisation.
        Opcode::Ld if module.keyword(op, fields::ld::ordering) == 0 => Effects::FIXED,
        // A step that is not positive is undefined.
        Opcode::For => Effects::GUARDED,
        Opcode::If => Effects::NONE,
        Opcode::Loop => Effects::ENDLESS,
        Opcode::Atom
        | Opcode::Barrier
        | Opcode::Cas
        | Opcode::CpAsync
        | Opcode::CpAsyncCommit
        | Opcode::CpAsyncWait
        | Opcode::Fence
        | Opcode::GridWait
        | Opcode::HeapAlloc
        | Opcode::HeapFree
        | Opcode::LaunchDependents
        | Opcode::Ld
        | Opcode::Printf
        | Opcode::St
        | Opcode::StMatrix
        | Opcode::Trap
        | Opcode::WarpBarrier => Effects::OUTSIDE,
        Opcode::Yield => Effects::YIELD,
        Opcode::Break | Opcode::Continue => Effects::JUMP,
        Opcode::Return => Effects::RETURN,
        Opcode::Func | Opcode::Global | Opcode::Module => Effects::OUTSIDE,
    }
}

/// The shared arithmetic that is defined for every operand, or undefined in its result alone.
macro_rules! arith_but_division {
    () => {
        Opcode::AbsF
            | Opcode::AbsI
            | Opcode::AddF
            | Opcode::AddI
            | Opcode::AddPtr
            | Opcode::AndI
            | Opcode::Atan2
            | Opcode::Bitcast
            | Opcode::Ceil
            | Opcode::CmpF
            | Opcode::CmpI
            | Opcode::Cos
            | Opcode::Cosh
            | Opcode::DivF
            | Opcode::Exp
            | Opcode::Exp2
            | Opcode::ExtI
            | Opcode::FPowI
            | Opcode::FToI
            | Opcode::Floor
            | Opcode::Fma
            | Opcode::FpToFp
            | Opcode::IToF
            | Opcode::IntToPtr
            | Opcode::Log
            | Opcode::Log2
            | Opcode::MaxF
            | Opcode::MaxI
            | Opcode::MinF
            | Opcode::MinI
            | Opcode::MulF
            | Opcode::MulHiI
            | Opcode::MulI
            | Opcode::NegF
            | Opcode::NegI
            | Opcode::OrI
            | Opcode::Pow
            | Opcode::PtrToInt
            | Opcode::RemF
            | Opcode::Rsqrt
            | Opcode::Select
            | Opcode::ShlI
            | Opcode::ShrI
            | Opcode::Sin
            | Opcode::Sinh
            | Opcode::Sqrt
            | Opcode::SubF
            | Opcode::SubI
            | Opcode::Tan
            | Opcode::Tanh
            | Opcode::TruncI
            | Opcode::XorI
    };
}
use arith_but_division;

/// True when the divisor is one number that no dividend has trouble with: neither 0 nor, for signed operands, -1.
fn divides_safely(module: &Module, op: Op) -> bool {
    let field = if module.opcode(op) == Opcode::DivI { fields::divi::signed } else { fields::remi::signed };
    let divisor = module.body.operands(op)[1];
    let (Some(bits), Some(scalar)) = (constant::known(module, divisor), module.ty(divisor).scalar()) else {
        return false;
    };
    bits != 0 && !(module.flag(op, field) && bits == int::mask(scalar))
}

/// True when the first run of a `for` is certain.
fn runs(module: &Module, op: Op) -> bool {
    use fields::for_::{lower, unsigned, upper};
    let signed = !module.flag(op, unsigned);
    let number = |field| {
        let value = module.operand(op, field);
        Some(int::value(module.ty(value).scalar()?, constant::known(module, value)?, signed))
    };
    matches!((number(lower), number(upper)), (Some(first), Some(end)) if first < end)
}

/// The loop that a `continue` or `break` belongs to.
fn target(module: &Module, jump: Op) -> Option<Op> {
    let mut around = module.body.parent_op(jump);
    while let Some(op) = around.filter(|&op| module.opcode(op) == Opcode::If) {
        around = module.body.parent_op(op);
    }
    around
}

/// The result and the block argument that operand `index` becomes.
fn carried(module: &Module, op: Op, index: usize) -> [Option<Value>; 2] {
    let result = |op: Op, index: usize| module.body.results(op).get(index);
    let arg = |op: Op, index: usize| {
        let block = module.body.region_blocks(module.body.region(op, 0)).first();
        block.and_then(|&block| module.body.block_args(block).get(index))
    };
    // The first argument of the body of a `for` is its counter.
    let of_for = |op: Op, index: usize| [result(op, index), arg(op, index + 1)];
    #[allow(clippy::wildcard_enum_match_arm, reason = "only ops with regions and terminators carry values")]
    match module.opcode(op) {
        Opcode::For => index.checked_sub(3).map_or([None, None], |index| of_for(op, index)),
        Opcode::Loop => [None, arg(op, index)],
        Opcode::Continue => match target(module, op) {
            Some(target) if module.opcode(target) == Opcode::For => of_for(target, index),
            Some(target) => [None, arg(target, index)],
            None => [None, None],
        },
        Opcode::Break => [target(module, op).and_then(|target| result(target, index)), None],
        Opcode::Yield => match module.body.parent_op(op) {
            Some(parent) if module.opcode(parent) == Opcode::If => [result(parent, index), None],
            _ => [None, None],
        },
        _ => [None, None],
    }
}
