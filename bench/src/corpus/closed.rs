//! What the closed compiler makes of modules with products.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use real_tools::Release;
use serde_json::{Value, json};

use crate::codegen::machine::{self, Unit};
use crate::store::Store;
use crate::sweep::sides;

/// The release that is compared with.
pub(super) const CLOSED: Release = Release::V13_5;

/// All units, the fastest one first.
pub(super) const UNITS: [Unit; 3] = [Unit::AsyncTensorCore, Unit::TensorCore, Unit::Threads];

/// The modules that both compilers compiled for one target.
#[derive(Default)]
pub(super) struct Closed {
    /// By the unit of each one's machine code, the fastest one first; refused or stopped ones are the last.
    pub(super) theirs: [usize; 4],
    /// The same of ours.
    pub(super) ours: [usize; 4],
    /// The kernels of modules for which theirs uses a faster unit.
    pub(super) slower: Vec<String>,
}

impl Closed {
    pub(super) fn add(&mut self, kernel: &str, ours: Option<Unit>, theirs: Option<Unit>) {
        let place =
            |unit: Option<Unit>| UNITS.iter().position(|known| Some(*known) == unit).unwrap_or(UNITS.len());
        self.ours[place(ours)] += 1;
        self.theirs[place(theirs)] += 1;
        if place(ours) > place(theirs) && theirs.is_some() {
            self.slower.push(format!("`{kernel}`"));
        }
    }

    /// How many modules both compiled.
    pub(super) fn modules(&self) -> usize {
        self.theirs.iter().sum()
    }
}

/// The choice of modules, and results of the closed compiler.
pub(super) struct Comparison {
    /// How many modules of each kernel.
    most: usize,
    taken: BTreeMap<String, usize>,
    store: Store,
    folder: PathBuf,
}

impl Comparison {
    pub(super) fn new(most: usize, store: Option<&Path>) -> io::Result<Comparison> {
        let folder = std::env::temp_dir().join(format!("tilewright-corpus-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Comparison { most, taken: BTreeMap::new(), store: Store::open(store)?, folder })
    }

    /// Whether the closed compiler compiles a module of this kernel, too: the first ones in the order of digests.
    pub(super) fn takes(&mut self, kernel: &str) -> bool {
        let taken = self.taken.entry(kernel.to_owned()).or_default();
        *taken += 1;
        *taken <= self.most
    }

    /// The unit that computes the products of its machine code; none if it refuses the module, or is stopped.
    pub(super) fn unit(&mut self, bytes: &[u8], target: &str) -> Option<Unit> {
        let tool = CLOSED.find("tileiras")?;
        let how = format!("unit {} {target}", CLOSED.number());
        let folder = &self.folder;
        let result = self.store.result(&how, bytes, || {
            let cubin = folder.join("theirs.cubin");
            let compiled = sides::closed_code(&tool, bytes, target, &cubin, folder).ok();
            let unit = compiled.and_then(|_| machine::unit(&cubin));
            unit.map_or(Value::Null, |unit| json!(unit as u64))
        });
        UNITS.into_iter().find(|unit| result.as_u64() == Some(*unit as u64))
    }
}

impl Drop for Comparison {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
