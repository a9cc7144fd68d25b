//! Printing by the device's `vprintf`, with the arguments one after the other in local memory.

use ir::{Op, StrId};
use nvvm::ops::fields;
use nvvm::{Opcode as Nv, Type};
use ptx::build::{FunctionBuilder, ModuleBuilder};
use ptx::module::{Call, Callee, Operand, Reg, Space, Statement, Var};
use ptx::{Modifier, Opcode};

use crate::emit::{Emit, LoweringResult, bits_modifier};
use crate::shared::{Printing, byte_list};

/// Declares the texts of a module and the function that prints them.
pub(crate) fn declare(module: &nvvm::Module, builder: &mut ModuleBuilder) -> Printing {
    let mut printing = Printing::default();
    for op in ir::walk::preorder(&module.body, module.root) {
        let Some((id, bytes)) = text(module, op) else { continue };
        if printing.vprintf.is_none() {
            let params = [(ptx::Type::B64, "format"), (ptx::Type::B64, "arguments")];
            printing.vprintf = Some(builder.external("vprintf", &[(ptx::Type::B32, "count")], &params));
        }
        let number = printing.formats.len() + printing.messages.len();
        let is_format = module.opcode(op) == Nv::Printf;
        let known = if is_format { &mut printing.formats } else { &mut printing.messages };
        known.entry(id).or_insert_with(|| {
            let length = Some(bytes.len() as u64);
            let var = builder.variable(Space::Global, ptx::Type::B8, &format!("$text{number}"), length, 1);
            builder.initial(var, byte_list(&bytes));
            var
        });
    }
    printing
}

/// The text that an op prints, and its bytes as a format of C; a message is a separate line.
pub(crate) fn text(module: &nvvm::Module, op: Op) -> Option<(StrId, Vec<u8>)> {
    let (id, is_format) = match module.opcode(op) {
        Nv::Printf => (module.string(op, fields::printf::format)?, true),
        Nv::Trap => (module.string(op, fields::trap::message)?, false),
        _ => return None,
    };
    let mut bytes = module.strings.get(id).to_vec();
    if !is_format {
        let doubled = |&byte: &u8| if byte == b'%' { vec![byte; 2] } else { vec![byte] };
        bytes = bytes.iter().flat_map(doubled).collect();
        bytes.push(b'\n');
    }
    bytes.push(0);
    Some((id, bytes))
}

impl Emit<'_, '_> {
    pub(crate) fn printf(&mut self, op: Op) -> LoweringResult {
        let format = self.module.string(op, fields::printf::format);
        let text = format.and_then(|format| self.shared.printing.formats.get(&format).copied());
        let text = text.ok_or("it has no format")?;
        let mut values = Vec::new();
        for value in self.module.body.operands(op).to_vec() {
            let register = self.reg(value);
            values.push(self.promoted(register, self.ty(value))?);
        }
        self.call_vprintf(text, &values);
        Ok(())
    }

    pub(crate) fn trap(&mut self, op: Op) -> LoweringResult {
        let message = self.module.string(op, fields::trap::message);
        if let Some(text) = message.and_then(|message| self.shared.printing.messages.get(&message).copied()) {
            self.call_vprintf(text, &[]);
        }
        self.op(Opcode::Trap, &[], []);
        Ok(())
    }

    /// A value as C passes it to a function of any arguments: 32 bits at least, floats as f64.
    fn promoted(&mut self, register: Reg, ty: Type) -> Result<(Reg, u32), String> {
        Ok(match ty {
            Type::I1 => (self.number_of_predicate(register, 32, false), 32),
            Type::I16 => (self.resized(register, 16, 32, true), 32),
            Type::I32 => (register, 32),
            Type::I64 | Type::F64 => (register, 64),
            Type::F16 | Type::BF16 | Type::F32 => {
                let single = if ty == Type::F32 { register } else { self.widen_half(ty, register.into()) };
                (self.new_op(64, Opcode::Cvt, &[Modifier::F64, Modifier::F32], [single.into()]), 64)
            }
            Type::Ptr(space) => (self.resized(register, space.bits(), 64, false), 64),
            Type::F16x2 | Type::BF16x2 | Type::F32x2 | Type::Registers(_) | Type::Pending(_) => {
                return Err(format!("{ty} is not printed; its halves are"));
            }
        })
    }

    fn call_vprintf(&mut self, text: Var, values: &[(Reg, u32)]) {
        let Some(vprintf) = self.shared.printing.vprintf else { return };
        self.f.statement(Statement::Open);
        let arguments = if values.is_empty() { self.load(64, 0) } else { self.print_buffer(values) };
        let address = self.new_op(64, Opcode::Mov, &[Modifier::B64], [Operand::Variable(text, 0)]);
        let format = self.new_op(64, Opcode::Cvta, &[Modifier::Global, Modifier::U64], [address.into()]);
        let first = self.f.variable(Space::Param, ptx::Type::B64, "param0", None, 8);
        let second = self.f.variable(Space::Param, ptx::Type::B64, "param1", None, 8);
        let count = self.f.variable(Space::Param, ptx::Type::B32, "count0", None, 4);
        for (var, register) in [(first, format), (second, arguments)] {
            let place = FunctionBuilder::at_variable(var, 0);
            self.op(Opcode::St, &[Modifier::Param, Modifier::B64], [place, register.into()]);
        }
        let call = Call {
            returns: vec![Operand::Variable(count, 0)],
            callee: Callee::Function(vprintf),
            arguments: vec![Operand::Variable(first, 0), Operand::Variable(second, 0)],
            prototype: None,
        };
        self.op(Opcode::Call, &[], [Operand::Call(Box::new(call))]);
        self.f.statement(Statement::Close);
    }

    /// The address of the arguments, each at a multiple of its size.
    fn print_buffer(&mut self, values: &[(Reg, u32)]) -> Reg {
        let mut places = Vec::new();
        let mut size: i64 = 0;
        for &(_, bits) in values {
            let bytes = i64::from(bits / 8);
            size = (size + bytes - 1) / bytes * bytes;
            places.push(size);
            size += bytes;
        }
        let buffer = self.f.variable(Space::Local, ptx::Type::B8, "arguments", Some(size as u64), 8);
        for (&(register, bits), &offset) in values.iter().zip(&places) {
            let place = FunctionBuilder::at_variable(buffer, offset);
            self.op(Opcode::St, &[Modifier::Local, bits_modifier(bits)], [place, register.into()]);
        }
        let address = self.new_op(64, Opcode::Mov, &[Modifier::B64], [Operand::Variable(buffer, 0)]);
        self.new_op(64, Opcode::Cvta, &[Modifier::Local, Modifier::U64], [address.into()])
    }
}
