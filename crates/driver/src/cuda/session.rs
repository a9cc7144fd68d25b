//! A device, loaded code, and launches.

#![allow(unsafe_code, reason = "calls of a C library")]

use std::ffi::{CString, c_int, c_void};
use std::ptr::null_mut;

use diag::Diagnostic;
use launch::{BufferMut, EngineError};

use super::api::{Address, Api, Handle, api};
use super::maps::{self, Encoded};
use super::{Word, absent};
use crate::codes;
use crate::targets::{TARGETS, TargetRow};
use crate::tensor_maps::Resolved;

/// `CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR`, and the minor one after it.
const CAPABILITY: [c_int; 2] = [75, 76];
/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`
const DYNAMIC_SHARED: c_int = 8;
/// `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`
const LARGE_CLUSTERS: c_int = 14;
/// The cluster size that every device with clusters supports.
const PORTABLE: u32 = 8;

/// The first device, with a context of it.
#[derive(Debug)]
pub struct Device {
    api: &'static Api,
    number: c_int,
    context: Handle,
    capability: u32,
}

// SAFETY: a primary context may be used by any thread that makes it current, as each call here does.
unsafe impl Send for Device {}
// SAFETY: the driver takes its own locks, so that shared use of a context is fine.
unsafe impl Sync for Device {}

/// The first device of this machine.
///
/// # Errors
/// When there is no driver, or no device.
pub fn find() -> Result<Device, Box<Diagnostic>> {
    let api = api().map_err(absent)?;
    first(api).map_err(absent)
}

fn first(api: &'static Api) -> Result<Device, String> {
    let (mut count, mut number, mut context) = (0, 0, null_mut());
    // SAFETY: the driver writes through pointers to locals that live across the calls.
    unsafe {
        api.check("the CUDA driver does not start", (api.init)(0))?;
        api.check("devices cannot be counted", (api.device_count)(&mut count))?;
        if count < 1 {
            return Err("the CUDA driver knows no device".to_owned());
        }
        api.check("the device cannot be asked for", (api.device)(&mut number, 0))?;
        let mut capability = [0; 2];
        for (value, attribute) in capability.iter_mut().zip(CAPABILITY) {
            api.check(
                "the device does not report its properties",
                (api.attribute)(value, attribute, number),
            )?;
        }
        api.check("the device gives no context", (api.retain)(&mut context, number))?;
        let capability = (capability[0] * 10 + capability[1]).unsigned_abs();
        Ok(Device { api, number, context, capability })
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: it was retained when this was made. A failure changes nothing any more.
        let _ = unsafe { (self.api.release)(self.number) };
    }
}

impl Device {
    /// The target for which code for this device is compiled.
    ///
    /// # Errors
    /// When none is known.
    pub fn target(&self) -> Result<&'static TargetRow, Box<Diagnostic>> {
        let name = format!("sm_{}", self.capability);
        crate::targets::named(&name).ok_or_else(|| {
            let known: Vec<&str> = TARGETS.iter().map(|row| row.name).collect();
            let message = format!("the device is of the target `{name}`, which is not known");
            Box::new(
                Diagnostic::error(codes::TARGET, message).note(format!("targets are: {}", known.join(", "))),
            )
        })
    }

    fn current(&self) -> Result<(), String> {
        // SAFETY: the context is retained as long as this lives.
        self.api.check("the device is not there", unsafe { (self.api.set_current)(self.context) })
    }
}

/// The number of threads of a launch, and the shared memory that it requests.
pub(super) struct Shape {
    pub(super) grid: [u32; 3],
    pub(super) threads: u32,
    pub(super) dynamic_shared: u32,
}

/// A function on a device.
#[derive(Debug)]
pub(super) struct Code {
    device: Device,
    module: Handle,
    function: Handle,
}

// SAFETY: handles of the driver may be used by any thread, with the context current.
unsafe impl Send for Code {}
// SAFETY: launches through a shared handle only read it; the driver takes its own locks.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if self.device.current().is_ok() {
            // SAFETY: it was loaded when this was made, and no launch is running, since each launch waits for its end.
            let _ = unsafe { (self.device.api.unload)(self.module) };
        }
    }
}

impl Code {
    /// Loads machine code or PTX.
    pub(super) fn load(
        device: Device,
        mut bytes: Vec<u8>,
        entry: &str,
        (dynamic_shared, cluster): (u32, u32),
    ) -> Result<Code, Box<Diagnostic>> {
        let wrong = |why: String| Box::new(Diagnostic::error(codes::DRIVER, why));
        device.current().map_err(wrong)?;
        // PTX ends with a zero, as strings of C do; machine code knows its end.
        bytes.push(0);
        let name = CString::new(entry).map_err(|_| wrong("the entry's name has a zero in it".to_owned()))?;
        let (mut module, mut function) = (null_mut(), null_mut());
        // SAFETY: the bytes live across the call, which copies them; pointers are to locals.
        let status = unsafe { (device.api.load)(&mut module, bytes.as_ptr().cast()) };
        device.api.check("the device refuses the code", status).map_err(wrong)?;
        let mut code = Code { device, module, function };
        let api = code.device.api;
        // SAFETY: the module was loaded above, and the name is a C string that lives across the call.
        let status = unsafe { (api.function)(&mut function, module, name.as_ptr()) };
        api.check("the code lacks the entry", status).map_err(wrong)?;
        code.function = function;
        if dynamic_shared > 0 {
            let bytes = c_int::try_from(dynamic_shared).unwrap_or(c_int::MAX);
            // SAFETY: the function is of the module that is loaded.
            let status = unsafe { (api.set_attribute)(function, DYNAMIC_SHARED, bytes) };
            api.check("the device has too little shared memory", status).map_err(wrong)?;
        }
        if cluster > PORTABLE {
            // SAFETY: the function is of the module that is loaded.
            let status = unsafe { (api.set_attribute)(function, LARGE_CLUSTERS, 1) };
            api.check("the device has no clusters of this size", status).map_err(wrong)?;
        }
        Ok(code)
    }

    /// Copies buffers to the device, makes tensor maps of them, runs the function, and copies the buffers back.
    pub(super) fn launch(
        &self,
        shape: &Shape,
        buffers: &mut [BufferMut<'_>],
        args: &[Word],
        maps: &[Resolved],
    ) -> Result<(), EngineError> {
        let wrong = EngineError::Unsupported;
        self.device.current().map_err(wrong)?;
        if buffers.iter().any(|buffer| buffer.devices().is_some()) {
            let why =
                "memory of several devices is not made on GPUs; use `--engine cpu`, `reference` or `ptx-emu`";
            return Err(wrong(why.to_owned()));
        }
        let mut memory = Memory { api: self.device.api, all: Vec::new() };
        for buffer in buffers.iter_mut() {
            memory.copy_in(buffer.bytes_mut()).map_err(wrong)?;
        }
        let mut words: Vec<u64> = args
            .iter()
            .map(|arg| match *arg {
                Word::Bits(bits) => bits,
                Word::Address { buffer, offset } => memory.all[buffer].wrapping_add(offset),
            })
            .collect();
        let encode = |map: &Resolved| {
            let address = memory.all.get(map.buffer).ok_or("a tensor map is on no buffer")?;
            maps::encode(self.device.api, map, address.wrapping_add(map.offset))
        };
        let mut maps: Vec<Encoded> = maps.iter().map(encode).collect::<Result<_, _>>().map_err(wrong)?;
        let ran = self.run(shape, &mut words, &mut maps);
        // Results that the program wrote before the failure are shown, as on other engines.
        for (buffer, &address) in buffers.iter_mut().zip(&memory.all) {
            memory
                .copy_out(buffer.bytes_mut(), address)
                .map_err(|why| wrong(ran.clone().err().unwrap_or(why)))?;
        }
        ran.map_err(wrong)
    }

    fn run(&self, shape: &Shape, words: &mut [u64], maps: &mut [Encoded]) -> Result<(), String> {
        let api = self.device.api;
        let [x, y, z] = shape.grid;
        // The driver reads of each parameter as many bytes as it has; numbers are lowest byte first.
        let mut pointers: Vec<*mut c_void> =
            words.iter_mut().map(|word| std::ptr::from_mut(word).cast()).collect();
        pointers.extend(maps.iter_mut().map(Encoded::as_argument));
        // SAFETY: the function is loaded, and each pointer leads to eight bytes, as many as a parameter of the program has at
        // most, or to the bytes of a tensor map.
        let status = unsafe {
            (api.launch)(
                self.function,
                x,
                y,
                z,
                shape.threads,
                1,
                1,
                shape.dynamic_shared,
                null_mut(),
                pointers.as_mut_ptr(),
                null_mut(),
            )
        };
        api.check("the kernel does not start", status)?;
        // SAFETY: the context is current.
        api.check("the kernel failed", unsafe { (api.synchronize)() })
    }
}

/// Memory on the device, freed at the end.
struct Memory {
    api: &'static Api,
    all: Vec<Address>,
}

impl Memory {
    fn copy_in(&mut self, bytes: &[u8]) -> Result<(), String> {
        let mut address = 0;
        // SAFETY: the driver writes through a pointer to a local.
        let status = unsafe { (self.api.allocate)(&mut address, bytes.len().max(1)) };
        self.api.check("the device has too little memory", status)?;
        self.all.push(address);
        if bytes.is_empty() {
            return Ok(());
        }
        // SAFETY: both sides have as many bytes.
        let status = unsafe { (self.api.to_device)(address, bytes.as_ptr().cast(), bytes.len()) };
        self.api.check("a buffer cannot be copied to the device", status)
    }

    fn copy_out(&self, bytes: &mut [u8], address: Address) -> Result<(), String> {
        if bytes.is_empty() {
            return Ok(());
        }
        // SAFETY: both sides have `bytes.len()` bytes.
        let status = unsafe { (self.api.to_host)(bytes.as_mut_ptr().cast(), address, bytes.len()) };
        self.api.check("a buffer cannot be copied back", status)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        for &address in &self.all {
            // SAFETY: it was allocated here, and nothing runs any more.
            let _ = unsafe { (self.api.free)(address) };
        }
    }
}
