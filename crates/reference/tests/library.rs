//! Features that the command line does not have: external functions, cancellation, limits of memory and steps.

#![allow(clippy::disallowed_methods, reason = "cancels after a while")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cuda_tile::Module;
use cuda_tile::text::{ParseOptions, parse};
use diag::Source;
use launch::{Argument, Buffer, Constant, EngineError, Grid, Launch, LaunchError, Options, Outcome};
use numerics::Scalar;
use reference::sanitize::{self, Report, Settings};
use reference::{Engine, NoObserver, Reference, site_op};

fn module(body: &str) -> Module {
    let text = format!("cuda_tile.module @m {{ entry @k(%x: tile<ptr<f32>>) {{ {body} return }} }}");
    let parsed = parse(&Source::new("k.mlir", text), &ParseOptions::default());
    parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics))
}

fn run(
    engine: &Reference,
    module: &Module,
    steps: Option<u64>,
    cancel: &AtomicBool,
) -> (Result<Outcome, LaunchError>, Buffer) {
    let mut buffer = Buffer::zeroed(Scalar::F32, &[2]).expect("a small buffer");
    let args = vec![Argument::Pointer { buffer: 0, offset: 0 }];
    let mut launch = Launch { entry: "k", grid: Grid::ONE, buffers: vec![buffer.view_mut()], args };
    let mut output = String::new();
    let mut options = Options { step_budget: steps, cancel: Some(cancel), ..Options::new(&mut output) };
    let outcome = engine.launch(module, &mut launch, &mut options);
    drop(launch);
    (outcome, buffer)
}

static NEVER: AtomicBool = AtomicBool::new(false);

const CALL: &str = "
    %i = iota : tile<2xi32>
    %p1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<2xptr<f32>>
    %p = offset %ps, %i : tile<2xptr<f32>>, tile<2xi32> -> tile<2xptr<f32>>
    %a = constant <f32: [1.0, 2.0]> : tile<2xf32>
    %b = constant <f32: [10.0, 20.0]> : tile<2xf32>
    %y = experimental$extern_elementwise %a, %b {libname = \"\", libpath = \"\", pure = true, symbol = \"hypotenuse\"}
         : (tile<2xf32>, tile<2xf32>) -> tile<2xf32>
    %t = store_ptr_tko weak %p, %y : tile<2xptr<f32>>, tile<2xf32> -> token";

#[test]
fn a_supplied_function_is_called_for_every_element() {
    let mut engine = Reference::default();
    let (missing, _) = run(&engine, &module(CALL), None, &NEVER);
    let error = missing.expect_err("nobody supplied it").to_string();
    assert!(error.contains("external function `hypotenuse`") && error.contains("Externs::define"), "{error}");
    engine.externs.define("hypotenuse", |bits| {
        let value = |bits: u64| f32::from_bits(bits as u32);
        u64::from((3.0 * value(bits[0]) + value(bits[1])).to_bits())
    });
    let (outcome, buffer) = run(&engine, &module(CALL), None, &NEVER);
    outcome.expect("the function is there");
    let expected: Vec<u8> = [13.0f32, 26.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(buffer.bytes(), expected);
}

/// Cancels a run that takes minutes shortly after it began.
fn cancelled(body: &str) {
    let module = module(body);
    let flag = AtomicBool::new(false);
    let start = Instant::now();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            flag.store(true, Ordering::Relaxed);
        });
        run(&Reference::default(), &module, None, &flag).0
    });
    assert_eq!(outcome, Err(LaunchError::Engine(EngineError::Cancelled)));
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn an_endless_loop_can_be_cancelled() {
    cancelled("loop { continue }");
}

/// Two operations of 2^33 multiplications each.
#[test]
fn a_long_operation_can_be_cancelled() {
    cancelled(
        "%a = constant <f16: 1.0> : tile<2048x2048xf16>
         %c = constant <f32: 1.0> : tile<2048x2048xf32>
         %d = mmaf %a, %a, %c : tile<2048x2048xf16>, tile<2048x2048xf16>, tile<2048x2048xf32>
         %e = mmaf %a, %a, %d : tile<2048x2048xf16>, tile<2048x2048xf16>, tile<2048x2048xf32>",
    );
}

#[test]
fn steps_are_counted_and_limited() {
    let endless = module("loop { continue }");
    let (outcome, _) = run(&Reference::default(), &endless, Some(1000), &NEVER);
    let Err(LaunchError::Trap(trap)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(trap.code, "E0561");
    let op = site_op(trap.site.expect("an operation"));
    assert!(["loop", "continue"].contains(&endless.spec(op).mnemonic));
    // A constant, a sum of 4096 elements (one step and four more), the return; constants have elements too.
    let sum = module("%a = constant <f32: 1.0> : tile<4096xf32> %b = addf %a, %a : tile<4096xf32>");
    let (outcome, _) = run(&Reference::default(), &sum, None, &NEVER);
    assert_eq!(outcome.map(|outcome| outcome.steps), Ok(5 + 5 + 1));
}

#[test]
fn memory_is_limited() {
    let text = (0..8).map(|i| format!("%v{i} = iota : tile<65536xi32>\n")).collect::<String>();
    let uses = (0..8).map(|i| format!("%w{i} = addi %v{i}, %v{i} : tile<65536xi32>\n")).collect::<String>();
    let wide = module(&(text + &uses));
    let limited = Reference { memory_limit: 2 << 20, ..Reference::default() };
    let (outcome, _) = run(&limited, &wide, None, &NEVER);
    let Err(LaunchError::Engine(EngineError::Resource(message))) = outcome else { panic!("{outcome:?}") };
    assert!(message.contains("more than 2097152 bytes"), "{message}");
    // The same values one after the other take no more than two at a time.
    let narrow: String = (0..8)
        .map(|i| format!("%v{i} = iota : tile<65536xi32>\n%w{i} = addi %v{i}, %v{i} : tile<65536xi32>\n"))
        .collect();
    let (outcome, _) = run(&limited, &module(&narrow), None, &NEVER);
    outcome.expect("dead values are dropped");
}

/// Each allocation is released at the end of its iteration: a million iterations take no more than one.
#[test]
fn loops_release_what_they_reserve() {
    let looping = module(
        "%zero = constant <i32: 0> : tile<i32>
         %one = constant <i32: 1> : tile<i32>
         %n = constant <i32: 20000> : tile<i32>
         for %i in (%zero to %n, step %one) : tile<i32> {
           %m = alloca num_elem = 100000, alignment = 4 : tile<ptr<f32>>
         }",
    );
    let limited = Reference { memory_limit: 1 << 20, ..Reference::default() };
    let (outcome, _) = run(&limited, &looping, None, &NEVER);
    outcome.expect("memory is used again");
}

/// Sanitizes a program on a number of tile blocks, with a buffer of a number of elements and a limit of memory.
fn sanitized(body: &str, blocks: u32, elements: u64, memory_limit: u64) -> Result<Report, EngineError> {
    let module = module(body);
    let engine = Reference { memory_limit, ..Reference::default() };
    let mut buffer = Buffer::zeroed(Scalar::F32, &[elements]).expect("a small buffer");
    let args = vec![Argument::Pointer { buffer: 0, offset: 0 }];
    let grid = Grid::new(blocks, 1, 1).expect("a small grid");
    let mut launch = Launch { entry: "k", grid, buffers: vec![buffer.view_mut()], args };
    let mut output = String::new();
    let mut options = Options::new(&mut output);
    sanitize::run(&engine, &module, &mut launch, &mut options, &mut NoObserver, &Settings::default())
}

/// Every tile block releases 64 elements of its own: each keeps what the block did until then.
const RELEASES: &str = "
    %c64 = constant <i32: 64> : tile<i32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %first = muli %bx, %c64 : tile<i32>
    %q = offset %x, %first : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %i = iota : tile<64xi32>
    %p1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %p = offset %ps, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %one = constant <f32: 1.0> : tile<64xf32>
    %t = store_ptr_tko release device %p, %one : tile<64xptr<f32>>, tile<64xf32> -> token";

#[test]
fn sets_of_events_do_not_run_out_of_memory() {
    const BLOCKS: u32 = 500;
    // A part of this would not hold the sets of all releases: they are let go now and then.
    let report = sanitized(RELEASES, BLOCKS, 64 * u64::from(BLOCKS), 12 << 20).expect("there is room");
    assert_eq!(report.findings, []);
}

/// Each of many rounds reads what the one before wrote, with a token for every second round only.
#[test]
fn long_loops_are_sanitized_in_bounded_memory() {
    const ROUNDS: &str = "
        %c0 = constant <i32: 0> : tile<i32>
        %c1 = constant <i32: 1> : tile<i32>
        %rounds = constant <i32: 20000> : tile<i32>
        %start = make_token : token
        %end = for %n in (%c0 to %rounds, step %c1) : tile<i32> iter_values(%t = %start) -> (token) {
          %v, %u = load_ptr_tko weak %x token=%t : tile<ptr<f32>> -> tile<f32>, token
          %k = andi %n, %c1 : tile<i32>
          %odd = trunci %k : tile<i32> -> tile<i1>
          %next = if %odd -> (token) {
            yield %u : token
          } else {
            yield %t : token
          }
          continue %next : token
        }";
    // Without a bound the sets alone would take 20000 / 2 intervals in each of two tokens.
    let report = sanitized(ROUNDS, 4, 1, 1 << 17).expect("there is room");
    assert_eq!(report.findings, []);
}

#[test]
fn shadow_memory_counts_against_the_limit() {
    const WRITE: &str = "
        %zero = constant <i32: 0> : tile<i32>
        %v = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
        %p = make_partition_view %v : partition_view<tile=(16), tensor_view<65536xf32, strides=[1]>>
        %one = constant <f32: 1.0> : tile<16xf32>
        %t = store_view_tko weak %one, %p[%zero] : tile<16xf32>, partition_view<tile=(16), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token";
    sanitized(WRITE, 1, 65536, 1 << 20).expect("256 KiB of cells");
    let error = sanitized(WRITE, 1, 65536, 1 << 17).expect_err("more than half of that").to_string();
    assert!(error.contains("the sanitizer's shadow memory") && error.contains("131072 bytes"), "{error}");
}

const TILE_CALL: &str = "
    %i = iota : tile<2xi32>
    %p1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<2xptr<f32>>
    %p = offset %ps, %i : tile<2xptr<f32>>, tile<2xi32> -> tile<2xptr<f32>>
    %a = constant <f32: [1.0, 2.0]> : tile<2xf32>
    %y = preview$call @swapped<[3 * (2 - 1), (2, 4), f16, \"text\"]>(%a) : (!cuda_tile.tile<2xf32>) -> !cuda_tile.tile<2xf32>
    %t = store_ptr_tko weak %p, %y : tile<2xptr<f32>>, tile<2xf32> -> token";

#[test]
fn a_supplied_function_is_called_with_whole_tiles() {
    let mut engine = Reference::default();
    let (missing, _) = run(&engine, &module(TILE_CALL), None, &NEVER);
    let error = missing.expect_err("the function is missing").to_string();
    assert!(
        error.contains("external function `swapped`") && error.contains("Externs::define_tile"),
        "{error}"
    );
    engine.externs.define_tile("swapped", |call| {
        let shape = Constant::Shape(vec![Constant::Int(2), Constant::Int(4)]);
        let expected =
            [Constant::Int(3), shape, Constant::Type("f16".to_owned()), Constant::Text("text".to_owned())];
        if call.constants != expected {
            return Err(format!("{:?}", call.constants));
        }
        Ok(vec![call.operands[0].bits.iter().rev().copied().collect()])
    });
    let (outcome, buffer) = run(&engine, &module(TILE_CALL), None, &NEVER);
    outcome.expect("the function is there");
    let expected: Vec<u8> = [2.0f32, 1.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(buffer.bytes(), expected);
}

#[test]
fn a_supplied_function_that_fails_ends_the_run() {
    for (result, phrase) in [
        (Err("no memory".to_owned()), "`swapped` fails: no memory"),
        (Ok(vec![]), "gives 0 results, but the call has 1"),
        (Ok(vec![vec![0]]), "gives 1 elements as result 0, which has 2"),
    ] {
        let mut engine = Reference::default();
        engine.externs.define_tile("swapped", move |_| result.clone());
        let (outcome, _) = run(&engine, &module(TILE_CALL), None, &NEVER);
        let Err(LaunchError::Trap(trap)) = outcome else { panic!("{outcome:?}") };
        assert_eq!(trap.code, "E0563");
        assert!(trap.message.contains(phrase), "{}", trap.message);
    }
}
