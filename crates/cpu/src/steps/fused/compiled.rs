//! Groups that were compiled: machine code over spans of strips, and micro-operations between.

use super::Fused;
use crate::context::Context;
use crate::fault::Checked;
use crate::isa::Isa;
use crate::steps::lanes::access::Resolved;
use crate::steps::lanes::{Accesses, Fold, Lanes, Micro, Setup, Table};
use crate::steps::native::{self, AREA, Code, Joined, Native, Stage, VECTOR};

/// Memory for values that machine code spills from the processor's registers.
#[repr(C, align(64))]
struct Area([u8; AREA * VECTOR]);

impl Fused {
    /// Compiles the group, if the machine can run it and anything of it is known.
    pub(super) fn compiled(mut self, isa: Isa) -> Fused {
        if isa < Isa::Avx2 {
            return self;
        }
        let group = native::Group {
            lanes: &self.lanes,
            accesses: &self.accesses,
            strip: self.strip,
            strips: self.strips,
        };
        if let Some(native) = native::compile(group) {
            self.lanes.leave_out(&native);
            for access in &mut self.accesses {
                access.non_temporal = native.non_temporal.contains(&access.register);
            }
            self.native = Some(Box::new(native));
        }
        self
    }

    /// Runs all strips.
    ///
    /// # Safety
    /// The table was started for a strip; the accesses are those of the group.
    pub(super) unsafe fn run_native(
        &self,
        native: &Native,
        ctx: &Context<'_>,
        table: Table,
        accesses: Accesses<'_>,
    ) -> Checked {
        let (span, non_temporal) = (accesses.span(native.span, self.strip), accesses.all_non_temporal());
        let n = self.strip * span;
        let in_place = accesses.all_in_place();
        // Both are powers of two.
        let parts = self.strips >> span.trailing_zeros();
        for number in 0..parts {
            let part = Part { number, span, non_temporal };
            // SAFETY: this function's contract: the table was started for a strip; the accesses are those of the group.
            // All that the stages read and write is there for `n` lanes.
            let run = |stage| unsafe { self.run_stage(stage, ctx, table, accesses, part) };
            if in_place {
                native.in_place.iter().try_for_each(|&index| run(&native.stages[index as usize]))?;
            } else {
                native.stages.iter().try_for_each(run)?;
            }
            if number + 1 == parts {
                break;
            }
            // SAFETY: registers of the group.
            unsafe {
                for &(register, step) in &self.advance {
                    table.set(register, table.get(register).wrapping_add(step as usize * span));
                }
                for (access, resolved) in accesses.all.iter().zip(accesses.resolved) {
                    access.advance(resolved, table, n);
                }
            }
        }
        Ok(())
    }

    /// # Safety
    /// As [`Fused::run_native`]; the registers are advanced to the span.
    unsafe fn run_stage(
        &self,
        stage: &Stage,
        ctx: &Context<'_>,
        table: Table,
        accesses: Accesses<'_>,
        part: Part,
    ) -> Checked {
        let Part { number, span, .. } = part;
        let n = self.strip * span;
        // SAFETY: as the caller promises. Micro-operations that count strips stand alone in spans of one strip, or
        // begin where the first strip of the span does; a number in the table is read by machine code alone.
        unsafe {
            match stage {
                Stage::Micro(index) => {
                    let micro = &self.lanes.code[*index as usize];
                    let unit = if matches!(micro, Micro::Point(_)) { number * span } else { number };
                    return self.lanes.run_micro(micro, ctx, table, accesses, unit, n);
                }
                Stage::Number(numbers) => {
                    table.set_number(numbers.dst, numbers.strips.place(number * span) as u32);
                }
                Stage::Below(index) => {
                    if let Micro::Below(below) = &self.lanes.code[*index as usize] {
                        let count = below.count(ctx, number * span, n) as u32;
                        table.set_number(below.dst, count.wrapping_sub(u32::from(below.negated)));
                    }
                }
                Stage::Element(index) => {
                    if let Micro::Gather(gather) = &self.lanes.code[*index as usize] {
                        let offset = gather.strips.place(number * span) * gather.size as usize;
                        table.set(gather.dst, ctx.at(gather.from).add(offset));
                    }
                }
                Stage::Code(code) => self.run_code(code, ctx, table, part),
            }
        }
        Ok(())
    }

    /// # Safety
    /// As [`Fused::run_stage`].
    unsafe fn run_code(&self, code: &Code, ctx: &Context<'_>, table: Table, part: Part) {
        let Part { number, span, non_temporal } = part;
        let n = self.strip * span;
        // The lanes of an iteration are a power of two as well.
        let iterations = (n >> code.lanes.trailing_zeros()).max(1);
        // While memory is written it is better not read.
        let work = iterations * code.iteration / if non_temporal { 4 } else { 1 };
        let (prefetcher, step) = ctx.prefetcher.during(iterations, work);
        let folds = || {
            code.folds.iter().filter_map(|&index| match &self.lanes.code[index as usize] {
                Micro::Fold(fold) => Some(fold),
                _ => None,
            })
        };
        let mut area = std::mem::MaybeUninit::<Area>::uninit();
        // SAFETY: this function's contract: the table was started for a strip; the accesses are those of the group. The
        // registers are advanced to the span. The code was made for this group, and writes its area before it reads it.
        unsafe {
            for fold in folds() {
                fold.begin(ctx, table, number * span);
            }
            code.function(non_temporal)(table.0, n, (&raw mut (*area.as_mut_ptr()).0), prefetcher, step);
            for fold in folds() {
                fold.end(ctx, table, (number + 1) * span);
            }
        }
    }
}

/// Strips that are computed at a time.
#[derive(Clone, Copy)]
struct Part {
    /// The number of such parts before this one.
    number: usize,
    /// Strips of a part.
    span: usize,
    /// Stores are non-temporal where they can be.
    non_temporal: bool,
}

impl Accesses<'_> {
    /// Whether every store that machine code could make non-temporal may be so.
    fn all_non_temporal(&self) -> bool {
        let mut non_temporal = self.all.iter().zip(self.resolved).filter(|(access, _)| access.non_temporal);
        non_temporal.all(|(_, resolved)| resolved.is_non_temporal())
    }

    /// Whether no access is left that loads or stores strip by strip.
    fn all_in_place(&self) -> bool {
        self.resolved.iter().all(Resolved::is_in_place)
    }

    /// The number of strips that can be computed at a time: those that are contiguous in memory for all accesses.
    fn span(&self, most: usize, strip: usize) -> usize {
        self.resolved.iter().fold(most, |span, resolved| span.min(resolved.span(strip)))
    }
}

impl Resolved {
    fn span(&self, strip: usize) -> usize {
        if self.is_in_place() {
            return usize::MAX;
        }
        let run = self.run_in_place().unwrap_or(strip);
        1 << (run / strip).max(1).ilog2()
    }
}

impl Lanes {
    /// Leaves out the making of registers that machine code does not read.
    fn leave_out(&mut self, native: &Native) {
        let setup = std::mem::take(&mut self.setup).into_iter();
        let kept = setup.filter_map(|setup| match setup {
            Setup::Fill { dst, from, .. } if native.elements.contains(&dst) => {
                Some(Setup::Point { dst, from })
            }
            Setup::Number(number) if native.symbols.contains(&number.dst) => None,
            other => Some(other),
        });
        self.setup = kept.collect();
    }
}

impl Fold {
    fn joined(&self) -> Option<Joined> {
        Joined::of(self.operation, self.identity_bits)
    }

    /// Prepares partial results before the first strip of a line.
    ///
    /// # Safety
    /// The table is that of the group.
    unsafe fn begin(&self, ctx: &Context<'_>, table: Table, strip: usize) {
        if strip & (self.strips - 1) != 0 {
            return;
        }
        // SAFETY: the register has room for all partial results.
        unsafe {
            let parts = table.get(self.parts);
            match self.joined().and_then(Joined::first) {
                Some(first) => parts.cast::<[f32; 24]>().write(first),
                None => self.folding.begin.run(parts, [ctx.at(self.identity).cast_const(); 3], 1),
            }
        }
    }

    /// Gives the result of a line after its last strip.
    ///
    /// # Safety
    /// The table is that of the group.
    unsafe fn end(&self, ctx: &Context<'_>, table: Table, behind: usize) {
        if behind & (self.strips - 1) != 0 {
            return;
        }
        let line = behind / self.strips - 1;
        // SAFETY: the register holds all partial results, and every line has a place for its own.
        unsafe {
            let (parts, out) = (table.get(self.parts), ctx.at(self.out).add(line * self.size));
            match self.joined() {
                Some(joined) if joined != Joined::Sum => {
                    out.cast::<f32>().write(joined.last(&parts.cast::<[f32; 24]>().read()));
                }
                _ => self.folding.end.run(out, [parts.cast_const(); 3], 1),
            }
        }
    }
}
