//! Blocks and the edges between them: order, dominators, loops.

use ir::analysis::Dominators;
use ir::{Block, Region, Value};

/// A way from one block to another.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) to: usize,
    pub(super) args: Vec<Value>,
}

/// How a block ends.
#[derive(Clone, Debug)]
pub(super) enum End {
    Jump(Edge),
    Branch(Value, Edge, Edge),
    /// Its last op leaves the region, or it is never left.
    Exit,
}

impl End {
    pub(super) fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (first, second) = match self {
            End::Jump(edge) => (Some(edge), None),
            End::Branch(_, yes, no) => (Some(yes), Some(no)),
            End::Exit => (None, None),
        };
        first.into_iter().chain(second)
    }
}

/// The blocks of a region; the first is where it begins.
pub(super) struct Graph {
    pub(super) region: Region,
    pub(super) blocks: Vec<Block>,
    pub(super) ends: Vec<End>,
}

/// Facts about blocks, from the shape of the graph.
pub(super) struct Shape {
    dominators: Dominators,
    /// The number of forward edges to a block.
    forward: Vec<usize>,
    /// For each header, the blocks of its loop.
    loops: Vec<Option<Vec<bool>>>,
}

impl Shape {
    /// `None` when a loop has several entries.
    pub(super) fn of(graph: &Graph) -> Option<Shape> {
        let count = graph.blocks.len();
        let dominators = Dominators::of(count, 0, |block| graph.ends[block].edges().map(|edge| edge.to));
        let mut preds = vec![Vec::new(); count];
        for &from in dominators.postorder() {
            graph.ends[from].edges().for_each(|edge| preds[edge.to].push(from));
        }
        let mut shape = Shape { dominators, forward: vec![0; count], loops: vec![None; count] };
        for to in 0..count {
            for &from in &preds[to] {
                if shape.position(from) < shape.position(to) {
                    shape.forward[to] += 1;
                } else if shape.dominates(to, from) {
                    shape.add_loop(to, from, &preds);
                } else {
                    return None;
                }
            }
        }
        Some(shape)
    }

    fn add_loop(&mut self, header: usize, from: usize, preds: &[Vec<usize>]) {
        let count = self.loops.len();
        let members = self.loops[header].get_or_insert_with(|| {
            let mut members = vec![false; count];
            members[header] = true;
            members
        });
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut members[block], true) {
                work.extend(&preds[block]);
            }
        }
    }

    /// Position in reverse postorder; `None` for blocks that are never reached.
    pub(super) fn position(&self, block: usize) -> Option<usize> {
        self.dominators.position(block)
    }

    /// True if `by` dominates `block`.
    pub(super) fn dominates(&self, by: usize, block: usize) -> bool {
        self.dominators.dominates(by, block)
    }

    pub(super) fn is_header(&self, block: usize) -> bool {
        self.loops[block].is_some()
    }

    /// True when `block` belongs to the loop of `header`; everything belongs to no loop.
    pub(super) fn in_loop(&self, header: Option<usize>, block: usize) -> bool {
        match header.and_then(|header| self.loops[header].as_ref()) {
            Some(members) => members[block],
            None => true,
        }
    }

    /// True if `to` can be right after `from`, because it has no other predecessor.
    pub(super) fn is_only_way(&self, from: usize, to: usize) -> bool {
        self.forward[to] == 1 && self.position(from) < self.position(to)
    }
}
