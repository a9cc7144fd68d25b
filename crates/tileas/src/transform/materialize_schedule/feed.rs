//! Loops in which threads have other work than sums, as the threads run them: they compute factors of products, for
//! example.
//!
//! ```text
//! sum = for i {                    for i {
//!   b = .. raw ..                    b = .. raw ..
//!   sum = a * b + sum       =>       acquire; write { local_store b }; commit
//!   m = .. raw ..                    m = .. raw ..
//! }                                }
//!                                  if there was an iteration { wait; read { sum = tmem_load }; release }
//! ```
//!
//! The sums stay in tensor memory until the loop has ended.

use ir::Value;

use super::control::{append, widen_for};
use super::places::Places;
use super::reader::Read;
use super::sums::{carried, tiles_of_sums};
use crate::ops::fields;

impl Read<'_, '_> {
    /// The ops of a loop without its products, whose sums are read after it.
    pub(super) fn feed(&mut self, number: usize, places: &Places, iterators: &mut [Value]) {
        use fields::for_ as f;
        let known = self.loops[number].clone();
        let tiles = tiles_of_sums(self.rewriter.module(), self.nest, &known);
        let body = self.rewriter.module().block(known.loop_, f::body).expect("a loop has a body");
        let reads: Vec<usize> = (0..self.nest.groups.len())
            .filter(|&group| self.nest.groups[group].block == body && self.reads(group))
            .collect();
        let of_reads = reads.iter().map(|&group| self.nest.groups[group].pipeline);
        let own: Vec<usize> = places.weights().chain(of_reads).collect();
        let begin: Vec<Value> = own.iter().map(|&pipeline| iterators[pipeline]).collect();
        let (loop_, arguments) = widen_for(self.rewriter, known.loop_, &begin);
        let mut inside = iterators.to_vec();
        own.iter().zip(arguments).for_each(|(&pipeline, argument)| inside[pipeline] = argument);
        for (at, sum) in known.sums.iter().enumerate() {
            let dot = self.nest.products[sum.product].dot;
            self.hand_over_factors(dot, places.weights[at], &mut inside);
            let argument = self.rewriter.module().body.block_args(body).get(carried(sum) + 1);
            let argument = argument.expect("the loop carries it");
            self.erase_product(loop_, (dot, argument), &[], carried(sum));
        }
        self.stages(body, reads, &mut inside);
        let nexts: Vec<Value> = own.iter().map(|&pipeline| inside[pipeline]).collect();
        append(self.rewriter, body, &nexts);
        let module = self.rewriter.module();
        let results: Vec<Value> = module.body.results(loop_).iter().collect();
        let behind = &results[results.len() - own.len()..];
        own.iter().zip(behind).for_each(|(&pipeline, &result)| iterators[pipeline] = result);
        let next = module.body.next(loop_).expect("a loop does not end its block");
        self.take_sums((number, places.sums[0]), (loop_, next), &tiles, iterators);
        let dropped: Vec<usize> = known.sums.iter().map(carried).collect();
        self.drop_carried((loop_, &results), &dropped, iterators);
    }
}
