//! Features of the language that are previews: which are enabled, and the libraries that they load.

#![allow(clippy::disallowed_methods, reason = "a front door")]

use super::flags::{Flag, Parsed, Takes};
use super::release::Release;

/// The option that enables previews.
pub(super) const FLAG: Flag = Flag::new(
    "preview",
    Takes::Text,
    "Enable previews by name, with commas between them; the one there is: simt",
)
.since(Release::V13_5);

/// The only preview.
const SIMT: &str = "simt";

/// True when the preview `simt` is enabled.
pub(super) fn simt(parsed: &Parsed) -> bool {
    parsed.value("preview").is_some_and(|names| names.split(',').any(|name| name == SIMT))
}

/// The error for an unknown preview.
pub(super) fn wrong(tool: &str, parsed: &Parsed) -> Option<String> {
    let unknown = parsed.value("preview")?.split(',').find(|name| *name != SIMT)?;
    Some(format!(
        "{tool}: for the --preview option: unknown preview feature '{unknown}'; supported features: {SIMT}"
    ))
}

/// Why the libraries of a command line cannot be loaded; none where it names none.
pub(super) fn libraries(parsed: &Parsed) -> Option<String> {
    let path = parsed.value("l")?;
    if !simt(parsed) {
        return Some(format!("libraries require the '{SIMT}' preview feature"));
    }
    let why = match std::fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => "No such file or directory".to_owned(),
        Err(error) => tilewright::driver::input::reason(&error),
        // A native object is a provider, whose interface is not published.
        Ok(bytes) if bytes.starts_with(b"\x7FELF") => {
            return Some(format!("failed to load linkage provider: {path}"));
        }
        Ok(_) => "The file was not recognized as a valid object file".to_owned(),
    };
    Some(format!("failed to open tile library: {why}"))
}
