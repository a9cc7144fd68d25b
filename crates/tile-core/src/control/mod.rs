//! Control flow that levels 2 to 4 share, like [arithmetic](crate::arith): one meaning and one set of rules.

pub mod flow;
mod rows;
pub mod rules;

use ir::generic::GenericLevel;
use ir::{Field, Module, Value};
use numerics::Scalar;

use crate::arith::Arith;

pub use rows::{Control, SHARED, fields};

/// A level whose control flow is structured: its table has the rows of [`Control`] and of [`Arith`].
pub trait Structured: GenericLevel {
    /// A function of the level. Its row is the level's own.
    const FUNC: Self::Opcode;
    /// The body of a function.
    const FUNC_BODY: Field;

    /// The op of control flow that an op is, if it is one.
    fn control(opcode: Self::Opcode) -> Option<Control>;

    /// The level's row of an op of control flow.
    fn of_control(op: Control) -> Self::Opcode;

    /// The op of arithmetic that an op is, if it is one.
    fn arith(opcode: Self::Opcode) -> Option<Arith>;

    /// The level's row of an op of arithmetic.
    fn of_arith(op: Arith) -> Self::Opcode;

    /// The bits that every element of a value has, if they are known.
    fn known(module: &Module<Self>, value: Value) -> Option<u64>;

    /// The type of the numbers that a type holds.
    fn scalar(ty: &Self::Type) -> Option<Scalar>;
}
