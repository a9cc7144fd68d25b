//! Level 2 to level 3: what comes out reads back and is sound.

use ir::generic::{parse_text, print, verify};
use tileaa::TileAa;
use tileas::TileAs;
use tileas::from_tileaa::{Options, lower};

const SUM: &str = r"tileaa.module @kernels {
  func @sum (%x: ptr, %n: i32) {
    %memory = make_memref %x, [%n] : ptr, i32 -> memref<?xf32, [1]>
    %tiles = block_tile %memory : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>
    %zero = constant <value = 0.0> : tile<128xf32>
    %low = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %start = create_mem_token : token
    %sum, %end = for %low, %n, %one, [%zero, %start] : i32, i32, i32, tile<128xf32>, token -> tile<128xf32>, token (%i: i32, %acc: tile<128xf32>, %before: token) {
      %value, %read = tiled_load %tiles, [%i], [%before] : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = zero>, i32, token -> tile<128xf32>, token
      %next = addf %acc, %value : tile<128xf32>
      continue [%next, %read] : tile<128xf32>, token
    }
    %all = reduce [%sum] <dim = 0, identities = [0]> : tile<128xf32> -> f32 (%a: f32, %b: f32) {
      %c = addf %a, %b : f32
      yield [%c] : f32
    }
    %last = store %x, %all, [], [%end] : ptr, f32, token -> token
    return
  }
}
";

#[test]
fn what_comes_out_reads_back() {
    let module = parse_text::<TileAa>(SUM);
    assert_eq!(ir::generic::verify(&module), []);
    let options = Options {
        target: "sm_80".to_owned(),
        capability: 80,
        warps: 4,
        shared: 163 << 10,
        stages: 4,
        path: tileas::attributes::ExecutionPath::Universal,
        required: false,
        buffers: 163 << 10,
        warpgroups: true,
        group: 1,
        plan: 0,
        divisions: Vec::new(),
        refused: Vec::new(),
    };
    let lowered = lower(&module, &options);
    let text = print(&lowered, false);
    assert_eq!(verify(&lowered), [], "{text}");
    assert_eq!(print(&parse_text::<TileAs>(&text), false), text);
    // The store waits for reads of all threads.
    assert!(text.contains("barrier\n    store"), "{text}");
}

/// A conversion copies the shared fields of a shared op by their numbers, so both levels have them at these.
#[test]
fn shared_fields_have_one_number() {
    use tile_core::tiles::TileLevel;
    let mut seen = 0;
    for upper in tileaa::ops::OPS {
        let Some(shared) = TileAa::shared(upper.opcode) else { continue };
        let lower = TileAs::of_shared(shared).spec();
        assert_eq!(upper.mnemonic, lower.mnemonic);
        for field in shared.fields().operands().chain(shared.fields().attrs()) {
            assert_eq!(upper.field_name(field), lower.field_name(field), "of `{}`", upper.mnemonic);
        }
        seen += 1;
    }
    assert!(seen > 80, "{seen} shared ops are few");
}

/// Fields of level 2 beyond the shared ones are dropped; the list is a decision, so a new field must be added to it.
#[test]
fn fields_of_level_2_alone_are_known() {
    use tile_core::tiles::TileLevel;
    let mut alone = std::collections::BTreeSet::new();
    for row in tileaa::ops::OPS {
        let Some(fields) = TileAa::shared(row.opcode).map(|shared| shared.fields()) else { continue };
        alone.extend(row.operands.iter().skip(fields.operands.into()).map(|operand| operand.name));
        alone.extend(row.attrs.iter().skip(fields.attrs.into()).map(|attr| attr.name));
    }
    assert_eq!(alone.into_iter().collect::<Vec<_>>(), ["global", "token"]);
}
