//! Micro-operations: what fused groups, reductions and scans do with one strip of lanes.
//!
//! A strip is `2^k` neighbouring lanes; a *register* is where a strip of some value is: in scratch memory, in a tile,
//! or in memory of the launch. All micro-operations run over one strip before the next, so that registers stay in the
//! first-level cache. Values that are the same in every lane or in every strip are put into their registers once,
//! before the first strip.

#![allow(unsafe_code, reason = "registers are raw memory")]

pub(in crate::steps) mod access;

use ir::Op;
use numerics::Scalar;

use self::access::Resolved;
use crate::context::Context;
use crate::fault::Checked;
use crate::frame::FrameSlot;
use crate::kernels::Kernel;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::fold::Folding;
use crate::kernels::operation::Operation;
use crate::map::IndexMap;
use crate::memory::order::Order;
use crate::pattern::Pattern;
use crate::steps::pointers::{self, Masked};

pub(crate) use self::access::{Access, Target};

/// The number of a register.
pub(crate) type Register = u16;

/// Where the first strip of a register is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    pub(crate) place: FrameSlot,
    /// Bytes from one strip to the next: those of a strip if it is in a tile, 0 in scratch memory.
    pub(crate) step: u32,
}

/// An operation that is done once, before the first strip.
#[derive(Debug)]
pub(crate) enum Setup {
    /// All lanes are the element at a place, through a kernel that writes one lane a number of times.
    Fill { dst: Register, from: FrameSlot, splat: Kernel },
    /// The register is the element at a place, which only machine code reads.
    Point { dst: Register, from: FrameSlot },
    /// All strips are alike.
    Repeat { dst: Register, from: FrameSlot, pattern: Box<Pattern> },
    /// All strips are the same numbers.
    Number(Box<Number>),
}

/// An operation that is done for every strip.
pub(crate) enum Micro {
    /// One element-wise operation; sources beyond its operands are any registers.
    Run { work: Box<Elementwise>, dst: Register, srcs: [Register; 3] },
    /// The register is a strip of a tile, but not that of the same number.
    Point(Box<Point>),
    /// Elements from all over a tile.
    Gather(Box<Gather>),
    /// Numbers of elements.
    Number(Box<Number>),
    /// Which numbers of elements are below a bound.
    Below(Box<Below>),
    /// Loads: one of the group's accesses.
    Load(u16),
    /// Points a register to the destination of a store, before it is computed.
    Aim(u16),
    /// Stores: one of the group's accesses.
    Store(u16),
    /// Loads or stores through pointers.
    Pointers(Box<Pointers>),
    /// Folds strips to elements.
    Fold(Box<Fold>),
}

/// A reduction of lines, each of several strips.
#[derive(Debug)]
pub(crate) struct Fold {
    pub(crate) operation: Operation,
    pub(crate) folding: Folding,
    pub(crate) lanes: Register,
    /// Partial results.
    pub(crate) parts: Register,
    /// One element.
    pub(crate) identity: FrameSlot,
    /// Its bits.
    pub(crate) identity_bits: u64,
    /// An element for each line.
    pub(crate) out: FrameSlot,
    /// Strips of a line.
    pub(crate) strips: usize,
    /// Bytes of an element.
    pub(crate) size: usize,
}

/// An access through pointers.
#[derive(Debug)]
pub(crate) struct Pointers {
    pub(crate) op: Op,
    pub(crate) elem: Scalar,
    pub(crate) pointers: Register,
    pub(crate) mask: Option<Register>,
    /// Of a load: what lanes become that are masked off.
    pub(crate) padding: Option<Register>,
    /// Where lanes are loaded to, or what is stored.
    pub(crate) lanes: Register,
    pub(crate) write: bool,
}

/// Strips of a tile in another order.
#[derive(Debug)]
pub(crate) struct Point {
    pub(crate) dst: Register,
    pub(crate) from: FrameSlot,
    /// Where each strip is, in elements.
    pub(crate) strips: IndexMap,
    pub(crate) size: u8,
}

/// Elements of a tile through an index map.
#[derive(Debug)]
pub(crate) struct Gather {
    pub(crate) dst: Register,
    pub(crate) from: FrameSlot,
    /// Where each strip starts, in elements.
    pub(crate) strips: IndexMap,
    /// The elements of a strip.
    pub(crate) pattern: Pattern,
    pub(crate) size: u8,
}

/// `iota` through an index map: each lane is its place, wrapped to its type.
#[derive(Debug)]
pub(crate) struct Number {
    pub(crate) dst: Register,
    /// Number of the first lane of each strip.
    pub(crate) strips: IndexMap,
    /// Numbers of the lanes of a strip.
    pub(crate) lanes: IndexMap,
    /// Bytes of a lane.
    pub(crate) size: u8,
    /// Bits of a lane that count.
    pub(crate) mask: u64,
}

/// `iota` compared with one number: what masks the end of a row.
#[derive(Debug)]
pub(crate) struct Below {
    pub(crate) dst: Register,
    /// Number of the first lane of each strip; those of its lanes follow one by one.
    pub(crate) strips: IndexMap,
    /// The bound that they are compared with, of 4 or 8 bytes.
    pub(crate) bound: FrameSlot,
    pub(crate) size: u8,
    pub(crate) signed: bool,
    /// The bound itself counts as below.
    pub(crate) inclusive: bool,
    /// Lanes state which numbers are not below the bound.
    pub(crate) negated: bool,
}

/// Registers and what is done with them: for fused groups, and for the bodies of reductions and scans.
pub(crate) struct Lanes {
    /// Where pointers to the registers are, 8 bytes each.
    pub(crate) table: FrameSlot,
    pub(crate) homes: Box<[Home]>,
    pub(crate) setup: Box<[Setup]>,
    pub(crate) code: Box<[Micro]>,
}

/// Accesses of a group while it runs.
#[derive(Clone, Copy)]
pub(in crate::steps) struct Accesses<'a> {
    pub(in crate::steps) all: &'a [Access],
    pub(in crate::steps) resolved: &'a [Resolved],
}

/// Pointers to the registers.
#[derive(Clone, Copy)]
pub(crate) struct Table(pub(in crate::steps) *mut *mut u8);

impl Table {
    /// # Safety
    /// The register is one of the lanes that the table was made for.
    #[inline]
    pub(crate) unsafe fn get(self, register: Register) -> *mut u8 {
        // SAFETY: this function's contract: the register is one of the lanes that the table was made for. The table has
        // a pointer for each register.
        unsafe { self.0.add(register as usize).read() }
    }

    /// # Safety
    /// As in [`Table::get`].
    #[inline]
    pub(crate) unsafe fn set(self, register: Register, to: *mut u8) {
        // SAFETY: this function's contract: the register is one of the lanes that the table was made for.
        unsafe { self.0.add(register as usize).write(to) }
    }

    /// Lets a number stand for a register that only machine code reads.
    ///
    /// # Safety
    /// As in [`Table::get`].
    #[cfg(target_arch = "x86_64")]
    pub(crate) unsafe fn set_number(self, register: Register, number: u32) {
        // SAFETY: this function's contract: the register is one of the lanes that the table was made for.
        unsafe { self.set(register, std::ptr::without_provenance_mut(number as usize)) }
    }
}

impl Lanes {
    /// Points all registers to their homes and prepares those that stay as they are, for strips of up to `n` lanes.
    pub(crate) fn start(&self, ctx: &Context<'_>, n: usize) -> Table {
        let table = Table(ctx.at(self.table).cast());
        // SAFETY: the table is in scratch memory and has room for a pointer to each register; what prepared the program
        // gave each register a home of `n` lanes.
        unsafe {
            for (register, home) in self.homes.iter().enumerate() {
                table.set(register as Register, ctx.at(home.place));
            }
            for setup in &self.setup {
                match setup {
                    Setup::Fill { dst, from, splat } => {
                        splat.run(table.get(*dst), [ctx.at(*from).cast_const(); 3], n);
                    }
                    Setup::Point { dst, from } => table.set(*dst, ctx.at(*from)),
                    Setup::Repeat { dst, from, pattern } => pattern.gather(ctx.at(*from), table.get(*dst)),
                    Setup::Number(number) => number.run(table, 0, n),
                }
            }
        }
        table
    }

    /// The memory of an access's register for the current strip.
    ///
    /// # Safety
    /// The table is that of these lanes.
    unsafe fn home(&self, ctx: &Context<'_>, table: Table, access: &Access) -> *mut u8 {
        match self.homes[access.register as usize] {
            Home { place, step: 0 } => ctx.at(place),
            // SAFETY: this function's contract: the table is that of these lanes. A register in a tile is pointed
            // nowhere else.
            Home { .. } => unsafe { table.get(access.register) },
        }
    }

    /// Runs one strip of `n` lanes, without loads and stores other than those through pointers.
    ///
    /// # Safety
    /// `table` is what [`Lanes::start`] gave for at least `n` lanes, advanced to the strip; registers that were pointed
    /// elsewhere are valid for their lanes.
    #[inline]
    pub(crate) unsafe fn run(&self, ctx: &Context<'_>, table: Table, strip: usize, n: usize) -> Checked {
        // SAFETY: this function's contract: `table` is what `Lanes::start` gave for at least `n` lanes, advanced to the
        // strip; registers that were pointed elsewhere are valid for their lanes.
        unsafe { self.run_with(ctx, table, Accesses { all: &[], resolved: &[] }, strip, n) }
    }

    /// # Safety
    /// As [`Lanes::run`]; the accesses are those of the group.
    pub(in crate::steps) unsafe fn run_with(
        &self,
        ctx: &Context<'_>,
        table: Table,
        accesses: Accesses<'_>,
        strip: usize,
        n: usize,
    ) -> Checked {
        for micro in &self.code {
            // SAFETY: this function's contract: `table` is what `Lanes::start` gave for at least `n` lanes, advanced to
            // the strip; registers that were pointed elsewhere are valid for their lanes. The accesses are those of the
            // group.
            unsafe { self.run_micro(micro, ctx, table, accesses, strip, n)? };
        }
        Ok(())
    }

    /// # Safety
    /// As [`Lanes::run_with`].
    #[inline(always)]
    pub(in crate::steps) unsafe fn run_micro(
        &self,
        micro: &Micro,
        ctx: &Context<'_>,
        table: Table,
        accesses: Accesses<'_>,
        strip: usize,
        n: usize,
    ) -> Checked {
        // A few lines before each operation, as a core can wait for a few at a time only.
        ctx.prefetcher.fetch();
        // SAFETY: kernels get registers of their types with `n` lanes each; registers are one strip of memory or do
        // not overlap.
        unsafe {
            match micro {
                Micro::Run { work, dst, srcs } => {
                    work.run(table.get(*dst), srcs.map(|src| table.get(src).cast_const()), n);
                }
                Micro::Point(point) => {
                    let offset = point.strips.place(strip) * point.size as usize;
                    table.set(point.dst, ctx.at(point.from).add(offset));
                }
                Micro::Gather(gather) => {
                    let offset = gather.strips.place(strip) * gather.size as usize;
                    gather.pattern.gather(ctx.at(gather.from).add(offset), table.get(gather.dst));
                }
                Micro::Number(number) => number.run(table, strip, n),
                Micro::Below(below) => below.run(ctx, table, strip, n),
                Micro::Fold(fold) => fold.run(ctx, table, strip, n),
                Micro::Load(index) => {
                    let (access, resolved) = accesses.get(*index);
                    access.load(ctx, resolved, table, self.home(ctx, table, access), strip, n);
                }
                Micro::Aim(index) => {
                    let (access, resolved) = accesses.get(*index);
                    access.aim(resolved, table, self.home(ctx, table, access), strip, n);
                }
                Micro::Store(index) => {
                    let (access, resolved) = accesses.get(*index);
                    access.store(ctx, resolved, table, strip, n);
                }
                Micro::Pointers(pointers) => {
                    let ran = pointers.run(ctx, table, n);
                    // The lane of a fault counts from the beginning of the tile, not of the strip.
                    ran.map_err(|fault| Box::new(fault.after(strip * n).of(pointers.op)))?;
                }
            }
        }
        Ok(())
    }
}

impl Accesses<'_> {
    fn get(&self, index: u16) -> (&Access, &Resolved) {
        (&self.all[index as usize], &self.resolved[index as usize])
    }
}

impl Pointers {
    /// # Safety
    /// The registers hold `n` lanes.
    unsafe fn run(&self, ctx: &Context<'_>, table: Table, n: usize) -> Checked {
        // SAFETY: this function's contract: the registers hold `n` lanes. What is loaded goes to a register of its own.
        unsafe {
            let optional = |register: Option<Register>| {
                register.map_or(std::ptr::null_mut(), |register| table.get(register))
            };
            let lanes =
                pointers::Lanes { pointers: table.get(self.pointers).cast(), mask: optional(self.mask), n };
            let at = table.get(self.lanes);
            if self.write {
                pointers::store(ctx, lanes, self.elem, Order::WEAK, at)
            } else {
                let masked = match self.padding {
                    Some(padding) => Masked::Padding(table.get(padding)),
                    None => Masked::Zero,
                };
                pointers::load(ctx, lanes, self.elem, Order::WEAK, masked, at)
            }
        }
    }
}

impl Fold {
    /// # Safety
    /// The registers hold `n` lanes, at least as many as there are partial results.
    unsafe fn run(&self, ctx: &Context<'_>, table: Table, strip: usize, n: usize) {
        let sources = |source: *mut u8| [source.cast_const(); 3];
        // The strips of a line are a power of two.
        let (line, part) = (strip >> self.strips.trailing_zeros(), strip & (self.strips - 1));
        // SAFETY: this function's contract: the registers hold `n` lanes, at least as many as there are partial
        // results. Identity and result were given places when the program was prepared.
        unsafe {
            let parts = table.get(self.parts);
            if part == 0 {
                self.folding.begin.run(parts, sources(ctx.at(self.identity)), 1);
            }
            self.folding.add.run(parts, sources(table.get(self.lanes)), n);
            if part + 1 == self.strips {
                self.folding.end.run(ctx.at(self.out).add(line * self.size), sources(parts), 1);
            }
        }
    }
}

impl Number {
    /// # Safety
    /// The register is valid for `n` lanes.
    unsafe fn run(&self, table: Table, strip: usize, n: usize) {
        let start = self.strips.place(strip) as u64;
        let numbers = |lane: usize| (start + self.lanes.place(lane) as u64) & self.mask;
        // SAFETY: this function's contract: the register is valid for `n` lanes.
        unsafe {
            let dst = table.get(self.dst);
            // The usual case, a mask of a row with 32-bit numbers, is worth vector code.
            if self.lanes.is_identity() && self.size == 4 {
                return count(dst.cast(), start as u32, n);
            }
            match self.size {
                1 => (0..n).for_each(|lane| dst.add(lane).write(numbers(lane) as u8)),
                2 => (0..n).for_each(|lane| dst.cast::<u16>().add(lane).write(numbers(lane) as u16)),
                4 => (0..n).for_each(|lane| dst.cast::<u32>().add(lane).write(numbers(lane) as u32)),
                _ => (0..n).for_each(|lane| dst.cast::<u64>().add(lane).write(numbers(lane))),
            }
        }
    }
}

impl Below {
    /// # Safety
    /// The register is valid for `n` lanes.
    unsafe fn run(&self, ctx: &Context<'_>, table: Table, strip: usize, n: usize) {
        let below = self.count(ctx, strip, n);
        // SAFETY: this function's contract: the register is valid for `n` lanes.
        unsafe {
            let dst = table.get(self.dst);
            dst.write_bytes(u8::from(!self.negated), below);
            dst.add(below).write_bytes(u8::from(self.negated), n - below);
        }
    }

    /// How many of the `n` numbers of a strip are below the bound.
    pub(in crate::steps) fn count(&self, ctx: &Context<'_>, strip: usize, n: usize) -> usize {
        let start = self.strips.place(strip) as i64;
        let bound = ctx.at(self.bound);
        // SAFETY: the bound was given a place when the program was prepared.
        let bound = unsafe {
            match (self.size, self.signed) {
                (4, true) => i64::from(bound.cast::<i32>().read()),
                (4, false) => i64::from(bound.cast::<u32>().read()),
                (_, true) => bound.cast::<i64>().read(),
                // A bound beyond all i64 is beyond every number of an element.
                (_, false) => i64::try_from(bound.cast::<u64>().read()).unwrap_or(i64::MAX),
            }
        };
        // Below or equal is below the next number; saturated, because the bound may be the greatest one.
        let end = bound.saturating_add(i64::from(self.inclusive));
        end.saturating_sub(start).clamp(0, n as i64) as usize
    }
}

/// Counts upwards from `start`.
///
/// # Safety
/// `dst` is valid for `n` lanes.
unsafe fn count(dst: *mut u32, start: u32, n: usize) {
    for lane in 0..n {
        // SAFETY: this function's contract: `dst` is valid for `n` lanes.
        unsafe { dst.add(lane).write(start.wrapping_add(lane as u32)) }
    }
}
