//! Types that follow from other types: those of results, and those of the arguments of regions.

use ir::spec::{Arity, Rule};
use ir::{Field, Op, TypeId, Value};
use numerics::Scalar;

use super::request::Request;
use crate::constraint::Constraint;
use crate::ops::{Opcode, fields};
use crate::roles::ViewAccess;
use crate::types::{Elem, Shape, TileType};
use crate::{Module, Type, roles};

/// The types of each result, given or inferred.
pub(super) fn result_types(
    module: &mut Module,
    opcode: Opcode,
    request: &Request,
) -> Result<Vec<Vec<TypeId>>, String> {
    let spec = opcode.spec();
    let mut types = Vec::with_capacity(spec.results.len());
    for (index, field) in spec.results.iter().enumerate() {
        let known = request.results[index].clone();
        let inferred = known.or_else(|| inferred(module, opcode, index, request));
        let (name, op) = (field.name, spec.mnemonic);
        let found = match (inferred, field.arity) {
            (Some(found), _) => found,
            (None, Arity::Optional | Arity::Many) => Vec::new(),
            (None, Arity::One) => {
                return Err(format!(
                    "the type of `{name}` of `{op}` does not follow from its operands; give it"
                ));
            }
        };
        if field.arity == Arity::One && found.len() != 1 {
            return Err(format!("`{name}` of `{op}` has one type, not {}", found.len()));
        }
        types.push(found);
    }
    Ok(types)
}

/// The inferred types of a result, if any.
fn inferred(module: &mut Module, opcode: Opcode, index: usize, request: &Request) -> Option<Vec<TypeId>> {
    let spec = opcode.spec();
    let field = &spec.results[index];
    if let Some(types) = particular(module, opcode, index, request) {
        return Some(types);
    }
    if field.arity != Arity::One {
        return None;
    }
    let result = Field::Result(index as u8);
    // The first operand that a rule relates to the result.
    let related = |fields: &[Field]| {
        let values = fields.iter().filter_map(|field| match field {
            Field::Operand(operand) => request.operands[*operand as usize].first().copied(),
            Field::Attr(_) | Field::Result(_) | Field::Region(_) => None,
        });
        fields.contains(&result).then(|| values.into_iter().next()).flatten()
    };
    let first = || request.operands.iter().flatten().next().copied();
    let same = spec.rules.iter().find_map(|rule| match rule {
        Rule::SameType(fields) => related(fields),
        Rule::SameShape(_) | Rule::SameRank(_) | Rule::SameElement(_) => None,
        Rule::OneShape | Rule::OneOperandShape | Rule::OneElement => None,
    });
    if let Some(value) = same {
        return Some(vec![module.body.ty(value)]);
    }
    let shaped = spec.rules.iter().find_map(|rule| match rule {
        Rule::SameShape(fields) => related(fields),
        Rule::OneShape => first(),
        Rule::SameType(_) | Rule::SameRank(_) | Rule::SameElement(_) => None,
        Rule::OneOperandShape | Rule::OneElement => None,
    });
    only_type(module, field.constraint, shaped).map(|ty| vec![ty])
}

/// The one type that a constraint admits, for values of the shape of another one where it admits several shapes.
#[allow(clippy::wildcard_enum_match_arm, reason = "most constraints admit several element types")]
fn only_type(module: &mut Module, constraint: Constraint, shaped: Option<Value>) -> Option<TypeId> {
    let elem = match constraint {
        Constraint::Token => return Some(module.types.intern(Type::Token)),
        Constraint::BoolScalar => return Some(module.types.intern(Type::scalar_tile(Scalar::I1))),
        Constraint::I32Scalar => return Some(module.types.intern(Type::scalar_tile(Scalar::I32))),
        Constraint::BoolTile => Scalar::I1,
        Constraint::I8Tile => Scalar::I8,
        Constraint::I64Tile => Scalar::I64,
        _ => return None,
    };
    let tile = with_elem(module.ty(shaped?).as_tile()?, Elem::Scalar(elem));
    Some(module.types.intern(Type::Tile(tile)))
}

/// A tile of the same shape.
fn with_elem(tile: &TileType, elem: Elem) -> TileType {
    TileType { shape: tile.shape.clone(), elem }
}

/// Types that follow from the meaning of an op.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the types of most ops follow from their rules, or are given"
)]
fn particular(module: &mut Module, opcode: Opcode, index: usize, request: &Request) -> Option<Vec<TypeId>> {
    let operand = |field: usize| request.operands[field].first().copied();
    let one = |module: &mut Module, tile: TileType| Some(vec![module.types.intern(Type::Tile(tile))]);
    match (opcode, index) {
        (Opcode::For, 0) => {
            let Field::Operand(carried) = fields::for_::initValues else { return None };
            Some(request.operands[carried as usize].iter().map(|&value| module.body.ty(value)).collect())
        }
        (Opcode::LoadPtrTko, 0) => {
            let tile = module.ty(operand(0)?).as_tile()?.clone();
            let Elem::Ptr(pointer) = tile.elem() else { return None };
            one(module, with_elem(&tile, Elem::Scalar(pointer.pointee)))
        }
        _ => {
            let access = ViewAccess::of(opcode.spec())?;
            let (Field::Operand(view), Field::Result(loaded)) = (access.view, access.tile) else {
                return None;
            };
            if usize::from(loaded) != index {
                return None;
            }
            let tile = module.ty(operand(view.into())?).as_view()?.tile_type();
            one(module, tile)
        }
    }
}

/// Types of the arguments of an op's regions.
#[allow(clippy::wildcard_enum_match_arm, reason = "few ops have regions, and fewer give them arguments")]
pub(super) fn argument_types(module: &mut Module, op: Op) -> Vec<TypeId> {
    let types = |values: &[Value]| values.iter().map(|&value| module.body.ty(value)).collect::<Vec<_>>();
    match module.opcode(op) {
        Opcode::For => {
            let counter = module.body.ty(module.operand(op, fields::for_::lowerBound));
            [vec![counter], types(module.operands(op, fields::for_::initValues))].concat()
        }
        Opcode::Loop => types(module.operands(op, fields::loop_::initValues)),
        Opcode::Reduce => pairs(module, op, fields::reduce::operands),
        Opcode::Scan => pairs(module, op, fields::scan::operands),
        Opcode::Generate => {
            let rank = module.ty(module.body.result(op, 0)).as_tile().map_or(0, TileType::rank);
            vec![module.types.intern(Type::scalar_tile(Scalar::I32)); rank]
        }
        _ => match roles::signature_of_body(module.spec(op)) {
            Some(signature) => params(module, op, signature),
            None => Vec::new(),
        },
    }
}

/// Two elements of each operand.
fn pairs(module: &mut Module, op: Op, operands: Field) -> Vec<TypeId> {
    let tiles: Vec<TileType> = module
        .operands(op, operands)
        .iter()
        .filter_map(|&value| module.ty(value).as_tile().cloned())
        .collect();
    let element =
        |tile: TileType| module.types.intern(Type::Tile(TileType { shape: Shape::new(), elem: tile.elem() }));
    tiles.into_iter().map(element).flat_map(|ty| [ty, ty]).collect()
}

fn params(module: &mut Module, op: Op, function_type: Field) -> Vec<TypeId> {
    let slot = module.attr(op, function_type);
    let known = slot.as_interned().map(|id| module.attrs.get(id).clone());
    let Some(crate::attrs::Attr::Type(ty)) = known else { return Vec::new() };
    let Type::Function(function) = module.types.get(ty).clone() else { return Vec::new() };
    function.params.iter().map(|ty| module.types.intern(ty.clone())).collect()
}
