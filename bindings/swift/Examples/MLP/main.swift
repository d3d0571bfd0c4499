// Trains a small network on Fashion-MNIST, as examples/bindings/mlp.c describes. The losses have
// the same bits as in that program.
//
//   MLP [FOLDER]     with the data set in FOLDER, otherwise with made-up images
import ExampleData
import LazuliNN
import _Differentiation

let batch = 64, hidden = 128, steps = 200, count = 60000

struct MLP: Differentiable {
  var w1, b1, w2, b2: Tensor<Float>

  /// Initializes uniform weights with variance 1 / 192, from the bits of Threefry.
  init() {
    var state = Tensor<UInt64>([1, 0])
    func weights(_ shape: TensorShape) -> Tensor<Float> {
      let (bits, next) = randomBits(UInt32.self, shape: shape, state: state)
      state = next
      let unit = Tensor<Float>(bits >> Tensor(8)).scaled(by: 0x1p-24)
      return (unit - 0.5).scaled(by: 0.25)
    }
    w1 = weights([Images.pixels, hidden])
    w2 = weights([hidden, Images.classes])
    b1 = Tensor(zeros: [hidden])
    b2 = Tensor(zeros: [Images.classes])
  }

  @differentiable(reverse)
  func callAsFunction(_ x: Tensor<Float>) -> Tensor<Float> {
    matmul(relu(matmul(x, w1) + b1), w2) + b2
  }
}

/// Makes one training step on a batch, which changes the model. Returns the loss before the step.
func step(_ model: inout MLP, _ images: Images, _ number: Int) -> Tensor<Float> {
  let (bytes, labels) = images.batch((0..<batch).map { (number * batch + $0) % count })
  let x = Tensor<Float>(Tensor(shape: [batch, Images.pixels], scalars: bytes)).scaled(by: 1.0 / 255)
  let y = Tensor<Float>(oneHotAtIndices: Tensor<UInt8>(labels), depth: Images.classes)
  let (loss, gradient) = valueWithGradient(at: model) { softmaxCrossEntropy(logits: $0(x), probabilities: y) }
  model.w1 -= gradient.w1.scaled(by: 0.1)
  model.b1 -= gradient.b1.scaled(by: 0.1)
  model.w2 -= gradient.w2.scaled(by: 0.1)
  model.b2 -= gradient.b2.scaled(by: 0.1)
  return loss
}

var options = Context.Options()
options.numerics = .strict
try Context.configure(options)
let images =
  CommandLine.arguments.count > 1
  ? try Images(folder: CommandLine.arguments[1], name: "train") : Images(madeUp: count)
var model = MLP()
for number in 0..<steps {
  let loss = step(&model, images, number)
  LazyTensorBarrier()
  guard (number + 1) % 20 == 0 else { continue }
  let bits = String(loss.scalarized().bitPattern, radix: 16)
  print("step \(number + 1) loss \(String(repeating: "0", count: 8 - bits.count))\(bits)")
}
