//! Bytecode of the real compiler front end, cuTile Python: decoded, verified, printed, parsed and encoded here, and compared
//! with the real disassembler and assembler at every step. The kernels are in `tests/bytecode/cutile`.

#![allow(clippy::disallowed_methods, reason = "runs the real tools")]

mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cuda_tile::Module;
use cuda_tile::bytecode::{DecodeOptions, Decoded, EncodeOptions, decode, encode};
use cuda_tile::equal::same_program;
use cuda_tile::ops::{Group, OPS};
use cuda_tile::text::{ParseOptions, PrintOptions, Style, parse, print};
use cuda_tile::verify::{VerifyOptions, verify};
use diag::Source;
use tools::{Kernel, Tools, VERSIONS, tools};

/// One file under test.
struct Case<'t> {
    tools: &'t Tools,
    name: String,
    file: std::path::PathBuf,
    version: &'static str,
}

/// Runs `check` over every valid file and fails with all the complaints at once.
fn for_each(
    label: &str,
    versions: &'static [&'static str],
    check: impl Fn(&Case) -> Result<(), String> + Sync,
) {
    let Some(tools) = tools() else { return };
    let kernels: Vec<Kernel> =
        tools.kernels().into_iter().filter(|kernel| kernel.refused.is_empty()).collect();
    assert!(kernels.len() >= 60, "only {} kernels", kernels.len());
    let cases: Vec<Case> = kernels
        .iter()
        .flat_map(|kernel| {
            versions.iter().filter_map(move |&version| {
                let file = tools.file(kernel, version)?;
                Some(Case { tools, name: format!("{label}-{}-{version}", kernel.name), file, version })
            })
        })
        .collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let complaints: Vec<String> = std::thread::scope(|scope| {
        let chunks = cases.chunks(cases.len().div_ceil(threads));
        let check = &check;
        let complain = |case: &Case| check(case).err().map(|error| format!("{}: {error}", case.name));
        let workers: Vec<_> = chunks
            .map(|chunk| scope.spawn(move || chunk.iter().filter_map(complain).collect::<Vec<_>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a check panicked")).collect()
    });
    assert!(
        complaints.is_empty(),
        "{} of {} files:\n{}",
        complaints.len(),
        cases.len(),
        complaints.join("\n")
    );
}

fn read(file: &Path) -> Vec<u8> {
    std::fs::read(file).expect("an exported file is readable")
}

fn decoded(bytes: &[u8]) -> Result<Decoded, String> {
    decode(bytes, &DecodeOptions { provenance: true, preview_simt: true, ..DecodeOptions::default() })
        .map_err(|error| error.message)
}

/// The first error of the verifier.
fn verified(decoded: &Decoded) -> Result<(), String> {
    let options = VerifyOptions { version: decoded.version, extensions: false, ..VerifyOptions::default() };
    let found = verify(&decoded.module, &options);
    found
        .diagnostics
        .into_iter()
        .find(|diagnostic| diagnostic.is_error())
        .map_or(Ok(()), |error| Err(error.message))
}

fn disassembly(module: &Module, locations: bool) -> String {
    print(module, &PrintOptions { style: Style::Disassembler, locations, ..PrintOptions::default() })
}

/// Equal, or the first line that is not.
fn same_text(ours: &str, real: &str) -> Result<(), String> {
    if ours == real {
        return Ok(());
    }
    let different = ours.lines().zip(real.lines()).find(|(ours, real)| ours != real);
    let (ours, real) = different.unwrap_or(("(one text is longer)", ""));
    Err(format!("\n  ours {ours}\n  real {real}"))
}

#[test]
fn what_the_real_front_end_writes_is_valid_and_prints_as_the_real_disassembler_prints_it() {
    for_each("print", &VERSIONS, |case| {
        let decoded = decoded(&read(&case.file))?;
        verified(&decoded)?;
        for locations in [false, true] {
            same_text(
                &disassembly(&decoded.module, locations),
                &case.tools.disassemble(&case.file, locations)?,
            )?;
        }
        Ok(())
    });
}

#[test]
fn encoding_again_gives_the_same_bytes() {
    for_each("bytes", &VERSIONS, |case| {
        let bytes = read(&case.file);
        let decoded = decoded(&bytes)?;
        let options = EncodeOptions {
            version: Some(decoded.version),
            provenance: decoded.provenance.clone(),
            ..EncodeOptions::default()
        };
        let again = encode(&decoded.module, &options).map_err(|errors| errors[0].message.clone())?;
        if again == bytes { Ok(()) } else { Err("other bytes".to_owned()) }
    });
}

/// Decodes a file, prints it, reads the text and encodes what was read, in our own layout.
fn through_text(case: &Case) -> Result<std::path::PathBuf, String> {
    let decoded = decoded(&read(&case.file))?;
    let options = PrintOptions { locations: true, version: decoded.version, ..PrintOptions::default() };
    let source = Source::new(case.name.as_str(), print(&decoded.module, &options));
    let parsed = parse(&source, &ParseOptions::default());
    if let Some(error) = parsed.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        return Err(error.message.clone());
    }
    let module = parsed.module.ok_or("no module and no error")?;
    same_program(&decoded.module, &module)?;
    let options = EncodeOptions { version: Some(decoded.version), ..EncodeOptions::default() };
    let bytes = encode(&module, &options).map_err(|errors| errors[0].message.clone())?;
    let file = case.tools.scratch(&format!("{}.tileirbc", case.name));
    std::fs::write(&file, bytes).expect("the scratch folder is writable");
    Ok(file)
}

#[test]
fn what_comes_back_from_text_prints_as_the_original() {
    for_each("text", &VERSIONS, |case| {
        let file = through_text(case)?;
        for locations in [false, true] {
            let ours = case.tools.disassemble(&file, locations)?;
            same_text(&ours, &case.tools.disassemble(&case.file, locations)?)?;
        }
        Ok(())
    });
}

#[test]
fn the_real_compiler_takes_our_encoding() {
    for_each("compile", &["13.4"], |case| {
        let file = through_text(case)?;
        // This element type exists on one target only.
        let newest = case.tools.disassemble(&file, false)?.contains("fnv8E5M3FNU");
        let target = if newest { "sm_107" } else { "sm_100" };
        case.tools.assemble(&file, target).map(drop).map_err(|error| format!("{} {error}", case.version))
    });
}

#[test]
fn what_the_real_tools_refuse_is_refused_with_their_phrase() {
    let Some(tools) = tools() else { return };
    let refused: Vec<Kernel> =
        tools.kernels().into_iter().filter(|kernel| !kernel.refused.is_empty()).collect();
    assert!(!refused.is_empty());
    for kernel in &refused {
        for file in VERSIONS.iter().filter_map(|version| tools.file(kernel, version)) {
            let real = tools.disassemble(&file, false).expect_err("the real disassembler refuses it");
            assert!(real.contains(&kernel.refused), "{}: {real}", kernel.name);
            let ours = decoded(&read(&file)).and_then(|decoded| verified(&decoded)).expect_err(&kernel.name);
            assert!(ours.contains(&kernel.refused), "{}: {ours}", kernel.name);
        }
    }
}

/// Ops that the encoder of cuTile knows and no construct of its front end reaches.
const NEVER_WRITTEN: [&str; 9] = [
    "alloca",
    "get_tensor_shape",
    "memory_fence_alias_tko",
    "mulhii",
    "multimem_load_reduce_view_tko",
    "multimem_reduce_view_tko",
    "multimem_store_view_tko",
    "ptr_to_int",
    "ptr_to_ptr",
];

/// Valid kernels by the ops that occur in them, in any version.
fn kernels_by_op(tools: &Tools) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut users: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    for kernel in tools.kernels().into_iter().filter(|kernel| kernel.refused.is_empty()) {
        for file in VERSIONS.iter().filter_map(|version| tools.file(&kernel, version)) {
            let module = decoded(&read(&file)).expect("a valid file").module;
            for op in ir::walk::preorder(&module.body, module.root) {
                users.entry(module.spec(op).mnemonic).or_default().insert(kernel.name.clone());
            }
        }
    }
    users
}

#[test]
fn every_op_that_the_front_end_can_write_occurs() {
    let Some(tools) = tools() else { return };
    let users = kernels_by_op(tools);
    let elsewhere = |group| matches!(group, Group::Testing | Group::Preview);
    let in_bytecode = OPS.iter().filter(|spec| spec.code.is_some() && !elsewhere(spec.group));
    let missing: BTreeSet<&str> =
        in_bytecode.map(|spec| spec.mnemonic).filter(|name| !users.contains_key(name)).collect();
    assert_eq!(missing, BTreeSet::from(NEVER_WRITTEN));

    // The table of the folder's page: how many kernels use an op, and some of them.
    let page = real_tools::root().join("tests/bytecode/cutile/README.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let listed = |name: &'static str| if name == "pow" { "fpowf" } else { name };
    let (mut rows, mut stale) = (0, String::new());
    for (name, kernels) in users.iter().filter(|(name, _)| **name != "module") {
        let head = format!("| `{}` | {} | ", listed(name), kernels.len());
        let row = page.lines().find_map(|line| line.strip_prefix(head.as_str()));
        let examples = row.unwrap_or_default().trim_end_matches(" |");
        if !examples.split(", ").all(|kernel| kernels.contains(kernel)) {
            stale.push_str(&format!("{head}\n"));
        }
        rows += 1;
    }
    assert!(stale.is_empty(), "rows of the page should begin like this:\n{stale}");
    assert_eq!(page.lines().filter(|line| line.starts_with("| `")).count(), rows, "rows of the page");
}

/// How many random modules the disassemblers are compared on; one in this number of all foci is looked at, too.
const RANDOM: u64 = 60;

#[test]
fn random_modules_of_the_newest_version_print_as_the_real_disassembler_prints_them() {
    let Some(tools) = tools() else { return };
    let foci = smith::foci().into_iter().step_by(RANDOM as usize).map(|(opcode, scalar, _)| (opcode, scalar));
    let focused = foci.map(|focus| smith::Options { focus: vec![focus], ..smith::Options::default() });
    let plain =
        (0..RANDOM).map(|seed| smith::Options { preview: seed % 2 == 0, ..smith::Options::default() });
    let mut complaints = Vec::new();
    for (seed, options) in plain.chain(focused).enumerate() {
        let module = smith::generate(seed as u64, &options);
        let newest = EncodeOptions {
            version: Some(ir::Version::LATEST),
            preview_simt: options.preview,
            ..EncodeOptions::default()
        };
        let bytes = encode(&module, &newest).expect("a random module is stored in the newest version");
        let file = tools.scratch(&format!("random-{seed}.tileirbc"));
        std::fs::write(&file, &bytes).expect("the folder of the tests is writable");
        let ours = decoded(&bytes).map(|decoded| disassembly(&decoded.module, false));
        let compared = ours.and_then(|ours| same_text(&ours, &tools.disassemble(&file, false)?));
        complaints.extend(compared.err().map(|why| format!("seed {seed}: {why}")));
    }
    assert!(complaints.is_empty(), "{} of them:\n{}", complaints.len(), complaints.join("\n"));
}
