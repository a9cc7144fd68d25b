//! Every constraint and every rule of every row is enforced, op by op: a row is given types that fit, then one field
//! after the other gets a type that does not.

use ir::spec::{Arity, Rule, ValueSpec};
use ir::{AttrSlot, Field, OpDraft, TypeId, UNKNOWN_LOC, Value};
use numerics::Scalar;
use rustc_hash::FxHashSet;

use crate::attrs::{Attr, AttrKind, Dense};
use crate::build::{builder_at_end, items_block, new_module};
use crate::ops::{Builders, Group, Opcode, fields};
use crate::types::{DYNAMIC, Elem, FunctionType, PtrType, TensorViewType, TileType, ViewKind, ViewType};
use crate::verify::{VerifyOptions, verify};
use crate::{Constraint, CudaTile, Module, Type};

/// Types to choose from, in order of preference.
fn pool() -> Vec<Type> {
    let shapes: [&[i64]; 4] = [&[8], &[16], &[4, 2], &[]];
    let numbers = [Scalar::F32, Scalar::I32].into_iter().chain(Scalar::ALL);
    let elems: Vec<Elem> = numbers
        .map(Elem::Scalar)
        .chain([Scalar::F32, Scalar::I32].map(|s| Elem::Ptr(PtrType::new(s).expect("a pointee"))))
        .collect();
    let tile = |shape: &[i64], elem| TileType::new(shape, elem).ok().map(Type::Tile);
    let tiles = shapes.iter().flat_map(|shape| elems.iter().filter_map(|&elem| tile(shape, elem)));
    let tensor = |n| TensorViewType::new(Scalar::F32, &[n], &[1]).expect("a tensor view");
    let kinds = [
        ViewKind::Partition { dim_map: [0].into_iter().collect() },
        ViewKind::Strided {
            traversal_strides: [3].into_iter().collect(),
            dim_map: [0].into_iter().collect(),
        },
        ViewKind::GatherScatter { sparse_dim: 0 },
    ];
    let views =
        kinds.map(|kind| Type::View(ViewType::new(&[8], tensor(DYNAMIC), None, kind).expect("a view")));
    let tensors = [DYNAMIC, 32].map(|n| Type::TensorView(tensor(n)));
    let others = [Type::Token, Type::Scalar(Scalar::F32)];
    tiles.chain(tensors).chain(views).chain(others).collect()
}

fn shape(ty: &Type) -> Option<&[u32]> {
    ty.as_tile().map(TileType::shape)
}

/// The types of the fields of an op, operands first.
#[derive(Clone)]
struct Case {
    opcode: Opcode,
    operands: Vec<Vec<Type>>,
    results: Vec<Vec<Type>>,
}

impl Case {
    /// Types that meet constraints and rules.
    fn fitting(opcode: Opcode, pool: &[Type]) -> Case {
        let fit = |spec: &ValueSpec<CudaTile>| {
            let ty = pool.iter().find(|ty| spec.constraint.admits(ty)).expect("the pool has every kind");
            vec![ty.clone(); if spec.arity == Arity::Many { 2 } else { 1 }]
        };
        let spec = opcode.spec();
        Case {
            opcode,
            operands: spec.operands.iter().map(fit).collect(),
            results: spec.results.iter().map(fit).collect(),
        }
    }

    /// The last type of a field.
    fn last(&mut self, field: Field) -> &mut Type {
        let types = match field {
            Field::Operand(i) => &mut self.operands[i as usize],
            Field::Result(i) => &mut self.results[i as usize],
            Field::Attr(_) | Field::Region(_) => unreachable!("values alone have types"),
        };
        types.last_mut().expect("every field has a value")
    }

    /// The messages of the verifier about a function with this op.
    fn messages(&self) -> Vec<String> {
        let mut module = new_module("m");
        let spec = self.opcode.spec();
        let params: Vec<Type> = self.operands.iter().flatten().cloned().collect();
        let args = func(&mut module, params);
        let results: Vec<TypeId> =
            self.results.iter().flatten().map(|ty| module.types.intern(ty.clone())).collect();
        let sizes: Vec<u32> = self.operands.iter().map(|types| types.len() as u32).collect();
        let attrs: Vec<AttrSlot> = spec.attrs.iter().map(|a| attribute(&mut module, a.kind)).collect();
        let draft = OpDraft {
            opcode: self.opcode as u16,
            operands: &args,
            segments: if spec.has(ir::spec::Trait::Segmented) { &sizes } else { &[] },
            attrs: &attrs,
            results: &results,
            regions: spec.regions.len() as u16,
            loc: UNKNOWN_LOC,
        };
        let op = module.body.create_op(draft);
        for (index, region) in spec.regions.iter().enumerate() {
            let region_id = module.body.region(op, index);
            let block = module.body.create_block(region_id, &[]);
            let mut b = builder_at_end(&mut module, block);
            match region.implicit_terminator {
                Some("continue") => b.continue_().finish(),
                _ => b.yield_().finish(),
            };
        }
        let f = module.body.first_op(items_block(&module)).expect("the function");
        let body = module.block(f, fields::experimental_func::body).expect("its body");
        let last = module.body.last_op(body).expect("its return");
        module.body.insert_before(last, op);
        if spec.has(ir::spec::Trait::Terminator) {
            module.body.detach(last);
        }
        let verified = verify(&module, &VerifyOptions { testing_ops: true, ..VerifyOptions::default() });
        verified.diagnostics.into_iter().map(|d| d.message).collect()
    }
}

/// A function with these parameters and a `return`; its arguments.
fn func(module: &mut Module, params: Vec<Type>) -> Vec<Value> {
    let types: Vec<TypeId> = params.iter().map(|ty| module.types.intern(ty.clone())).collect();
    let function = FunctionType { params: params.into(), results: Box::default() };
    let function = module.types.intern(Type::Function(function));
    let items = items_block(module);
    let mut b = builder_at_end(module, items);
    let op = b.experimental_func().sym_name("f").function_type(Attr::Type(function)).finish().op;
    let body = module.block(op, fields::experimental_func::body).expect("its body");
    module.body.set_block_args(body, &types);
    builder_at_end(module, body).return_().finish();
    module.body.block_args(body).into_iter().collect()
}

/// Some attribute of the kind.
fn attribute(module: &mut Module, kind: AttrKind) -> AttrSlot {
    use ir::build::IntoAttr;
    match kind {
        AttrKind::Flag
        | AttrKind::Hints
        | AttrKind::Dicts
        | AttrKind::Dictionary
        | AttrKind::Scratch
        | AttrKind::InBounds => AttrSlot::ABSENT,
        AttrKind::Keyword(_)
        | AttrKind::Overflow
        | AttrKind::Scope
        | AttrKind::Bool
        | AttrKind::Int { .. } => AttrSlot::small(0),
        AttrKind::Rounding(modes) => AttrSlot::small(modes[0] as u32),
        AttrKind::Ordering(orderings) => AttrSlot::small(orderings[0] as u32),
        AttrKind::Str | AttrKind::SymbolName | AttrKind::SymbolRef => "s".into_attr(module),
        AttrKind::FunctionType => {
            let ty = Type::Function(FunctionType { params: Box::default(), results: Box::default() });
            Attr::Type(module.types.intern(ty)).into_attr(module)
        }
        AttrKind::I32s => Attr::I32s(Box::default()).into_attr(module),
        AttrKind::Dense => {
            let ty = module.types.intern(Type::scalar_tile(Scalar::F32));
            Dense::splat(ty, Scalar::F32, 0).into_attr(module)
        }
        AttrKind::Identities | AttrKind::Strs | AttrKind::Exprs | AttrKind::ConstParams => {
            Attr::Array(Box::default()).into_attr(module)
        }
        AttrKind::Predicate => Attr::DivBy { divisor: 1, every: None, along: None }.into_attr(module),
    }
}

fn value_fields(opcode: Opcode) -> Vec<(Field, Constraint, Arity)> {
    let spec = opcode.spec();
    let operands = spec.operands.iter().enumerate().map(|(i, s)| (Field::Operand(i as u8), s));
    let results = spec.results.iter().enumerate().map(|(i, s)| (Field::Result(i as u8), s));
    operands.chain(results).map(|(field, s)| (field, s.constraint, s.arity)).collect()
}

/// Ops that stand in a body.
fn body_ops() -> impl Iterator<Item = Opcode> {
    let is_body = |op: &Opcode| {
        !op.spec().has(ir::spec::Trait::Definition)
            && !matches!(op.spec().group, Group::Testing | Group::Preview)
    };
    Opcode::ALL.iter().copied().filter(is_body)
}

fn phrase(opcode: Opcode, rule: &Rule) -> String {
    let names = |fields: &[Field]| -> String {
        fields.iter().map(|&f| opcode.spec().field_name(f)).collect::<Vec<_>>().join(", ")
    };
    match rule {
        Rule::SameType(f) => format!("failed to verify that all of {{{}}} have same type", names(f)),
        Rule::SameShape(f) => format!("failed to verify that all of {{{}}} have same shape", names(f)),
        Rule::SameRank(f) => format!("failed to verify that all of {{{}}} have same rank", names(f)),
        Rule::SameElement(f) => {
            format!("failed to verify that all of {{{}}} have the same element type", names(f))
        }
        Rule::OneShape => "requires the same shape for all operands and results".to_owned(),
        Rule::OneOperandShape => "requires the same shape for all operands".to_owned(),
        Rule::OneElement => "requires the same element type for all operands and results".to_owned(),
    }
}

#[test]
fn every_constraint_of_every_field_is_enforced() {
    let pool = pool();
    let mut checked = 0;
    for opcode in body_ops() {
        let base = Case::fitting(opcode, &pool);
        let clean = base.messages();
        assert!(!clean.iter().any(|m| m.contains("#") && m.contains(" must be ")), "{opcode:?}: {clean:?}");
        let mut number = 0;
        for (field, constraint, arity) in value_fields(opcode) {
            let (what, index) = match field {
                Field::Operand(_) => ("operand", number),
                Field::Attr(_) | Field::Result(_) | Field::Region(_) => {
                    ("result", number - base.operands.iter().flatten().count())
                }
            };
            number += if arity == Arity::Many { 2 } else { 1 };
            let index = index + usize::from(arity == Arity::Many);
            for wrong in pool.iter().filter(|ty| !constraint.admits(ty)) {
                let mut case = base.clone();
                *case.last(field) = wrong.clone();
                let variadic = if arity == Arity::Many { "variadic of " } else { "" };
                let expected = format!(
                    "'cuda_tile.{}' op {what} #{index} must be {variadic}{}, but got {}",
                    opcode.spec().mnemonic,
                    constraint.describe(),
                    super::super::check::quote(wrong)
                );
                let messages = case.messages();
                assert!(messages.contains(&expected), "{expected}\n{messages:#?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5000, "{checked}");
}

#[test]
fn every_rule_of_every_row_is_enforced() {
    let pool = pool();
    let mut shadowed = Vec::new();
    for opcode in body_ops() {
        let base = Case::fitting(opcode, &pool);
        let phrases: Vec<String> = opcode.spec().rules.iter().map(|rule| phrase(opcode, rule)).collect();
        let told = |case: &Case| -> Vec<String> {
            let messages = case.messages();
            phrases.iter().filter(|p| messages.iter().any(|m| m.ends_with(*p))).cloned().collect()
        };
        assert_eq!(told(&base), Vec::<String>::new(), "{opcode:?} {:?}", base.messages());
        let mut seen: FxHashSet<String> = FxHashSet::default();
        for (field, constraint, _) in value_fields(opcode) {
            for other in pool.iter().filter(|ty| constraint.admits(ty)) {
                let mut case = base.clone();
                let old = std::mem::replace(case.last(field), other.clone());
                // Rules are distinguished by changing one thing at a time.
                if shape(&old) == shape(other)
                    || old.as_tile().map(TileType::elem) == other.as_tile().map(TileType::elem)
                {
                    seen.extend(told(&case));
                }
            }
        }
        shadowed.extend(
            phrases.iter().filter(|p| !seen.contains(*p)).map(|p| format!("{}: {p}", opcode.spec().mnemonic)),
        );
    }
    // An earlier rule of the same row already refuses whatever these would refuse.
    let expected = [
        "absf: requires the same shape for all operands and results",
        "absi: requires the same shape for all operands and results",
        "mmai: failed to verify that all of {lhs, rhs} have the same element type",
        "pow: failed to verify that all of {source, exponent, result} have same rank",
        "remi: failed to verify that all of {result, lhs, rhs} have same shape",
    ];
    assert_eq!(shadowed, expected);
}
