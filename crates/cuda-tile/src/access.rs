//! How ops reach memory: the one list of who loads, stores and combines, and where.

use ir::Field;

use crate::ops::{Opcode, fields};

/// An access to memory by pointers or through a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// It reads memory. Atomics read, even if the old value has no use.
    pub reads: bool,
    /// It writes memory.
    pub writes: bool,
    /// The operand that is stored, or combined with what is there; a load has none, its first result is what it reads.
    pub value: Option<Field>,
    /// Where.
    pub place: Place,
}

/// The operands that say where an access goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// To where the elements of a tile point, as far as a mask lets it.
    Pointers {
        /// The tile.
        pointers: Field,
        /// The mask, which may be left out.
        mask: Field,
    },
    /// To a tile of a view.
    View {
        /// The view.
        view: Field,
        /// The numbers of the tile.
        index: Field,
    },
}

impl Place {
    /// The operand that leads to memory.
    pub const fn base(self) -> Field {
        match self {
            Place::Pointers { pointers, .. } => pointers,
            Place::View { view, .. } => view,
        }
    }
}

impl Access {
    const fn load(place: Place) -> Access {
        Access { reads: true, writes: false, value: None, place }
    }

    const fn store(value: Field, place: Place) -> Access {
        Access { reads: false, writes: true, value: Some(value), place }
    }

    const fn atomic(value: Field, place: Place) -> Access {
        Access { reads: true, writes: true, value: Some(value), place }
    }
}

/// The access of an op; `None` where it has none.
#[allow(clippy::wildcard_enum_match_arm, reason = "the others reach no memory that pointers lead to")]
pub fn access(opcode: Opcode) -> Option<Access> {
    use fields as f;
    let pointers = |pointers, mask| Place::Pointers { pointers, mask };
    let view = |view, index| Place::View { view, index };
    Some(match opcode {
        Opcode::LoadPtrTko => {
            use f::load_ptr_tko::{mask, source};
            Access::load(pointers(source, mask))
        }
        Opcode::StorePtrTko => {
            use f::store_ptr_tko::{destination, mask, value};
            Access::store(value, pointers(destination, mask))
        }
        Opcode::AtomicRmwTko => {
            use f::atomic_rmw_tko::{arg, mask, pointers as to};
            Access::atomic(arg, pointers(to, mask))
        }
        Opcode::AtomicCasTko => {
            use f::atomic_cas_tko::{mask, pointers as to, val};
            Access::atomic(val, pointers(to, mask))
        }
        Opcode::LoadViewTko => Access::load(view(f::load_view_tko::view, f::load_view_tko::index)),
        Opcode::StoreViewTko => {
            use f::store_view_tko::{index, tile, view as of};
            Access::store(tile, view(of, index))
        }
        Opcode::AtomicRedViewTko => {
            use f::atomic_red_view_tko::{index, value, view as of};
            Access::atomic(value, view(of, index))
        }
        Opcode::MultimemLoadReduceViewTko => {
            use f::multimem_load_reduce_view_tko::{index, view as of};
            Access::load(view(of, index))
        }
        Opcode::MultimemReduceViewTko => {
            use f::multimem_reduce_view_tko::{index, tile, view as of};
            Access::atomic(tile, view(of, index))
        }
        Opcode::MultimemStoreViewTko => {
            use f::multimem_store_view_tko::{index, tile, view as of};
            Access::store(tile, view(of, index))
        }
        _ => return None,
    })
}
