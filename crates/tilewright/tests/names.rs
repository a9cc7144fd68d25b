//! A name that nothing has: the message has the nearest that something has.

use tilewright::Module;
use tilewright::compile::{Level, Target};
use tilewright::kernel::Kernel;
use tilewright::run::{EngineKind, Run};
use tilewright::sanitize::Kinds;

const TEXT: &str = "cuda_tile.module @m { entry @scale(%x: tile<ptr<i32>>, %n: tile<i32>) { return } }";

fn module() -> Module {
    tilewright::parse("m.mlir", TEXT).expect("it parses")
}

#[test]
fn targets_levels_and_checks_name_the_nearest() {
    let target = Target::named("sm_9a").expect_err("there is none").error().to_string();
    assert!(target.contains("did you mean `sm_90a`?"), "{target}");
    let level = "tilaa".parse::<Level>().expect_err("there is none");
    assert!(level.contains("did you mean `tileaa`?"), "{level}");
    let kinds = "race".parse::<Kinds>().expect_err("there is none").to_string();
    assert!(kinds.contains("did you mean `races`?"), "{kinds}");
}

#[test]
fn entries_name_the_nearest() {
    let error = Kernel::new(&module(), Some("scal"), EngineKind::Reference).expect_err("no such entry");
    assert!(error.to_string().contains("did you mean `scale`? its entries are `scale`"), "{error}");
}

#[test]
fn passes_name_the_nearest() {
    let error = tilewright::opt::run(&mut module(), "canonicalise").expect_err("no such pass");
    assert!(error.to_string().contains("did you mean `canonicalize`?"), "{error}");
}

#[test]
fn arguments_name_the_nearest() {
    let module = module();
    for (first, second, near) in [
        ("input:i32[4]=zeroes", "1", "did you mean `zeros`?"),
        ("input:i33[4]=zeros", "1", "did you mean `i32`?"),
        ("input:i32[4]=zeros", "inptu.shape[0]", "did you mean `input`?"),
    ] {
        let error = Run::new(&module).arg(first).arg(second).execute().expect_err("it is wrong");
        assert!(error.to_string().contains(near), "{error}");
    }
}
