//! A kernel that runs again allocates nothing.

#![allow(unsafe_code, reason = "an allocator that counts")]

mod launching;

use std::alloc::{GlobalAlloc, Layout, System};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use cpu::Cpu;
use launch::{Argument, Buffer, DiscardOutput, Engine, Grid, Launch, Options};
use launching::{buffers, kernel};
use numerics::Scalar;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Uses a view, pointers, a reduction, a loop, reserved memory, a global, a product.
const EVERYTHING: &str = "
  global @table <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  entry @k(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %view = make_tensor_view %x, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %tiles = make_partition_view %view : partition_view<tile=(16x16), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zeros = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%acc = %zeros) -> (tile<16x16xf32>) {
      %a, %t0 = load_view_tko weak %tiles[%zero, %i] : partition_view<tile=(16x16), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32>, tile<i32> -> tile<16x16xf32>, token
      %c, %t1 = load_view_tko weak %tiles[%i, %zero] : partition_view<tile=(16x16), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32>, tile<i32> -> tile<16x16xf32>, token
      %next = mmaf %a, %c, %acc : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
      continue %next : tile<16x16xf32>
    }
    %rows = reduce %sum dim=1 identities=[0.0 : f32] : tile<16x16xf32> -> tile<16xf32>
    (%e: tile<f32>, %f: tile<f32>) {
      %g = addf %e, %f : tile<f32>
      yield %g : tile<f32>
    }
    %table = get_global @table : tile<ptr<f32>>
    %first, %t2 = load_ptr_tko weak %table : tile<ptr<f32>> -> tile<f32>, token
    %m = alloca num_elem = 4, alignment = 4 : tile<ptr<f32>>
    %t3 = store_ptr_tko weak %m, %first : tile<ptr<f32>>, tile<f32> -> token
    %back, %t4 = load_ptr_tko weak %m token=%t3 : tile<ptr<f32>> -> tile<f32>, token
    %lanes = iota : tile<16xi32>
    %limit = constant <i32: 15> : tile<16xi32>
    %inside = cmpi less_than %lanes, %limit, signed : tile<16xi32> -> tile<16xi1>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %xp = offset %xs, %lanes : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %v, %t6 = load_ptr_tko weak %xp, %inside : tile<16xptr<f32>>, tile<16xi1> -> tile<16xf32>, token
    %w = addf %v, %v : tile<16xf32>
    %t7 = store_ptr_tko weak %xp, %w, %inside token=%t6 : tile<16xptr<f32>>, tile<16xf32>, tile<16xi1> -> token
    %back1 = reshape %back : tile<f32> -> tile<1xf32>
    %backs = broadcast %back1 : tile<1xf32> -> tile<16xf32>
    %total = addf %rows, %backs : tile<16xf32>
    %wide = make_tensor_view %out, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %parts = make_partition_view %wide : partition_view<tile=(16), tensor_view<1024xf32, strides=[1]>>
    %t5 = store_view_tko weak %total, %parts[%b] : tile<16xf32>, partition_view<tile=(16), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
    return
  }";

#[test]
fn a_kernel_that_runs_again_allocates_nothing() {
    let (engine, kernel) = (Cpu::default(), kernel(EVERYTHING));
    let mut memory = buffers(&[(Scalar::F32, 4096), (Scalar::F32, 1024)]);
    for threads in [1, 2] {
        let mut counts = Vec::new();
        for _ in 0..20 {
            let buffers = memory.iter_mut().map(Buffer::view_mut).collect();
            let args = (0..2).map(|buffer| Argument::Pointer { buffer, offset: 0 }).collect();
            let grid = Grid::new(64, 1, 1).expect("a small grid");
            let mut launch = Launch { entry: "k", grid, buffers, args };
            let mut output = DiscardOutput;
            let mut options = Options { threads: NonZeroUsize::new(threads), ..Options::new(&mut output) };
            let before = ALLOCATIONS.load(Ordering::Relaxed);
            engine.launch(&kernel, &mut launch, &mut options).expect("it ends well");
            counts.push(ALLOCATIONS.load(Ordering::Relaxed) - before);
        }
        // A worker allocates when it gets its first block, which may be in any launch.
        let launches = counts[1..].iter().filter(|&&count| count > 0).count();
        assert!(launches <= threads, "{threads} threads: {counts:?}");
    }
}
