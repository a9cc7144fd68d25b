//! Level 5: PTX, the virtual assembly of one thread.
//!
//! [`ops`] is the table of instructions; [`spec`] reads its rows. [`module`] represents a file; [`text`] reads and
//! prints it, [`verify()`] checks it, [`build`] builds it, [`docs`] generates the page of instructions.
//!
//! Invariants: a [`Module`] from [`parse`] or [`build`] has its names resolved and its instructions matched with a form
//! of the table; [`verify()`] checks all other rules of the rows. Parsing never panics and reports several independent
//! errors. Deliberately absent: sparse matrices, addresses of 32 bits, registers of the whole module.
//!
//! ```
//! let source = diag::Source::new("k.ptx", ".version 8.7\n.target sm_90\n.address_size 64\n.entry k() { ret; }\n");
//! let parsed = ptx::parse(&source);
//! assert!(parsed.diagnostics.is_empty());
//! assert!(ptx::verify(&parsed.module, &parsed.map).is_empty());
//! assert_eq!(parsed.module.function("k"), parsed.module.entries().next());
//! ```

pub mod build;
pub mod codes;
pub mod columns;
pub mod docs;
mod fit;
mod lines;
mod modifiers;
pub mod module;
pub mod ops;
mod print;
pub mod spec;
mod special;
mod target;
pub mod text;
mod types;
pub mod verify;
mod visit;

pub use columns::{Effect, Effects, Family, InstructionClass};
pub use lines::{Origin, SourcePlace};
pub use modifiers::{Field, Modifier};
pub use module::{Module, bind};
pub use ops::Opcode;
pub use print::print;
pub use special::Special;
pub use target::{Needs, Reach, Target, Version};
pub use text::{Parsed, SourceMap, parse};
pub use types::{Class, Type};
pub use verify::verify;
pub use visit::Access;
