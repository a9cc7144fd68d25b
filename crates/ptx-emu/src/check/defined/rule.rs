//! Dependence of the bits of an instruction's results on those of its operands.

use std::fmt;

use ptx::module::{Body, Immediate, Instruction, Operand};
use ptx::{Class, Effect, Family, Field, Modifier, Opcode, Type};

use crate::arithmetic::{self, Compute, From, Kernel, Stored, shuffle_from};

/// How undefined bits pass from operands to results.
pub(super) enum Rule {
    /// Each result has the bits of the operand of its number.
    Each,
    /// The operands side by side, `bits` bits each, the first one lowest.
    Pack { bits: u32 },
    /// The other way around.
    Unpack { bits: u32 },
    /// Bit by bit a function of three: for `a`, `b`, `c` the bit `4 a + 2 b + c` of a table.
    Table(u8),
    /// The kernel moves bits of some operands, as a mask of the others determines.
    Moves { kernel: Kernel, steering: u8 },
    /// One of two operands, by a third.
    Select,
    /// A bit depends on those of its place and below it: sums and the low halves of products.
    Below,
    /// A part of `bits` bits depends on the same parts of the operands.
    Parts { bits: u32 },
    /// An element of `to` bits depends on the element of its number, which has another size.
    Elements { from: u32, to: u32 },
    /// Elements of `bits` bits, each of an operand: the last one lowest.
    Join { bits: u32 },
    /// Are two operands equal? Known as soon as a defined bit differs.
    Equal,
    /// Every bit depends on every bit.
    Any,
    /// The bits of another lane.
    Shuffle(From),
    /// A bit for each lane.
    Ballot,
    /// Every bit depends on those of all lanes.
    Lanes,
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Each => "Each",
            Rule::Pack { .. } => "Pack",
            Rule::Unpack { .. } => "Unpack",
            Rule::Table(_) => "Table",
            Rule::Moves { .. } => "Moves",
            Rule::Select => "Select",
            Rule::Below => "Below",
            Rule::Parts { .. } => "Parts",
            Rule::Elements { .. } => "Elements",
            Rule::Join { .. } => "Join",
            Rule::Equal => "Equal",
            Rule::Any => "Any",
            Rule::Shuffle(_) => "Shuffle",
            Rule::Ballot => "Ballot",
            Rule::Lanes => "Lanes",
        })
    }
}

impl Rule {
    /// The rule of an instruction; `None` where every operand is put to use, and results are defined whatever it reads.
    pub(super) fn of(instruction: &Instruction, body: &Body) -> Option<Rule> {
        let has = |modifier| instruction.has(modifier);
        Some(match instruction.opcode() {
            Opcode::Mov => return moves(instruction),
            Opcode::And => Rule::Table(0xc0),
            Opcode::Or => Rule::Table(0xfc),
            Opcode::Xor => Rule::Table(0x3c),
            Opcode::Not => Rule::Table(0x0f),
            Opcode::Lop3 => match instruction.operands.get(4) {
                Some(&Operand::Immediate(Immediate::Int(table))) => Rule::Table(table as u8),
                _ => Rule::Any,
            },
            Opcode::Shl | Opcode::Shr => by_kernel(instruction, body, 0b10),
            Opcode::Shf | Opcode::Prmt => by_kernel(instruction, body, 0b100),
            Opcode::Bfe => by_kernel(instruction, body, 0b110),
            Opcode::Bfi => by_kernel(instruction, body, 0b1100),
            Opcode::Brev => by_kernel(instruction, body, 0),
            Opcode::Cvt => conversion(instruction, body),
            Opcode::Selp => Rule::Select,
            Opcode::Setp if equality(instruction) => Rule::Equal,
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Mad | Opcode::Mul24 | Opcode::Mad24 => {
                arithmetic(instruction)
            }
            Opcode::AddCc | Opcode::Addc | Opcode::SubCc | Opcode::Subc | Opcode::Madc
                if !has(Modifier::Hi) =>
            {
                Rule::Below
            }
            Opcode::Fma
            | Opcode::Min
            | Opcode::Max
            | Opcode::Abs
            | Opcode::Neg
            | Opcode::Ex2
            | Opcode::Tanh => part(instruction).unwrap_or(Rule::Any),
            Opcode::Shfl | Opcode::ShflSync => Rule::Shuffle(shuffle_from(instruction.modifier(Field::Mode))),
            Opcode::Vote | Opcode::VoteSync if instruction.modifier(Field::Mode).is_none() => Rule::Ballot,
            // Lanes exchange numbers here; the active lanes do not depend on the bits.
            opcode if opcode.family() == Family::WarpCollective && !opcode.effects().has(Effect::State) => {
                Rule::Lanes
            }
            opcode if opcode.effects().is_pure() => Rule::Any,
            _ => return None,
        })
    }

    /// Do bits pass between lanes?
    pub(super) const fn crosses_lanes(&self) -> bool {
        matches!(self, Rule::Shuffle(_) | Rule::Ballot | Rule::Lanes)
    }
}

/// The types among the modifiers, by their names and in their order.
fn types(instruction: &Instruction) -> Vec<Type> {
    instruction.modifiers.iter().flatten().filter_map(|modifier| Type::named(modifier.text())).collect()
}

fn moves(instruction: &Instruction) -> Option<Rule> {
    let whole = types(instruction).first().map_or(0, |of| of.bits());
    let bits = |elements: &[Operand]| whole / (elements.len() as u32).max(1);
    Some(match (instruction.operand("d")?, instruction.operand("a")?) {
        (Operand::Vector(_), Operand::Vector(_)) => Rule::Each,
        (Operand::Vector(elements), _) => Rule::Unpack { bits: bits(elements) },
        (_, Operand::Vector(elements)) => Rule::Pack { bits: bits(elements) },
        _ => Rule::Each,
    })
}

/// Instructions that move bits also move the state of these bits.
fn by_kernel(instruction: &Instruction, body: &Body, steering: u8) -> Rule {
    let mut stored = Stored::of_types(instruction);
    if instruction.opcode() == Opcode::Cvt {
        let width = |name| match instruction.operand(name) {
            Some(Operand::Register(register)) => Some(body.register_type(*register).bits()),
            _ => None,
        };
        stored.d = width("d").unwrap_or(stored.d);
        stored.a = width("a").unwrap_or(stored.a);
    }
    match arithmetic::select(instruction, stored) {
        Some(Compute::Map(kernel)) => Rule::Moves { kernel, steering },
        _ => Rule::Any,
    }
}

fn arithmetic(instruction: &Instruction) -> Rule {
    if let Some(part) = part(instruction) {
        return part;
    }
    let whole = types(instruction).iter().all(|of| of.class() == Class::Integer);
    let exact = !instruction.has(Modifier::Hi) && !instruction.has(Modifier::Sat);
    if whole && exact { Rule::Below } else { Rule::Any }
}

/// Of pairs each half for itself.
fn part(instruction: &Instruction) -> Option<Rule> {
    let first = instruction
        .modifiers
        .iter()
        .flatten()
        .map(|modifier| modifier.text())
        .find(|text| text.ends_with("x2"));
    let bits = match first? {
        "f16x2" | "bf16x2" | "u16x2" | "s16x2" => 16,
        "f32x2" => 32,
        _ => return None,
    };
    Some(Rule::Parts { bits })
}

/// Is it a comparison of whole numbers for being equal, combined with nothing?
fn equality(instruction: &Instruction) -> bool {
    let equal = instruction.has(Modifier::Eq) || instruction.has(Modifier::Ne);
    let alone = instruction.operand("c").is_none();
    let whole = types(instruction).iter().all(|of| matches!(of.class(), Class::Integer | Class::Bits));
    equal && alone && whole
}

/// Bits of an element of a packed type, and whether there are two of them.
fn element(name: &str) -> Option<(u32, bool)> {
    let (one, two) = name.strip_suffix("x2").map_or((name, false), |one| (one, true));
    let bits = match one {
        "f32" | "tf32" => 32,
        "f16" | "bf16" => 16,
        "e4m3" | "e5m2" | "e2m3" | "e3m2" | "ue8m0" => 8,
        "e2m1" => 4,
        _ => return None,
    };
    Some((bits, two))
}

fn conversion(instruction: &Instruction, body: &Body) -> Rule {
    let types = types(instruction);
    let whole = types.len() == 2 && types.iter().all(|of| of.class() == Class::Integer);
    if whole && !instruction.has(Modifier::Sat) {
        return by_kernel(instruction, body, 0);
    }
    let names = instruction.modifiers.iter().flatten();
    let elements: Vec<_> = names.filter_map(|modifier| element(modifier.text())).collect();
    let sources = instruction.operands.len() - 1;
    match (elements.as_slice(), sources) {
        ([(to, true), (32, false)], 2) => Rule::Join { bits: *to },
        ([(to, true), (from, true)], 1) => Rule::Elements { from: *from, to: *to },
        _ => Rule::Any,
    }
}
