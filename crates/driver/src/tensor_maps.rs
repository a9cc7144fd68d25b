//! Tensor maps of compiled kernels: as JSON, and created from the arguments of a launch.
//!
//! A kernel with agents has tensor maps as parameters after its own. Its metadata describe them in terms of its own parameters,
//! so callers only pass these, and the launcher creates the maps.
//!
//! ```json
//! {"element":"f16","base":0,"offset":0,"extents":[{"parameter":5},1024],"strides":[{"parameter":5}],"box":[64,128],"swizzle":128,"fill":"zeros"}
//! ```
//!
//! Dimensions start with the innermost one, which is contiguous. `extents` are in elements; `strides` are also in elements, of
//! every dimension except the innermost. `base` is the number of the parameter with the address, to which `offset` bytes are
//! added.

use launch::Argument;
use numerics::Scalar;
use nvvm::attrs::MapElement;
use nvvm::tensor_maps::{Arithmetic, Computed, Extent, TensorMap};
use ptx_emu::copy::element::ElementType;
use ptx_emu::copy::swizzle::Swizzle;
use ptx_emu::copy::tensor_map::{self as emulated, Interleave};
use serde_json::{Value, json};

/// A number of a map as JSON.
fn number_to_json(number: &Extent) -> Value {
    match number {
        Extent::Constant(number) => json!(number),
        Extent::Parameter(index) => json!({ "parameter": index }),
        Extent::Computed(Computed { by, of, bits }) => {
            json!({ by.name(): of.iter().map(number_to_json).collect::<Vec<_>>(), "bits": bits })
        }
    }
}

/// The number that JSON describes, if it does.
fn number_of_json(value: &Value) -> Option<Extent> {
    let Some(object) = value.as_object() else { return value.as_i64().map(Extent::Constant) };
    if let Some(index) = object.get("parameter") {
        return u32::try_from(index.as_u64()?).ok().map(Extent::Parameter);
    }
    let by = Arithmetic::ALL.iter().copied().find(|by| object.contains_key(by.name()))?;
    let of = value[by.name()].as_array()?.iter().map(number_of_json).collect::<Option<Vec<_>>>()?;
    let bits = u32::try_from(value["bits"].as_u64()?).ok()?;
    (!of.is_empty()).then_some(Extent::Computed(Computed { by, of, bits }))
}

/// The description of a map as JSON.
pub(crate) fn to_json(map: &TensorMap) -> Value {
    let number = number_to_json;
    json!({
        "element": map.element.name(),
        "base": map.base,
        "offset": map.offset,
        "extents": map.extents.iter().map(number).collect::<Vec<_>>(),
        "strides": map.strides.iter().map(number).collect::<Vec<_>>(),
        "box": map.box_shape,
        "swizzle": map.swizzle,
        "fill": if map.nan { "nan" } else { "zeros" },
    })
}

/// The map that JSON describes, if it does.
pub(crate) fn of_json(text: &str) -> Option<TensorMap> {
    let value: Value = serde_json::from_str(text).ok()?;
    let word = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let numbers = |key: &str| value[key].as_array()?.iter().map(number_of_json).collect::<Option<Vec<_>>>();
    Some(TensorMap {
        element: MapElement::ALL.iter().copied().find(|element| value["element"] == element.name())?,
        base: word(&value["base"])?,
        offset: value["offset"].as_i64()?,
        extents: numbers("extents")?,
        strides: numbers("strides")?,
        box_shape: value["box"].as_array()?.iter().map(word).collect::<Option<_>>()?,
        swizzle: word(&value["swizzle"])?,
        nan: value["fill"] == "nan",
    })
}

/// The value of an argument that a launcher knows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known {
    /// A number.
    Number(i64),
    /// A pointer into a buffer.
    Place {
        /// Which buffer.
        buffer: usize,
        /// Bytes from its start.
        offset: u64,
    },
}

/// The known value of an argument of a launch.
pub(crate) fn known(argument: &Argument) -> Known {
    match *argument {
        Argument::Scalar { ty, bits } => Known::Number(signed(ty, bits)),
        Argument::Pointer { buffer, offset } => Known::Place { buffer, offset },
    }
}

fn signed(ty: Scalar, bits: u64) -> i64 {
    let unused = 64 - ty.storage_bits().clamp(1, 64);
    (bits << unused) as i64 >> unused
}

/// A map of the arguments of a launch. Dimensions begin with the innermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resolved {
    /// The buffer of the map.
    pub(crate) buffer: usize,
    /// Bytes from the buffer's start.
    pub(crate) offset: u64,
    /// The element type.
    pub(crate) element: MapElement,
    /// Elements along each dimension.
    pub(crate) extents: Vec<u64>,
    /// Bytes from one index of a dimension to the next, but for the innermost.
    pub(crate) strides: Vec<u64>,
    /// Elements of a box.
    pub(crate) box_shape: Vec<u32>,
    /// Bytes over which a box is swizzled.
    pub(crate) swizzle: u32,
    /// Elements outside are NaN.
    pub(crate) nan: bool,
}

/// Creates a map from the arguments of a launch.
///
/// # Errors
/// The arguments do not determine a valid map.
pub(crate) fn resolve(map: &TensorMap, arguments: &[Known]) -> Result<Resolved, String> {
    let argument = |index: u32| arguments.get(index as usize).copied();
    let Some(Known::Place { buffer, offset }) = argument(map.base) else {
        return Err(format!(
            "a tensor map is of the memory at argument {}, which is no buffer",
            map.base + 1
        ));
    };
    let offset = offset.checked_add_signed(map.offset).ok_or("a tensor map would begin before its buffer")?;
    let number = |what: &str, extent: &Extent| natural(what, extent, &argument);
    let bits = u64::from(map.element.bits());
    // A map has no extent 0: of a dimension without elements nothing is copied, whatever the map says.
    let least = std::iter::once(map.element.unit()).chain(std::iter::repeat(1));
    let extents = map.extents.iter().zip(least);
    let extents = extents.map(|(extent, least)| Ok(number("an extent", extent)?.max(least.into())));
    let strides = map.strides.iter().map(|stride| {
        let bytes = u128::from(number("a stride", stride)?) * u128::from(bits) / 8;
        u64::try_from(bytes).map_err(|_| "a stride of a tensor map has more than 64 bits".to_owned())
    });
    Ok(Resolved {
        buffer,
        offset,
        element: map.element,
        extents: extents.collect::<Result<_, String>>()?,
        strides: strides.collect::<Result<_, String>>()?,
        box_shape: map.box_shape.clone(),
        swizzle: map.swizzle,
        nan: map.nan,
    })
}

fn natural(what: &str, extent: &Extent, argument: &dyn Fn(u32) -> Option<Known>) -> Result<u64, String> {
    let value = integer(what, extent, argument)?;
    let whose = match *extent {
        Extent::Parameter(index) => format!(", argument {},", index + 1),
        Extent::Constant(_) | Extent::Computed(_) => String::new(),
    };
    let wrong = |_| format!("a tensor map has {what} that is not negative, but{whose} {value} is");
    u64::try_from(value).map_err(wrong)
}

fn integer(what: &str, number: &Extent, argument: &dyn Fn(u32) -> Option<Known>) -> Result<i64, String> {
    match number {
        Extent::Constant(number) => Ok(*number),
        Extent::Parameter(index) => match argument(*index) {
            Some(Known::Number(number)) => Ok(number),
            Some(Known::Place { .. }) | None => {
                Err(format!("a tensor map has argument {} as {what}, which is no number", index + 1))
            }
        },
        Extent::Computed(Computed { by, of, bits }) => {
            let numbers = of.iter().map(|number| integer(what, number, argument));
            let numbers: Vec<i64> = numbers.collect::<Result<_, _>>()?;
            let value = numbers.iter().copied().map(i128::from).reduce(|a, b| match by {
                Arithmetic::Sum => a.saturating_add(b),
                Arithmetic::Difference => a.saturating_sub(b),
                Arithmetic::Product => a.saturating_mul(b),
            });
            let fits = value.and_then(|value| i64::try_from(value).ok());
            let fits = fits.filter(|&value| value >= 0 && value >> (bits.clamp(&1, &64) - 1) == 0);
            fits.ok_or_else(|| {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                let (by, numbers) = (by.name(), numbers.join(" and "));
                format!(
                    "a tensor map has {what} that the kernel computes, and the {by} of {numbers} in it is negative or has more than {bits} bits with sign"
                )
            })
        }
    }
}

/// The argument of the emulator for a map.
///
/// # Errors
/// The arguments do not determine a valid map.
pub(crate) fn emulated(map: &TensorMap, arguments: &[Known]) -> Result<ptx_emu::Value, String> {
    let resolved = resolve(map, arguments)?;
    let made = emulated::TensorMap {
        // The emulator puts the address of the buffer here; this one is aligned as that of every buffer.
        address: 1 << 32,
        element: element(resolved.element),
        dims: resolved.extents,
        strides: resolved.strides,
        element_strides: vec![1; resolved.box_shape.len()],
        box_dims: resolved.box_shape,
        swizzle: match resolved.swizzle {
            32 => Swizzle::B32,
            64 => Swizzle::B64,
            128 => Swizzle::B128,
            _ => Swizzle::None,
        },
        interleave: Interleave::None,
        nan_fill: resolved.nan,
    };
    made.check().map_err(|invalid| format!("a tensor map cannot be made of these arguments: {invalid}"))?;
    Ok(ptx_emu::Value::TensorMap { buffer: resolved.buffer, offset: resolved.offset, map: Box::new(made) })
}

fn element(element: MapElement) -> ElementType {
    match element {
        MapElement::U8 => ElementType::U8,
        MapElement::U16 => ElementType::U16,
        MapElement::U32 => ElementType::U32,
        MapElement::S32 => ElementType::S32,
        MapElement::U64 => ElementType::U64,
        MapElement::S64 => ElementType::S64,
        MapElement::F16 => ElementType::F16,
        MapElement::BF16 => ElementType::Bf16,
        MapElement::F32 => ElementType::F32,
        MapElement::F64 => ElementType::F64,
        MapElement::TF32 => ElementType::Tf32,
        MapElement::B4X16 => ElementType::B4x16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> TensorMap {
        TensorMap {
            element: MapElement::F16,
            base: 0,
            offset: 256,
            extents: vec![Extent::Parameter(1), Extent::Constant(32)],
            strides: vec![Extent::Parameter(1)],
            box_shape: vec![64, 16],
            swizzle: 128,
            nan: true,
        }
    }

    #[test]
    fn descriptions_read_back() {
        assert_eq!(of_json(&to_json(&map()).to_string()), Some(map()));
        assert_eq!(of_json("{\"element\":\"f16\"}"), None);
        assert_eq!(of_json("no"), None);
    }

    /// `(argument 2 - 1) * 64`, in 32 bits.
    fn computed() -> TensorMap {
        let of = vec![Extent::Parameter(1), Extent::Constant(1)];
        let less = Extent::Computed(Computed { by: Arithmetic::Difference, of, bits: 32 });
        let of = vec![less, Extent::Constant(64)];
        let product = Extent::Computed(Computed { by: Arithmetic::Product, of, bits: 32 });
        TensorMap {
            extents: vec![Extent::Constant(64), Extent::Parameter(1)],
            strides: vec![product],
            ..map()
        }
    }

    #[test]
    fn numbers_that_a_kernel_computes_are_computed() {
        let text = to_json(&computed()).to_string();
        let wanted = r#"[{"bits":32,"product":[{"bits":32,"difference":[{"parameter":1},1]},64]}]"#;
        assert!(text.contains(wanted), "{text}");
        assert_eq!(of_json(&text), Some(computed()));
        let place = Known::Place { buffer: 0, offset: 0 };
        let of = |number: i64| resolve(&computed(), &[place, Known::Number(number)]);
        assert_eq!(of(5).expect("a map").strides, [4 * 64 * 2]);
        assert_eq!(of(1 << 25).expect("the largest").strides, [((1 << 25) - 1) * 64 * 2]);
        let large = of((1 << 25) + 1).expect_err("33 bits");
        assert!(large.contains("the product of 33554432 and 64 in it"), "{large}");
        let negative = of(0).expect_err("less than 0");
        assert!(negative.contains("the difference of 0 and 1 in it is negative"), "{negative}");
    }

    #[test]
    fn elements_of_four_bits_share_bytes() {
        let narrow = TensorMap { element: MapElement::B4X16, swizzle: 0, nan: false, ..map() };
        assert_eq!(of_json(&to_json(&narrow).to_string()), Some(narrow.clone()));
        let place = Known::Place { buffer: 0, offset: 0 };
        let of = |number: i64| resolve(&narrow, &[place, Known::Number(number)]).expect("a map");
        assert_eq!((of(512).extents, of(512).strides), (vec![512, 32], vec![256]));
        // Rows are whole bytes, also of memory without elements.
        assert_eq!(of(0).extents, [2, 32]);
        let odd = emulated(&narrow, &[place, Known::Number(513)]).expect_err("half a byte");
        assert!(odd.contains("it must be a multiple of 2"), "{odd}");
    }

    #[test]
    fn maps_are_made_of_arguments() {
        let place = Known::Place { buffer: 3, offset: 64 };
        let made = emulated(&map(), &[place, Known::Number(512)]).expect("a map");
        let ptx_emu::Value::TensorMap { buffer, offset, map: made } = made else { panic!("it is a map") };
        assert_eq!((buffer, offset), (3, 320));
        assert_eq!((made.dims, made.strides), (vec![512, 32], vec![1024]));
        assert!(made.nan_fill);
        let zero =
            emulated(&TensorMap { strides: vec![Extent::Constant(64)], ..map() }, &[place, Known::Number(0)]);
        assert!(zero.is_ok(), "{zero:?}");
        for (arguments, why) in [
            ([place, Known::Number(-1)], "not negative, but, argument 2, -1 is"),
            ([Known::Number(1), Known::Number(1)], "argument 1, which is no buffer"),
            ([place, place], "argument 2 as an extent, which is no number"),
            // Strides are multiples of 16 bytes.
            ([place, Known::Number(510)], "cannot be made of these arguments"),
        ] {
            let found = emulated(&map(), &arguments).expect_err(why);
            assert!(found.contains(why), "{found}");
        }
    }
}
