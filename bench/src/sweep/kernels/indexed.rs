//! Memory at addresses that are data: gathers, scatters, histograms, and rows of an embedding.

use super::Program;
use super::writer::{Writer, fill, tile};

pub(super) fn all() -> Vec<Program> {
    let mut made = Vec::new();
    for elem in ["f32", "f16", "i8", "i64", "f64"] {
        made.extend([256, 1024, 4096].map(|n| gather(elem, n)));
    }
    made.extend([256, 4096].into_iter().flat_map(|n| ["f32", "i16"].map(|elem| scatter(elem, n))));
    made.extend([256, 1024, 8192].map(|n| histogram("i32", n)));
    made.extend(
        [[4, 256], [16, 128], [64, 64], [8, 1024]]
            .into_iter()
            .flat_map(|shape| ["f32", "bf16"].map(|elem| embedding(elem, shape))),
    );
    made
}

/// Addresses of the elements of a buffer with these numbers.
fn addresses(w: &mut Writer, pointer: &str, numbers: &str, shape: &[u32], elem: &str) -> String {
    let ty = format!("ptr<{elem}>");
    let ones: Vec<u32> = shape.iter().map(|_| 1).collect();
    let all = w.spread(pointer, (&[], &ones), shape, &ty);
    let (pointers, ints) = (tile(shape, &ty), tile(shape, "i32"));
    w.op(&format!("offset {all}, {numbers} : {pointers}, {ints} -> {pointers}"))
}

fn indices(n: u32) -> String {
    format!("randint(0,{n})")
}

fn gather(elem: &str, n: u32) -> Program {
    let mut w = Writer::new(&[("n", n)]);
    let pointer = w.pointer("x", elem, &[n], fill(elem));
    let index = w.filled("index", "i32", &[("n", n)], &[n], (&indices(n), "zero"));
    let y = w.output("y", elem, &[("n", n)], &[n]);
    let numbers = w.load(&index, "%bx");
    let places = addresses(&mut w, &pointer, &numbers, &[n], elem);
    w.line(&format!(
        "%read, %read_t = load_ptr_tko weak {places} : {} -> {}, token",
        tile(&[n], &format!("ptr<{elem}>")),
        tile(&[n], elem)
    ));
    w.store("%read", &y, "%bx");
    Program::new(format!("gather {elem} {n}"), w, [1, 1, 1])
}

fn scatter(elem: &str, n: u32) -> Program {
    let mut w = Writer::new(&[("n", n)]);
    let x = w.input("x", elem, &[("n", n)], &[n]);
    let index = w.filled("index", "i32", &[("n", n)], &[n], ("iota", "zero"));
    let pointer = w.pointer("y", elem, &[n], "zeros");
    let numbers = w.load(&index, "%bx");
    // The index is a permutation: number 0 to the end.
    let last = w.constant(&(n - 1).to_string(), &[n], "i32");
    let numbers = w.op(&format!("subi {last}, {numbers} : {}", tile(&[n], "i32")));
    let places = addresses(&mut w, &pointer, &numbers, &[n], elem);
    let value = w.load(&x, "%bx");
    w.line(&format!(
        "%done = store_ptr_tko weak {places}, {value} : {}, {} -> token",
        tile(&[n], &format!("ptr<{elem}>")),
        tile(&[n], elem)
    ));
    Program::new(format!("scatter {elem} {n}"), w, [1, 1, 1])
}

fn histogram(elem: &str, n: u32) -> Program {
    let mut w = Writer::new(&[("n", n)]);
    let x = w.filled("x", "i32", &[("n", n)], &[n], ("randint(0,64)", "zero"));
    let pointer = w.pointer("y", elem, &[64], "zeros");
    let numbers = w.load(&x, "%bx");
    let places = addresses(&mut w, &pointer, &numbers, &[n], elem);
    let one = w.constant("1", &[n], elem);
    w.line(&format!(
        "%before, %done = atomic_rmw_tko relaxed device {places}, add, {one} : {}, {} -> {}, token",
        tile(&[n], &format!("ptr<{elem}>")),
        tile(&[n], elem),
        tile(&[n], elem)
    ));
    Program::new(format!("histogram {elem} {n}"), w, [1, 1, 1])
}

/// Rows of a table with the numbers that are given.
fn embedding(elem: &str, [m, n]: [u32; 2]) -> Program {
    let mut w = Writer::new(&[("m", m), ("n", n)]);
    let pointer = w.pointer("x", elem, &[64, n], fill(elem));
    let index = w.filled("index", "i32", &[("m", m)], &[m], (&indices(64), "zero"));
    let y = w.output("y", elem, &[("m", m), ("n", n)], &[m, n]);
    let rows = w.load(&index, "%bx");
    let rows = w.spread(&rows, (&[m], &[m, 1]), &[m, n], "i32");
    let width = w.spread("%n", (&[], &[1, 1]), &[m, n], "i32");
    let ints = tile(&[m, n], "i32");
    let starts = w.op(&format!("muli {rows}, {width} : {ints}"));
    let columns = w.op(&format!("iota : {}", tile(&[n], "i32")));
    let columns = w.spread(&columns, (&[n], &[1, n]), &[m, n], "i32");
    let numbers = w.op(&format!("addi {starts}, {columns} : {ints}"));
    let places = addresses(&mut w, &pointer, &numbers, &[m, n], elem);
    w.line(&format!(
        "%read, %read_t = load_ptr_tko weak {places} : {} -> {}, token",
        tile(&[m, n], &format!("ptr<{elem}>")),
        tile(&[m, n], elem)
    ));
    w.store("%read", &y, "%bx, %c0");
    Program::new(format!("embedding {elem} {m}x{n}"), w, [1, 1, 1])
}
