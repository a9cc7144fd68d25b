//! Chains of elementwise ops, and conversions between types.

use super::Program;
use super::writer::{Writer, fill, tile};

pub(super) fn all() -> Vec<Program> {
    let mut made = Vec::new();
    for n in [1024, 4096, 16384] {
        made.extend(["f32", "f16", "bf16", "f64"].map(|elem| activation(elem, n)));
        made.extend(["i8", "i16", "i32", "i64"].map(|elem| integers(elem, n)));
    }
    made.extend(["f32", "f64"].map(|elem| polynomial(elem, 4096)));
    let floats = ["f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "f64", "tf32"];
    for (at, from) in floats.into_iter().enumerate() {
        made.extend(
            floats
                .into_iter()
                .enumerate()
                .filter(|&(to, _)| to == (at + 1) % 7 || to == (at + 3) % 7)
                .map(|(_, to)| converted(from, to, 2048)),
        );
    }
    for elem in ["i8", "i16", "i32", "i64"] {
        made.extend(["f32", "f16"].map(|float| converted(elem, float, 2048)));
        made.push(converted("f32", elem, 2048));
    }
    made
}

/// `x * tanh(exp(x)) + max(x, 0) / sqrt(x * x + 1)`.
fn activation(elem: &str, n: u32) -> Program {
    let mut w = Writer::new(&[("n", n)]);
    let x = w.input("x", elem, &[("n", n)], &[n]);
    let z = w.input("z", elem, &[("n", n)], &[n]);
    let y = w.output("y", elem, &[("n", n)], &[n]);
    let ty = tile(&[n], elem);
    let (v, u) = (w.load(&x, "%bx"), w.load(&z, "%bx"));
    let [one, zero] = ["1.0", "0.0"].map(|number| w.constant(number, &[n], elem));
    let power = w.op(&format!("exp {v} : {ty}"));
    let bent = w.op(&format!("tanh {power} : {ty}"));
    let first = w.op(&format!("mulf {v}, {bent} : {ty}"));
    let square = w.op(&format!("fma {u}, {u}, {one} : {ty}"));
    let root = w.op(&format!("sqrt {square} : {ty}"));
    let most = w.op(&format!("maxf {v}, {zero} : {ty}"));
    let second = w.op(&format!("divf {most}, {root} : {ty}"));
    let sum = w.op(&format!("addf {first}, {second} : {ty}"));
    w.store(&sum, &y, "%bx");
    Program::new(format!("activation {elem} {n}"), w, [1, 1, 1])
}

fn integers(elem: &str, n: u32) -> Program {
    let mut w = Writer::new(&[("n", n)]);
    let x = w.input("x", elem, &[("n", n)], &[n]);
    let z = w.filled("z", elem, &[("n", n)], &[n], ("randint(1,6)", "zero"));
    let y = w.output("y", elem, &[("n", n)], &[n]);
    let ty = tile(&[n], elem);
    let v = w.load(&x, "%bx");
    let u = w.load(&z, "%bx");
    let [one, three] = ["1", "3"].map(|number| w.constant(number, &[n], elem));
    let u = w.op(&format!("maxi {u}, {one} signed : {ty}"));
    let product = w.op(&format!("muli {v}, {three} : {ty}"));
    let quotient = w.op(&format!("divi {product}, {u} signed : {ty}"));
    let rest = w.op(&format!("remi {v}, {u} signed : {ty}"));
    let shifted = w.op(&format!("shli {rest}, {one} : {ty}"));
    let mixed = w.op(&format!("xori {quotient}, {shifted} : {ty}"));
    let less = w.op(&format!("cmpi less_than {v}, {u}, signed : {ty} -> {}", tile(&[n], "i1")));
    let chosen = w.op(&format!("select {less}, {mixed}, {v} : {}, {ty}", tile(&[n], "i1")));
    w.store(&chosen, &y, "%bx");
    Program::new(format!("integers {elem} {n}"), w, [1, 1, 1])
}

/// Sixteen fused multiply-adds in a row.
fn polynomial(elem: &str, n: u32) -> Program {
    let mut w = Writer::new(&[("n", n)]);
    let x = w.input("x", elem, &[("n", n)], &[n]);
    let y = w.output("y", elem, &[("n", n)], &[n]);
    let ty = tile(&[n], elem);
    let v = w.load(&x, "%bx");
    let mut sum = w.constant("0.5", &[n], elem);
    for number in 0..16 {
        let next = w.constant(&format!("0.{}", 10 + number), &[n], elem);
        sum = w.op(&format!("fma {sum}, {v}, {next} : {ty}"));
    }
    w.store(&sum, &y, "%bx");
    Program::new(format!("polynomial {elem} {n}"), w, [1, 1, 1])
}

/// One type to another; tf32 is f32 in memory.
fn converted(from: &str, to: &str, n: u32) -> Program {
    let mut w = Writer::new(&[("n", n)]);
    let memory = |elem: &str| if elem == "tf32" { "f32".to_owned() } else { elem.to_owned() };
    let x = w.filled("x", &memory(from), &[("n", n)], &[n], (fill(from), "zero"));
    let y = w.output("y", &memory(to), &[("n", n)], &[n]);
    let mut v = w.load(&x, "%bx");
    if from == "tf32" {
        v = convert(&mut w, &v, ("f32", "tf32"), n);
    }
    v = convert(&mut w, &v, (from, to), n);
    if to == "tf32" {
        v = convert(&mut w, &v, ("tf32", "f32"), n);
    }
    w.store(&v, &y, "%bx");
    Program::new(format!("convert {from} {to} {n}"), w, [1, 1, 1])
}

fn convert(w: &mut Writer, value: &str, (from, to): (&str, &str), n: u32) -> String {
    let types = format!("{} -> {}", tile(&[n], from), tile(&[n], to));
    let op = match (from.starts_with('i'), to.starts_with('i')) {
        (true, _) => "itof",
        (false, true) => "ftoi",
        (false, false) => "ftof",
    };
    let signed = if op == "ftof" { "" } else { " signed" };
    w.op(&format!("{op} {value}{signed} : {types}"))
}
