//! Printing generic text.

use std::fmt::Write as _;

use super::pieces::TypeTexts;
use super::{AttrKind, GenericLevel, GenericText};
use crate::attr::AttrSlot;
use crate::entity::{Block, Op, StrId, TypeId, UNKNOWN_LOC, Value};
use crate::level::module::Module;
use crate::level::spec::{Arity, AttrSpec, Field};
use crate::text::namer::{NameRules, Namer, Stem};
use crate::text::print::{Form, Writer, write_pieces, write_tree};

/// Prints a module; with `locations`, the source location after each op that has one.
pub fn print<L: GenericLevel>(module: &Module<L>, locations: bool) -> String {
    print_op(module, module.root, locations)
}

/// Prints an op and everything inside it, as part of its module.
pub fn print_op<L: GenericLevel>(module: &Module<L>, op: Op, locations: bool) -> String {
    let namer = Namer::keep(module, module.root, &mut Numbers);
    let types = TypeTexts::of(module, op);
    let out = types.definitions();
    let mut printer = Printer { module, namer: &namer, types: &types, locations, out };
    write_tree(&mut printer, op, 0);
    printer.out
}

/// Values without a name of the user are numbered.
struct Numbers;

impl<L: GenericLevel> NameRules<L> for Numbers {
    fn result(&mut self, _: &Module<L>, _: &mut Namer, _: Op, _: usize) -> Stem {
        Stem::Number
    }

    fn argument(&mut self, _: &Module<L>, _: &mut Namer, _: Block, _: usize) -> Stem {
        Stem::Argument
    }
}

struct Printer<'m, L: GenericLevel> {
    module: &'m Module<L>,
    namer: &'m Namer,
    types: &'m TypeTexts,
    locations: bool,
    out: String,
}

impl<'m, L: GenericLevel> Writer<'m, L> for Printer<'m, L> {
    fn module(&self) -> &'m Module<L> {
        self.module
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn value(&mut self, value: Value) {
        self.namer.write(&mut self.out, value);
    }

    fn ty(&mut self, ty: TypeId) {
        self.out.push_str(self.types.text(ty));
    }

    fn attr(&mut self, _: Op, _: Field) {}

    fn attr_value(&mut self, _: Op, _: Field) {}

    fn extra(&mut self, _: Op, _: &str, _: &[Field]) {}

    fn custom(&mut self, op: Op, _: GenericText) {
        self.write_symbol(op);
        self.write_operands(op);
        self.write_attributes(op);
        self.write_types(op);
    }

    fn open(&mut self, op: Op, depth: usize) -> (Form, usize) {
        self.indent(depth);
        let body = &self.module.body;
        let results = body.results(op);
        if results.get(0).is_some_and(|first| self.namer.is_named(first)) {
            self.namer.write_definitions(&mut self.out, results.iter());
            self.out.push_str(" = ");
        }
        if op == self.module.root {
            self.out.push_str(<L as GenericLevel>::PREFIX);
        }
        self.out.push_str(self.module.spec(op).mnemonic);
        write_pieces(self, op);
        let written = body.regions(op).take_while(|&region| !body.region_blocks(region).is_empty()).count();
        if written > 0 {
            self.open_region(op, 0);
        }
        (Form::Custom, written)
    }

    fn open_block(&mut self, _: Op, _: Form, _: Block, _: usize, _: usize) {}

    fn hides(&self, _: Op, _: Form, _: Op) -> bool {
        false
    }

    fn between_regions(&mut self, op: Op, _: Form, depth: usize) {
        self.indent(depth);
        self.out.push('}');
        // No op of these levels has more than two regions.
        self.open_region(op, 1);
    }

    fn close(&mut self, _: Op, _: Form, depth: usize) {
        self.indent(depth);
        self.out.push('}');
    }

    fn end(&mut self, op: Op) {
        let loc = self.module.body.loc(op);
        if self.locations
            && loc != UNKNOWN_LOC
            && let Some(place) = self.module.file_location(loc)
        {
            let _ = write!(self.out, " loc(\"{}\":{}:{})", place.file, place.line, place.column);
        }
        self.out.push('\n');
    }
}

impl<L: GenericLevel> Printer<'_, L> {
    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }

    /// ` (%i: i32) {`
    fn open_region(&mut self, op: Op, index: usize) {
        let body = &self.module.body;
        let region = body.region(op, index);
        let block = body.region_blocks(region).first().copied();
        let arguments = block.map(|block| body.block_args(block)).filter(|arguments| !arguments.is_empty());
        if let Some(arguments) = arguments {
            self.out.push_str(" (");
            for (at, value) in arguments.iter().enumerate() {
                self.separate(at);
                self.value(value);
                self.out.push_str(": ");
                self.ty(body.ty(value));
            }
            self.out.push(')');
        }
        self.out.push_str(" {\n");
    }

    fn separate(&mut self, at: usize) {
        if at > 0 {
            self.out.push_str(", ");
        }
    }

    fn write_symbol(&mut self, op: Op) {
        let spec = self.module.spec(op);
        let Some(index) = spec.attrs.iter().position(|a| a.kind == AttrKind::Symbol) else { return };
        if let Some(name) = self.module.string(op, Field::Attr(index as u8)) {
            self.out.push(' ');
            self.push_symbol(name);
        }
    }

    fn push_symbol(&mut self, name: StrId) {
        let text = self.module.text(name);
        let plain = !text.is_empty()
            && !text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'));
        self.out.push('@');
        if plain {
            self.out.push_str(&text);
        } else {
            self.push_string(name);
        }
    }

    fn push_string(&mut self, id: StrId) {
        self.out.push('"');
        for &byte in self.module.strings.get(id) {
            match byte {
                b'\\' => self.out.push_str("\\\\"),
                b' '..=b'~' if byte != b'"' => self.out.push(byte as char),
                _ => {
                    let _ = write!(self.out, "\\{byte:02X}");
                }
            }
        }
        self.out.push('"');
    }

    fn write_operands(&mut self, op: Op) {
        let (module, spec) = (self.module, self.module.spec(op));
        let values = |index: usize| module.operands(op, Field::Operand(index as u8));
        let last = (0..spec.operands.len())
            .rfind(|&index| spec.operands[index].arity == Arity::One || !values(index).is_empty());
        let Some(last) = last else { return };
        self.out.push(' ');
        for index in 0..=last {
            self.separate(index);
            let bracketed = spec.operands[index].arity != Arity::One;
            if bracketed {
                self.out.push('[');
            }
            for (at, &value) in values(index).iter().enumerate() {
                self.separate(at);
                self.value(value);
            }
            if bracketed {
                self.out.push(']');
            }
        }
    }

    fn write_attributes(&mut self, op: Op) {
        let spec = self.module.spec(op);
        let mut written = 0;
        for (index, attr) in spec.attrs.iter().enumerate() {
            let slot = self.module.attr(op, Field::Attr(index as u8));
            if attr.kind == AttrKind::Symbol || goes_without_saying(attr, slot) {
                continue;
            }
            self.out.push_str(if written == 0 { " <" } else { ", " });
            written += 1;
            self.out.push_str(attr.name);
            if attr.kind != AttrKind::Flag {
                self.out.push_str(" = ");
                self.write_value(op, index);
            }
        }
        if written > 0 {
            self.out.push('>');
        }
    }

    fn write_value(&mut self, op: Op, index: usize) {
        let (module, field) = (self.module, Field::Attr(index as u8));
        let first = module.body.results(op).get(0).map(|value| module.ty(value));
        let number = |bits: u64| first.map_or_else(|| bits.to_string(), |ty| L::show_number(ty, bits));
        match module.spec(op).attrs[index].kind {
            AttrKind::Flag => {}
            AttrKind::Int => {
                let _ = write!(self.out, "{}", module.int(op, field).unwrap_or(0));
            }
            AttrKind::Ints => self.write_list(module.ints(op, field).iter().map(i64::to_string)),
            AttrKind::Enum(spec) => {
                // A module that was not verified may hold a number that is none of a case.
                let number = module.attr(op, field).as_small().unwrap_or(0);
                self.out.push_str(spec.words.get(number as usize).copied().unwrap_or(""));
            }
            AttrKind::Symbol | AttrKind::SymbolRef => {
                module.string(op, field).into_iter().for_each(|name| self.push_symbol(name));
            }
            AttrKind::Str => module.string(op, field).into_iter().for_each(|text| self.push_string(text)),
            AttrKind::Number => self.out.push_str(&number(module.number(op, field).unwrap_or(0))),
            AttrKind::Numbers => {
                self.write_list(module.numbers(op, field).unwrap_or(&[]).iter().map(|&bits| number(bits)));
            }
            AttrKind::Bytes => {
                self.out.push('"');
                for byte in module.bytes(op, field).unwrap_or(&[]) {
                    let _ = write!(self.out, "{byte:02x}");
                }
                self.out.push('"');
            }
        }
    }

    fn write_list(&mut self, items: impl Iterator<Item = String>) {
        self.out.push('[');
        for (at, item) in items.enumerate() {
            self.separate(at);
            self.out.push_str(&item);
        }
        self.out.push(']');
    }

    fn write_types(&mut self, op: Op) {
        let (body, spec) = (&self.module.body, self.module.spec(op));
        let operands: Vec<TypeId> = body.operands(op).iter().map(|&value| body.ty(value)).collect();
        let results: Vec<TypeId> = body.results(op).iter().map(|value| body.ty(value)).collect();
        if operands.is_empty() && results.is_empty() {
            return;
        }
        self.out.push_str(" : ");
        let fixed = spec.results.iter().all(|result| result.arity == Arity::One);
        let first = operands.first().or(results.first()).copied();
        let alike = operands.iter().chain(&results).all(|&ty| Some(ty) == first);
        let abbreviated = operands.len() > 1 || (operands.len() == 1 && !results.is_empty());
        if alike && fixed && abbreviated {
            return first.into_iter().for_each(|ty| self.ty(ty));
        }
        self.write_type_list(&operands);
        if !results.is_empty() && !operands.is_empty() {
            self.out.push_str(" -> ");
        }
        self.write_type_list(&results);
    }

    fn write_type_list(&mut self, types: &[TypeId]) {
        for (at, &ty) in types.iter().enumerate() {
            self.separate(at);
            self.ty(ty);
        }
    }
}

/// True for what is meant when nothing is written.
fn goes_without_saying<L: GenericLevel>(attr: &AttrSpec<L>, slot: AttrSlot) -> bool {
    match attr.default {
        Some(default) => !slot.is_present() || slot == AttrSlot::small(default),
        None => !slot.is_present() || (attr.kind == AttrKind::Flag && slot == AttrSlot::small(0)),
    }
}
