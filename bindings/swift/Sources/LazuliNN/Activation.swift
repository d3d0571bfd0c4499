#if canImport(_Differentiation)
  public import Lazuli
  import _Differentiation

  /// The function that a layer applies to each element of its result: `.relu`, or one of your own.
  ///
  ///     Dense<Float>(inputSize: 784, outputSize: 128, activation: .relu, key: key)
  ///     Dense<Float>(inputSize: 9, outputSize: 4, activation: Activation { sin($0) }, key: key)
  public struct Activation<Scalar: TensorFloatingPoint> {
    let function: @differentiable(reverse) (Tensor<Scalar>) -> Tensor<Scalar>

    public init(_ function: @escaping @differentiable(reverse) (Tensor<Scalar>) -> Tensor<Scalar>) {
      self.function = function
    }

    @differentiable(reverse, wrt: x)
    func callAsFunction(_ x: Tensor<Scalar>) -> Tensor<Scalar> { function(x) }

    /// x
    public static var identity: Activation { Activation { $0 } }
    /// max(x, 0)
    public static var relu: Activation { Activation { Lazuli.relu($0) } }
    /// min(max(x, 0), 6)
    public static var relu6: Activation { Activation { Lazuli.relu6($0) } }
    /// The hyperbolic tangent.
    public static var tanh: Activation { Activation { Lazuli.tanh($0) } }
    /// 1 / (1 + e^-x)
    public static var sigmoid: Activation { Activation { Lazuli.sigmoid($0) } }
    /// x times the cumulative distribution function of the normal distribution at x.
    public static var gelu: Activation { Activation { Lazuli.gelu($0) } }
    /// x sigmoid(x)
    public static var silu: Activation { Activation { Lazuli.silu($0) } }
    /// x where x is positive, and e^x - 1 elsewhere.
    public static var elu: Activation { Activation { Lazuli.elu($0) } }
    /// e^x / sum(e^x) along the last dimension.
    public static var softmax: Activation { Activation { Lazuli.softmax($0) } }
  }
#endif
