//! Rules of types that the parser keeps texts from breaking: bytecode and builders can.

use cuda_tile::types::{TensorViewType, TypeError, ViewKind, ViewType};
use numerics::Scalar;

#[track_caller]
fn refused<T: std::fmt::Debug>(made: Result<T, TypeError>, expected: &str) {
    assert_eq!(made.expect_err("a rule is broken").to_string(), expected);
}

#[test]
fn extents_and_strides_of_tensors_are_positive() {
    let tensor = |shape, stride| TensorViewType::new(Scalar::F32, &[shape, 4], &[4, stride]);
    assert!(tensor(8, 1).is_ok());
    for wrong in [0, -1] {
        let sizes = format!("dimensions must have strictly positive constant sizes but got [{wrong}, 4]");
        refused(tensor(wrong, 1), &sizes);
        let strides = format!("dimensions must have strictly positive constant strides but got [4, {wrong}]");
        refused(tensor(8, wrong), &strides);
    }
}

#[test]
fn extents_of_the_tiles_of_views_are_positive() {
    let view = |extent| {
        let tensor = TensorViewType::new(Scalar::F32, &[8], &[1]).expect("a tensor");
        ViewType::new(&[extent], tensor, None, ViewKind::GatherScatter { sparse_dim: 0 })
    };
    assert!(view(4).is_ok());
    for wrong in [0, -4] {
        refused(view(wrong), &format!("tile shape dimensions must have positive length but got [{wrong}]"));
    }
}
