//! Memory accesses of fused groups.
//!
//! Views are resolved before the first strip, in program order, so that everything that can fault has been checked. A
//! strip that is contiguous in memory is used in place: a load points its register there, and a store points its
//! register there before it is computed. Other strips are copied.
//!
//! Strips change the order of accesses: a store could overtake a later load. Windows are therefore compared. Disjoint
//! windows need nothing. If both access the same elements lane for lane, they are stored by copy, and loaded by copy
//! unless all uses of a strip come before its store. In all other cases, loads are completed before the first strip,
//! and stores follow the last one.
//!
//! Pointers that do not depend on data ([`crate::steps::affine`]) are resolved like views.

#![allow(unsafe_code, reason = "memory of the launch is read and written here")]

use ir::Op;
use numerics::Scalar;
use smallvec::SmallVec;

use super::{Register, Table};
use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::machine::MACHINE;
use crate::memory::arena::AlignedBytes;
use crate::memory::order::Order;
use crate::non_temporal;
use crate::rows;
use crate::steps::affine::{Elements, PointerTile};
use crate::steps::views::{Joined, ViewTile};
use crate::steps::window::{Run, Window};

/// The memory that is loaded or stored.
#[derive(Debug)]
pub(crate) enum Target {
    /// A tile of a view; of a load, with the bits of elements outside of the tensor, any where the language leaves them
    /// undefined.
    View(Box<ViewTile>, u64),
    /// A tile of pointers.
    Pointers(Box<PointerTile>),
}

/// A tile that a group loads or stores.
#[derive(Debug)]
pub(crate) struct Access {
    pub(crate) op: Op,
    pub(crate) target: Target,
    /// The strip that is loaded or stored.
    pub(crate) register: Register,
    pub(crate) write: bool,
    /// The register may be pointed to memory: it is not part of a tile, and of a store, nothing else is in it before.
    pub(crate) may_point: bool,
    /// Of a load: of every strip, all that reads it comes before the first store.
    pub(crate) read_before_stores: bool,
    /// Of a store: machine code can store whole vectors non-temporally.
    pub(crate) non_temporal: bool,
}

/// How strips move.
#[derive(Debug)]
enum Way {
    /// The register is pointed to memory, wherever a strip is one run.
    Point,
    /// All of it is one run, and the register is there already.
    InPlace,
    /// The same, and it begins at a multiple of a vector in a large buffer.
    InPlaceNonTemporal,
    /// Strips are copied.
    Copy,
    /// Strips are stored non-temporally.
    NonTemporal,
    /// Rows of strips are stored non-temporally.
    NonTemporalRows,
    /// The whole tile was loaded, or is stored at the end.
    Buffered(AlignedBytes),
}

/// A resolved access.
#[derive(Debug)]
pub(in crate::steps) struct Resolved {
    elements: Elements,
    way: Way,
    /// The lane of an element that is not loaded.
    padding: u64,
}

/// The resolved accesses of a group.
pub(in crate::steps) type Accesses = SmallVec<[Resolved; 4]>;

/// The relation of two windows to each other.
enum Relation {
    Apart,
    Same,
    Other,
}

fn relation(a: &Elements, b: &Elements) -> Relation {
    match (a.span(), b.span()) {
        (Some(one), Some(two)) if one.end <= two.start || two.end <= one.start => Relation::Apart,
        (Some(_), Some(_)) if a.is_same(b) => Relation::Same,
        _ => Relation::Other,
    }
}

/// Resolves the accesses of a group, compares them, and loads what has to be loaded first.
pub(in crate::steps) fn resolve(
    ctx: &Context<'_>,
    accesses: &[Access],
    strip: usize,
    resolved: &mut Accesses,
) -> Checked {
    for access in accesses {
        let way = if access.may_point { Way::Point } else { Way::Copy };
        if let Some(run) = access.find_run(ctx) {
            resolved.push(Resolved { elements: Elements::Run(run), way, padding: 0 });
            continue;
        }
        // Found where they stay: windows are long.
        let elements = Elements::Window(Window::empty(access.elem()));
        resolved.push(Resolved { elements, way, padding: access.padding(ctx) });
        let each = resolved.last_mut().expect("it was just made");
        access.find(&mut each.elements, ctx).map_err(|fault| Box::new(fault.of(access.op)))?;
    }
    if accesses.len() > 1 && accesses.iter().any(|access| access.write) {
        compare(ctx, accesses, resolved)?;
    }
    for (access, each) in accesses.iter().zip(resolved) {
        access.expect_more(ctx, &each.elements);
        let (run, whole) = (each.elements.run_len(), each.elements.len());
        if matches!(each.way, Way::Point)
            && (run < strip || each.elements.run(0, strip, access.write).is_none())
        {
            each.way = Way::Copy;
        } else if matches!(each.way, Way::Point) && access.is_non_temporal_strip(ctx, &each.elements, strip) {
            let whole = (run == whole).then(|| each.elements.run(0, whole, true)).flatten();
            let vectors = whole.is_some_and(|first| first.addr().is_multiple_of(MACHINE.vector));
            each.way =
                if access.non_temporal && vectors { Way::InPlaceNonTemporal } else { Way::NonTemporal };
        } else if matches!(each.way, Way::Point) && run == whole {
            each.way = Way::InPlace;
        }
        if matches!(each.way, Way::Copy) && access.is_non_temporal_strip_in_rows(ctx, &each.elements) {
            each.way = Way::NonTemporalRows;
        }
    }
    Ok(())
}

/// Finds accesses that strips would bring out of order.
fn compare(ctx: &Context<'_>, accesses: &[Access], resolved: &mut Accesses) -> Checked {
    for second in 1..accesses.len() {
        for first in 0..second {
            if !accesses[first].write && !accesses[second].write {
                continue;
            }
            let both = [first, second];
            match relation(&resolved[first].elements, &resolved[second].elements) {
                Relation::Apart => {}
                // Every lane is read and written by the same strip, so that the order within a strip is that of the
                // program, but for a register that is pointed to memory: it sees what is stored after the load.
                Relation::Same => {
                    for index in both.into_iter().filter(|&index| !accesses[index].read_before_stores) {
                        resolved[index].keep_apart();
                    }
                }
                // One strip could write elements that another one still has to read: loads are executed before the
                // first strip.
                Relation::Other => {
                    for index in both {
                        set_aside(ctx, &accesses[index], &mut resolved[index])?;
                    }
                }
            }
        }
    }
    Ok(())
}

impl Resolved {
    /// How many lanes are one run of memory, if strips are used in place.
    #[cfg(target_arch = "x86_64")]
    pub(in crate::steps) fn run_in_place(&self) -> Option<usize> {
        match self.way {
            Way::Point | Way::InPlace | Way::InPlaceNonTemporal => Some(self.elements.run_len()),
            Way::Copy | Way::NonTemporal | Way::NonTemporalRows | Way::Buffered(_) => None,
        }
    }

    /// Whether the register is there for all strips.
    #[cfg(target_arch = "x86_64")]
    pub(in crate::steps) fn is_in_place(&self) -> bool {
        matches!(self.way, Way::InPlace | Way::InPlaceNonTemporal)
    }

    /// Whether all of it can be stored non-temporally, vector by vector.
    #[cfg(target_arch = "x86_64")]
    pub(in crate::steps) fn is_non_temporal(&self) -> bool {
        matches!(self.way, Way::InPlaceNonTemporal)
    }

    /// Copies strips: a register that points to memory would see stores too early.
    fn keep_apart(&mut self) {
        if matches!(self.way, Way::Point) {
            self.way = Way::Copy;
        }
    }
}

/// Loads the whole tile, or allocates memory for a store at the end.
fn set_aside(ctx: &Context<'_>, access: &Access, resolved: &mut Resolved) -> Checked {
    if matches!(resolved.way, Way::Buffered(_)) {
        return Ok(());
    }
    let len = resolved.elements.len();
    let bytes = len * access.size();
    let Some(aside) = AlignedBytes::zeroed(bytes) else {
        let message = format!("{bytes} bytes of memory for a tile that overlaps another cannot be reserved");
        return Err(Fault::new(fault::NO_MEMORY, message).of(access.op).into());
    };
    if !access.write {
        // SAFETY: there is room for all lanes.
        unsafe { resolved.elements.read(ctx, 0, len, aside.as_ptr(), resolved.padding) }
    }
    resolved.way = Way::Buffered(aside);
    Ok(())
}

impl Access {
    /// Of a load from a large buffer that is one run of memory: the next block will load what is after it.
    fn expect_more(&self, ctx: &Context<'_>, elements: &Elements) {
        if self.write {
            return;
        }
        if let Elements::Run(run) = elements {
            // A buffer that fits the cache needs no prefetch, and a short run has mostly partial lines.
            if run.allocation >= MACHINE.prefetch_from() as u64 && run.len * run.size >= MACHINE.min_run() {
                let bytes = run.len * run.size;
                ctx.prefetcher.expect(run.first.wrapping_add(bytes), bytes.min(run.behind));
            }
            return;
        }
        let (len, bytes) = (elements.len(), elements.len() * self.size());
        if let Elements::Window(window) = elements
            && elements.run_len() < len
        {
            // The address of the access tells one load of the program from another.
            let reader = std::ptr::from_ref(self).addr();
            return window.expect_rows(ctx, reader, || self.allocation(ctx, elements));
        }
        if bytes < MACHINE.min_run() || elements.run_len() < len {
            return;
        }
        if let Some(first) = elements.run(0, len, false)
            && let Some(region) = self.base(ctx).and_then(|base| ctx.region(base))
            && region.len >= MACHINE.prefetch_from() as u64
        {
            let end = region.host.addr() + region.len as usize;
            let next = first.wrapping_add(bytes);
            ctx.prefetcher.expect(next, bytes.min(end.saturating_sub(next.addr())));
        }
    }

    /// The elements of a view, where they are plainly one run of memory.
    fn find_run(&self, ctx: &Context<'_>) -> Option<Run> {
        match &self.target {
            Target::View(tile, _) => tile.find_run(ctx, self.write),
            Target::Pointers(_) => None,
        }
    }

    pub(crate) fn elem(&self) -> Scalar {
        match &self.target {
            Target::View(tile, _) => tile.elem,
            Target::Pointers(tile) => tile.elem,
        }
    }

    /// Bytes of a lane.
    fn size(&self) -> usize {
        rows::size(self.elem())
    }

    /// Finds the elements; those of a view in the window that is there already.
    fn find(&self, elements: &mut Elements, ctx: &Context<'_>) -> Checked {
        match (&self.target, &mut *elements) {
            (Target::View(tile, _), Elements::Window(window)) => {
                tile.resolve_to(window, ctx, Order::WEAK, self.write, Joined::NONE)
            }
            (Target::View(tile, _), Elements::Run(_) | Elements::Computed(_)) => {
                tile.resolve(ctx, Order::WEAK, self.write).map(|window| *elements = Elements::Window(window))
            }
            (Target::Pointers(tile), _) => tile.resolve(ctx, self.write).map(|found| *elements = found),
        }
    }

    fn padding(&self, ctx: &Context<'_>) -> u64 {
        match &self.target {
            Target::View(tile, bits) => rows::lane_of(tile.elem, *bits),
            Target::Pointers(tile) => tile.padding(ctx),
        }
    }

    /// An address in the allocation that is loaded from or stored to.
    fn base(&self, ctx: &Context<'_>) -> Option<u64> {
        match &self.target {
            Target::View(tile, _) => Some(ctx.tensor_base(tile.view)),
            Target::Pointers(tile) => tile.base(ctx),
        }
    }

    /// Bytes of the allocation in which the elements are; 0 if that is not known.
    fn allocation(&self, ctx: &Context<'_>, elements: &Elements) -> u64 {
        match elements {
            Elements::Run(run) => run.allocation,
            Elements::Window(_) | Elements::Computed(_) => {
                self.base(ctx).and_then(|base| ctx.region(base)).map_or(0, |region| region.len)
            }
        }
    }

    /// Whether strips are better stored non-temporally.
    fn is_non_temporal_strip(&self, ctx: &Context<'_>, elements: &Elements, strip: usize) -> bool {
        let long = strip * self.size() >= MACHINE.min_run();
        self.write && long && self.allocation(ctx, elements) >= MACHINE.non_temporal_from() as u64
    }

    /// The same for rows of strips.
    fn is_non_temporal_strip_in_rows(&self, ctx: &Context<'_>, elements: &Elements) -> bool {
        let Elements::Window(window) = elements else { return false };
        let long = elements.len() * self.size() >= MACHINE.min_run();
        self.write
            && long
            && window.has_whole_lines()
            && self.allocation(ctx, elements) >= MACHINE.non_temporal_from() as u64
    }

    /// Points the register to the first strip, if all strips are one run of memory.
    ///
    /// # Safety
    /// The table is that of the group.
    pub(in crate::steps) unsafe fn start(&self, resolved: &Resolved, table: Table) {
        if let Way::InPlace | Way::InPlaceNonTemporal = resolved.way
            && let Some(first) = resolved.elements.run(0, resolved.elements.len(), self.write)
        {
            // SAFETY: the register is one of the group's.
            unsafe { table.set(self.register, first) }
        }
    }

    /// Moves on to the next strip.
    ///
    /// # Safety
    /// The table is that of the group.
    pub(in crate::steps) unsafe fn advance(&self, resolved: &Resolved, table: Table, n: usize) {
        if let Way::InPlace | Way::InPlaceNonTemporal = resolved.way {
            let bytes = n * self.size();
            // SAFETY: the register is one of the group's.
            unsafe { table.set(self.register, table.get(self.register).wrapping_add(bytes)) }
        }
    }

    /// Points the register of a store to where its strip is wanted, before it is computed.
    ///
    /// # Safety
    /// The table is that of the group; `home` is the register's own memory.
    pub(in crate::steps) unsafe fn aim(
        &self,
        resolved: &Resolved,
        table: Table,
        home: *mut u8,
        strip: usize,
        n: usize,
    ) {
        if let Way::Point = resolved.way {
            let there = resolved.elements.run(strip * n, n, true).unwrap_or(home);
            // SAFETY: the register is one of the group's.
            unsafe { table.set(self.register, there) }
        }
    }

    /// Loads a strip.
    ///
    /// # Safety
    /// The table is that of the group; `home` is the register's own memory for this strip.
    pub(in crate::steps) unsafe fn load(
        &self,
        ctx: &Context<'_>,
        resolved: &Resolved,
        table: Table,
        home: *mut u8,
        strip: usize,
        n: usize,
    ) {
        let padding = resolved.padding;
        let start = strip * n;
        // SAFETY: the register is one of the group's, and its memory has room for a strip.
        unsafe {
            match &resolved.way {
                Way::InPlace | Way::InPlaceNonTemporal => {}
                Way::Point => match resolved.elements.run(start, n, false) {
                    Some(there) => table.set(self.register, there),
                    None => {
                        table.set(self.register, home);
                        resolved.elements.read(ctx, start, n, home, padding);
                    }
                },
                Way::Copy | Way::NonTemporal | Way::NonTemporalRows => {
                    table.set(self.register, home);
                    resolved.elements.read(ctx, start, n, home, padding);
                }
                Way::Buffered(tile) => {
                    let size = self.size();
                    let from = tile.as_ptr().add(start * size);
                    if self.may_point {
                        table.set(self.register, from);
                    } else {
                        home.copy_from_nonoverlapping(from, n * size);
                    }
                }
            }
        }
    }

    /// Stores a strip.
    ///
    /// # Safety
    /// The table is that of the group, and the register holds a strip.
    pub(in crate::steps) unsafe fn store(
        &self,
        ctx: &Context<'_>,
        resolved: &Resolved,
        table: Table,
        strip: usize,
        n: usize,
    ) {
        let start = strip * n;
        // SAFETY: the register is one of the group's.
        unsafe {
            let from = table.get(self.register);
            match &resolved.way {
                Way::InPlace | Way::InPlaceNonTemporal => {}
                Way::Point => {
                    let there = resolved.elements.run(start, n, true);
                    if there != Some(from) {
                        resolved.elements.write(ctx, start, n, from);
                    }
                }
                Way::Copy => resolved.elements.write(ctx, start, n, from),
                Way::NonTemporal => match resolved.elements.run(start, n, true) {
                    Some(there) => non_temporal::copy(there, from, n * self.size()),
                    None => resolved.elements.write(ctx, start, n, from),
                },
                Way::NonTemporalRows => match &resolved.elements {
                    Elements::Window(window) => window.write_non_temporal(start, n, from),
                    Elements::Run(_) | Elements::Computed(_) => resolved.elements.write(ctx, start, n, from),
                },
                Way::Buffered(tile) => {
                    let size = self.size();
                    tile.as_ptr().add(start * size).copy_from_nonoverlapping(from, n * size);
                }
            }
        }
    }

    /// Stores the strips that were buffered.
    pub(in crate::steps) fn finish(&self, ctx: &Context<'_>, resolved: &Resolved) {
        if let (Way::Buffered(tile), true) = (&resolved.way, self.write) {
            // SAFETY: every strip was copied into `tile`, so all lanes of it are initialised.
            unsafe { resolved.elements.write(ctx, 0, resolved.elements.len(), tile.as_ptr()) }
        }
        // Without synchronization no other block reads the stores before the worker is done, so the fence is not needed
        // here.
        if ctx.synchronizes
            && matches!(resolved.way, Way::NonTemporal | Way::NonTemporalRows | Way::InPlaceNonTemporal)
        {
            non_temporal::finish();
        }
    }
}
