//! Laws of linear maps.

use tileas::layout::LinearMap;

use crate::random::Random;

fn map(random: &mut Random, inputs: u64, outputs: u32) -> LinearMap {
    LinearMap::new((0..inputs).map(|_| random.below(1 << outputs)).collect::<Vec<_>>(), outputs)
}

#[test]
fn a_map_adds() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let m = map(&mut random, 7, 5);
        let (x, y) = (random.below(128), random.below(128));
        assert_eq!(m.apply(x ^ y), m.apply(x) ^ m.apply(y));
    }
}

#[test]
fn composition_applies_and_associates() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let (a, b, c) = (map(&mut random, 6, 4), map(&mut random, 5, 6), map(&mut random, 7, 5));
        assert_eq!(a.after(&b).after(&c), a.after(&b.after(&c)));
        let x = random.below(128);
        assert_eq!(a.after(&b).after(&c).apply(x), a.apply(b.apply(c.apply(x))));
        assert_eq!(LinearMap::identity(4).after(&a), a);
        assert_eq!(a.after(&LinearMap::identity(6)), a);
    }
}

#[test]
fn an_inverse_finds_an_input_of_every_image() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let m = map(&mut random, 6, 5);
        let images: Vec<u64> = (0..64).map(|x| m.apply(x)).collect();
        for y in 0..32 {
            let there = images.contains(&y);
            assert_eq!(m.solve(y).is_some(), there);
            if there {
                assert_eq!(m.apply(m.inverse().apply(y)), y);
                assert_eq!(m.solve(y), Some(m.inverse().apply(y)), "the inverse takes the same input");
                assert_eq!(m.inverse().apply(y) & m.free(), 0, "free bits are zero");
            }
        }
        let mut distinct = images.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 1 << m.rank());
        assert_eq!(m.is_surjective(), distinct.len() == 32);
        assert_eq!(m.is_injective(), distinct.len() == 64);
        assert_eq!(m.free().count_ones(), 6 - m.rank());
        assert_eq!(m.kernel().len() as u32, 6 - m.rank());
        assert!(m.kernel().iter().all(|&x| x != 0 && m.apply(x) == 0));
    }
}

#[test]
fn inputs_with_free_bits_zero_reach_each_image_once() {
    let mut random = Random::new(4);
    for _ in 0..200 {
        let m = map(&mut random, 6, 4);
        let mut seen: Vec<u64> = (0..64).filter(|x| x & m.free() == 0).map(|x| m.apply(x)).collect();
        seen.sort_unstable();
        let count = seen.len();
        seen.dedup();
        assert_eq!((seen.len(), count), (1 << m.rank(), 1 << m.rank()));
    }
}

#[test]
fn a_product_has_its_factors_as_quotients() {
    let mut random = Random::new(5);
    for _ in 0..100 {
        let (low, high) = (map(&mut random, 3, 4), map(&mut random, 4, 3));
        let columns = low.columns().iter().copied().chain(high.columns().iter().map(|c| c << 4));
        let product = LinearMap::new(columns.collect::<Vec<_>>(), 7);
        assert_eq!(product.quotient(&low), Some(high));
        let mut other = low.columns().to_vec();
        other[0] ^= 1;
        assert_eq!(product.quotient(&LinearMap::new(other, 4)), None);
    }
}

#[test]
fn the_widest_maps_do_not_overflow() {
    let wide = LinearMap::identity(64);
    assert_eq!(wide.inverse(), wide);
    assert_eq!(wide.apply(u64::MAX), u64::MAX);
    assert_eq!(wide.quotient(&wide), Some(LinearMap::identity(0)));
    assert_eq!(wide.free(), 0);
}
