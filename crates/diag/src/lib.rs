//! Used by every level: diagnostics and their rendering.
//!
//! A module is read from one [`Source`] (text or bytecode), so a [`Span`] is two byte offsets and names no file. A
//! [`Diagnostic`] has a message, labels for one or more [`Place`]s, notes and remedies. It holds no
//! reference to its source; only the renderings ([`render_human`], [`render_short`], [`to_json`], [`to_github`], [`to_sarif`]) look
//! at text. They accept any place, also one outside the text or inside a character, and never panic.
//!
//! Every diagnostic carries a [`Code`]. Crates document theirs in static tables of [`CodeInfo`]; a [`Registry`] over
//! those tables finds and prints the entry of a code.
//!
//! ```
//! use diag::{Code, Diagnostic, Source, Span, render_human, render_short};
//!
//! let source = Source::new("k.mlir", "%r = addf %x, %y : tile<f32>\n");
//! let diagnostic = Diagnostic::error(Code("E0210"), "use of undefined value `%y`")
//!     .at(Span::new(14, 16), "not defined before this line")
//!     .help("define `%y` above, or use `%x`");
//!
//! assert_eq!(render_short(&diagnostic, Some(&source)), "k.mlir:1:15: error[E0210]: use of undefined value `%y`");
//! let expected = "\
//! error[E0210]: use of undefined value `%y`
//!  --> k.mlir:1:15
//!   |
//! 1 | %r = addf %x, %y : tile<f32>
//!   |               ^^ not defined before this line
//!   |
//!   = help: define `%y` above, or use `%x`
//! ";
//! assert_eq!(render_human(&diagnostic, Some(&source), false), expected);
//! ```

mod codes;
mod diagnostic;
mod excerpt;
mod github;
mod human;
mod json;
mod place;
mod sarif;
mod short;
mod source;
pub mod suggest;

pub use codes::{CodeInfo, Registry};
pub use diagnostic::{Code, Diagnostic, Label, Severity};
pub use github::to_github;
pub use human::render_human;
pub use json::to_json;
pub use place::{Location, Place, Span};
pub use sarif::{sarif_log, to_sarif};
pub use short::render_short;
pub use source::{Expressions, Position, Source};
