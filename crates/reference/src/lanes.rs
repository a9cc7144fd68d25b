//! Element-wise work: an operation resolved once for its types and modes, then applied to many elements.

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

/// The kernel of a total function of one element.
pub(crate) fn unary(f: impl Fn(u64) -> u64 + 'static) -> Kernel {
    Kernel::Unary(Box::new(move |[a], out| {
        for (out, &a) in out.iter_mut().zip(a) {
            *out = f(a);
        }
    }))
}

/// The kernel of a total function of two elements.
pub(crate) fn binary(f: impl Fn(u64, u64) -> u64 + 'static) -> Kernel {
    Kernel::Binary(Box::new(move |[a, b], out| {
        for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *out = f(a, b);
        }
    }))
}

/// The kernel of a total function of three elements.
pub(crate) fn ternary(f: impl Fn(u64, u64, u64) -> u64 + 'static) -> Kernel {
    Kernel::Ternary(Box::new(move |[a, b, c], out| {
        for (((out, &a), &b), &c) in out.iter_mut().zip(a).zip(b).zip(c) {
            *out = f(a, b, c);
        }
    }))
}

/// The kernel of a partial function of one element.
pub(crate) fn partial_unary(f: impl Fn(u64) -> Result<u64, Case> + 'static) -> Kernel {
    Kernel::PartialUnary(Box::new(move |[a], out, undefined| {
        for (lane, (out, &a)) in out.iter_mut().zip(a).enumerate() {
            match f(a) {
                Ok(bits) => *out = bits,
                Err(case) => undefined.0.push((lane as u32, case)),
            }
        }
    }))
}

/// The kernel of a partial function of two elements.
pub(crate) fn partial_binary(f: impl Fn(u64, u64) -> Result<u64, Case> + 'static) -> Kernel {
    Kernel::PartialBinary(Box::new(move |[a, b], out, undefined| {
        for (lane, ((out, &a), &b)) in out.iter_mut().zip(a).zip(b).enumerate() {
            match f(a, b) {
                Ok(bits) => *out = bits,
                Err(case) => undefined.0.push((lane as u32, case)),
            }
        }
    }))
}

impl Kernel {
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
