//! Targets of the compiler, with their hardware limits.

use ptx::Target;

/// A row of the table of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetRow {
    /// Its name.
    pub name: &'static str,
    /// Its name in PTX. If PTX before 9.4 does not know the target, this is the newest target whose code runs on it.
    pub ptx: &'static str,
    /// Maximum shared memory of a thread block, in KiB.
    pub shared_kib: u32,
    /// Warps on a multiprocessor.
    pub warps: u32,
    /// Thread blocks on a multiprocessor.
    pub blocks: u32,
    /// The name of the chip family.
    pub family: &'static str,
}

const fn row(
    name: &'static str,
    shared_kib: u32,
    warps: u32,
    blocks: u32,
    family: &'static str,
) -> TargetRow {
    TargetRow { name, ptx: name, shared_kib, warps, blocks, family }
}

impl TargetRow {
    /// The same, for a target that has another name in PTX.
    const fn as_ptx(self, ptx: &'static str) -> TargetRow {
        TargetRow { ptx, ..self }
    }
}

/// Every target. A name without `a` means the same.
pub static TARGETS: &[TargetRow] = &[
    row("sm_75", 64, 32, 16, "Turing"),
    row("sm_80", 163, 64, 32, "Ampere"),
    row("sm_86", 99, 48, 16, "Ampere"),
    row("sm_87", 163, 48, 16, "Ampere (Orin)"),
    row("sm_88", 99, 48, 16, "Ampere"),
    row("sm_89", 99, 48, 24, "Ada"),
    row("sm_90a", 227, 64, 32, "Hopper"),
    row("sm_100a", 227, 64, 32, "Blackwell"),
    row("sm_103a", 227, 64, 32, "Blackwell"),
    row("sm_107a", 227, 64, 32, "Blackwell").as_ptx("sm_103f"),
    row("sm_110a", 227, 48, 24, "Blackwell (Thor)"),
    row("sm_120a", 99, 48, 24, "Blackwell"),
    row("sm_121a", 99, 48, 24, "Blackwell"),
];

/// The row of a name, with or without `a`.
pub fn named(name: &str) -> Option<&'static TargetRow> {
    TARGETS.iter().find(|row| row.name == name || row.name.strip_suffix('a') == Some(name))
}

/// The target that a name most likely means: that of its number, the newest that is older, or one of an architecture of that name.
pub fn nearest(name: &str) -> Option<&'static TargetRow> {
    // Digits are what people know of a target: sm90, compute_90, 90, 9.0.
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    if let Ok(number) = digits.parse::<u16>() {
        // Two digits of three: sm_12.
        let begun = |row: &&TargetRow| number < 30 && row.name.starts_with(&format!("sm_{number}"));
        if let Some(row) = TARGETS.iter().find(begun) {
            return Some(row);
        }
        let newest_until = TARGETS.iter().rev().find(|row| row.number() <= number);
        return newest_until.or_else(|| TARGETS.first());
    }
    let of_family = |row: &&TargetRow| row.family.to_lowercase().starts_with(&name.to_lowercase());
    TARGETS.iter().filter(|_| !name.is_empty()).find(of_family)
}

impl TargetRow {
    /// The number of its name: 90 of `sm_90a`.
    pub fn number(&self) -> u16 {
        let digits = self.name.trim_start_matches("sm_").trim_end_matches('a');
        digits.parse().unwrap_or(u16::MAX)
    }

    /// The target as PTX knows it.
    pub fn target(&self) -> Option<Target> {
        Target::parse(self.ptx)
    }

    /// Maximum shared memory of a thread block, in bytes.
    pub fn shared_bytes(&self) -> u64 {
        u64::from(self.shared_kib) << 10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_and_without_the_letter_are_the_same() {
        assert_eq!(named("sm_90"), named("sm_90a"));
        assert_eq!(named("sm_75").map(|row| row.shared_kib), Some(64));
        assert_eq!(named("sm_75a"), None);
        let near = |name| nearest(name).map(|row| row.name);
        for (name, meant) in
            [("sm_95", "sm_90a"), ("sm_60", "sm_75"), ("sm_130", "sm_121a"), ("9.0", "sm_90a")]
        {
            assert_eq!(near(name), Some(meant), "{name}");
        }
        assert_eq!(
            (near("hopper"), near("Turing"), near("pentium"), near("")),
            (Some("sm_90a"), Some("sm_75"), None, None)
        );
        assert!(TARGETS.iter().all(|row| row.target().is_some_and(|target| target.since().is_some())));
    }
}
