// RUN: lz-opt %s -split-input-file -verify-diagnostics --lz-expand-complex | FileCheck %s

// Numbers: tests/ops/cases.
// CHECK-LABEL: func.func @main
// CHECK-SAME:  (%[[X:.*]]: tensor<3x2xf64>) -> tensor<3x2xf64>
// CHECK:       %[[S:.*]] = stablehlo.slice %[[X]] [0:3, 0:1]
// CHECK:       %[[A:.*]] = stablehlo.reshape %[[S]] : (tensor<3x1xf64>) -> tensor<3xf64>
// CHECK:       %[[T:.*]] = stablehlo.slice %[[X]] [0:3, 1:2]
// CHECK:       %[[B:.*]] = stablehlo.reshape %[[T]]
// CHECK:       %[[AA:.*]] = stablehlo.multiply %[[A]], %[[A]]
// CHECK:       %[[BB:.*]] = stablehlo.multiply %[[B]], %[[B]]
// CHECK:       %[[RE:.*]] = stablehlo.subtract %[[AA]], %[[BB]]
// CHECK:       %[[IM:.*]] = stablehlo.add
// CHECK-DAG:   %[[U:.*]] = stablehlo.reshape %[[RE]] : (tensor<3xf64>) -> tensor<3x1xf64>
// CHECK-DAG:   %[[V:.*]] = stablehlo.reshape %[[IM]] : (tensor<3xf64>) -> tensor<3x1xf64>
// CHECK:       %[[Z:.*]] = stablehlo.concatenate %[[U]], %[[V]], dim = 1
// CHECK:       return %[[Z]]
func.func @main(%x: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %0 = stablehlo.multiply %x, %x : tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}

// -----

// Two f32 are the halves of an integer.
// CHECK-LABEL: func.func @halves
// CHECK-SAME:  (%[[X:.*]]: tensor<3xui64>) -> tensor<3xui64>
// CHECK:       %[[L:.*]] = stablehlo.convert %[[X]] : (tensor<3xui64>) -> tensor<3xui32>
// CHECK:       %[[A:.*]] = stablehlo.bitcast_convert %[[L]] : (tensor<3xui32>) -> tensor<3xf32>
// CHECK:       %[[H:.*]] = stablehlo.shift_right_logical %[[X]], %{{.*}} : tensor<3xui64>
// CHECK:       stablehlo.convert %[[H]] : (tensor<3xui64>) -> tensor<3xui32>
// CHECK:       stablehlo.negate %[[A]] : tensor<3xf32>
// CHECK:       stablehlo.shift_left
// CHECK:       %[[Z:.*]] = stablehlo.or %{{.*}}, %{{.*}} : tensor<3xui64>
// CHECK:       return %[[Z]]
func.func @halves(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = stablehlo.negate %x : tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// -----

// A complex parameter that is returned does not change. real and imag of complex(a, b) are replaced by a and b.
// CHECK-LABEL: func.func @parts
// CHECK-SAME:  (%[[X:.*]]: tensor<2xf64>, %[[Y:.*]]: tensor<3xf32>, %[[Z:.*]]: tensor<3xf32>)
// CHECK-NOT:   complex
// CHECK:       return %[[X]], %[[Z]] : tensor<2xf64>, tensor<3xf32>
func.func @parts(%x: tensor<complex<f64>>, %y: tensor<3xf32>, %z: tensor<3xf32>) -> (tensor<complex<f64>>, tensor<3xf32>) {
  %0 = stablehlo.complex %y, %z : tensor<3xcomplex<f32>>
  %1 = stablehlo.imag %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  return %x, %1 : tensor<complex<f64>>, tensor<3xf32>
}

// -----

// A sum or a transpose becomes two ops, one for each part. A product needs both parts, so its reduction becomes one op
// with two operands. Both parts use the same start index.
// CHECK-LABEL: func.func @structured
// CHECK:       %[[A:.*]] = stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK:       %[[B:.*]] = stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK:       stablehlo.reduce(%[[A]] init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK:       stablehlo.reduce(%[[B]] init: %{{.*}}) applies stablehlo.add
// CHECK:       %[[P:.*]]:2 = stablehlo.reduce(%[[A]] init: %{{.*}}), (%[[B]] init: %{{.*}}) across dimensions = [1]
// CHECK-SAME:  -> (tensor<3xf32>, tensor<3xf32>)
// CHECK:       reducer(%[[AR:.*]]: tensor<f32>, %[[BR:.*]]: tensor<f32>) (%[[AI:.*]]: tensor<f32>, %[[BI:.*]]: tensor<f32>)
// CHECK:       stablehlo.dynamic_slice %{{.*}}, %[[I:.*]], sizes = [2]
// CHECK:       stablehlo.dynamic_slice %{{.*}}, %[[I]], sizes = [2]
func.func @structured(%x: tensor<2x3xcomplex<f32>>, %i: tensor<i32>) -> (tensor<3xcomplex<f32>>, tensor<2xcomplex<f32>>) {
  %c = stablehlo.constant dense<(0.0,1.0)> : tensor<complex<f32>>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %2 = stablehlo.reduce(%0 init: %c) applies stablehlo.multiply across dimensions = [1] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %3 = stablehlo.add %1, %2 : tensor<3xcomplex<f32>>
  %4 = stablehlo.dynamic_slice %2, %i, sizes = [2] : (tensor<3xcomplex<f32>>, tensor<i32>) -> tensor<2xcomplex<f32>>
  return %3, %4 : tensor<3xcomplex<f32>>, tensor<2xcomplex<f32>>
}

// -----

// Carried values become two.
// CHECK-LABEL: func.func @carried
// CHECK:       %[[W:.*]]:3 = stablehlo.while(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[I:.*]] = %{{.*}}) : tensor<3xf32>, tensor<3xf32>, tensor<i32>
// CHECK:       stablehlo.return %{{.*}}, %{{.*}}, %{{.*}} : tensor<3xf32>, tensor<3xf32>, tensor<i32>
func.func @carried(%x: tensor<3xcomplex<f32>>, %n: tensor<i32>) -> tensor<3xcomplex<f32>> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%a = %x, %i = %z) : tensor<3xcomplex<f32>>, tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %a, %x : tensor<3xcomplex<f32>>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %1, %2 : tensor<3xcomplex<f32>>, tensor<i32>
  }
  return %0#0 : tensor<3xcomplex<f32>>
}

// -----

// A product of complex matrices becomes four products. A call of foreign code keeps its original types in an attribute.
// CHECK-LABEL: func.func @calls
// CHECK-COUNT-4: stablehlo.dot_general {{.*}} : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<2x2xf64>
// CHECK:       stablehlo.custom_call @f(%{{.*}}) {lz.types = (tensor<2x2xcomplex<f64>>) -> tensor<2xcomplex<f64>>} : (tensor<2x2x2xf64>) -> tensor<2x2xf64>
func.func @calls(%x: tensor<2x3xcomplex<f64>>, %y: tensor<3x2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %1 = stablehlo.custom_call @f(%0) : (tensor<2x2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  return %1 : tensor<2xcomplex<f64>>
}

// -----

// A comparator takes two real parts and then two imaginary ones.
// CHECK-LABEL: func.func @sort
// CHECK:       %{{.*}}:2 = "stablehlo.sort"(%{{.*}}, %{{.*}})
// CHECK-NEXT:  ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %[[C:.*]]: tensor<f32>, %[[D:.*]]: tensor<f32>):
// CHECK-NEXT:    %[[P:.*]] = stablehlo.compare LT, %[[C]], %[[B]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    stablehlo.return %[[P]]
// CHECK-NOT:   complex
func.func @sort(%x: tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %i = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
    %r = stablehlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
    %p = stablehlo.compare LT, %i, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

// In joined form, complex<f64> and pairs of complex<f32> have elements of 64 bits.
// CHECK-LABEL: func.func @bits
// CHECK-SAME:  (%[[X:.*]]: tensor<3x2xf64>) -> tensor<3x2xui64>
// CHECK:       stablehlo.bitcast_convert %[[X]] : (tensor<3x2xf64>) -> tensor<3x2xui64>
func.func @bits(%x: tensor<3xcomplex<f64>>) -> tensor<3x2xcomplex<f32>> {
  %0 = stablehlo.bitcast_convert %x : (tensor<3xcomplex<f64>>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}

// -----

// A library function for complex numbers gets an array with the same bytes: pairs of a real and an imaginary part.
// CHECK-LABEL: func.func @fft
// CHECK-SAME:  (%[[X:.*]]: tensor<8xui64>) -> tensor<14xf32>
// CHECK:       %[[Y:.*]] = stablehlo.fft %[[X]], type = FFT, length = [8]
// CHECK-SAME:  {lz.types = (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>} : (tensor<8xui64>) -> tensor<8xui64>
// CHECK:       %[[Z:.*]] = stablehlo.fft %[[Y]], type = IRFFT, length = [14]
// CHECK-SAME:  {lz.types = (tensor<8xcomplex<f32>>) -> tensor<14xf32>} : (tensor<8xui64>) -> tensor<14xf32>
// CHECK:       return %[[Z]]
func.func @fft(%x: tensor<8xcomplex<f32>>) -> tensor<14xf32> {
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [14] : (tensor<8xcomplex<f32>>) -> tensor<14xf32>
  return %1 : tensor<14xf32>
}

// -----

// Products of 2 x 2 blocks of floats.
// CHECK-LABEL: func.func @factor
// CHECK:       %[[L:.*]] = stablehlo.cholesky %{{.*}}, lower = true : tensor<6x6xf64>
// CHECK-NOT:   complex
func.func @factor(%x: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<3x3xcomplex<f64>>
  return %0 : tensor<3x3xcomplex<f64>>
}

// -----

// CHECK-LABEL: func.func @solve
// CHECK:       "stablehlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<6x6xf64>, tensor<6x2xf64>) -> tensor<6x2xf64>
// CHECK-NOT:   complex
func.func @solve(%a: tensor<3x3xcomplex<f64>>, %b: tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %0 : tensor<3x2xcomplex<f64>>
}
