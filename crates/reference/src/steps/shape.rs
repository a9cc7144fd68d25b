//! Operations that make or move elements without computing: constants, iota, broadcast, permute, cat, extract, insert,
//! pack, unpack.

use numerics::{Scalar, pack};
use smallvec::SmallVec;

use crate::cause::Case;
use crate::fault::Fault;
use crate::machine::{Env, PoisonBuilder};
use crate::slot::Slot;
use crate::tile::{Bits, Poison, Poisons, Tile, Value};

/// A constant tile: its elements, or one that fills it.
pub(crate) struct Constant {
    pub(crate) elements: Box<[u64]>,
    pub(crate) len: usize,
    pub(crate) out: Slot,
}

impl Constant {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        let bits = match *self.elements {
            [splat] => Bits::from_elem(splat, self.len),
            _ => Bits::from_slice(&self.elements),
        };
        env.set_tile(self.out, bits, None);
    }
}

/// `iota`.
pub(crate) struct Iota {
    pub(crate) len: usize,
    pub(crate) out: Slot,
}

impl Iota {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        env.set_tile(self.out, (0..self.len as u64).collect(), None);
    }
}

/// Extents with a stride each: the positions of the elements of one tile among those of another.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    extents: SmallVec<[usize; 4]>,
    strides: SmallVec<[usize; 4]>,
}

/// Row-major strides of a shape.
pub(crate) fn row_major(shape: &[u32]) -> SmallVec<[usize; 4]> {
    let mut strides = SmallVec::from_elem(1, shape.len());
    for d in (1..shape.len()).rev() {
        strides[d - 1] = strides[d] * shape[d] as usize;
    }
    strides
}

impl Layout {
    pub(crate) fn new(shape: &[u32], strides: impl IntoIterator<Item = usize>) -> Layout {
        let layout = Layout {
            extents: shape.iter().map(|&d| d as usize).collect(),
            strides: strides.into_iter().collect(),
        };
        debug_assert_eq!(layout.extents.len(), layout.strides.len());
        layout
    }

    fn len(&self) -> usize {
        self.extents.iter().product()
    }

    /// Calls `f` with the place of each element in row-major order.
    pub(crate) fn places(&self, base: usize, mut f: impl FnMut(usize)) {
        let Some((&inner, outer)) = self.extents.split_last() else { return f(base) };
        let inner_stride = self.strides[outer.len()];
        // An odometer over the outer dimensions; the inner loop has no test but its own.
        let mut position: SmallVec<[usize; 4]> = SmallVec::from_elem(0, outer.len());
        let mut row = base;
        loop {
            (0..inner).for_each(|i| f(row + i * inner_stride));
            let mut d = outer.len();
            loop {
                if d == 0 {
                    return;
                }
                d -= 1;
                position[d] += 1;
                row += self.strides[d];
                if position[d] < outer[d] {
                    break;
                }
                // This dimension overflows: back to its beginning, and the next outer one advances.
                row -= position[d] * self.strides[d];
                position[d] = 0;
            }
        }
    }

    /// Elements of `source` at the places of this layout.
    fn gather<T: Copy>(&self, source: &[T], base: usize) -> Vec<T> {
        let mut out = Vec::with_capacity(self.len());
        self.places(base, |place| out.push(source[place]));
        out
    }

    /// Puts the elements of `source` at the places of this layout.
    fn scatter<T: Copy>(&self, source: &[T], base: usize, out: &mut [T]) {
        let mut source = source.iter();
        self.places(base, |place| {
            out[place] = *source.next().expect("a layout has as many places as elements")
        });
    }

    fn gather_tile(&self, source: &Tile, base: usize) -> (Bits, Poisons) {
        let poison = source.poison.as_ref().map(|lanes| self.gather(lanes, base).into());
        (Bits::from_vec(self.gather(&source.bits, base)), poison)
    }

    fn scatter_poison(&self, source: &Tile, base: usize, out: &mut Poisons, len: usize) {
        match (&source.poison, out.as_mut()) {
            (None, None) => {}
            (None, Some(out)) => self.places(base, |place| out[place] = Poison::NONE),
            (Some(lanes), _) => {
                let out = out.get_or_insert_with(|| vec![Poison::NONE; len].into());
                self.scatter(lanes, base, out);
            }
        }
    }
}

/// `broadcast` and `permute`: a result whose elements are read from the operand with other strides.
pub(crate) struct Strided {
    pub(crate) source: Slot,
    pub(crate) out: Slot,
    pub(crate) layout: Layout,
}

impl Strided {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        let (bits, poison) = self.layout.gather_tile(env.tile(self.source), 0);
        env.set_tile(self.out, bits, poison);
    }
}

/// `cat`.
pub(crate) struct Cat {
    pub(crate) lhs: Slot,
    pub(crate) rhs: Slot,
    pub(crate) out: Slot,
    pub(crate) len: usize,
    /// The positions of lhs in the result.
    pub(crate) lhs_layout: Layout,
    /// The positions of rhs, from `rhs_base` on.
    pub(crate) rhs_layout: Layout,
    pub(crate) rhs_base: usize,
}

impl Cat {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        let mut bits = Bits::from_elem(0, self.len);
        let mut poison = None;
        let parts = [(self.lhs, &self.lhs_layout, 0), (self.rhs, &self.rhs_layout, self.rhs_base)];
        for (slot, layout, base) in parts {
            let tile = env.tile(slot);
            layout.scatter(&tile.bits, base, &mut bits);
            layout.scatter_poison(tile, base, &mut poison, self.len);
        }
        env.set_tile(self.out, bits, poison);
    }
}

/// A grid of equal blocks in a larger tile, one of which is named by indices.
pub(crate) struct BlockGrid {
    pub(crate) indices: Box<[Slot]>,
    /// Blocks along each dimension.
    pub(crate) counts: SmallVec<[u32; 4]>,
    /// Elements of the larger tile from one block to the next, per dimension.
    pub(crate) steps: SmallVec<[usize; 4]>,
    /// The positions of the elements of a block.
    pub(crate) layout: Layout,
}

impl BlockGrid {
    /// Where the named block starts.
    fn base(&self, env: &Env<'_, '_, '_>) -> Result<usize, Fault> {
        let mut base = 0;
        for (dim, (&slot, (&count, &step))) in
            self.indices.iter().zip(self.counts.iter().zip(&self.steps)).enumerate()
        {
            let index = env.scalar(slot, "is used as a block index")?;
            if index >= u64::from(count) {
                let message = format!("block index {index} of dimension {dim} is not below {count}");
                let note = "indices count blocks of the smaller tile's shape, not elements, and are unsigned";
                return Err(Fault::new(Case::BLOCK_INDEX, message).note(note));
            }
            base += index as usize * step;
        }
        Ok(base)
    }
}

/// `extract`.
pub(crate) struct Extract {
    pub(crate) source: Slot,
    pub(crate) grid: BlockGrid,
    pub(crate) out: Slot,
}

impl Extract {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let base = match self.grid.base(env) {
            Ok(base) => base,
            Err(fault) => {
                let lost = env.lost(fault)?;
                let len = self.grid.layout.len();
                env.set_tile(self.out, Bits::from_elem(0, len), Some(vec![lost; len].into()));
                return Ok(());
            }
        };
        let (bits, poison) = self.grid.layout.gather_tile(env.tile(self.source), base);
        env.set_tile(self.out, bits, poison);
        Ok(())
    }
}

/// `insert`.
pub(crate) struct Insert {
    pub(crate) source: Slot,
    pub(crate) destination: Slot,
    pub(crate) grid: BlockGrid,
    pub(crate) out: Slot,
}

impl Insert {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let base = match self.grid.base(env) {
            Ok(base) => base,
            Err(fault) => {
                env.survive(fault)?;
                let destination = env.tile(self.destination).clone();
                env.set(self.out, Value::Tile(destination));
                return Ok(());
            }
        };
        let (source, destination) = (env.tile(self.source), env.tile(self.destination));
        let (mut bits, mut poison) = (destination.bits.clone(), destination.poison.clone());
        self.grid.layout.scatter(&source.bits, base, &mut bits);
        let len = bits.len();
        self.grid.layout.scatter_poison(source, base, &mut poison, len);
        env.set_tile(self.out, bits, poison);
        Ok(())
    }
}

/// `pack` or `unpack`: `elem` is the element type of the side that is not bytes.
pub(crate) struct Repack {
    pub(crate) source: Slot,
    pub(crate) elem: Scalar,
    pub(crate) out: Slot,
}

impl Repack {
    pub(crate) fn pack(&self, env: &mut Env<'_, '_, '_>) {
        let source = env.tile(self.source);
        let bytes: Bits = pack::pack(self.elem, &source.bits).into_iter().map(u64::from).collect();
        let poison = self.spread(source, pack::packed_bits(self.elem), 8, bytes.len());
        env.set_tile(self.out, bytes, poison);
    }

    pub(crate) fn unpack(&self, env: &mut Env<'_, '_, '_>) {
        let source = env.tile(self.source);
        let bytes: Vec<u8> = source.bits.iter().map(|&byte| byte as u8).collect();
        let elements = Bits::from_vec(pack::unpack(self.elem, &bytes));
        let poison = self.spread(source, 8, pack::packed_bits(self.elem), elements.len());
        env.set_tile(self.out, elements, poison);
    }

    /// Poison of elements of `to` bits that share bits with poisoned elements of `from` bits.
    fn spread(&self, source: &Tile, from: u32, to: u32, len: usize) -> Poisons {
        let lanes = source.poison.as_ref()?;
        let mut poison = PoisonBuilder::new(len);
        let (from, to) = (from as usize, to as usize);
        for (lane, &mark) in lanes.iter().enumerate().filter(|(_, mark)| mark.is_some()) {
            let first = lane * from / to;
            let last = (lane * from + from - 1) / to;
            (first..=last.min(len - 1)).for_each(|lane| poison.mark(lane, mark));
        }
        poison.finish()
    }
}
