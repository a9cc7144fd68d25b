//! The seeds' complete programs on random data, against plain loops.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use tilewright::driver::run::Results;
use tilewright::launch::Grid;
use tilewright::numerics::convert;
use tilewright::run::Run;

pub(super) fn trials(folder: &Path) -> Vec<Trial> {
    type Test = fn(&Path) -> Result<(), Failed>;
    let tests: [(&str, Test); 6] = [
        ("vector addition", vector_addition),
        ("GEMM of one block", gemm_block),
        ("saxpy", saxpy),
        ("GEMM with views", gemm_views),
        ("hello", hello),
        ("inverse functions", inverse_functions),
    ];
    tests
        .into_iter()
        .map(|(name, test)| {
            let folder = folder.to_owned();
            Trial::test(format!("seeds compute: {name}"), move || test(&folder))
        })
        .collect()
}

fn run(folder: &Path, name: &str, grid: [u32; 2], args: &[&str]) -> Result<Results, Failed> {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
    run_text(name, &text, grid, args)
}

fn run_text(name: &str, text: &str, grid: [u32; 2], args: &[&str]) -> Result<Results, Failed> {
    let failed = |error: tilewright::Error| Failed::from(format!("{name}: {error}"));
    let module = tilewright::parse(name, text).map_err(failed)?;
    let mut run = Run::new(&module);
    run.grid(Grid::new(grid[0], grid[1], 1).map_err(|error| error.to_string())?);
    for arg in args {
        run.arg(arg);
    }
    run.execute().map_err(failed)
}

fn values(results: &Results, name: &str) -> Result<Vec<f64>, Failed> {
    let named = results.bound.find(name).ok_or("no such buffer")?;
    let view = named.buffer.view();
    let element = view.element();
    Ok((0..view.len()).filter_map(|i| view.get(i)).map(|bits| convert::to_f64(element, bits)).collect())
}

/// |error| <= gamma(n) * sum of |terms|, with the rounding unit of f32.
fn check_sums(found: &[f64], exact: impl Fn(usize) -> (f64, f64), terms: f64) -> Result<(), Failed> {
    let u = 2f64.powi(-24);
    let gamma = terms * u / (1.0 - terms * u);
    for (index, &value) in found.iter().enumerate() {
        let (sum, magnitude) = exact(index);
        // A sum that is not finite is wrong too.
        let close = (value - sum).abs() <= gamma * magnitude;
        if !close {
            return Err(format!("element {index}: {value}, but {sum} +- {}", gamma * magnitude).into());
        }
    }
    Ok(())
}

fn vector_addition(folder: &Path) -> Result<(), Failed> {
    let args = ["a:f32[128]=randn(seed=1)", "b:f32[128]=randn(seed=2)", "c:f32[128]=zeros"];
    let results = run(folder, "12.2.2-Vector_Addition_Block_128x1.mlir", [1, 1], &args)?;
    let (a, b, c) = (values(&results, "a")?, values(&results, "b")?, values(&results, "c")?);
    if a.iter().all(|&x| x == 0.0) {
        return Err("the data is not random".into());
    }
    // One rounding of an exact sum.
    match (0..128).find(|&i| c[i] != f64::from((a[i] + b[i]) as f32)) {
        None => Ok(()),
        Some(i) => Err(format!("element {i}: {} + {} is not {}", a[i], b[i], c[i]).into()),
    }
}

fn gemm_block(folder: &Path) -> Result<(), Failed> {
    let args = ["a:f32[64,64]=randn(seed=3)", "b:f32[64,64]=randn(seed=4)", "c:f32[64,64]=zeros"];
    let results = run(folder, "12.2.4-GEMM_Single_64x64_Block.mlir", [1, 1], &args)?;
    let (a, b, c) = (values(&results, "a")?, values(&results, "b")?, values(&results, "c")?);
    let exact = |index: usize| {
        let terms = (0..64).map(|k| a[index / 64 * 64 + k] * b[k * 64 + index % 64]);
        (terms.clone().sum(), terms.map(f64::abs).sum())
    };
    check_sums(&c, exact, 65.0)
}

fn saxpy(folder: &Path) -> Result<(), Failed> {
    let args = ["x:f32[256,256]=randn(seed=5)", "y:f32[256,256]=arange(0)", "1.5", "256", "256"];
    let results = run(folder, "12.2.6-Vector_Addition_with_tensor_view.mlir", [2, 1], &args)?;
    let (x, y) = (values(&results, "x")?, values(&results, "y")?);
    let exact = |index: usize| {
        let (product, old) = (1.5 * x[index], index as f64);
        (product + old, product.abs() + old)
    };
    check_sums(&y, exact, 2.0)
}

fn gemm_views(folder: &Path) -> Result<(), Failed> {
    // Rows and columns of all three matrices: one tile of the program.
    const N: usize = 128;
    let args = [
        "a:f16[128,128]=randn(seed=6)",
        "b:f16[128,128]=randn(seed=7)",
        "c:f32[128,128]=zeros",
        "128",
        "128",
        "128",
        "128",
        "128",
        "128",
    ];
    let results = run(folder, "12.2.7-GEMM_Tiled_with_tensor_view.mlir", [1, 1], &args)?;
    let (a, b, c) = (values(&results, "a")?, values(&results, "b")?, values(&results, "c")?);
    // A is stored as K x M and B as N x K.
    let exact = |index: usize| {
        let (m, n) = (index / N, index % N);
        let terms = (0..N).map(|k| a[k * N + m] * b[n * N + k]);
        (terms.clone().sum(), terms.map(f64::abs).sum())
    };
    check_sums(&c, exact, N as f64 + 1.0)
}

fn hello(folder: &Path) -> Result<(), Failed> {
    let one = run(folder, "12.2.1-Hello_Tile_Block.mlir", [1, 1], &[])?;
    if one.printed.trim() != "Hello World!" {
        return Err(format!("printed {:?}", one.printed).into());
    }
    let grid = run(folder, "12.2.3-Hello_Tile_Grid.mlir", [2, 1], &[])?;
    let expected: Vec<String> =
        (0..2).map(|x| format!("Hello, I am tile <{x}, 0, 0> in a kernel with <2, 1, 1> tiles.")).collect();
    let found: Vec<&str> = grid.printed.lines().collect();
    if found == expected { Ok(()) } else { Err(format!("printed {found:?}").into()) }
}

/// The inverse functions that the seeds name, over their domains: within 8 ULP of f32.
fn inverse_functions(_: &Path) -> Result<(), Failed> {
    type Case = (&'static str, fn(f64) -> f64, f64, f64);
    let cases: [Case; 6] = [
        ("asin", f64::asin, -1.0, 1.0),
        ("acos", f64::acos, -1.0, 1.0),
        ("atan", f64::atan, -20.0, 20.0),
        ("asinh", f64::asinh, -20.0, 20.0),
        ("acosh", f64::acosh, 1.0, 50.0),
        ("atanh", f64::atanh, -0.999, 0.999),
    ];
    for (name, function, low, high) in cases {
        let step = (high - low) / 4096.0;
        let text = format!(
            "cuda_tile.module @m {{ entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {{
               %x = load %p : tile<ptr<f32>> -> tile<4096xf32>
               %y = experimental${name} %x
               store %q, %y
             }} }}"
        );
        let (x, y) = (format!("x:f32[4096]=arange({low},{step})"), "y:f32[4096]=zeros");
        let results = run_text(name, &text, [1, 1], &[&x, y])?;
        let (x, y) = (values(&results, "x")?, values(&results, "y")?);
        for (&x, &y) in x.iter().zip(&y) {
            let exact = function(x);
            let ulp = f64::from(f32::EPSILON) * exact.abs().max(f64::from(f32::MIN_POSITIVE));
            // Near the ends asin and acos multiply the error of 1 - x², which is relative to itself, so no slack is due.
            if (y - exact).abs() > 8.0 * ulp {
                return Err(format!("{name}({x}) = {y}, but {exact}: {} ULP", (y - exact).abs() / ulp).into());
            }
        }
    }
    Ok(())
}
