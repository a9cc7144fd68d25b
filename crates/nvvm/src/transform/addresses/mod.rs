//! `share-addresses`: the address of each access is a sum, whose terms are added in an order that lets accesses share them.
//!
//! The address of an element is a common start, an offset of the thread, and a constant offset of the element. Computed element
//! by element, each address would start from the beginning. This pass adds first the terms that most addresses of a base have
//! in common, loop-invariant ones first, and moves the constant into the access, so that neighbouring accesses differ only in
//! the constant. Common subexpression elimination and loop-invariant code motion then leave one addition instead of many.

mod sum;

use ir::rewrite::Rewriter;
use ir::{Field, Op, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ops::{Builders as _, fields};
use crate::{Module, Nvvm, Opcode, Type, constant};
use sum::{Address, Factors, Sums, Term};

/// Constants up to this are part of an access.
const NEAR_OFFSET: i64 = 1 << 23;
/// Constants beyond are added in steps of this, so that neighbours share them.
const STEP: i64 = 1 << 20;

/// An address that an op accesses, and what it is.
struct Use {
    op: Op,
    /// Which of its operands.
    operand: usize,
    /// Where a number of bytes can stand in the op.
    offset: Option<Field>,
    /// The constant of the address, with that of the access.
    constant: i64,
    address: Address,
}

impl Use {
    /// Whether its machine instruction has a register as the address, without a constant.
    fn has_register_alone(&self, module: &Module) -> bool {
        matches!(module.opcode(self.op), Opcode::BulkTensorLoad | Opcode::TensorCommit)
    }

    /// Whether the whole address is a register, also if it is at a constant distance: `ptxas` would add the constant in each
    /// iteration of a loop.
    fn is_whole(&self, module: &Module) -> bool {
        module.opcode(self.op) == Opcode::TensorCommit && self.address.distance.terms.is_empty()
    }
}

/// Operands of an op that are addresses of accesses.
fn addresses_of(opcode: Opcode) -> &'static [(usize, Option<Field>)] {
    #[allow(clippy::wildcard_enum_match_arm, reason = "these ops access memory")]
    match opcode {
        Opcode::Ld => &[(0, Some(fields::ld::offset))],
        Opcode::St => &[(0, Some(fields::st::offset))],
        Opcode::LdMatrix => &[(0, Some(fields::ldmatrix::offset))],
        Opcode::StMatrix => &[(0, Some(fields::stmatrix::offset))],
        Opcode::CpAsync => &[(0, Some(fields::cp_async::offset)), (1, Some(fields::cp_async::source_offset))],
        Opcode::Atom | Opcode::Cas | Opcode::MultimemLdReduce | Opcode::MultimemSt | Opcode::MultimemRed => {
            &[(0, None)]
        }
        Opcode::MbarrierArrive => &[(0, Some(fields::mbarrier_arrive::offset))],
        Opcode::MbarrierWait => &[(0, Some(fields::mbarrier_wait::offset))],
        Opcode::CpAsyncArrive => &[(0, Some(fields::cp_async_arrive::offset))],
        Opcode::BulkTensorLoad => &[
            (0, Some(fields::bulk_tensor_load::offset)),
            (1, Some(fields::bulk_tensor_load::barrier_offset)),
        ],
        Opcode::BulkTensorStore => &[(0, Some(fields::bulk_tensor_store::offset))],
        Opcode::TensorCommit => &[(0, Some(fields::tcgen05_commit::offset))],
        _ => &[],
    }
}

/// Regroups every address; true when there was one to regroup.
pub fn share_addresses(module: &mut Module) -> bool {
    let uses = uses(module);
    if uses.is_empty() {
        return false;
    }
    let order = Order::of(module, &uses);
    let mut rewriter = Rewriter::new(module);
    for found in &uses {
        rebuild(&mut rewriter, found, &order);
    }
    true
}

fn uses(module: &Module) -> Vec<Use> {
    let mut sums = Sums::new(module);
    let mut uses = Vec::new();
    for op in ir::walk::preorder(&module.body, module.root) {
        for &(operand, offset) in addresses_of(module.opcode(op)) {
            let value = module.body.operands(op)[operand];
            let own = offset.and_then(|field| module.int(op, field)).unwrap_or(0);
            let moved = module.body.def_op(value).is_some_and(|op| module.opcode(op) == Opcode::AddPtr);
            let is_far = module.opcode(op) == Opcode::TensorCommit && own != 0;
            if moved || is_far {
                let address = sums.address(value);
                let constant = address.distance.constant.wrapping_add(own);
                uses.push(Use { op, operand, offset, constant, address });
            }
        }
    }
    uses
}

/// In which order terms are added.
struct Order {
    /// The constant that is added to a root before these terms.
    first: FxHashMap<(Value, SmallVec<[Term; 4]>), i64>,
    /// How many addresses of a root have a term.
    shared: FxHashMap<(Value, Factors, i64), u32>,
    /// How many loops the last of the factors is defined in.
    depths: FxHashMap<Value, u32>,
}

impl Order {
    fn of(module: &Module, uses: &[Use]) -> Order {
        let mut order =
            Order { first: FxHashMap::default(), shared: FxHashMap::default(), depths: FxHashMap::default() };
        for found @ Use { address, .. } in uses {
            if !address.distance.terms.is_empty() && found.has_register_alone(module) {
                let key = (address.root, address.distance.terms.clone());
                order.first.entry(key).or_insert(found.constant);
            }
            for term in &address.distance.terms {
                let key = (address.root, term.factors.clone(), term.coefficient);
                *order.shared.entry(key).or_default() += 1;
                for &factor in &term.factors {
                    order.depths.entry(factor).or_insert_with(|| loops_around(module, factor));
                }
            }
        }
        order
    }

    /// The constant that is added before the terms of an address.
    fn first(&self, address: &Address) -> i64 {
        let key = (address.root, address.distance.terms.clone());
        self.first.get(&key).copied().unwrap_or(0)
    }

    /// Terms in the order in which they are added.
    fn sorted<'t>(&self, address: &'t Address) -> Vec<&'t Term> {
        let mut terms: Vec<&Term> = address.distance.terms.iter().collect();
        terms.sort_by_cached_key(|term| {
            let shared = self.shared.get(&(address.root, term.factors.clone(), term.coefficient));
            let depth = term.factors.iter().map(|factor| self.depths.get(factor)).max();
            (std::cmp::Reverse(shared), depth, term.factors.clone(), term.coefficient)
        });
        terms
    }
}

/// How many loops a value is defined in.
fn loops_around(module: &Module, value: Value) -> u32 {
    let mut block = module.body.def_block(value);
    let mut loops = 0;
    while let Some(op) = block.and_then(|block| module.body.block_op(block)) {
        loops += u32::from(matches!(module.opcode(op), Opcode::For | Opcode::Loop));
        block = module.body.parent_block(op);
    }
    loops
}

/// Computes an address again before its access.
fn rebuild(rewriter: &mut Rewriter<'_, Nvvm>, found: &Use, order: &Order) {
    let (op, address) = (found.op, &found.address);
    let mut at = address.root;
    let first = if found.is_whole(rewriter.module()) { found.constant } else { order.first(address) };
    if first != 0 {
        let ty = rewriter.intern(Type::I64);
        let number = constant::build(rewriter, op, ty, first as u64);
        at = moved(rewriter, op, at, number, 1);
    }
    for term in order.sorted(address) {
        let product = product(rewriter, op, at, &term.factors);
        at = moved(rewriter, op, at, product, term.coefficient);
    }
    let rest = found.constant.wrapping_sub(first);
    let near = match found.offset {
        Some(_) if (-NEAR_OFFSET..NEAR_OFFSET).contains(&rest) => rest,
        Some(_) => rest.rem_euclid(STEP),
        None => 0,
    };
    let far = rest.wrapping_sub(near);
    if far != 0 {
        let ty = rewriter.intern(Type::I64);
        let number = constant::build(rewriter, op, ty, far as u64);
        at = moved(rewriter, op, at, number, 1);
    }
    if let Some(field) = found.offset {
        constant::set_int(rewriter, op, field, near);
    }
    rewriter.set_operand(op, found.operand, at);
}

fn moved(rewriter: &mut Rewriter<'_, Nvvm>, op: Op, base: Value, offset: Value, bytes: i64) -> Value {
    let ty = rewriter.module().body.ty(base);
    rewriter.build_before(op, op, |b| {
        b.addptr().base(base).offset(offset).bytes(bytes).result(ty).finish().value()
    })
}

/// The product of factors as one value, for an address: of two narrow ones in the double width.
fn product(rewriter: &mut Rewriter<'_, Nvvm>, op: Op, base: Value, factors: &[Value]) -> Value {
    let &[a, b] = factors else { return factors[0] };
    let module = rewriter.module();
    let narrow = *module.ty(a) == Type::I32 && *module.ty(b) == Type::I32;
    if narrow && module.ty(base).bits() == 32 {
        let ty = module.body.ty(a);
        return rewriter
            .build_before(op, op, |builder| builder.muli().lhs(a).rhs(b).result(ty).finish().value());
    }
    let wide = rewriter.intern(Type::I64);
    if narrow {
        return rewriter.build_before(op, op, |builder| {
            builder.mulwide().lhs(a).rhs(b).signed(true).result(wide).finish().value()
        });
    }
    let [a, b] = [a, b].map(|value| widened(rewriter, op, value));
    rewriter.build_before(op, op, |builder| builder.muli().lhs(a).rhs(b).result(wide).finish().value())
}

fn widened(rewriter: &mut Rewriter<'_, Nvvm>, op: Op, value: Value) -> Value {
    if *rewriter.module().ty(value) == Type::I64 {
        return value;
    }
    let wide = rewriter.intern(Type::I64);
    rewriter.build_before(op, op, |b| b.exti().source(value).signed(true).result(wide).finish().value())
}
