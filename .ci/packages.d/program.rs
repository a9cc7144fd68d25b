//! Compiles a kernel in process, and prints its PTX.

use tilewright::compile::{Options, Target};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string("examples/vector_add.mlir")?;
    let module = tilewright::parse("vector_add.mlir", &text)?;
    print!("{}", module.compile(&Options::new(Target::named("sm_90a")?))?.ptx());
    Ok(())
}
