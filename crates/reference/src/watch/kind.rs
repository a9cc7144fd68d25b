//! Kinds of findings, to choose among them.

use std::fmt;
use std::str::FromStr;

use diag::suggest::clause;

macro_rules! kinds {
    ($($variant:ident $name:literal $doc:literal [$($code:literal),*];)*) => {
        /// A kind of finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Kind {
            $(#[doc = $doc] $variant),*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &[Kind] = &[$(Kind::$variant),*];

            /// Its name in a list.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$variant => $name),*
                }
            }

            /// A short description of the findings.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Kind::$variant => $doc),*
                }
            }

            /// The codes of its findings.
            pub const fn codes(self) -> &'static [&'static str] {
                match self {
                    $(Kind::$variant => &[$($code),*]),*
                }
            }
        }
    };
}

kinds! {
    Races "races" "Accesses that nothing orders, inside of one tile block or between two." ["E0570", "E0571"];
    Updates "updates" "Stores of what was computed from the same element, ordered by data flow but by no token." ["E0572"];
    Fences "fences" "Accesses through pointers and through views, ordered by tokens but by no fence." ["E0573"];
    Lanes "lanes" "Lanes of one store that collide." ["E0525"];
    Bounds "bounds" "Accesses outside of memory, or to memory that is gone, foreign or constant; bad indices." ["E0520", "E0521", "E0522", "E0523", "E0524", "E0526", "E0527", "E0528", "E0529", "E0540", "E0541"];
    Poison "poison" "Undefined values that matter." ["E0501", "E0502", "E0503", "E0504", "E0505", "E0506", "E0507", "E0509", "E0510", "E0511", "E0512", "E0513"];
    Promises "promises" "False assumptions, `inbounds` and overflow flags." ["E0508", "E0530", "E0531", "E0532", "E0533"];
    Loops "loops" "Loops that cannot be counted." ["E0550", "E0551"];
    Waiting "waiting" "Waiting that cannot end." ["E0561", "E0562"];
    Asserts "asserts" "Assertions of the program that fail, and external functions that say that they do." ["E0560", "E0563"];
}

impl Kind {
    /// The kind of the findings of a code.
    pub fn of(code: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.codes().contains(&code))
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u16);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds((1 << Kind::ALL.len()) - 1);
    /// No kind.
    pub const NONE: Kinds = Kinds(0);

    /// The set with one more kind.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Kinds {
        Kinds(self.0 | 1 << kind as u8)
    }

    /// The set without a kind.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Kinds {
        Kinds(self.0 & !(1 << kind as u8))
    }

    /// True when the kind is in the set.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }
}

impl Default for Kinds {
    /// Everything but [`Kind::Fences`]: before 13.4 no program could have them.
    fn default() -> Kinds {
        Kinds::ALL.without(Kind::Fences)
    }
}

impl fmt::Display for Kinds {
    /// `races,bounds`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            Kind::ALL.iter().filter(|kind| self.has(**kind)).map(|kind| kind.name()).collect();
        f.write_str(&names.join(","))
    }
}

/// A word that names no kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKind(pub String);

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            ["all", "default"].into_iter().chain(Kind::ALL.iter().map(|kind| kind.name())).collect();
        let near = clause(&self.0, names.iter().copied());
        write!(f, "`{}` is no kind of finding{near}; they are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownKind {}

impl FromStr for Kinds {
    type Err = UnknownKind;

    /// Names with commas between them; `all`, `default`; a `-` in front takes a kind out again, of the default when
    /// nothing is before it.
    fn from_str(text: &str) -> Result<Kinds, UnknownKind> {
        let mut kinds = if text.starts_with('-') { Kinds::default() } else { Kinds::NONE };
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let name = word.strip_prefix('-').unwrap_or(word);
            let named = match name {
                "all" => Kinds::ALL,
                "default" => Kinds::default(),
                name => {
                    let kind = Kind::ALL.iter().find(|kind| kind.name() == name);
                    Kinds::NONE.with(*kind.ok_or_else(|| UnknownKind(name.to_owned()))?)
                }
            };
            kinds = if word == name { Kinds(kinds.0 | named.0) } else { Kinds(kinds.0 & !named.0) };
        }
        Ok(kinds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let read = |text: &str| text.parse::<Kinds>().map(|kinds| kinds.to_string());
        assert_eq!(read("races, bounds"), Ok("races,bounds".into()));
        assert_eq!(read("all"), Ok(Kinds::ALL.to_string()));
        assert_eq!(
            read("-races").as_deref(),
            Ok("updates,lanes,bounds,poison,promises,loops,waiting,asserts")
        );
        assert_eq!(read("bounds,poison,-bounds"), Ok("poison".into()));
        assert_eq!(read("racing"), Err(UnknownKind("racing".into())));
        let said = UnknownKind("race".into()).to_string();
        assert!(
            said.starts_with("`race` is no kind of finding; did you mean `races`?; they are all, default,"),
            "{said}"
        );
    }

    #[test]
    fn every_code_has_one_kind() {
        for info in crate::CODES {
            let kinds = Kind::ALL.iter().filter(|kind| kind.codes().contains(&info.code.0));
            assert_eq!(kinds.count(), 1, "{}", info.code);
        }
    }
}
