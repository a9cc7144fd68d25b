//! The import graph inside a crate: a node is a file, an edge leads from a file to one whose names it uses.
//!
//! A path that begins with `crate`, `self`, `super` or the name of a child module is followed as far as it names modules
//! in files of their own; the deepest of them is what is imported. `mod child;` alone, and visibilities such as
//! `pub(in crate::a)`, are no imports. A module that uses its parent, or another module around it, imports nothing either: it
//! is a part of what is around it, and the other direction is what counts. Paths through another crate or a macro are not seen.

use std::collections::{BTreeMap, BTreeSet};

use super::lexed::{Kind, Lexed};

/// The graph of one crate.
pub(super) struct Graph<'a> {
    paths: Vec<Path>,
    pub(super) files: Vec<&'a Lexed>,
    /// For each file, the files that it imports, sorted.
    pub(super) edges: Vec<Vec<usize>>,
}

/// A file's module path below the crate's root.
type Path = Vec<String>;

impl<'a> Graph<'a> {
    pub(super) fn new(files: Vec<&'a Lexed>) -> Graph<'a> {
        let paths: Vec<Path> = files.iter().map(|file| module_path(&file.path)).collect();
        let modules: BTreeMap<Path, usize> =
            paths.iter().cloned().enumerate().map(|(index, path)| (path, index)).collect();
        let edges = files.iter().zip(&paths).map(|(file, path)| {
            let mut found: Vec<usize> = Importer { file, path, modules: &modules }
                .imports()
                .filter(|to| !path.starts_with(&paths[*to]))
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        });
        let edges = edges.collect();
        Graph { paths, files, edges }
    }

    /// The cycles: groups of files that import each other, directly or through others; largest first.
    pub(super) fn cycles(&self) -> Vec<Vec<usize>> {
        let mut cycles = Search::cycles(&self.edges);
        cycles.sort_by_key(|group| std::cmp::Reverse(self.lines(group)));
        cycles
    }

    /// The cycles of folders: names directly below the root of the crate, each a folder or a file, that import each
    /// other.
    pub(super) fn folder_cycles(&self) -> Vec<Vec<&str>> {
        let folder = |file: usize| self.paths[file].first().map(String::as_str);
        let names: BTreeSet<&str> = (0..self.paths.len()).filter_map(folder).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let number = |file: usize| folder(file).and_then(|name| names.binary_search(&name).ok());
        let mut edges = vec![Vec::new(); names.len()];
        for (from, to) in
            self.edges.iter().enumerate().flat_map(|(from, all)| all.iter().map(move |to| (from, *to)))
        {
            if let (Some(from), Some(to)) = (number(from), number(to))
                && from != to
            {
                edges[from].push(to);
            }
        }
        let cycles = Search::cycles(&edges).into_iter();
        cycles.map(|group| group.into_iter().map(|index| names[index]).collect()).collect()
    }

    /// Lines of some files.
    pub(super) fn lines(&self, group: &[usize]) -> usize {
        group.iter().map(|index| self.files[*index].lines).sum()
    }
}

/// `crates/a/src/b/mod.rs` is `[b]`, and `crates/a/src/lib.rs` is the root.
fn module_path(path: &str) -> Path {
    let inside = path.split_once("/src/").map_or(path, |(_, inside)| inside);
    let mut parts: Path = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

struct Importer<'a> {
    file: &'a Lexed,
    path: &'a Path,
    modules: &'a BTreeMap<Path, usize>,
}

impl Importer<'_> {
    fn imports(&self) -> impl Iterator<Item = usize> {
        let mut found = Vec::new();
        for index in 0..self.file.tokens.len() {
            let word = self.file.tokens[index].kind == Kind::Word;
            let before = index.checked_sub(1).map_or("", |before| self.file.at(before));
            if !word || matches!(before, ":" | "." | "in") || !self.file.stands(index + 1, &[":", ":"]) {
                continue;
            }
            if let Some(start) = self.start(self.file.at(index)) {
                self.follow(index + 3, start, &mut found);
            }
        }
        found.into_iter()
    }

    /// The module that the first word of a path names.
    fn start(&self, word: &str) -> Option<Path> {
        match word {
            "crate" => Some(Vec::new()),
            "self" => Some(self.path.clone()),
            "super" => Some(self.path[..self.path.len().saturating_sub(1)].to_vec()),
            child => {
                let path = [self.path.as_slice(), &[child.to_owned()]].concat();
                self.modules.contains_key(&path).then_some(path)
            }
        }
    }

    /// Follows a path, or each path of a group in braces; gives the number after it.
    fn follow(&self, index: usize, at: Path, found: &mut Vec<usize>) -> usize {
        if self.file.at(index) == "{" {
            let end = self.file.group(index);
            let mut next = index + 1;
            while next < end - 1 {
                next = if self.file.at(next) == "," {
                    next + 1
                } else {
                    self.follow(next, at.clone(), found).max(next + 1)
                };
            }
            return end;
        }
        let word = self.file.at(index);
        let mut next = at.clone();
        match word {
            "super" => _ = next.pop(),
            "self" => {}
            _ => next.push(word.to_owned()),
        }
        if !self.modules.contains_key(&next) {
            found.extend(self.modules.get(&at));
            return self.rest(index + 1);
        }
        if self.file.stands(index + 1, &[":", ":"]) {
            return self.follow(index + 3, next, found);
        }
        found.extend(self.modules.get(&next));
        self.rest(index + 1)
    }

    /// The number after the rest of a path: more words, and `as name`.
    fn rest(&self, mut index: usize) -> usize {
        while self.file.stands(index, &[":", ":"]) || self.file.at(index) == "as" {
            index += if self.file.at(index) == "as" { 2 } else { 3 };
            if self.file.at(index - 1) == "{" {
                return self.file.group(index - 1);
            }
        }
        index
    }
}

/// Tarjan's search for strongly connected groups.
#[derive(Default)]
struct Search<'a> {
    edges: &'a [Vec<usize>],
    state: Vec<State>,
    stack: Vec<usize>,
    visited: usize,
    groups: Vec<Vec<usize>>,
}

#[derive(Clone, Default)]
struct State {
    /// In the order of visits, from 1; 0 before.
    number: usize,
    low: usize,
    on_stack: bool,
}

impl Search<'_> {
    /// The groups of more than one node.
    fn cycles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let state = vec![State::default(); edges.len()];
        let mut search = Search { edges, state, ..Search::default() };
        for node in 0..edges.len() {
            if search.state[node].number == 0 {
                search.visit(node);
            }
        }
        search.groups.into_iter().filter(|group| group.len() > 1).collect()
    }

    fn visit(&mut self, node: usize) {
        self.visited += 1;
        self.state[node] = State { number: self.visited, low: self.visited, on_stack: true };
        self.stack.push(node);
        let edges = self.edges;
        for &next in &edges[node] {
            if self.state[next].number == 0 {
                self.visit(next);
                self.state[node].low = self.state[node].low.min(self.state[next].low);
            } else if self.state[next].on_stack {
                self.state[node].low = self.state[node].low.min(self.state[next].number);
            }
        }
        if self.state[node].low == self.state[node].number {
            let first = self.stack.iter().rposition(|on| *on == node).expect("the node was pushed");
            let group = self.stack.split_off(first);
            for member in &group {
                self.state[*member].on_stack = false;
            }
            self.groups.push(group);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let sources: Vec<Lexed> =
            files.iter().map(|(path, text)| Lexed::new(&format!("crates/a/src/{path}"), text)).collect();
        let graph = Graph::new(sources.iter().collect());
        let name = |index: &usize| files[*index].0.to_owned();
        let mut shown: Vec<Vec<String>> =
            graph.edges.iter().map(|edges| edges.iter().map(name).collect()).collect();
        let cycles = graph.cycles().into_iter().map(|group| {
            let mut names: Vec<String> = group.iter().map(name).collect();
            names.sort();
            names
        });
        shown.push(cycles.flatten().collect());
        shown
    }

    #[test]
    fn paths_lead_to_the_deepest_module() {
        let found = graph(&[
            ("lib.rs", "mod b; mod c; pub use b::{self, inner::Deep}; fn f() { c::g() }"),
            ("b/mod.rs", "pub mod inner; use crate::c::{Thing as Other, other::{A, B}};"),
            ("b/inner.rs", "use super::*; use super::super::c; pub(in crate::c) fn x() {}"),
            ("c.rs", "pub struct Thing; fn g() { std::b::c() }"),
        ]);
        let expected: [&[&str]; 5] = [&["b/mod.rs", "b/inner.rs", "c.rs"], &["c.rs"], &["c.rs"], &[], &[]];
        assert_eq!(found, expected);
    }

    #[test]
    fn cycles_are_found() {
        let found = graph(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "use crate::c::C;"),
            ("c.rs", "fn f() { crate::a::g() }"),
        ]);
        assert_eq!(found[4], ["a.rs", "b.rs", "c.rs"]);
    }

    #[test]
    fn cycles_of_folders_need_no_cycle_of_files() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a/mod.rs", "mod one; pub mod other;"),
            ("a/one.rs", "use crate::b::two::B;"),
            ("a/other.rs", ""),
            ("b/mod.rs", "pub mod two;"),
            ("b/two.rs", "use crate::c::C;"),
            ("c.rs", "fn f() { crate::a::other::g() }"),
            ("d.rs", "use crate::c::C;"),
        ];
        let sources: Vec<Lexed> =
            files.iter().map(|(path, text)| Lexed::new(&format!("crates/a/src/{path}"), text)).collect();
        let graph = Graph::new(sources.iter().collect());
        assert!(graph.cycles().is_empty());
        let mut found = graph.folder_cycles().concat();
        found.sort_unstable();
        assert_eq!(found, ["a", "b", "c"]);
    }
}
