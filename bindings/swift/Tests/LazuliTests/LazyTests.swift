import Lazuli
import XCTest

final class LazyTests: XCTestCase {
  func testNothingRunsBeforeItIsNeeded() throws {
    let context = try Context(), device = context.devices[0]
    let x = Tensor<Float>([1, 2, 3], on: device)
    let y = x * x
    XCTAssertTrue(y.isPending)
    XCTAssertEqual(context.metrics.executions, 0)
    expect(y, [1, 4, 9])
    XCTAssertFalse(y.isPending)
    XCTAssertEqual(context.metrics.executions, 1)
  }

  func testALoopCompilesOnce() throws {
    let context = try Context(), device = context.devices[0]
    var sum = Tensor<Float>([0, 0], on: device)
    for i in 1...10 {
      sum += Tensor<Float>([1, Float(i)], on: device)
      LazyTensorBarrier(on: device)
    }
    expect(sum, [10, 55])
    XCTAssertEqual(context.metrics.compiles + context.metrics.diskCacheHits, 1)
    XCTAssertEqual(context.metrics.barriers, 10)
  }

  func testEvaluateSubmitsAllThatItIsGivenAsOneProgram() throws {
    let context = try Context(), x = Tensor<Float>([1, 2], on: context.devices[0])
    let doubles = [x + x, x * x], sum = x.sum(), other = exp(x)
    evaluate(doubles, Pair(sum, sum), wait: true)
    XCTAssertEqual(context.metrics.executions, 1)
    XCTAssertEqual([doubles[0].isPending, doubles[1].isPending, sum.isPending, other.isPending], [false, false, false, true])
    evaluate([Tensor<Float>](), wait: true)
    XCTAssertEqual(context.metrics.executions, 1)
  }

  func testConstantsArePartOfTheProgram() throws {
    let context = try Context(), device = context.devices[0]
    for number in [2, 2, 3] as [Float] {
      expect(exp(Tensor<Float>([0], on: device)) * Tensor(constant: number, on: device), [Double(number)])
    }
    XCTAssertEqual(context.metrics.compiles + context.metrics.diskCacheHits, 2)
  }

  func testScalarsAreNoPartOfTheProgram() throws {
    let context = try Context(), device = context.devices[0]
    var x = Tensor<Float>([1], on: device)
    for i in 2...6 {
      x = x * Float(i)
      LazyTensorBarrier(on: device)
    }
    expect(x, [720])
    XCTAssertEqual(context.metrics.compiles + context.metrics.diskCacheHits, 1)
  }

  func testGuards() throws {
    let context = try Context(), device = context.devices[0]
    let x = Tensor<Float>([1, 2], on: device)
    let error = expectError(.failedPrecondition) {
      try withGuard(.maxCompiles(0), on: context) {
        _ = try checked { LazyTensorBarrier(on: device) }
        let y = x + x
        _ = try checked { LazyTensorBarrier(on: device) }
        _ = y
      }
    }
    XCTAssertTrue(error?.message.contains("LazyTests.swift") == true, error?.message ?? "")
    let z = x * x
    _ = expectError(.failedPrecondition) { try withGuard(.noExecution, on: context) { _ = try z.read() } }
    expect(z, [1, 4])
  }

  func testRecompilationsAreExplained() throws {
    let context = try Context(), device = context.devices[0]
    for n in [2, 3] {
      let x = Tensor<Float>(shape: [n], scalars: Array(repeating: 1, count: n), on: device)
      expect(exp(x).sum(), [Double(n) * M_E])
    }
    let reason = try context.lastRecompilation
    XCTAssertTrue(reason.contains("tensor<3xf32>") && reason.contains("LazyTests.swift"), reason)
    XCTAssertEqual(try context.recompilations.count, 2)
    XCTAssertTrue(try context.report.contains("programs"))
  }

  func testTraceText() throws {
    let x = Tensor<Float>([[1, 2]]), t = x.transposed(), y = t .< t
    XCTAssertEqual(
      try trace(of: y),
      """
      lazyTrace_3(%0: float) -> (bool) {
        %1 = Transpose[T: float, permutation: [1, 0]](%0)
        %2 = Less[T: float](%1, %1)
        return %2
      }

      """)
    XCTAssertTrue(try trace(of: y, as: .lazyTensor).hasPrefix("IR {"))
    XCTAssertTrue(try trace(of: y, as: .dot).contains("digraph"))
    XCTAssertTrue(y.irText.contains("transpose"), y.irText)
  }

  func testVariablesAndViews() throws {
    let x = Variable(Tensor<Float>(zeros: [4, 3]))
    let columns = x[0..<4, 1..<3]
    columns += Tensor(ones: [4, 2])
    expect(x.value.sum(alongAxes: [0]), [0, 4, 4])
    LazyTensorBarrier()
    let turned = try x.transposed(permutation: [1, 0])
    turned[0] += Tensor(2)
    expect(x.value.sum(alongAxes: [0]), [8, 4, 4])
    let diagonal = try x.diagonal()
    diagonal.value = Tensor([7, 7, 7])
    expect(x.value[0], [7, 1, 1])
    let wide = try Variable(Tensor<Float>([1])).broadcasted(to: [3])
    _ = expectError(.failedPrecondition) { try wide.assign(Tensor(zeros: [3])) }
    _ = expectError(.invalidArgument) { try x.assign(Tensor(zeros: [2])) }
  }

  func testDevices() throws {
    var options = Context.Options()
    options.hostDevices = 2
    options.threads = 2
    let context = try Context(options)
    XCTAssertEqual(context.devices.map(\.description), ["host:0", "host:1"])
    XCTAssertNotEqual(context.devices[0], context.devices[1])
    withDevice(context.devices[1]) {
      let x = Tensor<Float>([1, 2])
      XCTAssertEqual((x + x).device, context.devices[1])
      XCTAssertEqual(Tensor(copying: x, to: context.devices[0]).device.index, 0)
    }
  }

  func testOpByOp() throws {
    let context = try Context()
    try context.withOpByOp {
      let x = Tensor<Float>([2], on: context.devices[0]) * 2
      XCTAssertFalse(x.isPending)
    }
  }

  func testSharedMemoryIsGivenBack() throws {
    let before = liveHandles()
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 64)
    bytes.storeBytes(of: 1.5, as: Float.self)
    let released = expectation(description: "released")
    do {
      let x = Tensor<Float>(shape: [16], sharing: UnsafeRawBufferPointer(bytes)) { released.fulfill() }
      XCTAssertEqual(try x.withScalars { UnsafeRawPointer($0.baseAddress!) }, UnsafeRawPointer(bytes.baseAddress!))
      expect(x[0], [1.5])
    }
    LazyTensorBarrier(wait: true)
    wait(for: [released], timeout: 5)
    bytes.deallocate()
    XCTAssertEqual(liveHandles(), before)
  }

  func testValuesAreAwaited() async throws {
    let x = Tensor<Float>([1, 2])
    async let sum = (x + x).values
    async let product = (x * x).values
    let (a, b) = try await (sum, product)
    XCTAssertEqual(a, [2, 4])
    XCTAssertEqual(b, [1, 4])
  }

  func testHandlesGoBack() throws {
    _ = Context.shared
    let before = liveHandles()
    for i in 0..<100_000 { _ = Tensor<Float>(Float(i)) }
    XCTAssertEqual(liveHandles(), before)
    var sum = Tensor<Float>(0)
    for i in 0..<100_000 {
      sum += Float(i & 1)
      if i % 1000 == 0 { LazyTensorBarrier() }
    }
    XCTAssertEqual(sum.scalarized(), 50_000)
    sum = Tensor(0)
    XCTAssertEqual(liveHandles(), before + 1)
  }

  func testFourTasksAtOnce() async throws {
    let shared = Tensor<Float>([1, 2, 3, 4])
    let sums = try await withThrowingTaskGroup(of: Float.self) { group in
      for task in 1...4 {
        group.addTask {
          var x = shared
          for _ in 0..<50 {
            x = x + shared * Float(task)
            if task == 2 { LazyTensorBarrier() }
          }
          return try await x.sum().values[0]
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    XCTAssertEqual(sums.sorted(), [510, 1010, 1510, 2010])
  }
}
