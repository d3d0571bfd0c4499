module @jit_nearest attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2000x100xf32>, %arg1: tensor<100000x100xf32>) -> (tensor<2000x10xf32> {jax.result_info = "result[0]"}, tensor<2000x10xi32> {jax.result_info = "result[1]"}) {
    %0 = call @norm(%arg0) : (tensor<2000x100xf32>) -> tensor<2000x1xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2000x1xf32>) -> tensor<2000x100xf32>
    %2 = stablehlo.divide %arg0, %1 : tensor<2000x100xf32>
    %3 = call @norm_0(%arg1) : (tensor<100000x100xf32>) -> tensor<100000x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<100000x1xf32>) -> tensor<100000x100xf32>
    %5 = stablehlo.divide %arg1, %4 : tensor<100000x100xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<100000x100xf32>) -> tensor<100x100000xf32>
    %7 = stablehlo.dot_general %2, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2000x100xf32>, tensor<100x100000xf32>) -> tensor<2000x100000xf32>
    %values, %indices = chlo.top_k(%7, k = 10) : tensor<2000x100000xf32> -> (tensor<2000x10xf32>, tensor<2000x10xi32>)
    return %values, %indices : tensor<2000x10xf32>, tensor<2000x10xi32>
  }
  func.func private @norm(%arg0: tensor<2000x100xf32>) -> tensor<2000x1xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2000x100xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2000x100xf32>, tensor<f32>) -> tensor<2000xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<2000xf32>) -> tensor<2000x1xf32>
    %3 = stablehlo.sqrt %2 : tensor<2000x1xf32>
    return %3 : tensor<2000x1xf32>
  }
  func.func private @norm_0(%arg0: tensor<100000x100xf32>) -> tensor<100000x1xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<100000x100xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<100000x100xf32>, tensor<f32>) -> tensor<100000xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<100000xf32>) -> tensor<100000x1xf32>
    %3 = stablehlo.sqrt %2 : tensor<100000x1xf32>
    return %3 : tensor<100000x1xf32>
  }
}
