import Foundation
import Lazuli
import XCTest

final class ProgramTests: XCTestCase {
  func testAFunctionIsRecordedOncePerType() throws {
    let context = try Context(), device = context.devices[0]
    let f = compile { (x: Tensor<Float>, w: Tensor<Float>) in tanh(matmul(x, w)) }
    let w = Tensor<Float>([[1], [0]], on: device)
    for n in [1, 2, 1, 2] {
      let x = Tensor<Float>(shape: [n, 2], scalars: (0..<2 * n).map { Float($0) }, on: device)
      expect(f(x, w), (0..<n).map { Foundation.tanh(2 * Double($0)) }, shape: [n, 1])
    }
    XCTAssertEqual(f.count, 2)
    let recorded = context.metrics.opsRecorded
    _ = f(Tensor<Float>([[1, 1]], on: device), w)
    XCTAssertEqual(context.metrics.opsRecorded, recorded)
  }

  func testStructuresInAndOut() {
    let f = compile { (x: [Tensor<Float>], y: Pair<Tensor<Float>, Tensor<Int32>>) in
      Pair([x[0] + y.first, x[1]], y.second + 1)
    }
    let result = f([Tensor([1]), Tensor([2])], Pair(Tensor([3]), Tensor([4])))
    expect(result.first[0], [4])
    expect(result.first[1], [2])
    expect(result.second, [5])
    let none = compile { () -> Tensor<Float> in Tensor(zeros: [2]) + 1 }
    expect(none(), [1, 1])
  }

  func testDonation() throws {
    let f = compile(donating: [0]) { (x: Tensor<Float>, y: Tensor<Float>) in x + y }
    let x = Tensor<Float>(shape: [64], scalars: Array(repeating: 1, count: 64))
    expect(f(x, Tensor(1)), Array(repeating: 2, count: 64))
    _ = expectError(.failedPrecondition) { _ = try x.read() }
    let program = try f.executable(for: Tensor(zeros: [64]), Tensor(1))
    XCTAssertEqual(try program.fingerprint.count, 32)
    XCTAssertTrue(try program.memoryReport.contains("arena"))
    XCTAssertEqual(try program.flops, 64)
  }

  func testGradientsInside() {
    let step = compile { (w: Tensor<Float>, x: Tensor<Float>) in
      w - gradient(at: w) { square($0 * x).sum() } * 0.5
    }
    expect(step(Tensor([1, 2]), Tensor([1, 3])), [0, -16])
  }

  func testErrorsInside() {
    let f = compile { (x: Tensor<Float>, y: Tensor<Float>) in matmul(x, y) }
    _ = expectError(.invalidArgument, op: "dot_general") {
      _ = try checked { f(Tensor(zeros: [2, 3]), Tensor(zeros: [2, 3])) }
    }
  }

  func testFourTasksCallOneFunction() async {
    let f = compile { (x: Tensor<Float>) in x * 2 }
    await withTaskGroup(of: Float.self) { group in
      for i in 0..<4 {
        group.addTask { (0..<50).reduce(Float(0)) { sum, _ in sum + f(Tensor([Float(i)])).scalars[0] } }
      }
      let sums = await group.reduce(into: []) { $0.append($1) }
      XCTAssertEqual(sums.sorted(), [0, 100, 200, 300])
    }
  }

  func testLoopsOfTheProgram() {
    let doubled = whileLoop(Tensor<Float>(1), while: { $0 .< 100 }) { $0 * 2 }
    expect(doubled, [128])
    let pair = whileLoop(Pair(Tensor<Int32>(0), Tensor<Float>([1, 1])), while: { $0.first .< 3 }) {
      Pair($0.first + 1, $0.second * 2)
    }
    expect(pair.second, [8, 8])
  }

  func testBranchesOfTheProgram() {
    let x = Tensor<Float>([3])
    for (limit, wanted) in [(2.0, 6.0), (4.0, -3.0)] {
      let y = ifElse((x .> Tensor(Float(limit))).all(), then: { x * 2 }, else: { -x })
      expect(y, [wanted])
    }
    expect(choose(Tensor<Int32>(1), [{ x }, { x + 1 }, { x + 2 }]), [4])
    expect(choose(Tensor<Int32>(9), [{ x }, { x + 1 }]), [4])
    expect(optimizationBarrier(x), [3])
  }

  func testModules() throws {
    let module = try Module(of: { (x: Tensor<Float>) in exp(x) + 1 }, for: Tensor([1, 2]))
    let text = try module.stableHLO
    XCTAssertTrue(text.contains("stablehlo.exponential"), text)
    let again = try Module(parsing: text)
    let y = try again(Tensor<Float>([0, 1]))[0].cast(to: Float.self)
    expect(y!, [2, M_E + 1])
    XCTAssertNil(try again(Tensor<Float>([0, 1]))[0].cast(to: Int32.self))
    let two = ["first", "second"].map {
      "func.func @\($0)(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"
    }.joined()
    _ = try Module(parsing: two, function: "second")
    let unnamed = expectError(.invalidArgument) { _ = try Module(parsing: two) }
    XCTAssertTrue(unnamed?.message.contains("first, second") == true, unnamed?.message ?? "")
    let error = expectError(.invalidArgument) { _ = try Module(parsing: "nonsense", name: "net.mlir") }
    XCTAssertTrue(error?.location.hasPrefix("net.mlir:1") == true, error?.location ?? "")
    XCTAssertFalse(try again.compiled().text.isEmpty)
  }

  func testHostCalls() throws {
    let context = try Context()
    try context.register(hostCall: "by_place") { operands, results in
      let x = operands[0].bindMemory(to: Float.self), y = results[0].bindMemory(to: Float.self)
      for i in x.indices { y[i] = x[i] * Float(i) }
    }
    struct Broken: Error {}
    try context.register(hostCall: "broken") { _, _ in throw Broken() }
    let x = Tensor<Float>([5, 6, 7], on: context.devices[0])
    expect(hostCall("by_place", x + 1, shape: [3], as: Float.self) + x, [5, 13, 23])
    let error = expectError(.unknown) { _ = try hostCall("broken", x, shape: [3], as: Float.self).read() }
    XCTAssertTrue(error?.message.contains("Broken") == true, error?.message ?? "")
    _ = expectError(.notFound) { _ = try checked { hostCall("nobody", x, shape: [3], as: Float.self) } }
  }
}
