//! The rules of level 2: each is broken once, and the verifier says how.

use diag::Diagnostic;
use tileaa::TileAa;

/// The first thing that is wrong with a function of these parameters and this body.
fn found(params: &str, body: &str) -> String {
    let params = if params.is_empty() { String::new() } else { format!(" ({params})") };
    let text = format!("tileaa.module @m {{\n  func @f{params} {{\n{body}\n    return\n  }}\n}}\n");
    let module = ir::generic::parse_text::<TileAa>(&text);
    ir::generic::verify(&module).first().map(Diagnostic::to_string).unwrap_or_default()
}

#[track_caller]
fn wrong(params: &str, body: &str, phrase: &str) {
    let found = found(params, body);
    let right = found.starts_with("error[E0900]: ") && found.contains(phrase);
    assert!(right, "expected {phrase:?}, found {found:?}");
}

const LINE: &str = "memref<8xf32, [1]>";

#[test]
fn shapes() {
    wrong("%x: i32", "%0 = make_range : i32", "gives a tile of rank 1, not 0");
    wrong("%x: i32", "%0 = constant <values = [1, 2]> : tile<4xi32>", "has 2 values for 4 elements");
    wrong("%x: i32", "%0 = get_program_id <axis = 3> : i32", "a grid has axes 0 to 2, not 3");
    wrong("%x: i32", "%0 = view %x : i32 -> tile<2xi32>", "keeps the number of elements, but 1 become 2");
    wrong("%x: i32", "%0 = view %x : i32 -> tile<1xf32>", "does not change elements, but i32 becomes f32");
    let two = "%0 = constant <value = 0> : tile<2x1xi32>\n";
    wrong("", &format!("{two}%1 = broadcast %0 : tile<2x1xi32> -> tile<4x4xi32>"), "[2, 1] becomes [4, 4]");
    let permute = "%1 = permute %0 <permutation = [0, 0]> : tile<2x1xi32> -> tile<2x1xi32>";
    wrong("", &format!("{two}{permute}"), "[0, 0] does not name each of 2 dimensions once");
    let permute = "%1 = permute %0 <permutation = [1, 0]> : tile<2x1xi32> -> tile<2x1xi32>";
    wrong("", &format!("{two}{permute}"), "permuted by [1, 0] is not [2, 1]");
    let cat = "%1 = cat %0, %0 <dim = 1> : tile<2x1xi32>, tile<2x1xi32> -> tile<4x1xi32>";
    wrong("", &format!("{two}{cat}"), "along dimension 1 are not [4, 1]");
    let extract = "%1 = extract %0, [%x] : tile<2x1xi32>, i32 -> tile<1x1xi32>";
    wrong("%x: i32", &format!("{two}{extract}"), "has 1 indices for 2 dimensions");
    let pack = "%1 = constant <value = 0> : tile<4xi32>\n%2 = pack %1 : tile<4xi32> -> tile<8xi8>";
    wrong("", pack, "128 bits of numbers do not fill 64 bits of bytes");
}

#[test]
fn products() {
    let tiles = "%a = constant <value = 0> : tile<2x4xi8>\n%c = constant <value = 0> : tile<2x2xi32>\n";
    let dot = "%d = dot %a, %a, %c : tile<2x4xi8>, tile<2x4xi8>, tile<2x2xi32> -> tile<2x2xi32>";
    wrong("", &format!("{tiles}{dot}"), "[2, 4] times [2, 4] is not [2, 2]");
}

#[test]
fn conversions() {
    wrong("%x: i32", "%0 = exti %x : i32 -> i16", "i16 is not wider than i32");
    wrong("%x: i32", "%0 = trunci %x : i32 -> i64", "i64 is not narrower than i32");
    wrong("%x: i32", "%0 = bitcast %x : i32 -> f64", "i32 and f64 differ in width");
    wrong("%x: ptr", "%0 = ptr_to_int %x : ptr -> i32", "an address has 64 bits");
    wrong("%x: ptr, %n: i32", "%0 = addptr %x, %n <bytes = 0> : ptr, i32 -> ptr", "at least one byte, not 0");
}

#[test]
fn control() {
    let for_ =
        "%0 = for %x, %x, %x, [%x] : i32, i32, i32, i32 -> i32 (%i: i32, %c: i64) {\n continue [%c] : i64\n}";
    wrong("%x: i32", for_, "the arguments of the body must be of types (i32, i32), not (i32, i64)");
    let for_ = "for %x, %x, %x : i32, i32, i32 (%i: i32) {\n return\n}";
    wrong("%x: i32", for_, "its body must end in `continue`");
    let loop_ = "%0 = loop : i32 {\n break\n}";
    wrong("%x: i32", loop_, "the results of the loop must be of types (i32), not ()");
    let if_ = "%0 = if %x : i1 -> i32 {\n yield [%x] : i1\n} {\n yield [%x] : i1\n}";
    wrong("%x: i1", if_, "what is yielded must be of types (i32), not (i1)");
    let tile = "%0 = constant <value = 0> : tile<4xi32>\n";
    let body = "(%a: i32, %b: i32) {\n yield [%a] : i32\n}";
    let reduce = "%1 = reduce [%0] <dim = 1, identities = [0]> : tile<4xi32> -> i32";
    wrong("", &format!("{tile}{reduce} {body}"), "dimension 1 is not below the rank 1");
    let reduce = "%1 = reduce [%0] <dim = 0, identities = [0]> : tile<4xi32> -> tile<4xi32>";
    wrong("", &format!("{tile}{reduce} {body}"), "gives (i32), not (tile<4xi32>)");
    let scan = "%1 = scan [%0] <dim = 0, identities = [0, 0]> : tile<4xi32> -> tile<4xi32>";
    wrong("", &format!("{tile}{scan} {body}"), "has 2 identities for 1 tiles");
}

#[test]
fn memory() {
    wrong("%p: ptr", "%0 = get_global <name = @nowhere> : ptr", "names a global that is not there");
    wrong("%p: ptr", "%0 = alloca <bytes = 4, alignment = 3> : ptr", "must be a power of two, not 3");
    wrong("%p: ptr", "%0:2 = load %p : ptr -> i1, token", "truth values are bytes in memory");
    wrong("%p: ptr", "%0:2 = load %p : ptr -> tile<2xi8>, token", "must have one shape, not [] and [2]");
    wrong(
        "%p: ptr",
        "%0:2 = load %p <ordering = release> : ptr -> i8, token",
        "a load cannot be ordered `release`",
    );
    wrong(
        "%p: ptr",
        "%0 = make_memref %p : ptr -> memref<?xf32, [1]>",
        "leaves 1 extents open, and 0 are given",
    );
    let memory = format!("%m = make_memref %p : ptr -> {LINE}\n");
    let tiles = format!("block_tile<[4], {LINE}, step = [4], dims = [0]>");
    let cut = format!("{memory}%t = block_tile %m : {LINE} -> {tiles}\n");
    let other = "block_tile<[4], memref<9xf32, [1]>, step = [4], dims = [0]>";
    wrong("%p: ptr", &format!("{memory}%t = block_tile %m : {LINE} -> {other}"), "cuts memref<8xf32, [1]>");
    wrong(
        "%p: ptr",
        &format!("{memory}%n = get_size %m <dim = 1> : {LINE} -> i32"),
        "dimension 1 is not below",
    );
    let load = format!("{cut}%v:2 = tiled_load %t, [%i, %i] : {tiles}, i32, i32 -> tile<4xf32>, token");
    wrong("%p: ptr, %i: i32", &load, "has 2 indices for 1 dimensions");
    let load = format!("{cut}%v:2 = tiled_load %t, [%i] : {tiles}, i32 -> tile<8xf32>, token");
    wrong("%p: ptr, %i: i32", &load, "a tile of this memory has [4] elements of f32, not [8] of f32");
    let atomic = "%0:2 = atomic_rmw %p, %i <mode = addf> : ptr, i32 -> i32, token";
    wrong("%p: ptr, %i: i32", atomic, "`addf` does not combine i32");
    wrong("%i: i32", "%0 = assume %i <kind = div_by, numbers = [3]> : i32", "[3] is no divisor");
}
