//! Loading: from an input to a verified module.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use cuda_tile::Module;
use cuda_tile::bytecode::{self, BYTES_PER_THREAD, DecodeOptions, Provenance};
use cuda_tile::text::{self, ParseOptions};
use cuda_tile::verify::{self, OPS_PER_THREAD, Verified, VerifyOptions};
use diag::{Diagnostic, Place};
use ir::Version;

use crate::input::{Content, Input};
use crate::remedies;

/// How an input is read and checked.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Accept only what the reference tools accept.
    pub strict: bool,
    /// Admit the dialect's testing-only ops.
    pub testing_ops: bool,
    /// Verify after reading, by these rules; `None`: do not verify. Large modules are verified on all cores.
    pub verify: Option<VerifyOptions>,
    /// Give each op of a text its line as its location, unless the text has another one ([`ir::own_lines`]).
    pub own_lines: bool,
    /// Keep the layout of bytecode, to write the same bytes again. Large files are read on all cores only without this
    /// option.
    pub provenance: bool,
    /// The version of the reference tools whose rules for reading bytecode apply.
    pub reader: Version,
    /// Enable the preview `simt`, for reading and for verifying.
    pub preview_simt: bool,
}

impl Default for LoadOptions {
    /// Reads leniently by the newest rules, and does not verify.
    fn default() -> LoadOptions {
        LoadOptions {
            strict: false,
            testing_ops: false,
            verify: None,
            own_lines: false,
            provenance: false,
            reader: Version::LATEST,
            preview_simt: false,
        }
    }
}

impl LoadOptions {
    /// The rules of verifying, with the previews that are enabled for reading.
    fn rules(&self, rules: &VerifyOptions) -> VerifyOptions {
        VerifyOptions { preview_simt: rules.preview_simt || self.preview_simt, ..*rules }
    }

    /// Reads leniently and verifies by the newest rules.
    pub fn verified() -> LoadOptions {
        LoadOptions { verify: Some(VerifyOptions::default()), ..LoadOptions::default() }
    }
}

/// The result of loading an input.
pub struct Loaded {
    /// The module; `None` when an error was found.
    pub module: Option<Module>,
    /// All diagnostics, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// Version of the bytecode that was read.
    pub version: Option<Version>,
    /// Layout of the bytecode that was read, if it was requested.
    pub provenance: Option<Arc<Provenance>>,
}

impl Loaded {
    /// True when an error was found.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads and checks an input. After syntax errors there is no module, but kernels without syntax errors are still verified.
pub fn load(input: &Input, options: &LoadOptions) -> Loaded {
    let (mut loaded, sound_part, verified) = read(input, options);
    if let (true, Some(module), Content::Text(source)) =
        (options.own_lines, &mut loaded.module, &input.content)
    {
        ir::own_lines::locate(module, source);
    }
    if let (Some(module), Some(rules)) = (loaded.module.as_ref().or(sound_part.as_ref()), &options.verify) {
        let rules = VerifyOptions { threads: threads_of_module(module), ..options.rules(rules) };
        let found = verified.unwrap_or_else(|| verify::verify(module, &rules));
        loaded.diagnostics.extend(found.diagnostics);
        if sound_part.is_some() {
            loaded.diagnostics.sort_by_key(place_in_text);
        } else if loaded.has_errors() {
            loaded.module = None;
        }
    }
    let source = match &input.content {
        Content::Text(source) => Some(source),
        Content::Bytecode(_) => None,
    };
    remedies::complete(&mut loaded.diagnostics, source);
    loaded
}

/// The key that orders diagnostics by their position in the text; those without one come first.
fn place_in_text(diagnostic: &Diagnostic) -> Option<u32> {
    match diagnostic.primary()?.place {
        Place::Span(span) => Some(span.start),
        Place::Byte(_) | Place::Location(_) => None,
    }
}

/// The number of threads for a file of bytecode, by its size.
pub fn threads_of_file(bytes: &[u8]) -> NonZeroUsize {
    threads(bytes.len() >= 2 * BYTES_PER_THREAD)
}

/// The number of threads for a module, by its size.
pub fn threads_of_module(module: &Module) -> NonZeroUsize {
    threads(module.body.op_count() >= 2 * OPS_PER_THREAD)
}

/// The number of cores; not queried for small inputs, because even the query takes too long.
fn threads(large: bool) -> NonZeroUsize {
    large.then(available_parallelism).and_then(Result::ok).unwrap_or(NonZeroUsize::MIN)
}

/// The input, the part of a text with errors that can be verified, and the diagnostics of verified bytecode.
fn read(input: &Input, options: &LoadOptions) -> (Loaded, Option<Module>, Option<Verified>) {
    let loaded = |module, diagnostics| Loaded { module, diagnostics, version: None, provenance: None };
    match &input.content {
        Content::Text(source) => {
            // Threads cost more than they save for short texts.
            let threads = threads(source.text().len() >= 2 * text::BYTES_PER_THREAD);
            let LoadOptions { strict, testing_ops, .. } = *options;
            let options = ParseOptions { strict, testing_ops, threads };
            let parsed = text::parse(source, &options);
            (loaded(parsed.module, parsed.diagnostics), parsed.sound_part, None)
        }
        Content::Bytecode(bytes) => {
            let threads = threads_of_file(bytes);
            let options = DecodeOptions {
                testing_ops: options.testing_ops,
                reader: options.reader,
                preview_simt: options.preview_simt,
                provenance: options.provenance,
                threads,
                verify: options.verify.map(|rules| VerifyOptions { threads, ..options.rules(&rules) }),
            };
            match bytecode::decode(bytes, &options) {
                Ok(decoded) => {
                    let loaded = Loaded {
                        module: Some(decoded.module),
                        diagnostics: decoded.warnings,
                        version: Some(decoded.version),
                        provenance: decoded.provenance,
                    };
                    (loaded, None, decoded.verified)
                }
                Err(error) => (loaded(None, vec![error]), None, None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file whose 64-bit identity has a bit too many, as cuTile writes negative ones.
    fn wide_identity() -> Vec<u8> {
        let text = "cuda_tile.module @m { entry @k() {
            %x = constant <f64: 1.0> : tile<8xf64>
            %r = reduce %x dim=0 identities=[0x7FF0000000000000 : f64] : tile<8xf64> -> tile<f64>
            (%a: tile<f64>, %b: tile<f64>) { %m = maxf %a, %b : tile<f64> yield %m : tile<f64> }
            return
        } }";
        let parsed = text::parse(&diag::Source::new("m.mlir", text), &ParseOptions::default());
        let module = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
        let mut bytes = bytecode::encode(&module, &bytecode::EncodeOptions::default())
            .unwrap_or_else(|errors| panic!("{}", errors[0]));
        let identity = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xF0, 0xFF, 0x01];
        let at = bytes.windows(10).position(|window| window == identity).expect("the identity");
        bytes[at + 9] = 0x03;
        bytes
    }

    #[test]
    fn suspicions_of_the_decoder_are_among_the_diagnostics() {
        let input = Input::from_bytes("m.tileirbc".to_owned(), wide_identity()).expect("bytecode");
        let loaded = load(&input, &LoadOptions::verified());
        assert!(loaded.module.is_some() && !loaded.has_errors());
        let [warning] = &loaded.diagnostics[..] else { panic!("{:?}", loaded.diagnostics) };
        assert!(warning.message.contains("were written with 65 bits"), "{}", warning.message);
    }
}
