//! Memory with a shape, however an object lends it, and the types of its elements.

use tilewright::Scalar;
use tilewright::kernel::Memory;

/// The type of an array's elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// Signed or unsigned, of this number of bits.
    Int(u32),
    Bool,
    Float(Scalar),
    /// Bytes that hold two 4-bit elements each.
    Pairs(Scalar),
    /// Something that no parameter points to, in words.
    Other(String),
}

impl Element {
    /// Whether memory of such elements is what a pointer to `pointee` wants.
    pub(crate) fn is(&self, pointee: Scalar) -> bool {
        match pointee {
            Scalar::I1 => *self == Element::Bool,
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => *self == Element::Int(pointee.bits()),
            // The bits of a tf32 number in memory are those of the same f32 number.
            Scalar::TF32 => *self == Element::Float(Scalar::F32),
            // No library has these types; bytes hold them.
            Scalar::I4 | Scalar::FNV8E5M3FNU => *self == Element::Int(8),
            Scalar::F4E2M1FN => *self == Element::Pairs(pointee) || *self == Element::Int(8),
            Scalar::F16
            | Scalar::BF16
            | Scalar::F32
            | Scalar::F64
            | Scalar::F8E4M3FN
            | Scalar::F8E5M2
            | Scalar::F8E8M0FNU => *self == Element::Float(pointee),
        }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Element::Int(bits) => format!("int{bits}"),
            Element::Bool => "bool".to_owned(),
            Element::Float(scalar) => numpy_name(*scalar).to_owned(),
            Element::Pairs(scalar) => format!("pairs of {scalar}"),
            Element::Other(name) => name.clone(),
        }
    }
}

/// The name in NumPy and `ml_dtypes` of the element type of a pointer.
pub(crate) fn numpy_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I1 => "bool",
        Scalar::I4 => "uint8 (each two elements of i4)",
        Scalar::I8 => "int8 or uint8",
        Scalar::I16 => "int16 or uint16",
        Scalar::I32 => "int32 or uint32",
        Scalar::I64 => "int64 or uint64",
        Scalar::F16 => "float16",
        Scalar::BF16 => "bfloat16 (of `ml_dtypes`, or torch)",
        Scalar::F32 | Scalar::TF32 => "float32",
        Scalar::F64 => "float64",
        Scalar::F8E4M3FN => "float8_e4m3fn (of `ml_dtypes`, or torch)",
        Scalar::F8E5M2 => "float8_e5m2 (of `ml_dtypes`, or torch)",
        Scalar::F8E8M0FNU => "float8_e8m0fnu (of `ml_dtypes`, or torch)",
        Scalar::F4E2M1FN => "uint8 (each two elements of f4E2M1FN)",
        Scalar::FNV8E5M3FNU => "uint8 (each the bits of an fnv8E5M3FNU)",
    }
}

/// Memory with a shape.
#[derive(Debug)]
pub(crate) struct Shaped {
    pub(crate) address: usize,
    pub(crate) element: Element,
    pub(crate) item_bytes: usize,
    pub(crate) shape: Vec<i64>,
    /// In bytes; `None` for row-major.
    pub(crate) strides: Option<Vec<i64>>,
    pub(crate) read_only: bool,
}

impl Shaped {
    /// The memory, if it is row-major without gaps.
    pub(crate) fn row_major(&self) -> Result<Memory, String> {
        let mut expected = self.item_bytes as i64;
        let empty = self.shape.contains(&0);
        let strides = self.strides.as_deref().unwrap_or_default();
        for (axis, &extent) in self.shape.iter().enumerate().rev() {
            let stride = strides.get(axis).copied().unwrap_or(expected);
            if !empty && extent != 1 && stride != expected {
                return Err(self.has_gaps());
            }
            expected = expected.saturating_mul(extent);
        }
        let bytes = if empty { 0 } else { usize::try_from(expected).unwrap_or(0) };
        Ok(Memory { address: self.address, bytes })
    }

    #[cold]
    fn has_gaps(&self) -> String {
        let list = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        format!(
            "is not contiguous (shape ({}), strides ({}) bytes); pass `numpy.ascontiguousarray(..)` of it and copy \
             results back, or pass the array that it is a view of, with its strides as arguments of the kernel",
            list(&self.shape),
            list(self.strides.as_deref().unwrap_or_default())
        )
    }
}
