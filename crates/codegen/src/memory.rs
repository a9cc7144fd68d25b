//! Loads and stores.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::CacheHint;
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::build::FunctionBuilder;
use ptx::module::{Address, Base, Guard, Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::{MemoryOrdering, MemoryScope};

use crate::emit::{Emit, LoweringResult, Refusal, ValueMapping, when};
use crate::moves::space_modifier;

/// An access, from the attributes of its op.
pub(crate) struct Access {
    pub(crate) space: Space,
    pub(crate) ordering: MemoryOrdering,
    pub(crate) scope: MemoryScope,
    cache: CacheHint,
    constant: bool,
    store: bool,
}

/// The modifier of a scope.
pub(crate) fn scope_modifier(scope: MemoryScope) -> Modifier {
    match scope {
        MemoryScope::TileBlock => Modifier::Cta,
        MemoryScope::Device => Modifier::Gpu,
        MemoryScope::System => Modifier::Sys,
    }
}

impl Access {
    /// Modifiers before the vector and the type.
    fn modifiers(&self) -> Result<Vec<Modifier>, Refusal> {
        let mut modifiers = Vec::new();
        let shared_memory = matches!(self.space, Space::Generic | Space::Global | Space::Shared);
        let ordered = self.ordering != MemoryOrdering::Weak && shared_memory;
        if ordered {
            modifiers.push(match (self.ordering, self.store) {
                (MemoryOrdering::Relaxed, _) => Modifier::Relaxed,
                (MemoryOrdering::Acquire, false) => Modifier::Acquire,
                (MemoryOrdering::Release, true) => Modifier::Release,
                (MemoryOrdering::Weak | MemoryOrdering::Release | MemoryOrdering::AcqRel, false) => {
                    return Err("a load is weak, relaxed or acquire".to_owned());
                }
                (MemoryOrdering::Weak | MemoryOrdering::Acquire | MemoryOrdering::AcqRel, true) => {
                    return Err("a store is weak, relaxed or release".to_owned());
                }
            });
            modifiers.push(scope_modifier(self.scope));
        }
        modifiers.extend(space_modifier(self.space));
        if self.space == Space::Global {
            let constant = self.constant && !ordered;
            modifiers.extend(constant.then_some(Modifier::Nc));
            modifiers.extend(match self.cache {
                CacheHint::EvictFirst => Some(Modifier::L1EvictFirst),
                CacheHint::EvictLast => Some(Modifier::L1EvictLast),
                CacheHint::NoAllocate => Some(Modifier::L1NoAllocate),
                CacheHint::Streaming => (!ordered).then_some(Modifier::Cs),
                CacheHint::Default => None,
            });
        }
        Ok(modifiers)
    }
}

impl Emit<'_, '_> {
    /// The space of an address.
    pub(crate) fn space(&self, address: Value) -> Space {
        match self.ty(address) {
            Type::Ptr(space) => space,
            _ => Space::Generic,
        }
    }

    /// `[address+offset]`.
    ///
    /// Shared memory whose address is in a register is accessed by that register, not by name. `ptxas` computes the address of a
    /// name at each access from the place of the thread block in its cluster, and in vector registers if a predicate of lanes
    /// guards the access. In a loop around such an access, it then keeps stages and descriptors in vector registers, too.
    pub(crate) fn address(&mut self, address: Value, offset: i64) -> Operand {
        match self.values[address] {
            ValueMapping::Variable(var) => {
                let by_name = self.space(address) != Space::Shared || i32::try_from(offset).is_err();
                match self.placed[address] {
                    Some(base) if !by_name => FunctionBuilder::at(base, offset),
                    Some(_) | None => FunctionBuilder::at_variable(var, offset),
                }
            }
            ValueMapping::Constant(bits) => {
                let offset = (bits as i64).wrapping_add(offset);
                Operand::Address(Address { base: Base::Zero, offset })
            }
            ValueMapping::Register(_) | ValueMapping::Nothing | ValueMapping::Several(_) => {
                let base = self.reg(address);
                match i32::try_from(offset) {
                    Ok(offset) => FunctionBuilder::at(base, offset.into()),
                    Err(_) => {
                        let far =
                            self.new_op(64, Opcode::Add, &[Modifier::S64], [base.into(), offset.into()]);
                        FunctionBuilder::at(far, 0)
                    }
                }
            }
        }
    }

    /// Vector and type of an access of the given number of values of the given width.
    fn shape(&self, space: Space, count: usize, bits: i64) -> Result<(Option<Modifier>, Modifier), Refusal> {
        let bits = if bits == 1 { 8 } else { bits };
        let ty = match bits {
            8 => Modifier::U8,
            16 => Modifier::B16,
            32 => Modifier::B32,
            64 => Modifier::B64,
            _ => return Err(format!("{bits} bits cannot be accessed; 8, 16, 32 and 64 can")),
        };
        let wide = self.at_least(100) && space == Space::Global;
        let vector = match count {
            1 => None,
            2 => Some(Modifier::V2),
            4 if bits < 64 || wide => Some(Modifier::V4),
            _ => return Err(format!("no access takes {count} values of {bits} bits")),
        };
        Ok((vector, ty))
    }

    pub(crate) fn guard_of(&mut self, predicate: Option<Value>) -> Option<Guard> {
        predicate.map(|value| when(self.reg(value)))
    }

    pub(crate) fn load_memory(&mut self, op: Op) -> LoweringResult {
        use fields::ld as f;
        let module = self.module;
        let source = module.operand(op, f::address);
        let results: Vec<Value> = module.results(op, f::values).collect();
        let access = Access {
            space: self.space(source),
            ordering: module.get(op, f::ordering),
            scope: module.get(op, f::scope),
            cache: module.get(op, f::cache),
            constant: module.flag(op, f::constant),
            store: false,
        };
        let bits = module.int(op, f::bits).unwrap_or(0);
        let (vector, ty) = self.shape(access.space, results.len(), bits)?;
        let mut modifiers = access.modifiers()?;
        modifiers.extend(vector);
        modifiers.push(ty);
        for &result in &results {
            self.check_width(result, bits)?;
        }
        let guard = self.guard_of(module.operand_opt(op, f::predicate));
        let other = module.operands(op, f::other).to_vec();
        let registers = self.loaded_registers(&results, &other);
        let address = self.address(source, module.int(op, f::offset).unwrap_or(0));
        let written = match registers[..] {
            [one] => Operand::Register(one),
            _ => Operand::Vector(registers.iter().map(|&register| register.into()).collect()),
        };
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(Opcode::Ld, &modifiers, [written, address]);
        self.guard = before;
        for (&result, &register) in results.iter().zip(&registers) {
            if self.ty(result) == Type::I1 {
                let predicate = self.define(result);
                let operands = [predicate.into(), register.into(), 0.into()];
                self.op(Opcode::Setp, &[Modifier::Ne, Modifier::B16], operands);
            }
        }
        Ok(())
    }

    /// The registers that a load writes, with what they hold where it does not.
    fn loaded_registers(&mut self, results: &[Value], other: &[Value]) -> Vec<Reg> {
        // A predicate is read as a byte.
        let registers: Vec<Reg> = results
            .iter()
            .map(|&result| if self.ty(result) == Type::I1 { self.temp(16) } else { self.define(result) })
            .collect();
        for (&other, &register) in other.iter().zip(&registers) {
            if self.ty(other) == Type::I1 {
                let predicate = self.reg(other);
                let byte = self.number_of_predicate(predicate, 16, false);
                self.copy(16, register, byte);
            } else {
                let from = self.int(other);
                self.copy(self.ty(other).bits(), register, from);
            }
        }
        registers
    }

    /// The type in memory must fit the register.
    fn check_width(&self, value: Value, bits: i64) -> LoweringResult {
        let ty = self.ty(value);
        let fits = match ty {
            Type::I1 => bits == 1 || bits == 8,
            Type::I16 => bits == 8 || bits == 16,
            _ => bits == i64::from(ty.bits()),
        };
        if fits { Ok(()) } else { Err(format!("{ty} has not {bits} bits in memory")) }
    }

    pub(crate) fn store_memory(&mut self, op: Op) -> LoweringResult {
        use fields::st as f;
        let module = self.module;
        let destination = module.operand(op, f::address);
        let values = module.operands(op, f::values).to_vec();
        let access = Access {
            space: self.space(destination),
            ordering: module.get(op, f::ordering),
            scope: module.get(op, f::scope),
            cache: module.get(op, f::cache),
            constant: false,
            store: true,
        };
        let bits = module.int(op, f::bits).unwrap_or(0);
        let (vector, ty) = self.shape(access.space, values.len(), bits)?;
        let mut modifiers = access.modifiers()?;
        modifiers.extend(vector);
        modifiers.push(ty);
        for &value in &values {
            self.check_width(value, bits)?;
        }
        let guard = self.guard_of(module.operand_opt(op, f::predicate));
        let mut stored = Vec::new();
        for &value in &values {
            stored.push(match self.ty(value) {
                Type::I1 => {
                    let predicate = self.reg(value);
                    self.number_of_predicate(predicate, 16, false).into()
                }
                _ if values.len() == 1 => self.int(value),
                _ => self.reg(value).into(),
            });
        }
        let address = self.address(destination, module.int(op, f::offset).unwrap_or(0));
        let stored = if stored.len() == 1 { stored.remove(0) } else { Operand::Vector(stored) };
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(Opcode::St, &modifiers, [address, stored]);
        self.guard = before;
        Ok(())
    }
}
