module @jit_total attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4000x3xf32>, %arg1: tensor<4000x3xf32>, %arg2: tensor<4000xf32>, %arg3: tensor<1xf32>, %arg4: tensor<1xf32>, %arg5: tensor<4000xf32>) -> (tensor<4000x3xf32> {jax.result_info = "result[0]"}, tensor<4000x3xf32> {jax.result_info = "result[1]"}, tensor<4000xf32> {jax.result_info = "result[2]"}, tensor<1xf32> {jax.result_info = "result[3]"}, tensor<1xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<4000x3xf32>) -> tensor<4000x1x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4000x3xf32>) -> tensor<1x4000x3xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<4000x1x3xf32>) -> tensor<4000x4000x3xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x4000x3xf32>) -> tensor<4000x4000x3xf32>
    %4 = stablehlo.subtract %2, %3 : tensor<4000x4000x3xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<4000x4000x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4000x4000x3xf32>, tensor<f32>) -> tensor<4000x4000xf32>
    %cst_0 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4000x4000xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<4000x4000xf32>
    %9 = stablehlo.multiply %arg3, %arg3 : tensor<1xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %11 = stablehlo.multiply %10, %arg3 : tensor<1xf32>
    %12 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4000x4000xf32>
    %14 = stablehlo.divide %8, %13 : tensor<4000x4000xf32>
    %15 = stablehlo.multiply %12, %12 : tensor<1x1xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %17 = stablehlo.divide %16, %15 : tensor<1x1xf32>
    %18 = stablehlo.exponential %14 : tensor<4000x4000xf32>
    %19 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4000x4000xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<4000x4000xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.dot_general %cst_3, %arg5, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<f32>, tensor<4000xf32>) -> tensor<4000xf32>
    %23 = stablehlo.dot_general %22, %21, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4000xf32>, tensor<4000x4000xf32>) -> tensor<4000xf32>
    %24 = stablehlo.dot_general %22, %arg2, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4000xf32>, tensor<4000xf32>) -> tensor<4000x4000xf32>
    %25 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4000x4000xf32>
    %26 = stablehlo.multiply %25, %24 : tensor<4000x4000xf32>
    %27 = stablehlo.multiply %24, %18 : tensor<4000x4000xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<4000x4000xf32>, tensor<f32>) -> tensor<f32>
    %29 = stablehlo.reshape %28 : (tensor<f32>) -> tensor<1x1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %32 = stablehlo.multiply %26, %18 : tensor<4000x4000xf32>
    %33 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4000x4000xf32>
    %34 = stablehlo.multiply %32, %33 : tensor<4000x4000xf32>
    %35 = stablehlo.multiply %34, %8 : tensor<4000x4000xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<4000x4000xf32>, tensor<f32>) -> tensor<f32>
    %37 = stablehlo.reshape %36 : (tensor<f32>) -> tensor<1x1xf32>
    %38 = stablehlo.negate %37 : tensor<1x1xf32>
    %39 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4000x4000xf32>
    %40 = stablehlo.divide %32, %39 : tensor<4000x4000xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %43 = stablehlo.multiply %42, %11 : tensor<1xf32>
    %cst_8 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4000x4000xf32>
    %45 = stablehlo.multiply %44, %40 : tensor<4000x4000xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<4000x4000xf32>) -> tensor<4000x4000x3xf32>
    %47 = stablehlo.multiply %4, %46 : tensor<4000x4000x3xf32>
    %48 = stablehlo.multiply %46, %4 : tensor<4000x4000x3xf32>
    %49 = stablehlo.add %47, %48 : tensor<4000x4000x3xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<4000x4000x3xf32>, tensor<f32>) -> tensor<4000x3xf32>
    %51 = stablehlo.reshape %50 : (tensor<4000x3xf32>) -> tensor<4000x1x3xf32>
    %52 = stablehlo.negate %49 : tensor<4000x4000x3xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<4000x4000x3xf32>, tensor<f32>) -> tensor<4000x3xf32>
    %54 = stablehlo.reshape %53 : (tensor<4000x3xf32>) -> tensor<1x4000x3xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x4000x3xf32>, tensor<f32>) -> tensor<4000x3xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%51 init: %cst_12) applies stablehlo.add across dimensions = [1] : (tensor<4000x1x3xf32>, tensor<f32>) -> tensor<4000x3xf32>
    return %56, %55, %23, %43, %31 : tensor<4000x3xf32>, tensor<4000x3xf32>, tensor<4000xf32>, tensor<1xf32>, tensor<1xf32>
  }
}
