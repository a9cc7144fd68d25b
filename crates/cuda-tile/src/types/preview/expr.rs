//! Symbolic expressions.

use crate::types::{Qualified, Type, TypeError};

use super::{FullForm, PreviewType};

/// The name of a parameter or a text.
pub type Name = Box<str>;

/// An operation on two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// The product.
    Mul,
    /// The quotient of two numbers that need not be whole.
    Div,
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The quotient, rounded down.
    FloorDiv,
    /// The quotient, rounded up.
    CeilDiv,
}

impl BinaryOp {
    /// Every case, by its number in bytecode.
    pub const ALL: [(u64, BinaryOp); 6] = [
        (211, BinaryOp::Mul),
        (212, BinaryOp::Div),
        (213, BinaryOp::Add),
        (214, BinaryOp::Sub),
        (215, BinaryOp::FloorDiv),
        (218, BinaryOp::CeilDiv),
    ];

    /// The word of the full form: `mul` of `preview$expr_mul`.
    pub const fn word(self) -> &'static str {
        match self {
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "div",
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::FloorDiv => "floor_div",
            BinaryOp::CeilDiv => "ceil_div",
        }
    }

    /// The sign of the short form; a quotient that need not be whole has none.
    pub const fn sign(self) -> Option<&'static str> {
        match self {
            BinaryOp::Mul => Some("*"),
            BinaryOp::Div => None,
            BinaryOp::Add => Some("+"),
            BinaryOp::Sub => Some("-"),
            BinaryOp::FloorDiv => Some("/"),
            BinaryOp::CeilDiv => Some("/+"),
        }
    }

    fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            BinaryOp::Mul => a.checked_mul(b),
            BinaryOp::Div => None,
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            BinaryOp::FloorDiv => {
                let down = (a.checked_rem(b)? != 0) & ((a < 0) != (b < 0));
                a.checked_div(b)?.checked_sub(down.into())
            }
            BinaryOp::CeilDiv => {
                let up = (a.checked_rem(b)? != 0) & ((a < 0) == (b < 0));
                a.checked_div(b)?.checked_add(up.into())
            }
        }
    }
}

/// An expression over the parameters of an external function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Int(i64),
    /// A parameter.
    Var(Name),
    /// `context.name`: a number that the context of a call gives.
    Builtin(Name),
    /// A text.
    Str(Name),
    /// A type.
    Type(Box<Type>),
    /// The number with the other sign.
    Neg(Box<Expr>),
    /// A tuple.
    Tuple(Box<[Expr]>),
    /// An operation on two numbers.
    Binary(BinaryOp, Box<[Expr; 2]>),
}

impl Expr {
    /// A parameter.
    ///
    /// # Errors
    /// Names that are empty or have a dot.
    pub fn var(name: &str) -> Result<Expr, TypeError> {
        if name.is_empty() {
            return Err(TypeError("expression variable name cannot be empty".to_owned()));
        }
        if name.contains('.') {
            let message =
                "expression variable name cannot contain '.'; dotted names are reserved for builtins";
            return Err(TypeError(message.to_owned()));
        }
        Ok(Expr::Var(name.into()))
    }

    /// A number that the context of a call gives.
    ///
    /// # Errors
    /// Names outside of `context.`.
    pub fn builtin(name: &str) -> Result<Expr, TypeError> {
        if !name.starts_with("context.") {
            return Err(TypeError("builtin expression name must be in the 'context.' namespace".to_owned()));
        }
        Ok(Expr::Builtin(name.into()))
    }

    /// An operation on two expressions.
    ///
    /// # Errors
    /// A quotient by zero.
    pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Result<Expr, TypeError> {
        let rounding = match op {
            BinaryOp::FloorDiv => "floor ",
            BinaryOp::CeilDiv => "ceil ",
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Add | BinaryOp::Sub => "",
        };
        if !rounding.is_empty() && b == Expr::Int(0) {
            return Err(TypeError(format!("{rounding}division by zero is not allowed")));
        }
        Ok(Expr::Binary(op, Box::new([a, b])))
    }

    /// The number, where it is known and 64 bits hold it. What does not depend on a parameter is known as far as the
    /// tools see that: `a - a` and `a * 0` are, `(a + 1) - a` is not.
    pub fn value(&self) -> Option<i64> {
        match self {
            Expr::Int(value) => Some(*value),
            Expr::Neg(_) | Expr::Binary(..) => self.simplified().as_int(),
            Expr::Var(_) | Expr::Builtin(_) | Expr::Str(_) | Expr::Type(_) | Expr::Tuple(_) => None,
        }
    }

    /// The expression without operations that change nothing and with known numbers computed, by the rules of the
    /// tools.
    fn simplified(&self) -> Expr {
        match self {
            Expr::Neg(of) => {
                let of = of.simplified();
                if let Expr::Neg(of) = of {
                    return *of;
                }
                of.as_int().and_then(i64::checked_neg).map_or_else(|| Expr::Neg(Box::new(of)), Expr::Int)
            }
            Expr::Binary(op, parts) => operation(*op, parts[0].simplified(), parts[1].simplified()),
            Expr::Int(_)
            | Expr::Var(_)
            | Expr::Builtin(_)
            | Expr::Str(_)
            | Expr::Type(_)
            | Expr::Tuple(_) => self.clone(),
        }
    }

    /// The number that it is, without any computing.
    pub(super) fn as_int(&self) -> Option<i64> {
        if let Expr::Int(value) = self { Some(*value) } else { None }
    }

    /// A known expression with its numbers computed: a number, a text, a type, or a tuple of such; `None` where a
    /// parameter or the context of a call has a part in it, or 64 bits do not hold a number.
    pub fn evaluated(&self) -> Option<Expr> {
        match self {
            Expr::Str(_) | Expr::Type(_) => Some(self.clone()),
            Expr::Tuple(items) => {
                Some(Expr::Tuple(items.iter().map(Expr::evaluated).collect::<Option<_>>()?))
            }
            Expr::Int(_) | Expr::Neg(_) | Expr::Binary(..) | Expr::Var(_) | Expr::Builtin(_) => {
                self.value().map(Expr::Int)
            }
        }
    }

    /// The first parameter that the expression refers to.
    pub fn variable(&self) -> Option<&str> {
        self.find_variable(&|_| true)
    }

    /// The first parameter that the expression refers to and that is `sought`.
    pub(crate) fn find_variable(&self, sought: &dyn Fn(&str) -> bool) -> Option<&str> {
        match self {
            Expr::Var(name) => Some(&**name).filter(|name| sought(name)),
            Expr::Neg(of) => of.find_variable(sought),
            Expr::Tuple(items) => items.iter().find_map(|item| item.find_variable(sought)),
            Expr::Binary(_, parts) => parts.iter().find_map(|part| part.find_variable(sought)),
            Expr::Type(ty) => ty.find_variable(sought),
            Expr::Int(_) | Expr::Builtin(_) | Expr::Str(_) => None,
        }
    }

    /// True for numbers without any division, as extents of a shape are.
    pub(crate) fn is_extent(&self) -> bool {
        match self {
            Expr::Int(_) | Expr::Var(_) | Expr::Builtin(_) => true,
            Expr::Neg(of) => of.is_extent(),
            Expr::Binary(BinaryOp::Mul | BinaryOp::Add | BinaryOp::Sub, parts) => {
                parts.iter().all(Expr::is_extent)
            }
            Expr::Binary(BinaryOp::Div | BinaryOp::FloorDiv | BinaryOp::CeilDiv, _)
            | Expr::Str(_)
            | Expr::Type(_)
            | Expr::Tuple(_) => false,
        }
    }

    /// Why the expression is not a number, if it is not.
    pub(crate) fn not_a_number(&self) -> Option<String> {
        match self {
            Expr::Int(_) | Expr::Var(_) | Expr::Builtin(_) => None,
            Expr::Neg(of) => of.not_a_number(),
            Expr::Binary(BinaryOp::Div, _) => Some("unsupported expression in integer context".to_owned()),
            Expr::Binary(_, parts) => parts.iter().find_map(Expr::not_a_number),
            Expr::Str(_) => Some("unknown expression in integer context".to_owned()),
            Expr::Type(ty) => Some(format!("expected integer expression, got {}", Qualified(ty))),
            Expr::Tuple(_) => Some("expected integer expression, got tuple".to_owned()),
        }
    }

    /// True when the expression has a short form, as layouts and extents show it.
    pub(crate) fn is_short(&self) -> bool {
        match self {
            Expr::Int(_) | Expr::Var(_) | Expr::Builtin(_) => true,
            Expr::Neg(of) => of.is_short(),
            Expr::Tuple(items) => items.iter().all(Expr::is_short),
            Expr::Binary(op, parts) => op.sign().is_some() && parts.iter().all(Expr::is_short),
            Expr::Str(_) | Expr::Type(_) => false,
        }
    }

    /// True when the context of a call has a part in it.
    pub(crate) fn has_builtin(&self) -> bool {
        match self {
            Expr::Builtin(_) => true,
            Expr::Neg(of) => of.has_builtin(),
            Expr::Tuple(items) => items.iter().any(Expr::has_builtin),
            Expr::Binary(_, parts) => parts.iter().any(Expr::has_builtin),
            Expr::Int(_) | Expr::Var(_) | Expr::Str(_) | Expr::Type(_) => false,
        }
    }

    /// Roughly how many words the expression takes.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Expr::Int(_) | Expr::Var(_) | Expr::Builtin(_) | Expr::Str(_) | Expr::Type(_) => 1,
            Expr::Neg(of) => 1 + of.weight(),
            Expr::Tuple(items) => 1 + items.iter().map(Expr::weight).sum::<usize>(),
            Expr::Binary(_, parts) => 1 + parts.iter().map(Expr::weight).sum::<usize>(),
        }
    }

    /// Why the expression is not a known value of a parameter of type `ty`, if it is not.
    pub(crate) fn unfit_for(&self, ty: &PreviewType) -> Option<String> {
        let unknown = |name: &str| format!("must be statically known; references symbolic variable '{name}'");
        if let Some(name) = self.variable() {
            return Some(unknown(name));
        }
        let invalid = |what: &str, why: String| format!("must be a valid {what} expression: {why}");
        let expected = |what: &str| {
            invalid(what, format!("expected {} expression, got {}", article(what), FullForm(self)))
        };
        match ty {
            PreviewType::Index => self.not_a_number().map(|why| invalid("integer", why)),
            PreviewType::Shape => {
                let Expr::Tuple(items) = self else { return Some(expected("shape")) };
                shape_problem(items).map(|why| match why {
                    Problem::Empty => "must be statically known; empty tuple is not supported".to_owned(),
                    Problem::NotANumber(why) => invalid("shape", why),
                })
            }
            PreviewType::Datatype => (!matches!(self, Expr::Type(_))).then(|| expected("datatype")),
            PreviewType::String => (!matches!(self, Expr::Str(_))).then(|| expected("string")),
            // No parameter has another type.
            PreviewType::Symbol(_)
            | PreviewType::SymbolicTile { .. }
            | PreviewType::Fragment(_)
            | PreviewType::None => None,
        }
    }
}

/// An operation on two simplified expressions.
fn operation(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let numbers = (a.as_int(), b.as_int());
    if let (Some(left), Some(right)) = numbers
        && let Some(value) = op.apply(left, right)
    {
        return Expr::Int(value);
    }
    match (op, numbers) {
        (BinaryOp::Mul, (Some(0), _) | (_, Some(0))) => Expr::Int(0),
        (BinaryOp::Mul, (Some(1), _)) | (BinaryOp::Add, (Some(0), _)) => b,
        (BinaryOp::Mul | BinaryOp::FloorDiv | BinaryOp::CeilDiv, (_, Some(1)))
        | (BinaryOp::Add | BinaryOp::Sub, (_, Some(0))) => a,
        (BinaryOp::Sub, _) if a == b => Expr::Int(0),
        _ => Expr::Binary(op, Box::new([a, b])),
    }
}

/// The name of a kind of expression in messages, with its article.
fn article(what: &str) -> &str {
    if what == "shape" { "tuple" } else { what }
}

enum Problem {
    Empty,
    NotANumber(String),
}

fn shape_problem(items: &[Expr]) -> Option<Problem> {
    if items.is_empty() {
        return Some(Problem::Empty);
    }
    items.iter().find_map(|item| {
        if let Expr::Tuple(items) = item {
            return shape_problem(items);
        }
        item.not_a_number().map(Problem::NotANumber)
    })
}
