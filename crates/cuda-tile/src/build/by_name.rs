//! Ops by their place in the table, for front ends that learn it while they run.
//!
//! Everything that the table says is checked here, so that a mistake is found where it is made: how many values a field
//! takes and of which types, what an attribute holds. Whatever relates several ops is the verifier's.
//!
//! Result types that follow from operands may be left out.
//!
//! ```
//! use cuda_tile::Type;
//! use cuda_tile::build::by_name::{Request, build};
//! use cuda_tile::build::{add_entry, builder_at_end, new_module};
//! use cuda_tile::ops::Opcode;
//! use numerics::Scalar;
//!
//! let mut module = new_module("m");
//! let number = module.types.intern(Type::scalar_tile(Scalar::I32));
//! let (_, body) = add_entry(&mut module, "k", &[number]);
//! let x = module.body.block_args(body).get(0).unwrap();
//! let mut b = builder_at_end(&mut module, body);
//! let request = Request { operands: vec![vec![x], vec![x]], attrs: vec![None], results: vec![None] };
//! let sum = build(&mut b, Opcode::AddI, &request)?;
//! let lacking = Request { operands: vec![vec![x], vec![]], ..request };
//! assert_eq!(build(&mut b, Opcode::AddI, &lacking).unwrap_err(), "`rhs` of `addi` takes one value, not 0");
//! assert_eq!(module.ty(module.body.result(sum, 0)), &Type::scalar_tile(Scalar::I32));
//! # Ok::<(), String>(())
//! ```

use ir::build::Builder;
use ir::spec::{Arity, ValueSpec};
use ir::{Block, Field, Op, Value};

use super::attributes::{Context, slot};
use super::inference::{argument_types, result_types};
use crate::CudaTile;
use crate::ops::Opcode;

pub use super::request::Request;

/// Creates an op at the insertion point. Its regions have no ops yet ([`open`]).
///
/// # Errors
/// A sentence about the part that does not fit the row.
///
/// # Panics
/// The request does not have as many entries as the row has fields.
pub fn build(b: &mut Builder<'_, CudaTile>, opcode: Opcode, request: &Request) -> Result<Op, String> {
    let spec = opcode.spec();
    for (values, field) in request.operands.iter().zip(spec.operands) {
        check(b, opcode, field, values)?;
    }
    let results = result_types(b.module, opcode, request)?;
    let context = Context { request, results: &results };
    let slots = (request.attrs.iter().zip(spec.attrs))
        .map(|(given, field)| slot(b.module, opcode, field, given.as_ref(), &context))
        .collect::<Result<Vec<_>, String>>()?;
    let mut draft = b.draft(opcode as u16);
    for (index, values) in request.operands.iter().enumerate() {
        draft.operand(Field::Operand(index as u8), values.as_slice());
    }
    for (index, slot) in slots.into_iter().enumerate() {
        draft.attr(Field::Attr(index as u8), slot);
    }
    for (index, types) in results.iter().enumerate() {
        draft.result(Field::Result(index as u8), types.as_slice());
    }
    Ok(draft.finish().op)
}

/// The block of a region of an op that was just built, with the arguments that the op gives it.
pub fn open(b: &mut Builder<'_, CudaTile>, op: Op, region: usize) -> Block {
    let types = argument_types(b.module, op);
    let region = b.module.body.region(op, region);
    match b.module.body.region_blocks(region).first() {
        Some(&block) => {
            b.module.body.set_block_args(block, &types);
            block
        }
        None => b.module.body.create_block(region, &types),
    }
}

/// Ends a block with the implicit terminator of its region, if there is no other one.
pub fn close(b: &mut Builder<'_, CudaTile>, op: Op, region: usize) {
    let spec = &b.module.spec(op).regions[region];
    let region = b.module.body.region(op, region);
    let Some(&block) = b.module.body.region_blocks(region).first() else { return };
    let last = b.module.body.last_op(block);
    let ended = last.is_some_and(|last| b.module.spec(last).has(ir::spec::Trait::Terminator));
    let implied = spec.implicit_terminator.filter(|_| !ended);
    let terminator = implied.and_then(|word| Opcode::ALL.iter().find(|op| op.spec().mnemonic == word));
    if let Some(&opcode) = terminator {
        b.inside(block, |b| b.draft(opcode as u16).finish().op);
    }
}

/// Checks how many values a field is given, and their types.
fn check(
    b: &Builder<'_, CudaTile>,
    opcode: Opcode,
    field: &ValueSpec<CudaTile>,
    values: &[Value],
) -> Result<(), String> {
    let (name, op) = (field.name, opcode.spec().mnemonic);
    let wanted = match (field.arity, values.len()) {
        (Arity::One, 1) | (Arity::Optional, 0 | 1) | (Arity::Many, _) => None,
        (Arity::One, _) => Some("one value"),
        (Arity::Optional, _) => Some("one value or none"),
    };
    if let Some(wanted) = wanted {
        return Err(format!("`{name}` of `{op}` takes {wanted}, not {}", values.len()));
    }
    let unfit = values.iter().map(|&value| b.module.ty(value)).find(|ty| !field.constraint.admits(ty));
    unfit.map_or(Ok(()), |ty| {
        Err(format!("`{name}` of `{op}` takes a {}, not {ty}", field.constraint.describe()))
    })
}
