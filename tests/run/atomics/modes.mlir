// RUN: run --show old_and --show and --show or --show xor --show add --show max --show min --show umax \
//   --show umin --show xchg
// %old_and = [ 12  -5   7 100]
// %and = [8 3 1 0]
// %or = [ 14  -5  -1 101]
// %xor = [  6  -8  -2 101]
// %add = [ 22  -2   0 101]
// %max = [ 12   3   7 100]
// %min = [10 -5 -7  1]
// %umax = [ 12  -5  -7 100]
// %umin = [10  3  7  1]
// %xchg = [10  3 -7  1]
//
// Every mode on integers: memory afterwards, and the old value that comes back.
cuda_tile.module @tests {
  entry @k() {
    %iota = iota : tile<4xi32>
    %init = constant <i32: [12, -5, 7, 100]> : tile<4xi32>
    %arg = constant <i32: [10, 3, -7, 1]> : tile<4xi32>
    %m_and = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_and = reshape %m_and : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_and = broadcast %r_and : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_and = offset %b_and, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_and = store_ptr_tko weak %p_and, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_and, %t_and = atomic_rmw_tko relaxed device %p_and, and, %arg token=%s_and : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %and, %u_and = load_ptr_tko weak %p_and token=%t_and : tile<4xptr<i32>> -> tile<4xi32>, token
    %m_or = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_or = reshape %m_or : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_or = broadcast %r_or : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_or = offset %b_or, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_or = store_ptr_tko weak %p_or, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_or, %t_or = atomic_rmw_tko relaxed device %p_or, or, %arg token=%s_or : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %or, %u_or = load_ptr_tko weak %p_or token=%t_or : tile<4xptr<i32>> -> tile<4xi32>, token
    %m_xor = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_xor = reshape %m_xor : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_xor = broadcast %r_xor : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_xor = offset %b_xor, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_xor = store_ptr_tko weak %p_xor, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_xor, %t_xor = atomic_rmw_tko relaxed device %p_xor, xor, %arg token=%s_xor : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %xor, %u_xor = load_ptr_tko weak %p_xor token=%t_xor : tile<4xptr<i32>> -> tile<4xi32>, token
    %m_add = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_add = reshape %m_add : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_add = broadcast %r_add : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_add = offset %b_add, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_add = store_ptr_tko weak %p_add, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_add, %t_add = atomic_rmw_tko relaxed device %p_add, add, %arg token=%s_add : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %add, %u_add = load_ptr_tko weak %p_add token=%t_add : tile<4xptr<i32>> -> tile<4xi32>, token
    %m_max = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_max = reshape %m_max : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_max = broadcast %r_max : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_max = offset %b_max, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_max = store_ptr_tko weak %p_max, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_max, %t_max = atomic_rmw_tko relaxed device %p_max, max, %arg token=%s_max : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %max, %u_max = load_ptr_tko weak %p_max token=%t_max : tile<4xptr<i32>> -> tile<4xi32>, token
    %m_min = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_min = reshape %m_min : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_min = broadcast %r_min : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_min = offset %b_min, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_min = store_ptr_tko weak %p_min, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_min, %t_min = atomic_rmw_tko relaxed device %p_min, min, %arg token=%s_min : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %min, %u_min = load_ptr_tko weak %p_min token=%t_min : tile<4xptr<i32>> -> tile<4xi32>, token
    %m_umax = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_umax = reshape %m_umax : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_umax = broadcast %r_umax : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_umax = offset %b_umax, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_umax = store_ptr_tko weak %p_umax, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_umax, %t_umax = atomic_rmw_tko relaxed device %p_umax, umax, %arg token=%s_umax : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %umax, %u_umax = load_ptr_tko weak %p_umax token=%t_umax : tile<4xptr<i32>> -> tile<4xi32>, token
    %m_umin = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_umin = reshape %m_umin : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_umin = broadcast %r_umin : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_umin = offset %b_umin, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_umin = store_ptr_tko weak %p_umin, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_umin, %t_umin = atomic_rmw_tko relaxed device %p_umin, umin, %arg token=%s_umin : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %umin, %u_umin = load_ptr_tko weak %p_umin token=%t_umin : tile<4xptr<i32>> -> tile<4xi32>, token
    %m_xchg = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %r_xchg = reshape %m_xchg : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_xchg = broadcast %r_xchg : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p_xchg = offset %b_xchg, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s_xchg = store_ptr_tko weak %p_xchg, %init : tile<4xptr<i32>>, tile<4xi32> -> token
    %old_xchg, %t_xchg = atomic_rmw_tko relaxed device %p_xchg, xchg, %arg token=%s_xchg : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    %xchg, %u_xchg = load_ptr_tko weak %p_xchg token=%t_xchg : tile<4xptr<i32>> -> tile<4xi32>, token
    return
  }
}
