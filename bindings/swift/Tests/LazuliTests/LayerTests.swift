import Foundation
import LazuliNN
import XCTest
import _Differentiation

private struct Network: Layer {
  var hidden: Dense<Float>
  var norm: LayerNorm<Float>
  var blocks: [Dense<Float>]
  var output: Dense<Float>

  init(key: RandomKey) {
    let keys = key.split(4)
    hidden = Dense(inputSize: 2, outputSize: 16, activation: .tanh, key: keys[0])
    norm = LayerNorm(featureCount: 16)
    blocks = [Dense(inputSize: 16, outputSize: 16, activation: .relu, key: keys[1])]
    output = Dense(inputSize: 16, outputSize: 2, key: keys[2])
  }

  @differentiable(reverse)
  func callAsFunction(_ input: Tensor<Float>) -> Tensor<Float> {
    var x = norm(hidden(input))
    for i in 0..<withoutDerivative(at: blocks.count) { x = x + blocks[i](x) }
    return output(x)
  }
}

final class LayerTests: XCTestCase {
  let key = RandomKey(1)

  func testDense() {
    let layer = Dense<Float>(weight: Tensor([[1, 2], [3, 4]]), bias: Tensor([10, 20]))
    expect(layer(Tensor([[1, 1]])), [14, 26])
    let g = gradient(at: layer) { $0(Tensor([[1, 2], [3, 4]])).sum() }
    expect(g.weight, [4, 4, 6, 6])
    expect(g.bias, [2, 2])
    XCTAssertEqual(Dense<Double>(inputSize: 3, outputSize: 5, key: key)(Tensor(zeros: [2, 3])).shape, [2, 5])
  }

  func testImages() {
    let model = Sequential {
      Conv2D<Float>(filterShape: (3, 3, 1, 4), padding: .same, activation: .relu, key: key)
      MaxPool2D<Float>()
      AvgPool2D<Float>()
      Flatten<Float>()
      Dense<Float>(inputSize: 4, outputSize: 3, key: key)
    }
    let images = Tensor<Float>(randomUniform: [2, 4, 4, 1], key: key)
    XCTAssertEqual(model(images).shape, [2, 3])
    XCTAssertEqual(parameterCount(of: model), 9 * 4 + 4 + 4 * 3 + 3)
    let g = gradient(at: model) { $0(images).sum() }
    expect(g.layer2.bias, [2, 2, 2])
    XCTAssertEqual(GlobalAvgPool2D<Float>()(images).shape, [2, 1])
    XCTAssertEqual(images.sequenced(through: MaxPool2D(), Flatten()).shape, [2, 4])
    XCTAssertEqual(Reshape<Float>([2, 8])(images).shape, [2, 2, 8])
  }

  func testBatchNorm() {
    let layer = BatchNorm<Float>(featureCount: 2)
    let x: Tensor<Float> = [[1, 10], [3, 30]]
    expect(withLearningPhase(.training) { layer(x) }, [-1, -1, 1, 1], within: 1e-4)
    expect(layer.runningMean.value, [0.2, 2])
    expect(layer.runningVariance.value, [0.9 + 0.1 * 2, 0.9 + 0.1 * 200])
    expect(layer(Tensor([[0.2, 2]])), [0, 0], within: 1e-5)
    let g = withLearningPhase(.training) { gradient(at: layer) { ($0(x) * x).sum() } }
    expect(g.offset, [4, 40])
    expect(g.scale, [2, 20], within: 1e-4)
  }

  func testLayerNorm() {
    let layer = LayerNorm<Float>(featureCount: 2)
    expect(layer(Tensor([[1, 3], [10, 30]])), [-1, 1, -1, 1], within: 1e-4)
  }

  func testDropout() {
    let layer = Dropout<Float>(probability: 0.25, key: key), x = Tensor<Float>(ones: [4000])
    XCTAssertTrue(layer(x) == x)
    let dropped = withLearningPhase(.training) { layer(x) }
    expect(dropped.mean(), [1], within: 0.05)
    expect(Tensor<Float>(dropped .== 0).mean(), [0.25], within: 0.03)
    XCTAssertFalse(withLearningPhase(.training) { layer(x) } == dropped)
  }

  func testEmbedding() {
    let layer = Embedding<Float>(table: Tensor([[1, 2], [3, 4]]))
    expect(layer(Tensor([1, 1, 0])), [3, 4, 3, 4, 1, 2])
    expect(gradient(at: layer) { $0(Tensor([1, 1, 0])).sum() }.table, [1, 1, 2, 2])
  }

  func testLSTM() {
    let layer = LSTM<Double>(inputSize: 2, hiddenSize: 3, key: key)
    let x = Tensor<Double>(randomNormal: [2, 4, 2], key: key)
    XCTAssertEqual(layer(x).shape, [2, 4, 3])
    let g = gradient(at: layer) { $0(x).sum() }
    let step = 1e-6
    var moved = layer
    moved.recurrent[0, 0] = layer.recurrent[0, 0] + step
    let up = moved(x).sum().scalarized()
    moved.recurrent[0, 0] = layer.recurrent[0, 0] - step
    expect(g.recurrent[0, 0], [(up - moved(x).sum().scalarized()) / (2 * step)], within: 1e-6)
    XCTAssertEqual(gradient(at: x) { layer($0).sum() }.shape, x.shape)
  }

  func testLosses() {
    let logits: Tensor<Float> = [[1, 2], [3, 1]]
    let wanted = (Foundation.log(1 + M_E) + Foundation.log(1 + Foundation.exp(Double(-2)))) / 2
    expect(softmaxCrossEntropy(logits: logits, labels: Tensor([0, 0])), [wanted])
    let g = gradient(at: logits) { softmaxCrossEntropy(logits: $0, labels: Tensor([0, 0])) }
    let p = 1 / (1 + M_E), q = 1 / (1 + Foundation.exp(Double(-2)))
    expect(g, [(p - 1) / 2, (1 - p) / 2, (q - 1) / 2, (1 - q) / 2])
    let x: Tensor<Float> = [1, -3], y: Tensor<Float> = [0, 0]
    expect(meanSquaredError(predicted: x, expected: y), [5])
    expect(meanAbsoluteError(predicted: x, expected: y), [2])
    expect(huberLoss(predicted: x, expected: y), [(0.5 + 2.5) / 2])
    expect(hingeLoss(predicted: x, expected: Tensor([1, 1])), [2])
    expect(sigmoidCrossEntropy(logits: Tensor([0]), labels: Tensor([1])), [Foundation.log(Double(2))])
    expect(gradient(at: x) { meanSquaredError(predicted: $0, expected: y) }, [1, -3])
  }

  /// Returns random points, and labels that say whether they are inside of a circle.
  private func batch(_ key: RandomKey) -> (points: Tensor<Float>, labels: Tensor<Int32>) {
    let points = Tensor<Float>(randomUniform: [64, 2], lowerBound: -1, upperBound: 1, key: key)
    return (points, Tensor<Int32>(square(points).sum(alongAxes: [1]) .< 0.6))
  }

  private func train(_ make: (Network) -> any Optimizer<Network>) throws -> TrainingHistory {
    var model = Network(key: key), keys = key
    let batches = (0..<120).map { _ in batch(keys.next()) }
    let optimizer = make(model)
    func run(_ optimizer: some Optimizer<Network>) throws -> TrainingHistory {
      try LazuliNN.train(&model, with: optimizer, on: batches, steps: 120) { model, batch in
        softmaxCrossEntropy(logits: model(batch.points), labels: batch.labels)
      }
    }
    return try run(optimizer)
  }

  func testTraining() throws {
    XCTAssertEqual(parameterCount(of: Network(key: key)), 2 * 16 + 16 + 32 + 16 * 16 + 16 + 16 * 2 + 2)
    let optimizers: [(String, (Network) -> any Optimizer<Network>)] = [
      ("SGD", { SGD(for: $0, learningRate: 0.1, momentum: 0.9) }),
      ("Nesterov", { SGD(for: $0, learningRate: 0.1, momentum: 0.9, nesterov: true) }),
      ("Adam", { Adam(for: $0, learningRate: 0.01) }), ("AdamW", { AdamW(for: $0, learningRate: 0.01) }),
    ]
    for (name, make) in optimizers {
      let history = try train(make)
      XCTAssertEqual(history.losses.count, 120)
      XCTAssertLessThan(history.losses.suffix(10).reduce(0, +) / 10, 0.35, name)
      XCTAssertEqual(history.compiles.later, 0, name)
    }
  }

  func testOptimizersByHand() {
    struct Model: Differentiable { var w: Tensor<Float> }
    let start = Model(w: Tensor([1, 2]))
    func twice(_ optimizer: some Optimizer<Model>) -> Tensor<Float> {
      var model = start
      for _ in 0..<2 { optimizer.update(&model, along: gradient(at: model) { ($0.w * 3).sum() }) }
      return model.w
    }
    expect(twice(SGD(for: start, learningRate: 0.1)), [0.4, 1.4])
    expect(twice(SGD(for: start, learningRate: 0.1, momentum: 0.5)), [1 - 0.3 - 0.45, 2 - 0.75])
    expect(twice(Adam(for: start, learningRate: 0.1)), [0.8, 1.8])
    expect(twice(AdamW(for: start, learningRate: 0.1, weightDecay: 0.1)), [0.7811, 1.7611], within: 1e-4)
    expect(twice(AdamW(for: start, learningRate: 0.1)), [0.7981, 1.7961], within: 1e-4)
  }
}
