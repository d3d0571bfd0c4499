// Scores sentences with a segmental language model in the modes of docs/wordseg.md, and compares
// the times and results. The exit status is 1 if results differ, or if a program was compiled after
// the first call for a length.
//
//   WordSeg [op-by-op|lazy|loops|compiled] [HIDDEN [REPEATS [WORDS]]]
//
// By default: all modes, HIDDEN 64, REPEATS 5, and three sentences.
import Foundation
import Lazuli

func logarithm(_ n: Int) -> Float { Foundation.log(Float(n)) }

enum Mode: String, CaseIterable {
  case opByOp = "op-by-op", lazy, loops, compiled

  var steps: Steps { self == .loops ? .loop : .each }
}

let named = CommandLine.arguments.compactMap { Mode(rawValue: $0) }
let modes = named.isEmpty ? Mode.allCases : named
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let hidden = numbers.first ?? 64, repeats = numbers.dropFirst().first ?? 5
let lengths = numbers.count > 2 ? [(numbers[2], numbers[2])] : [(4, 4), (8, 8), (14, 12)]
let compiledScore = compile { (p: [Tensor<Float>], r: Reading) in
  score(Model(all: p), r, .loop, eachPosition: false).probability
}
let compiledGradients = compile { (p: [Tensor<Float>], r: Reading) in
  let (loss, gradient) = valueWithGradient(of: { score(Model(all: $0), r, .loop, eachPosition: false).loss })(p)
  return Pair(loss, gradient)
}

/// The model for one mode, in its own context.
struct Scorer {
  let mode: Mode
  let context: Context
  let model: Model

  init(_ mode: Mode) throws {
    var options = Context.Options()
    options.isOpByOp = mode == .opByOp
    options.cacheEntries = 1 << 16  // op by op, each op with each shape is a program
    options.maxSegmentOps = mode == .lazy ? 512 : 0  // enough for a position of 18 rows in one program
    options.diskCache = "off"
    let context = try Context(options)
    (self.mode, self.context) = (mode, context)
    model = withDevice(context.devices[0]) { Model(hidden: hidden) }
  }

  /// log P(sentence)
  func score(_ sentence: Sentence) throws -> Float {
    let reading = Reading(sentence)
    if mode == .compiled { return try compiledScore(model.all, reading).read()[0] }
    return try WordSeg.score(model, reading, mode.steps, eachPosition: true).probability.read()[0]
  }

  /// Computes the gradients of the loss.
  func gradients(_ sentence: Sentence) throws -> [Tensor<Float>] {
    let reading = Reading(sentence)
    if mode == .compiled {
      let results = compiledGradients(model.all, reading)
      _ = results.first.scalars
      return results.second
    }
    let loss = WordSeg.score(model, reading, mode.steps, eachPosition: false).loss
    let gradients = try Lazuli.gradients(of: loss, withRespectTo: model.all)
    evaluate(loss, gradients, wait: true)
    return gradients
  }
}

func norm(_ gradients: [Tensor<Float>]) throws -> Double {
  let squares = try gradients.reduce(0.0) { sum, g in try g.read().reduce(sum) { $0 + Double($1) * Double($1) } }
  return squares.squareRoot()
}

/// Measurements of all calls except the first. `milliseconds` is the median of the processor time
/// of all threads, `ops` is the number of ops that a call records, and `compiles` counts
/// compilations. Other programs influence processor time less than wall time.
struct Cost {
  var milliseconds = 0.0, ops = 0, compiles = 0

  /// Measures calls of `body`. Also returns the number that `number` computes from the first value.
  /// No value is kept after its call, because it would keep all values from which it was computed.
  static func of<Value, Number>(
    in context: Context, _ body: () throws -> Value, _ number: (Value) throws -> Number
  ) throws -> (Number, Cost) {
    let first = try number(body()), before = context.metrics
    let times = try (0..<repeats).map { _ in
      let started = clock()
      _ = try body()
      return 1e3 * Double(clock() - started) / Double(CLOCKS_PER_SEC)
    }
    let after = context.metrics
    let ops = (after.opsRecorded - before.opsRecorded) / repeats
    return (first, Cost(milliseconds: times.sorted()[repeats / 2], ops: ops, compiles: after.compiles - before.compiles))
  }
}

var isRight = true
print("               ms of all threads, ops\nlength  mode         score         score and gradient  compiles later     log P  |gradient|")
let scorers = try modes.map { try Scorer($0) }
for (length, count) in lengths {
  let sentence = Sentence(words: count)
  var wanted: (Float, Double)?
  for scorer in scorers {
    try withDevice(scorer.context.devices[0]) {
      let (p, one) = try Cost.of(in: scorer.context, { try scorer.score(sentence) }, { $0 })
      let (norm, both) = try Cost.of(in: scorer.context, { try scorer.gradients(sentence) }, norm)
      let compiles = one.compiles + both.compiles
      print(
        String(
          format: "%6d  %@ %8.2f %6d %10.2f %6d %15d %9.4f %11.4f", length,
          scorer.mode.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0), one.milliseconds, one.ops,
          both.milliseconds, both.ops, compiles, p, norm))
      let (a, b) = wanted ?? (p, norm)
      wanted = (a, b)
      isRight = isRight && compiles == 0 && abs(a - p) <= 1e-4 * abs(a) && abs(b - norm) <= 1e-4 * b
    }
  }
}
exit(isRight ? 0 : 1)
