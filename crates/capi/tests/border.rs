//! Wrong use of the interface from C, and concurrent use.

#![allow(unsafe_code, reason = "calls of the C interface")]

use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering};

use tilewright_capi::*;

const TEXT: &str = "cuda_tile.module @m { entry @set(%x: tile<ptr<i32>>, %v: tile<i32>) {
  %done = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
  return
} }";

fn kernel() -> *mut tw_kernel {
    kernel_of(TEXT)
}

fn kernel_of(text: &str) -> *mut tw_kernel {
    let (mut module, mut kernel) = (null_mut(), null_mut());
    // SAFETY: all pointers lead to what the functions want.
    unsafe {
        let parsed = tw_parse(c"m.mlir".as_ptr(), text.as_ptr().cast(), text.len(), &mut module, null_mut());
        assert_eq!(parsed, tw_status::TW_STATUS_OK);
        assert_eq!(tw_kernel_new(module, null(), 0, &mut kernel, null_mut()), tw_status::TW_STATUS_OK);
        tw_module_free(module);
    }
    kernel
}

fn message(error: *mut tw_error) -> String {
    // SAFETY: the error is this library's, and freed once.
    unsafe {
        let text = CStr::from_ptr(tw_error_message(error)).to_string_lossy().into_owned();
        tw_error_free(error);
        text
    }
}

/// Memory for a multicast pointer.
fn multicast(values: &mut [i32], devices: i64) -> tw_arg {
    tw_arg { kind: tw_arg_kind::TW_ARG_MULTICAST as u32, integer: devices, ..memory(values) }
}

fn integer(integer: i64) -> tw_arg {
    tw_arg { kind: tw_arg_kind::TW_ARG_INTEGER as u32, data: null_mut(), bytes: 0, integer, number: 0.0 }
}

fn memory(values: &mut [i32]) -> tw_arg {
    let bytes = std::mem::size_of_val(values);
    tw_arg { kind: 0, data: values.as_mut_ptr().cast(), bytes, integer: 0, number: 0.0 }
}

fn launch(kernel: *const tw_kernel, grid: [u32; 3], args: &[tw_arg]) -> Result<(), (tw_status, String)> {
    let mut error = null_mut();
    // SAFETY: the arguments are memory that lives longer than the call.
    let status = unsafe { tw_launch(kernel, grid.as_ptr(), args.as_ptr(), args.len(), null(), &mut error) };
    if error.is_null() { Ok(()) } else { Err((status, message(error))) }
}

#[test]
fn null_pointers_and_nonsense_are_errors() {
    let mut error = null_mut();
    // SAFETY: null is what the functions must take.
    unsafe {
        let status = tw_parse(null(), null(), 3, null_mut(), &mut error);
        assert_eq!(
            (status, message(error)),
            (tw_status::TW_STATUS_ARGUMENT, "`out` is a null pointer".into())
        );
        assert_eq!(tw_module_verify(null(), null_mut()), tw_status::TW_STATUS_ARGUMENT);
        assert_eq!((tw_kernel_param_count(null()), tw_report_count(null())), (0, 0));
        assert_eq!(CStr::from_ptr(tw_error_message(null())), c"");
        tw_module_free(null_mut());
        tw_kernel_free(null_mut());
        tw_report_free(null_mut());
        tw_error_free(null_mut());
        tw_bytes_free(null_mut());
    }
    let kernel = kernel();
    let mut x = [0; 2];
    let said = |grid, args: &[tw_arg]| launch(kernel, grid, args).expect_err("must be refused").1;
    let args = [memory(&mut x), integer(1 << 40)];
    assert!(said([1, 1, 1], &args).starts_with("argument 2 is 1099511627776, which i32 cannot hold"));
    assert!(said([1, 0, 1], &[args[0], integer(1)]).starts_with("grid axis y is 0"));
    assert!(said([1, 1, 1], &args[..1]).contains("has 2 parameters but the launch gives 1"));
    assert!(said([1, 1, 1], &[integer(1), integer(1)]).contains("must be memory of i32, but is a number"));
    assert!(said([1, 1, 1], &[tw_arg { kind: 9, ..args[0] }, integer(1)]).contains("is of kind 9"));
    let float = tw_arg { kind: tw_arg_kind::TW_ARG_FLOAT as u32, ..integer(0) };
    assert!(said([1, 1, 1], &[args[0], float]).contains("must be a whole number of type i32"));
    assert_eq!(launch(kernel, [1, 1, 1], &[args[0], integer(-1)]), Ok(()));
    assert_eq!(x, [-1, 0]);
    // SAFETY: it is freed once.
    unsafe { tw_kernel_free(kernel) };
}

#[test]
fn compiling_refuses_null_pointers_and_nonsense() {
    let (mut module, mut compiled, mut error) = (null_mut(), null_mut(), null_mut());
    let none = tw_compile_options {
        target: null(),
        ptxas: null(),
        opt_level: 0,
        warps: 0,
        line_info: false,
        keep_levels: false,
        remarks: false,
    };
    let target = tw_compile_options { target: c"sm_80".as_ptr(), ..none };
    // SAFETY: all pointers lead to what the functions want, or are null, which they must take.
    unsafe {
        let parsed = tw_parse(c"m.mlir".as_ptr(), TEXT.as_ptr().cast(), TEXT.len(), &mut module, null_mut());
        assert_eq!(parsed, tw_status::TW_STATUS_OK);
        let mut said = |how: *const tw_compile_options| {
            let status = tw_compile(module, how, &mut compiled, &mut error);
            assert!(compiled.is_null());
            (status, message(error))
        };
        let argument = tw_status::TW_STATUS_ARGUMENT;
        assert_eq!(said(null()), (argument, "`how` is a null pointer".into()));
        assert_eq!(said(&none), (argument, "`target` is a null pointer".into()));
        let level = said(&tw_compile_options { opt_level: 9, ..target });
        assert_eq!(level, (argument, "there is no optimisation level 9; the levels are 0 to 3".into()));
        let (status, text) = said(&tw_compile_options { ptxas: c"no/ptxas".as_ptr(), ..target });
        assert!(status == tw_status::TW_STATUS_COMPILE && text.contains("`no/ptxas`"), "{text}");
        let wrong = c"tileas.module @m {";
        let status = tw_compile_text(c"m".as_ptr(), wrong.as_ptr(), 18, &target, &mut compiled, null_mut());
        assert_eq!((status, compiled.is_null()), (tw_status::TW_STATUS_INVALID, true));
        assert_eq!(tw_compile(module, &target, &mut compiled, null_mut()), tw_status::TW_STATUS_OK);
        assert!(CStr::from_ptr(tw_compiled_ptx(compiled)).to_string_lossy().contains(".entry set"));
        assert!(tw_compiled_text(compiled, c"tileas".as_ptr()).is_null(), "nobody asked for it");
        assert!(
            tw_compiled_text(compiled, c"tilas".as_ptr()).is_null()
                && tw_compiled_text(null(), null()).is_null()
        );
        assert!(tw_compiled_cubin(compiled, null_mut()).is_null());
        tw_compiled_free(compiled);
        tw_compiled_free(null_mut());
        tw_module_free(module);
    }
}

#[test]
fn threads_share_a_kernel() {
    let kernel = kernel().expose_provenance();
    std::thread::scope(|scope| {
        for number in 0..8 {
            scope.spawn(move || {
                let kernel: *const tw_kernel = std::ptr::with_exposed_provenance(kernel);
                for _ in 0..200 {
                    let mut x = [0; 1];
                    assert_eq!(launch(kernel, [3, 1, 1], &[memory(&mut x), integer(number)]), Ok(()));
                    assert_eq!(i64::from(x[0]), number);
                }
            });
        }
    });
    // SAFETY: it is freed once.
    unsafe { tw_kernel_free(std::ptr::with_exposed_provenance_mut(kernel)) };
}

const CALL: &str = "cuda_tile.module @m {
  preview$func extern @scaled<[N: index]>(%x: tile<2xi32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> tile<2xi32>
  entry @k(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %x = iota : tile<2xi32>
    %y = preview$call @scaled<[5]>(%x) : (!cuda_tile.tile<2xi32>) -> !cuda_tile.tile<2xi32>
    %v = make_tensor_view %p, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>
    %t = store_view_tko weak %y, %w[%zero] : tile<2xi32>, partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}";

/// Gives each element plus one, times the constant; `user` is a status to return.
unsafe extern "C" fn scaled(
    user: *mut std::ffi::c_void,
    constants: *const std::ffi::c_char,
    operands: *const tw_tile,
    operand_count: usize,
    results: *const tw_tile,
    result_count: usize,
) -> i32 {
    assert_eq!((operand_count, result_count), (1, 1));
    // SAFETY: the library gives what the header says.
    unsafe {
        let scale: u64 = CStr::from_ptr(constants).to_str().expect("a number").parse().expect("a number");
        assert_eq!(CStr::from_ptr((*operands).element), c"i32");
        for index in 0..(*operands).count {
            *(*results).bits.add(index) = scale * (*(*operands).bits.add(index) + 1);
        }
        (*user.cast::<AtomicI32>()).load(Ordering::Relaxed)
    }
}

#[test]
fn a_name_that_nothing_has_names_the_nearest() {
    let (mut module, mut found, mut report, mut error) = (null_mut(), null_mut(), null_mut(), null_mut());
    let mut values = [0];
    let args = [memory(&mut values), integer(7)];
    // SAFETY: all pointers lead to what the functions want.
    unsafe {
        let parsed = tw_parse(c"m.mlir".as_ptr(), TEXT.as_ptr().cast(), TEXT.len(), &mut module, null_mut());
        assert_eq!(parsed, tw_status::TW_STATUS_OK);
        let entry = c"sett".as_ptr();
        assert_eq!(tw_kernel_new(module, entry, 0, &mut found, &mut error), tw_status::TW_STATUS_LAUNCH);
        assert!(message(error).contains("did you mean `set`?"));
        let (kernel, grid, checks) = (kernel(), [1u32; 3], c"race".as_ptr());
        let sanitized = tw_sanitize(
            kernel,
            grid.as_ptr(),
            args.as_ptr(),
            args.len(),
            checks,
            0,
            null(),
            &mut report,
            &mut error,
        );
        assert_eq!(sanitized, tw_status::TW_STATUS_ARGUMENT);
        assert!(message(error).contains("did you mean `races`?"));
        tw_kernel_free(kernel);
        tw_module_free(module);
    }
}

#[test]
fn functions_of_the_caller_are_called() {
    let (mut module, mut error) = (null_mut(), null_mut());
    let status = AtomicI32::new(0);
    let given = tw_extern {
        name: c"scaled".as_ptr(),
        function: Some(scaled),
        user: (&raw const status).cast_mut().cast(),
    };
    // SAFETY: all pointers lead to what the functions want.
    unsafe {
        let parsed = tw_parse(c"m.mlir".as_ptr(), CALL.as_ptr().cast(), CALL.len(), &mut module, null_mut());
        assert_eq!(parsed, tw_status::TW_STATUS_OK);
        let mut kernel = null_mut();
        let refused = tw_kernel_new(module, null(), 0, &mut kernel, &mut error);
        assert_eq!(refused, tw_status::TW_STATUS_INVALID);
        assert!(message(error).contains("preview feature 'simt'"));
        tw_module_enable_simt(module);
        assert_eq!(tw_kernel_new(module, null(), 0, &mut kernel, &mut error), tw_status::TW_STATUS_LAUNCH);
        assert!(message(error).contains("external function `scaled`"));
        for engine in [0, 1] {
            let made = tw_kernel_new_with_externs(module, null(), engine, &given, 1, &mut kernel, null_mut());
            assert_eq!(made, tw_status::TW_STATUS_OK);
            let mut values = [0; 2];
            status.store(0, Ordering::Relaxed);
            launch(kernel, [1, 1, 1], &[memory(&mut values)]).expect("it ends well");
            assert_eq!(values, [5, 10]);
            status.store(7, Ordering::Relaxed);
            let (code, text) = launch(kernel, [1, 1, 1], &[memory(&mut values)]).expect_err("it fails");
            assert_eq!(code, tw_status::TW_STATUS_TRAP);
            assert!(text.contains("`scaled` fails: it returns 7"), "{text}");
            tw_kernel_free(kernel);
        }
        tw_module_free(module);
    }
}

#[test]
fn memory_of_several_devices_is_one_argument() {
    const FILL: &str = "cuda_tile.module @m { entry @fill(%x: tile<ptr<i32, <multicast>>>) {
      %zero = constant <i32: 0> : tile<i32>
      %v = make_tensor_view %x, shape = [2], strides = [1] : tile<ptr<i32, <multicast>>> -> tensor_view<2xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
      %p = make_partition_view %v : partition_view<tile=(2), tensor_view<2xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
      %two = iota : tile<2xi32>
      %t = multimem_store_view_tko weak %p, %two[%zero] : partition_view<tile=(2), tensor_view<2xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<2xi32>, tile<i32> -> token
      return
    } }";
    let kernel = kernel_of(FILL);
    let mut copies = [9; 6];
    launch(kernel, [1; 3], &[multicast(&mut copies, 3)]).expect("it runs");
    assert_eq!(copies, [0, 1, 0, 1, 0, 1]);
    let (status, said) = launch(kernel, [1; 3], &[multicast(&mut copies, -1)]).expect_err("it is refused");
    assert_eq!(status, tw_status::TW_STATUS_ARGUMENT);
    assert!(said.contains("argument 1 is on -1 devices; `integer` is their number"), "{said}");
    let (_, said) = launch(kernel, [1; 3], &[memory(&mut copies)]).expect_err("it is refused");
    assert!(said.contains("argument 1 must be multicast memory of i32"), "{said}");
    // SAFETY: it is freed once.
    unsafe { tw_kernel_free(kernel) };
}
