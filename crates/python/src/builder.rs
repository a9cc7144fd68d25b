//! `tilewright.build`: the native half of its builder.
//!
//! The table defines ops: Python gets its rows (`rows`) and passes an op as its number and the contents of each
//! field. A builder is used by one thread at a time; its lock is held while the interpreter's is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use tilewright::CudaTile;
use tilewright::build::by_name::{Request, build, close, open};
use tilewright::build::{Given, Takes, builder_at_end, items_block, may_be_absent, new_module, takes};
use tilewright::cuda_tile::ops::{Group, Opcode};
use tilewright::cuda_tile::text::parse_type;
use tilewright::ir::spec::{Arity, ValueSpec};
use tilewright::ir::{self, Loc};

use crate::errors::Class;
use crate::module::{self, Module, Spans, Text};

/// How deep lists in attributes may nest.
const MAX_DEPTH: usize = 32;

static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// A module in the making.
#[pyclass(frozen, module = "tilewright._native")]
pub(crate) struct Builder {
    number: u64,
    state: Mutex<State>,
}

struct State {
    module: tilewright::cuda_tile::Module,
    /// Regions that are being filled, the innermost last, and their blocks.
    open: Vec<(ir::Op, usize, ir::Block)>,
}

/// A value of a module in the making: the result of an op, or an argument of a region.
#[pyclass(frozen, eq, hash, module = "tilewright.build")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Value {
    builder: u64,
    value: ir::Value,
    ty: String,
}

#[pymethods]
impl Value {
    /// Its type, as the text writes it.
    #[getter]
    fn r#type(&self) -> &str {
        &self.ty
    }

    fn __repr__(&self) -> String {
        format!("<tilewright.build.Value of {}>", self.ty)
    }
}

/// Where an op is in a program: a file, a line and a column, both from 1.
type Line = (String, u32, u32);

#[pymethods]
impl Builder {
    #[new]
    fn new(name: &str) -> Builder {
        let state = State { module: new_module(name), open: Vec::new() };
        Builder { number: NUMBERS.fetch_add(1, Ordering::Relaxed), state: Mutex::new(state) }
    }

    /// Adds an op to the current region: its number in the table, then what each of its fields holds. Returns its own
    /// number, and its results by field.
    fn add(
        &self,
        py: Python<'_>,
        row: usize,
        operands: Vec<Vec<Bound<'_, PyAny>>>,
        attrs: Vec<Bound<'_, PyAny>>,
        results: Vec<Option<Vec<String>>>,
        line: Option<Line>,
    ) -> PyResult<(u32, Vec<Vec<Value>>)> {
        let wrong = |text: String| Class::Argument.says(py, text);
        let opcode = *Opcode::ALL.get(row).ok_or_else(|| wrong(format!("there is no op {row}")))?;
        let spec = opcode.spec();
        if [operands.len(), attrs.len(), results.len()]
            != [spec.operands.len(), spec.attrs.len(), spec.results.len()]
        {
            return Err(wrong(format!("`{}` has other fields", spec.mnemonic)));
        }
        let attrs = attrs.iter().map(|value| given(value, 0)).collect::<PyResult<Vec<_>>>()?;
        let mut operand_values = Vec::new();
        for (values, field) in operands.iter().zip(spec.operands) {
            let value = |value: &Bound<'_, PyAny>| self.value(value, spec.mnemonic, field.name);
            operand_values.push(values.iter().map(value).collect::<PyResult<Vec<_>>>()?);
        }
        let mut state = self.state();
        let mut request = Request { operands: operand_values, attrs, results: Vec::new() };
        for types in results {
            let types = types.map(|types| {
                types.iter().map(|text| type_of(&mut state, text)).collect::<Result<Vec<_>, _>>()
            });
            request.results.push(types.transpose().map_err(wrong)?);
        }
        let op = state.add(opcode, &request, line).map_err(wrong)?;
        Ok((op.as_u32(), self.results_of(&state, op)))
    }

    /// Enters a region of an op; returns its arguments.
    fn enter(&self, py: Python<'_>, op: u32, region: usize) -> PyResult<Vec<Value>> {
        let mut state = self.state();
        let op = ir::Op::from_u32(op);
        if !state.module.body.is_op(op) || region >= state.module.spec(op).regions.len() {
            return Err(Class::Argument.says(py, "there is no such region"));
        }
        let items = items_block(&state.module);
        let block = open(&mut builder_at_end(&mut state.module, items), op, region);
        state.open.push((op, region, block));
        state.module.body.block_args(block).iter().map(|value| Ok(self.shown(&state, value))).collect()
    }

    /// Continues after the op whose region is being filled. A terminator that the text may leave out is added.
    fn leave(&self) {
        let mut state = self.state();
        if let Some((op, region, _)) = state.open.pop() {
            let items = items_block(&state.module);
            close(&mut builder_at_end(&mut state.module, items), op, region);
        }
    }

    /// The module as it is now, verified. `source` is the name and the text of the file that lines are about, and
    /// `expressions` are where its expressions begin and end.
    #[pyo3(signature = (source=None, expressions=None))]
    fn finish(&self, py: Python<'_>, source: Option<Text>, expressions: Option<Spans>) -> PyResult<Module> {
        let mut module = tilewright::Module::from(self.state().module.clone());
        if let Some(text) = source {
            module.set_source(module::source(text, expressions, 1));
        }
        py.detach(|| module.verify()).map_err(|error| Class::Verify.of(py, &error))?;
        Ok(Module::of(std::sync::Arc::new(module)))
    }
}

impl Builder {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shown(&self, state: &State, value: ir::Value) -> Value {
        Value { builder: self.number, value, ty: state.module.ty(value).to_string() }
    }

    fn value(&self, value: &Bound<'_, PyAny>, op: &str, field: &str) -> PyResult<ir::Value> {
        let says = |text: String| Class::Argument.says(value.py(), text);
        let Ok(value) = value.cast::<Value>() else {
            let class = value.get_type().name()?.to_string();
            return Err(says(format!("`{field}` of `{op}` takes values that a builder gave, not {class}")));
        };
        if value.get().builder != self.number {
            return Err(says(format!("`{field}` of `{op}` is a value of another builder")));
        }
        Ok(value.get().value)
    }

    fn results_of(&self, state: &State, op: ir::Op) -> Vec<Vec<Value>> {
        let spec = state.module.spec(op);
        let mut all = state.module.body.results(op).iter();
        let many = all.len() - spec.results.iter().filter(|field| field.arity == Arity::One).count();
        let count = |arity: Arity| if arity == Arity::One { 1 } else { many };
        (spec.results.iter())
            .map(|field| {
                all.by_ref().take(count(field.arity)).map(|value| self.shown(state, value)).collect()
            })
            .collect()
    }
}

impl State {
    fn add(&mut self, opcode: Opcode, request: &Request, line: Option<Line>) -> Result<ir::Op, String> {
        let block = self.open.last().map_or_else(|| items_block(&self.module), |&(_, _, block)| block);
        let loc = line.map(|(file, line, column)| {
            let file = self.module.strings.intern_bytes(file.as_bytes());
            self.module.locs.intern(Loc::File { file, line, column, end: None })
        });
        let mut b = builder_at_end(&mut self.module, block);
        if let Some(loc) = loc {
            b.loc = loc;
        }
        build(&mut b, opcode, request)
    }
}

fn type_of(state: &mut State, text: &str) -> Result<ir::TypeId, String> {
    parse_type(text).map(|ty| state.module.types.intern(ty))
}

/// An attribute as Python gives it; `None` where it is left out.
fn given(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Option<Given>> {
    if value.is_none() {
        return Ok(None);
    }
    let says = |text: String| Class::Argument.says(value.py(), text);
    if depth > MAX_DEPTH {
        return Err(says(format!("lists nest deeper than {MAX_DEPTH}")));
    }
    let inner = |item: &Bound<'_, PyAny>| {
        given(item, depth + 1)?.ok_or_else(|| says("None stands where a value should".to_owned()))
    };
    Ok(Some(if let Ok(value) = value.cast::<PyBool>() {
        Given::Bool(value.is_true())
    } else if value.cast::<PyInt>().is_ok() {
        Given::Int(value.extract().map_err(|_| says(format!("{value} is too large")))?)
    } else if let Ok(value) = value.cast::<PyFloat>() {
        Given::Float(value.value())
    } else if let Ok(value) = value.cast::<PyString>() {
        Given::Text(value.to_str()?.to_owned())
    } else if let Ok(value) = value.cast::<PyBytes>() {
        Given::Bytes(value.as_bytes().to_vec())
    } else if let Ok(items) = value.cast::<PyList>() {
        Given::List(items.iter().map(|item| inner(&item)).collect::<PyResult<_>>()?)
    } else if let Ok(items) = value.cast::<PyTuple>() {
        Given::List(items.iter().map(|item| inner(&item)).collect::<PyResult<_>>()?)
    } else if let Ok(entries) = value.cast::<PyDict>() {
        let entry = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| Ok((key.extract()?, inner(&value)?));
        Given::Map(entries.iter().map(entry).collect::<PyResult<_>>()?)
    } else {
        return Err(says(format!(
            "an attribute cannot hold {value:?}; give numbers, words, bytes, lists or dicts"
        )));
    }))
}

/// A row for Python (`tilewright._rows.Row`): number, name as an identifier, name in the text, documentation, first version,
/// operands, attributes, results, regions.
type Row = (
    usize,
    &'static str,
    &'static str,
    &'static str,
    String,
    Vec<Values>,
    Vec<Attribute>,
    Vec<Values>,
    Vec<&'static str>,
);
/// Name; "one", "optional" or "many"; the types.
type Values = (&'static str, &'static str, String);
/// Name, what it takes, the words to choose from, whether it may be left out.
type Attribute = (&'static str, &'static str, Vec<&'static str>, bool);

/// The rows of the op table that a module may hold.
#[pyfunction]
pub(crate) fn rows() -> Vec<Row> {
    // Symbolic expressions are stated in text alone.
    let wanted =
        |op: &&Opcode| **op != Opcode::Module && !matches!(op.spec().group, Group::Testing | Group::Preview);
    Opcode::ALL.iter().filter(wanted).map(|&opcode| row(opcode)).collect()
}

fn row(opcode: Opcode) -> Row {
    let spec = opcode.spec();
    let values = |fields: &'static [ValueSpec<CudaTile>]| {
        let arity = |arity| match arity {
            Arity::One => "one",
            Arity::Optional => "optional",
            Arity::Many => "many",
        };
        fields.iter().map(|field| (field.name, arity(field.arity), field.constraint.describe())).collect()
    };
    let attrs = spec.attrs.iter().map(|field| {
        let (word, words) = match takes(field.kind) {
            Takes::Bool => ("bool", Vec::new()),
            Takes::Int => ("int", Vec::new()),
            Takes::Text => ("text", Vec::new()),
            Takes::Word(words) => ("word", words),
            Takes::Ints => ("ints", Vec::new()),
            Takes::Bools => ("bools", Vec::new()),
            Takes::Params => ("params", Vec::new()),
            Takes::Elements => ("elements", Vec::new()),
            Takes::Numbers => ("numbers", Vec::new()),
            Takes::Predicate => ("predicate", Vec::new()),
            Takes::Hints => ("hints", Vec::new()),
            Takes::Dicts => ("dicts", Vec::new()),
        };
        (field.name, word, words, may_be_absent(field))
    });
    (
        opcode as usize,
        spec.ident,
        spec.mnemonic,
        spec.doc,
        spec.since.to_string(),
        values(spec.operands),
        attrs.collect(),
        values(spec.results),
        spec.regions.iter().map(|region| region.name).collect(),
    )
}
