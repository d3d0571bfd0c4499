// Trains a convolutional network on Fashion-MNIST: two convolutions, Adam, batches of 64, one
// barrier per step.
//
//   FashionMNIST [--quick] [--steps N] [FOLDER]     Ctrl-C ends the training early
import ExampleData
import Foundation
import LazuliNN
import _Differentiation

struct CNN: Layer {
  var conv1: Conv2D<Float>
  var conv2: Conv2D<Float>
  var output: Dense<Float>
  @noDerivative let pool = MaxPool2D<Float>()

  init(key: RandomKey) {
    let keys = key.split(3)
    conv1 = Conv2D(filterShape: (3, 3, 1, 16), padding: .same, activation: .relu, key: keys[0])
    conv2 = Conv2D(filterShape: (3, 3, 16, 32), padding: .same, activation: .relu, key: keys[1])
    output = Dense(inputSize: 7 * 7 * 32, outputSize: Images.classes, key: keys[2])
  }

  @differentiable(reverse)
  func callAsFunction(_ images: Tensor<Float>) -> Tensor<Float> {
    let half = pool(conv1(images))
    let quarter = pool(conv2(half))
    return output(quarter.flattened(fromAxis: 1))
  }
}

struct Batch: Sendable {
  let images: Tensor<Float>
  let labels: Tensor<Int32>

  /// Converts the bytes of images to floats in [0, 1].
  init(_ data: Images, _ numbers: some Sequence<Int>) {
    let (bytes, truth) = data.batch(numbers)
    let shape: TensorShape = [truth.count, Images.side, Images.side, 1]
    images = Tensor<Float>(Tensor(shape: shape, scalars: bytes)).scaled(by: 1.0 / 255)
    labels = Tensor<Int32>(Tensor(truth))
  }
}

/// Returns the fraction of images whose greatest logit is that of their label.
func accuracy(_ model: CNN, _ data: Images) throws -> Double {
  let right = try stride(from: 0, to: data.count, by: 500).map { start in
    let batch = Batch(data, start..<min(start + 500, data.count))
    return try Tensor<Int32>(model(batch.images).argmax() .== batch.labels).sum().read()[0]
  }
  return Double(right.reduce(0, +)) / Double(data.count)
}

var arguments = CommandLine.arguments.dropFirst()
let isQuick = arguments.first == "--quick"
if isQuick { arguments.removeFirst() }
var wantedSteps: Int?
if arguments.first == "--steps" {
  wantedSteps = Int(arguments.dropFirst().first ?? "")
  arguments.removeFirst(2)
}
let (training, test) = try arguments.first.map { try loadFashionMNIST(from: $0) } ?? loadFashionMNIST()
let images = isQuick ? min(18000, training.count) : training.count
let epochs = isQuick ? 2 : 5, size = 64, stepsOfEpoch = images / size
let steps = wantedSteps ?? epochs * stepsOfEpoch
Interrupt.watch()

var model = CNN(key: RandomKey(1))
let optimizer = Adam(for: model, learningRate: 0.002)
let batches = (0..<epochs).lazy.flatMap { _ in
  let order = (0..<images).shuffled()
  return (0..<stepsOfEpoch).lazy.map { Batch(training, order[$0 * size..<($0 + 1) * size]) }
}
print("Fashion-MNIST: \(images) + \(test.count) images, \(steps) steps of \(size)")
let history = try train(
  &model, with: optimizer, on: batches, steps: steps, title: "CNN", rate: { 0.002 * (1 - 0.95 * $0) }
) { model, batch in
  softmaxCrossEntropy(logits: model(batch.images), labels: batch.labels)
}
print(
  String(
    format: "%.1f s, %.0f images/s, loss %.4f, compiles %d at first and %d later", history.seconds,
    Double(history.losses.count * size) / history.seconds, history.losses.suffix(50).reduce(0, +) / 50,
    history.compiles.atFirst, history.compiles.later))
let reached = try accuracy(model, test)
print(String(format: "accuracy on the test images %.2f %%", 100 * reached))
let isWhole = !isQuick && !history.isInterrupted && wantedSteps == nil && test.count == 10000
exit(history.compiles.later > 0 || (isWhole && reached < 0.90) ? 1 : 0)
