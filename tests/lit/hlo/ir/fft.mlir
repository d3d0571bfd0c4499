// RUN: %round-trip %s

// Reads the form that JAX prints, with two spaces, and the generic form.
// CHECK-LABEL: func.func @all
func.func @all(%x: tensor<3x8xcomplex<f32>>, %r: tensor<4x5x8xf64>) {
  // CHECK: stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  %0 = stablehlo.fft %x, type =  FFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  // CHECK: stablehlo.fft %{{.*}}, type = IFFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  %1 = stablehlo.fft %0, type = IFFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  // CHECK: stablehlo.fft %{{.*}}, type = IRFFT, length = [15] : (tensor<3x8xcomplex<f32>>) -> tensor<3x15xf32>
  %2 = "stablehlo.fft"(%1) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 15>} : (tensor<3x8xcomplex<f32>>) -> tensor<3x15xf32>
  // CHECK: stablehlo.fft %arg1, type = RFFT, length = [4, 5, 8] : (tensor<4x5x8xf64>) -> tensor<4x5x5xcomplex<f64>>
  %3 = stablehlo.fft %r, type = RFFT, length = [4, 5, 8] : (tensor<4x5x8xf64>) -> tensor<4x5x5xcomplex<f64>>
  return
}
