//! Tensor maps, and their addresses in an agent.

use ir::walk::preorder;
use ir::{Op, Value};
use numerics::Scalar;
use tileas::Opcode as From;
use tileas::ops::fields as from;
use tileas::types::Type as FromType;

use super::Crew;
use crate::attrs::{MapElement, ShuffleKind};
use crate::from_tileas::{Held, Lower, Lowered};
use crate::ops::Builders as _;
use crate::types::Space;

impl Lower<'_> {
    /// `make_tiled_tma_desc`: a parameter of the kernel, which the launcher fills.
    pub(super) fn tma_desc(&mut self, op: Op) -> Lowered<()> {
        use from::tma_desc as f;
        let source = self.from.operand(op, f::memref);
        let result = self.from.body.result(op, 0);
        let (FromType::Memref(memref), FromType::TmaDesc(desc)) =
            (self.from.ty(source).clone(), self.from.ty(result).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let memory = self.memory(source);
        let (Some(order), Some(element)) =
            (tileas::map_dimensions(&memref), map_element(desc.elem, memref.elem))
        else {
            return Err(self.refuse_agents(op));
        };
        let extents: Vec<Value> = order.iter().map(|&dim| memory.sizes[dim]).collect();
        let strides: Vec<Value> = order[1..].iter().map(|&dim| memory.strides[dim]).collect();
        let box_shape: Vec<i64> = order.iter().map(|&dim| i64::from(desc.extents[dim])).collect();
        let ty = self.pointer_type(Space::Generic);
        let made = self
            .b()
            .tensor_map()
            .base(memory.base)
            .extents(extents)
            .strides(strides)
            .element(element)
            .box_shape(box_shape.as_slice())
            .swizzle(i64::from(desc.swizzle.span().unwrap_or(0)))
            .result(ty)
            .finish()
            .op;
        let value = self.to.body.result(made, 0);
        if let Err(text) = crate::tensor_maps::describe(&self.to, made) {
            let text = format!("cannot be filled by a launcher: {text}");
            return Err(self.refuse(op, &text));
        }
        // The first copy would wait for it.
        let first = self.is_first_thread();
        self.b().prefetch_map().map(value).predicate(first).finish();
        self.held[result] = Held::Map(value);
        Ok(())
    }

    /// The addresses of maps that an agent copies by in a loop, in registers of their own; the addresses that it had before.
    ///
    /// The address of a parameter is a constant for `ptxas`, which computes it again for each map in each iteration: two
    /// instructions. It does not know the result of a shuffle, but knows that it is the same in all lanes, and keeps it in
    /// uniform registers.
    pub(super) fn keep_maps(&mut self, crew: &Crew) -> Vec<(Value, Held)> {
        let mut maps: Vec<Value> = Vec::new();
        for op in preorder(&self.from.body, crew.agent).filter(|&op| self.from.opcode(op) == From::TmaLoad) {
            let map = self.from.operand(op, from::tma_load::desc);
            if self.is_in_loop(op, crew.agent) && !maps.contains(&map) {
                maps.push(map);
            }
        }
        let mut before = Vec::new();
        for map in maps {
            let Held::Map(address) = self.held[map] else { panic!("a verified copy has a tensor map") };
            let first = self.i32(0);
            let kept = Held::Map(self.shuffle(ShuffleKind::Index, address, first));
            before.push((map, std::mem::replace(&mut self.held[map], kept)));
        }
        before
    }

    /// Whether an op of an agent is in a loop of it.
    fn is_in_loop(&self, op: Op, agent: Op) -> bool {
        let outer = std::iter::successors(Some(op), |&op| self.from.body.parent_op(op));
        outer
            .take_while(|&outer| outer != agent)
            .any(|outer| matches!(self.from.opcode(outer), From::For | From::Loop))
    }
}

/// What a tensor map calls an element of memory that it copies as `elem`. Formats that it does not know are moved as
/// bits.
fn map_element(elem: Scalar, memory: Scalar) -> Option<MapElement> {
    match elem {
        Scalar::TF32 if memory == Scalar::F32 => Some(MapElement::TF32),
        Scalar::F16 => Some(MapElement::F16),
        Scalar::BF16 => Some(MapElement::BF16),
        Scalar::F32 | Scalar::TF32 => Some(MapElement::F32),
        Scalar::F64 => Some(MapElement::F64),
        Scalar::I64 => Some(MapElement::S64),
        Scalar::I32 => Some(MapElement::S32),
        Scalar::I16 => Some(MapElement::U16),
        Scalar::I8 | Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F8E8M0FNU | Scalar::FNV8E5M3FNU => {
            Some(MapElement::U8)
        }
        Scalar::F4E2M1FN => Some(MapElement::B4X16),
        Scalar::I1 | Scalar::I4 => None,
    }
}
