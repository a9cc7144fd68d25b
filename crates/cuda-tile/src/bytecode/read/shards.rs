//! Functions on several threads.
//!
//! Each thread reads consecutive functions into its own module, as if the file had no others. Concatenated in the order
//! of the file, with interned objects renumbered, the modules equal the result of one thread, id by id. Errors are not
//! reported here: one thread then reads the file from the start.

use std::ops::Range;
use std::thread::{Builder, scope};

use super::super::attrs::Spelling;
use super::super::wire::{Cursor, Result};
use super::super::{BYTES_PER_THREAD, DecodeOptions};
use super::{File, FunctionTable, HINTS, Reader};
use crate::attrs::Attr;

/// The functions that one thread reads.
struct Run<'a> {
    positions: Range<usize>,
    /// The section from the first of them.
    section: Cursor<'a>,
    bytes: usize,
}

/// Reads everything; `None` when that is the work of one thread.
pub(super) fn read<'f, 'a>(file: &'f File<'a>, options: &DecodeOptions) -> Option<Reader<'f, 'a>> {
    let count = options.threads.get().min(file.functions.remaining() / BYTES_PER_THREAD);
    if count < 2 || options.provenance || file.container.header.advertises_preview() {
        return None;
    }
    let mut readers: Vec<Reader<'f, 'a>> = (0..count).map(|_| file.reader()).collect();
    let (first, others) = readers.split_first_mut()?;
    first.places();
    others.iter_mut().for_each(|reader| reader.share_places(first));
    let runs = runs(readers.last_mut()?, file.functions, count).ok()?;
    let lines = file.debug.lines();
    for (index, (reader, run)) in readers.iter_mut().zip(&runs).enumerate() {
        // The first module becomes that of all. Room is made here, because memory that this thread had before costs
        // less than that of a new one.
        match index {
            0 => reader.reserve(file.functions.remaining(), lines),
            _ => reader.reserve(run.bytes, lines / count),
        }
    }
    let mut shards = readers.into_iter().zip(runs);
    let (mut first, own) = shards.next()?;
    let rest = scope(|scope| {
        let threads: Vec<_> = shards
            .map(|(reader, run)| Builder::new().spawn_scoped(scope, move || read_run(reader, run)))
            .collect();
        first.head(file).ok()?;
        let first = read_run(first, own);
        let rest = threads.into_iter().map(|thread| thread.ok()?.join().ok()?);
        Some((first?, rest.collect::<Option<Vec<_>>>()?))
    });
    let (mut first, rest) = rest?;
    rest.into_iter().try_for_each(|reader| absorb(file, &mut first, reader)).ok()?;
    Some(first)
}

/// Takes the functions of a file apart into runs of about the same size. What is before a run is skipped by `last`,
/// the reader of the last run: what it interns for that is interned by all the readers before it, too.
fn runs<'a>(last: &mut Reader<'_, 'a>, mut section: Cursor<'a>, count: usize) -> Result<Vec<Run<'a>>> {
    let functions = section.count(5, "number of functions")?;
    let (start, size) = (section.offset(), section.remaining());
    let mut runs: Vec<Run<'a>> = Vec::with_capacity(count);
    for index in 0..functions {
        let done = section.offset() - start;
        if done >= runs.len() * size / count {
            if let Some(run) = runs.last_mut() {
                run.positions.end = index;
                run.bytes = section.offset() - run.section.offset();
            }
            runs.push(Run { positions: index..functions, section, bytes: section.remaining() });
            if runs.len() == count {
                break;
            }
        }
        skip(last, &mut section)?;
    }
    // Skipped parts are counted by the threads that read them.
    last.spelling = Spelling::default();
    Ok(runs)
}

/// Steps over a function.
fn skip<'a>(reader: &mut Reader<'_, 'a>, section: &mut Cursor<'a>) -> Result<()> {
    section.varint("name of a function")?;
    section.varint("signature of a function")?;
    let flags = section.byte("function flags")?;
    section.varint("location index of a function")?;
    if reader.has_forms() || flags & HINTS != 0 {
        // Their errors are reported when one thread reads the file, with the name of the function.
        reader.attr_reader(false).tagged_hints(section, "")?;
    }
    if reader.has_forms() {
        reader.attr_reader(false).tagged_dicts(section)?;
    }
    let length = section.count(1, "function body length")?;
    section.bytes(length, "function body")?;
    Ok(())
}

impl<'a> Reader<'_, 'a> {
    /// Takes over the locations that `first` has read, if it has read them all: ops have its ids of them then.
    fn share_places(&mut self, first: &Reader<'_, 'a>) {
        if !first.debug.complete {
            return;
        }
        self.debug = first.debug.clone();
        if let (Some(verifier), Some(first)) = (&mut self.verifier, &first.verifier) {
            verifier.share_places(first);
        }
    }
}

fn read_run<'f, 'a>(mut reader: Reader<'f, 'a>, mut run: Run<'a>) -> Option<Reader<'f, 'a>> {
    let mut table = FunctionTable::default();
    reader.functions(&mut run.section, run.positions, &mut table).ok()?;
    Some(reader)
}

/// Puts what another reader has read after what `first` has.
fn absorb(file: &File<'_>, first: &mut Reader<'_, '_>, next: Reader<'_, '_>) -> Result<()> {
    // Types that both have read are counted twice here; if that exceeds the limit, one thread reads the file again.
    first.types.spend_words(next.types.spent(&file.types), 0)?;
    first.spelling.append(&next.spelling);
    if let (Some(verifier), Some(other)) = (&mut first.verifier, next.verifier) {
        // Its root is left over.
        verifier.append(other, first.module.body.op_count() as u32 - 1);
    }
    let placed = next.debug.complete;
    first.module.append(next.module, placed, Attr::renumbered);
    Ok(())
}
