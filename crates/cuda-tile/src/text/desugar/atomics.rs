//! Atomic ops of one name each.

use ir::Value;
use ir::text::Parse;

use super::Call;
use super::memory::{load_ordered, store_ordered};
use crate::attrs::{AtomicRMWMode, MemoryOrdering, MemoryScope};
use crate::ops::Builders;
use crate::types::Elem;

/// Sequential consistency becomes the strongest order there is; `plain` is what an access of one direction has then.
fn ordering(word: Option<&str>, strongest: MemoryOrdering) -> MemoryOrdering {
    match word {
        None => MemoryOrdering::Relaxed,
        Some("seq_cst") => strongest,
        Some(word) => MemoryOrdering::from_name(word).unwrap_or(MemoryOrdering::Relaxed),
    }
}

fn scope(word: Option<&str>) -> MemoryScope {
    word.and_then(MemoryScope::from_name).unwrap_or(MemoryScope::Device)
}

/// Conversion of the value before it is combined with memory.
#[derive(PartialEq)]
enum Prepare {
    Nothing,
    Negate,
}

fn is_float(call: &mut Call<'_, '_>) -> Parse<bool> {
    let pointers = call.value(0);
    Ok(!call.pointee(pointers)?.is_int())
}

fn rmw(call: &mut Call<'_, '_>, mode: AtomicRMWMode, prepare: Prepare) -> Parse<Vec<Value>> {
    let (pointers, mut value) = (call.value(0), call.value(1));
    let float = is_float(call)?;
    let ordering = ordering(call.word(2), MemoryOrdering::AcqRel);
    let scope = scope(call.word(3));
    let ty = call.r.module.body.ty(value);
    let (token, token_type) = (call.token_before()?, call.token_type());
    let mut b = call.build()?;
    if prepare == Prepare::Negate {
        value = match float {
            true => b.negf().source(value).result(ty).finish().value(),
            false => b.negi().source(value).result(ty).finish().value(),
        };
    }
    let op = b.atomic_rmw_tko().pointers(pointers).arg(value).mode(mode).token(token);
    let op = op.memory_ordering_semantics(ordering).memory_scope(scope);
    let [old, token] = op.result(ty).result_token(token_type).finish().values();
    call.token_after(token)?;
    Ok(vec![old])
}

fn add_mode(call: &mut Call<'_, '_>) -> Parse<AtomicRMWMode> {
    Ok(if is_float(call)? { AtomicRMWMode::AddF } else { AtomicRMWMode::Add })
}

pub(super) fn add(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let mode = add_mode(call)?;
    rmw(call, mode, Prepare::Nothing)
}

pub(super) fn sub(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let mode = add_mode(call)?;
    rmw(call, mode, Prepare::Negate)
}

pub(super) fn and(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    rmw(call, AtomicRMWMode::And, Prepare::Nothing)
}

pub(super) fn or(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    rmw(call, AtomicRMWMode::Or, Prepare::Nothing)
}

pub(super) fn xor(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    rmw(call, AtomicRMWMode::Xor, Prepare::Nothing)
}

pub(super) fn exchange(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    rmw(call, AtomicRMWMode::Xchg, Prepare::Nothing)
}

/// `unsigned` may follow the ordering or the scope.
fn is_unsigned(call: &Call<'_, '_>) -> bool {
    call.word(4) == Some("unsigned")
}

pub(super) fn max(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let mode = if is_unsigned(call) { AtomicRMWMode::UMax } else { AtomicRMWMode::Max };
    rmw(call, mode, Prepare::Nothing)
}

pub(super) fn min(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let mode = if is_unsigned(call) { AtomicRMWMode::UMin } else { AtomicRMWMode::Min };
    rmw(call, mode, Prepare::Nothing)
}

/// The old value, and whether it was the expected one, bit for bit.
pub(super) fn compare_exchange(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    use crate::attrs::{ComparisonPredicate, Signedness};
    let (pointers, expected, desired) = (call.value(0), call.value(1), call.value(2));
    // The order on failure is no weaker than that on success, so the one on success serves both.
    let ordering = ordering(call.word(3), MemoryOrdering::AcqRel);
    let ty = call.r.module.body.ty(expected);
    let tile = call.tile(expected)?;
    let flags = call.like(&tile, Elem::Scalar(numerics::Scalar::I1))?;
    let elem = call.pointee(pointers)?;
    let bits = numerics::Scalar::ALL.into_iter().find(|s| s.is_int() && s.bits() == elem.bits());
    let bits = call.like(&tile, Elem::Scalar(bits.unwrap_or(elem)))?;
    let (token, token_type) = (call.token_before()?, call.token_type());
    let mut b = call.build()?;
    let op = b.atomic_cas_tko().pointers(pointers).cmp(expected).val(desired).token(token);
    let op = op.memory_ordering_semantics(ordering).memory_scope(MemoryScope::Device);
    let [old, token] = op.result(ty).result_token(token_type).finish().values();
    let (mut lhs, mut rhs) = (old, expected);
    if bits != ty {
        lhs = b.bitcast().source(lhs).result(bits).finish().value();
        rhs = b.bitcast().source(rhs).result(bits).finish().value();
    }
    let success = b.cmpi().comparison_predicate(ComparisonPredicate::Equal).lhs(lhs).rhs(rhs);
    let success = success.signedness(Signedness::Signed).result(flags).finish().value();
    call.token_after(token)?;
    // Both results are the op's, but a comparison is between them: the names bind to values in this order.
    Ok(vec![old, success])
}

/// An atomic load is a load with an order and a scope.
pub(super) fn load(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let source = call.value(0);
    let pointee = call.pointee(source)?;
    let ordering = ordering(call.word(1), MemoryOrdering::Acquire);
    let scope = scope(call.word(2));
    load_ordered(call, (source, pointee), (ordering, scope))
}

/// An atomic store is a store with an order and a scope.
pub(super) fn store(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let (destination, value) = (call.value(0), call.value(1));
    call.pointee(destination)?;
    let ordering = ordering(call.word(2), MemoryOrdering::Release);
    let scope = scope(call.word(3));
    store_ordered(call, (destination, value), (ordering, scope))
}
