#if canImport(_Differentiation)
  public import Lazuli
  import _Differentiation

  /// Returns the states of a long short-term memory after each element of a sequence. input [n,
  /// time, i], weights [i, 4 h], recurrent weights [h, 4 h] and bias [4 h] give [n, time, h]. The
  /// gates are in the order input, forget, cell, output. The initial state is zero.
  public func lstm<Scalar: TensorFloatingPoint>(
    _ input: Tensor<Scalar>, _ weights: Tensor<Scalar>, _ recurrent: Tensor<Scalar>, _ bias: Tensor<Scalar>
  ) -> Tensor<Scalar> {
    let (batch, steps, size) = (input.shape[0], input.shape[1], recurrent.shape[0])
    let inputs = matmul(input, weights) + bias
    var hidden = Tensor<Scalar>(repeating: Scalar(nearest: 0), shape: [batch, size], on: input.device)
    var cell = hidden
    var states: [Tensor<Scalar>] = []
    for step in 0..<steps {
      let gates = inputs[0..., step] + matmul(hidden, recurrent)
      func part(_ k: Int) -> Tensor<Scalar> { gates[0..., k * size..<(k + 1) * size] }
      cell = sigmoid(part(1)) * cell + sigmoid(part(0)) * tanh(part(2))
      hidden = sigmoid(part(3)) * tanh(cell)
      states.append(hidden)
    }
    return Tensor(stacking: states, alongAxis: 1)
  }

  @derivative(of: lstm)
  public func _vjpLSTM<Scalar: TensorFloatingPoint>(
    _ input: Tensor<Scalar>, _ weights: Tensor<Scalar>, _ recurrent: Tensor<Scalar>, _ bias: Tensor<Scalar>
  ) -> (
    value: Tensor<Scalar>,
    pullback: (Tensor<Scalar>) -> (Tensor<Scalar>, Tensor<Scalar>, Tensor<Scalar>, Tensor<Scalar>)
  ) {
    let (value, pullback) = valueWithLibraryPullback(at: [input, weights, recurrent, bias]) {
      lstm($0[0], $0[1], $0[2], $0[3])
    }
    return (
      value,
      {
        let g = pullback($0)
        return (g[0], g[1], g[2], g[3])
      }
    )
  }

  /// A long short-term memory over sequences: [n, time, inputSize] gives [n, time, hiddenSize].
  public struct LSTM<Scalar: TensorFloatingPoint>: Layer {
    public var weights: Tensor<Scalar>
    public var recurrent: Tensor<Scalar>
    public var bias: Tensor<Scalar>

    /// Initializes the weights by the rule of Glorot and Bengio. The bias is 1 for the forget gate,
    /// and 0 for the other gates.
    public init(inputSize: Int, hiddenSize: Int, key: RandomKey) {
      let keys = key.split()
      weights = Tensor(glorotUniform: [inputSize, 4 * hiddenSize], key: keys[0])
      recurrent = Tensor(glorotUniform: [hiddenSize, 4 * hiddenSize], key: keys[1])
      let (one, zero) = (Scalar(nearest: 1), Scalar(nearest: 0))
      bias = Tensor((0..<4 * hiddenSize).map { $0 / hiddenSize == 1 ? one : zero })
    }

    @differentiable(reverse)
    public func callAsFunction(_ input: Tensor<Scalar>) -> Tensor<Scalar> { lstm(input, weights, recurrent, bias) }
  }
#endif
