//! Writing attributes, and what a version of bytecode cannot store.

use cranelift_entity::EntityRef;
use ir::spec::Version;
use ir::{AttrId, TypeId};
use numerics::Scalar;

use super::read::MAX_PARTS;
use super::{
    ARRAY, BOOL, BOUNDED, DICTIONARY, DIV_BY, FIRST, FLOAT, HINTS, INTEGER, MAX_DEPTH, MULTIMEM_REDUCTION,
    SAME_ELEMENTS, SECOND, STRING, TYPE,
};
use crate::Module;
use crate::attrs::{Attr, EnumKind};
use crate::bytecode::Layout;
use crate::bytecode::preview::{self, PreviewWriter};
use crate::bytecode::wire::Put;
use crate::bytecode::write::{Tables, Texts};
use crate::types::preview::Expr;

/// The part of each attribute that bytecode cannot store, if any.
pub(in crate::bytecode) fn unstorable(module: &Module) -> Vec<Option<&'static str>> {
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
    pub(in crate::bytecode) fn put_attr(&mut self, out: &mut Vec<u8>, id: AttrId, version: Version) {
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
    pub(in crate::bytecode) fn put_type(&mut self, out: &mut Vec<u8>, id: TypeId) {
        let texts = Texts { strings: &mut self.strings, module: self.module };
        self.types.put(out, id, texts, self.version);
    }

    /// Writes a size and an alignment of shared memory without a tag.
    pub(in crate::bytecode) fn put_scratch(&mut self, out: &mut Vec<u8>, size: &Expr, alignment: &Expr) {
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
    pub(in crate::bytecode) fn put_array(&mut self, out: &mut Vec<u8>, id: AttrId, version: Version) {
        let Attr::Array(items) = self.module.attrs.get(id) else { unreachable!("an array was checked for") };
        out.put_varint(items.len() as u64);
        for &item in items {
            self.put_attr(out, item, version);
        }
    }

    /// Writes a dictionary without its tag.
    pub(in crate::bytecode) fn put_dictionary(&mut self, out: &mut Vec<u8>, id: AttrId, version: Version) {
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
    pub(in crate::bytecode) fn put_tagged_hints(&mut self, out: &mut Vec<u8>, id: AttrId, version: Version) {
        out.put_varint(HINTS);
        self.put_dictionary(out, id, version);
    }

    /// Writes that there are no hints, as the function table stores it since 13.5.
    pub(in crate::bytecode) fn put_no_hints(out: &mut Vec<u8>) {
        out.put_varint(HINTS);
        out.put_varint(0);
    }

    /// Writes that no argument has attributes, as the function table stores it since 13.5.
    pub(in crate::bytecode) fn put_no_dicts(out: &mut Vec<u8>) {
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
