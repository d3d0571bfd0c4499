#if canImport(_Differentiation)
  public import Lazuli
  public import _Differentiation

  /// activation(x weight + bias): [..., inputSize] gives [..., outputSize].
  public struct Dense<Scalar: TensorFloatingPoint>: Layer {
    public var weight: Tensor<Scalar>
    public var bias: Tensor<Scalar>
    @noDerivative public let activation: Activation<Scalar>

    public init(weight: Tensor<Scalar>, bias: Tensor<Scalar>, activation: Activation<Scalar> = .identity) {
      self.weight = weight
      self.bias = bias
      self.activation = activation
    }

    /// Initializes the weights by the rule of Glorot and Bengio, and the bias with zeros.
    public init(
      inputSize: Int, outputSize: Int, activation: Activation<Scalar> = .identity, key: RandomKey
    ) {
      self.init(
        weight: Tensor(glorotUniform: [inputSize, outputSize], key: key), bias: Tensor(zeros: [outputSize]),
        activation: activation)
    }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      activation(matmul(input, weight) + bias)
    }
  }

  /// A table with a row for each index. It replaces indices by their rows: [...] gives [..., size].
  public struct Embedding<Scalar: TensorFloatingPoint>: Differentiable {
    public var table: Tensor<Scalar>

    public init(table: Tensor<Scalar>) { self.table = table }

    public init(count: Int, size: Int, key: RandomKey) {
      table = Tensor(glorotUniform: [count, size], key: key)
    }

    @differentiable(reverse, wrt: self)
    public func callAsFunction(_ indices: Tensor<Int32>) -> Tensor<Scalar> {
      table.gathering(atIndices: indices, alongAxis: 0)
    }
  }

  /// Reshapes [n, ...] to [n, product of the rest].
  public struct Flatten<Scalar: TensorFloatingPoint>: Layer {
    public init() {}

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> { input.flattened(fromAxis: 1) }
  }

  /// Reshapes each example of the batch to this shape.
  public struct Reshape<Scalar: TensorFloatingPoint>: Layer {
    @noDerivative public let shape: TensorShape

    public init(_ shape: TensorShape) { self.shape = shape }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      input.reshaped(to: withoutDerivative(at: batched(input)))
    }

    private func batched(_ input: Tensor<Scalar>) -> TensorShape {
      TensorShape([input.shape[0]] + shape.dimensions)
    }
  }

  /// A function as a layer.
  public struct Function<Input: Differentiable, Output: Differentiable>: Layer {
    @noDerivative public let body: @differentiable(reverse) (Input) -> Output

    public init(_ body: @escaping @differentiable(reverse) (Input) -> Output) { self.body = body }

    @differentiable(reverse)
    public func callAsFunction(_ input: Input) -> Output { body(input) }
  }

  /// In training, sets elements to 0 with probability p and divides the others by 1 - p. In
  /// inference, returns the input.
  public struct Dropout<Scalar: TensorFloatingPoint>: Layer {
    @noDerivative public let probability: Double
    @noDerivative private let keys: KeyStream

    public init(probability: Double, key: RandomKey) {
      require(0 <= probability && probability < 1, "a probability of \(probability) to drop")
      self.probability = probability
      keys = KeyStream(key)
    }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      input * withoutDerivative(at: mask(like: input))
    }

    private func mask(like input: Tensor<Scalar>) -> Tensor<Scalar> {
      if LearningPhase.current == .inference || probability == 0 { return Tensor(Scalar(nearest: 1), on: input.device) }
      let kept = Tensor<Bool>(
        randomBernoulli: input.shape, probability: 1 - probability, key: keys.next(), on: input.device)
      return Tensor(kept) / Scalar(nearest: 1 - probability)
    }
  }
#endif
