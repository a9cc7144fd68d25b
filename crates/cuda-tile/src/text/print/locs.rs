//! Locations and debug information: aliases, their order and their definitions.
//!
//! Everything that a location consists of gets an alias. Aliases are defined parts first: by depth, then by the stem of
//! their name, then in the order in which printing comes by them; the stems are numbered in that order.

use ir::text::namer::push_decimal;
use ir::{DebugInfo, DiId, Loc, LocId, StrId, UNKNOWN_LOC};
use rustc_hash::FxHashMap;

use super::literal::push_string;
use crate::Module;

/// Something with an alias.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Node {
    /// Debug information.
    Debug(DiId),
    /// A location.
    Loc(LocId),
}

/// The aliases of a text.
pub(super) struct Aliases<'m> {
    module: &'m Module,
    /// In the order of their definitions.
    order: Vec<Node>,
    numbers: FxHashMap<Node, u32>,
}

impl<'m> Aliases<'m> {
    /// Aliases for `roots`, in the order of printing, and for all their parts.
    pub(super) fn new(module: &'m Module, roots: &[Node]) -> Aliases<'m> {
        let mut order = visit(module, roots);
        let depths = depths(module, &order);
        order.sort_by_key(|&node| (depths[&node], stem(module, node)));
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        let mut numbers = FxHashMap::default();
        for &node in &order {
            let count = counts.entry(stem(module, node)).or_default();
            numbers.insert(node, *count);
            *count += 1;
        }
        Aliases { module, order, numbers }
    }

    /// Appends `#loc3`.
    pub(super) fn push_use(&self, out: &mut String, node: Node) {
        out.push('#');
        out.push_str(stem(self.module, node));
        match self.numbers.get(&node) {
            None | Some(0) => {}
            Some(&number) => push_decimal(out, number.into()),
        }
    }

    /// Appends the definitions, one per line.
    pub(super) fn push_definitions(&self, out: &mut String) {
        for &node in &self.order {
            self.push_use(out, node);
            out.push_str(" = ");
            match node {
                Node::Debug(id) => self.push_debug(out, self.module.debug.get(id)),
                Node::Loc(id) => self.push_loc(out, self.module.locs.get(id)),
            }
            out.push('\n');
        }
    }

    fn string(&self, id: StrId) -> &'m [u8] {
        self.module.strings.get(id)
    }

    fn push_loc(&self, out: &mut String, loc: &Loc) {
        if let Loc::Scoped { loc, scope } = *loc {
            out.push_str("#cuda_tile.di_loc<");
            self.push_use(out, Node::Loc(loc));
            out.push_str(" in ");
            self.push_use(out, Node::Debug(scope));
            return out.push('>');
        }
        out.push_str("loc(");
        match loc {
            Loc::Unknown | Loc::Scoped { .. } => out.push_str("unknown"),
            &Loc::File { file, line, column, end } => self.push_file(out, file, (line, column), end),
            &Loc::Name { name, child } => {
                push_string(out, self.string(name));
                if child != UNKNOWN_LOC {
                    out.push('(');
                    self.push_use(out, Node::Loc(child));
                    out.push(')');
                }
            }
            &Loc::CallSite { callee, caller } => {
                out.push_str("callsite(");
                self.push_use(out, Node::Loc(callee));
                out.push_str(" at ");
                self.push_use(out, Node::Loc(caller));
                out.push(')');
            }
            Loc::Fused { metadata, parts } => self.push_fused(out, *metadata, parts),
        }
        out.push(')');
    }

    fn push_file(&self, out: &mut String, file: StrId, start: (u32, u32), end: Option<(u32, u32)>) {
        // A file without a name shows as the reference tools show it.
        let name = self.string(file);
        push_string(out, if name.is_empty() { b"-" } else { name });
        let place = |out: &mut String, (line, column): (u32, u32)| {
            push_decimal(out, line.into());
            out.push(':');
            push_decimal(out, column.into());
        };
        out.push(':');
        place(out, start);
        if let Some(end) = end {
            out.push_str(" to ");
            place(out, end);
        }
    }

    fn push_fused(&self, out: &mut String, metadata: Option<StrId>, parts: &[LocId]) {
        out.push_str("fused");
        if let Some(metadata) = metadata {
            out.push('<');
            out.push_str(&self.module.text(metadata));
            out.push('>');
        }
        out.push('[');
        for (index, &part) in parts.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.push_use(out, Node::Loc(part));
        }
        out.push(']');
    }

    fn push_debug(&self, out: &mut String, info: &DebugInfo) {
        let alias = |out: &mut String, key: &str, id: DiId| {
            out.push_str(key);
            self.push_use(out, Node::Debug(id));
        };
        let number = |out: &mut String, key: &str, number: u32| {
            out.push_str(key);
            push_decimal(out, number.into());
        };
        let string = |out: &mut String, key: &str, id: StrId| {
            out.push_str(key);
            push_string(out, self.string(id));
        };
        out.push_str("#cuda_tile.");
        out.push_str(debug_stem(info));
        match *info {
            DebugInfo::File { name, directory } => {
                string(out, "<", name);
                string(out, " in ", directory);
            }
            DebugInfo::CompileUnit { file } => alias(out, "<file = ", file),
            DebugInfo::LexicalBlock { scope, file, line, column } => {
                alias(out, "<scope = ", scope);
                alias(out, ", file = ", file);
                number(out, ", line = ", line);
                if column != 0 {
                    number(out, ", column = ", column);
                }
            }
            DebugInfo::Subprogram {
                file,
                line,
                name,
                linkage_name,
                compile_unit,
                scope_line,
                declaration,
            } => {
                alias(out, "<file = ", file);
                number(out, ", line = ", line);
                string(out, ", name = ", name);
                string(out, ", linkageName = ", linkage_name);
                alias(out, ", compileUnit = ", compile_unit);
                if scope_line != 0 {
                    number(out, ", scopeLine = ", scope_line);
                }
                if declaration {
                    out.push_str(", flags = declaration");
                }
            }
        }
        out.push('>');
    }
}

/// All nodes under `roots`, each before its parts, each once.
fn visit(module: &Module, roots: &[Node]) -> Vec<Node> {
    let (mut order, mut seen) = (Vec::new(), rustc_hash::FxHashSet::default());
    let mut stack = Vec::new();
    for &root in roots {
        stack.push(root);
        while let Some(node) = stack.pop() {
            if seen.insert(node) {
                order.push(node);
                let start = stack.len();
                each_part(module, node, |part| stack.push(part));
                stack[start..].reverse();
            }
        }
    }
    order
}

/// How many definitions deep each node stands: 1 without parts.
fn depths(module: &Module, nodes: &[Node]) -> FxHashMap<Node, u32> {
    // Parts are interned before the whole, so they have smaller ids.
    let mut ascending = nodes.to_vec();
    ascending.sort_unstable();
    let mut depths = FxHashMap::default();
    for node in ascending {
        let mut deepest = 0;
        each_part(module, node, |part| deepest = deepest.max(depths.get(&part).copied().unwrap_or(0)));
        depths.insert(node, deepest + 1);
    }
    depths
}

/// The parts of a node in the order in which its definition shows them.
fn each_part(module: &Module, node: Node, mut f: impl FnMut(Node)) {
    match node {
        Node::Loc(id) => match module.locs.get(id) {
            Loc::Unknown | Loc::File { .. } => {}
            Loc::Name { child, .. } if *child == UNKNOWN_LOC => {}
            Loc::Name { child, .. } => f(Node::Loc(*child)),
            Loc::CallSite { callee, caller } => {
                f(Node::Loc(*callee));
                f(Node::Loc(*caller));
            }
            Loc::Fused { parts, .. } => parts.iter().for_each(|&id| f(Node::Loc(id))),
            Loc::Scoped { loc, scope } => {
                f(Node::Loc(*loc));
                f(Node::Debug(*scope));
            }
        },
        Node::Debug(id) => match *module.debug.get(id) {
            DebugInfo::File { .. } => {}
            DebugInfo::CompileUnit { file } => f(Node::Debug(file)),
            DebugInfo::LexicalBlock { scope, file, .. } => {
                f(Node::Debug(scope));
                f(Node::Debug(file));
            }
            DebugInfo::Subprogram { file, compile_unit, .. } => {
                f(Node::Debug(file));
                f(Node::Debug(compile_unit));
            }
        },
    }
}

fn stem(module: &Module, node: Node) -> &'static str {
    match node {
        Node::Loc(_) => "loc",
        Node::Debug(id) => debug_stem(module.debug.get(id)),
    }
}

fn debug_stem(info: &DebugInfo) -> &'static str {
    match info {
        DebugInfo::File { .. } => "di_file",
        DebugInfo::CompileUnit { .. } => "di_compile_unit",
        DebugInfo::LexicalBlock { .. } => "di_lexical_block",
        DebugInfo::Subprogram { .. } => "di_subprogram",
    }
}
