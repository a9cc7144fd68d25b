//! Reads and writes of single elements, which the sanitizer sees.

use super::{Access, Address, Memory, half, size_of};
use crate::fault::Fault;
use crate::tile::Poison;
use crate::watch::{Contact, Element};
use launch::element;
use numerics::Scalar;

impl Memory<'_> {
    /// Reads one element.
    #[inline]
    pub(crate) fn load(
        &mut self,
        access: &Access,
        at: Address,
        elem: Scalar,
    ) -> Result<(u64, Poison), Fault> {
        let (index, offset) = self.find(access, at.byte, size_of(elem), false)?;
        self.touch(None, index, offset, at, elem);
        Ok(self.read(index, offset, at, elem))
    }

    /// Tells the sanitizer of an access, which writes `new`, if anything.
    #[inline]
    fn touch(&mut self, new: Option<u64>, index: usize, offset: usize, at: Address, elem: Scalar) {
        let Some(watch) = &mut self.watch else { return };
        let element = Element { allocation: index, offset, high: at.high, bits: elem.storage_bits() };
        let write = new.is_some();
        if !watch.touch(write, element) {
            let bytes = self.allocations[index].bytes.get();
            let unchanged = write && element::load(elem, &bytes[offset..], at.high.into()) == new;
            watch.shadow.touch_new(Contact { element, write, unchanged, bytes: bytes.len() });
        }
    }

    #[inline]
    fn read(&self, index: usize, offset: usize, at: Address, elem: Scalar) -> (u64, Poison) {
        let allocation = &self.allocations[index];
        let bits = element::load(elem, &allocation.bytes.get()[offset..], at.high.into());
        let poison = match &allocation.unwritten {
            None => Poison::NONE,
            Some(unwritten) => {
                let mask = unwritten.mask[offset..][..size_of(elem) as usize].iter();
                let relevant = half(elem, at);
                if mask.copied().any(|bits| bits & relevant != 0) { unwritten.poison } else { Poison::NONE }
            }
        };
        (bits.expect("the element was found inside"), poison)
    }

    /// Writes one element.
    #[inline]
    pub(crate) fn store(
        &mut self,
        access: &Access,
        at: Address,
        elem: Scalar,
        bits: u64,
    ) -> Result<(), Fault> {
        let (index, offset) = self.find(access, at.byte, size_of(elem), true)?;
        self.touch(Some(bits), index, offset, at, elem);
        self.write(index, offset, at, elem, bits);
        Ok(())
    }

    fn write(&mut self, index: usize, offset: usize, at: Address, elem: Scalar, bits: u64) {
        let allocation = &mut self.allocations[index];
        if let Some(watch) = self.watch.as_mut().filter(|watch| watch.attentive) {
            let old = element::load(elem, &allocation.bytes.get()[offset..], at.high.into());
            watch.changes += u64::from(old != Some(bits));
        }
        element::store(elem, &mut allocation.bytes.get_mut()[offset..], at.high.into(), bits)
            .expect("the element was found inside");
        self.initialise(index, offset, at, elem);
    }

    /// The element is no longer unwritten.
    fn initialise(&mut self, index: usize, offset: usize, at: Address, elem: Scalar) {
        if let Some(unwritten) = &mut self.allocations[index].unwritten {
            let relevant = half(elem, at);
            for mask in &mut unwritten.mask[offset..][..size_of(elem) as usize] {
                *mask &= !relevant;
            }
        }
    }

    /// Reads one element, writes the result of `f`, if there is one, and returns the old one: one atomic transaction.
    pub(crate) fn update(
        &mut self,
        access: &Access,
        at: Address,
        elem: Scalar,
        f: impl FnOnce(u64) -> Option<u64>,
    ) -> Result<u64, Fault> {
        let (index, offset) = self.find(access, at.byte, size_of(elem), true)?;
        let (old, poison) = self.read(index, offset, at, elem);
        if poison.is_some() {
            // If the execution continues, this is reported once.
            self.initialise(index, offset, at, elem);
            return Err(Fault::poison(poison, "takes part in an atomic operation"));
        }
        let new = f(old);
        self.touch(new, index, offset, at, elem);
        if let Some(new) = new {
            self.write(index, offset, at, elem, new);
        }
        Ok(old)
    }
}
