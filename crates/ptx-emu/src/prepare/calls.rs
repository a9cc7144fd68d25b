//! Calls: arguments, callees, and functions that every device provides.

use ptx::Type;
use ptx::module::{Body, Call as Called, Callee, FuncId, Operand, Statement, Var};

use super::data::{definition, function_address};
use super::scope::FrameLayout;
use super::{Preparation, Refusal, immediate, index};
use crate::device::{self, DeviceCall};
use crate::kernel::Constant;
use crate::program::{Call, IndirectCall, Op, Passed, Slot};
use crate::registers::Row;

/// Where a function takes a value or leaves a result, and how many bytes that has.
type Place = (Slot, u32);

impl Preparation<'_> {
    /// The op that executes a call.
    pub(super) fn call(&mut self, body: &Body, call: &Called, frame: &FrameLayout) -> Result<Op, Refusal> {
        match call.callee {
            Callee::Function(id) => {
                // A declaration and its definition are two items of the module.
                let id = definition(self.module, id);
                if self.module.functions[id].body.is_none() {
                    return self.device(id, call, frame);
                }
                Ok(Op::Call(Box::new(self.call_of(id, call, frame)?)))
            }
            Callee::Register(register) => {
                let Row::D(address) = frame.registers[index(register) as usize] else {
                    return Err(Refusal::new("the address of a function has 64 bits"));
                };
                let mut calls = Vec::new();
                for id in self.candidates(body, call) {
                    calls.push((function_address(self.module, id), self.call_of(id, call, frame)?));
                }
                // Sorted for the binary search when the call is executed.
                calls.sort_by_key(|(address, _)| *address);
                Ok(Op::CallIndirect(Box::new(IndirectCall { address, calls: calls.into() })))
            }
        }
    }

    fn call_of(&mut self, id: FuncId, call: &Called, frame: &FrameLayout) -> Result<Call, Refusal> {
        let (results, arguments) = self.places(id);
        if results.len() < call.returns.len() || arguments.len() != call.arguments.len() {
            let name = &self.module.functions[id].name;
            return Err(Refusal::new(format!("it does not pass what `{name}` takes")));
        }
        let mut passed = |operands: &[Operand], places: &[Place]| -> Result<Box<[Passed]>, Refusal> {
            let pass = |(operand, &(callee, bytes)): (&Operand, &Place)| {
                Ok(Passed { caller: self.slot(operand, frame, bytes)?, callee, bytes })
            };
            operands.iter().zip(places).map(pass).collect()
        };
        let arguments = passed(&call.arguments, &arguments)?;
        let results = passed(&call.returns, &results)?;
        Ok(Call { function: self.number(id), arguments, results })
    }

    /// Where a function leaves its results and takes its arguments, in its frame.
    fn places(&self, id: FuncId) -> (Vec<Place>, Vec<Place>) {
        let function = &self.module.functions[id];
        let empty = Body::default();
        let frame = self.frame(id, function.body.as_ref().unwrap_or(&empty));
        let place = |&variable: &Var| {
            let bytes = self.module.variables[variable].size().unwrap_or(0) as u32;
            let register = function.register_params.iter().find(|(of, _)| *of == variable);
            let slot = match register {
                Some((_, register)) => Slot::Row(frame.registers[index(*register) as usize]),
                None => frame.variables.get(&variable).map_or(Slot::None, |&place| Slot::Local(place)),
            };
            (slot, bytes)
        };
        (function.returns.iter().map(place).collect(), function.params.iter().map(place).collect())
    }

    /// The slot of a value that is passed, in the caller's frame.
    fn slot(&mut self, operand: &Operand, frame: &FrameLayout, bytes: u32) -> Result<Slot, Refusal> {
        match operand {
            Operand::Register(register) => Ok(Slot::Row(frame.registers[index(*register) as usize])),
            // Only whole parameters are passed; a part of one would need its own layout.
            Operand::Variable(variable, 0) if frame.variables.contains_key(variable) => {
                Ok(Slot::Local(frame.variables[variable]))
            }
            Operand::Sink => Ok(Slot::None),
            Operand::Immediate(value) => {
                let of = if bytes > 4 { Type::B64 } else { Type::B32 };
                let constant = Constant::Bits(immediate::bits(*value, of));
                Ok(Slot::Row(if bytes > 4 {
                    Row::D(self.pool.d(constant))
                } else {
                    Row::W(self.pool.w(constant))
                }))
            }
            Operand::Not(_)
            | Operand::Special(_)
            | Operand::Vector(_)
            | Operand::Pair(_)
            | Operand::Address(_)
            | Operand::Tensor(_)
            | Operand::Texture(_)
            | Operand::Part(_)
            | Operand::Variable(..)
            | Operand::Function(_)
            | Operand::Label(_)
            | Operand::Call(_) => Err(Refusal::new("what it passes is no register, constant or parameter")),
        }
    }

    /// Functions that an address may mean: those of the list of targets, else all that take and return the same.
    fn candidates(&self, body: &Body, call: &Called) -> Vec<FuncId> {
        // A list of targets and a prototype are alternatives; with neither, every function is one.
        let listed = body.statements.iter().find_map(|statement| match statement {
            Statement::CallTargets(label, names) if Some(*label) == call.prototype => Some(names),
            _ => None,
        });
        let prototype = body.statements.iter().find_map(|statement| match statement {
            Statement::Prototype(label, prototype) if Some(*label) == call.prototype => Some(prototype),
            _ => None,
        });
        let sizes = |variables: &[Var]| -> Vec<Option<u64>> {
            variables.iter().map(|&variable| self.module.variables[variable].size()).collect()
        };
        let of_prototype =
            |variables: &[ptx::module::Variable]| variables.iter().map(|one| one.size()).collect::<Vec<_>>();
        let fits = |id: FuncId| {
            let function = &self.module.functions[id];
            let named = listed.is_none_or(|names| names.contains(&function.name));
            let shaped = prototype.is_none_or(|prototype| {
                of_prototype(&prototype.returns) == sizes(&function.returns)
                    && of_prototype(&prototype.params) == sizes(&function.params)
            });
            function.body.is_some() && !function.entry && named && shaped
        };
        self.module.functions.keys().filter(|&id| fits(id)).collect()
    }

    /// A call of a function that the module only declares.
    fn device(&mut self, id: FuncId, call: &Called, frame: &FrameLayout) -> Result<Op, Refusal> {
        let function = &self.module.functions[id];
        let name = &function.name;
        // Names are matched here and not by the linker: the device runtime has no PTX.
        let Some(which) = device::named(name) else {
            return Err(Refusal::new(format!("`{name}` is only declared; link what defines it")));
        };
        self.pool.uses_heap |= which == device::Function::Malloc;
        let size = |variables: &[Var], at: usize| {
            // A declaration may have other parameters than the runtime's; 8 bytes hold any of its arguments.
            variables.get(at).and_then(|&variable| self.module.variables[variable].size()).unwrap_or(8) as u32
        };
        let (returns, params) = (function.returns.clone(), function.params.clone());
        let sizes: Vec<u32> = (0..call.arguments.len()).map(|at| size(&params, at)).collect();
        let result_size = size(&returns, 0);
        if call.arguments.len() < which.takes() {
            return Err(Refusal::new(format!("`{name}` takes {} arguments", which.takes())));
        }
        let mut arguments = Vec::new();
        for (operand, &bytes) in call.arguments.iter().zip(&sizes) {
            arguments.push((self.slot(operand, frame, bytes)?, bytes));
        }
        let result = match call.returns.first() {
            Some(operand) => (self.slot(operand, frame, result_size)?, result_size),
            None => (Slot::None, 0),
        };
        Ok(Op::Effectful(Box::new(DeviceCall { which, arguments, result })))
    }
}
