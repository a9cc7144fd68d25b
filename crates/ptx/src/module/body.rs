//! The body of a function: its registers and statements.

use cranelift_entity::{EntityRef, PrimaryMap};

use super::instruction::Instruction;
use super::variables::Variable;
use super::{COMPONENTS, Comment, Directive, Label, Reg, Var};
use crate::types::Type;

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

impl Body {
    /// Number of registers.
    pub fn register_count(&self) -> usize {
        self.groups.last().map_or(0, |group| group.first.index() + group.len())
    }

    /// The group of a register.
    pub fn group(&self, register: Reg) -> &RegisterGroup {
        // While a function is built, every register is a group.
        if let Some(group) = self.groups.get(register.index())
            && group.first == register
            && !group.is_empty()
        {
            return group;
        }
        let after = self.groups.partition_point(|group| group.first <= register);
        &self.groups[after - 1]
    }

    /// The type of a register.
    pub fn register_type(&self, register: Reg) -> Type {
        self.group(register).of
    }

    /// The name of a register.
    pub fn register_name(&self, register: Reg) -> String {
        let (group, number, element) = self.place_of(register);
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        format!("{}{number}{element}", group.name)
    }

    /// The group of a register, its number if the group has numbers, and the suffix of an element of a vector.
    pub(crate) fn place_of(&self, register: Reg) -> (&RegisterGroup, Option<i64>, &'static str) {
        let group = self.group(register);
        let (offset, width) = (register.index() - group.first.index(), group.width());
        let number = group.count.map(|_| (offset / width) as i64);
        let element = group.vector.map(|_| COMPONENTS[offset % width % COMPONENTS.len()]);
        (group, number, element.unwrap_or_default())
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
