//! The roofline of a launch: operations per byte of global memory, and the slowest of memory, products and instruction issue.
//!
//! All cycles are those of one multiprocessor that executes the whole launch, with each resource at its peak rate. Latency,
//! caches, and idle multiprocessors are ignored. The largest of the three is therefore a lower bound of the time, and shows
//! what to improve.

use ptx_emu::Counters;
use ptx_emu::count::{Class, Counted, Path, Product, SLOTS};
use serde_json::{Value, json};

/// Bytes of a sector of global memory.
const SECTOR: u64 = 32;

/// The memory whose bandwidth the multiprocessors share.
struct Memory {
    device: &'static str,
    /// Bytes a cycle: the bandwidth of the device, divided by its multiprocessors and its boost clock.
    bytes_of_cycle: f64,
}

/// From the data sheets of the devices.
fn memory(target: u16) -> Option<Memory> {
    let (device, bandwidth, multiprocessors, clock) = match target {
        75 => ("T4", 320.0, 40.0, 1.59),
        80 => ("A100", 1555.0, 108.0, 1.41),
        86 => ("GeForce RTX 3090", 936.0, 82.0, 1.695),
        89 => ("L40S", 864.0, 142.0, 2.52),
        90 => ("H100 SXM", 3350.0, 132.0, 1.83),
        100 => ("B200", 8000.0, 148.0, 1.86),
        120 => ("GeForce RTX 5090", 1792.0, 170.0, 2.41),
        _ => return None,
    };
    Some(Memory { device, bytes_of_cycle: bandwidth / multiprocessors / clock })
}

/// The roofline of a launch.
pub(super) struct Roofline {
    /// Operations on floats, of products and of single instructions.
    operations: u64,
    /// Bytes of global memory that move: whole sectors, and bulk copies.
    moved: u64,
    /// Bytes that would move if every sector only held requested bytes.
    needed: u64,
    memory: Option<(Memory, f64)>,
    products: Option<f64>,
    issue: f64,
}

impl Roofline {
    pub(super) fn of(counters: &Counters) -> Roofline {
        let global = counters.global();
        let bulk = counters.bytes(Path::BulkGlobal);
        let bulk = bulk.read + bulk.written;
        let moved = global.sectors * SECTOR + bulk;
        let products: u64 = Product::ALL.into_iter().map(|product| counters.operations(product)).sum();
        let memory = memory(counters.target.number).map(|memory| {
            let cycles = moved as f64 / memory.bytes_of_cycle;
            (memory, cycles)
        });
        Roofline {
            operations: products + counters.sum(operations),
            moved,
            needed: global.least * SECTOR + bulk,
            memory,
            products: counters.bound().map(|bound| bound.products),
            issue: counters.sum(|counted| counted.issued) as f64 / SLOTS as f64,
        }
    }

    /// The fraction of the moved bytes that was requested.
    pub(super) fn traffic(&self) -> Option<String> {
        (self.moved > 0).then(|| {
            let share = 100.0 * self.needed as f64 / self.moved as f64;
            format!("{} bytes move for {} that are needed ({share:.1}%)", self.moved, self.needed)
        })
    }

    /// Operations for each byte, and the bottleneck of the launch.
    pub(super) fn line(&self) -> Option<String> {
        let per_byte = self.per_byte()?;
        let mut text = format!("{per_byte:.2} operations a byte");
        let Some((Memory { device, bytes_of_cycle }, cycles)) = &self.memory else { return Some(text) };
        let (issue, products) = (self.issue, self.products.unwrap_or(0.0));
        text.push_str(&format!(
            "; bound by {}: {cycles:.0} cycles of memory ({bytes_of_cycle:.1} bytes a cycle, {device}), {products:.0} of products, {issue:.0} of issuing",
            self.bound()
        ));
        Some(text)
    }

    fn per_byte(&self) -> Option<f64> {
        (self.moved > 0).then(|| self.operations as f64 / self.moved as f64)
    }

    fn bound(&self) -> &'static str {
        let products = self.products.unwrap_or(0.0);
        match &self.memory {
            Some((_, cycles)) if *cycles >= products.max(self.issue) => "memory",
            _ if products >= self.issue => "products",
            _ => "issuing",
        }
    }

    pub(super) fn json(&self) -> Value {
        let memory = self.memory.as_ref();
        json!({
            "operations": self.operations,
            "bytes_moved": self.moved,
            "bytes_needed": self.needed,
            "operations_per_byte": self.per_byte(),
            "device": memory.map(|(memory, _)| memory.device),
            "memory_cycles": memory.map(|(_, cycles)| cycles),
            "product_cycles": self.products,
            "issue_cycles": self.issue,
            "bound": memory.map(|_| self.bound()),
        })
    }
}

/// Operations on floats of an instruction other than matrix products: a fused multiply-add is two.
fn operations(counted: &Counted) -> u64 {
    match counted.class {
        Class::F32 | Class::F64 | Class::Half if counted.opcode.mnemonic() == "fma" => 2 * counted.threads,
        Class::F32 | Class::F64 | Class::Half => counted.threads,
        _ => 0,
    }
}
