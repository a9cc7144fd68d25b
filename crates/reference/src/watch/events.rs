//! Sets of events of one tile block.
//!
//! An event is one execution of one memory operation: the operation's *column* and the number of its earlier executions
//! in this block. A token nearly always orders "this operation up to its n-th execution" for each of a few operations,
//! so a set is a short sorted list of intervals, each in one column. If it would become too long, gaps between
//! intervals are filled: the set then contains events that are not ordered, and records this.

use smallvec::SmallVec;

/// Intervals of one set at most, as long as two of them are of one column. Sets are copied and searched at every
/// access, so they stay short; programs without irregular loops need only a few intervals.
const RUNS: usize = 64;

/// Executions `first..=last` of the operation of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    column: u32,
    first: u32,
    last: u32,
}

/// Events of one tile block. Runs are sorted, and no two of them touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Events {
    runs: SmallVec<[Run; 4]>,
    /// Some of the events may not belong here.
    presumed: bool,
}

impl Events {
    /// True when the executions `first..=last` of `column` are in the set.
    #[inline]
    pub(crate) fn contains(&self, column: u32, first: u32, last: u32) -> bool {
        let behind = self.runs.partition_point(|run| (run.column, run.first) <= (column, first));
        behind > 0 && {
            let run = self.runs[behind - 1];
            run.column == column && last <= run.last
        }
    }

    /// True when the set may hold events that do not belong to it.
    pub(crate) fn is_presumed(&self) -> bool {
        self.presumed
    }

    /// Fills gaps until the set is short enough.
    fn shorten(&mut self) {
        while self.runs.len() > RUNS {
            let same = |pair: &[Run]| pair[0].column == pair[1].column;
            let Some(index) = self.runs.windows(2).position(same) else { return };
            self.runs[index].last = self.runs[index].last.max(self.runs[index + 1].last);
            self.runs.remove(index + 1);
            self.presumed = true;
        }
    }

    /// Adds one event.
    pub(crate) fn insert(&mut self, column: u32, number: u32) {
        let behind = self.runs.partition_point(|run| (run.column, run.first) <= (column, number));
        if behind > 0 {
            let run = &mut self.runs[behind - 1];
            if run.column == column && number <= run.last.saturating_add(1) {
                run.last = run.last.max(number);
                self.close_gap(behind);
                return;
            }
        }
        self.runs.insert(behind, Run { column, first: number, last: number });
        self.close_gap(behind + 1);
        self.shorten();
    }

    /// Joins the interval before index `index` with the one at it, where they touch.
    fn close_gap(&mut self, index: usize) {
        let (Some(&run), Some(&next)) = (self.runs.get(index - 1), self.runs.get(index)) else { return };
        if run.column == next.column && next.first <= run.last.saturating_add(1) {
            self.runs[index - 1].last = run.last.max(next.last);
            self.runs.remove(index);
        }
    }

    /// True when every event of `other` is in this set.
    pub(crate) fn covers(&self, other: &Events) -> bool {
        other.runs.iter().all(|run| self.contains(run.column, run.first, run.last))
    }

    /// The events of both.
    pub(crate) fn union(&self, other: &Events) -> Events {
        let mut runs: SmallVec<[Run; 4]> = SmallVec::with_capacity(self.runs.len().max(other.runs.len()));
        let (mut mine, mut theirs) = (self.runs.iter().peekable(), other.runs.iter().peekable());
        loop {
            // A merge of two sorted lists; intervals that touch or overlap become one.
            let key = |run: &&Run| (run.column, run.first);
            let run = match (mine.peek(), theirs.peek()) {
                (Some(one), Some(two)) if key(one) <= key(two) => mine.next(),
                (_, Some(_)) => theirs.next(),
                (_, None) => mine.next(),
            };
            let Some(&run) = run else {
                let mut union = Events { runs, presumed: self.presumed | other.presumed };
                union.shorten();
                return union;
            };
            match runs.last_mut() {
                Some(last) if last.column == run.column && run.first <= last.last.saturating_add(1) => {
                    last.last = last.last.max(run.last);
                }
                Some(_) | None => runs.push(run),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(list: &[(u32, u32)]) -> Events {
        let mut events = Events::default();
        list.iter().for_each(|&(column, number)| events.insert(column, number));
        events
    }

    fn all(events: &Events) -> Vec<(u32, u32)> {
        let members = (0..6).flat_map(|column| (0..20).map(move |number| (column, number)));
        members.filter(|&(column, number)| events.contains(column, number, number)).collect()
    }

    #[test]
    fn what_is_inserted_is_there_and_nothing_else() {
        let list = [(2, 5), (2, 7), (1, 3), (2, 6), (2, 6), (4, 0), (1, 2), (1, 9), (2, 4)];
        let set = events(&list);
        assert_eq!(all(&set), [(1, 2), (1, 3), (1, 9), (2, 4), (2, 5), (2, 6), (2, 7), (4, 0)]);
        assert_eq!(set.runs.len(), 4, "neighbours are one run: {set:?}");
    }

    #[test]
    fn long_sets_hold_too_much_and_say_so() {
        let members: Vec<(u32, u32)> = (0..1000).map(|i| (i % 2, 10 * i)).collect();
        let set = events(&members);
        assert!(set.runs.len() <= RUNS && set.is_presumed());
        assert!(members.iter().all(|&(column, number)| set.contains(column, number, number)));
        assert!(!set.contains(2, 0, 0) && !set.contains(0, 9990, 10_000));
        let columns: Vec<(u32, u32)> = (0..1000).map(|column| (column, 7)).collect();
        assert!(!events(&columns).is_presumed(), "one run of each operation is kept");
    }

    #[test]
    fn unions_and_covers_agree_with_membership() {
        let one = events(&[(1, 1), (1, 2), (3, 5), (3, 9), (5, 0)]);
        let two = events(&[(1, 3), (2, 0), (3, 6), (3, 7), (3, 8)]);
        let both = one.union(&two);
        let mut expected = all(&one);
        expected.extend(all(&two));
        expected.sort_unstable();
        assert_eq!(all(&both), expected);
        assert_eq!(both, two.union(&one));
        assert_eq!(both.runs.len(), 4, "{both:?}");
        assert!(both.covers(&one) && both.covers(&two) && !one.covers(&both) && !one.covers(&two));
        assert!(one.covers(&Events::default()) && !Events::default().covers(&one));
    }
}
