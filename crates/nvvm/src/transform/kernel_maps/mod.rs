//! Tensor maps that a kernel makes itself, for launchers that only pass the kernel's own parameters.
//!
//! Hardware reads tensor maps from parameters, constants or global memory. The module has two tables of entries in global
//! memory for each kernel. An entry has room for the maps of the kernel for one set of arguments.
//!
//! | table | owner of an entry | lifetime |
//! |---|---|---|
//! | `NAME$maps`: kept | all thread blocks whose arguments equal its key | from its creation until the module is unloaded: it is never changed |
//! | `NAME$lent`: lent | one thread block, which makes its own maps in it | while the thread block runs |
//!
//! A thread block uses an existing entry of its arguments without an atomic operation and without releasing it. If there is
//! none, it makes the maps: in a free entry to keep, if no other thread block is writing one there, otherwise in a borrowed
//! entry. No thread block waits for another one, except for an entry to borrow, and there are as many of those as concurrent
//! thread blocks of a product.
//!
//! A key has one word for each argument, after a word for the state. A word is 0 until it is written, once. The final state is
//! [`search::MADE`], and an argument is written plus one. If all words match, all of them were written, in any order of
//! reading.
//!
//! - [`acquire`]: the fence before maps of another thread block are used, once on each multiprocessor.
//! - [`search`]: one warp searches for the entry, or reserves one.
//! - [`fill`]: it makes the maps in shared memory, and publishes them (`tensormap.replace`, `tensormap.cp_fenceproxy`).
//! - [`place`]: the location in shared memory, and the way in which other warps get the entry.

mod acquire;
mod fill;
mod place;
mod search;

use ir::build::Builder;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value};
use tile_core::arith::{ComparisonPredicate as Is, MemoryOrdering};

use self::place::Place;
use super::math_builder::MathBuilder;
use super::shared_limits::SharedLimits;
use crate::attrs::{GlobalSpace, ShuffleKind, SpecialRegister};
use crate::ops::{Builders as _, fields};
use crate::tensor_maps::{Extent, TensorMap, of_kernel};
use crate::types::Space;
use crate::{Module, Opcode, Type};

/// Entries that are kept, a power of two.
const KEPT: u32 = 128;
/// Bytes of a tensor map.
const MAP: u32 = 128;
/// Lanes of a warp.
const LANES: u32 = 32;
/// Multiprocessors that have entries of their own to lend; on a device with more of them, some share.
const PROCESSORS: u32 = 192;
/// Entries to lend on each of them, at most: kernels that multiply have no more thread blocks there.
const LENT: u32 = 8;
/// Threads of a multiprocessor.
const THREADS: u32 = 2048;
/// Bytes of its shared memory.
const SHARED: u32 = 228 << 10;
/// Bytes of shared memory that each thread block takes by itself.
const SHARED_OF_SYSTEM: u32 = 1 << 10;

/// How entries are laid out, and what they are for.
struct Table {
    maps: Vec<TensorMap>,
    /// The numbers of the parameters that the maps are computed from, in ascending order.
    key: Vec<u32>,
    /// Entries to lend on each multiprocessor: as many as thread blocks run there at a time, up to [`LENT`].
    lent: u32,
}

impl Table {
    fn of(maps: Vec<TensorMap>) -> Table {
        let of_map = |map: &TensorMap| {
            let numbers = map.extents.iter().chain(&map.strides).flat_map(Extent::parameters);
            numbers.chain([map.base]).collect::<Vec<u32>>()
        };
        let mut key: Vec<u32> = maps.iter().flat_map(of_map).collect();
        key.sort_unstable();
        key.dedup();
        Table { maps, key, lent: LENT }
    }

    /// Where the words are, after the maps: the state and the key, 8 bytes each.
    fn words(&self) -> u32 {
        MAP * self.maps.len() as u32
    }

    fn word_count(&self) -> u32 {
        1 + self.key.len() as u32
    }

    /// Bytes of an entry of both tables.
    fn bytes(&self) -> u32 {
        (self.words() + 8 * self.word_count()).next_multiple_of(MAP)
    }

    /// Lanes that look at an entry, a word each in a round; a power of two.
    fn lanes(&self) -> u32 {
        self.word_count().next_power_of_two().min(LANES)
    }

    /// Entries that a warp looks at together: those in which one of these arguments may be.
    fn ways(&self) -> u32 {
        LANES / self.lanes()
    }
}

/// Lets a kernel make its tensor maps itself; true when it has some.
pub(super) fn make_maps(module: &mut Module, kernel: Op, limits: SharedLimits) -> bool {
    let (ops, maps): (Vec<Op>, Vec<TensorMap>) = of_kernel(module, kernel).into_iter().unzip();
    let body = module.block(kernel, fields::func::body);
    let Some((body, first)) =
        body.and_then(|body| Some((body, module.body.first_op(body)?))).filter(|_| !maps.is_empty())
    else {
        return false;
    };
    drop_prefetches(module, kernel);
    let mut table = Table::of(maps);
    let place = Place::of(module, kernel, table.words(), limits);
    table.lent = at_a_time(module, kernel);
    let symbols = declare(module, kernel, &table);
    let meeting = place.meeting(module, body, &ops);
    let parameters: Vec<Value> = module.body.block_args(body).iter().collect();
    let last_warp = (threads(module, kernel) / LANES).max(1) - 1;
    let returns: Vec<Op> =
        preorder(&module.body, kernel).filter(|&op| module.opcode(op) == Opcode::Return).collect();
    let mut rewriter = Rewriter::new(module);
    let told = rewriter.build_before(first, first, |b| {
        let mut code = Code { m: MathBuilder { b }, table: &table, parameters: &parameters, place: &place };
        code.begin(&symbols, last_warp, meeting)
    });
    place::hand_out(&mut rewriter, kernel, &ops, (&place, told));
    for op in returns {
        rewriter.build_before(op, op, |b| {
            let mut code =
                Code { m: MathBuilder { b }, table: &table, parameters: &parameters, place: &place };
            code.give_back(told);
        });
    }
    true
}

/// The warp that gets the entry prefetches its maps, because it knows the entry first.
fn drop_prefetches(module: &mut Module, kernel: Op) {
    let prefetches = preorder(&module.body, kernel).filter(|&op| module.opcode(op) == Opcode::PrefetchMap);
    let prefetches: Vec<Op> = prefetches.collect();
    let mut rewriter = Rewriter::new(module);
    prefetches.into_iter().for_each(|op| rewriter.erase(op));
}

/// Threads of a block.
fn threads(module: &Module, kernel: Op) -> u32 {
    let threads = module.int(kernel, fields::func::reqntid);
    threads.and_then(|threads| u32::try_from(threads).ok()).unwrap_or(LANES)
}

/// Thread blocks of the kernel that a multiprocessor runs at a time, at most; not more than [`LENT`].
fn at_a_time(module: &Module, kernel: Op) -> u32 {
    let bytes = u32::try_from(place::shared_bytes(module, kernel)).unwrap_or(SHARED);
    let by_memory = SHARED / bytes.saturating_add(SHARED_OF_SYSTEM);
    by_memory.min(THREADS / threads(module, kernel).max(LANES)).clamp(1, LENT)
}

/// The tables of a kernel, by their symbols.
struct Symbols {
    kept: String,
    acquired: String,
    lent: String,
}

fn declare(module: &mut Module, kernel: Op, table: &Table) -> Symbols {
    let name = module.string(kernel, fields::func::sym_name).map(|name| module.text(name).into_owned());
    let name = name.unwrap_or_default();
    let mut b = Builder::before(module, kernel);
    let mut table_of = |what: &str, bytes: u32| {
        let symbol = format!("{name}${what}");
        let global = b.global().sym_name(symbol.as_str()).space(GlobalSpace::Global);
        global.size(i64::from(bytes)).alignment(i64::from(MAP)).finish();
        symbol
    };
    Symbols {
        kept: table_of("maps", KEPT * table.bytes()),
        acquired: table_of("acquired", acquire::table_bytes(table.ways())),
        lent: table_of("lent", PROCESSORS * table.lent * table.bytes()),
    }
}

/// An address some bytes further.
fn moved(m: &mut MathBuilder<'_, '_>, base: Value, bytes: u32) -> Value {
    let offset = m.bits(Type::I32, bytes.into());
    let ty = m.b.module.body.ty(base);
    m.b.addptr().base(base).offset(offset).bytes(1i64).result(ty).finish().value()
}

/// The generic address of a map of an entry.
fn map_of(m: &mut MathBuilder<'_, '_>, entry: Value, number: u32) -> Value {
    let place = moved(m, entry, number * MAP);
    let ty = m.b.module.types.intern(Type::Ptr(Space::Generic));
    m.b.cast().source(place).result(ty).finish().value()
}

/// An entry, and whether it is lent: 1 or 0.
#[derive(Clone, Copy)]
struct Entry {
    address: Value,
    lent: Value,
}

/// Code of a kernel that works on its tables.
struct Code<'a, 'b, 'm> {
    m: MathBuilder<'b, 'm>,
    table: &'a Table,
    parameters: &'a [Value],
    place: &'a Place,
}

impl Code<'_, '_, '_> {
    /// One warp gets an entry. Where the kernel has no barrier of its own after which all warps may know of it, they meet here;
    /// and where there is no word to read it from for good, they read it here.
    fn begin(&mut self, symbols: &Symbols, last_warp: u32, meeting: bool) -> Option<Entry> {
        let (thread, last) = (self.thread(), self.m.bits(Type::I32, last_warp.into()));
        let warp = self.m.shr(thread, 5, false);
        let warp = self.first_lane(warp);
        let is_last = self.m.is_int(warp, Is::Equal, last);
        self.when(is_last, |code| code.one_warp(symbols));
        if !meeting {
            self.m.b.barrier().finish();
        }
        if self.place.stays {
            return None;
        }
        let (address, lent) = (self.place.read_address(&mut self.m), self.place.read_lent(&mut self.m));
        self.m.b.barrier().finish();
        Some(Entry { address, lent })
    }

    /// The work of the last warp, while the others initialise barriers: it passes them the address of the entry.
    fn one_warp(&mut self, symbols: &Symbols) {
        let leads = self.leads();
        let entry = self.find(symbols, leads);
        let numbers = 0..self.table.maps.len() as u32;
        let maps: Vec<Value> = numbers.map(|number| map_of(&mut self.m, entry.address, number)).collect();
        for &map in &maps {
            self.m.b.prefetch_map().map(map).predicate(leads).finish();
        }
        self.place.write(&mut self.m, entry, leads);
    }

    /// Gives a lent entry back, when all copies of the thread block have ended.
    fn give_back(&mut self, told: Option<Entry>) {
        let lent = match told {
            Some(entry) => entry.lent,
            None => self.place.read_lent(&mut self.m),
        };
        let zero = self.m.bits(Type::I32, 0);
        let is_lent = self.m.is_int(lent, Is::NotEqual, zero);
        self.when(is_lent, |code| {
            code.m.b.barrier().finish();
            let (thread, zero) = (code.thread(), code.m.bits(Type::I32, 0));
            let leads = code.m.is_int(thread, Is::Equal, zero);
            let address = told.map_or_else(|| code.place.read_address(&mut code.m), |entry| entry.address);
            let (state, free) = (moved(&mut code.m, address, code.table.words()), code.m.bits(Type::I64, 0));
            let store = code.m.b.st().address(state).values(&[free][..]).predicate(leads).bits(64i64);
            store.ordering(MemoryOrdering::Release).finish();
        });
    }

    fn thread(&mut self) -> Value {
        self.special(SpecialRegister::TidX)
    }

    fn special(&mut self, register: SpecialRegister) -> Value {
        let ty = self.m.b.module.types.intern(Type::I32);
        self.m.b.special().name(register).result(ty).finish().value()
    }

    fn lane(&mut self) -> Value {
        let (thread, mask) = (self.thread(), self.m.bits(Type::I32, (LANES - 1).into()));
        self.m.and(thread, mask)
    }

    /// True in the first lane of the warp.
    fn leads(&mut self) -> Value {
        let (lane, zero) = (self.lane(), self.m.bits(Type::I32, 0));
        self.m.is_int(lane, Is::Equal, zero)
    }

    /// The value of the first lane of the warp.
    fn first_lane(&mut self, value: Value) -> Value {
        let (zero, ty) = (self.m.bits(Type::I32, 0), self.m.b.module.body.ty(value));
        self.m.b.shfl().value(value).lane(zero).kind(ShuffleKind::Index).result(ty).finish().value()
    }

    /// A parameter as a number of 64 bits without sign.
    fn parameter(&mut self, number: u32) -> Value {
        let value = self.parameters[number as usize];
        match self.m.ty(value) {
            Type::Ptr(_) => {
                let ty = self.m.b.module.types.intern(Type::I64);
                self.m.b.ptr_to_int().source(value).result(ty).finish().value()
            }
            Type::I64 => value,
            _ => self.m.extend(value, Type::I64, false),
        }
    }

    /// Work of a block of ops.
    fn inside<T>(&mut self, block: Block, work: impl FnOnce(&mut Code<'_, '_, '_>) -> T) -> T {
        let (table, parameters, place) = (self.table, self.parameters, self.place);
        self.m.b.inside(block, |b| work(&mut Code { m: MathBuilder { b }, table, parameters, place }))
    }

    /// Does something where a condition holds.
    fn when(&mut self, condition: Value, work: impl FnOnce(&mut Code<'_, '_, '_>)) {
        let branch = self.m.b.if_().condition(condition).finish().op;
        let then = self.m.b.module.block(branch, fields::if_::then).expect("a branch has its block");
        self.inside(then, |code| {
            work(code);
            code.m.b.yield_().finish();
        });
    }

    /// An entry of one kind where a condition holds, else of another.
    fn either(
        &mut self,
        condition: Value,
        yes: impl FnOnce(&mut Code<'_, '_, '_>) -> Entry,
        no: impl FnOnce(&mut Code<'_, '_, '_>) -> Entry,
    ) -> Entry {
        let types: [TypeId; 2] =
            [Type::Ptr(Space::Global), Type::I32].map(|ty| self.m.b.module.types.intern(ty));
        let op = self.m.b.if_().condition(condition).results(&types[..]).finish().op;
        let body = &mut self.m.b.module.body;
        let blocks = [0, 1].map(|side| {
            let region = body.region(op, side);
            body.region_blocks(region).first().copied().unwrap_or_else(|| body.create_block(region, &[]))
        });
        let yields = |code: &mut Code<'_, '_, '_>, entry: Entry| {
            code.m.b.yield_().operands(&[entry.address, entry.lent][..]).finish();
        };
        self.inside(blocks[0], |code| {
            let entry = yes(code);
            yields(code, entry);
        });
        self.inside(blocks[1], |code| {
            let entry = no(code);
            yields(code, entry);
        });
        let results: Vec<Value> = self.m.b.module.body.results(op).iter().collect();
        Entry { address: results[0], lent: results[1] }
    }
}
