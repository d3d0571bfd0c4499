import Foundation
import XCTest
@testable import Lazuli

final class VectorTests: XCTestCase {
  /// The whole table where LAZULI_VECTORS names it, else the excerpt that lies beside its
  /// description.
  func testVectors() throws {
    let here = URL(fileURLWithPath: #filePath)
    let excerpt = here.deletingLastPathComponent().appendingPathComponent("../../../vectors/excerpt.txt").path
    let path = ProcessInfo.processInfo.environment["LAZULI_VECTORS"] ?? excerpt
    let vectors = Vector.read(try String(contentsOfFile: path, encoding: .utf8))
    let mine = vectors.filter(\.isExpressible)
    XCTAssertGreaterThan(mine.count, 10)
    var ways = ["elementwise": 0, "general": 0, "raw": 0]
    for vector in mine {
      do {
        let (way, results) = try checked { try run(vector) }
        ways[way]! += 1
        XCTAssertEqual(results.count, vector.results.count, "vector \(vector.number), \(vector.op)")
        for (got, wanted) in zip(results, vector.results) {
          if let what = difference(got, wanted.type, units: wanted.units) {
            XCTFail("vector \(vector.number), \(vector.op): \(what)")
          }
        }
      } catch { XCTFail("vector \(vector.number), \(vector.op): \(error)") }
    }
    print("\(mine.count) of \(vectors.count) vectors have element types of Swift; by \(ways)")
  }

  private func run(_ vector: Vector) throws -> (String, [TensorHandle]) {
    let operands = vector.operands.map(\.handle)
    if !operands.isEmpty, let result = elementwise(vector, operands) { return ("elementwise", [result]) }
    if let results = general(vector, operands) { return ("general", results) }
    guard let results = try raw(vector, operands) else {
      throw invalid("vectors", "no function for the op \(vector.op)")
    }
    return ("raw", results)
  }
}
