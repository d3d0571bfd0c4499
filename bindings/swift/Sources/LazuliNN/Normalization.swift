#if canImport(_Differentiation)
  public import Lazuli
  import Synchronization
  import _Differentiation

  /// A tensor that copies of a layer share and can change, for state that is kept between batches.
  public final class Parameter<Scalar: TensorScalar>: Sendable {
    private let content: Mutex<Tensor<Scalar>>

    public init(_ value: Tensor<Scalar>) { content = Mutex(value) }

    public var value: Tensor<Scalar> {
      get { content.withLock { $0 } }
      set { content.withLock { $0 = newValue } }
    }
  }

  /// A shared source of random keys. Each call of `next` returns another one.
  final class KeyStream: Sendable {
    private let key: Mutex<RandomKey>

    init(_ key: RandomKey) { self.key = Mutex(key) }
    func next() -> RandomKey { key.withLock { $0.next() } }
  }

  /// scale (x - mean) / sqrt(variance + epsilon) + offset for each channel. Channels are the last
  /// dimension. Training uses the mean and variance of the batch, and updates the running mean and
  /// variance. Inference uses the running mean and variance.
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
      let (value, moments) = normalizedByBatch(input, scale, offset)
      follow(moments, count: input.scalarCount / scale.scalarCount)
      return value
    }

    /// Requests one gradient from the library instead of one per op, which records fewer ops. A
    /// network has many of these layers.
    @derivative(of: trained)
    private func _vjpTrained(
      _ input: Tensor<Scalar>
    ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> (TangentVector, Tensor<Scalar>)) {
      var seen: (mean: Tensor<Scalar>, variance: Tensor<Scalar>)?
      let (value, pullback) = valueWithLibraryPullback(at: [input, scale, offset]) { x in
        let (value, moments) = normalizedByBatch(x[0], x[1], x[2])
        seen = seen ?? moments
        return value
      }
      if let seen { follow(seen, count: input.scalarCount / scale.scalarCount) }
      return (
        value,
        { v in
          let gradients = pullback(v)
          return (TangentVector(scale: gradients[1], offset: gradients[2]), gradients[0])
        }
      )
    }

    private func normalizedByBatch(
      _ input: Tensor<Scalar>, _ scale: Tensor<Scalar>, _ offset: Tensor<Scalar>
    ) -> (value: Tensor<Scalar>, moments: (mean: Tensor<Scalar>, variance: Tensor<Scalar>)) {
      let axes = others(input), mean = input.mean(alongAxes: axes), centred = input - mean
      let variance = square(centred).mean(alongAxes: axes)
      let value = centred * (scale * rsqrt(variance + Scalar(nearest: epsilon))) + offset
      return (value, (mean, variance))
    }

    @differentiable(reverse)
    private func normalized(
      _ input: Tensor<Scalar>, mean: Tensor<Scalar>, variance: Tensor<Scalar>
    ) -> Tensor<Scalar> {
      let factor = scale * rsqrt(variance + Scalar(nearest: epsilon))
      return (input - mean) * factor + offset
    }

    private func others(_ input: Tensor<Scalar>) -> [Int] { Array(0..<input.rank - 1) }

    /// Updates the running mean and variance. The batch variance is divided by (count - 1) / count,
    /// which makes it an unbiased estimate.
    private func follow(_ moments: (mean: Tensor<Scalar>, variance: Tensor<Scalar>), count: Int) {
      let old = Scalar(nearest: momentum), new = Scalar(nearest: 1 - momentum)
      let whole = Scalar(nearest: (1 - momentum) * Double(count) / Double(max(count - 1, 1)))
      runningMean.value = runningMean.value * old + stopGradient(moments.mean) * new
      runningVariance.value = runningVariance.value * old + stopGradient(moments.variance) * whole
    }
  }

  /// scale (x - mean) / sqrt(variance + epsilon) + offset, with the mean and variance along the
  /// last dimension.
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
