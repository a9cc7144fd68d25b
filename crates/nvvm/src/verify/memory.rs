//! Memory: globals, addresses, accesses, copies.

use ir::{Field, Op};
use tile_core::arith::{AtomicRMWMode, MemoryOrdering};

use super::{Check, Checked, ensure};
use crate::attrs::GlobalSpace;
use crate::ops::fields;
use crate::types::Space;
use crate::{Opcode, Type};

/// Bytes of a global at most.
const LARGEST_GLOBAL: i64 = 1 << 32;
/// The strictest alignment.
const ALIGNED: i64 = 1 << 16;

pub(super) fn global(check: &Check<'_>) -> Checked {
    use fields::global as g;
    let [size, alignment] = [g::size, g::alignment].map(|field| check.int(field).unwrap_or(-1));
    ensure((0..=LARGEST_GLOBAL).contains(&size), || format!("cannot have {size} bytes"))?;
    let aligned = (1..=ALIGNED).contains(&alignment) && alignment & (alignment - 1) == 0;
    ensure(aligned, || format!("its alignment must be a power of two up to {ALIGNED}, not {alignment}"))?;
    let Some(bytes) = check.module.bytes(check.op, g::bytes) else { return Ok(()) };
    ensure(check.module.get::<GlobalSpace>(check.op, g::space) != GlobalSpace::Shared, || {
        "has bytes, but shared memory holds nothing when a kernel begins".to_owned()
    })?;
    ensure(bytes.len() as i64 <= size, || format!("has {} bytes of its {size}", bytes.len()))
}

/// The space that a global is in.
fn space_of(check: &Check<'_>, global: Op) -> Space {
    check.module.get::<GlobalSpace>(global, fields::global::space).space()
}

pub(super) fn address_of(check: &Check<'_>) -> Checked {
    let name = check.module.string(check.op, fields::address_of::name);
    let block = check.module.block(check.module.root, fields::module::body);
    let mut items = block.into_iter().flat_map(|block| check.module.body.block_ops(block));
    let found = items.find(|&item| {
        check.module.opcode(item) == Opcode::Global
            && check.module.string(item, fields::global::sym_name) == name
    });
    let global = found.ok_or("names a global that is not there")?;
    let (space, ty) = (space_of(check, global), check.ty(fields::address_of::result));
    ensure(ty == Type::Ptr(space), || {
        format!("gives {}, the space of the global, not {ty}", Type::Ptr(space))
    })
}

pub(super) fn dynamic_shared(check: &Check<'_>) -> Checked {
    let ty = check.ty(fields::dynamic_shared::result);
    ensure(ty == Type::Ptr(Space::Shared), || format!("gives ptr<shared>, not {ty}"))
}

/// `heap_alloc` or `heap_free`.
pub(super) fn heap(check: &Check<'_>) -> Checked {
    let gives = check.module.opcode(check.op) == Opcode::HeapAlloc;
    let field = if gives { fields::heap_alloc::result } else { fields::heap_free::address };
    let ty = check.ty(field);
    ensure(ty == Type::Ptr(Space::Generic), || format!("knows ptr<generic>, not {ty}"))
}

/// The space of an address.
fn space(check: &Check<'_>, field: Field) -> Space {
    match check.ty(field) {
        Type::Ptr(space) => space,
        _ => unreachable!("the constraint admits addresses alone"),
    }
}

pub(super) fn cast_space(check: &Check<'_>) -> Checked {
    use fields::cast::{result, source};
    let (from, to) = (space(check, source), space(check, result));
    let related = from == to || from == Space::Generic || to == Space::Generic;
    ensure(related, || format!("{} and {} memory have no address in common", from.name(), to.name()))
}

pub(super) fn addptr(check: &Check<'_>) -> Checked {
    use fields::addptr::{bytes, offset};
    let ty = check.ty(offset);
    ensure(ty != Type::I1, || "moves by an integer, not by a truth value".to_owned())?;
    ensure(check.int(bytes) != Some(0), || "moves by elements of at least one byte".to_owned())
}

/// Checks the values of an access: they have these types, each of the given width.
fn moves(check: &Check<'_>, types: &[Type], field: Field) -> Checked {
    let bits = check.int(field).unwrap_or(0);
    ensure(matches!(bits, 8 | 16 | 32 | 64), || {
        format!("{bits} bits cannot be accessed; 8, 16, 32 and 64 can")
    })?;
    ensure(matches!(types.len(), 1 | 2 | 4), || {
        format!("one value is accessed, or two or four, not {}", types.len())
    })?;
    let fits = |ty: &Type| match ty {
        Type::I1 => bits == 8,
        Type::I16 => bits == 8 || bits == 16,
        Type::I32
        | Type::I64
        | Type::F16
        | Type::BF16
        | Type::F32
        | Type::F64
        | Type::F16x2
        | Type::BF16x2
        | Type::F32x2
        | Type::Ptr(_) => bits == i64::from(ty.bits()),
        Type::Registers(_) | Type::Pending(_) => false,
    };
    let wrong = types.iter().find(|ty| !fits(ty));
    wrong.map_or(Ok(()), |ty| Err(format!("{ty} does not have {bits} bits in memory")))
}

/// The ordering is one of these, and of one value unless it is the first.
fn ordered(check: &Check<'_>, field: Field, allowed: [MemoryOrdering; 3], count: usize) -> Checked {
    let found = check.module.get::<MemoryOrdering>(check.op, field);
    ensure(allowed.contains(&found), || {
        let words: Vec<&str> = allowed.iter().map(|case| case.name()).collect();
        format!("is ordered {}", words.join(" or "))
    })?;
    ensure(found == MemoryOrdering::Weak || count == 1, || {
        "an access that is ordered moves one value".to_owned()
    })
}

pub(super) fn ld(check: &Check<'_>) -> Checked {
    use fields::ld::{bits, ordering, other, predicate, values};
    let results = check.result_types(values);
    moves(check, &results, bits)?;
    let allowed = [MemoryOrdering::Weak, MemoryOrdering::Relaxed, MemoryOrdering::Acquire];
    ordered(check, ordering, allowed, results.len())?;
    let others = check.types(other);
    ensure(others.is_empty() || others == results, || {
        "`other` must be a value of the type of each result".to_owned()
    })?;
    let always = check.module.operand_opt(check.op, predicate).is_none();
    ensure(others.is_empty() || !always, || "has an `other` that is never the result".to_owned())
}

pub(super) fn st(check: &Check<'_>) -> Checked {
    use fields::st::{address, bits, ordering, values};
    let types = check.types(values);
    moves(check, &types, bits)?;
    let allowed = [MemoryOrdering::Weak, MemoryOrdering::Relaxed, MemoryOrdering::Release];
    ordered(check, ordering, allowed, types.len())?;
    let to = space(check, address);
    ensure(!matches!(to, Space::Const | Space::Param), || format!("{} memory is not written", to.name()))
}

/// Memory that atomics work on.
fn atomic(check: &Check<'_>, address: Field, ordering: Field) -> Checked {
    let at = space(check, address);
    ensure(matches!(at, Space::Generic | Space::Global | Space::Shared), || {
        format!("there are no atomics in {} memory", at.name())
    })?;
    let weak = check.module.get::<MemoryOrdering>(check.op, ordering) == MemoryOrdering::Weak;
    ensure(!weak, || "an atomic is at least relaxed".to_owned())
}

pub(super) fn atom(check: &Check<'_>) -> Checked {
    use fields::atom as f;
    atomic(check, f::address, f::ordering)?;
    let (ty, result) = (check.ty(f::value), check.ty(f::result));
    ensure(ty == result, || format!("gives what was there, {ty}, not {result}"))?;
    let mode = check.module.get::<AtomicRMWMode>(check.op, f::mode);
    let integer = matches!(ty, Type::I16 | Type::I32 | Type::I64);
    let float = matches!(ty, Type::F16 | Type::BF16 | Type::F32 | Type::F64 | Type::F16x2 | Type::BF16x2);
    let fits = match mode {
        AtomicRMWMode::AddF => float,
        AtomicRMWMode::Xchg | AtomicRMWMode::Max | AtomicRMWMode::Min => integer || float,
        AtomicRMWMode::And
        | AtomicRMWMode::Or
        | AtomicRMWMode::Xor
        | AtomicRMWMode::Add
        | AtomicRMWMode::UMax
        | AtomicRMWMode::UMin => integer,
    };
    ensure(fits, || format!("`{}` does not combine {ty}", mode.name()))
}

pub(super) fn cas(check: &Check<'_>) -> Checked {
    use fields::cas as f;
    atomic(check, f::address, f::ordering)?;
    let ty = check.ty(f::compare);
    let same = ty == check.ty(f::value) && ty == check.ty(f::result);
    ensure(same, || "what is compared, written and read must be of one type".to_owned())?;
    ensure(ty != Type::I1, || "truth values have no atomics".to_owned())
}

pub(super) fn cp_async(check: &Check<'_>) -> Checked {
    use fields::cp_async as f;
    let (to, from) = (space(check, f::destination), space(check, f::source));
    ensure(to == Space::Shared && from == Space::Global, || {
        format!("copies from global to shared memory, not from {} to {}", from.name(), to.name())
    })?;
    let bytes = check.int(f::bytes).unwrap_or(0);
    ensure(matches!(bytes, 4 | 8 | 16), || format!("{bytes} bytes are not copied at once; 4, 8 and 16 are"))?;
    let size = check.types(f::size);
    ensure(size.iter().all(|&ty| ty == Type::I32), || "the size is an i32".to_owned())
}

pub(super) fn cp_async_wait(check: &Check<'_>) -> Checked {
    let pending = check.int(fields::cp_async_wait::pending).unwrap_or(0);
    ensure((0..=64).contains(&pending), || format!("cannot wait until {pending} groups are in flight"))
}
