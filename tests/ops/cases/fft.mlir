// The operands of all cases are made from bytes, so no number is infinite. How an infinity spreads depends on the
// algorithm.
// A batch of lines whose length has the factors 2, 3, 5 and 7.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<3x210xi8>, %b: tensor<3x210xi8>) -> (tensor<3x210xcomplex<$T>>, tensor<3x210xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<3x210xi8>) -> tensor<3x210x$T>
  %bf = stablehlo.convert %b : (tensor<3x210xi8>) -> tensor<3x210x$T>
  %x = stablehlo.complex %af, %bf : tensor<3x210xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [210] : (tensor<3x210xcomplex<$T>>) -> tensor<3x210xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [210] : (tensor<3x210xcomplex<$T>>) -> tensor<3x210xcomplex<$T>>
  return %0, %1 : tensor<3x210xcomplex<$T>>, tensor<3x210xcomplex<$T>>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<1xi8>, %b: tensor<1xi8>) -> (tensor<1xcomplex<$T>>, tensor<1xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<1xi8>) -> tensor<1x$T>
  %bf = stablehlo.convert %b : (tensor<1xi8>) -> tensor<1x$T>
  %x = stablehlo.complex %af, %bf : tensor<1xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [1] : (tensor<1xcomplex<$T>>) -> tensor<1xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [1] : (tensor<1xcomplex<$T>>) -> tensor<1xcomplex<$T>>
  return %0, %1 : tensor<1xcomplex<$T>>, tensor<1xcomplex<$T>>
}
// -----
// The lengths are prime. The transform of length 61 is computed directly, and that of the next case as a convolution.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<5x61xi8>, %b: tensor<5x61xi8>) -> (tensor<5x61xcomplex<$T>>, tensor<5x61xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<5x61xi8>) -> tensor<5x61x$T>
  %bf = stablehlo.convert %b : (tensor<5x61xi8>) -> tensor<5x61x$T>
  %x = stablehlo.complex %af, %bf : tensor<5x61xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [61] : (tensor<5x61xcomplex<$T>>) -> tensor<5x61xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [61] : (tensor<5x61xcomplex<$T>>) -> tensor<5x61xcomplex<$T>>
  return %0, %1 : tensor<5x61xcomplex<$T>>, tensor<5x61xcomplex<$T>>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<2x127xi8>, %b: tensor<2x127xi8>) -> (tensor<2x127xcomplex<$T>>, tensor<2x127xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<2x127xi8>) -> tensor<2x127x$T>
  %bf = stablehlo.convert %b : (tensor<2x127xi8>) -> tensor<2x127x$T>
  %x = stablehlo.complex %af, %bf : tensor<2x127xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [127] : (tensor<2x127xcomplex<$T>>) -> tensor<2x127xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [127] : (tensor<2x127xcomplex<$T>>) -> tensor<2x127xcomplex<$T>>
  return %0, %1 : tensor<2x127xcomplex<$T>>, tensor<2x127xcomplex<$T>>
}
// -----
// Threads divide this line among themselves: first its columns, then its rows.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<4096xi8>, %b: tensor<4096xi8>) -> (tensor<4096xcomplex<$T>>, tensor<4096xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<4096xi8>) -> tensor<4096x$T>
  %bf = stablehlo.convert %b : (tensor<4096xi8>) -> tensor<4096x$T>
  %x = stablehlo.complex %af, %bf : tensor<4096xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [4096] : (tensor<4096xcomplex<$T>>) -> tensor<4096xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [4096] : (tensor<4096xcomplex<$T>>) -> tensor<4096xcomplex<$T>>
  return %0, %1 : tensor<4096xcomplex<$T>>, tensor<4096xcomplex<$T>>
}
// -----
// Transforms of two and three dimensions with a batch. In the first case a dimension is long enough for a column in
// each lane.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<2x33x20xi8>, %b: tensor<2x33x20xi8>) -> (tensor<2x33x20xcomplex<$T>>, tensor<2x33x20xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<2x33x20xi8>) -> tensor<2x33x20x$T>
  %bf = stablehlo.convert %b : (tensor<2x33x20xi8>) -> tensor<2x33x20x$T>
  %x = stablehlo.complex %af, %bf : tensor<2x33x20xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [33, 20] : (tensor<2x33x20xcomplex<$T>>) -> tensor<2x33x20xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [33, 20] : (tensor<2x33x20xcomplex<$T>>) -> tensor<2x33x20xcomplex<$T>>
  return %0, %1 : tensor<2x33x20xcomplex<$T>>, tensor<2x33x20xcomplex<$T>>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<2x6x5x8xi8>, %b: tensor<2x6x5x8xi8>) -> (tensor<2x6x5x8xcomplex<$T>>, tensor<2x6x5x8xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<2x6x5x8xi8>) -> tensor<2x6x5x8x$T>
  %bf = stablehlo.convert %b : (tensor<2x6x5x8xi8>) -> tensor<2x6x5x8x$T>
  %x = stablehlo.complex %af, %bf : tensor<2x6x5x8xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [6, 5, 8] : (tensor<2x6x5x8xcomplex<$T>>) -> tensor<2x6x5x8xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [6, 5, 8] : (tensor<2x6x5x8xcomplex<$T>>) -> tensor<2x6x5x8xcomplex<$T>>
  return %0, %1 : tensor<2x6x5x8xcomplex<$T>>, tensor<2x6x5x8xcomplex<$T>>
}
// -----
// The first dimension has few columns, so its columns are copied to lines.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<67x3xi8>, %b: tensor<67x3xi8>) -> (tensor<67x3xcomplex<$T>>, tensor<67x3xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<67x3xi8>) -> tensor<67x3x$T>
  %bf = stablehlo.convert %b : (tensor<67x3xi8>) -> tensor<67x3x$T>
  %x = stablehlo.complex %af, %bf : tensor<67x3xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [67, 3] : (tensor<67x3xcomplex<$T>>) -> tensor<67x3xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [67, 3] : (tensor<67x3xcomplex<$T>>) -> tensor<67x3xcomplex<$T>>
  return %0, %1 : tensor<67x3xcomplex<$T>>, tensor<67x3xcomplex<$T>>
}
// -----
// The operands have no elements.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<0x8xi8>, %b: tensor<0x8xi8>) -> (tensor<0x8xcomplex<$T>>, tensor<0x8xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<0x8xi8>) -> tensor<0x8x$T>
  %bf = stablehlo.convert %b : (tensor<0x8xi8>) -> tensor<0x8x$T>
  %x = stablehlo.complex %af, %bf : tensor<0x8xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<0x8xcomplex<$T>>) -> tensor<0x8xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [8] : (tensor<0x8xcomplex<$T>>) -> tensor<0x8xcomplex<$T>>
  return %0, %1 : tensor<0x8xcomplex<$T>>, tensor<0x8xcomplex<$T>>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%a: tensor<3x0xi8>, %b: tensor<3x0xi8>) -> (tensor<3x0xcomplex<$T>>, tensor<3x0xcomplex<$T>>) {
  %af = stablehlo.convert %a : (tensor<3x0xi8>) -> tensor<3x0x$T>
  %bf = stablehlo.convert %b : (tensor<3x0xi8>) -> tensor<3x0x$T>
  %x = stablehlo.complex %af, %bf : tensor<3x0xcomplex<$T>>
  %0 = stablehlo.fft %x, type = FFT, length = [0] : (tensor<3x0xcomplex<$T>>) -> tensor<3x0xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IFFT, length = [0] : (tensor<3x0xcomplex<$T>>) -> tensor<3x0xcomplex<$T>>
  return %0, %1 : tensor<3x0xcomplex<$T>>, tensor<3x0xcomplex<$T>>
}
// -----
// Real transforms of even and odd lengths.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<5x64xi8>, %a: tensor<5x33xi8>, %b: tensor<5x33xi8>) -> (tensor<5x33xcomplex<$T>>, tensor<5x64x$T>) {
  %rf = stablehlo.convert %r : (tensor<5x64xi8>) -> tensor<5x64x$T>
  %af = stablehlo.convert %a : (tensor<5x33xi8>) -> tensor<5x33x$T>
  %bf = stablehlo.convert %b : (tensor<5x33xi8>) -> tensor<5x33x$T>
  %x = stablehlo.complex %af, %bf : tensor<5x33xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [64] : (tensor<5x64x$T>) -> tensor<5x33xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [64] : (tensor<5x33xcomplex<$T>>) -> tensor<5x64x$T>
  return %0, %1 : tensor<5x33xcomplex<$T>>, tensor<5x64x$T>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<3x45xi8>, %a: tensor<3x23xi8>, %b: tensor<3x23xi8>) -> (tensor<3x23xcomplex<$T>>, tensor<3x45x$T>) {
  %rf = stablehlo.convert %r : (tensor<3x45xi8>) -> tensor<3x45x$T>
  %af = stablehlo.convert %a : (tensor<3x23xi8>) -> tensor<3x23x$T>
  %bf = stablehlo.convert %b : (tensor<3x23xi8>) -> tensor<3x23x$T>
  %x = stablehlo.complex %af, %bf : tensor<3x23xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [45] : (tensor<3x45x$T>) -> tensor<3x23xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [45] : (tensor<3x23xcomplex<$T>>) -> tensor<3x45x$T>
  return %0, %1 : tensor<3x23xcomplex<$T>>, tensor<3x45x$T>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<1xi8>, %a: tensor<1xi8>, %b: tensor<1xi8>) -> (tensor<1xcomplex<$T>>, tensor<1x$T>) {
  %rf = stablehlo.convert %r : (tensor<1xi8>) -> tensor<1x$T>
  %af = stablehlo.convert %a : (tensor<1xi8>) -> tensor<1x$T>
  %bf = stablehlo.convert %b : (tensor<1xi8>) -> tensor<1x$T>
  %x = stablehlo.complex %af, %bf : tensor<1xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [1] : (tensor<1x$T>) -> tensor<1xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [1] : (tensor<1xcomplex<$T>>) -> tensor<1x$T>
  return %0, %1 : tensor<1xcomplex<$T>>, tensor<1x$T>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<2xi8>, %a: tensor<2xi8>, %b: tensor<2xi8>) -> (tensor<2xcomplex<$T>>, tensor<2x$T>) {
  %rf = stablehlo.convert %r : (tensor<2xi8>) -> tensor<2x$T>
  %af = stablehlo.convert %a : (tensor<2xi8>) -> tensor<2x$T>
  %bf = stablehlo.convert %b : (tensor<2xi8>) -> tensor<2x$T>
  %x = stablehlo.complex %af, %bf : tensor<2xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [2] : (tensor<2x$T>) -> tensor<2xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [2] : (tensor<2xcomplex<$T>>) -> tensor<2x$T>
  return %0, %1 : tensor<2xcomplex<$T>>, tensor<2x$T>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<2x202xi8>, %a: tensor<2x102xi8>, %b: tensor<2x102xi8>) -> (tensor<2x102xcomplex<$T>>, tensor<2x202x$T>) {
  %rf = stablehlo.convert %r : (tensor<2x202xi8>) -> tensor<2x202x$T>
  %af = stablehlo.convert %a : (tensor<2x102xi8>) -> tensor<2x102x$T>
  %bf = stablehlo.convert %b : (tensor<2x102xi8>) -> tensor<2x102x$T>
  %x = stablehlo.complex %af, %bf : tensor<2x102xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [202] : (tensor<2x202x$T>) -> tensor<2x102xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [202] : (tensor<2x102xcomplex<$T>>) -> tensor<2x202x$T>
  return %0, %1 : tensor<2x102xcomplex<$T>>, tensor<2x202x$T>
}
// -----
// Real transforms of two and three dimensions.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<3x10x12xi8>, %a: tensor<3x10x7xi8>, %b: tensor<3x10x7xi8>) -> (tensor<3x10x7xcomplex<$T>>, tensor<3x10x12x$T>) {
  %rf = stablehlo.convert %r : (tensor<3x10x12xi8>) -> tensor<3x10x12x$T>
  %af = stablehlo.convert %a : (tensor<3x10x7xi8>) -> tensor<3x10x7x$T>
  %bf = stablehlo.convert %b : (tensor<3x10x7xi8>) -> tensor<3x10x7x$T>
  %x = stablehlo.complex %af, %bf : tensor<3x10x7xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [10, 12] : (tensor<3x10x12x$T>) -> tensor<3x10x7xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [10, 12] : (tensor<3x10x7xcomplex<$T>>) -> tensor<3x10x12x$T>
  return %0, %1 : tensor<3x10x7xcomplex<$T>>, tensor<3x10x12x$T>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<4x3x7xi8>, %a: tensor<4x3x4xi8>, %b: tensor<4x3x4xi8>) -> (tensor<4x3x4xcomplex<$T>>, tensor<4x3x7x$T>) {
  %rf = stablehlo.convert %r : (tensor<4x3x7xi8>) -> tensor<4x3x7x$T>
  %af = stablehlo.convert %a : (tensor<4x3x4xi8>) -> tensor<4x3x4x$T>
  %bf = stablehlo.convert %b : (tensor<4x3x4xi8>) -> tensor<4x3x4x$T>
  %x = stablehlo.complex %af, %bf : tensor<4x3x4xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [4, 3, 7] : (tensor<4x3x7x$T>) -> tensor<4x3x4xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [4, 3, 7] : (tensor<4x3x4xcomplex<$T>>) -> tensor<4x3x7x$T>
  return %0, %1 : tensor<4x3x4xcomplex<$T>>, tensor<4x3x7x$T>
}
// -----
// The operands have no elements.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<2x0xi8>, %a: tensor<2x0xi8>, %b: tensor<2x0xi8>) -> (tensor<2x0xcomplex<$T>>, tensor<2x0x$T>) {
  %rf = stablehlo.convert %r : (tensor<2x0xi8>) -> tensor<2x0x$T>
  %af = stablehlo.convert %a : (tensor<2x0xi8>) -> tensor<2x0x$T>
  %bf = stablehlo.convert %b : (tensor<2x0xi8>) -> tensor<2x0x$T>
  %x = stablehlo.complex %af, %bf : tensor<2x0xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [0] : (tensor<2x0x$T>) -> tensor<2x0xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [0] : (tensor<2x0xcomplex<$T>>) -> tensor<2x0x$T>
  return %0, %1 : tensor<2x0xcomplex<$T>>, tensor<2x0x$T>
}
// -----
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<0x4x6xi8>, %a: tensor<0x4x4xi8>, %b: tensor<0x4x4xi8>) -> (tensor<0x4x4xcomplex<$T>>, tensor<0x4x6x$T>) {
  %rf = stablehlo.convert %r : (tensor<0x4x6xi8>) -> tensor<0x4x6x$T>
  %af = stablehlo.convert %a : (tensor<0x4x4xi8>) -> tensor<0x4x4x$T>
  %bf = stablehlo.convert %b : (tensor<0x4x4xi8>) -> tensor<0x4x4x$T>
  %x = stablehlo.complex %af, %bf : tensor<0x4x4xcomplex<$T>>
  %0 = stablehlo.fft %rf, type = RFFT, length = [4, 6] : (tensor<0x4x6x$T>) -> tensor<0x4x4xcomplex<$T>>
  %1 = stablehlo.fft %x, type = IRFFT, length = [4, 6] : (tensor<0x4x4xcomplex<$T>>) -> tensor<0x4x6x$T>
  return %0, %1 : tensor<0x4x4xcomplex<$T>>, tensor<0x4x6x$T>
}
// -----
// Kernels compute operands of transforms and read their results. The program is a convolution by transforms.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%r: tensor<3x50xi8>, %a: tensor<50xi8>) -> (tensor<3x50x$T>, tensor<3x26x$T>) {
  %rf = stablehlo.convert %r : (tensor<3x50xi8>) -> tensor<3x50x$T>
  %af = stablehlo.convert %a : (tensor<50xi8>) -> tensor<50x$T>
  %0 = stablehlo.fft %rf, type = RFFT, length = [50] : (tensor<3x50x$T>) -> tensor<3x26xcomplex<$T>>
  %1 = stablehlo.fft %af, type = RFFT, length = [50] : (tensor<50x$T>) -> tensor<26xcomplex<$T>>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<26xcomplex<$T>>) -> tensor<3x26xcomplex<$T>>
  %3 = stablehlo.multiply %0, %2 : tensor<3x26xcomplex<$T>>
  %4 = stablehlo.fft %3, type = IRFFT, length = [50] : (tensor<3x26xcomplex<$T>>) -> tensor<3x50x$T>
  %5 = stablehlo.add %4, %rf : tensor<3x50x$T>
  %6 = stablehlo.real %0 : (tensor<3x26xcomplex<$T>>) -> tensor<3x26x$T>
  return %5, %6 : tensor<3x50x$T>, tensor<3x26x$T>
}
// -----
// Transforms in a loop, in a branch and in a function, and transforms of constants.
// types: f32 f64
// tolerance: 1e-5
func.func private @back(%x: tensor<12xcomplex<$T>>) -> tensor<12xcomplex<$T>> {
  %0 = stablehlo.fft %x, type = IFFT, length = [12] : (tensor<12xcomplex<$T>>) -> tensor<12xcomplex<$T>>
  return %0 : tensor<12xcomplex<$T>>
}
func.func @main(%a: tensor<12xi8>, %p: tensor<i1>) -> (tensor<12xcomplex<$T>>, tensor<12xcomplex<$T>>, tensor<7xcomplex<$T>>, tensor<12x$T>) {
  %af = stablehlo.convert %a : (tensor<12xi8>) -> tensor<12x$T>
  %x = stablehlo.complex %af, %af : tensor<12xcomplex<$T>>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<12xcomplex<$T>>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.fft %y, type = FFT, length = [12] : (tensor<12xcomplex<$T>>) -> tensor<12xcomplex<$T>>
    %s = stablehlo.add %z, %x : tensor<12xcomplex<$T>>
    stablehlo.return %j, %s : tensor<i32>, tensor<12xcomplex<$T>>
  }
  %1 = "stablehlo.if"(%p) ({
    %f = func.call @back(%0#1) : (tensor<12xcomplex<$T>>) -> tensor<12xcomplex<$T>>
    stablehlo.return %f : tensor<12xcomplex<$T>>
  }, {
    %f = func.call @back(%x) : (tensor<12xcomplex<$T>>) -> tensor<12xcomplex<$T>>
    stablehlo.return %f : tensor<12xcomplex<$T>>
  }) : (tensor<i1>) -> tensor<12xcomplex<$T>>
  %k = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.5, 0.0, -1.0, 2.0, 9.0]> : tensor<12x$T>
  %2 = stablehlo.fft %k, type = RFFT, length = [12] : (tensor<12x$T>) -> tensor<7xcomplex<$T>>
  %h = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.5), (0.0, 1.0), (1.0, 0.0), (2.0, 2.0)]> : tensor<7xcomplex<$T>>
  %3 = stablehlo.fft %h, type = IRFFT, length = [12] : (tensor<7xcomplex<$T>>) -> tensor<12x$T>
  %4 = stablehlo.add %3, %af : tensor<12x$T>
  return %0#1, %1, %2, %4 : tensor<12xcomplex<$T>>, tensor<12xcomplex<$T>>, tensor<7xcomplex<$T>>, tensor<12x$T>
}
