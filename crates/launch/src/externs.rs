//! External functions that a program calls by name and the caller supplies.
//!
//! There are two kinds: functions of one element of each operand, which a program calls for all elements
//! (`experimental$extern_elementwise`), and functions of whole tiles (`preview$call`).

use std::collections::BTreeMap;
use std::sync::Arc;

use numerics::Scalar;

/// A function of one element of each operand: raw bits in, raw bits out. It may be called from several threads at the same time,
/// for elements in any order.
pub type ExternFn = Arc<dyn Fn(&[u64]) -> u64 + Send + Sync>;

/// A function of tiles: raw bits of all elements of each result, or an error. It may be called from several threads at the
/// same time, by tile blocks in any order.
pub type TileFn = Arc<dyn Fn(&TileCall<'_>) -> Result<Vec<Vec<u64>>, String> + Send + Sync>;

/// A constant argument of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// A number.
    Int(i64),
    /// A shape: numbers, or shapes in turn.
    Shape(Vec<Constant>),
    /// A type, in the syntax of the language.
    Type(String),
    /// A text.
    Text(String),
}

/// The type of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileShape {
    /// Element type.
    pub scalar: Scalar,
    /// Extents, outermost first.
    pub extents: Vec<u32>,
}

impl TileShape {
    /// Number of elements.
    #[allow(clippy::len_without_is_empty, reason = "a tile has at least one element")]
    pub fn len(&self) -> usize {
        self.extents.iter().map(|&extent| extent as usize).product()
    }
}

/// A tile that a program passes to a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileOperand<'a> {
    /// Its type.
    pub shape: &'a TileShape,
    /// Raw bits of its elements in row-major order.
    pub bits: &'a [u64],
}

/// One call of a function of tiles.
#[derive(Clone, Debug)]
pub struct TileCall<'a> {
    /// The arguments of the call for the constant parameters.
    pub constants: &'a [Constant],
    /// The operands, also those that the function writes.
    pub operands: &'a [TileOperand<'a>],
    /// The types of the results: those of the operands that the function writes come first.
    pub results: &'a [TileShape],
}

/// The functions that programs may call, by symbol.
#[derive(Clone, Default)]
pub struct Externs {
    functions: BTreeMap<String, ExternFn>,
    of_tiles: BTreeMap<String, TileFn>,
}

impl Externs {
    /// Supplies a function of elements; an earlier one of the same symbol is replaced.
    pub fn define(
        &mut self,
        symbol: impl Into<String>,
        function: impl Fn(&[u64]) -> u64 + Send + Sync + 'static,
    ) {
        self.functions.insert(symbol.into(), Arc::new(function));
    }

    /// Supplies a function of tiles; an earlier one of the same symbol is replaced.
    pub fn define_tile(
        &mut self,
        symbol: impl Into<String>,
        function: impl Fn(&TileCall<'_>) -> Result<Vec<Vec<u64>>, String> + Send + Sync + 'static,
    ) {
        self.of_tiles.insert(symbol.into(), Arc::new(function));
    }

    /// The function of elements of a symbol.
    pub fn get(&self, symbol: &str) -> Option<&ExternFn> {
        self.functions.get(symbol)
    }

    /// The function of tiles of a symbol.
    pub fn get_tile(&self, symbol: &str) -> Option<&TileFn> {
        self.of_tiles.get(symbol)
    }

    /// True when nothing was supplied.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.of_tiles.is_empty()
    }
}

impl std::fmt::Debug for Externs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.functions.keys().chain(self.of_tiles.keys())).finish()
    }
}

/// A prepared call of a function of tiles.
#[derive(Clone)]
pub struct PreparedCall {
    symbol: String,
    function: TileFn,
    constants: Vec<Constant>,
    operands: Vec<TileShape>,
    results: Vec<TileShape>,
}

impl PreparedCall {
    /// The call of `symbol` with these constants, and operands and results of these types.
    ///
    /// # Errors
    /// The function was not supplied.
    pub fn new(
        externs: &Externs,
        symbol: &str,
        constants: Vec<Constant>,
        operands: Vec<TileShape>,
        results: Vec<TileShape>,
    ) -> Result<PreparedCall, String> {
        let function = externs.get_tile(symbol).cloned().ok_or_else(|| {
            format!(
                "the program calls the external function `{symbol}`, which only the caller can supply: give it with the \
                 launch (`Externs::define_tile`, `externs=` in Python, `tw_kernel_new_with_externs` in C)"
            )
        })?;
        Ok(PreparedCall { symbol: symbol.to_owned(), function, constants, operands, results })
    }

    /// Calls the function on the elements of each operand.
    ///
    /// # Errors
    /// The error of the function, or that it returns too few or too many elements.
    pub fn run(&self, operands: &[&[u64]]) -> Result<Vec<Vec<u64>>, String> {
        let operands: Vec<TileOperand<'_>> =
            self.operands.iter().zip(operands).map(|(shape, &bits)| TileOperand { shape, bits }).collect();
        let call = TileCall { constants: &self.constants, operands: &operands, results: &self.results };
        let symbol = &self.symbol;
        let mut results =
            (self.function)(&call).map_err(|why| format!("the external function `{symbol}` fails: {why}"))?;
        if results.len() != self.results.len() {
            return Err(format!(
                "the external function `{symbol}` gives {} results, but the call has {}",
                results.len(),
                self.results.len()
            ));
        }
        for (index, (bits, shape)) in results.iter_mut().zip(&self.results).enumerate() {
            if bits.len() != shape.len() {
                return Err(format!(
                    "the external function `{symbol}` gives {} elements as result {index}, which has {}",
                    bits.len(),
                    shape.len()
                ));
            }
            let mask = u64::MAX >> (64 - shape.scalar.bits());
            bits.iter_mut().for_each(|bits| *bits &= mask);
        }
        Ok(results)
    }

    /// The types of the results.
    pub fn results(&self) -> &[TileShape] {
        &self.results
    }
}
