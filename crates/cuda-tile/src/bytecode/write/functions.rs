//! The function table: what each function has before its body, and the locations that it lists.

use ir::spec::{V13_5, V250_0};
use ir::{AttrId, Field, Op, StrId, TypeId};

use super::{Payloads, Tables, Writer, external};
use crate::attrs::{Attr, SymbolVisibility};
use crate::bytecode::Layout;
use crate::bytecode::provenance::Provenance;
use crate::bytecode::read::{HINTS, PRIVATE, SYM_VISIBILITY};
use crate::bytecode::wire::{PADDING, Put};
use crate::items::items_block;
use crate::ops::{Opcode, fields};
use crate::roles;
use crate::types::Type;

/// An entry of the function table.
pub(super) struct Function {
    pub(super) op: Op,
    pub(super) head: Vec<u8>,
    /// Hints and attributes of arguments.
    pub(super) attrs: Vec<u8>,
    pub(super) body: Vec<u8>,
    /// Constant parameters of an external function.
    pub(super) tail: Vec<u8>,
    pub(super) flags: u8,
    /// Its locations are listed even when all are unknown.
    pub(super) listed: bool,
    pub(super) location: u64,
}

impl Writer<'_> {
    /// The items of the function table, in the order of the module.
    fn function_items(&self) -> Vec<Op> {
        let block = items_block(self.module);
        let held = |&op: &Op| roles::signature(self.module.spec(op)).is_some();
        self.module.body.block_ops(block).filter(held).collect()
    }

    /// Writes all functions, and the globals in between where their turn is.
    pub(super) fn functions(&mut self, kept: Option<&Provenance>) -> Payloads {
        let mut functions: Vec<Function> = Vec::new();
        let mut globals = Vec::new();
        let items = self.function_items();
        match self.tables.layout {
            Layout::Reference => {
                for &op in &items {
                    let function = self.function_head(op, functions.len(), kept);
                    functions.push(function);
                }
                self.globals(&mut globals);
                for function in &mut functions {
                    self.function_body(function);
                }
            }
            Layout::CuTile => {
                self.globals(&mut globals);
                for &op in &items {
                    let mut function = self.function_head(op, functions.len(), kept);
                    self.function_body(&mut function);
                    functions.push(function);
                }
            }
        }
        Payloads { functions: self.function_payload(&functions, kept), globals }
    }

    fn function_head(&mut self, op: Op, index: usize, kept: Option<&Provenance>) -> Function {
        let mut head = Vec::new();
        let found = kept.and_then(|kept| kept.functions.found.get(index));
        let listed = found.map_or(self.lists_unknown_locations(), |found| found.location != 0);
        let at_once = self.tables.layout.strings_of_debug_at_once();
        let loc = self.module.body.loc(op);
        if at_once {
            self.tables.debug_loc(loc);
        }
        let spec = self.module.spec(op);
        let form = external::form(spec.opcode);
        let name = roles::symbol_name(spec).expect("functions have names");
        let ty = roles::signature(spec).expect("functions have types");
        self.symbol(&mut head, op, name);
        match self.signature(op, ty) {
            Some(id) => self.tables.put_type(&mut head, id),
            None => self.malformed(op, "has no function type"),
        }
        if !at_once {
            self.tables.debug_loc(loc);
        }
        let flags = form | if self.is_private(op) { PRIVATE } else { 0 };
        Function {
            op,
            head,
            attrs: Vec::new(),
            body: Vec::new(),
            tail: Vec::new(),
            flags,
            listed,
            location: 0,
        }
    }

    fn is_private(&self, op: Op) -> bool {
        let attr = |id: AttrId| self.module.attrs.get(id);
        let Some(Attr::Dict(entries)) = self.module.body.extra(op).map(attr) else { return false };
        let text = |id: StrId| &**self.module.strings.get(id);
        let private = SymbolVisibility::Private.name().as_bytes();
        entries.iter().any(|&(key, value)| {
            text(key) == SYM_VISIBILITY && matches!(attr(value), Attr::Str(value) if text(*value) == private)
        })
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    fn signature(&self, op: Op, field: Field) -> Option<TypeId> {
        let id = self.module.attr(op, field).as_interned()?;
        match self.module.attrs.get(id) {
            Attr::Type(ty) if matches!(self.module.types.get(*ty), Type::Function(_)) => Some(*ty),
            _ => None,
        }
    }

    fn function_body(&mut self, function: &mut Function) {
        let op = function.op;
        self.locations.clear();
        self.visible.clear();
        if self.module.opcode(op) != Opcode::Entry {
            self.external(function);
            let index = self.tables.debug_loc(self.module.body.loc(op));
            self.locations.push(index);
            function.location = self.function_locations(function.listed);
            return;
        }
        self.entry_attrs(function);
        let index = self.tables.debug_loc(self.module.body.loc(op));
        self.locations.push(index);
        match self.module.block(op, fields::entry::body) {
            Some(block) => {
                self.number(self.module.body.block_args(block));
                self.block_ops(&mut function.body, block, 0);
            }
            None => self.malformed(op, "has no body"),
        }
        function.location = self.function_locations(function.listed);
    }

    /// Writes what an entry has before its body: hints, and since 13.5 the attributes of its arguments.
    fn entry_attrs(&mut self, function: &mut Function) {
        let (op, module) = (function.op, self.module);
        let since_13_5 = self.version >= V13_5 && self.version < V250_0;
        match module.attr(op, fields::entry::optimization_hints).as_interned() {
            Some(id) if matches!(module.attrs.get(id), Attr::Dict(_)) => {
                if !since_13_5 {
                    function.flags |= HINTS;
                }
                self.tables.put_tagged_hints(&mut function.attrs, id, self.version);
            }
            Some(_) => self.malformed(op, "has hints that are no dictionary"),
            None if since_13_5 => Tables::put_no_hints(&mut function.attrs),
            None => {}
        }
        if !since_13_5 {
            return;
        }
        match module.attr(op, fields::entry::arg_attrs).as_interned() {
            Some(id) if matches!(module.attrs.get(id), Attr::Array(_)) => {
                self.tables.put_attr(&mut function.attrs, id, self.version);
            }
            Some(_) => self.malformed(op, "has attributes of arguments that are no array"),
            None => Tables::put_no_dicts(&mut function.attrs),
        }
    }

    /// Adds the locations of a function to the debug section; gives its location index.
    fn function_locations(&mut self, listed: bool) -> u64 {
        if !listed && self.locations.iter().all(|&index| index == 0) {
            return 0;
        }
        let debug = &mut self.tables.debug;
        debug.functions.push(debug.indices.len() as u32);
        debug.indices.append(&mut self.locations);
        debug.functions.len() as u64
    }

    /// cuTile's writer lists locations of every function, known or not.
    fn lists_unknown_locations(&self) -> bool {
        match self.tables.layout {
            Layout::Reference => false,
            Layout::CuTile => true,
        }
    }

    fn function_payload(&self, functions: &[Function], kept: Option<&Provenance>) -> Vec<u8> {
        let mut out = Vec::new();
        out.put_varint(functions.len() as u64);
        for function in functions {
            out.extend_from_slice(&function.head);
            out.push(function.flags);
            out.put_varint(function.location);
            out.extend_from_slice(&function.attrs);
            out.put_varint(function.body.len() as u64);
            out.extend_from_slice(&function.body);
            out.extend_from_slice(&function.tail);
        }
        let trailing = match (kept, self.tables.layout) {
            (Some(kept), _) => kept.functions.trailing,
            (None, Layout::Reference) => out.len().next_multiple_of(8) - out.len(),
            (None, Layout::CuTile) => 0,
        };
        out.resize(out.len() + trailing, PADDING);
        out
    }
}
