module @jit_total attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10000x1xf64>, %arg1: tensor<10000x1xf64>, %arg2: tensor<10000xf64>, %arg3: tensor<1xf64>, %arg4: tensor<1xf64>, %arg5: tensor<10000xf64>) -> (tensor<10000x1xf64> {jax.result_info = "result[0]"}, tensor<10000x1xf64> {jax.result_info = "result[1]"}, tensor<10000xf64> {jax.result_info = "result[2]"}, tensor<1xf64> {jax.result_info = "result[3]"}, tensor<1xf64> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<10000x1xf64>) -> tensor<10000x1x1xf64>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<10000x1xf64>) -> tensor<1x10000x1xf64>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<10000x1x1xf64>) -> tensor<10000x10000x1xf64>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x10000x1xf64>) -> tensor<10000x10000x1xf64>
    %4 = stablehlo.subtract %2, %3 : tensor<10000x10000x1xf64>
    %5 = stablehlo.multiply %4, %4 : tensor<10000x10000x1xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<10000x10000x1xf64>, tensor<f64>) -> tensor<10000x10000xf64>
    %cst_0 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<10000x10000xf64>
    %8 = stablehlo.multiply %7, %6 : tensor<10000x10000xf64>
    %9 = stablehlo.multiply %arg3, %arg3 : tensor<1xf64>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %11 = stablehlo.multiply %10, %arg3 : tensor<1xf64>
    %12 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<1xf64>) -> tensor<1x1xf64>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<10000x10000xf64>
    %14 = stablehlo.divide %8, %13 : tensor<10000x10000xf64>
    %15 = stablehlo.multiply %12, %12 : tensor<1x1xf64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<1x1xf64>
    %17 = stablehlo.divide %16, %15 : tensor<1x1xf64>
    %18 = stablehlo.exponential %14 : tensor<10000x10000xf64>
    %19 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<1xf64>) -> tensor<1x1xf64>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<10000x10000xf64>
    %21 = stablehlo.multiply %20, %18 : tensor<10000x10000xf64>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %22 = stablehlo.dot_general %cst_3, %arg5, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<f64>, tensor<10000xf64>) -> tensor<10000xf64>
    %23 = stablehlo.dot_general %22, %21, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10000xf64>, tensor<10000x10000xf64>) -> tensor<10000xf64>
    %24 = stablehlo.dot_general %22, %arg2, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<10000xf64>, tensor<10000xf64>) -> tensor<10000x10000xf64>
    %25 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<10000x10000xf64>
    %26 = stablehlo.multiply %25, %24 : tensor<10000x10000xf64>
    %27 = stablehlo.multiply %24, %18 : tensor<10000x10000xf64>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %28 = stablehlo.reduce(%27 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<10000x10000xf64>, tensor<f64>) -> tensor<f64>
    %29 = stablehlo.reshape %28 : (tensor<f64>) -> tensor<1x1xf64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1xf64>, tensor<f64>) -> tensor<f64>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %32 = stablehlo.multiply %26, %18 : tensor<10000x10000xf64>
    %33 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<10000x10000xf64>
    %34 = stablehlo.multiply %32, %33 : tensor<10000x10000xf64>
    %35 = stablehlo.multiply %34, %8 : tensor<10000x10000xf64>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %36 = stablehlo.reduce(%35 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<10000x10000xf64>, tensor<f64>) -> tensor<f64>
    %37 = stablehlo.reshape %36 : (tensor<f64>) -> tensor<1x1xf64>
    %38 = stablehlo.negate %37 : tensor<1x1xf64>
    %39 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<10000x10000xf64>
    %40 = stablehlo.divide %32, %39 : tensor<10000x10000xf64>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %41 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1xf64>, tensor<f64>) -> tensor<f64>
    %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %43 = stablehlo.multiply %42, %11 : tensor<1xf64>
    %cst_8 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<10000x10000xf64>
    %45 = stablehlo.multiply %44, %40 : tensor<10000x10000xf64>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<10000x10000xf64>) -> tensor<10000x10000x1xf64>
    %47 = stablehlo.multiply %4, %46 : tensor<10000x10000x1xf64>
    %48 = stablehlo.multiply %46, %4 : tensor<10000x10000x1xf64>
    %49 = stablehlo.add %47, %48 : tensor<10000x10000x1xf64>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %50 = stablehlo.reduce(%49 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<10000x10000x1xf64>, tensor<f64>) -> tensor<10000x1xf64>
    %51 = stablehlo.reshape %50 : (tensor<10000x1xf64>) -> tensor<10000x1x1xf64>
    %52 = stablehlo.negate %49 : tensor<10000x10000x1xf64>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %53 = stablehlo.reduce(%52 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<10000x10000x1xf64>, tensor<f64>) -> tensor<10000x1xf64>
    %54 = stablehlo.reshape %53 : (tensor<10000x1xf64>) -> tensor<1x10000x1xf64>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %55 = stablehlo.reduce(%54 init: %cst_11) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x10000x1xf64>, tensor<f64>) -> tensor<10000xf64>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0] : (tensor<10000xf64>) -> tensor<10000x1xf64>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %57 = stablehlo.reduce(%51 init: %cst_12) applies stablehlo.add across dimensions = [1, 2] : (tensor<10000x1x1xf64>, tensor<f64>) -> tensor<10000xf64>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0] : (tensor<10000xf64>) -> tensor<10000x1xf64>
    return %58, %56, %23, %43, %31 : tensor<10000x1xf64>, tensor<10000x1xf64>, tensor<10000xf64>, tensor<1xf64>, tensor<1xf64>
  }
}
