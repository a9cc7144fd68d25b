//! The device's heap: calls of `malloc` and `free`, which every device has.

use ir::Op;
use nvvm::Opcode as Nv;
use nvvm::ops::fields;
use ptx::build::{FunctionBuilder, ModuleBuilder};
use ptx::module::{Call, Callee, FuncId, Operand, Space, Statement};
use ptx::{Modifier, Opcode};

use crate::emit::{Emit, LoweringResult};
use crate::shared::Heap;

/// Declares what a module calls.
pub(crate) fn declare(module: &nvvm::Module, builder: &mut ModuleBuilder) -> Heap {
    let mut heap = Heap::default();
    for op in ir::walk::preorder(&module.body, module.root) {
        let opcode = module.opcode(op);
        if opcode == Nv::HeapAlloc && heap.malloc.is_none() {
            let (result, bytes) = ([(ptx::Type::B64, "address")], [(ptx::Type::B64, "bytes")]);
            heap.malloc = Some(builder.external("malloc", &result, &bytes));
        } else if opcode == Nv::HeapFree && heap.free.is_none() {
            heap.free = Some(builder.external("free", &[], &[(ptx::Type::B64, "address")]));
        }
    }
    heap
}

impl Emit<'_, '_> {
    pub(crate) fn heap_alloc(&mut self, op: Op) -> LoweringResult {
        let malloc = self.shared.heap.malloc.ok_or("the heap is not declared")?;
        let bytes = self.module.operand(op, fields::heap_alloc::bytes);
        let (register, bits) = (self.reg(bytes), self.ty(bytes).bits());
        let bytes = self.resized(register, bits, 64, false);
        let result = self.define(self.module.result(op, fields::heap_alloc::result));
        self.f.statement(Statement::Open);
        let given = self.f.variable(Space::Param, ptx::Type::B64, "param0", None, 8);
        let found = self.f.variable(Space::Param, ptx::Type::B64, "result0", None, 8);
        self.op(
            Opcode::St,
            &[Modifier::Param, Modifier::B64],
            [FunctionBuilder::at_variable(given, 0), bytes.into()],
        );
        self.call(malloc, vec![Operand::Variable(found, 0)], vec![Operand::Variable(given, 0)]);
        self.op(
            Opcode::Ld,
            &[Modifier::Param, Modifier::B64],
            [result.into(), FunctionBuilder::at_variable(found, 0)],
        );
        self.f.statement(Statement::Close);
        Ok(())
    }

    pub(crate) fn heap_free(&mut self, op: Op) -> LoweringResult {
        let free = self.shared.heap.free.ok_or("the heap is not declared")?;
        let address = self.module.operand(op, fields::heap_free::address);
        let address = self.reg(address);
        self.f.statement(Statement::Open);
        let given = self.f.variable(Space::Param, ptx::Type::B64, "param0", None, 8);
        let place = FunctionBuilder::at_variable(given, 0);
        self.op(Opcode::St, &[Modifier::Param, Modifier::B64], [place, address.into()]);
        self.call(free, Vec::new(), vec![Operand::Variable(given, 0)]);
        self.f.statement(Statement::Close);
        Ok(())
    }

    fn call(&mut self, function: FuncId, returns: Vec<Operand>, arguments: Vec<Operand>) {
        let call = Call { returns, callee: Callee::Function(function), arguments, prototype: None };
        self.op(Opcode::Call, &[], [Operand::Call(Box::new(call))]);
    }
}
