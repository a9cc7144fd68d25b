//! Constants of the kernels, each as the two nearest f64 to the real number, and the bits of 2/pi.

use super::dd::Dd;

/// pi / 2.
pub(super) const HALF_PI: Dd = Dd::from_bits(0x3ff9_21fb_5444_2d18, 0x3c91_a626_3314_5c07);

/// pi / 4.
pub(super) const QUARTER_PI: Dd = Dd::from_bits(0x3fe9_21fb_5444_2d18, 0x3c81_a626_3314_5c07);

/// pi.
pub(super) const PI: Dd = Dd::from_bits(0x4009_21fb_5444_2d18, 0x3ca1_a626_3314_5c07);

/// ln 2.
pub(super) const LN_2: Dd = Dd::from_bits(0x3fe6_2e42_fefa_39ef, 0x3c7a_bc9e_3b39_803f);

/// ln 2 cut to 32 bits: its product with an exponent is exact.
pub(super) const LN_2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);

/// ln 2 less [`LN_2_HIGH`].
pub(super) const LN_2_LOW: Dd = Dd::from_bits(0x3dea_39ef_3579_3c76, 0x3a8c_c01f_97b5_7a08);

/// 1 / ln 2.
pub(super) const LOG2_E: Dd = Dd::from_bits(0x3ff7_1547_652b_82fe, 0x3c77_77d0_ffda_0d24);

/// 1 / k!, for the exponential.
pub(super) const INVERSE_FACTORIALS: [Dd; 25] = [
    Dd::from_bits(0x3ff0_0000_0000_0000, 0x0000_0000_0000_0000),
    Dd::from_bits(0x3ff0_0000_0000_0000, 0x0000_0000_0000_0000),
    Dd::from_bits(0x3fe0_0000_0000_0000, 0x0000_0000_0000_0000),
    Dd::from_bits(0x3fc5_5555_5555_5555, 0x3c65_5555_5555_5555),
    Dd::from_bits(0x3fa5_5555_5555_5555, 0x3c45_5555_5555_5555),
    Dd::from_bits(0x3f81_1111_1111_1111, 0x3c01_1111_1111_1111),
    Dd::from_bits(0x3f56_c16c_16c1_6c17, 0xbbef_49f4_9f49_f49f),
    Dd::from_bits(0x3f2a_01a0_1a01_a01a, 0x3b6a_01a0_1a01_a01a),
    Dd::from_bits(0x3efa_01a0_1a01_a01a, 0x3b3a_01a0_1a01_a01a),
    Dd::from_bits(0x3ec7_1de3_a556_c734, 0xbb6c_154f_8ddc_6c00),
    Dd::from_bits(0x3e92_7e4f_b778_9f5c, 0x3b3c_bbc0_5b4f_a99a),
    Dd::from_bits(0x3e5a_e645_67f5_44e4, 0xbafc_062e_06d1_f209),
    Dd::from_bits(0x3e21_eed8_eff8_d898, 0xbac2_aec9_59e1_4c06),
    Dd::from_bits(0x3de6_1246_13a8_6d09, 0x3a8f_28e0_cc74_8ebe),
    Dd::from_bits(0x3da9_3974_a8c0_7c9d, 0x3a30_5d6f_8a2e_fd1f),
    Dd::from_bits(0x3d6a_e7f3_e733_b81f, 0x39e1_d865_6b0e_e8cb),
    Dd::from_bits(0x3d2a_e7f3_e733_b81f, 0x39a1_d865_6b0e_e8cb),
    Dd::from_bits(0x3ce9_52c7_7030_ad4a, 0x398a_c981_465d_dc6c),
    Dd::from_bits(0x3ca6_8278_63b9_7d97, 0x394e_ec01_221a_8b0b),
    Dd::from_bits(0x3c62_f49b_4681_4157, 0x38f2_650f_61db_dcb4),
    Dd::from_bits(0x3c1e_542b_a402_0225, 0x387e_a72b_4afe_3c2f),
    Dd::from_bits(0x3bd7_1b8e_f6dc_f572, 0xb87d_043a_e40c_4647),
    Dd::from_bits(0x3b90_ce39_6db7_f853, 0xb83a_ebcd_bd20_331c),
    Dd::from_bits(0x3b47_61b4_1316_381a, 0xb7d3_423c_7d91_404f),
    Dd::from_bits(0x3aff_2cf0_1972_f578, 0xb789_ada5_fcc1_ab14),
];

/// 1 / (2k + 1)!, for sine.
pub(super) const ODD_FACTORIALS: [Dd; 15] = [
    Dd::from_bits(0x3ff0_0000_0000_0000, 0x0000_0000_0000_0000),
    Dd::from_bits(0x3fc5_5555_5555_5555, 0x3c65_5555_5555_5555),
    Dd::from_bits(0x3f81_1111_1111_1111, 0x3c01_1111_1111_1111),
    Dd::from_bits(0x3f2a_01a0_1a01_a01a, 0x3b6a_01a0_1a01_a01a),
    Dd::from_bits(0x3ec7_1de3_a556_c734, 0xbb6c_154f_8ddc_6c00),
    Dd::from_bits(0x3e5a_e645_67f5_44e4, 0xbafc_062e_06d1_f209),
    Dd::from_bits(0x3de6_1246_13a8_6d09, 0x3a8f_28e0_cc74_8ebe),
    Dd::from_bits(0x3d6a_e7f3_e733_b81f, 0x39e1_d865_6b0e_e8cb),
    Dd::from_bits(0x3ce9_52c7_7030_ad4a, 0x398a_c981_465d_dc6c),
    Dd::from_bits(0x3c62_f49b_4681_4157, 0x38f2_650f_61db_dcb4),
    Dd::from_bits(0x3bd7_1b8e_f6dc_f572, 0xb87d_043a_e40c_4647),
    Dd::from_bits(0x3b47_61b4_1316_381a, 0xb7d3_423c_7d91_404f),
    Dd::from_bits(0x3ab3_f3cc_dd16_5fa9, 0xb745_8dda_df34_4487),
    Dd::from_bits(0x3a1d_1ab1_c2dc_cea3, 0x36a0_54d0_c78a_ea14),
    Dd::from_bits(0x3982_59f9_8b43_58ad, 0x362e_af8c_39dd_9bc5),
];

/// 1 / (2k)!, for cosine.
pub(super) const EVEN_FACTORIALS: [Dd; 16] = [
    Dd::from_bits(0x3ff0_0000_0000_0000, 0x0000_0000_0000_0000),
    Dd::from_bits(0x3fe0_0000_0000_0000, 0x0000_0000_0000_0000),
    Dd::from_bits(0x3fa5_5555_5555_5555, 0x3c45_5555_5555_5555),
    Dd::from_bits(0x3f56_c16c_16c1_6c17, 0xbbef_49f4_9f49_f49f),
    Dd::from_bits(0x3efa_01a0_1a01_a01a, 0x3b3a_01a0_1a01_a01a),
    Dd::from_bits(0x3e92_7e4f_b778_9f5c, 0x3b3c_bbc0_5b4f_a99a),
    Dd::from_bits(0x3e21_eed8_eff8_d898, 0xbac2_aec9_59e1_4c06),
    Dd::from_bits(0x3da9_3974_a8c0_7c9d, 0x3a30_5d6f_8a2e_fd1f),
    Dd::from_bits(0x3d2a_e7f3_e733_b81f, 0x39a1_d865_6b0e_e8cb),
    Dd::from_bits(0x3ca6_8278_63b9_7d97, 0x394e_ec01_221a_8b0b),
    Dd::from_bits(0x3c1e_542b_a402_0225, 0x387e_a72b_4afe_3c2f),
    Dd::from_bits(0x3b90_ce39_6db7_f853, 0xb83a_ebcd_bd20_331c),
    Dd::from_bits(0x3aff_2cf0_1972_f578, 0xb789_ada5_fcc1_ab14),
    Dd::from_bits(0x3a68_8e85_fc6a_4e5a, 0xb707_1c37_ebd1_6540),
    Dd::from_bits(0x39d0_a18a_2635_085d, 0x366b_9e2e_28e1_aa54),
    Dd::from_bits(0x3933_932c_5047_d60e, 0x35d8_32b7_b530_a627),
];

/// 1 / (2k + 1), for the inverse tangents.
pub(super) const ODD_INVERSES: [Dd; 22] = [
    Dd::from_bits(0x3ff0_0000_0000_0000, 0x0000_0000_0000_0000),
    Dd::from_bits(0x3fd5_5555_5555_5555, 0x3c75_5555_5555_5555),
    Dd::from_bits(0x3fc9_9999_9999_999a, 0xbc69_9999_9999_999a),
    Dd::from_bits(0x3fc2_4924_9249_2492, 0x3c62_4924_9249_2492),
    Dd::from_bits(0x3fbc_71c7_1c71_c71c, 0x3c5c_71c7_1c71_c71c),
    Dd::from_bits(0x3fb7_45d1_745d_1746, 0xbc47_45d1_745d_1746),
    Dd::from_bits(0x3fb3_b13b_13b1_3b14, 0xbc53_b13b_13b1_3b14),
    Dd::from_bits(0x3fb1_1111_1111_1111, 0x3c31_1111_1111_1111),
    Dd::from_bits(0x3fae_1e1e_1e1e_1e1e, 0x3c2e_1e1e_1e1e_1e1e),
    Dd::from_bits(0x3faa_f286_bca1_af28, 0x3c4a_f286_bca1_af28),
    Dd::from_bits(0x3fa8_6186_1861_8618, 0x3c48_6186_1861_8618),
    Dd::from_bits(0x3fa6_42c8_590b_2164, 0x3c36_42c8_590b_2164),
    Dd::from_bits(0x3fa4_7ae1_47ae_147b, 0xbc2e_b851_eb85_1eb8),
    Dd::from_bits(0x3fa2_f684_bda1_2f68, 0x3c42_f684_bda1_2f68),
    Dd::from_bits(0x3fa1_a7b9_611a_7b96, 0x3c21_a7b9_611a_7b96),
    Dd::from_bits(0x3fa0_8421_0842_1084, 0x3c30_8421_0842_1084),
    Dd::from_bits(0x3f9f_07c1_f07c_1f08, 0xbc2f_07c1_f07c_1f08),
    Dd::from_bits(0x3f9d_41d4_1d41_d41d, 0x3c30_7507_5075_0750),
    Dd::from_bits(0x3f9b_acf9_14c1_bad0, 0xbc3b_acf9_14c1_bad0),
    Dd::from_bits(0x3f9a_41a4_1a41_a41a, 0x3c30_6906_9069_0690),
    Dd::from_bits(0x3f98_f9c1_8f9c_18fa, 0xbc2f_3831_f383_1f38),
    Dd::from_bits(0x3f97_d05f_417d_05f4, 0x3c17_d05f_417d_05f4),
];

/// 64 zeros, then the first 1280 bits of 2/pi after the point, from the highest word down.
pub(super) const TWO_OVER_PI: [u64; 21] = [
    0,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];
