//! What an element-wise operation computes, apart from the module it was read from.

use cuda_tile::Module;
use cuda_tile::attrs::{ComparisonOrdering, RoundingMode, Signedness};
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::Elem;
use ir::{Field, Op, Value};
use numerics::math::Function;
use numerics::select::{FloatBinary, IntBinary};
use numerics::{NanRule, Predicate, Rounding, Scalar};

/// An element-wise operation with its types and modes; a pointer counts as an `i64`.
///
/// Promises about overflow are not kept: what breaks one may have any result, the wrapped one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    /// `addf`, `subf`, `mulf`, `divf`.
    FloatBinary { op: FloatBinary, scalar: Scalar, rounding: Rounding, flush: bool },
    /// `fma`.
    Fma { scalar: Scalar, rounding: Rounding, flush: bool },
    /// `sqrt`.
    Sqrt { scalar: Scalar, rounding: Rounding, flush: bool },
    /// `remf`.
    RemF(Scalar),
    /// `absf`.
    AbsF(Scalar),
    /// `negf`.
    NegF(Scalar),
    /// `floor`.
    Floor(Scalar),
    /// `ceil`.
    Ceil(Scalar),
    /// `minf`.
    MinF { scalar: Scalar, rule: NanRule, flush: bool },
    /// `maxf`.
    MaxF { scalar: Scalar, rule: NanRule, flush: bool },
    /// `cmpf`.
    CompareF { scalar: Scalar, predicate: Predicate, ordered: bool },
    /// `exp`, `sin` and the other functions of one operand, `rsqrt` among them.
    Function { function: Function, scalar: Scalar, flush: bool },
    /// `pow`.
    Pow(Scalar),
    /// `fpowi`.
    PowI { scalar: Scalar, exponent: Scalar },
    /// `atan2`.
    Atan2(Scalar),
    /// `addi`, `subi`, `muli`.
    IntBinary { op: IntBinary, scalar: Scalar },
    /// `mulhii`.
    MulHigh(Scalar),
    /// `absi`.
    AbsI(Scalar),
    /// `negi`.
    NegI(Scalar),
    /// `divi`.
    DivI { scalar: Scalar, signed: bool, rounding: Rounding },
    /// `remi`.
    RemI { scalar: Scalar, signed: bool },
    /// `shli`.
    ShiftLeft(Scalar),
    /// `shri`.
    ShiftRight { scalar: Scalar, signed: bool },
    /// `mini`.
    MinI { scalar: Scalar, signed: bool },
    /// `maxi`.
    MaxI { scalar: Scalar, signed: bool },
    /// `cmpi`.
    CompareI { scalar: Scalar, predicate: Predicate, signed: bool },
    /// `andi`.
    And(Scalar),
    /// `ori`.
    Or(Scalar),
    /// `xori`.
    Xor(Scalar),
    /// `exti`.
    Extend { from: Scalar, to: Scalar, signed: bool },
    /// `trunci`.
    Truncate { from: Scalar, to: Scalar },
    /// `ftof`.
    FloatToFloat { from: Scalar, to: Scalar, rounding: Rounding },
    /// `ftoi`.
    FloatToInt { from: Scalar, to: Scalar, signed: bool, saturating: bool },
    /// `itof`.
    IntToFloat { from: Scalar, to: Scalar, signed: bool, rounding: Rounding },
    /// `offset`: an address `offset` elements of the pointee further on.
    Offset { pointee: Scalar, offset: Scalar },
    /// `select`.
    Select(Scalar),
    /// The same bits: `bitcast`, `int_to_ptr`, `ptr_to_int`, `ptr_to_ptr`. Types are of the same lane size.
    Copy(Scalar),
}

/// The element types of an operation's operands and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    operands: [Scalar; 3],
    arity: usize,
    /// Of the result.
    pub(crate) result: Scalar,
}

impl Signature {
    fn new<const N: usize>(operands: [Scalar; N], result: Scalar) -> Signature {
        let mut all = [Scalar::I1; 3];
        all[..N].copy_from_slice(&operands);
        Signature { operands: all, arity: N, result }
    }

    /// Of the operands, one to three.
    pub(crate) fn operands(&self) -> &[Scalar] {
        &self.operands[..self.arity]
    }
}

impl Operation {
    /// The element types it takes and makes.
    pub(crate) fn signature(self) -> Signature {
        use Operation as O;
        use Scalar::{I1, I64};
        match self {
            O::Sqrt { scalar: s, .. }
            | O::AbsF(s)
            | O::NegF(s)
            | O::Floor(s)
            | O::Ceil(s)
            | O::Function { scalar: s, .. }
            | O::AbsI(s)
            | O::NegI(s)
            | O::Copy(s) => Signature::new([s], s),
            O::FloatBinary { scalar: s, .. }
            | O::RemF(s)
            | O::MinF { scalar: s, .. }
            | O::MaxF { scalar: s, .. }
            | O::Pow(s)
            | O::Atan2(s)
            | O::IntBinary { scalar: s, .. }
            | O::MulHigh(s)
            | O::DivI { scalar: s, .. }
            | O::RemI { scalar: s, .. }
            | O::ShiftLeft(s)
            | O::ShiftRight { scalar: s, .. }
            | O::MinI { scalar: s, .. }
            | O::MaxI { scalar: s, .. }
            | O::And(s)
            | O::Or(s)
            | O::Xor(s) => Signature::new([s; 2], s),
            O::Fma { scalar: s, .. } => Signature::new([s; 3], s),
            O::CompareF { scalar: s, .. } | O::CompareI { scalar: s, .. } => Signature::new([s; 2], I1),
            O::PowI { scalar, exponent } => Signature::new([scalar, exponent], scalar),
            O::Extend { from, to, .. }
            | O::Truncate { from, to }
            | O::FloatToFloat { from, to, .. }
            | O::FloatToInt { from, to, .. }
            | O::IntToFloat { from, to, .. } => Signature::new([from], to),
            O::Offset { offset, .. } => Signature::new([I64, offset], I64),
            O::Select(s) => Signature::new([I1, s, s], s),
        }
    }

    /// What an operation of a verified module computes; `None` if it is not element-wise, or calls a function by name
    /// that only the caller knows.
    pub(crate) fn of(module: &Module, op: Op) -> Option<Operation> {
        use Function as F;
        use Operation as O;
        use fields as f;
        let reader = Reader { module, op };
        Some(match module.opcode(op) {
            Opcode::AddF => {
                reader.float_binary(FloatBinary::Add, f::addf::rounding_mode, f::addf::flush_to_zero)
            }
            Opcode::SubF => {
                reader.float_binary(FloatBinary::Sub, f::subf::rounding_mode, f::subf::flush_to_zero)
            }
            Opcode::MulF => {
                reader.float_binary(FloatBinary::Mul, f::mulf::rounding_mode, f::mulf::flush_to_zero)
            }
            Opcode::DivF => {
                reader.float_binary(FloatBinary::Div, f::divf::rounding_mode, f::divf::flush_to_zero)
            }
            Opcode::Fma => O::Fma {
                scalar: reader.operand(),
                rounding: reader.rounding(f::fma::rounding_mode),
                flush: reader.flag(f::fma::flush_to_zero),
            },
            Opcode::Sqrt => O::Sqrt {
                scalar: reader.operand(),
                rounding: reader.rounding(f::sqrt::rounding_mode),
                flush: reader.flag(f::sqrt::flush_to_zero),
            },
            Opcode::RemF => O::RemF(reader.operand()),
            Opcode::AbsF => O::AbsF(reader.operand()),
            Opcode::NegF => O::NegF(reader.operand()),
            Opcode::Floor => O::Floor(reader.operand()),
            Opcode::Ceil => O::Ceil(reader.operand()),
            Opcode::MinF => O::MinF {
                scalar: reader.operand(),
                rule: reader.nan_rule(f::minf::propagate_nan),
                flush: reader.flag(f::minf::flush_to_zero),
            },
            Opcode::MaxF => O::MaxF {
                scalar: reader.operand(),
                rule: reader.nan_rule(f::maxf::propagate_nan),
                flush: reader.flag(f::maxf::flush_to_zero),
            },
            Opcode::CmpF => O::CompareF {
                scalar: reader.operand(),
                predicate: reader.predicate(f::cmpf::comparison_predicate),
                ordered: reader.number(f::cmpf::comparison_ordering) == ComparisonOrdering::Ordered as u32,
            },
            Opcode::Sin => reader.function(F::Sin, None),
            Opcode::Cos => reader.function(F::Cos, None),
            Opcode::Tan => reader.function(F::Tan, None),
            Opcode::Sinh => reader.function(F::Sinh, None),
            Opcode::Cosh => reader.function(F::Cosh, None),
            Opcode::Tanh => reader.function(F::Tanh, None),
            Opcode::Exp => reader.function(F::Exp, None),
            Opcode::Log => reader.function(F::Log, None),
            Opcode::Log2 => reader.function(F::Log2, None),
            Opcode::Exp2 => reader.function(F::Exp2, Some(f::exp2::flush_to_zero)),
            Opcode::Rsqrt => reader.function(F::Rsqrt, Some(f::rsqrt::flush_to_zero)),
            Opcode::Pow => O::Pow(reader.operand()),
            Opcode::FPowI => O::PowI {
                scalar: reader.operand(),
                exponent: reader.scalar(module.operand(op, f::fpowi::exponent)),
            },
            Opcode::Atan2 => O::Atan2(reader.operand()),
            Opcode::AddI => reader.int_binary(IntBinary::Add),
            Opcode::SubI => reader.int_binary(IntBinary::Sub),
            Opcode::MulI => reader.int_binary(IntBinary::Mul),
            Opcode::MulhiI => O::MulHigh(reader.operand()),
            Opcode::AbsI => O::AbsI(reader.operand()),
            Opcode::NegI => O::NegI(reader.operand()),
            Opcode::DivI => O::DivI {
                scalar: reader.operand(),
                signed: reader.signed(f::divi::signedness),
                rounding: reader.rounding(f::divi::rounding),
            },
            Opcode::RemI => O::RemI { scalar: reader.operand(), signed: reader.signed(f::remi::signedness) },
            Opcode::ShlI => O::ShiftLeft(reader.operand()),
            Opcode::ShrI => {
                O::ShiftRight { scalar: reader.operand(), signed: reader.signed(f::shri::signedness) }
            }
            Opcode::MinI => O::MinI { scalar: reader.operand(), signed: reader.signed(f::mini::signedness) },
            Opcode::MaxI => O::MaxI { scalar: reader.operand(), signed: reader.signed(f::maxi::signedness) },
            Opcode::CmpI => O::CompareI {
                scalar: reader.operand(),
                predicate: reader.predicate(f::cmpi::comparison_predicate),
                signed: reader.signed(f::cmpi::signedness),
            },
            Opcode::AndI => O::And(reader.operand()),
            Opcode::OrI => O::Or(reader.operand()),
            Opcode::XorI => O::Xor(reader.operand()),
            Opcode::ExtI => O::Extend {
                from: reader.operand(),
                to: reader.result(),
                signed: reader.signed(f::exti::signedness),
            },
            Opcode::TruncI => O::Truncate { from: reader.operand(), to: reader.result() },
            Opcode::FToF => O::FloatToFloat {
                from: reader.operand(),
                to: reader.result(),
                rounding: reader.rounding(f::ftof::rounding_mode),
            },
            Opcode::FToI => O::FloatToInt {
                from: reader.operand(),
                to: reader.result(),
                signed: reader.signed(f::ftoi::signedness),
                saturating: reader.flag(f::ftoi::saturating),
            },
            Opcode::IToF => O::IntToFloat {
                from: reader.operand(),
                to: reader.result(),
                signed: reader.signed(f::itof::signedness),
                rounding: reader.rounding(f::itof::rounding_mode),
            },
            Opcode::Offset => O::Offset {
                pointee: reader.pointee(module.operand(op, f::offset::ptr)),
                offset: reader.scalar(module.operand(op, f::offset::offset)),
            },
            Opcode::Select => O::Select(reader.result()),
            Opcode::Bitcast | Opcode::IntToPtr | Opcode::PtrToInt | Opcode::PtrToPtr => {
                O::Copy(reader.result())
            }
            // Products, shapes, folds.
            Opcode::MmaF
            | Opcode::MmaI
            | Opcode::MmaFScaled
            | Opcode::Constant
            | Opcode::Iota
            | Opcode::Broadcast
            | Opcode::Cat
            | Opcode::Extract
            | Opcode::Insert
            | Opcode::Pack
            | Opcode::Unpack
            | Opcode::Permute
            | Opcode::Reshape
            | Opcode::OptimizationBarrier
            | Opcode::Reduce
            | Opcode::Scan
            | Opcode::Generate => return None,
            // A function that the caller supplies.
            Opcode::ExternElementwise => return None,
            // Places, control, tokens.
            Opcode::GetTileBlockId
            | Opcode::GetNumTileBlocks
            | Opcode::GetGlobal
            | Opcode::Return
            | Opcode::Call
            | Opcode::If
            | Opcode::For
            | Opcode::Loop
            | Opcode::Yield
            | Opcode::Break
            | Opcode::Continue
            | Opcode::Assert
            | Opcode::Assume
            | Opcode::PrintTko
            | Opcode::MakeToken
            | Opcode::JoinTokens
            | Opcode::GdcLaunchDependentsTko
            | Opcode::GdcWaitTko
            | Opcode::MemoryFenceAliasTko => return None,
            // Memory.
            Opcode::Alloca
            | Opcode::LoadPtrTko
            | Opcode::StorePtrTko
            | Opcode::AtomicRmwTko
            | Opcode::AtomicCasTko
            | Opcode::MakeTensorView
            | Opcode::MakePartitionView
            | Opcode::MakeStridedView
            | Opcode::MakeGatherScatterView
            | Opcode::GetTensorShape
            | Opcode::GetIndexSpaceShape
            | Opcode::LoadViewTko
            | Opcode::StoreViewTko
            | Opcode::AtomicRedViewTko => return None,
            // Definitions.
            Opcode::Module
            | Opcode::Entry
            | Opcode::Global
            | Opcode::Func
            | Opcode::TestFunc
            | Opcode::TestNewAttribute
            | Opcode::TestEvolution => return None,
        })
    }
}

/// Reads types and attributes of one operation.
struct Reader<'m> {
    module: &'m Module,
    op: Op,
}

impl Reader<'_> {
    fn elem(&self, value: Value) -> Elem {
        self.module.ty(value).as_tile().expect("a tile, as verified").elem()
    }

    fn scalar(&self, value: Value) -> Scalar {
        self.elem(value).scalar().unwrap_or(Scalar::I64)
    }

    fn pointee(&self, value: Value) -> Scalar {
        self.elem(value).ptr().expect("a tile of pointers, as verified").pointee
    }

    /// Element type of the first operand.
    fn operand(&self) -> Scalar {
        self.scalar(self.module.body.operands(self.op)[0])
    }

    fn result(&self) -> Scalar {
        self.scalar(self.module.body.result(self.op, 0))
    }

    fn number(&self, field: Field) -> u32 {
        self.module.attr(self.op, field).as_small().unwrap_or(0)
    }

    fn flag(&self, field: Field) -> bool {
        self.module.flag(self.op, field)
    }

    fn signed(&self, field: Field) -> bool {
        self.number(field) == Signedness::Signed as u32
    }

    fn rounding(&self, field: Field) -> Rounding {
        let slot = self.module.attr(self.op, field);
        let mode = RoundingMode::from_slot(slot).unwrap_or(RoundingMode::NearestEven);
        Rounding::from_wire(mode as u64).expect("both enumerations have the numbers of bytecode")
    }

    fn predicate(&self, field: Field) -> Predicate {
        Predicate::from_wire(self.number(field).into()).expect("a verified predicate")
    }

    fn nan_rule(&self, field: Field) -> NanRule {
        if self.flag(field) { NanRule::Propagate } else { NanRule::Number }
    }

    fn float_binary(&self, op: FloatBinary, rounding: Field, flush: Field) -> Operation {
        Operation::FloatBinary {
            op,
            scalar: self.operand(),
            rounding: self.rounding(rounding),
            flush: self.flag(flush),
        }
    }

    fn int_binary(&self, op: IntBinary) -> Operation {
        Operation::IntBinary { op, scalar: self.operand() }
    }

    /// `flush` names the attribute of that meaning, if the operation has one.
    fn function(&self, function: Function, flush: Option<Field>) -> Operation {
        let flush = flush.is_some_and(|field| self.flag(field));
        Operation::Function { function, scalar: self.operand(), flush }
    }
}
