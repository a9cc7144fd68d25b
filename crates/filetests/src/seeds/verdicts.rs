//! The verdict of the specification on each program.

/// The verdict of the reference tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strict {
    Valid,
    /// Valid once a module, an entry and definitions stand around it.
    Fragment,
    /// Only comments.
    Comment,
    Rejected,
}

/// The verdict of Tilewright by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lenient {
    Accepted,
    Rejected,
}

/// A program of the seeds.
pub(super) struct Example {
    /// File without its extension.
    pub(super) name: &'static str,
    pub(super) strict: Strict,
    pub(super) default: Lenient,
    /// A phrase of the report by default.
    pub(super) says: &'static str,
    /// The expected result of running it.
    pub(super) run: &'static str,
    /// Text that a fragment needs around it.
    pub(super) around: Option<&'static str>,
    pub(super) args: &'static [&'static str],
    pub(super) grid: Option<(u32, u32)>,
    pub(super) remark: &'static str,
}

use Lenient::{Accepted, Rejected as Refused};
use Strict::{Comment, Fragment, Rejected, Valid};

const PLAIN: Example = Example {
    name: "",
    strict: Valid,
    default: Accepted,
    says: "",
    run: "",
    around: None,
    args: &[],
    grid: None,
    remark: "",
};

/// All of them.
#[rustfmt::skip]
pub(super) static EXAMPLES: &[Example] = &[
    Example { name: "2.5-hello_cross_block", strict: Rejected, run: "current tile: 0 / 1", remark: "Blanks after sigils, and `print`.", ..PLAIN },
    Example { name: "12.2.1-Hello_Tile_Block", strict: Rejected, run: "prints", remark: "`print` is the 13.1 name of `print_tko`.", ..PLAIN },
    Example { name: "12.2.2-Vector_Addition_Block_128x1", args: &["f32[128]=ones", "f32[128]=ones", "f32[128]=zeros"], run: "runs", ..PLAIN },
    Example { name: "12.2.3-Hello_Tile_Grid", strict: Rejected, grid: Some((2, 1)), run: "prints", remark: "A lone `%` prints an operand in its natural form.", ..PLAIN },
    Example { name: "12.2.4-GEMM_Single_64x64_Block", args: &["f32[4096]=ones", "f32[4096]=ones", "f32[4096]=zeros"], run: "runs", ..PLAIN },
    Example { name: "12.2.5-GEMM_4096x4096_Block", run: "E0550", remark: "Faulty as written: the step of the loop is 0. The finding is what is expected.", ..PLAIN },
    Example { name: "12.2.6-Vector_Addition_with_tensor_view", args: &["f32[65536]=ones", "f32[65536]=ones", "1.5", "256", "256"], grid: Some((2, 1)), run: "runs", remark: "Y is loaded, computed with and stored again, with no token from the load to the store: ordered by data flow only.", ..PLAIN },
    Example { name: "12.2.7-GEMM_Tiled_with_tensor_view", args: &["f16[16384]=ones", "f16[16384]=ones", "f32[16384]=zeros", "128", "128", "128", "128", "128", "128"], run: "runs", ..PLAIN },
    Example { name: "12.3.1-cat_0", run: "runs", ..PLAIN },
    Example { name: "12.3.2-cmpf_0", run: "runs", ..PLAIN },
    Example { name: "12.3.3-cmpi_0", run: "runs", ..PLAIN },
    Example { name: "12.3.4-constant_0", run: "runs", ..PLAIN },
    Example { name: "12.3.5-extract_0", run: "runs", ..PLAIN },
    Example { name: "12.3.6-get_global_0", run: "runs", ..PLAIN },
    Example { name: "12.3.7-get_num_tile_blocks_0", run: "runs", ..PLAIN },
    Example { name: "12.3.8-global_0", run: "runs", ..PLAIN },
    Example { name: "12.3.9-mmaf_0", run: "runs", ..PLAIN },
    Example { name: "12.3.10-mmai_0", run: "runs", ..PLAIN },
    Example { name: "12.3.11-pack_0", run: "runs", ..PLAIN },
    Example { name: "12.3.12-pack_1", run: "runs", ..PLAIN },
    Example { name: "12.3.13-permute_0", run: "runs", ..PLAIN },
    Example { name: "12.3.14-reduce_0", strict: Rejected, default: Refused, says: "the body takes single elements", run: "-", remark: "The argument of the body must have rank 0.", ..PLAIN },
    Example { name: "12.3.15-reduce_1", strict: Rejected, default: Refused, says: "dim=1", run: "E0317", remark: "Reducing dimension 0 of 8x64 leaves 64 elements, not 8.", ..PLAIN },
    Example { name: "12.3.16-reshape_0", run: "runs", ..PLAIN },
    Example { name: "12.3.17-reshape_1", run: "runs", ..PLAIN },
    Example { name: "12.3.18-scan_0", run: "runs", ..PLAIN },
    Example { name: "12.3.19-unpack_0", run: "runs", ..PLAIN },
    Example { name: "12.3.20-unpack_1", strict: Rejected, default: Refused, says: "did you mean `f4E2M1FN`", run: "-", remark: "`F4E2M1FN` is spelled `f4E2M1FN`; case is not folded.", ..PLAIN },
    Example { name: "12.3.21-assert_0", run: "runs", ..PLAIN },
    Example { name: "12.3.22-break_0", run: "E0561", remark: "Its loop has no end; the step budget of the run ends it.", ..PLAIN },
    Example { name: "12.3.23-continue_0", run: "runs", ..PLAIN },
    Example { name: "12.3.24-for_0", run: "runs", ..PLAIN },
    Example { name: "12.3.25-if_0", run: "runs", ..PLAIN },
    Example { name: "12.3.26-loop_0", run: "E0561", remark: "Its loop has no end; the step budget of the run ends it.", ..PLAIN },
    Example { name: "12.3.27-loop_1", run: "E0561", remark: "Its loop has no end; the step budget of the run ends it.", ..PLAIN },
    Example { name: "12.3.28-loop_2", run: "E0561", remark: "Its loop has no end; the step budget of the run ends it.", ..PLAIN },
    Example { name: "12.3.29-loop_3", run: "E0561", remark: "Its loop has no end; the step budget of the run ends it.", ..PLAIN },
    Example { name: "12.3.30-return_0", strict: Rejected, run: "nothing to run", remark: "A function; there is no entry.", ..PLAIN },
    Example { name: "12.3.31-return_1", run: "runs", ..PLAIN },
    Example { name: "12.3.32-yield_0", run: "runs", ..PLAIN },
    Example { name: "12.3.33-load_ptr_tko_0", run: "runs", ..PLAIN },
    Example { name: "12.3.34-atan2_0", run: "runs", ..PLAIN },
    Example { name: "12.3.35-ceil_0", run: "runs", ..PLAIN },
    Example { name: "12.3.36-cos_0", run: "runs", ..PLAIN },
    Example { name: "12.3.37-exp2_0", run: "runs", ..PLAIN },
    Example { name: "12.3.38-exp_0", run: "runs", ..PLAIN },
    Example { name: "12.3.39-floor_0", run: "runs", ..PLAIN },
    Example { name: "12.3.40-log2_0", run: "runs", ..PLAIN },
    Example { name: "12.3.41-maxf_0", run: "runs", ..PLAIN },
    Example { name: "12.3.42-minf_0", run: "runs", ..PLAIN },
    Example { name: "12.3.43-negf_0", run: "runs", ..PLAIN },
    Example { name: "12.3.44-pow_0", run: "runs", ..PLAIN },
    Example { name: "12.3.45-rsqrt_0", run: "runs", ..PLAIN },
    Example { name: "12.3.46-sin_0", run: "runs", ..PLAIN },
    Example { name: "12.3.47-tanh_0", run: "runs", ..PLAIN },
    Example { name: "12.3.48-maxi_0", run: "runs", ..PLAIN },
    Example { name: "12.3.49-mini_0", run: "runs", ..PLAIN },
    Example { name: "12.3.50-mulhii_0", run: "runs", ..PLAIN },
    Example { name: "12.3.51-negi_0", run: "runs", ..PLAIN },
    Example { name: "12.3.52-xori_0", run: "runs", ..PLAIN },
    Example { name: "12.3.53-atomic_cas_tko_0", run: "runs", ..PLAIN },
    Example { name: "12.3.54-atomic_rmw_tko_0", run: "runs", ..PLAIN },
    Example { name: "12.3.55-get_index_space_shape_0", run: "runs", ..PLAIN },
    Example { name: "12.3.56-get_tensor_shape_0", run: "runs", ..PLAIN },
    Example { name: "12.3.57-load_view_tko_0", run: "runs", ..PLAIN },
    Example { name: "12.3.58-make_partition_view_0", run: "runs", ..PLAIN },
    Example { name: "12.3.59-make_tensor_view_0", run: "runs", ..PLAIN },
    Example { name: "12.3.60-store_view_tko_0", run: "runs", ..PLAIN },
    Example { name: "12.3.61-assume_example_Bounded_0", strict: Fragment, default: Refused, says: "fragment", around: Some("%0 = constant <i16: 0> : tile<4x8xi16>"), run: "-", ..PLAIN },
    Example { name: "12.3.62-assume_example_DivBy_0", strict: Fragment, default: Refused, says: "fragment", around: Some("%z = constant <i64: 0> : tile<128xi64> %ptrs = int_to_ptr %z : tile<128xi64> -> tile<128xptr<f32>>"), run: "-", ..PLAIN },
    Example { name: "12.3.63-assume_example_DivBy_1", strict: Fragment, default: Refused, says: "fragment", around: Some("%t = constant <i32: 0> : tile<128xi32>"), run: "-", ..PLAIN },
    Example { name: "12.3.64-assume_example_DivBy_2", strict: Fragment, default: Refused, says: "fragment", around: Some("%t = constant <i32: 0> : tile<128xi32>"), run: "-", ..PLAIN },
    Example { name: "12.3.65-assume_example_DivBy_3", strict: Fragment, default: Refused, says: "fragment", around: Some("%t = constant <i32: 0> : tile<4x8xi32>"), run: "-", ..PLAIN },
    Example { name: "12.3.66-assume_example_DivBy_4", strict: Fragment, default: Refused, says: "fragment", around: Some("%z = constant <i64: 0> : tile<4x8xi64> %ptrs = int_to_ptr %z : tile<4x8xi64> -> tile<4x8xptr<f32>>"), run: "-", ..PLAIN },
    Example { name: "12.3.67-assume_example_SameElements_0", strict: Rejected, default: Refused, says: "fragment", around: Some(""), run: "-", remark: "The first half is a valid fragment; the second is not: bitcast makes no pointers and keeps the shape.", ..PLAIN },
    Example { name: "12.3.68-assume_0", run: "runs", ..PLAIN },
    Example { name: "12.3.69-print_tko_0", run: "prints", ..PLAIN },
    Example { name: "12.3.70-experimental$alloca_0", strict: Rejected, run: "runs", remark: "`alloca`.", ..PLAIN },
    Example { name: "12.3.71-experimental$asin_0", run: "runs", remark: "The operation stands in a comment.", ..PLAIN },
    Example { name: "12.3.72-experimental$call_0", strict: Rejected, run: "runs", ..PLAIN },
    Example { name: "12.3.73-experimental$create_queue_0", strict: Comment, default: Refused, says: "holds no module", run: "-", remark: "Only a comment; queues have no desugaring.", ..PLAIN },
    Example { name: "12.3.74-experimental$extern_elementwise_0", strict: Rejected, run: "E0604", remark: "Runs only where the caller supplies the symbol.", ..PLAIN },
    Example { name: "12.3.75-experimental$gather_load_0", strict: Comment, default: Refused, says: "holds no module", run: "-", remark: "Only a comment; `experimental$gather_load` is read (tests/run/words).", ..PLAIN },
    Example { name: "12.3.76-experimental$generate_0", strict: Rejected, run: "runs", ..PLAIN },
    Example { name: "12.3.77-experimental$scatter_store_0", strict: Rejected, run: "runs", remark: "Through a gather/scatter view.", ..PLAIN },
    Example { name: "12.3.78-internal$optimization_barrier_0", strict: Rejected, run: "runs", ..PLAIN },
];
