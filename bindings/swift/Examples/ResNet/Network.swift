// ResNet-18 for images of 32 x 32: a stem, four stages of two blocks, a mean over the pixels, and a
// classifier. The convolutions have no bias, because each is followed by a normalization.
import LazuliNN
import _Differentiation

/// A convolution, followed by a normalization of its channels.
struct ConvNorm: Layer {
  var filter: Tensor<Float>
  var norm: BatchNorm<Float>
  @noDerivative let stride: Int
  @noDerivative let padding: Int

  init(_ size: Int, _ input: Int, _ output: Int, stride: Int = 1, _ key: inout RandomKey) {
    filter = Tensor(heNormal: [size, size, input, output], key: key.next())
    norm = BatchNorm(featureCount: output)
    self.stride = stride
    padding = size / 2
  }

  @differentiable(reverse)
  func callAsFunction(_ x: Tensor<Float>) -> Tensor<Float> {
    norm(
      conv2D(
        x, filter: filter, strides: (stride, stride), padding: .explicit([(padding, padding), (padding, padding)])))
  }
}

/// Two convolutions, whose result is added to the input. If the shapes differ, a projection brings
/// the input to the shape of the result.
struct Block: Layer {
  var first: ConvNorm
  var second: ConvNorm
  /// Has no element if the shapes are equal, otherwise one.
  var projection: [ConvNorm]

  init(_ input: Int, _ output: Int, _ key: inout RandomKey) {
    let stride = input == output ? 1 : 2
    first = ConvNorm(3, input, output, stride: stride, &key)
    second = ConvNorm(3, output, output, &key)
    projection = input == output ? [] : [ConvNorm(1, input, output, stride: stride, &key)]
  }

  @differentiable(reverse)
  func callAsFunction(_ x: Tensor<Float>) -> Tensor<Float> {
    let inner = second(relu(first(x)))
    let shortcut = withoutDerivative(at: projection.isEmpty) ? x : projection[0](x)
    return relu(inner + shortcut)
  }
}

struct ResNet18: Layer {
  var stem: ConvNorm
  var blocks: [Block]
  var classifier: Dense<Float>

  /// `width` is the number of channels of the first stage. In the original ResNet-18 it is 64.
  init(width: Int, classes: Int, key: RandomKey) {
    var key = key
    stem = ConvNorm(3, 3, width, &key)
    blocks = []
    var input = width
    for i in 0..<8 {
      let output = width << (i / 2)
      blocks.append(Block(input, output, &key))
      input = output
    }
    classifier = Dense(inputSize: input, outputSize: classes, key: key)
  }

  @differentiable(reverse)
  func callAsFunction(_ images: Tensor<Float>) -> Tensor<Float> {
    var x = relu(stem(images))
    for i in 0..<withoutDerivative(at: blocks.count) { x = blocks[i](x) }
    return classifier(globalAvgPool2D(x))
  }
}
