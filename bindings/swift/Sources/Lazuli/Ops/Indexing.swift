// Subscripts: x[1, ..., 2..<5], x[..., newAxis], x[every(2)], and assignments to them.
import CLazuli

#if canImport(_Differentiation)
  import _Differentiation
#endif

/// One index in the brackets of a subscript.
public enum TensorIndex: Sendable, ExpressibleByIntegerLiteral {
  /// One element. The result does not have this dimension. A negative index counts from the end.
  case at(Int)
  /// A range of elements. nil means the beginning or the end of the dimension. Negative numbers
  /// count from the end.
  case range(from: Int?, to: Int?, by: Int)
  /// All dimensions that have no index of their own.
  case ellipsis
  /// A new dimension of size 1.
  case newAxis

  public init(integerLiteral value: Int) { self = .at(value) }
}

/// An index for a new dimension of size 1.
public let newAxis = TensorIndex.newAxis

/// Returns an index that selects every `step`-th element of a dimension, or of a part of it.
public func every(_ step: Int, from start: Int? = nil, to end: Int? = nil) -> TensorIndex {
  .range(from: start, to: end, by: step)
}

/// Types that can be an index in the brackets: integers, ranges and `TensorIndex`.
public protocol TensorIndexConvertible {
  var tensorIndex: TensorIndex { get }
}
extension TensorIndex: TensorIndexConvertible { public var tensorIndex: TensorIndex { self } }
extension Int: TensorIndexConvertible { public var tensorIndex: TensorIndex { .at(self) } }
extension Range: TensorIndexConvertible where Bound == Int {
  public var tensorIndex: TensorIndex { .range(from: lowerBound, to: upperBound, by: 1) }
}
extension ClosedRange: TensorIndexConvertible where Bound == Int {
  public var tensorIndex: TensorIndex { .range(from: lowerBound, to: upperBound + 1, by: 1) }
}
extension PartialRangeFrom: TensorIndexConvertible where Bound == Int {
  public var tensorIndex: TensorIndex { .range(from: lowerBound, to: nil, by: 1) }
}
extension PartialRangeUpTo: TensorIndexConvertible where Bound == Int {
  public var tensorIndex: TensorIndex { .range(from: nil, to: upperBound, by: 1) }
}
extension PartialRangeThrough: TensorIndexConvertible where Bound == Int {
  public var tensorIndex: TensorIndex { .range(from: nil, to: upperBound + 1, by: 1) }
}

/// The box of a tensor that the indices of a subscript select: a range in each dimension. `shape`
/// is the shape of the subscript's result.
struct Box {
  var starts: [Int] = [], ends: [Int] = [], steps: [Int] = []
  var shape = TensorShape([])

  init(_ indices: [TensorIndex], of whole: TensorShape) throws {
    let taken = indices.filter { if case .newAxis = $0 { false } else if case .ellipsis = $0 { false } else { true } }.count
    guard taken <= whole.rank else {
      throw invalid("subscript", "\(taken) indices for the \(whole.rank) dimensions of shape \(whole)")
    }
    var left = whole.rank - taken
    let hasEllipsis = indices.contains { if case .ellipsis = $0 { true } else { false } }
    for index in hasEllipsis ? indices : indices + [.ellipsis] {
      switch index {
      case .newAxis: shape.append(1)
      case .ellipsis:
        for _ in 0..<left { try add(from: nil, to: nil, by: 1, whole) }
        left = 0
      case .at(let i):
        let size = whole[starts.count], at = i < 0 ? i + size : i
        guard at >= 0, at < size else {
          throw invalid("subscript", "index \(i) of dimension \(starts.count), whose size is \(size), of shape \(whole)")
        }
        starts.append(at)
        ends.append(at + 1)
        steps.append(1)
      case .range(let from, let to, let by): try add(from: from, to: to, by: by, whole)
      }
    }
  }

  private mutating func add(from: Int?, to: Int?, by: Int, _ whole: TensorShape) throws {
    let size = whole[starts.count]
    let start = from.map { $0 < 0 ? $0 + size : $0 } ?? 0, end = to.map { $0 < 0 ? $0 + size : $0 } ?? size
    guard by > 0, start >= 0, start <= end, end <= size else {
      throw invalid(
        "subscript", "range \(start)..<\(end) by \(by) of dimension \(starts.count), whose size is \(size), of shape \(whole)")
    }
    starts.append(start)
    ends.append(end)
    steps.append(by)
    shape.append((end - start + by - 1) / by)
  }

  /// The sizes of the box. A dimension with a single index has size 1.
  var sizes: [Int] { starts.indices.map { (ends[$0] - starts[$0] + steps[$0] - 1) / steps[$0] } }
}

extension Tensor {
  /// The elements that the indices select. Dimensions without an index are selected as a whole. An
  /// assignment replaces the elements.
  #if canImport(_Differentiation)
    @differentiable(reverse where Scalar: TensorFloatingPoint)
  #endif
  public subscript(_ indices: any TensorIndexConvertible...) -> Tensor {
    get { elements(at: indices.map { $0.tensorIndex }) }
    set { self = replacing(at: indices.map { $0.tensorIndex }, with: newValue) }
  }

  /// The elements that the indices select. `...` selects all dimensions before the indices.
  #if canImport(_Differentiation)
    @differentiable(reverse where Scalar: TensorFloatingPoint)
  #endif
  public subscript(_ rest: UnboundedRange, _ indices: any TensorIndexConvertible...) -> Tensor {
    get { elements(at: [.ellipsis] + indices.map { $0.tensorIndex }) }
    set { self = replacing(at: [.ellipsis] + indices.map { $0.tensorIndex }, with: newValue) }
  }

  #if canImport(_Differentiation)
    @differentiable(reverse where Scalar: TensorFloatingPoint)
  #endif
  public subscript(_ first: any TensorIndexConvertible, _ rest: UnboundedRange, _ indices: any TensorIndexConvertible...) -> Tensor {
    get { elements(at: [first.tensorIndex, .ellipsis] + indices.map { $0.tensorIndex }) }
    set { self = replacing(at: [first.tensorIndex, .ellipsis] + indices.map { $0.tensorIndex }, with: newValue) }
  }

  /// The slice with this index in the first dimension. An assignment replaces it.
  public subscript(_ index: Int) -> Tensor {
    get { elements(at: [.at(index)]) }
    set { self = replacing(at: [.at(index)], with: newValue) }
  }

  /// Returns the elements that the indices select, as a subscript does.
  public func elements(
    at indices: [TensorIndex], file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    // For a subscript, #line would be a line of this file. So the caller's line is read from the
    // stack.
    let place = Place.unknown
    return trapping(place, or: self) {
      if indices.count == 1, let part = try rows(indices[0], place) { return part }
      let box = try Box(indices, of: shape)
      let slice = box.sizes == shape.dimensions ? self : self.slice(box.starts, box.ends, box.steps, place)
      return box.shape == slice.shape ? slice : slice.reshaped(to: box.shape, place)
    }
  }

  /// Returns the slice for a single index of the first dimension, which is faster than with a box.
  /// Returns nil if a box is needed.
  private func rows(_ index: TensorIndex, _ place: Place) throws -> Tensor? {
    guard handle.rank > 0 else { return nil }
    let size = Int(handle.dims[0])
    switch index {
    case .range(let from?, let to?, 1) where 0 <= from && from <= to && to <= size:
      if to - from == size { return self }
      return Tensor(TensorHandle(try cut(handle, from, to, by: 1, along: 0, place)))
    case .at(let i) where -size <= i && i < size:
      let at = normalized(i, rank: size), rest = handle.dims.dropFirst()
      let row = TensorHandle(try cut(handle, at, at + 1, by: 1, along: 0, place))
      var options = place.options, out: Raw?
      try check(lz_reshape(row.raw, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count, &options, &out))
      return Tensor(TensorHandle(out!))
    default: return nil
    }
  }

  /// Returns the tensor with the elements at these indices replaced. `value` is broadcast.
  public func replacing(
    at indices: [TensorIndex], with value: Tensor, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let place = Place.unknown
    return trapping(place, or: self) {
      let box = try Box(indices, of: shape)
      let update = spread(value, to: box.shape, place).reshaped(to: TensorShape(box.sizes), place)
      if box.steps.allSatisfy({ $0 == 1 }) { return updated(box.starts, update, place) }
      return try strided(box, update, place)
    }
  }

  private func updated(_ starts: [Int], _ update: Tensor, _ place: Place) -> Tensor {
    let device = device, corner = starts.map { Tensor<Int32>(Int32($0), on: device) }
    return updatingSlice(at: handles(corner), with: update, place)
  }

  /// Replaces a box with steps, by an assignment to a strided view of a variable.
  private func strided(_ box: Box, _ update: Tensor, _ place: Place) throws -> Tensor {
    let variable = Variable(self)
    let view = try variable.slice(box.starts, box.ends, box.steps, place)
    try view.assign(update, place)
    return variable.value
  }

  /// Returns the box of these sizes at a computed corner. The corner has a scalar for each
  /// dimension.
  public func dynamicSlice<Index: TensorInteger>(
    at corner: [Tensor<Index>], sizes: [Int], file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor {
    let corner = handles(corner), place = Place(file, line)
    return Tensor(place) { () throws(LazuliError) in try movableBox(handle, corner, sizes, place) }
  }

  /// Returns the tensor with the box at a computed corner replaced by `update`.
  public func updatingSlice<Index: TensorInteger>(
    at corner: [Tensor<Index>], with update: Tensor, file: StaticString = #fileID, line: UInt = #line
  ) -> Tensor { updatingSlice(at: handles(corner), with: update, Place(file, line)) }

  private func updatingSlice(at corner: [TensorHandle], with update: Tensor, _ place: Place) -> Tensor {
    Tensor(place) { () throws(LazuliError) in
      var options = place.options
      return try made(of: corner) { lz_dynamic_update_slice(raw, update.raw, $0, $1, &options, $2) }
    }
  }
}

private func movableBox(
  _ x: TensorHandle, _ corner: [TensorHandle], _ sizes: [Int], _ place: Place
) throws(LazuliError) -> Raw {
  var options = place.options
  return try made(of: corner) { lz_dynamic_slice(x.raw, $0, $1, numbers(sizes), sizes.count, &options, $2) }
}
