//! Every product against `numerics::mma`: all types, extents, strides and instruction sets of this microkernels.

use numerics::mma::Shape;
use numerics::{Scalar, convert, int, mma, pack};

use super::{CachedPanel, Factors, Mma, Operand, Operands, Product, element_size};
use crate::isa::Isa;

/// SplitMix64.
struct Seeded(u64);

impl Seeded {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Between -1 and 1.
    fn real(&mut self) -> f64 {
        self.bits() as i64 as f64 / (1u64 << 63) as f64
    }
}

/// The kind of elements of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Data {
    /// Small integers: every sum is exact.
    Whole,
    /// Real numbers of about the same size.
    Real,
    /// Real numbers of many magnitudes, the smallest ones of the format among them.
    Wide,
    /// Some of infinity, NaN, zeros.
    Special,
    /// Any bits.
    Bits,
}

impl Data {
    fn sample(self, seeded: &mut Seeded, scalar: Scalar) -> u64 {
        let any = seeded.bits() & (u64::MAX >> (64 - scalar.bits()));
        let real = match self {
            _ if scalar.is_int() => return any,
            Data::Bits => return any,
            Data::Whole => seeded.below(5) as f64 - 2.0,
            Data::Real => seeded.real(),
            Data::Wide => {
                let least = match scalar {
                    Scalar::BF16 | Scalar::F32 | Scalar::TF32 => 135,
                    Scalar::F64 => 540,
                    _ => 8,
                };
                seeded.real() * 2f64.powi(-(seeded.below(least) as i32))
            }
            Data::Special => match seeded.below(64) {
                0 => f64::INFINITY,
                1 => f64::NEG_INFINITY,
                2 => f64::NAN,
                3 => -0.0,
                4 => 0.0,
                _ => seeded.real(),
            },
        };
        convert::from_f64(scalar, real)
    }

    fn scale(self, seeded: &mut Seeded, scalar: Scalar) -> u64 {
        match self {
            Data::Bits => Data::Bits.sample(seeded, scalar) & 0x7F,
            Data::Whole => convert::from_f64(scalar, seeded.pick(&[1.0, 2.0, 4.0])),
            Data::Wide if scalar == Scalar::F8E8M0FNU => seeded.bits() & 0xFF,
            Data::Real | Data::Special | Data::Wide => {
                convert::from_f64(scalar, 2f64.powi(seeded.below(12) as i32 - 6))
            }
        }
    }
}

/// How an operand is in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Dense,
    Transposed,
    /// Rows with a gap between them, at an odd address.
    Rows,
    /// Columns with a gap between them, at an odd address.
    Columns,
    /// Neither rows nor columns are contiguous.
    Strided,
    /// All rows are the same one.
    Repeated,
}

const LAYOUTS: [Layout; 6] =
    [Layout::Dense, Layout::Transposed, Layout::Rows, Layout::Columns, Layout::Strided, Layout::Repeated];

/// A batch of matrices with their memory.
struct Matrix {
    scalar: Scalar,
    /// Row-major, batches one after the other.
    bits: Vec<u64>,
    memory: Vec<u8>,
    /// Bytes before the first element.
    start: usize,
    strides: [isize; 3],
}

impl Matrix {
    fn new(scalar: Scalar, extents: [usize; 3], layout: Layout, mut value: impl FnMut() -> u64) -> Matrix {
        let [_, rows, columns] = extents;
        let (row, column, shift) = match layout {
            Layout::Dense => (columns, 1, 0),
            Layout::Transposed => (1, rows, 0),
            Layout::Rows => (columns + 3, 1, 3),
            Layout::Columns => (1, rows + 5, 1),
            Layout::Strided => (columns * 2 + 1, 2, 5),
            Layout::Repeated => (0, 1, 0),
        };
        let batch = (rows - 1) * row + (columns - 1) * column + 1;
        let strides = [batch, row, column].map(|stride| stride as isize);
        let size = element_size(scalar);
        let mut memory = vec![0xFF; shift * size + batch * extents[0] * size];
        let mut bits = Vec::new();
        for place in places(extents) {
            let at = shift * size
                + size * place.iter().zip([batch, row, column]).map(|(i, s)| i * s).sum::<usize>();
            let bytes = &mut memory[at..at + size];
            let repeated = layout == Layout::Repeated && place[1] > 0;
            let element = if repeated { bits[bits.len() - columns] } else { value() };
            bytes.copy_from_slice(&pack::to_storage(scalar, element).to_le_bytes()[..size]);
            bits.push(element);
        }
        Matrix { scalar, bits, memory, start: shift * size, strides }
    }

    fn operand(&self) -> Operand {
        let [batch, row, column] = self.strides;
        Operand { base: self.memory[self.start..].as_ptr(), batch, row, column }
    }

    fn of_batch(&self, batch: usize, count: usize) -> mma::Operand<'_> {
        mma::Operand { scalar: self.scalar, bits: &self.bits[batch * count..][..count] }
    }
}

fn places([batches, rows, columns]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..batches * rows * columns).map(move |i| [i / columns / rows, i / columns % rows, i % columns])
}

/// Memory at a multiple of 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Line([u8; 64]);

fn lines(bytes: usize) -> Vec<Line> {
    vec![Line([0xA5; 64]); bytes.div_ceil(64) + 1]
}

struct Case {
    product: Product,
    data: Data,
    layouts: [Layout; 2],
}

impl Case {
    fn check(&self, seeded: &mut Seeded) {
        let Product { batches, m, n, k, factors } = self.product;
        let (elem, acc) = (factors.elem(), factors.acc());
        let lhs = Matrix::new(elem, [batches, m, k], self.layouts[0], || self.data.sample(seeded, elem));
        let rhs = Matrix::new(elem, [batches, k, n], self.layouts[1], || self.data.sample(seeded, elem));
        let old: Vec<u64> = (0..batches * m * n).map(|_| self.data.sample(seeded, acc)).collect();
        let scales = if let Factors::Scaled { scale, scale_k, .. } = factors {
            let mut scales =
                |extents| Matrix::new(scale, extents, Layout::Dense, || self.data.scale(seeded, scale));
            Some([scales([batches, m, scale_k]), scales([batches, scale_k, n])])
        } else {
            None
        };
        let mut want = old.clone();
        for batch in 0..batches {
            let (a, b) = (lhs.of_batch(batch, m * k), rhs.of_batch(batch, k * n));
            let acc_bits = &mut want[batch * m * n..][..m * n];
            match (factors, &scales) {
                (Factors::Int { lhs_signed, rhs_signed }, _) => {
                    mma::integer(Shape { m, n, k }, (a.bits, lhs_signed), (b.bits, rhs_signed), acc_bits);
                }
                (Factors::Scaled { scale_k, .. }, Some([x, y])) => {
                    let (x, y) = (x.of_batch(batch, m * scale_k), y.of_batch(batch, scale_k * n));
                    mma::scaled(Shape { m, n, k }, scale_k, (a, x), (b, y), acc_bits);
                }
                _ => mma::float(Shape { m, n, k }, a, b, acc, acc_bits),
            }
        }
        let operands = Operands {
            lhs: lhs.operand(),
            rhs: rhs.operand(),
            scales: scales.as_ref().map(|scales| scales.each_ref().map(Matrix::operand)),
            kept: None,
            overwrite: false,
            k,
            next: [None; 2],
        };
        // A quarter of all cases also in the other ways in which a product may run.
        let again = seeded.below(4) == 0;
        for isa in [Isa::Baseline, Isa::Avx2, Isa::Avx512].into_iter().filter(|isa| *isa <= Isa::detect()) {
            let got = self.execute(isa, &operands, &old);
            self.compare(isa, &got, &want, &old, &Sizes { lhs: &lhs, rhs: &rhs, scales: &scales });
            if !again {
                continue;
            }
            self.check_panel(isa, &operands, &rhs, &old, &got);
            let fresh = self.execute(isa, &Operands { overwrite: true, ..operands }, &old);
            let zeros = self.execute(isa, &operands, &vec![0; old.len()]);
            assert_eq!(fresh, zeros, "{isa:?} {:?}: a sum that starts overwrite", self.product);
        }
    }

    /// A kept panel gives the same bits, and the right side is not read again.
    fn check_panel(&self, isa: Isa, operands: &Operands, rhs: &Matrix, old: &[u64], want: &[u64]) {
        let Some(bytes) = Mma::select(isa, self.product, false).panel_bytes() else { return };
        let mut panel = lines(bytes);
        let place = panel.as_mut_ptr().cast::<u8>();
        let kept = |is_made| Some(CachedPanel { place, is_made });
        let made = self.execute(isa, &Operands { kept: kept(false), ..*operands }, old);
        let other = vec![0; rhs.memory.len()];
        let elsewhere = Operand { base: other[rhs.start..].as_ptr(), ..operands.rhs };
        let found = self.execute(isa, &Operands { kept: kept(true), rhs: elsewhere, ..*operands }, old);
        assert_eq!([&made[..], &found[..]], [want; 2], "{isa:?} {:?} {:?}", self.product, self.layouts);
        let end = bytes % 64;
        assert!(panel[bytes / 64].0[end..].iter().all(|&byte| byte == 0xA5), "wrote behind the panel");
    }

    /// The accumulator after the product; nothing beyond it and beyond the scratch memory changes.
    fn execute(&self, isa: Isa, operands: &Operands, old: &[u64]) -> Vec<u64> {
        let acc = self.product.factors.acc();
        let size = element_size(acc);
        let mma = Mma::select(isa, self.product, false);
        let (mut tile, mut scratch) = (lines(old.len() * size), lines(mma.scratch_bytes()));
        let base = tile.as_mut_ptr().cast::<u8>();
        for (i, &bits) in old.iter().enumerate() {
            let bytes = pack::to_storage(acc, bits).to_le_bytes();
            // SAFETY: the tile has room for all elements.
            unsafe { base.add(i * size).copy_from_nonoverlapping(bytes.as_ptr(), size) };
        }
        // SAFETY: the operands' memory lives and has the extents of the product; tile and scratch are as large as
        // needed.
        unsafe { mma.run(base, operands, scratch.as_mut_ptr().cast()) };
        let bytes: Vec<u8> = tile.iter().flat_map(|line| line.0).collect();
        let end = mma.scratch_bytes() % 64;
        assert!(
            bytes[old.len() * size..].iter().all(|&byte| byte == 0xA5),
            "{isa:?}: wrote behind the accumulator"
        );
        let last = scratch[mma.scratch_bytes() / 64].0;
        assert!(last[end..].iter().all(|&byte| byte == 0xA5), "{isa:?}: wrote behind the scratch memory");
        let image = |chunk: &[u8]| chunk.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
        bytes.chunks(size).take(old.len()).map(|chunk| pack::from_storage(acc, image(chunk))).collect()
    }

    fn compare(&self, isa: Isa, got: &[u64], want: &[u64], old: &[u64], sizes: &Sizes<'_>) {
        let Product { m, n, k, factors, .. } = self.product;
        let acc = factors.acc();
        for (lane, (&got, &want)) in got.iter().zip(want).enumerate() {
            let place = (lane / (m * n), lane / n % m, lane % n);
            let fail = |text: String| -> ! {
                panic!("{isa:?} {:?} {:?} {:?} at {place:?}: {text}", self.product, self.data, self.layouts)
            };
            if acc.is_int() {
                if got != want {
                    let [got, want] = [got, want].map(|bits| int::sign_extend(acc, bits));
                    fail(format!("{got}, not {want}"));
                }
                continue;
            }
            let [g, w, o] = [got, want, old[lane]].map(|bits| convert::to_f64(acc, bits));
            let size =
                Some(o.abs()).filter(|size| size.is_finite()).unwrap_or(0.0) + sizes.of(self.product, place);
            // Where a partial sum may overflow, the order decides.
            let largest = if acc == Scalar::F64 { f64::MAX } else { f64::from(f32::MAX) };
            let same = got == want || g == w || g.is_nan() && w.is_nan();
            if same || size > largest / 2.0 {
                continue;
            }
            let bound = self.bound(k, size, w);
            if self.data == Data::Whole || !(g - w).abs().le(&bound) {
                fail(format!("{g:e}, not {w:e} (within {bound:e})"));
            }
        }
    }

    /// Both sums are within gamma(k + 1) of the exact one; the last term is the rounding to f16.
    fn bound(&self, k: usize, size: f64, want: f64) -> f64 {
        let wide = match self.product.factors.acc() {
            Scalar::F64 => 2f64.powi(-53),
            _ => 2f64.powi(-24),
        };
        let steps = 2.0 * (k as f64 + 2.0) * wide;
        let least = if wide < 1e-10 { f64::from_bits(1) } else { f64::from(f32::from_bits(1)) };
        let narrow = match self.product.factors.acc() {
            Scalar::F16 => want.abs().max(2f64.powi(-14)) * 2f64.powi(-10),
            _ => 0.0,
        };
        steps / (1.0 - steps) * size + (k as f64 + 2.0) * least + narrow
    }
}

/// The data from which the sizes of sums are computed.
struct Sizes<'a> {
    lhs: &'a Matrix,
    rhs: &'a Matrix,
    scales: &'a Option<[Matrix; 2]>,
}

impl Sizes<'_> {
    /// The sum of the magnitudes of all products of finite numbers of an element.
    fn of(&self, product: Product, (batch, i, j): (usize, usize, usize)) -> f64 {
        let Product { m, n, k, .. } = product;
        let value = |matrix: &Matrix, index: usize| convert::to_f64(matrix.scalar, matrix.bits[index]);
        let term = |p: usize| {
            let scale = match (self.scales, product.factors) {
                (Some([x, y]), Factors::Scaled { scale_k, .. }) => {
                    let q = p / (k / scale_k);
                    value(x, (batch * m + i) * scale_k + q) * value(y, (batch * scale_k + q) * n + j)
                }
                _ => 1.0,
            };
            (value(self.lhs, (batch * m + i) * k + p) * value(self.rhs, (batch * k + p) * n + j) * scale)
                .abs()
        };
        (0..k).map(term).sum()
    }
}

const FLOATS: [(Scalar, Scalar); 10] = [
    (Scalar::F16, Scalar::F16),
    (Scalar::F16, Scalar::F32),
    (Scalar::BF16, Scalar::F32),
    (Scalar::TF32, Scalar::F32),
    (Scalar::F32, Scalar::F32),
    (Scalar::F64, Scalar::F64),
    (Scalar::F8E4M3FN, Scalar::F16),
    (Scalar::F8E4M3FN, Scalar::F32),
    (Scalar::F8E5M2, Scalar::F16),
    (Scalar::F8E5M2, Scalar::F32),
];

const SCALED: [(Scalar, Scalar, usize); 5] = [
    (Scalar::F8E4M3FN, Scalar::F8E8M0FNU, 32),
    (Scalar::F8E5M2, Scalar::F8E8M0FNU, 32),
    (Scalar::F4E2M1FN, Scalar::F8E8M0FNU, 16),
    (Scalar::F4E2M1FN, Scalar::F8E8M0FNU, 32),
    (Scalar::F4E2M1FN, Scalar::F8E4M3FN, 16),
];

fn factors() -> Vec<(Factors, usize)> {
    let floats = FLOATS.map(|(elem, acc)| (Factors::Float { elem, acc }, 1));
    let ints = [(false, false), (false, true), (true, false), (true, true)]
        .map(|(lhs_signed, rhs_signed)| (Factors::Int { lhs_signed, rhs_signed }, 1));
    let scaled = SCALED.map(|(elem, scale, block)| (Factors::Scaled { elem, scale, scale_k: 0 }, block));
    floats.into_iter().chain(ints).chain(scaled).collect()
}

/// A product of about these extents; k becomes a multiple of the block of scales.
fn product(factors: (Factors, usize), batches: usize, [m, n, k]: [usize; 3]) -> Product {
    let (factors, block) = factors;
    let k = k.next_multiple_of(block);
    let factors = match factors {
        Factors::Scaled { elem, scale, .. } => Factors::Scaled { elem, scale, scale_k: k / block },
        Factors::Float { .. } | Factors::Int { .. } => factors,
    };
    Product { batches, m, n, k, factors }
}

const DATA: [Data; 5] = [Data::Whole, Data::Real, Data::Wide, Data::Special, Data::Bits];

#[test]
fn every_type_layout_and_kind_of_data() {
    let mut seeded = Seeded(1);
    for factors in factors() {
        // The treatment of one operand does not depend on the other.
        let layouts = LAYOUTS.map(|layout| [layout, Layout::Dense]).into_iter();
        for layouts in layouts.chain(LAYOUTS.map(|layout| [Layout::Rows, layout])) {
            let product = product(factors, 2, [5, 19, 6]);
            for data in DATA {
                Case { product, data, layouts }.check(&mut seeded);
            }
        }
    }
}

#[test]
fn every_small_extent() {
    let mut seeded = Seeded(2);
    let extents = [1, 2, 3, 4, 7, 8, 13, 16, 17, 31, 32, 33];
    for factors in factors() {
        for m in extents {
            for n in extents {
                let k = seeded.pick(&extents);
                let layouts = [seeded.pick(&LAYOUTS), seeded.pick(&LAYOUTS)];
                let data = seeded.pick(&DATA);
                Case { product: product(factors, 1, [m, n, k]), data, layouts }.check(&mut seeded);
            }
        }
    }
}

#[test]
fn powers_of_two_and_large_extents() {
    let mut seeded = Seeded(3);
    let extents = [1, 2, 4, 8, 16, 32, 64, 128];
    for factors in factors() {
        for _ in 0..6 {
            let shape = [seeded.pick(&extents), seeded.pick(&extents), seeded.pick(&extents)];
            let layouts = [seeded.pick(&LAYOUTS), seeded.pick(&LAYOUTS)];
            Case { product: product(factors, 1, shape), data: seeded.pick(&DATA), layouts }
                .check(&mut seeded);
        }
        for shape in [[128, 128, 64], [3, 5, 700], [70, 300, 9], [300, 20, 5]] {
            let layouts = [seeded.pick(&LAYOUTS), seeded.pick(&LAYOUTS)];
            Case { product: product(factors, 1, shape), data: Data::Wide, layouts }.check(&mut seeded);
        }
    }
}

/// Crossed tiles need rows and columns enough; here are some with several blocks of each and an odd word in the last.
#[test]
fn integers_in_several_blocks() {
    let mut seeded = Seeded(5);
    for factors in factors().into_iter().filter(|(factors, _)| matches!(factors, Factors::Int { .. })) {
        for shape in [[33, 270, 517], [131, 34, 26]] {
            let layouts = [seeded.pick(&LAYOUTS), seeded.pick(&LAYOUTS)];
            Case { product: product(factors, 1, shape), data: Data::Bits, layouts }.check(&mut seeded);
        }
    }
}

/// Matrix registers take products of whole multiples of these extents, whose order of sums is another one.
#[test]
fn products_that_fill_matrix_registers() {
    let mut seeded = Seeded(4);
    let shapes = [[16, 32, 64], [64, 64, 256], [96, 64, 320], [160, 32, 64], [64, 96, 288], [64, 64, 1088]];
    for factors in factors() {
        for (number, shape) in shapes.into_iter().enumerate() {
            let lhs = LAYOUTS[number];
            for data in [Data::Wide, seeded.pick(&DATA)] {
                let layouts = [lhs, seeded.pick(&LAYOUTS)];
                Case { product: product(factors, 1, shape), data, layouts }.check(&mut seeded);
            }
        }
    }
}

/// If no product and no sum is subnormal, no precision is lost; otherwise none may be lost, either.
#[test]
fn subnormal_sums_of_matrix_registers_are_kept() {
    for elem in [Scalar::BF16, Scalar::TF32] {
        let factors = (Factors::Float { elem, acc: Scalar::F32 }, 1);
        let product = product(factors, 1, [64, 64, 256]);
        // Products of 2^-136, and an accumulator of 2^-130 to which nothing is added.
        for (factor, old) in [(2f64.powi(-68), 0.0), (0.0, 2f64.powi(-130))] {
            let bits = convert::from_f64(elem, factor);
            let matrix = |extents| Matrix::new(elem, extents, Layout::Dense, || bits);
            let (lhs, rhs) = (matrix([1, 64, 256]), matrix([1, 256, 64]));
            let case = Case { product, data: Data::Whole, layouts: [Layout::Dense; 2] };
            let old = vec![convert::from_f64(Scalar::F32, old); 64 * 64];
            let operands = Operands {
                lhs: lhs.operand(),
                rhs: rhs.operand(),
                scales: None,
                kept: None,
                overwrite: false,
                k: 256,
                next: [None; 2],
            };
            let want = convert::from_f64(Scalar::F32, 256.0 * factor * factor) | old[0];
            assert!(want != 0 && want < 1 << 23, "subnormal");
            for isa in [Isa::Baseline, Isa::Avx2, Isa::Avx512].into_iter().filter(|isa| *isa <= Isa::detect())
            {
                assert_eq!(case.execute(isa, &operands, &old), vec![want; 64 * 64], "{elem:?} {isa:?}");
            }
        }
    }
}
