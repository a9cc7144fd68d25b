//! Reductions and scans of lines of neighbours by one operation.
//!
//! A reduction keeps [`PARTS`] partial results, to which it adds strips of a line, and joins halves of them at the end.
//! A scan doubles the reach of every lane of a vector until it has all lanes before it, then adds what came before the
//! vector. The order depends on the number of elements alone.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use std::marker::PhantomData;

use numerics::select::{FloatBinary, IntBinary};
use numerics::{NanRule, Scalar};

use super::Kernel;
use super::float::is_nearest;
use super::instance::{Body, instance};
use super::operation::Operation;
use super::types::{Real, for_float, for_int, for_lane};
use crate::isa::Isa;

/// Partial results of a reduction; each has the size of an element.
pub(crate) const PARTS: usize = 64;

/// Lanes of a vector of a scan, which a line has a multiple of.
pub(crate) const VECTOR: usize = 16;

/// The kernels of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folding {
    /// `dst` are partial results, which are initialised with the identity, the first source.
    pub(crate) begin: Kernel,
    /// Folds the lanes of the first source into the partial results `dst`.
    pub(crate) add: Kernel,
    /// `dst` becomes the combination of the partial results, the first source.
    pub(crate) end: Kernel,
    /// Scans a line: `dst` has its length, a multiple of [`VECTOR`]; the sources are the line and the identity.
    pub(crate) scan: Kernel,
    /// The same from its end.
    pub(crate) scan_back: Kernel,
}

/// An operation to fold by: associative and commutative, up to rounding. Implementations are `#[inline(always)]`.
trait Fold {
    type Lane: Copy;
    /// The type of lanes during a reduction.
    type Part: Copy;
    fn part(lane: Self::Lane) -> Self::Part;
    fn join(a: Self::Part, b: Self::Part) -> Self::Part;
    fn lane(part: Self::Part) -> Self::Lane;
}

struct Begin<F>(PhantomData<F>);
struct Add<F>(PhantomData<F>);
struct End<F>(PhantomData<F>);
struct Scan<const BACK: bool, F>(PhantomData<F>);

impl<F: Fold> Body for Begin<F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [identity, _, _]: [*const u8; 3], _: usize) {
        // SAFETY: `identity` is one element, and `dst` has room for `PARTS` parts.
        unsafe {
            let part = F::part(identity.cast::<F::Lane>().read());
            dst.cast::<[F::Part; PARTS]>().write([part; PARTS]);
        }
    }
}

impl<F: Fold> Body for Add<F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [line, _, _]: [*const u8; 3], n: usize) {
        let line = line.cast::<F::Lane>();
        let whole = n / PARTS * PARTS;
        // SAFETY: `line` has `n` lanes, and reads stay below `n`; `dst` holds `PARTS` parts.
        unsafe {
            let mut parts = dst.cast::<[F::Part; PARTS]>().read();
            for start in (0..whole).step_by(PARTS) {
                for (lane, part) in parts.iter_mut().enumerate() {
                    *part = F::join(F::part(line.add(start + lane).read()), *part);
                }
            }
            dst.cast::<[F::Part; PARTS]>().write(parts);
            // Not among the parts: those stay in registers if all indices are known.
            for lane in 0..n - whole {
                let part = dst.cast::<F::Part>().add(lane);
                part.write(F::join(F::part(line.add(whole + lane).read()), part.read()));
            }
        }
    }
}

/// [`Add`] for the greatest (or the least) number: floats compare as they are, which says nothing of NaN and of the
/// signs of zeros. NaN among the lanes never comes first; where it was there before, or a zero comes out, keys decide.
struct AddNumbers<const GREATEST: bool, F>(PhantomData<F>);

impl<const GREATEST: bool, T: Real, F: Fold<Lane = T, Part = T::Key>> Body for AddNumbers<GREATEST, F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, sources: [*const u8; 3], n: usize) {
        let line = sources[0].cast::<T>();
        // SAFETY: `line` has `n` lanes, and `dst` holds `PARTS` parts.
        unsafe {
            let mut keys = dst.cast::<[T::Key; PARTS]>().read();
            let mut parts = [T::default(); PARTS];
            let mut decided = n.is_multiple_of(PARTS);
            for (part, key) in parts.iter_mut().zip(keys) {
                *part = T::of_key(key);
                decided &= !part.is_not_a_number();
            }
            if !decided {
                return Add::<F>::run(dst, sources, n);
            }
            for start in (0..n).step_by(PARTS) {
                for (lane, part) in parts.iter_mut().enumerate() {
                    let number = line.add(start + lane).read();
                    let first = if GREATEST { number > *part } else { number < *part };
                    // A choice, not a branch: stores on a condition would keep the parts in memory.
                    *part = std::hint::select_unpredictable(first, number, *part);
                }
            }
            for (key, part) in keys.iter_mut().zip(parts) {
                *key = part.key();
                decided &= part != T::default();
            }
            if !decided {
                return Add::<F>::run(dst, sources, n);
            }
            dst.cast::<[T::Key; PARTS]>().write(keys);
        }
    }
}

impl<F: Fold> Body for End<F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [parts, _, _]: [*const u8; 3], _: usize) {
        // SAFETY: `parts` holds `PARTS` parts, and `dst` has room for one element.
        unsafe {
            let mut parts = parts.cast::<[F::Part; PARTS]>().read();
            let mut half = PARTS / 2;
            while half > 0 {
                for lane in 0..half {
                    parts[lane] = F::join(parts[lane + half], parts[lane]);
                }
                half /= 2;
            }
            dst.cast::<F::Lane>().write(F::lane(parts[0]));
        }
    }
}

impl<const BACK: bool, F: Fold> Body for Scan<BACK, F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [line, identity, _]: [*const u8; 3], n: usize) {
        let last = if BACK { 0 } else { VECTOR - 1 };
        // SAFETY: `line` and `dst` have `n` lanes, a multiple of a vector; `identity` is one element.
        unsafe {
            let nothing = F::part(identity.cast::<F::Lane>().read());
            let mut before = nothing;
            for number in 0..n / VECTOR {
                let start = if BACK { n - (number + 1) * VECTOR } else { number * VECTOR };
                let lanes = line.cast::<F::Lane>().add(start).cast::<[F::Lane; VECTOR]>().read();
                let mut parts = [nothing; VECTOR];
                for (part, lane) in parts.iter_mut().zip(lanes) {
                    *part = F::part(lane);
                }
                parts = reached::<1, BACK, F>(parts, nothing);
                parts = reached::<2, BACK, F>(parts, nothing);
                parts = reached::<4, BACK, F>(parts, nothing);
                parts = reached::<8, BACK, F>(parts, nothing);
                let mut results = lanes;
                for (result, part) in results.iter_mut().zip(parts) {
                    *result = F::lane(F::join(part, before));
                }
                before = F::join(parts[last], before);
                dst.cast::<F::Lane>().add(start).cast::<[F::Lane; VECTOR]>().write(results);
            }
        }
    }
}

/// Joins every lane with the one that is `STEP` lanes before it.
#[inline(always)]
fn reached<const STEP: usize, const BACK: bool, F: Fold>(
    parts: [F::Part; VECTOR],
    nothing: F::Part,
) -> [F::Part; VECTOR] {
    // All indices are known when it is compiled: this becomes one permutation of a vector.
    let mut moved = [nothing; VECTOR];
    for lane in STEP..VECTOR {
        if BACK {
            moved[lane - STEP] = parts[lane];
        } else {
            moved[lane] = parts[lane - STEP];
        }
    }
    let mut joined = parts;
    for (joined, moved) in joined.iter_mut().zip(moved) {
        *joined = F::join(*joined, moved);
    }
    joined
}

/// `fold!(isa, T as P, part |x| { … }, join |a, b| { … }, lane |p| { … })`: the kernels that fold lanes of type `T`
/// through parts of type `P`; without `part` and `lane`, both are the same.
macro_rules! fold {
    ($isa:expr, $T:ty, |$a:ident, $b:ident| $join:block) => {
        fold!($isa, $T as $T, part |x| { x }, join |$a, $b| $join, lane |part| { part })
    };
    ($isa:expr, $T:ty as $P:ty, part |$x:ident| $part:block, join |$a:ident, $b:ident| $join:block, lane |$p:ident| $lane:block) => {
        fold!($isa, $T as $P, part |$x| $part, join |$a, $b| $join, lane |$p| $lane, add Add<By>)
    };
    ($isa:expr, $T:ty as $P:ty, part |$x:ident| $part:block, join |$a:ident, $b:ident| $join:block, lane |$p:ident| $lane:block, add $Add:ty) => {{
        struct By;
        impl Fold for By {
            type Lane = $T;
            type Part = $P;
            #[inline(always)]
            fn part($x: $T) -> $P $part
            #[inline(always)]
            fn join($a: $P, $b: $P) -> $P $join
            #[inline(always)]
            fn lane($p: $P) -> $T $lane
        }
        Folding {
            begin: instance::<Begin<By>>($isa),
            add: instance::<$Add>($isa),
            end: instance::<End<By>>($isa),
            scan: instance::<Scan<false, By>>($isa),
            scan_back: instance::<Scan<true, By>>($isa),
        }
    }};
}

/// `ordered!(isa, T, max, end, Add)`: the kernels that fold floats by their keys; NaN is before or after all numbers.
macro_rules! ordered {
    ($isa:expr, $T:ty, $pick:ident, $end:literal, $Add:ty) => {
        fold!(
            $isa,
            $T as <$T as Real>::Key,
            part | x | { if x.is_not_a_number() { <$T as Real>::BEYOND[$end] } else { x.key() } },
            join | a,
            b | { a.$pick(b) },
            lane | key | { <$T as Real>::of_key(key).canonical() },
            add
            $Add
        )
    };
}

/// Whether there are kernels that fold by an operation, whatever the instruction set.
pub(crate) fn has_kernels(operation: Operation) -> bool {
    select(operation, Isa::Baseline).is_some()
}

/// The kernels that fold by an operation, if there are any.
pub(crate) fn select(operation: Operation, isa: Isa) -> Option<Folding> {
    use Operation as O;
    match operation {
        // NaN stays NaN until it is made canonical at the end.
        O::FloatBinary { op, scalar, rounding, flush: false } if is_nearest(rounding) => match op {
            FloatBinary::Add => for_float!(scalar, T => {
                fold!(isa, T as T, part |x| { x }, join |a, b| { a + b }, lane |sum| { sum.canonical() })
            }),
            FloatBinary::Mul => for_float!(scalar, T => {
                fold!(isa, T as T, part |x| { x }, join |a, b| { a * b }, lane |product| { product.canonical() })
            }),
            FloatBinary::Sub | FloatBinary::Div => None,
        },
        O::MaxF { scalar, rule: NanRule::Number, flush: false } => {
            for_float!(scalar, T => ordered!(isa, T, max, 0, AddNumbers<true, By>))
        }
        O::MaxF { scalar, rule: NanRule::Propagate, flush: false } => {
            for_float!(scalar, T => ordered!(isa, T, max, 1, Add<By>))
        }
        O::MinF { scalar, rule: NanRule::Number, flush: false } => {
            for_float!(scalar, T => ordered!(isa, T, min, 1, AddNumbers<false, By>))
        }
        O::MinF { scalar, rule: NanRule::Propagate, flush: false } => {
            for_float!(scalar, T => ordered!(isa, T, min, 0, Add<By>))
        }
        O::IntBinary { op, scalar, .. } => match op {
            IntBinary::Add => for_int!(scalar, U, S => fold!(isa, U, |a, b| { a.wrapping_add(b) })),
            IntBinary::Mul => for_int!(scalar, U, S => fold!(isa, U, |a, b| { a.wrapping_mul(b) })),
            IntBinary::Sub => None,
        },
        O::MaxI { scalar, signed: true } => for_int!(scalar, U, S => fold!(isa, S, |a, b| { a.max(b) })),
        O::MaxI { scalar, signed: false } => for_int!(scalar, U, S => fold!(isa, U, |a, b| { a.max(b) })),
        O::MinI { scalar, signed: true } => for_int!(scalar, U, S => fold!(isa, S, |a, b| { a.min(b) })),
        O::MinI { scalar, signed: false } => for_int!(scalar, U, S => fold!(isa, U, |a, b| { a.min(b) })),
        O::And(scalar) => Some(for_lane!(scalar, U => fold!(isa, U, |a, b| { a & b }))),
        O::Or(scalar) => Some(for_lane!(scalar, U => fold!(isa, U, |a, b| { a | b }))),
        O::Xor(scalar) => Some(for_lane!(scalar, U => fold!(isa, U, |a, b| { a ^ b }))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use numerics::{Promise, Rounding};

    fn isas() -> impl Iterator<Item = Isa> {
        [Isa::Baseline, Isa::Avx2, Isa::Avx512].into_iter().filter(|&isa| isa <= Isa::detect())
    }

    fn sources<T>(first: *const T, second: *const T) -> [*const u8; 3] {
        [first.cast(), second.cast(), std::ptr::null()]
    }

    /// Folds a line in two strips.
    fn fold<T: Copy>(operation: Operation, isa: Isa, line: &[T], identity: T) -> T {
        let folding = select(operation, isa).expect("an operation with kernels");
        let mut result = identity;
        let mut parts = [identity; PARTS];
        let parts = (&raw mut parts).cast::<u8>();
        let (first, second) = line.split_at(line.len() / 128 * 64);
        // SAFETY: the instruction set is the machine's; parts take as many bytes as elements.
        unsafe {
            folding.begin.run(parts, sources(&raw const identity, std::ptr::null()), 1);
            folding.add.run(parts, sources(first.as_ptr(), std::ptr::null()), first.len());
            folding.add.run(parts, sources(second.as_ptr(), std::ptr::null()), second.len());
            folding.end.run(
                (&raw mut result).cast(),
                [parts.cast_const(), std::ptr::null(), std::ptr::null()],
                1,
            );
        }
        result
    }

    fn scan<T: Copy>(operation: Operation, isa: Isa, back: bool, line: &[T], identity: T) -> Vec<T> {
        let folding = select(operation, isa).expect("an operation with kernels");
        let mut results = line.to_vec();
        let kernel = if back { folding.scan_back } else { folding.scan };
        // SAFETY: the instruction set is the machine's; the line is whole vectors.
        unsafe {
            kernel.run(results.as_mut_ptr().cast(), sources(line.as_ptr(), &raw const identity), line.len());
        }
        results
    }

    /// One element after the other.
    fn scanned<T: Copy>(line: &[T], back: bool, f: impl Fn(T, T) -> T) -> Vec<T> {
        let mut results = line.to_vec();
        let at = |k: usize| if back { line.len() - 1 - k } else { k };
        for k in 1..line.len() {
            results[at(k)] = f(results[at(k)], results[at(k - 1)]);
        }
        results
    }

    fn wrapping(op: IntBinary, scalar: Scalar) -> Operation {
        Operation::IntBinary { op, scalar, promise: Promise::None }
    }

    #[test]
    fn lines_of_every_length() {
        for (isa, n) in isas().flat_map(|isa| [1, 2, 63, 64, 65, 200, 4096].map(|n| (isa, n))) {
            let numbers: Vec<i32> = (0..n).map(|i| (i * 7919 + 13) % 1001 - 500).collect();
            let floats: Vec<f32> = numbers.iter().map(|&n| n as f32).collect();
            let add = wrapping(IntBinary::Add, Scalar::I32);
            assert_eq!(fold(add, isa, &numbers, 0), numbers.iter().sum::<i32>());
            let sum = Operation::FloatBinary {
                op: FloatBinary::Add,
                scalar: Scalar::F32,
                rounding: Rounding::NearestEven,
                flush: false,
            };
            assert_eq!(fold(sum, isa, &floats, 0.0), numbers.iter().sum::<i32>() as f32);
            let max = Operation::MaxI { scalar: Scalar::I32, signed: true };
            assert_eq!(Some(&fold(max, isa, &numbers, i32::MIN)), numbers.iter().max());
            let min = Operation::MinF { scalar: Scalar::F32, rule: NanRule::Number, flush: false };
            let mut with_nan = floats.clone();
            with_nan.push(f32::NAN);
            let least = numbers.iter().min().map(|&n| n as f32);
            assert_eq!(Some(fold(min, isa, &with_nan, f32::INFINITY)), least);
            let strict = Operation::MinF { scalar: Scalar::F32, rule: NanRule::Propagate, flush: false };
            assert!(fold(strict, isa, &with_nan, f32::INFINITY).is_nan());
        }
    }

    #[test]
    fn extremes_of_lines_with_nan_and_zeros() {
        let lines = [
            vec![f32::NAN; 128],
            [vec![-0.0f32; 127], vec![0.0]].concat(),
            [vec![-1.0f32; 64], vec![-0.0; 64]].concat(),
            [vec![1.0f32; 100], vec![f32::NAN; 27], vec![-2.0]].concat(),
            [vec![f32::NAN; 64], (0..64).map(|i| i as f32 - 32.5).collect()].concat(),
        ];
        for (isa, line) in isas().flat_map(|isa| lines.iter().map(move |line| (isa, line))) {
            let of = |greatest: bool, identity: f32| {
                let (scalar, rule, flush) = (Scalar::F32, NanRule::Number, false);
                let operation = if greatest {
                    Operation::MaxF { scalar, rule, flush }
                } else {
                    Operation::MinF { scalar, rule, flush }
                };
                let by_keys = line.iter().copied().chain([identity]).filter(|x| !x.is_nan()).map(f32::key);
                let key = if greatest { by_keys.max() } else { by_keys.min() };
                let expected = key.map_or(<f32 as Real>::NAN, f32::of_key);
                assert_eq!(
                    fold(operation, isa, line, identity).to_bits(),
                    expected.to_bits(),
                    "{line:?} from {identity}"
                );
            };
            for identity in [f32::NEG_INFINITY, f32::INFINITY, f32::NAN, 0.0, -0.0, 7.0] {
                of(true, identity);
                of(false, identity);
            }
        }
    }

    #[test]
    fn scans_in_both_directions() {
        for (isa, n, back) in isas()
            .flat_map(|isa| [16, 32, 256, 4096].map(|n| (isa, n)))
            .flat_map(|(isa, n)| [(isa, n, false), (isa, n, true)])
        {
            let numbers: Vec<i32> = (0..n).map(|i| (i * 7919 + 13) % 1001 - 500).collect();
            let add = wrapping(IntBinary::Add, Scalar::I32);
            assert_eq!(scan(add, isa, back, &numbers, 0), scanned(&numbers, back, |a, b| a + b));
            let mul = wrapping(IntBinary::Mul, Scalar::I8);
            // Odd, so that products never become 0 and hide the lanes that follow.
            let bytes: Vec<i8> = numbers.iter().map(|&n| n as i8 | 1).collect();
            assert_eq!(scan(mul, isa, back, &bytes, 1), scanned(&bytes, back, i8::wrapping_mul));
            let doubles: Vec<f64> = numbers.iter().map(|&n| f64::from(n)).collect();
            let max = Operation::MaxF { scalar: Scalar::F64, rule: NanRule::Number, flush: false };
            assert_eq!(scan(max, isa, back, &doubles, f64::NEG_INFINITY), scanned(&doubles, back, f64::max));
        }
    }

    #[test]
    fn nan_and_zeros_of_both_signs() {
        let line = [-0.0, 0.0, f32::from_bits(0xffc0_1234), -1.0, 0.0, -0.0, 2.0, 1.0];
        let line: Vec<f32> = line.iter().copied().cycle().take(16).collect();
        for isa in isas() {
            let max = |rule| Operation::MaxF { scalar: Scalar::F32, rule, flush: false };
            let min = |rule| Operation::MinF { scalar: Scalar::F32, rule, flush: false };
            let bits = |operation, identity| -> Vec<u32> {
                scan(operation, isa, false, &line[..16], identity).iter().map(|x| x.to_bits()).collect()
            };
            let infinity = f32::INFINITY;
            let numbers = bits(max(NanRule::Number), -infinity);
            assert_eq!(numbers[..7], [0x8000_0000, 0, 0, 0, 0, 0, 2f32.to_bits()]);
            let strict = bits(max(NanRule::Propagate), -infinity);
            assert_eq!(strict[..4], [0x8000_0000, 0, 0x7fc0_0000, 0x7fc0_0000]);
            let numbers = bits(min(NanRule::Number), infinity);
            assert_eq!(numbers[..4], [0x8000_0000, 0x8000_0000, 0x8000_0000, (-1f32).to_bits()]);
            let strict = bits(min(NanRule::Propagate), infinity);
            assert_eq!(strict[1..4], [0x8000_0000, 0x7fc0_0000, 0x7fc0_0000]);
            let add = Operation::FloatBinary {
                op: FloatBinary::Add,
                scalar: Scalar::F32,
                rounding: numerics::Rounding::NearestEven,
                flush: false,
            };
            assert_eq!(bits(add, 0.0)[1..3], [0, 0x7fc0_0000]);
        }
    }
}
