// types: f32 i1 complex
func.func @main(%x: tensor<5x$T>, %y: tensor<3xf64>) -> (tensor<5x$T>, tensor<3xf64>) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<5x$T>, tensor<3xf64>
  return %0#0, %0#1 : tensor<5x$T>, tensor<3xf64>
}
