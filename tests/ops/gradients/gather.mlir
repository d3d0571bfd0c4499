// The cotangents of repeated rows are added. Indices out of range are moved into range.
// RANGE arg1 -2 9
func.func @main(%x: tensor<6x3xf64>, %i: tensor<11x1xi32>) -> tensor<11x3xf64> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<6x3xf64>, tensor<11x1xi32>) -> tensor<11x3xf64>
  %0 = stablehlo.multiply %g, %g : tensor<11x3xf64>
  return %0 : tensor<11x3xf64>
}
// -----
// The indices have two components, in the opposite order of the dims. Some windows are partly out of range.
// RANGE arg1 -3 9
func.func @main(%x: tensor<5x7xf64>, %i: tensor<2x2x3xi64>) -> tensor<2x2x4x3xf64> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}> : (tensor<5x7xf64>, tensor<2x2x3xi64>) -> tensor<2x2x4x3xf64>
  %0 = stablehlo.multiply %g, %g : tensor<2x2x4x3xf64>
  return %0 : tensor<2x2x4x3xf64>
}
// -----
// The indices are scalars. Their type is too narrow for all positions of the dim.
// RANGE arg1 0 256
func.func @main(%x: tensor<300xf64>, %i: tensor<5xui8>) -> tensor<5xf64> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<300xf64>, tensor<5xui8>) -> tensor<5xf64>
  %0 = stablehlo.multiply %g, %g : tensor<5xf64>
  return %0 : tensor<5xf64>
}
// -----
// The gather has a batching dim.
// RANGE arg1 -1 8
func.func @main(%x: tensor<3x7x2xf64>, %i: tensor<4x3x1xi32>) -> tensor<4x3x2xf64> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x7x2xf64>, tensor<4x3x1xi32>) -> tensor<4x3x2xf64>
  %0 = stablehlo.multiply %g, %g : tensor<4x3x2xf64>
  return %0 : tensor<4x3x2xf64>
}
// -----
// There are no index vectors.
func.func @main(%x: tensor<3x2xf64>, %i: tensor<0x1xi32>) -> tensor<0x2xf64> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf64>, tensor<0x1xi32>) -> tensor<0x2xf64>
  %0 = stablehlo.multiply %g, %g : tensor<0x2xf64>
  return %0 : tensor<0x2xf64>
}
// -----
func.func @main(%x: tensor<4x3xcomplex<f64>>, %i: tensor<5x1xi32>) -> tensor<5x3xcomplex<f64>> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xcomplex<f64>>, tensor<5x1xi32>) -> tensor<5x3xcomplex<f64>>
  return %0 : tensor<5x3xcomplex<f64>>
}
