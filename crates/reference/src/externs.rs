//! Functions that a program calls by name and the caller supplies (`experimental$extern_elementwise`).

use launch::ExternFn;

use crate::machine::Env;
use crate::program::Slot;
use crate::tile::{Bits, Tile, merge};

/// A call of a supplied function on every element.
pub(crate) struct ExternCall {
    pub(crate) function: ExternFn,
    pub(crate) operands: Box<[Slot]>,
    pub(crate) len: usize,
    pub(crate) mask: u64,
    pub(crate) out: Slot,
}

impl ExternCall {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        let tiles: Vec<&Tile> = self.operands.iter().map(|&slot| &**env.tile(slot)).collect();
        let mut arguments = vec![0; tiles.len()];
        let call = |lane: usize| {
            arguments.iter_mut().zip(&tiles).for_each(|(argument, tile)| *argument = tile.bits[lane]);
            (self.function)(&arguments) & self.mask
        };
        let bits: Bits = (0..self.len).map(call).collect();
        let poison = merge(&tiles);
        env.set_tile(self.out, bits, poison);
    }
}
