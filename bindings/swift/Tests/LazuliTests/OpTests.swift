import Foundation
import Lazuli
import XCTest

final class OpTests: XCTestCase {
  let x: Tensor<Float> = [[1, 2, 3], [4, 5, 6]]

  func testElementwise() {
    let v: [Double] = [-1.5, -0.25, 0.5, 2]
    let x = Tensor<Double>(v)
    func check(_ got: Tensor<Double>, _ f: (Double) -> Double, line: UInt = #line) {
      expect(got, v.map(f), within: 1e-12, line: line)
    }
    check(exp(x)) { Foundation.exp($0) }
    check(tanh(x)) { Foundation.tanh($0) }
    check(sigmoid(x)) { 1 / (1 + Foundation.exp(-$0)) }
    check(sin(x)) { Foundation.sin($0) }
    check(cos(x)) { Foundation.cos($0) }
    check(log1p(abs(x))) { Foundation.log1p(Swift.abs($0)) }
    check(expm1(x)) { Foundation.expm1($0) }
    check(square(x)) { $0 * $0 }
    check(pow(x, 3)) { $0 * $0 * $0 }
    check(relu(x)) { Swift.max($0, 0) }
    check(leakyRelu(x, alpha: 0.1)) { $0 > 0 ? $0 : 0.1 * $0 }
    check(elu(x)) { $0 > 0 ? $0 : Foundation.expm1($0) }
    check(gelu(x)) { $0 / 2 * (1 + Foundation.erf($0 / 2.0.squareRoot())) }
    check(softplus(x)) { Foundation.log1p(Foundation.exp($0)) }
    check(silu(x)) { $0 / (1 + Foundation.exp(-$0)) }
    check(hardSigmoid(x)) { Swift.min(Swift.max($0 / 6 + 0.5, 0), 1) }
    check(floor(x)) { $0.rounded(.down) }
    check(round(x)) { $0.rounded(.toNearestOrEven) }
    check(exp2(x)) { Foundation.exp2($0) }
    check(log2(abs(x))) { Foundation.log2(Swift.abs($0)) }
    check(x.clamped(to: -1...1)) { Swift.min(Swift.max($0, -1), 1) }
    check(erf(erfInverse(x / 4))) { $0 / 4 }
    expect(atan2(Tensor<Double>([1]), Tensor<Double>([-1])), [3 * Double.pi / 4])
    XCTAssertEqual((Tensor<Float>([1, .nan, .infinity])).isNaN.scalars, [false, true, false])
    XCTAssertEqual((Tensor<Float>([1, .nan, .infinity])).isFinite.scalars, [true, false, false])
    expect(Tensor<Int32>([7]).nonzeroBitCount, [3])
  }

  func testReductions() {
    expect(x.sum(), [21], shape: [])
    expect(x.sum(alongAxes: [0]), [5, 7, 9], shape: [3])
    expect(x.sum(alongAxes: [-1], keepDims: true), [6, 15], shape: [2, 1])
    expect(x.mean(alongAxes: [1]), [2, 5])
    expect(x.product(alongAxes: [0]), [4, 10, 18])
    expect(x.max(alongAxes: [1]), [3, 6])
    expect(x.min(), [1])
    expect(x.variance(), [35.0 / 12])
    expect(x.standardDeviation(alongAxes: [1]), [(2.0 / 3).squareRoot(), (2.0 / 3).squareRoot()])
    expect(x.logSumExp(alongAxes: [1]), [3.4076059644443806, 6.4076059644443806])
    expect(x.norm(), [Double(91).squareRoot()])
    expect(x.argmax(), [2, 2])
    expect(x.argmin(squeezingAxis: 0), [0, 0, 0])
    expect(Tensor<Float>([1, 3, 3]).argmax(), [1])
    XCTAssertEqual((x .> 0).all().scalarized(), true)
    XCTAssertEqual((x .> 5).any(alongAxes: [1]).scalars, [false, true])
    expect(x.cumulativeSum(alongAxis: 1), [1, 3, 6, 4, 9, 15])
    expect(x.cumulativeProduct(alongAxis: 0), [1, 2, 3, 4, 10, 18])
    expect(Tensor<Float>([1, 3, 2]).cumulativeMax(alongAxis: 0), [1, 3, 3])
    expect(Tensor<Float>(zeros: [0, 2]).sum(alongAxes: [0]), [0, 0])
    expect(Tensor<Int8>([-3, 5]).max(), [5])
    expect(Tensor<Float>(4).sum(), [4])
  }

  func testReductionsOfNothing() {
    func extremes<Scalar: TensorInteger & FixedWidthInteger>(of _: Scalar.Type) {
      XCTAssertEqual(Tensor<Scalar>([]).max().scalarized(), .min)
      XCTAssertEqual(Tensor<Scalar>([]).min().scalarized(), .max)
    }
    extremes(of: Int8.self)
    extremes(of: UInt8.self)
    extremes(of: Int32.self)
    extremes(of: Int64.self)
    extremes(of: UInt64.self)
    XCTAssertEqual(Tensor<Float>([]).max().scalarized(), -.infinity)
    XCTAssertEqual(Tensor<BFloat16>([]).min().scalarized().doubleValue, .infinity)
    XCTAssertEqual(Tensor<Float>([]).sum().scalarized(), 0)
  }

  func testListsOfTensors() throws {
    _ = expectError(.invalidArgument, op: "concatenate") {
      _ = try checked { Tensor<Float>(concatenating: []) }
    }
    let parts = (0..<40).map { Tensor<Int32>([$0, -$0]) }
    expect(Tensor(concatenating: parts).sum(), [0], shape: [])
    expect(Tensor(stacking: parts, alongAxis: 1)[0, 38...], [38, 39])
    XCTAssertEqual(try gradients(of: x.sum(), withRespectTo: []).count, 0)
    let corner = [1, 2].map { Tensor<Int32>($0) }
    expect(x.dynamicSlice(at: corner, sizes: [1, 1]), [6], shape: [1, 1])
    expect(x.updatingSlice(at: corner, with: [[9]])[1], [4, 5, 9])
    _ = expectError(.invalidArgument, op: "dynamic_slice") {
      _ = try checked { x.dynamicSlice(at: [corner[0]], sizes: [1, 1]) }
    }
  }

  func testShapes() {
    XCTAssertEqual(x.reshaped(to: [3, -1]).shape, [3, 2])
    expect(x.transposed(), [1, 4, 2, 5, 3, 6], shape: [3, 2])
    XCTAssertEqual(x.expandingShape(at: -1).shape, [2, 3, 1])
    XCTAssertEqual(x.expandingShape(at: 1).squeezingShape().shape, [2, 3])
    XCTAssertEqual(Tensor<Float>(zeros: [2, 3, 4]).movingAxis(0, to: -1).shape, [3, 4, 2])
    XCTAssertEqual(Tensor<Float>(zeros: [2, 3, 4]).flattened(fromAxis: 1).shape, [2, 12])
    expect(x.tiled(multiples: [1, 2]), [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6], shape: [2, 6])
    expect(Tensor<Float>([1, 2]).repeated(count: 2, alongAxis: 0), [1, 1, 2, 2])
    expect(x.reversed(inAxes: 1), [3, 2, 1, 6, 5, 4])
    expect(Tensor<Float>([1, 2, 3]).rolled(by: 1, alongAxis: 0), [3, 1, 2])
    expect(x.padded(forSizes: [(0, 1), (1, 0)], with: 9), [9, 1, 2, 3, 9, 4, 5, 6, 9, 9, 9, 9], shape: [3, 4])
    expect(Tensor(concatenating: [x, x], alongAxis: 1)[0], [1, 2, 3, 1, 2, 3])
    XCTAssertEqual(Tensor(stacking: [x, x], alongAxis: 1).shape, [2, 2, 3])
    let parts = x.split(sizes: [1, 2], alongAxis: 1)
    expect(parts[1], [2, 3, 5, 6])
    let columns = x.split(count: 3, alongAxis: -1)
    expect(columns[2], [3, 6], shape: [2, 1])
    expect(x.unstacked(alongAxis: 1)[2], [3, 6], shape: [2])
    expect(x.broadcasted(to: [2, 2, 3]).sum(alongAxes: [0]), [2, 4, 6, 8, 10, 12])
    expect(x.lowerTriangle(), [1, 0, 0, 4, 5, 0])
    expect(Tensor(diagonal: Tensor<Float>([1, 2])), [1, 0, 0, 2])
  }

  func testSubscripts() {
    let t = Tensor<Float>(iota: [24], along: 0).reshaped(to: [2, 3, 4])
    expect(t[1, 2], [20, 21, 22, 23])
    expect(t[-1, -1, -1], [23], shape: [])
    expect(t[0, 1..<3, 2...], [6, 7, 10, 11], shape: [2, 2])
    expect(t[..., 0], [0, 4, 8, 12, 16, 20], shape: [2, 3])
    expect(t[1, ..., 3], [15, 19, 23])
    XCTAssertEqual(t[0..., newAxis, 1].shape, [2, 1, 4])
    expect(t[0, 0, every(2)], [0, 2])
    expect(t[1].sum(alongAxes: [1]), [54, 70, 86], shape: [3])
    expect(t[-1][0..<1], [12, 13, 14, 15], shape: [1, 4])
    XCTAssertEqual(t[1..<1].shape, [0, 3, 4])
    expect(Tensor<Float>([7, 8])[-1], [8], shape: [])
    var u = Tensor<Float>(zeros: [2, 3])
    u[0, 1...] = Tensor([5, 6])
    u[1] = Tensor(1)
    expect(u, [0, 5, 6, 1, 1, 1])
    u[..., every(2)] = Tensor(9)
    expect(u, [9, 5, 9, 9, 1, 9])
  }

  func testGatherAndScatter() {
    expect(x.gathering(atIndices: Tensor<Int32>([1, 0]), alongAxis: 0), [4, 5, 6, 1, 2, 3])
    expect(x.gathering(atIndices: Tensor<Int32>([[2], [0]]), alongAxis: 1), [3, 1, 6, 4], shape: [2, 2, 1])
    expect(x.gatheringElements(atIndices: Tensor<Int32>([[2, 0], [1, 1]]), alongAxis: 1), [3, 1, 5, 5])
    let added = x.scatterAdding(Tensor([[10, 10, 10], [1, 1, 1]]), atIndices: Tensor<Int32>([1, 1]))
    expect(added, [1, 2, 3, 15, 16, 17])
    expect(x.scattering(Tensor([[0, 0, 0]]), atIndices: Tensor<Int32>([0])), [0, 0, 0, 4, 5, 6])
    expect(Tensor<Float>([1, 2, 3]).segmentSum(segments: Tensor<Int32>([0, 1, 0]), count: 2), [4, 2])
    expect(Tensor<Float>(oneHotAtIndices: Tensor<Int32>([1, 0]), depth: 3), [0, 1, 0, 1, 0, 0])
    expect(t3().dynamicSlice(at: [Tensor<Int32>(1)], sizes: [2]), [2, 3])
    expect(t3().updatingSlice(at: [Tensor<Int32>(0)], with: Tensor([9])), [9, 2, 3])
  }

  func t3() -> Tensor<Float> { [1, 2, 3] }

  func testContractions() {
    let a: Tensor<Float> = [[1, 2], [3, 4]]
    expect(matmul(a, a), [7, 10, 15, 22])
    expect(a • Tensor<Float>([1, 1]), [3, 7], shape: [2])
    expect(matmul(Tensor<Float>([1, 1]), a), [4, 6], shape: [2])
    let batch = Tensor(stacking: [a, 2 * a])
    expect(matmul(batch, a), [7, 10, 15, 22, 14, 20, 30, 44], shape: [2, 2, 2])
    expect(matmul(a, batch), [7, 10, 15, 22, 14, 20, 30, 44], shape: [2, 2, 2])
    expect(Tensor<Float>([1, 2]).outer([3, 4]), [3, 4, 6, 8])
    expect(Tensor<Float>([1, 2]).dot([3, 4]), [11])
    let image = Tensor<Float>(iota: [9], along: 0).reshaped(to: [1, 3, 3, 1])
    let ones = Tensor<Float>(ones: [2, 2, 1, 1])
    expect(conv2D(image, filter: ones), [8, 12, 20, 24], shape: [1, 2, 2, 1])
    expect(conv2D(image, filter: ones, padding: .same), [8, 12, 7, 20, 24, 13, 13, 15, 8])
    expect(conv2D(image, filter: ones, strides: (2, 2), padding: .same), [8, 7, 13, 8])
    expect(transposedConv2D(image, filter: ones, strides: (2, 2)).sum(), [4 * 36])
    expect(depthwiseConv2D(image, filter: ones), [8, 12, 20, 24])
    expect(maxPool2D(image, strides: (1, 1)), [4, 5, 7, 8])
    expect(avgPool2D(image, strides: (1, 1)), [2, 3, 5, 6])
    expect(avgPool2D(image, strides: (1, 1), padding: .same), [2, 3, 3.5, 5, 6, 6.5, 6.5, 7.5, 8])
    expect(globalAvgPool2D(image), [4], shape: [1, 1])
  }

  func testAlgebra() {
    let a: Tensor<Double> = [[4, 2], [2, 3]], b: Tensor<Double> = [[2], [1]]
    let factor = cholesky(a)
    expect(matmul(factor, factor.transposed()), [4, 2, 2, 3], within: 1e-12)
    expect(matmul(a, choleskySolve(a, b)), [2, 1], within: 1e-12)
    expect(triangularSolve(Tensor<Double>([[2, 0], [1, 1]]), b), [1, 0])
    expect(Tensor<Float>([3, 1, 2]).sorted(), [1, 2, 3])
    expect(Tensor<Float>([3, 1, 2]).sorted(descending: true), [3, 2, 1])
    expect(Tensor<Float>([3, 1, 2]).argsort(), [1, 2, 0])
    expect(x.sorted(alongAxis: 0, descending: true), [4, 5, 6, 1, 2, 3])
    let (values, indices) = Tensor<Float>([1, 9, 3]).topK(2)
    expect(values, [9, 3])
    expect(indices, [1, 2])
    let z = realFFT(Tensor<Float>([1, 2, 3, 4]))
    expect(real(z), [10, -2, -2])
    expect(imaginary(z), [0, 2, 0])
    expect(inverseRealFFT(z, count: 4), [1, 2, 3, 4])
    expect(real(inverseFFT(fft(z))), [10, -2, -2])
    expect(softmax(Tensor<Float>([0, Float(2).squareRoot()])).sum(), [1])
    expect(exp(logSoftmax(x)).sum(alongAxes: [1]), [1, 1])
  }

  func testFactorizations() {
    let a: Tensor<Double> = [[0, 2, 1], [1, 1, 0], [3, 0, 2]], b: Tensor<Double> = [[1], [2], [3]]
    expect(matmul(a, solve(a, b)), [1, 2, 3], within: 1e-12)
    expect(matmul(a, inverse(a)), [1, 0, 0, 0, 1, 0, 0, 0, 1], within: 1e-12)
    expect(determinant(a), [-7], shape: [], within: 1e-12)
    let batch = Tensor(stacking: [a, 2 * a])
    expect(determinant(batch), [-7, -56], within: 1e-12)
    expect(matmul(batch, solve(batch, Tensor(stacking: [b, b]))), [1, 2, 3, 1, 2, 3], within: 1e-12)
    for x in [a[..., 0..<2], a[0..<2], a] {
      let (q, r) = qrDecomposition(x)
      XCTAssertTrue((abs(matmul(q, r) - x) .< 1e-12).all().scalarized())
      let one = matmul(q.transposed(), q)
      XCTAssertTrue((abs(one - Tensor(identity: q.shape[1])) .< 1e-12).all().scalarized())
    }
    let s: Tensor<Double> = [[2, 1], [1, 2]], (values, vectors) = symmetricEigen(s)
    expect(values, [1, 3], within: 1e-12)
    expect(matmul(s, vectors) - vectors * values, [0, 0, 0, 0], within: 1e-12)
    _ = expectError(.invalidArgument) { _ = try checked { inverse(Tensor<Double>([[1, 2]])) } }
  }

  func testCreation() {
    expect(Tensor<Float>(rangeFrom: 1, to: 2, stride: 0.25), [1, 1.25, 1.5, 1.75])
    expect(Tensor<Float>(linearSpaceFrom: 0, to: 1, count: 3), [0, 0.5, 1])
    expect(Tensor<Float>(identity: 2), [1, 0, 0, 1])
    expect(Tensor<Int32>(iota: [2, 2], along: 1), [0, 1, 0, 1])
    expect(Tensor<Float>(zeros: [2]) + Tensor(ones: [2]), [1, 1])
  }

  func testRandomNumbersFollowFromTheKey() {
    let key = RandomKey(7), keys = key.split(2)
    let a = Tensor<Float>(randomUniform: [1000], key: key), b = Tensor<Float>(randomUniform: [1000], key: key)
    XCTAssertTrue(a == b)
    XCTAssertFalse(a == Tensor<Float>(randomUniform: [1000], key: keys[0]))
    XCTAssertTrue((a .>= 0 .&& a .< 1).all().scalarized())
    expect(a.mean(), [0.5], within: 0.05)
    let n = Tensor<Double>(randomNormal: [4000], mean: 1, standardDeviation: 2, key: keys[1])
    expect(n.mean(), [1], within: 0.15)
    expect(n.standardDeviation(), [2], within: 0.1)
    XCTAssertTrue(n.isFinite.all().scalarized())
    let t = Tensor<Float>(randomTruncatedNormal: [1000], key: key)
    XCTAssertTrue((abs(t) .< 2.01).all().scalarized())
    let coins = Tensor<Float>(Tensor<Bool>(randomBernoulli: [1000], probability: 0.25, key: key))
    expect(coins.mean(), [0.25], within: 0.05)
    let dice = Tensor<Int32>(randomUniform: [1000], in: 1..<7, key: key)
    XCTAssertEqual(Set(dice.scalars), [1, 2, 3, 4, 5, 6])
  }
}
