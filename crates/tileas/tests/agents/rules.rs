//! The rules of agents, pipelines, tensor maps and tensor cores: programs that are right, each broken in one place.

use ir::generic::{parse_text, print};
use tileas::{Opcode, TileAs};

use crate::{HOPPER, breaks, breaks_everywhere, findings, finds, source};

const MOE: &str = include_str!("../../../../tests/tileas/agents_moe.mlir");
const BLACKWELL: &str = include_str!("../../../../tests/tileas/agents_blackwell.mlir");
const SCALED: &str = include_str!("../../../../tests/tileas/agents_scaled.mlir");
const OVER_SUMS: &str = include_str!("../../../../tests/tileas/materialize-schedule/chains_over_sums.mlir");
const RESCALE: &str = include_str!("../../../../tests/tileas/materialize-schedule/rescale.mlir");
const WITHOUT_AGENTS: &str = include_str!("../../../../tests/agents/without_agents.mlir");
const PACKED: &str = include_str!("../../../../tests/tileas/agents_packed.mlir");

#[test]
fn right_programs_are_right_and_print_as_themselves() {
    for program in [HOPPER, MOE, BLACKWELL, SCALED, PACKED, WITHOUT_AGENTS] {
        let text = source(program);
        assert_eq!(findings(&text), Vec::<String>::new());
        assert_eq!(print(&parse_text::<TileAs>(&text), false), text);
    }
}

#[test]
fn targets_have_what_ops_need() {
    let on = |target: &str| format!("target = \"{target}\"");
    breaks(
        HOPPER,
        &on("sm_90a"),
        &on("sm_80"),
        "needs tensor maps, which sm_90a, sm_100a, sm_103a, sm_107a, sm_110a, sm_120a, sm_121a have and sm_80 has not",
    );
    breaks(HOPPER, &on("sm_90a"), &on("sm_75"), "needs mbarriers, which sm_80, sm_86");
    breaks(HOPPER, &on("sm_90a"), &on("sm_100a"), "needs wgmma, which sm_90a have and sm_100 has not");
    breaks(HOPPER, &on("sm_90a"), &on("sm_89"), "needs registers that warps reallocate, which sm_90a");
    breaks(
        BLACKWELL,
        &on("sm_100a"),
        &on("sm_120a"),
        "needs tensor memory, which sm_100a, sm_103a, sm_107a, sm_110a have and sm_120 has not",
    );
    breaks(SCALED, &on("sm_100a"), &on("sm_80"), "needs clusters, which sm_90a");
}

#[test]
fn agents_have_warps_and_registers() {
    breaks(
        HOPPER,
        "name = \"load\", num_warps = 4",
        "name = \"load\", num_warps = 3",
        "an agent has a power of two of warps up to 32, not 3",
    );
    breaks(
        HOPPER,
        "name = \"load\", num_warps = 4",
        "name = \"load\", num_warps = 32",
        "its agents have 36 warps, and a thread block has 32 at most",
    );
    breaks(
        HOPPER,
        "registers = 40",
        "registers = 36",
        "threads have 24 to 256 registers, a multiple of 8, not 36",
    );
    breaks(HOPPER, ", registers = 40", "", "1 of its 2 agents say how many registers they have; all must");
    breaks(
        HOPPER,
        "num_warps = 4, registers = 40",
        "num_warps = 16, registers = 232",
        "its threads may have 232 x 128 + 232 x 512 = 148480 registers, and a multiprocessor has 65536",
    );
    breaks(
        HOPPER,
        "num_warps = 4, registers = 40",
        "num_warps = 2, registers = 40",
        "registers are reallocated by warpgroups of 4 warps",
    );
    breaks(
        MOE,
        "name = \"multiply\", num_warps = 4",
        "name = \"multiply\", num_warps = 2",
        "the agent has 2 warps, and not those of tile<64x64xf32",
    );
    let first = "async.pipeline.agent <name = \"store\", num_warps = 4> {";
    let small = "async.pipeline.agent <num_warps = 1> {\n async.pipeline.yield\n }\n";
    breaks(
        BLACKWELL,
        first,
        &format!("{small}{first}"),
        "needs warpgroups of 4 warps, and warps 1 to 4 run it",
    );
}

#[test]
fn agents_stand_in_switches_and_use_their_own() {
    breaks(
        HOPPER,
        "async.pipeline.agent_switch {\n",
        "async.pipeline.agent_switch {\n barrier\n",
        "holds agents alone",
    );
    breaks(
        HOPPER,
        "    return\n",
        "    async.pipeline.agent_switch {\n async.pipeline.yield\n }\n return\n",
        "has no agents",
    );
    breaks(
        HOPPER,
        "    return\n",
        "    async.pipeline.agent <num_warps = 4> {\n async.pipeline.yield\n }\n return\n",
        "must be in an `async.pipeline.agent_switch`",
    );
    let around = "async.pipeline.agent <name = \"load\", num_warps = 4, registers = 40> {\n";
    let nested = format!("{around} async.pipeline.agent_switch {{\n async.pipeline.yield\n }}\n");
    breaks(HOPPER, around, &nested, "shares out the warps of a kernel, and must be in its own block");
    let end = "        async.pipeline.yield\n      }\n      async.pipeline.agent <name = \"gather\"";
    breaks(
        MOE,
        end,
        &end.replace("async.pipeline.yield", "return"),
        "its body must end in `async.pipeline.yield`",
    );
    let outside = "    async.pipeline.agent_switch {\n";
    let crossing = format!("    %none = constant <value = 0.0> : tile<64x64xf32, #r0>\n{outside}");
    let text = source(MOE).replacen(outside, &crossing, 1).replacen(
        "        %none = constant <value = 0.0> : tile<64x64xf32, #r0>\n",
        "",
        1,
    );
    let found = findings(&text);
    let phrase = "operand #3, a tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, is held by the warps outside of the agent; hand it over through a pipeline or shared memory";
    assert!(found.iter().any(|text| text.contains(phrase)), "{found:#?}");
}

#[test]
fn agents_that_take_turns_are_numbered_warpgroups() {
    let load = "num_warps = 4, registers = 40";
    breaks(HOPPER, load, "num_warps = 4, registers = 40, turn = 0", "is the only agent with `turn`");
    breaks(
        HOPPER,
        load,
        "num_warps = 4, registers = 40, turn = 1",
        "has turn 1, but is number 0 of the agents that take turns",
    );
    breaks(
        HOPPER,
        load,
        "num_warps = 8, registers = 40, turn = 0",
        "takes turns with other agents, so it must have the 4 warps of a warpgroup",
    );
    breaks(
        HOPPER,
        "create_pipeline :",
        "create_pipeline <turns> :",
        "has one consumer, and `turns` needs several",
    );
    breaks(
        HOPPER,
        "%r1 = async.pipeline.inc_iter %r0 : iterator<4, consumer>",
        "%far = constant <value = 2> : i64\n        %r1 = async.pipeline.inc_iter %r0, [%far] : iterator<4, consumer>, i64 -> iterator<4, consumer>",
        "takes a number of steps of type i32, not i64",
    );
}

#[test]
fn pipelines_are_made_once_of_memory() {
    breaks(
        HOPPER,
        "create_pipeline :",
        "create_pipeline <consumers = 33> :",
        "a pipeline has 1 to 32 consumers, not 33",
    );
    breaks(
        HOPPER,
        "create_pipeline :",
        "create_pipeline <cluster> :",
        "is for the thread blocks of a cluster, and the kernel has one",
    );
    breaks_everywhere(
        BLACKWELL,
        "pipeline<2, tmem<128x128xf32, #t0>>",
        "pipeline<2>",
        "hands over memory, and its stages have none",
    );
    breaks_everywhere(HOPPER, "pipeline<4", "pipeline<65", "a pipeline has 1 to 64 stages");
    let made = "    %p = async.pipeline.create_pipeline : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>\n";
    breaks(
        HOPPER,
        made,
        &format!("if %flag : i1 {{\n{made}\nyield\n}}\n{made}").replace("%flag", "%x").replacen(
            "if",
            "%x = constant <value = 1> : i1\nif",
            1,
        ),
        "makes the barriers of a kernel, and must be in its own block",
    );
}

#[test]
fn stages_go_their_way() {
    breaks(
        MOE,
        "consumer_wait %a, %ra",
        "consumer_wait %a, %rb",
        "uses a stage or an iterator of another pipeline",
    );
    breaks(
        MOE,
        "[%next, %ra1, %rb1]",
        "[%next, %rb1, %ra1]",
        "passes on stages or iterators of two pipelines as one value",
    );
    breaks(
        MOE,
        "          async.pipeline.consumer_release %a, %read_a : pipeline<3, buffer<64x64xbf16, #s0>>, stage<read>\n",
        "",
        "returns a stage that is not passed on",
    );
    let release = "          async.pipeline.consumer_release %a, %read_a : pipeline<3, buffer<64x64xbf16, #s0>>, stage<read>\n";
    breaks(MOE, release, &format!("{release}{release}"), "gives a stage that is used more than once");
    breaks(
        MOE,
        "%a, %read_a : pipeline<3, buffer<64x64xbf16, #s0>>, stage<read>",
        "%a, %full_a : pipeline<3, buffer<64x64xbf16, #s0>>, stage<full>",
        "goes with `stage<read>`, not with `stage<full>`",
    );
    breaks(
        MOE,
        "producer_acquire %a, %wa : pipeline<3, buffer<64x64xbf16, #s0>>, iterator<3, producer>",
        "producer_acquire %a, %ra0 : pipeline<3, buffer<64x64xbf16, #s0>>, iterator<3, consumer>",
        "takes the iterator of a producer, not that of a consumer",
    );
    let made = "    %wb0 = async.pipeline.create_iterator %b : pipeline<3, buffer<1x64x64xbf16, #s1>> -> iterator<3, producer>\n";
    let odd = made.replace("%wb0", "%odd").replace("iterator<3", "iterator<2");
    breaks(MOE, made, &format!("{made}{odd}"), "its pipeline has 3 stages, and the iterator is one of 2");
    let inside = "          async.pipeline.consumer_release %a, %read_a : pipeline<3, buffer<64x64xbf16, #s0>>, stage<read>\n";
    breaks(
        MOE,
        inside,
        &format!("          %yes = constant <value = 1> : i1\n if %yes : i1 {{\n{inside} yield\n }}\n"),
        "gives a stage that a loop or branch inside of its block uses",
    );
}

#[test]
fn stages_are_reused_when_all_is_done() {
    let reuse = "%again = async.pipeline.reuse %a : pipeline<3, buffer<64x64xbf16, #s0>> -> buffer<64x64xbf16, #s0>\n";
    let release = "          async.pipeline.consumer_release %a, %read_a : pipeline<3, buffer<64x64xbf16, #s0>>, stage<read>\n";
    let in_loop = format!("{release}{reuse}");
    breaks(MOE, release, &in_loop, "once, in an agent and outside of its loops");
    let made = "    %wb0 = async.pipeline.create_iterator %b : pipeline<3, buffer<1x64x64xbf16, #s1>> -> iterator<3, producer>\n";
    breaks(MOE, made, &format!("{made}{reuse}"), "once, in an agent and outside of its loops");
    let agent = "      async.pipeline.agent <name = \"multiply\", num_warps = 4> {\n";
    breaks(MOE, agent, &format!("{agent}{reuse}"), "takes over the stages of a pipeline that is used later");
}

#[test]
fn somebody_is_at_each_end() {
    breaks(
        HOPPER,
        "create_pipeline :",
        "create_pipeline <consumers = 2> :",
        "would be waited for forever: no agent waits for its stages as consumer 1",
    );
    breaks(
        HOPPER,
        "consumer_wait %p, %it :",
        "consumer_wait %p, %it <consumer_idx = 1> :",
        "names consumer 1, and the pipeline has 1, counted from 0",
    );
    let made = "    %p = async.pipeline.create_pipeline : pipeline<4, buffer<128x64xf16, #s1>, buffer<64x128xf16, #s2>>\n";
    let ty = "pipeline<1, buffer<128x64xf16, #s1>>";
    let waits = format!(
        "    %q = async.pipeline.create_pipeline : {ty}\n    %early = async.pipeline.create_iterator %q : {ty} -> iterator<1, consumer>\n    %never = async.pipeline.consumer_wait %q, %early : {ty}, iterator<1, consumer> -> stage<full>\n"
    );
    breaks(
        HOPPER,
        made,
        &format!("{made}{waits}"),
        "would be waited for forever: no agent acquires its stages",
    );
    let first = "      async.pipeline.agent <name = \"weights\", num_warps = 1> {\n";
    let more = "        %early = async.pipeline.producer_acquire %a, %wa0 : pipeline<3, buffer<64x64xbf16, #s0>>, iterator<3, producer> -> stage<empty>\n";
    breaks(MOE, first, &format!("{first}{more}"), "is used by 2 agents at once: one acquires its stages");
}

#[test]
fn there_is_enough_memory() {
    breaks_everywhere(
        HOPPER,
        "<4, ",
        "<8, ",
        "has pipelines of 8 x 32784 = 262272 bytes of shared memory, and a thread block can have 232448; use fewer stages",
    );
    breaks_everywhere(
        BLACKWELL,
        "<2, ",
        "<5, ",
        "takes 5 x 128 = 640 columns of tensor memory, and there are 512",
    );
    breaks(
        HOPPER,
        "<tma_idx = 1>",
        "<tma_idx = 0>",
        "has the number 0, as another tensor map of the kernel has",
    );
    breaks(HOPPER, "<tma_idx = 1>", "<tma_idx = 99>", "a kernel has 32 tensor maps at most");
}

#[test]
fn stored_rows_are_whole_units() {
    // The memory of the result with rows of a known number of elements.
    let with_rows = |elements: u32| -> String {
        let of_result = |line: &str| line.contains("%mc") || line.contains("tiled_tma_store");
        let known = |line: &str| {
            line.replace("memref<?x?xf16", &format!("memref<?x{elements}xf16"))
                .replace("[%m, %n], [%n] : ptr, i32, i32, i32", "[%m], [%n] : ptr, i32, i32")
        };
        let text = source(HOPPER);
        text.lines().map(|line| if of_result(line) { known(line) } else { line.to_owned() } + "\n").collect()
    };
    assert_eq!(findings(&with_rows(136)), Vec::<String>::new());
    finds(&with_rows(130), "stores to rows of 260 bytes; tensor maps write whole units of 16 bytes");
}

#[test]
fn memory_of_stages_stays_with_them() {
    let load = "async.tiled_tma_store %out, %c, %dc, [%i, %j] : buffer<128x128xf16, #s0>, ";
    breaks(
        HOPPER,
        load,
        "async.tiled_tma_load %c, %out, %dc, [%i, %j] : block_tile<[128, 128], memref<?x?xf16, [?, 1]>, step = [128, 128], dims = [0, 1]>, buffer<128x128xf16, #s0>, tma_desc<128x64xf16, swizzle = 128>, i32, i32\n//",
        "writes memory of a stage, an argument of the body of an `async.pipeline.producer_write`",
    );
    breaks(
        MOE,
        "async.pipeline.yield [%t] : tile<64x64xbf16, #r0>",
        "async.pipeline.yield [%zero] : i32",
        "what is yielded must be of types",
    );
    breaks(
        BLACKWELL,
        "tcgen05.mma %sa, %sb, %acc,",
        "%own = tcgen05.alloc : tmem<128x128xf32, #t0>\n tcgen05.mma %sa, %sb, %own,",
        "writes memory of a stage",
    );
    breaks(
        BLACKWELL,
        "tcgen05.mma %sa, %sb, %acc,",
        "%own = tcgen05.alloc : tmem<128x128xf32, #t0>\n tcgen05.mma %sa, %sb, %acc,",
        "reserves memory of the kernel, and must be outside of agents",
    );
}

#[test]
fn tensor_maps_copy_boxes() {
    breaks_everywhere(
        HOPPER,
        "tma_desc<128x64xf16, swizzle = 128>",
        "tma_desc<128x64xf16, swizzle = 64>",
        "rows of a box have 128 bytes, and its swizzle is within 64",
    );
    breaks_everywhere(
        HOPPER,
        "tma_desc<128x64xf16, swizzle = 128>",
        "tma_desc<512x64xf16, swizzle = 128>",
        "boxes have 256 elements along a dimension at most, not 512",
    );
    breaks_everywhere(
        HOPPER,
        "tma_desc<128x64xf16, swizzle = 128>",
        "tma_desc<128x4xf16, swizzle = 128>",
        "rows of a box are multiples of 16 bytes, and these have 8",
    );
    breaks_everywhere(
        HOPPER,
        "tma_desc<128x64xf16, swizzle = 128>",
        "tma_desc<1x8xf16, swizzle = 128>",
        "a box has 16 bytes, and boxes begin at multiples of 128",
    );
    breaks_everywhere(
        HOPPER,
        "tma_desc<64x64xf16, swizzle = 128>",
        "tma_desc<64x32xf16, swizzle = 64>",
        "the buffer is not a sequence of boxes of tma_desc<64x32xf16, swizzle = 64>, one after the other",
    );
    breaks_everywhere(
        HOPPER,
        "tma_desc<64x64xf16, swizzle = 128>",
        "tma_desc<64x64xbf16, swizzle = 128>",
        "copies no boxes of memref<?x?xf16, [?, 1]>",
    );
    breaks_everywhere(
        HOPPER,
        "memref<?x?xf16, [?, 1]>",
        "memref<?x?xf16, [?, ?]>",
        "needs a dimension of stride 1, and memref<?x?xf16, [?, ?]> has none",
    );
    breaks(
        HOPPER,
        "async.tiled_tma_load %a, %sa, %da, [%i, %s]",
        "async.tiled_tma_load %a, %sa, %da, [%i]",
        "types",
    );
    breaks(
        HOPPER,
        "%dc, [%i, %j] :",
        "%dc, [%i, %j] <mode = xchg> :",
        "`xchg` does not combine f16 in memory here",
    );
    breaks(
        SCALED,
        "%da, [%row, %s] :",
        "%da, [%row, %s] <multicast = [0, 2]> :",
        "`multicast` [0, 2] must name ranks of the cluster's 2 thread blocks",
    );
    breaks(SCALED, "%da, [%row, %s] :", "%da, [%row, %s] <multicast = [1, 0]> :", "each once, rising");
    for (said, wrong) in [
        ("by_parts", "copies by parts, and `multicast` names no thread blocks"),
        (
            "multicast = [0], by_parts",
            "copies by parts, and `multicast` [0] leaves out some of the 2 thread blocks",
        ),
        ("multicast = [0, 1], by_parts", "2 thread blocks cannot copy as many of its 1 boxes each"),
    ] {
        breaks(SCALED, "%da, [%row, %s] :", &format!("%da, [%row, %s] <{said}> :"), wrong);
    }
    breaks(
        HOPPER,
        "async.store_wait <pending = 0>",
        "async.store_wait <pending = -1>",
        "cannot wait until -1 stores are in flight",
    );
}

#[test]
fn products_have_instructions() {
    breaks_everywhere(HOPPER, "xf32, #r0>", "xf64, #r0>", "there is no instruction for f16 and f16 into f64");
    breaks(
        HOPPER,
        "offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]\n",
        "offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]\n",
        "no matrix descriptor describes where elements of f16 are in a buffer of the layout 'offset=[(0,1),(0,2)",
    );
    breaks(
        HOPPER,
        "async.dot_wait %sum :",
        "async.dot_wait %sum <pending = 1> :",
        "returns a tile while 1 products may be in flight, but fewer were started after this one",
    );
    breaks(
        HOPPER,
        "async.dot_wait %sum :",
        "async.dot_wait %sum <late> :",
        "is `late`, and its product was begun in no read of a stage that this block has waited for",
    );
    breaks(
        HOPPER,
        "        %whole = async.dot_wait %sum :",
        "        async.turn <step = take>\n        %whole = async.dot_wait %sum :",
        "needs an agent of several warpgroups",
    );
    let wait = "        %whole = async.dot_wait %sum :";
    let twice = format!(
        "        %same = async.dot_wait %sum : pending<128x128xf32, #r0>\n{}",
        wait.replace("%sum", "%same")
    );
    breaks(HOPPER, wait, &twice, "waits for its product, and gives a tile");
    breaks(
        BLACKWELL,
        "#t0 = part=[] column=[(0,1),(0,2),",
        "#t0 = part=[] column=[(0,2),(0,1),",
        "a sum in tensor memory cannot have the layout",
    );
    breaks(
        BLACKWELL,
        "#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(1,0),(2,0),",
        "#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64)] lane=[(2,0),(1,0),",
        "no instruction moves a tile in the layout",
    );
    breaks(SCALED, "<cta_group = 2>", "<cta_group = 3>", "one or two thread blocks make a product, not 3");
    breaks(
        SCALED,
        "%p = async.pipeline.create_pipeline <cluster>",
        "%p = async.pipeline.create_pipeline",
        "multiplies stages of two thread blocks",
    );
    breaks(SCALED, "num_ctas = 2", "num_ctas = 3", "pairs of thread blocks make it, and the cluster has 3");
    breaks(
        SCALED,
        "%q = async.pipeline.create_pipeline <cluster>",
        "%q = async.pipeline.create_pipeline",
        "is made by two thread blocks, which a pipeline with `cluster` hands over",
    );
    breaks(SCALED, " <cta_group = 2>", "", "128] times");
    breaks_everywhere(
        SCALED,
        "f8E8M0FNU",
        "f8E4M3FN",
        "there is no instruction for f8E4M3FN and f8E4M3FN with scales of f8E4M3FN into f32",
    );
    breaks(
        SCALED,
        "#s2 = offset=[(0,1),(0,2),(32,0)",
        "#s2 = offset=[(0,2),(0,1),(32,0)",
        "scales must be in blocks of 512 bytes, and not as in the layout",
    );
    breaks(
        SCALED,
        "#t0 = part=[(0,1),(0,2)] column=[(32,0),(64,0)] lane=[(1,0),(2,0)",
        "#t0 = part=[(0,1),(0,2)] column=[(32,0),(64,0)] lane=[(2,0),(1,0)",
        "fills rows or scales, and tmem<128x4xf8E8M0FNU",
    );
}

#[test]
fn packed_elements_are_copied_and_multiplied_as_they_are() {
    breaks_everywhere(PACKED, "f4E2M1FN, packed,", "f4E2M1FN,", "copies two elements of f4E2M1FN in a byte");
    breaks_everywhere(PACKED, "f4E2M1FN, packed,", "f4E2M1FN,", "multiplies f4E2M1FN that is packed");
    breaks_everywhere(PACKED, "f4E2M1FN", "f8E4M3FN", "expected");
    breaks_everywhere(PACKED, "f8E8M0FNU", "f8E5M2", "there is no instruction for f4E2M1FN and f4E2M1FN");
    breaks_everywhere(
        PACKED,
        "memref<?x?xf4E2M1FN, [?, 1]>",
        "memref<?x65xf4E2M1FN, [?, 1]>",
        "rows of a tensor map are whole bytes, and 65 elements of f4E2M1FN are none",
    );
    breaks_everywhere(
        PACKED,
        "memref<?x?xf4E2M1FN, [?, 1]>",
        "memref<?x?xf4E2M1FN, [48, 1]>",
        "strides of a tensor map are multiples of 16 bytes, and one is 24",
    );
    breaks(
        PACKED,
        "target = \"sm_100a\"",
        "target = \"sm_90a\"",
        "needs tensor maps of elements of 4 bits, which sm_100a, sm_103a, sm_107a, sm_110a, sm_120a, sm_121a have",
    );
    let load = "%whole = local_load %arg2, [%zero, %zero] : buffer<128x128xf4E2M1FN, packed, #s0>, i32, i32 -> \
                tile<128x128xf4E2M1FN, #r0>\n";
    breaks(
        PACKED,
        "async.tiled_tma_load %av,",
        &format!("{load}async.tiled_tma_load %av,"),
        "accesses whole bytes",
    );
}

#[test]
fn layouts_with_names_are_defined_once() {
    breaks(HOPPER, "#r0 = ", "#r9 = ", "'#r0' is not defined");
    breaks(HOPPER, "#s1 = ", "#s0 = ", "'#s0' is defined twice");
    breaks(HOPPER, "#r0 = reg", "#r0 = rag", "this is no layout: expected `reg` at byte 0 of the layout");
    breaks_everywhere(PACKED, "f4E2M1FN, packed,", "f4E2M1FN, packd,", "expected `packed`, or a layout");
    breaks_everywhere(HOPPER, "buffer<128x64xf16, ", "buffer<128x64xf16, packed, ", "only elements of 4");
}

#[test]
fn the_page_about_agents_shows_a_right_program() {
    let page = include_str!("../../../../docs/agents.md");
    let (_, behind) = page.split_once("```mlir\n").expect("a program");
    let (program, _) = behind.split_once("```").expect("its end");
    assert_eq!(findings(program), Vec::<String>::new());
    assert_eq!(print(&parse_text::<TileAs>(program), false), program);
    // Every op that is for agents is on the page.
    let ops = Opcode::ALL.iter().filter(|&&op| matches!(op, tileas::agent_pattern!(Opcode)));
    for op in ops {
        let name = op.spec().mnemonic.trim_start_matches("async.pipeline.");
        assert!(page.contains(name), "`{name}` is not on the page");
    }
}

/// The module that a golden text expects, without the comment behind it.
fn expected(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//")).filter(|line| !line.contains("RUN:"));
    lines.take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

#[test]
fn warps_that_skip_a_body_miss_nothing() {
    let text = expected(RESCALE);
    assert_eq!(findings(&text), Vec::<String>::new());
    let branch = text.lines().find(|line| line.contains("warp_if")).expect("a warp_if").to_owned();
    let changed = |new: &str, phrase: &str| finds(&text.replacen(&branch, new, 1), phrase);
    changed(
        "%all = constant <value = true> : i1\nwarp_if %all : i1 {",
        "asks each warp for its elements of a tile; for a single condition there is `if`",
    );
    changed(
        &format!("{branch}\nbarrier"),
        "its body accesses tensor memory and computes element by element, since other warps may skip it; it cannot have `barrier`",
    );
    let (_, ty) = branch.trim_end_matches(" {").split_once(" : ").expect("the type of the condition");
    let outside = format!(
        "%mask = constant <value = true> : {ty}\nwarp_if %mask : {ty} {{\nasync.pipeline.yield\n}}\nasync.pipeline.agent_switch {{"
    );
    finds(&text.replacen("async.pipeline.agent_switch {", &outside, 1), "is only allowed in an agent");
    let body = branch.clone()
        + "\n%given = constant <value = 1> : i32\nasync.pipeline.yield [%given] : i32\n}\n"
        + &branch;
    changed(&body, "yields nothing here: a warp that skips the body has no values");
}

#[test]
fn stages_of_the_same_memory_are_used_in_turn() {
    let text = expected(OVER_SUMS);
    assert_eq!(findings(&text), Vec::<String>::new());
    let changed = |old: &str, new: &str, phrase: &str| {
        assert!(text.contains(old), "the program has no {old:?}");
        finds(&text.replacen(old, new, 1), phrase);
    };
    changed(
        "create_pipeline [%13]",
        "create_pipeline [%14]",
        "is over a pipeline whose consumer is not its producer",
    );
    let other = "%17 = async.pipeline.create_pipeline [%13] : pipeline<1, tmem<128x128xf32, #t0>>";
    changed(
        other,
        "%17 = async.pipeline.create_pipeline [%9] : pipeline<2, buffer<128x128xf16, #s0>>",
        "must have one stage of one part in tensor memory each",
    );
    // Products write the sums twice before the weights are read.
    let again = "%e = async.pipeline.producer_acquire %13, %23 : pipeline<1, tmem<128x128xf32, #t0>>, iterator<1, producer> -> stage<empty>
        %w = async.pipeline.producer_write %13, %e : pipeline<1, tmem<128x128xf32, #t0>>, stage<empty> -> stage<written> (%m: tmem<128x128xf32, #t0>) {
          async.pipeline.yield
        }
        async.pipeline.producer_commit %13, %w : pipeline<1, tmem<128x128xf32, #t0>>, stage<written>
        async.pipeline.consumer_release %9, ";
    changed("async.pipeline.consumer_release %9, ", again, "are not written and read in turn on every path");
}

#[test]
fn agents_of_a_warpgroup_share_its_registers() {
    let text = expected(OVER_SUMS);
    let changed = |old: &str, new: &str, phrase: &str| finds(&text.replacen(old, new, 1), phrase);
    changed(
        "num_warps = 2, registers = 72",
        "num_warps = 2, registers = 64",
        "all agents of a warpgroup have equal `registers`",
    );
    changed(
        "num_warps = 4, registers = 216",
        "num_warps = 4, registers = 224",
        "and begin with 168 each, which are 64512",
    );
}

#[test]
fn products_of_all_warps_have_memory_of_their_kernel() {
    breaks(
        WITHOUT_AGENTS,
        "target = \"sm_100a\"",
        "target = \"sm_90a\"",
        "needs tensor memory, which sm_100a, sm_103a, sm_107a, sm_110a have and sm_90 has not",
    );
    breaks(
        WITHOUT_AGENTS,
        "#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),",
        "#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,16),(2,8),(4,32),",
        "no matrix descriptor describes where elements of f16 are",
    );
}

#[test]
fn columns_of_tensor_memory_are_shared_in_time() {
    let alloc = "%acc = tcgen05.alloc";
    let all = |columns: [&str; 2]| {
        let [first, second] = columns;
        let load = "tmem<128x64xf32, #t0> -> tile<128x64xf32, #r2>";
        source(WITHOUT_AGENTS)
            .replacen(
                alloc,
                &format!(
                    "%other = tcgen05.alloc{second} : tmem<128x64xf32, #t0>\n%acc = tcgen05.alloc{first}"
                ),
                1,
            )
            .replacen("%sum = tmem_load", &format!("%more = tmem_load %other : {load}\n%sum = tmem_load"), 1)
    };
    assert_eq!(findings(&all(["", ""])), Vec::<String>::new());
    assert_eq!(findings(&all([" <column = 64>", " <column = 0>"])), Vec::<String>::new());
    finds(
        &all([" <column = 32>", " <column = 0>"]),
        "takes columns of tensor memory that another allocation needs at the same time",
    );
    finds(
        &all([" <column = 480>", " <column = 0>"]),
        "starts at column 480 of tensor memory, and there are 512",
    );
}
