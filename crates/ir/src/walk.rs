//! Walking a module without recursion.

use crate::entity::Op;
use crate::storage::Storage;

/// A step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// An op, before the ops in its regions.
    Enter(Op),
    /// The same op, after them.
    Leave(Op),
}

/// Visits `root` and every op below it; nesting costs heap, not stack.
pub fn walk(body: &Storage, root: Op) -> impl Iterator<Item = Visit> + '_ {
    let mut walker = Walker { body, inside: Vec::new() };
    let mut visit = Some(Visit::Enter(root));
    std::iter::from_fn(move || {
        let now = visit?;
        visit = match now {
            Visit::Enter(op) => Some(walker.enter(op)),
            Visit::Leave(_) if walker.inside.is_empty() => None,
            Visit::Leave(op) => Some(walker.after(op)),
        };
        Some(now)
    })
}

struct Walker<'a> {
    body: &'a Storage,
    /// The ops that the walk is inside of, with the position of the next block to visit: region, block.
    inside: Vec<(Op, usize, usize)>,
}

impl Walker<'_> {
    #[inline]
    fn enter(&mut self, op: Op) -> Visit {
        if self.body.regions(op).len() == 0 {
            return Visit::Leave(op);
        }
        self.inside.push((op, 0, 0));
        self.next_block()
    }

    #[inline]
    fn after(&mut self, op: Op) -> Visit {
        match self.body.next(op) {
            Some(next) => Visit::Enter(next),
            None => self.next_block(),
        }
    }

    /// The first op of the next block that has one, else the way out.
    fn next_block(&mut self) -> Visit {
        let (op, region, block) = self.inside.last_mut().expect("the walk is inside of an op");
        while let Some(id) = self.body.regions(*op).nth(*region) {
            while let Some(&id) = self.body.region_blocks(id).get(*block) {
                *block += 1;
                if let Some(first) = self.body.first_op(id) {
                    return Visit::Enter(first);
                }
            }
            (*region, *block) = (*region + 1, 0);
        }
        let op = *op;
        self.inside.pop();
        Visit::Leave(op)
    }
}

/// Every op below `root`, itself first, each before the ops in its regions.
pub fn preorder(body: &Storage, root: Op) -> impl Iterator<Item = Op> + '_ {
    let mut walker = Walker { body, inside: Vec::new() };
    let mut next = Some(root);
    std::iter::from_fn(move || {
        let now = next?;
        let mut visit = walker.enter(now);
        next = loop {
            match visit {
                Visit::Enter(op) => break Some(op),
                Visit::Leave(_) if walker.inside.is_empty() => break None,
                Visit::Leave(op) => visit = walker.after(op),
            }
        };
        Some(now)
    })
}
