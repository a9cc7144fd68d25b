//! Loops of products into tensor memory, and stores of their sums.

use std::path::Path;

use super::{Code, Instruction, output};

/// The most instructions between two stores of boxes that belong to one slice.
const MAX_DISTANCE_IN_A_SLICE: usize = 8;

/// What is counted in a cubin. Instructions that only fill up are not.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::codegen) struct TensorLoops {
    /// Products of the shortest loop with products: `UTCHMMA` and the like.
    pub(in crate::codegen) products: u64,
    /// Other instructions of that loop, without commits (`UTCBAR`).
    pub(in crate::codegen) multiply: u64,
    /// Instructions of the shortest loop with copies by tensor maps, without the copies.
    pub(in crate::codegen) load: u64,
    /// Instructions from the store of a slice of the sum to that of the next one: the median; none without such stores.
    pub(in crate::codegen) slice: Option<u64>,
    /// Instructions of the shortest loop in which threads load tensor memory and compute powers of two: those that compute the
    /// weights of attention, and rescale its sums. None without such a loop.
    pub(in crate::codegen) weights: Option<u64>,
}

/// The loops of a cubin's first kernel; none without products into tensor memory.
pub(in crate::codegen) fn read(cubin: &Path) -> Option<TensorLoops> {
    count(&Code::read(&output("nvdisasm", &[], cubin)?))
}

fn count(code: &Code) -> Option<TensorLoops> {
    let loops: Vec<Vec<&Instruction>> = code
        .loops()
        .into_iter()
        .map(|inside| {
            // The jump back comes second; instructions after it repeat a wait that failed.
            let last = inside.get(1).or_else(|| inside.first()).copied().unwrap_or(0);
            let usual = inside.iter().filter(|&&index| index <= last).map(|&index| &code.instructions[index]);
            usual.filter(|one| !one.name.starts_with("NOP")).collect()
        })
        .collect();
    let shortest = |has: fn(&str) -> bool| {
        let with = loops.iter().filter(|inside| inside.iter().any(|one| has(&one.name)));
        with.min_by_key(|inside| inside.len())
    };
    let counted = |inside: &[&Instruction], has: fn(&str) -> bool| {
        inside.iter().filter(|one| has(&one.name)).count() as u64
    };
    let multiply = shortest(is_product)?;
    let load = shortest(is_copy)?;
    Some(TensorLoops {
        products: counted(multiply, is_product),
        multiply: counted(multiply, |name| !is_product(name) && !name.starts_with("UTCBAR")),
        load: counted(load, |name| !is_copy(name)),
        slice: slice(code),
        weights: weights(code),
    })
}

/// The code that is skipped where no row is rescaled may stand after the jump back, so the whole loop is counted.
fn weights(code: &Code) -> Option<u64> {
    let names = |inside: &[usize]| -> Vec<&str> {
        inside.iter().map(|&index| code.instructions[index].name.as_str()).collect()
    };
    let loops = code.loops();
    let loops = loops.iter().map(|inside| names(inside)).filter(|names| {
        ["LDTM", "MUFU.EX2"].iter().all(|word| names.iter().any(|name| name.starts_with(word)))
    });
    loops.map(|names| names.iter().filter(|name| !name.starts_with("NOP")).count() as u64).min()
}

fn is_product(name: &str) -> bool {
    name.starts_with("UTC") && name.contains("MMA")
}

fn is_copy(name: &str) -> bool {
    name.starts_with("UTMALDG")
}

/// The distance between stores of slices, between which columns are loaded.
fn slice(code: &Code) -> Option<u64> {
    let of = |prefix: &str| {
        let all = code.instructions.iter().enumerate();
        all.filter(|(_, one)| one.name.starts_with(prefix)).map(|(index, _)| index).collect::<Vec<usize>>()
    };
    let (stores, loads) = (of("UTMASTG"), of("LDTM"));
    let pairs = stores.windows(2).map(|pair| (pair[0], pair[1]));
    let mut distances: Vec<u64> = pairs
        .filter(|&(one, next)| {
            next - one > MAX_DISTANCE_IN_A_SLICE && loads.iter().any(|&load| one < load && load < next)
        })
        .map(|(one, next)| {
            let between = &code.instructions[one..next];
            between.iter().filter(|one| !one.name.starts_with("NOP")).count() as u64
        })
        .collect();
    distances.sort_unstable();
    distances.get(distances.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_and_slices_are_counted_by_themselves() {
        let slice = "LDTM.x32 R4, tmem[UR4] ;\n/*0*/ NOP ;\n/*0*/ STS.128 [R2], R4 ;\n/*0*/ BAR.SYNC 0x1 ;\n\
                     /*0*/ LDTM.x32 R4, tmem[UR4] ;\n/*0*/ STS.128 [R2], R4 ;\n/*0*/ STS.128 [R2], R4 ;\n\
                     /*0*/ FENCE.VIEW.ASYNC.S ;\n/*0*/ UTMASTG.2D [UR4], [UR6] ;\n";
        let listing = format!(
            "\t.section\t.text.gemm,\"ax\"\n.L_x_0:\n/*0*/ SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR15], R3 ;\n\
             /*0*/ UTCHMMA gdesc[UR8], gdesc[UR10], tmem[UR4], tmem[UR6], idesc[UR7], UP0 ;\n\
             /*0*/ UTCBAR [UR4], URZ ;\n/*0*/ @!P2 BRA `(.L_x_0) ;\n\
             .L_x_1:\n/*0*/ UTMALDG.2D [UR4], [UR6] ;\n/*0*/ @!P2 BRA `(.L_x_1) ;\n/*0*/ {slice}/*0*/ {slice}/*0*/ EXIT ;\n"
        );
        let found = count(&Code::read(&listing)).expect("there are products");
        assert_eq!((found.products, found.multiply, found.load, found.slice), (1, 2, 1, Some(8)));
        assert_eq!(found.weights, None);
    }

    #[test]
    fn weights_are_counted_with_what_is_skipped() {
        let listing = "\t.section\t.text.attention,\"ax\"\n\
            .L_x_0:\n/*0*/ UTCHMMA gdesc[UR8], gdesc[UR10], tmem[UR4], tmem[UR6], idesc[UR7], UP0 ;\n/*0*/ @!P2 BRA `(.L_x_0) ;\n\
            .L_x_1:\n/*0*/ LDTM.x32 R4, tmem[UR4] ;\n/*0*/ MUFU.EX2 R4, R4 ;\n/*0*/ @!P1 BRA `(.L_x_3) ;\n\
            .L_x_2:\n/*0*/ NOP ;\n/*0*/ @!P2 BRA `(.L_x_1) ;\n/*0*/ UTMALDG.2D [UR4], [UR6] ;\n/*0*/ @!P2 BRA `(.L_x_0) ;\n\
            /*0*/ EXIT ;\n.L_x_3:\n/*0*/ STTM.x32 tmem[UR4], R4 ;\n/*0*/ BRA `(.L_x_2) ;\n";
        assert_eq!(count(&Code::read(listing)).and_then(|found| found.weights), Some(6));
    }
}
