//! Products of level 2 become agents: every pass leaves a module that the verifier takes, and what cannot be agents says why.

use ir::generic::{parse_text, print, verify};
use ir::pass::{Pass, Pipeline, Watcher};
use ir::walk::preorder;
use tileaa::TileAa;
use tileas::attributes::ExecutionPath;
use tileas::from_tileaa::{Options, convert};
use tileas::ops::fields;
use tileas::{Module, Opcode, TileAs, passes};

/// A product of tiles of `m` x `n` x `k`, and what differs between programs.
struct Gemm {
    /// Rows, columns, and the inner dimension of a step.
    tile: [u32; 3],
    /// Whether memory is contiguous along the inner dimension, of each operand.
    along_k: [bool; 2],
    /// The bits of an operand's element, and of the sum's.
    types: [&'static str; 2],
    /// The loop, `BODY` being its body.
    nest: &'static str,
}

/// One loop in the function.
const LOOP: &str =
    "    %sum = for %zero, %steps, %one, [%none] : i32, i32, i32, ACC -> ACC (%i: i32, %so_far: ACC) {
BODY
    }
    STORE";

/// Tile blocks that take several tiles each.
const PERSISTENT: &str = "    for %zero, %tiles, %one : i32, i32, i32 (%t: i32) {
    %sum = for %zero, %steps, %one, [%none] : i32, i32, i32, ACC -> ACC (%i: i32, %so_far: ACC) {
BODY
    }
    STORE
    continue
    }";

/// Tile blocks that have nothing to do.
const GUARDED: &str = "    %some = cmpi %x, %tiles <predicate = less_than, signed> : i32, i32 -> i1
    if %some : i1 {
    %sum = for %zero, %steps, %one, [%none] : i32, i32, i32, ACC -> ACC (%i: i32, %so_far: ACC) {
BODY
    }
    STORE
    yield
    }";

impl Gemm {
    fn new(tile: [u32; 3]) -> Gemm {
        Gemm { tile, along_k: [true, true], types: ["f16", "f32"], nest: LOOP }
    }

    fn text(&self) -> String {
        let [m, n, k] = self.tile;
        let [elem, sum] = self.types;
        // Strides of memory of `outer` x `inner` elements, contiguous along the last dimension or the first.
        let memref = |last: bool| format!("memref<?x?x{elem}, [{}]>", if last { "?, 1" } else { "1, ?" });
        let (a, b, c) =
            (memref(self.along_k[0]), memref(!self.along_k[1]), format!("memref<?x?x{sum}, [?, 1]>"));
        let tiles = |of: &str, rows: u32, columns: u32| {
            format!("block_tile<[{rows}, {columns}], {of}, step = [{rows}, {columns}], dims = [0, 1]>")
        };
        let (at, bt, ct) = (tiles(&a, m, k), tiles(&b, k, n), tiles(&c, m, n));
        let acc = format!("tile<{m}x{n}x{sum}>");
        let body = format!(
            "      %l, %t0 = tiled_load %av, [%x, %i] : {at}, i32, i32 -> tile<{m}x{k}x{elem}>, token
      %r, %t1 = tiled_load %bv, [%i, %y] : {bt}, i32, i32 -> tile<{k}x{n}x{elem}>, token
      %next = dot %l, %r, %so_far : tile<{m}x{k}x{elem}>, tile<{k}x{n}x{elem}>, ACC -> ACC
      continue [%next] : ACC"
        );
        let store = format!("%done = tiled_store %sum, %cv, [%x, %y] : ACC, {ct}, i32, i32 -> token");
        let nest = self.nest.replace("BODY", &body).replace("STORE", &store).replace("ACC", &acc);
        format!(
            "tileaa.module @m {{
  func @gemm (%pa: ptr, %pb: ptr, %pc: ptr, %rows: i32, %columns: i32, %depth: i32, %tiles: i32) {{
    %ap = assume %pa <kind = div_by, numbers = [16]> : ptr
    %bp = assume %pb <kind = div_by, numbers = [16]> : ptr
    %cp = assume %pc <kind = div_by, numbers = [16]> : ptr
    %m = assume %rows <kind = div_by, numbers = [16]> : i32
    %n = assume %columns <kind = div_by, numbers = [16]> : i32
    %k = assume %depth <kind = div_by, numbers = [16]> : i32
    %x = get_program_id <axis = 0> : i32
    %y = get_program_id <axis = 1> : i32
    %am = make_memref %ap, [%m, %k], [{}] : ptr, i32, i32, i32 -> {a}
    %bm = make_memref %bp, [%k, %n], [{}] : ptr, i32, i32, i32 -> {b}
    %cm = make_memref %cp, [%m, %n], [%n] : ptr, i32, i32, i32 -> {c}
    %av = block_tile %am : {a} -> {at}
    %bv = block_tile %bm : {b} -> {bt}
    %cv = block_tile %cm : {c} -> {ct}
    %steps = get_tile_count %av <dim = 1> : {at} -> i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %none = constant <value = 0.0> : {acc}
{nest}
    return
  }}
}}
",
            if self.along_k[0] { "%k" } else { "%m" },
            if self.along_k[1] { "%k" } else { "%n" },
        )
    }
}

fn options(target: &str) -> Options {
    let number: String = target.chars().filter(char::is_ascii_digit).collect();
    let capability = number.parse().expect("a target has a number");
    let shared = tileas::target::shared_limit(capability);
    Options {
        target: target.to_owned(),
        capability,
        warps: 4,
        shared,
        stages: 4,
        path: ExecutionPath::Agents,
        required: false,
        buffers: shared,
        warpgroups: true,
        group: 0,
        plan: 0,
        divisions: Vec::new(),
        refused: Vec::new(),
    }
}

/// Verifies a module behind every pass.
struct Verifies;

impl Watcher<TileAs> for Verifies {
    type Stop = ir::pass::Unmet;

    fn before(&mut self, _: &'static Pass<TileAs>, _: &Module) -> Result<(), Self::Stop> {
        Ok(())
    }

    fn after(&mut self, pass: &'static Pass<TileAs>, module: &Module, _: bool) -> Result<(), Self::Stop> {
        let text = print(module, false);
        assert_eq!(verify(module), [], "behind `{}`:\n{text}", pass.name);
        assert_eq!(print(&parse_text::<TileAs>(&text), false), text, "reads back");
        Ok(())
    }
}

/// Level 3 of a program for a target.
fn lowered(text: &str, target: &str) -> Module {
    let mut module = parse_text::<TileAa>(text);
    assert_eq!(verify(&module), [], "{text}");
    let split = Pipeline::parse("split-tile-blocks", tileaa::passes::PASSES).expect("a pipeline");
    split.run(&mut module, &mut ir::pass::Unwatched).expect("the pass takes every verified module");
    tileaa::passes::clean_up(&mut module);
    let options = options(target);
    let mut module = convert(&module, &options);
    let pipeline = Pipeline::parse(&passes::lowering(&options), passes::PASSES).expect("a pipeline");
    pipeline.run(&mut module, &mut Verifies).expect("passes get what they require");
    module
}

fn count(module: &Module, opcode: Opcode) -> usize {
    preorder(&module.body, module.root).filter(|&op| module.opcode(op) == opcode).count()
}

/// The program becomes agents of these warps with a number of stages.
#[track_caller]
fn becomes_agents(gemm: &Gemm, warps: [i64; 2], stages: u32) {
    let module = lowered(&gemm.text(), "sm_90a");
    let text = print(&module, false);
    let agents = preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::Agent);
    let found: Vec<i64> = agents.filter_map(|op| module.int(op, fields::agent::num_warps)).collect();
    assert_eq!(found, warps, "{text}");
    assert_eq!(count(&module, Opcode::TmaLoad), 2, "{text}");
    // The first iteration, and the others.
    assert_eq!(count(&module, Opcode::AsyncDot), 2, "{text}");
    assert_eq!(count(&module, Opcode::TiledLoad), 0, "{text}");
    assert!(text.contains(&format!("pipeline<{stages}, ")), "{text}");
}

#[test]
fn tiles_of_every_size_become_agents() {
    becomes_agents(&Gemm::new([64, 64, 64]), [4, 1], 4);
    becomes_agents(&Gemm::new([64, 128, 64]), [4, 1], 5);
    becomes_agents(&Gemm::new([128, 128, 64]), [4, 1], 4);
    becomes_agents(&Gemm::new([64, 256, 64]), [4, 1], 4);
    becomes_agents(&Gemm::new([128, 256, 64]), [8, 4], 4);
    becomes_agents(&Gemm::new([256, 128, 64]), [8, 4], 4);
    becomes_agents(&Gemm::new([64, 8, 16]), [4, 1], 8);
    becomes_agents(&Gemm::new([64, 16, 128]), [4, 1], 4);
}

#[test]
fn warps_multiply_where_a_target_has_no_wgmma() {
    for (tile, warps, stages) in
        [([128, 128, 64], [8, 1], 3), ([128, 256, 64], [8, 4], 2), ([64, 64, 64], [4, 1], 3)]
    {
        for target in ["sm_120a", "sm_121a"] {
            let module = lowered(&Gemm::new(tile).text(), target);
            let text = print(&module, false);
            let agents = preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::Agent);
            let found: Vec<i64> = agents.filter_map(|op| module.int(op, fields::agent::num_warps)).collect();
            assert_eq!(found, warps, "{text}");
            let counts =
                [Opcode::TmaLoad, Opcode::LocalLoad, Opcode::Dot].map(|opcode| count(&module, opcode));
            assert_eq!(counts, [2, 2, 1], "fragments of both operands are loaded from their stage: {text}");
            assert!(text.contains(&format!("pipeline<{stages}, ")), "{text}");
        }
    }
}

#[test]
fn operands_lie_along_either_dimension() {
    for along_k in [[true, true], [true, false], [false, true], [false, false]] {
        for tile in [[64, 64, 16], [128, 128, 32], [128, 256, 64], [256, 64, 64]] {
            let gemm = Gemm { along_k, ..Gemm::new(tile) };
            let module = lowered(&gemm.text(), "sm_90a");
            assert_eq!(count(&module, Opcode::TmaLoad), 2, "{}", print(&module, false));
        }
    }
}

#[test]
fn types_of_16_bits_become_agents() {
    becomes_agents(&Gemm { types: ["bf16", "f32"], ..Gemm::new([128, 128, 64]) }, [4, 1], 4);
    let halves = Gemm { types: ["f16", "f16"], ..Gemm::new([128, 128, 64]) };
    let module = lowered(&halves.text().replace("0.0", "0x0000"), "sm_90a");
    assert_eq!(count(&module, Opcode::AsyncDot), 2, "{}", print(&module, false));
}

#[test]
fn nests_are_kept_by_both_agents() {
    for nest in [PERSISTENT, GUARDED] {
        becomes_agents(&Gemm { nest, ..Gemm::new([128, 128, 64]) }, [4, 1], 4);
    }
}

/// The program with tile blocks that two thread blocks of a cluster share.
fn in_clusters(gemm: &Gemm) -> String {
    gemm.text().replace("func @gemm (", "func @gemm <cluster_size = 2> (")
}

#[test]
fn pairs_of_thread_blocks_multiply_rows_of_both_by_columns_of_both() {
    for (tile, halves) in [([256, 256, 64], "64x128xf16"), ([256, 32, 64], "64x16xf16")] {
        for along_k in [[true, true], [true, false], [false, true]] {
            let module = lowered(&in_clusters(&Gemm { along_k, ..Gemm::new(tile) }), "sm_100a");
            let text = print(&module, false);
            assert_eq!(count(&module, Opcode::TmaLoad), 2, "{text}");
            assert!(text.contains("<cta_group = 2>") && text.contains(halves), "{text}");
            assert!(!text.contains("multicast"), "each thread block copies for itself: {text}");
        }
    }
    stays(
        &in_clusters(&Gemm::new([128, 256, 64])),
        "sm_100a",
        "its tile block is divided along columns, and a pair of thread blocks multiplies one that is divided along rows",
    );
    stays(
        &in_clusters(&Gemm::new([128, 128, 64])),
        "sm_100a",
        "a pair of thread blocks makes 128 rows in each of them, and 32 columns or more; its part of the sum is 64x128",
    );
    stays(&in_clusters(&Gemm::new([256, 16, 64])), "sm_100a", "its part of the sum is 128x16");
    stays(
        &in_clusters(&Gemm::new([256, 128, 64])),
        "sm_120a",
        "2 thread blocks of a cluster share a tile block",
    );
}

/// A program has no agents, for this reason.
#[track_caller]
fn stays(text: &str, target: &str, reason: &str) {
    let module = lowered(text, target);
    assert_eq!(count(&module, Opcode::AgentSwitch), 0);
    let text = print(&module, false);
    assert!(text.contains("path = universal") && text.contains(reason), "{text}");
}

#[test]
fn what_is_in_the_way_is_said() {
    let text = Gemm::new([128, 128, 64]).text();
    stays(
        &text,
        "sm_80",
        "agents are made for sm_90a, sm_100a, sm_103a, sm_107a, sm_110a, sm_120a, sm_121a, which have",
    );
    stays(&Gemm::new([16, 16, 16]).text(), "sm_90a", "its 16 rows are fewer than the 64");
    stays(&Gemm::new([256, 256, 64]).text(), "sm_90a", "agents cannot hold its sum of 256x256");
    let unaligned = text.replacen("numbers = [16]", "numbers = [8]", 1);
    stays(&unaligned, "sm_90a", "the left operand: its base is not known to be a multiple of 16 bytes");
    let doubles = Gemm { types: ["f64", "f64"], ..Gemm::new([64, 64, 32]) }.text();
    stays(&doubles, "sm_90a", "`wgmma` does not multiply f64 by f64");
}
