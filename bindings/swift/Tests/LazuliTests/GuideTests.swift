import Foundation
import XCTest

final class GuideTests: XCTestCase {
  /// Checks that each listing of docs/languages/swift.md prints the output that follows it there.
  func testListings() throws {
    let hasSanitizer = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    try XCTSkipIf(hasSanitizer, "the listings are a program of their own")
    XCTAssertEqual(try run("check_guide.py"), 0)
  }

  func testTheReferenceIsThatOfTheSources() throws {
    XCTAssertEqual(try run("make_reference.py", "--check"), 0)
  }

  /// Runs a script of the package, and returns its exit status.
  private func run(_ script: String, _ arguments: String...) throws -> Int32 {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", folder.appendingPathComponent("../../\(script)").path] + arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
