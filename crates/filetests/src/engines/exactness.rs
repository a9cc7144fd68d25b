//! Which values of a run every engine computes bit for bit.
//!
//! An op is *inexact* when the language leaves the last bits of its result open: mathematical functions, and sums of
//! floats whose result depends on the order. A value is *tainted* when it depends on the result of an inexact op, through
//! operands, memory or control flow. What is not tainted is the same on every engine.

use std::collections::{BTreeMap, BTreeSet};

use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::elementwise::Elementwise;
use tilewright::cuda_tile::ops::Opcode;
use tilewright::cuda_tile::roles::{Access, Direction};
use tilewright::ir::{Op, Value, walk};

use super::facts::{Facts, parameters};

/// The origin of a pointer: a parameter by its number, or anything else.
type Root = u32;
/// Globals, reserved memory, addresses computed from integers.
const OTHER: Root = u32::MAX;

/// The tainted values and memory.
pub(super) struct Taint {
    values: BTreeSet<u32>,
    /// Addresses that may be those of reserved memory, which is elsewhere on every engine.
    addresses: BTreeSet<u32>,
    /// Parameters whose memory is.
    memory: BTreeSet<Root>,
    /// Control flow is, so everything is.
    control: bool,
}

impl Taint {
    /// Finds what is tainted, given what was seen of a run.
    pub(super) fn new(module: &Module, entry: Op, facts: &Facts<'_>, blocks: u64) -> Taint {
        let functions = functions(module, entry);
        let roots = roots(module, entry, &functions);
        let elsewhere = roots.iter().filter(|(_, places)| places.contains(&OTHER)).map(|(&value, _)| value);
        let mut taint = Taint {
            values: BTreeSet::new(),
            addresses: elsewhere.collect(),
            memory: BTreeSet::new(),
            control: false,
        };
        loop {
            let before = (taint.values.len(), taint.memory.len());
            for &function in &functions {
                for op in walk::preorder(&module.body, function) {
                    taint.op(module, op, facts, blocks, &roots);
                }
            }
            if before == (taint.values.len(), taint.memory.len()) {
                return taint;
            }
        }
    }

    /// Whether a value may differ from engine to engine.
    pub(super) fn value(&self, value: Value) -> bool {
        let value = value.as_u32();
        self.control || self.values.contains(&value) || self.addresses.contains(&value)
    }

    /// Whether control flow may.
    pub(super) fn control(&self) -> bool {
        self.control
    }

    /// Whether the memory that a parameter points to may.
    pub(super) fn parameter(&self, number: usize) -> bool {
        self.control || self.memory.contains(&(number as Root)) || self.memory.contains(&OTHER)
    }

    /// Whether values that may differ are printed.
    pub(super) fn prints(&self, module: &Module, entry: Op) -> bool {
        let mut ops = walk::preorder(&module.body, entry);
        ops.any(|op| {
            module.opcode(op) == Opcode::PrintTko
                && module.body.operands(op).iter().any(|value| self.value(*value))
        })
    }

    /// Whether a value is the result of an inexact op on operands that are the same everywhere.
    pub(super) fn is_first(&self, module: &Module, op: Op) -> bool {
        !self.control
            && is_function(module, op)
            && module.body.operands(op).iter().all(|value| !self.values.contains(&value.as_u32()))
    }

    fn op(
        &mut self,
        module: &Module,
        op: Op,
        facts: &Facts<'_>,
        blocks: u64,
        roots: &BTreeMap<u32, BTreeSet<Root>>,
    ) {
        let opcode = module.opcode(op);
        let operands = module.body.operands(op);
        let tainted = |taint: &Taint, value: &Value| taint.values.contains(&value.as_u32());
        let any = operands.iter().any(|value| tainted(self, value));
        let empty = BTreeSet::new();
        let leads = |value: Value| roots.get(&value.as_u32()).unwrap_or(&empty);
        let mut dirty = any || is_function(module, op) || facts.rounded.contains(&op.as_u32());
        dirty |= opcode == Opcode::PtrToInt && leads(operands[0]).contains(&OTHER);
        if matches!(opcode, Opcode::If | Opcode::For | Opcode::Loop) {
            self.control |= any && decides(module, op, &self.values);
        }
        if let Some(access) = Access::of(module.spec(op)) {
            let places = leads(module.operand(op, access.at));
            // What an atomic returns depends on who comes first.
            let contended = blocks > 1 && access.direction == Direction::Update;
            dirty |= access.reads() && access.loaded.is_some() && (contended || self.reads(places));
            if let Some(value) = access.stored {
                self.write(module, op, value, places);
                self.contend(module, op, value, places, contended);
            }
            // Who comes first decides what is exchanged.
            if opcode == Opcode::AtomicCasTko && (contended || any) {
                self.memory.extend(places);
            }
        }
        if dirty {
            self.values.extend(module.body.results(op).iter().map(|value| value.as_u32()));
            self.carry(module, op);
        }
    }

    fn reads(&self, places: &BTreeSet<Root>) -> bool {
        places.iter().any(|root| self.memory.contains(root))
            || (places.contains(&OTHER) && !self.memory.is_empty())
            || self.memory.contains(&OTHER)
    }

    /// A store taints memory when what it stores is tainted; all of it when where it stores is.
    fn write(&mut self, module: &Module, op: Op, value: tilewright::ir::Field, places: &BTreeSet<Root>) {
        let what = module.operand(op, value);
        let elsewhere =
            module.body.operands(op).iter().any(|v| *v != what && self.values.contains(&v.as_u32()));
        if elsewhere {
            self.memory.insert(OTHER);
        }
        if self.values.contains(&what.as_u32()) {
            self.memory.extend(places);
        }
    }

    /// Float sums of several blocks depend on who comes first.
    fn contend(
        &mut self,
        module: &Module,
        op: Op,
        value: tilewright::ir::Field,
        places: &BTreeSet<Root>,
        contended: bool,
    ) {
        let tile = module.ty(module.operand(op, value)).as_tile();
        let float = tile.and_then(|tile| tile.elem().scalar()).is_some_and(|scalar| scalar.is_float());
        if contended && float {
            self.memory.extend(places);
        }
    }

    /// Taints the values that a tainted op passes to regions: everything that the loop or branch around it carries.
    fn carry(&mut self, module: &Module, op: Op) {
        let blocks = module.body.regions(op).flat_map(|region| module.body.region_blocks(region).to_vec());
        for block in blocks.collect::<Vec<_>>() {
            self.values.extend(module.body.block_args(block).iter().map(|value| value.as_u32()));
        }
        let ends =
            matches!(module.opcode(op), Opcode::Yield | Opcode::Continue | Opcode::Break | Opcode::Return);
        let mut around = module.body.parent_op(op).filter(|_| ends);
        while let Some(owner) = around {
            self.values.extend(module.body.results(owner).iter().map(|value| value.as_u32()));
            if matches!(module.opcode(owner), Opcode::For | Opcode::Loop) {
                let body = module.body.region_blocks(module.body.region(owner, 0))[0];
                self.values.extend(module.body.block_args(body).iter().map(|value| value.as_u32()));
                return;
            }
            around = module.body.parent_op(owner).filter(|&op| module.opcode(op) != Opcode::Entry);
        }
    }
}

/// Whether the condition of a branch, or a bound of a loop, is tainted.
fn decides(module: &Module, op: Op, tainted: &BTreeSet<u32>) -> bool {
    let deciding = match module.opcode(op) {
        Opcode::If => 1,
        Opcode::For => 3,
        _ => 0,
    };
    module.body.operands(op).iter().take(deciding).any(|value| tainted.contains(&value.as_u32()))
}

/// Mathematical functions, of which the language leaves the last bits open, and those that the caller supplies.
fn is_function(module: &Module, op: Op) -> bool {
    use Elementwise as E;
    let function = Elementwise::of(module, op);
    matches!(function, Some(E::Function { .. } | E::Pow(_) | E::PowI { .. } | E::Atan2(_)))
        || module.opcode(op) == Opcode::ExternElementwise
}

/// The entry, and the functions that it may call.
fn functions(module: &Module, entry: Op) -> Vec<Op> {
    let items = module.body.block_ops(tilewright::build::items_block(module));
    items.filter(|&op| op == entry || module.opcode(op) == Opcode::Func).collect()
}

/// The origins of pointers and views.
fn roots(module: &Module, entry: Op, functions: &[Op]) -> BTreeMap<u32, BTreeSet<Root>> {
    let mut roots: BTreeMap<u32, BTreeSet<Root>> = BTreeMap::new();
    for (number, value) in parameters(module, entry).into_iter().enumerate() {
        roots.insert(value.as_u32(), [number as Root].into());
    }
    for op in functions.iter().flat_map(|&function| walk::preorder(&module.body, function)) {
        let pointers: BTreeSet<Root> = module
            .body
            .operands(op)
            .iter()
            .filter(|value| is_address(module, **value))
            .flat_map(|value| roots.get(&value.as_u32()).cloned().unwrap_or_else(|| [OTHER].into()))
            .collect();
        let all = if pointers.is_empty() { [OTHER].into() } else { pointers };
        for value in module.body.results(op) {
            if is_address(module, value) {
                roots.insert(value.as_u32(), all.clone());
            }
        }
    }
    roots
}

/// Tiles of pointers, and views.
fn is_address(module: &Module, value: Value) -> bool {
    match module.ty(value).as_tile() {
        Some(tile) => tile.elem().ptr().is_some(),
        None => module.ty(value).as_tensor_view().is_some() || module.ty(value).as_view().is_some(),
    }
}
