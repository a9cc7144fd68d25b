//! Printing expressions, layouts and types of the preview.
//!
//! Numbers have a short form, with blanks around signs inside of layouts and without elsewhere; everything has a full
//! form, which spells each part out as an attribute.

use std::fmt::{self, Display, Formatter, Write};

use super::{BinaryOp, Expr, Fragment, Layout, PreviewType};
use crate::types::{Qualified, separated};

/// Prints an expression or a layout as an attribute: `#cuda_tile<preview$expr_int<3>>`.
pub struct FullForm<T>(pub T);

impl Display for FullForm<&Expr> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("#cuda_tile<preview$")?;
        match self.0 {
            Expr::Int(value) => write!(f, "expr_int<{value}>"),
            Expr::Var(name) => write!(f, "expr_var<\"{}\">", Escaped(name)),
            Expr::Builtin(name) => write!(f, "expr_builtin<\"{}\", index>", Escaped(name)),
            Expr::Str(text) => write!(f, "expr_const_str<\"{}\">", Escaped(text)),
            Expr::Type(ty) => write!(f, "concrete_type<{}>", Qualified(ty)),
            Expr::Neg(of) => write!(f, "expr_neg<{}>", FullForm(&**of)),
            Expr::Tuple(items) => {
                f.write_str("symbolic_tuple<[")?;
                separated(f, ", ", items.iter().map(FullForm))?;
                f.write_str("]>")
            }
            Expr::Binary(op, parts) => {
                write!(f, "expr_{}<{}, {}>", op.word(), FullForm(&parts[0]), FullForm(&parts[1]))
            }
        }?;
        f.write_char('>')
    }
}

/// A text between quotation marks, as the tools escape it.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for &byte in self.0.as_bytes() {
            match byte {
                b'\\' => f.write_str("\\\\")?,
                b' '..=b'~' if byte != b'"' => f.write_char(byte.into())?,
                _ => write!(f, "\\{byte:02X}")?,
            }
        }
        Ok(())
    }
}

/// A name, in quotation marks if it is not a plain word.
struct Keyword<'a>(&'a str);

impl Display for Keyword<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
        let goes_on = |c: char| begins(c) || c.is_ascii_digit() || matches!(c, '$' | '.');
        if self.0.starts_with(begins) && self.0.chars().all(goes_on) {
            f.write_str(self.0)
        } else {
            write!(f, "\"{}\"", Escaped(self.0))
        }
    }
}

/// The short form.
struct Short<'a> {
    expr: &'a Expr,
    /// Blanks around signs.
    blanks: bool,
}

/// How strongly an operation binds.
fn strength(expr: &Expr) -> u8 {
    match expr {
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, _) => 1,
        Expr::Binary(_, _) => 2,
        Expr::Neg(_) => 3,
        Expr::Int(_) | Expr::Var(_) | Expr::Builtin(_) | Expr::Str(_) | Expr::Type(_) | Expr::Tuple(_) => 4,
    }
}

impl Short<'_> {
    /// A part, in brackets where it binds less than `least`.
    fn part(&self, f: &mut Formatter<'_>, expr: &Expr, least: u8) -> fmt::Result {
        let part = Short { expr, blanks: self.blanks };
        if strength(expr) < least { write!(f, "({part})") } else { part.fmt(f) }
    }
}

impl Display for Short<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.expr {
            Expr::Int(value) => value.fmt(f),
            Expr::Var(name) | Expr::Builtin(name) => f.write_str(name),
            Expr::Str(text) => write!(f, "\"{}\"", Escaped(text)),
            Expr::Type(ty) => Qualified(ty).fmt(f),
            Expr::Neg(of) => {
                f.write_char('-')?;
                self.part(f, of, 4)
            }
            Expr::Tuple(items) => {
                f.write_char('(')?;
                separated(f, ", ", items.iter().map(|expr| Short { expr, blanks: self.blanks }))?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Expr::Binary(op, parts) => {
                let own = strength(self.expr);
                let blank = if self.blanks { " " } else { "" };
                self.part(f, &parts[0], own)?;
                write!(f, "{blank}{}{blank}", op.sign().unwrap_or("//"))?;
                self.part(f, &parts[1], own + 1)
            }
        }
    }
}

/// As a constant argument shows it: in short, unless the context of the call has a part in it.
impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let bare = matches!(self, Expr::Str(_) | Expr::Type(_));
        if bare || self.is_short() && !self.has_builtin() {
            Short { expr: self, blanks: false }.fmt(f)
        } else {
            FullForm(self).fmt(f)
        }
    }
}

/// With its angle brackets; in full when one of its parts has no short form.
impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tuple = |f: &mut Formatter<'_>, items: &[Expr]| {
            f.write_char('(')?;
            separated(f, ", ", items.iter().map(|expr| Short { expr, blanks: true }))?;
            f.write_char(')')
        };
        let full = |items: &[Expr]| Expr::Tuple(items.into());
        f.write_char('<')?;
        if self.shapes().iter().chain(self.strides()).all(Expr::is_short) {
            tuple(f, self.shapes())?;
            f.write_char(':')?;
            tuple(f, self.strides())?;
        } else {
            let (shapes, strides) = (full(self.shapes()), full(self.strides()));
            write!(f, "shapes = {}, strides = {}", FullForm(&shapes), FullForm(&strides))?;
        }
        f.write_char('>')
    }
}

impl Display for FullForm<&Layout> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "#cuda_tile<preview$layout{}>", self.0)
    }
}

impl Display for Fragment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("preview$fragment<")?;
        for extent in self.shape() {
            if let Expr::Int(extent) = extent {
                write!(f, "{extent}x")?;
            } else {
                write!(f, "[{}]x", Short { expr: extent, blanks: false })?;
            }
        }
        let (memory, map) = (self.mem_layout(), self.fragmap());
        write!(f, "{}, {}, mem_layout = {memory}, fragmap = {map}", self.elem(), self.space().name())?;
        if *self.alignment() != Expr::Int(1) {
            write!(f, ", alignment = {}", Short { expr: self.alignment(), blanks: false })?;
        }
        f.write_char('>')
    }
}

impl Display for PreviewType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PreviewType::Symbol(name) => write!(f, "preview$sym_t<{}>", Keyword(name)),
            PreviewType::SymbolicTile { shape, elem } => {
                f.write_str("tile<")?;
                shape.iter().try_for_each(|extent| write!(f, "{extent}x"))?;
                write!(f, "preview$sym_t<{}>>", Keyword(elem))
            }
            PreviewType::Fragment(fragment) => fragment.fmt(f),
            PreviewType::Datatype => f.write_str("preview$Datatype"),
            PreviewType::Shape => f.write_str("preview$shape"),
            PreviewType::String => f.write_str("preview$string"),
            PreviewType::Index => f.write_str("index"),
            PreviewType::None => f.write_str("none"),
        }
    }
}

impl PreviewType {
    /// Prints the type with the dialect's prefix, where it has one.
    pub(crate) fn write_qualified(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PreviewType::Index | PreviewType::None => self.fmt(f),
            PreviewType::SymbolicTile { .. } => write!(f, "!cuda_tile.{self}"),
            PreviewType::Symbol(_)
            | PreviewType::Fragment(_)
            | PreviewType::Datatype
            | PreviewType::Shape
            | PreviewType::String => write!(f, "!cuda_tile<{self}>"),
        }
    }
}
