module @jit_attention attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x4096x64xf32>, %arg1: tensor<12x4096x64xf32>, %arg2: tensor<12x4096x64xf32>) -> (tensor<12x4096x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x4096x64xf32>, tensor<12x4096x64xf32>) -> tensor<12x4096x4096xf32>
    %cst = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x4096x4096xf32>
    %2 = stablehlo.divide %0, %1 : tensor<12x4096x4096xf32>
    %3 = stablehlo.iota dim = 0 : tensor<4096xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4096xi32>) -> tensor<4096x1xi32>
    %5 = stablehlo.iota dim = 0 : tensor<4096xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<4096xi32>) -> tensor<1x4096xi32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x4096xi32>) -> tensor<4096x4096xi32>
    %8 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4096x1xi32>) -> tensor<4096x4096xi32>
    %9 = stablehlo.compare LE, %7, %8, SIGNED : (tensor<4096x4096xi32>, tensor<4096x4096xi32>) -> tensor<4096x4096xi1>
    %10 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<4096xi32>) -> tensor<1x4096xi32>
    %11 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<4096x1xi32>) -> tensor<4096x4096xi32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x4096xi32>) -> tensor<4096x4096xi32>
    %13 = stablehlo.subtract %11, %12 : tensor<4096x4096xi32>
    %c = stablehlo.constant dense<512> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4096x4096xi32>
    %15 = stablehlo.compare LT, %13, %14, SIGNED : (tensor<4096x4096xi32>, tensor<4096x4096xi32>) -> tensor<4096x4096xi1>
    %16 = stablehlo.and %9, %15 : tensor<4096x4096xi1>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %17 = call @_where(%16, %2, %cst_0) : (tensor<4096x4096xi1>, tensor<12x4096x4096xf32>, tensor<f32>) -> tensor<12x4096x4096xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [2] : (tensor<12x4096x4096xf32>, tensor<f32>) -> tensor<12x4096xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<12x4096xf32>
    %20 = stablehlo.maximum %19, %18 : tensor<12x4096xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<12x4096xf32>) -> tensor<12x4096x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<12x4096x1xf32>) -> tensor<12x4096x4096xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<12x4096x4096xf32>
    %24 = stablehlo.exponential %23 : tensor<12x4096x4096xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<12x4096x4096xf32>, tensor<f32>) -> tensor<12x4096xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<12x4096xf32>) -> tensor<12x4096x1xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<12x4096x1xf32>) -> tensor<12x4096x4096xf32>
    %28 = stablehlo.divide %24, %27 : tensor<12x4096x4096xf32>
    %29 = stablehlo.dot_general %28, %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x4096x4096xf32>, tensor<12x4096x64xf32>) -> tensor<12x4096x64xf32>
    return %29 : tensor<12x4096x64xf32>
  }
  func.func private @_where(%arg0: tensor<4096x4096xi1>, %arg1: tensor<12x4096x4096xf32>, %arg2: tensor<f32>) -> tensor<12x4096x4096xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<4096x4096xi1>) -> tensor<12x4096x4096xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<12x4096x4096xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<12x4096x4096xi1>, tensor<12x4096x4096xf32>
    return %3 : tensor<12x4096x4096xf32>
  }
}
