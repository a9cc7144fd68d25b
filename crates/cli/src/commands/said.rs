//! Remarks of `tilewright compile`: which are given, in which form, and where they go.

use diag::Source;
use tilewright::driver::remarks::{Filter, Remark, Wanted, json, lines, text, yaml};

use super::write_result;
use crate::Stop;
use crate::args::{CompileArgs, EmitName, RemarkArgs, RemarkForm};
use crate::io::Io;

/// The file of `--remark-format=yaml` if none is named, as the closed tools have it.
pub(crate) const DEFAULT_FILE: &str = "tileir_remarks.yaml";

/// Which remarks are given.
pub(super) enum Said {
    /// Nothing was asked for: what is slower than it could be, with the remedy.
    Advice,
    /// Those that options name.
    Chosen(Filter),
}

impl Said {
    /// True when no remark is given.
    pub(super) fn is_silent(&self) -> bool {
        matches!(self, Said::Chosen(filter) if filter.is_empty())
    }

    pub(super) fn of(args: &RemarkArgs, emit: EmitName) -> Said {
        let given = [
            args.remarks,
            args.remarks_passed,
            args.remarks_missed,
            args.remarks_failed,
            args.remarks_analysis,
        ];
        // A user who prints an intermediate level did not ask for fast code.
        let code = matches!(emit, EmitName::Ptx | EmitName::Cubin | EmitName::Fatbin | EmitName::Llvm);
        if code && given.iter().all(Option::is_none) {
            return Said::Advice;
        }
        let every = args.remarks.unwrap_or_default();
        Said::Chosen(Filter {
            passed: args.remarks_passed.unwrap_or(every),
            missed: args.remarks_missed.unwrap_or(every),
            failed: args.remarks_failed.unwrap_or(every),
            analysis: args.remarks_analysis.unwrap_or(every),
        })
    }
}

/// Writes the remarks that are given, in the form that is asked for.
pub(super) fn say(
    remarks: &[Remark],
    wanted: &Said,
    args: &CompileArgs,
    source: &Source,
    io: &mut Io<'_>,
) -> Result<(), Stop> {
    let (form, file) = (args.remarks.remark_format, args.remarks.remarks_output_file.as_deref());
    let advice: Vec<Remark>;
    let (remarks, filter) = match wanted {
        Said::Chosen(filter) => (remarks, *filter),
        Said::Advice => {
            advice = remarks.iter().filter(|remark| remark.is_advice()).cloned().collect();
            (&advice[..], Filter::every(Wanted::All))
        }
    };
    let (text, file) = match (form, wanted) {
        (RemarkForm::CommandLine, Said::Advice) => (lines(remarks, source), None),
        (RemarkForm::CommandLine, Said::Chosen(_)) => (text(remarks, &filter, source), None),
        (RemarkForm::Json, _) => (json(remarks, &filter, source), file),
        (RemarkForm::Yaml, _) => (yaml(remarks, &filter, source), Some(file.unwrap_or(DEFAULT_FILE))),
    };
    match file {
        None => Ok(write!(io.stderr, "{text}")?),
        Some(file) => write_result(Some(file), text.as_bytes(), args.input.diagnostics, io),
    }
}
