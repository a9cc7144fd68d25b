//! Modules with their source text.

use std::fmt;

use cuda_tile::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
use cuda_tile::ops::fields;
use cuda_tile::text::{FormatOptions, ParseOptions, PrintOptions, print};
use cuda_tile::verify::{VerifyOptions, verify};
use diag::{Diagnostic, Source};
use driver::load::{threads_of_file, threads_of_module};
use ir::Version;

use crate::Error;

/// A tile program, with the text that it was parsed from. [`fmt::Display`] writes its canonical text.
///
/// ```
/// use tilewright::diag::Source;
///
/// let mut module = tilewright::parse("m.mlir", "cuda_tile.module @m { entry @k() { return } }")?;
/// assert!(module.is_parsed());
/// assert_eq!(module.source().unwrap().name(), "m.mlir");
///
/// // Its ops, to look at and to change.
/// let ops = module.ir().body.op_count();
/// tilewright::build::add_entry(module.ir_mut(), "another", &[]);
/// assert_eq!(module.ir().body.op_count(), ops + 1);
///
/// // Of a module that was decoded, messages show the lines of the file that its debug information names.
/// let bytes = tilewright::parse("m.mlir", "cuda_tile.module @m { entry @k() { return } }")?.to_bytecode(None)?;
/// let mut decoded = tilewright::Module::from_bytecode(&bytes)?;
/// assert!(!decoded.is_parsed());
/// decoded.set_source(Source::new("kernel.py", "def k(): pass"));
/// assert_eq!(decoded.source().unwrap().name(), "kernel.py");
/// # Ok::<(), tilewright::Error>(())
/// ```
#[derive(Clone)]
pub struct Module {
    ir: cuda_tile::Module,
    /// The text that it was parsed from, or that its debug information refers to.
    source: Option<Source>,
    parsed: bool,
    /// The preview `simt` is enabled.
    preview_simt: bool,
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// The canonical text.
impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// Parses text; `name` is its name in diagnostics.
///
/// ```
/// let error = tilewright::parse("m.mlir", "cuda_tile.module @m { entry @k() { retrun } }").unwrap_err();
/// assert_eq!(error.diagnostics()[0].code.to_string(), "E0104");
/// assert!(error.to_string().contains("did you mean `return`?"));
/// ```
///
/// # Errors
/// Every independent error of the text.
pub fn parse(name: &str, text: &str) -> Result<Module, Error> {
    let source = Source::new(name, text);
    let parsed = cuda_tile::text::parse(&source, &ParseOptions::default());
    match parsed.module {
        Some(ir) => Ok(Module { ir, source: Some(source), parsed: true, preview_simt: false }),
        None => Err(Error::new(errors(parsed.diagnostics), Some(&source))),
    }
}

/// Formats text: tokens, comments and names stay the same. `name` is its name in diagnostics.
///
/// ```
/// let text = tilewright::format("m.mlir", "cuda_tile.module   @m { // empty\n}")?;
/// assert_eq!(text, "cuda_tile.module @m { // empty\n}\n");
/// # Ok::<(), tilewright::Error>(())
/// ```
///
/// # Errors
/// The syntax errors.
pub fn format(name: &str, text: &str) -> Result<String, Error> {
    let source = Source::new(name, text);
    let formatted = cuda_tile::text::format(&source, &FormatOptions::default());
    formatted.map_err(|found| Error::new(errors(found), Some(&source)))
}

fn errors(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.into_iter().filter(Diagnostic::is_error).collect()
}

impl Module {
    /// Decodes bytecode of any version since 13.1; large files are decoded on all cores.
    ///
    /// # Errors
    /// The first error of the file, with its byte offset.
    pub fn from_bytecode(bytes: &[u8]) -> Result<Module, Error> {
        Module::decoded(bytes, false)
    }

    /// The same, with the preview `simt` enabled: see [`Module::enable_preview_simt`].
    ///
    /// ```
    /// let mut module = tilewright::parse("m.mlir", "cuda_tile.module @m { preview$func extern @f() }")?;
    /// assert!(module.to_bytecode(None).is_err(), "the preview is not enabled");
    /// module.enable_preview_simt();
    /// let bytes = module.to_bytecode(None)?;
    /// assert!(tilewright::Module::from_bytecode(&bytes).is_err());
    /// assert!(tilewright::Module::from_preview_bytecode(&bytes)?.to_text().contains("preview$func"));
    /// # Ok::<(), tilewright::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Module::from_bytecode`].
    pub fn from_preview_bytecode(bytes: &[u8]) -> Result<Module, Error> {
        Module::decoded(bytes, true)
    }

    fn decoded(bytes: &[u8], preview_simt: bool) -> Result<Module, Error> {
        let threads = threads_of_file(bytes);
        match decode(bytes, &DecodeOptions { threads, preview_simt, ..DecodeOptions::default() }) {
            Ok(decoded) => Ok(Module { ir: decoded.module, source: None, parsed: false, preview_simt }),
            Err(error) => Err(Error::new(vec![error], None)),
        }
    }

    /// Enables calls of external functions (`preview$call` and related ops) when the module is verified, run or written. Later
    /// versions of the language may not have them. [`Run::externs`](crate::run::Run::externs) supplies the functions.
    pub fn enable_preview_simt(&mut self) {
        self.preview_simt = true;
    }

    /// Verifies the module by the rules of the newest version of the language; large modules are verified on all cores.
    ///
    /// # Errors
    /// All errors.
    pub fn verify(&self) -> Result<(), Error> {
        let options = VerifyOptions {
            threads: threads_of_module(&self.ir),
            preview_simt: self.preview_simt,
            ..VerifyOptions::default()
        };
        let found = errors(verify(&self.ir, &options).diagnostics);
        if found.is_empty() { Ok(()) } else { Err(Error::new(found, self.source.as_ref())) }
    }

    /// Canonical text.
    pub fn to_text(&self) -> String {
        print(&self.ir, &PrintOptions::default())
    }

    /// Bytecode of a version; `None`: the lowest version that can represent the module.
    ///
    /// ```
    /// let module = tilewright::parse("m.mlir", "cuda_tile.module @m { entry @k() { return } }")?;
    /// let bytes = module.to_bytecode(Some(tilewright::ir::spec::V13_1))?;
    /// assert!(bytes.starts_with(b"\x7fTileIR\0"));
    /// assert_eq!(tilewright::Module::from_bytecode(&bytes)?.entries(), ["k"]);
    /// # Ok::<(), tilewright::Error>(())
    /// ```
    ///
    /// # Errors
    /// The parts that the version cannot represent.
    pub fn to_bytecode(&self, version: Option<Version>) -> Result<Vec<u8>, Error> {
        let options = EncodeOptions { version, preview_simt: self.preview_simt, ..EncodeOptions::default() };
        encode(&self.ir, &options).map_err(|found| Error::new(found, self.source.as_ref()))
    }

    /// Names of the entries, in order.
    pub fn entries(&self) -> Vec<String> {
        driver::run::entries(&self.ir).into_iter().map(|entry| entry.name).collect()
    }

    /// The module itself: ops, values, types.
    pub fn ir(&self) -> &cuda_tile::Module {
        &self.ir
    }

    /// The module itself, to be changed; verify it again afterwards.
    pub fn ir_mut(&mut self) -> &mut cuda_tile::Module {
        &mut self.ir
    }

    /// The text that the module was parsed from, or that [`Module::set_source`] gave.
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Whether the module was parsed from text, so that its source locations are in [`Module::source`].
    pub fn is_parsed(&self) -> bool {
        self.parsed
    }

    /// Names a parameter of the first entry, counted from 0, for messages, because bytecode does not store names. A missing
    /// parameter, or one that has a name, is not changed.
    ///
    /// ```
    /// let text = "cuda_tile.module @m { entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) { return } }";
    /// let bytes = tilewright::parse("m.mlir", text)?.to_bytecode(None)?;
    /// let mut module = tilewright::Module::from_bytecode(&bytes)?;
    /// module.name_parameter(0, "data");
    /// let entries = tilewright::driver::run::entries(module.ir());
    /// assert_eq!(entries[0].params[0].0.as_deref(), Some("data"));
    /// # Ok::<(), tilewright::Error>(())
    /// ```
    pub fn name_parameter(&mut self, number: usize, name: &str) {
        let entry = driver::run::entries(&self.ir).into_iter().next();
        let body = entry.and_then(|entry| self.ir.block(entry.op, fields::entry::body));
        let value = body.and_then(|body| self.ir.body.block_args(body).get(number));
        if let Some(value) = value.filter(|&value| self.ir.body.name(value).is_none()) {
            let name = self.ir.strings.intern_bytes(name.as_bytes());
            self.ir.body.set_name(value, Some(name));
        }
    }

    /// Sets the text that the debug information of a decoded or built module refers to, so that messages show its lines. The
    /// name of the source is the file name in the debug information. A parsed module keeps its own text.
    pub fn set_source(&mut self, source: Source) {
        if !self.parsed {
            self.source = Some(source);
        }
    }
}

/// A module that was built.
impl From<cuda_tile::Module> for Module {
    fn from(ir: cuda_tile::Module) -> Module {
        Module { ir, source: None, parsed: false, preview_simt: false }
    }
}
