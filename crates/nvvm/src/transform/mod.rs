//! Transforms of level 4.

pub mod addresses;
pub mod bound_registers;
pub mod expand_math;
mod kit;
mod logs;
mod powers;
mod singles;
mod trig;

pub use addresses::share_addresses;
pub use bound_registers::bound_registers;
pub use expand_math::expand_math;
