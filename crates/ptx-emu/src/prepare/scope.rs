//! The context of an instruction during preparation: its function, and its operands as rows.

use ptx::Special;
use ptx::Type;
use ptx::module::{Address, Base, Body, Instruction, Module, Operand, Reg, Space, Var, Variable};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::data::Data;
use super::immediate;
use super::pool::Pool;
use super::{Refusal, index};
use crate::kernel::Constant;
use crate::machine::special;
use crate::memory::Window;
use crate::program::{Op, Run};
use crate::registers::{D, FRAME, Operands, P, Row, W};

/// An instruction in its function.
pub(crate) struct Scope<'s> {
    pub(crate) module: &'s Module,
    pub(crate) body: &'s Body,
    pub(crate) instruction: &'s Instruction,
    pub(crate) data: &'s Data,
    pub(crate) pool: &'s mut Pool,
    pub(crate) frame: &'s mut FrameLayout,
}

/// The positions of a function's registers and variables in its frame.
#[derive(Debug, Default)]
pub(crate) struct FrameLayout {
    /// Is the function a kernel?
    pub(crate) kernel: bool,
    /// The row of each register.
    pub(crate) registers: Vec<Row>,
    /// The place of each variable in local memory.
    pub(crate) variables: FxHashMap<Var, u32>,
    /// Rows of the three kinds.
    pub(crate) rows: [u32; 3],
    /// Bytes of local memory.
    pub(crate) local: u32,
    /// The carry of extended precision, where it is used.
    pub(crate) carry: Option<P>,
}

/// An address, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The space; `None` for a generic address.
    pub(crate) space: Option<Window>,
    pub(crate) base: TargetBase,
    /// Bytes to add.
    pub(crate) offset: i64,
}

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TargetBase {
    /// A register of 32 bits, or a constant.
    W(W),
    /// A register of 64 bits, or a constant.
    D(D),
    /// The frame in local memory.
    Frame,
    /// Nothing.
    Zero,
}

impl FrameLayout {
    /// A new row for a value of a type.
    pub(crate) fn row(&mut self, of: Type) -> Row {
        let mut next = |kind: usize, count: u32| {
            let row = self.rows[kind];
            self.rows[kind] += count;
            row | FRAME
        };
        match of.bits() {
            1 => Row::P(P { row: next(2, 1), negated: false }),
            64 => Row::D(D(next(1, 1))),
            128 => Row::Q(D(next(1, 2))),
            _ => Row::W(W(next(0, 1))),
        }
    }
}

impl Scope<'_> {
    /// The operand that the form calls so.
    pub(crate) fn operand(&self, name: &str) -> Option<Operand> {
        self.instruction.operand(name).cloned()
    }

    /// The operand that the form calls so and that is always there.
    pub(crate) fn wanted(&self, name: &str) -> Result<Operand, Refusal> {
        self.operand(name).ok_or_else(|| Refusal::new(format!("operand `{name}` is missing")))
    }

    /// The type that a register was declared with.
    pub(crate) fn declared(&self, register: Reg) -> Type {
        self.body.register_type(register)
    }

    /// The row of an operand, where a type is wanted: a register's, that of a constant, or an unused one for `_`.
    pub(crate) fn row(&mut self, operand: &Operand, of: Type) -> Result<Row, Refusal> {
        match operand {
            Operand::Register(register) => Ok(self.frame.registers[index(*register) as usize]),
            Operand::Not(register) => match self.frame.registers[index(*register) as usize] {
                Row::P(p) => Ok(Row::P(P { negated: !p.negated, ..p })),
                Row::W(_) | Row::D(_) | Row::Q(_) => Err(Refusal::new("`!` is for predicates")),
            },
            Operand::Immediate(value) => Ok(self.constant(Constant::Bits(immediate::bits(*value, of)), of)),
            Operand::Special(special) => self.special(*special, of),
            Operand::Variable(variable, offset) => self.address_of(*variable, *offset, of),
            Operand::Function(id) => {
                let address = super::data::function_address(self.module, *id);
                Ok(self.constant(Constant::Bits(address), of))
            }
            // A fresh row: what is written there is never read.
            Operand::Sink => Ok(self.frame.row(of)),
            Operand::Vector(elements) => match &elements[..] {
                [one] => self.row(one, of),
                _ => Err(Refusal::new("a vector stands where one value is wanted")),
            },
            Operand::Pair(_)
            | Operand::Address(_)
            | Operand::Tensor(_)
            | Operand::Texture(_)
            | Operand::Part(_)
            | Operand::Label(_)
            | Operand::Call(_) => Err(Refusal::new("an operand of this kind has no value")),
        }
    }

    /// The row of a constant.
    pub(crate) fn constant(&mut self, constant: Constant, of: Type) -> Row {
        match (of.bits(), constant) {
            (1, Constant::Bits(bits)) => Row::P(P { row: 0, negated: bits != 0 }),
            (64, _) => Row::D(self.pool.d(constant)),
            _ => Row::W(self.pool.w(constant)),
        }
    }

    fn special(&mut self, special: Special, of: Type) -> Result<Row, Refusal> {
        if special::changes(special) {
            return Err(Refusal::new(format!("`{}` is read only by `mov`", special.text())));
        }
        Ok(self.constant(Constant::Special(special), of))
    }

    /// The address of a variable in its own space.
    fn address_of(&mut self, variable: Var, offset: i64, of: Type) -> Result<Row, Refusal> {
        match self.data.address(variable, offset) {
            Some(constant) => Ok(self.constant(constant, of)),
            None => Err(self.without_address(variable)),
        }
    }

    /// Why a variable has no address that is known before the kernel runs, and what to do.
    fn without_address(&self, variable: Var) -> Refusal {
        let Variable { name, space, .. } = &self.module.variables[variable];
        if self.frame.variables.contains_key(&variable) {
            return Refusal::new(format!(
                "the address of `{name}` differs from call to call; copy it to a register with `mov` first"
            ));
        }
        match space {
            Space::Local => Refusal::new(format!(
                "`{name}` is in local memory, but declared outside of the function; declare it inside of the function that uses it"
            )),
            Space::Param => Refusal::new(format!(
                "`{name}` is a parameter of another function; pass its address or its contents as an argument"
            )),
            Space::Tex => Refusal::new(format!(
                "`{name}` is a texture, and the emulator has none; read global memory with `ld.global` instead"
            )),
            Space::Global | Space::Shared | Space::Const | Space::Reg => Refusal::new(format!(
                "`{name}` has no address in this kernel; declare it where this kernel sees it"
            )),
        }
    }

    /// The operand of a name as a row of up to 32 bits.
    pub(crate) fn w(&mut self, name: &str, of: Type) -> Result<W, Refusal> {
        let operand = self.wanted(name)?;
        let row = self.row(&operand, of)?;
        as_w(row)
    }

    /// The operand of a name as a row of 64 bits.
    pub(crate) fn d(&mut self, name: &str, of: Type) -> Result<D, Refusal> {
        let operand = self.wanted(name)?;
        match self.row(&operand, of)? {
            Row::D(row) | Row::Q(row) => Ok(row),
            Row::W(_) | Row::P(_) => Err(Refusal::new(format!("operand `{name}` has not 64 bits"))),
        }
    }

    /// The operand of a name as a predicate.
    pub(crate) fn p(&mut self, name: &str) -> Result<P, Refusal> {
        let operand = self.wanted(name)?;
        match self.row(&operand, Type::Pred)? {
            Row::P(row) => Ok(row),
            Row::W(_) | Row::D(_) | Row::Q(_) => {
                Err(Refusal::new(format!("operand `{name}` is no predicate")))
            }
        }
    }

    /// The operands of a name, one or those in braces.
    pub(crate) fn elements(&self, name: &str) -> Result<SmallVec<[Operand; 8]>, Refusal> {
        Ok(match self.wanted(name)? {
            Operand::Vector(elements) => elements.into_iter().collect(),
            one => SmallVec::from_iter([one]),
        })
    }

    /// An address operand, in the space of the instruction.
    pub(crate) fn address(&mut self, name: &str, space: Option<Window>) -> Result<Target, Refusal> {
        match self.wanted(name)? {
            Operand::Address(address) => self.target(address, space),
            _ => Err(Refusal::new(format!("operand `{name}` is no address"))),
        }
    }

    /// An address, in a space.
    pub(crate) fn target(&mut self, address: Address, space: Option<Window>) -> Result<Target, Refusal> {
        let offset = address.offset;
        let base = match address.base {
            Base::Zero => TargetBase::Zero,
            Base::Register(register) => match self.frame.registers[index(register) as usize] {
                Row::W(row) => TargetBase::W(row),
                Row::D(row) => TargetBase::D(row),
                Row::Q(_) | Row::P(_) => return Err(Refusal::new("an address has 32 or 64 bits")),
            },
            Base::Variable(variable) => return self.target_variable(variable, offset),
        };
        Ok(Target { space, base, offset })
    }

    /// A variable by its name is in its own space, independently of the instruction.
    fn target_variable(&mut self, variable: Var, offset: i64) -> Result<Target, Refusal> {
        // A local variable or parameter of the function: its address is relative to the frame.
        if let Some(&at) = self.frame.variables.get(&variable) {
            let offset = offset + i64::from(at);
            return Ok(Target { space: Some(Window::Local), base: TargetBase::Frame, offset });
        }
        let space = match self.module.variables[variable].space {
            Space::Shared => Window::Shared,
            Space::Global => Window::Global,
            Space::Const => Window::Const,
            Space::Param => Window::Param,
            Space::Local | Space::Reg | Space::Tex => return Err(self.without_address(variable)),
        };
        let Some(address) = self.data.address(variable, 0) else {
            return Err(self.without_address(variable));
        };
        Ok(Target { space: Some(space), base: TargetBase::D(self.pool.d(address)), offset })
    }

    /// The predicates that hold the carry of extended precision.
    pub(crate) fn carry(&mut self) -> Row {
        if let Some(row) = self.frame.carry {
            return Row::P(row);
        }
        let row = self.frame.row(Type::Pred);
        if let Row::P(predicate) = row {
            self.frame.carry = Some(predicate);
        }
        row
    }

    /// A computation on rows: what is written first.
    pub(crate) fn compute(&self, run: Run, rows: &[Row]) -> Op {
        Op::Compute(run, operands_of(rows))
    }
}

/// Rows as a computation has them: what is written first.
pub(crate) fn operands_of(rows: &[Row]) -> Operands {
    let mut operands = Operands::default();
    for (at, row) in rows.iter().enumerate() {
        match *row {
            Row::W(row) => operands.rows[at] = row.0,
            Row::D(row) | Row::Q(row) => operands.rows[at] = row.0,
            Row::P(row) => {
                operands.rows[at] = row.row;
                operands.negated |= u8::from(row.negated) << at;
            }
        }
    }
    operands
}

/// A row of up to 32 bits.
pub(crate) fn as_w(row: Row) -> Result<W, Refusal> {
    match row {
        Row::W(row) => Ok(row),
        Row::D(_) | Row::Q(_) | Row::P(_) => Err(Refusal::new("a value of up to 32 bits is wanted")),
    }
}
