//! The vector instructions that are used, one row each.

use iced_x86::Code;

/// A vector instruction. Floats are f32 unless the name states another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vector {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    /// `a > b ? a : b`: `b` of zeros and of NaN.
    Max,
    /// `a < b ? a : b`.
    Min,
    And,
    Or,
    Xor,
    Compare,
    /// The second operand in lanes whose sign bit is set in the third, else the first.
    Blend,
    AddI,
    SubI,
    MulI,
    GreaterI,
    EqualI,
    MaxI,
    MinI,
    MaxU,
    MinU,
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    /// By a number of bits for each lane.
    ShiftLeftBy,
    ShiftRightBy,
    ShiftRightSignedBy,
    AbsI,
    /// Rounds to an integer, in the mode of the immediate number.
    Round,
    /// f32 of signed 32-bit integers.
    OfInt,
    /// Signed 32-bit integers of f32, cut; the least of what does not fit.
    ToInt,
    /// f64 of the lower 4 lanes.
    Widen,
    /// The upper 4 lanes as the lower ones.
    Upper,
    /// The lower 4 lanes of both operands.
    Both,
    /// f32 of 4 f64.
    Narrow,
    AddWide,
    SubWide,
    MulWide,
    SqrtWide,
    DivWide,
    /// Of 64-bit integers.
    AddLong,
    SubLong,
    ShiftLeftLong,
    ShiftRightLong,
    /// 32 bits of each of 8 bytes.
    OfBytes,
    /// 16 bits of each of 4 words of both operands.
    PackWords,
    /// 8 bits of each of 8 words of 16 bits of both operands.
    PackHalves,
    /// f32 of 8 f16.
    OfF16,
    /// 8 f16, ties to even.
    ToF16,
    /// 32 bits of each of 8 halves.
    OfHalves,
}

/// How operands are written: in which places full vectors stand (else their lower halves), for result, a and b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `dst = op(a)`.
    One { full: [bool; 2] },
    /// `dst = op(a, immediate)`; the operand is in a register.
    OneImm { full: [bool; 2] },
    /// `dst = op(a, b)`.
    Two { full: [bool; 3] },
    /// `dst = op(a, b, immediate)`.
    TwoImm { full: [bool; 3] },
    /// `dst = op(a, b, c)`.
    Three,
}

const ONE: Form = Form::One { full: [true; 2] };
const ONE_IMM: Form = Form::OneImm { full: [true; 2] };
const TWO: Form = Form::Two { full: [true; 3] };

impl Vector {
    /// The instruction's code and form, and whether its two operands may be exchanged: which NaN a sum or product is
    /// does not matter, since it is made canonical before it can be observed.
    pub(super) fn row(self) -> (Code, Form, bool) {
        use Vector as V;
        match self {
            V::Add => (Code::VEX_Vaddps_ymm_ymm_ymmm256, TWO, true),
            V::Sub => (Code::VEX_Vsubps_ymm_ymm_ymmm256, TWO, false),
            V::Mul => (Code::VEX_Vmulps_ymm_ymm_ymmm256, TWO, true),
            V::Div => (Code::VEX_Vdivps_ymm_ymm_ymmm256, TWO, false),
            V::Sqrt => (Code::VEX_Vsqrtps_ymm_ymmm256, ONE, false),
            V::Max => (Code::VEX_Vmaxps_ymm_ymm_ymmm256, TWO, false),
            V::Min => (Code::VEX_Vminps_ymm_ymm_ymmm256, TWO, false),
            V::And => (Code::VEX_Vandps_ymm_ymm_ymmm256, TWO, true),
            V::Or => (Code::VEX_Vorps_ymm_ymm_ymmm256, TWO, true),
            V::Xor => (Code::VEX_Vxorps_ymm_ymm_ymmm256, TWO, true),
            V::Compare => (Code::VEX_Vcmpps_ymm_ymm_ymmm256_imm8, Form::TwoImm { full: [true; 3] }, false),
            V::Blend => (Code::VEX_Vblendvps_ymm_ymm_ymmm256_ymm, Form::Three, false),
            V::AddI => (Code::VEX_Vpaddd_ymm_ymm_ymmm256, TWO, true),
            V::SubI => (Code::VEX_Vpsubd_ymm_ymm_ymmm256, TWO, false),
            V::MulI => (Code::VEX_Vpmulld_ymm_ymm_ymmm256, TWO, true),
            V::GreaterI => (Code::VEX_Vpcmpgtd_ymm_ymm_ymmm256, TWO, false),
            V::EqualI => (Code::VEX_Vpcmpeqd_ymm_ymm_ymmm256, TWO, true),
            V::MaxI => (Code::VEX_Vpmaxsd_ymm_ymm_ymmm256, TWO, true),
            V::MinI => (Code::VEX_Vpminsd_ymm_ymm_ymmm256, TWO, true),
            V::MaxU => (Code::VEX_Vpmaxud_ymm_ymm_ymmm256, TWO, true),
            V::MinU => (Code::VEX_Vpminud_ymm_ymm_ymmm256, TWO, true),
            V::ShiftLeft => (Code::VEX_Vpslld_ymm_ymm_imm8, ONE_IMM, false),
            V::ShiftRight => (Code::VEX_Vpsrld_ymm_ymm_imm8, ONE_IMM, false),
            V::ShiftRightSigned => (Code::VEX_Vpsrad_ymm_ymm_imm8, ONE_IMM, false),
            V::ShiftLeftBy => (Code::VEX_Vpsllvd_ymm_ymm_ymmm256, TWO, false),
            V::ShiftRightBy => (Code::VEX_Vpsrlvd_ymm_ymm_ymmm256, TWO, false),
            V::ShiftRightSignedBy => (Code::VEX_Vpsravd_ymm_ymm_ymmm256, TWO, false),
            V::AbsI => (Code::VEX_Vpabsd_ymm_ymmm256, ONE, false),
            V::Round => (Code::VEX_Vroundps_ymm_ymmm256_imm8, ONE_IMM, false),
            V::OfInt => (Code::VEX_Vcvtdq2ps_ymm_ymmm256, ONE, false),
            V::ToInt => (Code::VEX_Vcvttps2dq_ymm_ymmm256, ONE, false),
            V::Widen => (Code::VEX_Vcvtps2pd_ymm_xmmm128, Form::One { full: [true, false] }, false),
            V::Upper => {
                (Code::VEX_Vextractf128_xmmm128_ymm_imm8, Form::OneImm { full: [false, true] }, false)
            }
            V::Both => (
                Code::VEX_Vinsertf128_ymm_ymm_xmmm128_imm8,
                Form::TwoImm { full: [true, true, false] },
                false,
            ),
            V::Narrow => (Code::VEX_Vcvtpd2ps_xmm_ymmm256, Form::One { full: [false, true] }, false),
            V::AddWide => (Code::VEX_Vaddpd_ymm_ymm_ymmm256, TWO, true),
            V::SubWide => (Code::VEX_Vsubpd_ymm_ymm_ymmm256, TWO, false),
            V::MulWide => (Code::VEX_Vmulpd_ymm_ymm_ymmm256, TWO, true),
            V::SqrtWide => (Code::VEX_Vsqrtpd_ymm_ymmm256, ONE, false),
            V::DivWide => (Code::VEX_Vdivpd_ymm_ymm_ymmm256, TWO, false),
            V::AddLong => (Code::VEX_Vpaddq_ymm_ymm_ymmm256, TWO, true),
            V::SubLong => (Code::VEX_Vpsubq_ymm_ymm_ymmm256, TWO, false),
            V::ShiftLeftLong => (Code::VEX_Vpsllq_ymm_ymm_imm8, ONE_IMM, false),
            V::ShiftRightLong => (Code::VEX_Vpsrlq_ymm_ymm_imm8, ONE_IMM, false),
            V::OfBytes => (Code::VEX_Vpmovzxbd_ymm_xmmm64, Form::One { full: [true, false] }, false),
            V::PackWords => (Code::VEX_Vpackusdw_xmm_xmm_xmmm128, Form::Two { full: [false; 3] }, false),
            V::PackHalves => (Code::VEX_Vpackuswb_xmm_xmm_xmmm128, Form::Two { full: [false; 3] }, false),
            V::ToF16 => (Code::VEX_Vcvtps2ph_xmmm128_ymm_imm8, Form::OneImm { full: [false, true] }, false),
            V::OfHalves => (Code::VEX_Vpmovzxwd_ymm_xmmm128, Form::One { full: [true, false] }, false),
            V::OfF16 => (Code::VEX_Vcvtph2ps_ymm_xmmm128, Form::One { full: [true, false] }, false),
        }
    }

    /// How many operands it reads.
    pub(super) fn operands(self) -> usize {
        match self.row().1 {
            Form::One { .. } | Form::OneImm { .. } => 1,
            Form::Two { .. } | Form::TwoImm { .. } => 2,
            Form::Three => 3,
        }
    }
}
