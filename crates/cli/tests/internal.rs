//! A bug of ours, seen from outside: one sentence and exit code 3.

use std::ffi::OsString;
use std::io::Write;

use cli::{Exit, Io, run};

/// Panics in the middle of a command.
struct Broken;

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        panic!("an invariant does not hold");
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_becomes_a_sentence() {
    // As the executable does.
    std::panic::set_hook(Box::new(|_| {}));
    let mut stderr = Vec::new();
    let mut io = Io {
        stdin: &mut std::io::empty(),
        stdout: &mut Broken,
        stderr: &mut stderr,
        color: false,
        watched: false,
        threads: None,
        cache: None,
        sarif: None,
    };
    let exit = run(["tilewright", "explain-code"].map(OsString::from), &mut io);
    assert_eq!(exit, Exit::Internal);
    let said = String::from_utf8(stderr).expect("messages are UTF-8");
    assert_eq!(
        said,
        "error: internal error: tilewright failed on this input\n\
         help: this is a bug; please report it with the command line and the input file\n"
    );
}
