//! Reading symbolic expressions, layouts and types of the preview `simt`.
//!
//! Expressions in their short form are read by [`expression`].

mod expression;

use diag::Span;
use ir::text::{Kind, Parse, code};

use self::expression::ExprText;
use super::{Reader, attrs, types};
use crate::attrs::{Attr, EnumKind, MemorySpace, PreviewAttr};
use crate::types::TypeError;
use crate::types::preview::{BinaryOp, Expr, Fragment, Layout, PreviewType};

fn refused(r: &mut Reader<'_>, start: u32, error: TypeError) -> ir::text::Failed {
    let span = Span::new(start, r.end());
    r.error_at(code::INVALID_TYPE, span, error.0, "this cannot be")
}

/// A type of the preview, whose word was consumed; `None` for another word.
pub(super) fn read_type(r: &mut Reader<'_>, word: &str, at: Span) -> Parse<Option<PreviewType>> {
    Ok(Some(match word {
        "preview$sym_t" => {
            r.expect(Kind::Less, "'<'")?;
            let start = r.token().start;
            let expr = if r.kind() == Kind::Str {
                Expr::var(&read_name(r)?).map_err(|error| refused(r, start, error))?
            } else {
                read_expr(r)?
            };
            let Expr::Var(name) = expr else { return Err(r.expected("the name of a parameter")) };
            r.expect(Kind::Greater, "'>'")?;
            PreviewType::Symbol(name)
        }
        "preview$fragment" => PreviewType::Fragment(Box::new(read_fragment(r, at)?)),
        "preview$Datatype" => PreviewType::Datatype,
        "preview$shape" => PreviewType::Shape,
        "preview$string" => PreviewType::String,
        "index" => PreviewType::Index,
        "none" => PreviewType::None,
        _ => return Ok(None),
    }))
}

/// `<16x[N]xf32, local, mem_layout = <..>, fragmap = <..>, alignment = 8>`
fn read_fragment(r: &mut Reader<'_>, at: Span) -> Parse<Fragment> {
    r.expect(Kind::Less, "'<'")?;
    let shape = read_extents(r)?;
    let elem = r.nested(types::read_value)?;
    r.expect(Kind::Comma, "','")?;
    let space = MemorySpace::ALL.iter().find(|space| r.eat_word(space.name()));
    let Some(&space) = space else { return Err(r.expected("'local' or 'smem'")) };
    let named_layout = |r: &mut Reader<'_>, name: &str| {
        r.expect(Kind::Comma, "','")?;
        r.expect_word(name)?;
        r.expect(Kind::Equal, "'='")?;
        read_layout(r)
    };
    let layouts = [named_layout(r, "mem_layout")?, named_layout(r, "fragmap")?];
    let mut alignment = Expr::Int(1);
    if r.eat(Kind::Comma) {
        r.expect_word("alignment")?;
        r.expect(Kind::Equal, "'='")?;
        alignment = read_expr(r)?;
    }
    r.expect(Kind::Greater, "'>'")?;
    Fragment::new(shape, elem, space, layouts, alignment).map_err(|error| refused(r, at.start, error))
}

/// `16x[N]x` before an element type.
fn read_extents(r: &mut Reader<'_>) -> Parse<Vec<Expr>> {
    let mut extents = Vec::new();
    loop {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens begin the element type")]
        let extent = match r.kind() {
            Kind::BracketOpen => {
                r.bump();
                let extent = read_expr(r)?;
                let close = r.expect(Kind::BracketClose, "']'")?;
                (extent, close.end)
            }
            Kind::Int | Kind::Hex => {
                let mut text = ExprText::at(r);
                let number = text.number(false);
                (text.finish_part(r, number)?, text.pos as u32)
            }
            _ => return Ok(extents),
        };
        let (extent, end) = extent;
        let mut behind = ExprText { text: r.source(), pos: end as usize, depth: 0 };
        let is_cross = behind.peek() == b'x';
        let at = behind.pos as u32;
        if !is_cross {
            let span = Span::new(at, at + 1);
            return Err(r.error_at(code::EXPECTED, span, "expected 'x' in dimension list", "comes here"));
        }
        r.consumed_to(at + 1);
        extents.push(extent);
    }
}

/// `<(1, N):(0, 1)>`, or `<shapes = .., strides = ..>`.
fn read_layout(r: &mut Reader<'_>) -> Parse<Layout> {
    let start = r.token().start;
    r.expect(Kind::Less, "'<'")?;
    let (shapes, strides) = if r.at_word("shapes") {
        let named_tuple = |r: &mut Reader<'_>, name: &str| {
            r.expect_word(name)?;
            r.expect(Kind::Equal, "'='")?;
            read_tuple(r)
        };
        let shapes = named_tuple(r, "shapes")?;
        r.expect(Kind::Comma, "','")?;
        (shapes, named_tuple(r, "strides")?)
    } else {
        let shapes = read_modes(r)?;
        r.expect(Kind::Colon, "':'")?;
        (shapes, read_modes(r)?)
    };
    r.expect(Kind::Greater, "'>'")?;
    Layout::new(shapes, strides).map_err(|error| refused(r, start, error))
}

/// `(1, N)`: modes of a layout, one of which needs no comma after it.
fn read_modes(r: &mut Reader<'_>) -> Parse<Vec<Expr>> {
    r.expect(Kind::ParenOpen, "'('")?;
    let mut modes = Vec::new();
    r.list(Kind::ParenClose, "')'", |r| {
        modes.push(read_expr(r)?);
        Ok(())
    })?;
    Ok(modes)
}

fn read_tuple(r: &mut Reader<'_>) -> Parse<Vec<Expr>> {
    if let Expr::Tuple(items) = read_full(r)? {
        return Ok(items.into());
    }
    Err(r.expected("a symbolic tuple"))
}

/// An expression in its short form.
fn read_expr(r: &mut Reader<'_>) -> Parse<Expr> {
    let mut text = ExprText::at(r);
    let found = text.sum();
    text.finish_part(r, found)
}

/// An expression as an attribute, `#cuda_tile<preview$..>`.
fn read_full(r: &mut Reader<'_>) -> Parse<Expr> {
    let start = r.token().start;
    #[allow(clippy::wildcard_enum_match_arm, reason = "other attributes are no expressions")]
    match super::values::read_value(r)? {
        Attr::Preview(attr) => match *attr {
            PreviewAttr::Expr(expr) => Ok(expr),
            PreviewAttr::Layout(_) | PreviewAttr::Scratch { .. } | PreviewAttr::ConstParam { .. } => {
                Err(no_expression(r, start))
            }
        },
        _ => Err(no_expression(r, start)),
    }
}

fn no_expression(r: &mut Reader<'_>, start: u32) -> ir::text::Failed {
    let span = Span::new(start, r.end());
    r.error_at(code::ATTRIBUTE, span, "expected a symbolic expression", "is an attribute of another kind")
}

/// `<[3, f16, (2, 4), "text"]>`, or nothing.
pub(super) fn read_const_args(r: &mut Reader<'_>) -> Parse<Option<Vec<Expr>>> {
    if !r.eat(Kind::Less) {
        return Ok(None);
    }
    r.expect(Kind::BracketOpen, "'['")?;
    let mut args = Vec::new();
    r.list(Kind::BracketClose, "']'", |r| {
        args.push(read_const_arg(r)?);
        Ok(())
    })?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(Some(args))
}

fn read_const_arg(r: &mut Reader<'_>) -> Parse<Expr> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "all others begin an expression in short form")]
    match r.kind() {
        Kind::Str => {
            let bytes = r.read_string("a string")?;
            Ok(Expr::Str(String::from_utf8_lossy(&bytes).into()))
        }
        Kind::Hash => read_full(r),
        Kind::Bang => read_type_arg(r),
        Kind::ParenOpen => {
            let mark = r.mark();
            let tuple = read_expr(r)?;
            if r.kind() != Kind::Arrow {
                return Ok(tuple);
            }
            r.restore(mark);
            read_type_arg(r)
        }
        Kind::Word if names_type(r.str_of(r.token().span())) => read_type_arg(r),
        _ => read_expr(r),
    }
}

fn names_type(word: &str) -> bool {
    word.parse::<numerics::Scalar>().is_ok() || matches!(word, "index" | "none")
}

fn read_type_arg(r: &mut Reader<'_>) -> Parse<Expr> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other attributes are no types")]
    match super::values::read_value(r)? {
        Attr::Type(id) => Ok(Expr::Type(Box::new(r.module.types.get(id).clone()))),
        _ => Err(r.expected("a type")),
    }
}

/// `<[N: index, T: !cuda_tile<preview$Datatype>]>`, or nothing.
pub(super) fn read_const_params(r: &mut Reader<'_>) -> Parse<Option<Vec<PreviewAttr>>> {
    if !r.eat(Kind::Less) {
        return Ok(None);
    }
    r.expect(Kind::BracketOpen, "'['")?;
    let mut params = Vec::new();
    r.list(Kind::BracketClose, "']'", |r| {
        let start = r.token().start;
        let name = r.expect(Kind::Word, "the name of a parameter")?;
        let name = r.str_of(name.span());
        r.expect(Kind::Colon, "':'")?;
        let ty = types::read_value(r)?;
        params.push(PreviewAttr::const_param(name, ty).map_err(|error| refused(r, start, error))?);
        Ok(())
    })?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(Some(params))
}

/// `#cuda_tile<preview$name<..>>`, whose `#cuda_tile` was consumed.
pub(super) fn read_attr(r: &mut Reader<'_>) -> Parse<Attr> {
    let start = r.token().start;
    r.expect(Kind::Less, "'<'")?;
    let token = r.expect(Kind::Word, "the name of an attribute")?;
    let name = r.str_of(token.span());
    let attr = if let Some(kind) = EnumKind::ALL.iter().find(|kind| kind.generic_name() == Some(name)) {
        read_enum(r, *kind)?
    } else {
        let preview = match name.strip_prefix("preview$") {
            Some(name) => read_preview(r, name, token.span(), start)?,
            None => return Err(unknown(r, name, token.span())),
        };
        Attr::Preview(Box::new(preview))
    };
    r.expect(Kind::Greater, "'>'")?;
    Ok(attr)
}

fn unknown(r: &mut Reader<'_>, name: &str, span: Span) -> ir::text::Failed {
    let text = format!("unknown attribute `{name}` in dialect `cuda_tile`");
    r.error_at(code::ATTRIBUTE, span, text, "no attribute has this name")
}

fn read_enum(r: &mut Reader<'_>, kind: EnumKind) -> Parse<Attr> {
    r.expect(Kind::Less, "'<'")?;
    let slot = attrs::read_keyword(r, kind, "value")?;
    r.expect(Kind::Greater, "'>'")?;
    let case = slot.as_small().and_then(|n| u8::try_from(n).ok()).expect("a case of an enumeration is small");
    Ok(Attr::Enum(kind, case))
}

fn read_preview(r: &mut Reader<'_>, name: &str, at: Span, start: u32) -> Parse<PreviewAttr> {
    if name == "layout" {
        return read_layout(r).map(PreviewAttr::Layout);
    }
    r.expect(Kind::Less, "'<'")?;
    let attr = match name {
        "scratch_request" => {
            let (size, alignment) = read_scratch(r)?;
            PreviewAttr::scratch(size, alignment).map_err(|error| refused(r, start, error))?
        }
        "const_param" => {
            r.expect_word("name")?;
            r.expect(Kind::Equal, "'='")?;
            let name = read_name(r)?;
            r.expect(Kind::Comma, "','")?;
            r.expect_word("type")?;
            r.expect(Kind::Equal, "'='")?;
            let ty = types::read_value(r)?;
            PreviewAttr::const_param(&name, ty).map_err(|error| refused(r, start, error))?
        }
        _ => PreviewAttr::Expr(read_full_payload(r, name, at, start)?),
    };
    r.expect(Kind::Greater, "'>'")?;
    Ok(attr)
}

/// `smem.size = .., smem.alignment = ..`
pub(super) fn read_scratch(r: &mut Reader<'_>) -> Parse<(Expr, Expr)> {
    r.expect_word("smem.size")?;
    r.expect(Kind::Equal, "'='")?;
    let size = read_full(r)?;
    r.expect(Kind::Comma, "','")?;
    r.expect_word("smem.alignment")?;
    r.expect(Kind::Equal, "'='")?;
    Ok((size, read_full(r)?))
}

fn read_name(r: &mut Reader<'_>) -> Parse<String> {
    let bytes = r.read_string("a name")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_full_payload(r: &mut Reader<'_>, name: &str, at: Span, start: u32) -> Parse<Expr> {
    let binary = BinaryOp::ALL.iter().find(|known| name.strip_prefix("expr_") == Some(known.1.word()));
    if let Some(&(_, op)) = binary {
        let a = read_full(r)?;
        r.expect(Kind::Comma, "','")?;
        let b = read_full(r)?;
        return Expr::binary(op, a, b).map_err(|error| refused(r, start, error));
    }
    match name {
        "expr_int" => types::read_i64(r).map(Expr::Int),
        "expr_var" => {
            let name = read_name(r)?;
            Expr::var(&name).map_err(|error| refused(r, start, error))
        }
        "expr_builtin" => {
            let name = read_name(r)?;
            r.expect(Kind::Comma, "','")?;
            r.expect_word("index")?;
            Expr::builtin(&name).map_err(|error| refused(r, start, error))
        }
        "expr_const_str" => Ok(Expr::Str(read_name(r)?.into())),
        "expr_neg" => Ok(Expr::Neg(Box::new(read_full(r)?))),
        "concrete_type" => read_type_arg(r),
        "symbolic_tuple" => {
            r.expect(Kind::BracketOpen, "'['")?;
            let mut items = Vec::new();
            r.list(Kind::BracketClose, "']'", |r| {
                items.push(read_full(r)?);
                Ok(())
            })?;
            Ok(Expr::Tuple(items.into()))
        }
        _ => Err(unknown(r, &format!("preview${name}"), at)),
    }
}
