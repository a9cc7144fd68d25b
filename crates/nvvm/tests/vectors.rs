//! Accesses of memory: how many instructions move a tile, and how wide they are.

use ir::generic::{parse_text, print, verify};
use tileaa::TileAa;

/// A function of four warps at levels 3 and 4.
fn lowered(parameters: &str, body: &str) -> [String; 2] {
    let text = format!("tileaa.module @m {{\n  func @f ({parameters}) {{\n{body}\n    return\n  }}\n}}\n");
    let module = parse_text::<TileAa>(&text);
    assert_eq!(verify(&module), []);
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
    assert_eq!(verify(&tiles), []);
    let threads = nvvm::from_tileas::lower(&tiles).expect("compiles");
    assert_eq!(verify(&threads), []);
    [print(&tiles, false), print(&threads, false)]
}

/// For each access of the mnemonic, how many values it moves, and the bits of each.
fn accesses(text: &str, mnemonic: &str) -> Vec<(usize, String)> {
    let lines = text.lines().filter(|line| line.split_whitespace().any(|word| word == mnemonic));
    let shape = |line: &str| {
        let moved = if mnemonic == "ld" {
            line.rsplit(" -> ").next().map_or(0, |types| types.split(", ").count())
        } else {
            line.split(['[', ']']).nth(1).map_or(0, |values| values.split(',').count())
        };
        let bits = line.split("bits = ").nth(1).unwrap_or("").split([',', '>']).next().unwrap_or("");
        (moved, bits.to_owned())
    };
    lines.map(shape).collect()
}

/// Loads and stores 1024 elements of a type through addresses that follow each other.
fn row(elem: &str, promise: &str, order: &str) -> [String; 2] {
    let body = format!(
        "    %p = assume %q <kind = div_by, numbers = [{promise}]> : ptr
    %i = make_range : tile<1024xi32>
    %r = view %p : ptr -> tile<1xptr>
    %b = broadcast %r : tile<1xptr> -> tile<1024xptr>
    %a = addptr %b, %i <bytes = {bytes}> : tile<1024xptr>, tile<1024xi32> -> tile<1024xptr>
    %v, %t = load %a {order} : tile<1024xptr> -> tile<1024x{elem}>, token
    %w = store %a, %v {order} : tile<1024xptr>, tile<1024x{elem}> -> token",
        bytes = elem.trim_start_matches(['f', 'i']).parse::<u32>().expect("a width") / 8
    );
    lowered("%q: ptr", &body)
}

#[test]
fn elements_in_a_row_move_sixteen_bytes_at_once() {
    for (elem, accesses_of) in [("f64", (2, "64")), ("f32", (4, "32")), ("f16", (4, "32")), ("i8", (2, "32"))]
    {
        let [tiles, threads] = row(elem, "16", "");
        let (values, bits) = accesses_of;
        let each = values * bits.parse::<usize>().expect("a width");
        let all = 8 * elem.trim_start_matches(['f', 'i']).parse::<usize>().expect("a width");
        let expected = vec![(values, bits.to_owned()); all / each];
        assert!(tiles.contains("contiguity = [1024], divisibility = 16"), "{tiles}");
        assert_eq!(accesses(&threads, "ld"), expected, "{threads}");
        assert_eq!(accesses(&threads, "st"), expected, "{threads}");
    }
}

#[test]
fn vectors_are_as_wide_as_addresses_are_aligned() {
    let [_, threads] = row("f32", "8", "");
    assert_eq!(accesses(&threads, "ld"), vec![(2, "32".to_owned()); 4], "{threads}");
    let [_, threads] = row("f32", "4", "");
    assert_eq!(accesses(&threads, "ld"), vec![(1, "32".to_owned()); 8], "{threads}");
}

/// Accesses that other threads may wait for stay element by element, as these threads see them.
#[test]
fn accesses_that_synchronise_stay_elements() {
    let [_, threads] = row("i32", "16", "<ordering = relaxed>");
    assert_eq!(accesses(&threads, "ld"), vec![(1, "32".to_owned()); 8], "{threads}");
    assert_eq!(accesses(&threads, "st"), vec![(1, "32".to_owned()); 8], "{threads}");
}

/// Loads 32 x 64 elements of a view with these strides, whose extents are so divisible.
fn tile(strides: &str, extents: u32, inbounds: &str) -> [String; 2] {
    let memref = format!("memref<?x?xf16, {strides}>");
    let tiles = format!("block_tile<[32, 64], {memref}, step = [32, 64], dims = [0, 1], padding = zero>");
    let body = format!(
        "    %p = assume %q <kind = div_by, numbers = [16]> : ptr
    %s = assume %s0 <kind = div_by, numbers = [8]> : i32
    %n = assume %n0 <kind = div_by, numbers = [{extents}]> : i32
    %m = make_memref %p, [%n, %n], [%s] : ptr, i32, i32, i32 -> {memref}
    %b = block_tile %m : {memref} -> {tiles}
    %v, %t = tiled_load %b, [%i, %j] {inbounds} : {tiles}, i32, i32 -> tile<32x64xf16>, token"
    );
    lowered("%q: ptr, %s0: i32, %n0: i32, %i: i32, %j: i32", &body)
}

#[test]
fn tiles_move_by_vectors_where_edges_do_not_cut_them() {
    let [tiles, threads] = tile("[?, 1]", 8, "");
    assert!(tiles.contains("contiguity = [1, 8], divisibility = 16"), "{tiles}");
    assert_eq!(accesses(&threads, "ld"), vec![(4, "32".to_owned()); 2], "{threads}");
    let [_, threads] = tile("[?, 1]", 2, "");
    assert_eq!(accesses(&threads, "ld"), vec![(1, "32".to_owned()); 8], "{threads}");
    let [_, threads] = tile("[?, 1]", 1, "");
    assert_eq!(accesses(&threads, "ld"), vec![(1, "16".to_owned()); 16], "{threads}");
    let [_, threads] = tile("[?, 1]", 1, "<inbounds = [1]>");
    assert_eq!(accesses(&threads, "ld"), vec![(4, "32".to_owned()); 2], "{threads}");
}

/// Threads follow each other down the columns, so that a warp reads memory in a row.
#[test]
fn columns_that_lie_in_a_row_have_threads_along_them() {
    let [tiles, threads] = tile("[1, ?]", 8, "");
    assert!(tiles.contains("contiguity = [8, 1], divisibility = 16"), "{tiles}");
    assert_eq!(accesses(&threads, "ld"), vec![(4, "32".to_owned()); 2], "{threads}");
}
