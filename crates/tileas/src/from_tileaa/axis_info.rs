//! Axis info of loads and stores at level 2, as attributes of level 3.

use ir::build::IntoAttr as _;
use ir::walk::preorder;
use ir::{Field, Op, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileaa::Opcode as From;
use tileaa::alias::Access;
use tileaa::boxes::BoxAccess;

use super::Convert;
use crate::attributes::ExecutionPath;
use crate::ops::fields as to;

/// Plain accesses of a function to exactly the same memory as another one, if one of them writes: a number for each such
/// memory, from 0 in the order of the program.
#[derive(Default)]
pub(super) struct AliasClasses {
    numbers: FxHashMap<Op, i64>,
}

impl AliasClasses {
    pub(super) fn of(module: &tileaa::Module, func: Op) -> AliasClasses {
        // By addresses or tiles, index and tile type; in the order of their first access.
        let mut known: FxHashMap<(Value, SmallVec<[Value; 4]>, ir::TypeId), usize> = FxHashMap::default();
        let mut groups: Vec<(bool, Vec<Op>)> = Vec::new();
        for op in preorder(&module.body, func) {
            let Some(access) = Access::of(module, op) else { continue };
            let (place, index, data) = access.memory();
            let key = (place, SmallVec::from_slice(index), module.body.ty(data));
            let at = *known.entry(key).or_insert(groups.len());
            if at == groups.len() {
                groups.push((false, Vec::new()));
            }
            groups[at].0 |= access.writes;
            groups[at].1.push(op);
        }
        let shared = groups.into_iter().filter(|(writes, ops)| *writes && ops.len() > 1);
        let numbered =
            (0..).zip(shared).flat_map(|(number, (_, ops))| ops.into_iter().map(move |op| (op, number)));
        AliasClasses { numbers: numbered.collect() }
    }
}

/// The fields of an access: contiguity, divisibility, contiguous dimension, alias class.
fn annotated(opcode: From) -> Option<[Field; 4]> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "of other ops nothing is known")]
    Some(match opcode {
        From::Load => {
            use to::load as f;
            [f::contiguity, f::divisibility, f::contiguous_dim, f::alias_class]
        }
        From::Store => {
            use to::store as f;
            [f::contiguity, f::divisibility, f::contiguous_dim, f::alias_class]
        }
        From::TiledLoad => {
            use to::tiled_load as f;
            [f::contiguity, f::divisibility, f::contiguous_dim, f::alias_class]
        }
        From::TiledStore => {
            use to::tiled_store as f;
            [f::contiguity, f::divisibility, f::contiguous_dim, f::alias_class]
        }
        From::TiledAtomicRed => {
            use to::tiled_atomic_red as f;
            [f::contiguity, f::divisibility, f::contiguous_dim, f::alias_class]
        }
        _ => return None,
    })
}

impl Convert<'_> {
    /// Writes facts about the memory of an access to its op at level 3.
    pub(super) fn annotate(&mut self, op: Op, new: Op) {
        let Some([contiguity, divisibility, contiguous_dim, alias_class]) = annotated(self.from.opcode(op))
        else {
            return;
        };
        self.annotate_boxes(op, new);
        if let Some(&number) = self.aliases.numbers.get(&op) {
            let slot = number.into_attr(&mut self.to);
            self.to.set_attr(new, alias_class, slot);
        }
        let Some(reach) = self.facts.reach(self.from, op) else { return };
        if reach.contiguity.iter().all(|&elements| elements == 1) {
            if let Some(dim) = reach.along {
                let slot = (dim as i64).into_attr(&mut self.to);
                self.to.set_attr(new, contiguous_dim, slot);
            }
            return;
        }
        let elements: Vec<i64> = reach.contiguity.iter().map(|&elements| elements.into()).collect();
        let slot = elements.as_slice().into_attr(&mut self.to);
        self.to.set_attr(new, contiguity, slot);
        let slot = i64::try_from(reach.divisibility).unwrap_or(i64::MAX).into_attr(&mut self.to);
        self.to.set_attr(new, divisibility, slot);
    }

    /// Whether a tensor map can describe a tile, if the program may get agents.
    fn annotate_boxes(&mut self, op: Op, new: Op) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops move no tiles of memory")]
        let [boxes, no_boxes] = match self.from.opcode(op) {
            From::TiledLoad => [to::tiled_load::boxes, to::tiled_load::no_boxes],
            From::TiledStore => [to::tiled_store::boxes, to::tiled_store::no_boxes],
            _ => return,
        };
        if self.options.path == ExecutionPath::Universal {
            return;
        }
        let (field, slot) = match BoxAccess::of(self.from, &self.facts, op) {
            Ok(_) => (boxes, true.into_attr(&mut self.to)),
            Err(why) => (no_boxes, why.into_attr(&mut self.to)),
        };
        self.to.set_attr(new, field, slot);
    }
}
