//! Walking a module without recursion.

use crate::entity::Op;
use crate::storage::{OpRef, Storage};

/// What a walk comes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// An op, before the ops in its regions.
    Enter(Op),
    /// The same op, after them.
    Leave(Op),
}

/// Visits `root` and every op below it; nesting costs heap, not stack.
pub fn walk(body: &Storage, root: Op) -> Walk<'_> {
    Walk { body, next: Some(Visit::Enter(root)), inside: Vec::new() }
}

/// A walk on its way.
pub struct Walk<'a> {
    body: &'a Storage,
    next: Option<Visit>,
    /// The ops that the walk is inside of, with the position of the next block to visit: region, block.
    inside: Vec<(Op, usize, usize)>,
}

impl Iterator for Walk<'_> {
    type Item = Visit;

    #[inline]
    fn next(&mut self) -> Option<Visit> {
        let now = self.next?;
        self.next = match now {
            Visit::Enter(op) => Some(self.enter(op)),
            Visit::Leave(_) if self.inside.is_empty() => None,
            Visit::Leave(op) => Some(self.after(op)),
        };
        Some(now)
    }
}

impl<'a> Walk<'a> {
    /// Visits the ops without regions that come next in one go, and neither enters nor leaves them.
    #[inline]
    pub fn leaves(&mut self, mut visit: impl FnMut(Op, OpRef<'a>)) {
        let (Some(Visit::Enter(mut op)), false) = (self.next, self.inside.is_empty()) else { return };
        loop {
            let data = self.body.get(op);
            if data.region_count() > 0 {
                self.next = Some(Visit::Enter(op));
                return;
            }
            visit(op, data);
            let Some(next) = data.next() else { break };
            op = next;
        }
        self.next = Some(self.next_block());
    }

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
    walk(body, root).filter_map(|visit| match visit {
        Visit::Enter(op) => Some(op),
        Visit::Leave(_) => None,
    })
}
