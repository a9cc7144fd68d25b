//! A sweep over plausible kernels: what is refused, what is spilled, how long PTX is and how long compiling takes, compared
//! with the closed compiler on the same bytecode; and whether values are right.
//!
//! The targets of a sweep: nothing is refused that the closed compiler compiles, no kernel spills with fewer registers than
//! a thread can have, and values are right.

pub mod kernels;
mod report;
pub(crate) mod sides;
mod values;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use real_tools::Release;

use crate::store::Store;
use kernels::Program;
use sides::Code;
use values::Expected;

pub use report::{document, json, misses, text};

/// One target of each kind of machine code.
const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];

/// Settings of the sweep.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Only kernels whose name contains this.
    pub only: String,
    /// Only the kernels of a part: its number from 0, and the number of parts.
    pub shard: Option<(usize, usize)>,
    /// Compare values on the emulator.
    pub values: bool,
    /// Where results are kept.
    pub store: Option<PathBuf>,
}

/// A kernel for a target.
pub struct Row {
    /// The kernel.
    pub name: String,
    /// The target.
    pub target: &'static str,
    ours: Result<Made, String>,
    /// By each release, oldest first.
    theirs: [Result<Code, String>; 2],
    /// Whether values are right; none if they were not compared.
    values: Option<Result<(), String>>,
}

/// The part of our results that is kept.
struct Made {
    /// Bytes of PTX.
    size: usize,
    limit: u64,
    threads: u64,
    code: Result<Code, String>,
}

/// Measures the kernels that are wanted.
///
/// # Errors
/// The file of results cannot be read or written.
pub fn measure(settings: &Settings) -> io::Result<Vec<Row>> {
    let mut store = Store::open(settings.store.as_deref())?;
    let folder = std::env::temp_dir().join(format!("tilewright-sweep-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (part, parts) = settings.shard.unwrap_or((0, 1));
    let wanted: Vec<Program> = kernels::all()
        .into_iter()
        .enumerate()
        .filter(|(number, program)| number % parts == part && program.name.contains(&settings.only))
        .map(|(_, program)| program)
        .collect();
    let mut rows = Vec::new();
    for (number, program) in wanted.iter().enumerate() {
        let _ = writeln!(io::stderr(), "{} of {}: {}", number + 1, wanted.len(), program.name);
        rows.extend(of_kernel(program, settings, &mut store, &folder));
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(rows)
}

fn of_kernel(program: &Program, settings: &Settings, store: &mut Store, folder: &Path) -> Vec<Row> {
    let module = tilewright::parse(&program.name, &program.text).expect("the kernels of the sweep are valid");
    let bytes = module.to_bytecode(None).expect("the kernels of the sweep have bytecode");
    // The reference interpreter runs when the first result is asked for that is not known.
    let mut expected: Option<Result<Expected, String>> = None;
    let row = |&target: &&'static str| {
        let ours = sides::ours(&module, &bytes, target, store, folder);
        let values = ours.as_ref().ok().filter(|_| settings.values).map(|ours| {
            let result = store.result("values", &ours.made.bytes, || {
                let expected = expected.get_or_insert_with(|| Expected::of(program, &module));
                let compared =
                    expected.as_ref().map_err(Clone::clone).and_then(|expected| expected.compare(ours));
                compared.err().map_or(serde_json::Value::Null, serde_json::Value::String)
            });
            result.as_str().map_or(Ok(()), |why| Err(why.to_owned()))
        });
        let ours = ours.map(|ours| Made {
            size: ours.made.bytes.len(),
            limit: ours.limit,
            threads: ours.threads,
            code: ours.code,
        });
        let theirs = Release::ALL.map(|release| sides::theirs(release, &bytes, target, store, folder));
        Row { name: program.name.clone(), target, ours, theirs, values }
    };
    TARGETS.iter().map(row).collect()
}
