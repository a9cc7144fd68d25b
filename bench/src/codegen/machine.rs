//! Machine code, as `nvdisasm` and `cuobjdump` show it: what a kernel takes, and what is in its main loop.
//!
//! The main loop is the natural loop (a back edge to an instruction that dominates it) with the most products of matrices;
//! where there is none, with the most multiplications of f32. Of loops around each other it is the inner one.

pub(super) mod products;
pub(super) mod tensor;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Counts in machine code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// All instructions, but for those that only fill up.
    pub(super) instructions: u64,
    /// Products of matrices.
    pub(super) products: u64,
    /// Multiplications that those do; of f32 those of a warp, where there are no matrices.
    pub(super) multiplications: u64,
    /// Loads of matrices from shared memory: `ldmatrix`.
    pub(super) matrices: u64,
    /// Other loads from shared memory.
    pub(super) shared: u64,
    /// Barriers of the thread block.
    pub(super) barriers: u64,
}

/// Resources of a kernel.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    pub(super) registers: u64,
    /// Bytes of registers that are spilled.
    pub(super) spilled: u64,
    pub(super) shared: u64,
    pub(super) warps: u64,
    /// Products by warp groups: `wgmma` and the like.
    pub(super) group_products: bool,
    pub(super) all: Counts,
    pub(super) main_loop: Option<Counts>,
}

/// The unit that computes the matrix products of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    /// Tensor cores that read shared memory themselves: `wgmma`, `tcgen05.mma`.
    AsyncTensorCore,
    /// Tensor cores that take registers: `mma.sync`.
    TensorCore,
    /// Multiplications of single numbers.
    Threads,
}

/// An instruction.
struct Instruction {
    /// Its name with its modifiers: `HMMA.16816.F32`.
    name: String,
    /// It may be skipped.
    guarded: bool,
    /// The target label of the branch.
    target: Option<String>,
    /// The thread count of a barrier, if it has one.
    joined: Option<u64>,
}

/// The code of one function: instructions, and where labels stand among them.
#[derive(Default)]
struct Code {
    instructions: Vec<Instruction>,
    labels: BTreeMap<String, usize>,
}

/// Reads the first kernel of a cubin.
pub(super) fn read(cubin: &Path) -> Option<Kernel> {
    let listing = output("nvdisasm", &[], cubin)?;
    let code = Code::read(&listing);
    let resources = output("cuobjdump", &["--dump-resource-usage"], cubin)?;
    let number = |key: &str| {
        let rest = resources.split_once(key)?.1;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok()
    };
    let every: Vec<usize> = (0..code.instructions.len()).collect();
    let threads = words(&listing, "EIATTR_REQNTID").iter().take(3).product::<u64>();
    let maps = code.instructions.iter().any(|one| one.name.starts_with("UTMALDG"));
    // A kernel that loads by tensor maps gives four warps to that; else the warps that compute wait for each other by a barrier of
    // their own, where others only load.
    let joined = code.instructions.iter().filter_map(|one| one.joined).min();
    let warps = match joined {
        Some(joined) => joined.min(threads) / 32,
        None if maps && threads > 128 => threads / 32 - 4,
        None => threads / 32,
    };
    Some(Kernel {
        registers: number("REG:")?,
        spilled: code.instructions.iter().filter(|one| one.name.starts_with("STL")).map(width).sum(),
        shared: number("SHARED:")?,
        warps,
        group_products: code.unit() == Unit::AsyncTensorCore,
        all: code.count(&every),
        main_loop: code.main_loop(),
    })
}

/// The unit that computes the matrix products of the kernels of a cubin.
pub(crate) fn unit(cubin: &Path) -> Option<Unit> {
    Some(Code::read(&output("nvdisasm", &[], cubin)?).unit())
}

/// Registers of a thread of the first kernel of a cubin, and bytes that it spills. The code is only listed if there is a stack.
pub(crate) fn registers(cubin: &Path) -> Option<[u64; 2]> {
    let resources = output("cuobjdump", &["--dump-resource-usage"], cubin)?;
    let number = |key: &str| {
        let rest = resources.split_once(key)?.1;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok()
    };
    let registers = number("REG:")?;
    if number("STACK:")? == 0 {
        return Some([registers, 0]);
    }
    let code = Code::read(&output("nvdisasm", &[], cubin)?);
    let stores = code.instructions.iter().filter(|one| one.name.starts_with("STL"));
    Some([registers, stores.map(width).sum()])
}

fn output(tool: &str, options: &[&str], cubin: &Path) -> Option<String> {
    let run = Command::new(real_tools::Release::V13_4.find(tool)?).args(options).arg(cubin).output().ok()?;
    run.status.success().then(|| String::from_utf8_lossy(&run.stdout).into_owned())
}

/// The words of an attribute of a kernel: `.word 0x00000080`.
fn words(listing: &str, attribute: &str) -> Vec<u64> {
    let Some((_, rest)) = listing.split_once(attribute) else { return Vec::new() };
    let lines = rest.lines().skip(1).take_while(|line| !line.contains("nvinfo"));
    let words = lines.filter_map(|line| line.split_once(".word\t").or_else(|| line.split_once(".word ")));
    words.filter_map(|(_, word)| u64::from_str_radix(word.trim().trim_start_matches("0x"), 16).ok()).collect()
}

/// Bytes that a store to the stack writes: `STL.64`.
fn width(store: &Instruction) -> u64 {
    let bits = store.name.split('.').find_map(|part| part.parse::<u64>().ok()).unwrap_or(32);
    bits / 8
}

/// Multiplications of a product of matrices, from its name: `HMMA.16816.F32` is 16 x 8 x 16.
fn multiplications(name: &str) -> Option<u64> {
    let mut parts = name.split('.');
    if !parts.next()?.ends_with("MMA") {
        return None;
    }
    let shape = parts.find(|part| part.len() >= 3 && part.bytes().all(|byte| byte.is_ascii_digit()));
    let depth: u64 = shape.and_then(|shape| shape.get(3..).or_else(|| shape.get(2..))?.parse().ok())?;
    // 884 is the one of eight rows.
    Some(if shape == Some("884") { 8 * 8 * 4 } else { 16 * 8 * depth })
}

impl Code {
    /// Reads the functions of kernels; there is one in each cubin of the bench.
    fn read(listing: &str) -> Code {
        let mut code = Code::default();
        let mut within = false;
        for line in listing.lines() {
            if let Some(section) = line.trim().strip_prefix(".section\t") {
                within = section.trim().starts_with(".text.");
            }
            if !within {
                continue;
            }
            if let Some(label) = line.trim().strip_suffix(':') {
                code.labels.insert(label.to_owned(), code.instructions.len());
            } else if let Some((_, rest)) =
                line.trim().strip_prefix("/*").and_then(|rest| rest.split_once("*/"))
            {
                code.instructions.extend(instruction(rest.trim()));
            }
        }
        code
    }

    fn unit(&self) -> Unit {
        let names = || self.instructions.iter().map(|one| one.name.as_str());
        if names().any(|name| name.contains("GMMA") || name.starts_with("UTC")) {
            Unit::AsyncTensorCore
        } else if names().any(|name| multiplications(name).is_some()) {
            Unit::TensorCore
        } else {
            Unit::Threads
        }
    }

    fn count(&self, indices: &[usize]) -> Counts {
        let mut counts = Counts::default();
        for one in indices.iter().map(|&index| &self.instructions[index]) {
            let name = one.name.as_str();
            counts.instructions += u64::from(!name.starts_with("NOP"));
            counts.matrices += u64::from(name.starts_with("LDSM"));
            counts.shared += u64::from(name == "LDS" || name.starts_with("LDS."));
            counts.barriers += u64::from(name.starts_with("BAR"));
            if let Some(multiplied) = multiplications(name) {
                counts.products += 1;
                counts.multiplications += multiplied;
            }
        }
        counts
    }

    /// Multiplications of f32 by the lanes of a warp.
    fn scalar(&self, indices: &[usize]) -> u64 {
        indices
            .iter()
            .map(|&index| match self.instructions[index].name.split('.').next() {
                Some("FFMA" | "FMUL") => 32,
                Some("FFMA2" | "FMUL2") => 64,
                Some(_) | None => 0,
            })
            .sum()
    }

    fn main_loop(&self) -> Option<Counts> {
        let loops = self.inner_loops(|inside| self.count(inside).products > 0);
        let most = loops.iter().max_by_key(|inside| {
            let counts = self.count(inside);
            (counts.multiplications, self.scalar(inside), std::cmp::Reverse(inside.len()))
        })?;
        let mut counts = self.count(most);
        if counts.products == 0 {
            counts.multiplications = self.scalar(most);
        }
        Some(counts)
    }

    /// The instructions that may come after one.
    fn successors(&self, index: usize) -> Vec<usize> {
        let one = &self.instructions[index];
        let next = (index + 1 < self.instructions.len()).then_some(index + 1);
        let leaves = ["BRA", "CALL", "RET", "EXIT", "JMP", "BRX"]
            .iter()
            .any(|word| one.name.split('.').next() == Some(word));
        if !leaves {
            return next.into_iter().collect();
        }
        // Calls of labels are jumps; those of functions come back.
        let target = one
            .target
            .as_ref()
            .filter(|label| label.starts_with(".L_x"))
            .and_then(|label| self.labels.get(label));
        let returns = one.name.starts_with("CALL") && target.is_none();
        let next = next.filter(|_| one.guarded || returns);
        next.into_iter().chain(target.copied()).collect()
    }

    /// The loops without those that contain another loop with products: a loop over tiles contains the loop of the product.
    fn inner_loops(&self, has_products: impl Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
        let loops = self.loops();
        let heads: Vec<usize> =
            loops.iter().filter(|inside| has_products(inside)).map(|inside| inside[0]).collect();
        let contains_other =
            |inside: &[usize]| heads.iter().any(|head| *head != inside[0] && inside.contains(head));
        loops.iter().filter(|inside| !contains_other(inside)).cloned().collect()
    }

    /// The instructions of each natural loop: its head, the jump back to that, then the others.
    fn loops(&self) -> Vec<Vec<usize>> {
        let count = self.instructions.len();
        let successors: Vec<Vec<usize>> = (0..count).map(|index| self.successors(index)).collect();
        let mut predecessors = vec![Vec::new(); count];
        for (from, to) in successors.iter().enumerate() {
            for &to in to.iter().filter(|&&to| to < count) {
                predecessors[to].push(from);
            }
        }
        let back = successors.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |&to| (from, to)));
        let back = back.filter(|&(from, to)| to <= from && !reaches(&successors, from, to));
        back.map(|(from, head)| {
            let mut inside = vec![head];
            let mut open = vec![from];
            while let Some(index) = open.pop() {
                if !inside.contains(&index) {
                    inside.push(index);
                    open.extend(&predecessors[index]);
                }
            }
            inside
        })
        .collect()
    }
}

/// True when an instruction can be reached from the start without another one: that one does not dominate it.
fn reaches(successors: &[Vec<usize>], wanted: usize, without: usize) -> bool {
    let mut seen = vec![false; successors.len()];
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        if index >= seen.len() || index == without || std::mem::replace(&mut seen[index], true) {
            continue;
        }
        if index == wanted {
            return true;
        }
        open.extend(&successors[index]);
    }
    false
}

/// `@!P0 BRA `(.L_x_0) ;`
fn instruction(text: &str) -> Option<Instruction> {
    let text = text.trim_start_matches(['{', ' ']);
    let (guard, rest) = match text.strip_prefix('@') {
        Some(rest) => rest.split_once(' ').map(|(guard, rest)| (Some(guard), rest))?,
        None => (None, text),
    };
    let mut words = rest.trim().trim_end_matches(['}', ' ']).trim_end_matches(';').trim().splitn(2, ' ');
    let name = words.next()?.to_owned();
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let operands = words.next().unwrap_or("");
    let target = operands
        .split_once("`(")
        .and_then(|(_, rest)| rest.split_once(')'))
        .map(|(label, _)| label.to_owned());
    // Uniform branches name their condition as an operand.
    let condition = operands.split_once("`(").is_some_and(|(before, _)| !before.trim().is_empty());
    let joined = Some(operands).filter(|_| name.starts_with("BAR.SYNC")).and_then(|operands| {
        let (_, threads) = operands.split_once(", 0x")?;
        u64::from_str_radix(threads.trim(), 16).ok()
    });
    Some(Instruction { name, guarded: guard.is_some() || condition, target, joined })
}
