//! Counted properties of an execution of an instruction by a warp, from its modifiers.

use ptx::module::{Instruction, Operand};
use ptx::{Effect, Family, InstructionClass, Modifier};

use super::{Moved, Path};
use crate::matrix::element::Element;
use crate::matrix::instruction::Kind;

/// The kind of a matrix product, by the type of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is the type or kind it is called after")]
pub enum Product {
    F16,
    Bf16,
    Tf32,
    F64,
    /// e4m3 and e5m2.
    F8,
    /// u8 and s8.
    I8,
    /// u4 and s4.
    I4,
    B1,
    F8f6f4,
    Mxf8f6f4,
    Mxf4,
    Mxf4nvf4,
}

impl Product {
    /// Every one of them.
    pub const ALL: [Product; 12] = [
        Product::F16,
        Product::Bf16,
        Product::Tf32,
        Product::F64,
        Product::F8,
        Product::I8,
        Product::I4,
        Product::B1,
        Product::F8f6f4,
        Product::Mxf8f6f4,
        Product::Mxf4,
        Product::Mxf4nvf4,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Product::F16 => "f16",
            Product::Bf16 => "bf16",
            Product::Tf32 => "tf32",
            Product::F64 => "f64",
            Product::F8 => "f8",
            Product::I8 => "i8",
            Product::I4 => "i4",
            Product::B1 => "b1",
            Product::F8f6f4 => "f8f6f4",
            Product::Mxf8f6f4 => "mxf8f6f4",
            Product::Mxf4 => "mxf4",
            Product::Mxf4nvf4 => "mxf4nvf4",
        }
    }

    /// That of a kind of `tcgen05.mma`.
    pub(crate) const fn of_kind(kind: Kind) -> Product {
        match kind {
            Kind::F16 => Product::F16,
            Kind::Tf32 => Product::Tf32,
            Kind::F8f6f4 => Product::F8f6f4,
            Kind::I8 => Product::I8,
            Kind::Mxf8f6f4 => Product::Mxf8f6f4,
            Kind::Mxf4 => Product::Mxf4,
            Kind::Mxf4nvf4 => Product::Mxf4nvf4,
        }
    }

    const fn of_element(element: Element) -> Product {
        match element {
            Element::F16 => Product::F16,
            Element::Bf16 => Product::Bf16,
            Element::Tf32 => Product::Tf32,
            Element::F64 => Product::F64,
            Element::E4m3 | Element::E5m2 => Product::F8,
            Element::E3m2 | Element::E2m3 | Element::E2m1 => Product::F8f6f4,
            Element::U8 | Element::S8 => Product::I8,
            Element::U4 | Element::S4 => Product::I4,
            Element::B1 => Product::B1,
        }
    }
}

/// Counts for one execution by a warp.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// Products: additions and multiplications.
    pub(super) product: Option<(Product, u64)>,
    /// Bytes that it moves, which no access tells of.
    pub(super) moved: Option<(Path, Moved)>,
    /// How its requests to shared memory are divided is not published.
    pub(super) divided: bool,
    /// It accesses shared memory of other blocks asynchronously, without bulk copies.
    pub(super) remote: bool,
}

impl Facts {
    pub(super) fn of(instruction: &Instruction) -> Facts {
        let facts = Facts::default();
        let opcode = instruction.opcode();
        let (class, effects) = (InstructionClass::of(instruction), opcode.effects());
        match opcode.family() {
            Family::Mma | Family::Wmma if class == InstructionClass::Matrix => {
                Facts { product: warp_product(instruction), ..facts }
            }
            // How `wmma` divides its accesses is not published.
            Family::Wmma => Facts { divided: true, ..facts },
            Family::Wgmma if class == InstructionClass::Matrix && effects.has(Effect::Read) => {
                Facts { product: warpgroup_product(instruction), moved: operands(instruction), ..facts }
            }
            Family::Tcgen05 if class == InstructionClass::TensorMemory => {
                Facts { moved: tensor_memory(instruction), ..facts }
            }
            // `st.async` and `red.async` go straight to the memory of another block.
            Family::AsyncCopy => {
                Facts { remote: effects.has(Effect::Async) && class != InstructionClass::Copy, ..facts }
            }
            _ => facts,
        }
    }
}

/// Bytes that an instruction moves in tensor memory: a load or store those of the registers of its lanes, a copy those of
/// its shape.
fn tensor_memory(instruction: &Instruction) -> Option<(Path, Moved)> {
    let effects = instruction.opcode().effects();
    let accesses = effects.any(&[Effect::Read, Effect::Write]) && effects.has(Effect::Async);
    let moved = match (effects.has(Effect::Read), effects.has(Effect::Write)) {
        _ if !accesses => return None,
        (true, false) => Moved { read: registers(instruction, "d"), written: 0 },
        (false, _) => Moved { read: 0, written: registers(instruction, "b") },
        (true, true) => Moved { read: 0, written: copied(instruction)? },
    };
    Some((Path::Tensor, moved))
}

/// The element of A, which decides the rate: the modifiers name it, or it is f16.
fn element(instruction: &Instruction) -> Element {
    let mut named =
        instruction.modifiers.iter().flatten().filter_map(|modifier| Element::named(modifier.text()));
    let other = named.find(|&element| element != Element::F16);
    other.unwrap_or(Element::F16)
}

fn shape(instruction: &Instruction) -> Option<(u64, u64, u64)> {
    let (m, n, k) = instruction.modifiers.iter().flatten().find_map(|modifier| modifier.shape())?;
    Some((u64::from(m), u64::from(n), u64::from(k)))
}

fn kind(instruction: &Instruction) -> Product {
    let named = instruction.modifiers.iter().flatten().find_map(|modifier| Kind::named(modifier.text()));
    named.map_or_else(|| Product::of_element(element(instruction)), Product::of_kind)
}

fn warp_product(instruction: &Instruction) -> Option<(Product, u64)> {
    let (m, n, k) = shape(instruction)?;
    // The oldest shape of f16 is computed by each of four groups of lanes.
    let four = (m, n, k) == (8, 8, 4) && element(instruction) == Element::F16;
    Some((kind(instruction), 2 * m * n * k * if four { 4 } else { 1 }))
}

/// A quarter of the product of four warps.
fn warpgroup_product(instruction: &Instruction) -> Option<(Product, u64)> {
    let (m, n, k) = shape(instruction)?;
    Some((kind(instruction), 2 * (m / 4) * n * k))
}

/// A quarter of what four warps have read of shared memory.
fn operands(instruction: &Instruction) -> Option<(Path, Moved)> {
    let (m, n, k) = shape(instruction)?;
    let a_in_registers = matches!(instruction.operand("a"), Some(Operand::Vector(_)));
    let lines = if a_in_registers { n } else { m + n };
    let bits = lines * k * u64::from(element(instruction).bits());
    Some((Path::Operands, Moved { read: bits / 8 / 4, written: 0 }))
}

/// Bytes of the registers of a warp that an operand names.
fn registers(instruction: &Instruction, name: &str) -> u64 {
    let count = match instruction.operand(name) {
        Some(Operand::Vector(elements)) => elements.len(),
        _ => 1,
    };
    128 * count as u64
}

/// Bytes that `tcgen05.cp` writes; `tcgen05.shift`, which has no shape, moves what is in tensor memory already.
fn copied(instruction: &Instruction) -> Option<u64> {
    let shape = instruction.modifiers.iter().flatten().find_map(|modifier| {
        let (rows, bits) = modifier.text().strip_suffix('b')?.split_once('x')?;
        Some(rows.parse::<u64>().ok()? * bits.parse::<u64>().ok()? / 8)
    });
    let times = |modifier: &Modifier| match modifier {
        Modifier::Warpx4 => 4,
        _ if modifier.text().starts_with("warpx2") => 2,
        Modifier::CtaGroup2 => 2,
        _ => 1,
    };
    let times: u64 = instruction.modifiers.iter().flatten().map(times).product();
    shape.map(|bytes| bytes * times)
}
