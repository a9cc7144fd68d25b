//! Fragments: the parts of tiles that threads hold.

use super::{Expr, Layout};
use crate::enums::MemorySpace;
use crate::types::{Type, TypeError};

/// `preview$fragment<4xf32, local, mem_layout = <(4):(1)>, fragmap = <(1, 32, 4):(0, 4, 1)>>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fragment {
    shape: Box<[Expr]>,
    elem: Type,
    space: MemorySpace,
    mem_layout: Layout,
    fragmap: Layout,
    alignment: Expr,
}

impl Fragment {
    /// A fragment of the given extents, in the memory of `space`: `mem_layout` determines the place of each element in
    /// it, `fragmap` which element of the tile that is, by invocation, participant and number in the fragment.
    ///
    /// # Errors
    /// Extents and alignments that are not numbers or too small, a layout that is not a permutation of the elements.
    pub fn new(
        shape: Vec<Expr>,
        elem: Type,
        space: MemorySpace,
        [mem_layout, fragmap]: [Layout; 2],
        alignment: Expr,
    ) -> Result<Fragment, TypeError> {
        let refused = |message: String| Err(TypeError(message));
        for (index, extent) in shape.iter().enumerate() {
            if !extent.is_extent() {
                return refused(format!("shape dimension {index} must be an integer-valued expression"));
            }
            // As the tools, which compute nothing here.
            if let Some(value) = extent.as_int().filter(|&value| value < 1) {
                return refused(format!("fragment shape dimension {index} must be positive, got {value}"));
            }
        }
        if let Some(why) = alignment.not_a_number() {
            return refused(format!("fragment alignment: {why}"));
        }
        if let Some(value) = alignment.value() {
            if value < 1 {
                return refused("fragment alignment must be a positive number of elements".to_owned());
            }
            if value.count_ones() != 1 {
                return refused(format!(
                    "fragment alignment must be a power of two number of elements, got {value}"
                ));
            }
        }
        let fragment = Fragment { shape: shape.into(), elem, space, mem_layout, fragmap, alignment };
        fragment.check_memory()?;
        Ok(fragment)
    }

    fn check_memory(&self) -> Result<(), TypeError> {
        let (Some(count), Some(size)) = (self.len(), self.mem_layout.size()) else { return Ok(()) };
        if size != count {
            return Err(TypeError(format!(
                "mem_layout domain size ({size}) must equal the fragment element count ({count})"
            )));
        }
        match (self.mem_layout.is_bijection(), self.mem_layout.span()) {
            (Some(false), Some(span)) => Err(TypeError(format!(
                "mem_layout must be a bijection on the footprint elements (a permutation of [0, {count})), but its codomain spans {span} element(s)"
            ))),
            _ => Ok(()),
        }
    }

    /// Extents.
    pub fn shape(&self) -> &[Expr] {
        &self.shape
    }

    /// Element type.
    pub fn elem(&self) -> &Type {
        &self.elem
    }

    /// Where the elements are kept.
    pub fn space(&self) -> MemorySpace {
        self.space
    }

    /// Position in memory of each element.
    pub fn mem_layout(&self) -> &Layout {
        &self.mem_layout
    }

    /// Element of the tile of each invocation, participant and element.
    pub fn fragmap(&self) -> &Layout {
        &self.fragmap
    }

    /// Alignment in elements.
    pub fn alignment(&self) -> &Expr {
        &self.alignment
    }

    /// Number of elements, where all extents are plain numbers: the tools compute none.
    #[allow(clippy::len_without_is_empty, reason = "a fragment has at least one element")]
    pub fn len(&self) -> Option<i64> {
        self.shape.iter().try_fold(1i64, |count, extent| {
            if let Expr::Int(extent) = extent { count.checked_mul(*extent) } else { None }
        })
    }

    /// The first parameter that the fragment refers to and that is `sought`.
    pub(crate) fn find_variable(&self, sought: &dyn Fn(&str) -> bool) -> Option<&str> {
        self.variables_by_field(sought).into_iter().find_map(|(_, name)| name)
    }

    /// Of each field the first parameter that it refers to and that is `sought`.
    pub(crate) fn variables_by_field(
        &self,
        sought: &dyn Fn(&str) -> bool,
    ) -> [(&'static str, Option<&str>); 5] {
        [
            ("shape", self.shape.iter().find_map(|extent| extent.find_variable(sought))),
            ("element type", self.elem.find_variable(sought)),
            ("mem_layout", self.mem_layout.find_variable(sought)),
            ("fragmap", self.fragmap.find_variable(sought)),
            ("alignment", self.alignment.find_variable(sought)),
        ]
    }

    /// Roughly how many words the type takes.
    pub(crate) fn weight(&self) -> usize {
        let shape: usize = self.shape.iter().map(Expr::weight).sum();
        2 + shape + self.mem_layout.weight() + self.fragmap.weight() + self.alignment.weight()
    }
}
