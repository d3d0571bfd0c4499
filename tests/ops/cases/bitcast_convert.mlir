// The operand and the result have elements of different widths.
func.func @main(%x: tensor<7xf32>, %y: tensor<5x2xi16>) -> (tensor<7x4xui8>, tensor<7x2xbf16>, tensor<5xf32>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<7xf32>) -> tensor<7x4xui8>
  %1 = stablehlo.bitcast_convert %x : (tensor<7xf32>) -> tensor<7x2xbf16>
  %2 = stablehlo.bitcast_convert %y : (tensor<5x2xi16>) -> tensor<5xf32>
  return %0, %1, %2 : tensor<7x4xui8>, tensor<7x2xbf16>, tensor<5xf32>
}

// -----

// A predicate counts as one bit, so eight predicates become a byte.
func.func @main(%x: tensor<3x64xi1>, %y: tensor<5x2xf32>, %z: tensor<3x8xi8>) -> (tensor<3xi64>, tensor<3xf64>, tensor<5x2x32xi1>, tensor<3x8x8xi1>, tensor<3x8xi8>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<3x64xi1>) -> tensor<3xi64>
  %1 = stablehlo.bitcast_convert %x : (tensor<3x64xi1>) -> tensor<3xf64>
  %2 = stablehlo.bitcast_convert %y : (tensor<5x2xf32>) -> tensor<5x2x32xi1>
  %3 = stablehlo.bitcast_convert %z : (tensor<3x8xi8>) -> tensor<3x8x8xi1>
  %4 = stablehlo.bitcast_convert %3 : (tensor<3x8x8xi1>) -> tensor<3x8xi8>
  return %0, %1, %2, %3, %4 : tensor<3xi64>, tensor<3xf64>, tensor<5x2x32xi1>, tensor<3x8x8xi1>, tensor<3x8xi8>
}

// -----

// Elements of less than a byte become predicates and vice versa, also in the body of a loop.
func.func @main(%x: tensor<3x5xi4>, %y: tensor<7x2xi1>) -> (tensor<3x5x4xi1>, tensor<7xui2>, tensor<3x8xi1>, tensor<0x8xi1>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<3x5xi4>) -> tensor<3x5x4xi1>
  %1 = stablehlo.bitcast_convert %y : (tensor<7x2xi1>) -> tensor<7xui2>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %start = stablehlo.constant dense<[1, 2, -3]> : tensor<3xi8>
  %2:2 = stablehlo.while(%i = %zero, %a = %start) : tensor<i32>, tensor<3xi8>
   cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %bits = stablehlo.bitcast_convert %a : (tensor<3xi8>) -> tensor<3x8xi1>
    %back = stablehlo.reverse %bits, dims = [1] : tensor<3x8xi1>
    %b = stablehlo.bitcast_convert %back : (tensor<3x8xi1>) -> tensor<3xi8>
    stablehlo.return %j, %b : tensor<i32>, tensor<3xi8>
  }
  %3 = stablehlo.bitcast_convert %2#1 : (tensor<3xi8>) -> tensor<3x8xi1>
  %4 = stablehlo.constant dense<> : tensor<0xi8>
  %5 = stablehlo.bitcast_convert %4 : (tensor<0xi8>) -> tensor<0x8xi1>
  return %0, %1, %3, %5 : tensor<3x5x4xi1>, tensor<7xui2>, tensor<3x8xi1>, tensor<0x8xi1>
}

// -----

// Each part of a complex<f64> has the bits of one complex<f32>.
func.func @main(%x: tensor<3xcomplex<f64>>, %y: tensor<5x2xcomplex<f32>>) -> (tensor<3x2xcomplex<f32>>, tensor<5xcomplex<f64>>) {
  %0 = stablehlo.add %x, %x : tensor<3xcomplex<f64>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3xcomplex<f64>>) -> tensor<3x2xcomplex<f32>>
  %2 = stablehlo.bitcast_convert %y : (tensor<5x2xcomplex<f32>>) -> tensor<5xcomplex<f64>>
  return %1, %2 : tensor<3x2xcomplex<f32>>, tensor<5xcomplex<f64>>
}
