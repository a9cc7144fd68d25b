//! The code blocks of the seeds' chapter on the programming model: most are pieces of programs, checked with what they
//! need around them.

use std::path::Path;

use cli::Exit;
use libtest_mimic::{Failed, Trial};

use crate::command::tilewright;

/// How the chapter begins.
const TITLE: &str = "# 2. Programming Model";
/// How many blocks it has.
const COUNT: usize = 45;
/// Blocks of pseudo code and tables of numbers.
const NO_CODE: [usize; 7] = [13, 14, 16, 18, 20, 21, 25];

/// Blocks that belong together.
pub(super) struct Blocks {
    /// Their numbers and what they are.
    pub(super) blocks: &'static str,
    /// Their verdict in the table.
    pub(super) verdict: &'static str,
    checks: &'static [Check],
}

/// A program that holds blocks.
struct Check {
    /// Its text; `{4}` stands for the fourth block.
    text: &'static str,
    /// The error in strict mode; `None`: it is valid.
    strict: Option<&'static str>,
    /// The error by default; `None`: it is accepted.
    default: Option<&'static str>,
}

const fn valid(text: &'static str) -> Check {
    Check { text, strict: None, default: None }
}

const fn refused(text: &'static str, says: &'static str) -> Check {
    Check { text, strict: Some(says), default: Some(says) }
}

const fn only_strict(text: &'static str, says: &'static str) -> Check {
    Check { text, strict: Some(says), default: None }
}

/// The product of square matrices, whose text leaves out the pointers of B and the offsets of C.
const SQUARE: Check = valid(
    "cuda_tile.module @m { {7}) { {8}{9}{10}{11}{12}{15}{17}{19}{22}{23}
     %b_base = reshape %b_ptr_base_scalar : tile<ptr<f32>> -> tile<1x1xptr<f32>>
     %b_ptr = broadcast %b_base : tile<1x1xptr<f32>> -> tile<64x64xptr<f32>>
     %b_tile_ptr = offset %b_ptr, %b_tile_offsets : tile<64x64xptr<f32>>, tile<64x64xi32> -> tile<64x64xptr<f32>>
     {24}
     %c_tile_x_offsets = constant <i32: 0> : tile<64x64xi32>
     %c_tile_y_offsets = constant <i32: 0> : tile<64x64xi32>
     {26}{27} return } }",
);

/// The product with views, whose text has no constants.
const VIEWS: Check = valid(
    "cuda_tile.module @m { {32}) { {33}{34}{35}{36}{37}{39}{40}
     %i0 = constant <i32: 0> : tile<i32>
     %i1 = constant <i32: 1> : tile<i32>
     %cst = constant <f32: 0.0> : tile<128x128xf32>
     {41} { {42}{43} } {44} return } }",
);

/// Every block that is code, in order.
pub(super) static BLOCKS: &[Blocks] = &[
    Blocks {
        blocks: "1, 2: hello",
        verdict: "rejected in strict (`print`), accepted by default",
        checks: &[only_strict("{1}", "print"), only_strict("{2}", "print")],
    },
    Blocks {
        blocks: "3, 7, 28, 32: headers of kernels",
        verdict: "rejected: cut off before or inside the body",
        checks: &[
            refused("cuda_tile.module @m { {3}", "expected"),
            refused("cuda_tile.module @m { {7}", "expected"),
            refused("cuda_tile.module @m { {28}", "expected"),
            refused("cuda_tile.module @m { {32}", "expected"),
        ],
    },
    Blocks {
        blocks: "4: iota and reshape",
        verdict: "a valid fragment",
        checks: &[valid("cuda_tile.module @m { entry @k() { {4} return } }")],
    },
    Blocks {
        blocks: "5: pointers",
        verdict: "a valid fragment alone; after block 4 rejected, where `%offset` is 64x64 and not 64",
        checks: &[
            valid(
                "cuda_tile.module @m { entry @k(%a_ptr_base_scalar: tile<ptr<f32>>) {
                 %offset = iota : tile<64xi32> {5} return } }",
            ),
            refused(
                "cuda_tile.module @m { entry @k(%a_ptr_base_scalar: tile<ptr<f32>>) { {4}{5} return } }",
                "64x64xi32",
            ),
        ],
    },
    Blocks {
        blocks: "6: loads, mmaf, store",
        verdict: "rejected: `tile<64xptr<f32>>` is loaded as `tile<64x64xf32>`, and stored so",
        checks: &[refused(
            "cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
             %one = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
             %a_tensor = broadcast %one : tile<1xptr<f32>> -> tile<64xptr<f32>>
             %b_tensor = broadcast %one : tile<1xptr<f32>> -> tile<64xptr<f32>>
             %c_tensor = broadcast %one : tile<1xptr<f32>> -> tile<64xptr<f32>>
             {10}{6} return } }",
            "type is expected a pointer type of",
        )],
    },
    Blocks {
        blocks: "8 to 12, 15, 17, 19, 22, 23: arithmetic of indices",
        verdict: "valid fragments",
        checks: &[SQUARE],
    },
    Blocks {
        blocks: "24: loop",
        verdict: "a valid fragment; its step of 0 is undefined when it runs",
        checks: &[SQUARE],
    },
    Blocks { blocks: "26, 27: store", verdict: "valid fragments", checks: &[SQUARE] },
    Blocks {
        blocks: "29 to 31, 33 to 40, 42 to 44: views, assume, loads, mma, store",
        verdict: "valid fragments",
        checks: &[
            valid(
                "cuda_tile.module @m { {28} %tileIdX, %tileIdY, %z = get_tile_block_id : tile<i32>
                 {29}{30}{31} return } }",
            ),
            VIEWS,
            valid("cuda_tile.module @m { {32}, %k: tile<i32>) { {33}{34}{36}{39}{38} return } }"),
        ],
    },
    Blocks {
        blocks: "41: header of a for",
        verdict: "rejected: it has no body",
        checks: &[refused(
            "cuda_tile.module @m { {32}) { {33}{34}{35}{40}
             %i0 = constant <i32: 0> : tile<i32>
             %i1 = constant <i32: 1> : tile<i32>
             %cst = constant <f32: 0.0> : tile<128x128xf32>
             {41} return } }",
            "expected",
        )],
    },
    Blocks {
        blocks: "45: across blocks (the program 2.5)",
        verdict: "rejected in strict (`token =% t1`, `<! cuda_tile.ptr`, `print`), accepted by default",
        checks: &[only_strict("{45}", "print")],
    },
];

/// One test for each row; `folder` holds the programs, and the chapter is next to it.
pub(super) fn trials(folder: &Path) -> Vec<Trial> {
    let chapter = folder.parent().and_then(chapter);
    let Some(chapter) = chapter else {
        let name = "seeds: the chapter on the programming model lies beside the folder of programs";
        return vec![Trial::test(name, || Ok(())).with_ignored_flag(true)];
    };
    let blocks = code_blocks(&chapter);
    let every = blocks.clone();
    let mut trials = vec![Trial::test("seeds: every block is known", move || known(&every))];
    trials.extend(BLOCKS.iter().map(|row| {
        let blocks = blocks.clone();
        Trial::test(format!("seeds, blocks {}", row.blocks), move || {
            row.checks.iter().try_for_each(|check| test(check, &blocks))
        })
    }));
    trials
}

/// The text of the chapter, if one of the documents of the folder is it.
fn chapter(folder: &Path) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let texts = entries.filter_map(|entry| std::fs::read_to_string(entry.path()).ok());
    texts.into_iter().find(|text| text.starts_with(TITLE))
}

/// The text between the fences of a document.
fn code_blocks(text: &str) -> Vec<String> {
    text.split("\n```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').unwrap_or(("", "")).1.into())
        .collect()
}

fn known(blocks: &[String]) -> Result<(), Failed> {
    if blocks.len() != COUNT {
        return Err(format!("{} blocks instead of {COUNT}", blocks.len()).into());
    }
    let checks = || BLOCKS.iter().flat_map(|row| row.checks);
    for number in 1..=COUNT {
        let checked = checks().any(|check| check.text.contains(&format!("{{{number}}}")));
        if checked == NO_CODE.contains(&number) {
            return Err(format!("block {number} has no verdict, or has one and is no code").into());
        }
    }
    Ok(())
}

fn test(check: &Check, blocks: &[String]) -> Result<(), Failed> {
    let mut text = check.text.to_owned();
    for (index, block) in blocks.iter().enumerate() {
        text = text.replace(&format!("{{{}}}", index + 1), &format!("\n{block}\n"));
    }
    for (options, says) in [(&["--strict"][..], check.strict), (&[], check.default)] {
        let words: Vec<String> = ["check", "-"].iter().chain(options).map(|&word| word.to_owned()).collect();
        let output = tilewright(&words, text.as_bytes());
        let holds = match says {
            None => output.exit == Exit::Success,
            Some(says) => output.exit != Exit::Success && output.stderr.contains(says),
        };
        if !holds {
            let stderr = output.stderr;
            return Err(format!("{options:?}: expected {says:?}\n{stderr}\nof\n{text}").into());
        }
    }
    Ok(())
}
