#if canImport(_Differentiation)
  import Foundation
  public import Lazuli
  import Synchronization
  public import _Differentiation

  /// Handles Ctrl-C: the first one sets a flag that loops check, and the second one ends the
  /// program as usual.
  public enum Interrupt {
    private static let flag = Atomic<Bool>(false)

    /// Makes Ctrl-C set `isRequested` from now on.
    public static func watch() {
      signal(SIGINT) { number in
        Interrupt.flag.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }

    /// True if the work should end.
    public static var isRequested: Bool { flag.load(ordering: .relaxed) }
    /// Does the same as Ctrl-C.
    public static func request() { flag.store(true, ordering: .relaxed) }
  }

  /// One line that redraws itself on a terminal, and a few plain lines elsewhere.
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
    /// Programs compiled in the first two steps, and after them.
    public var compiles = (atFirst: 0, later: 0)
    public var isInterrupted = false
  }

  /// Trains `model` on batches, with one barrier per step. Losses are read late, so that no read
  /// waits for a step while the next one is recorded. Ends early, with the results so far, when
  /// `Interrupt.isRequested` or the task is cancelled.
  ///
  /// - Parameters:
  ///   - steps: the number of steps of the whole training, for the progress and the schedule.
  ///   - rate: the learning rate of a step, from 0 at its start to 1 at its end; nil does not
  ///     change it.
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
