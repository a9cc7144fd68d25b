//! The real tools and the files they are fed: found as `.ci/tools` says, exported once for a test run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Bytecode versions, oldest first.
pub(crate) const VERSIONS: [&str; 5] = ["13.1", "13.2", "13.3", "13.4", "13.5"];

/// The tools that the tests need, all from one environment.
pub(crate) struct Tools {
    python: PathBuf,
    disassembler: PathBuf,
    assembler: PathBuf,
    exported: PathBuf,
}

/// One exported kernel that cuTile knows how to write.
pub(crate) struct Kernel {
    pub(crate) name: String,
    /// Phrase of the error with which it must be refused; empty for a valid one.
    pub(crate) refused: String,
}

/// The tools with all kernels exported, or `None` after a visible skip.
pub(crate) fn tools() -> Option<&'static Tools> {
    static TOOLS: OnceLock<Option<Tools>> = OnceLock::new();
    TOOLS.get_or_init(prepare).as_ref()
}

fn prepare() -> Option<Tools> {
    let found = (|| {
        let exported = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("real_bytecode");
        Some(Tools {
            python: real_tools::python()?,
            disassembler: real_tools::Release::V13_5.find("tileirdisasm")?,
            assembler: real_tools::Release::V13_5.find("tileiras")?,
            exported,
        })
    })();
    let tools = real_tools::or_skip("cuTile Python, tileirdisasm or tileiras", found)?;
    let output =
        tools.exporter().arg(&tools.exported).arg("--versions").args(VERSIONS).output().expect("python runs");
    assert!(output.status.success(), "export.py: {}", String::from_utf8_lossy(&output.stderr));
    Some(tools)
}

impl Tools {
    fn exporter(&self) -> Command {
        let mut command = Command::new(&self.python);
        command.arg(real_tools::root().join("tests/bytecode/cutile/export.py"));
        command
    }

    /// Every kernel that is exported, in some version at least.
    pub(crate) fn kernels(&self) -> Vec<Kernel> {
        let output = self.exporter().arg("--list").output().expect("python runs");
        let list = String::from_utf8(output.stdout).expect("names are ASCII");
        let kernel = |line: &str| {
            let mut fields = line.split('\t');
            let name = fields.next().unwrap_or_default().to_owned();
            Kernel { name, refused: fields.next_back().unwrap_or_default().to_owned() }
        };
        list.lines().map(kernel).collect()
    }

    /// The file of a kernel in a version, when that version can hold it.
    pub(crate) fn file(&self, kernel: &Kernel, version: &str) -> Option<PathBuf> {
        let folder = self.exported.join(version).join(if kernel.refused.is_empty() { "" } else { "refused" });
        Some(folder.join(format!("{}.tileirbc", kernel.name))).filter(|path| path.is_file())
    }

    /// Where a test may put a file of its own.
    pub(crate) fn scratch(&self, name: &str) -> PathBuf {
        self.exported.join(name)
    }

    /// The output of the real disassembler; the text of its error if it refuses.
    pub(crate) fn disassemble(&self, file: &Path, locations: bool) -> Result<String, String> {
        let mut command = Command::new(&self.disassembler);
        // To files without previews the option makes no difference.
        command.args(locations.then_some("-g")).arg("--preview=simt").arg(file);
        text_of(command.output().expect("tileirdisasm runs"))
    }

    /// Whether the real compiler takes a file for `target`.
    pub(crate) fn assemble(&self, file: &Path, target: &str) -> Result<String, String> {
        let mut command = Command::new(&self.assembler);
        command.args(["--gpu-name", target, "-o"]).arg(file.with_extension("cubin")).arg(file);
        text_of(command.output().expect("tileiras runs"))
    }
}

fn text_of(output: Output) -> Result<String, String> {
    let bytes = if output.status.success() { Ok(output.stdout) } else { Err(output.stderr) };
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    bytes.map(text).map_err(text)
}
