//! Expressions, layouts and fragment types of the preview `simt`, read and written.
//!
//! Each is an attribute with its tag wherever it stands. Names are indices of strings.

use ir::spec::Version;
use smallvec::SmallVec;

use super::attrs::MAX_DEPTH;
use super::codes::{E_ATTRIBUTE, E_DEPTH, E_TYPE};
use super::types::{TypeWriter, Types};
use super::wire::{Cursor, Put, Result, failure};
use super::write::Texts;
use crate::Module;
use crate::attrs::{Attr, EnumKind, MemorySpace, PreviewAttr};
use crate::types::preview::{BinaryOp, Expr, Fragment, FullForm, Layout, Name, PreviewType};
use crate::types::{DYNAMIC, Type, TypeError};

/// Tags of attributes of the preview.
pub(super) const ATTRS: std::ops::RangeInclusive<u64> = 209..=228;
/// Tags of types of the preview.
pub(super) const TYPES: std::ops::RangeInclusive<u64> = 209..=215;

// Tags of attributes, as the format numbers them.
const INT: u64 = 209;
const VAR: u64 = 210; // a parameter of an expression
const TUPLE: u64 = 216; // a tuple of attributes
const LAYOUT: u64 = 217; // a layout of registers or memory
const CONCRETE: u64 = 219; // a value that is known
const NEG: u64 = 220; // a negated expression
const MEMORY_SPACE: u64 = 221; // where memory is
const SYNCHRONIZATION: u64 = 222; // which threads meet
const ACCESS: u64 = 223; // how memory is accessed
const SCRATCH: u64 = 224; // shared memory that is asked for
const CONST_PARAM: u64 = 226; // a constant parameter
const BUILTIN: u64 = 227; // a name of the language
const CONST_STR: u64 = 228; // a constant string

// Tags of types, as the format numbers them.
const SYMBOL: u64 = 209;
const FRAGMENT: u64 = 210; // a tile that is spread over threads
/// Types without a payload.
const MARKERS: [(u64, PreviewType); 5] = [
    (211, PreviewType::Datatype),
    (212, PreviewType::Shape),
    (213, PreviewType::String),
    (214, PreviewType::Index),
    (215, PreviewType::None),
];

/// The error for content of the preview in a file whose header does not advertise it.
pub(super) fn not_advertised(what: &str, number: u64) -> String {
    format!(
        "malformed bytecode: encountered public-preview {what} {number} but the header does not advertise preview content"
    )
}

/// Reads the parts of types and attributes of the preview.
pub(super) struct PreviewReader<'r, 'a> {
    pub(super) types: &'r mut Types<'a>,
    pub(super) module: &'r mut Module,
    /// How deep the type is that is being read.
    pub(super) type_depth: usize,
}

impl PreviewReader<'_, '_> {
    /// Reads the payload of an attribute.
    pub(super) fn attr(&mut self, tag: u64, cursor: &mut Cursor<'_>, depth: usize) -> Result<Attr> {
        let start = cursor.offset();
        let refused = |error: TypeError| failure(E_ATTRIBUTE, start, error.0);
        let attr = match tag {
            LAYOUT => PreviewAttr::Layout(self.layout_payload(cursor, depth)?),
            MEMORY_SPACE => return case(cursor, EnumKind::MemorySpace),
            SYNCHRONIZATION => return case(cursor, EnumKind::Synchronization),
            ACCESS => return case(cursor, EnumKind::Access),
            SCRATCH => self.scratch(cursor, depth)?,
            CONST_PARAM => {
                let name = self.name(cursor)?;
                let ty = self.ty(cursor)?;
                PreviewAttr::const_param(&name, ty).map_err(refused)?
            }
            _ => PreviewAttr::Expr(self.expr_payload(tag, cursor, depth)?),
        };
        Ok(Attr::Preview(Box::new(attr)))
    }

    /// Reads a size and an alignment.
    pub(super) fn scratch(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<PreviewAttr> {
        let start = cursor.offset();
        let (size, alignment) = (self.expr(cursor, depth + 1)?, self.expr(cursor, depth + 1)?);
        PreviewAttr::scratch(size, alignment).map_err(|error| failure(E_ATTRIBUTE, start, error.0))
    }

    fn name(&mut self, cursor: &mut Cursor<'_>) -> Result<Name> {
        let start = cursor.offset();
        let bytes = self.types.text(cursor)?;
        match std::str::from_utf8(bytes) {
            Ok(name) => Ok(name.into()),
            Err(_) => Err(failure(E_ATTRIBUTE, start, "a name of the preview 'simt' is not UTF-8")),
        }
    }

    fn ty(&mut self, cursor: &mut Cursor<'_>) -> Result<Type> {
        let start = cursor.offset();
        let id = self.types.nested_id(cursor, self.module, self.type_depth)?;
        let ty = self.module.types.get(id).clone();
        self.types.spend(&ty, start)?;
        Ok(ty)
    }

    /// Reads an expression with its tag.
    pub(super) fn expr(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Expr> {
        let start = cursor.offset();
        if depth >= MAX_DEPTH {
            let message = format!("attributes are nested deeper than {MAX_DEPTH} levels");
            return Err(failure(E_DEPTH, start, message));
        }
        let tag = cursor.varint("attribute tag")?;
        self.expr_payload(tag, cursor, depth)
    }

    fn expr_payload(&mut self, tag: u64, cursor: &mut Cursor<'_>, depth: usize) -> Result<Expr> {
        let start = cursor.offset();
        let refused = |error: TypeError| failure(E_ATTRIBUTE, start, error.0);
        if let Some((_, op)) = BinaryOp::ALL.iter().find(|known| known.0 == tag) {
            let a = self.expr(cursor, depth + 1)?;
            return Expr::binary(*op, a, self.expr(cursor, depth + 1)?).map_err(refused);
        }
        match tag {
            INT => Ok(Expr::Int(cursor.svarint("integer of an expression")?)),
            VAR => Expr::var(&self.name(cursor)?).map_err(refused),
            TUPLE => Ok(Expr::Tuple(self.exprs(cursor, depth)?.into())),
            CONCRETE => Ok(Expr::Type(Box::new(self.ty(cursor)?))),
            NEG => Ok(Expr::Neg(Box::new(self.expr(cursor, depth + 1)?))),
            BUILTIN => {
                let name = self.name(cursor)?;
                let builtin = Expr::builtin(&name).map_err(refused)?;
                let ty = self.ty(cursor)?;
                if ty.as_preview() == Some(&PreviewType::Index) {
                    return Ok(builtin);
                }
                let message = format!("builtin expression result type must be index, got '{ty}'");
                Err(failure(E_ATTRIBUTE, start, message))
            }
            CONST_STR => self.name(cursor).map(Expr::Str),
            _ if ATTRS.contains(&tag) && tag != 225 => {
                let message =
                    format!("nested attribute is not of expected type: attribute tag {tag} is no expression");
                Err(failure(E_ATTRIBUTE, start, message))
            }
            _ => Err(failure(
                E_ATTRIBUTE,
                start,
                format!("unsupported AttributeTag {tag} for self-contained attribute"),
            )),
        }
    }

    /// Reads a count and expressions.
    fn exprs(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Vec<Expr>> {
        let count = cursor.count(2, "number of expressions")?;
        (0..count).map(|_| self.expr(cursor, depth + 1)).collect()
    }

    fn layout_payload(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Layout> {
        let start = cursor.offset();
        let (shapes, strides) = (self.exprs(cursor, depth)?, self.exprs(cursor, depth)?);
        Layout::new(shapes, strides).map_err(|error| failure(E_ATTRIBUTE, start, error.0))
    }

    fn layout(&mut self, cursor: &mut Cursor<'_>) -> Result<Layout> {
        let start = cursor.offset();
        match cursor.varint("attribute tag")? {
            LAYOUT => self.layout_payload(cursor, 0),
            tag => {
                let message =
                    format!("nested attribute is not of expected type: attribute tag {tag} is no layout");
                Err(failure(E_TYPE, start, message))
            }
        }
    }

    /// Reads the payload of a type.
    pub(super) fn type_payload(&mut self, tag: u64, cursor: &mut Cursor<'_>) -> Result<PreviewType> {
        let start = cursor.offset();
        match tag {
            SYMBOL => {
                let expr = self.expr(cursor, 0)?;
                if let Expr::Var(name) = expr {
                    return Ok(PreviewType::Symbol(name));
                }
                let found = FullForm(&expr);
                let message = format!("symbolic type expression must be a SymbolicExprVarAttr, got {found}");
                Err(failure(E_TYPE, start, message))
            }
            FRAGMENT => Ok(PreviewType::Fragment(Box::new(self.fragment(cursor)?))),
            _ => {
                let marker = MARKERS.iter().find(|marker| marker.0 == tag);
                let marker = marker.map(|marker| marker.1.clone());
                marker.ok_or_else(|| failure(E_TYPE, start, format!("unknown type tag: {tag}")))
            }
        }
    }

    fn fragment(&mut self, cursor: &mut Cursor<'_>) -> Result<Fragment> {
        let start = cursor.offset();
        let refused = |message: String| failure(E_TYPE, start, message);
        let Expr::Tuple(shape) = self.expr(cursor, 0)? else {
            return Err(refused("fragment shape must be a symbolic tuple".to_owned()));
        };
        let cache: SmallVec<[i64; 4]> = cursor.i64s("concreteShapeCache")?.collect();
        let elem = self.ty(cursor)?;
        let space = cursor.varint("memory space")?;
        let space = MemorySpace::from_wire(space)
            .ok_or_else(|| refused(format!("invalid ::mlir::cuda_tile::MemorySpace enum value {space}")))?;
        let layouts = [self.layout(cursor)?, self.layout(cursor)?];
        let alignment = self.expr(cursor, 0)?;
        let extents = shape.iter().map(stored_extent);
        if let Some(problem) = cache_problem(&cache, extents) {
            return Err(refused(problem));
        }
        Fragment::new(shape.into(), elem, space, layouts, alignment).map_err(|error| refused(error.0))
    }
}

/// An extent that files repeat: a plain number.
fn stored_extent(extent: &Expr) -> Option<i64> {
    if let Expr::Int(value) = extent { Some(*value) } else { None }
}

/// Files repeat the extents that are known; both must agree.
fn cache_problem(cache: &[i64], extents: impl ExactSizeIterator<Item = Option<i64>>) -> Option<String> {
    if cache.len() != extents.len() {
        return Some(format!(
            "concrete shape cache rank ({}) does not match symbolic shape rank ({})",
            cache.len(),
            extents.len()
        ));
    }
    cache.iter().zip(extents).enumerate().find_map(|(index, (&cached, extent))| match extent {
        Some(extent) if extent != cached => {
            Some(format!("concrete shape cache dimension {index} does not match symbolic shape"))
        }
        None if cached != DYNAMIC => Some(format!(
            "concrete shape cache dimension {index} must be dynamic for a symbolic shape dimension"
        )),
        Some(_) | None => None,
    })
}

/// Reads a case of an enumeration.
fn case(cursor: &mut Cursor<'_>, kind: EnumKind) -> Result<Attr> {
    let start = cursor.offset();
    let number = cursor.varint("case of an enumeration")?;
    match u8::try_from(number) {
        Ok(case) if usize::from(case) < kind.names().len() => Ok(Attr::Enum(kind, case)),
        Ok(_) | Err(_) => Err(failure(E_ATTRIBUTE, start, format!("invalid enum value for value: {number}"))),
    }
}

/// The tag of an enumeration whose cases are attributes that bytecode stores.
pub(super) fn enum_tag(kind: EnumKind) -> Option<u64> {
    match kind {
        EnumKind::MemorySpace => Some(MEMORY_SPACE),
        EnumKind::Synchronization => Some(SYNCHRONIZATION),
        EnumKind::Access => Some(ACCESS),
        EnumKind::Signedness
        | EnumKind::IntegerOverflow
        | EnumKind::RoundingMode
        | EnumKind::ComparisonOrdering
        | EnumKind::ComparisonPredicate
        | EnumKind::AtomicRMWMode
        | EnumKind::MemoryScope
        | EnumKind::MemoryOrdering
        | EnumKind::SymbolVisibility
        | EnumKind::MultimemReductionKind => None,
    }
}

/// Writes the parts of types and attributes of the preview.
pub(super) struct PreviewWriter<'w, 'm> {
    pub(super) types: &'w mut TypeWriter,
    pub(super) texts: Texts<'w, 'm>,
    pub(super) version: Version,
}

impl PreviewWriter<'_, '_> {
    fn name(&mut self, out: &mut Vec<u8>, name: &str) {
        self.texts.put(out, name);
    }

    fn ty(&mut self, out: &mut Vec<u8>, ty: &Type) {
        let index = self.types.add(ty, self.texts.again(), self.version);
        out.put_varint(index);
    }

    /// Writes tag and payload.
    pub(super) fn attr(&mut self, out: &mut Vec<u8>, attr: &PreviewAttr) {
        match attr {
            PreviewAttr::Expr(expr) => self.expr(out, expr),
            PreviewAttr::Layout(layout) => self.layout(out, layout),
            PreviewAttr::Scratch { size, alignment } => {
                out.put_varint(SCRATCH);
                self.expr(out, size);
                self.expr(out, alignment);
            }
            PreviewAttr::ConstParam { name, ty } => {
                out.put_varint(CONST_PARAM);
                self.name(out, name);
                self.ty(out, ty);
            }
        }
    }

    /// Writes an expression with its tag.
    pub(super) fn expr(&mut self, out: &mut Vec<u8>, expr: &Expr) {
        match expr {
            Expr::Int(value) => {
                out.put_varint(INT);
                out.put_svarint(*value);
            }
            Expr::Var(name) => {
                out.put_varint(VAR);
                self.name(out, name);
            }
            Expr::Builtin(name) => {
                out.put_varint(BUILTIN);
                self.name(out, name);
                self.ty(out, &Type::Preview(Box::new(PreviewType::Index)));
            }
            Expr::Str(text) => {
                out.put_varint(CONST_STR);
                self.name(out, text);
            }
            Expr::Type(ty) => {
                out.put_varint(CONCRETE);
                self.ty(out, ty);
            }
            Expr::Neg(of) => {
                out.put_varint(NEG);
                self.expr(out, of);
            }
            Expr::Tuple(items) => {
                out.put_varint(TUPLE);
                self.exprs(out, items);
            }
            Expr::Binary(op, parts) => {
                let known = BinaryOp::ALL.iter().find(|known| known.1 == *op);
                out.put_varint(known.expect("every operation has a tag").0);
                parts.iter().for_each(|part| self.expr(out, part));
            }
        }
    }

    fn exprs(&mut self, out: &mut Vec<u8>, exprs: &[Expr]) {
        out.put_varint(exprs.len() as u64);
        exprs.iter().for_each(|expr| self.expr(out, expr));
    }

    fn layout(&mut self, out: &mut Vec<u8>, layout: &Layout) {
        out.put_varint(LAYOUT);
        self.exprs(out, layout.shapes());
        self.exprs(out, layout.strides());
    }

    /// Writes a type with its tag.
    pub(super) fn type_item(&mut self, out: &mut Vec<u8>, ty: &PreviewType) {
        match ty {
            PreviewType::Symbol(name) => {
                out.put_varint(SYMBOL);
                self.expr(out, &Expr::Var(name.clone()));
            }
            PreviewType::Fragment(fragment) => {
                out.put_varint(FRAGMENT);
                self.fragment(out, fragment);
            }
            PreviewType::SymbolicTile { shape, elem } => {
                let elem = Type::Preview(Box::new(PreviewType::Symbol(elem.clone())));
                let elem = self.types.add(&elem, self.texts.again(), self.version);
                TypeWriter::put_tile(out, elem, shape);
            }
            PreviewType::Datatype
            | PreviewType::Shape
            | PreviewType::String
            | PreviewType::Index
            | PreviewType::None => {
                let known = MARKERS.iter().find(|marker| marker.1 == *ty);
                out.put_varint(known.expect("the others have no tag of this kind").0);
            }
        }
    }

    fn fragment(&mut self, out: &mut Vec<u8>, fragment: &Fragment) {
        self.expr(out, &Expr::Tuple(fragment.shape().into()));
        let cache: SmallVec<[i64; 4]> =
            fragment.shape().iter().map(|extent| stored_extent(extent).unwrap_or(DYNAMIC)).collect();
        out.put_i64s(&cache);
        self.ty(out, fragment.elem());
        out.put_varint(fragment.space() as u64);
        self.layout(out, fragment.mem_layout());
        self.layout(out, fragment.fragmap());
        self.expr(out, fragment.alignment());
    }
}
