//! Instructions made from the table: every word of every form at least once, and some with several other words by a seed.

use smith::Rng;
use tilewright::ptx::spec::{
    Form, FormId, Modifiers, OperandSpec, Presence, Shape, Slot, TypeOf, ValueShape,
};
use tilewright::ptx::{Field, Modifier, Opcode, Type, Version};

/// An instruction as text, and what it was made from.
pub struct Sample {
    /// Its form.
    pub form: FormId,
    /// Its words.
    pub words: Modifiers,
    /// Its text, without the semicolon.
    pub text: String,
}

/// Registers and variables that the samples use.
const DECLARATIONS: &str = "    .reg .pred %p<9>;
    .reg .b8 %y<9>;
    .reg .b16 %h<9>;
    .reg .b32 %r<260>;
    .reg .b64 %d<9>;
    .reg .f32 %f<9>;
    .shared .align 16 .b8 S[64];
";

/// All samples, in the order of the table.
pub fn all() -> Vec<Sample> {
    let mut samples = Vec::new();
    for id in FormId::all() {
        let form = id.form();
        if matches!(form.opcode, Opcode::Call | Opcode::Bra | Opcode::BrxIdx) {
            continue;
        }
        for words in selections(form) {
            for with_optional in [false, true] {
                let optional = form.operands.iter().any(|spec| spec.presence == Presence::Optional);
                if with_optional && !optional {
                    continue;
                }
                let text = instruction(form, &words, with_optional);
                samples.push(Sample { form: id, words: words.clone(), text });
            }
        }
    }
    samples
}

/// Of each form the plainest instruction, and for each of its modifiers that must be there one without it.
pub fn left_out() -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for id in FormId::all() {
        let form = id.form();
        if matches!(form.opcode, Opcode::Call | Opcode::Bra | Opcode::BrxIdx) {
            continue;
        }
        let plain = plain(form);
        for at in (0..plain.len()).filter(|&at| plain[at].is_some()) {
            let mut words = plain.clone();
            words[at] = None;
            // Operands are those of the whole instruction.
            let whole = instruction(form, &plain, false);
            let operands = whole.split_once(' ').map_or("", |(_, operands)| operands);
            let mut text = form.opcode.mnemonic().to_owned();
            words.iter().flatten().for_each(|word| text.push_str(&format!(".{word}")));
            if !operands.is_empty() {
                text.push_str(&format!(" {operands}"));
            }
            if seen.insert(text.clone()) {
                samples.push(Sample { form: id, words, text });
            }
        }
    }
    samples
}

/// Of each form with several slots one instruction in which a seed chooses two of the words.
pub fn pairs(seed: u64) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let mut samples = Vec::new();
    for id in FormId::all() {
        let form = id.form();
        let choices = |slot: &Slot| slot.modifiers.len() + usize::from(slot.optional);
        let open: Vec<usize> = (0..form.slots.len()).filter(|&at| choices(&form.slots[at]) > 1).collect();
        if open.len() < 2 || matches!(form.opcode, Opcode::Call | Opcode::Bra | Opcode::BrxIdx) {
            continue;
        }
        let mut words = plain(form);
        for _ in 0..2 {
            let at = open[rng.below(open.len())];
            let slot = &form.slots[at];
            words[at] = Some(slot.modifiers[rng.below(slot.modifiers.len())]);
        }
        let text = instruction(form, &words, rng.below(2) == 0);
        samples.push(Sample { form: id, words, text });
    }
    samples
}

fn plain(form: &Form) -> Modifiers {
    form.slots.iter().map(|slot| if slot.optional { None } else { slot.modifiers.first().copied() }).collect()
}

/// The plainest words, then each slot changed in turn, then everything that may be there.
fn selections(form: &Form) -> Vec<Modifiers> {
    let plain = plain(form);
    let mut all = vec![plain.clone()];
    for (index, slot) in form.slots.iter().enumerate() {
        let others = if slot.optional { &slot.modifiers[..] } else { &slot.modifiers[1..] };
        // Of many shapes a few are enough.
        let step = others.len().div_ceil(12).max(1);
        for &word in others.iter().step_by(step) {
            let mut words = plain.clone();
            words[index] = Some(word);
            all.push(words);
        }
    }
    all
}

fn instruction(form: &Form, words: &Modifiers, with_optional: bool) -> String {
    let mut text = form.opcode.mnemonic().to_owned();
    for word in words.iter().flatten() {
        text.push_str(&format!(".{word}"));
    }
    let mut registers = Registers::default();
    let operands: Vec<String> = form
        .operands
        .iter()
        .filter(|spec| match spec.presence {
            Presence::Always => true,
            Presence::Optional => with_optional,
            Presence::With(word) => words.contains(&Some(word)),
        })
        .map(|spec| operand(form, words, spec, &mut registers))
        .collect();
    if !operands.is_empty() {
        text.push(' ');
        text.push_str(&operands.join(", "));
    }
    text
}

/// The next free register of each kind.
#[derive(Default)]
struct Registers {
    next: u32,
}

impl Registers {
    fn take(&mut self, of: Type) -> String {
        let (prefix, most) = match of.bits() {
            1 => ("%p", 9),
            8 => ("%y", 9),
            16 => ("%h", 9),
            32 => ("%r", 260),
            64 => ("%d", 9),
            _ => ("%q", 9),
        };
        self.next += 1;
        format!("{prefix}{}", self.next % most)
    }
}

fn operand(form: &Form, words: &Modifiers, spec: &OperandSpec, registers: &mut Registers) -> String {
    match &spec.shape {
        Shape::Value(value) => self::value(form, words, value, registers),
        Shape::Constant(range) => constant(spec.name, *range),
        Shape::Address => address(form, words, spec.name),
        Shape::Tensor(count) => {
            let count = form.operand_count(words, *count).unwrap_or(1);
            let coordinates: Vec<String> = (0..count).map(|at| format!("%r{at}")).collect();
            format!("[%d1, {{{}}}]", coordinates.join(", "))
        }
        Shape::Texture(of) => texture(form, words, *of),
        Shape::Sink => "_".to_owned(),
        Shape::Label | Shape::Call => String::new(),
    }
}

fn constant(name: &str, range: Option<(i64, i64)>) -> String {
    match (name, range) {
        ("scale_a" | "scale_b", _) => "1".to_owned(),
        ("align", _) => "16".to_owned(),
        (_, Some((low, _))) => low.to_string(),
        (_, None) => "0".to_owned(),
    }
}

fn address(form: &Form, words: &Modifiers, name: &str) -> String {
    let tensor_memory = form.opcode.mnemonic().starts_with("tcgen05")
        && !matches!(form.opcode, Opcode::Tcgen05Alloc | Opcode::Tcgen05Commit);
    if tensor_memory {
        return "[%r1]".to_owned();
    }
    let parameter = |word: &Option<Modifier>| matches!(word, Some(Modifier::Param | Modifier::ParamEntry));
    if words.iter().any(parameter) && form.opcode == Opcode::Ld {
        return "[P]".to_owned();
    }
    match form.opcode {
        Opcode::Suq => return "[U]".to_owned(),
        Opcode::Txq => return "[%d1]".to_owned(),
        _ => {}
    }
    if words.contains(&Some(Modifier::ParamFunc)) {
        return "[A]".to_owned();
    }
    if matches!(name, "mbar") { "[%d2]".to_owned() } else { "[%d1]".to_owned() }
}

/// A texture or surface with its coordinates; those of layers are whole numbers, as registers of bits are.
fn texture(form: &Form, words: &Modifiers, of: TypeOf) -> String {
    let image = if form.opcode.mnemonic().starts_with("su") { "U" } else { "T" };
    let count = match form.modifier(words, Field::Geom) {
        Some(Modifier::D1) => 1,
        Some(Modifier::D2 | Modifier::A1d) => 2,
        _ => 4,
    };
    let float = form.operand_type(words, of) == Some(Type::F32);
    let coordinates: Vec<String> =
        (1..=count).map(|at| if float && at > 1 { format!("%f{at}") } else { format!("%r{at}") }).collect();
    format!("[{image}, {{{}}}]", coordinates.join(", "))
}

fn value(form: &Form, words: &Modifiers, value: &ValueShape, registers: &mut Registers) -> String {
    let of = form.operand_type(words, value.of).unwrap_or(Type::B32);
    let count = value.count.map(|count| form.operand_count(words, count));
    let mut text = match count {
        Some(Some(count)) => {
            let elements: Vec<String> = (0..count).map(|_| registers.take(of)).collect();
            format!("{{{}}}", elements.join(", "))
        }
        Some(None) | None => registers.take(of),
    };
    if value.second == Some(true) {
        text.push_str("|%p1");
    }
    text
}

/// A file of these instructions, each on a separate line that ends in its number, in kernels of a few hundred.
pub fn file<'a>(version: &str, target: &str, instructions: impl Iterator<Item = &'a str>) -> String {
    let mut text = head(version, target);
    let mut open = false;
    for (index, instruction) in instructions.enumerate() {
        if index % 200 == 0 {
            if open {
                text.push_str("}\n");
            }
            let parameter = ".param .align 16 .b8 P[64]";
            text.push_str(&format!(".visible .entry k{index}({parameter}) {{\n{DECLARATIONS}"));
            if Version::parse(version).is_some_and(|known| known >= Version::new(2, 0)) {
                text.push_str("    .param .align 16 .b8 A[64];\n");
            }
            if has_b128(version) {
                text.push_str("    .reg .b128 %q<9>;\n");
            }
            open = true;
        }
        // A removed instruction leaves its line empty.
        let end = if instruction.is_empty() { "" } else { ";" };
        text.push_str(&format!("    {instruction}{end} // {index}\n"));
    }
    text.push_str("}\n");
    text
}

/// Version, target and what the samples name at the top of the file.
fn head(version: &str, target: &str) -> String {
    let since =
        |major, minor| Version::parse(version).is_some_and(|known| known >= Version::new(major, minor));
    let size = if since(2, 3) { ".address_size 64\n" } else { "" };
    let images = if since(1, 5) { ".global .texref T;\n.global .surfref U;\n" } else { ".tex .u64 T;\n" };
    format!(".version {version}\n.target {target}\n{size}{images}")
}

/// Has this version registers of 128 bits?
pub fn has_b128(version: &str) -> bool {
    Version::parse(version).is_some_and(|version| version >= Version::new(8, 3))
}
