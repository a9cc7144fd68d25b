//! Concatenation of two modules: modules that several threads decode become the module that one thread would have decoded.

use cranelift_entity::EntityRef;

use crate::entity::{AttrId, DiId, LocId, StrId, TypeId};
use crate::intern::Interner;
use crate::loc::{DebugInfo, Loc};
use crate::module::{Level, Module};

/// A map from ids of interned objects of one module to those of another.
#[derive(Default)]
pub struct Renumbering {
    /// Types.
    pub types: Vec<TypeId>,
    /// Attributes.
    pub attrs: Vec<AttrId>,
    /// Strings.
    pub strings: Vec<StrId>,
    /// Locations.
    pub locs: Vec<LocId>,
    /// Debug information.
    pub debug: Vec<DiId>,
    /// Locations of ops have the ids of the other module already.
    pub(crate) placed: bool,
}

impl Renumbering {
    /// The location of an op.
    #[inline]
    pub(crate) fn place(&self, loc: LocId) -> LocId {
        if self.placed { loc } else { self.locs[loc.index()] }
    }

    fn string(&self, id: StrId) -> StrId {
        self.strings[id.index()]
    }

    fn loc(&self, loc: Loc) -> Loc {
        let known = |id: LocId| self.locs[id.index()];
        match loc {
            Loc::Unknown => Loc::Unknown,
            Loc::File { file, line, column, end } => Loc::File { file: self.string(file), line, column, end },
            Loc::Name { name, child } => Loc::Name { name: self.string(name), child: known(child) },
            Loc::CallSite { callee, caller } => {
                Loc::CallSite { callee: known(callee), caller: known(caller) }
            }
            Loc::Fused { metadata, parts } => Loc::Fused {
                metadata: metadata.map(|text| self.string(text)),
                parts: parts.iter().map(|&part| known(part)).collect(),
            },
            Loc::Scoped { loc, scope } => Loc::Scoped { loc: known(loc), scope: self.debug[scope.index()] },
        }
    }

    fn info(&self, info: DebugInfo) -> DebugInfo {
        // A part of a debug location was added before it, so its new number is known.
        let known = |id: DiId| self.debug[id.index()];
        match info {
            DebugInfo::File { name, directory } => {
                DebugInfo::File { name: self.string(name), directory: self.string(directory) }
            }
            DebugInfo::CompileUnit { file } => DebugInfo::CompileUnit { file: known(file) },
            DebugInfo::LexicalBlock { scope, file, line, column } => {
                DebugInfo::LexicalBlock { scope: known(scope), file: known(file), line, column }
            }
            DebugInfo::Subprogram {
                file,
                line,
                name,
                linkage_name,
                compile_unit,
                scope_line,
                declaration,
            } => DebugInfo::Subprogram {
                file: known(file),
                line,
                name: self.string(name),
                linkage_name: self.string(linkage_name),
                compile_unit: known(compile_unit),
                scope_line,
                declaration,
            },
        }
    }
}

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
