//! Agents of level 3 at level 4: what is waited for where a stage is released, and what is refused at its place.

use ir::generic::{parse_text, print, verify};

/// Level 4 of a program, or its error.
fn lowered(text: &str) -> Result<String, String> {
    let mut module = parse_text::<tileas::TileAs>(text);
    assert_eq!(verify(&module), [], "{text}");
    tileas::transform::allocate_shared(&mut module);
    match nvvm::from_tileas::lower(&module) {
        Ok(made) => {
            let text = print(&made, false);
            assert_eq!(verify(&made), [], "{text}");
            Ok(text)
        }
        Err(found) => Err(found[0].to_string()),
    }
}

fn refused(text: &str) -> String {
    let said = lowered(text).expect_err("it has no way to level 4");
    assert!(said.starts_with("error[E0907]: "), "{said}");
    said
}

const BUFFER: &str = "buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>";
const TILE: &str = "64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>";

/// A kernel with a pipeline of buffers of 64 x 64, which `load` fills and `multiply` reads.
fn program(multiply: &str, load: &str) -> String {
    let text = format!(
        "tileas.module @kernels <target = \"sm_90a\"> {{
  func @k <num_warps = 4> (%from: ptr, %rows: i32, %steps: i32) {{
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %m = make_memref %from, [%rows] : ptr, i32 -> MEMORY
    %tiles = block_tile %m : MEMORY -> TILES
    %map = make_tiled_tma_desc %m <tma_idx = 0> : MEMORY -> DESC
    %p = async.pipeline.create_pipeline : PIPE
    %w = async.pipeline.create_iterator %p : PIPE -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : PIPE -> iterator<2, consumer>
    async.pipeline.agent_switch {{
      async.pipeline.agent <num_warps = 4> {{
        %none = constant <value = 0.0> : tile<ACC
{multiply}
        async.pipeline.yield
      }}
      async.pipeline.agent <num_warps = 1> {{
{load}
        async.pipeline.yield
      }}
      async.pipeline.yield
    }}
    return
  }}
}}
"
    );
    text.replace("PIPE", &format!("pipeline<2, {BUFFER}>"))
        .replace("BUFFER", BUFFER)
        .replace("ACC", TILE)
        .replace("TILES", "block_tile<[64, 64], MEMORY, step = [64, 64], dims = [0, 1]>")
        .replace("MEMORY", "memref<?x64xf16, [64, 1]>")
        .replace("DESC", "tma_desc<64x64xf16, swizzle = 128>")
}

const READ: &str = "
        %full = async.pipeline.consumer_wait %p, %r : PIPE, iterator<2, consumer> -> stage<full>
        %read, %d = async.pipeline.consumer_read %p, %full : PIPE, stage<full> -> stage<read>, pending<ACC (%b: BUFFER) {
          %d0 = async.dot %b, %b, %none : BUFFER, BUFFER, tile<ACC -> pending<ACC
          async.pipeline.yield [%d0] : pending<ACC
        }";
const LOAD: &str = "
        %empty = async.pipeline.producer_acquire %p, %w : PIPE, iterator<2, producer> -> stage<empty>
        %written = async.pipeline.producer_write %p, %empty : PIPE, stage<empty> -> stage<written> (%b: BUFFER) {
          async.tiled_tma_load %tiles, %b, %map, [%zero, %zero] : TILES, BUFFER, DESC, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %p, %written : PIPE, stage<written>";

/// The waits of a program in their order.
fn waits(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| line.contains("wgmma_wait")).collect()
}

#[test]
fn a_release_waits_for_its_own_product() {
    let release = "
        async.pipeline.consumer_release %p, %read : PIPE, stage<read>
        %sum = async.dot_wait %d : pending<ACC -> tile<ACC";
    let text = lowered(&program(&format!("{READ}{release}"), LOAD)).expect("is lowered");
    let waits = waits(&text);
    assert_eq!(waits.len(), 2, "{text}");
    assert_eq!(waits[0], "wgmma_wait", "nothing was begun after it");
}

#[test]
fn a_release_after_another_product_leaves_that_in_flight() {
    let more = "
        %more = async.dot_wait %d <pending = 1> : pending<ACC -> pending<ACC
        %r1 = async.pipeline.inc_iter %r : iterator<2, consumer>
        %full1 = async.pipeline.consumer_wait %p, %r1 : PIPE, iterator<2, consumer> -> stage<full>
        %read1, %d1 = async.pipeline.consumer_read %p, %full1 : PIPE, stage<full> -> stage<read>, pending<ACC (%b: BUFFER) {
          %d0 = async.dot %b, %b, %more : BUFFER, BUFFER, pending<ACC -> pending<ACC
          async.pipeline.yield [%d0] : pending<ACC
        }
        async.pipeline.consumer_release %p, %read : PIPE, stage<read>
        %sum = async.dot_wait %d1 : pending<ACC -> tile<ACC
        async.pipeline.consumer_release %p, %read1 : PIPE, stage<read>";
    let text = lowered(&program(&format!("{READ}{more}"), LOAD)).expect("is lowered");
    let waits = waits(&text);
    assert_eq!(waits[..2], ["wgmma_wait <pending = 1>"; 2], "the program's and the release's: {text}");
    assert_eq!(waits.len(), 3, "the last release finds that its product has ended: {text}");
}

#[test]
fn copies_stand_in_the_body_of_a_write() {
    let load = LOAD.replace(
        "          async.tiled_tma_load %tiles, %b, %map, [%zero, %zero] : TILES, BUFFER, DESC, i32, i32",
        "          for %zero, %steps, %one : i32, i32, i32 (%i: i32) {
            async.tiled_tma_load %tiles, %b, %map, [%i, %zero] : TILES, BUFFER, DESC, i32, i32
            continue
          }",
    );
    let release = "
        %sum = async.dot_wait %d : pending<ACC -> tile<ACC
        async.pipeline.consumer_release %p, %read : PIPE, stage<read>";
    let said = refused(&program(&format!("{READ}{release}"), &load));
    assert!(said.contains("'tileas.async.tiled_tma_load' op begins a copy in a loop or branch"), "{said}");
}

#[test]
fn tiles_outside_of_agents_need_their_warps() {
    let text = "tileas.module @kernels <target = \"sm_90a\"> {
  func @k <num_warps = 1> () {
    %tile = make_range : tile<32xi32, reg=[] lane=[1,2,4,8,16] warp=[]>
    async.pipeline.agent_switch {
      async.pipeline.agent <num_warps = 2> {
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
";
    let said = refused(text);
    assert!(said.contains("works on a tile outside of agents"), "{said}");
    let with_warps = text.replace("num_warps = 2", "num_warps = 1");
    assert!(lowered(&with_warps).is_ok(), "the kernel has as many warps");
}

#[test]
fn named_barriers_are_fifteen() {
    let agents = |count: usize| {
        let agent = "      async.pipeline.agent <num_warps = 2> {
        barrier
        async.pipeline.yield
      }
";
        format!(
            "tileas.module @kernels <target = \"sm_90a\"> {{
  func @k <num_warps = 1> () {{
    async.pipeline.agent_switch {{
{}      async.pipeline.yield
    }}
    return
  }}
}}
",
            agent.repeat(count)
        )
    };
    let made = lowered(&agents(15)).expect("each agent has one");
    assert!(made.contains("barrier <id = 15, threads = 64>"), "{made}");
    assert!(refused(&agents(16)).contains("has no named barrier left"));
}
