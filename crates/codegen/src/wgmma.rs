//! Products of warpgroups.
//!
//! The registers of sums belong to the tensor core from the fence that passes them on to the wait that returns them. A value in
//! flight is used once, so a product returns its registers under another name. Only a fence creates new registers, with copies
//! before it; most of these copies are coalesced.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::ElementFormat;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};

use crate::emit::{Emit, LoweringResult};
use crate::matrix::format_modifier;

const ALIGNED: [Modifier; 2] = [Modifier::Sync, Modifier::Aligned];

/// Elements along the inner extent of a product: 32 bytes.
fn inner_extent(format: ElementFormat) -> u32 {
    256 / format.fragment_bits()
}

impl Emit<'_, '_> {
    /// Results are other names of the registers of operands.
    fn renamed(&mut self, from: &[Value], to: &[Value]) {
        for (&from, &to) in from.iter().zip(to) {
            let registers = self.all_registers(from);
            self.is_in_registers(to, &registers);
        }
    }

    pub(crate) fn wgmma_fence(&mut self, op: Op) -> LoweringResult {
        use fields::wgmma_fence as f;
        let sums = self.module.operands(op, f::sums).to_vec();
        let results: Vec<Value> = self.module.results(op, f::results).collect();
        for (&from, &to) in sums.iter().zip(&results) {
            if matches!(self.ty(from), Type::Pending(_)) {
                self.renamed(&[from], &[to]);
                continue;
            }
            let parts = self.parts(from);
            let registers = self.define_all(to);
            for ((part, bits), register) in parts.into_iter().zip(registers) {
                self.copy(bits, register, part);
            }
        }
        self.op(Opcode::WgmmaFence, &ALIGNED, []);
        Ok(())
    }

    pub(crate) fn wgmma_commit(&mut self) -> LoweringResult {
        self.op(Opcode::WgmmaCommitGroup, &ALIGNED, []);
        Ok(())
    }

    pub(crate) fn wgmma_wait(&mut self, op: Op) -> LoweringResult {
        use fields::wgmma_wait as f;
        let pending = self.module.int(op, f::pending).unwrap_or(0);
        self.op(Opcode::WgmmaWaitGroup, &ALIGNED, [pending.into()]);
        let results: Vec<Value> = self.module.results(op, f::results).collect();
        self.renamed(self.module.operands(op, f::sums), &results);
        Ok(())
    }

    pub(crate) fn wgmma(&mut self, op: Op) -> LoweringResult {
        use fields::wgmma as f;
        let module = self.module;
        let [a, b, sums] = [f::a, f::b, f::sums].map(|field| module.operand(op, field));
        let [of_a, of_b]: [ElementFormat; 2] = [f::a_format, f::b_format].map(|field| module.get(op, field));
        let n = module.int(op, f::n).unwrap_or(0);
        let shape = format!("m64n{n}k{}", inner_extent(of_a));
        let shape = Modifier::named(&shape).ok_or_else(|| format!("there is no product {shape}"))?;
        let sum = match self.ty(sums).element() {
            Type::F32 => Modifier::F32,
            Type::F16x2 => Modifier::F16,
            _ => Modifier::S32,
        };
        let mut modifiers = ALIGNED.to_vec();
        modifiers.extend([shape, sum, format_modifier(of_a), format_modifier(of_b)]);
        modifiers.extend(match of_a {
            ElementFormat::B1 => vec![Modifier::And, Modifier::Popc],
            _ => Vec::new(),
        });
        let scale = match module.operand_opt(op, f::scale_d) {
            Some(scale) => self.predicate(scale),
            None => 1.into(),
        };
        let registers = self.all_registers(sums);
        let vector =
            |registers: &[Reg]| Operand::Vector(registers.iter().map(|&register| register.into()).collect());
        let from_registers = self.ty(a).registers().is_some();
        let of_rows = match from_registers {
            true => vector(&self.all_registers(a)),
            false => self.reg(a).into(),
        };
        let mut operands = vec![vector(&registers), of_rows, self.reg(b).into(), scale];
        // Floats have scales of the operands, which are 1; those of 16 bits may be in either order.
        let float = sum != Modifier::S32;
        operands.extend(if float { vec![1.into(), 1.into()] } else { Vec::new() });
        if matches!(of_a, ElementFormat::F16 | ElementFormat::BF16) {
            let turned = |field| Operand::from(i64::from(module.flag(op, field)));
            operands.extend((!from_registers).then(|| turned(f::transpose_a)));
            operands.push(turned(f::transpose_b));
        }
        self.op(Opcode::WgmmaMmaAsync, &modifiers, operands);
        self.is_in_registers(module.result(op, f::result), &registers);
        Ok(())
    }

    /// A predicate as an operand; 0 and 1 are immediate operands.
    pub(crate) fn predicate(&mut self, value: Value) -> Operand {
        match self.constant(value) {
            Some(bits) => i64::from(bits & 1 != 0).into(),
            None => self.reg(value).into(),
        }
    }
}
