#if canImport(_Differentiation)
  public import Lazuli
  import _Differentiation

  // Losses. They have no gradients with respect to labels and expected values.

  /// The mean of (predicted - expected)^2.
  public func meanSquaredError<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Scalar> {
    squaredDifference(predicted, expected, file: file, line: line).mean(file: file, line: line)
  }

  @derivative(of: meanSquaredError, wrt: predicted)
  public func _vjpMeanSquaredError<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: predicted) { meanSquaredError(predicted: $0, expected: expected, file: file, line: line) }
  }

  /// The mean of |predicted - expected|.
  public func meanAbsoluteError<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Scalar> {
    abs(predicted - expected, file: file, line: line).mean(file: file, line: line)
  }

  @derivative(of: meanAbsoluteError, wrt: predicted)
  public func _vjpMeanAbsoluteError<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: predicted) { meanAbsoluteError(predicted: $0, expected: expected, file: file, line: line) }
  }

  /// The mean of d^2 / 2 for distances d of at most 1, and of d - 1/2 for greater ones.
  public func huberLoss<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Scalar> {
    let distance = abs(predicted - expected, file: file, line: line)
    let near = distance.clamped(to: 0...1, file: file, line: line)
    return (near * (distance - near / Scalar(nearest: 2))).mean(file: file, line: line)
  }

  @derivative(of: huberLoss, wrt: predicted)
  public func _vjpHuberLoss<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: predicted) { huberLoss(predicted: $0, expected: expected, file: file, line: line) }
  }

  /// The mean of max(0, 1 - expected * predicted), with expected -1 or 1.
  public func hingeLoss<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Scalar> {
    relu(Scalar(nearest: 1) - expected * predicted, file: file, line: line).mean(file: file, line: line)
  }

  @derivative(of: hingeLoss, wrt: predicted)
  public func _vjpHingeLoss<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: predicted) { hingeLoss(predicted: $0, expected: expected, file: file, line: line) }
  }

  /// The sum of expected * log(expected / predicted).
  public func kullbackLeiblerDivergence<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Scalar> {
    (expected * (log(expected, file: file, line: line) - log(predicted, file: file, line: line))).sum()
  }

  @derivative(of: kullbackLeiblerDivergence, wrt: predicted)
  public func _vjpKullbackLeiblerDivergence<Scalar: TensorFloatingPoint>(
    predicted: Tensor<Scalar>, expected: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: predicted) { kullbackLeiblerDivergence(predicted: $0, expected: expected, file: file, line: line) }
  }

  /// The mean of -log softmax(logits)[label] over the rows: logits [n, classes], labels [n].
  public func softmaxCrossEntropy<Scalar: TensorFloatingPoint>(
    logits: Tensor<Scalar>, labels: Tensor<Int32>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Scalar> {
    let classes = logits.shape.last ?? 0
    let truth = Tensor<Scalar>(oneHotAtIndices: labels, depth: classes, file: file, line: line)
    return softmaxCrossEntropy(logits: logits, probabilities: truth, file: file, line: line)
  }

  @derivative(of: softmaxCrossEntropy(logits:labels:file:line:))
  public func _vjpSoftmaxCrossEntropy<Scalar: TensorFloatingPoint>(
    logits: Tensor<Scalar>, labels: Tensor<Int32>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: logits) {
      softmaxCrossEntropy(logits: $0, labels: labels, file: file, line: line)
    }
  }

  /// The mean over the rows of -sum(probabilities * log softmax(logits)). Both operands are
  /// [n, classes]. The greatest logit of each row is subtracted first, so that no exponential
  /// overflows.
  public func softmaxCrossEntropy<Scalar: TensorFloatingPoint>(
    logits: Tensor<Scalar>, probabilities: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Scalar> {
    let shifted = logits - logits.max(alongAxes: [-1], keepDims: true, file: file, line: line)
    let total = exp(shifted, file: file, line: line).sum(alongAxes: [-1], file: file, line: line)
    let chosen = (shifted * probabilities).sum(alongAxes: [-1], file: file, line: line)
    return (log(total, file: file, line: line) - chosen).mean(file: file, line: line)
  }

  @derivative(of: softmaxCrossEntropy(logits:probabilities:file:line:), wrt: logits)
  public func _vjpSoftmaxCrossEntropy<Scalar: TensorFloatingPoint>(
    logits: Tensor<Scalar>, probabilities: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: logits) {
      softmaxCrossEntropy(logits: $0, probabilities: probabilities, file: file, line: line)
    }
  }

  /// The mean of -labels log sigmoid(logits) - (1 - labels) log sigmoid(-logits), without overflow.
  public func sigmoidCrossEntropy<Scalar: TensorFloatingPoint>(
    logits: Tensor<Scalar>, labels: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor<Scalar> {
    (softplus(logits, file: file, line: line) - logits * labels).mean(file: file, line: line)
  }

  @derivative(of: sigmoidCrossEntropy, wrt: logits)
  public func _vjpSigmoidCrossEntropy<Scalar: TensorFloatingPoint>(
    logits: Tensor<Scalar>, labels: Tensor<Scalar>, file: StaticString, line: UInt
  ) -> (value: Tensor<Scalar>, pullback: (Tensor<Scalar>) -> Tensor<Scalar>) {
    valueWithLibraryPullback(at: logits) {
      sigmoidCrossEntropy(logits: $0, labels: labels, file: file, line: line)
    }
  }
#endif
