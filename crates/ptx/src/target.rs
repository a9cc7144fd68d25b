//! Versions of the ISA, targets, and what an instruction needs of them.

use std::fmt;

/// A version of the PTX ISA, `8.7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    /// The number before the dot.
    pub major: u16,
    /// The number after it.
    pub minor: u16,
}

impl Version {
    /// The newest version that the rows know.
    pub const NEWEST: Version = Version::new(9, 4);
    /// The oldest version that is read.
    pub const OLDEST: Version = Version::new(1, 0);
    /// The first version with a target that machine code is still made for: what this project emits has at least this
    /// one.
    pub const ASSEMBLED: Version = Version::new(6, 3);
    /// The first version with `.address_size`.
    pub(crate) const WITH_ADDRESS_SIZE: Version = Version::new(2, 3);

    /// A version of its two numbers.
    pub const fn new(major: u16, minor: u16) -> Version {
        Version { major, minor }
    }

    /// Reads `8.7`.
    pub fn parse(text: &str) -> Option<Version> {
        let (major, minor) = text.split_once('.')?;
        Some(Version::new(major.parse().ok()?, minor.parse().ok()?))
    }

    /// Is there such a version? Each major number has its last minor one.
    pub fn is_known(self) -> bool {
        let last = LAST_MINOR.iter().find(|(major, _)| *major == self.major);
        last.is_some_and(|&(_, minor)| self.minor <= minor)
    }
}

/// Each major number of a version with the last minor one.
const LAST_MINOR: &[(u16, u16)] = &[(1, 5), (2, 3), (3, 2), (4, 3), (5, 1), (6, 5), (7, 8), (8, 8), (9, 4)];

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Which architectures code for a target runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reach {
    /// This one and all later ones: `sm_90`.
    Later,
    /// This one and those of its family: `sm_100f`.
    Family,
    /// Only this one: `sm_90a`.
    Alone,
}

/// A target architecture: `sm_90a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The number of the compute capability, `90`.
    pub number: u16,
    /// Where the code runs.
    pub reach: Reach,
}

/// Targets with the first ISA version that knows them: plain, `f`, and `a`.
const KNOWN: &[(u16, Version, Option<Version>, Option<Version>)] = &[
    (10, Version::new(1, 0), None, None),
    (11, Version::new(1, 0), None, None),
    (12, Version::new(1, 2), None, None),
    (13, Version::new(1, 2), None, None),
    (20, Version::new(2, 0), None, None),
    (21, Version::new(2, 0), None, None),
    (30, Version::new(3, 0), None, None),
    (32, Version::new(4, 0), None, None),
    (35, Version::new(3, 1), None, None),
    (37, Version::new(4, 1), None, None),
    (50, Version::new(4, 0), None, None),
    (52, Version::new(4, 1), None, None),
    (53, Version::new(4, 2), None, None),
    (60, Version::new(5, 0), None, None),
    (61, Version::new(5, 0), None, None),
    (62, Version::new(5, 0), None, None),
    (70, Version::new(5, 1), None, None),
    (72, Version::new(6, 1), None, None),
    (75, Version::new(6, 3), None, None),
    (80, Version::new(7, 0), None, None),
    (86, Version::new(7, 1), None, None),
    (87, Version::new(7, 4), None, None),
    (88, Version::new(9, 0), None, None),
    (89, Version::new(7, 8), None, None),
    (90, Version::new(7, 8), None, Some(Version::new(8, 0))),
    (100, Version::new(8, 6), Some(Version::new(8, 8)), Some(Version::new(8, 6))),
    (103, Version::new(8, 8), Some(Version::new(8, 8)), Some(Version::new(8, 8))),
    (107, Version::new(9, 4), Some(Version::new(9, 4)), Some(Version::new(9, 4))),
    (110, Version::new(9, 0), Some(Version::new(9, 0)), Some(Version::new(9, 0))),
    (120, Version::new(8, 7), Some(Version::new(8, 8)), Some(Version::new(8, 7))),
    (121, Version::new(8, 8), Some(Version::new(8, 8)), Some(Version::new(8, 8))),
];

/// The first target for which `ptxas` 13 generates machine code; code for older ones runs on newer processors only.
const FIRST_ASSEMBLED: u16 = 75;

impl Target {
    /// Bytes of shared memory that a module may declare: what a block has without asking for more, or all that the
    /// hardware has if code is only for one architecture, as for `ptxas`.
    pub fn declared_shared(self) -> u64 {
        match (self.number, self.reach) {
            (90 | 100 | 103 | 110, Reach::Alone) => 227 << 10,
            (120 | 121, Reach::Alone) => 99 << 10,
            (_, Reach::Alone | Reach::Family | Reach::Later) => 48 << 10,
        }
    }

    /// A target that runs on its own and all later architectures.
    pub const fn plain(number: u16) -> Target {
        Target { number, reach: Reach::Later }
    }

    /// Reads `sm_90a`, or `compute_90a`, which means the same.
    pub fn parse(text: &str) -> Option<Target> {
        let digits = text.strip_prefix("sm_").or_else(|| text.strip_prefix("compute_"))?;
        let reach = match digits.as_bytes().last()? {
            b'a' => Reach::Alone,
            b'f' => Reach::Family,
            _ => Reach::Later,
        };
        let number = if reach == Reach::Later { digits } else { &digits[..digits.len() - 1] };
        Some(Target { number: number.parse().ok()?, reach })
    }

    /// Every known target, in ascending order.
    pub fn all() -> impl Iterator<Item = Target> {
        KNOWN.iter().flat_map(|&(number, _, family, alone)| {
            let family = family.map(|_| Target { number, reach: Reach::Family });
            let alone = alone.map(|_| Target { number, reach: Reach::Alone });
            [Some(Target::plain(number)), family, alone].into_iter().flatten()
        })
    }

    /// Every known target that machine code is still made for, in ascending order.
    pub fn assembled() -> impl Iterator<Item = Target> {
        Target::all().filter(|target| target.number >= FIRST_ASSEMBLED)
    }

    /// The target of machine code with which code for this one is tested: a target is a minimum.
    ///
    /// ```
    /// use ptx::Target;
    /// let target = |text| Target::parse(text).unwrap();
    /// assert_eq!(target("sm_61").to_assemble(), target("sm_75"));
    /// assert_eq!(target("compute_90a").to_assemble(), target("sm_90a"));
    /// ```
    pub fn to_assemble(self) -> Target {
        if self.number < FIRST_ASSEMBLED { Target::plain(FIRST_ASSEMBLED) } else { self }
    }

    /// The first ISA version that knows the target; `None` for one that is not known.
    pub fn since(self) -> Option<Version> {
        let &(_, plain, family, alone) = KNOWN.iter().find(|row| row.0 == self.number)?;
        match self.reach {
            Reach::Later => Some(plain),
            Reach::Family => family,
            Reach::Alone => alone,
        }
    }

    /// Does code for this target have the features of `feature`?
    ///
    /// ```
    /// use ptx::Target;
    /// let target = |text| Target::parse(text).unwrap();
    /// assert!(target("sm_90").has(target("sm_80")));
    /// assert!(target("sm_103a").has(target("sm_100f")));
    /// assert!(!target("sm_100").has(target("sm_90a")));
    /// ```
    pub fn has(self, feature: Target) -> bool {
        match feature.reach {
            Reach::Later => self.number >= feature.number,
            Reach::Family => {
                self.reach != Reach::Later
                    && self.number >= feature.number
                    && family(self.number) == family(feature.number)
            }
            Reach::Alone => self == feature,
        }
    }
}

/// Architectures of one family share features that later ones need not have.
fn family(number: u16) -> u16 {
    match number {
        100 | 103 | 107 => 100,
        120 | 121 => 120,
        other => other,
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = match self.reach {
            Reach::Later => "",
            Reach::Family => "f",
            Reach::Alone => "a",
        };
        write!(f, "sm_{}{suffix}", self.number)
    }
}

/// A requirement of an instruction: an ISA version, and one of these targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The first ISA version that has it.
    pub version: Version,
    /// Any of these has it; empty when every target does.
    pub targets: Vec<Target>,
    /// From this version on, targets from this one on no longer have it.
    pub ended: Option<(Version, Target)>,
}

impl Needs {
    /// Parses the requirements of a row: `8.6 sm_100f sm_110f`, or `1.0 <6.4,sm_70` for forms that ended with PTX 6.4
    /// on sm_70 and later.
    pub(crate) fn parse(text: &str) -> Option<Needs> {
        let mut words = text.split_whitespace();
        let version = words.next().map_or(Some(Version::new(1, 0)), Version::parse)?;
        let mut needs = Needs { version, targets: Vec::new(), ended: None };
        for word in words {
            match word.strip_prefix('<') {
                Some(ended) => {
                    let (version, target) = ended.split_once(',')?;
                    needs.ended = Some((Version::parse(version)?, Target::parse(target)?));
                }
                None => needs.targets.push(Target::parse(word)?),
            }
        }
        Some(needs)
    }

    /// Is this target enough?
    pub fn has_target(&self, target: Target) -> bool {
        self.targets.is_empty() || self.targets.iter().any(|&feature| target.has(feature))
    }

    /// Is all of it there, and has it not ended?
    pub fn met(&self, version: Version, target: Target) -> bool {
        let ended =
            self.ended.is_some_and(|(ended, first)| version >= ended && target.number >= first.number);
        self.has_begun(version, target) && !ended
    }

    /// Are version and target new enough?
    pub(crate) fn has_begun(&self, version: Version, target: Target) -> bool {
        version >= self.version && self.has_target(target)
    }
}

impl fmt::Display for Needs {
    /// `PTX 8.0 and sm_90 or later`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PTX {}", self.version)?;
        for (index, target) in self.targets.iter().enumerate() {
            f.write_str(if index == 0 { " and " } else { " or " })?;
            match target.reach {
                Reach::Later => write!(f, "{target} or later")?,
                Reach::Family => write!(f, "the family of {target}")?,
                Reach::Alone => write!(f, "{target}")?,
            }
        }
        if let Some((version, target)) = self.ended {
            write!(f, ", until PTX {version} on {target} and later")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Target {
        Target::parse(text).expect("a target")
    }

    #[test]
    fn families_and_single_targets() {
        assert!(target("sm_121a").has(target("sm_120f")));
        assert!(!target("sm_110a").has(target("sm_100f")), "110 is a family of its own");
        assert!(!target("sm_100f").has(target("sm_100a")));
        assert!(!target("sm_120").has(target("sm_120f")));
        assert!(target("sm_100a").has(target("sm_100")));
        assert!(Target::all().all(|target| target.since().is_some()));
        assert_eq!(
            Target::all().map(|target| Target::parse(&target.to_string())).filter(Option::is_none).count(),
            0
        );
    }

    #[test]
    fn needs_are_sentences() {
        let needs = Needs::parse("8.6 sm_100f sm_110f").expect("needs");
        assert_eq!(needs.to_string(), "PTX 8.6 and the family of sm_100f or the family of sm_110f");
        assert!(needs.met(Version::new(8, 6), target("sm_103a")));
        assert!(!needs.met(Version::new(8, 5), target("sm_103a")));
        assert!(Needs::parse("").is_some_and(|none| none.met(Version::OLDEST, target("sm_75"))));
    }
}
