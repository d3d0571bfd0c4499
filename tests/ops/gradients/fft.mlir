func.func @main(%x: tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = FFT, length = [5] : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
  %1 = stablehlo.multiply %0, %0 : tensor<2x5xcomplex<f64>>
  return %1 : tensor<2x5xcomplex<f64>>
}
// -----
func.func @main(%x: tensor<3x4xcomplex<f64>>) -> tensor<3x4xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = IFFT, length = [3, 4] : (tensor<3x4xcomplex<f64>>) -> tensor<3x4xcomplex<f64>>
  %1 = stablehlo.multiply %0, %0 : tensor<3x4xcomplex<f64>>
  return %1 : tensor<3x4xcomplex<f64>>
}
// -----
func.func @main(%x: tensor<2x6xf64>) -> tensor<2x4xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<2x6xf64>) -> tensor<2x4xcomplex<f64>>
  %1 = stablehlo.multiply %0, %0 : tensor<2x4xcomplex<f64>>
  return %1 : tensor<2x4xcomplex<f64>>
}
// -----
func.func @main(%x: tensor<3x5xf64>) -> tensor<3x3xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [3, 5] : (tensor<3x5xf64>) -> tensor<3x3xcomplex<f64>>
  %1 = stablehlo.multiply %0, %0 : tensor<3x3xcomplex<f64>>
  return %1 : tensor<3x3xcomplex<f64>>
}
// -----
func.func @main(%x: tensor<2x4xcomplex<f64>>) -> tensor<2x6xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [6] : (tensor<2x4xcomplex<f64>>) -> tensor<2x6xf64>
  %1 = stablehlo.multiply %0, %0 : tensor<2x6xf64>
  return %1 : tensor<2x6xf64>
}
// -----
func.func @main(%x: tensor<3x3xcomplex<f64>>) -> tensor<3x5xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [3, 5] : (tensor<3x3xcomplex<f64>>) -> tensor<3x5xf64>
  %1 = stablehlo.multiply %0, %0 : tensor<3x5xf64>
  return %1 : tensor<3x5xf64>
}
