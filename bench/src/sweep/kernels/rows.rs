//! Rows: softmax, norms, log-sum-exp of whole rows and by parts, reductions along either dimension.

use super::Program;
use super::products::{looped, widened};
use super::writer::{Writer, fill, fill_of_sums, tile};

const F32: &str = "f32";

pub(super) fn all() -> Vec<Program> {
    let shapes = [
        [1, 1024],
        [1, 4096],
        [1, 16384],
        [4, 1024],
        [16, 1024],
        [64, 512],
        [2, 32768],
        [1, 65536],
        [1, 131_072],
    ];
    let mut made = Vec::new();
    for (elem, shapes) in [("f32", &shapes[..]), ("f16", &shapes[..]), ("bf16", &shapes[..4])] {
        made.extend(shapes.iter().map(|&shape| softmax(elem, shape)));
    }
    for (elem, shapes) in [("f32", &shapes[..7]), ("bf16", &shapes[..5])] {
        made.extend(shapes.iter().map(|&shape| norm(elem, shape, true)));
        made.extend(shapes.iter().map(|&shape| norm(elem, shape, false)));
    }
    for shape in [[16, 1024], [64, 512], [1, 2048], [32, 128], [128, 64], [8, 4096]] {
        made.extend(["f32", "bf16"].map(|elem| log_sum_exp(elem, shape)));
    }
    for (shape, dim) in
        [([64, 64], 0), ([64, 64], 1), ([256, 128], 0), ([16, 1024], 1), ([1, 8192], 1), ([128, 256], 0)]
    {
        made.extend(["f32", "f16", "i32", "i8", "i16", "i64", "f64"].map(|elem| reduction(elem, shape, dim)));
    }
    made.extend(
        [[1, 1024], [16, 256], [64, 64]]
            .into_iter()
            .flat_map(|shape| ["f32", "i32", "f64"].map(|elem| argmax(elem, shape))),
    );
    made
}

/// Rows of a view as f32, and a place for as many results.
fn begin(elem: &str, [m, n]: [u32; 2], padding: &str) -> (Writer, super::writer::View) {
    let mut w = Writer::new(&[("m", m), ("n", n)]);
    let x = w.filled("x", elem, &[("m", m), ("n", n)], &[m, n], (fill(elem), padding));
    (w, x)
}

fn narrowed(w: &mut Writer, value: &str, shape: &[u32], elem: &str) -> String {
    if elem == F32 {
        return value.to_owned();
    }
    w.op(&format!("ftof {value} : {} -> {}", tile(shape, F32), tile(shape, elem)))
}

fn softmax(elem: &str, [m, n]: [u32; 2]) -> Program {
    let (mut w, x) = begin(elem, [m, n], "neg_inf");
    let shape = [m, n];
    let ty = tile(&shape, F32);
    let y = w.output("y", elem, &[("m", m), ("n", n)], &shape);
    let v = widened(&mut w, &x, "%bx, %c0", elem, &shape);
    let most = w.reduce(&v, &shape, 1, F32, ("maxf", "0xFF800000"));
    let most = w.spread(&most, (&[m], &[m, 1]), &shape, F32);
    let below = w.op(&format!("subf {v}, {most} : {ty}"));
    let powers = w.op(&format!("exp {below} : {ty}"));
    let sum = w.reduce(&powers, &shape, 1, F32, ("addf", "0.0"));
    let sum = w.spread(&sum, (&[m], &[m, 1]), &shape, F32);
    let result = w.op(&format!("divf {powers}, {sum} : {ty}"));
    let result = narrowed(&mut w, &result, &shape, elem);
    w.store(&result, &y, "%bx, %c0");
    Program::new(format!("softmax {elem} {m}x{n}"), w, [1, 1, 1])
}

/// Layer norm with its mean taken away, or RMS norm without.
fn norm(elem: &str, [m, n]: [u32; 2], centred: bool) -> Program {
    let (mut w, x) = begin(elem, [m, n], "zero");
    let shape = [m, n];
    let ty = tile(&shape, F32);
    let weight = w.input("weight", F32, &[("n", n)], &[n]);
    let y = w.output("y", elem, &[("m", m), ("n", n)], &shape);
    let mut v = widened(&mut w, &x, "%bx, %c0", elem, &shape);
    let count = format!("{n}.0");
    if centred {
        let sum = w.reduce(&v, &shape, 1, F32, ("addf", "0.0"));
        let length = w.constant(&count, &[m], F32);
        let mean = w.op(&format!("divf {sum}, {length} : {}", tile(&[m], F32)));
        let mean = w.spread(&mean, (&[m], &[m, 1]), &shape, F32);
        v = w.op(&format!("subf {v}, {mean} : {ty}"));
    }
    let squares = w.op(&format!("mulf {v}, {v} : {ty}"));
    let sum = w.reduce(&squares, &shape, 1, F32, ("addf", "0.0"));
    let length = w.constant(&count, &[m], F32);
    let few = tile(&[m], F32);
    let mean = w.op(&format!("divf {sum}, {length} : {few}"));
    let small = w.constant("0.00001", &[m], F32);
    let above = w.op(&format!("addf {mean}, {small} : {few}"));
    let factor = w.op(&format!("rsqrt {above} : {few}"));
    let factor = w.spread(&factor, (&[m], &[m, 1]), &shape, F32);
    let weights = w.load(&weight, "%c0");
    let weights = w.spread(&weights, (&[n], &[1, n]), &shape, F32);
    let scaled = w.op(&format!("mulf {v}, {factor} : {ty}"));
    let result = w.op(&format!("mulf {scaled}, {weights} : {ty}"));
    let result = narrowed(&mut w, &result, &shape, elem);
    w.store(&result, &y, "%bx, %c0");
    let kind = if centred { "layer-norm" } else { "rms-norm" };
    Program::new(format!("{kind} {elem} {m}x{n}"), w, [1, 1, 1])
}

/// `log(sum(exp(x)))` of rows, by parts of `n` columns.
fn log_sum_exp(elem: &str, [m, n]: [u32; 2]) -> Program {
    let mut w = Writer::new(&[("m", m), ("n", 2 * n)]);
    let x = w.filled("x", elem, &[("m", m), ("n", 2 * n)], &[m, n], (fill(elem), "neg_inf"));
    let y = w.output("y", F32, &[("m", m)], &[m]);
    let steps = w.tiles(&x, 2);
    let none = w.constant("0.0", &[m], F32);
    let total = looped(&mut w, (&none, &tile(&[m], F32)), &steps[1], |w, so_far| {
        let v = widened(w, &x, "%bx, %i", elem, &[m, n]);
        let powers = w.op(&format!("exp {v} : {}", tile(&[m, n], F32)));
        let sums = w.reduce(&powers, &[m, n], 1, F32, ("addf", "0.0"));
        w.op(&format!("addf {so_far}, {sums} : {}", tile(&[m], F32)))
    });
    let result = w.op(&format!("log {total} : {}", tile(&[m], F32)));
    w.store(&result, &y, "%bx");
    Program::new(format!("log-sum-exp {elem} {m}x{n}"), w, [1, 1, 1])
}

/// Sums of floats and greatest integers.
fn reduction(elem: &str, shape: [u32; 2], dim: usize) -> Program {
    let [m, n] = shape;
    let mut w = Writer::new(&[("m", m), ("n", n)]);
    let x = w.filled("x", elem, &[("m", m), ("n", n)], &shape, (fill_of_sums(elem), "zero"));
    let (name, length) = if dim == 0 { ("n", n) } else { ("m", m) };
    let y = w.output("y", elem, &[(name, length)], &[length]);
    let v = w.load(&x, "%by, %bx");
    let fold = match elem {
        "i8" => ("maxi", "-128"),
        "i16" | "i32" | "i64" => ("addi", "0"),
        _ => ("addf", "0.0"),
    };
    let folded = w.reduce(&v, &shape, dim, elem, fold);
    w.store(&folded, &y, "%c0");
    Program::new(format!("reduce {elem} {m}x{n} dim {dim}"), w, [1, 1, 1])
}

/// The column of the greatest number of each row; of equal ones the first.
fn argmax(elem: &str, shape: [u32; 2]) -> Program {
    let [m, n] = shape;
    let (mut w, x) = begin(elem, shape, "zero");
    let y = w.output("y", "i32", &[("m", m)], &[m]);
    let v = w.load(&x, "%by, %bx");
    let numbers = w.op(&format!("iota : {}", tile(&[n], "i32")));
    let numbers = w.spread(&numbers, (&[n], &[1, n]), &shape, "i32");
    let least = match elem {
        "f32" => "0xFF800000 : f32",
        "f64" => "0xFFF0000000000000 : f64",
        _ => "-2147483648 : i32",
    };
    let (value, index) = (tile(&shape, elem), tile(&shape, "i32"));
    let (best, place) = (w.fresh(), w.fresh());
    w.line(&format!(
        "{best}, {place} = reduce {v}, {numbers} dim=1 identities=[{least}, 2147483647 : i32] : {value}, {index} -> {}, {} (%e: tile<{elem}>, %s: tile<{elem}>, %en: tile<i32>, %sn: tile<i32>) {{",
        tile(&[m], elem), tile(&[m], "i32")
    ));
    let compare = |kind: &str| {
        if elem.starts_with('i') {
            format!("cmpi {kind} %e, %s, signed")
        } else {
            format!("cmpf {kind} ordered %e, %s")
        }
    };
    let ty = format!("tile<{elem}> -> tile<i1>");
    w.line(&format!("%more = {} : {ty}", compare("greater_than")));
    w.line(&format!("%same = {} : {ty}", compare("equal")));
    w.line("%before = cmpi less_than %en, %sn, signed : tile<i32> -> tile<i1>");
    w.line("%first = andi %same, %before : tile<i1>");
    w.line("%takes = ori %more, %first : tile<i1>");
    w.line(&format!("%value = select %takes, %e, %s : tile<i1>, tile<{elem}>"));
    w.line("%number = select %takes, %en, %sn : tile<i1>, tile<i32>");
    w.line(&format!("yield %value, %number : tile<{elem}>, tile<i32>"));
    w.line("}");
    w.store(&place, &y, "%by");
    Program::new(format!("argmax {elem} {m}x{n}"), w, [1, 1, 1])
}
