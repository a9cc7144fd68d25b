//! Ops of the seeds that have a row of their own, because no standard op does what they do.

use ir::build::IntoAttr;
use ir::text::{Kind, Parse};
use ir::{AttrSlot, Field};

use super::{OpText, Reader, values};
use crate::attrs::Attr;
use crate::ops::fields;

/// `{ ^bb0(%i: tile<i32>): .. } : T`. The type follows the body.
pub(super) fn read_generate<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    let id = r.create(op)?;
    r.read_region(id, 0, &[])?;
    r.read_optional_dict(op)?;
    r.expect(Kind::Colon, "':' and the type of the result")?;
    let (ty, _) = r.read_type_at()?;
    r.module.body.set_result_types(id, &[ty]);
    Ok(())
}

/// `%a, %b {symbol = ".."} : (T, U) -> V`
pub(super) fn read_extern_elementwise<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::experimental_extern_elementwise::{args, result};
    r.read_operands(op, args)?;
    if r.kind() == Kind::BraceOpen {
        values::read_op_dict(r, op)?;
    }
    r.expect(Kind::Colon, "':' and the types of the operands")?;
    let types = r.read_type_list()?;
    r.state_operand_types(op, args, &types)?;
    r.expect(Kind::Arrow, "'->' and the type of the result")?;
    let (ty, _) = r.read_type_at()?;
    op.add_result(result, ty);
    Ok(())
}

/// `@f(%a, %b) : (T, U) -> V`
pub(super) fn read_call<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    use fields::experimental_call::{args, callee, outs};
    let (name, _) = r.read_symbol()?;
    let slot = Attr::Str(name).into_attr(&mut r.module);
    op.set_attr(callee, slot);
    read_call_signature(r, op, args, outs)
}

/// `(%a, %b) {..} : (T, U) -> V`, the operands and results of a call.
pub(super) fn read_call_signature<'s>(
    r: &mut Reader<'s>,
    op: &mut OpText<'s>,
    args: Field,
    outs: Field,
) -> Parse<()> {
    r.expect(Kind::ParenOpen, "'(' and the operands")?;
    r.list(Kind::ParenClose, "')'", |r| r.read_operand(op, args))?;
    r.read_optional_dict(op)?;
    r.expect(Kind::Colon, "':' and the types of the operands")?;
    let types = r.read_type_list()?;
    r.state_operand_types(op, args, &types)?;
    r.expect(Kind::Arrow, "'->' and the types of the results")?;
    for (ty, _) in r.read_type_list()? {
        op.add_result(outs, ty);
    }
    Ok(())
}

/// `, keep_axis_info`
pub(super) fn read_keep_axis_info(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<()> {
    if r.eat(Kind::Comma) {
        r.expect_word("keep_axis_info")?;
        op.set_attr(fields::internal_optimization_barrier::keep_axis_info, AttrSlot::UNIT);
    }
    Ok(())
}
