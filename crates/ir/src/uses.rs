//! Which ops use a value.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::entity::{Op, Value};
use crate::storage::Storage;
use crate::walk::preorder;

/// The uses of every value.
///
/// Counts are exact. Lists of users may name ops that no longer use the value; queries filter them. So removing an op
/// out costs nothing per user, however many a value has.
#[derive(Clone, Default)]
pub struct Uses {
    of: SecondaryMap<Value, Users>,
    /// The ops that are counted.
    counted: SecondaryMap<Op, bool>,
}

#[derive(Default)]
struct Users {
    count: u32,
    /// Every op that uses the value, and some that did.
    ops: SmallVec<[Op; 2]>,
}

/// Tables grow by copies of a value without users, which this makes cheap.
impl Clone for Users {
    #[inline]
    fn clone(&self) -> Users {
        let ops = if self.ops.is_empty() { SmallVec::new() } else { self.ops.clone() };
        Users { count: self.count, ops }
    }
}

impl Uses {
    /// The uses by `root` and everything below it.
    pub fn of(body: &Storage, root: Op) -> Uses {
        let mut uses = Uses::default();
        uses.of.resize(body.value_count());
        uses.counted.resize(body.op_count());
        for op in preorder(body, root) {
            uses.add_op(body, op);
        }
        uses
    }

    /// The ops that use `value`, each once, in the order in which they were made.
    pub fn users(&self, body: &Storage, value: Value) -> SmallVec<[Op; 4]> {
        let all = self.of[value].ops.iter().copied();
        let mut ops: SmallVec<[Op; 4]> = all.filter(|&op| self.uses(body, op, value)).collect();
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
            if self.of[value].ops.len() > 2 * self.of[value].count as usize + 8 {
                self.of[value].ops = self.users(body, value).into_iter().collect();
            }
            let users = &mut self.of[value];
            users.count += 1;
            users.ops.push(op);
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
        let users = &mut self.of[new];
        users.count += count;
        users.ops.extend_from_slice(&ops);
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
