import CLazuli

/// A value that contains tensors: a tensor, an array of such values, or a struct that lists its
/// tensors. Compiled functions, and loops of a program, have such parameters and results.
public protocol TensorTree: Sendable {
  /// Appends the tensors in an order that depends on the structure alone.
  func collect(into handles: inout [TensorHandle])
  /// The same structure with other tensors, taken from the front of the list.
  func replacing(with handles: inout ArraySlice<TensorHandle>) -> Self
}

extension TensorTree {
  /// The tensors, in their order.
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

/// Two values as one.
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
  /// The same value with all tensors on `device`. Tensors on other devices are computed and copied.
  public func copied(to device: Device) throws -> Self {
    replacing(
      with: try tensorHandles.map { handle in
        TensorHandle(try made { lz_tensor_copy_to_device(handle.raw, device.object.raw, 0, $0) })
      })
  }
}
