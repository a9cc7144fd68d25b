//! The number of products and stores that may still be in flight when a stage is released.
//!
//! `consumer_release` releases a stage as soon as all operations that the body of its read started have completed.
//! Hardware waits for groups by their age: "at most n groups are in flight". So n is the minimum number of groups that
//! start after the read on any path to the release. For a loop-carried stage, it is the minimum over the loop's initial
//! value and the value that each iteration passes on; the minimum is found by iterating until it no longer changes.

use cranelift_entity::SecondaryMap;
use ir::{Block, Op, Value};
use smallvec::SmallVec;
use tileas::ops::fields as from;
use tileas::types::{StageState, Type};
use tileas::{Module, Opcode, stage_of};

/// Groups that were begun after the body of a read, at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Later {
    /// Products of `wgmma`; none if the body has begun none, or they have ended.
    pub(super) products: Option<u32>,
    /// Stores by tensor maps, likewise.
    pub(super) stores: Option<u32>,
    /// Whether threads have read the stage.
    pub(super) by_threads: bool,
    /// Whether products of `tcgen05` read it, whose end arrives by itself.
    pub(super) by_tensor_cores: bool,
}

impl Later {
    /// Nothing that was begun is in flight.
    pub(super) const ENDED: Later =
        Later { products: None, stores: None, by_threads: false, by_tensor_cores: false };

    /// The fewer of both; what has ended counts as no limit.
    fn fewer(self, other: Later) -> Later {
        let least = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
        Later {
            products: least(self.products, other.products),
            stores: least(self.stores, other.stores),
            by_threads: self.by_threads || other.by_threads,
            by_tensor_cores: self.by_tensor_cores || other.by_tensor_cores,
        }
    }
}

/// The wait of each release of an agent.
#[derive(Default)]
pub(in crate::from_tileas) struct Releases(SecondaryMap<Op, Option<Later>>);

impl Releases {
    /// The wait of this release.
    pub(super) fn at(&self, op: Op) -> Later {
        self.0[op].unwrap_or(Later::ENDED)
    }
}

/// The groups begun after each known stage at a place of the program.
type Snapshot = Vec<(Value, Later)>;

/// The groups begun after each stage that is read.
pub(super) struct InFlight<'m> {
    module: &'m Module,
    /// Of each stage where it is now.
    now: SecondaryMap<Value, Option<Later>>,
    /// Stages that are known, in the order in which they were made.
    known: Vec<Value>,
    /// The values that each end of a block passes on.
    handed_on: SecondaryMap<Op, Vec<Later>>,
    /// Of each release, on the ways that were walked.
    at_release: SecondaryMap<Op, Option<Later>>,
}

impl<'m> InFlight<'m> {
    /// Walks the body of an agent.
    pub(super) fn of(module: &'m Module, body: Block) -> Releases {
        let mut found = InFlight {
            module,
            now: SecondaryMap::new(),
            known: Vec::new(),
            handed_on: SecondaryMap::new(),
            at_release: SecondaryMap::new(),
        };
        found.block(body);
        Releases(found.at_release)
    }

    fn block(&mut self, block: Block) {
        for op in self.module.body.block_ops(block) {
            self.op(op);
        }
    }

    fn op(&mut self, op: Op) {
        let module = self.module;
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "no other op begins, ends or hands on what is in flight"
        )]
        match module.opcode(op) {
            Opcode::AsyncDot => self.each(|later| later.products = later.products.map(|count| count + 1)),
            Opcode::TmaStore => self.each(|later| later.stores = later.stores.map(|count| count + 1)),
            Opcode::DotWait => {
                let left = pending(module, op, from::dot_wait::pending);
                self.each(|later| later.products = later.products.filter(|&count| count < left));
            }
            Opcode::StoreWait => {
                let left = pending(module, op, from::store_wait::pending);
                self.each(|later| later.stores = later.stores.filter(|&count| count < left));
            }
            Opcode::PipelineRead => self.read(op),
            Opcode::PipelineRelease => {
                let stage = module.operand(op, from::pipeline_release::stage);
                let later = self.later(stage);
                self.at_release[op] = Some(self.at_release[op].map_or(later, |before| before.fewer(later)));
                // The wait that comes with it ends what others have begun before.
                if let Some(left) = later.products {
                    self.each(|later| later.products = later.products.filter(|&count| count < left));
                }
                if let Some(left) = later.stores {
                    self.each(|later| later.stores = later.stores.filter(|&count| count < left));
                }
            }
            Opcode::Continue | Opcode::Break | Opcode::Yield => {
                let operands = module.body.operands(op);
                self.handed_on[op] = operands.iter().map(|&value| self.later(value)).collect();
            }
            Opcode::For | Opcode::Loop => self.repeated(op),
            Opcode::If => self.branch(op),
            _ => {
                for index in 0..module.body.regions(op).len() {
                    for &block in module.body.region_blocks(module.body.region(op, index)) {
                        self.block(block);
                    }
                }
            }
        }
    }

    /// The body of a read is walked with a stage that nothing was begun for; each op of it that begins something makes
    /// it known.
    fn read(&mut self, op: Op) {
        let module = self.module;
        let body = module.block(op, from::pipeline_read::body);
        let inside: SmallVec<[Op; 8]> = ir::walk::preorder(&module.body, op).collect();
        let begins = |opcode: Opcode| inside.iter().any(|&op| module.opcode(op) == opcode);
        if let Some(body) = body {
            self.block(body);
        }
        let products = begins(Opcode::AsyncDot).then_some(0);
        // Stores of other memory than the stage's may go on.
        let is_of_stage = |&store: &Op| {
            module.opcode(store) == Opcode::TmaStore
                && stage_of(module, module.operand(store, from::tma_store::buffer)) == Some(op)
        };
        let stores = inside.iter().any(is_of_stage).then_some(0);
        let by_threads =
            [Opcode::LocalLoad, Opcode::TensorLoad, Opcode::TensorStore, Opcode::CancelledLaunch]
                .into_iter()
                .any(begins);
        let by_tensor_cores = begins(Opcode::TensorDot) || begins(Opcode::TensorDotScaled);
        self.set(module.body.result(op, 0), Later { products, stores, by_threads, by_tensor_cores });
    }

    /// A loop: its arguments have the minimum of the values that enter and of the loop-carried values.
    fn repeated(&mut self, op: Op) {
        let module = self.module;
        let Some(&block) = module.body.region_blocks(module.body.region(op, 0)).first() else { return };
        let arguments: Vec<Value> = module.body.block_args(block).iter().collect();
        let results: Vec<Value> = module.body.results(op).iter().collect();
        let carried = &arguments[arguments.len() - results.len()..];
        let operands = module.body.operands(op);
        let entering: Vec<Value> = operands[operands.len() - results.len()..].to_vec();
        let before = self.snapshot();
        let mut at_entry: Vec<Later> = entering.iter().map(|&value| self.later(value)).collect();
        loop {
            self.restore(&before);
            for (&argument, &later) in carried.iter().zip(&at_entry) {
                self.set(argument, later);
            }
            self.block(block);
            let round: Vec<Later> = self.leaving(block, Opcode::Continue, results.len());
            let fewer: Vec<Later> = at_entry.iter().zip(&round).map(|(a, &b)| a.fewer(b)).collect();
            if fewer == at_entry {
                break;
            }
            at_entry = fewer;
        }
        let leaving = match module.opcode(op) {
            Opcode::For => at_entry,
            _ => self.leaving(block, Opcode::Break, results.len()),
        };
        // A loop may do nothing at all, so that what others have in flight is as before it.
        self.restore(&before);
        for (&result, &later) in results.iter().zip(&leaving) {
            self.set(result, later);
        }
    }

    /// The minimum of the values that the ends of one kind in a loop's body pass on, including branches.
    fn leaving(&self, block: Block, kind: Opcode, count: usize) -> Vec<Later> {
        let module = self.module;
        let mut least: Vec<Option<Later>> = vec![None; count];
        let mut blocks: Vec<Block> = vec![block];
        while let Some(block) = blocks.pop() {
            for op in module.body.block_ops(block) {
                let opcode = module.opcode(op);
                if opcode == kind {
                    for (least, &later) in least.iter_mut().zip(&self.handed_on[op]) {
                        *least = Some(least.map_or(later, |other| other.fewer(later)));
                    }
                } else if !matches!(opcode, Opcode::For | Opcode::Loop) {
                    let regions = module.body.regions(op);
                    blocks.extend(regions.flat_map(|region| module.body.region_blocks(region).to_vec()));
                }
            }
        }
        least.into_iter().map(|later| later.unwrap_or(Later::ENDED)).collect()
    }

    fn branch(&mut self, op: Op) {
        let module = self.module;
        let results: Vec<Value> = module.body.results(op).iter().collect();
        let before = self.snapshot();
        let (mut afterwards, mut handed_on): (Vec<Snapshot>, Vec<Vec<Later>>) = (Vec::new(), Vec::new());
        for index in 0..module.body.regions(op).len() {
            let region = module.body.region(op, index);
            self.restore(&before);
            let block = module.body.region_blocks(region).first().copied();
            if let Some(block) = block {
                self.block(block);
            }
            let given =
                block.map_or_else(Vec::new, |block| self.leaving(block, Opcode::Yield, results.len()));
            afterwards.push(self.snapshot());
            handed_on.push(given);
        }
        self.restore(&before);
        for now in &afterwards {
            for &(value, later) in now {
                if self.now[value].is_some() {
                    let fewer = self.later(value).fewer(later);
                    self.now[value] = Some(fewer);
                }
            }
        }
        for (index, &result) in results.iter().enumerate() {
            let later = handed_on
                .iter()
                .map(|given| given.get(index).copied().unwrap_or(Later::ENDED))
                .reduce(Later::fewer);
            self.set(result, later.unwrap_or(Later::ENDED));
        }
    }

    fn later(&self, value: Value) -> Later {
        self.now[value].unwrap_or(Later::ENDED)
    }

    fn set(&mut self, value: Value, later: Later) {
        if !matches!(self.module.ty(value), Type::Stage(StageState::Read)) {
            return;
        }
        if self.now[value].replace(later).is_none() {
            self.known.push(value);
        }
    }

    fn each(&mut self, mut change: impl FnMut(&mut Later)) {
        for &value in &self.known {
            if let Some(later) = &mut self.now[value] {
                change(later);
            }
        }
    }

    fn snapshot(&self) -> Snapshot {
        self.known.iter().filter_map(|&value| Some((value, self.now[value]?))).collect()
    }

    fn restore(&mut self, before: &[(Value, Later)]) {
        for value in std::mem::take(&mut self.known) {
            self.now[value] = None;
        }
        for &(value, later) in before {
            self.set(value, later);
        }
    }
}

/// The number of groups that a wait leaves in flight.
fn pending(module: &Module, op: Op, field: ir::Field) -> u32 {
    module.int(op, field).and_then(|count| u32::try_from(count).ok()).unwrap_or(0)
}
