//! Conversions that change the name, the shape or the space of a value, but not its bits.

use ir::Op;
use nvvm::Type;
use nvvm::attrs::SpecialRegister;
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::module::{Operand, Reg, Statement};
use ptx::{Modifier, Opcode, Special};

use crate::emit::{Emit, LoweringResult, ValueMapping, bits_modifier};

impl Emit<'_, '_> {
    pub(crate) fn returns(&mut self) -> LoweringResult {
        self.op(Opcode::Ret, &[], []);
        Ok(())
    }

    /// Sets the source location of the next ops.
    pub(crate) fn location(&mut self, op: Op) {
        if self.shared.files.is_empty() {
            return;
        }
        let Some(location) = self.module.file_location(self.module.body.loc(op)) else { return };
        let Some(file) = self.shared.files.iter().position(|name| *name == location.file) else { return };
        let (line, column) = (location.line.into(), location.column.into());
        self.f.statement(Statement::Loc(ptx::module::Loc {
            file: file as i64 + 1,
            line,
            column,
            inlined: None,
        }));
    }

    pub(crate) fn define_constant(&mut self, op: Op) -> LoweringResult {
        let (value, _) = self.result(op);
        let bits = self.module.number(op, fields::constant::value).unwrap_or(0);
        self.values[value] = ValueMapping::Constant(bits);
        Ok(())
    }

    pub(crate) fn address_of(&mut self, op: Op) -> LoweringResult {
        let (value, _) = self.result(op);
        let name = self.module.string(op, fields::address_of::name);
        let var = name.and_then(|name| self.shared.globals.get(&name).copied());
        let var = var.ok_or("it names no global of the module")?;
        self.is_variable(value, var);
        Ok(())
    }

    pub(crate) fn dynamic_shared(&mut self, op: Op) -> LoweringResult {
        let (value, _) = self.result(op);
        let var = self.shared.dynamic.ok_or("the module has no shared memory of the launch")?;
        self.is_variable(value, var);
        Ok(())
    }

    pub(crate) fn cast_space(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (from, to) = match (self.ty(source), self.result(op).1) {
            (Type::Ptr(from), Type::Ptr(to)) => (from, to),
            _ => return Err("it casts addresses".to_owned()),
        };
        let mut register = self.reg(source);
        if from == to {
            self.is_in(op, register);
            return Ok(());
        }
        register = match (space_modifier(from), space_modifier(to)) {
            (Some(space), None) => {
                register = self.resized(register, from.bits(), 64, false);
                self.new_op(64, Opcode::Cvta, &[space, Modifier::U64], [register.into()])
            }
            (None, Some(space)) => {
                let address =
                    self.new_op(64, Opcode::Cvta, &[Modifier::To, space, Modifier::U64], [register.into()]);
                self.resized(address, 64, to.bits(), false)
            }
            _ => return Err(format!("{} and {} have no address in common", from.name(), to.name())),
        };
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn special(&mut self, op: Op) -> LoweringResult {
        let name = self.module.get::<SpecialRegister>(op, fields::special::name).name();
        let special = Special::named(&format!("%{name}")).ok_or("there is no such special register")?;
        if !special.needs().has_target(self.shared.target) {
            return Err(format!("`%{name}` needs {}", special.needs()));
        }
        let (_, ty) = self.result(op);
        let register = self.new_op(32, Opcode::Mov, &[Modifier::U32], [special.into()]);
        let register = match ty {
            Type::I1 => self.low_bit(register, 32),
            _ => self.resized(register, 32, ty.bits(), false),
        };
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn pack(&mut self, op: Op) -> LoweringResult {
        let parts = self.module.body.operands(op).to_vec();
        let (_, ty) = self.result(op);
        let registers: Vec<Reg> = parts.iter().map(|&part| self.reg(part)).collect();
        self.check_parts(ty, parts.iter().map(|&part| self.ty(part)))?;
        let register = match registers[..] {
            [one] => one,
            _ => {
                let vector = Operand::Vector(registers.into_iter().map(Operand::from).collect());
                self.new_op(ty.bits(), Opcode::Mov, &[bits_modifier(ty.bits())], [vector])
            }
        };
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn unpack(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let results: Vec<_> = self.module.body.results(op).into_iter().collect();
        let ty = self.ty(source);
        self.check_parts(ty, results.iter().map(|&part| self.ty(part)))?;
        let register = self.reg(source);
        if let [one] = results[..] {
            self.values[one] = ValueMapping::Register(register);
            return Ok(());
        }
        let parts: Vec<Operand> = results.iter().map(|&part| self.define(part).into()).collect();
        self.op(Opcode::Mov, &[bits_modifier(ty.bits())], [Operand::Vector(parts), register.into()]);
        Ok(())
    }

    /// Parts of one width that make up the whole, two or four of them, or one.
    fn check_parts(&self, whole: Type, parts: impl Iterator<Item = Type>) -> LoweringResult {
        let widths: Vec<u32> = parts.map(Type::bits).collect();
        let fits = matches!(widths.len(), 1 | 2 | 4)
            && widths.iter().all(|&width| width == widths[0] && (width >= 16 || widths.len() == 1))
            && widths.iter().sum::<u32>() == whole.bits();
        if fits {
            Ok(())
        } else {
            Err(format!("the parts of {whole} are one, or two or four of equal width"))
        }
    }

    pub(crate) fn prmt(&mut self, op: Op) -> LoweringResult {
        if self.module.body.operands(op).iter().any(|&value| self.ty(value).bits() != 32) {
            return Err("it picks bytes of 32-bit values".to_owned());
        }
        let [low, high, selector] = self.operands::<3>(op).map(|value| self.int(value));
        let register = self.new_op(32, Opcode::Prmt, &[Modifier::B32], [low, high, selector]);
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn select(&mut self, op: Op) -> LoweringResult {
        let [condition, yes, no] = self.operands(op);
        let condition = self.reg(condition);
        let (_, ty) = self.result(op);
        let register = if ty == Type::I1 {
            let (yes, no) = (self.reg(yes), self.reg(no));
            let first = self.logic(Opcode::And, condition, yes);
            let other = self.not(condition);
            let second = self.logic(Opcode::And, other, no);
            self.logic(Opcode::Or, first, second)
        } else {
            let (yes, no) = (self.int(yes), self.int(no));
            self.new_op(ty.bits(), Opcode::Selp, &[bits_modifier(ty.bits())], [yes, no, condition.into()])
        };
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn bitcast(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (value, ty) = self.result(op);
        if self.ty(source).bits() != ty.bits() {
            return Err(format!("{} and {ty} are not of the same width", self.ty(source)));
        }
        self.values[value] = match self.values[source] {
            ValueMapping::Constant(bits) => ValueMapping::Constant(bits),
            ValueMapping::Register(_)
            | ValueMapping::Variable(_)
            | ValueMapping::Nothing
            | ValueMapping::Several(_) => ValueMapping::Register(self.reg(source)),
        };
        Ok(())
    }

    pub(crate) fn pointer_to_int(&mut self, op: Op) -> LoweringResult {
        self.resize_address(op)
    }

    pub(crate) fn int_to_pointer(&mut self, op: Op) -> LoweringResult {
        self.resize_address(op)
    }

    fn resize_address(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (from, to) = (self.ty(source).bits(), self.result(op).1.bits());
        if from < 32 || to < 32 {
            return Err("an address has 32 or 64 bits".to_owned());
        }
        let register = self.reg(source);
        let register = self.resized(register, from, to, false);
        self.is_in(op, register);
        Ok(())
    }

    /// `base + offset * bytes`, in one multiplication and addition where the offset is 32 bits wide.
    pub(crate) fn add_pointer(&mut self, op: Op) -> LoweringResult {
        let [base, offset] = self.operands(op);
        let bytes = self.module.int(op, fields::addptr::bytes).unwrap_or(1);
        let (wide, ty) = (self.ty(base).bits(), self.ty(offset));
        let modifier = if wide == 64 { Modifier::S64 } else { Modifier::S32 };
        let register = if let Some(constant) = self.constant(offset) {
            let shift = 64 - ty.bits();
            let distance = ((constant << shift) as i64 >> shift).wrapping_mul(bytes);
            let base = self.reg(base);
            if distance == 0 {
                base
            } else {
                let distance = if wide == 64 { distance } else { i64::from(distance as i32) };
                self.new_op(wide, Opcode::Add, &[modifier], [base.into(), distance.into()])
            }
        } else {
            let base = self.reg(base);
            self.add_scaled(base, wide, modifier, offset, bytes)
        };
        self.is_in(op, register);
        Ok(())
    }

    fn add_scaled(&mut self, base: Reg, wide: u32, modifier: Modifier, offset: ir::Value, bytes: i64) -> Reg {
        let ty = self.ty(offset);
        let mut register = self.reg(offset);
        let mut bits = ty.bits();
        if ty == Type::I1 {
            register = self.number_of_predicate(register, 32, true);
            bits = 32;
        }
        if bits == 32 && wide == 64 && bytes != 1 && i32::try_from(bytes).is_ok() {
            let operands = [register.into(), bytes.into(), base.into()];
            return self.new_op(64, Opcode::Mad, &[Modifier::Wide, Modifier::S32], operands);
        }
        let register = self.resized(register, bits, wide, true);
        if bytes == 1 {
            return self.new_op(wide, Opcode::Add, &[modifier], [base.into(), register.into()]);
        }
        let bytes = if wide == 64 { bytes } else { i64::from(bytes as i32) };
        self.new_op(
            wide,
            Opcode::Mad,
            &[Modifier::Lo, modifier],
            [register.into(), bytes.into(), base.into()],
        )
    }
}

/// The modifier of a space; none for generic addresses.
pub(crate) fn space_modifier(space: Space) -> Option<Modifier> {
    match space {
        Space::Generic => None,
        Space::Global => Some(Modifier::Global),
        Space::Shared => Some(Modifier::Shared),
        Space::Local => Some(Modifier::Local),
        Space::Const => Some(Modifier::Const),
        Space::Param => Some(Modifier::Param),
        Space::Cluster => Some(Modifier::SharedCluster),
    }
}
