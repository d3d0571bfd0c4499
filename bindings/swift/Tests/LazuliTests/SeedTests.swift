// The programs in the papers on lazy tensors, as they are printed there, except for imports.
import Lazuli
import XCTest

final class SeedTests: XCTestCase {
  /// From "Lazy Tensor in Swift for TensorFlow": materialization.
  func testMaterialization() throws {
    let a = Tensor<Float>(10.0)
    let b = Tensor<Float>(2.0)
    let c = Tensor<Float>(3.0)
    let w = a + b
    let x = w - c
    let y = x + x + w
    let z = y + y
    XCTAssertEqual(
      try trace(of: z),
      """
      lazyTrace_8(%0: float, %1: float, %3: float) -> (float) {
        %2 = Add[T: float](%0, %1)
        %4 = Sub[T: float](%2, %3)
        %5 = Add[T: float](%4, %4)
        %6 = Add[T: float](%5, %2)
        %7 = Add[T: float](%6, %6)
        return %7
      }

      """)
    print(z)
    XCTAssertEqual("\(z)", "60.0")
  }

  /// From "Lazy Tensor in Swift for TensorFlow": promotion of constant tensors to arguments.
  func testPromotionOfConstants() throws {
    let before = Context.shared.metrics
    var shown: [String] = []
    var sum = Tensor<Float>(0.0)
    for i in 1...10 {
      sum = sum + Float(i)
      print("\(sum)")
      shown.append("\(sum)")
    }
    XCTAssertEqual(shown.last, "55.0")
    let after = Context.shared.metrics
    XCTAssertLessThanOrEqual(after.compiles + after.diskCacheHits - before.compiles - before.diskCacheHits, 2)
  }

  /// From "LazyTensor", section 4.3: aliasing must not change results.
  func testAliasing() {
    var a = Tensor<Float>([1, 2])
    LazyTensorBarrier(wait: true)
    a += 1
    print(a)
    print(a)
    XCTAssertEqual("\(a)", "[2.0, 3.0]")

    let b = a + 2
    a += 1
    print(a)
    print(b)
    XCTAssertEqual("\(a)", "[3.0, 4.0]")
    XCTAssertEqual("\(b)", "[4.0, 5.0]")
  }

  /// From "LazyTensor", figure 1.
  func testGraph() throws {
    let x = Tensor<Float>(zeros: [2, 4]), y = Tensor<Float>(zeros: [2, 4]), z = Tensor<Float>(zeros: [2, 4])
    LazyTensorBarrier()
    XCTAssertEqual(
      try trace(of: x * y + z, as: .lazyTensor),
      """
      IR {
        %0 = f32[2,4] xla::device_data(), device=CPU:0
        %1 = f32[2,4] xla::device_data(), device=CPU:0
        %2 = f32[2,4] xla::device_data(), device=CPU:0
        %3 = f32[2,4] aten::mul(%2, %1)
        %4 = f32[2,4] aten::add(%3, %0), ROOT=0
      }

      """)
  }

  /// From "LazyTensor", figure 2: a loop is unrolled.
  func testLoop() throws {
    let x = Tensor<Float>(randomNormal: [2, 4], key: RandomKey(1))
    var s = Tensor<Float>(randomNormal: [2, 4], key: RandomKey(2))
    LazyTensorBarrier()
    for _ in 0..<2 {
      s += x
    }
    XCTAssertEqual(
      try trace(of: s, as: .lazyTensor),
      """
      IR {
        %0 = f32[2,4] xla::device_data(), device=CPU:0
        %1 = f32[2,4] xla::device_data(), device=CPU:0
        %2 = f32[2,4] aten::add(%1, %0)
        %3 = f32[2,4] aten::add(%2, %0), ROOT=0
      }

      """)
  }

  /// From "LazyTensor", section 4.4 and figure 3: updates of views.
  func testViews() throws {
    let t = Variable(Tensor<Float>(randomUniform: [4, 4], key: RandomKey(1)))
    let v = try t.reshaped(to: [2, 8])
    let before = t.value.scalars
    v += Tensor(1)
    expect(t.value, before.map { Double($0 + 1) })

    let x = Variable(Tensor<Float>(shape: [2, 3, 4], scalars: Array(repeating: 0, count: 24)))
    try x.transposed(permutation: [1, 2, 0]) += Tensor<Float>(42)
    XCTAssertEqual(
      try trace(of: x.value, as: .lazyTensor),
      """
      IR {
        %0 = f32[] xla::device_data(), device=CPU:0
        %1 = f32[3,4,2] aten::expand(%0), size=(3, 4, 2)
        %2 = f32[2,3,4] xla::device_data(), device=CPU:0
        %3 = f32[3,4,2] aten::permute(%2), dims=(1, 2, 0)
        %4 = f32[3,4,2] aten::add(%3, %1)
        %5 = f32[2,3,4] aten::permute(%4), dims=(2, 0, 1), ROOT=0
      }

      """)
    expect(x.value, Array(repeating: 42, count: 24))
  }
}
