//! Declarations, implementations and calls of external functions: the preview `simt`.
//!
//! The verifier of the tools takes a call of a function that the module does not declare; so does this one.

use ir::{Field, StrId};
use rustc_hash::FxHashSet;

use super::check::{Checked, OpCheck, fail, quote};
use super::codes::EXTERNAL;
use super::items::{self, function_type};
use crate::attrs::{Access, Attr, EnumKind, PreviewAttr, Synchronization};
use crate::ops::{Opcode, fields};
use crate::types::preview::{Expr, Fragment};
use crate::types::{FunctionType, PreviewType, Type};

/// The key of the attribute with the access of a function to an argument.
pub(super) const ACCESS: &str = "cuda_tile.preview$access";

/// A constant parameter.
struct Param<'m> {
    name: &'m str,
    ty: &'m PreviewType,
}

/// The constant parameters in an attribute of an op.
fn params<'m>(check: &OpCheck<'_, 'm>, op: ir::Op, field: Field) -> Vec<Param<'m>> {
    let module = check.module();
    let attr = module.attr(op, field).as_interned().and_then(|id| module.attrs.try_get(id));
    let Some(Attr::Array(ids)) = attr else { return Vec::new() };
    let param = |id: &ir::AttrId| match module.attrs.try_get(*id) {
        Some(Attr::Preview(param)) => match &**param {
            PreviewAttr::ConstParam { name, ty } => Some(Param { name, ty: ty.as_preview()? }),
            PreviewAttr::Expr(_) | PreviewAttr::Layout(_) | PreviewAttr::Scratch { .. } => None,
        },
        _ => None,
    };
    ids.iter().filter_map(param).collect()
}

/// The expressions in an attribute of the op.
fn exprs<'m>(check: &OpCheck<'_, 'm>, field: Field) -> Vec<&'m Expr> {
    let module = check.module();
    let Some(Attr::Array(ids)) = check.attr(field) else { return Vec::new() };
    let expr = |id: &ir::AttrId| match module.attrs.try_get(*id) {
        Some(Attr::Preview(attr)) => match &**attr {
            PreviewAttr::Expr(expr) => Some(expr),
            PreviewAttr::Layout(_) | PreviewAttr::Scratch { .. } | PreviewAttr::ConstParam { .. } => None,
        },
        _ => None,
    };
    ids.iter().filter_map(expr).collect()
}

/// The access of a function to argument `index`, from the attributes of its arguments.
fn access(check: &OpCheck<'_, '_>, op: ir::Op, field: Field, index: usize) -> Option<Access> {
    let module = check.module();
    let attr = module.attr(op, field).as_interned().and_then(|id| module.attrs.try_get(id));
    let Some(Attr::Array(dicts)) = attr else { return None };
    let Some(Attr::Dict(entries)) = dicts.get(index).and_then(|&id| module.attrs.try_get(id)) else {
        return None;
    };
    let is_access = |entry: &&(StrId, ir::AttrId)| module.strings.get(entry.0).as_ref() == ACCESS.as_bytes();
    let attr = module.attrs.try_get(entries.iter().find(is_access)?.1)?;
    if let Attr::Enum(EnumKind::Access, case) = attr { Access::from_wire((*case).into()) } else { None }
}

fn distinct_names(check: &OpCheck<'_, '_>, params: &[Param<'_>]) -> Checked {
    let mut seen = FxHashSet::default();
    params.iter().try_for_each(|param| {
        check.ensure(seen.insert(param.name), EXTERNAL, || {
            format!("duplicate constant parameter name: '{}'", param.name)
        })
    })
}

pub(super) fn func(check: &OpCheck<'_, '_>) -> Checked {
    use fields::preview_func::{arg_attrs, const_params, function_type as ty_field};
    let ty = function_type(check, ty_field);
    let params = params(check, check.op, const_params);
    if let Some(Attr::Array(dicts)) = check.attr(arg_attrs) {
        check.ensure(dicts.len() == ty.params.len(), EXTERNAL, || {
            format!(
                "expects argument attribute array to have the same number of elements as the number of function arguments, got {}, but expected {}",
                dicts.len(),
                ty.params.len()
            )
        })?;
    }
    items::argument_attributes(check, arg_attrs, ty.params.len())?;
    distinct_names(check, &params)?;
    check.ensure(!ty.params.is_empty(), EXTERNAL, || {
        "extern functions must declare at least one input".to_owned()
    })?;
    for (what, types) in [("input", &ty.params), ("result", &ty.results)] {
        types.iter().enumerate().try_for_each(|(index, ty)| tile(check, what, index, ty, &params))?;
    }
    for index in 0..ty.params.len() {
        check.ensure(access(check, check.op, arg_attrs, index).is_some(), EXTERNAL, || {
            format!("extern function argument {index} must have a '{ACCESS}' arg attr")
        })?;
    }
    written(check, ty)
}

/// Types of a declaration are tiles of known shapes; their elements may be parameters.
fn tile(check: &OpCheck<'_, '_>, what: &str, index: usize, ty: &Type, params: &[Param<'_>]) -> Checked {
    check.ensure(ty.as_fragment().is_none(), EXTERNAL, || {
        format!(
            "{what} type {index} must not be a cuda_tile.preview$fragment; fragments are only valid in preview$extern_impl signatures, got {}",
            quote(ty)
        )
    })?;
    check.ensure(ty.is_any_tile(), EXTERNAL, || {
        format!("{what} type {index} must be a cuda_tile.tile, got {}", quote(ty))
    })?;
    match ty.find_variable(&|name| is_undeclared(params, name)) {
        Some(name) => fail(
            check.error(EXTERNAL, format!("{what} type references undeclared symbolic variable '{name}'")),
        ),
        None => Ok(()),
    }
}

fn is_undeclared(params: &[Param<'_>], name: &str) -> bool {
    params.iter().all(|param| param.name != name)
}

/// The first results correspond to the arguments that the function writes, in order.
fn written(check: &OpCheck<'_, '_>, ty: &FunctionType) -> Checked {
    use fields::preview_func::arg_attrs;
    let writes =
        |index: usize| matches!(access(check, check.op, arg_attrs, index), Some(Access::Out | Access::InOut));
    let written: Vec<usize> = (0..ty.params.len()).filter(|&index| writes(index)).collect();
    check.ensure(written.len() <= ty.results.len(), EXTERNAL, || {
        "number of bound inouts exceeded the number of results".to_owned()
    })?;
    written.iter().zip(&ty.results).enumerate().try_for_each(|(result, (&index, result_ty))| {
        check.ensure(ty.params[index] == *result_ty, EXTERNAL, || {
            format!("extern function argument {index} must match result {result}")
        })
    })
}

/// The declaration that a symbol names; `None` when the module has nothing of that name.
fn declaration(check: &OpCheck<'_, '_>, field: Field) -> Result<Option<ir::Op>, Box<diag::Diagnostic>> {
    let Some(Attr::Str(symbol)) = check.attr(field) else { return Ok(None) };
    let module = check.module();
    let Some(&target) = check.session.symbols.get(symbol) else { return Ok(None) };
    check.ensure(module.opcode(target) == Opcode::PreviewFunc, EXTERNAL, || {
        format!("'{}' does not reference a valid preview$func", module.text(*symbol))
    })?;
    Ok(check.is_sound(target).then_some(target))
}

fn declared_type<'m>(check: &OpCheck<'_, 'm>, function: ir::Op) -> Option<&'m FunctionType> {
    let module = check.module();
    let id = module.attr(function, fields::preview_func::function_type).as_interned()?;
    let Some(Attr::Type(ty)) = module.attrs.try_get(id) else { return None };
    if let Type::Function(ty) = module.types.get(*ty) { Some(ty) } else { None }
}

fn same_count(check: &OpCheck<'_, '_>, what: &str, of: &str, given: usize, wanted: usize) -> Checked {
    check.ensure(given == wanted, EXTERNAL, || {
        format!("{what} count ({given}) must match extern {of} {what} count ({wanted})")
    })
}

fn same_constants(check: &OpCheck<'_, '_>, given: usize, wanted: usize) -> Checked {
    check.ensure(given == wanted, EXTERNAL, || {
        format!(
            "constant argument count ({given}) must match extern function constant parameter count ({wanted})"
        )
    })
}

pub(super) fn call(check: &OpCheck<'_, '_>) -> Checked {
    use fields::preview_call::{args, callee, const_args, outs};
    let module = check.module();
    let Some(function) = declaration(check, callee)? else { return Ok(()) };
    let Some(ty) = declared_type(check, function) else { return Ok(()) };
    let (given, results) = (check.operands(args), check.values(outs));
    same_count(check, "input", "preview$func", given.len(), ty.params.len())?;
    same_count(check, "result", "preview$func", results.len(), ty.results.len())?;
    let fits = |value: ir::Value, wanted: &Type| match (module.ty(value), wanted.as_preview()) {
        (Type::Tile(tile), Some(PreviewType::SymbolicTile { shape, .. })) => tile.shape() == &shape[..],
        (found, _) => found == wanted,
    };
    for (index, (&value, wanted)) in given.iter().zip(&ty.params).enumerate() {
        check.ensure(module.ty(value).as_tile().is_some(), EXTERNAL, || {
            format!(
                "operand {index} must be a concrete 'cuda_tile.tile' at call sites, got {}",
                check.quoted(value)
            )
        })?;
        check.ensure(fits(value, wanted), EXTERNAL, || format!("operand type mismatch at index {index}"))?;
    }
    for (index, (&value, wanted)) in results.iter().zip(&ty.results).enumerate() {
        check.ensure(module.ty(value).as_tile().is_some(), EXTERNAL, || {
            format!(
                "result {index} must be a concrete 'cuda_tile.tile' at call sites, got {}",
                check.quoted(value)
            )
        })?;
        check.ensure(fits(value, wanted), EXTERNAL, || format!("result type mismatch at index {index}"))?;
    }
    let (constants, params) =
        (exprs(check, const_args), params(check, function, fields::preview_func::const_params));
    same_constants(check, constants.len(), params.len())?;
    for (index, (constant, param)) in constants.iter().zip(&params).enumerate() {
        if let Some(why) = constant.unfit_for(param.ty) {
            let message = format!("constant argument #{index} for constant parameter '{}' {why}", param.name);
            return fail(check.error(EXTERNAL, message));
        }
    }
    Ok(())
}

pub(super) fn extern_impl(check: &OpCheck<'_, '_>) -> Checked {
    use fields::preview_extern_impl as f;
    let ty = function_type(check, f::function_type);
    items::argument_attributes(check, f::arg_attrs, ty.params.len())?;
    let params = params(check, check.op, f::const_params);
    distinct_names(check, &params)?;
    check.ensure(ty.results.is_empty(), EXTERNAL, || {
        format!(
            "extern_impl must not declare results; outputs are represented as 'out' or 'inout' fragment args, got {} result(s)",
            ty.results.len()
        )
    })?;
    let fragments: Option<Vec<&Fragment>> = ty.params.iter().map(Type::as_fragment).collect();
    let Some(fragments) = fragments.filter(|fragments| !fragments.is_empty()) else {
        let message = "function_type must have at least one input and all inputs must be fragment types";
        return fail(check.error(EXTERNAL, message));
    };
    for index in 0..fragments.len() {
        check.ensure(access(check, check.op, f::arg_attrs, index).is_some(), EXTERNAL, || {
            format!("extern_impl argument {index} must carry a '{ACCESS}' arg attr")
        })?;
    }
    written_together(check, fragments.len())?;
    check.ensure(check.attr(f::config).is_none(), EXTERNAL, || {
        "extern_impl must not carry 'config'".to_owned()
    })?;
    architectures(check)?;
    for (index, fragment) in fragments.iter().enumerate() {
        declared_variables(check, index, fragment, &params)?;
        fragment_map(check, index, fragment)?;
    }
    implemented(check, &fragments, &params)
}

/// Fragments that an implementation writes stand side by side.
fn written_together(check: &OpCheck<'_, '_>, arguments: usize) -> Checked {
    use fields::preview_extern_impl::arg_attrs;
    let writes = |index: &usize| {
        matches!(access(check, check.op, arg_attrs, *index), Some(Access::Out | Access::InOut))
    };
    let written: Vec<usize> = (0..arguments).filter(writes).collect();
    let (Some(first), Some(last)) = (written.first(), written.last()) else { return Ok(()) };
    check.ensure(last - first + 1 == written.len(), EXTERNAL, || {
        format!(
            "out/inout fragment args must form a single contiguous run; found {} out/inout arg(s) spanning indices {first}..{last} with an 'in' arg in between",
            written.len()
        )
    })
}

fn architectures(check: &OpCheck<'_, '_>) -> Checked {
    let Some(Attr::Array(ids)) = check.attr(fields::preview_extern_impl::arch) else { return Ok(()) };
    let module = check.module();
    ids.iter().enumerate().try_for_each(|(index, &id)| {
        let empty = matches!(module.attrs.get(id), Attr::Str(text) if module.strings.get(*text).is_empty());
        check.ensure(!empty, EXTERNAL, || format!("arch[{index}] must be a non-empty string"))
    })
}

fn declared_variables(
    check: &OpCheck<'_, '_>,
    index: usize,
    fragment: &Fragment,
    params: &[Param<'_>],
) -> Checked {
    let undeclared = fragment.variables_by_field(&|name| is_undeclared(params, name));
    undeclared.into_iter().try_for_each(|(field, name)| match name {
        None => Ok(()),
        Some(name) => fail(check.error(
            EXTERNAL,
            format!("argument {index} field {field} references an undeclared symbolic variable {name}"),
        )),
    })
}

fn fragment_map(check: &OpCheck<'_, '_>, index: usize, fragment: &Fragment) -> Checked {
    let map = fragment.fragmap();
    let modes = map.shapes().len();
    check.ensure(modes == 3, EXTERNAL, || {
        format!(
            "fragment arg {index} fragmap must have 3 shape modes (invocation, participant, footprint), got {modes}"
        )
    })?;
    if let (Some(count), Some(footprint)) = (fragment.len(), map.mode_size(2)) {
        check.ensure(count == footprint, EXTERNAL, || {
            format!(
                "fragment arg {index} fragmap footprint mode size ({footprint}) must equal the fragment element count ({count})"
            )
        })?;
    }
    let shared = fragment.space() == crate::attrs::MemorySpace::Shared;
    let moves =
        map.flat_mode(1).is_some_and(|flat| flat.iter().any(|&(extent, stride)| extent > 1 && stride != 0));
    check.ensure(!(shared && moves), EXTERNAL, || {
        format!(
            "fragment arg {index} smem fragmap participant mode must have zero stride for every non-unit submode"
        )
    })
}

/// Checks that the implementation agrees with the function that it implements.
fn implemented(check: &OpCheck<'_, '_>, fragments: &[&Fragment], params: &[Param<'_>]) -> Checked {
    use fields::preview_extern_impl as f;
    synchronization(check, fragments)?;
    let Some(function) = declaration(check, f::implements)? else { return Ok(()) };
    let Some(ty) = declared_type(check, function) else { return Ok(()) };
    let wanted = self::params(check, function, fields::preview_func::const_params);
    let args = exprs(check, f::const_args);
    same_constants(check, args.len(), wanted.len())?;
    for (index, (arg, wanted)) in args.iter().zip(&wanted).enumerate() {
        constant_of_impl(check, index, arg, params.get(index), wanted)?;
    }
    same_count(check, "input", "function", fragments.len(), ty.params.len())?;
    for (index, fragment) in fragments.iter().enumerate() {
        let own = access(check, check.op, f::arg_attrs, index);
        let of_function = access(check, function, fields::preview_func::arg_attrs, index);
        if let (Some(own), Some(wanted)) = (own, of_function) {
            check.ensure(own == wanted, EXTERNAL, || {
                format!(
                    "simt-path impl argument {index} access ({}) must match extern function argument access ({})",
                    own.name(),
                    wanted.name()
                )
            })?;
        }
        coverage(check, index, fragment, &ty.params[index])?;
    }
    Ok(())
}

/// Constant arguments of an implementation are its own parameters, in the order of those of the function.
fn constant_of_impl(
    check: &OpCheck<'_, '_>,
    index: usize,
    arg: &Expr,
    own: Option<&Param<'_>>,
    wanted: &Param<'_>,
) -> Checked {
    let own = own.map_or("", |own| own.name);
    check.ensure(own == wanted.name, EXTERNAL, || {
        format!(
            "const_params[{index}] name '{own}' must match implemented function const_param name '{}'",
            wanted.name
        )
    })?;
    check.ensure(matches!(arg, Expr::Var(name) if **name == *own), EXTERNAL, || {
        format!(
            "const_args[{index}] must be an identity reference to impl param '{own}' (non-identity const_args are not supported)"
        )
    })
}

/// Threads that run a function together are whole warps or warpgroups.
fn synchronization(check: &OpCheck<'_, '_>, fragments: &[&Fragment]) -> Checked {
    let field = fields::preview_extern_impl::synchronization;
    let Some(how) = Synchronization::from_slot(check.module().attr(check.op, field)) else { return Ok(()) };
    let multiple = match how {
        Synchronization::None | Synchronization::Block => return Ok(()),
        Synchronization::Warp => 32,
        Synchronization::Warpgroup => 128,
    };
    fragments.iter().filter_map(|fragment| fragment.fragmap().mode_size(1)).try_for_each(|size| {
        check.ensure(size > 0 && size % multiple == 0, EXTERNAL, || {
            format!(
                "synchronization '{}' requires the fragmap participant mode size ({size}) to be a positive multiple of {multiple}",
                how.name()
            )
        })
    })
}

/// Fragments of all threads are the whole tile.
fn coverage(check: &OpCheck<'_, '_>, index: usize, fragment: &Fragment, tile: &Type) -> Checked {
    let map = fragment.fragmap();
    let elements = match (tile, tile.as_preview()) {
        (Type::Tile(tile), _) => tile.len() as i64,
        (_, Some(PreviewType::SymbolicTile { shape, .. })) => shape.iter().map(|&d| i64::from(d)).product(),
        _ => return Ok(()),
    };
    let known = (map.distinct(0), map.distinct(1), map.mode_size(2));
    let (Some(invocations), Some(participants), Some(footprint)) = known else { return Ok(()) };
    let covered = invocations.checked_mul(participants).and_then(|n| n.checked_mul(footprint));
    check.ensure(covered == Some(elements), EXTERNAL, || {
        format!(
            "simt-path argument {index} fragmap covers {invocations} distinct invocation(s) * {participants} distinct participant(s) * {footprint} footprint element(s), but the extern function tile has {elements} element(s)"
        )
    })
}
