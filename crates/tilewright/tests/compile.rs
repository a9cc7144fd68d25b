//! Compiling from the facade: every level, typed failures, several threads at once.

#![allow(clippy::disallowed_methods, reason = "tests read examples")]

use std::collections::BTreeMap;
use std::path::Path;

use tilewright::compile::{Assembler, Compiled, Failure, Level, Options, Program, Target};

const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];

fn target(name: &str) -> Target {
    Target::named(name).expect("a target of the table")
}

fn examples() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let entries = std::fs::read_dir(folder).expect("the examples").flatten().map(|entry| entry.path());
    let texts = entries.filter(|path| path.extension().is_some_and(|ending| ending == "mlir"));
    texts.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a text"))).collect()
}

fn compiled(name: &str, text: &str, options: &Options) -> Result<Compiled, Failure> {
    Program::parse(name, text)?.compile(options)
}

/// All outputs of every example, each for its own target.
fn everything() -> Vec<String> {
    let made = examples().into_iter().zip(TARGETS.into_iter().cycle()).map(|((name, text), on)| {
        let options = Options::new(target(on)).keep_levels(true).remarks(true).line_info(true);
        match compiled(&name, &text, &options) {
            Ok(made) => {
                let levels = Level::ALL.map(|level| made.text(level).expect("it is kept"));
                let remarks = made.remarks_json(&Compiled::every_remark());
                format!("{name}\n{}\n{remarks}\n{}", levels.join("\n"), made.metadata())
            }
            Err(failure) => format!("{name}\n{failure}"),
        }
    });
    made.collect()
}

#[test]
fn eight_threads_make_the_same_bytes() {
    let alone = everything();
    assert!(alone.len() > 10 && alone.iter().all(|made| made.contains(".visible .entry")), "{alone:?}");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(everything)).collect();
        for thread in threads {
            assert!(thread.join().expect("no panic") == alone, "another thread made other bytes");
        }
    });
}

#[test]
fn bytecode_and_the_text_of_each_level_give_the_same_ptx() {
    let text =
        &examples().into_iter().find(|(name, _)| name.ends_with("gemm_views.mlir")).expect("the example").1;
    let options = Options::new(target("sm_90a")).keep_levels(true);
    let made = compiled("gemm.mlir", text, &options).expect("it compiles");
    for level in [Level::CudaTile, Level::TileAa, Level::TileAs, Level::Nvvm] {
        let lower = made.text(level).expect("it is kept");
        let program = Program::parse(level.name(), lower).expect("it reads back");
        assert_eq!(program.level(), level);
        let again = program.compile(&Options::new(target("sm_90a"))).expect("it compiles");
        assert!(again.ptx() == made.ptx(), "{level}");
        assert_eq!(again.kernels(), made.kernels());
        assert_eq!(again.text(Level::TileAs), None, "nobody asked for it");
    }
    let module = tilewright::parse("gemm.mlir", text).expect("it reads");
    let bytes = module.to_bytecode(None).expect("it encodes");
    let program = Program::from_bytecode(&bytes).expect("it decodes");
    assert!(program.compile(&options).expect("it compiles").ptx() == made.ptx());
}

#[test]
fn failures_say_what_to_do() {
    let Err(Failure::Target(error)) = Target::named("sm_09a") else { panic!("there is no such target") };
    assert!(error.to_string().contains("did you mean"), "{error}");
    assert_eq!(error.diagnostics()[0].code.to_string(), "E0942");
    let wrong = compiled("m.mlir", "cuda_tile.module @m {", &Options::new(target("sm_80")));
    assert!(matches!(wrong, Err(Failure::Invalid(_))), "{wrong:?}");
    let wrong = compiled("m.tileas", "tileas.module @m {", &Options::new(target("sm_80")));
    assert!(matches!(wrong, Err(Failure::Invalid(_))), "{wrong:?}");
    let huge = include_str!("../../../tests/cli/data/too_much_shared.mlir");
    let Err(Failure::Refused(error)) = compiled("huge.mlir", huge, &Options::new(target("sm_80"))) else {
        panic!("no thread block has this much shared memory")
    };
    assert!(error.to_string().contains("huge.mlir:"), "{error}");
    let Err(Failure::Assembler(error)) = Assembler::at(Path::new("no/ptxas")) else { panic!("no file") };
    assert!(error.to_string().contains("`no/ptxas`"), "{error}");
    assert!("tilas".parse::<Level>().expect_err("no level").contains("did you mean `tileas`"));
}

#[test]
fn machine_code_comes_from_the_assembler_that_is_given() {
    let found = real_tools::Release::V13_4.find("ptxas");
    let Some(ptxas) = real_tools::or_skip("ptxas", found) else { return };
    let text = "cuda_tile.module @m { entry @k() { return } }";
    let assembler = Assembler::at(&ptxas).expect("it is there");
    let options = Options::new(target("sm_80")).remarks(true).cubin(assembler);
    let made = compiled("k.mlir", text, &options).expect("it compiles");
    assert!(made.cubin().is_some_and(|cubin| cubin.starts_with(b"\x7fELF")));
    assert!(made.ptx().contains(".entry k"));
    assert_eq!(made.text(Level::Nvvm), None, "levels were not asked for");
    assert!(made.remarks().iter().any(|remark| remark.function == "k"), "what the kernel takes");
}
