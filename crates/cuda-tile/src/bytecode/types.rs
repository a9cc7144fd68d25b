//! The type section: each type read and written.

use cranelift_entity::SecondaryMap;
use ir::TypeId;
use ir::spec::{V13_3, V13_4, V13_5, Version};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::codes::{E_INDEX, E_SIZE, E_TYPE};
use super::container::{Header, Names, Table, TableWriter, Width};
use super::preview::{self, PreviewReader, PreviewWriter};
use super::strings;
use super::wire::{Cursor, Failure, Put, Result, failure, failure_with_help};
use super::write::Texts;
use crate::Module;
use crate::types::{
    Elem, FunctionType, NUMBERS, Padding, PreviewType, PtrAttr, PtrType, TensorViewType, TileType, Type,
    TypeError, ViewKind, ViewType, scalar_since,
};

const NAMES: Names = Names { count: "type count", item: "type" };
/// Types refer to types at most this deep; the language's own reach four.
const MAX_DEPTH: usize = 8;

/// Tag of each scalar type.
const SCALARS: [(u64, Scalar); 16] = [
    (0, Scalar::I1),
    (1, Scalar::I8),
    (2, Scalar::I16),
    (3, Scalar::I32),
    (4, Scalar::I64),
    (5, Scalar::F16),
    (6, Scalar::BF16),
    (7, Scalar::F32),
    (8, Scalar::TF32),
    (9, Scalar::F64),
    (10, Scalar::F8E4M3FN),
    (11, Scalar::F8E5M2),
    (18, Scalar::F8E8M0FNU),
    (19, Scalar::F4E2M1FN),
    (22, Scalar::I4),
    (130, Scalar::FNV8E5M3FNU),
];
// Tags of types that have parts, as the format numbers them.
const PTR: u64 = 12;
const TILE: u64 = 13; // shape and elements
const TENSOR_VIEW: u64 = 14; // elements, extents and strides
const PARTITION_VIEW: u64 = 15; // tiles side by side
const FUNCTION: u64 = 16; // parameters and results
const TOKEN: u64 = 17; // no parts
const GATHER_SCATTER_VIEW: u64 = 20; // rows that are picked
const STRIDED_VIEW: u64 = 21; // tiles at a distance

/// Bit of the flags of a view: padding follows. Of a pointer or tensor view: the pointer attribute follows.
const EXTRA: u64 = 1;

/// Name that version messages use for a type that came after 13.1.
fn version_name(ty: &Type) -> &'static str {
    match ty {
        Type::Scalar(Scalar::F8E8M0FNU) => "Float8E8M0FNU",
        Type::Scalar(Scalar::F4E2M1FN) => "Float4E2M1FN",
        Type::Scalar(Scalar::I4) => "Int4",
        Type::Scalar(Scalar::FNV8E5M3FNU) => "FloatNV8E5M3FNU",
        Type::Scalar(other) => other.name(),
        Type::View(view) => match view.kind() {
            ViewKind::Partition { .. } => "PartitionViewType",
            ViewKind::Strided { .. } => "StridedViewType",
            ViewKind::GatherScatter { .. } => "GatherScatterViewType",
        },
        Type::Ptr(_) => "PointerType",
        Type::Tile(_) => "TileType",
        Type::TensorView(_) => "TensorViewType",
        Type::Token => "TokenType",
        Type::Function(_) => "FunctionType",
        Type::Preview(preview) => match &**preview {
            PreviewType::Symbol(_) => "SymbolicType",
            PreviewType::SymbolicTile { .. } => "TileType",
            PreviewType::Fragment(_) => "FragmentType",
            PreviewType::Datatype => "DatatypeType",
            PreviewType::Shape => "ShapeType",
            PreviewType::String => "StringType",
            PreviewType::Index => "Index",
            PreviewType::None => "None",
        },
    }
}

/// The innermost type that keeps `ty` from being older than it is, by name, with its version.
pub(super) fn newest_part(ty: &Type) -> (&'static str, Version) {
    let scalar = |scalar: Scalar| (version_name(&Type::Scalar(scalar)), scalar_since(scalar));
    let pointer_attr = |attr: Option<PtrAttr>, name| attr.map(|attr| (name, attr.since()));
    match ty {
        Type::Scalar(s) => scalar(*s),
        Type::Ptr(ptr) => newer_of(pointer_attr(ptr.attr, version_name(ty)), scalar(ptr.pointee)),
        Type::Tile(tile) => match tile.elem() {
            Elem::Scalar(s) => scalar(s),
            Elem::Ptr(ptr) => newest_part(&Type::Ptr(ptr)),
        },
        Type::TensorView(view) => {
            newer_of(pointer_attr(view.ptr_attr(), version_name(ty)), scalar(view.elem()))
        }
        Type::View(view) => {
            let tensor = newest_part(&Type::TensorView(view.tensor().clone()));
            let own = match view.kind() {
                ViewKind::Partition { .. } => ir::spec::V13_1,
                ViewKind::Strided { .. } | ViewKind::GatherScatter { .. } => V13_3,
            };
            if tensor.1 > own { tensor } else { (version_name(ty), own) }
        }
        Type::Token => (version_name(ty), ir::spec::V13_1),
        Type::Preview(_) => (version_name(ty), V13_5),
        Type::Function(function) => {
            let parts = function.params.iter().chain(function.results.iter()).map(newest_part);
            parts.max_by_key(|part| part.1).unwrap_or((version_name(ty), ir::spec::V13_1))
        }
    }
}

/// The newer of a type and its element; the type where both are of the same age.
fn newer_of(
    own: Option<(&'static str, Version)>,
    element: (&'static str, Version),
) -> (&'static str, Version) {
    own.filter(|own| own.1 >= element.1).unwrap_or(element)
}

/// How far a type of the table has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Unread,
    Reading,
    Done(TypeId),
}

/// The types of a file, read when they are first used.
#[derive(Clone)]
pub(super) struct Types<'a> {
    pub(super) table: Table<'a>,
    pub(super) slots: Vec<Slot>,
    version: Version,
    /// Bits without a meaning are refused, as readers do since 13.5.
    pub(super) strict: bool,
    /// The header advertises content of the preview.
    pub(super) preview: bool,
    /// The strings of the file, for names in types.
    strings: Table<'a>,
    /// How many more words may be copied into and out of function types: in proportion to the file.
    copies_left: usize,
}

impl<'a> Types<'a> {
    /// Reads the table.
    pub(super) fn read(
        mut section: Cursor<'a>,
        strings: Table<'a>,
        header: Header,
        reader: Version,
        file_size: usize,
    ) -> Result<Types<'a>> {
        let version = header.version;
        let base = section.offset();
        let copies_left = 16 * file_size + 4096;
        let table = if section.is_empty() {
            Table::empty(section)
        } else {
            Table::read(&mut section, base, Width::Short, NAMES)?
        };
        let slots = vec![Slot::Unread; table.len()];
        let preview = header.advertises_preview();
        Ok(Types { table, slots, version, strict: reader >= V13_5, preview, strings, copies_left })
    }

    /// Reads the index of a string and gives its bytes.
    pub(super) fn text(&self, cursor: &mut Cursor<'_>) -> Result<&'a [u8]> {
        let at = cursor.offset();
        let index = cursor.varint("string index")?;
        if index >= self.strings.len() as u64 {
            return Err(strings::NAMES.out_of_bounds(E_INDEX, at, index, self.strings.len()));
        }
        Ok(self.strings.item(index as usize).rest())
    }

    /// Reads an index inside of a type at the given depth, and gives the type that it names.
    pub(super) fn nested_id(
        &mut self,
        cursor: &mut Cursor<'_>,
        module: &mut Module,
        depth: usize,
    ) -> Result<TypeId> {
        let at = cursor.offset();
        let index = cursor.varint("type index")?;
        self.resolve(index, at, module, depth)
    }

    /// The version of the file.
    pub(super) fn version(&self) -> Version {
        self.version
    }

    /// Reads an index and gives the type that it names.
    #[inline]
    pub(super) fn id(&mut self, cursor: &mut Cursor<'_>, module: &mut Module) -> Result<TypeId> {
        let at = cursor.offset();
        let index = match cursor.short_varint() {
            Some(index) => index,
            None => cursor.wide_varint("type index")?,
        };
        match usize::try_from(index).ok().and_then(|index| self.slots.get(index)) {
            Some(&Slot::Done(id)) => Ok(id),
            _ => self.resolve(index, at, module, 0),
        }
    }

    /// How many words were copied since `start` was left.
    pub(super) fn spent(&self, start: &Types<'_>) -> usize {
        start.copies_left - self.copies_left
    }

    /// Accounts for a copy of `ty`: a few bytes of the file could request many of them.
    pub(super) fn spend(&mut self, ty: &Type, at: usize) -> Result<()> {
        self.spend_words(weight(ty), at)
    }

    /// Accounts for a copy of the given number of words.
    pub(super) fn spend_words(&mut self, words: usize, at: usize) -> Result<()> {
        let Some(left) = self.copies_left.checked_sub(words) else {
            return Err(failure(E_SIZE, at, "function types take far more room than the file"));
        };
        self.copies_left = left;
        Ok(())
    }

    #[cold]
    fn resolve(&mut self, index: u64, at: usize, module: &mut Module, depth: usize) -> Result<TypeId> {
        if index >= self.slots.len() as u64 {
            return Err(NAMES.out_of_bounds(E_INDEX, at, index, self.slots.len()));
        }
        let index = index as usize;
        match self.slots[index] {
            Slot::Done(id) => return Ok(id),
            Slot::Reading => return Err(failure(E_TYPE, at, format!("type {index} refers to itself"))),
            Slot::Unread if depth == MAX_DEPTH => {
                let message = format!("types are nested deeper than {MAX_DEPTH} levels");
                return Err(failure(E_SIZE, at, message));
            }
            Slot::Unread => {}
        }
        self.slots[index] = Slot::Reading;
        let mut item = self.table.item(index);
        let start = item.offset();
        let ty = ItemReader { types: self, module, item: &mut item, start, depth }.read()?;
        Table::finish(&item, NAMES, index)?;
        let id = module.types.intern(ty);
        self.slots[index] = Slot::Done(id);
        Ok(id)
    }
}

/// Reads one item of the table.
struct ItemReader<'r, 'a> {
    types: &'r mut Types<'a>,
    module: &'r mut Module,
    item: &'r mut Cursor<'a>,
    start: usize,
    depth: usize,
}

impl ItemReader<'_, '_> {
    fn read(&mut self) -> Result<Type> {
        let tag = self.item.varint("type tag")?;
        if let Some(&(_, scalar)) = SCALARS.iter().find(|(number, _)| *number == tag) {
            self.require(version_name(&Type::Scalar(scalar)), scalar_since(scalar))?;
            return Ok(Type::Scalar(scalar));
        }
        match tag {
            PTR => self.ptr().map(Type::Ptr),
            TILE => self.tile(),
            TENSOR_VIEW => self.tensor_view().map(Type::TensorView),
            PARTITION_VIEW => self.partition_view().map(Type::View),
            FUNCTION => self.function().map(Type::Function),
            TOKEN => Ok(Type::Token),
            GATHER_SCATTER_VIEW => self.gather_scatter_view().map(Type::View),
            STRIDED_VIEW => self.strided_view().map(Type::View),
            _ if self.types.strict && preview::TYPES.contains(&tag) => self.preview(tag),
            _ => Err(failure(E_TYPE, self.start, format!("unknown type tag: {tag}"))),
        }
    }

    fn preview(&mut self, tag: u64) -> Result<Type> {
        if !self.types.preview {
            return Err(self.refused(preview::not_advertised("type tag", tag)));
        }
        let mut reader = PreviewReader { types: self.types, module: self.module, type_depth: self.depth + 1 };
        Ok(Type::Preview(Box::new(reader.type_payload(tag, self.item)?)))
    }

    fn require(&self, name: &str, since: Version) -> Result<()> {
        let version = self.types.version;
        if version >= since {
            return Ok(());
        }
        let message = format!("type '{name}' requires bytecode version {since}+, file version is {version}");
        let help = format!("write the file as version {since} or newer");
        Err(failure_with_help(E_TYPE, self.start, message, help))
    }

    fn refused(&self, message: impl Into<String>) -> Failure {
        failure(E_TYPE, self.start, message)
    }

    fn checked<T>(&self, result: std::result::Result<T, TypeError>) -> Result<T> {
        result.map_err(|error| self.refused(error.0))
    }

    fn part(&mut self) -> Result<Type> {
        let at = self.item.offset();
        let index = self.item.varint("type index")?;
        let id = self.types.resolve(index, at, self.module, self.depth + 1)?;
        Ok(self.module.types.get(id).clone())
    }

    fn scalar_part(&mut self, field: &str) -> Result<Scalar> {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other types are an error")]
        match self.part()? {
            Type::Scalar(scalar) => Ok(scalar),
            Type::Preview(_) => Err(self.refused(format!("failed to verify '{field}': {NUMBERS}"))),
            other => Err(self
                .refused(format!("failed to verify '{field}': expected a number type, but got '{other}'"))),
        }
    }

    /// Flags that newer versions of a type have in front.
    fn flags_since(&mut self, since: Version) -> Result<u64> {
        if self.types.version >= since { self.flags() } else { Ok(0) }
    }

    /// Which optional parts of a type follow.
    fn flags(&mut self) -> Result<u64> {
        let flags = self.item.varint("type flags")?;
        if flags & !EXTRA != 0 && self.types.strict {
            return Err(self.refused("unused bits set in optional parameter flags"));
        }
        Ok(flags)
    }

    fn ptr_attr(&mut self, flags: u64) -> Result<Option<PtrAttr>> {
        if flags & EXTRA == 0 {
            return Ok(None);
        }
        let number = self.item.varint("pointer attribute")?;
        let Some(&attr) = usize::try_from(number).ok().and_then(|n| PtrAttr::ALL.get(n)) else {
            return Err(self.refused(format!("invalid integer value for enum type: {number}")));
        };
        let version = self.types.version;
        if version < attr.since() {
            let message = format!("enum value {number} is not available in bytecode version {version}");
            let help = format!("write the file as version {} or newer", attr.since());
            return Err(failure_with_help(E_TYPE, self.start, message, help));
        }
        Ok(Some(attr))
    }

    fn ptr(&mut self) -> Result<PtrType> {
        let flags = self.flags_since(V13_4)?;
        let pointee = self.scalar_part("pointeeType")?;
        let ptr = self.checked(PtrType::new(pointee))?;
        Ok(PtrType { attr: self.ptr_attr(flags)?, ..ptr })
    }

    fn tile(&mut self) -> Result<Type> {
        let part = self.part()?;
        if let Some(PreviewType::Symbol(elem)) = part.as_preview() {
            let shape: SmallVec<[i64; 4]> = self.item.i64s("tile rank")?.collect();
            return self.checked(Type::symbolic_tile(&shape, elem));
        }
        #[allow(clippy::wildcard_enum_match_arm, reason = "other types are an error")]
        let elem = match part {
            Type::Scalar(scalar) => Elem::Scalar(scalar),
            Type::Ptr(ptr) => Elem::Ptr(ptr),
            other => {
                let message = format!(
                    "failed to verify 'elementType': expected a number or pointer type, but got '{other}'"
                );
                return Err(self.refused(message));
            }
        };
        let shape: SmallVec<[i64; 4]> = self.item.i64s("tile rank")?.collect();
        self.checked(TileType::new(&shape, elem)).map(Type::Tile)
    }

    fn tensor_view(&mut self) -> Result<TensorViewType> {
        let flags = self.flags_since(V13_4)?;
        let elem = self.scalar_part("elementType")?;
        let shape: SmallVec<[i64; 4]> = self.item.i64s("tensor_view rank")?.collect();
        let strides: SmallVec<[i64; 4]> = self.item.i64s("number of strides")?.collect();
        let view = self.checked(TensorViewType::new(elem, &shape, &strides))?;
        let attr = self.ptr_attr(flags)?;
        Ok(view.with_ptr_attr(attr))
    }

    fn viewed(&mut self) -> Result<TensorViewType> {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other types are an error")]
        match self.part()? {
            Type::TensorView(view) => Ok(view),
            other => Err(self.refused(format!("expected 'tensor_view' type, but got '{other}'"))),
        }
    }

    fn list(&mut self, what: &str) -> Result<SmallVec<[i32; 4]>> {
        self.item.i32s(what).map(Iterator::collect)
    }

    fn padding(&mut self, present: bool) -> Result<Option<Padding>> {
        if !present {
            return Ok(None);
        }
        let number = self.item.varint("padding value")?;
        let padding = usize::try_from(number).ok().and_then(|n| Padding::ALL.get(n));
        padding
            .copied()
            .map(Some)
            .ok_or_else(|| self.refused(format!("invalid integer value for enum type: {number}")))
    }

    fn partition_view(&mut self) -> Result<ViewType> {
        let flags = self.flags_since(V13_3)?;
        let tile = self.list("tile shape rank")?;
        let tensor = self.viewed()?;
        let dim_map = self.list("dim_map length")?;
        let present = match self.types.version {
            version if version >= V13_3 => flags & EXTRA != 0,
            _ => self.item.byte("padding presence")? != 0,
        };
        let padding = self.padding(present)?;
        self.checked(ViewType::new(&tile, tensor, padding, ViewKind::Partition { dim_map }))
    }

    fn gather_scatter_view(&mut self) -> Result<ViewType> {
        self.require("GatherScatterViewType", V13_3)?;
        let flags = self.flags()?;
        let tile = self.list("tile shape rank")?;
        let tensor = self.viewed()?;
        let sparse_dim = self.item.varint("sparse dimension")?;
        let Ok(sparse_dim) = u32::try_from(sparse_dim) else {
            return Err(self.refused(format!("sparse_dim {sparse_dim} does not fit in 32 bits")));
        };
        let padding = self.padding(flags & EXTRA != 0)?;
        self.checked(ViewType::new(&tile, tensor, padding, ViewKind::GatherScatter { sparse_dim }))
    }

    fn strided_view(&mut self) -> Result<ViewType> {
        self.require("StridedViewType", V13_3)?;
        let flags = self.flags()?;
        let tile = self.list("tile shape rank")?;
        let traversal_strides = self.list("number of traversal strides")?;
        let tensor = self.viewed()?;
        let dim_map = self.list("dim_map length")?;
        let padding = self.padding(flags & EXTRA != 0)?;
        self.checked(ViewType::new(&tile, tensor, padding, ViewKind::Strided { traversal_strides, dim_map }))
    }

    fn function(&mut self) -> Result<FunctionType> {
        let params = self.function_part("parameter count")?;
        let results = self.function_part("result count")?;
        Ok(FunctionType { params, results })
    }

    fn function_part(&mut self, what: &str) -> Result<Box<[Type]>> {
        let count = self.item.count(1, what)?;
        let mut types = Vec::with_capacity(count);
        for _ in 0..count {
            let part = self.part()?;
            self.types.spend(&part, self.start)?;
            types.push(part);
        }
        Ok(types.into())
    }
}

/// Roughly how many words a type takes.
pub(super) fn weight(ty: &Type) -> usize {
    match ty {
        Type::Scalar(_) | Type::Ptr(_) | Type::Token => 1,
        Type::Tile(tile) => 1 + tile.rank(),
        Type::TensorView(view) => 1 + 2 * view.rank(),
        Type::View(view) => 1 + 4 * view.rank(),
        Type::Function(f) => 1 + f.params.iter().chain(f.results.iter()).map(weight).sum::<usize>(),
        Type::Preview(preview) => match &**preview {
            PreviewType::Fragment(fragment) => weight(fragment.elem()) + fragment.weight(),
            PreviewType::SymbolicTile { shape, .. } => 2 + shape.len(),
            PreviewType::Symbol(_)
            | PreviewType::Datatype
            | PreviewType::Shape
            | PreviewType::String
            | PreviewType::Index
            | PreviewType::None => 1,
        },
    }
}

/// Types being written.
#[derive(Clone, Default)]
pub(super) struct TypeWriter {
    pub(super) table: TableWriter,
    /// One more than the index of each type that was written; 0 for the others.
    pub(super) ids: SecondaryMap<TypeId, u32>,
    /// Index of each item by its bytes: equal types have equal bytes.
    pub(super) items: FxHashMap<Box<[u8]>, u32>,
}

impl TypeWriter {
    /// The index of a type, which is added after its parts when it is new.
    fn index(&mut self, id: TypeId, texts: Texts<'_, '_>, version: Version) -> u64 {
        if let Some(index) = self.ids[id].checked_sub(1) {
            return index.into();
        }
        let index = self.add(texts.module.types.get(id), texts, version);
        self.ids[id] = index as u32 + 1;
        index
    }

    /// Writes the index of a type.
    pub(super) fn put(&mut self, out: &mut Vec<u8>, id: TypeId, texts: Texts<'_, '_>, version: Version) {
        let index = self.index(id, texts, version);
        out.put_varint(index);
    }

    /// The index of a type that need not be interned.
    pub(super) fn add(&mut self, ty: &Type, texts: Texts<'_, '_>, version: Version) -> u64 {
        let item = self.item(ty, texts, version);
        self.place(item)
    }

    /// The index of a number type.
    pub(super) fn add_scalar(&mut self, scalar: Scalar) -> u64 {
        let mut item = Vec::new();
        item.put_varint(scalar_tag(scalar));
        self.place(item)
    }

    fn add_ptr(&mut self, ptr: PtrType, version: Version) -> u64 {
        let item = self.ptr_item(ptr, version);
        self.place(item)
    }

    fn place(&mut self, item: Vec<u8>) -> u64 {
        if let Some(&index) = self.items.get(item.as_slice()) {
            return index.into();
        }
        let index = self.table.len() as u32;
        self.table.push(&item);
        self.items.insert(item.into(), index);
        index.into()
    }

    fn ptr_item(&mut self, ptr: PtrType, version: Version) -> Vec<u8> {
        let pointee = self.add_scalar(ptr.pointee);
        let mut out = Vec::new();
        out.put_varint(PTR);
        put_ptr_flags(&mut out, ptr.attr, version);
        out.put_varint(pointee);
        put_ptr_attr(&mut out, ptr.attr, version);
        out
    }

    /// Writes a tile type, whose element type has the index `elem`.
    pub(super) fn put_tile(out: &mut Vec<u8>, elem: u64, shape: &[u32]) {
        out.put_varint(TILE);
        out.put_varint(elem);
        let shape: SmallVec<[i64; 4]> = shape.iter().map(|&d| d.into()).collect();
        out.put_i64s(&shape);
    }

    fn item(&mut self, ty: &Type, mut texts: Texts<'_, '_>, version: Version) -> Vec<u8> {
        let mut out = Vec::new();
        match ty {
            Type::Scalar(scalar) => out.put_varint(scalar_tag(*scalar)),
            Type::Ptr(ptr) => return self.ptr_item(*ptr, version),
            Type::Tile(tile) => {
                let elem = match tile.elem() {
                    Elem::Scalar(scalar) => self.add_scalar(scalar),
                    Elem::Ptr(ptr) => self.add_ptr(ptr, version),
                };
                TypeWriter::put_tile(&mut out, elem, tile.shape());
            }
            Type::TensorView(view) => return self.tensor_item(view, version),
            Type::View(view) => self.view(&mut out, view, version),
            Type::Token => out.put_varint(TOKEN),
            Type::Function(function) => {
                out.put_varint(FUNCTION);
                for part in [&function.params, &function.results] {
                    out.put_varint(part.len() as u64);
                    for ty in part {
                        let index = self.add(ty, texts.again(), version);
                        out.put_varint(index);
                    }
                }
            }
            Type::Preview(preview) => {
                PreviewWriter { types: self, texts, version }.type_item(&mut out, preview);
            }
        }
        out
    }

    fn tensor_item(&mut self, view: &TensorViewType, version: Version) -> Vec<u8> {
        let elem = self.add_scalar(view.elem());
        let mut out = Vec::new();
        out.put_varint(TENSOR_VIEW);
        put_ptr_flags(&mut out, view.ptr_attr(), version);
        out.put_varint(elem);
        out.put_i64s(view.shape());
        out.put_i64s(view.strides());
        put_ptr_attr(&mut out, view.ptr_attr(), version);
        out
    }

    fn view(&mut self, out: &mut Vec<u8>, view: &ViewType, version: Version) {
        let tensor = self.tensor_item(view.tensor(), version);
        let tensor = self.place(tensor);
        let padding = view.padding();
        let flags = if padding.is_some() { EXTRA } else { 0 };
        match view.kind() {
            ViewKind::Partition { dim_map } => {
                out.put_varint(PARTITION_VIEW);
                if version >= V13_3 {
                    out.put_varint(flags);
                }
                out.put_i32s(view.tile());
                out.put_varint(tensor);
                out.put_i32s(dim_map);
                if version < V13_3 {
                    out.push(flags as u8);
                }
            }
            ViewKind::GatherScatter { sparse_dim } => {
                out.put_varint(GATHER_SCATTER_VIEW);
                out.put_varint(flags);
                out.put_i32s(view.tile());
                out.put_varint(tensor);
                out.put_varint((*sparse_dim).into());
            }
            ViewKind::Strided { traversal_strides, dim_map } => {
                out.put_varint(STRIDED_VIEW);
                out.put_varint(flags);
                out.put_i32s(view.tile());
                out.put_i32s(traversal_strides);
                out.put_varint(tensor);
                out.put_i32s(dim_map);
            }
        }
        if let Some(padding) = padding {
            out.put_varint(padding as u64);
        }
    }
}

fn scalar_tag(scalar: Scalar) -> u64 {
    SCALARS.iter().find(|(_, it)| *it == scalar).expect("every scalar has a tag").0
}

fn put_ptr_flags(out: &mut Vec<u8>, attr: Option<PtrAttr>, version: Version) {
    if version >= V13_4 {
        out.put_varint(if attr.is_some() { EXTRA } else { 0 });
    }
}

fn put_ptr_attr(out: &mut Vec<u8>, attr: Option<PtrAttr>, version: Version) {
    if let Some(attr) = attr.filter(|_| version >= V13_4) {
        out.put_varint(attr as u64);
    }
}
