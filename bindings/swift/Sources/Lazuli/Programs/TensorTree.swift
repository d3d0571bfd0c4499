import CLazuli

/// A value that contains tensors: a tensor, an array of such values, or a struct that lists its
/// tensors. Parameters and results of compiled functions and of loops in programs are such values.
public protocol TensorTree: Sendable {
  /// Appends the tensors in an order that only depends on the structure.
  func collect(into handles: inout [TensorHandle])
  /// Returns the same structure with new tensors. Removes these from the front of the list.
  func replacing(with handles: inout ArraySlice<TensorHandle>) -> Self
}

extension TensorTree {
  /// The tensors, in the order of `collect`.
  public var tensorHandles: [TensorHandle] {
    var handles: [TensorHandle] = []
    collect(into: &handles)
    return handles
  }

  func replacing(with handles: [TensorHandle]) -> Self {
    var rest = handles[...]
    return replacing(with: &rest)
  }
}

extension Tensor: TensorTree {
  public func collect(into handles: inout [TensorHandle]) { handles.append(handle) }
  public func replacing(with handles: inout ArraySlice<TensorHandle>) -> Tensor { Tensor(handles.removeFirst()) }
}

extension Array: TensorTree where Element: TensorTree {
  public func collect(into handles: inout [TensorHandle]) {
    for element in self { element.collect(into: &handles) }
  }
  public func replacing(with handles: inout ArraySlice<TensorHandle>) -> [Element] {
    map { $0.replacing(with: &handles) }
  }
}

extension Optional: TensorTree where Wrapped: TensorTree {
  public func collect(into handles: inout [TensorHandle]) { self?.collect(into: &handles) }
  public func replacing(with handles: inout ArraySlice<TensorHandle>) -> Wrapped? {
    map { $0.replacing(with: &handles) }
  }
}

/// Two values with tensors, as one value.
public struct Pair<First: TensorTree, Second: TensorTree>: TensorTree {
  public var first: First
  public var second: Second

  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
  public func collect(into handles: inout [TensorHandle]) {
    first.collect(into: &handles)
    second.collect(into: &handles)
  }
  public func replacing(with handles: inout ArraySlice<TensorHandle>) -> Pair {
    let first = first.replacing(with: &handles)
    return Pair(first, second.replacing(with: &handles))
  }
}

extension TensorTree {
  /// Returns the value with all tensors on `device`. Tensors on other devices are computed and
  /// copied.
  public func copied(to device: Device) throws -> Self {
    replacing(
      with: try tensorHandles.map { handle in
        TensorHandle(try made { lz_tensor_copy_to_device(handle.raw, device.object.raw, 0, $0) })
      })
  }
}
