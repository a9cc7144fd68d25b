//! Writing external functions and their implementations: the preview `simt`.

use ir::Op;

use super::super::read::{IMPLEMENTATION, KERNEL, PRIVATE};
use super::super::wire::Put;
use super::{Function, Tables, Writer};
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};

impl Writer<'_> {
    /// Writes what follows the head of a declaration or an implementation.
    pub(super) fn external(&mut self, function: &mut Function) {
        let op = function.op;
        if self.module.opcode(op) == Opcode::ExternImpl {
            return self.implementation(&mut function.attrs, op);
        }
        use fields::preview_func::{arg_attrs, const_params};
        match self.module.attr(op, arg_attrs).as_interned() {
            Some(id) if matches!(self.module.attrs.get(id), Attr::Array(_)) => {
                self.tables.put_attr(&mut function.attrs, id, self.version);
            }
            Some(_) => self.malformed(op, "has attributes of arguments that are no array"),
            None => Tables::put_no_dicts(&mut function.attrs),
        }
        match self.module.attr(op, const_params).as_interned() {
            Some(id) if matches!(self.module.attrs.get(id), Attr::Array(_)) => {
                self.tables.put_attr(&mut function.tail, id, self.version);
            }
            Some(_) | None => self.malformed(op, "has no list of constant parameters"),
        }
    }

    fn implementation(&mut self, out: &mut Vec<u8>, op: Op) {
        let layouts = self.layouts;
        let Some(layout) = layouts.of_opcode(Opcode::ExternImpl) else {
            return self.malformed(op, "is not known to the version");
        };
        out.put_varint(self.flags(op, layout));
        self.attrs(out, op, layout);
        // One region, without blocks.
        out.extend([1, 0]);
    }
}

/// Flags of an item of the function table, by what it is.
pub(super) fn form(opcode: Opcode) -> u8 {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the third is a declaration")]
    match opcode {
        Opcode::Entry => KERNEL,
        Opcode::ExternImpl => PRIVATE | IMPLEMENTATION,
        _ => PRIVATE,
    }
}
