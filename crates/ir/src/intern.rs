//! Interning: equal things get equal ids, ids are handed out in order of first use.

use std::borrow::Borrow;
use std::hash::{BuildHasherDefault, Hash};
use std::marker::PhantomData;

use cranelift_entity::EntityRef;
use indexmap::{Equivalent, IndexSet};
use rustc_hash::FxHasher;

/// A set of `T` that names each member by a dense `I`.
#[derive(Clone)]
pub struct Interner<T, I> {
    set: IndexSet<T, BuildHasherDefault<FxHasher>>,
    id: PhantomData<I>,
}

impl<T, I> Default for Interner<T, I> {
    fn default() -> Self {
        Interner { set: IndexSet::default(), id: PhantomData }
    }
}

impl<T: Hash + Eq, I: EntityRef> Interner<T, I> {
    /// The id of `value`, which is stored when it is new.
    pub fn intern(&mut self, value: T) -> I {
        I::new(self.set.insert_full(value).0)
    }

    /// The id of something equal to `key`; `make` builds it only when it is new.
    pub fn intern_with<Q>(&mut self, key: &Q, make: impl FnOnce() -> T) -> I
    where
        Q: ?Sized + Hash + Equivalent<T>,
    {
        match self.set.get_index_of(key) {
            Some(index) => I::new(index),
            None => self.intern(make()),
        }
    }

    /// The id of something equal to `key`, if it is there.
    pub fn find<Q>(&self, key: &Q) -> Option<I>
    where
        Q: ?Sized + Hash + Equivalent<T>,
    {
        self.set.get_index_of(key).map(I::new)
    }

    /// What `id` names.
    pub fn get(&self, id: I) -> &T {
        &self.set[id.index()]
    }

    /// What `id` names, or `None` when it names nothing here.
    pub fn try_get(&self, id: I) -> Option<&T> {
        self.set.get_index(id.index())
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.set.len()
    }

    /// True when nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// All members in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        self.set.iter().enumerate().map(|(index, value)| (I::new(index), value))
    }
}

impl<I: EntityRef> Interner<Box<[u8]>, I> {
    /// The id of a byte string, copied only when it is new.
    pub fn intern_bytes(&mut self, bytes: &[u8]) -> I {
        match self.set.get_index_of::<[u8]>(Borrow::borrow(&bytes)) {
            Some(index) => I::new(index),
            None => self.intern(bytes.into()),
        }
    }
}
