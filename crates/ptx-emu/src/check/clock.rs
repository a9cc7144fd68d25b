//! Happens-before state: vector clocks.
//!
//! An actor is a warp, or an engine that runs concurrently on behalf of a warp: its copies, its matrix products, an mbarrier on
//! which copies complete. The time of an actor advances whenever it releases its state. An access is an actor at a time; it
//! happens before every actor whose clock has reached that time.

/// Bits of an actor's number inside of its cluster.
const LOCAL_BITS: u32 = 13;

/// An actor: its cluster, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Actor(u32);

impl Actor {
    /// Numbers that are too large share the last one: such actors are taken for one.
    pub(crate) fn new(cluster: u64, local: usize) -> Actor {
        let cluster = (cluster as u32) & (u32::MAX >> LOCAL_BITS);
        Actor(cluster << LOCAL_BITS | local.min((1 << LOCAL_BITS) - 1) as u32)
    }

    /// The actor whose number is higher by this, in the same cluster.
    pub(crate) fn after(self, count: usize) -> Actor {
        Actor::new(u64::from(self.cluster()), self.local() + count)
    }

    /// By how much the number of another actor of the cluster is higher.
    pub(crate) fn distance(self, other: Actor) -> Option<usize> {
        if self.cluster() == other.cluster() { other.local().checked_sub(self.local()) } else { None }
    }

    /// Number of its cluster.
    pub(crate) const fn cluster(self) -> u32 {
        self.0 >> LOCAL_BITS
    }

    /// Number inside of its cluster.
    pub(crate) const fn local(self) -> usize {
        (self.0 & ((1 << LOCAL_BITS) - 1)) as usize
    }
}

/// Times by lane.
type Lanes = Box<[u32; 32]>;

/// For every actor the time up to which its doings are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// By their numbers, in order: mostly there is one.
    clusters: Vec<(u32, Vec<u32>)>,
    /// Actors of which accesses by some lanes are known up to a later time, in order: mostly there are none.
    lanes: Vec<(Actor, Lanes)>,
}

impl Clock {
    /// The time up to which an actor is known.
    pub(crate) fn get(&self, actor: Actor) -> u32 {
        let number = actor.cluster();
        let times = match &self.clusters[..] {
            [(one, times)] if *one == number => times,
            all => match all.binary_search_by_key(&number, |(number, _)| *number) {
                Ok(at) => &all[at].1,
                Err(_) => return 0,
            },
        };
        times.get(actor.local()).copied().unwrap_or(0)
    }

    /// The times of the actors of a cluster.
    fn times(&mut self, number: u32) -> &mut Vec<u32> {
        let at = match self.clusters.binary_search_by_key(&number, |(number, _)| *number) {
            Ok(at) => at,
            Err(at) => {
                self.clusters.insert(at, (number, Vec::new()));
                at
            }
        };
        &mut self.clusters[at].1
    }

    /// Knows an actor up to a time at least.
    pub(crate) fn raise(&mut self, actor: Actor, time: u32) {
        let times = self.times(actor.cluster());
        if times.len() <= actor.local() {
            times.resize(actor.local() + 1, 0);
        }
        let known = &mut times[actor.local()];
        *known = (*known).max(time);
    }

    /// Knows accesses of an actor by some lanes up to a time at least.
    pub(crate) fn raise_lanes(&mut self, actor: Actor, lanes: u32, time: u32) {
        if lanes == u32::MAX {
            self.raise(actor, time);
        } else if self.get(actor) < time {
            let times = std::array::from_fn(|lane| if lanes >> lane & 1 == 1 { time } else { 0 });
            self.join_lanes(actor, &times);
        }
    }

    fn join_lanes(&mut self, actor: Actor, theirs: &[u32; 32]) {
        let all = self.get(actor);
        let at = self.lanes.binary_search_by_key(&actor, |(actor, _)| *actor);
        let at = at.unwrap_or_else(|at| {
            self.lanes.insert(at, (actor, Box::new([0; 32])));
            at
        });
        let ours = &mut self.lanes[at].1;
        ours.iter_mut().zip(theirs).for_each(|(our, &their)| *our = (*our).max(their));
        let (least, most) =
            (ours.iter().min().map_or(0, |&time| time), ours.iter().max().map_or(0, |&time| time));
        // What all lanes did is known of the actor itself.
        if least == most || most <= all {
            self.lanes.remove(at);
        }
        if least > all {
            self.raise(actor, least);
        }
    }

    /// Does it know accesses of an actor by these lanes up to a time, although not those of all lanes?
    pub(crate) fn knows_lanes(&self, actor: Actor, lanes: u32, time: u32) -> bool {
        let Ok(at) = self.lanes.binary_search_by_key(&actor, |(actor, _)| *actor) else { return false };
        let times = &self.lanes[at].1;
        (0..32).all(|lane| lanes >> lane & 1 == 0 || times[lane] >= time)
    }

    /// Does it know anything of actors of a cluster with these numbers?
    pub(crate) fn has_any(&self, cluster: u64, locals: std::ops::Range<usize>) -> bool {
        let number = Actor::new(cluster, 0).cluster();
        let times = self.clusters.iter().find(|(other, _)| *other == number);
        let mut some =
            times.into_iter().flat_map(|(_, times)| times.iter().take(locals.end).skip(locals.start));
        let lane = |(actor, _): &(Actor, Lanes)| actor.cluster() == number && locals.contains(&actor.local());
        some.any(|&time| time > 0) || self.lanes.iter().any(lane)
    }

    /// Is something known of some lanes only?
    pub(crate) const fn is_partial(&self) -> bool {
        !self.lanes.is_empty()
    }

    fn has_lanes(&self, other: &Clock) -> bool {
        other.lanes.iter().all(|(actor, times)| {
            let all = self.get(*actor);
            (0..)
                .zip(times.iter())
                .all(|(lane, &time)| time <= all || self.knows_lanes(*actor, 1 << lane, time))
        })
    }

    /// Does it know all that another clock knows?
    pub(crate) fn has(&self, other: &Clock) -> bool {
        let of = |cluster: u32| self.clusters.iter().find(|(number, _)| *number == cluster);
        let has = other.clusters.iter().all(|(cluster, theirs)| {
            let ours = of(*cluster).map_or(&[][..], |(_, ours)| ours);
            let (both, rest) = theirs.split_at(theirs.len().min(ours.len()));
            // All of them are compared, so several are compared at once.
            both.iter().zip(ours).fold(true, |has, (their, our)| has & (their <= our))
                && rest.iter().all(|&their| their == 0)
        });
        has && self.has_lanes(other)
    }

    /// Knows what another clock knows.
    pub(crate) fn join(&mut self, other: &Clock) {
        for (cluster, theirs) in &other.clusters {
            let ours = self.times(*cluster);
            if ours.len() < theirs.len() {
                ours.resize(theirs.len(), 0);
            }
            for (our, &their) in ours.iter_mut().zip(theirs) {
                *our = (*our).max(their);
            }
        }
        if self.is_partial() || other.is_partial() {
            other.lanes.iter().for_each(|(actor, theirs)| self.join_lanes(*actor, theirs));
            let mut kept = std::mem::take(&mut self.lanes);
            kept.retain(|(actor, times)| times.iter().any(|&time| time > self.get(*actor)));
            self.lanes = kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_clocks_know_what_each_knew() {
        let (a, b, far) = (Actor::new(0, 3), Actor::new(0, 40), Actor::new(7, 0));
        let (mut one, mut other) = (Clock::default(), Clock::default());
        one.raise(a, 5);
        other.raise(a, 2);
        other.raise(b, 9);
        other.raise(far, 1);
        assert!(one.has(&Clock::default()) && !one.has(&other) && !other.has(&one));
        one.join(&other);
        assert!(one.has(&other) && !other.has(&one));
        assert_eq!([a, b, far].map(|actor| one.get(actor)), [5, 9, 1]);
        assert_eq!(one.get(Actor::new(8, 3)), 0);
        assert_eq!((far.cluster(), b.local()), (7, 40));
    }

    #[test]
    fn what_lanes_did_becomes_what_all_did() {
        let actor = Actor::new(0, 3);
        let (mut some, mut others) = (Clock::default(), Clock::default());
        some.raise_lanes(actor, 0xffff, 5);
        others.raise_lanes(actor, !0xffff, 4);
        assert!(some.knows_lanes(actor, 1 << 15, 5) && !some.knows_lanes(actor, 3 << 15, 5));
        assert!(!some.has(&others) && some.get(actor) == 0);
        some.join(&others);
        assert!(some.has(&others) && some.get(actor) == 4);
        assert!(some.knows_lanes(actor, 1, 5) && !some.knows_lanes(actor, 1 << 16, 5));
        some.raise_lanes(actor, u32::MAX, 5);
        some.join(&others);
        assert!(!some.is_partial() && some.get(actor) == 5);
    }
}
