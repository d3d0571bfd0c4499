// Places of type i8 are fewer than the columns.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<300x3xf64>, %i: tensor<8x1x1xi8>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x3xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x300xf64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<300x3xf64>) -> tensor<8x300xf64>
  %0 = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xi8>) -> tensor<8x1xf64>
  %h = "stablehlo.scatter"(%zeros, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<8x300xf64>, tensor<8x1x1xi8>, tensor<8x1xf64>) -> tensor<8x300xf64>
  %t = stablehlo.subtract %s, %h : tensor<8x300xf64>
  %1 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x300xf64>, tensor<300x3xf64>) -> tensor<8x3xf64>
  return %0, %1 : tensor<8x1xf64>, tensor<8x3xf64>
}
// -----
// Places of type ui8 are fewer than the columns.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<300x3xf64>, %i: tensor<8x1x1xui8>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x3xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x300xf64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<300x3xf64>) -> tensor<8x300xf64>
  %0 = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xui8>) -> tensor<8x1xf64>
  %h = "stablehlo.scatter"(%zeros, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<8x300xf64>, tensor<8x1x1xui8>, tensor<8x1xf64>) -> tensor<8x300xf64>
  %t = stablehlo.subtract %s, %h : tensor<8x300xf64>
  %1 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x300xf64>, tensor<300x3xf64>) -> tensor<8x3xf64>
  return %0, %1 : tensor<8x1xf64>, tensor<8x3xf64>
}
// -----
// Places of type i64 are fewer than the columns.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<300x3xf64>, %i: tensor<8x1x1xi64>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x3xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x300xf64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<300x3xf64>) -> tensor<8x300xf64>
  %0 = "stablehlo.gather"(%s, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xi64>) -> tensor<8x1xf64>
  %h = "stablehlo.scatter"(%zeros, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<8x300xf64>, tensor<8x1x1xi64>, tensor<8x1xf64>) -> tensor<8x300xf64>
  %t = stablehlo.subtract %s, %h : tensor<8x300xf64>
  %1 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x300xf64>, tensor<300x3xf64>) -> tensor<8x3xf64>
  return %0, %1 : tensor<8x1xf64>, tensor<8x3xf64>
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
// Places outside of the table: the last ones are picked, and nothing is put there.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<300x3xf64>, %i: tensor<8x1x1xi32>, %u: tensor<8x1xf64>) -> (tensor<8x1xf64>, tensor<8x3xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<8x300xf64>
  %big = stablehlo.constant dense<[[[-5]], [[300]], [[299]], [[0]], [[1000000]], [[-1]], [[1]], [[2147483647]]]> : tensor<8x1x1xi32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<300x3xf64>) -> tensor<8x300xf64>
  %0 = "stablehlo.gather"(%s, %big) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x300xf64>, tensor<8x1x1xi32>) -> tensor<8x1xf64>
  %h = "stablehlo.scatter"(%zeros, %big, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<8x300xf64>, tensor<8x1x1xi32>, tensor<8x1xf64>) -> tensor<8x300xf64>
  %t = stablehlo.subtract %s, %h : tensor<8x300xf64>
  %1 = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x300xf64>, tensor<300x3xf64>) -> tensor<8x3xf64>
  return %0, %1 : tensor<8x1xf64>, tensor<8x3xf64>
}
