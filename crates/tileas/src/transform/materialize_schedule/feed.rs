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

use super::places::Places;
use super::reader::Read;
use super::sums::{carried, tiles_of_sums};

impl Read<'_, '_> {
    /// The ops of a loop without its products, whose sums are read after it.
    pub(super) fn feed(&mut self, number: usize, places: &Places, iterators: &mut [Value]) {
        let known = self.loops[number].clone();
        let tiles = tiles_of_sums(self.rewriter.module(), self.nest, &known);
        let (widened, mut inside) = self.widen(known.loop_, places.weights(), iterators);
        let (loop_, body) = (widened.loop_, widened.body);
        for (at, sum) in known.sums.iter().enumerate() {
            let dot = self.nest.products[sum.product].dot;
            self.hand_over_factors(dot, places.weights[at], &mut inside);
            let argument = self.rewriter.module().body.block_args(body).get(carried(sum) + 1);
            let argument = argument.expect("the loop carries it");
            self.erase_product(loop_, (dot, argument), &[], carried(sum));
        }
        let results = self.close(widened, &mut inside, iterators);
        let next = self.rewriter.module().body.next(loop_).expect("a loop does not end its block");
        self.take_sums((number, places.sums[0]), (loop_, next), &tiles, iterators);
        let dropped: Vec<usize> = known.sums.iter().map(carried).collect();
        self.drop_carried((loop_, &results), &dropped, iterators);
    }
}
