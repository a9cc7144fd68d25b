//! Ops as inline assembly: the output of [`crate::emit`] for one op, between braces, with its own registers.
//!
//! The surrounding text uses different register names than the assembly (`%tr3`, not `%r3`). A result is moved to its operand
//! as the last instruction, because LLVM may assign it the register of an operand that is read earlier.

use ir::{Op, Value};
use nvvm::Type;
use ptx::module::Reg;
use ptx::{Modifier, Opcode};
use rustc_hash::FxHashMap;

use super::spelling::escaped;
use super::write::Writer;
use crate::emit::{LoweringResult, ValueMapping, bits_modifier};

/// Side effects of assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    None,
    /// All lanes of a warp, or all threads of a block, take part.
    Collective,
    /// It accesses memory, or orders accesses.
    Memory,
    /// Both.
    CollectiveInMemory,
}

/// Numbers of the operands that registers are.
type Names = FxHashMap<Reg, usize>;

/// Stands for `$` of an operand until other dollars are doubled.
const OPERAND: char = '\u{1}';

impl Writer<'_, '_> {
    /// Writes an op as assembly.
    pub(crate) fn assembly(&mut self, op: Op, effect: Effect) -> LoweringResult {
        let inputs = self.inputs(op);
        let mut names: Names = FxHashMap::default();
        self.emit.op = op;
        self.emit.dispatch(op)?;
        let read: Vec<Reg> = inputs.iter().map(|input| input.1).collect();
        let outputs = self.outputs(op, &read, &mut names);
        let count = outputs.len();
        names.extend(read.iter().enumerate().map(|(index, &register)| (register, count + index)));
        let text = self.assembly_text(&names);
        let given: Vec<(String, u32)> = inputs.iter().map(|&(value, _)| self.bits(value)).collect();
        self.call_assembly(&text, &outputs, &given, effect);
        Ok(())
    }

    /// Puts operands into registers of the assembly, or lets it see that they are constants.
    fn inputs(&mut self, op: Op) -> Vec<(Value, Reg)> {
        let mut inputs: Vec<(Value, Reg)> = Vec::new();
        for value in self.module.body.operands(op).to_vec() {
            if let Some(bits) = self.constant(value) {
                self.emit.values[value] = ValueMapping::Constant(bits);
                continue;
            }
            if inputs.iter().any(|&(known, _)| known == value) {
                continue;
            }
            let ty = self.ty(value);
            let register = self.emit.temp(if ty == Type::I1 { 32 } else { ty.bits() });
            inputs.push((value, register));
            let held = match ty {
                Type::I1 => {
                    let operands = [register.into(), 0.into()];
                    self.emit.new_op(1, Opcode::Setp, &[Modifier::Ne, Modifier::B32], operands)
                }
                _ => register,
            };
            self.emit.values[value] = ValueMapping::Register(held);
        }
        inputs
    }

    /// Results with uses, with the widths of their outputs; constant and unused results need no output.
    fn outputs(&mut self, op: Op, read: &[Reg], names: &mut Names) -> Vec<(Value, u32)> {
        let mut outputs = Vec::new();
        let results: Vec<Value> = self.module.body.results(op).iter().collect();
        let alone = self.emit.f.written() == 1;
        for value in results {
            let ty = self.ty(value);
            let held = match self.emit.values[value] {
                ValueMapping::Register(register) if self.emit.shared.used[value] => register,
                ValueMapping::Constant(bits) => {
                    self.is_constant(value, bits);
                    continue;
                }
                ValueMapping::Register(_)
                | ValueMapping::Variable(_)
                | ValueMapping::Nothing
                | ValueMapping::Several(_) => {
                    self.is(value, "undef".to_owned());
                    continue;
                }
            };
            let width = if ty == Type::I1 { 32 } else { ty.bits() };
            // The only instruction may write the operand itself.
            let out = if alone && ty != Type::I1 && !read.contains(&held) && !names.contains_key(&held) {
                held
            } else {
                let out = self.emit.temp(width);
                let (word, source) = (bits_modifier(width), held.into());
                match ty {
                    Type::I1 => {
                        let operands = [out.into(), 1.into(), 0.into(), source];
                        self.emit.op(Opcode::Selp, &[word], operands);
                    }
                    _ => self.emit.op(Opcode::Mov, &[word], [out.into(), source]),
                }
                out
            };
            names.insert(out, outputs.len());
            outputs.push((value, width));
        }
        outputs
    }

    /// The statements, in braces if they contain declarations.
    fn assembly_text(&mut self, names: &Names) -> String {
        let registers: Vec<(Reg, ptx::Type)> = self.emit.f.registers().collect();
        let mut own: Vec<(ptx::Type, Vec<Reg>)> = Vec::new();
        for (register, of) in registers.into_iter().filter(|(register, _)| !names.contains_key(register)) {
            match own.iter_mut().find(|entry| entry.0 == of) {
                Some(entry) => entry.1.push(register),
                None => own.push((of, vec![register])),
            }
        }
        let mut called: FxHashMap<Reg, String> = FxHashMap::default();
        let lines = self.emit.f.take_lines(|register, name| match names.get(&register) {
            Some(number) => format!("{OPERAND}{number}"),
            None => {
                let name = format!("%t{}", name.trim_start_matches('%'));
                called.insert(register, name.clone());
                name
            }
        });
        let mut text: Vec<String> = Vec::new();
        for (of, registers) in &own {
            let list: Vec<&str> = registers.iter().map(|register| called[register].as_str()).collect();
            text.push(format!(".reg .{of} {};", list.join(", ")));
        }
        let braces = !own.is_empty() || lines.iter().any(|line| line.ends_with(':'));
        text.extend(lines);
        if braces {
            text.insert(0, "{".to_owned());
            text.push("}".to_owned());
        }
        let text = escaped(text.join("\n\t").replace('$', "$$").as_bytes());
        text.replace(&escaped(OPERAND.to_string().as_bytes()), "$")
    }

    fn call_assembly(
        &mut self,
        text: &str,
        outputs: &[(Value, u32)],
        given: &[(String, u32)],
        effect: Effect,
    ) {
        let mut constraints: Vec<String> = outputs.iter().map(|out| format!("={}", letter(out.1))).collect();
        constraints.extend(given.iter().map(|operand| letter(operand.1).to_owned()));
        let (word, attribute) = match effect {
            Effect::None => ("", " #1"),
            Effect::Collective => ("sideeffect ", " #0"),
            Effect::Memory | Effect::CollectiveInMemory => {
                constraints.push("~{memory}".to_owned());
                ("sideeffect ", if effect == Effect::Memory { "" } else { " #0" })
            }
        };
        let result = match outputs {
            [] => "void".to_owned(),
            [(_, width)] => format!("i{width}"),
            many => {
                let types: Vec<String> = many.iter().map(|(_, width)| format!("i{width}")).collect();
                format!("{{ {} }}", types.join(", "))
            }
        };
        let operands: Vec<String> = given.iter().map(|(text, width)| format!("i{width} {text}")).collect();
        let call = format!(
            "call {result} asm {word}\"{text}\", \"{}\"({}){attribute}",
            constraints.join(","),
            operands.join(", ")
        );
        match outputs {
            [] => self.line(&call),
            &[(value, _)] => {
                let bits = self.temp(&call);
                self.is_of_bits(value, bits);
            }
            many => {
                let all = self.temp(&call);
                for (index, &(value, _)) in many.iter().enumerate() {
                    let bits = self.temp(&format!("extractvalue {result} {all}, {index}"));
                    self.is_of_bits(value, bits);
                }
            }
        }
    }
}

/// The constraint of a register of this width.
fn letter(width: u32) -> &'static str {
    match width {
        16 => "h",
        64 => "l",
        _ => "r",
    }
}
