//! Copies of elements through index maps.

#![allow(unsafe_code, reason = "tiles are raw memory")]

use crate::kernels::transpose::{Matrix, transpose};
use crate::map::{IndexMap, Run};

/// An index map as loops over raw memory, for elements of one size. The *sparse* side is the target of the map, the
/// *dense* side has the elements one after the other.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// The innermost loop, over neighbours on the dense side.
    inner: Run,
    /// The loop around it.
    outer: Run,
    /// Elements on the dense side from one round of `outer` to the next.
    step: usize,
    /// `outer` iterates over neighbours on the sparse side and `inner` does not: both loops transpose a matrix.
    transposes: bool,
    /// Where each execution of both loops starts on the sparse side.
    rest: IndexMap,
    /// And on the dense side.
    dense_rest: IndexMap,
    /// Bytes of an element.
    size: usize,
}

const ONCE: Run = Run { extent: 1, stride: 0 };

impl Pattern {
    /// The loops of a map over elements of `size` bytes: 1, 2, 4 or 8.
    pub(crate) fn new(map: &IndexMap, size: usize) -> Pattern {
        let runs = map.runs();
        let inner = runs.first().copied().unwrap_or(ONCE);
        // Best a run over neighbours, if the inner one is not.
        let neighbours = runs.iter().skip(1).position(|run| run.stride == 1).filter(|_| inner.stride > 1);
        let chosen = 1 + neighbours.unwrap_or(0);
        let outer = runs.get(chosen).copied().unwrap_or(ONCE);
        let mut sparse = (Vec::new(), Vec::new());
        let mut dense = Vec::new();
        let (mut place, mut step) = (1, 0);
        for (number, run) in runs.iter().enumerate() {
            match number {
                0 => {}
                _ if number == chosen => step = place,
                _ => {
                    sparse.0.push(run.extent);
                    sparse.1.push(run.stride);
                    dense.push(place);
                }
            }
            place *= run.extent;
        }
        for list in [&mut sparse.0, &mut sparse.1, &mut dense] {
            list.reverse();
        }
        Pattern {
            inner,
            outer,
            step: step as usize,
            transposes: neighbours.is_some(),
            rest: IndexMap::strided(&sparse.0, &sparse.1),
            dense_rest: IndexMap::strided(&sparse.0, &dense),
            size,
        }
    }

    /// Whether all elements are the same one.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn is_splat(&self) -> bool {
        self.inner.stride == 0 && self.outer.extent == 1 && self.rest.len() == 1
    }

    /// Elements that it copies.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.inner.extent as usize * self.outer.extent as usize * self.rest.len()
    }

    /// Copies the elements at the places of the map, from `source` on, to `dense`, one after the other.
    ///
    /// # Safety
    /// Every place of the map is valid for reads from `source` on, `dense` for writes of all elements; they do not
    /// overlap and are aligned for the element size.
    pub(crate) unsafe fn gather(&self, source: *const u8, dense: *mut u8) {
        for rest in 0..self.rest.len() {
            // SAFETY: as the caller promises: all places are those of the map; the element size is one of four.
            unsafe {
                let source = source.add(self.rest.place(rest) * self.size);
                let dense = dense.add(self.dense_rest.place(rest) * self.size);
                if self.transposes {
                    let to = Matrix { at: dense, stride: self.step };
                    let from = Matrix { at: source, stride: self.inner.stride as usize };
                    transpose(self.size, to, from, self.inner.extent as usize, self.outer.extent as usize);
                    continue;
                }
                match self.size {
                    1 => self.gather_as::<u8>(source.cast(), dense.cast()),
                    2 => self.gather_as::<u16>(source.cast(), dense.cast()),
                    4 => self.gather_as::<u32>(source.cast(), dense.cast()),
                    _ => self.gather_as::<u64>(source.cast(), dense.cast()),
                }
            }
        }
    }

    /// Copies elements that are one after the other to the places of the map, from `target` on.
    ///
    /// # Safety
    /// As in [`Pattern::gather`] with the directions exchanged.
    pub(crate) unsafe fn scatter(&self, dense: *const u8, target: *mut u8) {
        for rest in 0..self.rest.len() {
            // SAFETY: as the caller promises: all places are those of the map; the element size is one of four.
            unsafe {
                let target = target.add(self.rest.place(rest) * self.size);
                let dense = dense.add(self.dense_rest.place(rest) * self.size);
                if self.transposes {
                    let to = Matrix { at: target, stride: self.inner.stride as usize };
                    let from = Matrix { at: dense, stride: self.step };
                    transpose(self.size, to, from, self.outer.extent as usize, self.inner.extent as usize);
                    continue;
                }
                match self.size {
                    1 => self.scatter_as::<u8>(dense.cast(), target.cast()),
                    2 => self.scatter_as::<u16>(dense.cast(), target.cast()),
                    4 => self.scatter_as::<u32>(dense.cast(), target.cast()),
                    _ => self.scatter_as::<u64>(dense.cast(), target.cast()),
                }
            }
        }
    }

    /// Both loops, from one place on.
    unsafe fn gather_as<T: Copy>(&self, source: *const T, dense: *mut T) {
        let extent = self.inner.extent as usize;
        for outer in 0..self.outer.extent as usize {
            // SAFETY: all places are those of the map.
            unsafe {
                let row = source.add(outer * self.outer.stride as usize);
                let dense = dense.add(outer * self.step);
                match self.inner.stride as usize {
                    0 => fill(dense, row.read(), extent),
                    1 => row.copy_to_nonoverlapping(dense, extent),
                    stride => (0..extent).for_each(|i| dense.add(i).write(row.add(i * stride).read())),
                }
            }
        }
    }

    /// Both loops, from one place on.
    unsafe fn scatter_as<T: Copy>(&self, dense: *const T, target: *mut T) {
        let extent = self.inner.extent as usize;
        for outer in 0..self.outer.extent as usize {
            // SAFETY: all places are those of the map.
            unsafe {
                let row = target.add(outer * self.outer.stride as usize);
                let dense = dense.add(outer * self.step);
                match self.inner.stride as usize {
                    1 => dense.copy_to_nonoverlapping(row, extent),
                    stride => (0..extent).for_each(|i| row.add(i * stride).write(dense.add(i).read())),
                }
            }
        }
    }
}

/// # Safety
/// `dense` is valid for `n` writes.
unsafe fn fill<T: Copy>(dense: *mut T, value: T, n: usize) {
    for i in 0..n {
        // SAFETY: this function's contract: `dense` is valid for `n` writes.
        unsafe { dense.add(i).write(value) }
    }
}

/// Fills `n` lanes of `size` bytes with the lane at `from`.
///
/// # Safety
/// `from` is valid for a lane, `dst` for `n`; both are aligned for the size.
pub(crate) unsafe fn splat(dst: *mut u8, from: *const u8, size: usize, n: usize) {
    // SAFETY: this function's contract: `from` is valid for a lane, `dst` for `n`; both are aligned for the size.
    unsafe {
        match size {
            1 => fill(dst, from.read(), n),
            2 => fill(dst.cast::<u16>(), from.cast::<u16>().read(), n),
            4 => fill(dst.cast::<u32>(), from.cast::<u32>().read(), n),
            _ => fill(dst.cast::<u64>(), from.cast::<u64>().read(), n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Copy + PartialEq + std::fmt::Debug>(map: &IndexMap, make: impl Fn(usize) -> T, zero: T) {
        let pattern = Pattern::new(map, size_of::<T>());
        assert_eq!(pattern.len(), map.len());
        let farthest = (0..map.len()).map(|element| map.place(element)).max().unwrap_or(0);
        let source: Vec<T> = (0..=farthest).map(&make).collect();
        let mut dense = vec![zero; map.len()];
        let mut back = vec![zero; source.len()];
        // SAFETY: `source` and `back` reach to the farthest place, `dense` holds all elements.
        unsafe {
            pattern.gather(source.as_ptr().cast(), dense.as_mut_ptr().cast());
            pattern.scatter(dense.as_ptr().cast(), back.as_mut_ptr().cast());
        }
        for (element, &value) in dense.iter().enumerate() {
            assert_eq!(value, source[map.place(element)]);
            assert_eq!(value, back[map.place(element)]);
        }
    }

    #[test]
    fn elements_of_every_size_move_both_ways() {
        let maps = [
            IndexMap::identity(1),
            IndexMap::identity(64),
            IndexMap::splat(32),
            IndexMap::permute(&[8, 4, 16], &[2, 0, 1]),
            IndexMap::permute(&[8, 4, 16], &[1, 0, 2]),
            IndexMap::permute(&[64, 2, 32], &[2, 1, 0]),
            IndexMap::permute(&[16, 64], &[1, 0]).low(512),
            IndexMap::permute(&[16, 8], &[1, 0]).then(&IndexMap::broadcast(&[1, 16, 8], &[4, 16, 8])),
            IndexMap::broadcast(&[8, 1], &[8, 16]),
            IndexMap::broadcast(&[1, 16], &[8, 16]),
            IndexMap::strided(&[4, 2, 2, 4], &[256, 64, 2, 8]),
        ];
        for map in &maps {
            check(map, |i| i as u8, 0);
            check(map, |i| i as u16, 0);
            check(map, |i| i as u32, 0);
            check(map, |i| i as u64, 0);
        }
    }
}
