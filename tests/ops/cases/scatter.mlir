// Rows with the same index are added up. Rows with an index out of range are ignored.
// types: numbers complex
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
// If windows overlap, the last one is kept. A window that is partly out of range is ignored.
// types: all
func.func @main(%x: tensor<9x$T>, %i: tensor<6x1xi64>, %u: tensor<6x3x$T>) -> tensor<9x$T> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    stablehlo.return %b : tensor<$T>
  }) : (tensor<9x$T>, tensor<6x1xi64>, tensor<6x3x$T>) -> tensor<9x$T>
  return %0 : tensor<9x$T>
}
// -----
// The result depends on the order of the arguments of the body. The scatter has a batching dim.
// types: f32 i32
func.func @main(%x: tensor<3x7x$T>, %i: tensor<3x4x1xi32>, %u: tensor<3x4x$T>) -> tensor<3x7x$T> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.subtract %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<3x7x$T>, tensor<3x4x1xi32>, tensor<3x4x$T>) -> tensor<3x7x$T>
  return %0 : tensor<3x7x$T>
}
// -----
// The window dim is the first dim of the updates. If windows overlap, the one of the last index vector is kept.
// types: f32 i8
func.func @main(%x: tensor<9x$T>, %i: tensor<7x1xi32>, %u: tensor<5x7x$T>) -> tensor<9x$T> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    stablehlo.return %b : tensor<$T>
  }) : (tensor<9x$T>, tensor<7x1xi32>, tensor<5x7x$T>) -> tensor<9x$T>
  return %0 : tensor<9x$T>
}
// -----
// One body combines two inputs of different types: it selects the larger value and the number that belongs to it.
// types: numbers
func.func @main(%x: tensor<5x7x$T>, %n: tensor<5x7xi32>, %i: tensor<11x1xi32>, %u: tensor<11x7x$T>, %m: tensor<11x7xi32>) -> (tensor<5x7x$T>, tensor<5x7xi32>) {
  %0:2 = "stablehlo.scatter"(%x, %n, %i, %u, %m) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %c: tensor<i32>, %b: tensor<$T>, %d: tensor<i32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<$T>
    %3 = stablehlo.select %1, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<$T>, tensor<i32>
  }) : (tensor<5x7x$T>, tensor<5x7xi32>, tensor<11x1xi32>, tensor<11x7x$T>, tensor<11x7xi32>) -> (tensor<5x7x$T>, tensor<5x7xi32>)
  return %0#0, %0#1 : tensor<5x7x$T>, tensor<5x7xi32>
}
// -----
// A kernel computes one of the two inputs and one of the updates. Another kernel reads the results.
// types: f32 f64
// tolerance: 1e-6
func.func @main(%x: tensor<3x5x$T>, %i: tensor<3x2xi64>, %u: tensor<3x1x3x$T>) -> (tensor<3x5x$T>, tensor<3x5x$T>) {
  %0 = stablehlo.broadcast_in_dim %u, dims = [0, 1, 2] : (tensor<3x1x3x$T>) -> tensor<3x1x3x$T>
  %1 = stablehlo.negate %x : tensor<3x5x$T>
  %2 = stablehlo.tanh %0 : tensor<3x1x3x$T>
  %3:2 = "stablehlo.scatter"(%1, %x, %i, %u, %2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %c: tensor<$T>, %b: tensor<$T>, %d: tensor<$T>):
    %4 = stablehlo.subtract %d, %a : tensor<$T>
    %5 = stablehlo.add %c, %b : tensor<$T>
    stablehlo.return %5, %4 : tensor<$T>, tensor<$T>
  }) : (tensor<3x5x$T>, tensor<3x5x$T>, tensor<3x2xi64>, tensor<3x1x3x$T>, tensor<3x1x3x$T>) -> (tensor<3x5x$T>, tensor<3x5x$T>)
  %6 = stablehlo.add %3#0, %3#1 : tensor<3x5x$T>
  return %6, %3#1 : tensor<3x5x$T>, tensor<3x5x$T>
}
// -----
// Each computed tensor is both an input and an update. So it must also be in memory.
// types: f32
func.func @main(%s: tensor<$T>, %i: tensor<5x1xi32>) -> (tensor<5x$T>, tensor<5x$T>) {
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<$T>) -> tensor<5x$T>
  %1 = stablehlo.iota dim = 0 : tensor<5x$T>
  %2:2 = "stablehlo.scatter"(%0, %1, %i, %1, %0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %c: tensor<$T>, %b: tensor<$T>, %d: tensor<$T>):
    %3 = stablehlo.add %a, %b : tensor<$T>
    %4 = stablehlo.subtract %c, %d : tensor<$T>
    stablehlo.return %3, %4 : tensor<$T>, tensor<$T>
  }) : (tensor<5x$T>, tensor<5x$T>, tensor<5x1xi32>, tensor<5x$T>, tensor<5x$T>) -> (tensor<5x$T>, tensor<5x$T>)
  return %2#0, %2#1 : tensor<5x$T>, tensor<5x$T>
}
// -----
// The only input is also the update.
// types: f32
func.func @main(%s: tensor<$T>, %i: tensor<5x1xi32>) -> tensor<5x$T> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<$T>) -> tensor<5x$T>
  %1 = "stablehlo.scatter"(%0, %i, %0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<5x$T>, tensor<5x1xi32>, tensor<5x$T>) -> tensor<5x$T>
  return %1 : tensor<5x$T>
}
// -----
// A loop carries both inputs of a scatter and updates them in place.
// types: f32
func.func @main(%x: tensor<7x$T>, %y: tensor<7x$T>, %i: tensor<3x1xi32>) -> (tensor<7x$T>, tensor<7x$T>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %0:3 = stablehlo.while(%k = %zero, %p = %x, %q = %y) : tensor<i32>, tensor<7x$T>, tensor<7x$T>
   cond {
    %1 = stablehlo.compare LT, %k, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.add %k, %one : tensor<i32>
    %3 = stablehlo.convert %k : (tensor<i32>) -> tensor<$T>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<$T>) -> tensor<3x$T>
    %5:2 = "stablehlo.scatter"(%p, %q, %i, %4, %4) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%a: tensor<$T>, %c: tensor<$T>, %b: tensor<$T>, %d: tensor<$T>):
      %6 = stablehlo.subtract %c, %b : tensor<$T>
      %7 = stablehlo.add %a, %d : tensor<$T>
      stablehlo.return %6, %7 : tensor<$T>, tensor<$T>
    }) : (tensor<7x$T>, tensor<7x$T>, tensor<3x1xi32>, tensor<3x$T>, tensor<3x$T>) -> (tensor<7x$T>, tensor<7x$T>)
    stablehlo.return %2, %5#1, %5#0 : tensor<i32>, tensor<7x$T>, tensor<7x$T>
  }
  return %0#1, %0#2 : tensor<7x$T>, tensor<7x$T>
}
// -----
// Without index vectors, the result is the input. If index vectors have no components, all windows are at the origin.
// types: f32 i8
func.func @main(%x: tensor<5x6x$T>, %i: tensor<0x1xi32>, %u: tensor<0x6x$T>, %j: tensor<3x0xi32>, %v: tensor<3x2x3x$T>) -> (tensor<5x6x$T>, tensor<5x6x$T>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<5x6x$T>, tensor<0x1xi32>, tensor<0x6x$T>) -> tensor<5x6x$T>
  %1 = "stablehlo.scatter"(%x, %j, %v) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<5x6x$T>, tensor<3x0xi32>, tensor<3x2x3x$T>) -> tensor<5x6x$T>
  return %0, %1 : tensor<5x6x$T>, tensor<5x6x$T>
}
// -----
// The inputs and updates are narrower than the body.
// types: i8 i16 i32
func.func @main(%x: tensor<5x6x$T>, %i: tensor<9x1xi32>, %u: tensor<9x6x$T>) -> (tensor<5x6xi64>, tensor<5x6xi64>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %2 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %2 : tensor<i64>
  }) : (tensor<5x6x$T>, tensor<9x1xi32>, tensor<9x6x$T>) -> tensor<5x6xi64>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    stablehlo.return %b : tensor<i64>
  }) : (tensor<5x6x$T>, tensor<9x1xi32>, tensor<9x6x$T>) -> tensor<5x6xi64>
  return %0, %1 : tensor<5x6xi64>, tensor<5x6xi64>
}
// -----
// types: f16 bf16
// tolerance: 1e-6
func.func @main(%x: tensor<5x6x$T>, %i: tensor<9x1xi32>, %u: tensor<9x6x$T>) -> tensor<5x6xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<5x6x$T>, tensor<9x1xi32>, tensor<9x6x$T>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}
// -----
// The rows fill several vectors and a part of one.
// types: numbers complex i1
// tolerance: 1e-6
func.func @main(%x: tensor<5x37x$T>, %i: tensor<40x1xi32>, %u: tensor<40x37x$T>) -> (tensor<5x37x$T>, tensor<5x37x$T>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<5x37x$T>, tensor<40x1xi32>, tensor<40x37x$T>) -> tensor<5x37x$T>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    stablehlo.return %b : tensor<$T>
  }) : (tensor<5x37x$T>, tensor<40x1xi32>, tensor<40x37x$T>) -> tensor<5x37x$T>
  return %0, %1 : tensor<5x37x$T>, tensor<5x37x$T>
}
// -----
// Two indices select the place of each row within its element of the batch.
// types: f32 f64 bf16 i16
// tolerance: 1e-6
func.func @main(%x: tensor<3x4x5x19x$T>, %i: tensor<3x11x2xi64>, %u: tensor<3x11x19x$T>) -> tensor<3x4x5x19x$T> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.maximum %a, %b : tensor<$T>
    stablehlo.return %1 : tensor<$T>
  }) : (tensor<3x4x5x19x$T>, tensor<3x11x2xi64>, tensor<3x11x19x$T>) -> tensor<3x4x5x19x$T>
  return %0 : tensor<3x4x5x19x$T>
}
// -----
// The windows are columns. The updates contain them as columns (%u) or as rows (%v).
// types: f32 ui8
// tolerance: 1e-6
func.func @main(%x: tensor<33x7x$T>, %i: tensor<10x1xi32>, %u: tensor<33x10x$T>, %v: tensor<10x33x$T>) -> (tensor<33x7x$T>, tensor<33x7x$T>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.subtract %b, %a : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<33x7x$T>, tensor<10x1xi32>, tensor<33x10x$T>) -> tensor<33x7x$T>
  %1 = "stablehlo.scatter"(%x, %i, %v) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.multiply %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<33x7x$T>, tensor<10x1xi32>, tensor<10x33x$T>) -> tensor<33x7x$T>
  return %0, %1 : tensor<33x7x$T>, tensor<33x7x$T>
}
// -----
// The first indices are unique, and two are out of range. The second indices are all equal, as the program says.
// types: f32 i8
// tolerance: 1e-6
func.func @main(%x: tensor<9x21x$T>, %u: tensor<6x21x$T>) -> (tensor<9x21x$T>, tensor<9x21x$T>) {
  %i = stablehlo.constant dense<[[3], [0], [-1], [8], [9], [2]]> : tensor<6x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<9x21x$T>, tensor<6x1xi32>, tensor<6x21x$T>) -> tensor<9x21x$T>
  %j = stablehlo.constant dense<4> : tensor<6x1xi32>
  %1 = "stablehlo.scatter"(%x, %j, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<9x21x$T>, tensor<6x1xi32>, tensor<6x21x$T>) -> tensor<9x21x$T>
  return %0, %1 : tensor<9x21x$T>, tensor<9x21x$T>
}
// -----
// The updates are sums, and each index is the maximum of a row.
// types: f32
// tolerance: 1e-5
func.func @main(%x: tensor<8x20x$T>, %u: tensor<30x20x5x$T>, %k: tensor<30x3xi32>) -> tensor<8x20x$T> {
  %z = stablehlo.constant dense<0.0> : tensor<$T>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%u init: %z) applies stablehlo.add across dimensions = [2] : (tensor<30x20x5x$T>, tensor<$T>) -> tensor<30x20x$T>
  %1 = stablehlo.reduce(%k init: %n) applies stablehlo.maximum across dimensions = [1] : (tensor<30x3xi32>, tensor<i32>) -> tensor<30xi32>
  %2 = stablehlo.reshape %1 : (tensor<30xi32>) -> tensor<30x1xi32>
  %3 = "stablehlo.scatter"(%x, %2, %0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %4 = stablehlo.add %a, %b : tensor<$T>
    stablehlo.return %4 : tensor<$T>
  }) : (tensor<8x20x$T>, tensor<30x1xi32>, tensor<30x20x$T>) -> tensor<8x20x$T>
  return %3 : tensor<8x20x$T>
}
// -----
// Both index lists are unique. The windows have one row in the first scatter. In the second they have three rows and
// overlap.
// types: f32 i8
func.func @main(%x: tensor<9x21x$T>, %u: tensor<6x1x21x$T>, %v: tensor<5x3x21x$T>) -> (tensor<9x21x$T>, tensor<9x21x$T>) {
  %i = stablehlo.constant dense<[[3], [0], [-1], [8], [9], [2]]> : tensor<6x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %2 = stablehlo.subtract %a, %b : tensor<$T>
    stablehlo.return %2 : tensor<$T>
  }) : (tensor<9x21x$T>, tensor<6x1xi32>, tensor<6x1x21x$T>) -> tensor<9x21x$T>
  %j = stablehlo.constant dense<[[3], [5], [1], [4], [7]]> : tensor<5x1xi32>
  %1 = "stablehlo.scatter"(%x, %j, %v) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    stablehlo.return %b : tensor<$T>
  }) : (tensor<9x21x$T>, tensor<5x1xi32>, tensor<5x3x21x$T>) -> tensor<9x21x$T>
  return %0, %1 : tensor<9x21x$T>, tensor<9x21x$T>
}
