// RUN: %round-trip %s

// CHECK-LABEL: func.func @unary
func.func @unary(%x: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // CHECK: stablehlo.abs %{{.*}} : tensor<2x3xf32>
  %0 = stablehlo.abs %x : tensor<2x3xf32>
  // CHECK: stablehlo.negate %{{.*}} : tensor<2x3xf32>
  %1 = stablehlo.negate %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.tanh %{{.*}} : tensor<2x3xf32>
  %2 = "stablehlo.tanh"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.is_finite %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %3 = stablehlo.is_finite %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: stablehlo.count_leading_zeros %{{.*}} : tensor<4xi32>
  %4 = stablehlo.count_leading_zeros %i : tensor<4xi32>
  // CHECK: stablehlo.exponential %{{.*}} {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}
  %5 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2x3xf32>
  // CHECK: stablehlo.tanh %{{.*}} {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}
  %6 = stablehlo.tanh %x {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  // CHECK: chlo.erf %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  %7 = chlo.erf %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.square %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  %8 = chlo.square %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.asinh %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  %9 = chlo.asinh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.bessel_i1e %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  %10 = "chlo.bessel_i1e"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.is_pos_inf %{{.*}} : tensor<2x3xf32> -> tensor<2x3xi1>
  %11 = chlo.is_pos_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e5m10 : tensor<2x3xf32>
  %12 = stablehlo.reduce_precision %x, format = e5m10 : tensor<2x3xf32>
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e8m0 : tensor<2x3xf32>
  %13 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 8 : i32, mantissa_bits = 0 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %i: tensor<4xui8>) {
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<2x3xf32>
  %0 = stablehlo.add %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xui8>
  %1 = stablehlo.shift_right_logical %i, %i : tensor<4xui8>
  // CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: stablehlo.compare GE, %{{.*}}, %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %3 = "stablehlo.compare"(%i, %i) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  // CHECK: chlo.zeta %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  %4 = chlo.zeta %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.mulhi %{{.*}}, %{{.*}} : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  %5 = chlo.mulhi %i, %i : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  return
}

// CHECK-LABEL: func.func @ternary
func.func @ternary(%p: tensor<i1>, %q: tensor<2xi1>, %x: tensor<2xf32>, %lo: tensor<f32>) {
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<2xf32>
  %0 = stablehlo.select %p, %x, %x : tensor<i1>, tensor<2xf32>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xi1>, tensor<2xf32>
  %1 = stablehlo.select %q, %x, %x : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.clamp %lo, %x, %lo : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xf32>
  %3 = stablehlo.clamp %x, %x, %x : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @convert
func.func @convert(%x: tensor<2xf32>, %p: tensor<2xi1>) {
  // CHECK: stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<2xbf16>
  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>
  // CHECK: stablehlo.convert %{{.*}} : tensor<2xi1>
  %1 = stablehlo.convert %p : tensor<2xi1>
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2xf32>) -> tensor<2x4xui8>
  %2 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xui8>
  return
}

// CHECK-LABEL: func.func @complex
func.func @complex(%x: tensor<2xcomplex<f32>>, %r: tensor<2xf32>) {
  // CHECK: stablehlo.constant dense<[(1.000000e+00,-2.000000e+00), (0xFF800000,0.000000e+00)]> : tensor<2xcomplex<f32>>
  %c = stablehlo.constant dense<[(1.0,-2.0), (0xFF800000,0.0)]> : tensor<2xcomplex<f32>>
  // CHECK: stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<3xcomplex<f64>>
  %d = stablehlo.constant dense<(0.0,1.0)> : tensor<3xcomplex<f64>>
  // CHECK: stablehlo.real %{{.*}} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %0 = stablehlo.real %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.imag %{{.*}} : tensor<2xf32>
  %1 = stablehlo.imag %r : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<2xcomplex<f32>>
  %2 = "stablehlo.complex"(%r, %r) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  // CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<2xcomplex<f32>>
  %3 = stablehlo.complex %r, %r : tensor<2xcomplex<f32>>
  // CHECK: stablehlo.abs %{{.*}} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %4 = stablehlo.abs %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.compare EQ, %{{.*}}, %{{.*}}, FLOAT : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  %5 = stablehlo.compare EQ, %x, %x, FLOAT : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  // CHECK: stablehlo.iota dim = 0 : tensor<4xcomplex<f64>>
  %6 = stablehlo.iota dim = 0 : tensor<4xcomplex<f64>>
  return
}
