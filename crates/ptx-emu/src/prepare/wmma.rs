//! `wmma.load`, `wmma.store` and `wmma.mma`.

use ptx::module::Operand;
use ptx::{Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::mma::{modifiers, rows, rows64};
use super::moves::window;
use super::scope::{Scope, Target, as_w};
use crate::fault::Fault;
use crate::machine::Context;
use crate::matrix::wmma::{self, Fragment, Role, Wmma, WmmaF64, WmmaForm};
use crate::memory::Reference;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, Row32, W};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    Ok(Op::Effectful(match scope.instruction.opcode() {
        Opcode::WmmaLoadA => Box::new(Load(transfer(scope, Role::A, "d")?)),
        Opcode::WmmaLoadB => Box::new(Load(transfer(scope, Role::B, "d")?)),
        Opcode::WmmaLoadC => Box::new(Load(transfer(scope, Role::C, "d")?)),
        Opcode::WmmaStoreD => Box::new(Store(transfer(scope, Role::C, "d")?)),
        _ => return multiply(scope),
    }))
}

/// Registers of a fragment.
#[derive(Debug)]
enum Registers {
    W(SmallVec<[W; 8]>),
    D(SmallVec<[D; 8]>),
}

#[derive(Debug)]
struct Transfer {
    fragment: Fragment,
    at: Target,
    stride: Option<W>,
    registers: Registers,
}

fn transfer(scope: &mut Scope<'_>, role: Role, name: &str) -> Result<Transfer, Refusal> {
    let found = wmma::fragment(role, &modifiers(scope));
    let fragment = found.ok_or_else(|| Refusal::new("its form is not covered"))?;
    let space = window(scope);
    let at = scope.address("a", space)?;
    let stride = match scope.operand("stride") {
        None => None,
        Some(operand) => Some(stride_row(scope, &operand)?),
    };
    let registers = if fragment.bits == 64 {
        Registers::D(rows64(scope, name)?)
    } else {
        Registers::W(rows(scope, name)?)
    };
    Ok(Transfer { fragment, at, stride, registers })
}

fn stride_row(scope: &mut Scope<'_>, operand: &Operand) -> Result<W, Refusal> {
    as_w(scope.row(operand, Type::U32)?)
}

impl Transfer {
    /// Where each slot of each lane is, in order.
    fn places(&self, cx: &Context<'_>, slots: usize) -> Vec<[Reference; 32]> {
        let base = cx.addresses(&self.at);
        let bytes = u64::from(self.fragment.bits / 8);
        let strides = self.stride.map(|row| *cx.registers.w(row));
        let place = |slot: usize, lane: usize| {
            let stride = strides.map_or(self.fragment.stride(), |strides| u64::from(strides[lane]));
            let offset = self.fragment.offset(slot, lane, stride).wrapping_mul(bytes);
            Reference::new(self.at.space, base[lane].wrapping_add(offset))
        };
        (0..slots).map(|slot| std::array::from_fn(|lane| place(slot, lane))).collect()
    }
}

#[derive(Debug)]
struct Load(Transfer);

impl Effectful for Load {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("wmma.load")?;
        let Transfer { fragment, registers, .. } = &self.0;
        let count = match registers {
            Registers::W(rows) => rows.len(),
            Registers::D(rows) => rows.len(),
        };
        let size = fragment.bits as usize / 8;
        let mut values = vec![[0u64; 32]; count];
        // Slot by slot, since a fragment's elements are anywhere in memory.
        for (slot, places) in self.0.places(cx, fragment.slots(count)).iter().enumerate() {
            let (register, shift) = fragment.place(slot);
            for lane in cx.lanes() {
                let mut bytes = [0; 8];
                cx.read(places[lane as usize], lane, &mut bytes[..size])?;
                values[register][lane as usize] |= u64::from_le_bytes(bytes) << shift;
            }
        }
        match registers {
            Registers::W(rows) => {
                for (&row, value) in rows.iter().zip(&values) {
                    cx.registers.set_w(row, cx.mask, &value.map(|bits| bits as u32));
                }
            }
            Registers::D(rows) => {
                for (&row, value) in rows.iter().zip(&values) {
                    cx.registers.set_d(row, cx.mask, value);
                }
            }
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct Store(Transfer);

impl Effectful for Store {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("wmma.store")?;
        let Transfer { fragment, registers, .. } = &self.0;
        let size = fragment.bits as usize / 8;
        for (slot, places) in self.0.places(cx, fragment.distinct()).iter().enumerate() {
            let (register, shift) = fragment.place(slot);
            for lane in cx.lanes() {
                let bits = match registers {
                    Registers::W(rows) => u64::from(cx.registers.w(rows[register])[lane as usize] >> shift),
                    Registers::D(rows) => cx.registers.d(rows[register])[lane as usize],
                };
                cx.write(places[lane as usize], lane, &bits.to_le_bytes()[..size])?;
            }
        }
        Ok(Flow::Next)
    }
}

fn multiply(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let form = wmma::wmma(&modifiers(scope)).ok_or_else(|| Refusal::new("its form is not covered"))?;
    Ok(Op::Effectful(match form {
        WmmaForm::Small(wmma) => {
            let mut named = |name| rows(scope, name);
            Box::new(Small { wmma, d: named("d")?, abc: [named("a")?, named("b")?, named("c")?] })
        }
        WmmaForm::F64(wmma) => {
            let mut named = |name| rows64(scope, name);
            Box::new(Wide { wmma, d: named("d")?, abc: [named("a")?, named("b")?, named("c")?] })
        }
    }))
}

#[derive(Debug)]
struct Small {
    wmma: Wmma,
    d: SmallVec<[W; 8]>,
    abc: [SmallVec<[W; 8]>; 3],
}

impl Effectful for Small {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("wmma.mma")?;
        let mut values: [Row32; 8] = [[0; 32]; 8];
        let [a, b, c] = [0, 1, 2].map(|operand| cx.registers(&self.abc[operand]));
        self.wmma.execute(&a, &b, &c, &mut values);
        cx.set_registers(&self.d, &values);
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct Wide {
    wmma: WmmaF64,
    d: SmallVec<[D; 8]>,
    abc: [SmallVec<[D; 8]>; 3],
}

impl Effectful for Wide {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("wmma.mma")?;
        let [a, b, c] = &self.abc;
        let row = |rows: &[D], index: usize| cx.registers.d(rows[index]);
        let values = self.wmma.execute(row(a, 0), row(b, 0), [row(c, 0), row(c, 1)]);
        for (&row, value) in self.d.iter().zip(&values) {
            cx.registers.set_d(row, cx.mask, value);
        }
        Ok(Flow::Next)
    }
}
