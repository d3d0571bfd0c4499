// The loop takes every branch. Some indices are below or above the range of branches.
func.func @main(%x: tensor<5xf32>) -> tensor<5x5xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<5x5xf32>
  %0:2 = stablehlo.while(%i = %z, %s = %start) : tensor<i32>, tensor<5x5xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %index = stablehlo.subtract %i, %one : tensor<i32>
    %2 = "stablehlo.case"(%index) ({
      %4 = stablehlo.negate %x : tensor<5xf32>
      stablehlo.return %4 : tensor<5xf32>
    }, {
      stablehlo.return %x : tensor<5xf32>
    }, {
      %4 = stablehlo.add %x, %x : tensor<5xf32>
      stablehlo.return %4 : tensor<5xf32>
    }) : (tensor<i32>) -> tensor<5xf32>
    %row = stablehlo.reshape %2 : (tensor<5xf32>) -> tensor<1x5xf32>
    %3 = stablehlo.dynamic_update_slice %s, %row, %i, %z : (tensor<5x5xf32>, tensor<1x5xf32>, tensor<i32>, tensor<i32>) -> tensor<5x5xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %3 : tensor<i32>, tensor<5x5xf32>
  }
  return %0#1 : tensor<5x5xf32>
}
