//! Items of a module: kernels and globals.

use cuda_tile::build::items_block;
use cuda_tile::ops::{Opcode as Level1, fields};
use cuda_tile::{Attr, Dense};
use ir::generic;
use ir::{Op, TypeId, Value};
use numerics::{Scalar, pack};

use super::control::{Frame, Role};
use super::{Lowering, types};
use crate::ops::{Builders, fields as new};

impl Lowering<'_> {
    /// Every item of the module, in order. Functions are lowered where they are called.
    pub(super) fn items(&mut self) {
        let name = self.string(self.text(self.from.root, fields::module::sym_name));
        let slot = ir::build::IntoAttr::into_attr(name, &mut self.to);
        self.to.set_attr(self.to.root, new::module::sym_name, slot);
        let block = crate::build::items_block(&self.to);
        self.frames.push(Frame { next: None, block, role: Role::Region, lanes: None });
        let items: Vec<Op> = self.from.body.block_ops(items_block(self.from)).collect();
        for item in items {
            self.loc = self.places.loc(self.from, item);
            let first = self.to.body.op_count();
            #[allow(clippy::wildcard_enum_match_arm, reason = "the verifier admits items alone")]
            match self.from.opcode(item) {
                Level1::Entry => self.kernel(item),
                Level1::Global => self.global(item),
                _ => {}
            }
            self.places.propagate(self.from, item, &mut self.to, first);
        }
    }

    fn kernel(&mut self, op: Op) {
        let body = self.from.block(op, fields::entry::body).expect("a kernel has a body");
        let params: Vec<Value> = self.from.body.block_args(body).iter().collect();
        let scalar = |&value: &Value| self.from.ty(value).as_tile().is_some_and(|tile| tile.rank() == 0);
        if !params.iter().all(scalar) {
            let message = "has a parameter that is neither a number nor a pointer, so it cannot be launched";
            return self.refuse(
                op,
                message,
                "use pointers, extents and strides as parameters, and create views from them",
            );
        }
        let name = self.string(self.text(op, fields::entry::sym_name));
        let func = self.build().func().sym_name(name).finish().op;
        let hints = self.hints(op, fields::entry::optimization_hints);
        self.set_int(func, new::func::num_worker_warps_per_cta, hints.num_worker_warps_per_cta());
        self.set_int(func, new::func::num_cta_in_cga, hints.num_cta_in_cga());
        self.set_int(func, new::func::occupancy, hints.occupancy());
        let block = self.to.block(func, new::func::body).expect("a function is built with its body");
        let types: Vec<TypeId> = params.iter().map(|&param| self.ty(param)).collect();
        self.to.body.set_block_args(block, &types);
        for (param, arg) in params.into_iter().zip(self.to.body.block_args(block).iter()) {
            self.set(param, arg);
        }
        let depth = self.frames.len();
        self.enter(body, block, Role::Kernel);
        self.run(depth);
    }

    fn global(&mut self, op: Op) {
        use fields::global as old;
        let id = self.from.attr(op, old::value).as_interned();
        let Some(Attr::Dense(dense)) = id.map(|id| self.from.attrs.get(id)) else {
            unreachable!("the verifier asks for the elements of a global")
        };
        let count = self.from.types.get(dense.ty).as_tile().map_or(0, cuda_tile::types::TileType::len);
        let bytes = generic::Attr::Bytes(image(dense, count).into());
        let natural = types::in_memory(dense.elem()).storage_bits().div_ceil(8);
        let alignment = self.int(op, old::alignment).max(natural.into());
        let name = self.string(self.text(op, old::sym_name));
        let constant = self.from.flag(op, old::constant);
        let new = self.build().global().sym_name(name).bytes(bytes).alignment(alignment).finish().op;
        self.set_flag(new, new::global::constant, constant);
    }
}

/// The bytes of elements in memory.
fn image(dense: &Dense, count: usize) -> Vec<u8> {
    let elem: Scalar = dense.elem();
    let stored = (0..count).map(|index| pack::to_storage(elem, dense.bits(index)));
    match elem.storage_bits() {
        4 => {
            let halves: Vec<u8> = stored.map(|bits| bits as u8).collect();
            halves.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |high| high << 4)).collect()
        }
        bits => {
            let size = bits as usize / 8;
            stored.flat_map(|bits| bits.to_le_bytes().into_iter().take(size)).collect()
        }
    }
}
