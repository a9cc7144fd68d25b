//! Programs made with the builder, run by the reference interpreter.

use cuda_tile::attrs::{ComparisonPredicate, MemoryOrdering, Signedness};
use cuda_tile::build::{add_entry, builder_at_end, new_module};
use cuda_tile::ops::{Builders, fields};
use cuda_tile::types::{Elem, PtrType, TileType};
use cuda_tile::{Dense, Module, Type};
use ir::{TypeId, Value};
use launch::{Argument, Buffer, Grid, Launch, Options, Schedule};
use numerics::Scalar;
use reference::{Engine, Observed, Observer, Reference};

fn tile(module: &mut Module, shape: &[u32], elem: Elem) -> TypeId {
    let ty =
        TileType::new(&shape.iter().map(|&d| i64::from(d)).collect::<Vec<_>>(), elem).expect("a valid tile");
    module.types.intern(Type::Tile(ty))
}

fn ptr(pointee: Scalar) -> Elem {
    Elem::Ptr(PtrType { pointee, attr: None })
}

/// Types that the programs below use.
struct Types {
    i32: TypeId,
    index: TypeId,
    i1s: TypeId,
    f32s: TypeId,
    pointer: TypeId,
    pointers: TypeId,
    token: TypeId,
}

const LANES: u32 = 4;

fn types(module: &mut Module) -> Types {
    Types {
        i32: tile(module, &[], Elem::Scalar(Scalar::I32)),
        index: tile(module, &[LANES], Elem::Scalar(Scalar::I32)),
        i1s: tile(module, &[LANES], Elem::Scalar(Scalar::I1)),
        f32s: tile(module, &[LANES], Elem::Scalar(Scalar::F32)),
        pointer: tile(module, &[], ptr(Scalar::F32)),
        pointers: tile(module, &[LANES], ptr(Scalar::F32)),
        token: module.types.intern(Type::Token),
    }
}

/// `y[i] = x[i] + x[i]`, twice over a loop, for `i < n`; returns the module and the sum.
fn doubling() -> (Module, Value) {
    let mut module = new_module("kernels");
    let t = types(&mut module);
    let one = tile(&mut module, &[1], Elem::Scalar(Scalar::I32));
    let one_pointer = tile(&mut module, &[1], ptr(Scalar::F32));
    let (_, body) = add_entry(&mut module, "k", &[t.pointer, t.i32]);
    let [base, n] = [0, 1].map(|index| module.body.block_args(body).get(index).expect("two parameters"));
    let mut b = builder_at_end(&mut module, body);
    let [block, _, _] =
        b.get_tile_block_id().blockId_x(t.i32).blockId_y(t.i32).blockId_z(t.i32).finish().values();
    let number = |b: &mut ir::build::Builder<'_, cuda_tile::CudaTile>, value: u64| {
        b.constant().value(Dense::splat(t.i32, Scalar::I32, value)).result(t.i32).finish().value()
    };
    let lanes = number(&mut b, LANES.into());
    let start = b.muli().lhs(block).rhs(lanes).result(t.i32).finish().value();
    let spread = |b: &mut ir::build::Builder<'_, cuda_tile::CudaTile>, value, mid, full| {
        let value = b.reshape().source(value).result(mid).finish().value();
        b.broadcast().source(value).result(full).finish().value()
    };
    let starts = spread(&mut b, start, one, t.index);
    let iota = b.iota().result(t.index).finish().value();
    let index = b.addi().lhs(starts).rhs(iota).result(t.index).finish().value();
    let limit = spread(&mut b, n, one, t.index);
    let mask = b
        .cmpi()
        .lhs(index)
        .rhs(limit)
        .comparison_predicate(ComparisonPredicate::LessThan)
        .signedness(Signedness::Signed)
        .result(t.i1s)
        .finish()
        .value();
    let bases = spread(&mut b, base, one_pointer, t.pointers);
    let pointers = b.offset().ptr(bases).offset(index).result(t.pointers).finish().value();
    let weak = MemoryOrdering::Weak;
    let [x, token] = b
        .load_ptr_tko()
        .source(pointers)
        .mask(mask)
        .memory_ordering_semantics(weak)
        .result(t.f32s)
        .result_token(t.token)
        .finish()
        .values();
    let (zero, one_step, two) = (number(&mut b, 0), number(&mut b, 1), number(&mut b, 2));
    let looped =
        b.for_().lowerBound(zero).upperBound(two).step(one_step).initValues(x).resultValues(t.f32s).finish();
    let (looped, sum) = (looped.op, looped.value());
    let body = b.module.block(looped, fields::for_::region).expect("a body");
    b.module.body.set_block_args(body, &[t.i32, t.f32s]);
    let carried = b.module.body.block_args(body).get(1).expect("carried");
    b.inside(body, |b| {
        let doubled = b.addf().lhs(carried).rhs(carried).result(t.f32s).finish().value();
        b.continue_().operands(doubled).finish();
    });
    b.store_ptr_tko()
        .destination(pointers)
        .value(sum)
        .mask(mask)
        .token(token)
        .memory_ordering_semantics(weak)
        .result_token(t.token)
        .finish();
    b.return_().finish();
    (module, sum)
}

fn floats(values: &[f32]) -> Buffer {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Buffer::from_bytes(Scalar::F32, &[values.len() as u64], &bytes).expect("a small buffer")
}

fn run(module: &Module, buffer: &mut Buffer, n: u64, schedule: Schedule) -> Result<u64, String> {
    let grid = Grid::new(3, 1, 1).expect("a small grid");
    let args =
        vec![Argument::Pointer { buffer: 0, offset: 0 }, Argument::Scalar { ty: Scalar::I32, bits: n }];
    let mut launch = Launch { entry: "k", grid, buffers: vec![buffer.view_mut()], args };
    let mut output = String::new();
    let mut options = Options { schedule, ..Options::new(&mut output) };
    let outcome = Reference::default().launch(module, &mut launch, &mut options);
    outcome.map(|outcome| outcome.steps).map_err(|error| error.to_string())
}

#[test]
fn a_ragged_loop_kernel_runs_in_every_schedule() {
    let (module, _) = doubling();
    let verified = cuda_tile::verify::verify(&module, &Default::default());
    assert!(verified.is_ok(), "{:?}", verified.diagnostics);
    for schedule in [Schedule::InOrder, Schedule::Seeded(7), Schedule::Seeded(8)] {
        let mut buffer = floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
        run(&module, &mut buffer, 10, schedule).expect("nothing is undefined");
        assert_eq!(buffer, floats(&[4.0, 8.0, 12.0, 16.0, 20.0, 24.0, 28.0, 32.0, 36.0, 40.0]));
    }
}

#[test]
fn an_access_outside_names_the_buffer() {
    let (module, _) = doubling();
    let mut buffer = floats(&[1.0; 10]);
    let error = run(&module, &mut buffer, 11, Schedule::InOrder).expect_err("one element too many");
    assert_eq!(
        error,
        "`load_ptr_tko`: reads 4 bytes just past the end of the buffer of argument 1 of 40 bytes (in tile block \
         2,0,0, element 2)"
    );
}

struct Sum(Vec<Value>, Vec<(u32, Vec<u64>, Vec<bool>)>);

impl Observer for Sum {
    fn values(&self) -> &[Value] {
        &self.0
    }

    fn observe(&mut self, seen: Observed<'_>) {
        self.1.push((seen.block[0], seen.bits.to_vec(), seen.undefined.to_vec()));
    }
}

#[test]
fn an_observer_sees_values_and_poison() {
    let (module, sum) = doubling();
    let mut buffer = floats(&[1.0; 9]);
    let grid = Grid::new(3, 1, 1).expect("a small grid");
    let args =
        vec![Argument::Pointer { buffer: 0, offset: 0 }, Argument::Scalar { ty: Scalar::I32, bits: 9 }];
    let mut launch = Launch { entry: "k", grid, buffers: vec![buffer.view_mut()], args };
    let mut output = String::new();
    let mut observer = Sum(vec![sum], Vec::new());
    let mut options = Options::new(&mut output);
    let statistics = Reference::default()
        .run(&module, &mut launch, &mut options, &mut observer)
        .expect("nothing is undefined");
    assert_eq!(observer.1.len(), 3);
    let four = u64::from(4.0f32.to_bits());
    assert_eq!(observer.1[1], (1, vec![four; 4], vec![]));
    assert_eq!((observer.1[2].1[0], &observer.1[2].2), (four, &vec![false, true, true, true]));
    assert!(statistics.elements > 3 * 4 * 10);
}
