//! Debug scopes: ops carry the subprogram of the function that they stand in, or none.

use cranelift_entity::EntityRef;
use ir::{DebugInfo, DiId, Loc, LocId, Op};

use super::check::{Checked, OpCheck, fail};
use super::codes::DEBUG_SCOPE;
use super::symbols::symbol_name;
use crate::Module;
use crate::ops::Opcode;

/// For each location, the scope that it carries: that of the caller for inlined code.
pub(super) struct Scopes(Vec<Option<DiId>>);

impl Scopes {
    pub(super) fn new(module: &Module) -> Scopes {
        let mut scopes: Vec<Option<DiId>> = Vec::with_capacity(module.locs.len());
        for (_, loc) in module.locs.iter() {
            // Locations are interned after their parts, so the parts are in the list already.
            let of = |part: &LocId| scopes.get(part.index()).copied().flatten();
            let scope = match loc {
                Loc::Unknown | Loc::File { .. } => None,
                Loc::Name { child, .. } => of(child),
                Loc::CallSite { caller, .. } => of(caller),
                Loc::Fused { parts, .. } => parts.iter().find_map(of),
                Loc::Scoped { scope, .. } => Some(*scope),
            };
            scopes.push(scope);
        }
        Scopes(scopes)
    }

    fn of(&self, module: &Module, op: Op) -> Option<DiId> {
        self.0.get(module.body.loc(op).index()).copied().flatten()
    }
}

/// The subprogram that a scope belongs to.
fn subprogram(module: &Module, mut scope: DiId) -> Option<DiId> {
    // Scopes are interned after their parents, so each step must go to a smaller id.
    loop {
        match module.debug.try_get(scope)? {
            DebugInfo::Subprogram { .. } => return Some(scope),
            DebugInfo::LexicalBlock { scope: outer, .. } if *outer < scope => scope = *outer,
            DebugInfo::LexicalBlock { .. } | DebugInfo::File { .. } | DebugInfo::CompileUnit { .. } => {
                return None;
            }
        }
    }
}

/// Checks the scope of any op.
pub(super) fn check_op(check: &OpCheck<'_, '_>) -> Checked {
    let scope = check.session.scopes.of(check.module(), check.op);
    match check.spec.opcode {
        Opcode::Module => Ok(()),
        Opcode::Global => check.ensure(scope.is_none(), DEBUG_SCOPE, || {
            "invalid operation debug info scope. Global variables must not have scope.".to_owned()
        }),
        Opcode::Entry | Opcode::Func | Opcode::TestFunc => function(check, scope),
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
    let own = subprogram(module, scope);
    let Some(of_function) = check.session.scopes.of(module, function) else {
        let message = "invalid operation debug info scope. Operation has debug info scope, \
                       but function debug info scope is undefined.";
        let diagnostic = check.error(DEBUG_SCOPE, message);
        return fail(match module.place(function) {
            Some(place) => diagnostic.also(place, "this function has no scope"),
            None => diagnostic,
        });
    };
    if own == subprogram(module, of_function) {
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
