//! Boxes of tensor maps: the emulator copies them, and elements are where the layouts say.

use ptx_emu::copy::element::ElementType;
use ptx_emu::copy::tensor::{BoxAt, read_box, swizzled};
use ptx_emu::copy::tensor_map::{Interleave, TensorMap};
use tileas::layout::{Shape, SharedLayout, Swizzle};

use crate::descriptors::permutation;
use crate::random::Random;

const BASE: u64 = 1 << 32;
const START: u32 = 2048;

fn element(bits: u32) -> ElementType {
    match bits {
        4 => ElementType::B4x16,
        8 => ElementType::U8,
        16 => ElementType::U16,
        32 => ElementType::U32,
        _ => ElementType::U64,
    }
}

/// The tile as a tensor whose innermost dimension is `order[0]`, and boxes of it.
struct Boxes<'a> {
    shape: &'a Shape,
    extents: &'a [u32],
    order: &'a [usize],
    bits: u32,
    map: TensorMap,
}

impl<'a> Boxes<'a> {
    fn new(
        shape: &'a Shape,
        extents: &'a [u32],
        order: &'a [usize],
        swizzle: Swizzle,
        bits: u32,
    ) -> Boxes<'a> {
        let mut bytes = u64::from(bits) * u64::from(shape.extent(order[0])) / 8;
        let mut strides = Vec::new();
        for &dim in &order[1..] {
            strides.push(bytes);
            bytes *= u64::from(shape.extent(dim));
        }
        let map = TensorMap {
            address: BASE,
            element: element(bits),
            dims: order.iter().map(|&dim| shape.extent(dim).into()).collect(),
            strides,
            box_dims: order.iter().map(|&dim| extents[dim]).collect(),
            element_strides: vec![1; order.len()],
            swizzle: permutation(swizzle),
            interleave: Interleave::None,
            nan_fill: false,
        };
        Boxes { shape, extents, order, bits, map }
    }

    /// The number of an element in the tensor.
    fn number(&self, coordinate: u64) -> u64 {
        let mut scale = 1;
        self.order.iter().fold(0, |number, &dim| {
            let part = u64::from(self.shape.at(coordinate, dim)) * scale;
            scale *= u64::from(self.shape.extent(dim));
            number + part
        })
    }

    /// Starts of boxes, in row-major order.
    fn starts(&self) -> Vec<Vec<u32>> {
        let counts: Vec<u32> = self.shape.extents().zip(self.extents).map(|(all, one)| all / one).collect();
        let start = |mut index: u32| {
            let mut start = vec![0; counts.len()];
            for dim in (0..counts.len()).rev() {
                start[dim] = index % counts[dim] * self.extents[dim];
                index /= counts[dim];
            }
            start
        };
        (0..counts.iter().product()).map(start).collect()
    }

    /// Copies of boxes, one after the other, from a tensor whose elements are the given number of bits of their numbers.
    fn copied(&self, shift: u32) -> Vec<u8> {
        let all = 1u64 << self.shape.bits();
        let value = |number: u64| number >> shift & (u64::MAX >> (64 - self.bits));
        let tensor: Vec<u8> = match self.bits {
            4 => (0..all / 2).map(|at| (value(2 * at) | value(2 * at + 1) << 4) as u8).collect(),
            bits => {
                (0..all).flat_map(|at| value(at).to_le_bytes().into_iter().take(bits as usize / 8)).collect()
            }
        };
        let mut shared = vec![0; tensor.len()];
        let bytes = self.map.box_bytes();
        for (index, start) in (0..).zip(self.starts()) {
            let at: Vec<i32> = self.order.iter().map(|&dim| start[dim] as i32).collect();
            let mut dense = vec![0; bytes as usize];
            read_box(&self.map, &BoxAt::new(&at, false), &mut dense, |address, to| {
                let from = (address - BASE) as usize;
                to.copy_from_slice(&tensor[from..from + to.len()]);
                Ok::<(), ()>(())
            })
            .expect("inside");
            for (place, part) in swizzled(self.map.swizzle, START + index * bytes, bytes) {
                let to = (place - START) as usize;
                shared[to..to + part.len()].copy_from_slice(&dense[part]);
            }
        }
        shared
    }

    /// Whether each element is where the layout says.
    fn are(&self, layout: &SharedLayout) -> bool {
        let digits = (0..16).step_by(self.bits as usize);
        digits.into_iter().all(|shift| {
            let shared = self.copied(shift);
            (0..1u64 << self.shape.bits()).all(|offset| {
                let (bits, at) = (self.bits as usize, offset as usize * self.bits as usize);
                let bytes = &shared[at / 8..(at + bits).div_ceil(8)];
                let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                let mask = u64::MAX >> (64 - bits);
                word >> (at % 8) & mask == self.number(layout.apply(offset)) >> shift & mask
            })
        })
    }
}

/// A tile, boxes of it, orders of their dimensions.
type Tile = (&'static [u32], &'static [&'static [u32]], &'static [&'static [usize]]);

const TILES: [Tile; 4] = [
    (&[512], &[&[512], &[256], &[128], &[16]], &[&[0]]),
    (&[64, 64], &[&[64, 64], &[64, 32], &[8, 16], &[2, 64], &[1, 64], &[32, 8]], &[&[1, 0], &[0, 1]]),
    (&[16, 128], &[&[16, 64], &[16, 128], &[16, 16], &[1, 32]], &[&[1, 0], &[0, 1]]),
    (
        &[4, 8, 64],
        &[&[4, 8, 64], &[1, 8, 32], &[4, 1, 64], &[4, 8, 8]],
        &[&[2, 1, 0], &[1, 2, 0], &[2, 0, 1], &[0, 1, 2]],
    ),
];

fn each(mut check: impl FnMut(&Shape, &[u32], &[usize], Swizzle, u32)) {
    for (tile, boxes, orders) in TILES {
        let shape = Shape::new(tile).expect("powers of two");
        for (extents, order) in boxes.iter().flat_map(|&b| orders.iter().map(move |&order| (b, order))) {
            for (swizzle, bits) in Swizzle::ALL.into_iter().flat_map(|s| [4, 8, 16, 32, 64].map(|b| (s, b))) {
                check(&shape, extents, order, swizzle, bits);
            }
        }
    }
}

/// Boxes exist where the checks of a tensor map allow them, except for boxes that are not multiples of 128 bytes.
#[test]
fn copies_leave_boxes_where_the_layout_says() {
    let mut made = 0;
    each(|shape, extents, order, swizzle, bits| {
        let boxes = Boxes::new(shape, extents, order, swizzle, bits);
        let layout = SharedLayout::of_boxes(shape, extents, order, swizzle, bits);
        let allowed = boxes.map.check().is_ok() && boxes.map.box_bytes().is_multiple_of(128);
        assert_eq!(layout.is_some(), allowed, "{shape} {extents:?} {order:?} {swizzle:?} {bits}");
        let Some(layout) = layout else { return };
        assert!(layout.is_boxes(extents, order, swizzle, bits), "{layout}");
        assert!(boxes.are(&layout), "{layout} {extents:?} {order:?} {swizzle:?} {bits}");
        made += 1;
    });
    assert!(made > 150, "{made}");
}

#[test]
fn nearly_right_buffers_are_no_boxes() {
    let mut random = Random::new(81);
    each(|shape, extents, order, swizzle, bits| {
        let Some(layout) = SharedLayout::of_boxes(shape, extents, order, swizzle, bits) else { return };
        for other in Swizzle::ALL {
            // A swizzle of more rows than there are permutes as fewer do.
            let same =
                SharedLayout::of_boxes(shape, extents, order, other, bits).is_some_and(|o| o == layout);
            assert_eq!(layout.is_boxes(extents, order, other, bits), same, "{layout} {other:?}");
        }
        let within: u32 = extents.iter().map(|extent| extent.ilog2()).sum();
        for _ in 0..8 {
            let mut columns = layout.map().columns().to_vec();
            let (i, j) = (random.below(columns.len() as u64), random.below(columns.len() as u64));
            columns.swap(i as usize, j as usize);
            let changed = SharedLayout::new(shape.clone(), &columns);
            let are = i == j || i.min(j) >= u64::from(within);
            let said = changed.is_boxes(extents, order, swizzle, bits);
            assert!(said == are || swizzle != Swizzle::None, "{changed} {extents:?}");
            assert!(!said || is_permuted(&changed, &layout, within, swizzle, bits), "{changed} {extents:?}");
        }
    });
}

/// Whether a buffer has the same first box, and others begin at multiples of one.
fn is_permuted(
    changed: &SharedLayout,
    layout: &SharedLayout,
    within: u32,
    swizzle: Swizzle,
    bits: u32,
) -> bool {
    let (changed, layout) = (changed.swizzled(swizzle, bits), layout.swizzled(swizzle, bits));
    changed.map().columns()[..within as usize] == layout.map().columns()[..within as usize]
}

#[test]
fn what_is_no_box_is_answered() {
    let shape = Shape::new(&[64, 64]).expect("powers of two");
    let row_major = SharedLayout::row_major(&shape);
    let none = |extents: &[u32], order: &[usize], bits| {
        assert!(!row_major.is_boxes(extents, order, Swizzle::None, bits), "{extents:?} {order:?} {bits}");
        assert_eq!(SharedLayout::of_boxes(&shape, extents, order, Swizzle::None, bits), None);
    };
    assert!(row_major.is_boxes(&[64, 64], &[1, 0], Swizzle::None, 16));
    assert!(row_major.is_boxes(&[8, 64], &[1, 0], Swizzle::None, 16));
    assert!(!row_major.is_boxes(&[64, 32], &[1, 0], Swizzle::None, 16));
    none(&[64], &[1, 0], 16);
    none(&[64, 64], &[1, 1], 16);
    none(&[64, 64], &[1, 2], 16);
    none(&[64, 128], &[1, 0], 16);
    none(&[64, 48], &[1, 0], 16);
    none(&[64, 0], &[1, 0], 16);
    none(&[64, 64], &[1, 0], 6);
    none(&[64, 64], &[1, 0], 128);
    none(&[8, 4], &[1, 0], 16);
    let scalar = SharedLayout::row_major(&Shape::default());
    assert!(!scalar.is_boxes(&[], &[], Swizzle::None, 16));
}

/// A buffer of boxes with a swizzle is an operand of a matrix product as it is (gpu-facts 4.4).
#[test]
fn boxes_are_operands() {
    use tileas::layout::{Major, MatrixDescriptor};
    let shape = Shape::new(&[128, 128]).expect("powers of two");
    for (swizzle, span) in [(Swizzle::B32, 32), (Swizzle::B64, 64), (Swizzle::B128, 128)] {
        for (bits, dim) in [(8, 0), (8, 1), (16, 0), (16, 1)] {
            for (major, along) in [(Major::K, 1 - dim), (Major::Mn, dim)] {
                let mut extents = [128, 128];
                extents[along] = span * 8 / bits;
                let boxes = SharedLayout::of_boxes(&shape, &extents, &[along, 1 - along], swizzle, bits);
                let said = boxes.as_ref().and_then(|boxes| MatrixDescriptor::of(boxes, dim, bits, 64));
                assert_eq!(said.map(|said| (said.major, said.swizzle)), Some((major, swizzle)));
                assert_eq!(boxes, MatrixDescriptor::layout(&shape, dim, bits, major, swizzle));
            }
        }
    }
}
