//! Scans along either dimension, and bitonic sorts of rows.

use super::Program;
use super::writer::{Writer, fill, fill_of_sums, tile};

pub(super) fn all() -> Vec<Program> {
    let mut made = Vec::new();
    for elem in ["f32", "i32", "f16", "i64", "f64", "bf16", "i16"] {
        made.extend([256, 1024, 4096].map(|n| scan(elem, [1, n], 1, false)));
    }
    for shape in [[64, 64], [128, 128], [16, 512], [256, 32]] {
        made.push(scan("f32", shape, 0, false));
        made.push(scan("i32", shape, 1, true));
    }
    made.extend([[1, 16384], [1, 32768], [4, 8192]].map(|shape| scan("f32", shape, 1, false)));
    made.extend(
        [[1, 64], [1, 256], [16, 64]]
            .into_iter()
            .flat_map(|shape| ["f32", "i32", "i16"].map(|elem| sort(elem, shape))),
    );
    made
}

fn scan(elem: &str, shape: [u32; 2], dim: usize, reverse: bool) -> Program {
    let [m, n] = shape;
    let mut w = Writer::new(&[("m", m), ("n", n)]);
    let x = w.filled("x", elem, &[("m", m), ("n", n)], &shape, (fill_of_sums(elem), "zero"));
    let y = w.output("y", elem, &[("m", m), ("n", n)], &shape);
    let v = w.load(&x, "%by, %bx");
    let fold = if elem.starts_with('i') { ("addi", "0") } else { ("addf", "0.0") };
    let sums = w.scan(&v, &shape, (dim, reverse), elem, fold);
    w.store(&sums, &y, "%by, %bx");
    let way = if reverse { " reverse" } else { "" };
    Program::new(format!("scan {elem} {m}x{n} dim {dim}{way}"), w, [1, 1, 1])
}

/// Sorts rows of `n` elements by a bitonic network: pairs at a distance are a dimension of two.
fn sort(elem: &str, [m, n]: [u32; 2]) -> Program {
    let mut w = Writer::new(&[("m", m), ("n", n)]);
    let x = w.filled(
        "x",
        elem,
        &[("m", m), ("n", n)],
        &[m, n],
        (if elem == "f32" { fill(elem) } else { "randint(-1000,1000)" }, "zero"),
    );
    let y = w.output("y", elem, &[("m", m), ("n", n)], &[m, n]);
    let mut v = w.load(&x, "%by, %bx");
    for length in 1..=n.ilog2() {
        for distance in (0..length).rev() {
            v = exchange(&mut w, &v, elem, [m, n], (1 << length, 1 << distance));
        }
    }
    w.store(&v, &y, "%by, %bx");
    Program::new(format!("sort {elem} {m}x{n}"), w, [1, 1, 1])
}

/// Compares elements at a distance; those of every second group of `length` in the other direction.
fn exchange(w: &mut Writer, v: &str, elem: &str, [m, n]: [u32; 2], (length, distance): (u32, u32)) -> String {
    let groups = m * n / (2 * distance);
    let (pairs, few) = ([groups, 2, distance], [groups, distance]);
    let (flat, ty) = (tile(&[m, n], elem), tile(&pairs, elem));
    let (max, min) = if elem == "f32" { ("maxf", "minf") } else { ("maxi", "mini") };
    let shaped = w.op(&format!("reshape {v} : {flat} -> {ty}"));
    let bounds = match elem {
        "f32" => ("0xFF800000", "0x7F800000"),
        "i16" => ("-32768", "32767"),
        _ => ("-2147483648", "2147483647"),
    };
    let high = w.reduce(&shaped, &pairs, 1, elem, (max, bounds.0));
    let low = w.reduce(&shaped, &pairs, 1, elem, (min, bounds.1));
    let high = w.spread(&high, (&few, &[groups, 1, distance]), &pairs, elem);
    let low = w.spread(&low, (&few, &[groups, 1, distance]), &pairs, elem);
    let high = w.op(&format!("reshape {high} : {ty} -> {flat}"));
    let low = w.op(&format!("reshape {low} : {ty} -> {flat}"));
    let numbers = w.op(&format!("iota : {}", tile(&[n], "i32")));
    let takes = {
        let bit = |w: &mut Writer, mask: u32| {
            let mask = w.constant(&mask.to_string(), &[n], "i32");
            let bits = w.op(&format!("andi {numbers}, {mask} : {}", tile(&[n], "i32")));
            let zero = w.constant("0", &[n], "i32");
            w.op(&format!(
                "cmpi equal {bits}, {zero}, signed : {} -> {}",
                tile(&[n], "i32"),
                tile(&[n], "i1")
            ))
        };
        let (first, up) = (bit(w, distance), bit(w, length));
        w.op(&format!("xori {first}, {up} : {}", tile(&[n], "i1")))
    };
    let takes = w.spread(&takes, (&[n], &[1, n]), &[m, n], "i1");
    w.op(&format!("select {takes}, {high}, {low} : {}, {flat}", tile(&[m, n], "i1")))
}
