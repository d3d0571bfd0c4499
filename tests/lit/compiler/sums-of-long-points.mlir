// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=thunks | FileCheck %s

// Sums over rows and columns of exp(-|x_i - y_j|^2), for points of 200 numbers: computing the
// distances again for each sum would take too long, so a loop keeps a tile of the exponentials.
// CHECK: while
// CHECK: body
// CHECK: kernel row_{{.*}}subtract
// CHECK: kernel reduce_{{.*}}
// CHECK: kernel column_{{.*}}
module @many {
  func.func @main(%x: tensor<6000x200xf32>, %y: tensor<6000x200xf32>)
      -> (tensor<6000xf32>, tensor<6000xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %xs = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<6000x200xf32>) -> tensor<6000x6000x200xf32>
    %ys = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<6000x200xf32>) -> tensor<6000x6000x200xf32>
    %d = stablehlo.subtract %xs, %ys : tensor<6000x6000x200xf32>
    %dd = stablehlo.multiply %d, %d : tensor<6000x6000x200xf32>
    %s = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<6000x6000x200xf32>, tensor<f32>) -> tensor<6000x6000xf32>
    %n = stablehlo.negate %s : tensor<6000x6000xf32>
    %e = stablehlo.exponential %n : tensor<6000x6000xf32>
    %rows = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
    %columns = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
    return %rows, %columns : tensor<6000xf32>, tensor<6000xf32>
  }
}
