//! `tcgen05.mma`.

use super::super::Refusal;
use super::super::copies::constant;
use super::super::scope::{Scope, Target, as_w};
use super::{brought, members, tell, wrong};
use crate::check::AccessKind;
use crate::fault::Fault;
use crate::machine::{AsyncOperation, Cluster, Context, Machine};
use crate::matrix::instruction::{Form, Instruction, Kind};
use crate::matrix::shared_operand::Layout;
use crate::matrix::tcgen05::{Mma, Source};
use crate::program::{Effectful, Flow};
use crate::registers::{D, P, W};
use crate::sync::Completion;
use ptx::module::Operand;
use ptx::{Modifier, Opcode, Type};

/// `tcgen05.mma`.
#[derive(Debug)]
pub(super) struct Multiply {
    form: Form,
    d: Target,
    a: Operands,
    b: D,
    descriptor: W,
    lanes: Vec<W>,
    accumulates: P,
    scale_d: u32,
    scales: Option<(Target, Target)>,
}

/// The memory that the instruction names for A.
#[derive(Debug)]
enum Operands {
    Shared(D),
    Tensor(Target),
}

pub(super) fn multiply(scope: &mut Scope<'_>, pair: bool) -> Result<Multiply, Refusal> {
    let kind = scope.instruction.modifiers.iter().flatten().find_map(|word| Kind::named(word.text()));
    let kind = kind.ok_or_else(|| Refusal::new("its kind is not covered"))?;
    let four = [Modifier::Block16, Modifier::ScaleVec4X].iter().any(|&word| scope.instruction.has(word));
    // Scales along k, as the kind fixes them; `mxf4nvf4` has two block sizes.
    let parts = match kind {
        Kind::Mxf8f6f4 => 1,
        Kind::Mxf4 => 2,
        Kind::Mxf4nvf4 if four => 4,
        Kind::Mxf4nvf4 => 2,
        Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8 => 0,
    };
    let a_in_tensor = matches!(scope.wanted("a")?, Operand::Address(_));
    let ws = scope.instruction.opcode() == Opcode::Tcgen05MmaWs;
    if ws && scope.operand("mask").is_some() {
        return Err(Refusal::new("the ISA shows the columns that its mask makes zero in figures only"));
    }
    let lanes = match scope.operand("lanes") {
        None => Vec::new(),
        Some(_) => {
            let elements = scope.elements("lanes")?;
            elements
                .iter()
                .map(|element| scope.row(element, Type::B32).and_then(as_w))
                .collect::<Result<_, _>>()?
        }
    };
    let scales = match parts {
        0 => None,
        _ => Some((scope.address("sa", None)?, scope.address("sb", None)?)),
    };
    Ok(Multiply {
        form: Form { kind, group: if pair { 2 } else { 1 }, ws, parts, a_in_tensor },
        d: scope.address("d", None)?,
        a: if a_in_tensor {
            Operands::Tensor(scope.address("a", None)?)
        } else {
            Operands::Shared(scope.d("a", Type::B64)?)
        },
        b: scope.d("b", Type::B64)?,
        descriptor: scope.w("idesc", Type::B32)?,
        lanes,
        accumulates: scope.p("enable")?,
        scale_d: if scope.operand("scale").is_some() { constant(scope, "scale")? as u32 } else { 0 },
        scales,
    })
}

impl Multiply {
    fn operation(&self, cx: &Context<'_>, lane: u32) -> Result<MmaTask, Box<Fault>> {
        let index = lane as usize;
        let ranks = members(cx, self.form.group == 2)?;
        let instruction =
            Instruction::decode(self.form, cx.registers.w(self.descriptor)[index]).map_err(wrong)?;
        let layout = |row: D, name| {
            Layout::tcgen05(cx.registers.d(row)[index])
                .map_err(|invalid| wrong(invalid).note(format!("it is the descriptor of {name}")))
        };
        let address = |target: &Target| cx.addresses(target)[index] as u32;
        // Four or eight words, by the number of blocks; missing ones disable nothing.
        let mut disabled = [0; 8];
        for (to, &row) in disabled.iter_mut().zip(&self.lanes) {
            *to = cx.registers.w(row)[index];
        }
        let mma = Mma {
            instruction,
            d: address(&self.d),
            a: match &self.a {
                Operands::Shared(row) => Source::Shared(layout(*row, "A")?),
                Operands::Tensor(target) => Source::Tensor(address(target)),
            },
            b: layout(self.b, "B")?,
            accumulates: cx.registers.p(self.accumulates) >> lane & 1 == 1,
            scale_d: self.scale_d,
            disabled,
            scales: self.scales.as_ref().map_or([0; 2], |(a, b)| [address(a), address(b)]),
        };
        Ok(MmaTask { mma, ranks })
    }
}

impl Effectful for Multiply {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        for lane in cx.lanes() {
            let operation = self.operation(cx, lane).map_err(|fault| cx.at_lane(fault, lane))?;
            cx.issue(lane, Completion::Tensor, true, operation)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct MmaTask {
    mma: Mma,
    ranks: (u32, u32),
}

impl AsyncOperation for MmaTask {
    fn perform(&self, machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let (first, last) = self.ranks;
        machine.tally.tell(|counting| counting.multiplies(&self.mma));
        let mut members = brought(&mut cluster.blocks[first as usize..=last as usize]);
        self.mma.execute(&mut members).map_err(wrong)?;
        cluster.watch.tell(|checks| {
            let count = last - first + 1;
            let (sources, sums) = (self.mma.sources(count), self.mma.sums(count));
            let sum = if self.mma.accumulates { AccessKind::Change } else { AccessKind::Write };
            tell(checks, self.ranks, &self.mma.spans(count), &[(&sources, AccessKind::Read), (&sums, sum)]);
        });
        Ok(())
    }
}
