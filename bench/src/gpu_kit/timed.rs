//! The kernels that are timed, compiled for every target, by form and by plan.

use serde_json::{Map, Value, json};
use tilewright::diag::Source;
use tilewright::driver::compile::read;

use super::code::{self, AGENTS, LAUNCHER, forms, other_plans, ours, program};
use super::kernel::{From, Timed, counted, filled, number, zeros};
use super::store::Store;
use super::{Settings, attention, products};

const SOFTMAX: &str = include_str!("../../kernels/codegen/softmax.mlir");
const MOE: &str = include_str!("../../kernels/fused_moe.mlir");

/// All of them, compiled for every target.
pub(super) fn all(
    settings: &Settings,
    store: &mut Store,
    said: &mut dyn FnMut(&str),
) -> Result<Value, String> {
    let mut made = Vec::new();
    for timed in table().into_iter().filter(|timed| settings.wants(&timed.name)) {
        said(&timed.name);
        let (mut code, mut refused) = (Map::new(), Map::new());
        for target in &settings.targets {
            let mut of_target = compiled(&timed, target, store, &mut refused)?;
            if settings.plans && of_target.contains_key(AGENTS.name) {
                of_target.extend(plans(&timed, target, store)?);
            }
            if !of_target.is_empty() {
                code.insert(target.clone(), of_target.into());
            }
        }
        made.push(json!({
            "name": timed.name,
            "kind": timed.kind,
            "code": code,
            "refused": refused,
            "launches": timed.launches,
        }));
    }
    Ok(made.into())
}

/// The code of a kernel for a target, by form.
fn compiled(
    timed: &Timed,
    target: &str,
    store: &mut Store,
    refused: &mut Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    let mut code = Map::new();
    let mut keep = |form: &str, made: Result<String, String>| match made {
        Ok(name) => drop(code.insert(form.to_owned(), json!(name))),
        Err(why) => drop(refused.insert(format!("{target} {form}"), json!(why))),
    };
    match &timed.source {
        From::Threads(text) if target == "sm_90a" => {
            let read = read(&Source::new(timed.name.as_str(), *text));
            let program = read.ok().flatten().ok_or_else(|| format!("{} is no program", timed.name))?;
            keep("level 4", ours(program, timed.entry, target, LAUNCHER, store));
        }
        From::Threads(_) => {}
        From::Tiles(text) => {
            let module = tilewright::parse(&timed.name, text).map_err(|error| error.to_string())?;
            for form in forms(target) {
                keep(form.name, ours(program(module.ir()), timed.entry, target, *form, store));
            }
            let bytecode = module.to_bytecode(None).map_err(|error| error.to_string())?;
            let parameters = parameters(&timed.launches[0]);
            keep("tileiras", code::closed(&bytecode, timed.entry, target, &parameters, store));
        }
    }
    Ok(code)
}

/// The code of a tile program for a target by the plans that the cost model did not choose.
fn plans(timed: &Timed, target: &str, store: &mut Store) -> Result<Map<String, Value>, String> {
    let From::Tiles(text) = &timed.source else { return Ok(Map::new()) };
    let module = tilewright::parse(&timed.name, text).map_err(|error| error.to_string())?;
    let others = other_plans(&program(module.ir()), timed.entry, target, store)?;
    Ok(others.into_iter().map(|(form, name)| (form, json!(name))).collect())
}

/// The parameters of a kernel, as the arguments of a launch show them.
fn parameters(launch: &Value) -> Value {
    let arguments = launch["arguments"].as_array().into_iter().flatten();
    let one = |argument: &Value| match argument["buffer"].is_null() {
        true => json!({ "bytes": 4, "pointer": false }),
        false => json!({ "bytes": 8, "pointer": true }),
    };
    arguments.map(one).collect::<Vec<_>>().into()
}

/// The tile program that is timed under a name.
pub(crate) fn program_of(name: &str) -> Option<String> {
    let timed = table().into_iter().find(|timed| timed.name == name)?;
    match timed.source {
        From::Tiles(text) => Some(text),
        From::Threads(_) => None,
    }
}

fn table() -> Vec<Timed> {
    let mut all = products::all();
    all.extend(attention::all());
    all.extend([softmax(), moe()]);
    all
}

fn softmax() -> Timed {
    let launch = |rows: u64| {
        json!({
            "size": format!("{rows} x 4096"),
            "grid": [rows, 1, 1],
            "arguments": [
                filled("x", "f32", &[rows, 4096]), zeros("y", "f32", &[rows, 4096]), number(rows), number(4096),
            ],
            "shape": { "rows": rows, "columns": 4096 },
            "bytes": 2 * 4 * rows * 4096,
        })
    };
    Timed {
        name: "softmax f32 4096".to_owned(),
        kind: "softmax",
        entry: "softmax",
        source: From::Tiles(SOFTMAX.to_owned()),
        launches: [16, 32768].map(launch).to_vec(),
    }
}

/// A mixture of experts in tiles of 64 sorted tokens by 64 columns: each token goes to two experts.
fn moe() -> Timed {
    let launch = |[tokens, depth, columns]: [u64; 3]| {
        let (experts, replicas) = (8, 2);
        let sorted = tokens * replicas;
        let tiles = sorted / 64;
        // The program promises that this is a multiple of 4.
        let listed = tiles.next_multiple_of(4);
        let array = |buffer: Value, shape: &[u64]| {
            let strides = (1..=shape.len()).map(|at| shape[at..].iter().product());
            let numbers = shape.iter().copied().chain(strides).map(number);
            std::iter::once(buffer).chain(numbers).collect::<Vec<_>>()
        };
        let arguments = [
            array(filled("tokens", "bf16", &[tokens, depth]), &[tokens, depth]),
            array(filled("experts", "bf16", &[experts, columns, depth]), &[experts, columns, depth]),
            array(zeros("out", "bf16", &[sorted, columns]), &[sorted, columns]),
            array(filled("weights", "f32", &[sorted]), &[sorted]),
            array(counted("sorted_tokens", sorted, sorted), &[sorted]),
            array(counted("expert_of_tile", listed, experts), &[listed]),
            vec![number(replicas)],
        ];
        json!({
            "size": format!("{tokens} tokens, {experts} experts, {columns} x {depth}"),
            "grid": [tiles * columns.div_ceil(64), 1, 1],
            "arguments": arguments.concat(),
            "shape": { "tokens": tokens, "experts": experts, "columns": columns, "depth": depth, "replicas": replicas },
            "operations": 2 * sorted * columns * depth,
        })
    };
    Timed {
        name: "fused MoE bf16 64x64x32".to_owned(),
        kind: "moe",
        entry: "fused_moe",
        source: From::Tiles(MOE.to_owned()),
        launches: [[128, 256, 128], [4096, 2048, 4096]].map(launch).to_vec(),
    }
}
