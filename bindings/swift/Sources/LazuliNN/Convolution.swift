#if canImport(_Differentiation)
  public import Lazuli
  import _Differentiation

  /// Convolves images [n, h, w, in] with a filter [h, w, in, out], adds a bias, and applies an
  /// activation.
  public struct Conv2D<Scalar: TensorFloatingPoint>: Layer {
    public var filter: Tensor<Scalar>
    public var bias: Tensor<Scalar>
    @noDerivative public let strides: (Int, Int)
    @noDerivative public let padding: Padding
    @noDerivative public let activation: Activation<Scalar>

    public init(
      filter: Tensor<Scalar>, bias: Tensor<Scalar>, strides: (Int, Int) = (1, 1), padding: Padding = .valid,
      activation: Activation<Scalar> = .identity
    ) {
      self.filter = filter
      self.bias = bias
      self.strides = strides
      self.padding = padding
      self.activation = activation
    }

    /// Initializes the filter by the rule of He et al., and the bias with zeros.
    public init(
      filterShape: (Int, Int, Int, Int), strides: (Int, Int) = (1, 1), padding: Padding = .valid,
      activation: Activation<Scalar> = .identity, key: RandomKey
    ) {
      let (h, w, i, o) = filterShape
      self.init(
        filter: Tensor(heNormal: [h, w, i, o], key: key), bias: Tensor(zeros: [o]), strides: strides, padding: padding,
        activation: activation)
    }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      activation(conv2D(input, filter: filter, strides: strides, padding: padding) + bias)
    }
  }

  /// The greatest value of each window of pixels.
  public struct MaxPool2D<Scalar: TensorFloatingPoint>: Layer {
    @noDerivative public let poolSize: (Int, Int)
    @noDerivative public let strides: (Int, Int)
    @noDerivative public let padding: Padding

    public init(poolSize: (Int, Int) = (2, 2), strides: (Int, Int) = (2, 2), padding: Padding = .valid) {
      self.poolSize = poolSize
      self.strides = strides
      self.padding = padding
    }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      maxPool2D(input, filterSize: poolSize, strides: strides, padding: padding)
    }
  }

  /// The mean of each window of pixels.
  public struct AvgPool2D<Scalar: TensorFloatingPoint>: Layer {
    @noDerivative public let poolSize: (Int, Int)
    @noDerivative public let strides: (Int, Int)
    @noDerivative public let padding: Padding

    public init(poolSize: (Int, Int) = (2, 2), strides: (Int, Int) = (2, 2), padding: Padding = .valid) {
      self.poolSize = poolSize
      self.strides = strides
      self.padding = padding
    }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> {
      avgPool2D(input, filterSize: poolSize, strides: strides, padding: padding)
    }
  }

  /// The mean of all pixels in each channel: [n, h, w, c] gives [n, c].
  public struct GlobalAvgPool2D<Scalar: TensorFloatingPoint>: Layer {
    public init() {}

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> { globalAvgPool2D(input) }
  }
#endif
