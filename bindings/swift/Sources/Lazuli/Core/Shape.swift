/// The sizes of a tensor's dimensions, outermost first. A literal shape is written as an array, as
/// in `x.shape == [2, 3]`.
public struct TensorShape: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
  public var dimensions: [Int]

  public init(_ dimensions: [Int]) { self.dimensions = dimensions }
  public init(arrayLiteral elements: Int...) { dimensions = elements }

  /// The number of dimensions.
  public var rank: Int { dimensions.count }
  /// The number of elements.
  public var contiguousSize: Int { dimensions.reduce(1, *) }
  public var description: String { dimensions.description }
}

extension TensorShape: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public init() { dimensions = [] }
  public var startIndex: Int { 0 }
  public var endIndex: Int { dimensions.count }
  public func index(after i: Int) -> Int { i + 1 }

  public subscript(position: Int) -> Int {
    get { dimensions[position] }
    set { dimensions[position] = newValue }
  }

  public mutating func replaceSubrange<Elements: Collection>(_ range: Range<Int>, with elements: Elements)
  where Elements.Element == Int {
    dimensions.replaceSubrange(range, with: elements)
  }
}

extension TensorShape {
  var int64: [Int64] { numbers(dimensions) }

  init(_ dims: UnsafeBufferPointer<Int64>) { dimensions = dims.map { Int($0) } }

  /// Returns the shape to which both are broadcast by the rules of NumPy, or nil if they do not
  /// fit.
  static func broadcast(_ a: TensorShape, _ b: TensorShape) -> TensorShape? {
    var result = a.rank >= b.rank ? a : b
    let short = a.rank >= b.rank ? b : a, skip = result.rank - short.rank
    for d in 0..<short.rank where result[skip + d] != short[d] {
      if result[skip + d] != 1, short[d] != 1 { return nil }
      result[skip + d] = result[skip + d] == 1 ? short[d] : result[skip + d]
    }
    return result
  }
}

/// Returns the index of a dimension, counted from the front. A negative `axis` counts from the end.
func normalized(_ axis: Int, rank: Int) -> Int { axis < 0 ? axis + rank : axis }
