//! Release and acquire, by a strong access itself or by fences around it, and their scopes (PTX ISA, 8.8.6.3): the releasing
//! and the acquiring thread must be in each other's scope.

use std::sync::Arc;

use smallvec::SmallVec;

use super::HappensBefore;
use super::access::Reach;

/// A block: its cluster, and its rank there.
pub(super) type Block = (u64, u32);

/// The scope that contains both blocks.
fn distance(one: Block, other: Block) -> Reach {
    match one {
        _ if one == other => Reach::Block,
        (cluster, _) if cluster == other.0 => Reach::Cluster,
        _ => Reach::Device,
    }
}

/// Fences of a warp, which turn its relaxed accesses into releases and acquires.
#[derive(Clone, Debug, Default)]
pub(super) struct Fences {
    /// Its happens-before state at fences that release, with their scopes. Larger scopes come first, and are older.
    released: SmallVec<[(Reach, Arc<HappensBefore>); 1]>,
    /// Its happens-before state after a fence that acquires in this scope.
    acquirable: SmallVec<[(Reach, HappensBefore); 1]>,
}

impl Fences {
    /// A fence that releases what the warp knows.
    pub(super) fn release(&mut self, reach: Reach, knows: Arc<HappensBefore>) {
        self.released.retain(|(old, _)| *old > reach);
        self.released.push((reach, knows));
    }

    /// A fence that acquires: what the warp learns.
    pub(super) fn acquire(&mut self, reach: Reach) -> HappensBefore {
        let mut learned = HappensBefore::default();
        self.acquirable.retain(|(needed, knows)| {
            if *needed <= reach {
                learned.join(knows);
            }
            *needed > reach
        });
        learned
    }

    /// A relaxed access saw a released value; the scope of a fence must include the thread that released it.
    pub(super) fn saw(&mut self, needed: Reach, knows: &HappensBefore) {
        match self.acquirable.iter_mut().find(|(reach, _)| *reach == needed) {
            Some((_, acquirable)) => acquirable.join(knows),
            None => self.acquirable.push((needed, knows.clone())),
        }
    }

    /// All that was released, however far.
    pub(super) fn released(&self) -> HappensBefore {
        let mut all = HappensBefore::default();
        self.released.iter().for_each(|(_, knows)| all.join(knows));
        all
    }
}

/// The happens-before state that the last strong writes to a location release.
#[derive(Clone, Debug, Default)]
pub(super) struct Location {
    passes: SmallVec<[Passes; 1]>,
    /// How far the last one reaches, and the block that wrote it.
    written: Option<(Reach, Block)>,
}

/// Something that is passed on to whom it reaches.
#[derive(Clone, Debug)]
struct Passes {
    reach: Reach,
    from: Block,
    /// Blocks besides that have changed the location passed on something as well. Any fence acquires it then: which of
    /// them it is that an access relies on is not known.
    several: bool,
    knows: Arc<HappensBefore>,
}

impl Passes {
    /// The threads that the scope of a fence that acquires this must include.
    fn needed(&self, by: Block) -> Reach {
        if self.several { Reach::Block } else { distance(self.from, by) }
    }
}

impl Location {
    /// Does an access of a block, which reaches so far, see the last write as one that synchronises?
    pub(super) fn is_seen(&self, reach: Reach, by: Block) -> bool {
        self.written.is_some_and(|(theirs, from)| theirs.min(reach) >= distance(from, by))
    }

    /// The released state for a block, and the scope that contains it and the releasing block.
    pub(super) fn passes_to(&self, by: Block) -> impl Iterator<Item = (Reach, &HappensBefore)> {
        let reaching = self.passes.iter().filter(move |passes| passes.reach >= distance(passes.from, by));
        reaching.map(move |passes| (passes.needed(by), &*passes.knows))
    }

    /// A write that reaches so far passes on what the warp's fences have released before, and `released` by itself. One
    /// that is part of a change of what was there before `goes_on` with what was passed on then.
    pub(super) fn write(
        &mut self,
        (reach, from): (Reach, Block),
        goes_on: bool,
        fences: &Fences,
        released: Option<&Arc<HappensBefore>>,
    ) {
        if !goes_on {
            self.passes.clear();
        }
        self.written = Some((reach, from));
        let all = fences.released.iter().map(|(reach, knows)| (*reach, knows));
        for (reach, knows) in all.chain(released.map(|knows| (reach, knows))) {
            self.add(reach, from, knows);
        }
    }

    fn add(&mut self, reach: Reach, from: Block, knows: &Arc<HappensBefore>) {
        if **knows == HappensBefore::default() {
            return;
        }
        // An actor in the scope of one is in the scope of the other.
        let like = |passes: &&mut Passes| passes.reach == reach && distance(passes.from, from) <= reach;
        match self.passes.iter_mut().find(like) {
            Some(passes) => {
                passes.several |= passes.from != from;
                Arc::make_mut(&mut passes.knows).join(knows);
            }
            None => self.passes.push(Passes { reach, from, several: false, knows: Arc::clone(knows) }),
        }
    }

    /// Does it pass on nothing?
    pub(super) fn is_empty(&self) -> bool {
        self.passes.is_empty()
    }
}
