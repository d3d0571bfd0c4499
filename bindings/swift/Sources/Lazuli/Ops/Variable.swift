import CLazuli

/// A tensor that can be replaced, and that can have views. An assignment to a view changes the
/// variable, and an assignment to the variable changes its views, even across barriers. A `Tensor`
/// is a value, so use a variable if code must share changes.
///
///     let x = Variable(Tensor<Float>(zeros: [4, 3]))
///     let columns = x[0..<4, 1..<3]
///     columns += Tensor(ones: [4, 2])        // changes x
public final class Variable<Scalar: TensorScalar>: Sendable {
  let object: Object

  init(_ object: Object) { self.object = object }

  /// Makes a variable with this value. Assignments to the variable do not change the tensor.
  public init(_ value: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line) {
    do {
      object = try Lazuli.object({ lz_variable_release($0) }) { lz_variable_create(value.handle.raw, $0) }
    } catch {
      fatalError("\(error)", file: file, line: line)
    }
  }

  /// The current value. Later assignments do not change the returned tensor. An assignment changes
  /// the variable and all its views.
  public var value: Tensor<Scalar> {
    get {
      Tensor(.unknown) { () throws(LazuliError) in
        var options = Place.unknown.options
        return try made { lz_variable_value(object.raw, &options, $0) }
      }
    }
    set { trapping(.unknown, or: ()) { try assign(newValue, .unknown) } }
  }

  /// Replaces the value. Throws if the shape or the device differs, or if elements of this view
  /// overlap.
  public func assign(_ value: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line) throws {
    try assign(value, Place(file, line))
  }

  func assign(_ value: Tensor<Scalar>, _ place: Place) throws {
    var options = place.options
    try check(lz_variable_assign(object.raw, value.raw, &options))
  }

  private func view(
    _ place: Place, _ call: (UnsafePointer<lz_op_options>, UnsafeMutablePointer<Raw?>) -> Raw?
  ) throws -> Variable {
    var options = place.options
    return Variable(try Lazuli.object({ lz_variable_release($0) }) { call(&options, $0) })
  }

  func slice(_ starts: [Int], _ ends: [Int], _ steps: [Int], _ place: Place) throws -> Variable {
    try view(place) {
      lz_variable_slice(object.raw, numbers(starts), numbers(ends), numbers(steps), starts.count, $0, $1)
    }
  }

  /// A view of the elements that the indices select.
  public subscript(_ indices: any TensorIndexConvertible...) -> Variable {
    trapping(.unknown, or: self) {
      let box = try Box(indices.map(\.tensorIndex), of: value.shape)
      let part = try slice(box.starts, box.ends, box.steps, .unknown)
      return box.shape.dimensions == box.sizes ? part : try part.reshaped(to: box.shape)
    }
  }

  /// A view of the same elements in another shape.
  public func reshaped(to shape: TensorShape, file: StaticString = #fileID, line: UInt = #line) throws -> Variable {
    try view(Place(file, line)) { lz_variable_reshape(object.raw, shape.int64, shape.rank, $0, $1) }
  }

  /// A view whose dimension i is dimension `permutation[i]` of the variable.
  public func transposed(
    permutation: [Int], file: StaticString = #fileID, line: UInt = #line
  ) throws -> Variable {
    try view(Place(file, line)) {
      lz_variable_permute(object.raw, numbers(permutation), permutation.count, $0, $1)
    }
  }

  /// A view of the diagonal of two dimensions. The diagonal becomes the last dimension.
  public func diagonal(
    offset: Int = 0, axes: (Int, Int) = (0, 1), file: StaticString = #fileID, line: UInt = #line
  ) throws -> Variable {
    try view(Place(file, line)) {
      lz_variable_diagonal(object.raw, Int64(offset), Int64(axes.0), Int64(axes.1), $0, $1)
    }
  }

  /// A read-only view in which dimensions of size 1 are repeated.
  public func broadcasted(to shape: TensorShape, file: StaticString = #fileID, line: UInt = #line) throws -> Variable {
    try view(Place(file, line)) { lz_variable_expand(object.raw, shape.int64, shape.rank, $0, $1) }
  }
}

extension Variable where Scalar: TensorNumeric {
  public static func += (lhs: Variable, rhs: Tensor<Scalar>) { lhs.value = lhs.value + rhs }
  public static func -= (lhs: Variable, rhs: Tensor<Scalar>) { lhs.value = lhs.value - rhs }
  public static func *= (lhs: Variable, rhs: Tensor<Scalar>) { lhs.value = lhs.value * rhs }
  public static func /= (lhs: Variable, rhs: Tensor<Scalar>) { lhs.value = lhs.value / rhs }
}
