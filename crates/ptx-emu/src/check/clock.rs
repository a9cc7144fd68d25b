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

    /// Number of its cluster.
    pub(crate) const fn cluster(self) -> u32 {
        self.0 >> LOCAL_BITS
    }

    /// Number inside of its cluster.
    pub(crate) const fn local(self) -> usize {
        (self.0 & ((1 << LOCAL_BITS) - 1)) as usize
    }
}

/// For every actor the time up to which its doings are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// By their numbers, in order: mostly there is one.
    clusters: Vec<(u32, Vec<u32>)>,
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

    /// Does it know all that another clock knows?
    pub(crate) fn has(&self, other: &Clock) -> bool {
        let of = |cluster: u32| self.clusters.iter().find(|(number, _)| *number == cluster);
        other.clusters.iter().all(|(cluster, theirs)| {
            let ours = of(*cluster).map_or(&[][..], |(_, ours)| ours);
            let (both, rest) = theirs.split_at(theirs.len().min(ours.len()));
            // All of them are compared, so several are compared at once.
            both.iter().zip(ours).fold(true, |has, (their, our)| has & (their <= our))
                && rest.iter().all(|&their| their == 0)
        })
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
}
