//! The plans of agents: the model's figures of a step, compared with counts of the emulator.
//!
//! Each kernel is compiled by every plan that it has, and run twice by one thread block, or the thread blocks of one cluster, with some more steps the second time. The
//! difference is what these steps take. Products and bytes must be as the remark of `generate-schedule` says. Instructions are an
//! estimate. With the counted figures instead of its own, the model must still find the plan that is taken to be among the best.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ptx_emu::Counters;
use ptx_emu::count::Path;
use tilewright::driver::compile::{Compiled, Options, Program, compile};

use crate::codegen::emulated;
use crate::gpu_kit::{plan_count, program_of};

/// Steps of both runs.
const STEPS: [u64; 2] = [3, 5];
/// Hundredths that counted instructions may differ from those of the model.
const INSTRUCTIONS: u64 = 30;
/// Hundredths that the plan which is taken may cost more than the best one.
const CLOSE: u64 = 3;
/// The same for plans with another number of thread blocks for a tile block: the choice between these asks for more.
const CLOSE_OF_OTHER_DIVISION: u64 = 12;
/// The number of plans of a kernel that a slice compares.
const SLICE: usize = 3;

/// A kernel, and how one thread block runs it, or one cluster.
struct Work {
    name: &'static str,
    target: &'static str,
    /// Rows, columns and depth of a tile; of attention queries, depth of a head, and keys.
    tile: [u64; 3],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A product of these elements into these, the right operand by columns or by rows.
    Product {
        elem: &'static str,
        stored: &'static str,
        by_columns: bool,
    },
    Attention,
}

const HALVES: Kind = Kind::Product { elem: "f16", stored: "f16", by_columns: false };
const BYTES: Kind = Kind::Product { elem: "f8E4M3FN", stored: "bf16", by_columns: true };

const WORK: &[Work] = &[
    Work { name: "GEMM f16 64x64x64", target: "sm_90a", tile: [64, 64, 64], kind: HALVES },
    Work { name: "GEMM f16 128x128x64", target: "sm_90a", tile: [128, 128, 64], kind: HALVES },
    Work { name: "GEMM f16 128x256x64", target: "sm_90a", tile: [128, 256, 64], kind: HALVES },
    Work { name: "GEMM f16 256x128x64", target: "sm_90a", tile: [256, 128, 64], kind: HALVES },
    Work { name: "GEMM f16 256x256x64", target: "sm_90a", tile: [256, 256, 64], kind: HALVES },
    Work {
        name: "GEMM f8E4M3FN 128x128x128 into bf16",
        target: "sm_90a",
        tile: [128, 128, 128],
        kind: BYTES,
    },
    Work {
        name: "GEMM f8E4M3FN 128x256x128 into bf16",
        target: "sm_90a",
        tile: [128, 256, 128],
        kind: BYTES,
    },
    Work {
        name: "GEMM f8E4M3FN 128x256x128 into bf16, fast_acc",
        target: "sm_90a",
        tile: [128, 256, 128],
        kind: BYTES,
    },
    Work {
        name: "attention f16 128x128x64, exp2 and fma",
        target: "sm_90a",
        tile: [128, 64, 128],
        kind: Kind::Attention,
    },
    Work {
        name: "attention f16 128x128x128, exp2 and fma",
        target: "sm_90a",
        tile: [128, 128, 128],
        kind: Kind::Attention,
    },
    Work { name: "GEMM f16 128x128x64", target: "sm_100a", tile: [128, 128, 64], kind: HALVES },
    Work { name: "GEMM f16 128x256x64", target: "sm_100a", tile: [128, 256, 64], kind: HALVES },
    Work { name: "GEMM f16 256x128x64", target: "sm_100a", tile: [256, 128, 64], kind: HALVES },
    Work { name: "GEMM f16 256x256x64", target: "sm_100a", tile: [256, 256, 64], kind: HALVES },
];

impl Work {
    fn title(&self) -> String {
        format!("{}, {}", self.name, self.target)
    }

    fn arguments(&self, steps: u64) -> Vec<String> {
        let [rows, columns, depth] = self.tile;
        let all = depth * steps;
        match self.kind {
            Kind::Product { elem, stored, by_columns } => {
                let right = if by_columns { [columns, all] } else { [all, columns] };
                let [right_rows, right_columns] = right;
                let arrays = [
                    format!("{elem}[{rows},{all}]=ones"),
                    format!("{elem}[{right_rows},{right_columns}]=ones"),
                    format!("{stored}[{rows},{columns}]=zeros"),
                ];
                arrays.into_iter().chain([rows, columns, all].map(|extent| extent.to_string())).collect()
            }
            Kind::Attention => {
                let array = |fill: &str| format!("f16[1,{all},{columns}]={fill}");
                let arrays = ["ones", "ones", "ones", "zeros"].map(array).into_iter();
                arrays.chain(["0.125".to_owned(), "1".to_owned(), all.to_string()]).collect()
            }
        }
    }
}

/// Counts of the campaign.
#[derive(Default)]
pub struct Count {
    kernels: usize,
    plans: usize,
    /// A line for each kernel: the plan that is taken, and the best by counted figures.
    lines: Vec<String>,
    /// Differences from the model, one per line.
    pub failures: Vec<String>,
}

impl Count {
    /// The figures, and what failed.
    pub fn report(&self) -> String {
        let mut text = format!("{} kernels, {} plans\n", self.kernels, self.plans);
        for line in &self.lines {
            let _ = writeln!(text, "{line}");
        }
        for failure in &self.failures {
            let _ = writeln!(text, "failure: {failure}");
        }
        text
    }
}

/// Counts all plans of the kernels whose name contains a word, or the first ones of each.
pub fn plans(only: &str, slice: bool) -> Count {
    let mut count = Count::default();
    for work in WORK.iter().filter(|work| work.title().contains(only)) {
        count.kernels += 1;
        if let Err(why) = of_kernel(work, slice, &mut count) {
            count.failures.push(format!("{}: {why}", work.title()));
        }
    }
    count
}

/// The arguments of a remark about a plan.
struct Told(BTreeMap<String, String>);

impl Told {
    fn number(&self, name: &str) -> Result<u64, String> {
        let value = self.0.get(name).ok_or_else(|| format!("no remark says `{name}`"))?;
        value.parse().map_err(|_| format!("`{name}` is {value}"))
    }

    /// Cycles of each resource.
    fn cycles(&self) -> BTreeMap<&str, u64> {
        let told = self.0.get("CyclesOfResources").map_or("", String::as_str);
        let each = told.split(", ").filter_map(|part| part.rsplit_once(' '));
        each.filter_map(|(name, cycles)| Some((name, cycles.parse().ok()?))).collect()
    }
}

fn of_kernel(work: &Work, slice: bool, count: &mut Count) -> Result<(), String> {
    let text = program_of(work.name).ok_or("the kit does not time it")?;
    let module = tilewright::parse(work.name, &text).map_err(|error| error.to_string())?;
    let made = |plan: usize| {
        let options = Options {
            target: Some(work.target.to_owned()),
            plan: plan as u32,
            remarks: true,
            ..Options::default()
        };
        let program = Program::CudaTile(Box::new(module.ir().clone()));
        compile(program, &options).map_err(|found| found[0].message.clone())
    };
    let all = plan_count(&made(1)?)? as usize;
    let mut costs = Vec::new();
    for plan in 1..=if slice { all.min(SLICE) } else { all } {
        let made = made(plan)?;
        let told = told(&made)?;
        count.plans += 1;
        let counted = counted(work, &made)?;
        let said = Figures::said(&told)?;
        let name = format!("{}, plan {plan}", work.title());
        count.failures.extend(said.differs(&counted).into_iter().map(|what| format!("{name}: {what}")));
        let cluster = u64::from(made.kernels[0].cluster);
        costs.push((cluster, cluster * cost(&told, &said, &counted)?));
    }
    let (cluster, taken) = costs[0];
    let least = costs.iter().map(|&(_, cost)| cost).min().unwrap_or(0);
    count.lines.push(format!(
        "{}: {all} plans, the taken one {taken} cycles of a tile by counted figures, the best {least}",
        work.title()
    ));
    let close = |other| if other == cluster { CLOSE } else { CLOSE_OF_OTHER_DIVISION };
    if costs.iter().any(|&(other, cost)| taken * 100 > cost * (100 + close(other))) {
        count
            .failures
            .push(format!("{}: plan 1 takes {taken} cycles of a tile, the best {least}", work.title()));
    }
    Ok(())
}

fn told(made: &Compiled) -> Result<Told, String> {
    let is_plan =
        |args: &[(std::borrow::Cow<'static, str>, String)]| args.iter().any(|(name, _)| name == "Plan");
    let remark = made.remarks.iter().find(|remark| is_plan(&remark.args)).ok_or("no remark tells a plan")?;
    Ok(Told(remark.args.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()))
}

/// Counts of a step.
struct Figures {
    multiplications: u64,
    operands: u64,
    copied: u64,
    loaded: u64,
    instructions: u64,
}

impl Figures {
    fn said(told: &Told) -> Result<Figures, String> {
        Ok(Figures {
            multiplications: told.number("MultiplicationsOfStep")?,
            operands: told.number("OperandBytesOfStep")?,
            copied: told.number("CopiedBytesOfStep")?,
            loaded: told.number("LoadedBytesOfStep")?,
            instructions: told.number("InstructionsOfStep")?,
        })
    }

    fn of(counters: &Counters) -> Figures {
        Figures {
            multiplications: counters.sum(|one| one.product.map_or(0, |(_, operations)| operations)) / 2,
            operands: counters.bytes(Path::Operands).read,
            copied: counters.bytes(Path::BulkShared).written,
            loaded: counters.bytes(Path::BulkGlobal).read,
            instructions: counters.sum(|one| one.issued - one.waits.min(one.issued)),
        }
    }

    /// Counts of a step, from two runs.
    fn between(first: &Figures, second: &Figures, steps: u64) -> Figures {
        let each = |of: fn(&Figures) -> u64| of(second).saturating_sub(of(first)) / steps;
        Figures {
            multiplications: each(|one| one.multiplications),
            operands: each(|one| one.operands),
            copied: each(|one| one.copied),
            loaded: each(|one| one.loaded),
            instructions: each(|one| one.instructions),
        }
    }

    fn differs(&self, counted: &Figures) -> Vec<String> {
        let exact = [
            ("multiplications", self.multiplications, counted.multiplications),
            ("bytes of operands", self.operands, counted.operands),
            ("copied bytes", self.copied, counted.copied),
            ("loaded bytes", self.loaded, counted.loaded),
        ];
        let exact = exact.into_iter().filter(|(_, said, counted)| said != counted);
        let mut all: Vec<String> = exact
            .map(|(what, said, counted)| format!("{said} {what} of a step, counted {counted}"))
            .collect();
        let (said, counted) = (self.instructions, counted.instructions);
        if said.abs_diff(counted) * 100 > counted * INSTRUCTIONS {
            all.push(format!("{said} instructions of a step, counted {counted}"));
        }
        all
    }
}

fn counted(work: &Work, made: &Compiled) -> Result<Figures, String> {
    let text = String::from_utf8_lossy(&made.bytes);
    let [first, second] = STEPS.map(|steps| {
        emulated::run(&text, &made.kernels[0], [1, 1, 1], work.arguments(steps))
            .map(|counters| Figures::of(&counters))
    });
    // All thread blocks of a cluster are counted, and a step is that of one.
    let counted = u64::from(made.kernels[0].cluster.max(1)) * (STEPS[1] - STEPS[0]);
    Ok(Figures::between(&first?, &second?, counted))
}

/// Cycles of a tile in the model, with counted figures where available.
fn cost(told: &Told, said: &Figures, counted: &Figures) -> Result<u64, String> {
    let cycles = told.cycles();
    let of = |name: &str| cycles.get(name).copied().unwrap_or(0);
    let scaled = |name: &str, said: u64, counted: u64| of(name) * counted / said.max(1);
    let longest = [
        scaled("tensor cores", said.multiplications, counted.multiplications),
        scaled("shared memory", said.operands + said.copied, counted.operands + counted.copied),
        scaled("cache", said.loaded, counted.loaded),
        scaled("issue", said.instructions, counted.instructions),
        of("powers"),
        of("latency"),
    ];
    let steps = told.number("StepsOfTile")?;
    let around = told.number("CyclesOfTile")? - steps * told.number("CyclesOfStep")?;
    Ok(steps * longest.into_iter().max().unwrap_or(0) + around)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_plans_are_as_the_model_says() {
        let count = plans("GEMM f16 64x64x64, sm_90a", true);
        assert_eq!((count.plans, count.failures.as_slice()), (3, [].as_slice()));
        // A pair, and one thread block.
        let count = plans("GEMM f16 256x128x64, sm_100a", true);
        assert_eq!((count.plans, count.failures.as_slice()), (3, [].as_slice()));
    }
}
