// Repeated rows add up; rows outside are dropped.
// types: numbers
// tolerance: 1e-6
func.func @main(%x: tensor<5x6x$T>, %i: tensor<9x1xi32>, %u: tensor<9x6x$T>) -> tensor<5x6x$T> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<5x6x$T>, tensor<9x1xi32>, tensor<9x6x$T>) -> tensor<5x6x$T>
  return %0 : tensor<5x6x$T>
}
// -----
// The last write wins, of windows that may stick out and are then dropped whole.
// types: all
func.func @main(%x: tensor<9x$T>, %i: tensor<6x1xi64>, %u: tensor<6x3x$T>) -> tensor<9x$T> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    stablehlo.return %b : tensor<$T>
  }) : (tensor<9x$T>, tensor<6x1xi64>, tensor<6x3x$T>) -> tensor<9x$T>
  return %0 : tensor<9x$T>
}
// -----
// Order of the region's arguments, and batching dims.
// types: f32 i32
func.func @main(%x: tensor<3x7x$T>, %i: tensor<3x4x1xi32>, %u: tensor<3x4x$T>) -> tensor<3x7x$T> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.subtract %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<3x7x$T>, tensor<3x4x1xi32>, tensor<3x4x$T>) -> tensor<3x7x$T>
  return %0 : tensor<3x7x$T>
}
