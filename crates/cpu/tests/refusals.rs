//! Launches that do not fit, and the state after one that failed.

mod launching;

use std::sync::atomic::AtomicBool;

use cpu::{Cpu, Preparation, Prepared};
use launch::{
    Argument, Buffer, BufferMut, DiscardOutput, Engine, EngineError, Grid, Launch, LaunchError, Options,
};
use launching::{buffers, integers, kernel, launch, module};
use numerics::Scalar;

/// Every block adds one.
const COUNT: &str = "entry @k(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %out, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
}";

/// Adds up tiles of four megabytes, all of which are loaded before the first is used.
const LARGE: &str = "entry @k(%out: tile<ptr<f32>>) {
    %t = make_tensor_view %out, shape = [1048576], strides = [1] : tensor_view<1048576xf32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(1048576), tensor_view<1048576xf32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %a, %t1 = load_view_tko weak %v[%zero] : partition_view<tile=(1048576), tensor_view<1048576xf32, strides=[1]>>, tile<i32> -> tile<1048576xf32>, token
    %e = exp %a : tile<1048576xf32>
    %s = reduce %e dim=0 identities=[0.0 : f32] : tile<1048576xf32> -> tile<f32>
      (%x: tile<f32>, %y: tile<f32>) { %z = addf %x, %y : tile<f32> yield %z : tile<f32> }
    %b = reshape %s : tile<f32> -> tile<1xf32>
    %c = broadcast %b : tile<1xf32> -> tile<1048576xf32>
    %d = divf %e, %c : tile<1048576xf32>
    %t2 = store_view_tko weak %d, %v[%zero] token=%t1 : tile<1048576xf32>, partition_view<tile=(1048576), tensor_view<1048576xf32, strides=[1]>>, tile<i32> -> token
    return
}";

#[test]
fn a_launch_after_one_that_was_cancelled_is_like_any_other() {
    let (engine, kernel) = (Cpu::default(), kernel(COUNT));
    let mut memory = buffers(&[(Scalar::I32, 1)]);
    let cancel = AtomicBool::new(true);
    let mut output = DiscardOutput;
    let mut options = Options { cancel: Some(&cancel), ..Options::new(&mut output) };
    let ended = launch(&engine, &kernel, 1000, &mut memory, &mut options);
    assert_eq!(ended, Err(LaunchError::Engine(EngineError::Cancelled)));
    assert_eq!(integers(&memory[0]), [0], "no block has started");
    let mut output = DiscardOutput;
    launch(&engine, &kernel, 1000, &mut memory, &mut Options::new(&mut output)).expect("it ends well");
    assert_eq!(integers(&memory[0]), [1000]);
}

/// Why a launch of `COUNT` on a buffer is refused.
fn refused(buffer: BufferMut<'_>, args: Vec<Argument>, entry: &str) -> String {
    let mut launch = Launch { entry, grid: Grid::ONE, buffers: vec![buffer], args };
    let mut output = DiscardOutput;
    let ended = Cpu::default().launch(&kernel(COUNT), &mut launch, &mut Options::new(&mut output));
    ended.expect_err("it does not fit").to_string()
}

#[test]
fn launches_that_do_not_fit_are_refused_in_a_sentence() {
    let pointer = Argument::Pointer { buffer: 0, offset: 0 };
    let mut memory = Buffer::zeroed(Scalar::I32, &[4]).expect("small");
    let mut other = Buffer::zeroed(Scalar::F32, &[4]).expect("small");
    assert_eq!(
        refused(memory.view_mut(), vec![pointer; 2], "k"),
        "entry `k` has 1 parameter but the launch gives 2; give one argument for each, in order"
    );
    assert_eq!(
        refused(other.view_mut(), vec![pointer], "k"),
        "argument 1 of entry `k` must be ptr<i32>, but is ptr<f32>"
    );
    assert_eq!(refused(memory.view_mut(), vec![pointer], "other"), "the module has no entry `other`");
    let crooked = BufferMut::new(Scalar::I32, &[2], &mut memory.bytes_mut()[2..10]).expect("eight bytes");
    assert_eq!(
        refused(crooked, vec![pointer], "k"),
        "argument 1 of entry `k` points to i32 at a host address that is no multiple of 4; copy the data to aligned \
         memory"
    );
    assert!(memory.bytes().iter().all(|&byte| byte == 0), "nothing was written");
}

#[test]
fn tiles_that_do_not_fit_into_memory_are_refused_before_anything_runs() {
    let mut how = Preparation::default();
    how.memory_limit = 1 << 20;
    let error = Prepared::new(&module(LARGE), "k", &how).expect_err("too large").to_string();
    let (start, end) = error.split_once(" bytes at a time").expect("a sentence");
    let bytes: u64 = start.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    assert!(bytes > 4 << 20 && start.starts_with("the tiles of one tile block need"), "{error}");
    assert_eq!(end, ", and the memory limit is 1048576; raise the limit or make tiles smaller");
    assert!(Prepared::new(&module(LARGE), "k", &Preparation::default()).is_ok());
}

/// Uses memory that another region reserved, by the argument: after a branch, in the next iteration, after a function,
/// after a break.
const STALE: &str = "
  experimental$func @lends() -> tile<ptr<i32>> {
    %m = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>
    return %m : tile<ptr<i32>>
  }
  entry @k(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %case, %t0 = load_ptr_tko weak %out : tile<ptr<i32>> -> tile<i32>, token
    %is0 = cmpi equal %case, %zero, signed : tile<i32> -> tile<i1>
    %is1 = cmpi equal %case, %one, signed : tile<i32> -> tile<i1>
    %is2 = cmpi equal %case, %two, signed : tile<i32> -> tile<i1>
    %own = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>
    %a = if %is0 -> (tile<ptr<i32>>) {
      %m = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>
      %t = store_ptr_tko weak %m, %one : tile<ptr<i32>>, tile<i32> -> token
      yield %m : tile<ptr<i32>>
    } else {
      yield %own : tile<ptr<i32>>
    }
    %t1 = store_ptr_tko weak %a, %one : tile<ptr<i32>>, tile<i32> -> token
    %b = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%last = %own) -> (tile<ptr<i32>>) {
      %t = store_ptr_tko weak %last, %i : tile<ptr<i32>>, tile<i32> -> token
      %m = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>
      %u = store_ptr_tko weak %m, %i : tile<ptr<i32>>, tile<i32> -> token
      %p = select %is1, %m, %own : tile<i1>, tile<ptr<i32>>
      continue %p : tile<ptr<i32>>
    }
    %c = loop : tile<ptr<i32>> {
      %m = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>
      if %is2 {
        break %m : tile<ptr<i32>>
      }
      %t = store_ptr_tko weak %m, %one : tile<ptr<i32>>, tile<i32> -> token
      break %own : tile<ptr<i32>>
    }
    %t2 = store_ptr_tko weak %c, %two : tile<ptr<i32>>, tile<i32> -> token
    %is3 = cmpi equal %case, %three, signed : tile<i32> -> tile<i1>
    if %is3 {
      %m = experimental$call @lends() : () -> tile<ptr<i32>>
      %t = store_ptr_tko weak %m, %one : tile<ptr<i32>>, tile<i32> -> token
    }
    %t3 = store_ptr_tko weak %own, %two : tile<ptr<i32>>, tile<i32> -> token
    return
  }";

#[test]
fn reserved_memory_lives_as_long_as_its_region() {
    let kernel = kernel(STALE);
    let engine = Cpu::default();
    for case in 0..5u8 {
        let mut memory = buffers(&[(Scalar::I32, 1)]);
        memory[0].bytes_mut()[0] = case;
        let mut output = DiscardOutput;
        let ended = launch(&engine, &kernel, 10, &mut memory, &mut Options::new(&mut output));
        match ended {
            Ok(_) => assert_eq!(case, 4),
            Err(error) => assert_eq!(
                (error.to_string().as_str(), case < 4),
                (
                    "`store_ptr_tko`: writes the alloca of 2 x i32 after it was released (in tile block 0,0,0)",
                    true
                )
            ),
        }
    }
}
