// The segmental language model of Kawakami, Dyer and Blunsom (2019). The probability of a sentence
// is a sum over all ways to cut the sentence into words. docs/wordseg.md says how this model
// differs from the original. It computes the same numbers as examples/wordseg.
import ExampleData
import Lazuli

/// The parameters, in the same order as in examples/wordseg.
struct Model {
  var all: [Tensor<Float>]

  init(hidden: Int) {
    var random = RandomSource(state: 1)
    var made: [Tensor<Float>] = []
    func weights(_ rows: Int, _ columns: Int) {
      let limit = (6.0 / Double(rows + columns)).squareRoot()
      let values = (0..<rows * columns).map { _ in Float(limit * (2 * random.unit() - 1)) }
      made.append(Tensor(shape: [rows, columns], scalars: values))
    }
    func layer(_ columns: Int) {
      weights(hidden, columns)
      made.append(Tensor(shape: [columns], scalars: Array(repeating: 0, count: columns)))
    }
    for _ in 0..<2 {  // the encoder, then the decoder
      weights(Character.count, hidden)
      weights(hidden, 4 * hidden)
      layer(4 * hidden)
    }
    for columns in [Character.count, hidden, 2, hidden, words.count] { layer(columns) }
    all = made
  }

  init(all: [Tensor<Float>]) { self.all = all }

  var encoder: [Tensor<Float>] { Array(all[0..<4]) }
  var decoder: [Tensor<Float>] { Array(all[4..<8]) }
  var spelling: [Tensor<Float>] { Array(all[8..<10]) }
  var mixture: [Tensor<Float>] { Array(all[10..<14]) }
  var lexicon: [Tensor<Float>] { Array(all[14..<18]) }
}

/// The inputs of the model for a sentence: tensors in memory, or parameters of a function.
struct Reading: TensorTree {
  struct Position: TensorTree {
    var inputs: [Tensor<Int32>]
    var targets, words: Tensor<Int32>
    var barred: Tensor<Float>

    func collect(into handles: inout [TensorHandle]) {
      inputs.collect(into: &handles)
      targets.collect(into: &handles)
      words.collect(into: &handles)
      barred.collect(into: &handles)
    }
    func replacing(with handles: inout ArraySlice<TensorHandle>) -> Position {
      Position(
        inputs: inputs.replacing(with: &handles), targets: targets.replacing(with: &handles),
        words: words.replacing(with: &handles), barred: barred.replacing(with: &handles))
    }
  }

  var characters: [Tensor<Int32>]
  var positions: [Position]

  init(_ sentence: Sentence) {
    characters = sentence.characters.map { Tensor([$0]) }
    positions = sentence.characters.indices.map { position in
      let text = Spelling(sentence, at: position)
      return Position(
        inputs: text.inputs.map { Tensor($0) }, targets: Tensor(text.targets), words: Tensor(text.words),
        barred: Tensor(text.barred))
    }
  }

  private init(characters: [Tensor<Int32>], positions: [Position]) {
    (self.characters, self.positions) = (characters, positions)
  }

  func collect(into handles: inout [TensorHandle]) {
    characters.collect(into: &handles)
    positions.collect(into: &handles)
  }
  func replacing(with handles: inout ArraySlice<TensorHandle>) -> Reading {
    Reading(characters: characters.replacing(with: &handles), positions: positions.replacing(with: &handles))
  }
}

// MARK: - Parts of the network

private func dense(_ x: Tensor<Float>, _ w: Tensor<Float>, _ b: Tensor<Float>) -> Tensor<Float> { matmul(x, w) + b }

/// How the steps of an LSTM are recorded: each step separately, or all steps as a loop op.
enum Steps: Sendable { case each, loop }

/// One step of an LSTM. `inputs` has the inputs of the four gates, [rows, 4 * hidden].
private func step(
  _ hidden: Tensor<Float>, _ cell: Tensor<Float>, _ inputs: Tensor<Float>, _ weights: Tensor<Float>
) -> (hidden: Tensor<Float>, cell: Tensor<Float>) {
  let gates = (inputs + matmul(hidden, weights)).split(count: 4, alongAxis: 1)
  let cell = sigmoid(gates[1]) * cell + sigmoid(gates[0]) * tanh(gates[2])
  return (sigmoid(gates[3]) * tanh(cell), cell)
}

/// Returns the hidden states of all steps, [steps * rows, hidden]. `gates` has a row for each
/// character, with its contribution to the inputs of the gates.
private func runLSTM(
  _ gates: Tensor<Float>, _ weights: Tensor<Float>, _ characters: [Tensor<Int32>], from start: Tensor<Float>,
  _ steps: Steps
) -> Tensor<Float> {
  if steps == .loop { return loopLSTM(gates, weights, characters, from: start) }
  var hidden = start, cell = Tensor(zerosLike: start)
  let states = characters.map { read in
    (hidden, cell) = step(hidden, cell, gates.gathering(atIndices: read), weights)
    return hidden
  }
  return Tensor(concatenating: states)
}

/// The values that the loop carries: the index of the step, the states so far, and the current
/// hidden state and cell.
private typealias Carried = Pair<Pair<Tensor<Int32>, Tensor<Float>>, Pair<Tensor<Float>, Tensor<Float>>>

private func loopLSTM(
  _ gates: Tensor<Float>, _ weights: Tensor<Float>, _ characters: [Tensor<Int32>], from start: Tensor<Float>
) -> Tensor<Float> {
  let steps = characters.count, rows = start.shape[0], size = start.shape[1]
  let inputs = gates.gathering(atIndices: Tensor(concatenating: characters)).reshaped(to: [steps, rows, 4 * size])
  let cell = Tensor(zerosLike: start), none = Tensor<Int32>(constant: 0)
  let states = Tensor<Float>(constant: 0).broadcasted(to: [steps, rows, size])
  let results = whileLoop(
    Carried(Pair(none, states), Pair(start, cell)),
    while: { $0.first.first .< Tensor(constant: Int32(steps)) }
  ) { now in
    let at = now.first.first, zero = Tensor<Int32>(constant: 0)
    let read = inputs.dynamicSlice(at: [at, zero, zero], sizes: [1, rows, 4 * size]).reshaped(to: [rows, 4 * size])
    let (hidden, cell) = step(now.second.first, now.second.second, read, weights)
    let states = now.first.second.updatingSlice(at: [at, zero, zero], with: hidden.reshaped(to: [1, rows, size]))
    return Carried(Pair(at + Tensor(constant: 1), states), Pair(hidden, cell))
  }
  return results.first.second.reshaped(to: [steps * rows, size])
}

/// Applies two layers and returns the logarithms of probabilities.
private func choose(_ p: [Tensor<Float>], _ x: Tensor<Float>) -> Tensor<Float> {
  logSoftmax(dense(tanh(dense(x, p[0], p[1])), p[2], p[3]))
}

/// Returns v with this many elements of value `never` before and after it. A negative number
/// removes elements.
private func padded(_ v: Tensor<Float>, _ before: Int, _ behind: Int) -> Tensor<Float> {
  v.padded(forSizes: [(before, behind)], with: Double(never))
}

/// The results of the encoder for each position, and the gate contributions of the decoder.
private struct Encoding {
  let gates: Tensor<Float>
  let states, mixture, lexicon: [Tensor<Float>]

  init(_ model: Model, _ reading: Reading, _ steps: Steps) {
    let (e, d) = (model.encoder, model.decoder)
    let nothing = Tensor<Float>(zerosLike: e[0][0..<1])
    let states = runLSTM(dense(e[0], e[1], e[3]), e[2], reading.characters, from: nothing, steps)
    gates = dense(d[0], d[1], d[3])
    let mixture = choose(model.mixture, states), lexicon = choose(model.lexicon, states)
    let places = reading.characters.indices
    self.states = places.map { states[$0..<$0 + 1] }
    self.mixture = places.map { mixture[$0] }
    self.lexicon = places.map { padded(lexicon[$0], 0, 1) }
  }
}

/// Returns the log probability of the characters of each word that may begin at a position. The
/// words are a batch.
private func spelled(
  _ model: Model, _ at: Reading.Position, _ state: Tensor<Float>, _ gates: Tensor<Float>, _ steps: Steps
) -> Tensor<Float> {
  let rows = at.barred.shape[0]
  let start = state.broadcasted(to: [rows, state.shape[1]])
  let states = runLSTM(gates, model.decoder[2], at.inputs, from: start, steps)
  let each = logSoftmax(dense(states, model.spelling[0], model.spelling[1]))
  let chosen = each * Tensor<Float>(oneHotAtIndices: at.targets, depth: Character.count)
  return chosen.sum(alongAxes: [1]).reshaped(to: [rows + 1, rows]).sum(alongAxes: [0]) + at.barred
}

/// Returns the log probability of each candidate, from the lexicon and from its spelling. It is
/// `never` for rows without a candidate.
private func candidates(
  _ model: Model, _ at: Reading.Position, _ e: Encoding, _ position: Int, _ steps: Steps
) -> Tensor<Float> {
  let spelling = spelled(model, at, e.states[position], e.gates, steps)
  let which = Tensor<Float>(oneHotAtIndices: at.words, depth: words.count + 1)
  let known = (which * e.lexicon[position]).sum(alongAxes: [1])
  let mixture = e.mixture[position]
  let both = logAddExp(mixture[0..<1] + known, mixture[1..<2] + spelling)
  return padded(both, 0, maxSpan - at.barred.shape[0])
}

/// The score of a sentence. `probability` is the log probability of the sentence. `penalty` is the
/// logarithm of the same sum over segmentations, but each is weighted by the sum of the fifth
/// powers of the lengths of its words. Both are tensors of one element.
struct Score: Sendable {
  var probability, penalty: Tensor<Float>

  /// The loss of training: -log p + 0.00075 * (expected penalty).
  var loss: Tensor<Float> { (exp(penalty - probability).scaled(by: 0.00075) - probability).squeezingShape() }
}

/// Records the score of a sentence. With `eachPosition`, each position is evaluated on its own, so
/// it runs while the next one is recorded.
func score(_ model: Model, _ reading: Reading, _ steps: Steps, eachPosition: Bool) -> Score {
  let weights = Tensor<Float>((1...maxSpan).map { 5 * logarithm($0) })
  let start = [0] + Array(repeating: never, count: maxSpan - 1)
  var s = Score(probability: Tensor(start), penalty: Tensor(Array(repeating: never, count: maxSpan)))
  let encoding = Encoding(model, reading, steps)
  if eachPosition { evaluate(encoding.states, encoding.mixture, encoding.lexicon, encoding.gates) }
  for (position, at) in reading.positions.enumerated() {
    let each = candidates(model, at, encoding, position, steps)
    let p = s.probability[0..<1].broadcasted(like: each), q = s.penalty[0..<1]
    let penalty = logAddExp(p + (each + weights), q + each)
    s.probability = logAddExp(padded(s.probability, -1, 1), p + each)
    s.penalty = logAddExp(padded(s.penalty, -1, 1), penalty)
    if eachPosition { evaluate(s.probability, s.penalty) }
  }
  return Score(probability: s.probability[0..<1], penalty: s.penalty[0..<1])
}
