//! Products of matrices: plain, with a transposed operand, with an epilogue, of dequantised operands, and with vectors.

use super::Program;
use super::writer::{View, Writer, fill, tile};

type Tile = [u32; 3];

/// Tiles of products of 16-bit types.
const TILES: [Tile; 17] = [
    [16, 64, 64],
    [32, 32, 32],
    [64, 64, 32],
    [64, 64, 64],
    [64, 128, 64],
    [128, 64, 64],
    [128, 128, 32],
    [128, 128, 64],
    [128, 256, 64],
    [256, 128, 64],
    [256, 256, 32],
    [256, 256, 64],
    [64, 64, 512],
    [128, 128, 256],
    [64, 256, 128],
    [32, 256, 64],
    [256, 64, 128],
];
/// The fewer of other types.
const FEWER: [Tile; 7] = [
    [32, 32, 32],
    [64, 64, 64],
    [128, 64, 32],
    [128, 128, 64],
    [128, 256, 32],
    [256, 128, 128],
    [64, 64, 256],
];

/// How the right operand is in memory, and the use of the sums.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Transposed,
    Epilogue,
    Dequantised,
}

pub(super) fn all() -> Vec<Program> {
    let mut made = Vec::new();
    for (elem, tiles) in [
        ("f16", &TILES[..]),
        ("bf16", &TILES[..]),
        ("f8E4M3FN", &FEWER[..]),
        ("f8E5M2", &FEWER[..3]),
        ("i8", &FEWER[..]),
        ("tf32", &FEWER[..]),
        ("f32", &FEWER[..5]),
        ("f64", &FEWER[..4]),
    ] {
        made.extend(tiles.iter().map(|&tile| gemm(elem, tile, Kind::Plain)));
    }
    for &shape in &TILES[2..12] {
        made.push(gemm("f16", shape, Kind::Transposed));
        made.push(gemm("bf16", shape, Kind::Epilogue));
    }
    made.extend(TILES[4..10].iter().map(|&shape| gemm("f16", shape, Kind::Dequantised)));
    made.extend(
        [[64, 128], [128, 256], [32, 1024], [256, 64]]
            .into_iter()
            .flat_map(|shape| ["f32", "f16"].map(|elem| matvec(elem, shape))),
    );
    made
}

fn gemm(elem: &str, [m, n, k]: Tile, kind: Kind) -> Program {
    let depth = 2 * k;
    let mut w = Writer::new(&[("m", m), ("n", n), ("k", depth)]);
    // tf32 is f32 in memory.
    let stored = match (elem, kind) {
        ("tf32", _) => "f32",
        (_, Kind::Dequantised) => "i8",
        _ => elem,
    };
    let sum = match elem {
        "i8" => "i32",
        "f64" => "f64",
        _ => "f32",
    };
    let a = w.input("a", if elem == "tf32" { "f32" } else { elem }, &[("m", m), ("k", depth)], &[m, k]);
    let b = match kind {
        Kind::Transposed => w.input("b", stored, &[("n", n), ("k", depth)], &[n, k]),
        _ => w.input("b", stored, &[("k", depth), ("n", n)], &[k, n]),
    };
    let out = if kind == Kind::Epilogue { elem } else { sum };
    let c = w.output("c", out, &[("m", m), ("n", n)], &[m, n]);
    let steps = w.tiles(&a, 2);
    let none = w.constant(if sum == "i32" { "0" } else { "0.0" }, &[m, n], sum);
    let total = looped(&mut w, (&none, &tile(&[m, n], sum)), &steps[1], |w, so_far| {
        let x = operand(w, &a, "%by, %i", (stored_a(elem), elem), &[m, k]);
        let y = match kind {
            Kind::Transposed => {
                let y = w.load(&b, "%bx, %i");
                w.op(&format!("permute {y} [1, 0] : {} -> {}", tile(&[n, k], elem), tile(&[k, n], elem)))
            }
            _ => operand(w, &b, "%i, %bx", (stored, elem), &[k, n]),
        };
        let (op, signs) = if elem == "i8" { ("mmai", " signed signed") } else { ("mmaf", "") };
        let types = [tile(&[m, k], elem), tile(&[k, n], elem), tile(&[m, n], sum)].join(", ");
        w.op(&format!("{op} {x}, {y}, {so_far}{signs} : {types}"))
    });
    let done = if kind == Kind::Epilogue { epilogue(&mut w, &total, (m, n), elem) } else { total };
    w.store(&done, &c, "%by, %bx");
    let kind = match kind {
        Kind::Plain => "gemm",
        Kind::Transposed => "gemm-nt",
        Kind::Epilogue => "gemm-bias-silu",
        Kind::Dequantised => "gemm-dequant",
    };
    Program::new(format!("{kind} {elem} {m}x{n}x{k}"), w, [1, 1, 1])
}

fn stored_a(elem: &str) -> &str {
    if elem == "tf32" { "f32" } else { elem }
}

/// A tile of an operand in the type that it is multiplied in.
fn operand(w: &mut Writer, view: &View, index: &str, (stored, elem): (&str, &str), shape: &[u32]) -> String {
    let loaded = w.load(view, index);
    let (from, to) = (tile(shape, stored), tile(shape, elem));
    match (stored == elem, stored) {
        (true, _) => loaded,
        (false, "i8") => w.op(&format!("itof {loaded} signed : {from} -> {to}")),
        (false, _) => w.op(&format!("ftof {loaded} : {from} -> {to}")),
    }
}

/// A loop from 0 to `steps` that carries one tile.
pub(super) fn looped(
    w: &mut Writer,
    (init, ty): (&str, &str),
    steps: &str,
    body: impl FnOnce(&mut Writer, &str) -> String,
) -> String {
    let (result, so_far) = (w.fresh(), w.fresh());
    w.line(&format!("{result} = for %i in (%c0 to {steps}, step %c1) : tile<i32> iter_values({so_far} = {init}) -> ({ty}) {{"));
    let next = body(w, &so_far);
    w.line(&format!("continue {next} : {ty}"));
    w.line("}");
    result
}

/// `silu(x + bias)`, narrowed.
fn epilogue(w: &mut Writer, total: &str, (m, n): (u32, u32), elem: &str) -> String {
    let shape = [m, n];
    let bias = w.filled("bias", "f32", &[("n", n)], &[n], (fill("f32"), "zero"));
    let bias = w.load(&bias, "%bx");
    let bias = w.spread(&bias, (&[n], &[1, n]), &shape, "f32");
    let ty = tile(&shape, "f32");
    let x = w.op(&format!("addf {total}, {bias} : {ty}"));
    let minus = w.op(&format!("negf {x} : {ty}"));
    let power = w.op(&format!("exp {minus} : {ty}"));
    let one = w.constant("1.0", &shape, "f32");
    let below = w.op(&format!("addf {power}, {one} : {ty}"));
    let silu = w.op(&format!("divf {x}, {below} : {ty}"));
    w.op(&format!("ftof {silu} : {ty} -> {}", tile(&shape, elem)))
}

/// A matrix times a vector, along rows.
fn matvec(elem: &str, [m, k]: [u32; 2]) -> Program {
    let mut w = Writer::new(&[("m", m), ("k", 2 * k)]);
    let a = w.input("a", elem, &[("m", m), ("k", 2 * k)], &[m, k]);
    let x = w.input("x", elem, &[("k", 2 * k)], &[k]);
    let y = w.output("y", "f32", &[("m", m)], &[m]);
    let steps = w.tiles(&a, 2);
    let none = w.constant("0.0", &[m], "f32");
    let total = looped(&mut w, (&none, &tile(&[m], "f32")), &steps[1], |w, so_far| {
        let rows = widened(w, &a, "%bx, %i", elem, &[m, k]);
        let vector = widened(w, &x, "%i", elem, &[k]);
        let vector = w.spread(&vector, (&[k], &[1, k]), &[m, k], "f32");
        let products = w.op(&format!("mulf {rows}, {vector} : {}", tile(&[m, k], "f32")));
        let sums = w.reduce(&products, &[m, k], 1, "f32", ("addf", "0.0"));
        w.op(&format!("addf {so_far}, {sums} : {}", tile(&[m], "f32")))
    });
    w.store(&total, &y, "%bx");
    Program::new(format!("matvec {elem} {m}x{k}"), w, [1, 1, 1])
}

/// A tile as f32.
pub(super) fn widened(w: &mut Writer, view: &View, index: &str, elem: &str, shape: &[u32]) -> String {
    let loaded = w.load(view, index);
    if elem == "f32" {
        return loaded;
    }
    w.op(&format!("ftof {loaded} : {} -> {}", tile(shape, elem), tile(shape, "f32")))
}
