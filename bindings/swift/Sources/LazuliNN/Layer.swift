#if canImport(_Differentiation)
  @_exported public import Lazuli
  public import _Differentiation

  /// A part of a model: parameters, and a differentiable function of them and an input.
  ///
  ///     struct Classifier: Layer {
  ///       var hidden = Dense<Float>(inputSize: 784, outputSize: 128, activation: .relu, key: ...)
  ///       var output = Dense<Float>(inputSize: 128, outputSize: 10, key: ...)
  ///
  ///       @differentiable(reverse)
  ///       func callAsFunction(_ input: Tensor<Float>) -> Tensor<Float> { output(hidden(input)) }
  ///     }
  public protocol Layer: Differentiable {
    associatedtype Input: Differentiable
    associatedtype Output: Differentiable

    @differentiable(reverse)
    func callAsFunction(_ input: Input) -> Output
  }

  /// Says whether a model is trained or used. Some layers behave differently in each phase.
  public enum LearningPhase: Sendable {
    case training, inference

    @TaskLocal public static var current = LearningPhase.inference
  }

  /// Calls `body` in this phase. In training, `Dropout` drops elements, and `BatchNorm` uses the
  /// mean and variance of the batch.
  public func withLearningPhase<Result>(_ phase: LearningPhase, _ body: () throws -> Result) rethrows -> Result {
    try LearningPhase.$current.withValue(phase, operation: body)
  }

  extension Differentiable {
    /// Applies the layers one after another, and returns the output of the last one.
    @differentiable(reverse)
    public func sequenced<L1: Layer, L2: Layer>(
      through l1: L1, _ l2: L2
    ) -> L2.Output where L1.Input == Self, L1.Output == L2.Input { l2(l1(self)) }

    @differentiable(reverse)
    public func sequenced<L1: Layer, L2: Layer, L3: Layer>(
      through l1: L1, _ l2: L2, _ l3: L3
    ) -> L3.Output where L1.Input == Self, L1.Output == L2.Input, L2.Output == L3.Input { l3(l2(l1(self))) }

    @differentiable(reverse)
    public func sequenced<L1: Layer, L2: Layer, L3: Layer, L4: Layer>(
      through l1: L1, _ l2: L2, _ l3: L3, _ l4: L4
    ) -> L4.Output where L1.Input == Self, L1.Output == L2.Input, L2.Output == L3.Input, L3.Output == L4.Input {
      l4(l3(l2(l1(self))))
    }
  }

  /// Two layers: the second is applied to the output of the first.
  public struct Sequential<Layer1: Layer, Layer2: Layer>: Layer where Layer1.Output == Layer2.Input {
    public var layer1: Layer1
    public var layer2: Layer2

    public init(_ layer1: Layer1, _ layer2: Layer2) {
      self.layer1 = layer1
      self.layer2 = layer2
    }

    /// Any number of layers, one after the other:
    ///
    ///     let model = Sequential {
    ///       Flatten<Float>()
    ///       Dense<Float>(inputSize: 784, outputSize: 10, key: key)
    ///     }
    public init(@LayerBuilder layers: () -> Self) { self = layers() }

    @differentiable(reverse)
    public func callAsFunction(_ input: Layer1.Input) -> Layer2.Output { layer2(layer1(input)) }
  }

  @resultBuilder
  public enum LayerBuilder {
    public static func buildPartialBlock<L: Layer>(first: L) -> L { first }
    public static func buildPartialBlock<L1: Layer, L2: Layer>(
      accumulated: L1, next: L2
    ) -> Sequential<L1, L2> where L1.Output == L2.Input { Sequential(accumulated, next) }
  }
#endif
