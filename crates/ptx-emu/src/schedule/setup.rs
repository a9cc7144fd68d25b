//! The state of the machine before the first instruction: global and constant memory, variables, and parameters.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use crate::check::Watch;
use crate::codes;
use crate::copy::tensor_map::{self, TensorMap};
use crate::count::Tally;
use crate::fault::Fault;
use crate::kernel::{Constant, GlobalVariable, Kernel};
use crate::launch::{Launch, MEMORY, Options, Value};
use crate::machine::Machine;
use crate::memory::{Global, SHARED_WINDOW};

/// Clusters that may run together. Clusters that wait for each other make progress only while all of them are resident, but
/// each takes memory for its registers and shared memory.
const RESIDENT: usize = 1024;

impl<'p> Machine<'p> {
    pub(super) fn new(
        kernel: &'p Kernel,
        launch: &Launch<'_>,
        options: &Options<'_>,
    ) -> Result<Machine<'p>, Box<Fault>> {
        let geometry = launch.geometry(kernel)?;
        let (resident, calls) = kernel.resident(launch, &geometry, options.memory.unwrap_or(MEMORY))?;
        let full = || Fault::new(codes::LAUNCH, "the launch needs more addresses than there are");
        let mut global = Global::default();
        let mut addresses = Vec::new();
        // Buffers are allocated first, so that their addresses do not depend on the module's variables.
        for (name, buffer) in &launch.buffers {
            let name = format!("buffer `{name}`");
            let address = match buffer.devices() {
                None => global.allocate_for(name, buffer.bytes()),
                Some(devices) => global.allocate_multicast(&name, buffer.bytes(), devices),
            };
            addresses.push(address.ok_or_else(full)?);
        }
        let mut variables = Vec::new();
        for variable in &kernel.globals {
            let (size, align) = (variable.size, u64::from(variable.align));
            let name = format!("variable `{}`", variable.name);
            variables.push(global.allocate(name, &variable.bytes, size, align).ok_or_else(full)?);
        }
        let parameters = parameters(kernel, launch, &addresses)?;
        let mut machine = Machine {
            kernel,
            geometry,
            global,
            parameters,
            constant: Vec::new(),
            variables,
            heap: Mutex::default(),
            resident: resident.min(RESIDENT),
            calls: AtomicU64::new(calls),
            next: AtomicU64::new(0),
            perturb: None,
            watch: Watch::default(),
            tally: Tally::default(),
            followed: Vec::new(),
        };
        machine.initialize();
        Ok(machine)
    }

    /// Writes the addresses that the first contents of variables hold.
    fn initialize(&mut self) {
        for (variable, &at) in self.kernel.globals.iter().zip(&self.variables) {
            let mut bytes = variable.bytes.clone();
            self.relocate(variable, &mut bytes);
            if let Some(span) = self.global.at(at, bytes.len() as u64) {
                bytes.iter().enumerate().for_each(|(index, &byte)| span.set_byte(index, byte));
            }
        }
        let mut constant = self.kernel.constant_memory.bytes.clone();
        self.relocate(&self.kernel.constant_memory, &mut constant);
        self.constant = constant;
    }

    fn relocate(&self, variable: &GlobalVariable, bytes: &mut [u8]) {
        for relocation in &variable.relocations {
            let address = match relocation.of {
                Constant::Global { variable, offset } => {
                    self.variables[variable as usize].wrapping_add_signed(offset)
                }
                Constant::Shared(offset) => SHARED_WINDOW | u64::from(offset),
                Constant::Bits(bits) => bits,
                Constant::Const(offset) | Constant::Param(offset) => u64::from(offset),
                Constant::Special(_) => 0,
            };
            let (at, size) = (relocation.at as usize, relocation.size as usize);
            bytes[at..at + size].copy_from_slice(&(address >> relocation.shift).to_le_bytes()[..size]);
        }
    }
}

/// The bytes of all parameters.
fn parameters(kernel: &Kernel, launch: &Launch<'_>, addresses: &[u64]) -> Result<Vec<u8>, Box<Fault>> {
    let mut bytes = vec![0; kernel.parameter_bytes as usize];
    let (wanted, given) = (kernel.parameters.len(), launch.args.len());
    if given != wanted {
        let name = &kernel.name;
        let message = format!("`{name}` has {wanted} parameters, but the launch gives {given} arguments");
        return Err(Fault::new(codes::LAUNCH, message));
    }
    for (parameter, value) in kernel.parameters.iter().zip(&launch.args) {
        let address = |buffer: usize, offset: u64| {
            addresses.get(buffer).map(|address| address.wrapping_add(offset)).ok_or_else(|| {
                let message = format!(
                    "parameter `{}` points into buffer {buffer}, which the launch does not have",
                    parameter.name
                );
                Fault::new(codes::LAUNCH, message)
            })
        };
        // Declared here so that the bytes live as long as the slice that is copied below.
        let (pointer, encoded);
        let value: &[u8] = match value {
            Value::Bytes(bytes) => bytes,
            Value::Pointer { buffer, offset } => {
                pointer = address(*buffer, *offset)?.to_le_bytes();
                &pointer
            }
            Value::TensorMap { buffer, offset, map } => {
                let map = TensorMap { address: address(*buffer, *offset)?, ..(**map).clone() };
                if let Err(invalid) = map.check() {
                    let message = format!("the tensor map of parameter `{}`: {invalid}", parameter.name);
                    return Err(Fault::new(codes::LAUNCH, message));
                }
                encoded = tensor_map::encode(&map);
                &encoded
            }
        };
        if value.len() != parameter.size as usize {
            let message = format!(
                "parameter `{}` has {}, but its argument has {}",
                parameter.name,
                launch::address::bytes(u64::from(parameter.size)),
                launch::address::bytes(value.len() as u64)
            );
            return Err(Fault::new(codes::LAUNCH, message));
        }
        bytes[parameter.offset as usize..][..value.len()].copy_from_slice(value);
    }
    Ok(bytes)
}
