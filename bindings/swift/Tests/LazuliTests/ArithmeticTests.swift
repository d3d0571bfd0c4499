import Lazuli
import XCTest

final class ArithmeticTests: XCTestCase {
  func testLiteralsHaveShapesAndTypes() {
    let matrix: Tensor<Float> = [[1, 2, 3], [4, 5, 6]]
    XCTAssertEqual(matrix.shape, [2, 3])
    XCTAssertEqual(matrix.scalars, [1, 2, 3, 4, 5, 6])
    let scalar = Tensor<Double>(2.5)
    XCTAssertEqual(scalar.shape, [])
    XCTAssertEqual(scalar.scalarized(), 2.5)
    let mask: Tensor<Bool> = [true, false]
    XCTAssertEqual(mask.scalars, [true, false])
    let whole: Tensor<Int32> = [[[7]]]
    XCTAssertEqual(whole.shape, [1, 1, 1])
    XCTAssertEqual(Tensor<Float>(shape: [0, 3], scalars: []).scalars, [])
  }

  func testLiteralsAreExact() {
    let odd = 9_007_199_254_740_993  // not representable as a double
    XCTAssertEqual(([9_007_199_254_740_993] as Tensor<Int64>).scalars, [Int64(odd)])
    XCTAssertEqual(Tensor<Int64>(9_007_199_254_740_993).scalars, [Int64(odd)])
    XCTAssertEqual(([0.1, 2] as Tensor<Float>).scalars, [0.1, 2])
    XCTAssertEqual(([0.5, 2] as Tensor<BFloat16>).scalars, [0.5, 2])
    XCTAssertEqual(([[1, 2.5]] as Tensor<Complex<Float>>).scalars, [Complex(1), Complex(2.5)])
    let scalar: Tensor<Float> = .init(2)
    expect(scalar, [2], shape: [])
  }

  /// Uses a device other than the default one.
  func testANumberBesideAnOperatorIsAScalar() throws {
    let x = Tensor<Float>([1, 2], on: try Context().devices[0])
    expect(1 / (1 + x) - 2 * x * 0.5, [-0.5, 1.0 / 3 - 2])
    expect((1 - 0.5) * x - 3, [-2.5, -2], shape: [2])
    XCTAssertEqual((x .== 2).scalars, [false, true])
    var y = x
    y += 1
    y *= 2
    y -= 0.5
    y /= 4
    expect(y, [0.875, 1.375])
  }

  func testOperatorsOnTensors() {
    let x: Tensor<Float> = [1, 2, 3], y: Tensor<Float> = [4, 5, 6]
    expect(x + y, [5, 7, 9])
    expect(x - y, [-3, -3, -3])
    expect(x * y, [4, 10, 18])
    expect(y / x, [4, 2.5, 2])
    expect(-x, [-1, -2, -3])
    expect(y % x, [0, 1, 0])
    let i: Tensor<Int32> = [7, -7], j: Tensor<Int32> = [2, 2]
    expect(i / j, [3, -3])
    expect(i & j, [2, 0])
    expect(i ^ j, [5, -5])
    expect(i << j, [28, -28])
    expect(i >> j, [1, -2])
    expect(~i, [-8, 6])
  }

  func testOperatorsWithScalars() {
    let x: Tensor<Float> = [1, 2]
    let factor: Float = 3
    expect(x + 1, [2, 3])
    expect(1 - x, [0, -1])
    expect(x * factor, [3, 6])
    expect(factor / x, [3, 1.5])
    expect(2 * x + 0.5, [2.5, 4.5])
  }

  func testBroadcasting() {
    let x: Tensor<Float> = [[1, 2, 3], [4, 5, 6]]
    expect(x + Tensor<Float>([10, 20, 30]), [11, 22, 33, 14, 25, 36], shape: [2, 3])
    expect(x * Tensor<Float>([[1], [2]]), [1, 2, 3, 8, 10, 12], shape: [2, 3])
    expect(Tensor<Float>([[1], [2]]) + Tensor<Float>([1, 2]), [2, 3, 3, 4], shape: [2, 2])
    expect(max(x, Tensor<Float>(3)), [3, 3, 3, 4, 5, 6])
    let empty = Tensor<Float>(zeros: [0, 3])
    XCTAssertEqual((empty + x[0]).shape, [0, 3])
  }

  func testInPlaceKeepsValueSemantics() {
    var x: Tensor<Float> = [1, 2, 3]
    let before = x
    x += 1
    x *= Tensor<Float>([1, 10, 100])
    x[1] = Tensor(7)
    expect(x, [2, 7, 400])
    expect(before, [1, 2, 3])
  }

  func testComparisons() {
    let x: Tensor<Float> = [1, 2, 3]
    XCTAssertEqual((x .== Tensor<Float>([1, 0, 3])).scalars, [true, false, true])
    XCTAssertEqual((x .< 2).scalars, [true, false, false])
    XCTAssertEqual((x .>= 2).scalars, [false, true, true])
    XCTAssertEqual(((x .> 1) .&& (x .!= 3)).scalars, [false, true, false])
    XCTAssertEqual((.!(x .<= 1)).scalars, [false, true, true])
    XCTAssertTrue(x == Tensor<Float>([1, 2, 3]))
    XCTAssertFalse(x == Tensor<Float>([1, 2]))
    expect(select(x .> 1, x, -x), [-1, 2, 3])
    expect(x.replacing(with: Tensor(0), where: x .== 2), [1, 0, 3])
  }

  func testEveryElementType() {
    func check<T: TensorNumeric>(_: T.Type) {
      let x = Tensor<T>([T(nearest: 1), T(nearest: 2)])
      expect(x + x, [2, 4])
      XCTAssertEqual(x.dtype, T.dtype)
    }
    check(Float.self)
    check(Double.self)
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
    check(Float16.self)
    check(BFloat16.self)
    check(Complex<Float>.self)
    check(Complex<Double>.self)
    let z = Tensor<Float>([3]).withImaginary([4])
    expect(abs(z), [5])
    expect(imaginary(z * z), [24])
    XCTAssertEqual(BFloat16(1.00390625).floatValue, 1)
    XCTAssertEqual(BFloat16(nearest: 1.00390625.nextUp).floatValue, 1.0078125)
    XCTAssertEqual(BFloat16(nearest: 1.01171875.nextDown).floatValue, 1.0078125)
    XCTAssertEqual(BFloat16(.nan).floatValue.isNaN, true)
  }

  func testConversions() {
    let x: Tensor<Float> = [1.9, -1.9, 300]
    expect(Tensor<Int32>(x), [1, -1, 300])
    expect(Tensor<UInt8>(x), [1, 0, 255])
    expect(Tensor<Bool>(Tensor<Float>([0, 2])), [0, 1])
    expect(Tensor<UInt32>(bitPattern: Tensor<Float>([1])), [Double(Float(1).bitPattern)])
    expect(Tensor<BFloat16>(x), [1.8984375, -1.8984375, 300])
  }
}
