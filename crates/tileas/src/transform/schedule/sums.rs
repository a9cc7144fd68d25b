//! Loops whose sums are in tensor memory: one warp accumulates products while other warps finish the previous sums.
//!
//! The agent that multiplies does nothing else. A loop of its own must only load, multiply, and accumulate onto sums
//! that start at zero; the threads of another agent do the work after the sum. If the loop has other work, these
//! threads run it too, and may compute operands of the products. In other loops they also read products and write back
//! the next operand (`shared_sums`).

use ir::analysis::Uses;
use ir::{Op, Value, ValueDef};
use numerics::Scalar;

use super::columns::{cut, has_columns_beside, has_tiles_beside};
use super::nest::Nest;
use super::operand::{Filling, why_not_picked};
use super::product::{Factor, Product};
use super::refusal::{Refusal, named};
use super::sum_loop::{Begins, Sum, SumLoop, Threads};
use super::thread_blocks::is_paired;
use crate::layout::TensorLayout;
use crate::ops::fields;
use crate::target::{self, Feature};
use crate::transform::relayout::is_zero;
use crate::types::{TensorType, Type};
use crate::{Module, Opcode};

/// Rows of an instruction; 256 are made by two, and half of them by one that keeps all lanes busy.
const ROWS: u32 = 128;
/// Fewest rows of a sum that an instruction computes.
const LEAST_ROWS: u32 = 32;
/// Fewest columns of an instruction.
const LEAST_COLUMNS: u32 = 16;
/// The same, of an instruction for fewer rows than lanes.
const LEAST_COLUMNS_OF_FEW_ROWS: u32 = 64;

impl SumLoop {
    /// The loops of a nest, in the order of the program.
    ///
    /// # Errors
    /// An obstacle.
    pub(crate) fn all(module: &Module, func: Op, nest: &Nest) -> Result<Vec<SumLoop>, Refusal> {
        let uses = Uses::of(&module.body, func);
        let search = Search { module, nest, uses };
        let mut found: Vec<SumLoop> = Vec::new();
        let is_scales = |number: usize| {
            nest.products.iter().any(|product| product.scales.is_some_and(|scales| scales.contains(&number)))
        };
        let mut operands = nest.operands.iter().enumerate();
        let by_threads =
            operands.find(|&(number, operand)| operand.filling != Filling::Boxes && !is_scales(number));
        if let Some((_, by_threads)) = by_threads {
            let reason = "threads would have to copy it, and stages that tensor cores read are filled by tensor maps only, so far";
            let reason = match why_not_picked(module, by_threads) {
                Some(why) => format!("{reason}; {why}"),
                None => reason.to_owned(),
            };
            return Err(Refusal::new(by_threads.load, reason));
        }
        for (loop_, products) in search.loops()? {
            let found_alone = search.alone(loop_, &products);
            let known = found_alone.or_else(|why| {
                let fed = search.fed(loop_, &products);
                fed.or_else(|_| {
                    let shared = search.shared(loop_, &products);
                    shared.map_err(|other| if search.is_chain(&products) { other } else { why })
                })
            });
            let known = known?;
            if known.threads != Threads::Absent && is_paired(module, func) {
                let reason = "threads work in the loop of its product, and a pair of thread blocks multiplies in loops of its own";
                return Err(Refusal::new(loop_, reason));
            }
            let has_columns_beside = has_columns_beside(module, &search.uses, &known);
            let has_tiles_beside = has_tiles_beside(module, &known);
            let cut = cut(module, (func, nest), &known);
            found.push(SumLoop { cut, has_columns_beside, has_tiles_beside, ..known });
        }
        search.are_read_alike(&found)?;
        search.share_pipelines(&mut found);
        search.keep_in_tensor_memory(func, &mut found);
        Ok(found)
    }
}

pub(super) struct Search<'m> {
    pub(super) module: &'m Module,
    pub(super) nest: &'m Nest,
    pub(super) uses: Uses,
}

impl Search<'_> {
    /// The loops of products, and the numbers of these.
    fn loops(&self) -> Result<Vec<(Op, Vec<usize>)>, Refusal> {
        let module = self.module;
        let mut loops: Vec<(Op, Vec<usize>)> = Vec::new();
        for (number, product) in self.nest.products.iter().enumerate() {
            let loop_ = module.body.parent_op(product.dot).filter(|&op| module.opcode(op) == Opcode::For);
            let loop_ = loop_.ok_or_else(|| {
                let reason = "it does not stand in a `for` itself, and the agent that multiplies into tensor memory runs these alone";
                Refusal::new(product.dot, reason)
            })?;
            if !self.nest.skeleton.kept.contains(loop_) {
                let reason = "nothing is loaded in its loop, and tensor cores multiply tiles of stages into tensor memory";
                return Err(Refusal::new(product.dot, reason));
            }
            match loops.iter_mut().find(|(known, _)| *known == loop_) {
                Some((_, products)) => products.push(number),
                None => loops.push((loop_, vec![number])),
            }
        }
        Ok(loops)
    }

    /// A loop that the agent which multiplies has to itself.
    fn alone(&self, loop_: Op, products: &[usize]) -> Result<SumLoop, Refusal> {
        for &number in products {
            let product = &self.nest.products[number];
            let are_inner = product.factors.iter().all(|factor| self.is_inner(*factor));
            if !are_inner || !self.has_inner_scales(product) {
                let reason = "an operand of it is not loaded for each iteration, and tensor cores multiply tiles of stages into tensor memory";
                return Err(Refusal::new(product.dot, reason));
            }
        }
        let sums = products.iter().map(|&number| self.sum(number)).collect::<Result<Vec<Sum>, Refusal>>()?;
        let known = SumLoop {
            loop_,
            sums,
            is_nested: self.is_nested(loop_),
            threads: Threads::Absent,
            read: 0,
            cut: None,
            has_columns_beside: false,
            has_tiles_beside: false,
            shares: None,
        };
        self.does_nothing_else(&known)?;
        Ok(known)
    }

    /// A loop whose other work threads do, such as computing factors, while its sums stay in tensor memory.
    fn fed(&self, loop_: Op, products: &[usize]) -> Result<SumLoop, Refusal> {
        self.is_shareable(loop_, products)?;
        self.come_group_by_group(products)?;
        let sums = products.iter().map(|&number| {
            if !self.has_inner_scales(&self.nest.products[number]) {
                let reason = "its scales are not loaded for each iteration";
                return Err(Refusal::new(self.nest.products[number].dot, reason));
            }
            let sum = self.sum(number)?;
            Ok(Sum { weights: self.weights(number)?, ..sum })
        });
        let sums = sums.collect::<Result<Vec<Sum>, Refusal>>()?;
        let body = self.module.block(loop_, fields::for_::body);
        let groups = self.nest.groups.iter().enumerate();
        let read = groups
            .filter(|&(number, group)| Some(group.block) == body && self.nest.residual(number).is_some());
        let operands = read.flat_map(|(_, group)| &group.operands);
        let read = operands.map(|&number| self.nest.operands[number].bytes()).sum();
        Ok(SumLoop {
            loop_,
            sums,
            is_nested: self.is_nested(loop_),
            threads: Threads::Feed,
            read,
            cut: None,
            has_columns_beside: false,
            has_tiles_beside: false,
            shares: None,
        })
    }

    /// The sum of a product that a loop carries.
    fn sum(&self, product: usize) -> Result<Sum, Refusal> {
        let module = self.module;
        let dot = self.nest.products[product].dot;
        let refuse = |reason: &str| Refusal::new(dot, reason);
        let loop_ = module.body.parent_op(dot).expect("a product of a nest stands in a loop");
        let body = module.body.parent_block(dot);
        let acc = self.source(module.operand(dot, fields::dot::acc));
        let carried = match module.body.def(acc) {
            ValueDef::Arg(block, index) if Some(block) == body => (index as usize).checked_sub(1),
            ValueDef::Arg(..) | ValueDef::Result(..) => None,
        };
        let carried = carried.ok_or_else(|| refuse("its accumulator is not a loop-carried sum"))?;
        let end = body.and_then(|body| module.body.last_op(body)).expect("a body has its end");
        let next = module.body.operands(end).get(carried).copied();
        let result = module.body.result(dot, 0);
        let argument = body.and_then(|body| module.body.block_args(body).get(carried + 1));
        let is_alone = self.is_only_used_by(result, end)
            && argument.is_some_and(|value| self.is_only_used_by(value, dot));
        if next.map(|next| self.source(next)) != Some(result) || !is_alone {
            return Err(refuse(
                "its loop uses the sum for more than accumulating products, which tensor memory does not support",
            ));
        }
        let init = module.operands(loop_, fields::for_::inits)[carried];
        if !is_zero(self.module, init) {
            return Err(refuse("its sum does not start at zero, as sums in tensor memory must"));
        }
        let begins = Begins::Carried(carried);
        let (memory, scales) = (memory(module, dot)?, self.scales(product));
        Ok(Sum {
            product,
            begins,
            memory,
            weights: [None, None],
            over: None,
            scales,
            continues: false,
            again: None,
        })
    }

    /// Where the scales of a product are in tensor memory.
    fn scales(&self, product: usize) -> Option<[TensorType; 2]> {
        let numbers = self.nest.products[product].scales?;
        let [left, right] = numbers.map(|number| {
            let buffer = &self.nest.operands[number].buffer;
            let layout = TensorLayout::scales(buffer.layout.shape())?;
            Some(TensorType { elem: buffer.elem, layout })
        });
        Some([left?, right?])
    }

    /// Whether the scales of a product, if it has some, are loaded for each iteration.
    fn has_inner_scales(&self, product: &Product) -> bool {
        product
            .scales
            .is_none_or(|scales| scales.into_iter().all(|number| self.is_inner(Factor::Loaded(number))))
    }

    /// The value before conversions of its layout.
    pub(super) fn source(&self, mut value: Value) -> Value {
        while let Some(op) =
            self.module.body.def_op(value).filter(|&op| self.module.opcode(op) == Opcode::ConvertLayout)
        {
            value = self.module.body.operands(op)[0];
        }
        value
    }

    /// Whether a value, in any layout, is used by nothing but an op.
    pub(super) fn is_only_used_by(&self, value: Value, op: Op) -> bool {
        self.uses.users(&self.module.body, value).iter().all(|&user| {
            user == op
                || (self.module.opcode(user) == Opcode::ConvertLayout
                    && self.is_only_used_by(self.module.body.result(user, 0), op))
        })
    }

    /// Whether a factor is loaded for each product.
    pub(super) fn is_inner(&self, factor: Factor) -> bool {
        let Factor::Loaded(number) = factor else { return false };
        self.nest.groups.iter().any(|group| group.is_inner && group.operands.contains(&number))
    }

    pub(super) fn is_nested(&self, loop_: Op) -> bool {
        let mut around =
            std::iter::successors(self.module.body.parent_op(loop_), |&op| self.module.body.parent_op(op));
        around.any(|op| matches!(self.module.opcode(op), Opcode::For | Opcode::Loop))
    }

    /// Nothing stands in a loop but loads, products and what these need, and it gives nothing but sums.
    fn does_nothing_else(&self, known: &SumLoop) -> Result<(), Refusal> {
        let module = self.module;
        let body = module.block(known.loop_, fields::for_::body).expect("a loop has a body");
        for op in module.body.block_ops(body) {
            let is_part = self.nest.skeleton.ops.contains(op)
                || self.nest.products.iter().any(|product| product.dot == op)
                || self.nest.operands.iter().any(|operand| operand.load == op)
                || is_passing(module.opcode(op));
            if !is_part {
                let reason = format!(
                    "its loop also has {}, and the agent that multiplies into tensor memory can do nothing else",
                    named(module, op)
                );
                return Err(Refusal::new(op, reason));
            }
        }
        for (number, result) in module.body.results(known.loop_).iter().enumerate() {
            let is_sum = known.sums.iter().any(|sum| sum.carried() == Some(number));
            let is_used = self.uses.count(result) > 0 && *module.ty(result) != Type::Token;
            if !is_sum && is_used {
                let reason = "the loop of the product gives more than sums, which the agent that multiplies does not hand on";
                return Err(Refusal::new(known.loop_, reason));
            }
        }
        Ok(())
    }
}

/// Ops that compute nothing: they pass on tiles and tokens, or are numbers.
fn is_passing(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::ConvertLayout
            | Opcode::Permute
            | Opcode::View
            | Opcode::Constant
            | Opcode::JoinTokens
            | Opcode::CreateMemToken
            | Opcode::Continue
    )
}

/// Where the sum of a product is in tensor memory.
pub(super) fn memory(module: &Module, dot: Op) -> Result<TensorType, Refusal> {
    let tile = module.ty(module.body.result(dot, 0)).tile().expect("a product is a tile");
    let capability = target::capability(module).unwrap_or(0);
    if tile.elem.scalar() == Some(Scalar::I32)
        && !Feature::IntegerTensorMemory.capabilities().contains(&capability)
    {
        let targets = Feature::IntegerTensorMemory.targets();
        let reason = format!("the target has no integer products in tensor memory, which {targets} have");
        return Err(Refusal::new(dot, reason));
    }
    let [rows, columns] = [0, 1].map(|dim| tile.layout.shape().extent(dim));
    let least = if rows < ROWS { LEAST_COLUMNS_OF_FEW_ROWS } else { LEAST_COLUMNS };
    let layout = TensorLayout::accumulator(tile.layout.shape()).filter(|_| rows >= LEAST_ROWS);
    let layout = layout.ok_or_else(|| {
        let reason = format!(
            "its sum has {rows} rows, and {LEAST_ROWS}, 64, {ROWS} or {} have an instruction",
            2 * ROWS
        );
        Refusal::new(dot, reason)
    })?;
    if columns < least {
        let reason =
            format!("an instruction makes {least} columns or more of {rows} rows, and the sum has {columns}");
        return Err(Refusal::new(dot, reason));
    }
    Ok(TensorType { elem: tile.elem, layout })
}
