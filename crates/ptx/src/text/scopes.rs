//! Name resolution inside a function: scopes in braces, numbered registers, labels that are defined later.

use diag::Span;
use rustc_hash::FxHashMap;

use crate::module::{Label, Reg, Var};

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Local {
    Register(Reg),
    Variable(Var),
}

/// Scopes of a function; closed ones stay, for labels.
#[derive(Default)]
pub(super) struct Scopes {
    all: Vec<Scope>,
    open: Vec<usize>,
    /// Uses of labels: scope, name, place.
    pub(super) uses: Vec<(usize, String, Span)>,
}

#[derive(Default)]
struct Scope {
    parent: Option<usize>,
    names: FxHashMap<String, Local>,
    /// Numbered registers: what their names begin with, how many, and the first.
    ranges: FxHashMap<String, Range>,
    labels: FxHashMap<String, Label>,
}

/// Numbered registers.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) count: u32,
    pub(super) first: Reg,
    /// Elements of each.
    pub(super) width: u32,
}

impl Scopes {
    pub(super) fn open(&mut self) {
        self.all.push(Scope { parent: self.open.last().copied(), ..Scope::default() });
        self.open.push(self.all.len() - 1);
    }

    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(super) fn find(&self, name: &str) -> Option<Local> {
        self.open.iter().rev().find_map(|&scope| self.all[scope].find(name))
    }

    /// True when the name is new in the innermost scope.
    pub(super) fn declare(&mut self, name: &str, local: Local) -> bool {
        let scope = self.innermost();
        scope.find(name).is_none() && scope.names.insert(name.to_owned(), local).is_none()
    }

    /// As [`Scopes::declare`], for numbered registers.
    pub(super) fn declare_range(&mut self, prefix: &str, range: Range) -> bool {
        self.innermost().ranges.insert(prefix.to_owned(), range).is_none()
    }

    /// True when the label is new in the innermost scope.
    pub(super) fn declare_label(&mut self, name: &str, label: Label) -> bool {
        self.innermost().labels.insert(name.to_owned(), label).is_none()
    }

    /// Notes the use of a label; its number stands for it until all labels are known.
    pub(super) fn use_label(&mut self, name: &str, span: Span) -> Label {
        let scope = self.open.last().copied().unwrap_or_default();
        self.uses.push((scope, name.to_owned(), span));
        Label::from_u32(self.uses.len() as u32 - 1)
    }

    /// The label that a use means.
    pub(super) fn label(&self, scope: usize, name: &str) -> Option<Label> {
        let mut scope = self.all.get(scope);
        while let Some(inner) = scope {
            if let Some(&label) = inner.labels.get(name) {
                return Some(label);
            }
            scope = inner.parent.map(|parent| &self.all[parent]);
        }
        None
    }

    /// Names that could have been meant.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let scopes = self.open.iter().rev().map(|&scope| &self.all[scope]);
        // Hash maps have no order that output may show.
        let mut names: Vec<&str> = scopes.flat_map(Scope::names).collect();
        names.sort_unstable();
        names.into_iter()
    }

    fn innermost(&mut self) -> &mut Scope {
        if self.open.is_empty() {
            self.open();
        }
        let innermost = self.open[self.open.len() - 1];
        &mut self.all[innermost]
    }
}

impl Scope {
    fn find(&self, name: &str) -> Option<Local> {
        if let Some(&local) = self.names.get(name) {
            return Some(local);
        }
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        // `%r1<5>` declares `%r10` to `%r14`, so every split of the digits may be the one; numbers have no leading
        // zeros.
        let splits = (stem.len().max(name.len().saturating_sub(10))..name.len())
            .filter(|&at| name.is_char_boundary(at));
        splits.into_iter().find_map(|at| {
            let Range { count, first, width } = *self.ranges.get(&name[..at])?;
            let number = &name[at..];
            let plain = number == "0" || !number.starts_with('0');
            let index: u32 = number.parse().ok().filter(|&index| plain && index < count)?;
            Some(Local::Register(Reg::from_u32(first.as_u32() + index * width)))
        })
    }

    #[allow(clippy::iter_over_hash_type, reason = "the caller sorts")]
    fn names(&self) -> Vec<&str> {
        self.names.keys().map(String::as_str).collect()
    }
}
