//! `tilewright passes`: what passes there are, level by level, and what leads from one level to the next.

use tilewright::CudaTile;
use tilewright::diag::suggest::did_you_mean;
use tilewright::driver::optimize::{Nvvm, Passes, TileAa, TileAs};
use tilewright::driver::watch::{CONVERSION_SUMMARIES, CONVERSIONS};

use crate::args::PassesArgs;
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

/// A pass of whatever level, or a conversion.
struct Page {
    /// `level 2, tileaa`
    group: String,
    level: String,
    name: &'static str,
    summary: &'static str,
    requires: &'static str,
    preserves: &'static str,
    options: &'static [tilewright::ir::pass::PassOption],
}

pub(crate) fn run(args: &PassesArgs, io: &mut Io<'_>) -> Outcome {
    let passes = [pages::<CudaTile>(), pages::<TileAa>(), pages::<TileAs>(), pages::<Nvvm>()];
    let pages: Vec<Page> = passes.into_iter().flatten().chain(conversions()).collect();
    let Some(name) = &args.pass else {
        list(&pages, io)?;
        return Ok(Exit::Success);
    };
    let found: Vec<&Page> = pages.iter().filter(|page| page.name == name).collect();
    if found.is_empty() {
        let help = did_you_mean(name, pages.iter().map(|page| page.name));
        let help = help.unwrap_or("`tilewright passes` without a name lists all".to_owned());
        return Err(report::usage(io, &format!("there is no pass `{name}`"), &help));
    }
    for page in found {
        show(page, io)?;
    }
    Ok(Exit::Success)
}

fn pages<L: Passes>() -> Vec<Page> {
    let page = |pass: &'static tilewright::ir::pass::Pass<L>| Page {
        group: format!("level {}, {}", L::NUMBER, L::NAME),
        level: format!("{}, {}", L::NUMBER, L::NAME),
        name: pass.name,
        summary: pass.summary,
        requires: pass.requires,
        preserves: pass.preserves,
        options: pass.options,
    };
    L::passes().iter().map(page).collect()
}

/// Conversions, which `opt` does not run because their result is of another level.
fn conversions() -> impl Iterator<Item = Page> {
    let page = |(number, (name, summary))| Page {
        group: "from one level to the next".to_owned(),
        level: format!("{number} to {}", number + 1),
        name,
        summary,
        requires: "a verified module",
        preserves: "results",
        options: &[],
    };
    (1..).zip(CONVERSIONS.into_iter().zip(CONVERSION_SUMMARIES)).map(page)
}

fn list(pages: &[Page], io: &mut Io<'_>) -> Result<(), Stop> {
    for group in pages.chunk_by(|one, other| one.group == other.group) {
        let width = group.iter().map(|page| page.name.len()).max().unwrap_or(0);
        writeln!(io.stdout, "{}:", group[0].group)?;
        for page in group {
            writeln!(io.stdout, "  {:width$}  {}", page.name, page.summary)?;
        }
    }
    Ok(())
}

fn show(page: &Page, io: &mut Io<'_>) -> Result<(), Stop> {
    writeln!(io.stdout, "{}: {}", page.name, page.summary)?;
    writeln!(io.stdout, "  level:     {}", page.level)?;
    writeln!(io.stdout, "  requires:  {}", page.requires)?;
    writeln!(io.stdout, "  preserves: {}", page.preserves)?;
    for option in page.options {
        writeln!(io.stdout, "  {}=N: {} (default {})", option.name, option.summary, option.default)?;
    }
    Ok(())
}
