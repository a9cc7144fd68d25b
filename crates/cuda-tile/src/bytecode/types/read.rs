//! Reading the table of types; a type is read when it is needed first.

use ir::TypeId;
use ir::spec::{V13_3, V13_4, V13_5, Version};
use numerics::Scalar;
use smallvec::SmallVec;

use super::{
    EXTRA, FUNCTION, GATHER_SCATTER_VIEW, MAX_DEPTH, NAMES, PARTITION_VIEW, PTR, SCALARS, STRIDED_VIEW,
    TENSOR_VIEW, TILE, TOKEN, version_name, weight,
};
use crate::Module;
use crate::bytecode::codes::{E_INDEX, E_SIZE, E_TYPE};
use crate::bytecode::container::{Header, Table, Width};
use crate::bytecode::preview::{self, PreviewReader};
use crate::bytecode::strings;
use crate::bytecode::wire::{Cursor, Failure, Result, failure, failure_with_help};
use crate::types::{
    Elem, FunctionType, NUMBERS, Padding, PreviewType, PtrAttr, PtrType, TensorViewType, TileType, Type,
    TypeError, ViewKind, ViewType, scalar_since,
};

/// How far a type of the table has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::bytecode) enum Slot {
    Unread,
    Reading,
    Done(TypeId),
}

/// The types of a file, read when they are first used.
#[derive(Clone)]
pub(in crate::bytecode) struct Types<'a> {
    pub(in crate::bytecode) table: Table<'a>,
    pub(in crate::bytecode) slots: Vec<Slot>,
    pub(super) version: Version,
    /// Bits without a meaning are refused, as readers do since 13.5.
    pub(in crate::bytecode) strict: bool,
    /// The header advertises content of the preview.
    pub(in crate::bytecode) preview: bool,
    /// The strings of the file, for names in types.
    strings: Table<'a>,
    /// How many more words may be copied into and out of function types: in proportion to the file.
    copies_left: usize,
}

impl<'a> Types<'a> {
    /// Reads the table.
    pub(in crate::bytecode) fn read(
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
    pub(in crate::bytecode) fn text(&self, cursor: &mut Cursor<'_>) -> Result<&'a [u8]> {
        let at = cursor.offset();
        let index = cursor.varint("string index")?;
        if index >= self.strings.len() as u64 {
            return Err(strings::NAMES.out_of_bounds(E_INDEX, at, index, self.strings.len()));
        }
        Ok(self.strings.item(index as usize).rest())
    }

    /// Reads an index inside of a type at the given depth, and gives the type that it names.
    pub(in crate::bytecode) fn nested_id(
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
    pub(in crate::bytecode) fn version(&self) -> Version {
        self.version
    }

    /// Reads an index and gives the type that it names.
    #[inline]
    pub(in crate::bytecode) fn id(&mut self, cursor: &mut Cursor<'_>, module: &mut Module) -> Result<TypeId> {
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
    pub(in crate::bytecode) fn spent(&self, start: &Types<'_>) -> usize {
        start.copies_left - self.copies_left
    }

    /// Accounts for a copy of `ty`: a few bytes of the file could request many of them.
    pub(in crate::bytecode) fn spend(&mut self, ty: &Type, at: usize) -> Result<()> {
        self.spend_words(weight(ty), at)
    }

    /// Accounts for a copy of the given number of words.
    pub(in crate::bytecode) fn spend_words(&mut self, words: usize, at: usize) -> Result<()> {
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

    pub(super) fn ptr_attr(&mut self, flags: u64) -> Result<Option<PtrAttr>> {
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

    pub(super) fn tile(&mut self) -> Result<Type> {
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

    pub(super) fn padding(&mut self, present: bool) -> Result<Option<Padding>> {
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
