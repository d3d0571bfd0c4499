// Rows are added. Some indices repeat, and those out of range are ignored.
// RANGE arg1 -2 9
func.func @main(%x: tensor<6x3xf64>, %i: tensor<11x1xi32>, %u: tensor<11x3xf64>) -> tensor<6x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %b, %a : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<6x3xf64>, tensor<11x1xi32>, tensor<11x3xf64>) -> tensor<6x3xf64>
  %0 = stablehlo.multiply %s, %s : tensor<6x3xf64>
  return %0 : tensor<6x3xf64>
}
// -----
// Windows are added. Some overlap, and some are partly out of range.
// RANGE arg1 -1 5
func.func @main(%x: tensor<5x7xf64>, %i: tensor<2x2x3xi64>, %u: tensor<2x2x4x3xf64>) -> tensor<5x7xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %b, %a : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<5x7xf64>, tensor<2x2x3xi64>, tensor<2x2x4x3xf64>) -> tensor<5x7xf64>
  %0 = stablehlo.multiply %s, %s : tensor<5x7xf64>
  return %0 : tensor<5x7xf64>
}
// -----
// Windows are added, with a batching dim.
// RANGE arg1 -1 8
func.func @main(%x: tensor<3x7x2xf64>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x2xf64>) -> tensor<3x7x2xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %b, %a : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3x7x2xf64>, tensor<4x3x1xi32>, tensor<4x3x2xf64>) -> tensor<3x7x2xf64>
  %0 = stablehlo.multiply %s, %s : tensor<3x7x2xf64>
  return %0 : tensor<3x7x2xf64>
}
// -----
// Rows are overwritten. If an index repeats, the last row is kept. Indices out of range are ignored.
// RANGE arg1 -2 9
func.func @main(%x: tensor<6x3xf64>, %i: tensor<11x1xi32>, %u: tensor<11x3xf64>) -> tensor<6x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<6x3xf64>, tensor<11x1xi32>, tensor<11x3xf64>) -> tensor<6x3xf64>
  %0 = stablehlo.multiply %s, %s : tensor<6x3xf64>
  return %0 : tensor<6x3xf64>
}
// -----
// Windows are overwritten. If windows overlap, the last one is kept. Some are partly out of range.
// RANGE arg1 -1 5
func.func @main(%x: tensor<5x7xf64>, %i: tensor<2x2x3xi64>, %u: tensor<2x2x4x3xf64>) -> tensor<5x7xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<5x7xf64>, tensor<2x2x3xi64>, tensor<2x2x4x3xf64>) -> tensor<5x7xf64>
  %0 = stablehlo.multiply %s, %s : tensor<5x7xf64>
  return %0 : tensor<5x7xf64>
}
// -----
// Windows are overwritten, with a batching dim. The last window is kept.
// RANGE arg1 -1 8
func.func @main(%x: tensor<3x7x2xf64>, %i: tensor<4x3x1xi32>, %u: tensor<4x3x2xf64>) -> tensor<3x7x2xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<3x7x2xf64>, tensor<4x3x1xi32>, tensor<4x3x2xf64>) -> tensor<3x7x2xf64>
  %0 = stablehlo.multiply %s, %s : tensor<3x7x2xf64>
  return %0 : tensor<3x7x2xf64>
}
// -----
// The indices are scalars of a narrow type.
// RANGE arg1 0 256
func.func @main(%x: tensor<300xf64>, %i: tensor<9xui8>, %u: tensor<9xf64>) -> tensor<300xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<300xf64>, tensor<9xui8>, tensor<9xf64>) -> tensor<300xf64>
  %0 = stablehlo.multiply %s, %s : tensor<300xf64>
  return %0 : tensor<300xf64>
}
// -----
// The indices are unique, and two are out of range.
func.func @main(%x: tensor<6xf64>, %u: tensor<5xf64>) -> tensor<6xf64> {
  %i = stablehlo.constant dense<[[4], [-1], [0], [6], [3]]> : tensor<5x1xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<6xf64>, tensor<5x1xi32>, tensor<5xf64>) -> tensor<6xf64>
  %0 = stablehlo.multiply %s, %s : tensor<6xf64>
  return %0 : tensor<6xf64>
}
// -----
// The indices are unique, and two are out of range.
func.func @main(%x: tensor<6xf64>, %u: tensor<5xf64>) -> tensor<6xf64> {
  %i = stablehlo.constant dense<[[4], [-1], [0], [6], [3]]> : tensor<5x1xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<6xf64>, tensor<5x1xi32>, tensor<5xf64>) -> tensor<6xf64>
  %0 = stablehlo.multiply %s, %s : tensor<6xf64>
  return %0 : tensor<6xf64>
}
// -----
// The windows do not overlap.
func.func @main(%x: tensor<4x4xf64>, %u: tensor<2x2x3xf64>) -> tensor<4x4xf64> {
  %i = stablehlo.constant dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<4x4xf64>, tensor<2x2xi64>, tensor<2x2x3xf64>) -> tensor<4x4xf64>
  %0 = stablehlo.multiply %s, %s : tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}
// -----
// The operand has no elements, or there are no updates.
func.func @main(%x: tensor<0x3xf64>, %i: tensor<2x1xi32>, %u: tensor<2x3xf64>) -> tensor<0x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %b, %a : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<0x3xf64>, tensor<2x1xi32>, tensor<2x3xf64>) -> tensor<0x3xf64>
  %0 = stablehlo.multiply %s, %s : tensor<0x3xf64>
  return %0 : tensor<0x3xf64>
}
// -----
func.func @main(%x: tensor<4x3xf64>, %i: tensor<0x1xi32>, %u: tensor<0x3xf64>) -> tensor<4x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<4x3xf64>, tensor<0x1xi32>, tensor<0x3xf64>) -> tensor<4x3xf64>
  %0 = stablehlo.multiply %s, %s : tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}
// -----
// The index vector has no components, so the window is at the origin.
func.func @main(%x: tensor<3xf64>, %i: tensor<0xi32>, %u: tensor<2xf64>) -> tensor<3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], index_vector_dim = 0>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %b, %a : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) : (tensor<3xf64>, tensor<0xi32>, tensor<2xf64>) -> tensor<3xf64>
  %0 = stablehlo.multiply %s, %s : tensor<3xf64>
  return %0 : tensor<3xf64>
}
// -----
func.func @main(%x: tensor<3xf64>, %i: tensor<0xi32>, %u: tensor<2xf64>) -> tensor<3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], index_vector_dim = 0>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) : (tensor<3xf64>, tensor<0xi32>, tensor<2xf64>) -> tensor<3xf64>
  %0 = stablehlo.multiply %s, %s : tensor<3xf64>
  return %0 : tensor<3xf64>
}
