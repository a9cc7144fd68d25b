// RUN: run --entry both --grid 2,1 --arg 'bf16[256,192]=randint(-3,4,seed=1)' --arg 'f32[192,32]=randint(-5000,5000,seed=2)' --arg 'c:f32[256,32]=ones' --arg 256 --arg 32 --arg 192 --arg 192 --arg 32 --arg 32 --arg 'r:f32[256]=ones' --print c --print r
// c = [[ -69505.   28526.    8146. ...  131113. -156103.   53446.]
//      [  70980.  -17911.   48009. ...  -44094.  125899.  -32670.]
//      [   9392.   74637.  -63537. ...  -13871.  -51115.   -5706.]
//      ...
//      [  18643.   84936.  134418. ...   36628.   18421.   -9983.]
//      [   7644.    4486. -171263. ...  -70996.  142112.   15473.]
//      [ -40221.  -59521.  -56933. ...   84562.   37835.   64668.]]
// r = [720. 719. 773. 723. 715. 825. 717. 829. 804. 798. 806. 726. 707. 690.
//      672. 765. 856. 803. 795. 846. 788. 736. 737. 796. 743. 764. 777. 836.
//      834. 715. 791. 764. 787. 813. 686. 739. 702. 773. 795. 759. 829. 809.
//      792. 842. 785. 767. 825. 725. 859. 729. 812. 867. 758. 740. 785. 808.
//      716. 811. 798. 739. 815. 772. 804. 794. 796. 793. 795. 736. 746. 753.
//      777. 707. 794. 718. 782. 672. 789. 771. 771. 841. 733. 796. 761. 776.
//      842. 861. 789. 703. 757. 678. 890. 749. 703. 665. 740. 684. 729. 749.
//      693. 736. 764. 603. 748. 720. 817. 773. 808. 720. 689. 727. 809. 743.
//      780. 809. 805. 787. 752. 745. 735. 763. 797. 731. 781. 791. 767. 711.
//      718. 702. 689. 706. 731. 797. 726. 787. 647. 719. 715. 747. 720. 799.
//      783. 784. 831. 830. 783. 802. 712. 716. 695. 818. 806. 726. 755. 761.
//      735. 775. 826. 759. 715. 765. 792. 733. 757. 732. 759. 747. 708. 731.
//      779. 755. 805. 679. 758. 757. 740. 705. 760. 745. 820. 701. 843. 839.
//      743. 722. 813. 651. 832. 630. 735. 803. 762. 793. 876. 774. 732. 829.
//      761. 771. 787. 754. 790. 800. 720. 795. 796. 783. 713. 807. 752. 761.
//      764. 847. 747. 690. 769. 869. 701. 700. 747. 782. 801. 726. 774. 765.
//      715. 700. 754. 712. 797. 792. 754. 817. 789. 765. 757. 732. 837. 830.
//      787. 726. 710. 754. 791. 784. 702. 783. 737. 757. 747. 846. 784. 702.
//      841. 844. 705. 777.]
// RUN: run --entry both --grid 1,1 --arg 'bf16[100,72]=randint(-3,4,seed=1)' --arg 'f32[72,32]=randint(-5000,5000,seed=2)' --arg 'c:f32[100,32]=ones' --arg 100 --arg 32 --arg 72 --arg 72 --arg 32 --arg 32 --arg 'r:f32[100]=ones' --print c --print r
// c = [[-110170.   65444.  -37765. ...   55359.  -74016.   22418.]
//      [  74124. -107566.   68170. ...   12172.   10135.   51149.]
//      [  73413.  -27746.  -15368. ...  -45446.   19634.   39336.]
//      ...
//      [  -5815.  -55971.   42140. ...   18924.   40800.  -32858.]
//      [ -17016.   13722.   -2286. ...   18709.    3772.  -64243.]
//      [  81799.  -74877.   48077. ...    3428.  -19329.  -21166.]]
// r = [263. 304. 239. 228. 307. 325. 263. 283. 265. 265. 259. 276. 285. 289.
//      343. 281. 253. 293. 291. 261. 319. 361. 294. 278. 312. 316. 237. 336.
//      300. 303. 284. 242. 264. 236. 281. 230. 294. 263. 235. 266. 308. 265.
//      288. 310. 338. 307. 299. 309. 286. 283. 325. 339. 302. 299. 305. 290.
//      338. 224. 287. 287. 241. 293. 274. 325. 229. 321. 279. 285. 312. 282.
//      299. 277. 336. 314. 309. 263. 324. 301. 287. 251. 255. 316. 353. 253.
//      287. 266. 323. 289. 305. 294. 291. 237. 263. 277. 307. 264. 308. 239.
//      262. 291.]
// RUN: run --entry both --grid 1,1 --arg 'bf16[128,8]=randint(-3,4,seed=1)' --arg 'f32[0,32]=randint(-5000,5000,seed=2)' --arg 'c:f32[128,32]=ones' --arg 128 --arg 32 --arg 0 --arg 8 --arg 32 --arg 32 --arg 'r:f32[128]=ones' --print c --print r
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// r = [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//      0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//      0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//      0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//      0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//      0. 0. 0. 0. 0. 0. 0. 0.]
// RUN: run --entry right_of_bytes --grid 2,2 --arg 'f16[128,200]=randint(-3,4,seed=1)' --arg 'i8[200,128]=randint(-100,100,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 200 --arg 200 --arg 128 --arg 128 --print c
// c = [[  847.  -122.  -353. ...  3183.  -752.  -220.]
//      [-1379.  1486.  2048. ...  1898.  2735.   460.]
//      [  204.  -515.   564. ...    12.  -829. -1723.]
//      ...
//      [ 1355.  1043.  1420. ...  2213.   243.  1757.]
//      [-1493. -2385.  -337. ... -1076.  -193.   949.]
//      [ 1031.   508.  1765. ...  -716.   653.  2364.]]
// RUN: run --entry right_transposed --grid 1,2 --arg 'bf16[128,256]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[256,256]=randint(-3,4,seed=2)' --arg 'c:f32[128,256]=ones' --arg 128 --arg 256 --arg 256 --arg 256 --arg 256 --arg 256 --print c
// c = [[ -48.   32. -145. ...   64.   37.   12.]
//      [  38.  150.   -6. ...  -44. -106.   80.]
//      [  52.  -53.  -21. ...  -44.   11.  -77.]
//      ...
//      [ 163.  140.   75. ...  -94.  -48.  -59.]
//      [  35.  -27.  -53. ...  -56.  165.  -27.]
//      [  13.  -19.  -55. ...  -48.   49.    3.]]
// RUN: run --entry right_scaled --grid 1,2 --arg 'f16[64,192]=randint(-3,4,seed=1)' --arg 'i8[192,128]=randint(-3,4,seed=2)' --arg 'c:f32[64,128]=ones' --arg 64 --arg 128 --arg 192 --arg 192 --arg 128 --arg 128 --arg 'f16[192]=randint(1,3,seed=3)' --print c
// c = [[  66.   29.  -11. ...  128.  -35.  -52.]
//      [   4.  -24.  -83. ...  208.   39.  -54.]
//      [ -21. -106.   68. ...   39.  -62.  -25.]
//      ...
//      [ -30. -105.   88. ...  121.   75.  -51.]
//      [ -96.   35. -113. ...   -1.  -80.   73.]
//      [  11.  -79.  -14. ...  -69.   44.   30.]]
// RUN: run --entry two_groups --grid 1,1 --arg 'bf16[256,96]=randint(-3,4,seed=1)' --arg 'f32[96,128]=randint(-3,4,seed=2)' --arg 'c:f32[256,128]=ones' --arg 256 --arg 128 --arg 96 --arg 96 --arg 128 --arg 128 --print c
// c = [[  5.  -4. -54. ...  24.  42.   4.]
//      [  8. -31.  -4. ... -59.  12.  17.]
//      [-11.  17. -21. ...  62.  -1.  17.]
//      ...
//      [ 27. -52. -10. ... -31.  35.  -3.]
//      [ 32. -66.  22. ... -19.  35.  10.]
//      [-52.  74. -14. ...   3. -11. -17.]]
// RUN: run --entry nested --grid 2,1 --arg 'f32[320,96]=randint(-3,4,seed=1)' --arg 'f32[96,64]=randint(-3,4,seed=2)' --arg 'c:f16[320,64]=ones' --arg 320 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [-12. -37. -30. ...  19.   4.  -4.]
//      [ 13.  63.  75. ...  12.  62. -20.]
//      [ 17.  34.  71. ...  -1.  54.  14.]]
// RUN: run --entry nested --grid 2,1 --arg 'f32[192,4]=randint(-3,4,seed=1)' --arg 'f32[0,64]=randint(-3,4,seed=2)' --arg 'c:f16[192,64]=ones' --arg 192 --arg 64 --arg 0 --arg 4 --arg 64 --arg 64 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry until --grid 1,1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'i8[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
//
// Right operands, or both, that are converted or scaled before they are multiplied: threads read them from stages of their own, and
// write them to the memory that the instruction reads, or multiply them from registers.

cuda_tile.module @converted_right {
  entry @both(%a: tile<ptr<bf16>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %r: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x32xf32>
    %norm_0 = constant <f32: 0.0> : tile<128xf32>
    %sum:2 = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0, %norms = %norm_0) -> (tile<128x32xf32>, tile<128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<128x64xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x32xf32>, token
      %left = ftof %a_tile : tile<128x64xbf16> -> tile<128x64xtf32>
      %right = ftof %b_tile : tile<64x32xf32> -> tile<64x32xtf32>
      %next = mmaf %left, %right, %acc : tile<128x64xtf32>, tile<64x32xtf32>, tile<128x32xf32>
      %wide = ftof %a_tile : tile<128x64xbf16> -> tile<128x64xf32>
      %square = mulf %wide, %wide : tile<128x64xf32>
      %of_rows = reduce %square dim=1 identities=[0.0 : f32] : tile<128x64xf32> -> tile<128xf32> (%p: tile<f32>, %q: tile<f32>) {
        %pq = addf %p, %q : tile<f32>
        yield %pq : tile<f32>
      }
      %norms_next = addf %norms, %of_rows : tile<128xf32>
      continue %next, %norms_next : tile<128x32xf32>, tile<128xf32>
    }
    %written = store_view_tko weak %sum#0, %c_tiles[%x, %y] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    %r_tensor = make_tensor_view %r, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>
    %r_written = store_view_tko weak %sum#1, %r_tiles[%x] : tile<128xf32>, partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @right_of_bytes(%a: tile<ptr<f16>>, %b: tile<ptr<i8>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x64xi8>, token
      %right = itof %b_tile signed : tile<64x64xi8> -> tile<64x64xf16>
      %next = mmaf %a_tile, %right, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @right_transposed(%a: tile<ptr<bf16>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%n, %k], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<128x128xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%y, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
      %turned = permute %b_tile [1, 0] : tile<128x128xf8E4M3FN> -> tile<128x128xf8E4M3FN>
      %right = ftof %turned : tile<128x128xf8E4M3FN> -> tile<128x128xbf16>
      %next = mmaf %a_tile, %right, %acc : tile<128x128xbf16>, tile<128x128xbf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @right_scaled(%a: tile<ptr<f16>>, %b: tile<ptr<i8>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %s: tile<ptr<f16>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %s_tensor = make_tensor_view %s, shape = [%k], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %s_tiles = make_partition_view %s_tensor : partition_view<tile=(64), padding_value = zero, tensor_view<?xf16, strides=[1]>>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x64xi8>, token
      %factors, %s_read = load_view_tko weak %s_tiles[%i] : partition_view<tile=(64), padding_value = zero, tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<64xf16>, token
      %column = reshape %factors : tile<64xf16> -> tile<64x1xf16>
      %spread = broadcast %column : tile<64x1xf16> -> tile<64x64xf16>
      %wide = itof %b_tile signed : tile<64x64xi8> -> tile<64x64xf16>
      %right = mulf %wide, %spread : tile<64x64xf16>
      %next = mmaf %a_tile, %right, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @two_groups(%a: tile<ptr<bf16>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x128), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<256x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<256x32xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<32x128xf32>, token
      %right = ftof %b_tile : tile<32x128xf32> -> tile<32x128xbf16>
      %next = mmaf %a_tile, %right, %acc : tile<256x32xbf16>, tile<32x128xbf16>, tile<256x128xf32>
      continue %next : tile<256x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<256x128xf32>, partition_view<tile=(256x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @nested(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_d = assume div_by<4>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    for %row in (%x to %rows, step %two) : tile<i32> {
      %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x64xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x32xf32>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<32x64xf32>, token
        %left = ftof %a_tile : tile<64x32xf32> -> tile<64x32xtf32>
        %right = ftof %b_tile : tile<32x64xf32> -> tile<32x64xtf32>
        %next = mmaf %left, %right, %acc : tile<64x32xtf32>, tile<32x64xtf32>, tile<64x64xf32>
        continue %next : tile<64x64xf32>
      }
      %out = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
      %written = store_view_tko weak %out, %c_tiles[%row, %y] : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue
    }
    return
  }

  entry @until(%a: tile<ptr<f16>>, %b: tile<ptr<i8>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum, %last = loop iter_values(%acc = %sum_0, %i = %zero) : tile<64x64xf32>, tile<i32> -> tile<64x64xf32>, tile<i32> {
      %there = cmpi less_than %i, %steps, signed : tile<i32> -> tile<i1>
      if %there {
        yield
      } else {
        break %acc, %i : tile<64x64xf32>, tile<i32>
      }
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<32x64xi8>, token
      %right = itof %b_tile signed : tile<32x64xi8> -> tile<32x64xf16>
      %next = mmaf %a_tile, %right, %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      %further = addi %i, %one : tile<i32>
      continue %next, %further : tile<64x64xf32>, tile<i32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
