//! Matrix instructions, every form of the table, against plain loops through `numerics`.
//!
//! The position of an element is written here a second time, from the tables of the PTX ISA and not from the code.

mod code;
mod execute;
mod ldmatrix;
mod mma;
mod source;
mod warpgroup;
mod wgmma;
mod wmma;
