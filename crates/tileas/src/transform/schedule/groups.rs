//! Tiles that are loaded together, and the pipelines whose stages they fill.

use ir::{Block, Op};

use super::operand::Operand;
use super::product::Product;
use crate::Module;

/// Tiles that are loaded together.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The block of their loads.
    pub(crate) block: Block,
    /// The numbers of the operands, rising.
    pub(crate) operands: Vec<usize>,
    /// Whether they are loaded for each product, in the block of that.
    pub(crate) is_inner: bool,
    /// The number of the pipeline whose stages they fill.
    pub(crate) pipeline: usize,
}

/// Groups of operands: those of one block that a product multiplies, and those of other products that share one with it.
pub(super) fn groups(module: &Module, products: &[Product], operands: &[Operand]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for product in products {
        let home = module.body.parent_block(product.dot);
        for number in product.loaded() {
            let block = module.body.parent_block(operands[number].load).expect("a load stands in a block");
            let is_inner = home == Some(block);
            let shares = |group: &Group| {
                group.block == block && product.loaded().any(|at| group.operands.contains(&at))
            };
            match groups.iter().position(shares) {
                Some(first) => {
                    groups[first].add(&[number], is_inner);
                    // Products before may have groups of their own for each of its operands.
                    while let Some(at) = (first + 1..groups.len()).find(|&at| shares(&groups[at])) {
                        let other = groups.remove(at);
                        groups[first].add(&other.operands, other.is_inner);
                    }
                }
                None => groups.push(Group { block, operands: vec![number], is_inner, pipeline: 0 }),
            }
        }
    }
    groups
}

impl Group {
    /// Adds tiles, and keeps their numbers in order.
    fn add(&mut self, operands: &[usize], is_inner: bool) {
        self.is_inner |= is_inner;
        self.operands.extend(operands);
        self.operands.sort_unstable();
        self.operands.dedup();
    }
}

/// A group of its own for each stream.
pub(super) fn groups_of_streams(module: &Module, operands: &[Operand]) -> Vec<Group> {
    let block = |operand: &Operand| module.body.parent_block(operand.load).expect("a load stands in a block");
    let groups = operands.iter().map(block).enumerate();
    groups
        .map(|(number, block)| Group { block, operands: vec![number], is_inner: true, pipeline: 0 })
        .collect()
}

/// Groups whose tiles lie in memory alike, and come there alike, share a pipeline if their loops come one after the
/// other: both agents run these in the same order then, and the stages of the next loop are filled while the last
/// iterations of the one before are computed. A product may read the first `multiplied` operands in another agent than the
/// threads that read the others.
pub(super) fn number_pipelines(
    module: &Module,
    groups: &mut [Group],
    (operands, multiplied): (&[Operand], usize),
) {
    let mut count = 0;
    for number in 0..groups.len() {
        let (before, group) = (&groups[..number], &groups[number]);
        let known = (0..count).find(|&pipeline| {
            let mut others = before.iter().filter(|other| other.pipeline == pipeline);
            let is_multiplied = |group: &Group| group.operands.iter().all(|&number| number < multiplied);
            others.all(|other| {
                is_multiplied(other) == is_multiplied(group) && may_share(module, [other, group], operands)
            })
        });
        groups[number].pipeline = known.unwrap_or(count);
        count += usize::from(known.is_none());
    }
}

fn may_share(module: &Module, groups: [&Group; 2], operands: &[Operand]) -> bool {
    let [tiles, others] = groups.map(|group| {
        let operands = group.operands.iter().map(|&number| &operands[number]);
        operands.map(|operand| (&operand.buffer, operand.filling)).collect::<Vec<_>>()
    });
    let encloses = |[outer, inner]: [&Group; 2]| {
        let owner = module.body.block_op(outer.block);
        owner.is_none_or(|owner| is_inside(module, inner.block, owner))
    };
    groups.iter().all(|group| group.is_inner)
        && tiles == others
        && !encloses(groups)
        && !encloses([groups[1], groups[0]])
}

/// Whether a block stands in the regions of an op.
pub(super) fn is_inside(module: &Module, block: Block, op: Op) -> bool {
    let owner = module.body.block_op(block);
    std::iter::successors(owner, |&op| module.body.parent_op(op)).any(|outer| outer == op)
}
