//! Fuzz target: `filetests::hostile_ptx::check` under an allocator that refuses more than 256 MB.
#![no_main]

use filetests::{hostile, hostile_ptx};
use libfuzzer_sys::fuzz_target;

#[global_allocator]
static ALLOCATOR: hostile::Counting = hostile::Counting(std::alloc::System);

fuzz_target!(|data: &[u8]| hostile::bounded(|| hostile_ptx::check(data)));
