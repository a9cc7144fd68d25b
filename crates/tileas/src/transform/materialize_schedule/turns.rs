//! Two agents that compute whole tiles by turns: one stores its tile while the other one multiplies.
//!
//! ```text
//! for tile = first .. end, step {        tiles  = number of these, steps = iterations of a tile
//!   products; store              =>      second agent: stage += steps
//! }                                      for round = 0 .. tiles - tiles / 2 {
//!                                          number = 2 * round, or 2 * round + 1 in the second agent
//!                                          if number < tiles {                          (not in the first one)
//!                                            tile = first + number * step
//!                                            take the turn; products; pass it on; store
//!                                          } else { take the turn; pass it on }
//!                                          stage += steps
//!                                        }
//! ```
//!
//! Both have as many rounds, so that each turn that is passed on is taken. The stages of the other agent's tile are
//! passed over. An mbarrier tells two rounds of a stage apart, and no more: an agent may wait for a stage once all
//! stages before it have been full. It knows this because it has its turn.

use ir::build::Builder;
use ir::generic::Attr;
use ir::walk::preorder;
use ir::{Block, Op, TypeId, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use tile_core::arith::ComparisonPredicate;
use tileaa::types::Elem;

use super::Rewrite;
use super::control::{otherwise, take_results};
use crate::attributes::{TurnStep, Turns};
use crate::ops::{Builders as _, fields};
use crate::transform::buffers::index;
use crate::types::{TileType, Type};
use crate::{Module, Opcode, TileAs};

/// Makes two agents of one that computes all tiles.
pub(super) fn share(rewriter: &mut Rewrite<'_>, agent: Op, turns: Turns) {
    let (outer, inner) = loops(rewriter.module(), agent);
    in_turn(rewriter, inner, inner, Turns::Products);
    if turns == Turns::Stores {
        let body = rewriter.module().block(outer, fields::for_::body).expect("a loop has a body");
        if let Some((first, last)) = accesses(rewriter.module(), body, inner) {
            in_turn(rewriter, first, last, Turns::Stores);
        }
    }
    let next = rewriter.module().body.next(agent).expect("a switch has its end");
    let second = rewriter.clone_before(agent, next, &mut FxHashMap::default());
    consumes_as(rewriter, second, 1);
    for (number, agent) in [agent, second].into_iter().enumerate() {
        let turn = rewriter.intern_attr(Attr::Int(number as i64));
        rewriter.set_attr(agent, fields::agent::turn, turn);
        by_rounds(rewriter, agent, number as u32, turns);
    }
}

/// The loop over tiles of an agent, and that of the product in it.
fn loops(module: &Module, agent: Op) -> (Op, Op) {
    let mut all = preorder(&module.body, agent).filter(|&op| module.opcode(op) == Opcode::For);
    let outer = all.next().expect("tiles are computed in a loop");
    let waits = |&op: &Op| {
        let body = module.block(op, fields::for_::body);
        let mut ops = body.into_iter().flat_map(|body| module.body.block_ops(body));
        ops.any(|op| module.opcode(op) == Opcode::PipelineWait)
    };
    (outer, all.find(waits).expect("a product stands in a loop of the loop over tiles"))
}

/// The first and the last op of a block after the product that access memory.
fn accesses(module: &Module, body: Block, inner: Op) -> Option<(Op, Op)> {
    let is_access = |op: Op| {
        matches!(module.opcode(op), Opcode::Load | Opcode::TiledLoad | Opcode::Store | Opcode::TiledStore)
    };
    let holds = |&op: &Op| preorder(&module.body, op).any(is_access);
    let later = module.body.block_ops(body).skip_while(|&op| op != inner).skip(1);
    let found: Vec<Op> = later.filter(holds).collect();
    Some((*found.first()?, *found.last()?))
}

/// The turn is taken in front of an op, and passed on after another one.
fn in_turn(rewriter: &mut Rewrite<'_>, first: Op, last: Op, of: Turns) {
    turn(rewriter, first, TurnStep::Take, of);
    let next = rewriter.module().body.next(last).expect("it does not end its block");
    turn(rewriter, next, TurnStep::Pass, of);
}

fn turn(rewriter: &mut Rewrite<'_>, at: Op, step: TurnStep, of: Turns) {
    rewriter.build_before(at, at, |b| b.turn().step(step).of(of).finish().op);
}

/// The kinds of turns that are taken.
fn kinds(turns: Turns) -> &'static [Turns] {
    match turns {
        Turns::Products => &[Turns::Products],
        Turns::Stores => &[Turns::Products, Turns::Stores],
    }
}

/// The stages that an agent reads are those of a consumer.
fn consumes_as(rewriter: &mut Rewrite<'_>, agent: Op, consumer: i64) {
    let ops: Vec<Op> = preorder(&rewriter.module().body, agent).collect();
    for op in ops {
        #[allow(clippy::wildcard_enum_match_arm, reason = "three ops say which consumer they are")]
        let field = match rewriter.module().opcode(op) {
            Opcode::PipelineWait => fields::pipeline_wait::consumer_idx,
            Opcode::PipelineRead => fields::pipeline_read::consumer_idx,
            Opcode::PipelineRelease => fields::pipeline_release::consumer_idx,
            _ => continue,
        };
        let slot = rewriter.intern_attr(Attr::Int(consumer));
        rewriter.set_attr(op, field, slot);
    }
}

/// The loop of an agent computes every second tile.
fn by_rounds(rewriter: &mut Rewrite<'_>, agent: Op, number: u32, turns: Turns) {
    use fields::for_ as f;
    let (outer, inner) = loops(rewriter.module(), agent);
    let module = rewriter.module();
    let body = module.block(outer, f::body).expect("a loop has a body");
    let [of_tiles, of_steps] = [outer, inner].map(|loop_| Counter::of(module, loop_));
    let of_steps = of_steps.in_front_of(rewriter, outer);
    let module = rewriter.module();
    let mut inits = module.operands(outer, f::inits).to_vec();
    let types: Vec<TypeId> = inits.iter().map(|&value| module.body.ty(value)).collect();
    let is_iterator = |value: Value| matches!(module.ty(value), Type::Iterator(_));
    let iterator = inits.iter().position(|&value| is_iterator(value)).expect("stages go round the loop");
    let rounds = rewriter.build_before(outer, outer, |b| {
        let (tiles, steps) = (of_tiles.count(b), of_steps.count(b));
        if number > 0 {
            inits[iterator] = steps_on(b, inits[iterator], steps);
        }
        Rounds { number, tiles, steps, lower: of_tiles.bounds[0], step: of_tiles.bounds[2] }
    });
    kinds(turns).iter().for_each(|&of| turn(rewriter, outer, TurnStep::Open, of));
    let new = rewriter.build_before(outer, outer, |b| rounds.begin(b, (inits, &types)));
    let next = rewriter.module().body.next(outer).expect("a loop does not end its agent");
    kinds(turns).iter().for_each(|&of| turn(rewriter, next, TurnStep::Close, of));
    fill(rewriter, (body, new), &rounds, (iterator, turns));
    take_results(rewriter, outer, new);
}

/// Moves the body of the loop over tiles into that over rounds.
fn fill(
    rewriter: &mut Rewrite<'_>,
    (old, new): (Block, Op),
    rounds: &Rounds,
    (iterator, turns): (usize, Turns),
) {
    let body = rewriter.module().block(new, fields::for_::body).expect("a loop has a body");
    let arguments: Vec<Value> = rewriter.module().body.block_args(body).iter().collect();
    let (round, carried) = arguments.split_first().expect("a `for` has its counter");
    let last = rewriter.module().body.last_op(body).expect("a body has its end");
    let types: Vec<TypeId> = carried.iter().map(|&value| rewriter.module().body.ty(value)).collect();
    let (tile, branch) = rewriter.build_before(last, last, |b| rounds.tile(b, *round, &types));
    let at = branch.map_or(last, |branch| {
        let then = rewriter.module().block(branch, fields::if_::then).expect("a branch has its block");
        rewriter.module().body.last_op(then).expect("a block has its end")
    });
    let ops: Vec<Op> = rewriter.module().body.block_ops(old).collect();
    let (&end, ops) = ops.split_last().expect("a body has its end");
    let given = rewriter.module().body.operands(end).to_vec();
    ops.iter().for_each(|&op| rewriter.move_before(op, at));
    let before: Vec<Value> = rewriter.module().body.block_args(old).iter().collect();
    // The end of the old body stays behind, so its operands are kept before they get new names.
    rewriter.set_operands(at, &given, &[]);
    before.into_iter().zip(std::iter::once(tile).chain(carried.iter().copied())).for_each(|(old, new)| {
        rewriter.replace_value(old, new);
    });
    let mut given = rewriter.module().body.operands(at).to_vec();
    if let Some(branch) = branch {
        let otherwise = rewriter.module().block(branch, fields::if_::otherwise).expect("it has two blocks");
        let end = rewriter.module().body.last_op(otherwise).expect("a block has its end");
        rewriter.set_operands(end, carried, &[]);
        for &of in kinds(turns) {
            turn(rewriter, end, TurnStep::Take, of);
            turn(rewriter, end, TurnStep::Pass, of);
        }
        given = rewriter.module().body.results(branch).iter().collect();
    }
    given[iterator] = rewriter.build_before(last, last, |b| steps_on(b, given[iterator], rounds.steps));
    rewriter.set_operands(last, &given, &[]);
}

/// The rounds of an agent.
struct Rounds {
    /// The number of its first tile.
    number: u32,
    /// Tiles of the thread block, and steps of a tile.
    tiles: Value,
    steps: Value,
    /// The first tile, and the step to the next one.
    lower: Value,
    step: Value,
}

impl Rounds {
    /// A loop over the rounds, whose body is still to be filled.
    fn begin(&self, b: &mut Builder<'_, TileAs>, (inits, types): (Vec<Value>, &[TypeId])) -> Op {
        let ty = b.module.body.ty(self.tiles);
        let [zero, one, two] = [0, 1, 2].map(|number| index(b, number));
        let half = b.divi().lhs(self.tiles).rhs(two).result(ty).finish().value();
        let rounds = b.subi().lhs(self.tiles).rhs(half).result(ty).finish().value();
        let loop_ = b.for_().lower(zero).upper(rounds).step(one).inits(inits).results(types).unsigned(true);
        let loop_ = loop_.finish().op;
        let body = b.module.block(loop_, fields::for_::body).expect("a loop has a body");
        let arguments: Vec<TypeId> = std::iter::once(ty).chain(types.iter().copied()).collect();
        b.module.body.set_block_args(body, &arguments);
        b.inside(body, |b| b.continue_().finish().op);
        loop_
    }

    /// The tile of a round; in all but the first agent a branch that is taken where there is one.
    fn tile(&self, b: &mut Builder<'_, TileAs>, round: Value, types: &[TypeId]) -> (Value, Option<Op>) {
        let ty = b.module.body.ty(round);
        let (two, own) = (index(b, 2), index(b, self.number));
        let twice = b.muli().lhs(round).rhs(two).result(ty).finish().value();
        let number = b.addi().lhs(twice).rhs(own).result(ty).finish().value();
        let distance = b.muli().lhs(number).rhs(self.step).result(ty).finish().value();
        let tile = b.addi().lhs(self.lower).rhs(distance).result(ty).finish().value();
        if self.number == 0 {
            return (tile, None);
        }
        let truth = truth(b);
        let is = b.cmpi().lhs(number).rhs(self.tiles).predicate(ComparisonPredicate::LessThan).signed(false);
        let is = is.result(truth).finish().value();
        let branch = b.if_().condition(is).results(types).finish().op;
        let then = b.module.block(branch, fields::if_::then).expect("a branch has its block");
        let otherwise = otherwise(b, branch);
        for block in [then, otherwise] {
            b.inside(block, |b| b.yield_().finish().op);
        }
        (tile, Some(branch))
    }
}

/// The counter of a loop.
struct Counter {
    bounds: [Value; 3],
    unsigned: bool,
}

impl Counter {
    fn of(module: &Module, loop_: Op) -> Counter {
        use fields::for_ as f;
        let bounds = [f::lower, f::upper, f::step].map(|field| module.operand(loop_, field));
        Counter { bounds, unsigned: module.flag(loop_, f::unsigned) }
    }

    /// The same in front of a loop, where constants that stand in it are copied.
    fn in_front_of(self, rewriter: &mut Rewrite<'_>, outer: Op) -> Counter {
        let bounds = self.bounds.map(|value| {
            let module = rewriter.module();
            let made = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant);
            let inside = made.filter(|&op| module.body.parent_op(op) == Some(outer));
            inside.map_or(value, |op| {
                let copy = rewriter.clone_before(op, outer, &mut FxHashMap::default());
                rewriter.module().body.result(copy, 0)
            })
        });
        Counter { bounds, ..self }
    }

    /// The number of iterations, unsigned.
    fn count(&self, b: &mut Builder<'_, TileAs>) -> Value {
        let [lower, upper, step] = self.bounds;
        let (ty, truth) = (b.module.body.ty(lower), truth(b));
        let (zero, one) = (index(b, 0), index(b, 1));
        let any = b.cmpi().lhs(lower).rhs(upper).predicate(ComparisonPredicate::LessThan);
        let any = any.signed(!self.unsigned).result(truth).finish().value();
        let span = b.subi().lhs(upper).rhs(lower).result(ty).finish().value();
        let last = b.subi().lhs(span).rhs(one).result(ty).finish().value();
        let more = b.divi().lhs(last).rhs(step).result(ty).finish().value();
        let count = b.addi().lhs(more).rhs(one).result(ty).finish().value();
        b.select().cond(any).val_if_true(count).val_if_false(zero).result(ty).finish().value()
    }
}

fn truth(b: &mut Builder<'_, TileAs>) -> TypeId {
    b.module.types.intern(Type::Tile(TileType::single(Elem::Scalar(Scalar::I1))))
}

fn steps_on(b: &mut Builder<'_, TileAs>, iterator: Value, steps: Value) -> Value {
    let ty = b.module.body.ty(iterator);
    b.pipeline_inc().iterator(iterator).steps(steps).result(ty).finish().value()
}
