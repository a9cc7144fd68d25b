//! Synchronisation of tile blocks: from which blocks a block has read by synchronising accesses, and the result.
//!
//! If two blocks race although they synchronise, this shows where the order between them is lost, and therefore the
//! fix.

use super::history::{Event, History};

/// The result of a synchronisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Nothing was released.
    NotReleased,
    /// The scopes do not include each other, or the sizes differ.
    OutOfScope,
    /// There is a release, but the read is not an acquire.
    NotAcquired,
    /// Everything before the release happens before what follows the acquire.
    Met,
}

/// A block read what another one had written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) reader: Event,
    pub(crate) writer: Event,
    /// The read is an acquire.
    pub(crate) acquires: bool,
    pub(crate) outcome: Outcome,
}

/// The missing part of the order between two blocks that synchronise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// The write is not a release.
    NotReleased,
    /// The scopes do not include each other.
    OutOfScope,
    /// The read is not an acquire.
    NotAcquired,
    /// The second access does not take the token of the acquire.
    BehindAcquire,
    /// The release does not take the token of the first access.
    BeforeRelease,
}

/// The meetings of a block, the latest of each pair of operations.
#[derive(Debug, Default)]
pub(crate) struct Links(Vec<Link>);

impl Links {
    /// Notes a meeting.
    pub(crate) fn add(&mut self, link: Link) {
        let key = |link: &Link| (link.reader.column, link.writer.column);
        match self.0.iter_mut().find(|other| key(other) == key(&link)) {
            Some(other) => *other = link,
            None => self.0.push(link),
        }
    }

    /// The missing part of the order between an operation in the block `from` and one here that `history` happens
    /// before, and the meeting that has it.
    pub(crate) fn gap(&self, from: u32, history: &History) -> Option<(Gap, Link)> {
        // Blocks do the same as each other: who met a third one should have met this one in the same way.
        let link = *self.0.iter().max_by_key(|link| (link.outcome, link.writer.block == from))?;
        let gap = match link.outcome {
            Outcome::NotReleased => Gap::NotReleased,
            Outcome::OutOfScope => Gap::OutOfScope,
            Outcome::NotAcquired => Gap::NotAcquired,
            Outcome::Met if history.knows(link.writer) => Gap::BeforeRelease,
            Outcome::Met => Gap::BehindAcquire,
        };
        Some((gap, link))
    }
}
