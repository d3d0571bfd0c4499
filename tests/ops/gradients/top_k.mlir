func.func @main(%x: tensor<2x3x7xf64>, %y: tensor<5xf64>) -> (tensor<2x3x3xf64>, tensor<5xf64>) {
  %0 = stablehlo.sine %x : tensor<2x3x7xf64>
  %v, %i = chlo.top_k(%0, k = 3) : tensor<2x3x7xf64> -> (tensor<2x3x3xf64>, tensor<2x3x3xi32>)
  %w, %j = chlo.top_k(%y, k = 5) : tensor<5xf64> -> (tensor<5xf64>, tensor<5xi32>)
  %1 = stablehlo.multiply %v, %v : tensor<2x3x3xf64>
  %2 = stablehlo.convert %j : (tensor<5xi32>) -> tensor<5xf64>
  %3 = stablehlo.multiply %w, %2 : tensor<5xf64>
  return %1, %3 : tensor<2x3x3xf64>, tensor<5xf64>
}
