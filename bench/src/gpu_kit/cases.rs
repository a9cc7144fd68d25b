//! Launches of `tests/run` and the examples, with what the reference interpreter leaves in memory.

use filetests::engines::recorded::{self, Memory, Recorded, Rule};
use filetests::files;
use serde_json::{Map, Value, json};
use tilewright::launch::Argument;
use tilewright::numerics::Scalar;

use super::Settings;
use super::code::{AGENTS, DROP_IN, DROP_IN_AGENTS, LAUNCHER, forms, ours, program};
use super::store::Store;

/// Files whose programs are compiled for agents, too, and for the target that has them alone: they would fill the kit.
const OF_AGENTS: &str = "tests/run/agents/";
const HOPPER: &str = "sm_90a";

/// A program that writes down addresses, which differ from machine to machine.
const OF_ADDRESSES: &str = "tests/run/conversion/pointers.mlir";

/// Every launch, compiled for every target.
pub(super) fn all(
    settings: &Settings,
    store: &mut Store,
    said: &mut dyn FnMut(&str),
) -> Result<Value, String> {
    let paths = files::find("tests/run", "mlir").into_iter().chain(files::find("examples", "mlir"));
    let mut cases = Vec::new();
    for path in paths.filter(|path| settings.wants(path) && path != OF_ADDRESSES) {
        said(&path);
        for recorded in recorded::of_file(&path, true)? {
            cases.push(one(&path, &recorded, &[LAUNCHER.name, DROP_IN.name], settings, store)?);
        }
        if path.starts_with(OF_AGENTS) {
            // A program that writes down its tiles uses its sums in the loop, and has no agents.
            for recorded in recorded::of_file(&path, false)? {
                cases.push(one(&path, &recorded, &[AGENTS.name, DROP_IN_AGENTS.name], settings, store)?);
            }
        }
    }
    Ok(cases.into())
}

fn one(
    path: &str,
    recorded: &Recorded,
    names: &[&str],
    settings: &Settings,
    store: &mut Store,
) -> Result<Value, String> {
    let (mut code, mut refused) = (Map::new(), Map::new());
    let wanted = settings.targets.iter().filter(|target| *target == HOPPER || !path.starts_with(OF_AGENTS));
    for target in wanted {
        let mut of_target = Map::new();
        for form in forms(target).iter().filter(|form| names.contains(&form.name)) {
            match ours(program(&recorded.module), &recorded.entry, target, *form, store) {
                Ok(name) => drop(of_target.insert(form.name.to_owned(), json!(name))),
                Err(why) => drop(refused.insert(format!("{target} {}", form.name), json!(why))),
            }
        }
        if !of_target.is_empty() {
            code.insert(target.clone(), of_target.into());
        }
    }
    let buffers = recorded.buffers.iter().map(|memory| buffer(memory, store));
    Ok(json!({
        "name": format!("{path}: {}", recorded.command),
        "file": path,
        "grid": recorded.grid,
        "arguments": recorded.args.iter().map(argument).collect::<Vec<_>>(),
        "buffers": buffers.collect::<Result<Vec<_>, _>>()?,
        "code": code,
        "refused": refused,
    }))
}

fn argument(argument: &Argument) -> Value {
    match *argument {
        // A register holds a tf32 as the f32 whose low bits are zero.
        Argument::Scalar { ty: Scalar::TF32, bits } => json!({ "bits": bits << 13 }),
        Argument::Scalar { bits, .. } => json!({ "bits": bits }),
        Argument::Pointer { buffer, offset } => json!({ "buffer": buffer, "offset": offset }),
    }
}

fn buffer(memory: &Memory, store: &Store) -> Result<Value, String> {
    let (rule, ulps) = match memory.rule {
        Rule::Exact => ("exact", None),
        Rule::Close(ulps) => ("close", Some(ulps)),
        Rule::Open => ("open", None),
    };
    let after = match memory.rule {
        Rule::Open => None,
        Rule::Exact | Rule::Close(_) => Some(store.keep_data(&memory.after)?),
    };
    Ok(json!({
        "element": memory.element.to_string(),
        "before": store.keep_data(&memory.before)?,
        "after": after,
        "rule": rule,
        "ulps": ulps,
        "compared": memory.compared,
        "undefined": memory.undefined,
    }))
}
