//! Shared memory of a kernel that makes its maps: the maps under construction, and the address of the entry for all warps.
//!
//! Maps are made at the start of the kernel's shared memory, before it contains anything else. The address of the entry is in a
//! word after all other allocations, which is kept until the end, so that no register is needed for an address that is perhaps
//! used only at the end. If a thread block cannot have 16 more bytes, the word is after the maps, and is read before that
//! memory is used.

use std::collections::BTreeSet;

use ir::build::{Builder, IntoAttr as _};
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Op, Value};

use super::{Entry, MAP, MathBuilder, map_of};
use crate::attrs::GlobalSpace;
use crate::ops::{Builders as _, fields};
use crate::transform::shared_limits::SharedLimits;
use crate::types::Space;
use crate::{Module, Nvvm, Opcode, Type, constant};

/// Bytes of the word: the address of the entry, and whether it is lent.
const WORD: u32 = 16;
/// Where it says that the entry is lent.
const LENT: u32 = 8;

/// Where maps are made, and where the word is.
pub(super) struct Place {
    memory: Memory,
    /// Bytes of maps at the start of the memory.
    maps: u32,
    /// Where the word is.
    word: u32,
    /// Nothing else is ever at the word.
    pub(super) stays: bool,
}

/// Shared memory that begins somewhere.
enum Memory {
    Symbol(String),
    Launch,
}

/// The bytes of shared memory of a kernel.
pub(super) fn shared_bytes(module: &Module, kernel: Op) -> i64 {
    let declared: i64 = declared(module, kernel).into_iter().map(|(_, bytes)| bytes).sum();
    declared + module.int(kernel, fields::func::dynamic_shared).unwrap_or(0)
}

/// Shared memory of the module that the kernel names, and its bytes.
fn declared(module: &Module, kernel: Op) -> Vec<(Op, i64)> {
    let used = preorder(&module.body, kernel).filter(|&op| module.opcode(op) == Opcode::AddressOf);
    let names: Vec<_> = used.filter_map(|op| module.string(op, fields::address_of::name)).collect();
    let is_shared = |op: &Op| {
        module.opcode(*op) == Opcode::Global
            && module.get::<GlobalSpace>(*op, fields::global::space) == GlobalSpace::Shared
            && module.string(*op, fields::global::sym_name).is_some_and(|name| names.contains(&name))
    };
    let globals = preorder(&module.body, module.root).filter(is_shared);
    globals.map(|op| (op, module.int(op, fields::global::size).unwrap_or(0))).collect()
}

impl Place {
    /// Finds a place for `maps` bytes, and for the word: more memory where the limits allow it.
    pub(super) fn of(module: &mut Module, kernel: Op, maps: u32, limits: SharedLimits) -> Place {
        let all = shared_bytes(module, kernel);
        let least = i64::from(maps + WORD);
        let asked = module.int(kernel, fields::func::dynamic_shared).filter(|&bytes| bytes >= least);
        if let Some(bytes) = asked {
            let mut place = Place { memory: Memory::Launch, maps, word: maps, stays: false };
            if let Some(more) = place.grown(bytes, i64::from(limits.all) - all) {
                let more = more.into_attr(module);
                module.set_attr(kernel, fields::func::dynamic_shared, more);
            }
            return place;
        }
        let found = declared(module, kernel).into_iter().find(|&(_, bytes)| bytes >= least);
        if let Some((global, bytes)) = found {
            let name = module.string(global, fields::global::sym_name);
            let name = name.map(|name| module.text(name).into_owned()).unwrap_or_default();
            let mut place = Place { memory: Memory::Symbol(name), maps, word: maps, stays: false };
            if let Some(more) = place.grown(bytes, i64::from(limits.declared) - all) {
                let more = more.into_attr(module);
                module.set_attr(global, fields::global::size, more);
            }
            return place;
        }
        let name = module.string(kernel, fields::func::sym_name).map(|name| module.text(name).into_owned());
        let symbol = format!("{}$maps_scratch", name.unwrap_or_default());
        let mut b = Builder::before(module, kernel);
        let global = b.global().sym_name(symbol.as_str()).space(GlobalSpace::Shared);
        global.size(least).alignment(i64::from(MAP)).finish();
        Place { memory: Memory::Symbol(symbol), maps, word: maps, stays: true }
    }

    /// Puts the word after memory of `bytes` bytes, if there is room for it among the `free` ones; the bytes of both.
    fn grown(&mut self, bytes: i64, free: i64) -> Option<i64> {
        let word = u32::try_from(bytes).ok()?.next_multiple_of(8);
        let more = i64::from(word + WORD);
        if more - bytes > free {
            return None;
        }
        self.word = word;
        self.stays = true;
        Some(more)
    }

    /// Whether all warps meet at a barrier of the kernel before any of them needs the entry, or the memory that maps are made in.
    pub(super) fn meeting(&self, module: &Module, body: Block, maps: &[Op]) -> bool {
        if !self.stays {
            return false;
        }
        let maps: BTreeSet<Value> = maps.iter().map(|&op| module.body.result(op, 0)).collect();
        for op in module.body.block_ops(body) {
            let takes_map = module.body.operands(op).iter().any(|value| maps.contains(value));
            let is_free = match module.opcode(op) {
                Opcode::Barrier => return module.int(op, fields::barrier::threads).is_none(),
                Opcode::ClusterWait => return true,
                Opcode::ClusterArrive => !module.flag(op, fields::cluster_arrive::relaxed),
                Opcode::MbarrierInit => self.is_apart(module, op),
                Opcode::Fence => true,
                Opcode::Ld => false,
                _ => module.effects(op).is_droppable(),
            };
            if takes_map || !is_free {
                return false;
            }
        }
        false
    }

    /// Whether an mbarrier is not where maps are made.
    fn is_apart(&self, module: &Module, op: Op) -> bool {
        use fields::mbarrier_init::{address, offset};
        let at = distance(module, module.operand(op, address));
        let at = at.and_then(|at| at.checked_add(module.int(op, offset).unwrap_or(0)));
        at.is_some_and(|at| at >= self.maps.into())
    }

    pub(super) fn address(&self, b: &mut Builder<'_, Nvvm>) -> Value {
        let ty = b.module.types.intern(Type::Ptr(Space::Shared));
        match &self.memory {
            Memory::Symbol(name) => b.address_of().name(name.as_str()).result(ty).finish().value(),
            Memory::Launch => b.dynamic_shared().result(ty).finish().value(),
        }
    }

    /// Says which entry it is, in one lane.
    pub(super) fn write(&self, m: &mut MathBuilder<'_, '_>, entry: Entry, leads: Value) {
        let address = self.address(m.b);
        for (value, bits, at) in [(entry.address, 64i64, self.word), (entry.lent, 32, self.word + LENT)] {
            let store = m.b.st().address(address).values(&[value][..]).predicate(leads);
            store.bits(bits).offset(i64::from(at)).finish();
        }
    }

    /// Where the entry is.
    pub(super) fn read_address(&self, m: &mut MathBuilder<'_, '_>) -> Value {
        self.load(m, (Type::Ptr(Space::Global), 64), self.word)
    }

    /// Whether it is lent: 1 or 0.
    pub(super) fn read_lent(&self, m: &mut MathBuilder<'_, '_>) -> Value {
        self.load(m, (Type::I32, 32), self.word + LENT)
    }

    fn load(&self, m: &mut MathBuilder<'_, '_>, (ty, bits): (Type, i64), at: u32) -> Value {
        let address = self.address(m.b);
        let ty = m.b.module.types.intern(ty);
        m.b.ld().address(address).bits(bits).offset(i64::from(at)).values(&[ty][..]).finish().value()
    }
}

/// Bytes from the start of some shared memory to an address.
fn distance(module: &Module, address: Value) -> Option<i64> {
    let op = module.body.def_op(address)?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other op makes such an address")]
    match module.opcode(op) {
        Opcode::AddressOf | Opcode::DynamicShared => Some(0),
        Opcode::AddPtr => {
            let base = distance(module, module.operand(op, fields::addptr::base))?;
            let offset = constant::signed(module, module.operand(op, fields::addptr::offset))?;
            base.checked_add(offset.checked_mul(module.int(op, fields::addptr::bytes).unwrap_or(1))?)
        }
        _ => None,
    }
}

/// Puts the maps of the entry in the place of the ops that stand for them, which are erased. A map is looked up where it is used,
/// before the loops around that.
pub(super) fn hand_out(
    rewriter: &mut Rewriter<'_, Nvvm>,
    kernel: Op,
    ops: &[Op],
    (place, told): (&Place, Option<Entry>),
) {
    let mut known: Vec<(Block, usize, Value)> = Vec::new();
    for (user, index, number) in uses(rewriter.module(), kernel, ops) {
        let at = in_front_of_loops(rewriter.module(), user);
        let block = rewriter.module().body.parent_block(at).expect("an op of a kernel is in a block");
        let same = known.iter().find(|(other, map, _)| (*other, *map) == (block, number));
        let map = same.map(|&(_, _, map)| map).unwrap_or_else(|| {
            rewriter.build_before(at, ops[number], |b| {
                let mut m = MathBuilder { b };
                let entry = told.map_or_else(|| place.read_address(&mut m), |entry| entry.address);
                map_of(&mut m, entry, number as u32)
            })
        });
        known.push((block, number, map));
        rewriter.set_operand(user, index, map);
    }
    ops.iter().for_each(|&op| rewriter.erase(op));
}

/// The uses of maps, in the order of the program: the op, which of its operands it is, and the number of the map.
fn uses(module: &Module, kernel: Op, ops: &[Op]) -> Vec<(Op, usize, usize)> {
    let maps: Vec<Value> = ops.iter().map(|&op| module.body.result(op, 0)).collect();
    let of_op = |op: Op| {
        let operands = module.body.operands(op).iter().enumerate();
        let found = operands.filter_map(|(index, value)| {
            maps.iter().position(|map| map == value).map(|number| (op, index, number))
        });
        found.collect::<Vec<_>>()
    };
    preorder(&module.body, kernel).flat_map(of_op).collect()
}

/// The outermost loop around an op, or the op.
fn in_front_of_loops(module: &Module, op: Op) -> Op {
    let mut place = op;
    let mut at = op;
    while let Some(outer) = module.body.parent_op(at).filter(|&outer| module.opcode(outer) != Opcode::Func) {
        if matches!(module.opcode(outer), Opcode::For | Opcode::Loop) {
            place = outer;
        }
        at = outer;
    }
    place
}
