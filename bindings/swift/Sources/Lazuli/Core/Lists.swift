// Lists for C. They are on the stack or share memory with the caller's lists, so recording an op
// does not allocate memory for lists.
import CLazuli

/// Converts numbers for C without a copy, because Int and Int64 have the same size on all platforms
/// of the library.
@inline(__always)
func numbers(_ list: [Int]) -> [Int64] { unsafeBitCast(list, to: [Int64].self) }

/// Lists of numbers in one block of memory. The subscript returns the address and length of a list.
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

/// Calls the body with lists for C, which are valid during the call.
@inline(__always)
func withLists<Result>(_ lists: [Int]..., body: (Lists) -> Result) -> Result {
  let count = lists.reduce(0) { $0 + $1.count }
  return withUnsafeTemporaryAllocation(of: Int64.self, capacity: max(count, 1)) {
    body(Lists(lists: lists, memory: $0))
  }
}

/// Calls the body with memory for this many numbers.
@inline(__always)
func withNumbers<Result>(
  _ count: Int, _ body: (UnsafeMutablePointer<Int64>) throws(LazuliError) -> Result
) throws(LazuliError) -> Result {
  let result = withUnsafeTemporaryAllocation(of: Int64.self, capacity: max(count, 1)) { memory in
    Swift.Result { () throws(LazuliError) in try body(memory.baseAddress!) }
  }
  return try result.get()
}

/// Converts tensors to their handles without a copy, because a tensor consists only of its handle.
/// Functions that take handles need not be generic in the element type.
@inline(__always)
func handles<Scalar>(_ tensors: [Tensor<Scalar>]) -> [TensorHandle] { unsafeBitCast(tensors, to: [TensorHandle].self) }

/// Converts handles to tensors without a copy.
@inline(__always)
func tensors<Scalar>(_ handles: [TensorHandle]) -> [Tensor<Scalar>] { unsafeBitCast(handles, to: [Tensor<Scalar>].self) }

/// Calls `body` with the handles as a C array, which is valid during the call.
@inline(__always)
func withRaw<Result>(
  _ handles: [TensorHandle], _ body: (UnsafePointer<Raw?>, Int) throws -> Result
) rethrows -> Result {
  try withExtendedLifetime(handles) {
    try withUnsafeTemporaryAllocation(of: Raw?.self, capacity: max(handles.count, 1)) { raw in
      for (i, handle) in handles.enumerated() { raw.initializeElement(at: i, to: handle.raw) }
      if handles.isEmpty { raw.initializeElement(at: 0, to: nil) }
      return try body(UnsafePointer(raw.baseAddress!), handles.count)
    }
  }
}

/// Returns the result of an op on a list of tensors.
@inline(__always)
func made(
  of tensors: [TensorHandle], _ call: (UnsafePointer<Raw?>, Int, UnsafeMutablePointer<Raw?>) -> Raw?
) throws(LazuliError) -> Raw {
  var out: Raw?
  try check(withRaw(tensors) { call($0, $1, &out) })
  return out!
}

/// Returns the `count` results of an op on a list of tensors.
func made(
  _ count: Int, of tensors: [TensorHandle],
  _ call: (UnsafePointer<Raw?>, Int, UnsafeMutablePointer<Raw?>) -> Raw?
) throws(LazuliError) -> [TensorHandle] {
  let results = withUnsafeTemporaryAllocation(of: Raw?.self, capacity: max(count, 1)) { out in
    out.initialize(repeating: nil)
    let status = withRaw(tensors) { call($0, $1, out.baseAddress!) }
    return Result { () throws(LazuliError) in
      try check(status)
      return (0..<count).map { TensorHandle(out[$0]!) }
    }
  }
  return try results.get()
}
