//! Showing diagnostics.

use diag::{Diagnostic, Source, render_human, render_short, sarif_log, to_github, to_json, to_sarif};

use crate::args::DiagnosticsForm;
use crate::io::Io;
use crate::{Exit, Stop};

/// Writes diagnostics in the wanted form: what programs read is a result, the others are for people.
pub(crate) fn diagnostics(
    found: &[Diagnostic],
    source: &Source,
    form: DiagnosticsForm,
    io: &mut Io<'_>,
) -> Result<(), Stop> {
    let source = Some(source);
    if form == DiagnosticsForm::Sarif {
        io.sarif.get_or_insert_default();
    }
    for diagnostic in found {
        match form {
            DiagnosticsForm::Github => writeln!(io.stdout, "{}", to_github(diagnostic, source))?,
            // A log is one object, which the end of the command writes.
            DiagnosticsForm::Sarif => io.sarif.get_or_insert_default().push(to_sarif(diagnostic, source)),
            DiagnosticsForm::Human => {
                let text = render_human(diagnostic, source, io.color);
                writeln!(io.stderr, "{}\n", text.trim_end())?;
            }
            DiagnosticsForm::Short => writeln!(io.stderr, "{}", render_short(diagnostic, source))?,
            DiagnosticsForm::Json => writeln!(io.stdout, "{}", to_json(diagnostic, source))?,
        }
    }
    Ok(())
}

/// `error: 2 errors in k.mlir`, after human diagnostics.
pub(crate) fn summary(
    found: &[Diagnostic],
    name: &str,
    form: DiagnosticsForm,
    io: &mut Io<'_>,
) -> Result<(), Stop> {
    let errors = found.iter().filter(|d| d.is_error()).count();
    if errors > 0 && form == DiagnosticsForm::Human {
        let plural = if errors == 1 { "error" } else { "errors" };
        writeln!(io.stderr, "error: {errors} {plural} in {name}")?;
    }
    Ok(())
}

/// Shows one diagnostic and ends the command with `exit`.
pub(crate) fn refuse(
    diagnostic: Diagnostic,
    source: &Source,
    form: DiagnosticsForm,
    exit: Exit,
    io: &mut Io<'_>,
) -> Stop {
    diagnostics(&[diagnostic], source, form, io).err().unwrap_or(Stop::Exit(exit))
}

/// Says why the command cannot continue, with the way out, and ends it as wrong usage.
pub(crate) fn usage(io: &mut Io<'_>, message: &str, help: &str) -> Stop {
    match writeln!(io.stderr, "error: {message}\nhelp: {help}") {
        Ok(()) => Stop::Exit(Exit::Usage),
        Err(error) => error.into(),
    }
}

/// Writes the log of a command that was asked for one.
pub(crate) fn log(io: &mut Io<'_>) -> std::io::Result<()> {
    match io.sarif.take() {
        Some(results) => {
            writeln!(io.stdout, "{}", sarif_log("tilewright", env!("CARGO_PKG_VERSION"), results))
        }
        None => Ok(()),
    }
}
