//! Files, pipelines and engines, for the entry points (command line, libraries).
//!
//! This crate accesses files and standard input; the crates below it do not. [`input`] detects the kind of a file, [`load`]
//! reads a verified module, [`ptx`] reads and checks PTX, [`emulate`] executes it, [`optimize`] runs passes on a module,
//! [`run`] launches it, [`compile`] generates PTX and cubins for the [`targets`] and explains its decisions in [`remarks`],
//! observed by a [`watch`], [`cache`] stores them, [`sanitize`] finds undefined behaviour, [`mod@bench`] measures a launch, and
//! [`count`] counts its operations.

mod arguments;
pub mod artefact;
pub mod bench;
mod bounds_precheck;
pub mod cache;
mod clusters;
pub mod codes;
pub mod compat;
pub mod compile;
pub mod count;
pub mod counted;
pub mod cuda;
pub mod digest;
mod divisions;
pub mod emulate;
pub mod engine;
mod entry;
mod failure;
pub mod fatbin;
pub mod input;
pub mod kernel;
mod launch_comment;
mod limits;
pub mod load;
mod machine;
pub mod metadata;
mod mod_ref;
pub mod op_form;
pub mod optimize;
mod path;
mod perf_map;
pub mod ptx;
pub mod ptx_version;
pub mod ptxas;
mod reach;
pub mod remarks;
pub mod remedies;
mod reproducer;
mod results;
pub mod run;
pub mod sanitize;
mod shown;
mod spills;
pub mod targets;
mod tensor_maps;
mod trial;
pub mod watch;

/// A fingerprint of the sources of the compiler: it differs between builds that may generate different machine code.
pub fn build_id() -> &'static str {
    concat!("tilewright-", env!("CARGO_PKG_VERSION"), "-", env!("TILEWRIGHT_BUILD"))
}

/// The version and the fingerprint, by which clients distinguish builds.
pub fn version() -> &'static str {
    concat!(env!("CARGO_PKG_VERSION"), " (build ", env!("TILEWRIGHT_BUILD"), ")")
}
