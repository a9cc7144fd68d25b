//! What threads wait for.

pub mod mbarrier;
