// What the generated functions of RawOp need: errors, places, and lists as C takes them.
import CLazuli

/// The ops as they are: a function for each, which records it and gives handles that the caller owns. Dimensions count from 0,
/// and shapes are outermost first. All of them throw a `LazuliError` for what the op does not take.
enum RawOp {}

/// Where an op is recorded, for errors.
public struct Place: Sendable {
  public var file: StaticString
  public var line: UInt

  public init(file: StaticString, line: UInt) {
    self.file = file
    self.line = line
  }

  var options: lz_op_options {
    var options = lz_op_options()
    options.struct_size = MemoryLayout<lz_op_options>.size
    options.file = UnsafeRawPointer(file.utf8Start).assumingMemoryBound(to: CChar.self)
    options.line = Int64(line)
    return options
  }
}

/// What Lazuli refuses, or what has failed.
public struct LazuliError: Error, Sendable {
  /// Whose fault it is.
  public let code: Code
  /// What happened, and the remedy. It is for people: its words are not stable.
  public let message: String
  /// The op that failed, "" when that is not known.
  public let op: String
  /// Where the op was recorded, as "Model.swift:12", "" when that is not known.
  public let location: String

  /// Takes the status over.
  init(_ status: OpaquePointer) {
    code = Code(rawValue: lz_status_code(status)) ?? .unknown
    message = String(cString: lz_status_message(status))
    op = String(cString: lz_status_op(status))
    location = String(cString: lz_status_location(status))
    lz_status_release(status)
  }
}

/// Throws what a function of the library returned, unless that is success.
@inline(__always)
func check(_ status: OpaquePointer?) throws(LazuliError) {
  if let status { throw LazuliError(status) }
}

@inline(__always)
func numbers(_ list: [Int]) -> [Int64] { list.map { Int64($0) } }

/// Gives the body each list as C has it: an address, and how many numbers are there.
func withLists<Result>(_ lists: [Int]..., body: ([(UnsafePointer<Int64>?, Int)]) -> Result) -> Result {
  let all = lists.flatMap { $0.map { Int64($0) } }
  return all.withUnsafeBufferPointer { buffer in
    var offset = 0
    return body(
      lists.map { list in
        defer { offset += list.count }
        return (list.isEmpty ? nil : buffer.baseAddress! + offset, list.count)
      })
  }
}
