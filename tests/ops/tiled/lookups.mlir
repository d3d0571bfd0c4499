// A bias by relative position
func.func @main(%q: tensor<2x9x3xf64>, %k: tensor<2x11x3xf64>, %w: tensor<2x11x3xf64>, %t: tensor<2x19xf64>) -> (tensor<2x9x3xf64>) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x9x3xf64>, tensor<2x11x3xf64>) -> tensor<2x9x11xf64>
  %i = stablehlo.iota dim = 0 : tensor<9x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<9x11xi32>
  %d = stablehlo.subtract %i, %j : tensor<9x11xi32>
  %c = stablehlo.constant dense<10> : tensor<9x11xi32>
  %b = stablehlo.add %d, %c : tensor<9x11xi32>
  %v = stablehlo.reshape %b : (tensor<9x11xi32>) -> tensor<9x11x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x19xf64>, tensor<9x11x1xi32>) -> tensor<2x9x11xf64>
  %z = stablehlo.add %s, %g : tensor<2x9x11xf64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %m = stablehlo.reduce(%z init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %sm = stablehlo.subtract %z, %mb : tensor<2x9x11xf64>
  %e = stablehlo.exponential %sm : tensor<2x9x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<2x9x11xf64>
  %o = stablehlo.dot_general %p, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x9x11xf64>, tensor<2x11x3xf64>) -> tensor<2x9x3xf64>
  return %o : tensor<2x9x3xf64>
}
// -----
// The same program with a causal mask. The text also handles negative places, which do not occur.
func.func @main(%q: tensor<2x9x3xf64>, %k: tensor<2x11x3xf64>, %w: tensor<2x11x3xf64>, %t: tensor<2x19xf64>) -> (tensor<2x9x3xf64>) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x9x3xf64>, tensor<2x11x3xf64>) -> tensor<2x9x11xf64>
  %i = stablehlo.iota dim = 0 : tensor<9x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<9x11xi32>
  %d = stablehlo.subtract %i, %j : tensor<9x11xi32>
  %c = stablehlo.constant dense<10> : tensor<9x11xi32>
  %b0 = stablehlo.add %d, %c : tensor<9x11xi32>
  %c0 = stablehlo.constant dense<0> : tensor<9x11xi32>
  %cn = stablehlo.constant dense<19> : tensor<9x11xi32>
  %lt = stablehlo.compare LT, %b0, %c0 : (tensor<9x11xi32>, tensor<9x11xi32>) -> tensor<9x11xi1>
  %b1 = stablehlo.add %b0, %cn : tensor<9x11xi32>
  %b = stablehlo.select %lt, %b1, %b0 : tensor<9x11xi1>, tensor<9x11xi32>
  %v = stablehlo.reshape %b : (tensor<9x11xi32>) -> tensor<9x11x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x19xf64>, tensor<9x11x1xi32>) -> tensor<2x9x11xf64>
  %z = stablehlo.add %s, %g : tensor<2x9x11xf64>
  %below = stablehlo.compare LE, %j, %i : (tensor<9x11xi32>, tensor<9x11xi32>) -> tensor<9x11xi1>
  %seen = stablehlo.broadcast_in_dim %below, dims = [1, 2] : (tensor<9x11xi1>) -> tensor<2x9x11xi1>
  %hidden = stablehlo.constant dense<0xFFF0000000000000> : tensor<2x9x11xf64>
  %y = stablehlo.select %seen, %z, %hidden : tensor<2x9x11xi1>, tensor<2x9x11xf64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %sm = stablehlo.subtract %y, %mb : tensor<2x9x11xf64>
  %e = stablehlo.exponential %sm : tensor<2x9x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<2x9x11xf64>
  %o = stablehlo.dot_general %p, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x9x11xf64>, tensor<2x11x3xf64>) -> tensor<2x9x3xf64>
  return %o : tensor<2x9x3xf64>
}
// -----
// A bias by buckets of relative positions
func.func @main(%q: tensor<2x9x3xf64>, %k: tensor<2x11x3xf64>, %w: tensor<2x11x3xf64>, %t: tensor<2x5xf64>) -> (tensor<2x9x3xf64>) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x9x3xf64>, tensor<2x11x3xf64>) -> tensor<2x9x11xf64>
  %i = stablehlo.iota dim = 0 : tensor<9x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<9x11xi32>
  %d = stablehlo.subtract %i, %j : tensor<9x11xi32>
  %c0 = stablehlo.constant dense<0> : tensor<9x11xi32>
  %c2 = stablehlo.constant dense<2> : tensor<9x11xi32>
  %c4 = stablehlo.constant dense<4> : tensor<9x11xi32>
  %n = stablehlo.maximum %d, %c0 : tensor<9x11xi32>
  %h = stablehlo.divide %n, %c2 : tensor<9x11xi32>
  %b = stablehlo.minimum %h, %c4 : tensor<9x11xi32>
  %v = stablehlo.reshape %b : (tensor<9x11xi32>) -> tensor<9x11x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x5xf64>, tensor<9x11x1xi32>) -> tensor<2x9x11xf64>
  %z = stablehlo.add %s, %g : tensor<2x9x11xf64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %m = stablehlo.reduce(%z init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %sm = stablehlo.subtract %z, %mb : tensor<2x9x11xf64>
  %e = stablehlo.exponential %sm : tensor<2x9x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<2x9x11xf64>
  %o = stablehlo.dot_general %p, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x9x11xf64>, tensor<2x11x3xf64>) -> tensor<2x9x3xf64>
  return %o : tensor<2x9x3xf64>
}
// -----
// Places outside of the bias are clamped
func.func @main(%q: tensor<2x9x3xf64>, %k: tensor<2x11x3xf64>, %w: tensor<2x11x3xf64>, %t: tensor<2x9xf64>) -> (tensor<2x9x3xf64>) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x9x3xf64>, tensor<2x11x3xf64>) -> tensor<2x9x11xf64>
  %i = stablehlo.iota dim = 0 : tensor<9x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<9x11xi32>
  %d = stablehlo.subtract %i, %j : tensor<9x11xi32>
  %c5 = stablehlo.constant dense<5> : tensor<9x11xi32>
  %b = stablehlo.add %d, %c5 : tensor<9x11xi32>
  %v = stablehlo.reshape %b : (tensor<9x11xi32>) -> tensor<9x11x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x9xf64>, tensor<9x11x1xi32>) -> tensor<2x9x11xf64>
  %z = stablehlo.add %s, %g : tensor<2x9x11xf64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %m = stablehlo.reduce(%z init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %sm = stablehlo.subtract %z, %mb : tensor<2x9x11xf64>
  %e = stablehlo.exponential %sm : tensor<2x9x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<2x9x11xf64>
  %o = stablehlo.dot_general %p, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x9x11xf64>, tensor<2x11x3xf64>) -> tensor<2x9x3xf64>
  return %o : tensor<2x9x3xf64>
}
// -----
// A maximum and a sum
func.func @main(%q: tensor<2x9x3xf64>, %k: tensor<2x11x3xf64>, %w: tensor<2x11x3xf64>, %t: tensor<2x19xf64>) -> (tensor<2x9xf64>, tensor<2x9xf64>) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x9x3xf64>, tensor<2x11x3xf64>) -> tensor<2x9x11xf64>
  %i = stablehlo.iota dim = 0 : tensor<9x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<9x11xi32>
  %d = stablehlo.subtract %i, %j : tensor<9x11xi32>
  %c = stablehlo.constant dense<10> : tensor<9x11xi32>
  %b = stablehlo.add %d, %c : tensor<9x11xi32>
  %v = stablehlo.reshape %b : (tensor<9x11xi32>) -> tensor<9x11x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x19xf64>, tensor<9x11x1xi32>) -> tensor<2x9x11xf64>
  %z = stablehlo.add %s, %g : tensor<2x9x11xf64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %m = stablehlo.reduce(%z init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %sm = stablehlo.subtract %z, %mb : tensor<2x9x11xf64>
  %e = stablehlo.exponential %sm : tensor<2x9x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<2x9x11xf64>
  %o = stablehlo.dot_general %p, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x9x11xf64>, tensor<2x11x3xf64>) -> tensor<2x9x3xf64>
  return %m, %l : tensor<2x9xf64>, tensor<2x9xf64>
}
// -----
// Places from a parameter
func.func @main(%q: tensor<2x9x3xf64>, %k: tensor<2x11x3xf64>, %w: tensor<2x11x3xf64>, %t: tensor<2x7xf64>, %ids: tensor<9x11xi32>, %ids2: tensor<9x11xi32>) -> (tensor<2x9x3xf64>) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x9x3xf64>, tensor<2x11x3xf64>) -> tensor<2x9x11xf64>
  %i = stablehlo.iota dim = 0 : tensor<9x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<9x11xi32>
  %d = stablehlo.subtract %i, %j : tensor<9x11xi32>
  %b = stablehlo.xor %ids, %ids2 : tensor<9x11xi32>
  %v = stablehlo.reshape %b : (tensor<9x11xi32>) -> tensor<9x11x1xi32>
  %g = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x7xf64>, tensor<9x11x1xi32>) -> tensor<2x9x11xf64>
  %z = stablehlo.add %s, %g : tensor<2x9x11xf64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %m = stablehlo.reduce(%z init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %sm = stablehlo.subtract %z, %mb : tensor<2x9x11xf64>
  %e = stablehlo.exponential %sm : tensor<2x9x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x11xf64>, tensor<f64>) -> tensor<2x9xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<2x9xf64>) -> tensor<2x9x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<2x9x11xf64>
  %o = stablehlo.dot_general %p, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x9x11xf64>, tensor<2x11x3xf64>) -> tensor<2x9x3xf64>
  return %o : tensor<2x9x3xf64>
}
// -----
// The gradient of a bias by relative position
func.func @main(%q: tensor<2x9x3xf64>, %k: tensor<2x11x3xf64>, %c: tensor<2x9x3xf64>) -> (tensor<2x19xf64>, tensor<2x9x3xf64>) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x9x3xf64>, tensor<2x11x3xf64>) -> tensor<2x9x11xf64>
  %i = stablehlo.iota dim = 0 : tensor<9x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<9x11xi32>
  %d = stablehlo.subtract %i, %j : tensor<9x11xi32>
  %ten = stablehlo.constant dense<10> : tensor<9x11xi32>
  %b = stablehlo.add %d, %ten : tensor<9x11xi32>
  %v = stablehlo.reshape %b : (tensor<9x11xi32>) -> tensor<9x11x1xi32>
  %e = stablehlo.tanh %s : tensor<2x9x11xf64>
  %zeros = stablehlo.constant dense<0.0> : tensor<2x19xf64>
  %g = "stablehlo.scatter"(%zeros, %v, %e) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<2x19xf64>, tensor<9x11x1xi32>, tensor<2x9x11xf64>) -> tensor<2x19xf64>
  %o = stablehlo.dot_general %e, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x9x11xf64>, tensor<2x11x3xf64>) -> tensor<2x9x3xf64>
  return %g, %o : tensor<2x19xf64>, tensor<2x9x3xf64>
}
