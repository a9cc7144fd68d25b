// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
//     %a = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
//     %v, %c = load_ptr_tko weak %p token=%a : tile<ptr<i32>> -> tile<i32>, token
//     %d = store_ptr_tko weak %p, %v token=%c : tile<ptr<i32>>, tile<i32> -> token
//     %other:2 = atomic_rmw_tko relaxed device %p, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
//     %synchronises, %e = load_ptr_tko acquire device %p token=%d : tile<ptr<i32>> -> tile<i32>, token
//     %both = join_tokens %e, %other#1 : token
//     %f = print_tko "%d", %x token=%both : tile<i32> -> token
//     %g = print_tko "%d", %x : tile<i32> -> token
//     return
//   }
// }
//
// `make_token` orders nothing; a joined token that another one comes after adds nothing; a load that nobody looks at hands
// its token on.
cuda_tile.module @tests {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %start = make_token : token
    %a = store_ptr_tko weak %p, %x token=%start : tile<ptr<i32>>, tile<i32> -> token
    %unseen, %b = load_ptr_tko weak %p token=%a : tile<ptr<i32>> -> tile<i32>, token
    %v, %c = load_ptr_tko weak %p token=%b : tile<ptr<i32>> -> tile<i32>, token
    %ab = join_tokens %start, %a, %b : token
    %abc = join_tokens %ab, %c, %c : token
    %d = store_ptr_tko weak %p, %v token=%abc : tile<ptr<i32>>, tile<i32> -> token
    %other:2 = atomic_rmw_tko relaxed device %p, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %synchronises, %e = load_ptr_tko acquire device %p token=%d : tile<ptr<i32>> -> tile<i32>, token
    %both = join_tokens %e, %other#1 : token
    %f = print_tko "%d", %x token=%both : tile<i32> -> token
    %nothing = join_tokens %start, %start : token
    %g = print_tko "%d", %x token=%nothing : tile<i32> -> token
    return
  }
}
