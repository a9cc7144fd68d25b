//! Writes the kernels of this folder as Tile IR bytecode 13.4: `cargo run -- OUT`.

use cutile::compile_api::KernelCompiler;
use cutile_ir::bytecode::BytecodeVersion;

#[cutile::module]
mod kernels {
    use cutile::core::*;

    /// `z = a * x + y`, a slice of the vectors in each tile block.
    #[cutile::entry()]
    fn saxpy<const B: i32>(
        z: &mut Tensor<f32, { [B] }>,
        a: f32,
        x: &Tensor<f32, { [-1] }>,
        y: &Tensor<f32, { [-1] }>,
    ) {
        let scale: Tile<f32, { [B] }> = broadcast_scalar(a, z.shape());
        let (tx, ty) = (x.load_like(z), y.load_like(z));
        z.store(scale * tx + ty);
    }

    /// `z = x y`, with a loop over the inner dimension.
    #[cutile::entry()]
    fn product<const M: i32, const N: i32, const K: i32, const DEPTH: i32>(
        z: &mut Tensor<f32, { [M, N] }>,
        x: &Tensor<f16, { [-1, DEPTH] }>,
        y: &Tensor<f16, { [DEPTH, -1] }>,
    ) {
        let rows = x.partition(shape![M, K]);
        let columns = y.partition(shape![K, N]);
        let pid: (i32, i32, i32) = get_tile_block_id();
        let mut sum: Tile<f32, { [M, N] }> = constant(0.0f32, shape![M, N]);
        for step in 0i32..(DEPTH / K) {
            let left = rows.load([pid.0, step]);
            let right = columns.load([step, pid.1]);
            sum = mma(left, right, sum);
        }
        z.store(sum);
    }

    /// Each row divided by its sum, after `exp`.
    #[cutile::entry()]
    fn softmax<const M: i32, const N: i32>(
        y: &mut Tensor<f32, { [M, N] }>,
        x: &Tensor<f32, { [-1, -1] }>,
    ) {
        let rows: Tile<f32, { [M, N] }> = x.load_like(y);
        let largest: Tile<f32, { [M] }> = reduce_max(rows, 1i32);
        let largest: Tile<f32, { [M, N] }> = largest.reshape(shape![M, 1]).broadcast(y.shape());
        let weights: Tile<f32, { [M, N] }> = exp(rows - largest);
        let sum: Tile<f32, { [M] }> = reduce_sum(weights, 1);
        let sum = sum.reshape(shape![M, 1]).broadcast(y.shape());
        y.store(weights / sum);
    }
}

type Strides<'a> = &'a [(&'a str, &'a [i32])];

fn write(name: &str, generics: &[i32], strides: Strides<'_>) {
    let out = std::env::args().nth(1).expect("the folder to write to");
    let generics = generics.iter().map(i32::to_string).collect();
    let kernel = KernelCompiler::new(kernels::__module_ast_self, "kernels", name)
        .generics(generics)
        .strides(strides)
        .target("sm_90")
        .bytecode_version(BytecodeVersion::V13_4)
        .compile()
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let bytes = kernel.bytecode().unwrap_or_else(|error| panic!("{name}: {error}"));
    std::fs::write(format!("{out}/{name}.tileirbc"), bytes).expect("the file can be written");
}

fn all() {
    write("saxpy", &[128], &[("z", &[1]), ("x", &[1]), ("y", &[1])]);
    write("product", &[64, 64, 32, 128], &[("z", &[-1, 1]), ("x", &[128, 1]), ("y", &[-1, 1])]);
    write("softmax", &[4, 64], &[("y", &[-1, 1]), ("x", &[-1, 1])]);
}

fn main() {
    // The compiler of cuTile Rust needs a larger stack than the main thread has.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(all).expect("a thread");
    thread.join().expect("every kernel is written");
}
