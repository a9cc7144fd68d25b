//! Verifying on several threads finds what one thread finds, in the same order.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use cuda_tile::build::items_block;
use cuda_tile::text::{ParseOptions, PrintOptions, Style, parse, print};
use cuda_tile::verify::{VerifyOptions, verify};
use cuda_tile::{Module, Opcode};
use diag::{Diagnostic, Source};
use ir::walk::preorder;
use ir::{AttrSlot, Op, TypeId, Value};
use smith::{Options, Rng, generate};

/// Enough ops to keep four threads busy.
const OPS: usize = 40_000;

static LARGE: LazyLock<Module> = LazyLock::new(large);

/// Entries of random ops and globals, all in one module.
fn large() -> Module {
    let mut text = String::from("cuda_tile.module @large {\n");
    for seed in 0..110 {
        let module = generate(seed, &Options { ops: 400, ..Options::default() });
        let items = print(&module, &PrintOptions { style: Style::Disassembler, ..PrintOptions::default() });
        text += &items.replace("@k(", &format!("@k{seed}(")).replace("@g", &format!("@g{seed}_"));
    }
    text += "}\n";
    let module = parse(&Source::new("large", text), &ParseOptions::default()).module;
    let module = module.expect("printed entries parse");
    assert!(module.body.op_count() >= OPS, "{} ops are too few to be shared out", module.body.op_count());
    module
}

/// Changes one thing about one op, mostly for the worse.
fn damage(module: &mut Module, ops: &[Op], rng: &mut Rng) {
    let op = rng.pick(ops);
    let (operands, attrs) = (module.body.operands(op).len(), module.body.attrs(op).len());
    match rng.below(6) {
        0 if operands > 0 => {
            let value = Value::from_u32(rng.below(module.body.value_count()) as u32);
            module.body.operands_mut(op)[rng.below(operands)] = value;
        }
        1 if attrs > 0 => module.body.attrs_mut(op)[rng.below(attrs)] = AttrSlot::ABSENT,
        2 => {
            let ty = TypeId::from_u32(rng.below(module.types.len()) as u32);
            module.body.results(op).into_iter().for_each(|value| module.body.set_ty(value, ty));
        }
        3 if module.opcode(op) != Opcode::Entry => module.body.detach(op),
        4 => module.body.set_operands(op, &[], &[]),
        _ => {
            let other = rng.pick(ops);
            let movable = module.body.regions(other).len() == 0 && op != other;
            if movable && module.body.parent_block(op).is_some() {
                module.body.detach(other);
                module.body.insert_before(op, other);
            }
        }
    }
}

fn found(module: &Module, threads: usize) -> Vec<Diagnostic> {
    let threads = NonZeroUsize::new(threads).expect("one or more");
    verify(module, &VerifyOptions { threads, ..VerifyOptions::default() }).diagnostics
}

fn assert_same(module: &Module, least: usize) {
    let one = found(module, 1);
    assert!(one.len() >= least, "{} diagnostics prove little", one.len());
    for threads in [2, 3, 4] {
        let several = found(module, threads);
        let different = one.iter().zip(&several).find(|(one, several)| one != several);
        assert!(one == several, "{threads} threads differ at {different:?}");
    }
}

#[test]
fn diagnostics_do_not_depend_on_the_number_of_threads() {
    let sound = &*LARGE;
    assert_same(sound, 0);
    assert!(verify(sound, &VerifyOptions::default()).is_ok());
    let ops: Vec<Op> = preorder(&sound.body, sound.root).skip(1).collect();
    for seed in 0..2 {
        let mut module = sound.clone();
        let mut rng = Rng::new(seed);
        (0..400).for_each(|_| damage(&mut module, &ops, &mut rng));
        assert_same(&module, 200);
    }
}

#[test]
fn values_between_items_are_seen_by_every_thread() {
    let mut module = LARGE.clone();
    let block = items_block(&module);
    let items: Vec<Op> = module.body.block_ops(block).collect();
    let defines = |module: &Module, op: &Op| {
        module.body.results(*op).len() == 1
            && module.body.operands(*op).is_empty()
            && module.body.regions(*op).len() == 0
    };
    let inner = preorder(&module.body, module.root).find(|op| defines(&module, op)).expect("a constant");
    module.body.detach(inner);
    module.body.insert_before(items[0], inner);
    let value = module.body.result(inner, 0);
    for &item in &items[1..] {
        let user = preorder(&module.body, item).find(|&op| !module.body.operands(op).is_empty());
        if let Some(user) = user {
            module.body.operands_mut(user)[0] = value;
        }
    }
    assert_same(&module, 100);
    let crossing = found(&module, 4).iter().filter(|d| d.message.contains("outside the region")).count();
    assert!(crossing >= 100, "only {crossing} uses of the value are reported");
}
