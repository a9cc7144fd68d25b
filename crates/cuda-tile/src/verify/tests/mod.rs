//! Tests over built modules: what no text can say. Everything else is in `tests/verify/*.mlir`.

mod rows;

use diag::Diagnostic;
use ir::build::Builder;
use ir::{AttrSlot, Block, TypeId, Value};
use numerics::Scalar;

use super::{CODES, VerifyOptions, verify};
use crate::attrs::{Attr, Dense, IntegerOverflow};
use crate::build::{add_entry, builder_at_end, new_module};
use crate::ops::{Builders, fields};
use crate::types::{Elem, TileType};
use crate::{CudaTile, Module, Type};

struct Kernel {
    module: Module,
    body: Block,
}

impl Kernel {
    /// A kernel with an i32, an i1 and an f32 parameter.
    fn new() -> Kernel {
        let mut module = new_module("m");
        let types = [Scalar::I32, Scalar::I1, Scalar::F32].map(|s| module.types.intern(Type::scalar_tile(s)));
        let (_, body) = add_entry(&mut module, "k", &types);
        Kernel { module, body }
    }

    fn param(&self, index: usize) -> Value {
        self.module.body.block_args(self.body).get(index).expect("three parameters")
    }

    fn tile(&mut self, shape: &[i64], scalar: Scalar) -> TypeId {
        let tile = TileType::new(shape, Elem::Scalar(scalar)).expect("a valid tile");
        self.module.types.intern(Type::Tile(tile))
    }

    fn builder(&mut self) -> Builder<'_, CudaTile> {
        builder_at_end(&mut self.module, self.body)
    }

    fn finish(mut self) -> Vec<String> {
        self.builder().return_().finish();
        messages(&self.module)
    }
}

fn messages(module: &Module) -> Vec<String> {
    let verified = verify(module, &VerifyOptions::default());
    verified.diagnostics.iter().map(Diagnostic::to_string).collect()
}

#[test]
fn every_code_is_documented_once() {
    let registry = diag::Registry::new(vec![CODES]);
    assert_eq!(registry.problems(), Vec::<String>::new());
    assert!(CODES.len() > 35);
}

#[test]
fn a_value_is_used_after_its_definition_only() {
    let mut kernel = Kernel::new();
    let ty = kernel.tile(&[8], Scalar::I32);
    let mut b = kernel.builder();
    let first = b.iota().result(ty).finish().op;
    let later = b.iota().result(ty).finish().value();
    Builder::before(&mut kernel.module, first).absi().source(later).result(ty).finish();
    assert_eq!(kernel.finish(), ["error[E0203]: 'cuda_tile.absi' op operand #0 does not dominate this use"]);
}

#[test]
fn a_value_does_not_leave_its_branch() {
    let mut kernel = Kernel::new();
    let ty = kernel.tile(&[8], Scalar::I32);
    let condition = kernel.param(1);
    let op = kernel.builder().if_().condition(condition).finish().op;
    let then = kernel.module.block(op, fields::if_::thenRegion).expect("a branch");
    let mut b = kernel.builder();
    let inner = b.inside(then, |b| {
        let value = b.iota().result(ty).finish().value();
        b.yield_().finish();
        value
    });
    b.absi().source(inner).result(ty).finish();
    assert_eq!(kernel.finish(), ["error[E0203]: 'cuda_tile.absi' op operand #0 does not dominate this use"]);
}

#[test]
fn a_value_does_not_enter_another_kernel() {
    let mut kernel = Kernel::new();
    let x = kernel.param(0);
    let i32_tile = kernel.module.body.ty(x);
    kernel.builder().return_().finish();
    let (_, other) = add_entry(&mut kernel.module, "other", &[]);
    let mut b = builder_at_end(&mut kernel.module, other);
    b.absi().source(x).result(i32_tile).finish();
    b.return_().finish();
    // The other kernel is done when this one starts, so its values are nowhere.
    assert_eq!(
        messages(&kernel.module),
        ["error[E0203]: 'cuda_tile.absi' op operand #0 does not dominate this use"]
    );
}

#[test]
fn a_value_does_not_enter_an_isolated_op() {
    let mut kernel = Kernel::new();
    let x = kernel.param(0);
    let i32_tile = kernel.module.body.ty(x);
    let (inner, body) = add_entry(&mut kernel.module, "inner", &[]);
    let mut b = builder_at_end(&mut kernel.module, body);
    b.absi().source(x).result(i32_tile).finish();
    b.return_().finish();
    kernel.module.body.detach(inner);
    kernel.module.body.append(kernel.body, inner);
    assert_eq!(
        kernel.finish(),
        [
            "error[E0209]: 'cuda_tile.entry' op symbol's parent must have the SymbolTable trait",
            "error[E0204]: 'cuda_tile.absi' op using value defined outside the region"
        ]
    );
}

#[test]
fn counts_follow_the_row() {
    let mut kernel = Kernel::new();
    let (x, condition) = (kernel.param(0), kernel.param(1));
    let i32_tile = kernel.module.body.ty(x);
    let token = kernel.module.types.intern(Type::Token);
    let mut b = kernel.builder();
    b.addi().lhs(x).result(i32_tile).finish();
    b.absi().source(x).finish();
    b.print_tko().str("%d").args(x).token([x, x]).result_token(token).finish();
    let op = b.if_().condition(condition).finish().op;
    kernel.module.body.create_block(kernel.module.body.region(op, 0), &[]);
    assert_eq!(
        kernel.finish(),
        [
            "error[E0201]: 'cuda_tile.addi' op expected 2 operands, but found 1",
            "error[E0201]: 'cuda_tile.absi' op expected 1 result, but found 0",
            "error[E0201]: 'cuda_tile.print_tko' op operand group starting at #1 ('token') requires 0 or 1 element, but found 2",
            "error[E0202]: 'cuda_tile.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks",
        ]
    );
}

#[test]
fn blocks_end_in_terminators_and_nowhere_else() {
    let mut kernel = Kernel::new();
    let (x, condition) = (kernel.param(0), kernel.param(1));
    let i32_tile = kernel.module.body.ty(x);
    let op = kernel.builder().if_().condition(condition).finish().op;
    let then = kernel.module.block(op, fields::if_::thenRegion).expect("a branch");
    let mut b = builder_at_end(&mut kernel.module, then);
    b.absi().source(x).result(i32_tile).finish();
    let mut b = kernel.builder();
    b.return_().finish();
    b.absi().source(x).result(i32_tile).finish();
    assert_eq!(
        kernel.finish(),
        [
            "error[E0205]: 'cuda_tile.if' op region #0 ('thenRegion'): block with no terminator, has 'cuda_tile.absi' last",
            "error[E0206]: 'cuda_tile.return' op must be the last operation in the parent block",
        ]
    );
}

#[test]
fn attributes_are_there_and_of_their_kind() {
    let mut kernel = Kernel::new();
    let x = kernel.param(0);
    let i32_tile = kernel.module.body.ty(x);
    let mut b = kernel.builder();
    b.maxi().lhs(x).rhs(x).result(i32_tile).finish();
    b.maxi().lhs(x).rhs(x).signedness("signed").result(i32_tile).finish();
    b.addi().lhs(x).rhs(x).overflow(ir::AttrSlot::small(4)).result(i32_tile).finish();
    assert_eq!(
        kernel.finish(),
        [
            "error[E0207]: 'cuda_tile.maxi' op requires attribute 'signedness'",
            "error[E0208]: 'cuda_tile.maxi' op attribute 'signedness' failed to satisfy constraint: signedness",
            "error[E0208]: 'cuda_tile.addi' op attribute 'overflow' failed to satisfy constraint: integer overflow",
        ]
    );
}

#[test]
fn one_wrong_type_is_reported_once() {
    let mut kernel = Kernel::new();
    let (i, f) = (kernel.param(0), kernel.param(2));
    let ty = |kernel: &Kernel, v| kernel.module.body.ty(v);
    let (i32_tile, f32_tile) = (ty(&kernel, i), ty(&kernel, f));
    let mut b = kernel.builder();
    // A wrong result is not reported again where it is used.
    let wrong = b.addi().lhs(i).rhs(i).result(f32_tile).finish().value();
    b.addi().lhs(wrong).rhs(i).result(i32_tile).finish();
    // A wrong operand is not reported for each use of the same kind, nor with the result.
    b.addf().lhs(i).rhs(i).result(i32_tile).finish();
    assert_eq!(
        kernel.finish(),
        [
            "error[E0302]: 'cuda_tile.addi' op result #0 must be tile of i1 or i8 or i16 or i32 or i64 values, but got '!cuda_tile.tile<f32>'",
            "error[E0301]: 'cuda_tile.addf' op operand #0 must be tile of f16 or bf16 or f32 or f64 values, but got '!cuda_tile.tile<i32>'",
        ]
    );
}

/// Ops like one before are not examined again: what tells these from the sound ones before them must be seen.
#[test]
fn an_op_that_is_nearly_like_a_sound_one_is_examined() {
    let mut kernel = Kernel::new();
    let x = kernel.param(0);
    let i32_tile = kernel.module.body.ty(x);
    let [small, large] = [kernel.tile(&[4], Scalar::I32), kernel.tile(&[8], Scalar::I32)];
    let ints = |n: i32| [1, n].iter().flat_map(|n: &i32| n.to_le_bytes()).collect::<Vec<u8>>();
    let dense = |ty, n| Attr::Dense(Dense::new(ty, Scalar::I32, &ints(n)));
    let pair = kernel.tile(&[2], Scalar::I32);
    let token = kernel.module.types.intern(Type::Token);
    let mut b = kernel.builder();
    // The type of a result.
    let tile = b.iota().result(small).finish().value();
    for ty in [small, large] {
        b.absi().source(tile).result(ty).finish();
    }
    // An attribute.
    for overflow in [IntegerOverflow::None, IntegerOverflow::NoUnsignedWrap] {
        b.negi().source(x).overflow(overflow).result(i32_tile).finish();
    }
    for str in ["%d", "%d %d"] {
        b.print_tko().str(str).args(x).result_token(token).finish();
    }
    // Elements of constants are as good as others, as many as their types have.
    for (ty, n) in [(pair, 2), (pair, 3), (small, 4)] {
        b.constant().value(dense(ty, n)).result(pair).finish();
    }
    // The field of an operand.
    let given = b.make_token().result(token).finish().value();
    b.print_tko().str("%d").args(x).token(given).result_token(token).finish();
    b.print_tko().str("%d").args([x, given]).result_token(token).finish();
    let wanted = [
        "failed to verify that all of {source, result} have same type",
        "'no_unsigned_wrap' overflow flag is not supported",
        "incorrect number of operands: expected 2, found 1",
        "attribute 'value' failed to satisfy constraint",
        "operand #1 must be variadic of Tile type",
    ];
    let found = kernel.finish();
    assert_eq!(found.len(), wanted.len(), "{found:#?}");
    for (found, wanted) in found.iter().zip(wanted) {
        assert!(found.contains(wanted), "{found} instead of {wanted}");
    }
}

#[test]
fn names_are_given_once() {
    let mut kernel = Kernel::new();
    let (_, body) = add_entry(&mut kernel.module, "k", &[]);
    builder_at_end(&mut kernel.module, body).return_().finish();
    assert_eq!(kernel.finish(), ["error[E0210]: 'cuda_tile.entry' op redefinition of symbol named 'k'"]);
}

#[test]
fn deep_nesting_costs_no_stack() {
    let mut kernel = Kernel::new();
    let condition = kernel.param(1);
    let mut block = kernel.body;
    for _ in 0..100_000 {
        let op = builder_at_end(&mut kernel.module, block).if_().condition(condition).finish().op;
        if block != kernel.body {
            builder_at_end(&mut kernel.module, block).yield_().finish();
        }
        block = kernel.module.block(op, fields::if_::thenRegion).expect("a branch");
    }
    builder_at_end(&mut kernel.module, block).return_().finish();
    assert_eq!(kernel.finish(), Vec::<String>::new());
}

#[test]
fn an_op_of_test_builds_wants_the_option() {
    let mut kernel = Kernel::new();
    kernel.builder().testing_bytecode_test_new_attribute().finish();
    let found = kernel.finish();
    assert_eq!(
        found,
        ["error[E0211]: 'cuda_tile.testing$bytecode_test_new_attribute' op exists in test builds only"]
    );
}

#[test]
fn hints_are_a_dictionary_of_dictionaries() {
    let mut kernel = Kernel::new();
    let module = &mut kernel.module;
    let (target, number) = (module.strings.intern((*b"sm_80").into()), module.attrs.intern(Attr::Bool(true)));
    let hints = module.attrs.intern(Attr::Dict([(target, number)].into()));
    let (entry, body) = add_entry(module, "hinted", &[]);
    module.set_attr(entry, fields::entry::optimization_hints, AttrSlot::interned(hints));
    builder_at_end(module, body).return_().finish();
    let phrase = "expected dictionary attribute for optimization_hints entry `sm_80` got value=true";
    assert_eq!(kernel.finish(), [format!("error[E0324]: 'cuda_tile.entry' op {phrase}")]);
}
