// Lists as C has them. Recording an op makes no list on the heap that its caller does not have.
import CLazuli

/// The numbers as C has them. Nothing is copied: an Int is an Int64 wherever the library runs.
@inline(__always)
func numbers(_ list: [Int]) -> [Int64] { unsafeBitCast(list, to: [Int64].self) }

/// Lists of numbers one behind the other: an address, and how many numbers are there, of each.
struct Lists {
  fileprivate let lists: [[Int]]
  fileprivate let memory: UnsafeMutableBufferPointer<Int64>

  subscript(index: Int) -> (UnsafePointer<Int64>?, Int) {
    let list = lists[index]
    guard !list.isEmpty else { return (nil, 0) }
    let offset = lists[..<index].reduce(0) { $0 + $1.count }
    for (i, number) in list.enumerated() { memory.initializeElement(at: offset + i, to: Int64(number)) }
    return (UnsafePointer(memory.baseAddress! + offset), list.count)
  }
}

/// Gives the body lists as C has them, as long as it runs.
@inline(__always)
func withLists<Result>(_ lists: [Int]..., body: (Lists) -> Result) -> Result {
  let count = lists.reduce(0) { $0 + $1.count }
  return withUnsafeTemporaryAllocation(of: Int64.self, capacity: max(count, 1)) {
    body(Lists(lists: lists, memory: $0))
  }
}

/// Gives the body memory for so many numbers, and where they begin.
@inline(__always)
func withNumbers<Result>(
  _ count: Int, _ body: (UnsafeMutablePointer<Int64>) throws(LazuliError) -> Result
) throws(LazuliError) -> Result {
  let result = withUnsafeTemporaryAllocation(of: Int64.self, capacity: max(count, 1)) { memory in
    Swift.Result { () throws(LazuliError) in try body(memory.baseAddress!) }
  }
  return try result.get()
}

/// The handles of tensors, which somebody keeps alive.
@inline(__always)
func raws<Scalar>(_ tensors: [Tensor<Scalar>]) -> [Raw?] { tensors.map { $0.raw } }

@inline(__always)
func raws(_ handles: [TensorHandle]) -> [Raw?] { handles.map { $0.raw } }
