//! Rows of the table, read into data that parser, printer, verifier, builder and documentation interpret.
//!
//! # Notation
//!
//! Modifiers are written in the order in which they are printed. They are read in any order, as `ptxas` does, but for
//! types, layouts and state spaces, whose order says what they are about:
//!
//! | `.modifier` | the modifier |
//! |---|---|
//! | `{.modifier}` | the modifier or nothing |
//! | `.field=a\|b` | one of the modifiers, kept under a [`Field`]; `$name` stands for the modifiers of a class |
//!
//! Operands, separated by commas:
//!
//! | `a:TYPE` | register, constant or special register of a type: `u32`, or the field that says the type |
//! |---|---|
//! | `=d:TYPE` | register that is written |
//! | `*N` | vector in braces of N elements: a number, the field that says it (`vec`, `2num`, `dim-2`), `n/2` of a shape |
//! | `~` `&` `!` `_` `%` | may be wider; may be the address of a variable; may be a negated predicate; may be `_`; must be a register |
//! | `^` `-` | may be a part of a register, `r.b0`; may be negated, `-r` |
//! | `=d:TYPE\|p`, `\|\|p` | and a predicate after a bar, if wanted, or always |
//! | `#n:0..7` | a constant of this range |
//! | `[a]` | address; `[a,c*N]` address of a tensor map and N coordinates |
//! | `[a,t:TYPE]` | texture or surface, a sampler if wanted, and coordinates; as `*N` with `N` = `geom` their number |
//! | `@l` | label |
//! | `_` | only `_` |
//! | `?x` | may be left out |
//! | `x?modifier` | is there when the modifier is |

mod read;
pub(crate) mod show;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::read::{read_operand, read_slots};
use crate::columns::{Effects, Family};
use crate::modifiers::{Field, Modifier, Order};
use crate::ops::{Opcode, ROWS};

use crate::target::{Needs, Target};
use crate::types::Type;

pub use crate::ops::{OpRow, Row};

/// A form of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormId(u32);
entity_impl!(FormId, "form");

/// A form, read.
#[derive(Debug)]
pub struct Form {
    /// Its opcode.
    pub opcode: Opcode,
    /// Places of modifiers, in the order in which they are printed.
    pub slots: Vec<Slot>,
    /// The modifiers of all places.
    known: ModifierSet,
    /// Operands, those that may be absent too.
    pub operands: Vec<OperandSpec>,
    /// Version and targets of the form itself; modifiers may need more.
    pub needs: Needs,
    /// The row that it was read from.
    pub row: &'static Row,
}

/// A set of modifiers, one bit for each.
#[derive(Debug)]
struct ModifierSet([u64; ModifierSet::WORDS]);

impl ModifierSet {
    /// Words of 64 bits that have a bit for each modifier.
    const WORDS: usize = Modifier::ALL.len().div_ceil(64);

    fn of(slots: &[Slot]) -> ModifierSet {
        let mut set = ModifierSet([0; ModifierSet::WORDS]);
        for &modifier in slots.iter().flat_map(|slot| &slot.modifiers) {
            set.0[modifier as usize / 64] |= 1 << (modifier as usize % 64);
        }
        set
    }

    fn has(&self, modifier: Modifier) -> bool {
        self.0[modifier as usize / 64] >> (modifier as usize % 64) & 1 == 1
    }
}

/// A place of a modifier.
#[derive(Debug)]
pub struct Slot {
    /// Its name, where one of several modifiers stands.
    pub field: Option<Field>,
    /// The modifiers that may stand here.
    pub modifiers: Vec<Modifier>,
    /// True when nothing may stand here.
    pub optional: bool,
}

/// An operand of a form.
#[derive(Debug)]
pub struct OperandSpec {
    /// Its name in the PTX ISA.
    pub name: &'static str,
    /// True for what is written.
    pub written: bool,
    /// When it is there.
    pub presence: Presence,
    /// The allowed operands.
    pub shape: Shape,
}

/// When an operand is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always.
    Always,
    /// Optional.
    Optional,
    /// With this modifier.
    With(Modifier),
}

/// The set of operands that a form allows.
#[derive(Debug, PartialEq, Eq)]
pub enum Shape {
    /// Registers and constants.
    Value(ValueShape),
    /// A constant, of a range.
    Constant(Option<(i64, i64)>),
    /// `[a]`.
    Address,
    /// `[map, {c, ..}]`.
    Tensor(Count),
    /// `[texture, sampler, {c, ..}]`.
    Texture(TypeOf),
    /// A label.
    Label,
    /// Everything after `call`.
    Call,
    /// `_` alone.
    Sink,
}

/// The registers and constants that a form allows.
#[derive(Debug, PartialEq, Eq)]
pub struct ValueShape {
    /// Type of each element.
    pub of: TypeOf,
    /// Number of elements; `None` if it is not a vector.
    pub count: Option<Count>,
    /// Registers may be wider.
    pub wide: bool,
    /// The address of a variable will do.
    pub symbol: bool,
    /// A predicate may be negated.
    pub negatable: bool,
    /// `_` will do.
    pub sink: bool,
    /// Constants are not allowed.
    pub register: bool,
    /// A part of a register will do: `r.b0`.
    pub part: bool,
    /// A negated register will do: `-r`.
    pub negated: bool,
    /// A predicate after a bar: `None` when there is none, else whether it must be there.
    pub second: Option<bool>,
}

/// Where the type of an operand is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeOf {
    /// In the row.
    Fixed(Type),
    /// In a modifier.
    Field(Field),
}

/// Where the number of elements is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// In the row.
    Fixed(u32),
    /// In a modifier: its number, times the second, less the third. Without the modifier it is not a vector.
    Field(Field, u32, u32),
    /// The columns of a shape, divided.
    Columns(u32),
    /// The components that offsets and gradients of a texture of this geometry have.
    Geometry,
}

/// The modifiers of an instruction: one for each slot of its form.
pub type Modifiers = SmallVec<[Option<Modifier>; 8]>;

/// A form that is read when it is needed: a kernel uses a few of a thousand, and reading all takes longer than compiling a
/// small kernel.
struct Entry {
    opcode: Opcode,
    row: &'static Row,
    form: OnceLock<Form>,
}

struct Table {
    forms: PrimaryMap<FormId, Entry>,
    of_opcode: Vec<Range<u32>>,
    opcodes: FxHashMap<&'static str, Opcode>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { forms: PrimaryMap::new(), of_opcode: Vec::new(), opcodes: FxHashMap::default() };
    for row in ROWS {
        let first = table.forms.len() as u32;
        for form in row.forms {
            table.forms.push(Entry { opcode: row.opcode, row: form, form: OnceLock::new() });
        }
        table.of_opcode.push(first..table.forms.len() as u32);
        table.opcodes.insert(row.mnemonic, row.opcode);
    }
    table
});

impl FormId {
    /// The form of this id.
    pub fn form(self) -> &'static Form {
        let entry = &TABLE.forms[self];
        entry.form.get_or_init(|| read_form(entry.opcode, entry.row))
    }

    /// Every form, in the order of the table.
    pub fn all() -> impl Iterator<Item = FormId> {
        TABLE.forms.keys()
    }
}

impl Opcode {
    /// The row of the table.
    pub fn row(self) -> &'static OpRow {
        &ROWS[self as usize]
    }

    /// The mnemonic.
    pub fn mnemonic(self) -> &'static str {
        self.row().mnemonic
    }

    /// The instructions that it works like.
    pub fn family(self) -> Family {
        self.row().family
    }

    /// Its effects other than computing on registers.
    pub fn effects(self) -> Effects {
        self.row().effects
    }

    /// The opcode of a mnemonic.
    pub fn named(mnemonic: &str) -> Option<Opcode> {
        TABLE.opcodes.get(mnemonic).copied()
    }

    /// Whether a target has a form with these modifiers.
    pub fn is_on(self, target: Target, modifiers: &[Modifier]) -> bool {
        let has = |form: &Form| {
            let placed = form.knows(modifiers).then(|| form.place(modifiers).ok()).flatten();
            placed.is_some_and(|placed| form.needs(&placed).all(|needs| needs.has_target(target)))
        };
        self.forms().any(|id| has(id.form()))
    }

    /// Its forms.
    pub fn forms(self) -> impl Iterator<Item = FormId> {
        TABLE.of_opcode[self as usize].clone().map(FormId)
    }
}

impl std::fmt::Display for Opcode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.mnemonic())
    }
}

impl Form {
    /// Whether every modifier has a place, free or taken: [`Form::place`] refuses all others, and takes longer.
    pub fn knows(&self, modifiers: &[Modifier]) -> bool {
        modifiers.iter().all(|&modifier| self.known.has(modifier))
    }

    /// Puts modifiers into the slots; else the index of the first modifier that has no place, or their number when one
    /// is missing. Types, layouts and state spaces are in the order of the slots, other modifiers in any order.
    pub fn place(&self, modifiers: &[Modifier]) -> Result<Modifiers, usize> {
        let mut placed: Modifiers = SmallVec::from_elem(None, self.slots.len());
        // For each kind of ordered modifiers the first slot that is left.
        let mut left = [0; 3];
        for (index, modifier) in modifiers.iter().enumerate() {
            let order = modifier.order();
            let first = order.map_or(0, |order| left[order as usize]);
            let free =
                |&slot: &usize| placed[slot].is_none() && self.slots[slot].modifiers.contains(modifier);
            let slot = (first..self.slots.len()).find(free).ok_or(index)?;
            placed[slot] = Some(*modifier);
            if let Some(order) = order {
                left[order as usize] = slot + 1;
            }
        }
        let complete =
            self.slots.iter().zip(&placed).all(|(slot, modifier)| slot.optional || modifier.is_some());
        if complete { Ok(placed) } else { Err(modifiers.len()) }
    }

    /// The modifier of a field.
    pub fn modifier(&self, modifiers: &Modifiers, field: Field) -> Option<Modifier> {
        let slot = self.slots.iter().position(|slot| slot.field == Some(field))?;
        modifiers.get(slot).copied().flatten()
    }

    /// The type that an operand has under these modifiers.
    pub fn operand_type(&self, modifiers: &Modifiers, of: TypeOf) -> Option<Type> {
        match of {
            TypeOf::Fixed(of) => Some(of),
            TypeOf::Field(field) => {
                self.modifier(modifiers, field).and_then(|modifier| Type::named(modifier.text()))
            }
        }
    }

    /// The number of elements that an operand has under these modifiers; `None` if it is not a vector.
    pub fn operand_count(&self, modifiers: &Modifiers, count: Count) -> Option<u32> {
        match count {
            Count::Fixed(number) => Some(number),
            Count::Field(field, times, less) => {
                let number = self.modifier(modifiers, field)?.count()?;
                Some((number * times).saturating_sub(less))
            }
            Count::Columns(divided) => {
                let (_, columns, _) = self.modifier(modifiers, Field::Shape)?.shape()?;
                Some(columns / divided)
            }
            Count::Geometry => self.modifier(modifiers, Field::Geom)?.offsets(),
        }
    }

    /// The requirements of the form and the modifiers together.
    pub fn needs<'f>(&'f self, modifiers: &'f Modifiers) -> impl Iterator<Item = Cow<'f, Needs>> {
        let of_words =
            modifiers.iter().flatten().map(|modifier| modifier.needs()).filter(|needs| !needs.is_empty());
        let read = |needs| Cow::Owned(Needs::parse(needs).expect("needs of modifiers are well formed"));
        let together =
            [self.generic_needs(modifiers), self.scope_needs(modifiers), self.old_needs(modifiers)];
        let all = of_words.chain(together.into_iter().flatten());
        std::iter::once(Cow::Borrowed(&self.needs)).chain(all.map(read))
    }

    /// An access that names no space has a generic address.
    fn generic_needs(&self, modifiers: &Modifiers) -> Option<&'static str> {
        let accesses = matches!(self.opcode, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red);
        let spaced = modifiers.iter().flatten().any(|modifier| modifier.order() == Some(Order::Spaces));
        (accesses && !spaced).then_some("2.0 sm_20")
    }

    /// Modifiers that came to older instructions later.
    fn old_needs(&self, modifiers: &Modifiers) -> Option<&'static str> {
        let has = |modifier| modifiers.contains(&Some(modifier));
        match self.opcode {
            Opcode::Add | Opcode::Sub | Opcode::Mul
                if has(Modifier::F32) && (has(Modifier::Rm) || has(Modifier::Rp)) =>
            {
                Some("2.0 sm_20")
            }
            Opcode::Isspacep | Opcode::Cvta if has(Modifier::Const) => Some("3.1 sm_20"),
            _ => None,
        }
    }

    /// Scopes of atomic operations are younger than those of barriers.
    fn scope_needs(&self, modifiers: &Modifiers) -> Option<&'static str> {
        let atomic = matches!(self.opcode, Opcode::Atom | Opcode::Red);
        let scope = self.modifier(modifiers, Field::Scope).filter(|_| atomic);
        scope.map(|_| "5.0 sm_60")
    }
}

fn read_form(opcode: Opcode, row: &'static Row) -> Form {
    let malformed = |what: &str| -> ! { panic!("{what} in the row `{opcode:?}` {row:?}") };
    let slots = read_slots(row.modifiers).unwrap_or_else(|what| malformed(&what));
    let operands = split_operands(row.operands)
        .map(|text| read_operand(text).unwrap_or_else(|| malformed(text)))
        .collect();
    let needs = Needs::parse(row.needs).unwrap_or_else(|| malformed("needs"));
    Form { opcode, known: ModifierSet::of(&slots), slots, operands, needs, row }
}

/// Operands at the commas outside brackets.
fn split_operands(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut depth = 0;
    let split = text.split(move |c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c == ',' && depth == 0
    });
    split.map(str::trim).filter(|part| !part.is_empty())
}

fn type_of(text: &str) -> Option<TypeOf> {
    Type::named(text).map(TypeOf::Fixed).or_else(|| Field::named(text).map(TypeOf::Field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_well_formed() {
        assert!(FormId::all().count() > 400);
        for id in FormId::all() {
            let form = id.form();
            for spec in &form.operands {
                let Shape::Value(ValueShape { of: TypeOf::Field(field), .. }) = spec.shape else { continue };
                let slot = form.slots.iter().find(|slot| slot.field == Some(field));
                let slot = slot.unwrap_or_else(|| panic!("{field} of {:?} is no modifier", form.row));
                let typed = slot.modifiers.iter().all(|modifier| Type::named(modifier.text()).is_some());
                assert!(typed, "{field} of {:?} says no types", form.row);
            }
        }
    }

    #[test]
    fn rows_are_in_the_order_of_the_opcodes() {
        assert!(ROWS.iter().zip(Opcode::ALL).all(|(row, &opcode)| row.opcode == opcode));
        assert!(Opcode::ALL.iter().all(|&opcode| Opcode::named(opcode.mnemonic()) == Some(opcode)));
    }

    #[test]
    fn words_find_their_places_in_any_order() {
        let modifiers = [Modifier::F32, Modifier::Ftz, Modifier::Rn];
        let form = Opcode::Add.forms().map(|id| id.form()).find(|form| form.place(&modifiers).is_ok());
        let form = form.expect("the f32 form");
        let placed = form.place(&modifiers).expect("all have places");
        assert_eq!(placed.as_slice(), [Some(Modifier::Rn), Some(Modifier::Ftz), None, Some(Modifier::F32)]);
        assert_eq!(form.place(&[Modifier::Rn]), Err(1), "the type is missing");
        assert_eq!(form.place(&[Modifier::F32, Modifier::Wide]), Err(1));
    }

    #[test]
    fn types_layouts_and_spaces_keep_their_order() {
        let reads = |opcode: Opcode, modifiers: &[Modifier]| -> Vec<String> {
            let placed = opcode.forms().filter_map(|id| id.form().place(modifiers).ok());
            placed
                .map(|placed| placed.iter().flatten().map(|modifier| format!(".{modifier}")).collect())
                .collect()
        };
        use Modifier::*;
        assert_eq!(reads(Opcode::Cvt, &[Rn, F16, Bf16]), [".rn.f16.bf16"]);
        assert_eq!(reads(Opcode::Cvt, &[Bf16, Rn, F16]), [".rn.bf16.f16"]);
        assert!(reads(Opcode::Cvt, &[F16, F32]).is_empty(), "a rounding is wanted");
        assert_eq!(reads(Opcode::Cvt, &[F32, F16]), [".f32.f16"]);
        assert!(reads(Opcode::CpAsync, &[Ca, Global, Shared]).is_empty());
        let [row, col] = [[Row, Col], [Col, Row]]
            .map(|[a, b]| reads(Opcode::Mma, &[Sync, Aligned, a, b, M16n8k16, F32, F16, F16, F32]).len());
        assert_eq!((row, col), (1, 0));
    }

    #[test]
    fn counts_come_from_words() {
        let form = Opcode::WgmmaMmaAsync.forms().next().expect("a form").form();
        let placed = form.place(&[
            Modifier::Sync,
            Modifier::Aligned,
            Modifier::M64n128k16,
            Modifier::F32,
            Modifier::F16,
            Modifier::F16,
        ]);
        let placed = placed.expect("all have places");
        let Shape::Value(value) = &form.operands[0].shape else { panic!("a value") };
        assert_eq!(form.operand_count(&placed, value.count.expect("a vector")), Some(64));
    }
}
