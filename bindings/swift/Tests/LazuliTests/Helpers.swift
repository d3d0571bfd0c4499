import Lazuli
import XCTest

/// Checks that elements agree within a tolerance. For numbers above 1 the tolerance is relative.
func expect<Scalar: TensorScalar>(
  _ tensor: Tensor<Scalar>, _ wanted: [Double], shape: TensorShape? = nil, within tolerance: Double = 1e-5,
  file: StaticString = #filePath, line: UInt = #line
) {
  if let shape { XCTAssertEqual(tensor.shape, shape, file: file, line: line) }
  let got = tensor.scalars.map(\.doubleValue)
  guard got.count == wanted.count else {
    return XCTFail("\(got.count) elements, \(wanted.count) expected: \(got)", file: file, line: line)
  }
  for (i, (a, b)) in zip(got, wanted).enumerated() where !isClose(a, b, tolerance) {
    XCTFail("element \(i) is \(a), expected \(b): \(got)", file: file, line: line)
  }
}

func isClose(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
  if a.isNaN || b.isNaN { return a.isNaN && b.isNaN }
  return a == b || abs(a - b) <= tolerance * max(1, abs(b))
}

/// Checks that the body throws an error with this code and op, and returns the error.
func expectError(
  _ code: LazuliError.Code, op: String? = nil, file: StaticString = #filePath, line: UInt = #line,
  _ body: () throws -> Void
) -> LazuliError? {
  do {
    try body()
    XCTFail("nothing was thrown", file: file, line: line)
  } catch let error as LazuliError {
    XCTAssertEqual(error.code, code, error.description, file: file, line: line)
    if let op { XCTAssertEqual(error.op, op, error.description, file: file, line: line) }
    return error
  } catch {
    XCTFail("another error: \(error)", file: file, line: line)
  }
  return nil
}
