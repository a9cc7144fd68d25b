//! Regions of an op: their number, their blocks, and how blocks end.

use diag::Diagnostic;

use super::{BLOCKS, Checker, EARLY_TERMINATOR, Entered, FastVerify, MISPLACED, NO_TERMINATOR, op_error};
use crate::entity::{Block, Op};
use crate::level::Level;
use crate::level::spec::{OpSpec, RegionSpec, Trait};

impl<'m, L: Level, S: FastVerify> Checker<'m, L, S> {
    pub(super) fn report_misplaced(&mut self, op: Op) {
        let diagnostic = self.misplaced(op, self.module.spec(op), self.frame.in_table);
        self.report(op, diagnostic);
    }

    pub(super) fn report_early(&mut self, op: Op) {
        let message = "must be the last operation in the parent block";
        let mut diagnostic = op_error(self.module, op, EARLY_TERMINATOR, message);
        if let Some(place) = self.module.body.next(op).and_then(|next| self.module.place(next)) {
            diagnostic = diagnostic.also(place, "this can never run");
        }
        self.report(op, diagnostic.help("remove what follows it in the block"));
    }

    fn misplaced(&self, op: Op, spec: &OpSpec<L>, in_table: bool) -> Diagnostic {
        if in_table {
            let message = "non-symbol operations are not allowed in a module body: \
                           only function and global ops are allowed in the body";
            op_error(self.module, op, MISPLACED, message)
                .help(format!("move `{}` into the body of a kernel", spec.mnemonic))
        } else {
            let message = "symbol's parent must have the SymbolTable trait";
            op_error(self.module, op, MISPLACED, message)
                .help(format!("define `{}` directly in the module", spec.mnemonic))
        }
    }

    pub(super) fn check_regions(&mut self, op: Op, entered: Entered) {
        let body = &self.module.body;
        let spec = self.module.spec(op);
        for (index, (region, blocks)) in spec.regions.iter().zip(body.regions(op)).enumerate() {
            let blocks = body.region_blocks(blocks);
            if !(region.min_blocks.into()..=region.max_blocks.into()).contains(&blocks.len()) {
                let diagnostic = self.wrong_blocks(op, index, region, blocks.len());
                self.report_late(op, entered, diagnostic);
            } else if !spec.has(Trait::SymbolTable) {
                self.check_ends(op, entered, index, region, blocks);
            }
        }
    }

    fn report_late(&mut self, op: Op, entered: Entered, diagnostic: Diagnostic) {
        self.found.broken.insert(op);
        self.late.push((entered, diagnostic));
    }

    fn wrong_blocks(&self, op: Op, index: usize, spec: &RegionSpec, found: usize) -> Diagnostic {
        let (min, max) = (spec.min_blocks, spec.max_blocks);
        let wanted = if min == max { format!("{max}") } else { format!("at most {max}") };
        let message = format!(
            "region #{index} ('{}') failed to verify constraint: region with {wanted} blocks",
            spec.name
        );
        op_error(self.module, op, BLOCKS, message).note(format!("the region has {found} blocks"))
    }

    fn check_ends(&mut self, op: Op, entered: Entered, index: usize, spec: &RegionSpec, blocks: &[Block]) {
        for &block in blocks {
            let last = self.module.body.last_op(block);
            if last.is_none_or(|last| !self.module.spec(last).has(Trait::Terminator)) {
                let diagnostic = self.unterminated(op, index, spec, last);
                self.report_late(op, entered, diagnostic);
            }
        }
    }

    fn unterminated(&self, op: Op, index: usize, spec: &RegionSpec, last: Option<Op>) -> Diagnostic {
        let region = format!("region #{index} ('{}')", spec.name);
        let diagnostic = match last {
            None => {
                let message = format!("expects a non-empty block: {region} must end in a terminator");
                op_error(self.module, op, NO_TERMINATOR, message)
            }
            Some(last) => {
                let name = self.module.spec(last).mnemonic;
                let message = format!("{region}: block with no terminator, has '{}.{name}' last", L::NAME);
                let diagnostic = op_error(self.module, op, NO_TERMINATOR, message);
                match self.module.place(last) {
                    Some(place) => diagnostic.also(place, "the block ends here"),
                    None => diagnostic,
                }
            }
        };
        let word = spec.implicit_terminator.unwrap_or("yield");
        diagnostic.help(format!("end the block with `{word}`"))
    }
}
