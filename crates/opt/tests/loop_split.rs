//! `loop-split` over every corner of i8: bounds and split values at the ends of the range, steps of 1 and more, known and
//! not, read as signed and unsigned. Each tile block runs one loop, whose result depends on the order of its runs.

use cuda_tile::Module;
use cuda_tile::text::{ParseOptions, parse};
use cuda_tile::verify::{VerifyOptions, verify};
use diag::Source;
use ir::pass::{Pipeline, Unwatched};
use launch::{Argument, Buffer, Engine, Grid, Launch, Options};
use numerics::Scalar;
use reference::Reference;

const NUMBERS: [i8; 7] = [-128, -127, -3, 0, 5, 126, 127];
const STEPS: [i8; 3] = [1, 3, 100];

/// Lower and upper bound, step and split value of a loop.
type Loop = [i8; 4];

/// Every loop whose counter stays in its type.
fn loops(signed: bool) -> Vec<Loop> {
    let read = |number: i8| if signed { i32::from(number) } else { i32::from(number as u8) };
    let most = if signed { 127 } else { 255 };
    let fits = |&[lower, upper, step, _]: &Loop| {
        let (lower, upper, step) = (read(lower), read(upper), read(step));
        lower >= upper || lower + (upper - lower + step - 1) / step * step <= most
    };
    let bounds = NUMBERS.iter().flat_map(|&lower| NUMBERS.map(|upper| (lower, upper)));
    let steps = bounds.flat_map(|(lower, upper)| STEPS.map(|step| (lower, upper, step)));
    let all = steps.flat_map(|(lower, upper, step)| NUMBERS.map(|at| [lower, upper, step, at]));
    all.filter(fits).collect()
}

/// The loop's four numbers: constants, or loaded.
fn program(predicate: &str, signed: bool, counter_left: bool, known: [Option<i8>; 4]) -> Module {
    let number = |(index, name): (usize, &str)| match known[index] {
        Some(number) => format!("%{name} = constant <i8: {number}> : tile<i8>\n"),
        None => format!(
            "%at{index} = constant <i32: {index}> : tile<i32>
             %p{index} = offset %mine, %at{index} : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
             %{name}, %t{index} = load_ptr_tko weak %p{index} : tile<ptr<i8>> -> tile<i8>, token\n"
        ),
    };
    let numbers: String = ["lower", "upper", "step", "at"].into_iter().enumerate().map(number).collect();
    let (unsigned, sign) = if signed { ("", "signed") } else { ("unsigned", "unsigned") };
    let compared = if counter_left { "%i, %at" } else { "%at, %i" };
    let text = format!(
        "cuda_tile.module @m {{ entry @k(%numbers: tile<ptr<i8>>, %out: tile<ptr<i32>>) {{
            %x, %y, %z = get_tile_block_id : tile<i32>
            %four = constant <i32: 4> : tile<i32>
            %seven = constant <i32: 7> : tile<i32>
            %first = muli %x, %four : tile<i32>
            %mine = offset %numbers, %first : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
            {numbers}
            %r = for {unsigned} %i in (%lower to %upper, step %step) : tile<i8> iter_values(%s = %seven) -> (tile<i32>) {{
                %c = cmpi {predicate} {compared}, {sign} : tile<i8> -> tile<i1>
                %i32 = exti %i signed : tile<i8> -> tile<i32>
                %v = if %c -> (tile<i32>) {{
                    %w = addi %i32, %seven : tile<i32>
                    yield %w : tile<i32>
                }} else {{
                    %w = muli %i32, %seven : tile<i32>
                    yield %w : tile<i32>
                }}
                %s1 = muli %s, %seven : tile<i32>
                %s2 = xori %s1, %v : tile<i32>
                continue %s2 : tile<i32>
            }}
            %o = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
            %done = store_ptr_tko weak %o, %r : tile<ptr<i32>>, tile<i32> -> token
            return
        }} }}"
    );
    let parsed = parse(&Source::new("loop.mlir", text), &ParseOptions::default());
    parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics))
}

fn run(module: &Module, loops: &[Loop]) -> Buffer {
    let mut numbers = Buffer::zeroed(Scalar::I8, &[4 * loops.len() as u64]).expect("a small buffer");
    for (index, &number) in loops.iter().flatten().enumerate() {
        numbers.view_mut().set(index, u64::from(number as u8));
    }
    let mut out = Buffer::zeroed(Scalar::I32, &[loops.len() as u64]).expect("a small buffer");
    let grid = Grid::new(loops.len() as u32, 1, 1).expect("a small grid");
    let args = (0..2).map(|buffer| Argument::Pointer { buffer, offset: 0 }).collect();
    let mut launch = Launch { entry: "k", grid, buffers: vec![numbers.view_mut(), out.view_mut()], args };
    let mut printed = String::new();
    let result = Reference::default().launch(module, &mut launch, &mut Options::new(&mut printed));
    drop(launch);
    assert!(result.is_ok(), "the loops are defined");
    out
}

/// Splits the loop of `module` and compares the results.
fn check(module: &Module, loops: &[Loop], case: &str) -> bool {
    let pipeline = Pipeline::parse("loop-split,fixpoint(canonicalize,cse,dce)", opt::PASSES).expect("passes");
    let mut split = module.clone();
    pipeline.run(&mut split, &mut Unwatched).expect("takes every verified module");
    let errors = verify(&split, &VerifyOptions::default()).diagnostics;
    assert!(errors.is_empty(), "{case}: {errors:?}");
    assert!(run(module, loops) == run(&split, loops), "{case}");
    let count = ir::walk::preorder(&split.body, split.root)
        .filter(|&op| split.opcode(op) == cuda_tile::Opcode::For)
        .count();
    count == 2
}

const PREDICATES: [&str; 4] = ["less_than", "less_than_or_equal", "greater_than", "greater_than_or_equal"];

#[test]
fn numbers_that_come_at_run_time() {
    for signed in [true, false] {
        let all = loops(signed);
        assert!(all.len() > 500);
        let by_one: Vec<Loop> = all.iter().copied().filter(|&[.., step, _]| step == 1).collect();
        for predicate in PREDICATES {
            for left in [true, false] {
                let case = format!("{predicate}, signed {signed}, counter left {left}");
                assert!(
                    check(&program(predicate, signed, left, [None; 4]), &all, &case),
                    "{case}: not split"
                );
                let known_step = program(predicate, signed, left, [None, None, Some(1), None]);
                assert!(check(&known_step, &by_one, &case), "{case}: not split");
            }
        }
    }
}

#[test]
fn numbers_that_are_known() {
    let mut split = 0;
    for signed in [true, false] {
        for (index, numbers) in loops(signed).into_iter().enumerate().step_by(5) {
            let predicate = PREDICATES[index / 5 % 4];
            let module = program(predicate, signed, true, numbers.map(Some));
            split +=
                u32::from(check(&module, &[numbers], &format!("{predicate}, signed {signed}, {numbers:?}")));
        }
    }
    assert!(split > 10, "only {split} loops were split in two that both run");
}
