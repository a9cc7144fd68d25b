//! The arguments of a run, from their text to the memory of a launch.

use launch::arg::{Bound, Param, bind};
use launch::{Argument, Buffer, Grid, ParamType, display, npy};
use numerics::{Scalar, convert};

fn params(text: &str) -> Vec<Param> {
    let param = |text: &str| {
        let (name, ty) = text.split_once(':').expect("name:type");
        let scalar: Scalar = ty.trim_start_matches(['*', '^']).parse().expect("a type");
        let ty = match ty.as_bytes()[0] {
            b'*' => ParamType::Pointer(scalar),
            b'^' => ParamType::Multicast(scalar),
            _ => ParamType::Scalar(scalar),
        };
        Param { name: (!name.is_empty()).then(|| name.to_owned()), ty }
    };
    text.split_whitespace().map(param).collect()
}

/// Bytes that the buffers of a test may take.
const MEMORY: u64 = 1 << 20;

fn files(path: &str) -> Result<Vec<u8>, String> {
    match path {
        "a.npy" => {
            let buffer = Buffer::from_bytes(Scalar::F32, &[2, 2], &[0; 16]).expect("16 bytes");
            Ok(npy::write(buffer.view()))
        }
        "half.npy" => {
            let buffer =
                Buffer::from_bytes(Scalar::BF16, &[3], &[0x80, 0x3F, 0, 0x40, 0x40, 0x40]).expect("6 bytes");
            Ok(npy::write(buffer.view()))
        }
        "nibbles.npy" => {
            let buffer = Buffer::from_bytes(Scalar::I4, &[1, 3], &[0; 2]).expect("three halves");
            Ok(npy::write(buffer.view()))
        }
        _ => Err("there is no such file".into()),
    }
}

fn bound(signature: &str, texts: &[&str]) -> Bound {
    bind(texts, &params(signature), MEMORY, &mut files).unwrap_or_else(|error| panic!("{error}"))
}

fn error(signature: &str, texts: &[&str]) -> String {
    bind(texts, &params(signature), MEMORY, &mut files).expect_err("must be refused").to_string()
}

/// The elements of one buffer as NumPy would print them.
fn filled(buffer: &str) -> String {
    let element = buffer.split_once('[').expect("a type").0;
    let bound = bound(&format!("p:*{element}"), &[buffer]);
    display::array(bound.buffers[0].buffer.view())
}

fn refused(buffer: &str) -> String {
    let element = buffer.split_once('[').expect("a type").0;
    let error = error(&format!("p:*{element}"), &[buffer]);
    error.split_once(", character ").expect("a position").1.to_owned()
}

#[test]
fn plain_fills() {
    assert_eq!(filled("i32[2,3]=iota"), "[[0 1 2]\n [3 4 5]]");
    assert_eq!(filled("f32[4]=iota"), "[0. 1. 2. 3.]");
    assert_eq!(filled("i8[3]=arange(126)"), "[ 126  127 -128]");
    assert_eq!(filled("i8[3]=arange(5,-3)"), "[ 5  2 -1]");
    assert_eq!(filled("f16[3]=arange(1,step=0.25)"), "[1.   1.25 1.5 ]");
    assert_eq!(filled("bf16[2]=full(3)"), "[3. 3.]");
    assert_eq!(filled("f32[2]=full(-inf)"), "[-inf -inf]");
    assert_eq!(filled("i1[2]=ones"), "[ True  True]");
    assert_eq!(filled("f8E8M0FNU[1]=ones"), "[1.]");
    assert_eq!(filled("f64[]=full(0x1.8p1)"), "3.");
    assert_eq!(filled("i4[3]=iota"), "[0 1 2]");
    assert_eq!(filled("f32[0]=randn"), "[]");
    assert_eq!(filled("f32[2]=full(bits(0x40490FDB))"), "[3.1415927 3.1415927]");
}

#[test]
fn random_fills_are_frozen() {
    // The numbers come from a model of the documented generator written in Python.
    assert_eq!(
        filled("f32[4]=randn(seed=1)"),
        filled("f32[4]=randn"),
        "the default seed is the argument's position"
    );
    assert_eq!(filled("f32[3]=randn(seed=1)"), "[ 1.4931635 -1.0180264  0.433979 ]");
    assert_eq!(filled("f64[2]=uniform(-1,1,seed=2)"), "[-0.49157236  0.7894464 ]");
    assert_eq!(filled("i32[8]=randint(-3,4,seed=3)"), "[ 2  0 -1  2  1  2  0  2]");
    assert_eq!(filled("f16[6]=randint(0,3,seed=4)"), "[0. 2. 0. 0. 0. 0.]");
    assert_eq!(filled("f8E4M3FN[4]=randn(0,100)"), "[ 144. -104.   44.   60.]");
}

#[test]
fn random_fills_keep_their_bounds() {
    let values = |text: &str| -> Vec<f64> {
        let element: Scalar = text.split_once('[').and_then(|(ty, _)| ty.parse().ok()).expect("a type");
        let bound = bound(&format!("p:*{element}"), &[text]);
        let view = bound.buffers[0].buffer.view();
        (0..view.len())
            .filter_map(|index| view.get(index))
            .map(|bits| convert::to_f64(element, bits))
            .collect()
    };
    let uniform = values("f32[5000]=uniform(2,3)");
    assert!(uniform.iter().all(|value| (2.0..=3.0).contains(value)));
    assert!((uniform.iter().sum::<f64>() / 5000.0 - 2.5).abs() < 0.02);
    let normal = values("f32[5000]=randn(10,0.5)");
    assert!((normal.iter().sum::<f64>() / 5000.0 - 10.0).abs() < 0.03);
    let whole = values("f16[5000]=randint(-8,9)");
    assert!(whole.iter().all(|value| value.fract() == 0.0 && (-8.0..=8.0).contains(value)));
    assert!([-8.0, 0.0, 8.0].iter().all(|value| whole.contains(value)));
    assert!(values("f4E2M1FN[100]=randn(0,100)").iter().all(|value| value.abs() <= 6.0));
}

#[test]
fn fills_that_the_type_cannot_hold_are_refused() {
    assert_eq!(
        refused("i32[4]=randn"),
        "8: randn gives fractions, which i32 cannot hold; write for example randint(0,10)"
    );
    assert_eq!(refused("i8[4]=full(300)"), "12: i8 cannot hold 300; write a number from -128 to 255");
    assert_eq!(refused("i8[4]=arange(300)"), "14: i8 cannot hold 300; write a number from -128 to 255");
    assert_eq!(
        refused("i8[4]=randint(0,1000)"),
        "7: i8 cannot hold 999; write bounds within the type, for example randint(0,2)"
    );
    assert_eq!(
        refused("i8[4]=randint(5,5)"),
        "7: there is no whole number from 5 up to, but not including, 5; write the smaller bound first, for example \
         randint(0,10)"
    );
    assert_eq!(
        refused("f16[100000]=iota"),
        "13: element 99999 would be 99999, which f16 cannot hold; write a smaller step, or another type"
    );
    assert!(refused("f8E8M0FNU[4]=zeros").starts_with("14: f8E8M0FNU has no zero"));
    assert!(
        refused("f8E8M0FNU[4]=randn")
            .starts_with("14: f8E8M0FNU has no negative values, which randn would give")
    );
    assert!(refused("f32[4]=uniform(0,1e300)").starts_with("8: f32 cannot hold the bound"));
    assert!(refused("f32[4]=uniform(0,nan)").contains("uniform needs finite numbers"));
    assert!(refused("f32[4]=randn(seed=-1)").contains("a seed is a number from 0 to 2^64-1"));
    assert_eq!(
        refused("f32[4294967296,4294967296]=zeros"),
        "1: f32[4294967296,4294967296] needs more memory than this machine has; make an extent smaller"
    );
}

#[test]
fn buffers_share_the_memory_that_there_is() {
    let half = "f32[131072]=zeros";
    assert_eq!(bound("a:*f32 b:*f32", &[half, half]).buffers.len(), 2);
    let more = error("a:*f32 b:*f32 c:*i8", &[half, half, "i8[1]=zeros"]);
    assert!(more.contains("i8[1] takes 1 bytes, more memory than this machine has left"), "{more}");
}

#[test]
fn numbers_are_typed_by_the_parameter() {
    let bound = bound("a:i32 b:f16 c:i1 d:f64 e:i8", &["-1", "1.5", "true", "1e-3", "0xFF"]);
    let expected = [
        (Scalar::I32, 0xFFFF_FFFF),
        (Scalar::F16, 0x3E00),
        (Scalar::I1, 1),
        (Scalar::F64, 1e-3f64.to_bits()),
        (Scalar::I8, 255),
    ];
    assert_eq!(bound.args, expected.map(|(ty, bits)| Argument::Scalar { ty, bits }));
}

#[test]
fn names_reach_forward_and_back() {
    let texts = ["C.shape[0]", "C.stride[0]", "A.shape[0]", "@a.npy", "C:f32[128,64]=zeros", "C"];
    let mut bound = bound("m:i32 ldc:i64 k:i32 A:*f32 out:*f32 again:*f32", &texts);
    let number = |ty, bits| Argument::Scalar { ty, bits };
    let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
    assert_eq!(
        bound.args,
        [
            number(Scalar::I32, 128),
            number(Scalar::I64, 64),
            number(Scalar::I32, 2),
            pointer(0),
            pointer(1),
            pointer(1)
        ]
    );
    assert_eq!(bound.find("C").map(|c| c.argument), Some(4));
    assert_eq!(bound.find("A").map(|a| a.buffer.shape().to_vec()), Some(vec![2, 2]));
    let signature = params("m:i32 ldc:i64 k:i32 A:*f32 out:*f32 again:*f32");
    let types: Vec<ParamType> = signature.iter().map(|param| param.ty).collect();
    let launch = bound.launch("kernel", Grid::ONE);
    assert_eq!(launch.check(&types), Ok(()));
    assert_eq!(launch.buffers.len(), 2);
}

#[test]
fn files_take_their_type_from_the_file_or_the_argument() {
    let values = bound("p:*bf16", &["bf16[..]=@half.npy"]);
    assert_eq!(display::array(values.buffers[0].buffer.view()), "[1. 2. 3.]");
    let values = bound("p:*bf16", &["@half.npy"]);
    assert_eq!(display::array(values.buffers[0].buffer.view()), "[1. 2. 3.]");
    assert_eq!(values.notes, [(0, "`half.npy` holds `|V2`; its bits are read as bf16".to_owned())]);
    assert!(error("p:*f32", &["@half.npy"]).contains("`half.npy`"));
    assert_eq!(
        error("p:*f32", &["f32[4]=@a.npy"]),
        "argument 1 (`f32[4]=@a.npy`), character 8: `a.npy`: the array has shape [2,2], not [4]; write the shape that \
         the file has, or `[..]` to take it as it is"
    );
    assert_eq!(
        error("p:*f32", &["@b.npy"]),
        "argument 1 (`@b.npy`), character 1: cannot read `b.npy`: there is no such file; write the path of a .npy file \
         after `@`"
    );
    assert_eq!(
        error("p:*f16", &["@a.npy"]),
        "argument 1 (`@a.npy`), character 1: the parameter is ptr<f16>, but the buffer holds f32; give a file of f16 \
         elements; NumPy converts with `array.astype`"
    );
}

#[test]
fn a_file_holds_the_copies_of_several_devices_one_after_the_other() {
    for text in ["f32[2]=@a.npy@multicast(2)", "f32[..]=@a.npy @multicast(2)", "@a.npy@multicast(2)"] {
        let values = bound("x:^f32 n:i32", &[text, "x.shape[0]"]);
        let buffer = &values.buffers[0].buffer;
        assert_eq!((buffer.shape(), buffer.device_shape()), ([2, 2].as_slice(), [2].as_slice()), "{text}");
        assert_eq!(values.args[1], Argument::Scalar { ty: Scalar::I32, bits: 2 });
    }
    assert_eq!(
        error("x:^f32", &["f32[4]=@a.npy@multicast(3)"]),
        "argument 1 (`f32[4]=@a.npy@multicast(3)`), character 8: `a.npy`: the array has shape [2,2], not [3,4]; the first \
         extent counts the devices; give each its copy, for example with `numpy.stack([a] * 3)`"
    );
    assert!(error("x:^f32", &["@a.npy@multicast(3)"]).contains("has shape [2,2], not [3,..]; the first"));
    assert!(error("x:^f32", &["f32[]=@a.npy@multicast(2)"]).contains("has shape [2,2], not [2]; the first"));
    assert!(error("x:^f32", &["@a.npy"]).ends_with("write for example f32[128]=zeros@multicast(2)"));
    assert!(error("x:*f32", &["@a.npy@multicast(2)"]).ends_with("; remove `@multicast(..)`"));
    assert_eq!(
        error("x:^i4", &["i4[3]=@nibbles.npy@multicast(1)"]),
        "argument 1 (`i4[3]=@nibbles.npy@multicast(1)`), character 7: i4 cannot be on 1 devices at once; choose 1 to 1024 \
         devices, and a type of whole bytes"
    );
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    assert_eq!(
        error("A:*f32 n:i32", &["f32[4]=zeros"]),
        "the entry has 2 parameters, A: ptr<f32>, n: i32, but 1 argument is given; give one for each, in order; the \
         first could be f32[128]=zeros"
    );
    assert_eq!(
        error("", &["1"]),
        "the entry has no parameters, but 1 argument is given; remove the arguments"
    );
    assert_eq!(
        error("A:*f32", &["42"]),
        "argument 1 (`42`), character 1: the parameter is ptr<f32>, which wants a buffer, not a number; write for \
         example f32[128]=zeros"
    );
    assert_eq!(
        error("n:i32", &["n:i32[4]=zeros"]),
        "argument 1 (`n:i32[4]=zeros`), character 3: the parameter is i32, which wants a number, not a buffer; write for \
         example 42"
    );
    assert_eq!(
        error("A:*f16", &["f32[4]=zeros"]),
        "argument 1 (`f32[4]=zeros`), character 1: the parameter is ptr<f16>, but the buffer holds f32; write f16 as the \
         type of the buffer"
    );
    assert_eq!(
        error("A:*f32 n:i32", &["f32[4]=zeros", "B.shape[0]"]),
        "argument 2 (`B.shape[0]`), character 1: no buffer has the name `B`; did you mean `A`? the named buffers are `A`"
    );
    assert_eq!(
        error("A:*f32 n:i32", &["f32[4]=zeros", "A.shape[1]"]),
        "argument 2 (`A.shape[1]`), character 1: `A` has 1 dimension; counted from 0, there is no dimension 1; \
         write a smaller number in the brackets"
    );
    assert_eq!(
        error("A:*f32 n:i8", &["f32[300]=zeros", "A.shape[0]"]),
        "argument 2 (`A.shape[0]`), character 1: i8 cannot hold 300; write a number from -128 to 255"
    );
    assert_eq!(
        error("A:*f32 B:*f32", &["X:f32[3]=zeros", "X:f32[3]=zeros"]),
        "argument 2 (`X:f32[3]=zeros`), character 1: argument 1 has the name `X` already; choose another name"
    );
}
