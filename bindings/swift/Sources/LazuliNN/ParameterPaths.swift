// Finds the parameters of a model: all differentiable tensors in its stored properties, at any
// depth. The parts of the tangent vector are found by their names, which the compiler makes equal
// to those of the properties.
#if canImport(_Differentiation)
  public import Lazuli
  @_spi(Reflection) import Swift
  public import _Differentiation

  /// Reads and writes one parameter of a model, and reads the part of the gradient that belongs to
  /// it. Reflection gives a key path for each stored property. Longer key paths that begin with such
  /// a key path do not work. So the functions follow key paths of one step, one after another.
  struct ParameterPath<Model: Differentiable, Scalar: TensorFloatingPoint> {
    let get: (Model) -> Tensor<Scalar>
    let set: (inout Model, Tensor<Scalar>) -> Void
    let tangent: (Model.TangentVector) -> Tensor<Scalar>

    /// Returns access to the same parameter in a larger model that contains this model.
    func inside<Whole: Differentiable>(
      _ value: WritableKeyPath<Whole, Model>, _ direction: KeyPath<Whole.TangentVector, Model.TangentVector>
    ) -> ParameterPath<Whole, Scalar> {
      ParameterPath<Whole, Scalar>(
        get: { get($0[keyPath: value]) }, set: { set(&$0[keyPath: value], $1) },
        tangent: { tangent($0[keyPath: direction]) })
    }
  }

  /// Returns all parameters of one element type. `model` decides how many layers an array has.
  func parameterPaths<Model: Differentiable, Scalar: TensorFloatingPoint>(
    of model: Model, _: Scalar.Type
  ) -> [ParameterPath<Model, Scalar>] {
    if Model.self == Tensor<Scalar>.self {
      let whole = ParameterPath<Tensor<Scalar>, Scalar>(get: { $0 }, set: { $0 = $1 }, tangent: { $0 })
      return [whole as! ParameterPath<Model, Scalar>]
    }
    if let elements = model as? any ParameterArray { return elements.paths(Scalar.self) }
    return fields(of: Model.self).flatMap { name, path in
      guard let type = type(of: path).valueType as? any Differentiable.Type else { return [ParameterPath<Model, Scalar>]() }
      return inside(path, name, type, of: model)
    }
  }

  private func inside<Model: Differentiable, Field: Differentiable, Scalar>(
    _ path: PartialKeyPath<Model>, _ name: String, _: Field.Type, of model: Model
  ) -> [ParameterPath<Model, Scalar>] {
    guard let value = path as? WritableKeyPath<Model, Field>,
      let direction = fields(of: Model.TangentVector.self).first(where: { $0.name == name })?.path
        as? WritableKeyPath<Model.TangentVector, Field.TangentVector>
    else { return [] }
    return parameterPaths(of: model[keyPath: value], Scalar.self).map { $0.inside(value, direction) }
  }

  private func fields<Root>(of _: Root.Type) -> [(name: String, path: PartialKeyPath<Root>)] {
    var all: [(name: String, path: PartialKeyPath<Root>)] = []
    // 2 is `ignoreUnknown`, which skips fields without a key path, such as functions.
    _ = _forEachFieldWithKeyPath(of: Root.self, options: _EachFieldOptions(rawValue: 2)) { name, path in
      all.append((String(cString: name), path))
      return true
    }
    return all
  }

  /// An array of layers.
  private protocol ParameterArray {
    func paths<Model, Scalar>(_: Scalar.Type) -> [ParameterPath<Model, Scalar>]
  }

  extension Array: ParameterArray where Element: Differentiable {
    fileprivate func paths<Model, Scalar>(_: Scalar.Type) -> [ParameterPath<Model, Scalar>] {
      indices.flatMap { index in
        let paths = parameterPaths(of: self[index], Scalar.self).map { $0.inside(\[Element][index], \.base[index]) }
        return paths as! [ParameterPath<Model, Scalar>]
      }
    }
  }

  /// Returns the number of elements in all parameters of a model.
  public func parameterCount<Model: Differentiable>(of model: Model) -> Int {
    func count<Scalar>(_: Scalar.Type) -> Int where Scalar: TensorFloatingPoint {
      parameterPaths(of: model, Scalar.self).reduce(0) { $0 + $1.get(model).scalarCount }
    }
    return count(Float.self) + count(Double.self) + count(BFloat16.self)
  }

  /// Returns the model with copies of its parameters on `device`.
  public func copied<Model: Differentiable>(_ model: Model, to device: Device) -> Model {
    var model = model
    for path in parameterPaths(of: model, Float.self) {
      path.set(&model, Tensor(copying: path.get(model), to: device))
    }
    return model
  }
#endif
