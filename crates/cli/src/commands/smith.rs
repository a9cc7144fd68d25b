//! `tilewright smith`: random valid modules.

use smith::{Options, generate};
use tilewright::bytecode::{EncodeOptions, encode};
use tilewright::driver::input::reason;
use tilewright::ir::Version;
use tilewright::text::{PrintOptions, print};

use super::write_result;
use crate::args::{DiagnosticsForm, ModuleForm, Preview, SmithArgs};
use crate::io::Io;
use crate::{Exit, Outcome, report};

pub(crate) fn run(args: &SmithArgs, io: &mut Io<'_>) -> Outcome {
    if args.count > 1 && args.output.is_none() {
        return Err(report::usage(
            io,
            "several modules do not fit into one output",
            "give a folder: `tilewright smith --count 10 -o modules`",
        ));
    }
    if let Some(folder) = &args.output
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let message = format!("cannot create the folder `{folder}`: {}", reason(&error));
        return Err(report::usage(io, &message, "give the path of a folder that exists or can be made"));
    }
    let version = args.version.unwrap_or(Version::LATEST);
    let preview = args.preview.contains(&Preview::Simt);
    if preview && version != Version::LATEST {
        let message = format!("version {version} has no previews");
        return Err(report::usage(
            io,
            &message,
            &format!("leave `--version` out, which is {} then", Version::LATEST),
        ));
    }
    let options = Options { version, ops: args.ops, preview, ..Options::default() };
    let form = DiagnosticsForm::Human;
    // A count that runs past the last seed ends there.
    for seed in args.seed..args.seed.saturating_add(args.count) {
        let bytes = module(seed, &options, args.form);
        match &args.output {
            None => write_result(None, &bytes, form, io)?,
            Some(folder) => write_result(Some(&path(folder, seed, args.form)), &bytes, form, io)?,
        }
    }
    Ok(Exit::Success)
}

fn path(folder: &str, seed: u64, form: ModuleForm) -> String {
    let extension = match form {
        ModuleForm::Text => "mlir",
        ModuleForm::Bytecode => "tileirbc",
    };
    format!("{folder}/smith-{seed}.{extension}")
}

fn module(seed: u64, options: &Options, form: ModuleForm) -> Vec<u8> {
    let module = generate(seed, options);
    match form {
        ModuleForm::Text => print(&module, &PrintOptions::default()).into_bytes(),
        ModuleForm::Bytecode => {
            let options = EncodeOptions {
                version: Some(options.version),
                preview_simt: options.preview,
                ..EncodeOptions::default()
            };
            encode(&module, &options).expect("generated modules fit the version they are made for")
        }
    }
}
