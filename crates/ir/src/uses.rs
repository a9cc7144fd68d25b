//! Which ops use a value.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap, entity_impl};
use smallvec::SmallVec;

use crate::entity::{Op, Value};
use crate::storage::Storage;
use crate::walk::preorder;

/// The uses of every value.
///
/// Counts are exact. Lists of users may name ops that no longer use the value; queries filter them. So removing an op
/// out costs nothing per user, however many a value has. The lists of all values are linked in one pool, because every pass
/// makes them again: a list of its own for each value would be most of the time of a pass that changes nothing.
#[derive(Clone, Default)]
pub struct Uses {
    of: SecondaryMap<Value, Users>,
    /// Users, each with the one that was added to its list before.
    links: Vec<(Op, Link)>,
    /// The ops that are counted.
    counted: SecondaryMap<Op, bool>,
}

/// A place in the pool of users.
type Link = PackedOption<UserLink>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct UserLink(u32);
entity_impl!(UserLink);

#[derive(Clone, Copy, Default)]
struct Users {
    count: u32,
    /// The length of the list.
    listed: u32,
    /// The last of the list: every op that uses the value, and some that did.
    last: Link,
}

impl Uses {
    /// The uses by `root` and everything below it.
    pub fn of(body: &Storage, root: Op) -> Uses {
        let mut uses = Uses::default();
        uses.of.resize(body.value_count());
        uses.counted.resize(body.op_count());
        uses.links.reserve(body.value_count());
        for op in preorder(body, root) {
            uses.add_op(body, op);
        }
        uses
    }

    /// The list of a value, from its end.
    fn listed(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        let mut link = self.of[value].last;
        std::iter::from_fn(move || {
            let (op, before) = self.links[link.expand()?.index()];
            link = before;
            Some(op)
        })
    }

    fn list(&mut self, value: Value, op: Op) {
        let link = UserLink::new(self.links.len());
        let users = &mut self.of[value];
        users.listed += 1;
        self.links.push((op, std::mem::replace(&mut users.last, link.into())));
    }

    /// The ops that use `value`, each once, in the order in which they were made.
    pub fn users(&self, body: &Storage, value: Value) -> SmallVec<[Op; 4]> {
        let mut ops: SmallVec<[Op; 4]> =
            self.listed(value).filter(|&op| self.uses(body, op, value)).collect();
        ops.sort_unstable();
        ops.dedup();
        ops
    }

    fn uses(&self, body: &Storage, op: Op, value: Value) -> bool {
        self.counted[op] && body.operands(op).contains(&value)
    }

    /// How many operands are `value`.
    pub fn count(&self, value: Value) -> usize {
        self.of[value].count as usize
    }

    /// True when some operand is `value`.
    pub fn is_used(&self, value: Value) -> bool {
        self.of[value].count > 0
    }

    /// True when a result of `op` is used.
    pub fn any_result_used(&self, body: &Storage, op: Op) -> bool {
        body.results(op).iter().any(|result| self.is_used(result))
    }

    /// Counts the operands of `op` in; not those of ops in its regions.
    pub fn add_op(&mut self, body: &Storage, op: Op) {
        for &value in body.operands(op) {
            let Users { count, listed, .. } = self.of[value];
            if listed > 2 * count + 8 {
                let users = self.users(body, value);
                self.of[value] = Users { count, ..Users::default() };
                users.into_iter().for_each(|user| self.list(value, user));
            }
            self.of[value].count += 1;
            self.list(value, op);
        }
        self.counted[op] = true;
    }

    /// Counts the operands of `op` out; not those of ops in its regions.
    pub fn remove_op(&mut self, body: &Storage, op: Op) {
        for &value in body.operands(op) {
            self.of[value].count -= 1;
        }
        self.counted[op] = false;
    }

    /// Makes every operand that is `old` be `new`; returns the ops that used it.
    pub(crate) fn replace(&mut self, body: &mut Storage, old: Value, new: Value) -> SmallVec<[Op; 4]> {
        let ops = self.users(body, old);
        for &op in &ops {
            for operand in body.operands_mut(op).iter_mut().filter(|operand| **operand == old) {
                *operand = new;
            }
        }
        let Users { count, .. } = std::mem::take(&mut self.of[old]);
        self.of[new].count += count;
        ops.iter().for_each(|&op| self.list(new, op));
        ops
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::{TypeId, UNKNOWN_LOC};
    use crate::storage::OpDraft;

    fn op(body: &mut Storage, operands: &[Value], results: u32) -> Op {
        let types = vec![TypeId::from_u32(0); results as usize];
        let draft = OpDraft {
            opcode: 0,
            operands,
            segments: &[],
            attrs: &[],
            results: &types,
            regions: 0,
            loc: UNKNOWN_LOC,
        };
        body.create_op(draft)
    }

    #[test]
    fn users_are_those_that_use_it_now() {
        let mut body = Storage::default();
        let make = op(&mut body, &[], 2);
        let (a, b) = (body.result(make, 0), body.result(make, 1));
        let users: Vec<Op> = (0..100).map(|_| op(&mut body, &[a, b, a], 0)).collect();
        let mut uses = Uses::default();
        users.iter().for_each(|&user| uses.add_op(&body, user));
        assert_eq!((uses.count(a), uses.count(b)), (200, 100));
        for &user in &users[1..] {
            uses.remove_op(&body, user);
        }
        assert_eq!((uses.count(a), uses.users(&body, a).as_slice()), (2, &users[..1]));
        // One comes back, using one of them only.
        body.set_operands(users[7], &[b], &[]);
        uses.add_op(&body, users[7]);
        assert_eq!(uses.users(&body, a).as_slice(), &users[..1]);
        assert_eq!(uses.users(&body, b).as_slice(), &[users[0], users[7]]);
        assert_eq!(uses.replace(&mut body, a, b).as_slice(), &users[..1]);
        assert_eq!((uses.count(a), uses.count(b)), (0, 4));
        assert_eq!(body.operands(users[0]), &[b, b, b]);
    }
}
