// Scores sentences with a segmental language model, op by op, lazily, and compiled once for each
// length, and compares times and results. Ends with status 1 when they differ, or when something
// was compiled after the first call of a length.
//
//   WordSeg [op-by-op|lazy|compiled] [HIDDEN [REPEATS]]     all, 64 and 5 unless given
import Foundation
import Lazuli

func logarithm(_ n: Int) -> Float { Foundation.log(Float(n)) }

enum Mode: String, CaseIterable {
  case opByOp = "op-by-op", lazy, compiled
}

let named = CommandLine.arguments.compactMap { Mode(rawValue: $0) }
let modes = named.isEmpty ? Mode.allCases : named
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let hidden = numbers.first ?? 64, repeats = numbers.dropFirst().first ?? 5
var options = Context.Options()
options.cacheEntries = 1 << 16
options.maxSegmentOps = 256
options.diskCache = "off"
try Context.configure(options)
let context = Context.shared, model = Model(hidden: hidden)

let compiledScore = compile { (p: [Tensor<Float>], r: Reading) in
  score(Model(all: p), r, eachPosition: false).probability
}
let compiledGradients = compile { (p: [Tensor<Float>], r: Reading) in
  let (loss, gradient) = valueWithGradient(of: { score(Model(all: $0), r, eachPosition: false).loss })(p)
  return Pair(loss, gradient)
}

/// log P(sentence), and what it takes for the loss and the norm of its gradient.
func runScore(_ mode: Mode, _ sentence: Sentence) throws -> Float {
  let reading = Reading(sentence)
  if mode == .compiled { return try compiledScore(model.all, reading).read()[0] }
  return try score(model, reading, eachPosition: true).probability.read()[0]
}

func runGradients(_ mode: Mode, _ sentence: Sentence) throws -> Double {
  let reading = Reading(sentence), gradients: [Tensor<Float>]
  if mode == .compiled {
    gradients = compiledGradients(model.all, reading).second
  } else {
    let loss = score(model, reading, eachPosition: false).loss
    gradients = try Lazuli.gradients(of: loss, withRespectTo: model.all)
    evaluate(loss, gradients[0], gradients[1])
  }
  let squares = try gradients.reduce(0.0) { sum, g in try g.read().reduce(sum) { $0 + Double($1) * Double($1) } }
  return squares.squareRoot()
}

func median<Value>(_ body: () throws -> Value) throws -> (Value, Double, Int) {
  let first = try body(), compiles = context.metrics.compiles
  let times = try (0..<repeats).map { _ in
    let started = Date()
    _ = try body()
    return 1e3 * Date().timeIntervalSince(started)
  }
  return (first, times.sorted()[repeats / 2], context.metrics.compiles - compiles)
}

var isRight = true
print("length  mode       ms of a score  ms of score and gradient  compiles later     log P  |gradient|")
for (length, count) in [(4, 4), (8, 8), (14, 12)] {
  let sentence = Sentence(words: count)
  var wanted: (Float, Double)?
  for mode in modes {
    func measure() throws {
      let (p, scoreTime, c1) = try median { try runScore(mode, sentence) }
      let (norm, gradientTime, c2) = try median { try runGradients(mode, sentence) }
      print(
        String(
          format: "%6d  %@ %13.1f %25.1f %15d %9.4f %11.4f", length,
          mode.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0), scoreTime, gradientTime, c1 + c2, p, norm))
      let (a, b) = wanted ?? (p, norm)
      wanted = (a, b)
      isRight = isRight && c1 + c2 == 0 && abs(a - p) <= 1e-4 * abs(a) && abs(b - norm) <= 1e-4 * b
    }
    if mode == .opByOp { try context.withOpByOp { try measure() } } else { try measure() }
  }
}
exit(isRight ? 0 : 1)
