//! Hostile input: what must hold of any bytes. The fuzz targets call these functions, and so do the tests, on the
//! corpus in `tests/hostile` and on seeded mutations of it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Failed, Trial};
use nvvm::Nvvm;
use smith::{Options, Rng, generate};
use tileaa::TileAa;
use tileas::TileAs;
use tilewright::Version;
use tilewright::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
use tilewright::cuda_tile::Module;
use tilewright::diag::{Diagnostic, Source, render_human, render_short, to_json};
use tilewright::driver::compile::level;
use tilewright::driver::run::{Request, entries, execute};
use tilewright::ir::generic::{self, GenericLevel};
use tilewright::ir::pass::{Pass, Settings};
use tilewright::ir::walk::preorder;
use tilewright::ir::{AttrSlot, Op, TypeId, Value};
use tilewright::launch::ParamType;
use tilewright::text::{FormatOptions, ParseOptions, PrintOptions, Style, format, parse, print};
use tilewright::verify::{VerifyOptions, verify};

use crate::files;
use crate::levels::damaged;

/// Most memory that one input may cost. Inputs have a few kilobytes, so more means that a limit of the parser or decoder
/// is missing.
pub const MEMORY_LIMIT: usize = 256 << 20;
/// Operations that one run may take. Inputs are random, so most loops that run longer never end.
const STEPS: u64 = 20_000;
/// Mutations of each corpus file in the tests. Few, because every build runs them; the fuzz targets run longer.
const MUTATIONS: u64 = 200;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// An allocator, counting; by default the system's.
pub struct Counting<A = System>(pub A);

#[allow(unsafe_code, reason = "a global allocator is unsafe by its trait; it only counts and forwards")]
// SAFETY: every call is forwarded to the allocator with the same arguments.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counting<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(live, Ordering::Relaxed);
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps `dealloc`'s contract.
        unsafe { self.0.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let live = LIVE.fetch_add(size, Ordering::Relaxed) + size;
        PEAK.fetch_max(live, Ordering::Relaxed);
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps `realloc`'s contract.
        unsafe { self.0.realloc(pointer, layout, size) }
    }
}

/// Runs `work`; the most bytes that it had allocated at a time, where [`Counting`] is installed.
pub fn peak(work: impl FnOnce()) -> usize {
    let before = LIVE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    work();
    PEAK.load(Ordering::Relaxed).saturating_sub(before)
}

/// Runs `work` and panics if it allocated more than [`MEMORY_LIMIT`] at a time; requires [`Counting`] to be installed.
pub fn bounded(work: impl FnOnce()) {
    let peak = peak(work);
    assert!(peak <= MEMORY_LIMIT, "the input cost {peak} bytes of memory");
}

/// Any text: parse, verify, print, format; the diagnostics render.
pub fn text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let source = Source::new("input", text);
    for strict in [false, true] {
        let options = ParseOptions { strict, testing_ops: !strict, ..ParseOptions::default() };
        let parsed = parse(&source, &options);
        rendered(&parsed.diagnostics, &source);
        if let Some(part) = &parsed.sound_part {
            rendered(&verify(part, &VerifyOptions::default()).diagnostics, &source);
            print_all(part);
        }
        let Some(module) = parsed.module else { continue };
        rendered(&verify(&module, &VerifyOptions::default()).diagnostics, &source);
        print_all(&module);
        // A module that parses can be laid out, and the layout is stable.
        let layout = FormatOptions { parse: options, ..FormatOptions::default() };
        let once = format(&source, &layout).expect("what parses can be laid out");
        let again = format(&Source::new("formatted", once.as_str()), &layout);
        assert_eq!(again.expect("the layout parses"), once);
    }
}

/// Any text of levels 2 to 4, as its first word says: parse, verify, print; what was printed reads back as itself, and says
/// the same. What is valid stays so after each pass of its level.
pub fn levels(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let source = Source::new("input", text);
    match level(text) {
        Some("tileaa") => of_level::<TileAa>(&source, tileaa::passes::PASSES),
        Some("tileas") => of_level::<TileAs>(&source, tileas::passes::PASSES),
        Some(_) => of_level::<Nvvm>(&source, nvvm::passes::PASSES),
        None => {}
    }
}

fn of_level<L: GenericLevel + Clone>(source: &Source, passes: &'static [Pass<L>]) {
    let parsed = generic::parse::<L>(source);
    rendered(&parsed.diagnostics, source);
    let Some(module) = parsed.module else { return };
    let wrong = generic::verify(&module);
    rendered(&wrong, source);
    let printed = generic::print(&module, true);
    let again = generic::parse::<L>(&Source::new("printed", printed.as_str()));
    let Some(again) = again.module else { panic!("what was printed does not read: {:?}", again.diagnostics) };
    assert_eq!(generic::print(&again, true), printed);
    assert_eq!(generic::verify(&again).is_empty(), wrong.is_empty());
    if wrong.is_empty() {
        for pass in passes {
            // A module that lacks what a pass requires is refused before the pass sees it.
            if pass.admits.is_some_and(|admits| admits(&module).is_err()) {
                continue;
            }
            // Each pass gets the module as it was read: after some passes others refuse it.
            let mut module = module.clone();
            (pass.run)(&mut module, &Settings::default());
            let wrong = generic::verify(&module);
            assert!(wrong.is_empty(), "after {}: {wrong:?}\n{}", pass.name, generic::print(&module, false));
        }
    }
}

/// Any bytes as bytecode: decode, verify during decoding and afterwards, print, encode.
pub fn bytecode(data: &[u8]) {
    let source = Source::new("input", "");
    let rules = VerifyOptions::default();
    match decode(data, &DecodeOptions { verify: Some(rules), ..DecodeOptions::default() }) {
        Err(error) => rendered(&[error], &source),
        Ok(decoded) => {
            let verified = verify(&decoded.module, &rules);
            let on_the_way = decoded.verified.as_ref().expect("it was asked for");
            assert_eq!(on_the_way.diagnostics, verified.diagnostics);
            rendered(&verified.diagnostics, &source);
            print_all(&decoded.module);
            let encoded = encode(&decoded.module, &EncodeOptions::default());
            if verified.is_ok() {
                let bytes = encoded.expect("a decoded valid module can be encoded");
                decode(&bytes, &DecodeOptions::default()).expect("what we encode we decode");
            }
        }
    }
}

/// A generated module with random damage: the verifier checks it, and printing is safe for any verdict; if it has bytecode, that is
/// read again; a module that is accepted round-trips.
pub fn verifier(data: &[u8]) {
    let mut rng = Rng::new(seed(data));
    let version = rng.pick(&Version::ALL);
    let mut module = generate(rng.bits(), &Options { version, ops: 12, ..Options::default() });
    for _ in 0..1 + rng.below(4) {
        damage(&mut module, &mut rng);
    }
    let verified = verify(&module, &VerifyOptions::default());
    rendered(&verified.diagnostics, &Source::new("input", ""));
    print_all(&module);
    let encoded = encode(&module, &EncodeOptions::default());
    if let Ok(bytes) = &encoded {
        bytecode(bytes);
    }
    if verified.is_ok() {
        let bytes = encoded.expect("a valid module can be encoded");
        decode(&bytes, &DecodeOptions::default()).expect("what we encode we decode");
    }
}

/// A program, generated from the bytes or read from them, run under a step budget.
pub fn interpreter(data: &[u8]) {
    let read = std::str::from_utf8(data).ok().and_then(|text| {
        let source = Source::new("input", text);
        parse(&source, &ParseOptions::default()).module
    });
    let module = match read {
        Some(module) => module,
        None => {
            let mut rng = Rng::new(seed(data));
            let mut module = generate(rng.bits(), &Options { ops: 16, ..Options::default() });
            damage(&mut module, &mut rng);
            module
        }
    };
    if verify(&module, &VerifyOptions::default()).is_ok() {
        entries(&module).iter().take(2).for_each(|entry| run(&module, &entry.name, &entry.params));
    }
}

fn run(module: &Module, entry: &str, params: &[(Option<String>, Option<ParamType>)]) {
    let argument = |(_, ty): &(Option<String>, Option<ParamType>)| match ty {
        Some(ParamType::Pointer(scalar)) => Some(format!("{scalar}[4096]=zeros")),
        Some(ParamType::Multicast(scalar)) => Some(format!("{scalar}[4096]=zeros@multicast(2)")),
        Some(ParamType::Scalar(_)) => Some("1".to_owned()),
        None => None,
    };
    let Some(args) = params.iter().map(argument).collect::<Option<Vec<String>>>() else { return };
    let request = Request { entry: Some(entry.to_owned()), args, steps: Some(STEPS), ..Request::default() };
    let no_files = |path: &str| Err(path.to_owned());
    // How the run ends does not matter; that it ends does.
    if let Err(error) = execute(module, &request, &no_files, &mut String::new()) {
        rendered(&[error.diagnostic], &error.argument.unwrap_or(Source::new("input", "")));
    }
}

/// A seed that any bytes make.
pub(crate) fn seed(data: &[u8]) -> u64 {
    data.iter()
        .fold(data.len() as u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

fn rendered(found: &[Diagnostic], source: &Source) {
    for diagnostic in found {
        assert!(!diagnostic.message.is_empty());
        render_human(diagnostic, Some(source), false);
        render_short(diagnostic, None);
        to_json(diagnostic, Some(source));
    }
}

fn print_all(module: &Module) {
    for style in [Style::Canonical, Style::Disassembler, Style::Generic] {
        print(module, &PrintOptions { style, locations: true, ..PrintOptions::default() });
    }
}

/// Changes one thing about one op.
fn damage(module: &mut Module, rng: &mut Rng) {
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    let op = rng.pick(&ops);
    match rng.below(6) {
        0 => {
            let value = Value::from_u32(rng.below(module.body.value_count()) as u32);
            let count = module.body.operands(op).len();
            if count > 0 {
                module.body.operands_mut(op)[rng.below(count)] = value;
            }
        }
        1 => {
            let count = module.body.attrs(op).len();
            if count > 0 {
                let slots = [AttrSlot::ABSENT, AttrSlot::small(rng.below(12) as u32)];
                module.body.attrs_mut(op)[rng.below(count)] = rng.pick(&slots);
            }
        }
        2 => {
            let results = module.body.results(op);
            if let Some(value) = results.get(rng.below(results.len().max(1))) {
                let ty = TypeId::from_u32(rng.below(module.types.len()) as u32);
                module.body.set_ty(value, ty);
            }
        }
        // Without its root a module cannot even be walked.
        3 if op != module.root => module.body.detach(op),
        4 => {
            let mut operands = module.body.operands(op).to_vec();
            operands.pop();
            let segments = module.body.segments(op).to_vec();
            module.body.set_operands(op, &operands, &segments);
        }
        _ => {
            let other = rng.pick(&ops);
            if other != module.root
                && module.body.regions(other).len() == 0
                && module.body.parent_block(op).is_some()
                && op != other
            {
                module.body.detach(other);
                module.body.insert_before(op, other);
            }
        }
    }
}

/// The corpus, and seeded mutations of it.
pub fn trials() -> Vec<Trial> {
    let corpus = |folder: &str, check: fn(&[u8])| {
        let folder = format!("tests/hostile/{folder}");
        let mut paths: Vec<String> = Vec::new();
        for extension in ["mlir", "tileirbc", "bin"] {
            paths.extend(files::find(&folder, extension));
        }
        paths.into_iter().map(move |path| Trial::test(path.clone(), move || replay(&path, check)))
    };
    let mut trials: Vec<Trial> = corpus("text", text).collect();
    trials.extend(corpus("bytecode", bytecode));
    trials.extend(corpus("interpreter", interpreter));
    trials.extend(corpus("levels", levels));
    for (name, check) in [("verifier", verifier as fn(&[u8])), ("interpreter", interpreter)] {
        trials.push(Trial::test(format!("hostile {name}, random modules"), move || {
            (0..MUTATIONS).for_each(|seed| check(&seed.to_le_bytes()));
            Ok(())
        }));
    }
    trials.push(Trial::test("hostile text, mutated programs", || {
        let paths = ["examples", "tests/run"].iter().flat_map(|folder| files::find(folder, "mlir"));
        paths.into_iter().try_for_each(|path| replay(&path, text))
    }));
    trials.push(Trial::test("hostile levels, mutated programs", mutated_levels));
    trials.push(Trial::test("hostile bytecode, mutated programs", || Ok(mutated_bytecode()?)));
    trials
}

/// Checks a file, prefixes of it, and mutations of it.
fn replay(path: &str, check: fn(&[u8])) -> Result<(), Failed> {
    let data = std::fs::read(files::root().join(path))?;
    mutations(&data, 12).iter().for_each(|data| check(data));
    Ok(())
}

/// The programs of the tests of levels 2 to 4, without their comments, with bytes and with words changed.
fn mutated_levels() -> Result<(), Failed> {
    let folders = ["tests/tileaa", "tests/tileas", "tests/nvvm"];
    for path in folders.iter().flat_map(|folder| files::find(folder, "mlir")) {
        let whole = files::read(&path)?;
        let lines: Vec<&str> = whole.lines().filter(|line| !line.starts_with("//")).collect();
        let text = lines.join("\n");
        mutations(text.as_bytes(), MUTATIONS).iter().for_each(|data| levels(data));
        for number in 0..MUTATIONS {
            levels(damaged(&text, &mut Rng::new(number)).as_bytes());
        }
    }
    Ok(())
}

fn mutated_bytecode() -> Result<(), String> {
    for seed in 0..12 {
        let module = generate(seed, &Options::default());
        let bytes = encode(&module, &EncodeOptions::default()).map_err(|found| found[0].message.clone())?;
        mutations(&bytes, MUTATIONS).iter().for_each(|data| bytecode(data));
    }
    Ok(())
}

/// The data itself, then `count` seeded mutations.
fn mutations(data: &[u8], count: u64) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(seed(data));
    let mut all = vec![data.to_vec()];
    all.extend((0..count).map(|_| mutated(data, &mut rng)));
    all
}

/// Damaged data: cut short, bytes changed, bytes copied about.
pub(crate) fn mutated(data: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut mutated = data.to_vec();
    for _ in 0..1 + rng.below(4) {
        if mutated.is_empty() {
            break;
        }
        let at = rng.below(mutated.len());
        match rng.below(4) {
            0 => mutated.truncate(at),
            1 => mutated[at] = rng.bits() as u8,
            2 => mutated[at] ^= 1 << rng.below(8),
            _ => {
                let from = rng.below(mutated.len());
                let end = (from + 1 + rng.below(16)).min(mutated.len());
                let piece = mutated[from..end].to_vec();
                mutated.splice(at..at, piece);
            }
        }
    }
    mutated
}
