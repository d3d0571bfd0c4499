// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=thunks | FileCheck %s

// Sums over rows and columns of exp(-|x_i - y_j|^2), for points of three numbers: the exponential
// takes few steps, so one kernel computes it once for both sums, and there is no loop over tiles
// (lz-tile-tables). The second kernel adds up the sums of columns of 24 blocks of rows.
// CHECK:     2 kernels, arena 562.5 KiB
// CHECK-NOT: while
module @few {
  func.func @main(%x: tensor<6000x3xf32>, %y: tensor<6000x3xf32>)
      -> (tensor<6000xf32>, tensor<6000xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %xs = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<6000x3xf32>) -> tensor<6000x6000x3xf32>
    %ys = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<6000x3xf32>) -> tensor<6000x6000x3xf32>
    %d = stablehlo.subtract %xs, %ys : tensor<6000x6000x3xf32>
    %dd = stablehlo.multiply %d, %d : tensor<6000x6000x3xf32>
    %s = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<6000x6000x3xf32>, tensor<f32>) -> tensor<6000x6000xf32>
    %n = stablehlo.negate %s : tensor<6000x6000xf32>
    %e = stablehlo.exponential %n : tensor<6000x6000xf32>
    %rows = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
    %columns = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
    return %rows, %columns : tensor<6000xf32>, tensor<6000xf32>
  }
}
