//! Whether an op fits the text of its row: otherwise only the generic form says everything about it.

use ir::text::print;
use ir::{AttrSlot, Field, Op, TypeId, Value};
use numerics::Scalar;

use super::attr::{function_type, is_good};
use super::{Printer, Style};
use crate::attrs::{Attr, AttrKind, MemoryOrdering};
use crate::ops::{Opcode, fields};
use crate::types::{DYNAMIC, Elem, PtrType, TileType};
use crate::{Constraint, Module, Type, roles};

/// Judging ops.
impl Printer<'_> {
    /// True if the text of its row represents everything about an op.
    pub(super) fn fits(&self, op: Op) -> bool {
        let module = self.module;
        self.row_fits(op)
            && implied_types_fit(module, op)
            && scope_fits(module, op)
            && custom_fits(module, op)
            && !self.hides_padding(op)
    }

    /// True if the row determines all counts of an op, and each written type represents all the types that it must.
    fn row_fits(&self, op: Op) -> bool {
        let module = self.module;
        // The real disassembler prints the first type of the results, even if the others differ.
        if self.options.style == Style::Disassembler && module.opcode(op) == Opcode::GetTensorShape {
            print::fits_apart_from_types(module, op, |spec, slot| is_good(module, spec, slot))
        } else {
            print::fits(module, op, |spec, slot| is_good(module, spec, slot))
        }
    }

    /// True when padding would be read as a mask. The real disassembler prints it nevertheless.
    fn hides_padding(&self, op: Op) -> bool {
        use fields::load_ptr_tko::{mask, paddingValue};
        if self.module.opcode(op) != Opcode::LoadPtrTko || self.options.style == Style::Disassembler {
            return false;
        }
        let is_mask = |value: Value| {
            let tile = self.module.ty(value).as_tile();
            tile.is_some_and(|tile| tile.elem() == Elem::Scalar(Scalar::I1))
        };
        let module = self.module;
        module.operands(op, mask).is_empty()
            && module.operands(op, paddingValue).iter().any(|&value| is_mask(value))
    }

    /// How many regions an op shows: an `else` without a block does not show.
    pub(super) fn written_regions(&self, op: Op) -> usize {
        let body = &self.module.body;
        let regions = body.regions(op);
        let count = regions.len();
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops show every region")]
        match self.module.opcode(op) {
            Opcode::If if regions.last().is_some_and(|region| body.region_blocks(region).is_empty()) => {
                count - 1
            }
            _ => count,
        }
    }

    /// True for a terminator that the parser adds implicitly.
    pub(super) fn goes_without_saying(&self, parent: Op, op: Op) -> bool {
        let body = &self.module.body;
        #[allow(clippy::wildcard_enum_match_arm, reason = "the parser adds two terminators")]
        let silent = match self.module.opcode(parent) {
            Opcode::If => Opcode::Yield,
            Opcode::For | Opcode::Loop => Opcode::Continue,
            _ => return false,
        };
        self.module.opcode(op) == silent
            && body.operands(op).is_empty()
            && body.results(op).is_empty()
            && body.extra(op).is_none()
    }
}

/// Whether values whose types are often not written have the types that go without saying.
fn implied_types_fit(module: &Module, op: Op) -> bool {
    let spec = module.spec(op);
    let fits = |constraint: Constraint, value: Value| match (constraint, module.ty(value)) {
        (Constraint::Token, ty) => *ty == Type::Token,
        (Constraint::I32Scalar, Type::Tile(tile)) => is_scalar(tile, Scalar::I32),
        (Constraint::BoolScalar, Type::Tile(tile)) => is_scalar(tile, Scalar::I1),
        (Constraint::I32Scalar | Constraint::BoolScalar, _) => false,
        _ => true,
    };
    let mut operands = spec.operands.iter().zip(0..);
    let mut results = spec.results.iter().zip(0..);
    operands.all(|(spec, i)| {
        module.operands(op, Field::Operand(i)).iter().all(|&value| fits(spec.constraint, value))
    }) && results
        .all(|(spec, i)| module.results(op, Field::Result(i)).all(|value| fits(spec.constraint, value)))
}

fn is_scalar(tile: &TileType, elem: Scalar) -> bool {
    tile.rank() == 0 && tile.elem() == Elem::Scalar(elem)
}

/// A weak access has no scope; text does not read one.
fn scope_fits(module: &Module, op: Op) -> bool {
    let (spec, slots) = (module.spec(op), module.body.attrs(op));
    let has_scope = |kind: AttrKind, slot: &AttrSlot| matches!(kind, AttrKind::Scope) && slot.is_present();
    let is_weak = |kind: AttrKind, slot: &AttrSlot| {
        matches!(kind, AttrKind::Ordering(_))
            && MemoryOrdering::from_slot(*slot) == Some(MemoryOrdering::Weak)
    };
    let mut attrs = spec.attrs.iter().zip(slots);
    !attrs.clone().any(|(spec, slot)| is_weak(spec.kind, slot))
        || !attrs.any(|(spec, slot)| has_scope(spec.kind, slot))
}

fn custom_fits(module: &Module, op: Op) -> bool {
    let body = &module.body;
    let types = |field| module.operands(op, field).iter().map(|&value| body.ty(value));
    #[allow(clippy::wildcard_enum_match_arm, reason = "of the others the text says all that there is")]
    match module.opcode(op) {
        Opcode::Constant => {
            let value = module.attr(op, fields::constant::value).as_interned().map(|id| module.attrs.get(id));
            matches!(value, Some(Attr::Dense(dense)) if dense.ty == body.ty(body.result(op, 0)))
        }
        Opcode::For => for_fits(module, op),
        Opcode::If => args(module, op, 0).is_empty() && args(module, op, 1).is_empty(),
        Opcode::Loop => args(module, op, 0).into_iter().eq(types(fields::loop_::initValues)),
        Opcode::Reduce | Opcode::Scan => !body.operands(op).is_empty() && !body.results(op).is_empty(),
        Opcode::MakeTensorView => tensor_view_fits(module, op),
        Opcode::MakePartitionView | Opcode::MakeStridedView | Opcode::MakeGatherScatterView => {
            let view = module.ty(body.result(op, 0)).as_view();
            let tensor = module.ty(body.operands(op)[0]).as_tensor_view();
            view.is_some_and(|view| tensor == Some(view.tensor()))
        }
        Opcode::TestEvolution => body.results(op).is_empty(),
        _ => roles::signature_of_body(module.spec(op)).is_none_or(|field| function_fits(module, op, field)),
    }
}

/// Types of the arguments of the first block of a region.
fn args(module: &Module, op: Op, region: usize) -> Vec<TypeId> {
    let body = &module.body;
    let block = body.regions(op).nth(region).and_then(|region| body.region_blocks(region).first());
    block.map_or_else(Vec::new, |&block| body.block_args(block).iter().map(|value| body.ty(value)).collect())
}

fn function_fits(module: &Module, op: Op, signature: Field) -> bool {
    let results = module.opcode(op) != Opcode::Entry;
    let Some(function) = function_type(module, module.attr(op, signature)) else { return false };
    let args = args(module, op, 0);
    (results || function.results.is_empty())
        && args.len() == function.params.len()
        && args.iter().zip(&function.params).all(|(&arg, param)| module.types.get(arg) == param)
}

fn for_fits(module: &Module, op: Op) -> bool {
    let body = &module.body;
    let (args, operands) = (args(module, op, 0), body.operands(op));
    let (Some((&iv, carried)), Some((bounds, inits))) = (args.split_first(), operands.split_at_checked(3))
    else {
        return false;
    };
    bounds.iter().all(|&value| body.ty(value) == iv)
        && inits.iter().map(|&value| body.ty(value)).eq(carried.iter().copied())
        && body.results(op).iter().map(|value| body.ty(value)).eq(carried.iter().copied())
}

fn tensor_view_fits(module: &Module, op: Op) -> bool {
    let body = &module.body;
    let Some(view) = module.ty(body.result(op, 0)).as_tensor_view() else { return false };
    let count = |dims: &[i64]| dims.iter().filter(|&&dim| dim == DYNAMIC).count();
    let shape = module.operands(op, fields::make_tensor_view::dynamicShape);
    let strides = module.operands(op, fields::make_tensor_view::dynamicStrides);
    let base = module.ty(body.operands(op)[0]);
    let mut dynamic = shape.iter().chain(strides).map(|&value| body.ty(value));
    let first = dynamic.next();
    count(view.shape()) == shape.len()
        && count(view.strides()) == strides.len()
        && dynamic.all(|ty| Some(ty) == first)
        && first.is_none_or(|ty| !holds_pointers(module.types.get(ty)))
        && scalar_ptr(base).is_some_and(|ptr| ptr.pointee == view.elem())
}

/// Such a type before `->` would be read as that of the base.
fn holds_pointers(ty: &Type) -> bool {
    ty.as_tile().is_some_and(|tile| tile.elem().ptr().is_some())
}

/// The pointer type of a rank-0 tile of one.
pub(super) fn scalar_ptr(ty: &Type) -> Option<PtrType> {
    ty.as_tile().filter(|tile| tile.rank() == 0).and_then(|tile| tile.elem().ptr())
}
