// Tests that handles are released correctly: while other tasks work, after a shutdown of the
// context, and at the end of the process.
import Foundation
import Lazuli
import Synchronization
import XCTest

/// The ways in which a process that holds tensors ends.
private enum Ending: String, CaseIterable {
  /// The process calls exit while submitted work is running.
  case exit
  /// The process shuts the context down, and then calls exit.
  case shutdown
  /// The process calls exit while four tasks record and compute.
  case tasks
  /// The main function returns without dropping the tensors.
  case returning

  static let variable = "LAZULI_TEST_ENDING"
  var status: Int32 { self == .returning ? 0 : 7 }
}

/// Values that live until the process ends.
private let kept = Mutex<[any Sendable]>([])

final class LifetimeTests: XCTestCase {
  func testManyHandlesAtOnce() {
    _ = Context.shared
    let before = liveHandles()
    var all = (0..<100_000).map { Tensor<Float>(Float($0)) }
    XCTAssertEqual(liveHandles(), before + 100_000)
    expect(all[99_999] - all[1], [99_998])
    all = []
    XCTAssertEqual(liveHandles(), before)
  }

  func testHandlesOfFourTasks() async throws {
    _ = Context.shared
    let before = liveHandles()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 1...4 {
        group.addTask {
          var x = Tensor<Float>(0)
          for i in 1...25_000 {
            x += Float(task)
            if i % 1000 == 0 { LazyTensorBarrier() }
          }
          let sum = try await x.values
          XCTAssertEqual(sum, [Float(25_000 * task)])
        }
      }
      try await group.waitForAll()
    }
    LazyTensorBarrier(wait: true)
    XCTAssertEqual(liveHandles(), before)
  }

  func testValuesOutliveTheirContext() throws {
    let before = liveHandles()
    var left: [any Sendable] = []
    do {
      let context = try Context(), device = context.devices[0]
      let x = Tensor<Float>([1, 2], on: device), pending = x + x
      left = [x, pending, Variable(x), device, compile { (x: Tensor<Float>) in x * 2 }, context.metrics]
      expect(x * x, [1, 4])
      try context.shutdown()
    }
    XCTAssertGreaterThan(liveHandles(), before)
    expect(try XCTUnwrap(left[0] as? Tensor<Float>), [1, 2])
    left = []
    XCTAssertEqual(liveHandles(), before)
  }

  func testAProcessMayEndWithAllThatItHas() throws {
    for ending in Ending.allCases {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["LazuliTests.LifetimeTests/testEnding"]
      process.environment = ProcessInfo.processInfo.environment.merging([Ending.variable: ending.rawValue]) { $1 }
      process.standardOutput = Pipe()
      try process.run()
      process.waitUntilExit()
      XCTAssertEqual(process.terminationReason, .exit, "\(ending)")
      XCTAssertEqual(process.terminationStatus, ending.status, "\(ending)")
    }
  }

  /// The test above runs this test in other processes. In this process it does nothing.
  func testEnding() throws {
    guard let ending = ProcessInfo.processInfo.environment[Ending.variable].flatMap(Ending.init) else { return }
    atexit { usleep(200_000) }  // registered first, so it runs last, and tasks go on meanwhile
    let x = Tensor<Float>(randomNormal: [64, 64], key: RandomKey(1))
    let layer = compile { (x: Tensor<Float>) in matmul(x, x) }
    let submitted = matmul(layer(x), x)
    LazyTensorBarrier()
    kept.withLock { $0 = [x, layer, submitted, matmul(submitted, x), Variable(x), Context.shared] }
    switch ending {
    case .exit, .returning: break
    case .shutdown: try Context.shared.shutdown()
    case .tasks:
      for task in 0..<4 {
        Task.detached {
          for size in 1... {  // each size needs a new program, so that some compile at exit
            let rows = x[0..<(16 * task + size) % 64 + 1]
            let y = tanh(matmul(rows, x)) * Tensor(constant: Float(size))
            LazyTensorBarrier()
            _ = y
          }
        }
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
    if ending != .returning { Foundation.exit(ending.status) }
  }
}
