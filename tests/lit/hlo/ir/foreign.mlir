// RUN: %round-trip %s
// Attributes and ops that other systems write next to StableHLO are kept.

// CHECK: module @jit_f attributes {mhlo.num_partitions = 1 : i32, sdy.mesh = "m"}
module @jit_f attributes {mhlo.num_partitions = 1 : i32, sdy.mesh = "m"} {
  // CHECK: func.func public @main(%arg0: tensor<2xf32> {jax.buffer_donor = true}) -> (tensor<2xf32> {jax.result_info = ""})
  func.func public @main(%x: tensor<2xf32> {jax.buffer_donor = true}) -> (tensor<2xf32> {jax.result_info = ""}) {
    // CHECK: stablehlo.add %arg0, %arg0 {mhlo.frontend_attributes = {a = "b"}, sdy.sharding = #sdy.sharding<@mesh, [{}]>} : tensor<2xf32>
    %0 = stablehlo.add %x, %x {mhlo.frontend_attributes = {a = "b"}, sdy.sharding = #sdy.sharding<@mesh, [{}]>} : tensor<2xf32>
    // CHECK: "stablehlo.frobnicate"(%{{.*}}) <{n = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
    %1 = "stablehlo.frobnicate"(%0) <{n = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
