//! The main loop of products, by warp groups or by warps: what one warp that multiplies issues in it.

use std::path::Path;

use super::{Code, Instruction, output, words};

/// Counts in a loop.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::codegen) struct ProductLoop {
    /// Products: `HGMMA`, `QGMMA`, `IGMMA` of warp groups, `HMMA`, `QMMA`, `IMMA` of warps.
    pub(in crate::codegen) products: u64,
    /// Multiplications that those do, by the whole warp group or by a warp.
    pub(in crate::codegen) multiplications: u64,
    /// All other instructions, but for those that only fill up.
    pub(in crate::codegen) others: u64,
    /// Queries of an `mbarrier`, each counted once: the code that repeats a failed one is after the loop.
    pub(in crate::codegen) waits: u64,
    /// Arrivals at an `mbarrier`.
    pub(in crate::codegen) arrivals: u64,
    /// Barriers by number.
    pub(in crate::codegen) barriers: u64,
    /// Fences that wait for memory of the whole GPU, and drops of the first-level cache.
    pub(in crate::codegen) fences: u64,
    /// Stores to, and loads from, the stack.
    pub(in crate::codegen) spills: u64,
    /// Warps of the thread block.
    pub(in crate::codegen) warps: u64,
}

/// Multiplications of a product, by its name; none of another instruction.
type Multiplications = fn(&str) -> Option<u64>;

/// The loop of a cubin's first kernel with the most multiplications by warp groups; none if there is none.
pub(in crate::codegen) fn by_groups(cubin: &Path) -> Option<ProductLoop> {
    read(cubin, of_group)
}

/// The same by warps.
pub(in crate::codegen) fn by_warps(cubin: &Path) -> Option<ProductLoop> {
    read(cubin, super::multiplications)
}

fn read(cubin: &Path, multiplications: Multiplications) -> Option<ProductLoop> {
    let listing = output("nvdisasm", &[], cubin)?;
    let code = Code::read(&listing);
    let threads = words(&listing, "EIATTR_REQNTID").iter().take(3).product::<u64>();
    let (most, _) = of_loops(&code, multiplications)
        .filter(|(counts, _)| counts.products > 0)
        .max_by_key(|(counts, length)| (counts.multiplications, std::cmp::Reverse(*length)))?;
    Some(ProductLoop { warps: threads / 32, ..most })
}

/// The counts and the length of each loop that contains no other one with products.
fn of_loops(code: &Code, multiplications: Multiplications) -> impl Iterator<Item = (ProductLoop, usize)> {
    let counted = move |inside: &[usize]| {
        // The jump back comes second; the code after it is not on the usual path.
        let last = inside.get(1).or_else(|| inside.first()).copied().unwrap_or(0);
        let usual = inside.iter().filter(|&&index| index <= last).map(|&index| &code.instructions[index]);
        count(usual, multiplications)
    };
    let loops = code.inner_loops(|inside| counted(inside).products > 0);
    loops.into_iter().map(move |inside| (counted(&inside), inside.len()))
}

fn count<'i>(
    instructions: impl Iterator<Item = &'i Instruction>,
    multiplications: Multiplications,
) -> ProductLoop {
    let mut counts = ProductLoop::default();
    for name in instructions.map(|one| one.name.as_str()) {
        if let Some(multiplied) = multiplications(name) {
            counts.products += 1;
            counts.multiplications += multiplied;
        } else {
            counts.others += u64::from(!name.starts_with("NOP"));
        }
        counts.waits += u64::from(name.starts_with("SYNCS.PHASECHK"));
        counts.arrivals += u64::from(name.starts_with("SYNCS.ARRIVE"));
        counts.barriers += u64::from(name.starts_with("BAR."));
        let is_wide = name.starts_with("MEMBAR") && (name.ends_with("GPU") || name.ends_with("SYS"));
        counts.fences += u64::from(is_wide || name.starts_with("CCTL.IVALL"));
        counts.spills += u64::from(name.starts_with("STL") || name.starts_with("LDL"));
    }
    counts
}

/// Multiplications of a product of a warp group, from its name: `HGMMA.64x256x16.F32`.
fn of_group(name: &str) -> Option<u64> {
    let (kind, rest) = name.split_once('.')?;
    let shape = kind.ends_with("GMMA").then(|| rest.split('.').next())??;
    let extents = shape.split('x').map(|extent| extent.parse::<u64>().ok());
    extents.collect::<Option<Vec<u64>>>().map(|extents| extents.iter().product())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_a_wait_is_not_of_the_loop() {
        let listing = "\t.section\t.text.gemm,\"ax\"\n\
            .L_x_0:\n\
            /*0000*/ SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR15+0x30000], R3 ;\n\
            /*0010*/ @!P1 BRA `(.L_x_2) ;\n\
            .L_x_1:\n\
            /*0020*/ HGMMA.64x256x16.F32 R24, gdesc[UR8].tnspB, R24 ;\n\
            /*0030*/ WARPGROUP.DEPBAR.LE gsb0, 0x1 ;\n\
            /*0040*/ @P0 SYNCS.ARRIVE.TRANS64.A1T0 RZ, [UR5+0x30020], RZ ;\n\
            /*0050*/ MEMBAR.ALL.GPU ;\n\
            /*0060*/ @!P2 BRA `(.L_x_0) ;\n\
            /*0070*/ EXIT ;\n\
            .L_x_2:\n\
            /*0080*/ SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR15+0x30000], R3 ;\n\
            /*0090*/ @!P1 BRA `(.L_x_2) ;\n\
            /*00a0*/ BRA `(.L_x_1) ;\n";
        let code = Code::read(listing);
        let (counts, _) = of_loops(&code, of_group).find(|(_, length)| *length > 2).expect("there is a loop");
        assert_eq!((counts.products, counts.multiplications, counts.others), (1, 64 * 256 * 16, 6));
        assert_eq!((counts.waits, counts.arrivals, counts.barriers, counts.fences), (1, 1, 0, 1));
    }

    #[test]
    fn products_of_warps_are_counted_by_their_own_names() {
        let listing = "\t.section\t.text.gemm,\"ax\"\n\
            .L_x_0:\n\
            /*0000*/ LDSM.16.M88.4 R4, [R2] ;\n\
            /*0010*/ HMMA.16816.F32 R8, R4, R6, R8 ;\n\
            /*0020*/ BAR.SYNC.DEFER_BLOCKING 0x0 ;\n\
            /*0030*/ @!P0 BRA `(.L_x_0) ;\n\
            /*0040*/ EXIT ;\n";
        let code = Code::read(listing);
        let (counts, _) = of_loops(&code, super::super::multiplications).next().expect("there is a loop");
        assert_eq!((counts.products, counts.multiplications), (1, 16 * 8 * 16));
        assert_eq!((counts.others, counts.barriers), (3, 1));
        assert_eq!(of_loops(&code, of_group).map(|(counts, _)| counts.products).sum::<u64>(), 0);
    }

    #[test]
    fn a_loop_over_tiles_is_not_the_loop_of_the_product() {
        let listing = "\t.section\t.text.gemm,\"ax\"\n\
            .L_x_0:\n\
            /*0000*/ HGMMA.64x256x16.F32 R24, gdesc[UR8].tnspB, RZ, !UPT ;\n\
            .L_x_1:\n\
            /*0010*/ HGMMA.64x256x16.F32 R24, gdesc[UR8].tnspB, R24 ;\n\
            /*0020*/ @!P0 BRA `(.L_x_1) ;\n\
            /*0030*/ MEMBAR.ALL.GPU ;\n\
            /*0040*/ @!P1 BRA `(.L_x_0) ;\n\
            /*0050*/ EXIT ;\n";
        let code = Code::read(listing);
        let counts: Vec<(u64, u64, u64)> = of_loops(&code, of_group)
            .map(|(counts, _)| (counts.products, counts.others, counts.fences))
            .collect();
        assert_eq!(counts, [(1, 1, 0)]);
    }
}
