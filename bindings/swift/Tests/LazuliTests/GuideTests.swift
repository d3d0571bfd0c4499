import Foundation
import XCTest

final class GuideTests: XCTestCase {
  /// The listings of docs/languages/swift.md print what stands below them.
  func testListings() throws {
    let hasSanitizer = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    try XCTSkipIf(hasSanitizer, "the listings are a program of their own")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../check_guide.py").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script]
    try process.run()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
  }
}
