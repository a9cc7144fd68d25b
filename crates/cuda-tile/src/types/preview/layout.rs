//! Layouts: functions from numbers to numbers, by extents and strides of nested modes.

use super::Expr;
use crate::types::TypeError;

/// `<(1, 32, 4):(0, 4, 1)>`: extents and strides of the same nesting.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    shapes: Box<[Expr]>,
    strides: Box<[Expr]>,
}

impl Layout {
    /// A layout of these modes.
    ///
    /// # Errors
    /// Extents and strides that differ in their nesting, extents below 1, negative strides.
    pub fn new(shapes: Vec<Expr>, strides: Vec<Expr>) -> Result<Layout, TypeError> {
        if shapes.len() != strides.len() {
            return Err(TypeError(format!(
                "shapes and strides must have the same rank, got {} vs {}",
                shapes.len(),
                strides.len()
            )));
        }
        for (index, pair) in shapes.iter().zip(&strides).enumerate() {
            check_mode(&index.to_string(), pair.0, pair.1)?;
        }
        Ok(Layout { shapes: shapes.into(), strides: strides.into() })
    }

    /// Extents of the modes.
    pub fn shapes(&self) -> &[Expr] {
        &self.shapes
    }

    /// Strides of the modes.
    pub fn strides(&self) -> &[Expr] {
        &self.strides
    }

    /// How many numbers are mapped, where that is known.
    pub fn size(&self) -> Option<i64> {
        product(&self.shapes)
    }

    /// How many numbers a mode has, where that is known.
    pub fn mode_size(&self, mode: usize) -> Option<i64> {
        product(std::slice::from_ref(self.shapes.get(mode)?))
    }

    /// Extents and strides of a mode with the nesting taken away, first mode fastest; `None` where one is not known.
    pub fn flat_mode(&self, mode: usize) -> Option<Vec<(i64, i64)>> {
        let mut flat = Vec::new();
        flatten(self.shapes.get(mode)?, self.strides.get(mode)?, &mut flat)?;
        Some(flat)
    }

    /// Extents and strides of all modes with the nesting taken away.
    pub fn flat(&self) -> Option<Vec<(i64, i64)>> {
        let modes = (0..self.shapes.len()).map(|mode| self.flat_mode(mode));
        Some(modes.collect::<Option<Vec<_>>>()?.concat())
    }

    /// How many different numbers a mode maps to, where that is known.
    pub(crate) fn distinct(&self, mode: usize) -> Option<i64> {
        let flat = self.flat_mode(mode)?;
        let moving = flat.iter().filter(|(_, stride)| *stride != 0);
        moving.map(|(extent, _)| *extent).try_fold(1i64, |n, extent| n.checked_mul(extent))
    }

    /// One more than the largest number that is mapped to, where that is known.
    pub(crate) fn span(&self) -> Option<i64> {
        let steps = self.flat()?.into_iter().map(|(extent, stride)| (extent - 1).checked_mul(stride));
        steps.into_iter().try_fold(1i64, |sum, step| sum.checked_add(step?))
    }

    /// True when the layout maps its numbers to all of `0..size`, each once.
    pub(crate) fn is_bijection(&self) -> Option<bool> {
        let (size, span) = (self.size()?, self.span()?);
        if size != span {
            return Some(false);
        }
        // In the order of the strides each of them is the product of the extents before it.
        let mut modes: Vec<(i64, i64)> = self.flat()?.into_iter().filter(|(extent, _)| *extent > 1).collect();
        modes.sort_by_key(|&(_, stride)| stride);
        let mut next = 1i64;
        Some(modes.into_iter().all(|(extent, stride)| {
            let fits = stride == next;
            next *= extent;
            fits
        }))
    }

    /// The first parameter that the layout refers to and that is `sought`.
    pub(crate) fn find_variable(&self, sought: &dyn Fn(&str) -> bool) -> Option<&str> {
        self.shapes.iter().chain(&self.strides).find_map(|number| number.find_variable(sought))
    }

    /// Roughly how many words the layout takes.
    pub(crate) fn weight(&self) -> usize {
        2 + self.shapes.iter().chain(&self.strides).map(Expr::weight).sum::<usize>()
    }
}

fn check_mode(at: &str, shape: &Expr, stride: &Expr) -> Result<(), TypeError> {
    let nesting = |what: String| {
        Err(TypeError(format!(
            "shapes and strides must have the same nesting structure, but mode {at} {what}"
        )))
    };
    match (shape, stride) {
        (Expr::Tuple(shapes), Expr::Tuple(strides)) => {
            if shapes.len() != strides.len() {
                let (a, b) = (shapes.len(), strides.len());
                return nesting(format!("has rank {a} in shapes and rank {b} in strides"));
            }
            let mut modes = shapes.iter().zip(strides).enumerate();
            modes.try_for_each(|(index, pair)| check_mode(&format!("{at}.{index}"), pair.0, pair.1))
        }
        (Expr::Tuple(_), _) => nesting("is a tuple in shapes and an integer in strides".to_owned()),
        (_, Expr::Tuple(_)) => nesting("is a tuple in strides and an integer in shapes".to_owned()),
        _ => match (shape.value(), stride.value()) {
            (Some(value), _) if value < 1 => {
                Err(TypeError(format!("shape extents must be positive, but mode {at} is {value}")))
            }
            (_, Some(value)) if value < 0 => {
                Err(TypeError(format!("strides must be non-negative, but mode {at} is {value}")))
            }
            _ => Ok(()),
        },
    }
}

/// The product of all numbers in the expressions, where it is known.
fn product(items: &[Expr]) -> Option<i64> {
    items.iter().try_fold(1i64, |product, item| {
        let extent = if let Expr::Tuple(items) = item { self::product(items) } else { item.value() };
        product.checked_mul(extent?)
    })
}

fn flatten(shape: &Expr, stride: &Expr, flat: &mut Vec<(i64, i64)>) -> Option<()> {
    match (shape, stride) {
        (Expr::Tuple(shapes), Expr::Tuple(strides)) => {
            shapes.iter().zip(strides).try_for_each(|(shape, stride)| flatten(shape, stride, flat))
        }
        _ => {
            flat.push((shape.value()?, stride.value()?));
            Some(())
        }
    }
}
