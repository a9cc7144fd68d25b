//! Entries and globals, and references to globals.

use ir::Field;

use super::check::{Checked, OpCheck, fail, quote};
use super::codes::{CONSTANT, ENTRY, GLOBAL};
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};
use crate::types::{FunctionType, Type};

/// The function type in an attribute, whose kind was checked.
pub(super) fn function_type<'m>(check: &OpCheck<'_, 'm>, field: Field) -> &'m FunctionType {
    let Some(Attr::Type(id)) = check.attr(field) else {
        unreachable!("the kinds of attributes were checked")
    };
    let Type::Function(ty) = check.module().types.get(*id) else {
        unreachable!("the kinds of attributes were checked")
    };
    ty
}

/// The error for a parameter of an entry that is not a tile.
pub(crate) fn unsupported_parameter(index: usize, ty: &Type) -> String {
    format!(
        "unsupported type in bytecode for entry argument #{index}: '{ty}'; expected a rank-0 !cuda_tile.tile type"
    )
}

pub(super) fn entry(check: &OpCheck<'_, '_>) -> Checked {
    use fields::entry::{body, function_type as field};
    let ty = function_type(check, field);
    check
        .ensure(ty.results.is_empty(), ENTRY, || "entry op must not return values".to_owned())
        .map_err(|d| Box::new(d.help("store results to memory that a pointer parameter names")))?;
    for (i, param) in ty.params.iter().enumerate() {
        if param.as_tile().is_some_and(|tile| tile.rank() > 0) {
            let diagnostic = check.error(ENTRY, "entry op must have scalar types (rank 0 !cuda_tile.tile)");
            return fail(
                diagnostic
                    .note(format!("parameter #{i} has type {}", quote(param)))
                    .help("pass a pointer to the elements, and load the tile in the body"),
            );
        }
        check.ensure(param.as_tile().is_some(), ENTRY, || unsupported_parameter(i, param))?;
    }
    arguments(check, body, ty)?;
    undeclared_variables(check, ty)?;
    argument_attributes(check, fields::entry::arg_attrs, ty.params.len())
}

/// Types of parameters that only implementations of external functions may have.
fn undeclared_variables(check: &OpCheck<'_, '_>, ty: &FunctionType) -> Checked {
    match ty.params.iter().find_map(Type::variable) {
        None => Ok(()),
        Some(name) => {
            fail(check.error(ENTRY, format!("input type references undeclared symbolic variable '{name}'")))
        }
    }
}

/// Attributes of arguments have keys of a dialect, and those beyond the last argument are ignored.
pub(super) fn argument_attributes(check: &OpCheck<'_, '_>, field: Field, arguments: usize) -> Checked {
    let Some(Attr::Array(dicts)) = check.attr(field) else { return Ok(()) };
    let module = check.module();
    for (i, &dict) in dicts.iter().enumerate() {
        let Attr::Dict(entries) = module.attrs.get(dict) else { continue };
        check.ensure(entries.is_empty() || i < arguments, ENTRY, || {
            format!(
                "expects argument attribute array to have the same number of elements as the number of function arguments, got {}, but expected {arguments}",
                dicts.len()
            )
        })?;
        for &(key, _) in entries {
            check
                .ensure(module.text(key).contains('.'), ENTRY, || {
                    "arguments may only have dialect attributes".to_owned()
                })
                .map_err(|d| {
                    Box::new(
                        d.note(format!("argument #{i} has `{}`", module.text(key))).help(
                            "name the dialect in front, as in `client.name`, or leave the attribute out",
                        ),
                    )
                })?;
        }
    }
    Ok(())
}

/// The body's arguments are the parameters.
pub(super) fn arguments(check: &OpCheck<'_, '_>, body: Field, ty: &FunctionType) -> Checked {
    let module = check.module();
    let Some(block) = module.block(check.op, body) else { return Ok(()) };
    let args = module.body.block_args(block);
    check.ensure(args.len() == ty.params.len(), ENTRY, || {
        format!("entry block must have {} arguments to match function signature", ty.params.len())
    })?;
    for (i, (arg, param)) in args.into_iter().zip(&ty.params).enumerate() {
        let holds = module.ty(arg) == param;
        check.ensure(holds, ENTRY, || {
            format!(
                "type of entry block argument #{i}({}) must match the type of the corresponding argument in function signature({})",
                check.quoted(arg),
                quote(param)
            )
        })?;
    }
    Ok(())
}

pub(super) fn global(check: &OpCheck<'_, '_>) -> Checked {
    let Some(Attr::Dense(dense)) = check.attr(fields::global::value) else { return Ok(()) };
    let ty = check.module().types.get(dense.ty);
    let rank = ty.as_tile().map_or(0, |tile| tile.rank());
    check
        .ensure(rank == 1, CONSTANT, || "type must have rank 1".to_owned())
        .map_err(|d| Box::new(d.note(format!("the value has type {}", quote(ty)))))
}

pub(super) fn get_global(check: &OpCheck<'_, '_>) -> Checked {
    use fields::get_global::{name, result};
    let Some(Attr::Str(symbol)) = check.attr(name) else { return Ok(()) };
    let module = check.module();
    let text = module.text(*symbol);
    let target = check.session.symbols.get(symbol).copied();
    let global = target.filter(|&op| module.opcode(op) == Opcode::Global && check.is_sound(op));
    let Some(global) = global else {
        let diagnostic = check.error(GLOBAL, format!("'{text}' does not reference a valid global"));
        return fail(match target {
            Some(op) => match module.place(op) {
                Some(place) => diagnostic.also(place, format!("`@{text}` is no global")),
                None => diagnostic.note(format!("`@{text}` is no global")),
            },
            None => nearest(check, diagnostic, &text),
        });
    };
    let value = module.attr(global, fields::global::value).as_interned();
    let Some(Attr::Dense(dense)) = value.and_then(|id| module.attrs.try_get(id)) else { return Ok(()) };
    let pointer = check.tile(result).elem().ptr().expect("the constraint admits pointers alone");
    if pointer.pointee == dense.elem() {
        return Ok(());
    }
    let diagnostic = check.error(
        GLOBAL,
        format!(
            "pointee type of result type {} does not match type {} of the global @{text}",
            quote(&Type::Ptr(pointer)),
            quote(&Type::Scalar(dense.elem()))
        ),
    );
    fail(match module.place(global) {
        Some(place) => diagnostic.also(place, "the global is defined here"),
        None => diagnostic,
    })
}

fn nearest(check: &OpCheck<'_, '_>, diagnostic: diag::Diagnostic, name: &str) -> diag::Diagnostic {
    let module = check.module();
    let Some(items) = module.body.parent_block(check.op).and_then(|_| {
        let region = module.body.regions(module.root).next()?;
        module.body.region_blocks(region).first().copied()
    }) else {
        return diagnostic;
    };
    let globals = module.body.block_ops(items).filter(|&op| module.opcode(op) == Opcode::Global);
    let names: Vec<String> = globals
        .filter_map(|op| crate::items::symbol_name(module, op))
        .map(|name| module.text(name).into_owned())
        .collect();
    match diag::suggest::did_you_mean(name, names.iter().map(String::as_str)) {
        Some(text) => diagnostic.help(text),
        None => diagnostic.help(format!("define `global @{name}` in the module")),
    }
}
