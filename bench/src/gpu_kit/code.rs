//! Programs as machine code, in the forms that a launch can have.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tilewright::cuda_tile::Module;
use tilewright::driver::compile::{Abi, Compiled, Emit, ExecutionPath, Options, Program, compile};

use super::store::Store;

/// The launch form of code, and how its warps divide the work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// Its name in `kit.json`.
    pub(super) name: &'static str,
    abi: Abi,
    path: ExecutionPath,
}

impl Form {
    /// The options that compile for a target; 0 stands for the plan that the cost model ranks first.
    fn options(self, target: &str, plan: u32) -> Options {
        Options {
            target: Some(target.to_owned()),
            emit: Emit::Cubin,
            abi: self.abi,
            path: Some(self.path),
            keep_levels: true,
            plan,
            ..Options::default()
        }
    }
}

/// For a launcher that follows the metadata.
pub(super) const LAUNCHER: Form =
    Form { name: "launcher", abi: Abi::Launcher, path: ExecutionPath::Universal };
/// For a client that passes a block of one thread.
pub(super) const DROP_IN: Form = Form { name: "drop-in", abi: Abi::DropIn, path: ExecutionPath::Universal };
/// Some warps copy what others multiply; with tensor maps, so for our launchers.
pub(super) const AGENTS: Form = Form { name: "agents", abi: Abi::Launcher, path: ExecutionPath::Agents };

/// The same for a client that passes a block of one thread: the kernel makes its tensor maps.
pub(super) const DROP_IN_AGENTS: Form =
    Form { name: "drop-in agents", abi: Abi::DropIn, path: ExecutionPath::Agents };

/// The forms that a target has.
pub(super) fn forms(target: &str) -> &'static [Form] {
    match target {
        "sm_90a" => &[LAUNCHER, DROP_IN, AGENTS, DROP_IN_AGENTS],
        "sm_100a" | "sm_103a" | "sm_110a" | "sm_120a" | "sm_121a" => &[LAUNCHER, DROP_IN],
        _ => &[LAUNCHER],
    }
}

/// The assembler: the one that users have, else that of the tests.
pub(super) fn assembler() -> Result<PathBuf, String> {
    let of_tests = || real_tools::Release::V13_4.find("ptxas");
    tilewright::driver::ptxas::find().or_else(|why| of_tests().ok_or(why.message))
}

/// Compiles an entry of a program, and keeps the code; its name, or why it is refused.
pub(super) fn ours(
    program: Program,
    entry: &str,
    target: &str,
    form: Form,
    store: &mut Store,
) -> Result<String, String> {
    let options = form.options(target, 0);
    keep(program, entry, target, form.name, options, store)
}

/// The same program with agents by every plan after the first, which [`AGENTS`] compiles: the name of each form, and of its code.
pub(super) fn other_plans(
    program: &Program,
    entry: &str,
    target: &str,
    store: &mut Store,
) -> Result<Vec<(String, String)>, String> {
    let options = Options { emit: Emit::Ptx, remarks: true, ..AGENTS.options(target, 0) };
    let first = compile(program.clone(), &options).map_err(|found| found[0].message.clone())?;
    (2..=plan_count(&first)?)
        .map(|plan| {
            let form = format!("{}, plan {plan}", AGENTS.name);
            let name = keep(program.clone(), entry, target, &form, AGENTS.options(target, plan), store)?;
            Ok((form, name))
        })
        .collect()
}

/// The number of plans that the remarks of a compiled program count.
pub(crate) fn plan_count(compiled: &Compiled) -> Result<u32, String> {
    let args = compiled.remarks.iter().flat_map(|remark| &remark.args);
    let mut plans = args.filter(|(name, _)| name == "Plan").filter_map(|(_, value)| value.split_once(" of "));
    plans.find_map(|(_, all)| all.parse().ok()).ok_or_else(|| "no remark counts plans".to_owned())
}

/// Compiles a program by options, and keeps the code of an entry.
fn keep(
    program: Program,
    entry: &str,
    target: &str,
    form: &str,
    options: Options,
    store: &mut Store,
) -> Result<String, String> {
    let options = Options { ptxas: Some(assembler()?), ..options };
    let made = compile(program, &options).map_err(|found| {
        found.first().map_or_else(String::new, |first| format!("{}: {}", first.code.0, first.message))
    })?;
    let metadata: Value = serde_json::from_str(&made.metadata).map_err(|error| error.to_string())?;
    let mut kernels = metadata["kernels"].as_array().into_iter().flatten();
    let mut launch = kernels.find(|kernel| kernel["name"] == entry).cloned().ok_or("no such kernel")?;
    launch["shared"] = metadata["shared"].clone();
    launch["form"] = json!(form);
    launch["by"] = json!("tilewright");
    let ptx = made.levels.iter().find(|(level, _)| *level == "ptx").map(|(_, text)| text.as_str());
    store.keep_code(target, &made.bytes, ptx, launch)
}

/// A level-1 program as the compiler takes it.
pub(super) fn program(module: &Module) -> Program {
    Program::CudaTile(Box::new(module.clone()))
}

/// Compiles bytecode with the closed compiler. The result is launched as its own clients do: a block of one thread, and the
/// parameters of the program, which are those of `like`.
pub(super) fn closed(
    bytecode: &[u8],
    entry: &str,
    target: &str,
    like: &Value,
    store: &mut Store,
) -> Result<String, String> {
    let tool = real_tools::Release::V13_4.find("tileiras").ok_or("`tileiras` is not installed")?;
    let folder = std::env::temp_dir().join(format!("tilewright-gpu-kit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let cubin = assembled(&tool, bytecode, target, &folder);
    let _ = std::fs::remove_dir_all(&folder);
    let launch = json!({
        "name": entry, "by": "tileiras", "form": "drop-in", "parameters": like, "block": 1, "cluster": null,
        "dynamic_shared": 0, "counts_clusters": true, "tensor_maps": [],
    });
    store.keep_code(target, &cubin?, None, launch)
}

fn assembled(tool: &Path, bytecode: &[u8], target: &str, folder: &Path) -> Result<Vec<u8>, String> {
    let (input, output) = (folder.join("kernel.tileirbc"), folder.join("kernel.cubin"));
    let wrong = |error: std::io::Error| error.to_string();
    std::fs::write(&input, bytecode).map_err(wrong)?;
    let mut command = Command::new(tool);
    command.args(["--gpu-name", target.trim_end_matches('a')]).arg(&input).arg("-o").arg(&output);
    let said = command.stdin(Stdio::null()).output().map_err(wrong)?;
    match said.status.success() {
        true => std::fs::read(&output).map_err(wrong),
        false => Err(String::from_utf8_lossy(&said.stderr).lines().next().unwrap_or_default().to_owned()),
    }
}
