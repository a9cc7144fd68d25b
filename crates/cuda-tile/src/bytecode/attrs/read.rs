//! Reading attributes.

use ir::spec::V13_5;
use ir::{AttrId, StrId};
use numerics::Scalar;

use super::{
    ARRAY, BOOL, BOUNDED, DENSE, DICTIONARY, DIV_BY, FIRST, FLOAT, HINTS, INTEGER, MAX_DEPTH,
    MULTIMEM_REDUCTION, SAME_ELEMENTS, SECOND, STRING, Spelling, TYPE,
};
use crate::Module;
use crate::attrs::{Attr, EnumKind, MultimemReductionKind};
use crate::bytecode::codes::{E_ATTRIBUTE, E_DEPTH, E_NEWER};
use crate::bytecode::preview::{self, PreviewReader};
use crate::bytecode::strings::Strings;
use crate::bytecode::types::Types;
use crate::bytecode::wire::{Cursor, Result, failure};
use crate::types::Type;

/// Reads attributes; borrows the parts of the decoder that they need.
pub(in crate::bytecode) struct AttrReader<'r, 'a> {
    pub(in crate::bytecode) strings: &'r mut Strings<'a>,
    pub(in crate::bytecode) types: &'r mut Types<'a>,
    pub(in crate::bytecode) spelling: &'r mut Spelling,
    pub(in crate::bytecode) module: &'r mut Module,
    /// An i1 is a number, not a boolean.
    pub(in crate::bytecode) numbers: bool,
    /// The reading rules are those of 13.5.
    pub(in crate::bytecode) strict: bool,
}

impl<'a> AttrReader<'_, 'a> {
    /// Reads an assume predicate.
    pub(in crate::bytecode) fn predicate(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let start = cursor.offset();
        let id = self.nested(cursor, 0)?;
        let attr = self.module.attrs.get(id);
        if matches!(attr, Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. }) {
            return Ok(id);
        }
        Err(failure(E_ATTRIBUTE, start, "expected an assume predicate (attribute tag 8, 9 or 12)"))
    }

    /// Reads a count and numbers.
    pub(in crate::bytecode) fn numbers(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
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
    pub(in crate::bytecode) fn array(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let attr = self.array_at(cursor, 0)?;
        Ok(self.module.attrs.intern(attr))
    }

    /// Reads optimization hints: a dictionary of dictionaries, without its tag.
    pub(in crate::bytecode) fn hints(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        self.hints_at(cursor, 0)
    }

    /// Reads hints with their tag, as the function table stores them for the entry `function`.
    pub(in crate::bytecode) fn tagged_hints(
        &mut self,
        cursor: &mut Cursor<'_>,
        function: &str,
    ) -> Result<AttrId> {
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
    pub(in crate::bytecode) fn tagged_array(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let start = cursor.offset();
        let id = self.nested(cursor, 0)?;
        if matches!(self.module.attrs.get(id), Attr::Array(_)) {
            return Ok(id);
        }
        Err(failure(E_ATTRIBUTE, start, format!("expected an array (attribute tag {ARRAY})")))
    }

    /// Reads an array of dictionaries with its tag, as the function table stores attributes of arguments.
    pub(in crate::bytecode) fn tagged_dicts(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
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
    pub(in crate::bytecode) fn scratch(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
        let scratch = self.preview_reader().scratch(cursor, 0)?;
        Ok(self.module.attrs.intern(Attr::Preview(Box::new(scratch))))
    }

    /// Reads a dictionary without its tag.
    pub(in crate::bytecode) fn dictionary(&mut self, cursor: &mut Cursor<'_>) -> Result<AttrId> {
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
pub(super) fn parts(cursor: &mut Cursor<'_>, what: &str, strict: bool) -> Result<u64> {
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
pub(super) const MAX_PARTS: u32 = 1 << 12;
