//! Resources of a kernel: tensor memory, shared memory of pipelines, tensor maps, thread blocks of its products.

use cranelift_entity::EntitySet;
use ir::{Op, Value};
use rustc_hash::FxHashMap;

use super::agents;
use super::flow::Found;
use crate::launched::unknown;
use crate::ops::fields;
use crate::shared_memory::{Stages, is_allocated};
use crate::target::shared_limit;
use crate::tensor_columns::{TensorRange, tensor_columns, tensor_ranges};
use crate::types::{Part, PipelineType, TensorType, Type};
use crate::{Module, Opcode};

/// Columns of tensor memory.
const COLUMNS: u64 = crate::tensor_columns::COLUMNS as u64;
/// Terms of a sum that are shown.
const MOST_TERMS: usize = 8;

/// Checks the kernels of a module by the ops that need something.
pub(super) fn check(module: &Module, ops: &[Op], found: &mut Found) {
    fits(module, ops, found);
    numbers_maps(module, ops, found);
    launcher_knows(module, ops, found);
    one_group(module, ops, found);
}

/// There is enough tensor memory and shared memory in each kernel.
fn fits(module: &Module, ops: &[Op], found: &mut Found) {
    let mut kernels: Vec<(Op, Needs)> = Vec::new();
    for &op in ops {
        let Some(kernel) = agents::around(module, op, &[Opcode::Func]) else { continue };
        if kernels.last().is_none_or(|&(last, _)| last != kernel) {
            kernels.push((kernel, Needs::default()));
        }
        let (_, needs) = kernels.last_mut().expect("one was pushed");
        let ty = module.body.results(op).get(0).map(|value| module.ty(value));
        if let Some(Type::Pipeline(pipeline)) = ty {
            needs.add(pipeline, module.opcode(op) == Opcode::PipelineCreate && is_over(module, op));
        }
    }
    for (kernel, mut needs) in kernels {
        let allocated = columns_of_kernel(module, kernel, found);
        needs.columns.extend((allocated > 0).then_some((1, allocated)));
        has_room(module, kernel, &needs, found);
    }
}

/// The columns that the allocations of a kernel take, where they are or where they would be. Two that are live at once have
/// columns of their own.
fn columns_of_kernel(module: &Module, kernel: Op, found: &mut Found) -> u64 {
    let written = |op: Op| module.int(op, fields::tensor_alloc::column);
    let mut live: Vec<(TensorRange, i64)> = Vec::new();
    let mut end = 0;
    for (alloc, (op, packed)) in tensor_ranges(module, kernel).into_iter().zip(tensor_columns(module, kernel))
    {
        if written(op).is_none() && is_allocated(module, kernel) {
            let text = "has no column of tensor memory, and its function has `shared_bytes`; remove it, and run `allocate-shared`";
            found.push((op, text.to_owned()));
        }
        let first = written(op).unwrap_or(packed.into());
        let last = first.saturating_add(alloc.columns.into());
        if written(op).is_some() && (first < 0 || last > COLUMNS as i64) {
            let text = format!("starts at column {first} of tensor memory, and there are {COLUMNS}");
            found.push((op, text));
            continue;
        }
        live.retain(|(other, _)| other.range.overlaps(alloc.range));
        let shares =
            |&(other, start): &(TensorRange, i64)| start < last && first < start + i64::from(other.columns);
        if live.iter().any(shares) {
            let text = "takes columns of tensor memory that another allocation needs at the same time";
            found.push((op, text.to_owned()));
        } else if last <= COLUMNS as i64 {
            live.push((alloc, first));
        }
        end = end.max(last.unsigned_abs());
    }
    end
}

/// Whether a pipeline has the columns of another one.
fn is_over(module: &Module, create: Op) -> bool {
    module.operand_opt(create, fields::pipeline_create::over).is_some()
}

fn has_room(module: &Module, kernel: Op, needs: &Needs, found: &mut Found) {
    let columns = total(&needs.columns);
    if columns > COLUMNS {
        let sum = terms(&needs.columns);
        let text = format!("takes {sum} = {columns} columns of tensor memory, and there are {COLUMNS}");
        found.push((kernel, text));
    }
    let limit = u64::from(shared_limit(super::capability(module).unwrap_or(90)));
    let bytes = total(&needs.bytes);
    if bytes > limit {
        let sum = terms(&needs.bytes);
        let text = format!(
            "has pipelines of {sum} = {bytes} bytes of shared memory, and a thread block can have {limit}; use fewer stages"
        );
        found.push((kernel, text));
    }
}

/// Tensor maps of a kernel have numbers of their own.
fn numbers_maps(module: &Module, ops: &[Op], found: &mut Found) {
    let mut seen: FxHashMap<(Option<Op>, i64), Op> = FxHashMap::default();
    for &op in ops.iter().filter(|&&op| module.opcode(op) == Opcode::TmaDesc) {
        let index = module.int(op, fields::tma_desc::tma_idx).unwrap_or(0);
        let kernel = agents::around(module, op, &[Opcode::Func]);
        if seen.insert((kernel, index), op).is_some() {
            found.push((op, format!("has the number {index}, as another tensor map of the kernel has")));
        }
    }
}

/// The launcher fills tensor maps before the kernel runs: their memory must be computable from values that are known then.
/// Values that two maps use are checked once.
fn launcher_knows(module: &Module, ops: &[Op], found: &mut Found) {
    let mut seen: EntitySet<Value> = EntitySet::new();
    for &desc in ops.iter().filter(|&&op| module.opcode(op) == Opcode::TmaDesc) {
        if let Some(made) = unknown(module, module.body.operands(desc), &mut seen) {
            let by = made.map_or("a loop or a body", |op| module.opcode(op).spec().mnemonic);
            found.push((desc, format!(
                "is filled by the launcher, before the kernel runs, and its memory depends on what `{by}` gives; make it of parameters and constants"
            )));
        }
    }
}

/// Products of a kernel are made by one thread block or by pairs, not now this way and now that (PTX ISA, `tcgen05`, `.cta_group`).
fn one_group(module: &Module, ops: &[Op], found: &mut Found) {
    let mut groups: FxHashMap<Option<Op>, i64> = FxHashMap::default();
    for &op in ops {
        let field = if module.opcode(op) == Opcode::TensorDot {
            fields::tensor_dot::cta_group
        } else if module.opcode(op) == Opcode::TensorDotScaled {
            fields::tensor_dot_scaled::cta_group
        } else {
            continue;
        };
        let group = module.int(op, field).unwrap_or(1);
        let kernel = agents::around(module, op, &[Opcode::Func]);
        let first = *groups.entry(kernel).or_insert(group);
        if first != group {
            found.push((op, format!(
                "has `cta_group = {group}`, and another product of the kernel has {first}; all must be equal"
            )));
        }
    }
}

/// The resources of pipelines and tensor memory of a kernel: their number and size.
#[derive(Default)]
struct Needs {
    columns: Vec<(u64, u64)>,
    bytes: Vec<(u64, u64)>,
}

impl Needs {
    /// A pipeline, which may be over the columns of another one.
    fn add(&mut self, pipeline: &PipelineType, is_over: bool) {
        let stages = u64::from(pipeline.stages);
        let columns_of_stage = pipeline.parts.iter().map(|part| match part {
            Part::Buffer(_) => 0,
            Part::Tensor(tensor) => columns(tensor),
        });
        let columns_of_stage = columns_of_stage.sum();
        self.bytes.push((stages, Stages::of(pipeline).each()));
        if columns_of_stage > 0 && !is_over {
            self.columns.push((stages, columns_of_stage));
        }
    }
}

fn total(needs: &[(u64, u64)]) -> u64 {
    needs.iter().fold(0, |sum, &(count, each)| sum.saturating_add(count.saturating_mul(each)))
}

/// `3 x 32784 + 2 x 16400`
fn terms(needs: &[(u64, u64)]) -> String {
    let shown = needs.iter().take(MOST_TERMS).map(|(count, each)| format!("{count} x {each}"));
    let mut terms: Vec<String> = shown.collect();
    if needs.len() > MOST_TERMS {
        terms.push("..".to_owned());
    }
    terms.join(" + ")
}

fn columns(tensor: &TensorType) -> u64 {
    u64::from(tensor.layout.columns())
}
