//! Accesses: the new state of an element, the race check, and the report.

use super::{Contact, Current, Fate, MEMO, NONE, Race, Shadow};
use crate::watch::cells::{Cells, Element, Forgot, REMEMBERED, State};
use crate::watch::class::Reach;
use crate::watch::history::{Event, History, Ordered, Record};

/// The result of meeting the earlier accesses of a cell.
struct Met {
    /// The first execution of those that the access continues.
    since: u32,
    /// It races with one of them.
    raced: bool,
    /// A race is harmless because both store the same value.
    excused: bool,
}

impl Shadow {
    /// The operation reads or writes an element; true when there is nothing more to know about it, else
    /// [`Shadow::touch_new`] must follow.
    #[inline]
    pub(crate) fn touch(&mut self, write: bool, element: Element) -> bool {
        if let Some(current) = &self.current
            && let Some(cells) = self.cells.get_mut(element.allocation)
            && cells.shift == current.shift
            && let Some(cell) = cells.states.get_mut(element.half_bytes() >> current.shift)
        {
            let mode = if write { &current.write } else { &current.read };
            let (old, new) = mode.memo[*cell as usize % MEMO];
            if old == *cell {
                *cell = new;
                return true;
            }
        }
        false
    }

    /// The operation touches an element whose state it has not met yet.
    pub(crate) fn touch_new(&mut self, contact: Contact) {
        let Some(mut current) = self.current.take() else { return };
        let element = contact.element;
        if self.cells.len() <= element.allocation {
            self.cells.resize_with(element.allocation + 1, Cells::default);
        }
        let cells = &mut self.cells[element.allocation];
        // Cells get finer as smaller elements are touched; the limit applies to the sum of their sizes.
        self.cell_bytes -= cells.size();
        cells.fit(current.shift, contact.bytes);
        self.cell_bytes += cells.size();
        let first = element.half_bytes() >> cells.shift;
        let all = first..first + (1usize << (current.shift - cells.shift));
        // First the messages: what the access acquires here orders it after earlier accesses below.
        let published = self.synchronise(&mut current, &contact, all.clone());
        for index in all {
            let old = self.cells[element.allocation].states[index];
            let new = self.advance(&mut current, &contact, old, published);
            self.cells[element.allocation].states[index] = new;
        }
        self.current = Some(current);
    }

    /// Checks an access against what a cell remembers; returns the cell's new state.
    fn advance(&mut self, current: &mut Current, contact: &Contact, old: u32, published: bool) -> u32 {
        let id = self.record(current, contact.write);
        let record = self.records[id as usize];
        let before = self.states[old as usize].clone();
        let same = |&older: &u32| {
            let older = self.records[older as usize];
            older.event == record.event && older.class == record.class
        };
        if !published && !before.published && before.records.iter().any(same) {
            return self.remember(current, contact.write, old, old);
        }
        let mut next = State { published, forgot: before.forgot, ..State::default() };
        let Met { since, raced, excused } =
            self.meet_all(&before.records, id, contact, &current.history, &mut next);
        self.missed |= before.forgot.matters_to(record.class) && !raced;
        if next.records.is_empty() && record.class.writes && record.class.reach == Reach::Weak {
            next.forgot = Forgot::default();
        }
        if next.records.len() >= REMEMBERED {
            self.forget_one(&mut next);
        }
        next.records.push(if since == record.since { id } else { self.add(Record { since, ..record }) });
        let new = self.states.insert_full(next).0 as u32;
        // The answer depends on the place where a message is, and on the value where it excuses a race.
        if excused || published || before.published {
            new
        } else {
            self.remember(current, contact.write, old, new)
        }
    }

    /// Meets the accesses that a cell remembers with the one of the record `id`; `next` gets those that it still has to
    /// remember.
    fn meet_all(
        &mut self,
        before: &[u32],
        id: u32,
        contact: &Contact,
        history: &History,
        next: &mut State,
    ) -> Met {
        let record = self.records[id as usize];
        let mut met = Met { since: record.since, raced: false, excused: false };
        for &older in before {
            let earlier = self.records[older as usize];
            match self.meet(history, &earlier, &record) {
                Fate::Replaced => {}
                Fate::Stays => next.records.push(older),
                Fate::Continued => met.since = earlier.since,
                Fate::Races { unfenced } => {
                    next.records.push(older);
                    // Like two lanes of one store, two stores of a block may write the same value twice.
                    let harmless = contact.unchanged && self.are_stores_of_one_block(older, id);
                    met.excused |= harmless;
                    met.raced |= !harmless;
                    if !harmless {
                        self.report(older, id, unfenced, contact.element, history);
                    }
                }
            }
        }
        met
    }

    fn are_stores_of_one_block(&self, older: u32, newer: u32) -> bool {
        let [older, newer] = [older, newer].map(|id| self.records[id as usize]);
        let weak_write = |record: &Record| record.class.writes && record.class.reach == Reach::Weak;
        weak_write(&older) && weak_write(&newer) && older.event.block == newer.event.block
    }

    pub(super) fn add(&mut self, record: Record) -> u32 {
        self.records.push(record);
        (self.records.len() - 1) as u32
    }

    /// The record of what the current operation does.
    fn record(&mut self, current: &mut Current, write: bool) -> u32 {
        let event = current.event;
        let mode = if write { &mut current.write } else { &mut current.read };
        if mode.record == NONE {
            mode.record = self.add(Record { event, since: event.number, class: mode.class, time: self.time });
        }
        mode.record
    }

    /// Keeps an answer for the other elements of this state.
    fn remember(&self, current: &mut Current, write: bool, old: u32, new: u32) -> u32 {
        let mode = if write { &mut current.write } else { &mut current.read };
        mode.memo[old as usize % MEMO] = (old, new);
        new
    }

    /// The treatment of an older access at a newer one.
    fn meet(&mut self, history: &History, older: &Record, newer: &Record) -> Fate {
        if older.event == newer.event {
            // Lanes of one operation: loads may overlap, updates are serialised, and stores are compared by their
            // values.
            return if older.class == newer.class { Fate::Continued } else { Fate::Stays };
        }
        let same_block = older.event.block == newer.event.block;
        let order = history.orders(older, newer.event.block, newer.class.route);
        let harmless = newer.class.may_meet(older.class, same_block) || !newer.class.conflicts(older.class);
        let repeats = same_block
            && older.event.column == newer.event.column
            && older.event.number.checked_add(1) == Some(newer.event.number)
            && older.class == newer.class;
        match order {
            Ordered::Yes if newer.class.replaces(older.class, same_block) => Fate::Replaced,
            Ordered::Yes => Fate::Stays,
            Ordered::Presumed => {
                self.missed |= !harmless;
                Fate::Stays
            }
            Ordered::Unfenced | Ordered::No if !harmless => {
                Fate::Races { unfenced: order == Ordered::Unfenced }
            }
            Ordered::Unfenced | Ordered::No if repeats => Fate::Continued,
            Ordered::Unfenced | Ordered::No => Fate::Stays,
        }
    }

    /// Notes a race, unless one between the same two operations is known.
    fn report(&mut self, older: u32, newer: u32, unfenced: bool, element: Element, history: &History) {
        let (first, second) = (self.records[older as usize], self.records[newer as usize]);
        let same_block = first.event.block == second.event.block;
        let mut pair = [first.event.column, second.event.column];
        if !same_block {
            // Which of two blocks came first is chance.
            pair.sort_unstable();
        }
        if !self.known.insert((pair, same_block, unfenced)) {
            return;
        }
        let log = |event: Event| self.logs[event.block as usize].as_deref();
        let executions = log(first.event).and_then(|log| log.counts.get(first.event.column as usize));
        let latest = executions == Some(&(first.event.number + 1));
        let links = log(second.event).filter(|_| !same_block).map(|log| &log.links);
        let gap = links.and_then(|links| links.gap(first.event.block, history));
        self.races.push(Race { first, second, unfenced, element, latest, gap });
    }
}
