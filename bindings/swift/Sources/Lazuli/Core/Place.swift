// The place where an op is recorded. Functions get the caller's place by #fileID and #line, which
// costs nothing. Operators cannot have such parameters, so they get the place of the enclosing
// `at`. Outside of `at`, the place of an operator is read from the stack, but only if the op is
// invalid.
import CLazuli
import Synchronization

#if canImport(Runtime)
  import Runtime
#endif

/// A line of the caller's program.
struct Place: Sendable, CustomStringConvertible {
  let file: StaticString
  let line: UInt

  @inline(__always)
  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }

  static let unknown = Place("Lazuli", 0)
  var isKnown: Bool { line > 0 }
  var description: String { "\(file):\(line)" }

  /// Options with this place, for a function of the library.
  @inline(__always)
  var options: lz_op_options {
    var options = lz_op_options()
    options.struct_size = MemoryLayout<lz_op_options>.size
    if line > 0 {
      options.file = UnsafeRawPointer(file.utf8Start).assumingMemoryBound(to: CChar.self)
      options.line = Int64(line)
    }
    if Scope.count.load(ordering: .relaxed) > 0 { addScope(to: &options) }
    return options
  }

  /// Adds the name and, if this place is unknown, the place of the enclosing `at`. The texts are
  /// valid while its block runs.
  @inline(never)
  private func addScope(to options: inout lz_op_options) {
    guard let scope = Scope.current else { return }
    options.name = scope.name.isEmpty ? nil : UnsafePointer(scope.text)
    guard line == 0 else { return }
    options.file = UnsafeRawPointer(scope.place.file.utf8Start).assumingMemoryBound(to: CChar.self)
    options.line = Int64(scope.place.line)
  }
}

/// The name and the place of a block of `at`.
final class Scope: Sendable {
  let name: String
  let place: Place
  /// The name as a C string.
  nonisolated(unsafe) let text: UnsafeMutablePointer<CChar>

  init(_ name: String, _ place: Place) {
    self.name = name
    self.place = place
    text = name.withCString { bytes in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: name.utf8.count + 1)
      copy.update(from: bytes, count: name.utf8.count + 1)
      return copy
    }
  }
  deinit { text.deallocate() }

  @TaskLocal static var current: Scope?
  /// The number of blocks of `at` that are running. While it is 0, ops do not read `current`.
  static let count = Atomic<Int>(0)
}

/// Names the ops that `body` records. Errors, dumps and explanations then contain "Model.swift:12
/// (encoder)", even for operators, which otherwise have no place. In nested blocks, the names are
/// joined by slashes.
public func at<Result>(
  _ name: String = "", file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
) rethrows -> Result {
  let outer = Scope.current?.name ?? ""
  let full = outer.isEmpty || name.isEmpty ? outer + name : "\(outer)/\(name)"
  Scope.count.wrappingAdd(1, ordering: .relaxed)
  defer { Scope.count.wrappingSubtract(1, ordering: .relaxed) }
  return try Scope.$current.withValue(Scope(full, Place(file, line)), operation: body)
}

/// Returns the innermost line on the stack outside of this library, such as "Step.swift:12".
/// Returns "" if there is no debug information.
func callerOfLibrary() -> String {
  if let scope = Scope.current { return scope.place.description }
  #if canImport(Runtime)
    guard let stack = try? Backtrace.capture(), let frames = stack.symbolicated()?.frames else { return "" }
    let here = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    for frame in frames {
      guard let location = frame.symbol?.sourceLocation, location.line > 0 else { continue }
      if location.path.hasSuffix(".swift"), !location.path.contains(here), !location.path.contains("/stdlib/") {
        return location.path.split(separator: "/").suffix(2).joined(separator: "/") + ":\(location.line)"
      }
    }
  #endif
  return ""
}
