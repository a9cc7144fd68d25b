//! Which rule belongs to which op: one exhaustive `match`.

#![warn(clippy::wildcard_enum_match_arm)]

use ir::spec::Version;

use super::check::{Checked, OpCheck};
use super::codes::{NOT_ADMITTED, VERSION};
use super::{
    arith, assume, control, convert, extension, format, items, matmul, memory, reduce, shapes, views,
};
use crate::ops::{Group, Opcode};

/// The rule of an op beyond counts, types and the rules of its row.
pub(super) fn check(check: &mut OpCheck<'_, '_>) -> Checked {
    match check.spec.opcode {
        Opcode::AbsF
        | Opcode::AbsI
        | Opcode::AddI
        | Opcode::AndI
        | Opcode::Assert
        | Opcode::Atan2
        | Opcode::Ceil
        | Opcode::Cos
        | Opcode::Cosh
        | Opcode::FPowI
        | Opcode::Floor
        | Opcode::GdcLaunchDependentsTko
        | Opcode::GdcWaitTko
        | Opcode::GetNumTileBlocks
        | Opcode::GetTileBlockId
        | Opcode::IntToPtr
        | Opcode::Log
        | Opcode::Log2
        | Opcode::MakeToken
        | Opcode::MaxI
        | Opcode::MemoryFenceAliasTko
        | Opcode::MinI
        | Opcode::Module
        | Opcode::MulI
        | Opcode::MulhiI
        | Opcode::NegF
        | Opcode::Offset
        | Opcode::OptimizationBarrier
        | Opcode::OrI
        | Opcode::Pow
        | Opcode::PtrToInt
        | Opcode::PtrToPtr
        | Opcode::RemF
        | Opcode::RemI
        | Opcode::ShlI
        | Opcode::ShrI
        | Opcode::Sin
        | Opcode::Sinh
        | Opcode::SubI
        | Opcode::Tan
        | Opcode::TestEvolution
        | Opcode::TestNewAttribute
        | Opcode::XorI => Ok(()),

        Opcode::AddF | Opcode::SubF | Opcode::MulF | Opcode::Fma => arith::ieee(check),
        Opcode::DivF => arith::divf(check),
        Opcode::Sqrt => arith::sqrt(check),
        Opcode::Exp | Opcode::Tanh => arith::approx_or_full(check),
        Opcode::Exp2 | Opcode::Rsqrt | Opcode::MaxF | Opcode::MinF => arith::flush(check),
        Opcode::DivI => arith::divi(check),
        Opcode::NegI => arith::negi(check),
        Opcode::CmpF | Opcode::CmpI => arith::compare(check),

        Opcode::Bitcast => convert::bitcast(check),
        Opcode::ExtI => convert::exti(check),
        Opcode::TruncI => convert::trunci(check),
        Opcode::FToF => convert::ftof(check),
        Opcode::FToI => convert::ftoi(check),
        Opcode::IToF => convert::itof(check),

        Opcode::Broadcast => shapes::broadcast(check),
        Opcode::Cat => shapes::cat(check),
        Opcode::Constant => shapes::constant(check),
        Opcode::Extract => shapes::extract(check),
        Opcode::Insert => shapes::insert(check),
        Opcode::Iota => shapes::iota(check),
        Opcode::Pack | Opcode::Unpack => shapes::pack(check),
        Opcode::Permute => shapes::permute(check),
        Opcode::Reshape => shapes::reshape(check),
        Opcode::Select => shapes::select(check),

        Opcode::Break => control::break_(check),
        Opcode::Continue => control::continue_(check),
        Opcode::Return => control::return_(check),
        Opcode::Yield => control::yield_(check),
        Opcode::For => control::for_(check),
        Opcode::If => control::if_(check),
        Opcode::Loop => control::loop_(check),

        Opcode::Alloca => memory::alloca(check),
        Opcode::AtomicCasTko => memory::atomic_cas(check),
        Opcode::AtomicRmwTko => memory::atomic_rmw(check),
        Opcode::JoinTokens => memory::join_tokens(check),
        Opcode::LoadPtrTko => memory::load(check),
        Opcode::StorePtrTko => memory::store(check),

        Opcode::AtomicRedViewTko => views::atomic_red(check),
        Opcode::GetIndexSpaceShape => views::index_space_shape(check),
        Opcode::GetTensorShape => views::tensor_shape(check),
        Opcode::LoadViewTko => views::load(check),
        Opcode::StoreViewTko => views::store(check),
        Opcode::MakeTensorView => views::make_tensor_view(check),
        Opcode::MakePartitionView | Opcode::MakeStridedView | Opcode::MakeGatherScatterView => {
            views::make_view(check)
        }

        Opcode::MmaF => matmul::mmaf(check),
        Opcode::MmaI => matmul::mmai(check),
        Opcode::MmaFScaled => matmul::mmaf_scaled(check),

        Opcode::Reduce => reduce::reduce(check),
        Opcode::Scan => reduce::scan(check),

        Opcode::Entry => items::entry(check),
        Opcode::GetGlobal => items::get_global(check),
        Opcode::Global => items::global(check),

        Opcode::Assume => assume::assume(check),
        Opcode::PrintTko => format::print(check),

        Opcode::Call => extension::call(check),
        Opcode::ExternElementwise => extension::extern_elementwise(check),
        Opcode::Func | Opcode::TestFunc => extension::func(check),
        Opcode::Generate => extension::generate(check),
    }
}

/// Checks that the options admit the op, its fields and the types of its results and arguments.
pub(super) fn admitted(check: &OpCheck<'_, '_>) -> Checked {
    let options = check.session.options;
    match check.spec.group {
        Group::Testing => {
            return check
                .ensure(options.testing_ops, NOT_ADMITTED, || "exists in test builds only".to_owned())
                .map_err(|d| Box::new(d.help("pass `--testing-ops` to admit the ops of test builds")));
        }
        Group::Extension => check
            .ensure(options.extensions, NOT_ADMITTED, || {
                "is an addition of Tilewright and no op of CUDA Tile IR".to_owned()
            })
            .map_err(|d| Box::new(d.help("drop `--strict`, or write it with ops of the language")))?,
        Group::Core
        | Group::Conversions
        | Group::ControlFlow
        | Group::Memory
        | Group::FloatingPoint
        | Group::Integer
        | Group::Bitwise
        | Group::Atomics
        | Group::Views
        | Group::Miscellaneous => {}
    }
    if options.version >= Version::LATEST {
        return Ok(());
    }
    versions(check, options.version)
}

fn versions(check: &OpCheck<'_, '_>, version: Version) -> Checked {
    let needs = |what: &str, since: Version| {
        check
            .ensure(since <= version, VERSION, || {
                format!("{what} {since} or later, but version {version} is asked for")
            })
            .map_err(|d| Box::new(d.help(format!("ask for version {since}"))))
    };
    // Readers of every version take the producer, which is in a section of its own.
    if check.spec.opcode == Opcode::Module {
        return Ok(());
    }
    needs("needs version", check.spec.since)?;
    for (index, field) in check.spec.operands.iter().enumerate() {
        if let Some(since) = field.since {
            let given = !check.operands(ir::Field::Operand(index as u8)).is_empty();
            needs(&format!("operand '{}' needs version", field.name), if given { since } else { version })?;
        }
    }
    for (index, field) in check.spec.attrs.iter().enumerate() {
        if let Some(since) = field.since {
            let slot = check.module().attr(check.op, ir::Field::Attr(index as u8));
            let given = slot.is_present() && slot.as_small() != field.default.or(Some(0));
            needs(&format!("attribute '{}' needs version", field.name), if given { since } else { version })?;
        }
    }
    for value in check.module().body.results(check.op) {
        let ty = check.module().ty(value);
        needs(&format!("result type {} needs version", super::check::quote(ty)), ty.since())?;
    }
    Ok(())
}
