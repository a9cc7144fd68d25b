//! `tilewright passes`: what passes there are.

use tilewright::CudaTile;
use tilewright::diag::suggest::did_you_mean;
use tilewright::ir::pass::Pass;
use tilewright::opt::PASSES;

use crate::args::PassesArgs;
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &PassesArgs, io: &mut Io<'_>) -> Outcome {
    let Some(name) = &args.pass else {
        list(io)?;
        return Ok(Exit::Success);
    };
    match PASSES.iter().find(|pass| pass.name == name) {
        Some(pass) => {
            page(pass, io)?;
            Ok(Exit::Success)
        }
        None => {
            let help = did_you_mean(name, PASSES.iter().map(|pass| pass.name));
            let help = help.unwrap_or("`tilewright passes` without a name lists all".to_owned());
            Err(report::usage(io, &format!("there is no pass `{name}`"), &help))
        }
    }
}

fn list(io: &mut Io<'_>) -> Result<(), Stop> {
    writeln!(io.stdout, "level 1, cuda_tile:")?;
    let width = PASSES.iter().map(|pass| pass.name.len()).max().unwrap_or(0);
    for pass in PASSES {
        writeln!(io.stdout, "  {:width$}  {}", pass.name, pass.summary)?;
    }
    Ok(())
}

fn page(pass: &Pass<CudaTile>, io: &mut Io<'_>) -> Result<(), Stop> {
    writeln!(io.stdout, "{}: {}", pass.name, pass.summary)?;
    writeln!(io.stdout, "  level:     1, cuda_tile")?;
    writeln!(io.stdout, "  requires:  {}", pass.requires)?;
    writeln!(io.stdout, "  preserves: {}", pass.preserves)?;
    for option in pass.options {
        writeln!(io.stdout, "  {}=N: {} (default {})", option.name, option.summary, option.default)?;
    }
    Ok(())
}
