// Tests copies of tensors between devices of a context, and sharing of tensors with other
// libraries.
import CLazuli
import Lazuli
import LazuliNN
import Synchronization
import XCTest

/// Makes memory of another library, in the struct of DLPack 1.1. `deleted` counts calls of its
/// deleter.
private func foreign(_ values: [Float], shape: [Int64], strides: [Int64], offset: Int = 0) -> UnsafeMutableRawPointer {
  let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 + 4 * values.count, alignment: 64)
  for (i, value) in values.enumerated() { (bytes + offset).storeBytes(of: value, toByteOffset: 4 * i, as: Float.self) }
  let lists = UnsafeMutablePointer<Int64>.allocate(capacity: 2 * shape.count)
  lists.initialize(from: shape + strides, count: 2 * shape.count)
  let managed = UnsafeMutablePointer<DLManagedTensorVersioned>.allocate(capacity: 1)
  var made = DLManagedTensorVersioned()
  made.version = DLPackVersion(major: 1, minor: 1)
  made.dl_tensor.data = bytes
  made.dl_tensor.byte_offset = UInt64(offset)
  made.dl_tensor.device = DLDevice(device_type: DLDeviceType(kDLCPU), device_id: 0)
  made.dl_tensor.ndim = Int32(shape.count)
  made.dl_tensor.dtype = DLDataType(code: UInt8(kDLFloat.rawValue), bits: 32, lanes: 1)
  made.dl_tensor.shape = lists
  made.dl_tensor.strides = lists + shape.count
  made.deleter = { managed in
    managed!.pointee.dl_tensor.data!.deallocate()
    managed!.pointee.dl_tensor.shape!.deallocate()
    managed!.deallocate()
    deleted.wrappingAdd(1, ordering: .relaxed)
  }
  managed.initialize(to: made)
  return UnsafeMutableRawPointer(managed)
}
private let deleted = Atomic<Int>(0)
private func deletions() -> Int { deleted.load(ordering: .relaxed) }

final class SharingTests: XCTestCase {
  func testDLPackAndBack() throws {
    for form in [DLPackForm.versioned, .legacy] {
      let x: Tensor<Float> = [[1, 2, 3], [4, 5, 6]]
      let back = try Tensor<Float>(dlpack: (x + x).dlpack(form), form)
      expect(back, [2, 4, 6, 8, 10, 12], shape: [2, 3])
      XCTAssertEqual(try Tensor<Bool>(dlpack: (x .> 3).dlpack(form), form).scalars, [false, false, false, true, true, true])
      XCTAssertEqual(try Tensor<Float>(dlpack: Tensor<Float>(zeros: [0, 2]).dlpack(form), form).shape, [0, 2])
      expect(try Tensor<Double>(dlpack: Tensor<Double>(2.5).dlpack(form), form), [2.5], shape: [])
      XCTAssertEqual(try AnyTensor(dlpack: x.dlpack(form), form).cast(to: Float.self), x)
    }
  }

  func testTheMemoryIsSharedUntilTheLastTensorIsGone() throws {
    let before = deletions(), handles = liveHandles(), managed = foreign([1, 2, 3, 4], shape: [2, 2], strides: [2, 1])
    let address = managed.assumingMemoryBound(to: DLManagedTensorVersioned.self).pointee.dl_tensor.data!
    var x: Tensor<Float>? = try Tensor(dlpack: managed)
    try x!.withScalars { XCTAssertEqual(UnsafeRawPointer($0.baseAddress!), UnsafeRawPointer(address)) }
    expect(x! * 2, [2, 4, 6, 8], shape: [2, 2])
    XCTAssertEqual(deletions(), before)
    x = nil
    LazyTensorBarrier(wait: true)
    XCTAssertEqual(deletions(), before + 1)
    XCTAssertEqual(liveHandles(), handles)
  }

  func testOtherLayoutsAreCopied() throws {
    let before = deletions()
    expect(try Tensor<Float>(dlpack: foreign([1, 2, 3, 4], shape: [2, 2], strides: [1, 2])), [1, 3, 2, 4], shape: [2, 2])
    expect(try Tensor<Float>(dlpack: foreign([7], shape: [3], strides: [0])), [7, 7, 7])
    expect(try Tensor<Float>(dlpack: foreign([1, 2], shape: [2], strides: [1], offset: 2)), [1, 2])
    XCTAssertEqual(deletions(), before + 3)
  }

  func testWhatIsRefusedStaysTheCallers() throws {
    let managed = foreign([1, 2], shape: [2], strides: [1]), before = deletions()
    let typed = managed.assumingMemoryBound(to: DLManagedTensorVersioned.self)
    let error = expectError(.invalidArgument) { _ = try Tensor<Int32>(dlpack: managed) }
    XCTAssertTrue(error?.message.contains("Int32") == true, error?.message ?? "")
    typed.pointee.dl_tensor.device.device_type = DLDeviceType(kDLCUDA)
    _ = expectError(.invalidArgument) { _ = try Tensor<Float>(dlpack: managed) }
    XCTAssertEqual(deletions(), before)
    typed.pointee.deleter(typed)
  }

  func testRandomNumbersAreMadeOnTheDeviceThatIsNamed() throws {
    var options = Context.Options()
    options.hostDevices = 2
    let device = try Context(options).devices[1], key = RandomKey(3)
    func compare<Scalar>(_ make: (Device?) -> Tensor<Scalar>, line: UInt = #line) throws {
      let there = make(device)
      XCTAssertEqual(there.device, device, line: line)
      XCTAssertEqual(try there.read(), try make(nil).read(), line: line)
    }
    try checked {
      try compare { Tensor<Float>(randomUniform: [4, 5], key: key, on: $0) }
      try compare { Tensor<Double>(randomUniform: [4, 5], lowerBound: -1, upperBound: 3, key: key, on: $0) }
      try compare { Tensor<Float>(randomNormal: [4, 5], key: key, on: $0) }
      try compare { Tensor<Double>(randomTruncatedNormal: [4, 5], key: key, on: $0) }
      try compare { Tensor<Float>(glorotUniform: [4, 5], key: key, on: $0) }
      try compare { Tensor<Float>(heNormal: [4, 5], key: key, on: $0) }
      try compare { Tensor<Bool>(randomBernoulli: [4, 5], probability: 0.5, key: key, on: $0) }
      try compare { Tensor<Int32>(randomUniform: [4, 5], in: -3..<9, key: key, on: $0) }
    }
  }

  func testDropoutWorksWhereItsInputLives() throws {
    var options = Context.Options()
    options.hostDevices = 2
    let device = try Context(options).devices[1]
    let layer = Dropout<Float>(probability: 0.25, key: RandomKey(1)), x = Tensor<Float>(ones: [4000], on: device)
    let dropped = try checked { withLearningPhase(.training) { layer(x) } }
    XCTAssertEqual(dropped.device, device)
    expect(dropped.mean(), [1], within: 0.05)
  }

  func testReductionsOverDevices() throws {
    var options = Context.Options()
    options.hostDevices = 3
    let devices = try Context(options).devices
    let parts = devices.map { device in Tensor<Float>([1, 2], on: device) * Float(device.index + 1) }
    for (sum, device) in zip(allReduce(parts), devices) {
      expect(sum, [6, 12])
      XCTAssertEqual(sum.device, device)
    }
    for (reduction, wanted) in zip([Reduction.product, .minimum, .maximum], [[6, 48], [1, 2], [3, 6]]) {
      expect(allReduce(parts, by: reduction)[1], wanted.map(Double.init))
    }
    let replicas = devices.map { Pair([Tensor<Float>(3, on: $0)], Tensor<Float>([Float($0.index)], on: $0)) }
    for mean in crossReplicaSum(replicas, scale: 1.0 / 3) {
      expect(mean.first[0], [3])
      expect(mean.second, [1])
    }
    XCTAssertEqual(allReduce([Tensor<Int32>([4])])[0].scalars, [4])
  }

  func testReductionsThatAreRefused() throws {
    let x = Tensor<Float>([1, 2]), other = Tensor<Float>([1, 2], on: try Context().devices[0])
    _ = expectError(.invalidArgument) { _ = try checked { allReduce([x, Tensor([1])]) } }
    _ = expectError(.invalidArgument) { _ = try checked { allReduce([x, other]) } }
    _ = expectError(.invalidArgument) { _ = try checked { allReduce([Tensor<Float>]()) } }
    _ = expectError(.invalidArgument) { _ = try checked { allReduce([Tensor<Int32>([1])], scale: 0.5) } }
    _ = expectError(.invalidArgument, op: "crossReplicaSum") { _ = try checked { crossReplicaSum([[x], [x, x]]) } }
  }
}
