//! What the shared transforms must know of the ops of level 3.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics};
use ir::{Field, Op, Value};
use numerics::{Scalar, int};
use smallvec::SmallVec;

use tileaa::arith::MemoryOrdering;

use crate::ops::fields;
use crate::{Module, Opcode, TileAs};

/// The answers of level 3.
#[derive(Clone, Copy, Debug)]
pub struct Level3;

impl Semantics<TileAs> for Level3 {
    fn effects(&self, module: &Module, op: Op) -> Effects {
        effects(module, op)
    }

    fn absorbs(&self, module: &Module, op: Op) -> Effects {
        #[allow(clippy::wildcard_enum_match_arm, reason = "an op without regions absorbs nothing")]
        match module.opcode(op) {
            Opcode::For | Opcode::Loop => Effects::JUMP,
            Opcode::If | Opcode::Reduce | Opcode::Scan => Effects::YIELD,
            Opcode::Func => Effects::RETURN,
            _ => Effects::NONE,
        }
    }

    fn regions(&self, module: &Module, op: Op) -> Regions {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops have no regions, or functions")]
        match module.opcode(op) {
            Opcode::For => Regions::Loop { certain: runs(module, op) },
            Opcode::Loop => Regions::Loop { certain: true },
            Opcode::Reduce | Opcode::Scan => Regions::Closed,
            _ => Regions::Once,
        }
    }

    fn carried(&self, module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
        carried(module, op, index).into_iter().flatten().collect()
    }

    fn simplify(&self, rewriter: &mut Rewriter<'_, TileAs>, op: Op) -> bool {
        simplify(rewriter, op)
    }
}

/// Effects of an op, its regions aside.
fn effects(module: &Module, op: Op) -> Effects {
    match module.opcode(op) {
        Opcode::AbsF
        | Opcode::AbsI
        | Opcode::AddF
        | Opcode::AddI
        | Opcode::AddPtr
        | Opcode::AndI
        | Opcode::Atan2
        | Opcode::Bitcast
        | Opcode::BlockTile
        | Opcode::Broadcast
        | Opcode::Cat
        | Opcode::Ceil
        | Opcode::CmpF
        | Opcode::CmpI
        | Opcode::Constant
        | Opcode::ConsumerRead
        | Opcode::ConvertLayout
        | Opcode::Cos
        | Opcode::Cosh
        | Opcode::DivF
        | Opcode::Dot
        | Opcode::DotScaled
        | Opcode::Exp
        | Opcode::Exp2
        | Opcode::ExtI
        | Opcode::FPowI
        | Opcode::FToI
        | Opcode::Floor
        | Opcode::Fma
        | Opcode::FpToFp
        | Opcode::GetGlobal
        | Opcode::GetNumPrograms
        | Opcode::GetProgramId
        | Opcode::IToF
        | Opcode::IncIter
        | Opcode::IntToPtr
        | Opcode::Log
        | Opcode::Log2
        | Opcode::MakeRange
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
        | Opcode::Pack
        | Opcode::Permute
        | Opcode::Pow
        | Opcode::ProducerAcquire
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
        | Opcode::Unpack
        | Opcode::View
        | Opcode::XorI => Effects::NONE,
        // A zero divisor is undefined, and a compiler may rely on there being none.
        Opcode::DivI | Opcode::RemI if divides_safely(module, op) => Effects::NONE,
        Opcode::DivI | Opcode::RemI => Effects::GUARDED,
        // Indices out of range, facts that do not hold, extents that do not fit are undefined as a whole.
        Opcode::Extract | Opcode::GetSize | Opcode::GetTileCount | Opcode::Insert | Opcode::MakeMemref => {
            Effects::GUARDED
        }
        // A step that is not positive is undefined.
        Opcode::For => Effects::GUARDED,
        Opcode::If | Opcode::Reduce | Opcode::Scan => Effects::NONE,
        Opcode::Loop => Effects::ENDLESS,
        // A load that nobody looks at may go, unless it takes part in synchronisation.
        Opcode::Load if is_weak(module, op, fields::load::ordering) => Effects::FIXED,
        Opcode::TiledLoad if is_weak(module, op, fields::tiled_load::ordering) => Effects::FIXED,
        Opcode::Alloca => Effects::FIXED,
        // What is in shared memory changes; a buffer of its own is not another one.
        Opcode::AllocTensor | Opcode::CreatePipeline | Opcode::FmaDot | Opcode::LocalLoad => Effects::FIXED,
        Opcode::Assert
        | Opcode::AsyncLoad
        | Opcode::AsyncTiledLoad
        | Opcode::ConsumerWait
        | Opcode::ProducerCommit
        | Opcode::Barrier
        | Opcode::LocalStore
        | Opcode::AtomicCas
        | Opcode::AtomicRmw
        | Opcode::GdcLaunchDependents
        | Opcode::GdcWait
        | Opcode::Load
        | Opcode::MemoryFence
        | Opcode::Print
        | Opcode::Store
        | Opcode::TiledAtomicRed
        | Opcode::TiledLoad
        | Opcode::TiledStore => Effects::OUTSIDE,
        Opcode::Yield => Effects::YIELD,
        Opcode::Break | Opcode::Continue => Effects::JUMP,
        Opcode::Return => Effects::RETURN,
        Opcode::Func | Opcode::Global | Opcode::Module => Effects::OUTSIDE,
    }
}

/// The bits that every element of a value has.
fn known(module: &Module, value: Value) -> Option<u64> {
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
    module.number(op, fields::constant::value)
}

fn scalar_of(module: &Module, value: Value) -> Option<Scalar> {
    module.ty(value).tile().and_then(|tile| tile.elem.scalar())
}

/// A conversion to the layout that a tile has is the tile; of two in a row only the last is made.
fn simplify(rewriter: &mut Rewriter<'_, TileAs>, op: Op) -> bool {
    let module = rewriter.module();
    if module.opcode(op) != Opcode::ConvertLayout {
        return false;
    }
    let source = module.operand(op, fields::convert_layout::source);
    if module.body.ty(source) == module.body.ty(module.body.result(op, 0)) {
        rewriter.replace_op(op, &[source]);
        return true;
    }
    let inner = module.body.def_op(source).filter(|&inner| module.opcode(inner) == Opcode::ConvertLayout);
    let Some(inner) = inner else { return false };
    let first = module.operand(inner, fields::convert_layout::source);
    rewriter.set_operand(op, 0, first);
    true
}

/// True for an access of no ordering but that of its token.
fn is_weak(module: &Module, op: Op, ordering: Field) -> bool {
    module.keyword(op, ordering) == MemoryOrdering::Weak as usize
}

/// True when the divisor is one number that no dividend has trouble with: neither 0 nor, for signed operands, -1.
fn divides_safely(module: &Module, op: Op) -> bool {
    let field = if module.opcode(op) == Opcode::DivI { fields::divi::signed } else { fields::remi::signed };
    let divisor = module.body.operands(op)[1];
    let (Some(bits), Some(scalar)) = (known(module, divisor), scalar_of(module, divisor)) else {
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
        Some(int::value(scalar_of(module, value)?, known(module, value)?, signed))
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
