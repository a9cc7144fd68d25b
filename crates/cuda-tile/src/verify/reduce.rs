//! `reduce` and `scan`: operands, identities, body. What may stand in a body is checked op by op.

use ir::spec::V13_4;
use ir::{Block, Field, Op, Value};
use numerics::Scalar;

use super::check::{Checked, OpCheck, fail, quote, quote_elem};
use super::codes::{REDUCE, REDUCE_BODY};
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};
use crate::types::{Elem, TileType, Type};

const OPERANDS: Field = fields::reduce::operands;
const RESULTS: Field = fields::reduce::results;

pub(super) fn reduce(check: &OpCheck<'_, '_>) -> Checked {
    operands(check, fields::reduce::dim, fields::reduce::identities)?;
    let dim = check.int(fields::reduce::dim, 32) as usize;
    let (given, results) = (check.operands(OPERANDS), check.values(RESULTS));
    for (i, (&operand, &result)) in given.iter().zip(&results).enumerate() {
        let inferred = without_dim(check.tile_of(operand), dim);
        let given = check.tile_of(result);
        if (inferred.as_slice(), check.tile_of(operand).elem()) != (given.shape(), given.elem()) {
            return fail(not_inferred(check, &inferred, (i, operand, result)));
        }
    }
    body(check, fields::reduce::body)
}

fn not_inferred(
    check: &OpCheck<'_, '_>,
    shape: &[u32],
    (i, operand, result): (usize, Value, Value),
) -> diag::Diagnostic {
    // Not every shape is a tile type: a rank-0 tile of f4E2M1FN is none.
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    let message = format!(
        "inferred type(s) '!cuda_tile.tile<{extents}{}>' are incompatible with return type(s) of operation {}",
        check.tile_of(operand).elem(),
        check.quoted(result)
    );
    let diagnostic = check.error(REDUCE, message);
    let diagnostic = check
        .with_type(diagnostic, operand, &format!("operand #{i}"))
        .note("a result has the shape of its operand without the reduced dimension");
    let tile = check.tile_of(operand);
    let meant = (0..tile.rank()).find(|&dim| without_dim(tile, dim) == check.tile_of(result).shape());
    match meant {
        Some(dim) => diagnostic.help(format!("`dim={dim}` gives this type")),
        None => diagnostic,
    }
}

fn without_dim(tile: &TileType, dim: usize) -> Vec<u32> {
    let kept = tile.shape().iter().enumerate().filter(|&(i, _)| i != dim);
    kept.map(|(_, &extent)| extent).collect()
}

pub(super) fn scan(check: &OpCheck<'_, '_>) -> Checked {
    operands(check, fields::scan::dim, fields::scan::identities)?;
    let (given, results) = (check.operands(OPERANDS), check.values(RESULTS));
    for (i, (&operand, &result)) in given.iter().zip(&results).enumerate() {
        if check.tile_of(operand) != check.tile_of(result) {
            let message = format!("expect same type for operand at index: {i} and result at index: {i}");
            let diagnostic = check.with_type(check.error(REDUCE, message), operand, &format!("operand #{i}"));
            return fail(check.with_type(diagnostic, result, &format!("result #{i}")));
        }
    }
    body(check, fields::scan::body)
}

/// Operands, results and identities are equal in number; the dimension exists.
fn operands(check: &OpCheck<'_, '_>, dim: Field, identities: Field) -> Checked {
    let (given, results) = (check.operands(OPERANDS), check.values(RESULTS).len());
    let at = check.int(dim, 32);
    check.ensure(at >= 0, REDUCE, || {
        "attribute 'dim' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative"
            .to_owned()
    })?;
    check.ensure(!given.is_empty(), REDUCE, || "expect at least 1 operand".to_owned())?;
    check
        .ensure(given.len() == results, REDUCE, || "expect same number of operands and results".to_owned())
        .map_err(|d| Box::new(d.note(format!("there are {} operands and {results} results", given.len()))))?;
    let Some(Attr::Array(ids)) = check.attr(identities) else { return Ok(()) };
    check.ensure(ids.len() == given.len(), REDUCE, || {
        format!(
            "expect identities to match the number of operands but got: {} operands and {} identities",
            given.len(),
            ids.len()
        )
    })?;
    for (i, (&value, &id)) in given.iter().zip(ids).enumerate() {
        let (Attr::Int { ty, .. } | Attr::Float { ty, .. }) = *check.module().attrs.get(id) else { continue };
        let elem = check.tile_of(value).elem();
        if !identity_fits(elem, ty) {
            let message = format!(
                "expect same type for operand at index: {i} and identity at index: {i} but got: {} and {}",
                quote_elem(elem),
                quote(&Type::Scalar(ty))
            );
            return fail(check.with_type(check.error(REDUCE, message), value, &format!("operand #{i}")));
        }
    }
    let rank = check.tile_of(given[0]).rank() as i64;
    check.ensure_types(at < rank, REDUCE, &[OPERANDS], || {
        format!("dimension ({at}) is out of bound [0, {rank})")
    })
}

fn identity_fits(elem: Elem, identity: Scalar) -> bool {
    let half = |scalar| matches!(scalar, Scalar::F16 | Scalar::BF16);
    elem.scalar().is_some_and(|scalar| scalar == identity || half(scalar) && half(identity))
}

/// Arguments and yielded values of the body.
fn body(check: &OpCheck<'_, '_>, region: Field) -> Checked {
    let Some(block) = check.module().block(check.op, region) else { return Ok(()) };
    let given = check.operands(OPERANDS);
    let args: Vec<Value> = check.module().body.block_args(block).into_iter().collect();
    check
        .ensure(args.len() == 2 * given.len(), REDUCE_BODY, || {
            format!("expect {} block arguments but got: {}", 2 * given.len(), args.len())
        })
        .map_err(|d| Box::new(d.note("the body takes a pair for each operand: (element, accumulator)")))?;
    for (i, &arg) in args.iter().enumerate() {
        let scalar = check.module().ty(arg).as_tile().is_some_and(|tile| tile.rank() == 0);
        check.ensure(scalar, REDUCE_BODY, || {
            format!("expect 0-rank tile type at index: {i} but got: {}", check.quoted(arg))
        })?;
    }
    for (i, &operand) in given.iter().enumerate() {
        argument_pair(check, &args, i, operand)?;
    }
    yielded(check, block, given)
}

fn argument_pair(check: &OpCheck<'_, '_>, args: &[Value], i: usize, operand: Value) -> Checked {
    let elem = |value: Value| check.tile_of(value).elem();
    let (first, second) = (elem(args[2 * i]), elem(args[2 * i + 1]));
    check.ensure(first == second, REDUCE_BODY, || {
        format!(
            "expect same element type for block argument at index: {} and {} but got: {} and {}",
            2 * i,
            2 * i + 1,
            quote_elem(first),
            quote_elem(second)
        )
    })?;
    let own = elem(operand);
    if own == first {
        return Ok(());
    }
    let message = format!(
        "expect same type for operand at index: {i} and block argument at index: {} but got: {} and {}",
        2 * i,
        quote_elem(own),
        quote_elem(first)
    );
    fail(check.with_type(check.error(REDUCE_BODY, message), operand, &format!("operand #{i}")))
}

fn yielded(check: &OpCheck<'_, '_>, block: Block, given: &[Value]) -> Checked {
    let module = check.module();
    let Some(last) = module.body.last_op(block).filter(|&op| check.is_sound(op)) else { return Ok(()) };
    // Another terminator is reported in place.
    if module.opcode(last) != Opcode::Yield {
        return Ok(());
    }
    let values = module.body.operands(last);
    let at_yield = |diagnostic: Box<diag::Diagnostic>| match module.place(last) {
        Some(place) => Box::new(diagnostic.also(place, "yielded here")),
        None => diagnostic,
    };
    check
        .ensure(values.len() == given.len(), REDUCE_BODY, || {
            format!(
                "expect number of terminators operands ({}) to match number of operands ({})",
                values.len(),
                given.len()
            )
        })
        .map_err(at_yield)?;
    for (i, (&value, &operand)) in values.iter().zip(given).enumerate() {
        let Some(tile) = module.ty(value).as_tile() else {
            let message = format!(
                "expected TileType for operand and terminator types but got: {} and {}",
                check.quoted(operand),
                check.quoted(value)
            );
            return Err(at_yield(Box::new(check.error(REDUCE_BODY, message))));
        };
        let own = check.tile_of(operand).elem();
        // The reference tools let a yielded tile have any shape; a body that combines elements cannot mean that.
        let got = if tile.rank() == 0 { quote_elem(tile.elem()) } else { check.quoted(value) };
        check
            .ensure(tile.elem() == own && tile.rank() == 0, REDUCE_BODY, || {
                format!(
                    "expect same type for operand at index: {i} and terminator argument at index: {i} but got: {} and {got}",
                    quote_elem(own)
                )
            })
            .map_err(at_yield)?;
    }
    Ok(())
}

/// An op inside the body of `owner` has no effects.
pub(super) fn may_stand_in(check: &OpCheck<'_, '_>, owner: Op) -> Checked {
    if check.row.effect_free {
        return Ok(());
    }
    let module = check.module();
    let name = format!("cuda_tile.{}", module.spec(owner).mnemonic);
    let kind = if check.version() >= V13_4 { "memory-effect-free" } else { "pure" };
    let diagnostic = check.error(REDUCE_BODY, format!("only {kind} operations are allowed inside '{name}'"));
    let diagnostic = match module.place(owner) {
        Some(place) => diagnostic.also(place, "in the body of this op"),
        None => diagnostic,
    };
    fail(diagnostic.help("compute it before, and use the result inside"))
}
