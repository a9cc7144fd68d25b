//! Launches on slices: the borrow checker keeps their memory alive, so the functions here are safe.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

use driver::kernel::Cpu;
use launch::{Grid, Options, Outcome, ParamType};
use numerics::Scalar;

use super::{Failure, Kernel, Memory, Value};

/// A Rust type whose slices hold elements of a program. All its bit patterns are values, so that a program may write any.
///
/// Floats hold floats of their width and signed integers hold integers of theirs. Unsigned integers hold the bits of any type of
/// their width: `u16` those of `bf16`, `u8` those of `i1` and of the 8-bit floats, and of two elements of 4 bits.
///
/// ```
/// use tilewright::kernel::{Arg, Element, Slice};
///
/// /// Lends each of some arrays to a launch.
/// fn lend<T: Element>(arrays: &mut [Vec<T>]) -> Vec<Arg<'_>> {
///     arrays.iter_mut().map(Arg::from).collect()
/// }
///
/// let mut arrays = [vec![1f32, 2.0], vec![3.0]];
/// let lent = lend(&mut arrays);
/// let Arg::Slice(first) = &lent[0] else { panic!("an array is memory") };
/// let shown = |slice: &Slice<'_>| format!("{slice:?}");
/// assert!(shown(first).contains("bytes: 8"));
/// ```
pub trait Element: sealed::Element {}

impl<T: sealed::Element> Element for T {}

mod sealed {
    use super::Scalar;

    /// Only the types below, because each must allow every bit pattern.
    pub trait Element: Copy {
        fn holds(pointee: Scalar) -> bool;
    }
}

macro_rules! element {
    ($($ty:ty: $holds:expr;)*) => {$(
        impl sealed::Element for $ty {
            fn holds(pointee: Scalar) -> bool {
                let holds: fn(Scalar) -> bool = $holds;
                holds(pointee)
            }
        }
    )*};
}

element! {
    i8: |pointee| pointee == Scalar::I8;
    i16: |pointee| pointee == Scalar::I16;
    i32: |pointee| pointee == Scalar::I32;
    i64: |pointee| pointee == Scalar::I64;
    // Elements of 4 bits share a byte.
    u8: |pointee| pointee.storage_bits() <= 8;
    u16: |pointee| pointee.storage_bits() == 16;
    u32: |pointee| pointee.storage_bits() == 32;
    u64: |pointee| pointee.storage_bits() == 64;
    f32: |pointee| pointee.is_float() && pointee.storage_bits() == 32;
    f64: |pointee| pointee == Scalar::F64;
}

/// Memory that is lent to a launch.
pub struct Slice<'a> {
    memory: Memory,
    holds: fn(Scalar) -> bool,
    of: &'static str,
    writable: bool,
    /// For multicast memory: the number of devices that have a copy.
    devices: Option<u32>,
    /// The stricter of both borrows.
    lent: PhantomData<&'a mut [u8]>,
}

impl fmt::Debug for Slice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slice").field("of", &self.of).field("memory", &self.memory).finish_non_exhaustive()
    }
}

/// An argument of a safe launch: `7.into()`, `0.5.into()`, `(&x).into()`, `(&mut y).into()`, `Arg::multicast(&mut z, 2)`.
#[derive(Debug)]
pub enum Arg<'a> {
    /// A whole number, for a parameter of any type.
    Integer(i128),
    /// A float, which is rounded to the parameter's type.
    Float(f64),
    /// Memory, for a pointer.
    Slice(Slice<'a>),
}

macro_rules! numbers {
    ($($ty:ty => $variant:ident;)*) => {$(
        impl From<$ty> for Arg<'_> {
            fn from(number: $ty) -> Self {
                Arg::$variant(number.into())
            }
        }
    )*};
}

numbers! {
    i8 => Integer; i16 => Integer; i32 => Integer; i64 => Integer;
    u8 => Integer; u16 => Integer; u32 => Integer; u64 => Integer;
    bool => Integer;
    f32 => Float; f64 => Float;
}

impl<'a> Slice<'a> {
    fn new<T: Element>(address: usize, bytes: usize, writable: bool) -> Slice<'a> {
        let memory = Memory { address, bytes };
        Slice { memory, holds: T::holds, of: type_name::<T>(), writable, devices: None, lent: PhantomData }
    }
}

impl<'a> Arg<'a> {
    /// Memory for a multicast pointer: a slice that holds a copy for each of `devices` devices, one after the other.
    ///
    /// ```
    /// # use tilewright::kernel::Arg;
    /// let mut copies = [0f32; 2 * 64];
    /// let arg = Arg::multicast(&mut copies, 2);
    /// ```
    pub fn multicast<T: Element>(copies: &'a mut [T], devices: u32) -> Arg<'a> {
        let bytes = size_of_val(copies);
        let slice = Slice::new::<T>(copies.as_mut_ptr().expose_provenance(), bytes, true);
        Arg::Slice(Slice { devices: Some(devices), ..slice })
    }
}

impl<'a, T: Element> From<&'a mut [T]> for Arg<'a> {
    fn from(slice: &'a mut [T]) -> Arg<'a> {
        let bytes = size_of_val(slice);
        Arg::Slice(Slice::new::<T>(slice.as_mut_ptr().expose_provenance(), bytes, true))
    }
}

impl<'a, T: Element> From<&'a [T]> for Arg<'a> {
    fn from(slice: &'a [T]) -> Arg<'a> {
        Arg::Slice(Slice::new::<T>(slice.as_ptr().expose_provenance(), size_of_val(slice), false))
    }
}

macro_rules! slices {
    ($([$($generics:tt)*] $of:ty;)*) => {$(
        impl<'a, $($generics)*> From<&'a mut $of> for Arg<'a> {
            fn from(of: &'a mut $of) -> Arg<'a> {
                Arg::from(of.as_mut_slice())
            }
        }

        impl<'a, $($generics)*> From<&'a $of> for Arg<'a> {
            fn from(of: &'a $of) -> Arg<'a> {
                Arg::from(of.as_slice())
            }
        }
    )*};
}

slices! {
    [T: Element] Vec<T>;
    [T: Element, const N: usize] [T; N];
}

impl Kernel {
    /// Runs all tile blocks on slices, one argument for each parameter. Nothing is copied.
    ///
    /// # Errors
    /// Arguments that do not fit, such as an immutable slice that the program may write; a trap of the program; or an
    /// unsupported feature of the engine.
    pub fn launch<'a>(
        &self,
        cpu: &Cpu,
        grid: Grid,
        args: impl IntoIterator<Item = Arg<'a>>,
        options: &mut Options<'_>,
    ) -> Result<Outcome, Failure> {
        let args: Vec<Arg<'a>> = args.into_iter().collect();
        let values = args.iter().enumerate().map(|(number, arg)| self.value(number, arg));
        let values = values.collect::<Result<Vec<Value>, String>>().map_err(Failure::Arguments)?;
        // SAFETY: slices are borrowed until `args` is dropped, and aligned for their elements. What is written was lent to be
        // written, so that no other code accesses it; memory that was lent for reading is not written.
        unsafe { self.launch_raw(cpu, grid, &values, options) }
    }

    /// An argument for the parameter at its position; the error is a sentence.
    fn value(&self, number: usize, arg: &Arg<'_>) -> Result<Value, String> {
        let param = self.params().get(number).map(|param| param.ty);
        let found = match (arg, param) {
            (Arg::Integer(value), Some(ParamType::Scalar(ty))) => Value::of_integer(ty, *value),
            (Arg::Float(value), Some(ParamType::Scalar(ty))) => Value::of_float(ty, *value),
            (Arg::Slice(slice), Some(ParamType::Pointer(pointee) | ParamType::Multicast(pointee))) => {
                slice.value(pointee, self.writes(number))
            }
            // The launch reports errors of these.
            (
                Arg::Integer(_) | Arg::Float(_),
                Some(ParamType::Pointer(_) | ParamType::Multicast(_)) | None,
            ) => Ok(Value::Scalar(0)),
            (Arg::Slice(slice), Some(ParamType::Scalar(_)) | None) => Ok(slice.given()),
        };
        found.map_err(|text| format!("argument {} {text}", number + 1))
    }
}

impl Slice<'_> {
    /// The memory for a pointer to `pointee`; the error is a sentence about "it".
    fn value(&self, pointee: Scalar, written: bool) -> Result<Value, String> {
        if !(self.holds)(pointee) {
            return Err(format!(
                "must be memory of {pointee}, but is a slice of {}, which does not hold such elements",
                self.of
            ));
        }
        if written && !self.writable {
            return Err("is written by the program, but was lent to be read; pass `&mut`".to_owned());
        }
        Ok(self.given())
    }

    fn given(&self) -> Value {
        match self.devices {
            Some(devices) => Value::Multicast { memory: self.memory, devices },
            None => Value::Memory(self.memory),
        }
    }
}
