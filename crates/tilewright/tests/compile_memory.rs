//! Compiling keeps nothing: after any number of compiles as many bytes are allocated as after a few.
//!
//! The only test of its file, as it counts what the whole process has. `TILEWRIGHT_COMPILES` asks for more compiles.

#![allow(clippy::disallowed_methods, reason = "a test is told how long it takes")]
#![allow(unsafe_code, reason = "an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering};

use tilewright::Module;
use tilewright::compile::{Options, Target};

/// The allocator of the system, which knows what is allocated.
struct Counted;

static BYTES: AtomicI64 = AtomicI64::new(0);

// SAFETY: the system's allocator does everything.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size() as i64, Ordering::Relaxed);
        // SAFETY: the caller's promise is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as i64, Ordering::Relaxed);
        // SAFETY: `at` was allocated above.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// Compiles, unless the test asks for more.
const COMPILES: u32 = 40;

#[test]
fn compiling_keeps_no_memory() {
    let asked = std::env::var("TILEWRIGHT_COMPILES").ok();
    let compiles = asked.map_or(COMPILES, |number| number.parse().expect("a number of compiles"));
    let text = include_str!("../../../examples/softmax.mlir");
    let bytes =
        tilewright::parse("softmax.mlir", text).expect("it reads").to_bytecode(None).expect("bytecode");
    let once = || {
        let module = Module::from_bytecode(&bytes).expect("it decodes");
        for name in ["sm_80", "sm_90a", "sm_100a"] {
            let options =
                Options::new(Target::named(name).expect("a target")).keep_levels(true).remarks(true);
            assert!(module.compile(&options).expect("it compiles").ptx().contains(".entry"));
        }
    };
    // Tables that are made once are made now.
    (0..3).for_each(|_| once());
    let before = BYTES.load(Ordering::Relaxed);
    (0..compiles.div_ceil(3)).for_each(|_| once());
    assert_eq!(BYTES.load(Ordering::Relaxed) - before, 0, "bytes that {compiles} compiles left");
}
