//! Types of level 4: what a register holds.

use std::fmt;

use ir::generic::{Constraint, GenericLevel};
use ir::text::{Kind, Parse, Reader, code};
use numerics::Scalar;

/// State spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Any of the others, told apart by the address: 64 bits.
    Generic,
    /// Memory of the device: 64 bits.
    Global,
    /// Memory of the thread block: 32 bits.
    Shared,
    /// Memory of the thread: 32 bits.
    Local,
    /// Constant memory: 64 bits.
    Const,
    /// Parameters: 64 bits.
    Param,
}

impl Space {
    /// Every space.
    pub const ALL: [Space; 6] =
        [Space::Generic, Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param];

    /// The word in types.
    pub const fn name(self) -> &'static str {
        match self {
            Space::Generic => "generic",
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Local => "local",
            Space::Const => "const",
            Space::Param => "param",
        }
    }

    /// Width of an address.
    pub const fn bits(self) -> u32 {
        match self {
            Space::Shared | Space::Local => 32,
            Space::Generic | Space::Global | Space::Const | Space::Param => 64,
        }
    }
}

/// A type of level 4.
///
/// There is no arithmetic on less than 16 bits: elements of 4 and 8 bits are held in an `i16`, whose upper bits are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A predicate.
    I1,
    /// 16 bits.
    I16,
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
    /// binary16.
    F16,
    /// bfloat16.
    BF16,
    /// binary32; tf32 is held in it, with its low bits zero.
    F32,
    /// binary64.
    F64,
    /// Two binary16, the first in the low half.
    F16x2,
    /// Two bfloat16, the first in the low half.
    BF16x2,
    /// An address.
    Ptr(Space),
}

impl Type {
    /// Every type that is no address.
    pub const PLAIN: [Type; 10] = [
        Type::I1,
        Type::I16,
        Type::I32,
        Type::I64,
        Type::F16,
        Type::BF16,
        Type::F32,
        Type::F64,
        Type::F16x2,
        Type::BF16x2,
    ];

    /// Bits of the register; 1 for a predicate.
    pub const fn bits(self) -> u32 {
        match self {
            Type::I1 => 1,
            Type::I16 | Type::F16 | Type::BF16 => 16,
            Type::I32 | Type::F32 | Type::F16x2 | Type::BF16x2 => 32,
            Type::I64 | Type::F64 => 64,
            Type::Ptr(space) => space.bits(),
        }
    }

    /// The format of its number; `None` for addresses and pairs.
    pub const fn scalar(self) -> Option<Scalar> {
        match self {
            Type::I1 => Some(Scalar::I1),
            Type::I16 => Some(Scalar::I16),
            Type::I32 => Some(Scalar::I32),
            Type::I64 => Some(Scalar::I64),
            Type::F16 => Some(Scalar::F16),
            Type::BF16 => Some(Scalar::BF16),
            Type::F32 => Some(Scalar::F32),
            Type::F64 => Some(Scalar::F64),
            Type::F16x2 | Type::BF16x2 | Type::Ptr(_) => None,
        }
    }

    /// The word of a type that is no address.
    const fn word(self) -> &'static str {
        match self {
            Type::I1 => "i1",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::F16 => "f16",
            Type::BF16 => "bf16",
            Type::F32 => "f32",
            Type::F64 => "f64",
            Type::F16x2 => "f16x2",
            Type::BF16x2 => "bf16x2",
            Type::Ptr(_) => "ptr",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Ptr(space) => write!(f, "ptr<{}>", space.name()),
            plain => f.write_str(plain.word()),
        }
    }
}

/// True when a field of the constraint takes the type.
pub(crate) fn admits(constraint: Constraint, ty: Type) -> bool {
    let int = matches!(ty, Type::I1 | Type::I16 | Type::I32 | Type::I64);
    let ptr = matches!(ty, Type::Ptr(_));
    match constraint {
        Constraint::Any | Constraint::Data => true,
        Constraint::Int => int,
        Constraint::Float => !int && !ptr,
        Constraint::Number => !ptr,
        Constraint::Bool => ty == Type::I1,
        Constraint::Ptr => ptr,
        Constraint::Index => int,
        Constraint::Memref | Constraint::Token | Constraint::Buffer | Constraint::Handle => false,
    }
}

/// Reads a type of level 4.
pub(crate) fn read<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Type> {
    let token = r.expect(Kind::Word, "a type")?;
    let word = r.str_of(token.span()).to_owned();
    if word == "ptr" {
        r.expect(Kind::Less, "'<'")?;
        let token = r.expect(Kind::Word, "a state space")?;
        let name = r.str_of(token.span()).to_owned();
        let Some(space) = Space::ALL.into_iter().find(|space| space.name() == name) else {
            return Err(r.error_at(
                code::UNKNOWN_TYPE,
                token.span(),
                format!("'{name}' is no state space"),
                "unknown",
            ));
        };
        r.expect(Kind::Greater, "'>'")?;
        return Ok(Type::Ptr(space));
    }
    match Type::PLAIN.into_iter().find(|ty| ty.word() == word) {
        Some(ty) => Ok(ty),
        None => Err(r.error_at(code::UNKNOWN_TYPE, token.span(), format!("'{word}' is no type"), "unknown")),
    }
}
