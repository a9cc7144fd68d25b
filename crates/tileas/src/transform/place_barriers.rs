//! `place-barriers`: tokens become program order, with barriers between accesses of different threads that may alias.
//!
//! Ops are in program order, which tokens allow. A thread may read data that another thread has written. Therefore, if
//! a token orders two accesses of which one writes, there must be a barrier between them. The pass tracks the position
//! of the last access that a token represents; a later barrier satisfies the requirement. No barrier is needed if each
//! thread accesses only its own elements: the same elements of the same memory (one `alias_class`), in one layout.
//! Accesses that cannot alias share no token, since level 2 removed it (`untie-tokens`).
//!
//! A loop-carried token represents every access of the loop, because an earlier iteration may have executed them.
//!
//! Afterwards there are no tokens: the pass removes operands, results, loop-carried values and branch results of token
//! type.

use cranelift_entity::SecondaryMap;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Block, Field, Op, Value};
use smallvec::SmallVec;
use tile_core::arith::MemoryOrdering;

use super::functions;
use crate::layout::{Input, RegisterLayout};
use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, TileAs, Type};

/// The maximum number of accesses of a token that are compared one by one; for more, only the time is kept.
const KNOWN_ACCESSES: usize = 8;

/// The accesses before a token: the times of the last read and the last write, and plain accesses, which are compared
/// one by one.
#[derive(Clone, Default)]
struct Past {
    read: u32,
    write: u32,
    known: SmallVec<[Known; 2]>,
}

/// A plain access, and its time.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known {
    time: u32,
    op: Op,
    writes: bool,
}

impl Past {
    fn add(&mut self, known: Known) {
        if !self.known.contains(&known) {
            self.known.push(known);
        }
        if self.known.len() > KNOWN_ACCESSES {
            self.forget();
        }
    }

    /// Keeps only the times.
    fn forget(&mut self) {
        for known in self.known.drain(..) {
            let last = if known.writes { &mut self.write } else { &mut self.read };
            *last = known.time.max(*last);
        }
    }
}

/// The position of a barrier.
#[derive(Clone, Copy)]
enum Place {
    Before(Op),
    After(Op),
}

/// Accesses and barriers so far, by time.
struct Order<'m> {
    module: &'m Module,
    now: u32,
    /// The time of the last barrier.
    barrier: u32,
    tokens: SecondaryMap<Value, Past>,
    places: Vec<Place>,
}

/// Places the barriers of every function and removes its tokens; true when there was one.
pub(crate) fn run(module: &mut Module) -> bool {
    let mut places = Vec::new();
    for func in functions(module) {
        let tokens = SecondaryMap::new();
        let mut order = Order { module, now: 0, barrier: 0, tokens, places: Vec::new() };
        if let Some(block) = module.block(func, fields::func::body) {
            order.block(block);
        }
        places.append(&mut order.places);
    }
    let mut rewriter = Rewriter::new(module);
    for place in places {
        let (at, like) = match place {
            Place::Before(op) => (op, op),
            Place::After(op) => (rewriter.module().body.next(op).expect("an access ends no block"), op),
        };
        rewriter.build_before(at, like, |b| b.barrier().finish().op);
    }
    remove_tokens(&mut rewriter);
    rewriter.changed()
}

fn is_token(module: &Module, value: Value) -> bool {
    *module.ty(value) == Type::Token
}

impl Order<'_> {
    fn block(&mut self, block: Block) {
        let ops: Vec<Op> = self.module.body.block_ops(block).collect();
        for op in ops {
            self.op(op);
        }
    }

    fn op(&mut self, op: Op) {
        let module = self.module;
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops neither make nor take tokens")]
        match module.opcode(op) {
            Opcode::For | Opcode::Loop | Opcode::If => self.control(op),
            Opcode::CreateMemToken | Opcode::JoinTokens => {
                let past = self.join(module.body.operands(op));
                self.tokens[module.body.result(op, 0)] = past;
            }
            _ if is_ordered(module, op) => self.access(op),
            _ => {}
        }
    }

    fn join(&self, tokens: &[Value]) -> Past {
        let mut all = Past::default();
        for &token in tokens {
            let past = &self.tokens[token];
            (all.read, all.write) = (all.read.max(past.read), all.write.max(past.write));
            past.known.iter().filter(|known| known.time > self.barrier).for_each(|&known| all.add(known));
        }
        all
    }

    /// Loop-carried tokens represent the accesses of the body. After an op, its tokens represent the accesses of its
    /// regions, and a barrier in one of them may not have been executed.
    fn control(&mut self, op: Op) {
        let module = self.module;
        let blocks: Vec<Block> = (module.body.regions(op))
            .filter_map(|region| module.body.region_blocks(region).first().copied())
            .collect();
        let before = self.join(module.body.operands(op));
        self.now += 1;
        if module.opcode(op) != Opcode::If {
            let past = self.with_body(op, before);
            for &block in &blocks {
                module.body.block_args(block).iter().for_each(|value| self.tokens[value] = past.clone());
            }
        }
        let barrier = self.barrier;
        for block in blocks {
            self.barrier = barrier;
            self.block(block);
        }
        self.barrier = barrier;
        let before = self.join(module.body.operands(op));
        self.now += 1;
        let past = self.with_body(op, before);
        module.body.results(op).iter().for_each(|value| self.tokens[value] = past.clone());
    }

    /// The accesses before a token, including those in regions of an op.
    fn with_body(&self, op: Op, mut before: Past) -> Past {
        before.forget();
        let (mut reads, mut writes) = (false, false);
        for inner in preorder(&self.module.body, op).filter(|&inner| is_ordered(self.module, inner)) {
            let writing = writes_memory(self.module.opcode(inner));
            (reads, writes) = (reads | !writing, writes | writing);
        }
        let latest = |changed: bool, before: u32| if changed { self.now } else { before };
        Past { read: latest(reads, before.read), write: latest(writes, before.write), known: SmallVec::new() }
    }

    /// An op that tokens order.
    fn access(&mut self, op: Op) {
        let module = self.module;
        let tokens: Vec<Value> =
            module.body.operands(op).iter().copied().filter(|&value| is_token(module, value)).collect();
        let past = self.join(&tokens);
        let writes = writes_memory(module.opcode(op));
        let passed = self.barrier;
        let meets = |known: &Known| known.time > passed && self.meets(known, op, writes);
        let needs = past.write > passed || (writes && past.read > passed) || past.known.iter().any(meets);
        let ordering = ordering(module, op);
        if needs || matches!(ordering, MemoryOrdering::Release | MemoryOrdering::AcqRel) {
            self.place(Place::Before(op));
        }
        self.now += 1;
        let now = self.now;
        if let Some(token) = module.body.results(op).iter().find(|&value| is_token(module, value)) {
            let mut after = self.join(&tokens);
            if is_plain(module, op) {
                after.add(Known { time: now, op, writes });
            } else if writes {
                after.write = now;
            } else {
                after.read = now;
            }
            self.tokens[token] = after;
        }
        if matches!(ordering, MemoryOrdering::Acquire | MemoryOrdering::AcqRel) {
            self.place(Place::After(op));
        }
    }

    fn place(&mut self, place: Place) {
        self.places.push(place);
        self.now += 1;
        self.barrier = self.now;
    }

    /// Whether threads of the block may access the same memory at an access after another one.
    fn meets(&self, known: &Known, op: Op, writes: bool) -> bool {
        let module = self.module;
        if !writes && !known.writes {
            return false;
        }
        if !is_plain(module, op) {
            return true;
        }
        let (first, second) = (moved(module, known.op), moved(module, op));
        let alone = |layout: &RegisterLayout| {
            layout.shape().rank() > 0 && layout.free(Input::Lane) == 0 && layout.free(Input::Warp) == 0
        };
        let class = alias_class(module, op);
        let own = class.is_some() && class == alias_class(module, known.op);
        !(own && first == second && first.is_some_and(alone))
    }
}

/// Whether tokens order an op.
fn is_ordered(module: &Module, op: Op) -> bool {
    let gives = |op: Op| module.body.results(op).iter().any(|value| is_token(module, value));
    gives(op)
        && matches!(
            module.opcode(op),
            Opcode::Load
                | Opcode::Store
                | Opcode::TiledLoad
                | Opcode::TiledStore
                | Opcode::TiledAtomicRed
                | Opcode::AtomicRmw
                | Opcode::AtomicCas
                | Opcode::MemoryFence
                | Opcode::GdcLaunchDependents
                | Opcode::GdcWait
                | Opcode::Print
        )
}

/// Whether an op that tokens order changes memory, as far as others can see.
fn writes_memory(opcode: Opcode) -> bool {
    !matches!(opcode, Opcode::Load | Opcode::TiledLoad | Opcode::Print)
}

/// Whether an op is a load or store that takes part in no synchronisation.
fn is_plain(module: &Module, op: Op) -> bool {
    let plain =
        matches!(module.opcode(op), Opcode::Load | Opcode::Store | Opcode::TiledLoad | Opcode::TiledStore);
    plain && ordering(module, op) == MemoryOrdering::Weak
}

/// The layout in which a plain load or store moves its tile.
fn moved(module: &Module, op: Op) -> Option<&RegisterLayout> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are no plain accesses")]
    let value = match module.opcode(op) {
        Opcode::Load => module.result(op, fields::load::result),
        Opcode::TiledLoad => module.result(op, fields::tiled_load::result),
        Opcode::Store => module.operand(op, fields::store::value),
        Opcode::TiledStore => module.operand(op, fields::tiled_store::value),
        _ => return None,
    };
    module.ty(value).tile().map(|tile| &tile.layout)
}

/// The number of the memory that an access touches, where another one touches exactly the same.
fn alias_class(module: &Module, op: Op) -> Option<i64> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are no plain accesses")]
    let field = match module.opcode(op) {
        Opcode::Load => fields::load::alias_class,
        Opcode::TiledLoad => fields::tiled_load::alias_class,
        Opcode::Store => fields::store::alias_class,
        Opcode::TiledStore => fields::tiled_store::alias_class,
        _ => return None,
    };
    module.int(op, field)
}

/// The ordering of an access; weak where ops have none.
fn ordering(module: &Module, op: Op) -> MemoryOrdering {
    let index = module.spec(op).attrs.iter().position(|attr| attr.name == "ordering");
    index.map_or(MemoryOrdering::Weak, |index| module.get(op, Field::Attr(index as u8)))
}

/// Removes tokens: operands first, so that results and arguments have no uses when they are removed.
fn remove_tokens(rewriter: &mut Rewriter<'_, TileAs>) {
    let ops: Vec<Op> = preorder(&rewriter.module().body, rewriter.module().root).collect();
    let token = |module: &Module, value: Value| is_token(module, value);
    for &op in &ops {
        let module = rewriter.module();
        let operands = module.body.operands(op);
        let keep: Vec<bool> = operands.iter().map(|&value| !token(module, value)).collect();
        if keep.contains(&false) {
            rewriter.keep_operands(op, &|index| keep[index]);
        }
    }
    for op in ops {
        let module = rewriter.module();
        if matches!(module.opcode(op), Opcode::CreateMemToken | Opcode::JoinTokens) {
            rewriter.erase(op);
            continue;
        }
        let blocks = module.body.regions(op).flat_map(|region| module.body.region_blocks(region).to_vec());
        for block in blocks.collect::<Vec<Block>>() {
            let module = rewriter.module();
            let keep: Vec<bool> =
                module.body.block_args(block).iter().map(|value| !token(module, value)).collect();
            if keep.contains(&false) {
                rewriter.keep_args(block, &|index| keep[index]);
            }
        }
        let module = rewriter.module();
        let keep: Vec<bool> = module.body.results(op).iter().map(|value| !token(module, value)).collect();
        if keep.contains(&false) {
            rewriter.keep_results(op, &|index| keep[index]);
        }
    }
}
