//! Reading: function table, globals, bodies.

use diag::{Diagnostic, Span};
use ir::build::IntoAttr;
use ir::spec::{V13_3, Version};
use ir::{AttrSlot, Block, LocId, Op, OpDraft, Origin, Region, StrId, TypeId, UNKNOWN_LOC, Value};

use super::attrs::{AttrReader, Spelling};
use super::codes::{
    E_ATTRIBUTE, E_BLOCK, E_DEPTH, E_FUNCTION, E_GLOBAL, E_INDEX, E_OPCODE, E_OPERAND, E_RESULT, E_TABLE,
};
use super::constants::Constants;
use super::container::{Container, SectionId};
use super::debug::{Debug, DebugReader};
use super::layout::{Layouts, NoOp, OpLayout, Operands, Presence, SegmentLayout};
use super::provenance::Provenance;
use super::strings::Strings;
use super::types::Types;
use super::wire::{Cursor, Failure, Result, failure, failure_with_help};
use super::{DecodeOptions, Decoded};
use crate::Module;
use crate::attrs::{Attr, AttrKind, EnumKind, SymbolVisibility};
use crate::build::{items_block, new_module};
use crate::constraint::Constraint;
use crate::ops::{Opcode, fields};
use crate::types::Type;

/// Regions are nested at most this deep.
pub(super) const MAX_DEPTH: usize = 256;
/// Bit of a function's flags: the function is private.
pub(super) const PRIVATE: u8 = 1;
/// Bit of a function's flags: the function is an entry.
pub(super) const KERNEL: u8 = 2;
/// Bit of a function's flags: hints follow.
pub(super) const HINTS: u8 = 4;
/// What a module is called; files do not say it.
const MODULE_NAME: &str = "kernels";

/// Reads a file.
///
/// # Errors
/// The first thing that is wrong, with its byte offset.
pub fn decode(bytes: &[u8], options: &DecodeOptions) -> std::result::Result<Decoded, Diagnostic> {
    read(bytes, options).map_err(|failure| *failure)
}

fn read(bytes: &[u8], options: &DecodeOptions) -> Result<Decoded> {
    let container = Container::read(bytes, options.testing_ops)?;
    let strings = Strings::read(container.mandatory(SectionId::String, "string")?)?;
    let functions = container.mandatory(SectionId::Function, "function")?;
    let version = container.header.version;
    let section = |id| container.section(id).unwrap_or(container.nothing());
    let layouts = Layouts::new(version);
    let mut reader = Reader {
        version,
        layouts: &layouts,
        strings,
        types: Types::read(section(SectionId::Type), version, bytes.len())?,
        constants: Constants::read(section(SectionId::Constant))?,
        debug: match container.section(SectionId::Debug) {
            Some(section) => Debug::read(section)?,
            None => Debug::none(container.nothing()),
        },
        spelling: Spelling::default(),
        module: new_module(MODULE_NAME),
        values: Vec::new(),
        locations: None,
        scratch: Scratch::default(),
    };
    reader.module.origin = Origin::Bytecode;
    reader.producer(&container)?;
    reader.globals(section(SectionId::Global))?;
    let entries = reader.functions(functions)?;
    let provenance = options.provenance.then(|| Provenance::new(&container, &reader, entries));
    let warnings = reader.spelling.warning().into_iter().collect();
    Ok(Decoded { module: reader.module, version, tag: container.header.tag, warnings, provenance })
}

/// What was found in the function table that the module does not say.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionTable {
    /// The functions in order.
    pub(super) found: Vec<Found>,
    /// Bytes behind the last function.
    pub(super) trailing: usize,
}

/// What was found of one function that the module does not say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) flags: u8,
    pub(super) location: u64,
}

/// State of reading.
pub(super) struct Reader<'a> {
    version: Version,
    layouts: &'a Layouts,
    pub(super) strings: Strings<'a>,
    pub(super) types: Types<'a>,
    pub(super) constants: Constants<'a>,
    pub(super) debug: Debug<'a>,
    pub(super) spelling: Spelling,
    pub(super) module: Module,
    /// Values by number.
    values: Vec<Value>,
    /// Debug indices left of the function; `None`: every location is unknown.
    locations: Option<Cursor<'a>>,
    scratch: Scratch,
}

/// Lists of the op that is being read, kept to be filled again.
#[derive(Default)]
struct Scratch {
    results: Vec<TypeId>,
    attrs: Vec<AttrSlot>,
    operands: Vec<Value>,
    segments: Vec<u32>,
}

/// The sections around the bodies.
impl<'a> Reader<'a> {
    /// A reader of attributes, of which i1 are numbers if `numbers`, else booleans.
    fn attr_reader(&mut self, numbers: bool) -> AttrReader<'_, 'a> {
        AttrReader {
            numbers,
            strings: &mut self.strings,
            types: &mut self.types,
            spelling: &mut self.spelling,
            module: &mut self.module,
        }
    }

    fn string(&mut self, cursor: &mut Cursor<'_>, what: &str) -> Result<StrId> {
        self.strings.id(cursor, &mut self.module, what)
    }

    fn str_slot(&mut self, id: StrId) -> AttrSlot {
        Attr::Str(id).into_attr(&mut self.module)
    }

    fn producer(&mut self, container: &Container<'a>) -> Result<()> {
        let Some(mut section) = container.section(SectionId::Producer) else { return Ok(()) };
        let id = self.string(&mut section, "producer string index")?;
        finish(&section, "the producer")?;
        let (root, slot) = (self.module.root, self.str_slot(id));
        self.module.set_attr(root, fields::module::producer, slot);
        Ok(())
    }

    fn globals(&mut self, mut section: Cursor<'a>) -> Result<()> {
        if section.is_empty() {
            return Ok(());
        }
        let count = section.count(4, "number of globals")?;
        for index in 0..count {
            self.global(&mut section, index)?;
        }
        finish(&section, "the last global")
    }

    fn global(&mut self, section: &mut Cursor<'a>, index: usize) -> Result<()> {
        let start = section.offset();
        let name = self.string(section, "name of a global")?;
        if self.module.strings.get(name).is_empty() {
            let message = format!("global symbol name at index {index} is empty");
            return Err(failure(E_GLOBAL, start, message));
        }
        let ty = self.types.id(section, &mut self.module)?;
        let value = self.constants.slot(section, ty, &mut self.module)?;
        let alignment = section.varint("alignment of a global")?.into_attr(&mut self.module);
        let (mut visibility, mut constant) = (SymbolVisibility::Public, AttrSlot::ABSENT);
        if self.version >= V13_3 {
            let at = section.offset();
            let number = section.varint("symbol visibility")?;
            visibility = SymbolVisibility::from_wire(number)
                .ok_or_else(|| failure(E_GLOBAL, at, format!("invalid symbol visibility value: {number}")))?;
            if section.varint("constant flag of a global")? != 0 {
                constant = AttrSlot::UNIT;
            }
        }
        let op = self.definition(Opcode::Global, UNKNOWN_LOC, start);
        let name = self.str_slot(name);
        for (field, slot) in [
            (fields::global::sym_name, name),
            (fields::global::value, value),
            (fields::global::alignment, alignment),
            (fields::global::constant, constant),
            (fields::global::symbol_visibility, AttrSlot::small(visibility as u32)),
        ] {
            self.module.set_attr(op, field, slot);
        }
        Ok(())
    }

    /// Creates an op of the module's own block, with absent attributes.
    fn definition(&mut self, opcode: Opcode, loc: LocId, at: usize) -> Op {
        let spec = opcode.spec();
        let attrs = vec![AttrSlot::ABSENT; spec.attrs.len()];
        let op = self.module.body.create_op(OpDraft {
            opcode: opcode as u16,
            operands: &[],
            segments: &[],
            attrs: &attrs,
            results: &[],
            regions: spec.regions.len() as u32,
            loc,
        });
        self.module.body.set_span(op, byte_span(at));
        let block = items_block(&self.module);
        self.module.body.append(block, op);
        op
    }

    fn functions(&mut self, mut section: Cursor<'a>) -> Result<FunctionTable> {
        // Ops take six to eight bytes on average.
        self.module.body.reserve(section.remaining() / 6);
        let count = section.count(5, "number of functions")?;
        let mut table = FunctionTable::default();
        for index in 0..count {
            self.function(&mut section, index, &mut table)?;
        }
        // Some writers pad the payload to a multiple of eight.
        table.trailing = section.remaining();
        Ok(table)
    }

    fn function(&mut self, section: &mut Cursor<'a>, index: usize, table: &mut FunctionTable) -> Result<()> {
        let start = section.offset();
        let name = self.string(section, "name of a function")?;
        if self.module.strings.get(name).is_empty() {
            return Err(failure(E_FUNCTION, start, format!("function name at index {index} is empty")));
        }
        let at = section.offset();
        let signature = self.types.id(section, &mut self.module)?;
        let params = self.parameters(signature, at)?;
        let flags = self.function_flags(section, name)?;
        let location = self.function_location(section, name)?;
        let loc = self.next_location(start)?;
        let entry = self.definition(Opcode::Entry, loc, start);
        if flags & HINTS != 0 {
            let id = self.attr_reader(false).tagged_hints(section)?;
            self.module.set_attr(entry, fields::entry::optimization_hints, AttrSlot::interned(id));
        }
        let name = self.str_slot(name);
        self.module.set_attr(entry, fields::entry::sym_name, name);
        let signature = Attr::Type(signature).into_attr(&mut self.module);
        self.module.set_attr(entry, fields::entry::function_type, signature);
        table.found.push(Found { flags, location });
        self.body(section, entry, &params)
    }

    fn parameters(&mut self, signature: TypeId, at: usize) -> Result<Vec<TypeId>> {
        self.types.spend(self.module.types.get(signature), at)?;
        match self.module.types.get(signature).clone() {
            Type::Function(function) => {
                Ok(function.params.iter().map(|ty| self.module.types.intern(ty.clone())).collect())
            }
            other => {
                let message =
                    format!("the signature of a function must be a function type, but is '{other}'");
                Err(failure(E_FUNCTION, at, message))
            }
        }
    }

    fn function_flags(&mut self, section: &mut Cursor<'a>, name: StrId) -> Result<u8> {
        let at = section.offset();
        let flags = section.byte("function flags")?;
        let unknown = flags & !(PRIVATE | KERNEL | HINTS);
        if unknown != 0 {
            let message = format!(
                "function entry has unrecognized flag bits ({unknown:#x}); the file needs a newer reader"
            );
            return Err(failure(E_FUNCTION, at, message));
        }
        if flags & KERNEL == 0 {
            let message = format!("un-expected non-entry function '{}'", self.module.text(name));
            return Err(failure(E_FUNCTION, at, message));
        }
        Ok(flags)
    }

    fn function_location(&mut self, section: &mut Cursor<'a>, name: StrId) -> Result<u64> {
        let at = section.offset();
        let location = section.varint("location index of a function")?;
        self.locations = match location {
            0 => None,
            _ => Some(self.debug.of_function(location, at, &self.module.text(name))?),
        };
        Ok(location)
    }

    fn next_location(&mut self, op: usize) -> Result<LocId> {
        match &mut self.locations {
            None => Ok(UNKNOWN_LOC),
            Some(list) => {
                DebugReader { debug: &mut self.debug, strings: &mut self.strings, module: &mut self.module }
                    .location(list, op)
            }
        }
    }
}

fn finish(section: &Cursor<'_>, last: &str) -> Result<()> {
    if section.is_empty() {
        return Ok(());
    }
    let message = format!("{} bytes are left over behind {last}", section.remaining());
    Err(failure(E_TABLE, section.offset(), message))
}

fn byte_span(at: usize) -> Span {
    Span::point(u32::try_from(at).expect("files are smaller than 4 GiB"))
}

/// Bodies.
impl<'a> Reader<'a> {
    fn body(&mut self, section: &mut Cursor<'a>, entry: Op, params: &[TypeId]) -> Result<()> {
        let length = section.count(1, "function body length")?;
        let start = section.offset();
        section.bytes(length, "function body")?;
        let mut body = section.slice(start, section.offset());
        let region = self.module.region(entry, fields::entry::body);
        self.values.clear();
        let block = self.open_block(region, params);
        let mut terminated = false;
        while !body.is_empty() {
            terminated = self.op(&mut body, block, 0)?;
        }
        check_terminator(terminated, start)
    }

    fn open_block(&mut self, region: Region, args: &[TypeId]) -> Block {
        let block = self.module.body.create_block(region, args);
        self.values.extend(self.module.body.block_args(block));
        block
    }

    /// Reads an op to the end of `block`; true when it is a terminator.
    fn op(&mut self, cursor: &mut Cursor<'a>, block: Block, depth: usize) -> Result<bool> {
        let at = cursor.offset();
        let code = cursor.varint("opcode")?;
        let Some(layout) = self.layouts.of_code(code) else { return Err(self.no_op(code, at)) };
        let loc = self.next_location(at)?;
        self.results(cursor, layout)?;
        let flags = if layout.flags { cursor.varint("op flags")? } else { 0 };
        self.attrs(cursor, layout, flags)?;
        self.operands(cursor, layout, flags)?;
        self.normalize_in_bounds(layout);
        let regions = self.region_count(cursor, layout)?;
        let op = self.module.body.create_op(OpDraft {
            opcode: layout.opcode as u16,
            operands: &self.scratch.operands,
            segments: &self.scratch.segments,
            attrs: &self.scratch.attrs,
            results: &self.scratch.results,
            regions: regions as u32,
            loc,
        });
        self.module.body.set_span(op, byte_span(at));
        self.module.body.append(block, op);
        for index in 0..regions {
            self.region(cursor, op, index, depth + 1)?;
        }
        let results = self.module.body.results(op);
        let numbered = results.len() - layout.hidden_results.len();
        for value in results.iter().take(numbered) {
            self.values.push(value);
        }
        Ok(layout.terminator)
    }

    #[cold]
    fn no_op(&self, code: u64, at: usize) -> Failure {
        match self.layouts.why_not(code) {
            NoOp::Unknown => failure(E_OPCODE, at, format!("unknown or unimplemented opcode: {code}")),
            NoOp::Newer(op) => {
                let message = format!("unsupported opcode {code} for bytecode version {}", self.version);
                let help = op.map(|op| {
                    let spec = op.spec();
                    format!("'{}' needs version {} or newer in the header", spec.mnemonic, spec.since)
                });
                match help {
                    Some(help) => failure_with_help(E_OPCODE, at, message, help),
                    None => failure(E_OPCODE, at, message),
                }
            }
        }
    }

    fn results(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout) -> Result<()> {
        let at = cursor.offset();
        let fixed = layout.fixed_results;
        let count = if layout.result_count { cursor.count(1, "result count")? } else { fixed };
        if count < fixed || count > fixed && !layout.open_results {
            let message = format!(
                "'{}' has {}{fixed} results, but {count} are stored",
                layout.spec().mnemonic,
                if layout.open_results { "at least " } else { "" },
            );
            return Err(failure(E_RESULT, at, message));
        }
        self.scratch.results.clear();
        for _ in 0..count {
            let ty = self.types.id(cursor, &mut self.module)?;
            self.scratch.results.push(ty);
        }
        for hidden in layout.hidden_results {
            debug_assert_eq!(hidden.constraint, Constraint::Token, "only tokens were added to older ops");
            let token = self.module.types.intern(Type::Token);
            self.scratch.results.push(token);
        }
        Ok(())
    }

    fn attrs(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout, flags: u64) -> Result<()> {
        self.scratch.attrs.clear();
        for attr in &layout.attrs {
            let stored = match attr.presence {
                Presence::Always => true,
                Presence::Flag(bit) => flags >> bit & 1 != 0,
                Presence::Never => false,
            };
            let slot = if stored { self.attr(cursor, attr.kind)? } else { attr.default };
            self.scratch.attrs.push(slot);
        }
        Ok(())
    }

    fn attr(&mut self, cursor: &mut Cursor<'a>, kind: AttrKind) -> Result<AttrSlot> {
        match kind {
            AttrKind::Flag => Ok(AttrSlot::UNIT),
            AttrKind::Keyword(kind) => enum_case(cursor, kind),
            AttrKind::Rounding(_) => enum_case(cursor, EnumKind::RoundingMode),
            AttrKind::Overflow => enum_case(cursor, EnumKind::IntegerOverflow),
            AttrKind::Ordering(_) => enum_case(cursor, EnumKind::MemoryOrdering),
            AttrKind::Scope => enum_case(cursor, EnumKind::MemoryScope),
            AttrKind::Bool => Ok(AttrSlot::small((cursor.byte("boolean")? != 0).into())),
            AttrKind::Int { bits } => self.integer(cursor, bits),
            AttrKind::Str | AttrKind::SymbolName | AttrKind::SymbolRef => {
                let at = cursor.offset();
                let id = self.string(cursor, "string index")?;
                if self.module.strings.get(id).is_empty() && !matches!(kind, AttrKind::Str) {
                    return Err(failure(E_ATTRIBUTE, at, "symbol name is empty"));
                }
                Ok(self.str_slot(id))
            }
            AttrKind::FunctionType => {
                let id = self.types.id(cursor, &mut self.module)?;
                Ok(Attr::Type(id).into_attr(&mut self.module))
            }
            AttrKind::I32s => self.i32s(cursor),
            AttrKind::InBounds => {
                let count = cursor.count(1, "number of flags")?;
                let flags: Box<[bool]> = cursor.bytes(count, "flags")?.iter().map(|&b| b != 0).collect();
                Ok(Attr::Bools(flags).into_attr(&mut self.module))
            }
            AttrKind::Dense => {
                // The type is that of the op's result.
                let at = cursor.offset();
                let Some(&ty) = self.scratch.results.first() else {
                    return Err(failure(E_RESULT, at, "a constant needs a result, whose type is its own"));
                };
                self.constants.slot(cursor, ty, &mut self.module)
            }
            AttrKind::Identities => self.attr_reader(true).numbers(cursor).map(AttrSlot::interned),
            AttrKind::Dicts => self.attr_reader(false).array(cursor).map(AttrSlot::interned),
            AttrKind::Predicate => self.attr_reader(false).predicate(cursor).map(AttrSlot::interned),
            AttrKind::Hints => self.attr_reader(false).hints(cursor).map(AttrSlot::interned),
        }
    }

    fn integer(&mut self, cursor: &mut Cursor<'a>, bits: u32) -> Result<AttrSlot> {
        let at = cursor.offset();
        let value = cursor.varint("integer attribute")?;
        if bits < 64 && value >> bits != 0 {
            return Err(failure(E_ATTRIBUTE, at, format!("value {value} does not fit in {bits} bits")));
        }
        Ok(value.into_attr(&mut self.module))
    }

    fn i32s(&mut self, cursor: &mut Cursor<'a>) -> Result<AttrSlot> {
        let at = cursor.offset();
        let values: Box<[i32]> = cursor.i32s("number of integers")?.collect();
        if let Some(value) = values.iter().find(|&&value| value == i32::MIN || value == i32::MAX) {
            return Err(failure(E_ATTRIBUTE, at, format!("array contains unsupported value {value}")));
        }
        Ok(Attr::I32s(values).into_attr(&mut self.module))
    }

    fn operands(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout, flags: u64) -> Result<()> {
        self.scratch.operands.clear();
        self.scratch.segments.clear();
        match &layout.operands {
            Operands::Fixed(count) => self.operand_list(cursor, *count, layout),
            Operands::Counted(least, most) => {
                let at = cursor.offset();
                let count = cursor.count(1, "operand count")?;
                if count < *least || count > *most {
                    let message = format!(
                        "'{}' takes at {} operands, but {count} are stored",
                        layout.spec().mnemonic,
                        if count < *least { format!("least {least}") } else { format!("most {most}") }
                    );
                    return Err(failure(E_OPERAND, at, message));
                }
                self.operand_list(cursor, count, layout)
            }
            Operands::Segments(segments) => {
                for segment in segments {
                    let count = segment_size(cursor, *segment, flags)?;
                    self.operand_list(cursor, count, layout)?;
                    self.scratch.segments.push(count as u32);
                }
                Ok(())
            }
        }
    }

    fn operand_list(&mut self, cursor: &mut Cursor<'a>, count: usize, layout: &OpLayout) -> Result<()> {
        for _ in 0..count {
            let at = cursor.offset();
            let index = cursor.varint("operand index")?;
            match self.values.get(usize::try_from(index).unwrap_or(usize::MAX)) {
                Some(&value) => self.scratch.operands.push(value),
                None => {
                    let message = format!(
                        "operand index {index} out of bounds (size={}) in '{}'",
                        self.values.len(),
                        layout.spec().mnemonic
                    );
                    return Err(failure(E_INDEX, at, message));
                }
            }
        }
        Ok(())
    }

    /// Drops `inbounds` that promise nothing: absent means false for every index.
    fn normalize_in_bounds(&mut self, layout: &OpLayout) {
        let Some((attr, operand)) = layout.in_bounds else { return };
        let Some(id) = self.scratch.attrs[attr].as_interned() else { return };
        let Attr::Bools(flags) = self.module.attrs.get(id) else { return };
        if flags.len() == self.scratch.segments[operand] as usize && !flags.contains(&true) {
            self.scratch.attrs[attr] = AttrSlot::ABSENT;
        }
    }

    /// Reads the number of regions, which the row fixes.
    fn region_count(&mut self, cursor: &mut Cursor<'a>, layout: &OpLayout) -> Result<usize> {
        let expected = layout.spec().regions.len();
        if expected == 0 {
            return Ok(0);
        }
        let at = cursor.offset();
        let count = cursor.varint("region count")?;
        if count != expected as u64 {
            let message =
                format!("'{}' has {expected} regions, but {count} are stored", layout.spec().mnemonic);
            return Err(failure(E_BLOCK, at, message));
        }
        Ok(expected)
    }

    fn region(&mut self, cursor: &mut Cursor<'a>, op: Op, index: usize, depth: usize) -> Result<()> {
        let at = cursor.offset();
        if depth > MAX_DEPTH {
            let message = format!("regions are nested deeper than {MAX_DEPTH} levels");
            return Err(failure(E_DEPTH, at, message));
        }
        let spec = &self.module.spec(op).regions[index];
        let count = cursor.varint("block count")?;
        if count < spec.min_blocks.into() || count > spec.max_blocks.into() {
            let message = format!(
                "invalid block structure: region '{}' of '{}' cannot have {count} blocks",
                spec.name,
                self.module.spec(op).mnemonic
            );
            return Err(failure(E_BLOCK, at, message));
        }
        let region = self.module.body.region(op, index);
        for _ in 0..count {
            self.block(cursor, region, depth)?;
        }
        Ok(())
    }

    fn block(&mut self, cursor: &mut Cursor<'a>, region: Region, depth: usize) -> Result<()> {
        let start = cursor.offset();
        let count = cursor.count(1, "block argument count")?;
        self.scratch.results.clear();
        for _ in 0..count {
            let ty = self.types.id(cursor, &mut self.module)?;
            self.scratch.results.push(ty);
        }
        let outer = self.values.len();
        let args = std::mem::take(&mut self.scratch.results);
        let block = self.open_block(region, &args);
        self.scratch.results = args;
        let ops = cursor.count(2, "op count")?;
        let mut terminated = false;
        for _ in 0..ops {
            terminated = self.op(cursor, block, depth)?;
        }
        self.values.truncate(outer);
        check_terminator(terminated, start)
    }
}

fn check_terminator(terminated: bool, start: usize) -> Result<()> {
    if terminated {
        return Ok(());
    }
    Err(failure(E_BLOCK, start, "invalid block structure: the block does not end with a terminator"))
}

fn enum_case(cursor: &mut Cursor<'_>, kind: EnumKind) -> Result<AttrSlot> {
    let at = cursor.offset();
    let number = cursor.varint("enum value")?;
    if number < kind.names().len() as u64 {
        return Ok(AttrSlot::small(number as u32));
    }
    Err(failure(E_ATTRIBUTE, at, format!("invalid integer value for enum type: {number}")))
}

fn segment_size(cursor: &mut Cursor<'_>, segment: SegmentLayout, flags: u64) -> Result<usize> {
    use ir::spec::Arity;
    match (segment.arity, segment.presence) {
        (_, Presence::Never) => Ok(0),
        (_, Presence::Flag(bit)) => Ok((flags >> bit & 1) as usize),
        (Arity::One, Presence::Always) => Ok(1),
        (Arity::Many, Presence::Always) => cursor.count(1, "operand count"),
        (Arity::Optional, Presence::Always) => unreachable!("optional operands of segmented ops own a bit"),
    }
}
