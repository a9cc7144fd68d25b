//! The parts that fields of a row play, so that an analysis asks the row instead of listing ops.
//!
//! Parts follow from the kinds of attributes and from the constraints of operands. An op of a new version has them as
//! soon as it has a row.

use ir::Field;
use ir::spec::{Arity, AttrSpec, OpSpec, Trait};

use crate::attrs::{AttrKind, EnumKind, MemoryOrdering};
use crate::{Constraint, CudaTile, Opcode};

type Spec = OpSpec<CudaTile>;

/// The name that an item of a module gives itself.
pub fn symbol_name(spec: &Spec) -> Option<Field> {
    attr(spec, |kind| matches!(kind, AttrKind::SymbolName))
}

/// Whether an attribute of a row may be left out.
pub fn may_be_absent(field: &AttrSpec<CudaTile>) -> bool {
    let by_kind = matches!(field.kind, AttrKind::Flag | AttrKind::InBounds);
    by_kind || field.optional || field.default.is_some()
}

/// Types of parameters and results. Ops that have them are functions: kernels, functions that are called, declarations.
pub fn signature(spec: &Spec) -> Option<Field> {
    attr(spec, |kind| matches!(kind, AttrKind::FunctionType))
}

/// The signature of an op that is a function with a body.
pub fn signature_of_body(spec: &Spec) -> Option<Field> {
    if spec.regions.is_empty() { None } else { signature(spec) }
}

/// The signature of an op that is a function with a body for others to call, as kernels are not.
pub fn signature_of_callee(spec: &Spec) -> Option<Field> {
    if spec.opcode == Opcode::Entry { None } else { signature_of_body(spec) }
}

/// The token that an op comes after.
pub fn token(spec: &Spec) -> Option<Field> {
    let ordered = spec.has(Trait::TokenOrdered);
    operand(spec, Constraint::Token).filter(|_| ordered)
}

/// The indices of an op that accesses a tile of a view.
pub fn view_index(spec: &Spec) -> Option<Field> {
    operand(spec, Constraint::TileView)?;
    let index = spec.operands.iter().position(|operand| operand.arity == Arity::Many)?;
    Some(Field::Operand(index as u8))
}

/// What a product adds to: the same operand of all of them, as a test says.
pub const ACCUMULATOR: Field = Field::Operand(2);

/// What an access does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It loads.
    Load,
    /// It stores.
    Store,
    /// It combines what is there with its operands, in one step.
    Update,
}

/// The fields of an op that accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// What it does.
    pub direction: Direction,
    /// The pointers, or the view.
    pub at: Field,
    /// The indices into a view.
    pub index: Option<Field>,
    /// Which elements it accesses, where pointers have a mask.
    pub mask: Option<Field>,
    /// What it stores, or combines memory with.
    pub stored: Option<Field>,
    /// What it loads, or what was in memory before.
    pub loaded: Option<Field>,
    /// Its memory ordering.
    pub ordering: Field,
    /// The scope of its ordering.
    pub scope: Option<Field>,
}

impl Access {
    /// The fields of an access; none for other ops.
    pub fn of(spec: &Spec) -> Option<Access> {
        let (ordering, weak) = spec.attrs.iter().zip(0..).find_map(|(attr, index)| {
            let AttrKind::Ordering(orderings) = attr.kind else { return None };
            Some((Field::Attr(index), orderings.contains(&MemoryOrdering::Weak)))
        })?;
        let pointers = operand(spec, Constraint::PtrTile);
        let at = pointers.or_else(|| operand(spec, Constraint::TileView))?;
        // A compare-and-swap has two tiles, of which it stores the last.
        let stored = spec.operands.iter().rposition(|operand| operand.constraint == Constraint::AnyTile);
        let loaded = spec.results.iter().position(|result| result.constraint == Constraint::AnyTile);
        let direction = match (weak, loaded) {
            // What may be weak is no atomic, so it does one of the two.
            (true, Some(_)) => Direction::Load,
            (true, None) => Direction::Store,
            (false, _) => Direction::Update,
        };
        Some(Access {
            direction,
            at,
            index: view_index(spec),
            mask: operand(spec, Constraint::BoolTile),
            stored: stored.map(|index| Field::Operand(index as u8)),
            loaded: loaded.map(|index| Field::Result(index as u8)),
            ordering,
            scope: attr(spec, |kind| matches!(kind, AttrKind::Scope)),
        })
    }

    /// True when it sees what is in memory.
    pub fn reads(&self) -> bool {
        self.direction != Direction::Store
    }

    /// True when it changes memory.
    pub fn writes(&self) -> bool {
        self.direction != Direction::Load
    }
}

/// The fields of an op that accesses a tile of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewAccess {
    /// What it does.
    pub direction: Direction,
    /// The view.
    pub view: Field,
    /// Where in the view the tile is, an index for each dimension.
    pub index: Field,
    /// The dimensions that the program declares as in bounds.
    pub inbounds: Field,
    /// The tile: an operand that is stored or combined with memory, or a result that is loaded.
    pub tile: Field,
    /// The memory ordering, and its scope.
    pub order: [Field; 2],
    /// The token that it comes after, and the one that it makes.
    pub tokens: [Field; 2],
    /// The operation with which a multimem op combines elements.
    pub reduction: Option<Field>,
}

impl ViewAccess {
    /// The fields of an access to a view; none for other ops.
    pub fn of(spec: &Spec) -> Option<ViewAccess> {
        let access = Access::of(spec)?;
        let made = spec.results.iter().position(|result| result.constraint == Constraint::Token)?;
        Some(ViewAccess {
            direction: access.direction,
            view: access.at,
            index: access.index?,
            inbounds: attr(spec, |kind| matches!(kind, AttrKind::InBounds))?,
            tile: access.stored.or(access.loaded)?,
            order: [access.ordering, access.scope?],
            tokens: [token(spec)?, Field::Result(made as u8)],
            reduction: attr(spec, |kind| matches!(kind, AttrKind::Keyword(EnumKind::MultimemReductionKind))),
        })
    }

    /// The fields of a row of the class `Multimem`.
    ///
    /// # Panics
    ///
    /// If the row is of another class and no access to a view.
    pub fn of_multimem(spec: &Spec) -> ViewAccess {
        ViewAccess::of(spec).expect("a test finds these fields in every row of the class `Multimem`")
    }
}

fn operand(spec: &Spec, constraint: Constraint) -> Option<Field> {
    let index = spec.operands.iter().position(|operand| operand.constraint == constraint)?;
    Some(Field::Operand(index as u8))
}

fn attr(spec: &Spec, is: impl Fn(AttrKind) -> bool) -> Option<Field> {
    let index = spec.attrs.iter().position(|attr| is(attr.kind))?;
    Some(Field::Attr(index as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::fields as f;

    #[test]
    fn accesses_are_the_ops_of_their_classes() {
        for spec in crate::ops::OPS {
            assert_eq!(Access::of(spec).is_some(), spec.compute.is_access(), "{}", spec.mnemonic);
        }
    }

    #[test]
    fn accesses_to_views_have_all_their_fields() {
        use crate::ops::Compute;
        for spec in crate::ops::OPS {
            let is_view = Access::of(spec).is_some_and(|access| access.index.is_some());
            assert_eq!(ViewAccess::of(spec).is_some(), is_view, "{}", spec.mnemonic);
            if matches!(spec.compute, Compute::Multimem) {
                let access = ViewAccess::of_multimem(spec);
                let combines = access.direction != Direction::Store;
                assert_eq!(access.reduction.is_some(), combines, "{}", spec.mnemonic);
            }
        }
        use f::multimem_load_reduce_view_tko as load;
        let access = ViewAccess::of_multimem(Opcode::MultimemLoadReduceViewTko.spec());
        let wanted = ViewAccess {
            direction: Direction::Load,
            view: load::view,
            index: load::index,
            inbounds: load::inbounds,
            tile: load::reduced_values,
            order: [load::memory_ordering_semantics, load::memory_scope],
            tokens: [load::token, load::result_token],
            reduction: Some(load::reduction),
        };
        assert_eq!(access, wanted);
    }

    #[test]
    fn fields_of_accesses_are_found() {
        use Direction::*;
        let rows = [
            (Opcode::LoadPtrTko, Load, f::load_ptr_tko::source, None),
            (Opcode::StorePtrTko, Store, f::store_ptr_tko::destination, Some(f::store_ptr_tko::value)),
            (Opcode::AtomicRmwTko, Update, f::atomic_rmw_tko::pointers, Some(f::atomic_rmw_tko::arg)),
            (Opcode::AtomicCasTko, Update, f::atomic_cas_tko::pointers, Some(f::atomic_cas_tko::val)),
            (Opcode::LoadViewTko, Load, f::load_view_tko::view, None),
            (Opcode::StoreViewTko, Store, f::store_view_tko::view, Some(f::store_view_tko::tile)),
            (
                Opcode::AtomicRedViewTko,
                Update,
                f::atomic_red_view_tko::view,
                Some(f::atomic_red_view_tko::value),
            ),
            (Opcode::MultimemLoadReduceViewTko, Load, f::multimem_load_reduce_view_tko::view, None),
            (
                Opcode::MultimemReduceViewTko,
                Update,
                f::multimem_reduce_view_tko::view,
                Some(f::multimem_reduce_view_tko::tile),
            ),
            (
                Opcode::MultimemStoreViewTko,
                Store,
                f::multimem_store_view_tko::view,
                Some(f::multimem_store_view_tko::tile),
            ),
        ];
        for (opcode, direction, at, stored) in rows {
            let access = Access::of(opcode.spec()).expect("an access");
            assert_eq!((access.direction, access.at, access.stored), (direction, at, stored), "{opcode:?}");
        }
        let cas = Access::of(Opcode::AtomicCasTko.spec()).expect("an access");
        assert_eq!(cas.mask, Some(f::atomic_cas_tko::mask));
        assert_eq!(cas.loaded, Some(f::atomic_cas_tko::result));
        assert_eq!(cas.ordering, f::atomic_cas_tko::memory_ordering_semantics);
        assert_eq!(cas.scope, Some(f::atomic_cas_tko::memory_scope));
        let view = Access::of(Opcode::LoadViewTko.spec()).expect("an access");
        assert_eq!(view.index, Some(f::load_view_tko::index));
    }

    #[test]
    fn products_add_to_the_same_operand() {
        for spec in crate::ops::OPS.iter().filter(|spec| spec.compute.is_product()) {
            assert_eq!(spec.field_name(ACCUMULATOR), "acc", "{}", spec.mnemonic);
        }
    }

    #[test]
    fn names_signatures_and_tokens_are_found() {
        assert_eq!(symbol_name(Opcode::Global.spec()), Some(f::global::sym_name));
        assert_eq!(signature(Opcode::PreviewFunc.spec()), Some(f::preview_func::function_type));
        assert_eq!(signature_of_body(Opcode::PreviewFunc.spec()), None);
        assert_eq!(signature_of_body(Opcode::Entry.spec()), Some(f::entry::function_type));
        assert_eq!(signature_of_callee(Opcode::Entry.spec()), None);
        assert_eq!(signature_of_callee(Opcode::Func.spec()), Some(f::experimental_func::function_type));
        assert_eq!(token(Opcode::PrintTko.spec()), Some(f::print_tko::token));
        // Any token, of which there may be many, says nothing about the order of `join_tokens` itself.
        assert_eq!(token(Opcode::JoinTokens.spec()), None);
    }
}
