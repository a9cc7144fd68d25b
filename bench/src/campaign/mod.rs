//! Campaigns: large counts of random, damaged or seeded programs, each judged by something independent of what is tested.
//!
//! One module for each name that `cargo xtask campaign` takes. What came of the campaigns is in `docs/campaigns.md`.

pub mod compile;
pub mod cpu;
pub mod emulate_schedules;
pub mod language;
pub mod opt;
pub mod ptx;
pub mod ptx_wild;
