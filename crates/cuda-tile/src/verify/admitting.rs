//! Which constraints admit which types, computed once for each type of a module.

use cranelift_entity::EntityRef;
use ir::TypeId;
use rustc_hash::FxHashMap;

use crate::types::Elem;
use crate::{Constraint, Module, Type};

/// Which constraints admit a type.
#[derive(Default)]
pub(super) struct Admitting {
    /// For each type of the module, one bit per constraint that admits it.
    bits: Vec<u64>,
    /// For tiles, constraints only use the element type and whether there is a single element.
    tiles: FxHashMap<(Elem, bool), u64>,
}

impl Admitting {
    /// Adds new types of the module.
    pub(super) fn extend(&mut self, module: &Module) {
        let every = |ty: &Type| {
            Constraint::ALL.iter().filter(|c| c.admits(ty)).fold(0, |bits, &c| bits | 1 << c as u8)
        };
        for index in self.bits.len()..module.types.len() {
            let ty = module.types.get(TypeId::new(index));
            self.bits.push(match ty.as_tile() {
                Some(tile) => *self.tiles.entry((tile.elem(), tile.rank() == 0)).or_insert_with(|| every(ty)),
                None => every(ty),
            });
        }
    }

    #[inline]
    pub(super) fn admits(&self, constraint: Constraint, ty: TypeId) -> bool {
        self.bits[ty.index()] & (1 << constraint as u8) != 0
    }
}
