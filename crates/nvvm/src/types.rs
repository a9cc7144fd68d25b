//! Types of level 4: contents of registers.

use std::fmt;

use ir::generic::{Constraint, GenericLevel};
use ir::text::{Kind, Parse, Reader, code};
use numerics::Scalar;

/// State spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Any of the others, distinguished by the address: 64 bits.
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
    /// Shared memory of the thread blocks of a cluster: 32 bits. An address in the memory of the own thread block is one, too.
    Cluster,
}

impl Space {
    /// Every space.
    pub const ALL: [Space; 7] = [
        Space::Generic,
        Space::Global,
        Space::Shared,
        Space::Local,
        Space::Const,
        Space::Param,
        Space::Cluster,
    ];

    /// The word in types.
    pub const fn name(self) -> &'static str {
        match self {
            Space::Generic => "generic",
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Local => "local",
            Space::Const => "const",
            Space::Param => "param",
            Space::Cluster => "cluster",
        }
    }

    /// Width of an address.
    pub const fn bits(self) -> u32 {
        match self {
            Space::Shared | Space::Local | Space::Cluster => 32,
            Space::Generic | Space::Global | Space::Const | Space::Param => 64,
        }
    }
}

/// Several registers of one type that are one value: sums of a product, a fragment of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Registers {
    count: u16,
    element: Element,
}

/// The type of each of several registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// 32 bits.
    I32,
    /// binary32.
    F32,
    /// Two binary16.
    F16x2,
    /// Two bfloat16.
    BF16x2,
}

impl Element {
    /// Every element.
    pub const ALL: [Element; 4] = [Element::I32, Element::F32, Element::F16x2, Element::BF16x2];

    /// The type of one register.
    pub const fn ty(self) -> Type {
        match self {
            Element::I32 => Type::I32,
            Element::F32 => Type::F32,
            Element::F16x2 => Type::F16x2,
            Element::BF16x2 => Type::BF16x2,
        }
    }

    /// The element of this type, if registers of it can be one value.
    pub fn of(ty: Type) -> Option<Element> {
        Element::ALL.into_iter().find(|element| element.ty() == ty)
    }
}

impl Registers {
    /// Registers of one value, at most: as many as an instruction of tensor memory moves.
    pub const LIMIT: u16 = 256;

    /// The given number of registers; `None` for 0 and for more than [`Registers::LIMIT`].
    pub const fn new(count: u16, element: Element) -> Option<Registers> {
        if count >= 1 && count <= Registers::LIMIT { Some(Registers { count, element }) } else { None }
    }

    /// How many there are.
    pub const fn count(self) -> u16 {
        self.count
    }

    /// The type of each.
    pub const fn element(self) -> Type {
        self.element.ty()
    }
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}x{}>", self.count, self.element.ty())
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
    /// Two binary32, the first in the low half.
    F32x2,
    /// An address.
    Ptr(Space),
    /// Several registers as one value.
    Registers(Registers),
    /// Sums of products that may be in flight: the registers belong to the tensor core, which reads and writes them, until a
    /// wait gives them back as [`Type::Registers`].
    Pending(Registers),
}

impl Type {
    /// Every type of one register that is no address.
    pub const PLAIN: [Type; 11] = [
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
        Type::F32x2,
    ];

    /// Bits of the register; 1 for a predicate. Of several registers, the bits of each.
    pub const fn bits(self) -> u32 {
        match self {
            Type::I1 => 1,
            Type::I16 | Type::F16 | Type::BF16 => 16,
            Type::I32 | Type::F32 | Type::F16x2 | Type::BF16x2 => 32,
            Type::I64 | Type::F64 | Type::F32x2 => 64,
            Type::Ptr(space) => space.bits(),
            Type::Registers(registers) | Type::Pending(registers) => registers.element().bits(),
        }
    }

    /// The type of each of the two numbers of a pair.
    pub const fn of_pair(self) -> Option<Type> {
        match self {
            Type::F16x2 => Some(Type::F16),
            Type::BF16x2 => Some(Type::BF16),
            Type::F32x2 => Some(Type::F32),
            _ => None,
        }
    }

    /// The registers of a value that has several.
    pub const fn registers(self) -> Option<Registers> {
        match self {
            Type::Registers(registers) | Type::Pending(registers) => Some(registers),
            _ => None,
        }
    }

    /// The type of each register of a value: its own, where it has one.
    pub const fn element(self) -> Type {
        match self.registers() {
            Some(registers) => registers.element(),
            None => self,
        }
    }

    /// How many registers hold a value.
    pub const fn count(self) -> u16 {
        match self.registers() {
            Some(registers) => registers.count,
            None => 1,
        }
    }

    /// The format of its number, and of that of each of several registers; `None` for addresses and pairs.
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
            Type::F16x2
            | Type::BF16x2
            | Type::F32x2
            | Type::Ptr(_)
            | Type::Registers(_)
            | Type::Pending(_) => None,
        }
    }

    /// The word that the text of the type begins with.
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
            Type::F32x2 => "f32x2",
            Type::Ptr(_) => "ptr",
            Type::Registers(_) => "regs",
            Type::Pending(_) => "pending",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Ptr(space) => write!(f, "ptr<{}>", space.name()),
            Type::Registers(registers) | Type::Pending(registers) => {
                write!(f, "{}{registers}", self.word())
            }
            plain => f.write_str(plain.word()),
        }
    }
}

/// True when a field of the constraint takes the type.
pub(crate) fn admits(constraint: Constraint, ty: Type) -> bool {
    let int = matches!(ty, Type::I1 | Type::I16 | Type::I32 | Type::I64);
    let ptr = matches!(ty, Type::Ptr(_));
    let one = ty.registers().is_none();
    match constraint {
        Constraint::Any => true,
        Constraint::Data => one,
        Constraint::Int => int,
        Constraint::Float => one && !int && !ptr,
        Constraint::Number => one && !ptr,
        Constraint::Bool => ty == Type::I1,
        Constraint::Ptr => ptr,
        Constraint::Index => int,
        Constraint::Handle => !one,
        Constraint::Memref | Constraint::Token | Constraint::Buffer => false,
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
    if word == "regs" || word == "pending" {
        let registers = read_registers(r)?;
        return Ok(if word == "regs" { Type::Registers(registers) } else { Type::Pending(registers) });
    }
    match Type::PLAIN.into_iter().find(|ty| ty.word() == word) {
        Some(ty) => Ok(ty),
        None => Err(r.error_at(code::UNKNOWN_TYPE, token.span(), format!("'{word}' is no type"), "unknown")),
    }
}

/// `<128xf32>`: the lexer sees `128`, then `xf32`.
fn read_registers<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Registers> {
    r.expect(Kind::Less, "'<'")?;
    let count = r.expect(Kind::Int, "the number of registers")?;
    let element = r.expect(Kind::Word, "'x' and the type of each")?;
    r.expect(Kind::Greater, "'>'")?;
    let word = r.str_of(element.span()).strip_prefix('x');
    let element_type = Element::ALL.into_iter().find(|known| word == Some(known.ty().word()));
    let number = r.str_of(count.span()).parse().ok();
    match number.zip(element_type).and_then(|(number, element)| Registers::new(number, element)) {
        Some(registers) => Ok(registers),
        None => Err(r.error_at(
            code::INVALID_TYPE,
            count.span().to(element.span()),
            format!("a value has 1 to {} registers of i32, f32, f16x2 or bf16x2", Registers::LIMIT),
            "not these",
        )),
    }
}
