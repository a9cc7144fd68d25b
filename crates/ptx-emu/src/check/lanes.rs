//! Knowledge of single lanes: those that have observed the completion of an mbarrier, until the lanes of the warp synchronise.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{HappensBefore, WarpState};

/// Kinds of partial knowledge that a warp keeps; when there are more, all of its lanes learn the oldest. That can only hide a
/// race, never invent one. Kernels poll a barrier with one lane or a few; each kind costs a clock, and a search at every access.
const MAX_PARTLY: usize = 8;

/// Happens-before state of some lanes of a warp, in addition to that of all lanes.
#[derive(Clone, Debug)]
pub(super) struct Partly {
    lanes: u32,
    knows: Arc<HappensBefore>,
    /// What these lanes know in all, unless all lanes have learned something since.
    whole: Option<Arc<HappensBefore>>,
}

impl WarpState {
    /// Its happens-before state, to be extended.
    pub(super) fn learns(&mut self) -> &mut HappensBefore {
        self.partly.iter_mut().for_each(|part| part.whole = None);
        Arc::make_mut(&mut self.knows)
    }

    /// Lanes learn something; the others of those that have not ended do not.
    pub(super) fn lanes_learn(&mut self, lanes: u32, live: u32, news: &HappensBefore) {
        // One lane mostly learns again and again.
        if let Some(part) = self.partly.iter_mut().find(|part| part.lanes == lanes) {
            Arc::make_mut(&mut part.knows).join(news);
            match &mut part.whole {
                Some(whole) => Arc::make_mut(whole).join(news),
                None => part.whole = Some(joined(&self.knows, &part.knows)),
            }
            return;
        }
        let mut lanes = lanes;
        // Lanes that wait one after the other, each for the same phase, know the same in the end.
        self.partly.retain(|part| {
            let same = *part.knows == *news;
            lanes |= if same { part.lanes } else { 0 };
            !same
        });
        if live & !lanes == 0 {
            return self.learns().join(news);
        }
        if self.partly.len() == MAX_PARTLY {
            let oldest = self.partly.remove(0);
            self.learns().join(&oldest.knows);
        }
        let whole = Some(joined(&self.knows, news));
        self.partly.push(Partly { lanes, knows: Arc::new(news.clone()), whole });
    }

    /// All lanes know what any of them knows.
    pub(super) fn lanes_meet(&mut self) {
        for part in std::mem::take(&mut self.partly) {
            self.learns().join(&part.knows);
        }
    }

    /// The happens-before state of a lane; for an access by no single lane, the state of any lane.
    pub(super) fn known_to(&self, lane: u32) -> Arc<HappensBefore> {
        let known = |part: &&Partly| lane >= 32 || part.lanes >> lane & 1 == 1;
        self.with_parts(self.partly.iter().filter(known))
    }

    /// What any lane of a mask knows.
    pub(super) fn known_to_any(&self, mask: u32) -> Arc<HappensBefore> {
        self.with_parts(self.partly.iter().filter(|part| part.lanes & mask != 0))
    }

    fn with_parts<'a>(&self, mut parts: impl Iterator<Item = &'a Partly>) -> Arc<HappensBefore> {
        let Some(first) = parts.next() else { return Arc::clone(&self.knows) };
        let mut knows = match &first.whole {
            Some(whole) => Arc::clone(whole),
            None => joined(&self.knows, &first.knows),
        };
        parts.for_each(|part| Arc::make_mut(&mut knows).join(&part.knows));
        knows
    }

    /// Lanes of a mask in groups that know the same.
    pub(super) fn groups(&self, mask: u32) -> SmallVec<[(u32, Arc<HappensBefore>); 1]> {
        let mut groups: SmallVec<[u32; 1]> = SmallVec::from_iter([mask]);
        for part in &self.partly {
            let split = |group: u32| [group & part.lanes, group & !part.lanes];
            groups = groups.into_iter().flat_map(split).filter(|&group| group != 0).collect();
        }
        groups.into_iter().map(|group| (group, self.known_to(group.trailing_zeros()))).collect()
    }
}

/// Both.
fn joined(one: &HappensBefore, other: &HappensBefore) -> Arc<HappensBefore> {
    let mut both = one.clone();
    both.join(other);
    Arc::new(both)
}
