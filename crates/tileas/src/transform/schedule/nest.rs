//! The products in loops that agents compute: each is in a loop, with tiles that tensor maps load, or with a left tile
//! that is computed from another product and stays in registers.
//!
//! Tiles that are loaded in one block for the same products form a [`Group`]: the stage of a pipeline. A group that is
//! loaded outside of the loop of its products stays in its stage during that loop.

use ir::Op;
use ir::analysis::Uses;
use ir::walk::preorder;

use super::exits::{loop_around, may_leave};
use super::factors::Found;
pub(crate) use super::groups::Group;
use super::groups::{groups, groups_of_streams, is_inside, number_pipelines};
use super::map_memory::{has_map, is_settled};
use super::memory_order::is_unordered;
use super::multiplies::{Unit, multiplies};
use super::operand::{Filling, Operand};
use super::pairs;
use super::product::{Factor, Product};
use super::reads::{computed_elsewhere, read_loads, stage_of_computed};
use super::refusal::{Refusal, named};
use super::residuals::residual_loads;
use super::resources::{ALIGNMENT, MBARRIERS};
use super::scaled::multiplies_scaled;
use super::skeleton::Skeleton;
use super::stage::Side;
use super::streams::streams;
use crate::ops::fields;
use crate::shared_memory::{buffer_bytes, bytes_of_part, whole_stage};
use crate::types::BufferType;
use crate::{Module, Opcode};

/// The products of a function, and what they multiply.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    /// In the order of the program.
    pub(crate) products: Vec<Product>,
    /// The tiles that are loaded for them.
    pub(crate) operands: Vec<Operand>,
    /// Operands that are loaded together.
    pub(crate) groups: Vec<Group>,
    /// The computation of the agent that copies.
    pub(crate) skeleton: Skeleton,
    /// The stages that the threads which multiply write themselves.
    pub(crate) written: Vec<Written>,
}

/// The right factor of a product that warpgroups compute: `wgmma` reads it from shared memory alone.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) dot: Op,
    /// Its memory.
    pub(crate) buffer: BufferType,
}

impl Nest {
    /// Whether a pair of thread blocks makes its products.
    pub(crate) fn is_paired(&self) -> bool {
        self.operands.iter().any(|operand| operand.is_halved)
    }

    /// The nest of a function.
    ///
    /// # Errors
    /// An obstacle.
    pub(crate) fn of(module: &Module, func: Op) -> Result<Nest, Refusal> {
        let with = Nest::find(module, func, true);
        if with.is_ok() { with } else { Nest::without_residuals(module, func) }
    }

    /// The same, where tiles that are loaded for the sums of products are loaded by threads.
    ///
    /// # Errors
    /// An obstacle.
    pub(crate) fn without_residuals(module: &Module, func: Op) -> Result<Nest, Refusal> {
        Nest::find(module, func, false)
    }

    fn find(module: &Module, func: Op, residuals: bool) -> Result<Nest, Refusal> {
        let dots = dots(module, func)?;
        if dots.is_empty() {
            return Nest::of_streams(module, func);
        }
        let uses = Uses::of(&module.body, func);
        let mut found = Found { module, uses: &uses, dots: &dots, operands: Vec::new() };
        let products = dots.iter().map(|&dot| found.product(dot)).collect::<Result<Vec<_>, _>>()?;
        let mut operands = std::mem::take(&mut found.operands);
        for operand in &mut operands {
            settle(module, func, operand)?;
        }
        pairs::halve(module, func, &products, &mut operands)?;
        let multiplied = operands.len();
        for (dot, side) in products.iter().flat_map(|product| product.computed(module, &dots)) {
            found.is_read_alone((dot, side), &operands[..multiplied])?;
            for read in read_loads(module, func, (dot, side))? {
                let is_known = operands.iter().any(|operand| operand.load == read.load);
                operands.extend((!is_known).then_some(read));
            }
        }
        let read = operands.len();
        if residuals {
            let loads = residual_loads(module, func, &dots, &operands);
            operands.extend(loads.into_iter().filter(|load| is_settled(module, func, load.load).is_ok()));
        }
        if operands.is_empty() {
            return Err(computed_elsewhere(module, dots[0]));
        }
        let skeleton = Skeleton::of(module, func, &operands)?;
        let mut groups = groups(module, &products, &operands);
        for (number, operand) in operands.iter().enumerate().skip(multiplied) {
            let block = module.body.parent_block(operand.load).expect("a load stands in a block");
            groups.push(Group { block, operands: vec![number], is_inner: number < read, pipeline: 0 });
        }
        number_pipelines(module, &mut groups, (&operands, multiplied));
        let written = written(module, &products, &skeleton)?;
        let nest = Nest { products, operands, groups, skeleton, written };
        none_between(module, &nest)?;
        pairs::runs_alike(module, func, &nest.skeleton)?;
        Ok(nest)
    }

    /// A nest without products: tiles that are loaded in loops, each in a pipeline of its own.
    fn of_streams(module: &Module, func: Op) -> Result<Nest, Refusal> {
        let operands = streams(module, func)?;
        let skeleton = Skeleton::of(module, func, &operands)?;
        let mut groups = groups_of_streams(module, &operands);
        number_pipelines(module, &mut groups, (&operands, operands.len()));
        Ok(Nest { products: Vec::new(), operands, groups, skeleton, written: Vec::new() })
    }

    /// Whether it has no products, but streams.
    pub(crate) fn is_stream(&self) -> bool {
        self.products.is_empty()
    }

    /// The first product, or the first load of a nest without products: diagnostics about the nest as a whole name it.
    pub(crate) fn first(&self) -> Op {
        self.products.first().map_or_else(|| self.operands[0].load, |product| product.dot)
    }

    /// The first group of each pipeline, by the number of that.
    pub(crate) fn pipelines(&self) -> Vec<&Group> {
        let first = |&(number, group): &(usize, &Group)| {
            self.groups[..number].iter().all(|before| before.pipeline != group.pipeline)
        };
        self.groups.iter().enumerate().filter(first).map(|(_, group)| group).collect()
    }

    /// Bytes of the stages of all pipelines that are filled for each product, and of those of which there is one: what
    /// stays, and what threads write.
    pub(crate) fn stage_bytes(&self) -> [u32; 2] {
        let [stage, resident] = [true, false].map(|inner| {
            let pipelines = self.pipelines().into_iter().filter(|group| group.is_inner == inner);
            pipelines.map(|group| self.group_bytes(group)).sum::<u32>()
        });
        let bytes = |written: &Written| u32::try_from(buffer_bytes(&written.buffer)).unwrap_or(u32::MAX);
        let written = self.written.iter().map(|written| bytes(written).saturating_add(ALIGNMENT));
        // Each pipeline of tiles that threads read is aligned by itself.
        let reads = self
            .groups
            .iter()
            .enumerate()
            .filter(|&(number, group)| group.is_inner && self.residual(number).is_some());
        [stage, written.chain(reads.map(|_| ALIGNMENT)).fold(resident, u32::saturating_add)]
    }

    /// The pipelines that are filled in the regions of an op, rising.
    pub(crate) fn pipelines_below(&self, module: &Module, op: Op) -> Vec<usize> {
        self.pipelines_where(module, op, |_| true)
    }

    /// The pipelines that the wanted groups fill.
    pub(crate) fn pipelines_where(
        &self,
        module: &Module,
        op: Op,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let numbered = self.groups.iter().enumerate();
        let below = numbered.filter(|&(number, group)| wanted(number) && is_inside(module, group.block, op));
        let mut pipelines: Vec<usize> = below.map(|(_, group)| group.pipeline).collect();
        pipelines.sort_unstable();
        pipelines.dedup();
        pipelines
    }

    /// The products that multiply tiles of a group.
    pub(crate) fn products_of(&self, group: usize) -> Vec<&Product> {
        let operands = &self.groups[group].operands;
        let own = |number: usize| operands.contains(&number);
        self.products.iter().filter(|product| product.loaded().any(own)).collect()
    }

    /// The group of the factors of a product that are loaded for each iteration.
    pub(crate) fn inner_group(&self, product: &Product) -> Option<usize> {
        let holds =
            |group: &Group| group.is_inner && product.loaded().any(|number| group.operands.contains(&number));
        self.groups.iter().position(holds)
    }

    /// The load of a group that no product multiplies.
    pub(crate) fn residual(&self, group: usize) -> Option<Op> {
        let is_multiplied = !self.products_of(group).is_empty();
        let number = self.groups[group].operands.first().filter(|_| !is_multiplied)?;
        Some(self.operands[*number].load)
    }

    /// Whether tiles are loaded for the sums of products.
    pub(crate) fn has_residuals(&self) -> bool {
        (0..self.groups.len()).any(|group| self.residual(group).is_some())
    }

    fn group_bytes(&self, group: &Group) -> u32 {
        let bytes =
            group.operands.iter().map(|&number| bytes_of_part(&self.operands[number].buffer)).sum::<u64>();
        u32::try_from(whole_stage(bytes)).unwrap_or(u32::MAX)
    }

    /// Bytes of a stage of all pipelines whose stages change, with the mbarriers of each.
    pub(crate) fn stage_of_pipelines(&self) -> u32 {
        self.stage_bytes()[0] + MBARRIERS * self.pipelines().len() as u32
    }

    /// Bytes of the stages of the largest pipeline.
    pub(crate) fn largest_pipeline(&self, stages: u32) -> u64 {
        let bytes = |group: &Group| {
            u64::from(self.group_bytes(group)) * u64::from(if group.is_inner { stages } else { 1 })
        };
        self.groups.iter().map(bytes).max().unwrap_or(0)
    }

    /// The longest latency that the program says of its loads.
    pub(crate) fn latency(&self, module: &Module) -> Option<i64> {
        let latency = |operand: &Operand| {
            let by_addresses = module.opcode(operand.load) == Opcode::Load;
            let field = if by_addresses { fields::load::latency } else { fields::tiled_load::latency };
            module.int(operand.load, field)
        };
        self.operands.iter().filter_map(latency).max()
    }

    /// Bytes of what threads copy for a step.
    pub(crate) fn copied_bytes(&self) -> u32 {
        let copied = self.operands.iter().filter(|operand| operand.filling != Filling::Boxes);
        copied.map(Operand::bytes).sum()
    }
}

/// The products of a function that stand in a loop; none in a function with streams alone.
fn dots(module: &Module, func: Op) -> Result<Vec<Op>, Refusal> {
    let in_loop = |&op: &Op| {
        loop_around(module, op).is_some()
            && matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled | Opcode::FmaDot)
    };
    let dots: Vec<Op> = preorder(&module.body, func).filter(in_loop).collect();
    dots.iter().try_for_each(|&dot| {
        multiplies(module, dot)?;
        multiplies_scaled(module, dot)
    })?;
    Ok(dots)
}

/// The stages of right factors that warpgroups compute. Iterators of stages are passed on through the loops and branches of the
/// skeleton alone.
fn written(module: &Module, products: &[Product], skeleton: &Skeleton) -> Result<Vec<Written>, Refusal> {
    let by_groups = Unit::of(module) == Some(Unit::Warpgroups);
    let computed = products.iter().filter(|product| by_groups && product.factors[1] == Factor::Registers);
    let written = computed.map(|&Product { dot, .. }| {
        if !module.body.parent_op(dot).is_some_and(|around| skeleton.kept.contains(around)) {
            return Err(computed_elsewhere(module, dot));
        }
        Ok(Written { dot, buffer: stage_of_computed(module, dot, Side::Right)? })
    });
    written.collect()
}

/// Lets threads copy an operand that no tensor map can describe.
fn settle(module: &Module, func: Op, operand: &mut Operand) -> Result<(), Refusal> {
    if operand.filling == Filling::Boxes
        && let Err(refusal) = has_map(module, func, operand.load)
    {
        *operand = operand.by_threads(module).ok_or(refusal)?;
    }
    is_unordered(module, operand.load)
}

/// No branch leaves between a load and the last product of its group.
///
/// # Errors
/// The branch.
fn none_between(module: &Module, nest: &Nest) -> Result<(), Refusal> {
    for (number, group) in nest.groups.iter().enumerate() {
        let is_load = |op: Op| group.operands.iter().any(|&operand| nest.operands[operand].load == op);
        let products = nest.products_of(number);
        let holds = |op: Op| {
            products.iter().any(|product| {
                let mut up = std::iter::successors(Some(product.dot), |&op| module.body.parent_op(op));
                up.any(|outer| outer == op)
            })
        };
        let ops: Vec<Op> = module.body.block_ops(group.block).collect();
        let loaded = ops.iter().rposition(|&op| is_load(op)).unwrap_or(0);
        let multiplied = ops.iter().rposition(|&op| holds(op)).unwrap_or(loaded);
        let leaves =
            ops[loaded..=multiplied.max(loaded)].iter().find(|&&op| may_leave(module, op, group.block));
        if let Some(&branch) = leaves {
            let reason = format!(
                "{} may leave the loop between the loads of a product and the product",
                named(module, branch)
            );
            return Err(Refusal::new(branch, reason));
        }
    }
    Ok(())
}
