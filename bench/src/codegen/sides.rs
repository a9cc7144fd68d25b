//! What each compiler makes of a kernel: ours, and both releases of the closed one, from the same bytecode.

use std::path::Path;
use std::process::Command;

use real_tools::Release;

use super::report::figures;
use super::{Files, timed};

/// A target, by the names that both compilers have for it.
pub(super) struct Target {
    pub(super) ours: &'static str,
    pub(super) theirs: &'static str,
}

/// What was made by each compiler; none by one that fails or is absent.
pub(super) struct Sides<T> {
    pub(super) ours: Option<T>,
    /// By each release, oldest first.
    pub(super) theirs: [Option<T>; 2],
}

impl<T> Sides<T> {
    /// Compiles a program for a target, with files in a folder, and reads each cubin.
    pub(super) fn compile(
        (name, text): (&str, &str),
        target: &Target,
        folder: &Path,
        read: impl Fn(&Path) -> Option<T>,
    ) -> Sides<T> {
        let module = tilewright::parse(name, text).expect("the kernels of the bench are right");
        let bytes = module.to_bytecode(None).expect("the kernels of the bench have bytecode");
        let files = Files::new(folder, &bytes);
        let made = |command: Option<Command>, cubin: &Path| {
            timed(command?)?;
            read(cubin)
        };
        let [older, newer] = Release::ALL;
        Sides {
            ours: made(files.our_command(target.ours), &files.ours),
            theirs: [(older, &files.theirs[0]), (newer, &files.theirs[1])]
                .map(|(release, cubin)| made(files.their_command(release, cubin, target.theirs), cubin)),
        }
    }

    /// Ours, then theirs.
    pub(super) fn each(&self) -> [Option<&T>; 3] {
        let [older, newer] = &self.theirs;
        [&self.ours, older, newer].map(Option::as_ref)
    }

    /// A count of each, as a cell of a table.
    pub(super) fn counts(&self, of: impl Fn(&T) -> Option<u64>) -> String {
        figures(self.each().map(|made| made.and_then(&of).map(|count| count.to_string())))
    }
}

/// Measures with a folder for temporary files, which is removed again.
pub(super) fn in_folder<T>(table: &str, measure: impl FnOnce(&Path) -> T) -> T {
    let folder = std::env::temp_dir().join(format!("tilewright-bench-{table}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files may be written");
    let measured = measure(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    measured
}
