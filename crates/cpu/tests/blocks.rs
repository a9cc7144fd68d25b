//! Many tile blocks: every one runs once, those that wait do not keep others from running, traps and ends.

mod launching;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cpu::Cpu;
use launch::{BlockId, DiscardOutput, EngineError, LaunchError, Options, Output};
use launching::{buffers, integers, kernel, launch};
use numerics::Scalar;

fn threads(number: usize) -> Option<NonZeroUsize> {
    NonZeroUsize::new(number)
}

/// Each block adds its number plus one to its element.
const NUMBERS: &str = "entry @k(%out: tile<ptr<i64>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %next = addi %x, %one : tile<i32>
    %number = exti %next unsigned : tile<i32> -> tile<i64>
    %place = offset %out, %x : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>
    %old, %read = load_ptr_tko weak %place : tile<ptr<i64>> -> tile<i64>, token
    %sum = addi %old, %number : tile<i64>
    %written = store_ptr_tko weak %place, %sum token=%read : tile<ptr<i64>>, tile<i64> -> token
    return
}";

#[test]
fn every_block_runs_once() {
    let (engine, kernel) = (Cpu::default(), kernel(NUMBERS));
    for (blocks, workers) in [(1, 1), (1, 4), (7, 2), (1000, 1), (1000, 3), (100_000, 4)] {
        let mut memory = buffers(&[(Scalar::I64, blocks.into())]);
        let mut output = DiscardOutput;
        let mut options = Options { threads: threads(workers), ..Options::new(&mut output) };
        let outcome = launch(&engine, &kernel, blocks, &mut memory, &mut options).expect("it ends well");
        let expected: Vec<i64> = (1..=blocks.into()).collect();
        assert_eq!(integers(&memory[0]), expected, "{blocks} blocks, {workers} threads");
        assert!(outcome.steps >= blocks.into());
    }
}

/// A spin lock around a sum that is not atomic.
const LOCK: &str = "entry @k(%lock: tile<ptr<i32>>, %counter: tile<ptr<i32>>) {
    %free = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %t0 = make_token : token
    %taken = loop iter_values(%t = %t0) : token -> token {
      %old, %t1 = atomic_cas_tko acquire device %lock, %free, %one token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %got = cmpi equal %old, %free, signed : tile<i32> -> tile<i1>
      if %got {
        break %t1 : token
      }
      continue %t1 : token
    }
    %count, %t2 = load_ptr_tko weak %counter token=%taken : tile<ptr<i32>> -> tile<i32>, token
    %next = addi %count, %one : tile<i32>
    %t3 = store_ptr_tko weak %counter, %next token=%t2 : tile<ptr<i32>>, tile<i32> -> token
    %t4 = store_ptr_tko release device %lock, %free token=%t3 : tile<ptr<i32>>, tile<i32> -> token
    return
}";

#[test]
fn a_lock_across_4096_blocks_ends() {
    let (engine, kernel) = (Cpu::default(), kernel(LOCK));
    for workers in [1, 2, 5] {
        let mut memory = buffers(&[(Scalar::I32, 1), (Scalar::I32, 1)]);
        let mut output = DiscardOutput;
        let mut options = Options { threads: threads(workers), ..Options::new(&mut output) };
        launch(&engine, &kernel, 4096, &mut memory, &mut options).expect("it ends well");
        assert_eq!((integers(&memory[0]), integers(&memory[1])), (vec![0], vec![4096]), "{workers} threads");
    }
}

/// Every block waits until all of them have started.
const BARRIER: &str = "entry @k(%count: tile<ptr<i32>>, %passed: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %n, %ny, %nz = get_num_tile_blocks : tile<i32>
    %old, %t0 = atomic_rmw_tko acq_rel device %count, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %t9 = loop iter_values(%t = %t0) : token -> token {
      %c, %t1 = load_ptr_tko acquire device %count token=%t : tile<ptr<i32>> -> tile<i32>, token
      %all = cmpi equal %c, %n, signed : tile<i32> -> tile<i1>
      if %all {
        break %t1 : token
      }
      continue %t1 : token
    }
    %old2, %t2 = atomic_rmw_tko relaxed device %passed, add, %one token=%t9 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
}";

#[test]
fn blocks_that_wait_for_all_others_end() {
    let (engine, kernel) = (Cpu::default(), kernel(BARRIER));
    for (blocks, workers) in [(100, 1), (3000, 1), (3000, 2)] {
        let mut memory = buffers(&[(Scalar::I32, 1), (Scalar::I32, 1)]);
        let mut output = DiscardOutput;
        let mut options = Options { threads: threads(workers), ..Options::new(&mut output) };
        launch(&engine, &kernel, blocks, &mut memory, &mut options).expect("it ends well");
        assert_eq!(integers(&memory[1]), [i64::from(blocks)], "{workers} threads");
    }
}

#[test]
fn a_launch_can_be_cancelled_and_bounded() {
    let (engine, kernel) = (Cpu::default(), kernel(BARRIER));
    // The counter starts too high: no block ever passes.
    let mut memory = buffers(&[(Scalar::I32, 1), (Scalar::I32, 1)]);
    memory[0].bytes_mut()[0] = 100;
    let cancel = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            cancel.store(true, Ordering::Relaxed);
        });
        let mut output = DiscardOutput;
        let mut options = Options { cancel: Some(&cancel), ..Options::new(&mut output) };
        let ended = launch(&engine, &kernel, 50, &mut memory, &mut options);
        assert_eq!(ended, Err(LaunchError::Engine(EngineError::Cancelled)));
    });
    let mut output = DiscardOutput;
    let mut options = Options { step_budget: Some(100_000), ..Options::new(&mut output) };
    let Err(LaunchError::Trap(trap)) = launch(&engine, &kernel, 50, &mut memory, &mut options) else {
        panic!("the budget is used up");
    };
    assert_eq!((trap.code, trap.message.as_str()), ("E0561", "the step budget is used up"));
}

/// Each block executes a loop as many times as its number says.
const ROUNDS: &str = "entry @k(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %place = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    for %i in (%zero to %x, step %one) : tile<i32> {
      %t = store_ptr_tko weak %place, %i : tile<ptr<i32>>, tile<i32> -> token
    }
    return
}";

#[test]
fn a_budget_suffices_for_the_same_launches_whatever_the_threads() {
    let (engine, kernel) = (Cpu::default(), kernel(ROUNDS));
    let mut memory = buffers(&[(Scalar::I32, 700)]);
    let mut run = |workers, budget| {
        let mut output = DiscardOutput;
        let mut options =
            Options { threads: threads(workers), step_budget: budget, ..Options::new(&mut output) };
        launch(&engine, &kernel, 700, &mut memory, &mut options)
    };
    let steps = run(1, None).expect("it ends well").steps;
    for workers in [1, 2, 3, 8] {
        for _ in 0..20 {
            assert_eq!(
                run(workers, Some(steps)).map(|outcome| outcome.steps),
                Ok(steps),
                "{workers} threads"
            );
            for budget in [0, 1, 1000, steps / 2, steps - 1] {
                let Err(LaunchError::Trap(trap)) = run(workers, Some(budget)) else {
                    panic!("{workers} threads: {budget} steps do not suffice");
                };
                assert_eq!(trap.code, "E0561");
            }
        }
    }
    // On one thread it ends at the same place every time.
    let first = run(1, Some(steps / 2));
    for _ in 0..5 {
        assert_eq!(run(1, Some(steps / 2)), first);
    }
}

/// Blocks from 37 on write outside.
const STRAY: &str = "entry @k(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %place = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %written = store_ptr_tko weak %place, %x : tile<ptr<i32>>, tile<i32> -> token
    %said = print_tko \"%d;\", %x : tile<i32> -> token
    return
}";

#[test]
fn the_lowest_block_that_traps_is_reported_whatever_the_threads() {
    let (engine, kernel) = (Cpu::default(), kernel(STRAY));
    for workers in [1, 2, 3, 8] {
        let mut memory = buffers(&[(Scalar::I32, 37)]);
        let mut output = String::new();
        let mut options =
            Options { threads: threads(workers), ordered_output: true, ..Options::new(&mut output) };
        let Err(LaunchError::Trap(trap)) = launch(&engine, &kernel, 5000, &mut memory, &mut options) else {
            panic!("block 37 writes outside");
        };
        assert_eq!(
            trap.to_string(),
            "`store_ptr_tko`: writes 4 bytes just past the end of the buffer of argument 1 (`%out`) of 148 bytes (in \
             tile block 37,0,0)"
        );
        let expected: String = (0..37).map(|x| format!("{x};")).collect();
        assert_eq!(output, expected, "{workers} threads");
        assert_eq!(integers(&memory[0]), (0..37).collect::<Vec<i64>>());
        // The engine and the kernel are as good as before.
        let mut memory = buffers(&[(Scalar::I32, 30)]);
        let mut output = DiscardOutput;
        assert!(launch(&engine, &kernel, 30, &mut memory, &mut Options::new(&mut output)).is_ok());
    }
}

/// Counts what each block prints.
#[derive(Default)]
struct Counter(Vec<(BlockId, String)>);

impl Output for Counter {
    fn print(&mut self, block: BlockId, text: &str) {
        self.0.push((block, text.to_owned()));
    }
}

#[test]
fn everything_that_is_printed_arrives_in_order_if_asked_for() {
    let (engine, kernel) = (Cpu::default(), kernel(STRAY));
    for ordered in [false, true] {
        let mut memory = buffers(&[(Scalar::I32, 3000)]);
        let mut output = Counter::default();
        let mut options =
            Options { threads: threads(4), ordered_output: ordered, ..Options::new(&mut output) };
        launch(&engine, &kernel, 3000, &mut memory, &mut options).expect("it ends well");
        if !ordered {
            output.0.sort();
        }
        let expected: Vec<(BlockId, String)> = (0..3000).map(|x| ([x, 0, 0], format!("{x};"))).collect();
        assert_eq!(output.0, expected);
    }
}

#[test]
fn progress_ends_with_all_blocks() {
    let (engine, kernel) = (Cpu::default(), kernel(NUMBERS));
    let (latest, calls) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |ended: u64, all: u64| {
        assert!(ended <= all && all == 500);
        assert!(latest.swap(ended, Ordering::Relaxed) <= ended);
        calls.fetch_add(1, Ordering::Relaxed);
    };
    let mut memory = buffers(&[(Scalar::I64, 500)]);
    let mut output = DiscardOutput;
    let mut options = Options { threads: threads(1), progress: Some(&progress), ..Options::new(&mut output) };
    launch(&engine, &kernel, 500, &mut memory, &mut options).expect("it ends well");
    assert_eq!((latest.into_inner(), calls.into_inner()), (500, 500));
}

#[test]
fn a_kernel_runs_on_many_threads_at_the_same_time() {
    let (engine, kernel) = (Cpu::default(), kernel(LOCK));
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let mut memory = buffers(&[(Scalar::I32, 1), (Scalar::I32, 1)]);
                    let mut output = DiscardOutput;
                    let mut options = Options { threads: threads(2), ..Options::new(&mut output) };
                    launch(&engine, &kernel, 64, &mut memory, &mut options).expect("it ends well");
                    assert_eq!(integers(&memory[1]), [64]);
                }
            });
        }
    });
}

/// Each block scales its elements by the largest one, in place, and adds those of the other buffer.
const ROWS: &str = "entry @k(%x: tile<ptr<i64>>, %y: tile<ptr<i64>>) {
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [5120, 1024], strides = [1024, 1] : tensor_view<5120x1024xi64, strides=[1024,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x1024), tensor_view<5120x1024xi64, strides=[1024,1]>>
    %y_tensor = make_tensor_view %y, shape = [5120, 1024], strides = [1024, 1] : tensor_view<5120x1024xi64, strides=[1024,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x1024), tensor_view<5120x1024xi64, strides=[1024,1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x1024), tensor_view<5120x1024xi64, strides=[1024,1]>>, tile<i32> -> tile<1x1024xi64>, token
    %y_tile, %y_read = load_view_tko weak %y_tiles[%row, %zero] : partition_view<tile=(1x1024), tensor_view<5120x1024xi64, strides=[1024,1]>>, tile<i32> -> tile<1x1024xi64>, token
    %top = reduce %x_tile dim=1 identities=[0 : i64] : tile<1x1024xi64> -> tile<1xi64> (%element: tile<i64>, %so_far: tile<i64>) {
      %larger = maxi %element, %so_far signed : tile<i64>
      yield %larger : tile<i64>
    }
    %top_1x1 = reshape %top : tile<1xi64> -> tile<1x1xi64>
    %tops = broadcast %top_1x1 : tile<1x1xi64> -> tile<1x1024xi64>
    %scaled = muli %x_tile, %tops : tile<1x1024xi64>
    %sum = addi %scaled, %y_tile : tile<1x1024xi64>
    %written = store_view_tko weak %sum, %x_tiles[%row, %zero] token=%x_read : tile<1x1024xi64>, partition_view<tile=(1x1024), tensor_view<5120x1024xi64, strides=[1024,1]>>, tile<i32> -> token
    return
}";

fn fill(buffer: &mut launch::Buffer, number: impl Fn(i64) -> i64) {
    for (place, bytes) in (0..).zip(buffer.bytes_mut().chunks_exact_mut(8)) {
        bytes.copy_from_slice(&number(place).to_le_bytes());
    }
}

#[test]
fn rows_of_large_buffers_in_place() {
    // 40 MiB: results are stored non-temporally, and the rows of the next blocks are prefetched.
    const COUNT: u32 = 5120;
    let (engine, kernel) = (Cpu::default(), kernel(ROWS));
    for workers in [1, 2, 4] {
        let mut memory = buffers(&[(Scalar::I64, u64::from(COUNT) * 1024); 2]);
        fill(&mut memory[0], |place| (place * 7 + place / 1024) % 1000);
        fill(&mut memory[1], |place| place);
        let mut output = DiscardOutput;
        let mut options = Options { threads: threads(workers), ..Options::new(&mut output) };
        launch(&engine, &kernel, COUNT, &mut memory, &mut options).expect("it ends well");
        let tops: Vec<i64> = (0..i64::from(COUNT))
            .map(|row| {
                (row * 1024..(row + 1) * 1024).map(|place| (place * 7 + row) % 1000).max().unwrap_or(0)
            })
            .collect();
        let wrong = (0i64..).zip(integers(&memory[0])).find(|&(place, found)| {
            let row = place / 1024;
            found != (place * 7 + row) % 1000 * tops[row as usize] + place
        });
        assert_eq!(wrong, None, "{workers} threads");
    }
}
