//! Options and arguments of a launch.

use std::ffi::{c_char, c_void};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use tilewright::kernel::{Kernel, Memory, Value};
use tilewright::launch::{BlockId, Grid, Options, Output, ParamType, Schedule};

use crate::error::c_string;
use crate::tw_error;

/// The engine that executes a program.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum tw_engine {
    /// The CPU engine: fast, on all cores.
    TW_ENGINE_CPU = 0,
    /// The reference interpreter, which executes the specification literally.
    TW_ENGINE_REFERENCE = 1,
    /// The emulator of PTX, which runs compiled PTX.
    TW_ENGINE_PTX_EMU = 2,
    /// The GPU of this machine, through the CUDA driver.
    TW_ENGINE_CUDA = 3,
}

/// The kind of an argument.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum tw_arg_kind {
    /// `data` and `bytes`, for a pointer.
    TW_ARG_MEMORY = 0,
    /// `integer`, for a number of any type.
    TW_ARG_INTEGER = 1,
    /// `number`, for a float; it is rounded to the parameter's type.
    TW_ARG_FLOAT = 2,
    /// `data` and `bytes`, for a multicast pointer: memory with a copy for each of `integer` devices, one after the other.
    TW_ARG_MULTICAST = 3,
}

/// An argument of a launch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tw_arg {
    /// A tw_arg_kind, which selects the fields that are used.
    pub kind: u32,
    /// The first byte of memory that is valid until the launch has ended. It is only written if the program writes it.
    pub data: *mut c_void,
    /// The number of bytes that may be accessed.
    pub bytes: usize,
    /// A whole number; for multicast memory, the number of devices.
    pub integer: i64,
    /// A float.
    pub number: f64,
}

/// Options of a launch. All zeros is the default: all cores, no limit, blocks in order, printed text is dropped.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tw_options {
    /// The maximum number of threads; 0: one for each core.
    pub threads: usize,
    /// The limit of the total steps of all tile blocks; 0: no limit.
    pub steps: u64,
    /// Seed of a shuffled order of tile blocks, on the reference interpreter; 0: by number.
    pub seed: u64,
    /// May become true, from any thread, to end the launch at once; may be null.
    pub cancel: *const bool,
    /// Receives text that the program prints; may be null. It is called on the launching thread.
    pub print: Option<unsafe extern "C" fn(user: *mut c_void, text: *const c_char, len: usize)>,
    /// Passed to `print`.
    pub user: *mut c_void,
}

/// The receiver of printed text.
pub(crate) struct Printer {
    print: Option<unsafe extern "C" fn(*mut c_void, *const c_char, usize)>,
    user: *mut c_void,
}

impl Output for Printer {
    fn print(&mut self, _block: BlockId, text: &str) {
        if let Some(print) = self.print {
            let text = c_string(text);
            // SAFETY: the caller gave a function that takes these.
            unsafe { print(self.user, text.as_ptr(), text.as_bytes().len()) };
        }
    }
}

/// Runs something with options from C.
///
/// # Safety
/// The pointer is null, or leads to options whose pointers are valid until this returns.
pub(crate) unsafe fn with_options<T>(
    options: *const tw_options,
    run: impl FnOnce(&mut Options<'_>) -> T,
) -> T {
    // SAFETY: `options` is null or points to options that live during the call.
    let given = unsafe { options.as_ref() };
    let mut printer = Printer {
        print: given.and_then(|given| given.print),
        user: given.map_or(std::ptr::null_mut(), |given| given.user),
    };
    let mut options = Options::new(&mut printer);
    if let Some(given) = given {
        options.threads = NonZeroUsize::new(given.threads);
        options.step_budget = (given.steps > 0).then_some(given.steps);
        options.schedule = if given.seed > 0 { Schedule::Seeded(given.seed) } else { Schedule::InOrder };
        if !given.cancel.is_null() {
            // SAFETY: the caller promises that it is valid, and that others write it like an atomic of C.
            options.cancel = Some(unsafe { AtomicBool::from_ptr(given.cancel.cast_mut()) });
        }
    }
    run(&mut options)
}

/// The grid of three numbers.
pub(crate) fn grid(extents: &[u32; 3]) -> Result<Grid, tw_error> {
    let [x, y, z] = *extents;
    Grid::new(x, y, z).map_err(|error| tw_error::argument(&error.to_string()))
}

/// Arguments for the parameters of a kernel.
pub(crate) fn values(kernel: &Kernel, args: &[tw_arg]) -> Result<Vec<Value>, tw_error> {
    let value = |(number, arg): (usize, &tw_arg)| {
        // A pattern takes no cast, so that kinds are constants. Memory that the caller holds.
        const MEMORY: u32 = tw_arg_kind::TW_ARG_MEMORY as u32;
        // The bits of an integer.
        const INTEGER: u32 = tw_arg_kind::TW_ARG_INTEGER as u32;
        // A number that is rounded to the type of the parameter.
        const FLOAT: u32 = tw_arg_kind::TW_ARG_FLOAT as u32;
        // Memory of several devices.
        const MULTICAST: u32 = tw_arg_kind::TW_ARG_MULTICAST as u32;
        let memory = || Memory { address: arg.data.expose_provenance(), bytes: arg.bytes };
        let param = kernel.params().get(number).map(|param| param.ty);
        let found = match (arg.kind, param) {
            (MEMORY, _) => Ok(Value::Memory(memory())),
            (MULTICAST, _) => match u32::try_from(arg.integer) {
                Ok(devices) => Ok(Value::Multicast { memory: memory(), devices }),
                Err(_) => Err(format!("is on {} devices; `integer` is their number", arg.integer)),
            },
            (INTEGER, Some(ParamType::Scalar(ty))) => Value::of_integer(ty, arg.integer.into()),
            (FLOAT, Some(ParamType::Scalar(ty))) => Value::of_float(ty, arg.number),
            // The launch reports errors of these.
            (INTEGER | FLOAT, Some(ParamType::Pointer(_) | ParamType::Multicast(_)) | None) => {
                Ok(Value::Scalar(0))
            }
            (kind, _) => Err(format!("is of kind {kind}, which is none; see tw_arg_kind")),
        };
        found.map_err(|text| tw_error::argument(&format!("argument {} {text}", number + 1)))
    };
    args.iter().enumerate().map(value).collect()
}
