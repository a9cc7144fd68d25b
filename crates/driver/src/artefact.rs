//! Cached machine code: [`compile`](crate::compile) through the [cache](crate::cache).
//!
//! The key contains everything that affects the bytes: the build of the compiler, `ptxas`, the options, and the module as text.
//! Source locations are part of it only if they appear in the code or the remarks, so that a comment before a kernel has no
//! effect.

#![allow(clippy::disallowed_methods, reason = "asks how old `ptxas` is")]

use cuda_tile::Module;
use cuda_tile::text::{Names, PrintOptions, print};
use diag::{Diagnostic, Location, Place, Span};
use ir::walk::preorder;
use serde_json::{Value, json};

use crate::cache::Cache;
use crate::compile::{Compiled, Emit, Options, Program};
use crate::digest::Digest;
use crate::ptxas;
use crate::remarks::{Category, Kind, Pressure, Remark};

/// The result of a compilation, now or before.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Messages that are always shown.
    pub warnings: Vec<Diagnostic>,
    /// The remarks: applied and missed optimisations.
    pub remarks: Vec<Remark>,
    /// Kernels with more live values than registers.
    pub pressure: Vec<Pressure>,
    /// The text of each level; it is not cached.
    pub levels: Vec<(&'static str, String)>,
}

/// Compiles a verified module of level 1, or finds the artefact in the cache.
///
/// # Errors
/// Why the module cannot be compiled. Failures are not cached.
pub fn compile(module: Module, options: &Options, cache: Option<&Cache>) -> Result<Made, Vec<Diagnostic>> {
    // Only machine code is worth a file. Levels are not kept.
    let cache = cache.filter(|_| options.emit == Emit::Cubin && !options.keep_levels);
    let Some(cache) = cache else { return make(module, options) };
    let Some(key) = key(&module, options) else { return make(module, options) };
    let mut fresh = None;
    let bytes = cache.get_or_make(&key, || {
        let made = make(module.clone(), options)?;
        let bytes = pack(&made);
        fresh = Some(made);
        Ok::<_, Vec<Diagnostic>>(bytes)
    })?;
    match fresh {
        Some(made) => Ok(made),
        // An entry of another format cannot exist, because the build is part of the key; compilation is still possible.
        None => unpack(&bytes).map_or_else(|| make(module, options), Ok),
    }
}

fn make(module: Module, options: &Options) -> Result<Made, Vec<Diagnostic>> {
    crate::compile::compile(Program::CudaTile(Box::new(module)), options).map(Made::from)
}

impl From<Compiled> for Made {
    fn from(compiled: Compiled) -> Made {
        let Compiled { bytes, warnings, remarks, pressure, levels, kernels: _, metadata: _ } = compiled;
        Made { bytes, warnings, remarks, pressure, levels }
    }
}

/// Everything that determines the bytes; none without `ptxas`, because then there is no machine code.
fn key(module: &Module, options: &Options) -> Option<Digest> {
    let ptxas = options.ptxas.clone().or_else(|| ptxas::find().ok())?;
    let data = ptxas.metadata().ok()?;
    let modified = data.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    let assembler = format!("{} {} {}", ptxas.display(), data.len(), modified.as_nanos());
    let locations = options.line_info || options.remarks;
    // Remarks call values by the program's names, and places in a text by where they are in it.
    let names = if options.remarks { Names::Keep } else { Names::Canonical };
    let mut text = print(module, &PrintOptions { locations, names, ..PrintOptions::default() });
    if options.remarks {
        text.push_str(&places(module));
    }
    let Options {
        target,
        emit: _,
        level,
        warps,
        abi,
        path,
        tile_group,
        plan,
        line_info,
        memcheck,
        keep_levels: _,
        remarks,
        advice_only,
        ptxas: _,
    } = options;
    let options = format!(
        "{target:?} {level} {warps} {} {path:?} {tile_group} {plan} {line_info} {memcheck} {remarks} {advice_only}",
        abi.name()
    );
    let parts = [crate::build_id(), &assembler, &options, &text];
    Some(Digest::of(&parts.map(str::as_bytes)))
}

/// The source locations of the ops of a text.
fn places(module: &Module) -> String {
    let spans = preorder(&module.body, module.root).filter_map(|op| match module.place(op)? {
        Place::Span(span) => Some(format!("{}-{} ", span.start, span.end)),
        Place::Location(_) | Place::Byte(_) => None,
    });
    spans.collect()
}

/// The length of a description, the description as JSON, the bytes.
fn pack(made: &Made) -> Vec<u8> {
    let warnings = made.warnings.iter().map(|warning| json!([warning.message, warning.help]));
    let remarks = made.remarks.iter().map(|remark| {
        let place = match &remark.place {
            Some(Place::Location(at)) => json!([*at.file, at.line, at.column]),
            Some(Place::Span(span)) => json!([span.start, span.end]),
            Some(Place::Byte(_)) | None => Value::Null,
        };
        let args: Vec<Value> = remark.args.iter().map(|(key, value)| json!([key, value])).collect();
        json!({
            "kind": remark.kind.name(), "category": remark.category.name(), "name": remark.name,
            "message": remark.message, "place": place, "function": remark.function, "args": args,
        })
    });
    let pressure =
        made.pressure.iter().map(|kernel| json!([kernel.function, kernel.live, kernel.limit, kernel.blocks]));
    let head = json!({
        "warnings": warnings.collect::<Vec<_>>(), "remarks": remarks.collect::<Vec<_>>(),
        "pressure": pressure.collect::<Vec<_>>(),
    });
    let head = head.to_string();
    let mut packed = (head.len() as u64).to_le_bytes().to_vec();
    packed.extend(head.as_bytes());
    packed.extend(&made.bytes);
    packed
}

fn unpack(packed: &[u8]) -> Option<Made> {
    let (length, rest) = packed.split_at_checked(8)?;
    let length = u64::from_le_bytes(length.try_into().ok()?);
    let (head, bytes) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    let head: Value = serde_json::from_slice(head).ok()?;
    let warnings = head["warnings"].as_array()?.iter().map(|warning| {
        let help: Vec<&str> = warning[1].as_array()?.iter().filter_map(Value::as_str).collect();
        let diagnostic = Diagnostic::warning(crate::codes::SPILLS, warning[0].as_str()?);
        Some(help.into_iter().fold(diagnostic, Diagnostic::help))
    });
    Some(Made {
        bytes: bytes.to_vec(),
        warnings: warnings.collect::<Option<_>>()?,
        remarks: head["remarks"].as_array()?.iter().map(remark).collect::<Option<_>>()?,
        pressure: head["pressure"].as_array()?.iter().map(pressure).collect::<Option<_>>()?,
        levels: Vec::new(),
    })
}

fn pressure(value: &Value) -> Option<Pressure> {
    let number = |index: usize| u32::try_from(value[index].as_u64()?).ok();
    let function = value[0].as_str()?.to_owned();
    Some(Pressure { function, live: number(1)?, limit: number(2)?, blocks: number(3) })
}

fn remark(value: &Value) -> Option<Remark> {
    let kinds = [Kind::Passed, Kind::Missed, Kind::Failed, Kind::Analysis];
    let place = match &value["place"] {
        Value::Null => None,
        place if place[0].is_u64() => {
            let number = |index: usize| u32::try_from(place[index].as_u64()?).ok();
            Some(Place::Span(Span { start: number(0)?, end: number(1)? }))
        }
        place => {
            let number = |index: usize| u32::try_from(place[index].as_u64()?).ok();
            Some(Place::Location(Location::new(place[0].as_str()?, number(1)?, number(2)?)))
        }
    };
    let args = value["args"].as_array()?.iter().map(|arg| {
        let key = arg[0].as_str()?.to_owned();
        Some((key.into(), arg[1].as_str()?.to_owned()))
    });
    Some(Remark {
        kind: kinds.into_iter().find(|kind| value["kind"] == kind.name())?,
        category: Category::ALL.into_iter().find(|category| value["category"] == category.name())?,
        name: value["name"].as_str()?.to_owned().into(),
        message: value["message"].as_str()?.to_owned(),
        place,
        function: value["function"].as_str()?.to_owned(),
        args: args.collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let remark = Remark {
            kind: Kind::Missed,
            category: Category::Resources,
            name: "Spills".into(),
            message: "m".to_owned(),
            place: Some(Place::Location(Location::new("k.py", 3, 7))),
            function: "k".to_owned(),
            args: vec![("Bytes".into(), "8".to_owned())],
        };
        let warning = Diagnostic::warning(crate::codes::SPILLS, "w").help("h");
        let made = Made {
            bytes: vec![1, 2, 3],
            warnings: vec![warning],
            remarks: vec![
                Remark { place: Some(Place::Span(Span { start: 4, end: 9 })), ..remark.clone() },
                remark.clone(),
                Remark { place: None, ..remark },
            ],
            pressure: vec![
                Pressure { function: "k".to_owned(), live: 300, limit: 255, blocks: None },
                Pressure { function: "l".to_owned(), live: 200, limit: 128, blocks: Some(2) },
            ],
            levels: Vec::new(),
        };
        let found = unpack(&pack(&made)).expect("it is whole");
        assert_eq!((found.bytes, found.warnings, found.remarks), (made.bytes, made.warnings, made.remarks));
        assert_eq!(found.pressure, made.pressure);
        assert!(unpack(&[0xff; 20]).is_none());
    }
}
