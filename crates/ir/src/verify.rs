//! Structural verification, the same at every level: rules that must hold before the semantics of ops can be checked.
//!
//! For each op:
//! - it has as many operands, results, attributes and regions as its row requires, and its segment sizes add up;
//! - its regions have as many blocks as their rows require; blocks end in terminators where required, and terminators only
//!   occur there;
//! - each operand is defined before the op, in the same block or an enclosing one, and inside the innermost isolated op;
//! - ops that define symbols are in a symbol table, which contains no other ops.
//!
//! One walk with an explicit stack; time and memory are linear in the module. An op that fails is recorded, so that a level
//! does not check its semantics. A level may verify most of the other ops during the walk ([`FastVerify`]), while their lists
//! are available; it visits the rest when the whole structure is verified.
//!
//! The items of a large module may be divided among threads (`shards`), because no check in one isolated op depends on another.
//! The findings are the same, in the same order.

#![warn(clippy::wildcard_enum_match_arm)]

mod regions;
mod segments;
mod shards;

use cranelift_entity::{EntityRef, EntitySet};
use diag::{Code, Diagnostic, Severity};

use self::segments::segment_fault;
use crate::entity::{Block, Op, Value};
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::{Arity, OpSpec, Trait, ValueSpec};
use crate::storage::{OpRef, ValueDef, ValueRange};
use crate::walk::Visit;

/// Wrong number of operands, results, attributes or regions.
pub const COUNT: Code = Code("E0201");
/// Wrong number of blocks in a region.
pub const BLOCKS: Code = Code("E0202");
/// A value is used where it is not defined.
pub const DOMINANCE: Code = Code("E0203");
/// A value of outside is used in an isolated op.
pub const ISOLATION: Code = Code("E0204");
/// A block does not end in a terminator.
pub const NO_TERMINATOR: Code = Code("E0205");
/// A terminator is followed by other ops.
pub const EARLY_TERMINATOR: Code = Code("E0206");
/// An op stands where such ops may not stand.
pub const MISPLACED: Code = Code("E0209");

/// Facts about a module after its structure was checked.
pub struct Structure {
    /// Everything that is wrong, in the order of the program.
    pub diagnostics: Vec<Diagnostic>,
    /// The ops that something is wrong with.
    pub broken: EntitySet<Op>,
    /// The ops that the level has not verified, in the order of the program; those with regions are left, too.
    pub visits: Vec<Visit>,
}

/// Fast verification by a level during the structural check: whether an op is certainly valid. `broken` are the ops so far
/// that something is wrong with.
pub trait FastVerify {
    /// True when all that there is to see of an op was seen and found sound before. Asked of ops without regions that
    /// stand where they may and whose operands are visible; how many these are was not looked at.
    fn knows(&mut self, data: OpRef<'_>) -> bool;

    /// True when the op that [`FastVerify::knows`] was asked for just before turns out to be sound. Its structure is.
    fn accepts(&mut self, op: Op, data: OpRef<'_>, broken: &EntitySet<Op>) -> bool;

    /// An op must be in a symbol table.
    fn defines(&mut self, op: Op);

    /// The regions of an op follow.
    fn enter(&mut self, op: Op);

    /// The regions of an op are over. True when the op itself turns out to be sound.
    fn leave(&mut self, op: Op, broken: &EntitySet<Op>) -> bool;
}

/// Checks the structure of `module`, while `level` verifies what it can and the `others`, where items can be
/// divided, do so on separate threads: each for the items that follow those of the previous thread.
pub fn structure<L: Level, S: FastVerify + Send>(
    module: &Module<L>,
    level: &mut S,
    others: &mut [S],
) -> Structure {
    let checker = Checker::new(module, level);
    match shards::shards(module, 1 + others.len()) {
        Some(items) => shards::run(checker, others, &items),
        None => checker.run(),
    }
}

/// `'cuda_tile.addf' op message` at the place of the op: how every message of the verifiers starts.
pub fn op_error<L: Level>(module: &Module<L>, op: Op, code: Code, message: impl AsRef<str>) -> Diagnostic {
    op_diagnostic(module, op, Severity::Error, code, message)
}

/// Like [`op_error`], of any severity.
pub fn op_diagnostic<L: Level>(
    module: &Module<L>,
    op: Op,
    severity: Severity,
    code: Code,
    message: impl AsRef<str>,
) -> Diagnostic {
    let text = format!("'{}.{}' op {}", L::NAME, module.spec(op).mnemonic, message.as_ref());
    let diagnostic = Diagnostic::new(severity, code, text);
    match module.place(op) {
        Some(place) => diagnostic.at(place, ""),
        None => diagnostic,
    }
}

/// Points at the definition of `value` and says `text` there; becomes a note where nothing can be pointed at.
pub fn point_at_definition<L: Level>(
    module: &Module<L>,
    diagnostic: Diagnostic,
    value: Value,
    text: String,
) -> Diagnostic {
    let owner = match module.body.def(value) {
        ValueDef::Result(op, _) => Some(op),
        ValueDef::Arg(block, _) => module.body.block_op(block),
    };
    match owner.and_then(|op| module.place(op)) {
        Some(place) if diagnostic.primary().is_none_or(|label| label.place != place) => {
            diagnostic.also(place, text)
        }
        Some(_) | None => diagnostic.note(text),
    }
}

/// The user's name of a value with its sigil, and `#k` for a later result of a group.
pub fn value_name<L: Level>(module: &Module<L>, value: Value) -> Option<String> {
    if let Some(name) = module.body.name(value) {
        return Some(format!("%{}", module.text(name)));
    }
    let ValueDef::Result(op, index) = module.body.def(value) else { return None };
    let name = module.body.name(module.body.results(op).get(0)?)?;
    Some(format!("%{}#{index}", module.text(name)))
}

enum Step {
    /// Arguments of the block come into scope, then its ops follow; the number is that of the isolated op around.
    Block(Block, u32),
    /// An op and, after it, those that follow it.
    Ops(Op),
    /// The regions of the op are done: its results come into scope.
    Leave(Op, Entered),
    /// The values of the block go out of scope.
    EndBlock,
}

/// How many values and attributes ops of a row have, and where they may stand.
#[derive(Clone, Copy)]
pub struct Shape {
    operands: Counts,
    results: Counts,
    attrs: u8,
    regions: u8,
    segmented: bool,
    terminator: bool,
    definition: bool,
    symbol_table: bool,
}

impl Shape {
    /// That of a row.
    pub fn of<L: Level>(spec: &OpSpec<L>) -> Shape {
        Shape {
            operands: Counts::of(spec.operands),
            results: Counts::of(spec.results),
            attrs: spec.attrs.len() as u8,
            regions: spec.regions.len() as u8,
            segmented: spec.has(Trait::Segmented),
            terminator: spec.has(Trait::Terminator),
            definition: spec.has(Trait::Definition),
            symbol_table: spec.has(Trait::SymbolTable),
        }
    }

    /// True when an op has as many operands, results, attributes and regions as its row says. The common case, decided
    /// without making a message.
    #[inline]
    pub fn fits<L: Level>(&self, data: OpRef<'_>) -> bool {
        let operands = data.operand_count();
        self.operands.fit(operands)
            && self.results.fit(data.results().len())
            && data.attr_count() == usize::from(self.attrs)
            && data.region_count() == usize::from(self.regions)
            && (!self.segmented
                || segment_fault(L::ops()[data.opcode()].operands, data.segments(), operands).is_none())
    }
}

/// How many values can be distinguished into the fields of a row.
#[derive(Clone, Copy)]
struct Counts {
    min: u32,
    max: u32,
}

impl Counts {
    fn of<L: Level>(fields: &[ValueSpec<L>]) -> Counts {
        let required = fields.iter().filter(|f| f.arity == Arity::One).count();
        let many = fields.iter().any(|f| f.arity == Arity::Many);
        Counts { min: required as u32, max: if many { u32::MAX } else { fields.len() as u32 } }
    }

    #[inline]
    fn fit(self, count: usize) -> bool {
        (self.min as usize..=self.max as usize).contains(&count)
    }
}

/// Where the walk was when it entered an op.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entered {
    /// So much was reported before.
    reported: usize,
    /// The number of ops that were entered before.
    number: usize,
}

/// A block that the walk is in.
#[derive(Clone, Copy)]
struct Frame {
    /// Its position in [`Checker::open`].
    number: u32,
    /// The isolated op that it belongs to.
    scope: u32,
    /// True when it is the block of a symbol table.
    in_table: bool,
}

struct Checker<'m, L: Level, S> {
    module: &'m Module<L>,
    level: &'m mut S,
    found: Structure,
    /// Blocks that the walk came by, as numbers: the isolated op that one belongs to, 0 once the walk has left it.
    open: Vec<u32>,
    /// The number of the block in which a value was defined; 0 before that. Leaving a block touches no value.
    defined_in: Vec<u32>,
    /// The block around the current op; first what is around the root.
    frame: Frame,
    /// The blocks around that one.
    outer: Vec<Frame>,
    next_scope: u32,
    /// How many ops were entered.
    entered: usize,
    /// Errors of regions, found at their end but reported at their start.
    late: Vec<(Entered, Diagnostic)>,
    /// Facts about each row.
    shapes: Vec<Shape>,
    /// The item at which another part of the module begins.
    end: Option<Op>,
}

impl<'m, L: Level, S: FastVerify> Checker<'m, L, S> {
    fn new(module: &'m Module<L>, level: &'m mut S) -> Self {
        Checker {
            module,
            level,
            found: Structure { diagnostics: Vec::new(), broken: EntitySet::new(), visits: Vec::new() },
            open: vec![0],
            defined_in: vec![0; module.body.value_count()],
            frame: Frame { number: 0, scope: 1, in_table: false },
            outer: Vec::new(),
            next_scope: 2,
            entered: 0,
            late: Vec::new(),
            shapes: L::ops().iter().map(Shape::of).collect(),
            end: None,
        }
    }

    /// Checks the whole module.
    fn run(mut self) -> Structure {
        let root = self.module.root;
        let mut steps = Vec::new();
        self.check(root, self.module.body.get(root));
        self.enter(root, &mut steps);
        self.walk(steps);
        self.finish()
    }

    fn walk(&mut self, mut steps: Vec<Step>) {
        let body = &self.module.body;
        while let Some(step) = steps.pop() {
            match step {
                Step::Block(block, scope) => {
                    self.open_block(block, scope);
                    steps.push(Step::EndBlock);
                    steps.extend(body.first_op(block).map(Step::Ops));
                }
                Step::Ops(first) => self.check_ops(first, &mut steps),
                Step::Leave(op, entered) => self.leave(op, entered),
                Step::EndBlock => self.close_block(),
            }
        }
    }

    /// Checks ops up to and including the first with regions, which come before the rest.
    fn check_ops(&mut self, first: Op, steps: &mut Vec<Step>) {
        let body = &self.module.body;
        let mut current = Some(first);
        while let Some(op) = current {
            let data = body.get(op);
            current = data.next();
            if self.frame.in_table {
                if self.end == Some(op) {
                    return;
                }
                self.level.defines(op);
            }
            if data.region_count() > 0 {
                self.check(op, data);
                // A list of steps instead of recursion: regions may nest deeper than the stack allows.
                steps.extend(current.map(Step::Ops));
                self.enter(op, steps);
                return;
            }
            // An op like one that was verified needs no second look; most ops of a large module are.
            let clear = self.is_clear(data);
            if !(clear && self.level.knows(data)) && self.check(op, data) {
                let verified = clear && self.level.accepts(op, data, &self.found.broken);
                self.found.visits.extend((!verified).then_some(Visit::Enter(op)));
            }
            self.define(data.results());
        }
    }

    /// True when an op without regions stands where it may, outside of symbol tables, and its operands are visible.
    #[inline]
    fn is_clear(&self, data: OpRef<'_>) -> bool {
        let scope = Some(self.frame.scope);
        let may_stand = data.next().is_none() || !self.shapes[data.opcode()].terminator;
        may_stand
            && !self.frame.in_table
            && data.operands().iter().all(|&value| self.scope_of(value) == scope)
    }

    fn enter(&mut self, op: Op, steps: &mut Vec<Step>) {
        let body = &self.module.body;
        let (scope, entered) = self.announce(op);
        steps.push(Step::Leave(op, entered));
        for region in body.regions(op).rev() {
            steps.extend(body.region_blocks(region).iter().rev().map(|&block| Step::Block(block, scope)));
        }
    }

    /// Notes that the regions of an op follow; gives the isolated op that they belong to and where the walk is.
    fn announce(&mut self, op: Op) -> (u32, Entered) {
        self.found.visits.push(Visit::Enter(op));
        self.level.enter(op);
        let mut scope = self.frame.scope;
        if self.module.spec(op).has(Trait::Isolated) {
            scope = self.next_scope;
            self.next_scope += 1;
        }
        let entered = Entered { reported: self.found.diagnostics.len(), number: self.entered };
        self.entered += 1;
        (scope, entered)
    }

    /// Looks at the regions of an op now that what is in them was just seen.
    fn leave(&mut self, op: Op, entered: Entered) {
        self.check_regions(op, entered);
        let verified = self.level.leave(op, &self.found.broken) && !self.found.broken.contains(op);
        if verified && self.found.visits.last() == Some(&Visit::Enter(op)) {
            self.found.visits.pop();
        } else {
            self.found.visits.push(Visit::Leave(op));
        }
        self.define(self.module.body.results(op));
    }

    /// Puts everything in the order of the program.
    fn finish(mut self) -> Structure {
        if !self.late.is_empty() {
            self.late.sort_by_key(|&(entered, _)| entered);
            let mut late = self.late.into_iter().peekable();
            let mut all = Vec::new();
            for (index, diagnostic) in self.found.diagnostics.into_iter().enumerate() {
                while let Some((_, regions)) = late.next_if(|(entered, _)| entered.reported <= index) {
                    all.push(regions);
                }
                all.push(diagnostic);
            }
            all.extend(late.map(|(_, regions)| regions));
            self.found.diagnostics = all;
        }
        self.found
    }

    fn open_block(&mut self, block: Block, scope: u32) {
        let body = &self.module.body;
        let in_table = body.block_op(block).is_some_and(|op| self.module.spec(op).has(Trait::SymbolTable));
        self.outer.push(self.frame);
        self.frame = Frame { number: self.open.len() as u32, scope, in_table };
        self.open.push(scope);
        self.define(body.block_args(block));
    }

    fn close_block(&mut self) {
        self.open[self.frame.number as usize] = 0;
        self.frame = self.outer.pop().expect("every block that ends was opened");
    }

    #[inline]
    fn define(&mut self, values: ValueRange) {
        let number = self.frame.number;
        match values.range() {
            // Nearly always there is one, for which a loop is much ado.
            range if range.len() == 1 => self.defined_in[range.start] = number,
            range => self.defined_in[range].fill(number),
        }
    }

    /// The isolated op in which a value is in scope; 0 when it is in none, `None` when it is no value.
    #[inline]
    fn scope_of(&self, value: Value) -> Option<u32> {
        self.defined_in.get(value.index()).map(|&number| self.open[number as usize])
    }

    fn report(&mut self, op: Op, diagnostic: Diagnostic) {
        self.found.broken.insert(op);
        self.found.diagnostics.push(diagnostic);
    }

    /// True when nothing is wrong with an op, its regions aside.
    fn check(&mut self, op: Op, data: OpRef<'_>) -> bool {
        let before = self.found.diagnostics.len();
        let shape = self.shapes[data.opcode()];
        if !shape.fits::<L>(data) {
            self.report_counts(op);
        }
        self.check_operands(op, data);
        let fits_in = !shape.symbol_table && shape.definition == self.frame.in_table;
        if !fits_in && op != self.module.root {
            self.report_misplaced(op);
        }
        if shape.terminator && data.next().is_some() {
            self.report_early(op);
        }
        self.found.diagnostics.len() == before
    }

    #[cold]
    fn report_counts(&mut self, op: Op) {
        for message in self.count_errors(op, self.module.spec(op)).into_iter().flatten() {
            self.report(op, op_error(self.module, op, COUNT, message));
        }
    }

    fn count_errors(&self, op: Op, spec: &OpSpec<L>) -> [Option<String>; 4] {
        let body = &self.module.body;
        let operands = body.operands(op).len();
        let operands = match spec.has(Trait::Segmented) {
            true => segment_fault(spec.operands, body.segments(op), operands)
                .map(|fault| fault.message(spec.operands, body.segments(op), operands)),
            false => (!Counts::of(spec.operands).fit(operands))
                .then(|| format!("expected {}, but found {operands}", expected(spec.operands, "operand"))),
        };
        let results = body.results(op).len();
        let results = (!Counts::of(spec.results).fit(results))
            .then(|| format!("expected {}, but found {results}", expected(spec.results, "result")));
        let attrs = body.attrs(op).len();
        let attrs = (attrs != spec.attrs.len())
            .then(|| format!("expected {} attributes, but found {attrs}", spec.attrs.len()));
        let regions = body.regions(op).len();
        let regions = (regions != spec.regions.len())
            .then(|| format!("expected {} regions, but found {regions}", spec.regions.len()));
        [operands, results, attrs, regions]
    }

    fn check_operands(&mut self, op: Op, data: OpRef<'_>) {
        let scope = self.frame.scope;
        for (index, &value) in data.operands().iter().enumerate() {
            match self.scope_of(value) {
                Some(found) if found == scope => {}
                Some(found) => {
                    let diagnostic = self.invisible(op, index, value, found != 0);
                    self.report(op, diagnostic);
                }
                None => {
                    let message = format!("operand #{index} is no value of this module");
                    self.report(op, op_error(self.module, op, DOMINANCE, message));
                }
            }
        }
    }

    fn invisible(&self, op: Op, index: usize, value: Value, crosses: bool) -> Diagnostic {
        let name = value_name(self.module, value);
        let what = name.as_ref().map_or_else(|| format!("operand #{index}"), |name| format!("`{name}`"));
        let (code, message, remedy) = if crosses {
            let remedy = "pass the value as a parameter, or compute it again inside";
            (ISOLATION, "using value defined outside the region".to_owned(), remedy)
        } else {
            let remedy =
                "move the definition before this op, or give the value to the region's op as a result";
            (DOMINANCE, format!("operand #{index} does not dominate this use"), remedy)
        };
        let text = format!("{what} is defined here");
        let diagnostic = op_error(self.module, op, code, message);
        point_at_definition(self.module, diagnostic, value, text).help(remedy)
    }
}

/// `2 operands`, `at least 1 operand`, `0 to 1 operands`.
fn expected<L: Level>(fields: &[ValueSpec<L>], what: &str) -> String {
    let required = fields.iter().filter(|f| f.arity == Arity::One).count();
    let plural = |n: usize| if n == 1 { what.to_owned() } else { format!("{what}s") };
    if fields.iter().any(|f| f.arity == Arity::Many) {
        return format!("{required} or more {what}s");
    }
    match fields.iter().filter(|f| f.arity == Arity::Optional).count() {
        0 => format!("{required} {}", plural(required)),
        n => format!("{required} to {} {what}s", required + n),
    }
}
