//! Writing: tables in the order of first use, function table, globals, sections; bodies are in [`body`].

mod body;
mod external;

use diag::Diagnostic;
use ir::spec::{V13_3, V13_5, V250_0, Version};
use ir::{AttrId, AttrSlot, Field, Op, StrId, TypeId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;

use super::attrs::Spelling;
use super::codes::{E_MODULE, E_VERSION};
use super::constants::ConstantWriter;
use super::container::{
    Header, PREVIEW, SectionId, Width, is_supported, write_end, write_header, write_section,
};
use super::debug::DebugWriter;
use super::gate::{self, at_op, lowest_version};
use super::layout::Layouts;
use super::provenance::Provenance;
use super::read::{HINTS, PRIVATE, SYM_VISIBILITY};
use super::strings::StringWriter;
use super::types::TypeWriter;
use super::wire::Put;
use super::{EncodeOptions, Layout};
use crate::attrs::{Attr, Dense, SymbolVisibility, int_value};
use crate::items::items_block;
use crate::ops::{Opcode, fields};
use crate::types::Type;
use crate::{Module, roles};

/// Writes a verified module.
///
/// # Errors
/// Everything that the version cannot hold or bytecode cannot store, each with its place. A module that was not
/// verified also returns errors, and never panics.
pub fn encode(module: &Module, options: &EncodeOptions) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let version = options.version.unwrap_or_else(|| lowest_version(module));
    let asked = options.version.is_some() || version < V250_0;
    if asked && !is_supported(version, options.testing_ops) {
        return Err(vec![unsupported(version)]);
    }
    let preview = gate::preview_content(module);
    let mut problems = gate::check(module, version, options.testing_ops);
    if let Some(op) = preview.filter(|_| !options.preview_simt) {
        problems.push(gate::preview_disabled(module, op));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let kept = options.provenance.as_deref().filter(|kept| kept.version == version);
    let layouts = Layouts::new(version);
    let mut writer = Writer::new(module, &layouts, version, options.layout, kept);
    writer.preview = preview.is_some();
    let functions = writer.functions(kept);
    let file = writer.file(kept, &functions);
    if writer.problems.is_empty() { Ok(file) } else { Err(writer.problems) }
}

fn unsupported(version: Version) -> Diagnostic {
    let [oldest, .., newest] = Version::ALL;
    let message =
        format!("unsupported Tile version {version}, this writer supports versions [{oldest} - {newest}]");
    Diagnostic::error(E_VERSION, message)
        .help(format!("choose one of {}", Version::ALL.map(|version| version.to_string()).join(", ")))
}

/// The tables of a file being written.
pub(super) struct Tables<'m> {
    pub(super) module: &'m Module,
    pub(super) layout: Layout,
    pub(super) version: Version,
    pub(super) strings: StringWriter,
    pub(super) types: TypeWriter,
    pub(super) constants: ConstantWriter,
    pub(super) debug: DebugWriter,
    pub(super) spelling: Spelling,
    /// How many 64-bit floats were written.
    pub(super) doubles: u32,
    /// How many booleans were written.
    pub(super) bools: u32,
}

/// The context for writing names inside of types: the strings, and the module whose types are written.
pub(super) struct Texts<'w, 'm> {
    pub(super) strings: &'w mut StringWriter,
    pub(super) module: &'m Module,
}

impl<'m> Texts<'_, 'm> {
    /// Writes the index of a text.
    pub(super) fn put(&mut self, out: &mut Vec<u8>, text: &str) {
        self.strings.put_text(out, text);
    }

    /// The same, lent to a part of what is written.
    pub(super) fn again(&mut self) -> Texts<'_, 'm> {
        Texts { strings: self.strings, module: self.module }
    }
}

impl Layout {
    /// Strings of debug attributes are numbered when the attribute is first used, not after everything else.
    pub(super) fn strings_of_debug_at_once(self) -> bool {
        match self {
            Layout::Reference => false,
            Layout::CuTile => true,
        }
    }
}

impl<'m> Tables<'m> {
    fn new(module: &'m Module, layout: Layout, version: Version) -> Tables<'m> {
        let (mut types, mut constants) = (TypeWriter::default(), ConstantWriter::default());
        match layout {
            Layout::Reference => {}
            Layout::CuTile => {
                types.add_scalar(Scalar::I1);
                types.add_scalar(Scalar::I32);
                constants.items = Some(FxHashMap::default());
            }
        }
        Tables {
            module,
            layout,
            version,
            types,
            constants,
            strings: StringWriter::default(),
            debug: DebugWriter::default(),
            spelling: Spelling::default(),
            doubles: 0,
            bools: 0,
        }
    }

    fn kept(module: &'m Module, layout: Layout, kept: &Provenance) -> Tables<'m> {
        Tables {
            module,
            layout,
            version: kept.version,
            strings: kept.strings.clone(),
            types: kept.types.clone(),
            constants: kept.constants.clone(),
            debug: kept.debug.clone(),
            spelling: kept.spelling.clone(),
            doubles: 0,
            bools: 0,
        }
    }
}

struct Writer<'m> {
    module: &'m Module,
    version: Version,
    layouts: &'m Layouts,
    /// The header advertises content of the preview.
    preview: bool,
    tables: Tables<'m>,
    /// Number of each value that is or was visible.
    numbers: Vec<u32>,
    /// Visible values by number.
    visible: Vec<Value>,
    /// Debug indices of the function being written.
    locations: Vec<u64>,
    problems: Vec<Diagnostic>,
}

/// An entry of the function table.
struct Function {
    op: Op,
    head: Vec<u8>,
    /// Hints and attributes of arguments.
    attrs: Vec<u8>,
    body: Vec<u8>,
    /// Constant parameters of an external function.
    tail: Vec<u8>,
    flags: u8,
    /// Its locations are listed even when all are unknown.
    listed: bool,
    location: u64,
}

/// The parts of a file around the bodies.
impl<'m> Writer<'m> {
    fn new(
        module: &'m Module,
        layouts: &'m Layouts,
        version: Version,
        layout: Layout,
        kept: Option<&Provenance>,
    ) -> Writer<'m> {
        Writer {
            module,
            version,
            layouts,
            preview: false,
            tables: match kept {
                Some(kept) => Tables::kept(module, layout, kept),
                None => Tables::new(module, layout, version),
            },
            numbers: vec![u32::MAX; module.body.value_count()],
            visible: Vec::new(),
            locations: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn items(&self, opcode: Opcode) -> Vec<Op> {
        let block = items_block(self.module);
        self.module.body.block_ops(block).filter(|&op| self.module.opcode(op) == opcode).collect()
    }

    /// The items of the function table, in the order of the module.
    fn function_items(&self) -> Vec<Op> {
        let block = items_block(self.module);
        let held = |&op: &Op| roles::signature(self.module.spec(op)).is_some();
        self.module.body.block_ops(block).filter(held).collect()
    }

    #[cold]
    fn malformed(&mut self, op: Op, what: &str) {
        let message = format!("'{}' {what}", self.module.spec(op).mnemonic);
        self.problems
            .push(at_op(self.module, op, E_MODULE, message).help("verify the module before writing it"));
    }

    /// Writes all functions, and the globals in between where their turn is.
    fn functions(&mut self, kept: Option<&Provenance>) -> Payloads {
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

    fn symbol(&mut self, out: &mut Vec<u8>, op: Op, field: Field) {
        match self.str_of(self.module.attr(op, field)) {
            Some(id) if !self.module.strings.get(id).is_empty() => {
                self.tables.strings.put(out, id, self.module)
            }
            _ => self.malformed(op, "has no name"),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    fn str_of(&self, slot: AttrSlot) -> Option<StrId> {
        match self.module.attrs.get(slot.as_interned()?) {
            Attr::Str(id) => Some(*id),
            _ => None,
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    fn dense_of(&self, slot: AttrSlot) -> Option<(AttrId, &'m Dense)> {
        let id = slot.as_interned()?;
        match self.module.attrs.get(id) {
            Attr::Dense(dense) => Some((id, dense)),
            _ => None,
        }
    }

    fn globals(&mut self, out: &mut Vec<u8>) {
        let globals = self.items(Opcode::Global);
        if globals.is_empty() {
            return;
        }
        out.put_varint(globals.len() as u64);
        for op in globals {
            self.global(out, op);
        }
    }

    fn global(&mut self, out: &mut Vec<u8>, op: Op) {
        let module = self.module;
        self.symbol(out, op, fields::global::sym_name);
        match self.dense_of(module.attr(op, fields::global::value)) {
            Some((id, dense)) => {
                self.tables.put_type(out, dense.ty);
                self.tables.constants.put(out, id, dense);
            }
            None => self.malformed(op, "has no value"),
        }
        out.put_varint(int_value(module, module.attr(op, fields::global::alignment)).unwrap_or(0));
        if self.version >= V13_3 {
            let visibility = module.attr(op, fields::global::symbol_visibility).as_small().unwrap_or(0);
            out.put_varint(visibility.into());
            out.put_varint(module.flag(op, fields::global::constant).into());
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
        out.resize(out.len() + trailing, super::wire::PADDING);
        out
    }

    fn file(&mut self, kept: Option<&Provenance>, payloads: &Payloads) -> Vec<u8> {
        let producer = self.producer(kept);
        if !self.tables.layout.strings_of_debug_at_once() {
            self.tables.add_debug_strings();
        }
        let producer = producer.map(|id| self.tables.strings.index(id, self.module));
        let mut out = Vec::new();
        let tag = kept.map_or(0, |kept| kept.tag) | if self.preview { PREVIEW } else { 0 };
        write_header(&mut out, Header { version: self.version, tag });
        for (id, alignment) in self.sections(kept, payloads, producer.is_some()) {
            let payload = self.section(id, payloads, producer);
            write_section(&mut out, id, alignment, &payload);
        }
        write_end(&mut out);
        out
    }

    /// The producer, in versions that have it, or if the file had it nevertheless.
    fn producer(&self, kept: Option<&Provenance>) -> Option<StrId> {
        let had =
            kept.is_some_and(|kept| kept.sections.iter().any(|section| section.0 == SectionId::Producer));
        let slot = self.module.attr(self.module.root, fields::module::producer);
        self.str_of(slot).filter(|_| had || self.version >= V13_3)
    }

    /// Sections in order, with the alignment they had.
    fn sections(
        &self,
        kept: Option<&Provenance>,
        payloads: &Payloads,
        producer: bool,
    ) -> Vec<(SectionId, usize)> {
        use SectionId::{Constant, Debug, Function, Global, Producer, String, Type};
        let order = match self.tables.layout {
            Layout::Reference => [Global, Function, Constant, Debug, Type, Producer, String],
            Layout::CuTile => [Function, Global, Constant, Debug, Type, Producer, String],
        };
        let always = self.tables.layout == Layout::CuTile;
        let needed = |id| match id {
            SectionId::End => false,
            Function | Type | String => true,
            Constant => always || self.tables.constants.table.len() > 0,
            Debug => always || !self.tables.debug.functions.is_empty(),
            Global => !payloads.globals.is_empty(),
            Producer => producer,
        };
        let mut sections = kept.map_or(Vec::new(), |kept| kept.sections.clone());
        sections.retain(|&(id, _)| match id {
            Global | Producer => needed(id),
            SectionId::End | Function | Type | String | Constant | Debug => true,
        });
        let missing = order.into_iter().filter(|&id| {
            let wanted =
                if kept.is_some() { needed(id) && !matches!(id, Constant | Debug) } else { needed(id) };
            let wanted = wanted
                || id == Constant && self.tables.constants.table.len() > 0
                || id == Debug && !self.tables.debug.functions.is_empty();
            wanted && !sections.iter().any(|section| section.0 == id)
        });
        let missing: Vec<_> = missing.map(|id| (id, 1)).collect();
        sections.extend(missing);
        sections
    }

    fn section(&mut self, id: SectionId, payloads: &Payloads, producer: Option<u64>) -> Vec<u8> {
        let mut out = Vec::new();
        match id {
            SectionId::End => {}
            SectionId::Function => out.extend_from_slice(&payloads.functions),
            SectionId::Global => out.extend_from_slice(&payloads.globals),
            SectionId::Constant => self.tables.constants.table.write(&mut out, Width::Long),
            SectionId::Debug => out = self.tables.debug_payload(),
            SectionId::Type => self.tables.types.table.write(&mut out, Width::Short),
            SectionId::Producer => out.put_varint(producer.unwrap_or(0)),
            SectionId::String => self.tables.strings.table.write(&mut out, Width::Short),
        }
        out
    }
}

/// Payloads that are written before the tables are complete.
struct Payloads {
    functions: Vec<u8>,
    globals: Vec<u8>,
}
