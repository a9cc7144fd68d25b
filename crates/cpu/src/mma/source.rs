//! Elements of an operand as elements of a format: widened, scaled.

use numerics::select::FloatBinary;
use numerics::{Rounding, Scalar};

use super::format::Format;
use super::panel::Matrix;
use super::prefetch::fetch;
use super::{Factors, Product, element_size};
use crate::isa::Isa;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::operation::Operation;

/// How the elements of an operand become those of the format.
enum Conversion {
    Runs(RunsFn),
    Kernel(Elementwise),
    Scaled(Box<Scaled>),
}

/// Elements times block scales, in a type in which the products are exact.
struct Scaled {
    /// Bytes of that type.
    widen: Elementwise,
    widen_scale: Elementwise,
    multiply: Elementwise,
    /// From that type to the format.
    narrow: Option<Elementwise>,
    /// Elements along k of a scale.
    block: usize,
}

/// The conversion of an operand.
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

/// Runs between the one that is converted and the one that is fetched into the cache.
const RUNS_AHEAD: isize = 4;

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
                // A product of an element and its scale is exact in f32, and is rounded once when it is narrowed.
                let wide = if to == Scalar::F64 { Scalar::F64 } else { Scalar::F32 };
                let (op, rounding) = (FloatBinary::Mul, Rounding::NearestEven);
                let multiply = Operation::FloatBinary { op, scalar: wide, rounding, flush: false };
                Conversion::Scaled(Box::new(Scaled {
                    widen: float(from, wide),
                    widen_scale: float(scale, wide),
                    multiply: Elementwise::new(multiply, isa),
                    narrow: (wide != to).then(|| float(wide, to)),
                    block: product.k / scale_k,
                }))
            }
            Factors::Float { .. } if from == to => return None,
            Factors::Float { .. } if (from, to) == (Scalar::TF32, Scalar::F32) => {
                Conversion::Runs(instance::<Clear>(isa))
            }
            Factors::Float { .. } => Conversion::Kernel(float(from, to)),
            Factors::Int { .. } if from == to && !shifted => return None,
            Factors::Int { .. } if from == to => Conversion::Runs(instance::<Shift>(isa)),
            Factors::Int { .. } => {
                Conversion::Kernel(Elementwise::new(Operation::Extend { from, to, signed }, isa))
            }
        };
        Some(Source { conversion, size: element_size(from), made: element_size(to) })
    }

    /// Converts a part into `dst`, which has room for all its elements; returns the matrix there. Contiguous rows or
    /// columns stay contiguous, else columns become so if `by_columns`.
    ///
    /// # Safety
    /// Elements and scales of the part are valid for reads, the elements of the result for writes.
    pub(super) unsafe fn convert(&self, part: &Part, by_columns: bool, dst: *mut u8) -> Matrix {
        let Matrix { row, column, .. } = part.matrix;
        let (unit, made) = (self.size as isize, self.made as isize);
        let along_k = part.columns == 1 || (column != unit && (row == unit || by_columns));
        let (runs, length, next, stride) =
            if along_k { (part.columns, part.k, column, row) } else { (part.k, part.columns, row, column) };
        // SAFETY: the caller promises that the part is valid, and that `dst` has room for it.
        unsafe {
            match &self.conversion {
                Conversion::Scaled(scaled) => self.scale(scaled, part, along_k, dst),
                Conversion::Runs(convert) if stride == unit || length == 1 => {
                    convert(&Runs { src: part.matrix.base, next, runs, length, dst });
                }
                Conversion::Kernel(kernel) if stride == unit || length == 1 => {
                    for run in 0..runs {
                        let src = part.matrix.base.offset(run as isize * next);
                        // Runs are apart, so the processor does not see them coming.
                        fetch(src.wrapping_offset(RUNS_AHEAD * next), length * self.size);
                        kernel.run(dst.add(run * length * self.made), [src; 3], length);
                    }
                }
                Conversion::Runs(_) | Conversion::Kernel(_) => self.gather(part, along_k, dst),
            }
        }
        let pitch = length as isize * made;
        if along_k {
            Matrix { base: dst, row: made, column: pitch }
        } else {
            Matrix { base: dst, row: pitch, column: made }
        }
    }

    /// Converts elements that are apart.
    ///
    /// # Safety
    /// As for [`Source::convert`].
    unsafe fn gather(&self, part: &Part, along_k: bool, mut dst: *mut u8) {
        for piece in part.pieces(along_k) {
            let mut gathered = Run::NEW;
            // SAFETY: the caller promises that the part is valid, and that `dst` has room for it.
            unsafe {
                piece.gather(part.matrix, self.size, gathered.place());
                match &self.conversion {
                    Conversion::Runs(convert) => {
                        let src = gathered.place();
                        convert(&Runs { src, next: 0, runs: 1, length: piece.length, dst });
                    }
                    Conversion::Kernel(kernel) => {
                        kernel.run(dst, [gathered.place().cast_const(); 3], piece.length);
                    }
                    Conversion::Scaled(_) => unreachable!("scaled elements are converted with their scales"),
                }
                dst = dst.add(piece.length * self.made);
            }
        }
    }

    /// Converts elements and multiplies them with their scales.
    ///
    /// # Safety
    /// As for [`Source::convert`].
    unsafe fn scale(&self, scaled: &Scaled, part: &Part, along_k: bool, mut dst: *mut u8) {
        let (scales, first) = part.scales.expect("a scaled product has scales");
        for piece in part.pieces(along_k) {
            let [mut elements, mut factors] = [Run::NEW; 2];
            // SAFETY: the caller promises that the part is valid, and that `dst` has room for it.
            unsafe {
                piece.gather(part.matrix, self.size, elements.place());
                for (i, (k, column)) in piece.places().enumerate() {
                    factors.place().add(i).write(scales.at((first + k) / scaled.block, column).read());
                }
                scaled.run(elements.place(), factors.place(), dst, piece.length);
                dst = dst.add(piece.length * self.made);
            }
        }
    }
}

/// Consecutive elements of a row or column, at most [`RUN`].
#[derive(Clone, Copy, Debug)]
struct Piece {
    k: usize,
    column: usize,
    along_k: bool,
    length: usize,
}

impl Part {
    /// All of it, row by row or column by column.
    fn pieces(&self, along_k: bool) -> impl Iterator<Item = Piece> + use<> {
        let (runs, length) = if along_k { (self.columns, self.k) } else { (self.k, self.columns) };
        (0..runs).flat_map(move |run| {
            (0..length).step_by(RUN).map(move |start| {
                let (k, column) = if along_k { (start, run) } else { (run, start) };
                Piece { k, column, along_k, length: RUN.min(length - start) }
            })
        })
    }
}

impl Piece {
    /// k and column of each element.
    fn places(self) -> impl Iterator<Item = (usize, usize)> {
        let step = move |i| if self.along_k { (self.k + i, self.column) } else { (self.k, self.column + i) };
        (0..self.length).map(step)
    }

    /// Copies the elements of `size` bytes one after the other.
    ///
    /// # Safety
    /// The elements are valid for reads, `dst` for writes.
    unsafe fn gather(self, matrix: Matrix, size: usize, dst: *mut u8) {
        for (i, (k, column)) in self.places().enumerate() {
            // SAFETY: this function's contract: the elements are valid for reads, `dst` for writes.
            unsafe {
                let from = matrix.at(k, column);
                match size {
                    1 => dst.add(i).write(from.read()),
                    2 => dst.cast::<u16>().add(i).write(from.cast::<u16>().read_unaligned()),
                    4 => dst.cast::<u32>().add(i).write(from.cast::<u32>().read_unaligned()),
                    _ => dst.cast::<u64>().add(i).write(from.cast::<u64>().read_unaligned()),
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
        // SAFETY: this function's contract: `n` elements, at most `RUN`, and as many scales are valid for reads, the
        // result for writes. A run has room for any `n` elements.
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

/// Contiguous runs in memory, to be written one after the other.
#[derive(Clone, Copy, Debug)]
struct Runs {
    src: *const u8,
    /// Bytes from a run to the next.
    next: isize,
    runs: usize,
    /// Elements of a run.
    length: usize,
    dst: *mut u8,
}

/// # Safety
/// The machine has the instruction set; elements are valid for reads, and for writes at `dst`.
type RunsFn = unsafe fn(&Runs);

/// A change of bits, compiled for each instruction set. Implementations are `#[inline(always)]`.
trait Change {
    type Element: Copy;
    fn change(element: Self::Element) -> Self::Element;
}

/// The low bits of a tf32 word that is not one are dropped.
struct Clear;

impl Change for Clear {
    type Element = u32;

    #[inline(always)]
    fn change(element: u32) -> u32 {
        element & !0x1FFF
    }
}

/// Bytes move by 128: signed ones become unsigned ones, or the other way round.
struct Shift;

impl Change for Shift {
    type Element = u8;

    #[inline(always)]
    fn change(element: u8) -> u8 {
        element ^ 0x80
    }
}

fn instance<C: Change>(isa: Isa) -> RunsFn {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => avx512::<C>,
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => avx2::<C>,
        #[cfg(not(target_arch = "x86_64"))]
        Isa::Avx512 | Isa::Avx2 => change::<C>,
        Isa::Baseline => change::<C>,
    }
}

/// # Safety
/// As for a [`RunsFn`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2")]
unsafe fn avx512<C: Change>(runs: &Runs) {
    // SAFETY: this function's contract: the machine has the instruction set; elements are valid for reads, and for
    // writes at `dst`.
    unsafe { change::<C>(runs) }
}

/// # Safety
/// As for a [`RunsFn`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<C: Change>(runs: &Runs) {
    // SAFETY: this function's contract: the machine has the instruction set; elements are valid for reads, and for
    // writes at `dst`.
    unsafe { change::<C>(runs) }
}

/// # Safety
/// As for a [`RunsFn`].
#[inline(always)]
unsafe fn change<C: Change>(runs: &Runs) {
    /// Elements that are read before any of them is written: the compiler cannot know that they differ.
    const CHUNK: usize = 32;
    let Runs { src, next, runs, length, dst } = *runs;
    for run in 0..runs {
        // SAFETY: this function's contract: the machine has the instruction set; elements are valid for reads, and for
        // writes at `dst`.
        unsafe {
            let src = src.offset(run as isize * next).cast::<C::Element>();
            let dst = dst.cast::<C::Element>().add(run * length);
            let whole = length - length % CHUNK;
            for start in (0..whole).step_by(CHUNK) {
                let mut chunk = src.add(start).cast::<[C::Element; CHUNK]>().read_unaligned();
                for element in &mut chunk {
                    *element = C::change(*element);
                }
                dst.add(start).cast::<[C::Element; CHUNK]>().write(chunk);
            }
            for i in whole..length {
                dst.add(i).write(C::change(src.add(i).read_unaligned()));
            }
        }
    }
}
