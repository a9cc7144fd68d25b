//! Dominators, by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001).
//!
//! A graph is a number of nodes and a function from a node to its successors, because callers have different graphs: blocks of
//! a region, instructions of PTX. Dominators of the reversed graph are post-dominators.

/// The dominance relation of a graph.
#[derive(Clone, Debug)]
pub struct Dominators {
    root: usize,
    postorder: Vec<usize>,
    /// Positions in reverse postorder; `None` for nodes that the root does not reach.
    positions: Vec<Option<usize>>,
    /// Those of the nodes that are reached; the root is its own.
    immediate: Vec<Option<usize>>,
}

impl Dominators {
    /// The dominators of `count` nodes, on paths that begin at `root`.
    ///
    /// # Panics
    /// When the root or a successor is not below `count`.
    pub fn of<I>(count: usize, root: usize, successors: impl Fn(usize) -> I) -> Dominators
    where
        I: IntoIterator<Item = usize>,
    {
        let postorder = postorder(count, root, &successors);
        let mut positions = vec![None; count];
        for (position, &node) in postorder.iter().rev().enumerate() {
            positions[node] = Some(position);
        }
        let mut predecessors = vec![Vec::new(); count];
        for &from in &postorder {
            successors(from).into_iter().for_each(|to| predecessors[to].push(from));
        }
        let mut found = Dominators { root, postorder, positions, immediate: vec![None; count] };
        found.immediate[root] = Some(root);
        // In reverse postorder two rounds suffice unless the graph is irreducible; the last one finds nothing new.
        while found.round(&predecessors) {}
        found
    }

    fn round(&mut self, predecessors: &[Vec<usize>]) -> bool {
        let mut changed = false;
        for at in (0..self.postorder.len()).rev() {
            let node = self.postorder[at];
            if node == self.root {
                continue;
            }
            let known = predecessors[node].iter().copied().filter(|&from| self.immediate[from].is_some());
            let new = known.reduce(|a, b| self.common(a, b));
            changed |= new != self.immediate[node];
            self.immediate[node] = new;
        }
        changed
    }

    /// The nearest node that dominates two of them.
    fn common(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.positions[a] > self.positions[b] {
                a = self.immediate[a].unwrap_or(self.root);
            } else {
                b = self.immediate[b].unwrap_or(self.root);
            }
        }
        a
    }

    /// The nodes that the root reaches, each after all that can be reached from it but through itself.
    pub fn postorder(&self) -> &[usize] {
        &self.postorder
    }

    /// The position of a node in reverse postorder; `None` when the root does not reach it.
    pub fn position(&self, node: usize) -> Option<usize> {
        self.positions[node]
    }

    /// The nearest other node on every path to a node; `None` for the root, and for nodes that it does not reach.
    pub fn immediate(&self, node: usize) -> Option<usize> {
        self.immediate[node].filter(|_| node != self.root)
    }

    /// Does `by` dominate `node`? A node dominates itself; an unreachable node dominates no other.
    pub fn dominates(&self, by: usize, node: usize) -> bool {
        let mut at = node;
        while at != by {
            match self.immediate(at) {
                Some(next) => at = next,
                None => return false,
            }
        }
        true
    }
}

/// Without recursion, because graphs of generated code are deeper than a stack.
fn postorder<I>(count: usize, root: usize, successors: impl Fn(usize) -> I) -> Vec<usize>
where
    I: IntoIterator<Item = usize>,
{
    let mut seen = vec![false; count];
    let mut done = Vec::new();
    let mut work = vec![(root, false)];
    while let Some((node, finished)) = work.pop() {
        if finished {
            done.push(node);
        } else if !std::mem::replace(&mut seen[node], true) {
            work.push((node, true));
            work.extend(successors(node).into_iter().map(|to| (to, false)));
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(successors: &[&[usize]]) -> Dominators {
        Dominators::of(successors.len(), 0, |node| successors[node].iter().copied())
    }

    fn immediate(successors: &[&[usize]]) -> Vec<Option<usize>> {
        let found = of(successors);
        (0..successors.len()).map(|node| found.immediate(node)).collect()
    }

    #[test]
    fn both_sides_of_a_branch_are_dominated_by_it() {
        assert_eq!(immediate(&[&[1, 2], &[3], &[3], &[]]), [None, Some(0), Some(0), Some(0)]);
    }

    #[test]
    fn a_loop_is_dominated_by_its_header() {
        let found = of(&[&[1], &[2, 3], &[1], &[]]);
        assert!(found.dominates(1, 2) && found.dominates(1, 3) && !found.dominates(2, 3));
        assert!(found.position(1) < found.position(2));
    }

    #[test]
    fn what_is_not_reached_has_no_dominator() {
        let found = of(&[&[1], &[], &[1]]);
        assert_eq!((found.immediate(2), found.position(2)), (None, None));
        assert_eq!(found.immediate(1), Some(0), "an edge from what is not reached does not count");
        assert!(!found.dominates(0, 2));
    }

    /// The example of the paper's figure 4, an irreducible graph that takes several rounds.
    #[test]
    fn irreducible_graphs_settle() {
        let graph: [&[usize]; 6] = [&[1, 2], &[3], &[4, 5], &[4], &[3, 5], &[4]];
        assert_eq!(immediate(&graph), [None, Some(0), Some(0), Some(0), Some(0), Some(0)]);
    }

    /// A node dominates another if and only if the other is not reached without it.
    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut state = 7u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below
        };
        for _ in 0..200 {
            let count = 2 + random(10);
            let edges: Vec<Vec<usize>> =
                (0..count).map(|_| (0..random(4)).map(|_| random(count)).collect()).collect();
            let found = Dominators::of(count, 0, |node| edges[node].iter().copied());
            let all = postorder(count, 0, |node| edges[node].iter().copied());
            for by in 1..count {
                let without =
                    |node: usize| edges[node].iter().copied().filter(|&to| to != by).collect::<Vec<_>>();
                let reached = postorder(count, 0, without);
                for &node in all.iter().filter(|_| all.contains(&by)) {
                    assert_eq!(
                        found.dominates(by, node),
                        !reached.contains(&node),
                        "{edges:?}: {by}, {node}"
                    );
                }
            }
        }
    }
}
