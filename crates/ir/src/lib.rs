//! Under every level: what an operation is; knows no particular op.
//!
//! A [`Module`] of a [`Level`] is a tree of operations, regions and blocks over immutable values. What an op looks
//! like (operands, attributes, results, text) is one [`spec::OpSpec`] row of the level's table, written with [`ops!`];
//! everything here interprets such rows.
//!
//! Invariants of the storage:
//! - ids are dense and never reused within a module; an erased op keeps its id and is in no block;
//! - the results of an op, and the arguments of a block, are contiguous values;
//! - an op has exactly as many attribute slots as its row has attributes, and as many regions as it was created with;
//! - types, attributes, strings, locations and scopes are interned: equal ids mean equal things.
//!
//! Deliberately absent: use lists in the storage ([`uses::Uses`] computes them, a [`rewrite::Rewriter`] keeps them
//! right), successors (control flow is structured), and any global state.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod analysis;
mod append;
pub mod attr;
pub mod build;
pub mod entity;
pub mod generic;
pub mod intern;
pub mod level;
pub mod loc;
pub mod locations;
pub mod own_lines;
pub mod pass;
mod renumber;
pub mod rewrite;
mod semantics;
pub mod storage;
mod table;
pub mod text;
pub mod transform;
pub mod uses;
pub mod verify;
pub mod walk;

pub use attr::{AttrSlot, SlotValue};
/// The former name of [`generic`], which programs that use the library know.
pub use generic as plain;

pub use entity::{AttrId, Block, DiId, LocId, Op, Region, StrId, TypeId, UNKNOWN_LOC, Value};
pub use level::module::{Module, Origin};
pub use level::spec::{Field, OpSpec, Version};
pub use level::{Level, module, spec};
pub use loc::{DebugInfo, Loc};
pub use renumber::Renumbering;
pub use storage::{Chain, OpDraft, OpHead, OpRef, OpStart, Storage, ValueDef, ValueRange};
