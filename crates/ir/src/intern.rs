//! Interning: equal items get equal ids, which are assigned in order of first use.

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
    table: HashTable<Slot>,
    id: PhantomData<I>,
}

/// Where an item is, with half of its hash: which distinguishes most items without an access to them, and growing hashes
/// nothing again.
#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    index: u32,
}

impl Slot {
    /// The hash in the form of the table: both the top and the bottom bits matter.
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
        Interner { items: Vec::new(), table: HashTable::new(), id: PhantomData }
    }
}

impl<T: Hash + Eq, I: EntityRef> Interner<T, I> {
    /// Makes room for the given number of members more.
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
        self.table.reserve(additional, Slot::spread);
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
        let items = &self.items;
        let same = |slot: &Slot| slot.hash == hash && equal(&items[slot.index as usize]);
        match self.table.entry(spread(hash), same, Slot::spread) {
            Entry::Occupied(entry) => Ok(entry.get().index as usize),
            Entry::Vacant(entry) => {
                let index = items.len();
                entry.insert(Slot { hash, index: u32::try_from(index).expect("fewer than 2^32 members") });
                Err(index)
            }
        }
    }

    /// The id of `value`, if it is there.
    pub fn find(&self, value: &T) -> Option<I> {
        let hash = hash(value);
        let equal = |slot: &Slot| slot.hash == hash && self.items[slot.index as usize] == *value;
        self.table.find(spread(hash), equal).map(|slot| I::new(slot.index as usize))
    }

    /// The object of `id`.
    #[inline]
    pub fn get(&self, id: I) -> &T {
        &self.items[id.index()]
    }

    /// The object of `id`, or `None` if there is none here.
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
