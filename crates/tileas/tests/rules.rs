//! The rules of level 3: each is broken once, and the verifier says how.

use diag::Diagnostic;
use ir::generic::{parse_text, verify};
use tileas::TileAs;

fn first(text: &str) -> String {
    let module = parse_text::<TileAs>(text);
    verify(&module).first().map(Diagnostic::to_string).unwrap_or_default()
}

#[track_caller]
fn wrong_items(items: &str, phrase: &str) {
    let found = first(&format!("tileas.module @m {{\n{items}\n}}\n"));
    let right = found.starts_with("error[E0900]: ") && found.contains(phrase);
    assert!(right, "expected {phrase:?}, found {found:?}");
}

/// The error in a kernel of one warp with these parameters and this body.
#[track_caller]
fn wrong(params: &str, body: &str, phrase: &str) {
    let params = if params.is_empty() { String::new() } else { format!(" ({params})") };
    wrong_items(&format!("func @f <num_warps = 1>{params} {{\n{body}\nreturn\n}}"), phrase);
}

/// 32 elements, one a lane; and in the opposite order.
const LINE: &str = "reg=[] lane=[1,2,4,8,16] warp=[]";
const BACK: &str = "reg=[] lane=[16,8,4,2,1] warp=[]";

fn tile(elem: &str, layout: &str) -> String {
    format!("tile<32x{elem}, {layout}>")
}

/// A constant of a type, named `%t`.
fn constant(ty: &str) -> String {
    format!("%t = constant <value = 0> : {ty}\n")
}

#[test]
fn layouts() {
    let hole = tile("i32", "reg=[] lane=[1,2,4,8,8] warp=[]");
    wrong("", &constant(&hole), "no thread holds some of the elements of tile<32xi32");
    let warps = tile("i32", "reg=[] lane=[1,2,4,8,16] warp=[0]");
    wrong("", &constant(&warps), "the kernel has 1 warps, and not those of tile<32xi32");
    let clusters = tile("i32", "reg=[] lane=[1,2,4,8,16] warp=[] cta=[0]");
    wrong("", &constant(&clusters), "the thread blocks of a cluster cannot share tile<32xi32");
    let many = tile("i32", "reg=[0,0,0,0,0,0,0,0,0,0,0,0,0] lane=[1,2,4,8,16] warp=[]");
    wrong("", &constant(&many), "a thread cannot hold so much of tile<32xi32");
    let (line, back) = (tile("i32", LINE), tile("i1", BACK));
    let compare = format!("%c = cmpi %t, %t <predicate = equal> : {line}, {line} -> {back}");
    wrong("", &format!("{}{compare}", constant(&line)), "its tiles must have one layout, not");
}

#[test]
fn kernels() {
    wrong_items(
        "func @f <num_warps = 3> {\n return\n}",
        "a power of two of warps up to 32 works on a tile block, not 3",
    );
    wrong_items(
        "func @f <num_warps = 1, num_ctas = 99> {\n return\n}",
        "a cluster has 1 to 16 thread blocks, not 99",
    );
    wrong_items(
        "func @f <num_warps = 1, occupancy = 0> {\n return\n}",
        "has room for 1 to 64 thread blocks, not 0",
    );
    let params = format!("func @f <num_warps = 1> (%x: {}) {{\n return\n}}", tile("i32", LINE));
    wrong_items(&params, "takes single numbers and addresses");
    wrong("%x: i1", "%0 = if %x : i1 -> i1 {\n yield [%x] : i1\n}", "with results it needs both branches");
}

#[test]
fn shapes() {
    let line = tile("i32", LINE);
    let view = format!(
        "{}%v = view %t : {line} -> tile<4x8xi32, reg=[] lane=[(1,0),(2,0),(0,1),(0,2),(0,4)] warp=[]>",
        constant(&line)
    );
    wrong("", &view, "renames registers of the layout");
    let broadcast = "%t = constant <value = 0> : tile<1x32xi32, reg=[] lane=[(0,16),(0,8),(0,4),(0,2),(0,1)] warp=[]>\n\
                     %b = broadcast %t : tile<1x32xi32, reg=[] lane=[(0,16),(0,8),(0,4),(0,2),(0,1)] warp=[]> -> \
                     tile<2x32xi32, reg=[(1,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[]>";
    wrong("", broadcast, "renames registers of the layout");
    wrong("", &format!("%t = constant <values = [1, 2]> : {line}"), "has 2 values for 32 elements");
    wrong("%x: i32", "%0 = exti %x : i32 -> i16", "i16 is not wider than i32");
    let convert = format!("{}%c = convert_layout %t : {line} -> {}", constant(&line), tile("f32", BACK));
    wrong("", &convert, "changes nothing but the layout of its tile");
}

#[test]
fn folds() {
    let line = tile("i32", LINE);
    let body = "(%a: i32, %b: i32) {\n yield [%a] : i32\n}";
    let reduce =
        format!("{}%r = reduce [%t] <dim = 1, identities = [0]> : {line} -> i32 {body}", constant(&line));
    wrong("", &reduce, "dimension 1 is not below the rank 1");
    let reduce =
        format!("{}%r = reduce [%t] <dim = 0, identities = [0]> : {line} -> {line} {body}", constant(&line));
    wrong("", &reduce, "gives (i32), not (tile<32xi32");
    let mixed = "tile<32xi32, reg=[] lane=[3,2,4,8,16] warp=[]>";
    let twice = "tile<32xi32, reg=[1] lane=[1,2,4,8,16] warp=[]>";
    let fold = |ty: &str| {
        format!("{}%r = reduce [%t] <dim = 0, identities = [0]> : {ty} -> i32 {body}", constant(ty))
    };
    assert_eq!(
        first(&format!("tileas.module @m {{\nfunc @f <num_warps = 1> {{\n{}\nreturn\n}}\n}}\n", fold(mixed))),
        ""
    );
    wrong("", &fold(twice), "cannot fold dimension 0 in the layout");
    let effects = "(%a: i32, %b: i32) {\n barrier\n yield [%a] : i32\n}";
    let reduce =
        format!("{}%r = reduce [%t] <dim = 0, identities = [0]> : {line} -> i32 {effects}", constant(&line));
    wrong("", &reduce, "its body computes with numbers alone, and `barrier` does not");
}

#[test]
fn products() {
    let (a, b, c) = (
        "tile<16x16xf16, reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[]>",
        "tile<16x8xf16, reg=[(1,0),(8,0)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[]>",
        "tile<16x8xf32, reg=[(0,1),(8,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[]>",
    );
    let program = |a: &str| {
        format!(
            "%a = constant <value = 0> : {a}\n%b = constant <value = 0> : {b}\n%c = constant <value = 0.0> : {c}\n\
             %d = dot %a, %b, %c <instruction = m16n8k16, warps = [1, 1], numbering = plain> : {a}, {b}, {c} -> {c}"
        )
    };
    let text = |a: &str| {
        format!("tileas.module @m {{\nfunc @f <num_warps = 1> {{\n{}\nreturn\n}}\n}}\n", program(a))
    };
    assert_eq!(first(&text(a)), "");
    let other = "tile<16x16xf16, reg=[(0,1),(8,0),(0,8)] lane=[(1,0),(2,0),(4,0),(0,2),(0,4)] warp=[]>";
    wrong(
        "",
        &program(other),
        "its tiles are not in the fragments of the instruction; `lhs` could be reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)]",
    );
    wrong("", &program(&a.replace("f16", "i32")), "its instruction does not multiply i32 and f16 into f32");
}

#[test]
fn shared_memory() {
    let line = tile("i32", LINE);
    let buffer = "buffer<32xi32, offset=[1,2,4,8,16]>";
    let small = "buffer<16xi32, offset=[1,2,4,8]>";
    let store = |buffer: &str, offsets: &str| {
        format!(
            "{}%b = alloc_tensor : {buffer}\nlocal_store %t, %b, [{offsets}] : {line}, {buffer}",
            constant(&line)
        )
    };
    wrong("%x: i32", &store(buffer, ""), "has 0 offsets for a buffer of rank 1");
    wrong(
        "%x: i32",
        &format!("{}, i32", store(small, "%x")),
        "a tile of [32] is not inside a buffer of [16]",
    );
    let floats = buffer.replace("i32", "f32");
    wrong("%x: i32", &format!("{}, i32", store(&floats, "%x")), "the buffer holds f32, not i32");
    wrong("", "consumer_wait <pending = -1>", "cannot wait until -1 groups are in flight");
    let ring = "%r = create_pipeline <stages = 0> : buffer<8xf32, offset=[1, 2, 4]>";
    wrong("", ring, "a pipeline has 1 to 64 stages, not 0");
}

#[test]
fn stages_of_rings() {
    let ring = "buffer<4x2xf32, offset=[(1,0),(2,0),(0,1)]>";
    let stage = |reads: &str, one: &str| {
        format!("%r = create_pipeline <stages = 2> : {ring}\n%b = {reads} %r, %i : {ring}, i32 -> {one}")
    };
    // A view of the ring's elements in another shape has them where the ring has them.
    let right = stage("consumer_read", "buffer<8xf32, offset=[2,4,1]>");
    let text = format!("func @f <num_warps = 1> (%i: i32) {{\n{right}\nreturn\n}}");
    assert_eq!(first(&format!("tileas.module @m {{\n{text}\n}}\n")), "");
    let phrase = "a stage has the elements of its ring, where the ring has them";
    for reads in ["producer_acquire", "consumer_read"] {
        wrong("%i: i32", &stage(reads, "buffer<4x2xi32, offset=[(1,0),(2,0),(0,1)]>"), phrase);
        wrong("%i: i32", &stage(reads, "buffer<4xf32, offset=[1,2]>"), phrase);
        wrong("%i: i32", &stage(reads, "buffer<4x2xf32, offset=[(1,0),(2,0),(1,1)]>"), phrase);
    }
}

#[test]
fn memory() {
    let (line, back) = (tile("i32", LINE), tile("i32", BACK));
    let pointers = tile("ptr", LINE);
    let load = |attrs: &str, result: &str| {
        let wide = tile("i64", LINE);
        format!(
            "%t = constant <value = 0> : {wide}\n%p = int_to_ptr %t : {wide} -> {pointers}\n%v = load %p{attrs} : {pointers} -> {result}"
        )
    };
    wrong("", &load("", &back), "its tiles must have one layout, not");
    wrong("", &load(" <contiguity = [3]>", &line), "[3] are no groups of a tile of rank 1");
    wrong("", &load(" <divisibility = 3>", &line), "addresses are divided by powers of two, not by 3");
    wrong("", &load(" <ordering = release>", &line), "a load cannot be ordered `release`");
    wrong("%p: ptr", "%0 = get_global <name = @nowhere> : ptr", "names a global that is not there");
    let memory = "memref<64xi32, [1]>";
    let tiles = format!("block_tile<[32], {memory}, step = [32], dims = [0]>");
    let cut = format!("%m = make_memref %p : ptr -> {memory}\n%c = block_tile %m : {memory} -> {tiles}\n");
    wrong(
        "%p: ptr, %i: i32",
        &format!("{cut}%v = tiled_load %c, [%i, %i] : {tiles}, i32, i32 -> {line}"),
        "has 2 indices for 1 dimensions",
    );
    wrong(
        "%p: ptr, %i: i32",
        &format!("{cut}%v = tiled_load %c, [%i] : {tiles}, i32 -> {}", tile("f32", LINE)),
        "a tile of this memory has [32] elements of i32",
    );
}
