//! A module of PTX: the contents of a file, with names resolved to typed ids.
//!
//! Invariants of modules from the parser and the builder:
//!
//! - ids are in range, and every name in an operand is declared in scope;
//! - the modifiers of an instruction fill the slots of its form, and its operands match the form's row in number and
//!   kind ([`crate::verify()`] checks types, ranges, versions and targets);
//! - scopes nest: every [`Statement::Open`] has its [`Statement::Close`].
//!
//! Source positions are not part of a module; the parser returns them separately ([`crate::SourceMap`]), so modules are
//! compared by their meaning. Comments on separate lines or after statements are kept.

pub mod bind;
mod body;
mod class;
mod instruction;
mod variables;

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::target::{Target, Version};
use crate::types::Type;

pub use self::body::{Body, Loc, Prototype, RegisterGroup, Statement};
pub use self::instruction::{Base, Call, Instruction, Operand, Part, Texture};
pub use self::variables::{Immediate, Init, Linkage, Space, Variable};

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

/// The memory that a parameter of a kernel points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The space.
    pub space: Option<Space>,
    /// The alignment.
    pub align: Option<u32>,
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

/// Suffixes of the elements of a vector register; `.r` to `.a` are read too.
pub(crate) const COMPONENTS: [&str; 4] = [".x", ".y", ".z", ".w"];

/// The predicate of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate.
    pub register: Reg,
    /// True for `@!p`.
    pub negated: bool,
}

/// `[a+4]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// Its base.
    pub base: Base,
    /// Bytes to add.
    pub offset: i64,
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
