//! The computation for one vector of 8 lanes, as instructions over any number of values.

use rustc_hash::FxHashMap;

use super::LANES;
use super::instructions::Vector;
use crate::steps::lanes::Register;

/// The number of a value; each is defined once, for one vector.
pub(super) type Value = u32;

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    Value(Value),
    /// A value that is kept across vectors.
    Kept(u16),
}

/// A value that is kept across vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kept {
    /// The same 32 bits in every lane.
    Constant(u32),
    /// The same 64 bits in every lane of twice that size.
    Wide(u64),
    /// The first element of a register.
    Element(Register),
    /// 1 divided by that element.
    Reciprocal(Register),
    /// The greatest usual magnitude of a dividend by that element, see [`super::quotient`].
    Greatest(Register),
    /// The number that stands for a register.
    Number(Register),
    /// Numbers of the lanes of the first vector of an iteration.
    Lanes,
    /// 8 partial results of a register, from this byte of its memory on.
    Partial(Register, u16),
}

impl Kept {
    /// Whether it changes from one vector to the next.
    pub(super) fn changes(self) -> bool {
        matches!(self, Kept::Lanes | Kept::Partial(..))
    }
}

/// How the lanes of a value are in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// 4 bytes each.
    Words,
    /// 2 bytes each, in the lower half of a vector.
    Halves,
    /// A byte each, in the lowest quarter.
    Bytes,
}

impl Layout {
    /// Bytes of a lane.
    pub(super) fn size(self) -> usize {
        match self {
            Layout::Words => 4,
            Layout::Halves => 2,
            Layout::Bytes => 1,
        }
    }
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inst {
    /// `dst = op(a, b, c)`; operands beyond those of the instruction are any.
    Compute {
        op: Vector,
        dst: Value,
        srcs: [Source; 3],
        imm: u8,
    },
    /// `dst = ±(a * b) ± c`, rounded once.
    MulAdd {
        op: Signs,
        dst: Value,
        srcs: [Source; 3],
    },
    Load {
        layout: Layout,
        dst: Value,
        from: Register,
        vector: u8,
    },
    /// A kept value, in a register for a while.
    Hold {
        dst: Value,
        kept: u16,
    },
    Store {
        layout: Layout,
        src: Source,
        to: Register,
        vector: u8,
    },
    /// `kept = op(src, kept)`.
    Join {
        op: Vector,
        kept: u16,
        src: Source,
    },
    /// Goes to the careful code if the sign bit of any lane is set.
    Check {
        src: Source,
    },
    /// `dst = function(src)`, outside of the code.
    Call {
        function: Callee,
        dst: Value,
        src: Source,
    },
}

/// A function that replaces the lanes of a vector by its results.
pub(super) type Callee = unsafe extern "sysv64" fn(*mut [f32; LANES]);

/// The signs of product and addend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signs {
    Plus,
    /// The addend is taken away.
    Minus,
    /// The product is taken away.
    Negated,
}

/// State that all vectors of a block share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) kept: Vec<Kept>,
    known: FxHashMap<Kept, u16>,
    pub(super) values: u32,
}

impl Shared {
    pub(super) fn kept(&mut self, kept: Kept) -> u16 {
        if let Some(&number) = self.known.get(&kept) {
            return number;
        }
        let number = self.kept.len() as u16;
        self.kept.push(kept);
        self.known.insert(kept, number);
        number
    }
}

/// Builds what is done for one vector.
pub(super) struct Body<'s> {
    pub(super) shared: &'s mut Shared,
    /// Computes values.
    pub(super) pure: Vec<Inst>,
    /// Stores them and joins them to what is kept.
    pub(super) effects: Vec<Inst>,
    /// This is the careful code.
    pub(super) careful: bool,
    /// Number of the vector in its iteration.
    pub(super) vector: u8,
    /// Lanes that count.
    pub(super) lanes: usize,
}

impl Body<'_> {
    pub(super) fn value(&mut self) -> Value {
        self.shared.values += 1;
        self.shared.values - 1
    }

    pub(super) fn kept(&mut self, kept: Kept) -> Source {
        Source::Kept(self.shared.kept(kept))
    }

    pub(super) fn bits(&mut self, bits: u32) -> Source {
        self.kept(Kept::Constant(bits))
    }

    pub(super) fn number(&mut self, number: f32) -> Source {
        self.bits(number.to_bits())
    }

    pub(super) fn double(&mut self, number: f64) -> Source {
        self.long(number.to_bits())
    }

    pub(super) fn long(&mut self, bits: u64) -> Source {
        self.kept(Kept::Wide(bits))
    }

    pub(super) fn three(&mut self, op: Vector, srcs: [Source; 3], imm: u8) -> Source {
        let dst = self.value();
        self.pure.push(Inst::Compute { op, dst, srcs, imm });
        Source::Value(dst)
    }

    pub(super) fn two(&mut self, op: Vector, a: Source, b: Source) -> Source {
        self.three(op, [a, b, b], 0)
    }

    /// An instruction of one operand, or of one and an immediate number.
    pub(super) fn one(&mut self, op: Vector, a: Source, imm: u8) -> Source {
        self.three(op, [a; 3], imm)
    }

    /// `yes` in the lanes whose sign bit is set in `mask`, else `no`.
    pub(super) fn choose(&mut self, mask: Source, yes: Source, no: Source) -> Source {
        self.three(Vector::Blend, [no, yes, mask], 0)
    }

    pub(super) fn mul_add(&mut self, op: Signs, a: Source, b: Source, c: Source) -> Source {
        let dst = self.value();
        self.pure.push(Inst::MulAdd { op, dst, srcs: [a, b, c] });
        Source::Value(dst)
    }

    /// `a * b + c`, rounded once.
    pub(super) fn fma(&mut self, a: Source, b: Source, c: Source) -> Source {
        self.mul_add(Signs::Plus, a, b, c)
    }

    /// Lanes by a function outside of the code: for careful code, where it is no loss that this is slow.
    pub(super) fn call(&mut self, function: Callee, src: Source) -> Source {
        let dst = self.value();
        self.pure.push(Inst::Call { function, dst, src });
        Source::Value(dst)
    }

    /// Lanes whose sign bit is set need the careful code.
    pub(super) fn check(&mut self, src: Source) {
        self.pure.push(Inst::Check { src });
    }

    /// A mask: whether the comparison of floats of this number holds.
    pub(super) fn compare(&mut self, a: Source, b: Source, predicate: u8) -> Source {
        self.three(Vector::Compare, [a, b, b], predicate)
    }
}

impl Inst {
    /// Its operands.
    pub(super) fn sources(&self) -> impl Iterator<Item = Source> + '_ {
        let (srcs, count) = match *self {
            Inst::Compute { op, srcs, .. } => (srcs, op.operands()),
            Inst::MulAdd { srcs, .. } => (srcs, 3),
            Inst::Load { .. } => ([Source::Kept(0); 3], 0),
            Inst::Hold { kept, .. } => ([Source::Kept(kept); 3], 1),
            Inst::Store { src, .. } | Inst::Check { src } | Inst::Call { src, .. } => ([src; 3], 1),
            Inst::Join { src, kept, .. } => ([src, Source::Kept(kept), src], 2),
        };
        srcs.into_iter().take(count)
    }

    /// The operands of what computes.
    pub(super) fn operands_mut(&mut self) -> &mut [Source] {
        match self {
            Inst::Compute { op, srcs, .. } => &mut srcs[..op.operands()],
            Inst::MulAdd { srcs, .. } => srcs,
            Inst::Load { .. }
            | Inst::Hold { .. }
            | Inst::Store { .. }
            | Inst::Join { .. }
            | Inst::Check { .. }
            | Inst::Call { .. } => &mut [],
        }
    }

    /// Whether another instruction computes the same of other values.
    pub(super) fn is_like(&self, other: &Inst) -> bool {
        let alike = |a: &[Source], b: &[Source]| {
            let both =
                |(a, b): (&Source, &Source)| a == b || matches!((a, b), (Source::Value(_), Source::Value(_)));
            a.iter().zip(b).all(both)
        };
        match (self, other) {
            (Inst::Compute { op, srcs, imm, .. }, Inst::Compute { op: o, srcs: s, imm: i, .. }) => {
                op == o && imm == i && alike(&srcs[..op.operands()], &s[..op.operands()])
            }
            (Inst::MulAdd { op, srcs, .. }, Inst::MulAdd { op: o, srcs: s, .. }) => op == o && alike(srcs, s),
            _ => false,
        }
    }

    /// Its result.
    pub(super) fn result(&self) -> Option<Value> {
        match *self {
            Inst::Compute { dst, .. }
            | Inst::MulAdd { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::Hold { dst, .. }
            | Inst::Call { dst, .. } => Some(dst),
            Inst::Store { .. } | Inst::Join { .. } | Inst::Check { .. } => None,
        }
    }
}
