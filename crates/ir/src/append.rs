//! Concatenation of two modules: modules that several threads decode become the module that one thread would have decoded.

use cranelift_entity::EntityRef;

use crate::intern::Interner;
use crate::level::Level;
use crate::level::module::Module;
use crate::renumber::Renumbering;

impl<L: Level> Module<L> {
    /// Adds the items of `other` after those of this module, numbered as if they had been created here in the same
    /// order; `renumber` does that for an attribute whose parts have numbers already. The root of `other` is dropped; it
    /// was created first, as [`Module::with_root`] does, with one region of one block. If `placed`, the locations of its ops
    /// are ids of this module, and it has none of its own. Gives what the interned things of `other` are called here.
    pub fn append(
        &mut self,
        other: Module<L>,
        placed: bool,
        renumber: impl Fn(L::Attr, &Renumbering) -> L::Attr,
    ) -> Renumbering {
        // Parts are interned before the whole, so that they are in the lists when it comes.
        let mut ids = Renumbering {
            strings: added(&mut self.strings, other.strings),
            types: added(&mut self.types, other.types),
            placed,
            ..Renumbering::default()
        };
        for info in other.debug.into_members() {
            let info = ids.info(info);
            ids.debug.push(self.debug.intern(info));
        }
        let attrs = other.attrs.into_members();
        self.attrs.reserve(attrs.len());
        for attr in attrs {
            let attr = renumber(attr, &ids);
            ids.attrs.push(self.attrs.intern(attr));
        }
        let locs = if placed { Vec::new() } else { other.locs.into_members() };
        for loc in locs {
            let loc = ids.loc(loc);
            ids.locs.push(self.locs.intern(loc));
        }
        let region = self.body.regions(self.root).next().expect("a root has a region");
        let &block = self.body.region_blocks(region).first().expect("the region of a root has a block");
        self.body.append_items(block, &other.body, &ids);
        ids
    }
}

/// Interns all of `from`.
fn added<T: Eq + std::hash::Hash, I: EntityRef>(to: &mut Interner<T, I>, from: Interner<T, I>) -> Vec<I> {
    from.into_members().into_iter().map(|member| to.intern(member)).collect()
}
