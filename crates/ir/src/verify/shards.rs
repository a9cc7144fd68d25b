//! Parallel verification of large modules, whose items are divided among threads.
//!
//! A module can be divided if it has one block of items, and each item either has no regions or isolates them, and defines no
//! values: then no op uses a value of another item. Other modules, which are always invalid, are walked by one thread.
//!
//! Each thread walks a shard of contiguous items like a sequential walk. The findings of shards are concatenated in order, so
//! the result does not depend on the number of threads. If the system provides no thread, the current thread walks its items.

use std::thread::{Builder, ScopedJoinHandle, scope};

use cranelift_entity::EntityRef;

use super::{Checker, FastVerify, Step, Structure};
use crate::entity::{Block, Op};
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::Trait;

/// The shards, one for each thread.
pub(super) struct Shards {
    /// The block that holds all items.
    block: Block,
    /// The run of this thread.
    own: Run,
    /// Those of the others.
    rest: Vec<Run>,
}

/// A shard: its first item, and the first item after it.
type Run = (Op, Option<Op>);

/// The items of `module` in at most `count` shards of about the same size; `None` when that is one.
pub(super) fn shards<L: Level>(module: &Module<L>, count: usize) -> Option<Shards> {
    let block = (count > 1).then(|| items_block(module)).flatten()?;
    let (ops, runs) = (module.body.op_count() as u64, count as u64);
    let mut starts = Vec::with_capacity(count);
    for item in module.body.block_ops(block) {
        if !stands_alone(module, item) {
            return None;
        }
        // Ops are mostly numbered in the order of the program, so that the number of an item tells how much was before.
        if item.index() as u64 * runs / ops >= starts.len() as u64 {
            starts.push(item);
        }
    }
    let ends = starts.iter().skip(1).map(|&start| Some(start)).chain([None]);
    let mut runs = starts.iter().copied().zip(ends);
    let (own, rest) = (runs.next()?, runs.collect::<Vec<Run>>());
    (!rest.is_empty()).then_some(Shards { block, own, rest })
}

/// The only block of a module that is made as modules are made.
fn items_block<L: Level>(module: &Module<L>) -> Option<Block> {
    let mut regions = module.body.regions(module.root);
    let (Some(region), None) = (regions.next(), regions.next()) else { return None };
    let &[block] = module.body.region_blocks(region) else { return None };
    module.body.block_args(block).is_empty().then_some(block)
}

fn stands_alone<L: Level>(module: &Module<L>, item: Op) -> bool {
    let data = module.body.get(item);
    data.results().is_empty() && (data.region_count() == 0 || module.spec(item).has(Trait::Isolated))
}

/// Checks the module whose items are divided among threads: the first run on this thread, by `checker`.
pub(super) fn run<L: Level, S: FastVerify + Send>(
    mut checker: Checker<'_, L, S>,
    others: &mut [S],
    shards: &Shards,
) -> Structure {
    let module = checker.module;
    let root = module.root;
    checker.check(root, module.body.get(root));
    let (isolated, entered) = checker.announce(root);
    checker.open_block(shards.block, isolated);
    let found: Vec<Option<Structure>> = scope(|scope| {
        let mut threads = Vec::with_capacity(shards.rest.len());
        for (level, &run) in others.iter_mut().zip(&shards.rest) {
            // Made here, because memory that this thread had before costs less than that of a new one.
            let checker = Checker::new(module, level);
            let walk = move || one(checker, shards.block, run);
            threads.push(Builder::new().spawn_scoped(scope, walk).ok());
        }
        checker.items(shards.own);
        threads.into_iter().map(|thread| thread.map(joined)).collect()
    });
    for ((level, &run), found) in others.iter_mut().zip(&shards.rest).zip(found) {
        let missed = || one(Checker::new(module, level), shards.block, run);
        checker.absorb(found.unwrap_or_else(missed));
    }
    checker.close_block();
    checker.leave(root, entered);
    checker.finish()
}

/// Checks one run of items.
fn one<L: Level, S: FastVerify>(mut checker: Checker<'_, L, S>, block: Block, run: Run) -> Structure {
    checker.level.enter(checker.module.root);
    checker.open_block(block, 1);
    checker.items(run);
    checker.finish()
}

fn joined(thread: ScopedJoinHandle<'_, Structure>) -> Structure {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

impl<L: Level, S: FastVerify> Checker<'_, L, S> {
    fn items(&mut self, (first, end): Run) {
        self.end = end;
        self.walk(vec![Step::Ops(first)]);
    }

    /// Adds what was found in the items that follow.
    fn absorb(&mut self, found: Structure) {
        self.found.diagnostics.extend(found.diagnostics);
        self.found.visits.extend(found.visits);
        found.broken.iter().for_each(|op| {
            self.found.broken.insert(op);
        });
    }
}
