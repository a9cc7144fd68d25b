//! The table of desugarings. A typeset document: rustfmt leaves it alone.

use super::ParamKind::{Int, Ints, Target, Text, Value, Values, Word};
use super::{Desugaring, Param, Rewrite};
use super::{atomics, branch, elementwise, gather, inverse, memory, shapes};
use crate::ops::Opcode;

const BOOL: &[&str] = &["false", "true"];
const CACHE: &[&str] = &["always", "never", "global"];
const SIGNS: &[&str] = &["signed", "unsigned"];
const SCOPES: &[&str] = &["tl_blk", "device", "sys"];
const ORDERS: &[&str] = &["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
const LOADS: &[&str] = &["relaxed", "acquire", "seq_cst"];
const STORES: &[&str] = &["relaxed", "release", "seq_cst"];
const FILLS: &[&str] = &["zero", "neg_zero", "nan", "pos_inf", "neg_inf"];

const X: Param = Param::new("source", Value);
const LHS: Param = Param::new("lhs", Value);
const RHS: Param = Param::new("rhs", Value);
const PTR: Param = Param::new("ptr", Value);
const VALUE: Param = Param::new("value", Value);
const ALIGNMENT: Param = Param::new("alignment", Int).optional();
const VOLATILE: Param = Param::new("is_volatile", Word(BOOL)).optional();
const CACHE_MODE: Param = Param::new("cache_mode", Word(CACHE)).optional();
const ORDERING: Param = Param::new("ordering", Word(ORDERS)).optional();
const SCOPE: Param = Param::new("scope", Word(SCOPES)).optional();
const SIGNEDNESS: Param = Param::new("signedness", Word(SIGNS)).optional();
const AXES: Param = Param::new("axes", Ints);
const AXIS: Param = Param::new("axis", Int);
const DIM: Param = Param::new("dim", Int).optional();
const INDEX: Param = Param::new("index", Value);
const OFFSET: Param = Param::new("offset", Value);

const ASCENDING: &str = "Memory ops of the seeds take effect in the order of the text: each takes the token of the one before it, in its block or one around it.";
const ATOMIC: &str = "Ordering `relaxed` and scope `device` unless said otherwise; `seq_cst` becomes `acq_rel`, the strongest order there is, which is weaker.";
const MATHS: &str = "f16 and bf16 are computed in f32; the result is within 8 ULP of the type computed in; NaN outside the domain.";

const fn row(
    name: &'static str,
    params: &'static [Param],
    standard: &'static str,
    remark: &'static str,
    rewrite: Rewrite,
) -> Desugaring {
    Desugaring { name, params, standard, remark, rewrite }
}

use Rewrite::{Build, Read, Renamed, Same};

/// Every desugaring.
#[rustfmt::skip]
pub static TABLE: &[Desugaring] = &[
    row("func", &[], "entry", "", Renamed(Opcode::Entry)),
    row("print", &[], "print_tko .. -> token", "The token is not named. A lone `%` in the format stands for the operand in its natural form.", Read(super::spellings::read_print)),
    row("experimental$alloca", &[], "alloca", "", Renamed(Opcode::Alloca)),
    row("alloca", &[Param::new("size", Int), ALIGNMENT], "alloca num_elem = N, alignment = N", "The seeds' number counts bytes; without a type after a colon the pointer is `ptr<i8>`.", Build(memory::alloca)),

    row("experimental$asin",  &[X], "atan2 x, sqrt((1 - x)(1 + x))", MATHS, Build(inverse::asin)),
    row("experimental$acos",  &[X], "atan2 sqrt((1 - x)(1 + x)), x", MATHS, Build(inverse::acos)),
    row("experimental$atan",  &[X], "atan2 x, 1", MATHS, Build(inverse::atan)),
    row("experimental$asinh", &[X], "log(1 + u), u = |x| + x² / (1 + sqrt(x² + 1)), with the sign of x", MATHS, Build(inverse::asinh)),
    row("experimental$acosh", &[X], "log(1 + u), u = t + sqrt(t (t + 2)), t = x - 1", MATHS, Build(inverse::acosh)),
    row("experimental$atanh", &[X], "log(1 + u) / 2, u = 2 |x| / (1 - |x|), with the sign of x", MATHS, Build(inverse::atanh)),
    row("asin",  &[X], "as experimental$asin", "", Build(inverse::asin)),
    row("acos",  &[X], "as experimental$acos", "", Build(inverse::acos)),
    row("atan",  &[X], "as experimental$atan", "", Build(inverse::atan)),
    row("asinh", &[X], "as experimental$asinh", "", Build(inverse::asinh)),
    row("acosh", &[X], "as experimental$acosh", "", Build(inverse::acosh)),
    row("atanh", &[X], "as experimental$atanh", "", Build(inverse::atanh)),

    row("experimental$gather_load", &[PTR, INDEX, OFFSET, DIM, Param::new("fill", Word(FILLS)).optional()], "load_view_tko on a gather_scatter_view", "Along the other dimensions, the offset is the element at which the tile begins.", Build(gather::load)),
    row("experimental$scatter_store", &[VALUE, PTR, INDEX, OFFSET, DIM], "store_view_tko on a gather_scatter_view", "As experimental$gather_load.", Build(gather::store)),

    row("and",   &[LHS, RHS], "andi", "", Same(Opcode::AndI)),
    row("or",    &[LHS, RHS], "ori", "", Same(Opcode::OrI)),
    row("xor",   &[LHS, RHS], "xori", "", Same(Opcode::XorI)),
    row("not",   &[X], "xori with all ones", "", Build(elementwise::not)),
    row("shl",   &[LHS, RHS], "shli", "", Same(Opcode::ShlI)),
    row("shr",   &[LHS, RHS, SIGNEDNESS], "shri", "Signed unless said otherwise.", Build(elementwise::shr)),
    row("mma",   &[LHS, RHS, Param::new("acc", Value)], "mmaf, or mmai with signed factors", "", Build(elementwise::mma)),
    row("fmaf",  &[LHS, RHS, Param::new("acc", Value)], "fma", "", Same(Opcode::Fma)),
    row("sqrtf", &[X], "sqrt", "", Same(Opcode::Sqrt)),
    row("expf",  &[X], "exp", "", Same(Opcode::Exp)),
    row("logf",  &[X], "log", "", Same(Opcode::Log)),

    row("load",  &[PTR, ALIGNMENT, VOLATILE, CACHE_MODE], "load_ptr_tko", "An alignment becomes `assume div_by<N>`; volatile becomes `relaxed sys`; the cache mode is dropped. One pointer with a larger result type stands for consecutive elements. Memory ops of the seeds take effect in the order of the text: each takes the token of the one before it, in its block or one around it.", Build(memory::load)),
    row("store", &[PTR, VALUE, ALIGNMENT, VOLATILE, CACHE_MODE], "store_ptr_tko", "As load.", Build(memory::store)),

    row("atomic_load",  &[PTR, Param::new("ordering", Word(LOADS)).optional(), SCOPE], "load_ptr_tko relaxed or acquire", ASCENDING, Build(atomics::load)),
    row("atomic_store", &[PTR, VALUE, Param::new("ordering", Word(STORES)).optional(), SCOPE], "store_ptr_tko relaxed or release", ASCENDING, Build(atomics::store)),
    row("atomic_add", &[PTR, VALUE, ORDERING, SCOPE], "atomic_rmw_tko .. add or addf", ATOMIC, Build(atomics::add)),
    row("atomic_sub", &[PTR, VALUE, ORDERING, SCOPE], "atomic_rmw_tko .. add or addf of the negation", ATOMIC, Build(atomics::sub)),
    row("atomic_and", &[PTR, VALUE, ORDERING, SCOPE], "atomic_rmw_tko .. and", ATOMIC, Build(atomics::and)),
    row("atomic_or",  &[PTR, VALUE, ORDERING, SCOPE], "atomic_rmw_tko .. or", ATOMIC, Build(atomics::or)),
    row("atomic_xor", &[PTR, VALUE, ORDERING, SCOPE], "atomic_rmw_tko .. xor", ATOMIC, Build(atomics::xor)),
    row("atomic_max", &[PTR, VALUE, ORDERING, SCOPE, SIGNEDNESS], "atomic_rmw_tko .. max or umax", ATOMIC, Build(atomics::max)),
    row("atomic_min", &[PTR, VALUE, ORDERING, SCOPE, SIGNEDNESS], "atomic_rmw_tko .. min or umin", ATOMIC, Build(atomics::min)),
    row("atomic_exchange", &[PTR, VALUE, ORDERING, SCOPE], "atomic_rmw_tko .. xchg", ATOMIC, Build(atomics::exchange)),
    row("atomic_compare_exchange", &[PTR, Param::new("expected", Value), Param::new("desired", Value), Param::new("success_ordering", Word(ORDERS)).optional(), Param::new("failure_ordering", Word(ORDERS)).optional()], "atomic_cas_tko and a comparison", "The ordering on success serves both cases. Bits are compared, not numbers.", Build(atomics::compare_exchange)),

    row("load_from_view_unordered", &[], "load_view_tko", "The type of the indices may be left out.", Renamed(Opcode::LoadViewTko)),
    row("store_to_view_unordered", &[], "store_view_tko", "As load_from_view_unordered.", Renamed(Opcode::StoreViewTko)),
    row("get_dim_size", &[X, Param::new("dim", Int)], "get_index_space_shape, or get_tensor_shape of a tensor_view", "One of the extents.", Build(shapes::dim_size)),

    row("view", &[X, Param::new("offsets", Ints), Param::new("strides", Ints), Param::new("sizes", Ints)], "offset and make_tensor_view", "Of memory behind a pointer; a tile has no address.", Build(shapes::view)),
    row("reshape", &[X, Param::new("new_shape", Ints)], "reshape %x : T -> U", "", Build(shapes::reshape)),
    row("broadcast", &[X, Param::new("target_shape", Ints)], "broadcast %x : T -> U", "Missing leading dimensions are added.", Build(shapes::broadcast)),
    row("slice", &[X, Param::new("starts", Ints), Param::new("ends", Ints), Param::new("steps", Ints).optional()], "extract, and cat where the start is not aligned", "Each extent must be a power of two.", Build(shapes::slice)),
    row("expand_dims", &[X, AXES], "reshape", "Axes are positions in the result; negative ones count from the end.", Build(shapes::expand_dims)),
    row("squeeze", &[X, Param::new("axes", Ints).optional()], "reshape", "All extents of 1 when no axes are given.", Build(shapes::squeeze)),
    row("transpose", &[X, Param::new("permutation", Ints).optional()], "permute", "Reversed when no permutation is given.", Build(shapes::transpose)),
    row("concatenate", &[Param::new("tiles", Values), AXIS], "cat", "More than two tiles are joined pair by pair.", Build(shapes::concatenate)),
    row("split", &[X, AXIS, Param::new("num_splits", Int)], "extract, once for each part", "", Build(shapes::split)),

    row("br", &[Param::new("target", Target)], "if and loop", "Blocks become `if` and `loop` when their region ends; graphs with a loop of several entries are refused.", Build(branch::br)),
    row("cond_br", &[Param::new("condition", Value), Param::new("true_block", Target), Param::new("false_block", Target)], "if and loop", "As br.", Build(branch::cond_br)),
    row("unreachable", &[], "assert that fails", "", Build(memory::unreachable)),
    row("barrier", &[], "nothing", "A tile block has one thread of control: there is nothing to wait for.", Build(memory::nothing)),
    row("comment", &[Param::new("text", Text).optional()], "nothing; write `// ..`", "", Build(memory::nothing)),
];
