//! Parameters of an entry and arguments of a launch.

use crate::address::AddressSpace;
use crate::buffer::BufferMut;
use crate::element;
use crate::grid::Grid;
use numerics::Scalar;
use std::fmt;

/// The type of one parameter of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParamType {
    /// A number.
    Scalar(Scalar),
    /// A pointer to elements.
    Pointer(Scalar),
    /// A pointer to elements that several devices have a copy of.
    Multicast(Scalar),
}

impl fmt::Display for ParamType {
    /// As in the language: `f32`, `ptr<f32>`, `ptr<f32, <multicast>>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamType::Scalar(scalar) => write!(f, "{scalar}"),
            ParamType::Pointer(pointee) => write!(f, "ptr<{pointee}>"),
            ParamType::Multicast(pointee) => write!(f, "ptr<{pointee}, <multicast>>"),
        }
    }
}

/// One argument of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A number.
    Scalar {
        /// Its type.
        ty: Scalar,
        /// Its bits, zero-extended.
        bits: u64,
    },
    /// A pointer into one of the launch's buffers; two arguments may point into the same one.
    Pointer {
        /// Which buffer.
        buffer: usize,
        /// Bytes from its start.
        offset: u64,
    },
}

/// An entry, its grid, and its arguments.
#[derive(Debug)]
pub struct Launch<'a> {
    /// The name of the entry.
    pub entry: &'a str,
    /// The tile blocks.
    pub grid: Grid,
    /// The memory that the launch may access, besides the program's own globals.
    pub buffers: Vec<BufferMut<'a>>,
    /// The arguments, in the order of the entry's parameters.
    pub args: Vec<Argument>,
}

/// Why arguments do not fit an entry; prints as a sentence. Arguments are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MismatchError {
    /// Too few or too many arguments.
    #[error("entry `{entry}` has {} but the launch gives {found}; give one argument for each, in order", parameters(*.expected))]
    Count {
        /// The entry.
        entry: String,
        /// Parameters.
        expected: usize,
        /// Arguments.
        found: usize,
    },
    /// An argument of another type.
    #[error("argument {position} of entry `{entry}` must be {expected}, but is {found}")]
    Type {
        /// The entry.
        entry: String,
        /// Which argument, from 1.
        position: usize,
        /// The type of the parameter.
        expected: ParamType,
        /// The type of the argument.
        found: ParamType,
    },
    /// A pointer into a buffer that the launch does not have.
    #[error(
        "argument {position} of entry `{entry}` points into buffer {buffer}, but the launch has {count} buffers"
    )]
    NoBuffer {
        /// The entry.
        entry: String,
        /// Which argument, from 1.
        position: usize,
        /// The requested buffer.
        buffer: usize,
        /// Buffers of the launch.
        count: usize,
    },
    /// A pointer that is not aligned to its elements, in memory of the caller.
    #[error(
        "argument {position} of entry `{entry}` points to {pointee} at a host address that is no multiple of {alignment}; \
         copy the data to aligned memory"
    )]
    Misaligned {
        /// The entry.
        entry: String,
        /// Which argument, from 1.
        position: usize,
        /// The type that it points to.
        pointee: Scalar,
        /// Bytes of an element.
        alignment: u64,
    },
}

fn parameters(count: usize) -> String {
    if count == 1 { "1 parameter".into() } else { format!("{count} parameters") }
}

impl Launch<'_> {
    /// The addresses of the buffers for the program, on engines with virtual addresses: the values of pointers in
    /// memory. `None` when there is no room for all of them.
    pub fn addresses(&self) -> Option<Vec<u64>> {
        let mut space = AddressSpace::new();
        let place = |buffer: &BufferMut<'_>| match buffer.devices() {
            None => space.allocate_for(buffer.bytes()),
            Some(devices) => Some(space.allocate_multicast(buffer.bytes(), devices)?.address),
        };
        self.buffers.iter().map(place).collect()
    }

    /// Checks that the arguments match the entry's parameters.
    pub fn check(&self, params: &[ParamType]) -> Result<(), MismatchError> {
        let entry = || self.entry.to_owned();
        if params.len() != self.args.len() {
            return Err(MismatchError::Count {
                entry: entry(),
                expected: params.len(),
                found: self.args.len(),
            });
        }
        for (position, (&expected, argument)) in (1..).zip(params.iter().zip(&self.args)) {
            let found = match *argument {
                Argument::Scalar { ty, .. } => ParamType::Scalar(ty),
                Argument::Pointer { buffer, .. } => match self.buffers.get(buffer) {
                    Some(view) if view.devices().is_some() => ParamType::Multicast(view.element()),
                    Some(view) => ParamType::Pointer(view.element()),
                    None => {
                        let count = self.buffers.len();
                        return Err(MismatchError::NoBuffer { entry: entry(), position, buffer, count });
                    }
                },
            };
            if found != expected {
                return Err(MismatchError::Type { entry: entry(), position, expected, found });
            }
            // The engines access elements by their natural alignment; a misaligned buffer would fault at its first
            // element.
            if let Some((pointee, alignment)) = self.misaligned(argument) {
                return Err(MismatchError::Misaligned { entry: entry(), position, pointee, alignment });
            }
        }
        Ok(())
    }

    /// The pointee of a pointer whose host address is no multiple of its size, and that size.
    fn misaligned(&self, argument: &Argument) -> Option<(Scalar, u64)> {
        let Argument::Pointer { buffer, offset } = *argument else { return None };
        let buffer = self.buffers.get(buffer)?;
        let size = element::size_of(buffer.element(), 1)?;
        // A buffer without bytes has no address.
        let address = (buffer.bytes().as_ptr().addr() as u64).wrapping_add(offset);
        (!buffer.bytes().is_empty() && !address.is_multiple_of(size)).then_some((buffer.element(), size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buffer::Buffer;

    fn check(args: Vec<Argument>, params: &[ParamType]) -> Result<(), String> {
        let mut buffer = Buffer::zeroed(Scalar::F32, &[4]).expect("small");
        let launch = Launch { entry: "k", grid: Grid::ONE, buffers: vec![buffer.view_mut()], args };
        launch.check(params).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_must_fit_parameters() {
        let pointer = Argument::Pointer { buffer: 0, offset: 0 };
        let number = Argument::Scalar { ty: Scalar::I32, bits: 7 };
        let params = [ParamType::Pointer(Scalar::F32), ParamType::Scalar(Scalar::I32)];
        assert_eq!(check(vec![pointer, number], &params), Ok(()));
        let error = |args| check(args, &params).expect_err("must not fit");
        assert_eq!(
            error(vec![pointer]),
            "entry `k` has 2 parameters but the launch gives 1; give one argument for each, in order"
        );
        assert_eq!(error(vec![number, number]), "argument 1 of entry `k` must be ptr<f32>, but is i32");
        assert_eq!(error(vec![pointer, pointer]), "argument 2 of entry `k` must be i32, but is ptr<f32>");
        assert_eq!(
            error(vec![Argument::Pointer { buffer: 3, offset: 0 }, number]),
            "argument 1 of entry `k` points into buffer 3, but the launch has 1 buffers"
        );
        assert_eq!(
            error(vec![Argument::Pointer { buffer: 0, offset: 6 }, number]),
            "argument 1 of entry `k` points to f32 at a host address that is no multiple of 4; copy the data to aligned \
             memory"
        );
    }

    #[test]
    fn memory_of_the_caller_must_be_aligned() {
        let mut bytes = Buffer::zeroed(Scalar::I8, &[9]).expect("small");
        let view = BufferMut::new(Scalar::F32, &[2], &mut bytes.bytes_mut()[1..]).expect("eight bytes");
        let args = vec![Argument::Pointer { buffer: 0, offset: 3 }];
        let mut launch = Launch { entry: "k", grid: Grid::ONE, buffers: vec![view], args };
        assert_eq!(launch.check(&[ParamType::Pointer(Scalar::F32)]), Ok(()));
        launch.args[0] = Argument::Pointer { buffer: 0, offset: 0 };
        let found = launch.check(&[ParamType::Pointer(Scalar::F32)]);
        assert!(
            matches!(found, Err(MismatchError::Misaligned { position: 1, alignment: 4, .. })),
            "{found:?}"
        );
    }
}
