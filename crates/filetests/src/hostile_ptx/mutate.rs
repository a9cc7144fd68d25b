//! Damage to texts of PTX: to bytes, to lines, to operands.

use smith::Rng;

use crate::files;

/// Kernels of ours and of Triton, in the order of their paths.
pub fn corpus() -> Vec<String> {
    let paths =
        ["tests/emulate", "bench/kernels/ptx"].into_iter().flat_map(|folder| files::find(folder, "ptx"));
    paths.map(|path| files::read(&path).expect("a file of the repository")).collect()
}

/// Numbers near the limits of types and ranges.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "7",
    "8",
    "15",
    "31",
    "32",
    "33",
    "64",
    "255",
    "256",
    "1024",
    "4096",
    "65535",
    "65536",
    "1048576",
    "2147483647",
    "2147483648",
    "4294967295",
    "-2147483648",
    "9223372036854775807",
    "18446744073709551615",
    "0f7F800000",
    "0f00000001",
];

/// The text with up to four changes; `other` is what lines are taken from.
pub(super) fn mutated(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let others: Vec<&str> = other.lines().collect();
    for _ in 0..rng.below(5) {
        let at = rng.below(lines.len());
        match rng.below(9) {
            0 => byte(&mut lines[at], rng),
            1 => {
                lines.remove(at);
                if lines.is_empty() {
                    lines.push(String::new());
                }
            }
            2 => lines.insert(at, lines[rng.below(lines.len())].clone()),
            3 => lines.insert(at, others[rng.below(others.len())].to_owned()),
            4 => {
                let with = rng.below(lines.len());
                lines.swap(at, with);
            }
            5 | 6 => lines[at] = numbered(&lines[at], rng),
            _ => lines[at] = exchanged(&lines[at], rng),
        }
    }
    lines.join("\n")
}

/// Changes a byte, and keeps the text one.
fn byte(line: &mut String, rng: &mut Rng) {
    let mut bytes = std::mem::take(line).into_bytes();
    if !bytes.is_empty() {
        let at = rng.below(bytes.len());
        bytes[at] ^= 1 << rng.below(8);
    }
    *line = String::from_utf8_lossy(&bytes).into_owned();
}

/// Puts another number in the place of one.
fn numbered(line: &str, rng: &mut Rng) -> String {
    let starts = |at: usize, c: char| {
        c.is_ascii_digit() && !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    };
    let places: Vec<usize> = line.char_indices().filter(|&(at, c)| starts(at, c)).map(|(at, _)| at).collect();
    if places.is_empty() {
        return line.to_owned();
    }
    let at = rng.pick(&places);
    let behind = line[at..].find(|c: char| !c.is_alphanumeric()).map_or(line.len(), |length| at + length);
    format!("{}{}{}", &line[..at], rng.pick(NUMBERS), &line[behind..])
}

/// Exchanges two words of a line, such as registers.
fn exchanged(line: &str, rng: &mut Rng) -> String {
    let words: Vec<&str> = line
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '%'))
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        return line.to_owned();
    }
    let (from, to) = (rng.pick(&words), rng.pick(&words));
    line.replacen(from, to, 1)
}
