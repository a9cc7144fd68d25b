//! Level 2 through level 3 to level 4: what comes out reads back and is sound.

use ir::generic::{parse_text, print, verify};
use nvvm::Nvvm;
use tileaa::TileAa;

const SUM: &str = r"tileaa.module @kernels {
  func @sum (%x: ptr, %n: i32) {
    %memory = make_memref %x, [%n] : ptr, i32 -> memref<?xf32, [1]>
    %tiles = block_tile %memory : memref<?xf32, [1]> -> block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = neg_inf>
    %zero = constant <value = 0.0> : tile<128xf32>
    %low = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %sum = for %low, %n, %one, [%zero] : i32, i32, i32, tile<128xf32> -> tile<128xf32> (%i: i32, %acc: tile<128xf32>) {
      %value, %read = tiled_load %tiles, [%i] : block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = neg_inf>, i32 -> tile<128xf32>, token
      %next = addf %acc, %value : tile<128xf32>
      continue [%next] : tile<128xf32>
    }
    %all = reduce [%sum] <dim = 0, identities = [0]> : tile<128xf32> -> f32 (%a: f32, %b: f32) {
      %c = addf %a, %b : f32
      yield [%c] : f32
    }
    %running = scan [%sum] <dim = 0, identities = [0]> : tile<128xf32> -> tile<128xf32> (%a: f32, %b: f32) {
      %c = addf %a, %b : f32
      yield [%c] : f32
    }
    %token = store %x, %all : ptr, f32 -> token
    %end = tiled_store %running, %tiles, [%one] : tile<128xf32>, block_tile<[128], memref<?xf32, [1]>, step = [128], dims = [0], padding = neg_inf>, i32 -> token
    return
  }
}
";

#[test]
fn what_comes_out_reads_back() {
    let module = parse_text::<TileAa>(SUM);
    let options = tileas::from_tileaa::Options {
        target: "sm_80".to_owned(),
        capability: 80,
        warps: 4,
        shared: 163 << 10,
        stages: 4,
        path: tileas::attributes::ExecutionPath::Universal,
        required: false,
        buffers: 99 << 10,
        warpgroups: true,
        group: 0,
        plan: 0,
        divisions: Vec::new(),
        refused: Vec::new(),
    };
    let tiles = tileas::from_tileaa::lower(&module, &options);
    let threads = nvvm::from_tileas::lower(&tiles).expect("compiles");
    let text = print(&threads, false);
    assert_eq!(verify(&threads), [], "{text}");
    assert_eq!(print(&parse_text::<Nvvm>(&text), false), text);
    // Four warps meet around the scratch that their sums go through.
    assert!(text.contains("shfl") && text.contains("@sum$shared"), "{text}");
}

/// The way to level 3 joins tiles of one layout alone; text of level 3 can say others.
#[test]
fn tiles_of_different_layouts_are_not_joined() {
    let mut module = parse_text::<tileas::TileAs>(
        r"tileas.module @kernels {
  func @k <num_warps = 1> () {
    %low = constant <value = 1> : tile<64xi32, reg=[1] lane=[2,4,8,16,32] warp=[]>
    %high = constant <value = 2> : tile<64xi32, reg=[32] lane=[1,2,4,8,16] warp=[]>
    %both = cat %low, %high <dim = 0> : tile<64xi32, reg=[1] lane=[2,4,8,16,32] warp=[]>, tile<64xi32, reg=[32] lane=[1,2,4,8,16] warp=[]> -> tile<128xi32, reg=[1,64] lane=[2,4,8,16,32] warp=[]>
    return
  }
}
",
    );
    tileas::transform::allocate_shared(&mut module);
    let refused = nvvm::from_tileas::lower(&module).err().expect("the layouts differ");
    let said = refused[0].to_string();
    assert!(said.starts_with("error[E0907]: ") && said.contains("joins tiles of other layouts"), "{said}");
}

/// A slice whose registers are the same in all threads is a name for them; another goes through shared memory.
#[test]
fn slices_of_tiles_are_names_where_registers_tell_them_apart() {
    let made = |layouts: [&str; 2]| {
        let text = format!(
            "tileas.module @kernels <target = \"sm_80\"> {{
  func @k <num_warps = 1> (%p: ptr, %v: i32) {{
    %three = constant <value = 3> : i32
    %whole = make_range : tile<128xi32, {}>
    %part = extract_slice %whole, [%three] : tile<128xi32, {0}>, i32 -> tile<32xi32, {}>
    print [%part] <format = \"%d\"> : tile<32xi32, {1}>
    return
  }}
}}
",
            layouts[0], layouts[1]
        );
        let mut module = parse_text(&text);
        tileas::transform::allocate_shared(&mut module);
        print(&nvvm::from_tileas::lower(&module).expect("compiles"), false)
    };
    let barriers = |text: &str| text.matches("barrier").count();
    let apart = made(["reg=[32,64] lane=[1,2,4,8,16] warp=[]", "reg=[] lane=[1,2,4,8,16] warp=[]"]);
    let moved = made(["reg=[1,2] lane=[4,8,16,32,64] warp=[]", "reg=[] lane=[1,2,4,8,16] warp=[]"]);
    // The tile is printed through shared memory in any case.
    assert_eq!((barriers(&apart), barriers(&moved)), (2, 4), "{apart}{moved}");
}

/// Registers of an operand may stand in any order: words are loaded as they are where bytes of one stand together.
#[test]
fn operands_in_another_order_are_put_together() {
    const FILE: &str = include_str!("../../../tests/tileas/dot_bytes.mlir");
    let golden =
        FILE.lines().skip(1).map_while(|line| line.strip_prefix("// ")).collect::<Vec<_>>().join("\n");
    let in_order = "#r3 = reg=[(0,1),(0,2),(0,4),(0,8),(8,0)]";
    let packs = |registers: &str| {
        let text = golden.replace(in_order, registers);
        let mut module = parse_text::<tileas::TileAs>(&text);
        tileas::transform::allocate_shared(&mut module);
        assert_eq!(verify(&module), [], "{text}");
        print(&nvvm::from_tileas::lower(&module).expect("compiles"), false).matches("= pack ").count()
    };
    assert!(golden.contains(in_order));
    // The eight words of a thread, which are not loaded as such.
    let [whole, made] = [in_order, "#r3 = reg=[(0,1),(8,0),(0,4),(0,8),(0,2)]"].map(packs);
    assert_eq!(made, whole + 8);
}
