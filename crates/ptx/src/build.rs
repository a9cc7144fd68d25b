//! Building modules instruction by instruction.
//!
//! ```
//! use ptx::build::{FunctionBuilder, ModuleBuilder};
//! use ptx::{Opcode, Target, Type, Version, Word};
//!
//! let mut module = ModuleBuilder::new(Version::new(8, 7), Target::plain(90));
//! let mut k = module.entry("k");
//! let out = k.param(Type::U64, "out");
//! let (address, value) = (k.register(Type::B64), k.register(Type::B32));
//! k.emit(Opcode::Ld, &[Word::Param, Word::B64], [address.into(), FunctionBuilder::at_variable(out, 0)])?;
//! k.emit(Opcode::Mov, &[Word::B32], [value.into(), 42.into()])?;
//! k.emit(Opcode::St, &[Word::Global, Word::B32], [FunctionBuilder::at(address, 0), value.into()])?;
//! k.emit(Opcode::Ret, &[], [])?;
//! k.finish();
//! let module = module.finish();
//! assert!(ptx::verify(&module, &Default::default()).is_empty());
//! assert!(ptx::print(&module).contains("st.global.b32 [%rd0], %r0;"));
//! # Ok::<(), ptx::build::NoForm>(())
//! ```

use std::fmt;

use smallvec::SmallVec;

use crate::bind::bind;
use crate::module::{
    Address, Base, Body, Directive, DirectiveKind, FuncId, Function, Guard, Immediate, Instruction, Item,
    Label, Linkage, Module, Operand, Reg, Space, Statement, Var, Variable,
};
use crate::ops::Opcode;
use crate::target::{Target, Version};
use crate::types::{Class, Type};
use crate::verify::operands::mismatches;
use crate::words::Word;

/// A module under construction.
#[derive(Debug)]
pub struct ModuleBuilder {
    module: Module,
}

/// A kernel or function under construction.
#[derive(Debug)]
pub struct FunctionBuilder<'m> {
    module: &'m mut Module,
    function: Function,
    body: Body,
    /// Registers asked for: their types, in order.
    registers: Vec<Type>,
}

/// No form of an opcode takes these words and operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoForm {
    /// The opcode.
    pub opcode: Opcode,
    /// The words.
    pub words: Vec<Word>,
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no form of `{}", self.opcode)?;
        self.words.iter().try_for_each(|word| write!(f, ".{word}"))?;
        f.write_str("` takes such operands")
    }
}

impl std::error::Error for NoForm {}

impl From<Reg> for Operand {
    fn from(register: Reg) -> Operand {
        Operand::Register(register)
    }
}

impl From<i64> for Operand {
    fn from(value: i64) -> Operand {
        Operand::Immediate(Immediate::Int(value))
    }
}

impl From<f32> for Operand {
    fn from(value: f32) -> Operand {
        Operand::Immediate(Immediate::F32(value.to_bits()))
    }
}

impl From<f64> for Operand {
    fn from(value: f64) -> Operand {
        Operand::Immediate(Immediate::F64(value.to_bits()))
    }
}

impl From<Label> for Operand {
    fn from(label: Label) -> Operand {
        Operand::Label(label)
    }
}

impl From<crate::Special> for Operand {
    fn from(special: crate::Special) -> Operand {
        Operand::Special(special)
    }
}

impl ModuleBuilder {
    /// An empty module.
    pub fn new(version: Version, target: Target) -> ModuleBuilder {
        ModuleBuilder { module: Module::new(version, target) }
    }

    /// A variable of the module: so many elements of a type, aligned.
    pub fn variable(&mut self, space: Space, of: Type, name: &str, length: Option<u64>, align: u32) -> Var {
        let variable = variable(space, of, name);
        let variable = Variable { align: Some(align), dims: vec![length], ..variable };
        // A length left open is dynamic shared memory, which the launch supplies.
        let linkage = length.is_none().then_some(Linkage::Extern);
        let var = self.module.variables.push(Variable { linkage, ..variable });
        self.module.items.push(Item::Variable(var));
        var
    }

    /// A kernel that launches see.
    pub fn entry(&mut self, name: &str) -> FunctionBuilder<'_> {
        self.function(name, true, Some(Linkage::Visible))
    }

    /// A function of the module.
    pub fn func(&mut self, name: &str) -> FunctionBuilder<'_> {
        self.function(name, false, None)
    }

    fn function(&mut self, name: &str, entry: bool, linkage: Option<Linkage>) -> FunctionBuilder<'_> {
        let function = Function {
            linkage,
            entry,
            name: name.to_owned(),
            returns: Vec::new(),
            params: Vec::new(),
            register_params: Vec::new(),
            directives: Vec::new(),
            body: None,
        };
        FunctionBuilder { module: &mut self.module, function, body: Body::default(), registers: Vec::new() }
    }

    /// The module.
    pub fn finish(self) -> Module {
        self.module
    }
}

impl FunctionBuilder<'_> {
    /// A parameter.
    pub fn param(&mut self, of: Type, name: &str) -> Var {
        let var = self.module.variables.push(variable(Space::Param, of, name));
        self.function.params.push(var);
        var
    }

    /// A directive such as `.reqntid`.
    pub fn directive(&mut self, kind: DirectiveKind, values: &[i64]) {
        self.function.directives.push(Directive { kind, values: values.to_vec() });
    }

    /// A new register.
    pub fn register(&mut self, of: Type) -> Reg {
        // Named when the function is finished: `%r0`, by type and in order.
        let group = self.body.declare(of, None, format!("{}{}", prefix(of), self.count(of)), None);
        self.registers.push(of);
        self.body.groups[group].first
    }

    fn count(&self, of: Type) -> usize {
        self.registers.iter().filter(|&&other| prefix(other) == prefix(of)).count()
    }

    /// A new label; [`FunctionBuilder::place`] says where.
    pub fn label(&mut self, name: &str) -> Label {
        self.body.labels.push(name.to_owned())
    }

    /// Puts a label here.
    pub fn place(&mut self, label: Label) {
        self.body.statements.push(Statement::Label(label));
    }

    /// Any other statement.
    pub fn statement(&mut self, statement: Statement) {
        self.body.statements.push(statement);
    }

    /// `[register+offset]`.
    pub fn at(register: Reg, offset: i64) -> Operand {
        Operand::Address(Address { base: Base::Register(register), offset })
    }

    /// `[variable+offset]`.
    pub fn at_variable(variable: Var, offset: i64) -> Operand {
        Operand::Address(Address { base: Base::Variable(variable), offset })
    }

    /// An instruction, of the first form that takes these words and operands.
    ///
    /// # Errors
    /// When no form does.
    pub fn emit(
        &mut self,
        opcode: Opcode,
        words: &[Word],
        operands: impl IntoIterator<Item = Operand>,
    ) -> Result<(), NoForm> {
        self.emit_guarded(None, opcode, words, operands)
    }

    /// As [`FunctionBuilder::emit`], under a predicate.
    ///
    /// # Errors
    /// When no form takes these words and operands.
    pub fn emit_guarded(
        &mut self,
        guard: Option<Guard>,
        opcode: Opcode,
        words: &[Word],
        operands: impl IntoIterator<Item = Operand>,
    ) -> Result<(), NoForm> {
        let operands: SmallVec<[Operand; 4]> = operands.into_iter().collect();
        for form in opcode.forms() {
            let spec = form.form();
            let Ok(placed) = spec.place(words) else { continue };
            let Some(binding) = bind(spec, &placed, &operands) else { continue };
            if mismatches(self.module, &self.body, spec, &placed, &binding, &operands) == 0 {
                let instruction = Instruction { guard, form, words: placed, operands };
                self.body.statements.push(Statement::Instruction(instruction));
                return Ok(());
            }
        }
        Err(NoForm { opcode, words: words.to_vec() })
    }

    /// Ends the function and adds it to its module.
    pub fn finish(self) -> FuncId {
        let FunctionBuilder { module, mut function, mut body, .. } = self;
        let mut start = 0;
        let mut declarations = Vec::new();
        while start < body.groups.len() {
            let of = body.groups[start].of;
            let end =
                (start..body.groups.len()).find(|&at| body.groups[at].of != of).unwrap_or(body.groups.len());
            declarations.push(Statement::Registers(start..end));
            start = end;
        }
        body.statements.splice(0..0, declarations);
        function.body = Some(body);
        let id = module.functions.push(function);
        module.items.push(Item::Function(id));
        id
    }
}

fn variable(space: Space, of: Type, name: &str) -> Variable {
    Variable {
        linkage: None,
        space,
        align: None,
        attributes: Vec::new(),
        pointer: None,
        vector: None,
        of,
        name: name.to_owned(),
        dims: Vec::new(),
        init: None,
    }
}

/// What names of registers of a type begin with.
fn prefix(of: Type) -> &'static str {
    match (of.class(), of.bits()) {
        (Class::Predicate, _) => "%p",
        (Class::Float, 32) => "%f",
        (Class::Float, 64) => "%fd",
        (_, 16) => "%rs",
        (_, 64) => "%rd",
        (_, 128) => "%rq",
        _ => "%r",
    }
}
