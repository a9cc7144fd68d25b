//! `tests/agents`: programs of level 3 whose warps have roles, compiled and executed by the emulator.
//!
//! | comment line | what |
//! |---|---|
//! | `// RUN: emulate ..` | the launch; `{m}` is a number of the sizes, `{m/64}` as many times 64 as hold it |
//! | `// with m=64 k=128` | sizes; one launch for each such line |
//! | `// product c = a b` | what must come out: `c` is the product of matrices |
//! | `// product c = a rows/8 b transposed` | or of each row of `a`, eight times, and the transpose of the last matrix of `b` |
//! | `// scaled c = a 2` | or `c` is `a` times a number |
//! | `// compile --abi=drop-in` | further arguments of the command that compiles it, for this launch and those after it |
//! | `// entries table 128 384 2` | with this number at this byte of each of the 128 entries of a table in global memory, the same must come out |
//! | `// entries table 128 384 2 + other 192 384 1 but 7` | the same for two tables, with zeros in one entry of the other |
//! | `// twice` | thread blocks whose number along z is 1 take the second half of the arguments: what two launches at the same time do |
//! | `// fault CODE old => new` | with this change to the PTX some order of warps must find the code, or a wrong result |
//!
//! Each launch is made in four orders of warps under all checks. Elements are small integers, so results are exact. Where the real
//! `ptxas` is installed, it assembles the PTX without spills and without a remark that it waits for products itself (C75xx).

use std::fmt::Write as _;
use std::process::Command;

use cli::Exit;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::command::tilewright;
use crate::files;
use crate::header::{self, Run};

/// Orders of warps besides the first one.
const SEEDS: u64 = 3;
/// Orders in which a fault is searched.
const FAULT_SEEDS: u64 = 8;

/// Two tests for each file.
pub fn trials() -> Vec<Trial> {
    let missing = real_tools::Release::V13_4.find("ptxas").is_none() && !real_tools::required();
    let files = files::find("tests/agents", "mlir").into_iter();
    let both = files.flat_map(|path| {
        let again = path.clone();
        let assembled = Trial::test(format!("ptxas {path}"), move || assembles(&again));
        [Trial::test(path.clone(), move || test(&path)), assembled.with_ignored_flag(missing)]
    });
    both.collect()
}

fn test(path: &str) -> Result<(), Failed> {
    let text = files::read(path)?;
    let mut once = String::new();
    for (run, further) in forms(&text)? {
        if let Some(further) = further {
            once = compiled(path, &further)?;
        }
        let is_twice = run.lines.iter().any(|line| line == "twice");
        let ptx = if is_twice { twice(&once)? } else { once.clone() };
        let sizes: Vec<&str> = run.lines.iter().filter_map(|line| line.strip_prefix("with ")).collect();
        let results: Vec<Check> = run.lines.iter().filter_map(|line| Check::read(line)).collect();
        if sizes.is_empty() || results.is_empty() {
            return Err("a launch has sizes and a result".into());
        }
        for &size in &sizes {
            for seed in 0..=SEEDS {
                let found = launch(&run, &ptx, size, seed, &results)?;
                if let Some(found) = found {
                    return Err(format!("with {size}, order {seed}: {found}").into());
                }
            }
        }
        for entries in run.lines.iter().filter_map(|line| line.strip_prefix("entries ")) {
            let size = sizes[sizes.len() - 1];
            if let Some(found) = launch(&run, &with_entries(&ptx, entries)?, size, 0, &results)? {
                return Err(format!("with entries {entries}: {found}").into());
            }
        }
        for fault in run.lines.iter().filter_map(|line| line.strip_prefix("fault ")) {
            is_found(&run, &ptx, (sizes[sizes.len() - 1], fault), &results)?;
        }
    }
    Ok(())
}

/// The launches of a program, and further arguments of the command that compiles it, where they are others than before.
fn forms(text: &str) -> Result<Vec<(Run, Option<String>)>, String> {
    let runs = header::runs(text)?.into_iter().enumerate();
    let forms = runs.map(|(number, run)| {
        let further = run.lines.iter().find_map(|line| line.strip_prefix("compile ")).map(str::to_owned);
        let further = further.or_else(|| (number == 0).then(String::new));
        (run, further)
    });
    Ok(forms.collect())
}

/// The PTX of a program.
fn compiled(path: &str, further: &str) -> Result<String, Failed> {
    let words = ["compile", path, "--emit=ptx"].into_iter().chain(further.split_whitespace());
    let output = tilewright(&words.map(str::to_owned).collect::<Vec<_>>(), b"");
    match output.exit {
        Exit::Success => Ok(output.stdout),
        _ => Err(output.stderr.into()),
    }
}

/// The PTX whose tables have a number in their entries.
fn with_entries(ptx: &str, line: &str) -> Result<String, Failed> {
    line.split('+').try_fold(ptx.to_owned(), |ptx, table| with_table(&ptx, table))
}

/// A table's name, how many entries it has, the number's place in an entry, the number, and perhaps an entry that stays as it is.
fn with_table(ptx: &str, table: &str) -> Result<String, Failed> {
    let words: Vec<&str> = table.split_whitespace().collect();
    let (name, numbers) = words.split_first().ok_or("entries have a table")?;
    let numbers: Result<Vec<usize>, _> =
        numbers.iter().filter(|word| **word != "but").map(|word| word.parse()).collect();
    let numbers = numbers.map_err(|_| "entries have a table and numbers")?;
    let (count, at, number, except) = match numbers[..] {
        [count, at, number] => (count, at, number, None),
        [count, at, number, except] => (count, at, number, Some(except)),
        _ => return Err("entries have a table, their count, a place and a number".into()),
    };
    let head = format!("{name}[");
    let start = ptx.find(&head).ok_or_else(|| format!("the PTX has no table `{name}`"))?;
    let length = ptx[start + head.len()..].find(']').ok_or("a table has a size")?;
    let end = start + head.len() + length;
    let size: usize = ptx[start + head.len()..end].parse().map_err(|_| "a table has a size")?;
    let entry = size / count;
    let has = |byte: usize| byte % entry == at && Some(byte / entry) != except;
    let bytes: Vec<String> = (0..size).map(|byte| if has(byte) { number } else { 0 }.to_string()).collect();
    Ok(format!("{} = {{{}}}{}", &ptx[..=end], bytes.join(", "), &ptx[end + 1..]))
}

/// The PTX of a kernel with two sets of parameters, of which thread blocks take one or the other by their number along z.
fn twice(ptx: &str) -> Result<String, Failed> {
    let number = |line: &str| -> Option<usize> {
        let digits = line.split("_param_").nth(1)?.trim_end_matches(|end: char| !end.is_ascii_digit());
        digits.parse().ok()
    };
    let lines: Vec<&str> = ptx.lines().collect();
    let declared: Vec<&str> =
        lines.iter().copied().filter(|line| line.trim_start().starts_with(".param")).collect();
    let again = |line: &str| -> Option<String> {
        let index = number(line)?;
        let (old, new) = (format!("_param_{index}"), format!("_param_{}", index + declared.len()));
        Some(line.replace(&old, &new))
    };
    let mut text = String::new();
    for line in &lines {
        let trimmed = line.trim_start();
        if trimmed.starts_with("ld.param") {
            let other = again(line).ok_or("a parameter has a number")?;
            let _ = writeln!(text, "{line}\n    @%twice {}", other.trim_start());
        } else if declared.last() == Some(line) {
            let others: Option<Vec<String>> =
                declared.iter().map(|line| again(line.trim_end_matches(','))).collect();
            let others = others.ok_or("a parameter has a number")?;
            let _ = writeln!(text, "{line},\n{}", others.join(",\n"));
        } else if trimmed.starts_with(".reg .pred") {
            let _ = writeln!(text, "{line}\n    .reg .pred %twice;\n    .reg .b32 %set;");
            let _ = writeln!(text, "    mov.u32 %set, %ctaid.z;\n    setp.eq.b32 %twice, %set, 1;");
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    Ok(text)
}

/// A change to the PTX is found in some order of warps.
fn is_found(run: &Run, ptx: &str, (size, fault): (&str, &str), results: &[Check]) -> Result<(), Failed> {
    let (code, change) = fault.split_once(' ').ok_or("a fault has a code and a change")?;
    let (old, new) = change
        .split_once(" => ")
        .or(change.strip_suffix(" =>").map(|old| (old, "")))
        .ok_or("a change has an old and a new text")?;
    let changed = ptx.replace(old, new);
    if changed == ptx {
        return Err(format!("the PTX has no `{old}`").into());
    }
    let mut last = None;
    for seed in 0..FAULT_SEEDS {
        last = launch(run, &changed, size, seed, results)?.or(last);
        if last.as_ref().is_some_and(|found| found.contains(code)) {
            return Ok(());
        }
    }
    Err(format!("`{fault}` is not found, but {}", last.as_deref().unwrap_or("nothing")).into())
}

/// The errors of a launch: findings of the emulator, or wrong results; none if it is right.
fn launch(run: &Run, ptx: &str, size: &str, seed: u64, results: &[Check]) -> Result<Option<String>, Failed> {
    let sizes = sizes(size)?;
    let mut words = Vec::new();
    for word in &run.words {
        words.push(filled_in(word, &sizes)?);
    }
    words.insert(1, "-".to_owned());
    words.push("--json".to_owned());
    for name in results.iter().flat_map(Check::buffers) {
        words.extend(["--print".to_owned(), name]);
    }
    if seed > 0 {
        words.push(format!("--seed={seed}"));
    }
    let output = tilewright(&words, ptx.as_bytes());
    if output.exit != Exit::Success {
        let mut found = String::new();
        for object in output.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            if let (Some(code), Some(message)) = (object["code"].as_str(), object["message"].as_str()) {
                let _ = write!(found, "{code} at line {}: {message}; ", object["line"]);
            }
        }
        return Ok(Some(found + &output.stderr));
    }
    let last = output.stdout.lines().last().unwrap_or_default();
    let json: Value = serde_json::from_str(last).map_err(|error| error.to_string())?;
    Ok(results.iter().find_map(|check| check.differs(&json["buffers"])))
}

fn sizes(text: &str) -> Result<Vec<(&str, u64)>, Failed> {
    let one =
        |pair: &str| pair.split_once('=').and_then(|(name, value)| Some((name.len(), value.parse().ok()?)));
    let mut sizes = Vec::new();
    for pair in text.split_whitespace() {
        let (length, value) = one(pair).ok_or_else(|| format!("`{pair}` is no size"))?;
        sizes.push((&pair[..length], value));
    }
    Ok(sizes)
}

/// A word with numbers in the place of `{m}` and `{m/64}`.
fn filled_in(word: &str, sizes: &[(&str, u64)]) -> Result<String, Failed> {
    let mut filled = word.to_owned();
    for &(name, value) in sizes {
        filled = filled.replace(&format!("{{{name}}}"), &value.to_string());
        let open = format!("{{{name}/");
        while let Some(at) = filled.find(&open) {
            let end = at + filled[at..].find('}').ok_or("a size ends in `}`")?;
            let by: u64 =
                filled[at + open.len()..end].parse().map_err(|_| "a size is divided by a number")?;
            filled.replace_range(at..=end, &value.div_ceil(by).to_string());
        }
    }
    Ok(filled)
}

/// The expected contents of a buffer.
enum Check {
    /// The product of matrices, from left to right.
    Product(String, Vec<String>),
    /// The product of a matrix, with each row repeated the given number of times, and the transpose of the last matrix of
    /// another buffer.
    Picked([String; 3], usize),
    /// Another buffer times a number.
    Scaled(String, String, f64),
}

impl Check {
    fn read(line: &str) -> Option<Check> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["product", c, "=", a, rows, b, "transposed"] => {
                let times = rows.strip_prefix("rows/")?.parse().ok()?;
                Some(Check::Picked([*c, *a, *b].map(str::to_owned), times))
            }
            ["product", c, "=", factors @ ..] => {
                let factors = factors.iter().map(|&factor| factor.to_owned()).collect();
                Some(Check::Product((*c).to_owned(), factors))
            }
            ["scaled", c, "=", a, by] => {
                Some(Check::Scaled((*c).to_owned(), (*a).to_owned(), by.parse().ok()?))
            }
            _ => None,
        }
    }

    fn buffers(&self) -> Vec<String> {
        match self {
            Check::Product(c, factors) => std::iter::once(c).chain(factors).cloned().collect(),
            Check::Picked(names, _) => names.to_vec(),
            Check::Scaled(c, a, _) => vec![c.clone(), a.clone()],
        }
    }

    /// The first element that is another.
    fn differs(&self, buffers: &Value) -> Option<String> {
        let (name, wanted) = match self {
            Check::Product(c, factors) => {
                let factors = factors.iter().map(|name| Matrix::of(&buffers[name]));
                (
                    c,
                    factors
                        .reduce(|left, right| left.times(&right))
                        .map_or_else(Vec::new, |all| all.elements),
                )
            }
            Check::Picked([c, a, b], times) => (c, picked(&buffers[a], &buffers[b], *times)),
            Check::Scaled(c, a, by) => {
                (c, elements(&buffers[a]).iter().map(|element| element * by).collect())
            }
        };
        let given = elements(&buffers[name]);
        if given.len() != wanted.len() {
            return Some(format!("`{name}` has {} elements, not {}", given.len(), wanted.len()));
        }
        let at = (0..wanted.len()).find(|&at| given[at] != wanted[at])?;
        Some(format!("element {at} of `{name}` is {}, not {}", given[at], wanted[at]))
    }
}

fn elements(buffer: &Value) -> Vec<f64> {
    let elements = buffer["elements"].as_array();
    elements.into_iter().flatten().map(|element| element.as_f64().unwrap_or(f64::NAN)).collect()
}

/// A buffer of two dimensions.
struct Matrix {
    extents: [usize; 2],
    elements: Vec<f64>,
}

impl Matrix {
    fn of(buffer: &Value) -> Matrix {
        let extents = [0, 1].map(|dim| buffer["shape"][dim].as_u64().unwrap_or(0) as usize);
        Matrix { extents, elements: elements(buffer) }
    }

    fn times(&self, right: &Matrix) -> Matrix {
        let ([m, k], n) = (self.extents, right.extents[1]);
        let (a, b) = (&self.elements, &right.elements);
        let element = |at: usize| (0..k).map(|inner| a[at / n * k + inner] * b[inner * n + at % n]).sum();
        Matrix { extents: [m, n], elements: (0..m * n).map(element).collect() }
    }
}

fn picked(a: &Value, b: &Value, times: usize) -> Vec<f64> {
    let extent = |buffer: &Value, dim: usize| buffer["shape"][dim].as_u64().unwrap_or(0) as usize;
    let rank = b["shape"].as_array().map_or(2, Vec::len).max(2);
    let (m, n, k) = (extent(a, 0), extent(b, rank - 2), extent(b, rank - 1));
    let (a, b) = (elements(a), elements(b));
    let last = b.len() - n * k;
    let element = |at: usize| {
        let (row, column) = (at / n / times * k, last + at % n * k);
        (0..k).map(|inner| a[row + inner] * b[column + inner]).sum()
    };
    (0..m * n).map(element).collect()
}

/// `ptxas` accepts the PTX.
fn assembles(path: &str) -> Result<(), Failed> {
    let forms = forms(&files::read(path)?)?;
    forms.into_iter().filter_map(|(_, further)| further).try_for_each(|further| is_assembled(path, &further))
}

fn is_assembled(path: &str, further: &str) -> Result<(), Failed> {
    let ptx = compiled(path, further)?;
    let ptxas =
        real_tools::Release::V13_4.find("ptxas").ok_or("ptxas is not installed; `.ci/tools` installs it")?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("kernel.ptx");
    std::fs::write(&file, &ptx)?;
    let cubin = folder.path().join("kernel.cubin");
    let mut command = Command::new(ptxas);
    command.args(["-v", "--gpu-name", target_of(&ptx), "-o"]).arg(&cubin).arg(&file);
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let spills =
        said.lines().any(|line| line.contains("spill stores") && !line.contains(" 0 bytes spill stores"));
    if !output.status.success() || said.contains("C75") || spills {
        return Err(said.into());
    }
    Ok(())
}

/// The target that PTX names.
fn target_of(ptx: &str) -> &str {
    ptx.lines().find_map(|line| line.strip_prefix(".target ")).unwrap_or("sm_90a")
}
