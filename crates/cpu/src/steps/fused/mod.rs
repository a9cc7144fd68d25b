//! Fused groups: element-wise operations over tiles of one length, run strip by strip.
//!
//! A strip is `2^k` neighbouring lanes; a *register* is where a strip of some value is: in scratch memory, in a tile,
//! or in memory of the launch. All micro-operations run over one strip before the next, so that registers stay in the
//! first-level cache. Values that are the same in every lane or in every strip are put into their registers once,
//! before the first strip.

#![allow(unsafe_code, reason = "registers are raw memory")]

#[cfg(target_arch = "x86_64")]
mod compiled;

use super::lanes::access::{self, Access, Resolved};
use super::lanes::{Accesses, Lanes, Register};
use crate::context::Context;
use crate::fault::Checked;
use crate::isa::Isa;

/// A fused group.
pub(crate) struct Fused {
    pub(crate) lanes: Lanes,
    /// Lanes of a strip, a power of two.
    pub(crate) strip: usize,
    pub(crate) strips: usize,
    /// Registers that are in tiles, with the bytes of their strips.
    pub(crate) advance: Box<[(Register, u32)]>,
    /// Accesses whose addresses are known before the first strip, in the order of the program.
    pub(crate) accesses: Box<[Access]>,
    /// The group as machine code, if there is any.
    #[cfg(target_arch = "x86_64")]
    native: Option<Box<super::native::Native>>,
}

impl Fused {
    /// A group of `strips` strips of `strip` lanes, compiled for an instruction set as far as that can be done.
    pub(crate) fn new(
        lanes: Lanes,
        (strip, strips): (usize, usize),
        advance: Box<[(Register, u32)]>,
        accesses: Box<[Access]>,
        isa: Isa,
    ) -> Fused {
        let fused = Fused {
            lanes,
            strip,
            strips,
            advance,
            accesses,
            #[cfg(target_arch = "x86_64")]
            native: None,
        };
        fused.compiled(isa)
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn compiled(self, _: Isa) -> Fused {
        self
    }

    /// The machine code of each block of the group; none if kernels run all of it.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn machine_code(&self) -> impl Iterator<Item = &[u8]> {
        self.native.iter().flat_map(|native| native.blocks())
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn machine_code(&self) -> impl Iterator<Item = &[u8]> {
        std::iter::empty()
    }

    /// Runs all strips.
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let mut resolved = access::Accesses::new();
        access::resolve(ctx, &self.accesses, self.strip, &mut resolved)?;
        let accesses = Accesses { all: &self.accesses, resolved: &resolved };
        let table = self.lanes.start(ctx, self.strip);
        // SAFETY: the table was started for a strip and is advanced with the strips.
        unsafe {
            for (access, resolved) in self.accesses.iter().zip(&resolved) {
                access.start(resolved, table);
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(native) = &self.native {
                self.run_native(native, ctx, table, accesses)?;
                return self.finished(ctx, &resolved);
            }
            for strip in 0..self.strips {
                self.lanes.run_with(ctx, table, accesses, strip, self.strip)?;
                for &(register, step) in &self.advance {
                    table.set(register, table.get(register).wrapping_add(step as usize));
                }
                for (access, resolved) in self.accesses.iter().zip(&resolved) {
                    access.advance(resolved, table, self.strip);
                }
            }
        }
        self.finished(ctx, &resolved)
    }

    fn finished(&self, ctx: &Context<'_>, resolved: &[Resolved]) -> Checked {
        for (access, resolved) in self.accesses.iter().zip(resolved) {
            access.finish(ctx, resolved);
        }
        Ok(())
    }
}
