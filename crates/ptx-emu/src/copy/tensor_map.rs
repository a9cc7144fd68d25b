//! Tensor maps: 128 bytes that say where a tensor is stored and which boxes of it are copied.
//!
//! The hardware's layout is not published, so this is our own. A map of zeros whose fields are set one by one
//! (`tensormap.replace`) is as good as one that [`encode`] made.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | global address |
//! | 8 | rank less 1 |
//! | 9, 10 | element type, interleave |
//! | 11, 12 | swizzle mode, swizzle atomicity |
//! | 13 | fill |
//! | 14 | bit i: dimension i is 2^32 long |
//! | 16..36 | lengths of the dimensions, innermost first |
//! | 40..80 | strides in bytes of dimensions 1 to 4, and one that is not used |
//! | 80..100 | lengths of the box |
//! | 100..120 | strides in elements |

use std::fmt;

use super::element::ElementType;
use super::swizzle::Swizzle;

/// Bytes of a tensor map.
pub const SIZE: usize = 128;
/// Its alignment.
pub const ALIGNMENT: u64 = 64;

/// A tensor map, with its fields checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// Where the tensor begins.
    pub address: u64,
    /// The type of its elements.
    pub element: ElementType,
    /// Lengths of its dimensions, innermost first.
    pub dims: Vec<u64>,
    /// Bytes from one index to the next, for all dimensions but the first, whose elements are contiguous.
    pub strides: Vec<u64>,
    /// Lengths of the box.
    pub box_dims: Vec<u32>,
    /// The stride with which elements of the box are copied.
    pub element_strides: Vec<u32>,
    /// Where chunks go in shared memory.
    pub swizzle: Swizzle,
    /// How channels are interleaved.
    pub interleave: Interleave,
    /// Elements outside are NaN instead of zero.
    pub nan_fill: bool,
}

/// How channels are interleaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interleave {
    /// Not.
    None,
    /// In slices of 16 bytes.
    B16,
    /// In slices of 32 bytes.
    B32,
}

/// A field of a tensor map, as `tensormap.replace` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the field it is called after")]
pub enum MapField {
    GlobalAddress,
    Rank,
    BoxDim(u8),
    GlobalDim(u8),
    GlobalStride(u8),
    ElementStride(u8),
    Elemtype,
    InterleaveLayout,
    SwizzleMode,
    SwizzleAtomicity,
    FillMode,
}

/// Why a tensor map cannot be created or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid(pub String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! refuse {
    ($($text:tt)*) => {
        return Err(Invalid(format!($($text)*)))
    };
}

impl TensorMap {
    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }

    /// Checks what `cuTensorMapEncodeTiled` checks.
    pub fn check(&self) -> Result<(), Invalid> {
        self.check_rank()?;
        self.check_global()?;
        self.check_box()?;
        self.check_modes()
    }

    fn check_rank(&self) -> Result<(), Invalid> {
        let rank = self.rank();
        if !(1..=5).contains(&rank) {
            refuse!("a tensor map has 1 to 5 dimensions, not {rank}");
        }
        for (what, count, wanted) in [
            ("strides", self.strides.len(), rank - 1),
            ("lengths of the box", self.box_dims.len(), rank),
            ("element strides", self.element_strides.len(), rank),
        ] {
            if count != wanted {
                refuse!("a tensor map of {rank} dimensions has {wanted} {what}, not {count}");
            }
        }
        Ok(())
    }

    fn check_global(&self) -> Result<(), Invalid> {
        // The driver's interface asks for 32 bytes with an interleaved layout or packed 4- and 6-bit elements, for 16
        // otherwise.
        let wide = self.interleave == Interleave::B32 || self.element.padded_group().is_some();
        let alignment = if wide { 32 } else { 16 };
        if self.address == 0 {
            refuse!("the global address is null");
        }
        if !self.address.is_multiple_of(alignment) {
            refuse!("the global address {:#x} is not a multiple of {alignment}", self.address);
        }
        for (axis, &dim) in self.dims.iter().enumerate() {
            if dim == 0 || dim > 1 << 32 {
                refuse!("dimension {axis} is {dim} long; 1 to 2^32 can be");
            }
        }
        let multiple = self.element.multiple();
        if !self.dims[0].is_multiple_of(u64::from(multiple)) {
            refuse!(
                "dimension 0 is {} long; with elements of {} it must be a multiple of {multiple}",
                self.dims[0],
                self.element.name()
            );
        }
        for (axis, &stride) in (1..).zip(&self.strides) {
            if !stride.is_multiple_of(alignment) || stride >= 1 << 40 {
                refuse!(
                    "the stride of dimension {axis} is {stride} bytes; it must be a multiple of {alignment} below 2^40"
                );
            }
        }
        Ok(())
    }

    fn check_box(&self) -> Result<(), Invalid> {
        for (axis, &length) in self.box_dims.iter().enumerate() {
            if !(1..=256).contains(&length) {
                refuse!("the box is {length} long in dimension {axis}; 1 to 256 can be");
            }
        }
        for (axis, &stride) in self.element_strides.iter().enumerate() {
            if !(1..=8).contains(&stride) {
                refuse!("the element stride of dimension {axis} is {stride}; 1 to 8 can be");
            }
        }
        if self.element.padded_group().is_some() && self.box_dims[0] != 128 {
            refuse!(
                "the box is {} long in dimension 0; with elements of {} it must be 128",
                self.box_dims[0],
                self.element.name()
            );
        }
        // Copies move chunks of 16 bytes; an interleaved layout has its own width.
        let row = self.box_dims[0] * self.element.shared_bits();
        if self.interleave == Interleave::None && !row.is_multiple_of(128) {
            refuse!("a row of the box has {row} bits; it must be a multiple of 16 bytes");
        }
        Ok(())
    }

    fn check_modes(&self) -> Result<(), Invalid> {
        match self.interleave {
            Interleave::None => {}
            Interleave::B16 | Interleave::B32 => {
                refuse!("interleaved tensor maps are not covered; lay the channels out side by side")
            }
        }
        let row = self.box_dims[0] * self.element.shared_bits() / 8;
        if let Some(span) = self.swizzle.span()
            && row > span
        {
            refuse!("a row of the box has {row} bytes; the swizzle works within {span}");
        }
        if self.nan_fill && !self.element.is_float() {
            refuse!("elements of {} cannot be filled with NaN", self.element.name());
        }
        Ok(())
    }

    /// Bytes that the box takes in shared memory.
    pub fn box_bytes(&self) -> u32 {
        self.row_bytes() * (1..self.rank()).map(|axis| self.copied(axis)).product::<u32>()
    }

    /// Bytes that a box counts on an mbarrier: padding does not count.
    pub fn counted_bytes(&self) -> u32 {
        let bytes = self.box_bytes();
        self.element.padded_group().map_or(bytes, |group| bytes / 16 * group)
    }

    /// Bytes of a row of the box in shared memory.
    pub fn row_bytes(&self) -> u32 {
        self.box_dims[0] * self.element.shared_bits() / 8
    }

    /// Elements of the box that are copied along a dimension; the innermost has no element stride.
    pub fn copied(&self, axis: usize) -> u32 {
        match axis {
            0 => self.box_dims[0],
            _ => self.box_dims[axis].div_ceil(self.element_strides[axis]),
        }
    }
}

/// Makes the 128 bytes of a checked map.
pub fn encode(map: &TensorMap) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    let mut set =
        |field, value| replace(&mut bytes, field, value).expect("a checked map's fields are in range");
    set(MapField::GlobalAddress, map.address);
    set(MapField::Rank, map.rank() as u64 - 1);
    let element = ElementType::ALL.iter().position(|&element| element == map.element);
    set(MapField::Elemtype, element.expect("every type is listed") as u64);
    set(MapField::InterleaveLayout, map.interleave as u64);
    let (mode, atomicity) = swizzle_numbers(map.swizzle);
    set(MapField::SwizzleMode, mode);
    set(MapField::SwizzleAtomicity, atomicity);
    set(MapField::FillMode, map.nan_fill.into());
    for axis in 0..map.rank() {
        let ordinal = axis as u8;
        set(MapField::GlobalDim(ordinal), map.dims[axis]);
        set(MapField::BoxDim(ordinal), map.box_dims[axis].into());
        set(MapField::ElementStride(ordinal), map.element_strides[axis].into());
        // The innermost dimension has no stride, so there is one stride fewer than dimensions.
        if let Some(&stride) = map.strides.get(axis) {
            set(MapField::GlobalStride(ordinal), stride);
        }
    }
    bytes
}

/// Sets a field of 128 bytes.
pub fn replace(bytes: &mut [u8; SIZE], field: MapField, value: u64) -> Result<(), Invalid> {
    let small = |limit: u64, what: &str| {
        if value > limit {
            Err(Invalid(format!("{what} is {value}; 0 to {limit} can be")))
        } else {
            Ok(value as u8)
        }
    };
    let word = (value as u32).to_le_bytes();
    match field {
        MapField::GlobalAddress => bytes[0..8].copy_from_slice(&value.to_le_bytes()),
        MapField::Rank => bytes[8] = small(4, "the rank less 1")?,
        MapField::Elemtype => bytes[9] = small(15, "the element type")?,
        MapField::InterleaveLayout => bytes[10] = small(2, "the interleave layout")?,
        MapField::SwizzleMode => bytes[11] = small(4, "the swizzle mode")?,
        MapField::SwizzleAtomicity => bytes[12] = small(3, "the swizzle atomicity")?,
        MapField::FillMode => bytes[13] = small(1, "the fill mode")?,
        MapField::GlobalDim(axis) => {
            // A dimension of 2^32 does not fit in 32 bits: it has a separate bit.
            bytes[14] = bytes[14] & !(1 << axis) | u8::from(value == 1 << 32) << axis;
            four(bytes, 16, axis)?.copy_from_slice(&word);
        }
        MapField::GlobalStride(axis) => {
            let at = 40 + 8 * ordinal(axis)?;
            bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        MapField::BoxDim(axis) => four(bytes, 80, axis)?.copy_from_slice(&word),
        MapField::ElementStride(axis) => four(bytes, 100, axis)?.copy_from_slice(&word),
    }
    Ok(())
}

fn ordinal(axis: u8) -> Result<usize, Invalid> {
    if axis > 4 {
        return Err(Invalid(format!("there is no dimension {axis}; the last is 4")));
    }
    Ok(usize::from(axis))
}

fn four(bytes: &mut [u8; SIZE], first: usize, axis: u8) -> Result<&mut [u8], Invalid> {
    let at = first + 4 * ordinal(axis)?;
    Ok(&mut bytes[at..at + 4])
}

/// Decodes and checks 128 bytes.
pub fn decode(bytes: &[u8; SIZE]) -> Result<TensorMap, Invalid> {
    let rank = usize::from(bytes[8]) + 1;
    let element = ElementType::ALL.get(usize::from(bytes[9]));
    // Any 128 bytes may be given as a map, so each field is checked before it is used.
    let (Some(&element), 1..=5) = (element, rank) else { refuse!("these 128 bytes are no tensor map") };
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let dim = |axis: usize| {
        if bytes[14] >> axis & 1 == 1 { 1 << 32 } else { u64::from(word(16 + 4 * axis)) }
    };
    let interleave = match bytes[10] {
        0 => Interleave::None,
        1 => Interleave::B16,
        2 => Interleave::B32,
        _ => refuse!("these 128 bytes are no tensor map"),
    };
    let map = TensorMap {
        address: long(0),
        element,
        dims: (0..rank).map(dim).collect(),
        strides: (0..rank - 1).map(|axis| long(40 + 8 * axis)).collect(),
        box_dims: (0..rank).map(|axis| word(80 + 4 * axis)).collect(),
        element_strides: (0..rank).map(|axis| word(100 + 4 * axis)).collect(),
        swizzle: swizzle_of(bytes[11], bytes[12])?,
        interleave,
        nan_fill: bytes[13] != 0,
    };
    map.check()?;
    Ok(map)
}

/// Mode and atomicity of a swizzle.
fn swizzle_numbers(swizzle: Swizzle) -> (u64, u64) {
    match swizzle {
        Swizzle::None => (0, 0),
        Swizzle::B32 => (1, 0),
        Swizzle::B64 => (2, 0),
        Swizzle::B128 => (3, 0),
        Swizzle::B96 => (4, 0),
        Swizzle::B128Atom32 => (3, 1),
        Swizzle::B128Atom32Flip8 => (3, 2),
        Swizzle::B128Atom64 => (3, 3),
    }
}

fn swizzle_of(mode: u8, atomicity: u8) -> Result<Swizzle, Invalid> {
    let all = Swizzle::ALL.into_iter();
    let mut found = all.filter(|&swizzle| swizzle_numbers(swizzle) == (mode.into(), atomicity.into()));
    let why = || Invalid(format!("swizzle mode {mode} with atomicity {atomicity} does not exist"));
    found.next().ok_or_else(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> TensorMap {
        TensorMap {
            address: 1 << 32,
            element: ElementType::F16,
            dims: vec![1000, 1 << 32, 7],
            strides: vec![2048, 1 << 39],
            box_dims: vec![64, 9, 2],
            element_strides: vec![1, 2, 1],
            swizzle: Swizzle::B128,
            interleave: Interleave::None,
            nan_fill: true,
        }
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        let map = example();
        assert_eq!(decode(&encode(&map)), Ok(map.clone()));
        assert_eq!((map.row_bytes(), map.copied(1), map.box_bytes()), (128, 5, 128 * 5 * 2));
        for swizzle in Swizzle::ALL {
            let map = TensorMap { swizzle, box_dims: vec![16, 1, 1], ..example() };
            assert_eq!(decode(&encode(&map)), Ok(map));
        }
    }

    #[test]
    fn padded_types_count_their_data_only() {
        let map = TensorMap {
            element: ElementType::B4x16P64,
            dims: vec![256, 8],
            strides: vec![128],
            box_dims: vec![128, 8],
            element_strides: vec![1, 1],
            nan_fill: false,
            ..example()
        };
        assert_eq!(map.check(), Ok(()));
        assert_eq!((map.box_bytes(), map.counted_bytes()), (1024, 512));
    }

    #[test]
    fn limits_are_checked() {
        let changed = |change: &dyn Fn(&mut TensorMap)| {
            let mut map = example();
            change(&mut map);
            map.check().expect_err("out of range").0
        };
        type Change<'a> = &'a dyn Fn(&mut TensorMap);
        let cases: &[(&str, Change<'_>)] = &[
            ("multiple of 16", &|map| map.address += 8),
            ("null", &|map| map.address = 0),
            ("dimension 1 is 0 long", &|map| map.dims[1] = 0),
            ("dimension 2 is 4294967297", &|map| map.dims[2] = (1 << 32) + 1),
            ("stride of dimension 1 is 2056", &|map| map.strides[0] = 2056),
            ("stride of dimension 2", &|map| map.strides[1] = 1 << 40),
            ("has 2 strides, not 1", &|map| map.strides.truncate(1)),
            ("257 long in dimension 1", &|map| map.box_dims[1] = 257),
            ("row of the box has 144 bytes", &|map| map.box_dims[0] = 72),
            ("row of the box has 16 bits", &|map| map.box_dims[0] = 1),
            ("element stride of dimension 2 is 9", &|map| map.element_strides[2] = 9),
            ("not covered", &|map| map.interleave = Interleave::B16),
            ("cannot be filled", &|map| map.element = ElementType::U16),
            ("it must be 128", &|map| (map.element, map.dims[0]) = (ElementType::B4x16P64, 1024)),
            ("must be a multiple of 128", &|map| map.element = ElementType::B6x16P32),
            ("1 to 5 dimensions", &|map| map.dims.clear()),
        ];
        for (wanted, change) in cases {
            let found = changed(change);
            assert!(found.contains(wanted), "{found} lacks {wanted}");
        }
        let wrong = |at: usize, value: u8| {
            let mut bytes = encode(&example());
            bytes[at] = value;
            decode(&bytes).is_err()
        };
        assert!(wrong(8, 200) && wrong(9, 16) && wrong(10, 3) && wrong(11, 5) && wrong(12, 4));
    }
}
