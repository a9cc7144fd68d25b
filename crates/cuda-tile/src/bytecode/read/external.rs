//! Reading external functions and their implementations, which the function table holds in addition to entries: the
//! preview `simt`.

use ir::{AttrSlot, LocId, Op, StrId, TypeId};

use super::super::codes::{E_BLOCK, E_FUNCTION};
use super::super::layout::Presence;
use super::super::wire::{Cursor, Failure, Result, failure};
use super::{FORM, Found, FunctionTable, IMPLEMENTATION, KERNEL, PRIVATE, Reader};
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};
use ir::build::IntoAttr;

/// The error for functions that are not entries when the preview is not enabled.
pub(super) const PREVIEW_DISABLED: &str = "uses preview feature 'simt', which is not enabled";
const NOT_EXTERN: &str = "'cuda_tile.preview$func' op must be extern when serialized to bytecode";

/// The kind of an item of the function table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A kernel.
    Entry,
    /// A declaration.
    Function,
}

/// The start of an item of the function table, and its first fields.
pub(super) struct Head {
    pub(super) name: StrId,
    pub(super) signature: TypeId,
    pub(super) loc: LocId,
    pub(super) start: usize,
}

impl<'a> Reader<'_, 'a> {
    /// The form in the flags of a function, which must only have known bits.
    pub(super) fn form(&self, flags: u8, name: StrId, at: usize) -> Result<Form> {
        let refused = |message: &str| Err(failure(E_FUNCTION, at, message));
        let form = if self.has_forms() { (flags & FORM) >> 2 } else { 0 };
        let (kernel, private) = (flags & KERNEL != 0, flags & PRIVATE != 0);
        match form {
            1 if kernel => refused("function entry cannot be both kernel and extern impl"),
            2 => refused("function entry has testing form in non-test build"),
            3 => refused("function entry has reserved form value"),
            0 if kernel && private && self.strict => {
                refused("'cuda_tile.entry' op entry op must have public symbol visibility")
            }
            0 if kernel => Ok(Form::Entry),
            _ if !self.strict => {
                refused(&format!("un-expected non-entry function '{}'", self.module.text(name)))
            }
            _ if !self.preview_enabled => refused(PREVIEW_DISABLED),
            _ if !self.has_forms() => refused(NOT_EXTERN),
            // Implementations were recognised above.
            _ if private => Ok(Form::Function),
            _ => {
                let mnemonic = if form == 0 { "preview$func" } else { "preview$extern_impl" };
                refused(&format!(
                    "'cuda_tile.{mnemonic}' op symbol declaration cannot have public visibility"
                ))
            }
        }
    }

    /// Reads the rest of a declaration.
    pub(super) fn external_function(&mut self, section: &mut Cursor<'a>, head: &Head) -> Result<()> {
        use fields::preview_func::{arg_attrs, const_params, function_type, sym_name};
        let op = self.definition(Opcode::PreviewFunc, head.loc, head.start);
        let dicts = self.attr_reader(false).tagged_array(section)?;
        if !self.is_empty(dicts) {
            self.module.set_attr(op, arg_attrs, AttrSlot::interned(dicts));
        }
        let at = section.offset();
        if section.varint("function body length")? != 0 {
            return Err(failure(E_FUNCTION, at, NOT_EXTERN));
        }
        let params = self.attr_reader(false).tagged_array(section)?;
        self.module.set_attr(op, const_params, AttrSlot::interned(params));
        let name = self.str_slot(head.name);
        self.module.set_attr(op, sym_name, name);
        let signature = Attr::Type(head.signature).into_attr(&mut self.module);
        self.module.set_attr(op, function_type, signature);
        Ok(())
    }

    /// Whether an item of the function table is an implementation. Its name and its signature do not count, not even as
    /// indices, so that this must be known before they are read.
    pub(super) fn is_implementation(&self, mut item: Cursor<'a>) -> bool {
        let mut read = || {
            item.varint("name of a function")?;
            item.varint("type index")?;
            item.byte("function flags")
        };
        let flags = read().unwrap_or(0);
        self.has_forms() && self.strict && self.preview_enabled && flags == PRIVATE | IMPLEMENTATION
    }

    /// Reads an implementation: an op of its own, whose name and type count.
    pub(super) fn implementation(
        &mut self,
        section: &mut Cursor<'a>,
        start: usize,
        table: &mut FunctionTable,
    ) -> Result<()> {
        section.varint("name of a function")?;
        section.varint("type index")?;
        section.byte("function flags")?;
        let none = self.module.strings.intern_bytes(b"");
        let location = self.function_location(section, none)?;
        table.found.push(Found { location });
        let loc = self.next_location(start)?;
        let op = self.definition(Opcode::ExternImpl, loc, start);
        let flags = section.varint("op flags")?;
        self.implementation_attrs(section, op, flags)?;
        let at = section.offset();
        let (regions, blocks) = (section.varint("region count")?, section.varint("block count")?);
        if (regions, blocks) != (1, 0) {
            let message = "the region of a 'preview$extern_impl' must be empty";
            return Err(failure(E_BLOCK, at, message));
        }
        let at = section.offset();
        match section.varint("function body length")? {
            0 => Ok(()),
            length => Err(body_of_implementation(length, at)),
        }
    }

    fn implementation_attrs(&mut self, section: &mut Cursor<'a>, op: Op, flags: u64) -> Result<()> {
        let layouts = self.layouts;
        let layout = layouts.of_opcode(Opcode::ExternImpl).expect("versions with forms have it");
        for (index, attr) in layout.attrs.iter().enumerate() {
            let stored = match attr.presence {
                Presence::Always => true,
                Presence::Flag(bit) => flags >> bit & 1 != 0,
                Presence::Never => false,
            };
            if stored {
                // No attribute of the row depends on results, so any unfinished op will do.
                let start = self.module.body.begin_op();
                let slot = self.attr(section, attr.stored, &start)?;
                self.module.set_attr(op, ir::Field::Attr(index as u8), slot);
            }
        }
        Ok(())
    }
}

fn body_of_implementation(length: u64, at: usize) -> Failure {
    let message = format!(
        "extern implementation entry has non-zero body length ({length}); bodiless extern implementations must have body length 0"
    );
    failure(E_FUNCTION, at, message)
}
