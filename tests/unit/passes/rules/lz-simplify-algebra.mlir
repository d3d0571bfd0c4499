// For each rule there are a program that the rule changes, and a near miss (tests/unit/passes/RulesTest.cc).

func.func @divide_by_power_of_two(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<8.0> : tensor<2x3xf32>
  %0 = stablehlo.divide %x, %c : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @divide_by_power_of_two_near_miss(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<2x3xf32>
  %0 = stablehlo.divide %x, %c : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @compare_with_itself(%x: tensor<6xi32>) -> tensor<6xi1> {
  %0 = stablehlo.compare LE, %x, %x : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @compare_with_itself_near_miss(%x: tensor<6xf32>) -> tensor<6xi1> {
  %0 = stablehlo.compare LE, %x, %x : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @constants_together(%x: tensor<6xi32>) -> tensor<6xi32> {
  %c = stablehlo.constant dense<3> : tensor<6xi32>
  %d = stablehlo.constant dense<4> : tensor<6xi32>
  %0 = stablehlo.add %x, %c : tensor<6xi32>
  %1 = stablehlo.add %0, %d : tensor<6xi32>
  return %1 : tensor<6xi32>
}

func.func @constants_together_near_miss(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<6xf32>
  %d = stablehlo.constant dense<4.0> : tensor<6xf32>
  %0 = stablehlo.add %x, %c : tensor<6xf32>
  %1 = stablehlo.add %0, %d : tensor<6xf32>
  return %1 : tensor<6xf32>
}

func.func @common_factor(%x: tensor<6xi32>, %y: tensor<6xi32>, %z: tensor<6xi32>) -> tensor<6xi32> {
  %0 = stablehlo.multiply %x, %z : tensor<6xi32>
  %1 = stablehlo.multiply %z, %y : tensor<6xi32>
  %2 = stablehlo.add %0, %1 : tensor<6xi32>
  return %2 : tensor<6xi32>
}

func.func @common_factor_near_miss(%x: tensor<6xf32>, %y: tensor<6xf32>, %z: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.multiply %x, %z : tensor<6xf32>
  %1 = stablehlo.multiply %z, %y : tensor<6xf32>
  %2 = stablehlo.add %0, %1 : tensor<6xf32>
  return %2 : tensor<6xf32>
}

func.func @unsigned_by_power_of_two(%x: tensor<6xui32>) -> tensor<6xui32> {
  %c = stablehlo.constant dense<8> : tensor<6xui32>
  %0 = stablehlo.divide %x, %c : tensor<6xui32>
  %1 = stablehlo.remainder %x, %c : tensor<6xui32>
  %2 = stablehlo.add %0, %1 : tensor<6xui32>
  return %2 : tensor<6xui32>
}

func.func @unsigned_by_power_of_two_near_miss(%x: tensor<6xi32>) -> tensor<6xi32> {
  %c = stablehlo.constant dense<8> : tensor<6xi32>
  %0 = stablehlo.divide %x, %c : tensor<6xi32>
  return %0 : tensor<6xi32>
}

func.func @decided_comparison(%x: tensor<6xui32>) -> (tensor<6xi1>, tensor<6xi1>) {
  %c = stablehlo.constant dense<0> : tensor<6xui32>
  %0 = stablehlo.compare LT, %x, %c : (tensor<6xui32>, tensor<6xui32>) -> tensor<6xi1>
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %n = stablehlo.constant dense<6> : tensor<6xi32>
  %1 = stablehlo.compare LT, %i, %n : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  return %0, %1 : tensor<6xi1>, tensor<6xi1>
}

func.func @decided_comparison_near_miss(%x: tensor<6xi32>) -> (tensor<6xi1>, tensor<6xi1>) {
  %c = stablehlo.constant dense<0> : tensor<6xi32>
  %0 = stablehlo.compare LT, %x, %c : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %n = stablehlo.constant dense<5> : tensor<6xi32>
  %1 = stablehlo.compare LT, %i, %n : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  return %0, %1 : tensor<6xi1>, tensor<6xi1>
}

func.func @compare_with_predicate(%p: tensor<6xi1>) -> tensor<6xi1> {
  %c = stablehlo.constant dense<false> : tensor<6xi1>
  %0 = stablehlo.compare EQ, %p, %c : (tensor<6xi1>, tensor<6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @compare_with_predicate_near_miss(%p: tensor<6xi1>, %q: tensor<6xi1>) -> tensor<6xi1> {
  %0 = stablehlo.compare EQ, %p, %q : (tensor<6xi1>, tensor<6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @product_with_predicate(%p: tensor<6xi1>, %x: tensor<6xi32>) -> tensor<6xi32> {
  %0 = stablehlo.convert %p : (tensor<6xi1>) -> tensor<6xi32>
  %1 = stablehlo.multiply %x, %0 : tensor<6xi32>
  return %1 : tensor<6xi32>
}

func.func @product_with_predicate_near_miss(%p: tensor<6xi1>, %x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.convert %p : (tensor<6xi1>) -> tensor<6xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<6xf32>
  return %1 : tensor<6xf32>
}

func.func @select_is_extremum(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<6xf32>
  %0 = stablehlo.compare LE, %x, %c : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %1 = stablehlo.select %0, %c, %x : tensor<6xi1>, tensor<6xf32>
  return %1 : tensor<6xf32>
}

func.func @select_is_extremum_near_miss(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<6xf32>
  %0 = stablehlo.compare LT, %x, %c : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %1 = stablehlo.select %0, %c, %x : tensor<6xi1>, tensor<6xf32>
  return %1 : tensor<6xf32>
}

func.func @gather_of_rows(%x: tensor<3x5xi32>, %i: tensor<3x1xi32>) -> tensor<3xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<3xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %2 = stablehlo.concatenate %1, %i, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %3 = "stablehlo.gather"(%x, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x5xi32>, tensor<3x2xi32>) -> tensor<3xi32>
  return %3 : tensor<3xi32>
}

func.func @gather_of_rows_near_miss(%x: tensor<4x5xi32>, %i: tensor<3x1xi32>) -> tensor<3xi32> {
  %1 = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %2 = stablehlo.concatenate %1, %i, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %3 = "stablehlo.gather"(%x, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xi32>, tensor<3x2xi32>) -> tensor<3xi32>
  return %3 : tensor<3xi32>
}

func.func @scatter_of_rows(%x: tensor<5x3xi32>, %i: tensor<3x1xi32>, %u: tensor<3xi32>) -> tensor<5x3xi32> {
  %1 = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %2 = stablehlo.concatenate %i, %1, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %3 = "stablehlo.scatter"(%x, %2, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x3xi32>, tensor<3x2xi32>, tensor<3xi32>) -> tensor<5x3xi32>
  return %3 : tensor<5x3xi32>
}

func.func @scatter_of_rows_near_miss(%x: tensor<5x4xi32>, %i: tensor<3x1xi32>, %u: tensor<3xi32>) -> tensor<5x4xi32> {
  %1 = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %2 = stablehlo.concatenate %i, %1, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %3 = "stablehlo.scatter"(%x, %2, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x4xi32>, tensor<3x2xi32>, tensor<3xi32>) -> tensor<5x4xi32>
  return %3 : tensor<5x4xi32>
}

func.func @product_of_diagonal(%x: tensor<4x3xi32>, %v: tensor<3xi32>, %w: tensor<4xi32>) -> (tensor<4x3xi32>, tensor<3x4xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %m = stablehlo.compare EQ, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %z = stablehlo.constant dense<0> : tensor<3x3xi32>
  %b = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<3xi32>) -> tensor<3x3xi32>
  %d = stablehlo.select %m, %b, %z : tensor<3x3xi1>, tensor<3x3xi32>
  %0 = stablehlo.dot_general %x, %d, contracting_dims = [1] x [0] : (tensor<4x3xi32>, tensor<3x3xi32>) -> tensor<4x3xi32>
  %1 = stablehlo.dot_general %d, %x, contracting_dims = [1] x [1] : (tensor<3x3xi32>, tensor<4x3xi32>) -> tensor<3x4xi32>
  return %0, %1 : tensor<4x3xi32>, tensor<3x4xi32>
}

func.func @product_of_diagonal_near_miss(%x: tensor<4x3xi32>, %v: tensor<3xi32>, %w: tensor<3xi32>) -> tensor<4x3xi32> {
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %m = stablehlo.compare LE, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %z = stablehlo.constant dense<0> : tensor<3x3xi32>
  %b = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<3xi32>) -> tensor<3x3xi32>
  %d = stablehlo.select %m, %b, %z : tensor<3x3xi1>, tensor<3x3xi32>
  %0 = stablehlo.dot_general %x, %d, contracting_dims = [1] x [0] : (tensor<4x3xi32>, tensor<3x3xi32>) -> tensor<4x3xi32>
  return %0 : tensor<4x3xi32>
}

func.func @product_of_shifted(%a: tensor<3x3xi32>, %x: tensor<3x2xi32>, %s: tensor<i32>) -> tensor<3x2xi32> {
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %m = stablehlo.compare EQ, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %e = stablehlo.convert %m : (tensor<3x3xi1>) -> tensor<3x3xi32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
  %d = stablehlo.multiply %b, %e : tensor<3x3xi32>
  %0 = stablehlo.add %a, %d : tensor<3x3xi32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [0] x [0] : (tensor<3x3xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}

func.func @product_of_shifted_near_miss(%a: tensor<3x3xi32>, %x: tensor<3x2xi32>, %s: tensor<i32>) -> (tensor<3x2xi32>, tensor<3x3xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %m = stablehlo.compare EQ, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %e = stablehlo.convert %m : (tensor<3x3xi1>) -> tensor<3x3xi32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
  %d = stablehlo.multiply %b, %e : tensor<3x3xi32>
  %0 = stablehlo.add %a, %d : tensor<3x3xi32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [0] x [0] : (tensor<3x3xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
  return %1, %0 : tensor<3x2xi32>, tensor<3x3xi32>
}

func.func @product_of_outer(%u: tensor<4xi32>, %v: tensor<3xi32>, %x: tensor<3xi32>, %y: tensor<2x5x4xi32>) -> (tensor<4xi32>, tensor<2x5x3xi32>) {
  %a = stablehlo.broadcast_in_dim %u, dims = [0] : (tensor<4xi32>) -> tensor<4x3xi32>
  %b = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xi32>) -> tensor<4x3xi32>
  %0 = stablehlo.multiply %b, %a : tensor<4x3xi32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x3xi32>, tensor<3xi32>) -> tensor<4xi32>
  %2 = stablehlo.dot_general %u, %v, contracting_dims = [] x [] : (tensor<4xi32>, tensor<3xi32>) -> tensor<4x3xi32>
  %3 = stablehlo.dot_general %y, %2, contracting_dims = [2] x [0] : (tensor<2x5x4xi32>, tensor<4x3xi32>) -> tensor<2x5x3xi32>
  return %1, %3 : tensor<4xi32>, tensor<2x5x3xi32>
}

func.func @product_of_outer_near_miss(%u: tensor<3xi32>, %v: tensor<3xi32>, %x: tensor<3xi32>) -> tensor<3xi32> {
  %a = stablehlo.broadcast_in_dim %u, dims = [1] : (tensor<3xi32>) -> tensor<3x3xi32>
  %b = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xi32>) -> tensor<3x3xi32>
  %0 = stablehlo.multiply %b, %a : tensor<3x3xi32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<3x3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}

func.func @sum_of_product(%x: tensor<5x7x2x4xi32>, %y: tensor<3x4x7x6xi32>) -> tensor<7x5x6xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [2], contracting_dims = [3] x [1]
      : (tensor<5x7x2x4xi32>, tensor<3x4x7x6xi32>) -> tensor<7x5x2x3x6xi32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [2, 3] : (tensor<7x5x2x3x6xi32>, tensor<i32>) -> tensor<7x5x6xi32>
  return %1 : tensor<7x5x6xi32>
}

func.func @sum_of_product_near_miss(%x: tensor<5x7x4xi32>, %y: tensor<4x7x6xi32>, %i: tensor<i32>) -> (tensor<5x6xi32>, tensor<7x5xi32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [1], contracting_dims = [2] x [0]
      : (tensor<5x7x4xi32>, tensor<4x7x6xi32>) -> tensor<7x5x6xi32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<7x5x6xi32>, tensor<i32>) -> tensor<5x6xi32>
  %2 = stablehlo.dot_general %x, %y, batching_dims = [1] x [1], contracting_dims = [2] x [0]
      : (tensor<5x7x4xi32>, tensor<4x7x6xi32>) -> tensor<7x5x6xi32>
  %3 = stablehlo.reduce(%2 init: %i) applies stablehlo.add across dimensions = [2] : (tensor<7x5x6xi32>, tensor<i32>) -> tensor<7x5xi32>
  return %1, %3 : tensor<5x6xi32>, tensor<7x5xi32>
}

func.func @weighted_sum_of_product(%x: tensor<5x4xi32>, %y: tensor<4x7xi32>, %v: tensor<5xi32>, %w: tensor<7xi32>) -> (tensor<7xi32>, tensor<i32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x4xi32>, tensor<4x7xi32>) -> tensor<5x7xi32>
  %b = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<5xi32>) -> tensor<5x7xi32>
  %1 = stablehlo.multiply %0, %b : tensor<5x7xi32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<5x7xi32>, tensor<i32>) -> tensor<7xi32>
  %3 = stablehlo.dot_general %y, %x, contracting_dims = [0] x [1] : (tensor<4x7xi32>, tensor<5x4xi32>) -> tensor<7x5xi32>
  %c = stablehlo.broadcast_in_dim %w, dims = [0] : (tensor<7xi32>) -> tensor<7x5xi32>
  %4 = stablehlo.multiply %c, %3 : tensor<7x5xi32>
  %5 = stablehlo.reduce(%4 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x5xi32>, tensor<i32>) -> tensor<i32>
  return %2, %5 : tensor<7xi32>, tensor<i32>
}

func.func @weighted_sum_of_product_near_miss(%x: tensor<5x4xi32>, %y: tensor<4x7xi32>, %v: tensor<7xi32>) -> tensor<7xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x4xi32>, tensor<4x7xi32>) -> tensor<5x7xi32>
  %b = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<7xi32>) -> tensor<5x7xi32>
  %1 = stablehlo.multiply %0, %b : tensor<5x7xi32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<5x7xi32>, tensor<i32>) -> tensor<7xi32>
  return %2 : tensor<7xi32>
}

func.func @diagonal_of_product(%x: tensor<5x4xi32>, %y: tensor<4x5xi32>) -> (tensor<5xi32>, tensor<5x1xi32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %zz = stablehlo.constant dense<0> : tensor<5x5xi32>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %m = stablehlo.compare EQ, %i, %j : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x4xi32>, tensor<4x5xi32>) -> tensor<5x5xi32>
  %1 = stablehlo.select %m, %0, %zz : tensor<5x5xi1>, tensor<5x5xi32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<5x5xi32>, tensor<i32>) -> tensor<5xi32>
  %3 = stablehlo.dot_general %y, %x, contracting_dims = [0] x [1] : (tensor<4x5xi32>, tensor<5x4xi32>) -> tensor<5x5xi32>
  %n = stablehlo.iota dim = 0 : tensor<5xi32>
  %c = stablehlo.broadcast_in_dim %n, dims = [0] : (tensor<5xi32>) -> tensor<5x1x1xi32>
  %4 = "stablehlo.gather"(%3, %c) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x5xi32>, tensor<5x1x1xi32>) -> tensor<5x1xi32>
  return %2, %4 : tensor<5xi32>, tensor<5x1xi32>
}

func.func @diagonal_of_product_near_miss(%x: tensor<5x4xi32>, %y: tensor<4x5xi32>, %k: tensor<5x1x1xi32>) -> (tensor<5xi32>, tensor<5x1xi32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<5x5xi32>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %m = stablehlo.compare EQ, %i, %j : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x4xi32>, tensor<4x5xi32>) -> tensor<5x5xi32>
  %1 = stablehlo.select %m, %0, %ones : tensor<5x5xi1>, tensor<5x5xi32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<5x5xi32>, tensor<i32>) -> tensor<5xi32>
  %3 = stablehlo.dot_general %y, %x, contracting_dims = [0] x [1] : (tensor<4x5xi32>, tensor<5x4xi32>) -> tensor<5x5xi32>
  %4 = "stablehlo.gather"(%3, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x5xi32>, tensor<5x1x1xi32>) -> tensor<5x1xi32>
  return %2, %4 : tensor<5xi32>, tensor<5x1xi32>
}

func.func @trace_of_product(%x: tensor<5x4xi32>, %y: tensor<4x5xi32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %zz = stablehlo.constant dense<0> : tensor<5x5xi32>
  %n = stablehlo.iota dim = 0 : tensor<5xi32>
  %i = stablehlo.broadcast_in_dim %n, dims = [0] : (tensor<5xi32>) -> tensor<5x5xi32>
  %j = stablehlo.broadcast_in_dim %n, dims = [1] : (tensor<5xi32>) -> tensor<5x5xi32>
  %m = stablehlo.compare EQ, %i, %j : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x4xi32>, tensor<4x5xi32>) -> tensor<5x5xi32>
  %1 = stablehlo.select %m, %0, %zz : tensor<5x5xi1>, tensor<5x5xi32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x5xi32>, tensor<i32>) -> tensor<i32>
  return %2 : tensor<i32>
}

func.func @trace_of_product_near_miss(%x: tensor<5x4xf16>, %y: tensor<4x5xf16>) -> tensor<f16> {
  %z = stablehlo.constant dense<0.0> : tensor<f16>
  %zz = stablehlo.constant dense<0.0> : tensor<5x5xf16>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %m = stablehlo.compare EQ, %i, %j : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x4xf16>, tensor<4x5xf16>) -> tensor<5x5xf16>
  %1 = stablehlo.select %m, %0, %zz : tensor<5x5xi1>, tensor<5x5xf16>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x5xf16>, tensor<f16>) -> tensor<f16>
  return %2 : tensor<f16>
}
