//! Pairs of thread blocks, whose products the first one starts: the leader.
//!
//! Barriers at which both arrive are those of the leader; the other thread block names them by `mapa`. The end of products, and
//! answers of the launch, arrive at the barriers of both.

use ir::Value;
use tile_core::arith::ComparisonPredicate;

use super::crew::PAIR;
use super::pipelines::{Barrier, Pipeline};
use crate::attrs::SpecialRegister;
use crate::from_tileas::Lower;
use crate::ops::Builders as _;
use crate::types::Space;

impl Lower<'_> {
    /// Whether this thread block is the leader of its pair.
    pub(super) fn is_leading_block(&mut self) -> Value {
        let (rank, zero) = (self.special(SpecialRegister::ClusterCtaRank), self.i32(0));
        self.compare(ComparisonPredicate::Equal, false, rank, zero)
    }

    /// The thread blocks of a pair as a mask.
    pub(super) fn mask_of_pair(&mut self) -> Value {
        self.i32((1 << PAIR) - 1)
    }

    /// One lane of each warp arrives at a barrier of the leader. What has been read is told, so nothing is released to the cluster.
    pub(super) fn arrive_at_leader(&mut self, (address, offset): (Value, i64)) {
        let elected = self.issuers().elected;
        let there = self.at_leader(address);
        self.b().mbarrier_arrive().address(there).predicate(elected).offset(offset).finish();
    }

    /// Expects the bytes that fill a stage; gives the barrier that counts them.
    pub(super) fn expect_bytes(&mut self, (pipeline, index): (&Pipeline, Value), bytes: u32) -> (Value, i64) {
        let (address, offset) = self.barrier_of(pipeline, index, Barrier::Full);
        let (leader, protocol) = (self.issuers().leader, &pipeline.protocol);
        let bytes = self.i32(bytes);
        let (own, counting, expecting) = match (protocol.is_of_pair, protocol.fill.answers) {
            (false, _) => (address, address, leader),
            (true, false) => {
                let there = self.at_leader(address);
                (there, there, leader)
            }
            (true, true) => {
                let (lane, blocks) = (self.special(SpecialRegister::LaneId), self.i32(PAIR));
                let expects = self.compare(ComparisonPredicate::LessThan, false, lane, blocks);
                (address, self.in_block_of_cluster(address, lane), expects)
            }
        };
        let mut b = self.b();
        let arrive = b.mbarrier_arrive().address(counting).bytes(bytes).predicate(expecting);
        arrive.offset(offset).finish();
        (own, offset)
    }

    fn at_leader(&mut self, address: Value) -> Value {
        let leader = self.i32(0);
        self.in_block_of_cluster(address, leader)
    }

    /// An address of shared memory in the thread block of a rank.
    pub(super) fn in_block_of_cluster(&mut self, address: Value, rank: Value) -> Value {
        let ty = self.pointer_type(Space::Cluster);
        self.b().mapa().address(address).block(rank).result(ty).finish().value()
    }
}
