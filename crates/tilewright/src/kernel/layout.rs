//! The memory of a launch as buffers that do not overlap.

use launch::arg::Param;
use launch::{Argument, BufferMut, Grid, Launch, ParamType, element};
use numerics::Scalar;

use super::{Given, Memory, Value};

/// What is wrong with an argument that is of another kind than its parameter.
fn mistaken(number: usize, ty: ParamType, value: Value) -> String {
    let wanted = match ty {
        ParamType::Scalar(ty) => format!("a number of type {ty}"),
        ParamType::Pointer(pointee) => format!("memory of {pointee}"),
        ParamType::Multicast(pointee) => {
            format!("multicast memory of {pointee}, which has a copy for each of several devices")
        }
    };
    let found = match value {
        Value::Scalar(_) => "a number",
        Value::Memory(_) => "memory",
        Value::Multicast { .. } => "multicast memory",
    };
    format!("argument {} must be {wanted}, but is {found}", number + 1)
}

/// Memory that one or more arguments point into.
#[derive(Debug)]
struct Region {
    start: usize,
    end: usize,
    /// The type that its arguments point to; none if only pointers in memory lead here.
    pointee: Option<Scalar>,
    /// The argument that begins it, from 0.
    argument: usize,
    /// Of multicast memory the devices that have a copy, else 1; and the elements of a copy.
    shape: [u64; 2],
    multicast: bool,
}

impl Region {
    /// The extents of the buffer.
    fn shape(&self) -> &[u64] {
        if self.multicast { &self.shape } else { &self.shape[1..] }
    }

    fn element(&self) -> Scalar {
        self.pointee.unwrap_or(Scalar::I8)
    }

    fn holds(&self, address: usize) -> bool {
        self.start <= address && address < self.end
    }
}

/// The memory of a launch: what overlaps is one region, so that no two are of the same bytes.
#[derive(Debug)]
pub(super) struct Layout {
    regions: Vec<Region>,
    args: Vec<Argument>,
    pub(super) pointers: Vec<Stored>,
}

/// A pointer in memory: a region and a place in it, and the same of what it points to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    at: (usize, usize),
    to: (usize, usize),
}

impl Layout {
    /// # Errors
    /// Arguments of another kind than their parameters, or memory that is none, as a sentence.
    pub(super) fn new(params: &[Param], given: Given<'_>) -> Result<Layout, String> {
        let Given { values, linked } = given;
        let mut layout = Layout {
            regions: Vec::with_capacity(values.len()),
            args: Vec::with_capacity(values.len()),
            pointers: Vec::new(),
        };
        for (number, value) in values.iter().enumerate() {
            // An argument too many is refused by the engine, which knows the entry's name.
            let ty = params.get(number).map_or(ParamType::Scalar(Scalar::I64), |param| param.ty);
            let argument = match (ty, *value) {
                (ParamType::Scalar(ty), Value::Scalar(bits)) => Argument::Scalar { ty, bits },
                (ParamType::Pointer(pointee), Value::Memory(memory)) => {
                    layout.add(number, Some(pointee), memory)?;
                    Argument::Pointer { buffer: number, offset: 0 }
                }
                (ParamType::Multicast(pointee), Value::Multicast { memory, devices }) => {
                    layout.add_multicast(number, pointee, memory, devices)?;
                    Argument::Pointer { buffer: number, offset: 0 }
                }
                (ty, value) => return Err(mistaken(number, ty, value)),
            };
            layout.args.push(argument);
        }
        for (index, &memory) in linked.iter().flat_map(|linked| &linked.memory).enumerate() {
            layout.add(values.len() + index, None, memory)?;
        }
        layout.merge()?;
        layout.point(values);
        if let Some(linked) = linked {
            layout.link(&linked.pointers)?;
        }
        Ok(layout)
    }

    fn add(&mut self, argument: usize, pointee: Option<Scalar>, memory: Memory) -> Result<(), String> {
        let Memory { address: start, bytes } = memory;
        let end = start.checked_add(bytes).filter(|_| isize::try_from(bytes).is_ok());
        let end = end.filter(|_| start != 0 || bytes == 0).ok_or_else(|| {
            let place = if start == 0 { "at a null pointer".to_owned() } else { format!("at {start:#x}") };
            format!("argument {} is {bytes} bytes {place}, where no memory is", argument + 1)
        })?;
        self.regions.push(Region { start, end, pointee, argument, shape: [1, 0], multicast: false });
        Ok(())
    }

    /// Multicast memory, of whole elements in equal copies.
    fn add_multicast(
        &mut self,
        argument: usize,
        pointee: Scalar,
        memory: Memory,
        devices: u32,
    ) -> Result<(), String> {
        let size = u64::from(pointee.storage_bits() / 8);
        let copy = (memory.bytes as u64).checked_div(u64::from(devices)).unwrap_or(0);
        // Elements of less than a byte are refused with their buffer.
        let whole = copy.checked_rem(size).is_none_or(|rest| rest == 0);
        let even = copy * u64::from(devices) == memory.bytes as u64 && whole;
        if devices > 0 && !even {
            return Err(format!(
                "argument {} is {} bytes, which are no equal copies of elements of type {pointee} for {devices} devices",
                argument + 1,
                memory.bytes
            ));
        }
        self.add(argument, Some(pointee), memory)?;
        let region = self.regions.last_mut().expect("it was added just now");
        region.multicast = true;
        region.shape = [devices.into(), copy.checked_div(size).unwrap_or(0)];
        Ok(())
    }

    /// Joins what overlaps.
    fn merge(&mut self) -> Result<(), String> {
        // Memory without bytes overlaps nothing.
        self.regions.sort_by_key(|region| (region.start == region.end, region.start, region.argument));
        let mut merged: Vec<Region> = Vec::with_capacity(self.regions.len());
        for region in self.regions.drain(..) {
            match merged.last_mut() {
                Some(last) if region.start < last.end && region.start < region.end => {
                    if last.multicast || region.multicast {
                        let [one, other] = [last.argument + 1, region.argument + 1];
                        return Err(format!(
                            "arguments {one} and {other} overlap in memory of several devices; copy one of them"
                        ));
                    }
                    match (last.pointee, region.pointee) {
                        (Some(left), Some(right)) if left != right => {
                            let [one, other] = [last.argument + 1, region.argument + 1];
                            return Err(format!(
                                "arguments {one} and {other} overlap in memory, but point to {left} and {right}; memory \
                                 that arguments share must be of one type: copy one of them"
                            ));
                        }
                        (left, right) => last.pointee = left.or(right),
                    }
                    last.end = last.end.max(region.end);
                }
                Some(_) | None => merged.push(region),
            }
        }
        for region in merged.iter_mut().filter(|region| !region.multicast) {
            // Trailing bytes that are no whole element are not reachable.
            let bits = 8 * (region.end - region.start) as u64;
            region.shape = [1, bits / u64::from(region.element().storage_bits())];
        }
        self.regions = merged;
        Ok(())
    }

    /// Lets pointers lead into the regions.
    fn point(&mut self, values: &[Value]) {
        for (argument, value) in self.args.iter_mut().zip(values) {
            let (
                Argument::Pointer { buffer, offset },
                Value::Memory(memory) | Value::Multicast { memory, devices: _ },
            ) = (argument, value)
            else {
                continue;
            };
            let holds = |region: &Region| {
                // Memory without bytes is a region of its own.
                if memory.bytes == 0 { region.argument == *buffer } else { region.holds(memory.address) }
            };
            let found = self.regions.iter().position(holds).expect("every argument has a region");
            *offset = (memory.address - self.regions[found].start) as u64;
            *buffer = found;
        }
    }

    /// Finds pointers in memory, and what they lead to.
    fn link(&mut self, pointers: &[(usize, usize)]) -> Result<(), String> {
        let find = |address: usize, size: usize| {
            let holds = |region: &Region| region.holds(address) && region.end - address >= size;
            let found = self.regions.iter().position(holds);
            let found = found.map(|found| (found, address - self.regions[found].start));
            found.ok_or_else(|| format!("a pointer at {address:#x} or to it lies in no memory of the launch"))
        };
        let stored = |&(at, to): &(usize, usize)| Ok(Stored { at: find(at, 8)?, to: find(to, 1)? });
        let stored = pointers.iter().map(stored).collect::<Result<_, String>>()?;
        self.pointers = stored;
        Ok(())
    }

    /// A launch on the memory.
    ///
    /// # Errors
    /// Memory that is no buffer of its elements, as a sentence.
    ///
    /// # Safety
    /// The regions are valid memory for as long as the layout is borrowed.
    pub(super) unsafe fn launch<'a>(&'a self, entry: &'a str, grid: Grid) -> Result<Launch<'a>, String> {
        let mut buffers = Vec::with_capacity(self.regions.len());
        for region in &self.regions {
            let [devices, copy] = region.shape;
            let bytes = element::size_of(region.element(), devices * copy).unwrap_or(0) as usize;
            let first = match bytes {
                0 => std::ptr::NonNull::<u8>::dangling().as_ptr(),
                _ => std::ptr::with_exposed_provenance_mut(region.start),
            };
            // SAFETY: the caller promises that the memory is valid; regions do not overlap.
            let bytes = unsafe { std::slice::from_raw_parts_mut(first, bytes) };
            let make = if region.multicast { BufferMut::multicast } else { BufferMut::new };
            let buffer = make(region.element(), region.shape(), bytes);
            buffers.push(buffer.map_err(|error| format!("argument {}: {error}", region.argument + 1))?);
        }
        let mut launch = Launch { entry, grid, buffers, args: self.args.clone() };
        self.write_pointers(&mut launch)?;
        Ok(launch)
    }

    /// Gives pointers in memory the addresses that the program will see.
    fn write_pointers(&self, launch: &mut Launch<'_>) -> Result<(), String> {
        if self.pointers.is_empty() {
            return Ok(());
        }
        let addresses =
            launch.addresses().ok_or("the memory of the launch does not fit the address space")?;
        for &Stored { at: (region, place), to: (target, offset) } in &self.pointers {
            let address = addresses[target] + offset as u64;
            let bytes = launch.buffers[region].bytes_mut().get_mut(place..place + 8);
            let bytes = bytes.ok_or("a pointer lies across the end of the memory of the launch")?;
            bytes.copy_from_slice(&address.to_le_bytes());
        }
        Ok(())
    }
}
