//! What a launch is given: numbers, and memory by address.

use numerics::{Scalar, convert};

/// Memory that the caller owns, by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The first byte.
    pub address: usize,
    /// How many bytes may be touched.
    pub bytes: usize,
}

/// An argument of a launch; what it is, the parameter says.
///
/// ```
/// use tilewright::Scalar;
/// use tilewright::kernel::{Memory, Value};
///
/// assert_eq!(Value::of_integer(Scalar::I8, -1), Ok(Value::Scalar(0xFF)));
/// assert_eq!(Value::of_float(Scalar::F16, 0.5), Ok(Value::Scalar(0x3800)));
/// assert_eq!(Value::of_integer(Scalar::I8, 300).unwrap_err(), "is 300, which i8 cannot hold; it holds -128 to 255");
///
/// // Copies of 64 floats on two devices.
/// let copies = vec![0f32; 2 * 64];
/// let memory = Memory { address: copies.as_ptr().expose_provenance(), bytes: size_of_val(&copies[..]) };
/// assert!(matches!(Value::Multicast { memory, devices: 2 }, Value::Multicast { devices: 2, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A number, by its bits.
    Scalar(u64),
    /// A pointer to the first byte of memory.
    Memory(Memory),
    /// A multicast pointer: memory that holds a copy for each of several devices, one after the other.
    Multicast {
        /// All copies.
        memory: Memory,
        /// How many there are.
        devices: u32,
    },
}

/// Memory that a program finds through pointers that are in memory.
///
/// ```
/// use tilewright::driver::kernel::Cores;
/// use tilewright::kernel::{Given, Kernel, Linked, Memory, Value};
/// use tilewright::launch::{DiscardOutput, Grid, Options};
/// use tilewright::run::EngineKind;
///
/// # let module = tilewright::parse(
/// #     "follow.mlir",
/// #     "cuda_tile.module @m {
/// #        entry @follow(%list: tile<ptr<i64>>) {
/// #          %address, %t = load_ptr_tko weak %list : tile<ptr<i64>> -> tile<i64>, token
/// #          %x = int_to_ptr %address : tile<i64> -> tile<ptr<i32>>
/// #          %seven = constant <i32: 7> : tile<i32>
/// #          %done = store_ptr_tko weak %x, %seven : tile<ptr<i32>>, tile<i32> -> token
/// #          return
/// #        }
/// #      }",
/// # )?;
/// let mut x = [0i32];
/// let mut list = [0u64];
/// let [of_x, of_list] = [x.as_mut_ptr().expose_provenance(), list.as_mut_ptr().expose_provenance()];
/// // The kernel gets `list`, and finds `x` through its first element.
/// let linked = Linked { memory: vec![Memory { address: of_x, bytes: 4 }], pointers: vec![(of_list, of_x)] };
/// let values = [Value::Memory(Memory { address: of_list, bytes: 8 })];
/// let given = Given { values: &values, linked: Some(&linked) };
/// static CORES: Cores = Cores::new();
/// let kernel = Kernel::new(&module, None, EngineKind::Cpu)?;
/// let mut output = DiscardOutput;
/// // SAFETY: `x` and `list` are valid until the end, and no other code accesses them.
/// unsafe { kernel.launch_raw(CORES.get(), Grid::ONE, given, &mut Options::new(&mut output)) }?;
/// assert_eq!(x, [7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// Memory that no argument needs to point to. It may overlap that of arguments.
    pub memory: Vec<Memory>,
    /// Where a pointer of 8 bytes is, and where it leads: both inside of memory of the launch. Engines have addresses of
    /// their own; a launch writes those over the pointers.
    pub pointers: Vec<(usize, usize)>,
}

/// What a launch is given.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// One for each parameter.
    pub values: &'a [Value],
    /// Memory that pointers in memory lead to.
    pub linked: Option<&'a Linked>,
}

impl<'a, T: AsRef<[Value]> + ?Sized> From<&'a T> for Given<'a> {
    fn from(values: &'a T) -> Given<'a> {
        Given { values: values.as_ref(), linked: None }
    }
}

impl Value {
    /// A whole number for a parameter, signed or unsigned as it fits; what is wrong with it as a sentence about "it".
    ///
    /// # Errors
    /// A number that the type cannot hold.
    pub fn of_integer(ty: Scalar, value: i128) -> Result<Value, String> {
        if ty.is_float() {
            // Every such number up to 2^53 is exact; beyond, it is rounded as a literal of Python or C would be.
            return Ok(Value::Scalar(convert::from_f64(ty, value as f64)));
        }
        let bits = ty.bits();
        let (least, most) = (-(1i128 << (bits - 1)), (1i128 << bits) - 1);
        if (least..=most).contains(&value) {
            return Ok(Value::Scalar(value as u64 & (u64::MAX >> (64 - bits))));
        }
        Err(format!("is {value}, which {ty} cannot hold; it holds {least} to {most}"))
    }

    /// A float for a parameter, rounded to its type; what is wrong with it as a sentence about "it".
    ///
    /// # Errors
    /// A type of whole numbers.
    pub fn of_float(ty: Scalar, value: f64) -> Result<Value, String> {
        if ty.is_float() {
            return Ok(Value::Scalar(convert::from_f64(ty, value)));
        }
        Err(format!("is the float {value}, but must be a whole number of type {ty}"))
    }
}
