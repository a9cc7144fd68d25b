//! The debug scopes of a module: which scope each location carries, and the subprogram of each scope.

use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;
use ir::{DebugInfo, DiId, Loc, LocId};

use super::nest::Nest;
use crate::Module;

/// The scopes of a module.
#[derive(Clone, Default)]
pub(super) struct Scopes {
    /// For each location, the scope that it carries: that of the caller for inlined code.
    carried: Vec<PackedOption<DiId>>,
    /// For each scope, the subprogram that it belongs to.
    subprograms: Vec<PackedOption<DiId>>,
}

impl Scopes {
    /// Adds new scopes and locations of the module.
    pub(super) fn extend(&mut self, module: &Module) {
        // Without debug information no location has a scope.
        if module.debug.is_empty() {
            return;
        }
        for index in self.subprograms.len()..module.debug.len() {
            let subprogram = self.subprogram_of(module, DiId::new(index));
            self.subprograms.push(subprogram);
        }
        self.carried.reserve(module.locs.len().saturating_sub(self.carried.len()));
        for index in self.carried.len()..module.locs.len() {
            let scope = self.carried_by(module.locs.get(LocId::new(index)));
            self.carried.push(scope.into());
        }
    }

    /// The scope that a location carries.
    fn carried_by(&self, loc: &Loc) -> Option<DiId> {
        // Locations are interned after their parts, so the parts are in the list already.
        match loc {
            Loc::Unknown | Loc::File { .. } => None,
            Loc::Name { child, .. } => self.of(*child),
            Loc::CallSite { caller, .. } => self.of(*caller),
            Loc::Fused { parts, .. } => parts.iter().find_map(|&part| self.of(part)),
            Loc::Scoped { scope, .. } => Some(*scope),
        }
    }

    /// The subprogram that a scope belongs to.
    fn subprogram_of(&self, module: &Module, id: DiId) -> PackedOption<DiId> {
        match module.debug.get(id) {
            DebugInfo::Subprogram { .. } => id.into(),
            // Scopes are interned after those around them.
            DebugInfo::LexicalBlock { scope, .. } => self.subprogram(*scope).into(),
            DebugInfo::File { .. } | DebugInfo::CompileUnit { .. } => None.into(),
        }
    }

    /// True when an op with this location, which is no definition, has the scope of its function, or none.
    #[inline]
    pub(super) fn fit(&self, module: &Module, loc: LocId, nest: &Nest) -> bool {
        let Some(scope) = self.of(loc) else { return true };
        let outer = nest.function().and_then(|function| self.of(module.body.loc(function)));
        outer.is_some_and(|outer| self.subprogram(outer) == self.subprogram(scope))
    }

    /// True if a location was checked.
    #[inline]
    pub(super) fn knows(&self, loc: LocId) -> bool {
        loc.index() < self.carried.len()
    }

    #[inline]
    pub(super) fn of(&self, loc: LocId) -> Option<DiId> {
        self.carried.get(loc.index()).and_then(|scope| scope.expand())
    }

    #[inline]
    pub(super) fn subprogram(&self, scope: DiId) -> Option<DiId> {
        self.subprograms.get(scope.index()).and_then(|scope| scope.expand())
    }
}
