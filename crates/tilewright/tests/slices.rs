//! Launches on slices.

use tilewright::driver::kernel::Cores;
use tilewright::kernel::{Arg, Failure, Kernel};
use tilewright::launch::{DiscardOutput, Grid, Options};
use tilewright::run::EngineKind;

static CORES: Cores = Cores::new();

/// Copies an element of a type, and adds a number to an integer beside it.
fn kernel(of: &str) -> Kernel {
    let text = format!(
        "cuda_tile.module @m {{ entry @copy(%from: tile<ptr<{of}>>, %to: tile<ptr<{of}>>, %n: tile<ptr<i32>>, %more: tile<i32>) {{
           %v, %t = load_ptr_tko weak %from : tile<ptr<{of}>> -> tile<{of}>, token
           %s = store_ptr_tko weak %to, %v : tile<ptr<{of}>>, tile<{of}> -> token
           %m = store_ptr_tko weak %n, %more : tile<ptr<i32>>, tile<i32> -> token
           return
         }} }}"
    );
    let module = tilewright::parse("copy.mlir", &text).expect("it reads");
    Kernel::new(&module, None, EngineKind::Cpu).expect("it is prepared")
}

fn launch<'a>(kernel: &Kernel, args: impl IntoIterator<Item = Arg<'a>>) -> Result<(), Failure> {
    kernel.launch(CORES.get(), Grid::ONE, args, &mut Options::new(&mut DiscardOutput)).map(drop)
}

#[test]
fn slices_are_used_where_they_are() {
    let (from, mut to, mut number) = (vec![2.5f32, 1.0], [0.0f32; 2], vec![0i32]);
    let kernel = kernel("f32");
    launch(&kernel, [(&from).into(), (&mut to).into(), (&mut number).into(), (-7).into()]).expect("it runs");
    assert_eq!((to, number), ([2.5, 0.0], vec![-7]));
    // The same memory may be read through two arguments.
    let mut number = [0u32];
    launch(&kernel, [Arg::from(&from[..]), (&mut to[1..]).into(), (&mut number).into(), 9u8.into()])
        .expect("it runs");
    assert_eq!((to, number), ([2.5, 2.5], [9]));
}

#[test]
fn unsigned_integers_hold_the_bits_of_narrow_floats() {
    let (from, mut to, mut number) = ([0x3f80u16], [0u16], [0i32]);
    launch(&kernel("bf16"), [(&from).into(), (&mut to).into(), (&mut number).into(), 0.into()])
        .expect("it runs");
    assert_eq!(to, [0x3f80]);
}

#[test]
fn what_does_not_fit_is_refused() {
    let kernel = kernel("f32");
    let (from, mut to, mut number) = ([1.0f32], [0.0f32], [0i32]);
    let said = |args: Vec<Arg<'_>>| launch(&kernel, args).expect_err("it is refused").to_string();
    let lent = said(vec![(&from).into(), (&from).into(), (&mut number).into(), 0.into()]);
    assert_eq!(lent, "argument 2 is written by the program, but was lent to be read; pass `&mut`");
    let mut wide = [0.0f64];
    let lent = said(vec![(&from).into(), (&mut wide).into(), (&mut number).into(), 0.into()]);
    assert!(lent.starts_with("argument 2 must be memory of f32, but is a slice of f64"), "{lent}");
    let lent = said(vec![(&from).into(), (&mut to).into(), (&mut number).into(), (1u64 << 40).into()]);
    assert!(lent.starts_with("argument 4 is 1099511627776, which i32 cannot hold"), "{lent}");
    let lent = said(vec![(&from).into(), (&mut to).into(), (&mut number).into(), 0.5.into()]);
    assert!(lent.contains("must be a whole number of type i32"), "{lent}");
    let lent = said(vec![(&from).into(), 1.into(), (&mut number).into(), 0.into()]);
    assert!(lent.contains("must be memory of f32, but is a number"), "{lent}");
    assert!(said(vec![(&from).into()]).contains("has 4 parameters but the launch gives 1"));
    assert_eq!((to, number), ([0.0], [0]));
}
