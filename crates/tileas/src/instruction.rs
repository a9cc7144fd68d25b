//! The table of matrix instructions: those of warps (`mma.sync`), of warpgroups (`wgmma`), and of tensor memory (`tcgen05`).
//!
//! `assign-dot-layouts` looks up the instruction of a product and writes it into the op. The verifier compares layouts with it,
//! and level 4 emits it.

use numerics::Scalar;

use crate::feature::Feature;
use crate::layout::Mma;
pub use crate::layout::Numbering;

ir::attr_enums! {
    /// A matrix instruction: rows, columns and inner dimension of one product.
    MatrixInstruction {
        /// 16-bit floats.
        M16N8K16 "m16n8k16",
        /// tf32.
        M16N8K8 "m16n8k8",
        /// Bytes: integers and 8-bit floats.
        M16N8K32 "m16n8k32",
        /// 4-bit floats.
        M16N8K64 "m16n8k64",
        /// f64.
        M8N8K4 "m8n8k4",
    }
}

/// A row of the table: operands, sums, and the first compute capability that has it.
struct Row {
    operands: &'static [Scalar],
    sums: &'static [Scalar],
    since: u32,
    instruction: MatrixInstruction,
}

/// PTX ISA, "Warp-level matrix instructions: mma". Both operands have the same type, except for 8-bit floats, which can be mixed.
const TABLE: &[Row] = &[
    Row {
        operands: &[Scalar::F16],
        sums: &[Scalar::F32, Scalar::F16],
        since: 80,
        instruction: MatrixInstruction::M16N8K16,
    },
    Row {
        operands: &[Scalar::BF16],
        sums: &[Scalar::F32],
        since: 80,
        instruction: MatrixInstruction::M16N8K16,
    },
    Row {
        operands: &[Scalar::TF32],
        sums: &[Scalar::F32],
        since: 80,
        instruction: MatrixInstruction::M16N8K8,
    },
    Row {
        operands: &[Scalar::I8],
        sums: &[Scalar::I32],
        since: 80,
        instruction: MatrixInstruction::M16N8K32,
    },
    Row {
        operands: &[Scalar::F8E4M3FN, Scalar::F8E5M2],
        sums: &[Scalar::F32],
        since: 89,
        instruction: MatrixInstruction::M16N8K32,
    },
    Row { operands: &[Scalar::F64], sums: &[Scalar::F64], since: 80, instruction: MatrixInstruction::M8N8K4 },
];

/// A row of the table of products with block scales.
struct ScaledRow {
    operands: &'static [Scalar],
    scales: BlockScales,
    instruction: MatrixInstruction,
}

/// Scales of blocks along the inner dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockScales {
    /// Their type.
    pub scalar: Scalar,
    /// The elements that share one.
    pub block: u32,
}

/// PTX ISA, "Block Scaling for mma.sync": sums are f32.
const SCALED_TABLE: &[ScaledRow] = &[
    ScaledRow {
        operands: &[Scalar::F8E4M3FN, Scalar::F8E5M2],
        scales: BlockScales { scalar: Scalar::F8E8M0FNU, block: 32 },
        instruction: MatrixInstruction::M16N8K32,
    },
    ScaledRow {
        operands: &[Scalar::F4E2M1FN],
        scales: BlockScales { scalar: Scalar::F8E8M0FNU, block: 32 },
        instruction: MatrixInstruction::M16N8K64,
    },
    ScaledRow {
        operands: &[Scalar::F4E2M1FN],
        scales: BlockScales { scalar: Scalar::F8E8M0FNU, block: 16 },
        instruction: MatrixInstruction::M16N8K64,
    },
    ScaledRow {
        operands: &[Scalar::F4E2M1FN],
        scales: BlockScales { scalar: Scalar::F8E4M3FN, block: 16 },
        instruction: MatrixInstruction::M16N8K64,
    },
];

impl MatrixInstruction {
    /// The instruction of a compute capability for operands of these types with such scales, summed in f32; none where
    /// `mma.sync` has none.
    pub fn for_scaled(
        [lhs, rhs]: [Scalar; 2],
        scales: BlockScales,
        capability: u32,
    ) -> Option<MatrixInstruction> {
        let fits = |row: &&ScaledRow| {
            row.operands.contains(&lhs) && row.operands.contains(&rhs) && row.scales == scales
        };
        let row = SCALED_TABLE.iter().find(fits)?;
        Feature::BlockScaledMma.capabilities().contains(&capability).then_some(row.instruction)
    }

    /// Whether any target has the instruction for operands of these types with such scales.
    pub fn takes_scaled(self, operands: [Scalar; 2], scales: BlockScales) -> bool {
        let mut capabilities = Feature::BlockScaledMma.capabilities().iter();
        capabilities.any(|&one| MatrixInstruction::for_scaled(operands, scales, one) == Some(self))
    }

    /// The instruction of a compute capability for operands and sum of these types; none if `mma.sync` has none.
    pub fn for_types(lhs: Scalar, rhs: Scalar, sum: Scalar, capability: u32) -> Option<MatrixInstruction> {
        let fits = |row: &&Row| {
            row.operands.contains(&lhs) && row.operands.contains(&rhs) && row.sums.contains(&sum)
        };
        let row = TABLE.iter().find(fits)?;
        (capability >= row.since).then_some(row.instruction)
    }

    /// Whether any target has the instruction for operands and sum of these types.
    pub fn takes(self, lhs: Scalar, rhs: Scalar, sum: Scalar) -> bool {
        MatrixInstruction::for_types(lhs, rhs, sum, u32::MAX) == Some(self)
    }

    /// Its shape, as far as fragments depend on it.
    pub fn mma(self) -> Mma {
        let (rows, k, element_bits) = match self {
            MatrixInstruction::M16N8K16 => (16, 16, 16),
            MatrixInstruction::M16N8K8 => (16, 8, 32),
            MatrixInstruction::M16N8K32 => (16, 32, 8),
            MatrixInstruction::M16N8K64 => (16, 64, 4),
            MatrixInstruction::M8N8K4 => (8, 4, 64),
        };
        Mma { rows, k, element_bits }
    }
}

/// The types of sums for products of these numbers, for both `wgmma` and `tcgen05.mma`; empty if there is no instruction.
pub fn warpgroup_sums(lhs: Scalar, rhs: Scalar) -> &'static [Scalar] {
    let narrow = |scalar| matches!(scalar, Scalar::F8E4M3FN | Scalar::F8E5M2);
    #[allow(clippy::wildcard_enum_match_arm, reason = "pairs that have an instruction are listed")]
    match (lhs, rhs) {
        (Scalar::F16, Scalar::F16) => &[Scalar::F16, Scalar::F32],
        (Scalar::BF16, Scalar::BF16) | (Scalar::TF32, Scalar::TF32) => &[Scalar::F32],
        (Scalar::I8, Scalar::I8) => &[Scalar::I32],
        _ if narrow(lhs) && narrow(rhs) => &[Scalar::F16, Scalar::F32],
        _ => &[],
    }
}

/// Elements along k that share a scale in tensor memory (PTX ISA, `tcgen05.mma`, kinds mxf8f6f4, mxf4, mxf4nvf4).
pub(crate) fn elements_of_scale([lhs, rhs]: [Scalar; 2], scale: Scalar) -> &'static [u32] {
    let narrow = |scalar| matches!(scalar, Scalar::F8E4M3FN | Scalar::F8E5M2);
    #[allow(clippy::wildcard_enum_match_arm, reason = "scales that have an instruction are listed")]
    match scale {
        Scalar::F8E8M0FNU if narrow(lhs) && narrow(rhs) => &[32],
        Scalar::F8E8M0FNU if lhs == Scalar::F4E2M1FN && rhs == lhs => &[32, 16],
        Scalar::F8E4M3FN if lhs == Scalar::F4E2M1FN && rhs == lhs => &[16],
        _ => &[],
    }
}
