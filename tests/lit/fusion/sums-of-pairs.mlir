// RUN: lz-opt %s --lz-form-regions | FileCheck %s
// RUN: lz-opt %s --lz-form-regions=explain 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY

// The sums over the rows and the greatest of the columns of exp(-|x_i - y_j|^2) b_j have a kernel each,
// which computes the exponential. No kernel stores a table of pairs. One kernel cannot do both,
// because only sums are added up block by block (table-sums.mlir).
// WHY: stablehlo.exponential is computed for each of its sums: {{.*}} us, stored {{.*}} us
// CHECK-LABEL: @sums
// CHECK:       lz.region
// CHECK:       stablehlo.exponential
// CHECK:       lz.return {{.*}} : tensor<6000xf32>
// CHECK:       lz.region
// CHECK:       stablehlo.exponential
// CHECK:       lz.return {{.*}} : tensor<6000xf32>
// CHECK-NOT:   lz.region
func.func @sums(%x: tensor<6000xf32>, %y: tensor<6000xf32>, %b: tensor<6000xf32>)
    -> (tensor<6000xf32>, tensor<6000xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
  %ys = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
  %d = stablehlo.subtract %xs, %ys : tensor<6000x6000xf32>
  %dd = stablehlo.multiply %d, %d : tensor<6000x6000xf32>
  %n = stablehlo.negate %dd : tensor<6000x6000xf32>
  %e = stablehlo.exponential %n : tensor<6000x6000xf32>
  %w = stablehlo.multiply %e, %bs : tensor<6000x6000xf32>
  %g = stablehlo.multiply %w, %d : tensor<6000x6000xf32>
  %rows = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
  %columns = stablehlo.reduce(%g init: %zero) applies stablehlo.maximum across dimensions = [0]
      : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
  return %rows, %columns : tensor<6000xf32>, tensor<6000xf32>
}

// If the table is a result, it is stored, and the sums may read it.
// CHECK-LABEL: @stored
// CHECK:       lz.return {{.*}}tensor<6000x6000xf32>
// WHY-NOT: computed for each of its sums
func.func @stored(%x: tensor<6000xf32>, %y: tensor<6000xf32>)
    -> (tensor<6000xf32>, tensor<6000xf32>, tensor<6000x6000xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
  %ys = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
  %d = stablehlo.subtract %xs, %ys : tensor<6000x6000xf32>
  %e = stablehlo.exponential %d : tensor<6000x6000xf32>
  %rows = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
  %columns = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
  return %rows, %columns, %e : tensor<6000xf32>, tensor<6000xf32>, tensor<6000x6000xf32>
}

// The sums over the first dim of three columns are computed by one kernel. Its loop computes the exponential of each
// pair once for all three.
// CHECK-LABEL: @columns
// CHECK:       lz.region
// CHECK:       stablehlo.exponential
// CHECK:       lz.return {{.*}} : tensor<6000x3xf32>
// CHECK-NOT:   lz.region
func.func @columns(%x: tensor<6000x3xf32>, %y: tensor<6000x3xf32>) -> tensor<6000x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<6000x3xf32>) -> tensor<6000x6000x3xf32>
  %ys = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<6000x3xf32>) -> tensor<6000x6000x3xf32>
  %d = stablehlo.subtract %xs, %ys : tensor<6000x6000x3xf32>
  %dd = stablehlo.multiply %d, %d : tensor<6000x6000x3xf32>
  %s = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<6000x6000x3xf32>, tensor<f32>) -> tensor<6000x6000xf32>
  %n = stablehlo.negate %s : tensor<6000x6000xf32>
  %e = stablehlo.exponential %n : tensor<6000x6000xf32>
  %es = stablehlo.broadcast_in_dim %e, dims = [0, 1] : (tensor<6000x6000xf32>) -> tensor<6000x6000x3xf32>
  %g = stablehlo.multiply %d, %es : tensor<6000x6000x3xf32>
  %r = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<6000x6000x3xf32>, tensor<f32>) -> tensor<6000x3xf32>
  return %r : tensor<6000x3xf32>
}
