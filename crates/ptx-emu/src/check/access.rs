//! An access that is remembered: who made it, when, and how far it is seen.

use super::clock::{Actor, Clock};
use crate::place::Place;

/// [`Access::shift`] of an access by one lane, or by something that is no lane.
pub(crate) const ONE_LANE: u8 = 7;

/// [`Access::lane`] if it is one of many, which the addresses determine.
pub(crate) const BY_ADDRESS: u8 = 64;

/// How far a strong access is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    Block,
    Cluster,
    Device,
}

/// An access that is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) actor: Actor,
    /// The actor's time.
    pub(crate) time: u32,
    pub(crate) place: Place,
    /// The number of the instruction among all that were executed.
    pub(crate) serial: u32,
    /// The lane of the warp; of several side by side the first.
    pub(crate) lane: u8,
    /// Adjacent lanes access two to the power of this many bytes each; [`ONE_LANE`] for a single lane.
    pub(crate) shift: u8,
    /// How far it is seen, if it is strong: volatile, relaxed, atomic and the like.
    pub(crate) strong: Option<Reach>,
    /// Is it an access of an asynchronous operation?
    pub(crate) deferred: bool,
    /// And through the asynchronous proxy?
    pub(crate) asynchronous: bool,
}

impl Access {
    /// The access to a part of the bytes: an offset from the first, and a number of them.
    pub(crate) fn part(self, behind: u64, size: u64) -> Access {
        if self.shift == ONE_LANE {
            return self;
        }
        let shift = if size > 1 << self.shift { self.shift } else { ONE_LANE };
        Access { lane: self.lane + (behind >> self.shift) as u8, shift, ..self }
    }

    /// Does this access happen before the current point of a thread with this clock?
    pub(crate) fn is_known(&self, clock: &Clock) -> bool {
        clock.get(self.actor) >= self.time
            || clock.is_partial()
                && self.lanes().is_some_and(|lanes| clock.knows_lanes(self.actor, lanes, self.time))
    }

    /// The lanes that it is of; of many adjacent ones two. None if only the address tells.
    pub(crate) fn lanes(&self) -> Option<u32> {
        match (self.lane, self.shift) {
            (BY_ADDRESS, _) => None,
            (0..32, ONE_LANE) => Some(1 << self.lane),
            (0..32, _) => Some(3_u32.unbounded_shl(self.lane.into())),
            _ => Some(u32::MAX),
        }
    }
}
