//! Which ops use a value.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::entity::{Op, Value};
use crate::storage::Storage;
use crate::walk::preorder;

/// The users of every value, an op once for each operand that it uses the value as.
#[derive(Clone, Default)]
pub struct Uses {
    users: SecondaryMap<Value, SmallVec<[Op; 2]>>,
}

impl Uses {
    /// The uses by `root` and everything below it.
    pub fn of(body: &Storage, root: Op) -> Uses {
        let mut uses = Uses::default();
        for op in preorder(body, root) {
            uses.add_op(body, op);
        }
        uses
    }

    /// The ops that use `value`, in no particular but a reproducible order.
    pub fn users(&self, value: Value) -> &[Op] {
        &self.users[value]
    }

    /// How many operands are `value`.
    pub fn count(&self, value: Value) -> usize {
        self.users[value].len()
    }

    /// True when some operand is `value`.
    pub fn is_used(&self, value: Value) -> bool {
        !self.users[value].is_empty()
    }

    /// True when a result of `op` is used.
    pub fn any_result_used(&self, body: &Storage, op: Op) -> bool {
        body.results(op).iter().any(|result| self.is_used(result))
    }

    /// Counts the operands of `op` in; not those of ops in its regions.
    pub fn add_op(&mut self, body: &Storage, op: Op) {
        for &value in body.operands(op) {
            self.users[value].push(op);
        }
    }

    /// Counts the operands of `op` out; not those of ops in its regions.
    pub fn remove_op(&mut self, body: &Storage, op: Op) {
        for &value in body.operands(op) {
            let users = &mut self.users[value];
            if let Some(at) = users.iter().rposition(|&user| user == op) {
                users.remove(at);
            }
        }
    }

    /// Gives the users of `old` to `new`; they are returned, each as often as it uses `old`.
    pub(crate) fn hand_over(&mut self, old: Value, new: Value) -> SmallVec<[Op; 2]> {
        let users = std::mem::take(&mut self.users[old]);
        self.users[new].extend_from_slice(&users);
        users
    }
}
