//! Attribute slots: the values of an op for each attribute of its row.

use std::fmt;

use cranelift_entity::EntityRef;

use crate::entity::AttrId;

/// One attribute of one op in 32 bits: absent, a small number (flags, enum cases, short integers), or an interned
/// attribute of the level.
///
/// A number below 2^30 is always kept small, so equal slots mean equal attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AttrSlot(u32);

/// A decoded slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotValue {
    /// The attribute is not there.
    Absent,
    /// A flag that is set (1), an enum case, or a short integer.
    Small(u32),
    /// An attribute of the module's interner.
    Interned(AttrId),
}

impl AttrSlot {
    /// No attribute.
    pub const ABSENT: AttrSlot = AttrSlot(u32::MAX);
    /// A unit attribute that is present.
    pub const UNIT: AttrSlot = AttrSlot::small(1);
    /// First number that does not fit a small slot.
    pub const SMALL_LIMIT: u32 = 1 << 30;
    /// The bit that marks the rest as the number of an interned attribute.
    const INTERNED: u32 = 1 << 31;

    /// A small number.
    ///
    /// # Panics
    /// When `value` is not below [`AttrSlot::SMALL_LIMIT`].
    #[inline]
    pub const fn small(value: u32) -> AttrSlot {
        assert!(value < AttrSlot::SMALL_LIMIT);
        AttrSlot(value)
    }

    /// An interned attribute.
    #[inline]
    pub fn interned(id: AttrId) -> AttrSlot {
        let index = id.index() as u32;
        assert!(index < AttrSlot::INTERNED - 1, "at most 2^31 attributes in a module");
        AttrSlot(AttrSlot::INTERNED | index)
    }

    /// The decoded slot.
    #[inline]
    pub fn get(self) -> SlotValue {
        if self == AttrSlot::ABSENT {
            SlotValue::Absent
        } else if self.0 & AttrSlot::INTERNED != 0 {
            SlotValue::Interned(AttrId::new((self.0 & !AttrSlot::INTERNED) as usize))
        } else {
            SlotValue::Small(self.0)
        }
    }

    /// The slot as a number: equal slots have equal numbers.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// True when the attribute is there.
    #[inline]
    pub fn is_present(self) -> bool {
        self != AttrSlot::ABSENT
    }

    /// The small number, if the slot holds one.
    #[inline]
    pub fn as_small(self) -> Option<u32> {
        match self.get() {
            SlotValue::Small(value) => Some(value),
            SlotValue::Absent | SlotValue::Interned(_) => None,
        }
    }

    /// The interned attribute, if the slot holds one.
    #[inline]
    pub fn as_interned(self) -> Option<AttrId> {
        match self.get() {
            SlotValue::Interned(id) => Some(id),
            SlotValue::Absent | SlotValue::Small(_) => None,
        }
    }
}

impl fmt::Debug for AttrSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
