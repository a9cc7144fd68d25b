//! Writing: tables in the order of first use, function table, globals, bodies, sections.

use diag::Diagnostic;
use ir::spec::{Arity, V13_3, V250_0, Version};
use ir::{AttrId, AttrSlot, Block, Op, SlotValue, StrId, TypeId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;

use super::attrs::Spelling;
use super::codes::{E_DEPTH, E_MODULE, E_VERSION};
use super::constants::ConstantWriter;
use super::container::{Header, SectionId, Width, is_supported, write_end, write_header, write_section};
use super::debug::DebugWriter;
use super::gate::{self, at_op, lowest_version};
use super::layout::{Layouts, OpLayout, Operands, Presence, SegmentLayout};
use super::provenance::Provenance;
use super::read::{Found, HINTS, KERNEL, MAX_DEPTH, PRIVATE};
use super::strings::StringWriter;
use super::types::TypeWriter;
use super::wire::Put;
use super::{EncodeOptions, Layout};
use crate::Module;
use crate::attrs::{Attr, AttrKind, Dense, EnumKind, int_value};
use crate::build::items_block;
use crate::ops::{Opcode, fields};
use crate::types::Type;

/// Writes a verified module.
///
/// # Errors
/// Everything that the version cannot hold or bytecode cannot store, each with its place. A module that was not verified
/// gives errors too, never a panic.
pub fn encode(module: &Module, options: &EncodeOptions) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let version = options.version.unwrap_or_else(|| lowest_version(module));
    let asked = options.version.is_some() || version < V250_0;
    if asked && !is_supported(version, options.testing_ops) {
        return Err(vec![unsupported(version)]);
    }
    let problems = gate::check(module, version, options.testing_ops);
    if !problems.is_empty() {
        return Err(problems);
    }
    let kept = options.provenance.as_deref().filter(|kept| kept.version == version);
    let layouts = Layouts::new(version);
    let mut writer = Writer::new(module, &layouts, version, options.layout, kept);
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
                types.add(&Type::Scalar(Scalar::I1), version);
                types.add(&Type::Scalar(Scalar::I32), version);
                constants.items = Some(FxHashMap::default());
            }
        }
        Tables {
            module,
            layout,
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
    hints: Vec<u8>,
    body: Vec<u8>,
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
        let entries = self.items(Opcode::Entry);
        match self.tables.layout {
            Layout::Reference => {
                for &op in &entries {
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
                for &op in &entries {
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
        let found = |of: fn(&Found) -> bool| kept.and_then(|kept| kept.functions.found.get(index)).map(of);
        let private = found(|found| found.flags & PRIVATE != 0).unwrap_or(false);
        let listed = found(|found| found.location != 0).unwrap_or(self.lists_unknown_locations());
        let at_once = self.tables.layout.strings_of_debug_at_once();
        let loc = self.module.body.loc(op);
        if at_once {
            self.tables.debug_loc(loc);
        }
        self.symbol(&mut head, op, fields::entry::sym_name);
        match self.signature(op) {
            Some(id) => self.tables.types.put(&mut head, id, self.module, self.version),
            None => self.malformed(op, "has no function type"),
        }
        if !at_once {
            self.tables.debug_loc(loc);
        }
        let flags = KERNEL | if private { PRIVATE } else { 0 };
        Function { op, head, hints: Vec::new(), body: Vec::new(), flags, listed, location: 0 }
    }

    fn signature(&self, op: Op) -> Option<TypeId> {
        let id = self.module.attr(op, fields::entry::function_type).as_interned()?;
        match self.module.attrs.get(id) {
            Attr::Type(ty) if matches!(self.module.types.get(*ty), Type::Function(_)) => Some(*ty),
            _ => None,
        }
    }

    fn function_body(&mut self, function: &mut Function) {
        let op = function.op;
        let hints = self.module.attr(op, fields::entry::optimization_hints);
        if let Some(id) = hints.as_interned() {
            if matches!(self.module.attrs.get(id), Attr::Dict(_)) {
                function.flags |= HINTS;
                self.tables.put_tagged_hints(&mut function.hints, id, self.version);
            } else {
                self.malformed(op, "has hints that are no dictionary");
            }
        }
        self.locations.clear();
        self.visible.clear();
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

    fn symbol(&mut self, out: &mut Vec<u8>, op: Op, field: ir::Field) {
        match self.str_of(self.module.attr(op, field)) {
            Some(id) if !self.module.strings.get(id).is_empty() => {
                self.tables.strings.put(out, id, self.module)
            }
            _ => self.malformed(op, "has no name"),
        }
    }

    fn str_of(&self, slot: AttrSlot) -> Option<StrId> {
        match self.module.attrs.get(slot.as_interned()?) {
            Attr::Str(id) => Some(*id),
            _ => None,
        }
    }

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
                self.tables.types.put(out, dense.ty, module, self.version);
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
            out.extend_from_slice(&function.hints);
            out.put_varint(function.body.len() as u64);
            out.extend_from_slice(&function.body);
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
        write_header(&mut out, Header { version: self.version, tag: kept.map_or(0, |kept| kept.tag) });
        for (id, alignment) in self.sections(kept, payloads, producer.is_some()) {
            let payload = self.section(id, payloads, producer);
            write_section(&mut out, id, alignment, &payload);
        }
        write_end(&mut out);
        out
    }

    /// The producer, in versions that have it or when the file had it all the same.
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

/// Bodies.
impl Writer<'_> {
    fn number(&mut self, values: impl IntoIterator<Item = Value>) {
        for value in values {
            self.numbers[value.as_u32() as usize] = self.visible.len() as u32;
            self.visible.push(value);
        }
    }

    fn block_ops(&mut self, out: &mut Vec<u8>, block: Block, depth: usize) {
        let module = self.module;
        for op in module.body.block_ops(block) {
            self.op(out, op, depth);
        }
    }

    fn op(&mut self, out: &mut Vec<u8>, op: Op, depth: usize) {
        let module = self.module;
        let Some(layout) = self.layouts.of_opcode(module.opcode(op)) else {
            return self.malformed(op, "is not known to the version");
        };
        out.put_varint(layout.code.into());
        let index = self.tables.debug_loc(module.body.loc(op));
        self.locations.push(index);
        let results = module.body.results(op);
        let shown = results.len().saturating_sub(layout.hidden_results.len());
        if shown < layout.fixed_results || shown > layout.fixed_results && !layout.open_results {
            self.malformed(op, "has a wrong number of results");
        }
        if layout.result_count {
            out.put_varint(shown as u64);
        }
        for value in results.iter().take(shown) {
            self.tables.types.put(out, module.body.ty(value), module, self.version);
        }
        if layout.flags {
            out.put_varint(self.flags(op, layout));
        }
        self.attrs(out, op, layout);
        self.operands(out, op, layout);
        self.regions(out, op, depth);
        self.number(results.iter().take(shown));
    }

    fn flags(&self, op: Op, layout: &OpLayout) -> u64 {
        let bit = |presence, set| match presence {
            Presence::Flag(bit) if set => 1 << bit,
            Presence::Flag(_) | Presence::Always | Presence::Never => 0,
        };
        let attrs = layout.attrs.iter().zip(self.module.body.attrs(op));
        let attrs = attrs.map(|(attr, &slot)| bit(attr.presence, is_stored(attr.kind, slot)));
        let segments = match &layout.operands {
            Operands::Segments(segments) => segments.as_slice(),
            Operands::Fixed(_) | Operands::Counted(..) => &[],
        };
        let sizes = segments.iter().zip(self.module.body.segments(op));
        attrs.sum::<u64>() | sizes.map(|(segment, &size)| bit(segment.presence, size > 0)).sum::<u64>()
    }

    fn attrs(&mut self, out: &mut Vec<u8>, op: Op, layout: &OpLayout) {
        let module = self.module;
        let slots = module.body.attrs(op);
        if slots.len() != layout.attrs.len() {
            return self.malformed(op, "has a wrong number of attributes");
        }
        for (index, (attr, &slot)) in layout.attrs.iter().zip(slots).enumerate() {
            let stored = match attr.presence {
                Presence::Always => true,
                Presence::Flag(_) => is_stored(attr.kind, slot),
                Presence::Never => false,
            };
            let slot = if slot.is_present() { slot } else { attr.default };
            if stored && self.attr(out, op, attr.kind, slot).is_none() {
                let name = layout.spec().attrs[index].name;
                self.malformed(op, &format!("lacks attribute '{name}' or has a value that cannot be stored"));
            }
        }
    }

    /// Writes an attribute; `None` when the slot holds nothing of the kind.
    fn attr(&mut self, out: &mut Vec<u8>, op: Op, kind: AttrKind, slot: AttrSlot) -> Option<()> {
        let module = self.module;
        match kind {
            AttrKind::Flag => {}
            AttrKind::Keyword(kind) => put_case(out, slot, kind)?,
            AttrKind::Rounding(_) => put_case(out, slot, EnumKind::RoundingMode)?,
            AttrKind::Overflow => put_case(out, slot, EnumKind::IntegerOverflow)?,
            AttrKind::Ordering(_) => put_case(out, slot, EnumKind::MemoryOrdering)?,
            AttrKind::Scope => put_case(out, slot, EnumKind::MemoryScope)?,
            AttrKind::Bool => out.push(slot.as_small().filter(|&value| value <= 1)? as u8),
            AttrKind::Int { bits } => {
                let value = int_value(module, slot)?;
                let fits = bits == 64 || value >> bits == 0;
                out.put_varint(fits.then_some(value)?);
            }
            AttrKind::Str => self.tables.strings.put(out, self.str_of(slot)?, module),
            AttrKind::SymbolName | AttrKind::SymbolRef => {
                let id = self.str_of(slot).filter(|&id| !module.strings.get(id).is_empty())?;
                self.tables.strings.put(out, id, module);
            }
            AttrKind::Dense => {
                let (id, dense) = self.dense_of(slot)?;
                self.tables.constants.put(out, id, dense);
            }
            AttrKind::FunctionType
            | AttrKind::I32s
            | AttrKind::Identities
            | AttrKind::Dicts
            | AttrKind::Predicate
            | AttrKind::Hints => self.interned(out, kind, slot.as_interned()?)?,
            AttrKind::InBounds => self.in_bounds(out, op, slot)?,
        }
        Some(())
    }

    fn interned(&mut self, out: &mut Vec<u8>, kind: AttrKind, id: AttrId) -> Option<()> {
        let module = self.module;
        match (kind, module.attrs.get(id)) {
            (AttrKind::FunctionType, Attr::Type(ty)) => self.tables.types.put(out, *ty, module, self.version),
            (AttrKind::I32s, Attr::I32s(values)) => {
                let storable = values.iter().all(|&value| value != i32::MIN && value != i32::MAX);
                storable.then(|| out.put_i32s(values))?;
            }
            (AttrKind::Identities | AttrKind::Dicts, Attr::Array(_)) => {
                self.tables.put_array(out, id, self.version);
            }
            (AttrKind::Hints, Attr::Dict(_)) => self.tables.put_dictionary(out, id, self.version),
            (AttrKind::Predicate, Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. }) => {
                self.tables.put_attr(out, id, self.version);
            }
            _ => return None,
        }
        Some(())
    }

    /// One flag for each index; absent means false for all.
    fn in_bounds(&mut self, out: &mut Vec<u8>, op: Op, slot: AttrSlot) -> Option<()> {
        match slot.get() {
            SlotValue::Absent => {
                let spec = self.module.spec(op);
                let many = spec.operands.iter().position(|operand| operand.arity == Arity::Many)?;
                let count = *self.module.body.segments(op).get(many)? as usize;
                out.put_varint(count as u64);
                out.resize(out.len() + count, 0);
            }
            SlotValue::Interned(id) => {
                let Attr::Bools(flags) = self.module.attrs.get(id) else { return None };
                out.put_varint(flags.len() as u64);
                out.extend(flags.iter().map(|&flag| u8::from(flag)));
            }
            SlotValue::Small(_) => return None,
        }
        Some(())
    }

    fn operands(&mut self, out: &mut Vec<u8>, op: Op, layout: &OpLayout) {
        let module = self.module;
        let operands = module.body.operands(op);
        match &layout.operands {
            Operands::Fixed(count) => {
                if operands.len() != *count {
                    self.malformed(op, "has a wrong number of operands");
                }
            }
            Operands::Counted(least, most) => {
                if operands.len() < *least || operands.len() > *most {
                    self.malformed(op, "has a wrong number of operands");
                }
                out.put_varint(operands.len() as u64);
            }
            Operands::Segments(segments) => return self.segments(out, op, segments),
        }
        self.operand_list(out, op, operands);
    }

    fn segments(&mut self, out: &mut Vec<u8>, op: Op, segments: &[SegmentLayout]) {
        let module = self.module;
        let (mut rest, sizes) = (module.body.operands(op), module.body.segments(op));
        let total: usize = sizes.iter().map(|&size| size as usize).sum();
        if sizes.len() != segments.len() || total != rest.len() {
            return self.malformed(op, "has operand segments that do not match its operands");
        }
        for (segment, &size) in segments.iter().zip(sizes) {
            let fits = match segment.arity {
                Arity::One => size == 1,
                Arity::Optional => size <= 1,
                Arity::Many => true,
            };
            if !fits {
                self.malformed(op, "has a wrong number of operands");
            }
            let (values, others) = rest.split_at(size as usize);
            rest = others;
            if segment.presence == Presence::Never {
                continue;
            }
            if segment.arity == Arity::Many {
                out.put_varint(size.into());
            }
            self.operand_list(out, op, values);
        }
    }

    fn operand_list(&mut self, out: &mut Vec<u8>, op: Op, values: &[Value]) {
        for &value in values {
            let number = self.numbers.get(value.as_u32() as usize).copied().unwrap_or(u32::MAX);
            if self.visible.get(number as usize) != Some(&value) {
                return self.malformed(op, "uses a value that is not visible there");
            }
            out.put_varint(number.into());
        }
    }

    fn regions(&mut self, out: &mut Vec<u8>, op: Op, depth: usize) {
        let module = self.module;
        let regions = module.body.regions(op);
        if regions.len() == 0 {
            return;
        }
        if depth == MAX_DEPTH {
            let message = format!("regions are nested deeper than {MAX_DEPTH} levels");
            self.problems.push(at_op(module, op, E_DEPTH, message));
            return;
        }
        out.put_varint(regions.len() as u64);
        for region in regions {
            let blocks = module.body.region_blocks(region);
            out.put_varint(blocks.len() as u64);
            for &block in blocks {
                let outer = self.visible.len();
                let args = module.body.block_args(block);
                out.put_varint(args.len() as u64);
                for value in args {
                    self.tables.types.put(out, module.body.ty(value), module, self.version);
                }
                self.number(args);
                out.put_varint(module.body.block_ops(block).count() as u64);
                self.block_ops(out, block, depth + 1);
                self.visible.truncate(outer);
            }
        }
    }
}

/// True when an attribute that may be absent is to be stored.
fn is_stored(kind: AttrKind, slot: AttrSlot) -> bool {
    match kind {
        AttrKind::Flag => slot.as_small().is_some_and(|value| value != 0),
        AttrKind::Keyword(_)
        | AttrKind::Rounding(_)
        | AttrKind::Overflow
        | AttrKind::Ordering(_)
        | AttrKind::Scope
        | AttrKind::Bool
        | AttrKind::Int { .. }
        | AttrKind::Str
        | AttrKind::SymbolName
        | AttrKind::SymbolRef
        | AttrKind::FunctionType
        | AttrKind::I32s
        | AttrKind::InBounds
        | AttrKind::Dense
        | AttrKind::Identities
        | AttrKind::Predicate
        | AttrKind::Hints
        | AttrKind::Dicts => slot.is_present(),
    }
}

fn put_case(out: &mut Vec<u8>, slot: AttrSlot, kind: EnumKind) -> Option<()> {
    let case = slot.as_small().filter(|&case| (case as usize) < kind.names().len())?;
    out.put_varint(case.into());
    Some(())
}
