//! Writing the table of types.

use cranelift_entity::SecondaryMap;
use ir::TypeId;
use ir::spec::{V13_3, V13_4, Version};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{
    EXTRA, FUNCTION, GATHER_SCATTER_VIEW, PARTITION_VIEW, PTR, SCALARS, STRIDED_VIEW, TENSOR_VIEW, TILE,
    TOKEN,
};
use crate::bytecode::container::TableWriter;
use crate::bytecode::preview::PreviewWriter;
use crate::bytecode::wire::Put;
use crate::bytecode::write::Texts;
use crate::types::{Elem, PtrAttr, PtrType, TensorViewType, Type, ViewKind, ViewType};

/// Types being written.
#[derive(Clone, Default)]
pub(in crate::bytecode) struct TypeWriter {
    pub(in crate::bytecode) table: TableWriter,
    /// One more than the index of each type that was written; 0 for the others.
    pub(in crate::bytecode) ids: SecondaryMap<TypeId, u32>,
    /// Index of each item by its bytes: equal types have equal bytes.
    pub(in crate::bytecode) items: FxHashMap<Box<[u8]>, u32>,
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
    pub(in crate::bytecode) fn put(
        &mut self,
        out: &mut Vec<u8>,
        id: TypeId,
        texts: Texts<'_, '_>,
        version: Version,
    ) {
        let index = self.index(id, texts, version);
        out.put_varint(index);
    }

    /// The index of a type that need not be interned.
    pub(in crate::bytecode) fn add(&mut self, ty: &Type, texts: Texts<'_, '_>, version: Version) -> u64 {
        let item = self.item(ty, texts, version);
        self.place(item)
    }

    /// The index of a number type.
    pub(in crate::bytecode) fn add_scalar(&mut self, scalar: Scalar) -> u64 {
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
    pub(in crate::bytecode) fn put_tile(out: &mut Vec<u8>, elem: u64, shape: &[u32]) {
        out.put_varint(TILE);
        out.put_varint(elem);
        let shape: SmallVec<[i64; 4]> = shape.iter().map(|&d| d.into()).collect();
        out.put_i64s(&shape);
    }

    pub(super) fn item(&mut self, ty: &Type, mut texts: Texts<'_, '_>, version: Version) -> Vec<u8> {
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
