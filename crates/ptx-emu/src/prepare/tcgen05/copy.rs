//! `tcgen05.cp` and `tcgen05.shift`.

use super::super::Refusal;
use super::super::scope::{Scope, Target};
use super::{brought, members, tell, wrong};
use crate::check::AccessKind;
use crate::fault::Fault;
use crate::machine::{AsyncOperation, Cluster, Context, Machine};
use crate::matrix::shared_operand::Layout;
use crate::matrix::tcgen05_copy::Copy;
use crate::matrix::tensor_memory::{LANES, Part, split};
use crate::program::{Effectful, Flow};
use crate::registers::D;
use crate::sync::Completion;
use ptx::{Field, Modifier, Type};

/// `tcgen05.cp`.
#[derive(Debug)]
pub(super) struct FromShared {
    copy: Copy,
    at: Target,
    source: D,
    pair: bool,
}

pub(super) fn copy(scope: &mut Scope<'_>, pair: bool) -> Result<FromShared, Refusal> {
    let text = |field| scope.instruction.modifier(field).map(Modifier::text);
    let fixed =
        [Modifier::S64x128b, Modifier::S32x128b].into_iter().find(|&word| scope.instruction.has(word));
    let shape = text(Field::Shape).or(fixed.map(Modifier::text)).unwrap_or_default();
    let all = scope.instruction.has(Modifier::Warpx4).then_some("warpx4");
    let copy = Copy::named(shape, text(Field::Multicast).or(all), text(Field::Src));
    let copy = copy.ok_or_else(|| Refusal::new("its shape is not covered"))?;
    Ok(FromShared { copy, at: scope.address("a", None)?, source: scope.d("desc", Type::B64)?, pair })
}

impl Effectful for FromShared {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let ranks = members(cx, self.pair)?;
        let addresses = cx.addresses(&self.at);
        for lane in cx.lanes() {
            let source = Layout::tcgen05(cx.registers.d(self.source)[lane as usize]);
            let source = source.map_err(|invalid| cx.at_lane(wrong(invalid), lane))?;
            let operation =
                CopyTask { copy: self.copy, address: addresses[lane as usize] as u32, source, ranks };
            cx.issue(lane, Completion::Tensor, true, operation)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct CopyTask {
    copy: Copy,
    address: u32,
    source: Layout,
    ranks: (u32, u32),
}

impl AsyncOperation for CopyTask {
    fn perform(&self, _machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let (first, last) = self.ranks;
        for mut member in brought(&mut cluster.blocks[first as usize..=last as usize]) {
            self.copy.execute(&mut member, self.address, self.source).map_err(wrong)?;
        }
        cluster.watch.tell(|checks| {
            let (spans, parts) = (self.copy.spans(self.source), self.copy.parts(self.address));
            tell(checks, self.ranks, &spans, &[(&parts, AccessKind::Write)]);
        });
        Ok(())
    }
}

/// `tcgen05.shift`.
#[derive(Debug)]
pub(super) struct ShiftDown {
    pub(super) at: Target,
    pub(super) pair: bool,
}

impl Effectful for ShiftDown {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let ranks = members(cx, self.pair)?;
        let addresses = cx.addresses(&self.at);
        for lane in cx.lanes() {
            cx.issue(
                lane,
                Completion::Tensor,
                true,
                ShiftTask { address: addresses[lane as usize] as u32, ranks },
            )?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct ShiftTask {
    address: u32,
    ranks: (u32, u32),
}

impl AsyncOperation for ShiftTask {
    fn perform(&self, _machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let (first, last) = self.ranks;
        for block in &mut cluster.blocks[first as usize..=last as usize] {
            block.tensor.shift_down(self.address).map_err(wrong)?;
        }
        cluster.watch.tell(|checks| {
            let (lane, column) = split(self.address);
            let part = Part { lanes: lane..LANES, columns: column..column + 8 };
            tell(checks, self.ranks, &[], &[(&[part], AccessKind::Change)]);
        });
        Ok(())
    }
}
