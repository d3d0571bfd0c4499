// Places of type i8 are fewer than the columns.
func.func @main(%x: tensor<8x160xf64>, %y: tensor<300x160xf64>, %i: tensor<8x1x1xi8>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x160xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x300xf64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x160xf64>, tensor<300x160xf64>) -> tensor<8x300xf64>
  %0 = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xi8>) -> tensor<8x1xf64>
  %h = "stablehlo.scatter"(%zeros, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<8x300xf64>, tensor<8x1x1xi8>, tensor<8x1xf64>) -> tensor<8x300xf64>
  %t = stablehlo.subtract %s, %h : tensor<8x300xf64>
  %1 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x300xf64>, tensor<300x160xf64>) -> tensor<8x160xf64>
  return %0, %1 : tensor<8x1xf64>, tensor<8x160xf64>
}
// -----
// Places of type ui8 are fewer than the columns.
func.func @main(%x: tensor<8x160xf64>, %y: tensor<300x160xf64>, %i: tensor<8x1x1xui8>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x160xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x300xf64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x160xf64>, tensor<300x160xf64>) -> tensor<8x300xf64>
  %0 = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xui8>) -> tensor<8x1xf64>
  %h = "stablehlo.scatter"(%zeros, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<8x300xf64>, tensor<8x1x1xui8>, tensor<8x1xf64>) -> tensor<8x300xf64>
  %t = stablehlo.subtract %s, %h : tensor<8x300xf64>
  %1 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x300xf64>, tensor<300x160xf64>) -> tensor<8x160xf64>
  return %0, %1 : tensor<8x1xf64>, tensor<8x160xf64>
}
// -----
// Places of type i64 are fewer than the columns.
func.func @main(%x: tensor<8x160xf64>, %y: tensor<300x160xf64>, %i: tensor<8x1x1xi64>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x160xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x300xf64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x160xf64>, tensor<300x160xf64>) -> tensor<8x300xf64>
  %0 = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xi64>) -> tensor<8x1xf64>
  %h = "stablehlo.scatter"(%zeros, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<8x300xf64>, tensor<8x1x1xi64>, tensor<8x1xf64>) -> tensor<8x300xf64>
  %t = stablehlo.subtract %s, %h : tensor<8x300xf64>
  %1 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x300xf64>, tensor<300x160xf64>) -> tensor<8x160xf64>
  return %0, %1 : tensor<8x1xf64>, tensor<8x160xf64>
}
// -----
// The picked differences are broadcast over heads.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>, %i: tensor<2x8x1x1xi32>) -> tensor<2x8x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %l = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf32>, tensor<f32>) -> tensor<8xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<8xf32>) -> tensor<8x11xf32>
  %d = stablehlo.subtract %s, %lb : tensor<8x11xf32>
  %h = stablehlo.broadcast_in_dim %d, dims = [1, 2] : (tensor<8x11xf32>) -> tensor<2x8x11xf32>
  %0 = "stablehlo.gather"(%h, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x8x11xf32>, tensor<2x8x1x1xi32>) -> tensor<2x8x1xf32>
  return %0 : tensor<2x8x1xf32>
}
// -----
// The picked differences have another type than the table.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>, %i: tensor<8x1x1xi32>) -> tensor<8x1xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %l = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf32>, tensor<f32>) -> tensor<8xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<8xf32>) -> tensor<8x11xf32>
  %d = stablehlo.subtract %s, %lb : tensor<8x11xf32>
  %h = stablehlo.convert %d : (tensor<8x11xf32>) -> tensor<8x11xf64>
  %0 = "stablehlo.gather"(%h, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x11xf64>, tensor<8x1x1xi32>) -> tensor<8x1xf64>
  return %0 : tensor<8x1xf64>
}
// -----
// The places wait for the table.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> tensor<8x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %l = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf32>, tensor<f32>) -> tensor<8xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<8xf32>) -> tensor<8x11xf32>
  %d = stablehlo.subtract %s, %lb : tensor<8x11xf32>
  %c = stablehlo.convert %l : (tensor<8xf32>) -> tensor<8xi32>
  %i = stablehlo.reshape %c : (tensor<8xi32>) -> tensor<8x1x1xi32>
  %0 = "stablehlo.gather"(%d, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x11xf32>, tensor<8x1x1xi32>) -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}
// -----
// Some places are outside of the table. A pick there gives the last element, and nothing is put there.
func.func @main(%x: tensor<8x160xf64>, %y: tensor<300x160xf64>, %i: tensor<8x1x1xi32>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x160xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x300xf64>
  %big = stablehlo.constant dense<[[[-5]], [[300]], [[299]], [[0]], [[1000000]], [[-1]], [[1]], [[2147483647]]]> : tensor<8x1x1xi32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x160xf64>, tensor<300x160xf64>) -> tensor<8x300xf64>
  %0 = "stablehlo.gather"(%s, %big) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xi32>) -> tensor<8x1xf64>
  %h = "stablehlo.scatter"(%zeros, %big, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<8x300xf64>, tensor<8x1x1xi32>, tensor<8x1xf64>) -> tensor<8x300xf64>
  %t = stablehlo.subtract %s, %h : tensor<8x300xf64>
  %1 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x300xf64>, tensor<300x160xf64>) -> tensor<8x160xf64>
  return %0, %1 : tensor<8x1xf64>, tensor<8x160xf64>
}
// -----
// The loss of a classifier whose loop has few states, because picks are computed from the factors of the scores.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<300x3xf64>, %i: tensor<8x1x1xi8>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x1xf64>) {
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<300x3xf64>) -> tensor<8x300xf64>
  %m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x300xf64>, tensor<f64>) -> tensor<8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<8xf64>) -> tensor<8x300xf64>
  %d = stablehlo.subtract %s, %mb : tensor<8x300xf64>
  %e = stablehlo.exponential %d : tensor<8x300xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x300xf64>, tensor<f64>) -> tensor<8xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<8xf64>) -> tensor<8x1xf64>
  %log = stablehlo.log %lb : tensor<8x1xf64>
  %logs = stablehlo.broadcast_in_dim %log, dims = [0, 1] : (tensor<8x1xf64>) -> tensor<8x300xf64>
  %p = stablehlo.subtract %d, %logs : tensor<8x300xf64>
  %0 = "stablehlo.gather"(%p, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xi8>) -> tensor<8x1xf64>
  return %0, %lb : tensor<8x1xf64>, tensor<8x1xf64>
}
// -----
// There are several picks of each column, from two products with several heads. The second product is transposed.
func.func @main(%x: tensor<2x300x3xf32>, %y: tensor<2x5x3xf32>, %z: tensor<2x3x5xf32>, %i: tensor<2x4x5x1xi32>) -> (tensor<2x4x5xf32>, tensor<2x5xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x300x3xf32>, tensor<2x5x3xf32>) -> tensor<2x300x5xf32>
  %t = stablehlo.dot_general %x, %z, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x300x3xf32>, tensor<2x3x5xf32>) -> tensor<2x300x5xf32>
  %half = stablehlo.constant dense<0.5> : tensor<2x300x5xf32>
  %c = stablehlo.multiply %t, %half : tensor<2x300x5xf32>
  %b = stablehlo.compare GT, %s, %c : (tensor<2x300x5xf32>, tensor<2x300x5xf32>) -> tensor<2x300x5xi1>
  %m = stablehlo.select %b, %s, %c : tensor<2x300x5xi1>, tensor<2x300x5xf32>
  %0 = "stablehlo.gather"(%m, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [0, 2], start_index_map = [1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x300x5xf32>, tensor<2x4x5x1xi32>) -> tensor<2x4x5xf32>
  %1 = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x300x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  return %0, %1 : tensor<2x4x5xf32>, tensor<2x5xf32>
}
