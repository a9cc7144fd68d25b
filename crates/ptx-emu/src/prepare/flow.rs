//! Reconvergence points of branches.
//!
//! A reconvergence point is the branch's immediate post-dominator, with one refinement: lanes that exit are not waited for, so
//! paths on which the thread exits count only if both sides of the branch can take them. In
//!
//! ```text
//! if (a) { if (b) return; x } y
//! ```
//!
//! the two sides of the first branch reconverge at `y`, though a thread may exit before. Post-dominators are the dominators of
//! the reversed graph ([`ir::analysis::dominance`]).

use ir::analysis::Dominators;

/// Where control can go from each instruction of a function, by its number.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// For each instruction, those that may follow; leaving the function is none of them.
    pub(crate) successors: Vec<Vec<u32>>,
    /// Does the instruction always end the thread?
    pub(crate) ends: Vec<bool>,
}

impl Graph {
    /// The reconvergence point of each instruction; `None` if its paths only reconverge at the exit of the function.
    pub(crate) fn reconvergence_points(&self) -> Vec<Option<u32>> {
        let leaves: Vec<bool> = self.successors.iter().map(Vec::is_empty).collect();
        let mut reconvergence_points = post_dominators(&self.successors, &leaves, true);
        for (node, point) in reconvergence_points.iter_mut().enumerate() {
            let at_end = point.is_none_or(|point| self.ends[point as usize]);
            if self.successors[node].len() > 1 && at_end {
                *point = self.without_ends(node);
            }
        }
        reconvergence_points
    }

    /// The reconvergence point of a branch if threads may end before it.
    fn without_ends(&self, branch: usize) -> Option<u32> {
        let count = self.successors.len();
        let mut ways = vec![0u32; count];
        for &first in &self.successors[branch] {
            let mut seen = vec![false; count];
            let mut stack = vec![first as usize];
            while let Some(node) = stack.pop() {
                if !seen[node] && !self.ends[node] {
                    seen[node] = true;
                    stack.extend(self.successors[node].iter().map(|&to| to as usize));
                }
            }
            seen.iter().zip(&mut ways).for_each(|(&seen, ways)| *ways += u32::from(seen));
        }
        let mut inside = vec![Vec::new(); count];
        let mut last = vec![false; count];
        for node in (0..count).filter(|&node| ways[node] > 0 || node == branch) {
            let goes_on = |to: &&u32| !self.ends[**to as usize];
            inside[node] = self.successors[node].iter().filter(goes_on).copied().collect();
            // An exit counts if more than one side of the branch leads to it.
            last[node] = ways[node] > 1 && inside[node].len() < self.successors[node].len().max(1);
        }
        post_dominators(&inside, &last, false)[branch]
    }
}

/// For each node, its immediate post-dominator, where the nodes that are `last` lead to the end; `None` for the end.
///
/// Nodes from which no path leads to the end are taken to lead there if `all`, else they do not count.
fn post_dominators(successors: &[Vec<u32>], last: &[bool], all: bool) -> Vec<Option<u32>> {
    let count = successors.len();
    // The end is a node after the others, from which the reversed edges lead to those that are last.
    let mut reversed = vec![Vec::new(); count + 1];
    for (from, successors) in successors.iter().enumerate() {
        successors.iter().for_each(|&to| reversed[to as usize].push(from));
    }
    reversed[count].extend((0..count).filter(|&node| last[node]));
    let mut seen = vec![false; count + 1];
    reach(count, &reversed, &mut seen);
    for node in (0..count).rev().filter(|_| all) {
        if !seen[node] {
            reversed[count].push(node);
            reach(node, &reversed, &mut seen);
        }
    }
    let dominators = Dominators::of(count + 1, count, |node| reversed[node].iter().copied());
    let inside = |node: usize| dominators.immediate(node).filter(|&by| by < count);
    (0..count).map(|node| inside(node).map(|by| by as u32)).collect()
}

/// Marks everything that can be reached from a node.
fn reach(start: usize, next: &[Vec<usize>], seen: &mut [bool]) {
    let mut stack = vec![start];
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            stack.extend(&next[node]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins of a graph; nodes without successors end the thread.
    fn reconvergence_points(successors: &[&[u32]]) -> Vec<Option<u32>> {
        let ends = successors.iter().map(|list| list.is_empty()).collect();
        Graph { successors: successors.iter().map(|list| list.to_vec()).collect(), ends }
            .reconvergence_points()
    }

    #[test]
    fn branches_meet_where_all_ways_lead() {
        // 0 branches to 3; 1, 2 jump to 4; 3; 4; 5 ends.
        assert_eq!(
            reconvergence_points(&[&[1, 3], &[2], &[4], &[4], &[5], &[]])[..4],
            [Some(4), Some(2), Some(4), Some(4)]
        );
    }

    #[test]
    fn loops_meet_behind_their_end() {
        // 0; 1 is a loop's body; 2 branches back to 1; 3; 4 ends.
        assert_eq!(reconvergence_points(&[&[1], &[2], &[1, 3], &[4], &[]])[..3], [Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn ways_out_are_not_waited_for() {
        assert_eq!(reconvergence_points(&[&[1, 2], &[], &[]])[0], None);
        // An endless loop at 1 next to an end at 2.
        assert_eq!(reconvergence_points(&[&[1, 2], &[1], &[]])[0], None);
        // 0: if a goto 3; 1: if b goto 5; 2: x; 3: y; 4: z; 5: ends.
        let reconvergence_points = reconvergence_points(&[&[1, 3], &[2, 5], &[3], &[4], &[5], &[]]);
        assert_eq!(reconvergence_points[0], Some(3), "the sides meet at y, though one may end before");
        assert_eq!(reconvergence_points[1], None, "who ends is not waited for");
    }

    #[test]
    fn sides_that_end_apart_meet_inside_of_themselves() {
        // 0 branches to 4; 1 branches to 3 over 2; 3 ends; 4 branches to 6 over 5; 6 goes to 7, which ends.
        let reconvergence_points =
            reconvergence_points(&[&[1, 4], &[2, 3], &[3], &[8], &[5, 6], &[6], &[7], &[], &[]]);
        assert_eq!(
            (reconvergence_points[0], reconvergence_points[1], reconvergence_points[4]),
            (None, Some(3), Some(6))
        );
    }
}
