//! Names of values: visible from their definition to the end of the region, never shadowed, reusable by siblings.
//!
//! One flat map holds what is visible; leaving a region takes back what the region defined. A region that is isolated
//! starts with an empty map.

use std::collections::hash_map::Entry;

use diag::Span;
use rustc_hash::FxHashMap;

use crate::entity::Value;

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// First value of the group; `None` when its definition failed: uses then give no further error.
    pub value: Option<Value>,
    /// How many values the group has.
    pub count: u32,
    /// Where the name was defined.
    pub span: Span,
}

/// The visible names.
#[derive(Default)]
pub struct Names<'s> {
    visible: FxHashMap<&'s [u8], Binding>,
    defined: Vec<&'s [u8]>,
    scopes: Vec<Scope<'s>>,
}

struct Scope<'s> {
    start: usize,
    outer: Option<FxHashMap<&'s [u8], Binding>>,
}

impl<'s> Names<'s> {
    /// Enters a region.
    pub fn enter(&mut self, isolated: bool) {
        let outer = isolated.then(|| std::mem::take(&mut self.visible));
        self.scopes.push(Scope { start: self.defined.len(), outer });
    }

    /// Leaves the region entered last.
    pub fn leave(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        let defined = self.defined.drain(scope.start..);
        match scope.outer {
            Some(outer) => self.visible = outer,
            None => defined.for_each(|name| {
                self.visible.remove(name);
            }),
        }
    }

    /// The meaning of `name` here.
    pub fn find(&self, name: &[u8]) -> Option<Binding> {
        self.visible.get(name).copied()
    }

    /// Defines `name`, or returns its existing meaning.
    pub fn define(&mut self, name: &'s [u8], binding: Binding) -> Result<(), Binding> {
        match self.visible.entry(name) {
            Entry::Occupied(earlier) => Err(*earlier.get()),
            Entry::Vacant(place) => {
                place.insert(binding);
                self.defined.push(name);
                Ok(())
            }
        }
    }

    /// The visible names that were defined most recently, latest first: enough to suggest one of them.
    pub fn recent(&self) -> impl Iterator<Item = &'s [u8]> + '_ {
        // A suggestion compares the misspelt name with each: all names of a long text would take too long, and a misspelt
        // name is most often a recent one.
        const MAX_COMPARED: usize = 500;
        self.defined.iter().rev().copied().filter(|&name| self.is_valid(name)).take(MAX_COMPARED)
    }

    fn is_valid(&self, name: &[u8]) -> bool {
        self.find(name).is_some_and(|binding| binding.value.is_some())
    }
}
