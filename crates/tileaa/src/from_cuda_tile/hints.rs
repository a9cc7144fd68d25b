//! Optimization hints: those of the target, else the default ones. Numbers out of range are clamped, as by the reference
//! tools; what no compiler knows is ignored, as at level 1.

use cuda_tile::{Attr, Module};
use ir::{AttrId, Field, Op, StrId};

/// The hints of an op.
pub(super) struct Hints<'m> {
    module: &'m Module,
    /// Entries for the target, then the default ones.
    dictionaries: [&'m [(StrId, AttrId)]; 2],
    /// The target does not support clusters.
    single_cta: bool,
}

impl<'m> Hints<'m> {
    /// The hints in an attribute, for a target such as `sm_90a`.
    pub(super) fn of(module: &'m Module, op: Op, field: Field, target: &str) -> Hints<'m> {
        let dictionary = |id: Option<AttrId>| -> &'m [(StrId, AttrId)] {
            match id.and_then(|id| module.attrs.try_get(id)) {
                Some(Attr::Dict(entries)) => entries,
                _ => &[],
            }
        };
        let targets = dictionary(module.attr(op, field).as_interned());
        // Variants of a target, such as `sm_90a`, use the hints of `sm_90`.
        let target = target.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let named = |name: &str| {
            dictionary(targets.iter().find(|(key, _)| module.text(*key) == name).map(|&(_, id)| id))
        };
        let single_cta = target.starts_with("sm_8") || target.starts_with("sm_7");
        Hints { module, dictionaries: [named(target), named("default")], single_cta }
    }

    fn find<T>(&self, key: &str, legal: impl Fn(&Attr) -> Option<T>) -> Option<T> {
        let in_one = |entries: &&[(StrId, AttrId)]| {
            let (_, id) = entries.iter().find(|(name, _)| self.module.text(*name) == key)?;
            legal(self.module.attrs.get(*id))
        };
        self.dictionaries.iter().find_map(in_one)
    }

    /// A number, at most `most` and at least 1.
    fn int(&self, key: &str, most: i64) -> Option<i64> {
        self.find(key, |attr| {
            let Attr::Int { ty, bits } = attr else { return None };
            let shift = 64 - ty.bits();
            Some((((bits << shift) as i64) >> shift).clamp(1, most))
        })
    }

    /// A power of two, at most `most`.
    fn power(&self, key: &str, most: i64) -> Option<i64> {
        self.find(key, |attr| {
            let Attr::Int { bits, .. } = attr else { return None };
            let value = i64::try_from(*bits).ok().filter(|&value| value > 0 && value.count_ones() == 1)?;
            Some(value.min(most))
        })
    }

    /// Thread blocks that work on one tile block.
    pub(super) fn num_cta_in_cga(&self) -> Option<i64> {
        self.power("num_cta_in_cga", if self.single_cta { 1 } else { 16 })
    }

    /// Warps of a thread block that work on tiles.
    pub(super) fn num_worker_warps_per_cta(&self) -> Option<i64> {
        self.power("num_worker_warps_per_cta", 32)
    }

    /// Thread blocks that are to fit on a multiprocessor.
    pub(super) fn occupancy(&self) -> Option<i64> {
        self.int("occupancy", 32)
    }

    /// The prefetch distance of an access.
    pub(super) fn latency(&self) -> Option<i64> {
        self.int("latency", 10)
    }

    /// Whether an access may go through tensor maps.
    pub(super) fn allow_tma(&self) -> Option<i64> {
        self.find(
            "allow_tma",
            |attr| if let Attr::Bool(value) = attr { Some(i64::from(*value)) } else { None },
        )
    }
}
