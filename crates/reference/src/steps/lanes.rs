//! Element-wise work: an operation resolved once for its types and modes, then applied to many elements.

use cuda_tile::elementwise::{self, Apply, Elementwise};

use crate::cause::Case;
use crate::tile::{Bits, Tile};

/// Lanes whose result is undefined, and why.
#[derive(Debug, Default)]
pub(crate) struct Undefined(pub(crate) Vec<(u32, Case)>);

type Total<const N: usize> = Box<dyn Fn([&[u64]; N], &mut [u64])>;
type Partial<const N: usize> = Box<dyn Fn([&[u64]; N], &mut [u64], &mut Undefined)>;

/// The loop over elements of one operation.
pub(crate) enum Kernel {
    /// Always defined, one operand.
    Unary(Total<1>),
    /// Always defined, two operands.
    Binary(Total<2>),
    /// Always defined, three operands.
    Ternary(Total<3>),
    /// One operand, undefined for some.
    PartialUnary(Partial<1>),
    /// Two operands, undefined for some.
    PartialBinary(Partial<2>),
    /// The first operand chooses between the other two; the poison of the one not chosen does not matter.
    Select,
}

/// Builds the loop over elements around a function, compiled separately for each function.
struct Loop;

impl Apply for Loop {
    type Output = Kernel;

    fn unary(self, f: impl Fn(u64) -> u64 + 'static) -> Kernel {
        Kernel::Unary(Box::new(move |[a], out| {
            for (out, &a) in out.iter_mut().zip(a) {
                *out = f(a);
            }
        }))
    }

    fn binary(self, f: impl Fn(u64, u64) -> u64 + 'static) -> Kernel {
        Kernel::Binary(Box::new(move |[a, b], out| {
            for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                *out = f(a, b);
            }
        }))
    }

    fn ternary(self, f: impl Fn(u64, u64, u64) -> u64 + 'static) -> Kernel {
        Kernel::Ternary(Box::new(move |[a, b, c], out| {
            for (((out, &a), &b), &c) in out.iter_mut().zip(a).zip(b).zip(c) {
                *out = f(a, b, c);
            }
        }))
    }

    fn partial_unary(self, f: impl Fn(u64) -> Result<u64, elementwise::Undefined> + 'static) -> Kernel {
        Kernel::PartialUnary(Box::new(move |[a], out, undefined| {
            for (lane, (out, &a)) in out.iter_mut().zip(a).enumerate() {
                match f(a) {
                    Ok(bits) => *out = bits,
                    Err(why) => undefined.0.push((lane as u32, why.into())),
                }
            }
        }))
    }

    fn partial_binary(self, f: impl Fn(u64, u64) -> Result<u64, elementwise::Undefined> + 'static) -> Kernel {
        Kernel::PartialBinary(Box::new(move |[a, b], out, undefined| {
            for (lane, ((out, &a), &b)) in out.iter_mut().zip(a).zip(b).enumerate() {
                match f(a, b) {
                    Ok(bits) => *out = bits,
                    Err(why) => undefined.0.push((lane as u32, why.into())),
                }
            }
        }))
    }

    fn select(self) -> Kernel {
        Kernel::Select
    }
}

impl Kernel {
    /// The loop of an element-wise operation.
    pub(crate) fn of(function: Elementwise) -> Kernel {
        function.apply(Loop)
    }

    /// Computes the bits of a tile; lanes that become undefined hold 0.
    pub(crate) fn compute(&self, operands: &[&Tile], undefined: &mut Undefined) -> Bits {
        let mut out = Bits::from_elem(0, operands[0].bits.len());
        match operands {
            [a] => self.apply([&a.bits, &[], &[]], &mut out, undefined),
            [a, b] => self.apply([&a.bits, &b.bits, &[]], &mut out, undefined),
            [a, b, c] => self.apply([&a.bits, &b.bits, &c.bits], &mut out, undefined),
            _ => unreachable!("element-wise operations take one to three operands"),
        }
        out
    }

    /// Computes into `out`; operands that the kernel does not take are ignored.
    pub(crate) fn apply(&self, [a, b, c]: [&[u64]; 3], out: &mut [u64], undefined: &mut Undefined) {
        match self {
            Kernel::Unary(f) => f([a], out),
            Kernel::Binary(f) => f([a, b], out),
            Kernel::Ternary(f) => f([a, b, c], out),
            Kernel::PartialUnary(f) => f([a], out, undefined),
            Kernel::PartialBinary(f) => f([a, b], out, undefined),
            Kernel::Select => {
                for (((out, &a), &b), &c) in out.iter_mut().zip(a).zip(b).zip(c) {
                    *out = if a != 0 { b } else { c };
                }
            }
        }
    }
}
