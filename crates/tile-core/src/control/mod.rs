//! Control flow, which levels 2 to 4 share as they share [arithmetic](crate::arith): its ops mean the same on each, and a level
//! says which of its rows they are.

pub mod flow;
pub mod rules;

use ir::plain::PlainLevel;
use ir::{Field, Level, Module, Value};
use numerics::Scalar;

/// The rows of a level that are control flow, with their fields, and the divisions, which may be undefined.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each is the row, or the field of the row, that its name says")]
pub struct Rows<L: Level> {
    pub func: L::Opcode,
    pub for_: L::Opcode,
    pub loop_: L::Opcode,
    pub if_: L::Opcode,
    pub yield_: L::Opcode,
    pub continue_: L::Opcode,
    pub break_: L::Opcode,
    pub return_: L::Opcode,
    pub divi: L::Opcode,
    pub func_body: Field,
    pub for_lower: Field,
    pub for_upper: Field,
    pub for_unsigned: Field,
    pub for_inits: Field,
    pub for_body: Field,
    pub loop_inits: Field,
    pub loop_body: Field,
    pub if_then: Field,
    pub if_otherwise: Field,
    pub divi_signed: Field,
    pub remi_signed: Field,
}

/// A level whose control flow is structured.
pub trait Structured: PlainLevel {
    /// Its rows.
    const ROWS: Rows<Self>;

    /// The bits that every element of a value has, if they are known.
    fn known(module: &Module<Self>, value: Value) -> Option<u64>;

    /// The type of the numbers that a type holds.
    fn scalar(ty: &Self::Type) -> Option<Scalar>;
}

/// The [`Rows`] of a level, whose `Opcode` and `fields` are in scope.
#[macro_export]
macro_rules! control_rows {
    () => {
        $crate::control::Rows {
            func: Opcode::Func,
            for_: Opcode::For,
            loop_: Opcode::Loop,
            if_: Opcode::If,
            yield_: Opcode::Yield,
            continue_: Opcode::Continue,
            break_: Opcode::Break,
            return_: Opcode::Return,
            divi: Opcode::DivI,
            func_body: fields::func::body,
            for_lower: fields::for_::lower,
            for_upper: fields::for_::upper,
            for_unsigned: fields::for_::unsigned,
            for_inits: fields::for_::inits,
            for_body: fields::for_::body,
            loop_inits: fields::loop_::inits,
            loop_body: fields::loop_::body,
            if_then: fields::if_::then,
            if_otherwise: fields::if_::otherwise,
            divi_signed: fields::divi::signed,
            remi_signed: fields::remi::signed,
        }
    };
}
