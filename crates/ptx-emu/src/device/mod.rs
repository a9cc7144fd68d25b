//! Functions that every device has: `vprintf`, `__assertfail`, `malloc` and `free`.

mod printf;

use crate::codes;
use crate::fault::Fault;
use crate::kernel::GlobalVariable;
use crate::machine::Context;
use crate::memory::{HEAP, Reference};
use crate::program::{Effectful, Flow, Slot};
use printf::Arguments;

/// Bytes that a text in memory may have. A text without an end would otherwise be read to the end of its allocation.
const MOST_TEXT: usize = 1 << 16;
/// Bytes that a launch may print and not yet have passed on. A kernel that prints in an endless loop must not exhaust
/// memory before its budget of steps ends it.
const MOST_PRINTED: usize = 64 << 20;

/// Which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// Prints a text with the arguments in a buffer.
    Vprintf,
    /// Ends the launch with a message, a file, a line and a function.
    Assertfail,
    /// Gives memory of the heap, or address 0.
    Malloc,
    /// Takes memory of the heap back; nothing at address 0.
    Free,
}

/// The heap, as a variable of the program.
pub(crate) fn heap() -> GlobalVariable {
    GlobalVariable {
        name: "the device's heap".to_owned(),
        size: HEAP,
        align: 256,
        bytes: Vec::new(),
        relocations: Vec::new(),
    }
}

impl Function {
    /// Arguments that it needs.
    pub(crate) const fn takes(self) -> usize {
        match self {
            Function::Vprintf => 2,
            Function::Assertfail => 4,
            Function::Malloc | Function::Free => 1,
        }
    }
}

/// The function of a name.
pub(crate) fn named(name: &str) -> Option<Function> {
    match name {
        "vprintf" => Some(Function::Vprintf),
        "__assertfail" => Some(Function::Assertfail),
        "malloc" => Some(Function::Malloc),
        "free" => Some(Function::Free),
        _ => None,
    }
}

/// A call of such a function.
#[derive(Debug)]
pub(crate) struct DeviceCall {
    pub(crate) which: Function,
    /// With their sizes in bytes.
    pub(crate) arguments: Vec<(Slot, u32)>,
    pub(crate) result: (Slot, u32),
}

impl Effectful for DeviceCall {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        // Lane by lane, as if each called the function alone: their order is what output shows.
        for lane in cx.lanes() {
            let argument = |at: usize| cx.slot(self.arguments[at], lane);
            match self.which {
                Function::Assertfail => {
                    let (message, file) = (cx.text(argument(0), lane)?, cx.text(argument(1), lane)?);
                    let (line, function) = (argument(2) as u32, cx.text(argument(3), lane)?);
                    let says = format!("assertion `{message}` failed at {file}:{line}, in `{function}`");
                    return Err(cx.at_lane(Fault::new(codes::TRAP, says), lane));
                }
                Function::Malloc => {
                    let address = cx.allocate(argument(0));
                    cx.set_slot(self.result, lane, address);
                }
                Function::Free => {
                    let address = argument(0);
                    if address != 0 && !cx.release(address) {
                        let says = format!("`free` of {address:#x}, where no memory of the heap begins");
                        return Err(cx.at_lane(Fault::new(codes::OUT_OF_BOUNDS, says), lane));
                    }
                }
                Function::Vprintf => {
                    let (format, buffer) = (cx.text(argument(0), lane)?, argument(1));
                    let mut given = Given { cx, lane, at: buffer };
                    let (text, count) = printf::print(&format, &mut given)?;
                    // Printed text is kept until the launch ends, for the order of clusters.
                    if cx.cluster.printed.len() + text.len() > MOST_PRINTED {
                        let message = format!("the launch printed more than {MOST_PRINTED} bytes");
                        return Err(cx.at_lane(Fault::new(codes::BUDGET, message), lane));
                    }
                    cx.cluster.printed.push_str(&text);
                    cx.set_slot(self.result, lane, u64::from(count));
                }
            }
        }
        Ok(Flow::Next)
    }
}

impl Context<'_> {
    /// Where the device's heap begins.
    fn heap(&self) -> Option<u64> {
        Some(self.machine.variables[self.machine.kernel.heap? as usize])
    }

    /// The address of a piece of the heap of the given size, or 0.
    fn allocate(&self, bytes: u64) -> u64 {
        let mut heap = self.machine.heap.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = self.heap().and_then(|start| heap.allocate(bytes).map(|place| start + place));
        found.unwrap_or(0)
    }

    fn release(&self, address: u64) -> bool {
        let mut heap = self.machine.heap.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let place = self.heap().and_then(|start| address.checked_sub(start));
        place.is_some_and(|place| heap.release(place))
    }

    fn slot(&self, (slot, bytes): (Slot, u32), lane: u32) -> u64 {
        match slot {
            Slot::None => 0,
            Slot::Row(row) => self.registers.value(row, lane) as u64,
            Slot::Local(place) => {
                let at = (self.registers.frame.local + place) as usize;
                let held = self.local.lane(lane).get(at..at + bytes.min(8) as usize).unwrap_or(&[]);
                held.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
            }
        }
    }

    fn set_slot(&mut self, (slot, bytes): (Slot, u32), lane: u32, value: u64) {
        match slot {
            Slot::None => {}
            Slot::Row(row) => self.registers.set_value(row, lane, u128::from(value)),
            Slot::Local(place) => {
                let (at, size) = ((self.registers.frame.local + place) as usize, bytes.min(8) as usize);
                if let Some(held) = self.local.lane_mut(lane).get_mut(at..at + size) {
                    held.copy_from_slice(&value.to_le_bytes()[..size]);
                }
            }
        }
    }

    /// A text that ends with a zero, at a generic address.
    fn text(&self, address: u64, lane: u32) -> Result<String, Box<Fault>> {
        let mut bytes = Vec::new();
        while bytes.len() < MOST_TEXT {
            let mut byte = [0];
            self.read(Reference::new(None, address.wrapping_add(bytes.len() as u64)), lane, &mut byte)?;
            if byte[0] == 0 {
                break;
            }
            bytes.push(byte[0]);
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The arguments of a `vprintf`: one after the other in a buffer, each at a multiple of its size.
struct Given<'a, 'c> {
    cx: &'a Context<'c>,
    lane: u32,
    at: u64,
}

impl Arguments for Given<'_, '_> {
    fn next(&mut self, size: u32) -> Result<u64, Box<Fault>> {
        let size = u64::from(size);
        self.at = self.at.next_multiple_of(size);
        let mut bytes = [0; 8];
        self.cx.read(Reference::new(None, self.at), self.lane, &mut bytes[..size as usize])?;
        self.at = self.at.wrapping_add(size);
        Ok(u64::from_le_bytes(bytes))
    }

    fn text(&mut self, address: u64) -> Result<String, Box<Fault>> {
        self.cx.text(address, self.lane)
    }
}
