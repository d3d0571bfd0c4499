// Errors. Calls that depend on resources (a device, memory, a compilation) throw. Ops do not throw,
// because `try` would be a burden in expressions. An invalid op ends the process with a message at
// the caller's line, like an index out of range. Inside of `checked` the error is thrown instead.
import CLazuli
import Synchronization

/// An error of the library.
public struct LazuliError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The kind of error.
  public let code: Code
  /// The op that failed, for example "add", or "" if it is not known.
  public let op: String
  /// The place where the op was recorded, for example "Model/Step.swift:12", or "" if it is not
  /// known.
  public var location: String
  /// What is wrong, with the shapes of operands, and what to do.
  public let message: String
  /// If the code is `.resourceExhausted`: the numbers of bytes that were needed and available.
  public let bytesWanted, bytesAvailable: Int

  public var description: String { location.isEmpty ? message : "\(location): \(message)" }

  /// Makes an error from a status, and releases the status.
  init(_ status: Raw) {
    code = Code(rawValue: lz_status_code(status)) ?? .unknown
    op = String(cString: lz_status_op(status))
    location = String(cString: lz_status_location(status))
    message = String(cString: lz_status_message(status))
    bytesWanted = Int(lz_status_bytes_wanted(status))
    bytesAvailable = Int(lz_status_bytes_available(status))
    lz_status_release(status)
  }

  init(_ code: Code, op: String, location: String = "", _ message: String, bytesWanted: Int = 0) {
    (self.code, self.op, self.location, self.message) = (code, op, location, message)
    (self.bytesWanted, bytesAvailable) = (bytesWanted, 0)
  }
}

/// Holds the first error of a `checked` block.
final class FirstError: Sendable {
  let error = Mutex<LazuliError?>(nil)

  func note(_ new: LazuliError) {
    error.withLock { $0 = $0 ?? new }
  }

  @TaskLocal static var current: FirstError?
}

/// Runs `body`. If an op in it is invalid, throws an error with the op, its shapes and the line of
/// the call. After such an op, the rest of `body` still runs, but with meaningless numbers. Its
/// result is dropped.
///
///     let product = try checked { matmul(a, b) + c }
@discardableResult
public func checked<Result>(_ body: () throws -> Result) throws -> Result {
  let first = FirstError()
  let result = Swift.Result { try FirstError.$current.withValue(first, operation: body) }
  if let error = first.error.withLock({ $0 }) { throw error }
  return try result.get()
}

/// Like `checked`, for an asynchronous block.
@discardableResult
public func checked<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Result {
  let first = FirstError()
  let result: Result
  do {
    result = try await FirstError.$current.withValue(first, operation: body, isolation: isolation)
  } catch {
    throw first.error.withLock { $0 } ?? error
  }
  if let error = first.error.withLock({ $0 }) { throw error }
  return result
}

/// Ends the process with the error. Inside of `checked`, notes the error instead and returns.
@inline(never)
func refuse(_ error: LazuliError, _ place: Place) {
  var error = error
  if error.location.isEmpty { error.location = place.isKnown ? place.description : callerOfLibrary() }
  if let first = FirstError.current { return first.note(error) }
  Exit.stopIfEnding()
  if place.isKnown, error.location == place.description {
    fatalError(error.message, file: place.file, line: place.line)
  }
  fatalError(error.description, file: place.file, line: place.line)
}

/// Ends the process with the message if the condition is false. `precondition` would drop its
/// message in optimized builds.
@inline(__always)
package func require(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition() { fatalError(message(), file: file, line: line) }
}

/// Runs `body`. If it throws, ends the process. Inside of `checked`, notes the error instead and
/// returns `standIn`.
func trapping<Result>(_ place: Place, or standIn: @autoclosure () -> Result, _ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch let error as LazuliError {
    refuse(error, place)
    return standIn()
  } catch {
    fatalError("\(error)", file: place.file, line: place.line)
  }
}
