//! Loops that the agent which multiplies shares with threads: these take what a product gives, compute what is
//! multiplied next, and rescale the sum so far. Attention is such a loop.
//!
//! | product is added to | what threads do |
//! |---|---|
//! | zero | take what it gives in each iteration |
//! | what they make of the sum so far, element by element | take that out of tensor memory, and put it back before the product begins |
//!
//! A factor that threads compute goes through a stage that the product reads: of tensor memory if threads have its rows
//! in registers and columns are left, of shared memory otherwise.

use cranelift_entity::EntitySet;
use ir::{Block, Op, Value, ValueDef};

use super::chains::Chains;
use super::product::Factor;
use super::reads::stage_of_computed;
use super::refusal::{Refusal, named};
use super::stage::Side;
use super::sum_loop::{Again, Begins, Sum, SumLoop, Threads, columns_of_all};
use super::sums::{Search, memory};
use super::tensor::COLUMNS;
use crate::Opcode;
use crate::layout::TensorLayout;
use crate::ops::fields;
use crate::transform::relayout::is_zero;
use crate::types::{Part, TensorType};

/// Bits of the elements of sums that threads can write into tensor memory, one in each column.
const SUM_BITS: u32 = 32;
/// Bits of the elements of a factor that threads write into tensor memory, two in each column.
const BITS_OF_ROWS: u32 = 16;
/// Columns that a thread block has for itself.
const COLUMNS_OF_ONE_BLOCK: u32 = 256;
/// Ops in a row that rescale a sum.
const MAX_OPS: usize = 8;

impl Search<'_> {
    /// Whether products of a loop begin at zero or multiply what follows from others: then threads must share it.
    pub(super) fn is_chain(&self, products: &[usize]) -> bool {
        products.iter().any(|&number| {
            let product = &self.nest.products[number];
            product.factors.contains(&Factor::Registers)
                || is_zero(self.module, self.module.operand(product.dot, fields::dot::acc))
        })
    }

    /// A loop that threads share.
    pub(super) fn shared(&self, loop_: Op, products: &[usize]) -> Result<SumLoop, Refusal> {
        self.is_shareable(loop_, products)?;
        let again = self.read_again(products);
        let sums = products.iter().zip(again).map(|(&number, again)| {
            let sum = self.shared_sum(number)?;
            Ok(Sum { again, ..sum })
        });
        let sums = sums.collect::<Result<Vec<Sum>, Refusal>>()?;
        Ok(SumLoop {
            loop_,
            sums,
            is_nested: self.is_nested(loop_),
            threads: Threads::Exchange,
            read: 0,
            cut: None,
            has_columns_beside: false,
            has_tiles_beside: false,
            shares: None,
        })
    }

    /// Threads and the agent that multiplies may both run a loop.
    pub(super) fn is_shareable(&self, loop_: Op, products: &[usize]) -> Result<(), Refusal> {
        self.stands_in_loops_that_count(loop_)?;
        self.holds_no_other(loop_, products)
    }

    /// No branch ends a loop around it, so that what stays while it runs is kept to the end of a block.
    fn stands_in_loops_that_count(&self, loop_: Op) -> Result<(), Refusal> {
        let body = &self.module.body;
        let mut around = std::iter::successors(body.parent_op(loop_), |&op| body.parent_op(op));
        around.find(|&op| self.module.opcode(op) == Opcode::Loop).map_or(Ok(()), |op| {
            let reason =
                "threads share loops with the agent that multiplies into tensor memory in a `for` alone";
            Err(Refusal::new(op, reason))
        })
    }

    /// No other loop of products stands in it.
    fn holds_no_other(&self, loop_: Op, products: &[usize]) -> Result<(), Refusal> {
        let body = &self.module.body;
        let others = (0..self.nest.products.len()).filter(|number| !products.contains(number));
        for dot in others.map(|number| self.nest.products[number].dot) {
            if std::iter::successors(body.parent_op(dot), |&op| body.parent_op(op)).any(|op| op == loop_) {
                let reason = "it stands in a loop of other products, which threads share with the agent that multiplies";
                return Err(Refusal::new(dot, reason));
            }
        }
        Ok(())
    }

    /// The products of a stage follow each other, so that it is read once.
    pub(super) fn come_group_by_group(&self, products: &[usize]) -> Result<(), Refusal> {
        let mut groups: Vec<usize> = Vec::new();
        for &number in products {
            let Some(group) = self.inner_group(number) else { continue };
            if groups.last() == Some(&group) {
                continue;
            }
            if groups.contains(&group) {
                let reason = "another product stands between it and one that multiplies tiles which come together with its own";
                return Err(Refusal::new(self.nest.products[number].dot, reason));
            }
            groups.push(group);
        }
        Ok(())
    }

    /// The products that read a stage which earlier ones have read, with others between: each such reading is a consumer
    /// of its own, so that stages are read in any order.
    fn read_again(&self, products: &[usize]) -> Vec<Option<Again>> {
        let (mut reads, mut last) = (Vec::new(), None);
        let again = products.iter().map(|&number| {
            let group = self.inner_group(number);
            reads.extend(group.filter(|_| group != last));
            last = group;
            let group = group?;
            let consumer = reads.iter().filter(|&&read| read == group).count() as u32 - 1;
            (consumer > 0).then(|| Again { pipeline: self.nest.groups[group].pipeline, consumer })
        });
        again.collect()
    }

    /// Loops that share a pipeline read its stages equally often, since each consumer reads all stages.
    ///
    /// # Errors
    /// A loop that does not.
    pub(super) fn are_read_alike(&self, loops: &[SumLoop]) -> Result<(), Refusal> {
        let reads = |known: &SumLoop, pipeline: usize| {
            let groups = known.sums.iter().filter_map(|sum| self.inner_group(sum.product));
            groups.into_iter().any(|group| self.nest.groups[group].pipeline == pipeline)
        };
        for pipeline in 0..self.nest.pipelines().len() {
            let mut own = loops.iter().filter(|known| reads(known, pipeline));
            let Some(first) = own.next() else { continue };
            let count = first.consumers_of(pipeline);
            if let Some(other) = own.find(|other| other.consumers_of(pipeline) != count) {
                let reason = "its products read a stage more or less often than those of another loop, with which it shares the stages";
                return Err(Refusal::new(other.loop_, reason));
            }
        }
        Ok(())
    }

    /// The group of the factors of a product that are loaded for each iteration.
    fn inner_group(&self, number: usize) -> Option<usize> {
        self.nest.inner_group(&self.nest.products[number])
    }

    fn shared_sum(&self, number: usize) -> Result<Sum, Refusal> {
        let product = &self.nest.products[number];
        let dot = product.dot;
        let acc = self.module.operand(dot, fields::dot::acc);
        if product.scales.is_some() {
            let reason = "it has block scales, and threads share its loop";
            return Err(Refusal::new(dot, reason));
        }
        let begins = if is_zero(self.module, acc) { Begins::Fresh } else { self.rescaled(dot)? };
        let (memory, weights) = (memory(self.module, dot)?, self.weights(number)?);
        Ok(Sum {
            product: number,
            begins,
            memory,
            weights,
            over: None,
            scales: None,
            continues: false,
            again: None,
        })
    }

    /// The memory of the factors of a product that threads compute.
    pub(super) fn weights(&self, number: usize) -> Result<[Option<Part>; 2], Refusal> {
        let product = &self.nest.products[number];
        let stage = |side: Side, factor: Factor| match factor {
            Factor::Registers => {
                stage_of_computed(self.module, product.dot, side).map(|buffer| Some(Part::Buffer(buffer)))
            }
            Factor::Loaded(_) => Ok(None),
        };
        let [left, right] = product.factors;
        Ok([stage(Side::Left, left)?, stage(Side::Right, right)?])
    }

    /// Loops in which threads take sums use the pipelines of an earlier one whose sums and factors are alike. Each sum and
    /// factor has been read when such a loop ends, so that its stage is free, and no such loop is inside another.
    pub(super) fn share_pipelines(&self, loops: &mut [SumLoop]) {
        for number in 1..loops.len() {
            let (before, known) = (&loops[..number], &loops[number]);
            let own = before.iter().enumerate().filter(|(_, other)| other.shares.is_none());
            let found = own.filter(|(_, other)| self.has_same_memory(other, known)).map(|(at, _)| at).min();
            let last = &before[number - 1];
            let is_last = found == Some(last.shares.unwrap_or(number - 1));
            let goes_on = |(sum, before): (&Sum, &Sum)| is_last && self.goes_on((known, sum), (last, before));
            let continued: Vec<bool> = known.sums.iter().zip(&last.sums).map(goes_on).collect();
            let known = &mut loops[number];
            known.shares = found;
            known.sums.iter_mut().zip(continued).for_each(|(sum, continues)| sum.continues = continues);
        }
    }

    /// Whether a sum begins with that of the loop before in the same block, of which nothing else has a use.
    fn goes_on(&self, (known, sum): (&SumLoop, &Sum), (last, before): (&SumLoop, &Sum)) -> bool {
        let (Begins::Rescaled { carried, .. }, Begins::Rescaled { carried: of_last, .. }) =
            (&sum.begins, &before.begins)
        else {
            return false;
        };
        let body = &self.module.body;
        let init = self.module.operands(known.loop_, fields::for_::inits)[*carried];
        let result = body.result(last.loop_, *of_last);
        // Its layout may be converted.
        let mut value = init;
        while value != result && self.uses.count(value) == 1 {
            let Some(op) = body.def_op(value) else { return false };
            if self.module.opcode(op) != Opcode::ConvertLayout {
                return false;
            }
            value = body.operands(op)[0];
        }
        value == result
            && self.uses.count(value) == 1
            && body.parent_block(known.loop_) == body.parent_block(last.loop_)
    }

    fn has_same_memory(&self, one: &SumLoop, other: &SumLoop) -> bool {
        // The number of the sum in its loop, not that of the product, which differs between loops.
        let rows = |known: &SumLoop, sum: &Sum| {
            let (rows, source) = sum.weights[0].as_ref().and_then(|_| self.rows_of_left(sum.product))?;
            Some((rows, known.sums.iter().position(|sum| sum.product == source)))
        };
        let are_alike = |(of_one, of_other): (&Sum, &Sum)| {
            of_one.memory == of_other.memory
                && of_one.weights == of_other.weights
                && of_one.again == of_other.again
                && rows(one, of_one) == rows(other, of_other)
        };
        [one, other].iter().all(|known| known.threads == Threads::Exchange)
            && one.sums.len() == other.sums.len()
            && one.sums.iter().zip(&other.sums).all(are_alike)
    }

    /// Left factors that threads compute of sums, row by row, stay in tensor memory if it has room for them.
    ///
    /// Sums of 256 columns and more, and the stages of their operands, leave no room for a second thread block anyway.
    /// A program that requests several thread blocks keeps its columns. Factors of two chains for which no columns are
    /// left replace the sums that they are computed from: products of one chain are made while threads work on the other.
    pub(super) fn keep_in_tensor_memory(&self, func: Op, loops: &mut [SumLoop]) {
        let mut columns = columns_of_all(loops);
        let several = self.module.int(func, fields::func::occupancy).is_some_and(|blocks| blocks > 1);
        let most = columns.next_power_of_two();
        let most = if most >= COLUMNS_OF_ONE_BLOCK && !several { COLUMNS } else { most };
        let mut lacks_columns = false;
        let own =
            loops.iter_mut().filter(|known| known.threads == Threads::Exchange && known.shares.is_none());
        for sum in own.flat_map(|known| &mut known.sums) {
            let rows = sum.weights[0].as_ref().and_then(|_| self.rows_of_left(sum.product));
            let Some((rows, _)) = rows else { continue };
            if columns + rows.layout.columns() <= most {
                columns += rows.layout.columns();
                sum.weights[0] = Some(Part::Tensor(rows));
            } else {
                lacks_columns = true;
            }
        }
        if lacks_columns && Chains::of(self.module, func, self.nest, loops).is_some() {
            loops.iter_mut().for_each(|known| self.replace_sums(known));
        }
        for number in 0..loops.len() {
            let Some(owner) = loops[number].shares else { continue };
            let kept: Vec<_> = loops[owner].sums.iter().map(|sum| (sum.weights.clone(), sum.over)).collect();
            for (sum, (weights, over)) in loops[number].sums.iter_mut().zip(kept) {
                (sum.weights, sum.over) = (weights, over);
            }
        }
    }

    /// The left factors of two chains of two products each replace the sums that they are computed from.
    fn replace_sums(&self, known: &mut SumLoop) {
        let [first, second, others @ ..] = &known.sums[..] else { return };
        let have_own = |sum: &Sum| sum.weights.iter().all(Option::is_none);
        let are_fresh =
            [first, second].iter().all(|sum| matches!(sum.begins, Begins::Fresh) && have_own(sum));
        let groups: Vec<Option<usize>> = known.sums.iter().map(|sum| self.inner_group(sum.product)).collect();
        let [keys, of_second, values, of_fourth] = groups[..] else { return };
        let are_together =
            keys == of_second && values == of_fourth && keys.is_some() && values.is_some() && keys != values;
        if !are_fresh || !are_together || others.iter().any(|sum| sum.weights[1].is_some()) {
            return;
        }
        let mut found = Vec::new();
        for (at, sum) in others.iter().enumerate() {
            let Some((rows, source)) = self.rows_of_left(sum.product) else { return };
            let replaced = &known.sums[at];
            if replaced.product != source || rows.layout.columns() > replaced.memory.layout.columns() {
                return;
            }
            found.push(rows);
        }
        for (at, rows) in found.into_iter().enumerate() {
            let sum = &mut known.sums[at + 2];
            (sum.weights[0], sum.over) = (Some(Part::Tensor(rows)), Some(at));
        }
    }

    /// A left factor as rows in tensor memory, if it is computed element by element of the sum of a product, with the
    /// number of that.
    fn rows_of_left(&self, number: usize) -> Option<(TensorType, usize)> {
        let dot = self.nest.products[number].dot;
        let value = self.module.operand(dot, fields::dot::lhs);
        let tile = self.module.ty(value).tile()?;
        let bits = tile.elem.scalar()?.storage_bits();
        let layout = TensorLayout::rows(tile.layout.shape(), bits).filter(|_| bits == BITS_OF_ROWS)?;
        let mut seen: EntitySet<Op> = EntitySet::new();
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            let Some(op) = self.module.body.def_op(value).filter(|&op| seen.insert(op)) else { continue };
            let opcode = self.module.opcode(op);
            if let Some(source) = self.nest.products.iter().position(|product| product.dot == op) {
                return Some((TensorType { elem: tile.elem, layout }, source));
            }
            if opcode.arith().is_some() || opcode == Opcode::ConvertLayout {
                open.extend(self.module.body.operands(op));
            }
        }
        None
    }

    /// The ops by which threads change the carried sum before the product is added to it.
    fn rescaled(&self, dot: Op) -> Result<Begins, Refusal> {
        let module = self.module;
        let body = module.body.parent_block(dot).expect("a product stands in a block");
        let refuse = |reason: &str| Refusal::new(dot, reason);
        let mut value = module.operand(dot, fields::dot::acc);
        let elem = module.ty(value).tile().and_then(|tile| tile.elem.scalar());
        if elem.is_none_or(|elem| elem.storage_bits() != SUM_BITS) {
            return Err(refuse(
                "threads would have to write a sum whose elements do not have 32 bits into tensor memory",
            ));
        }
        let mut ops: Vec<Op> = Vec::new();
        let carried = loop {
            match module.body.def(value) {
                ValueDef::Arg(block, index) if block == body && index > 0 => break index as usize - 1,
                ValueDef::Arg(..) => {
                    return Err(refuse("what it adds onto is not a sum that its loop carries"));
                }
                ValueDef::Result(op, _) => {
                    value = self.rescaled_by(op, body, ops.len())?;
                    ops.push(op);
                }
            }
        };
        ops.reverse();
        let end = module.body.last_op(body).expect("a body has its end");
        let next = module.body.operands(end).get(carried).copied();
        let result = module.body.result(dot, 0);
        let is_alone = self.uses.count(value) == 1 && self.is_only_used_by(result, end);
        if next.map(|next| self.source(next)) != Some(result) || !is_alone {
            return Err(refuse("its loop does more with the sum than rescale it and add products"));
        }
        Ok(Begins::Rescaled { carried, ops })
    }

    /// The sum that an op rescales, element by element, for nothing else.
    fn rescaled_by(&self, op: Op, body: Block, before: usize) -> Result<Value, Refusal> {
        let module = self.module;
        let opcode = module.opcode(op);
        let is_simple = opcode.arith().is_some() || opcode == Opcode::ConvertLayout;
        let result = module.body.results(op).get(0);
        let is_alone = result.is_some_and(|result| self.uses.count(result) == 1);
        if module.body.parent_block(op) != Some(body) || !is_simple || !is_alone || before >= MAX_OPS {
            let reason = format!("threads would have to compute by {} what it adds onto", named(module, op));
            return Err(Refusal::new(op, reason));
        }
        let operands = module.body.operands(op).iter().copied();
        let mut sums = operands.filter(|&value| self.follows_from_sum(value, body, MAX_OPS));
        match (sums.next(), sums.next()) {
            (Some(sum), None) => Ok(sum),
            _ => {
                let reason = "what it adds onto is not made of one sum that its loop carries";
                Err(Refusal::new(op, reason))
            }
        }
    }

    /// Whether a tile of the shape of a sum is a carried value, or made of one element by element.
    fn follows_from_sum(&self, value: Value, body: Block, depth: usize) -> bool {
        let module = self.module;
        match module.body.def(value) {
            ValueDef::Arg(block, index) => {
                let end = module.body.last_op(body).expect("a body has its end");
                let next = (index as usize).checked_sub(1).and_then(|at| module.body.operands(end).get(at));
                let made = next.and_then(|&next| module.body.def_op(self.source(next)));
                block == body
                    && made.is_some_and(|op| self.nest.products.iter().any(|product| product.dot == op))
            }
            ValueDef::Result(op, _) => {
                let opcode = module.opcode(op);
                let is_simple = opcode.arith().is_some() || opcode == Opcode::ConvertLayout;
                depth > 0
                    && is_simple
                    && module.body.parent_block(op) == Some(body)
                    && module
                        .body
                        .operands(op)
                        .iter()
                        .any(|&value| self.follows_from_sum(value, body, depth - 1))
            }
        }
    }
}
