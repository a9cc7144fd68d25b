//! Transforms of level 4.

pub mod addresses;
pub mod bound_registers;
pub mod drop_in;
pub mod expand_math;
mod kernel_maps;
mod math_builder;
mod math_f32;
mod math_logarithms;
mod math_powers;
mod math_trigonometry;
mod shared_limits;

pub use addresses::share_addresses;
pub use bound_registers::bound_registers;
pub use drop_in::drop_in;
pub use expand_math::expand_math;
pub use shared_limits::SharedLimits;
