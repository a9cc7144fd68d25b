//! Limits of agents, in hardware and in the text reader: hostile numbers, long texts, programs that cannot run.

use ir::generic::{parse_text, print};
use tileas::TileAs;

use crate::{HOPPER, breaks_everywhere, findings, finds, source};

/// Two consumers of sums in tensor memory.
const SUMS: &str = include_str!("../../../../tests/hostile/levels/tensor_memory.mlir");

/// A kernel of these ops.
fn kernel(target: &str, ops: &str) -> String {
    let head = "func @f <num_warps = 4> (%p: ptr, %n: i32)";
    format!("tileas.module @m <target = \"{target}\"> {{\n{head} {{\n{ops}\nreturn\n}}\n}}\n")
}

/// Rows of memory that are picked by a tensor map of these boxes.
fn gather(target: &str, memory: &str, desc: &str, tile: &str, offsets: &str, attrs: &str) -> String {
    let buffer = format!("buffer<64x64xf16, offset=[{offsets}]>");
    let tiles = format!("block_tile<[64, 64], {memory}, step = [1, 64], {tile}, gather = 0>");
    let rows = "tile<64xi32, reg=[1] lane=[2,4,8,16,32] warp=[0,0]>";
    let pipeline = format!("pipeline<1, {buffer}>");
    let ops = format!(
        "%zero = constant <value = 0> : i32
%m = make_memref %p, [%n] : ptr, i32 -> {memory}
%t = block_tile %m : {memory} -> {tiles}
%d = make_tiled_tma_desc %m <tma_idx = 0> : {memory} -> {desc}
%rows = make_range : {rows}
%pipe = async.pipeline.create_pipeline{attrs} : {pipeline}
%w = async.pipeline.create_iterator %pipe : {pipeline} -> iterator<1, producer>
%r = async.pipeline.create_iterator %pipe : {pipeline} -> iterator<1, consumer>
%e = async.pipeline.producer_acquire %pipe, %w : {pipeline}, iterator<1, producer> -> stage<empty>
%x = async.pipeline.producer_write %pipe, %e : {pipeline}, stage<empty> -> stage<written> (%b: {buffer}) {{
  async.tiled_tma_load %t, %b, %d, [%rows, %zero] : {tiles}, {buffer}, {desc}, {rows}, i32
  async.pipeline.yield
}}
async.pipeline.producer_commit %pipe, %x : {pipeline}, stage<written>
%f = async.pipeline.consumer_wait %pipe, %r : {pipeline}, iterator<1, consumer> -> stage<full>
%y = async.pipeline.consumer_read %pipe, %f : {pipeline}, stage<full> -> stage<read> (%b: {buffer}) {{
  async.pipeline.yield
}}
async.pipeline.consumer_release %pipe, %y : {pipeline}, stage<read>"
    );
    kernel(target, &ops)
}

#[test]
fn targets_are_targets() {
    for name in ["hopper", "sm_", "sm_9", "sm_99999999999", "sm_90x", "90", ""] {
        finds(&kernel(name, "mma.fence"), &format!("is for a target such as `sm_90a`, not for `{name}`"));
    }
    for name in ["sm_90", "sm_90a", "sm_100f", "sm_121a"] {
        assert_eq!(findings(&kernel(name, "mma.fence")), Vec::<String>::new());
    }
}

#[test]
fn rows_are_picked_four_at_a_time() {
    const ROWS: &str = "(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)";
    const MATRIX: &str = "memref<?x64xf16, [64, 1]>";
    const ROW: &str = "tma_desc<1x64xf16, swizzle = 128>";
    let dims = "dims = [0, 1]";
    for target in ["sm_100a", "sm_120a"] {
        assert_eq!(findings(&gather(target, MATRIX, ROW, dims, ROWS, "")), Vec::<String>::new());
    }
    finds(&gather("sm_90a", MATRIX, ROW, dims, ROWS, ""), "needs tensor maps that pick rows, which sm_100a");
    // A copy moves four rows, one after the other.
    let apart = "(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(8,8),(2,16),(4,32),(1,0),(16,0),(32,0)";
    finds(&gather("sm_100a", MATRIX, ROW, dims, apart, ""), "the buffer is not a sequence of boxes of");
    let deep = "memref<4x?x64xf16, [4096, 64, 1]>";
    finds(
        &gather("sm_100a", deep, "tma_desc<1x1x64xf16, swizzle = 128>", "dims = [1, 2]", ROWS, ""),
        "picks rows of a matrix, a multiple of four, by boxes of one row",
    );
    let pairs = |target: &str| {
        let text = gather(target, MATRIX, ROW, dims, ROWS, " <cluster>");
        text.replace("num_warps = 4", "num_warps = 4, num_ctas = 2")
            .replace("[%rows, %zero]", "[%rows, %zero] <multicast = [0, 1]>")
    };
    assert_eq!(findings(&pairs("sm_100a")), Vec::<String>::new());
    finds(&pairs("sm_120a"), "needs tensor maps that pick rows for several thread blocks, which sm_100a");
}

#[test]
fn tensor_maps_hold_what_the_launcher_knows() {
    let desc = "make_tiled_tma_desc %m <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>";
    let of = |base: &str| {
        let ops =
            format!("{base}\n%m = make_memref %q, [%n] : ptr, i32 -> memref<?x64xf16, [64, 1]>\n%d = {desc}");
        kernel("sm_90a", &ops)
    };
    let known = "%i = constant <value = 7> : i32\n%q = addptr %p, %i <bytes = 128> : ptr, i32 -> ptr";
    assert_eq!(findings(&of(known)), Vec::<String>::new());
    finds(
        &of("%i = get_program_id <axis = 0> : i32\n%q = addptr %p, %i <bytes = 128> : ptr, i32 -> ptr"),
        "its memory depends on what `get_program_id` gives; make it of parameters and constants",
    );
    finds(&of("%q = load %p : ptr -> ptr"), "its memory depends on what `load` gives");
    let of_memory = |memory: &str| {
        let ops = format!(
            "%m = make_memref %p : ptr -> {memory}\n%d = make_tiled_tma_desc %m <tma_idx = 0> : {memory} -> tma_desc<64x64xf16, swizzle = 128>"
        );
        kernel("sm_90a", &ops)
    };
    assert_eq!(findings(&of_memory("memref<4294967296x64xf16, [549755813880, 1]>")), Vec::<String>::new());
    finds(
        &of_memory("memref<64x64xf16, [549755813888, 1]>"),
        "are less than 2^40 bytes, and one is 1099511627776",
    );
    finds(&of_memory("memref<64x64xf16, [9223372036854775800, 1]>"), "strides of a tensor map are");
    finds(
        &of_memory("memref<4294967297x64xf16, [64, 1]>"),
        "2^32 elements along a dimension at most, not 4294967297",
    );
}

#[test]
fn tensor_memory_has_columns_of_32_bits() {
    let alloc = |elem: &str, parts: &str, shape: &str, column: &str| {
        let lanes = "(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)";
        let ty = format!("tmem<{shape}x{elem}, part=[{parts}] column=[{column}] lane=[{lanes}]>");
        kernel("sm_100a", &format!("%t = tcgen05.alloc : {ty}"))
    };
    assert_eq!(findings(&alloc("f16", "(0,1)", "128x4", "(0,2)")), Vec::<String>::new());
    assert_eq!(findings(&alloc("f4E2M1FN", "(0,1),(0,2),(0,4)", "128x8", "")), Vec::<String>::new());
    for (elem, parts) in [("f32", "(0,1)"), ("f64", ""), ("ptr", ""), ("i8", "(0,1),(0,2),(0,2)")] {
        finds(
            &alloc(elem, parts, "128x4", "(0,1),(0,2)"),
            "a column of tensor memory has 32 bits, and those of",
        );
    }
}

#[test]
fn products_have_rows_and_columns_of_instructions() {
    // 128 rows take 16 columns at least, fewer rows of one thread block 64.
    let narrow = |columns: u32| {
        let bits = (0..columns.ilog2()).map(|bit| format!("(0,{})", 1 << bit)).collect::<Vec<_>>().join(",");
        let text = source(SUMS)
            .replace("128x64xf32", &format!("128x{columns}xf32"))
            .replace("64x64xf16", &format!("64x{columns}xf16"))
            .replace("?x64xf32, [64, 1]", &format!("?x{columns}xf32, [{columns}, 1]"))
            .replace("[128, 64]", &format!("[128, {columns}]"))
            .replace("column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)]", &format!("column=[{bits}]"))
            .replace("reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)]", &format!("reg=[{bits}]"));
        let rows = "offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]\n";
        let high = (3..columns.ilog2()).map(|bit| format!(",(0,{})", 1 << bit)).collect::<String>();
        let along_k = format!("offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(8,1),(16,2),(32,4){high}]\n");
        text.replace(rows, &along_k)
    };
    assert_eq!(findings(&narrow(16)), Vec::<String>::new());
    finds(
        &narrow(8),
        "128, 64 or 32 rows in a thread block, and 16 to 256 columns of so many rows; [128, 8] have others",
    );
    // One way in the whole kernel.
    let product = "          tcgen05.mma %a, %b, %t, [%false] : buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>, tmem<128x64xf32, #t0>, i1\n";
    let half =
        "buffer<64x32xf16, offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(8,1),(16,2),(32,4),(0,8),(0,16)]>";
    let pair = product
        .replace("%b,", "%h,")
        .replace("[%false]", "[%false] <cta_group = 2>")
        .replace("buffer<64x64xf16, #s1>", half);
    let text = source(SUMS)
        .replace("<consumers = 2>", "<consumers = 2, cluster>")
        .replace("    %own =", &format!("    %h = alloc_tensor : {half}\n    %own ="));
    assert!(text.contains(product));
    assert_eq!(findings(&text.replace(product, &pair)), Vec::<String>::new());
    finds(
        &text.replace(product, &format!("{product}{pair}")),
        "has `cta_group = 2`, and another product of the kernel has 1; all must be equal",
    );
}

#[test]
fn a_stage_is_that_of_its_consumer() {
    assert_eq!(findings(SUMS), Vec::<String>::new());
    breaks_everywhere(
        SUMS,
        "consumer_release %p, %read <consumer_idx = 1>",
        "consumer_release %p, %read",
        "uses a stage as consumer 0, but consumer 1 has waited for it",
    );
    breaks_everywhere(
        SUMS,
        "consumer_read %p, %full <consumer_idx = 1>",
        "consumer_read %p, %full",
        "uses a stage as consumer 0, but consumer 1 has waited for it",
    );
}

#[test]
fn a_stage_is_not_left_behind() {
    let commit = "          async.pipeline.producer_commit %p, %written";
    let text = source(HOPPER);
    assert!(text.contains(commit));
    let leaves = |end: &str| {
        let branch = format!(
            "          if %yes : i1 {{\n            if %yes : i1 {{\n{end}\n}}\nyield\n          }}\n"
        );
        let made = "          %yes = constant <value = true> : i1\n";
        text.replace(commit, &format!("{made}{branch}{commit}"))
    };
    assert_eq!(findings(&leaves("yield")), Vec::<String>::new());
    finds(
        &leaves("continue [%it] : iterator<4, producer>"),
        "returns a stage that a `break`, `continue` or `return` leaves behind",
    );
    // After the stage, or before it, a loop may continue.
    let next = "          %more = async.pipeline.inc_iter %it : iterator<4, producer>\n";
    let early = "          %yes = constant <value = true> : i1\n          if %yes : i1 {\ncontinue [%it] : iterator<4, producer>\n}\n";
    assert_eq!(findings(&text.replace(next, &format!("{early}{next}"))), Vec::<String>::new());
    let first = "          %empty = async.pipeline.producer_acquire";
    assert_eq!(findings(&text.replace(first, &format!("{early}{first}"))), Vec::<String>::new());
}

#[test]
fn a_pipeline_that_nobody_uses_waits_for_nobody() {
    let made = "    %p = async.pipeline.create_pipeline : ";
    let text = source(HOPPER);
    let line = text.lines().find(|line| line.starts_with(made)).expect("a pipeline").to_owned();
    let more = line.replace("%p ", "%spare ").replace("<4,", "<1,");
    assert_eq!(findings(&text.replacen(&line, &format!("{line}\n{more}"), 1)), Vec::<String>::new());
}

#[test]
fn what_is_under_way_is_taken_once() {
    let wait = "        %whole = async.dot_wait %sum : pending<128x128xf32, #r0> -> tile<128x128xf32, #r0>\n";
    let text = source(HOPPER);
    assert!(text.contains(wait));
    let twice = format!("{wait}{}", wait.replace("%whole", "%again"));
    finds(&text.replace(wait, &twice), "gives what is in flight to more than one op; wait for it first");
    let looped = format!(
        "        for %zero, %one, %one : i32, i32, i32 (%u: i32) {{\n{}          continue\n        }}\n        %whole = constant <value = 0.0> : tile<128x128xf32, #r0>\n",
        wait.replace("%whole", "%each")
    );
    finds(&text.replace(wait, &looped), "gives what is in flight to a loop that does not carry it");
}

#[test]
fn long_texts_are_read_in_time_that_grows_with_them() {
    let ops: String = (0..20_000).map(|at| format!("%b{at} = alloc_tensor : buffer<2xi8, #s0>\n")).collect();
    let spaces = format!("#s0 = offset=[{}1]\n", " ".repeat(200_000));
    finds(&format!("{spaces}{}", kernel("sm_90a", &ops)), "'#s0' stands for more than 8192 bytes");
    let fences = "mma.fence\n".repeat(20_000);
    finds(&kernel(&format!("sm_90{}", "x".repeat(200_000)), &fences), "is for a target such as `sm_90a`");
    // Layouts of their own for 5000 buffers.
    let order = |at: usize| {
        let mut bits: Vec<usize> = (0..13).collect();
        (0..13).for_each(|bit| bits.swap(bit, (at * (bit + 7) + at / 13) % 13));
        bits.iter().map(|bit| (1 << bit).to_string()).collect::<Vec<_>>().join(",")
    };
    let ops: String = (0..5000)
        .map(|at| format!("%b{at} = alloc_tensor : buffer<8192xi8, offset=[{}]>\n", order(at)))
        .collect();
    let module = parse_text::<TileAs>(&kernel("sm_90a", &ops));
    let text = print(&module, false);
    assert!(text.contains("#s1 = ") && text.contains("#s10 = ") && text.contains("#s100 = "));
    assert_eq!(print(&parse_text::<TileAs>(&text), false), text);
}

#[test]
fn a_layout_too_long_for_a_name_stands_in_its_types() {
    let zeros = "0,".repeat(5000);
    let ops = format!("%b = alloc_tensor : buffer<{}2xi8, offset=[({zeros}1)]>", "1x".repeat(5000));
    let text = print(&parse_text::<TileAs>(&kernel("sm_90a", &ops)), false);
    assert!(!text.contains('#'));
    assert_eq!(print(&parse_text::<TileAs>(&text), false), text);
}
