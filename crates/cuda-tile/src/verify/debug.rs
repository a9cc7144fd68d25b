//! Debug scopes: ops carry the subprogram of the function that they stand in, or none.

use ir::spec::Trait;
use ir::{DebugInfo, DiId, Loc, Op};

use super::check::{Checked, OpCheck, fail};
use super::codes::DEBUG_SCOPE;
use crate::items::symbol_name;
use crate::ops::Opcode;

/// Checks the scope of any op.
pub(super) fn check_op(check: &OpCheck<'_, '_>) -> Checked {
    let scope = check.session.scopes().of(check.module().body.loc(check.op));
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops stand in functions")]
    match check.spec.opcode {
        Opcode::Module => Ok(()),
        Opcode::Global => check.ensure(scope.is_none(), DEBUG_SCOPE, || {
            "invalid operation debug info scope. Global variables must not have scope.".to_owned()
        }),
        // The other ops with a name of their own are functions.
        _ if check.spec.has(Trait::Symbol) => function(check, scope),
        _ => match (scope, check.nest.function()) {
            (Some(scope), Some(function)) => inner(check, scope, function),
            (None, _) | (_, None) => Ok(()),
        },
    }
}

fn function(check: &OpCheck<'_, '_>, scope: Option<DiId>) -> Checked {
    let module = check.module();
    let loc = module.locs.get(module.body.loc(check.op));
    check.ensure(!matches!(loc, Loc::CallSite { .. }), DEBUG_SCOPE, || {
        "invalid function debug info location. Function location must not be a CallSiteLoc.".to_owned()
    })?;
    let Some(scope) = scope else { return Ok(()) };
    let Some(DebugInfo::Subprogram { linkage_name, .. }) = module.debug.try_get(scope) else {
        let message = "invalid function debug info scope. Function location must have \
                       cuda_tile.di_subprogram debug info scope.";
        return fail(check.error(DEBUG_SCOPE, message));
    };
    let name = symbol_name(module, check.op);
    check.ensure(name == Some(*linkage_name), DEBUG_SCOPE, || {
        format!(
            "invalid function debug info scope. Function name \"{}\" does not match subprogram scope linkage name \"{}\"",
            name.map(|name| module.text(name)).unwrap_or_default(),
            module.text(*linkage_name)
        )
    })
}

fn inner(check: &OpCheck<'_, '_>, scope: DiId, function: Op) -> Checked {
    let module = check.module();
    let scopes = check.session.scopes();
    let own = scopes.subprogram(scope);
    let Some(of_function) = scopes.of(module.body.loc(function)) else {
        let message = "invalid operation debug info scope. Operation has debug info scope, \
                       but function debug info scope is undefined.";
        let diagnostic = check.error(DEBUG_SCOPE, message);
        return fail(match module.place(function) {
            Some(place) => diagnostic.also(place, "this function has no scope"),
            None => diagnostic,
        });
    };
    if own == scopes.subprogram(of_function) {
        return Ok(());
    }
    let name = |di: Option<DiId>| match di.and_then(|di| module.debug.try_get(di)) {
        Some(DebugInfo::Subprogram { name, .. }) => format!("the subprogram \"{}\"", module.text(*name)),
        _ => "no subprogram".to_owned(),
    };
    let message = "invalid operation debug info scope. Operation debug info scope does not match \
                   function debug info scope";
    fail(check.error(DEBUG_SCOPE, message).note(format!(
        "the op belongs to {}, the function to {}",
        name(own),
        name(Some(of_function))
    )))
}
