//! Variables: their space, type and initial value.

use super::Pointer;
use crate::types::Type;

/// The visibility of a name outside of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// `.extern`
    Extern,
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
    /// `.common`
    Common,
}

/// Memory spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Registers: a parameter of a device function.
    Reg,
    /// Parameters.
    Param,
    /// Memory of the block.
    Shared,
    /// Memory of the device.
    Global,
    /// Constant memory.
    Const,
    /// Memory of the thread.
    Local,
    /// Textures, as PTX before 1.5 declares them: `.tex .u32 t`.
    Tex,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its visibility outside of the module.
    pub linkage: Option<Linkage>,
    /// The state space that holds it.
    pub space: Space,
    /// Its alignment in bytes, if given.
    pub align: Option<u32>,
    /// Other modifiers between space and type: `managed`, `unified`.
    pub attributes: Vec<String>,
    /// The memory that a parameter points to: `.ptr .global .align 16`.
    pub pointer: Option<Pointer>,
    /// Elements of a vector type: 2 or 4.
    pub vector: Option<u32>,
    /// Type of an element.
    pub of: Type,
    /// Its name; empty for a parameter of a prototype.
    pub name: String,
    /// Its lengths, outermost first; `None` for `[]`.
    pub dims: Vec<Option<u64>>,
    /// Its initial value.
    pub init: Option<Init>,
}

/// The initial value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// A number.
    Value(Immediate),
    /// Values in braces.
    List(Vec<Init>),
    /// The address of a variable or function, plus bytes, as a generic address if requested, with one byte of it
    /// selected by a mask if given.
    Symbol {
        /// The name.
        name: String,
        /// Bytes to add.
        offset: i64,
        /// `generic(name)`.
        generic: bool,
        /// `0xFF(name)`.
        mask: Option<u64>,
    },
    /// Fields of a texture, sampler or surface: `{width = 16, filter_mode = nearest}`.
    Fields(Vec<(String, String)>),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Immediate {
    /// A whole number; above the largest `i64` as the negative of the same bits.
    Int(i64),
    /// A number of 32 bits, by its bits: `0f3F800000`.
    F32(u32),
    /// A number of 64 bits, by its bits: `0d3FF0000000000000`.
    F64(u64),
}

impl Variable {
    /// The same without what follows its name.
    pub(crate) fn unnamed(&self) -> Variable {
        Variable { name: String::new(), dims: Vec::new(), init: None, ..self.clone() }
    }

    /// Its size in bytes; `None` when a length is left open or the size has more than 63 bits.
    pub fn size(&self) -> Option<u64> {
        let element = u64::from(self.of.bytes()) * u64::from(self.vector.unwrap_or(1));
        self.dims.iter().try_fold(element, |size, dim| size.checked_mul((*dim)?))
    }

    /// Its alignment in bytes: the given one, or else that of an element or vector.
    pub fn alignment(&self) -> u32 {
        self.align.unwrap_or(self.of.bytes() * self.vector.unwrap_or(1))
    }
}
