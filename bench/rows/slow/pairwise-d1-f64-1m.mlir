module @jit_of_all_pairs attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000000x1xf64>, %arg1: tensor<1000000x1xf64>, %arg2: tensor<1000000xf64>) -> (tensor<1000000xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<1000000x1xf64>) -> tensor<1000000x1x1xf64>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1000000x1xf64>) -> tensor<1x1000000x1xf64>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<1000000x1x1xf64>) -> tensor<1000000x1000000x1xf64>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1000000x1xf64>) -> tensor<1000000x1000000x1xf64>
    %4 = stablehlo.subtract %2, %3 : tensor<1000000x1000000x1xf64>
    %5 = stablehlo.multiply %4, %4 : tensor<1000000x1000000x1xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<1000000x1000000x1xf64>, tensor<f64>) -> tensor<1000000x1000000xf64>
    %cst_0 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<1000000x1000000xf64>
    %8 = stablehlo.multiply %7, %6 : tensor<1000000x1000000xf64>
    %9 = stablehlo.exponential %8 : tensor<1000000x1000000xf64>
    %10 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<1000000xf64>) -> tensor<1x1000000xf64>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x1000000xf64>) -> tensor<1000000x1000000xf64>
    %12 = stablehlo.multiply %9, %11 : tensor<1000000x1000000xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %13 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<1000000x1000000xf64>, tensor<f64>) -> tensor<1000000xf64>
    return %13 : tensor<1000000xf64>
  }
}
