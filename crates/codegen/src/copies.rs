//! Asynchronous copies.

use ir::Op;
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::module::Operand;
use ptx::{Modifier, Opcode};

use crate::emit::{Emit, LoweringResult, when};

impl Emit<'_, '_> {
    fn has_copies(&self) -> LoweringResult {
        if self.at_least(80) { Ok(()) } else { Err("asynchronous copies need sm_80 or later".to_owned()) }
    }

    pub(crate) fn cp_async(&mut self, op: Op) -> LoweringResult {
        use fields::cp_async as f;
        self.has_copies()?;
        let module = self.module;
        let (destination, source) = (module.operand(op, f::destination), module.operand(op, f::source));
        if self.space(destination) != Space::Shared || self.space(source) != Space::Global {
            return Err("it copies from global to shared memory".to_owned());
        }
        let bytes = module.int(op, f::bytes).unwrap_or(0);
        let cache = match bytes {
            4 | 8 => Modifier::Ca,
            16 => Modifier::Cg,
            _ => return Err(format!("{bytes} bytes are not copied at once; 4, 8 and 16 are")),
        };
        let size = module.operand_opt(op, f::size);
        if size.is_some_and(|size| self.ty(size) != nvvm::Type::I32) {
            return Err("the size is an i32".to_owned());
        }
        let guard = module.operand_opt(op, f::predicate).map(|predicate| when(self.reg(predicate)));
        let to = self.address(destination, module.int(op, f::offset).unwrap_or(0));
        let from = self.address(source, module.int(op, f::source_offset).unwrap_or(0));
        let size = size.map(|size| self.int(size));
        let operands: Vec<Operand> = [to, from, bytes.into()].into_iter().chain(size).collect();
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(Opcode::CpAsync, &[cache, Modifier::Shared, Modifier::Global], operands);
        self.guard = before;
        Ok(())
    }

    pub(crate) fn cp_async_commit(&mut self) -> LoweringResult {
        self.has_copies()?;
        self.op(Opcode::CpAsyncCommitGroup, &[], []);
        Ok(())
    }

    pub(crate) fn cp_async_wait(&mut self, op: Op) -> LoweringResult {
        self.has_copies()?;
        let pending = self.module.int(op, fields::cp_async_wait::pending).unwrap_or(0);
        self.op(Opcode::CpAsyncWaitGroup, &[], [pending.into()]);
        Ok(())
    }
}
