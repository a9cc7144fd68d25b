//! Bounds precheck: compares buffers with the views of a program, as far as these are known before a launch.
//!
//! An entry that describes the memory of a parameter by `make_tensor_view`, with extents and strides that are constants or
//! parameters, states that this memory exists. Only views that every tile block creates count: those in the entry's own block.
//! Extents and strides are unsigned, so a negative argument is an error, too.

use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::{DYNAMIC, TensorViewType};
use cuda_tile::{Attr, Module};
use diag::Diagnostic;
use ir::{Op, SlotValue, Value, ValueDef};
use launch::Argument;
use launch::arg::Bound;
use numerics::int;

use crate::codes;
use crate::entry::Entry;

/// Checks the views of an entry against the buffers of its arguments.
///
/// # Errors
/// The first view that describes more memory than its buffer has.
pub(crate) fn check(module: &Module, entry: &Entry, bound: &Bound) -> Result<(), Diagnostic> {
    let sizes = |buffer: usize| {
        let buffer = &bound.buffers[buffer].buffer;
        let devices = if buffer.is_multicast() { buffer.shape()[0] as usize } else { 1 };
        (buffer.view().len() / devices, buffer.bytes().len() / devices)
    };
    Views::new(module, entry).check(module, &bound.args, &sizes)
}

/// Elements and bytes of a buffer, by its number.
type Sizes<'a> = dyn Fn(usize) -> (usize, usize) + 'a;

/// The views of an entry that are checked.
#[derive(Debug)]
pub(crate) struct Views {
    params: Vec<Value>,
    ops: Vec<Op>,
}

impl Views {
    /// Finds them.
    pub(crate) fn new(module: &Module, entry: &Entry) -> Views {
        let Some(block) = module.block(entry.op, fields::entry::body) else {
            return Views { params: Vec::new(), ops: Vec::new() };
        };
        let views = module.body.block_ops(block).filter(|&op| module.opcode(op) == Opcode::MakeTensorView);
        Views { params: module.body.block_args(block).iter().collect(), ops: views.collect() }
    }

    /// Checks them against the arguments of a launch.
    ///
    /// # Errors
    /// The first view that describes more memory than its buffer has.
    pub(crate) fn check(
        &self,
        module: &Module,
        args: &[Argument],
        sizes: &Sizes<'_>,
    ) -> Result<(), Diagnostic> {
        let known = Known { module, params: &self.params, args, sizes };
        self.ops.iter().try_for_each(|&op| known.check_view(op))
    }
}

/// The known values of a launch.
struct Known<'a> {
    module: &'a Module,
    params: &'a [Value],
    args: &'a [Argument],
    sizes: &'a Sizes<'a>,
}

/// A number of a view, as far as it is known.
enum Number {
    /// Known.
    Is(u64),
    /// A negative one, by a parameter.
    Negative(usize, i64),
    /// The program computes it.
    Unknown,
}

impl Known<'_> {
    fn check_view(&self, op: Op) -> Result<(), Diagnostic> {
        use fields::make_tensor_view as f;
        let base = self.origin(self.module.operand(op, f::base));
        let Some(position) = self.params.iter().position(|&param| param == base) else { return Ok(()) };
        let Some(&Argument::Pointer { buffer, offset }) = self.args.get(position) else {
            return Ok(());
        };
        let Some(ty) = self.module.ty(self.module.body.result(op, 0)).as_tensor_view() else { return Ok(()) };
        let extents = self.numbers(ty.shape(), self.module.operands(op, f::dynamicShape));
        let strides = self.numbers(ty.strides(), self.module.operands(op, f::dynamicStrides));
        let extents = extents.map_err(|(by, value)| self.negative(op, position, "an extent", by, value))?;
        let strides = strides.map_err(|(by, value)| self.negative(op, position, "a stride", by, value))?;
        let (Some(extents), Some(strides)) = (extents, strides) else { return Ok(()) };
        let (found, bytes) = (self.sizes)(buffer);
        let needed = span(&extents, &strides).saturating_mul(ty.elem().storage_bits().into());
        if needed.div_ceil(8).saturating_add(offset.into()) <= bytes as u128 {
            return Ok(());
        }
        Err(self.too_small(op, position, found, ty, [&extents, &strides]))
    }

    fn too_small(
        &self,
        op: Op,
        position: usize,
        found: usize,
        ty: &TensorViewType,
        [extents, strides]: [&[u64]; 2],
    ) -> Diagnostic {
        let name = self.name(position);
        let list = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let needed = span(extents, strides);
        let message = format!(
            "the buffer of {name} has {found} elements, but the entry views it as {}[{}] with strides [{}], which takes {needed}",
            ty.elem(),
            list(extents),
            list(strides),
        );
        let help = "give a larger buffer, or the extents that the buffer has";
        self.at(op, Diagnostic::error(codes::ARGUMENT, message).help(help))
    }

    fn negative(&self, op: Op, position: usize, what: &str, by: usize, value: i64) -> Diagnostic {
        let (viewed, given) = (self.name(position), self.name(by));
        let message = format!(
            "the entry views the buffer of {viewed} with {what} of {value} (by {given}), but extents and strides are unsigned"
        );
        let help = "pass a copy whose elements are in forward order, and its strides";
        self.at(op, Diagnostic::error(codes::ARGUMENT, message).help(help))
    }

    /// "argument 1 (`%x`)".
    fn name(&self, position: usize) -> String {
        match self.module.body.name(self.params[position]) {
            Some(name) => format!("argument {} (`%{}`)", position + 1, self.module.text(name)),
            None => format!("argument {}", position + 1),
        }
    }

    fn at(&self, op: Op, diagnostic: Diagnostic) -> Diagnostic {
        match self.module.place(op) {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        }
    }

    /// Constants and numbers of the launch, if they are all known.
    ///
    /// # Errors
    /// A negative number, and the parameter that gives it.
    fn numbers(&self, dims: &[i64], dynamic: &[Value]) -> Result<Option<Vec<u64>>, (usize, i64)> {
        let mut dynamic = dynamic.iter();
        let mut known = Vec::with_capacity(dims.len());
        for &dim in dims {
            let number = match dim {
                DYNAMIC => dynamic.next().map_or(Number::Unknown, |&value| self.number(value)),
                dim => Number::Is(dim as u64),
            };
            match number {
                Number::Is(number) => known.push(number),
                Number::Negative(position, value) => return Err((position, value)),
                Number::Unknown => return Ok(None),
            }
        }
        Ok(Some(known))
    }

    fn number(&self, value: Value) -> Number {
        let value = self.origin(value);
        if let Some(position) = self.params.iter().position(|&param| param == value) {
            let Some(&Argument::Scalar { ty, bits }) = self.args.get(position) else {
                return Number::Unknown;
            };
            let number = int::sign_extend(ty, bits);
            return u64::try_from(number).map_or(Number::Negative(position, number), Number::Is);
        }
        let ValueDef::Result(op, _) = self.module.body.def(value) else { return Number::Unknown };
        if self.module.opcode(op) != Opcode::Constant {
            return Number::Unknown;
        }
        let SlotValue::Interned(id) = self.module.attr(op, fields::constant::value).get() else {
            return Number::Unknown;
        };
        let Attr::Dense(dense) = self.module.attrs.get(id) else { return Number::Unknown };
        Number::Is(dense.bits(0))
    }

    /// The operand of an assumption.
    fn origin(&self, mut value: Value) -> Value {
        while let ValueDef::Result(op, _) = self.module.body.def(value)
            && self.module.opcode(op) == Opcode::Assume
        {
            value = self.module.operand(op, fields::assume::value);
        }
        value
    }
}

/// Elements from the first one of a tensor to the last one, both included; a stride that the buffer cannot hold saturates.
fn span(extents: &[u64], strides: &[u64]) -> u128 {
    if extents.contains(&0) {
        return 0;
    }
    let far = |(&extent, &stride): (&u64, &u64)| u128::from(extent - 1) * u128::from(stride);
    extents.iter().zip(strides).map(far).fold(1, u128::saturating_add)
}
