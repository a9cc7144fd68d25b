//! Values of options, read from their text.

use std::num::NonZeroUsize;

use diag::suggest::before;
use tilewright::Version;
use tilewright::driver::remarks::Wanted;
use tilewright::ir::spec::V250_0;

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.0..=86_400.0).contains(number));
    number.ok_or_else(|| "write a number of seconds from 0 to 86400, for example 2.5".to_owned())
}

pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.0..=1e6).contains(number));
    number.ok_or_else(|| "write a number of percent, for example 10".to_owned())
}

pub(super) fn ptx_version(text: &str) -> Result<tilewright::ptx::Version, String> {
    tilewright::ptx::Version::parse(text).ok_or_else(|| "write a version of PTX, for example 8.0".to_owned())
}

/// `X[,Y[,Z]]`.
pub(super) fn extents(text: &str) -> Result<[u32; 3], String> {
    let wrong = || "write one to three numbers, for example 64 or 64,2,1".to_owned();
    let parts: Vec<&str> = text.split(',').collect();
    let mut extents = [1; 3];
    if parts.len() > extents.len() {
        return Err(wrong());
    }
    for (extent, part) in extents.iter_mut().zip(parts) {
        *extent = part.trim().parse().ok().filter(|&number| number > 0).ok_or_else(wrong)?;
    }
    Ok(extents)
}

pub(super) fn regex(text: &str) -> Result<regex_lite::Regex, String> {
    regex_lite::Regex::new(text).map_err(|error| error.to_string())
}

pub(super) fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// A count that cannot be 0.
pub(super) fn positive(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| format!("expected a whole number from 1 to {}", usize::MAX))
}

pub(super) fn wanted(text: &str) -> Result<Wanted, String> {
    Wanted::parse(text)
        .ok_or_else(|| before(text, Wanted::NAMES, "the categories are all, none, memory and tensorcore"))
}

/// A version, or one of those of test builds.
pub(super) fn bytecode_version(text: &str) -> Result<Version, String> {
    let [first, second] = [0, 1].map(|minor| Version { minor, ..V250_0 });
    [first, second].into_iter().find(|v| v.to_string() == text).map_or_else(|| version(text), Ok)
}

pub(super) fn version(text: &str) -> Result<Version, String> {
    Version::ALL.into_iter().find(|v| v.to_string() == text).ok_or_else(|| {
        let known: Vec<String> = Version::ALL.iter().map(Version::to_string).collect();
        format!("the versions are {}", known.join(", "))
    })
}
