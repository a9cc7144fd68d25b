//! Classes of operations.

use cuda_tile::Module;
use cuda_tile::attrs::{AttrKind, MemoryOrdering};
use cuda_tile::compute::Compute;
use cuda_tile::roles::Access;
use cuda_tile::types::{ViewKind, ViewType};
use ir::{Field, Op, Value, walk};
use smallvec::SmallVec;

use crate::kernels::operation::Operation;

/// How an operation takes part in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Element-wise: part of fused groups.
    Elementwise,
    /// The result is the operand seen through an index map, or the same view: no work.
    View,
    /// Elements that are known.
    Constant,
    /// Numbers of elements.
    Iota,
    /// Results are tokens: no work.
    Token,
    /// An instruction of its own without effects that cannot fail: dropped when nothing needs its results.
    Pure,
    /// An instruction of its own that touches no memory of the launch but may fail.
    Checked,
    /// Reads memory of the launch, element by element: part of fused groups. Two of them may change places.
    Load,
    /// Writes memory of the launch, element by element: part of fused groups.
    Store,
    /// Must keep its place among everything that has effects.
    Effect,
    /// `reduce` and `scan`.
    Fold,
    /// `experimental$generate`.
    Generate,
    /// An operation with regions of ordinary code.
    Region,
    /// Ends a region.
    End,
    /// A definition, or nothing at all.
    Nothing,
}

/// True for an access of no ordering but that of its token.
fn is_weak(module: &Module, op: Op) -> bool {
    let attrs = module.spec(op).attrs.iter();
    let mut orderings = attrs.enumerate().filter(|(_, attr)| matches!(attr.kind, AttrKind::Ordering(_)));
    orderings.all(|(index, _)| {
        let slot = module.attr(op, Field::Attr(index as u8));
        MemoryOrdering::from_slot(slot).is_none_or(|order| order == MemoryOrdering::Weak)
    })
}

impl Class {
    pub(super) fn of(module: &Module, op: Op) -> Class {
        match module.spec(op).compute {
            Compute::Elementwise(_) => match Operation::of(module, op) {
                Some(Operation::Copy(_)) => Class::View,
                _ => Class::Elementwise,
            },
            Compute::Alias => Class::View,
            Compute::Constant => Class::Constant,
            Compute::Iota => Class::Iota,
            Compute::Tokens => Class::Token,
            Compute::Product | Compute::Query => Class::Pure,
            // Extracting and inserting fail for block indices out of range.
            Compute::Shape if module.effects(op).is_pure() => Class::Pure,
            Compute::Shape => Class::Checked,
            Compute::Fold => Class::Fold,
            Compute::Generate => Class::Generate,
            Compute::Load if is_weak(module, op) => Class::Load,
            Compute::Store if is_weak(module, op) => Class::Store,
            Compute::Load
            | Compute::Store
            | Compute::Atomic
            | Compute::Multimem
            | Compute::Effect
            | Compute::Extern => Class::Effect,
            Compute::Region => Class::Region,
            Compute::Terminator => Class::End,
            Compute::Definition => Class::Nothing,
        }
    }

    /// Whether the operation goes away when nothing needs its results.
    pub(super) fn is_droppable(self) -> bool {
        match self {
            Class::Elementwise | Class::View | Class::Constant | Class::Iota | Class::Pure => true,
            Class::Token
            | Class::Checked
            | Class::Load
            | Class::Store
            | Class::Effect
            | Class::Fold
            | Class::Generate
            | Class::Region
            | Class::End
            | Class::Nothing => false,
        }
    }
}

/// The load or store that an operation of a fused group is; atomics are in no group.
fn access(module: &Module, op: Op) -> Option<Access> {
    let spec = module.spec(op);
    Access::of(spec).filter(|_| matches!(spec.compute, Compute::Load | Compute::Store))
}

/// The operands that an operation of a fused group reads lane for lane; it reads the others before the first lane.
pub(super) fn lane_operands(module: &Module, op: Op) -> SmallVec<[Value; 3]> {
    let operands = match access(module, op) {
        Some(Access { index: Some(_), stored, .. }) => {
            stored.map_or(&[][..], |stored| module.operands(op, stored))
        }
        _ => module.body.operands(op),
    };
    operands.iter().copied().filter(|&value| module.ty(value).as_tile().is_some()).collect()
}

/// The operands of an operation of a fused group that it does not read lane for lane.
pub(super) fn whole_operands(module: &Module, op: Op) -> impl Iterator<Item = Value> {
    let (view, indices) = match access(module, op) {
        Some(Access { at, index: Some(index), .. }) => (module.operands(op, at), module.operands(op, index)),
        _ => (&[][..], &[][..]),
    };
    view.iter().chain(indices).copied()
}

/// The tile that an operation of a fused group is about, lane by lane: its result, or what it stores.
pub(super) fn lanes_of(module: &Module, op: Op) -> Value {
    match access(module, op) {
        Some(Access { stored: Some(stored), .. }) => module.operand(op, stored),
        _ => module.body.result(op, 0),
    }
}

/// Whether an operation of a fused group has a result.
pub(super) fn makes_lanes(module: &Module, op: Op) -> bool {
    !matches!(module.spec(op).compute, Compute::Store)
}

/// How an operation of a fused group touches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    None,
    /// Where is known before the first lane: through a view, or through pointers that do not follow from data.
    Known,
    /// Anywhere.
    Anywhere,
}

/// How an operation of a fused group touches memory.
pub(super) fn touch(module: &Module, op: Op) -> Touch {
    let Some(access) = access(module, op) else { return Touch::None };
    if access.index.is_none() {
        return Touch::Anywhere;
    }
    let view = module.operand(op, access.at);
    let sparse = |view: &ViewType| matches!(view.kind(), ViewKind::GatherScatter { .. });
    if module.ty(view).as_view().is_some_and(sparse) { Touch::Anywhere } else { Touch::Known }
}

/// Whether a body only has element-wise operations on single elements, so that it can run over many lanes at once.
pub(super) fn is_lanes_only(module: &Module, op: Op) -> bool {
    let single = |value| module.ty(value).as_tile().is_none_or(|tile| tile.len() == 1);
    walk::preorder(&module.body, op).skip(1).all(|inner| match Class::of(module, inner) {
        _ if !module.body.results(inner).iter().all(single) => false,
        Class::Elementwise | Class::View | Class::Constant | Class::Iota | Class::Token => true,
        Class::End => true,
        Class::Pure
        | Class::Checked
        | Class::Load
        | Class::Store
        | Class::Effect
        | Class::Fold
        | Class::Generate
        | Class::Region
        | Class::Nothing => false,
    })
}
