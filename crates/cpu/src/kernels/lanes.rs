//! Any element-wise operation, one lane at a time, by the definitions of `numerics`.
//!
//! The way for operations and modes without a vector kernel, and what kernels are tested against. Where the language
//! leaves a result undefined, it is 0 here.

#![allow(unsafe_code, reason = "lanes are read and written through raw pointers")]

use cuda_tile::elementwise::{Apply, Undefined};
use numerics::{Scalar, int, pack};
use smallvec::SmallVec;

use super::lane_size;
use super::operation::Operation;

type Function = Box<dyn Fn([u64; 3]) -> u64 + Send + Sync>;

/// A function of the bits of up to three elements, as a loop over lanes.
pub(crate) struct LaneOp {
    operands: SmallVec<[Scalar; 3]>,
    result: Scalar,
    function: Function,
}

impl LaneOp {
    /// An operation of the language.
    pub(crate) fn of(operation: Operation) -> LaneOp {
        let signature = operation.signature();
        LaneOp {
            operands: signature.operands().into(),
            result: signature.result,
            function: function_of(operation),
        }
    }

    /// Computes `n` lanes.
    ///
    /// # Safety
    /// As for a [`Kernel`](super::Kernel).
    pub(crate) unsafe fn run(&self, dst: *mut u8, srcs: [*const u8; 3], n: usize) {
        for lane in 0..n {
            let mut elements = [0; 3];
            for ((element, &scalar), &src) in elements.iter_mut().zip(&self.operands).zip(&srcs) {
                // SAFETY: the caller's sources hold `n` lanes of their types.
                *element = unsafe { read(scalar, src, lane) };
            }
            let bits = (self.function)(elements);
            // SAFETY: and `dst` has room for `n`; lane `lane` of the sources is not needed any more.
            unsafe { write(self.result, dst, lane, bits) };
        }
    }
}

/// The element in a lane.
///
/// # Safety
/// `base` is valid for reads up to that lane, and aligned.
pub(crate) unsafe fn read(scalar: Scalar, base: *const u8, lane: usize) -> u64 {
    // SAFETY: this function's contract: `base` is valid for reads up to that lane, and aligned.
    pack::from_storage(scalar, unsafe { read_image(lane_size(scalar), base, lane) })
}

/// A lane of `size` bytes as it is in memory.
///
/// # Safety
/// `base` is valid for reads up to that lane, and aligned.
pub(crate) unsafe fn read_image(size: usize, base: *const u8, lane: usize) -> u64 {
    // SAFETY: `base` is valid for reads up to `lane`, and aligned for lanes of `size` bytes.
    unsafe {
        match size {
            1 => base.add(lane).read().into(),
            2 => base.cast::<u16>().add(lane).read().into(),
            4 => base.cast::<u32>().add(lane).read().into(),
            _ => base.cast::<u64>().add(lane).read(),
        }
    }
}

/// Writes an element into a lane.
///
/// # Safety
/// `base` is valid for writes up to that lane, and aligned.
pub(crate) unsafe fn write(scalar: Scalar, base: *mut u8, lane: usize, bits: u64) {
    let image = pack::to_storage(scalar, bits);
    // SAFETY: `base` is valid for writes up to `lane`, and aligned for lanes of this size.
    unsafe {
        match lane_size(scalar) {
            1 => base.add(lane).write(image as u8),
            2 => base.cast::<u16>().add(lane).write(image as u16),
            4 => base.cast::<u32>().add(lane).write(image as u32),
            _ => base.cast::<u64>().add(lane).write(image),
        }
    }
}

fn function_of(operation: Operation) -> Function {
    if let Operation::Offset { pointee, offset } = operation {
        // An address outside of all memory must not become one inside, so it wraps instead of becoming 0: accesses are
        // checked.
        return Box::new(move |[address, steps, _]| {
            further(pointee, address, int::sign_extend(offset, steps))
        });
    }
    operation.apply(Boxed)
}

/// Makes one closure of whatever an operation computes; what is undefined is 0.
struct Boxed;

impl Apply for Boxed {
    type Output = Function;

    fn unary(self, f: impl Fn(u64) -> u64 + Send + Sync + 'static) -> Function {
        Box::new(move |[a, _, _]| f(a))
    }

    fn binary(self, f: impl Fn(u64, u64) -> u64 + Send + Sync + 'static) -> Function {
        Box::new(move |[a, b, _]| f(a, b))
    }

    fn ternary(self, f: impl Fn(u64, u64, u64) -> u64 + Send + Sync + 'static) -> Function {
        Box::new(move |[a, b, c]| f(a, b, c))
    }

    fn partial_unary(self, f: impl Fn(u64) -> Result<u64, Undefined> + Send + Sync + 'static) -> Function {
        Box::new(move |[a, _, _]| f(a).unwrap_or(0))
    }

    fn partial_binary(
        self,
        f: impl Fn(u64, u64) -> Result<u64, Undefined> + Send + Sync + 'static,
    ) -> Function {
        Box::new(move |[a, b, _]| f(a, b).unwrap_or(0))
    }
}

/// The address `steps` elements further on, modulo 2^64; half bytes are dropped.
fn further(pointee: Scalar, address: u64, steps: i64) -> u64 {
    let distance = match pointee.storage_bits() {
        4 => steps / 2,
        bits => steps.wrapping_mul(i64::from(bits / 8)),
    };
    address.wrapping_add_signed(distance)
}
