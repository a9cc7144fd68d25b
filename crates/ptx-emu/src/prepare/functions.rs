//! One function: registers get rows, variables get places, labels get numbers, instructions are selected.

use cranelift_entity::SecondaryMap;
use ptx::module::{Body, FuncId, Instruction, Label, Operand, Statement};
use ptx::{Effect, Opcode};

use super::data::Data;
use super::flow::Graph;
use super::scope::{FrameLayout, Scope};
use super::{Preparation, Refusal, in_frame, select};
use crate::kernel::Function;
use crate::place::Place;
use crate::program::{Inst, Op, Reconvergence};
use crate::registers::Row;

/// The layout of a function for control flow.
pub(crate) struct Layout {
    /// The function's first instruction in the code.
    pub(crate) start: u32,
    /// For each label, the number in the function of the instruction after it.
    pub(crate) labels: SecondaryMap<Label, u32>,
    /// The reconvergence point of each instruction.
    pub(crate) reconvergence_points: Vec<Option<u32>>,
}

impl Layout {
    /// The place in the code of a label.
    pub(crate) fn place(&self, label: Label) -> u32 {
        self.start + self.labels[label]
    }

    /// The reconvergence point of lanes that diverge at an instruction.
    pub(crate) fn reconvergence(&self, number: usize) -> Reconvergence {
        self.reconvergence_points[number]
            .map_or(Reconvergence::Return, |point| Reconvergence::At(self.start + point))
    }
}

impl Preparation<'_> {
    /// Prepares a function; its code is appended.
    pub(super) fn function(&mut self, id: FuncId, data: &Data, code: &mut Vec<Inst>) -> Function {
        let function = &self.module.functions[id];
        let empty = Body::default();
        let body = function.body.as_ref().unwrap_or(&empty);
        let mut frame = self.frame(id, body);
        let start = code.len() as u32;
        let layout = layout(body, function.entry, start);
        for (number, (statement, instruction)) in instructions(body).enumerate() {
            let at = Place { function: id, statement: statement as u32 };
            match self.inst(body, instruction, data, &mut frame, &layout, number) {
                Ok((guard, op)) => code.push(Inst { guard, op, at }),
                Err(refusal) => {
                    let name = instruction.opcode().mnemonic();
                    // Every instruction that is not executed is reported at once, so preparation continues with a
                    // placeholder.
                    self.refused.push((at, format!("`{name}` is not executed: {}", refusal.reason)));
                    code.push(Inst { guard: None, op: Op::Exit, at });
                }
            }
        }
        let end = Place { function: id, statement: body.statements.len().saturating_sub(1) as u32 };
        // A text may end without `ret`.
        code.push(Inst { guard: None, op: Op::Return, at: end });
        Function {
            id,
            name: function.name.clone(),
            registers: frame.registers,
            start,
            rows: frame.rows,
            local: frame.local.next_multiple_of(16),
        }
    }

    fn inst(
        &mut self,
        body: &Body,
        instruction: &Instruction,
        data: &Data,
        frame: &mut FrameLayout,
        layout: &Layout,
        number: usize,
    ) -> Result<(Option<crate::registers::P>, Op), Refusal> {
        let guard = match instruction.guard {
            None => None,
            Some(guard) => match frame.registers[super::index(guard.register) as usize] {
                Row::P(p) => Some(crate::registers::P { negated: guard.negated, ..p }),
                Row::W(_) | Row::D(_) | Row::Q(_) => return Err(Refusal::new("its guard is no predicate")),
            },
        };
        // Control flow needs labels and frames, which the selection of other instructions does not see.
        if let Some(op) = self.flow(body, instruction, frame, layout, number)? {
            return Ok((guard, op));
        }
        let mut scope = Scope { module: self.module, body, instruction, data, pool: &mut self.pool, frame };
        Ok((guard, select::select(&mut scope)?))
    }

    /// The frame layout of a function's registers and variables.
    pub(super) fn frame(&self, id: FuncId, body: &Body) -> FrameLayout {
        let kernel = self.module.functions[id].entry;
        let mut frame = FrameLayout { kernel, ..FrameLayout::default() };
        for group in &body.groups {
            for _ in 0..group.len() {
                let row = frame.row(group.of);
                frame.registers.push(row);
            }
        }
        let function = &self.module.functions[id];
        let declared = body.statements.iter().filter_map(|statement| match statement {
            Statement::Variable(variable) => Some(*variable),
            _ => None,
        });
        // A kernel's parameters belong to the launch; a function's are in its frame.
        let own = function.returns.iter().chain(&function.params).copied().filter(|_| !function.entry);
        for id in own.chain(declared) {
            let variable = &self.module.variables[id];
            if in_frame(variable.space) {
                let place = frame.local.next_multiple_of(variable.alignment().max(1));
                frame.variables.insert(id, place);
                frame.local = place.saturating_add(variable.size().unwrap_or(0) as u32);
            }
        }
        frame
    }
}

/// Instructions with the indices of their statements.
fn instructions(body: &Body) -> impl Iterator<Item = (usize, &Instruction)> {
    body.statements.iter().enumerate().filter_map(|(index, statement)| match statement {
        Statement::Instruction(instruction) => Some((index, instruction)),
        _ => None,
    })
}

fn layout(body: &Body, kernel: bool, start: u32) -> Layout {
    let mut labels = SecondaryMap::new();
    let mut number = 0;
    for statement in &body.statements {
        match statement {
            Statement::Instruction(_) => number += 1,
            Statement::Label(label) => labels[*label] = number,
            _ => {}
        }
    }
    let mut graph = Graph::default();
    for (at, (_, instruction)) in instructions(body).enumerate() {
        graph.successors.push(following(body, instruction, at as u32 + 1, &labels));
        // A return ends the thread where it leaves the kernel, and not a function that the kernel calls.
        let ends = leaves(instruction) && (kernel || instruction.opcode() != Opcode::Ret);
        graph.ends.push(ends && instruction.guard.is_none());
    }
    // After the last instruction the function is left.
    graph.successors.push(Vec::new());
    graph.ends.push(kernel);
    Layout { start, labels, reconvergence_points: graph.reconvergence_points() }
}

fn following(
    body: &Body,
    instruction: &Instruction,
    next: u32,
    labels: &SecondaryMap<Label, u32>,
) -> Vec<u32> {
    let mut to: Vec<u32> = if instruction.opcode().effects().has(Effect::Jump) {
        targets(body, instruction).iter().map(|&label| labels[label]).collect()
    } else if leaves(instruction) {
        Vec::new()
    } else {
        vec![next]
    };
    // Lanes whose guard is false fall through.
    if instruction.guard.is_some() && !to.contains(&next) {
        to.push(next);
    }
    to
}

/// Does the instruction leave the function or end the thread?
fn leaves(instruction: &Instruction) -> bool {
    instruction.opcode().effects().has(Effect::Leave)
}

/// The labels that a branch can continue at.
pub(crate) fn targets(body: &Body, instruction: &Instruction) -> Vec<Label> {
    let named = instruction.operands.iter().find_map(|operand| match operand {
        Operand::Label(label) => Some(*label),
        _ => None,
    });
    let Some(label) = named else { return Vec::new() };
    let list = body.statements.iter().find_map(|statement| match statement {
        Statement::BranchTargets(name, targets) if *name == label => Some(targets.clone()),
        _ => None,
    });
    list.unwrap_or_else(|| vec![label])
}
