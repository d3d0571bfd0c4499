module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<65536x64xf32>, %arg1: tensor<64x16xf32>) -> (tensor<65536x16xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<65536x64xf32>, tensor<64x16xf32>) -> tensor<65536x16xf32>
    return %0 : tensor<65536x16xf32>
  }
}
