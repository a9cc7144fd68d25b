//! Arguments of a launch: Python objects for the parameters of an entry.

use pyo3::exceptions::{PyException, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use tilewright::Scalar;
use tilewright::diag::suggest::clause;
use tilewright::kernel::{Given, Kernel, Linked, Memory, Value};
use tilewright::launch::ParamType;
use tilewright::launch::arg::Param;

use crate::array::{self, Held, Multicast};
use crate::errors::Class;

/// How memory is given.
#[derive(Debug)]
pub(crate) enum How {
    /// As arrays.
    Arrays,
    /// As addresses: `(address, bytes)` or `(address, bytes, owner)`; and memory behind pointers in memory.
    Raw(Option<Linked>),
}

/// Arguments, and what keeps their memory where it is.
pub(crate) struct Arguments {
    pub(crate) values: Vec<Value>,
    pub(crate) held: Vec<Held>,
    /// Memory behind pointers in memory.
    pub(crate) linked: Option<Linked>,
}

impl Arguments {
    /// As the engine takes them, with other values.
    pub(crate) fn given<'a>(&'a self, values: &'a [Value]) -> Given<'a> {
        Given { values, linked: self.linked.as_ref() }
    }
}

/// Memory that pointers in memory lead to, by address: `(address, bytes)` of each, `(address, target)` of pointers.
pub(crate) fn linked(memory: Vec<(usize, usize)>, pointers: Vec<(usize, usize)>) -> Option<Linked> {
    let memory: Vec<Memory> = memory.into_iter().map(|(address, bytes)| Memory { address, bytes }).collect();
    (!memory.is_empty() || !pointers.is_empty()).then_some(Linked { memory, pointers })
}

/// Reads the arguments of a launch.
pub(crate) fn read(kernel: &Kernel, args: &Bound<'_, PyAny>, how: How) -> PyResult<Arguments> {
    let py = args.py();
    let items = sequence(kernel, args)?;
    let params = kernel.params();
    if items.len() != params.len() {
        let count = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        let text = format!(
            "entry `{}` has {}, but the launch gives {}; pass one argument for each, in order or by name",
            kernel.entry(),
            count(params.len(), "parameter"),
            count(items.len(), "argument")
        );
        return Err(Class::Argument.says(py, text));
    }
    let mut found = Arguments {
        values: Vec::with_capacity(items.len()),
        held: Vec::with_capacity(items.len()),
        linked: None,
    };
    for (number, (param, item)) in params.iter().zip(items.iter_borrowed()).enumerate() {
        let value = argument(kernel, (number, param), &item, &how);
        match value? {
            Ok((value, held)) => {
                found.values.push(value);
                found.held.push(held);
            }
            Err(text) => return Err(Class::Argument.says(py, format!("{} {text}", name(number, param)))),
        }
    }
    if let How::Raw(linked) = how {
        found.linked = linked;
    }
    Ok(found)
}

/// The value of one argument, and what holds its memory; or what is wrong with it, without its name.
fn argument(
    kernel: &Kernel,
    (number, param): (usize, &Param),
    item: &Bound<'_, PyAny>,
    how: &How,
) -> PyResult<Result<(Value, Held), String>> {
    let py = item.py();
    match (param.ty, how) {
        (ParamType::Scalar(ty), _) => {
            scalar(item, ty).map(|value| value.map(|value| (value, Held::Nothing)))
        }
        (ParamType::Pointer(pointee), How::Arrays) => {
            let memory = array::memory(item, pointee, kernel.writes(number));
            let memory = memory.map_err(|error| unlent(py, &name(number, param), error))?;
            Ok(memory.map(|(memory, held)| (Value::Memory(memory), held)))
        }
        (ParamType::Multicast(pointee), How::Arrays) => match item.cast::<Multicast>() {
            Ok(copies) => {
                let copies = array::copies(copies.get().array.bind(py), pointee, kernel.writes(number));
                copies.map_err(|error| unlent(py, &name(number, param), error))
            }
            Err(_) => Ok(Err(format!(
                "must be multicast memory of {pointee}; pass `tilewright.Multicast(array)`, where the first dimension of the \
                 array counts the devices"
            ))),
        },
        (ParamType::Multicast(_), How::Raw(_)) => Ok(Err(
            "is a multicast pointer, for which raw addresses cannot say the devices; use `launch` with `tilewright.Multicast(array)`"
                .to_owned(),
        )),
        (ParamType::Pointer(_), How::Raw(_)) => {
            raw(item).map(|found| found.map(|(memory, held)| (Value::Memory(memory), held)))
        }
    }
}

/// The exception of an object that was asked for its memory, as this package's own exception with that as its cause; an
/// exception that stops the program, such as Ctrl-C, stays as it is.
fn unlent(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyException>(py) {
        return error;
    }
    let text = format!("{name} does not lend its memory: {error}; pass a copy in a NumPy array");
    let ours = Class::Argument.says(py, text);
    ours.set_cause(py, Some(error));
    ours
}

/// Arguments in the order of the parameters: a tuple or a list has it, a dict has names.
fn sequence<'py>(kernel: &Kernel, args: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    if let Ok(named) = args.cast::<PyDict>() {
        return ordered(kernel, &PyTuple::empty(args.py()), Some(named));
    }
    if let Ok(tuple) = args.cast::<PyTuple>() {
        return Ok(tuple.clone());
    }
    if let Ok(list) = args.cast::<PyList>() {
        return Ok(list.to_tuple());
    }
    let found = args.get_type().name()?;
    let text = format!(
        "arguments are a tuple, a list, or a dict by name, but this is of type `{found}`; write `(x,)` for a single one"
    );
    Err(Class::Argument.says(args.py(), text))
}

/// Arguments by position, and further ones by the names of parameters, in the order of the parameters.
pub(crate) fn ordered<'py>(
    kernel: &Kernel,
    args: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = args.py();
    let Some(named) = named else { return Ok(args.clone()) };
    let mut items: Vec<Option<Bound<'py, PyAny>>> = args.iter().map(Some).collect();
    let params = kernel.params();
    items.resize(items.len().max(params.len()), None);
    for (key, value) in named {
        let key: String = key.extract()?;
        let known = |param: &Param| param.name.as_deref() == Some(&key);
        let Some(place) = params.iter().position(known) else {
            return Err(Class::Argument.says(py, no_parameter(kernel, &key)));
        };
        if items[place].replace(value).is_some() {
            let text = format!("{} is given twice: by position and by name", name(place, &params[place]));
            return Err(Class::Argument.says(py, text));
        }
    }
    if let Some(place) = items.iter().position(Option::is_none) {
        let text = format!("{} is not given; pass it by position or by name", name(place, &params[place]));
        return Err(Class::Argument.says(py, text));
    }
    PyTuple::new(py, items.into_iter().flatten().collect::<Vec<_>>())
}

/// A name that no parameter has, with the nearest that one has.
fn no_parameter(kernel: &Kernel, key: &str) -> String {
    let names: Vec<&str> = kernel.params().iter().filter_map(|param| param.name.as_deref()).collect();
    let near = clause(key, names.iter().copied());
    let all = match names.as_slice() {
        [] => "its parameters have no names: pass them by position".to_owned(),
        names => format!("its parameters are {}", names.join(", ")),
    };
    format!("entry `{}` has no parameter `{key}`{near}; {all}", kernel.entry())
}

/// "argument 1 (`%x`)".
fn name(number: usize, param: &Param) -> String {
    match &param.name {
        Some(name) => format!("argument {} (`%{name}`)", number + 1),
        None => format!("argument {}", number + 1),
    }
}

fn type_name(item: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(item.get_type().name()?.to_string())
}

/// A number.
fn scalar(item: &Bound<'_, PyAny>, ty: Scalar) -> PyResult<Result<Value, String>> {
    if ty.is_float() {
        return match item.extract::<f64>() {
            Ok(value) => Ok(Value::of_float(ty, value)),
            Err(_) => {
                let found = type_name(item)?;
                Ok(Err(format!(
                    "must be a number of type {ty}, but is of type `{found}`; pass `float(..)` of it"
                )))
            }
        };
    }
    let value = match item.extract::<i64>() {
        Ok(value) => i128::from(value),
        Err(error) if error.is_instance_of::<PyOverflowError>(item.py()) => {
            // Longer ones are out of range for every type, and their digits say so.
            match item.extract::<i128>() {
                Ok(value) => value,
                Err(_) => return Ok(Err(format!("is {}, which {ty} cannot hold", item.str()?))),
            }
        }
        Err(_) => {
            let found = type_name(item)?;
            return Ok(Err(format!(
                "must be a whole number of type {ty}, but is of type `{found}`; pass `int(..)` of it"
            )));
        }
    };
    Ok(Value::of_integer(ty, value))
}

/// Memory by address.
fn raw(item: &Bound<'_, PyAny>) -> PyResult<Result<(Memory, Held), String>> {
    let pair = item.extract::<(usize, usize)>().map(|(address, bytes)| (address, bytes, None));
    let found = pair.or_else(|_| {
        item.extract::<(usize, usize, Py<PyAny>)>()
            .map(|(address, bytes, owner)| (address, bytes, Some(owner)))
    });
    match found {
        Ok((address, bytes, owner)) => {
            Ok(Ok((Memory { address, bytes }, owner.map_or(Held::Nothing, Held::Owner))))
        }
        Err(_) => Ok(Err(format!(
            "must be (address, bytes) or (address, bytes, owner) with numbers that are not negative, but is of type `{}`",
            type_name(item)?
        ))),
    }
}
