//! The parts of the text reader that are specific to this level.

use ir::text::{Head, Parse, TextLevel, code};
use ir::{Field, TypeId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use super::{
    OpText, Reader, State, attrs, custom, desugar, extension, external, generic, location, regions, types,
    values,
};
use crate::constraint::Constraint;
use crate::ops::{Group, OPS, Opcode, Syntax, fields};
use crate::types::{Elem, Qualified};
use crate::{CudaTile, Type};

static MNEMONICS: LazyLock<FxHashMap<&'static str, u16>> = LazyLock::new(|| {
    let rows = OPS.iter().enumerate().map(|(number, spec)| (spec.mnemonic, number as u16));
    // Since 13.4 `pow` is spelled so; both spellings are read.
    rows.chain([("fpowf", Opcode::Pow as u16)]).collect()
});

impl TextLevel for CudaTile {
    type State<'s> = State<'s>;

    const PREFIX: &'static str = "cuda_tile.";

    const INSIDE: &'static [&'static str] =
        &["token", "in", "to", "step", "unsigned", "signed", "else", "iter_values"];

    fn find_op(r: &Reader<'_>, mnemonic: &str) -> Option<u16> {
        let number = *MNEMONICS.get(mnemonic)?;
        let admitted = match OPS[number as usize].group {
            Group::Testing => r.state.options.testing_ops,
            Group::Extension => !r.strict,
            Group::Core
            | Group::Conversions
            | Group::ControlFlow
            | Group::Memory
            | Group::FloatingPoint
            | Group::Integer
            | Group::Bitwise
            | Group::Atomics
            | Group::Views
            | Group::Miscellaneous
            // The verifier checks whether previews are enabled.
            | Group::Preview => true,
        };
        (admitted && (r.strict || !desugar::shadows(r, mnemonic))).then_some(number)
    }

    fn read_type(r: &mut Reader<'_>) -> Parse<TypeId> {
        types::read_type(r)
    }

    fn fits(r: &Reader<'_>, constraint: Constraint, ty: TypeId) -> bool {
        constraint.admits(r.module.types.get(ty))
    }

    fn read_attr(r: &mut Reader<'_>, op: &mut OpText<'_>, index: usize) -> Parse<()> {
        attrs::read_attr(r, op, index)
    }

    fn read_named(r: &mut Reader<'_>, op: &mut OpText<'_>, index: usize) -> Parse<()> {
        attrs::read_named(r, op, index)
    }

    fn read_dict(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
        values::read_op_dict(r, op)
    }

    fn read_custom<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>, piece: Syntax) -> Parse<()> {
        match piece {
            Syntax::Module => Err(custom::misplaced_module(r, op)),
            Syntax::Entry => regions::read_entry(r, op),
            Syntax::Global => custom::read_global(r, op),
            Syntax::For => regions::read_for(r, op),
            Syntax::If => regions::read_if(r, op),
            Syntax::Loop => regions::read_loop(r, op),
            Syntax::Reduce => regions::read_reduce(r, op),
            Syntax::Scan => regions::read_scan(r, op),
            Syntax::OperandsAndTypes => custom::read_operands_and_types(r, op),
            Syntax::MakeTensorView => custom::read_make_tensor_view(r, op),
            Syntax::IndexTypes => custom::read_index_types(r, op),
            Syntax::InBoundsOrBlank => custom::read_inbounds(r, op),
            Syntax::OperandIsViewed => custom::operand_is_viewed(r, op),
            Syntax::PrintArgs => custom::read_print_args(r, op),
            Syntax::PrintTypes => custom::read_print_types(r, op),
            Syntax::Generate => extension::read_generate(r, op),
            Syntax::ExternElementwise => extension::read_extern_elementwise(r, op),
            Syntax::Call => extension::read_call(r, op),
            Syntax::Func => regions::read_func(r, op),
            Syntax::KeepAxisInfo => extension::read_keep_axis_info(r, op),
            Syntax::ExternFunc => external::read_func(r, op),
            Syntax::ExternImpl => external::read_impl(r, op),
            Syntax::ExternCall => external::read_call(r, op),
        }
    }

    fn read_location(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
        op.loc = location::read_loc(r)?;
        Ok(())
    }

    fn read_generic<'s>(r: &mut Reader<'s>, head: &Head<'s>) -> Parse<OpText<'s>> {
        generic::read(r, head)
    }

    fn read_unknown<'s>(r: &mut Reader<'s>, head: &Head<'s>) -> Parse<Option<Vec<Value>>> {
        if r.strict {
            return Ok(None);
        }
        desugar::read_unknown(r, head)
    }

    fn begin_block<'s>(r: &mut Reader<'s>, block: ir::Block, name: &'s [u8], at: diag::Span) {
        desugar::begin_block(r, block, name, at);
    }

    fn finish_region(r: &mut Reader<'_>, op: ir::Op, index: usize) -> Parse<()> {
        desugar::finish_region(r, op, index)
    }

    fn implied_type(r: &mut Reader<'_>, constraint: Constraint) -> Option<TypeId> {
        match constraint {
            Constraint::Token => Some(r.state.token),
            Constraint::I32Scalar => Some(r.state.i32_scalar),
            Constraint::BoolScalar => Some(r.state.bool_scalar),
            // Several types satisfy each of these.
            Constraint::Any
            | Constraint::TileIr
            | Constraint::FloatTile
            | Constraint::IntTile
            | Constraint::IntOrI4Tile
            | Constraint::ShortIntTile
            | Constraint::BoolTile
            | Constraint::I8Tile
            | Constraint::I64Tile
            | Constraint::AnyFloatTile
            | Constraint::NumberTile
            | Constraint::PackableTile
            | Constraint::PtrTile
            | Constraint::AnyTile
            | Constraint::MmaInputTile
            | Constraint::MmaAccTile
            | Constraint::MmaIntInputTile
            | Constraint::MmaIntAccTile
            | Constraint::MmaIntResultTile
            | Constraint::ScaledInputTile
            | Constraint::ScaledAccTile
            | Constraint::ScaleTile
            | Constraint::IntScalar
            | Constraint::PtrScalar
            | Constraint::TensorView
            | Constraint::TileView
            | Constraint::PartitionView
            | Constraint::StridedView
            | Constraint::GatherScatterView => None,
        }
    }

    fn result_count(r: &mut Reader<'_>, op: &OpText<'_>) -> Parse<usize> {
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "two ops have as many results as extents, as their rows say"
        )]
        let (wanted, field) = match op.spec.opcode {
            Opcode::GetTensorShape => ("tensor_view", fields::get_tensor_shape::src),
            _ => ("tile view", fields::get_index_space_shape::src),
        };
        let (ty, at) = op.uses(field).find_map(|u| u.ty).unwrap_or((r.state.token, op.span));
        let ty = r.module.types.get(ty);
        match (ty, op.spec.opcode) {
            (Type::TensorView(view), Opcode::GetTensorShape) => Ok(view.rank()),
            (Type::View(view), Opcode::GetIndexSpaceShape) => Ok(view.rank()),
            _ => {
                let text = format!("expected {wanted}, got '{}'", Qualified(ty));
                Err(r.error_at(code::INVALID_TYPE, at, text, "has no extents"))
            }
        }
    }

    fn finish(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
        if op.spec.opcode == Opcode::LoadPtrTko && !r.strict {
            read_lone_padding(r, op);
        }
        if op.spec.opcode != Opcode::Constant {
            return Ok(());
        }
        let Some(literal) = r.state.literal.take() else { return Ok(()) };
        let Some(&(_, ty)) = op.results.first() else { return Ok(()) };
        let at = r.last_type();
        let dense = literal.into_dense(r, ty, at)?;
        let slot = ir::build::IntoAttr::into_attr(dense, &mut r.module);
        op.set_attr(fields::constant::value, slot);
        Ok(())
    }

    fn show_type(ty: &Type) -> String {
        Qualified(ty).to_string()
    }

    fn conversion(from: &Type, to: &Type, name: &str) -> Option<String> {
        let (Type::Tile(small), Type::Tile(large)) = (from, to) else { return None };
        let pairs = || small.shape.iter().zip(&large.shape);
        let fits = small.elem == large.elem && pairs().all(|(&from, &to)| from == to || from == 1);
        if !fits || small.shape.len() != large.shape.len() {
            return None;
        }
        Some(format!("extents of 1 are repeated by an op of their own: `broadcast {name} : {from} -> {to}`"))
    }

    fn mnemonics(r: &Reader<'_>) -> Vec<&'static str> {
        OPS.iter().map(|spec| spec.mnemonic).filter(|name| Self::find_op(r, name).is_some()).collect()
    }
}

/// The text of a load with padding and no mask shows one value, which stands where a mask would; its type tells.
fn read_lone_padding(r: &Reader<'_>, op: &mut OpText<'_>) {
    let (mask, padding) = (fields::load_ptr_tko::mask, fields::load_ptr_tko::paddingValue);
    if op.use_count(mask) != 1 || op.use_count(padding) != 0 {
        return;
    }
    let (Field::Operand(from), Field::Operand(to)) = (mask, padding) else { return };
    for u in op.operands.iter_mut().filter(|u| u.field == from) {
        let tile = u.ty.and_then(|(ty, _)| r.module.types.get(ty).as_tile());
        if tile.is_some_and(|tile| tile.elem() != Elem::Scalar(Scalar::I1)) {
            u.field = to;
        }
    }
}
