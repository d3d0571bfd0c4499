#if canImport(_Differentiation)
  import Foundation
  public import Lazuli
  import Synchronization
  public import _Differentiation

  /// Handles Ctrl-C. The first one sets a flag that training loops check. The second one ends the
  /// process as usual.
  public enum Interrupt {
    private static let flag = Atomic<Bool>(false)

    /// Makes Ctrl-C set `isRequested` from now on.
    public static func watch() {
      signal(SIGINT) { number in
        Interrupt.flag.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }

    /// True after Ctrl-C or `request`: the training should end.
    public static var isRequested: Bool { flag.load(ordering: .relaxed) }
    /// Sets `isRequested`, like Ctrl-C.
    public static func request() { flag.store(true, ordering: .relaxed) }
  }

  /// Shows progress: on a terminal in one line that is redrawn, otherwise in a plain line every ten
  /// seconds.
  public struct Progress {
    let what: String
    let total: Int
    let started = Date()
    private var last = -1.0

    public init(_ what: String, total: Int) {
      self.what = what
      self.total = max(total, 1)
    }

    public var seconds: Double { Date().timeIntervalSince(started) }

    public mutating func update(_ done: Int, _ note: String = "") {
      let isTerminal = isatty(STDERR_FILENO) == 1, now = seconds
      guard now - last > (isTerminal ? 0.1 : 10) || done == total else { return }
      last = now
      let width = 24, filled = done * width / total
      let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
      let line = "\(what) [\(bar)] \(done)/\(total) \(note)"
      FileHandle.standardError.write(Data((isTerminal ? "\r\u{1B}[K" + line : line + "\n").utf8))
    }

    public func end() {
      if isatty(STDERR_FILENO) == 1 { FileHandle.standardError.write(Data("\n".utf8)) }
    }
  }

  /// The results of a training.
  public struct TrainingHistory: Sendable {
    public var losses: [Float] = []
    public var seconds = 0.0
    /// The number of programs compiled in the first two steps, and in all later steps.
    public var compiles = (atFirst: 0, later: 0)
    public var isInterrupted = false
  }

  /// Trains `model` on batches, with one barrier per step. Losses are read only every `interval`
  /// steps, so that most steps run while the next ones are recorded. If `Interrupt.isRequested` is
  /// true or the task is cancelled, the training ends early with the results so far.
  ///
  /// - Parameters:
  ///   - steps: the number of steps of the whole training.
  ///   - rate: returns the learning rate for a progress from 0 (first step) to 1 (end of training). If
  ///     it is nil, the learning rate does not change.
  ///   - loss: the loss of the model on one batch.
  @discardableResult
  public func train<Model: Differentiable, Batch>(
    _ model: inout Model, with optimizer: some Optimizer<Model>, on batches: some Sequence<Batch>, steps: Int,
    title: String = "training", rate: ((Double) -> Double)? = nil, readLossEvery interval: Int = 50,
    onDevice device: Device = .default, loss: @differentiable(reverse) (Model, @noDerivative Batch) -> Tensor<Float>
  ) throws -> TrainingHistory where Batch: Sendable {
    var optimizer = optimizer, history = TrainingHistory(), unread: [Tensor<Float>] = []
    var progress = Progress(title, total: steps)
    let context = try device.context, before = context.metrics.compiles
    func read() throws {
      for loss in unread { history.losses.append(try loss.read()[0]) }
      unread = []
    }
    for (number, batch) in batches.enumerated() {
      if number == steps || Interrupt.isRequested || Task.isCancelled { break }
      if let rate { optimizer.learningRate = rate(Double(number) / Double(steps)) }
      let (value, gradient) = withLearningPhase(.training) {
        valueWithGradient(at: model) { loss($0, batch) }
      }
      optimizer.update(&model, along: gradient)
      _ = try barrierStep(on: device)
      unread.append(value)
      if number == 1 { history.compiles.atFirst = context.metrics.compiles - before }
      if unread.count == interval || number == 0 { try read() }
      progress.update(number + 1, String(format: "loss %.4f", history.losses.last ?? .nan))
    }
    try read()
    progress.end()
    history.seconds = progress.seconds
    history.compiles.later = context.metrics.compiles - before - history.compiles.atFirst
    history.isInterrupted = Interrupt.isRequested || Task.isCancelled
    return history
  }

  private func barrierStep(on device: Device) throws -> BarrierStatistics {
    try checked { LazyTensorBarrier(on: device) }
  }
#endif
