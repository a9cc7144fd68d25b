//! Reading: globals and the function table; bodies are in [`body`], functions on several threads in [`shards`].

mod body;
mod external;
mod shards;

use std::ops::Range;
use std::sync::Arc;

use diag::{Diagnostic, Span};
use ir::build::IntoAttr;
use ir::spec::{V13_3, V13_4, V13_5, V250_0, Version};
use ir::{AttrId, AttrSlot, LocId, Op, OpDraft, Origin, StrId, TypeId, UNKNOWN_LOC, Value};
use rustc_hash::FxHashMap;

use super::attrs::{AttrReader, Spelling};
use super::codes::{E_FUNCTION, E_GLOBAL, E_TABLE};
use super::constants::Constants;
use super::container::{Container, Header, SectionId};
use super::debug::{Debug, DebugReader};
use super::layout::Layouts;
use super::provenance::Provenance;
use super::strings::Strings;
use super::types::{Types, weight};
use super::wire::{Cursor, Result, failure};
use super::{DecodeOptions, Decoded};
use crate::Module;
use crate::attrs::{Attr, SymbolVisibility};
use crate::items::{items_block, new_module};
use crate::ops::{Opcode, fields};
use crate::types::Type;
use crate::verify::{DecodeVerifier, Rules};
use external::{Form, Head};

/// Regions are nested at most this deep.
pub(super) const MAX_DEPTH: usize = 256;
/// Bit of a function's flags: the function is private.
pub(super) const PRIVATE: u8 = 1;
/// Bit of a function's flags: the function is an entry.
pub(super) const KERNEL: u8 = 2;
/// Bit of a function's flags up to 13.4: hints follow. From 13.5 on hints always follow an entry.
pub(super) const HINTS: u8 = 4;
/// Bits of a function's flags from 13.5 on: its form, of which entries have the first.
const FORM: u8 = 0b1100;
/// The form of an implementation of an external function.
pub(super) const IMPLEMENTATION: u8 = 4;
/// Key of the attribute that makes an entry private.
pub(super) const SYM_VISIBILITY: &[u8] = b"sym_visibility";
/// Ops take five and a half bytes or more on average.
const BYTES_PER_OP: usize = 5;
/// The name of a module, which files do not store.
const MODULE_NAME: &str = "kernels";

/// Reads a file.
///
/// # Errors
/// The first thing that is wrong, with its byte offset.
pub fn decode(bytes: &[u8], options: &DecodeOptions) -> std::result::Result<Decoded, Diagnostic> {
    read(bytes, options).map_err(|failure| *failure)
}

fn read(bytes: &[u8], options: &DecodeOptions) -> Result<Decoded> {
    let container = Container::read(bytes, options)?;
    let strings = Strings::read(container.mandatory(SectionId::String, "string")?)?;
    let functions = container.mandatory(SectionId::Function, "function")?;
    let section = |id| container.section(id).unwrap_or(container.nothing());
    let file = File {
        container: &container,
        layouts: Layouts::new(container.header.version),
        types: Types::read(
            section(SectionId::Type),
            strings.table,
            container.header,
            options.reader,
            bytes.len(),
        )?,
        constants: Constants::read(section(SectionId::Constant))?,
        debug: match container.section(SectionId::Debug) {
            Some(section) => Debug::read(section, container.header.version)?,
            None => Debug::none(container.nothing()),
        },
        globals: section(SectionId::Global),
        functions,
        strings,
        strict: options.reader >= V13_5,
        preview_enabled: options.preview_simt,
        rules: options.verify.as_ref().map(Rules::new),
    };
    let (reader, entries) = match shards::read(&file, options) {
        Some(reader) => (reader, FunctionTable::default()),
        None => file.read()?,
    };
    let provenance = options.provenance.then(|| Provenance::new(&container, &reader, entries));
    let warnings = reader.spelling.warning().into_iter().collect();
    let Header { version, tag } = container.header;
    let verified = reader.verifier.map(|verifier| verifier.finish(&reader.module));
    Ok(Decoded { module: reader.module, verified, version, tag, warnings, provenance })
}

/// A file whose tables were indexed but not used yet.
struct File<'a> {
    container: &'a Container<'a>,
    layouts: Layouts,
    strings: Strings<'a>,
    types: Types<'a>,
    constants: Constants<'a>,
    debug: Debug<'a>,
    globals: Cursor<'a>,
    functions: Cursor<'a>,
    /// The reading rules are those of 13.5.
    strict: bool,
    /// The preview `simt` is enabled.
    preview_enabled: bool,
    /// By what rules to verify.
    rules: Option<Rules>,
}

impl<'a> File<'a> {
    /// A reader that has read nothing.
    fn reader(&self) -> Reader<'_, 'a> {
        let mut module = new_module(MODULE_NAME);
        module.origin = Origin::Bytecode;
        let ops = self.functions.remaining() / BYTES_PER_OP;
        let verifier = self.rules.as_ref().map(|rules| DecodeVerifier::new(rules, &module, ops));
        Reader {
            file: self.container.file,
            version: self.container.header.version,
            strict: self.strict,
            preview_enabled: self.preview_enabled,
            layouts: &self.layouts,
            strings: self.strings.clone(),
            types: self.types.clone(),
            constants: self.constants.clone(),
            debug: self.debug.clone(),
            spelling: Spelling::default(),
            module,
            verifier,
            signatures: FxHashMap::default(),
            values: Vec::new(),
            locations: None,
            args: Vec::new(),
        }
    }

    /// Reads everything.
    fn read(&self) -> Result<(Reader<'_, 'a>, FunctionTable)> {
        let mut reader = self.reader();
        reader.places();
        reader.head(self)?;
        let mut section = self.functions;
        reader.reserve(section.remaining(), self.debug.lines());
        let count = section.count(5, "number of functions")?;
        let mut table = FunctionTable::default();
        reader.functions(&mut section, 0..count, &mut table)?;
        // Some writers pad the payload to a multiple of eight.
        table.trailing = section.remaining();
        Ok((reader, table))
    }
}

/// Details of the function table that the module does not represent.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionTable {
    /// The functions in order.
    pub(super) found: Vec<Found>,
    /// Bytes after the last function.
    pub(super) trailing: usize,
}

/// Details of one function that the module does not represent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) location: u64,
}

/// State of reading.
pub(super) struct Reader<'f, 'a> {
    file: Cursor<'a>,
    version: Version,
    /// The reading rules are those of 13.5.
    strict: bool,
    /// The preview `simt` is enabled.
    preview_enabled: bool,
    layouts: &'f Layouts,
    pub(super) strings: Strings<'a>,
    pub(super) types: Types<'a>,
    pub(super) constants: Constants<'a>,
    pub(super) debug: Debug<'a>,
    pub(super) spelling: Spelling,
    pub(super) module: Module,
    /// Verifies what is read.
    verifier: Option<DecodeVerifier<'f>>,
    signatures: FxHashMap<TypeId, Signature>,
    /// Values by number.
    values: Vec<Value>,
    /// Debug indices left of the function; `None`: every location is unknown.
    locations: Option<Cursor<'a>>,
    /// Types of the arguments of the block that is being read, kept to be filled again.
    args: Vec<TypeId>,
}

/// A function type that was met as a signature.
struct Signature {
    /// Words that a copy of it takes.
    weight: usize,
    params: Arc<[TypeId]>,
}

/// The sections around the bodies.
impl<'a> Reader<'_, 'a> {
    /// Makes room for functions of the given size and the given number of lines of source.
    fn reserve(&mut self, bytes: usize, lines: usize) {
        self.module.body.reserve(bytes / BYTES_PER_OP);
        if !self.debug.complete {
            // A line is a position in a file and the scope that it is in.
            self.module.locs.reserve(2 * lines);
        }
    }

    /// Reads the locations that functions share.
    fn places(&mut self) {
        self.debug_reader().everything();
        if let Some(verifier) = &mut self.verifier {
            verifier.places(&self.module);
        }
    }

    /// Reads what is before the functions.
    fn head(&mut self, file: &File<'a>) -> Result<()> {
        self.producer(file.container)?;
        self.globals(file.globals)
    }

    fn debug_reader(&mut self) -> DebugReader<'_, 'a> {
        DebugReader { debug: &mut self.debug, strings: &mut self.strings, module: &mut self.module }
    }

    /// A reader of attributes, of which i1 are numbers if `numbers`, else booleans.
    fn attr_reader(&mut self, numbers: bool) -> AttrReader<'_, 'a> {
        AttrReader {
            numbers,
            strict: self.strict,
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
            regions: spec.regions.len() as u16,
            loc,
        });
        self.module.body.set_span(op, byte_span(at));
        let block = items_block(&self.module);
        self.module.body.append(block, op);
        op
    }

    /// Reads the functions of these positions.
    fn functions(
        &mut self,
        section: &mut Cursor<'a>,
        positions: Range<usize>,
        table: &mut FunctionTable,
    ) -> Result<()> {
        positions.into_iter().try_for_each(|index| self.function(section, index, table))
    }

    fn function(&mut self, section: &mut Cursor<'a>, index: usize, table: &mut FunctionTable) -> Result<()> {
        let start = section.offset();
        if self.is_implementation(*section) {
            return self.implementation(section, start, table);
        }
        let name = self.string(section, "name of a function")?;
        if self.module.strings.get(name).is_empty() {
            return Err(failure(E_FUNCTION, start, format!("function name at index {index} is empty")));
        }
        let at = section.offset();
        let signature = self.types.id(section, &mut self.module)?;
        let (flags, form) = self.function_flags(section, name)?;
        let params = self.parameters(signature, at)?;
        let location = self.function_location(section, name)?;
        table.found.push(Found { location });
        let loc = self.next_location(start)?;
        let head = Head { name, signature, loc, start };
        match form {
            Form::Entry => self.entry(section, &head, flags, &params),
            Form::Function => self.external_function(section, &head),
        }
    }

    /// Reads the rest of a kernel.
    fn entry(&mut self, section: &mut Cursor<'a>, head: &Head, flags: u8, params: &[TypeId]) -> Result<()> {
        let entry = self.definition(Opcode::Entry, head.loc, head.start);
        self.entry_attrs(section, entry, flags, head.name)?;
        let name = self.str_slot(head.name);
        self.module.set_attr(entry, fields::entry::sym_name, name);
        let signature = Attr::Type(head.signature).into_attr(&mut self.module);
        self.module.set_attr(entry, fields::entry::function_type, signature);
        if flags & PRIVATE != 0 {
            let private = private_entry(&mut self.module);
            self.module.body.set_extra(entry, Some(private));
        }
        if let Some(verifier) = &mut self.verifier {
            verifier.enter_item(&self.module, entry);
        }
        self.body(section, entry, params)?;
        if let Some(verifier) = &mut self.verifier {
            verifier.leave(&self.module, entry);
        }
        self.check_parameters(params, head.start)
    }

    /// Readers of 13.5 take only tiles as parameters of an entry, in files of every version.
    fn check_parameters(&self, params: &[TypeId], at: usize) -> Result<()> {
        let types = params.iter().map(|&ty| self.module.types.get(ty)).enumerate();
        let mut others = types.filter(|(_, ty)| self.strict && ty.as_tile().is_none());
        others.next().map_or(Ok(()), |(index, ty)| {
            Err(failure(E_FUNCTION, at, crate::verify::unsupported_parameter(index, ty)))
        })
    }

    /// Reads what an entry has before its body.
    fn entry_attrs(&mut self, section: &mut Cursor<'a>, entry: Op, flags: u8, name: StrId) -> Result<()> {
        use fields::entry::{arg_attrs, optimization_hints};
        let since_13_5 = self.has_forms();
        if since_13_5 || flags & HINTS != 0 {
            let name = self.module.text(name).into_owned();
            let id = self.attr_reader(false).tagged_hints(section, &name)?;
            // No hints and an empty dictionary of them print alike.
            if !since_13_5 || !self.is_empty(id) {
                self.module.set_attr(entry, optimization_hints, AttrSlot::interned(id));
            }
        }
        if since_13_5 {
            let id = self.attr_reader(false).tagged_dicts(section)?;
            if !self.is_empty(id) {
                self.module.set_attr(entry, arg_attrs, AttrSlot::interned(id));
            }
        }
        Ok(())
    }

    /// True where the flags of a function name its form.
    fn has_forms(&self) -> bool {
        self.version >= V13_5 && self.version < V250_0
    }

    /// True for an empty dictionary or array, or one of empty dictionaries.
    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for two kinds")]
    fn is_empty(&self, id: AttrId) -> bool {
        match self.module.attrs.get(id) {
            Attr::Dict(entries) => entries.is_empty(),
            Attr::Array(items) => items.iter().all(|&item| self.is_empty(item)),
            _ => false,
        }
    }

    fn parameters(&mut self, signature: TypeId, at: usize) -> Result<Arc<[TypeId]>> {
        if let Some(known) = self.signatures.get(&signature) {
            self.types.spend_words(known.weight, at)?;
            return Ok(known.params.clone());
        }
        let ty = self.module.types.get(signature);
        let weight = weight(ty);
        self.types.spend_words(weight, at)?;
        let Type::Function(function) = ty.clone() else {
            let message = format!("the signature of a function must be a function type, but is '{ty}'");
            return Err(failure(E_FUNCTION, at, message));
        };
        let params: Arc<[TypeId]> =
            function.params.into_iter().map(|ty| self.module.types.intern(ty)).collect();
        self.signatures.insert(signature, Signature { weight, params: params.clone() });
        Ok(params)
    }

    fn function_flags(&mut self, section: &mut Cursor<'a>, name: StrId) -> Result<(u8, Form)> {
        let at = section.offset();
        let flags = section.byte("function flags")?;
        let known = PRIVATE | KERNEL | if self.has_forms() { FORM } else { HINTS };
        let unknown = flags & !known;
        // Readers of older files ignore the bits that they do not know.
        if unknown != 0 && self.version >= V13_4 {
            let message = format!(
                "function entry has unrecognized flag bits ({unknown:#X}); the file needs a newer reader"
            );
            return Err(failure(E_FUNCTION, at, message));
        }
        Ok((flags, self.form(flags, name, at)?))
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

    #[inline]
    fn next_location(&mut self, op: usize) -> Result<LocId> {
        if self.locations.is_none() { Ok(UNKNOWN_LOC) } else { self.known_location(op) }
    }

    #[inline(never)]
    fn known_location(&mut self, op: usize) -> Result<LocId> {
        let Some(list) = &mut self.locations else { return Ok(UNKNOWN_LOC) };
        DebugReader { debug: &mut self.debug, strings: &mut self.strings, module: &mut self.module }
            .location(list, op)
    }
}

/// The attributes of an entry that the host cannot see. No row has them; but the reference tools print them.
fn private_entry(module: &mut Module) -> AttrId {
    let key = module.strings.intern_bytes(SYM_VISIBILITY);
    let value = Attr::Str(module.strings.intern_bytes(SymbolVisibility::Private.name().as_bytes()));
    let value = module.attrs.intern(value);
    module.attrs.intern(Attr::Dict([(key, value)].into()))
}

fn finish(section: &Cursor<'_>, last: &str) -> Result<()> {
    if section.is_empty() {
        return Ok(());
    }
    let message = format!("{} bytes are left over after {last}", section.remaining());
    Err(failure(E_TABLE, section.offset(), message))
}

#[inline]
fn byte_span(at: usize) -> Span {
    Span::point(u32::try_from(at).expect("files are smaller than 4 GiB"))
}
