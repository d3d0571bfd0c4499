import Lazuli
import XCTest

final class ErrorTests: XCTestCase {
  func testShapesOfFunctionsNameTheCaller() {
    let a = Tensor<Float>(zeros: [2, 3]), b = Tensor<Float>(zeros: [2, 3])
    let line = UInt(#line + 2)
    let error = expectError(.invalidArgument, op: "dot_general") {
      _ = try checked { matmul(a, b) }
    }
    XCTAssertEqual(error?.location, "\(#fileID):\(line)")
    XCTAssertTrue(error?.message.contains("[2,3]") == true, error?.message ?? "")
  }

  func testShapesOfOperatorsNameTheCaller() {
    let a = Tensor<Float>(zeros: [3]), b = Tensor<Float>(zeros: [2])
    let line = UInt(#line + 2)
    let error = expectError(.invalidArgument, op: "add") {
      _ = try checked { a + b }
    }
    XCTAssertTrue(error?.location.hasSuffix("ErrorTests.swift:\(line)") == true, error?.location ?? "")
  }

  func testPlacesOfBlocks() {
    let a = Tensor<Float>(zeros: [3]), b = Tensor<Float>(zeros: [2])
    let line = UInt(#line + 2)
    let error = expectError(.invalidArgument, op: "add") {
      _ = try checked { at("encoder") { a + b } }
    }
    XCTAssertTrue(error?.location.hasPrefix("\(#fileID):\(line)") == true, error?.location ?? "")
    XCTAssertTrue(error?.location.contains("encoder") == true, error?.location ?? "")
  }

  func testTheFirstErrorIsThrown() {
    let a = Tensor<Float>(zeros: [3]), b = Tensor<Float>(zeros: [2])
    let error = expectError(.invalidArgument, op: "add") {
      _ = try checked { () -> Float in
        let c = a + b
        return matmul(c, Tensor(zeros: [7, 7])).sum().scalarized()
      }
    }
    XCTAssertNotNil(error)
  }

  func testErrorsOfTheBodyPass() {
    struct Other: Error {}
    XCTAssertThrowsError(try checked { throw Other() }) { XCTAssertTrue($0 is Other) }
    XCTAssertEqual(try checked { 7 }, 7)
  }

  func testRefusals() {
    let x = Tensor<Float>(zeros: [2, 3])
    _ = expectError(.invalidArgument, op: "subscript") { _ = try checked { x[5] } }
    _ = expectError(.invalidArgument, op: "reshape") { _ = try checked { x.reshaped(to: [4]) } }
    _ = expectError(.invalidArgument, op: "scalarized") { _ = try checked { x.scalarized() } }
    _ = expectError(.invalidArgument, op: "Tensor.init") { _ = try checked { Tensor<Float>(shape: [2], scalars: [1]) } }
    _ = expectError(.invalidArgument) { _ = try checked { x.sum(alongAxes: [4]) } }
    _ = expectError(.invalidArgument) { _ = try checked { conv2D(x, filter: x) } }
    _ = expectError(.invalidArgument) { _ = try checked { Tensor(concatenating: [x, Tensor(zeros: [2, 2])]) } }
  }

  func testReadingMoreThanTheHostHasIsThrown() async throws {
    let huge = Tensor<Float>(repeating: 1, shape: [1 << 40])
    let error = expectError(.resourceExhausted, op: "read") { _ = try huge.read() }
    XCTAssertTrue(error?.message.contains("[1099511627776]") == true, error?.message ?? "")
    XCTAssertEqual(error?.bytesWanted, 4 << 40)
    _ = expectError(.resourceExhausted) { _ = try checked { huge.scalars } }
    do {
      _ = try await huge.values
      XCTFail("nothing was thrown")
    } catch let error as LazuliError {
      XCTAssertEqual(error.code, .resourceExhausted)
    }
  }

  func testUseAfterDonation() throws {
    let x = Tensor<Float>(shape: [64], scalars: Array(repeating: 1, count: 64))
    let y = x + 1
    try x.donate()
    LazyTensorBarrier(wait: true)
    expect(y, Array(repeating: 2, count: 64))
    let error = expectError(.failedPrecondition) { _ = try x.read() }
    XCTAssertTrue(error?.message.contains("donat") == true, error?.message ?? "")
  }

  func testUseAfterDeletion() throws {
    let x = Tensor<Float>([1, 2])
    try x.delete()
    _ = expectError(.failedPrecondition) { _ = try x.read() }
  }

  func testDevicesDoNotMix() throws {
    let other = try Context()
    let x = Tensor<Float>([1, 2]), y = Tensor<Float>([1, 2], on: other.devices[0])
    let error = expectError(.invalidArgument) { _ = try checked { x + y } }
    XCTAssertTrue(error?.message.contains("device") == true, error?.message ?? "")
    expect(Tensor(copying: x, to: other.devices[0]) + y, [2, 4])
    try other.shutdown()
  }

  func testAfterShutdown() throws {
    let context = try Context()
    let x = Tensor<Float>([1, 2], on: context.devices[0]), y = x + x
    XCTAssertEqual(try (y + y).read(), [4, 8])
    try context.shutdown()
    XCTAssertEqual(try x.read(), [1, 2])
    _ = expectError(.failedPrecondition) { _ = try checked { x + x } }
  }

  func testReadingAPlaceholderIsRefused() {
    let f = compile { (x: Tensor<Float>) in
      x.scalars[0] > 0 ? x : -x
    }
    let error = expectError(.failedPrecondition) { _ = try checked { f(Tensor([1])) } }
    XCTAssertTrue(error?.message.contains("parameter") == true, error?.message ?? "")
  }
}
