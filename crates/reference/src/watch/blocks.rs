//! Sets of events of many tile blocks that share their common parts.
//!
//! A release publishes everything that its block knows, and every acquire adds that to the knowledge of another block:
//! for a lock that thousands of blocks take, the sets differ from each other by one block at a time. They are
//! persistent radix trees: a union that adds nothing is the old tree, and one that adds a block copies one path.

use std::rc::Rc;

use super::events::Events;
use crate::meter::Meter;

/// Children of a node. A trade-off: with more, trees are lower, but a change copies longer nodes.
const WIDTH: usize = 16;
/// Bits of a block's number that one level of the tree takes.
const BITS: u32 = WIDTH.trailing_zeros();

/// A subtree, whose memory is counted.
#[derive(Debug)]
struct Node {
    tree: Tree,
    meter: Meter,
}

/// A subtree.
#[derive(Debug)]
enum Tree {
    /// Events of one block.
    Leaf(Events),
    /// By four bits of the block's number.
    Inner(Children),
}

impl Node {
    fn new(tree: Tree, meter: &Meter) -> Rc<Node> {
        meter.add(NODE);
        Rc::new(Node { tree, meter: meter.clone() })
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.meter.sub(NODE);
    }
}

/// Bytes that a node takes, about.
const NODE: u64 = size_of::<Node>() as u64 + 16;

/// Events by the number of their block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    root: Option<Rc<Node>>,
    /// Levels of inner nodes.
    height: u32,
}

fn digit(block: u32, level: u32) -> usize {
    (block >> (BITS * level)) as usize % WIDTH
}

/// A node of `height` levels with a single leaf.
fn path(block: u32, height: u32, leaf: Rc<Node>) -> Rc<Node> {
    (0..height).fold(leaf, |node, level| {
        let mut children: Children = Default::default();
        let meter = node.meter.clone();
        children[digit(block, level)] = Some(node);
        Node::new(Tree::Inner(children), &meter)
    })
}

type Children = [Option<Rc<Node>>; WIDTH];

/// A union, and whether either side is all of it.
struct Union {
    node: Rc<Node>,
    is_mine: bool,
    is_theirs: bool,
}

/// One of the old nodes where the other adds nothing to it, so that what is equal stays shared.
fn union(one: &Rc<Node>, other: &Rc<Node>) -> Union {
    // Sets that were joined before share most of their nodes: this ends the walk early.
    if Rc::ptr_eq(one, other) {
        return Union { node: Rc::clone(one), is_mine: true, is_theirs: true };
    }
    let (is_mine, is_theirs, new) = match (&one.tree, &other.tree) {
        (Tree::Leaf(mine), Tree::Leaf(theirs)) => {
            (mine.covers(theirs), theirs.covers(mine), Tree::Leaf(mine.union(theirs)))
        }
        (Tree::Inner(mine), Tree::Inner(theirs)) => {
            let (children, is_mine, is_theirs) = union_of_children(mine, theirs);
            (is_mine, is_theirs, Tree::Inner(children))
        }
        (Tree::Leaf(_), Tree::Inner(_)) | (Tree::Inner(_), Tree::Leaf(_)) => {
            unreachable!("trees of one height have their leaves on one level")
        }
    };
    // The old node where it has everything: no memory, and later unions find the same pointer.
    let node = match (is_mine, is_theirs) {
        (true, _) => Rc::clone(one),
        (false, true) => Rc::clone(other),
        (false, false) => Node::new(new, &one.meter),
    };
    Union { node, is_mine, is_theirs }
}

fn union_of_children(mine: &Children, theirs: &Children) -> (Children, bool, bool) {
    let (mut is_mine, mut is_theirs) = (true, true);
    let children = std::array::from_fn(|i| match (&mine[i], &theirs[i]) {
        (Some(mine), Some(theirs)) => {
            let union = union(mine, theirs);
            is_mine &= union.is_mine;
            is_theirs &= union.is_theirs;
            Some(union.node)
        }
        (Some(child), None) => {
            is_theirs = false;
            Some(Rc::clone(child))
        }
        (None, Some(child)) => {
            is_mine = false;
            Some(Rc::clone(child))
        }
        (None, None) => None,
    });
    (children, is_mine, is_theirs)
}

impl Blocks {
    /// Events of one block.
    pub(crate) fn of(block: u32, events: Events, meter: &Meter) -> Blocks {
        let height = (u32::BITS - block.leading_zeros()).div_ceil(BITS);
        Blocks { root: Some(path(block, height, Node::new(Tree::Leaf(events), meter))), height }
    }

    /// Events of a block.
    pub(crate) fn get(&self, block: u32) -> Option<&Events> {
        if block.checked_shr(BITS * self.height).unwrap_or(0) != 0 {
            return None;
        }
        let mut node = self.root.as_deref()?;
        for level in (0..self.height).rev() {
            let Tree::Inner(children) = &node.tree else { return None };
            node = children[digit(block, level)].as_deref()?;
        }
        match &node.tree {
            Tree::Leaf(events) => Some(events),
            Tree::Inner(_) => None,
        }
    }

    /// The same tree with more levels.
    fn grown(&self, height: u32) -> Option<Rc<Node>> {
        let mut root = Rc::clone(self.root.as_ref()?);
        for _ in self.height..height {
            let mut children: Children = Default::default();
            let meter = root.meter.clone();
            children[0] = Some(root);
            root = Node::new(Tree::Inner(children), &meter);
        }
        Some(root)
    }

    /// Adds the events of `other`.
    pub(crate) fn join(&mut self, other: &Blocks) {
        let height = self.height.max(other.height);
        self.root = match (self.grown(height), other.grown(height)) {
            (Some(mine), Some(theirs)) => Some(union(&mine, &theirs).node),
            (mine, theirs) => mine.or(theirs),
        };
        self.height = height;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(block: u32, number: u32) -> Blocks {
        let mut events = Events::default();
        events.insert(0, number);
        Blocks::of(block, events, &Meter::default())
    }

    fn has(blocks: &Blocks, block: u32, number: u32) -> bool {
        blocks.get(block).is_some_and(|events| events.contains(0, number, number))
    }

    #[test]
    fn joined_blocks_keep_their_events() {
        let members = [0, 1, 15, 16, 17, 255, 256, 70_000, u32::MAX];
        let mut all = Blocks::default();
        for (number, &block) in (0..).zip(&members) {
            all.join(&one(block, number));
        }
        for (number, &block) in (0..).zip(&members) {
            assert!(has(&all, block, number) && !has(&all, block, number + 1), "{block}");
            assert!(!has(&all, block ^ 2, number));
        }
        assert!(!has(&Blocks::default(), 0, 0));
    }

    #[test]
    fn what_is_shared_is_counted_once() {
        let meter = Meter::default();
        let mut all = Blocks::default();
        for block in 0..1000 {
            let mut events = Events::default();
            events.insert(0, 1);
            all.join(&Blocks::of(block, events, &meter));
        }
        let held = meter.held();
        assert!((1000 * NODE..1200 * NODE).contains(&held), "{held}");
        let copies = vec![all.clone(); 10];
        assert_eq!(meter.held(), held);
        drop((all, copies));
        assert_eq!(meter.held(), 0);
    }

    #[test]
    fn a_union_that_adds_nothing_is_the_old_tree() {
        let mut all = Blocks::default();
        (0..1000).for_each(|block| all.join(&one(block, 7)));
        let root = all.root.clone().expect("not empty");
        let mut same = all.clone();
        same.join(&one(500, 7));
        assert!(Rc::ptr_eq(&root, same.root.as_ref().expect("not empty")));
        let mut small = one(3, 7);
        small.join(&all);
        assert!(Rc::ptr_eq(&root, small.root.as_ref().expect("not empty")));
        small.join(&one(3, 8));
        assert!(has(&small, 3, 8) && has(&small, 3, 7) && has(&small, 999, 7) && !has(&all, 3, 8));
    }
}
