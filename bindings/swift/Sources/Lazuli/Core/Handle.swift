// Handles of the C library. A handle owns one reference to an object, and releases it with the last
// Swift reference to the handle. Handles never change, and any thread may use them, so they are
// Sendable. The compiler cannot check this, because C pointers are not Sendable.
import CLazuli

typealias Raw = OpaquePointer

/// A function for each op, which records the op and returns handles that the caller owns.
/// Dimensions are counted from 0, and shapes have the outermost dimension first. All functions
/// throw if the op is invalid.
enum RawOp {}

/// A reference to a tensor of the library, which is pending, being computed, or in memory.
public final class TensorHandle: Sendable {
  nonisolated(unsafe) let raw: Raw
  /// True for `Tensor.zero`, with which sums of tangents begin. It can be added to tensors of any
  /// shape.
  let isZero: Bool

  /// Takes over a reference to a tensor.
  init(_ raw: Raw, isZero: Bool = false) {
    self.raw = raw
    self.isZero = isZero
  }
  deinit { lz_tensor_release(raw) }

  var dtype: DType { DType(rawValue: lz_tensor_dtype(raw)) ?? .invalid }
  var rank: Int { lz_tensor_rank(raw) }

  /// The number of elements.
  var count: Int { dims.reduce(1) { $0 * Int($1) } }

  /// The size of the elements in bytes.
  var bytes: Int { Int(lz_tensor_nbytes(raw)) }

  /// The dimensions, in memory of the library.
  var dims: UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(start: lz_tensor_dims(raw), count: lz_tensor_rank(raw))
  }
}

/// A reference to any other object of the library.
final class Object: Sendable {
  nonisolated(unsafe) let raw: Raw
  private let release: @convention(c) (Raw?) -> Void

  init(_ raw: Raw, _ release: @escaping @convention(c) (Raw?) -> Void) {
    self.raw = raw
    self.release = release
  }
  deinit { release(raw) }
}

/// Throws the status that a function of the library returned, unless the status is success.
@inline(__always)
func check(_ status: Raw?) throws(LazuliError) {
  if let status { throw LazuliError(status) }
}

/// Returns the object that a call writes to its out-parameter. The caller owns it.
@inline(__always)
func made(_ call: (UnsafeMutablePointer<Raw?>) -> Raw?) throws(LazuliError) -> Raw {
  var raw: Raw?
  try check(call(&raw))
  return raw!
}

/// Returns the object that a call writes to its out-parameter, as an `Object`.
func object(
  _ release: @escaping @convention(c) (Raw?) -> Void, _ call: (UnsafeMutablePointer<Raw?>) -> Raw?
) throws(LazuliError) -> Object { Object(try made(call), release) }

/// Returns the text that a call writes to its out-parameter.
func text(_ call: (UnsafeMutablePointer<Raw?>) -> Raw?) throws(LazuliError) -> String {
  let string = try object({ lz_string_release($0) }, call)
  return withExtendedLifetime(string) { String(cString: lz_string_data(string.raw)) }
}

/// Returns the number of objects of the library that the process holds, for tests of leaks.
public func liveHandles() -> Int { Int(lz_live_handles()) }
