//! Launches on slices.

use tilewright::driver::kernel::Cores;
use tilewright::kernel::{Arg, Failure, Kernel};
use tilewright::launch::{DiscardOutput, Grid, Options};
use tilewright::run::EngineKind;

static CORES: Cores = Cores::new();

/// Copies an element of a type, and adds a number to the integer next to it.
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

/// Adds up what several devices have, and gives each of them the sums.
const SUM: &str = "cuda_tile.module @m {
  entry @sum(%x: tile<ptr<i32, <multicast>>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [4], strides = [1] : tile<ptr<i32, <multicast>>> -> tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %xp = make_partition_view %xv : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %yv = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %yp = make_partition_view %yv : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %sum, %read = multimem_load_reduce_view_tko weak %xp[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xi32>, token
    %told = store_view_tko weak %sum, %yp[%zero] token=%read : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %all = multimem_store_view_tko weak %xp, %sum[%zero] token = %read : partition_view<tile=(4), tensor_view<4xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32>, token -> token
    return
  }
}";

#[test]
fn a_slice_holds_the_copies_of_several_devices() {
    let module = tilewright::parse("sum.mlir", SUM).expect("it reads");
    for engine in [EngineKind::Cpu, EngineKind::Reference] {
        let kernel = Kernel::new(&module, None, engine).expect("it is prepared");
        let (mut copies, mut sums) = ([1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400], [0i32; 4]);
        launch(&kernel, [Arg::multicast(&mut copies, 3), (&mut sums).into()]).expect("it runs");
        assert_eq!(sums, [111, 222, 333, 444]);
        assert_eq!(copies, [111, 222, 333, 444, 111, 222, 333, 444, 111, 222, 333, 444]);
        let said = |args: [Arg<'_>; 2]| launch(&kernel, args).expect_err("it is refused").to_string();
        assert_eq!(
            said([(&mut copies).into(), (&mut sums).into()]),
            "argument 1 must be multicast memory of i32, which has a copy for each of several devices, but is memory"
        );
        let uneven = said([Arg::multicast(&mut copies, 5), (&mut sums).into()]);
        assert!(uneven.starts_with("argument 1 is 48 bytes, which are no equal copies"), "{uneven}");
        let alone = said([Arg::multicast(&mut copies, 3), Arg::multicast(&mut sums, 1)]);
        assert_eq!(alone, "argument 2 must be memory of i32, but is multicast memory");
        let nowhere = said([Arg::multicast(&mut copies, 0), (&mut sums).into()]);
        assert!(
            nowhere.starts_with("argument 1: i32 cannot be on 0 devices at once; choose 1 to"),
            "{nowhere}"
        );
    }
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
