//! Seeded random layouts.

use tileas::layout::{RegisterLayout, Shape, SharedLayout};

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            items.swap(i, j);
        }
    }

    /// A shape of at most three dimensions with the given number of bits.
    pub(crate) fn shape(&mut self, bits: u32) -> Shape {
        let first = self.below(u64::from(bits) + 1) as u32;
        let second = self.below(u64::from(bits - first) + 1) as u32;
        let extents = [1 << first, 1 << second, 1 << (bits - first - second)];
        let rank = 1 + self.below(3);
        match rank {
            1 => Shape::new(&[1 << bits]),
            2 => Shape::new(&[extents[0] * extents[1], extents[2]]),
            _ => Shape::new(&extents),
        }
        .expect("powers of two")
    }

    /// A bijection's columns: unit vectors in any order, some of them with others added.
    pub(crate) fn basis(&mut self, bits: u32) -> Vec<u64> {
        let mut columns: Vec<u64> = (0..bits).map(|bit| 1 << bit).collect();
        self.shuffle(&mut columns);
        for _ in 0..self.below(6).min(u64::from(bits)) {
            let (i, j) = (self.below(u64::from(bits)) as usize, self.below(u64::from(bits)) as usize);
            if i != j {
                columns[i] ^= columns[j];
            }
        }
        columns
    }

    /// A layout that holds every element, some of them repeatedly.
    pub(crate) fn layout(&mut self, shape: &Shape, warp_bits: u32) -> RegisterLayout {
        let bits = shape.bits();
        let mut columns = self.basis(bits);
        let repeated = (5 + warp_bits).saturating_sub(bits) as u64 + self.below(3);
        for _ in 0..repeated {
            let copy = if self.below(2) == 0 || columns.is_empty() {
                0
            } else {
                columns[self.below(columns.len() as u64) as usize]
            };
            columns.push(copy);
        }
        self.shuffle(&mut columns);
        let (threads, registers) = columns.split_at(5 + warp_bits as usize);
        RegisterLayout::new(shape.clone(), registers, &threads[..5], &threads[5..], &[])
    }

    /// A layout that differs from another within warps only: the warps' columns are the same up to what a warp holds.
    pub(crate) fn rearranged(&mut self, layout: &RegisterLayout) -> RegisterLayout {
        use tileas::layout::Input::{Lane, Register, Warp};
        let mut columns: Vec<u64> = [layout.columns(Register), layout.columns(Lane)].concat();
        self.shuffle(&mut columns);
        let count = columns.len() as u64;
        for _ in 0..self.below(4) {
            let (i, j) = (self.below(count) as usize, self.below(count) as usize);
            if i != j {
                columns[i] ^= columns[j];
            }
        }
        let warps: Vec<u64> = layout
            .columns(Warp)
            .iter()
            .map(|c| if self.below(3) == 0 { c ^ columns[0] } else { *c })
            .collect();
        // Repeat some on purpose: results may hold elements more often than sources, or not hold some at all.
        if self.below(3) == 0 {
            let at = self.below(count) as usize;
            columns[at] = columns[self.below(count) as usize];
        }
        RegisterLayout::new(layout.shape().clone(), &columns[5..], &columns[..5], &warps, &[])
    }

    pub(crate) fn buffer(&mut self, shape: &Shape) -> SharedLayout {
        SharedLayout::new(shape.clone(), &self.basis(shape.bits()))
    }
}
