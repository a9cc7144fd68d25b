//! The programs of `examples/`, compared with plain loops on random data of several shapes.
//!
//! The loops compute in f64 or in integers, straight from the definition, and share nothing with the interpreter. Where a
//! program does single IEEE operations the comparison is exact. Where it sums, each function states the bound on the
//! error and where it comes from: with u = 2^-24 and gamma(n) = n u / (1 - n u), a sum of n terms, in any order, is off by at
//! most gamma(n) times the sum of the magnitudes of its terms.

use std::fmt::Display;

use libtest_mimic::{Failed, Trial};
use tilewright::driver::run::{Results, entries};
use tilewright::launch::arg::{Bound, Param, bind};
use tilewright::launch::{BufferRef, Grid};
use tilewright::numerics::{Scalar, convert, int};
use tilewright::run::Run;

use crate::command::tilewright;
use crate::{files, header};

/// Half the distance between 1 and the next f32.
const U: f64 = 1.0 / (1u64 << 24) as f64;

type Check = fn() -> Result<(), Failed>;

/// One test a program.
pub fn trials() -> Vec<Trial> {
    let checks: [(&str, Check); 13] = [
        ("hello_grid", hello_grid),
        ("vector_add", vector_add),
        ("saxpy_views", saxpy_views),
        ("gemm_pointers", || gemm("gemm_pointers", "f32")),
        ("gemm_views", || gemm("gemm_views", "f16")),
        ("softmax", softmax),
        ("layer_norm", layer_norm),
        ("flash_attention", flash_attention),
        ("histogram", histogram),
        ("scan", scan),
        ("collatz", collatz),
        ("lock", lock),
        ("moe_routing", moe_routing),
    ];
    let named =
        |(name, check): (&str, Check)| Trial::test(format!("examples/{name} against plain loops"), check);
    let quotes = Trial::test("docs/language-tour.md quotes the examples", || Ok(tour_quotes_examples()?));
    let table = Trial::test("examples/README.md says what happens", || Ok(table_is_true()?));
    let layout = Trial::test("examples are laid out as fmt keeps them", || Ok(layout_is_canonical()?));
    checks.into_iter().map(named).chain([quotes, table, layout]).collect()
}

/// Examples have the canonical layout, because readers learn it from them. A program that is refused has none.
fn layout_is_canonical() -> Result<(), String> {
    for path in files::find("examples", "mlir").into_iter().filter(|path| !path.ends_with("/mistyped.mlir")) {
        let text = files::read(&path)?;
        let output = tilewright(&["fmt".to_owned(), path.clone()], b"");
        if output.stdout != text {
            let difference = files::difference(&text, &output.stdout);
            return Err(format!("{path}: {difference}\n{}", output.stderr));
        }
    }
    Ok(())
}

/// Each row of the table names a program, what it teaches, a command, and in code quotes what the command prints.
fn table_is_true() -> Result<(), String> {
    let readme = files::read("examples/README.md")?;
    let mut rows = 0;
    for line in readme.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, _, _, command, result, _] = cells.as_slice() else { continue };
        let Some(command) = command.strip_prefix("`tilewright ") else { continue };
        let output = tilewright(&header::words(command.trim_end_matches('`'))?, b"");
        let promised = || result.split('`').skip(1).step_by(2);
        if promised().next().is_none() {
            return Err(format!("no result is promised for {command}"));
        }
        if let Some(missing) = promised().find(|promised| !output.stdout.contains(promised)) {
            return Err(format!(
                "{command} does not print {missing:?} but\n{}{}",
                output.stdout, output.stderr
            ));
        }
        rows += 1;
    }
    if rows == 13 { Ok(()) } else { Err(format!("{rows} rows of the table were understood, not 13")) }
}

/// A block of the tour that opens with "```mlir FILE" holds lines of that file, in their order; it may leave lines out.
fn tour_quotes_examples() -> Result<(), String> {
    let tour = files::read("docs/language-tour.md")?;
    let mut quoted: Option<(&str, String)> = None;
    let mut quotations = 0;
    for line in tour.lines() {
        if let Some(path) = line.strip_prefix("```mlir ") {
            quoted = Some((path, files::read(path)?));
            quotations += 1;
        } else if line.starts_with("```") {
            quoted = None;
        } else if let Some((path, rest)) = &mut quoted {
            let at = rest.lines().position(|found| found == line);
            let at = at.ok_or_else(|| format!("{path} has no such line, or has it further up: {line}"))?;
            *rest = rest.lines().skip(at + 1).map(|line| format!("{line}\n")).collect();
        }
    }
    if quotations > 0 { Ok(()) } else { Err("the tour quotes nothing".to_owned()) }
}

/// The buffers before and after a run.
struct Ran {
    before: Bound,
    after: Results,
}

impl Ran {
    /// The contents of a buffer before the launch.
    fn input(&self, name: &str) -> Vec<f64> {
        numbers(self.before.find(name).expect("the case names its buffers").buffer.view())
    }

    /// Its contents after the launch.
    fn output(&self, name: &str) -> Vec<f64> {
        numbers(self.after.bound.find(name).expect("the case names its buffers").buffer.view())
    }
}

fn numbers(view: BufferRef<'_>) -> Vec<f64> {
    let element = view.element();
    let number = |bits: u64| match element {
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => int::sign_extend(element, bits) as f64,
        _ => convert::to_f64(element, bits),
    };
    (0..view.len()).map(|index| number(view.get(index).expect("within the buffer"))).collect()
}

fn run(example: &str, grid: [usize; 2], args: &[String]) -> Result<Ran, Failed> {
    let path = format!("examples/{example}.mlir");
    let module = tilewright::parse(&path, &files::read(&path)?)?;
    let entry = entries(module.ir()).into_iter().next().ok_or("no entry")?;
    let param = |(name, ty): (Option<String>, Option<_>)| ty.map(|ty| Param { name, ty });
    let params: Vec<Param> = entry.params.into_iter().filter_map(param).collect();
    let before = bind(args, &params, u64::MAX, &mut |_| Err(String::new()))?;
    let mut run = Run::new(&module);
    run.grid(Grid::new(grid[0] as u32, grid[1] as u32, 1)?);
    for arg in args {
        run.arg(arg);
    }
    Ok(Ran { before, after: run.execute()? })
}

fn gamma(n: usize) -> f64 {
    let n = n as f64;
    n * U / (1.0 - n * U)
}

/// Compares one element; `bound` is what the error may be.
fn close(what: impl Display, found: f64, expected: f64, bound: f64) -> Result<(), Failed> {
    // A comparison with NaN is false, and so is the result.
    if (found - expected).abs() <= bound {
        return Ok(());
    }
    Err(format!("{what}: {found:?}, but plain loops give {expected:?} (± {bound:?})").into())
}

fn equal(what: impl Display, found: f64, expected: f64) -> Result<(), Failed> {
    close(what, found, expected, 0.0)
}

/// Every block speaks once.
fn hello_grid() -> Result<(), Failed> {
    for [nx, ny] in [[1usize, 1], [2, 3], [5, 2]] {
        let ran = run("hello_grid", [nx, ny], &[])?;
        let mut said: Vec<&str> = ran.after.printed.lines().collect();
        let blocks = (0..nx).flat_map(|x| (0..ny).map(move |y| (x, y)));
        let mut expected: Vec<String> =
            blocks.map(|(x, y)| format!("block ({x}, {y}) of a {nx} x {ny} grid")).collect();
        said.sort_unstable();
        expected.sort_unstable();
        if said != expected {
            return Err(format!("{said:?} instead of {expected:?}").into());
        }
    }
    Ok(())
}

/// One f32 addition each: exact. What is after the vector stays as it was.
fn vector_add() -> Result<(), Failed> {
    for n in [1usize, 3, 4, 5, 64, 101] {
        let args = [
            format!("x:f32[{n}]=randn(seed=1)"),
            format!("y:f32[{n}]=randn(seed=2)"),
            format!("z:f32[{}]=full(7)", n + 3),
            n.to_string(),
        ];
        let ran = run("vector_add", [n.div_ceil(4), 1], &args)?;
        let (x, y, z) = (ran.input("x"), ran.input("y"), ran.output("z"));
        for i in 0..n {
            equal(format!("n = {n}, z[{i}]"), z[i], f64::from(x[i] as f32 + y[i] as f32))?;
        }
        for (i, &untouched) in z.iter().enumerate().skip(n) {
            equal(format!("n = {n}, z[{i}], which is not the program's"), untouched, 7.0)?;
        }
    }
    Ok(())
}

/// A multiplication and an addition, each rounded: exact.
fn saxpy_views() -> Result<(), Failed> {
    for [rows, cols] in [[1usize, 1], [4, 8], [5, 6], [9, 3], [13, 21]] {
        let args = [
            format!("X:f32[{rows},{cols}]=randn(seed=1)"),
            format!("Y:f32[{rows},{cols}]=randn(seed=2)"),
            "1.7".to_owned(),
            rows.to_string(),
            cols.to_string(),
        ];
        let ran = run("saxpy_views", [rows.div_ceil(4), cols.div_ceil(4)], &args)?;
        let (x, y, sums) = (ran.input("X"), ran.input("Y"), ran.output("Y"));
        for i in 0..rows * cols {
            let expected = 1.7f32 * x[i] as f32 + y[i] as f32;
            equal(format!("{rows} x {cols}, element {i}"), sums[i], f64::from(expected))?;
        }
    }
    Ok(())
}

/// A sum of k products, each rounded at most once: gamma(k) * sum |a b|. Products of f16 are exact in f32.
fn gemm(example: &str, element: &str) -> Result<(), Failed> {
    for [m, n, k] in [[1usize, 1, 1], [16, 16, 16], [16, 32, 48], [17, 5, 33], [40, 20, 7]] {
        let args = [
            format!("A:{element}[{m},{k}]=randn(seed=1)"),
            format!("B:{element}[{k},{n}]=randn(seed=2)"),
            format!("C:f32[{m},{n}]=full(nan)"),
            m.to_string(),
            n.to_string(),
            k.to_string(),
        ];
        let ran = run(example, [m.div_ceil(16), n.div_ceil(16)], &args)?;
        let (a, b, c) = (ran.input("A"), ran.input("B"), ran.output("C"));
        for i in 0..m {
            for j in 0..n {
                let terms = || (0..k).map(|l| a[i * k + l] * b[l * n + j]);
                let (sum, magnitude) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>());
                close(format!("{m} x {n} x {k}, C[{i}, {j}]"), c[i * n + j], sum, gamma(k) * magnitude)?;
            }
        }
    }
    Ok(())
}

/// Each exponential is off by one rounding of its argument, at most `spread` in magnitude, and by two roundings more;
/// the sum of n of them by gamma(n) more; the quotient by one. All relative.
fn softmax() -> Result<(), Failed> {
    for [rows, cols] in [[1usize, 1], [3, 5], [4, 32], [9, 17]] {
        let args = [
            format!("x:f32[{rows},{cols}]=randn(std=20, seed=1)"),
            format!("y:f32[{rows},{cols}]=full(nan)"),
            rows.to_string(),
            cols.to_string(),
        ];
        let ran = run("softmax", [rows.div_ceil(4), 1], &args)?;
        let (x, y) = (ran.input("x"), ran.output("y"));
        for (row, (x, y)) in x.chunks(cols).zip(y.chunks(cols)).enumerate() {
            let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let spread = x.iter().map(|x| largest - x).fold(0.0, f64::max);
            let sum: f64 = x.iter().map(|x| (x - largest).exp()).sum();
            let bound = gamma(cols) + (2.0 * spread + 6.0) * U;
            for col in 0..cols {
                let expected = (x[col] - largest).exp() / sum;
                // Below the least normal f32 an error is no longer relative.
                let tiny = f64::from(f32::MIN_POSITIVE) * U * 4.0;
                close(
                    format!("{rows} x {cols}, y[{row}, {col}]"),
                    y[col],
                    expected,
                    expected * bound + tiny,
                )?;
            }
        }
    }
    Ok(())
}

/// The error of the mean propagates to every distance from it, those to the variance, and that to the scale, to first
/// order; a tenth on top stands for the rest.
fn layer_norm() -> Result<(), Failed> {
    for [rows, cols] in [[1usize, 1], [2, 4], [3, 32], [5, 19]] {
        let args = [
            format!("x:f32[{rows},{cols}]=randn(mean=3, seed=1)"),
            format!("gamma:f32[{cols}]=randn(seed=2)"),
            format!("beta:f32[{cols}]=randn(seed=3)"),
            format!("y:f32[{rows},{cols}]=full(nan)"),
            "0.0009765625".to_owned(),
            rows.to_string(),
            cols.to_string(),
        ];
        let ran = run("layer_norm", [rows, 1], &args)?;
        let (x, scales, shifts, y) = (ran.input("x"), ran.input("gamma"), ran.input("beta"), ran.output("y"));
        for (row, (x, y)) in x.chunks(cols).zip(y.chunks(cols)).enumerate() {
            let n = cols as f64;
            let mean = x.iter().sum::<f64>() / n;
            let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n + 0.0009765625;
            let mean_error = gamma(cols + 1) * x.iter().map(|x| x.abs()).sum::<f64>() / n;
            let error = |x: f64| mean_error + U * (x - mean).abs();
            let variance_error = x.iter().map(|&x| 2.0 * (x - mean).abs() * error(x)).sum::<f64>() / n
                + gamma(cols + 3) * variance;
            let scale = 1.0 / variance.sqrt();
            let scale_error = variance_error / (2.0 * variance) + 3.0 * U;
            for col in 0..cols {
                let normal = (x[col] - mean) * scale;
                let expected = normal * scales[col] + shifts[col];
                let normal_error = error(x[col]) * scale + normal.abs() * (scale_error + U);
                let bound = 1.1 * (normal_error * scales[col].abs() + U * expected.abs());
                close(format!("{rows} x {cols}, y[{row}, {col}]"), y[col], expected, bound)?;
            }
        }
    }
    Ok(())
}

/// A score is off by gamma(17) times the magnitudes that it sums; its weight relatively by that, by the same of the
/// largest score, by the roundings of their difference and of the exponential, and by two for each rescaling. Weighted
/// sum and sum of weights add gamma(keys) each.
fn flash_attention() -> Result<(), Failed> {
    // The width of a head in `examples/flash_attention.mlir`.
    const D: usize = 16;
    for [heads, queries, keys] in [[1usize, 1, 1], [2, 16, 16], [1, 20, 33], [3, 5, 50]] {
        let args = [
            format!("Q:f32[{heads},{queries},{D}]=randn(seed=1)"),
            format!("K:f32[{heads},{keys},{D}]=randn(seed=2)"),
            format!("V:f32[{heads},{keys},{D}]=randn(seed=3)"),
            format!("O:f32[{heads},{queries},{D}]=full(nan)"),
            "0.25".to_owned(),
            heads.to_string(),
            queries.to_string(),
            keys.to_string(),
        ];
        let ran = run("flash_attention", [queries.div_ceil(16), heads], &args)?;
        let (q, k, v, o) = (ran.input("Q"), ran.input("K"), ran.input("V"), ran.output("O"));
        for row in 0..heads * queries {
            let q = &q[row * D..][..D];
            let first = row / queries * keys;
            let products = |key: usize| q.iter().zip(&k[(first + key) * D..][..D]).map(|(q, k)| q * k * 0.25);
            let scores: Vec<f64> = (0..keys).map(|key| products(key).sum()).collect();
            let magnitude = (0..keys).map(|key| products(key).map(f64::abs).sum::<f64>()).fold(0.0, f64::max);
            let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let spread = scores.iter().map(|score| largest - score).fold(0.0, f64::max);
            let sum: f64 = scores.iter().map(|score| (score - largest).exp()).sum();
            let tiles = keys.div_ceil(16) as f64;
            let weight_error = 2.0 * gamma(D + 1) * magnitude + (2.0 * spread + 4.0 + 4.0 * tiles) * U;
            let bound = 2.0 * (weight_error + gamma(keys) + U);
            for col in 0..D {
                let terms =
                    || (0..keys).map(|key| (scores[key] - largest).exp() / sum * v[(first + key) * D + col]);
                let (expected, magnitude) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>());
                let what = format!("{heads} x {queries} x {keys}, row {row}, O[{col}]");
                close(what, o[row * D + col], expected, bound * magnitude)?;
            }
        }
    }
    Ok(())
}

/// Counts are exact; values below 0 and beyond the last counter are not counted.
fn histogram() -> Result<(), Failed> {
    for [n, bins] in [[1usize, 1], [32, 4], [50, 5], [200, 16]] {
        let args = [
            format!("x:i32[{n}]=randint(-2, {}, seed=3)", bins + 3),
            format!("counts:i32[{bins}]=full(10)"),
            n.to_string(),
            bins.to_string(),
        ];
        let ran = run("histogram", [n.div_ceil(32), 1], &args)?;
        let (x, counts) = (ran.input("x"), ran.output("counts"));
        for (bin, &count) in counts.iter().enumerate() {
            let occurs = x.iter().filter(|&&x| x == bin as f64).count();
            equal(format!("n = {n}, counts[{bin}]"), count, 10.0 + occurs as f64)?;
        }
    }
    Ok(())
}

/// Integers: exact.
fn scan() -> Result<(), Failed> {
    for [rows, cols] in [[1usize, 1], [2, 20], [3, 8], [2, 65]] {
        let args = [
            format!("x:i32[{rows},{cols}]=randint(-100, 100, seed=1)"),
            format!("y:i32[{rows},{cols}]=zeros"),
            rows.to_string(),
            cols.to_string(),
        ];
        let ran = run("scan", [rows, 1], &args)?;
        let (x, y) = (ran.input("x"), ran.output("y"));
        for row in 0..rows {
            let mut sum = 0.0;
            for i in row * cols..(row + 1) * cols {
                sum += x[i];
                equal(format!("{rows} x {cols}, element {i}"), y[i], sum)?;
            }
        }
    }
    Ok(())
}

/// Integers: exact.
fn collatz() -> Result<(), Failed> {
    let ran = run("collatz", [60, 1], &["steps:i32[60]=zeros".to_owned()])?;
    for (place, &steps) in ran.output("steps").iter().enumerate() {
        let (mut number, mut expected) = (place + 1, 0.0);
        while number != 1 {
            number = if number % 2 == 1 { 3 * number + 1 } else { number / 2 };
            expected += 1.0;
        }
        equal(format!("steps of {}", place + 1), steps, expected)?;
    }
    Ok(())
}

/// No increment is lost, and the lock is free at the end.
fn lock() -> Result<(), Failed> {
    for blocks in [1, 2, 9, 40] {
        let args = ["lock:i32[1]=zeros".to_owned(), "counter:i32[1]=full(5)".to_owned()];
        let ran = run("lock", [blocks, 1], &args)?;
        equal(format!("counter of {blocks} blocks"), ran.output("counter")[0], 5.0 + blocks as f64)?;
        equal("lock", ran.output("lock")[0], 0.0)?;
    }
    Ok(())
}

/// The choice is exact, of equal scores the first; the probability is off as in [`softmax`], a product by gamma(16) times
/// the magnitudes that it sums.
fn moe_routing() -> Result<(), Failed> {
    // The width of a token in `examples/moe_routing.mlir`.
    const D: usize = 16;
    for [tokens, experts] in [[1usize, 1], [3, 4], [16, 8], [21, 5]] {
        let args = [
            format!("x:f32[{tokens},{D}]=randn(seed=1)"),
            format!("scores:f32[{tokens},{experts}]=randint(-4, 5, seed=2)"),
            format!("w:f32[{experts},{D},{D}]=randn(seed=3)"),
            format!("y:f32[{tokens},{D}]=full(nan)"),
            format!("chosen:i32[{tokens}]=full(-1)"),
            tokens.to_string(),
            experts.to_string(),
        ];
        let ran = run("moe_routing", [tokens.div_ceil(16), 1], &args)?;
        let (x, scores, w) = (ran.input("x"), ran.input("scores"), ran.input("w"));
        let (y, chosen) = (ran.output("y"), ran.output("chosen"));
        for token in 0..tokens {
            let scores = &scores[token * experts..][..experts];
            let best = (1..experts).fold(0, |best, e| if scores[e] > scores[best] { e } else { best });
            equal(format!("{tokens} x {experts}, chosen[{token}]"), chosen[token], best as f64)?;
            let p = 1.0 / scores.iter().map(|score| (score - scores[best]).exp()).sum::<f64>();
            for col in 0..D {
                let terms = || (0..D).map(|i| p * x[token * D + i] * w[(best * D + i) * D + col]);
                let (expected, magnitude) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>());
                let bound = gamma(D) + gamma(8) + 6.0 * U;
                close(
                    format!("{tokens} x {experts}, y[{token}, {col}]"),
                    y[token * D + col],
                    expected,
                    bound * magnitude,
                )?;
            }
        }
    }
    Ok(())
}
