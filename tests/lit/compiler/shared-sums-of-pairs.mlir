// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=thunks | FileCheck %s

// Two steps of a Sinkhorn iteration without exponentials: each reduction computes the distances.
// CHECK:     2 kernels, arena 0 B
// CHECK-NOT: while
module @steps {
  func.func @main(%x: tensor<6000x3xf32>, %y: tensor<6000x3xf32>, %f: tensor<6000xf32>)
      -> (tensor<6000xf32>, tensor<6000xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %xs = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<6000x3xf32>) -> tensor<6000x6000x3xf32>
    %ys = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<6000x3xf32>) -> tensor<6000x6000x3xf32>
    %d = stablehlo.subtract %xs, %ys : tensor<6000x6000x3xf32>
    %dd = stablehlo.multiply %d, %d : tensor<6000x6000x3xf32>
    %s = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<6000x6000x3xf32>, tensor<f32>) -> tensor<6000x6000xf32>
    %fb = stablehlo.broadcast_in_dim %f, dims = [0] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
    %fs = stablehlo.subtract %fb, %s : tensor<6000x6000xf32>
    %g = stablehlo.reduce(%fs init: %low) applies stablehlo.maximum across dimensions = [0]
        : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
    %gb = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<6000xf32>) -> tensor<6000x6000xf32>
    %gs = stablehlo.subtract %gb, %s : tensor<6000x6000xf32>
    %h = stablehlo.reduce(%gs init: %low) applies stablehlo.maximum across dimensions = [1]
        : (tensor<6000x6000xf32>, tensor<f32>) -> tensor<6000xf32>
    return %g, %h : tensor<6000xf32>, tensor<6000xf32>
  }
}
