//! The kernels of the sweep: plausible programs of many shapes and types, generated as text.
//!
//! Each family is a template with shapes and types. A kernel has a launch of few tile blocks for which its values are compared.

mod attention;
mod elementwise;
mod indexed;
mod products;
mod rows;
mod scans;
mod shapes;
mod writer;

use writer::Writer;

/// A kernel.
pub struct Program {
    /// Its family, types and shapes: `gemm f16 128x128x64`.
    pub name: String,
    /// The module, of one entry `k`.
    pub text: String,
    /// Tile blocks of the launch whose values are compared.
    pub grid: [u32; 3],
    /// Arguments of that launch.
    pub args: Vec<String>,
}

impl Program {
    fn new(name: String, writer: Writer, grid: [u32; 3]) -> Program {
        let (text, args) = writer.finish();
        Program { name, text, grid, args }
    }
}

/// All of them, always in the same order.
pub fn all() -> Vec<Program> {
    let families = [
        shapes::all(),
        products::all(),
        attention::all(),
        rows::all(),
        scans::all(),
        indexed::all(),
        elementwise::all(),
    ];
    families.into_iter().flatten().collect()
}
