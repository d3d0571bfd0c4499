module @jit_of_all_pairs attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000000x100xf32>, %arg1: tensor<1000000x100xf32>, %arg2: tensor<1000000xf32>) -> (tensor<1000000xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<1000000x100xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<1000000x100xf32>, tensor<f32>) -> tensor<1000000xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<1000000xf32>) -> tensor<1000000x1xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1000000x100xf32>
    %4 = stablehlo.multiply %3, %arg0 : tensor<1000000x100xf32>
    %5 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<1000000x100xf32>) -> tensor<100x1000000xf32>
    %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1000000x100xf32>, tensor<100x1000000xf32>) -> tensor<1000000x1000000xf32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1000000x1xf32>) -> tensor<1000000x1000000xf32>
    %8 = stablehlo.subtract %7, %6 : tensor<1000000x1000000xf32>
    %9 = stablehlo.multiply %arg1, %arg1 : tensor<1000000x100xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<1000000x100xf32>, tensor<f32>) -> tensor<1000000xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<1000000xf32>) -> tensor<1x1000000xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1000000xf32>) -> tensor<1000000x1000000xf32>
    %13 = stablehlo.add %8, %12 : tensor<1000000x1000000xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1000000x1000000xf32>
    %15 = stablehlo.multiply %14, %13 : tensor<1000000x1000000xf32>
    %16 = stablehlo.exponential %15 : tensor<1000000x1000000xf32>
    %17 = stablehlo.dot_general %16, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1000000x1000000xf32>, tensor<1000000xf32>) -> tensor<1000000xf32>
    return %17 : tensor<1000000xf32>
  }
}
