//! The machine, by kernels of a few lines.

mod atomics;
mod clusters;
mod flow;
mod lanes;
mod run;
