//! Fuzz target: `filetests::hostile::levels` under an allocator that refuses more than 256 MB.
#![no_main]

use filetests::hostile;
use libfuzzer_sys::fuzz_target;

#[global_allocator]
static ALLOCATOR: hostile::Counting = hostile::Counting(std::alloc::System);

fuzz_target!(|data: &[u8]| hostile::bounded(|| hostile::levels(data)));
