//! Help and version of the tools.

use std::fmt::Write as _;

use tilewright::driver::build_id;

use super::flags::{Flag, Takes};
use super::release::Release;

/// A tool's list of options.
pub(super) struct Help {
    /// `tileiras: compiles ..`
    pub(super) overview: &'static str,
    /// `tileiras [options] <file>`
    pub(super) usage: &'static str,
    /// The options.
    pub(super) flags: &'static [Flag],
}

impl Help {
    /// The list, with hidden options or without.
    pub(super) fn text(&self, release: Release, hidden: bool) -> String {
        let shown: Vec<&Flag> =
            self.flags.iter().filter(|flag| release >= flag.since && (hidden || !flag.hidden)).collect();
        let width = shown.iter().map(|flag| spelled(flag).len()).max().unwrap_or(0);
        let mut text = format!("OVERVIEW: {}\n\nUSAGE: {}\n\nOPTIONS:\n", self.overview, self.usage);
        for flag in shown {
            let summary = match flag.alias {
                Some(of) => format!("Another name of --{of}"),
                None => flag.summary.to_owned(),
            };
            line(&mut text, width, &spelled(flag), " ", &summary);
            if let (Takes::OneOf(words), None) = (flag.takes, flag.alias) {
                for (word, means) in words {
                    line(&mut text, width, &format!("  ={word}"), "   ", means);
                }
            }
        }
        text
    }
}

fn line(text: &mut String, width: usize, left: &str, gap: &str, right: &str) {
    let _ = writeln!(text, "  {left:width$} -{gap}{right}");
}

/// `--gpu-name=<value>`
fn spelled(flag: &Flag) -> String {
    let dashes = if flag.name.len() == 1 { "-" } else { "--" };
    let value = match flag.takes {
        Takes::Nothing | Takes::Ask | Takes::Bool => "",
        Takes::Text | Takes::Number | Takes::OneOf(_) if flag.alias.is_some() => "",
        Takes::Text => "=<text>",
        Takes::Number => "=<N>",
        Takes::OneOf(_) => "=<value>",
    };
    format!("{dashes}{}{value}", flag.name)
}

/// The version of a tool. Clients look for the release, and tell builds apart by the whole text.
pub(super) fn version(tool: &str, does: &str, release: Release) -> String {
    let release = release.name();
    format!(
        "{tool}: Tilewright's {does}, version {}\n\
         In the place of Cuda compilation tools, release {release}, V{release}.0\n\
         Build {}\n",
        env!("CARGO_PKG_VERSION"),
        build_id(),
    )
}
