//! Matrix descriptors: the emulator looks for elements where they say.

use ptx_emu::copy::swizzle::Swizzle as Permutation;
use ptx_emu::matrix::shared_operand::Layout;
use tileas::layout::{LinearMap, Major, MatrixDescriptor, Shape, SharedLayout, Swizzle};

use crate::random::Random;

/// Where the buffer starts.
const START: u32 = 3072;

pub(crate) fn permutation(swizzle: Swizzle) -> Permutation {
    match swizzle {
        Swizzle::None => Permutation::None,
        Swizzle::B32 => Permutation::B32,
        Swizzle::B64 => Permutation::B64,
        Swizzle::B128 => Permutation::B128,
    }
}

/// An operand and how much of it an instruction takes.
#[derive(Clone, Copy)]
struct Operand<'a> {
    offsets: &'a LinearMap,
    shape: &'a Shape,
    rows: usize,
    bits: u32,
    extent: u32,
}

impl Operand<'_> {
    /// The offset in bits of an element.
    fn place(&self, row: u32, k: u32) -> u32 {
        let coordinate = if self.rows == 0 { [row, k] } else { [k, row] };
        self.offsets.apply(self.shape.pack(&coordinate)) as u32 * self.bits
    }

    /// Whether every instruction finds its elements.
    fn is_found(&self, descriptor: MatrixDescriptor) -> bool {
        let depth = 256 / self.bits;
        let (rows, k) = (self.shape.extent(self.rows), self.shape.extent(1 - self.rows));
        let firsts = (0..rows)
            .step_by(self.extent as usize)
            .flat_map(|row| (0..k).step_by(depth as usize).map(move |k| (row, k)));
        firsts.into_iter().all(|first| self.finds(descriptor, first, depth))
    }

    fn finds(&self, descriptor: MatrixDescriptor, first: (u32, u32), depth: u32) -> bool {
        let first_place = self.place(first.0, first.1);
        let layout = Layout {
            start: START + first_place / 8,
            leading: descriptor.leading,
            stride: descriptor.stride,
            swizzle: permutation(descriptor.swizzle),
            pattern: 0,
        };
        let whole = first_place.is_multiple_of(128);
        let mut all = (0..self.extent).flat_map(|row| (0..depth).map(move |k| (row, k)));
        whole
            && all.all(|(row, k)| {
                let found = match descriptor.major {
                    Major::K => layout.chunk(row, k * self.bits / 128) * 8 + k * self.bits % 128,
                    Major::Mn => layout.element(row, k, self.bits / 8) * 8,
                };
                found == START * 8 + self.place(first.0 + row, first.1 + k)
            })
    }
}

/// All majors, swizzles and widths, each way round.
fn each(mut check: impl FnMut(u32, Major, Swizzle, usize)) {
    for bits in [4, 8, 16, 32] {
        for (major, swizzle) in Major::ALL.into_iter().flat_map(|m| Swizzle::ALL.map(|s| (m, s))) {
            (0..2).for_each(|rows| check(bits, major, swizzle, rows));
        }
    }
}

fn shape(rows_dim: usize, rows: u32, k: u32) -> Shape {
    Shape::new(&if rows_dim == 0 { [rows, k] } else { [k, rows] }).expect("powers of two")
}

#[test]
fn instructions_find_the_elements_of_every_layout() {
    let mut made = 0;
    each(|bits, major, swizzle, dim| {
        for (rows, k_bytes) in [(8, 32), (16, 64), (64, 128), (128, 64), (256, 32), (64, 512), (512, 64)] {
            let shape = shape(dim, rows, k_bytes * 8 / bits);
            let Some(layout) = MatrixDescriptor::layout(&shape, dim, bits, major, swizzle) else {
                let line = swizzle.span().unwrap_or(16);
                let along = if major == Major::K { k_bytes } else { rows * bits / 8 };
                let wide = major == Major::Mn && !matches!(bits, 8 | 16);
                assert!(wide || along < line, "{rows} rows, {k_bytes} bytes of k, {major:?} {swizzle:?}");
                continue;
            };
            for extent in [8, 16, 32, 64, 128, 256].into_iter().filter(|&extent| extent <= rows) {
                let said = MatrixDescriptor::of(&layout, dim, bits, extent);
                if major == Major::Mn && extent * bits < 128 && rows > extent {
                    // Instructions would begin within 16 bytes.
                    assert_eq!(said, None);
                    continue;
                }
                let said = said.unwrap_or_else(|| panic!("{layout} of {bits} bits has no descriptor"));
                assert_eq!((said.major, said.swizzle), (major, swizzle), "{layout} of {bits} bits");
                let offsets = &layout.offsets();
                let operand = Operand { offsets, shape: &shape, rows: dim, bits, extent };
                assert!(operand.is_found(said), "{layout} of {bits} bits: {said:?}, {extent} at once");
                made += 1;
            }
        }
    });
    assert!(made > 500, "{made}");
}

/// Every descriptor whose fields are powers of two or unused.
fn any_fits(operand: Operand<'_>) -> bool {
    let fields: Vec<u32> = std::iter::once(0).chain((4..14).map(|bit| 1 << bit)).collect();
    let majors = Major::ALL.into_iter().filter(|&m| m == Major::K || matches!(operand.bits, 8 | 16));
    let kinds = majors.flat_map(|major| Swizzle::ALL.map(|swizzle| (major, swizzle)));
    let fields = fields.iter().flat_map(|&leading| fields.iter().map(move |&stride| (leading, stride)));
    let mut all = kinds.flat_map(|kind| fields.clone().map(move |fields| (kind, fields)));
    all.any(|((major, swizzle), (leading, stride))| {
        operand.is_found(MatrixDescriptor { major, swizzle, leading, stride })
    })
}

/// Descriptors are right, and there is none where no descriptor exists: buffers with two offset bits exchanged or added.
#[test]
fn nearly_right_layouts_have_no_descriptor() {
    let mut random = Random::new(71);
    let (mut some, mut none) = (0, 0);
    each(|bits, major, swizzle, dim| {
        let shape = shape(dim, 64, 1024 / bits);
        let Some(layout) = MatrixDescriptor::layout(&shape, dim, bits, major, swizzle) else { return };
        for _ in 0..15 {
            let mut columns = layout.map().columns().to_vec();
            let (i, j) = (random.below(columns.len() as u64), random.below(columns.len() as u64));
            if i == j {
                continue;
            }
            if random.below(2) == 0 {
                columns.swap(i as usize, j as usize);
            } else {
                columns[i as usize] ^= columns[j as usize];
            }
            let changed = SharedLayout::new(shape.clone(), &columns);
            let extent = [8, 16, 64][random.below(3) as usize];
            let operand = Operand { offsets: &changed.offsets(), shape: &shape, rows: dim, bits, extent };
            match MatrixDescriptor::of(&changed, dim, bits, extent) {
                Some(said) => {
                    assert!(operand.is_found(said), "{changed} of {bits} bits: {said:?}");
                    some += 1;
                }
                None => {
                    assert!(!any_fits(operand), "{changed} of {bits} bits, {extent} at once");
                    none += 1;
                }
            }
        }
    });
    assert!(some > 25 && none > 125, "{some} {none}");
}

#[test]
fn random_buffers_are_answered_rightly() {
    let mut random = Random::new(72);
    for _ in 0..3000 {
        let shape = random.shape(11);
        let layout = random.buffer(&shape);
        let (dim, bits) = (random.below(3) as usize, [1, 4, 6, 8, 16, 32, 64][random.below(7) as usize]);
        let extent = random.below(300) as u32;
        if let Some(said) = MatrixDescriptor::of(&layout, dim, bits, extent) {
            let operand = Operand { offsets: &layout.offsets(), shape: &shape, rows: dim, bits, extent };
            assert!(operand.is_found(said));
        }
        let _ = MatrixDescriptor::layout(&shape, dim, bits, Major::Mn, Swizzle::B32);
    }
}

/// The values that the tables of the ISA's users have: tiles of bf16 (gpu-facts 2.4).
#[test]
fn descriptors_have_the_usual_fields() {
    let said = |layout: &SharedLayout, rows| MatrixDescriptor::of(layout, rows, 16, 64);
    let tile = shape(0, 128, 64);
    let k_major = SharedLayout::row_major(&tile).swizzled(Swizzle::B128, 16);
    let expected = MatrixDescriptor { major: Major::K, swizzle: Swizzle::B128, leading: 0, stride: 1024 };
    assert_eq!(said(&k_major, 0), Some(expected));
    assert_eq!(said(&SharedLayout::row_major(&tile), 0), None);
    assert_eq!(said(&SharedLayout::row_major(&tile).swizzled(Swizzle::B64, 16), 0), None);
    // The other way round: 64 columns of B side by side, blocks of them as long as k.
    let columns = shape(1, 128, 64);
    let mn_major = MatrixDescriptor::layout(&columns, 1, 16, Major::Mn, Swizzle::B128).expect("wide enough");
    let expected =
        MatrixDescriptor { major: Major::Mn, swizzle: Swizzle::B128, leading: 64 * 128, stride: 1024 };
    assert_eq!(MatrixDescriptor::of(&mn_major, 1, 16, 128), Some(expected));
    let plain = MatrixDescriptor::layout(&tile, 0, 16, Major::K, Swizzle::None).expect("large enough");
    let expected =
        MatrixDescriptor { major: Major::K, swizzle: Swizzle::None, leading: 128 * 16, stride: 128 };
    assert_eq!(said(&plain, 0), Some(expected));
    // Elements beyond the tile that an instruction would read, and offsets of more than 18 bits.
    assert_eq!(MatrixDescriptor::of(&k_major, 0, 16, 256), None);
    assert_eq!(MatrixDescriptor::layout(&shape(0, 8, 8), 0, 16, Major::K, Swizzle::None), None);
    assert_eq!(MatrixDescriptor::layout(&shape(0, 1 << 14, 16), 0, 16, Major::K, Swizzle::None), None);
    assert_eq!((Major::K.name(), Major::Mn.name()), ("k", "mn"));
}
