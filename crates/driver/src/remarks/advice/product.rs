//! Products without tensor cores: the reason, and a suggested change.

use numerics::Scalar;
use tileas::instruction::{BlockScales, MatrixInstruction};
use tileas::target::Feature;

/// The reason why a product has no matrix instruction.
pub(crate) struct Obstacle {
    /// The reason, which follows "element by element: ".
    pub(crate) why: String,
    /// The suggested change; none if the types have an instruction, which another decision excluded.
    pub(crate) help: Option<&'static str>,
}

impl Obstacle {
    /// The obstacle for operands and a sum of these types, on a target of this compute capability.
    pub(crate) fn of([lhs, rhs, sum]: [Scalar; 3], capability: u32) -> Obstacle {
        let obstacle = |why: String, help| Obstacle { why, help: Some(help) };
        if MatrixInstruction::for_types(lhs, rhs, sum, capability).is_some() {
            return Obstacle { why: "no instruction supports its shape".to_owned(), help: None };
        }
        if MatrixInstruction::for_types(lhs, rhs, sum, u32::MAX).is_some() {
            let why = format!("only newer targets have an instruction for products of {lhs}");
            return if capability < 80 {
                obstacle(why, "compile for sm_80 or newer, where this compiler uses tensor cores")
            } else {
                obstacle(
                    why,
                    "compile for sm_89 or newer, or convert both operands to f16 (`ftof`, `ct.astype`)",
                )
            };
        }
        if [lhs, rhs] == [Scalar::F32; 2] {
            let help = "convert both operands to tf32, or to f16 or bf16, whose products are summed in f32 \
                        (`ftof` in Tile IR, `ct.astype(x, ct.tfloat32)` in cuTile)";
            return obstacle("tensor cores do not support f32".to_owned(), help);
        }
        let why = format!("there is no instruction for {lhs} times {rhs} with a sum of {sum}");
        if sum == Scalar::F16 || lhs != rhs {
            return obstacle(why, "use one type for both operands, and a sum of f32 for floats");
        }
        obstacle(why, "use a sum of f32 for floats, and of i32 for 8-bit integers")
    }

    /// Of a product with block scales.
    pub(crate) fn of_scaled(operands: [Scalar; 2], scales: BlockScales, capability: u32) -> Obstacle {
        let known = |capability: u32| MatrixInstruction::for_scaled(operands, scales, capability);
        if known(capability).is_some() {
            return Obstacle { why: "its shape is not one that instructions cover".to_owned(), help: None };
        }
        let targets = Feature::BlockScaledMma;
        if targets.capabilities().iter().any(|&one| known(one).is_some()) {
            let of_agents = Feature::TensorMemory;
            if of_agents.capabilities().contains(&capability) {
                let why = "on this target only agents multiply with block scales".to_owned();
                let help =
                    "put it into a loop that loads its operands; the remarks say why a kernel has no agents";
                return Obstacle { why, help: Some(help) };
            }
            let (warps, agents) = (targets.targets(), of_agents.targets());
            let why = format!("block scales are for {warps}, and in agents for {agents}");
            let help = "compile for one of them, or multiply operands by their scales in f16 and use `mmaf`";
            return Obstacle { why, help: Some(help) };
        }
        let ([lhs, rhs], BlockScales { scalar, block }) = (operands, scales);
        let why =
            format!("no instruction multiplies {lhs} by {rhs} with scales of {scalar} for blocks of {block}");
        Obstacle { why, help: Some("give blocks of 32, or of 16 elements of 4 bits, scales of f8E8M0FNU") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_obstacle_has_its_remedy() {
        let help = |types, capability| Obstacle::of(types, capability).help.unwrap_or("none");
        assert!(help([Scalar::F32; 3], 90).contains("tf32"));
        assert!(help([Scalar::F16, Scalar::F16, Scalar::F32], 75).contains("sm_80"));
        assert!(help([Scalar::F8E4M3FN, Scalar::F8E4M3FN, Scalar::F32], 80).contains("sm_89"));
        assert!(help([Scalar::F16, Scalar::BF16, Scalar::F32], 90).contains("one type"));
        assert_eq!(help([Scalar::F16, Scalar::F16, Scalar::F32], 80), "none");
    }

    #[test]
    fn block_scales_name_their_targets() {
        let of = |elem, scalar, capability| {
            Obstacle::of_scaled([elem; 2], BlockScales { scalar, block: 32 }, capability)
        };
        let elsewhere = of(Scalar::F8E5M2, Scalar::F8E8M0FNU, 90);
        let agents = "sm_100a, sm_103a, sm_107a, sm_110a";
        assert_eq!(
            elsewhere.why,
            format!("block scales are for sm_120a, sm_121a, and in agents for {agents}")
        );
        assert!(of(Scalar::F8E5M2, Scalar::F8E8M0FNU, 100).why.contains("only agents"));
        assert_eq!(of(Scalar::F8E5M2, Scalar::F8E8M0FNU, 120).help, None);
        assert!(of(Scalar::F4E2M1FN, Scalar::FNV8E5M3FNU, 120).why.contains("for blocks of 32"));
    }
}
