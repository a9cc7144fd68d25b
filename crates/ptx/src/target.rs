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
    pub const OLDEST: Version = Version::new(6, 3);

    /// A version of its two numbers.
    pub const fn new(major: u16, minor: u16) -> Version {
        Version { major, minor }
    }

    /// Reads `8.7`.
    pub fn parse(text: &str) -> Option<Version> {
        let (major, minor) = text.split_once('.')?;
        Some(Version::new(major.parse().ok()?, minor.parse().ok()?))
    }
}

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
    /// This one alone: `sm_90a`.
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

impl Target {
    /// A target that runs on its own and all later architectures.
    pub const fn plain(number: u16) -> Target {
        Target { number, reach: Reach::Later }
    }

    /// Reads `sm_90a`.
    pub fn parse(text: &str) -> Option<Target> {
        let digits = text.strip_prefix("sm_")?;
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

/// What an instruction needs: an ISA version, and one of these targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The first ISA version that has it.
    pub version: Version,
    /// Any of these has it; empty when every target does.
    pub targets: Vec<Target>,
}

impl Needs {
    /// Reads what a row says: `8.6 sm_100f sm_110f`.
    pub(crate) fn parse(text: &str) -> Option<Needs> {
        let mut words = text.split_whitespace();
        let version = words.next().map_or(Some(Version::new(1, 0)), Version::parse)?;
        Some(Needs { version, targets: words.map(Target::parse).collect::<Option<_>>()? })
    }

    /// Is this target enough?
    pub fn has_target(&self, target: Target) -> bool {
        self.targets.is_empty() || self.targets.iter().any(|&feature| target.has(feature))
    }

    /// Is all of it there?
    pub fn met(&self, version: Version, target: Target) -> bool {
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
