// RUN: lz-opt %s --lz-form-regions | FileCheck %s
// RUN: lz-opt %s --lz-form-regions=explain 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY
// RUN: lz-opt %s --lz-form-regions --lz-print-plans 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAN

// One kernel computes all sums over the rows and over the columns of functions of exp(-|x_i - y_j|^2),
// and one exponential for each pair. It sums columns for blocks of rows. A second kernel adds up the
// blocks.
// WHY: stablehlo.exponential is computed once for all sums: {{.*}} us, for each of its sums {{.*}} us, stored {{.*}} us
// CHECK-LABEL: @sums
// CHECK:       lz.region
// CHECK:       stablehlo.exponential
// CHECK:       stablehlo.reduce_window
// CHECK:       lz.return {{.*}} : tensor<6000xf32>, tensor<6000xf32>, tensor<24x5000xf32>
// CHECK:       lz.region
// CHECK-NOT:   stablehlo.exponential
// CHECK:       lz.return {{.*}} : tensor<5000xf32>
// CHECK-NOT:   lz.region
// PLAN:        reduction0 of %{{[0-9]+}}, %[[G:[0-9]+]] from
// PLAN:        out2[{{.*}}floordiv 256{{.*}}] = %[[G]] : f32x120000 over d0 d1, summed in blocks of 256
// PLAN:        table
// PLAN-SAME:   over d1 d0: up to {{.*}} vectors, {{.*}} points at a time, sums of d1 in memory
// PLAN-NEXT:   sums of reduction0 out2 over d1: point by point
// PLAN-NEXT:   stores out0 out1 over d0
func.func @sums(%x: tensor<6000xf32>, %y: tensor<5000xf32>, %b: tensor<5000xf32>)
    -> (tensor<6000xf32>, tensor<6000xf32>, tensor<5000xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<6000xf32>) -> tensor<6000x5000xf32>
  %ys = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<5000xf32>) -> tensor<6000x5000xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<5000xf32>) -> tensor<6000x5000xf32>
  %d = stablehlo.subtract %xs, %ys : tensor<6000x5000xf32>
  %dd = stablehlo.multiply %d, %d : tensor<6000x5000xf32>
  %n = stablehlo.negate %dd : tensor<6000x5000xf32>
  %e = stablehlo.exponential %n : tensor<6000x5000xf32>
  %w = stablehlo.multiply %e, %bs : tensor<6000x5000xf32>
  %g = stablehlo.multiply %w, %d : tensor<6000x5000xf32>
  %first = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<6000x5000xf32>, tensor<f32>) -> tensor<6000xf32>
  %second = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<6000x5000xf32>, tensor<f32>) -> tensor<6000xf32>
  %columns = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<6000x5000xf32>, tensor<f32>) -> tensor<5000xf32>
  return %first, %second, %columns : tensor<6000xf32>, tensor<6000xf32>, tensor<5000xf32>
}

// The rows of the kernel are the longer dim, here the second one. A transposed table has the same
// rows.
// CHECK-LABEL: @turned
// CHECK:       stablehlo.transpose
// CHECK:       lz.return {{.*}} : tensor<7000xf32>, tensor<28x3000xf32>
func.func @turned(%x: tensor<3000xf32>, %y: tensor<7000xf32>) -> (tensor<3000xf32>, tensor<7000xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3000xf32>) -> tensor<3000x7000xf32>
  %ys = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<7000xf32>) -> tensor<3000x7000xf32>
  %d = stablehlo.subtract %xs, %ys : tensor<3000x7000xf32>
  %e = stablehlo.exponential %d : tensor<3000x7000xf32>
  %t = stablehlo.broadcast_in_dim %e, dims = [1, 0] : (tensor<3000x7000xf32>) -> tensor<7000x3000xf32>
  %rows = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<3000x7000xf32>, tensor<f32>) -> tensor<3000xf32>
  %columns = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<7000x3000xf32>, tensor<f32>) -> tensor<7000xf32>
  return %rows, %columns : tensor<3000xf32>, tensor<7000xf32>
}

// The sums of the columns divide by the sums of the rows, so they need a loop of their own.
// CHECK-LABEL: @normalized
// CHECK-NOT:   reduce_window
// CHECK:       return
func.func @normalized(%x: tensor<6000xf32>, %y: tensor<6000xf32>) -> (tensor<6000xf32>, tensor<6000xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xs = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
  %ys = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
  %d = stablehlo.subtract %xs, %ys : tensor<6000x6000xf32>
  %e = stablehlo.exponential %d : tensor<6000x6000xf32>
  %rows = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
  %spread = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
  %p = stablehlo.divide %e, %spread : tensor<6000x6000xf32>
  %columns = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
  return %rows, %columns : tensor<6000xf32>, tensor<6000xf32>
}
