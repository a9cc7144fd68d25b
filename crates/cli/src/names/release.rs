//! The release of the closed tools that the program replaces.
//!
//! The variable `TILEWRIGHT_TILEIRAS_VERSION` chooses, `13.4` or `13.5`; the latter is the default. The choice changes
//! options, texts and which files are accepted, never code.

#![allow(clippy::disallowed_methods, reason = "a front door")]

use tilewright::Version;

/// The variable.
const VARIABLE: &str = "TILEWRIGHT_TILEIRAS_VERSION";

/// A release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Release {
    /// CUDA 13.4.
    V13_4,
    /// CUDA 13.5.
    V13_5,
}

impl Release {
    /// The one that the environment names.
    ///
    /// # Errors
    /// The chosen release; an error for an unknown name.
    pub(super) fn chosen() -> Result<Release, String> {
        match std::env::var(VARIABLE) {
            Ok(name) if !name.is_empty() => Release::named(&name)
                .ok_or_else(|| format!("{VARIABLE} is '{name}'; it is 13.4 or 13.5, which is the default")),
            _ => Ok(Release::V13_5),
        }
    }

    fn named(name: &str) -> Option<Release> {
        [Release::V13_4, Release::V13_5].into_iter().find(|release| release.name() == name)
    }

    /// `13.5`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Release::V13_4 => "13.4",
            Release::V13_5 => "13.5",
        }
    }

    /// The versions of bytecode that it reads, oldest first.
    pub(super) fn versions(self) -> impl Iterator<Item = Version> {
        Version::ALL.into_iter().filter(move |version| *version <= self.newest())
    }

    /// How often it prints each remark.
    pub(super) fn times_of_a_remark(self) -> usize {
        match self {
            Release::V13_4 => 2,
            Release::V13_5 => 1,
        }
    }

    /// Whether it warns of kernels that need more registers than there are, when it optimises at a level.
    pub(super) fn warns_of_registers(self, level: u8) -> bool {
        self >= Release::V13_5 && level > 0
    }

    /// The newest version of bytecode that it reads.
    pub(super) fn newest(self) -> Version {
        Version { major: 13, minor: if self == Release::V13_4 { 4 } else { 5 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_have_the_names_of_their_newest_bytecode() {
        for release in [Release::V13_4, Release::V13_5] {
            assert_eq!(Release::named(release.name()), Some(release));
            assert_eq!(
                release.versions().last().map(|version| version.to_string()).as_deref(),
                Some(release.name())
            );
        }
        assert_eq!(Release::named("13.3"), None);
    }
}
