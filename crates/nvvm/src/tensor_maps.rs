//! Tensor maps of kernels: parameters after those of the kernel, and their descriptions for launchers.
//!
//! A `tensor_map` op uses the kernel's parameters, constants, and sums, differences and products of these, so a launcher with
//! the arguments can create the map. Each op is a parameter of 128 bytes, in the order of the ops; equal ops were merged
//! before, like any pure ops.

use ir::walk::preorder;
use ir::{Op, Value, ValueDef};

use crate::attrs::MapElement;
use crate::ops::fields;
use crate::{Module, Opcode, constant};

/// A tensor map of a kernel. Dimensions begin with the innermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// The element type.
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
    /// Elements outside are read as NaN; otherwise as zeros.
    pub nan: bool,
}

/// A number that the launcher knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// This one.
    Constant(i64),
    /// The parameter of the kernel of this number, which is an integer.
    Parameter(u32),
    /// A value that the kernel computes from such numbers.
    Computed(Computed),
}

/// A number that is computed from others. If it is negative, or larger than a signed number of `bits`, there is no map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// How.
    pub by: Arithmetic,
    /// Of what; at least one number, the first of which others are subtracted from.
    pub of: Vec<Extent>,
    /// The width in which the kernel computes.
    pub bits: u32,
}

ir::attr_enums! {
    /// An operation that a launcher can compute.
    Arithmetic {
        /// All numbers together; of one number, this number in fewer bits.
        Sum "sum",
        /// The first number less the others.
        Difference "difference",
        /// All numbers multiplied.
        Product "product",
    }
}

/// Parameters and constants that a number is computed of, at most.
const MOST_NUMBERS: u32 = 16;

impl Extent {
    /// The numbers of the parameters that it depends on.
    pub fn parameters(&self) -> Vec<u32> {
        match self {
            Extent::Constant(_) => Vec::new(),
            Extent::Parameter(index) => vec![*index],
            Extent::Computed(computed) => computed.of.iter().flat_map(Extent::parameters).collect(),
        }
    }
}

/// The tensor maps of a kernel with their ops, in the order of the parameters.
pub fn of_kernel(module: &Module, func: Op) -> Vec<(Op, TensorMap)> {
    let ops = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::TensorMap);
    // The verifier has found that each of them can be described.
    ops.filter_map(|op| Some((op, describe(module, op).ok()?))).collect()
}

/// The tensor map of a `tensor_map` op.
///
/// # Errors
/// When something is not computed from parameters and constants.
pub fn describe(module: &Module, op: Op) -> Result<TensorMap, String> {
    use fields::tensor_map as f;
    let (base, offset) = address(module, module.operand(op, f::base))
        .ok_or("its memory begins at a parameter of the kernel, plus a constant")?;
    let known = |field, what: &str| {
        let values = module.operands(op, field).iter();
        let numbers: Option<Vec<Extent>> =
            values.map(|&value| number(module, value, &mut MOST_NUMBERS.clone())).collect();
        numbers.ok_or_else(|| {
            format!("its {what} are parameters of the kernel, constants, or sums, differences and products of up to {MOST_NUMBERS} of these")
        })
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

/// A parameter, a constant, or a number computed from these; none if it is computed from more than `left`.
fn number(module: &Module, value: Value, left: &mut u32) -> Option<Extent> {
    let known = constant::signed(module, value).map(Extent::Constant);
    if let Some(known) = known.or_else(|| parameter(module, value).map(Extent::Parameter)) {
        *left = left.checked_sub(1)?;
        return Some(known);
    }
    let op = module.body.def_op(value)?;
    let operands = module.body.operands(op);
    #[allow(clippy::wildcard_enum_match_arm, reason = "launchers compute a few ops alone")]
    let by = match module.opcode(op) {
        Opcode::ExtI => return number(module, operands[0], left),
        Opcode::TruncI | Opcode::AddI => Arithmetic::Sum,
        Opcode::SubI => Arithmetic::Difference,
        Opcode::MulI => Arithmetic::Product,
        Opcode::ShlI => return shifted(module, op, left),
        _ => return None,
    };
    let of = operands.iter().map(|&operand| number(module, operand, left)).collect::<Option<_>>()?;
    Some(Extent::Computed(Computed { by, of, bits: module.ty(value).bits() }))
}

/// A number times a power of two.
fn shifted(module: &Module, op: Op, left: &mut u32) -> Option<Extent> {
    use fields::shli::{lhs, rhs};
    let bits = module.ty(module.body.result(op, 0)).bits();
    let by = u32::try_from(constant::signed(module, module.operand(op, rhs))?).ok()?;
    let factor = 1i64.checked_shl(by).filter(|&factor| factor > 0 && by < bits)?;
    let of = vec![number(module, module.operand(op, lhs), left)?, Extent::Constant(factor)];
    Some(Extent::Computed(Computed { by: Arithmetic::Product, of, bits }))
}
