//! Random graphs of blocks: what they compute once they are `if` and `loop`, against a walk along the edges.

use std::fmt::Write;

use libtest_mimic::{Failed, Trial};
use tilewright::run::Run;

/// Every block is left after at most this number of steps.
const LIMIT: u32 = 40;

/// One test of many graphs.
pub fn trials() -> Vec<Trial> {
    vec![Trial::test("random graphs of blocks", test)]
}

fn test() -> Result<(), Failed> {
    let mut structured = 0;
    for seed in 0..200 {
        let graph = Graph::random(seed);
        let module = match tilewright::parse("graph.mlir", &graph.text()) {
            Ok(module) => module,
            Err(error) if error.to_string().contains("several entries") => continue,
            Err(error) => return Err(format!("seed {seed}: {error}").into()),
        };
        let mut run = Run::new(&module);
        run.arg("o:i32[2]=zeros");
        let results = run.execute().map_err(|error| format!("seed {seed}: {error}"))?;
        let (value, steps) = graph.walk();
        let named = results.bound.find("o").ok_or("no such buffer")?;
        let found = [0, 1].map(|i| named.buffer.view().get(i).map(|bits| bits as u32));
        if found != [Some(value), Some(steps)] {
            return Err(format!("seed {seed}: {found:?}, but {value} in {steps} steps").into());
        }
        structured += 1;
    }
    // Most small graphs have no loop of several entries.
    if structured > 100 { Ok(()) } else { Err(format!("only {structured} graphs were structured").into()) }
}

/// Where each block continues when a bit is set, and when it is not; one past the last block is the way out.
struct Graph(Vec<[usize; 2]>);

impl Graph {
    fn random(seed: u64) -> Graph {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = |n: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as usize % n
        };
        let count = 2 + below(7);
        Graph((0..count).map(|_| [1 + below(count), 1 + below(count)]).collect())
    }

    fn walk(&self) -> (u32, u32) {
        let (mut value, mut steps, mut block) = (1u32, 0, 0);
        while block < self.0.len() {
            value = value.wrapping_mul(3).wrapping_add(block as u32 + 1);
            steps += 1;
            let taken = self.0[block][usize::from(value >> 3 & 1 == 0)];
            block = if steps > LIMIT { self.0.len() } else { taken };
        }
        (value, steps)
    }

    fn text(&self) -> String {
        let mut text = format!(
            "cuda_tile.module @m {{ entry @k(%o: tile<ptr<i32>>) {{
             %c0 = constant <i32: 0> : tile<i32>
             %c1 = constant <i32: 1> : tile<i32>
             %c3 = constant <i32: 3> : tile<i32>
             %limit = constant <i32: {LIMIT}> : tile<i32>
             br ^b0(%c1, %c0 : tile<i32>, tile<i32>)\n"
        );
        let end = self.0.len();
        for (i, [set, clear]) in self.0.iter().enumerate() {
            let values = format!("(%v{i}, %i{i} : tile<i32>, tile<i32>)");
            let _ = write!(
                text,
                "^b{i}(%a{i}: tile<i32>, %n{i}: tile<i32>):
                 %k{i} = constant <i32: {}> : tile<i32>
                 %m{i} = muli %a{i}, %c3 : tile<i32>
                 %v{i} = addi %m{i}, %k{i} : tile<i32>
                 %i{i} = addi %n{i}, %c1 : tile<i32>
                 %over{i} = cmpi greater_than %i{i}, %limit, signed : tile<i32> -> tile<i1>
                 cond_br %over{i}, ^b{end}{values}, ^t{i}
                 ^t{i}:
                 %s{i} = shr %v{i}, %c3 unsigned
                 %bit{i} = and %s{i}, %c1
                 %q{i} = cmpi equal %bit{i}, %c1, signed : tile<i32> -> tile<i1>
                 cond_br %q{i}, ^b{set}{values}, ^b{clear}{values}\n",
                i + 1
            );
        }
        let _ = write!(
            text,
            "^b{end}(%value: tile<i32>, %steps: tile<i32>):
             store %o, %value
             %p = offset %o, %c1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
             store %p, %steps
             return
             }} }}"
        );
        text
    }
}
