//! Building modules instruction by instruction.
//!
//! ```
//! use ptx::build::{FunctionBuilder, ModuleBuilder};
//! use ptx::{Opcode, Target, Type, Version, Modifier};
//!
//! let mut module = ModuleBuilder::new(Version::new(8, 7), Target::plain(90));
//! let mut k = module.entry("k");
//! let out = k.param(Type::U64, "out");
//! let (address, value) = (k.register(Type::B64), k.register(Type::B32));
//! k.emit(Opcode::Ld, &[Modifier::Param, Modifier::B64], [address.into(), FunctionBuilder::at_variable(out, 0)])?;
//! k.emit(Opcode::Mov, &[Modifier::B32], [value.into(), 42.into()])?;
//! k.emit(Opcode::St, &[Modifier::Global, Modifier::B32], [FunctionBuilder::at(address, 0), value.into()])?;
//! k.emit(Opcode::Ret, &[], [])?;
//! k.finish();
//! let module = module.finish();
//! assert!(ptx::verify(&module, &Default::default()).is_empty());
//! assert!(ptx::print(&module).contains("st.global.b32 [%rd0], %r0;"));
//! # Ok::<(), ptx::build::NoForm>(())
//! ```

use std::fmt;

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::fit::mismatches;
use crate::modifiers::Modifier;
use crate::module::bind::bind;
use crate::module::{
    Address, Base, Body, Directive, DirectiveKind, File, FuncId, Function, Guard, Immediate, Init,
    Instruction, Item, Label, Linkage, Module, Operand, Pointer, Reg, RegisterGroup, Space, Statement, Var,
    Variable,
};
use crate::ops::Opcode;
use crate::print::statement_text;
use crate::target::{Target, Version};
use crate::types::{Class, Type};

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
    /// How many registers there are, by what their names begin with and by type.
    counts: Vec<(&'static str, Type, u32)>,
    /// The number of each register in its name. Names are written when they are needed: those of most functions never are,
    /// because registers are declared together.
    numbers: Vec<u32>,
}

/// No form of an opcode takes these modifiers and operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoForm {
    /// The opcode.
    pub opcode: Opcode,
    /// The modifiers.
    pub modifiers: Vec<Modifier>,
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no form of `{}", self.opcode)?;
        self.modifiers.iter().try_for_each(|modifier| write!(f, ".{modifier}"))?;
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

    /// A variable of the module: a number of elements of a type, aligned.
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
            attributes: Vec::new(),
            register_params: Vec::new(),
            directives: Vec::new(),
            body: None,
        };
        let module = &mut self.module;
        FunctionBuilder { module, function, body: Body::default(), counts: Vec::new(), numbers: Vec::new() }
    }

    /// A function that others define.
    pub fn external(&mut self, name: &str, returns: &[(Type, &str)], params: &[(Type, &str)]) -> FuncId {
        let declare = |module: &mut Module, list: &[(Type, &str)]| {
            list.iter().map(|&(of, name)| module.variables.push(variable(Space::Param, of, name))).collect()
        };
        let function = Function {
            linkage: Some(Linkage::Extern),
            entry: false,
            name: name.to_owned(),
            returns: declare(&mut self.module, returns),
            params: declare(&mut self.module, params),
            attributes: Vec::new(),
            register_params: Vec::new(),
            directives: Vec::new(),
            body: None,
        };
        let id = self.module.functions.push(function);
        self.module.items.push(Item::Function(id));
        id
    }

    /// Says what a variable holds at first.
    pub fn initial(&mut self, var: Var, init: Init) {
        self.module.variables[var].init = Some(init);
    }

    /// A file that `.loc` names by its number.
    pub fn file(&mut self, index: i64, name: &str) {
        self.module.items.push(Item::File(File { index, name: name.to_owned(), stamp: None }));
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

    /// A parameter of bytes, aligned.
    pub fn opaque_param(&mut self, bytes: u64, align: u32, name: &str) -> Var {
        let param = variable(Space::Param, Type::B8, name);
        let var =
            self.module.variables.push(Variable { align: Some(align), dims: vec![Some(bytes)], ..param });
        self.function.params.push(var);
        var
    }

    /// A directive such as `.reqntid`.
    pub fn directive(&mut self, kind: DirectiveKind, values: &[i64]) {
        self.function.directives.push(Directive { kind, values: values.to_vec() });
    }

    /// A parameter that is an aligned address in a state space.
    pub fn pointer_param(&mut self, space: Space, align: u32, name: &str) -> Var {
        let pointer = Some(Pointer { space: Some(space), align: Some(align) });
        let param = Variable { pointer, ..variable(Space::Param, Type::U64, name) };
        let var = self.module.variables.push(param);
        self.function.params.push(var);
        var
    }

    /// A variable of the function: a number of elements of a type, aligned; one without alignment when `length` is
    /// `None`.
    pub fn variable(&mut self, space: Space, of: Type, name: &str, length: Option<u64>, align: u32) -> Var {
        let dims = length.map(Some).into_iter().collect();
        let align = length.map(|_| align);
        let var = self.module.variables.push(Variable { align, dims, ..variable(space, of, name) });
        self.body.statements.push(Statement::Variable(var));
        var
    }

    /// A new register.
    pub fn register(&mut self, of: Type) -> Reg {
        let prefix = prefix(of);
        let number = self.counts.iter().filter(|entry| entry.0 == prefix).map(|entry| entry.2).sum::<u32>();
        match self.counts.iter_mut().find(|entry| entry.0 == prefix && entry.1 == of) {
            Some(entry) => entry.2 += 1,
            None => self.counts.push((prefix, of, 1)),
        }
        self.numbers.push(number);
        let group = self.body.declare(of, None, String::new(), None);
        self.body.groups[group].first
    }

    /// A new label; [`FunctionBuilder::place`] sets its position.
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

    /// An instruction, of the first form that takes these modifiers and operands.
    ///
    /// # Errors
    /// When no form does.
    pub fn emit(
        &mut self,
        opcode: Opcode,
        modifiers: &[Modifier],
        operands: impl IntoIterator<Item = Operand>,
    ) -> Result<(), NoForm> {
        self.emit_guarded(None, opcode, modifiers, operands)
    }

    /// As [`FunctionBuilder::emit`], under a predicate.
    ///
    /// # Errors
    /// When no form takes these modifiers and operands.
    pub fn emit_guarded(
        &mut self,
        guard: Option<Guard>,
        opcode: Opcode,
        modifiers: &[Modifier],
        operands: impl IntoIterator<Item = Operand>,
    ) -> Result<(), NoForm> {
        let operands: SmallVec<[Operand; 4]> = operands.into_iter().collect();
        for form in opcode.forms() {
            let spec = form.form();
            if !spec.knows(modifiers) {
                continue;
            }
            let Ok(placed) = spec.place(modifiers) else { continue };
            let Some(binding) = bind(spec, &placed, &operands) else { continue };
            if mismatches(self.module, &self.body, spec, &placed, &binding, &operands) == 0 {
                let instruction = Instruction { guard, form, modifiers: placed, operands };
                self.body.statements.push(Statement::Instruction(instruction));
                return Ok(());
            }
        }
        Err(NoForm { opcode, modifiers: modifiers.to_vec() })
    }

    /// The statements written since the start of the function, or since the last call, one per line, for use in other
    /// text. `name` maps the names of registers; new registers count from 0 again.
    pub fn take_lines(&mut self, mut name: impl FnMut(Reg, &str) -> String) -> Vec<String> {
        let mut body = std::mem::take(&mut self.body);
        self.counts.clear();
        write_names(&mut body, &std::mem::take(&mut self.numbers));
        for group in &mut body.groups {
            group.name = name(group.first, &group.name);
        }
        body.statements.iter().map(|statement| statement_text(self.module, &body, statement)).collect()
    }

    /// How many statements those would be.
    pub fn written(&self) -> usize {
        self.body.statements.len()
    }

    /// The registers made since [`FunctionBuilder::take_lines`].
    pub fn registers(&self) -> impl Iterator<Item = (Reg, Type)> {
        self.body.groups.iter().map(|group| (group.first, group.of))
    }

    /// The body so far.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Puts registers of the same types in place of others, drops statements by their numbers, and forgets the
    /// registers that nothing names any more.
    pub fn replace_registers(&mut self, new: impl Fn(Reg) -> Reg, drops: impl Fn(usize) -> bool) {
        let mut number = 0;
        self.body.statements.retain(|_| {
            number += 1;
            !drops(number - 1)
        });
        let mut named = vec![false; self.body.register_count()];
        for instruction in self.body.instructions() {
            instruction.each_name(|register| named[new(register).index()] = true);
        }
        let kept = self.forget(&named);
        for statement in &mut self.body.statements {
            if let Statement::Instruction(instruction) = statement {
                instruction.rename_registers(&|register| kept[new(register).index()]);
            }
        }
    }

    /// Keeps the named registers; gives the new register in place of each of them. Each is a separate group while the function
    /// is built.
    fn forget(&mut self, named: &[bool]) -> Vec<Reg> {
        let groups = std::mem::take(&mut self.body.groups);
        let numbers = std::mem::take(&mut self.numbers);
        self.counts.iter_mut().for_each(|entry| entry.2 = 0);
        let mut kept = vec![Reg::new(0); named.len()];
        for (group, number) in groups.into_iter().zip(numbers) {
            if !named[group.first.index()] {
                continue;
            }
            let entry = self.counts.iter_mut().find(|entry| entry.1 == group.of);
            entry.expect("every register was counted").2 += 1;
            let first = Reg::new(self.body.groups.len());
            kept[group.first.index()] = first;
            self.body.groups.push(RegisterGroup { first, ..group });
            self.numbers.push(number);
        }
        self.counts.retain(|entry| entry.2 > 0);
        kept
    }

    /// Ends the function and adds it to its module.
    pub fn finish(self) -> FuncId {
        let FunctionBuilder { module, mut function, mut body, counts, numbers } = self;
        let shared = |entry: &(&str, Type, u32)| counts.iter().filter(|other| other.0 == entry.0).count() > 1;
        if counts.iter().any(shared) {
            write_names(&mut body, &numbers);
        } else {
            compact(&mut body, &counts);
        }
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

/// Gives each register, which is a group of its own, the name of its type and number.
fn write_names(body: &mut Body, numbers: &[u32]) {
    for (group, number) in body.groups.iter_mut().zip(numbers) {
        group.name = format!("{}{number}", prefix(group.of));
    }
}

/// Declares all registers of a type together, `%r<8>`: their numbers become the names that they have already.
fn compact(body: &mut Body, counts: &[(&'static str, Type, u32)]) {
    // One declaration for each type is what compilers write, and is shorter than one for each register.
    let firsts: Vec<usize> = counts
        .iter()
        .scan(0, |next, &(_, _, count)| {
            let first = *next;
            *next += count as usize;
            Some(first)
        })
        .collect();
    let mut used = vec![0; counts.len()];
    let mut renumbered = Vec::with_capacity(body.groups.len());
    for group in &body.groups {
        let at = counts.iter().position(|entry| entry.1 == group.of).expect("every register was counted");
        renumbered.push(Reg::new(firsts[at] + used[at]));
        used[at] += 1;
    }
    let groups = counts.iter().zip(&firsts).map(|(&(name, of, count), &first)| RegisterGroup {
        of,
        vector: None,
        name: name.to_owned(),
        count: Some(count),
        first: Reg::new(first),
    });
    body.groups = groups.collect();
    let new = |register: Reg| renumbered[register.index()];
    for statement in &mut body.statements {
        if let Statement::Instruction(instruction) = statement {
            instruction.rename_registers(&new);
        }
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

/// The prefix of names of registers of a type.
fn prefix(of: Type) -> &'static str {
    match (of.class(), of.bits()) {
        (Class::Predicate, _) => "%p",
        (Class::Float, 32) => "%f",
        (Class::Float, 64) => "%fd",
        (_, 8) => "%b",
        (_, 16) => "%rs",
        (_, 64) => "%rd",
        (_, 128) => "%rq",
        _ => "%r",
    }
}
