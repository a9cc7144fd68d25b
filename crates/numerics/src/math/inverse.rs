//! Inverse trigonometric functions.

use super::dd::{Dd, Real};
use super::exp::power_of_two;
use super::tables::{HALF_PI, ODD_INVERSES, PI, QUARTER_PI};
use super::trig::sin_cos_of_remainder;

/// A type in which angles are computed.
pub(super) trait Angle: Real {
    /// The angle of a point in the right half plane, given the angle's f64 approximation.
    fn refine_angle(approximation: f64, y: Self, x: Self) -> Self;
}

impl Angle for f64 {
    fn refine_angle(approximation: f64, _: f64, _: f64) -> f64 {
        approximation
    }
}

impl Angle for Dd {
    /// One Newton step: the angle that is left after turning the point back by the approximation is its own tangent.
    fn refine_angle(approximation: f64, y: Dd, x: Dd) -> Dd {
        let approximation = Dd::exact(approximation);
        let (sin, cos) = sin_cos_of_remainder(approximation);
        approximation + (y * cos - x * sin) / (x * cos + y * sin)
    }
}

/// atan t for t from 0 to 1.
fn atan_of_unit(t: f64) -> f64 {
    // tan(pi/8). Above it the angle is taken relative to pi/4, so that the series never sees more than this.
    const TAN_EIGHTH: f64 = 0.414_213_562_373_095_05;
    let series = |t: f64| t * (-(t * t)).series(&ODD_INVERSES, 21);
    if t <= TAN_EIGHTH { series(t) } else { QUARTER_PI.hi + series((t - 1.0) / (t + 1.0)) }
}

/// The angle of the point (x, y), both not negative and not both zero, x not smaller than y.
fn angle_of_octant<R: Angle>(y: R, x: R) -> R {
    let ratio = y / x;
    if ratio.hi() < power_of_two(-60) {
        return ratio;
    }
    R::refine_angle(atan_of_unit(ratio.hi()), y, x)
}

/// The angle of the point (x, y) with coordinates below 2^500 and y not negative; the point is not the origin.
pub(super) fn angle<R: Angle>(y: R, x: R) -> R {
    let absolute = if x.hi() < 0.0 { -x } else { x };
    let acute = if y.hi() <= absolute.hi() {
        angle_of_octant(y, absolute)
    } else {
        R::of(HALF_PI) - angle_of_octant(absolute, y)
    };
    if x.hi() < 0.0 { R::of(PI) - acute } else { acute }
}

/// asin x for x from 0 to 1.
pub(super) fn asin<R: Angle>(x: f64) -> R {
    angle(R::exact(x), cofactor(x))
}

/// acos x for x from -1 to 1.
pub(super) fn acos<R: Angle>(x: f64) -> R {
    angle(cofactor(x), R::exact(x))
}

/// sqrt(1 - x^2) without cancellation.
fn cofactor<R: Real>(x: f64) -> R {
    let (one, x) = (R::exact(1.0), R::exact(x));
    ((one - x) * (one + x)).sqrt()
}

/// The angle of the point (x, y) for y not negative, both finite, of any size; the point is not the origin.
pub(super) fn atan2<R: Angle>(y: f64, x: f64) -> f64 {
    let ratio = y / x.abs();
    if ratio < power_of_two(-60) {
        return if x < 0.0 { PI.hi } else { ratio };
    }
    if ratio > power_of_two(60) {
        return HALF_PI.hi;
    }
    // Scaling by the exponent of the larger one moves both close to 1.
    let exponent = ((y.max(x.abs()).to_bits() >> 52) as i32).max(1) - 1023;
    let half = exponent / 2;
    let near_one = |v: f64| R::exact(v * power_of_two(-half) * power_of_two(half - exponent));
    angle(near_one(y), near_one(x)).hi()
}
