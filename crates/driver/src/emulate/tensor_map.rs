//! Tensor maps as JSON: the arguments of `cuTensorMapEncodeTiled`, with defaults from the buffer.
//!
//! | key | what | default |
//! |---|---|---|
//! | `tensor` | name of a buffer | must be given |
//! | `box` | extents of the box, innermost first | must be given |
//! | `offset` | bytes from the buffer's start | 0 |
//! | `type` | element type | the buffer's |
//! | `extents` | of the tensor, innermost first | the buffer's |
//! | `strides` | in bytes, of all dimensions but the innermost | dense |
//! | `element_strides` | along each dimension | 1 |
//! | `swizzle` | `none`, `32B`, `64B`, `128B`, `96B`, `128B_atom32`, `128B_atom32_flip8`, `128B_atom64` | `none` |
//! | `interleave` | `none`, `16B`, `32B` | `none` |
//! | `fill` | `zeros`, `nan` | `zeros` |

use launch::Buffer;
use launch::arg::Bound;
use numerics::Scalar;
use ptx_emu::copy::element::ElementType;
use ptx_emu::copy::swizzle::Swizzle;
use ptx_emu::copy::tensor_map::{Interleave, TensorMap};
use serde_json::{Map, Value};

const KEYS: [&str; 10] = [
    "tensor",
    "box",
    "offset",
    "type",
    "extents",
    "strides",
    "element_strides",
    "swizzle",
    "interleave",
    "fill",
];

const SWIZZLES: [(&str, Swizzle); 8] = [
    ("none", Swizzle::None),
    ("32B", Swizzle::B32),
    ("64B", Swizzle::B64),
    ("128B", Swizzle::B128),
    ("96B", Swizzle::B96),
    ("128B_atom32", Swizzle::B128Atom32),
    ("128B_atom32_flip8", Swizzle::B128Atom32Flip8),
    ("128B_atom64", Swizzle::B128Atom64),
];

const INTERLEAVES: [(&str, Interleave); 3] =
    [("none", Interleave::None), ("16B", Interleave::B16), ("32B", Interleave::B32)];

/// An error of a tensor map.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) message: String,
    pub(super) help: String,
}

fn wrong<T>(message: impl Into<String>, help: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { message: message.into(), help: help.into() })
}

/// The buffer of a map, the offset from its start in bytes, and the map, whose address is set later.
pub(super) fn read(text: &str, bound: &Bound) -> Result<(usize, u64, TensorMap), Wrong> {
    let json: Value = match serde_json::from_str(text) {
        Ok(json) => json,
        Err(error) => return wrong(format!("the tensor map is no JSON: {error}"), EXAMPLE),
    };
    let Some(object) = json.as_object() else { return wrong("a tensor map is a JSON object", EXAMPLE) };
    if let Some(key) = object.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return wrong(format!("a tensor map has no `{key}`"), format!("it has {}", KEYS.join(", ")));
    }
    let number = buffer(object, bound)?;
    let buffer = &bound.buffers[number].buffer;
    let dims = list(object, "extents")?.unwrap_or_else(|| buffer.shape().iter().rev().copied().collect());
    let element = element(object, buffer)?;
    let Some(box_dims) = list(object, "box")? else {
        return wrong(
            "the tensor map has no `box`",
            "write the extents of the box, innermost first: \"box\":[64,128]",
        );
    };
    let strides = list(object, "strides")?.unwrap_or_else(|| dense(&dims, element));
    let element_strides = list(object, "element_strides")?.unwrap_or_else(|| vec![1; dims.len()]);
    let narrow =
        |values: Vec<u64>| values.into_iter().map(|value| u32::try_from(value).unwrap_or(u32::MAX)).collect();
    let map = TensorMap {
        // No address is known before the launch; this one is aligned as that of every buffer.
        address: 1 << 32,
        element,
        dims,
        strides,
        box_dims: narrow(box_dims),
        element_strides: narrow(element_strides),
        swizzle: choice(object, "swizzle", &SWIZZLES)?,
        interleave: choice(object, "interleave", &INTERLEAVES)?,
        nan_fill: choice(object, "fill", &[("zeros", false), ("nan", true)])?,
    };
    if let Err(invalid) = map.check() {
        return wrong(invalid.to_string(), "the rules are those of `cuTensorMapEncodeTiled`");
    }
    let offset = object.get("offset").map_or(Some(0), Value::as_u64);
    match offset {
        Some(offset) => fits(&map, buffer, offset).map(|()| (number, offset, map)),
        None => wrong("`offset` is no number of bytes", "write \"offset\":256"),
    }
}

const EXAMPLE: &str = r#"write for example {"tensor":"a","box":[64,128],"swizzle":"128B"}"#;

fn buffer(object: &Map<String, Value>, bound: &Bound) -> Result<usize, Wrong> {
    let names = || {
        let names = bound.buffers.iter().filter_map(|buffer| buffer.name.as_deref());
        names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let help = if bound.buffers.is_empty() {
        "make one with `--buffer a:f16[128,64]=zeros`".to_owned()
    } else {
        format!("the buffers are {}", names())
    };
    let Some(name) = object.get("tensor").and_then(Value::as_str) else {
        return wrong("the tensor map has no `tensor`, the name of a buffer", help);
    };
    match bound.buffers.iter().position(|buffer| buffer.name.as_deref() == Some(name)) {
        Some(number) => Ok(number),
        None => wrong(format!("no buffer has the name `{name}`"), help),
    }
}

fn list(object: &Map<String, Value>, key: &str) -> Result<Option<Vec<u64>>, Wrong> {
    let Some(value) = object.get(key) else { return Ok(None) };
    let numbers =
        value.as_array().and_then(|items| items.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>());
    match numbers.filter(|numbers| numbers.len() <= 5) {
        Some(numbers) => Ok(Some(numbers)),
        None => wrong(
            format!("`{key}` is no list of at most five whole numbers"),
            format!("write \"{key}\":[64,128]"),
        ),
    }
}

fn choice<T: Copy>(object: &Map<String, Value>, key: &str, choices: &[(&str, T)]) -> Result<T, Wrong> {
    let Some(value) = object.get(key) else { return Ok(choices[0].1) };
    match choices.iter().find(|(name, _)| value.as_str() == Some(name)) {
        Some(&(_, choice)) => Ok(choice),
        None => {
            let names: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            wrong(format!("`{key}` is {value}"), format!("write one of {}", names.join(", ")))
        }
    }
}

fn element(object: &Map<String, Value>, buffer: &Buffer) -> Result<ElementType, Wrong> {
    let names = || ElementType::ALL.map(ElementType::name).join(", ");
    if let Some(value) = object.get("type") {
        return match value.as_str().and_then(ElementType::named) {
            Some(element) => Ok(element),
            None => wrong(format!("`type` is {value}"), format!("write one of {}", names())),
        };
    }
    // Without a type, that of the buffer; integers of the launch have no sign, so the usual one is taken.
    match buffer.element() {
        Scalar::F16 => Ok(ElementType::F16),
        Scalar::BF16 => Ok(ElementType::Bf16),
        Scalar::F32 => Ok(ElementType::F32),
        Scalar::TF32 => Ok(ElementType::Tf32),
        Scalar::F64 => Ok(ElementType::F64),
        Scalar::I16 => Ok(ElementType::U16),
        Scalar::I32 => Ok(ElementType::S32),
        Scalar::I64 => Ok(ElementType::S64),
        Scalar::I1
        | Scalar::I8
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::FNV8E5M3FNU => Ok(ElementType::U8),
        narrow @ (Scalar::I4 | Scalar::F4E2M1FN) => wrong(
            format!("{narrow} is no element type of tensor maps"),
            format!("write `type`, one of {}", names()),
        ),
    }
}

/// Strides in bytes of a tensor without gaps.
fn dense(dims: &[u64], element: ElementType) -> Vec<u64> {
    let mut bits = u64::from(element.bits());
    let inner = &dims[..dims.len().saturating_sub(1)];
    inner
        .iter()
        .map(|&dim| {
            bits = bits.saturating_mul(dim);
            bits / 8
        })
        .collect()
}

/// The tensor is inside of the buffer.
fn fits(map: &TensorMap, buffer: &Buffer, offset: u64) -> Result<(), Wrong> {
    let row = (map.dims[0].saturating_mul(u64::from(map.element.bits()))).div_ceil(8);
    let steps = map
        .strides
        .iter()
        .zip(&map.dims[1..])
        .map(|(&stride, &dim)| u128::from(stride) * u128::from(dim - 1));
    let needed = u128::from(offset) + u128::from(row) + steps.sum::<u128>();
    let has = buffer.bytes().len();
    if needed <= has as u128 {
        return Ok(());
    }
    wrong(
        format!("the tensor map describes {needed} bytes of its buffer, which has {has}"),
        "make the extents or strides smaller, or the buffer larger",
    )
}
