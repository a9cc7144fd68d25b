//! Self-contained attributes: a tag and a payload.

use cranelift_entity::EntityRef;
use diag::Diagnostic;
use ir::spec::{V13_5, Version};
use ir::{AttrId, StrId, TypeId};
use numerics::Scalar;
use rustc_hash::FxHashMap;

use super::Layout;
use super::codes::{E_ATTRIBUTE, E_DEPTH, E_NEWER, E_VARINT};
use super::preview::{self, PreviewReader, PreviewWriter};
use super::strings::Strings;
use super::types::Types;
use super::wire::{Cursor, Put, Result, failure};
use super::write::{Tables, Texts};
use crate::Module;
use crate::attrs::{Attr, EnumKind, MultimemReductionKind};
use crate::types::Type;
use crate::types::preview::Expr;

/// Attributes are nested at most this deep.
pub(super) const MAX_DEPTH: usize = 64;

macro_rules! tags {
    ($($name:ident = $number:literal,)*) => { $(const $name: u64 = $number;)* };
}

tags! {
    INTEGER = 1,
    FLOAT = 2,
    BOOL = 3,
    TYPE = 4,
    STRING = 5,
    ARRAY = 6,
    DENSE = 7,
    DIV_BY = 8,
    SAME_ELEMENTS = 9,
    DICTIONARY = 10,
    HINTS = 11,
    BOUNDED = 12,
    MULTIMEM_REDUCTION = 13,
}

/// Flag bit of `div_by`: `every` follows. Of `bounded`: the lower bound does.
const FIRST: u8 = 1;
/// Flag bit of `div_by`: `along` follows. Of `bounded`: the upper bound does.
const SECOND: u8 = 2;

/// Details of the encoding that attributes do not represent: needed to write the same bytes again.
#[derive(Clone, Debug, Default)]
pub(super) struct Spelling {
    /// Order of the entries of dictionaries that are not sorted.
    pub(super) orders: FxHashMap<AttrId, Box<[(StrId, AttrId)]>>,
    /// Whether each boolean, in the order of the file, is an integer of type i1 and not an attribute of its own.
    pub(super) bools_as_integers: Vec<bool>,
    /// How many floats there are of 64 bits.
    pub(super) doubles: u32,
    /// Those of them, in the order of the file, that were written with an extra bit, and their positions.
    pub(super) wide: Vec<(u32, usize)>,
}

impl Spelling {
    /// Appends the floats of the next part of the file. Files that several threads read need no other details.
    pub(super) fn append(&mut self, next: &Spelling) {
        self.wide.extend(next.wide.iter().map(|&(index, at)| (self.doubles + index, at)));
        self.doubles += next.doubles;
    }

    /// The warning about floats that were written with an extra bit.
    pub(super) fn warning(&self) -> Option<Diagnostic> {
        let (_, first) = *self.wide.first()?;
        let message = format!(
            "{} 64-bit float(s) were written with 65 bits; the highest bit, the sign, is lost",
            self.wide.len()
        );
        Some(
            Diagnostic::warning(E_VARINT, message)
                .at_byte(first as u64, "")
                .note("the reference reader drops the bit too: a negative number, such as the identity -inf of a maximum, becomes positive")
                .help("use a producer that writes 64-bit patterns as signed numbers (cuTile Python 1.7 does not)"),
        )
    }
}

/// Reads attributes; borrows the parts of the decoder that they need.
pub(super) struct AttrReader<'r, 'a> {
    pub(super) strings: &'r mut Strings<'a>,
    pub(super) types: &'r mut Types<'a>,
    pub(super) spelling: &'r mut Spelling,
    pub(super) module: &'r mut Module,
    /// An i1 is a number, not a boolean.
    pub(super) numbers: bool,
    /// The reading rules are those of 13.5.
    pub(super) strict: bool,
}

impl<'a> AttrReader<'_, 'a> {
    /// Reads an assume predicate.
    pub(super) fn predicate(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let start = cursor.offset();
        let id = self.nested(cursor, 0)?;
        let attr = self.module.attrs.get(id);
        if matches!(attr, Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. }) {
            return Ok(id);
        }
        Err(failure(E_ATTRIBUTE, start, "expected an assume predicate (attribute tag 8, 9 or 12)"))
    }

    /// Reads a count and numbers.
    pub(super) fn numbers(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let start = cursor.offset();
        let attr = self.array_at(cursor, 0)?;
        let is_number =
            |id: &AttrId| matches!(self.module.attrs.get(*id), Attr::Int { .. } | Attr::Float { .. });
        if let Attr::Array(items) = &attr
            && !items.iter().all(is_number)
        {
            return Err(failure(E_ATTRIBUTE, start, "expected typed numbers (attribute tag 1, 2 or 3)"));
        }
        Ok(self.module.attrs.intern(attr))
    }

    /// Reads a count and attributes.
    pub(super) fn array(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let attr = self.array_at(cursor, 0)?;
        Ok(self.module.attrs.intern(attr))
    }

    /// Reads optimization hints: a dictionary of dictionaries, without its tag.
    pub(super) fn hints(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        self.hints_at(cursor, 0)
    }

    /// Reads hints with their tag, as the function table stores them for the entry `function`.
    pub(super) fn tagged_hints(&mut self, cursor: &mut Cursor<'_>, function: &str) -> Result<AttrId> {
        let start = cursor.offset();
        // Hints and dictionaries are one attribute once they are read.
        let are_hints = { *cursor }.varint("attribute tag")? == HINTS;
        let id = self.nested(cursor, 0)?;
        if are_hints {
            return Ok(id);
        }
        let message = format!("invalid optimization hints attribute for function '{function}'");
        Err(failure(E_ATTRIBUTE, start, message))
    }

    /// Reads an array with its tag, as the function table stores constant parameters.
    pub(super) fn tagged_array(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let start = cursor.offset();
        let id = self.nested(cursor, 0)?;
        if matches!(self.module.attrs.get(id), Attr::Array(_)) {
            return Ok(id);
        }
        Err(failure(E_ATTRIBUTE, start, format!("expected an array (attribute tag {ARRAY})")))
    }

    /// Reads an array of dictionaries with its tag, as the function table stores attributes of arguments.
    pub(super) fn tagged_dicts(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let start = cursor.offset();
        let id = self.nested(cursor, 0)?;
        let is_dict = |id: &AttrId| matches!(self.module.attrs.get(*id), Attr::Dict(_));
        if matches!(self.module.attrs.get(id), Attr::Array(items) if items.iter().all(is_dict)) {
            return Ok(id);
        }
        let message = "attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes";
        Err(failure(E_ATTRIBUTE, start, message))
    }

    fn nested(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<AttrId> {
        let start = cursor.offset();
        if depth == MAX_DEPTH {
            let message = format!("attributes are nested deeper than {MAX_DEPTH} levels");
            return Err(failure(E_DEPTH, start, message));
        }
        let attr = match cursor.varint("attribute tag")? {
            INTEGER => self.integer(cursor)?,
            FLOAT => self.float(cursor)?,
            BOOL => self.boolean(cursor.byte("boolean")?, false),
            TYPE => Attr::Type(self.types.id(cursor, self.module)?),
            STRING => Attr::Str(self.strings.id(cursor, self.module, "string index")?),
            ARRAY => self.array_at(cursor, depth + 1)?,
            DENSE => return Err(failure(E_ATTRIBUTE, start, "unknown DenseElementsAttr based Attr")),
            DIV_BY => div_by(cursor, self.types.strict)?,
            SAME_ELEMENTS => Attr::SameElements(cursor.i64s("number of same_elements values")?.collect()),
            DICTIONARY => return self.dictionary_at(cursor, depth + 1),
            HINTS => return self.hints_at(cursor, depth + 1),
            BOUNDED => bounded(cursor, self.types.strict)?,
            MULTIMEM_REDUCTION => self.multimem_reduction(cursor, start)?,
            tag if self.types.preview && preview::ATTRS.contains(&tag) => {
                self.preview_reader().attr(tag, cursor, depth)?
            }
            tag if self.strict && preview::ATTRS.contains(&tag) => {
                return Err(failure(E_ATTRIBUTE, start, preview::not_advertised("attribute tag", tag)));
            }
            tag => {
                let message = format!("unsupported AttributeTag {tag} for self-contained attribute");
                return Err(failure(E_ATTRIBUTE, start, message));
            }
        };
        Ok(self.module.attrs.intern(attr))
    }

    fn preview_reader(&mut self) -> PreviewReader<'_, 'a> {
        PreviewReader { types: self.types, module: self.module, type_depth: 0 }
    }

    /// Reads a size and an alignment of shared memory.
    pub(super) fn scratch(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let scratch = self.preview_reader().scratch(cursor, 0)?;
        Ok(self.module.attrs.intern(Attr::Preview(Box::new(scratch))))
    }

    /// Reads a dictionary without its tag.
    pub(super) fn dictionary(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        self.dictionary_at(cursor, 0)
    }

    fn multimem_reduction(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Result<Attr> {
        let version = self.types.version();
        if version < V13_5 {
            let message = format!(
                "attribute 'MultimemReductionKindAttr' requires bytecode version {V13_5}+, targeting {version}"
            );
            return Err(failure(E_NEWER, start, message));
        }
        let at = cursor.offset();
        let number = cursor.varint("multimem reduction kind")?;
        match MultimemReductionKind::from_wire(number) {
            Some(kind) => Ok(Attr::Enum(EnumKind::MultimemReductionKind, kind as u8)),
            None => Err(failure(E_ATTRIBUTE, at, format!("invalid integer value for enum type: {number}"))),
        }
    }

    fn scalar(&mut self, cursor: &mut Cursor<'_>, ok: fn(Scalar) -> bool, what: &str) -> Result<Scalar> {
        let at = cursor.offset();
        let id = self.types.id(cursor, self.module)?;
        #[allow(clippy::wildcard_enum_match_arm, reason = "other types are an error")]
        match self.module.types.get(id) {
            Type::Scalar(scalar) if ok(*scalar) => Ok(*scalar),
            other => Err(failure(E_ATTRIBUTE, at, format!("expected {what} type, got '{other}'"))),
        }
    }

    fn integer(&mut self, cursor: &mut Cursor<'_>) -> Result<Attr> {
        let ty = self.scalar(cursor, Scalar::is_int, "an integer")?;
        let at = cursor.offset();
        if ty == Scalar::I1 {
            return Ok(self.boolean(cursor.byte("integer value")?, true));
        }
        let bits = cursor.varint("integer value")?;
        fits(bits, ty, at)?;
        Ok(Attr::Int { ty, bits })
    }

    fn boolean(&mut self, byte: u8, as_integer: bool) -> Attr {
        self.spelling.bools_as_integers.push(as_integer);
        let value = byte != 0;
        if self.numbers { Attr::Int { ty: Scalar::I1, bits: value.into() } } else { Attr::Bool(value) }
    }

    fn float(&mut self, cursor: &mut Cursor<'_>) -> Result<Attr> {
        let ty = self.scalar(cursor, Scalar::is_float, "a float")?;
        let at = cursor.offset();
        let bits = if ty.bits() <= 8 {
            cursor.byte("float value")?.into()
        } else if ty.bits() < 64 {
            cursor.svarint("float value")? as u64
        } else {
            self.double(cursor)?
        };
        fits(bits, ty, at)?;
        Ok(Attr::Float { ty, bits })
    }

    fn double(&mut self, cursor: &mut Cursor<'_>) -> Result<u64> {
        let at = cursor.offset();
        let (bits, lost) = cursor.wide_svarint("float value")?;
        if lost {
            self.spelling.wide.push((self.spelling.doubles, at));
        }
        self.spelling.doubles += 1;
        Ok(bits as u64)
    }

    fn array_at(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Attr> {
        let count = cursor.count(1, "array length")?;
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(self.nested(cursor, depth)?);
        }
        Ok(Attr::Array(items.into()))
    }

    fn dictionary_at(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<AttrId> {
        self.dictionary_of(cursor, |reader, cursor, _| reader.nested(cursor, depth))
    }

    /// Reads a dictionary whose values `value` reads, each after its key.
    fn dictionary_of(
        &mut self,
        cursor: &mut Cursor<'_>,
        value: impl Fn(&mut Self, &mut Cursor<'_>, StrId) -> Result<AttrId>,
    ) -> Result<AttrId> {
        let start = cursor.offset();
        let count = cursor.count(2, "dictionary length")?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            let at = cursor.offset();
            let index = self.strings.index(cursor, "dictionary key")?;
            let key = self.strings.intern(index, self.module);
            if self.module.strings.get(key).is_empty() {
                return Err(failure(E_ATTRIBUTE, at, "dictionary key is empty"));
            }
            let rank = if count > 1 { self.strings.rank(index) } else { 0 };
            entries.push((rank, key, value(self, cursor, key)?));
        }
        let sorted = entries.is_sorted_by_key(|entry| entry.0);
        let found: Box<[_]> = entries.iter().map(|&(_, key, value)| (key, value)).collect();
        entries.sort_by_key(|entry| entry.0);
        if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let message = format!("duplicate dictionary key '{}'", self.module.text(pair[0].1));
            return Err(failure(E_ATTRIBUTE, start, message));
        }
        let ordered = entries.into_iter().map(|(_, key, value)| (key, value)).collect();
        let id = self.module.attrs.intern(Attr::Dict(ordered));
        if !sorted {
            self.spelling.orders.entry(id).or_insert(found);
        }
        Ok(id)
    }

    /// Reads hints: a dictionary of dictionaries, none of which are hints again.
    fn hints_at(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<AttrId> {
        let start = cursor.offset();
        self.dictionary_of(cursor, |reader, cursor, key| {
            // Hints and dictionaries are one attribute once they are read.
            let is_dictionary = { *cursor }.varint("attribute tag").is_ok_and(|tag| tag == DICTIONARY);
            let value = reader.nested(cursor, depth)?;
            if is_dictionary {
                return Ok(value);
            }
            let entry = reader.module.text(key);
            let message = format!("expected dictionary attribute for optimization_hints entry `{entry}`");
            Err(failure(E_ATTRIBUTE, start, message))
        })
    }
}

fn fits(value: u64, ty: Scalar, at: usize) -> Result<()> {
    if ty.bits() == 64 || value >> ty.bits() == 0 {
        return Ok(());
    }
    Err(failure(E_ATTRIBUTE, at, format!("value {value} does not fit in {} bits", ty.bits())))
}

/// Which parts of an attribute follow. Bits without a meaning are refused where reading is strict.
fn parts(cursor: &mut Cursor<'_>, what: &str, strict: bool) -> Result<u64> {
    let start = cursor.offset();
    let flags = cursor.varint(what)?;
    if strict && flags & !u64::from(FIRST | SECOND) != 0 {
        return Err(failure(E_ATTRIBUTE, start, "unused bits set in optional parameter flags"));
    }
    Ok(flags)
}

fn div_by(cursor: &mut Cursor<'_>, strict: bool) -> Result<Attr> {
    let divisor = cursor.varint("divisor")?;
    let flags = parts(cursor, "div_by flags", strict)?;
    let mut field = |bit, what| (flags & u64::from(bit) != 0).then(|| cursor.svarint(what)).transpose();
    Ok(Attr::DivBy { divisor, every: field(FIRST, "every")?, along: field(SECOND, "along")? })
}

fn bounded(cursor: &mut Cursor<'_>, strict: bool) -> Result<Attr> {
    let flags = parts(cursor, "bounded flags", strict)?;
    let mut field = |bit, what| (flags & u64::from(bit) != 0).then(|| cursor.svarint(what)).transpose();
    Ok(Attr::Bounded { lower: field(FIRST, "lower bound")?, upper: field(SECOND, "upper bound")? })
}

/// Attributes are this large at most, counted with everything inside.
const MAX_PARTS: u32 = 1 << 12;

/// The part of each attribute that bytecode cannot store, if any.
pub(super) fn unstorable(module: &Module) -> Vec<Option<&'static str>> {
    let mut shapes: Vec<Shape> = Vec::with_capacity(module.attrs.len());
    // Parts have smaller ids than the whole, so one pass is enough however they are shared.
    for (_, attr) in module.attrs.iter() {
        let shape = match attr {
            Attr::Array(items) => Shape::of_parts(&shapes, items.iter().copied()),
            Attr::Dict(entries) => Shape::of_parts(&shapes, entries.iter().map(|entry| entry.1)),
            Attr::Bool(_)
            | Attr::Int { .. }
            | Attr::Float { .. }
            | Attr::Str(_)
            | Attr::Type(_)
            | Attr::DivBy { .. }
            | Attr::SameElements(_)
            | Attr::Bounded { .. }
            | Attr::Preview(_)
            | Attr::Enum(EnumKind::MultimemReductionKind, _) => Shape::leaf(None),
            Attr::Enum(kind, _) if preview::enum_tag(*kind).is_some() => Shape::leaf(None),
            Attr::Unit => Shape::leaf(Some("a unit")),
            Attr::SymbolRef(_) => Shape::leaf(Some("a symbol reference")),
            Attr::I32s(_) | Attr::I64s(_) | Attr::Bools(_) => Shape::leaf(Some("a dense array")),
            Attr::Dense(_) => Shape::leaf(Some("a dense constant")),
            Attr::Enum(..) => Shape::leaf(Some("a case of an enumeration")),
            Attr::Debug(_) => Shape::leaf(Some("debug information")),
        };
        shapes.push(shape);
    }
    shapes.into_iter().map(|shape| shape.problem).collect()
}

/// How deep and large an attribute is, and what in it cannot be stored.
#[derive(Clone, Copy)]
struct Shape {
    depth: u32,
    parts: u32,
    problem: Option<&'static str>,
}

impl Shape {
    fn leaf(problem: Option<&'static str>) -> Shape {
        Shape { depth: 1, parts: 1, problem }
    }

    fn of_parts(shapes: &[Shape], parts: impl Iterator<Item = AttrId>) -> Shape {
        let mut whole = Shape::leaf(None);
        for part in parts {
            let part = shapes[part.index()];
            whole.depth = whole.depth.max(part.depth.saturating_add(1));
            whole.parts = whole.parts.saturating_add(part.parts);
            whole.problem = whole.problem.or(part.problem);
        }
        if whole.depth > MAX_DEPTH as u32 {
            whole.problem = Some("attributes nested too deeply");
        } else if whole.parts > MAX_PARTS {
            whole.problem = Some("far too many attributes");
        }
        whole
    }
}

/// Writing: the attribute is known to be storable.
impl Tables<'_> {
    /// Writes tag and payload.
    pub(super) fn put_attr(&mut self, out: &mut Vec<u8>, id: AttrId, version: Version) {
        match self.module.attrs.get(id) {
            Attr::Bool(value) => self.put_bool(out, *value),
            Attr::Int { ty: Scalar::I1, bits } => self.put_bool(out, *bits != 0),
            Attr::Int { ty, bits } => {
                out.put_varint(INTEGER);
                out.put_varint(self.types.add_scalar(*ty));
                out.put_varint(*bits);
            }
            Attr::Float { ty, bits } => {
                out.put_varint(FLOAT);
                out.put_varint(self.types.add_scalar(*ty));
                match ty.bits() {
                    ..=8 => out.push(*bits as u8),
                    64 => self.put_double(out, *bits),
                    _ => out.put_svarint(*bits as i64),
                }
            }
            Attr::Str(text) => {
                out.put_varint(STRING);
                self.strings.put(out, *text, self.module);
            }
            Attr::Type(ty) => {
                out.put_varint(TYPE);
                let ty = *ty;
                self.put_type(out, ty);
            }
            Attr::Array(_) => {
                out.put_varint(ARRAY);
                self.put_array(out, id, version);
            }
            Attr::Dict(_) => {
                out.put_varint(DICTIONARY);
                self.put_dictionary(out, id, version);
            }
            Attr::DivBy { divisor, every, along } => {
                out.put_varint(DIV_BY);
                out.put_varint(*divisor);
                put_optional_pair(out, *every, *along);
            }
            Attr::SameElements(values) => {
                out.put_varint(SAME_ELEMENTS);
                out.put_i64s(values);
            }
            Attr::Bounded { lower, upper } => {
                out.put_varint(BOUNDED);
                put_optional_pair(out, *lower, *upper);
            }
            Attr::Preview(attr) => self.preview_writer().attr(out, attr),
            Attr::Enum(EnumKind::MultimemReductionKind, case) => {
                out.put_varint(MULTIMEM_REDUCTION);
                out.put_varint((*case).into());
            }
            Attr::Enum(kind, case) => {
                let tag = preview::enum_tag(*kind);
                out.put_varint(tag.expect("attributes that cannot be stored were refused before"));
                out.put_varint((*case).into());
            }
            Attr::Unit
            | Attr::SymbolRef(_)
            | Attr::I32s(_)
            | Attr::I64s(_)
            | Attr::Bools(_)
            | Attr::Dense(_)
            | Attr::Debug(_) => unreachable!("attributes that cannot be stored were refused before"),
        }
    }

    fn preview_writer(&mut self) -> PreviewWriter<'_, '_> {
        let texts = Texts { strings: &mut self.strings, module: self.module };
        PreviewWriter { types: &mut self.types, texts, version: self.version }
    }

    /// Writes the index of a type.
    pub(super) fn put_type(&mut self, out: &mut Vec<u8>, id: TypeId) {
        let texts = Texts { strings: &mut self.strings, module: self.module };
        self.types.put(out, id, texts, self.version);
    }

    /// Writes a size and an alignment of shared memory without a tag.
    pub(super) fn put_scratch(&mut self, out: &mut Vec<u8>, size: &Expr, alignment: &Expr) {
        let mut writer = self.preview_writer();
        writer.expr(out, size);
        writer.expr(out, alignment);
    }

    fn put_double(&mut self, out: &mut Vec<u8>, bits: u64) {
        let number = self.doubles;
        self.doubles += 1;
        match self.spelling.wide.binary_search_by_key(&number, |wide| wide.0) {
            Ok(_) => out.put_wide_svarint(bits as i64),
            Err(_) => out.put_svarint(bits as i64),
        }
    }

    fn put_bool(&mut self, out: &mut Vec<u8>, value: bool) {
        let kept = self.spelling.bools_as_integers.get(self.bools as usize);
        self.bools += 1;
        // The reference writer takes booleans for the integers that they are.
        let as_integer = kept.copied().unwrap_or(self.layout == Layout::Reference);
        if as_integer {
            out.put_varint(INTEGER);
            out.put_varint(self.types.add_scalar(Scalar::I1));
        } else {
            out.put_varint(BOOL);
        }
        out.push(value.into());
    }

    /// Writes a count and attributes.
    pub(super) fn put_array(&mut self, out: &mut Vec<u8>, id: AttrId, version: Version) {
        let Attr::Array(items) = self.module.attrs.get(id) else { unreachable!("an array was checked for") };
        out.put_varint(items.len() as u64);
        for &item in items {
            self.put_attr(out, item, version);
        }
    }

    /// Writes a dictionary without its tag.
    pub(super) fn put_dictionary(&mut self, out: &mut Vec<u8>, id: AttrId, version: Version) {
        let Attr::Dict(entries) = self.module.attrs.get(id) else {
            unreachable!("a dictionary was checked for")
        };
        let entries = self.spelling.orders.get(&id).unwrap_or(entries).clone();
        out.put_varint(entries.len() as u64);
        for &(key, value) in &entries {
            self.strings.put(out, key, self.module);
            self.put_attr(out, value, version);
        }
    }

    /// Writes hints with their tag, as the function table stores them.
    pub(super) fn put_tagged_hints(&mut self, out: &mut Vec<u8>, id: AttrId, version: Version) {
        out.put_varint(HINTS);
        self.put_dictionary(out, id, version);
    }

    /// Writes that there are no hints, as the function table stores it since 13.5.
    pub(super) fn put_no_hints(out: &mut Vec<u8>) {
        out.put_varint(HINTS);
        out.put_varint(0);
    }

    /// Writes that no argument has attributes, as the function table stores it since 13.5.
    pub(super) fn put_no_dicts(out: &mut Vec<u8>) {
        out.put_varint(ARRAY);
        out.put_varint(0);
    }
}

fn put_optional_pair(out: &mut Vec<u8>, first: Option<i64>, second: Option<i64>) {
    let bit = |value: Option<i64>, bit| if value.is_some() { bit } else { 0 };
    out.push(bit(first, FIRST) | bit(second, SECOND));
    for value in [first, second].into_iter().flatten() {
        out.put_svarint(value);
    }
}
