//! The machine, by kernels of a few lines.

mod atomics;
mod calls;
mod carries;
mod clusters;
mod counters;
mod flow;
mod lanes;
mod old;
mod refusals;
mod run;
mod schedules;
mod widths;
