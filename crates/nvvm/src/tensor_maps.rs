//! Tensor maps of kernels: parameters after those of the kernel, and what a launcher fills them with.
//!
//! A `tensor_map` op is made of the kernel's parameters and of constants, so a launcher that has the arguments has all that it
//! needs. Each op is a parameter of 128 bytes, in the order of the ops; equal ones were joined before as any pure ops are.

use ir::walk::preorder;
use ir::{Op, Value, ValueDef};

use crate::attrs::MapElement;
use crate::ops::fields;
use crate::{Module, Opcode, constant};

/// A tensor map of a kernel. Dimensions begin with the innermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// What an element is.
    pub element: MapElement,
    /// The parameter of the kernel that is the address of the memory, by its number.
    pub base: u32,
    /// Bytes from there to the first element.
    pub offset: i64,
    /// Elements along each dimension.
    pub extents: Vec<Extent>,
    /// Elements from one index of a dimension to the next, but for the innermost, where it is 1.
    pub strides: Vec<Extent>,
    /// Elements of a box along each dimension.
    pub box_shape: Vec<u32>,
    /// Bytes over which a box is swizzled in shared memory; 0 where it is not.
    pub swizzle: u32,
    /// Elements outside are read as NaN, else as zeros.
    pub nan: bool,
}

/// A number that the launcher knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// This one.
    Constant(i64),
    /// The parameter of the kernel of this number, which is an integer.
    Parameter(u32),
}

/// The tensor maps of a kernel with their ops, in the order of the parameters.
pub fn of_kernel(module: &Module, func: Op) -> Vec<(Op, TensorMap)> {
    let ops = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::TensorMap);
    // The verifier has found that each of them can be described.
    ops.filter_map(|op| Some((op, describe(module, op).ok()?))).collect()
}

/// What a `tensor_map` op says.
///
/// # Errors
/// When something is not made of parameters and constants.
pub fn describe(module: &Module, op: Op) -> Result<TensorMap, String> {
    use fields::tensor_map as f;
    let (base, offset) = address(module, module.operand(op, f::base))
        .ok_or("its memory begins at a parameter of the kernel, plus a constant")?;
    let known = |field, what: &str| {
        let values = module.operands(op, field).iter();
        let numbers: Option<Vec<Extent>> = values.map(|&value| number(module, value)).collect();
        numbers.ok_or_else(|| format!("its {what} are parameters of the kernel or constants"))
    };
    let number_of = |extent: &i64| u32::try_from(*extent).unwrap_or(0);
    Ok(TensorMap {
        element: module.get(op, f::element),
        base,
        offset,
        extents: known(f::extents, "extents")?,
        strides: known(f::strides, "strides")?,
        box_shape: module.ints(op, f::box_shape).iter().map(number_of).collect(),
        swizzle: module.int(op, f::swizzle).as_ref().map_or(0, number_of),
        nan: module.flag(op, f::nan),
    })
}

/// The number of the parameter of the kernel that a value is.
fn parameter(module: &Module, value: Value) -> Option<u32> {
    let ValueDef::Arg(block, index) = module.body.def(value) else { return None };
    let func = module.body.block_op(block)?;
    (module.opcode(func) == Opcode::Func).then_some(index)
}

/// A parameter plus bytes.
fn address(module: &Module, value: Value) -> Option<(u32, i64)> {
    if let Some(index) = parameter(module, value) {
        return Some((index, 0));
    }
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::AddPtr)?;
    let (base, offset) = address(module, module.operand(op, fields::addptr::base))?;
    let moved = constant::signed(module, module.operand(op, fields::addptr::offset))?;
    let bytes = moved.checked_mul(module.int(op, fields::addptr::bytes).unwrap_or(1))?;
    Some((base, offset.checked_add(bytes)?))
}

/// A parameter, widened or not, or a constant.
fn number(module: &Module, value: Value) -> Option<Extent> {
    if let Some(bits) = constant::signed(module, value) {
        return Some(Extent::Constant(bits));
    }
    if let Some(index) = parameter(module, value) {
        return Some(Extent::Parameter(index));
    }
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::ExtI)?;
    number(module, module.operand(op, fields::exti::source))
}
