// The gather reads rows. Some of the random indices are out of range.
// types: all
func.func @main(%x: tensor<5x6x$T>, %i: tensor<7x1xi32>) -> tensor<7x6x$T> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<5x6x$T>, tensor<7x1xi32>) -> tensor<7x6x$T>
  return %0 : tensor<7x6x$T>
}
// -----
// The windows have two dims. The components of an index have another order than the dims, and lie along the first dim
// of the indices.
// types: f32 i16
func.func @main(%x: tensor<5x6x4x$T>, %i: tensor<2x3xi64>) -> tensor<2x3x4x$T> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 2, 4>}> : (tensor<5x6x4x$T>, tensor<2x3xi64>) -> tensor<2x3x4x$T>
  return %0 : tensor<2x3x4x$T>
}
// -----
// The gather has a batching dim.
// types: f32
func.func @main(%x: tensor<3x7x$T>, %i: tensor<3x4x1xi32>) -> tensor<3x4x$T> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x7x$T>, tensor<3x4x1xi32>) -> tensor<3x4x$T>
  return %0 : tensor<3x4x$T>
}
// -----
// The program gathers from values, and also computes with the same values.
// types: f32
func.func @main(%s: tensor<$T>, %i: tensor<7x1xi32>) -> (tensor<7x$T>, tensor<7x$T>) {
  %0 = stablehlo.iota dim = 0 : tensor<7x$T>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<$T>) -> tensor<7x$T>
  %2 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<7x$T>, tensor<7x1xi32>) -> tensor<7x$T>
  %3 = "stablehlo.gather"(%1, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<7x$T>, tensor<7x1xi32>) -> tensor<7x$T>
  %4 = stablehlo.add %2, %0 : tensor<7x$T>
  %5 = stablehlo.subtract %1, %3 : tensor<7x$T>
  return %4, %5 : tensor<7x$T>, tensor<7x$T>
}
