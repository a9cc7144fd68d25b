//! Names of element types in Tile IR, NumPy, torch, JAX and MLIR.
//!
//! Integer types of Tile IR are signless, so `u8`, `ui8` and `int8` are all `i8`. Numbers in a name count bits; NumPy's short
//! codes, which count bytes (`f4`), are not supported.

use numerics::Scalar;

/// Modules in whose names types are written, as in `torch.float16`.
const MODULES: [&str; 6] = ["torch.", "np.", "numpy.", "jnp.", "ml_dtypes.", "ct."];

/// The names of a type besides its own, in lower case.
const OTHERS: [(Scalar, &[&str]); 15] = [
    (Scalar::I1, &["bool", "bool_", "b1", "u1", "ui1", "si1", "s1", "int1", "uint1"]),
    (Scalar::I4, &["u4", "ui4", "si4", "s4", "int4", "uint4"]),
    (Scalar::I8, &["u8", "ui8", "si8", "s8", "int8", "uint8", "byte", "ubyte", "char", "uchar"]),
    (Scalar::I16, &["u16", "ui16", "si16", "s16", "int16", "uint16", "short", "ushort"]),
    (Scalar::I32, &["u32", "ui32", "si32", "s32", "int32", "uint32", "int", "uint"]),
    (
        Scalar::I64,
        &["u64", "ui64", "si64", "s64", "int64", "uint64", "long", "ulong", "longlong", "ulonglong"],
    ),
    (Scalar::F16, &["float16", "half", "fp16"]),
    (Scalar::BF16, &["bfloat16", "bfloat"]),
    (Scalar::F32, &["float32", "float", "single", "fp32"]),
    (Scalar::F64, &["float64", "double", "fp64"]),
    (Scalar::TF32, &["tfloat32", "tensorfloat32"]),
    (
        Scalar::F8E4M3FN,
        &[
            "f8e4m3fn",
            "float8_e4m3fn",
            "float8e4m3fn",
            "fp8_e4m3fn",
            "fp8e4m3fn",
            "fp8_e4m3",
            "e4m3",
            "e4m3fn",
        ],
    ),
    (Scalar::F8E5M2, &["f8e5m2", "float8_e5m2", "float8e5m2", "fp8_e5m2", "fp8e5m2", "e5m2"]),
    (Scalar::F8E8M0FNU, &["f8e8m0fnu", "float8_e8m0fnu", "float8e8m0fnu", "fp8_e8m0fnu", "ue8m0", "e8m0"]),
    (Scalar::F4E2M1FN, &["f4e2m1fn", "float4_e2m1fn", "float4e2m1fn", "fp4_e2m1fn", "fp4_e2m1", "e2m1"]),
];

/// Codes of NumPy that count bytes, with the types that they mean.
const CODES: [(&str, Scalar); 4] =
    [("f2", Scalar::F16), ("f4", Scalar::F32), ("f8", Scalar::F64), ("u2", Scalar::I16)];

/// The type of a name, before which a module may stand. Case matters in the language's own names alone.
pub(super) fn element(text: &str) -> Option<Scalar> {
    let bare = MODULES.iter().find_map(|module| text.strip_prefix(module)).unwrap_or(text);
    if let Ok(own) = bare.parse() {
        return Some(own);
    }
    let lower = bare.to_ascii_lowercase();
    let named = |&&(scalar, names): &&(Scalar, &[&str])| {
        names.contains(&lower.as_str()) || scalar.name().eq_ignore_ascii_case(bare)
    };
    OTHERS.iter().find(named).map(|&(scalar, _)| scalar)
}

/// Every name of a type, the language's own first.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    Scalar::ALL
        .into_iter()
        .map(Scalar::name)
        .chain(OTHERS.iter().flat_map(|(_, names)| names.iter().copied()))
}

/// True for the name of a module that types may be written in.
pub(super) fn is_module(text: &str) -> bool {
    MODULES.iter().any(|module| module.strip_suffix('.') == Some(text))
}

/// The type that a code of NumPy means.
pub(super) fn meant(text: &str) -> Option<Scalar> {
    CODES.iter().find(|(code, _)| *code == text).map(|&(_, scalar)| scalar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_type() {
        let mut all: Vec<&str> = OTHERS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for (scalar, names) in OTHERS {
            for name in names {
                assert_eq!(element(name), Some(scalar), "{name}");
                assert_eq!(element(&format!("torch.{name}")), Some(scalar), "{name}");
                assert_eq!(name.to_ascii_lowercase(), *name);
            }
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "a name stands twice");
        for scalar in Scalar::ALL {
            assert_eq!(element(scalar.name()), Some(scalar));
        }
    }

    #[test]
    fn numbers_count_bits() {
        for (name, scalar) in
            [("i4", Scalar::I4), ("i8", Scalar::I8), ("u8", Scalar::I8), ("F32", Scalar::F32)]
        {
            assert_eq!(element(name), Some(scalar), "{name}");
        }
        for name in ["f4", "f8", "u2", "", "complex64", "f33", "tensor.float"] {
            assert_eq!(element(name), None, "{name}");
        }
        assert_eq!(meant("f4"), Some(Scalar::F32));
    }
}
