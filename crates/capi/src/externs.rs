//! Functions that a program calls and the caller supplies.

use std::ffi::{CString, c_char, c_void};

use tilewright::kernel::Kernel;
use tilewright::launch::{Constant, Externs, TileCall, TileShape};

use crate::error::c_string;
use crate::kernel::{engine, hand_out};
use crate::{given, guard, optional_string, place, string, tw_error, tw_kernel, tw_module, tw_status};

/// A tile that a program passes to a function, or that the function fills.
#[repr(C)]
#[derive(Debug)]
pub struct tw_tile {
    /// The type of its elements: "f32".
    pub element: *const c_char,
    /// The number of dimensions.
    pub rank: usize,
    /// An extent for each dimension, outermost first.
    pub extents: *const u32,
    /// The number of elements.
    pub count: usize,
    /// The bits of each element in row-major order, in the lowest bits of a number. Those of operands must not be written.
    pub bits: *mut u64,
}

/// A function on tiles. `constants` are the constant arguments in the syntax of the language, separated by commas. It returns 0
/// on success; another number ends the launch. It may be called from several threads at the same time.
pub type tw_extern_function = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        constants: *const c_char,
        operands: *const tw_tile,
        operand_count: usize,
        results: *const tw_tile,
        result_count: usize,
    ) -> i32,
>;

/// A function and its name.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tw_extern {
    /// The name by which programs call it.
    pub name: *const c_char,
    /// The function.
    pub function: tw_extern_function,
    /// Passed to the function.
    pub user: *mut c_void,
}

/// The pointer that the caller passed with a function.
struct User(*mut c_void);

// SAFETY: the caller promises that the function may be called from any thread with it.
unsafe impl Send for User {}
// SAFETY: as above, also from several threads at a time.
unsafe impl Sync for User {}

impl User {
    fn get(&self) -> *mut c_void {
        self.0
    }
}

/// Enables calls of external functions (the preview `simt`) in a parsed module. No other thread may use it at the same time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_module_enable_simt(module: *mut tw_module) {
    // SAFETY: the caller gives null, or a module of this library that it has for itself.
    if let Some(module) = unsafe { module.as_mut() } {
        module.module.enable_preview_simt();
    }
}

/// As tw_kernel_new, for a program that calls functions which it does not define: `externs` points to `count` functions. They
/// must stay valid until the kernel is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_kernel_new_with_externs(
    module: *const tw_module,
    entry: *const c_char,
    engine: u32,
    externs: *const tw_extern,
    count: usize,
    out: *mut *mut tw_kernel,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: `module` is a live module of this library, `out` a place for a pointer; null is refused.
        let (module, out) = unsafe { (given(module, "module")?, place(out, "out")?) };
        // SAFETY: `entry` is null, or ends in a null byte.
        let entry = unsafe { optional_string(entry, "entry")? };
        // SAFETY: `externs` is null, or points to `count` functions.
        let externs = unsafe { supplied(externs, count)? };
        module.module.verify().map_err(|error| tw_error::of(tw_status::TW_STATUS_INVALID, &error))?;
        let kernel = Kernel::with_externs(&module.module, entry, self::engine(engine)?, &externs);
        hand_out(kernel, out)
    })
}

/// # Safety
/// The pointer is null, or valid for `count` functions whose names end in null bytes.
unsafe fn supplied(externs: *const tw_extern, count: usize) -> Result<Externs, tw_error> {
    let mut all = Externs::default();
    if count == 0 {
        return Ok(all);
    }
    if externs.is_null() {
        return Err(tw_error::argument("`externs` is a null pointer"));
    }
    // SAFETY: the pointer is valid for `count` functions, and is not null here.
    for one in unsafe { std::slice::from_raw_parts(externs, count) } {
        // SAFETY: the name is null, which is refused, or ends in a null byte.
        let name = unsafe { string(one.name, "name")? };
        let Some(function) = one.function else {
            return Err(tw_error::argument(&format!("the function `{name}` is a null pointer")));
        };
        let user = User(one.user);
        all.define_tile(name, move |call| called(call, function, user.get()));
    }
    Ok(all)
}

/// The function, if there is one.
type Function =
    unsafe extern "C" fn(*mut c_void, *const c_char, *const tw_tile, usize, *const tw_tile, usize) -> i32;

fn called(call: &TileCall<'_>, function: Function, user: *mut c_void) -> Result<Vec<Vec<u64>>, String> {
    let constants: Vec<String> = call.constants.iter().map(spelled).collect();
    let constants = c_string(&constants.join(", "));
    let names = |shape: &TileShape| c_string(shape.scalar.name());
    let operand_names: Vec<CString> = call.operands.iter().map(|operand| names(operand.shape)).collect();
    let result_names: Vec<CString> = call.results.iter().map(names).collect();
    let mut results: Vec<Vec<u64>> = call.results.iter().map(|shape| vec![0; shape.len()]).collect();
    let tile = |name: &CString, shape: &TileShape, bits: *mut u64| tw_tile {
        element: name.as_ptr(),
        rank: shape.extents.len(),
        extents: shape.extents.as_ptr(),
        count: shape.len(),
        bits,
    };
    let operands = call.operands.iter().zip(&operand_names);
    let operands: Vec<tw_tile> =
        operands.map(|(operand, name)| tile(name, operand.shape, operand.bits.as_ptr().cast_mut())).collect();
    let places = call.results.iter().zip(&result_names).zip(&mut results);
    let places: Vec<tw_tile> =
        places.map(|((shape, name), bits)| tile(name, shape, bits.as_mut_ptr())).collect();
    // SAFETY: everything that the function is given lives during the call; the caller vouches for the function.
    let status = unsafe {
        function(user, constants.as_ptr(), operands.as_ptr(), operands.len(), places.as_ptr(), places.len())
    };
    match status {
        0 => Ok(results),
        status => Err(format!("it returns {status}")),
    }
}

/// A constant argument in the syntax of the language.
fn spelled(constant: &Constant) -> String {
    match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Type(name) => name.clone(),
        Constant::Text(text) => format!("{text:?}"),
        Constant::Shape(items) => {
            let items: Vec<String> = items.iter().map(spelled).collect();
            let comma = if items.len() == 1 { "," } else { "" };
            format!("({}{comma})", items.join(", "))
        }
    }
}
