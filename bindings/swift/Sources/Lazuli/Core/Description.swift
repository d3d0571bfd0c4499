extension Tensor: CustomStringConvertible {
  /// The elements in nested brackets, as in array literals. Long dimensions show only their first
  /// and last elements. Computes the tensor and waits.
  public var description: String {
    let shown = 6
    let shape = self.shape, all = scalars
    func rows(_ first: Int, _ dims: ArraySlice<Int>, _ indent: Int) -> String {
      guard let count = dims.first else { return "\(all[first])" }
      let stride = dims.dropFirst().reduce(1, *)
      var parts = (0..<count).filter { count <= shown || $0 < shown / 2 || $0 >= count - shown / 2 }.map {
        rows(first + $0 * stride, dims.dropFirst(), indent + 1)
      }
      if count > shown { parts.insert("...", at: shown / 2) }
      let between = dims.count == 1 ? ", " : ",\n" + String(repeating: " ", count: indent + 1)
      return "[" + parts.joined(separator: between) + "]"
    }
    return rows(0, shape.dimensions[...], 0)
  }
}

extension Tensor: CustomDebugStringConvertible {
  /// The element type and the shape. Computes nothing.
  public var debugDescription: String { "Tensor<\(Scalar.self)>\(shape)" }
}
