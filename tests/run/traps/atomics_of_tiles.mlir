// RUN: run --entry few --arg 'p:i32[8]=zeros' --arg 'q:i32[8]=zeros' --print p --print q
// p = [ 0  2  4  6  8 10 12 14]
// q = [ 0  2  4  6  8 10 12 14]
// RUN: run --entry odd_halves --arg 'p:f16[64]=zeros' --arg 'q:f16[64]=zeros' --print p --print q
// p = [  0.   2.   0.   6.   0.  10.   0.  14.   0.  18.   0.  22.   0.  26.
//        0.  30.   0.  34.   0.  38.   0.  42.   0.  46.   0.  50.   0.  54.
//        0.  58.   0.  62.   0.  66.   0.  70.   0.  74.   0.  78.   0.  82.
//        0.  86.   0.  90.   0.  94.   0.  98.   0. 102.   0. 106.   0. 110.
//        0. 114.   0. 118.   0. 122.   0. 126.]
// q = [  0.   2.   0.   6.   0.  10.   0.  14.   0.  18.   0.  22.   0.  26.
//        0.  30.   0.  34.   0.  38.   0.  42.   0.  46.   0.  50.   0.  54.
//        0.  58.   0.  62.   0.  66.   0.  70.   0.  74.   0.  78.   0.  82.
//        0.  86.   0.  90.   0.  94.   0.  98.   0. 102.   0. 106.   0. 110.
//        0. 114.   0. 118.   0. 122.   0. 126.]
// RUN: run --entry odd_bf16 --arg 'p:bf16[16]=zeros' --arg 'q:bf16[16]=zeros' --print p --print q
// p = [ 0.  2.  0.  6.  0. 10.  0. 14.  0. 18.  0. 22.  0. 26.  0. 30.]
// q = [ 0.  2.  0.  6.  0. 10.  0. 14.  0. 18.  0. 22.  0. 26.  0. 30.]
// RUN: run --entry floats --arg 'p:f32[256]=zeros' --arg 'q:f32[256]=zeros' --print p --print q
// p = [  0.   2.   4.   6.   8.  10.  12.  14.  16.  18.  20.  22.  24.  26.
//       28.  30.  32.  34.  36.  38.  40.  42.  44.  46.  48.  50.  52.  54.
//       56.  58.  60.  62.  64.  66.  68.  70.  72.  74.  76.  78.  80.  82.
//       84.  86.  88.  90.  92.  94.  96.  98. 100. 102. 104. 106. 108. 110.
//      112. 114. 116. 118. 120. 122. 124. 126. 128. 130. 132. 134. 136. 138.
//      140. 142. 144. 146. 148. 150. 152. 154. 156. 158. 160. 162. 164. 166.
//      168. 170. 172. 174. 176. 178. 180. 182. 184. 186. 188. 190. 192. 194.
//      196. 198. 200. 202. 204. 206. 208. 210. 212. 214. 216. 218. 220. 222.
//      224. 226. 228. 230. 232. 234. 236. 238. 240. 242. 244. 246. 248. 250.
//      252. 254. 256. 258. 260. 262. 264. 266. 268. 270. 272. 274. 276. 278.
//      280. 282. 284. 286. 288. 290. 292. 294. 296. 298. 300. 302. 304. 306.
//      308. 310. 312. 314. 316. 318. 320. 322. 324. 326. 328. 330. 332. 334.
//      336. 338. 340. 342. 344. 346. 348. 350. 352. 354. 356. 358. 360. 362.
//      364. 366. 368. 370. 372. 374. 376. 378. 380. 382. 384. 386. 388. 390.
//      392. 394. 396. 398. 400. 402. 404. 406. 408. 410. 412. 414. 416. 418.
//      420. 422. 424. 426. 428. 430. 432. 434. 436. 438. 440. 442. 444. 446.
//      448. 450. 452. 454. 456. 458. 460. 462. 464. 466. 468. 470. 472. 474.
//      476. 478. 480. 482. 484. 486. 488. 490. 492. 494. 496. 498. 500. 502.
//      504. 506. 508. 510.]
// q = [  0.   2.   4.   6.   8.  10.  12.  14.  16.  18.  20.  22.  24.  26.
//       28.  30.  32.  34.  36.  38.  40.  42.  44.  46.  48.  50.  52.  54.
//       56.  58.  60.  62.  64.  66.  68.  70.  72.  74.  76.  78.  80.  82.
//       84.  86.  88.  90.  92.  94.  96.  98. 100. 102. 104. 106. 108. 110.
//      112. 114. 116. 118. 120. 122. 124. 126. 128. 130. 132. 134. 136. 138.
//      140. 142. 144. 146. 148. 150. 152. 154. 156. 158. 160. 162. 164. 166.
//      168. 170. 172. 174. 176. 178. 180. 182. 184. 186. 188. 190. 192. 194.
//      196. 198. 200. 202. 204. 206. 208. 210. 212. 214. 216. 218. 220. 222.
//      224. 226. 228. 230. 232. 234. 236. 238. 240. 242. 244. 246. 248. 250.
//      252. 254. 256. 258. 260. 262. 264. 266. 268. 270. 272. 274. 276. 278.
//      280. 282. 284. 286. 288. 290. 292. 294. 296. 298. 300. 302. 304. 306.
//      308. 310. 312. 314. 316. 318. 320. 322. 324. 326. 328. 330. 332. 334.
//      336. 338. 340. 342. 344. 346. 348. 350. 352. 354. 356. 358. 360. 362.
//      364. 366. 368. 370. 372. 374. 376. 378. 380. 382. 384. 386. 388. 390.
//      392. 394. 396. 398. 400. 402. 404. 406. 408. 410. 412. 414. 416. 418.
//      420. 422. 424. 426. 428. 430. 432. 434. 436. 438. 440. 442. 444. 446.
//      448. 450. 452. 454. 456. 458. 460. 462. 464. 466. 468. 470. 472. 474.
//      476. 478. 480. 482. 484. 486. 488. 490. 492. 494. 496. 498. 500. 502.
//      504. 506. 508. 510.]
//
// Atomics on tiles whose elements lie in a row: each element once, however many threads hold it, and none beside those that the
// mask names; relaxed loads and stores behind them find what they did.
cuda_tile.module @traps {
  entry @few(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %pp = assume div_by<16>, %p : tile<ptr<i32>>
    %i = iota : tile<8xi32>
    %one = constant <i32: 1> : tile<8xi32>
    %bit = andi %i, %one : tile<8xi32>
    %mask = cmpi equal %bit, %one, signed : tile<8xi32> -> tile<8xi1>
    %p_1 = reshape %pp : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p_n = broadcast %p_1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %ptrs = offset %p_n, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %q_1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q_n = broadcast %q_1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %outs = offset %q_n, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %old, %t0 = atomic_rmw_tko relaxed device %ptrs, add, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
    %again, %t1 = atomic_rmw_tko relaxed device %ptrs, add, %i token=%t0 : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
    %now, %t2 = load_ptr_tko relaxed device %ptrs token=%t1 : tile<8xptr<i32>> -> tile<8xi32>, token
    %t3 = store_ptr_tko relaxed device %outs, %now token=%t2 : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }

  entry @odd_halves(%p: tile<ptr<f16>>, %q: tile<ptr<f16>>) {
    %pp = assume div_by<16>, %p : tile<ptr<f16>>
    %i = iota : tile<64xi32>
    %one = constant <i32: 1> : tile<64xi32>
    %bit = andi %i, %one : tile<64xi32>
    %mask = cmpi equal %bit, %one, signed : tile<64xi32> -> tile<64xi1>
    %p_1 = reshape %pp : tile<ptr<f16>> -> tile<1xptr<f16>>
    %p_n = broadcast %p_1 : tile<1xptr<f16>> -> tile<64xptr<f16>>
    %ptrs = offset %p_n, %i : tile<64xptr<f16>>, tile<64xi32> -> tile<64xptr<f16>>
    %q_1 = reshape %q : tile<ptr<f16>> -> tile<1xptr<f16>>
    %q_n = broadcast %q_1 : tile<1xptr<f16>> -> tile<64xptr<f16>>
    %outs = offset %q_n, %i : tile<64xptr<f16>>, tile<64xi32> -> tile<64xptr<f16>>
    %v = itof %i signed : tile<64xi32> -> tile<64xf16>
    %old, %t0 = atomic_rmw_tko relaxed device %ptrs, addf, %v, %mask : tile<64xptr<f16>>, tile<64xf16>, tile<64xi1> -> tile<64xf16>, token
    %again, %t1 = atomic_rmw_tko relaxed device %ptrs, addf, %v, %mask token=%t0 : tile<64xptr<f16>>, tile<64xf16>, tile<64xi1> -> tile<64xf16>, token
    %now, %t2 = load_ptr_tko relaxed device %ptrs token=%t1 : tile<64xptr<f16>> -> tile<64xf16>, token
    %t3 = store_ptr_tko relaxed device %outs, %now token=%t2 : tile<64xptr<f16>>, tile<64xf16> -> token
    return
  }

  entry @odd_bf16(%p: tile<ptr<bf16>>, %q: tile<ptr<bf16>>) {
    %pp = assume div_by<16>, %p : tile<ptr<bf16>>
    %i = iota : tile<16xi32>
    %one = constant <i32: 1> : tile<16xi32>
    %bit = andi %i, %one : tile<16xi32>
    %mask = cmpi equal %bit, %one, signed : tile<16xi32> -> tile<16xi1>
    %p_1 = reshape %pp : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %p_n = broadcast %p_1 : tile<1xptr<bf16>> -> tile<16xptr<bf16>>
    %ptrs = offset %p_n, %i : tile<16xptr<bf16>>, tile<16xi32> -> tile<16xptr<bf16>>
    %q_1 = reshape %q : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %q_n = broadcast %q_1 : tile<1xptr<bf16>> -> tile<16xptr<bf16>>
    %outs = offset %q_n, %i : tile<16xptr<bf16>>, tile<16xi32> -> tile<16xptr<bf16>>
    %v = itof %i signed : tile<16xi32> -> tile<16xbf16>
    %old, %t0 = atomic_rmw_tko relaxed device %ptrs, addf, %v, %mask : tile<16xptr<bf16>>, tile<16xbf16>, tile<16xi1> -> tile<16xbf16>, token
    %again, %t1 = atomic_rmw_tko relaxed device %ptrs, addf, %v, %mask token=%t0 : tile<16xptr<bf16>>, tile<16xbf16>, tile<16xi1> -> tile<16xbf16>, token
    %now, %t2 = load_ptr_tko relaxed device %ptrs token=%t1 : tile<16xptr<bf16>> -> tile<16xbf16>, token
    %t3 = store_ptr_tko relaxed device %outs, %now token=%t2 : tile<16xptr<bf16>>, tile<16xbf16> -> token
    return
  }

  entry @floats(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %pp = assume div_by<16>, %p : tile<ptr<f32>>
    %i = iota : tile<256xi32>
    %one = constant <i32: 1> : tile<256xi32>
    %bit = andi %i, %one : tile<256xi32>
    %mask = cmpi equal %bit, %one, signed : tile<256xi32> -> tile<256xi1>
    %p_1 = reshape %pp : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p_n = broadcast %p_1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %ptrs = offset %p_n, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %q_1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q_n = broadcast %q_1 : tile<1xptr<f32>> -> tile<256xptr<f32>>
    %outs = offset %q_n, %i : tile<256xptr<f32>>, tile<256xi32> -> tile<256xptr<f32>>
    %v = itof %i signed : tile<256xi32> -> tile<256xf32>
    %old, %t0 = atomic_rmw_tko relaxed device %ptrs, addf, %v : tile<256xptr<f32>>, tile<256xf32> -> tile<256xf32>, token
    %again, %t1 = atomic_rmw_tko relaxed device %ptrs, addf, %v token=%t0 : tile<256xptr<f32>>, tile<256xf32> -> tile<256xf32>, token
    %now, %t2 = load_ptr_tko relaxed device %ptrs token=%t1 : tile<256xptr<f32>> -> tile<256xf32>, token
    %t3 = store_ptr_tko relaxed device %outs, %now token=%t2 : tile<256xptr<f32>>, tile<256xf32> -> token
    return
  }
}
