//! Tiles whose elements change places: transposes, outer sums, conversions of layouts by permutes of three dimensions.

use super::Program;
use super::writer::{Writer, tile};

const TILES: [[u32; 2]; 10] = [
    [32, 32],
    [64, 64],
    [128, 64],
    [64, 128],
    [16, 256],
    [128, 128],
    [256, 64],
    [128, 256],
    [256, 256],
    [256, 512],
];

pub(super) fn all() -> Vec<Program> {
    let mut made = Vec::new();
    for (elem, tiles) in [
        ("f32", &TILES[..]),
        ("f16", &TILES[..]),
        ("i8", &TILES[..]),
        ("f64", &TILES[..8]),
        ("bf16", &TILES[..4]),
        ("i16", &TILES[..3]),
        ("i64", &TILES[..4]),
    ] {
        made.extend(tiles.iter().map(|&tile| transpose(elem, tile)));
    }
    for shape in [[64, 64], [128, 128], [256, 128], [32, 1024]] {
        made.extend(["f32", "i32", "f16"].map(|elem| outer(elem, shape)));
    }
    made.extend(
        [[4, 16, 32], [8, 32, 64], [2, 64, 128]]
            .into_iter()
            .flat_map(|shape| ["f32", "i8"].map(|elem| rotate(elem, shape))),
    );
    made
}

fn transpose(elem: &str, [m, n]: [u32; 2]) -> Program {
    let mut w = Writer::new(&[("m", m), ("n", n)]);
    let a = w.input("a", elem, &[("m", m), ("n", n)], &[m, n]);
    let b = w.output("b", elem, &[("n", n), ("m", m)], &[n, m]);
    let x = w.load(&a, "%by, %bx");
    let y = w.op(&format!("permute {x} [1, 0] : {} -> {}", tile(&[m, n], elem), tile(&[n, m], elem)));
    w.store(&y, &b, "%bx, %by");
    Program::new(format!("transpose {elem} {m}x{n}"), w, [1, 1, 1])
}

/// `c[i, j] = a[i] + b[j]`.
fn outer(elem: &str, [m, n]: [u32; 2]) -> Program {
    let mut w = Writer::new(&[("m", m), ("n", n)]);
    let a = w.input("a", elem, &[("m", m)], &[m]);
    let b = w.input("b", elem, &[("n", n)], &[n]);
    let c = w.output("c", elem, &[("m", m), ("n", n)], &[m, n]);
    let (x, y) = (w.load(&a, "%by"), w.load(&b, "%bx"));
    let x = w.spread(&x, (&[m], &[m, 1]), &[m, n], elem);
    let y = w.spread(&y, (&[n], &[1, n]), &[m, n], elem);
    let op = if elem.starts_with('i') { "addi" } else { "addf" };
    let sum = w.op(&format!("{op} {x}, {y} : {}", tile(&[m, n], elem)));
    w.store(&sum, &c, "%by, %bx");
    Program::new(format!("outer {elem} {m}x{n}"), w, [1, 1, 1])
}

/// Three dimensions, each moved to the place of the next one.
fn rotate(elem: &str, [a, b, c]: [u32; 3]) -> Program {
    let (rows, columns) = (a * b, c);
    let mut w = Writer::new(&[("m", rows), ("n", columns), ("p", c * a), ("q", b)]);
    let x = w.input("x", elem, &[("m", rows), ("n", columns)], &[rows, columns]);
    let y = w.output("y", elem, &[("p", c * a), ("q", b)], &[c * a, b]);
    let v = w.load(&x, "%by, %bx");
    let v = w.op(&format!("reshape {v} : {} -> {}", tile(&[rows, columns], elem), tile(&[a, b, c], elem)));
    let v =
        w.op(&format!("permute {v} [2, 0, 1] : {} -> {}", tile(&[a, b, c], elem), tile(&[c, a, b], elem)));
    let v = w.op(&format!("reshape {v} : {} -> {}", tile(&[c, a, b], elem), tile(&[c * a, b], elem)));
    w.store(&v, &y, "%bx, %by");
    Program::new(format!("rotate {elem} {a}x{b}x{c}"), w, [1, 1, 1])
}
