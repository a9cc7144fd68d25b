//! Elements of an operand as elements of a format: widened, scaled.

use numerics::select::FloatBinary;
use numerics::{Rounding, Scalar};

use super::format::Format;
use super::panel::Matrix;
use super::{Factors, Product, element_size};
use crate::isa::Isa;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::operation::Operation;

/// How the elements of an operand become those of the format.
enum Conversion {
    /// The low bits of a tf32 word that is not one are dropped.
    Clear,
    /// Bytes move by 128: signed ones become unsigned ones, or the other way round.
    Shift,
    Kernel(Elementwise),
    Scaled(Box<Scaled>),
}

/// Elements times block scales, in a type in which the products are exact.
struct Scaled {
    /// Bytes of that type.
    wide: usize,
    widen: Elementwise,
    widen_scale: Elementwise,
    multiply: Elementwise,
    /// From that type to the format.
    narrow: Option<Elementwise>,
    /// Elements along k of a scale.
    block: usize,
}

/// What converts an operand.
pub(super) struct Source {
    conversion: Conversion,
    /// Bytes of an element of the operand.
    size: usize,
    /// Bytes of an element of the format.
    made: usize,
}

/// Part of an operand, with k as rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) matrix: Matrix,
    pub(super) k: usize,
    pub(super) columns: usize,
    /// Scales of these columns, with k as rows, and the number of the part's first element along k.
    pub(super) scales: Option<(Matrix, usize)>,
}

/// Elements that are converted at a time.
const RUN: usize = 256;

/// Memory for some elements of any type.
#[repr(C, align(64))]
struct Run([std::mem::MaybeUninit<u8>; 8 * RUN]);

impl Run {
    const NEW: Run = Run([std::mem::MaybeUninit::uninit(); 8 * RUN]);

    fn place(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

impl Source {
    /// The conversion of the elements of a product for a format; `None` if they are elements of the format. `shifted`:
    /// bytes move by 128.
    pub(super) fn of(
        isa: Isa,
        product: &Product,
        signed: bool,
        shifted: bool,
        format: Format,
    ) -> Option<Source> {
        let (from, to) = (product.factors.elem(), format.elem());
        let float = |from, to| {
            let rounding = Rounding::NearestEven;
            Elementwise::new(Operation::FloatToFloat { from, to, rounding }, isa)
        };
        let conversion = match product.factors {
            Factors::Scaled { scale, scale_k, .. } => {
                let wide = if to == Scalar::F64 { Scalar::F64 } else { Scalar::F32 };
                let (op, rounding) = (FloatBinary::Mul, Rounding::NearestEven);
                let multiply = Operation::FloatBinary { op, scalar: wide, rounding, flush: false };
                Conversion::Scaled(Box::new(Scaled {
                    wide: element_size(wide),
                    widen: float(from, wide),
                    widen_scale: float(scale, wide),
                    multiply: Elementwise::new(multiply, isa),
                    narrow: (wide != to).then(|| float(wide, to)),
                    block: product.k / scale_k,
                }))
            }
            Factors::Float { .. } if from == to => return None,
            Factors::Float { .. } if (from, to) == (Scalar::TF32, Scalar::F32) => Conversion::Clear,
            Factors::Float { .. } => Conversion::Kernel(float(from, to)),
            Factors::Int { .. } if from == to && !shifted => return None,
            Factors::Int { .. } if from == to => Conversion::Shift,
            Factors::Int { .. } => {
                Conversion::Kernel(Elementwise::new(Operation::Extend { from, to, signed }, isa))
            }
        };
        Some(Source { conversion, size: element_size(from), made: element_size(to) })
    }

    /// Converts a part into `dst`, which has room for all its elements; gives the matrix there. Contiguous rows or
    /// columns stay contiguous, else columns become so if `by_columns`.
    ///
    /// # Safety
    /// Elements and scales of the part are valid for reads, the elements of the result for writes.
    pub(super) unsafe fn convert(&self, part: &Part, by_columns: bool, dst: *mut u8) -> Matrix {
        let Matrix { row, column, .. } = part.matrix;
        let (unit, made) = (self.size as isize, self.made as isize);
        let along_k = part.columns == 1 || (column != unit && (row == unit || by_columns));
        let (runs, length) = if along_k { (part.columns, part.k) } else { (part.k, part.columns) };
        for run in 0..runs {
            for start in (0..length).step_by(RUN) {
                let place = if along_k { (start, run) } else { (run, start) };
                let n = RUN.min(length - start);
                // SAFETY: the caller promises that the part is valid, and that `dst` has room for it.
                unsafe {
                    self.run(part, place, along_k, n, dst.add((run * length + start) * self.made));
                }
            }
        }
        let pitch = length as isize * made;
        if along_k {
            Matrix { base: dst, row: made, column: pitch }
        } else {
            Matrix { base: dst, row: pitch, column: made }
        }
    }

    /// Converts `n` elements, at most [`RUN`], from a place on.
    ///
    /// # Safety
    /// As for [`Source::convert`].
    unsafe fn run(&self, part: &Part, (k, column): (usize, usize), along_k: bool, n: usize, dst: *mut u8) {
        let mut gathered = Run::NEW;
        let Matrix { row, column: stride, .. } = part.matrix;
        let stride = if along_k { row } else { stride };
        let mut src = part.matrix.at(k, column);
        if stride != self.size as isize {
            // SAFETY: the caller promises that the elements are valid; there is room for as many as a run has.
            unsafe { gather(self.size, src, stride, gathered.place(), n) };
            src = gathered.place();
        }
        // SAFETY: as above.
        unsafe {
            match &self.conversion {
                Conversion::Clear => clear(src.cast(), dst.cast(), n),
                Conversion::Shift => shift(src, dst, n),
                Conversion::Kernel(kernel) => kernel.run(dst, [src; 3], n),
                Conversion::Scaled(scaled) => {
                    let (scales, first) = part.scales.expect("a scaled product has scales");
                    let mut raw = Run::NEW;
                    for i in 0..n {
                        let (k, column) = if along_k { (k + i, column) } else { (k, column + i) };
                        let scale = scales.at((first + k) / scaled.block, column).read();
                        raw.place().add(i).write(scale);
                    }
                    scaled.run(src, raw.place(), dst, n);
                }
            }
        }
    }
}

impl Scaled {
    /// # Safety
    /// `n` elements, at most [`RUN`], and as many scales are valid for reads, the result for writes.
    unsafe fn run(&self, src: *const u8, scales: *const u8, dst: *mut u8, n: usize) {
        let [mut elements, mut factors, mut products] = [Run::NEW; 3];
        let products = if self.narrow.is_some() { products.place() } else { dst };
        // SAFETY: the caller's promise; a run has room for any `n` elements.
        unsafe {
            self.widen.run(elements.place(), [src; 3], n);
            self.widen_scale.run(factors.place(), [scales; 3], n);
            self.multiply.run(products, [elements.place(), factors.place(), factors.place()], n);
            if let Some(narrow) = &self.narrow {
                narrow.run(dst, [products; 3], n);
            }
        }
    }
}

/// # Safety
/// `n` elements of `size` bytes at the stride are valid for reads, and for writes at `dst`.
unsafe fn gather(size: usize, src: *const u8, stride: isize, dst: *mut u8, n: usize) {
    for i in 0..n {
        // SAFETY: the caller's promise.
        unsafe {
            let from = src.offset(i as isize * stride);
            match size {
                1 => dst.add(i).write(from.read()),
                2 => dst.cast::<u16>().add(i).write(from.cast::<u16>().read_unaligned()),
                4 => dst.cast::<u32>().add(i).write(from.cast::<u32>().read_unaligned()),
                _ => dst.cast::<u64>().add(i).write(from.cast::<u64>().read_unaligned()),
            }
        }
    }
}

/// # Safety
/// `n` words are valid for reads and writes.
unsafe fn clear(src: *const u32, dst: *mut u32, n: usize) {
    for i in 0..n {
        // SAFETY: the caller's promise.
        unsafe { dst.add(i).write(src.add(i).read_unaligned() & !0x1FFF) };
    }
}

/// # Safety
/// `n` bytes are valid for reads and writes.
unsafe fn shift(src: *const u8, dst: *mut u8, n: usize) {
    for i in 0..n {
        // SAFETY: the caller's promise.
        unsafe { dst.add(i).write(src.add(i).read() ^ 0x80) };
    }
}
