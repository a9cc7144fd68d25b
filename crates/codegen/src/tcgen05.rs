//! Tensor memory, and products into it.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::{ElementFormat, SyncSide};
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};

use crate::emit::{Emit, LoweringResult, immediate};

/// Columns that one instruction reads, at most: longer ones leave `ptxas` no choice of registers.
const MOST_COLUMNS: usize = 32;

/// Rows of an instruction; fewer are made by `.ws`, which keeps all lanes busy.
const ROWS: u32 = 128;

/// What an instruction descriptor says of scales that are ue8m0; others are ue4m3.
const SCALES_ARE_POWERS: u32 = 1 << 23;

/// The instruction that scales, with a number of scales of a row: its modifiers, and the number of the format in it. Blocks
/// of 16 elements are said, since one kind has two sizes; the descriptor says the format of their scales.
fn scaled_kind(
    format: ElementFormat,
    (scale, of_row): (ElementFormat, u32),
) -> Option<(&'static [Modifier], u32)> {
    use Modifier::{Block16, BlockScale, KindF8f6f4, KindMxf4, KindMxf4nvf4, KindMxf8f6f4};
    match (format, scale, of_row) {
        (ElementFormat::E2M1, ElementFormat::UE8M0, 2) => Some((&[KindMxf4, BlockScale], 1)),
        (ElementFormat::E2M1, ElementFormat::UE8M0 | ElementFormat::UE4M3, 4) => {
            Some((&[KindMxf4nvf4, BlockScale, Block16], 1))
        }
        _ => {
            let (_, number) = kind(format).filter(|&(kind, _)| kind == KindF8f6f4)?;
            (scale == ElementFormat::UE8M0).then_some((&[KindMxf8f6f4, BlockScale], number))
        }
    }
}

/// The instruction that multiplies elements of a format: its kind, and the number of the format in it (PTX ISA,
/// 9.7.16, "Instruction descriptor").
fn kind(format: ElementFormat) -> Option<(Modifier, u32)> {
    match format {
        ElementFormat::F16 => Some((Modifier::KindF16, 0)),
        ElementFormat::BF16 => Some((Modifier::KindF16, 1)),
        ElementFormat::TF32 => Some((Modifier::KindTf32, 2)),
        ElementFormat::E4M3 => Some((Modifier::KindF8f6f4, 0)),
        ElementFormat::E5M2 => Some((Modifier::KindF8f6f4, 1)),
        ElementFormat::U8 => Some((Modifier::KindI8, 0)),
        ElementFormat::S8 => Some((Modifier::KindI8, 1)),
        ElementFormat::E2M1
        | ElementFormat::E2M3
        | ElementFormat::E3M2
        | ElementFormat::UE8M0
        | ElementFormat::UE4M3
        | ElementFormat::S4
        | ElementFormat::U4
        | ElementFormat::B1 => None,
    }
}

/// The thread blocks that an instruction is of: its own, or a pair of them.
fn group(is_of_pair: bool) -> Modifier {
    if is_of_pair { Modifier::CtaGroup2 } else { Modifier::CtaGroup1 }
}

/// How many columns an instruction reads.
fn columns_modifier(count: usize) -> Option<Modifier> {
    match count {
        1 => Some(Modifier::X1),
        2 => Some(Modifier::X2),
        4 => Some(Modifier::X4),
        8 => Some(Modifier::X8),
        16 => Some(Modifier::X16),
        32 => Some(Modifier::X32),
        _ => None,
    }
}

impl Emit<'_, '_> {
    pub(crate) fn tmem_alloc(&mut self, op: Op) -> LoweringResult {
        use fields::tmem_alloc as f;
        let module = self.module;
        let place = self.address(module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let columns = module.int(op, f::columns).unwrap_or(0);
        let group = group(module.flag(op, f::pair));
        let modifiers = [group, Modifier::Sync, Modifier::Aligned, Modifier::SharedCta, Modifier::B32];
        self.op(Opcode::Tcgen05Alloc, &modifiers, [place, columns.into()]);
        self.op(Opcode::Tcgen05RelinquishAllocPermit, &modifiers[..3], []);
        Ok(())
    }

    pub(crate) fn tmem_free(&mut self, op: Op) -> LoweringResult {
        use fields::tmem_free as f;
        let tensor = self.reg(self.module.operand(op, f::tensor));
        let columns = self.module.int(op, f::columns).unwrap_or(0);
        let group = group(self.module.flag(op, f::pair));
        let modifiers = [group, Modifier::Sync, Modifier::Aligned, Modifier::B32];
        self.op(Opcode::Tcgen05Dealloc, &modifiers, [tensor.into(), columns.into()]);
        Ok(())
    }

    pub(crate) fn tmem_fence(&mut self, op: Op) -> LoweringResult {
        let opcode = match self.module.get(op, fields::tmem_fence::side) {
            SyncSide::Before => Opcode::Tcgen05FenceBeforeThreadSync,
            SyncSide::After => Opcode::Tcgen05FenceAfterThreadSync,
        };
        self.op(opcode, &[], []);
        Ok(())
    }

    /// Reads of some columns each, then one wait for all: no register of a read is used before it.
    pub(crate) fn tmem_load(&mut self, op: Op) -> LoweringResult {
        use fields::tmem_load as f;
        let module = self.module;
        let tensor = module.operand(op, f::tensor);
        let first = module.int(op, f::column).unwrap_or(0);
        let values: Vec<Value> = module.results(op, f::values).collect();
        let registers: Vec<Reg> = values.into_iter().map(|value| self.define(value)).collect();
        for (number, registers) in registers.chunks(MOST_COLUMNS).enumerate() {
            let columns = columns_modifier(registers.len())
                .ok_or_else(|| format!("no instruction reads {} columns", registers.len()))?;
            let from = self.address(tensor, first + (number * MOST_COLUMNS) as i64);
            let to = Operand::Vector(registers.iter().map(|&register| register.into()).collect());
            let modifiers = [Modifier::Sync, Modifier::Aligned, Modifier::S32x32b, columns, Modifier::B32];
            self.op(Opcode::Tcgen05Ld, &modifiers, [to, from]);
        }
        self.op(Opcode::Tcgen05WaitLd, &[Modifier::Sync, Modifier::Aligned], []);
        Ok(())
    }

    /// Writes of some columns each, then one wait for all.
    pub(crate) fn tmem_store(&mut self, op: Op) -> LoweringResult {
        use fields::tmem_store as f;
        let module = self.module;
        let tensor = module.operand(op, f::tensor);
        let first = module.int(op, f::column).unwrap_or(0);
        let registers: Vec<Reg> =
            module.operands(op, f::values).iter().map(|&value| self.reg(value)).collect();
        for (number, registers) in registers.chunks(MOST_COLUMNS).enumerate() {
            let columns = columns_modifier(registers.len())
                .ok_or_else(|| format!("no instruction writes {} columns", registers.len()))?;
            let to = self.address(tensor, first + (number * MOST_COLUMNS) as i64);
            let from = Operand::Vector(registers.iter().map(|&register| register.into()).collect());
            let modifiers = [Modifier::Sync, Modifier::Aligned, Modifier::S32x32b, columns, Modifier::B32];
            self.op(Opcode::Tcgen05St, &modifiers, [to, from]);
        }
        self.op(Opcode::Tcgen05WaitSt, &[Modifier::Sync, Modifier::Aligned], []);
        Ok(())
    }

    pub(crate) fn tcgen05_mma(&mut self, op: Op) -> LoweringResult {
        use fields::tcgen05_mma as f;
        let module = self.module;
        let [of_a, of_b]: [ElementFormat; 2] = [f::a_format, f::b_format].map(|field| module.get(op, field));
        let (Some((kind, a_number)), Some((_, b_number))) = (kind(of_a), kind(of_b)) else {
            return Err(format!("there is no product of {} and {}", of_a.name(), of_b.name()));
        };
        let flag = |field| u32::from(module.flag(op, field));
        let extent = |field| u32::try_from(module.int(op, field).unwrap_or(0)).unwrap_or(0);
        let sums = match kind {
            Modifier::KindI8 => 2,
            _ => 1 - flag(f::half_sums),
        };
        // The instruction of a pair counts the rows of both.
        let rows = extent(f::m) << flag(f::pair);
        // PTX ISA, 9.7.16, "Instruction descriptor".
        let descriptor = sums << 4
            | a_number << 7
            | b_number << 10
            | flag(f::transpose_a) << 15
            | flag(f::transpose_b) << 16
            | extent(f::n) >> 3 << 17
            | rows >> 4 << 24;
        let to = self.address(module.operand(op, f::tensor), 0);
        let [a, b] = [f::a, f::b].map(|field| module.operand(op, field));
        let left = if self.ty(a) == Type::I32 { self.address(a, 0) } else { self.reg(a).into() };
        let factors = [left, self.reg(b).into()];
        let accumulate = self.accumulates(module.operand_opt(op, f::accumulate));
        let operands = [to].into_iter().chain(factors).chain([immediate(descriptor.into(), 32), accumulate]);
        let opcode = if extent(f::m) < ROWS { Opcode::Tcgen05MmaWs } else { Opcode::Tcgen05Mma };
        let predicate = module.operand_opt(op, f::predicate);
        self.op_where(predicate, opcode, &[group(module.flag(op, f::pair)), kind], operands);
        Ok(())
    }

    fn accumulates(&mut self, accumulate: Option<Value>) -> Operand {
        accumulate.map_or_else(|| 1.into(), |accumulate| self.predicate(accumulate))
    }

    pub(crate) fn tcgen05_mma_scaled(&mut self, op: Op) -> LoweringResult {
        use fields::tcgen05_mma_scaled as f;
        let module = self.module;
        let [of_a, of_b]: [ElementFormat; 2] = [f::a_format, f::b_format].map(|field| module.get(op, field));
        let scale: ElementFormat = module.get(op, f::scale_format);
        let of_row = module.int(op, f::scales).and_then(|scales| u32::try_from(scales).ok()).unwrap_or(1);
        let kinds = [of_a, of_b].map(|format| scaled_kind(format, (scale, of_row)));
        let [Some((kind, a_number)), Some((_, b_number))] = kinds else {
            return Err(format!("there is no scaled product of {} and {}", of_a.name(), of_b.name()));
        };
        let powers = if scale == ElementFormat::UE8M0 { SCALES_ARE_POWERS } else { 0 };
        let flag = |field| u32::from(module.flag(op, field));
        let int = |field| u32::try_from(module.int(op, field).unwrap_or(0)).unwrap_or(0);
        // PTX ISA, 9.7.16, "Instruction descriptor".
        let descriptor = int(f::b_byte) << 4
            | a_number << 7
            | b_number << 10
            | flag(f::transpose_a) << 15
            | flag(f::transpose_b) << 16
            | int(f::n) >> 3 << 17
            | powers
            | ROWS >> 4 << 24
            | int(f::a_byte) << 29;
        let [to, a_scale, b_scale] =
            [f::tensor, f::a_scale, f::b_scale].map(|field| self.address(module.operand(op, field), 0));
        let [a, b] = [f::a, f::b].map(|field| Operand::from(self.reg(module.operand(op, field))));
        let accumulate = self.accumulates(module.operand_opt(op, f::accumulate));
        let modifiers: Vec<Modifier> =
            std::iter::once(Modifier::CtaGroup1).chain(kind.iter().copied()).collect();
        let operands = [to, a, b, immediate(descriptor.into(), 32), a_scale, b_scale, accumulate];
        self.op_where(module.operand_opt(op, f::predicate), Opcode::Tcgen05Mma, &modifiers, operands);
        Ok(())
    }

    pub(crate) fn tcgen05_copy(&mut self, op: Op) -> LoweringResult {
        use fields::tcgen05_copy as f;
        let module = self.module;
        let to = self.address(module.operand(op, f::tensor), 0);
        let block = self.reg(module.operand(op, f::block)).into();
        let modifiers = [Modifier::CtaGroup1, Modifier::S32x128b, Modifier::Warpx4];
        self.op_where(module.operand_opt(op, f::predicate), Opcode::Tcgen05Cp, &modifiers, [to, block]);
        Ok(())
    }

    pub(crate) fn tcgen05_commit(&mut self, op: Op) -> LoweringResult {
        use fields::tcgen05_commit as f;
        let module = self.module;
        let place = self.address(module.operand(op, f::address), module.int(op, f::offset).unwrap_or(0));
        let mask = module.operand_opt(op, f::multicast).map(|mask| {
            let bits = self.reg(mask);
            self.resized(bits, 32, 16, false)
        });
        let mut modifiers = vec![group(mask.is_some()), Modifier::MbarrierArriveOne, Modifier::SharedCluster];
        modifiers.extend(mask.map(|_| Modifier::MulticastCluster));
        modifiers.push(Modifier::B64);
        let operands = [place].into_iter().chain(mask.map(Operand::from));
        self.op_where(module.operand_opt(op, f::predicate), Opcode::Tcgen05Commit, &modifiers, operands);
        Ok(())
    }
}
