//! The examination of one op: every check that belongs to it, in order.

use diag::Diagnostic;

use super::check::{Checked, Meaning, OpCheck};
use super::{attributes, debug, fields, hints, reduce, rules};

impl OpCheck<'_, '_> {
    /// Checks the op and reports what is wrong with it.
    pub(super) fn run(&mut self) {
        let mut sound = self.take(rules::admitted(self));
        sound &= attributes::check(self);
        sound &= fields::constraints(self);
        if sound {
            let meaning = self.meaning();
            if self.take(meaning) {
                let warnings = self.warnings();
                self.session.diagnostics.extend(warnings);
            }
        }
        if let Some(owner) = self.nest.effect_free() {
            self.take(reduce::may_stand_in(self, owner));
        }
        self.take(debug::check_op(self));
    }

    /// True when nothing is wrong with the op, independently of the op around it, and there is no warning. Reports
    /// nothing.
    pub(super) fn holds(&mut self) -> bool {
        rules::admitted(self).is_ok()
            && attributes::hold(self)
            && fields::admitted(self)
            && self.meaning().is_ok()
            && self.warnings().is_empty()
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        match self.row.meaning {
            Meaning::Warned(_, warnings) => warnings(self),
            Meaning::None | Meaning::Own(_) | Meaning::Blocks(_) | Meaning::Under(_) | Meaning::Named(_) => {
                Vec::new()
            }
        }
    }

    /// Checks how types and attributes go together.
    fn meaning(&mut self) -> Checked {
        fields::row_rules(self)?;
        match self.row.meaning {
            Meaning::None => {}
            Meaning::Own(rule)
            | Meaning::Blocks(rule)
            | Meaning::Under(rule)
            | Meaning::Named(rule)
            | Meaning::Warned(rule, _) => {
                rule(self)?;
            }
        }
        self.row.hints.map_or(Ok(()), |field| hints::check(self, field))
    }
}
