//! A module of PTX: the contents of a file, with names resolved to typed ids.
//!
//! Invariants of modules from the parser and the builder:
//!
//! - ids are in range, and every name in an operand is declared in scope;
//! - the modifiers of an instruction fill the slots of its form, and its operands match the form's row in number and kind
//!   ([`crate::verify()`] checks types, ranges, versions and targets);
//! - scopes nest: every [`Statement::Open`] has its [`Statement::Close`].
//!
//! Source positions are not part of a module; the parser returns them separately ([`crate::SourceMap`]), so modules are
//! compared by their meaning. Comments on separate lines or after statements are kept.

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use smallvec::SmallVec;

use crate::modifiers::{Field, Modifier};
use crate::ops::Opcode;
use crate::spec::{Form, FormId, Modifiers};
use crate::special::Special;
use crate::target::{Target, Version};
use crate::types::Type;

/// A function or kernel of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(u32);
entity_impl!(FuncId, "func");

/// A variable: of the module, of a function's body, or a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);
entity_impl!(Var, "var");

/// A register of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(u32);
entity_impl!(Reg, "reg");

/// A label of a function: of a place, of a list of targets, or of a prototype.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u32);
entity_impl!(Label, "label");

/// A file of PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// `.version`.
    pub version: Version,
    /// The architecture of `.target`.
    pub target: Target,
    /// True when the architecture is spelled `compute_90`.
    pub target_virtual: bool,
    /// The other modifiers of `.target`.
    pub target_options: Vec<TargetOption>,
    /// `.address_size`.
    pub address_size: u32,
    /// The items of the file, in order.
    pub items: Vec<Item>,
    /// Functions and kernels, declared and defined.
    pub functions: PrimaryMap<FuncId, Function>,
    /// Variables of the module and of its functions.
    pub variables: PrimaryMap<Var, Variable>,
}

crate::modifiers::names! {
    /// An option of `.target` besides the architecture.
    TargetOption {
        TexmodeUnified = "texmode_unified",
        TexmodeIndependent = "texmode_independent",
        Debug = "debug",
        MapF64ToF32 = "map_f64_to_f32",
    }
}

/// One thing at the top of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A function, kernel, or declaration of one.
    Function(FuncId),
    /// A variable.
    Variable(Var),
    /// `.file 1 "name"`.
    File(File),
    /// `.section .debug_info { .. }`.
    Section(Section),
    /// `.pragma "text";`.
    Pragma(String),
    /// `.alias name, other;`.
    Alias(String, String),
    /// A comment.
    Comment(Comment),
}

/// A comment, with its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// `// text`, or `/* text */`.
    pub text: String,
    /// True if it follows other text on the same line.
    pub trailing: bool,
}

/// `.file`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The number that `.loc` uses.
    pub index: i64,
    /// Its path.
    pub name: String,
    /// Time of its last change, and its size.
    pub stamp: Option<(i64, i64)>,
}

/// `.section`: debug information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name, with the dot.
    pub name: String,
    /// Its lines.
    pub lines: Vec<SectionLine>,
}

/// A line of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionLine {
    /// `.b8 1, 2`.
    Data(Type, Vec<SectionValue>),
    /// `name:`.
    Label(String),
    /// A comment.
    Comment(Comment),
}

/// A value in a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionValue {
    /// A number.
    Number(i64),
    /// `name`, `name+4` or `name-other`.
    Symbol {
        /// The name.
        name: String,
        /// The symbol that is subtracted from it.
        minus: Option<String>,
        /// The number that is added to it.
        plus: i64,
    },
}

/// The visibility of a name outside of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// `.extern`
    Extern,
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
    /// `.common`
    Common,
}

/// Memory spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Registers: a parameter of a device function.
    Reg,
    /// Parameters.
    Param,
    /// Memory of the block.
    Shared,
    /// Memory of the device.
    Global,
    /// Constant memory.
    Const,
    /// Memory of the thread.
    Local,
    /// Textures, as PTX before 1.5 declares them: `.tex .u32 t`.
    Tex,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its visibility outside of the module.
    pub linkage: Option<Linkage>,
    /// The state space that holds it.
    pub space: Space,
    /// Its alignment in bytes, if given.
    pub align: Option<u32>,
    /// Other modifiers between space and type: `managed`, `unified`.
    pub attributes: Vec<String>,
    /// The memory that a parameter points to: `.ptr .global .align 16`.
    pub pointer: Option<Pointer>,
    /// Elements of a vector type: 2 or 4.
    pub vector: Option<u32>,
    /// Type of an element.
    pub of: Type,
    /// Its name; empty for a parameter of a prototype.
    pub name: String,
    /// Its lengths, outermost first; `None` for `[]`.
    pub dims: Vec<Option<u64>>,
    /// Its initial value.
    pub init: Option<Init>,
}

/// The memory that a parameter of a kernel points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The space.
    pub space: Option<Space>,
    /// The alignment.
    pub align: Option<u32>,
}

/// The initial value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// A number.
    Value(Immediate),
    /// Values in braces.
    List(Vec<Init>),
    /// The address of a variable or function, plus bytes, as a generic address if requested, with one byte of it selected by
    /// a mask if given.
    Symbol {
        /// The name.
        name: String,
        /// Bytes to add.
        offset: i64,
        /// `generic(name)`.
        generic: bool,
        /// `0xFF(name)`.
        mask: Option<u64>,
    },
    /// Fields of a texture, sampler or surface: `{width = 16, filter_mode = nearest}`.
    Fields(Vec<(String, String)>),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Immediate {
    /// A whole number; above the largest `i64` as the negative of the same bits.
    Int(i64),
    /// A number of 32 bits, by its bits: `0f3F800000`.
    F32(u32),
    /// A number of 64 bits, by its bits: `0d3FF0000000000000`.
    F64(u64),
}

/// A function or kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its visibility outside of the module.
    pub linkage: Option<Linkage>,
    /// True for `.entry`.
    pub entry: bool,
    /// The attributes in `.attribute` before the name.
    pub attributes: Vec<String>,
    /// Its name.
    pub name: String,
    /// Its return values.
    pub returns: Vec<Var>,
    /// Its parameters.
    pub params: Vec<Var>,
    /// Registers among `returns` and `params`.
    pub register_params: Vec<(Var, Reg)>,
    /// `.reqntid` and others.
    pub directives: Vec<Directive>,
    /// Its body; `None` for a declaration.
    pub body: Option<Body>,
}

/// A directive of a function or kernel, with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// Which.
    pub kind: DirectiveKind,
    /// Its numbers.
    pub values: Vec<i64>,
}

crate::modifiers::names! {
    /// The kind of a directive of a function or kernel.
    DirectiveKind {
        Maxntid = "maxntid",
        Reqntid = "reqntid",
        Minnctapersm = "minnctapersm",
        Maxnctapersm = "maxnctapersm",
        Maxnreg = "maxnreg",
        Noreturn = "noreturn",
        Explicitcluster = "explicitcluster",
        Reqnctapercluster = "reqnctapercluster",
        Maxclusterrank = "maxclusterrank",
        Blocksareclusters = "blocksareclusters",
        AbiPreserve = "abi_preserve",
        AbiPreserveControl = "abi_preserve_control",
        Unified = "unified",
    }
}

/// Statements of a function, with what they name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Body {
    /// Statements, in order.
    pub statements: Vec<Statement>,
    /// Registers, group by group.
    pub groups: Vec<RegisterGroup>,
    /// Names of labels.
    pub labels: PrimaryMap<Label, String>,
}

/// Suffixes of the elements of a vector register; `.r` to `.a` are read too.
pub(crate) const COMPONENTS: [&str; 4] = [".x", ".y", ".z", ".w"];

/// Registers that are declared together: `%r<8>`, or a single one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterGroup {
    /// Type of each.
    pub of: Type,
    /// Elements of a vector register.
    pub vector: Option<u32>,
    /// Name, or what all their names begin with.
    pub name: String,
    /// How many, when their names are numbered.
    pub count: Option<u32>,
    /// The first of them.
    pub first: Reg,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// An instruction.
    Instruction(Instruction),
    /// `name:`.
    Label(Label),
    /// `.reg`: groups from the first to before the second.
    Registers(std::ops::Range<usize>),
    /// `.shared` and others.
    Variable(Var),
    /// `{`
    Open,
    /// `}`
    Close,
    /// `.loc`
    Loc(Loc),
    /// `.pragma "text";`
    Pragma(String),
    /// `name: .branchtargets a, b;`
    BranchTargets(Label, Vec<Label>),
    /// `name: .calltargets f, g;`
    CallTargets(Label, Vec<String>),
    /// `name: .callprototype (..) _ (..);`
    Prototype(Label, Box<Prototype>),
    /// A comment.
    Comment(Comment),
}

/// Return values and parameters of an indirect call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prototype {
    /// Its return values.
    pub returns: Vec<Variable>,
    /// Its parameters.
    pub params: Vec<Variable>,
    /// `.noreturn` and others.
    pub directives: Vec<Directive>,
}

/// `.loc`: where in its source the code comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loc {
    /// Number of the `.file`.
    pub file: i64,
    /// Line.
    pub line: i64,
    /// Column.
    pub column: i64,
    /// Name of the inlined function as a label and an offset, then file, line and column of the call.
    pub inlined: Option<(String, i64, [i64; 3])>,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// `@p` or `@!p`.
    pub guard: Option<Guard>,
    /// Its form.
    pub form: FormId,
    /// A modifier for each slot of the form.
    pub modifiers: Modifiers,
    /// Operands, as written.
    pub operands: SmallVec<[Operand; 4]>,
}

/// The predicate of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate.
    pub register: Reg,
    /// True for `@!p`.
    pub negated: bool,
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Register(Reg),
    /// A negated predicate, `!p`.
    Not(Reg),
    /// A special register.
    Special(Special),
    /// A constant.
    Immediate(Immediate),
    /// `{a, b}`.
    Vector(Vec<Operand>),
    /// A destination, and a predicate after a bar: `d|p`.
    Pair(Box<(Operand, Operand)>),
    /// `_`.
    Sink,
    /// `[a+4]`.
    Address(Address),
    /// `[map, {c, ..}]`.
    Tensor(Box<(Address, Vec<Operand>)>),
    /// `[texture, sampler, {c, ..}]`.
    Texture(Box<Texture>),
    /// A part of a register, or a negated one: `-r.h0`.
    Part(Box<Part>),
    /// The address of a variable, plus bytes.
    Variable(Var, i64),
    /// The address of a function.
    Function(FuncId),
    /// A label.
    Label(Label),
    /// All of a call.
    Call(Box<Call>),
}

/// A place in a texture or surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// The texture or surface: a variable, or a register with its handle.
    pub image: Base,
    /// The sampler, where it is not part of the texture.
    pub sampler: Option<Base>,
    /// Coordinates; with braces, unless it is one.
    pub coordinates: Vec<Operand>,
    /// True for `{x}`.
    pub braces: bool,
}

/// A part of a register, as video instructions take it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The register or constant.
    pub of: Operand,
    /// True for `-r`.
    pub negated: bool,
    /// `b0`, `h10`: bytes or halves.
    pub selector: Option<String>,
}

/// `[a+4]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// Its base.
    pub base: Base,
    /// Bytes to add.
    pub offset: i64,
}

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A register.
    Register(Reg),
    /// A variable.
    Variable(Var),
    /// Nothing: the offset is all.
    Zero,
}

/// Everything after `call`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The results: variables or registers.
    pub returns: Vec<Operand>,
    /// The called function.
    pub callee: Callee,
    /// The arguments: variables, registers or constants.
    pub arguments: Vec<Operand>,
    /// Prototype or list of targets of an indirect call.
    pub prototype: Option<Label>,
}

/// The called function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function.
    Function(FuncId),
    /// The function at an address.
    Register(Reg),
}

impl Module {
    /// An empty module.
    pub fn new(version: Version, target: Target) -> Module {
        Module {
            version,
            target,
            target_virtual: false,
            target_options: Vec::new(),
            address_size: 64,
            items: Vec::new(),
            functions: PrimaryMap::new(),
            variables: PrimaryMap::new(),
        }
    }

    /// The function of a name: its definition if there is one, else a declaration.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        let named = || self.functions.iter().filter(|(_, function)| function.name == name);
        let defined = named().find(|(_, function)| function.body.is_some());
        defined.or_else(|| named().next()).map(|(id, _)| id)
    }

    /// Kernels, in order.
    pub fn entries(&self) -> impl Iterator<Item = FuncId> {
        self.functions
            .iter()
            .filter(|(_, function)| function.entry && function.body.is_some())
            .map(|(id, _)| id)
    }
}

impl Variable {
    /// The same without what follows its name.
    pub(crate) fn unnamed(&self) -> Variable {
        Variable { name: String::new(), dims: Vec::new(), init: None, ..self.clone() }
    }

    /// Its size in bytes; `None` when a length is left open or the size has more than 63 bits.
    pub fn size(&self) -> Option<u64> {
        let element = u64::from(self.of.bytes()) * u64::from(self.vector.unwrap_or(1));
        self.dims.iter().try_fold(element, |size, dim| size.checked_mul((*dim)?))
    }

    /// Its alignment in bytes: the given one, or else that of an element or vector.
    pub fn alignment(&self) -> u32 {
        self.align.unwrap_or(self.of.bytes() * self.vector.unwrap_or(1))
    }
}

impl Body {
    /// Number of registers.
    pub fn register_count(&self) -> usize {
        self.groups.last().map_or(0, |group| group.first.index() + group.len())
    }

    /// The group of a register.
    pub fn group(&self, register: Reg) -> &RegisterGroup {
        let after = self.groups.partition_point(|group| group.first <= register);
        &self.groups[after - 1]
    }

    /// The type of a register.
    pub fn register_type(&self, register: Reg) -> Type {
        self.group(register).of
    }

    /// The name of a register.
    pub fn register_name(&self, register: Reg) -> String {
        let group = self.group(register);
        let (offset, width) = (register.index() - group.first.index(), group.width());
        let number = group.count.map(|_| (offset / width).to_string()).unwrap_or_default();
        let element = group.vector.map(|_| COMPONENTS[offset % width % COMPONENTS.len()]);
        format!("{}{number}{}", group.name, element.unwrap_or_default())
    }

    /// Declares registers; more than [`u32::MAX`] of them are an error of the program.
    pub fn declare(&mut self, of: Type, vector: Option<u32>, name: String, count: Option<u32>) -> usize {
        let first = Reg::new(self.register_count());
        self.groups.push(RegisterGroup { of, vector, name, count, first });
        self.groups.len() - 1
    }

    /// Instructions, in order.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Instruction(instruction) => Some(instruction),
            _ => None,
        })
    }
}

impl RegisterGroup {
    /// Number of its registers; each element of a vector is one.
    pub fn len(&self) -> usize {
        self.count.map_or(1, |count| count as usize) * self.width()
    }

    /// Elements of each: 1 if they are not vectors.
    pub fn width(&self) -> usize {
        self.vector.map_or(1, |elements| elements as usize)
    }

    /// True for `%r<0>`.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Instruction {
    /// The form's row.
    pub fn spec(&self) -> &'static Form {
        self.form.form()
    }

    /// The opcode.
    pub fn opcode(&self) -> Opcode {
        self.spec().opcode
    }

    /// The modifier of a field.
    pub fn modifier(&self, field: Field) -> Option<Modifier> {
        self.spec().modifier(&self.modifiers, field)
    }

    /// Is the modifier among the modifiers?
    pub fn has(&self, modifier: Modifier) -> bool {
        self.modifiers.contains(&Some(modifier))
    }

    /// The type in a field.
    pub fn type_of(&self, field: Field) -> Option<Type> {
        self.modifier(field).and_then(|modifier| Type::named(modifier.text()))
    }

    /// The operand that the form calls so, if it is there.
    pub fn operand(&self, name: &str) -> Option<&Operand> {
        let bound = crate::bind::bind(self.spec(), &self.modifiers, &self.operands)?;
        let wanted = self.spec().operands.iter().position(|spec| spec.name == name)?;
        bound.iter().position(|&index| index == wanted).map(|at| &self.operands[at])
    }
}
