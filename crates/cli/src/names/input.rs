//! Bytecode as the closed tools read it.

use diag::{Diagnostic, Source};
use tilewright::driver::input::{Input, LIMIT, reason};
use tilewright::driver::load::{LoadOptions, load};
use tilewright::verify::{HINTS, HintMode, VerifyOptions};

use super::messages;
use super::release::Release;
use crate::Stop;
use crate::io::Io;

/// How bytecode begins.
const MAGIC: &[u8] = b"\x7FTileIR\0";
/// The message for everything else.
pub(super) const NO_BYTECODE: &str = "input does not correspond to Tile IR bytecode";

type Module = tilewright::ir::Module<tilewright::CudaTile>;

/// A file that was read.
pub(super) struct Bytecode {
    name: String,
    bytes: Vec<u8>,
}

/// How bytecode is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The release whose rules apply.
    pub(super) release: Release,
    /// The preview `simt` is enabled.
    pub(super) preview_simt: bool,
    /// The treatment of optimization hints that no compiler knows.
    pub(super) hints: HintMode,
}

/// Reads a file. `-` is a name like others.
///
/// # Errors
/// Why that does not go.
#[allow(clippy::disallowed_methods, reason = "reads what the user names")]
pub(super) fn read(path: &str) -> Result<Bytecode, String> {
    let unreadable = |why: &str| format!("unable to read input file '{path}': {why}");
    let data = std::fs::metadata(path).map_err(|error| unreadable(&reason(&error)))?;
    if data.is_dir() {
        return Err(unreadable("it is a directory"));
    }
    if data.len() > LIMIT {
        return Err(unreadable("it has more than 1 GiB"));
    }
    let bytes = std::fs::read(path).map_err(|error| unreadable(&reason(&error)))?;
    Ok(Bytecode { name: path.to_owned(), bytes })
}

impl Bytecode {
    /// The version of its language, as it says it itself.
    ///
    /// # Errors
    /// When it is no bytecode of a version that is known: what to say.
    pub(super) fn version(&self, release: Release) -> Result<String, String> {
        if !self.bytes.starts_with(MAGIC) {
            return Err(NO_BYTECODE.to_owned());
        }
        let at = |index: usize| self.bytes.get(MAGIC.len() + index).copied().unwrap_or(0);
        let version = format!("{}.{}", at(0), at(1));
        if release.versions().any(|known| known.to_string() == version) {
            Ok(version)
        } else {
            Err(format!("unsupported Tile IR bytecode version: {version}"))
        }
    }

    /// The suggested input.
    pub(super) fn remedy(&self, release: Release) -> String {
        let versions: Vec<String> = release.versions().map(|version| version.to_string()).collect();
        format!(
            "give bytecode of version {} instead of '{}'; `tilewright as` makes it of text",
            versions.join(", "),
            self.name
        )
    }

    /// The module if it is valid; otherwise its errors have been printed.
    pub(super) fn decoded(
        &self,
        source: &Source,
        rules: Rules,
        io: &mut Io<'_>,
    ) -> Result<Option<Module>, Stop> {
        let refused = |found: &[Diagnostic], io: &mut Io<'_>| {
            messages::say(found, source, io)?;
            messages::error(NO_BYTECODE, io)?;
            Ok(None)
        };
        // The reader judges the version: its words are those of the closed disassembler.
        if !self.bytes.starts_with(MAGIC) {
            messages::error(NO_BYTECODE, io)?;
            messages::help(&self.remedy(rules.release), io)?;
            return Ok(None);
        }
        let input = match Input::from_bytes(self.name.clone(), self.bytes.clone()) {
            Ok(input) => input,
            Err(why) => return refused(&[*why], io),
        };
        let options = LoadOptions {
            // The closed tools accept no non-standard form, and clients rely on what they refuse.
            strict: true,
            reader: rules.release.newest(),
            preview_simt: rules.preview_simt,
            verify: Some(VerifyOptions {
                hints: rules.hints,
                hint_limits: rules.release.newest(),
                ..VerifyOptions::default()
            }),
            ..LoadOptions::default()
        };
        let loaded = load(&input, &options);
        // The closed tools have no other warnings.
        let is_of_hints = |diagnostic: &Diagnostic| diagnostic.code == HINTS && !diagnostic.is_error();
        let (warnings, others): (Vec<_>, Vec<_>) = loaded.diagnostics.into_iter().partition(is_of_hints);
        messages::say(&warnings, source, io)?;
        match loaded.module {
            Some(module) => Ok(Some(module)),
            None => {
                let errors: Vec<Diagnostic> = others.into_iter().filter(Diagnostic::is_error).collect();
                refused(&errors, io)
            }
        }
    }
}
