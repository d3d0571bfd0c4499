#if canImport(_Differentiation)
  import Lazuli
  import Foundation
  public import _Differentiation

  /// An optimizer moves the parameters of a model along a gradient. Its state consists of lazy
  /// tensors, like the parameters.
  public protocol Optimizer<Model> {
    associatedtype Model: Differentiable
    /// The learning rate. It is an input of programs, so the same program runs for every rate.
    var learningRate: Double { get set }
    /// Makes one step of the optimization.
    func update(_ model: inout Model, along direction: Model.TangentVector)
  }

  /// The parameters of a model, by their element type.
  struct Parameters<Model: Differentiable> {
    let floats: [ParameterPath<Model, Float>]
    let doubles: [ParameterPath<Model, Double>]

    init(of model: Model) {
      floats = parameterPaths(of: model, Float.self)
      doubles = parameterPaths(of: model, Double.self)
      require(!floats.isEmpty || !doubles.isEmpty, "\(Model.self) has no tensors that are `var` and can be differentiated")
    }
  }

  /// Makes zeros in memory. Recorded zeros would be part of the program of the first step, which
  /// would differ from that of later steps.
  private func zeros<Model, Scalar>(_ model: Model, _ paths: [ParameterPath<Model, Scalar>]) -> [Tensor<Scalar>] {
    paths.map { path in
      let like = path.get(model)
      return Tensor(
        shape: like.shape, scalars: Array(repeating: Scalar(nearest: 0), count: like.scalarCount), on: like.device)
    }
  }

  /// Stochastic gradient descent: v = momentum v + g, w = w - rate v.
  public final class SGD<Model: Differentiable>: Optimizer {
    public var learningRate: Double
    public var momentum: Double
    /// Whether a step follows g + momentum v (Nesterov's method) instead of v.
    public var nesterov: Bool
    private let parameters: Parameters<Model>
    private var floats: [Tensor<Float>]
    private var doubles: [Tensor<Double>]

    public init(for model: Model, learningRate: Double = 0.01, momentum: Double = 0, nesterov: Bool = false) {
      self.learningRate = learningRate
      self.momentum = momentum
      self.nesterov = nesterov
      parameters = Parameters(of: model)
      floats = momentum == 0 ? [] : zeros(model, parameters.floats)
      doubles = momentum == 0 ? [] : zeros(model, parameters.doubles)
    }

    public func update(_ model: inout Model, along direction: Model.TangentVector) {
      step(&model, direction, parameters.floats, &floats)
      step(&model, direction, parameters.doubles, &doubles)
    }

    private func step<Scalar>(
      _ model: inout Model, _ direction: Model.TangentVector, _ paths: [ParameterPath<Model, Scalar>],
      _ velocity: inout [Tensor<Scalar>]
    ) {
      guard let first = paths.first else { return }
      let rate = Tensor<Scalar>(Scalar(nearest: learningRate), on: first.get(model).device)
      for (i, path) in paths.enumerated() {
        let g = path.tangent(direction)
        guard momentum != 0 else {
          path.set(&model, path.get(model) - rate * g)
          continue
        }
        velocity[i] = velocity[i].scaled(by: momentum) + g
        let way = nesterov ? velocity[i].scaled(by: momentum) + g : velocity[i]
        path.set(&model, path.get(model) - rate * way)
      }
    }
  }

  /// Adam: m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g^2, w = w - rate (correction m / (sqrt(v) +
  /// epsilon) + weightDecay w). With a weight decay it is AdamW.
  public final class Adam<Model: Differentiable>: Optimizer {
    public var learningRate: Double
    public let beta1, beta2, epsilon: Double
    let weightDecay: Double
    /// The number of steps so far.
    public private(set) var step = 0
    private let parameters: Parameters<Model>
    private var floats: [(mean: Tensor<Float>, square: Tensor<Float>)]
    private var doubles: [(mean: Tensor<Double>, square: Tensor<Double>)]

    public convenience init(
      for model: Model, learningRate: Double = 1e-3, beta1: Double = 0.9, beta2: Double = 0.999, epsilon: Double = 1e-8
    ) {
      self.init(model, learningRate, beta1, beta2, epsilon, weightDecay: 0)
    }

    init(
      _ model: Model, _ learningRate: Double, _ beta1: Double, _ beta2: Double, _ epsilon: Double, weightDecay: Double
    ) {
      (self.learningRate, self.beta1, self.beta2, self.epsilon) = (learningRate, beta1, beta2, epsilon)
      self.weightDecay = weightDecay
      parameters = Parameters(of: model)
      floats = Array(zip(zeros(model, parameters.floats), zeros(model, parameters.floats)))
      doubles = Array(zip(zeros(model, parameters.doubles), zeros(model, parameters.doubles)))
    }

    public func update(_ model: inout Model, along direction: Model.TangentVector) {
      step += 1
      move(&model, direction, parameters.floats, &floats)
      move(&model, direction, parameters.doubles, &doubles)
    }

    private func move<Scalar>(
      _ model: inout Model, _ direction: Model.TangentVector, _ paths: [ParameterPath<Model, Scalar>],
      _ moments: inout [(mean: Tensor<Scalar>, square: Tensor<Scalar>)]
    ) {
      guard let first = paths.first else { return }
      // The running means start at 0, so they are too small at first. This factor corrects that.
      let correction = (1 - pow(beta2, Double(step))).squareRoot() / (1 - pow(beta1, Double(step)))
      let device = first.get(model).device
      let rate = Tensor<Scalar>(Scalar(nearest: learningRate * correction), on: device)
      let decay = Tensor<Scalar>(Scalar(nearest: learningRate * weightDecay), on: device)
      for (i, path) in paths.enumerated() {
        let g = path.tangent(direction), w = path.get(model)
        moments[i].mean = moments[i].mean.scaled(by: beta1) + g.scaled(by: 1 - beta1)
        moments[i].square = moments[i].square.scaled(by: beta2) + square(g).scaled(by: 1 - beta2)
        let root = sqrt(moments[i].square)
        let way = rate * moments[i].mean / (root + Tensor(repeatingInProgram: epsilon, like: root))
        path.set(&model, w - (weightDecay == 0 ? way : way + decay * w))
      }
    }
  }

  /// Adam with decoupled weight decay, which is not part of the gradient, by Loshchilov and Hutter.
  public final class AdamW<Model: Differentiable>: Optimizer {
    private let adam: Adam<Model>

    public var learningRate: Double {
      get { adam.learningRate }
      set { adam.learningRate = newValue }
    }

    public init(
      for model: Model, learningRate: Double = 1e-3, weightDecay: Double = 0.01, beta1: Double = 0.9,
      beta2: Double = 0.999, epsilon: Double = 1e-8
    ) {
      adam = Adam(model, learningRate, beta1, beta2, epsilon, weightDecay: weightDecay)
    }

    public func update(_ model: inout Model, along direction: Model.TangentVector) {
      adam.update(&model, along: direction)
    }
  }
#endif
