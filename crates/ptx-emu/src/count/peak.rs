//! The fraction of the tensor cores' peak that a launch could reach, from its issued instructions.

use ptx::Target;

use super::{Counters, Product};

/// Instructions of warps that a multiprocessor issues in a cycle: one from each of its four schedulers.
pub const SLOTS: u64 = 4;

/// Additions and multiplications of dense matrices that a multiprocessor does in a cycle at most, where it is published:
/// the peak rates of a device, divided by its multiprocessors and its clock.
pub const fn peak(target: Target, product: Product) -> Option<u64> {
    // Products of f16 with sums of f32; the rates of the other types are published as multiples of it.
    let f16 = match target.number {
        75 | 86 | 89 | 120 => 1024,
        80 => 2048,
        90 => 4096,
        100 => 8192,
        _ => return None,
    };
    match (product, target.number) {
        (Product::F16 | Product::Bf16, _) => Some(f16),
        (Product::Tf32, 80..) => Some(f16 / 2),
        (Product::F64, 80) => Some(128),
        (Product::F64, 90) => Some(256),
        (Product::F8 | Product::F8f6f4, 89..) => Some(2 * f16),
        (Product::I8, _) => Some(2 * f16),
        (Product::I4, ..=89) => Some(4 * f16),
        (Product::B1, 80) => Some(16 * f16),
        (Product::Mxf8f6f4, 100..) => Some(2 * f16),
        (Product::Mxf4 | Product::Mxf4nvf4, 100..) => Some(4 * f16),
        (
            Product::Tf32
            | Product::F64
            | Product::F8
            | Product::F8f6f4
            | Product::I4
            | Product::B1
            | Product::Mxf8f6f4
            | Product::Mxf4
            | Product::Mxf4nvf4,
            _,
        ) => None,
    }
}

/// The bound on the use of the tensor cores, in cycles of one multiprocessor that executes the whole launch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// For the products, at the peak rate.
    pub products: f64,
    /// For issuing every instruction.
    pub issue: f64,
}

impl Bound {
    /// The share of the peak that remains if only issuing takes time.
    pub fn share(&self) -> f64 {
        self.products / self.products.max(self.issue)
    }
}

impl Counters {
    /// The bound on the use of the tensor cores; `None` if there are no products, or their rate is not known.
    pub fn bound(&self) -> Option<Bound> {
        let mut products = 0.0;
        for product in Product::ALL {
            let operations = self.operations(product);
            if operations > 0 {
                products += operations as f64 / peak(self.target, product)? as f64;
            }
        }
        let issue = self.sum(|counted| counted.issued) as f64 / SLOTS as f64;
        (products > 0.0).then_some(Bound { products, issue })
    }
}
