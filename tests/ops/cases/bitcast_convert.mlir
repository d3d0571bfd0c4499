// Changes of width.
func.func @main(%x: tensor<7xf32>, %y: tensor<5x2xi16>) -> (tensor<7x4xui8>, tensor<7x2xbf16>, tensor<5xf32>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<7xf32>) -> tensor<7x4xui8>
  %1 = stablehlo.bitcast_convert %x : (tensor<7xf32>) -> tensor<7x2xbf16>
  %2 = stablehlo.bitcast_convert %y : (tensor<5x2xi16>) -> tensor<5xf32>
  return %0, %1, %2 : tensor<7x4xui8>, tensor<7x2xbf16>, tensor<5xf32>
}
