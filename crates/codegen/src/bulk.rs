//! Copies of boxes by tensor maps.

use ir::{Op, Value};
use nvvm::attrs::{BulkReduction, MapField};
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::module::{Address, Base, Operand};
use ptx::{Modifier, Opcode};

use crate::emit::{Emit, LoweringResult, Refusal};

/// Bytes of a tensor map.
const MAP_BYTES: i64 = 128;

/// The modifier of a number of dimensions.
fn dimensions(count: usize) -> Result<Modifier, Refusal> {
    match count {
        1 => Ok(Modifier::D1),
        2 => Ok(Modifier::D2),
        3 => Ok(Modifier::D3),
        4 => Ok(Modifier::D4),
        5 => Ok(Modifier::D5),
        _ => Err(format!("a box has 1 to 5 dimensions, not {count}")),
    }
}

fn reduction_modifier(reduction: BulkReduction) -> Modifier {
    match reduction {
        BulkReduction::Add => Modifier::Add,
        BulkReduction::Min => Modifier::Min,
        BulkReduction::Max => Modifier::Max,
        BulkReduction::Inc => Modifier::Inc,
        BulkReduction::Dec => Modifier::Dec,
        BulkReduction::And => Modifier::And,
        BulkReduction::Or => Modifier::Or,
        BulkReduction::Xor => Modifier::Xor,
    }
}

impl Emit<'_, '_> {
    /// The generic address of a parameter of the kernel.
    pub(crate) fn tensor_map(&mut self, op: Op) -> LoweringResult {
        let var = self.maps.iter().find(|(map, _)| *map == op).map(|&(_, var)| var);
        let var = var.ok_or("it is not a tensor map of the kernel")?;
        let place = self.new_op(64, Opcode::Mov, &[Modifier::B64], [Operand::Variable(var, 0)]);
        let address = self.new_op(64, Opcode::Cvta, &[Modifier::Param, Modifier::U64], [place.into()]);
        self.is_in(op, address);
        Ok(())
    }

    pub(crate) fn map_replace(&mut self, op: Op) -> LoweringResult {
        use fields::map_replace as f;
        let module = self.module;
        let field = module.get(op, f::field);
        let (modifier, wide) = match field {
            MapField::Address => (Modifier::GlobalAddress, true),
            MapField::Rank => (Modifier::Rank, false),
            MapField::Box => (Modifier::BoxDim, false),
            MapField::Extent => (Modifier::GlobalDim, false),
            MapField::Stride => (Modifier::GlobalStride, true),
            MapField::ElementStride => (Modifier::ElementStride, false),
            MapField::Element => (Modifier::Elemtype, false),
            MapField::Interleave => (Modifier::InterleaveLayout, false),
            MapField::Swizzle => (Modifier::SwizzleMode, false),
            MapField::Fill => (Modifier::FillMode, false),
        };
        let bits = if wide { Modifier::B64 } else { Modifier::B32 };
        let map = self.address(module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let dim = module.int(op, f::dim).map(Operand::from);
        let value = match module.operand_opt(op, f::value) {
            Some(value) => self.int(value),
            None => module.int(op, f::number).unwrap_or(0).into(),
        };
        let modifiers = [Modifier::Tile, modifier, Modifier::SharedCta, Modifier::B1024, bits];
        let operands = [map].into_iter().chain(dim).chain([value]);
        self.op_where(module.operand_opt(op, f::predicate), Opcode::TensormapReplace, &modifiers, operands);
        Ok(())
    }

    pub(crate) fn map_publish(&mut self, op: Op) -> LoweringResult {
        use fields::map_publish as f;
        let module = self.module;
        let number = |field| module.int(op, field).unwrap_or(0);
        let to = self.address(module.operand(op, f::destination), number(f::offset));
        let from = self.address(module.operand(op, f::source), number(f::source_offset));
        let modifiers = [
            Modifier::Global,
            Modifier::SharedCta,
            Modifier::TensormapGeneric,
            Modifier::Release,
            Modifier::Gpu,
            Modifier::Sync,
            Modifier::Aligned,
        ];
        self.op(Opcode::TensormapCpFenceproxy, &modifiers, [to, from, MAP_BYTES.into()]);
        Ok(())
    }

    pub(crate) fn map_acquire(&mut self, op: Op) -> LoweringResult {
        let map = self.address(self.module.operand(op, fields::map_acquire::map), 0);
        let modifiers = [Modifier::TensormapGeneric, Modifier::Acquire, Modifier::Gpu];
        self.op(Opcode::FenceProxy, &modifiers, [map, MAP_BYTES.into()]);
        Ok(())
    }

    pub(crate) fn prefetch_map(&mut self, op: Op) -> LoweringResult {
        use fields::prefetch_map as f;
        let map = self.address(self.module.operand(op, f::map), 0);
        let predicate = self.module.operand_opt(op, f::predicate);
        self.op_where(predicate, Opcode::Prefetch, &[Modifier::Tensormap], [map]);
        Ok(())
    }

    /// `[map, {c, ..}]`.
    fn box_in(&mut self, map: Value, coordinates: &[Value]) -> Operand {
        let base = Base::Register(self.reg(map));
        let coordinates = coordinates.iter().map(|&coordinate| self.int(coordinate)).collect();
        Operand::Tensor(Box::new((Address { base, offset: 0 }, coordinates)))
    }

    pub(crate) fn bulk_tensor_load(&mut self, op: Op) -> LoweringResult {
        use fields::bulk_tensor_load as f;
        let module = self.module;
        let number = |field| module.int(op, field).unwrap_or(0);
        let to = self.address(module.operand(op, f::destination), number(f::offset));
        let barrier = self.address(module.operand(op, f::barrier), number(f::barrier_offset));
        let coordinates = module.operands(op, f::coordinates).to_vec();
        let gather = module.flag(op, f::gather);
        let dimensions = if gather { Modifier::D2 } else { dimensions(coordinates.len())? };
        let from = self.box_in(module.operand(op, f::map), &coordinates);
        let mask = module.operand_opt(op, f::multicast).map(|mask| {
            let bits = self.reg(mask);
            self.resized(bits, 32, 16, false)
        });
        // The older form, with an address in the cluster, is part of every version that knows tensor maps; picked rows have it for
        // several thread blocks only. On consumer Blackwell, ptxas generates a call that checks the address.
        let of_pair = self.space(module.operand(op, f::barrier)) == Space::Cluster;
        let to_cluster = mask.is_some() || of_pair || !(gather || self.at_least(120));
        let space = if to_cluster { Modifier::SharedCluster } else { Modifier::SharedCta };
        let mode = if gather { Modifier::TileGather4 } else { Modifier::Tile };
        let mut modifiers =
            vec![dimensions, space, Modifier::Global, mode, Modifier::MbarrierCompleteTxBytes];
        modifiers.extend(mask.map(|_| Modifier::MulticastCluster));
        modifiers.extend(of_pair.then_some(Modifier::CtaGroup2));
        let operands = [to, from, barrier].into_iter().chain(mask.map(Operand::from));
        self.op_where(module.operand_opt(op, f::predicate), Opcode::CpAsyncBulkTensor, &modifiers, operands);
        Ok(())
    }

    pub(crate) fn bulk_tensor_store(&mut self, op: Op) -> LoweringResult {
        use fields::bulk_tensor_store as f;
        let module = self.module;
        let from = self.address(module.operand(op, f::source), module.int(op, f::offset).unwrap_or(0));
        let coordinates = module.operands(op, f::coordinates).to_vec();
        let to = self.box_in(module.operand(op, f::map), &coordinates);
        let mut modifiers = vec![dimensions(coordinates.len())?, Modifier::Global, Modifier::SharedCta];
        let reduction = module.get_opt(op, f::reduction).map(reduction_modifier);
        modifiers.extend(reduction);
        modifiers.extend([Modifier::Tile, Modifier::BulkGroup]);
        let opcode = match reduction {
            Some(_) => Opcode::CpReduceAsyncBulkTensor,
            None => Opcode::CpAsyncBulkTensor,
        };
        self.op_where(module.operand_opt(op, f::predicate), opcode, &modifiers, [to, from]);
        Ok(())
    }

    pub(crate) fn bulk_commit(&mut self, op: Op) -> LoweringResult {
        let predicate = self.module.operand_opt(op, fields::bulk_commit::predicate);
        self.op_where(predicate, Opcode::CpAsyncBulkCommitGroup, &[], []);
        Ok(())
    }

    pub(crate) fn bulk_wait(&mut self, op: Op) -> LoweringResult {
        use fields::bulk_wait as f;
        let modifiers: Vec<Modifier> =
            self.module.flag(op, f::read).then_some(Modifier::Read).into_iter().collect();
        let pending = self.module.int(op, f::pending).unwrap_or(0);
        let predicate = self.module.operand_opt(op, f::predicate);
        self.op_where(predicate, Opcode::CpAsyncBulkWaitGroup, &modifiers, [pending.into()]);
        Ok(())
    }
}
