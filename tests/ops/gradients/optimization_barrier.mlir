func.func @main(%x: tensor<2x3xf64>, %y: tensor<3xf64>, %i: tensor<i32>) -> (tensor<2x3xf64>, tensor<i32>) {
  %0 = stablehlo.sine %x : tensor<2x3xf64>
  %1:3 = stablehlo.optimization_barrier %0, %y, %i : tensor<2x3xf64>, tensor<3xf64>, tensor<i32>
  %2 = stablehlo.multiply %1#0, %x : tensor<2x3xf64>
  return %2, %1#2 : tensor<2x3xf64>, tensor<i32>
}
