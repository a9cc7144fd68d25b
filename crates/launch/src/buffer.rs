//! Typed host memory.

use crate::address::ALIGNMENT;
use crate::element;
use crate::pages;
use numerics::Scalar;

/// The maximum number of dimensions of a buffer. NumPy's limit before version 2.
pub const MAX_RANK: usize = 32;

/// The maximum number of devices of a multicast buffer: more than one NVLink domain connects.
pub const MAX_DEVICES: u32 = 1024;

/// A row-major array of one element type, owned by the host. Its first byte is aligned to 256.
///
/// A multicast buffer has a copy on each of several devices: its first dimension counts them.
#[derive(Debug)]
pub struct Buffer {
    element: Scalar,
    shape: Vec<u64>,
    multicast: bool,
    /// The bytes are at `offset..offset + size`; the offset aligns them.
    storage: Vec<u8>,
    offset: usize,
    size: usize,
}

/// Why a buffer cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BufferError {
    /// The host cannot provide that much memory.
    #[error("{element}[{}] needs more memory than this machine has; make an extent smaller", extents(.shape))]
    OutOfMemory {
        /// Element type.
        element: Scalar,
        /// Extents.
        shape: Vec<u64>,
    },
    /// More dimensions than [`MAX_RANK`].
    #[error("a buffer has at most {MAX_RANK} dimensions, not {0}")]
    Rank(usize),
    /// Copies on an impossible number of devices.
    #[error(
        "{element} cannot be on {devices} devices at once; choose 1 to {MAX_DEVICES} devices, and a type of whole bytes"
    )]
    Multicast {
        /// Element type.
        element: Scalar,
        /// Devices.
        devices: u32,
    },
    /// Bytes that do not fit the shape.
    #[error("{element}[{}] takes {expected} bytes, not {found}", extents(.shape))]
    Size {
        /// Element type.
        element: Scalar,
        /// Extents.
        shape: Vec<u64>,
        /// Bytes that the shape needs.
        expected: u64,
        /// Bytes that were given.
        found: u64,
    },
}

/// The extents as they are written: `128,64`.
pub(crate) fn extents(shape: &[u64]) -> String {
    let words: Vec<String> = shape.iter().map(u64::to_string).collect();
    words.join(",")
}

/// Elements of a shape and the bytes that they take; `None` when that is more than the machine can address.
pub(crate) fn measure(element: Scalar, shape: &[u64]) -> Option<usize> {
    let count = shape.iter().try_fold(1u64, |count, &extent| count.checked_mul(extent))?;
    let size = element::size_of(element, count)?;
    usize::try_from(size).ok().filter(|&size| size <= isize::MAX as usize - ALIGNMENT)
}

impl Buffer {
    /// A buffer of zero bytes.
    pub fn zeroed(element: Scalar, shape: &[u64]) -> Result<Buffer, BufferError> {
        if shape.len() > MAX_RANK {
            return Err(BufferError::Rank(shape.len()));
        }
        let out_of_memory = || BufferError::OutOfMemory { element, shape: shape.to_vec() };
        let size = measure(element, shape).ok_or_else(out_of_memory)?;
        let mut storage = Vec::new();
        storage.try_reserve_exact(size + ALIGNMENT).map_err(|_| out_of_memory())?;
        pages::advise(&mut storage);
        storage.resize(size + ALIGNMENT, 0);
        let offset = storage.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        Ok(Buffer { element, shape: shape.to_vec(), multicast: false, storage, offset, size })
    }

    /// A multicast buffer of zero bytes, which has a copy of this shape on each of `devices` devices. Elements are whole
    /// bytes.
    pub fn multicast(element: Scalar, shape: &[u64], devices: u32) -> Result<Buffer, BufferError> {
        let mut all = vec![u64::from(devices)];
        all.extend(shape);
        check_devices(element, devices)?;
        Buffer::zeroed(element, &all)?.into_multicast()
    }

    /// The same memory as a multicast buffer: the first extent counts the devices. Elements are whole bytes.
    pub fn into_multicast(mut self) -> Result<Buffer, BufferError> {
        check_devices(self.element, devices(&self.shape))?;
        self.multicast = true;
        Ok(self)
    }

    /// A buffer that holds a copy of these bytes.
    pub fn from_bytes(element: Scalar, shape: &[u64], bytes: &[u8]) -> Result<Buffer, BufferError> {
        check(element, shape, bytes.len())?;
        let mut buffer = Buffer::zeroed(element, shape)?;
        buffer.bytes_mut().copy_from_slice(bytes);
        Ok(buffer)
    }

    /// The element type.
    pub fn element(&self) -> Scalar {
        self.element
    }

    /// The extents; none for a single element.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// Whether it has a copy on each of several devices.
    pub fn is_multicast(&self) -> bool {
        self.multicast
    }

    /// The extents on one device.
    pub fn device_shape(&self) -> &[u64] {
        &self.shape[usize::from(self.multicast)..]
    }

    /// Row-major strides in elements, as many as extents.
    pub fn strides(&self) -> Vec<u64> {
        row_major(&self.shape)
    }

    /// The memory.
    pub fn bytes(&self) -> &[u8] {
        &self.storage[self.offset..][..self.size]
    }

    /// The memory, to write.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.storage[self.offset..][..self.size]
    }

    /// A view for reading.
    pub fn view(&self) -> BufferRef<'_> {
        BufferRef { element: self.element, shape: &self.shape, bytes: self.bytes() }
    }

    /// A view for a launch.
    pub fn view_mut(&mut self) -> BufferMut<'_> {
        let bytes = &mut self.storage[self.offset..][..self.size];
        BufferMut { element: self.element, shape: &self.shape, multicast: self.multicast, bytes }
    }
}

impl Clone for Buffer {
    /// The copy is elsewhere, so its offset differs.
    fn clone(&self) -> Buffer {
        let mut storage = Vec::with_capacity(self.size + ALIGNMENT);
        pages::advise(&mut storage);
        let offset = storage.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        storage.resize(offset, 0);
        storage.extend_from_slice(self.bytes());
        let (element, shape, multicast) = (self.element, self.shape.clone(), self.multicast);
        Buffer { element, shape, multicast, storage, offset, size: self.size }
    }
}

impl PartialEq for Buffer {
    /// Same type, shape and bytes.
    fn eq(&self, other: &Buffer) -> bool {
        let kind = |buffer: &Buffer| (buffer.element, buffer.multicast);
        kind(self) == kind(other) && (&self.shape, self.bytes()) == (&other.shape, other.bytes())
    }
}

impl Eq for Buffer {}

fn row_major(shape: &[u64]) -> Vec<u64> {
    let mut strides = vec![1u64; shape.len()];
    for index in (1..shape.len()).rev() {
        strides[index - 1] = strides[index].saturating_mul(shape[index]);
    }
    strides
}

/// Typed memory borrowed for reading.
#[derive(Clone, Copy, Debug)]
pub struct BufferRef<'a> {
    element: Scalar,
    shape: &'a [u64],
    bytes: &'a [u8],
}

impl<'a> BufferRef<'a> {
    /// A view of memory with another owner; the bytes must be exactly those of the shape.
    pub fn new(element: Scalar, shape: &'a [u64], bytes: &'a [u8]) -> Result<BufferRef<'a>, BufferError> {
        check(element, shape, bytes.len())?;
        Ok(BufferRef { element, shape, bytes })
    }

    /// The element type.
    pub fn element(&self) -> Scalar {
        self.element
    }

    /// The extents.
    pub fn shape(&self) -> &'a [u64] {
        self.shape
    }

    /// Row-major strides in elements.
    pub fn strides(&self) -> Vec<u64> {
        row_major(self.shape)
    }

    /// The memory.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().product::<u64>() as usize
    }

    /// True when the shape has an extent of 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bits of an element by its row-major number.
    pub fn get(&self, index: usize) -> Option<u64> {
        if index < self.len() { element::load(self.element, self.bytes, index) } else { None }
    }
}

/// Typed memory borrowed for a launch. The memory may belong to a [`Buffer`] or to the caller of the library.
#[derive(Debug)]
pub struct BufferMut<'a> {
    element: Scalar,
    shape: &'a [u64],
    multicast: bool,
    bytes: &'a mut [u8],
}

impl<'a> BufferMut<'a> {
    /// A view of memory with another owner; the bytes must be exactly those of the shape.
    pub fn new(element: Scalar, shape: &'a [u64], bytes: &'a mut [u8]) -> Result<BufferMut<'a>, BufferError> {
        check(element, shape, bytes.len())?;
        Ok(BufferMut { element, shape, multicast: false, bytes })
    }

    /// A view of memory with another owner, as a multicast buffer: the first extent counts the devices, whose copies are
    /// one after the other.
    pub fn multicast(
        element: Scalar,
        shape: &'a [u64],
        bytes: &'a mut [u8],
    ) -> Result<BufferMut<'a>, BufferError> {
        let buffer = BufferMut::new(element, shape, bytes)?;
        check_devices(element, devices(shape))?;
        Ok(BufferMut { multicast: true, ..buffer })
    }

    /// The element type.
    pub fn element(&self) -> Scalar {
        self.element
    }

    /// The extents.
    pub fn shape(&self) -> &'a [u64] {
        self.shape
    }

    /// The memory.
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// The memory, to write.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes
    }

    /// How many devices have a copy, of a multicast buffer; the copies are contiguous.
    pub fn devices(&self) -> Option<usize> {
        self.multicast.then(|| self.shape[0] as usize)
    }

    /// The same memory for reading.
    pub fn view(&self) -> BufferRef<'_> {
        BufferRef { element: self.element, shape: self.shape, bytes: self.bytes }
    }

    /// The same memory, borrowed from this for a shorter time.
    pub fn reborrow(&mut self) -> BufferMut<'_> {
        let BufferMut { element, shape, multicast, .. } = *self;
        BufferMut { element, shape, multicast, bytes: self.bytes }
    }

    /// Writes an element by its row-major number; `None` outside of the buffer.
    pub fn set(&mut self, index: usize, value: u64) -> Option<()> {
        if index < self.view().len() { element::store(self.element, self.bytes, index, value) } else { None }
    }
}

/// The devices of a multicast buffer of this shape.
fn devices(shape: &[u64]) -> u32 {
    shape.first().map_or(0, |&devices| u32::try_from(devices).unwrap_or(u32::MAX))
}

fn check_devices(element: Scalar, devices: u32) -> Result<(), BufferError> {
    if devices == 0 || devices > MAX_DEVICES || element.storage_bits() < 8 {
        return Err(BufferError::Multicast { element, devices });
    }
    Ok(())
}

fn check(element: Scalar, shape: &[u64], found: usize) -> Result<(), BufferError> {
    if shape.len() > MAX_RANK {
        return Err(BufferError::Rank(shape.len()));
    }
    if measure(element, shape) == Some(found) {
        return Ok(());
    }
    let count = shape.iter().fold(1u64, |count, &extent| count.saturating_mul(extent));
    let expected = element::size_of(element, count).unwrap_or(u64::MAX);
    Err(BufferError::Size { element, shape: shape.to_vec(), expected, found: found as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_aligned_zeroed_and_sized() {
        let buffer = Buffer::zeroed(Scalar::F32, &[3, 5]).expect("small");
        assert_eq!(buffer.bytes().len(), 60);
        assert_eq!(buffer.bytes().as_ptr().addr() % ALIGNMENT, 0);
        assert!(buffer.bytes().iter().all(|&byte| byte == 0));
        assert_eq!(buffer.strides(), [5, 1]);
        let copy = buffer.clone();
        assert_eq!(copy.bytes().as_ptr().addr() % ALIGNMENT, 0);
        assert_eq!(copy, buffer);
        assert_eq!(Buffer::zeroed(Scalar::I4, &[3]).expect("small").bytes().len(), 2);
        assert_eq!(Buffer::zeroed(Scalar::I64, &[]).expect("small").bytes().len(), 8);
        assert_eq!(Buffer::zeroed(Scalar::I64, &[4, 0]).expect("small").bytes().len(), 0);
    }

    #[test]
    fn impossible_sizes_are_errors() {
        let error = Buffer::zeroed(Scalar::F32, &[u64::MAX, 2]).expect_err("too large");
        assert_eq!(
            error.to_string(),
            "f32[18446744073709551615,2] needs more memory than this machine has; make an extent smaller"
        );
        assert!(matches!(Buffer::zeroed(Scalar::I8, &[1 << 62]), Err(BufferError::OutOfMemory { .. })));
        assert_eq!(Buffer::zeroed(Scalar::I8, &[1; 33]), Err(BufferError::Rank(33)));
        let error = Buffer::from_bytes(Scalar::F16, &[2, 2], &[0; 7]).expect_err("wrong size");
        assert_eq!(error.to_string(), "f16[2,2] takes 8 bytes, not 7");
        assert!(BufferRef::new(Scalar::F16, &[2], &[0; 5]).is_err());
    }

    #[test]
    fn elements_are_read_and_written_by_number() {
        let mut bytes = [0; 3];
        let mut view = BufferMut::new(Scalar::I4, &[5], &mut bytes).expect("three bytes");
        assert_eq!(view.set(4, 7), Some(()));
        assert_eq!(view.set(5, 7), None, "the padding half is no element");
        assert_eq!(view.view().get(4), Some(7));
        assert_eq!(view.view().get(5), None);
        assert_eq!(bytes, [0, 0, 7]);
    }
}
