//! Functions of Python that a program calls and does not define.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use tilewright::launch::{Constant, Externs, TileCall, TileOperand, TileShape};
use tilewright::numerics::pack;

/// The functions of a dictionary, by name.
pub(crate) fn of(functions: Option<&Bound<'_, PyDict>>) -> PyResult<Externs> {
    let mut externs = Externs::default();
    for (name, function) in functions.into_iter().flatten() {
        let function = function.unbind();
        externs.define_tile(name.extract::<String>()?, move |call| {
            Python::attach(|py| called(py, &function, call)).map_err(|error| error.to_string())
        });
    }
    Ok(externs)
}

/// Calls a function with a `tilewright.Tile` for each operand, then the constants, then the types of the results.
fn called(py: Python<'_>, function: &Py<PyAny>, call: &TileCall<'_>) -> PyResult<Vec<Vec<u64>>> {
    let tiles = call.operands.iter().map(|operand| tile(py, operand)).collect::<PyResult<Vec<_>>>()?;
    let constants = call.constants.iter().map(|value| constant(py, value)).collect::<PyResult<Vec<_>>>()?;
    let keywords = PyDict::new(py);
    keywords.set_item("constants", PyTuple::new(py, constants)?)?;
    let given = function.bind(py).call(PyTuple::new(py, tiles)?, Some(&keywords))?;
    // One result may be given as it is.
    let given: Vec<Bound<'_, PyAny>> = match given.cast::<PyTuple>() {
        Ok(several) => several.iter().collect(),
        Err(_) => vec![given],
    };
    given.iter().zip(call.results).map(|(result, shape)| elements(py, result, shape)).collect()
}

fn tile<'py>(py: Python<'py>, operand: &TileOperand<'_>) -> PyResult<Bound<'py, PyAny>> {
    let TileShape { scalar, extents } = operand.shape;
    let data = PyBytes::new(py, &pack::pack(*scalar, operand.bits));
    let class = py.import("tilewright._report")?.getattr("Tile")?;
    class.call1((scalar.name(), PyTuple::new(py, extents)?, data))
}

/// The elements of a result: of anything that `bytes` takes, such as an array.
fn elements(py: Python<'_>, result: &Bound<'_, PyAny>, shape: &TileShape) -> PyResult<Vec<u64>> {
    let bytes = py.get_type::<PyBytes>().call1((result,))?;
    Ok(pack::unpack(shape.scalar, bytes.cast::<PyBytes>()?.as_bytes()))
}

fn constant<'py>(py: Python<'py>, value: &Constant) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Constant::Int(value) => Ok(value.into_pyobject(py)?.into_any()),
        Constant::Type(text) | Constant::Text(text) => Ok(text.into_pyobject(py)?.into_any()),
        Constant::Shape(items) => {
            let items = items.iter().map(|item| constant(py, item)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, items)?.into_any())
        }
    }
}
