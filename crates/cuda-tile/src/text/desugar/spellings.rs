//! Spellings of the seeds that are no ops: how types, constants and items are written.

use ir::Value;
use ir::build::IntoAttr;
use ir::text::{Head, Kind, OpText as Op, Parse};

use crate::attrs::Attr;
use crate::ops::{Opcode, fields};
use crate::text::{Reader, custom};

/// A way of writing that the reference tools refuse.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// How the seeds, or other tools, write it.
    pub seed: &'static str,
    /// The standard spelling.
    pub standard: &'static str,
}

const fn spelling(seed: &'static str, standard: &'static str) -> Spelling {
    Spelling { seed, standard }
}

/// Every such way that is read.
pub static SPELLINGS: &[Spelling] = &[
    spelling("`b8 b16 b32 b64`", "`i8 i16 i32 i64`"),
    spelling("`tile<[4x4]xf32>`", "`tile<4x4xf32>`"),
    spelling("`global @x : T = value`", "`global @x <elem: value> : T`"),
    spelling("`entry @k(..) -> ()`", "`entry @k(..)`"),
    spelling("`constant dense<..> : T`, `global @x dense<..> : T`", "`<elem: ..> : T`"),
    spelling("`<i32: \"0x..\">`: elements as a string of bytes", "a list of elements"),
    spelling(
        "`% x`, `@ f`, `^ b`, `! cuda_tile.ptr`: a blank after a sigil",
        "`%x`, `@f`, `^b`, `!cuda_tile.ptr`",
    ),
    spelling("`partition_view<masked tile=(8), ..>`", "`partition_view<tile=(8), padding_value = zero, ..>`"),
    spelling("`make_tensor_view %p, shape = [%n], .. : U` without the type of extents", "`: tile<i32> -> U`"),
    spelling("items without a module around them", "`cuda_tile.module @name { .. }` around all items"),
];

/// `print "..", %a : T`, the 13.1 name of `print_tko`, whose token is not named and may be left out.
pub(super) fn read_print<'s>(r: &mut Reader<'s>, head: &Head<'s>) -> Parse<Vec<Value>> {
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
    let id = r.place(&mut op)?;
    Ok(r.module.body.results(id).iter().collect())
}
