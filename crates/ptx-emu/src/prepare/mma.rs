//! `mma`, and what all instructions on matrices of a warp share.

use ptx::module::Operand;
use ptx::{Modifier, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::scope::{Scope, as_w};
use crate::codes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::matrix::form::{self, MmaForm};
use crate::matrix::mma::Mma;
use crate::matrix::mma_f64::MmaF64;
use crate::matrix::scaled::{Scaled, Scales};
use crate::matrix::volta::Volta;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, Row, Row32, Row64, W};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let form = form::mma(&modifiers(scope)).ok_or_else(|| Refusal::new("its form is not covered"))?;
    Ok(Op::Effectful(match form {
        MmaForm::Small(mma) => Box::new(Small { work: Product::Small(mma), rows: Rows::of(scope)? }),
        MmaForm::Volta(volta) => Box::new(Small { work: Product::Volta(volta), rows: Rows::of(scope)? }),
        MmaForm::F64(mma) => Box::new(Wide {
            mma,
            d: rows64(scope, "d")?,
            a: rows64(scope, "a")?,
            b: rows64(scope, "b")?,
            c: rows64(scope, "c")?,
        }),
        MmaForm::Scaled(scaled) => Box::new(WithScales {
            scaled,
            rows: Rows::of(scope)?,
            scales: [(scope.w("sa", Type::B32)?, selector(scope, "ia")?), {
                (scope.w("sb", Type::B32)?, selector(scope, "ib")?)
            }],
        }),
    }))
}

/// The modifiers of the instruction.
pub(crate) fn modifiers(scope: &Scope<'_>) -> Vec<Modifier> {
    scope.instruction.modifiers.iter().flatten().copied().collect()
}

/// The rows of an operand of 32-bit registers.
pub(crate) fn rows(scope: &mut Scope<'_>, name: &str) -> Result<SmallVec<[W; 8]>, Refusal> {
    let elements = scope.elements(name)?;
    elements.iter().map(|element: &Operand| as_w(scope.row(element, Type::B32)?)).collect()
}

/// The rows of an operand of 64-bit registers.
pub(crate) fn rows64(scope: &mut Scope<'_>, name: &str) -> Result<SmallVec<[D; 8]>, Refusal> {
    let elements = scope.elements(name)?;
    let row = |element: &Operand| match scope.row(element, Type::F64)? {
        Row::D(row) => Ok(row),
        Row::W(_) | Row::Q(_) | Row::P(_) => Err(Refusal::new("a value of 64 bits is wanted")),
    };
    elements.iter().map(row).collect()
}

fn selector(scope: &mut Scope<'_>, name: &str) -> Result<[W; 2], Refusal> {
    let rows = rows(scope, name)?;
    <[W; 2]>::try_from(&rows[..]).map_err(|_| Refusal::new("a selector is two numbers"))
}

impl Context<'_> {
    /// Refuses an instruction with `.aligned` unless the whole warp executes it.
    pub(crate) fn whole_warp(&self, name: &str) -> Result<(), Box<Fault>> {
        if self.mask == self.live && self.converged {
            return Ok(());
        }
        let message = format!(
            "`{name}` is executed by the lanes {:#010x} of a warp whose lanes {:#010x} have not ended; all must execute it together",
            self.mask, self.live
        );
        Err(Fault::new(codes::DIVERGED, message))
    }

    /// The registers of at most eight rows; missing ones are registers of zeros.
    pub(crate) fn registers(&self, rows: &[W]) -> [&Row32; 8] {
        std::array::from_fn(|index| rows.get(index).map_or(&[0; 32], |&row| self.registers.w(row)))
    }

    /// Writes registers.
    pub(crate) fn set_registers(&mut self, rows: &[W], values: &[Row32]) {
        for (&row, value) in rows.iter().zip(values) {
            self.registers.set_w(row, self.mask, value);
        }
    }
}

/// The operands of an instruction on 32-bit registers.
#[derive(Debug)]
struct Rows {
    d: SmallVec<[W; 8]>,
    a: SmallVec<[W; 8]>,
    b: SmallVec<[W; 8]>,
    c: SmallVec<[W; 8]>,
}

impl Rows {
    fn of(scope: &mut Scope<'_>) -> Result<Rows, Refusal> {
        let mut named = |name| rows(scope, name);
        Ok(Rows { d: named("d")?, a: named("a")?, b: named("b")?, c: named("c")? })
    }
}

#[derive(Debug)]
enum Product {
    Small(Mma),
    Volta(Volta),
}

#[derive(Debug)]
struct Small {
    work: Product,
    rows: Rows,
}

impl Effectful for Small {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("mma")?;
        let Rows { d, a, b, c } = &self.rows;
        let [a, b, c] = [a, b, c].map(|rows| cx.registers(rows));
        match &self.work {
            Product::Small(mma) => {
                let mut values = [[0; 32]; 4];
                mma.execute(&a, &b, &c, &mut values);
                cx.set_registers(d, &values);
            }
            Product::Volta(volta) => {
                let mut values = [[0; 32]; 8];
                volta.execute(&a, &b, &c, &mut values);
                cx.set_registers(d, &values);
            }
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct Wide {
    mma: MmaF64,
    d: SmallVec<[D; 8]>,
    a: SmallVec<[D; 8]>,
    b: SmallVec<[D; 8]>,
    c: SmallVec<[D; 8]>,
}

impl Effectful for Wide {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("mma")?;
        let mut values = [[0; 32]; 4];
        let [a, b, c]: [[&Row64; 8]; 3] = [&self.a, &self.b, &self.c].map(|rows| {
            std::array::from_fn(|index| rows.get(index).map_or(&[0; 32], |&row| cx.registers.d(row)))
        });
        self.mma.execute(&a, &b, &c, &mut values);
        for (&row, value) in self.d.iter().zip(&values) {
            cx.registers.set_d(row, cx.mask, value);
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct WithScales {
    scaled: Scaled,
    rows: Rows,
    /// Of A and of B: the scales, and the rows of byte and thread.
    scales: [(W, [W; 2]); 2],
}

impl Effectful for WithScales {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("mma")?;
        let Rows { d, a, b, c } = &self.rows;
        let first = cx.mask.trailing_zeros() as usize;
        let mut chosen = [(0, 0); 2];
        for (index, (_, selector)) in self.scales.iter().enumerate() {
            let [byte, thread] = selector.map(|row| cx.registers.w(row)[first]);
            // A quad of lanes has the scales of two rows of A in two of its lanes, and those of one column of B in one:
            // two choices, or four.
            let threads = [2, 4][index];
            if !self.scaled.selects(byte, thread, threads) {
                let operand = ["A", "B"][index];
                let message = format!(
                    "the scales of {operand} are selected by byte {byte} and thread {thread}; the byte is a multiple of {} below 4, the thread below {threads}",
                    self.scaled.parts
                );
                return Err(Fault::new(codes::MATRIX, message));
            }
            chosen[index] = (byte as usize, thread as usize);
        }
        let scales = |index: usize| {
            let (byte, thread) = chosen[index];
            Scales { register: cx.registers.w(self.scales[index].0), byte, thread }
        };
        let mut values = [[0; 32]; 4];
        let [a, b, c] = [a, b, c].map(|rows| cx.registers(rows));
        self.scaled.execute([(&a, scales(0)), (&b, scales(1))], &c, &mut values);
        cx.set_registers(d, &values);
        Ok(Flow::Next)
    }
}
