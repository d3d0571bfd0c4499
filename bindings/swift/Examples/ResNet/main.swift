// Trains ResNet-18 on made-up images, and prints the time of a step. The exit status is 1 if the
// loss has not decreased, or if a program was compiled after the first steps.
//
//   ResNet [--width N] [--batch N] [--steps N] [--threads N]
import Foundation
import LazuliNN
import _Differentiation

func option(_ name: String, _ value: Int) -> Int {
  guard let place = CommandLine.arguments.firstIndex(of: name), place + 1 < CommandLine.arguments.count else { return value }
  return Int(CommandLine.arguments[place + 1]) ?? value
}

let width = option("--width", 16), size = option("--batch", 32), steps = option("--steps", 40)
let side = 32, classes = 10
var options = Context.Options()
options.threads = option("--threads", 0)
options.maxSegmentOps = 4096  // so that a step is one program
try Context.configure(options)

/// Makes batches of images: each class has a pattern of coloured squares, to which noise is added.
struct Patterns {
  var key = RandomKey(1)
  let patterns: Tensor<Float>

  init() {
    let squares = Tensor<Float>(randomNormal: [classes, 4, 4, 3], key: key.next())
    patterns = squares.repeated(count: side / 4, alongAxis: 1).repeated(count: side / 4, alongAxis: 2)
    LazyTensorBarrier()
  }

  mutating func next() -> (images: Tensor<Float>, labels: Tensor<Int32>) {
    let labels = Tensor<Int32>(randomUniform: [size], in: 0..<classes, key: key.next())
    let noise = Tensor<Float>(
      randomUniform: [size, side, side, 3], lowerBound: -2, upperBound: 2, key: key.next())
    return (patterns.gathering(atIndices: labels) + noise, labels)
  }
}

Interrupt.watch()
var source = Patterns(), model = ResNet18(width: width, classes: classes, key: RandomKey(2))
print("ResNet-18 of width \(width): \(parameterCount(of: model)) parameters, batches of \(size)")
let optimizer = SGD(for: model, learningRate: 0.02, momentum: 0.9)
var seconds: [Double] = [], losses: [Float] = []
let context = Context.shared
var compiles = 0, before = (clock(), context.metrics)
for number in 0..<steps where !Interrupt.isRequested {
  let started = Date(), batch = source.next()
  let (loss, gradient) = withLearningPhase(.training) {
    valueWithGradient(at: model) { softmaxCrossEntropy(logits: $0(batch.images), labels: batch.labels) }
  }
  optimizer.update(&model, along: gradient)
  let recorded = Date().timeIntervalSince(started)
  LazyTensorBarrier(wait: true)
  seconds.append(Date().timeIntervalSince(started))
  losses.append(loss.scalarized())
  if number == 2 {
    compiles = context.metrics.compiles
    before = (clock(), context.metrics)
  }
  if number == 5 { print(String(format: "recording a step takes %.2f ms", 1e3 * recorded)) }
}
let processor = Double(clock() - before.0) / Double(CLOCKS_PER_SEC) / Double(losses.count - 3)
let ops = (context.metrics.opsRecorded - before.1.opsRecorded) / (losses.count - 3)
print(String(format: "processor time of a step is %.2f ms of all threads, for %d ops", 1e3 * processor, ops))
let late = context.metrics.compiles - compiles, half = losses.count / 2
let median = seconds.dropFirst(3).sorted()[(seconds.count - 3) / 2]
print(
  String(
    format: "a step takes %.1f ms; loss %.3f at first, %.3f at last; compiles %d at first, %d later", 1e3 * median,
    losses[0], losses[losses.count - 1], compiles, late))
let isFallen = losses.prefix(half).reduce(0, +) > losses.suffix(half).reduce(0, +)
exit(isFallen && late == 0 ? 0 : 1)
