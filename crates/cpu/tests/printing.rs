//! Output in order of tile blocks takes bounded memory, and never keeps a launch from ending.

#![allow(unsafe_code, reason = "an allocator that counts")]

mod launching;

use std::alloc::{GlobalAlloc, Layout, System};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cpu::Cpu;
use launch::{BlockId, LaunchError, Options, Output};
use launching::{buffers, kernel, launch};
use numerics::Scalar;

/// Bytes that are allocated, and were at most.
static BYTES: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// One test at a time: they share the counts.
static ALONE: Mutex<()> = Mutex::new(());

struct Counting;

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let bytes = BYTES.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(bytes, Ordering::Relaxed);
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Checks that blocks come in order; does not continue before others have got as far ahead as they can.
#[derive(Default)]
struct Slow {
    begun: bool,
    next: u32,
    bytes: usize,
    wrong: bool,
}

impl Output for Slow {
    fn print(&mut self, block: BlockId, text: &str) {
        let mut bytes = 0;
        while !self.begun && bytes != BYTES.load(Ordering::Relaxed) {
            bytes = BYTES.load(Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(300));
        }
        self.begun = true;
        self.wrong |= block[0] != self.next && block[0] != self.next + 1;
        self.next = block[0];
        self.bytes += text.len();
    }
}

fn options(output: &mut Slow, threads: usize) -> Options<'_> {
    Options { threads: NonZeroUsize::new(threads), ordered_output: true, ..Options::new(output) }
}

/// Each block prints 6 to 12 KB, twice.
const TALKERS: &str = "entry @k(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %lanes = iota : tile<1024xi32>
    %x1 = reshape %x : tile<i32> -> tile<1xi32>
    %xs = broadcast %x1 : tile<1xi32> -> tile<1024xi32>
    %sum = addi %lanes, %xs : tile<1024xi32>
    %t0 = print_tko \"%d;\", %sum : tile<1024xi32> -> token
    %t1 = print_tko \"%d.\", %sum token=%t0 : tile<1024xi32> -> token
    return
}";

#[test]
fn texts_of_later_blocks_take_bounded_memory() {
    let _alone = ALONE.lock();
    let (engine, kernel) = (Cpu::default(), kernel(TALKERS));
    for threads in [1, 3] {
        let mut memory = buffers(&[(Scalar::I32, 1)]);
        let mut output = Slow::default();
        let before = BYTES.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        launch(&engine, &kernel, 1200, &mut memory, &mut options(&mut output, threads))
            .expect("it ends well");
        let peak = PEAK.load(Ordering::Relaxed) - before;
        assert!(!output.wrong && output.next == 1199, "{threads} threads: not in order");
        assert!(output.bytes > 12 << 20, "it prints more than it may keep: {}", output.bytes);
        assert!(peak < 10 << 20, "{threads} threads: {peak} bytes at a time");
    }
}

/// Block 0 waits until all others have printed a lot.
const FIRST_WAITS: &str = "entry @k(%count: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %n, %ny, %nz = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %lanes = iota : tile<1024xi32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      loop {
        %c, %t = load_ptr_tko acquire device %count : tile<ptr<i32>> -> tile<i32>, token
        %next = addi %c, %one : tile<i32>
        %all = cmpi equal %next, %n, signed : tile<i32> -> tile<i1>
        if %all {
          break
        }
        continue
      }
    } else {
      %t0 = print_tko \"%d;\", %lanes : tile<1024xi32> -> token
      %t1 = print_tko \"%d.\", %lanes token=%t0 : tile<1024xi32> -> token
      %old, %t2 = atomic_rmw_tko acq_rel device %count, add, %one token=%t1 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    %t3 = print_tko \"end\" -> token
    return
}";

#[test]
fn a_block_may_wait_for_later_ones_that_print() {
    let _alone = ALONE.lock();
    let (engine, kernel) = (Cpu::default(), kernel(FIRST_WAITS));
    for threads in [1, 3] {
        let mut memory = buffers(&[(Scalar::I32, 1)]);
        let mut output = Slow::default();
        launch(&engine, &kernel, 900, &mut memory, &mut options(&mut output, threads)).expect("it ends well");
        assert!(!output.wrong && output.next == 899, "{threads} threads: not in order");
        assert!(output.bytes > 8 << 20, "it prints more than is kept at first: {}", output.bytes);
    }
}

/// As the first one, but block 900 writes outside.
const ONE_TRAPS: &str = "entry @k(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %lanes = iota : tile<1024xi32>
    %t0 = print_tko \"%d;\", %lanes : tile<1024xi32> -> token
    %place = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %written = store_ptr_tko weak %place, %x : tile<ptr<i32>>, tile<i32> -> token
    %t1 = print_tko \"%d.\", %lanes token=%t0 : tile<1024xi32> -> token
    return
}";

#[test]
fn everything_before_a_trap_is_printed() {
    let _alone = ALONE.lock();
    let (engine, kernel) = (Cpu::default(), kernel(ONE_TRAPS));
    let mut printed = Vec::new();
    for threads in [1, 3] {
        let mut memory = buffers(&[(Scalar::I32, 900)]);
        let mut output = Slow::default();
        let ended = launch(&engine, &kernel, 1500, &mut memory, &mut options(&mut output, threads));
        let Err(LaunchError::Trap(trap)) = ended else { panic!("block 900 writes outside") };
        assert_eq!(trap.block, [900, 0, 0], "{threads} threads");
        assert!(!output.wrong && output.next == 900, "{threads} threads: {}", output.next);
        printed.push(output.bytes);
    }
    assert!(printed.iter().all(|&bytes| bytes == printed[0]), "{printed:?}");
}
