//! Happens-before: the content of tokens, and the message of a release to an acquire.

use std::rc::Rc;

use smallvec::SmallVec;

use super::blocks::Blocks;
use super::class::{Class, Reach, Route};
use super::events::Events;
use crate::meter::Meter;

/// Events that happen before a point of a tile block.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Those of the block itself.
    own: Events,
    /// Those of all blocks, as far as acquired.
    acquired: Blocks,
    /// All events up to this time are taken to be known: a set that was let go may have held them.
    horizon: u64,
}

/// Whether an event is in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Yes,
    /// It may be; what could tell was let go.
    Presumed,
    No,
}

impl Known {
    fn join(&mut self, other: &Known) {
        if !self.own.covers(&other.own) {
            self.own = self.own.union(&other.own);
        }
        self.acquired.join(&other.acquired);
        self.horizon = self.horizon.max(other.horizon);
    }

    fn acquire(&mut self, Published { blocks, horizon }: &Published, block: u32) {
        self.horizon = self.horizon.max(*horizon);
        if let Some(own) = blocks.get(block).filter(|own| !self.own.covers(own)) {
            self.own = self.own.union(own);
        }
        self.acquired.join(blocks);
    }

    /// Everything known, for others to acquire.
    fn publish(&self, block: u32, meter: &Meter) -> Published {
        let mut blocks = self.acquired.clone();
        blocks.join(&Blocks::of(block, self.own.clone(), meter));
        Published { blocks, horizon: self.horizon }
    }

    fn contains(&self, same_block: bool, record: &Record) -> Member {
        let Record { event, since, time, .. } = *record;
        let events = if same_block { Some(&self.own) } else { self.acquired.get(event.block) };
        match events {
            Some(events) if events.contains(event.column, since, event.number) => {
                if events.is_presumed() {
                    Member::Presumed
                } else {
                    Member::Yes
                }
            }
            Some(_) | None if time <= self.horizon => Member::Presumed,
            Some(_) | None => Member::No,
        }
    }
}

/// Events that a release published.
#[derive(Clone, Debug, Default)]
struct Published {
    blocks: Blocks,
    /// All events up to this time, too.
    horizon: u64,
}

impl Published {
    fn join(&mut self, other: &Published) {
        self.blocks.join(&other.blocks);
        self.horizon = self.horizon.max(other.horizon);
    }

    /// Lets the events go: everything up to `now` is taken to be among them.
    fn forget(&mut self, now: u64) {
        *self = Published { blocks: Blocks::default(), horizon: now };
    }
}

/// One execution of a memory operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// Number of the tile block in the order of their starts.
    pub(crate) block: u32,
    /// Number of the operation.
    pub(crate) column: u32,
    /// How often it had run in this block.
    pub(crate) number: u32,
}

/// An access as shadow memory remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// Its latest event.
    pub(crate) event: Event,
    /// All executions of the operation from this one on did the same.
    pub(crate) since: u32,
    pub(crate) class: Class,
    /// When its latest event began, in operations of all blocks.
    pub(crate) time: u64,
}

/// How an earlier event is ordered before a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ordered {
    /// It is.
    Yes,
    /// It may be: what could tell was let go.
    Presumed,
    /// By tokens, but it reaches the memory by another route, and no `memory_fence_alias_tko` is in between.
    Unfenced,
    /// It is not.
    No,
}

/// The operations that happen before a point of a tile block.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    all: Known,
    /// The operations that happen before a fence that happens before the point.
    fenced: Known,
}

impl History {
    /// Whether all of `older` is ordered before an access of `block` by `route`.
    pub(crate) fn orders(&self, older: &Record, block: u32, route: Route) -> Ordered {
        let same_block = older.event.block == block;
        let member = match self.all.contains(same_block, older) {
            Member::No => return Ordered::No,
            member if older.class.route == route => member,
            Member::Yes | Member::Presumed => self.fenced.contains(same_block, older),
        };
        match member {
            Member::Yes => Ordered::Yes,
            Member::Presumed => Ordered::Presumed,
            Member::No => Ordered::Unfenced,
        }
    }

    /// True when an event of another block happens before.
    pub(crate) fn knows(&self, event: Event) -> bool {
        self.all
            .acquired
            .get(event.block)
            .is_some_and(|events| events.contains(event.column, event.number, event.number))
    }

    /// Adds an event of the block itself.
    pub(crate) fn add(&mut self, event: Event) {
        self.all.own.insert(event.column, event.number);
    }

    /// Adds what `other`, of the same block, holds.
    pub(crate) fn join(&mut self, other: &History) {
        self.all.join(&other.all);
        self.fenced.join(&other.fenced);
    }

    /// Everything is fenced from here on.
    pub(crate) fn fence(&mut self) {
        self.fenced = self.all.clone();
    }
}

/// The content of a token: nothing while no sanitizer watches, and where nothing happens before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Token(Option<Rc<History>>);

impl Token {
    pub(crate) fn new(history: History) -> Token {
        Token(Some(Rc::new(history)))
    }

    /// The operations that happen before the token.
    pub(crate) fn history(&self) -> Option<&History> {
        self.0.as_deref()
    }

    /// The token that joins all of these.
    pub(crate) fn join<'t>(tokens: impl Iterator<Item = &'t Token>) -> Token {
        tokens.fold(Token::default(), |joined, token| match (&joined.0, &token.0) {
            (_, None) => joined,
            (None, Some(_)) => token.clone(),
            (Some(one), Some(other)) if Rc::ptr_eq(one, other) => joined,
            (Some(one), Some(other)) => {
                let mut history = History::clone(one);
                history.join(other);
                Token::new(history)
            }
        })
    }

    /// The same token after a `memory_fence_alias_tko`.
    pub(crate) fn fenced(&self) -> Token {
        let fenced = |history: &Rc<History>| {
            let mut history = History::clone(history);
            history.fence();
            Rc::new(history)
        };
        Token(self.0.as_ref().map(fenced))
    }
}

/// The operations that one or several releases published.
#[derive(Clone, Debug)]
struct Part {
    /// The block that released.
    block: u32,
    reach: Reach,
    all: Published,
    fenced: Published,
}

/// The release sequence of the value of an element: the releases that it, or its chain of read-modify-writes, goes back
/// to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message {
    /// Size of the element in bits.
    bits: u32,
    parts: SmallVec<[Part; 1]>,
}

impl Message {
    /// Adds what a release of `class` publishes: `history`, its own event included.
    pub(crate) fn publish(&mut self, history: &History, block: u32, class: Class, meter: &Meter) {
        if self.bits != class.bits {
            *self = Message { bits: class.bits, parts: SmallVec::new() };
        }
        let reach = class.reach;
        let (all, fenced) = (history.all.publish(block, meter), history.fenced.publish(block, meter));
        let same = |part: &&mut Part| part.reach == reach && (reach == Reach::Launch || part.block == block);
        match self.parts.iter_mut().find(same) {
            Some(part) => {
                part.all.join(&all);
                part.fenced.join(&fenced);
            }
            None => self.parts.push(Part { block, reach, all, fenced }),
        }
    }

    /// Lets all sets go: everything up to `now` is taken to be among what was published.
    pub(crate) fn forget(&mut self, now: u64) {
        for part in &mut self.parts {
            part.all.forget(now);
            part.fenced.forget(now);
        }
    }

    /// Adds what an access of `class` in `block` acquires to its history.
    pub(crate) fn acquire(&self, history: &mut History, block: u32, class: Class) {
        for part in self.within_reach(block, class) {
            history.all.acquire(&part.all, block);
            history.fenced.acquire(&part.fenced, block);
        }
    }

    /// True when there is anything that an access of `class` in `block` may acquire.
    pub(crate) fn meets(&self, block: u32, class: Class) -> bool {
        self.within_reach(block, class).next().is_some()
    }

    fn within_reach(&self, block: u32, class: Class) -> impl Iterator<Item = &Part> {
        let release = move |part: &Part| Class { reach: part.reach, ..class };
        self.parts
            .iter()
            .filter(move |part| self.bits == class.bits && class.may_meet(release(part), part.block == block))
    }
}
