//! Which rule belongs to which op.

use ir::Field;
use ir::spec::{Arity, Effects, OpSpec, Trait, V13_1, V13_4, Version};

use super::check::{Checked, FastCheck, Meaning, OpCheck, Row};
use super::codes::{NOT_ADMITTED, VERSION};
use super::{
    HintMode, VerifyOptions, arith, assume, control, convert, extension, external, format, items, matmul,
    memory, multimem, reduce, shapes, views,
};
use crate::CudaTile;
use crate::attrs::AttrKind;
use crate::ops::{Group, Opcode, Special};

impl Row {
    pub(super) fn of(opcode: Opcode, options: &VerifyOptions) -> Row {
        let (spec, meaning) = (opcode.spec(), of(opcode));
        let attr = |kind: fn(&AttrKind) -> bool| spec.attrs.iter().position(|attr| kind(&attr.kind));
        let hints = attr(|kind| matches!(kind, AttrKind::Hints)).map(|index| Field::Attr(index as u8));
        let warns = hints.is_some() && options.hints != HintMode::Ignore;
        Row {
            meaning,
            fixed: [spec.operands, spec.results].map(|fields| fields.iter().all(|f| f.arity == Arity::One)),
            segmented: spec.has(Trait::Segmented),
            uncounted: spec.operands.iter().filter(|field| field.arity == Arity::Many).count() > 1,
            terminator: spec.has(Trait::Terminator),
            inner: ![Trait::Definition, Trait::SymbolTable, Trait::Isolated]
                .into_iter()
                .any(|it| spec.has(it)),
            effect_free: effect_free_since(spec).is_some_and(|since| since <= options.version),
            fast_check: match meaning {
                Meaning::Named(_) => FastCheck::Never,
                _ if warns => FastCheck::Never,
                // Definitions have names, so none is like another.
                _ if spec.has(Trait::Definition) => FastCheck::Each,
                Meaning::Blocks(_) => FastCheck::WithBlocks,
                Meaning::None | Meaning::Own(_) if spec.regions.is_empty() => FastCheck::Alone,
                Meaning::None | Meaning::Own(_) | Meaning::Under(_) | Meaning::Warned(..) => FastCheck::Each,
            },
            hints,
            constant: attr(|kind| matches!(kind, AttrKind::Dense)),
        }
    }
}

/// The first version whose rules allow ops of a row in a body without effects. Up to 13.3 such an op must be allowed
/// to run where the program would not have run it.
pub(super) fn effect_free_since(spec: &OpSpec<CudaTile>) -> Option<Version> {
    // Loops end in transfers of control, whose effects the closed tools do not know.
    let is_loop = matches!(spec.opcode, Opcode::For | Opcode::Loop);
    let effects = spec.effects.at_most();
    if is_loop || spec.has(Trait::EffectInTools) {
        None
    } else if effects.is_pure() || spec.has(Trait::PureInTools) || spec.has(Trait::Terminator) {
        Some(V13_1)
    } else {
        (effects == Effects::GUARDED).then_some(V13_4)
    }
}

/// The meaning of an op.
fn of(opcode: Opcode) -> Meaning {
    opcode.special().map_or_else(|| of_elementwise(opcode), of_special)
}

/// The meaning of an op that is not element-wise.
fn of_special(special: Special) -> Meaning {
    use Meaning::{Blocks, Named, Own, Under, Warned};
    match special {
        Special::Assert
        | Special::GdcLaunchDependentsTko
        | Special::GdcWaitTko
        | Special::GetNumTileBlocks
        | Special::GetTileBlockId
        | Special::MakeToken
        | Special::MemoryFenceAliasTko
        | Special::Module
        | Special::OptimizationBarrier
        | Special::TestEvolution
        | Special::TestNewAttribute => Meaning::None,

        Special::Broadcast => Own(shapes::broadcast),
        Special::Cat => Own(shapes::cat),
        Special::Constant => Own(shapes::constant),
        Special::Extract => Warned(shapes::extract, shapes::extract_warnings),
        Special::Insert => Warned(shapes::insert, shapes::insert_warnings),
        Special::Iota => Own(shapes::iota),
        Special::Pack | Special::Unpack => Own(shapes::pack),
        Special::Permute => Own(shapes::permute),
        Special::Reshape => Own(shapes::reshape),

        Special::Break => Under(control::break_),
        Special::Continue => Under(control::continue_),
        Special::Return => Under(control::return_),
        Special::Yield => Under(control::yield_),
        Special::For => Blocks(control::for_),
        Special::If => Blocks(control::if_),
        Special::Loop => Blocks(control::loop_),

        Special::Alloca => Own(memory::alloca),
        Special::AtomicCasTko => Own(memory::atomic_cas),
        Special::AtomicRmwTko => Own(memory::atomic_rmw),
        Special::JoinTokens => Own(memory::join_tokens),
        Special::LoadPtrTko => Own(memory::load),
        Special::StorePtrTko => Own(memory::store),

        Special::AtomicRedViewTko => Own(views::atomic_red),
        Special::GetIndexSpaceShape => Own(views::index_space_shape),
        Special::GetTensorShape => Own(views::tensor_shape),
        Special::LoadViewTko => Own(views::load),
        Special::Multimem => Warned(multimem::access, multimem::warnings),
        Special::StoreViewTko => Own(views::store),
        Special::MakeTensorView => Own(views::make_tensor_view),
        Special::MakePartitionView | Special::MakeStridedView | Special::MakeGatherScatterView => {
            Own(views::make_view)
        }

        Special::MmaF => Own(matmul::mmaf),
        Special::MmaI => Own(matmul::mmai),
        Special::MmaFScaled => Own(matmul::mmaf_scaled),

        Special::Reduce => Blocks(reduce::reduce),
        Special::Scan => Blocks(reduce::scan),

        Special::Entry => Blocks(items::entry),
        Special::GetGlobal => Named(items::get_global),
        Special::Global => Own(items::global),

        Special::Assume => Own(assume::assume),
        Special::PrintTko => Own(format::print),

        Special::Call => Named(extension::call),
        Special::ExternElementwise => Own(extension::extern_elementwise),
        Special::Func | Special::TestFunc => Blocks(extension::func),
        Special::Generate => Blocks(extension::generate),

        Special::ExternImpl => Named(external::extern_impl),
        Special::PreviewCall => Named(external::call),
        Special::PreviewFunc => Own(external::func),
    }
}

/// The meaning of an element-wise op: most only have the types and modes that all such ops have.
fn of_elementwise(opcode: Opcode) -> Meaning {
    use Meaning::Own;
    let attrs = opcode.spec().attrs;
    let has_modes =
        attrs.iter().any(|attr| matches!(attr.kind, AttrKind::Rounding(_)) || arith::is_flush(attr));
    #[allow(clippy::wildcard_enum_match_arm, reason = "the others have no rule of their own")]
    match opcode {
        Opcode::DivF => Own(arith::divf),
        Opcode::DivI => Own(arith::divi),
        Opcode::NegI => Own(arith::negi),
        Opcode::CmpF | Opcode::CmpI => Own(arith::compare),
        Opcode::Bitcast => Own(convert::bitcast),
        Opcode::ExtI => Own(convert::exti),
        Opcode::TruncI => Own(convert::trunci),
        Opcode::FToF => Own(convert::ftof),
        Opcode::FToI => Own(convert::ftoi),
        Opcode::IToF => Own(convert::itof),
        Opcode::Select => Own(shapes::select),
        _ if has_modes => Own(arith::modes),
        _ => Meaning::None,
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
        Group::Preview => check
            .ensure(options.preview_simt, NOT_ADMITTED, || {
                "uses preview feature 'simt', which is not enabled".to_owned()
            })
            .map_err(|d| Box::new(d.help("pass `--preview=simt` to admit calls of external functions")))?,
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
    // Readers of every version accept the producer, which is in a separate section.
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
