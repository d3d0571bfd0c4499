import Foundation
import XCTest
@testable import Lazuli

final class VectorTests: XCTestCase {
  /// Runs the whole table if LAZULI_VECTORS names it, otherwise the excerpt in bindings/vectors.
  func testVectors() throws {
    let here = URL(fileURLWithPath: #filePath)
    let excerpt = here.deletingLastPathComponent().appendingPathComponent("../../../vectors/excerpt.txt").path
    let path = ProcessInfo.processInfo.environment["LAZULI_VECTORS"] ?? excerpt
    let vectors = Vector.read(try String(contentsOfFile: path, encoding: .utf8))
    let mine = vectors.filter(\.isExpressible)
    XCTAssertFalse(mine.isEmpty)
    var ways = ["elementwise": 0, "general": 0, "raw": 0]
    // Up to 64 vectors are compiled as one program, which takes less time than one program for
    // each.
    for start in stride(from: 0, to: mine.count, by: 64) {
      let results = mine[start..<min(start + 64, mine.count)].compactMap { vector in
        record(vector).map { (vector, $0.way, $0.results) }
      }
      LazyTensorBarrier()
      for (vector, way, results) in results {
        ways[way]! += 1
        compare(vector, results)
      }
    }
    print("\(mine.count) of \(vectors.count) vectors have element types of Swift; by \(ways)")
  }

  private func record(_ vector: Vector) -> (way: String, results: [TensorHandle])? {
    do {
      return try checked { try run(vector) }
    } catch {
      XCTFail("vector \(vector.number), \(vector.op): \(error)")
      return nil
    }
  }

  private func compare(_ vector: Vector, _ results: [TensorHandle]) {
    XCTAssertEqual(results.count, vector.results.count, "vector \(vector.number), \(vector.op)")
    for (got, wanted) in zip(results, vector.results) {
      if let what = difference(got, wanted.type, units: wanted.units) {
        XCTFail("vector \(vector.number), \(vector.op): \(what)")
      }
    }
  }

  private func run(_ vector: Vector) throws -> (way: String, results: [TensorHandle]) {
    let operands = vector.operands.map(\.handle)
    if !operands.isEmpty, let result = elementwise(vector, operands) { return ("elementwise", [result]) }
    if let results = general(vector, operands) { return ("general", results) }
    guard let results = try raw(vector, operands) else {
      throw invalid("vectors", "no function for the op \(vector.op)")
    }
    return ("raw", results)
  }
}
