// RUN: lz-opt %s --lz-legalize-contractions | FileCheck %s

// CHECK-LABEL: func.func @integers
// CHECK-SAME:  (%[[X:.*]]: tensor<7x2x3xi8>, %[[Y:.*]]: tensor<3x5x7xi8>)
// CHECK-DAG:   %[[A:.*]] = stablehlo.convert %[[X]] : (tensor<7x2x3xi8>) -> tensor<7x2x3xi32>
// CHECK-DAG:   %[[B:.*]] = stablehlo.convert %[[Y]] : (tensor<3x5x7xi8>) -> tensor<3x5x7xi32>
// CHECK-DAG:   %[[C:.*]] = stablehlo.broadcast_in_dim %[[A]], dims = [0, 1, 3] : (tensor<7x2x3xi32>) -> tensor<7x2x5x3xi32>
// CHECK-DAG:   %[[D:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [3, 2, 0] : (tensor<3x5x7xi32>) -> tensor<7x2x5x3xi32>
// CHECK:       %[[P:.*]] = stablehlo.multiply %[[C]], %[[D]]
// CHECK:       stablehlo.reduce(%[[P]] init: %{{.*}}) applies stablehlo.add across dimensions = [3]
func.func @integers(%x: tensor<7x2x3xi8>, %y: tensor<3x5x7xi8>) -> tensor<7x2x5xi32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [2], contracting_dims = [2] x [0]
      : (tensor<7x2x3xi8>, tensor<3x5x7xi8>) -> tensor<7x2x5xi32>
  return %0 : tensor<7x2x5xi32>
}

// Near miss: floats have a kernel.
// CHECK-LABEL: func.func @floats
// CHECK-NEXT:  stablehlo.dot_general
func.func @floats(%x: tensor<2x3xbf16>, %y: tensor<3x5xbf16>) -> tensor<2x5xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<2x3xbf16>, tensor<3x5xbf16>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func.func @reversed_window
// CHECK-SAME:  (%[[X:.*]]: tensor<1x9x1xf32>, %[[K:.*]]: tensor<3x1x2xf32>)
// CHECK:       %[[R:.*]] = stablehlo.reverse %[[K]], dims = [0]
// CHECK-NEXT:  stablehlo.convolution(%[[X]], %[[R]])
// CHECK-NOT:   reverse = [
func.func @reversed_window(%x: tensor<1x9x1xf32>, %k: tensor<3x1x2xf32>) -> tensor<1x7x2xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x9x1xf32>, tensor<3x1x2xf32>) -> tensor<1x7x2xf32>
  return %0 : tensor<1x7x2xf32>
}

// The program has a matrix of distances between 200 and 300 points. The matrix need not be in memory.
// CHECK-LABEL: func.func @formula_times_vector
// CHECK-SAME:  (%[[X:.*]]: tensor<200xf32>, %[[Y:.*]]: tensor<300xf32>, %[[B:.*]]: tensor<300xf32>)
// CHECK:       %[[K:.*]] = stablehlo.subtract
// CHECK-DAG:   %[[L:.*]] = stablehlo.broadcast_in_dim %[[K]], dims = [0, 1]
// CHECK-DAG:   %[[R:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [1]
// CHECK:       %[[P:.*]] = stablehlo.multiply %[[L]], %[[R]]
// CHECK:       stablehlo.reduce(%[[P]] init: %{{.*}}) applies stablehlo.add across dimensions = [1]
func.func @formula_times_vector(%x: tensor<200xf32>, %y: tensor<300xf32>, %b: tensor<300xf32>) -> tensor<200xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<200xf32>) -> tensor<200x300xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<300xf32>) -> tensor<200x300xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<200x300xf32>
  %3 = stablehlo.dot_general %2, %b, contracting_dims = [1] x [0]
      : (tensor<200x300xf32>, tensor<300xf32>) -> tensor<200xf32>
  return %3 : tensor<200xf32>
}

// The vector is on the left, and the matrix is transposed.
// CHECK-LABEL: func.func @vector_times_formula
// CHECK:       stablehlo.reduce
// CHECK-NOT:   stablehlo.dot_general
func.func @vector_times_formula(%x: tensor<200xf32>, %y: tensor<300xf32>, %b: tensor<200xf32>) -> tensor<300xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<200xf32>) -> tensor<200x300xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<300xf32>) -> tensor<200x300xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<200x300xf32>
  %3 = stablehlo.dot_general %b, %2, contracting_dims = [0] x [0]
      : (tensor<200xf32>, tensor<200x300xf32>) -> tensor<300xf32>
  return %3 : tensor<300xf32>
}

// The same is done for a matrix in memory, if each of its elements is used once.
// CHECK-LABEL: func.func @matrix_from_memory
// CHECK:       stablehlo.reduce
// CHECK-NOT:   stablehlo.dot_general
func.func @matrix_from_memory(%x: tensor<200x300xf32>, %b: tensor<300x1xf32>) -> tensor<200x1xf32> {
  %0 = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0]
      : (tensor<200x300xf32>, tensor<300x1xf32>) -> tensor<200x1xf32>
  return %0 : tensor<200x1xf32>
}

// Near miss: each element of the matrix is in several products.
// CHECK-LABEL: func.func @several_columns
// CHECK:       stablehlo.dot_general
func.func @several_columns(%x: tensor<200x300xf32>, %b: tensor<300x2xf32>) -> tensor<200x2xf32> {
  %0 = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0]
      : (tensor<200x300xf32>, tensor<300x2xf32>) -> tensor<200x2xf32>
  return %0 : tensor<200x2xf32>
}

// This holds for small matrices too.
// CHECK-LABEL: func.func @small_matrix
// CHECK:       stablehlo.reduce
// CHECK-NOT:   stablehlo.dot_general
func.func @small_matrix(%x: tensor<50x300xf32>, %b: tensor<300xf32>) -> tensor<50xf32> {
  %0 = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0]
      : (tensor<50x300xf32>, tensor<300xf32>) -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// Nothing is summed, so each element is a single product.
// CHECK-LABEL: func.func @outer_product
// CHECK-SAME:  (%[[X:.*]]: tensor<7x2xf32>, %[[Y:.*]]: tensor<7x3xf32>)
// CHECK-DAG:   %[[A:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [0, 1] : (tensor<7x2xf32>) -> tensor<7x2x3xf32>
// CHECK-DAG:   %[[B:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [0, 2] : (tensor<7x3xf32>) -> tensor<7x2x3xf32>
// CHECK:       stablehlo.multiply %[[A]], %[[B]]
// CHECK-NOT:   stablehlo.dot_general
func.func @outer_product(%x: tensor<7x2xf32>, %y: tensor<7x3xf32>) -> tensor<7x2x3xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [] x []
      : (tensor<7x2xf32>, tensor<7x3xf32>) -> tensor<7x2x3xf32>
  return %0 : tensor<7x2x3xf32>
}

// Products of narrow integers are computed in pairs of i16, even if the program widens an operand first.
// CHECK-LABEL: func.func @narrow_integers
// CHECK-SAME:  (%[[X:.*]]: tensor<40x64xi8>, %[[Y:.*]]: tensor<64x96xui8>)
// CHECK-DAG:   %[[A:.*]] = stablehlo.convert %[[X]] : (tensor<40x64xi8>) -> tensor<40x64xi16>
// CHECK-DAG:   %[[B:.*]] = stablehlo.convert %[[Y]] : (tensor<64x96xui8>) -> tensor<64x96xi16>
// CHECK:       %[[R:.*]] = stablehlo.dot_general %[[A]], %[[B]], contracting_dims = [1] x [0] {{.*}} -> tensor<40x96xi32>
// CHECK:       stablehlo.convert %[[R]] : (tensor<40x96xi32>) -> tensor<40x96xui32>
func.func @narrow_integers(%x: tensor<40x64xi8>, %y: tensor<64x96xui8>) -> tensor<40x96xui32> {
  %0 = stablehlo.convert %x : (tensor<40x64xi8>) -> tensor<40x64xui32>
  %1 = stablehlo.convert %y : (tensor<64x96xui8>) -> tensor<64x96xui32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0]
      : (tensor<40x64xui32>, tensor<64x96xui32>) -> tensor<40x96xui32>
  return %2 : tensor<40x96xui32>
}

// Near misses: sums of 64 bits; operands that were truncated to 8 bits; a product of a matrix and a vector.
// CHECK-LABEL: func.func @other_integers
// CHECK-NOT:   dot_general
// CHECK:       return
func.func @other_integers(%x: tensor<40x64xi8>, %y: tensor<64x96xi8>, %z: tensor<40x64xi16>, %v: tensor<9000x64xi8>, %w: tensor<64xi8>)
    -> (tensor<40x96xi64>, tensor<40x96xui32>, tensor<9000xi32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x64xi8>, tensor<64x96xi8>) -> tensor<40x96xi64>
  %1 = stablehlo.convert %z : (tensor<40x64xi16>) -> tensor<40x64xui16>
  %2 = stablehlo.convert %y : (tensor<64x96xi8>) -> tensor<64x96xui16>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [0] : (tensor<40x64xui16>, tensor<64x96xui16>) -> tensor<40x96xui32>
  %4 = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<9000x64xi8>, tensor<64xi8>) -> tensor<9000xi32>
  return %0, %3, %4 : tensor<40x96xi64>, tensor<40x96xui32>, tensor<9000xi32>
}

// Near miss: each result of an outer product is a single product.
// CHECK-LABEL: func.func @outer_integers
// CHECK-NOT:   dot_general
// CHECK:       return
func.func @outer_integers(%x: tensor<256x1xi8>, %y: tensor<1x256xi8>) -> tensor<256x256xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<256x1xi8>, tensor<1x256xi8>) -> tensor<256x256xi32>
  return %0 : tensor<256x256xi32>
}
