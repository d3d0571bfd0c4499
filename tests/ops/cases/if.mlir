// types: f32 i8 complex
func.func @main(%p: tensor<i1>, %x: tensor<7x$T>, %y: tensor<7x$T>) -> (tensor<7x$T>, tensor<7x$T>, tensor<7x$T>) {
  %n = stablehlo.not %p : tensor<i1>
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.add %x, %y : tensor<7x$T>
    stablehlo.return %1, %y : tensor<7x$T>, tensor<7x$T>
  }, {
    %1 = stablehlo.subtract %x, %y : tensor<7x$T>
    stablehlo.return %x, %1 : tensor<7x$T>, tensor<7x$T>
  }) : (tensor<i1>) -> (tensor<7x$T>, tensor<7x$T>)
  %2 = "stablehlo.if"(%n) ({
    stablehlo.return %x : tensor<7x$T>
  }, {
    stablehlo.return %y : tensor<7x$T>
  }) : (tensor<i1>) -> tensor<7x$T>
  return %0#0, %0#1, %2 : tensor<7x$T>, tensor<7x$T>, tensor<7x$T>
}
