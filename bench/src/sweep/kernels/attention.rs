//! Attention: softmax(Q Kᵀ) V of one head, keys and values by parts, with or without a causal mask.

use super::Program;
use super::writer::{View, Writer, tile};

const F32: &str = "f32";

/// Queries, keys of a step, elements of a head.
#[derive(Clone, Copy)]
struct Shape {
    q: u32,
    k: u32,
    d: u32,
}

pub(super) fn all() -> Vec<Program> {
    let shapes = [
        [64, 64, 64],
        [128, 64, 64],
        [128, 128, 64],
        [64, 64, 128],
        [128, 64, 128],
        [128, 128, 128],
        [64, 32, 256],
        [32, 32, 64],
        [16, 64, 128],
        [64, 128, 512],
    ];
    let mut made = Vec::new();
    for [q, k, d] in shapes {
        made.extend(["f16", "bf16"].map(|elem| attention(elem, Shape { q, k, d }, false)));
    }
    for [q, k, d] in [shapes[0], shapes[2], shapes[4], shapes[7]] {
        made.push(attention("f16", Shape { q, k, d }, true));
    }
    made.push(attention("f32", Shape { q: 32, k: 32, d: 64 }, false));
    made.push(attention("f8E4M3FN", Shape { q: 64, k: 64, d: 64 }, false));
    made
}

struct Inputs {
    q: String,
    k: View,
    v: View,
}

fn attention(elem: &str, shape: Shape, causal: bool) -> Program {
    let Shape { q, k, d } = shape;
    let mut w = Writer::new(&[("q", q), ("k", 2 * k), ("d", d)]);
    let queries = w.input("x", elem, &[("q", q), ("d", d)], &[q, d]);
    let keys = w.input("y", elem, &[("k", 2 * k), ("d", d)], &[k, d]);
    let values = w.input("z", elem, &[("k", 2 * k), ("d", d)], &[k, d]);
    let out = w.output("o", F32, &[("q", q), ("d", d)], &[q, d]);
    let steps = w.tiles(&keys, 2);
    let inputs = Inputs { q: w.load(&queries, "%bx, %c0"), k: keys, v: values };
    let most = w.constant("-65504.0", &[q], F32);
    let weight = w.constant("0.0", &[q], F32);
    let sum = w.constant("0.0", &[q, d], F32);
    let (row, all) = (tile(&[q], F32), tile(&[q, d], F32));
    w.line(&format!(
        "%most, %weight, %sum = for %i in (%c0 to {}, step %c1) : tile<i32> iter_values(%most_0 = {most}, %weight_0 = {weight}, %sum_0 = {sum}) -> ({row}, {row}, {all}) {{",
        steps[0]
    ));
    let next = step(&mut w, &inputs, elem, shape, causal);
    w.line(&format!("continue {} : {row}, {row}, {all}", next.join(", ")));
    w.line("}");
    let weights = w.spread("%weight", (&[q], &[q, 1]), &[q, d], F32);
    let result = w.op(&format!("divf %sum, {weights} : {all}"));
    w.store(&result, &out, "%bx, %c0");
    let name = if causal { "attention-causal" } else { "attention" };
    Program::new(format!("{name} {elem} {q}x{k}x{d}"), w, [1, 1, 1])
}

/// One step of keys and values: the greatest score, the weight and the sum that it leaves.
fn step(w: &mut Writer, inputs: &Inputs, elem: &str, shape: Shape, causal: bool) -> [String; 3] {
    let Shape { q, k, d } = shape;
    let (scores_ty, row) = (tile(&[q, k], F32), tile(&[q], F32));
    let keys = w.load(&inputs.k, "%i, %c0");
    let keys = w.op(&format!("permute {keys} [1, 0] : {} -> {}", tile(&[k, d], elem), tile(&[d, k], elem)));
    let none = w.constant("0.0", &[q, k], F32);
    let mut scores = w.op(&format!(
        "mmaf {}, {keys}, {none} : {}, {}, {scores_ty}",
        inputs.q,
        tile(&[q, d], elem),
        tile(&[d, k], elem)
    ));
    if causal {
        scores = masked(w, &scores, shape);
    }
    let here = w.reduce(&scores, &[q, k], 1, F32, ("maxf", "0xFF800000"));
    let most = w.op(&format!("maxf %most_0, {here} : {row}"));
    let most_all = w.spread(&most, (&[q], &[q, 1]), &[q, k], F32);
    let below = w.op(&format!("subf {scores}, {most_all} : {scores_ty}"));
    let powers = w.op(&format!("exp {below} : {scores_ty}"));
    let shrunk = w.op(&format!("subf %most_0, {most} : {row}"));
    let factor = w.op(&format!("exp {shrunk} : {row}"));
    let here = w.reduce(&powers, &[q, k], 1, F32, ("addf", "0.0"));
    let weight = w.op(&format!("fma %weight_0, {factor}, {here} : {row}"));
    let factor = w.spread(&factor, (&[q], &[q, 1]), &[q, d], F32);
    let rescaled = w.op(&format!("mulf %sum_0, {factor} : {}", tile(&[q, d], F32)));
    let weights = if elem == F32 {
        powers
    } else {
        w.op(&format!("ftof {powers} : {scores_ty} -> {}", tile(&[q, k], elem)))
    };
    let values = w.load(&inputs.v, "%i, %c0");
    let types = [tile(&[q, k], elem), tile(&[k, d], elem), tile(&[q, d], F32)].join(", ");
    let sum = w.op(&format!("mmaf {weights}, {values}, {rescaled} : {types}"));
    [most, weight, sum]
}

/// Scores of keys after a query become as good as nothing.
fn masked(w: &mut Writer, scores: &str, Shape { q, k, .. }: Shape) -> String {
    let ints = tile(&[q, k], "i32");
    let rows = w.op(&format!("iota : {}", tile(&[q], "i32")));
    let rows = w.spread(&rows, (&[q], &[q, 1]), &[q, k], "i32");
    let columns = w.op(&format!("iota : {}", tile(&[k], "i32")));
    let columns = w.spread(&columns, (&[k], &[1, k]), &[q, k], "i32");
    let width = w.constant(&k.to_string(), &[], "i32");
    let start = w.op(&format!("muli %i, {width} : tile<i32>"));
    let start = w.spread(&start, (&[], &[1, 1]), &[q, k], "i32");
    let columns = w.op(&format!("addi {columns}, {start} : {ints}"));
    let seen = w.op(&format!(
        "cmpi less_than_or_equal {columns}, {rows}, signed : {ints} -> {}",
        tile(&[q, k], "i1")
    ));
    let nothing = w.constant("-30000.0", &[q, k], F32);
    w.op(&format!("select {seen}, {scores}, {nothing} : {}, {}", tile(&[q, k], "i1"), tile(&[q, k], F32)))
}
