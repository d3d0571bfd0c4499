// Handles of the C library. Each owns one reference, which is released with the last Swift
// reference. Handles never change, and any thread may use them, so they are Sendable; the compiler
// does not know that only because C pointers are imported.
import CLazuli

typealias Raw = OpaquePointer

/// The ops. Each has a function that records it and returns handles that the caller owns.
/// Dimensions count from 0, and shapes are outermost first. All functions throw if the op is
/// invalid.
enum RawOp {}

/// A value that is recorded, being computed, or in memory. Two handles of one value behave alike.
public final class TensorHandle: Sendable {
  nonisolated(unsafe) let raw: Raw
  /// True for the 0 that tangents begin with: it adds nothing to a tensor of any shape.
  let isZero: Bool

  /// Takes over the reference.
  init(_ raw: Raw, isZero: Bool = false) {
    self.raw = raw
    self.isZero = isZero
  }
  deinit { lz_tensor_release(raw) }

  var dtype: DType { DType(rawValue: lz_tensor_dtype(raw)) ?? .invalid }
  var rank: Int { lz_tensor_rank(raw) }

  /// The number of elements.
  var count: Int { dims.reduce(1) { $0 * Int($1) } }

  /// The bytes of the elements.
  var bytes: Int { Int(lz_tensor_nbytes(raw)) }

  /// The dimensions, as Int64 numbers of the library.
  var dims: UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(start: lz_tensor_dims(raw), count: lz_tensor_rank(raw))
  }
}

/// Any other object of the library.
final class Object: Sendable {
  nonisolated(unsafe) let raw: Raw
  private let release: @convention(c) (Raw?) -> Void

  init(_ raw: Raw, _ release: @escaping @convention(c) (Raw?) -> Void) {
    self.raw = raw
    self.release = release
  }
  deinit { release(raw) }
}

/// Throws the status that a function of the library returned, unless it is success.
@inline(__always)
func check(_ status: Raw?) throws(LazuliError) {
  if let status { throw LazuliError(status) }
}

/// Returns the out-parameter of a call; the caller owns it.
@inline(__always)
func made(_ call: (UnsafeMutablePointer<Raw?>) -> Raw?) throws(LazuliError) -> Raw {
  var raw: Raw?
  try check(call(&raw))
  return raw!
}

/// Returns an object that a call returns by its out-parameter.
func object(
  _ release: @escaping @convention(c) (Raw?) -> Void, _ call: (UnsafeMutablePointer<Raw?>) -> Raw?
) throws(LazuliError) -> Object { Object(try made(call), release) }

/// Returns a text that a call returns by its out-parameter.
func text(_ call: (UnsafeMutablePointer<Raw?>) -> Raw?) throws(LazuliError) -> String {
  let string = try object({ lz_string_release($0) }, call)
  return withExtendedLifetime(string) { String(cString: lz_string_data(string.raw)) }
}

/// How many objects of the library the process holds. Tests of leaks use it.
public func liveHandles() -> Int { Int(lz_live_handles()) }
