// RUN: %round-trip %s

// CHECK-LABEL: func.func @bits
func.func @bits(%s: tensor<2xui64>) -> tensor<4xui32> {
  // CHECK: %{{.*}}, %{{.*}} = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  // As upstream prints it, with two spaces.
  // CHECK: algorithm = PHILOX : (tensor<2xui64>)
  %1:2 = stablehlo.rng_bit_generator %0#0, algorithm =  PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %1#1 : tensor<4xui32>
}
