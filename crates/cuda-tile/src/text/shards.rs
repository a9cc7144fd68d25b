//! Text on several threads.
//!
//! Each thread reads the head of the module and then a run of its items into a module of its own, as if the text had no
//! others. Where a run may begin is guessed by how the line of a kernel begins; it was a right guess when the thread
//! that reads the run before comes to stand just there between two items. Concatenated in the order of the text the
//! modules are then what one thread reads, number by number. When anything is wrong with a text one thread reads it
//! from the start, and says what.

use std::thread::{Builder, scope};

use cranelift_entity::EntityRef;
use ir::text::{Part, Sink};

use super::top::{Top, reader};
use super::{BYTES_PER_THREAD, ParseOptions};
use crate::Module;
use crate::attrs::Attr;

/// Reads a module, with notes about its text; `None` if one thread must read it.
pub(super) fn read(text: &str, options: &ParseOptions) -> Option<(Module, Sink)> {
    let shards = shards(text, options.threads.get().min(text.len() / BYTES_PER_THREAD));
    let (&first, others) = shards.split_first()?;
    if others.is_empty() {
        return None;
    }
    let ((mut module, mut sink), others) = scope(|scope| {
        let threads: Vec<_> = others
            .iter()
            .map(|&part| Builder::new().spawn_scoped(scope, move || read_part(text, options, part)))
            .collect();
        let first = read_part(text, options, first);
        let others = threads.into_iter().map(|thread| thread.ok()?.join().ok()?);
        Some((first?, others.collect::<Option<Vec<_>>>()?))
    })?;
    for (other, notes) in others {
        sink.append(notes);
        // The text after the items was only read by the last thread.
        let (span, loc) = (other.body.span(other.root)?, other.body.loc(other.root));
        let ids = module.append(other, false, Attr::renumbered);
        module.body.set_span(module.root, span);
        module.body.set_loc(module.root, ids.locs[loc.index()]);
    }
    Some((module, sink))
}

/// Takes a text apart into at most the given number of shards of about the same size.
fn shards(text: &str, count: usize) -> Vec<Part> {
    let targets = (1..count).map(|index| text.len() / count * index);
    let mut cuts: Vec<u32> = targets.filter_map(|target| next_kernel(text.as_bytes(), target)).collect();
    cuts.dedup();
    let starts = std::iter::once(None).chain(cuts.iter().map(|&cut| Some(cut)));
    let ends = cuts.iter().map(|&cut| Some(cut)).chain([None]);
    starts.zip(ends).map(|(start, end)| Part { start, end }).collect()
}

/// Where a line begins with a kernel, after `from`. No token spans several lines.
fn next_kernel(text: &[u8], from: usize) -> Option<u32> {
    let mut at = from;
    loop {
        at += text[at..].iter().position(|&byte| byte == b'\n')? + 1;
        let line = text[at..].trim_ascii_start();
        if line.strip_prefix(b"cuda_tile.").unwrap_or(line).starts_with(b"entry @") {
            return u32::try_from(text.len() - line.len()).ok();
        }
    }
}

/// The items of a part; `None` when it is none, or when anything is wrong with them.
fn read_part(text: &str, options: &ParseOptions, part: Part) -> Option<(Module, Sink)> {
    let mut r = reader(text, options);
    if r.text() != b"cuda_tile.module" {
        return None;
    }
    r.share(part);
    let mut top = Top::default();
    let complete = if part.end.is_some() {
        let _ = top.read(&mut r);
        r.has_ended()
    } else {
        top.read_all(&mut r);
        true
    };
    (complete && !r.sink.has_errors()).then_some((r.module, r.sink))
}
