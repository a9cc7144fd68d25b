//! Calls of external functions (`preview$call`), for the engines that execute them.

use ir::Op;

use crate::Module;
use crate::attrs::{Attr, PreviewAttr};
use crate::ops::fields::preview_call as f;
use crate::types::TileType;
use crate::types::preview::Expr;

/// A call of an external function in a verified module.
#[derive(Clone, Debug)]
pub struct Call<'m> {
    /// The function.
    pub symbol: String,
    /// The constant arguments, computed: numbers, texts, types, and tuples of such.
    pub constants: Vec<Expr>,
    /// Types of the operands.
    pub operands: Vec<&'m TileType>,
    /// Types of the results.
    pub results: Vec<&'m TileType>,
}

/// The call of `op`, a `preview$call`.
///
/// # Errors
/// A sentence about the part of it that cannot be passed to a function of the caller, and the reason.
pub fn call(module: &Module, op: Op) -> Result<Call<'_>, String> {
    let attr = |field| module.attr(op, field).as_interned().map(|id| module.attrs.get(id));
    let symbol = match attr(f::callee) {
        Some(Attr::Str(name)) => module.text(*name).into_owned(),
        _ => String::new(),
    };
    let tile = |value: ir::Value| {
        let numbers = module.ty(value).as_tile().filter(|tile| tile.elem().scalar().is_some());
        numbers.ok_or_else(|| {
            format!(
                "the external function `{symbol}` takes or gives a value of type {}; only tiles of numbers can be handed over",
                module.ty(value)
            )
        })
    };
    let constants = match attr(f::const_args) {
        Some(Attr::Array(ids)) => ids.iter().map(|&id| constant(module.attrs.get(id), &symbol)).collect(),
        _ => Ok(Vec::new()),
    };
    let constants = constants?;
    let operands = module.operands(op, f::args).iter().map(|&value| tile(value)).collect::<Result<_, _>>()?;
    let results = module.results(op, f::outs).map(tile).collect::<Result<_, _>>()?;
    Ok(Call { symbol, constants, operands, results })
}

fn constant(attr: &Attr, symbol: &str) -> Result<Expr, String> {
    let Attr::Preview(preview) = attr else { return Err(format!("the call of `{symbol}` is not verified")) };
    let PreviewAttr::Expr(expr) = &**preview else {
        return Err(format!("the call of `{symbol}` is not verified"));
    };
    expr.evaluated().ok_or_else(|| {
        format!(
            "the constant argument `{expr}` of the call of `{symbol}` is no known number: `context` has no documented values, \
             and numbers have 64 bits"
        )
    })
}
