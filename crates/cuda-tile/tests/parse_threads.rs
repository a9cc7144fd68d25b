//! Several threads read a text as one thread does: the same ids, and the same diagnostics.

mod large;

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use cuda_tile::text::{BYTES_PER_THREAD, ParseOptions, Parsed, PrintOptions, parse, print};
use diag::Source;
use large::{everything, large_text, locate};
use smith::Rng;

static LARGE: LazyLock<String> = LazyLock::new(|| large_text(12));

fn read(text: &str, threads: usize) -> Parsed {
    let threads = NonZeroUsize::new(threads).expect("one or more");
    parse(&Source::new("large", text), &ParseOptions { threads, ..ParseOptions::default() })
}

/// Reads on one thread and on several; gives whether there is a module.
fn is_read_alike(text: &str, what: &str) -> bool {
    let one = read(text, 1);
    let expected = one.module.as_ref().map(everything);
    for threads in [2, 5] {
        let several = read(text, threads);
        assert_eq!(several.diagnostics, one.diagnostics, "{what}, {threads} threads");
        let found = several.module.as_ref().map(everything);
        let different = expected.iter().flatten().zip(found.iter().flatten()).find(|(a, b)| a != b);
        assert!(expected == found, "{what}: {threads} threads differ at {different:?}");
    }
    expected.is_some()
}

#[test]
fn modules_do_not_depend_on_the_number_of_threads() {
    assert!(LARGE.len() > 5 * BYTES_PER_THREAD, "{} bytes are too few to be shared out", LARGE.len());
    let mut module = read(&LARGE, 1).module.expect("the text is valid");
    locate(&mut module);
    let place =
        module.body.loc(module.body.block_ops(cuda_tile::build::items_block(&module)).next().expect("items"));
    module.body.set_loc(module.root, place);
    let located = print(&module, &PrintOptions { locations: true, ..PrintOptions::default() });
    assert!(is_read_alike(&LARGE, "without locations"));
    assert!(is_read_alike(&located, "with locations"));
}

/// Where a run may begin is a guess; where it is wrong, and where there is anything to say, one thread reads everything.
#[test]
fn odd_texts_are_read_alike() {
    let comments = LARGE.replace("\n    ", "\n// {\n    // entry @no(\n    ");
    assert!(is_read_alike(&comments, "kernels in comments"));
    let nested = LARGE.replace(") {\n", ") {\nentry @inner() { return }\n");
    assert!(is_read_alike(&nested, "kernels in kernels, which the verifier refuses"));
    let (head, rest) = LARGE.split_at(LARGE.len() / 2);
    let at = head.rfind("entry @k").expect("a kernel in the first half");
    let closed = format!("{}}}\n{}{rest}", &head[..at], &head[at..]);
    assert!(!is_read_alike(&closed, "a module that ends early"));
    let second = format!("{}\n{}", *LARGE, *LARGE);
    assert!(!is_read_alike(&second, "two modules"));
    let bare = LARGE.trim_start_matches("cuda_tile.module @large {").trim_end().trim_end_matches('}');
    assert!(is_read_alike(bare, "items without a module"));
    let used = LARGE.replace("\n    return", "\n    %q = addi %nothing, %nothing : tile<i32>\n    return");
    assert!(!is_read_alike(&used, "more errors than are told"));
}

#[test]
fn damaged_texts_are_judged_alike() {
    let mut rng = Rng::new(11);
    let mut refused = 0;
    let changes =
        ["// entry @x() {\n", "\n\n", "}\n", "{", "entry @in() { return }\n", "\"", "%", "cuda_tile."];
    for change in changes {
        let at = rng.below(LARGE.len());
        let at = LARGE[..at].rfind('\n').map_or(0, |line| line + 1);
        let text = format!("{}{change}{}", &LARGE[..at], &LARGE[at..]);
        refused += usize::from(!is_read_alike(&text, &format!("{change:?} at byte {at}")));
    }
    assert_eq!(refused, 5, "the others change nothing, or what the verifier alone minds");
}
