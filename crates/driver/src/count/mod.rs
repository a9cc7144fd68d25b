//! Counters of a launch: bytes that it reads and writes, operations that it computes.
//!
//! The counts refer to the program as it is written, independently of the engine: an operation counts each time it is executed,
//! for each element; a byte counts each time a load, a store or an atomic accesses it, independently of caches. Masked-off
//! lanes and elements outside of a view do not count. The counts come from a copy of the module that prints a mark at the start
//! of each straight-line sequence of operations, and before each access whose size is only known at run time. Marks do not
//! change results.
//!
//! Deliberately absent: a model of a machine. Use a profiler for cache traffic.

mod cost;
mod marks;

use launch::arg::Bound;
use launch::{BlockId, DiscardOutput, Engine, Grid, LaunchError, Options, Output};

use cpu::{Cpu, Preparation};
use cuda_tile::Module;
use marks::Mark;

/// The work of a launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Bytes that loads and atomics read.
    pub read: u64,
    /// Bytes that stores and atomics write.
    pub written: u64,
    /// Operations on floats: arithmetic, minimum, maximum, rounding, functions; a multiplication with addition is two.
    pub float_operations: u64,
    /// The same on integers, those of indices included, bitwise operations and shifts too.
    pub integer_operations: u64,
}

impl Work {
    /// Bytes in both directions.
    pub fn bytes(&self) -> u64 {
        self.read.saturating_add(self.written)
    }

    /// Adds other work, a given number of times.
    fn add(&mut self, other: &Work, times: u64) {
        let add = |sum: &mut u64, term: u64| *sum = sum.saturating_add(term.saturating_mul(times));
        add(&mut self.read, other.read);
        add(&mut self.written, other.written);
        add(&mut self.float_operations, other.float_operations);
        add(&mut self.integer_operations, other.integer_operations);
    }
}

/// Runs a launch on the CPU engine and counts; the buffers are changed as by any run.
///
/// # Errors
/// As any launch.
pub fn count(module: &Module, entry: &str, grid: Grid, bound: &mut Bound) -> Result<Work, LaunchError> {
    let mut marked = module.clone();
    let marks = marks::insert(&mut marked);
    let prepared = cpu::Prepared::new(&marked, entry, &Preparation::default())?;
    let mut counter = Counter { marks, work: Work::default() };
    let mut launch = bound.launch(entry, grid);
    Cpu::default().launch(&prepared, &mut launch, &mut Options::new(&mut counter))?;
    Ok(counter.work)
}

/// Adds up the output of the marks; the output of the program itself is dropped.
struct Counter {
    marks: Vec<Mark>,
    work: Work,
}

impl Output for Counter {
    fn print(&mut self, block: BlockId, text: &str) {
        let Some(numbers) = marks::read(text) else { return DiscardOutput.print(block, text) };
        if let Some((&number, rest)) = numbers.split_first()
            && let Some(mark) = self.marks.get(number as usize)
        {
            self.work.add(&mark.work(rest), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuda_tile::text::{ParseOptions, parse};
    use launch::ParamType;
    use launch::arg::{Param, bind};
    use numerics::Scalar;

    /// The work of the entry `k` on a buffer of 100 f32 and the number 90.
    fn counted(body: &str, blocks: u32) -> Work {
        let text = format!(
            "cuda_tile.module @m {{ entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {{ {body} return }} }}"
        );
        let source = diag::Source::new("test.mlir", text.as_str());
        let parsed = parse(&source, &ParseOptions::default());
        let module = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
        let params = [ParamType::Pointer(Scalar::F32), ParamType::Scalar(Scalar::I32)];
        let params = params.map(|ty| Param { name: None, ty });
        let mut no_files = |_: &str| Err(String::from("no files here"));
        let mut bound =
            bind(&["f32[100]=iota", "90"], &params, u64::MAX, &mut no_files).expect("two arguments");
        count(&module, "k", Grid::new(blocks, 1, 1).expect("small"), &mut bound).expect("it runs")
    }

    const POINTERS: &str = "%i = iota : tile<64xi32>
        %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
        %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
        %q = offset %ps, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>";

    const VIEW: &str = "%x, %y, %z = get_tile_block_id : tile<i32>
        %t = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
        %v = make_partition_view %t : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>";

    #[test]
    fn elements_count_each_time_they_are_touched() {
        let work = counted(
            &format!(
                "{POINTERS} %a, %ta = load_ptr_tko weak %q : tile<64xptr<f32>> -> tile<64xf32>, token
                 %b = fma %a, %a, %a : tile<64xf32>
                 %s = store_ptr_tko weak %q, %b token=%ta : tile<64xptr<f32>>, tile<64xf32> -> token"
            ),
            3,
        );
        let expected =
            Work { read: 3 * 256, written: 3 * 256, float_operations: 3 * 128, integer_operations: 0 };
        assert_eq!(work, expected);
    }

    #[test]
    fn masked_lanes_touch_nothing() {
        let work = counted(
            &format!(
                "{POINTERS} %ten = constant <i32: 10> : tile<64xi32>
                 %m = cmpi less_than %i, %ten, signed : tile<64xi32> -> tile<64xi1>
                 %zero = constant <f32: 0.0> : tile<64xf32>
                 %a, %ta = load_ptr_tko weak %q, %m, %zero : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
                 %o, %to = atomic_rmw_tko relaxed device %q, addf, %a, %m token=%ta :
                   tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> tile<64xf32>, token"
            ),
            1,
        );
        assert_eq!((work.read, work.written), (80, 40));
    }

    #[test]
    fn elements_outside_of_a_view_are_not_touched() {
        let body = format!(
            "{VIEW} %a, %ta = load_view_tko weak %v[%x] : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>,
               tile<i32> -> tile<64xf32>, token
             %b = addf %a, %a : tile<64xf32>
             %s = store_view_tko weak %b, %v[%x] token=%ta : tile<64xf32>,
               partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token"
        );
        // 90 elements in two tiles of 64; the sum is computed for all 128.
        let expected = Work { read: 360, written: 360, float_operations: 128, integer_operations: 0 };
        assert_eq!(counted(&body, 2), expected);
    }

    #[test]
    fn what_a_break_skips_does_not_count() {
        let body = "%one = constant <i32: 1> : tile<i32>
            %three = constant <i32: 3> : tile<i32>
            %zero = constant <i32: 0> : tile<i32>
            %r = loop iter_values(%i = %zero) : tile<i32> -> tile<i32> {
              %next = addi %i, %one : tile<i32>
              %end = cmpi equal %next, %three, signed : tile<i32> -> tile<i1>
              if %end { break %next : tile<i32> }
              %f = itof %i signed : tile<i32> -> tile<f32>
              %g = addf %f, %f : tile<f32>
              continue %next : tile<i32>
            }";
        let work = counted(body, 1);
        assert_eq!((work.integer_operations, work.float_operations), (3, 2));
    }

    #[test]
    fn products_and_reductions_count_their_steps() {
        let body = "%a = constant <f16: 1.0> : tile<16x32xf16>
            %b = constant <f16: 1.0> : tile<32x8xf16>
            %c = constant <f32: 0.0> : tile<16x8xf32>
            %d = mmaf %a, %b, %c : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32>
            %s = reduce %d dim=0 identities=[0.0 : f32] : tile<16x8xf32> -> tile<8xf32>
              (%x: tile<f32>, %y: tile<f32>) { %z = addf %x, %y : tile<f32> yield %z : tile<f32> }";
        assert_eq!(counted(body, 1).float_operations, 2 * 16 * 32 * 8 + 15 * 8);
    }
}
