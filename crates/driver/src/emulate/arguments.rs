//! Arguments of a kernel: PTX parameters have no element types, so buffers of any elements are accepted; tensor maps are JSON.

use diag::{Diagnostic, Source, Span};
use launch::Argument;
use launch::arg::{ArgumentError, Bound, Slot, Takes, bind_slots};
use numerics::Scalar;
use nvvm::tensor_maps::TensorMap;
use ptx::Type;
use ptx_emu::copy::tensor_map::SIZE;
use ptx_emu::{Parameter, Program, Value};

use super::{Refused, Request, tensor_map};
use crate::arguments::ReadFile;
use crate::tensor_maps::{self, Known};
use crate::{codes, machine};

/// The buffers and values of a launch. `described` are the tensor maps that a comment says the kernel takes after its own
/// parameters; they are computed from the other arguments, unless the user passes all.
pub(super) fn bind(
    program: &Program,
    described: &[TensorMap],
    request: &Request,
    read_file: &ReadFile<'_>,
) -> Result<(Bound, Vec<Value>), Refused> {
    let all = program.parameters();
    let own = all.len().saturating_sub(described.len());
    let makes_maps = request.args.len() != all.len();
    let parameters = if makes_maps { &all[..own] } else { all };
    let mut slots: Vec<Slot> = parameters.iter().map(slot).collect();
    // Buffers come last, so that arguments keep their numbers.
    slots.extend(request.buffers.iter().map(|_| Slot { name: None, takes: Takes::Address }));
    let mut texts = request.args.clone();
    let mut maps = Vec::new();
    for (position, text) in request.args.iter().enumerate() {
        let Some(json) = json(text, read_file)? else { continue };
        maps.push((position, json));
        // The slot is filled by the map; what stands for it takes no buffer.
        texts[position] = "0".to_owned();
        if let Some(slot) = slots.get_mut(position) {
            slot.takes = Takes::Address;
        }
    }
    if request.args.len() == parameters.len() {
        texts.extend(request.buffers.iter().cloned());
    } else {
        slots.truncate(parameters.len());
    }
    let bound = bind_slots(&texts, &slots, machine::free_memory(), &mut |path| read_file(path))
        .map_err(|error| misfit(error, parameters))?;
    let mut values: Vec<Value> =
        parameters.iter().zip(&bound.args).map(|(parameter, &arg)| value(parameter, arg, &bound)).collect();
    for (position, (source, text)) in maps {
        values[position] = map((position, &parameters[position]), &source, &text, &bound)?;
    }
    if makes_maps {
        let known: Vec<Known> = bound.args.iter().map(tensor_maps::known).collect();
        let made = described.iter().map(|map| tensor_maps::emulated(map, &known));
        let made = made.collect::<Result<Vec<Value>, String>>();
        values.extend(made.map_err(|why| Diagnostic::error(codes::ARGUMENT, why))?);
    }
    Ok((bound, values))
}

/// The tensor map that the JSON of an argument says.
fn map(
    (position, parameter): (usize, &Parameter),
    source: &str,
    text: &str,
    bound: &Bound,
) -> Result<Value, Refused> {
    let refuse = |message: String, help: &str| Refused {
        diagnostics: vec![Diagnostic::error(codes::ARGUMENT, message).help(help)],
        argument: Some(Source::new(format!("{source} (argument {}, {})", position + 1, parameter.name), "")),
    };
    if parameter.size as usize != SIZE {
        let message = format!(
            "the parameter has {}, but a tensor map has {SIZE}",
            launch::address::bytes(u64::from(parameter.size))
        );
        let help = "a tensor map is passed to a parameter of type `.b8[128]`, aligned to 64 bytes";
        return Err(refuse(message, help));
    }
    let read = tensor_map::read(text, bound);
    let (buffer, offset, map) = read.map_err(|wrong| refuse(wrong.message, &wrong.help))?;
    Ok(Value::TensorMap { buffer, offset, map: Box::new(map) })
}

/// The JSON of an argument, with the name of its source: the argument itself, or a file `@map.json`.
fn json(text: &str, read_file: &ReadFile<'_>) -> Result<Option<(String, String)>, Refused> {
    let trimmed = text.trim();
    if trimmed.starts_with('{') {
        return Ok(Some(("command line".to_owned(), trimmed.to_owned())));
    }
    let Some(path) = trimmed.strip_prefix('@').filter(|path| path.ends_with(".json")) else {
        return Ok(None);
    };
    let refuse = |why: String| {
        Diagnostic::error(codes::ARGUMENT, format!("cannot read `{path}`: {why}"))
            .help("write the path of a tensor map's JSON after `@`")
    };
    let bytes = read_file(path).map_err(refuse)?;
    let text = String::from_utf8(bytes).map_err(|_| refuse("it is no text".to_owned()))?;
    Ok(Some((path.to_owned(), text)))
}

fn slot(parameter: &Parameter) -> Slot {
    let takes = match (parameter.size, parameter.of) {
        (4, Type::F32) => Takes::Typed(launch::ParamType::Scalar(Scalar::F32)),
        (8, Type::F64) => Takes::Typed(launch::ParamType::Scalar(Scalar::F64)),
        (8, _) => Takes::Address,
        (size, of) if size == of.bytes() => Takes::Typed(launch::ParamType::Scalar(integer(size))),
        (size, _) => Takes::Bytes(u64::from(size)),
    };
    Slot { name: Some(parameter.name.clone()), takes }
}

const fn integer(bytes: u32) -> Scalar {
    match bytes {
        1 => Scalar::I8,
        2 => Scalar::I16,
        4 => Scalar::I32,
        _ => Scalar::I64,
    }
}

fn value(parameter: &Parameter, arg: Argument, bound: &Bound) -> Value {
    match arg {
        Argument::Scalar { bits, .. } => {
            Value::Bytes(bits.to_le_bytes()[..parameter.size.min(8) as usize].to_vec())
        }
        Argument::Pointer { buffer, offset } if parameter.size == 8 => Value::Pointer { buffer, offset },
        Argument::Pointer { buffer, .. } => Value::Bytes(bound.buffers[buffer].buffer.bytes().to_vec()),
    }
}

/// An argument's mistake, with the argument as the text to point at.
fn misfit(error: ArgumentError, parameters: &[Parameter]) -> Refused {
    let diagnostic = Diagnostic::error(codes::ARGUMENT, error.message).help(error.help);
    let Some(position) = error.argument else { return diagnostic.into() };
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span::new(place(error.span.start), place(error.span.end));
    let name = match parameters.get(position) {
        Some(parameter) => format!("argument {} ({})", position + 1, parameter.name),
        None => format!("buffer {}", position + 1 - parameters.len()),
    };
    Refused { diagnostics: vec![diagnostic.at(span, "")], argument: Some(Source::new(name, error.text)) }
}
