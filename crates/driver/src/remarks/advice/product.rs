//! Products without tensor cores: the reason, and a suggested change.

use numerics::Scalar;
use tileas::instruction::MatrixInstruction;

/// What is in the way of a matrix instruction.
pub(crate) struct Obstacle {
    /// The reason, to be continued from "element by element: ".
    pub(crate) why: String,
    /// What to change; nothing where the types have an instruction, which another decision has ruled out.
    pub(crate) help: Option<&'static str>,
}

impl Obstacle {
    /// Of a product of operands and a sum of these types, for a target of this compute capability.
    pub(crate) fn of([lhs, rhs, sum]: [Scalar; 3], capability: u32) -> Obstacle {
        let obstacle = |why: String, help| Obstacle { why, help: Some(help) };
        if MatrixInstruction::for_types(lhs, rhs, sum, capability).is_some() {
            return Obstacle { why: "its shape is not one that instructions cover".to_owned(), help: None };
        }
        if MatrixInstruction::for_types(lhs, rhs, sum, u32::MAX).is_some() {
            let why = format!("products of {lhs} have an instruction only on newer targets");
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
            return obstacle("tensor cores multiply no f32".to_owned(), help);
        }
        let why = format!("no instruction multiplies {lhs} by {rhs} into {sum}");
        if sum == Scalar::F16 || lhs != rhs {
            return obstacle(why, "give both operands one type, and sum floats in f32");
        }
        obstacle(why, "sum floats in f32 and integers of 8 bits in i32")
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
}
