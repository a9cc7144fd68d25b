//! Spellings of the seeds: ops that have a row of their own, and words that stand for standard ops.

use ir::build::IntoAttr;
use ir::text::{Head, Kind, OpText as Op, Parse};
use ir::{AttrSlot, Value};

use super::{OpText, Reader, custom, values};
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};

/// An op that no row knows, whose mnemonic was consumed. Returns the values that it stands for, with everything in place;
/// `None` when the word means nothing.
pub(super) fn read_unknown<'s>(r: &mut Reader<'s>, head: &Head<'s>) -> Parse<Option<Vec<Value>>> {
    match head.mnemonic {
        "print" => read_print(r, head).map(Some),
        "func" => read_as(r, head, Opcode::Entry, "`entry`").map(Some),
        "experimental$alloca" => read_as(r, head, Opcode::Alloca, "`alloca`").map(Some),
        _ => Ok(None),
    }
}

/// Another word for the op of a row.
fn read_as<'s>(r: &mut Reader<'s>, head: &Head<'s>, opcode: Opcode, standard: &str) -> Parse<Vec<Value>> {
    r.note(head.span, format!("`{}`", head.mnemonic), standard);
    let mut op = Op::new(opcode as u16, head);
    r.read_pieces(&mut op)?;
    place(r, &mut op)
}

fn place<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<Vec<Value>> {
    let id = r.place(op)?;
    Ok(r.module.body.results(id).iter().collect())
}

/// `print "..", %a : T`, the 13.1 name of `print_tko`, whose token is not named and may be left out.
fn read_print<'s>(r: &mut Reader<'s>, head: &Head<'s>) -> Parse<Vec<Value>> {
    r.note(head.span, "`print`", "`print_tko .. -> token`");
    let mut op = Op::new(Opcode::PrintTko as u16, head);
    let text = r.read_string("the format string")?;
    let text = r.module.strings.intern_bytes(&text);
    let slot = Attr::Str(text).into_attr(&mut r.module);
    op.set_attr(fields::print_tko::str, slot);
    custom::read_print_args(r, &mut op)?;
    r.read_optional_dict(&mut op)?;
    custom::read_print_types(r, &mut op)?;
    if r.eat(Kind::Arrow) {
        let (ty, _) = r.read_type_at()?;
        op.add_result(fields::print_tko::result_token, ty);
    }
    r.read_optional_location(&mut op)?;
    place(r, &mut op)
}

/// `{ ^bb0(%i: tile<i32>): .. } : T`. The type stands behind the body.
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
