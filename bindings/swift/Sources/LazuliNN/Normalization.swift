#if canImport(_Differentiation)
  public import Lazuli
  import Synchronization
  import _Differentiation

  /// A tensor that layers share and change: what they remember from batch to batch.
  public final class Parameter<Scalar: TensorScalar>: Sendable {
    private let content: Mutex<Tensor<Scalar>>

    public init(_ value: Tensor<Scalar>) { content = Mutex(value) }

    public var value: Tensor<Scalar> {
      get { content.withLock { $0 } }
      set { content.withLock { $0 = newValue } }
    }
  }

  /// Keys, one after the other.
  final class KeyStream: Sendable {
    private let key: Mutex<RandomKey>

    init(_ key: RandomKey) { self.key = Mutex(key) }
    func next() -> RandomKey { key.withLock { $0.next() } }
  }

  /// scale (x - mean) / sqrt(variance + epsilon) + offset for each channel, which is the last
  /// dimension. In training the moments are those of the batch, and running ones follow them; else
  /// they are the running ones.
  public struct BatchNorm<Scalar: TensorFloatingPoint>: Layer {
    public var scale: Tensor<Scalar>
    public var offset: Tensor<Scalar>
    @noDerivative public let momentum: Double
    @noDerivative public let epsilon: Double
    @noDerivative public let runningMean: Parameter<Scalar>
    @noDerivative public let runningVariance: Parameter<Scalar>

    public init(featureCount: Int, momentum: Double = 0.9, epsilon: Double = 1e-5) {
      scale = Tensor(ones: [featureCount])
      offset = Tensor(zeros: [featureCount])
      self.momentum = momentum
      self.epsilon = epsilon
      runningMean = Parameter(Tensor(zeros: [featureCount]))
      runningVariance = Parameter(Tensor(ones: [featureCount]))
    }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      if LearningPhase.current == .training { return trained(input) }
      return normalized(input, mean: runningMean.value, variance: runningVariance.value)
    }

    @differentiable(reverse)
    private func trained(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      let axes = withoutDerivative(at: others(input))
      let mean = input.mean(alongAxes: axes)
      let variance = squaredDifference(input, mean).mean(alongAxes: axes)
      follow(mean, variance, count: withoutDerivative(at: input.scalarCount / scale.scalarCount))
      return normalized(input, mean: mean, variance: variance)
    }

    @differentiable(reverse)
    private func normalized(
      _ input: Tensor<Scalar>, mean: Tensor<Scalar>, variance: Tensor<Scalar>
    ) -> Tensor<Scalar> {
      let factor = scale * rsqrt(variance + Scalar(nearest: epsilon))
      return (input - mean) * factor + offset
    }

    private func others(_ input: Tensor<Scalar>) -> [Int] { Array(0..<input.rank - 1) }

    /// The variance of a sample is too small by (n - 1) / n.
    private func follow(_ mean: Tensor<Scalar>, _ variance: Tensor<Scalar>, count: Int) {
      let old = Scalar(nearest: momentum), new = Scalar(nearest: 1 - momentum)
      let whole = Scalar(nearest: (1 - momentum) * Double(count) / Double(max(count - 1, 1)))
      runningMean.value = runningMean.value * old + stopGradient(mean) * new
      runningVariance.value = runningVariance.value * old + stopGradient(variance) * whole
    }
  }

  /// scale (x - mean) / sqrt(variance + epsilon) + offset, with the moments of the last dimension
  /// of each example.
  public struct LayerNorm<Scalar: TensorFloatingPoint>: Layer {
    public var scale: Tensor<Scalar>
    public var offset: Tensor<Scalar>
    @noDerivative public let epsilon: Double

    public init(featureCount: Int, epsilon: Double = 1e-5) {
      scale = Tensor(ones: [featureCount])
      offset = Tensor(zeros: [featureCount])
      self.epsilon = epsilon
    }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      let mean = input.mean(alongAxes: [-1], keepDims: true)
      let centred = input - mean
      let variance = square(centred).mean(alongAxes: [-1], keepDims: true)
      return centred * rsqrt(variance + Scalar(nearest: epsilon)) * scale + offset
    }
  }
#endif
