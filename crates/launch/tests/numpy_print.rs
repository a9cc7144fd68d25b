//! Buffers print as NumPy prints them: recorded cases, see `data/record_numpy.py`.

use launch::{BufferRef, display};
use numerics::Scalar;

const RECORDED: &str = include_str!("data/numpy_print.txt");

struct Case {
    header: &'static str,
    expected: String,
}

impl Case {
    fn printed(&self) -> String {
        let mut words = self.header.split(' ');
        let element: Scalar = words.next().and_then(|word| word.parse().ok()).expect("a type");
        let extents = words.next().expect("extents").trim_matches(['[', ']']);
        let shape: Vec<u64> =
            extents.split_terminator(',').map(|word| word.parse().expect("an extent")).collect();
        let hex = words.next().expect("bytes").as_bytes().chunks(2);
        let bytes: Vec<u8> = hex
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("a byte"))
            .collect();
        display::array(BufferRef::new(element, &shape, &bytes).expect("bytes of the shape"))
    }
}

fn cases() -> Vec<Case> {
    let texts = RECORDED.split("case ").skip(1);
    let split = |text: &'static str| {
        let (header, rest) = text.split_once('\n').expect("a header line");
        Case { header, expected: rest.strip_suffix("\nend\n").expect("an end").to_owned() }
    };
    texts.map(split).collect()
}

#[test]
fn arrays_print_like_numpy() {
    let cases = cases();
    assert!(cases.len() > 1000, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let printed = case.printed();
        if printed != case.expected {
            let header: String = case.header.chars().take(60).collect();
            wrong.push(format!("{header}\n-- expected\n{}\n-- printed\n{printed}", case.expected));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} differ\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(8)].join("\n\n")
    );
}
