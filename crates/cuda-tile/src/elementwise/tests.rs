//! Each element-wise op against its function, on samples of every type.

use super::*;
use crate::ops::Opcode;
use crate::text::{ParseOptions, parse};

/// The function of an op on arguments `%a` and `%b` of a type, as the text of an entry's body spells it.
fn of(op: &str, ty: &str) -> Elementwise {
    let one = if ty.starts_with('f') { "1.0" } else { "1" };
    let text = format!(
        "cuda_tile.module @m {{ entry @k(%p: tile<ptr<i32>>) {{ %a = constant <{ty}: {one}> : tile<{ty}> \
         %b = constant <{ty}: {one}> : tile<{ty}> %r = {op} return }} }}"
    );
    let parsed = parse(&diag::Source::new("test", text), &ParseOptions::default());
    let module = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    let mut functions =
        ir::walk::preorder(&module.body, module.root).filter_map(|op| Elementwise::of(&module, op));
    functions.next().expect("the op is element-wise")
}

#[test]
fn types_and_modes_are_those_of_the_op() {
    use Elementwise as E;
    use Scalar::{F32, I32, I64};
    assert_eq!(
        of("addi %a, %b overflow<no_wrap> : tile<i32>", "i32"),
        E::IntBinary { op: IntBinary::Add, scalar: I32, promise: Promise::NoWrap }
    );
    assert_eq!(
        of("divi %a, %b signed rounding<positive_inf> : tile<i32>", "i32"),
        E::DivI { scalar: I32, signed: true, rounding: Rounding::PositiveInf }
    );
    assert_eq!(of("remi %a, %b unsigned : tile<i32>", "i32"), E::RemI { scalar: I32, signed: false });
    assert_eq!(
        of("exti %a signed : tile<i32> -> tile<i64>", "i32"),
        E::Extend { from: I32, to: I64, signed: true }
    );
    assert_eq!(
        of("addf %a, %b rounding<zero> flush_to_zero : tile<f32>", "f32"),
        E::FloatBinary { op: FloatBinary::Add, scalar: F32, rounding: Rounding::Zero, flush: true }
    );
    assert_eq!(
        of("maxf %a, %b propagate_nan : tile<f32>", "f32"),
        E::MaxF { scalar: F32, rule: NanRule::Propagate, flush: false }
    );
    assert_eq!(
        of("exp2 %a flush_to_zero : tile<f32>", "f32"),
        E::Function { function: Function::Exp2, scalar: F32, flush: true }
    );
    assert_eq!(
        of("cmpf less_than unordered %a, %b : tile<f32> -> tile<i1>", "f32"),
        E::CompareF { scalar: F32, predicate: Predicate::LessThan, ordered: false }
    );
}

#[test]
fn functions_take_as_many_elements_as_their_ops_have_operands() {
    use Elementwise as E;
    assert_eq!(E::Select(Scalar::F16).signature().operands(), [Scalar::I1, Scalar::F16, Scalar::F16]);
    assert_eq!(E::AbsI(Scalar::I8).signature().operands(), [Scalar::I8]);
    let power = E::PowI { scalar: Scalar::F32, exponent: Scalar::I16 }.signature();
    assert_eq!((power.operands(), power.result), (&[Scalar::F32, Scalar::I16][..], Scalar::F32));
}

#[test]
fn evaluation_says_why_an_element_is_undefined() {
    use Elementwise as E;
    let scalar = Scalar::I32;
    let least = 0x8000_0000;
    let divide = E::DivI { scalar, signed: true, rounding: Rounding::Zero };
    assert_eq!(divide.evaluate([7, 2, 0]), Ok(3));
    assert_eq!(divide.evaluate([7, 0, 0]), Err(Undefined::DivisionByZero));
    assert_eq!(divide.evaluate([least, 0xffff_ffff, 0]), Err(Undefined::DivisionOverflow));
    let shift = E::ShiftRight { scalar, signed: false };
    assert_eq!(shift.evaluate([8, 32, 0]), Err(Undefined::WideShift));
    let add = E::IntBinary { op: IntBinary::Add, scalar, promise: Promise::NoSignedWrap };
    assert_eq!(add.evaluate([0x7fff_ffff, 1, 0]), Err(Undefined::BrokenPromise));
    assert_eq!(add.without_promises().evaluate([0x7fff_ffff, 1, 0]), Ok(least));
    let offset = E::Offset { pointee: Scalar::I4, offset: scalar };
    assert_eq!(offset.evaluate([100, 6, 0]), Ok(103));
    assert_eq!(offset.evaluate([100, 5, 0]), Err(Undefined::HalfBytePointer));
    assert_eq!(E::Select(scalar).evaluate([0, 5, 6]), Ok(6));
}

#[test]
fn ops_are_element_wise_or_special() {
    for &op in Opcode::ALL {
        assert_eq!(op.special().is_none(), op.spec().compute.is_elementwise(), "{op:?}");
    }
}
