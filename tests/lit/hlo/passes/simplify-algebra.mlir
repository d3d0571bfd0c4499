// RUN: lz-opt %s --lz-canonicalize --lz-simplify-algebra | FileCheck %s

// CHECK-LABEL: func.func @neutral
// CHECK-SAME:  (%[[X:.*]]: tensor<3xi32>)
// CHECK-NEXT:  return %[[X]]
func.func @neutral(%x: tensor<3xi32>) -> tensor<3xi32> {
  %zero = stablehlo.constant dense<0> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<3xi32>
  %ones = stablehlo.constant dense<-1> : tensor<3xi32>
  %0 = stablehlo.add %zero, %x : tensor<3xi32>
  %1 = stablehlo.multiply %0, %one : tensor<3xi32>
  %2 = stablehlo.subtract %1, %zero : tensor<3xi32>
  %3 = stablehlo.divide %2, %one : tensor<3xi32>
  %4 = stablehlo.and %3, %ones : tensor<3xi32>
  %5 = stablehlo.xor %4, %zero : tensor<3xi32>
  return %5 : tensor<3xi32>
}

// Floats: x - 0, x * 1, x / 1 and x + -0 change no bit.
// CHECK-LABEL: func.func @neutral_floats
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT:  return %[[X]]
func.func @neutral_floats(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %0 = stablehlo.subtract %x, %zero : tensor<3xf32>
  %1 = stablehlo.multiply %ones, %0 : tensor<3xf32>
  %2 = stablehlo.divide %1, %ones : tensor<3xf32>
  %3 = stablehlo.add %2, %minus_zero : tensor<3xf32>
  return %3 : tensor<3xf32>
}

// Near misses: these laws do not hold for floats, because -0 + 0 is +0, and NaN * 0 and inf - inf are NaN.
// CHECK-LABEL: func.func @not_for_floats
// CHECK:       stablehlo.add
// CHECK:       stablehlo.multiply
// CHECK:       stablehlo.subtract
func.func @not_for_floats(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %0 = stablehlo.add %x, %zero : tensor<3xf32>
  %1 = stablehlo.multiply %0, %zero : tensor<3xf32>
  %2 = stablehlo.subtract %1, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}

// CHECK-LABEL: func.func @signs
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>)
// CHECK-NEXT:  %[[A:.*]] = stablehlo.add %[[X]], %[[Y]]
// CHECK-NEXT:  return %[[A]]
func.func @signs(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.negate %y : tensor<3xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<3xf32>
  %2 = stablehlo.negate %1 : tensor<3xf32>
  %3 = stablehlo.negate %2 : tensor<3xf32>
  return %3 : tensor<3xf32>
}

// CHECK-LABEL: func.func @even_and_upper_halves
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>, %[[I:.*]]: tensor<3xi32>)
// CHECK:       %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-DAG:   %[[C:.*]] = chlo.cosh %[[X]]
// CHECK-DAG:   %[[ZEROS:.*]] = stablehlo.broadcast_in_dim %[[ZERO]]
// CHECK-NOT:   chlo.mulhi
// CHECK:       return %[[C]], %[[ZEROS]]
func.func @even_and_upper_halves(%x: tensor<3xf32>, %i: tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<3xi32>
  %0 = stablehlo.abs %x : tensor<3xf32>
  %1 = stablehlo.negate %0 : tensor<3xf32>
  %2 = chlo.cosh %1 : tensor<3xf32> -> tensor<3xf32>
  %3 = chlo.mulhi %zero, %i : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  return %2, %3 : tensor<3xf32>, tensor<3xi32>
}

// CHECK-LABEL: func.func @powers
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>)
// CHECK-NOT:   stablehlo.power
// CHECK:       %[[SQUARE:.*]] = stablehlo.multiply %[[X]], %[[X]]
// CHECK-NOT:   stablehlo.power
// CHECK:       stablehlo.sqrt
func.func @powers(%x: tensor<3xf32>) -> tensor<3xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<3xf32>
  %half = stablehlo.constant dense<0.5> : tensor<3xf32>
  %0 = stablehlo.power %x, %two : tensor<3xf32>
  %1 = stablehlo.power %0, %half : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CHECK-LABEL: func.func @other_powers
// CHECK:       stablehlo.power
func.func @other_powers(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<[2.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = stablehlo.power %x, %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @divide_by_eight
// CHECK:       dense<1.250000e-01>
// CHECK:       stablehlo.multiply
// CHECK-NOT:   stablehlo.divide
func.func @divide_by_eight(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<8.0> : tensor<3xf32>
  %0 = stablehlo.divide %x, %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @divide_by_three
// CHECK:       stablehlo.divide
func.func @divide_by_three(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<3xf32>
  %0 = stablehlo.divide %x, %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @selects
// CHECK-SAME:  (%[[P:.*]]: tensor<3xi1>, %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>)
// CHECK-NEXT:  %[[S:.*]] = stablehlo.select %[[P]], %[[Y]], %[[X]]
// CHECK-NEXT:  return %[[S]], %[[P]], %[[X]]
func.func @selects(%p: tensor<3xi1>, %x: tensor<3xf32>, %y: tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xi1>, tensor<3xf32>) {
  %true = stablehlo.constant dense<true> : tensor<3xi1>
  %false = stablehlo.constant dense<false> : tensor<3xi1>
  %not = stablehlo.not %p : tensor<3xi1>
  %0 = stablehlo.select %not, %x, %y : tensor<3xi1>, tensor<3xf32>
  %1 = stablehlo.select %p, %true, %false : tensor<3xi1>, tensor<3xi1>
  %2 = stablehlo.select %true, %x, %y : tensor<3xi1>, tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xi1>, tensor<3xf32>
}

// CHECK-LABEL: func.func @compare_itself
// CHECK-SAME:  (%[[I:.*]]: tensor<3xi32>, %[[X:.*]]: tensor<3xf32>)
// CHECK:       stablehlo.compare EQ, %[[X]], %[[X]]
// CHECK-NOT:   stablehlo.compare
func.func @compare_itself(%i: tensor<3xi32>, %x: tensor<3xf32>) -> (tensor<3xi1>, tensor<3xi1>) {
  %0 = stablehlo.compare EQ, %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %1 = stablehlo.compare LT, %i, %i : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  return %0, %1 : tensor<3xi1>, tensor<3xi1>
}

// All three operands are constants: (1 + 3) + 3 becomes 1 + 6.
// CHECK-LABEL: func.func @constants_only
// CHECK:       %[[SUM:.*]] = stablehlo.add
// CHECK-NEXT:  return %[[SUM]]
func.func @constants_only() -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.add %one, %three : tensor<i32>
  %1 = stablehlo.add %0, %three : tensor<i32>
  return %1 : tensor<i32>
}

// A select becomes a maximum or minimum if both are equal for every operand. For x = -0, select(x <= 0, 0, x) is +0,
// like the maximum, but select(x < 0, 0, x) is -0. For x = NaN, select(x > 6, 6, x) is NaN, like the minimum, but
// select(x >= 6, x, 6) is 6.
// CHECK-LABEL: func.func @extrema
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>, %[[I:.*]]: tensor<3xi32>)
// CHECK:       %[[A:.*]] = stablehlo.maximum %[[X]]
// CHECK:       %[[B:.*]] = stablehlo.select
// CHECK:       %[[C:.*]] = stablehlo.minimum %[[X]]
// CHECK:       %[[D:.*]] = stablehlo.select
// CHECK:       %[[E:.*]] = stablehlo.maximum %[[I]]
// CHECK:       return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
func.func @extrema(%x: tensor<3xf32>, %i: tensor<3xi32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %six = stablehlo.constant dense<6.0> : tensor<3xf32>
  %none = stablehlo.constant dense<0> : tensor<3xi32>
  %le = stablehlo.compare LE, %x, %zero : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %0 = stablehlo.select %le, %zero, %x : tensor<3xi1>, tensor<3xf32>
  %lt = stablehlo.compare LT, %x, %zero : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %1 = stablehlo.select %lt, %zero, %x : tensor<3xi1>, tensor<3xf32>
  %gt = stablehlo.compare GT, %x, %six : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %2 = stablehlo.select %gt, %six, %x : tensor<3xi1>, tensor<3xf32>
  %ge = stablehlo.compare GE, %x, %six : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %3 = stablehlo.select %ge, %x, %six : tensor<3xi1>, tensor<3xf32>
  %int = stablehlo.compare LT, %i, %none : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %4 = stablehlo.select %int, %none, %i : tensor<3xi1>, tensor<3xi32>
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>
}

// x[arange(3), i] reads one element of each row.
// CHECK-LABEL: func.func @gather_of_rows
// CHECK-SAME:  (%[[X:.*]]: tensor<3x5xf32>, %[[I:.*]]: tensor<3x1xi32>)
// CHECK:       %[[P:.*]] = stablehlo.reshape %[[I]] : (tensor<3x1xi32>) -> tensor<3x1x1xi32>
// CHECK:       %[[G:.*]] = "stablehlo.gather"(%[[X]], %[[P]])
// CHECK-SAME:  #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
// CHECK:       stablehlo.reshape %[[G]] : (tensor<3x1xf32>) -> tensor<3xf32>
func.func @gather_of_rows(%x: tensor<3x5xf32>, %i: tensor<3x1xi32>) -> tensor<3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %2 = stablehlo.concatenate %1, %i, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %3 = "stablehlo.gather"(%x, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x5xf32>, tensor<3x2xi32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}

// Elements of the first three of four rows are read. They are not a batch.
// CHECK-LABEL: func.func @gather_of_first_rows
// CHECK:       start_index_map = [0, 1], index_vector_dim = 1>
func.func @gather_of_first_rows(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>) -> tensor<3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %1 = stablehlo.concatenate %0, %i, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xf32>, tensor<3x2xi32>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

// The columns count.
// CHECK-LABEL: func.func @scatter_of_rows
// CHECK-SAME:  (%[[X:.*]]: tensor<5x3xf32>, %[[I:.*]]: tensor<3x1xi32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-DAG:   %[[P:.*]] = stablehlo.reshape %[[I]] : (tensor<3x1xi32>) -> tensor<1x3x1xi32>
// CHECK-DAG:   %[[V:.*]] = stablehlo.reshape %[[U]] : (tensor<3xf32>) -> tensor<1x3xf32>
// CHECK:       "stablehlo.scatter"(%[[X]], %[[P]], %[[V]])
// CHECK-SAME:  #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>
func.func @scatter_of_rows(%x: tensor<5x3xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<5x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %1 = stablehlo.concatenate %i, %0, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %2 = "stablehlo.scatter"(%x, %1, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<3x2xi32>, tensor<3xf32>) -> tensor<5x3xf32>
  return %2 : tensor<5x3xf32>
}
