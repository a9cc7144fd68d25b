//! Tensor maps that a kernel makes itself, for launchers that pass its own parameters alone.
//!
//! Hardware reads tensor maps from parameters, constants or global memory. The module keeps a table of entries in global memory
//! for each kernel. An entry has the maps of the kernel for one set of arguments, those arguments as its key, and a state:
//!
//! | state | what |
//! |---|---|
//! | 0 | never made |
//! | 1 | being made |
//! | 2 + n | made, and held by n thread blocks |
//!
//! A thread block looks for the entry of its arguments, holds it while it runs, and lets go of it when its copies have ended. Where
//! there is none it makes one. An entry that is held is never written, and keys are compared as a whole, so launches that run at once
//! share an entry only where all their arguments for maps are equal. Who finds all entries taken by other arguments waits for one
//! that nobody holds, and overwrites it. A thread block waits for others only while they make maps, which they do without
//! waiting.
//!
//! - [`search`]: one warp finds the entry or claims one.
//! - [`fill`]: it makes the maps in shared memory, and publishes them (`tensormap.replace`, `tensormap.cp_fenceproxy`).

mod fill;
mod search;

use ir::build::Builder;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value};
use tile_core::arith::{AtomicRMWMode, ComparisonPredicate as Is, MemoryOrdering};

use self::search::Found;
use super::math_builder::MathBuilder;
use crate::attrs::{FenceOrdering, FenceScope, GlobalSpace, ShuffleKind, SpecialRegister};
use crate::ops::{Builders as _, fields};
use crate::tensor_maps::{Extent, TensorMap, of_kernel};
use crate::types::Space;
use crate::{Module, Nvvm, Opcode, Type};

/// Entries of a kernel's table, a power of two.
const ENTRIES: u32 = 64;
/// Bytes of a tensor map.
const MAP: u32 = 128;

/// How an entry is laid out, and what it is for.
struct Table {
    maps: Vec<TensorMap>,
    /// The numbers of the parameters that the maps are made of, rising.
    key: Vec<u32>,
}

impl Table {
    fn of(maps: Vec<TensorMap>) -> Table {
        let parameter = |extent: &Extent| match extent {
            Extent::Parameter(index) => Some(*index),
            Extent::Constant(_) => None,
        };
        let of_map = |map: &TensorMap| {
            let numbers = map.extents.iter().chain(&map.strides).filter_map(parameter);
            numbers.chain([map.base]).collect::<Vec<u32>>()
        };
        let mut key: Vec<u32> = maps.iter().flat_map(of_map).collect();
        key.sort_unstable();
        key.dedup();
        Table { maps, key }
    }

    /// Where the state is, behind the maps.
    fn state(&self) -> u32 {
        MAP * self.maps.len() as u32
    }

    /// Where the key is: 8 bytes for each parameter.
    fn key(&self) -> u32 {
        self.state() + 8
    }

    fn bytes(&self) -> u32 {
        (self.key() + 8 * self.key.len() as u32).next_multiple_of(MAP)
    }
}

/// Lets a kernel make its tensor maps itself; true when it has some.
pub(super) fn make_maps(module: &mut Module, kernel: Op) -> bool {
    let (ops, maps): (Vec<Op>, Vec<TensorMap>) = of_kernel(module, kernel).into_iter().unzip();
    let body = module.block(kernel, fields::func::body);
    let Some(first) = body.and_then(|body| module.body.first_op(body)).filter(|_| !maps.is_empty()) else {
        return false;
    };
    let table = Table::of(maps);
    let symbol = declare(module, kernel, &table);
    let scratch = scratch_of(module, kernel, &table);
    let parameters: Vec<Value> =
        body.map_or_else(Vec::new, |body| module.body.block_args(body).iter().collect());
    let returns: Vec<Op> =
        preorder(&module.body, kernel).filter(|&op| module.opcode(op) == Opcode::Return).collect();
    let mut rewriter = Rewriter::new(module);
    let entry = rewriter.build_before(first, first, |b| {
        let scratch = scratch.address(b);
        let mut code = Code { m: MathBuilder { b }, table: &table, parameters: &parameters, scratch };
        code.acquire(&symbol)
    });
    for (number, op) in ops.into_iter().enumerate() {
        let map = rewriter.build_before(first, op, |b| map_of(b, entry, number as u32));
        rewriter.replace_op(op, &[map]);
    }
    for op in returns {
        rewriter.build_before(op, op, |b| {
            let mut code =
                Code { m: MathBuilder { b }, table: &table, parameters: &parameters, scratch: entry };
            code.release(entry);
        });
    }
    true
}

/// The table of a kernel, by its symbol.
fn declare(module: &mut Module, kernel: Op, table: &Table) -> String {
    let name = module.string(kernel, fields::func::sym_name).map(|name| module.text(name).into_owned());
    let symbol = format!("{}$maps", name.unwrap_or_default());
    let size = i64::from(ENTRIES * table.bytes());
    let mut b = Builder::before(module, kernel);
    let global = b.global().sym_name(symbol.as_str()).space(GlobalSpace::Global);
    global.size(size).alignment(i64::from(MAP)).finish();
    symbol
}

/// Shared memory in which maps are made, before anything else is there.
enum Scratch {
    Symbol(String),
    Launch,
}

impl Scratch {
    fn address(&self, b: &mut Builder<'_, Nvvm>) -> Value {
        let ty = b.module.types.intern(Type::Ptr(Space::Shared));
        match self {
            Scratch::Symbol(name) => b.address_of().name(name.as_str()).result(ty).finish().value(),
            Scratch::Launch => b.dynamic_shared().result(ty).finish().value(),
        }
    }
}

/// The shared memory of a kernel where it is large enough, else some of its own.
fn scratch_of(module: &mut Module, kernel: Op, table: &Table) -> Scratch {
    let bytes = i64::from(table.state() + 8);
    if module.int(kernel, fields::func::dynamic_shared).is_some_and(|size| size >= bytes) {
        return Scratch::Launch;
    }
    let large = |global: &Op| {
        module.opcode(*global) == Opcode::Global
            && module.get::<GlobalSpace>(*global, fields::global::space) == GlobalSpace::Shared
            && module.int(*global, fields::global::size).is_some_and(|size| size >= bytes)
    };
    let names: Vec<_> = preorder(&module.body, module.root)
        .filter(large)
        .filter_map(|op| module.string(op, fields::global::sym_name))
        .collect();
    let used = preorder(&module.body, kernel).filter(|&op| module.opcode(op) == Opcode::AddressOf);
    let used = used.filter_map(|op| module.string(op, fields::address_of::name));
    if let Some(name) = used.into_iter().find(|name| names.contains(name)) {
        return Scratch::Symbol(module.text(name).into_owned());
    }
    let name = module.string(kernel, fields::func::sym_name).map(|name| module.text(name).into_owned());
    let symbol = format!("{}$maps_scratch", name.unwrap_or_default());
    let mut b = Builder::before(module, kernel);
    let global = b.global().sym_name(symbol.as_str()).space(GlobalSpace::Shared);
    global.size(bytes).alignment(i64::from(MAP)).finish();
    Scratch::Symbol(symbol)
}

/// The generic address of a map of an entry, which copies of this thread see from here on.
fn map_of(b: &mut Builder<'_, Nvvm>, entry: Value, number: u32) -> Value {
    let mut m = MathBuilder { b };
    let place = moved(&mut m, entry, number * MAP);
    let ty = m.b.module.types.intern(Type::Ptr(Space::Generic));
    let map = m.b.cast().source(place).result(ty).finish().value();
    m.b.map_acquire().map(map).finish();
    map
}

/// An address some bytes further.
fn moved(m: &mut MathBuilder<'_, '_>, base: Value, bytes: u32) -> Value {
    let offset = m.bits(Type::I32, bytes.into());
    let ty = m.b.module.body.ty(base);
    m.b.addptr().base(base).offset(offset).bytes(1i64).result(ty).finish().value()
}

/// Code of a kernel that works on its table.
struct Code<'a, 'b, 'm> {
    m: MathBuilder<'b, 'm>,
    table: &'a Table,
    parameters: &'a [Value],
    /// Shared memory of the maps, and behind them of the entry's address.
    scratch: Value,
}

impl Code<'_, '_, '_> {
    /// The address of the entry, which is this thread block's until it lets go.
    fn acquire(&mut self, symbol: &str) -> Value {
        let global = self.m.b.module.types.intern(Type::Ptr(Space::Global));
        let (thread, zero) = (self.thread(), self.m.bits(Type::I32, 0));
        let warp = self.m.shr(thread, 5, false);
        let warp = self.first_lane(warp);
        let is_first = self.m.is_int(warp, Is::Equal, zero);
        let branch = self.m.b.if_().condition(is_first).finish().op;
        let then = self.m.b.module.block(branch, fields::if_::then).expect("a branch has its block");
        let (table, parameters, scratch) = (self.table, self.parameters, self.scratch);
        self.m.b.inside(then, |b| {
            let mut code = Code { m: MathBuilder { b }, table, parameters, scratch };
            code.one_warp(symbol);
            code.m.b.yield_().finish();
        });
        self.m.b.barrier().finish();
        let place = moved(&mut self.m, self.scratch, self.table.state());
        let entry = self.m.b.ld().address(place).bits(64i64).values(&[global][..]).finish().value();
        // What threads have written here, copies write over.
        self.m.b.fence().ordering(FenceOrdering::AsyncShared).scope(FenceScope::Cta).finish();
        self.m.b.barrier().finish();
        entry
    }

    /// What the first warp does: it tells the others where the entry is.
    fn one_warp(&mut self, symbol: &str) {
        let Found { entry, makes, leads } = self.search(symbol);
        let branch = self.m.b.if_().condition(makes).finish().op;
        let then = self.m.b.module.block(branch, fields::if_::then).expect("a branch has its block");
        let (table, parameters, scratch) = (self.table, self.parameters, self.scratch);
        self.m.b.inside(then, |b| {
            let mut code = Code { m: MathBuilder { b }, table, parameters, scratch };
            code.fill(entry, leads);
            code.m.b.yield_().finish();
        });
        let place = moved(&mut self.m, self.scratch, self.table.state());
        self.m.b.st().address(place).values(&[entry][..]).predicate(leads).bits(64i64).finish();
    }

    /// Lets go of the entry, when all copies of the thread block have ended.
    fn release(&mut self, entry: Value) {
        self.m.b.barrier().finish();
        let (thread, zero) = (self.thread(), self.m.bits(Type::I32, 0));
        let leads = self.m.is_int(thread, Is::Equal, zero);
        self.let_go(entry, leads);
    }

    /// One holder less, where a predicate holds.
    fn let_go(&mut self, entry: Value, predicate: Value) {
        let (state, one_less) =
            (moved(&mut self.m, entry, self.table.state()), self.m.bits(Type::I32, u32::MAX.into()));
        let ty = self.m.b.module.types.intern(Type::I32);
        let atom = self.m.b.atom().address(state).value(one_less).predicate(predicate);
        atom.mode(AtomicRMWMode::Add).ordering(MemoryOrdering::Release).result(ty).finish();
    }

    fn thread(&mut self) -> Value {
        let ty = self.m.b.module.types.intern(Type::I32);
        self.m.b.special().name(SpecialRegister::TidX).result(ty).finish().value()
    }

    /// What the first lane of the warp has.
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
}
