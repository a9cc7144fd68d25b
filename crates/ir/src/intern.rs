//! Interning: equal things get equal ids, ids are handed out in order of first use.
//!
//! What is appended ([`Interner::append`]) gets an id of its own even if there is an equal member. It is not hashed before
//! something is interned.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use cranelift_entity::EntityRef;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

/// A set of `T` that names each member by a dense `I`.
#[derive(Clone)]
pub struct Interner<T, I> {
    items: Vec<T>,
    /// The members before `hashed`; of equal ones the first.
    table: HashTable<Slot>,
    hashed: usize,
    id: PhantomData<I>,
}

/// Where an item is, with half of its hash: that tells most items apart without a look at them, and growing hashes
/// nothing again.
#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    index: u32,
}

impl Slot {
    /// The hash as the table wants it: the top bits matter as well as the bottom ones.
    fn spread(&self) -> u64 {
        spread(self.hash)
    }
}

fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

fn hash<Q: ?Sized + Hash>(key: &Q) -> u32 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish() as u32
}

impl<T, I> Default for Interner<T, I> {
    fn default() -> Self {
        Interner { items: Vec::new(), table: HashTable::new(), hashed: 0, id: PhantomData }
    }
}

impl<T: Hash + Eq, I: EntityRef> Interner<T, I> {
    /// Makes room for so many members more.
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
        self.table.reserve(additional, Slot::spread);
    }

    /// Makes room for so many members more that are appended.
    pub fn reserve_appended(&mut self, additional: usize) {
        self.items.reserve(additional);
    }

    /// Stores `value` as a new member, whether there is an equal one or not.
    #[inline]
    pub fn append(&mut self, value: T) -> I {
        let index = self.items.len();
        assert!(u32::try_from(index).is_ok(), "fewer than 2^32 members");
        self.items.push(value);
        I::new(index)
    }

    /// Puts what was appended into the table.
    #[cold]
    fn hash_appended(&mut self) {
        self.table.reserve(self.items.len() - self.hashed, Slot::spread);
        for (index, item) in self.items.iter().enumerate().skip(self.hashed) {
            let hash = hash(item);
            let same = |slot: &Slot| slot.hash == hash && self.items[slot.index as usize] == *item;
            if let Entry::Vacant(entry) = self.table.entry(spread(hash), same, Slot::spread) {
                entry.insert(Slot { hash, index: index as u32 });
            }
        }
        self.hashed = self.items.len();
    }

    /// The id of `value`, which is stored when it is new.
    #[inline]
    pub fn intern(&mut self, value: T) -> I {
        let hash = hash(&value);
        match self.place(hash, |item| *item == value) {
            Ok(index) => I::new(index),
            Err(index) => {
                self.items.push(value);
                I::new(index)
            }
        }
    }

    /// The index of the member of this hash that is `equal`, or else that of the one which is pushed next.
    #[inline]
    fn place(&mut self, hash: u32, equal: impl Fn(&T) -> bool) -> Result<usize, usize> {
        if self.hashed < self.items.len() {
            self.hash_appended();
        }
        let items = &self.items;
        let same = |slot: &Slot| slot.hash == hash && equal(&items[slot.index as usize]);
        match self.table.entry(spread(hash), same, Slot::spread) {
            Entry::Occupied(entry) => Ok(entry.get().index as usize),
            Entry::Vacant(entry) => {
                let index = items.len();
                entry.insert(Slot { hash, index: u32::try_from(index).expect("fewer than 2^32 members") });
                // It is pushed next.
                self.hashed = index + 1;
                Err(index)
            }
        }
    }

    /// The id of `value`, if it is there.
    pub fn find(&self, value: &T) -> Option<I> {
        let hash = hash(value);
        let equal = |slot: &Slot| slot.hash == hash && self.items[slot.index as usize] == *value;
        let hashed = self.table.find(spread(hash), equal).map(|slot| slot.index as usize);
        let appended = || (self.hashed..self.items.len()).find(|&index| self.items[index] == *value);
        hashed.or_else(appended).map(I::new)
    }

    /// What `id` names.
    #[inline]
    pub fn get(&self, id: I) -> &T {
        &self.items[id.index()]
    }

    /// What `id` names, or `None` when it names nothing here.
    pub fn try_get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True when nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All members in the order of their ids, to be kept.
    pub fn into_members(self) -> Vec<T> {
        self.items
    }

    /// All members in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, value)| (I::new(index), value))
    }
}

impl<I: EntityRef> Interner<Box<[u8]>, I> {
    /// The id of a byte string, copied only when it is new.
    pub fn intern_bytes(&mut self, bytes: &[u8]) -> I {
        // A box hashes as what it holds.
        match self.place(hash(bytes), |item| **item == *bytes) {
            Ok(index) => I::new(index),
            Err(index) => {
                self.items.push(bytes.into());
                I::new(index)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Interner;
    use crate::entity::StrId;

    #[test]
    fn appended_members_are_found_by_the_first_of_their_kind() {
        let mut interner: Interner<u8, StrId> = Interner::default();
        let zero = interner.intern(0);
        let [one, again, other] = [1, 1, 0].map(|value| interner.append(value));
        assert_eq!([zero, one, again, other].map(|id| *interner.get(id)), [0, 1, 1, 0]);
        assert_eq!((interner.find(&0), interner.find(&1), interner.find(&2)), (Some(zero), Some(one), None));
        assert_eq!((interner.intern(1), interner.intern(0)), (one, zero));
        let two = interner.intern(2);
        assert_eq!((interner.intern(2), interner.find(&2), interner.len()), (two, Some(two), 5));
    }
}
