//! Functions that a program calls by name and the caller supplies: of elements (`experimental$extern_elementwise`), and
//! of tiles (`preview$call`).

use launch::{ExternFn, PreparedCall};

use crate::cause::Case;
use crate::fault::Fault;
use crate::machine::Env;
use crate::slot::Slot;
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

/// A call of a supplied function on whole tiles.
pub(crate) struct TileCall {
    pub(crate) call: PreparedCall,
    pub(crate) operands: Box<[Slot]>,
    pub(crate) outs: Box<[Slot]>,
}

impl TileCall {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let tiles: Vec<&Tile> = self.operands.iter().map(|&slot| &**env.tile(slot)).collect();
        let operands: Vec<&[u64]> = tiles.iter().map(|tile| &tile.bits[..]).collect();
        // Nothing is known of the function: every element of the results may depend on every element of the operands.
        let undefined = tiles.iter().find_map(|tile| tile.first_poison()).map(|(_, poison)| poison);
        let results = self.call.run(&operands).map_err(|why| Fault::new(Case::EXTERN_FAILS, why))?;
        for (&out, bits) in self.outs.iter().zip(results) {
            let poison = undefined.map(|poison| vec![poison; bits.len()].into());
            env.set_tile(out, bits.into(), poison);
        }
        Ok(())
    }
}
